"""The form controls of a question, as values: options, amounts, text boxes, folds, and tables of rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SettingOption:
    """An option of a setting: its value and its words."""

    what: str
    value: str
    title: str
    words: str = ""
    is_on: bool = False
    emblem: str = ""
    """The emblem that is shown instead of the title."""


@dataclass(frozen=True, slots=True)
class SettingOptions:
    """The options of one setting: words if ``small``, else a sentence each."""

    title: str
    picks: tuple[SettingOption, ...]
    small: bool = False
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class AmountBox:
    """A number with buttons for more and less."""

    what: str
    title: str
    amount: int
    low: int
    high: int
    text: str
    """The text of its box, which may be no number."""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class TextBox:
    """A text box; a ``live`` one is read with each key."""

    what: str
    label: str
    text: str
    hint: str = ""
    wrong: str = ""
    missing: tuple[str, ...] = ()
    """Fields that the expression needs and the sheet lacks."""
    live: bool = False
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table, with its blocks if it is expanded."""

    key: str
    title: str
    words: str
    blocks: tuple[Block, ...] = ()
    """Empty if the row is folded."""
    is_open: bool = False
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class RowTable:
    title: str
    table: str
    more: str
    """The label of the button that adds a row."""
    rows: tuple[TableRow, ...]
    hint: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Fold:
    """Blocks that are hidden until expanded."""

    key: str
    title: str
    blocks: tuple[Block, ...]


type Block = SettingOptions | AmountBox | TextBox | RowTable | Fold


@dataclass(frozen=True, slots=True)
class Question:
    title: str
    under: str
    blocks: tuple[Block, ...]
