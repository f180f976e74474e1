"""Creatures of other programs, as values by their keys. Each value has a table of places; formats are facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from app.importers.portions import Portions
from app.importers.rows import (
    bounded,
    is_short_number,
    merge_alike,
    modifier_beside_score,
    read_name,
    read_written_count,
    shorten,
)
from app.values.lists import Roster
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue, Malformed
from turntrack.core.fields import (
    LONGEST_NAME,
    LONGEST_TEXT,
    Field,
    Kind,
    Value,
    clean_text,
    modifier_of,
    modifier_of_score,
    read,
    values_in_code,
    without_invisible,
)
from turntrack.rules.combatants import MOST_COMBATANTS, read_card
from turntrack.rules.health import TEMPORARY, WrittenHealth, read_health
from turntrack.rules.quick_line import calls_of, guess_values
from turntrack.systems.protocol import TurnSystem

type Creature = Mapping[str, object]
"""Values by their folded keys."""

type Titles = dict[str, str]
"""The keys as written, by their folded form."""

ROOTS = (
    "", "system", "data", "attributes", "stats", "derivedstats", "combat", "system.attributes", "data.attributes",
    "system.stats", "system.derivedstats",
)  # fmt: skip
"""The objects in which the values of a creature may stand; empty for the creature itself."""
PLACES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "name": (
            "name", "handle", "title", "alias", "custom", "charactername", "charname", "displayname", "fullname",
            "character", "creature", "label",
        ),
        "full": (
            "hp.max", "hp.maximum", "hp.average", "hp.full", "hp.total", "hitpoints.max", "hitpoints.maximum",
            "hitpoints.average", "hitpoints.total", "health.max", "health.maximum", "maxhealthpoints", "maxhp",
            "maxhitpoints", "maxhealth", "hpmax", "fullhp", "totalhp", "hitpointsmax",
        ),
        "health": (
            "currenthp", "currenthitpoints", "currenthealth", "curhp", "currhp", "hpcurrent", "hpnow", "healthpoints",
            "hp.value", "hp.current", "hp.now", "hp.cur", "hp.remaining", "hitpoints.current", "hitpoints.value",
            "hitpoints.now", "health.value", "health.current", "health.points", "hp", "hitpoints", "health", "hits",
        ),
        "temporary": ("temporaryhealthpoints", "temporaryhp", "temphp", "thp", "hp.temp", "hp.temporary"),
        "ac": ("ac", "armorclass", "armourclass", "armor", "ac.value", "ac.flat", "ac.0", "ac.0.ac", "ac.0.value"),
        "count": ("count", "quantity", "qty", "amount"),
        "initiative": ("pr", "initiative", "init", "initiative.total", "initiative.value", "initiative.roll"),
        "side": ("side", "team", "faction"),
        "note": ("note", "notes", "description", "desc", "comment"),
    }
)  # fmt: skip
"""Where each value may stand, the likeliest place first; a point leads into an object or a list."""

CARD = "card"
"""The key of text for the card."""

PLAYERS = ("ispc", "isplayer", "pc", "player", "isplayercharacter")
HIDDEN = ("hidden", "ishidden")
KINDS_OF_PLAYERS = ("pc", "player", "character", "party")
DEEPEST = 12
MOST_VALUES = 400
MOST_LEFT_OUT = 12
LONGEST_OTHER = 30
"""The longest value that goes into the note, in characters."""
TOP_LEVEL = ("name", "count", "side", "note")
"""The values that stand in the creature itself."""
_AMOUNTS = ("value", "total", "score", "roll")
"""The keys of a number within the object of a value."""
_BONUSES = ("mod", "modifier", "bonus")
YES = (True, 1, "true", "yes", "y", "x", "1")
_NOT_TOLD = re.compile(r"(?:.*id|.*img|.*image.*|.*url.*|source|page|token.*|.*icon)", re.IGNORECASE)
_SIGNS = re.compile(r"[\W_]+")


def fold_key(key: str) -> str:
    """Return a key without case, spaces and signs, which programs and people write differently.

    >>> {fold_key(key) for key in ("maxHp", "max_hp", "Max HP")}
    {'maxhp'}
    """
    return _SIGNS.sub("", key).casefold()


def fold_keys(raw: object, titles: Titles, deep: int = 0) -> object:
    """Return JSON with folded keys down to ``DEEPEST``, and add the keys as written to ``titles``."""
    if deep > DEEPEST:
        return None
    if isinstance(raw, list):
        return [fold_keys(inner, titles, deep + 1) for inner in raw]
    if not isinstance(raw, dict):
        return raw
    folded = dict[str, object]()
    for key, inner in raw.items():
        titles.setdefault(fold_key(key), key)
        folded.setdefault(fold_key(key), fold_keys(inner, titles, deep + 1))
    return folded


def read_creatures(
    creatures: Sequence[Creature],
    system: TurnSystem,
    name: str,
    titles: Titles,
    title: str = "From another program",
    notes: Iterable[str] = (),
) -> Portions[Roster]:
    """Read creatures into a list called ``name``, with further notes. Raises BadSave if none can be read."""
    reader = CreatureReader(system, titles)
    reader.notes.extend(notes)
    places = [f"Number {number}" for number, _ in enumerate(creatures, 1)]
    members = yield from read_members(places, lambda at: reader.member(creatures[at]), reader.notes)
    if reader.left_out:
        reader.notes.append(f"Left out: {', '.join([*reader.left_out][:MOST_LEFT_OUT])}.")
    return Roster(title, tuple(members), bounded(reader.notes), name)


def read_members(
    places: Sequence[str], read: Callable[[int], AddCombatant], notes: list[str]
) -> Portions[list[AddCombatant]]:
    """Read the creature of each place by its index; what cannot be read is noted.

    Raises BadSave for too many, and if none can be read.
    """
    if len(places) > MOST_COMBATANTS:
        raise BadSave(f"It holds {len(places)} combatants; at most {MOST_COMBATANTS} can be read.")
    members = []
    for at, place in enumerate(places):
        yield at / len(places)
        try:
            members.append(read(at))
        except Malformed as error:
            notes.append(f"{place}: {error}")
    if not members:
        raise BadSave(f"None of its combatants can be read. {notes[0]}")
    return merge_alike(members)


def has_health(values: Creature) -> bool:
    return any(find(values, key) is not None for key in ("full", "health"))


def is_creature(values: Creature, known: Set[str]) -> bool:
    """Return whether there is a name, and a health, an armour class, a place in the order, or a ``known`` value."""
    return has_name(values) and (
        has_health(values)
        or any(find(values, key) is not None for key in ("ac", "initiative"))
        or any(fold_key(called) in known for called, _ in islice(_pairs(values, 0), MOST_VALUES))
    )


def has_name(values: Creature) -> bool:
    name = find(values, "name")
    return isinstance(name, str) and bool(name.strip())


def known_values(system: TurnSystem) -> Mapping[str, Field]:
    """Return the fields of the rules that a creature can have, by their folded names."""
    return {
        fold_key(called): field for field in system.fields if field.kind is not Kind.PICK for called in calls_of(field)
    }


def value_names(system: TurnSystem) -> Set[str]:
    """Return the folded names of the values and codes of the rules."""
    return known_values(system).keys() | {field.code[0] for field in system.fields if field.code[0]}


def find(values: Creature, key: str) -> object:
    """Return the value at the first of its places that has a number or text; None for nowhere."""
    roots = [
        _look_up(values, root.split(".")) if root else values for root in (ROOTS if key not in TOP_LEVEL else ("",))
    ]
    scalars = (_look_up(root, place.split(".")) for root in roots if isinstance(root, Mapping) for place in PLACES[key])
    return next((value for value in scalars if _is_scalar(value)), None)


def _is_scalar(value: object) -> bool:
    # True would be read as 1.
    return isinstance(value, str | int | float) and not isinstance(value, bool) and value != ""


def _look_up(raw: object, path: list[str]) -> object:
    for step in path:
        if isinstance(raw, list) and step.isdecimal():
            raw = raw[int(step)] if int(step) < len(raw) else None
        else:
            raw = raw.get(step) if isinstance(raw, Mapping) else None
    return raw


class CreatureReader:
    """Reads creatures for some rules; collects the notes about those creatures."""

    def __init__(self, system: TurnSystem, titles: Titles) -> None:
        self._system = system
        self._titles = titles
        self._known = known_values(system)
        self._codes = {field.code[0] for field in system.fields}
        self.notes = list[str]()
        self.left_out = dict[str, None]()

    def member(self, values: Creature) -> AddCombatant:
        """Read a creature. Raises BadValue for its name or a number."""
        called = str(find(values, "name") or "")
        if not called.strip():
            raise BadValue("it has no name.")
        named = read_name(called, self._system.fields)
        name = named.name
        full = self._health(values, "full", name) or WrittenHealth(named.full_health or named.health)
        health = self._health(values, "health", name) or WrittenHealth(named.health or full.left, full.full, full.dice)
        most = max(full.left, full.full, health.full, health.left)
        sheet = self.sheet(values, name)
        ac, note = find(values, "ac"), find(values, "note")
        others = (f"{title} {value}" for title, value in self._others(values))
        armour = [f"AC {ac}"] if ac is not None else []
        words = "; ".join((*armour, *filter(None, (named.note, str(note or ""))), *others))
        count = self._count(values, named)
        kind = str(values.get("type", "")).casefold()
        is_player = _has_flag(values, PLAYERS) or kind in KINDS_OF_PLAYERS
        return AddCombatant(
            name=name,
            count=count.count,
            count_dice=count.count_dice,
            side=clean_text("side", str(find(values, "side") or ("Party" if is_player else "")), LONGEST_NAME),
            sheet={**named.sheet, **sheet, **guess_values(sheet, self._system.fields)},
            health=health.left,
            full_health=most if most > health.left else 0,
            health_dice=health.dice or named.health_dice,
            fallen=most > 0 >= health.left,
            temporary=int(read(TEMPORARY, find(values, "temporary") or 0)),
            hidden=_has_flag(values, HIDDEN),
            note=clean_text("note", without_invisible(" ".join(words.split()))[:LONGEST_TEXT], LONGEST_TEXT),
            card=read_card(str(values.get(CARD, "")).splitlines()),
        )

    def _health(self, values: Creature, key: str, name: str) -> WrittenHealth | None:
        value = find(values, key)
        if value is None:
            return None
        try:
            return read_health(str(int(value) if isinstance(value, float) and value.is_integer() else value))
        except BadValue as error:
            self.notes.append(f"{name}: {error}")
            return None

    def _count(self, values: Creature, named: AddCombatant) -> AddCombatant:
        """Return a command with the count of a creature; what cannot be read is noted."""
        value = find(values, "count")
        if value is None:
            return named
        try:
            count, dice = read_written_count(named.name, str(value))
        except BadValue as error:
            self.notes.append(f"{named.name}: {error}")
            return named
        return replace(named, count=count, count_dice=dice)

    def sheet(self, creature: Creature, name: str) -> dict[str, Value]:
        """Return the values of the rules that the creature has. A score becomes its modifier, which is told."""
        sheet: dict[str, Value] = {}
        pairs = [*islice(_pairs(creature, 0), MOST_VALUES)]
        # Beside Strength and Constitution even a low number is a score, and not a modifier.
        has_abilities = {"str", "con"} <= {fold_key(called)[:3] for called, _ in pairs}
        for called, value in pairs:
            folded = fold_key(called)
            if isinstance(value, str):
                sheet |= self._code(folded, value, name)
            field = self._known.get("initiative" if folded in PLACES["initiative"] else folded)
            if field is None or field.key in sheet:
                continue
            written = modifier_beside_score(str(value)) if field.is_modifier else ""
            modifier = None if written else modifier_of(field, str(value))
            if modifier is None and has_abilities and field.is_modifier and is_short_number(str(value)):
                modifier = modifier_of_score(int(value))
            if modifier is not None:
                self.notes.append(f"{name}: {field.label} {value} is a score; its modifier is taken: {modifier:+d}.")
            try:
                sheet[field.key] = read(field, (written or value) if modifier is None else modifier)
            except BadValue as error:
                self.notes.append(f"{name}: {error}")
        return sheet

    def _code(self, called: str, text: str, name: str) -> dict[str, Value]:
        try:
            return values_in_code(self._system.fields, called, text)
        except BadValue as error:
            self.notes.append(f"{name}: {error}")
            return {}

    def _others(self, creature: Creature) -> Iterator[tuple[str, object]]:
        """Yield the short values of a creature that stand nowhere else, for the note; note all else as left out."""
        unread = () if "initiative" in self._known else PLACES["initiative"]
        places = {place.split(".")[0] for places in PLACES.values() for place in places if place not in unread}
        for key, value in creature.items():
            title = shorten(self._titles.get(key, key))
            is_read = key in places and not isinstance(value, Mapping | list)
            is_read = is_read or (key in places | {*ROOTS} and _has_value(creature, key))
            if is_read or key in (*PLAYERS, *HIDDEN, "type", CARD) or key in self._known or key in self._codes:
                continue
            if _NOT_TOLD.fullmatch(title):
                continue
            if isinstance(value, list):
                named = [*_named_values(value)]
                yield from ((shorten(name), amount) for name, amount in named if fold_key(name) not in self._known)
                if len(named) < len(value):
                    self.left_out[title] = None
            elif isinstance(value, Mapping) or len(str(value)) > LONGEST_OTHER:
                self.left_out[title] = None
            elif value not in (None, "", False):
                yield title, value


def _has_value(creature: Creature, key: str) -> bool:
    """Return whether something is read from within the value at a key."""
    return any(find({"name": "", key: creature[key]}, called) is not None for called in PLACES)


def _has_flag(values: Creature, keys: Iterable[str]) -> bool:
    given = (values.get(key) for key in keys)
    return any((value.casefold() if isinstance(value, str) else value) in YES for value in given if _is_flag(value))


def _is_flag(value: object) -> bool:
    return isinstance(value, str | int | float)


def _pairs(raw: object, deep: int, called: str = "") -> Iterator[tuple[str, Value]]:
    """Yield each name with its number or text: of keys, of ``{"dex": {"value": 14}}`` and of named values in lists."""
    if isinstance(raw, Mapping) and deep <= DEEPEST:
        named, value = raw.get("name"), _amount_of(raw)
        if called and value is not None:
            yield named if isinstance(named, str) else called, value
        elif deep and isinstance(named, str) and value is not None:
            yield named, value
        for key, inner in raw.items():
            yield from _pairs(inner, deep + 1, str(key))
    elif isinstance(raw, list) and deep <= DEEPEST:
        for inner in raw:
            yield from _pairs(inner, deep + 1)
    elif called and isinstance(raw, int | str):
        yield called, raw
    elif called and isinstance(raw, float):
        yield called, int(raw) if raw.is_integer() else str(raw)


def _amount_of(raw: Creature) -> Value | None:
    """Return the number or text of an object, or its modifier with a sign; None for other objects."""
    amount = next((raw[key] for key in _AMOUNTS if isinstance(raw.get(key), int | str)), None)
    if isinstance(amount, int | str):
        return amount
    bonus = next((raw[key] for key in _BONUSES if isinstance(raw.get(key), int)), None)
    return f"{bonus:+d}" if isinstance(bonus, int) else None


def _named_values(raw: list[object]) -> Iterator[tuple[str, Value]]:
    for item in raw:
        named, amount = (item.get("name"), item.get("value")) if isinstance(item, Mapping) else (None, None)
        if isinstance(named, str) and isinstance(amount, int | str):
            yield named, amount
