"""The first screen: the last fight, the others, templates, the archive, the bin, and the games with a search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from app.intents.library import (
    BeginTemplate,
    CampaignButton,
    ExportListed,
    ImportButton,
    OpenListed,
    OpenQuarantine,
    OpenRuleSet,
    PartyButton,
    Purge,
    RestoreRuleSet,
    Undelete,
)
from app.intents.page import FileTransfer, Navigation, New, OpenSaved, Sample, SearchGames, ShowAllGames
from app.intents.rule_editor import EditorButton
from app.ui.markup import Html, Pieces, button, classes, entry_for, join, tag
from app.ui.words import capitalized, initials
from app.values.fight_names import round_words
from app.values.game_search import Match, find_games, split_words
from app.values.games import MOST_LIKE, Game, rules_known_as
from app.values.stored import (
    WITHOUT,
    Campaigns,
    FightSummary,
    SavedFight,
    SavedRuleSet,
    StoredFight,
    templates_in_order,
)
from turntrack.core.score import write_count
from turntrack.systems.protocol import TurnSystem

MOST_BESIDE = 3
"""At most this many fights stand beside the last one; the others are folded."""


@dataclass(frozen=True, slots=True)
class FightView:
    """A fight in the list."""

    key: str
    name: str
    line: str
    """Its rules, its progress, and when it was played last."""
    emblem: str = ""
    """The emblem of its own rule set; empty for a rulebook's system."""


@dataclass(frozen=True, slots=True)
class LastView:
    """The fight that was played last, as it was left."""

    key: str
    name: str
    line: str
    who: str
    """The actors; if nobody acts, the state of the fight."""
    bead: str
    """The actor's score or letters; empty if nobody acts."""
    side: int | None
    then: str
    """The names of the next turns."""
    emblem: str = ""
    way: str = "Continue"
    """The label of the button that opens it."""


@dataclass(frozen=True, slots=True)
class HomeView:
    last: LastView | None
    beside: tuple[FightView, ...]
    older: tuple[FightView, ...]
    templates: tuple[FightView, ...]
    """Templates, from which fights are begun."""
    archived: tuple[FightView, ...]
    deleted: tuple[FightView, ...]


def last_backup_words(at: int) -> str:
    """Say when the last backup was made; ``at`` is 0 for none."""
    when = time.strftime("%d %b %Y, %H:%M", time.localtime(at / 1000)).lstrip("0")
    return f"Last backup: {when}." if at else "No backup yet."


def home_view(systems: tuple[TurnSystem, ...], saved: tuple[SavedFight, ...]) -> HomeView:
    """Sort the saved fights, the last played first, into the parts of the screen; untouched fights are left out."""
    known = {system.key: system for system in systems}

    def views(fights: Iterable[SavedFight]) -> tuple[FightView, ...]:
        return tuple(
            FightView(fight.key, fight.name, _describe_fight(fight, known.get(fight.system), True), _emblem(fight))
            for fight in fights
        )

    listed = [fight for fight in saved if not (fight.deleted or fight.archived or fight.template)]
    there = [fight for fight in listed if not fight.is_untouched]
    last = _last_view(there[0], known.get(there[0].system)) if there else None
    return HomeView(
        last,
        views(there[1 : MOST_BESIDE + 1]),
        views(there[MOST_BESIDE + 1 :]),
        views(templates_in_order(saved)),
        views(fight for fight in saved if fight.archived and not fight.template and not fight.deleted),
        views(fight for fight in saved if fight.deleted),
    )


def _last_view(fight: SavedFight, system: TurnSystem | None) -> LastView:
    left = fight.left
    acting = left.acting if left else ()
    return LastView(
        fight.key,
        fight.name,
        _describe_fight(fight, system, False),
        _who_words(fight, left, system),
        (left.number or initials(acting[0])) if left and acting else "",
        left.side if left else None,
        _then_words(left) if left else "",
        _emblem(fight),
        "Look back" if left and left.is_over else "Continue" if left is None or left.round else "Open",
    )


def _emblem(fight: SavedFight) -> str:
    return fight.left.emblem or "" if fight.left else ""


def rules_title(fight: SavedFight | StoredFight, system: TurnSystem | None) -> str:
    """Return what a fight goes by: the published game of its preset, the name of its rule set, or its system."""
    own = rules_known_as(fight.left.rules, fight.left.preset) if fight.left else ""
    return capitalized(own) or (system.title if system else fight.system)


def _describe_fight(fight: SavedFight, system: TurnSystem | None, with_actor: bool) -> str:
    """Describe a fight in one line: its rules, its progress and its time."""
    left, title = fight.left, rules_title(fight, system)
    if fight.template:
        return " · ".join(("Template" if fight.deleted else title, combatants_words(fight.combatants)))
    if left is None:
        stands = combatants_words(fight.combatants)
    elif not left.round:
        stands = f"{combatants_words(fight.combatants)}, not started"
    elif left.is_over:
        stands = "the fight is over" if with_actor else _round_of(left, system)
    elif not left.is_open:
        stands = f"{_round_of(left, system)} is over" if with_actor else _round_of(left, system)
    elif with_actor and left.acting:
        stands = f"{_round_of(left, system)} · {_join_actors(left)} {'acts' if left.many == 1 else 'act'}"
    else:
        stands = _round_of(left, system)
        if with_actor and left.coming:
            stands += f" · {left.coming[0]} next"
    return " · ".join(filter(None, (title, stands, fight.when)))


def _who_words(fight: SavedFight, left: FightSummary | None, system: TurnSystem | None) -> str:
    if left is None:
        return combatants_words(fight.combatants)
    if left.acting:
        return _join_actors(left)
    if not left.round:
        return "Ready to begin" if fight.combatants else "Nobody is in it yet"
    if left.is_over:
        return "The fight is over"
    if not left.is_open:
        said = _round_of(left, system)
        return f"{capitalized(said)} is over"
    return f"Next: {left.coming[0]}" if left.coming else "Nobody is up"


def _then_words(left: FightSummary) -> str:
    coming = left.coming if left.acting else left.coming[1:]
    return ", ".join(f"then {label}" for label in coming)


def _join_actors(left: FightSummary) -> str:
    """Join the names of those who act; count those that do not fit."""
    is_whole = left.many <= len(left.acting)
    names = left.acting if is_whole else (*left.acting[:2], f"{left.many - 2} more")
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _round_of(left: FightSummary, system: TurnSystem | None) -> str:
    return left.where or round_words(left.round, left.part if left.is_open else 0, system)


def combatants_words(combatants: int) -> str:
    """Write the number of combatants."""
    return write_count(combatants, "combatant") if combatants else "nobody in it"


MOST_TEMPLATES = 4
"""At most this many templates are visible; the others are folded."""

type Render = Callable[[FightView], Html]


def render_home(
    view: HomeView,
    campaigns: Campaigns,
    rule_sets: tuple[SavedRuleSet, ...],
    sought_game: str,
    has_quarantine: bool,
    has_folders: bool,
    last_backup: str,
) -> Html:
    """Render the first screen with the fights of a campaign. The tiles of the games are a list of their own.

    ``has_folders`` tells that the browser can read backups in a folder; ``last_backup`` says when one was made, if that
    is of interest.
    """
    campaign = campaigns.current.name if campaigns.current else WITHOUT if campaigns.all else "Campaign"
    return join(
        tag("p", _render_campaign(campaign), class_="carry", id="which-campaign") if campaigns.is_choice else None,
        tag("section", tag("h2", "Continue", class_="hidden"), _render_fights(view))
        if view.last
        else _render_welcome(),
        _render_templates(view) if view.templates else None,
        tag(
            "section",
            tag("h2", "Which game do you play?"),
            _render_search(sought_game),
            tag("ul", class_="tiles", id=GAMES, data_list=True),
            _render_deleted_rules(rule_sets),
        ),
        tag(
            "section",
            tag("h2", "Party and files", class_="hidden"),
            tag(
                "p",
                button("Party", PartyButton.OPEN_PARTY, class_="chip i-party", id="party"),
                None if campaigns.is_choice else _render_campaign(campaign),
                button("Import", ImportButton.IMPORT, class_="chip i-import", id="import"),
                button("Restore from a folder…", FileTransfer.BRING_FROM_FOLDER, class_="chip i-import")
                if has_folders and not view.last
                else None,
                button("Back up everything", ExportListed(""), class_="chip i-file", id="export-all"),
                button("Damaged parts", OpenQuarantine(), class_="chip i-drawer", id="open-quarantine")
                if has_quarantine
                else None,
                class_="carry",
            ),
            tag("p", last_backup, class_="hint", id="last-backup") if last_backup else None,
            _render_fold("Archived", view.archived, _render_fight) if view.archived else None,
            _render_fold("Deleted", view.deleted, _render_deleted) if view.deleted else None,
        ),
    )


def _render_campaign(name: str) -> Html:
    return button(name, CampaignButton.OPEN_CAMPAIGN, class_="chip i-note", id="campaign")


def _render_welcome() -> Html:
    return tag(
        "section",
        tag("h2", "Whose turn is it?"),
        tag(
            "p",
            "Turntrack keeps track of turns and actions in the fights at your table. Choose your game, type who "
            "fights, and tap what they do. Or try a sample: everybody is already in it, and one tap begins it.",
        ),
        button("How it works", Navigation.SHOW_HOW, class_="show-how", id="show-how"),
        class_="welcome",
    )


def _render_fights(view: HomeView) -> Html:
    assert view.last
    rows = tag("ul", _render_last(view.last), *map(_render_fight, view.beside), class_="fights")
    return join(rows, _render_fold("Older", view.older, _render_fight) if view.older else None)


def _render_templates(view: HomeView) -> Html:
    shown, rest = view.templates[:MOST_TEMPLATES], view.templates[MOST_TEMPLATES:]
    return tag(
        "section",
        tag("h2", "From a template"),
        tag("ul", *map(_render_template, shown), class_="fights columns", id="templates"),
        _render_fold("More templates", rest, _render_template) if rest else None,
    )


def _render_template(fight: FightView) -> Html:
    words = join(tag("strong", fight.name), " ", tag("small", _render_emblem(fight.emblem), fight.line))
    return tag(
        "li",
        button(words, BeginTemplate(fight.key), class_="fight", aria_label=f"Begin {fight.name} from the template"),
        _render_more(fight.key, fight.name),
        id=f"kept-{fight.key}",
    )


def _render_last(fight: LastView) -> Html:
    """Render the last fight as its slab was left."""
    bead = tag("span", fight.bead, class_=classes("bead", len(fight.bead) > 3 and "long")) if fight.bead else None
    who = tag("span", fight.who, class_=classes("who", len(fight.who) > 12 and "long", not fight.bead and "instead"))
    slab = join(
        tag("strong", fight.name),
        " ",
        tag("small", _render_emblem(fight.emblem), fight.line),
        " ",
        tag("span", bead, " ", tag("span", who, " ", tag("small", fight.then)), class_="left"),
        " ",
        tag("span", fight.way, class_="go"),
    )
    side = f"side-{fight.side}" if fight.side is not None else None
    return tag(
        "li",
        button(slab, OpenSaved(fight.key), class_="fight"),
        _render_more(fight.key, fight.name),
        class_=classes("last", side or "unsided"),
        id=f"kept-{fight.key}",
    )


def _render_fight(fight: FightView) -> Html:
    words = join(tag("strong", fight.name), " ", tag("small", _render_emblem(fight.emblem), fight.line))
    return tag(
        "li",
        button(words, OpenSaved(fight.key), class_="fight"),
        _render_more(fight.key, fight.name),
        id=f"kept-{fight.key}",
    )


def _render_emblem(emblem: str) -> Html | None:
    return tag("span", class_=f"emblem e-{emblem}") if emblem else None


def _render_more(key: str, name: str) -> Html:
    return button("", OpenListed(key), class_="icon i-more", aria_label=f"More for {name}")


def _render_deleted_rules(rule_sets: tuple[SavedRuleSet, ...]) -> Html | None:
    """Render the deleted rule sets of the table's own; None if there are none."""
    gone = tuple(
        tag(
            "li",
            tag("p", tag("strong", rule_set.rules.name), " ", tag("small", f"deleted {rule_set.gone}"), class_="fight"),
            button(
                "Bring back",
                RestoreRuleSet(rule_set.key),
                class_="quiet",
                aria_label=f"Bring back {rule_set.rules.name}",
            ),
            id=f"made-{rule_set.key}",
        )
        for rule_set in rule_sets
        if rule_set.gone
    )
    if not gone:
        return None
    return tag("details", tag("summary", f"Deleted rules ({len(gone)})"), tag("ul", *gone, class_="fights columns"))


def _render_deleted(fight: FightView) -> Html:
    return tag(
        "li",
        tag(
            "p", tag("strong", fight.name), " ", tag("small", _render_emblem(fight.emblem), fight.line), class_="fight"
        ),
        button("Bring back", Undelete(fight.key), class_="quiet", aria_label=f"Bring back {fight.name}"),
        button(
            "Delete for good…", Purge(fight.key), class_="quiet danger", aria_label=f"Delete for good… {fight.name}"
        ),
        id=f"kept-{fight.key}",
    )


def _render_fold(title: str, fights: tuple[FightView, ...], render: Render) -> Html:
    rows = tag("ul", *map(render, fights), class_="fights columns")
    return tag("details", tag("summary", f"{title} ({len(fights)})"), rows)


MOST_AT_FIRST, MOST_BESIDE_FIGHTS = 12, 6
"""The number of games on an empty first screen, and below a list of fights; all others are searched or asked for."""


@dataclass(frozen=True, slots=True)
class GamesView:
    games: tuple[Game, ...]
    more: int = 0
    """The number of games that are not shown."""
    match: Match | None = None
    """How they were found; None without a search."""
    names: tuple[str, ...] = ()
    """The published game by whose name each was found; empty where it was found otherwise."""


def games_view(games: tuple[Game, ...], sought: str, most: int) -> GamesView:
    """Return the games that a search finds, the best first; without a search the first ``most``."""
    if not split_words(sought):
        shown = games[:most]
        return GamesView(shown, len(games) - len(shown))
    search, known = find_games(games, sought), {game.key: game for game in games}
    return GamesView(tuple(known[key] for key in search.names), 0, search.match, tuple(search.names.values()))


SEARCH = "game-search"
"""The id of the search box."""

GAMES = "games"
"""The id of the list of tiles."""


def _render_search(sought: str) -> Html:
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
            _render_tile(game, name if view.match is Match.NAMED else ""),
        )
        for game, name in zip(view.games, view.names or ("",) * len(view.games), strict=True)
    ]
    said = _search_words(view)
    if said:
        pieces.insert(0, ("no-game", tag("li", said, class_="no-game", id="no-game", role="status")))
    if view.more:
        words = join(
            tag("strong", f"All {view.more + len(view.games)} games"), " ", tag("small", "Or search them above.")
        )
        more = button(words, ShowAllGames(), class_="new own-way i-drawer", id="all-games")
        pieces.append(("more-games", tag("li", more, id="more-games")))
    make = ("own-game", _render_make(is_making))
    pieces.insert(1, make) if view.match is Match.NOTHING else pieces.append(make)
    return tuple(pieces)


@lru_cache(maxsize=256)
def _render_tile(game: Game, name: str) -> Html:
    """Render a game with the buttons that begin a fight and its sample; the table's own rules have a sheet instead.

    A rulebook is headed by its title, a preset by the published game that people look for: the one whose ``name`` was
    typed, else the best known.
    """
    key, title = game.key, game.title
    likeness = f"as in {name}" if name and name != title and name not in game.like[:MOST_LIKE] else game.likeness
    is_by_likeness = bool(likeness and game.rules)
    head = capitalized(likeness) if is_by_likeness else title
    below = title if is_by_likeness else likeness
    says = tag("span", below, class_="like") if below else tag("small", game.summary)
    new = join(tag("span", class_=f"emblem e-{game.emblem.value}"), tag("strong", head), " ", says)
    beside = (
        button("", OpenRuleSet(key), class_="icon i-more", aria_label=f"More for {title}")
        if game.is_own
        else button("Sample", Sample(key), class_="try", id=f"sample-{key}", aria_label=f"Sample fight: {title}")
    )
    return tag("li", button(new, New(key), class_="new", id=f"new-{key}"), beside, id=f"game-{key}")


def _search_words(view: GamesView) -> str:
    """Say what a search has come to; nothing where the games shown are what was typed."""
    match view.match:
        case None | Match.NAMED:
            return ""
        case Match.KIN:
            sought = " or ".join(dict.fromkeys(view.names[:MOST_LIKE]))
            return f"No rules for {sought} here yet. These are the closest:"
        case Match.SPELLED:
            return "No game here is spelled like that. Did you mean:"
        case Match.WORDED:
            return "No game here is called that, but these rules have it:"
        case Match.NEAR:
            return "No game here matches all of that. These are the closest:"
        case Match.NOTHING:
            return "No game here matches. Yours may still be a few taps away:"
        case _:
            assert_never(view.match)


def _render_make(is_making: bool) -> Html:
    title, says = (
        ("Continue making rules", "They are just as you left them.")
        if is_making
        else ("Make your own rules", "Four pages of questions, with a trial fight alongside.")
    )
    words = join(tag("strong", title), " ", tag("small", says))
    return tag("li", button(words, EditorButton.MAKE, class_="new own-way i-plus", id="make"), id="own-game")
