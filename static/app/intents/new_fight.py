"""Intents that begin a fight, or search for its game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import ForPage, OfGame, TypedAs


class Sample(ForPage, OfGame):
    do = "sample"


class New(ForPage, OfGame):
    do = "new"


@dataclass(frozen=True)
class SearchGames(ForPage):
    """Search the games, on every key."""

    do, at = "type", "games"
    sought: Annotated[str, TypedAs("value")] = ""


class ShowAllGames(ForPage):
    do = "all-games"


type NewFightIntent = Sample | New | SearchGames | ShowAllGames
