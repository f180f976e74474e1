"""The now panel: who acts, and everything that can be done with what it leads to."""

from __future__ import annotations

from app.intents.fight import Add, AskWhyRefused, Choose, CloseRound, Enter, Less, More, Open, Why
from app.markup import Html, button, classes, entry_for, join, tag
from app.render.track import render_badge
from app.views.chances import ChanceLine, ChancesView
from app.views.panel import ActorView, ChoiceView, InputView, PanelView, SectionView
from engine.fields import Kind


def render_panel(view: PanelView, begin: Html) -> Html:
    """Render what can be done now; between rounds, ``begin`` stands above it: how to add combatants, who may open."""
    main = [render_section(section, section.title != view.heading) for section in view.sections if section.main]
    aside = [render_aside(section) for section in view.sections if not section.main]
    heading = tag("h2", view.heading, class_="heading") if view.heading else None
    opening = (
        button(view.open_label, Open(), class_="primary", id="open", disabled=not view.can_open)
        if view.open_label
        else None
    )
    closing = button(view.close_label, CloseRound(), class_="quiet", id="close-round") if view.close_label else None
    return join(
        *(render_actor(actor, place, view.turn) for place, actor in enumerate(view.actors, 1)),
        heading,
        opening,
        begin,
        tag("div", *main, class_="sections", id="sections") if main else None,
        tag("div", *aside, class_="sections aside", id="sections-aside") if aside else None,
        tag("p", closing, class_="closing") if closing else None,
    )


def render_between(chances: ChancesView) -> Html:
    """Say between rounds what is missing, or who may go first in the next round."""
    if chances.is_empty:
        return join(
            tag("p", "Nobody is here yet. Type a line for each combatant, or fill in a form.", class_="empty"),
            tag("p", button("Add combatants", Add(), class_="primary", id="add-first"), class_="buttons"),
        )
    if not chances.first and not chances.more and not chances.left_out:
        return Html("")
    more = tag("details", tag("summary", "More chances"), render_chances(chances.more)) if chances.more else None
    return tag(
        "section",
        tag("h3", "Before the dice"),
        render_chances(chances.first) if chances.first else None,
        tag("p", chances.left_out) if chances.left_out else None,
        more,
        class_="section",
        id="chances",
    )


def render_chances(lines: tuple[ChanceLine, ...]) -> Html:
    """Render exact chances, each with a bar."""
    rows = (
        tag(
            "tr",
            tag("th", line.words, scope="row"),
            tag("td", line.percent, class_="amount"),
            tag("td", tag("meter", min=0, max=1000, value=round(line.part * 1000), aria_label=line.percent)),
            tag("td", tag("small", line.exact)),
        )
        for line in lines
    )
    return tag("table", tag("tbody", *rows), class_="chances")


def render_actor(actor: ActorView, place: int, turn: int) -> Html:
    # The next one takes the same place: with an id of their own, all that follows would be torn out and put in again.
    return tag(
        "header",
        tag("h2", tag("span", "Now: ", class_="now"), actor.name),
        tag("span", *(render_badge(badge) for badge in actor.badges), class_="about"),
        button(
            join(tag("strong", actor.number), " ", tag("small", "why?")),
            Why(actor.id),
            class_="count",
        )
        if actor.number
        else None,
        class_="actor",
        id=f"actor-{place}",
        data_turn=turn,
    )


def render_section(section: SectionView, titled: bool = True) -> Html:
    title = tag("h3", section.title, class_=classes(not titled and "hidden"))
    return tag("section", *_content(section, title), class_="section", id=f"section-{section.key}")


def render_aside(section: SectionView) -> Html:
    """Render a section that is folded away while nothing of it can be done, unless the table has unfolded it."""
    possible = any(not choice.refusal for choice in section.choices)
    title = tag("summary", section.title)
    return tag("details", title, *_content(section, None), class_="section", id=f"section-{section.key}", open=possible)


def _content(section: SectionView, title: Html | None) -> tuple[Html | None, ...]:
    """Put a single choice beside what it asks for, several below; what is asked for all sections has no choice."""
    choices = [render_choice(choice) for choice in section.choices]
    inputs = [render_input(entry) for entry in section.inputs]
    if len(choices) == 1 and inputs:
        return (tag("div", title, *inputs, *choices, class_="inputs"),)
    head = tag("div", title, *inputs, class_="inputs") if title or inputs else None
    return (head, tag("div", *choices, class_="choices") if choices else None)


def render_choice(choice: ChoiceView) -> Html:
    called = f"choice-{choice.section}:{choice.place}"
    top = tag(
        "span",
        tag("span", choice.label, class_="label"),
        tag("b", choice.cost, class_=classes(len(choice.cost) > 5 and "long")) if choice.cost else None,
        class_="top",
    )
    if choice.refusal:
        why = f"{choice.refusal} ({choice.rule})" if choice.rule else choice.refusal
        return button(
            join(top, tag("span", why, class_="why")),
            AskWhyRefused(choice.section, choice.place),
            class_="choice refused",
            aria_disabled="true",
            id=called,
        )
    led = tag("span", choice.consequence, class_="led") if choice.consequence else None
    chosen = Choose(choice.section, choice.place)
    return button(join(top, led), chosen, class_="choice", title=choice.rule or None, id=called)


def render_input(entry: InputView) -> Html:
    """Render something to fill in; what is entered is sent on as it changes."""
    field, name, value = entry.field, entry.name, entry.value
    sent = entry_for(Enter(name))
    if field.kind is Kind.FLAG:
        box = tag("input", type="checkbox", data_enter=sent, id=name, checked=bool(value))
        return tag("label", box, tag("span", field.label), class_="flag", title=field.help or None)
    if field.kind is Kind.PICK:
        picks = (tag("option", pick.label, value=pick.key, selected=pick.key == value) for pick in field.picks)
        box = tag("select", *picks, data_enter=sent, id=name)
        return tag("label", tag("span", field.label), box, class_="pick", title=field.help or None)
    if field.kind is Kind.NUMBER:
        box = tag(
            "input",
            type="text",
            inputmode="numeric",
            data_enter=sent,
            id=name,
            value=value,
            size=4,
            aria_label=field.label,
        )
        less = button("−", Less(name), class_="step", aria_label=f"{field.label}: one less")
        more = button("+", More(name), class_="step", aria_label=f"{field.label}: one more")
        words = None if field.unit else tag("label", field.label, for_=name)
        unit = tag("span", field.unit) if field.unit else None
        return tag("span", words, less, box, more, unit, class_="number-input", title=field.help or None)
    box = tag("input", type="text", data_enter=sent, id=name, value=value, autocomplete="off", maxlength=500)
    return tag("label", tag("span", field.label), box, class_="text", title=field.help or None)
