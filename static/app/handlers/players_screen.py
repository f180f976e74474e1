"""Handlers of the intents about the players' screen."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.fight.players import Facing
from app.intents import page as i
from app.intents.page import FaceBack, HeardWindow, PlayersIntent
from app.page.state import PageState, close_all


def handle(state: PageState, intent: PlayersIntent | FaceBack | HeardWindow) -> PageState:
    """Return the state after an intent. The fight does not change."""
    displays = state.displays
    match intent:
        case i.FacePlayers():
            return replace(close_all(state), displays=replace(displays, facing=Facing.PLAYERS))
        case i.MakeCode():
            return replace(close_all(state), displays=replace(displays, facing=Facing.CODE, codes=displays.codes + 1))
        case FaceBack():
            return replace(state, displays=replace(displays, facing=Facing.MASTER))
        case i.OpenWindow():
            return replace(state, displays=replace(displays, windows=displays.windows + 1, is_followed=True))
        case HeardWindow():
            return replace(state, displays=replace(displays, is_followed=True))
        case _:
            assert_never(intent)
