"""View of stored combatants that can join the open fight: party members and enemies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.values.party_members import PartyMember
from app.values.player_sides import own_sides
from turntrack.core.commands import AddCombatant
from turntrack.core.common_settings import OWN_SIDES, setting
from turntrack.core.model import Combatant, Encounter, Id
from turntrack.rules.health_arithmetic import counts_up, tally

FEW_ENEMIES = 8
"""So many stored enemies need no search."""

MOST_SHOWN = 12
"""At most this many of each kind are shown."""


@dataclass(frozen=True, slots=True)
class MemberView:
    """A member who is not in the fight."""

    key: str
    name: str
    state: str = ""
    """How the last fight has left the member, in a few words; empty if there is nothing to recover."""


@dataclass(frozen=True, slots=True)
class PartyView:
    """The members who are not in the fight, and the stored enemies: keys and names."""

    party: tuple[MemberView, ...] = ()
    missing: int = 0
    """Number of party members who are not in the fight, shown or not."""
    enemies: tuple[tuple[str, str], ...] = ()
    others: tuple[tuple[str, str, str], ...] = ()
    """Enemies stored for other rules, of which only shared fields are taken: keys, names and rules."""
    is_searched: bool = False
    """Whether there are so many enemies that they can be searched."""

    @property
    def can_rest(self) -> bool:
        """Return whether a rest would change a member."""
        return any(member.state for member in self.party)


def party_view(
    members: tuple[PartyMember, ...], encounter: Encounter, titles: Mapping[str, str], sought: str = ""
) -> PartyView:
    """Sort the stored combatants by whether and how they can join the fight.

    ``sought`` is what the name, the note or the card of an enemy must contain.
    """
    missing = missing_members(members, encounter)
    up = counts_up(encounter)
    party = tuple(
        MemberView(member.key, member.command_to_join().name, state_words(member, up=up)) for member in missing
    )
    is_searched = sum(member.enemy for member in members) > FEW_ENEMIES
    stored = [member for member in members if member.enemy and (not is_searched or _contains(member.command, sought))]
    enemies = [(member.key, member.command.name) for member in stored if member.system == encounter.system]
    others = [
        (member.key, member.command.name, titles.get(member.system, member.system))
        for member in stored
        if member.system != encounter.system
    ]
    room = MOST_SHOWN - len(enemies[:MOST_SHOWN])
    return PartyView(party[:MOST_SHOWN], len(party), tuple(enemies[:MOST_SHOWN]), tuple(others[:room]), is_searched)


def _contains(command: AddCombatant, sought: str) -> bool:
    text = "\n".join((command.name, command.group, command.note, *command.card)).casefold()
    return all(word in text for word in sought.casefold().split())


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


def state_words(member: PartyMember, *, up: bool) -> str:
    """Say how the last fight has left a member: ``6 of 15, arrows 3 of 12, blind``; empty for a whole one.

    ``up`` tells that damage is counted up.
    """
    return command_state_words(member.standing, up=up) if member.standing else ""


def command_state_words(command: AddCombatant, *, up: bool) -> str:
    """Say what a carried combatant has to recover; empty for nothing."""
    return ", ".join(_state(command, up))


def _state(command: AddCombatant, up: bool) -> Iterable[str]:
    if command.fallen:
        yield "down"
    full = max(command.health, command.full_health)
    if command.health < full:
        yield str(tally(command.health, full, up=up))
    if command.temporary:
        yield f"{command.temporary} temporary"
    yield from (
        f"{counter.name} {counter.value} of {counter.most}"
        for counter in command.counters
        if counter.value < counter.most
    )
    yield from (condition.name for condition in command.conditions)
    yield from (f"{key.replace('_', ' ')} {value}" for key, value in command.facts.items())
