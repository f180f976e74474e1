"""Renders the README's pictures into docs/pictures/: the running page, in a fight that goes the same way every time."""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tools import build
from tools.chromium import chromium, profile
from tools.layout import DIST, ROOT
from tools.serve import serving

PICTURES = ROOT / "docs" / "pictures"

# The sample fight, with its dice thrown at the table so that they can be typed.
LINES = (
    "Mara, side Crew, nerve 6, nimbleness 7, perception 6, sabre 5, contact, health 15, table",
    "Ilko, side Crew, nerve 6, nimbleness 5, perception 9, bow 5, shooting, health 12, table",
    "Guard x2, side Harbour, group Guards, nerve 4, nimbleness 5, perception 4, halberd 4, heavy, health 10, table",
    "Rat, side Harbour, nerve 5, nimbleness 8, perception 6, knife 3, little, shooting, health 8, table",
)
THROWN = ("11", "6", "9", "3")

# Section and label of each choice, in order.
TAPS = (("draw", "sabre (middle)"), ("attack", "bow (middle)"), ("attack", "sabre (middle)"), ("plain", "Reserve"))

SHOTS: tuple[tuple[str, ViewportSize, str], ...] = (
    ("tablet-light.png", {"width": 1024, "height": 768}, "light"),
    ("tablet-upright-dark.png", {"width": 768, "height": 1024}, "dark"),
)


# A tablet whose browser could put the page on its Home Screen, and one whose browser installs pages.
HOME_SCREEN = "navigator.standalone = false; Object.defineProperty(navigator, 'maxTouchPoints', {value: 5})"
TABLETS = {"home-screen.png": (HOME_SCREEN, "#home-screen", "#home-screen"), "install.png": ("", "#install", "#device")}
"""The script that makes it one, what its browser has the page show, and what of the screen is taken."""


def main() -> None:
    """Play, and take the pictures."""
    build.main()
    PICTURES.mkdir(parents=True, exist_ok=True)
    with serving(DIST, "/turntrack/") as server, chromium() as browser:
        for name, size, scheme in SHOTS:
            take(browser, server.url, PICTURES / name, size, scheme)
        for name, (script, offered, part) in TABLETS.items():
            take_first_screen(browser, server.url, PICTURES / name, script, offered, part)
    for picture in sorted(PICTURES.iterdir()):
        print(f"{picture.relative_to(ROOT)}: {picture.stat().st_size / 1000:.0f} kB")


def take_first_screen(browser: Browser, url: str, path: Path, script: str, offered: str, part: str) -> None:
    """What the first screen says of this device, once the page is ready offline: its lower end."""
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


def take(browser: Browser, url: str, path: Path, size: ViewportSize, scheme: str) -> None:
    """One picture of the fight under way."""
    dark = scheme == "dark"
    context = browser.new_context(
        viewport=size, has_touch=True, color_scheme="dark" if dark else "light", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(url)
    page.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    play(page)
    page.screenshot(path=path)
    context.close()


def play(page: Page) -> None:
    """From nothing to the middle of the first sequence."""
    page.locator("#new-zebra").tap()
    page.locator("#lines").fill("\n".join(LINES))
    page.get_by_role("button", name="Add", exact=True).tap()
    page.locator("#menu").tap()
    page.get_by_label("Name of the encounter").fill("Ambush at the ferry")
    page.get_by_role("button", name="Rename").tap()
    page.locator("#open").tap()
    boxes = page.locator("#dialog input.die")
    expect(boxes).to_have_count(len(THROWN))
    for place, face in enumerate(THROWN):
        boxes.nth(place).fill(face)
    page.locator("#dialog [type=submit]").tap()
    for section, label in TAPS:
        page.wait_for_timeout(450)  # two taps on one place within a shorter time are a double tap
        wanted = page.locator(".label").get_by_text(label, exact=True)
        page.locator(f"#section-{section} .choice").filter(has=wanted).tap()
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved")
    expect(page.locator("button:active")).to_have_count(0)  # it stays lit for a moment after the tap


if __name__ == "__main__":
    main()
