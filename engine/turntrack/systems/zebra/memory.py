"""The memory of Zebra Island about a combatant and about the fight, and the actions in reserve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from turntrack.core.decision_draft import Draft
from turntrack.core.model import Encounter, Id, Standing
from turntrack.core.system_memory import LARGEST_NUMBER, Memory, memory_field, memory_reader
from turntrack.systems.zebra.rule_options import reading_of


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


# Reserves


def has_reserve(standing: Standing) -> bool:
    now = recall(standing)
    return now.reserved or now.reserve_kept


def keeps_reserves(encounter: Encounter) -> bool:
    return reading_of(encounter, "keep_reserve") == "yes"


def reserve_holders(encounter: Encounter) -> tuple[Id, ...]:
    """List the able combatants who have a reserved action."""
    standings = encounter.standings
    return tuple(
        combatant_id
        for combatant_id in encounter.order
        if standings[combatant_id].able and has_reserve(standings[combatant_id])
    )


def keep_reserves(draft: Draft) -> None:
    """Convert reserves for the next sequence if the table has meanwhile chosen to keep them (ZA6)."""
    for combatant_id in draft.encounter.order if keeps_reserves(draft.encounter) else ():
        if recall(draft.standing(combatant_id)).reserved:
            set_reserve(draft, combatant_id, True, "ZA6")


def set_reserve(draft: Draft, combatant_id: Id, reserves: bool, rule: str) -> None:
    kept = reserves and keeps_reserves(draft.encounter)
    now = replace(recall(draft.standing(combatant_id)), reserved=reserves and not kept, reserve_kept=kept)
    draft.remember(combatant_id, now, rule)
