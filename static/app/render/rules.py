"""HTML of the sheets about rules: their texts, the table's options, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.intents.fight import Enter, Options
from app.render.forms import problem
from app.render.markup import button, entry_for, join, tag
from app.render.sheet import Sheet
from turntrack.core.commands import RuleAct
from turntrack.core.common_settings import SETTINGS
from turntrack.core.errors import Refused
from turntrack.core.input_fields import Option
from turntrack.systems.protocol import TurnSystem


def render_options(
    system: TurnSystem,
    chosen: Mapping[str, str],
    changes: Callable[[str, str], tuple[str, ...]],
    error: str,
    was: str,
) -> Sheet:
    """Render the options to choose from.

    ``changes`` describes what a value would change now, by option and value; ``was`` describes the options at the
    start.
    """
    groups, otherwise = [], []
    for option in (*system.options, *SETTINGS):
        now = chosen.get(option.key, option.default)
        picks = []
        for pick in option.values:
            said = "; ".join(changes(option.key, pick.key)) if pick.key != now else ""
            words = join(pick.label, tag("small", " · default") if pick.key == option.default else None)
            picks.append(
                tag(
                    "label",
                    tag(
                        "input",
                        type="radio",
                        name=f"option-{option.key}",
                        id=f"option-{option.key}-{pick.key}",
                        value=pick.key,
                        checked=pick.key == now,
                        data_option=option.key,
                    ),
                    tag("span", words, tag("small", f"now: {said}", class_="change") if said else None),
                    class_="flag",
                )
            )
            if pick.key == now != option.default:
                otherwise.append(tag("li", tag("strong", option.label), " ", pick.label))
        legend = tag("legend", option.label, " ", tag("cite", option.reading) if option.reading else None)
        why = tag("small", f"Why: {option.why}.", class_="hint") if option.why else None
        groups.append(tag("fieldset", legend, *picks, why, class_="option"))
    usual = tag("p", "All defaults. Settings can be changed during a fight.", class_="hint")
    begun = tag("p", f"Begun {was}", class_="hint", id="began-with") if was else None
    return Sheet(
        f"{system.title}: how your table plays",
        (problem(error), tag("ul", *otherwise, class_="changed-options") if otherwise else usual, begun, *groups),
        under="What the rules leave open, or your table may play differently",
    )


def render_refused(
    title: str, ruling: RuleAct, refusal: Refused, rule: str, lifting: Option | None, changes: str, error: str
) -> Sheet:
    """Render a refusal: ``rule`` is the text of its rule, ``lifting`` the option that can allow the action.

    ``changes`` says what a ruling uses up.
    """
    another = (
        tag(
            "p",
            "Another reading of the rules allows it: ",
            button(lifting.label, Options(), class_="quiet"),
        )
        if lifting
        else None
    )
    return Sheet(
        title,
        (
            problem(error),
            tag("p", str(refusal), class_="refusal"),
            tag("p", tag("b", refusal.rule), " ", rule, class_="rule") if rule else None,
            another,
        ),
        foot=(
            tag("p", f"As a ruling: the log says it was done, {changes}."),
            button("Do it anyway", ruling, class_="primary"),
        ),
    )


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
