"""The counters of Zebra Island: how they start, what is left of them, the order, and the chances to open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from turntrack.core.dice import DiceCode
from turntrack.core.draft import Draft
from turntrack.core.events import RULING, ScoreSet, StatusSet
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.score import Score, Term
from turntrack.systems.arrivals import arrivals_at_count, with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.toolkit.odds_of_first import TOO_MANY, Entrant, chances_of_first, entrants, is_too_much
from turntrack.systems.toolkit.rolls import bounds_if_unknown, next_rollers, told_total
from turntrack.systems.toolkit.turn_order import with_rulings
from turntrack.systems.zebra import melee, memory
from turntrack.systems.zebra.rules import ATTRIBUTES, reading_of
from turntrack.systems.zebra.weapons import weapon_in_hand

D20, DIE = DiceCode(1, 20), "d20"

# Counters


def points_left(standing: Standing) -> int:
    """Return the points left of the counter; 0 without a counter."""
    total = standing.score.total if standing.score else 0
    return total - sum([term.amount for term in standing.spent]) if standing.spent else total


def _all_points_left(standings: Mapping[Id, Standing], ids: Iterable[Id]) -> dict[Id, int]:
    """Return the points left of these combatants, without a call for each."""
    return {
        who: (score.total if (score := standings[who].score) else 0)
        - sum([term.amount for term in standings[who].spent])
        for who in ids
    }


def level(standing: Standing | None) -> Score | None:
    """Return the level of the counter with all its terms; None without a counter.

    If the combatant missed the sequence, the level is what was left when the sequence opened.
    """
    if standing is None or standing.score is None:
        return None
    if memory.recall(standing).missed:
        return Score((Term("kept", memory.recall(standing).level_kept),))
    if not standing.spent:
        return standing.score
    return standing.score.plus(*[Term(term.label, -term.amount, term.rule) for term in standing.spent])


def number(encounter: Encounter, combatant_id: Id) -> Score | None:
    standing = encounter.standings.get(combatant_id)
    return None if standing is None or memory.recall(standing).missed else level(standing)


def _additions(before: Encounter, now: Encounter, combatant_id: Id) -> tuple[Term, ...]:
    """Return the terms of a starting counter except the die. ``before`` is the fight when the last sequence ended."""
    was = level(before.standings.get(combatant_id))
    sheet, weapon = now.combatants[combatant_id].sheet, weapon_in_hand(now, combatant_id)
    return (
        Term("nerve", int(sheet["nerve"])),
        _attribute(now, combatant_id, was is None, joins=before.round > 0),
        Term(weapon.name or str(sheet["weapon"]) or "weapon", weapon.level),
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
    if melee.is_engaged(encounter, combatant_id):
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
        # The sign stands before the term: of a level below 0 it is minus a minus.
        label = "minus the level before" if level_before.total < 0 else "the level before"
        return (Term(label, -level_before.total, "ZA2"),)
    return ()


def _static_base(added: Sequence[Term]) -> int:
    """Return the sum of what the sheet adds to the die, without the carried level and rulings."""
    # Nerve, attribute and level, as ``_additions`` lists them.
    return sum(term.amount for term in added[:3] if term.rule != RULING)


def start_counter(draft: Draft, before: Encounter, combatant_id: Id, rolled: tuple[Term, ...], rule: str = "") -> None:
    """Give the combatant a counter (Z3, Z6, Z15). ``before`` is the fight when the last sequence ended."""
    die, *corrections = rolled
    score = Score((die, *_additions(before, draft.encounter, combatant_id), *corrections))
    draft.record(ScoreSet(combatant_id, score, rule))
    if score.total <= 0:
        draft.record(StatusSet(combatant_id, Status.DONE, "starts at 0 or less and sits the sequence out", "ZA5"))


def added_to_die(before: Encounter, now: Encounter, combatant_id: Id) -> int:
    """Return what is added to the die for the counter."""
    return sum([term.amount for term in _additions(before, now, combatant_id)])


def may_add(before: Encounter, combatant_id: Id) -> tuple[int, int]:
    """Return what may be added to the die where the sheet does not tell; else 0 and 0."""
    return bounds_if_unknown(before, combatant_id, ATTRIBUTES)


def die_of_told(before: Encounter, now: Encounter, combatant_id: Id) -> tuple[Term, ...]:
    """Return what the die must have shown for the total that was rolled at the table; empty if none was told."""
    told = told_total(before, combatant_id)
    if told is None:
        return ()
    return (replace(told, amount=told.amount - added_to_die(before, now, combatant_id)),)


def dice_in_number(encounter: Encounter, combatant_id: Id, purpose: str) -> DiceCode | None:
    return D20 if purpose == "initiative" else None


# The order


def plays(standing: Standing) -> bool:
    """Return whether the combatant can still act in the sequence."""
    return standing.plays and standing.score is not None


def _playing(encounter: Encounter) -> list[Id]:
    standings = encounter.standings
    return [combatant_id for combatant_id in encounter.playing() if standings[combatant_id].score is not None]


def ranking(encounter: Encounter, tie: str = "") -> tuple[Id, ...]:
    """List the combatants who can still act, the next first (Z7, Z9)."""
    return by_counter(encounter, _playing(encounter), tie)


def next_up(encounter: Encounter) -> Id:
    """Return the first of the ranking; empty if nobody can act. Rank only those with the highest counter."""
    left = _all_points_left(encounter.standings, _playing(encounter))
    most = max(left.values(), default=0)
    highest = [combatant_id for combatant_id, points in left.items() if points == most]
    return next(iter(by_counter(encounter, highest)), "")


def by_counter(encounter: Encounter, ids: Sequence[Id], tie: str = "") -> tuple[Id, ...]:
    """Sort ``ids``, the highest counter first. ``tie`` replaces the table's reading of ZA4. Rulings go before both.

    While somebody acts, the order is the one after that action: the combatant who acted before has waited by then.
    """
    acting = encounter.acting()
    just_acted = "" if acting else memory.recall_fight(encounter).just_acted
    row = sorted(ids, key=acting.__contains__, reverse=True) if acting else ids
    equals = among_equals(encounter, row, tie or reading_of(encounter, "tie"), just_acted)
    standings = encounter.standings
    left = _all_points_left(standings, equals)
    return with_rulings(sorted(left, key=left.__getitem__, reverse=True), standings, left)


def among_equals(encounter: Encounter, ids: Sequence[Id], tie: str, just_acted: Id) -> Sequence[Id]:
    """Sort ``ids`` as if their counters were equal, by a reading of ZA4."""
    if tie == "higher_base":
        scores = {combatant_id: encounter.standings[combatant_id].score for combatant_id in ids}
        return sorted(
            scores, key=lambda combatant_id: -_static_base(score.terms[1:]) if (score := scores[combatant_id]) else 0
        )
    if tie == "not_again" and just_acted:
        return sorted(ids, key=just_acted.__eq__)
    return ids


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances to open the next sequence, in the order listed. A counter of 0 or less opens nothing."""
    encounter = with_arrivals(encounter)
    odds = {} if _first_arrivals(encounter) else chances_of_first(_list_entrants(encounter), above=0)
    return tuple(
        Chance(combatant_id, "opens the sequence", odds[combatant_id], "Z7", goes_first=True)
        for combatant_id in encounter.order
        if combatant_id in odds
    )


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    if is_too_much(_list_entrants(encounter)):
        return TOO_MANY
    names = encounter.names_of(_first_arrivals(encounter))
    return f"Who opens is not worked out: {names} may come at once." if names else ""


def may_go_by_list(encounter: Encounter) -> bool:
    encounter = with_arrivals(encounter)
    bases = [_ranked_base(encounter, terms) for terms in _bonuses(encounter).values()]
    return len({*bases}) < len(bases)


def _first_arrivals(encounter: Encounter) -> tuple[Id, ...]:
    """List the arrivals that may come before anybody acts: their count may be above all starting counters."""
    counts = {waiting.combatant.id: waiting.comes.count or 0 for waiting in encounter.wings}
    rolls = _list_entrants(encounter)
    highest = max((counts[combatant_id] for combatant_id in arrivals_at_count(encounter)), default=0)
    # Equal sums: whoever can open starts above that count, and so acts before it comes.
    if highest <= 0 or sum(chances_of_first(rolls, above=highest).values()) == sum(
        chances_of_first(rolls, above=0).values()
    ):
        return ()
    return tuple(combatant_id for combatant_id in arrivals_at_count(encounter) if counts[combatant_id] > 0)


def _list_entrants(encounter: Encounter) -> list[list[Entrant]]:
    """List the combatants who roll for the next sequence, by the units that roll together."""
    bonuses = _bonuses(encounter)
    ranked = sorted(bonuses, key=lambda combatant_id: -_ranked_base(encounter, bonuses[combatant_id]))
    ranks = {combatant_id: place for place, combatant_id in enumerate(ranked)}
    return entrants(
        encounter,
        tuple(bonuses),
        lambda combatant_id: D20,
        lambda combatant_id: sum(term.amount for term in bonuses[combatant_id]),
        ranks,
    )


def _bonuses(encounter: Encounter) -> dict[Id, tuple[Term, ...]]:
    """Return what those who roll for the next sequence add to the die, in the order listed."""
    draft = Draft(encounter)
    if not encounter.round:
        melee.engage_at_contact(draft)
    return {
        combatant_id: _additions(encounter, draft.encounter, combatant_id) for combatant_id in next_rollers(encounter)
    }


def _ranked_base(encounter: Encounter, bonus: Sequence[Term]) -> int:
    """Return the base that decides between equal counters; 0 for all where it does not (ZA4)."""
    return _static_base(bonus) if reading_of(encounter, "tie") == "higher_base" else 0
