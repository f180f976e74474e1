"""Draws the icons in their sizes from static/icons/turntrack.svg."""

from base64 import b64encode

from playwright.sync_api import Browser

from tools.chromium import chromium
from tools.layout import ROOT

FOLDER = ROOT / "static" / "icons"
GROUND = "#0b5f56"

# Name, size in pixels, how much of it the drawing takes, whether the ground fills the corners.
ICONS = (
    ("turntrack-180.png", 180, 1.0, True),
    ("turntrack-192.png", 192, 1.0, False),
    ("turntrack-512.png", 512, 1.0, False),
    ("turntrack-maskable-512.png", 512, 0.8, True),
)


def draw(browser: Browser, name: str, size: int, share: float, filled: bool) -> None:
    """Draw one icon; what is not filled is transparent."""
    drawing = b64encode((FOLDER / "turntrack.svg").read_bytes()).decode()
    inset = (1 - share) / 2 * 100
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(
        f"<style>*{{margin:0}}body{{background:{GROUND if filled else 'transparent'}}}"
        f"img{{position:fixed;inset:{inset}%;width:{share * 100}%}}</style>"
        f"<img src='data:image/svg+xml;base64,{drawing}'>"
    )
    page.screenshot(path=FOLDER / name, omit_background=not filled)
    page.close()


def main() -> None:
    """Draw them all."""
    with chromium() as browser:
        for icon in ICONS:
            draw(browser, *icon)
            print(f"static/icons/{icon[0]}")


if __name__ == "__main__":
    main()
