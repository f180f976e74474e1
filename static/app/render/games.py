"""HTML of the games to choose from, and of the box that searches them."""

from __future__ import annotations

from functools import lru_cache

from app.intents.library import OpenRuleSet
from app.intents.page import New, Sample, SearchGames, ShowAllGames
from app.intents.rule_editor import Make
from app.render.markup import Html, Pieces, button, entry_for, join, tag
from app.values.games import Game
from app.views.game_search import GamesView

SEARCH = "game-search"
"""The id of the search box."""

GAMES = "games"
"""The id of the list of tiles."""


def render_search(sought: str) -> Html:
    """Render the box that searches the games."""
    box = tag(
        "input",
        type="search",
        id=SEARCH,
        value=sought,
        placeholder="D&D, Savage Worlds, cards, ticks…",
        autocomplete="off",
        spellcheck="false",
        data_type=entry_for(SearchGames()),
        aria_label="Search the games",
        aria_controls=GAMES,
    )
    return tag("label", box, class_="seek i-find")


def render_games(view: GamesView, is_making: bool) -> Pieces:
    """Render the tiles, what the search has come to, and the button to make rules."""
    pieces = [
        (
            f"game-{game.key}",
            _render_tile(game),
        )
        for game in view.games
    ]
    if view.is_empty or view.is_near:
        pieces.insert(0, ("no-game", _render_no_game(view.is_near)))
    if view.more:
        words = join(
            tag("strong", f"All {view.more + len(view.games)} games"), " ", tag("small", "Or search them above.")
        )
        more = button(words, ShowAllGames(), class_="new own-way i-drawer", id="all-games")
        pieces.append(("more-games", tag("li", more, id="more-games")))
    make = ("own-game", _render_make(is_making))
    pieces.insert(1, make) if view.is_empty or view.is_near else pieces.append(make)
    return tuple(pieces)


@lru_cache(maxsize=256)
def _render_tile(game: Game) -> Html:
    """Render a game with the buttons that begin a fight and its sample; the table's own rules have a sheet instead.

    A rulebook is headed by its title, a preset by the published game that people look for.
    """
    key, title = game.key, game.title
    is_by_likeness = bool(game.likeness and game.rules)
    head = f"{game.likeness[:1].upper()}{game.likeness[1:]}" if is_by_likeness else title
    below = title if is_by_likeness else game.likeness
    says = tag("span", below, class_="like") if below else tag("small", game.summary)
    new = join(tag("span", class_=f"emblem e-{game.emblem.value}"), tag("strong", head), " ", says)
    beside = (
        button("", OpenRuleSet(key), class_="icon i-more", aria_label=f"More for {title}")
        if game.is_own
        else button("Sample", Sample(key), class_="try", id=f"sample-{key}", aria_label=f"Sample fight: {title}")
    )
    return tag("li", button(new, New(key), class_="new", id=f"new-{key}"), beside, id=f"game-{key}")


def _render_no_game(is_near: bool) -> Html:
    words = (
        "No game here matches all of that. Make your own rules, or look at the closest matches:"
        if is_near
        else "No game here matches. Yours may still be a few taps away:"
    )
    return tag("li", words, class_="no-game", id="no-game", role="status")


def _render_make(is_making: bool) -> Html:
    title, says = (
        ("Continue making rules", "They are just as you left them.")
        if is_making
        else ("Make your own rules", "Four pages of questions, with a trial fight alongside.")
    )
    words = join(tag("strong", title), " ", tag("small", says))
    return tag("li", button(words, Make(), class_="new own-way i-plus", id="make"), id="own-game")
