"""How numbers are made (G2): what is rolled, typed or told, and cards that are dealt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product
from typing import assert_never

from turntrack.core.cards import JOKER, RANKS_ALONE, name_card, rank_of, show_card
from turntrack.core.dice import DiceCode, DiceRequest
from turntrack.core.draft import Draft
from turntrack.core.events import Noted, ScoreSet
from turntrack.core.fields import DEALT
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.score import Score, Term, TermKind
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import END, START, VALUE
from turntrack.systems.table_rules.settings import Source
from turntrack.systems.toolkit.dice_expression import (
    DiceRoll,
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

_MOST_REDRAWN = 10
"""The number of cards after which a low one is kept, so that no deck can block a fight."""
ROLLS = (", first roll", ", second roll")
"""The words for rolls of which the worse counts."""
MOST_DRAWN = 9
"""The greatest number of cards of which one is kept."""


def dice_in_number(encounter: Encounter, combatant_id: Id, purpose: str) -> DiceCode | None:
    """Return the dice of a number that adds exactly one plain roll; None for any other number."""
    formula = rules_of(encounter).formula
    if formula is None or formula.is_gap or len(formula.dice) != 1 or purpose != "initiative":
        return None
    (die,) = formula.dice
    if initiative.has_fixed_number(encounter, combatant_id):
        return None
    is_added = any(addend.node == die and not addend.is_taken_off for addend in addends(formula.body))
    if not is_added or not is_plain(die):
        return None
    own = initiative.unit_of(encounter, combatant_id)
    return code_of(die, initiative.values_of_unit(encounter, own))


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
                for combatant_id, first in initiative.rollers(draft.encounter, ids).items()
            }
        case Source.NONE | Source.LISTED:
            return
        case _:
            assert_never(rules.number.source)
    now, own = draft.encounter, initiative.rollers(draft.encounter, ids)
    for combatant_id, all_terms in numbers.items():
        more = () if initiative.has_fixed_number(now, combatant_id) else extras(before, now, own[combatant_id])
        _give(draft, combatant_id, [Score((*terms, *more)) for terms in all_terms], rule)


def extras(before: Encounter, now: Encounter, combatant_id: Id) -> tuple[Term, ...]:
    """List the terms of a number beside the rule set's expression: surprise (G13) and debt (G12)."""
    rules, terms = rules_of(now), list[Term]()
    standing = before.standings.get(combatant_id)
    if rules.surprise.modifies_number and recall(now.standings[combatant_id]).is_surprised:
        terms.append(Term("surprised", rules.start.amount, START))
    if rules.ends.carries and standing and recall(standing).has_number:
        owed = initiative.left(standing, rules)
        if owed < 0 < -rules.later_sign:
            terms.append(Term("debt", owed, END))
    return tuple(terms)


def typed(encounter: Encounter, combatant_id: Id) -> int:
    """Return the number that the game master has typed, 0 if none."""
    value = encounter.combatants[combatant_id].sheet.get("initiative", 0)
    return value if isinstance(value, int) else 0


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
    for name, who in initiative.units(encounter, ids):
        values, shared = initiative.values_of_unit(encounter, who), rules.place.holder.is_shared
        many = max(initiative.places(encounter, combatant_id) for combatant_id in who)
        times = _count_rolls(encounter, who[:1] if shared else who)
        for place, time in product(range(many), range(times)):
            for die in formula.dice:
                code = code_of(die, values)
                if code and not initiative.has_fixed_number(encounter, who[0]):
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
    for _, who in initiative.units(encounter, ids):
        for combatant_id in who:
            times = _count_rolls(encounter, (who[0] if rules.place.holder.is_shared else combatant_id,))
            numbers[combatant_id] = [
                (Term("told", told[who[0], place], VALUE, TermKind.ROLL),)
                if (who[0], place) in told
                else _worst(
                    [
                        _terms_of(encounter, rules, combatant_id, who, fallen.get((who[0], place, time), {}))
                        for time in range(times)
                    ],
                    rules,
                )
                for place in range(initiative.places(encounter, combatant_id))
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


def _terms_of(
    encounter: Encounter, rules: RuleSet, combatant_id: Id, who: Sequence[Id], fallen: Mapping[int, int]
) -> tuple[Term, ...]:
    """Return the terms of a number: the dice of the unit, all other values the combatant's own."""
    assert rules.formula is not None
    if initiative.has_fixed_number(encounter, combatant_id):
        return (initiative.fixed_number(encounter, combatant_id),)
    shared, own = initiative.values_of_unit(encounter, who), _own_values(encounter, rules, combatant_id, who)
    parts = addends(rules.formula.body)
    return tuple(addend.term(shared if isinstance(addend.node, DiceRoll) else own, fallen, VALUE) for addend in parts)


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
    return (
        initiative.values_of_unit(encounter, who)
        if rules.place.holder.is_shared
        else memory.values_of(encounter, combatant_id)
    )


def _behind(draft: Draft, numbers: Mapping[Id, list[tuple[Term, ...]]]) -> dict[Id, list[tuple[Term, ...]]]:
    """Turn each roll into its distance behind the highest of all."""
    rolled = [sum(term.amount for term in terms) for sums in numbers.values() for terms in sums]
    fresh = not any(recall(standing).has_number for standing in draft.encounter.standings.values())
    highest = max(rolled, default=0)
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
    """Give a newcomer the roll of its unit; return False if nobody of the unit has a number."""
    encounter, rules = draft.encounter, rules_of(draft.encounter)
    others = initiative.unit_of(encounter, combatant_id)
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
                rolled = [term for term in standing.score.terms if term.part in (TermKind.ROLL, TermKind.CORRECTION)]
                own = memory.values_of(encounter, combatant_id)
                plain = [
                    addend.term(own, {}, VALUE) for addend in addends(rules.formula.body) if not has_dice(addend.node)
                ]
                _give(
                    draft, combatant_id, [Score((*rolled, *plain, *extras(encounter, encounter, combatant_id)))], VALUE
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
    for unit in initiative.units(encounter, ids):
        _, who = unit
        if initiative.has_fixed_number(encounter, who[0]) or told_card(encounter, who[0]):
            continue
        values = initiative.values_of_unit(encounter, who)
        draws = values[number.draws] if number.draws else 1
        redraws = values[number.redraws] if number.redraws else 0
        many = max(initiative.places(encounter, combatant_id) for combatant_id in who)
        dealt += [Hand(unit, max(1, min(MOST_DRAWN, abs(draws))), draws >= 0, redraws)] * many
    return tuple(dealt)


def _drawn(draft: Draft, ids: Sequence[Id], rules: RuleSet) -> dict[Id, list[tuple[Term, ...]]]:
    encounter, deck = draft.encounter, _deck_for(draft.encounter, ids)
    waiting = hands(encounter, ids)
    kept: dict[Id, list[int]] = {
        who[0]: [card] * initiative.places(encounter, who[0]) if (card := told_card(encounter, who[0])) else []
        for _, who in initiative.units(encounter, ids)
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
            (Term(_label(card, deck.size), card, VALUE, TermKind.ROLL),)
            for card in kept[who[0]][: initiative.places(encounter, combatant_id)]
        ]
        for _, who in initiative.units(encounter, ids)
        for combatant_id in who
    }
    fixed: dict[Id, list[tuple[Term, ...]]] = {
        combatant_id: [(initiative.fixed_number(encounter, combatant_id),)] * initiative.places(encounter, combatant_id)
        for combatant_id in ids
        if initiative.has_fixed_number(encounter, combatant_id)
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
            for _ in range(_MOST_REDRAWN):
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
    for name, who in initiative.units(encounter, [other for other in encounter.order if other not in ids]):
        score = encounter.standings[who[0]].score
        card = next((term.amount for term in score.terms if term.part is TermKind.ROLL), 0) if score else 0
        if card not in typed_cards or is_at_table(encounter, who) or not _holds_card(encounter.standings[who[0]]):
            continue
        deck.make_room(1)
        (new,) = deck.deal(draft, [(name, who)], VALUE)
        deck.held.append(new)
        words = f"{name} gets another card: the {name_card(card, deck.size)} was dealt at the table."
        draft.record(Noted(words, VALUE))
        for combatant_id in who:
            draft.record(
                ScoreSet(combatant_id, Score((Term(_label(new, deck.size), new, VALUE, TermKind.ROLL),)), VALUE)
            )


def _deck_for(encounter: Encounter, ids: Collection[Id]) -> Deck:
    """Return the deck from which ``ids`` are dealt cards, while all others hold theirs."""
    held = [
        term.amount
        for combatant_id in encounter.able()
        if combatant_id not in ids and _holds_card(encounter.standings[combatant_id])
        for score in recall(encounter.standings[combatant_id]).numbers or [encounter.standings[combatant_id].score]
        for term in (score.terms if score else ())
        if term.part is TermKind.ROLL
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
