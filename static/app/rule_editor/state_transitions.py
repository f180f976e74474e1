"""The transitions of the rule editor's state: the answers, rows and questions that lead to the next one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.rule_editor import answers, rows
from app.rule_editor.state import BEGIN, FIRST_QUESTION, LAST_QUESTION, RuleEditor
from turntrack.core.errors import BadValue
from turntrack.systems.table_rules.presets.catalogue import PRESETS
from turntrack.systems.table_rules.rule_set import RuleSet


def begin_from(key: str) -> RuleEditor:
    """Begin from a preset, or from the default if the key is empty. Raises BadValue if there is no such preset."""
    rules = next((preset.rules for preset in PRESETS if preset.key == key), None)
    if key and rules is None:
        raise BadValue(f"There are no rules called “{key[:40]}” to begin from.")
    return RuleEditor(rules, FIRST_QUESTION) if rules else RuleEditor(step=FIRST_QUESTION)


def go_to(editor: RuleEditor, step: int) -> RuleEditor:
    return replace(editor, step=max(BEGIN, min(LAST_QUESTION, step)), row="")


def take(editor: RuleEditor, what: str, change: Callable[[RuleSet], RuleSet], text: str | None = None) -> RuleEditor:
    """Apply an answer; if it is refused, keep the written text and the reason."""
    try:
        rules = change(editor.rules)
    except BadValue as error:
        if text is None:
            return replace(editor, wrong={**editor.wrong, what: str(error)})
        written = {**editor.written, what: text}
        return replace(editor, written=written, wrong={**editor.wrong, what: str(error)})
    without = {name: why for name, why in editor.wrong.items() if name != what and name in editor.written}
    written = {name: typed for name, typed in editor.written.items() if name != what}
    return replace(editor, rules=rules, written=written, wrong=without)


def choose(editor: RuleEditor, what: str, value: str) -> RuleEditor:
    if what == "formula":
        return take(editor, what, lambda rules: answers.add_missing(rules, value), value)
    chosen = take(editor, what, lambda rules: answers.choose(rules, what, value))
    return _forget(chosen, "formula") if what == "source" else chosen


def write(editor: RuleEditor, what: str, text: str) -> RuleEditor:
    return take(editor, what, lambda rules: answers.write(rules, what, text), text)


def add_missing(editor: RuleEditor) -> RuleEditor:
    """Add the fields that the expression names to the sheet."""
    text = editor.written.get("formula", "")
    return take(editor, "formula", lambda rules: answers.add_missing(rules, text), text)


def add(editor: RuleEditor, table: str) -> RuleEditor:
    more = take(editor, f"+{table}", lambda rules: rows.add(rules, table))
    return replace(more, row=f"{table} {rows_of(more.rules, table) - 1}") if more.rules != editor.rules else more


def remove(editor: RuleEditor, what: str) -> RuleEditor:
    """Remove a row, and all refused input of its table, as its rows have moved."""
    less = take(editor, what, lambda rules: rows.remove(rules, what))
    if less.rules == editor.rules:
        return less
    table = what.partition(" ")[0]
    for name in [name for name in less.wrong if name.startswith(f"{table} ")]:
        less = _forget(less, name)
    return replace(less, row="")


def unfold(editor: RuleEditor, row: str) -> RuleEditor:
    return replace(editor, row="" if editor.row == row else row)


def rows_of(rules: RuleSet, table: str) -> int:
    tables = {"field": rules.fields, "counter": rules.budget, "price": rules.prices, "phase": rules.laps.phases}
    return len(tables.get(table, ()))


def _forget(editor: RuleEditor, what: str) -> RuleEditor:
    written = {name: text for name, text in editor.written.items() if name != what}
    return replace(editor, written=written, wrong={name: why for name, why in editor.wrong.items() if name != what})
