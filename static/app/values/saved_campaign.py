"""A campaign that is stored on the device."""

from __future__ import annotations

from dataclasses import dataclass

from app.values.stored_item_key import Key


@dataclass(frozen=True, slots=True)
class SavedCampaign:
    """A campaign. Fights, templates and members have its key."""

    key: Key
    name: str
    notes: tuple[str, ...] = ()
    """The lines of its notes."""
    is_current: bool = False
    """Whether it is the one whose fights and party are shown."""
