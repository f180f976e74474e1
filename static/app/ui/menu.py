"""HTML of the menu of the fight, and of its small sheets: options, rules, a refusal, a note, shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.intents.combatants import OpenFightCounter, OpenReinforcements
from app.intents.fight import Enter, FightDialog, Rename, WriteNoteIntent
from app.intents.library import ExportButton, ImportButton, OpenAbout, OpenNextFight, PartyButton, TemplateButton
from app.intents.page import Navigation, Printout
from app.intents.rule_editor import EditorButton
from app.ui.markup import Html, button, entry_for, join, tag
from app.ui.sheet import Sheet, problem, render_name, render_setting, sheet
from turntrack.core.commands import CloseRound, RuleAct
from turntrack.core.errors import Refused
from turntrack.core.fields import Option
from turntrack.core.settings import COUNTING, SETTINGS, SINGLE_KEYS, UNIT
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.wounds import USUAL


def render_menu(name: str, typed: str, error: str, branches: Html | None, has_own_rules: bool, close: str) -> Sheet:
    """Render the menu. ``branches`` is the list of branches, if there are any.

    ``close`` is the label of the button that ends the round; empty while none is running.
    """
    return sheet(
        name,
        render_name(Rename(), typed, error),
        *_render_ways(
            "Now",
            button(close, CloseRound(), class_="menu-item i-over", id="close-round") if close else None,
            button("End the fight…", FightDialog.ACCOUNT, class_="menu-item i-end"),
            button("Next fight…", OpenNextFight(), class_="menu-item i-next"),
            button("Rest…", FightDialog.OPEN_REST, class_="menu-item i-hold"),
            button("For the players…", FightDialog.PLAYERS, class_="menu-item i-party"),
            button("What comes later", OpenReinforcements(), class_="menu-item i-wait"),
            button("Add a counter…", OpenFightCounter(), class_="menu-item i-plus"),
            button("Add combatants", FightDialog.ADD, class_="menu-item i-add"),
            button("Party…", PartyButton.OPEN_PARTY, class_="menu-item i-party"),
        ),
        *_render_ways(
            "This fight",
            button("Write a note", FightDialog.NOTE, class_="menu-item i-note"),
            button("Restart", TemplateButton.START_AGAIN, class_="menu-item i-undo"),
            button("Save as a template…", TemplateButton.ASK_TEMPLATE_NAME, class_="menu-item i-copy"),
            button("Print…", Printout.PRINT, class_="menu-item i-file"),
            button("Export…", ExportButton.EXPORT_OPEN, class_="menu-item i-export"),
        ),
        *_render_ways(
            "Rules",
            button("How your table plays", FightDialog.OPTIONS, class_="menu-item i-options"),
            button("Rules", FightDialog.RULES, class_="menu-item i-rules"),
            button("Change the rules…", EditorButton.MAKE_OF_FIGHT, class_="menu-item i-drawer")
            if has_own_rules
            else None,
            button("Turns and time", FightDialog.CLOCKS, class_="menu-item i-log"),
        ),
        *_render_ways(
            "Turntrack",
            button("All fights", Navigation.HOME, class_="menu-item i-back"),
            button("Import…", ImportButton.IMPORT, class_="menu-item i-import"),
            button("How it works", Navigation.SHOW_HOW, class_="menu-item i-rules"),
            button("Keyboard shortcuts", FightDialog.KEYS, class_="menu-item i-more"),
            button("About Turntrack", OpenAbout(), class_="menu-item i-rules"),
        ),
        tag("h3", "Branches") if branches else None,
        tag("p", "What you undid before doing something else is kept here.", class_="hint") if branches else None,
        branches,
    )


def _render_ways(title: str, *ways: Html | None) -> tuple[Html, Html]:
    return tag("h3", title), tag("div", *ways, class_="menu-items")


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
        if option == UNIT and not system.has_rules_of_fights:
            continue
        if option == COUNTING and chosen.get(UNIT.key) == "wounds":
            continue
        # The unit is that of the game.
        usual_pick = "wounds" if option == UNIT and system.wounds != USUAL else option.default
        now = chosen.get(option.key, option.default)
        picks = []
        for pick in option.values:
            said = "; ".join(changes(option.key, pick.key)) if pick.key != now else ""
            words = join(pick.label, tag("small", " · default") if pick.key == usual_pick else None)
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
            if pick.key == now != usual_pick:
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
            tag("div", search, button("How your table plays", FightDialog.OPTIONS, class_="quiet"), class_="seeking"),
            tag("ul", *rows, class_="rules"),
            empty,
        ),
    )


def render_refused(
    title: str,
    ruling: RuleAct,
    refusal: Refused,
    rule_id: str,
    rule: str,
    lifting: Option | None,
    changes: str,
    error: str,
) -> Sheet:
    """Render a refusal: ``rule`` is the text of its rule, ``lifting`` the option that can allow the action.

    ``rule_id`` is empty where no rulebook has the rule's id. ``changes`` says what a ruling uses up.
    """
    another = (
        tag(
            "p",
            "Another reading of the rules allows it: ",
            button(lifting.label, FightDialog.OPTIONS, class_="quiet"),
        )
        if lifting
        else None
    )
    return Sheet(
        title,
        (
            problem(error),
            tag("p", str(refusal) if rule_id else refusal.message, class_="refusal"),
            tag("p", tag("b", rule_id) if rule_id else None, " ", rule, class_="rule") if rule else None,
            another,
            tag("p", f"By a ruling {refusal.leaves}.") if refusal.leaves else None,
        ),
        foot=(
            tag("p", f"As a ruling: the log says it was done, {changes}."),
            button("Do it anyway", ruling, class_="primary"),
        ),
    )


def render_note(typed: str, error: str) -> Sheet:
    """Render the form for a note."""
    area = tag("textarea", typed, name="text", id="text", rows=3, data_first=True)
    return Sheet(
        "A note in the log",
        (tag("label", "Note", for_="text"), area, problem(error)),
        sends=WriteNoteIntent(),
        foot=(tag("button", "Add to the log", type="submit", class_="primary"),),
    )


SINGLE = (
    ("/", "find an action, a rule, a combatant"),
    ("?", "this list"),
    ("c", "go to the choices of the turn"),
    ("d", "go to the damage of the attack"),
    ("a", "add combatants"),
    ("l", "the log"),
    ("m", "the menu"),
    ("0 to 9", "in the damage pad: the amount; h halves, x doubles, Backspace deletes, d applies"),
)
OTHERS = (
    ("Ctrl or ⌘ with Z", "undo; with Y, or Shift and Z: redo"),
    ("Escape", "close what is open, one step at a time"),
    ("↑ and ↓", "in the order: from row to row; on a bead: a place earlier or later; in search results: up and down"),
    ("← and →", "in the order: the buttons beside a name"),
    ("Ctrl or ⌘ with Enter", "send what you are typing"),
)


def render_keys(chosen: Mapping[str, str], error: str) -> Sheet:
    """Render the shortcuts; those of a single letter can be switched off."""
    return Sheet(
        "Keyboard shortcuts",
        (
            problem(error),
            render_setting(SINGLE_KEYS, chosen.get(SINGLE_KEYS.key, SINGLE_KEYS.default)),
            tag("table", tag("tbody", *map(_render_line, (*SINGLE, *OTHERS))), class_="clocks keys"),
        ),
        under="While you are not typing in a box",
    )


def _render_line(line: tuple[str, str]) -> Html:
    return tag("tr", tag("th", line[0], scope="row"), tag("td", line[1]))
