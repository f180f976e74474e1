"""Counters and the order of turns in Zebra Island, the sequence, arrivals, departures, rulings and drags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from turntrack.core.commands import Move
from turntrack.core.decision_draft import Draft
from turntrack.core.dice import DiceCode
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, AbleSet, Noted, Placed, RoundClosed, RoundOpened, ScoreSet, StatusSet
from turntrack.core.model import Encounter, Id, Standing, Status, TurnEffect
from turntrack.core.order_insertion import same_place
from turntrack.core.row_drag import move_in_list
from turntrack.core.score import Score, Term, TermKind
from turntrack.systems.toolkit.group_rolls import group_throw, throw
from turntrack.systems.toolkit.turn_order import by_number, drop_row, fallen_last
from turntrack.systems.zebra import contact, memory
from turntrack.systems.zebra.rule_options import reading_of

D20, DIE = DiceCode(1, 20), "d20"

# Counters


def points_left(standing: Standing) -> int:
    """Return the points left of the counter; 0 without a counter."""
    return standing.total - sum([term.amount for term in standing.spent])


def level(standing: Standing | None) -> Score | None:
    """Return the level of the counter with all its terms; None without a counter.

    If the combatant missed the sequence, the level is what was left when the sequence opened.
    """
    if standing is None or standing.score is None:
        return None
    if memory.recall(standing).missed:
        return Score((Term("kept", memory.recall(standing).level_kept),))
    return standing.score.plus(*(Term(term.label, -term.amount, term.rule) for term in standing.spent))


def number(encounter: Encounter, combatant_id: Id) -> Score | None:
    standing = encounter.standings.get(combatant_id)
    return None if standing is None or memory.recall(standing).missed else level(standing)


def additions(before: Encounter, now: Encounter, combatant_id: Id) -> tuple[Term, ...]:
    """Return the terms of a starting counter except the die. ``before`` is the fight when the last sequence ended."""
    was = level(before.standings.get(combatant_id))
    sheet = now.combatants[combatant_id].sheet
    return (
        Term("nerve", int(sheet["nerve"])),
        _attribute(now, combatant_id, was is None, joins=before.round > 0),
        Term(str(sheet["weapon"]) or "weapon", int(sheet["level"])),
        *_carry_over(was, "none" if memory.recall_fight(now).was_empty else reading_of(now, "carry")),
    )


def _attribute(encounter: Encounter, combatant_id: Id, first: bool, joins: bool) -> Term:
    """Return the attribute that counts: for a ``first`` counter by position, for later ones by the reading of ZA3.

    ``joins`` is True if the conflict began before this sequence.
    """
    sheet = encounter.combatants[combatant_id].sheet
    nimbleness, perception = int(sheet["nimbleness"]), int(sheet["perception"])
    if not first and reading_of(encounter, "later_attribute") == "perception":
        return Term("Perception", perception, "Z15")
    if contact.is_engaged(encounter, combatant_id):
        return Term("Nimbleness", nimbleness, "Z3" if first else "ZA3")
    if first and joins and sheet["position"] == "contact":
        return Term("Nimbleness", nimbleness, "ZA11")
    return Term("Perception", perception, "Z6" if first else "ZA3")


def _carry_over(level_before: Score | None, how: str) -> tuple[Term, ...]:
    """Return the term for the level at the end of the last sequence, by the reading of ZA2."""
    if level_before is None or not level_before.total:
        return ()
    if how == "debt" and level_before.total < 0:  # points left over are no debt
        return (Term("debt", level_before.total, "Z16"),)
    if how == "literal":
        return (Term("minus the level before", -level_before.total, "ZA2"),)
    return ()


def static_base(added: Sequence[Term]) -> int:
    """Return the sum of what the sheet adds to the die, without the carried level and rulings."""
    return sum(term.amount for term in added[:3] if term.rule != RULING)


def why_out(standing: Standing) -> str:
    """Return the rule id by which the able combatant no longer acts in the sequence."""
    if standing.score is None:
        return "Z2"
    if points_left(standing) > 0:
        return RULING
    started = sum(term.amount for term in standing.score.terms if term.rule != RULING)
    return "Z12" if standing.spent or started > 0 else "ZA5"


# The order


def plays(standing: Standing) -> bool:
    """Return whether the combatant can still act in the sequence."""
    return standing.plays and standing.score is not None


def ranking(encounter: Encounter, tie: str = "") -> tuple[Id, ...]:
    """List the combatants who can still act, the next first (Z7, Z9)."""
    return by_counter(
        encounter, [combatant_id for combatant_id in encounter.order if plays(encounter.standings[combatant_id])], tie
    )


def next_up(encounter: Encounter) -> Id:
    """Return the first of the ranking; empty if nobody can act. Rank only those with the highest counter."""
    standings = encounter.standings
    left = {
        combatant_id: points_left(standings[combatant_id])
        for combatant_id in encounter.order
        if plays(standings[combatant_id])
    }
    most = max(left.values(), default=0)
    return next(iter(by_counter(encounter, [combatant_id for combatant_id in left if left[combatant_id] == most])), "")


def by_counter(encounter: Encounter, ids: Sequence[Id], tie: str = "") -> tuple[Id, ...]:
    """Sort ``ids``, the highest counter first. ``tie`` replaces the table's reading of ZA4. Rulings go before both.

    While somebody acts, the order is the one after that action: the combatant who acted before has waited by then.
    """
    acting = encounter.acting()
    just_acted = "" if acting else memory.recall_fight(encounter).just_acted
    row = sorted(ids, key=lambda combatant_id: combatant_id not in acting) if acting else ids
    equals = among_equals(encounter, row, tie or reading_of(encounter, "tie"), just_acted)
    return by_number(
        {combatant_id: -points_left(encounter.standings[combatant_id]) for combatant_id in equals}, encounter.standings
    )


def among_equals(encounter: Encounter, ids: Iterable[Id], tie: str, just_acted: Id) -> Iterable[Id]:
    """Sort ``ids`` as if their counters were equal, by a reading of ZA4."""
    if tie == "higher_base":
        scores = {combatant_id: encounter.standings[combatant_id].score for combatant_id in ids}
        return sorted(
            scores, key=lambda combatant_id: -static_base(score.terms[1:]) if (score := scores[combatant_id]) else 0
        )
    if tie == "not_again" and just_acted:
        return sorted(ids, key=lambda combatant_id: combatant_id == just_acted)
    return ids


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


# The sequence


def open_round(draft: Draft) -> None:
    memory.keep_reserves(draft)
    before = draft.encounter
    draft.record(RoundOpened(before.round + 1, rule="Z14" if before.round else "Z2"))
    if not before.round:
        contact.engage_at_contact(draft)
    thrown = throw(draft, before.able(), lambda combatant_id: D20)
    for combatant_id, standing in before.standings.items():
        was = level(standing)
        if was and not standing.able:
            now = replace(memory.recall(draft.standing(combatant_id)), level_kept=was.total, missed=True)
            draft.remember(combatant_id, now, "Z2")
    for (_, members), roll in thrown:
        for member in members:
            _start_counter(draft, before, member, (Term(DIE, roll.total, part=TermKind.THROW),))
    empty = not next_up(draft.encounter)
    if empty:
        draft.record(Noted("Nobody starts above 0: the next sequence carries no debt from here.", "ZA5"))
    draft.remember("", replace(memory.recall_fight(draft.encounter), was_empty=empty))


def _start_counter(draft: Draft, before: Encounter, combatant_id: Id, thrown: tuple[Term, ...], rule: str = "") -> None:
    """Give the combatant a counter (Z3, Z6, Z15). ``before`` is the fight when the last sequence ended."""
    die, *corrections = thrown
    score = Score((die, *additions(before, draft.encounter, combatant_id), *corrections))
    draft.record(ScoreSet(combatant_id, score, rule))
    if score.total <= 0:
        draft.record(StatusSet(combatant_id, Status.DONE, "starts at 0 or less and sits the sequence out", "ZA5"))


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
    return not memory.keeps_reserves(encounter) and bool(memory.reserve_holders(encounter))


def give_way(draft: Draft, actor: Id) -> None:
    """End the actor's turn: the counters decide who is next (Z9, Z17)."""
    draft.remember("", replace(memory.recall_fight(draft.encounter), just_acted=actor))
    draft.record(StatusSet(actor, Status.READY, turn=TurnEffect.OVER))


def close_round(draft: Draft) -> None:
    if not memory.keeps_reserves(draft.encounter):
        for combatant_id in draft.encounter.order:
            if memory.has_reserve(draft.standing(combatant_id)):
                memory.set_reserve(draft, combatant_id, False, "ZA6")


# Arrivals, departures, rulings


def join(draft: Draft, combatant_id: Id) -> None:
    """Throw for a counter if the combatant has none in this sequence (Z2, ZA15); otherwise counter and place stay."""
    close = contact.within_reach(draft.encounter, combatant_id)
    if close:
        contact.log_positions(draft, (combatant_id, *close), "ZA10")
    if memory.recall(draft.standing(combatant_id)).missed or draft.standing(combatant_id).score is None:
        shared = group_throw(draft.encounter, combatant_id, number)
        if shared:
            _start_counter(draft, draft.encounter, combatant_id, shared, "ZA15")
        else:
            ((_, roll),) = throw(draft, (combatant_id,), lambda combatant_id: D20, "Z2")
            _start_counter(draft, draft.encounter, combatant_id, (Term(DIE, roll.total, part=TermKind.THROW),))
        _miss_no_more(draft, combatant_id)
    if contact.lacks_opponent(draft.encounter, combatant_id):
        name = draft.encounter.name_of(combatant_id)
        draft.record(Noted(f"{name} comes in at contact: tap the row to say with whom.", "ZA11", combatant_id))


def leave(draft: Draft, combatant_id: Id) -> None:
    """Keep a fallen combatant within reach (ZA10); take a removed one out of contact, and keep the level."""
    if AbleSet(combatant_id, False) in draft.events:
        contact.log_positions(draft, contact.within_reach(draft.encounter, combatant_id), "ZA10")
    else:
        contact.part(draft, combatant_id, "Z4")
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


def dice_in_number(encounter: Encounter, combatant_id: Id, purpose: str) -> DiceCode | None:
    return D20 if purpose == "initiative" else None


def move(draft: Draft, command: Move) -> None:
    """Rule that the dragged combatant has the counter of the row below and stands before that row.

    Dropped at the end, the counter is one point less than that of the row above, but at least 1 (Z12).
    """
    encounter, combatant_id = draft.encounter, command.id
    if not encounter.is_open:
        following = f"sequence {encounter.round + 1} makes them anew"
        move_in_list(draft, command, track, f"The order is that of the counters: {following}.")
        return
    standing = encounter.standings[combatant_id]
    if not standing.able or standing.score is None:
        raise Refused("no_counter", f"{encounter.name_of(combatant_id)} has no counter to move.", "Z2")
    drop = drop_row(track(encounter), combatant_id, command.before)
    beside = drop.beside(lambda row: plays(encounter.standings[row]))
    if plays(standing) and not drop.moves:
        raise same_place()
    left = points_left(encounter.standings[beside])
    change = (max(left - 1, 1) if beside in drop.above else left) - points_left(standing)
    if change:
        draft.add_to_number(combatant_id, Term("ruling", change, RULING), RULING)
    if standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY, "is back in this sequence", RULING))
    if beside in drop.below:
        draft.record(Placed(combatant_id, beside, f"is placed before {encounter.name_of(beside)}", RULING))
    elif left == 1:
        draft.record(Placed(combatant_id, "", f"is placed behind {encounter.name_of(beside)}", RULING))
    for other in encounter.acting():
        if combatant_id == other or other not in drop.above:
            draft.record(StatusSet(other, Status.READY))
            # The ruling refers to the order on the screen, in which the earlier actor had already waited (ZA4).
            draft.remember("", replace(memory.recall_fight(encounter), just_acted=other))
