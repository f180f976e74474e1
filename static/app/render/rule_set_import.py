"""HTML of the sheet of a rule set from elsewhere, before it is saved."""

from __future__ import annotations

from app.intents.library import RulesKeep
from app.render.rule_editor import render_sentences
from app.ui.markup import Html, button, tag
from app.ui.sheet import Sheet, problem
from turntrack.systems.table_rules.rule_set import RuleSet


def render_rule_set_import(rules: RuleSet, known: bool, error: str) -> Sheet:
    """Render a rule set from elsewhere before it is stored."""
    said = (
        "You already have these rules, unchanged."
        if known
        else "These rules come from elsewhere and are not saved yet."
    )
    keep: tuple[Html, ...] = () if known else (button("Save these rules", RulesKeep(), class_="primary"),)
    note = tag("p", rules.note, class_="hint") if rules.note else None
    return Sheet(
        rules.name,
        (problem(error), tag("p", said), note, tag("h3", "In sentences"), render_sentences(rules)),
        under="Table rules",
        before=tag("span", class_=f"emblem e-{rules.emblem.value}"),
        foot=keep,
    )
