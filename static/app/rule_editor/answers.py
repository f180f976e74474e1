"""Apply answers to a rule set: tapped choices, written text and missing fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from app.rule_editor import rows
from app.rule_editor.contradiction_repair import (
    BONUS,
    BY_COUNT,
    draft_of,
    make_consistent,
    names_in,
    possible_ties,
)
from app.rule_editor.setting_paths import PATHS, value_of, with_answer, with_value
from turntrack.core.errors import BadValue
from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.preset import ACTIONS, ONE_TO_THREE_ACTIONS
from turntrack.systems.table_rules.rule_draft import RuleDraft
from turntrack.systems.table_rules.rule_set import SETTING_COUNT, RuleSet
from turntrack.systems.toolkit.dice_expression import LONGEST_EXPRESSION, parse

# Tapped choices


def choose(rules: RuleSet, what: str, value: str) -> RuleSet:
    """Return the rules with this choice, and others adjusted to it. Raises BadValue and Refused."""
    draft = draft_of(rules)
    try:
        if what in _CHOICES:
            draft = _CHOICES[what](draft, value)
        elif what in PATHS:
            draft = with_answer(draft, what, value)
        elif what == "emblem":
            return replace(rules, emblem=Emblem(value))
        else:
            draft = rows.choose(draft, what, value)
    except (ValueError, IndexError) as error:
        if isinstance(error, BadValue):
            raise
        raise rows.unknown(f"{what} {value}") from error
    return make_consistent(draft, what)


def _choose_holder(draft: RuleDraft, value: str) -> RuleDraft:
    draft = with_answer(draft, "holder", value)
    is_seated = draft.sequence.by_seat and draft.place.holder.is_shared
    if draft.place.holder is not s.Holder.EACH and not is_seated:
        draft = _order_by_number(draft)
    if draft.place.holder is s.Holder.SLOT:
        draft = _require_numbers(replace(draft, chooser=s.Chooser.SIDE))
    return draft


def _choose_source(draft: RuleDraft, value: str) -> RuleDraft:
    was, source = draft.number.source, s.Source(value)
    draft = with_value(draft, "source", source)
    if source is s.Source.LISTED or (source.makes_numbers and (draft.sequence.has_no_numbers or was is s.Source.NONE)):
        return _order_by_number(draft)
    if source is s.Source.NONE and draft.sequence.is_ranked:
        return replace(draft, order=s.Order.SIDES)
    return draft


def _order_by_number(draft: RuleDraft) -> RuleDraft:
    return draft if draft.sequence.by_number else replace(draft, order=s.Order.NUMBER, chooser=s.Chooser.APP)


def _require_numbers(draft: RuleDraft) -> RuleDraft:
    return draft if draft.has_numbers else with_value(draft, "source", s.Source.EXPRESSION)


def _choose_order(draft: RuleDraft, value: str) -> RuleDraft:
    was_by_count = draft.sequence.by_count
    draft = with_answer(draft, "order", value)
    if draft.sequence.by_count:
        return _require_numbers(with_value(draft, "late", s.LateRule.COUNT))
    if was_by_count:
        draft = replace(draft, prices=tuple(price for price in draft.prices if price not in BY_COUNT))
    if draft.sequence.by_seat or (draft.sequence.by_number and draft.number.source is s.Source.NONE):
        draft = _require_numbers(draft)
    return draft


def _choose_laps(draft: RuleDraft, value: str) -> RuleDraft:
    draft = with_answer(draft, "laps", value)
    if draft.repeats_freely:
        draft = with_value(draft, "end", s.EndRule.DONE)
    if draft.laps.kind is not s.LapKind.ONE:
        if draft.sequence.by_count or draft.sequence.by_seat:
            draft = _order_by_number(draft)
        if draft.place.holder is s.Holder.SLOT:
            draft = with_value(draft, "holder", s.Holder.EACH)
    if draft.laps.kind is s.LapKind.NUMBER:
        draft = _require_numbers(_order_by_number(draft))
        draft = replace(draft, first=s.First.HIGH, place=replace(draft.place, many=1, field=""))
        draft = with_value(draft, "end", s.EndRule.ZERO)
    return draft


def _choose_actions(draft: RuleDraft, value: str) -> RuleDraft:
    """Set the number of actions in a turn; 0 counts none."""
    many = int(value)
    rest = tuple(counter for counter in draft.budget if counter.name != ACTIONS)
    others = tuple(price for price in draft.prices if price.of != ACTIONS or price not in ONE_TO_THREE_ACTIONS)
    if not 0 <= many <= len(ONE_TO_THREE_ACTIONS):
        raise rows.unknown("actions")
    budget = (s.TurnCounter(ACTIONS, many), *rest) if many else rest
    return replace(draft, budget=budget, prices=(*ONE_TO_THREE_ACTIONS[:many], *others))


def _choose_tie(draft: RuleDraft, value: str) -> RuleDraft:
    """Append a rule for ties, or remove it."""
    tie = next((each for each in possible_ties(draft) if tie_value(each) == value), None)
    if tie is None:
        raise rows.unknown(f"tie {value}")
    if tie in draft.ties:
        return replace(draft, ties=tuple(each for each in draft.ties if each != tie))
    excludes = {s.TieBy.TOGETHER: s.TieBy.REACHED, s.TieBy.REACHED: s.TieBy.TOGETHER}.get(tie.by)
    return replace(draft, ties=(*(each for each in draft.ties if each.by is not excludes), tie))


def _choose_waiting(draft: RuleDraft, value: str) -> RuleDraft:
    return with_value(with_answer(draft, "waiting", value), "delay_end", s.DelayRule(value).effect.ends[0])


def tie_value(tie: s.TieRule) -> str:
    """Return the text by which a choice names a rule for ties."""
    return f"{tie.by} {tie.field} {tie.side}"


_CHOICES: Mapping[str, Callable[[RuleDraft, str], RuleDraft]] = MappingProxyType(
    {
        "holder": _choose_holder,
        "source": _choose_source,
        "tie": _choose_tie,
        "order": _choose_order,
        "laps": _choose_laps,
        "actions": _choose_actions,
        "waiting": _choose_waiting,
    }
)
"""The choices that change more than their own setting."""


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
        case "check" | "against":
            return _write_check(rules, what, _respell(text, rules.fields))
        case _ if what in PATHS:
            return choose(rules, what, str(rows.whole(text)) if isinstance(value_of(rules, what), int) else text)
        case _ if what.startswith("page "):
            return _write_page(rules, rows.place_of(what)[1], text)
        case _:
            return rows.write(rules, what, text)


def _write_page(rules: RuleSet, at: int, text: str) -> RuleSet:
    if at >= SETTING_COUNT:
        raise rows.unknown(f"page {at}")
    pages = [*rules.pages, *("",) * (at + 1 - len(rules.pages))]
    pages[at] = text
    while pages and not pages[-1]:
        pages.pop()
    return replace(rules, pages=tuple(pages))


_FUDGE_DICE = re.compile(r"(?<![a-z_0-9])([0-9]{0,3})df\b", re.IGNORECASE)
_GERMAN_DICE = re.compile(r"(?<![a-z_])w(?=\d)", re.IGNORECASE)
_FLOOR = re.compile(r"\bfloor\s*+\(", re.IGNORECASE)
_MODIFIER = re.compile(r"(?<=[a-z_0-9])\s++mod(?:ifier)?\b", re.IGNORECASE)
_PERCENT = re.compile(r"(?<=d)%")
_KEEP_ONE = re.compile(r"(?<=\d)(k[hl])(?![a-z_0-9])", re.IGNORECASE)
_DASHES = str.maketrans("–—", "−−")


def _respell(text: str, fields: Iterable[s.SheetField]) -> str:
    """Return an expression with the spelling of this page.

    Respell German, Fudge and percentile dice, dashes, rounding down, a modifier's own word, and the labels of values.

    >>> _respell("1W6 + floor(DEX mod / 2)", ()), _respell("4dF + notice", ())
    ('1d6 + (DEX / 2)', '(4d3 - 8) + notice')
    >>> _respell("d10 + Speed factor", [s.SheetField("speed_factor", "Speed factor")])
    'd10 + speed_factor'
    """
    for field in sorted(fields, key=lambda field: len(field.label), reverse=True):
        text = rows.pattern_of_name(field.label).sub(field.key, text)
    text = _KEEP_ONE.sub(r"\g<1>1", _PERCENT.sub("100", text.translate(_DASHES)))
    text = _FUDGE_DICE.sub(_respell_fudge_dice, text)
    return _MODIFIER.sub("", _FLOOR.sub("(", _GERMAN_DICE.sub("d", text)))


def _respell_fudge_dice(dice: re.Match[str]) -> str:
    """Return dice with −, blank and + as dice from 1 to 3."""
    many = int(dice[1] or 1)
    return f"({many}d3 - {2 * many})"


def _write_check(rules: RuleSet, what: str, text: str) -> RuleSet:
    """Apply what is rolled for a phase; it is compared with the first value of the sheet until another is said."""
    against = rules.check.against or next((field.key for field in rules.fields), "10")
    draft = replace(draft_of(rules), check=replace(rules.check, against=against))
    return make_consistent(with_value(draft, what, text), "check")


def write_formula(rules: RuleSet, text: str) -> RuleSet:
    """Apply an expression while it is typed; the sheet keeps all fields, as a later expression may use them."""
    text = _respell(text, rules.fields)
    parse(text, rules.bounds(), is_typed=True)
    draft = replace(draft_of(rules), number=replace(rules.number, source=s.Source.EXPRESSION, text=text))
    return replace(make_consistent(draft), fields=rules.fields)


def missing_fields(rules: RuleSet, text: str) -> tuple[str, ...]:
    """List the fields that an expression needs and the sheet lacks; empty if it is wrong even with them."""
    if len(text) > LONGEST_EXPRESSION:
        return ()
    text = _respell(text, rules.fields)
    keys = {field.key for field in rules.fields}
    missing = tuple(name for name in names_in(text) if name not in keys)
    try:
        parse(text, {**rules.bounds(), **dict.fromkeys(missing, (1, 1))})
    except BadValue:
        return ()
    return missing


def add_missing(rules: RuleSet, text: str) -> RuleSet:
    """Add the fields that an expression needs to the sheet and apply it. Raises BadValue."""
    text = _respell(text, rules.fields)
    missing = missing_fields(rules, text)
    more = tuple(
        BONUS if name == BONUS.key else s.SheetField(name, name.replace("_", " ").capitalize(), 1, 0, 20)
        for name in missing
    )
    number = replace(rules.number, source=s.Source.EXPRESSION, text=text)
    draft = replace(draft_of(rules), number=number, fields=(*rules.fields, *more))
    try:
        return make_consistent(draft)
    except BadValue:  # as a number of dice or sides the field needs other bounds
        other = (replace(field, default=2, low=2, high=5) for field in more)
        return make_consistent(replace(draft, fields=(*rules.fields, *other)))
