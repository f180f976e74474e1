"""Intents about the players' screen."""

from __future__ import annotations

from app.intents.base import ForFight, ForPage


class ForPlayers(ForFight):
    """An intent about the players' screen."""


class FacePlayers(ForPlayers):
    """Show the players' screen in this tab."""

    do = "face-players"


class FaceBack(ForPage):
    """Show the game master's screen again, also when no fight is open any more."""

    do = "face-back"


class OpenWindow(ForPlayers):
    """Open a second window that follows the fight."""

    do = "players-window"


class MakeCode(ForPlayers):
    """Show the current state as a QR code and a link."""

    do = "players-code"


class HeardWindow(ForPage):
    """Resume updates to a players' window that was opened before this page was reloaded."""

    do = "heard-window"


type PlayersIntent = FacePlayers | OpenWindow | MakeCode
