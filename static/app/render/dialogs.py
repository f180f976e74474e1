"""What opens over the screen: why, one combatant, table dice, options, rules, forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from app.intents import FormIntent
from app.intents.fight import (
    Add,
    AddForm,
    AddLines,
    AllTheSame,
    Change,
    Correct,
    Dice,
    Duplicate,
    Edit,
    Enter,
    Fall,
    Form,
    Health,
    Note,
    NoteOn,
    Options,
    Remove,
    Rename,
    Rise,
    RuleFact,
    RuleIn,
    Rules,
    RuleScore,
    RuleSkip,
    RuleTurn,
    ThrowAnew,
    TypeLines,
    WriteNote,
)
from app.intents.library import ExportOpen, Import, Party
from app.intents.page import Dismiss, ForgetTyped, Home
from app.markup import Child, Html, button, classes, entering, form_for, joined, tag
from app.render.track import render_badge
from app.viewmodel import ThrowView
from engine.dice import DiceRequest
from engine.errors import Refused
from engine.fields import Field, Kind, Option, Value
from engine.model import Combatant, Standing, Status
from engine.quickline import quick_words
from engine.sums import Sum, signed
from engine.systems.protocol import Badge, TurnSystem

STATES = {Status.READY: "to act", Status.ACTING: "acts", Status.HOLDING: "holds", Status.DONE: "done"}


def dialog(title: str, *content: Child, wide: bool = False) -> Html:
    """A dialog's inside: its title, the way out, and the content."""
    head = tag(
        "header", tag("h2", title, id="dialog-title"), button("✕", Dismiss(), class_="quiet close", aria_label="Close")
    )
    return tag("div", head, *content, class_=classes("dialog-body", wide and "wide"))


def render_typed_earlier() -> Html:
    """A line below a dialog that opens with what was typed before."""
    clear = button("Clear it", ForgetTyped(), class_="quiet")
    return tag("p", "What you typed earlier is still here.", clear, class_="typed-earlier", id="typed-earlier")


def problem(error: str) -> Html | None:
    """What was wrong, read out at once."""
    return tag("p", error, class_="error", role="alert", id="form-error") if error else None


def form(intent: FormIntent, submit: str, *content: Child, error: str = "") -> Html:
    return form_for(intent, *content, problem(error), tag("button", submit, type="submit", class_="primary"))


def render_field(field: Field, value: Value, prefix: str = "") -> Html:
    """A field of a form, under its own key."""
    name = f"{prefix}{field.key}"
    hint = tag("small", field.help, id=f"help-{name}") if field.help else None
    box: Html
    if field.kind is Kind.FLAG:
        box = tag("input", type="checkbox", name=name, id=name, checked=bool(value))
        return tag("p", tag("label", box, tag("span", field.label), class_="flag"), hint, class_="field")
    if field.kind is Kind.PICK:
        picks = (tag("option", pick.label, value=pick.key, selected=pick.key == value) for pick in field.picks)
        box = tag("select", *picks, name=name, id=name)
    elif field.kind is Kind.NUMBER:
        box = tag("input", type="text", inputmode="numeric", name=name, id=name, value=str(value))
    else:
        box = tag("input", type="text", name=name, id=name, value=str(value), autocomplete="off")
    return tag("p", tag("label", field.label, for_=name), box, hint, class_="field")


def render_correction(words: str, throw: Correct, typed: Mapping[str, str | bool]) -> Html:
    """A throw in words, and a box with what fell, to put it right."""
    place = f"{throw.step}-{throw.event}"
    return form_for(
        throw,
        tag(
            "p",
            tag("label", words, for_=f"faces-{place}"),
            tag(
                "input",
                type="text",
                inputmode="numeric",
                name=f"faces-{place}",
                id=f"faces-{place}",
                value=str(typed.get(f"faces-{place}", throw.faces)),
                autocomplete="off",
                class_="die",
            ),
            class_="field",
        ),
        tag("button", "Correct", type="submit"),
        class_="inline",
    )


def render_why(
    name: str,
    number: Sum,
    texts: Mapping[str, str],
    throws: tuple[ThrowView, ...],
    typed: Mapping[str, str | bool],
    error: str,
) -> Html:
    """A number as the sum it is, with the rules that say so, and its throws to be corrected."""
    rows = []
    for place, term in enumerate(number.terms):
        sign = "" if place == 0 else ("− " if term.amount < 0 else "+ ")
        amount = f"{sign}{signed(term.amount) if place == 0 else abs(term.amount)}"
        rule = tag("span", tag("cite", term.rule), " ", texts.get(term.rule, "")) if term.rule else None
        rows.append(tag("tr", tag("td", amount, class_="amount"), tag("th", term.label, scope="row"), tag("td", rule)))
    total = tag("tr", tag("td", signed(number.total), class_="amount"), tag("th", "in all", scope="row"), tag("td"))
    return dialog(
        f"{name}: why {signed(number.total)}?",
        problem(error),
        tag("table", tag("tbody", *rows), tag("tfoot", total), class_="sum"),
        tag("h3", "A throw taken wrongly?") if throws else None,
        *(render_correction(throw.words, throw.correct, typed) for throw in throws if throw.correct),
    )


def render_dice(
    doing: str, requests: tuple[DiceRequest, ...], typed: Mapping[str, str], wrong: Mapping[str, str], offered: bool
) -> Html:
    """The table dice sheet: what each player rolled. ``offered`` says that there are dice from before an undo."""
    rows = []
    for request in requests:
        key, place = request.key, request.key.replace(" ", "-")
        box = f"again-{place}" if offered else f"dice-{place}"  # another box, so that nothing typed stays in it
        error = tag("span", wrong[key], class_="error", role="alert", id=f"wrong-{place}") if key in wrong else None
        rows.append(
            tag(
                "p",
                tag("label", f"{request.who}, {request.purpose} ", tag("b", str(request.code)), for_=box),
                tag(
                    "input",
                    type="text",
                    inputmode="numeric",
                    name=key,
                    id=box,
                    value=typed.get(key, ""),
                    autocomplete="off",
                    class_="die",
                    data_first=request is requests[0],
                    aria_invalid="true" if error else None,
                    aria_describedby=f"wrong-{place}" if error else None,
                ),
                error,
                class_="field",
            )
        )
    return dialog(
        "Dice at the table",
        tag("p", doing, class_="lead"),
        form_for(
            Dice(),
            *rows,
            tag("p", "Type what fell; leave empty what the app should roll.", class_="hint"),
            tag("p", "Before the undo these dice had fallen already: change what was wrong.", class_="hint")
            if offered
            else None,
            tag(
                "p",
                tag("button", "Take these, roll the rest", type="submit", class_="primary"),
                button("Throw anew", ThrowAnew(), class_="quiet") if offered else None,
                button("Cancel", Dismiss(), class_="quiet"),
                class_="buttons",
            ),
        ),
    )


def render_add_lines(
    fields: tuple[Field, ...], lines: str, read: Iterable[tuple[int, str, str, str]], error: str
) -> Html:
    """Quick lines: one combatant, or several alike, a line.

    ``read`` says of each line that is not empty its number, who comes in, what it says of them, and what is wrong.
    """
    numbers = [field.label.lower() for field in fields if field.kind is Kind.NUMBER and field.label.isalpha()]
    example = ", ".join(["Guard x3", *(f"{label} 5" for label in numbers[:2])])
    area = tag(
        "textarea",
        lines,
        name="lines",
        id="lines",
        rows=5,
        placeholder=example,
        spellcheck="false",
        data_first=True,
        data_enter=entering(TypeLines()),
    )
    return dialog(
        "Add combatants",
        form(
            AddLines(),
            "Add",
            tag("label", "One line each", for_="lines"),
            area,
            tag("ul", *(_line_read(*line) for line in read), class_="understood", id="understood"),
            tag("p", f"For example: {example}, side Harbour, group Guards, health 10, table", class_="hint"),
            tag(
                "p",
                f"After the name, with commas between: {'; '.join(quick_words(fields))}.",
                class_="hint",
                id="words",
            ),
            error=error,
        ),
        tag("p", button("Use a form instead", Form(), class_="quiet")),
    )


def _line_read(number: int, who: str, words: str, wrong: str) -> Html:
    said = tag("span", wrong, class_="error") if wrong else tag("span", words) if words else None
    return tag("li", tag("strong", who), " ", said, id=f"line-{number}")


def render_add_form(fields: tuple[Field, ...], given: Mapping[str, Value], error: str) -> Html:
    """A form made of the system's fields."""
    return dialog(
        "Add a combatant",
        form(AddForm(), "Add", *combatant_fields(None, fields, given), error=error),
        tag("p", button("Type quick lines instead", Add(), class_="quiet")),
        wide=True,
    )


def render_gone() -> Html:
    return dialog("Gone", tag("p", "This combatant is not in the fight any longer."))


def combatant_fields(combatant: Combatant | None, fields: tuple[Field, ...], given: Mapping[str, Value]) -> list[Html]:
    """The shared part of a sheet, then the system's own fields."""
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


def render_person(
    combatant: Combatant,
    standing: Standing,
    number: Sum | None,
    badges: tuple[Badge, ...],
    facts: tuple[Field, ...],
    running: bool,
    given: Mapping[str, Value],
    error: str,
) -> Html:
    """Everything that can be done about one combatant."""
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
    score = Field("score", "Number", Kind.NUMBER, number.total if number else "")
    asked: list[tuple[Field, FormIntent]] = [(score, RuleScore(one))] if running else []
    asked += [(field, RuleFact(one, field.key)) for field in facts]
    note = Field("note", "Note", Kind.TEXT, combatant.note)
    return dialog(
        combatant.name,
        problem(error),
        state,
        health,
        tag("p", *rulings, class_="buttons"),
        tag("h3", "Rulings") if asked else None,
        tag("div", *(_inline(field, intent, "Rule so", given) for field, intent in asked), class_="rulings")
        if asked
        else None,
        tag("h3", "Sheet"),
        _inline(note, NoteOn(one), "Keep", given),
        tag(
            "p",
            button("Edit…", Edit(one)),
            button("Duplicate", Duplicate(one)),
            button("Remove", Remove(one), class_="danger"),
            class_="buttons",
        ),
    )


def _inline(field: Field, intent: FormIntent, submit: str, given: Mapping[str, Value]) -> Html:
    """One field with its own button beside it."""
    return form_for(
        intent,
        render_field(field, given.get(field.key, field.default)),
        tag("button", submit, type="submit"),
        class_="inline",
    )


def render_edit(combatant: Combatant, fields: tuple[Field, ...], given: Mapping[str, Value], error: str) -> Html:
    content = combatant_fields(combatant, fields, given)
    return dialog(combatant.name, form(Change(combatant.id), "Keep", *content, error=error), wide=True)


def render_options(
    system: TurnSystem, chosen: Mapping[str, str], changes: Callable[[str, str], tuple[str, ...]], error: str
) -> Html:
    """The readings that the table can choose; ``changes`` says what a value would change now, by option and value."""
    groups = []
    for option in system.options:
        now = chosen.get(option.key, option.default)
        picks = []
        for pick in option.values:
            said = "; ".join(changes(option.key, pick.key)) if pick.key != now else ""
            words = joined(pick.label, tag("small", " (default)") if pick.key == option.default else None)
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
        legend = tag("legend", option.label, " ", tag("cite", option.reading))
        groups.append(tag("fieldset", legend, *picks, tag("small", option.help) if option.help else None))
    hint = tag(
        "p",
        "A reading can be changed in the middle of a fight; what that changes at once is said beside it.",
        class_="hint",
    )
    return dialog(f"{system.title}: how your table plays", hint, problem(error), *groups, wide=True)


def render_refused(title: str, refusal: Refused, rule: str, lifting: Option | None, cost: int, error: str) -> Html:
    """``rule`` is the text of the rule that refuses it, ``lifting`` the option of which another reading allows it."""
    taken = f"its price of {cost} is paid" if cost else "nothing is paid for it"
    return dialog(
        title,
        problem(error),
        tag("p", str(refusal), class_="refusal"),
        tag("p", tag("cite", refusal.rule), " ", rule, class_="hint") if rule else None,
        tag("p", button("Do it all the same", AllTheSame(), class_="primary"), class_="buttons"),
        tag("p", f"By ruling: it stands in the log as done, {taken}, and nothing else changes.", class_="hint"),
        tag("p", "Another reading of the rules allows it: ", button(lifting.label, Options(), class_="quiet"))
        if lifting
        else None,
    )


def render_rules(system: TurnSystem, chosen: Mapping[str, str], wanted: str) -> Html:
    """The rules in short sentences, searched by word or id; readings with what this table has chosen."""
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
    searching = entering(Enter("rules.search"))
    search = tag(
        "label",
        tag("span", "Search"),
        tag(
            "input",
            type="search",
            data_enter=searching,
            id="rules-search",
            value=wanted,
            autocomplete="off",
        ),
        class_="text",
    )
    head = tag("p", search, button("How your table plays", Options(), class_="quiet"), class_="buttons")
    empty = tag("p", "No rule has these words.", class_="empty") if not rows else None
    return dialog(f"{system.title}: rules", head, tag("ul", *rows, class_="rules"), empty, wide=True)


def render_menu(name: str, typed: str, error: str, branches: Html | None) -> Html:
    """What concerns the fight as a whole; ``branches`` is the list of those that were cut off, where there are any."""
    return dialog(
        name,
        form(
            Rename(),
            "Rename",
            tag("label", "Name of the encounter", for_="name"),
            tag("input", type="text", name="name", id="name", value=typed, autocomplete="off"),
            error=error,
        ),
        tag(
            "p",
            button("How your table plays", Options(), class_="quiet"),
            button("Rules", Rules(), class_="quiet"),
            button("Add combatants", Add(), class_="quiet"),
            button("Write a note", Note(), class_="quiet"),
            button("Party…", Party(), class_="quiet"),
            button("Import…", Import(), class_="quiet"),
            button("Export…", ExportOpen(), class_="quiet"),
            button("All fights", Home(), class_="quiet"),
            class_="buttons column",
        ),
        tag("h3", "Branches") if branches else None,
        tag("p", "What was undone, and then something else was done instead: it is kept here.", class_="hint")
        if branches
        else None,
        branches,
    )


def render_note(typed: str, error: str) -> Html:
    area = tag("textarea", typed, name="text", id="text", rows=3, data_first=True)
    return dialog("A note in the log", form(WriteNote(), "Write", tag("label", "Note", for_="text"), area, error=error))
