"""Drawing of the whole page: from its state to the update of the screen, also when a fight cannot be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from app.fight.displays import Facing, write_for_players
from app.fight.fight import Fight
from app.fight.printout import paper_view, render_paper
from app.intents.base import Values
from app.intents.fight import Edit, FightDialog, Person, ShowLog, Why
from app.intents.library import ExportRaw
from app.intents.page import Navigation
from app.page.library import RuleEditorDialog
from app.page.screen_update import ScreenContents, Update
from app.page.state import PageState, close_all, dialog_name, is_log_open, leads_back, open_drawer
from app.screens.fight import FightOptions, FightScreen, draw, draw_log
from app.screens.fight_dialogs import draw_dialog
from app.screens.library_dialogs import draw_library_dialog
from app.storage import messages
from app.storage.save_status import NEWS, Notice
from app.ui.home import (
    GAMES,
    MOST_AT_FIRST,
    MOST_BESIDE_FIGHTS,
    games_view,
    home_view,
    last_backup_words,
    render_games,
    render_home,
)
from app.ui.markup import Html, Pieces, button, classes, join, tag
from app.ui.sheet import Sheet, problem, render_sheet
from app.ui.slab import render_undo_redo_log
from app.values.fight_names import name_of
from app.values.forms import ConditionForm, DamageForm
from turntrack.core.errors import place_fault
from turntrack.core.model import Id
from turntrack.systems.protocol import Section, TurnSystem

TITLE = "Turntrack: initiative tracker for tabletop RPGs, offline"
"""The title of the page while no fight is open; index.html has the same, for those who do not run it."""

_MAKING = "making"
"""The name of the rule editor's sheet, by which the style sheet selects it."""


def draw_page(state: PageState, systems: tuple[TurnSystem, ...], fault: str = "") -> tuple[PageState, Update]:
    """Draw the page. Returns the state with the new screen contents, and the update.

    ``fault`` is the reason why the open fight cannot be drawn.
    """
    fight = state.fight
    lists: dict[str, Pieces] = {}
    sections, side = state.sections, ""
    if fight:
        drawing = _draw_fault(fight, fault) if fault else draw(fight, _options_of(state))
        regions, lists, sections = dict(drawing.regions), drawing.lists, drawing.sections
        side = drawing.side
    else:
        library = state.library
        home = home_view(systems, library.saved_here)
        has_folders = library.folder is not None
        last_backup = last_backup_words(library.backup) if home.last and (library.folder or library.backup) else ""
        regions = {
            "home": render_home(
                home,
                library.campaigns,
                library.rule_sets,
                library.sought_game,
                library.has_quarantine,
                has_folders,
                last_backup,
            )
        }
        games = library.games(systems)
        most = len(games) if library.shows_all_games else MOST_BESIDE_FIGHTS if home.last else MOST_AT_FIRST
        lists[GAMES] = render_games(games_view(games, library.sought_game, most), library.rule_editor is not None)
    length_words = fight.length_words if fight else ""
    is_turned = state.displays.facing is not Facing.MASTER
    has_paper = fight and state.is_on_paper and not fault and not is_turned
    regions["paper"] = render_paper(paper_view(fight)) if fight and has_paper else ""
    notices = state.saving.notices(length_words, state.library.undo)
    if state.library.seen and not fight:
        notices = (*notices, NEWS)
    regions["notice"] = _render_notices(notices)
    opening, regions["dialog"], within = _draw_dialog(state, systems, sections)
    lists.update(within)
    shown, changed, moved = state.shown.change(regions, lists)
    live = "" if is_turned else state.live  # not read out while the tab faces the players
    players = write_for_players(state.displays, None if fault else fight)
    update = Update(_view(state), changed, moved, _open_name(state), live, state.toast, _title(state), side)
    if players != state.shown.players:
        update, shown = replace(update, players=players), replace(shown, players=players)
    return replace(state, sections=sections, shown=shown, opening=opening, side=side), update


def draw_only_dialog(state: PageState, systems: tuple[TurnSystem, ...]) -> tuple[PageState, Update]:
    """Draw only the open dialog, after each key typed in it."""
    opening, dialog, _ = _draw_dialog(state, systems, state.sections)
    shown, changed, _ = state.shown.change({"dialog": dialog}, state.shown.lists)
    update = Update(_view(state), changed, {}, _open_name(state), "", "", _title(state), state.side)
    return replace(state, shown=shown, opening=opening), update


def clear_for_fault(state: PageState, error: Exception) -> PageState:
    """Close all dialogs, report an error, and mark everything to be redrawn."""
    said = f"Something cannot be shown. {messages.name_fault(error)}"
    toast = state.toast if said in state.toast else f"{state.toast} {said}".strip()
    return replace(close_all(state), toast=toast, fault=place_fault(error), shown=ScreenContents())


def _draw_dialog(
    state: PageState, systems: tuple[TurnSystem, ...], sections: tuple[Section, ...]
) -> tuple[tuple[str, bool], Html, Mapping[str, Pieces]]:
    """Return the dialog's name and whether it opened with unsent input, its HTML, and the lists in it."""
    name = dialog_name(state)
    kept = state.drafts.of(name)
    is_search = state.dialog is not None and state.dialog.subject is FightDialog.FIND
    has_words = any(value != "" for value in kept.values()) and not is_search
    # Once the boxes are empty, what is typed is new.
    opening = (name, has_words and (state.opening[1] or name != state.opening[0]))
    sheet, lists = _draw_sheet(state, systems, sections, kept)
    html = render_sheet(sheet, leads_back(state), opening[1] and has_words) if sheet else Html("")
    return opening, html, lists


def _draw_sheet(
    state: PageState, systems: tuple[TurnSystem, ...], sections: tuple[Section, ...], kept: Values
) -> tuple[Sheet | None, Mapping[str, Pieces]]:
    library, typed, fight = state.library, state.typed, state.fight
    if library.dialog:
        return draw_library_dialog(library.dialog, fight, kept, library, systems, state.fault), {}
    if not (state.dialog and fight):
        return None, {}
    subject = state.dialog.subject
    if isinstance(subject, ShowLog):
        sheet, lines = draw_log(fight, _options_of(state))
        return replace(sheet, content=(problem(typed.error), *sheet.content)), {"log-lines": lines}
    values = {**kept, **typed.sent} if typed.error else kept
    asked = state.asked[1] if state.asked[0] == dialog_name(state) else ""
    return draw_dialog(
        subject,
        fight,
        replace(typed, values=values, asked=asked),
        sections,
        library.members,
        library.backup,
        library.creatures,
    ), {}


def _open_name(state: PageState) -> str:
    """Name the open dialog, also one without inputs."""
    library, editor = state.library.dialog, state.library.rule_editor
    if isinstance(library, RuleEditorDialog) and editor:
        return f"{_MAKING} {editor.step}"
    return dialog_name(state) or (type(library).__name__ if library else "")


def _options_of(state: PageState) -> FightOptions:
    """Return the drawing options of the open fight."""
    steps = state.steps_shown if is_log_open(state) else 0
    return FightOptions(
        state.typed.entered,
        steps,
        state.log_about,
        open_drawer(state),
        state.unfolded,
        _list_subjects(state),
        state.kept_up,
    )


def _list_subjects(state: PageState) -> tuple[Id, ...]:
    """List the subjects of the open sheet."""
    subject = state.dialog.subject if state.dialog else None
    if isinstance(subject, DamageForm | ConditionForm):
        return subject.about(state.fight.encounter) if state.fight else ()
    return (subject.id,) if isinstance(subject, Why | Person | Edit) else ()


def _view(state: PageState) -> str:
    return "fight" if state.fight else "home"


def _title(state: PageState) -> str:
    if state.displays.is_watched:  # the name may reveal a hidden combatant
        return "Turntrack"
    return f"{name_of(state.fight.encounter)} · Turntrack" if state.fight else TITLE


def _draw_fault(fight: Fight, why: str) -> FightScreen:
    """Draw undo and export instead of a fight that cannot be drawn, without asking its rules."""
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
            button("All fights", Navigation.HOME, class_="quiet"),
            class_="buttons",
        ),
    )
    regions: dict[str, str] = {
        "title": tag("h1", tag("strong", name_of(fight.encounter))),
        "fight-counters": "",
        "whose": "",
        "now": "",
        "history": render_undo_redo_log(
            fight.log.undo_title(), fight.log.redo_title(), (), len(fight.session.past), False
        ),
        "panel": panel,
    }
    return FightScreen(regions, {"acting": (), "track": ()}, ())


def _render_notices(notices: Iterable[Notice]) -> Html:
    """Render the notices with their buttons."""
    return join(
        *(
            tag(
                "p",
                tag("span", notice.text),
                *(button(way.label, way.intent, class_="quiet") for way in notice.ways),
                class_=classes("notice", notice.bad and "bad", notice.passing and "passing"),
            )
            for notice in notices
        )
    )
