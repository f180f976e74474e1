"""The rounds of Zebra Island, called sequences: who acts, reserves that delay the end, arrivals and departures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from turntrack.core.draft import Draft
from turntrack.core.events import RULING, AbleSet, Noted, RoundClosed, RoundOpened, StatusSet
from turntrack.core.model import Encounter, Id, Standing, Status, TurnEffect
from turntrack.core.score import Term, TermKind
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.toolkit.guards import are_opposed
from turntrack.systems.toolkit.rolls import group_roll, roll_dice, told_totals
from turntrack.systems.toolkit.turn_order import by_number, fallen_last, turn_of, turns_before_arrival
from turntrack.systems.zebra import costs, initiative, melee, memory
from turntrack.systems.zebra.initiative import (
    D20,
    DIE,
    added_to_die,
    by_counter,
    die_of_told,
    level,
    may_add,
    next_up,
    number,
    plays,
    points_left,
    ranking,
    start_counter,
)
from turntrack.systems.zebra.rules import reading_of
from turntrack.systems.zebra.weapons import weapon_in_hand


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
    costs.keep_reserves(draft)
    before = draft.encounter
    draft.record(RoundOpened(before.round + 1, rule="Z14" if before.round else "Z2"))
    if not before.round:
        melee.engage_at_contact(draft)
    for member in before.able():  # who was in the wings may still list those faced on leaving
        if memory.recall(draft.standing(member)).engaged != melee.facing(draft.encounter, member):
            come_back(draft, member)
    told = told_totals(before, before.able())
    rollers = [member for member in before.able() if member not in told]
    added_of = partial(added_to_die, before, draft.encounter)
    rolled = roll_dice(draft, rollers, lambda member: D20, added_of=added_of, may_add_of=partial(may_add, before))
    for combatant_id, standing in before.standings.items():
        was = level(standing)
        if was and not standing.able:
            now = replace(memory.recall(draft.standing(combatant_id)), level_kept=was.total, missed=True)
            draft.remember(combatant_id, now, "Z2")
    for member in told:
        start_counter(draft, before, member, die_of_told(before, draft.encounter, member))
    for (_, members), roll in rolled:
        for member in members:
            more = added_of(member) if roll.is_told else 0
            die = Term("told" if roll.is_told else DIE, roll.total - more, part=TermKind.ROLL)
            start_counter(draft, before, member, (die,))
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
        close_round(draft)  # the fallen may have reserves
        draft.record(RoundClosed(draft.encounter.round, "Z13"))


def waits_for_reserves(encounter: Encounter) -> bool:
    """Return whether the sequence goes on with nobody above 0, because reserves would be lost at its end (ZA12)."""
    return not costs.keeps_reserves(encounter) and bool(costs.reserve_holders(encounter))


def give_way(draft: Draft, actor: Id) -> None:
    """End the actor's turn: the counters decide who is next (Z9, Z17). Whoever is out and acts by ruling stays out."""
    draft.remember("", replace(memory.recall_fight(draft.encounter), just_acted=actor))
    is_out = draft.standing(actor).status is Status.DONE
    draft.record(StatusSet(actor, Status.DONE if is_out else Status.READY, turn=TurnEffect.OVER))


def close_round(draft: Draft) -> None:
    if not costs.keeps_reserves(draft.encounter):
        for combatant_id in draft.encounter.order:
            if costs.has_reserve(draft.standing(combatant_id)):
                costs.set_reserve(draft, combatant_id, "ZA6", reserves=False)


# Arrivals, departures, rulings


def join(draft: Draft, combatant_id: Id) -> None:
    """Roll for a counter if the combatant has none in this sequence (Z2, ZA15); otherwise counter and place stay."""
    close = melee.within_reach(draft.encounter, combatant_id)
    if close:
        melee.log_positions(draft, (combatant_id, *close))
    if memory.recall(draft.standing(combatant_id)).missed or draft.standing(combatant_id).score is None:
        told = die_of_told(draft.encounter, draft.encounter, combatant_id)
        shared = told or group_roll(draft.encounter, combatant_id, number)
        if shared:
            start_counter(draft, draft.encounter, combatant_id, shared, "Z2" if told else "ZA15")
        else:
            ((_, roll),) = roll_dice(draft, (combatant_id,), lambda combatant_id: D20, "Z2")
            start_counter(draft, draft.encounter, combatant_id, (Term(DIE, roll.total, part=TermKind.ROLL),))
        _miss_no_more(draft, combatant_id)
    come_back(draft, combatant_id)


def leave(draft: Draft, combatant_id: Id) -> None:
    """Keep a fallen combatant within reach (ZA10); take a removed one out of contact, and keep the level."""
    # This is called on a fall and on leaving the order alike: the draft tells which.
    if AbleSet(combatant_id, False) in draft.events:
        melee.log_positions(draft, melee.within_reach(draft.encounter, combatant_id))
    else:
        # Only the others are mentioned: the combatant is gone.
        melee.part_from(draft, combatant_id, melee.within_reach(draft.encounter, combatant_id), "Z4", is_gone=True)
        if was := level(draft.standing(combatant_id)):
            draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), level_kept=was.total))


def come_back(draft: Draft, combatant_id: Id) -> None:
    """Forget whom the combatant faced on leaving, and ask with whom if the sheet says at contact (ZA11)."""
    facing = melee.facing(draft.encounter, combatant_id)
    if memory.recall(draft.standing(combatant_id)).engaged != facing:
        melee.set_reach(draft, combatant_id, facing, "Z4")
    if melee.lacks_opponent(draft.encounter, combatant_id):
        name = draft.encounter.name_of(combatant_id)
        draft.record(Noted(f"{name} comes in at contact: tap the row to say with whom.", "ZA11", combatant_id))


def change_side(draft: Draft, combatant_id: Id) -> None:
    """Take a combatant who has changed sides out of the reach of the new friends (ZA13)."""
    close = melee.within_reach(draft.encounter, combatant_id)
    friends = [other for other in close if not are_opposed(draft.encounter, combatant_id, other)]
    melee.part_from(draft, combatant_id, friends, "ZA13")


def begin_late(draft: Draft, combatant_id: Id) -> None:
    """Mark a combatant who returns from reinforcements: the counter is what was left on leaving."""
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), missed=True, engaged=()))


def rescore(draft: Draft, ids: tuple[Id, ...], was: Encounter, is_corrected: bool) -> None:
    for combatant_id in ids:
        _bring_in_or_out(draft, combatant_id, is_corrected)


def _bring_in_or_out(draft: Draft, combatant_id: Id, is_corrected: bool) -> None:
    """Change who is out after a new number. A last action that is still owed (ZA1) stays owed.

    After a correction that is so too if the actions, with the right die, had left one.
    """
    _miss_no_more(draft, combatant_id)
    standing = draft.standing(combatant_id)
    if points_left(standing) <= 0 and standing.status is not Status.DONE:
        owed = memory.recall(standing).last_action
        if not owed and is_corrected and _owes_last_action(draft.encounter, standing):
            owed = True
            draft.remember(combatant_id, replace(memory.recall(standing), last_action=True), "ZA1")
        if owed and reading_of(draft.encounter, "last_action") == "bonus":
            return
    if points_left(standing) > 0 and standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY, "is back in this sequence", RULING))
    elif points_left(standing) <= 0 and standing.status is not Status.DONE:
        draft.record(StatusSet(combatant_id, Status.DONE, "is out for this sequence", "Z12"))


def _owes_last_action(encounter: Encounter, standing: Standing) -> bool:
    """Return whether the latest action has brought the counter to 0 or less, which leaves one more (ZA1)."""
    before = points_left(standing._replace(spent=standing.spent[:-1]))
    return reading_of(encounter, "last_action") == "bonus" and bool(standing.spent) and before > 0


def _miss_no_more(draft: Draft, combatant_id: Id) -> None:
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), missed=False))


def upcoming_turns(encounter: Encounter) -> Iterable[UpcomingTurn]:
    """Return the turns to come, the next first, if each actor strikes with the weapon on the sheet."""
    return turns_before_arrival(encounter, islice(_coming(encounter), MOST_UPCOMING_TURNS), counts_up=False)


def _coming(encounter: Encounter) -> Iterator[UpcomingTurn]:
    """Yield the turns to come. Only counters are computed: this runs after each tap, and folding events is slow."""
    standings, tie = {**encounter.standings}, reading_of(encounter, "tie")
    acting = encounter.acting()[:1]
    in_play = {
        combatant_id: standings[combatant_id]
        for combatant_id in encounter.order
        if combatant_id in acting or initiative.plays(standings[combatant_id])
    }
    # Negative, because ``by_number`` sorts the lowest first.
    left = {combatant_id: -initiative.points_left(standing) for combatant_id, standing in in_play.items()}
    bonus = reading_of(encounter, "last_action") == "bonus"
    last = {
        combatant_id for combatant_id, standing in in_play.items() if not bonus or memory.recall(standing).last_action
    }
    while acting:
        (actor,) = acting
        strike, _ = costs.STRIKE[weapon_in_hand(encounter, actor).size]
        left[actor] += strike
        standings[actor] = Standing()  # a ruling on a tie ends when the counter changes
        if left[actor] >= 0 and actor in last:
            del left[actor]
        elif left[actor] >= 0:
            last.add(actor)
        equals = initiative.among_equals(encounter, [*left], tie, actor)
        acting = by_number({each: left[each] for each in equals}, standings)[:1]
        for next_actor in acting:
            yield turn_of(encounter, acting, -left[next_actor])
