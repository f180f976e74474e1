"""Small and low screens, long names and large text: what matters is in sight, and nothing runs off the screen."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.amounts import with_soak
from tests.browser.conftest import OpenPage
from tests.browser.hosts import TABLET
from tests.browser.play import STILL, begin, begin_sample, new_fight, open_drawer, row, show_game
from tests.browser.waiting import resize, wait_until

PHONE: ViewportSize = {"width": 390, "height": 844}
LOW: ViewportSize = {"width": 844, "height": 390}
UPRIGHT: ViewportSize = {"width": 768, "height": 1024}
LONG = "Maximilian of the Seven Hundred Towers the Younger"


def is_whole(place: Locator) -> bool:
    """Return whether nothing of the text is cut off to the side, and the element lies on the screen."""
    return bool(
        place.evaluate(
            """place => place.scrollWidth <= place.clientWidth + 1 && place.getBoundingClientRect().width > 0
                && place.getBoundingClientRect().left >= 0 && place.getBoundingClientRect().right <= innerWidth"""
        )
    )


@pytest.mark.same_page
def test_a_choice_is_in_sight_on_a_low_screen(page: Page) -> None:
    resize(page, LOW)
    begin_sample(page, "zebra")
    begin(page)
    choice = page.locator("#panel .choice.leading").first
    line = page.locator("#line").bounding_box()
    box = choice.bounding_box()
    assert box
    assert line
    assert box["y"] + box["height"] <= line["y"]
    choice.tap()
    expect(page.locator("#undo")).to_be_enabled()


@pytest.mark.same_page
@pytest.mark.parametrize("size", with_soak(PHONE, [TABLET, UPRIGHT, LOW]), ids=["phone", "tablet", "upright", "low"])
def test_a_long_name_among_many_targets_stays_on_the_screen(page: Page, size: ViewportSize) -> None:
    resize(page, size)
    guards, rats = "Guard x14, nerve 5, contact, side Guards", "Rat x12, nerve 6, side Rats"
    new_fight(page, f"{LONG}, nerve 30, nimbleness 20, side Crew, contact", guards, rats)
    begin(page)
    expect(page.locator("#acting .name")).to_have_text(LONG)
    targets = page.locator("#panel select").first
    expect(targets).to_be_visible()
    assert is_whole(targets)


@pytest.mark.same_page
@pytest.mark.soak
def test_a_phone_names_who_comes_after_those_who_choose(page: Page) -> None:
    resize(page, PHONE)
    begin_sample(page, "unbound")
    begin(page)
    expect(page.locator("#now .heading")).to_be_visible()
    assert is_whole(page.locator(".coming b").first)


@pytest.mark.same_page
@pytest.mark.soak
def test_no_word_of_a_scale_runs_into_the_next_column(page: Page) -> None:
    resize(page, PHONE)
    new_fight(page, "Mara, perception 9D, agility 6D, dodge 4D+1, melee combat 5D", "Rat", system="rond6")
    begin(page)
    columns = page.locator(".scale .amount")
    expect(columns.first).to_be_visible()
    wider = "columns => columns.filter(column => column.scrollWidth > column.clientWidth).length"
    assert columns.evaluate_all(wider) == 0
    assert is_whole(page.locator(".coming b").first)


CUT_NAMES = """names => names
    .filter((name) => [name, ...name.children].some((part) =>
        part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 4))
    .map((name) => name.textContent)"""
"""Lists the names of which something is cut off; the tails of letters may hang out of a line."""


@pytest.mark.same_page
@pytest.mark.parametrize("size", with_soak(UPRIGHT, [TABLET, PHONE]), ids=["upright", "tablet", "phone"])
def test_long_names_are_whole_where_their_rows_have_room(page: Page, size: ViewportSize) -> None:
    """A name alone, also above the buttons of an attack; one with a word below; and one folded with its kind."""
    resize(page, size)
    heroes = ("Borin Stonehelm the Elder", "Maximilian von Hohenfels", "Celestine d’Arquebuse")
    foes = ("Cultist of the Black Hand x3", "Young Red Dragon", "Rat x9")
    lines = (*(f"{name}, hp 20, side Heroes" for name in heroes), *(f"{name}, hp 20, side Foes" for name in foes))
    new_fight(page, *lines, system="traveller")
    names = page.locator("#track .name")
    assert names.evaluate_all(CUT_NAMES) == []
    begin(page)
    expect(page.locator("#track .hurts").first).to_be_attached()
    assert names.evaluate_all(CUT_NAMES) == []
    page.locator("#panel .choice.leading").first.tap()
    expect(page.locator("#track .about", has_text="acted").first).to_be_attached()
    assert names.evaluate_all(CUT_NAMES) == []


OFF_SCREEN = """all => all.filter((each) => each.getBoundingClientRect().right > innerWidth)
    .map((each) => each.textContent || each.ariaLabel)"""


def test_large_text_on_a_phone_keeps_name_menu_and_last_sentence(open_page: OpenPage) -> None:
    """Text twice as large, as a device sets it: half as many characters fit on the screen."""
    page = open_page(viewport={"width": 195, "height": 422}, has_touch=True, device_scale_factor=2)
    new_fight(page, "Mara, nerve 9, health 9, side X", "Celestine, nerve 1, health 9, side X", "Rat, nerve 0, side Y")
    begin(page)
    for place in ("#menu", "#acting .name", "#last", ".coming b >> nth=0", "#track .name >> nth=0"):
        assert is_whole(page.locator(place)), place
    for label in page.locator("#panel .choice .label").all():
        assert is_whole(label), label.inner_text()
    page.locator("#acting .hp").tap()
    expect(page.locator("#dialog .whom button").first).to_be_in_viewport(ratio=1)
    page.locator("#dialog .close").tap()
    page.locator("#acting .body").tap()
    expect(page.locator("#of-score")).to_be_visible()
    assert page.locator("#dialog .fact-list :is(input, button)").evaluate_all(OFF_SCREEN) == []


LINES = """title => {
    const text = document.createRange();
    text.selectNode(title.firstChild);
    return text.getClientRects().length;
}"""


def test_large_text_on_a_phone_keeps_the_head_of_add(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 195, "height": 422}, has_touch=True, device_scale_factor=2)
    show_game(page, "zebra")
    page.locator("#new-zebra").tap()
    head = page.locator("#dialog .head")
    assert head.locator("h2").evaluate(LINES) == 1
    for button in head.get_by_role("button").all():
        assert is_whole(button), button.inner_text()


BROKEN = r"""labels => labels.filter(label => {
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const word of text.data.matchAll(/[^\s/-]+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) return true;
        }
    return false;
}).map(label => label.textContent)"""
"""The labels that are broken within a word."""


@pytest.mark.same_page
@pytest.mark.soak
def test_no_choice_of_a_tablet_is_broken_within_a_word(page: Page) -> None:
    resize(page, TABLET)
    new_fight(page, "Mara, nerve 30, nimbleness 9, side Crew, contact, sabre 4", "Guard, nerve 0, contact, side Guards")
    begin(page)
    labels = page.locator("#panel .choice .label")
    expect(page.locator("#panel .keeps-turn").filter(has_text="Disengage")).to_be_visible()
    assert labels.evaluate_all(BROKEN) == []
    page.locator("#panel .choice").filter(has_text="Reserve").tap()
    open_drawer(page, "reserve-c1")
    assert labels.evaluate_all(BROKEN) == []


@pytest.mark.same_page
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_no_choice_beside_a_penalty_is_broken_within_a_word(page: Page, size: ViewportSize) -> None:
    resize(page, size)
    new_fight(page, "Mara, perception 9D, agility 6D, dodge 4D+1", "Rat", system="rond6")
    begin(page)
    page.locator("#panel .scale .amount").filter(has_text="3 actions").tap()
    labels = page.locator("#panel .choice .label")
    expect(page.locator("#panel .keeps-turn").filter(has_text="Dodge")).to_be_visible()
    assert labels.evaluate_all(BROKEN) == []


@pytest.mark.same_page
@pytest.mark.parametrize("who", ["Mo", "Mora the cleric"])
def test_the_heart_stands_beside_the_name_whatever_is_said_below_it(page: Page, who: str) -> None:
    resize(page, TABLET)
    new_fight(page, f"{who}, nerve 30, side Crew, contact, health 9", "Guard x2, nerve 0, contact, side Guards")
    begin(page)
    expect(page.locator("#acting .about")).to_contain_text("contact: Guard A and Guard B")
    wait_until(page, STILL)
    name, heart, about = (page.locator(f"#acting .{part}").bounding_box() for part in ("name", "hp", "about"))
    assert name
    assert heart
    assert about
    assert 0 <= heart["x"] - name["x"] - name["width"] <= 32
    assert heart["y"] + heart["height"] <= about["y"]


@pytest.mark.same_page
@pytest.mark.soak
def test_a_price_of_two_short_words_stands_on_one_line(page: Page) -> None:
    resize(page, TABLET)
    show_game(page, "d20_once")
    page.locator("#new-d20_once").tap()
    page.get_by_label("One line each").fill("Aria, dex +9, side Heroes\nGoblin, dex -4, side Goblins")
    page.locator("#dialog [type=submit]").tap()
    begin(page)
    price = page.locator("#panel .choice").filter(has_text="Another action").locator("b")
    expect(price).to_have_text("1 action")
    assert price.evaluate("price => price.getClientRects().length && price.offsetHeight < 20")


@pytest.mark.same_page
@pytest.mark.parametrize("name", with_soak("Bouncer B", ["Ogre Chieftain"]))
def test_the_end_of_a_name_is_read_on_an_upright_tablet(page: Page, name: str) -> None:
    resize(page, UPRIGHT)
    new_fight(page, f"{name}, nerve 30, side X, health 22", "Jamison and Gunman x1, nerve 0, side Y")
    begin(page)
    expect(page.locator("#acting .name")).to_have_text(name)
    assert is_whole(page.locator("#acting .name"))
    assert page.locator("#acting .name").evaluate("name => name.scrollHeight <= name.clientHeight + 6")


APART = """([one, other]) => {
    const [a, b] = [one, other].map((element) => element.getBoundingClientRect());
    return a.bottom <= b.top + 1 || b.bottom <= a.top + 1 || a.right <= b.left + 1 || b.right <= a.left + 1;
}"""


@pytest.mark.same_page
def test_what_stands_below_a_name_touches_nothing(page: Page) -> None:
    """The heart on the slab, where the name is smaller; and the row below one that makes death saves."""
    resize(page, UPRIGHT)
    heroes = "Celestine, fixed 20, side Heroes, health 9, note AC 13", "Borin, fixed 2, side Heroes, health 9"
    new_fight(page, *heroes, "Ogre, fixed 9, side Foes, health 59", system="d20_twice")
    begin(page)
    page.locator("#acting .body").tap()
    page.locator("#dialog .set").get_by_role("button", name="prone").tap()
    page.locator("#dialog .close").tap()
    expect(page.locator("#acting .about")).to_contain_text("prone")
    wait_until(page, STILL)
    heart, about = (page.locator(f"#acting .{part}").element_handle() for part in ("hp", "about"))
    assert page.evaluate(APART, [heart, about])
    page.locator("#panel .choice", has_text="End turn").tap()
    row(page, "Celestine").get_by_role("button", name="5", exact=True).tap()
    row(page, "Celestine").get_by_role("button", name="5", exact=True).tap()
    row(page, "Celestine").get_by_role("button", name="Down").tap()
    fallen = row(page, "Celestine")
    expect(fallen.locator(".about")).to_contain_text("failures 0/3")
    wait_until(page, STILL)
    tally = fallen.locator(".counter", has_text="failures").bounding_box()
    whole, buttons = fallen.locator(".about").bounding_box(), fallen.locator(".hurts").bounding_box()
    assert tally
    assert whole
    assert buttons
    assert tally["y"] + tally["height"] <= whole["y"] + whole["height"] + 1, "cut off"
    assert tally["y"] + tally["height"] <= buttons["y"] + 1


@pytest.mark.same_page
def test_a_button_for_a_wound_is_read_on_one_line(page: Page) -> None:
    resize(page, UPRIGHT)
    new_fight(page, "Ana, side Heroes, K♠", "Bandit x2, side Foes, 2♠", system="cards")
    begin(page)
    wound = page.locator("#track .hurts > button", has_text="wound").first
    expect(wound).to_be_visible()
    assert not wound.evaluate(CUT)
    assert wound.evaluate("button => button.offsetHeight") == 44


@pytest.mark.same_page
def test_a_phone_shows_a_name_of_two_words_whole(page: Page) -> None:
    resize(page, PHONE)
    new_fight(page, "Captain Vane, nerve 30, side X, health 16, contact", "Rat, nerve 0, side Y, contact")
    begin(page)
    expect(page.locator("#acting .name")).to_have_text("Captain Vane")
    assert not page.locator("#acting .name").evaluate(CUT)


CUT = "place => place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 4"


@pytest.mark.same_page
@pytest.mark.parametrize("size", [PHONE, UPRIGHT, TABLET], ids=["phone", "upright", "tablet"])
def test_who_comes_and_what_the_fight_is_called_is_read_whole(page: Page, size: ViewportSize) -> None:
    """Long names have two lines, and take no more room than short ones: nothing below moves."""
    resize(page, size)
    foes = "Hobgoblin Captain, fixed 20, side Foes", "Goblin Warrior x2, fixed 9, side Foes"
    heroes = "Ana, fixed 18, side Heroes", "Celestine the Bright, fixed 16, side Heroes"
    new_fight(page, *foes, *heroes, system="d20_twice")
    begin(page)
    height = page.locator("#slab").evaluate("slab => slab.offsetHeight")
    page.locator("#panel .choice", has_text="End turn").tap()
    expect(page.locator(".coming b")).to_have_text(["Celestine the Bright", "Goblin Warrior A"])
    for name in page.locator(".coming b, .coming .parted > span, .title > span, .title .fight-name").all():
        assert not name.evaluate(CUT), name.inner_text()
    assert page.locator("#slab").evaluate("slab => slab.offsetHeight") == height


@pytest.mark.same_page
def test_the_first_turns_of_interlock_can_be_ended_without_scrolling(page: Page) -> None:
    """Also that of Tomo, who has most to choose from while others are still to act."""
    resize(page, TABLET)
    begin_sample(page, "interlock")
    begin(page)
    acting = page.locator("#acting .name")
    if acting.inner_text() != "Tomo":
        page.get_by_role("button", name="Tomo", exact=True).click()
        page.locator("#of-score").fill("30")
        page.locator("#of-score").press("Enter")
        page.keyboard.press("Escape")
    for others in (True, False):
        end = page.locator("#panel .choice", has_text="End turn")
        box, drawers = end.bounding_box(), page.locator("#panel .drawers").bounding_box()
        assert box
        assert drawers
        assert box["y"] + box["height"] <= drawers["y"]
        if others:
            actor = acting.inner_text()
            end.press("Enter")
            expect(acting).not_to_have_text(actor)


@pytest.mark.same_page
@pytest.mark.soak
def test_a_label_with_a_slash_breaks_after_it(page: Page) -> None:
    resize(page, TABLET)
    new_fight(
        page, "Tomo, ref 20, martial arts 8, brawling 5, side Crew", "Bruiser, ref 1, side Gang", system="interlock"
    )
    begin(page)
    labels = page.locator("#panel .choice .label")
    expect(labels.filter(has_text="Brawling/Melee").first).to_be_visible()
    assert labels.evaluate_all(BROKEN) == []


@pytest.mark.same_page
@pytest.mark.soak
def test_the_words_of_many_amounts_stay_in_their_columns(page: Page) -> None:
    """Beside ten numbers of actions, a skill without dice says “nothing” in most of them."""
    resize(page, TABLET)
    new_fight(page, "Mara, agility 9D, dodge 3D, melee combat 4D", system="rond6")
    begin(page)
    amounts = page.locator("#panel .scale .amount")
    assert amounts.count() > 6
    assert (
        amounts.evaluate_all(
            """amounts => amounts.flatMap((amount) => [...amount.querySelectorAll("span")].map((span) => {
            const range = document.createRange();
            range.selectNodeContents(span);
            return [span.textContent, range.getBoundingClientRect().width - amount.clientWidth];
        }).filter(([, over]) => over > 0))"""
        )
        == []
    )


@pytest.mark.same_page
def test_a_phone_shows_the_buttons_below_a_sheet_whole(page: Page) -> None:
    """Two that do not fit side by side stand one below the other."""
    resize(page, PHONE)
    page.locator("#import").tap()
    buttons = page.locator(".sheet-foot button")
    expect(buttons).to_have_count(2)
    assert buttons.evaluate_all("all => all.filter((button) => button.scrollWidth > button.clientWidth).length") == 0


@pytest.mark.same_page
def test_a_phone_says_that_the_rules_of_a_list_are_to_be_chosen(page: Page) -> None:
    """Where there is nothing to tap yet, the words below the sheet say why. A name is not broken beside its values."""
    resize(page, PHONE)
    page.locator("#import").tap()
    page.locator("#dialog textarea").fill('[{"name":"Reed Imp","hp":7,"ac":13,"languages":"Fey, Common and Sylvan"}]')
    page.locator("#dialog [type=submit]").tap()
    expect(page.get_by_text("Choose the rules first.")).to_be_visible()
    name = page.locator("#dialog .rules strong")
    assert name.evaluate("name => name.getClientRects().length") == 1
    assert name.evaluate("name => name.offsetHeight < 2 * parseFloat(getComputedStyle(name).fontSize)")
