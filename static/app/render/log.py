"""HTML of the log, newest entry first."""

from __future__ import annotations

from functools import lru_cache

from app.intents.fight import Forward, Line, Note, Older, ShowLogOf, ThrowAnew
from app.render.branches import render_branch
from app.render.markup import Html, Pieces, button, classes, entry_for, join, tag
from app.render.sheet import Sheet
from app.values.fight_names import write_count
from app.views.log import BranchView, LogEntry
from turntrack.core.events import RULING
from turntrack.log.narrate import Sentence


@lru_cache(maxsize=8)
def render_log(
    names: tuple[tuple[str, str], ...],
    about: str,
    empty: bool,
    more: bool,
    ahead: tuple[int, str] = (0, ""),
    thrown: str = "",
) -> Sheet:
    """Render the log without its entries; ``names`` (id, name) are the combatants that it can be limited to.

    ``about`` is the chosen combatant, ``more`` tells that older steps are not shown, and ``ahead`` is the number of
    undone steps with the title of the last. ``thrown`` is the title of the next step to redo if it rolled dice.
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
            button("Redo all", Forward(), class_="quiet", id="forward"),
            class_="ahead",
        )
        if undone > 1
        else None
    )
    anew = (
        tag(
            "p",
            tag("span", f"Do “{thrown}” again, and it has the same dice."),
            button("Reroll", ThrowAnew(), class_="quiet", id="throw-anew"),
            class_="ahead",
        )
        if thrown
        else None
    )
    note = button("Note…", Note(), class_="chip", id="note")
    lines = tag("ol", id="log-lines", data_list=True)
    content = tag("div", forward, anew, lines, nothing, older, id="log")
    return Sheet("Log", (content,), beside=join(choose, note), kind="log")


def render_lines(entries: tuple[LogEntry, ...], branches: tuple[BranchView, ...]) -> Pieces:
    """Render the entries, newest first, each branch above the step that it leaves from."""
    lines: list[LogEntry | BranchView] = [*reversed(branches), *entries]
    lines.sort(key=lambda line: (line.step, 0) if isinstance(line, LogEntry) else (line.fork, 1), reverse=True)
    return tuple(
        (f"entry-{line.step}", render_entry(line))
        if isinstance(line, LogEntry)
        else (f"branch-{line.place}", tag("li", render_branch(line), class_="branch", id=f"branch-{line.place}"))
        for line in lines
    )


@lru_cache(maxsize=1024)
def render_entry(entry: LogEntry) -> Html:
    """Render an entry: its sentences and the button that opens its step."""
    lines = (render_sentence(sentence) for sentence in entry.sentences)
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


def render_sentence(sentence: Sentence) -> Html:
    """Render a sentence; rulings are marked by the style sheet."""
    rules = [rule for rule in sentence.rules if rule != RULING]
    cited = tag("cite", ", ".join(rules)) if rules else None
    return tag(
        "span", sentence.text, " " if cited else None, cited, class_=classes("line", sentence.is_ruling and "ruling")
    )
