"""Who beside the game master is shown the fight, and what of it leaves the page for them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from app.fight.fight import Fight
from app.views.account import is_over
from app.views.players import NOTHING_OPEN, pack, players_view


class Facing(StrEnum):
    """To whom this tab shows itself."""

    MASTER = ""
    PLAYERS = "screen"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Audience:
    facing: Facing = Facing.MASTER
    windows: int = 0
    """How many times a second window was asked for."""
    codes: int = 0
    """How many times a code was: each shows its own moment, and stays as it is."""
    is_followed: bool = False
    """Whether a second window may be listening."""

    @property
    def is_watched(self) -> bool:
        return self.is_followed or self.facing is not Facing.MASTER


def write_for_players(audience: Audience, fight: Fight | None) -> str:
    """Return what the page's scripts are told for the players, as JSON; empty where nobody looks.

    The list of what players see is in it as a text: as such it goes on to whoever draws it.
    """
    if not audience.is_watched:
        return ""
    view = NOTHING_OPEN
    if fight:
        view = players_view(fight.encounter, fight.system, is_over(fight.session.past, fight.system))
    return json.dumps(
        {"facing": audience.facing, "windows": audience.windows, "codes": audience.codes, "view": pack(view)}
    )
