"""The files of the site that say what it is to search engines and to whoever is sent a link.

They need the address at which the site will lie: ``make dist ADDRESS=https://example.org/turntrack/``. Without an
address, as in a fork that has set none, they are left out.
"""

import os
import re
import shutil
from html import escape, unescape
from pathlib import Path
from urllib.parse import urlsplit

from tools.layout import ROOT

PICTURES = ROOT / "docs" / "pictures"
CARD = "pictures/card.png"
"""The picture that is shown beside a link to the page."""

CARD_SIZE = (1200, 630)
"""Width and height in pixels, as those who show links ask for."""

CARD_TEXT = "A fight on a tablet: who acts, who is next, and what each choice costs"

POLICY = "default-src 'none'; img-src data:; style-src 'self'; base-uri 'none'; form-action 'none'"
"""What 404.html may load: the style sheet alone."""

SCREENSHOTS = ("pictures/tablet-light.png", "pictures/traveller-during-phone-light.png")
"""Pictures that a browser shows when it offers to install the page; the manifest names them."""

_TITLE = re.compile(r"<title>(.*)</title>")
_README_LINE = re.compile(r"(<!-- address: .*-->)(?:\n\*\*Play it here: .*)?")
_DESCRIPTION = re.compile(r'( *)<meta name="description" content="(.*)">\n')


def from_environment() -> str:
    """Return the address of the site, which ends in a slash; empty if none is set.

    Raises SystemExit for an address that is none.
    """
    value = os.environ.get("ADDRESS", "").strip()
    if not value:
        return ""
    parts = urlsplit(value)
    if parts.scheme != "https" or not parts.netloc or parts.query or parts.fragment or re.search(r"[\s\"'<>]", value):
        raise SystemExit(f"ADDRESS is {value}; it should be like https://example.org/turntrack/")
    return f"{value.rstrip('/')}/"


def issues() -> str:
    """Return the address where a report of *About* can be sent; empty if none is set."""
    return os.environ.get("ISSUES", "").strip()


def title_of(page: str) -> str:
    """Return the title of an HTML page."""
    match = _TITLE.search(page)
    assert match
    return unescape(match[1])


def description_of(page: str) -> str:
    """Return the description of an HTML page."""
    match = _DESCRIPTION.search(page)
    assert match
    return unescape(match[2])


def write_into(site: Path, at: str, reports_to: str = "") -> None:
    """Write all that names the address: lines in the head of the first page, its card, sitemap and 404.html.

    ``reports_to`` is where reports can be sent; the page links it as its help.
    """
    page = site / "index.html"
    text = page.read_text()
    lines = head_lines(text, at) if at else []
    if reports_to:
        lines.append(f'<link rel="help" href="{escape(reports_to)}">')
    page.write_text(_DESCRIPTION.sub(lambda match: match[0] + _indent(lines, match[1]), text, count=1))
    if not at:
        return
    copy_picture(site, CARD)
    (site / "sitemap.xml").write_text(sitemap(at))
    (site / "404.html").write_text(page_for_nothing(at))


def copy_picture(site: Path, name: str) -> None:
    """Copy a picture that `make pictures` has taken to its place in the site."""
    (site / name).parent.mkdir(exist_ok=True)
    shutil.copy(PICTURES / Path(name).name, site / name)


def head_lines(page: str, at: str) -> list[str]:
    """Return the canonical address, and what is shown beside a link to the page (Open Graph)."""
    width, height = CARD_SIZE
    properties = {
        "type": "website",
        "url": at,
        "site_name": "Turntrack",
        "title": title_of(page),
        "description": description_of(page),
        "image": at + CARD,
        "image:width": str(width),
        "image:height": str(height),
        "image:alt": CARD_TEXT,
    }
    return [
        f'<link rel="canonical" href="{escape(at)}">',
        *(f'<meta property="og:{name}" content="{escape(value)}">' for name, value in properties.items()),
        '<meta name="twitter:card" content="summary_large_image">',
    ]


def sitemap(at: str) -> str:
    """Return the list of the pages that a search engine should show."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"  <url><loc>{escape(at)}</loc></url>\n"
        "</urlset>\n"
    )


def page_for_nothing(at: str) -> str:
    """Return the page that the host sends where there is none. It may lie at any depth, so its links are whole."""
    home = escape(at)
    return f"""\
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="{POLICY}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>No such page · Turntrack</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="{home}static/css/site.css">
  </head>
  <body>
    <main class="boot">
      <h1>There is no such page</h1>
      <p><a href="{home}">Turntrack is here.</a> Your fights are kept.</p>
    </main>
  </body>
</html>
"""


def with_line(readme: str, at: str) -> str:
    """Write the address into the README: the line below the mark. Without an address there is none."""
    line = f"\n**Play it here: <{at}>**" if at else ""
    return _README_LINE.sub(lambda match: match[1] + line, readme, count=1)


def main() -> None:
    """Write the address into the README."""
    readme = ROOT / "README.md"
    readme.write_text(with_line(readme.read_text(encoding="utf-8"), from_environment()), encoding="utf-8")


def _indent(lines: list[str], margin: str) -> str:
    return "".join(f"{margin}{line}\n" for line in lines)


if __name__ == "__main__":
    main()
