"""HTML of the sheet of a campaign: its name and notes, what is done with all of it, and the way to the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.intents.library import DeleteCampaign, ExportCampaign, NewCampaign, SaveCampaign, SwitchCampaign
from app.render.forms import problem
from app.render.markup import Html, button, form_for, tag
from app.render.sheet import Sheet
from app.values.stored import WITHOUT, Key, SavedCampaign
from turntrack.core.fields import Value


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
                button("Export…", ExportCampaign(), class_="menu-item i-export"),
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
