"""What a question is made of: choices, amounts, boxes, and rows of them. They are values; others draw them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """A choice: what it is of, its value, and what it says."""

    what: str
    value: str
    title: str
    words: str = ""
    is_on: bool = False
    emblem: str = ""
    """The drawing that says it instead of the title."""


@dataclass(frozen=True, slots=True)
class Options:
    """Choices of one setting; ``small`` ones are words, the others say a sentence each."""

    title: str
    picks: tuple[Option, ...]
    small: bool = False
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class AmountBox:
    """A number that goes up and down by taps."""

    what: str
    title: str
    amount: int
    low: int
    high: int
    text: str
    """What stands in its box, be it no number."""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class TextBox:
    """Something that is written; ``live`` ones are read with each key."""

    what: str
    label: str
    text: str
    hint: str = ""
    wrong: str = ""
    missing: tuple[str, ...] = ()
    """What an expression names and the sheet has not: one tap puts it there."""
    live: bool = False
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table: what it is, and unfolded what can be changed of it."""

    key: str
    title: str
    words: str
    blocks: tuple[Block, ...] = ()
    """Nothing where it is folded."""
    is_open: bool = False
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class RowTable:
    title: str
    table: str
    more: str
    """What the button says that adds one."""
    rows: tuple[TableRow, ...]
    hint: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Fold:
    """What is asked seldom, and out of sight until it is unfolded."""

    key: str
    title: str
    blocks: tuple[Block, ...]


type Block = Options | AmountBox | TextBox | RowTable | Fold


@dataclass(frozen=True, slots=True)
class Question:
    title: str
    under: str
    blocks: tuple[Block, ...]
