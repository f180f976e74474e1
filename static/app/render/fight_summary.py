"""HTML of the sheet with the summary of a fight, and of the notice that a side is down."""

from __future__ import annotations

from app.intents.fight import Account, EndFight
from app.intents.library import AskTemplateName, ExportListed, OpenNextFight, StartAgain
from app.intents.page import Home, Print
from app.render.forms import problem
from app.render.markup import Html, button, tag
from app.render.sheet import Sheet
from app.views.fight_summary import AccountLine, AccountView, down_words
from app.views.turn_times import write_time


def render_side_down(sides: tuple[str, ...]) -> Html:
    """Render the notice that a side is down, with the button that ends the fight."""
    return tag(
        "section",
        tag("p", tag("b", down_words(sides))),
        button("How it went…", Account(), class_="chip", id="how-it-went"),
        button("Next fight…", OpenNextFight(), class_="chip", id="next-fight"),
        class_="block aside reminder",
        id="down",
    )


def render_account(view: AccountView, error: str, backup: str) -> Sheet:
    """Render the summary of the fight. ``backup`` says that the last backup is old; empty if it is not."""
    heads = tag("tr", *(tag("th", heading, scope="col") for heading in ("Who", "Turns", "Minutes", "Fell")))
    lines = (_render_line(line, view.is_timed) for line in view.lines)
    if view.is_over:
        end = "The fight is over; the log says how it ended."
    elif view.open_round:
        end = f"Ends {view.open_round} and notes the outcome in the log."
    else:
        end = "Notes the outcome in the log."
    return Sheet(
        "How it went",
        (
            problem(error),
            tag("p", down_words(view.down)) if view.down else None,
            tag("table", tag("tbody", heads, *lines), class_="clocks") if view.lines else None,
            tag(
                "div",
                button("Print…", Print(), class_="menu-item i-file"),
                button("Next fight…", OpenNextFight(), class_="menu-item i-next"),
                button("Restart", StartAgain(), class_="menu-item i-undo"),
                button("Save as a template…", AskTemplateName(), class_="menu-item i-copy"),
                button("All fights", Home(), class_="menu-item i-back"),
                class_="menu-items",
            ),
            tag("p", f"{backup} ", button("Back up everything…", ExportListed(""), class_="chip i-file"), id="backup")
            if backup
            else None,
        ),
        under=view.rounds,
        foot=(
            tag("p", end),
            button("End the fight", EndFight(), class_="primary", id="end-fight", disabled=view.is_over),
        ),
    )


def _render_line(line: AccountLine, is_timed: bool) -> Html:
    return tag(
        "tr",
        tag("th", tag("span", line.clock.name, class_=f"dot side-{line.clock.side}"), scope="row"),
        tag("td", line.clock.turns),
        tag("td", write_time(line.clock.seconds) if is_timed else "not known"),
        tag("td", line.fell),
    )
