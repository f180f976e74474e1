"""What dragging a row means, and the facts that the game master can set."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.commands import Move
from engine.draft import Draft
from engine.errors import Refused
from engine.events import RULING, FactSet, Noted, Placed, ScoreSet, StatusSet
from engine.fields import Field, Kind, Value
from engine.listing import list_elsewhere
from engine.model import Encounter, Id, Lasting, Status
from engine.ordering import same_place
from engine.sums import Sum, Term
from engine.systems.traveller import condition, deeds, order, passes, turn
from engine.table.order import Drop, dropped


def move(draft: Draft, command: Move) -> None:
    """Past others of the same number it orders within the tie (TA10).

    Past another number it is a hold where that is later, for whoever has yet to act in the pass, else a ruling.
    """
    encounter, one = draft.encounter, command.id
    if not encounter.is_open:
        following = f"round {encounter.round + 1} throws them anew"
        list_elsewhere(draft, command, order.track, f"The order is that of the numbers: {following}.")
        return
    standing = deeds.GUARDS.able(encounter, one)
    drop = dropped(order.track(encounter), one, command.before)
    if not drop.moves:
        raise same_place()
    own_number = condition.still_to_act(encounter, one) and not condition.is_triggered(standing)
    if drop.passed and _is_tie(encounter, (one, *drop.passed)):
        _put_after(draft, one, drop.passed)
    elif drop.passed and own_number:
        turn.somebody_to_wait_for(encounter, one)
        turn.hold(draft, one)
    else:
        _place(draft, one, drop)


def _is_tie(encounter: Encounter, ids: Sequence[Id]) -> bool:
    """Whether all of them act on the same number, and on a number: in this pass, or all in the next."""
    standings = [encounter.standings[one] for one in ids]
    alike = {
        (order.number_now(it), condition.still_to_act(encounter, one)) for one, it in zip(ids, standings, strict=True)
    }
    return len(alike) == 1 and all(condition.plays(it) and not condition.is_triggered(it) for it in standings)


def _put_after(draft: Draft, one: Id, passed: Sequence[Id]) -> None:
    encounter = draft.encounter
    rest = [other for other in encounter.order if other != one]
    following = next(iter(rest[rest.index(passed[-1]) + 1 :]), "")
    draft.record(Placed(one, following, f"is placed after {encounter.name_of(passed[-1])}", RULING))
    draft.record(Placed(passed[-1], one))  # so that the two do not act at once
    if order.by_number(draft.encounter, (*passed, one)) != (*passed, one):  # DEX says otherwise
        draft.record(*(Placed(other, before) for before, other in pairwise(reversed(passed))))
    if encounter.standings[one].status is Status.ACTING:
        draft.record(StatusSet(one, Status.READY))


def _place(draft: Draft, one: Id, drop: Drop) -> None:
    """The neighbour's number, and before or after that neighbour; before whoever acts means to act now."""
    encounter = draft.encounter
    standing, name = encounter.standings[one], encounter.name_of(one)
    beside = drop.beside(lambda it: condition.plays(encounter.standings[it]))
    change = order.number_now(encounter.standings[beside]) - order.number_now(standing)
    if change:
        score = standing.score or Sum(())
        draft.record(ScoreSet(one, score.plus(Term("ruling", change, RULING)), RULING))
    if standing.status is Status.DONE:
        draft.record(StatusSet(one, Status.READY, "is back in this round", RULING))
    if beside in drop.above:
        draft.record(Placed(beside, one), Noted(f"{name} is placed after {encounter.name_of(beside)}.", RULING))
        return
    draft.record(Placed(one, beside, f"is placed before {encounter.name_of(beside)}", RULING))
    if encounter.standings[beside].status is Status.ACTING:
        passes.break_off(draft)
        draft.record(*(StatusSet(other, Status.READY) for other in draft.encounter.acting()))
        draft.record(StatusSet(one, Status.ACTING, "acts now", RULING))


def rulable(encounter: Encounter, one: Id) -> tuple[Field, ...]:
    """What can be ruled about a combatant; nothing about the fight as a whole."""
    if not one:
        return ()
    now = _now(encounter, one)
    end = Field("end_now", "END now", Kind.NUMBER, now["end_now"], high=condition.full_end(encounter, one))
    wounds = (end, turn.reduced_field(encounter, one))
    if not encounter.is_open or not encounter.standings[one].able:
        return wounds
    return (
        *wounds,
        Field("watching", "Watches", Kind.FLAG, now["watching"]),
        Field("extra", "May take an Extra Action without a check", Kind.FLAG, now["extra"]),
    )


def rule_fact(draft: Draft, one: Id, key: str, value: Value) -> None:
    if value == _now(draft.encounter, one)[key]:
        raise Refused("no_change", "That is so already.")
    match key:
        case "end_now":
            turn.set_end(draft, one, int(value), RULING)
        case "reduced":
            draft.record(FactSet(one, "reduced", value, rule=RULING))
        case "watching":
            watching = condition.UNNAMED_EVENT if value else False
            draft.record(
                FactSet(one, "watching", watching, Lasting.ROUND, RULING),
                FactSet(one, "watch_is", False, Lasting.ROUND),
            )
        case _:
            _waive(draft, one, bool(value))


def _waive(draft: Draft, one: Id, waived: bool) -> None:
    """The next Extra Action needs no check, whenever it comes (TA11); whoever has failed one is back for it."""
    standing = draft.standing(one)
    action = max(1, condition.taken(standing)) + 1
    draft.record(FactSet(one, "extra", action if waived else False, Lasting.ROUND, RULING))
    if waived and draft.encounter.is_open and standing.status is Status.DONE:
        draft.record(StatusSet(one, Status.READY, "is back in this round", RULING))


def _now(encounter: Encounter, one: Id) -> dict[str, Value]:
    standing = encounter.standings[one]
    return {
        "end_now": condition.end_now(encounter, one),
        "reduced": condition.reduced(standing),
        "watching": bool(standing.fact("watching")),
        "extra": condition.may_act_again(standing),
    }
