"""Values of what is stored on the device: fights, journals, party members, rule sets and quarantined parts.

A stored encounter has a *journal* of records and an entry in the list. It may be *archived*, or *deleted* and restored,
until it is *purged* for good. Parts that did not fit the journal are *quarantined*. The party has *members* and
*removed* members. Field names that also exist in the JavaScript store are the store's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.values.fight_name import UNNAMED
from turntrack.core.commands import AddCombatant
from turntrack.systems.table_rules.rule_set import RuleSet


class NotStored(Exception):
    """Raised if the device did not store a change; nothing has changed. The message is the reason."""


@dataclass(frozen=True, slots=True)
class FightSummary:
    """The state in which an encounter was left, for the list."""

    round: int = 0
    """0 before the first."""
    part: int = 0
    is_open: bool = False
    """Whether a round is running."""
    acting: tuple[str, ...] = ()
    """The names of the first of those who act."""
    many: int = 0
    """How many act."""
    number: str = ""
    """That of the first who acts; empty where there is none."""
    side: int | None = None
    """The place of the side that acts, among the sides."""
    coming: tuple[str, ...] = ()
    """Whose the next turns are, as far as that is known."""
    options: tuple[tuple[str, str], ...] = ()
    """What the table has chosen, by option."""
    rules: str = ""
    """What its own rules are called, where it goes by some."""
    emblem: str = ""
    """Their drawing."""
    where: str = ""
    """What they call the round."""
    is_over: bool = False
    """Whether the end of the fight was the last thing said in it."""
    origin: str = ""
    """The template that it was begun from; of a template, the fight that it was saved from."""


@dataclass(frozen=True, slots=True)
class ListEntry:
    """The entry of a running encounter in the list."""

    name: str
    system: str
    combatants: int
    left: FightSummary | None = None
    """None where it is not known."""


@dataclass(frozen=True, slots=True)
class StoredFight:
    """A stored encounter: its entry in the list, and its journal as text."""

    key: str
    name: str
    system: str
    combatants: int
    played: int
    """Milliseconds since 1970; 0 where it is not known."""
    archived: bool
    records: tuple[str, ...]
    left: FightSummary | None = None
    """How it was left after the last of them; None where that is not known."""
    template: bool = False
    """Whether fights are begun from it, and it is none itself."""


@dataclass(frozen=True, slots=True)
class SavedFight:
    """An encounter of the list."""

    key: str
    name: str
    system: str
    when: str
    """It was last played, as the reader writes dates."""
    combatants: int = 0
    played: int = 0
    """The same, in milliseconds since 1970."""
    archived: bool = False
    deleted: bool = False
    steps: int = 0
    """How many records there are of it."""
    left: FightSummary | None = None
    """How it was left; None where that is not known."""
    template: bool = False
    """Whether fights are begun from it, and it is none itself."""

    @property
    def is_untouched(self) -> bool:
        """Return whether the encounter has no name, no combatants and no chosen options."""
        return self.steps == 1 and not self.combatants and self.name == UNNAMED


@dataclass(frozen=True, slots=True)
class Journal:
    """The records of an encounter as they were read, with the repairs that were made or are needed."""

    records: tuple[str, ...]
    restored: int = 0
    """So many had not reached the store and came from the second chance."""
    aside: int = 0
    """So many did not fit and were set aside."""
    missing: int = 0
    """So many are known to be missing at the end."""
    newer: bool = False
    """A newer version has written it: not to be written over."""
    name: str = ""
    """What the list calls it."""


@dataclass(frozen=True, slots=True)
class QuarantinedPart:
    """A part of a journal that could not be read, kept as it was until the game master discards it."""

    id: int
    name: str
    why: str
    records: tuple[str, ...]
    """Its rows, as JSON."""
    key: str = ""
    """The encounter it was part of; empty for what is no part of a journal, whose ``id`` is below 0."""

    @property
    def text(self) -> str:
        """Return the rows for export, one per line."""
        return "\n".join(self.records) + "\n"


@dataclass(frozen=True, slots=True)
class PartyMember:
    """A stored combatant: the command that adds it to an encounter of its system."""

    key: str
    system: str
    command: AddCombatant
    enemy: bool = False
    """Whether it is kept as a template to bring in again and again, and is not of the party itself."""
    at: int = field(default=0, compare=False)
    """When it was kept first, in milliseconds since 1970: the party stands in that order; 0 where it is not known."""


@dataclass(frozen=True, slots=True)
class RemovedMember:
    """A former member of the party that can be restored."""

    member: PartyMember
    when: str
    """The removal, as the reader writes dates."""


@dataclass(frozen=True, slots=True)
class SavedRuleSet:
    """A rule set made by the table."""

    key: str
    rules: RuleSet
    gone: str = ""
    """The day on which it was deleted, as the reader writes dates; empty for one that is there."""


@dataclass(frozen=True, slots=True)
class EntryChange:
    """A change of an entry in the list or of a member; None leaves a field as it is."""

    name: str | None = None
    archived: bool | None = None
    deleted: int | None = None
    """When, in milliseconds since 1970; 0 brings it back."""


@dataclass(frozen=True, slots=True)
class StoreChanges:
    """Changes of the store that happen together or not at all."""

    move: tuple[tuple[str, str], ...] = ()
    """Encounters that make room: from a key to a new one, archived."""
    put: tuple[StoredFight, ...] = ()
    """New encounters, under keys that are free."""
    change: Mapping[str, EntryChange] = field(default_factory=dict)
    """By key, of entries in the list."""
    party: tuple[PartyMember, ...] = ()
    rule_sets: tuple[SavedRuleSet, ...] = ()
    party_change: Mapping[str, EntryChange] = field(default_factory=dict)
    """By key, of members, and of rule sets."""
    discarded: tuple[int, ...] = ()
    purge: tuple[str, ...] = ()
    """Encounters to delete for good."""
