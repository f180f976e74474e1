"""What is kept on this device: the words of this wing, once.

An encounter that is *kept* has a *journal* of records and an entry in the list, where it is *saved*; it may be
*archived*, or *deleted* and brought back, until it is *purged*: deleted for good. What did not fit its journal is set
*aside*. Who is kept in the party is a *member*; who was, is *removed*. Names of fields that the store has, too, are the
store's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.values.fight_name import UNNAMED
from turntrack.core.commands import AddCombatant
from turntrack.systems.table_rules.rule_set import RuleSet


class NotStored(Exception):
    """The device has not taken it; nothing has changed. Says why."""


@dataclass(frozen=True, slots=True)
class FightSummary:
    """This is how an encounter was left: what a glance at it would tell."""

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
    """This is what the list is to say of an encounter that is being played."""

    name: str
    system: str
    combatants: int
    left: FightSummary | None = None
    """None where it is not known."""


@dataclass(frozen=True, slots=True)
class StoredFight:
    """This is one encounter as it is kept: its entry in the list, and its journal as text."""

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
    """This is what the list says of an encounter that is kept on this device."""

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
        """Say whether it was made and nothing else: it has no name, nobody is in it, and no reading was chosen."""
        return self.steps == 1 and not self.combatants and self.name == UNNAMED


@dataclass(frozen=True, slots=True)
class Journal:
    """These are the records of an encounter as they were found, and what had to be mended, or would have to be."""

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
    """This is a part of a journal that could not be read: kept as it was found until the game master says otherwise."""

    id: int
    name: str
    why: str
    records: tuple[str, ...]
    """Its rows, as JSON."""
    key: str = ""
    """The encounter it was part of; empty for what is no part of a journal, whose ``id`` is below 0."""

    @property
    def text(self) -> str:
        """Return the rows, a line each, as they are exported."""
        return "\n".join(self.records) + "\n"


@dataclass(frozen=True, slots=True)
class PartyMember:
    """This is a combatant of the party: the command that brings it into an encounter of its system."""

    key: str
    system: str
    command: AddCombatant
    enemy: bool = False
    """Whether it is kept as a template to bring in again and again, and is not of the party itself."""
    at: int = field(default=0, compare=False)
    """When it was kept first, in milliseconds since 1970: the party stands in that order; 0 where it is not known."""


@dataclass(frozen=True, slots=True)
class RemovedMember:
    """This is somebody who was in the party, and can be brought back."""

    member: PartyMember
    when: str
    """The removal, as the reader writes dates."""


@dataclass(frozen=True, slots=True)
class SavedRuleSet:
    """This is a rule set that a table has made."""

    key: str
    rules: RuleSet
    gone: str = ""
    """The day on which it was deleted, as the reader writes dates; empty for one that is there."""


@dataclass(frozen=True, slots=True)
class EntryChange:
    """This is a change of an entry in the list, or of a member; None leaves a field as it is."""

    name: str | None = None
    archived: bool | None = None
    deleted: int | None = None
    """When, in milliseconds since 1970; 0 brings it back."""


@dataclass(frozen=True, slots=True)
class StoreChanges:
    """These are several changes of what is kept that happen together or not at all."""

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
