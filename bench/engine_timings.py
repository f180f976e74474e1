"""What the engine does alone, measured by whichever Python runs this: the host's, or Pyodide's.

`measure()` returns JSON; it needs the engine and the page's Python on the path, and nothing else.
"""

import json
import sys
import time
from itertools import islice
from random import Random

from app.importers.reader import read_typed
from app.values.creatures import Creatures
from turntrack.core.commands import (
    AddCombatant,
    CloseRound,
    Command,
    DuplicateCombatant,
    GiveCondition,
    Hit,
    MakeEncounter,
    OpenRound,
    Wound,
    WriteNote,
)
from turntrack.core.dice import seeded_dice
from turntrack.core.model import Until
from turntrack.history.new_fight import new_fight
from turntrack.history.session import Session
from turntrack.saves.journal import no_garbage_collection, records_of, replay
from turntrack.saves.packs import Creature, Pack, open_pack, write_pack
from turntrack.saves.records import decode_record, encode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

STEPS = 10_000
CREATURES = 10_000


def fight(combatants: int) -> Session:
    """Begin a sequence of Zebra Island with so many combatants."""
    session, dice = Session(SYSTEMS), seeded_dice(1)
    session.dispatch(MakeEncounter("Bench", "zebra"), dice)
    for left in range(combatants, 0, -20):
        session.dispatch(AddCombatant("Guard", min(left, 20), side="Harbour"), dice)
    session.dispatch(OpenRound(), dice)
    return session


def commands_per_second(combatants: int, seconds: float = 0.2) -> float:
    """Do the first choice that is offered, again and again; finding it is not counted."""
    session, dice = fight(combatants), seeded_dice(2)
    system = system_of("zebra", SYSTEMS)
    spent, done = 0.0, 0
    while spent < seconds and done < 2000:
        choices = (choice for section in system.sections(session.encounter, {}) for choice in section.choices)
        command = next((choice.command for choice in choices if not choice.preview.refusal), None)
        if command is None:
            session.dispatch(CloseRound() if session.encounter.is_open else OpenRound(), dice)
            continue
        began = time.perf_counter()
        session.dispatch(command, dice)
        spent += time.perf_counter() - began
        done += 1
    return done / spent


def long_history() -> Session:
    """Play STEPS varied steps in a fight of twelve: any choice that is offered, wounds, conditions, notes."""
    session, dice, chance = Session(SYSTEMS), seeded_dice(3), Random(8)
    session.dispatch(MakeEncounter("Bench", "zebra"), dice)
    session.dispatch(AddCombatant("Guard", 12, side="Harbour", health=900), dice)
    system, ids = system_of("zebra", SYSTEMS), list(session.encounter.combatants)
    heals = False
    while len(session.past) < STEPS:
        choices = (choice for section in system.sections(session.encounter, {}) for choice in section.choices)
        offered = [choice.command for choice in choices if not choice.preview.refusal]
        command: Command
        match chance.randrange(10):
            case 0:
                command, heals = Wound(5, (Hit(ids[0]), Hit(ids[1])), heals=heals), not heals
            case 1:
                command = GiveCondition((chance.choice(ids),), "prone", until=Until.ROUND_ENDS)
            case 2:
                command = WriteNote(f"Note {len(session.past)}")
            case _ if offered:
                command = chance.choice(offered)
            case _:
                command = CloseRound() if session.encounter.is_open else OpenRound()
        session.dispatch(command, dice)
    return session


def sample(key: str, combatants: int) -> Session:
    """Return the sample fight of a system, with so many in it, before the first round."""
    session, dice = Session(SYSTEMS), seeded_dice(4)
    for command in system_of(key, SYSTEMS).sample():
        session.dispatch(command, dice)
    while len(session.encounter.combatants) < combatants:
        ids = list(session.encounter.combatants)
        session.dispatch(DuplicateCombatant(ids[len(ids) % 3]), dice)
    return session


def turn_seconds(key: str, turns: int = 150) -> tuple[float, float]:
    """Return seconds for a command and for all choices, with twelve: medians over what is offered, taken at random."""
    session, dice, chance = sample(key, 12), seeded_dice(5), Random(6)
    system = system_of(key, SYSTEMS)
    commands: list[float] = []
    offers: list[float] = []
    while len(commands) < turns:
        began = time.perf_counter()
        sections = system.sections(session.encounter, {})
        offers.append(time.perf_counter() - began)
        offered = [choice.command for section in sections for choice in section.choices if not choice.preview.refusal]
        is_open = session.encounter.is_open
        command = chance.choice(offered) if is_open and offered else CloseRound() if is_open else OpenRound()
        began = time.perf_counter()
        session.dispatch(command, dice)
        commands.append(time.perf_counter() - began)
    return sorted(commands)[turns // 2], sorted(offers)[turns // 2]


def odds_seconds(key: str, combatants: int) -> float:
    """Return seconds for all chances of so many combatants before the first round: the median of nine."""
    system, session = system_of(key, SYSTEMS), sample(key, combatants)
    taken = []
    for _ in range(9):
        began = time.perf_counter()
        system.chances(session.encounter)
        taken.append(time.perf_counter() - began)
    return sorted(taken)[4]


def pack_milliseconds() -> tuple[float, float]:
    """Return milliseconds to open a pack of CREATURES, and to read a line while a name is typed: the slowest."""
    kinds, places = ("goblin", "ogre", "giant rat", "wolf", "young dragon"), ("reed", "mud", "stone", "ash", "salt")
    names = (f"{place} {kind} {number}" for number in range(CREATURES) for place in places for kind in kinds)
    creatures = tuple(Creature(name, health=7, armour=13, order_modifier=2) for name in islice(names, CREATURES))
    text, (fight, system) = write_pack(Pack("Bench", creatures)), d20_fight()
    began = time.perf_counter()
    known = Creatures([open_pack(text)])
    opened = time.perf_counter() - began
    read_typed("6 g", fight.encounter, system, known)  # what the first line of all makes, packs or not
    taken = []
    for typed in ("6 g", "6 go", "6 gob", "6 stone g", "dragon", "3 mud ogre 17", "nobody", "Aria\nBorin\n2 salt wol"):
        began = time.perf_counter()
        read_typed(typed, fight.encounter, system, known)
        taken.append(time.perf_counter() - began)
    return opened * 1000, max(taken) * 1000


def d20_fight() -> tuple[Session, TurnSystem]:
    """Begin a fight of D&D 2024."""
    fight = new_fight("d20_twice")
    return fight, system_of("table_rules", SYSTEMS).at(fight.encounter)


def measure() -> str:
    """Return all of it, as JSON: commands a second by combatants, microseconds of an undo, seconds to open,
    milliseconds to open a pack of creatures and to search it, for the chances of twelve combatants and of sixty, by
    system, and for a command and the choices."""
    speed = {str(combatants): commands_per_second(combatants) for combatants in (10, 100, 1000)}
    odds = {
        str(combatants): {system.title: odds_seconds(system.key, combatants) * 1000 for system in SYSTEMS}
        for combatants in (12, 60)
    }
    turns = {system.title: [1000 * seconds for seconds in turn_seconds(system.key)] for system in SYSTEMS}
    session = long_history()
    records = [encode_record(record) for record in records_of(session)]
    began = time.perf_counter()
    for _ in range(1000):
        session.undo()
    undo = (time.perf_counter() - began) / 1000 * 1e6
    began = time.perf_counter()
    with no_garbage_collection():
        opened = replay([decode_record(record) for record in records], SYSTEMS)
    seconds = time.perf_counter() - began
    assert len(opened.past) == STEPS
    return json.dumps(
        {
            "python": sys.version.split()[0],
            "commands": speed,
            "undo": undo,
            "open": seconds,
            "steps": STEPS,
            "odds": odds,
            "turns": turns,
            "packs": pack_milliseconds(),
        }
    )


if __name__ == "__main__":
    sys.stdout.write(measure())
