"""Packs of creatures: values by what they mean, so that each system can take what it asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from turntrack.codec.dataclass_json import STORED, TYPED, list_reader, object_reader, write_fields
from turntrack.codec.json_values import Raw, Upgrade, read_head, read_json, read_list, read_text, write_json
from turntrack.core.errors import BadSave, quote
from turntrack.core.fields import LONGEST_NAME, LONGEST_TEXT, NOTHING, Field, Kind, Values, clean_text, read
from turntrack.core.fields import required_text as required
from turntrack.core.model import Counter, StatCard
from turntrack.rules.combatants import MOST_COUNTERS, read_card
from turntrack.rules.health import HEALTH, read_health_dice

PACK_KIND = "turntrack-creatures"
_PACK_UPGRADES: tuple[Upgrade, ...] = ()
"""Upgrades from each released format of packs to the next."""
PACK_FORMAT = len(_PACK_UPGRADES) + 1
_MOST_CREATURES = 20_000
_LONGEST_PACK = 40_000_000
MOST_NAMES = 20
_NUMBER = Field("number", "A number", Kind.NUMBER, 0, low=-9999, high=9999)


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature with its values by what they mean. What is left out is unknown."""

    name: str
    other_names: tuple[str, ...] = ()
    """Further names by which it is found: an older name, an abbreviation, another language."""
    health: int = 0
    """The health without wounds; 0 if it is unknown or has dice."""
    health_dice: str = ""
    """The dice of the health, such as ``2d6``, which are rolled if ``health`` is 0."""
    armour: int | None = None
    """The armour class; it goes into the note."""
    order_modifier: int | None = None
    """The modifier of the roll that decides who acts first. It outranks the attribute that rules take it from."""
    order_number: int | None = None
    """The number of the order itself, for rules that roll nothing."""
    attributes: Values = NOTHING
    """Values by the key or the label of a field of the rules. A score such as ``"dex": 14`` becomes its modifier."""
    turns: int = 0
    """The number of turns a round; 0 if it is unknown."""
    counters: tuple[Counter, ...] = ()
    """What is counted beside health."""
    note: str = ""
    card: StatCard = ()
    """The lines about what it can do."""

    def __post_init__(self) -> None:
        required("The name", self.name)
        for name in self.other_names:
            required("Another name", name)
        clean_text("The note", self.note, LONGEST_TEXT)
        read(HEALTH, self.health)
        if self.health_dice:
            read_health_dice(self.health_dice)
        for number in (self.armour, self.order_modifier, self.order_number, self.turns):
            read(_NUMBER, number or 0)
        for key, value in self.attributes.items():
            required("An attribute", key)
            clean_text(key, str(value), LONGEST_TEXT)
        for counter in self.counters:
            required("A counter", counter.name)
        read_card(self.card)

    @property
    def names(self) -> tuple[str, ...]:
        """Return all names, its own first."""
        return (self.name, *self.other_names)


@dataclass(frozen=True, slots=True)
class Pack:
    """Creatures that belong together."""

    name: str
    creatures: tuple[Creature, ...]
    game: str = ""
    """The key of the game whose fights search it, such as ``d20_twice``; empty for every game."""
    source: str = ""
    """Where they come from, and under which licence."""

    def __post_init__(self) -> None:
        required("The name of the pack", self.name)
        clean_text("The game", self.game, LONGEST_NAME)
        clean_text("The source", self.source, LONGEST_TEXT)


@cache  # made when it is needed: every start would make it, and the image of a start keep it
def _creature_reader() -> Callable[[object], Creature]:
    known = {
        **TYPED,
        tuple[str, ...]: list_reader(TYPED[str], MOST_NAMES),
        tuple[Counter, ...]: list_reader(object_reader(Counter, STORED), MOST_COUNTERS),
        StatCard: list_reader(TYPED[str]),
    }
    return object_reader(Creature, known)


@cache
def _rest_reader() -> Callable[[object], Pack]:
    return object_reader(Pack, {**TYPED, tuple[Creature, ...]: list_reader(read_creature, 0)}, what="The pack")


def read_creature(raw: object) -> Creature:
    """Read a creature from its JSON. Raises BadSave."""
    return _creature_reader()(raw)


def write_pack(pack: Pack) -> str:
    """Return the text of the file, one creature per line."""
    head = {key: value for key, value in write_fields(pack).items() if key != "creatures"}
    lines = ",\n".join(write_json(write_fields(creature)) for creature in pack.creatures)
    written = write_json({"kind": PACK_KIND, "format": PACK_FORMAT, **head})
    return f'{written[:-1]},"creatures":[\n{lines}\n]}}\n'


def read_pack(text: str) -> Pack:
    """Read a file. Raises BadSave, with the number and the name of the creature that cannot be read."""
    raw = _head(text)
    creatures = list[Creature]()
    for number, item in enumerate(read_list(raw.get("creatures"), _MOST_CREATURES), 1):
        try:
            creatures.append(read_creature(item))
        except BadSave as error:
            name = item.get("name") if isinstance(item, dict) else None
            called = f"Creature {number}, {quote(name)}" if name else f"Creature {number}"
            raise BadSave(f"{called}: {str(error).removeprefix('Creature').lstrip(',: ')}") from error
    return replace(_rest_reader()({**raw, "creatures": []}), creatures=tuple(creatures))


def _head(text: str) -> Raw:
    raw = read_json(text.removeprefix("\ufeff").strip(), _LONGEST_PACK)
    return read_head(raw, PACK_KIND, _PACK_UPGRADES, "This is no pack of creatures for Turntrack.")


class StoredPack(NamedTuple):
    """A pack that was read before: its creatures are read again one by one, when they are taken."""

    name: str
    game: str
    creatures: Sequence[object]
    """Each as JSON."""


def open_pack(text: str) -> StoredPack:
    """Open a file that was read before, without reading its creatures. Raises BadSave."""
    raw = _head(text)
    creatures = read_list(raw.get("creatures"), _MOST_CREATURES)
    return StoredPack(read_text(raw.get("name")), read_text(raw.get("game", "")), creatures)
