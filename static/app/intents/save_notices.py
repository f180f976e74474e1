"""Intents of the notices about saving, and of the notice of a new version."""

from __future__ import annotations

from app.intents.base import ForPage


class ForSaveNotices(ForPage):
    """An intent of a notice."""


class TakeOver(ForSaveNotices):
    do = "take-over"


class SaveAgain(ForSaveNotices):
    do = "save-again"


class HeardNews(ForSaveNotices):
    do = "heard-news"


class HeardVersion(ForSaveNotices):
    """Dismiss the notice of a new version."""

    do = "heard-version"


type SaveNoticeIntent = TakeOver | SaveAgain | HeardNews | HeardVersion
