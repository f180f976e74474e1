"""The rulings on facts of Zebra Island: contact (ZA11), and an action in reserve."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING
from turntrack.core.fields import Field, Kind, Pick, Value
from turntrack.core.model import Encounter, Id
from turntrack.systems.toolkit.guards import are_opposed
from turntrack.systems.zebra.melee_engagement import engage, engagers, is_engaged, part, set_reach
from turntrack.systems.zebra.memory import recall
from turntrack.systems.zebra.reserved_actions import has_reserve, set_reserve


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    if not combatant_id or not encounter.standings[combatant_id].able:
        return ()
    engaged = tuple(engagers(encounter, combatant_id))
    free = tuple(
        Pick(opponent, encounter.name_of(opponent))
        for opponent in encounter.order
        if opponent not in engaged
        and encounter.standings[opponent].able
        and are_opposed(encounter, combatant_id, opponent)
    )
    now = f"Engaged now with {encounter.names_of(engaged) or 'nobody'}."
    return (
        *((Field("engages", "Engage with", Kind.PICK, "", help=now, picks=free, people=True),) if free else ()),
        Field("shooting", "In shooting position", Kind.FLAG, not engaged, help="Engaged by nobody (Z4)."),
        Field("reserved", "Has an action in reserve", Kind.FLAG, has_reserve(encounter.standings[combatant_id])),
    )


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    if key == "engages":
        engage(draft, combatant_id, str(value), RULING)
        if not draft.encounter.round:
            for member in (combatant_id, str(value)):
                _mark_placed(draft, member)
    elif key == "shooting":
        _rule_position(draft, combatant_id, bool(value))
    elif value != has_reserve(draft.standing(combatant_id)):
        set_reserve(draft, combatant_id, bool(value), RULING)


def _rule_position(draft: Draft, combatant_id: Id, shooting: bool) -> None:
    """Rule that the combatant is in shooting position. Before the first sequence, keep the ruling until then (ZA11)."""
    if not shooting:
        raise Refused("with_whom", "Say who engages instead.", "Z4")
    if not draft.encounter.round and not recall(draft.standing(combatant_id)).placed:
        set_reach(draft, combatant_id, (), RULING)
        _mark_placed(draft, combatant_id)
    elif is_engaged(draft.encounter, combatant_id):
        part(draft, combatant_id, RULING)


def _mark_placed(draft: Draft, combatant_id: Id) -> None:
    """Keep the combatant's position for the first sequence (ZA11)."""
    draft.remember(combatant_id, replace(recall(draft.standing(combatant_id)), placed=True))
