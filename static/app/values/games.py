"""The games that a table can play, and the terms by which a search finds them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
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

_AND_IN_WORD = re.compile(r"(?<=\w)&(?=\w)")

MOST_LIKE = 2
"""At most this many published games are named on a tile; a search knows all of them."""


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
    words: str = ""
    rules: RuleSet | None = None
    """The rules of *Table rules*; None in a coded system."""
    is_own: bool = False
    """Whether it is a rule set of the table's own."""

    @property
    def likeness(self) -> str:
        """Name the best known games with such rules: ``as in Shadowrun 1, Shadowrun 2``; empty if there are none."""
        return f"as in {', '.join(self.like[:MOST_LIKE])}" if self.like else ""

    def commands(self, options: tuple[ChooseOption, ...] = (), words: tuple[str, ...] = ()) -> tuple[Command, ...]:
        """Return the commands that make an empty fight. ``words`` are the names of the table's own conditions."""
        return (MakeEncounter(UNNAMED, self.system, options, words=words), *self._rules())

    def _rules(self) -> tuple[Command, ...]:
        if self.rules is None:
            return ()
        return (take(self.rules) if self.is_own else Act("", "rules", {"preset": self.key}),)


@lru_cache(maxsize=8)
def ready_games(systems: tuple[TurnSystem, ...]) -> tuple[Game, ...]:
    """Return the coded systems and the presets, in the order in which a new device shows them."""
    known = {game.key: game for game in (*_coded_games(systems), *_preset_games())}
    named = (
        replace(known.pop(entry.key), like=entry.like, words=entry.words) for entry in GAME_TERMS if entry.key in known
    )
    return (*named, *known.values())


def _coded_games(systems: Iterable[TurnSystem]) -> Iterator[Game]:
    for system in systems:
        if system.key != TABLE_RULES.key:
            yield Game(system.key, system.title, system.summary, system.emblem, system.key)


def _preset_games() -> Iterator[Game]:
    for preset in PRESETS:
        yield Game(preset.key, preset.title, preset.words, preset.rules.emblem, TABLE_RULES.key, rules=preset.rules)


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


def join_letters(text: str) -> str:
    """Write ``D&D`` as one word.

    >>> join_letters("D&D, Dungeons & Dragons")
    'DnD, Dungeons & Dragons'
    """
    return _AND_IN_WORD.sub("n", text)


def sample_of(game: Game, systems: tuple[TurnSystem, ...]) -> tuple[Command, ...]:
    """Return the commands of a game's sample fight; empty for a rule set of the table's own."""
    if game.rules is None:
        return system_of(game.system, systems).sample()
    return next((preset.sample() for preset in PRESETS if preset.key == game.key), ())


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The terms by which a search finds a coded system or a preset."""

    key: str
    """The key of the system or the preset."""
    like: tuple[str, ...] = ()
    """The names of published games with such rules."""
    words: str = ""
    """Further words that a search knows: abbreviations, genres, and words of the rules."""


GAME_TERMS: tuple[GameTerms, ...] = (
    GameTerms("rond6", ("OpenD6",), "classic open d6 system west end weg dice pool multiple actions cinematic space"),
    GameTerms("interlock", ("Cyberpunk 2020",), "cp2020 cp 2020 fuzion r talsorian d10 reflex hold sci-fi punk"),
    GameTerms("unbound", (), "factions sides surprise d12 fantasy teams"),
    GameTerms("traveller", ("Classic Traveller",), "ct traveler passes snap endurance 2d6 low first sci-fi space"),
    GameTerms("zebra", (), "counter countdown points spend spent sequence pulp nerve d20"),
    GameTerms(
        "d20_once",
        ("D&D 5e",),
        "dd dungeons and dragons fifth 5th edition 2014 srd initiative once bonus action reaction dexterity fantasy",
    ),
    GameTerms(
        "d20_twice",
        ("D&D 2024",),
        "dd dungeons and dragons 5e 5.5 fifth edition revised srd surprise initiative dexterity fantasy",
    ),
    GameTerms(
        "three_actions",
        ("Pathfinder 2",),
        "pf pf2e 2e second edition remaster paizo perception delay multiple attack penalty strike fantasy",
    ),
    GameTerms(
        "cards", ("Savage Worlds",), "sw swade swd adventure edition deadlands action deck joker hold playing pulp"
    ),
    GameTerms(
        "spotlight",
        ("Daggerheart", "Blades in the Dark", "Apocalypse World"),
        "pbta fitd powered by the apocalypse forged in the dark no rounds no initiative anybody fiction dungeon world",
    ),
    GameTerms("round_the_table", ("Shadowdark",), "clockwise seats seating osr old school dungeon crawl d20 fantasy"),
    GameTerms("die_for_sides", ("Draw Steel",), "mcdm heroes directors d10 sides take turns alternate fantasy"),
    GameTerms("asked_for_sides", ("Fabula Ultima",), "jrpg sides take turns alternate check lead fantasy"),
    GameTerms("two_fast_three_slow", ("Cosmere RPG",), "stormlight brotherwise plotweaver fast slow turns fantasy"),
    GameTerms("parries", ("The Dark Eye 5",), "dsa dsa5 tde das schwarze auge schwarzes parade ini d6 fantasy"),
    GameTerms(
        "kept_turns",
        ("Star Trek Adventures", "Dune", "Conan"),
        "2d20 sta modiphius momentum threat keep the initiative sides take turns sci-fi",
    ),
    GameTerms("best_card", ("Alien",), "year zero engine yze mutant forbidden lands vaesen cards draw sci-fi horror"),
    GameTerms("ten_cards", ("Dragonbane",), "drakar och demoner low first swap deck fantasy"),
    GameTerms("passes", ("Shadowrun 5",), "sr5 sr 5e initiative dice score edge cyberpunk sci-fi"),
    GameTerms("countdown", ("Shadowrun 1", "Shadowrun 2"), "sr1 sr2 sr first second edition phases cyberpunk sci-fi"),
    GameTerms("ticks", ("Splittermond",), "tickleiste tick track bar no rounds active defence fantasy"),
    GameTerms("speed_ticks", ("Exalted 2",), "ex2 2e second edition tick battle wheel join speed no rounds fantasy"),
    GameTerms("shots", ("Feng Shui 2",), "shot counter sequence action movie martial arts"),
    GameTerms("segments", ("Hero System", "Champions"), "hero 6e speed chart phases dexterity superheroes supers"),
    GameTerms("skills", ("Fate Core",), "notice athletics no dice skill pulp"),
    GameTerms(
        "popcorn", ("Fate Condensed",), "elective action order balsera choose who is next handoff passing no dice pulp"
    ),
    GameTerms(
        "sides",
        ("D&D B/X", "Old-School Essentials"),
        "ose dd basic expert becmi osr group sides initiative d6 old school dungeon crawl fantasy",
    ),
    GameTerms("alternating", ("Lancer",), "mech sides take turns alternate players choose sci-fi"),
    GameTerms("fast_and_slow", ("Shadow of the Demon Lord",), "sotdl demonlord turns horror dark fantasy"),
    GameTerms("seized_initiative", ("Shadow of the Weird Wizard",), "sotww enemies first reaction fantasy"),
    GameTerms("actions_until_the_end", ("Nimble",), "nimble 2 5e actions refill reactions heroic d20 fantasy"),
    GameTerms("count_up", ("HackMaster",), "hm5 seconds count up weapon speed d12 fantasy"),
    GameTerms("action_points", ("Mythras", "RuneQuest 6"), "rq6 rq ap cycles parry percentile d100 brp fantasy"),
    GameTerms("fixed_speed", ("GURPS",), "gurps 4 4e fourth edition basic speed no dice generic universal"),
    GameTerms(
        "dexterity_order",
        ("Call of Cthulhu 7",),
        "coc cthulhu 7e seventh edition brp investigators horror no dice ready gun",
    ),
    GameTerms(
        "move_and_action",
        ("WFRP 4",),
        "warhammer fantasy roleplay 4e fourth edition percentile d100 grim no dice",
    ),
    GameTerms("reflexes", ("Cyberpunk RED",), "cpr cp red interlock r talsorian d10 reflex queue sci-fi punk"),
    GameTerms("major_and_minor", ("Shadowrun 6",), "sr6 sr 6e sixth world edition edge dice cyberpunk sci-fi"),
    GameTerms(
        "close_then_ranged",
        ("Vampire 5",),
        "vtm v5 vampire the masquerade world of darkness wod phases horror",
    ),
    GameTerms(
        "speed_factors",
        ("AD&D 2",),
        "add advanced dnd second 2e edition weapon speed declare actions fantasy osr",
    ),
    GameTerms("bag", (), "chits tokens chips draw drawn random no numbers"),
    GameTerms("bag_of_sides", ("Bolt Action",), "dice draw drawn random tokens sides wargame warlord"),
    GameTerms("bag_with_end", ("Troika!",), "stack tokens draw drawn random end of the round weird fantasy"),
    GameTerms("slots", ("Genesys", "Star Wars (FFG)"), "sw ffg swrpg edge of the empire narrative dice places"),
)  # fmt: skip
"""All games, in the order in which a new device shows them. ``tests/app/test_games.py`` needs an entry for each."""
