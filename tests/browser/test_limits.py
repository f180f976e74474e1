"""Limits of waits during the start: the page goes on without a part that does not answer, or names it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.play import act, begin, choice, kept, new_fight
from tests.browser.waiting import until_ready

pytestmark = pytest.mark.soak

PATIENCE_MS = 45_000

NO_OPENING = """
    // A request that is blocked by an open connection for ever.
    const { open } = IDBFactory.prototype;
    window.held = open.call(indexedDB, "held", 1);
    IDBFactory.prototype.open = function (name, ...rest) {
        return name.startsWith("turntrack /") ? open.call(this, "held", 2) : open.call(this, name, ...rest);
    };
"""

NO_SEAT = "LockManager.prototype.request = () => new Promise(() => {});"

NO_ANSWER_ONCE = """
    const request = indexedDB.open("held", 1);
    await new Promise((resolve) => (request.onsuccess = resolve));
    window.holding = request.result;
    const { add } = IDBObjectStore.prototype;
    let times = 1;
    IDBObjectStore.prototype.add = function (...values) {
        return this.name === "records" && times-- > 0 ? indexedDB.open("held", 2) : add.apply(this, values);
    };
"""


def test_a_store_that_is_not_opened_is_named(open_page: OpenPage, watch: Watch) -> None:
    watch.expected += ["has not answered", "JsException", "Traceback"]
    page = open_page(ready=False, prepare=lambda page: page.add_init_script(NO_OPENING), own=True)
    expect(page.locator("#boot-error-title")).to_have_text(
        "This device’s storage does not respond", timeout=PATIENCE_MS
    )
    expect(page.locator("#boot-error-detail")).to_contain_text("This device’s storage has not answered for 10 seconds")


def test_without_an_answer_about_the_seat_the_page_follows(open_page: OpenPage) -> None:
    page = open_page(ready=False, prepare=lambda page: page.add_init_script(NO_SEAT), own=True)
    until_ready(page)
    expect(page.locator("#saving")).to_have_text("Following")
    expect(page.locator("#notice")).to_contain_text("Take over here")


def test_an_image_that_is_not_read_is_done_without(open_page: OpenPage) -> None:
    page = open_page(
        ready=False, prepare=lambda page: page.add_init_script("Worker.prototype.postMessage = () => {};"), own=True
    )
    until_ready(page)


def test_a_step_whose_transaction_hangs_is_saved_all_the_same(page: Page) -> None:
    new_fight(page, "Mara, nerve 6", "Rat, nerve 5")
    begin(page)
    before = len(kept(page))
    page.evaluate(f"async () => {{ {NO_ANSWER_ONCE} }}")
    act(choice(page, "attack", "little"))
    expect(page.locator("#saving")).to_have_attribute("data-state", "saving")
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved", timeout=PATIENCE_MS)
    assert len(kept(page)) == before + 1
