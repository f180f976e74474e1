"""Intents of the list of games: begin a fight or a sample of one, search, and show all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import ForPage, OfGame, TypedAs


class ForGameChoice(ForPage):
    """An intent of the list of games."""


class Sample(ForGameChoice, OfGame):
    do = "sample"


class New(ForGameChoice, OfGame):
    do = "new"


@dataclass(frozen=True)
class SearchGames(ForGameChoice):
    """Search the games, on every key."""

    do, at = "type", "games"
    sought: Annotated[str, TypedAs("value")] = ""


class ShowAllGames(ForGameChoice):
    do = "all-games"


type GameChoiceIntent = Sample | New | SearchGames | ShowAllGames
