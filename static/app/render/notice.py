"""The line under the bar: what the game master must know about saving, with what can be done about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.intents import Intent
from app.intents.library import ExportOpen
from app.intents.page import SaveAgain, TakeOver
from app.markup import Html, button, joined, tag


@dataclass(frozen=True, slots=True)
class Way:
    """A button: what it says, and the intent that it sends."""

    label: str
    intent: Intent


@dataclass(frozen=True, slots=True)
class Notice:
    text: str
    ways: tuple[Way, ...] = ()
    bad: bool = False


FOLLOWING = Notice(
    "Another tab is playing; this one follows and changes nothing.", (Way("Take over here", TakeOver()),)
)
NEWER_STORE = Notice(
    "A newer Turntrack has written what is on this device. It can be looked at and exported here; load the page again, "
    "online, to get the newer version and play on.",
    bad=True,
)
FULL = Notice(
    "Not saved: this device is full. What you do stays on this page, and saving is tried again and again. Make room on "
    "the device, or export the fight now.",
    (Way("Export", ExportOpen()), Way("Try again", SaveAgain())),
    bad=True,
)
REFUSED = Notice(
    "Not saved: the browser’s store does not answer; the device may be full. What you do stays on this page, and "
    "saving is tried again and again. If this stays, export the fight, then load the page again.",
    (Way("Export", ExportOpen()), Way("Try again", SaveAgain())),
    bad=True,
)
DELETED = Notice(
    "This fight was deleted in another tab. The first screen has it under “Deleted”; to play on brings it back."
)
PURGED = Notice(
    "This fight was deleted for good in another tab. What is on this page is all there is of it: export it if you want "
    "to keep it.",
    (Way("Export", ExportOpen()),),
    bad=True,
)


def render_notices(notices: Iterable[Notice]) -> Html:
    return joined(
        *(
            tag(
                "p",
                tag("span", notice.text),
                *(button(way.label, way.intent, class_="quiet") for way in notice.ways),
                class_="notice bad" if notice.bad else "notice",
            )
            for notice in notices
        )
    )
