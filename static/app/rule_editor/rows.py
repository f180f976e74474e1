"""Edit rows of a rule set: fields, counters, actions and phases, named as in ``price 2 cost``."""

from __future__ import annotations

import re
from dataclasses import replace

from app.rule_editor.contradiction_repair import draft_of, make_consistent, names_in, names_of_check
from turntrack.core.errors import BadValue, Refused
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.rule_draft import RuleDraft
from turntrack.systems.table_rules.rule_set import RuleSet

_NO_KEY = re.compile(r"[^a-z0-9]+")
WHOLE = re.compile(r"[-−]?[0-9]{1,4}")


def unknown(what: str) -> Refused:
    return Refused("unknown", f"Rules have no setting “{what[:40]}”.")


def whole(text: str) -> int:
    """Read a whole number. Raises BadValue."""
    if not WHOLE.fullmatch(text):
        raise BadValue(f"A whole number was expected, not “{text[:20]}”.")
    return int(text.replace("−", "-"))


def choose(draft: RuleDraft, what: str, value: str) -> RuleDraft:
    """Change one setting of a row, named as ``price 2 cost``."""
    table, at, key = place_of(what)
    match table:
        case "field":
            return replace(draft, fields=_with(draft.fields, at, _field_with(draft.fields[at], key, value)))
        case "counter":
            return replace(draft, budget=_with(draft.budget, at, _counter_with(draft.budget[at], key, value)))
        case "price":
            return replace(draft, prices=_with(draft.prices, at, _price_with(draft.prices[at], key, value)))
        case "phase" if key == "side":
            return _with_phase(draft, at, replace(draft.laps.phases[at], side=s.WhichSide(value)))
        case "phase" if key == "amount":
            return _with_phase(draft, at, replace(draft.laps.phases[at], amount=int(value)))
        case _:
            raise unknown(what)


def _with_phase(draft: RuleDraft, at: int, phase: s.Phase) -> RuleDraft:
    return replace(draft, laps=replace(draft.laps, phases=_with(draft.laps.phases, at, phase)))


def place_of(what: str) -> tuple[str, int, str]:
    table, at, key = (*what.split(" "), "", "")[:3]
    if not at.isdecimal():
        raise unknown(what)
    return table, int(at), key


def _with[T](rows: tuple[T, ...], at: int, row: T) -> tuple[T, ...]:
    return (*rows[:at], row, *rows[at + 1 :])


def _counter_with(counter: s.TurnCounter, key: str, value: str) -> s.TurnCounter:
    match key:
        case "amount":
            return replace(counter, amount=int(value), field="")
        case "of":
            return replace(counter, field=value)
        case "refill":
            return replace(counter, refill=s.Refill(value))
        case _:
            raise unknown(key)


def _price_with(price: s.ActionPrice, key: str, value: str) -> s.ActionPrice:
    match key:
        case "cost":
            return replace(price, cost=int(value), halves=False)
        case "of":
            return replace(price, of=value, cost=price.cost or 1, halves=price.halves and value == s.NUMBER)
        case "halves":
            return replace(price, halves=value == "yes", of=s.NUMBER)
        case "field":
            return replace(price, field=value)
        case "die":
            return replace(price, die=int(value) if value != "1" else 2)
        case "again":
            step = int(value)
            return replace(price, repeat=(step, 2 * step) if step else ())
        case "paid":
            return replace(price, paid_once=value == "yes")
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
    draft = draft_of(rules)
    match table:
        case "field":
            label = _free("Value", [field.label for field in rules.fields])
            draft = replace(draft, fields=(*rules.fields, s.SheetField(key_of(label), label)))
        case "counter":
            name = _free("points", [each.name for each in rules.budget])
            draft = replace(draft, budget=(*rules.budget, s.TurnCounter(name)))
        case "price":
            of = rules.budget[0].name if rules.budget else s.NUMBER if rules.sequence.by_count else ""
            name = _free("Action", [each.name for each in rules.prices])
            draft = replace(draft, prices=(*rules.prices, s.ActionPrice(name, 1 if of else 0, of)))
        case "phase":
            name = _free("Phase", [each.name for each in rules.laps.phases])
            draft = replace(draft, laps=replace(rules.laps, phases=(*rules.laps.phases, s.Phase(name))))
        case _:
            raise unknown(table)
    return make_consistent(draft)


def remove(rules: RuleSet, what: str) -> RuleSet:
    """Remove a row. Raises BadValue if the number or the chart needs the field."""
    table, at, _ = place_of(what)
    draft = draft_of(rules)
    match table:
        case "field":
            for field in rules.fields[at : at + 1]:
                _check_removable(rules, field)
            draft = replace(draft, fields=_remove_at(rules.fields, at))
        case "counter":
            draft = replace(draft, budget=_remove_at(rules.budget, at))
        case "price":
            draft = replace(draft, prices=_remove_at(rules.prices, at))
        case "phase":
            draft = replace(draft, laps=replace(rules.laps, phases=_remove_at(rules.laps.phases, at)))
        case _:
            raise unknown(what)
    return make_consistent(draft)


def _check_removable(rules: RuleSet, field: s.SheetField) -> None:
    if rules.number.source is s.Source.EXPRESSION and field.key in names_in(rules.number.text):
        raise BadValue(f"{field.label} is part of the number. Take it out there first.")
    if field.key in names_of_check(rules):
        raise BadValue(f"{field.label} is part of the check. Take it out there first.")
    if rules.laps.kind is s.LapKind.CHART and rules.laps.field == field.key and len(rules.fields) == 1:
        raise BadValue(f"{field.label} is used in the chart. Choose other laps first.")


def _remove_at[T](rows: tuple[T, ...], at: int) -> tuple[T, ...]:
    return (*rows[:at], *rows[at + 1 :])


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
    key = _NO_KEY.sub("_", label.lower()).strip("_")
    return (key if key[:1].isalpha() else f"v{key}")[:20].rstrip("_")


def write(rules: RuleSet, what: str, text: str) -> RuleSet:
    table, at, key = place_of(what)
    draft = draft_of(rules)
    try:
        match table, key:
            case "field", "label":
                draft = _rename_field(draft, at, text)
            case "field", "default" | "low" | "high":
                draft = choose(draft, what, str(whole(text)))
            case "counter", "name":
                draft = _rename_counter(draft, at, text)
            case "price", "name" | "says":
                price = rules.prices[at]
                price = replace(price, name=text) if key == "name" else replace(price, says=text)
                draft = replace(draft, prices=_with(rules.prices, at, price))
            case ("price", "cost" | "die" | "again") | ("counter" | "phase", "amount"):
                draft = choose(draft, what, str(whole(text)))
            case "phase", "name" | "pace" | "named":
                draft = _with_phase(draft, at, _phase_with(rules.laps.phases[at], key, text))
            case _:
                raise unknown(what)
    except IndexError as error:
        raise unknown(what) from error
    return make_consistent(draft)


def _phase_with(phase: s.Phase, key: str, text: str) -> s.Phase:
    match key:
        case "name":
            return replace(phase, name=text)
        case "pace":
            return replace(phase, pace=text)
        case _:
            return replace(phase, named=text, side=s.WhichSide.ANY if text else phase.side)


def _field_with(field: s.SheetField, key: str, value: str) -> s.SheetField:
    """Return the field with another bound, default or way of asking; the default stays within the bounds."""
    if key == "declared":
        return replace(field, is_declared=value == "yes")
    if key == "whole":
        return replace(field, is_whole=value == "yes")
    amount = int(value)
    match key:
        case "low":
            return replace(field, low=amount, default=max(amount, field.default))
        case "high":
            return replace(field, high=amount, default=min(amount, field.default))
        case "default":
            return replace(field, default=amount, low=min(field.low, amount), high=max(field.high, amount))
        case _:
            raise unknown(key)


def pattern_of_name(name: str) -> re.Pattern[str]:
    """Return the pattern of a name that stands alone in an expression."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def _rename_field(draft: RuleDraft, at: int, label: str) -> RuleDraft:
    """Rename a field in all settings. Raises BadValue if another field has the name."""
    old = draft.fields[at]
    key = key_of(label)
    if any(field.key == key for place, field in enumerate(draft.fields) if place != at):
        raise BadValue(f"There is already a value “{label[:40]}”.")

    def renamed(named: str) -> str:
        return key if named == old.key else named

    pattern = pattern_of_name(old.key)
    text, check = pattern.sub(key, draft.number.text), draft.check
    return replace(
        draft,
        fields=_with(draft.fields, at, replace(old, key=key, label=label)),
        number=replace(
            draft.number, text=text, draws=renamed(draft.number.draws), redraws=renamed(draft.number.redraws)
        ),
        check=replace(check, text=pattern.sub(key, check.text), against=pattern.sub(key, check.against)),
        ties=tuple(replace(tie, field=renamed(tie.field)) for tie in draft.ties),
        budget=tuple(replace(each, field=renamed(each.field)) for each in draft.budget),
        prices=tuple(replace(each, field=renamed(each.field)) for each in draft.prices),
        place=replace(draft.place, field=renamed(draft.place.field)),
        laps=replace(draft.laps, field=renamed(draft.laps.field)),
    )


def _rename_counter(draft: RuleDraft, at: int, name: str) -> RuleDraft:
    """Rename a counter in all settings."""
    old = draft.budget[at].name

    def renamed(named: str) -> str:
        return name if named == old else named

    return replace(
        draft,
        budget=_with(draft.budget, at, replace(draft.budget[at], name=name)),
        prices=tuple(replace(each, of=renamed(each.of)) for each in draft.prices),
        laps=replace(draft.laps, counter=renamed(draft.laps.counter)),
        out_of_turn=replace(draft.out_of_turn, reaction=renamed(draft.out_of_turn.reaction)),
    )
