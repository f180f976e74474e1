"""Reader of a character of Pathbuilder 2e, whose health and Perception follow from its parts."""

from __future__ import annotations

from collections.abc import Mapping

from app.storage.foreign_creatures import Creature
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
