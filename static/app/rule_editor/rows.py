"""Edit rows of a rule set: fields, counters, actions and phases, named as in ``price 2 cost``."""

from __future__ import annotations

import re
from dataclasses import replace

from app.rule_editor.consistency import EditedRules, fit, names_in, parts_of
from turntrack.core.errors import BadValue, Refused
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import (
    NUMBER,
    ActionPrice,
    Order,
    Phase,
    Refill,
    SheetField,
    Source,
    TurnCounter,
    WhichSide,
)

WHOLE = re.compile(r"[-−]?[0-9]{1,4}")


def unknown(what: str) -> Refused:
    return Refused("unknown", f"Rules have no setting “{what[:40]}”.")


def whole(text: str) -> int:
    """Read a whole number. Raises BadValue."""
    if not WHOLE.fullmatch(text):
        raise BadValue(f"A whole number was expected, not “{text[:20]}”.")
    return int(text.replace("−", "-"))


def choose(parts: EditedRules, what: str, value: str) -> None:
    """Change one setting of a row, named as ``price 2 cost``."""
    table, at, key = place_of(what)
    match table:
        case "field":
            field = parts.fields[at]
            parts.fields = _with(parts.fields, at, _field_with(field, key, int(value)))
        case "counter":
            parts.budget = _with(parts.budget, at, _counter_with(parts.budget[at], key, value))
        case "price":
            parts.prices = _with(parts.prices, at, _price_with(parts.prices[at], key, value))
        case "phase":
            if key != "side":
                raise unknown(what)
            phases = _with(parts.laps.phases, at, replace(parts.laps.phases[at], side=WhichSide(value)))
            parts.laps = replace(parts.laps, phases=phases)
        case _:
            raise unknown(what)


def place_of(what: str) -> tuple[str, int, str]:
    table, at, key = (*what.split(" "), "", "")[:3]
    if not at.isdecimal():
        raise unknown(what)
    return table, int(at), key


def _with[T](rows: tuple[T, ...], at: int, row: T) -> tuple[T, ...]:
    return (*rows[:at], row, *rows[at + 1 :])


def _counter_with(counter: TurnCounter, key: str, value: str) -> TurnCounter:
    match key:
        case "amount":
            return replace(counter, amount=int(value), field="")
        case "of":
            return replace(counter, field=value)
        case "refill":
            return replace(counter, refill=Refill(value))
        case _:
            raise unknown(key)


def _price_with(price: ActionPrice, key: str, value: str) -> ActionPrice:
    match key:
        case "cost":
            return replace(price, cost=int(value), halves=False)
        case "of":
            return replace(price, of=value, cost=price.cost or 1, halves=price.halves and value == NUMBER)
        case "halves":
            return replace(price, halves=value == "yes", of=NUMBER)
        case "again":
            step = int(value)
            return replace(price, repeat=(step, 2 * step) if step else ())
        case "once":
            return replace(price, once=value == "yes")
        case "ends":
            return replace(price, ends=value == "yes")
        case "off":
            return replace(price, off_turn=value == "yes")
        case _:
            raise unknown(key)


def add(rules: RuleSet, table: str) -> RuleSet:
    """Append a row with a free name. Raises BadValue if the table is full."""
    parts = parts_of(rules)
    match table:
        case "field":
            label = _free("Value", [field.label for field in rules.fields])
            parts.fields = (*rules.fields, SheetField(key_of(label), label))
        case "counter":
            parts.budget = (*rules.budget, TurnCounter(_free("points", [each.name for each in rules.budget])))
        case "price":
            of = rules.budget[0].name if rules.budget else NUMBER if rules.order is Order.COUNT else ""
            name = _free("Action", [each.name for each in rules.prices])
            parts.prices = (*rules.prices, ActionPrice(name, 1 if of else 0, of))
        case "phase":
            name = _free("Phase", [each.name for each in rules.laps.phases])
            parts.laps = replace(rules.laps, phases=(*rules.laps.phases, Phase(name)))
        case _:
            raise unknown(table)
    return fit(rules, parts)


def remove(rules: RuleSet, what: str) -> RuleSet:
    """Remove a row. Raises BadValue if the number needs the field."""
    table, at, _ = place_of(what)
    parts = parts_of(rules)
    match table:
        case "field":
            gone = rules.fields[at : at + 1]
            if rules.number.source is Source.EXPRESSION and any(
                field.key in names_in(rules.number.text) for field in gone
            ):
                raise BadValue(f"{gone[0].label} is part of the number. Take it out there first.")
            parts.fields = (*rules.fields[:at], *rules.fields[at + 1 :])
        case "counter":
            parts.budget = (*rules.budget[:at], *rules.budget[at + 1 :])
        case "price":
            parts.prices = (*rules.prices[:at], *rules.prices[at + 1 :])
        case "phase":
            phases = (*rules.laps.phases[:at], *rules.laps.phases[at + 1 :])
            parts.laps = replace(rules.laps, phases=phases)
        case _:
            raise unknown(what)
    return fit(rules, parts)


def _free(name: str, taken: list[str]) -> str:
    known = {each.casefold() for each in taken}
    if name.casefold() not in known:
        return name
    return next(f"{name} {number}" for number in range(2, 99) if f"{name} {number}".casefold() not in known)


def key_of(label: str) -> str:
    """Return the key of a field in expressions.

    >>> key_of("Basic Speed"), key_of("Stärke"), key_of("3rd")
    ('basic_speed', 'st_rke', 'v3rd')
    """
    key = re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_")
    return (key if key[:1].isalpha() else f"v{key}")[:20].rstrip("_")


def write(rules: RuleSet, what: str, text: str) -> RuleSet:
    table, at, key = place_of(what)
    parts = parts_of(rules)
    try:
        match table, key:
            case "field", "label":
                return _rename_field(rules, at, text)
            case "field", "default" | "low" | "high":
                parts.fields = _with(rules.fields, at, _field_with(rules.fields[at], key, whole(text)))
            case "counter", "name":
                return _rename_counter(rules, at, text)
            case "price", "name":
                parts.prices = _with(rules.prices, at, replace(rules.prices[at], name=text))
            case "price", "says":
                parts.prices = _with(rules.prices, at, replace(rules.prices[at], says=text))
            case ("price", "cost" | "again") | ("counter", "amount"):
                choose(parts, what, str(whole(text)))
            case "phase", "name" | "pace":
                was = rules.laps.phases[at]
                phase = replace(was, name=text) if key == "name" else replace(was, pace=text)
                parts.laps = replace(rules.laps, phases=_with(rules.laps.phases, at, phase))
            case _:
                raise unknown(what)
    except IndexError as error:
        raise unknown(what) from error
    return fit(rules, parts)


def _field_with(field: SheetField, key: str, amount: int) -> SheetField:
    """Change a bound or the default, and keep the default between the bounds."""
    match key:
        case "low":
            return replace(field, low=amount, default=max(amount, field.default))
        case "high":
            return replace(field, high=amount, default=min(amount, field.default))
        case "default":
            return replace(field, default=amount, low=min(field.low, amount), high=max(field.high, amount))
        case _:
            raise unknown(key)


def _rename_field(rules: RuleSet, at: int, label: str) -> RuleSet:
    """Rename a field in all settings."""
    old = rules.fields[at]
    key = key_of(label)
    if any(field.key == key for place, field in enumerate(rules.fields) if place != at):
        raise BadValue(f"There is a value “{label[:40]}” already.")
    parts = parts_of(rules)
    parts.fields = _with(rules.fields, at, replace(old, key=key, label=label))

    def now(named: str) -> str:
        return key if named == old.key else named

    text = re.sub(rf"(?i)(?<![a-z_0-9]){old.key}(?![a-z_0-9])", key, rules.number.text)
    parts.number = replace(rules.number, text=text)
    parts.ties = tuple(replace(tie, field=now(tie.field)) for tie in rules.ties)
    parts.budget = tuple(replace(each, field=now(each.field)) for each in rules.budget)
    parts.place = replace(rules.place, field=now(rules.place.field))
    parts.laps = replace(rules.laps, field=now(rules.laps.field))
    return fit(rules, parts)


def _rename_counter(rules: RuleSet, at: int, name: str) -> RuleSet:
    """Rename a counter in all settings."""
    old = rules.budget[at].name
    parts = parts_of(rules)
    parts.budget = _with(rules.budget, at, replace(rules.budget[at], name=name))
    parts.prices = tuple(replace(each, of=name) if each.of == old else each for each in rules.prices)
    if rules.laps.counter == old:
        parts.laps = replace(rules.laps, counter=name)
    if rules.out_of_turn.reaction == old:
        parts.out_of_turn = replace(rules.out_of_turn, reaction=name)
    return fit(rules, parts)
