"""The state of the rule editor: a valid rule set at every moment, beside input that could not be accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from app.rule_editor.contradiction_repair import BONUS
from turntrack.systems.table_rules.rule_set import RuleSet

BEGIN, FIRST_QUESTION, LAST_QUESTION = 0, 1, 4
TITLE_OF = ("", "What makes the order?", "Who is next?", "What does a turn hold?", "Rounds and surprise?")
UNNAMED = "Our rules"
NOTHING: Mapping[str, str] = MappingProxyType({})


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


def step_of_wrong(editor: RuleEditor) -> int:
    """Return the first question with refused input; 0 if there is none."""
    steps = (STEPS.get(what.partition(" ")[0], LAST_QUESTION) for what in editor.written)
    return min(steps, default=BEGIN)
