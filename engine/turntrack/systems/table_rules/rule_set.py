"""A rule set of thirteen frozen settings, its limits, and its JSON."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from types import MappingProxyType

from turntrack.codec.dataclass_json import read_fields, write_fields
from turntrack.codec.json_values import Raw, Upgrade, read_head, read_json, write_json
from turntrack.core.cards import RANKS_ALONE
from turntrack.core.errors import BadSave, BadValue, expect
from turntrack.core.fields import DEALT, LONGEST_TEXT, TOLD, Kind, clean_text
from turntrack.core.fields import Field as FormField
from turntrack.systems.table_rules.rule_draft import RuleDraft, contradictions
from turntrack.systems.table_rules.settings import (
    COST,
    DIE,
    FACES,
    FIXED,
    LAP_STEP,
    LONGEST_EXTRA,
    LONGEST_WORD,
    MOST_SUMMED,
    PLACES,
    RISES,
    SEGMENTS,
    TYPED,
    Number,
    Shared,
    SheetField,
    Source,
)
from turntrack.systems.toolkit.dice_expression import BoundsOf, Expression, parse

SETTING_COUNT = 13


LONGEST_RULES = 8_000
KIND = "turntrack-rules"


def _as_it_was(raw: Raw) -> Raw:
    """Return a rule set of 1.0.0: later settings are off in it."""
    return raw


_RULES_UPGRADES: tuple[Upgrade, ...] = (_as_it_was,)
"""From each released format of rule sets to the next."""

RULES_FORMAT = len(_RULES_UPGRADES) + 1


@dataclass(frozen=True, slots=True)
class RuleSet(RuleDraft):
    """A whole rule set. Creating one with contradictory settings raises BadValue."""

    formula: Expression | None = dataclasses.field(init=False, repr=False, compare=False, default=None)
    """The parsed expression of the number, if it has one."""
    check_formulas: tuple[Expression, Expression] | None = dataclasses.field(
        init=False, repr=False, compare=False, default=None
    )
    """What is rolled for a phase, and what it is compared with, if a check says who acts in which phase."""
    fingerprint: int = dataclasses.field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        _check_words(self)
        _check_amounts(self)
        for contradiction in contradictions(self):
            raise BadValue(contradiction.sentence)
        if self.number.source is Source.EXPRESSION:
            object.__setattr__(self, "formula", parse(self.number.text, self.bounds()))
        if self.checks_phases:
            checked = (parse(self.check.text, self.bounds()), parse(self.check.against, self.bounds()))
            object.__setattr__(self, "check_formulas", checked)
        # computed once: caches look rule sets up at every tap
        parts = tuple(getattr(self, setting.name) for setting in dataclasses.fields(self) if setting.compare)
        object.__setattr__(self, "fingerprint", hash(parts))

    def __hash__(self) -> int:
        return self.fingerprint

    @property
    def may_have_fixed_numbers(self) -> bool:
        """Return whether a combatant can have a number that stays, in place of a roll or a card (G2).

        No number stays if the rules have a value that is called *Fixed*.
        """
        if any(field.key == FIXED.key for field in self.fields):
            return False
        is_made = self.number.source is Source.CARDS or (self.formula is not None and not self.formula.is_gap)
        return is_made and self.sequence.is_ranked and not self.place.holder.is_shared

    @property
    def may_have_totals(self) -> bool:
        """Return whether the total of a roll can be told for a fight, in which numbers are made once (G2)."""
        is_free = all(field.key != TOLD.key for field in self.fields)
        is_number = self.number.source is not Source.CARDS or self.number.cards == RANKS_ALONE
        return is_free and is_number and self.fresh.is_lasting and self.may_have_fixed_numbers

    @property
    def may_have_dealt_cards(self) -> bool:
        """Return whether the first card can be told, where a card of a whole deck is dealt every round (G2)."""
        is_free = all(field.key != DEALT.key for field in self.fields)
        is_card = self.number.source is Source.CARDS and self.number.cards == DEALT.deck
        return is_free and is_card and self.may_have_fixed_numbers

    def bounds(self) -> BoundsOf:
        many = MOST_SUMMED if self.place.holder.is_shared and self.place.values is Shared.SUM else 1
        return {field.key: (min(field.low, many * field.low), many * field.high) for field in self.fields}


_CODES = MappingProxyType({"dexterity": ("upp", 2), "endurance": ("upp", 3)})
"""The places of attributes in the codes of Traveller, whose dice are two."""


def _form_field(field: SheetField, number: Number) -> FormField:
    text = "The modifier, such as +2; not the score." if field.is_modifier else ""
    if number.source is Source.CARDS and field.key == number.draws:
        text = "The best of that many cards is kept; −2 keeps the worse of two."
    if number.source is Source.CARDS and field.key == number.redraws:
        text = "A card of this rank or lower is drawn again; 0 for none."
    return FormField(
        field.key,
        field.label,
        Kind.NUMBER,
        field.default,
        text,
        low=field.low,
        high=field.high,
        is_modifier=field.is_modifier,
        code=_CODES.get(field.label.casefold(), ("", 0)) if number.text.startswith("2d6") else ("", 0),
    )


def form_fields(rules: RuleSet) -> tuple[FormField, ...]:
    """Return the fields of a combatant's sheet."""
    own = tuple(_form_field(field, rules.number) for field in rules.fields)
    if rules.number.source is Source.TYPED:
        return (*own, TYPED)
    if not rules.may_have_fixed_numbers:
        return own
    told = (TOLD,) if rules.may_have_totals else (DEALT,) if rules.may_have_dealt_cards else ()
    is_of_suits = rules.number.source is Source.CARDS and rules.number.cards == DEALT.deck
    deck = DEALT.deck if is_of_suits else 0
    return (*own, *told, dataclasses.replace(FIXED, help=_fixed_help(rules), deck=deck))


def _fixed_help(rules: RuleSet) -> str:
    """Say what the number that stays replaces, and how a card is written."""
    when = "when numbers are made" if rules.fresh.is_lasting else "every round"
    if rules.number.source is not Source.CARDS:
        return f"Used {when} instead of a roll, whatever modifies it, such as 20 for a lair."
    cards = "" if rules.number.cards == RANKS_ALONE else ": K♠, KS, 10h or joker"
    return f"Used {when} instead of a card{cards}."


def write_rules(rules: RuleSet) -> str:
    """Return the rule set as JSON without default values."""
    return write_json(rules_to_json(rules))


def rules_to_json(rules: RuleSet) -> dict[str, object]:
    """Return the rule set as a JSON object without default values."""
    return {"kind": KIND, "format": RULES_FORMAT, **write_fields(rules)}


def read_rules(text: str) -> RuleSet:
    """Read a rule set. Raises BadValue with the place of the error."""
    try:
        return rules_from_json(read_json(text, LONGEST_RULES))
    except BadSave as error:
        raise BadValue(str(error)) from error


def rules_from_json(raw: object) -> RuleSet:
    """Read a stored rule set from its JSON object. Raises BadSave."""
    rules = read_fields(read_head(raw, KIND, _RULES_UPGRADES, "These are no rules of Turntrack."), RuleSet)
    expect(len(write_rules(rules)) <= LONGEST_RULES, f"These rules are too long: at most {LONGEST_RULES} characters.")
    return rules


# Limits of single settings


def _check_words(rules: RuleSet) -> None:
    words = [
        ("The name of the rules", rules.name, LONGEST_WORD, False),
        ("The note", rules.note, LONGEST_TEXT, True),
        ("The price of keeping the turn", rules.keep_price, LONGEST_WORD, True),
        ("What goes up", rules.ends.rises, LONGEST_WORD, True),
        *(("A page", page, LONGEST_EXTRA, True) for page in rules.pages),
        *(("A field", field.label, LONGEST_WORD, False) for field in rules.fields),
        *(("A phase", phase.name, LONGEST_WORD, False) for phase in rules.laps.phases),
        *(("A pace", phase.pace, LONGEST_WORD, True) for phase in rules.laps.phases),
        *(("A side", phase.named, LONGEST_WORD, True) for phase in rules.laps.phases),
        *(("A counter", counter.name, LONGEST_WORD, False) for counter in rules.budget),
        *(("An action", price.name, LONGEST_WORD, False) for price in rules.prices),
        *(("What an action says", price.says, LONGEST_EXTRA, True) for price in rules.prices),
    ]
    for label, text, longest, may_be_empty in words:
        if clean_text(label, text, longest) != text or not (text or may_be_empty):
            raise BadValue(f"{label}: {'some' if text else 'a'} text without spaces around it was expected.")


def _check_amounts(rules: RuleSet) -> None:
    many: tuple[tuple[str, int, int], ...] = (
        ("pages", len(rules.pages), SETTING_COUNT),
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
        ("G8: the first segment", rules.laps.start, 1, SEGMENTS[1]),
        ("G8: the segment of those with one turn", rules.laps.single, 0, SEGMENTS[1]),
        ("G12: the most", rules.ends.most, *RISES),
        ("G13: the modifier", rules.start.amount, -99, 99),
        ("G13: faces", rules.start.faces, *FACES),
        *((f"{field.label}: the least", field.low, TYPED.low, TYPED.high) for field in rules.fields),
        *((f"{field.label}: the most", field.high, field.low, TYPED.high) for field in rules.fields),
        *((f"{field.label}: at first", field.default, field.low, field.high) for field in rules.fields),
        *((f"G8: {phase.name}", phase.amount, *COST) for phase in rules.laps.phases),
        *((f"G9: {counter.name}", counter.amount, *COST) for counter in rules.budget),
        *((f"G10: {price.name}", price.cost, *COST) for price in rules.prices),
        *((f"G10: {price.name}, the die", price.die, *DIE) for price in rules.prices),
        *((f"G10: {price.name}, again", step, *COST) for price in rules.prices for step in price.repeat),
    ):
        if not low <= amount <= high:
            raise BadValue(f"{what}: a number from {low} to {high} was expected, not {amount}.")
