"""Keep settings consistent: a value that an answer rules out gives way to the nearest one that is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from turntrack.systems.table_rules.rule_set import CHOOSERS, RuleSet, check_sentences
from turntrack.systems.table_rules.settings import (
    NUMBER,
    ActionPrice,
    Chooser,
    DelayRule,
    EndRule,
    First,
    Fresh,
    Holder,
    LapKind,
    Laps,
    LateRule,
    Number,
    Order,
    OutOfTurn,
    Phase,
    Place,
    Refill,
    RoundEnd,
    SheetField,
    Source,
    Start,
    Surprise,
    TieBy,
    TieRule,
    TurnCounter,
)

FREE = (Order.BAG, Order.POPCORN, Order.ANYONE)
"""Orders without numbers."""

BONUS = SheetField()
LASTING = TurnCounter("action points", 2, refill=Refill.ROUND)
SPEED = SheetField("speed", "Speed", 3, 1, 12)
PHASES = (Phase("Fast", pace="fast"), Phase("Slow", pace="slow"))
BY_COUNT = (
    ActionPrice("Action", 5, NUMBER, says="acts"),
    ActionPrice("Quick action", 3, NUMBER, says="does something quick"),
)

_NAME = re.compile(r"(?<![A-Za-z_0-9])[A-Za-z_][A-Za-z_0-9]*")


@dataclass(slots=True)
class EditedRules:
    """The settings of a rule set while they are adjusted to each other."""

    fields: tuple[SheetField, ...]
    place: Place
    number: Number
    fresh: Fresh
    first: First
    ties: tuple[TieRule, ...]
    order: Order
    chooser: Chooser
    laps: Laps
    budget: tuple[TurnCounter, ...]
    prices: tuple[ActionPrice, ...]
    out_of_turn: OutOfTurn
    ends: RoundEnd
    start: Start

    @property
    def has_numbers(self) -> bool:
        return self.number.source.makes_numbers


def parts_of(rules: RuleSet) -> EditedRules:
    return EditedRules(**{setting.name: getattr(rules, setting.name) for setting in fields(EditedRules)})


def fit(rules: RuleSet, parts: EditedRules) -> RuleSet:
    """Return the rules with these settings, adjusted to each other. Raises BadValue if a setting is wrong by itself.

    The order weighs most, then the number, then the laps; all else gives way.
    """
    _fit_places(parts)
    _fit_numbers(parts)
    _fit_laps(parts)
    _fit_names(parts)
    _fit_waiting(parts)
    _fit_end(parts)
    _fit_start(parts)
    fitted = replace(rules, **{setting.name: getattr(parts, setting.name) for setting in fields(EditedRules)})
    check_sentences(fitted)
    return fitted


def _fit_places(parts: EditedRules) -> None:
    if parts.place.holder is Holder.SLOT and not (parts.order is Order.NUMBER and parts.has_numbers):
        parts.place = replace(parts.place, holder=Holder.EACH)
    if parts.order is Order.COUNT:
        parts.place = Place()
    elif parts.place.holder.is_shared and parts.order is not Order.NUMBER:
        parts.place = replace(parts.place, holder=Holder.EACH)
    allowed = choosers(parts)
    if parts.chooser not in allowed:
        parts.chooser = allowed[0]


def choosers(rules: EditedRules | RuleSet) -> tuple[Chooser, ...]:
    """List the choosers that these settings allow, the usual one first."""
    return (Chooser.SIDE, Chooser.APP) if rules.place.holder is Holder.SLOT else CHOOSERS[rules.order]


def _fit_numbers(parts: EditedRules) -> None:
    if parts.order in FREE and parts.number.source is not Source.NONE:
        parts.number = replace(parts.number, source=Source.NONE)
    if parts.order is Order.COUNT and not parts.has_numbers:
        parts.number = replace(parts.number, source=Source.EXPRESSION)
    if parts.number.source is Source.EXPRESSION:
        _fit_formula(parts)
    if not parts.has_numbers or parts.fresh.is_lasting or parts.first is First.LOW:
        parts.ends = replace(parts.ends, carries=False)
    if parts.number.source is not Source.CARDS:
        parts.ends = replace(parts.ends, shuffles=False)


def _fit_formula(parts: EditedRules) -> None:
    """Add the default field to the sheet if the expression names it."""
    named = names_in(parts.number.text)
    if BONUS.key in named and not any(field.key == BONUS.key for field in parts.fields):
        parts.fields = (*parts.fields, BONUS)


def names_in(text: str) -> tuple[str, ...]:
    """List the names in an expression that could be fields of the sheet.

    >>> names_in("1d20 + dex + max(2d6, speed)")
    ('dex', 'speed')
    """
    names = (name.lower() for name in _NAME.findall(text))
    words = ("max", "min", "gap")
    return tuple(dict.fromkeys(name for name in names if name not in words and not re.fullmatch(r"[dkhl]+\d*", name)))


def _fit_laps(parts: EditedRules) -> None:
    laps = parts.laps
    by_number = parts.has_numbers and parts.first is First.HIGH and parts.order is Order.NUMBER
    alone = parts.place.many == 1 and not parts.place.field
    is_alone = parts.place.holder is Holder.SLOT or parts.order is Order.COUNT
    if is_alone or (laps.kind is LapKind.NUMBER and not (by_number and alone)):
        parts.laps = replace(laps, kind=LapKind.ONE)
    if parts.laps.kind is LapKind.BUDGET:
        _fit_budget_laps(parts)
    if parts.laps.kind is LapKind.PHASES and not laps.phases:
        parts.laps = replace(parts.laps, phases=PHASES)
    if parts.laps.kind is LapKind.CHART:
        parts.laps = replace(parts.laps, field=_field_for(parts, parts.laps.field))
    if parts.fresh is Fresh.LAP and (parts.laps.kind is LapKind.ONE or parts.number.source is Source.TYPED):
        parts.fresh = Fresh.ROUND
    if parts.laps.kind is LapKind.NUMBER:
        parts.fresh = Fresh.ROUND
    if not parts.has_numbers or (parts.order is Order.COUNT and parts.first is First.LOW):
        parts.fresh = Fresh.ONCE


def _fit_budget_laps(parts: EditedRules) -> None:
    lasting = [counter.name for counter in parts.budget if counter.refill is not Refill.TURN]
    if parts.laps.counter in lasting:
        return
    if not lasting:
        parts.budget = (*(each for each in parts.budget if each.name != LASTING.name), LASTING)[-6:]
        lasting = [LASTING.name]
    parts.laps = replace(parts.laps, counter=lasting[0])


def _field_for(parts: EditedRules, key: str) -> str:
    """Return the key of a field: this one if it exists, else the last unused one, else a new one."""
    keys = [field.key for field in parts.fields]
    if key in keys:
        return key
    unused = [each for each in keys if each not in names_in(parts.number.text)]
    if unused or SPEED.key in keys:
        return (unused or [SPEED.key])[-1]
    parts.fields = (*parts.fields, SPEED)
    return SPEED.key


def _fit_names(parts: EditedRules) -> None:
    """Drop references to fields and counters that no longer exist."""
    keys, names = {field.key for field in parts.fields}, {counter.name for counter in parts.budget}
    parts.ties = tuple(tie for tie in parts.ties if tie.by is not TieBy.FIELD or tie.field in keys)
    parts.budget = tuple(each if each.field in keys else replace(each, field="") for each in parts.budget)
    if parts.place.field not in keys:
        parts.place = replace(parts.place, field="")
    if parts.laps.field not in keys:
        parts.laps = replace(parts.laps, field="")
    if parts.out_of_turn.reaction not in names:
        parts.out_of_turn = replace(parts.out_of_turn, reaction="")
    parts.prices = tuple(_fit_price(price, names, parts.has_numbers) for price in parts.prices)
    if parts.order is Order.COUNT and not any(costs_number(price) for price in parts.prices):
        taken = {price.key for price in BY_COUNT}
        parts.prices = (*BY_COUNT, *(price for price in parts.prices if price.key not in taken))[:20]
    parts.fields = tuple(field for field in parts.fields if field != BONUS or BONUS.key in _keys_named(parts))


def costs_number(price: ActionPrice) -> bool:
    return price.of == NUMBER and (price.cost > 0 or price.halves) and not price.off_turn


def _fit_price(price: ActionPrice, names: Iterable[str], has_numbers: bool) -> ActionPrice:
    if price.of == NUMBER and not has_numbers:
        return replace(price, of="", cost=0, halves=False)
    if price.of and price.of != NUMBER and price.of not in names:
        return replace(price, of="", cost=0)
    return price


def _keys_named(parts: EditedRules) -> set[str]:
    of_all = (*(tie.field for tie in parts.ties), *(counter.field for counter in parts.budget))
    in_number = names_in(parts.number.text) if parts.number.source is Source.EXPRESSION else ()
    return {*in_number, parts.place.field, parts.laps.field if parts.laps.kind is LapKind.CHART else "", *of_all}


def _fit_waiting(parts: EditedRules) -> None:
    waiting = parts.out_of_turn.waiting
    effect = waiting.effect
    if (effect.stays or effect.swaps) and parts.order is not Order.NUMBER:
        waiting = DelayRule.ROUND
    if effect.stays and parts.has_numbers and not parts.fresh.is_lasting:
        waiting = DelayRule.ROUND
    if effect.crosses_rounds and parts.order is Order.COUNT:
        waiting = DelayRule.ROUND
    nobody = parts.place.holder is Holder.SLOT or parts.order in (Order.POPCORN, Order.ANYONE)
    if nobody or (waiting.effect.swaps and not parts.has_numbers):
        waiting = DelayRule.NONE
    parts.out_of_turn = replace(parts.out_of_turn, waiting=waiting)


def _fit_end(parts: EditedRules) -> None:
    when = parts.ends.when
    if parts.order is Order.COUNT:
        when = EndRule.ZERO if parts.first is First.HIGH else EndRule.NEVER
    elif (
        when.effect.is_endless
        or (when.effect.has_token and parts.order is not Order.BAG)
        or (when.effect.at_zero and parts.laps.kind is not LapKind.NUMBER)
    ):
        when = EndRule.DONE
    parts.ends = replace(parts.ends, when=when)
    if when.effect.is_endless:
        parts.ends = replace(parts.ends, rises="")
        parts.budget = tuple(_without_rounds(each) for each in parts.budget)
        parts.prices = tuple(
            replace(each, halves=False, cost=max(1, each.cost)) if each.halves else each for each in parts.prices
        )


def _without_rounds(counter: TurnCounter) -> TurnCounter:
    return replace(counter, refill=Refill.TURN) if counter.refill is Refill.ROUND else counter


def _fit_start(parts: EditedRules) -> None:
    surprise, late = parts.start.surprise, parts.start.late
    if surprise.effect.modifies_number and not parts.has_numbers:
        surprise = Surprise.TURN
    if surprise is Surprise.LAP and (parts.laps.kind is LapKind.PHASES or parts.order is Order.COUNT):
        surprise = Surprise.TURN
    if surprise.effect.acts_first and parts.ends.when.effect.is_endless:  # no round is the first
        surprise = Surprise.TURN
    if (late.effect.takes_count and parts.order is not Order.COUNT) or (
        late.effect.pays_for_laps and parts.laps.kind is not LapKind.NUMBER
    ):
        late = LateRule.ROUND
    if late.effect.misses_round and parts.ends.when.effect.is_endless:  # no next round comes
        late = LateRule.COUNT
    parts.start = replace(parts.start, surprise=surprise, late=late)
    if surprise.effect.modifies_number:  # the surprised act later
        parts.start = replace(parts.start, amount=(-1 if parts.first is First.HIGH else 1) * abs(parts.start.amount))
