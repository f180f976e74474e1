"""The rulings on facts of Interlock: the free defence, and the feet moved."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.events import RULING
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Encounter, Id
from turntrack.systems.interlock.memory import feet, recall
from turntrack.systems.interlock.memory_change_words import defence_words, feet_words


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    if not combatant_id:
        return ()
    return (
        Field(
            "defended", "Has used the free defence", Kind.FLAG, recall(encounter.standings[combatant_id]).has_defended
        ),
        Field("moved", "Feet moved in this round", Kind.NUMBER, feet(encounter, combatant_id), high=9999, unit="ft"),
    )


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    now = recall(draft.standing(combatant_id))
    if key == "defended":
        used = bool(value)
        draft.remember(combatant_id, replace(now, has_defended=used), RULING, or_say=defence_words(used))
    else:
        moved = int(value)
        draft.remember(combatant_id, replace(now, feet=moved), RULING, or_say=feet_words(moved))
