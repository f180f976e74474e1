"""Notices about saving, with their buttons, for the line under the bar."""

from __future__ import annotations

from dataclasses import dataclass

from app.intents import Intent
from app.intents.library import ExportOpen, OpenAbout
from app.intents.page import HeardVersion, SaveAgain, TakeOver
from app.storage import messages


@dataclass(frozen=True, slots=True)
class NoticeButton:
    """A button: its label and the intent that it sends."""

    label: str
    intent: Intent


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence with buttons."""

    text: str
    ways: tuple[NoticeButton, ...] = ()
    bad: bool = False
    passing: bool = False
    """Whether it reports the last action: it moves nothing on the page and disappears with the next step."""


EXPORT = NoticeButton("Export", ExportOpen())
TRY_AGAIN = NoticeButton("Try again", SaveAgain())

FOLLOWING = Notice(messages.FOLLOWING, (NoticeButton("Take over here", TakeOver()),))
NEWER_STORE = Notice(messages.NEWER_STORE, bad=True)
MEMORY_ONLY = Notice(messages.MEMORY_ONLY, bad=True)
NEWS = Notice(messages.NEW_VERSION, (NoticeButton("What is new", OpenAbout()), NoticeButton("Not now", HeardVersion())))
FULL = Notice(messages.FULL, (EXPORT, TRY_AGAIN), bad=True)
REFUSED = Notice(messages.REFUSED, (EXPORT, TRY_AGAIN), bad=True)
DELETED = Notice(messages.DELETED)
PURGED = Notice(messages.PURGED, (EXPORT,), bad=True)
