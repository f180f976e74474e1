"""What the page asks of the device it is on: to keep the fights, and a place on the Home Screen."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.hosts import (
    Host,
    Site,
    reload,
    start_fight,
    visit,
)


class TestDevice:
    """What the page asks of the device, and advises."""

    @pytest.mark.soak
    def test_asks_to_keep_the_fights_at_the_first_tap_of_one(self, context: BrowserContext, host: Host) -> None:
        """The answer is shown, whatever it is."""
        context.add_init_script(
            """
            window.asked = 0;
            navigator.storage.persisted = async () => false;
            navigator.storage.persist = async () => Boolean(++window.asked);
            """
        )
        page = visit(context, host)
        kept = page.locator("#kept")
        expect(kept).to_contain_text("The browser may clear your fights")
        assert page.evaluate("window.asked") == 0
        start_fight(page)
        assert page.evaluate("window.asked") == 1
        expect(kept).to_have_text("Fights on this device are kept until you delete them.")

    @pytest.mark.soak
    def test_home_screen_advice_is_shown_until_it_is_seen(self, context: BrowserContext, host: Host) -> None:
        """On a tablet whose browser says that it could be on the Home Screen and is not."""
        context.add_init_script(
            "navigator.standalone = false; Object.defineProperty(navigator, 'maxTouchPoints', {value: 5})"
        )
        page = visit(context, host)
        advice = page.locator("#home-screen")
        expect(advice).to_contain_text("Add to Home Screen")
        page.get_by_role("button", name="Got it").click()
        expect(advice).to_be_hidden()
        reload(page)
        expect(advice).to_be_hidden()

    @pytest.mark.soak
    def test_no_advice_elsewhere(self, context: BrowserContext, host: Host) -> None:
        """Other browsers have other ways."""
        expect(visit(context, host).locator("#home-screen")).to_be_hidden()

    @pytest.mark.same_page
    def test_installable(self, page: Page, site: Site) -> None:
        """The browser itself finds nothing wrong with the manifest."""
        session = page.context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["url"] == f"{site.url}manifest.webmanifest"
        problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []
