"""The state of the page, whole and frozen: what is open, typed, chosen, said and shown.

Whatever happens makes a new one of it; the controller holds the one that is current. Only the fight itself, with its
history and its journal, is not frozen: the state says which one is open.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce

from app.fight.fight import Fight
from app.fight.players_screen import Audience, Facing
from app.intents.base import NOTHING, Values
from app.intents.fight import Add, ShowLog
from app.page.dialog import Dialog, dialog_for, lead_on
from app.page.library_state import LibraryState, name_dialog
from app.page.table_dice import PendingCommands
from app.page.update import ScreenContents
from app.storage import messages
from app.storage.save_status import SaveStatus
from app.values.unsent_input import NOBODY, FormInput, Sender, UnsentInput
from turntrack.core.errors import Refused
from turntrack.core.model import Id
from turntrack.systems.protocol import Section

STEPS_SHOWN = 40
LONGEST_FAULT = 120


@dataclass(frozen=True, slots=True)
class PageState:
    fight: Fight | None = None
    """The fight that is open."""
    dialog: Dialog | None = None
    """What is open of the fight, unless something of the library is."""
    library: LibraryState = field(default_factory=LibraryState)
    saving: SaveStatus = field(default_factory=SaveStatus)
    waiting: PendingCommands | None = None
    """What is not done before the table has thrown its dice."""
    typed: FormInput = field(default_factory=FormInput)
    drafts: UnsentInput = field(default_factory=UnsentInput)
    sender: Sender = NOBODY
    """Where the last intent came from."""
    is_within: bool = False
    """Whether it came from what is open, which then leads back here."""
    asked: tuple[str, str] = ("", "")
    """Of which sheet, and there for which field, the faces of a throw are shown to be tapped."""
    steps_shown: int = STEPS_SHOWN
    """How much of the log is shown."""
    log_about: Id = ""
    """The combatant that the log is about; empty for everybody."""
    drawer: tuple[str, int] = ("", 0)
    """The section whose drawer was opened on the panel, and in which turn: it closes with that."""
    unfolded: str = ""
    """Those on the track who are shown each by themselves."""
    toast: str = ""
    live: str = ""
    """What is read out."""
    sections: tuple[Section, ...] = ()
    """The panel, as it was drawn last: taps name its choices by their places."""
    shown: ScreenContents = field(default_factory=ScreenContents)
    audience: Audience = field(default_factory=Audience)
    """Who else is shown the fight."""
    is_on_paper: bool = False
    """Whether the fight is laid out to be printed."""
    side: str = ""
    """Which side it is whose colour is shown; empty for none."""
    opening: tuple[str, bool] = ("", False)
    """The name of the dialog that is shown, and whether it has opened with something typed earlier."""
    is_chosen: bool = True
    """Whether the keeper knows that the open fight is the one to open at the next start."""


def enter_fight(state: PageState, fight: Fight) -> PageState:
    """Open a fight: nothing of what was open, typed or looked at before is about it.

    In one that was made and nothing else, the next thing is to say who fights.
    """
    is_untouched = fight.records == 1 and not fight.encounter.combatants and not state.saving.read_only
    closed = close_library(state)
    return replace(
        closed,
        library=replace(closed.library, undo=None),
        fight=fight,
        dialog=dialog_for(Add()) if is_untouched else None,
        waiting=None,
        typed=replace(state.typed, entered=NOTHING),
        steps_shown=STEPS_SHOWN,
        log_about="",
        drawer=("", 0),
        unfolded="",
        is_chosen=False,
    )


def leave_fight(state: PageState) -> PageState:
    """Have no fight open any longer."""
    saving = replace(state.saving, fight_read_only="", fate="")
    audience = replace(state.audience, facing=Facing.MASTER)
    library = replace(state.library, undo=None)
    return replace(state, fight=None, dialog=None, waiting=None, saving=saving, audience=audience, library=library)


def close_library(state: PageState) -> PageState:
    """Close whatever is open of the library."""
    return replace(state, library=replace(state.library, dialog=None))


def close_all(state: PageState) -> PageState:
    """Close whatever is open of the fight and of the library, and wait for no dice."""
    return replace(close_library(state), dialog=None, waiting=None)


def open_dialog(state: PageState, dialog: Dialog) -> PageState:
    """Open a dialog of the fight; with a way back, if what is open has asked for it."""
    leads_back = state.is_within and not state.library.dialog
    opened = lead_on(state.dialog, dialog) if leads_back else dialog
    return replace(close_library(state), dialog=opened)


def step_back(state: PageState) -> PageState:
    """Close what is open, and open again in whose place it came."""
    dialog = state.dialog if state.library.dialog else state.dialog and state.dialog.before
    return replace(close_all(state), dialog=dialog)


def leads_back(state: PageState) -> bool:
    """Return whether what is open has come in the place of something else."""
    return state.dialog is not None and (state.library.dialog is not None or state.dialog.before is not None)


def dialog_name(state: PageState) -> str:
    """Name the dialog that is open, among those of all fights; empty for none."""
    if state.library.dialog:
        return name_dialog(state.library.dialog)
    return f"{state.fight.key} {state.dialog.name}" if state.dialog and state.fight else ""


def keep_typed(state: PageState, typed: Values) -> PageState:
    """Keep what stands in the open dialog and was not used yet."""
    return replace(state, drafts=state.drafts.keep(dialog_name(state), typed))


def hear(state: PageState, values: Values, typed: Values, is_within: bool = False) -> PageState:
    """Begin with an intent: what was said before is over. It brings its form, and what else was typed beside it.

    ``is_within`` says that it comes from what is open, not from beside it.
    """
    sender = (dialog_name(state), tuple(values))
    kept = keep_typed(state, typed)
    typed_now = replace(state.typed, sent=values, error="")
    return replace(kept, toast="", live="", sender=sender, is_within=is_within, typed=typed_now)


def enter_values(state: PageState, values: Values) -> PageState:
    """Put these onto the panel, beside what stands there."""
    return replace(state, typed=replace(state.typed, entered={**state.typed.entered, **values}))


def forget_lists(state: PageState, *names: str) -> PageState:
    """Have lists drawn anew: the page has changed them by itself."""
    return replace(state, shown=reduce(ScreenContents.forget_list, names, state.shown))


def is_log_open(state: PageState) -> bool:
    return state.dialog is not None and isinstance(state.dialog.subject, ShowLog) and not state.library.dialog


def open_drawer(state: PageState) -> str:
    """Return the section whose drawer is open; empty for none."""
    key, turn = state.drawer
    return key if state.fight and key and turn == state.fight.turn() else ""


def check_writable(state: PageState) -> None:
    """Raise Refused where the open fight may only be looked at."""
    if state.saving.read_only:
        raise Refused("read_only", state.saving.read_only)


def refuse(state: PageState, why: str) -> PageState:
    """Say what was wrong: in the open dialog, where it was asked for there; else beside it."""
    if state.library.dialog:
        return replace(state, library=replace(state.library, error=why))
    if state.dialog and state.is_within:
        return replace(state, typed=replace(state.typed, error=why))
    return replace(state, toast=why)


def stumble(state: PageState, error: Exception, before: tuple[str, int]) -> PageState:
    """Say that a fault came in the way of an intent. ``before`` is ``place`` as it was then."""
    if place(state) == before:
        said = "Something went wrong, and nothing has changed."
    else:
        said = "Something went wrong. What was done is kept; undo and redo still lead back and forth."
    return replace(state, dialog=None, waiting=None, toast=f"{said} {name_fault(error)}")


def place(state: PageState) -> tuple[str, int]:
    """Return which fight is open, and how many records it has."""
    return (state.fight.key, state.fight.records) if state.fight else ("", 0)


def note_kept(state: PageState, before: tuple[str, int]) -> PageState:
    """Note what was kept of the open fight since ``before``: playing on brings back what another tab has deleted."""
    key, records = place(state)
    if key != before[0] or records == before[1]:
        return state
    is_renewed = records < before[1]
    return replace(
        state, saving=replace(state.saving, fate="", news=messages.RENEWED if is_renewed else state.saving.news)
    )


def name_fault(error: Exception) -> str:
    """Name a fault, for whoever reports it."""
    return f"({type(error).__name__}: {error})"[:LONGEST_FAULT]
