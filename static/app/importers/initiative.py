"""What a creature of another program states as the modifier of its initiative."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.importers.labels import Creature, Labelled, look_up
from app.importers.meanings import OwnValues, Quantity
from app.importers.rows import shorten
from turntrack.core.errors import BadValue
from turntrack.core.fields import Field, modifier_of_score
from turntrack.systems.protocol import TurnSystem

_SIGNED = re.compile(r"\s*+([+\-−]\s*+\d{1,3})(?!\d)\s*+(?:\(.*\))?", re.DOTALL)
"""A modifier with its sign, such as ``+4`` or ``+4 (14)``."""
_NUMBER = re.compile(r"[+\-−]?\s*+\d{1,3}")
_TERM = re.compile(r"[+\-]?[^+\-]++")
_PROFICIENCY = re.compile(r"(?:(\d)\*)?@prof(?:\*(\d))?|@prof")
HIGHEST_BONUS = 12
"""A greater number without a sign is a total."""
_PLACES_OF_INIT = (
    ("system", "attributes", "init"), ("data", "attributes", "init"), ("actor", "system", "attributes", "init"),
    ("system", "init"), ("data", "data", "attributes", "init"),
)  # fmt: skip
_PLACES_OF_CHALLENGE = (
    ("cr",), ("cr", "cr"), ("challengerating",), ("challenge",), ("system", "details", "cr"), ("data", "details", "cr"),
    ("actor", "system", "details", "cr"), ("challengerating", "value"),
)  # fmt: skip
_PLACES_OF_PROFICIENCY = (
    ("proficiencybonus",),
    ("pb",),
    ("system", "attributes", "prof"),
    ("data", "attributes", "prof"),
)
_FRACTIONS = ("1/8", "1/4", "1/2", "⅛", "¼", "½")


@dataclass(frozen=True, slots=True)
class Stated:
    """A modifier of the initiative, and the value that states it."""

    value: Labelled
    modifier: int = 0
    wrong: str = ""
    """Why it cannot be used; empty if it can."""


def field_of_modifier(system: TurnSystem) -> Field | None:
    """Return the field that a stated modifier of the initiative fills; None if the rules have none."""
    modifiers = (field for field in system.fields if field.is_modifier)
    by_perception = (field for field in system.fields if field.key == "perception" and system.key == "table_rules")
    return next(modifiers, None) or next(by_perception, None)


def stated_modifier(creature: Creature, own: OwnValues, *, is_block: bool) -> Stated | None:
    """Return what a creature states as the modifier of its initiative; None for nothing.

    ``is_block`` says that the creature has the scores of its attributes, as in a stat block.
    """
    for path in _PLACES_OF_INIT:
        inner = look_up(creature, path)
        if isinstance(inner, Mapping):
            return _added_to_ability(creature, own, inner, path)
    inner = creature.get("initiative")
    if isinstance(inner, Mapping) and isinstance(times := inner.get("proficiency"), int):
        return _by_proficiency(creature, own, times, Labelled(("initiative", "proficiency"), times))
    value = own.quantities.get(Quantity.MODIFIER)
    if value is not None:
        number = _whole(value.value)
        if number is not None:
            return Stated(value, number)
        return Stated(value, wrong=f"initiative “{shorten(str(value.value))}” cannot be read.")
    order = own.quantities.get(Quantity.ORDER)
    if order is None:
        return None
    if isinstance(order.value, str) and (signed := _SIGNED.fullmatch(order.value)):
        return Stated(order, int(signed[1].replace(" ", "").replace("−", "-")))
    number = _whole(order.value)
    if (
        number is not None
        and is_block
        and order.path[-1] not in ("total", "roll", "result")
        and (number <= HIGHEST_BONUS or number in _by_challenge(creature, own))
    ):
        return Stated(order, number)
    return None


def is_signed(text: str) -> bool:
    """Return whether a text is a modifier with its sign: ``+4 (14)``."""
    return _SIGNED.fullmatch(text) is not None


def read_modifier(text: str) -> int:
    """Read a modifier of the initiative. Raises BadValue."""
    number = _whole(text)
    if number is None:
        raise BadValue(f"initiative “{shorten(text)}” cannot be read.")
    return number


def _whole(value: object) -> int | None:
    """Return a whole number, written with a sign or without; None for others."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1000 else None
    if isinstance(value, int):
        return value if abs(value) < 1000 else None
    text = str(value).strip()
    signed = _SIGNED.fullmatch(text)
    text = signed[1] if signed else text
    return int(text.replace(" ", "").replace("−", "-")) if _NUMBER.fullmatch(text) else None


def _by_challenge(creature: Creature, own: OwnValues) -> set[int]:
    """Return the modifiers that a creature of this challenge has by its Dexterity and its proficiency."""
    base, bonus = _ability(own, ("dex", "dexterity")), _proficiency(creature)
    return set() if base is None or bonus is None else {base + times * bonus for times in (0, 1, 2)}


def _added_to_ability(creature: Creature, own: OwnValues, inner: Creature, path: tuple[str, ...]) -> Stated | None:
    """Return the modifier of an ability with a bonus, which may name the proficiency."""
    bonus = inner.get("bonus")
    value = Labelled((*path, "bonus"), bonus if isinstance(bonus, int | float | str) else "")
    has_parts = isinstance(inner.get("mod"), int) and isinstance(inner.get("total"), int)
    if has_parts and isinstance(total := inner.get("total"), int):
        return Stated(Labelled((*path, "total"), total), total)
    ability = inner.get("ability")
    base = _ability(own, (ability,) if isinstance(ability, str) and ability else ("dex", "dexterity"))
    is_other = isinstance(ability, str) and ability not in ("", "dex")
    if bonus in (None, "", 0, "0", False) and not is_other:
        return None
    added = 0 if bonus in (None, "", False) else _sum(str(bonus), _proficiency(creature))
    if base is None or added is None:
        return Stated(value, wrong=f"the bonus to its initiative, “{shorten(str(bonus))}”, cannot be read.")
    return Stated(value, base + added)


def _by_proficiency(creature: Creature, own: OwnValues, times: int, value: Labelled) -> Stated:
    base, bonus = _ability(own, ("dex", "dexterity")), _proficiency(creature)
    if base is None or bonus is None:
        return Stated(value, wrong="its initiative goes by a proficiency, and no challenge rating gives that.")
    return Stated(value, base + times * bonus)


def _ability(own: OwnValues, labels: Iterable[str]) -> int | None:
    """Return the modifier of an ability that is given by its score."""
    values = (own.named[label][1].value for label in labels if label in own.named)
    score = next((number for number in map(_whole, values) if number is not None), None)
    return None if score is None else modifier_of_score(score)


def _proficiency(creature: Creature) -> int | None:
    """Return the proficiency bonus, which may follow from the challenge rating."""
    given = (_whole(look_up(creature, place)) for place in _PLACES_OF_PROFICIENCY)
    if bonus := next((number for number in given if number is not None), None):
        return bonus
    for place in _PLACES_OF_CHALLENGE:
        raw = look_up(creature, place)
        if isinstance(raw, str) and raw in _FRACTIONS:
            return 2
        if isinstance(raw, float | int) and not isinstance(raw, bool) and 0 <= raw <= 30:
            return 2 + (max(int(raw), 1) - 1) // 4
        if isinstance(raw, str) and (number := _whole(raw)) is not None and 0 <= number <= 30:
            return 2 + (max(number, 1) - 1) // 4
    return None


def _sum(text: str, proficiency: int | None) -> int | None:
    """Return the sum of numbers and multiples of the proficiency; None for other texts."""
    text = "".join(text.replace("−", "-").split())
    if len(text) > 40 or "".join(_TERM.findall(text)) != text:
        return None
    total = 0
    for term in _TERM.findall(text):
        sign, plain = (-1 if term[0] == "-" else 1), term.lstrip("+-")
        if plain.isdecimal():
            total += sign * int(plain)
        elif (by := _PROFICIENCY.fullmatch(plain)) and proficiency is not None:
            total += sign * proficiency * int(by[1] or by[2] or 1)
        else:
            return None
    return total
