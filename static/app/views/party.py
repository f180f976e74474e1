"""View of stored combatants that can join the open fight: party members and enemies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.values.saved import PartyMember
from turntrack.core.model import Encounter

MOST_SHOWN = 12
"""At most this many of each kind are shown."""


@dataclass(frozen=True, slots=True)
class PartyView:
    """The members who are not in the fight, and the stored enemies: keys and names."""

    party: tuple[tuple[str, str], ...] = ()
    missing: int = 0
    """Number of party members who are not in the fight, shown or not."""
    enemies: tuple[tuple[str, str], ...] = ()
    others: tuple[tuple[str, str, str], ...] = ()
    """Enemies stored for other rules, of which only shared fields are taken: keys, names and rules."""


def party_view(members: tuple[PartyMember, ...], encounter: Encounter, titles: Mapping[str, str]) -> PartyView:
    """Sort the stored combatants by whether and how they can join the fight."""
    here = {combatant.name for combatant in encounter.everybody().values()}
    fitting = [member for member in members if member.system == encounter.system]
    party = [
        (member.key, member.command.name) for member in fitting if not member.enemy and member.command.name not in here
    ]
    enemies = [(member.key, member.command.name) for member in fitting if member.enemy]
    others = [
        (member.key, member.command.name, titles.get(member.system, member.system))
        for member in members
        if member.enemy and member.system != encounter.system
    ]
    room = MOST_SHOWN - len(enemies[:MOST_SHOWN])
    return PartyView(tuple(party[:MOST_SHOWN]), len(party), tuple(enemies[:MOST_SHOWN]), tuple(others[:room]))
