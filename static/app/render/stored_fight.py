"""HTML of the sheets of a stored fight or template, and the questions before it is deleted for good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.intents.library import (
    Archive,
    BeginTemplate,
    BeginTemplateAlone,
    Delete,
    DropUnsavedNow,
    DuplicateListed,
    ExportListed,
    ExportUnsaved,
    MoveToCampaign,
    PurgeNow,
    RenameListed,
    SaveTemplate,
    TemplateEarlier,
    TemplateLater,
    Unarchive,
)
from app.intents.page_navigation import Dismiss, OpenSaved
from app.render.forms import problem, render_field, render_name
from app.render.markup import Html, button, tag
from app.render.sheet import Sheet
from app.storage.messages import steps
from app.values.saved_fights import SavedFight
from app.values.stored_item_key import Key
from app.views.fight_template import TemplateView
from app.views.home import count_words
from turntrack.core.input_fields import Field, Kind, Value


def render_saved_fight(
    fight: SavedFight,
    title: str,
    given: Mapping[str, Value],
    error: str,
    template: TemplateView | None = None,
    campaigns: Sequence[tuple[Key, str]] = (),
) -> Sheet:
    """Render the actions for an encounter of the list. ``title`` names its rules, ``template`` is what is in one.

    ``campaigns`` are keys and names of the campaigns to which it can move.
    """
    is_played = fight.steps and not fight.template
    many = steps(fight.steps) if is_played else ""
    known = ("Template" if fight.template else "", title, count_words(fight.combatants), many, fight.when)
    if fight.template:
        archive = None
    elif fight.archived:
        archive = button("Back to the list", Unarchive(fight.key), class_="menu-item i-drawer")
    else:
        archive = button("Archive", Archive(fight.key), class_="menu-item i-drawer")
    return Sheet(
        fight.name,
        (
            _render_content(template) if template else None,
            render_name(RenameListed(fight.key), given.get("name", fight.name), error),
            tag(
                "div",
                *(_render_places(fight.key, template) if template else ()),
                button("Duplicate", DuplicateListed(fight.key), class_="menu-item i-copy"),
                archive,
                *(
                    button(
                        f"Move to {name}" if key else "Take out of the campaign",
                        MoveToCampaign(fight.key, key),
                        class_="menu-item i-next",
                    )
                    for key, name in campaigns
                ),
                button("Export…", ExportListed(fight.key), class_="menu-item i-export"),
                button("Delete", Delete(fight.key), class_="menu-item i-bin danger"),
                class_="menu-items",
            ),
            tag("p", "What is deleted can be brought back for at least 30 days.", class_="hint"),
        ),
        under=" · ".join(filter(None, known)),
        foot=_render_ways(fight, template),
    )


def _render_content(template: TemplateView) -> Html:
    rows = (
        tag("li", tag("span", name, class_="line-part"), " ", tag("span", values) if values else None)
        for name, values in template.who
    )
    later = tag("p", f"Later: {template.later}") if template.later else None
    return tag("div", tag("ul", *rows, class_="understood"), later, id="template-content")


def _render_places(key: str, template: TemplateView) -> tuple[Html, ...]:
    """Render the buttons that move the template in the list; none if it stands alone."""
    ways = (
        (TemplateEarlier(key), "Move up", "i-up", template.is_first),
        (TemplateLater(key), "Move down", "i-down", template.is_last),
    )
    if template.is_first and template.is_last:
        return ()
    return tuple(
        button(words, way, class_=f"menu-item {icon}", id=way.do, disabled=is_end) for way, words, icon, is_end in ways
    )


def _render_ways(fight: SavedFight, template: TemplateView | None) -> tuple[Html, ...]:
    """Render the buttons that open a fight, or begin one with a template."""
    if not fight.template:
        return (button("Open", OpenSaved(fight.key), class_="primary"),)
    if template is None or not template.lacks_party:
        return (button("Begin a fight with it", BeginTemplate(fight.key), class_="primary"),)
    return (
        button("Without the party", BeginTemplateAlone(fight.key), class_="quiet"),
        button("Begin with the party", BeginTemplate(fight.key), class_="primary"),
    )


def render_template(name: str, own: SavedFight | None, given: Mapping[str, Value], error: str) -> Sheet:
    """Render the form that saves a template, as a new one or in place of the fight's own."""
    instead = Field("instead", f"Replace “{own.name}”", Kind.FLAG, True) if own else None
    return Sheet(
        "Save as a template",
        (
            tag("label", "Name", for_="name"),
            tag(
                "input",
                type="text",
                name="name",
                id="name",
                value=str(given.get("name", name)),
                autocomplete="off",
                data_first=True,
            ),
            render_field(instead, given.get("instead", True)) if instead else None,
            tag("p", "Replaced, it can be brought back for at least 30 days.", class_="hint") if own else None,
            problem(error),
        ),
        under="The fight as it would begin: everyone at full health",
        sends=SaveTemplate(own.key if own else ""),
        foot=(tag("button", "Save", type="submit", class_="primary"),),
    )


def render_purge_question(fight: SavedFight) -> Sheet:
    """Render the question before an encounter is deleted for good."""
    return Sheet(
        f"Delete {fight.name} for good?",
        (tag("p", "The fight and its whole history are removed from this device. This cannot be undone."),),
        foot=(
            button("Keep it", Dismiss(), class_="quiet"),
            button("Delete for good", PurgeNow(fight.key), class_="primary danger"),
        ),
    )


def render_drop_question(key: str, name: str) -> Sheet:
    """Render the question before unsaved changes are dropped; they cannot be restored."""
    return Sheet(
        f"Discard the steps of {name} that only this page has?",
        (tag("p", "These steps are saved nowhere else. This cannot be undone."),),
        foot=(
            button("Stay here", Dismiss(), class_="quiet"),
            button("Discard", DropUnsavedNow(key), class_="quiet danger"),
            button("Export…", ExportUnsaved(key), class_="primary"),
        ),
    )
