"""HTML of the first screen: the last fight, the others, templates, games, the party and files."""

from __future__ import annotations

from collections.abc import Callable

from app.intents.library import (
    BeginTemplate,
    ExportListed,
    Import,
    OpenCampaign,
    OpenListed,
    OpenParty,
    OpenQuarantine,
    Purge,
    RestoreRuleSet,
    Undelete,
)
from app.intents.page import BringFromFolder, OpenSaved
from app.render.games import GAMES, render_search
from app.render.markup import Html, button, classes, join, tag
from app.values.stored import WITHOUT, Campaigns, SavedRuleSet
from app.views.home import FightView, HomeView, LastView

MOST_TEMPLATES = 4
"""At most this many templates are visible; the others are folded."""

type Render = Callable[[FightView], Html]


def render_home(
    view: HomeView,
    campaigns: Campaigns,
    rule_sets: tuple[SavedRuleSet, ...] = (),
    sought_game: str = "",
    has_quarantine: bool = False,
    has_folders: bool = False,
    last_backup: str = "",
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
            render_search(sought_game),
            tag("ul", class_="tiles", id=GAMES, data_list=True),
            _render_deleted_rules(rule_sets),
        ),
        tag(
            "section",
            tag("h2", "Party and files", class_="hidden"),
            tag(
                "p",
                button("Party", OpenParty(), class_="chip i-party", id="party"),
                None if campaigns.is_choice else _render_campaign(campaign),
                button("Import", Import(), class_="chip i-import", id="import"),
                button("Restore from a folder…", BringFromFolder(), class_="chip i-import")
                if has_folders and not view.last
                else None,
                button("Back up everything", ExportListed(""), class_="chip i-file", id="export-all"),
                button("Damaged parts", OpenQuarantine(), class_="chip i-drawer", id="asides")
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
    return button(name, OpenCampaign(), class_="chip i-note", id="campaign")


def _render_welcome() -> Html:
    return tag(
        "section",
        tag("h2", "Whose turn is it?"),
        tag(
            "p",
            "Turntrack keeps track of turns and actions in the fights at your table. Choose your game, type who "
            "fights, and tap what they do. Or try a sample: everybody is already in it, and one tap begins it.",
        ),
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
