"""The transitions of the page's state: functions from one state to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce

from app.fight.fight import Fight
from app.intents.base import NOTHING, Values
from app.intents.fight import Add
from app.page.dialog import Dialog, dialog_for, link_back
from app.page.screen_update import ScreenContents
from app.page.state import STEPS_SHOWN, PageState, dialog_name, journal_position
from app.storage import messages
from app.values.forms import ConditionForm, DamageForm


def enter_fight(state: PageState, fight: Fight) -> PageState:
    """Open a fight, and reset everything that was about another one.

    A fight without combatants opens with the form to add some.
    """
    rules = len(fight.system.own_rules(fight.encounter))
    is_untouched = fight.records == 1 + rules and not fight.encounter.combatants and not state.saving.read_only
    closed = close_library(state)
    return replace(
        closed,
        library=replace(closed.library, undo=None, sought_game="", shows_all_games=False),
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
    """Open a dialog of the fight; with a way back if the open dialog asked for it."""
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
    return replace(state, drafts=state.drafts.keep(dialog_name(state), typed))


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


def refuse(state: PageState, why: str) -> PageState:
    """Show an error: in the open dialog if it was asked for there, else as a message."""
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
        said = "Something went wrong. What was done is kept; undo and redo still lead back and forth."
    toast = f"{said} {messages.name_fault(error)}"
    return replace(state, dialog=None, waiting=None, toast=toast, fault=messages.place_fault(error))


def note_written(state: PageState, before: tuple[str, int]) -> PageState:
    """Clear the note that another tab has deleted the fight if a record was written, which restores the fight."""
    key, records = journal_position(state)
    if key != before[0] or records == before[1]:
        return state
    is_renewed = records < before[1]
    return replace(
        state, saving=replace(state.saving, fate="", news=messages.RENEWED if is_renewed else state.saving.news)
    )
