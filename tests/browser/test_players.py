"""The screen for players: in the same tab, in a second window, and by a code for phones."""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from playwright.sync_api import Page, expect

from app.storage.export_file_codec import Bundle, encode_bundle
from tests.app.fights import kept, played
from tests.browser.conftest import OpenPage, Watch
from tests.browser.hosts import reload
from tests.browser.play import act, begin, choice, choices, new_fight, stands, track, worked_fight
from tests.browser.play import row as row_of
from tests.browser.saving import paste
from tests.browser.waiting import wait_until
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.model import Schedule
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of

LINES_OF_WORDS = r"""name => Array.from(name.firstChild.data.matchAll(/\S+/gu), word => {
    const part = new Range();
    part.setStart(name.firstChild, word.index);
    part.setEnd(name.firstChild, word.index + word[0].length);
    return part.getClientRects().length;
})"""

MARKUP = "<img src=x onerror=alert(1)>"
"""A name that is to stay text."""


def for_players(page: Page, way: str) -> None:
    page.locator("#menu").tap()
    page.get_by_role("button", name="For the players…").tap()
    page.locator(f"#{way}").tap()


def second_window(page: Page, watch: Watch) -> Page:
    with page.context.expect_page() as opened:
        for_players(page, "open-players-window")
    watch.follow(opened.value)
    return opened.value


def order(window: Page) -> list[str]:
    names: list[str] = window.locator(".order li .name").evaluate_all("all => all.map(it => it.firstChild.textContent)")
    return names


def link(content: object) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = content if isinstance(content, str) else json.dumps(content)
    packed = packer.compress(text.encode()) + packer.flush()
    return "players.html#v=" + urlsafe_b64encode(packed).decode().rstrip("=")


def row(name: str) -> list[object]:
    return [name, 0, "3", "5 of 5", 0, "", "", 0]


def listed(*rows: object, form: int = 1) -> list[object]:
    return [form, "Ferry", "round 2", "", [row("Mara")], [["next", "Rat", 1]], list(rows), 0, "the round ends"]


@pytest.mark.same_page
def test_the_tab_is_turned_to_the_players_and_back(page: Page) -> None:
    worked_fight(page)
    for_players(page, "face-players")
    expect(page.locator(".facing h1")).to_have_text("A")
    assert order(page) == ["B", "C"]
    assert page.locator(".facing .bead").all_inner_texts() == ["20", "14", "9"]
    expect(page).to_have_title("Turntrack")
    expect(page.locator("#app")).to_have_attribute("inert", "")
    page.locator(".facing .stage").tap()
    page.keyboard.press("/")
    expect(page.locator("#dialog")).to_be_hidden()
    page.get_by_role("button", name="Back to the game master’s screen").tap()
    expect(page.locator(".facing")).to_have_count(0)
    stands(page, ["*A 20", "B 14", "C 9"])
    page.locator("#undo").tap()
    expect(page.locator("#open")).to_be_visible()


@pytest.mark.same_page
@pytest.mark.soak
def test_no_word_of_a_name_is_broken_in_two(page: Page) -> None:
    """Seen from the end of the table, a name is read at a glance."""
    sheet = "nerve 0, perception 0, level 0, shooting, table"
    new_fight(page, f"Guard A, {sheet}", f"Swordsman, {sheet}")
    begin(page, 20, 15)
    for name in ("Guard A", "Swordsman"):
        for_players(page, "face-players")
        shown = page.locator(".facing h1")
        expect(shown).to_have_text(name)
        assert {*shown.evaluate(LINES_OF_WORDS)} == {1}
        page.get_by_role("button", name="Back to the game master’s screen").tap()
        act(choice(page, "plain", "Reserve"))


@pytest.mark.same_page
def test_a_turn_has_a_clock_where_the_table_wants_one(page: Page) -> None:
    """It goes on after a reload: it is read from what was kept."""
    worked_fight(page)
    expect(page.locator(".clock")).to_have_count(0)
    page.locator("#menu").tap()
    page.get_by_role("button", name="Turns and time").tap()
    page.get_by_label("Turn clock").select_option("on")
    clock = page.locator("#title .clock")
    expect(clock).to_have_text(re.compile(r"^0:\d\d · $"))
    since = clock.get_attribute("data-since")
    reload(page)
    expect(clock).to_have_text(re.compile(r"^\d:\d\d · $"))
    assert clock.get_attribute("data-since") == since


def test_a_second_window_follows_and_says_when_nothing_comes(page: Page, watch: Watch) -> None:
    worked_fight(page)
    window = second_window(page, watch)
    expect(window.locator("h1")).to_have_text("A")
    expect(window.locator("#said")).to_be_hidden()
    assert window.evaluate("globalThis.pyodide === undefined && document.scripts.length") == 1
    page.bring_to_front()
    page.locator("#dialog .close").tap()
    act(choices(page, "attack").first)
    now = next(row.removeprefix("*").split()[0] for row in track(page) if row.startswith("*"))
    expect(window.locator("h1")).to_have_text(now)
    reload(page)
    page.locator("#undo").tap()
    expect(window.locator("h1")).to_have_text("A")
    expect(window.locator("#said")).to_be_hidden()
    page.locator("#back").tap()
    expect(window.locator("h1")).to_have_text("No fight is open")
    page.close()
    expect(window.locator("#said")).to_contain_text("Lost touch with the game master’s page")


HEAR = """() => {
    globalThis.sent = [];
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (message) {
        if (this.name.startsWith("turntrack-players")) sent.push(JSON.stringify(message));
        return postMessage.call(this, message);
    };
}"""
"""Notes what leaves the page for windows."""


def test_nothing_of_a_hidden_one_is_sent_or_drawn(page: Page, watch: Watch) -> None:
    """Neither to the window, nor in a link, nor on this screen."""
    session, dice = played(system_of("zebra", SYSTEMS), 6), TableDice(seeded_dice(1))
    session.dispatch(c.AddCombatant("Zyxwquor", 2, side="Coven", players_name="Brakkul", hidden=True), dice)
    session.dispatch(c.AddCombatant("Ythgrim", side="Coven", comes=Schedule(9)), dice)
    session.dispatch(c.GiveCondition((session.encounter.order[0],), "afraid of Zyxwquor"), dice)
    page.evaluate(f"({HEAR})()")
    paste(page, encode_bundle(Bundle((kept(session),))))
    page.locator("#dialog").get_by_role("button", name="Import").tap()
    page.locator("#home [data-do=open-saved]").first.tap()
    expect(row_of(page, "Zyxwquor A")).to_be_visible()
    window = second_window(page, watch)
    expect(window.locator("h1").first).to_be_visible()
    page.bring_to_front()
    page.locator("#undo").tap()
    page.locator("#dialog .close").tap()
    for_players(page, "show-players-code")
    address = page.get_by_label("Link for players").input_value()
    page.locator(".leave").tap()
    for_players(page, "face-players")
    expect(page.locator(".facing h1").first).to_be_visible()
    code = address.partition("#v=")[2]
    text = zlib.decompress(urlsafe_b64decode(code + "=" * (-len(code) % 4)), -15).decode()
    sent = page.evaluate("sent")
    drawn = [*(locator.evaluate("it => it.outerHTML") for locator in (window.locator("html"), page.locator(".facing")))]
    assert sent
    for name in ("Zyxwquor", "Brakkul", "Ythgrim", "Coven"):
        assert [source for source in (*sent, text, *drawn, page.title(), window.title()) if name in source] == []


def test_a_link_shows_the_moment_on_another_device(page: Page, open_page: OpenPage, watch: Watch) -> None:
    """Without Python, and with every name as text."""
    new_fight(page, f"{MARKUP} x1, health 9", "Rat", system="unbound")
    for_players(page, "show-players-code")
    address = page.get_by_label("Link for players").input_value()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == address
    expect(page.get_by_role("img", name="The link below, as a QR code")).to_be_visible()
    phone = open_page("players.html#" + address.partition("#")[2], ready=False, own=True)
    expect(phone.locator("#said")).to_contain_text("It does not follow")
    assert order(phone) == [MARKUP, "Rat"]
    assert len(address) < 400
    fetched = phone.evaluate("performance.getEntriesByType('resource').map(it => it.name)")
    assert [name for name in fetched if "python/" in name or "pyodide" in name] == []


LIT = """() => {
    globalThis.lit = [];
    const request = (kind) => {
        lit.push(kind);
        return Promise.resolve({ released: false, release: () => Promise.resolve(lit.push("let go")) });
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
}"""
"""Notes what is asked of the screen."""


@pytest.mark.soak
def test_the_screen_stays_lit_while_a_fight_is_open(open_page: OpenPage) -> None:
    page = open_page(prepare=lambda page: page.add_init_script(f"({LIT})()"))
    assert page.evaluate("lit") == []
    new_fight(page, "Mara", "Rat")
    page.locator("#open").tap()
    assert page.evaluate("lit") == ["screen"]
    page.locator("#back").tap()
    wait_until(page, "lit.at(-1) === 'let go'")


BAD = {
    "nothing": "players.html",
    "not a code": "players.html#v=???",
    "not deflated": "players.html#v=AAAA",
    "too long": "players.html#v=" + "A" * 5000,
    "a bomb": link(json.dumps(listed()) + " " * 2_000_000),
    "no list": link({"a": 1}),
    "more than a list": link([*listed(), 1]),
    "a row too short": link(listed(["Mara"])),
    "a side that is none": link(listed(["Mara", 7, "3", "", 0, "", "", 0])),
    "a number for a name": link(listed([5, 0, "3", "", 0, "", "", 0])),
    "too many rows": link(listed(*[row("Rat")] * 41)),
    "a long text": link(listed(row("x" * 501))),
    "somebody else's window": "players.html#w=nonsense",
    "a newer form": link(listed(form=2)),
}


def test_what_is_no_link_of_ours_is_told_and_nothing_is_drawn(open_page: OpenPage) -> None:
    page = open_page(link(listed(row("Ilko"))), ready=False, own=True)
    expect(page.locator("h1")).to_have_text("Mara")
    site = page.url.partition("players.html")[0]
    for why, path in BAD.items():
        page.goto("about:blank")
        page.goto(site + path)
        said = page.locator("#said")
        expect(said, why).to_be_visible()
        known = "newer Turntrack" if why == "a newer form" else "does not show a fight"
        words = known if "v=" in path else "Open it from"
        expect(said, why).to_contain_text(words)
        expect(page.locator("#players"), why).to_be_empty()
