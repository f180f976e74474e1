"""The rulings on facts of Unbound: surprise, the Reaction, and the faction that chooses next."""

from __future__ import annotations

from turntrack.core.draft import Draft
from turntrack.core.events import RULING, Noted
from turntrack.core.fields import Field, Kind, Pick, Value
from turntrack.core.model import Encounter, Id
from turntrack.systems.unbound.factions import faction_name, faction_of, members, waits
from turntrack.systems.unbound.memory import Reaction, is_surprised, reaction, set_reaction, set_surprised, set_turn


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    if combatant_id:
        return (
            Field("surprised", "Surprised", Kind.FLAG, is_surprised(encounter, combatant_id)),
            Field("reaction", "Has a Reaction", Kind.FLAG, reaction(encounter, combatant_id) is Reaction.READY),
        )
    if not encounter.is_open:
        return ()
    waiting = {faction_of(encounter, member) for member in encounter.order if waits(encounter, member)}
    present = members(encounter).items()
    picks = tuple(Pick(ids[0], faction_name(faction)) for faction, ids in present if faction in waiting)
    return (Field("turn", "Chooses next", Kind.PICK, picks[0].key, picks=picks),) if picks else ()


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    if key == "surprised":
        set_surprised(draft, combatant_id, bool(value), RULING)
    elif key == "reaction":
        set_reaction(draft, combatant_id, Reaction.READY if value else Reaction.USED, RULING)
    else:
        faction = draft.combatant(str(value)).side
        set_turn(draft, faction)
        draft.record(Noted(f"Next to choose: {faction_name(faction)}.", RULING))
