"""The games for whose rules a list of combatants can be read: rulebooks, the table's own, and presets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.values.games import Game, ready_games
from app.values.stored import SavedRuleSet
from turntrack.core.commands import Command, MakeEncounter
from turntrack.core.dice import NoDice
from turntrack.core.model import Encounter
from turntrack.history.session import Session
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.table_rules.rule_change import take
from turntrack.systems.table_rules.rule_set import RuleSet

LAST = "last"
"""The key of the open fight's rules, or of those of the fight that was played last, if they are none of the others."""


@dataclass(frozen=True, slots=True)
class RosterGame:
    """A game for whose rules a list can be read, and what gives them to a new fight."""

    key: str
    title: str
    system: TurnSystem
    """With the fields of these rules."""
    commands: tuple[Command, ...] = ()
    likeness: str = ""
    """The best known games with such rules: ``as in Shadowrun 1, Shadowrun 2``."""

    @property
    def label(self) -> str:
        return f"{self.title} ({self.likeness})" if self.likeness else self.title


NO_GAME = RosterGame("", "Choose the rules", replace(TABLE_RULES, fields=(), title="a list without rules"))
"""Stands for a game that is still to be chosen: names, counts and health can be read without."""


def games_to_choose(systems: tuple[TurnSystem, ...], own: Iterable[SavedRuleSet]) -> tuple[RosterGame, ...]:
    """Return the games to choose from: the table's own, then all others in the order of the first screen."""
    made = (_of_rule_set(f"own {saved.key}", saved.rules, systems) for saved in own if not saved.gone)
    return (*made, *(_of_game(game, systems) for game in ready_games(systems)))


def game_of_fight(encounter: Encounter, system: TurnSystem, known: Iterable[RosterGame]) -> RosterGame:
    """Return the game of a fight: one of the known ones, or the fight's own rules."""
    commands = system.own_rules(encounter)
    here = system.at(encounter)
    same = (game for game in known if game.system.key == system.key and game.commands == commands)
    return next(same, RosterGame(LAST, here.title, here, commands))


def _of_game(game: Game, systems: tuple[TurnSystem, ...]) -> RosterGame:
    if game.rules is None:
        choice = RosterGame(game.key, game.title, system_of(game.system, systems))
    else:
        choice = _of_rule_set(f"preset {game.key}", game.rules, systems)
    return replace(choice, likeness=game.likeness)


def _of_rule_set(key: str, rules: RuleSet, systems: tuple[TurnSystem, ...]) -> RosterGame:
    session = Session(systems)
    for command in (MakeEncounter(rules.name, TABLE_RULES.key), take(rules)):
        session.dispatch(command, NoDice())
    return RosterGame(key, rules.name, TABLE_RULES.at(session.encounter), (take(rules),))
