"""HTML of the dialog of the next fight: who comes along, and which template it begins with."""

from __future__ import annotations

from collections.abc import Sequence

from app.intents.library import BeginNextFight, OpenNextFight, PartyState
from app.render.forms import problem
from app.render.markup import Html, button, classes, tag
from app.render.sheet import Sheet
from app.values.stored import SavedFight
from app.views.home import count_words
from app.views.party_standing_words import command_state_words
from turntrack.core.commands import AddCombatant


def render_next_fight(
    party: Sequence[AddCombatant],
    state: PartyState,
    can_rest: bool,
    templates: Sequence[SavedFight],
    error: str,
    *,
    up: bool,
) -> Sheet:
    """Render who comes along and in which state, and the templates to begin with."""
    members = (_render_member(command, up) for command in party)
    rows = (_render_template(template, state) for template in templates)
    return Sheet(
        "Next fight",
        (
            problem(error),
            tag("ul", *members, class_="understood", id="next-party")
            if party
            else tag("p", "Nobody in this fight is in the party or on the players’ side.", class_="empty"),
            tag("p", *_render_states(state), class_="chips", role="group", aria_label="The party comes")
            if can_rest
            else None,
            tag("h3", "With a template") if templates else None,
            tag("div", *rows, class_="menu-items", id="next-templates") if templates else None,
            None if templates else tag("p", "Fights saved as templates are offered here.", class_="hint"),
        ),
        under="With the same rules",
        foot=(
            tag("p", "This fight stays in the list"),
            button("Without enemies", BeginNextFight("", state), class_="primary", id="next-alone"),
        ),
    )


def _render_member(command: AddCombatant, up: bool) -> Html:
    state = command_state_words(command, up=up)
    return tag("li", tag("span", command.name, class_="line-part"), " ", tag("span", state) if state else None)


def _render_states(state: PartyState) -> tuple[Html, ...]:
    return tuple(
        button(
            words,
            OpenNextFight(way),
            class_=classes("chip", way is state and "on"),
            id=f"next-{way}",
            aria_pressed="true" if way is state else "false",
        )
        for way, words in ((PartyState.STANDING, "As they stand"), (PartyState.RESTED, "Rested"))
    )


def _render_template(template: SavedFight, state: PartyState) -> Html:
    words = tag("span", template.name, tag("small", f" {count_words(template.combatants)}"))
    return button(words, BeginNextFight(template.key, state), class_="menu-item i-next", id=f"next-{template.key}")
