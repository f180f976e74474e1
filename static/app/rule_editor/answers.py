"""Apply answers to a rule set: tapped choices, written text and missing fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from app.rule_editor import rows
from app.rule_editor.consistency import BONUS, BY_COUNT, FREE, EditedRules, fit, names_in, parts_of
from turntrack.core.errors import BadValue
from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules.rule_set import SETTINGS, RuleSet
from turntrack.systems.table_rules.settings import (
    ActionPrice,
    Chooser,
    DelayRule,
    EndRule,
    First,
    Fresh,
    Holder,
    LapKind,
    LateRule,
    Order,
    SheetField,
    Source,
    Surprise,
    TieBy,
    TieRule,
    TurnCounter,
    WhichSide,
)
from turntrack.systems.toolkit.dice_expression import LONGEST_EXPRESSION, parse

ACTIONS = "actions"
MANY = (
    ActionPrice("One action", 1, ACTIONS, says="takes an action"),
    ActionPrice("Two actions", 2, ACTIONS, says="takes two actions at once"),
    ActionPrice("Three actions", 3, ACTIONS, says="takes three actions at once"),
)
"""The actions that a turn with a number of actions starts with."""


# Tapped choices


def choose(rules: RuleSet, what: str, value: str) -> RuleSet:
    """Return the rules with this choice, and others adjusted to it. Raises BadValue and Refused."""
    parts = parts_of(rules)
    try:
        if what in CHOICES:
            CHOICES[what](parts, value)
        elif what == "emblem":
            return replace(rules, emblem=Emblem(value))
        else:
            rows.choose(parts, what, value)
    except (ValueError, IndexError) as error:
        if isinstance(error, BadValue):
            raise
        raise rows.unknown(f"{what} {value}") from error
    return fit(rules, parts)


def _choose_holder(parts: EditedRules, value: str) -> None:
    parts.place = replace(parts.place, holder=Holder(value))
    if parts.place.holder is not Holder.EACH:
        _go_by_number(parts)
    if parts.place.holder is Holder.SLOT:
        parts.chooser = Chooser.SIDE
        if not parts.has_numbers:
            parts.number = replace(parts.number, source=Source.EXPRESSION)


def _choose_source(parts: EditedRules, value: str) -> None:
    was, source = parts.number.source, Source(value)
    parts.number = replace(parts.number, source=source)
    if source.makes_numbers:
        if parts.order in FREE or was is Source.NONE:
            _go_by_number(parts)
    elif source is Source.LISTED:
        _go_by_number(parts)
    elif parts.order in (Order.NUMBER, Order.COUNT):
        parts.order = Order.SIDES


def _go_by_number(parts: EditedRules) -> None:
    if parts.order is not Order.NUMBER:
        parts.order, parts.chooser = Order.NUMBER, Chooser.APP


def _choose_first(parts: EditedRules, value: str) -> None:
    parts.first = First(value)


def _choose_order(parts: EditedRules, value: str) -> None:
    was, parts.order = parts.order, Order(value)
    if was is Order.COUNT and parts.order is not Order.COUNT:
        parts.prices = tuple(price for price in parts.prices if price not in BY_COUNT)
    numberless = parts.number.source in (Source.NONE, Source.LISTED)
    if (parts.order is Order.NUMBER and parts.number.source is Source.NONE) or (
        parts.order is Order.COUNT and numberless
    ):
        parts.number = replace(parts.number, source=Source.EXPRESSION)
    if parts.order is Order.COUNT:
        parts.start = replace(parts.start, late=LateRule.COUNT)


def _choose_laps(parts: EditedRules, value: str) -> None:
    kind = LapKind(value)
    parts.laps = replace(parts.laps, kind=kind)
    if kind is not LapKind.ONE and parts.order is Order.COUNT:
        _go_by_number(parts)
    if kind is not LapKind.ONE and parts.place.holder is Holder.SLOT:
        parts.place = replace(parts.place, holder=Holder.EACH)
    if kind is LapKind.NUMBER:
        _go_by_number(parts)
        parts.first, parts.place = First.HIGH, replace(parts.place, many=1, field="")
        if not parts.has_numbers:
            parts.number = replace(parts.number, source=Source.EXPRESSION)
        parts.ends = replace(parts.ends, when=EndRule.ZERO)


def _choose_actions(parts: EditedRules, value: str) -> None:
    """Set the number of actions in a turn; 0 counts none."""
    many = int(value)
    rest = tuple(counter for counter in parts.budget if counter.name != ACTIONS)
    others = tuple(price for price in parts.prices if price.of != ACTIONS or price not in MANY)
    if not 0 <= many <= len(MANY):
        raise rows.unknown("actions")
    parts.budget = (TurnCounter(ACTIONS, many), *rest) if many else rest
    parts.prices = (*MANY[:many], *others)


def _choose_tie(parts: EditedRules, value: str) -> None:
    """Append a rule for ties, or remove it."""
    tie = _tie(value)
    parts.ties = tuple(each for each in parts.ties if each != tie) if tie in parts.ties else (*parts.ties, tie)


def _tie(value: str) -> TieRule:
    name, _, detail = value.partition(" ")
    by = TieBy(name)
    match by:
        case TieBy.FIELD:
            return TieRule(by, detail)
        case TieBy.SIDE:
            return TieRule(by, side=WhichSide(detail))
        case TieBy.AGAIN | TieBy.COIN | TieBy.TOGETHER | TieBy.LISTED:
            return TieRule(by)
        case _:
            assert_never(by)


def tie_value(tie: TieRule) -> str:
    """Return the text by which a choice names a rule for ties."""
    match tie.by:
        case TieBy.FIELD:
            return f"{tie.by} {tie.field}".strip()
        case TieBy.SIDE:
            return f"{tie.by} {tie.side}"
        case TieBy.AGAIN | TieBy.COIN | TieBy.TOGETHER | TieBy.LISTED:
            return tie.by
        case _:
            assert_never(tie.by)


def _choose_waiting(parts: EditedRules, value: str) -> None:
    parts.out_of_turn = replace(parts.out_of_turn, waiting=DelayRule(value), last=DelayRule(value).effect.stays)


def _choose_shuffles(parts: EditedRules, value: str) -> None:
    parts.ends = replace(parts.ends, shuffles=value == "yes")


def _choose_carries(parts: EditedRules, value: str) -> None:
    parts.ends = replace(parts.ends, carries=value == "yes")


def _choose_cards(parts: EditedRules, value: str) -> None:
    parts.number = replace(parts.number, cards=int(value))


def _choose_fresh(parts: EditedRules, value: str) -> None:
    parts.fresh = Fresh(value)


def _choose_chooser(parts: EditedRules, value: str) -> None:
    parts.chooser = Chooser(value)


def _choose_place_field(parts: EditedRules, value: str) -> None:
    parts.place = replace(parts.place, field=value)


def _choose_many(parts: EditedRules, value: str) -> None:
    parts.place = replace(parts.place, many=int(value))


def _choose_laps_counter(parts: EditedRules, value: str) -> None:
    parts.laps = replace(parts.laps, counter=value)


def _choose_laps_field(parts: EditedRules, value: str) -> None:
    parts.laps = replace(parts.laps, field=value)


def _choose_step(parts: EditedRules, value: str) -> None:
    parts.laps = replace(parts.laps, step=int(value))


def _choose_segments(parts: EditedRules, value: str) -> None:
    parts.laps = replace(parts.laps, segments=int(value))


def _choose_after(parts: EditedRules, value: str) -> None:
    parts.out_of_turn = replace(parts.out_of_turn, after=value == "yes")


def _choose_last(parts: EditedRules, value: str) -> None:
    parts.out_of_turn = replace(parts.out_of_turn, last=value == "yes")


def _choose_reaction(parts: EditedRules, value: str) -> None:
    parts.out_of_turn = replace(parts.out_of_turn, reaction=value)


def _choose_end(parts: EditedRules, value: str) -> None:
    parts.ends = replace(parts.ends, when=EndRule(value))


def _choose_most(parts: EditedRules, value: str) -> None:
    parts.ends = replace(parts.ends, most=int(value))


def _choose_surprise(parts: EditedRules, value: str) -> None:
    parts.start = replace(parts.start, surprise=Surprise(value))


def _choose_amount(parts: EditedRules, value: str) -> None:
    parts.start = replace(parts.start, amount=int(value))


def _choose_late(parts: EditedRules, value: str) -> None:
    parts.start = replace(parts.start, late=LateRule(value))


CHOICES: Mapping[str, Callable[[EditedRules, str], None]] = MappingProxyType(
    {
        "holder": _choose_holder,
        "many": _choose_many,
        "places": _choose_place_field,
        "source": _choose_source,
        "cards": _choose_cards,
        "fresh": _choose_fresh,
        "first": _choose_first,
        "tie": _choose_tie,
        "order": _choose_order,
        "chooser": _choose_chooser,
        "laps": _choose_laps,
        "step": _choose_step,
        "lasting": _choose_laps_counter,
        "chart": _choose_laps_field,
        "segments": _choose_segments,
        "actions": _choose_actions,
        "waiting": _choose_waiting,
        "after": _choose_after,
        "last": _choose_last,
        "reaction": _choose_reaction,
        "end": _choose_end,
        "carries": _choose_carries,
        "shuffles": _choose_shuffles,
        "most": _choose_most,
        "surprise": _choose_surprise,
        "amount": _choose_amount,
        "late": _choose_late,
    }
)
"""The function that applies a choice, by setting."""


# Written text


def write(rules: RuleSet, what: str, text: str) -> RuleSet:
    """Return the rules with the text of a box. Raises BadValue with the error, and Refused."""
    text = " ".join(text.split())
    match what:
        case "formula":
            return write_formula(rules, text)
        case "name":
            return replace(rules, name=text)
        case "note":
            return replace(rules, note=text)
        case "rises":
            return replace(rules, ends=replace(rules.ends, rises=text))
        case "amount" | "most" | "step" | "segments" | "many":
            return choose(rules, what, str(rows.whole(text)))
        case _ if what.startswith("page "):
            return _write_page(rules, rows.place_of(what)[1], text)
        case _:
            return rows.write(rules, what, text)


def _write_page(rules: RuleSet, at: int, text: str) -> RuleSet:
    if at >= SETTINGS:
        raise rows.unknown(f"page {at}")
    pages = [*rules.pages, *("",) * (at + 1 - len(rules.pages))]
    pages[at] = text
    while pages and not pages[-1]:
        pages.pop()
    return replace(rules, pages=tuple(pages))


def write_formula(rules: RuleSet, text: str) -> RuleSet:
    """Apply an expression while it is typed; the sheet keeps all fields, as a later expression may use them."""
    parts = parts_of(rules)
    parse(text, rules.bounds())
    parts.number = replace(rules.number, source=Source.EXPRESSION, text=text)
    return replace(fit(rules, parts), fields=rules.fields)


def missing_fields(rules: RuleSet, text: str) -> tuple[str, ...]:
    """List the fields that an expression needs and the sheet lacks; empty if it is wrong even with them."""
    if len(text) > LONGEST_EXPRESSION:
        return ()
    keys = {field.key for field in rules.fields}
    missing = tuple(name for name in names_in(text) if name not in keys)
    try:
        parse(text, {**rules.bounds(), **dict.fromkeys(missing, (1, 1))})
    except BadValue:
        return ()
    return missing


def add_missing(rules: RuleSet, text: str) -> RuleSet:
    """Add the fields that an expression needs to the sheet and apply it. Raises BadValue."""
    missing = missing_fields(rules, text)
    more = tuple(
        BONUS if name == BONUS.key else SheetField(name, name.replace("_", " ").capitalize(), 1, 0, 20)
        for name in missing
    )
    parts = parts_of(rules)
    parts.fields = (*rules.fields, *more)
    parts.number = replace(rules.number, source=Source.EXPRESSION, text=text)
    try:
        return fit(rules, parts)
    except BadValue:  # as a number of dice or sides the field needs other bounds
        parts.fields = (*rules.fields, *(replace(field, default=2, low=2, high=5) for field in more))
        return fit(rules, parts)
