"""Files in a real browser: out and in, dropped, pasted, shared, damaged; and what the list of fights can do."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.app.mutations import mutated
from tests.browser.conftest import OpenPage, Watch
from tests.browser.hosts import Site, reload
from tests.browser.play import go_home
from tests.browser.saving import (
    act,
    begin,
    choose_file,
    export_all,
    fail_writes,
    keep_in_party,
    look_at,
    open_emptied,
    paste,
)
from tests.browser.waiting import until_ready, wait_until
from tests.hands.store import journals, stored


class TestFiles:
    """Out and in, in a real browser."""

    def test_everything_out_and_into_another_browser(self, open_page: OpenPage, site: Site, watch: Watch) -> None:
        """As another one counts a device on which nothing is left."""
        page = open_page()
        begin(page)
        act(page)
        go_home(page)
        text, kept = export_all(page), journals(page)
        other = open_emptied(page, site, watch)
        choose_file(other, text)
        expect(other.locator("#dialog")).to_contain_text("New fights (1)")
        assert not journals(other)
        other.locator("#dialog").get_by_role("button", name="Import").click()
        expect(other.locator(".fight")).to_have_count(1)
        assert journals(other) == kept

    @pytest.mark.soak
    def test_a_look_at_another_fight_leaves_the_open_one_alone(self, page: Page) -> None:
        """A file that holds one from the list is pasted and compared with it, while another is being played."""
        begin(page)
        go_home(page)
        text = export_all(page)
        begin(page)
        before = journals(page)
        paste(page, text)
        expect(page.locator("#dialog")).to_contain_text("Already here, unchanged (1)")
        page.get_by_role("button", name="Leave everything as it is").click()
        act(page)
        expect(page.locator("#notice")).to_be_empty()
        after = journals(page)
        assert after.keys() == before.keys()
        assert sum(map(len, after.values())) == sum(map(len, before.values())) + 1

    def test_reading_of_a_long_list_shows_how_far_it_is_and_stops(self, page: Page) -> None:
        """The page hears taps meanwhile."""
        block = "Orc {}\nArmor Class 13\nHit Points 15\nSTR 16 DEX 12\n" + "Axe. It hits for 1d12 and roars.\n" * 60
        choose_file(page, "\n".join(map(block.format, range(900))))
        expect(page.locator("#dialog")).to_contain_text(re.compile(r"\d+ % is read"))
        # A click by its place may miss the button, which the sheet moves once as it opens.
        page.get_by_role("button", name="Stop").dispatch_event("click")
        expect(page.locator("#dialog textarea")).to_have_value(re.compile("^Orc"))
        paste(page, "name\nMara\n")
        expect(page.locator("#dialog")).to_contain_text("Mara")

    def test_dropped_and_pasted(self, page: Page) -> None:
        begin(page)
        go_home(page)
        table = "name,count\nGuard,2\n"
        page.evaluate(
            """text => {
                const data = new DataTransfer();
                data.items.add(new File([text], "list.csv", { type: "text/csv" }));
                const drop = { dataTransfer: data, bubbles: true, cancelable: true };
                document.body.dispatchEvent(new DragEvent("drop", drop));
            }""",
            table,
        )
        expect(page.locator("#dialog")).to_contain_text("Guard ×2")
        page.get_by_role("button", name="Close").click()
        paste(page, table)
        expect(page.locator("#dialog")).to_contain_text("Guard ×2")

    @pytest.mark.soak
    def test_a_pasted_list_of_eight_fights_after_five_taps(self, page: Page) -> None:
        """By touch on a new device: the rules are asked for, which takes two taps of the system's own list."""
        page.locator("#import").tap()
        paste(page, "Mara, hp 38\nIlko, hp 24\nGoblin x3 12hp\n- Wolf: 11/11\nOgre (59 hp)\nOgre boss, 70 hp", "#text")
        expect(page.locator("#dialog")).to_contain_text("8 combatants")
        page.locator("#roster-system").select_option(label="d20, twice if surprised (as in D&D 2024)")
        page.get_by_role("button", name="A new fight").tap()
        page.locator("#open").tap()
        expect(page.locator("#acting .row")).to_be_visible()
        expect(page.locator("#track .row")).to_have_count(7)

    @pytest.mark.soak
    def test_a_text_pasted_behind_another_waits_for_the_tap(self, page: Page) -> None:
        page.locator("#import").tap()
        page.locator("#text").fill("Mara, hp 38\n")
        paste(page, "Ilko, hp 24", "#text")
        page.get_by_role("button", name="Preview").tap()
        expect(page.locator("#dialog")).to_contain_text("2 combatants")

    def test_shared_and_copied(self, open_page: OpenPage) -> None:
        """Where there is a share sheet, as a file that it takes; as text onto the clipboard. Both can be read again."""
        sheet = """
            navigator.canShare = ({ files }) => files.every(({ type }) => type === "text/plain");
            navigator.share = async ({ files: [file] }) => {
                window.shared = [file.name, await file.text()];
            };
            const clipboard = { writeText: async (text) => void (window.copied = text) };
            Object.defineProperty(navigator, "clipboard", { value: clipboard });
        """
        page = open_page(prepare=lambda page: page.add_init_script(sheet))
        begin(page)
        page.locator("#menu").click()
        page.get_by_role("button", name="Export…").click()
        page.get_by_role("button", name="Save or share the file").click()
        wait_until(page, "window.shared")
        name, text = page.evaluate("window.shared")
        assert re.fullmatch(r"turntrack-[\w-]+\.json\.txt", name)
        page.get_by_role("button", name="Copy as text").click()
        expect(page.locator("#toast")).to_have_text("Copied.")
        assert page.evaluate("window.copied") == text
        page.get_by_role("button", name="Close").click()
        paste(page, text)
        expect(page.locator("#dialog")).to_contain_text("Nothing in it is new")

    @pytest.mark.soak
    @pytest.mark.parametrize("fault", ["abort", "reload"])
    def test_an_interrupted_import_changes_nothing_or_all(self, page: Page, open_page: OpenPage, fault: str) -> None:
        begin(page)
        go_home(page)
        text = export_all(page)
        other = open_page()
        look_at(other, text)
        button = other.locator("#dialog").get_by_role("button", name="Import")
        if fault == "abort":
            fail_writes(other, "abort")
            button.click()
            expect(other.locator("#dialog")).to_contain_text("Nothing has changed")
            assert not stored(other)["records"]
            assert not stored(other)["encounters"]
        else:
            with other.expect_navigation():
                button.evaluate("each => { each.click(); setTimeout(() => location.reload()) }")
            until_ready(other)
            assert journals(other) in ({}, journals(page))
            assert len(stored(other)["encounters"]) == len(journals(other))

    @pytest.mark.soak
    def test_damaged_files_are_refused_and_nothing_changes(self, page: Page) -> None:
        """Some of the mutations, read or refused; thousands more are tried without a browser."""
        begin(page)
        go_home(page)
        text = export_all(page)
        before = stored(page)
        for seed in range(12):
            look_at(page, mutated(text, seed).replace("\0", "?"))
            expect(page.locator("#dialog-title")).to_have_text(re.compile("Import|Preview|From|table"))
            page.get_by_role("button", name="Close").click()
        for text in ("[" * 100_000, '{"a":' * 50_000, "9" * 100_000):
            look_at(page, text)
            expect(page.locator("#form-error")).to_be_visible()
            page.get_by_role("button", name="Close").click()
        assert stored(page) == before

    def test_the_list_party_and_deleting(self, page: Page) -> None:
        begin(page)
        keep_in_party(page)
        go_home(page)
        row = page.locator("#home .fights li").first
        expect(row).to_contain_text("round 1")
        row.get_by_role("button", name="More for").click()
        page.locator("#name").fill("The bridge")
        page.get_by_role("button", name="Rename").click()
        expect(row).to_contain_text("The bridge")
        row.get_by_role("button", name="More for").click()
        page.get_by_role("button", name="Delete", exact=True).click()
        expect(page.locator("#home")).to_contain_text("Deleted (1)")
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(page.locator("#home")).not_to_contain_text("Deleted (1)")
        expect(page.locator("#home .fights li")).to_have_count(1)
        reload(page)
        expect(page.locator(".fight").first).to_contain_text("The bridge")
        assert len(stored(page)["party"]) == 1
        page.locator(".fight").first.click()
        expect(page.locator("#track .row")).not_to_have_count(0)
