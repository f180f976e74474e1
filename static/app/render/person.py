"""What opens for one combatant: the number and why it is so, all that can be done, and the sheet."""

from __future__ import annotations

from collections.abc import Mapping

from app.intents import FormIntent
from app.intents.fight import (
    Change,
    Down,
    Duplicate,
    Edit,
    Fall,
    Health,
    NoteOn,
    Remove,
    Rise,
    RuleFact,
    RuleIn,
    RuleScore,
    RuleSkip,
    RuleTurn,
    Up,
)
from app.markup import Html, button, tag
from app.render.frame import form, problem, render_field, render_inline
from app.render.sheet import Sheet, sheet
from app.render.track import render_badge
from engine.fields import Field, Kind, Value
from engine.model import Combatant, Standing, Status
from engine.sums import Sum, signed
from engine.systems.protocol import Badge

STATES = {Status.READY: "to act", Status.ACTING: "acts", Status.HOLDING: "holds", Status.DONE: "done"}


def render_person(
    combatant: Combatant,
    standing: Standing,
    number: Sum | None,
    badges: tuple[Badge, ...],
    facts: tuple[Field, ...],
    running: bool,
    given: Mapping[str, Value],
    error: str,
) -> Sheet:
    """Render all that can be done about a combatant."""
    one = combatant.id
    words = [STATES[standing.status]] if running and standing.able else []
    words += [] if standing.able else ["fallen"]
    state = tag("p", *(tag("span", word, class_="mark") for word in words), *map(render_badge, badges), class_="about")
    health = tag(
        "p",
        tag("span", "Health", class_="label"),
        *(button(f"−{step}", Health(one, -step), class_="step") for step in (5, 1)),
        tag("strong", f"{signed(combatant.health)}/{combatant.full_health}", class_="big"),
        *(button(f"+{step}", Health(one, step), class_="step") for step in (1, 5)),
        class_="stepper",
    )
    rulings = []
    if running and standing.able:
        if standing.status is not Status.ACTING:
            rulings.append(button("Acts now", RuleTurn(one)))
        if standing.status is Status.DONE:
            rulings.append(button("Is back in", RuleIn(one)))
        else:
            rulings.append(button("Is skipped", RuleSkip(one)))
    rulings.append(button("Falls", Fall(one)) if standing.able else button("Comes to", Rise(one)))
    places = (button("Earlier", Up(one)), button("Later", Down(one)))
    score = Field("score", "Number", Kind.NUMBER, number.total if number else "")
    asked: list[tuple[Field, FormIntent]] = [(score, RuleScore(one))] if running else []
    asked += [(field, RuleFact(one, field.key)) for field in facts]
    note = Field("note", "Note", Kind.TEXT, combatant.note)
    return sheet(
        combatant.name,
        problem(error),
        state,
        health,
        tag("p", *rulings, *places, class_="buttons"),
        tag("h3", "Rulings") if asked else None,
        tag("div", *(render_inline(field, intent, "Rule so", given) for field, intent in asked), class_="rulings")
        if asked
        else None,
        tag("h3", "Sheet"),
        render_inline(note, NoteOn(one), "Keep", given),
        tag(
            "p",
            button("Edit…", Edit(one)),
            button("Duplicate", Duplicate(one)),
            button("Remove", Remove(one), class_="danger"),
            class_="buttons",
        ),
    )


def render_edit(combatant: Combatant, fields: tuple[Field, ...], given: Mapping[str, Value], error: str) -> Sheet:
    content = combatant_fields(combatant, fields, given)
    return sheet(combatant.name, form(Change(combatant.id), "Keep", *content, error=error))


def combatant_fields(combatant: Combatant | None, fields: tuple[Field, ...], given: Mapping[str, Value]) -> list[Html]:
    """Render the shared part of a sheet, then the system's own fields."""
    name = Field("name", "Name", Kind.TEXT, "")
    side = Field("side", "Side", Kind.TEXT, "")
    group = Field("group", "Group", Kind.TEXT, "", help="Combatants of one group share one roll.")
    health = Field("health", "Health", Kind.NUMBER, 0)
    table = Field("at_table", "Its dice are thrown at the table", Kind.FLAG, False)
    shared: list[tuple[Field, Value]] = [
        (name, given.get("name", combatant.name if combatant else "")),
        (side, given.get("side", combatant.side if combatant else "")),
        (group, given.get("group", combatant.group if combatant else "")),
        (health, given.get("health", combatant.health if combatant else 0)),
        (table, given.get("at_table", combatant.at_table if combatant else False)),
    ]
    if combatant is None:
        shared.insert(1, (Field("count", "How many", Kind.NUMBER, 1), given.get("count", 1)))
    sheet = combatant.sheet if combatant else {}
    own = [(field, given.get(f"sheet.{field.key}", sheet.get(field.key, field.default))) for field in fields]
    return [
        tag("div", *(render_field(field, value) for field, value in shared), class_="fields"),
        tag("div", *(render_field(field, value, "sheet.") for field, value in own), class_="fields"),
    ]
