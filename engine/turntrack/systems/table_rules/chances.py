"""The chances to go first by the rules of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from turntrack.core.draft import Draft
from turntrack.core.model import Encounter, Id
from turntrack.systems.arrivals import arrivals_at_count, with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.table_rules import initiative, memory, turns
from turntrack.systems.table_rules.initiative import before_end, places, tie_key, units
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rules import END, NEXT, START
from turntrack.systems.table_rules.settings import LapKind, Source
from turntrack.systems.toolkit import odds_of_first
from turntrack.systems.toolkit.dice_expression import Addend, Constant, Node, Operation, addends, has_dice
from turntrack.systems.toolkit.distribution import Budget, TooMuchWork, throw_for
from turntrack.systems.toolkit.group_rolls import next_throwers
from turntrack.systems.toolkit.odds_of_first import TOO_MANY, Entrant
from turntrack.systems.toolkit.roll_counts import Throw

MANY = 24
"""With more combatants their number is the likelier reason for a count that takes too long, with fewer the dice."""
NOT_COUNTED = "Chances are not counted for these dice."


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances to act first in the next round, or to be drawn next from the bag."""
    encounter, rules = with_arrivals(encounter), rules_of(encounter)
    if rules.sequence.is_drawn:
        return _of_bag(encounter, rules)
    if rules.start.side.effect.is_rolled:
        return _of_sides(encounter, rules)
    ids = _to_make(encounter, rules)
    odds = first(encounter, ids) if ids and not _may_come_first(encounter) else None
    label = "acts first, alone or with others" if rules.goes_together else "acts first"
    return (
        tuple(
            Chance(combatant_id, label, odds[combatant_id], NEXT, goes_first=True)
            for combatant_id in ids
            if combatant_id in odds
        )
        if odds
        else ()
    )


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    ids = _to_make(encounter, rules_of(encounter))
    if names := encounter.names_of(_may_come_first(encounter) if ids else ()):
        return f"Who is first is not counted: {names} may come at once."
    if not ids or first(encounter, ids):
        return ""
    return TOO_MANY if len(ids) > MANY else NOT_COUNTED


def _may_come_first(encounter: Encounter) -> tuple[Id, ...]:
    """List combatants in reserve who may arrive at a count as soon as the round opens."""
    return arrivals_at_count(encounter) if rules_of(encounter).sequence.by_count else ()


def _to_make(encounter: Encounter, rules: RuleSet) -> tuple[Id, ...]:
    """List the combatants who make a number when the next round opens; none if numbers do not decide who is first."""
    decides = rules.sequence.is_ranked and rules.laps.kind not in (LapKind.PHASES, LapKind.CHART)
    thrown = rules.number.source in (Source.EXPRESSION, Source.CARDS)
    throwing = next_throwers(encounter) if decides and thrown else ()
    able = tuple(combatant_id for combatant_id in throwing if not turns.waits_on(encounter, combatant_id))
    kept = rules.fresh.is_lasting and any(recall(encounter.standings[combatant_id]).has_number for combatant_id in able)
    return () if kept else able


def _of_sides(encounter: Encounter, rules: RuleSet) -> tuple[Chance, ...]:
    """Return the chance of each side to begin; none if it is known, or if the surprised decide who acts first."""
    able, standings = encounter.able(), encounter.standings
    sides = memory.sides_of(encounter, able)
    is_known = rules.start.side.effect.lasts and bool(memory.recall_fight(encounter).begins)
    surprise = any(recall(standings[combatant_id]).is_surprised for combatant_id in able)
    if encounter.is_open or is_known or surprise or len(sides) < 2:
        return ()
    code = turns.side_die(rules, sides)
    faces = Counter(turns.side_on(sides, code, face) for face in range(1, code.sides + 1))
    return tuple(
        Chance("", f"{memory.side_name(side)}: first", Fraction(faces[side], code.sides), START, goes_first=True)
        for side in sides
    )


def _of_bag(encounter: Encounter, rules: RuleSet) -> tuple[Chance, ...]:
    ends = rules.end.has_token
    if encounter.is_open:
        draft = Draft(encounter)
        for combatant_id in encounter.acting():
            turns.finish(draft, combatant_id)
        tokens = turns.next_tokens(draft.encounter)
    else:
        tokens = tuple(
            combatant_id for combatant_id in encounter.able() for _ in range(places(encounter, combatant_id))
        )
    whole = len(tokens) + ends
    if whole < 2:
        return ()
    many = Counter(tokens)
    first = not encounter.is_open
    draws = [
        Chance(combatant_id, "is drawn next", Fraction(own, whole), NEXT, goes_first=first)
        for combatant_id, own in many.items()
    ]
    return (*draws, *([Chance("", "the end token is drawn next", Fraction(1, whole), END)] if ends else ()))


def first(encounter: Encounter, ids: Sequence[Id]) -> Mapping[Id, Fraction] | None:
    """Return the chances to be first if ``ids`` make numbers now; None if that is too much to compute or unknown."""
    rules = rules_of(encounter)
    if rules.surprise.acts_first and not encounter.round:
        ids = [combatant_id for combatant_id in ids if recall(encounter.standings[combatant_id]).is_surprised] or ids
    throwing = units(encounter, ids)
    if rules.number.source is Source.CARDS:
        hands = {who[0]: places(encounter, who[0]) for _, who in throwing}
        total = sum(hands.values())
        if not 0 < total <= rules.number.cards:
            return None
        return {combatant_id: Fraction(hands[who[0]], total) for _, who in throwing for combatant_id in who}
    if any(places(encounter, combatant_id) != 1 for combatant_id in ids):
        return None
    try:
        entrants = _entrants(encounter, rules, ids)
    except TooMuchWork:
        return None
    return odds_of_first.chances_of_first(entrants, together=rules.goes_together) or None


def _entrants(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> list[list[Entrant]]:
    formula = rules.formula
    assert formula is not None
    low = (not rules.first.is_high) is not formula.is_gap
    sign = -1 if low else 1
    dice = [addend for addend in addends(formula.body) if has_dice(addend.node)]
    budget = Budget()
    ranks = _ranks(encounter, rules, ids)
    throws: dict[tuple[tuple[str, int], ...], Throw] = {}
    entrants = []
    for _, who in units(encounter, ids):
        values = memory.values_of(encounter, who[0])
        key = tuple(values.items())
        if key not in throws:
            throws[key] = throw_for(_together(dice), values, budget, low) if dice else Throw(0, (1,), 1)
        unit = []
        for combatant_id in who:
            plus = initiative.added(encounter, rules, combatant_id, who[0])
            more = sum(term.amount for term in initiative.extras(encounter, encounter, combatant_id)) * (
                -1 if formula.is_gap else 1
            )
            unit.append(Entrant(combatant_id, throws[key], sign * (plus + more), ranks[combatant_id]))
        entrants.append(unit)
    return entrants


def _together(dice: Sequence[Addend]) -> Node:
    """Join all dice of the number into one expression."""
    first, *others = dice
    node: Node = Operation("−", Constant(0), first.node) if first.is_taken_off else first.node
    for other in others:
        node = Operation("−" if other.is_taken_off else "+", node, other.node)
    return node


def _ranks(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> dict[Id, int]:
    """Rank combatants with equal numbers; equal ranks if dice decide or they act together."""
    ties = before_end(rules.ties)
    by_dice = [at for at, tie in enumerate(ties) if tie.by.effect.is_thrown]
    known = ties[: by_dice[0]] if by_dice else ties
    keys = {combatant_id: tuple(tie_key(encounter, combatant_id, tie) for tie in known) for combatant_id in ids}
    ordered = sorted({*keys.values()})
    if by_dice or rules.goes_together:
        return {combatant_id: ordered.index(key) for combatant_id, key in keys.items()}
    return {combatant_id: place for place, combatant_id in enumerate(sorted(ids, key=keys.__getitem__))}
