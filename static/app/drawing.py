"""Drawing a fight: all that the page shows of it, and whether a history can be shown at all."""

from __future__ import annotations

from dataclasses import dataclass

from app.chronicle import chronicle
from app.dialogs import draw_dialog
from app.drafts import Typed
from app.fight import Fight
from app.intents.fight import Choose, Edit, Menu, Person, Rules, Why
from app.intents.library import ExportRaw
from app.intents.page import Home
from app.markup import Html, Pieces, button, join, tag
from app.naming import name_of
from app.render.bar import render_history, render_title
from app.render.log import render_lines, render_log
from app.render.panel import render_between, render_panel
from app.render.track import render_ruler, render_tokens, render_track
from app.views.chances import NOT_COUNTED
from app.views.log import quote
from app.views.panel import panel_view
from app.views.ruler import ruler_view
from app.views.track import track_view
from engine.model import Id
from engine.narrate import narrate, title
from engine.session import Session
from engine.systems.protocol import Entered, Section, TurnSystem

LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Drawing:
    """A fight as HTML: regions and lists of the page by their ids, and the sections whose choices stand there."""

    regions: dict[str, str]
    lists: dict[str, Pieces]
    sections: tuple[Section, ...]


def draw(fight: Fight, entered: Entered, steps_shown: int, about: Id = "") -> Drawing:
    """Draw the fight as it is now, with its last ``steps_shown`` steps, or what of them is ``about`` a combatant."""
    encounter, system = fight.encounter, fight.system
    sections = system.sections(encounter, entered)
    taps = {
        choice.row: Choose(section.key, place)
        for section in sections
        for place, choice in enumerate(section.choices)
        if choice.row and not choice.refusal
    }
    chances = None if encounter.is_open else fight.chances()
    between = render_between(chances) if chances else Html("")
    names = tuple((one, encounter.name_of(one)) for one in encounter.order)
    more = len(fight.session.past) > steps_shown
    entries = fight.entries(steps_shown, about)
    there = len(fight.session.past)
    shown = range(there - steps_shown, there + 1) if not about else ()
    branches = tuple(branch for branch in fight.branches() if branch.fork in shown)
    ruler = ruler_view(encounter, system)
    thrown = quote(fight.redo_title()) if fight.undone_throws() else ""
    regions: dict[str, str] = {
        "title": render_title(encounter, system),
        "history": render_history(fight.undo_title(), fight.redo_title()),
        "ruler": render_ruler(ruler),
        "panel": render_panel(panel_view(encounter, system, sections, entered, fight.turn()), between),
        "log": render_log(names, about, not entries, more, fight.ahead(), thrown),
    }
    lists = {
        "track": render_track(
            track_view(encounter, system, sections, taps, chances.by_row if chances else NOT_COUNTED)
        ),
        "tokens": render_tokens(ruler),
        "log-lines": render_lines(entries, branches),
    }
    return Drawing(regions, lists, sections)


def draw_fault(fight: Fight, why: str) -> Drawing:
    """Draw the ways back instead of a fight that cannot be drawn, and nothing that asks its rules."""
    words = (
        "This moment of the fight cannot be shown. What was done is kept: Undo goes back to where it can be shown. If "
        "that does not help, export the fight, and go to the list of fights."
    )
    panel = join(
        tag("h2", "This cannot be shown", class_="heading"),
        tag("p", words),
        tag("p", tag("small", why)),
        tag(
            "p",
            button("Export", ExportRaw(fight.key), class_="primary"),
            button("All fights", Home(), class_="quiet"),
            class_="buttons",
        ),
    )
    regions: dict[str, str] = {
        "title": tag("h1", tag("strong", name_of(fight.encounter))),
        "history": render_history(fight.undo_title(), fight.redo_title()),
        "ruler": "",
        "panel": panel,
        "log": "",
    }
    return Drawing(regions, {"track": (), "tokens": (), "log-lines": ()}, ())


def why_not_shown(session: Session, system: TurnSystem) -> str:
    """Say why a history cannot be shown, empty if it can: it is drawn once, with its log and what opens for combatants.

    What another reading of the rules would change is not looked at: that is made up only when somebody asks for it.
    """
    try:
        _draw_all(session, system)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:LONGEST_REASON]
    return ""


class _Nowhere:
    """Keeps nothing: for a fight that is only looked at."""

    def now(self) -> int:
        """Say nothing of the time."""
        return 0

    def clock(self, at: int) -> str:
        """Say nothing of the time."""
        return ""

    def keep(self, key: str, number: int, record: str, name: str, system: str, combatants: int) -> None:
        """Do nothing."""

    def renew(self, key: str, records: tuple[str, ...], name: str, system: str, combatants: int) -> None:
        """Do nothing."""


def _draw_all(session: Session, system: TurnSystem) -> None:
    fight, typed = Fight("", session, system, _Nowhere()), Typed()
    draw(fight, typed.entered, len(session.past))
    chronicle(session, system)
    before = session.before_last
    for step in (*session.past[-1:], *reversed(session.future)):
        narrate(before, step, system)
        title(before, step, system)
        before = step.after
    everyone = [kind(one) for kind in (Why, Person, Edit) for one in fight.encounter.combatants]
    for intent in (Menu(), Rules(), *everyone):
        draw_dialog(intent, fight, typed)
