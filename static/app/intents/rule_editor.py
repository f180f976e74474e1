"""What can be asked while rules of the table's own are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import IntentBase, OfKey, TypedAs


class ForRuleEditor(IntentBase):
    """About the rules that are being made, or about to be: answered at once."""


class Make(ForRuleEditor):
    """Go on with the rules that were begun, or ask what to begin from."""

    do = "make"


@dataclass(frozen=True)
class MakeFrom(ForRuleEditor):
    """Begin from rules that come with the app; from nothing where the key is empty."""

    do = "make-from"
    key: str


class MakeOf(ForRuleEditor, OfKey):
    """Make a new version of kept rules."""

    do = "make-of"


class MakeOfFight(ForRuleEditor):
    """Change the rules of the open fight."""

    do = "make-of-fight"


class MakeLike(ForRuleEditor, OfKey):
    """Begin from kept rules, which stay as they are."""

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
    """Read the expression with each key."""

    do, at = "type", "making.formula"
    value: Annotated[str, TypedAs("value")] = ""


class MakeMissing(ForRuleEditor):
    """Put what the expression names onto the sheet."""

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
    """Have the open fight go by these rules."""

    do = "make-take"


type RuleEditorIntent = (
    Make | MakeFrom | MakeOf | MakeOfFight | MakeLike | MakeStep | MakeChoose | MakeWrite | MakeFormula
    | MakeMissing | MakeAdd | MakeRemove | MakeUnfold | MakeTake
)  # fmt: skip
