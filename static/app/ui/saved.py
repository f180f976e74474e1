"""HTML of the sheets of saved fights, templates and campaigns, and of the questions before one is deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.intents.library import (
    Archive,
    CampaignButton,
    Delete,
    DeleteCampaign,
    DropUnsavedNow,
    DuplicateListed,
    ExportListed,
    ExportUnsaved,
    MoveToCampaign,
    NewCampaign,
    PurgeNow,
    RenameListed,
    SaveCampaign,
    SwitchCampaign,
    Unarchive,
)
from app.intents.page import Navigation, OpenSaved
from app.ui.home import combatants_words
from app.ui.markup import Html, button, form_for, tag
from app.ui.sheet import Sheet, problem, render_name
from app.ui.templates import TemplateView, render_template_content, render_template_places, render_template_starts
from app.values.stored import WITHOUT, Key, SavedCampaign, SavedFight
from turntrack.core.fields import Value
from turntrack.core.score import write_count


def render_saved_fight(
    fight: SavedFight,
    title: str,
    given: Mapping[str, Value],
    error: str,
    template: TemplateView | None,
    campaigns: Sequence[tuple[Key, str]],
) -> Sheet:
    """Render the actions for an encounter of the list. ``title`` names its rules, ``template`` is what is in one.

    ``campaigns`` are keys and names of the campaigns to which it can move.
    """
    is_played = fight.steps and not fight.template
    many = write_count(fight.steps, "step") if is_played else ""
    known = ("Template" if fight.template else "", title, combatants_words(fight.combatants), many, fight.when)
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


def render_purge_question(fight: SavedFight) -> Sheet:
    """Render the question before an encounter is deleted for good."""
    return Sheet(
        f"Delete {fight.name} for good?",
        (tag("p", "The fight and its whole history are removed from this device. This cannot be undone."),),
        foot=(
            button("Keep it", Navigation.DISMISS, class_="quiet"),
            button("Delete for good", PurgeNow(fight.key), class_="primary danger"),
        ),
    )


def render_drop_question(key: str, name: str) -> Sheet:
    """Render the question before unsaved changes are dropped; they cannot be restored."""
    return Sheet(
        f"Discard the steps of {name} that only this page has?",
        (tag("p", "These steps are saved nowhere else. This cannot be undone."),),
        foot=(
            button("Stay here", Navigation.DISMISS, class_="quiet"),
            button("Discard", DropUnsavedNow(key), class_="quiet danger"),
            button("Export…", ExportUnsaved(key), class_="primary"),
        ),
    )


def render_campaign(
    current: SavedCampaign | None,
    counts: str,
    others: Sequence[tuple[Key, str]],
    is_only: bool,
    given: Mapping[str, Value],
    error: str,
) -> Sheet:
    """Render the current campaign; ``None`` is what belongs to none. ``is_only`` says that there is no campaign.

    ``counts`` says what is in it; ``others`` are the keys and names of the other campaigns.
    """
    name = current.name if current else ""
    notes = "\n".join(current.notes) if current else ""
    ways = (
        button(other, SwitchCampaign(key), class_="menu-item i-next", id=f"campaign-{key}") for key, other in others
    )
    delete = button("Delete", DeleteCampaign(current.key), class_="menu-item i-bin danger") if current else None
    return Sheet(
        name or ("Campaign" if is_only else WITHOUT),
        (
            problem(error),
            form_for(
                SaveCampaign(),
                tag("label", "Name", for_="campaign-name"),
                _box("campaign-name", given.get("campaign-name", name)),
                tag("label", "Notes", for_="campaign-notes"),
                tag(
                    "textarea",
                    str(given.get("campaign-notes", notes)),
                    name="campaign-notes",
                    id="campaign-notes",
                    rows=4,
                ),
                None
                if current
                else tag("p", "Fights, templates and party members without a campaign join it.", class_="hint"),
                tag("p", tag("button", "Save", type="submit"), class_="buttons"),
            ),
            tag(
                "div",
                button("Export…", CampaignButton.EXPORT_CAMPAIGN, class_="menu-item i-export"),
                delete,
                class_="menu-items",
            ),
            tag("p", "One file with all of it, and how its fights went.", class_="hint"),
            tag("h3", "Other campaigns") if others else None,
            tag("div", *ways, class_="menu-items", id="campaigns") if others else None,
            None if is_only else _render_new(given),
        ),
        under=counts,
    )


def _render_new(given: Mapping[str, Value]) -> Html:
    return form_for(
        NewCampaign(),
        tag("label", "A new campaign", for_="new-campaign-name"),
        _box("new-campaign-name", given.get("new-campaign-name", "")),
        tag("button", "Create", type="submit"),
        class_="naming",
    )


def _box(name: str, value: Value) -> Html:
    return tag("input", type="text", name=name, id=name, value=str(value), autocomplete="off")
