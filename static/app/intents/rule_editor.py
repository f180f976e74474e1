"""Intents of the rule editor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import IntentBase, OfKey, TypedAs


class ForRuleEditor(IntentBase):
    """An intent of the rule editor, handled synchronously."""


class Make(ForRuleEditor):
    """Open the rule editor as it was left."""

    do = "make"


@dataclass(frozen=True)
class MakeFrom(ForRuleEditor):
    """Begin from a preset, or from the default if the key is empty."""

    do = "make-from"
    key: str


class MakeOf(ForRuleEditor, OfKey):
    """Edit a stored rule set."""

    do = "make-of"


class MakeOfFight(ForRuleEditor):
    """Change the rules of the open fight."""

    do = "make-of-fight"


class MakeLike(ForRuleEditor, OfKey):
    """Begin from a copy of a stored rule set."""

    do = "make-like"


@dataclass(frozen=True)
class MakeStep(ForRuleEditor):
    do = "make-step"
    step: int


@dataclass(frozen=True)
class MakeChoose(ForRuleEditor):
    do = "make-choose"
    what: str
    value: str


@dataclass(frozen=True)
class MakeWrite(ForRuleEditor):
    do = "make-write"
    what: str
    value: Annotated[str, TypedAs("{what}")] = ""


@dataclass(frozen=True)
class MakeFormula(ForRuleEditor):
    """Check the expression on every key."""

    do, at = "type", "making.formula"
    value: Annotated[str, TypedAs("value")] = ""


class MakeMissing(ForRuleEditor):
    """Add the fields that the expression names to the sheet."""

    do = "make-missing"


@dataclass(frozen=True)
class MakeAdd(ForRuleEditor):
    do = "make-add"
    table: str


@dataclass(frozen=True)
class MakeRemove(ForRuleEditor):
    do = "make-remove"
    row: str


@dataclass(frozen=True)
class MakeUnfold(ForRuleEditor):
    do = "make-unfold"
    row: str


class MakeTake(ForRuleEditor):
    """Set these rules in the open fight."""

    do = "make-take"


type RuleEditorIntent = (
    Make | MakeFrom | MakeOf | MakeOfFight | MakeLike | MakeStep | MakeChoose | MakeWrite | MakeFormula
    | MakeMissing | MakeAdd | MakeRemove | MakeUnfold | MakeTake
)  # fmt: skip
