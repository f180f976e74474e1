"""The chances to go first by the rules of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from math import prod

from turntrack.core.draft import Draft
from turntrack.core.model import Encounter, Id
from turntrack.systems.arrivals import arrivals_at_count, with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.table_rules import initiative, memory, new_numbers, order, turns
from turntrack.systems.table_rules.checks import chances_to_pass
from turntrack.systems.table_rules.initiative import before_end, places, tie_key, units
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.new_numbers import Hand
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import END, NEXT, START
from turntrack.systems.table_rules.settings import Holder, LapKind, Refill, Source, TieBy
from turntrack.systems.toolkit import odds_of_first
from turntrack.systems.toolkit.dice_expression import (
    Addend,
    Constant,
    Node,
    Operation,
    addends,
    fields_of,
    has_dice,
    has_mixed_dice,
)
from turntrack.systems.toolkit.distributions import Budget, RollWays, TooMuchWork, ways_for, worse_of_two
from turntrack.systems.toolkit.odds_of_first import TOO_MANY, Entrant
from turntrack.systems.toolkit.rolls import next_rollers

MANY = 24
"""With more combatants their number is the likelier reason for a count that takes too long, with fewer the dice."""
NOT_COUNTED = "Chances are not worked out for these dice."
_WITH_SURPRISE = "Chances are not worked out with this surprise."
_MOST_STATES = 2_000
"""The greatest number of states of hands that keep their worst card."""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances to act first in the next round, or to be drawn next from the bag."""
    encounter, rules = with_arrivals(encounter), rules_of(encounter)
    if rules.checks_phases and not encounter.is_open:
        return _of_checks(encounter)
    if rules.sequence.is_drawn:
        return _of_bag(encounter, rules)
    if rules.start.side.effect.is_rolled:
        return _of_sides(encounter, rules)
    ids = _to_make(encounter, rules)
    odds = first(encounter, ids) if ids and not _may_come_first(encounter) else None
    if odds and (rules.place.holder is Holder.SLOT or rules.sequence.by_side):
        return _by_side(encounter, odds)
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


def _of_checks(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances to act in the first of several phases; none if that is too much to compute."""
    try:
        return chances_to_pass(encounter)
    except TooMuchWork:
        return ()


def _by_side(encounter: Encounter, odds: Mapping[Id, Fraction]) -> tuple[Chance, ...]:
    """Return the chance of each side to have the first open slot or the best number, with which it begins."""
    won: dict[str, Fraction] = {}
    for combatant_id, chance in odds.items():
        side = memory.side_of(encounter, combatant_id)
        won[side] = won.get(side, Fraction(0)) + chance
    return tuple(_first_side(side, chance, NEXT) for side, chance in won.items())


def _first_side(side: str, chance: Fraction, rule: str) -> Chance:
    return Chance("", f"{memory.side_name(side)}: first", chance, rule, goes_first=True)


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    ids = _to_make(encounter, rules_of(encounter))
    if rules_of(encounter).checks_phases and not encounter.is_open:
        return "" if _of_checks(encounter) else NOT_COUNTED
    if names := encounter.names_of(_may_come_first(encounter) if ids else ()):
        return f"Who is first is not worked out: {names} may come at once."
    if not ids or first(encounter, ids):
        return ""
    if any(recall(encounter.standings[combatant_id]).is_surprised for combatant_id in ids):
        return _WITH_SURPRISE
    if len(ids) > MANY:
        return TOO_MANY
    # With cards, nobody reckons with a chance: that there is none is not worth a word.
    return "" if rules_of(encounter).number.source is Source.CARDS else NOT_COUNTED


def may_go_by_list(encounter: Encounter) -> bool:
    encounter = with_arrivals(encounter)
    rules = rules_of(encounter)
    ids = _to_make(encounter, rules)
    return not _act_together(rules) and not _are_rolled(rules) and len({*_tie_keys(encounter, rules, ids)}) < len(ids)


def _may_come_first(encounter: Encounter) -> tuple[Id, ...]:
    """List combatants in reserve who may arrive at a count as soon as the round opens."""
    return arrivals_at_count(encounter) if rules_of(encounter).sequence.by_count else ()


def _to_make(encounter: Encounter, rules: RuleSet) -> tuple[Id, ...]:
    """List the combatants who make a number when the next round opens; none if numbers do not decide who is first."""
    is_ranked = rules.sequence.is_ranked or rules.sequence.by_side
    decides = is_ranked and rules.laps.kind not in (LapKind.PHASES, LapKind.CHART)
    rolled = rules.number.source in (Source.EXPRESSION, Source.CARDS)
    rolling = next_rollers(encounter) if decides and rolled else ()
    able = tuple(who for who in rolling if not (turns.waits_on(encounter, who) or turns.sits_out(encounter, who)))
    kept = rules.fresh.is_lasting and any(recall(encounter.standings[combatant_id]).has_number for combatant_id in able)
    return () if kept else able


def _of_sides(encounter: Encounter, rules: RuleSet) -> tuple[Chance, ...]:
    """Return the chance of each side to begin; none if it is known, or if the surprised decide who acts first."""
    able, standings, sides = encounter.able(), encounter.standings, order.sides_to_begin(encounter)
    is_known = rules.start.side.effect.lasts and bool(memory.recall_fight(encounter).begins)
    surprise = any(recall(standings[combatant_id]).is_surprised for combatant_id in able)
    if encounter.is_open or is_known or (surprise and not rules.surprise.yields_the_beginning) or len(sides) < 2:
        return ()
    code = turns.side_die(rules, sides)
    faces = Counter(turns.side_on(sides, code, face) for face in range(1, code.sides + 1))
    return tuple(_first_side(side, Fraction(faces[side], code.sides), START) for side in sides)


def _of_bag(encounter: Encounter, rules: RuleSet) -> tuple[Chance, ...]:
    ends = rules.end.has_token
    if encounter.is_open:
        draft = Draft(encounter)
        for combatant_id in encounter.acting():
            turns.finish(draft, combatant_id)
        tokens = order.next_tokens(draft.encounter)
    else:
        tokens = tuple(
            combatant_id
            for combatant_id in encounter.able()
            if not turns.waits_on(encounter, combatant_id)
            for _ in range(places(encounter, combatant_id))
        )
    whole = len(tokens) + ends
    opens = not encounter.is_open
    surprise = any(recall(encounter.standings[combatant_id]).is_surprised for combatant_id in encounter.able())
    if (
        whole < 2
        or memory.recall_fight(encounter).drawn
        or (opens and (surprise or rules.laps.kind is not LapKind.ONE))
    ):
        return ()
    many = Counter(order.token_owner(encounter, combatant_id) for combatant_id in tokens)
    draws = [
        Chance(combatant_id, "is drawn next", Fraction(own, whole), NEXT, goes_first=opens)
        if combatant_id
        else Chance(
            "", f"{memory.side_name(side)}: {'first' if opens else 'drawn next'}", Fraction(own, whole), NEXT, opens
        )
        for (side, combatant_id), own in many.items()
    ]
    return (*draws, *([Chance("", "the end token is drawn next", Fraction(1, whole), END)] if ends else ()))


type _Places = Sequence[tuple[Sequence[Id], Sequence[Id]]]
"""The combatants who make a number together, each with those of them who can then act first."""


def first(encounter: Encounter, ids: Sequence[Id]) -> Mapping[Id, Fraction] | None:
    """Return the chances to be first if ``ids`` make numbers now; None if that is too much to compute or unknown."""
    rules = rules_of(encounter)
    playing = _places(encounter, rules, ids)
    if playing is None:
        return None
    if rules.number.source is Source.CARDS:
        return _by_cards(encounter, rules, ids, playing)
    if any(places(encounter, combatant_id) != 1 for combatant_id in ids):
        return None
    try:
        entrants = _entrants(encounter, rules, playing, _ranks(encounter, rules, ids))
    except TooMuchWork:
        return None
    above = 0 if rules.end.at_zero else None
    odds = odds_of_first.chances_of_first(entrants, above, together=_act_together(rules))
    return _of_all(rules, playing, odds) or None


def _places(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> _Places | None:
    """List the slots that can go first; None if something besides scores decides."""
    surprised = {combatant_id for combatant_id in ids if recall(encounter.standings[combatant_id]).is_surprised}
    is_first_round = not encounter.round
    loses = surprised if rules.surprise.costs_turns and (is_first_round or rules.surprise.lasts_a_turn) else set()
    jumps = surprised if rules.surprise.acts_first and is_first_round else set()
    own_values = rules.formula is not None and has_mixed_dice(rules.formula) and not rules.place.holder.is_shared
    is_unknown = (
        (not rules.sequence.by_number and loses)  # whoever has lost a turn may be first, or the next in the list
        or (rules.place.holder.is_shared and jumps)
        or (rules.end.at_zero and (loses or (rules.formula is not None and rules.formula.is_gap)))
        or (rules.surprise.rolls_twice and surprised and _has_mixed_units(encounter, ids))
        or _has_coins(encounter, rules, ids)
        or _is_limited(encounter, rules, ids)
        or (rules.sequence.by_side and not all(_has_points(encounter, rules, combatant_id) for combatant_id in ids))
        or (loses and any(places(encounter, combatant_id) > 1 for combatant_id in loses))  # and keeps the other turns
        or (own_values and any(len(who) > 1 for _, who in units(encounter, ids)))
        or (rules.formula is not None and _rolls_before_acting_together(rules))
    )
    if is_unknown:
        return None
    acting = [
        combatant_id
        for combatant_id in jumps or ids
        if combatant_id not in loses and _has_points(encounter, rules, combatant_id)
    ]
    playing = [
        (who, [combatant_id for combatant_id in who if combatant_id in acting]) for _, who in units(encounter, ids)
    ]
    return [(who, who_act) for who, who_act in playing if who_act]


def _act_together(rules: RuleSet) -> bool:
    """Return whether equal numbers are first together; where sides take turns one side begins."""
    return rules.goes_together and not rules.sequence.by_side


def _is_limited(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> bool:
    """Return whether the limit of a distance may make those level who would be first."""
    if rules.formula is None or not rules.formula.most:
        return False
    return rules.first.is_high or any(new_numbers.extras(encounter, encounter, combatant_id) for combatant_id in ids)


def _rolls_before_acting_together(rules: RuleSet) -> bool:
    """Return whether dice break ties, so that only members of a unit act together."""
    return rules.goes_together and any(tie.by.effect.is_rolled for tie in before_end(rules.ties))


def _has_mixed_units(encounter: Encounter, ids: Sequence[Id]) -> bool:
    """Return whether some who roll together differ in being surprised."""
    return any(
        len({recall(encounter.standings[combatant_id]).is_surprised for combatant_id in who}) > 1
        for _, who in units(encounter, ids)
    )


def _has_coins(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> bool:
    """Return whether coins have fallen that still settle ties."""
    coins = (recall(encounter.standings[combatant_id]).coins for combatant_id in ids)
    return any(tie.by is TieBy.COIN for tie in rules.ties) and any(coins)


def _has_points(encounter: Encounter, rules: RuleSet, combatant_id: Id) -> bool:
    """Return whether the counter that laps use up has anything left when the round has opened."""
    if rules.laps.kind is not LapKind.BUDGET:
        return True
    counter = next(counter for counter in rules.budget if counter.name == rules.laps.counter)
    if counter.refill is Refill.ROUND:
        return memory.full(encounter, combatant_id, counter) > 0
    return memory.has_budget_for_lap(encounter, combatant_id)


def _of_all(rules: RuleSet, playing: _Places, odds: Mapping[Id, Fraction]) -> Mapping[Id, Fraction]:
    """Give the chances of a place that several share to all who act in it."""
    if not rules.place.holder.is_shared:
        return odds
    return {combatant_id: odds[who[0]] for who, who_act in playing for combatant_id in who_act if who[0] in odds}


def _by_cards(
    encounter: Encounter, rules: RuleSet, ids: Sequence[Id], playing: _Places
) -> Mapping[Id, Fraction] | None:
    """Return the chances where cards are dealt: one unit has the best card, and of its members the first acts."""
    drawing = new_numbers.hands(encounter, ids)
    held = [hand for hand in drawing if any(who[0] == hand.unit[1][0] for who, _ in playing)]
    are_alike = all(
        places(encounter, mate) == places(encounter, who[0]) for _, who in units(encounter, ids) for mate in who
    )
    are_changed = any(
        new_numbers.extras(encounter, encounter, combatant_id)
        or initiative.has_fixed_number(encounter, combatant_id)
        or new_numbers.told_card(encounter, combatant_id)
        for combatant_id in ids
    )
    are_drawn_again = sum(hand.size for hand in drawing) > rules.number.cards or any(hand.redraws for hand in drawing)
    if not held or are_drawn_again or not are_alike or are_changed or _count_states(held) > _MOST_STATES:
        return None
    won: dict[Id, Fraction] = {who[0]: Fraction(0) for who, _ in playing}
    for hand, chance in zip(held, chances_of_hands(held), strict=True):
        won[hand.unit[1][0]] += chance
    ranks, odds = _ranks(encounter, rules, ids), dict[Id, Fraction]()
    for who, who_act in playing:
        best = min(ranks[combatant_id] for combatant_id in who_act)
        first_listed = next(combatant_id for combatant_id in who_act if ranks[combatant_id] == best)
        for combatant_id in who_act:
            is_first = ranks[combatant_id] == best if _act_together(rules) else combatant_id == first_listed
            is_first = is_first or rules.place.holder.is_shared
            odds[combatant_id] = won[who[0]] if is_first else Fraction(0)
    return odds


def _count_states(hands: Sequence[Hand]) -> int:
    """Count the states in which the chances of hands are computed."""
    return prod(hand.size + 1 for hand in hands if not hand.keeps_best)


def chances_of_hands(hands: Sequence[Hand]) -> list[Fraction]:
    """Return the chance of each hand to keep the first card of all kept ones.

    All orders of the cards are equally likely. From the first card on, a hand that keeps its best one is first with any
    of its cards, a hand that keeps its worst one only with the last of them.

    >>> chances_of_hands([Hand(("A", ("a",)), 2, True, 0), Hand(("B", ("b",)), 2, False, 0)])
    [Fraction(5, 6), Fraction(1, 6)]
    """
    odds = [Fraction(0)] * len(hands)
    waits = [not hand.keeps_best and hand.size > 1 for hand in hands]
    states: dict[tuple[int, ...], Fraction] = {tuple(0 for _ in hands): Fraction(1)}
    while states:
        after: dict[tuple[int, ...], Fraction] = {}
        for seen, chance in states.items():
            left = sum(hand.size for hand in hands) - sum(seen)
            for at, hand in enumerate(hands):
                here = chance * (hand.size - seen[at]) / left
                if not waits[at] or seen[at] + 1 == hand.size:
                    odds[at] += here
                else:
                    more = (*seen[:at], seen[at] + 1, *seen[at + 1 :])
                    after[more] = after.get(more, Fraction(0)) + here
        states = after
    return odds


def _entrants(encounter: Encounter, rules: RuleSet, playing: _Places, ranks: Mapping[Id, int]) -> list[list[Entrant]]:
    formula = rules.formula
    assert formula is not None
    low = (not rules.first.is_high) is not formula.is_gap
    sign = -1 if low else 1
    dice = [addend for addend in addends(formula.body) if has_dice(addend.node)]
    budget = Budget()
    used = {key for addend in dice for key in fields_of(addend.node)}
    rolls: dict[tuple[tuple[tuple[str, int], ...], bool], RollWays] = {}
    entrants = []
    for who, who_act in playing:
        if initiative.has_fixed_number(encounter, who[0]):
            fixed = initiative.fixed_number(encounter, who[0]).amount
            entrants.append([Entrant(who[0], RollWays(0, (1,), 1), sign * fixed, ranks[who[0]])])
            continue
        values = initiative.values_of_unit(encounter, who)
        is_twice = rules.surprise.rolls_twice and recall(encounter.standings[who[0]]).is_surprised
        key = (tuple((name, value) for name, value in values.items() if name in used), is_twice)
        if key not in rolls:
            roll = ways_for(_together(dice), values, budget, low) if dice else RollWays(0, (1,), 1)
            rolls[key] = worse_of_two(roll) if is_twice else roll
        roll = rolls[key]
        unit = []
        for combatant_id in who[:1] if rules.place.holder.is_shared else who_act:
            plus = new_numbers.added(encounter, rules, combatant_id, who)
            more = sum(term.amount for term in new_numbers.extras(encounter, encounter, combatant_id)) * (
                -1 if formula.is_gap else 1
            )
            unit.append(Entrant(combatant_id, roll, sign * (plus + more), ranks[combatant_id]))
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
    keys = dict(zip(ids, _tie_keys(encounter, rules, ids), strict=True))
    ordered = sorted({*keys.values()})
    if _are_rolled(rules) or _act_together(rules):
        return {combatant_id: ordered.index(key) for combatant_id, key in keys.items()}
    return {combatant_id: place for place, combatant_id in enumerate(sorted(ids, key=keys.__getitem__))}


def _tie_keys(encounter: Encounter, rules: RuleSet, ids: Sequence[Id]) -> list[tuple[object, ...]]:
    """Return what decides between equal numbers before dice or the list do, lower first."""
    ties = takewhile(lambda tie: not tie.by.effect.is_rolled, before_end(rules.ties))
    known = [tie for tie in ties if tie.by is not TieBy.REACHED]  # all come to theirs at once
    return [tuple(tie_key(encounter, combatant_id, tie) for tie in known) for combatant_id in ids]


def _are_rolled(rules: RuleSet) -> bool:
    return any(tie.by.effect.is_rolled for tie in before_end(rules.ties))
