"""The members of the party, and saved enemies: combatants that are stored for other fights."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from app.values.stored_item_key import Key
from turntrack.codec.json_values import Time
from turntrack.core.commands import AddCombatant
from turntrack.history.templates import after_rest


@dataclass(frozen=True, slots=True)
class PartyMember:
    """A stored combatant: the command that adds it to an encounter of its system."""

    key: Key
    system: str
    command: AddCombatant
    enemy: bool = False
    """Whether it is an enemy that can be added many times, not a member of the party."""
    at: Time = field(default=0, compare=False)
    """When it was stored first, which orders the party."""
    of: Key = ""
    """The identity of the member that this one replaced; empty if there was none."""
    standing: AddCombatant | None = None
    """The member as the last fight, or a rest since then, has left it; None if it was in no fight."""
    since: Time = 0
    """The place of that fight or rest in the order of saving: its time, unless an earlier one has a later time."""
    fight_name: str = ""
    """The name of that fight; empty after a rest."""
    fight: Key = ""
    """The key of that fight; empty after a rest."""
    campaign: Key = ""

    @property
    def identity(self) -> Key:
        """Return the key that combatants have of the member, the same for all its versions."""
        return self.of or self.key

    def command_to_join(self, has_rested: bool = False) -> AddCombatant:
        """Return the command that adds the member as it stands, or as it stands after a rest."""
        command = self.standing or self.command
        return replace(after_rest(command) if has_rested else command, member="" if self.enemy else self.identity)


@dataclass(frozen=True, slots=True)
class RemovedMember:
    """A former member of the party that can be restored."""

    member: PartyMember
    when: str
    """The date of removal in the reader's format."""
