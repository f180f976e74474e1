"""Search in the history for the last attack and its target, so that its damage can be entered."""

from __future__ import annotations

from collections.abc import Sequence

from turntrack.core.commands import (
    Act,
    CountHealth,
    DoTheSame,
    EndConditions,
    Fall,
    GiveCondition,
    KeepCondition,
    RepeatedAct,
    StepCounter,
    Wound,
    WriteNote,
)
from turntrack.core.events import Spent
from turntrack.core.model import Encounter, Id
from turntrack.history.session import Step
from turntrack.systems.choices import ChoiceKind
from turntrack.systems.protocol import TurnSystem

AFTER_A_HIT = (
    CountHealth, EndConditions, Fall, GiveCondition, KeepCondition, StepCounter, Wound, WriteNote
)  # fmt: skip
"""Commands that deal with the consequences of an attack; after these its damage can still be entered."""

ATTACKS = (ChoiceKind.STRIKE, ChoiceKind.SHOOT, ChoiceKind.ACT)
"""The kinds of choices that may cause damage. The kind of a table's own action is unknown, so it counts as one."""


def last_action_step(past: Sequence[Step]) -> int:
    """Return the number of the last step that is not the consequence of an attack; 0 for none or the first."""
    return next((at for at in range(len(past), 1, -1) if not isinstance(past[at - 1].command, AFTER_A_HIT)), 0)


def last_target(step: Step) -> Id:
    """Return the last target of a step; empty for none."""
    return next((event.at for event in reversed(step.events) if isinstance(event, Spent) and event.at), "")


def original_step(past: Sequence[Step], number: int) -> int:
    """Return the number of the step that a repeated step copies; for other steps, its own. 0 if there is none."""
    command = past[number - 1].command
    if not isinstance(command, DoTheSame):
        return number
    return next((at for at in range(number - 1, 1, -1) if _is_deed_of(command, past[at - 1])), 0)


def _is_deed_of(command: DoTheSame, step: Step) -> bool:
    done = step.command
    return isinstance(done, Act) and RepeatedAct(done.action, done.values) in command.deeds and bool(last_target(step))


def is_attack(step: Step, before: Encounter, system: TurnSystem) -> bool:
    """Return whether a step was an attack. The step itself does not tell: its choice's kind does."""
    command = step.command
    if not isinstance(command, Act):
        return False
    inputs = ((section.key, field.key) for section in system.sections(before, {}) for field in section.inputs)
    values = {**command.values, "who": command.id}  # a section asks who acts where several can
    entered = {f"{section}.{key}": values[key] for section, key in inputs if key in values}
    choices = (choice for section in system.sections(before, entered) for choice in section.choices)
    return next((choice.kind in ATTACKS for choice in choices if choice.command == command), False)
