"""The turns of Unbound that a ruling has interrupted and that go on later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from turntrack.core.model import Encounter, Id
from turntrack.systems.unbound import memory
from turntrack.systems.unbound.factions import Faction, faction_of, waits


def list_interrupted(encounter: Encounter, actor: Id) -> tuple[Id, ...]:
    """List the combatants whose turns go on after that of ``actor``, the last to be interrupted last.

    If ``actor`` interrupts nobody, the faction of ``actor`` has chosen, and its last interrupted turn is taken off the
    list. If ``actor`` was on the list for another one, whoever could not go on now gets that place.
    """
    fight = memory.recall_fight(encounter)
    if fight.now in encounter.order and waits(encounter, fight.now):
        return (*still_waiting(encounter, fight.interrupted), fight.now)
    left = [
        combatant_id for combatant_id in fight.interrupted if combatant_id == actor or _goes_on(encounter, combatant_id)
    ]
    place = last_of(encounter, left, faction_of(encounter, actor))
    if place is not None:
        if actor in left:
            left[left.index(actor)] = left[place]
        del left[place]
    return tuple(left)


def last_of(encounter: Encounter, ids: Sequence[Id], faction: Faction) -> int | None:
    """Return the place of the last member of the faction; None for none."""
    places = [place for place, combatant_id in enumerate(ids) if faction_of(encounter, combatant_id) == faction]
    return places[-1] if places else None


def still_waiting(encounter: Encounter, ids: Iterable[Id]) -> list[Id]:
    """List the combatants, of those whose turns were interrupted, whose turns still go on."""
    return [combatant_id for combatant_id in ids if _goes_on(encounter, combatant_id)]


def _goes_on(encounter: Encounter, combatant_id: Id) -> bool:
    return combatant_id in encounter.order and waits(encounter, combatant_id)
