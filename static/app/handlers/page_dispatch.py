"""The dispatch of intents that need no open fight, after the question before unsaved changes are lost."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.handlers import game_choice, page_navigation, players_screen, printout, save_notices
from app.handlers.about_report_and_links import effects_of_about
from app.handlers.file_transfer import effects_of_transfer
from app.intents import PageIntent
from app.intents.page import (
    FaceBack,
    ForAbout,
    ForFileTransfer,
    ForGameChoice,
    ForNavigation,
    ForPrintout,
    ForSaveNotices,
    HeardWindow,
    Home,
    OpenSaved,
    TakeOver,
)
from app.page.library import DropUnsavedDialog
from app.page.state import PageState
from app.storage.protocols import PageStorage
from app.values.effects import Effect
from app.values.fight_names import name_of
from turntrack.core.dice import Dice
from turntrack.systems.protocol import TurnSystem


def handle(
    state: PageState, intent: PageIntent, systems: tuple[TurnSystem, ...], storage: PageStorage, dice: Dice
) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects. Raises Refused."""
    if isinstance(intent, Home | OpenSaved | TakeOver) and state.saving.unexported:
        return replace(_confirm_drop_unsaved(state, state.saving.unexported), dialog=None), ()
    match intent:
        case ForGameChoice():
            return game_choice.handle(state, intent, systems, storage, dice)
        case ForNavigation():
            return page_navigation.handle(state, intent)
        case ForSaveNotices():
            return save_notices.handle(state, intent)
        case ForPrintout():
            return printout.handle(state, intent)
        case ForFileTransfer():
            return state, effects_of_transfer(state, intent)
        case ForAbout():
            return state, effects_of_about(state, intent)
        case FaceBack() | HeardWindow():
            return players_screen.handle(state, intent), ()
        case _:
            assert_never(intent)


def _confirm_drop_unsaved(state: PageState, key: str) -> PageState:
    """Ask for confirmation before an unsaved history is dropped."""
    name = name_of(state.saving.unsaved[key].session.encounter)
    return replace(state, library=replace(state.library, dialog=DropUnsavedDialog(key, name)))
