"""The displays of the players' screen, which are this tab, windows and codes, and the data that they get."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from app.fight.fight import Fight
from app.ui.players import NOTHING_OPEN, pack, players_view
from app.ui.summary import is_over


class Facing(StrEnum):
    """Whom this tab faces."""

    MASTER = ""
    PLAYERS = "screen"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Displays:
    """The windows and devices that show the players' screen."""

    facing: Facing = Facing.MASTER
    windows: int = 0
    """Number of requests for a second window."""
    codes: int = 0
    """Number of requests for a code: each code shows its own moment and stays as it is."""
    is_followed: bool = False
    """Whether a second window may be listening."""

    @property
    def is_watched(self) -> bool:
        return self.is_followed or self.facing is not Facing.MASTER


def write_for_players(displays: Displays, fight: Fight | None) -> str:
    """Return the data for the players' screens as JSON; empty if nobody watches.

    The view is inside as a text, and is passed on as such.
    """
    if not displays.is_watched:
        return ""
    view = NOTHING_OPEN
    if fight:
        view = players_view(fight.encounter, fight.system, is_over(fight.session.past, fight.system))
    return json.dumps(
        {"facing": displays.facing, "windows": displays.windows, "codes": displays.codes, "view": pack(view)}
    )
