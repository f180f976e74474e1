"""HTML of the sheet of a saved fight or template: its name, and what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.intents.library import Archive, Delete, DuplicateListed, ExportListed, MoveToCampaign, RenameListed, Unarchive
from app.intents.page import OpenSaved
from app.render.fight_template import render_template_content, render_template_places, render_template_starts
from app.render.forms import render_name
from app.render.markup import button, tag
from app.render.sheet import Sheet
from app.values.fight_names import write_count
from app.values.stored import Key, SavedFight
from app.views.fight_template import TemplateView
from app.views.home import count_words
from turntrack.core.fields import Value


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
    many = write_count(fight.steps, "step") if is_played else ""
    known = ("Template" if fight.template else "", title, count_words(fight.combatants), many, fight.when)
    if fight.template:
        archive = None
    elif fight.archived:
        archive = button("Back to the list", Unarchive(fight.key), class_="menu-item i-drawer")
    else:
        archive = button("Archive", Archive(fight.key), class_="menu-item i-drawer")
    opening = (button("Open", OpenSaved(fight.key), class_="primary"),)
    return Sheet(
        fight.name,
        (
            render_template_content(template) if template else None,
            render_name(RenameListed(fight.key), given.get("name", fight.name), error),
            tag(
                "div",
                *(render_template_places(fight.key, template) if template else ()),
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
        foot=render_template_starts(fight.key, template) if fight.template else opening,
    )
