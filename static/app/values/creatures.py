"""Which packs of creatures a fight searches, and the search by name in them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.values.stored import Key
from turntrack.core.errors import BadSave
from turntrack.lines.plurals import singular
from turntrack.saves.packs import Creature, StoredPack, read_creature
from turntrack.systems.protocol import TurnSystem

SRD = "srd-5.2"
READY: Mapping[str, str] = MappingProxyType({
    **{key: key for key in ("rond6", "interlock", "unbound", "traveller", "zebra")},
    "d20_once": SRD,
    "d20_twice": SRD,
})  # fmt: skip
"""The packs that come with the page, by the game whose fights search them."""


@dataclass(frozen=True, slots=True)
class SearchedPacks:
    """The packs that a fight searches."""

    campaign: Key
    games: tuple[str, ...]
    """The keys of its game: a coded system, or a preset."""
    ready: tuple[str, ...]
    """The names of the packs that come with the page."""


def searched_packs(system: TurnSystem, preset: str, campaign: Key) -> SearchedPacks:
    """Return the packs that a fight of these rules searches.

    A table’s own rules that go by a modifier of Dexterity are taken for a variant of D&D.
    """
    is_variant = not preset and any(field.key == "dex" and field.is_modifier for field in system.fields)
    ready = READY.get(preset or system.key, SRD if is_variant else "")
    return SearchedPacks(campaign, (system.key, preset) if preset else (system.key,), (ready,) if ready else ())


_MOST_HITS = 200
"""So many names are looked at before the best are taken."""
_END = "\n"
"""Stands before each name in the text that is searched; a space stands before each of its words."""


@dataclass(frozen=True, slots=True)
class KnownCreature:
    """A creature, and the pack that it is from."""

    creature: Creature
    pack: str


class Creatures:
    """All creatures of some packs.

    A search looks at one long text with all names, so that its work hardly grows with their number.
    """

    __slots__ = ("_by_name", "_places", "_starts", "_text", "packs")

    def __init__(self, packs: Iterable[StoredPack] = ()) -> None:
        self.packs = tuple(packs)
        self._by_name: dict[str, tuple[int, int]] = {}
        self._places: list[tuple[int, int]] = []
        self._starts: list[int] = []
        pieces, length = list[str](), 0
        for at, pack in enumerate(self.packs):
            for place, raw in enumerate(pack.creatures):
                for name in _names_in(raw):
                    self._by_name.setdefault(name, (at, place))
                    self._places.append((at, place))
                    self._starts.append(length)
                    pieces.append(f"{_END} {name}")
                    length += len(pieces[-1])
        self._text = f"{''.join(pieces)}{_END}"

    def __len__(self) -> int:
        return sum(len(pack.creatures) for pack in self.packs)

    def find(self, name: str) -> KnownCreature | None:
        """Return the creature with this name, in the singular or the plural; None if there is none."""
        for called in (name, singular(name)):
            if place := self._by_name.get(fold(called)):
                return self._read(place)
        return None

    def search(self, typed: str, most: int) -> tuple[KnownCreature, ...]:
        """Return creatures with words that begin as the typed ones.

        First come those whose names begin so, the shortest before longer ones.
        """
        places = dict.fromkeys(
            place for called in dict.fromkeys((typed, singular(typed))) for place in self._search(fold(called))
        )
        read = (self._read(place) for place in list(places)[:most])
        return tuple(known for known in read if known)

    def _search(self, typed: str) -> Iterator[tuple[int, int]]:
        first, *others = typed.split() or [""]
        if not first:
            return
        for sought in (f"{_END} {first}", f" {first}"):
            hits = list[tuple[int, int]]()
            at = self._text.find(sought)
            while at >= 0 and len(hits) < _MOST_HITS:
                place = bisect_right(self._starts, at) - 1
                end = self._text.index(_END, self._starts[place] + 1)
                hits.append((end - self._starts[place], place))
                at = self._text.find(sought, end)
            for length, place in sorted(hits):
                name = self._text[self._starts[place] : self._starts[place] + length]
                if all(f" {word}" in name for word in others):
                    yield self._places[place]

    def _read(self, place: tuple[int, int]) -> KnownCreature | None:
        pack = self.packs[place[0]]
        try:
            return KnownCreature(read_creature(pack.creatures[place[1]]), pack.name)
        except BadSave:
            return None  # damaged on the device: it is as if it were not there


NO_CREATURES = Creatures()


def name_as_typed(creature: Creature, typed: str) -> str:
    """Return the name of the creature that was typed, in its spelling: *Goblin* for the Goblin Warrior."""
    folded = (fold(typed), fold(singular(typed)))
    return next((name for name in creature.names if fold(name) in folded), creature.name)


def fold(name: str) -> str:
    """Return a name as it is searched: in lower case, with single spaces and plain apostrophes."""
    return " ".join(name.casefold().replace("’", "'").replace("-", " ").split())


def _names_in(raw: object) -> Iterator[str]:
    """Yield the folded names of a creature as it is stored."""
    if not isinstance(raw, dict):
        return
    others = raw.get("other_names")
    for name in (raw.get("name"), *(others if isinstance(others, list) else ())):
        if isinstance(name, str) and fold(name):
            yield fold(name)
