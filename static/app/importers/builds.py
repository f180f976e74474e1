"""Characters whose values follow from a build: those of Pathbuilder 2e and of D&D Beyond. Formats are facts."""

from __future__ import annotations

from collections.abc import Mapping

from app.importers.labels import Creature, fold_key
from turntrack.core.fields import modifier_of_score


def creature_of_build(raw: object) -> Creature | None:
    """Return the creature of an export with folded keys; None for other JSON.

    Health is that of the ancestry, and for each level that of the class and the Constitution modifier; Perception is
    the Wisdom modifier, and with a proficiency this and the level.
    """
    build = raw.get("build") if isinstance(raw, Mapping) else None
    if not isinstance(build, Mapping) or not isinstance(build.get("attributes"), Mapping):
        return None
    level = _number(build, "level")
    proficiency = _number(build, "proficiencies", "perception")
    for_level = _number(build, "attributes", "classhp") + _number(build, "attributes", "bonushpperlevel")
    health = (
        _number(build, "attributes", "ancestryhp")
        + _number(build, "attributes", "bonushp")
        + level * (for_level + _modifier(build, "con"))
    )
    perception = _modifier(build, "wis") + (proficiency + level if proficiency else 0)
    return {
        "name": build.get("name"),
        "hp": health,
        "ac": _number(build, "actotal", "actotal"),
        "perception": f"{perception:+d}",
        "dex": f"{_modifier(build, 'dex'):+d}",
        "class": build.get("class"),
        "level": level,
        "pc": True,
    }


def _modifier(build: Creature, ability: str) -> int:
    return modifier_of_score(_number(build, "abilities", ability))


def _number(raw: object, *path: str) -> int:
    for step in path:
        raw = raw.get(step) if isinstance(raw, Mapping) else None
    return raw if isinstance(raw, int) else 0


_STATS = {1: "str", 2: "dex", 3: "con", 4: "int", 5: "wis", 6: "cha"}
_SCORES = {
    "str": "strengthscore", "dex": "dexterityscore", "con": "constitutionscore", "int": "intelligencescore",
    "wis": "wisdomscore", "cha": "charismascore",
}  # fmt: skip


def creature_of_character(raw: object) -> Creature | None:
    """Return the creature of a character with folded keys, whose scores have numbers; None for other JSON.

    A score is that which replaces it, or the rolled one with all that is added; health is the base, and the
    Constitution modifier for each level.
    """
    data = raw.get("data", raw) if isinstance(raw, Mapping) else None
    if not isinstance(data, Mapping) or not ({"basehitpoints", "stats", "classes"} <= data.keys()):
        return None
    scores = _scores(data)
    classes = data["classes"] if isinstance(data["classes"], list) else []
    level = sum(_number(each, "level") for each in classes)
    most = _number(data, "overridehitpoints") or (
        _number(data, "basehitpoints")
        + _number(data, "bonushitpoints")
        + level * (modifier_of_score(scores["con"]) + _added(data, "hitpointsperlevel"))
    )
    bonus = _added(data, "initiative")
    character: dict[str, object] = {
        "name": data.get("name"),
        "hp": {"value": most - _number(data, "removedhitpoints"), "max": most},
        "temphp": _number(data, "temporaryhitpoints"),
        "stats": scores,
        "level": level,
        "pc": True,
    }
    return character | ({"initiativebonus": modifier_of_score(scores["dex"]) + bonus} if bonus else {})


def _scores(data: Creature) -> dict[str, int]:
    return {
        name: _of_list(data, "overridestats", number)
        or _of_list(data, "stats", number) + _of_list(data, "bonusstats", number) + _added(data, _SCORES[name])
        for number, name in _STATS.items()
    }


def _of_list(data: Creature, key: str, number: int) -> int:
    listed = data.get(key)
    entries = [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, list) else []
    return next((_number(each, "value") for each in entries if each.get("id") == number), 0)


def _added(data: Creature, kind: str) -> int:
    """Return the sum of what race, class, background and feats add to something."""
    modifiers = data.get("modifiers")
    total = 0
    for key, given in modifiers.items() if isinstance(modifiers, Mapping) else ():
        if key != "item" and isinstance(given, list):
            for each in given:
                is_bonus = isinstance(each, Mapping) and each.get("type") == "bonus"
                if is_bonus and fold_key(str(each.get("subtype", ""))) == kind:
                    total += _number(each, "value")
    return total
