"""The rounds of Zebra Island, called sequences: who acts, reserves that delay the end, arrivals and departures."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.events import RULING, AbleSet, Noted, RoundClosed, RoundOpened, StatusSet
from turntrack.core.model import Encounter, Id, Standing, Status, TurnEffect
from turntrack.core.score import Term, TermKind
from turntrack.systems.toolkit.rolls import group_throw, throw
from turntrack.systems.toolkit.turn_order import fallen_last
from turntrack.systems.zebra import melee_engagement, memory, reserved_actions
from turntrack.systems.zebra.initiative import (
    D20,
    DIE,
    by_counter,
    level,
    next_up,
    number,
    plays,
    points_left,
    ranking,
    start_counter,
)


def track(encounter: Encounter) -> tuple[Id, ...]:
    standings = encounter.standings
    if not encounter.round:
        return encounter.order
    done = [
        combatant_id
        for combatant_id in encounter.order
        if standings[combatant_id].able and not plays(standings[combatant_id])
    ]
    return fallen_last(encounter, (*ranking(encounter), *by_counter(encounter, done)))


def why_out(standing: Standing) -> str:
    """Return the rule id by which the able combatant no longer acts in the sequence."""
    if standing.score is None:
        return "Z2"
    if points_left(standing) > 0:
        return RULING
    started = sum(term.amount for term in standing.score.terms if term.rule != RULING)
    return "Z12" if standing.spent or started > 0 else "ZA5"


# The sequence


def open_round(draft: Draft) -> None:
    reserved_actions.keep_reserves(draft)
    before = draft.encounter
    draft.record(RoundOpened(before.round + 1, rule="Z14" if before.round else "Z2"))
    if not before.round:
        melee_engagement.engage_at_contact(draft)
    thrown = throw(draft, before.able(), lambda combatant_id: D20)
    for combatant_id, standing in before.standings.items():
        was = level(standing)
        if was and not standing.able:
            now = replace(memory.recall(draft.standing(combatant_id)), level_kept=was.total, missed=True)
            draft.remember(combatant_id, now, "Z2")
    for (_, members), roll in thrown:
        for member in members:
            start_counter(draft, before, member, (Term(DIE, roll.total, part=TermKind.THROW),))
    empty = not next_up(draft.encounter)
    if empty:
        draft.record(Noted("Nobody starts above 0: the next sequence carries no debt from here.", "ZA5"))
    draft.remember("", replace(memory.recall_fight(draft.encounter), was_empty=empty))


def settle(draft: Draft) -> None:
    if draft.encounter.acting():
        return
    upcoming = next_up(draft.encounter)
    just_acted = memory.recall_fight(draft.encounter).just_acted
    if upcoming:
        again = "Z17" if upcoming == just_acted else "Z9"
        draft.record(StatusSet(upcoming, Status.ACTING, rule=again if just_acted else "Z7"))
    elif not waits_for_reserves(draft.encounter):
        draft.record(RoundClosed(draft.encounter.round, "Z13"))


def waits_for_reserves(encounter: Encounter) -> bool:
    """Return whether the sequence goes on with nobody above 0, because reserves would be lost at its end (ZA12)."""
    return not reserved_actions.keeps_reserves(encounter) and bool(reserved_actions.reserve_holders(encounter))


def give_way(draft: Draft, actor: Id) -> None:
    """End the actor's turn: the counters decide who is next (Z9, Z17)."""
    draft.remember("", replace(memory.recall_fight(draft.encounter), just_acted=actor))
    draft.record(StatusSet(actor, Status.READY, turn=TurnEffect.OVER))


def close_round(draft: Draft) -> None:
    if not reserved_actions.keeps_reserves(draft.encounter):
        for combatant_id in draft.encounter.order:
            if reserved_actions.has_reserve(draft.standing(combatant_id)):
                reserved_actions.set_reserve(draft, combatant_id, False, "ZA6")


# Arrivals, departures, rulings


def join(draft: Draft, combatant_id: Id) -> None:
    """Throw for a counter if the combatant has none in this sequence (Z2, ZA15); otherwise counter and place stay."""
    close = melee_engagement.within_reach(draft.encounter, combatant_id)
    if close:
        melee_engagement.log_positions(draft, (combatant_id, *close), "ZA10")
    if memory.recall(draft.standing(combatant_id)).missed or draft.standing(combatant_id).score is None:
        shared = group_throw(draft.encounter, combatant_id, number)
        if shared:
            start_counter(draft, draft.encounter, combatant_id, shared, "ZA15")
        else:
            ((_, roll),) = throw(draft, (combatant_id,), lambda combatant_id: D20, "Z2")
            start_counter(draft, draft.encounter, combatant_id, (Term(DIE, roll.total, part=TermKind.THROW),))
        _miss_no_more(draft, combatant_id)
    if melee_engagement.lacks_opponent(draft.encounter, combatant_id):
        name = draft.encounter.name_of(combatant_id)
        draft.record(Noted(f"{name} comes in at contact: tap the row to say with whom.", "ZA11", combatant_id))


def leave(draft: Draft, combatant_id: Id) -> None:
    """Keep a fallen combatant within reach (ZA10); take a removed one out of contact, and keep the level."""
    if AbleSet(combatant_id, False) in draft.events:
        melee_engagement.log_positions(draft, melee_engagement.within_reach(draft.encounter, combatant_id), "ZA10")
    else:
        melee_engagement.part(draft, combatant_id, "Z4")
        if was := level(draft.standing(combatant_id)):
            draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), level_kept=was.total))


def begin_late(draft: Draft, combatant_id: Id) -> None:
    """Mark a combatant who returns from reinforcements: the counter is what was left on leaving."""
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), missed=True))


def rescore(draft: Draft, ids: tuple[Id, ...], was: Encounter | None) -> None:
    for combatant_id in ids:
        _bring_in_or_out(draft, combatant_id)


def _bring_in_or_out(draft: Draft, combatant_id: Id) -> None:
    _miss_no_more(draft, combatant_id)
    standing = draft.standing(combatant_id)
    if points_left(standing) > 0 and standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY, "is back in this sequence", RULING))
    elif points_left(standing) <= 0 and standing.status is not Status.DONE:
        draft.record(StatusSet(combatant_id, Status.DONE, "is out for this sequence", "Z12"))


def _miss_no_more(draft: Draft, combatant_id: Id) -> None:
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), missed=False))
