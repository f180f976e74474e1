"""The state of the rule editor: a valid rule set at every moment, its transitions, and its JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from app.intents.base import NOTHING
from app.rule_editor import answers, rows
from app.rule_editor.contradiction_repair import BONUS
from turntrack.codec.dataclass_json import STORED, object_reader, write_fields
from turntrack.codec.json_values import Upgrade, read_flag, read_head, read_json, write_json
from turntrack.core.errors import BadSave, BadValue, Refused, expect
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_set import LONGEST_RULES, RuleSet, rules_from_json, rules_to_json

BEGIN, FIRST_QUESTION, LAST_QUESTION = 0, 1, 4
TITLE_OF = ("", "What makes the order?", "Who is next?", "What does a turn hold?", "Rounds and surprise?")
UNNAMED = "Our rules"


@dataclass(frozen=True, slots=True)
class RuleEditor:
    rules: RuleSet = field(default_factory=lambda: RuleSet(UNNAMED, fields=(BONUS,)))
    step: int = BEGIN
    """The question on screen; 0 for the choice of a beginning."""
    key: str = ""
    """The key of the stored rule set that is edited; empty for a new one."""
    was: RuleSet | None = None
    """The rules before the edit, if they belong to a fight."""
    of_fight: bool = False
    """Whether the rules are for the open fight."""
    row: str = ""
    """The expanded row, such as ``price 2``."""
    written: Mapping[str, str] = NOTHING
    """Text that could not be accepted, by setting."""
    wrong: Mapping[str, str] = NOTHING
    """The reasons, by setting."""


def is_begun(editor: RuleEditor) -> bool:
    """Return whether anything was answered yet."""
    return replace(editor, step=BEGIN) != RuleEditor()


STEPS: Mapping[str, int] = MappingProxyType(
    {
        "formula": 1,
        "field": 1,
        "many": 1,
        "phase": 2,
        "check": 2,
        "against": 2,
        "step": 2,
        "segments": 2,
        "keeps": 2,
        "faces": 2,
        "start": 2,
        "single": 2,
        "price": 3,
        "counter": 3,
    }
)
"""The question of a setting, by its first word; the last question asks all others."""


def _step_of_wrong(editor: RuleEditor) -> int:
    """Return the first question with refused input; 0 if there is none."""
    return min(map(_step_of, editor.written), default=BEGIN)


def _step_of(what: str) -> int:
    return STEPS.get(what.partition(" ")[0], LAST_QUESTION)


def why_refused(editor: RuleEditor) -> str:
    """Say which written text stands in the way of keeping the rules, and why; empty for none."""
    step = _step_of_wrong(editor)
    written = ((what, text) for what, text in editor.written.items() if _step_of(what) == step)
    what, text = next(written, ("", ""))
    if not what:
        return ""
    if what == "formula" and (missing := answers.missing_fields(editor.rules, text)):
        return f"“{missing[0]}” is not on the sheet. Add it under “{TITLE_OF[step]}”."
    return f"Under “{TITLE_OF[step]}”: {editor.wrong.get(what) or f'“{text}” cannot be read.'}"


def begin_from(key: str) -> RuleEditor:
    """Begin from a preset, or from the default if the key is empty. Raises BadValue if there is no such preset."""
    return RuleEditor(preset_rules(key), FIRST_QUESTION) if key else RuleEditor(step=FIRST_QUESTION)


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


_DRAFT_UPGRADES: tuple[Upgrade, ...] = ()
"""Upgrades from each released format of drafts to the next."""

_DRAFT_KIND = "turntrack-draft"
_LONGEST_DRAFT = 4 * LONGEST_RULES

_read_editor = object_reader(RuleEditor, {**STORED, RuleSet: rules_from_json})


def write_draft(editor: RuleEditor | None, is_open: bool) -> str:
    """Return the state and whether the editor is open as text; empty for no state."""
    if editor is None:
        return ""
    head = {"kind": _DRAFT_KIND, "format": len(_DRAFT_UPGRADES) + 1, "is_open": is_open}
    was = {"was": rules_to_json(editor.was)} if editor.was else {}
    fields = write_fields(replace(editor, wrong=NOTHING))  # reading finds the reasons again
    return write_json({**head, **fields, "rules": rules_to_json(editor.rules), **was})


def read_draft(text: str) -> tuple[RuleEditor, bool] | None:
    """Read the state and whether the editor is open; None if it is damaged, as a lost draft needs no message."""
    try:
        raw = dict(
            read_head(read_json(text, _LONGEST_DRAFT), _DRAFT_KIND, _DRAFT_UPGRADES, "This is no draft of rules.")
        )
        is_open = read_flag(raw.pop("is_open", None))
        editor = _read_editor(raw)
        expect(BEGIN <= editor.step <= LAST_QUESTION, "There is no such question.")
        written, editor = editor.written, replace(editor, written=NOTHING, wrong=NOTHING)
        for what, typed in written.items():
            editor = write(editor, what, typed)
    except (BadSave, BadValue, Refused):
        return None
    return editor, is_open
