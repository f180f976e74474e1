"""Values of safe HTML: every text is escaped when it is put in."""

from __future__ import annotations

from functools import lru_cache

from app.intents import EnteredIntent, FormIntent, Intent
from app.intents.base import IntentBase
from app.intents.fight import Do
from app.intents.html_codec import Sent, write
from turntrack.core.commands import Command
from turntrack.core.names import family_of


class Html(str):
    """Safe markup. Any other str is text, and is escaped."""

    __slots__ = ()


type Child = Html | str | int | None

type Attribute = str | int | bool | tuple[str | bool | None, ...] | None

type Pieces = tuple[tuple[str, Html], ...]
"""Elements of a list with their ids; only changed elements are sent to the screen."""

_VOID = frozenset({"input", "wbr"})


@lru_cache(maxsize=4096)  # the same names, labels and classes come at each tap
def escape(text: str) -> str:
    """Escape text for an element or a quoted attribute.

    >>> escape('<img src="x" onerror=alert(1)>')
    '&lt;img src=&quot;x&quot; onerror=alert(1)&gt;'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """Make an element.

    In attribute names, a trailing underscore is dropped and other underscores become hyphens. True gives an attribute
    without a value; False and None leave it out. Of several values those that are texts are joined.

    >>> tag("button", "Undo: <b>", class_="quiet", data_do="undo", hidden=False)
    '<button class="quiet" data-do="undo">Undo: &lt;b&gt;</button>'
    """
    opening = name
    for key, value in attributes.items():
        if type(value) is tuple:
            value = " ".join([part for part in value if part and isinstance(part, str)]) or None
        if value is None or value is False:
            continue
        called = key.rstrip("_").replace("_", "-")
        opening += f" {called}" if value is True else f' {called}="{escape(str(value))}"'
    if name in _VOID:
        return Html(f"<{opening}/>")
    # ``join`` inlined: most HTML of the page comes this way.
    content = "".join(
        [child if isinstance(child, Html) else escape(str(child)) for child in children if child is not None]
    )
    return Html(f"<{opening}>{content}</{name}>")


def join(*children: Child) -> Html:
    """Join several pieces, with text escaped and None left out."""
    parts = [child if isinstance(child, Html) else escape(str(child)) for child in children if child is not None]
    return Html("".join(parts))


def button(label: Child, intent: Intent | Command | Sent, **attributes: Attribute) -> Html:
    """Make a button that sends an intent, written or not, or gives the fight a command, when it is tapped."""
    sent = intent if isinstance(intent, tuple) else write(intent if isinstance(intent, IntentBase) else Do(intent))
    do, arg = sent
    return tag("button", label, type="button", data_do=do, data_arg=arg or None, **attributes)


def toggle(
    label: Child, intent: Intent | Command | Sent, is_on: bool, kind: str = "chip", **attributes: Attribute
) -> Html:
    """Make a button that is switched on or off."""
    pressed = "true" if is_on else "false"
    return button(label, intent, class_=classes(kind, is_on and "on"), aria_pressed=pressed, **attributes)


def form_for(intent: FormIntent, *content: Child, **attributes: Attribute) -> Html:
    """Make a form that sends an intent with its typed values."""
    do, arg = write(intent)
    return tag("form", *content, data_submit=do, data_arg=arg or None, **attributes)


def entry_for(intent: EnteredIntent) -> str:
    """Return the attribute value for an input that sends an intent whenever its value changes.

    It goes into ``data-type`` if only the sheet must be redrawn, else into ``data-enter``.
    """
    return write(intent)[1]


@lru_cache(maxsize=1024)
def render_name(name: str, *kinds: str | bool | None) -> Html:
    """Render a name. Where there is no room, the letter or the word that tells like combatants apart stays.

    >>> render_name("Guard B", "name")
    '<b class="name parted"><span>Guard</span><span> B</span></b>'
    >>> render_name("Mara", "name")
    '<b class="name">Mara</b>'
    """
    family = family_of(name)
    if family == name:
        return tag("b", name, class_=(*kinds,))
    return tag("b", tag("span", family), tag("span", name[len(family) :]), class_=(*kinds, "parted"))


def classes(*names: str | bool | None) -> str | None:
    """Join class names; None if there are none."""
    return " ".join([name for name in names if isinstance(name, str) and name]) or None


def speak(text: str) -> Html:
    """Render text for screen readers only."""
    return tag("span", text, class_="hidden")
