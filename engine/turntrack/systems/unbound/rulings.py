"""Rulings of Unbound: facts that the table sets, and rows that it drags."""

from __future__ import annotations

from collections.abc import Sequence

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.drag import move_in_list
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Noted, Placed
from turntrack.core.fields import Field, Kind, Pick, Value
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.ordering import same_place
from turntrack.systems.unbound import memory
from turntrack.systems.unbound.memory import (
    Faction,
    Reaction,
    all_factions,
    faction_name,
    faction_of,
    is_surprised,
    lap_of,
    members,
    reaction,
    set_reaction,
    set_surprised,
    set_turn,
)
from turntrack.systems.unbound.turns import check_choice, nominate, track


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    if combatant_id:
        return (
            Field("surprised", "Surprised", Kind.FLAG, is_surprised(encounter, combatant_id)),
            Field("reaction", "Has a Reaction", Kind.FLAG, reaction(encounter, combatant_id) is Reaction.READY),
        )
    if not encounter.is_open:
        return ()
    waiting = {faction_of(encounter, member) for member in encounter.able(Status.READY)}
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


def move(draft: Draft, command: Move) -> None:
    if not draft.encounter.is_open:
        because = "The order is that of the factions: begin the round, and move them then."
        move_in_list(draft, command, track, because)
        return
    encounter, combatant_id, before = draft.encounter, command.id, command.before
    own, name = faction_of(encounter, combatant_id), encounter.name_of(combatant_id)
    if encounter.standings[combatant_id].status is Status.ACTING:
        raise Refused("acting", f"{name} is acting: end the turn, or take the choice back.", "U8")
    rows = [other for other in track(encounter) if other != combatant_id]
    waiting = [other for other in rows if encounter.is_ready(other)]
    in_play = {own, *(faction_of(encounter, other) for other in waiting)}
    lap = tuple(faction for faction in lap_of(encounter) if faction in in_play)
    if before and before == rows[0]:
        if encounter.is_ready(combatant_id):
            _reorder(draft, own, lap, 0)
        nominate(draft, combatant_id)
        return
    check_choice(encounter, combatant_id, own)
    if before in waiting and faction_of(encounter, before) == own:
        draft.record(Placed(combatant_id, before, "moved in the list"))
    elif not _reorder(draft, own, lap, _place_in_lap(encounter, own, lap, before, waiting)):
        _list_last(draft, combatant_id)


def _place_in_lap(encounter: Encounter, own: Faction, lap: Sequence[Faction], before: Id, waiting: Sequence[Id]) -> int:
    """Return the index in ``lap`` at which ``own`` goes if one of its rows is dropped above the row ``before``."""
    if before not in waiting:  # dropped below all combatants who can still act
        return len(lap)
    other, at = faction_of(encounter, before), waiting.index(before)
    inside = at > 0 and faction_of(encounter, waiting[at - 1]) == other
    goes_down = lap.index(own) < lap.index(other)
    return lap.index(other) + (1 if inside and goes_down else 0)


def _reorder(draft: Draft, own: Faction, lap: Sequence[Faction], place: int) -> bool:
    """Rule that ``own`` goes before the faction at ``place`` of the lap. Return False if it is there already."""
    rest = [faction for faction in lap if faction != own]
    place -= lap.index(own) < place
    changed = (*rest[:place], own, *rest[place:])
    if changed == lap:
        return False
    row = [faction for faction in all_factions(draft.encounter) if faction != own]
    at = row.index(rest[place]) if place < len(rest) else row.index(rest[-1]) + 1
    memory.set_order(draft, (*row[:at], own, *row[at:]), RULING)
    memory.set_turn(draft, changed[0])
    return True


def _list_last(draft: Draft, combatant_id: Id) -> None:
    """List the combatant after all other members of the faction. Raises Refused if that is so already."""
    order, faction = draft.encounter.order, faction_of(draft.encounter, combatant_id)
    last = max(order.index(mate) for mate in members(draft.encounter)[faction])
    if order[last] == combatant_id:
        raise same_place()
    draft.record(Placed(combatant_id, (*order, "")[last + 1], "moved in the list"))
