"""How a round runs: all First Actions, then pass after pass of Extra Actions (T9–T11, T17); coming, going and drags."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice, pairwise

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Noted, Placed, RoundClosed, RoundOpened, ScoreSet, StatusSet
from turntrack.core.model import Encounter, Id, Status, Turning
from turntrack.core.ordering import same_place
from turntrack.core.reordering import list_elsewhere
from turntrack.core.score import Part, Sum, Term
from turntrack.systems.choices import MOST_COMING, Turn
from turntrack.systems.toolkit import turn_order
from turntrack.systems.toolkit.guards import Guards
from turntrack.systems.toolkit.turn_order import Drop, dropped
from turntrack.systems.traveller import checks, initiative, memory
from turntrack.systems.traveller.initiative import number_now
from turntrack.systems.traveller.sheet import reading_of

ROUNDS_A_MINUTE = 4
HOLD = 20

GUARDS = Guards("T2", turn="T3")


def open_round(draft: Draft) -> None:
    before = draft.encounter
    missing = initiative.those_without_number(before)
    if missing:
        names = ", ".join(before.name_of(one) for one in missing)
        raise Refused("no_number", f"Type a number for {names}: at this table initiative is entered.", "TA1")
    numbers = initiative.throw(draft, before.able())
    draft.record(RoundOpened(before.round + 1, rule="T2"))
    minutes, rest = divmod(before.round, ROUNDS_A_MINUTE)
    if minutes and not rest:
        draft.record(Noted(f"{minutes} min of combat so far.", "T1"))
    for one, score in numbers.items():
        _enter(draft, one, score)


def _enter(draft: Draft, one: Id, score: Sum, rule: str = "") -> None:
    """Bring the combatant into the round, with no turn yet."""
    draft.record(ScoreSet(one, score, rule))
    draft.remember(one, replace(memory.of(draft.standing(one)), last_pass=0))


def settle(draft: Draft) -> None:
    """Bring the round to where somebody acts, or close it. Each turn of the loop brings the round nearer to that."""
    while draft.encounter.is_open and not draft.encounter.acting():
        _call(draft)
    for one in draft.encounter.acting():
        checks.waive(draft, one)


def _call(draft: Draft) -> None:
    """Call a triggered watcher, else whoever was interrupted, else the lowest number; or the next pass."""
    encounter = draft.encounter
    if watchers := _triggered_watchers(encounter):
        draft.record(*(StatusSet(one, Status.ACTING, rule="T22", turn=Turning.ASIDE) for one in watchers))
    elif memory.of_fight(encounter).broken_off:
        draft.remember("", replace(memory.of_fight(encounter), broken_off=()))
        draft.record(*(StatusSet(one, Status.ACTING, "goes on", "T3") for one in memory.turns_broken_off(encounter)))
    elif group := at_once(encounter):
        _begin(draft, group)
    else:
        _next_pass(draft)


def _begin(draft: Draft, group: Sequence[Id]) -> None:
    """The turn of each of the group comes, at the same time."""
    encounter = draft.encounter
    first_of_all = not any(memory.of(standing).actions for standing in encounter.standings.values())
    rule = "T10" if encounter.part > 1 else "T4" if first_of_all else "T9"
    for one in group:
        if checks.cannot_go_on(encounter, one):
            checks.stop(draft, one)
        else:
            draft.record(StatusSet(one, Status.ACTING, rule=rule))
    acting = draft.encounter.acting()
    if len(acting) > 1:
        draft.record(Noted(f"They act at the same time: {encounter.names_of(acting)}.", "TA1"))


def _next_pass(draft: Draft) -> None:
    """Begin the next pass, as everyone has acted (T10, T11), or end the round, where nobody is left (T17)."""
    encounter = draft.encounter
    going_on = [one for one in encounter.order if encounter.standings[one].plays]
    for one in going_on:
        if checks.cannot_go_on(encounter, one):
            checks.stop(draft, one)
    if any(draft.standing(one).plays for one in going_on):
        draft.record(RoundOpened(encounter.round, encounter.part + 1, "T11"))
    else:
        end_watches(draft)
        draft.record(RoundClosed(encounter.round, "T17"))


# The order


def by_number(encounter: Encounter, ids: Collection[Id]) -> tuple[Id, ...]:
    """Sort ``ids``, the lowest number first; of equals by DEX if the table wants that; rulings go before it."""
    standings = encounter.standings
    if reading_of(encounter, "tie") == "dex":
        ids = sorted(ids, key=lambda one: -int(encounter.combatants[one].sheet["dex"]))
    return turn_order.by_number({one: number_now(standings[one]) for one in ids}, standings)


def queue(encounter: Encounter) -> tuple[Id, ...]:
    """List all who have yet to take a turn in this pass, the next first; whoever acts now stands among them."""
    return by_number(encounter, [one for one in encounter.order if memory.awaits_turn(encounter, one)])


def at_once(encounter: Encounter) -> tuple[Id, ...]:
    """Return the first of the queue, with all who act at the same time (TA1)."""
    return next(_groups(encounter, queue(encounter)), ())


def _groups(encounter: Encounter, row: Sequence[Id]) -> Iterator[tuple[Id, ...]]:
    """Split a row that stands in order into those who act at the same time (TA1)."""
    standings, by_dex = encounter.standings, reading_of(encounter, "tie") == "dex"
    for _, equals in groupby(row, lambda one: number_now(standings[one])):
        left = tuple(equals)
        while left:
            # a ruling has put one before another
            cuts = (many for many, one in enumerate(left, 1) if by_dex or standings[one].before in left)
            many = next(cuts, len(left))
            yield left[:many]
            left = left[many:]


def _triggered_watchers(encounter: Encounter) -> tuple[Id, ...]:
    """Watchers whose event has come, and who have not yet acted on it (T22)."""
    standings = encounter.standings
    return tuple(one for one in encounter.order if standings[one].plays and memory.is_triggered(standings[one]))


def track(encounter: Encounter) -> tuple[Id, ...]:
    """List who acts, who is yet to act in this pass, who has acted in it; then those done, then the fallen."""
    standings = encounter.standings
    if not encounter.round:
        return encounter.order
    done = [one for one in encounter.order if standings[one].able and standings[one].status is Status.DONE]
    return turn_order.apart(encounter, (*still_playing(encounter), *by_number(encounter, done)))


def still_playing(encounter: Encounter) -> Iterator[Id]:
    """List who acts, who is yet to act in this pass, who has acted in it."""
    acting, waiting, acted = list[Id](), list[Id](), list[Id]()
    for one in encounter.order:
        standing = encounter.standings[one]
        if standing.status is Status.ACTING and standing.able:
            acting.append(one)
        elif standing.plays:
            (acted if memory.has_acted(standing, encounter.part) else waiting).append(one)
    for ids in (acting, waiting, acted):
        yield from by_number(encounter, ids) if ids else ()


# What comes


def coming(encounter: Encounter) -> tuple[Turn, ...]:
    """Return the next turns, if nobody holds or is done: of this pass, and of the next until a check decides."""
    return tuple(islice(_coming(encounter), MOST_COMING)) if encounter.is_open else ()


def _coming(encounter: Encounter) -> Iterator[Turn]:
    """Go on as ``_call`` does."""
    triggered, acting = _triggered_watchers(encounter), encounter.acting()
    own = {one for one in acting if one not in triggered}
    broken_off = [one for one in memory.turns_broken_off(encounter) if one not in own]
    for together in ([one for one in triggered if one not in acting], broken_off):
        if together:
            yield _turn(encounter, together)
    draft = Draft(encounter)
    for one in triggered:
        end_trigger(draft, one)
    then, had = draft.encounter, own.union(broken_off)
    waiting = [one for one in then.order if one not in had and memory.awaits_turn(then, one)]
    stopped = [one for one in waiting if checks.cannot_go_on(then, one)]
    for group in _groups(then, by_number(then, waiting)):
        if there := [one for one in group if one not in stopped]:
            yield _turn(then, there)
    yield from _next_turns(then, had.union(waiting))


def _next_turns(encounter: Encounter, to_act: Collection[Id]) -> Iterator[Turn]:
    """Tell the turns of the next pass, when those ``to_act`` have acted in this one, until dice decide who has one."""
    encounter, ids = _without_holds(encounter, to_act), []
    for one in encounter.order:
        standing = encounter.standings[one]
        dice = memory.of(standing).actions + (one in to_act)
        checked = memory.of(standing).checked_for > dice
        if standing.plays and (checked or dice <= checks.end_for_checks(encounter, one)):
            ids.append(one)
    for group in _groups(encounter, by_number(encounter, ids)):
        if any(one in to_act and checks.has_to_throw(encounter, one) for one in group):
            return
        yield _turn(encounter, group)


def _without_holds(encounter: Encounter, to_act: Collection[Id]) -> Encounter:
    """Return the fight in which those ``to_act`` have acted: where a hold counts for that alone, it is over (TA2)."""
    draft = Draft(encounter)
    if reading_of(encounter, "hold") == "first":
        for one in to_act:
            unheld = initiative.number_without_hold(draft.standing(one))
            if unheld != draft.standing(one).score:
                draft.record(ScoreSet(one, unheld))
    return draft.encounter


def _turn(encounter: Encounter, ids: Sequence[Id]) -> Turn:
    """Make the turn of ``ids``, on the number that they have together."""
    numbers = {number_now(encounter.standings[one]) for one in ids}
    known = len(numbers) == 1 and all(memory.is_in_round(encounter.standings[one]) for one in ids)
    return turn_order.turn_of(encounter, ids, min(numbers) if known else None)


# Holding and breaking off


def hold(draft: Draft, one: Id) -> None:
    """Wait for a later number (T5, T6), and again if wanted (TA2). Raises Refused where nobody is left to wait for."""
    if not any(other != one and memory.awaits_turn(draft.encounter, other) for other in draft.encounter.order):
        message = f"Nobody is left for {draft.encounter.name_of(one)} to wait for: act, or let the action go."
        raise Refused("nobody_left", message, "TA2")
    draft.record(StatusSet(one, Status.HOLDING, "holds", "T5"))
    draft.add_to_number(one, Term("held", HOLD, "T6", Part.HELD))


def break_off(draft: Draft) -> None:
    """Whoever acts on a number of his own stops, and goes on after the interruption."""
    acting = [one for one in draft.encounter.acting() if not memory.is_triggered(draft.standing(one))]
    if acting:
        waiting = (*acting, *memory.turns_broken_off(draft.encounter))
        draft.remember("", replace(memory.of_fight(draft.encounter), broken_off=waiting))
        draft.record(*(StatusSet(one, Status.READY) for one in acting))


def watchers(encounter: Encounter) -> tuple[Id, ...]:
    """List those whose Watch can be triggered now: they do not act themselves."""
    standings = encounter.standings
    return tuple(
        one
        for one in encounter.order
        if standings[one].able and memory.of(standings[one]).watching and standings[one].status is not Status.ACTING
    )


def trigger(draft: Draft, one: Id) -> None:
    """Have the watcher act (T22): whoever acts breaks off, and goes on afterwards."""
    standing = draft.standing(one)
    Guards("T22").check_open(draft.encounter)
    if one not in watchers(draft.encounter):
        raise Refused("no_watch", f"{draft.encounter.name_of(one)} has no Watch that could be triggered now.", "T22")
    break_off(draft)
    draft.remember(one, replace(memory.of(draft.standing(one)), watching="", triggered=standing.status))
    draft.record(StatusSet(one, Status.ACTING, "has automatic initiative and acts first", "T22", Turning.ASIDE))


def end_watch(draft: Draft, one: Id, rule: str) -> None:
    now = memory.of(draft.standing(one))
    if now.watching:
        draft.remember(one, replace(now, watching=""), rule)


def end_watches(draft: Draft) -> None:
    """A Watch that nothing has triggered is spent (TA5)."""
    for one in draft.encounter.order:
        end_watch(draft, one, "TA5")


def end_trigger(draft: Draft, one: Id) -> None:
    """The triggered action is over: the watcher stands as before it."""
    now = memory.of(draft.standing(one))
    if now.triggered:
        draft.remember(one, replace(now, triggered=None))
        draft.record(StatusSet(one, now.triggered))


# Coming, going, and numbers that are ruled


def join(draft: Draft, one: Id) -> None:
    """Whoever has no number in this round gets one; the First Action comes in the pass that runs.

    Where the table has no number for the combatant yet, a ruling on it brings the combatant in.
    """
    if memory.is_in_round(draft.standing(one)):
        return
    if score := initiative.number_of_group(draft.encounter, one):
        _enter(draft, one, score, "TA12")
    elif numbers := initiative.throw(draft, (one,)):
        _enter(draft, one, numbers[one])
    else:
        draft.record(StatusSet(one, Status.DONE, "has no number in this round: set one by a ruling", "TA1"))


def leave(draft: Draft, one: Id) -> None:
    end_watch(draft, one, "T22")
    end_trigger(draft, one)


def follow_number(draft: Draft, ids: tuple[Id, ...], was: Encounter | None) -> None:
    """The order follows the new number alone, in a turn broken off too; whoever had none is in the round with it."""
    for combatant_id in ids:
        if not memory.is_in_round(draft.standing(combatant_id)):
            draft.remember(combatant_id, replace(memory.of(draft.standing(combatant_id)), last_pass=0))
            draft.record(StatusSet(combatant_id, Status.READY))
    rest = tuple(other for other in memory.of_fight(draft.encounter).broken_off if other not in ids)
    draft.remember("", replace(memory.of_fight(draft.encounter), broken_off=rest))


# Drags


def move(draft: Draft, command: Move) -> None:
    """A drag past others of the same number orders within the tie (TA10).

    Past another number it is a hold where that is later, for whoever has yet to act in the pass, else a ruling.
    """
    encounter, one = draft.encounter, command.id
    if not encounter.is_open:
        following = f"round {encounter.round + 1} throws them anew"
        list_elsewhere(draft, command, track, f"The order is that of the numbers: {following}.")
        return
    standing = GUARDS.able(encounter, one)
    drop = dropped(track(encounter), one, command.before)
    if not drop.moves:
        raise same_place()
    own_number = memory.awaits_turn(encounter, one) and not memory.is_triggered(standing)
    if drop.passed and _is_tie(encounter, (one, *drop.passed)):
        _put_after(draft, one, drop.passed)
    elif drop.passed and own_number:
        hold(draft, one)
    else:
        _place(draft, one, drop)


def _is_tie(encounter: Encounter, ids: Sequence[Id]) -> bool:
    """Whether all of them act on the same number, and on a number: in this pass, or all in the next."""
    standings = [encounter.standings[one] for one in ids]
    alike = {(number_now(encounter.standings[one]), memory.awaits_turn(encounter, one)) for one in ids}
    return len(alike) == 1 and all(standing.plays and not memory.is_triggered(standing) for standing in standings)


def _put_after(draft: Draft, one: Id, passed: Sequence[Id]) -> None:
    encounter = draft.encounter
    rest = [other for other in encounter.order if other != one]
    following = next(iter(rest[rest.index(passed[-1]) + 1 :]), "")
    draft.record(Placed(one, following, f"is placed after {encounter.name_of(passed[-1])}", RULING))
    draft.record(Placed(passed[-1], one))  # so that the two do not act at once
    if by_number(draft.encounter, (*passed, one)) != (*passed, one):  # DEX says otherwise
        draft.record(*(Placed(other, before) for before, other in pairwise(reversed(passed))))
    if encounter.standings[one].status is Status.ACTING:
        draft.record(StatusSet(one, Status.READY))


def _place(draft: Draft, one: Id, drop: Drop) -> None:
    """Take the neighbour's number, and stand before or after that neighbour; before whoever acts means to act now."""
    encounter = draft.encounter
    standing, name = encounter.standings[one], encounter.name_of(one)
    beside = drop.beside(lambda other: encounter.standings[other].plays)
    change = number_now(encounter.standings[beside]) - number_now(standing)
    if change:
        draft.add_to_number(one, Term("ruling", change, RULING), RULING)
    if standing.status is Status.DONE:
        draft.record(StatusSet(one, Status.READY, "is back in this round", RULING))
    if beside in drop.above:
        draft.record(Placed(beside, one), Noted(f"{name} is placed after {encounter.name_of(beside)}.", RULING))
        return
    draft.record(Placed(one, beside, f"is placed before {encounter.name_of(beside)}", RULING))
    if encounter.standings[beside].status is Status.ACTING:
        break_off(draft)
        draft.record(*(StatusSet(other, Status.READY) for other in draft.encounter.acting()))
        draft.record(StatusSet(one, Status.ACTING, "acts now", RULING))
