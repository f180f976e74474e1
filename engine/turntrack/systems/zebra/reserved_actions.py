"""Actions in reserve: who holds one, and whether the table keeps them into the next sequence."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.model import Encounter, Id, Standing
from turntrack.systems.zebra.memory import recall
from turntrack.systems.zebra.rule_options import reading_of


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
