"""What is stored on the device: fights, campaigns, rule sets, the party, and the changes of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType

from app.values.fight_names import UNNAMED
from turntrack.codec.json_values import Time
from turntrack.core.commands import AddCombatant, ChooseOption
from turntrack.core.fields import Option, Pick
from turntrack.core.model import Combatant, Encounter, Id
from turntrack.core.own_sides import own_sides
from turntrack.core.settings import COUNTING, OWN_SIDES, SETTINGS, UNIT, setting
from turntrack.history.templates import after_rest
from turntrack.systems.protocol import Emblem, TurnSystem
from turntrack.systems.table_rules.rule_set import RuleSet

type Key = str
"""The key of a stored encounter, member or rule set."""

type Word = str
"""The name of a condition."""


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
    played: Time = 0
    """The time that the list shows; 0 for now."""


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
    order: int = 0
    """Its place in the order of saving, in milliseconds too; 0 if that is the time by the clock."""

    @property
    def saved(self) -> int:
        """Return its place in the order of saving, which does not trust the clock."""
        return self.order or self.played

    def with_records(self, records: tuple[str, ...]) -> StoredFight:
        """Return the encounter with its journal, and without its summary."""
        common = {name: getattr(self, name) for name in _COMMON}
        return StoredFight(**common, records=records)

    @property
    def is_example(self) -> bool:
        """Return whether the next fight can take over its settings: it is not deleted, untouched or a template."""
        return not (self.deleted or self.template or self.is_untouched)

    @property
    def is_untouched(self) -> bool:
        """Return whether the encounter has no name, no combatants, and nothing but the rules of its game."""
        steps = 2 if self.left and (self.left.preset or self.left.rules) else 1
        return self.steps == steps and not self.combatants and self.name == UNNAMED


_COMMON = {each.name for each in fields(SavedFight)} & {each.name for each in fields(StoredFight)} - {"left"}
"""The fields of an entry that go along with its journal: all that both have, so that no new one is forgotten."""


def templates_in_order(saved: Iterable[SavedFight]) -> tuple[SavedFight, ...]:
    """Return the templates that are not deleted: first those never moved, the last saved first, then the others."""
    templates = (fight for fight in saved if fight.template and not fight.deleted)
    return tuple(sorted(templates, key=lambda template: template.place))


@dataclass(frozen=True, slots=True)
class Journal:
    """The records of an encounter as they were read, with the repairs that were made or are needed."""

    records: tuple[str, ...]
    restored: int = 0
    """Number of records that came from the copy in localStorage because the store did not have them."""
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


MOST_SAID = 3


def inherited_options(system: TurnSystem, saved: tuple[SavedFight, ...]) -> tuple[ChooseOption, ...]:
    """Return the options of the fight played last that differ from the defaults and that this system knows.

    What damage is dealt in is left to the rules, where each fight has its own.
    """
    played = (fight for fight in saved if fight.system == system.key and fight.is_example)
    last = next(played, None)
    chosen = last.left.options if last and last.left else {}
    known = (
        (option, pick) for option, pick in _known(system, chosen) if option != UNIT or not system.has_rules_of_fights
    )
    return tuple(ChooseOption(option.key, pick.key) for option, pick in known)


def inherited_words(system: TurnSystem, saved: tuple[SavedFight, ...]) -> tuple[str, ...]:
    """Return the names of the table's own conditions that the fight played last knows, the latest last.

    It knows those of earlier fights, but for those that were forgotten.
    """
    fights = (fight for fight in saved if fight.system == system.key and not (fight.deleted or fight.template))
    return next((fight.left.words for fight in fights if fight.left), ())


def inherited_options_words(system: TurnSystem, commands: tuple[ChooseOption, ...]) -> str:
    """Name the options taken over; empty if there are none."""
    said = [
        f"{option.label}: {pick.label}"
        for option, pick in _known(system, {command.key: command.value for command in commands})
    ]
    more = f", and {len(said) - MOST_SAID} more" if len(said) > MOST_SAID else ""
    return f"as in your last fight: {'; '.join(said[:MOST_SAID])}{more}." if said else ""


def systems_counting_up(systems: Iterable[TurnSystem], saved: tuple[SavedFight, ...]) -> frozenset[str]:
    """Return the keys of the systems whose next fight will count damage up, as their last one did."""
    up = ChooseOption(COUNTING.key, "up")
    return frozenset(system.key for system in systems if up in inherited_options(system, saved))


def _known(system: TurnSystem, chosen: Mapping[str, str]) -> Iterator[tuple[Option, Pick]]:
    for option in (*system.options, *SETTINGS):
        value = chosen.get(option.key, option.default)
        yield from ((option, pick) for pick in option.values if pick.key == value != option.default)


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
    own = own_sides(everybody, setting(encounter, OWN_SIDES))
    own = own if any(combatant.side not in own for combatant in everybody.values()) else frozenset()
    return tuple(key for key, combatant in everybody.items() if combatant.member or combatant.side in own)


MOST_RULE_SETS = 100
"""The largest number of stored rule sets."""


@dataclass(frozen=True, slots=True)
class SavedRuleSet:
    """A rule set made by the table."""

    key: Key
    rules: RuleSet
    gone: str = ""
    """The date of deletion in the reader's format; empty if it is not deleted."""


MOST_PACKS = 40
"""The largest number of kept packs of creatures."""


@dataclass(frozen=True, slots=True)
class SavedPack:
    """A pack of creatures that is kept on the device."""

    key: Key
    name: str
    campaign: Key = ""
    """The campaign whose fights search it; empty for all."""
    game: str = ""
    """The key of the game whose fights search it; empty for all."""
    creatures: int = 0
    """The number of its creatures."""
    text: str = ""
    """The file."""


@dataclass(frozen=True, slots=True)
class SavedCampaign:
    """A campaign. Fights, templates and members have its key."""

    key: Key
    name: str
    notes: tuple[str, ...] = ()
    """The lines of its notes."""
    is_current: bool = False
    """Whether it is the one whose fights and party are shown."""


WITHOUT = "Without a campaign"
"""The name of the place for all that belongs to no campaign."""


@dataclass(frozen=True, slots=True)
class Campaigns:
    """All campaigns, by name. An entry whose campaign is not among them belongs to none, so nothing is ever lost."""

    all: tuple[SavedCampaign, ...] = ()

    @property
    def current(self) -> SavedCampaign | None:
        """Return the campaign that is shown; None if it is what belongs to no campaign."""
        return next((campaign for campaign in self.all if campaign.is_current), None)

    @property
    def current_key(self) -> Key:
        """Return the key that new entries get; empty for no campaign."""
        return self.current.key if self.current else ""

    @property
    def is_choice(self) -> bool:
        """Return whether there is more than one place to choose from."""
        return len(self.all) > 1 or (bool(self.all) and self.current is None)

    def find(self, key: Key) -> SavedCampaign | None:
        """Return the campaign with this key."""
        return next((campaign for campaign in self.all if campaign.key == key), None)

    def name_of(self, key: Key) -> str:
        """Return the name of the campaign with this key, or of the place for all that belongs to none."""
        campaign = self.find(key)
        return campaign.name if campaign else WITHOUT

    def of(self, entry: SavedFight | PartyMember) -> Key:
        """Return the key of the entry's campaign; empty if it belongs to none."""
        return entry.campaign if self.find(entry.campaign) else ""

    def here[Entry: (SavedFight, PartyMember)](self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """Return the entries of the current campaign."""
        return tuple(entry for entry in entries if self.of(entry) == self.current_key)

    def others_of(self, entry: SavedFight) -> tuple[tuple[Key, str], ...]:
        """Return keys and names of the campaigns to which the entry can move."""
        named = ((campaign.key, campaign.name) for campaign in self.all)
        places = (*named, ("", WITHOUT)) if self.all else ()
        return tuple((key, name) for key, name in places if key != self.of(entry))

    def others(self, entries: Iterable[SavedFight | PartyMember]) -> tuple[tuple[Key, str], ...]:
        """Return keys and names of the campaigns that are not shown, and of what belongs to none if there is any."""
        named = tuple((campaign.key, campaign.name) for campaign in self.all if not campaign.is_current)
        is_apart = self.current is not None and any(not self.of(entry) for entry in entries)
        return (*named, ("", WITHOUT)) if is_apart else named


class NotStored(Exception):
    """Raised if the device did not store a change; nothing has changed. The message is the reason."""


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
    packs: tuple[SavedPack, ...] = ()
    dropped_packs: tuple[Key, ...] = ()
