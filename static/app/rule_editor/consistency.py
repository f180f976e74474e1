"""Settings that fit each other: what an answer rules out gives way to the nearest that goes with it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from turntrack.systems.table_rules.rule_set import (
    CHOOSERS,
    NUMBER,
    Aside,
    Chooser,
    Counter,
    End,
    Ends,
    First,
    Fresh,
    Holder,
    LapKind,
    Laps,
    Late,
    Number,
    Order,
    Phase,
    Place,
    Price,
    Refill,
    RuleSet,
    SheetField,
    Source,
    Start,
    Surprise,
    Tie,
    TieBy,
    Waiting,
    check_sentences,
)

NUMBERED = (Source.EXPRESSION, Source.CARDS, Source.TYPED)
FREE = (Order.BAG, Order.POPCORN, Order.ANYONE)
"""Orders in which nobody has a number."""

BONUS = SheetField()
LASTING = Counter("action points", 2, refill=Refill.ROUND)
SPEED = SheetField("speed", "Speed", 3, 1, 12)
PHASES = (Phase("Fast", pace="fast"), Phase("Slow", pace="slow"))
BY_COUNT = (Price("Action", 5, NUMBER, says="acts"), Price("Quick action", 3, NUMBER, says="does something quick"))

_NAME = re.compile(r"(?<![A-Za-z_0-9])[A-Za-z_][A-Za-z_0-9]*")


@dataclass(slots=True)
class Parts:
    """These are the settings of a rule set while they are fitted to each other."""

    fields: tuple[SheetField, ...]
    place: Place
    number: Number
    fresh: Fresh
    first: First
    ties: tuple[Tie, ...]
    order: Order
    chooser: Chooser
    laps: Laps
    budget: tuple[Counter, ...]
    prices: tuple[Price, ...]
    aside: Aside
    ends: Ends
    start: Start

    @property
    def has_numbers(self) -> bool:
        return self.number.source in NUMBERED


def parts_of(rules: RuleSet) -> Parts:
    return Parts(**{it.name: getattr(rules, it.name) for it in fields(Parts)})


def fit(rules: RuleSet, parts: Parts) -> RuleSet:
    """Return the rules with these settings, as far as they go together. Raises BadValue for what is wrong in itself.

    Who is next counts for most, then what the number is, then the laps; all else gives way.
    """
    _fit_places(parts)
    _fit_numbers(parts)
    _fit_laps(parts)
    _fit_names(parts)
    _fit_waiting(parts)
    _fit_end(parts)
    _fit_start(parts)
    fitted = replace(rules, **{it.name: getattr(parts, it.name) for it in fields(Parts)})
    check_sentences(fitted)
    return fitted


def _fit_places(it: Parts) -> None:
    if it.place.holder is Holder.SLOT and not (it.order is Order.NUMBER and it.has_numbers):
        it.place = replace(it.place, holder=Holder.EACH)
    if it.order is Order.COUNT:
        it.place = Place()
    elif it.place.holder in (Holder.SIDE, Holder.GROUP) and it.order is not Order.NUMBER:
        it.place = replace(it.place, holder=Holder.EACH)
    allowed = choosers(it)
    if it.chooser not in allowed:
        it.chooser = allowed[0]


def choosers(it: Parts | RuleSet) -> tuple[Chooser, ...]:
    """List who can say who is next."""
    return (Chooser.SIDE, Chooser.APP) if it.place.holder is Holder.SLOT else CHOOSERS[it.order]


def _fit_numbers(it: Parts) -> None:
    if it.order in FREE and it.number.source is not Source.NONE:
        it.number = replace(it.number, source=Source.NONE)
    if it.order is Order.COUNT and not it.has_numbers:
        it.number = replace(it.number, source=Source.EXPRESSION)
    if it.number.source is Source.EXPRESSION:
        _fit_formula(it)
    if not it.has_numbers or it.fresh is Fresh.ONCE or it.first is First.LOW:
        it.ends = replace(it.ends, carries=False)
    if it.number.source is not Source.CARDS:
        it.ends = replace(it.ends, shuffles=False)


def _fit_formula(it: Parts) -> None:
    """Have every name in the expression on the sheet; the one that comes with the app brings its own field."""
    named = names_in(it.number.text)
    if BONUS.key in named and not any(field.key == BONUS.key for field in it.fields):
        it.fields = (*it.fields, BONUS)


def names_in(text: str) -> tuple[str, ...]:
    """List what stands in an expression and could be a field of the sheet.

    >>> names_in("1d20 + dex + max(2d6, speed)")
    ('dex', 'speed')
    """
    found = (name.lower() for name in _NAME.findall(text))
    words = ("max", "min", "gap")
    return tuple(dict.fromkeys(name for name in found if name not in words and not re.fullmatch(r"[dkhl]+\d*", name)))


def _fit_laps(it: Parts) -> None:
    laps = it.laps
    by_number = it.has_numbers and it.first is First.HIGH and it.order is Order.NUMBER
    alone = it.place.many == 1 and not it.place.field
    is_alone = it.place.holder is Holder.SLOT or it.order is Order.COUNT
    if is_alone or (laps.kind is LapKind.NUMBER and not (by_number and alone)):
        it.laps = replace(laps, kind=LapKind.ONE)
    if it.laps.kind is LapKind.BUDGET:
        _fit_budget_laps(it)
    if it.laps.kind is LapKind.PHASES and not laps.phases:
        it.laps = replace(it.laps, phases=PHASES)
    if it.laps.kind is LapKind.CHART:
        it.laps = replace(it.laps, field=_field_for(it, it.laps.field))
    if it.fresh is Fresh.LAP and (it.laps.kind is LapKind.ONE or it.number.source is Source.TYPED):
        it.fresh = Fresh.ROUND
    if it.laps.kind is LapKind.NUMBER:
        it.fresh = Fresh.ROUND
    if not it.has_numbers or (it.order is Order.COUNT and it.first is First.LOW):
        it.fresh = Fresh.ONCE


def _fit_budget_laps(it: Parts) -> None:
    lasting = [counter.name for counter in it.budget if counter.refill is not Refill.TURN]
    if it.laps.counter in lasting:
        return
    if not lasting:
        it.budget = (*(each for each in it.budget if each.name != LASTING.name), LASTING)[-6:]
        lasting = [LASTING.name]
    it.laps = replace(it.laps, counter=lasting[0])


def _field_for(it: Parts, key: str) -> str:
    """Return a field of the sheet: this one, if there is such; else the last, or a new one."""
    keys = [field.key for field in it.fields]
    if key in keys:
        return key
    unused = [each for each in keys if each not in names_in(it.number.text)]
    if unused or SPEED.key in keys:
        return (unused or [SPEED.key])[-1]
    it.fields = (*it.fields, SPEED)
    return SPEED.key


def _fit_names(it: Parts) -> None:
    """Forget what is named and is not there any longer."""
    keys, names = {field.key for field in it.fields}, {counter.name for counter in it.budget}
    it.ties = tuple(tie for tie in it.ties if tie.by is not TieBy.FIELD or tie.field in keys)
    it.budget = tuple(each if each.field in keys else replace(each, field="") for each in it.budget)
    if it.place.field not in keys:
        it.place = replace(it.place, field="")
    if it.laps.field not in keys:
        it.laps = replace(it.laps, field="")
    if it.aside.reaction not in names:
        it.aside = replace(it.aside, reaction="")
    it.prices = tuple(_fit_price(price, names, it.has_numbers) for price in it.prices)
    if it.order is Order.COUNT and not any(costs_number(price) for price in it.prices):
        taken = {price.key for price in BY_COUNT}
        it.prices = (*BY_COUNT, *(price for price in it.prices if price.key not in taken))[:20]
    it.fields = tuple(field for field in it.fields if field != BONUS or BONUS.key in _keys_named(it))


def costs_number(price: Price) -> bool:
    return price.of == NUMBER and (price.cost > 0 or price.halves) and not price.off_turn


def _fit_price(price: Price, names: Iterable[str], has_numbers: bool) -> Price:
    if price.of == NUMBER and not has_numbers:
        return replace(price, of="", cost=0, halves=False)
    if price.of and price.of != NUMBER and price.of not in names:
        return replace(price, of="", cost=0)
    return price


def _keys_named(it: Parts) -> set[str]:
    of_all = (*(tie.field for tie in it.ties), *(counter.field for counter in it.budget))
    in_number = names_in(it.number.text) if it.number.source is Source.EXPRESSION else ()
    return {*in_number, it.place.field, it.laps.field if it.laps.kind is LapKind.CHART else "", *of_all}


def _fit_waiting(it: Parts) -> None:
    waiting = it.aside.waiting
    if waiting in (Waiting.GOOD, Waiting.SWAP) and it.order is not Order.NUMBER:
        waiting = Waiting.ROUND
    if waiting is Waiting.GOOD and it.has_numbers and it.fresh is not Fresh.ONCE:
        waiting = Waiting.ROUND
    if it.order is Order.COUNT and waiting is Waiting.ACROSS:
        waiting = Waiting.ROUND
    nobody = it.place.holder is Holder.SLOT or it.order in (Order.POPCORN, Order.ANYONE)
    if nobody or (waiting is Waiting.SWAP and not it.has_numbers):
        waiting = Waiting.NONE
    it.aside = replace(it.aside, waiting=waiting)


def _fit_end(it: Parts) -> None:
    when = it.ends.when
    if it.order is Order.COUNT:
        when = End.ZERO if it.first is First.HIGH else End.NEVER
    elif (
        when is End.NEVER
        or (when is End.TOKEN and it.order is not Order.BAG)
        or (when is End.ZERO and it.laps.kind is not LapKind.NUMBER)
    ):
        when = End.DONE
    it.ends = replace(it.ends, when=when)
    if when is End.NEVER:
        it.ends = replace(it.ends, rises="")
        it.budget = tuple(_without_rounds(each) for each in it.budget)
        it.prices = tuple(
            replace(each, halves=False, cost=max(1, each.cost)) if each.halves else each for each in it.prices
        )


def _without_rounds(counter: Counter) -> Counter:
    return replace(counter, refill=Refill.TURN) if counter.refill is Refill.ROUND else counter


def _fit_start(it: Parts) -> None:
    surprise, late = it.start.surprise, it.start.late
    if surprise is Surprise.MODIFIER and not it.has_numbers:
        surprise = Surprise.TURN
    if surprise is Surprise.LAP and (it.laps.kind is LapKind.PHASES or it.order is Order.COUNT):
        surprise = Surprise.TURN
    if surprise is Surprise.FIRST and it.ends.when is End.NEVER:  # no round is the first
        surprise = Surprise.TURN
    if (late is Late.COUNT and it.order is not Order.COUNT) or (
        late is Late.LESS and it.laps.kind is not LapKind.NUMBER
    ):
        late = Late.ROUND
    if late is Late.NEXT and it.ends.when is End.NEVER:  # no next round comes
        late = Late.COUNT
    it.start = replace(it.start, surprise=surprise, late=late)
    if surprise is Surprise.MODIFIER:  # the surprised act later
        it.start = replace(it.start, amount=(-1 if it.first is First.HIGH else 1) * abs(it.start.amount))
