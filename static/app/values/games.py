"""The games that a table can play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from app.values.fight_names import UNNAMED
from app.values.stored import SavedFight, SavedRuleSet
from turntrack.core.commands import Act, ChooseOption, Command, MakeEncounter
from turntrack.systems.protocol import Emblem, TurnSystem, system_of
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.table_rules.presets.catalogue import PRESETS
from turntrack.systems.table_rules.rule_change import take
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import NEXT, rule_texts

MOST_LIKE = 2
"""At most this many published games are named on a tile; a search knows all of them."""

BEST_KNOWN = (
    "rond6", "interlock", "unbound", "traveller", "zebra", "d20_once", "d20_twice", "three_actions",
    "standard_and_move", "cards", "spotlight", "as_told", "round_the_table", "die_for_sides", "die_for_the_round",
    "asked_for_sides", "two_fast_three_slow", "parries", "kept_turns", "best_card", "ten_cards", "passes",
    "countdown", "ticks", "speed_ticks", "shots", "segments", "skills", "popcorn", "sides", "alternating",
    "fast_and_slow", "seized_initiative", "actions_until_the_end", "count_up", "action_points", "fixed_speed",
    "dexterity_order", "move_and_action", "reflexes", "major_and_minor", "close_then_ranged", "speed_factors",
    "bag", "bag_of_sides", "bag_with_end", "slots",
)  # fmt: skip
"""The keys of the games in the order in which a new device shows them; any other game comes after these."""


@dataclass(frozen=True, slots=True, eq=False)  # compared as an object: to compare all rules takes long
class Game:
    """A game that a fight can be begun in."""

    key: str
    """The key of a coded system, a preset, or a stored rule set."""
    title: str
    summary: str
    """One sentence on how it decides who acts."""
    emblem: Emblem
    system: str
    """The key of its turn system."""
    like: tuple[str, ...] = ()
    terms: str = ""
    rules: RuleSet | None = None
    """The rules of *Table rules*; None in a coded system."""
    is_own: bool = False
    """Whether it is a rule set of the table's own."""

    @property
    def likeness(self) -> str:
        """Name the best known games with such rules: ``as in Shadowrun 1, Shadowrun 2``; empty if there are none."""
        return _name_likeness(self.like[:MOST_LIKE])

    def commands(self, options: tuple[ChooseOption, ...] = (), words: tuple[str, ...] = ()) -> tuple[Command, ...]:
        """Return the commands that make an empty fight. ``words`` are the names of the table's own conditions."""
        return (MakeEncounter(UNNAMED, self.system, options, words=words), *self._rules())

    def _rules(self) -> tuple[Command, ...]:
        if self.rules is None:
            return ()
        return (take(self.rules) if self.is_own else Act("", "rules", {"preset": self.key}),)


def _name_likeness(like: Iterable[str]) -> str:
    """Name published games: ``as in Shadowrun 1, Shadowrun 2``; empty for none."""
    return f"as in {names}" if (names := ", ".join(like)) else ""


def known_as(system: TurnSystem) -> str:
    """Name the game of a fight by what its tile is headed by: the published game of a preset, or the title."""
    return (system.has_rules_of_fights and _name_likeness(system.like[:1])) or system.title


def rules_known_as(rules: str, preset: str) -> str:
    """Name the rules of a stored fight in the same way, by their title and the preset that it was begun with."""
    like = next((each.like for each in PRESETS if (each.key, each.title) == (preset, rules)), ())
    return _name_likeness(like[:1]) or rules


@lru_cache(maxsize=8)
def ready_games(systems: tuple[TurnSystem, ...]) -> tuple[Game, ...]:
    """Return the coded systems and the presets, in the order in which a new device shows them."""
    known = {game.key: game for game in (*_coded_games(systems), *_preset_games())}
    first = [known.pop(key) for key in BEST_KNOWN if key in known]
    return (*first, *known.values())


def _coded_games(systems: Iterable[TurnSystem]) -> Iterator[Game]:
    for system in systems:
        if system.key != TABLE_RULES.key:
            yield Game(system.key, system.title, system.summary, system.emblem, system.key, system.like, system.terms)


def _preset_games() -> Iterator[Game]:
    for preset in PRESETS:
        rules = preset.rules
        yield Game(
            preset.key, preset.title, preset.words, rules.emblem, TABLE_RULES.key, preset.like, preset.terms, rules
        )


def own_games(rule_sets: Iterable[SavedRuleSet]) -> tuple[Game, ...]:
    """Return the rule sets of the table's own, without deleted ones."""
    return tuple(
        Game(
            rule_set.key,
            rule_set.rules.name,
            rule_set.rules.note or _order_words(rule_set.rules),
            rule_set.rules.emblem,
            TABLE_RULES.key,
            rules=rule_set.rules,
            is_own=True,
        )
        for rule_set in rule_sets
        if not rule_set.gone
    )


def _order_words(rules: RuleSet) -> str:
    """Return the sentence of a rule set that says who is next."""
    return next(rule.text for rule in rule_texts(rules) if rule.id == NEXT)


def is_played(game: Game, fight: SavedFight) -> bool:
    """Return whether a fight goes by the rules of this game."""
    title = fight.left.rules if fight.left else ""
    return fight.system == game.system and (title == game.title if game.rules else not title)


def sort_by_last_played(games: tuple[Game, ...], saved: Iterable[SavedFight]) -> tuple[Game, ...]:
    """Sort the games of the fights to the front, the last played first; ``saved`` has the last played first."""
    played = dict.fromkeys(
        game for fight in saved if not fight.is_untouched for game in games if is_played(game, fight)
    )
    return (*played, *(game for game in games if game not in played))


def sample_of(game: Game, systems: tuple[TurnSystem, ...]) -> tuple[Command, ...]:
    """Return the commands of a game's sample fight; empty for a rule set of the table's own."""
    if game.rules is None:
        return system_of(game.system, systems).sample()
    return next((preset.sample() for preset in PRESETS if preset.key == game.key), ())
