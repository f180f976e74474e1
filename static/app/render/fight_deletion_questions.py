"""HTML of the questions before a fight is deleted for good, or its unsaved steps are dropped."""

from __future__ import annotations

from app.intents.library import DropUnsavedNow, ExportUnsaved, PurgeNow
from app.intents.page import Dismiss
from app.render.markup import button, tag
from app.render.sheet import Sheet
from app.values.stored import SavedFight


def render_purge_question(fight: SavedFight) -> Sheet:
    """Render the question before an encounter is deleted for good."""
    return Sheet(
        f"Delete {fight.name} for good?",
        (tag("p", "The fight and its whole history are removed from this device. This cannot be undone."),),
        foot=(
            button("Keep it", Dismiss(), class_="quiet"),
            button("Delete for good", PurgeNow(fight.key), class_="primary danger"),
        ),
    )


def render_drop_question(key: str, name: str) -> Sheet:
    """Render the question before unsaved changes are dropped; they cannot be restored."""
    return Sheet(
        f"Discard the steps of {name} that only this page has?",
        (tag("p", "These steps are saved nowhere else. This cannot be undone."),),
        foot=(
            button("Stay here", Dismiss(), class_="quiet"),
            button("Discard", DropUnsavedNow(key), class_="quiet danger"),
            button("Export…", ExportUnsaved(key), class_="primary"),
        ),
    )
