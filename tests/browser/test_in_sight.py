"""What a new turn brings into sight: the row of whoever acts, and the choices from their top."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.amounts import with_soak
from tests.browser.conftest import OpenPage
from tests.browser.faults import failing_writes
from tests.browser.hosts import TABLET
from tests.browser.play import STILL, act, begin, begin_sample, choices, new_fight, track
from tests.browser.waiting import resize, wait_until

GUARDS = tuple(f"Guard {place}, nerve 0, perception {place}, level 0, shooting, side {place}" for place in range(14))
"""All of them far below, and none like another."""

pytestmark = pytest.mark.same_page

UPRIGHT: ViewportSize = {"width": 768, "height": 1024}

SCROLL_DOWN = "panel => (panel.scrollTop = panel.scrollHeight, panel.scrollTop)"
SCROLL_AWAY = "area => (area.scrollTop = area.scrollHeight, area.scrollTop)"


@pytest.mark.soak
def test_the_same_one_goes_on(page: Page) -> None:
    """Mara acts again and again: the string of the fourteen others begins at its top with each turn."""
    new_fight(page, "Mara, nerve 0, perception 0, level 30, shooting, table", *GUARDS)
    begin(page, 20)
    area = page.locator("#track-area")
    for left in (46, 42):
        assert area.evaluate(SCROLL_AWAY) > 100
        choices(page, "attack").first.evaluate("button => button.click()")
        expect(page.locator("#acting .number")).to_have_text(str(left))
        assert track(page)[0] == f"*Mara {left}"
        expect(page.locator("#acting .row")).to_be_in_viewport(ratio=1)
        expect(page.locator("#track .row").first).to_be_in_viewport(ratio=1)
        for part in (area, page.locator("#deck")):
            assert part.evaluate("part => part.scrollTop") == 0


@pytest.mark.soak
def test_a_fight_that_is_opened_again(page: Page) -> None:
    """The one who acts is in sight also where the list of fights has been looked at in between."""
    new_fight(page, "Mara, nerve 0, perception 0, level 30, shooting, table", *GUARDS)
    begin(page, 20)
    act(choices(page, "attack").first)
    page.locator("#track-area").evaluate(SCROLL_AWAY)
    page.locator("#deck").evaluate(SCROLL_DOWN)
    page.locator("#menu").tap()
    page.locator("#dialog").get_by_role("button", name="All fights").tap()
    page.locator("button.fight").first.tap()
    expect(page.locator("#acting .row")).to_be_in_viewport(ratio=1)
    expect(page.locator("#panel .choice").first).to_be_in_viewport(ratio=1)


def test_the_likely_choices_stand_whole_below_what_a_group_can_repeat(page: Page) -> None:
    """What stands beside the turn takes its room, and what is in the drawers has one line."""
    resize(page, TABLET)
    new_fight(
        page,
        "Mara, side Crew, nerve 0, perception 0, level 0",
        *(f"{name}, side Crew, nerve 0, perception 0, level 0" for name in ("Ilko", "Doctor Quaint", "Cook")),
        "Guard x4, side Harbour, group Guards, nerve 30, halberd 0, heavy, table",
    )
    begin(page, 20)
    act(choices(page, "attack").first)
    expect(page.locator("#same")).to_be_visible()
    deck, drawers = page.locator("#deck"), page.locator("#drawers > *")
    assert deck.evaluate("deck => deck.scrollHeight - deck.clientHeight") <= 1
    tops = [box["y"] for each in drawers.all() if (box := each.bounding_box())]
    assert max(tops) - min(tops) < 10


@pytest.mark.soak
def test_whoever_was_struck_and_acts_next_finds_the_filled_button_in_its_place(page: Page) -> None:
    """A finger that taps on at the same place hits it: the wounds come up below the choices."""
    sheet = "nerve 0, perception 0, level 0, shooting, health 9, table"
    new_fight(page, *(f"{name}, side {side}, {sheet}" for name, side in zip("ABCD", "XYYX", strict=True)))
    begin(page, 20, 18, 5, 4)
    leading = page.locator("#deck .leading")
    before = leading.bounding_box()
    page.locator("#panel .people .chip", has_text="B").tap()
    act(leading)
    expect(page.locator("#acting .name")).to_have_text("B")
    expect(page.locator("#struck")).to_be_visible()
    assert leading.bounding_box() == before


@pytest.mark.soak
def test_what_was_just_undone_moves_nothing_and_goes_with_the_next_step(page: Page) -> None:
    """The offer to undo a removal from the party stands over the line."""
    new_fight(page, "A, 20, side X", "B, 14, side Y")
    begin(page)
    wait_until(page, STILL)
    wait_until(page, "document.documentElement.scrollHeight === innerHeight")  # the page itself does not scroll
    deck = page.locator("#deck").bounding_box()
    page.locator("#menu").tap()
    page.get_by_role("button", name="Party…").tap()
    page.get_by_role("button", name="Keep A").first.tap()
    page.locator("#dialog [data-do=remove-member]").first.tap()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    offer = page.locator("#notice").get_by_role("button", name="Undo")
    expect(offer).to_be_visible()
    wait_until(page, STILL)
    assert page.locator("#deck").bounding_box() == deck
    act(page.locator("#deck .leading"))
    expect(offer).to_have_count(0)


@pytest.mark.parametrize("size", with_soak(UPRIGHT, [TABLET]), ids=["upright", "tablet"])
def test_a_warning_about_saving_moves_nothing_and_hides_no_name(open_page: OpenPage, size: ViewportSize) -> None:
    """It takes its room from the slab, which makes itself small."""
    page = open_page(viewport=size, has_touch=True)
    new_fight(page, "Mara, nerve 30, side X, contact, health 9", "Guard, nerve 0, side Y, contact")
    begin(page)
    deck = page.locator("#deck").bounding_box()
    page.evaluate(failing_writes("QuotaExceededError"))
    act(page.locator("#deck .leading"))
    warning = page.locator("#notice .bad")
    expect(warning).to_contain_text("Not saved")
    acting, said = page.locator("#acting .name").bounding_box(), warning.bounding_box()
    assert page.locator("#deck").bounding_box() == deck
    assert acting
    assert said
    assert deck
    assert acting["y"] + acting["height"] <= said["y"]
    assert said["y"] + said["height"] <= deck["y"]


BOARDERS = ("Captain, side Boarders", "Thug x3, side Boarders")
PARTIES = ("Ana, side Travellers", "Bo, side Travellers", "Bandit x5, side Bandits", "Wolf, side Wild")


def test_what_leads_stands_whole_with_four_to_aim_at(page: Page) -> None:
    """Above it stand how many actions there are to be, and whom to aim at on two lines."""
    resize(page, TABLET)
    mara = "Mara, side Crew, agility 4D, perception 9D, search 10D, dodge 4D+1, melee combat 5D, weapon rapier"
    new_fight(page, mara, *BOARDERS, system="rond6")
    begin(page)
    assert track(page)[0].startswith("*Mara")
    expect(page.locator("#deck .leading")).to_be_in_viewport(ratio=1)
    dice = page.locator("#section-attack .outcome-text")
    assert dice.evaluate_all("all => all.filter(it => it.scrollHeight > it.clientHeight + 1).length") == 0


@pytest.mark.parametrize("size", with_soak((1024, 768), [(768, 1024)]), ids=str)
def test_a_turn_and_whom_it_leads_to_fit_on_the_screen(page: Page, size: tuple[int, int]) -> None:
    """With five to choose from next, and with one."""
    resize(page, {"width": size[0], "height": size[1]})
    new_fight(page, *PARTIES, system="unbound")
    begin(page)
    deck = page.locator("#deck")
    for _ in range(3):
        act(page.locator("#deck .token:not(.refused)").first)
        assert deck.evaluate("deck => deck.scrollHeight - deck.clientHeight") <= 1
        expect(page.locator("#section-turn")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", with_soak((1024, 768), [(768, 1024)]), ids=str)
def test_the_line_says_who_is_next_to_its_end(page: Page, size: tuple[int, int]) -> None:
    resize(page, {"width": size[0], "height": size[1]})
    new_fight(page, "Mara, side Crew, agility 4D, perception 9D, melee combat 5D", *BOARDERS, system="rond6")
    begin(page)
    act(page.locator("#deck .leading"))
    line = page.locator("#last")
    expect(line).to_contain_text("is up.")
    assert line.evaluate("it => it.scrollHeight - it.clientHeight") <= 1
    assert line.evaluate("it => it.scrollWidth - it.clientWidth") <= 1


SHAPES = """() => {
    const found = [];
    for (const element of document.querySelectorAll("#app *")) for (const part of ["::before", "::after"]) {
        const { content, maskSize, width, height } = getComputedStyle(element, part);
        if (content === "none" || !/^100% [0-9]{3,}%$/.test(maskSize) || !element.checkVisibility()) continue;
        const shape = element.matches(".emblem") ? 9 / 4 : 1;
        found.push([`${element.className}${part}`, parseFloat(width) / parseFloat(height) / shape]);
    }
    return found;
}"""
"""What shows a drawing of many, with its width by its height, as a part of what the drawing has."""


@pytest.mark.soak
def test_an_emblem_shows_its_string_and_its_beads(open_page: OpenPage) -> None:
    """Two drawings, one over the other, and those of no other emblem.

    On a new device: which games stand first depends on what was played last.
    """
    places = (
        open_page()
        .locator("#home .tiles .emblem")
        .evaluate_all(
            "all => all.flatMap(each => ['::before', '::after'].map(part => getComputedStyle(each, part).maskPosition))"
        )
    )
    assert len(set(places)) == 12


@pytest.mark.parametrize("size", with_soak((1024, 768), [(768, 1024), (390, 844)]), ids=str)
def test_a_drawing_has_its_shape(page: Page, size: tuple[int, int]) -> None:
    """Else a part of the one above or below it in the picture would be seen with it."""
    resize(page, {"width": size[0], "height": size[1]})
    shown = page.evaluate(SHAPES)
    assert {name for name, _ in shown if "emblem" in name}
    new_fight(page, "A, 20, side X", "B, 14, side Y")
    begin(page)
    shown += page.evaluate(SHAPES)
    resize(page, TABLET)
    assert [(name, shape) for name, shape in shown if abs(shape - 1) > 0.02] == []


@pytest.mark.soak
def test_the_string_hangs_whole_from_a_bead_without_a_number(page: Page) -> None:
    """It is not cut to the shape of the bead, as the ring is around those who could be given the turn."""
    begin_sample(page, "unbound")
    begin(page)
    page.locator("#panel .token:not(.refused)").first.tap()
    bead = page.locator("#acting .bead").first
    expect(bead).not_to_have_class(re.compile(r"\bnumber\b"))
    assert bead.evaluate("bead => getComputedStyle(bead, '::after').clipPath") == "none"


DRAWN = """(beads) => beads.map((bead) => {
    const below = getComputedStyle(bead, "::before");
    return [getComputedStyle(bead).color, below.backgroundColor, below.clipPath];
})"""

TWO_COLOURS = """["CanvasText", "Canvas"].map((colour) => {
    const trial = document.body.appendChild(document.createElement("i"));
    trial.style.color = colour;
    const found = getComputedStyle(trial).color;
    trial.remove();
    return found;
})"""


def test_where_the_device_has_chosen_the_colours_sides_have_their_shapes(page: Page) -> None:
    """With forced colours, who can act has a filled bead with the number cut out, and distances are drawn."""
    page.emulate_media(forced_colors="active")
    new_fight(page, "Mara, side Crew, table", "Ilko, side Crew, table", "Rat, side Harbour, table")
    begin(page, 20, 15, 10)
    ink, ground = page.evaluate(TWO_COLOURS)
    assert ink != ground
    mara, ilko, rat = page.locator("#acting .bead, #track .bead").evaluate_all(DRAWN)
    assert [mara[:2], ilko[:2], rat[:2]] == [[ground, ink]] * 3
    assert mara[2] == ilko[2] != rat[2]
    drawn = page.locator("#track .row").first.evaluate("row => getComputedStyle(row, '::before').backgroundImage")
    assert ink in drawn
    page.locator("#acting .body").tap()
    page.locator("#dialog .set").get_by_role("button", name="blind").tap()
    chosen = page.locator("#dialog .named.on").first
    expect(chosen).to_have_text(re.compile("Mara"))
    expect(chosen).to_have_css("border-top-width", "3px")


@pytest.mark.soak
def test_a_line_that_is_not_understood(page: Page) -> None:
    """Below many others it would be out of sight: its mending tap and the refusal are in sight all the same."""
    resize(page, TABLET)
    page.locator("#new-zebra").tap()
    page.get_by_label("One line each").fill("\n".join((*GUARDS, "Rat, nimblnis 5")))
    mend = page.locator("#understood .ask")
    expect(mend).to_be_in_viewport(ratio=1)
    page.locator("#dialog [type=submit]").tap()
    expect(page.locator("#form-error")).to_be_in_viewport(ratio=1)
    mend.tap()
    expect(page.locator("#dialog [type=submit]")).to_have_text("Add 15")
