"""The campaigns of a device, and which of the stored fights and members belong to the current one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.values.party_members import PartyMember
from app.values.saved_campaign import SavedCampaign
from app.values.saved_fights import SavedFight
from app.values.stored_item_key import Key

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
