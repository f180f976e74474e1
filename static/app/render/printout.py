"""HTML of the fight for printing, hidden on the screen and laid out by css/print.css."""

from __future__ import annotations

from collections.abc import Iterator

from app.fight.printout import PaperRow, PaperView
from app.ui.log import LogEntry
from app.ui.markup import Html, join, tag
from app.values.fight_names import write_count


def render_paper(view: PaperView) -> Html:
    """Render the whole printout."""
    heads = tag(
        "tr", *(tag("th", heading, scope="col") for heading in ("Name", "Number", "Side", "Health", "Is", "Taken"))
    )
    older = f"Not on this page: the first {write_count(view.left_out, 'step')}. An export has the whole log."
    return join(
        tag("h1", view.name),
        tag("p", view.where),
        tag("h2", "The order"),
        tag("table", tag("tbody", heads, *map(_render_row, view.rows))),
        tag("p", f"Later: {view.later}") if view.later else None,
        tag("h2", "The sheets"),
        tag("table", tag("tbody", *map(_render_sheet, view.rows))),
        tag("h2", "The log"),
        tag("p", older) if view.left_out else None,
        *_render_log(view),
    )


def _render_row(row: PaperRow) -> Html:
    cells = (row.number, row.side, row.health, row.state, "")  # the last column is for handwriting
    return tag("tr", tag("th", row.name, scope="row"), *(tag("td", cell) for cell in cells))


def _render_sheet(row: PaperRow) -> Html:
    return tag("tr", tag("th", row.name, scope="row"), tag("td", row.sheet or "nothing"))


def _render_log(view: PaperView) -> Iterator[Html]:
    """Render the log by rounds."""
    number, lines = 0, list[Html]()
    for entry in view.log:
        if entry.round != number:
            yield tag("ul", *lines)
            yield tag("h3", view.round_name(entry.round).capitalize())
            number, lines = entry.round, []
        lines.append(_render_line(entry))
    yield tag("ul", *lines)


def _render_line(entry: LogEntry) -> Html:
    said = (
        f"{sentence.text} ({', '.join(sentence.rules)})" if sentence.rules else sentence.text
        for sentence in entry.sentences
    )
    return tag("li", " ".join(said))
