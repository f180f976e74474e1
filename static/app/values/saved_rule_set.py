"""A rule set of the table that is stored on the device, and how many there can be."""

from __future__ import annotations

from dataclasses import dataclass

from app.values.stored_item_key import Key
from turntrack.systems.table_rules.rule_set import RuleSet

MOST_RULE_SETS = 100
"""The largest number of stored rule sets."""


@dataclass(frozen=True, slots=True)
class SavedRuleSet:
    """A rule set made by the table."""

    key: Key
    rules: RuleSet
    gone: str = ""
    """The date of deletion in the reader's format; empty if it is not deleted."""
