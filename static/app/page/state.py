"""The state of the page, whole and frozen, and what can be read from it.

The controller holds the current state. Only the fight is mutable: its history and journal change in place.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from app.fight.fight import Fight
from app.fight.players import Displays
from app.intents.fight import ShowLog
from app.page.commands_pending_dice import PendingCommands
from app.page.dialog import Dialog
from app.page.library_dialogs import name_dialog
from app.page.library_state import LibraryState
from app.page.screen_update import ScreenContents
from app.storage.save_status import SaveStatus
from app.values.forms import NOBODY, FormInput, Sender, UnsentInput
from turntrack.core.errors import Refused
from turntrack.core.model import Id
from turntrack.systems.protocol import Section

STEPS_SHOWN = 40


@dataclass(frozen=True, slots=True)
class PageState:
    """The complete state of the page."""

    fight: Fight | None = None
    """The fight that is open."""
    dialog: Dialog | None = None
    """The open dialog of the fight; a dialog of the library comes before it."""
    library: LibraryState = field(default_factory=LibraryState)
    saving: SaveStatus = field(default_factory=SaveStatus)
    waiting: PendingCommands | None = None
    """Commands that wait for the table's dice."""
    typed: FormInput = field(default_factory=FormInput)
    drafts: UnsentInput = field(default_factory=UnsentInput)
    sender: Sender = NOBODY
    """The form that sent the last intent."""
    is_within: bool = False
    """Whether the last intent came from the open dialog, which then is the way back."""
    asked: tuple[str, str] = ("", "")
    """The sheet and its field for which the possible dice results are shown."""
    steps_shown: int = STEPS_SHOWN
    """How much of the log is shown."""
    log_about: Id = ""
    """The combatant that the log is about; empty for everybody."""
    drawer: tuple[str, int] = ("", 0)
    """The open drawer's section, and the turn in which it was opened: it closes with that turn."""
    unfolded: str = ""
    """The key of the unfolded group of rows."""
    toast: str = ""
    fault: str = ""
    """The last unexpected error: its kind and place."""
    live: str = ""
    """The text to be read out."""
    sections: tuple[Section, ...] = ()
    """The panel as drawn last: taps name choices by their place in it."""
    shown: ScreenContents = field(default_factory=ScreenContents)
    displays: Displays = field(default_factory=Displays)
    """Who else sees the fight."""
    is_on_paper: bool = False
    """Whether the fight is laid out for printing."""
    side: str = ""
    """The index of the side whose colour is shown; empty for none."""
    opening: tuple[str, bool] = ("", False)
    """The name of the shown dialog, and whether it opened with unsent input."""
    is_chosen: bool = True
    """Whether the storage knows which fight to open at the next start."""


def leads_back(state: PageState) -> bool:
    """Return whether the open dialog has a way back."""
    return state.dialog is not None and (state.library.dialog is not None or state.dialog.before is not None)


def dialog_name(state: PageState) -> str:
    """Return the name of the open dialog, unique among all fights; empty for none."""
    if state.library.dialog:
        fight = state.fight.key if state.fight else ""
        return name_dialog(state.library.dialog, state.library.campaigns.current_key, fight)
    return f"{state.fight.key} {state.dialog.name}" if state.dialog and state.fight else ""


def is_log_open(state: PageState) -> bool:
    """Return whether the log is the open dialog."""
    return state.dialog is not None and isinstance(state.dialog.subject, ShowLog) and not state.library.dialog


def open_drawer(state: PageState) -> str:
    """Return the section of the open drawer; empty for none."""
    key, turn = state.drawer
    return key if state.fight and key and turn == state.fight.turn() else ""


def check_writable(state: PageState) -> None:
    """Raise Refused if the open fight is read-only."""
    if state.saving.read_only:
        raise Refused("read_only", state.saving.read_only)


def journal_position(state: PageState) -> tuple[str, int]:
    """Return the open fight's key and its number of records."""
    return (state.fight.key, state.fight.records) if state.fight else ("", 0)
