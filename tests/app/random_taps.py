"""Random taps, and random texts in fields, of a table that plays on or looks at whatever is shown."""

from __future__ import annotations

from collections.abc import Container
from random import Random

from tests.app.elements import Element
from tests.app.table import Table
from turntrack.core.commands import ChooseOption, Command

COMMANDS = {kind.__name__ for kind in Command.__value__.__args__}

TYPED = {
    "own": ("", "dazed", "<b>"), "text": ("", "slow & sad"), "count": ("", "9", "x"), "code": ("1d20", "", "many"),
    "needs": ("14", ""), "counter": ("luck", ""), "most": ("3", "", "-1"), "wing-lines": ("Ox", "Boss, health 9", ""),
    "wing-round": ("", "9", "@3", "soon"), "happening-text": ("The roof falls", ""), "happening-round": ("7", "", "@2"),
    "fight-counter": ("Doom", ""), "gains": ("", "heroes", "1d6", "much"), "value": ("1", "x"),
    "lines": ("", "Mara, table", "Rat x3, side Crew, table", "Boss, health 9"),
}  # fmt: skip
"""Texts to type into the fields of the sheets."""

ENTERED = ("", "7", "x", "99", "Ox")
"""Texts to type into a field that sends them at once."""


def tap_anything(table: Table, random: Random, wanted: Container[str]) -> str:
    """Tap, send or fill in a random shown control of a wanted intent. Return the intent; empty if none is shown."""
    controls: dict[str, list[Element]] = {}
    for each in table.reachable():
        do = _intent_of(each)
        if do in wanted and "disabled" not in each.attributes:
            controls.setdefault(do, []).append(each)
    _type(table, random)
    if not controls:
        return ""
    do = random.choice(sorted(controls))
    each = random.choice(controls[do])
    within = any(each is other for other in table._in_sheet)
    arg = each.attributes.get("data-arg", "")
    if "data-do" in each.attributes:
        table._tell(do, arg, {}, within)
    elif "data-submit" in each.attributes:
        values = {**each.values(), **{name: value for name, value in table.typed.items() if name in each.values()}}
        table._tell(do, arg, values)
    elif "data-change" in each.attributes:
        table._tell(do, arg, {each.attributes["name"]: random.choice(ENTERED)}, within)
    elif do == "ChooseOption":
        table.give(ChooseOption(each.attributes["data-option"], str(_entered(each, random))), within)
    else:
        table.typed.clear()
        table.controller.handle(do, each.attributes[f"data-{do}"], {"value": _entered(each, random)}, {}, within)
    return do


def _intent_of(control: Element) -> str:
    """Return the intent that a control sends; empty for none."""
    for attribute in ("data-do", "data-submit", "data-change"):
        if attribute in control.attributes:
            return control.attributes[attribute]
    if "data-option" in control.attributes:
        return "ChooseOption"
    return next((do for do in ("enter", "type") if f"data-{do}" in control.attributes), "")


def _entered(field: Element, random: Random) -> str | bool:
    if field.attributes.get("type") == "checkbox":
        return random.random() < 0.5
    if field.attributes.get("type") == "radio":
        return field.attributes["value"]
    picks = [option.attributes.get("value", "") for option in field.all("option")]
    return random.choice(picks or ENTERED)


def _type(table: Table, random: Random) -> None:
    """Fill in a field of the open sheet, now and then."""
    shown = [each.attributes["name"] for each in table.dialog if each.attributes.get("name") in TYPED]
    if shown and random.random() < 0.5:
        name = random.choice(shown)
        table.typed[name] = random.choice(TYPED[name])
