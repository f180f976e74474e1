"""A stat card: its markup, and its HTML beside the turn, as a sheet, and in the form."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import groupby, pairwise
from typing import assert_never

from app.intents.combatants import StrikeAt
from app.intents.fight import EditStatCard, OpenStatCard, WriteStatCardIntent
from app.ui.card_dice import SIGNS_OF_BONUS, find_dice
from app.ui.markup import Child, Html, button, join, tag
from app.ui.sheet import Sheet, problem
from app.ui.words import shorten
from turntrack.core.commands import Hit, RollFromCard, Wound
from turntrack.core.model import Id, StatCard
from turntrack.rules.combatants import LONGEST_CARD

_HEADING = re.compile(r"#{1,6}\s++(.*)")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,2}[.)])\s+(.*)")
_NAMED = re.compile(r"([A-Z][^.:\n\d(]{0,40}[^.:\n\d(\s])\s?(?:\([^()\n]{1,40}\))?[.:]")
_MARKED = re.compile(r"(\*\*|__)(?P<bold>.+?)\1|[*_](?P<plain>[^*_]+)[*_]")

_LONGEST_FIRST = 160
"""At most this many characters of a card are on a button."""
_LONGEST_BESIDE = 600
"""At most this many characters of a card are shown beside the turn, besides the lines with dice."""
_MOST_ATTACKS = 8
"""At most this many lines with dice are shown there."""


class BlockKind(Enum):
    HEADING = "heading"
    ITEM = "item"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class CardPart:
    """A run of text; ``dice`` is the code to roll, empty for none. See ``WrittenDice`` for the others."""

    text: str
    is_bold: bool = False
    dice: str = ""
    recharges_on: int = 0
    heals: int = 0

    @property
    def is_button(self) -> bool:
        """Return whether the part rolls dice or gives back health."""
        return bool(self.dice or self.heals)


@dataclass(frozen=True, slots=True)
class CardBlock:
    kind: BlockKind
    parts: tuple[CardPart, ...]

    @property
    def name(self) -> str:
        """Return what the dice are for: the first words in bold, else those before the first stop; empty for none."""
        bold = next((part.text.partition("(")[0].strip(" .:") for part in self.parts if part.is_bold), "")
        named = _NAMED.match("".join(part.text for part in self.parts))
        return bold or (named[1] if named else "")


def read_blocks(card: StatCard) -> tuple[CardBlock, ...]:
    """Split a card into its blocks; lines that follow each other are one paragraph, and keep their ends.

    >>> [block.kind.value for block in read_blocks(("# Ogre", "big", "and slow", "", "- club 2d6"))]
    ['heading', 'text', 'item']
    """
    return tuple(_blocks(card))


def _blocks(card: StatCard) -> Iterator[CardBlock]:
    paragraph = list[str]()
    for line in (*card, ""):
        heading, item = _HEADING.fullmatch(line), _ITEM.fullmatch(line)
        if paragraph and (heading or item or not line):
            yield CardBlock(BlockKind.TEXT, tuple(_parts("\n".join(paragraph))))
            paragraph.clear()
        if heading:
            yield CardBlock(BlockKind.HEADING, tuple(_parts(heading[1].rstrip("#").rstrip())))
        elif item:
            yield CardBlock(BlockKind.ITEM, tuple(_parts(item[1])))
        elif line:
            paragraph.append(line)


def _parts(text: str, has_attacks: bool = True) -> Iterator[CardPart]:
    """Yield the parts of a text without its marks; dice are sought across them, as in ``**2d6**+3``.

    What a condition adds to hit is no attack.
    """
    runs = list[tuple[str, bool]]()
    at = 0
    for match in _MARKED.finditer(text):
        runs += [(text[at : match.start()], False), (match["bold"] or match["plain"], bool(match["bold"]))]
        at = match.end()
    runs.append((text[at:], False))
    plain = "".join(run for run, _ in runs)
    rolled = deque(dice for dice in find_dice(plain) if has_attacks or plain[dice.start] not in SIGNS_OF_BONUS)
    at, begin = 0, 0
    for run, is_bold in runs:
        end = begin + len(run)
        while rolled and at <= rolled[0].start < end:
            dice = rolled.popleft()
            if at < dice.start:
                yield CardPart(run[at - begin : dice.start - begin], is_bold)
            yield CardPart(plain[dice.start : dice.end], is_bold, dice.code, dice.recharges_on, dice.heals)
            at = dice.end
        if at < end:
            yield CardPart(run[at - begin :], is_bold)
            at = end
        begin = end


def first_words(card: StatCard) -> str:
    """Return the beginning of a card without its marks, for a button."""
    words = " · ".join("".join(part.text for part in block.parts) for block in read_blocks(card)).replace("\n", " ")
    return shorten(words, _LONGEST_FIRST)


@dataclass(frozen=True, slots=True)
class CardRoll:
    """The dice that were just rolled from a card."""

    purpose: str
    words: str
    """The faces and the total: ``6 + 2 = 8``."""
    total: int
    is_damage: bool
    target: Id = ""
    """Whom one tap gives the damage; empty for nobody."""
    name: str = ""
    """The target's name."""
    attacks: bool = False
    """Whether that tap is an attack too."""


@lru_cache(maxsize=32)
def render_card_beside(
    combatant_id: Id, name: str, card: StatCard, conditions: tuple[tuple[str, str], ...], rolled: CardRoll | None
) -> Html:
    """Render what a turn has to remember: the conditions that say what they do, and the card with its dice."""
    lines = [block for line in card if line.strip() for block in read_blocks((line,))]
    attacks = [block for block in lines if block.name and any(part.is_button for part in block.parts)][:_MOST_ATTACKS]
    suffered = [
        CardBlock(BlockKind.ITEM, (CardPart(word, True), CardPart(" "), *_parts(text, has_attacks=False)))
        for word, text in conditions
    ]
    rows = [
        *(_render_block(combatant_id, block) for block in suffered),
        *(_render_attack(combatant_id, block) for block in attacks),
    ]
    return tag(
        "section",
        button("Card", OpenStatCard(combatant_id), class_="chip", aria_label=f"Card of {name}") if card else None,
        tag("ul", *rows, class_="attacks") if rows else None,
        # Below the buttons, so that none of them moves under the finger.
        tag("div", *_render_roll(rolled), class_="result") if rolled else None,
        tag("p", _words_besides(lines, attacks), class_="card-start"),
        class_="block aside card-beside",
        id=f"card-{combatant_id}",
    )


def _render_attack(combatant_id: Id, block: CardBlock) -> Html:
    """Render the name of a line and its dice, each as a button."""
    buttons = (_render_part_button(combatant_id, part, block.name) for part in block.parts if part.is_button)
    return tag("li", tag("b", block.name), *buttons)


def _render_part_button(combatant_id: Id, part: CardPart, purpose: str) -> Html:
    if part.heals:
        return button(f"+{part.heals}", Wound(part.heals, (Hit(combatant_id),), heals=True), class_="chip")
    return button(part.text, RollFromCard(combatant_id, part.dice, purpose, part.recharges_on), class_="chip")


def _render_roll(rolled: CardRoll) -> Iterator[Html]:
    """Yield the result large, and the button that gives the damage to the target."""
    hits = Wound(rolled.total, (Hit(rolled.target),)) if rolled.target else None
    intent = StrikeAt(rolled.target, rolled.total) if rolled.attacks else hits
    words = f"{'Attack ' if rolled.attacks else ''}{rolled.name}: {rolled.total}"
    yield tag("strong", rolled.total, class_="rolled", role="status")
    yield tag("small", f"{rolled.purpose} {rolled.words}")
    if intent and rolled.is_damage and rolled.total > 0:
        yield button(words, intent, class_="chip give-roll")


def _words_besides(lines: Iterable[CardBlock], attacks: Collection[CardBlock]) -> str:
    """Return the text of the other lines, as much of it as may fit, without headings above nothing."""
    others = [block for block in lines if block not in attacks]
    followed = pairwise((*others, CardBlock(BlockKind.HEADING, ())))
    said = [block for block, after in followed if {block.kind, after.kind} != {BlockKind.HEADING}]
    return shorten("\n".join("".join(part.text for part in block.parts) for block in said), _LONGEST_BESIDE)


def render_card_button(combatant_id: Id, card: StatCard) -> Html:
    """Render the button of a combatant's sheet that opens the card, or the form that writes it."""
    words = first_words(card)[:40] if card else "Write a card…"
    return button(words, OpenStatCard(combatant_id), class_="chip", id="open-card")


def render_card_sheet(combatant_id: Id, name: str, card: StatCard, error: str) -> Sheet:
    """Render the whole card; its dice are buttons."""
    return Sheet(
        name,
        (problem(error), tag("div", *_render_blocks(combatant_id, card), class_="stat-card")),
        under="Only you see this card",
        beside=button("Change", EditStatCard(combatant_id), class_="chip", id="edit-stat-card"),
    )


def render_card_form(combatant_id: Id, name: str, text: str, error: str) -> Sheet:
    """Render the form in which a card is written."""
    area = tag("textarea", text, name="card", id="card", rows=14, data_first=True, spellcheck="false")
    return Sheet(
        f"Card of {name}",
        (
            tag("label", "What it can do", for_="card"),
            area,
            tag("p", "# Heading, - list, **bold**. Dice such as 2d6+3 can be tapped.", class_="hint"),
            problem(error),
        ),
        under=f"Up to {LONGEST_CARD} characters; the players never see it",
        sends=WriteStatCardIntent(combatant_id),
        foot=(tag("button", "Save", type="submit", class_="primary"),),
    )


def _render_blocks(combatant_id: Id, card: StatCard) -> Iterator[Html]:
    for is_list, blocks in groupby(read_blocks(card), lambda block: block.kind is BlockKind.ITEM):
        rendered = [_render_block(combatant_id, block) for block in blocks]
        yield tag("ul", *rendered) if is_list else join(*rendered)


def _render_block(combatant_id: Id, block: CardBlock) -> Html:
    parts = tuple(_render_parts(combatant_id, block.parts, block.name))
    match block.kind:
        case BlockKind.HEADING:
            return tag("h3", *parts)
        case BlockKind.ITEM:
            return tag("li", *parts)
        case BlockKind.TEXT:
            return tag("p", *parts)
        case _:
            assert_never(block.kind)


def _render_parts(combatant_id: Id, parts: Iterable[CardPart], purpose: str) -> Iterator[Child]:
    for part in parts:
        if part.is_button:
            yield _render_part_button(combatant_id, part, purpose)
        else:
            yield tag("b", part.text) if part.is_bold else part.text
