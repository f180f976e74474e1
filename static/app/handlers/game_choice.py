"""Handlers of the choice of a game: the search in the list of games, and the fight that begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.handlers.command_execution import run
from app.intents import page as i
from app.intents.fight import Add
from app.intents.page import GameChoiceIntent
from app.page.dialog import dialog_for
from app.page.state import PageState, enter_fight
from app.storage.protocols import PageStorage
from app.values import effects as e
from app.values.effects import Effect
from app.values.games import sample_of
from app.values.stored import inherited_options, inherited_options_words, inherited_words
from turntrack.core.commands import Command
from turntrack.core.dice import Dice
from turntrack.core.errors import Refused
from turntrack.core.fields import LONGEST_NAME
from turntrack.history.session import Session
from turntrack.systems.protocol import TurnSystem, system_of


def handle(
    state: PageState, intent: GameChoiceIntent, systems: tuple[TurnSystem, ...], storage: PageStorage, dice: Dice
) -> tuple[PageState, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects. Raises Refused."""
    match intent:
        case i.Sample(key):
            game = state.library.find_game(key, systems)
            system = system_of(game.system, systems)
            return _begin(state, system, sample_of(game, systems), systems, storage, dice), ()
        case i.New(key):
            game = state.library.find_game(key, systems)
            system = system_of(game.system, systems)
            options = inherited_options(system, state.library.saved_here)
            untouched = None if game.is_own else state.library.find_untouched(game, options)
            if untouched and not state.saving.read_only:
                return state, (e.FetchFight(untouched.key),)
            commands = game.commands(options, inherited_words(system, state.library.saved_here))
            begun = _begin(state, system, commands, systems, storage, dice)
            words = inherited_options_words(system, options)
            return replace(begun, toast=words[:1].upper() + words[1:], dialog=dialog_for(Add())), ()
        case i.SearchGames(sought):
            return replace(state, library=replace(state.library, sought_game=sought[:LONGEST_NAME])), ()
        case i.ShowAllGames():
            return replace(state, library=replace(state.library, shows_all_games=True)), ()
        case _:
            assert_never(intent)


def _begin(
    state: PageState,
    system: TurnSystem,
    commands: Sequence[Command],
    systems: tuple[TurnSystem, ...],
    storage: PageStorage,
    dice: Dice,
) -> PageState:
    saving = replace(state.saving, fight_read_only="")
    if saving.read_only:
        raise Refused("read_only", saving.read_only)
    fight = Fight(storage.new_key(), Session(systems), system, storage, campaign=state.library.campaigns.current_key)
    return run(enter_fight(replace(state, saving=saving), fight), fight, commands, dice)
