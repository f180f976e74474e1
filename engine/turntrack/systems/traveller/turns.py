"""The round in Traveller: First Actions, passes of Extra Actions (T9–T11, T17), the order, holds, arrivals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, RoundClosed, RoundOpened, ScoreSet, StatusSet
from turntrack.core.model import Encounter, Id, Status, TurnEffect
from turntrack.core.score import Score, Term, TermKind
from turntrack.systems.toolkit import turn_order
from turntrack.systems.toolkit.guards import Guards
from turntrack.systems.traveller import extra_action_checks, initiative, memory
from turntrack.systems.traveller.initiative import by_number, groups
from turntrack.systems.traveller.watches_and_interruptions import (
    end_trigger,
    end_watch,
    end_watches,
    interrupted_actors,
    triggered_watchers,
)

ROUNDS_A_MINUTE = 4
HOLD = 20

GUARDS = Guards("T2", turn="T3")


def open_round(draft: Draft) -> None:
    before = draft.encounter
    missing = initiative.combatants_without_number(before)
    if missing:
        names = ", ".join(before.name_of(combatant_id) for combatant_id in missing)
        raise Refused("no_number", f"Type a number for {names}: at this table initiative is entered.", "TA1")
    numbers = initiative.throw(draft, before.able())
    draft.record(RoundOpened(before.round + 1, rule="T2"))
    minutes, rest = divmod(before.round, ROUNDS_A_MINUTE)
    if minutes and not rest:
        draft.record(Noted(f"{minutes} min of combat so far.", "T1"))
    for combatant_id, score in numbers.items():
        _enter(draft, combatant_id, score)


def _enter(draft: Draft, combatant_id: Id, score: Score, rule: str = "") -> None:
    """Bring the combatant into the round with this number, and no turn yet."""
    draft.record(ScoreSet(combatant_id, score, rule))
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), last_pass=0))


def settle(draft: Draft) -> None:
    """Call the next actors until somebody acts or the round closes, and waive checks that cannot fail."""
    while draft.encounter.is_open and not draft.encounter.acting():
        _call_next(draft)
    for actor in draft.encounter.acting():
        extra_action_checks.waive(draft, actor)


def _call_next(draft: Draft) -> None:
    """Call the triggered watchers, else the interrupted actors, else the lowest number, else begin the next pass."""
    encounter = draft.encounter
    if watchers := triggered_watchers(encounter):
        draft.record(
            *(StatusSet(combatant_id, Status.ACTING, rule="T22", turn=TurnEffect.ASIDE) for combatant_id in watchers)
        )
    elif memory.recall_fight(encounter).broken_off:
        draft.remember("", replace(memory.recall_fight(encounter), broken_off=()))
        draft.record(
            *(StatusSet(combatant_id, Status.ACTING, "goes on", "T3") for combatant_id in interrupted_actors(encounter))
        )
    elif group := first_group(encounter):
        _begin_turns(draft, group)
    else:
        _next_pass(draft)


def _begin_turns(draft: Draft, group: Sequence[Id]) -> None:
    """Begin the turns of a group that acts at the same time."""
    encounter = draft.encounter
    first_of_all = not any(memory.recall(standing).actions for standing in encounter.standings.values())
    rule = "T10" if encounter.part > 1 else "T4" if first_of_all else "T9"
    for member in group:
        if extra_action_checks.cannot_go_on(encounter, member):
            extra_action_checks.stop(draft, member)
        else:
            draft.record(StatusSet(member, Status.ACTING, rule=rule))
    acting = draft.encounter.acting()
    if len(acting) > 1:
        draft.record(Noted(f"They act at the same time: {encounter.names_of(acting)}.", "TA1"))


def _next_pass(draft: Draft) -> None:
    """Begin the next pass (T10, T11), or end the round if nobody is left (T17)."""
    encounter = draft.encounter
    going_on = [combatant_id for combatant_id in encounter.order if encounter.standings[combatant_id].plays]
    for combatant_id in going_on:
        if extra_action_checks.cannot_go_on(encounter, combatant_id):
            extra_action_checks.stop(draft, combatant_id)
    if any(draft.standing(combatant_id).plays for combatant_id in going_on):
        draft.record(RoundOpened(encounter.round, encounter.part + 1, "T11"))
    else:
        end_watches(draft)
        draft.record(RoundClosed(encounter.round, "T17"))


# The order


def queue(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who still have a turn in this pass, the next first. Those acting now are among them."""
    return by_number(
        encounter, [combatant_id for combatant_id in encounter.order if memory.awaits_turn(encounter, combatant_id)]
    )


def first_group(encounter: Encounter) -> tuple[Id, ...]:
    """Return the first combatants of the queue, who act at the same time (TA1)."""
    return next(groups(encounter, queue(encounter)), ())


def track(encounter: Encounter) -> tuple[Id, ...]:
    """List the actors, those still to act in this pass, those who have acted in it, those done, and the fallen."""
    standings = encounter.standings
    if not encounter.round:
        return encounter.order
    done = [
        combatant_id
        for combatant_id in encounter.order
        if standings[combatant_id].able and standings[combatant_id].status is Status.DONE
    ]
    return turn_order.fallen_last(encounter, (*playing_order(encounter), *by_number(encounter, done)))


def playing_order(encounter: Encounter) -> Iterator[Id]:
    """Yield the actors, then those still to act in this pass, then those who have acted in it."""
    acting, waiting, acted = list[Id](), list[Id](), list[Id]()
    for combatant_id in encounter.order:
        standing = encounter.standings[combatant_id]
        if standing.status is Status.ACTING and standing.able:
            acting.append(combatant_id)
        elif standing.plays:
            (acted if memory.has_acted(standing, encounter.part) else waiting).append(combatant_id)
    for ids in (acting, waiting, acted):
        yield from by_number(encounter, ids) if ids else ()


def hold(draft: Draft, actor: Id) -> None:
    """Hold for a later number (T5, T6, TA2). Raises Refused if nobody else is still to act."""
    if not any(other != actor and memory.awaits_turn(draft.encounter, other) for other in draft.encounter.order):
        message = f"Nobody is left for {draft.encounter.name_of(actor)} to wait for: act, or skip the action."
        raise Refused("nobody_left", message, "TA2")
    draft.record(StatusSet(actor, Status.HOLDING, "holds", "T5"))
    draft.add_to_number(actor, Term("held", HOLD, "T6", TermKind.HELD))


# Arrivals, departures, and rulings on numbers


def join(draft: Draft, combatant_id: Id) -> None:
    """Give the combatant a number if there is none in this round. The First Action comes in the running pass.

    If the table enters the numbers and has none for the combatant, a ruling on the number does this later.
    """
    if memory.is_in_round(draft.standing(combatant_id)):
        return
    if score := initiative.number_of_group(draft.encounter, combatant_id):
        _enter(draft, combatant_id, score, "TA12")
    elif numbers := initiative.throw(draft, (combatant_id,)):
        _enter(draft, combatant_id, numbers[combatant_id])
    else:
        draft.record(StatusSet(combatant_id, Status.DONE, "has no number in this round: set one by a ruling", "TA1"))


def leave(draft: Draft, combatant_id: Id) -> None:
    end_watch(draft, combatant_id, "T22")
    end_trigger(draft, combatant_id)


def follow_number(draft: Draft, ids: tuple[Id, ...], was: Encounter | None) -> None:
    """Place the combatants by their new numbers: bring them into the round, and forget their interrupted turns."""
    for combatant_id in ids:
        if not memory.is_in_round(draft.standing(combatant_id)):
            draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), last_pass=0))
            draft.record(StatusSet(combatant_id, Status.READY))
    rest = tuple(other for other in memory.recall_fight(draft.encounter).broken_off if other not in ids)
    draft.remember("", replace(memory.recall_fight(draft.encounter), broken_off=rest))
