"""The log, its steps in detail, its branches, and the correction of a roll."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.intents.fight import (
    Back,
    BranchDrop,
    BranchDropNow,
    BranchOpen,
    Correct,
    FightDialog,
    HistoryMove,
    Line,
    Older,
    PanelButton,
    Person,
    PickRoll,
    RollAgain,
    ShowLogOf,
    TypeIn,
)
from app.intents.page import Navigation
from app.ui.dice import faces_to_tap, render_faces
from app.ui.markup import Child, Html, Pieces, button, classes, entry_for, join, speak, tag
from app.ui.sheet import Sheet, problem, sheet
from app.ui.words import shorten
from turntrack.core.dice import DiceCode
from turntrack.core.events import RULING
from turntrack.core.model import Id
from turntrack.core.score import write_count
from turntrack.log.narrate import Sentence

_LONGEST_QUOTE = 100
"""Most characters of a log line that is quoted elsewhere; notes may be much longer."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The sentences of one step. ``step`` is the length of the history up to it."""

    step: int
    sentences: tuple[Sentence, ...]
    round: int


@dataclass(frozen=True, slots=True)
class BranchView:
    """A branch: steps that were undone and replaced. ``place`` is its index, ``fork`` the step it leaves from."""

    place: int
    fork: int
    steps: int
    beyond: int
    """Number of further steps, in branches of this branch."""
    words: str
    """The title of its last step."""
    when: str
    """The local time at which it was cut off; empty if unknown."""


@dataclass(frozen=True, slots=True)
class RollView:
    """A roll in words. If it still stands in a score, it has the means to correct it."""

    words: str
    total: int
    who: str
    purpose: str
    code: DiceCode | None = None
    """The dice of the roll, if known."""
    correct: Correct | None = None
    about: Id = ""
    """The combatant in whose score the roll stands."""

    @property
    def field(self) -> str:
        """Return the name of the form field for the corrected roll."""
        return f"faces-{self.correct.step}-{self.correct.event}" if self.correct else ""


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the log in detail."""

    step: int
    round: int
    sentences: tuple[Sentence, ...]
    rolls: tuple[RollView, ...]
    people: tuple[tuple[Id, str], ...]
    """The combatants of the step who are in the fight now: id and name."""
    later: int
    """Number of steps after this one."""
    branches: tuple[BranchView, ...]
    """The branches that leave from this step."""


def quote(text: str) -> str:
    """Shorten a text so that it can be part of a sentence.

    >>> quote("Mara attacks"), len(quote("a" * 2000))
    ('Mara attacks', 100)
    """
    return shorten(text, _LONGEST_QUOTE)


@lru_cache(maxsize=8)
def render_log(
    names: tuple[tuple[str, str], ...],
    about: str,
    empty: bool,
    more: bool,
    ahead: tuple[int, str],
    rolled: str,
) -> Sheet:
    """Render the log without its entries; ``names`` (id, name) are the combatants that it can be limited to.

    ``about`` is the chosen combatant, ``more`` tells that older steps are not shown, and ``ahead`` is the number of
    undone steps with the title of the last. ``rolled`` is the title of the next step to redo if it rolled dice.
    """
    options = (tag("option", name, value=combatant_id, selected=combatant_id == about) for combatant_id, name in names)
    choose = tag(
        "label",
        tag("span", "Show", class_="hidden"),
        tag(
            "select",
            tag("option", "everyone", value="", selected=not about),
            *options,
            data_enter=entry_for(ShowLogOf()),
            id="log-about",
        ),
        class_="pick",
    )
    older = button("Show older", Older(), class_="quiet", id="older") if more else None
    nothing = tag("p", "What happens is written here.", class_="empty") if empty else None
    undone, words = ahead
    forward = (
        tag(
            "p",
            tag("span", f"{write_count(undone, 'step')} undone, up to “{words}”."),
            button("Redo all", HistoryMove.FORWARD, class_="quiet", id="forward"),
            class_="ahead",
        )
        if undone > 1
        else None
    )
    anew = (
        tag(
            "p",
            tag("span", f"Do “{rolled}” again, and it has the same dice."),
            button("Reroll", PanelButton.REROLL, class_="quiet", id="reroll"),
            class_="ahead",
        )
        if rolled
        else None
    )
    note = button("Note…", FightDialog.NOTE, class_="chip", id="note")
    lines = tag("ol", id="log-lines", data_list=True)
    content = tag("div", forward, anew, lines, nothing, older, id="log")
    return Sheet("Log", (content,), beside=join(choose, note), kind="log")


def render_lines(entries: tuple[LogEntry, ...], branches: tuple[BranchView, ...]) -> Pieces:
    """Render the entries, newest first, each branch above the step that it leaves from."""
    lines: list[LogEntry | BranchView] = [*reversed(branches), *entries]
    lines.sort(key=lambda line: (line.step, 0) if isinstance(line, LogEntry) else (line.fork, 1), reverse=True)
    return tuple(
        (f"entry-{line.step}", _render_entry(line))
        if isinstance(line, LogEntry)
        else (f"branch-{line.place}", tag("li", _render_branch(line), class_="branch", id=f"branch-{line.place}"))
        for line in lines
    )


@lru_cache(maxsize=1024)
def _render_entry(entry: LogEntry) -> Html:
    """Render an entry: its sentences and the button that opens its step."""
    lines = (_render_sentence(sentence) for sentence in entry.sentences)
    return tag(
        "li",
        button(
            join(*lines),
            Line(entry.step),
            class_="entry",
            title="More about this step",
            id=f"step-{entry.step}",
        ),
        id=f"entry-{entry.step}",
    )


def _render_sentence(sentence: Sentence) -> Html:
    """Render a sentence; rulings are marked by the style sheet."""
    rules = [rule for rule in sentence.rules if rule != RULING]
    cited = tag("cite", ", ".join(rules)) if rules else None
    return tag(
        "span", sentence.text, " " if cited else None, cited, class_=classes("line", sentence.is_ruling and "ruling")
    )


def render_moment(
    title: str, moment: Moment, texts: Mapping[str, str], rolls: tuple[RollBox, ...], error: str
) -> Sheet:
    """Render a step: its sentences with the cited rules, its dice, its combatants, and the way back to it."""
    if moment.later:
        way_back: tuple[Child, ...] = (
            tag("p", f"{write_count(moment.later, 'step')} came after it. Going back loses nothing: redo returns."),
            button("Go back to here", Back(moment.step), class_="i-undo"),
        )
    else:
        way_back = (tag("p", "This is the last step: there is nothing to go back from."),)
    first = first_to_correct(rolls)
    changed = first if first and first.is_changed else None
    content = (
        problem(error) if not (changed and changed.wrong) else None,
        tag("ul", *(tag("li", *_explain(sentence, texts)) for sentence in moment.sentences), class_="moment"),
        render_value(first),
        tag("ul", *map(_render_roll, rolls), class_="sum") if rolls else None,
        *(_render_way_to_roll(moment) if any(not roll.correct for roll in moment.rolls) else ()),
        tag("h3", "Who") if moment.people else None,
        tag("p", *(button(name, Person(combatant_id)) for combatant_id, name in moment.people), class_="buttons")
        if moment.people
        else None,
        tag("h3", "Branches that leave from here") if moment.branches else None,
        render_branches(moment.branches) if moment.branches else None,
    )
    return Sheet(
        title,
        content,
        foot=render_correction(changed) if changed else way_back,
        sends=first.roll.correct if first else None,
    )


def _render_roll(box: RollBox) -> Html:
    if not box.roll.correct:
        return tag("li", box.roll.words)
    words = tag("span", box.roll.who, tag("small", f" {box.roll.purpose}"))
    return tag("li", words, render_die(box), render_correction_input(box))


def _render_way_to_roll(moment: Moment) -> tuple[Html, ...]:
    """Render the way back to before the dice, which offers them again, for rolls that decide more than a score."""
    after = (
        f" What came after them ({write_count(moment.later, 'step')}) stays in the log as a branch."
        if moment.later
        else ""
    )
    words = f"These dice decide more than one number. Go back to change them, each in its own box.{after}"
    return (
        tag("p", words, class_="hint"),
        tag("p", button("Go back to these dice", RollAgain(moment.step), class_="quiet"), class_="buttons"),
    )


def render_missing_step() -> Sheet:
    """Render the sheet of a step that is no longer in the log."""
    return sheet("No longer in the log", tag("p", "This step was undone, or is now in a branch."))


def _explain(sentence: Sentence, texts: Mapping[str, str]) -> list[Child]:
    """Render a sentence, with the texts of the rules that it cites."""
    said: list[Child] = [tag("span", sentence.text, class_="line")]
    for rule in sentence.rules:
        text = "The game master ruled this." if rule == RULING else texts.get(rule, "")
        said.append(tag("small", tag("cite", rule), " ", text, class_="line"))
    return said


@lru_cache(maxsize=1024)
def _render_branch(branch: BranchView) -> Html:
    """Render a branch in words, with buttons to open and to delete it."""
    words = describe(branch)
    said = tag("span", "Branch: ", words, tag("small", f" · cut off {branch.when}") if branch.when else None)
    return join(
        said,
        button(join("Open", speak(f" the branch: {words}")), BranchOpen(branch.place), class_="quiet"),
        button(
            join("Discard…", speak(f" the branch: {words}")),
            BranchDrop(branch.place),
            class_="quiet danger",
        ),
    )


def render_branches(branches: tuple[BranchView, ...]) -> Html:
    """Render all branches."""
    return tag("ul", *(tag("li", _render_branch(branch), class_="branch") for branch in branches), class_="branches")


def describe(branch: BranchView) -> str:
    """Describe a branch by its length and its last step."""
    more = f" (and {write_count(branch.beyond, 'step')} in branches of its own)" if branch.beyond else ""
    return f"{write_count(branch.steps, 'step')}, up to “{branch.words}”{more}"


def render_branch_question(branch: BranchView, error: str) -> Sheet:
    """Render the question before a branch is deleted."""
    beyond = f", and {write_count(branch.beyond, 'step')} in branches of its own" if branch.beyond else ""
    question = f"Discard {write_count(branch.steps, 'step')} that ended with “{branch.words}”{beyond}?"
    return sheet(
        "Discard a branch",
        problem(error),
        tag("p", question, " This cannot be undone."),
        tag(
            "p",
            button("Discard", BranchDropNow(branch.place), class_="primary danger"),
            button("Keep", Navigation.STEP_BACK, class_="quiet", data_first=True),
            class_="buttons",
        ),
    )


@dataclass(frozen=True, slots=True)
class RollBox:
    """A roll that can be corrected in the open sheet."""

    roll: RollView
    now: str
    """The corrected result as typed; the old result until something is typed."""
    is_asked: bool
    """Whether the possible results are visible."""
    changes: str = ""
    """The scores that the correction would change."""
    then: str = ""
    """What would follow from the changed scores."""
    wrong: str = ""
    """Why the typed result is not valid."""

    @property
    def is_changed(self) -> bool:
        """Return whether the typed result differs from the old one, valid or not."""
        return self.roll.correct is not None and self.now != self.roll.correct.faces


def render_die(box: RollBox) -> Html:
    """Render a result that shows the other possible results when it is tapped."""
    roll = box.roll
    shown = box.now if box.is_changed or not roll.correct else roll.correct.faces or str(roll.total)
    return button(
        shown,
        PickRoll(roll.field),
        class_=classes("die", box.is_asked and "on"),
        id=f"die-{roll.field}",
        aria_expanded="true" if box.is_asked else "false",
        aria_label=f"{shown}: {roll.words}. Correct it",
    )


def render_correction_input(box: RollBox) -> Html | None:
    """Render the input of the roll that is being corrected: buttons or a text box."""
    if not box.is_asked or not box.roll.correct:
        return None
    faces, name = faces_to_tap(box.roll.code), box.roll.field
    if faces:
        return render_faces(name, faces, box.now, box.roll.correct.faces)
    return tag(
        "input",
        type="text",
        inputmode="numeric",
        name=name,
        id=name,
        value=box.now,
        autocomplete="off",
        class_="typed",
        data_type=entry_for(TypeIn(name)),
        aria_label=f"{box.roll.words}. What was really rolled",
    )


def first_to_correct(rolls: Iterable[RollBox]) -> RollBox | None:
    """Return the roll that the sheet corrects: the first changed one, else the first that can be corrected."""
    able = [box for box in rolls if box.roll.correct]
    return next((box for box in able if box.is_changed), able[0] if able else None)


def render_value(box: RollBox | None) -> Html | None:
    """Render the hidden value of a roll that is not typed into a box."""
    if box is None or (box.is_asked and not faces_to_tap(box.roll.code)):
        return None
    return tag("input", type="hidden", name=box.roll.field, value=box.now)


def render_correction(box: RollBox) -> tuple[Child, ...]:
    """Render at the sheet's foot what a correction would change, and its button."""
    if box.wrong or not box.roll.correct:
        return (tag("p", box.wrong, class_="error", role="alert", id="form-error"),)
    was = box.roll.correct.faces or str(box.roll.total)
    changes = tag("small", box.changes) if box.changes else None
    words = tag("span", f"{box.now}, not {was}")
    return (tag("p", box.then), tag("button", words, changes, type="submit", class_="primary"))
