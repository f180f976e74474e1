"""HTML of a template: the form that saves it, its content, and the buttons that move it and begin a fight with it."""

from __future__ import annotations

from collections.abc import Mapping

from app.intents.library import BeginTemplate, BeginTemplateAlone, SaveTemplate, TemplateEarlier, TemplateLater
from app.render.forms import problem, render_field
from app.render.markup import Html, button, tag
from app.render.sheet import Sheet
from app.values.stored import SavedFight
from app.views.fight_template import TemplateView
from turntrack.core.fields import Field, Kind, Value


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
