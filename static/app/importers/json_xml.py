"""Readers of the JSON and XML of other programs: which of its records are creatures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from app.importers.builds import creature_of_build, creature_of_character
from app.importers.creatures import is_creature, read_creatures, value_names
from app.importers.elements import read_tree
from app.importers.labels import Creature, Titles, fold_in_portions
from app.importers.meanings import (
    ACTORS,
    ASIDE,
    BELONGINGS,
    COMBATANTS,
    COMPANIONS,
    OwnValues,
    Quantity,
    is_item,
    is_owner,
    name_of,
    own_values,
    split_companions,
)
from app.importers.portions import Portions
from app.importers.rows import shorten
from app.values.lists import Roster
from turntrack.core.errors import BadSave
from turntrack.systems.protocol import TurnSystem

PORTION = 50
"""The records that are looked at between two pauses."""
LONGEST_ADVICE = 300
"""The most characters of the names that a refusal gives."""


def read_foreign_json(raw: object, system: TurnSystem) -> Portions[Roster]:
    """Read the creatures in the JSON of another program. Raises BadSave if there are none."""
    titles: Titles = {}
    folded = yield from fold_in_portions(raw, titles)
    build = creature_of_build(folded) or creature_of_character(folded)
    search = _CreatureSearch(value_names(system), titles)
    for _ in search.collect(folded if build is None else build):
        yield 0.0
    if not search.creatures:
        search.collect_by_name(folded)
    passed = ", ".join(dict.fromkeys(search.passed))
    if not search.creatures:
        only = f" It holds {passed}." if passed else ""
        raise BadSave(
            "This is JSON, but not a file from Turntrack, and nothing in it has a name and a health value."
            + only[:LONGEST_ADVICE]
        )
    return (
        yield from read_creatures(
            search.creatures,
            system,
            search.names[0] if len(search.names) == 1 else "From a file",
            titles,
            notes=[f"Left out, for having no health and no value that these rules use: {passed}."] if passed else (),
            left_out=tuple(dict.fromkeys(search.things)),
        )
    )


def names_in_json(raw: object) -> list[str]:
    """Return the texts of a list that holds only texts, alone or as the only value of an object."""
    if isinstance(raw, dict) and len(raw) == 1:
        (raw,) = raw.values()
    if isinstance(raw, list) and all(isinstance(item, str) and item.strip() for item in raw):
        return [" ".join(item.split()) for item in raw]
    return []


def _listed_names(raw: Creature) -> Iterator[str]:
    """Yield the texts in lists of combatants: ``"players": ["Mara", "Kim"]``."""
    for key in COMBATANTS:
        inner = raw.get(key)
        if isinstance(inner, list):
            yield from (shorten(item) for item in inner if isinstance(item, str))


class _CreatureSearch:
    """Collects creatures, the names of the objects that hold them, and who was passed over."""

    def __init__(self, known: Set[str], titles: Titles) -> None:
        self._known = known
        self._titles = titles
        self.creatures = list[Creature]()
        self.names = list[str]()
        self.passed = list[str]()
        self._seen = 0
        self.things = list[str]()
        """The names of records that are no creatures."""

    def collect(self, raw: object, *, is_within: bool = False) -> Iterator[None]:
        """Collect objects with a name and a health, an armour class or a place in the order; yield now and then.

        Within such a creature nobody is sought but companions with a health. Of all others the innermost objects are
        creatures that have a value of the rules or a count.
        """
        if isinstance(raw, list):
            for inner in raw:
                yield from self.collect(inner, is_within=is_within)
        if not isinstance(raw, dict):
            return
        self.passed += [] if is_within else [*_listed_names(raw)]
        self._seen += 1
        if self._seen % PORTION == 0:
            yield
        before = len(self.creatures)
        raw = _with_name_of_actor(raw)
        is_named = bool(name_of(raw))
        own = own_values(raw) if is_named else None
        if own and (is_item(raw, own) or (raw.get("formula") and "pr" in raw)):  # Roll20 counts the rounds so
            self.things.append(shorten(name_of(raw)))
            return
        if own and own.has_number and not _holds_fighters(raw, own) and (own.is_apart or not _has_named_actor(raw)):
            self.creatures.append(raw)
            self._collect_companions(raw)
            return
        is_somebody = is_named and (is_creature(raw, self._known) or is_owner(raw))
        for key, inner in raw.items():
            if key not in ASIDE and not (is_somebody and key in BELONGINGS):
                yield from self.collect(inner, is_within=is_within or is_somebody)
        if not is_within or len(self.creatures) > before or is_somebody:
            self._take_outer(raw, before, is_somebody=is_somebody)

    def _collect_companions(self, raw: Creature) -> None:
        for key in COMPANIONS.intersection(raw):
            self.creatures += split_companions(raw[key])[0]

    def _take_outer(self, raw: Creature, before: int, *, is_somebody: bool) -> None:
        """Take an object as a fight, as a creature, or as the count of the creature within."""
        added = len(self.creatures) - before
        count = own_values(raw).quantities.get(Quantity.COUNT) if not added or added == 1 else None
        if not name_of(raw):
            if added == 1 and count is not None:
                inner = self.creatures[-1]
                if Quantity.COUNT not in own_values(inner).quantities:
                    self.creatures[-1] = {**inner, "count": count.value}
            elif not added and own_values(raw).has_health:
                self.passed.append("a creature without a name")
            return
        name = shorten(" ".join(name_of(raw).split()))
        if added:
            self.names.append(name)
        elif is_somebody or count is not None:
            self.creatures.append(raw)
        else:
            self.passed.append(name)

    def collect_by_name(self, raw: object) -> None:
        """Collect creatures whose name is the key at which they stand: ``{"Mara": {"hp": 18}}``."""
        if not isinstance(raw, list | dict):
            return
        if isinstance(raw, dict):
            named = [
                {**inner, "name": self._titles[key]}
                for key, inner in raw.items()
                if isinstance(inner, Mapping) and not name_of(inner)
            ]
            if named and len(named) == len(raw) and all(is_creature(values, self._known) for values in named):
                self.creatures += named
                return
        for inner in raw if isinstance(raw, list) else raw.values():
            self.collect_by_name(inner)


def _holds_fighters(raw: Creature, own: OwnValues) -> bool:
    """Return whether a record with a name is a fight, and not a creature."""
    lists = (raw.get(key) for key in COMBATANTS)
    return not own.has_health and any(isinstance(each, list | dict) and bool(each) for each in lists)


def _with_name_of_actor(raw: dict[str, object]) -> dict[str, object]:
    """Return a place in a fight with the name and the kind of its only actor; other records as they are."""
    actors = [actor for key in ACTORS if isinstance(actor := raw.get(key), dict) and name_of(actor)]
    if name_of(raw) or len(actors) != 1 or Quantity.ORDER not in own_values(raw).quantities:
        return raw
    return {"type": actors[0].get("type", ""), **raw, "name": name_of(actors[0])}


def _has_named_actor(raw: Creature) -> bool:
    """Return whether what a record says is only that of a creature with another name in it."""
    actors = (raw.get(key) for key in ACTORS)
    return any(isinstance(actor, dict) and name_of(actor) not in ("", name_of(raw)) for actor in actors)


_CREATURES = frozenset({"monster", "npc", "pc", "player", "character", "creature", "combatant"})
_TAG = re.compile(r"<(?:monster|npc|pc|player|character|creature|combatant)\b", re.IGNORECASE)
_PAGE = re.compile(r"<(?:!doctype html|html|body|div|span|p|li|td|table)\b", re.IGNORECASE)


def read_foreign_xml(text: str, system: TurnSystem) -> Portions[Roster]:
    """Read the creatures in the XML of another program. Raises BadSave if there are none."""
    titles: Titles = {}
    tree = yield from read_tree(text, titles)
    creatures = [*_creatures_in(tree)]
    search = _CreatureSearch(value_names(system), titles)
    if not creatures and not _PAGE.search(text):
        for _ in search.collect(tree):
            yield 0.5
        creatures = search.creatures
    if not creatures:
        raise BadSave("This is XML, but there is no monster, player or combatant in it.")
    return (yield from read_creatures(creatures, system, "From a file", titles, left_out=dict.fromkeys(search.things)))


def has_creature_tags(text: str) -> bool:
    return _TAG.search(text) is not None


def _creatures_in(raw: object) -> Iterator[Creature]:
    """Yield the elements that are called creatures; of one without a name, and with named ones in it, those."""
    for key, inner in raw.items() if isinstance(raw, Mapping) else ():
        for each in inner if isinstance(inner, list) else [inner]:
            if not isinstance(each, Mapping) or key in BELONGINGS or key in ASIDE:
                continue
            within = [*_creatures_in(each)]
            if key in _CREATURES and name_of(each):
                yield each  # and who comes with it
            elif key in _CREATURES and not within:
                within = [inner for inner in each.values() if isinstance(inner, Mapping) and name_of(inner)] or [each]
            yield from within
