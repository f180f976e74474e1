"""Handlers of the notices about saving, and of the notice of a new version."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.intents import page as i
from app.intents.page import SaveNoticeIntent
from app.page.state import PageState
from app.values import effects as e
from app.values.effects import Effect


def handle(state: PageState, intent: SaveNoticeIntent) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects."""
    match intent:
        case i.TakeOver():
            return state, (e.ClaimWriting(),)
        case i.SaveAgain():
            return state, (e.RetrySaving(),)
        case i.HeardNews():
            return replace(state, saving=replace(state.saving, news="", backup="", unopened=None)), ()
        case i.HeardVersion():
            return replace(state, library=replace(state.library, seen="")), ()
        case _:
            assert_never(intent)
