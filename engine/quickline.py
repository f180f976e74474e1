"""Quick lines: one line of text is one combatant, or several alike.

``Guard x3, nimbleness 5, sabre 4, side Harbour, group Guards, health 10, table``
"""

from __future__ import annotations

import re

from engine.commands import AddCombatant
from engine.errors import BadValue
from engine.fields import LONGEST_NAME, Field, Kind, Value, clean_text, read


def read_quick_line(line: str, fields: tuple[Field, ...]) -> AddCombatant:
    """The combatant that a quick line describes, for a system with these fields.

    The first part is the name, with ``x3`` for three of them. The others are a field's name and its value in
    either order of preference: ``nimbleness 5``; ``side``, ``group``, ``health`` and ``note`` with theirs; ``table``
    for dice thrown at the table; one value of a list by itself (``shooting``); and any other word with a number
    fills the field that takes names (``sabre 4``: the weapon, and the level with it).

    Raises BadValue, which says which part cannot be read.
    """
    if len(line) > 1000:
        raise BadValue(f"A quick line has at most 1000 characters, not {len(line)}.")
    head, *parts = line.split(",")
    found = re.fullmatch(r"\s*(.*?)(?:\s+[x×*]\s*(\d{1,4}))?\s*", head, re.DOTALL)
    name = clean_text("The name", found[1] if found else head, LONGEST_NAME)
    if not name:
        raise BadValue("A quick line begins with a name.")
    count = int(found[2]) if found and found[2] else 1
    if not 1 <= count <= 100:
        raise BadValue(f"{name}: from 1 to 100 of them, not {count}.")
    sheet: dict[str, Value] = {}
    texts = {"side": "", "group": "", "note": ""}
    health = 0
    at_table = False
    for part in parts:
        words = part.split()
        if not words:
            continue
        key, rest = words[0].casefold(), " ".join(words[1:])
        if key in texts and rest:
            texts[key] = rest
        elif key == "health" and rest:
            health = int(read(Field("health", "Health", Kind.NUMBER, 0, low=0, high=9999), rest))
        elif key == "table" and not rest:
            at_table = True
        else:
            sheet.update(_read_part(" ".join(words), fields))
    return AddCombatant(name, count, texts["side"], texts["group"], sheet, at_table, health, texts["note"])


def _read_part(part: str, fields: tuple[Field, ...]) -> dict[str, Value]:
    folded = part.casefold()
    for field in fields:
        for called in (field.label.casefold(), field.key.replace("_", " ")):
            if folded == called and field.kind is Kind.FLAG:
                return {field.key: True}
            if folded.startswith(f"{called} ") and not field.names:
                return {field.key: read(field, _picked(field, part[len(called) :].strip()))}
    for field in fields:
        if field.kind is Kind.PICK and any(pick.key == _picked(field, part) for pick in field.picks):
            return {field.key: _picked(field, part)}
    named = re.fullmatch(r"(?:(.*?)\s+)?([+\-−]?\d+)", part)
    for field in fields:
        if field.names and named:
            number = next(other for other in fields if other.key == field.names)
            name = re.sub(rf"^{re.escape(field.key)}\s*", "", named[1] or "")
            return {field.key: read(field, name or field.default), number.key: read(number, named[2])}
    known = ", ".join(field.label for field in fields)
    raise BadValue(f"“{part[:40]}” cannot be read. Known here: {known}, side, group, health, note, table.")


def _picked(field: Field, text: str) -> str:
    """The key of the value that ``text`` names by its key or label; else ``text`` itself."""
    for pick in field.picks:
        if text.casefold() in (pick.key, pick.label.casefold()):
            return pick.key
    return text
