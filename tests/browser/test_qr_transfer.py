"""From one device to another by codes: shown on a screen, read by a camera that is the test's."""

import zlib
from collections.abc import Callable
from hashlib import sha256

import pytest
from playwright.sync_api import Page, expect

from app.storage.export_file_codec import Bundle, encode_bundle
from tests.app.fights import kept, played
from tests.browser.camera import code, refuse, see, shown_codes
from tests.browser.conftest import OpenPage
from tests.browser.play import go_home
from tests.browser.saving import act, begin, paste
from tests.browser.waiting import wait_until
from tests.hands.store import journals, stored
from turntrack.systems import SYSTEMS


def read_codes(page: Page) -> None:
    page.locator("#import").click()
    page.get_by_role("button", name="Read codes with the camera").click()


def test_a_fight_goes_over_by_codes_and_is_shown_before_anything_changes(page: Page) -> None:
    begin(page)
    act(page)
    page.locator("#menu").click()
    page.get_by_role("button", name="Export…").click()
    codes = shown_codes(page)
    assert len(codes) > 1
    page.locator("#dialog .close").click()
    go_home(page)
    before = stored(page)
    see(page, codes)
    read_codes(page)
    expect(page.locator("#dialog-title")).to_have_text("Preview")
    expect(page.locator("#dialog")).to_contain_text("Already here, unchanged (1)")
    expect(page.locator(".qr-transfer")).to_have_count(0)
    assert page.evaluate("[asked, lit()]") == ["environment", False]
    assert stored(page) == before


@pytest.mark.soak
def test_a_long_fight_comes_to_another_device_however_the_camera_is_held(open_page: OpenPage) -> None:
    """Askew, dim and blurred; and with a fight open, which goes on."""
    page = open_page()
    text = encode_bundle(Bundle(tuple(kept(played(system, 40), f"0{at}") for at, system in enumerate(SYSTEMS))))
    paste(page, text)
    page.locator("#dialog").get_by_role("button", name="Import").click()
    page.locator("#export-all").click()
    codes = shown_codes(page)
    assert len(codes) > 10
    sent = journals(page)
    other = open_page(own=True)
    begin(other)
    here = journals(other)
    see(other, codes, tilt=0.05, dim=35)
    other.locator("#menu").click()
    other.get_by_role("button", name="Import…").click()
    other.get_by_role("button", name="Read codes with the camera").click()
    expect(other.locator("#dialog")).to_contain_text(f"New fights ({len(SYSTEMS)})", timeout=60_000)
    assert journals(other) == here
    other.locator("#dialog").get_by_role("button", name="Import").click()
    expect(other.locator("#dialog")).to_be_hidden()
    assert journals(other) == {**sent, **here}


def frames(packed: bytes, form: int = 1, name: bytes = b"") -> list[bytes]:
    parts = [packed[start : start + 700] for start in range(0, len(packed), 700)]
    head = b"TT" + bytes([form]) + (name or sha256(packed).digest()[:8])
    return [head + at.to_bytes(2) + len(parts).to_bytes(2) + part for at, part in enumerate(parts)]


def deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


SEEN = {
    "a link": ([b"https://example.org/"], "not a Turntrack code"),
    "a newer form": ([b"TT\x02whatever"], "newer Turntrack"),
    "half of it": (frames(deflated(bytes(range(256)) * 99) + b"x" * 900)[:1], "Keep still until all are read"),
    "damaged": (frames(deflated(b"{}"), name=b"somebody"), "do not fit together"),
    "a bomb": (frames(deflated(b" " * 8_000_001)), "more than can be read"),
}


@pytest.mark.soak
def test_whatever_else_the_camera_sees_is_told_and_nothing_changes(page: Page) -> None:
    begin(page)
    go_home(page)
    before = stored(page)
    page.locator("#import").click()
    page.get_by_label("Or paste it here").fill("half typed")
    for why, (shown, words) in SEEN.items():
        see(page, [code(page, frame) for frame in shown], a_second=20)
        page.get_by_role("button", name="Read codes with the camera").click()
        expect(page.locator(".qr-transfer .said"), why).to_contain_text(words, timeout=30_000)
        page.keyboard.press("Escape")
        expect(page.locator(".qr-transfer"), why).to_have_count(0)
        assert not page.evaluate("lit()"), why
        expect(page.get_by_label("Or paste it here"), why).to_have_value("half typed")
    see(page, [code(page, frame) for frame in frames(deflated(b'{"kind":"turntrack-file","format":99}'))])
    page.get_by_role("button", name="Read codes with the camera").click()
    expect(page.locator("#form-error")).to_contain_text("newer")
    assert stored(page) == before


@pytest.mark.soak
def test_eyes_and_hands_are_not_needed(page: Page, axe_violations: Callable[[Page], list[str]]) -> None:
    """The keyboard goes into what is laid over the page, and back; no key reaches the fight meanwhile."""
    begin(page)
    page.locator("#menu").click()
    page.get_by_role("button", name="Export…").click()
    show = page.get_by_role("button", name="Show it as codes")
    show.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Done")).to_be_focused()
    before = stored(page)
    page.keyboard.press("Control+z")
    page.keyboard.press("/")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(show).to_be_focused()
    assert stored(page) == before
    page.locator("#dialog .close").click()
    go_home(page)
    see(page, [code(page, b"https://example.org/")])
    read_codes(page)
    expect(page.locator(".qr-transfer .said")).to_contain_text("not a Turntrack code")
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    assert axe_violations(page) == []


@pytest.mark.soak
def test_without_a_camera_it_is_said_why(page: Page) -> None:
    page.locator("#import").click()
    reasons = {
        "NotAllowedError": "not allowed for this page",
        "NotFoundError": "no camera here",
        "NotReadableError": "in use elsewhere",
        "AbortError": "cannot be used",
    }
    for name, words in reasons.items():
        refuse(page, name)
        page.get_by_role("button", name="Read codes with the camera").click()
        expect(page.locator(".qr-transfer .said")).to_contain_text(words)
        expect(page.locator(".qr-transfer video")).to_be_hidden()
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator(".qr-transfer")).to_have_count(0)


@pytest.mark.soak
def test_a_camera_that_comes_too_late_or_stops_is_let_go_of(page: Page) -> None:
    """The question of the browser is answered only when nothing is to be read any longer; a cable is pulled."""
    see(page, [code(page, b"https://example.org/")])
    page.evaluate(
        """() => {
            const camera = navigator.mediaDevices.getUserMedia;
            const answer = new Promise((allow) => (globalThis.allow = allow));
            navigator.mediaDevices.getUserMedia = async (asked) => {
                await answer;
                return camera(asked);
            };
        }"""
    )
    read_codes(page)
    expect(page.locator(".qr-transfer .said")).to_have_text("Waiting for the camera…")
    page.get_by_role("button", name="Cancel").click()
    page.evaluate("allow()")
    wait_until(page, "globalThis.asked && !lit()")
    page.get_by_role("button", name="Read codes with the camera").click()
    expect(page.locator(".qr-transfer .said")).to_contain_text("not a Turntrack code")
    page.evaluate("pulled()")
    expect(page.locator(".qr-transfer .said")).to_contain_text("The camera has stopped. Nothing has changed.")
