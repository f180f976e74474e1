"""Who of a fight belongs to the party: its members, those missing, and those who go on to the next fight."""

from __future__ import annotations

from collections.abc import Iterable

from app.values.party_members import PartyMember
from app.values.player_sides import own_sides
from turntrack.core.model import Combatant, Encounter, Id
from turntrack.core.settings import OWN_SIDES, setting


def is_member(combatant: Combatant, member: PartyMember) -> bool:
    """Return whether the combatant is this member; one that was typed in is known by the name."""
    if combatant.member:
        return combatant.member == member.identity
    return combatant.name in (member.command.name, member.command_to_join().name)


def missing_members(members: Iterable[PartyMember], encounter: Encounter) -> tuple[PartyMember, ...]:
    """List the members with the rules of the fight who are not in it."""
    here = encounter.everybody().values()
    return tuple(
        member
        for member in members
        if member.system == encounter.system
        and not member.enemy
        and not any(is_member(combatant, member) for combatant in here)
    )


def party_ids(encounter: Encounter) -> tuple[Id, ...]:
    """List those who go on to the next fight: members of the party, and everybody on the players' sides.

    Where all are on one side, only members go on.
    """
    everybody = encounter.everybody()
    own = own_sides(everybody.values(), setting(encounter, OWN_SIDES))
    own = own if any(combatant.side not in own for combatant in everybody.values()) else frozenset()
    return tuple(key for key, combatant in everybody.items() if combatant.member or combatant.side in own)
