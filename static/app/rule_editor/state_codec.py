"""The rule editor's state as JSON and back, as the device keeps it between starts."""

from __future__ import annotations

from dataclasses import replace

from app.rule_editor import state_transitions
from app.rule_editor.state import BEGIN, LAST_QUESTION, NOTHING, RuleEditor
from turntrack.codec.dataclass_json import STORED, object_reader, write_fields
from turntrack.codec.json_values import Upgrade, read_flag, read_head, read_json, write_json
from turntrack.core.errors import BadSave, BadValue, Refused, expect
from turntrack.systems.table_rules.rule_set import LONGEST_RULES, RuleSet, rules_from_json, rules_to_json

UPGRADES: tuple[Upgrade, ...] = ()
"""Upgrades from each released format of drafts to the next."""

KIND = "turntrack-draft"
LONGEST = 4 * LONGEST_RULES

_read_editor = object_reader(RuleEditor, {**STORED, RuleSet: rules_from_json})


def write_draft(editor: RuleEditor | None, is_open: bool) -> str:
    """Return the state and whether the editor is open as text; empty for no state."""
    if editor is None:
        return ""
    head = {"kind": KIND, "format": len(UPGRADES) + 1, "is_open": is_open}
    was = {"was": rules_to_json(editor.was)} if editor.was else {}
    fields = write_fields(replace(editor, wrong=NOTHING))  # reading finds the reasons again
    return write_json({**head, **fields, "rules": rules_to_json(editor.rules), **was})


def read_draft(text: str) -> tuple[RuleEditor, bool] | None:
    """Read the state and whether the editor is open; None if it is damaged, as a lost draft needs no message."""
    try:
        raw = dict(read_head(read_json(text, LONGEST), KIND, UPGRADES, "This is no draft of rules."))
        is_open = read_flag(raw.pop("is_open", None))
        editor = _read_editor(raw)
        expect(BEGIN <= editor.step <= LAST_QUESTION, "There is no such question.")
        written, editor = editor.written, replace(editor, written=NOTHING, wrong=NOTHING)
        for what, typed in written.items():
            editor = state_transitions.write(editor, what, typed)
    except (BadSave, BadValue, Refused):
        return None
    return editor, is_open
