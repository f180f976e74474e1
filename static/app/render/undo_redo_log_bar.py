"""HTML of the bar at the bottom: undo, redo, the last sentences of the log, and the button that opens it."""

from __future__ import annotations

from app.intents.fight import Redo, ShowLog, Undo
from app.render.markup import Html, button, join, tag
from turntrack.log.narrate import Sentence

MOST_SAID = 3
"""At most this many sentences of a step are on the line; the log has all of them."""


def render_undo_redo_log(undo: str, redo: str, last: tuple[Sentence, ...], step: int, log_open: bool) -> Html:
    """Render undo and redo with the titles of their steps, and the sentences of the last step between them."""
    return join(
        button(
            join("Undo", tag("span", f": {undo}", class_="hidden") if undo else None),
            Undo(),
            class_="undo i-undo",
            id="undo",
            disabled=not undo,
        ),
        tag("p", *_render_sentences(last), class_="last", id="last", data_step=step),
        button(
            tag("span", f"Redo: {redo}" if redo else "Redo", class_="hidden"),
            Redo(),
            class_="icon i-redo",
            id="redo",
            disabled=not redo,
        ),
        button(
            tag("span", "Log", class_="hidden"),
            ShowLog(),
            class_="icon i-log",
            id="show-log",
            data_key="l",
            aria_expanded="true" if log_open else "false",
            aria_controls="dialog",
        ),
    )


def _render_sentences(sentences: tuple[Sentence, ...]) -> tuple[Html | str, ...]:
    """Render the first and the last sentences of a step, and the rules that they cite."""
    first, last = sentences[:MOST_SAID], sentences[MOST_SAID:][-1:]
    first = first[: MOST_SAID - len(last)]
    words = " ".join(sentence.text for sentence in first)
    if last:
        words += f" … {last[0].text}"
    rules = dict.fromkeys(rule for sentence in (*first, *last) for rule in sentence.rules)
    return (words, " ", tag("cite", ", ".join(rules)) if rules else "")
