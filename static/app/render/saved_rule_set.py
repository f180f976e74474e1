"""HTML of the sheet of a rule set that is saved on this device."""

from __future__ import annotations

from app.intents.library import CopyRuleSet, DeleteRuleSet, ExportRuleSet
from app.intents.page import New
from app.intents.rule_editor import MakeOf
from app.render.rule_editor import render_sentences
from app.ui.markup import button, tag
from app.ui.sheet import Sheet, problem
from app.values.stored import SavedRuleSet


def render_rule_set(made: SavedRuleSet, error: str) -> Sheet:
    """Render the actions for a stored rule set."""
    note = tag("p", made.rules.note, class_="hint") if made.rules.note else None
    return Sheet(
        made.rules.name,
        (
            problem(error),
            note,
            tag(
                "div",
                button("Change them", MakeOf(made.key), class_="menu-item i-options"),
                button("Copy", CopyRuleSet(made.key), class_="menu-item i-copy"),
                button("Share…", ExportRuleSet(made.key), class_="menu-item i-export"),
                button("Delete", DeleteRuleSet(made.key), class_="menu-item i-bin danger"),
                class_="menu-items",
            ),
            tag("h3", "In sentences"),
            render_sentences(made.rules),
        ),
        under="Saved on this device",
        before=tag("span", class_=f"emblem e-{made.rules.emblem.value}"),
        foot=(button("Begin a fight", New(made.key), class_="primary", id="new-by"),),
    )
