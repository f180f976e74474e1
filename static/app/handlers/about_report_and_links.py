"""Handlers of the dialog *About*: its report is copied, and its links are opened."""

from __future__ import annotations

from typing import assert_never

from app.intents import page as i
from app.intents.page import AboutIntent
from app.page.library import AboutDialog
from app.page.state import PageState
from app.ui.about import report
from app.values import effects as e
from app.values.effects import Effect


def effects_of_about(state: PageState, intent: AboutIntent) -> tuple[Effect, ...]:
    """Return the effects of an intent."""
    dialog = state.library.dialog
    match intent:
        case i.CopyReport():
            lines = report(dialog.device, state.fault) if isinstance(dialog, AboutDialog) else ()
            return (e.CopyText("\n".join(lines), ""),)
        case i.OpenLicences():
            return (e.OpenPage("licences"),)
        case i.OpenIssues():
            return (e.OpenPage("issues"),)
        case _:
            assert_never(intent)
