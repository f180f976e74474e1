"""Links to the page: their content is shown, and removed from the address."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.hosts import Host, visit_and_keep
from tools.layout import ROOT

BARE = "location.hash + location.search"


@pytest.fixture
def shared_form(context: BrowserContext, host: Host) -> Page:
    """Return a page of another site with a form as the installed page's manifest has it, whose worker is in use."""
    visit_and_keep(context, host).close()
    context.set_offline(True)  # what is shared goes to no host
    target = json.loads((ROOT / "manifest.webmanifest").read_text())["share_target"]
    texts = "".join(f'<input name="{name}" id="{part}">' for part, name in target["params"].items() if part != "files")
    files = "".join(f'<input type="file" name="{file["name"]}">' for file in target["params"]["files"])
    page = context.new_page()
    page.set_content(
        f'<form action="{host.url}{target["action"]}" method="{target["method"]}" enctype="{target["enctype"]}">'
        f"{texts}{files}<button>Share</button></form>"
    )
    return page


def test_a_link_leads_to_a_game(open_page: OpenPage) -> None:
    page = open_page("#game=savage")
    expect(page.locator("#game-search")).to_have_value("savage")
    expect(page.locator("#games .try")).to_have_count(1)
    assert page.evaluate(BARE) == ""
    page.evaluate("location.hash = '#game=savage-worlds'")  # its whole name begins a fight
    expect(page.locator("#lines")).to_be_visible()
    page.evaluate("location.hash = '#game='")  # the shortcut of the installed page
    expect(page.locator("#game-search")).to_have_value("")
    expect(page.locator("#dialog")).to_be_hidden()


def test_a_text_that_another_app_shares_is_a_preview(open_page: OpenPage) -> None:
    page = open_page("?text=3%20Orcs%2C%20hp%2015&url=")
    expect(page.locator("#dialog h2")).to_contain_text("A list of combatants")
    expect(page.locator("#dialog")).to_contain_text("Orc ×3")
    assert page.evaluate(BARE) == ""


@pytest.mark.soak
def test_a_file_that_another_app_shares_is_a_preview(shared_form: Page) -> None:
    page, lines = shared_form, b"3 Orcs, hp 15\nWarg, hp 20"
    payload = FilePayload(name="Döner & co.txt", mimeType="text/plain", buffer=lines)
    page.locator("[type=file]").set_input_files(payload)
    page.locator("button").click()
    expect(page.locator("#dialog h2")).to_contain_text("A list of combatants", timeout=60_000)
    expect(page.locator("#dialog")).to_contain_text("Warg")
    assert page.evaluate(BARE) == ""
    assert not [name for name in page.evaluate("caches.keys()") if name.endswith(" shared")]


@pytest.mark.soak
def test_a_text_that_is_shared_as_a_form_is_a_preview(shared_form: Page) -> None:
    page = shared_form
    page.locator("#text").fill("3 Orcs, hp 15")
    page.locator("button").click()
    expect(page.locator("#dialog h2")).to_contain_text("A list of combatants", timeout=60_000)
    expect(page.locator("#dialog")).to_contain_text("Orc ×3")
    assert page.evaluate(BARE) == ""


@pytest.mark.soak
def test_what_a_damaged_link_lacks_is_said(open_page: OpenPage) -> None:
    page = open_page("#fight=AAAA")
    expect(page.locator("[role=alert]").first).to_contain_text("This link")
