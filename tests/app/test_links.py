"""Tests of links: what they hold is shown before it is kept, and damaged ones say what is wrong."""

from __future__ import annotations

import base64
import zlib
from random import Random
from urllib.parse import unquote

import pytest

from app.storage import messages
from app.storage.export_writer import LONGEST_PACKED, Link, game_of_link, has_content, pack_link, unpack_link
from app.storage.import_reader import read_rules_text
from app.storage.save_status import SaveStatus
from tests.app.table import Table
from turntrack.core.errors import BadSave
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_set import write_rules

RULES = pack_link(Link.RULES, write_rules(preset_rules("passes")))


def packed(content: bytes) -> str:
    deflate = zlib.compressobj(9, wbits=-15)
    return "#rules=" + base64.urlsafe_b64encode(deflate.compress(content) + deflate.flush()).decode().rstrip("=")


@pytest.mark.parametrize(
    "link",
    [
        RULES[:40],
        "#rules=",
        "#rules=!",
        "#fight=AAAA",
        f"{RULES[:40]}…",
        f"{RULES[:40]}...",
        f"{RULES[:40]}\u200b",
        f"{RULES[:40]}\ud800",
        f"{RULES}É",
        packed(b" " * 10_000_000),
        packed(b"\xff"),
        f"#rules={'A' * 30_000}",
    ],
    ids=["cut", "empty", "signs", "nothing", "dots", "three dots", "no width", "half a sign", "letter",
         "bomb", "no text", "long"],
)  # fmt: skip
def test_a_damaged_link_says_what_is_wrong(link: str) -> None:
    with pytest.raises(BadSave, match="This link is cut short or damaged"):
        unpack_link(link)


def test_changed_links_are_read_or_refused() -> None:
    chance = Random(4)
    for _ in range(300):
        at = chance.randrange(len("#rules="), len(RULES))
        try:
            read_rules_text(unpack_link(RULES[:at] + chance.choice("abcXYZ019-_") + RULES[at + 1 :]))
        except BadSave:
            continue


@pytest.mark.parametrize("text", ["Otter, hp 7", "see #fight=1 there", "#game=alien", "", "#rules"])
def test_other_texts_are_no_link_to_a_text(text: str) -> None:
    assert unpack_link(text) == text


def test_what_is_too_long_for_a_link_has_none() -> None:
    noise = Random(1).randbytes(LONGEST_PACKED).hex()
    assert pack_link(Link.FIGHT, noise) == ""


def test_an_address_may_hold_rules_a_fight_or_a_game() -> None:
    assert [has_content(each) for each in (RULES, "#fight=x", "#game=alien", "#top", "")] == [True] * 3 + [False] * 2
    assert game_of_link("#game=D%26D_2024", unquote) == "D&D 2024"


def test_a_link_to_a_game_finds_it_on_the_first_screen(table: Table) -> None:
    table.tap("new", "zebra")
    table.controller.search_games("savage")
    assert [each.attributes["data-arg"] for each in table.region("home").with_class("try")] == ["cards"]
    assert table.region("home").find("input", id="game-search").attributes["value"] == "savage"


@pytest.mark.parametrize(
    ("name", "title"), [("dnd 2024", "d20, twice if surprised"), ("cards", "Cards"), ("rond6", "RonD6")]
)
def test_a_link_with_the_name_of_a_game_begins_it(table: Table, name: str, title: str) -> None:
    table.tap("new", "zebra")
    table.controller.search_games(name)
    encounter = table.session.encounter
    assert system_of(encounter.system, SYSTEMS).at(encounter).title == title
    assert table.dialog.find("h2").text == "Add A line for each"


def test_a_link_begins_nothing_where_another_tab_is_in_control(table: Table) -> None:
    table.controller.set_saving(SaveStatus(is_writer=False))
    table.controller.search_games("dnd 2024")
    assert table.controller.fight is None
    assert table.last.toast == messages.FOLLOWS
