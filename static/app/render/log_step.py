"""HTML of the sheet of one step of the log, in detail."""

from __future__ import annotations

from collections.abc import Mapping

from app.intents.fight import Back, Person, ThrowAgain
from app.render.branches import render_branches
from app.render.forms import problem
from app.render.markup import Child, Html, button, tag
from app.render.roll_correction import (
    first_to_correct,
    render_correction,
    render_correction_input,
    render_die,
    render_value,
)
from app.render.sheet import Sheet, sheet
from app.values.fight_names import write_count
from app.views.log import Moment
from app.views.roll_correction import ThrowBox
from turntrack.core.events import RULING
from turntrack.log.narrate import Sentence


def render_moment(
    title: str, moment: Moment, texts: Mapping[str, str], throws: tuple[ThrowBox, ...], error: str
) -> Sheet:
    """Render a step: its sentences with the cited rules, its dice, its combatants, and the way back to it."""
    if moment.later:
        way_back: tuple[Child, ...] = (
            tag("p", f"{write_count(moment.later, 'step')} came after it. Going back loses nothing: redo returns."),
            button("Go back to here", Back(moment.step), class_="i-undo"),
        )
    else:
        way_back = (tag("p", "This is the last step: there is nothing to go back from."),)
    first = first_to_correct(throws)
    changed = first if first and first.is_changed else None
    content = (
        problem(error) if not (changed and changed.wrong) else None,
        tag("ul", *(tag("li", *_explain(sentence, texts)) for sentence in moment.sentences), class_="moment"),
        render_value(first),
        tag("ul", *map(_render_throw, throws), class_="sum") if throws else None,
        *(_render_way_to_throw(moment) if any(not roll.correct for roll in moment.rolls) else ()),
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
        sends=first.throw.correct if first else None,
    )


def _render_throw(box: ThrowBox) -> Html:
    if not box.throw.correct:
        return tag("li", box.throw.words)
    words = tag("span", box.throw.who, tag("small", f" {box.throw.purpose}"))
    return tag("li", words, render_die(box), render_correction_input(box))


def _render_way_to_throw(moment: Moment) -> tuple[Html, ...]:
    """Render the way back to before the dice, which offers them again, for rolls that decide more than a score."""
    after = (
        f" What came after them ({write_count(moment.later, 'step')}) stays in the log as a branch."
        if moment.later
        else ""
    )
    words = f"These dice decide more than one number. Go back to change them, each in its own box.{after}"
    return (
        tag("p", words, class_="hint"),
        tag("p", button("Go back to these dice", ThrowAgain(moment.step), class_="quiet"), class_="buttons"),
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
