"""Reader of creatures in the JSON and XML of other programs. Each value has a table of places; formats are facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from html import unescape
from types import MappingProxyType

from app.storage.roster import Roster, bounded, read_members, shorten
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.fields import (
    HOW_MANY,
    LONGEST_NAME,
    LONGEST_TEXT,
    Kind,
    Value,
    clean_text,
    modifier_of,
    read,
)
from turntrack.core.text_cleaning import without_invisible
from turntrack.rules.health import TEMPORARY, WrittenHealth, read_health
from turntrack.rules.quick_line import calls_of, guess_values
from turntrack.systems.protocol import TurnSystem

type Creature = Mapping[str, object]

PLACES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "name": ("name", "Name", "handle", "title", "alias", "custom"),
        "full": (
            "hp.max", "hp.average", "HP.Value", "maxHealthPoints", "maxHp", "maxHP", "max_hp", "hpMax", "hit_points",
            "hitPoints", "system.attributes.hp.max", "attributes.hp.max", "data.attributes.hp.max",
        ),
        "health": (
            "CurrentHP", "healthPoints", "currentHp", "currentHP", "current_hp", "hp.value", "hp.current",
            "system.attributes.hp.value", "attributes.hp.value", "data.attributes.hp.value", "hp", "HP", "health",
        ),
        "temporary": ("temporaryHealthPoints", "tempHp", "temp_hp", "hp.temp", "system.attributes.hp.temp"),
        "ac": (
            "ac", "AC", "armorClass", "armor_class", "AC.Value", "ac.value", "ac.0", "ac.0.ac",
            "system.attributes.ac.value", "system.attributes.ac.flat",
        ),
        "count": ("count", "quantity", "qty", "amount"),
        "initiative": ("pr", "initiative", "init"),
        "side": ("side", "team", "faction"),
        "note": ("note", "notes", "Notes", "description", "comment"),
    }
)  # fmt: skip
"""Where each value may stand, the likeliest place first; a point leads into an object or a list."""

PLAYERS = ("isPC", "isPc", "is_pc", "isPlayer", "pc", "player")
HIDDEN = ("hidden", "Hidden", "isHidden")
BELONGINGS = ("items", "inventory", "equipment", "gear", "loot")
"""Lists of a creature with a health in which nobody is sought, though what they hold has a name and a quantity."""
KINDS_OF_PLAYERS = ("pc", "player", "character", "party")
DEEPEST = 12
MOST_VALUES = 400
MOST_LEFT_OUT = 12
LONGEST_OTHER = 30
"""The longest value that goes into the note, in characters."""
_NOT_TOLD = re.compile(r"(?:.*id|.*img|.*image.*|.*url.*|source|page|token.*|.*icon)", re.IGNORECASE)
_TAG = re.compile(r"<(/?)(?:monster|npc|pc|player|creature|combatant)\b[^<>]*>", re.IGNORECASE)
_ANY_TAG = re.compile(r"<(/?)([\w.-]++)[^<>]*+>([^<>]*)")


def read_foreign_json(raw: object, system: TurnSystem) -> Roster:
    """Read the creatures in the JSON of another program. Raises BadSave if there are none."""
    titles, creatures = list[str](), list[Creature]()
    _collect(raw, creatures, titles, {called for field in system.fields for called in calls_of(field)}, 0)
    if not creatures:
        raise BadSave("This is JSON, but no file of Turntrack, and nothing in it has a name and a health.")
    return _roster(creatures, system, titles[0] if len(titles) == 1 else "From a file")


def read_foreign_xml(text: str, system: TurnSystem) -> Roster:
    """Read the creatures in the XML of another program. Raises BadSave if there are none."""
    creatures: list[Creature] = [_values_of(element) for element in _elements(text)]
    if not creatures:
        raise BadSave("This is XML, but there is no monster, player or combatant in it.")
    return _roster(creatures, system, "From a file")


def _elements(text: str) -> Iterator[str]:
    """Yield the text within each element that is a creature: between a tag and the first end of such an element."""
    begin = 0
    for tag in _TAG.finditer(text):
        if tag[1] and begin:
            yield text[begin : tag.start()]
        begin = 0 if tag[1] else tag.end()


def _values_of(element: str) -> dict[str, str]:
    """Return the text of each name in an element: its own before that of an action within it, then the first."""
    own, inner = dict[str, str](), dict[str, str]()
    deep, opened, text = 0, "", ""
    for tag in _ANY_TAG.finditer(element):
        if tag[1]:
            if tag[2] == opened:
                (own if deep == 1 else inner).setdefault(opened.casefold(), unescape(text).strip())
            deep, opened = deep - 1, ""
        elif not tag[0].removesuffix(tag[3]).endswith("/>"):
            deep, opened, text = deep + 1, tag[2], tag[3]
    return inner | own


def _roster(creatures: list[Creature], system: TurnSystem, name: str) -> Roster:
    notes, left_out = list[str](), dict[str, None]()
    places = [f"Number {number}" for number, _ in enumerate(creatures, 1)]
    members = read_members(places, lambda at: _member(creatures[at], system, notes, left_out), notes)
    if left_out:
        notes.append(f"Left out: {', '.join([*left_out][:MOST_LEFT_OUT])}.")
    return Roster("From another program", tuple(members), bounded(notes), name)


def _collect(raw: object, creatures: list[Creature], titles: list[str], called: Set[str], deep: int) -> None:
    """Append the innermost objects that are creatures, and the names of the objects that hold them.

    A creature has a name, and a health, an armour class, a count, or a value that the rules know (``called``).
    """
    if deep > DEEPEST:
        return
    before = len(creatures)
    inner = raw if isinstance(raw, list) else _where_creatures_may_be(raw) if isinstance(raw, dict) else ()
    for item in inner:
        if isinstance(item, dict | list):
            _collect(item, creatures, titles, called, deep + 1)
    if not isinstance(raw, dict):
        return
    name = _find(raw, "name")
    if not isinstance(name, str) or not name.strip():
        return
    is_creature = any(_find(raw, key) is not None for key in ("full", "health", "count", "ac", "initiative"))
    if len(creatures) == before and (is_creature or any(_fold(key) in called for key in raw)):
        creatures.append(raw)
    elif len(creatures) > before:
        titles.append(shorten(" ".join(name.split())))


def _where_creatures_may_be(raw: Creature) -> list[object]:
    has_health = _find(raw, "name") is not None and any(_find(raw, key) is not None for key in ("full", "health"))
    return [item for key, item in raw.items() if not (has_health and key in BELONGINGS)]


def _find(creature: Creature, key: str) -> object:
    """Return the value at the first of its places that has a number or text; None for nowhere."""
    values = (_look_up(creature, place.split(".")) for place in PLACES[key])
    scalars = (value for value in values if isinstance(value, str | int | float) and not isinstance(value, bool))
    return next(scalars, None)


def _look_up(raw: object, path: list[str]) -> object:
    for step in path:
        if isinstance(raw, list) and step.isdecimal():
            raw = raw[int(step)] if int(step) < len(raw) else None
        else:
            raw = raw.get(step) if isinstance(raw, Mapping) else None
    return raw


def _member(creature: Creature, system: TurnSystem, notes: list[str], left_out: dict[str, None]) -> AddCombatant:
    """Read a creature. Raises BadValue for its name or a number."""
    name = clean_text("name", str(_find(creature, "name") or ""), LONGEST_NAME)
    if not name:
        raise BadValue("it has no name.")
    full = _health(creature, "full") or WrittenHealth()
    health = _health(creature, "health") or full
    most = max(full.left, health.full, health.left)
    sheet = _sheet(creature, system, name, notes)
    ac, note = _find(creature, "ac"), _find(creature, "note")
    others = (f"{key} {value}" for key, value in _others(creature, system, left_out))
    words = "; ".join((*([f"AC {ac}"] if ac is not None else []), *([str(note)] if note else []), *others))
    kind = str(creature.get("type", "")).casefold()
    is_player = any(creature.get(key) is True for key in PLAYERS) or kind in KINDS_OF_PLAYERS
    return AddCombatant(
        name=name,
        count=int(read(HOW_MANY, _find(creature, "count") or 1)),
        side=clean_text("side", str(_find(creature, "side") or ("Party" if is_player else "")), LONGEST_NAME),
        sheet=sheet | guess_values(sheet, system.fields),
        health=health.left,
        full_health=most if most > health.left else 0,
        health_dice=health.dice,
        fallen=most > 0 >= health.left,
        temporary=int(read(TEMPORARY, _find(creature, "temporary") or 0)),
        hidden=any(creature.get(key) is True for key in HIDDEN),
        note=clean_text("note", without_invisible(" ".join(words.split()))[:LONGEST_TEXT], LONGEST_TEXT),
    )


def _health(creature: Creature, key: str) -> WrittenHealth | None:
    value = _find(creature, key)
    if value is None or value == "":
        return None
    return read_health(str(int(value) if isinstance(value, float) and value.is_integer() else value))


def _sheet(creature: Creature, system: TurnSystem, name: str, notes: list[str]) -> dict[str, Value]:
    """Return the values of the system's fields that the creature names. A score becomes its modifier, which is told."""
    fields = {called: field for field in system.fields if field.kind is not Kind.PICK for called in calls_of(field)}
    sheet: dict[str, Value] = {}
    for count, (called, value) in enumerate(_pairs(creature, 0)):
        field = fields.get("initiative" if called in PLACES["initiative"] else _fold(called))
        if count > MOST_VALUES or field is None or field.key in sheet:
            continue
        modifier = modifier_of(field, str(value))
        if modifier is not None:
            notes.append(f"{name}: {field.label} {value} is a score; its modifier is taken: {modifier:+d}.")
        try:
            sheet[field.key] = read(field, value if modifier is None else modifier)
        except BadValue as error:
            notes.append(f"{name}: {error}")
    return sheet


def _fold(key: str) -> str:
    return key.casefold().replace("_", " ")


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


def _others(creature: Creature, system: TurnSystem, left_out: dict[str, None]) -> Iterator[tuple[str, object]]:
    """Yield the short values of a creature that stand nowhere else, for the note; add all else to ``left_out``."""
    called = {name for field in system.fields for name in calls_of(field)}
    unread = () if "initiative" in called else PLACES["initiative"]
    known = {place.split(".")[0] for places in PLACES.values() for place in places if place not in unread}
    for key, value in creature.items():
        if key in known or key in (*PLAYERS, *HIDDEN, "type") or _fold(key) in called or _NOT_TOLD.fullmatch(key):
            continue
        if isinstance(value, list):
            named = [*_named_values(value)]
            yield from ((shorten(name), amount) for name, amount in named if _fold(name) not in called)
            if len(named) < len(value):
                left_out[shorten(key)] = None
        elif isinstance(value, Mapping) or len(str(value)) > LONGEST_OTHER:
            left_out[shorten(key)] = None
        elif value not in (None, "", False):
            yield key, value


def _named_values(raw: list[object]) -> Iterator[tuple[str, Value]]:
    for item in raw:
        named, amount = (item.get("name"), item.get("value")) if isinstance(item, Mapping) else (None, None)
        if isinstance(named, str) and isinstance(amount, int | str):
            yield named, amount
