"""Renders docs/pictures/: the page in fights of each system, what it says of this device, and the card of its links."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tools import address, build
from tools.address import PICTURES
from tools.chromium import chromium, profile
from tools.layout import DIST, ROOT
from tools.serve import serving

# The sample fight, with its dice rolled at the table so that they can be typed.
LINES = (
    "Mara, side Crew, nerve 6, nimbleness 7, perception 6, sabre 5, contact, health 15, table",
    "Ilko, side Crew, nerve 6, nimbleness 5, perception 9, bow 5, shooting, health 12, table",
    "Guard x2, side Harbour, group Guards, nerve 4, nimbleness 5, perception 4, halberd 4, heavy, health 10, table",
    "Rat, side Harbour, nerve 5, nimbleness 8, perception 6, knife 3, little, shooting, health 8, table",
)
ROLLED = ("11", "6", "9", "3")

# An evening: a party that is kept, and two fights that are prepared. The numbers stay, so that the pictures do.
PARTY = (
    "Aria, fixed 22, hp 24, counter arrows 12, side Heroes",
    "Borin, fixed 5, hp 31, side Heroes",
    "Celestine, fixed 17, hp 18, side Heroes",
    "Dorn, fixed 9, hp 28, side Heroes",
    "Esme, fixed 11, hp 22, side Heroes",
    "Finn, fixed 13, hp 20, side Heroes",
)
WOUNDS = (("Aria", "15"), ("Borin", "8"), ("Dorn", "5"))
PREPARED = (
    ("The ford", ("Goblin x5, fixed 14, hp 7, side Foes, group Goblins", "Chief, fixed 7, hp 21, side Foes")),
    ("The swamp", ("Cultist x5, fixed 10, hp 9, side Foes, group Cultists", "Vorath, fixed 18, hp 67, side Foes")),
)
STAT_CARD = """\
# Young black dragon
**Multiattack.** Bite and two claws.
- **Bite** 1d20+7, 2d10+4 and 1d8 acid
- **Claw** 1d20+7, 2d6+4
**Acid breath** DC 14, 11d8, half on a save"""

SIZES: dict[str, ViewportSize] = {
    "tablet": {"width": 1024, "height": 768},
    "upright": {"width": 768, "height": 1024},
    "phone": {"width": 390, "height": 844},
    "desk": {"width": 1366, "height": 1024},
}
SHOTS = (
    ("rond6", (("before", "upright", "light"), ("during", "tablet", "light"), ("after", "phone", "dark"))),
    ("interlock", (("before", "phone", "light"), ("during", "tablet", "dark"), ("after", "desk", "light"))),
    ("unbound", (("before", "desk", "dark"), ("during", "upright", "light"), ("after", "tablet", "light"))),
    ("traveller", (("before", "tablet", "dark"), ("during", "phone", "light"), ("after", "upright", "dark"))),
    ("zebra", (("before", "desk", "light"), ("during", "upright", "dark"), ("after", "phone", "light"))),
)
"""Of each system before, during and after a round: on which screen, and in which theme."""

MOST_TAPS = 200
"""A round is over long before."""


# A tablet whose browser could put the page on its Home Screen, and one whose browser installs pages.
HOME_SCREEN = "navigator.standalone = false; Object.defineProperty(navigator, 'maxTouchPoints', {value: 5})"
TABLETS = {"home-screen.png": (HOME_SCREEN, "#home-screen", "#home-screen"), "install.png": ("", "#install", "#device")}
"""The script that makes it one, what its browser has the page show, and what of the screen is taken."""


CARD = """\
<!doctype html>
<style>
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #0f1114; color: #fff;
         font-family: system-ui, sans-serif; position: relative; display: flow-root; }
  h1 { font-size: 84px; line-height: 1; margin: 190px 0 0 64px; }
  p { font-size: 38px; line-height: 1.3; margin: 28px 0 0 64px; width: 400px; color: #cfd4da; }
  img { position: absolute; left: 580px; top: 64px; height: 620px; border-radius: 18px; }
</style>
<h1>Turntrack</h1>
<p>The initiative tracker for tabletop RPGs. Offline.</p>
<img src="data:image/png;base64,PICTURE">
"""
"""The card as a page; the picture in it is one of ours."""


def main() -> None:
    """Play, and take the pictures."""
    build.main()
    PICTURES.mkdir(parents=True, exist_ok=True)
    with serving(DIST, "/turntrack/") as server, chromium() as browser:
        with tablet(browser, server.url, "tablet", "light") as page:
            play(page)
            page.screenshot(path=PICTURES / "tablet-light.png")
            page.locator("#back").tap()
            page.locator("#home").wait_for()
            page.screenshot(path=PICTURES / "first-screen.png")
        with tablet(browser, server.url, "tablet", "light") as page:
            take_beside_the_order(page)
        with tablet(browser, server.url, "tablet", "light") as page:
            take_evening(page)
        for system, moments in SHOTS:
            for moment, screen, scheme in moments:
                with tablet(browser, server.url, screen, scheme) as page:
                    play_sample(page, system, moment)
                    page.screenshot(path=PICTURES / f"{system}-{moment}-{screen}-{scheme}.png")
        for name, (script, offered, part) in TABLETS.items():
            take_first_screen(browser, server.url, PICTURES / name, script, offered, part)
        take_card(browser, PICTURES / "tablet-light.png")
    for picture in sorted(PICTURES.iterdir()):
        print(f"{picture.relative_to(ROOT)}: {picture.stat().st_size / 1000:.0f} kB")


def take_first_screen(browser: Browser, url: str, path: Path, script: str, offered: str, part: str) -> None:
    """Take what the first screen says of this device, once the page is ready offline: its lower end."""
    # Only a browser with a profile of its own offers to install a page.
    with (
        TemporaryDirectory() as folder,
        profile(browser.browser_type, Path(folder), has_touch=True, color_scheme="light") as context,
    ):
        context.add_init_script(script)
        page = context.pages[0]
        page.goto(url)
        page.locator("#offline[data-state=ready]").wait_for(state="attached", timeout=60_000)
        page.locator(offered).wait_for()
        page.locator(part).screenshot(path=path)


def take_card(browser: Browser, picture: Path) -> None:
    """Take the picture that is shown beside a link to the page."""
    width, height = address.CARD_SIZE
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_content(CARD.replace("PICTURE", b64encode(picture.read_bytes()).decode()))
    page.screenshot(path=PICTURES / Path(address.CARD).name)
    page.close()


def take_beside_the_order(page: Page) -> None:
    """Take what a fight has beside its order: hits, several wounded at once, a condition, the later, the players'."""
    play(page)
    page.locator("#panel .people .chip", has_text="Guard A").tap()
    tap_likeliest(page)
    take(page, "hit.png")
    row_of(page, "Guard A").locator(".hp").tap()
    for name in ("Guard B", "Rat"):
        row_of(page, name).locator(".body").tap()
    page.locator("#digit-6").tap()
    page.get_by_role("group", name="Rat takes").get_by_role("button", name="half").tap()
    take(page, "several.png")
    page.locator("#deal").tap()
    row_of(page, "Mara").locator(".body").tap()
    page.locator("#dialog").get_by_role("button", name="stunned").tap()
    take(page, "condition.png")
    page.locator("#till-ends-0").tap()
    page.locator("#menu").tap()
    page.get_by_role("button", name="What comes later").tap()
    page.locator("#wing-lines").fill("Captain, nerve 7, nimbleness 6, 18 hp, side Harbour")
    page.locator("#wing-round").fill("2")
    page.get_by_label("hidden from the players").check()
    page.get_by_role("button", name="Add reinforcements").tap()
    page.locator("#later-open").tap()
    take(page, "later.png")
    page.get_by_role("button", name="Close").tap()
    page.locator("#menu").tap()
    page.get_by_role("button", name="For the players…").tap()
    page.locator("#face-players").tap()
    page.locator(".facing h1").wait_for()
    page.screenshot(path=PICTURES / "players.png")


def take_evening(page: Page) -> None:
    """Take a rest at the end of a fight, the next fight, and a turn in it with a stat card and an event."""
    for name, foes in PREPARED:
        page.locator("#new-d20_once").tap()
        page.locator("#lines").fill("\n".join((*PARTY, *foes) if name == "The ford" else foes))
        page.locator("#dialog [type=submit]").tap()
        if name == "The ford":
            page.get_by_role("button", name="Bring the party").tap()
            page.get_by_role("button", name="Keep all Heroes").tap()
            page.get_by_role("button", name="Close").tap()
        else:
            plan_event(page, "The swamp stirs", "@20")
            write_card(page, "Vorath")
        page.locator("#menu").tap()
        page.get_by_role("button", name="Save as a template").tap()
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Save", exact=True).tap()
        page.locator("#back").tap()
    page.locator("#templates [data-do=begin-template]", has_text="The ford").tap()
    page.locator("#open").tap()
    for name, digits in WOUNDS:
        deal_damage(page, name, digits)
    row_of(page, "Aria").locator(".body").tap()
    for _ in range(3):
        page.get_by_role("button", name="arrows: one less").tap()
        page.wait_for_timeout(450)
    page.get_by_role("button", name="Close").tap()
    deal_damage(page, "Chief", "21", group="Goblins")
    page.locator("#menu").tap()
    page.get_by_role("button", name="Rest…").tap()
    page.get_by_role("radio", name="half of full health").check()
    take(page, "rest.png")
    page.get_by_role("button", name="Close").tap()
    page.locator("#down").get_by_role("button", name="Next fight…").tap()
    take(page, "next-fight.png")
    page.locator("#next-templates").get_by_role("button", name="The swamp").tap()
    page.locator("#open").tap()
    while page.locator("#acting .name").inner_text() != "Vorath":
        end = page.locator("#panel .choice", has_text="End turn")
        step = page.locator("#last").get_attribute("data-step") or ""
        page.wait_for_timeout(450)
        end.tap()
        expect(page.locator("#last")).not_to_have_attribute("data-step", step)
    take(page, "turn-with-card.png")


def plan_event(page: Page, text: str, moment: str) -> None:
    page.locator("#menu").tap()
    page.get_by_role("button", name="What comes later").tap()
    page.locator("#happening-text").fill(text)
    page.locator("#happening-round").fill(moment)
    page.locator("#happening-every").check()
    page.get_by_role("button", name="Plan it").tap()


def write_card(page: Page, name: str) -> None:
    row_of(page, name).locator(".body").tap()
    page.get_by_role("button", name="Write a card…").tap()
    page.locator("textarea#card").fill(STAT_CARD)
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.locator("#dialog")).to_be_hidden()


def deal_damage(page: Page, name: str, digits: str, group: str = "") -> None:
    """Deal damage to a combatant, and to all of a group."""
    row_of(page, name).locator(".hp").tap()
    if group:
        page.locator("#dialog").get_by_role("button", name=f"{group} ×").tap()
    for digit in digits:
        page.locator(f"#digit-{digit}").tap()
    page.locator("#deal").tap()
    expect(page.locator("#dialog")).to_be_hidden()


def row_of(page: Page, name: str) -> Locator:
    return page.locator("#acting .row, #track .row").filter(has=page.locator(".name", has_text=name))


def take(page: Page, name: str) -> None:
    until_saved(page)
    page.screenshot(path=PICTURES / name)


@contextmanager
def tablet(browser: Browser, url: str, screen: str, scheme: str) -> Iterator[Page]:
    """Open the page on such a screen, where nothing moves by itself."""
    context = browser.new_context(
        viewport=SIZES[screen],
        has_touch=True,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(url)
    page.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    yield page
    context.close()


def play(page: Page) -> None:
    """Play from nothing into the first sequence of Zebra Island, with dice of the table."""
    page.locator("#new-zebra").tap()
    page.locator("#lines").fill("\n".join(LINES))
    page.locator("#dialog [type=submit]").tap()
    page.locator("#open").tap()
    boxes = page.locator("#dialog input.die")
    expect(boxes).to_have_count(len(ROLLED))
    for place, face in enumerate(ROLLED):
        boxes.nth(place).fill(face)
    page.locator("#dialog [type=submit]").tap()
    tap_likeliest(page)
    until_saved(page)


def play_sample(page: Page, system: str, moment: str) -> None:
    """Open the sample fight of a system, and play it to before its first round, into it, or to its end."""
    page.locator(f"#sample-{system}").tap()
    page.locator("#open").wait_for()
    if moment != "before":
        page.locator("#open").tap()
        page.locator("#open").wait_for(state="detached")
        for _ in range(2 if moment == "during" else MOST_TAPS):
            if page.locator("#open").count() or " 2" in page.locator("#title").inner_text():
                break  # where no button begins the next round, its first turn does
            tap_likeliest(page)
    until_saved(page)


def tap_likeliest(page: Page) -> None:
    """Tap the choice that is filled, or else the first that can be taken."""
    step = page.locator("#last").get_attribute("data-step")
    leading = page.locator("#deck .choice.leading:not(.refused)")
    choice = leading if leading.count() else page.locator("#deck .choice:not(.refused)")
    page.wait_for_timeout(450)  # two taps on one place within a shorter time are a double tap
    choice.first.tap()
    expect(page.locator("#last")).not_to_have_attribute("data-step", step or "")


def until_saved(page: Page) -> None:
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved")
    expect(page.locator("button:active")).to_have_count(0)  # it stays lit for a moment after the tap


if __name__ == "__main__":
    main()
