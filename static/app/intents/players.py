"""What can be asked about the screen that the players see."""

from __future__ import annotations

from app.intents.base import ForFight


class ForPlayers(ForFight):
    """About who else is shown the fight, as far as players may see it."""


class FacePlayers(ForPlayers):
    """Show the players' screen in this tab."""

    do = "face-players"


class FaceBack(ForPlayers):
    """Show the game master's screen again."""

    do = "face-back"


class OpenWindow(ForPlayers):
    """Open a second window, which follows the fight."""

    do = "players-window"


class MakeCode(ForPlayers):
    """Show this moment as a code to be photographed, and as a link."""

    do = "players-code"


type PlayersIntent = FacePlayers | FaceBack | OpenWindow | MakeCode
