"""Intents that need no open fight."""

from __future__ import annotations

from app.intents.base import ForPage, OfKey
from app.intents.new_fight import NewFightIntent


class Home(ForPage):
    do = "home"


class OpenSaved(ForPage, OfKey):
    do = "open-saved"


class Dismiss(ForPage):
    """Close the open dialog, by its cross or a tap beside it."""

    do = "dismiss"


class StepBack(ForPage):
    """Return to the previous dialog, by the back button, Escape or the device's gesture; close the first one."""

    do = "step-back"


class ForgetTyped(ForPage):
    do = "forget-typed"


class TakeOver(ForPage):
    do = "take-over"


class SaveAgain(ForPage):
    do = "save-again"


class HeardNews(ForPage):
    do = "heard-news"


class HeardVersion(ForPage):
    """Dismiss the notice of a new version."""

    do = "heard-version"


class HeardWindow(ForPage):
    """Resume updates to a players' window that was opened before this page was reloaded."""

    do = "heard-window"


class Print(ForPage):
    do = "print"


class LayOut(ForPage):
    """Lay the fight out for printing, before the browser prints."""

    do = "lay-out"


class PutAway(ForPage):
    """Remove the print layout, after printing."""

    do = "put-away"


type PageIntent = (
    NewFightIntent | Home | OpenSaved
    | Dismiss | StepBack | ForgetTyped | TakeOver | SaveAgain | HeardNews | HeardWindow
    | HeardVersion
    | Print | LayOut | PutAway
)  # fmt: skip
