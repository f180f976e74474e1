"""The memory of Zebra Island about a combatant and about the fight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from turntrack.core.memory import LARGEST_NUMBER, Memory, memory_field, memory_reader
from turntrack.core.model import Encounter, Id, Standing


@dataclass(frozen=True, slots=True)
class ZebraCombatant(Memory):
    engaged: tuple[Id, ...] = ()
    """The combatants within reach. Some of them may have left the fight."""
    placed: bool = False
    """Whether a ruling before the first sequence has set the combatant's position (ZA11)."""
    reserved: bool = memory_field(False, for_round=True)
    """Whether an action is in reserve until the sequence ends (ZA6)."""
    reserve_kept: bool = False
    """Whether an action is in reserve at a table that keeps reserves into the next sequence (ZA6)."""
    last_action: bool = memory_field(False, for_round=True)
    """Whether the counter is spent and one more action is granted (ZA1)."""
    missed: bool = memory_field(False, for_round=True)
    """Whether the combatant has no counter in this sequence, because of being unable to act when it opened (Z2)."""
    in_hand: str = ""
    """The name, in small letters, of the other weapon of the sheet that was drawn; empty for the first (ZA9)."""
    level_kept: int = memory_field(0, low=-LARGEST_NUMBER)
    """The points that were left of the counter when the missed sequence opened."""


@dataclass(frozen=True, slots=True)
class ZebraFight(Memory):
    was_empty: bool = False
    """Whether nobody started the last sequence above 0 (ZA5)."""
    just_acted: Id = memory_field("", for_round=True)
    """The combatant who acted last in this sequence; empty for nobody."""


recall: Callable[[Standing], ZebraCombatant] = memory_reader(ZebraCombatant())
recall_fight: Callable[[Encounter], ZebraFight] = memory_reader(ZebraFight())
