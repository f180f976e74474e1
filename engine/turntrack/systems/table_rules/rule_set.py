"""A rule set of thirteen frozen settings. Creating one with contradictory settings raises BadValue."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from turntrack.codec.dataclass_json import read_fields, write_fields
from turntrack.codec.json_values import read_json, write_json
from turntrack.codec.upgrades import Upgrade, read_head
from turntrack.core.errors import BadSave, BadValue, expect
from turntrack.core.fields import LONGEST_TEXT, Kind, clean_text
from turntrack.core.fields import Field as FormField
from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules.settings import (
    ATTACK,
    COST,
    LAP_STEP,
    LONGEST_EXTRA,
    LONGEST_WORD,
    NUMBER,
    PLACES,
    RISES,
    SEGMENTS,
    TYPED,
    ActionPrice,
    Chooser,
    DelayEffect,
    DelayRule,
    EndEffect,
    First,
    Fresh,
    Holder,
    LapKind,
    Laps,
    LateEffect,
    Number,
    Order,
    OutOfTurn,
    Place,
    Refill,
    RoundEnd,
    SheetField,
    Source,
    Start,
    Surprise,
    SurpriseEffect,
    TieBy,
    TieRule,
    TurnCounter,
)
from turntrack.systems.toolkit.dice_expression import BoundsOf, Expression, parse

SETTINGS = 13


LONGEST_RULES = 8_000
KIND = "turntrack-rules"

RULES_UPGRADES: tuple[Upgrade, ...] = ()
"""From each released format of rule sets to the next."""

RULES_FORMAT = len(RULES_UPGRADES) + 1

_FIELD_KEY = re.compile(r"(?!(?:max|min|gap|d[0-9]*|side|group|note|health|table|initiative)$)[a-z][a-z_0-9]{0,19}")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A whole rule set. Creating one with contradictory settings raises BadValue."""

    name: str = "d20, once"
    emblem: Emblem = Emblem.ROW
    note: str = ""
    pages: tuple[str, ...] = ()
    """The page of each setting in the game's own book, in the order of the thirteen."""
    fields: tuple[SheetField, ...] = (SheetField(),)
    place: Place = Place()
    number: Number = Number()
    fresh: Fresh = Fresh.ONCE
    first: First = First.HIGH
    ties: tuple[TieRule, ...] = ()
    order: Order = Order.NUMBER
    chooser: Chooser = Chooser.APP
    laps: Laps = Laps()
    budget: tuple[TurnCounter, ...] = ()
    prices: tuple[ActionPrice, ...] = ()
    out_of_turn: OutOfTurn = OutOfTurn()
    ends: RoundEnd = RoundEnd()
    start: Start = Start()
    formula: Expression | None = dataclasses.field(init=False, repr=False, compare=False, default=None)
    """The parsed expression of the number, if it has one."""
    delay: DelayEffect = dataclasses.field(init=False, repr=False, compare=False, default=DelayEffect())
    end: EndEffect = dataclasses.field(init=False, repr=False, compare=False, default=EndEffect())
    surprise: SurpriseEffect = dataclasses.field(init=False, repr=False, compare=False, default=SurpriseEffect())
    late: LateEffect = dataclasses.field(init=False, repr=False, compare=False, default=LateEffect())
    fingerprint: int = dataclasses.field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "delay", self.out_of_turn.waiting.effect)
        object.__setattr__(self, "end", self.ends.when.effect)
        object.__setattr__(self, "surprise", self.start.surprise.effect)
        object.__setattr__(self, "late", self.start.late.effect)
        _check_words(self)
        _check_amounts(self)
        for complaint in _contradictions(self):
            raise BadValue(complaint)
        if self.number.source is Source.EXPRESSION:
            object.__setattr__(self, "formula", parse(self.number.text, self.bounds()))
        # computed once: caches look rule sets up at every tap
        parts = tuple(getattr(self, setting.name) for setting in dataclasses.fields(self) if setting.compare)
        object.__setattr__(self, "fingerprint", hash(parts))

    def __hash__(self) -> int:
        return self.fingerprint

    def bounds(self) -> BoundsOf:
        return {field.key: (field.low, field.high) for field in self.fields}

    @property
    def has_numbers(self) -> bool:
        return self.number.source.makes_numbers

    @property
    def goes_by_list(self) -> bool:
        return self.order is Order.NUMBER and not self.has_numbers

    @property
    def goes_together(self) -> bool:
        """Return whether combatants with equal numbers act at the same time."""
        return any(tie.by is TieBy.TOGETHER for tie in self.ties)

    @property
    def is_chosen(self) -> bool:
        """Return whether somebody says who is next."""
        return self.chooser is not Chooser.APP

    @property
    def is_spent_to_zero(self) -> bool:
        """Return whether numbers are spent down to 0, without debts."""
        return (self.laps.kind is LapKind.NUMBER or self.end.at_zero) and not self.ends.carries

    @property
    def counts_out_of_turn(self) -> bool:
        """Return whether the number of times an action was done out of turn matters."""
        return any(price.off_turn and (price.repeat or price.once) for price in self.prices)

    @property
    def first_price(self) -> ActionPrice | None:
        """The first action that costs points of the number on the own turn."""
        return next(
            (
                price
                for price in self.prices
                if price.of == NUMBER and (price.cost or price.halves) and not price.off_turn
            ),
            None,
        )

    @property
    def actions(self) -> tuple[ActionPrice, ...]:
        """The offered actions: the rule set's, and an attack if none of them is for the own turn."""
        is_named = any(not price.off_turn or price.key == ATTACK.key for price in self.prices)
        return self.prices if is_named else (ATTACK, *self.prices)

    def price(self, key: str) -> ActionPrice | None:
        return next((price for price in self.actions if price.key == key), None)


def _form_field(field: SheetField) -> FormField:
    text = "The modifier, such as +2; not the score." if field.is_modifier else ""
    return FormField(
        field.key,
        field.label,
        Kind.NUMBER,
        field.default,
        text,
        low=field.low,
        high=field.high,
        is_modifier=field.is_modifier,
    )


def form_fields(rules: RuleSet) -> tuple[FormField, ...]:
    """Return the fields of a combatant's sheet."""
    own = tuple(map(_form_field, rules.fields))
    return (*own, TYPED) if rules.number.source is Source.TYPED else own


def write_rules(rules: RuleSet) -> str:
    """Return the rule set as JSON without default values."""
    return write_json(rules_to_json(rules))


def rules_to_json(rules: RuleSet) -> dict[str, object]:
    """Return the rule set as a JSON object without default values."""
    return {"kind": KIND, "format": RULES_FORMAT, **write_fields(rules)}


def read_rules(text: str) -> RuleSet:
    """Read a rule set from outside. Raises BadValue with the place of the error."""
    rules = read_kept_rules(text)
    check_sentences(rules)
    return rules


def read_kept_rules(text: str) -> RuleSet:
    """Read a stored rule set, which may break the checks of `check_sentences`. Raises BadValue."""
    try:
        return rules_from_json(read_json(text, LONGEST_RULES))
    except BadSave as error:
        raise BadValue(str(error)) from error


def rules_from_json(raw: object) -> RuleSet:
    """Read a stored rule set from its JSON object. Raises BadSave."""
    rules = read_fields(read_head(raw, KIND, RULES_UPGRADES, "These are no rules of Turntrack."), RuleSet)
    expect(len(write_rules(rules)) <= LONGEST_RULES, f"These rules are too long: at most {LONGEST_RULES} characters.")
    return rules


# Limits of single settings

RESERVED = frozenset(
    (
        "end",
        "wait",
        "act_now",
        "nominate",
        "swap",
        "declare",
        "surprise",
        "rules",
        "change",
        "everybody_ends",
        "next_phase",
        NUMBER,
    )
)
"""The system's own actions."""


def _check_words(rules: RuleSet) -> None:
    words = [
        ("The name of the rules", rules.name, LONGEST_WORD, False),
        ("The note", rules.note, LONGEST_TEXT, True),
        ("What goes up", rules.ends.rises, LONGEST_WORD, True),
        *(("A page", page, LONGEST_EXTRA, True) for page in rules.pages),
        *(("A field", field.label, LONGEST_WORD, False) for field in rules.fields),
        *(("A phase", phase.name, LONGEST_WORD, False) for phase in rules.laps.phases),
        *(("A pace", phase.pace, LONGEST_WORD, True) for phase in rules.laps.phases),
        *(("A counter", counter.name, LONGEST_WORD, False) for counter in rules.budget),
        *(("An action", price.name, LONGEST_WORD, False) for price in rules.prices),
        *(("What an action says", price.says, LONGEST_EXTRA, True) for price in rules.prices),
    ]
    for label, text, longest, may_be_empty in words:
        if clean_text(label, text, longest) != text or not (text or may_be_empty):
            raise BadValue(f"{label}: {'some' if text else 'a'} text without spaces around it was expected.")


def _check_amounts(rules: RuleSet) -> None:
    many: tuple[tuple[str, int, int], ...] = (
        ("pages", len(rules.pages), SETTINGS),
        ("fields", len(rules.fields), 8),
        ("ways to settle ties", len(rules.ties), 6),
        ("phases", len(rules.laps.phases), 12),
        ("counters", len(rules.budget), 6),
        ("actions", len(rules.prices), 20),
        *(("steps of a penalty", len(price.repeat), 5) for price in rules.prices),
    )
    for what, amount, most in many:
        if amount > most:
            raise BadValue(f"At most {most} {what}, not {amount}.")
    for what, amount, low, high in (
        ("G1: places", rules.place.many, *PLACES),
        ("G8: what a lap takes off", rules.laps.step, *LAP_STEP),
        ("G8: segments", rules.laps.segments, *SEGMENTS),
        ("G12: the most", rules.ends.most, *RISES),
        ("G13: the modifier", rules.start.amount, -99, 99),
        *((f"{field.label}: the least", field.low, TYPED.low, TYPED.high) for field in rules.fields),
        *((f"{field.label}: the most", field.high, field.low, TYPED.high) for field in rules.fields),
        *((f"{field.label}: at first", field.default, field.low, field.high) for field in rules.fields),
        *((f"G9: {counter.name}", counter.amount, *COST) for counter in rules.budget),
        *((f"G10: {price.name}", price.cost, *COST) for price in rules.prices),
        *((f"G10: {price.name}, again", step, *COST) for price in rules.prices for step in price.repeat),
    ):
        if not low <= amount <= high:
            raise BadValue(f"{what}: a number from {low} to {high} was expected, not {amount}.")


# Contradictions between settings


def check_sentences(rules: RuleSet) -> None:
    """Raise BadValue if two sentences of these rules contradict each other.

    Not part of `RuleSet` itself, so that fights with older rules can go on: such rules can be read, not newly set.
    """
    for complaint in (*_of_numbers_that_last(rules), *_of_a_count_without_end(rules), *_of_surprise(rules)):
        raise BadValue(complaint)


def _of_numbers_that_last(rules: RuleSet) -> Iterator[str]:
    if rules.laps.kind is LapKind.NUMBER and rules.fresh is not Fresh.ROUND:
        yield "G3: laps that take off the number need new numbers every round."
    if rules.fresh is Fresh.LAP and rules.number.source is Source.TYPED:
        yield "G3: numbers are typed for the fight or for a round, not for a lap."
    if rules.delay.stays and rules.has_numbers and not rules.fresh.is_lasting:
        yield "G11: nobody is placed for good where numbers are made anew."
    if rules.ends.carries and rules.first is First.LOW:
        yield "G12: nothing is overdrawn where the lowest is first."


def _of_a_count_without_end(rules: RuleSet) -> Iterator[str]:
    if not rules.end.is_endless:
        return
    if not rules.fresh.is_lasting:
        yield "G3: where the count goes on there are no rounds to make numbers for."
    if any(counter.refill is Refill.ROUND for counter in rules.budget):
        yield "G9: where the count goes on no counter is filled each round."
    if any(price.halves for price in rules.prices):
        yield "G10: a number is halved only where the highest is first."
    if rules.ends.rises:
        yield f"G12: where the count goes on {rules.ends.rises} never goes up."
    if rules.surprise.acts_first:
        yield "G13: where the count goes on there is no first round to act first in."
    if rules.late.misses_round:
        yield "G13: where the count goes on no next round comes."


def _of_surprise(rules: RuleSet) -> Iterator[str]:
    sooner = rules.start.amount > 0 if rules.first is First.HIGH else rules.start.amount < 0
    if rules.surprise.modifies_number and sooner:
        yield "G13: with this modifier the surprised would act sooner."


def _contradictions(rules: RuleSet) -> Iterator[str]:
    """Yield each contradiction as a sentence."""
    keys = [field.key for field in rules.fields]
    for key in keys:
        if not _FIELD_KEY.fullmatch(key):
            yield f"A field cannot be called “{key[:40]}”: small letters, digits and _, and no word known already."
    yield from _twice("Fields", keys)
    yield from _twice("Counters", [counter.name.casefold() for counter in rules.budget])
    yield from _twice("Actions", [price.key for price in rules.prices])
    of_all = (*(tie.field for tie in rules.ties), *(counter.field for counter in rules.budget))
    named = (rules.place.field, rules.laps.field, *of_all)
    for key in named:
        if key and key not in keys:
            yield f"There is no field “{key[:40]}” on the sheet."
    for tie in rules.ties:
        if tie.by is TieBy.FIELD and not tie.field:
            yield "G5: say which field settles a tie."
    if rules.number.source is Source.CARDS and rules.number.cards not in (10, 54):
        yield f"G2: a deck has 10 or 54 cards, not {rules.number.cards}."
    yield from _of_order(rules)
    yield from _of_laps(rules)
    yield from _of_prices(rules)
    yield from _of_ends(rules)


def _twice(what: str, names: list[str]) -> Iterator[str]:
    for name in names:
        if names.count(name) > 1:
            yield f"{what}: “{name}” stands there twice."


CHOOSERS: Mapping[Order, tuple[Chooser, ...]] = MappingProxyType(
    {
        Order.NUMBER: (Chooser.APP,),
        Order.COUNT: (Chooser.APP,),
        Order.BAG: (Chooser.APP,),
        Order.SIDES: (Chooser.APP, Chooser.SIDE, Chooser.MASTER),
        Order.ALTERNATING: (Chooser.APP, Chooser.SIDE, Chooser.MASTER),
        Order.POPCORN: (Chooser.ACTOR,),
        Order.ANYONE: (Chooser.MASTER, Chooser.SIDE),
    }
)
"""The choosers that each order allows, the usual one first."""


def _of_order(rules: RuleSet) -> Iterator[str]:
    slots = rules.place.holder is Holder.SLOT
    allowed = (Chooser.SIDE, Chooser.APP) if slots else CHOOSERS[rules.order]
    if rules.chooser not in allowed:
        yield f"G7: here the next can be chosen by {' or '.join(chooser.value for chooser in allowed)}."
    if slots and not (rules.order is Order.NUMBER and rules.has_numbers and rules.laps.kind is LapKind.ONE):
        yield "G1: open slots go by number, once a round."
    if rules.place.holder.is_shared and rules.order not in (Order.NUMBER, Order.COUNT):
        yield "G1: a place for a group or a side goes by number or by count."
    if rules.order in (Order.BAG, Order.POPCORN, Order.ANYONE) and rules.has_numbers:
        yield "G2: where nobody goes by number, there is none."
    if rules.order is Order.COUNT:
        yield from _of_count(rules)
    elif (rules.delay.stays or rules.delay.swaps) and rules.order is not Order.NUMBER:
        yield "G11: to wait for good, or to swap, there must be an order by number."
    if rules.out_of_turn.waiting is not DelayRule.NONE and (slots or rules.order in (Order.POPCORN, Order.ANYONE)):
        yield "G11: where anybody can be next, nobody has to wait."
    if rules.delay.swaps and not rules.has_numbers:
        yield "G11: numbers can be swapped where there are some."


def _of_count(rules: RuleSet) -> Iterator[str]:
    one_place = rules.place.holder is Holder.EACH and not _has_places(rules)
    if not rules.has_numbers or rules.laps.kind is not LapKind.ONE or not one_place:
        yield "G6: by count each has one place, a number, and no laps."
    if rules.fresh is Fresh.LAP:
        yield "G3: by count there are no laps to roll for."
    if rules.first_price is None:
        yield "G10: by count at least one action has to cost points of the number."
    if not (rules.end.at_zero or rules.end.is_endless) or (rules.end.at_zero) is (rules.first is First.LOW):
        yield "G12: by count a round ends at 0 where the highest acts, and never where the lowest does."
    if rules.out_of_turn.waiting not in (DelayRule.NONE, DelayRule.ROUND):
        yield "G11: by count one waits within the round, or not at all."
    if rules.start.surprise is Surprise.LAP:
        yield "G13: by count there is no first lap to lose."


def _of_laps(rules: RuleSet) -> Iterator[str]:
    laps = rules.laps
    if laps.kind is LapKind.NUMBER and not (
        rules.has_numbers and rules.first is First.HIGH and rules.order is Order.NUMBER and not _has_places(rules)
    ):
        yield "G8: laps that take off the number go by number, the highest first, with one place each."
    if laps.kind is LapKind.BUDGET:
        counter = next((counter for counter in rules.budget if counter.name == laps.counter), None)
        if counter is None or counter.refill is Refill.TURN:
            yield "G8: say which counter lasts; it cannot be filled again at each turn."
    if laps.kind is LapKind.PHASES and not laps.phases:
        yield "G8: name a phase."
    if laps.kind is LapKind.CHART and not laps.field:
        yield "G8: say which field of the sheet stands in the chart."
    if rules.fresh is Fresh.LAP and (laps.kind is LapKind.ONE or not rules.has_numbers):
        yield "G3: there are no laps, or no numbers, to roll for."


def _has_places(rules: RuleSet) -> bool:
    return rules.place.many > 1 or bool(rules.place.field)


def _of_prices(rules: RuleSet) -> Iterator[str]:
    counters = [counter.name for counter in rules.budget]
    if rules.out_of_turn.reaction and rules.out_of_turn.reaction not in counters:
        yield f"G11: there is no counter “{rules.out_of_turn.reaction[:40]}” for reactions."
    for price in rules.prices:
        if not price.key or price.key in RESERVED:
            yield f"G10: an action cannot be called “{price.name}”."
        if price.of and price.of != NUMBER and price.of not in counters:
            yield f"G10: {price.name}: there is no counter “{price.of[:40]}”."
        if (price.of == NUMBER or price.halves) and not rules.has_numbers:
            yield f"G10: {price.name}: there is no number to pay with."
        if price.halves and price.of != NUMBER:
            yield f"G10: {price.name}: only the number is halved."
    if NUMBER in counters:
        yield f"G9: a counter cannot be called “{NUMBER}”."


def _of_ends(rules: RuleSet) -> Iterator[str]:
    if rules.end.has_token and rules.order is not Order.BAG:
        yield "G12: a token that ends the round lies in a bag."
    if rules.end.is_endless and rules.order is not Order.COUNT:
        yield "G12: only by count a round never ends."
    if rules.end.at_zero and rules.order is not Order.COUNT and rules.laps.kind is not LapKind.NUMBER:
        yield "G12: numbers come to 0 by count, or by laps that take off the number."
    if rules.ends.carries and (not rules.has_numbers or rules.fresh.is_lasting):
        yield "G12: a debt is carried into new numbers only."
    if rules.ends.shuffles and rules.number.source is not Source.CARDS:
        yield "G12: there is no deck to shuffle."
    if rules.surprise.modifies_number and not rules.has_numbers:
        yield "G13: there is no number to modify."
    if rules.start.surprise is Surprise.LAP and rules.laps.kind is LapKind.PHASES:
        yield "G13: with phases there is no first lap to lose."
    if rules.late.takes_count and rules.order is not Order.COUNT:
        yield "G13: there is no running count."
    if rules.late.pays_for_laps and rules.laps.kind is not LapKind.NUMBER:
        yield "G13: no lap takes anything off."
