"""Creatures of packs by touch: from the empty page to the fight, without a network, and kept over a reload."""

import json

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.hosts import Host, reload, visit_and_keep
from tests.browser.play import show_game
from tests.browser.waiting import expect_saved, until_ready

PACK = json.dumps(
    {
        "kind": "turntrack-creatures",
        "format": 1,
        "name": "Reeds",
        "creatures": [{"name": "Reed Imp", "health": 7, "armour": 13, "order_modifier": 4}],
    }
)

pytestmark = pytest.mark.same_page


def bring(page: Page, key: str, lines: str) -> int:
    """Begin a fight of a game with these lines, from the first screen to the first round; return the taps."""
    taps = 0
    if not page.locator(f"#new-{key}").count():
        page.locator("#all-games").tap()
        taps += 1
    page.locator(f"#new-{key}").tap()
    expect(page.locator("#packs-here")).to_contain_text("Creatures to name")
    page.locator("#lines").press_sequentially(lines)
    expect(page.locator("#understood .line-part.dot")).to_have_count(lines.count(",") + 1)
    expect(page.locator("#understood .error")).to_have_count(0)
    page.locator("#dialog [type=submit]").tap()
    expect(page.locator("#dialog")).to_be_hidden()
    page.locator("#open").tap()
    return taps + 3


def test_goblins_and_ogres_of_d20_begin_in_four_taps(page: Page) -> None:
    """With health, armour, initiative and cards."""
    taps = bring(page, "d20_twice", "6 goblins, 2 ogres")
    expect(page.locator("#track, #acting").get_by_text("Ogre B")).to_be_visible()
    assert taps <= 4
    assert page.get_by_text("AC 15").count() >= 5
    assert page.get_by_text("68/68").count() + page.get_by_text("10/10").count() >= 7
    expect(page.locator(".card-text, #card, [data-do=open-stat-card]").first).to_be_visible()


FOES = {
    "rond6": "2 dock thugs, 1 gate guard",
    "interlock": "2 street thugs, 1 door guard",
    "unbound": "2 dock thugs, 1 town guard",
    "traveller": "2 startown thugs, 1 port guard",
    "zebra": "2 harbour thugs, 1 gate guard",
}


@pytest.mark.parametrize("key", FOES)
def test_ready_foes_of_each_coded_game_begin_in_five_taps(page: Page, key: str) -> None:
    taps = bring(page, key, FOES[key])
    expect(page.locator("#track, #acting").get_by_text("Thug A").first).to_be_visible()
    assert taps <= 5


def test_a_pack_is_kept_over_a_reload(page: Page) -> None:
    page.locator("[data-do=import]").first.tap()
    page.locator("#text").fill(PACK)
    page.get_by_role("button", name="Preview").tap()
    page.get_by_role("button", name="Keep the pack").tap()
    expect(page.locator("#toast")).to_contain_text("1 creature kept")
    show_game(page, "zebra")
    page.locator("#new-zebra").tap()
    expect_saved(page)
    # A reload while a pack is on its way would cut that short.
    expect(page.locator("#packs-here")).to_contain_text("Foes for Zebra Island (12)")
    reload(page)
    expect(page.locator("#packs-here")).to_contain_text("Reeds (1)")
    page.locator("#lines").press_sequentially("reed")
    expect(page.locator("#understood")).to_contain_text("Reed Imp")
    page.locator("#understood .ways button").first.tap()
    expect(page.locator("#lines")).to_have_value("Reed Imp")
    expect(page.locator("#understood")).to_contain_text("health 7")


def test_creatures_are_there_without_a_network(context: BrowserContext, host: Host) -> None:
    """Once the page is ready offline, though it has never opened Add before."""
    page = visit_and_keep(context, host)
    context.set_offline(True)
    reload(page)
    until_ready(page)
    show_game(page, "d20_twice")
    page.locator("#new-d20_twice").tap()
    expect(page.locator("#packs-here")).to_contain_text("SRD 5.2 (330)")
