"""Creatures of other programs, as values by their keys. Each value has a table of places; formats are facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice
from types import MappingProxyType

from app.storage.roster import Roster, bounded, read_members, shorten
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import (
    HOW_MANY,
    LONGEST_NAME,
    LONGEST_TEXT,
    Field,
    Kind,
    Value,
    clean_text,
    modifier_of,
    read,
    values_in_code,
)
from turntrack.core.text_cleaning import without_invisible
from turntrack.rules.health import TEMPORARY, WrittenHealth, read_health
from turntrack.rules.quick_line import calls_of, guess_values
from turntrack.rules.stat_cards import read_card
from turntrack.systems.protocol import TurnSystem

type Creature = Mapping[str, object]
"""Values by their folded keys."""

type Titles = dict[str, str]
"""The keys as they were written, by their folded form."""

PLACES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "name": (
            "name", "handle", "title", "alias", "custom", "charactername", "charname", "displayname", "fullname",
            "character", "creature", "label",
        ),
        "full": (
            "hp.max", "hp.maximum", "hp.average", "hp.full", "hitpoints.max", "hitpoints.average", "health.max",
            "maxhealthpoints", "maxhp", "maxhitpoints", "maxhealth", "hpmax", "fullhp", "hitpointsmax", "hitpoints",
            "system.attributes.hp.max", "attributes.hp.max", "data.attributes.hp.max",
        ),
        "health": (
            "currenthp", "currenthitpoints", "currenthealth", "curhp", "currhp", "hpcurrent", "hpnow", "healthpoints",
            "hp.value", "hp.current", "hp.now", "hitpoints.current", "hitpoints.value", "health.value",
            "health.current", "system.attributes.hp.value", "attributes.hp.value", "data.attributes.hp.value", "hp",
            "health",
        ),
        "temporary": (
            "temporaryhealthpoints", "temporaryhp", "temphp", "thp", "hp.temp", "hp.temporary",
            "system.attributes.hp.temp", "attributes.hp.temp",
        ),
        "ac": (
            "ac", "armorclass", "armourclass", "armor", "ac.value", "ac.0", "ac.0.ac", "system.attributes.ac.value",
            "system.attributes.ac.flat",
        ),
        "count": ("count", "quantity", "qty", "amount"),
        "initiative": ("pr", "initiative", "init"),
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
    creatures: Sequence[Creature], system: TurnSystem, name: str, titles: Titles, title: str = "From another program"
) -> Roster:
    """Read creatures into a list called ``name``. Raises BadSave if none can be read."""
    reader = CreatureReader(system, titles)
    places = [f"Number {number}" for number, _ in enumerate(creatures, 1)]
    members = read_members(places, lambda at: reader.member(creatures[at]), reader.notes)
    if reader.left_out:
        reader.notes.append(f"Left out: {', '.join([*reader.left_out][:MOST_LEFT_OUT])}.")
    return Roster(title, tuple(members), bounded(reader.notes), name)


def is_creature(values: Creature, known: Set[str]) -> bool:
    """Return whether there is a name, and a health, an armour class, a place in the order, or a ``known`` value."""
    return has_name(values) and (
        any(find(values, key) is not None for key in ("full", "health", "ac", "initiative"))
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
    scalars = (_look_up(values, place.split(".")) for place in PLACES[key])
    return next((value for value in scalars if _is_scalar(value)), None)


def _is_scalar(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool) and value != ""


def _look_up(raw: object, path: list[str]) -> object:
    for step in path:
        if isinstance(raw, list) and step.isdecimal():
            raw = raw[int(step)] if int(step) < len(raw) else None
        else:
            raw = raw.get(step) if isinstance(raw, Mapping) else None
    return raw


class CreatureReader:
    """Reads creatures for some rules; collects what to tell about them."""

    def __init__(self, system: TurnSystem, titles: Titles) -> None:
        self._system = system
        self._titles = titles
        self._known = known_values(system)
        self._codes = {field.code[0] for field in system.fields}
        self.notes = list[str]()
        self.left_out = dict[str, None]()

    def member(self, values: Creature) -> AddCombatant:
        """Read a creature. Raises BadValue for its name or a number."""
        name = clean_text("name", str(find(values, "name") or ""), LONGEST_NAME)
        if not name:
            raise BadValue("it has no name.")
        full = _health(values, "full") or WrittenHealth()
        health = _health(values, "health") or full
        most = max(full.left, full.full, health.full, health.left)
        sheet = self.sheet(values, name)
        ac, note = find(values, "ac"), find(values, "note")
        others = (f"{title} {value}" for title, value in self._others(values))
        words = "; ".join((*([f"AC {ac}"] if ac is not None else []), *([str(note)] if note else []), *others))
        kind = str(values.get("type", "")).casefold()
        is_player = _has_flag(values, PLAYERS) or kind in KINDS_OF_PLAYERS
        return AddCombatant(
            name=name,
            count=int(read(HOW_MANY, find(values, "count") or 1)),
            side=clean_text("side", str(find(values, "side") or ("Party" if is_player else "")), LONGEST_NAME),
            sheet=sheet | guess_values(sheet, self._system.fields),
            health=health.left,
            full_health=most if most > health.left else 0,
            health_dice=health.dice,
            fallen=most > 0 >= health.left,
            temporary=int(read(TEMPORARY, find(values, "temporary") or 0)),
            hidden=_has_flag(values, HIDDEN),
            note=clean_text("note", without_invisible(" ".join(words.split()))[:LONGEST_TEXT], LONGEST_TEXT),
            card=read_card(str(values.get(CARD, "")).splitlines()),
        )

    def sheet(self, creature: Creature, name: str) -> dict[str, Value]:
        """Return the values of the rules that the creature has. A score becomes its modifier, which is told."""
        sheet: dict[str, Value] = {}
        for called, value in islice(_pairs(creature, 0), MOST_VALUES):
            folded = fold_key(called)
            if isinstance(value, str):
                sheet |= self._code(folded, value, name)
            field = self._known.get("initiative" if folded in PLACES["initiative"] else folded)
            if field is None or field.key in sheet:
                continue
            modifier = modifier_of(field, str(value))
            if modifier is not None:
                self.notes.append(f"{name}: {field.label} {value} is a score; its modifier is taken: {modifier:+d}.")
            try:
                sheet[field.key] = read(field, value if modifier is None else modifier)
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
        read_ones = {place.split(".")[0] for places in PLACES.values() for place in places if place not in unread}
        for key, value in creature.items():
            title = shorten(self._titles.get(key, key))
            if key in read_ones or key in (*PLAYERS, *HIDDEN, "type", CARD) or key in self._known or key in self._codes:
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


def _has_flag(values: Creature, keys: Iterable[str]) -> bool:
    given = (values.get(key) for key in keys)
    return any((value.casefold() if isinstance(value, str) else value) in YES for value in given if _is_flag(value))


def _is_flag(value: object) -> bool:
    return isinstance(value, str | int | float)


def _health(creature: Creature, key: str) -> WrittenHealth | None:
    value = find(creature, key)
    if value is None:
        return None
    return read_health(str(int(value) if isinstance(value, float) and value.is_integer() else value))


def _pairs(raw: object, deep: int, called: str = "") -> Iterator[tuple[str, Value]]:
    """Yield each name with its number or text: of keys, of ``{"dex": {"value": 14}}`` and of named values in lists."""
    if isinstance(raw, Mapping) and deep <= DEEPEST:
        named, value = raw.get("name"), raw.get("value")
        if called and isinstance(value, int | str):
            yield named if isinstance(named, str) else called, value
        elif deep and isinstance(named, str) and isinstance(value, int | str):
            yield named, value
        for key, inner in raw.items():
            yield from _pairs(inner, deep + 1, str(key))
    elif isinstance(raw, list) and deep <= DEEPEST:
        for inner in raw:
            yield from _pairs(inner, deep + 1)
    elif called and isinstance(raw, int | str):
        yield called, raw


def _named_values(raw: list[object]) -> Iterator[tuple[str, Value]]:
    for item in raw:
        named, amount = (item.get("name"), item.get("value")) if isinstance(item, Mapping) else (None, None)
        if isinstance(named, str) and isinstance(amount, int | str):
            yield named, amount
