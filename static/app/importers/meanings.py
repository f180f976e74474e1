"""Vocabulary of JSON and XML: what the labels of other programs mean, and which of them belong to the creature itself.

Formats are facts; adding a word is adding it to a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from app.importers.labels import AMOUNTS, Creature, Labelled, Path, fold_key, label_values, look_up
from turntrack.core.fields import Field, Kind
from turntrack.core.vocabulary import WORDS, Meaning
from turntrack.lines.quick_line import calls_of
from turntrack.systems.protocol import TurnSystem

ROOTS = frozenset(
    {
        "system", "data", "attributes", "stats", "derivedstats", "derived", "combat", "abilities", "characteristics",
        "abilityscores", "attribute", "ability", "scores", "primary", "secondary", "statistics", "status", "skills",
        "resources", "vitals", "attribs", "derivedattributes", "vitalstats", "secondarystats", "sheet", "defenses",
        "defences", "details", "attributescores",
    }
)  # fmt: skip
"""Labels that group the values of the creature itself, and say nothing else of them."""
ACTORS = frozenset({"actor", "statblock", "creature", "monster", "actordata", "delta"})
"""Labels of the creature itself in a record that stands for its place in a fight."""
BELONGINGS = frozenset(
    {
        "items", "inventory", "equipment", "gear", "loot", "weapons", "weapon", "armors", "armours", "spells", "spell",
        "spellcasting", "features", "ammo", "traits", "trait", "actions", "action", "attacks", "attack", "reactions",
        "reaction", "bonusactions", "legendary", "legendaryactions", "lairactions", "mythic", "mythicactions",
        "specialabilities", "feats", "feat", "talents", "effects", "activeeffects", "conditions", "cyberware",
        "programs", "powers", "power", "tags", "perks", "edges", "hindrances", "advantages", "disadvantages",
        "possessions", "belongings", "treasure", "mutations", "specials", "maneuvers", "manoeuvres", "rituals",
        "techniques", "vehicles", "attachments", "modifications", "racialtraits",
    }
)  # fmt: skip
"""Labels of what a creature has or does: nothing below them is a creature, and no value of one."""
ASIDE = frozenset(
    {
        "flags", "prototypetoken", "ownership", "permission", "provenance", "owner", "master", "parent", "target",
        "targets", "history", "log", "review", "damage", "family", "activities", "advancement", "prerequisites",
        "requirements", "configuration", "abilitybonuses",
    }
)  # fmt: skip
"""Labels of what is stored beside a creature, such as settings and other actors."""
COMPANIONS = frozenset(
    {
        "companions", "companion", "familiars", "familiar", "mounts", "mount", "pets", "pet", "summons",
        "animalcompanion", "ally", "allies", "minions",
    }
)  # fmt: skip
"""Labels of creatures that come with another one."""
ROLLS = frozenset(
    {
        "saves", "save", "savingthrows", "savingthrow", "saving", "throws", "checks", "check", "proficiencies",
        "proficiency", "bonuses", "savebonuses", "savethrows", "skillbonuses", "skillsbonuses", "savingthrowsall",
        "passive", "passives", "rolls", "deathsaves", "skillchecks", "abilitychecks", "immunities", "resistances",
    }
)  # fmt: skip
"""Labels of bonuses to rolls, which bear the names of attributes."""
MODIFIERS = frozenset({"modifiers", "mods", "abilitymodifiers", "abilitymods", "modifier", "statmods", "attributemods"})
"""Labels of modifiers, which bear the names of attributes."""
NO_VALUES = BELONGINGS | ASIDE | COMPANIONS | ROLLS
COMBATANTS = (
    "players",
    "pcs",
    "party",
    "heroes",
    "characters",
    "monsters",
    "npcs",
    "enemies",
    "combatants",
    "creatures",
)
"""Labels of lists of fighters."""
OWNED = frozenset({"inventory", "attacks", "actions", "action", "powers", "spells", "specialabilities", "reactions"})
"""Belongings that only somebody who acts has."""
ITEMS = frozenset(
    {
        "weapon", "equipment", "armor", "armour", "consumable", "loot", "spell", "feat", "tool", "ammo", "ammunition",
        "container", "backpack", "talent", "effect", "action", "condition", "shield", "gear", "item", "feature",
        "potion", "treasure", "cyberware", "program", "power", "trait", "ancestry", "background", "class", "skill",
    }
)  # fmt: skip
"""Kinds of records that are no creatures."""
SIGNS_OF_ITEMS = frozenset(
    {"weight", "cost", "price", "rarity", "encumbrance", "bulk", "damagedice", "damage", "damagetype", "itemtype"}
)
"""Labels that only things have."""
KINDS_WITH_TRAITS = ("species", "subspecies", "races", "subraces")
"""Labels of lists of those who have a trait; somebody is of one kind."""
KINDS_OF_VALUES = frozenset({"skill", "attribute", "characteristic", "stat"})
"""Kinds of items that are values of their owner."""
PLAYERS = ("ispc", "isplayer", "pc", "player", "isplayercharacter")
HIDDEN = ("hidden", "ishidden")
KINDS_OF_PLAYERS = ("pc", "player", "character", "party")

KINDS_OF_ACTORS = frozenset(
    {
        "npc",
        "character",
        "pc",
        "monster",
        "creature",
        "adversary",
        "threat",
        "extra",
        "enemy",
        "player",
        "minion",
        "hero",
    }
)
"""Kinds of records that are creatures, even if these rules use none of their values."""

NAMES = (
    "name", "handle", "title", "alias", "custom", "charactername", "charname", "displayname", "fullname", "character",
    "creature", "label", "monster", "npc", "enemy", "combatant",
)  # fmt: skip
_NAMES_WITHIN = (("profile", "name"), ("details", "name"), ("bio", "name"), ("info", "name"), ("meta", "name"))
NOTES = ("note", "notes", "description", "desc", "comment")
SIDES = ("side", "team", "faction")
_HEALTH = ("hp", "hitpoints", "health", "healthpoints", "hits", "lifepoints", "bodypoints", "stamina", "wounds")
_NOW = ("value", "current", "now", "cur", "remaining", "left", "points", "calc.current")
_FULL = ("max", "maximum", "average", "full", "total", "calc.value")
_HIT_DICE = ("hitdice", "hd", "hpdice", "hpformula", "hitpointdice")
_ARMOUR = ("ac", "armorclass", "armourclass", "armor", "armour", "rk", "acascending", "ascendingac", "aac")
_WITHIN_ARMOUR = ("value", "flat", "total", "normal", "base", "ac")
_ORDER = ("pr", "initiative", "init", "ini")
_ROLLED = ("value", "total", "roll", "score", "result", "count")
_ADDED = ("bonus", "mod", "modifier", "initiativebonus", "initiativemodifier")


class Quantity:
    """The values of a creature that every system has."""

    FULL = "full health"
    HEALTH = "health"
    HIT_DICE = "hit dice"
    TEMPORARY = "temporary"
    ARMOUR = "armour"
    COUNT = "count"
    ORDER = "order"
    MODIFIER = "order modifier"


def _words(meaning: Meaning) -> list[str]:
    return [fold_key(word) for word in WORDS[meaning]]


def _within(labels: Iterable[str], inner: Iterable[str]) -> list[str]:
    steps = [*inner]
    return [f"{label}.{step}" for label in labels for step in steps]


def _table() -> Iterator[tuple[str, list[str]]]:
    """Yield the labels of each quantity, the likeliest first; a point leads into an object or a list."""
    health = [*dict.fromkeys([*_HEALTH, *_words(Meaning.HEALTH)])]
    yield (
        Quantity.FULL,
        [
            *_within(health, _FULL), *(f"max{word}" for word in health), *(f"{word}max" for word in health),
            *(f"{word}maximum" for word in health), *(f"full{word}" for word in health),
            *(f"total{word}" for word in health), *_words(Meaning.FULL_HEALTH),
        ],
    )  # fmt: skip
    yield (
        Quantity.HEALTH,
        [
            *(f"{sign}{word}" for sign in ("current", "curr", "cur") for word in health),
            *(f"{word}{sign}" for sign in ("current", "now") for word in health), *_within(health, _NOW), *health,
        ],
    )  # fmt: skip
    yield (
        Quantity.HIT_DICE,
        [
            *_HIT_DICE,
            *_within(_HIT_DICE, ("averagehp", "hitpoints", "average", "raw", "value")),
            *_within(("hp", "hitpoints"), ("formula", "dice", "roll")),
        ],
    )
    yield (
        Quantity.TEMPORARY,
        [
            "temporaryhealthpoints", *_words(Meaning.TEMPORARY),
            *_within(("hp", "hitpoints", "health", "stamina"), ("temp", "temporary")),
        ],
    )  # fmt: skip
    armour = [*dict.fromkeys([*_ARMOUR, *_words(Meaning.ARMOUR)])]
    yield Quantity.ARMOUR, [name for label in armour for name in (label, *_within([label], _WITHIN_ARMOUR))]
    yield Quantity.COUNT, [*_words(Meaning.COUNT), "amount"]
    yield Quantity.ORDER, [*_ORDER, *_within(_ORDER, _ROLLED), *_words(Meaning.ORDER)]
    yield Quantity.MODIFIER, [*_words(Meaning.ORDER_MODIFIER), *_within(_ORDER[1:], _ADDED)]


def _ranked() -> Iterator[tuple[str, tuple[str, int]]]:
    for quantity, labels in _table():
        for rank, label in enumerate(labels):
            yield label, (quantity, rank)


_PLACES: Mapping[str, tuple[str, int]] = MappingProxyType(dict(reversed([*_ranked()])))
"""The quantity that labels mean, and their rank among those of the same."""
_ON_TOP = (Quantity.COUNT,)
"""What stands in the record itself, because what belongs to a creature has it too."""

_ATTRIBUTES = (
    ("dex", "dexterity", "geschicklichkeit", "ge"), ("end", "endurance"), ("ref", "reflexes"), ("str", "strength"),
    ("con", "constitution"), ("agility", "ag", "agi"), ("perception", "wahrnehmung", "prc"), ("ini", "initiative", "i"),
    ("body", "bod"), ("spd", "speed"), ("dx", "dexterity", "dex"), ("fighting", "fightingbrawl", "brawl"),
    ("speed", "basicspeed"),
)  # fmt: skip
"""The fields of rules, by their keys, with other names of what they hold."""
_GENERIC = frozenset(
    {
        "modifier", "level", "speed", "weapon", "dice", "points", "edge", "skill", "rolls", "initiative", "talent",
        "base", "delay", "pool", "tokens", "again", "drawn", "boost", "fixed", "minor", "gun", "pace", "i", "move",
    }
)  # fmt: skip
"""Names of fields that other things have as well: they count only where the creature’s own values stand."""


_LABEL_AND_NUMBER = re.compile(r"([^\W\d][^\W\d /'’-]{1,40}(?:[ /'’-][^\W\d]{1,40}){0,3})\s*+:?\s*+([+\-−]?\d{1,3})")
"""A text that is a label with its number: ``Combat Sense 4``."""
_IN_TEXT = 9


def known_fields(system: TurnSystem) -> Mapping[str, Field]:
    """Return the fields of the rules that a creature can have, by their folded names."""
    return _known_of(system.fields)


@lru_cache(maxsize=32)
def _known_of(fields: tuple[Field, ...]) -> Mapping[str, Field]:
    own, others = dict[str, Field](), dict[str, Field]()
    for field in fields:
        if field.kind is Kind.PICK:
            continue
        # “Reaction and Intuition” is more than what is called “reaction” elsewhere.
        names = (field.label,) if parts_of_sum(field) else calls_of(field)
        own |= {fold_key(name): field for name in names if fold_key(name) not in own}
        for key, *words in _ATTRIBUTES:
            others |= {word: field for word in (key, *words) if field.key == key}
    return MappingProxyType(others | own)


def parts_of_sum(field: Field) -> tuple[str, ...]:
    """Return the folded names of the values whose sum a field is: of *Reaction and Intuition*; empty for others."""
    parts = field.label.split(" and ")
    return tuple(map(fold_key, parts)) if field.kind is Kind.NUMBER and len(parts) > 1 else ()


type Rank = tuple[int, int]
"""How many labels of unknown meaning stand before a value, and the rank of its amount."""


@dataclass(frozen=True, slots=True)
class OwnValues:
    """The values of a creature itself, by what they mean."""

    quantities: Mapping[str, Labelled]
    farther: Mapping[str, Labelled]
    """A health below labels of unknown meaning, which is used if there is no other."""
    named: Mapping[str, tuple[Rank, Labelled]]
    """The likeliest value behind each label, with its rank: the lowest is the likeliest."""
    is_apart: bool
    """Whether something stands in the record itself, and not only in that of the actor it names."""

    @property
    def has_health(self) -> bool:
        return Quantity.FULL in self.quantities or Quantity.HEALTH in self.quantities

    @property
    def has_number(self) -> bool:
        """Return whether there is a health, an armour class, or a place in the order."""
        others = (Quantity.ARMOUR, Quantity.ORDER, Quantity.MODIFIER, Quantity.HIT_DICE)
        return self.has_health or any(other in self.quantities for other in others)


def own_values(record: Creature, known: Set[str] = frozenset()) -> OwnValues:
    """Return the values of the creature itself. ``known`` are the names of fields."""
    best = dict[str, tuple[tuple[int, int], Labelled]]()
    farther = dict[str, tuple[tuple[int, int], Labelled]]()
    named = dict[str, tuple[Rank, Labelled]]()
    is_apart = False
    for value in _all_values(record):
        tail, actors = _strip_roots(value.path)
        steps = [step for step in tail if step != "0"]
        place = _PLACES.get(".".join(steps))
        for begin in range(1, len(steps)) if place is None else ():
            quantity, rank = _PLACES.get(".".join(steps[begin:]), ("", 0))
            if quantity in (Quantity.FULL, Quantity.HEALTH) and _is_meant(quantity, value, record):
                if quantity not in farther or (begin, rank) < farther[quantity][0]:
                    farther[quantity] = ((begin, rank), value)
                break
        if place and not (place[0] in _ON_TOP and len(value.path) > 1) and _is_meant(place[0], value, record):
            quantity, rank = place
            is_apart = is_apart or not actors
            if quantity not in best or (actors, rank) < best[quantity][0]:
                best[quantity] = ((actors, rank), value)
        label, amount, unknown = _label_of_field(tail)
        if label and not (unknown and label in _GENERIC):
            rank_of_label = (unknown + actors, amount)
            if label not in named or rank_of_label < named[label][0]:
                named[label] = (rank_of_label, value)
            is_apart = is_apart or (label in known and not actors)
        if isinstance(value.value, str) and (text := _LABEL_AND_NUMBER.fullmatch(value.value.strip())):
            named.setdefault(fold_key(text[1]), ((_IN_TEXT, 0), Labelled(value.path, text[2])))
    return OwnValues(
        {quantity: value for quantity, (_, value) in best.items()},
        {quantity: value for quantity, (_, value) in farther.items()},
        named,
        is_apart,
    )


def _all_values(record: Creature) -> Iterator[Labelled]:
    """Yield the values of the creature itself, with those items that are values."""
    yield from label_values(record, NO_VALUES)
    items = record.get("items")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, Mapping) and str(item.get("type", "")).casefold() in KINDS_OF_VALUES:
            name, inner = item.get("name"), item.get("system", item.get("data"))
            if isinstance(name, str) and isinstance(inner, Mapping):
                for value in label_values(inner, NO_VALUES):
                    yield Labelled(("skills", fold_key(name), *value.path), value.value)


def _strip_roots(path: Path) -> tuple[Path, int]:
    """Return a path behind the labels that only group, and how many of them name the actor."""
    actors = 0
    at = 0
    while at < len(path) - 1 and (path[at] in ROOTS or path[at] in ACTORS):
        actors += path[at] in ACTORS
        at += 1
    return path[at:], actors


def _label_of_field(tail: Path) -> tuple[str, int, int]:
    """Return the label of a value, the rank of its amount, and how many labels of unknown meaning stand before it."""
    steps = tail
    amount = 0
    while len(steps) > 1 and steps[-1] in AMOUNTS:
        amount += 1 + AMOUNTS.index(steps[-1])
        steps = steps[:-1]
    label = steps[-1]
    if label in AMOUNTS and label not in _GENERIC:
        return "", 0, 0
    return label, amount, sum(step not in ROOTS and step not in MODIFIERS for step in steps[:-1])


def _is_meant(quantity: str, value: Labelled, record: Creature) -> bool:
    """Return whether a value can be this quantity: wounds may be those that were suffered."""
    if quantity in (Quantity.FULL, Quantity.HEALTH) and "wounds" in value.path:
        inner = look_up(record, value.path[: value.path.index("wounds") + 1])
        now = inner.get("value") if isinstance(inner, Mapping) else 1
        return "status" in value.path or now not in (0, None)
    if quantity == Quantity.ARMOUR:
        return not isinstance(value.value, str) or any(map(str.isdigit, value.value))
    return True


def split_companions(companions: object) -> tuple[list[Creature], list[object]]:
    """Split what stands at a label of companions into those who fight, by a name and a health, and all else."""
    entries = companions if isinstance(companions, list) else [companions]
    fighters = [
        entry for entry in entries if isinstance(entry, Mapping) and name_of(entry) and own_values(entry).has_health
    ]
    return fighters, [entry for entry in entries if entry not in fighters]


def name_of(record: Creature) -> str:
    """Return the name of a record; empty for none."""
    places = ((name,) for name in NAMES)
    names = (look_up(record, place) for place in (*places, *_NAMES_WITHIN))
    return next((name for name in names if isinstance(name, str) and name.strip()), "")


def is_item(record: Creature, own: OwnValues) -> bool:
    """Return whether a record is a thing, or something that can be done."""
    kind = record.get("type")
    if isinstance(kind, str) and kind.casefold() in ITEMS and not own.has_health:
        return True
    is_of_kinds = any(isinstance(record.get(label), list) for label in KINDS_WITH_TRAITS)
    return not own.has_health and (is_of_kinds or any(sign in record for sign in SIGNS_OF_ITEMS))


def is_owner(record: Creature) -> bool:
    """Return whether a record with a name is somebody: for what somebody alone has, or by its kind."""
    kind = str(record.get("type", "")).casefold()
    is_actor = kind in KINDS_OF_ACTORS and not {"system", "items", "prototypetoken"}.isdisjoint(record)
    return is_actor or not OWNED.isdisjoint(record)


def first_text(record: Creature, labels: Iterable[str]) -> str:
    """Return the first text or number in the record itself behind one of the labels; empty for none."""
    given = (record.get(label) for label in labels)
    return next(
        (str(each) for each in given if isinstance(each, str | int | float) and each not in ("", True, False)), ""
    )
