"""Intents of the rule editor."""

from __future__ import annotations

from dataclasses import dataclass
from enum import auto
from typing import Annotated

from app.intents.base import IntentBase, IntentEnum, OfKey, TypedAs


class ForRuleEditor(IntentBase):
    """An intent of the rule editor, handled synchronously."""


class EditorButton(ForRuleEditor, IntentEnum):
    MAKE = auto()  # open the rule editor as it was left
    MAKE_OF_FIGHT = auto()  # change the rules of the open fight
    MAKE_MISSING = auto()  # add the fields that the expression names to the sheet
    MAKE_TAKE = auto()  # set these rules in the open fight


@dataclass(frozen=True)
class MakeFrom(ForRuleEditor):
    """Begin from a preset, or from the default if the key is empty."""

    key: str


class MakeOf(ForRuleEditor, OfKey):
    """Edit a stored rule set."""


class MakeLike(ForRuleEditor, OfKey):
    """Begin from a copy of a stored rule set."""


@dataclass(frozen=True)
class MakeStep(ForRuleEditor):
    step: int


@dataclass(frozen=True)
class MakeChoose(ForRuleEditor):
    what: str
    value: str


@dataclass(frozen=True)
class MakeWrite(ForRuleEditor):
    what: str
    value: Annotated[str, TypedAs("{what}")] = ""


@dataclass(frozen=True)
class MakeFormula(ForRuleEditor):
    """Check the expression on every key."""

    do, at = "type", "making.formula"
    value: Annotated[str, TypedAs("value")] = ""


@dataclass(frozen=True)
class MakeAdd(ForRuleEditor):
    table: str


@dataclass(frozen=True)
class MakeRemove(ForRuleEditor):
    row: str


@dataclass(frozen=True)
class MakeUnfold(ForRuleEditor):
    row: str


type RuleEditorIntent = (
    EditorButton | MakeFrom | MakeOf | MakeLike | MakeStep | MakeChoose | MakeWrite | MakeFormula | MakeAdd
    | MakeRemove | MakeUnfold
)  # fmt: skip
