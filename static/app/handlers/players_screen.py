"""Handlers of the intents about the players' screen."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.fight.players_screen_audience import Facing
from app.intents import players_screen as i
from app.intents.players_screen import HeardWindow, PlayersIntent
from app.page.state import PageState, close_all


def handle(state: PageState, intent: PlayersIntent | HeardWindow) -> PageState:
    """Return the state after an intent. The fight does not change."""
    audience = state.audience
    match intent:
        case i.FacePlayers():
            return replace(close_all(state), audience=replace(audience, facing=Facing.PLAYERS))
        case i.MakeCode():
            return replace(close_all(state), audience=replace(audience, facing=Facing.CODE, codes=audience.codes + 1))
        case i.FaceBack():
            return replace(state, audience=replace(audience, facing=Facing.MASTER))
        case i.OpenWindow():
            return replace(state, audience=replace(audience, windows=audience.windows + 1, is_followed=True))
        case i.HeardWindow():
            return replace(state, audience=replace(audience, is_followed=True))
        case _:
            assert_never(intent)
