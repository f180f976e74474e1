"""HTML of a combatant's sheet: state, health, counters, rulings, the form, and the sum behind a score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from app.intents.combatants import Counters, KeepCounterIntent, OpenDamage
from app.intents.fight import ChangeSheet, Down, Edit, Health, NoteOn, RuleFactIntent, RuleScoreIntent, Up, Why
from app.intents.library import SaveEnemy
from app.ui.log import RollBox, first_to_correct, render_correction, render_correction_input, render_die, render_value
from app.ui.markup import Child, Html, button, classes, join, tag, toggle
from app.ui.sheet import Sheet, problem, render_change, render_field
from app.ui.track_html import render_badge
from app.ui.words import number_words
from turntrack.core import commands as c
from turntrack.core.commands import DropCounter, StepCounter
from turntrack.core.fields import HOW_MANY, Field, Kind, Pick, Value
from turntrack.core.model import Combatant, Id, RefillTime, Schedule, Standing, Status
from turntrack.core.score import Score, Term, TermKind, signed
from turntrack.history.corrections import is_rolled
from turntrack.rules.health import DAMAGE, FULL_HEALTH, HEALTH, TEMPORARY, Tally, tally
from turntrack.systems.protocol import Badge, TurnSystem

# A combatant that holds has a badge of its system instead.
STATES = {Status.READY: "still to act", Status.ACTING: "acting", Status.HOLDING: "", Status.DONE: "done"}


@dataclass(frozen=True, slots=True)
class PersonView:
    """A combatant in the current fight."""

    combatant: Combatant
    health: Tally | None
    """None if it is not counted."""
    standing: Standing
    number: Score | None
    bead: str
    """The number as text; empty if there is none."""
    spoken: str
    badges: tuple[Badge, ...]
    facts: tuple[Field, ...]
    is_running: bool
    """Whether a round is running."""
    has_rounds: bool
    """Whether a round ends when all have acted."""
    has_numbers: bool
    """Whether any combatant has a score."""
    sides: Mapping[Id, int]
    """The index of each combatant's side."""
    earlier: tuple[str, bool]
    """The place after a move by one place earlier, or the refusal; and whether the move is possible."""
    later: tuple[str, bool]
    letters: str
    """The letters in the bead if there is no number."""
    lasting: tuple[tuple[str, Html], ...]
    """Rows that every system has, with their labels: conditions and counters."""
    score: Field
    """The box of the number, for a number or a playing card."""
    number_lasts: bool
    """Whether the number outlasts the round, so that it can be ruled between rounds too."""


def render_person(view: PersonView, given: Mapping[str, str | bool], error: str) -> Sheet:
    """Render a combatant's sheet."""
    combatant, combatant_id = view.combatant, view.combatant.id
    bead = (
        button(
            view.bead,
            Why(combatant_id),
            class_=classes("bead", len(view.bead) > 3 and "long"),
            aria_label=f"{view.spoken}. Why?",
        )
        if view.bead
        else tag("span", view.letters, class_="bead", aria_hidden="true")
    )
    facts = (_render_fact(view, field, given) for field in view.facts if field.kind is not Kind.FLAG)
    rows = [_render_row("state", _render_state(view)), *_render_flags(view), *facts]
    is_wounds = view.health is not None and view.health.is_wounds
    what = "wounds" if is_wounds else "damage" if _is_damage(view.health) else "health"
    rows.append(_render_row(what, _render_health(view)))
    rows += [_render_row(label, content) for label, content in view.lasting]
    if view.has_numbers and view.standing.able and (view.is_running or view.number_lasts):
        called = "action card" if view.score.kind is Kind.TEXT else "number"
        rows.append(_render_row(called, render_change(view.score, RuleScoreIntent(combatant_id), given, "Number")))
    note = Field("note", "Note", Kind.TEXT, combatant.note)
    rows.append(_render_row("note", render_change(note, NoteOn(combatant_id), given, "Note")))
    return Sheet(
        combatant.name,
        (
            problem(error),
            tag("ul", *rows, class_="fact-list"),
            tag("h3", "Rulings", class_="ruling"),
            _render_places(view),
            tag("p", *_render_rulings(view), class_="buttons"),
            tag("h3", "Edit"),
            tag(
                "p",
                button("Name, side, values", Edit(combatant_id), class_="chip", id="edit"),
                button("One more", c.DuplicateCombatant(combatant_id), class_="chip"),
                button("Keep for later fights", SaveEnemy(combatant_id), class_="chip", id="save-enemy"),
                button("Remove", c.RemoveCombatant(combatant_id), class_="chip danger"),
                class_="buttons",
            ),
        ),
        under=" · ".join(dict.fromkeys(filter(None, (combatant.side, combatant.group)))),
        before=bead,
        side=view.sides[combatant_id],
    )


def _render_row(label: str, content: Child) -> Html:
    return tag("li", tag("h3", label), tag("div", content, class_="set"))


def _render_state(view: PersonView) -> Html:
    standing = view.standing
    states = STATES if view.has_rounds else {**STATES, Status.READY: ""}
    word = "fallen" if not standing.able else states[standing.status] if view.is_running else "not started"
    state = tag("span", word, class_="mark") if word else None
    return tag("p", state, *map(render_badge, view.badges), class_="about")


def _render_flags(view: PersonView) -> list[Html]:
    """Render the yes-or-no facts as chips in one row."""
    combatant_id = view.combatant.id
    chips = [
        toggle(
            field.label,
            c.RuleFact(combatant_id, field.key, not field.default),
            bool(field.default),
            title=field.help or None,
        )
        for field in view.facts
        if field.kind is Kind.FLAG
    ]
    return [tag("li", tag("div", *chips, class_="set"))] if chips else []


def _render_fact(view: PersonView, field: Field, given: Mapping[str, str | bool]) -> Html:
    """Render a fact in a row of its own: chips for combatants, or a box."""
    combatant_id = view.combatant.id
    if field.people:
        people = [
            button(
                pick.label,
                c.RuleFact(combatant_id, field.key, pick.key),
                class_=classes("chip who dot", f"side-{view.sides[pick.key]}"),
            )
            for pick in field.picks
            if pick.key
        ]
        content: Child = join(*people)
    elif field.kind is Kind.NUMBER and isinstance(field.default, int):
        content = _render_stepper(view, field, field.default, given)
    else:
        content = render_change(field, RuleFactIntent(combatant_id, field.key), given, field.label)
    said = tag("small", field.help) if field.help else None
    label = field.label[:1].lower() + field.label[1:] if field.label[1:2].islower() else field.label
    return _render_row(label, join(content, said))


def _render_stepper(view: PersonView, field: Field, now: int, given: Mapping[str, str | bool]) -> Html:
    """Render a number with buttons for one less and one more, within its bounds."""
    combatant_id = view.combatant.id
    less, more = (
        button(
            sign,
            c.RuleFact(combatant_id, field.key, str(number)),
            aria_label=f"{field.label}: {words}",
            disabled=not field.low <= number <= field.high,
        )
        for sign, number, words in (("−", now - 1, "one less"), ("+", now + 1, "one more"))
    )
    box = render_change(field, RuleFactIntent(combatant_id, field.key), given, field.label)
    return tag("span", less, box, more, class_="step-by")


STEPS = (-5, -1, 1, 5)
_WOUND_STEPS = (-2, -1, 1, 2)
_STARTS = (5, 10, 20)
"""The healths from which one tap begins to count."""


def _is_damage(health: Tally | None) -> bool:
    return health is not None and health.is_damage


def _render_health(view: PersonView) -> Html:
    combatant_id, health, up = view.combatant.id, view.health, _is_damage(view.health)
    full = f" of {health.full}" if health and health.full else ""
    words = (signed(health.points), tag("small", full)) if health else (tag("small", "not counted"),)
    left = tag("span", *words, class_="left")
    amounts = _STARTS if health is None else _WOUND_STEPS if health.is_wounds else STEPS
    steps = (
        button(
            f"from {step}" if health is None else signed(step) if step < 0 else f"+{step}",
            Health(combatant_id, -step if up else step),
        )
        for step in amounts
    )
    pad = button(
        "…", OpenDamage(combatant_id), class_="chip", id="open-damage", aria_label="Another amount, several at once"
    )
    verb = "Begin to count the health of" if health is None else "Damage to" if up else "Health of"
    label = f"{verb} {view.combatant.name}"
    group = tag("span", *steps, class_=classes("wounds", up and "up"), role="group", aria_label=label)
    return join(left, group, pad)


def _render_places(view: PersonView) -> Html:
    combatant_id = view.combatant.id
    ways = ((Up(combatant_id), "Earlier", "i-up", view.earlier), (Down(combatant_id), "Later", "i-down", view.later))
    return tag(
        "div",
        *(
            button(
                join(tag("span", word, class_="label"), tag("small", said, class_="outcome-text") if said else None),
                intent,
                class_=f"choice {icon}",
                disabled=not is_possible,
            )
            for intent, word, icon, (said, is_possible) in ways
        ),
        class_="two",
    )


def _render_rulings(view: PersonView) -> list[Html]:
    standing, combatant_id = view.standing, view.combatant.id
    rulings = []
    if view.is_running and standing.able:
        if standing.status is not Status.ACTING:
            rulings.append(button("Act now", c.RuleTurn(combatant_id), class_="chip"))
        if standing.status is Status.DONE:
            rulings.append(button("Back in the round", c.RuleIn(combatant_id), class_="chip"))
        else:
            rulings.append(button("Skip a turn", c.RuleSkip(combatant_id), class_="chip"))
    way = (
        button("Down", c.Fall(combatant_id), class_="chip")
        if standing.able
        else button("Up again", c.Rise(combatant_id), class_="chip")
    )
    leaves = button("Leaves the fight", c.WaitInWings(combatant_id, Schedule()), class_="chip")
    return [*rulings, way, *((leaves,) if view.is_running else ())]


def render_edit(
    combatant: Combatant,
    fields: tuple[Field, ...],
    given: Mapping[str, str | bool],
    error: str,
    *,
    up: bool,
    wounds: bool = False,
) -> Sheet:
    """Render the combatant's fields; each box sends its value when it loses focus.

    ``up`` tells that damage is counted up, ``wounds`` that it is dealt in wounds.
    """
    shown = [
        *((field, value) for field, value in _shared_fields(combatant, up=up, wounds=wounds)),
        *((_of_sheet(field), combatant.sheet.get(field.key, field.default)) for field in fields),
    ]
    boxes = (_render_box(combatant.id, field, value, given) for field, value in shown)
    return Sheet(combatant.name, (problem(error), tag("div", *boxes, class_="fields")), under="Name, side, values")


def _of_sheet(field: Field) -> Field:
    return replace(field, key=f"sheet.{field.key}")


def _render_box(combatant_id: Id, field: Field, value: Value, given: Mapping[str, str | bool]) -> Html:
    box = render_change(replace(field, default=value), ChangeSheet(combatant_id, field.key), given)
    hint = tag("small", field.help) if field.help else None
    if field.kind is Kind.FLAG:
        return tag("p", tag("label", box, tag("span", field.label), class_="flag"), hint, class_="field")
    return tag("p", tag("label", field.label, for_=f"of-{field.key}"), box, hint, class_="field")


def _shared_fields(combatant: Combatant | None, *, up: bool, wounds: bool = False) -> list[tuple[Field, Value]]:
    """List the fields that every system has, with their values; where damage is counted ``up``, its maximum first."""
    known = combatant or Combatant("", "")
    group = Field("group", "Group", Kind.TEXT, "", help="Combatants of one group share one roll.")
    return [
        (Field("name", "Name", Kind.TEXT, ""), known.name),
        (Field("side", "Side", Kind.TEXT, ""), known.side),
        (group, known.group),
        *(_wound_fields(combatant) if wounds else _damage_fields(combatant) if up else [(HEALTH, known.health)]),
        (replace(TEMPORARY, help="Lost before health."), known.temporary),
        (Field("players_name", "Name for players", Kind.TEXT, "", help="If different."), known.players_name),
        (Field("at_table", "Rolls at the table", Kind.FLAG, False, help="The results are typed in."), known.at_table),
    ]


def _damage_fields(combatant: Combatant | None) -> list[tuple[Field, Value]]:
    """List the fields of damage that is counted up; a newcomer has taken none."""
    if combatant is None:
        return [(replace(FULL_HEALTH, key=HEALTH.key), 0)]
    taken = tally(combatant.health, combatant.full_health, up=True).points
    return [(FULL_HEALTH, combatant.full_health), (DAMAGE, taken)]


def _wound_fields(combatant: Combatant | None) -> list[tuple[Field, Value]]:
    """List the fields of wounds, first the one at which the combatant falls."""
    (full, value), *taken = _damage_fields(combatant)
    limit = replace(full, label="Falls at wound", help="0: decided by the side, once the fight begins.")
    return [(limit, value), *((replace(field, label="Wounds"), number) for field, number in taken)]


def new_combatant_fields(
    fields: tuple[Field, ...], given: Mapping[str, Value], *, up: bool, wounds: bool = False
) -> list[Html]:
    """Render the shared fields and the system's own fields for a new combatant."""
    shared = _shared_fields(None, up=up, wounds=wounds)
    shared.insert(1, (HOW_MANY, HOW_MANY.default))
    own = [(field, given.get(f"sheet.{field.key}", field.default)) for field in fields]
    return [
        tag("div", *(render_field(field, given.get(field.key, value)) for field, value in shared), class_="fields"),
        tag("div", *(render_field(field, value, "sheet.") for field, value in own), class_="fields"),
    ]


def render_counters(combatant: Combatant) -> Html:
    """Render the counters of a combatant, and the button that begins another."""
    combatant_id = combatant.id
    rows = [
        tag(
            "li",
            tag("span", counter.name),
            _render_step("−", StepCounter(combatant_id, counter.name, -1), "one less"),
            tag("b", f"{counter.value}{f' of {counter.most}' if counter.most else ''}"),
            _render_step("+", StepCounter(combatant_id, counter.name, 1), "one more"),
            button(
                "",
                DropCounter(combatant_id, counter.name),
                class_="icon i-close",
                aria_label=f"Stop counting {counter.name}",
            ),
        )
        for counter in combatant.counters
    ]
    more = button("Add a counter…", Counters(combatant_id), class_="chip", id="counters")
    return join(tag("ul", *rows, class_="counters") if rows else None, more)


def _render_step(sign: str, step: StepCounter, words: str) -> Html:
    return button(sign, step, class_="step", aria_label=f"{step.name}: {words}")


def render_counter_form(combatant_id: Id, name: str, given: Mapping[str, str | bool], error: str) -> Sheet:
    """Render the sheet that begins a counter."""
    called = Field("counter", "Name", Kind.TEXT, "", help="luck, arrows, stress")
    most = Field("most", "Maximum", Kind.NUMBER, "", help="empty: no limit")
    times = tuple(Pick(time, _refill_words(time)) for time in RefillTime)
    fills = Field("fills", "Refills", Kind.PICK, "", picks=times)
    fields = (render_field(field, given.get(field.key, field.default)) for field in (called, most, fills))
    return Sheet(
        f"New counter for {name}",
        (problem(error), tag("div", *fields, class_="fields")),
        sends=KeepCounterIntent(combatant_id),
        foot=(tag("button", "Keep count", type="submit", class_="primary"),),
    )


def _refill_words(fills: RefillTime) -> str:
    """Say when a counter is refilled."""
    match fills:
        case RefillTime.NEVER:
            return "by hand"
        case RefillTime.TURN:
            return "each turn"
        case RefillTime.ROUND:
            return "each round"
        case RefillTime.REST:
            return "on a rest"
        case _:
            assert_never(fills)


def render_why(
    name: str, when: str, side: int, number: Score, system: TurnSystem, rolls: tuple[RollBox, ...], error: str
) -> Sheet:
    """Render a score as a sum. Its rolls are buttons that open their correction."""
    terms, left = [], list(rolls)
    for term in number.terms:
        box = next((box for box in left if is_rolled(term, box.roll.total)), None)
        if box:
            left.remove(box)
        terms.append(_render_term(term, box, system))
    texts = {rule.id: rule.text for rule in system.rules}
    shown = number_words(system, number.total)
    is_changed = any(box.is_changed for box in rolls)
    total = tag("li", tag("span", "Total as it stands" if is_changed else "Total"), tag("b", shown), class_="total")
    cited = (rule for rule in number.rules if rule in texts)
    first = first_to_correct(rolls)
    changed = first if first and first.is_changed else None
    return Sheet(
        f"{name}: why {shown}?",
        (
            problem(error) if not (changed and changed.wrong) else None,
            render_value(first),
            tag("ol", *(_render_roll(box) for box in left), *terms, total, class_="sum"),
            *(tag("p", tag("b", rule), " ", texts[rule], class_="rule") for rule in cited),
        ),
        under=when,
        foot=render_correction(changed) if changed else (),
        sends=first.roll.correct if first else None,
        side=side,
    )


def _render_term(term: Term, box: RollBox | None, system: TurnSystem) -> Html:
    written = number_words(system, term.amount) if term.part is TermKind.ROLL else signed(term.amount)
    amount: Child = render_die(box) if box else tag("b", written)
    cited = tag("cite", term.rule) if term.rule else None
    return tag("li", tag("span", term.label), amount, cited, render_correction_input(box) if box else None)


def _render_roll(box: RollBox) -> Html:
    """Render a roll that stands in the sum only in part, or its correction."""
    words = tag("span", box.roll.purpose, tag("small", f" {box.roll.code}") if box.roll.code else None)
    return tag("li", words, render_die(box), render_correction_input(box))
