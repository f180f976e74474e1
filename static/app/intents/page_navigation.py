"""Intents that move between the list, a fight and the dialogs."""

from __future__ import annotations

from app.intents.base import ForPage, OfKey


class ForNavigation(ForPage):
    """An intent that opens or closes something."""


class Home(ForNavigation):
    do = "home"


class OpenSaved(ForNavigation, OfKey):
    do = "open-saved"


class Dismiss(ForNavigation):
    """Close the open dialog, by its cross or a tap beside it."""

    do = "dismiss"


class StepBack(ForNavigation):
    """Return to the previous dialog, by the back button, Escape or the device's gesture; close the first one."""

    do = "step-back"


class ForgetTyped(ForNavigation):
    """Empty the open dialog of what was typed there."""

    do = "forget-typed"


class StopReading(ForNavigation):
    """Stop the reading of a text to import."""

    do = "stop-reading"


type NavigationIntent = Home | OpenSaved | Dismiss | StepBack | ForgetTyped | StopReading
