"""Helpers of the tests of saving: a fight that is played and saved, and faults of the store."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch, wipe
from tests.browser.faults import changing, failing_writes
from tests.browser.hosts import Site
from tests.browser.waiting import expect_saved, until_ready, wait_until
from tests.hands.player import EVENING, STEP
from tests.hands.store import journals, saved_number
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS

CLOCK = "{ const { now } = Date; Date.now = () => now() + Number(localStorage.days ?? 0) * 86_400_000; }"
"""A script for every page from its start: the clock is this many days ahead, as localStorage says."""


def change_store(page: Page, action: str) -> None:
    """Change the store unknown to the page, by JavaScript on `rows` (the records) and `t` (the transaction)."""
    page.evaluate(changing(action))


def begin(page: Page) -> None:
    """Begin a sample fight: open and saved, with the first round running."""
    page.evaluate("delete document.getElementById('saving').dataset.number")  # it may be that of another fight
    page.get_by_role("button", name="Sample fight:").first.click()
    act(page)


def begin_evening(page: Page) -> None:
    """Begin a sample fight with a hidden combatant, a wounded one with a condition, and a reinforcement."""
    page.evaluate("delete document.getElementById('saving').dataset.number")
    page.get_by_role("button", name="Sample fight:").first.click()
    expect(page.locator("#track .row")).not_to_have_count(0)
    for each in EVENING:
        page.locator(each).first.click()
    expect(page.locator("#later")).to_be_visible()
    act(page)


def order(page: Page) -> str:
    """Return all rows as text, with actors, health, conditions and reinforcements."""
    return " ".join(page.locator("#acting, #track").all_inner_texts())


def act(page: Page) -> None:
    """Take one step, and wait until it is saved."""
    before = saved_number(page)
    tap(page)
    wait_until(page, f"Number(document.getElementById('saving').dataset.number) > {before}")
    expect_saved(page)


def tap(page: Page) -> None:
    """Take one step."""
    page.evaluate(STEP)


def track(page: Page) -> str:
    """Return the turn track as text."""
    return page.locator("#track").inner_text()


def records(page: Page) -> list[str]:
    """Return the records of the only encounter, after replaying them."""
    (journal,) = journals(page).values()
    replay([decode_record(record) for record in journal], SYSTEMS)
    return journal


def open_first(page: Page) -> None:
    """Open the first fight of the list."""
    page.locator(".fight").first.click()
    expect(page.locator("html")).to_have_attribute("data-view", "fight")


def keep_in_party(page: Page) -> None:
    """Keep the first combatant of the fight."""
    page.locator("#menu").click()
    page.get_by_role("button", name="Party…").click()
    page.get_by_role("button", name="Keep ").and_(page.locator("[data-do=save-member]")).first.click()
    expect(page.locator("#toast")).to_contain_text("in the party")
    page.get_by_role("button", name="Close").click()


def forget_second_chance(page: Page) -> None:
    """Empty localStorage."""
    page.evaluate("localStorage.clear()")


def fail_writes(page: Page, error: str, times: int = 1_000_000) -> None:
    """Make adding records fail this many times with this error."""
    page.evaluate(failing_writes(error, times))


def try_again(page: Page, mend: str) -> None:
    """Repair the store and tap “Try again” at once: in between, the page might save and remove the button."""
    page.evaluate(f"() => {{ {mend}; document.querySelector('#notice [data-do=save-again]').click(); }}")


def other_tab(page: Page, site: Site, watch: Watch) -> Page:
    """Open the page once more in the same browser, ready and watched."""
    tab = page.context.new_page()
    watch.follow(tab)
    tab.goto(site.url)
    until_ready(tab)
    return tab


def open_emptied(page: Page, site: Site, watch: Watch) -> Page:
    """Close the page, empty its device, and open the page again."""
    device = page.context
    page.close()
    wipe(device, site)
    other = device.new_page()
    watch.follow(other)
    other.goto(site.url)
    until_ready(other)
    return other


def delete_first(page: Page) -> None:
    """Delete the first fight of the list."""
    page.locator("#home .fights li").first.get_by_role("button", name="More for").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("#home")).to_contain_text("Deleted (1)")


def export_all(page: Page) -> str:
    """Return the text of the file with everything on the device."""
    page.locator("#export-all").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save or share the file").click()
    page.get_by_role("button", name="Close").click()
    return download.value.path().read_text()


def look_at(page: Page, text: str) -> None:
    """Give the text to Import, which shows its contents."""
    page.locator("#import").click()
    page.locator("#text").fill(text)
    page.get_by_role("button", name="Preview").click()


def choose_file(page: Page, text: str) -> None:
    """Choose a file with the text in Import."""
    with page.expect_file_chooser() as chooser:
        page.locator("#import").tap()
        page.get_by_role("button", name="Choose a file…").tap()
    chooser.value.set_files({"name": "fights.json", "mimeType": "application/json", "buffer": text.encode()})


def paste(page: Page, text: str, onto: str = "body") -> None:
    """Paste the text onto the page or an element of it, as from the clipboard."""
    page.locator(onto).evaluate(
        """(place, text) => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
            if (place.dispatchEvent(paste) && "value" in place) place.value += text;
        }""",
        text,
    )
