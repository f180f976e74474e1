"""HTML that cannot be broken by a name: every text is escaped on its way in."""

from __future__ import annotations

from app.intents import EnteredIntent, FormIntent, Intent
from app.intents.html_codec import write


class Html(str):
    """Markup made here. Everything else that is a str is text."""

    __slots__ = ()


type Child = Html | str | int | None

type Pieces = tuple[tuple[str, Html], ...]
"""Elements one after another, each with its id, of which only those that differ are sent to the screen."""

VOID = frozenset({"input"})


def escape(text: str) -> str:
    """Write text for the inside of an element or of a quoted attribute.

    >>> escape('<img src="x" onerror=alert(1)>')
    '&lt;img src=&quot;x&quot; onerror=alert(1)&gt;'
    """
    if text.isalnum():  # which tells quickly that there is nothing to do
        return text
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def tag(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Html:
    """Make an element. Attribute names lose a trailing underscore, and others become hyphens; True is a bare attribute,
    False and None leave the attribute out.

    >>> tag("button", "Undo: <b>", class_="quiet", data_do="undo", hidden=False)
    '<button class="quiet" data-do="undo">Undo: &lt;b&gt;</button>'
    """
    opening = name
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        called = key.rstrip("_").replace("_", "-")
        opening += f" {called}" if value is True else f' {called}="{escape(str(value))}"'
    if name in VOID:
        return Html(f"<{opening}/>")
    return Html(f"<{opening}>{join(*children)}</{name}>")


def join(*children: Child) -> Html:
    """Join several pieces, with text escaped and None left out."""
    parts = (child if isinstance(child, Html) else escape(str(child)) for child in children if child is not None)
    return Html("".join(parts))


def button(label: Child, intent: Intent, **attributes: str | int | bool | None) -> Html:
    """Make a button that sends the intent when it is tapped."""
    do, arg = write(intent)
    return tag("button", label, type="button", data_do=do, data_arg=arg or None, **attributes)


def form_for(intent: FormIntent, *content: Child, **attributes: str | int | bool | None) -> Html:
    """Make a form that sends the intent, with what was typed into it."""
    do, arg = write(intent)
    return tag("form", *content, data_submit=do, data_arg=arg or None, **attributes)


def entry_for(intent: EnteredIntent) -> str:
    """Name what stands at a box that sends the intent whenever its value changes.

    It is carried as ``data-type`` by boxes that only the sheet is drawn for, else as ``data-enter``.
    """
    return write(intent)[1]


def classes(*names: str | bool | None) -> str | None:
    """Join those that are names to a class attribute; None where there is no name."""
    return " ".join(name for name in names if isinstance(name, str) and name) or None
