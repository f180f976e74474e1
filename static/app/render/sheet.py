"""The sheet as a value, and its HTML: the panel that opens beside the fight or the list of fights."""

from __future__ import annotations

from dataclasses import dataclass

from app.intents import FormIntent
from app.intents.page import Dismiss, ForgetTyped, StepBack
from app.render.markup import Child, Html, button, classes, form_for, join, tag


@dataclass(frozen=True, slots=True)
class Sheet:
    """The parts of a sheet: head, content and foot."""

    title: str
    content: tuple[Child, ...]
    under: str = ""
    """The text below the title."""
    before: Child = None
    """The bead before the title."""
    beside: Child = None
    """Buttons beside the title that lead elsewhere."""
    foot: tuple[Child, ...] = ()
    """The consequences, and the main button."""
    sends: FormIntent | None = None
    """The intent that the sheet sends, if all of it is one form."""
    side: int | None = None
    """The side whose colour the main button has; None for the actor's side."""
    kind: str = ""
    """The layout of the content; by default lines."""


def sheet(title: str, *content: Child) -> Sheet:
    """Return a sheet with a title and content only."""
    return Sheet(title, content)


def render_sheet(shown: Sheet, leads_back: bool, is_typed_earlier: bool) -> Html:
    """Render the inside of the sheet, with a way back if another sheet led to it."""
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
    """Render the note that the sheet shows unsent input."""
    clear = button("Clear it", ForgetTyped(), class_="quiet")
    return tag("p", "What you typed earlier is still here.", clear, class_="typed-earlier", id="typed-earlier")
