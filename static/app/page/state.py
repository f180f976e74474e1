"""The state of the page, whole and frozen, and its transitions: functions from one state to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import reduce

from app.fight.displays import Displays
from app.fight.fight import Fight
from app.intents.base import NOTHING, Values
from app.intents.fight import FightDialog, ShowLog
from app.page.dialog import Dialog, PendingCommands, ReinforcementsDialog, dialog_for, link_back
from app.page.library import LibraryState, name_dialog
from app.page.screen_update import ScreenContents
from app.storage import messages
from app.storage.list_entry import preset_of
from app.storage.save_status import SaveStatus
from app.values.creatures import SearchedPacks, searched_packs
from app.values.forms import NOBODY, ConditionForm, DamageForm, FormInput, Sender, UnsentInput
from app.values.tried import refusal_words
from turntrack.core.commands import Command
from turntrack.core.errors import Malformed, Refused, place_fault
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
    added: tuple[Command, str] | None = None
    """The command of the lines that were added last, and their text, which comes back when they are undone."""
    sender: Sender = NOBODY
    """The form that sent the last intent."""
    is_within: bool = False
    """Whether the last intent came from the open dialog, which then is the way back."""
    asked: tuple[str, str] = ("", "")
    """The sheet, and its field whose possible dice results are shown, or its line or word that is being told."""
    steps_shown: int = STEPS_SHOWN
    """How much of the log is shown."""
    log_about: Id = ""
    """The combatant that the log is about; empty for everybody."""
    drawer: tuple[str, int] = ("", 0)
    """The open drawer's section, and the turn in which it was opened: it closes with that turn."""
    unfolded: str = ""
    """The kind of the rows that are not folded."""
    kept_up: frozenset[tuple[str, Id, int]] = frozenset()
    """Who stays up without health: the fight, the combatant, and the number of the step that took the health."""
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


def packs_wanted(state: PageState) -> SearchedPacks | None:
    """Return the packs of creatures that the open dialog searches; None if it searches none."""
    fight, dialog = state.fight, state.dialog
    if fight is None or dialog is None or state.library.dialog:
        return None
    if not (dialog.subject is FightDialog.ADD or isinstance(dialog.subject, ReinforcementsDialog)):
        return None
    return searched_packs(fight.system, preset_of(fight.session), state.library.campaigns.current_key)


def check_writable(state: PageState) -> None:
    """Raise Refused if the open fight is read-only."""
    if state.saving.read_only:
        raise Refused("read_only", state.saving.read_only)


def journal_position(state: PageState) -> tuple[str, int]:
    """Return the open fight's key and its number of records."""
    return (state.fight.key, state.fight.records) if state.fight else ("", 0)


def enter_fight(state: PageState, fight: Fight) -> PageState:
    """Open a fight, and reset everything that was about another one.

    A fight without combatants opens with the form to add some.
    """
    rules = len(fight.system.own_rules(fight.encounter))
    # Made and given its rules: nothing else has been done in it.
    is_untouched = fight.records == 1 + rules and not fight.encounter.combatants and not state.saving.read_only
    closed = close_library(state)
    return replace(
        closed,
        library=replace(closed.library, undo=None, sought_game="", shows_all_games=False),
        fight=fight,
        dialog=dialog_for(FightDialog.ADD) if is_untouched else None,
        waiting=None,
        typed=replace(state.typed, entered=NOTHING),
        steps_shown=STEPS_SHOWN,
        log_about="",
        drawer=("", 0),
        unfolded="",
        is_chosen=False,
    )


def leave_fight(state: PageState) -> PageState:
    """Close the open fight."""
    saving = replace(state.saving, fight_read_only="", fate="")
    library = replace(state.library, undo=None)
    return replace(state, fight=None, dialog=None, waiting=None, saving=saving, library=library)


def close_library(state: PageState) -> PageState:
    """Close the library's dialog."""
    return replace(state, library=replace(state.library, dialog=None))


def close_all(state: PageState) -> PageState:
    """Close all dialogs, and drop the commands that wait for dice."""
    return replace(close_library(state), dialog=None, waiting=None)


def open_dialog(state: PageState, dialog: Dialog) -> PageState:
    """Open a dialog of the fight, with a way back if a button in the open dialog led to the new dialog."""
    leads_back = state.is_within and not state.library.dialog
    opened = link_back(state.dialog, dialog) if leads_back else dialog
    return replace(close_library(state), dialog=opened)


def step_back(state: PageState) -> PageState:
    """Close the dialog and return to the one that led to it."""
    dialog = state.dialog if state.library.dialog else state.dialog and state.dialog.before
    return replace(close_all(state), dialog=dialog)


def form_of[F: DamageForm | ConditionForm](state: PageState, kind: type[F]) -> F | None:
    """Return the form of this kind in the open dialog of the fight."""
    subject = state.dialog.subject if state.dialog and not state.library.dialog else None
    return subject if isinstance(subject, kind) else None


def change_form[F: DamageForm | ConditionForm](state: PageState, kind: type[F], change: Callable[[F], F]) -> PageState:
    """Change the form in the open dialog. Return the state unchanged after a late tap, when the dialog is closed."""
    form = form_of(state, kind)
    if form is None or state.dialog is None:
        return state
    return replace(state, dialog=replace(state.dialog, subject=change(form)))


def keep_typed(state: PageState, typed: Values) -> PageState:
    """Keep the unsent input of the open dialog."""
    return replace(state, drafts=state.drafts.keep(dialog_name(state), typed)) if typed else state


def begin_intent(state: PageState, values: Values, typed: Values, is_within: bool = False) -> PageState:
    """Prepare the state for an intent: clear messages, and take its form and the other typed values.

    ``is_within`` tells that the intent comes from the open dialog.
    """
    sender = (dialog_name(state), tuple(values))
    kept = keep_typed(state, typed)
    typed_now = replace(state.typed, sent=values, error="")
    return replace(kept, toast="", live="", sender=sender, is_within=is_within, typed=typed_now)


def enter_values(state: PageState, values: Values) -> PageState:
    """Add values to the panel's input."""
    return replace(state, typed=replace(state.typed, entered={**state.typed.entered, **values}))


def forget_lists(state: PageState, *names: str) -> PageState:
    """Redraw these lists, which the page has changed by itself."""
    return replace(state, shown=reduce(ScreenContents.forget_list, names, state.shown))


def refuse(state: PageState, error: Refused | Malformed | str) -> PageState:
    """Show an error: in the open dialog if it was asked for there, else as a message."""
    why = refusal_words(error, state.fight.system) if state.fight and isinstance(error, Refused) else str(error)
    if state.library.dialog:
        return replace(state, library=replace(state.library, error=why))
    if state.dialog and state.is_within:
        return replace(state, typed=replace(state.typed, error=why))
    return replace(state, toast=why)


def report_fault(state: PageState, error: Exception, before: tuple[str, int]) -> PageState:
    """Report an unexpected error of an intent. ``before`` is the ``journal_position`` before the intent."""
    if journal_position(state) == before:
        said = "Something went wrong, and nothing has changed."
    else:
        said = "Something went wrong. What was done is kept; undo and redo still work."
    toast = f"{said} {messages.name_fault(error)}"
    return replace(state, dialog=None, waiting=None, toast=toast, fault=place_fault(error))


def note_written(state: PageState, before: tuple[str, int]) -> PageState:
    """Clear the note that another tab has deleted the fight if a record was written, which restores the fight."""
    key, records = journal_position(state)
    if key != before[0] or records == before[1]:
        return state
    # Undo and redo add records, too: only a journal that is begun anew has fewer.
    is_renewed = records < before[1]
    if not is_renewed and not state.saving.fate:
        return state
    return replace(
        state, saving=replace(state.saving, fate="", news=messages.RENEWED if is_renewed else state.saving.news)
    )
