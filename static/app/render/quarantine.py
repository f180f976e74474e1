"""HTML of the sheets of the quarantine: its parts, and the question before one is discarded."""

from __future__ import annotations

from app.intents.library import (
    AskDiscardQuarantined,
    DiscardQuarantined,
    ExportQuarantined,
    OpenQuarantine,
    RetryQuarantined,
)
from app.ui.markup import button, tag
from app.ui.sheet import Sheet, problem, sheet
from app.values.fight_names import write_count
from app.values.stored import QuarantinedPart


def _describe_part(aside: QuarantinedPart) -> str:
    return f"{write_count(len(aside.records), 'step')}. {aside.why}" if aside.key else aside.why


def render_quarantine(asides: tuple[QuarantinedPart, ...], error: str = "") -> Sheet:
    """Render the quarantined parts, with buttons to retry, export and discard them."""
    rows = (
        tag(
            "li",
            tag(
                "p",
                tag("strong", aside.name),
                tag("small", _describe_part(aside)),
                class_="fight",
            ),
            button("Try again", RetryQuarantined(aside.id), class_="quiet", aria_label=f"Try {aside.name} again")
            if aside.key
            else None,
            button("Export…", ExportQuarantined(aside.id), class_="quiet"),
            button("Discard…", AskDiscardQuarantined(aside.id), class_="quiet danger"),
        )
        for aside in asides
    )
    hint = (
        "What could not be read: mostly parts of a fight’s history. They are kept as found until you discard them. "
        "“Try again” puts a part back where it fits, or makes a separate fight of it."
    )
    empty = tag("p", "Nothing is damaged or out of order.", class_="empty")
    rest = tag("ul", *rows, class_="fights") if asides else empty
    return sheet("Damaged parts", tag("p", hint, class_="hint") if asides else None, problem(error), rest)


def render_discard_question(aside: QuarantinedPart) -> Sheet:
    """Render the question before a quarantined part is discarded; it cannot be restored."""
    return Sheet(
        f"Discard what was set aside from {aside.name}?",
        (
            tag("p", _describe_part(aside)),
            tag("p", "They are removed from this device. This cannot be undone."),
        ),
        foot=(
            button("Keep them", OpenQuarantine(), class_="quiet"),
            button("Export…", ExportQuarantined(aside.id), class_="quiet"),
            button("Discard", DiscardQuarantined(aside.id), class_="primary danger"),
        ),
    )
