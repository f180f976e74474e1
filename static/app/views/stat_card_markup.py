"""Reading of the markup of a stat card: headings, list items and paragraphs, with bold text and dice in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from turntrack.core.dice import DiceCode
from turntrack.core.errors import BadDiceCode
from turntrack.core.model import StatCard

_HEADING = re.compile(r"#{1,6}\s++(.*)")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,2}[.)])\s+(.*)")
_PART = re.compile(
    r"(\*\*|__)(?P<bold>.+?)\1|(?P<dice>\b\d{1,2}[dD]\d{1,3}(?:\s?[+\-−]\s?\d{1,3})?\b)|[*_](?P<plain>[^*_]+)[*_]"
)

LONGEST_FIRST = 160
"""At most this many characters of a card are shown beside the turn."""


class BlockKind(Enum):
    HEADING = "heading"
    ITEM = "item"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class CardPart:
    """A run of text; ``dice`` is the code to roll, empty for none."""

    text: str
    is_bold: bool = False
    dice: str = ""


@dataclass(frozen=True, slots=True)
class CardBlock:
    kind: BlockKind
    parts: tuple[CardPart, ...]

    @property
    def name(self) -> str:
        """Return the first words in bold, which name what the dice are for; empty for none."""
        return next((part.text.strip(" .:") for part in self.parts if part.is_bold), "")


def read_blocks(card: StatCard) -> tuple[CardBlock, ...]:
    """Split a card into its blocks; lines that follow each other are one paragraph.

    >>> [block.kind.value for block in read_blocks(("# Ogre", "big", "and slow", "", "- club 2d6"))]
    ['heading', 'text', 'item']
    """
    return tuple(_blocks(card))


def _blocks(card: StatCard) -> Iterator[CardBlock]:
    paragraph = list[str]()
    for line in (*card, ""):
        heading, item = _HEADING.fullmatch(line), _ITEM.fullmatch(line)
        if paragraph and (heading or item or not line):
            yield CardBlock(BlockKind.TEXT, tuple(_parts(" ".join(paragraph))))
            paragraph.clear()
        if heading:
            yield CardBlock(BlockKind.HEADING, tuple(_parts(heading[1].rstrip("#").rstrip())))
        elif item:
            yield CardBlock(BlockKind.ITEM, tuple(_parts(item[1])))
        elif line:
            paragraph.append(line)


def _parts(text: str) -> Iterator[CardPart]:
    at = 0
    for match in _PART.finditer(text):
        if text[at : match.start()]:
            yield CardPart(text[at : match.start()])
        if match["dice"]:
            yield CardPart(match["dice"], dice=_code(match["dice"]))
        elif match["bold"]:
            yield from (CardPart(part.text, True, part.dice) for part in _parts(match["bold"]))
        else:
            yield CardPart(match["plain"])
        at = match.end()
    if text[at:]:
        yield CardPart(text[at:])


def _code(text: str) -> str:
    """Return the dice as a code; empty for what no dice can be."""
    try:
        return str(DiceCode.parse(text.lower().replace(" ", "").replace("−", "-")))
    except BadDiceCode:
        return ""


def first_words(card: StatCard) -> str:
    """Return the beginning of a card without its marks, for a button."""
    words = " · ".join("".join(part.text for part in block.parts) for block in read_blocks(card))
    return f"{words[: LONGEST_FIRST - 1].rstrip()}…" if len(words) > LONGEST_FIRST else words
