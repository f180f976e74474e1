"""Templates: who is in one, the form that saves it, and the next fight that begins with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.intents.library import (
    BeginNextFight,
    BeginTemplate,
    BeginTemplateAlone,
    OpenNextFight,
    PartyState,
    SaveTemplate,
    TemplateEarlier,
    TemplateLater,
)
from app.ui.home import combatants_words
from app.ui.markup import Html, button, tag, toggle
from app.ui.party import command_state_words, full_health_words
from app.ui.reinforcements import reinforcements_view
from app.ui.sheet import Sheet, problem, render_field
from app.values.stored import SavedFight
from turntrack.core.commands import AddCombatant
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Combatant, Encounter
from turntrack.core.names import family_of
from turntrack.rules.health import counts_wounds
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class TemplateView:
    """The content of a template."""

    who: tuple[tuple[str, str], ...]
    """Names with the number of like combatants, and what is known of each: its side and full health."""
    later: str
    """What comes later, and when; empty for nothing."""
    lacks_party: bool
    """Whether members of the party would join who are not in it."""
    is_first: bool = True
    is_last: bool = True
    """Whether no template stands before it or after it in the list."""


def template_view(
    encounter: Encounter, system: TurnSystem, lacks_party: bool, is_first: bool, is_last: bool
) -> TemplateView:
    """Return the content of a template as the fight that it sets up."""
    families = Counter(family_of(combatant.name) for combatant in encounter.combatants.values())
    like = Counter(
        (_name_of(combatant, families), _values_of(encounter, combatant)) for combatant in encounter.combatants.values()
    )
    who = tuple((f"{name} ×{number}" if number > 1 else name, values) for (name, values), number in like.items())
    return TemplateView(who, reinforcements_view(encounter, system).words, lacks_party, is_first, is_last)


def _name_of(combatant: Combatant, families: Counter[str]) -> str:
    """Return the name that like combatants share: ``Guard`` for ``Guard B``."""
    family = family_of(combatant.name)
    return family if families[family] > 1 else combatant.name


def _values_of(encounter: Encounter, combatant: Combatant) -> str:
    health = full_health_words(combatant.full_health, wounds=counts_wounds(encounter))
    hidden = "hidden" if combatant.id in encounter.hidden else ""
    return " · ".join(filter(None, (combatant.side, health, hidden)))


def render_template_content(template: TemplateView) -> Html:
    rows = (
        tag("li", tag("span", name, class_="line-part"), " ", tag("span", values) if values else None)
        for name, values in template.who
    )
    later = tag("p", f"Later: {template.later}") if template.later else None
    return tag("div", tag("ul", *rows, class_="understood"), later, id="template-content")


def render_template_places(key: str, template: TemplateView) -> tuple[Html, ...]:
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


def render_template_starts(key: str, template: TemplateView | None) -> tuple[Html, ...]:
    """Render the buttons that begin a fight with the template, with or without the party."""
    if template is None or not template.lacks_party:
        return (button("Begin a fight with it", BeginTemplate(key), class_="primary"),)
    return (
        button("Without the party", BeginTemplateAlone(key), class_="quiet"),
        button("Begin with the party", BeginTemplate(key), class_="primary"),
    )


def render_template_form(name: str, own: SavedFight | None, given: Mapping[str, Value], error: str) -> Sheet:
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


def render_next_fight(
    party: Sequence[AddCombatant],
    state: PartyState,
    can_rest: bool,
    templates: Sequence[SavedFight],
    error: str,
    *,
    up: bool,
    wounds: bool = False,
) -> Sheet:
    """Render who comes along and in which state, and the templates to begin with."""
    members = (_render_member(command, up, wounds) for command in party)
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
        ),
        under="With the same rules",
        foot=(
            tag("p", "This fight stays in the list"),
            button(
                "Without a template" if templates else "New fight",
                BeginNextFight("", state),
                class_="quiet" if templates else "primary",
                id="next-alone",
            ),
        ),
    )


def _render_member(command: AddCombatant, up: bool, wounds: bool) -> Html:
    state = command_state_words(command, up=up, wounds=wounds)
    return tag("li", tag("span", command.name, class_="line-part"), " ", tag("span", state) if state else None)


def _render_states(state: PartyState) -> tuple[Html, ...]:
    return tuple(
        toggle(words, OpenNextFight(way), way is state, id=f"next-{way}")
        for way, words in ((PartyState.STANDING, "As they stand"), (PartyState.RESTED, "Rested"))
    )


def _render_template(template: SavedFight, state: PartyState) -> Html:
    words = tag("span", template.name, tag("small", f" {combatants_words(template.combatants)}"))
    return button(words, BeginNextFight(template.key, state), class_="menu-item i-next", id=f"next-{template.key}")
