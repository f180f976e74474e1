"""Rows of the turn track are moved by finger, by buttons and by keys, to the same effect; nothing else moves them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import (
    Finger,
    begin,
    choice,
    drag,
    handle,
    kept,
    log,
    middle,
    new_fight,
    open_log,
    row,
    stands,
    track,
    until_beside,
    worked_fight,
)

pytestmark = pytest.mark.same_page

BEGUN = ["*A 20", "B 14", "C 9"]


@pytest.fixture
def fight(page: Page) -> Page:
    """The worked sequence, begun, with beads that glide: A 20, B 14, C 9."""
    page.emulate_media(reduced_motion="no-preference")
    worked_fight(page)
    stands(page, BEGUN)
    return page


def by_finger(page: Page) -> None:
    drag(page, "C", "B").up()


def by_mouse(page: Page) -> None:
    page.mouse.move(*middle(handle(page, "C")))
    page.mouse.down()
    x, y = middle(handle(page, "B"))
    page.mouse.move(x, y - 20, steps=8)
    until_beside(page, "B", above=True)
    page.mouse.up()


def by_button(page: Page) -> None:
    row(page, "C").locator(".body").tap()
    page.get_by_role("button", name="Earlier").tap()
    page.get_by_role("button", name="Close").tap()


def by_key(page: Page) -> None:
    handle(page, "C").focus()
    page.keyboard.press("ArrowUp")
    expect(handle(page, "C")).to_be_focused()


def outcome(page: Page) -> tuple[list[str], list[str], str | None, object]:
    """What the table sees, what the log and the line say, what is kept."""
    record = kept(page)[-1]
    return track(page), log(page, 2), page.locator("#last").text_content(), (record["command"], record["events"])


class TestSameEffect:
    """SC 2.5.7: whatever a drag does can be done without one."""

    def test_finger_mouse_button_and_key(self, fight: Page) -> None:
        """C is put before B four times; each time undone again."""
        outcomes = []
        for way in (by_finger, by_mouse, by_button, by_key):
            before = len(kept(fight))
            way(fight)
            expect(row(fight, "C").locator(".number")).to_have_text("14")
            outcomes.append(outcome(fight))
            assert len(kept(fight)) == before + 1
            fight.locator("#undo").tap()
            expect(row(fight, "C").locator(".number")).to_have_text("9")
            stands(fight, BEGUN)
        assert outcomes == [outcomes[0]] * 4
        rows, lines, last, _ = outcomes[0]
        assert rows == ["*A 20", "C 14", "B 14"]
        assert any("C is placed before B." in line for line in lines)
        assert last
        assert "C is placed before B." in last

    @pytest.mark.soak
    def test_downwards(self, fight: Page) -> None:
        """A behind C: the last place is a point below the last."""
        drag(fight, "A", "C").up()
        expect(row(fight, "A").locator(".number")).to_have_text("8")
        stands(fight, ["*B 14", "C 9", "A 8"])

    def test_between_sequences_the_list_is_ordered(self, page: Page) -> None:
        """No ruling there, and nobody's number changes."""
        new_fight(page, "A", "B", "C")
        drag(page, "C", "A").up()
        expect(page.locator("#track .name").first).to_have_text("C")
        assert page.locator("#track .name").all_inner_texts() == ["C", "A", "B"]
        assert "Ruling" not in (open_log(page).text_content() or "")


class TestNothingMoves:
    """What looks like a drag and is none."""

    def test_scrolling_over_the_rows(self, page: Page) -> None:
        """The finger on a row scrolls the track; the order stays, no dialog opens, nothing is recorded."""
        new_fight(page, *(f"Guard {level}, level {level}, shooting" for level in range(20)))
        begin(page)
        rows, records = track(page), len(kept(page))
        finger = Finger(page)
        x, y = middle(page.locator("#track .row .body").nth(5))
        finger.down(x, y)
        finger.move(x, y - 250, steps=12)
        finger.up()
        assert page.locator("#track-area").evaluate("area => area.scrollTop") > 100
        stands(page, rows)
        assert len(kept(page)) == records
        expect(page.locator("#dialog")).to_be_hidden()

    @pytest.mark.parametrize(
        "interrupt",
        [
            lambda page, finger: finger.cancel(),
            lambda page, finger: (page.keyboard.press("Escape"), finger.up()),
            lambda page, finger: (page.evaluate("window.dispatchEvent(new Event('blur'))"), finger.up()),
        ],
        ids=["touch cancelled", "Escape", "window left"],
    )
    def test_interrupted(self, fight: Page, interrupt: Callable[[Page, Finger], object]) -> None:
        """The row goes back, nothing is recorded, and the next drag works as ever."""
        records = len(kept(fight))
        finger = drag(fight, "C", "A")
        expect(fight.locator(".row.gap")).to_have_count(1)
        interrupt(fight, finger)
        expect(fight.locator(".row.gap")).to_have_count(0)
        expect(fight.locator(".lifted")).to_have_count(0)
        stands(fight, BEGUN)
        assert len(kept(fight)) == records
        drag(fight, "C", "A").up()
        expect(row(fight, "C").locator(".number")).to_have_text("20")
        stands(fight, ["*C 20", "A 20", "B 14"])

    def test_dropped_where_it_was(self, fight: Page) -> None:
        """Lifted, carried about and put back."""
        records = len(kept(fight))
        finger = drag(fight, "C", "A")
        x, y = middle(row(fight, "B"))
        finger.move(*middle(fight.locator(".row.gap")))
        finger.move(x - 100, y + 60, steps=10)
        finger.move(x - 100, y + 80, steps=4)
        finger.up()
        expect(fight.locator(".row.gap")).to_have_count(0)
        stands(fight, BEGUN)
        assert len(kept(fight)) == records

    @pytest.mark.soak
    def test_a_tap_on_a_bead(self, fight: Page) -> None:
        """Says why the number is so, and moves nothing."""
        records = len(kept(fight))
        handle(fight, "C").tap()
        expect(fight.locator("#dialog")).to_contain_text("C: why 9?")
        stands(fight, BEGUN)
        assert len(kept(fight)) == records

    @pytest.mark.soak
    def test_a_mouse_that_drops_a_bead_has_not_tapped_it(self, fight: Page) -> None:
        """It was a drag, and the number is not asked why."""
        by_mouse(fight)
        expect(row(fight, "C").locator(".number")).to_have_text("14")
        expect(fight.locator("#dialog")).to_be_hidden()
        handle(fight, "C").click()
        expect(fight.locator("#dialog")).to_contain_text("C: why 14?")

    def test_a_second_finger(self, fight: Page) -> None:
        """It neither drops the row, nor drags another one, nor taps a choice; the first one goes on."""
        records = len(kept(fight))
        finger = drag(fight, "C", "A")
        for place in (choice(fight, "attack", "little"), handle(fight, "B")):
            finger.down(*middle(place), finger=1)
            fight.wait_for_timeout(50)
            finger.up(finger=1)
            fight.wait_for_timeout(50)
            expect(fight.locator(".row.gap")).to_have_count(1)
        assert len(kept(fight)) == records
        finger.up()
        expect(row(fight, "C").locator(".number")).to_have_text("20")
        stands(fight, ["*C 20", "A 20", "B 14"])
        assert len(kept(fight)) == records + 1

    def test_the_line_says_what_the_drop_will_do(self, fight: Page) -> None:
        """Only while the row is carried; the name is to be read once."""
        finger = drag(fight, "C", "B")
        expect(fight.locator("#would")).to_have_text("C 9 → 14, before B.")
        expect(fight.locator(".row.gap .body")).to_be_hidden()
        finger.up()
        expect(fight.locator("#would")).to_be_hidden()
        expect(fight.locator("#last")).to_contain_text("C is placed before B.")

    def test_a_refused_move_puts_the_row_back(self, fight: Page) -> None:
        """Whoever has fallen cannot be moved, and the page says so."""
        row(fight, "C").locator(".body").tap()
        fight.locator("#dialog").get_by_role("button", name="Down").tap()
        expect(row(fight, "C")).to_contain_text("fallen")
        fight.get_by_role("button", name="Close").tap()
        expect(fight.locator("#dialog")).to_be_hidden()
        before = track(fight)
        drag(fight, "C", "A").up()
        expect(fight.locator("#toast")).not_to_be_empty()
        stands(fight, before)


class TestKeyboard:
    """A turn without touching the glass."""

    def test_a_turn(self, page: Page) -> None:
        """From the first screen to the next actor, with Tab, Enter, Space and Escape alone."""
        self.tab_to(page, "#new-zebra")
        page.keyboard.press("Enter")
        expect(page.locator("#lines")).to_be_focused()
        page.keyboard.type("A, shooting\nB, shooting")
        page.keyboard.press("Control+Enter")
        expect(page.locator("#dialog")).to_be_hidden()
        self.tab_to(page, "#open")
        page.keyboard.press("Enter")
        expect(page.locator("#acting .row")).to_be_visible()
        actor = page.locator("#stage h2").inner_text()
        assert page.evaluate("document.activeElement !== document.body"), "the focus stays where things go on"
        self.tab_to(page, "#drawer-plain")
        page.keyboard.press("Enter")
        self.tab_to(page, "#section-plain .choice:not(.refused)")
        expect(page.locator("#would")).to_contain_text("Manoeuvre, Dodge (3): → ")
        page.keyboard.press("Space")
        expect(page.locator("#last")).to_contain_text("dodges")
        self.tab_to(page, ":is(#acting, #track) .body")  # the stop stays with its row, which the dice place
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        expect(page.locator("#dialog")).to_contain_text("why")
        page.keyboard.press("Escape")
        expect(page.locator("#dialog")).to_be_hidden()
        assert page.evaluate("document.activeElement.matches('#track .number')")
        page.keyboard.press("Control+z")
        expect(page.locator("#stage h2")).to_have_text(actor)
        page.keyboard.press("Control+Shift+z")
        expect(page.locator("#last")).to_contain_text("dodges")

    def tab_to(self, page: Page, selector: str) -> None:
        """Press Tab until this has the focus."""
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"Tab never comes to {selector}")
