"""Which packs of creatures a fight searches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.values.stored import Key
from turntrack.systems.protocol import TurnSystem

BY_GAME: Mapping[str, str] = MappingProxyType(
    {name: name for name in ("rond6", "interlock", "unbound", "traveller", "zebra")}
)
"""The packs that come with the page, by the game whose fights search them."""

WITH_DEXTERITY = "srd-5.2"
"""The pack for all rules that go by a modifier of Dexterity."""


@dataclass(frozen=True, slots=True)
class SearchedPacks:
    """The packs that a fight searches."""

    campaign: Key
    games: tuple[str, ...]
    """The keys of its game: a coded system, or a preset."""
    ready: tuple[str, ...]
    """The names of the packs that come with the page."""


def searched_packs(system: TurnSystem, preset: str, campaign: Key) -> SearchedPacks:
    """Return the packs that a fight of these rules searches."""
    goes_by_dexterity = any(field.key == "dex" and field.is_modifier for field in system.fields)
    named = BY_GAME.get(system.key, WITH_DEXTERITY if goes_by_dexterity else "")
    return SearchedPacks(campaign, (system.key, preset) if preset else (system.key,), (named,) if named else ())
