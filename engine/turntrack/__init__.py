"""The public interface of the engine, which runs turn order and action economy of tabletop fights.

The engine is pure: it needs only the standard library, and dice are passed to it. A ``Session`` decides commands by a
turn system and keeps every step for undo. The names exported here are stable from release 1.0.0 on; the modules below
may change.
"""

from turntrack.core import commands
from turntrack.core.dice import DiceNeeded, ScriptedDice, TableDice, cryptographic_dice, seeded_dice
from turntrack.core.errors import BadSave, BadValue, Refused
from turntrack.history.new_fight import new_fight
from turntrack.history.session import Session, Step
from turntrack.log.narrate import narrate
from turntrack.saves.journal import read_session, write_session
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.table_rules.presets.catalogue import PRESETS, Preset
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_set import read_rules as read_rule_set
from turntrack.systems.table_rules.rule_set import write_rules as write_rule_set

__version__ = "1.0.0"

__all__ = (
    "PRESETS",
    "SYSTEMS",
    "BadSave",
    "BadValue",
    "DiceNeeded",
    "Preset",
    "Refused",
    "RuleSet",
    "ScriptedDice",
    "Session",
    "Step",
    "TableDice",
    "TurnSystem",
    "commands",
    "cryptographic_dice",
    "narrate",
    "new_fight",
    "read_rule_set",
    "read_session",
    "seeded_dice",
    "system_of",
    "write_rule_set",
    "write_session",
)
