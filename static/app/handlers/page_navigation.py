"""Handlers of the intents that move between the list, a fight and the dialogs."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.handlers.command_execution import drop_pending
from app.intents import page as i
from app.intents.page import NavigationIntent
from app.page.library import without_task
from app.page.state import PageState, close_all, dialog_name, step_back
from app.values import effects as e
from app.values.effects import Effect


def handle(state: PageState, intent: NavigationIntent) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects."""
    match intent:
        case i.Home():
            return state, (e.LeaveFight(),) if state.fight else ()
        case i.OpenSaved(key):
            return state, (e.FetchFight(key),)
        case i.Dismiss():
            return close_all(drop_pending(state, state.waiting) if state.waiting else state), ()
        case i.StepBack():
            return step_back(drop_pending(state, state.waiting) if state.waiting else state), ()
        case i.ForgetTyped():
            return replace(state, drafts=state.drafts.clear(dialog_name(state))), ()
        case i.StopReading():
            return replace(state, library=replace(state.library, dialog=without_task(state.library.dialog))), ()
        case _:
            assert_never(intent)
