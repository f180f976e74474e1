"""What *About* says, and its sheet: the version, the news, and the report about this device."""

from __future__ import annotations

from collections.abc import Sequence

from app.intents.page import AboutButton, Navigation
from app.ui.markup import Html, button, join, tag
from app.ui.sheet import Sheet
from app.values.releases import RELEASES, Release
from turntrack import __version__


def version_words() -> str:
    """Return the version with its date."""
    dates = [release.date for release in RELEASES if release.version == __version__]
    return f"Version {__version__}, {dates[0]}" if dates else f"Version {__version__}, not released yet"


def since(version: str, releases: Sequence[Release] = RELEASES) -> tuple[Release, ...]:
    """Return the releases after a version, the newest first; none if the version is empty or unknown as one."""
    known = _parts(version)
    return tuple(release for release in releases if known and _parts(release.version) > known)


def report(device: Sequence[str], fault: str) -> tuple[str, ...]:
    """Return the lines of a report: nothing that was typed is in it."""
    return (f"Turntrack {__version__}", *device, f"Last error: {fault or 'none since the page was loaded'}")


def _parts(version: str) -> tuple[int, ...]:
    """Return a version as numbers; empty if it is none."""
    parts = version.split(".")
    return tuple(int(part) for part in parts) if all(part.isdecimal() for part in parts) else ()


_PRIVACY = (
    "Fights, party, rules and settings stay in this browser, on this device.",
    "No account, no cookies, and nobody counts visitors.",
    "The page loads files only from its own address, and sends nothing there.",
    "A fight leaves the device only when you export, copy, print or show it.",
    "Anyone who uses this browser can open your fights.",
)
_ACCESS = (
    "Tests check the screens with axe against its rules for WCAG 2.2 A and AA: light and dark, tablet and phone. "
    "Others play with the keyboard alone, with large text and with forced colours. Nobody who uses a screen reader "
    "has tried this version yet."
)


SRD_ATTRIBUTION = (
    "This work includes material from the System Reference Document 5.2 (“SRD 5.2”) by Wizards of the Coast LLC, "
    "available at https://www.dndbeyond.com/srd. The SRD 5.2 is licensed under the Creative Commons Attribution 4.0 "
    "International License, available at https://creativecommons.org/licenses/by/4.0/legalcode."
)
"""What the licence of the creatures in the pack *SRD 5.2* asks for."""


def render_about(releases: Sequence[Release], report: Sequence[str], *, are_new: bool) -> Sheet:
    """Render the report, privacy, accessibility, licences and the news, which come first if they ``are_new``."""
    news = tuple(_render_release(release) for release in releases)
    return Sheet(
        "About Turntrack",
        (
            *(news if are_new else ()),
            tag("p", button("How it works", Navigation.SHOW_HOW, class_="quiet"), class_="buttons"),
            tag("h3", "Report a problem"),
            tag("p", "Copy this report and send it with what you did and what you expected. It contains no names."),
            tag("ul", *(tag("li", line) for line in report), id="report"),
            tag(
                "p",
                button("Copy the report", AboutButton.COPY_REPORT, class_="quiet i-copy", id="copy-report"),
                button("Where to send it", AboutButton.OPEN_ISSUES, class_="quiet", id="issues"),
                class_="buttons",
            ),
            tag("h3", "Privacy"),
            tag("ul", *(tag("li", sentence) for sentence in _PRIVACY)),
            tag("h3", "Accessibility"),
            tag("p", _ACCESS),
            tag("h3", "Licences"),
            tag("p", "Turntrack is free under the MIT licence. The rules of the games belong to their authors."),
            tag("p", SRD_ATTRIBUTION, class_="hint"),
            tag(
                "p", button("All licences", AboutButton.OPEN_LICENCES, class_="quiet", id="licences"), class_="buttons"
            ),
            *(() if are_new else news),
        ),
        under=version_words(),
        kind="colophon",
    )


def _render_release(release: Release) -> Html:
    return join(
        tag("h3", f"New in {release.version}"),
        tag("ul", *(tag("li", item) for item in release.news)),
    )
