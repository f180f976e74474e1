"""The sheet: what opens beside the fight or the list of fights. It is described as a value, and rendered here."""

from __future__ import annotations

from dataclasses import dataclass

from app.intents import FormIntent
from app.intents.page import Dismiss, ForgetTyped, StepBack
from app.render.markup import Child, Html, button, classes, form_for, join, tag


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is open: a head, what is so and can be changed, and at its foot what the sheet is for."""

    title: str
    content: tuple[Child, ...]
    under: str = ""
    """What stands below the title."""
    before: Child = None
    """What stands before the title: the bead of whom it is about."""
    beside: Child = None
    """What stands beside the title, and leads elsewhere."""
    foot: tuple[Child, ...] = ()
    """What follows from it, and the one thing that it is for."""
    sends: FormIntent | None = None
    """What it sends, where it is one form as a whole."""
    side: int | None = None
    """Whose colour its first button has; None for that of whoever acts."""
    kind: str = ""
    """How its content is laid out, if not line by line."""


def sheet(title: str, *content: Child) -> Sheet:
    """Describe a sheet that has nothing but its title and content."""
    return Sheet(title, content)


def render_sheet(shown: Sheet, leads_back: bool, is_typed_earlier: bool) -> Html:
    """Render the inside of the sheet: with a way back where it has taken the place of another one."""
    head = tag(
        "div",
        button("", StepBack(), class_="icon i-back", id="sheet-back", aria_label="Back") if leads_back else None,
        shown.before,
        tag("h2", shown.title, tag("small", shown.under) if shown.under else None, id="dialog-title"),
        shown.beside,
        button("", Dismiss(), class_="icon i-close close", aria_label="Close"),
        class_="head",
    )
    body = join(
        tag("div", *shown.content, class_=classes("sheet-body", shown.kind)),
        _render_typed_earlier() if is_typed_earlier else None,
        tag("div", *shown.foot, class_="sheet-foot") if shown.foot else None,
    )
    return tag(
        "div",
        head,
        form_for(shown.sends, body, class_="sheet-form") if shown.sends else body,
        class_=classes("sheet", shown.side is not None and f"side-{shown.side}"),
    )


def _render_typed_earlier() -> Html:
    """Render a line in a sheet that opens with what was typed before."""
    clear = button("Clear it", ForgetTyped(), class_="quiet")
    return tag("p", "What you typed earlier is still here.", clear, class_="typed-earlier", id="typed-earlier")
