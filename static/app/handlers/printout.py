"""Handlers of the intents about the printout of a fight."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.intents import page as i
from app.intents.page import PrintoutIntent
from app.page.state import PageState
from app.values import effects as e
from app.values.effects import Effect


def handle(state: PageState, intent: PrintoutIntent) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects."""
    match intent:
        case i.Print():
            return state, (e.PrintPage(),)
        case i.LayOut():
            return replace(state, is_on_paper=True), ()
        case i.PutAway():
            return replace(state, is_on_paper=False), ()
        case _:
            assert_never(intent)
