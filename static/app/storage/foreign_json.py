"""Reader of the JSON of other programs: the creatures in it, wherever they stand."""

from __future__ import annotations

from collections.abc import Mapping, Set

from app.storage.foreign_creatures import (
    DEEPEST,
    Creature,
    Titles,
    find,
    fold_keys,
    has_name,
    is_creature,
    read_creatures,
    value_names,
)
from app.storage.pathbuilder import creature_of_build
from app.storage.roster import Roster, shorten
from turntrack.core.errors import BadSave
from turntrack.systems.protocol import TurnSystem

BELONGINGS = ("items", "inventory", "equipment", "gear", "loot", "weapons")
"""Lists of a creature in which nobody is sought, though what they hold has a name and a quantity."""


def read_foreign_json(raw: object, system: TurnSystem) -> Roster:
    """Read the creatures in the JSON of another program. Raises BadSave if there are none."""
    titles: Titles = {}
    folded = fold_keys(raw, titles)
    build = creature_of_build(folded)
    search = _CreatureSearch(value_names(system), titles)
    search.collect(folded if build is None else build)
    if not search.creatures:
        search.collect_by_name(folded)
    if not search.creatures:
        raise BadSave("This is JSON, but no file of Turntrack, and nothing in it has a name and a health.")
    return read_creatures(
        search.creatures, system, search.names[0] if len(search.names) == 1 else "From a file", titles
    )


def names_in_json(raw: object) -> list[str]:
    """Return the texts of a list that holds only texts, alone or as the only value of an object."""
    if isinstance(raw, dict) and len(raw) == 1:
        (raw,) = raw.values()
    if isinstance(raw, list) and all(isinstance(item, str) and item.strip() for item in raw):
        return [" ".join(item.split()) for item in raw]
    return []


class _CreatureSearch:
    """Collects creatures, and the names of the objects that hold them."""

    def __init__(self, known: Set[str], titles: Titles) -> None:
        self._known = known
        self._titles = titles
        self.creatures = list[Creature]()
        self.names = list[str]()

    def collect(self, raw: object, deep: int = 0) -> None:
        """Collect the innermost objects that are creatures, or have a name and a count."""
        before = len(self.creatures)
        if deep > DEEPEST or not isinstance(raw, list | dict):
            return
        for inner in raw if isinstance(raw, list) else self._where_creatures_may_be(raw):
            self.collect(inner, deep + 1)
        if isinstance(raw, list) or not has_name(raw):
            return
        if len(self.creatures) > before:
            self.names.append(shorten(" ".join(str(find(raw, "name")).split())))
        elif is_creature(raw, self._known) or find(raw, "count") is not None:
            self.creatures.append(raw)

    def _where_creatures_may_be(self, raw: Creature) -> list[object]:
        has_belongings = is_creature(raw, self._known)
        return [inner for key, inner in raw.items() if not (has_belongings and key in BELONGINGS)]

    def collect_by_name(self, raw: object, deep: int = 0) -> None:
        """Collect creatures whose name is the key at which they stand: ``{"Mara": {"hp": 18}}``."""
        if deep > DEEPEST or not isinstance(raw, list | dict):
            return
        if isinstance(raw, dict):
            named = [
                {**inner, "name": self._titles[key]}
                for key, inner in raw.items()
                if isinstance(inner, Mapping) and not has_name(inner)
            ]
            if named and len(named) == len(raw) and all(is_creature(values, self._known) for values in named):
                self.creatures += named
                return
        for inner in raw if isinstance(raw, list) else raw.values():
            self.collect_by_name(inner, deep + 1)
