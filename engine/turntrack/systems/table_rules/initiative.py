"""Numbers (G2): units that throw together, their terms, cards and ranking."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product
from typing import assert_never

from turntrack.core.cards import JOKER, RANKS_ALONE, name_card, rank_of, show_card
from turntrack.core.dice import DiceCode, DiceRequest
from turntrack.core.draft import Draft
from turntrack.core.events import Noted, OrderSet, ScoreSet
from turntrack.core.fields import DEALT, TOLD
from turntrack.core.model import Combatant, Encounter, Id, Standing, Status
from turntrack.core.names import family_of
from turntrack.core.score import Score, Term, TermKind
from turntrack.systems.table_rules import memory
from turntrack.systems.table_rules.memory import recall, recall_all, rules_of
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import END, NEXT, START, VALUE
from turntrack.systems.table_rules.settings import FIXED, Holder, Shared, Source, TieBy, TieRule, WhichSide
from turntrack.systems.toolkit.dice_expression import (
    DiceThrow,
    Expression,
    addends,
    bounds_of,
    code_of,
    count_shown,
    fields_of,
    has_dice,
    has_mixed_dice,
    is_plain,
)
from turntrack.systems.toolkit.rolls import Deck, Unit, is_at_table
from turntrack.systems.toolkit.turn_order import with_rulings

MOST_REDRAWN = 10
"""The number of cards after which a low one is kept, so that no deck can block a fight."""
ROLLS = (", first roll", ", second roll")
"""The words for rolls of which the worse counts."""
MOST_DRAWN = 9
"""The greatest number of cards of which one is kept."""


def units(encounter: Encounter, ids: Iterable[Id]) -> tuple[Unit, ...]:
    """Group ``ids`` into units that throw together, with names: sides if a side has one place, else groups."""
    groups: dict[tuple[str, str], tuple[str, list[Id]]] = {}
    fight = memory.recall_fight(encounter)
    place = (fight.rules or memory.DEFAULT).place
    alike = place.alike and not place.holder.is_shared and not fight.apart
    for combatant_id in ids:
        shared = _unit_name(encounter, combatant_id, place.holder)
        combatant = encounter.combatants[combatant_id]
        key, name = (("", shared), shared) if shared else ((combatant_id, ""), combatant.name)
        if alike and not shared and not has_fixed_number(encounter, combatant_id) and is_of_kind(combatant):
            name = family_of(combatant.name)
            key = (combatant.side, name)
        groups.setdefault(key, (name, []))[1].append(combatant_id)
    return tuple((name, tuple(members)) for name, members in groups.values())


def unit_of(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """Return those with whom the combatant throws, itself included."""
    return next(who for _, who in units(encounter, encounter.order) if combatant_id in who)


def is_of_kind(combatant: Combatant) -> bool:
    """Return whether the combatant is one of several alike, whose names differ by a letter."""
    return family_of(combatant.name) != combatant.name


def _unit_name(encounter: Encounter, combatant_id: Id, holder: Holder) -> str:
    """Return the name of the side or group with which the combatant throws; empty if it throws alone."""
    combatant = encounter.combatants[combatant_id]
    match holder:
        case Holder.SIDE:
            return combatant.side
        case Holder.FOES:
            is_foe = memory.is_on(encounter, combatant_id, WhichSide.OTHERS)
            return (combatant.side or "The others") if is_foe else ""
        case Holder.EACH | Holder.GROUP | Holder.SLOT:
            return "" if has_fixed_number(encounter, combatant_id) else combatant.group
        case _:
            assert_never(holder)


def values_of_unit(encounter: Encounter, who: Sequence[Id]) -> dict[str, int]:
    """Return the values with which a unit throws: its place's, or those of its first member (G1)."""
    place = rules_of(encounter).place
    if len(who) == 1 or not place.holder.is_shared:
        return memory.values_of(encounter, who[0])
    members = [memory.values_of(encounter, combatant_id) for combatant_id in who]
    return {key: place.values.of([values[key] for values in members]) for key in members[0]}


def field_of_place(encounter: Encounter, combatant_id: Id, key: str) -> int:
    """Return a value of the place that the combatant has alone or shares: its members’, or that of one of them."""
    place = rules_of(encounter).place
    if not place.holder.is_shared or place.values is Shared.FIRST:
        return memory.field_of(encounter, combatant_id, key)
    mates = next((who for _, who in units(encounter, encounter.able()) if combatant_id in who), (combatant_id,))
    return values_of_unit(encounter, mates)[key]


def throwers(encounter: Encounter, ids: Collection[Id]) -> Mapping[Id, Id]:
    """Map each combatant to the one whose sheet makes its number: the first of its place."""
    if not rules_of(encounter).place.holder.is_shared:
        return {combatant_id: combatant_id for combatant_id in ids}
    return {combatant_id: who[0] for _, who in units(encounter, ids) for combatant_id in who}


def speakers(encounter: Encounter) -> Mapping[Id, Id]:
    """Map each combatant to the one whose number counts: the first of its place that has a number."""
    if not rules_of(encounter).place.holder.is_shared:
        return {combatant_id: combatant_id for combatant_id in encounter.combatants}
    numbered, own = (
        {combatant_id for combatant_id, standing in encounter.standings.items() if recall(standing).has_number},
        dict[Id, Id](),
    )
    for _, who in units(encounter, encounter.combatants):
        own.update(dict.fromkeys(who, next((combatant_id for combatant_id in who if combatant_id in numbered), who[0])))
    return own


def places(encounter: Encounter, combatant_id: Id) -> int:
    """Return the combatant's number of places (G1); a shared place has those of its first member."""
    place = rules_of(encounter).place
    if not place.field:
        return place.many
    own = throwers(encounter, encounter.able()) if place.holder.is_shared else {}
    return max(0, min(9, field_of_place(encounter, own.get(combatant_id, combatant_id), place.field)))


# What a number is now


def left(standing: Standing, rules: RuleSet) -> int:
    """Return the current number, with everything spent applied."""
    if not standing.spent:
        return standing.total
    return standing.total + rules.later_sign * sum([term.amount for term in standing.spent])


def all_left(standings: Mapping[Id, Standing], rules: RuleSet) -> dict[Id, int]:
    """Return the current numbers of these combatants, without a call for each."""
    sign = rules.later_sign
    return {
        who: (score.total if (score := standing.score) else 0)
        + (sign * sum([term.amount for term in standing.spent]) if standing.spent else 0)
        for who, standing in standings.items()
    }


def number(encounter: Encounter, combatant_id: Id) -> Score | None:
    """Return the number with all its terms; None if the combatant has none."""
    standing = encounter.standings.get(combatant_id)
    if standing is None or standing.score is None or not recall(standing).has_number:
        return None
    spent = [term for term in standing.spent if term.amount]
    if not spent:
        return standing.score
    sign = rules_of(encounter).later_sign
    return standing.score.plus(*[Term(term.label, sign * term.amount, term.rule) for term in spent])


def dice_in_number(encounter: Encounter, combatant_id: Id, purpose: str) -> DiceCode | None:
    """Return the dice of a number that adds exactly one plain throw; None for any other number."""
    formula = rules_of(encounter).formula
    if formula is None or formula.is_gap or len(formula.dice) != 1 or purpose != "initiative":
        return None
    (die,) = formula.dice
    if has_fixed_number(encounter, combatant_id):
        return None
    is_added = any(addend.node == die and not addend.is_taken_off for addend in addends(formula.body))
    if not is_added or not is_plain(die):
        return None
    own = unit_of(encounter, combatant_id)
    return code_of(die, values_of_unit(encounter, own))


# Who is before whom


type Key = tuple[object, ...]


def key_of(encounter: Encounter, rules: RuleSet, ties: Sequence[TieRule] | None = None) -> Callable[[Id], Key]:
    """Return the sort key of combatants, the first to act lowest; equal keys are tied (G4, G5).

    ``ties`` are the rules for ties that count; without it all do.
    """
    ties = before_end(rules.ties) if ties is None else ties
    jumps = lets_some_act_first(encounter)
    own, standings = speakers(encounter), encounter.standings

    memories, sign = recall_all(standings), rules.later_sign
    late = {combatant_id: jumps and not now.is_surprised for combatant_id, now in memories.items()}
    if not rules.has_numbers:
        return {combatant_id: (is_late,) for combatant_id, is_late in late.items()}.__getitem__
    numbers = all_left(standings, rules)
    speaking = {
        combatant_id: own[combatant_id] if own[combatant_id] in standings else combatant_id for combatant_id in late
    }
    return {
        combatant_id: (late[combatant_id], sign * numbers[who], *[tie_key(encounter, who, tie) for tie in ties])
        for combatant_id, who in speaking.items()
    }.__getitem__


def lets_some_act_first(encounter: Encounter) -> bool:
    """Return whether those who surprise the others act first now (G13)."""
    return rules_of(encounter).surprise.acts_first and encounter.round <= 1


def before_end(ties: Sequence[TieRule]) -> Sequence[TieRule]:
    """Return the rules for ties up to the first one that leaves no tie."""
    ends = [at for at, tie in enumerate(ties) if tie.by.effect.is_final]
    return ties[: ends[0]] if ends else ties


def tie_key(encounter: Encounter, combatant_id: Id, tie: TieRule) -> object:
    """Return the sort key of a combatant by one rule for ties: lower is sooner."""
    match tie.by:
        case TieBy.FIELD:
            return -field_of_place(encounter, combatant_id, tie.field)
        case TieBy.SIDE:
            return not memory.is_on(encounter, combatant_id, tie.side)
        case TieBy.AGAIN:
            return tuple(-face for face in recall(encounter.standings[combatant_id]).throws)
        case TieBy.COIN:
            return tuple(-face for face in recall(encounter.standings[combatant_id]).coins)
        case TieBy.REACHED:
            return recall(encounter.standings[combatant_id]).reached
        case TieBy.TOGETHER | TieBy.LISTED:
            return 0
        case _:
            assert_never(tie.by)


def ranking(encounter: Encounter, ids: Collection[Id]) -> tuple[Id, ...]:
    """Sort ``ids``, the first to act first; placements by ruling go before ties."""
    rules = rules_of(encounter)
    if not rules.ranks_by_number:
        key, seats = key_of(encounter, rules), _seats(encounter, rules)
        return tuple(sorted(ids, key=lambda combatant_id: (key(combatant_id)[0], seats.get(combatant_id, 0))))
    numbers = all_left({combatant_id: encounter.standings[combatant_id] for combatant_id in ids}, rules)
    return with_rulings(sorted(ids, key=key_of(encounter, rules)), encounter.standings, numbers)


def _seats(encounter: Encounter, rules: RuleSet) -> Mapping[Id, int]:
    """Map everybody whose place is shared to the seat of its first member (G6); empty where no seats are shared."""
    if not rules.sequence.by_seat or not rules.place.holder.is_shared:
        return {}
    seated = [who for _, who in units(encounter, encounter.able())]
    return {combatant_id: seat for seat, who in enumerate(seated) for combatant_id in who}


def list_from_first(draft: Draft) -> None:
    """Let the list begin with whoever has the first number (G6); the others follow as they sit.

    Those who share a place sit together, so that their seat is the same wherever the list begins.
    """
    encounter, rules = draft.encounter, rules_of(draft.encounter)
    memories = recall_all(encounter.standings)
    numbered = [combatant_id for combatant_id in encounter.able() if memories[combatant_id].has_number]
    if not rules.sequence.by_seat or not numbered:
        return
    shared = rules.place.holder.is_shared
    row = [mate for _, who in units(encounter, encounter.order) for mate in who] if shared else [*encounter.order]
    at = row.index(min(numbered, key=key_of(encounter, rules)))
    if (after := (*row[at:], *row[:at])) != encounter.order:
        draft.record(OrderSet(after, NEXT))


def level_with(encounter: Encounter, first: Id, ids: Sequence[Id]) -> tuple[Id, ...]:
    """List everybody who acts simultaneously with ``first``: members of its place, and ties if they act together."""
    rules, own = rules_of(encounter), speakers(encounter)
    if not rules.goes_together or not rules.has_numbers:
        return tuple([combatant_id for combatant_id in ids if own[combatant_id] == own[first]])
    key, ruled = key_of(encounter, rules), encounter.standings[first].before
    return tuple(
        combatant_id
        for combatant_id in ids
        if own[combatant_id] == own[first] or (key(combatant_id) == key(first) and not ruled)
    )


# Making numbers


def make(draft: Draft, ids: Sequence[Id], before: Encounter, rule: str = "") -> None:
    """Make numbers for ``ids``; a debt of ``before`` is taken off (G12)."""
    rules = rules_of(draft.encounter)
    if not ids:
        return
    match rules.number.source:
        case Source.EXPRESSION:
            numbers = _expressed(draft, ids, rules)
        case Source.CARDS:
            numbers = _drawn(draft, ids, rules)
        case Source.TYPED:
            numbers = {
                combatant_id: [(Term("typed", typed(draft.encounter, first), VALUE),)]
                for combatant_id, first in throwers(draft.encounter, ids).items()
            }
        case Source.NONE | Source.LISTED:
            return
        case _:
            assert_never(rules.number.source)
    now, own = draft.encounter, throwers(draft.encounter, ids)
    for combatant_id, all_terms in numbers.items():
        more = () if has_fixed_number(now, combatant_id) else extras(before, now, own[combatant_id])
        _give(draft, combatant_id, [Score((*terms, *more)) for terms in all_terms], rule)


def extras(before: Encounter, now: Encounter, combatant_id: Id) -> tuple[Term, ...]:
    """List the terms of a number beside the rule set's expression: surprise (G13) and debt (G12)."""
    rules, terms = rules_of(now), list[Term]()
    standing = before.standings.get(combatant_id)
    if rules.surprise.modifies_number and recall(now.standings[combatant_id]).is_surprised:
        terms.append(Term("surprised", rules.start.amount, START))
    if rules.ends.carries and standing and recall(standing).has_number:
        owed = left(standing, rules)
        if owed < 0 < -rules.later_sign:
            terms.append(Term("debt", owed, END))
    return tuple(terms)


def typed(encounter: Encounter, combatant_id: Id) -> int:
    """Return the number that the game master has typed, 0 if none."""
    value = encounter.combatants[combatant_id].sheet.get("initiative", 0)
    return value if isinstance(value, int) else 0


def fixed_number(encounter: Encounter, combatant_id: Id) -> Term:
    """Return the number of a combatant that is told or stays (G2)."""
    sheet = encounter.combatants[combatant_id].sheet
    told = sheet.get(TOLD.key, "")
    if isinstance(told, int) and rules_of(encounter).may_have_totals:
        return Term("told", told, VALUE)
    return Term("stays", int(sheet[FIXED.key]), VALUE)


def has_fixed_number(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant has a number that is told or stays, in place of a roll or a card (G2)."""
    sheet, rules = encounter.combatants[combatant_id].sheet, rules_of(encounter)
    may_be = ((TOLD.key, rules.may_have_totals), (FIXED.key, rules.may_have_fixed_numbers))
    return any(is_used and isinstance(sheet.get(key, ""), int) for key, is_used in may_be)


def known_number(encounter: Encounter, combatant_id: Id) -> int | None:
    """Return the number of a combatant that is told or stays; None if there is none."""
    return fixed_number(encounter, combatant_id).amount if has_fixed_number(encounter, combatant_id) else None


def with_known(encounter: Encounter, ranked: Sequence[Id]) -> tuple[Id, ...]:
    """Add to a ranking those of the able who have no number yet but will have one that is told or stays (G2)."""
    rules = rules_of(encounter)
    new = [each for each in encounter.able() if each not in ranked and has_fixed_number(encounter, each)]
    numbers = {each: left(encounter.standings[each], rules) for each in ranked}
    numbers |= {each: fixed_number(encounter, each).amount for each in new}
    row = list(ranked)
    for each in new:
        behind = (at for at, other in enumerate(row) if _is_before(numbers[each], numbers[other], rules))
        row.insert(next(behind, len(row)), each)
    return tuple(row)


def _is_before(number: int, other: int, rules: RuleSet) -> bool:
    return rules.later_sign * number < rules.later_sign * other


def told_card(encounter: Encounter, combatant_id: Id) -> int:
    """Return the card that was dealt at the table before the combatant has had a number (G2); 0 if there is none."""
    card = encounter.combatants[combatant_id].sheet.get(DEALT.key, "")
    is_first = encounter.standings[combatant_id].score is None and rules_of(encounter).may_have_dealt_cards
    return card if isinstance(card, int) and is_first else 0


def _give(draft: Draft, combatant_id: Id, sums: list[Score], rule: str) -> None:
    sign = rules_of(draft.encounter).later_sign
    sums.sort(key=lambda score: sign * score.total)
    if not sums:  # no place, no number
        return
    now = recall(draft.standing(combatant_id))
    surprise = rules_of(draft.encounter).surprise
    surprised = now.is_surprised and not (surprise.modifies_number or surprise.rolls_twice)
    draft.record(ScoreSet(combatant_id, sums[0], rule))
    several = tuple(sums) if len(sums) > 1 else ()
    draft.remember(combatant_id, replace(now, has_number=True, numbers=several, throws=(), is_surprised=surprised))


def _expressed(draft: Draft, ids: Sequence[Id], rules: RuleSet) -> dict[Id, list[tuple[Term, ...]]]:
    formula = rules.formula
    assert formula is not None  # RuleSet has checked it
    encounter = draft.encounter
    wanted: list[tuple[Id, int, int, int]] = []
    requests: list[DiceRequest] = []
    for name, who in units(encounter, ids):
        values, shared = values_of_unit(encounter, who), rules.place.holder.is_shared
        many = max(places(encounter, combatant_id) for combatant_id in who)
        times = _count_rolls(encounter, who[:1] if shared else who)
        for place, time in product(range(many), range(times)):
            for die in formula.dice:
                code = code_of(die, values)
                if code and not has_fixed_number(encounter, who[0]):
                    purpose = _purpose(formula, code, place, many) + ROLLS[time] * (times > 1)
                    # Players say a total only where one roll makes the number.
                    alone = len(who) == len(formula.dice) == times == 1 and not formula.is_gap
                    more = added(encounter, rules, who[0], who) if alone else 0
                    may_add = _may_add(encounter, rules, who[0]) if alone else (0, 0)
                    faces = not is_plain(die)
                    requests.append(draft.request(who, name, purpose, code, by_face=faces, added=more, may_add=may_add))
                    wanted.append((who[0], place, time, die.place))
    fallen: dict[tuple[Id, int, int], dict[int, int]] = {}
    told: dict[tuple[Id, int], int] = {}
    for (combatant_id, place, time, at), roll in zip(wanted, draft.roll(requests, VALUE), strict=True):
        if roll.is_told:
            told[combatant_id, place] = roll.total
        fallen.setdefault((combatant_id, place, time), {})[at] = count_shown(formula.dice[at], roll)
    numbers = {}
    for _, who in units(encounter, ids):
        for combatant_id in who:
            times = _count_rolls(encounter, (who[0] if rules.place.holder.is_shared else combatant_id,))
            numbers[combatant_id] = [
                (Term("told", told[who[0], place], VALUE, TermKind.THROW),)
                if (who[0], place) in told
                else _worst(
                    [
                        terms_of(encounter, rules, combatant_id, who, fallen.get((who[0], place, time), {}))
                        for time in range(times)
                    ],
                    rules,
                )
                for place in range(places(encounter, combatant_id))
            ]
    return _behind(draft, numbers) if formula.is_gap else numbers


def _count_rolls(encounter: Encounter, who: Sequence[Id]) -> int:
    """Return 2 if one of ``who`` is surprised and so rolls twice (G13), else 1."""
    is_surprised = any(recall(encounter.standings[combatant_id]).is_surprised for combatant_id in who)
    return 2 if rules_of(encounter).surprise.rolls_twice and is_surprised else 1


def _worst(rolls: Sequence[tuple[Term, ...]], rules: RuleSet) -> tuple[Term, ...]:
    """Return the worst roll, with which a combatant acts last."""
    assert rules.formula is not None
    is_high = rules.first.is_high is not rules.formula.is_gap
    return (min if is_high else max)(rolls, key=lambda terms: sum(term.amount for term in terms))


def _purpose(formula: Expression, code: DiceCode, place: int, many: int) -> str:
    words = "initiative" if len(formula.dice) == 1 else f"initiative ({code})"
    return f"{words}, {place + 1} of {many}" if many > 1 else words


def terms_of(
    encounter: Encounter, rules: RuleSet, combatant_id: Id, who: Sequence[Id], fallen: Mapping[int, int]
) -> tuple[Term, ...]:
    """Return the terms of a number: the dice of the unit, all other values the combatant's own."""
    assert rules.formula is not None
    if has_fixed_number(encounter, combatant_id):
        return (fixed_number(encounter, combatant_id),)
    shared, own = values_of_unit(encounter, who), _own_values(encounter, rules, combatant_id, who)
    parts = addends(rules.formula.body)
    return tuple(addend.term(shared if isinstance(addend.node, DiceThrow) else own, fallen, VALUE) for addend in parts)


def added(encounter: Encounter, rules: RuleSet, combatant_id: Id, who: Sequence[Id]) -> int:
    """Return the sum of the terms without dice."""
    assert rules.formula is not None
    own = _own_values(encounter, rules, combatant_id, who)
    return sum(
        addend.term(own, {}, VALUE).amount for addend in addends(rules.formula.body) if not has_dice(addend.node)
    )


def _may_add(encounter: Encounter, rules: RuleSet, combatant_id: Id) -> tuple[int, int]:
    """Return the least and the most that may be added to a roll, where the sheet does not tell; else 0 and 0."""
    assert rules.formula is not None
    plain = [addend for addend in addends(rules.formula.body) if not has_dice(addend.node)]
    values, bounds = memory.values_of(encounter, combatant_id), rules.bounds()
    keys = {key for addend in plain for key in fields_of(addend.node)}
    if not keys or any(values[field.key] != field.default for field in rules.fields if field.key in keys):
        return (0, 0)
    each = [bounds_of(addend.node, bounds) for addend in plain]
    ends = [
        (-high, -low) if addend.is_taken_off else (low, high) for addend, (low, high) in zip(plain, each, strict=True)
    ]
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def _own_values(encounter: Encounter, rules: RuleSet, combatant_id: Id, who: Sequence[Id]) -> dict[str, int]:
    """Return the values used beside the dice: those of the place if it is shared."""
    return values_of_unit(encounter, who) if rules.place.holder.is_shared else memory.values_of(encounter, combatant_id)


def _behind(draft: Draft, numbers: Mapping[Id, list[tuple[Term, ...]]]) -> dict[Id, list[tuple[Term, ...]]]:
    """Turn each throw into its distance behind the highest of all."""
    thrown = [sum(term.amount for term in terms) for sums in numbers.values() for terms in sums]
    fresh = not any(recall(standing).has_number for standing in draft.encounter.standings.values())
    highest = max(thrown, default=0)
    highest = highest if fresh else max(highest, memory.recall_fight(draft.encounter).highest)
    memory.change_fight(draft, highest=highest)
    most = Term("the highest of all", highest, VALUE)
    return {
        combatant_id: [
            _limited(rules_of(draft.encounter), (most, *(replace(term, amount=-term.amount) for term in terms)))
            for terms in sums
        ]
        for combatant_id, sums in numbers.items()
    }


def _limited(rules: RuleSet, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the terms of a distance, with what it is above the greatest one taken off."""
    most = rules.formula.most if rules.formula else 0
    above = sum(term.amount for term in terms) - most
    return (*terms, Term(f"at most {most}", -above, VALUE)) if most and above > 0 else terms


def share(draft: Draft, combatant_id: Id) -> bool:
    """Give a newcomer the throw of its unit; return False if nobody of the unit has a number."""
    encounter, rules = draft.encounter, rules_of(draft.encounter)
    others = unit_of(encounter, combatant_id)
    by_turn = {Status.ACTING: 0, Status.READY: 1}  # the newcomer joins the running turn, or else one to come
    for other in sorted(others, key=lambda mate: by_turn.get(encounter.standings[mate].status, 2)):
        standing = encounter.standings[other]
        if other != combatant_id and recall(standing).has_number and standing.score:
            whole = rules.place.holder.is_shared or rules.number.source is not Source.EXPRESSION
            if whole or rules.formula is None or rules.formula.is_gap:
                now = recall(standing)
                draft.record(ScoreSet(combatant_id, standing.score, VALUE))
                joins = replace(recall(draft.standing(combatant_id)), has_number=True, numbers=now.numbers)
                if rules.place.holder.is_shared:  # a shared place has shared turns
                    joins = replace(joins, lap=now.lap, turns=now.turns)
                draft.remember(combatant_id, joins)
            elif has_mixed_dice(rules.formula):  # the score does not record the faces, so the newcomer rolls
                return False
            else:
                thrown = [term for term in standing.score.terms if term.part in (TermKind.THROW, TermKind.CORRECTION)]
                own = memory.values_of(encounter, combatant_id)
                plain = [
                    addend.term(own, {}, VALUE) for addend in addends(rules.formula.body) if not has_dice(addend.node)
                ]
                _give(
                    draft, combatant_id, [Score((*thrown, *plain, *extras(encounter, encounter, combatant_id)))], VALUE
                )
            return True
    return False


# Cards


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards that one place draws, of which it keeps one."""

    unit: Unit
    size: int
    keeps_best: bool
    redraws: int
    """The rank up to which the card is drawn again; 0 for none."""


def hands(encounter: Encounter, ids: Iterable[Id]) -> tuple[Hand, ...]:
    """List the hands that are drawn for ``ids``, one for each place, by the sheet of the first of a unit."""
    number = rules_of(encounter).number
    dealt = []
    for unit in units(encounter, ids):
        _, who = unit
        if has_fixed_number(encounter, who[0]) or told_card(encounter, who[0]):
            continue
        values = values_of_unit(encounter, who)
        draws = values[number.draws] if number.draws else 1
        redraws = values[number.redraws] if number.redraws else 0
        many = max(places(encounter, combatant_id) for combatant_id in who)
        dealt += [Hand(unit, max(1, min(MOST_DRAWN, abs(draws))), draws >= 0, redraws)] * many
    return tuple(dealt)


def _drawn(draft: Draft, ids: Sequence[Id], rules: RuleSet) -> dict[Id, list[tuple[Term, ...]]]:
    encounter, deck = draft.encounter, _deck_for(draft.encounter, ids)
    waiting = hands(encounter, ids)
    kept: dict[Id, list[int]] = {
        who[0]: [card] * places(encounter, who[0]) if (card := told_card(encounter, who[0])) else []
        for _, who in units(encounter, ids)
    }
    told = [card for cards in kept.values() for card in cards]
    deck.out += told
    deck.held += told
    deck.free.difference_update(told)
    if deck.left < sum(hand.size for hand in waiting):
        deck.shuffle()
    # The cards of the table come first, with those that are drawn again, so that the app gives nobody one of them.
    parts = (
        [hand for hand in waiting if is_at_table(encounter, hand.unit[1]) is typed_in] for typed_in in (True, False)
    )
    for part in parts:
        _deal_hands(draft, deck, part, kept, rules)
    typed_cards = [card for who, cards in kept.items() if is_at_table(encounter, (who,)) for card in cards]
    _deal_anew(draft, deck, {*typed_cards, *told}, ids)
    memory.change_fight(draft, dealt=tuple(deck.out[-deck.size :]))
    numbers: dict[Id, list[tuple[Term, ...]]] = {
        combatant_id: [
            (Term(_label(card, deck.size), card, VALUE, TermKind.THROW),)
            for card in kept[who[0]][: places(encounter, combatant_id)]
        ]
        for _, who in units(encounter, ids)
        for combatant_id in who
    }
    fixed: dict[Id, list[tuple[Term, ...]]] = {
        combatant_id: [(fixed_number(encounter, combatant_id),)] * places(encounter, combatant_id)
        for combatant_id in ids
        if has_fixed_number(encounter, combatant_id)
    }
    return numbers | fixed


def _deal_hands(
    draft: Draft, deck: Deck, waiting: Sequence[Hand], kept: Mapping[Id, list[int]], rules: RuleSet
) -> None:
    """Deal the cards of these hands, and add the one of each that counts to those that are ``kept``."""
    while waiting:
        deck.make_room(waiting[0].size)
        batch = _hands_that_fit(waiting, deck.left)
        waiting = waiting[len(batch) :]
        hints = [_hint(hand, at) for hand in batch for at in range(hand.size)]
        fallen = deck.deal(draft, [hand.unit for hand in batch for _ in range(hand.size)], VALUE, hints)
        deck.held += fallen
        for hand in batch:
            own, fallen = fallen[: hand.size], fallen[hand.size :]
            card = max(own) if hand.keeps_best is rules.first.is_high else min(own)
            deck.discard(*own)
            for _ in range(MOST_REDRAWN):
                if rank_of(card, deck.size) > hand.redraws:
                    break
                deck.make_room(1)
                hint = f"{show_card(card, deck.size)} goes: {hand.redraws} or lower is drawn again"
                (card,) = deck.deal(draft, [hand.unit], VALUE, [hint], again=True)
            deck.held.append(card)
            kept[hand.unit[1][0]].append(card)


def _hint(hand: Hand, at: int) -> str:
    """Say which of several cards this one is, and which of them counts; nothing of a single card.

    >>> _hint(Hand(("", ()), 2, True, 0), 0), _hint(Hand(("", ()), 3, False, 0), 2)
    ('1st of 2, the better counts', '3rd of 3, the worst counts')
    """
    if hand.size == 1:
        return ""
    place = {1: "1st", 2: "2nd", 3: "3rd"}.get(at + 1, f"{at + 1}th")
    best, worst = ("better", "worse") if hand.size == 2 else ("best", "worst")
    return f"{place} of {hand.size}, the {best if hand.keeps_best else worst} counts"


def _deal_anew(draft: Draft, deck: Deck, typed_cards: Collection[int], ids: Collection[Id]) -> None:
    """Give another card to those outside ``ids`` who have one from the app that the table has dealt now."""
    encounter = draft.encounter
    for name, who in units(encounter, [other for other in encounter.order if other not in ids]):
        score = encounter.standings[who[0]].score
        card = next((term.amount for term in score.terms if term.part is TermKind.THROW), 0) if score else 0
        if card not in typed_cards or is_at_table(encounter, who) or not _holds_card(encounter.standings[who[0]]):
            continue
        deck.make_room(1)
        (new,) = deck.deal(draft, [(name, who)], VALUE)
        deck.held.append(new)
        words = f"{name} gets another card: the {name_card(card, deck.size)} was dealt at the table."
        draft.record(Noted(words, VALUE))
        for combatant_id in who:
            draft.record(
                ScoreSet(combatant_id, Score((Term(_label(new, deck.size), new, VALUE, TermKind.THROW),)), VALUE)
            )


def _deck_for(encounter: Encounter, ids: Collection[Id]) -> Deck:
    """Return the deck from which ``ids`` are dealt cards, while all others hold theirs."""
    held = [
        term.amount
        for combatant_id in encounter.able()
        if combatant_id not in ids and _holds_card(encounter.standings[combatant_id])
        for score in recall(encounter.standings[combatant_id]).numbers or [encounter.standings[combatant_id].score]
        for term in (score.terms if score else ())
        if term.part is TermKind.THROW
    ]
    out = dict.fromkeys((*memory.recall_fight(encounter).dealt, *held))
    able = encounter.able()
    at_table = [
        term.amount
        for combatant_id in able
        if encounter.combatants[combatant_id].at_table and (score := encounter.standings[combatant_id].score)
        for term in score.terms
        if combatant_id not in ids
    ]
    is_shared = not all(encounter.combatants[combatant_id].at_table for combatant_id in able)
    return Deck(rules_of(encounter).number.cards, [*out], held, {*out}.difference(at_table) if is_shared else set())


def _holds_card(standing: Standing) -> bool:
    """Return whether the combatant has a number, or waits with the card of an earlier round."""
    now = recall(standing)
    return now.has_number or now.kept or standing.status is Status.HOLDING


def _hands_that_fit(waiting: Sequence[Hand], left: int) -> Sequence[Hand]:
    """Return the hands, in their order, for which so many cards are enough."""
    sizes = accumulate(hand.size for hand in waiting)
    return waiting[: sum(size <= left for size in sizes)]


def _label(card: int, cards: int) -> str:
    return "card" if cards == RANKS_ALONE else name_card(card, cards)


def shuffle(draft: Draft) -> None:
    """Shuffle the deck before a round: always, or only after a joker (G12)."""
    rules = rules_of(draft.encounter)
    dealt = memory.recall_fight(draft.encounter).dealt
    has_joker = rules.number.cards > JOKER and any(card >= JOKER for card in dealt)
    if rules.ends.shuffles and has_joker:
        draft.record(Noted("A joker was dealt: the deck is shuffled.", END))
    if not rules.ends.shuffles or has_joker:
        memory.change_fight(draft, dealt=())
