"""The members of the party as their last fights have left them.

A fight is the only record of how its combatants stand. A member's own row has a standing only after a rest between
fights, and after the member's last fight was deleted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from app.storage.journal import read_journal
from app.storage.protocols import OpenFight
from app.values.stored import Campaigns, Journal, Key, PartyMember, SavedFight
from turntrack.core.model import Encounter
from turntrack.history.templates import command_to_carry
from turntrack.systems.protocol import TurnSystem, system_of


class Journals(Protocol):
    """The part of the repository that tells what the last fights have left."""

    async def encounters(self) -> tuple[SavedFight, ...]: ...
    async def read_journal(self, key: str) -> Journal: ...
    async def party(self) -> tuple[PartyMember, ...]: ...
    async def campaigns(self) -> Campaigns: ...


async def read_standings(
    repository: Journals, systems: tuple[TurnSystem, ...], known: Mapping[Key, Encounter]
) -> tuple[PartyMember, ...]:
    """Return the party and the saved enemies, each member as the fight that it was in last has left it.

    ``known`` are fights that need not be read, by key. The fight that was played last counts, also a deleted one.
    """
    party = {member.identity: member for member in await repository.party()}
    for fight in await repository.encounters():
        latest = {
            identity
            for identity in (fight.left.members if fight.left and not fight.template else ())
            if identity in party and party[identity].since < fight.saved
        }
        if latest:
            encounter = known.get(fight.key) or await _read(repository, systems, fight)
            party |= _standings(encounter, systems, fight, [party[identity] for identity in latest])
    return tuple(party.values())


async def members_here(
    repository: Journals, systems: tuple[TurnSystem, ...], fight: OpenFight | None
) -> tuple[PartyMember, ...]:
    """Return the party and the saved enemies of the current campaign, as the last fights and the open one have them."""
    known = {fight.key: fight.session.encounter} if fight else {}
    return (await repository.campaigns()).here(await read_standings(repository, systems, known))


async def _read(repository: Journals, systems: tuple[TurnSystem, ...], fight: SavedFight) -> Encounter:
    return read_journal((await repository.read_journal(fight.key)).records, systems).session.encounter


def _standings(
    encounter: Encounter, systems: tuple[TurnSystem, ...], fight: SavedFight, members: Iterable[PartyMember]
) -> dict[Key, PartyMember]:
    """Return those of the members who are in the fight, as they stand there, by identity."""
    ids = {combatant.member: combatant.id for combatant in encounter.everybody().values() if combatant.member}
    there = [member for member in members if member.identity in ids]
    if not there:
        return {}
    system = system_of(encounter.system, systems).at(encounter)
    return {
        member.identity: replace(
            member,
            standing=command_to_carry(encounter, ids[member.identity], system),
            since=fight.saved,
            fight_name=fight.name,
            fight=fight.key,
        )
        for member in there
    }
