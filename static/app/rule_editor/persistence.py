"""Read and write the state of the rule editor, which the device keeps between starts."""

from __future__ import annotations

import json
from dataclasses import replace

from app.rule_editor import state
from app.rule_editor.state import LAST_QUESTION, RuleEditor
from turntrack.codec.json_values import read_flag, read_json, read_keys, read_text, read_typed_text, read_whole
from turntrack.core.errors import BadSave, BadValue, Refused
from turntrack.systems.table_rules.rule_set import LONGEST_RULES, read_kept_rules, write_rules

FORMAT = 1
LONGEST = 4 * LONGEST_RULES
MOST_WRITTEN = 100
LONGEST_KEY = 60


def write_draft(editor: RuleEditor | None, is_open: bool) -> str:
    """Return the state and whether the editor is open as text; empty for no state."""
    if editor is None:
        return ""
    return json.dumps(
        {
            "format": FORMAT,
            "rules": json.loads(write_rules(editor.rules)),
            "step": editor.step,
            "key": editor.key,
            "was": json.loads(write_rules(editor.was)) if editor.was else None,
            "of_fight": editor.of_fight,
            "row": editor.row,
            "written": dict(editor.written),
            "open": is_open,
        },
        ensure_ascii=False,
    )


def read_draft(text: str) -> tuple[RuleEditor, bool] | None:
    """Read the state and whether the editor is open; None if it is damaged, as a lost draft needs no message."""
    try:
        raw = read_json(text, LONGEST)
        return _read(raw) if isinstance(raw, dict) else None
    except (BadSave, BadValue, Refused):
        return None


def _read(raw: dict[str, object]) -> tuple[RuleEditor, bool]:
    keys = ("format", "rules", "step", "key", "was", "of_fight", "row", "written", "open")
    given = read_keys(raw, keys)
    was, step, written = given["was"], read_whole(given["step"]), given["written"]
    if given["format"] != FORMAT or not 0 <= step <= LAST_QUESTION or type(written) is not dict:
        raise BadSave("This is no draft of rules.")
    editor = RuleEditor(
        read_kept_rules(json.dumps(given["rules"])),
        step,
        read_text(given["key"])[:LONGEST_KEY],
        None if was is None else read_kept_rules(json.dumps(was)),
        read_flag(given["of_fight"]),
    )
    for what, typed in list(written.items())[:MOST_WRITTEN]:  # this finds the reasons again
        editor = state.write(editor, read_text(what), read_typed_text(typed))
    return replace(editor, row=read_text(given["row"])[:LONGEST_KEY]), read_flag(given["open"])
