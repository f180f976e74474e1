"""What can be asked while rules of the table's own are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import IntentBase, OfKey, TypedAs


class ForMaking(IntentBase):
    """About the rules that are being made, or about to be: answered at once."""


class Make(ForMaking):
    """Go on with the rules that were begun, or ask what to begin from."""

    do = "make"


@dataclass(frozen=True)
class MakeFrom(ForMaking):
    """Begin from rules that come with the app; from nothing where the key is empty."""

    do = "make-from"
    key: str


class MakeOf(ForMaking, OfKey):
    """Make a new version of kept rules."""

    do = "make-of"


class MakeOfFight(ForMaking):
    """Change the rules of the open fight."""

    do = "make-of-fight"


class MakeLike(ForMaking, OfKey):
    """Begin from kept rules, which stay as they are."""

    do = "make-like"


@dataclass(frozen=True)
class MakeStep(ForMaking):
    do = "make-step"
    step: int


@dataclass(frozen=True)
class MakeChoose(ForMaking):
    do = "make-choose"
    what: str
    value: str


@dataclass(frozen=True)
class MakeWrite(ForMaking):
    do = "make-write"
    what: str
    value: Annotated[str, TypedAs("{what}")] = ""


@dataclass(frozen=True)
class MakeFormula(ForMaking):
    """Read the expression with each key."""

    do, at = "type", "making.formula"
    value: Annotated[str, TypedAs("value")] = ""


class MakeMissing(ForMaking):
    """Put what the expression names onto the sheet."""

    do = "make-missing"


@dataclass(frozen=True)
class MakeAdd(ForMaking):
    do = "make-add"
    table: str


@dataclass(frozen=True)
class MakeRemove(ForMaking):
    do = "make-remove"
    row: str


@dataclass(frozen=True)
class MakeUnfold(ForMaking):
    do = "make-unfold"
    row: str


class MakeTake(ForMaking):
    """Have the open fight go by these rules."""

    do = "make-take"


type MakingIntent = (
    Make | MakeFrom | MakeOf | MakeOfFight | MakeLike | MakeStep | MakeChoose | MakeWrite | MakeFormula
    | MakeMissing | MakeAdd | MakeRemove | MakeUnfold | MakeTake
)  # fmt: skip
