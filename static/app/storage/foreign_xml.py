"""Reader of the XML of other programs, tag by tag: entities other than those of HTML are not expanded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from app.storage.foreign_creatures import Creature, Titles, fold_key, read_creatures
from app.storage.portions import Portions
from app.values.lists import Roster
from turntrack.core.errors import BadSave
from turntrack.systems.protocol import TurnSystem

_TAG = re.compile(r"<(/?)(?:monster|npc|pc|player|character|creature|combatant)\b([^<>]*)>", re.IGNORECASE)
_ANY_TAG = re.compile(r"<(/?)([\w.-]++)[^<>]*+>([^<>]*)")
_ATTRIBUTE = re.compile(r"""(?<![\w.-])([\w.-]{1,60}+)\s*+=\s*+(?:"([^"]*)"|'([^']*)')""")


def read_foreign_xml(text: str, system: TurnSystem) -> Portions[Roster]:
    """Read the creatures in the XML of another program. Raises BadSave if there are none."""
    titles: Titles = {}
    creatures: list[Creature] = []
    for attributes, inner in _elements(text):
        values = _values_of(inner) | _attributes_of(attributes)
        titles |= {fold_key(key): key for key in values}
        creatures.append({fold_key(key): value for key, value in values.items()})
    if not creatures:
        raise BadSave("This is XML, but there is no monster, player or combatant in it.")
    return (yield from read_creatures(creatures, system, "From a file", titles))


def has_creature_tags(text: str) -> bool:
    return _TAG.search(text) is not None


def _elements(text: str) -> Iterator[tuple[str, str]]:
    """Yield the attributes of each element that is a creature, and the text up to the first end of such an element."""
    begin, attributes = 0, ""
    for tag in _TAG.finditer(text):
        if begin and not tag[2].endswith("/"):  # the end, or another creature within
            yield attributes, text[begin : tag.start()]
        elif tag[2].endswith("/"):
            yield tag[2], ""
            continue
        begin, attributes = (0, "") if tag[1] else (tag.end(), tag[2])


def _attributes_of(text: str) -> dict[str, str]:
    return {key: unescape(double or single).strip() for key, double, single in _ATTRIBUTE.findall(text)}


def _named_attribute(attributes: dict[str, str]) -> dict[str, object]:
    """Return the value of a tag such as ``<attribute name="hp" value="7"/>``; empty for other tags."""
    if {"name", "value"} <= attributes.keys():
        return {attributes["name"].casefold(): attributes["value"]}
    return {}


def _values_of(element: str) -> dict[str, object]:
    """Return the text of each name in an element: its own before that of an action within it, then the first.

    Attributes of a tag without text are the values within its name: ``<hp max="7"/>``.
    """
    own, inner = dict[str, object](), dict[str, object]()
    deep, opened, text = 0, "", ""
    for tag in _ANY_TAG.finditer(element):
        if not tag[1] and not deep and (attributes := _attributes_of(tag[0].partition(">")[0])):
            own |= _named_attribute(attributes) or {
                tag[2].casefold(): {fold_key(key): value for key, value in attributes.items()}
            }
        if tag[1]:
            if tag[2] == opened:
                (own if deep == 1 else inner).setdefault(opened.casefold(), unescape(text).strip())
            deep, opened = deep - 1, ""
        elif not tag[0].removesuffix(tag[3]).endswith("/>"):
            deep, opened, text = deep + 1, tag[2], tag[3]
    return inner | own
