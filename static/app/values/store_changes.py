"""Changes of what is stored on the device, which happen together or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.values.party_members import PartyMember
from app.values.saved_campaign import SavedCampaign
from app.values.saved_fights import StoredFight
from app.values.saved_rule_set import SavedRuleSet
from app.values.stored_item_key import Key


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
