"""View of stored combatants that can join the open fight: party members and enemies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.values.stored import PartyMember, missing_members
from app.views.party_standing_words import state_words
from turntrack.core.commands import AddCombatant
from turntrack.core.model import Encounter
from turntrack.rules.health import counts_up

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
class JoinableCombatants:
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


def joinable_combatants(
    members: tuple[PartyMember, ...], encounter: Encounter, titles: Mapping[str, str], sought: str = ""
) -> JoinableCombatants:
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
    return JoinableCombatants(
        party[:MOST_SHOWN], len(party), tuple(enemies[:MOST_SHOWN]), tuple(others[:room]), is_searched
    )


def _contains(command: AddCombatant, sought: str) -> bool:
    text = "\n".join((command.name, command.group, command.note, *command.card)).casefold()
    return all(word in text for word in sought.casefold().split())
