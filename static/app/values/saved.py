"""Values stored on the device: fights, journals, party members, rule sets and quarantined parts.

A stored encounter has a *journal* of records and an entry in the list. It may be *archived*, or *deleted* and restored,
until it is *purged* for good. Parts that did not fit the journal are *quarantined*. The party has *members* and
*removed* members. Field names that also exist in the JavaScript store are the store's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from app.values.fight_name import UNNAMED
from turntrack.codec.json_values import Time
from turntrack.core.commands import AddCombatant
from turntrack.history.combatant_transfer import after_rest
from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules.rule_set import RuleSet

type Word = str
"""The name of a condition."""

type Key = str
"""The key of a stored encounter, member or rule set."""


class NotStored(Exception):
    """Raised if the device did not store a change; nothing has changed. The message is the reason."""


@dataclass(frozen=True, slots=True)
class FightSummary:
    """The state in which an encounter was left, for the list."""

    round: int = 0
    """0 before the first round."""
    part: int = 0
    is_open: bool = False
    """Whether a round is running."""
    acting: tuple[str, ...] = ()
    """The names of the first actors."""
    many: int = 0
    """Number of actors."""
    number: str = ""
    """The first actor's score; empty if there is none."""
    side: int | None = None
    """The index of the acting side."""
    coming: tuple[str, ...] = ()
    """The names of the next turns, as far as they are known."""
    options: Mapping[str, str] = MappingProxyType({})
    """The table's options."""
    rules: str = ""
    """The title of the table's own rule set, if the fight has one."""
    emblem: Emblem | None = None
    """The emblem of that rule set."""
    where: str = ""
    """The round in the words of that rule set."""
    is_over: bool = False
    """Whether the last step ended the fight."""
    origin: str = ""
    """The template that the fight was begun from; for a template, the fight that it was saved from."""
    words: tuple[Word, ...] = ()
    """The names of the table's own conditions, the latest last."""
    members: tuple[Key, ...] = ()
    """The members of the party who are in it, by identity."""
    preset: str = ""
    """The preset that the fight was begun with; empty for none."""


@dataclass(frozen=True, slots=True)
class ListEntry:
    """The entry of a running encounter in the list."""

    name: str
    system: str
    combatants: int
    left: FightSummary | None = None
    """None if unknown."""
    campaign: Key = ""
    """The campaign of a new encounter; empty for a stored encounter, which stays in its campaign."""


@dataclass(frozen=True, slots=True)
class StoredFight:
    """A stored encounter: its entry in the list, and its journal as text."""

    key: str
    name: str
    system: str
    combatants: int
    played: Time
    archived: bool
    records: tuple[str, ...]
    left: FightSummary | None = None
    """The state after the last record; None if unknown."""
    template: bool = False
    """Whether this is a template, from which fights are begun, and not a fight."""
    place: int = 0
    """The place of a template in its list; 0 if it was never moved."""
    campaign: Key = ""


@dataclass(frozen=True, slots=True)
class SavedFight:
    """An encounter of the list."""

    key: str
    name: str
    system: str
    when: str
    """The time of the last record in the reader's format."""
    combatants: int = 0
    played: int = 0
    """The same, in milliseconds since 1970."""
    archived: bool = False
    deleted: bool = False
    steps: int = 0
    """Number of its records."""
    left: FightSummary | None = None
    """The state in which it was left; None if unknown."""
    template: bool = False
    """Whether this is a template, from which fights are begun, and not a fight."""
    place: int = 0
    """The place of a template in its list; 0 if it was never moved."""
    campaign: Key = ""

    @property
    def is_untouched(self) -> bool:
        """Return whether the encounter has no name, no combatants, and nothing but the rules of its game."""
        steps = 2 if self.left and self.left.preset else 1
        return self.steps == steps and not self.combatants and self.name == UNNAMED


def templates_in_order(saved: Iterable[SavedFight]) -> tuple[SavedFight, ...]:
    """Return the templates that are not deleted: first those never moved, the last saved first, then the others."""
    templates = (fight for fight in saved if fight.template and not fight.deleted)
    return tuple(sorted(templates, key=lambda template: template.place))


@dataclass(frozen=True, slots=True)
class Journal:
    """The records of an encounter as they were read, with the repairs that were made or are needed."""

    records: tuple[str, ...]
    restored: int = 0
    """Number of records that came from the backup log because the store did not have them."""
    aside: int = 0
    """Number of records that did not fit and were quarantined."""
    missing: int = 0
    """Number of records known to be missing at the end."""
    newer: bool = False
    """Whether a newer version of Turntrack has written it: it must not be overwritten."""
    name: str = ""
    """The name in the list."""


@dataclass(frozen=True, slots=True)
class QuarantinedPart:
    """A part of a journal that could not be read, kept as it was until the game master discards it."""

    id: int
    name: str
    why: str
    records: tuple[str, ...]
    """The rows as JSON."""
    key: str = ""
    """The encounter it was part of; empty for other data, whose ``id`` is below 0."""

    @property
    def text(self) -> str:
        """Return the rows for export, one per line."""
        return "\n".join(self.records) + "\n"


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
    """The time of that fight or rest."""
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


@dataclass(frozen=True, slots=True)
class SavedRuleSet:
    """A rule set made by the table."""

    key: Key
    rules: RuleSet
    gone: str = ""
    """The date of deletion in the reader's format; empty if it is not deleted."""


@dataclass(frozen=True, slots=True)
class SavedCampaign:
    """A campaign. Fights, templates and members have its key."""

    key: Key
    name: str
    notes: tuple[str, ...] = ()
    """The lines of its notes."""
    is_current: bool = False
    """Whether it is the one whose fights and party are shown."""


@dataclass(frozen=True, slots=True)
class EntryChange:
    """A change of an entry in the list or of a member; None leaves a field as it is."""

    name: str | None = None
    archived: bool | None = None
    place: int | None = None
    campaign: Key | None = None
    deleted: int | None = None
    """The time of deletion in milliseconds since 1970; 0 restores the entry."""


@dataclass(frozen=True, slots=True)
class StoreChanges:
    """Changes of the store that happen together or not at all."""

    move: tuple[tuple[str, str], ...] = ()
    """Encounters that make room: from key to new key, archived."""
    put: tuple[StoredFight, ...] = ()
    """New encounters, under free keys."""
    change: Mapping[str, EntryChange] = field(default_factory=dict)
    """Changes of entries in the list, by key."""
    party: tuple[PartyMember, ...] = ()
    rule_sets: tuple[SavedRuleSet, ...] = ()
    campaigns: tuple[SavedCampaign, ...] = ()
    party_change: Mapping[str, EntryChange] = field(default_factory=dict)
    """Changes of members, rule sets and campaigns, by key."""
    discarded: tuple[int, ...] = ()
    purge: tuple[str, ...] = ()
    """Encounters to delete for good."""
