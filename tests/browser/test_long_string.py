"""A string longer than the screen: what is in sight of it is made new first, and the rest once that is painted."""

from itertools import permutations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import STILL, act, begin, choices, go_home, new_fight
from tests.browser.test_gliding import NOTE_GLIDING
from tests.browser.waiting import until_equal, wait_until

pytestmark = pytest.mark.same_page

LETTERS = "ABCDEFGHIJKLMNOPQRST"

# On the slab and on the string, each with whether a tap on the bead gives it the turn.
ROWS = """[...document.querySelectorAll("#acting .row, #track .row")].map((row) =>
    row.querySelector(".name").textContent + (row.querySelector(".give") ? "?" : ""))"""

# What is there as a tap is painted, and how much of it is in sight.
NOTE_FRAME = f"""() => {{
    const note = () => {{
        const area = document.querySelector("#track-area");
        const end = area.getBoundingClientRect().bottom;
        const below = [...area.querySelectorAll(".row")].filter((row) => row.getBoundingClientRect().top >= end);
        const rows = {ROWS};
        window.frame = {{ rows, seen: rows.length - below.length }};
    }};
    addEventListener("click", () => requestAnimationFrame(note), {{ once: true }});
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
    """Two factions of twenty: with every turn one goes past the other. Guard A acts."""
    page.emulate_media(reduced_motion="no-preference")
    new_fight(page, "Guard x20, side Harbour, table", "Sailor x20, side Crew, table", system="unbound")
    begin(page, 12, 3)
    give_turn(page, "Guard A")
    has_order(page, order("Guard A", "Sailor", "Guard", done=()))
    return page


def order(acting: str, following: str, last: str, done: tuple[str, ...]) -> list[str]:
    """Return the wanted rows: whoever acts, those who may be next, the others who wait, and those who have acted."""
    waiting = [f"{side} {letter}" for side in (following, last) for letter in LETTERS]
    rows = [name for name in waiting if name not in (acting, *done)]
    return [acting, *(f"{name}?" if name.startswith(following) else name for name in rows), *done]


def has_order(page: Page, rows: list[str]) -> None:
    until_equal(page, lambda: page.evaluate(ROWS), rows)
    wait_until(page, STILL)


def give_turn(page: Page, name: str) -> None:
    act(choices(page, "next").filter(has_text=name))


def test_what_is_in_sight_is_new_with_the_first_picture(fight: Page) -> None:
    fight.evaluate(NOTE_FRAME)
    give_turn(fight, "Sailor A")
    wanted = order("Sailor A", "Guard", "Sailor", done=("Guard A",))
    has_order(fight, wanted)
    frame = fight.evaluate("frame")
    assert 8 < frame["seen"] < 20
    assert frame["rows"][: frame["seen"]] == wanted[: frame["seen"]]
    assert frame["rows"] != wanted, "all of it was made new at once"
    assert len(set(frame["rows"])) == len(frame["rows"]), "somebody is there twice"


def test_a_string_that_has_been_scrolled_is_made_new_at_once(fight: Page) -> None:
    fight.evaluate("document.querySelector('#track-area').scrollTop = 300")
    fight.evaluate(NOTE_FRAME)
    give_turn(fight, "Sailor A")
    wanted = order("Sailor A", "Guard", "Sailor", done=("Guard A",))
    has_order(fight, wanted)
    assert fight.evaluate("frame.rows") == wanted


def test_a_fight_that_is_opened_is_there_with_the_first_picture(fight: Page) -> None:
    """There was no string to be seen before."""
    go_home(fight)
    act(fight.locator("#sample-zebra"))
    expect(fight.locator("#open")).to_be_visible()
    go_home(fight)
    fight.evaluate(NOTE_FIRST)
    fight.locator("button.fight").nth(1).tap()
    wanted = order("Guard A", "Sailor", "Guard", done=())
    has_order(fight, wanted)
    assert fight.evaluate("first") == wanted


def test_two_taps_before_anything_is_painted(fight: Page) -> None:
    """What the first has left undone is done before the second."""
    fight.evaluate("""() => {
        const choices = () => [...document.querySelectorAll("#panel .choice")];
        const give = (name) => choices().find((choice) => choice.textContent.includes(name)).click();
        give("Sailor A");
        give("Guard B");
    }""")
    has_order(fight, order("Guard B", "Sailor", "Guard", done=("Sailor A", "Guard A")))


def test_who_comes_from_out_of_sight_does_not_glide(fight: Page) -> None:
    """The string is another one then, and nobody could follow a dozen beads."""
    fight.evaluate(NOTE_GLIDING)
    give_turn(fight, "Sailor A")
    has_order(fight, order("Sailor A", "Guard", "Sailor", done=("Guard A",)))
    assert set(fight.evaluate("glided")) <= {"Sailor A", "Guard A"}


IN_TWO_STEPS = """async (changes) => {
    const { patchList } = (await import("./static/js/boot/site.js")).patching;
    return changes.map(([before, after, foremost]) => {
        const list = document.createElement("ul");
        const shown = () => [...list.children].map((child) => child.outerHTML);
        const row = (id, text) => `<li id="${id}">${text}</li>`;
        const rows = (ids, text) => Object.fromEntries(ids.map((id) => [id, row(id, text)]));
        const change = (order, text) => ({ order, changed: rows(order, text) });
        patchList(list, change(before, "old"));
        const rest = patchList(list, change(after, "new"), foremost);
        const first = shown();
        rest?.();
        return [first, shown()];
    });
}"""


def test_a_list_is_made_new_in_two_steps(page: Page) -> None:
    """Every order of four, and some in which rows come and go; whatever goes is gone with the first."""
    before = tuple("abcd")
    after = [*permutations(before), *map(tuple, ("dxb", "", "xabcdy", "xy", "cda"))]
    steps = [(before, order, foremost) for order in after for foremost in range(len(order) + 1)]
    results = page.evaluate(IN_TWO_STEPS, steps)
    assert len(results) == len(steps)
    for (_, order, foremost), (first, second) in zip(steps, results, strict=True):
        new = [f'<li id="{item}">new</li>' for item in order]
        assert second == new
        assert first[:foremost] == new[:foremost]
        assert first[foremost:] == [f'<li id="{item}">old</li>' for item in before if item in order[foremost:]]
