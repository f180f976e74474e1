"""HTML of the correction of a roll: the die that opens it, its input, what it would change, and its button."""

from __future__ import annotations

from collections.abc import Iterable

from app.intents.fight import PickThrow, TypeIn
from app.render.dice_total_buttons import render_faces
from app.render.markup import Child, Html, button, classes, entry_for, tag
from app.views.dice_total_buttons import faces_to_tap
from app.views.roll_correction import ThrowBox


def render_die(box: ThrowBox) -> Html:
    """Render a result that shows the other possible results when it is tapped."""
    throw = box.throw
    shown = box.now if box.is_changed or not throw.correct else throw.correct.faces or str(throw.total)
    return button(
        shown,
        PickThrow(throw.field),
        class_=classes("die", box.is_asked and "on"),
        id=f"die-{throw.field}",
        aria_expanded="true" if box.is_asked else "false",
        aria_label=f"{shown}: {throw.words}. Correct it",
    )


def render_correction_input(box: ThrowBox) -> Html | None:
    """Render the input of the roll that is being corrected: buttons or a text box."""
    if not box.is_asked or not box.throw.correct:
        return None
    faces, name = faces_to_tap(box.throw.code), box.throw.field
    if faces:
        return render_faces(name, faces, box.now, box.throw.correct.faces)
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
        aria_label=f"{box.throw.words}. What was really rolled",
    )


def first_to_correct(throws: Iterable[ThrowBox]) -> ThrowBox | None:
    """Return the roll that the sheet corrects: the first changed one, else the first that can be corrected."""
    able = [box for box in throws if box.throw.correct]
    return next((box for box in able if box.is_changed), able[0] if able else None)


def render_value(box: ThrowBox | None) -> Html | None:
    """Render the hidden value of a roll that is not typed into a box."""
    if box is None or (box.is_asked and not faces_to_tap(box.throw.code)):
        return None
    return tag("input", type="hidden", name=box.throw.field, value=box.now)


def render_correction(box: ThrowBox) -> tuple[Child, ...]:
    """Render at the sheet's foot what a correction would change, and its button."""
    if box.wrong or not box.throw.correct:
        return (tag("p", box.wrong, class_="error", role="alert", id="form-error"),)
    was = box.throw.correct.faces or str(box.throw.total)
    changes = tag("small", box.changes) if box.changes else None
    words = tag("span", f"{box.now}, not {was}")
    return (tag("p", box.then), tag("button", words, changes, type="submit", class_="primary"))
