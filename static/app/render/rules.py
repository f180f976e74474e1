"""HTML of the sheet with the rules of a system in its texts."""

from __future__ import annotations

from collections.abc import Mapping

from app.intents.fight import Enter, Options
from app.render.markup import button, entry_for, tag
from app.render.sheet import Sheet
from turntrack.systems.protocol import TurnSystem


def render_rules(system: TurnSystem, chosen: Mapping[str, str], wanted: str) -> Sheet:
    """Render the rules, searched by word or id, with the table's options."""
    words = wanted.casefold().split()
    taken: dict[str, list[str]] = {}
    for option in system.options:
        value = chosen.get(option.key, option.default)
        label = next(pick.label for pick in option.values if pick.key == value)
        taken.setdefault(option.reading, []).append(f"{option.label}: {label}")
    rows = []
    for rule in system.rules:
        readings = taken.get(rule.id, [])
        if all(word in f"{rule.id} {rule.text} {' '.join(readings)}".casefold() for word in words):
            rows.append(
                tag(
                    "li",
                    tag("cite", rule.id),
                    tag(
                        "span",
                        rule.text,
                        *(tag("span", f"Your table: {reading}.", class_="reading") for reading in readings),
                    ),
                    id=f"rule-{rule.id}",
                )
            )
    searching = entry_for(Enter("rules.search"))
    search = tag(
        "label",
        tag("span", "Search", class_="hidden"),
        tag(
            "input",
            type="search",
            data_enter=searching,
            id="rules-search",
            value=wanted,
            placeholder="Search the rules",
            autocomplete="off",
        ),
        class_="seek i-find",
    )
    empty = tag("p", "No rule matches.", class_="empty") if not rows else None
    return Sheet(
        f"{system.title}: rules",
        (
            tag("div", search, button("How your table plays", Options(), class_="quiet"), class_="seeking"),
            tag("ul", *rows, class_="rules"),
            empty,
        ),
    )
