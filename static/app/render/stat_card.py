"""HTML of a stat card: beside the turn, as a sheet, and the form in which it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import assert_never

from app.intents.fight import EditStatCard, OpenStatCard, WriteStatCardIntent
from app.render.forms import problem
from app.render.markup import Child, Html, button, join, tag
from app.render.sheet import Sheet
from app.views.stat_card_markup import BlockKind, CardBlock, CardPart, first_words, read_blocks
from turntrack.core.commands import RollFromCard
from turntrack.core.model import Id, StatCard
from turntrack.rules.combatants import LONGEST_CARD


def render_card_beside(combatant_id: Id, name: str, card: StatCard) -> Html:
    """Render the beginning of the card of somebody who acts; a tap opens the card."""
    words = tag("span", first_words(card))
    return tag(
        "section",
        button(words, OpenStatCard(combatant_id), class_="card-start", aria_label=f"Card of {name}"),
        class_="block aside",
        id=f"card-{combatant_id}",
    )


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
        beside=button("Change", EditStatCard(combatant_id), class_="chip", id="edit-card"),
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
        if part.dice:
            yield button(part.text, RollFromCard(combatant_id, part.dice, purpose), class_="chip")
        else:
            yield tag("b", part.text) if part.is_bold else part.text
