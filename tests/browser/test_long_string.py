"""A string longer than the screen is up to date in the first frame, rows out of sight included."""

from itertools import permutations

import pytest
from playwright.sync_api import Page, expect

from tests.amounts import with_soak
from tests.browser.play import STILL, act, begin, choices, go_home, new_fight
from tests.browser.test_gliding import NOTE_GLIDING
from tests.browser.waiting import until_equal, wait_until

pytestmark = pytest.mark.same_page

WORDS = tuple(2 * letter for letter in "abcdefghijklmnopqrst")
"""What tells combatants apart: unlike letters it makes no family, whose rows would be folded."""

# On the slab and on the string, each with whether a tap on the bead gives it the turn.
ROWS = """[...document.querySelectorAll("#acting .row, #track .row")].map((row) =>
    row.querySelector(".name").textContent + (row.querySelector(".give") ? "?" : ""))"""

# What is there as a tap is painted.
NOTE_FRAME = f"""() => {{
    addEventListener("click", () => requestAnimationFrame(() => {{ window.frame = {ROWS}; }}), {{ once: true }});
}}"""

# What is there when a fight can first be seen.
NOTE_FIRST = f"""() => {{
    const seen = new MutationObserver(() => {{
        if (document.documentElement.dataset.view !== "fight") return;
        seen.disconnect();
        requestAnimationFrame(() => {{ window.first = {ROWS}; }});
    }});
    seen.observe(document.documentElement, {{ attributes: true, attributeFilter: ["data-view"] }});
}}"""


@pytest.fixture
def fight(page: Page) -> Page:
    """Two factions of twenty: with every turn one goes past the other. Guard aa acts."""
    page.emulate_media(reduced_motion="no-preference")
    sides = (("Guard", "Harbour"), ("Sailor", "Crew"))
    lines = (f"{name} {word}, side {side}, table" for name, side in sides for word in WORDS)
    new_fight(page, *lines, system="unbound")
    begin(page, 12, 3)
    give_turn(page, "Guard aa")
    has_order(page, order("Guard aa", "Sailor", "Guard", done=()))
    return page


def order(acting: str, following: str, last: str, done: tuple[str, ...]) -> list[str]:
    """Return the wanted rows: whoever acts, those who may be next, the others who wait, and those who have acted."""
    waiting = [f"{side} {word}" for side in (following, last) for word in WORDS]
    rows = [name for name in waiting if name not in (acting, *done)]
    return [acting, *(f"{name}?" if name.startswith(following) else name for name in rows), *done]


def has_order(page: Page, rows: list[str]) -> None:
    until_equal(page, lambda: page.evaluate(ROWS), rows)
    wait_until(page, STILL)


def give_turn(page: Page, name: str) -> None:
    act(choices(page, "next").filter(has_text=name))


@pytest.mark.parametrize("scrolled", with_soak(300, [0]))
def test_all_rows_are_new_with_the_first_picture(fight: Page, scrolled: int) -> None:
    fight.evaluate(f"document.querySelector('#track-area').scrollTop = {scrolled}")
    fight.evaluate(NOTE_FRAME)
    give_turn(fight, "Sailor aa")
    wanted = order("Sailor aa", "Guard", "Sailor", done=("Guard aa",))
    has_order(fight, wanted)
    assert fight.evaluate("frame") == wanted


def test_a_fight_that_is_opened_is_there_with_the_first_picture(fight: Page) -> None:
    """There was no string to be seen before."""
    go_home(fight)
    act(fight.locator("#sample-zebra"))
    expect(fight.locator("#open")).to_be_visible()
    go_home(fight)
    fight.evaluate(NOTE_FIRST)
    fight.locator("button.fight").nth(1).tap()
    wanted = order("Guard aa", "Sailor", "Guard", done=())
    has_order(fight, wanted)
    assert fight.evaluate("first") == wanted


@pytest.mark.soak
def test_two_taps_before_anything_is_painted(fight: Page) -> None:
    """What the first has left undone is done before the second."""
    fight.evaluate("""() => {
        const choices = () => [...document.querySelectorAll("#panel .choice")];
        const give = (name) => choices().find((choice) => choice.textContent.includes(name)).click();
        give("Sailor aa");
        give("Guard bb");
    }""")
    has_order(fight, order("Guard bb", "Sailor", "Guard", done=("Sailor aa", "Guard aa")))


@pytest.mark.soak
def test_who_comes_from_out_of_sight_does_not_glide(fight: Page) -> None:
    """The string is another one then, and nobody could follow a dozen beads."""
    fight.evaluate(NOTE_GLIDING)
    give_turn(fight, "Sailor aa")
    has_order(fight, order("Sailor aa", "Guard", "Sailor", done=("Guard aa",)))
    assert set(fight.evaluate("glided")) <= {"Sailor aa", "Guard aa"}


CHANGES = """async (changes) => {
    const { patchList } = (await import("./static/js/boot/bundle_entry.js")).patching;
    return changes.map(([before, after]) => {
        const list = document.createElement("ul");
        const rows = (ids, text) => Object.fromEntries(ids.map((id) => [id, `<li id="${id}">${text}</li>`]));
        const change = (order, text) => ({ order, changed: rows(order, text) });
        patchList(list, change(before, "old"));
        patchList(list, change(after, "new"));
        return [...list.children].map((child) => child.outerHTML);
    });
}"""


def test_a_list_has_its_new_order(page: Page) -> None:
    """Every order of four, and some in which rows come and go."""
    before = tuple("abcd")
    after = [*permutations(before), *map(tuple, ("dxb", "", "xabcdy", "xy", "cda"))]
    results = page.evaluate(CHANGES, [(before, order) for order in after])
    assert results == [[f'<li id="{item}">new</li>' for item in order] for order in after]
