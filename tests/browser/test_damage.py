"""Wounds and conditions by touch: on the row, on a phone below the choices, and in their sheets."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.amounts import with_soak
from tests.browser.hosts import TABLET, reload
from tests.browser.play import STILL, act, begin, choice, log, new_fight, row
from tests.browser.waiting import expect_saved, resize, wait_until

pytestmark = pytest.mark.same_page

SIZES: dict[str, ViewportSize] = {
    "side": TABLET,
    "below": {"width": 768, "height": 1024},
    "phone": {"width": 390, "height": 844},
}
SHEET = "nerve 0, perception 0, level 0, table"


@pytest.fixture
def fight(page: Page) -> Page:
    """Mara, who acts, and four guards of one group; the health of each is counted."""
    resize(page, TABLET)
    new_fight(
        page,
        f"Mara, side Crew, health 15, {SHEET}",
        f"Guard x4, side Harbour, group Guards, health 10, {SHEET}",
    )
    begin(page, 20, 9)
    return page


def health(page: Page, *names: str) -> list[str]:
    """Return the health on each row."""
    return [row(page, name).locator(".hp").inner_text().split("/")[0].strip() for name in names]


@pytest.mark.parametrize("size", with_soak("phone", ["side", "below"]))
def test_an_ordinary_hit_is_one_tap_after_the_blow(fight: Page, size: str) -> None:
    """Where the row is out of sight, its wounds stand below the choices."""
    fight.locator("#panel .people .chip", has_text="Guard A").tap()
    act(choice(fight, "attack", "middle"))
    resize(fight, SIZES[size])
    strips = fight.get_by_role("group", name="Damage to Guard A").get_by_role("button", name="−3")
    boxes = [(box["y"], strip, box) for strip in strips.all() if (box := strip.bounding_box())]
    top, strip, box = min(boxes, key=lambda box: box[0])
    assert box["width"] >= 34
    assert box["height"] >= 43
    assert 0 < top + box["height"] < SIZES[size]["height"]
    strip.tap()
    assert log(fight) == ["Guard A takes 3: 10 → 7."]
    fight.locator("#undo").tap()
    assert health(fight, "Guard A") == ["10"]


@pytest.mark.parametrize("size", with_soak("phone", ["side", "below"]))
def test_a_fireball_hits_four_and_two_save(fight: Page, size: str) -> None:
    """Rows beside the sheet are picked; on a phone, which shows none, the chips in it. A new start knows of it too."""
    resize(fight, SIZES[size])
    row(fight, "Guard A").locator(".hp").tap()
    wait_until(fight, STILL)
    targets = fight.locator("#dialog .whom")
    if size == "phone":
        for name in ("Guard B", "Guard C", "Guard D"):
            targets.get_by_role("button", name=name).tap()
        for name in ("Guard B", "Guard D"):
            fight.get_by_role("group", name=f"{name} takes").get_by_role("button", name="half").tap()
    else:
        row(fight, "Guard C").locator(".body").tap()
        for name in ("Guard B: half", "Guard D: half"):
            targets.get_by_role("button", name=name).tap()
    expect(fight.locator(".hit-list > li")).to_have_count(4)
    fight.locator("#digit-9").tap()
    fight.locator("#deal").tap()
    expect(fight.locator("#dialog")).to_be_hidden()
    assert health(fight, "Guard A", "Guard B", "Guard C", "Guard D") == ["1", "6", "1", "6"]
    if size == "phone":
        expect_saved(fight)
        reload(fight)
        assert health(fight, "Guard A", "Guard B", "Guard C", "Guard D") == ["1", "6", "1", "6"]
    fight.locator("#undo").tap()
    assert health(fight, "Guard A", "Guard B", "Guard C", "Guard D") == ["10"] * 4


@pytest.mark.parametrize("size", with_soak("below", ["side", "phone"]))
def test_nothing_moves_that_may_be_tapped_next(fight: Page, size: str) -> None:
    """Targets, their shares and the digits stand still while an amount is typed and others are picked."""
    resize(fight, SIZES[size])
    row(fight, "Guard A").locator(".hp").tap()
    wait_until(fight, STILL)
    before = _places(fight)
    assert len(before) > 20
    targets = fight.locator("#dialog .whom")
    for tapped in (
        fight.locator("#digit-9"),
        targets.get_by_role("button", name="Guard B", exact=True),
        targets.locator(".all").last,
        fight.locator("#dialog .part").get_by_role("button", name="heal"),
    ):
        tapped.tap()
        wait_until(fight, STILL)
        after = _places(fight)
        moved = {name for name, place in before.items() if name in after and abs(after[name] - place) > 1}
        assert not moved
        before = after


def _places(page: Page) -> dict[str, float]:
    """Return how far down the targets, shares and digits of the damage sheet stand."""
    buttons = page.evaluate(
        """() => [...document.querySelectorAll("#dialog :is(.whom, .pad, .hit-list) button")]
            .filter((button) => button.checkVisibility())
            .map((button) => [button.id || button.dataset.do + button.dataset.arg, button.getBoundingClientRect().y])"""
    )
    return {str(name): float(place) for name, place in buttons}


@pytest.mark.parametrize("size", with_soak("phone", ["side", "below"]))
def test_a_condition_is_three_taps_and_ends_by_itself(fight: Page, size: str) -> None:
    resize(fight, SIZES[size])
    row(fight, "Guard A").locator(".body").tap()
    fight.locator("#dialog").get_by_role("button", name="stunned").tap()
    fight.locator("#till-ends-0").tap()
    expect(fight.locator("#dialog")).to_be_hidden()
    expect(row(fight, "Guard A").locator(".badge.ends")).to_have_text("stunned")
    assert log(fight) == ["Guard A is stunned until Mara’s current turn ends."]
    act(choice(fight, "plain", "Reserve"))
    expect(row(fight, "Guard A").locator(".badge.condition")).to_have_count(0)
    fight.locator("#undo").tap()
    expect(row(fight, "Guard A").locator(".badge.condition")).to_have_text("stunned")


@pytest.mark.soak
def test_a_table_counts_damage_up(page: Page) -> None:
    """By a setting, in mid-fight: the rows, the taps on them and the pad add, also without a maximum."""
    resize(page, TABLET)
    new_fight(page, f"Mara, side Crew, health 15, {SHEET}", f"Ogre, side Hills, {SHEET}")
    begin(page, 20, 9)
    page.locator("#menu").tap()
    page.get_by_role("button", name="How your table plays").tap()
    page.get_by_label("up, as damage taken").tap()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator("#panel .people .chip", has_text="Ogre").tap()
    act(choice(page, "attack", "middle"))
    page.get_by_role("group", name="Damage to Ogre").get_by_role("button", name="+10").first.tap()
    assert log(page) == ["Ogre takes 10: 0 → 10."]
    expect(row(page, "Ogre").locator(".hp")).to_have_text("damage 10")
    expect(row(page, "Mara").locator(".hp")).to_have_text("damage 0/15")
    row(page, "Ogre").locator(".hp").tap()
    page.locator("#digit-7").tap()
    row(page, "Mara").locator(".hp").tap()
    expect(page.locator(".hit-list p")).to_have_text(["10 → 17", "0 → 7"])
    page.locator("#deal").tap()
    expect(row(page, "Ogre").locator(".hp")).to_have_text("damage 17")
    expect(row(page, "Mara").locator(".hp")).to_have_text("damage 7/15")
