"""Reader of the files of a table's own rule sets."""

from __future__ import annotations

from turntrack.codec.json_values import read_json
from turntrack.core.errors import BadSave, BadValue
from turntrack.systems.table_rules.rule_set import KIND, LONGEST_RULES, RuleSet, read_rules


def looks_like_rules(text: str) -> bool:
    """Return whether the text is a file of rules."""
    if len(text) > 2 * LONGEST_RULES:
        return False
    try:
        raw = read_json(text.removeprefix("\ufeff"), 2 * LONGEST_RULES)
    except BadSave:
        return False
    return isinstance(raw, dict) and raw.get("kind") == KIND


def read_rules_text(text: str) -> RuleSet:
    """Read a file of rules. Raises BadSave."""
    try:
        return read_rules(text.removeprefix("\ufeff").strip())
    except BadValue as error:
        raise BadSave(str(error)) from error
