"""Handlers of the intents that need no open fight: opening and leaving one, closing dialogs, notices, printing."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.fight.fight import JournalKeeper
from app.handlers import new_fight
from app.handlers.command_execution import drop_pending
from app.handlers.library import confirm_drop_unsaved
from app.intents import new_fight as n
from app.intents import without_fight as i
from app.intents.without_fight import PageIntent
from app.page.state import PageState, close_all, dialog_name, step_back
from app.values import effects as e
from app.values.effects import Effect
from turntrack.core.dice import Dice
from turntrack.systems.protocol import TurnSystem


def handle(
    state: PageState, intent: PageIntent, systems: tuple[TurnSystem, ...], keeper: JournalKeeper, dice: Dice
) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects. Raises Refused."""
    if isinstance(intent, i.Home | i.OpenSaved | i.TakeOver) and state.saving.unexported:
        return replace(confirm_drop_unsaved(state, state.saving.unexported), dialog=None), ()
    match intent:
        case n.Sample() | n.New() | n.SearchGames() | n.ShowAllGames():
            return new_fight.handle(state, intent, systems, keeper, dice)
        case i.Home():
            return state, (e.LeaveFight(),) if state.fight else ()
        case i.OpenSaved(key):
            return state, (e.FetchFight(key),)
        case i.Dismiss():
            return close_all(drop_pending(state, state.waiting) if state.waiting else state), ()
        case i.StepBack():
            return step_back(drop_pending(state, state.waiting) if state.waiting else state), ()
        case i.ForgetTyped():
            return replace(state, drafts=state.drafts.clear(dialog_name(state))), ()
        case i.TakeOver():
            return state, (e.ClaimWriting(),)
        case i.SaveAgain():
            return state, (e.RetrySaving(),)
        case i.HeardNews():
            return replace(state, saving=replace(state.saving, news="", unopened=None)), ()
        case i.HeardVersion():
            return replace(state, library=replace(state.library, seen="")), ()
        case i.HeardWindow():
            return replace(state, audience=replace(state.audience, is_followed=True)), ()
        case i.Print():
            return state, (e.PrintPage(),)
        case i.LayOut():
            return replace(state, is_on_paper=True), ()
        case i.PutAway():
            return replace(state, is_on_paper=False), ()
        case _:
            assert_never(intent)
