"""Decision about records of other programs: which are creatures, what is read of them, and what is left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType

from app.importers.account import CARD, Account
from app.importers.amounts import dice_of_hit_dice, text_of_health
from app.importers.initiative import HIGHEST_BONUS, Stated, field_of_modifier, stated_modifier
from app.importers.labels import Creature, Labelled, Titles, fold_key, fold_keys, without_hidden
from app.importers.meanings import (
    HIDDEN,
    KINDS_OF_PLAYERS,
    MODIFIERS,
    NAMES,
    NOTES,
    PLAYERS,
    SIDES,
    OwnValues,
    Quantity,
    first_text,
    known_fields,
    name_of,
    own_values,
    parts_of_sum,
)
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
    TOLD,
    Field,
    Value,
    clean_text,
    modifier_of,
    modifier_of_score,
    read,
    values_in_code,
    without_invisible,
)
from turntrack.lines.headings import side_of
from turntrack.lines.quick_line import guess_values, in_quarters
from turntrack.rules.combatants import LONGEST_CARD, MOST_COMBATANTS, read_card
from turntrack.rules.health import TEMPORARY, WrittenHealth, read_health
from turntrack.systems.protocol import TurnSystem

__all__ = [
    "CARD", "PLACES", "Creature", "CreatureReader", "Titles", "fold_key", "fold_keys", "is_creature", "read_creatures",
    "read_members", "value_names",
]  # fmt: skip

PLACES: Mapping[str, tuple[str, ...]] = MappingProxyType({"name": NAMES})
"""The labels of a name."""
LONGEST_NOTE = 200
"""The longest description that goes into the note; a longer one goes on the card."""
_NUMBER = re.compile(r"[+\-−]?\d{1,9}(?:\.\d{1,6})?")
YES = (True, 1, "true", "yes", "y", "x", "1")


def read_creatures(
    creatures: Sequence[Creature],
    system: TurnSystem,
    name: str,
    titles: Titles,
    title: str = "From another program",
    notes: Iterable[str] = (),
    left_out: Iterable[str] = (),
) -> Portions[Roster]:
    """Read creatures into a list called ``name``, with further notes. Raises BadSave if none can be read."""
    reader = CreatureReader(system, titles)
    reader.notes.extend(notes)
    places = [f"Number {number}" for number, _ in enumerate(creatures, 1)]
    members = yield from read_members(places, lambda at: reader.member(creatures[at]), reader.notes)
    return Roster(
        title,
        tuple(members),
        bounded(reader.notes),
        name,
        sources=reader.account.all_sources(),
        left_out=(*left_out, *reader.account.all_left_out()),
    )


def read_members(
    places: Sequence[str], read: Callable[[int], AddCombatant], notes: list[str]
) -> Portions[list[AddCombatant]]:
    """Read the creature of each place by its index; what cannot be read is noted.

    Raises BadSave for too many, and if none can be read.
    """
    if len(places) > MOST_COMBATANTS:
        raise BadSave(
            f"It holds {len(places)} combatants; at most {MOST_COMBATANTS} can be read. Copy those that you need."
        )
    members, wrong = [], list[str]()
    for at, place in enumerate(places):
        yield at / len(places)
        try:
            members.append(read(at))
        except Malformed as error:
            wrong.append(f"{place}: {error}")
    notes[:0] = wrong
    if not members:
        raise BadSave(" ".join(("None of its combatants can be read.", *wrong[:1])))
    return merge_alike(members)


def is_creature(values: Creature, known: Set[str]) -> bool:
    """Return whether there is a name, and a health, an armour class, a place in the order, or a ``known`` value."""
    if not name_of(values):
        return False
    own = own_values(values)
    return own.has_number or any(label in known and not rank[0] for label, (rank, _) in own.named.items())


def value_names(system: TurnSystem) -> Set[str]:
    """Return the folded names of the values and codes of the rules."""
    codes = {field.code[0] for field in system.fields if field.code[0]}
    return known_fields(system).keys() | codes | {part for field in system.fields for part in parts_of_sum(field)}


class CreatureReader:
    """Reads creatures for some rules; collects what is to be said about them."""

    def __init__(self, system: TurnSystem, titles: Titles) -> None:
        self._system = system
        self._titles = titles
        self._known = known_fields(system)
        self._codes = {field.code[0] for field in system.fields if field.code[0]}
        self._names: dict[str, list[str]] = {}
        for label, field in self._known.items():
            self._names.setdefault(field.key, []).append(label)
        self.notes = list[str]()
        self.account = Account(titles, self._known)

    def member(self, values: Creature) -> AddCombatant:
        """Read a creature. Raises BadValue for its name or a number."""
        called = name_of(values)
        if not called:
            raise BadValue("it has no name.")
        own = own_values(values)
        named = read_name(called, self._system.fields)
        name = named.name
        used = dict[str, Labelled]()
        if not own.has_health and Quantity.HIT_DICE not in own.quantities and own.farther:
            own = replace(own, quantities={**own.quantities, **own.farther})
            (place, *_) = own.farther.values()
            self.notes.append(f"{name}: its health is that of “{self.account.title(place.path)}”.")
        health, most = self._health(own, named, used)
        sheet = self.sheet(values, name, own, used)
        armour = self._armour(own, used)
        count = self._count(own, named, used)
        temporary = self._take(own, Quantity.TEMPORARY, used)
        note, card = self._texts(values, name, used)
        order = own.quantities.get(Quantity.ORDER)
        if order is not None and order not in used.values() and self._is_total(order):
            used["initiative"] = order
            sheet[TOLD.key] = read(TOLD, order.value)
            self.notes.append(f"{name}: initiative {order.value} is the number of this fight.")
        elif order is not None and len(order.path) > 1 and order not in used.values():
            used["initiative (in the note)"] = order
            note = "; ".join(filter(None, (note, f"initiative {order.value}")))
        others = (f"{title} {value}" for title, value in self.account.others(values, used))
        words = "; ".join((*filter(None, (armour, named.note, note)), *others))
        words = without_invisible(" ".join(without_hidden(words).split()))
        kind = str(values.get("type", "")).casefold()
        is_player = _has_flag(values, PLAYERS) or kind in KINDS_OF_PLAYERS
        if most > 0 >= health.left:
            self.notes.append(f"{name}: health {health.left} of {most}, so it comes in down.")
        self.account.say_sources(name, used)
        if len(words) > LONGEST_TEXT:
            self.notes.append(f"{name}: a note takes {LONGEST_TEXT} characters, the rest is left out.")
        return AddCombatant(
            name=name,
            count=count.count,
            count_dice=count.count_dice,
            side=side_of(clean_text("side", first_text(values, SIDES), LONGEST_NAME)) or ("Party" if is_player else ""),
            sheet={**named.sheet, **sheet, **guess_values(sheet, self._system.fields)},
            health=health.left,
            full_health=most if most > health.left else 0,
            health_dice=health.dice or named.health_dice,
            fallen=most > 0 >= health.left,
            temporary=int(read(TEMPORARY, temporary.value if temporary else 0)),
            hidden=_has_flag(values, HIDDEN),
            note=clean_text(
                "note", without_invisible(" ".join(without_hidden(words).split()))[:LONGEST_TEXT], LONGEST_TEXT
            ),
            card=read_card(card),
        )

    def _take(self, own: OwnValues, quantity: str, used: dict[str, Labelled]) -> Labelled | None:
        value = own.quantities.get(quantity)
        if value is not None:
            used[quantity] = value
        return value

    def _health(self, own: OwnValues, named: AddCombatant, used: dict[str, Labelled]) -> tuple[WrittenHealth, int]:
        """Return what is left of the health, and its maximum."""
        full = self._points(own, Quantity.FULL, named.name, used) or WrittenHealth(named.full_health or named.health)
        health = self._points(own, Quantity.HEALTH, named.name, used)
        if health is None and not any((full.left, full.dice, named.health, named.health_dice)):
            health = self._hit_dice(own, named.name, used)
        health = health or WrittenHealth(named.health or full.left, full.full, full.dice)
        return health, max(full.left, full.full, health.full, health.left)

    def _points(self, own: OwnValues, quantity: str, name: str, used: dict[str, Labelled]) -> WrittenHealth | None:
        value = own.quantities.get(quantity)
        if value is None:
            return None
        try:
            health = read_health(text_of_health(value.value))
        except BadValue as error:
            self.notes.append(f"{name}: {error}")
            return None
        used[quantity] = value
        return health

    def _hit_dice(self, own: OwnValues, name: str, used: dict[str, Labelled]) -> WrittenHealth | None:
        """Return the health of hit dice, where nothing else says it."""
        value = own.quantities.get(Quantity.HIT_DICE)
        if value is None:
            return None
        is_total = value.path[-1] in ("averagehp", "hitpoints", "average")
        text = str(value.value) if is_total else dice_of_hit_dice(str(value.value))
        try:
            health = read_health("" if "/" in text else text)  # a half of a die is no health: “1/2”
        except BadValue:
            self.notes.append(f"{name}: no health is given, and hit dice “{shorten(text)}” cannot be rolled.")
            return None
        used["health"] = value
        if health.dice:
            self.notes.append(f"{name}: no health is given; it is rolled by the hit dice, {health.dice}.")
        return health

    def _armour(self, own: OwnValues, used: dict[str, Labelled]) -> str:
        value = self._take(own, Quantity.ARMOUR, used)
        if value is None:
            return ""
        number = value.value
        return f"AC {int(number) if isinstance(number, float) and number.is_integer() else number}"

    def _count(self, own: OwnValues, named: AddCombatant, used: dict[str, Labelled]) -> AddCombatant:
        """Return a command with the count of a creature; what cannot be read is noted."""
        value = self._take(own, Quantity.COUNT, used)
        if value is None:
            return named
        try:
            count, dice = read_written_count(named.name, str(value.value))
        except BadValue as error:
            self.notes.append(f"{named.name}: {error}")
            return named
        return replace(named, count=count, count_dice=dice)

    def sheet(
        self, creature: Creature, name: str, own: OwnValues | None = None, used: dict[str, Labelled] | None = None
    ) -> dict[str, Value]:
        """Return the values of the rules that the creature has. A score becomes its modifier, which is told."""
        own = own_values(creature) if own is None else own
        used = {} if used is None else used
        sheet = self._codes_of(own, name, used)
        # Beside Strength and Constitution even a low number is a score, and not a modifier.
        has_abilities = any({*pair} <= own.named.keys() for pair in _ABILITIES)
        by_modifier = field_of_modifier(self._system)
        stated = stated_modifier(creature, own, is_block=has_abilities) if by_modifier else None
        for field in self._system.fields:
            value = self._value_of(field, own, name)
            if field == by_modifier and stated and not stated.wrong and (field.is_modifier or value is None):
                self._take_stated(field, stated, value, sheet, name, used, has_abilities=has_abilities)
                continue
            if value is None or field.key in sheet:
                continue
            if parts := parts_of_sum(field):
                self._add(field, parts, value, own, sheet, name, used)
                continue
            try:
                sheet[field.key], note = _read(field, value, has_abilities=has_abilities)
                used[field.label] = value
                self.notes += [f"{name}: {note}"] if note else []
            except BadValue as error:
                self.notes.append(f"{name}: {error}")
        if stated and stated.wrong:
            self.notes.append(f"{name}: {stated.wrong}")
        return sheet

    def _is_total(self, order: Labelled) -> bool:
        """Return whether a number of the order is a total, and the rules take one. A low number may be a modifier."""
        is_rolled = (
            any(step in order.path[-1] for step in ("roll", "total", "result", "count")) or order.path[-1] == "pr"
        )
        number = order.value if isinstance(order.value, int) else None
        if isinstance(order.value, str) and order.value.strip().isdecimal():
            number = int(order.value)
        return TOLD in self._system.fields and number is not None and (is_rolled or number > HIGHEST_BONUS)

    def _codes_of(self, own: OwnValues, name: str, used: dict[str, Labelled]) -> dict[str, Value]:
        sheet: dict[str, Value] = {}
        for code in self._codes:
            if code not in own.named or not isinstance(text := own.named[code][1].value, str):
                continue
            try:
                sheet |= values_in_code(self._system.fields, code, text)
                used[code.upper()] = own.named[code][1]
            except BadValue as error:
                self.notes.append(f"{name}: {str(error).replace(code, code.upper(), 1)}")
        return sheet

    def _value_of(self, field: Field, own: OwnValues, name: str) -> Labelled | None:
        """Return the likeliest value of a field; one with another name for the same field is told."""
        order = own.quantities.get(Quantity.ORDER)
        if field.key == "initiative" and order is not None:
            return order
        parts = parts_of_sum(field)
        labels = [label for label in self._names.get(field.key, ()) if label in own.named]
        if not labels:
            return own.named[parts[0]][1] if parts and parts[0] in own.named else None
        labels.sort(key=lambda label: own.named[label][0][0])
        value = own.named[labels[0]][1]
        halves = field.label.split("/") if "/" in field.label else []
        both = [(own.named[fold_key(half)][1], half) for half in halves if fold_key(half) in own.named]
        if len(both) > 1 and both[0][0].value != both[1][0].value:
            (value, half), (other, rest) = sorted(both, key=lambda pair: _as_number(pair[0].value), reverse=True)[:2]
            self.notes.append(
                f"{name}: {field.label} is one value here; {half} {value.value} is taken, not {rest} {other.value}."
            )
        return value

    def _add(
        self,
        field: Field,
        parts: tuple[str, ...],
        value: Labelled,
        own: OwnValues,
        sheet: dict[str, Value],
        name: str,
        used: dict[str, Labelled],
    ) -> None:
        """Take the value of a field that is a sum of others, or the sum."""
        if any(label in own.named for label in self._names.get(field.key, ())):
            total: object = value.value
            used[field.label] = value
        elif all(part in own.named for part in parts):
            total = sum(_as_number(own.named[part][1].value) for part in parts)
            used.update({f"{field.label} ({part})": own.named[part][1] for part in parts})
        else:
            have = next(part for part in parts if part in own.named)
            self.notes.append(
                f"{name}: {field.label} is a sum, and only {self._titles.get(have, have)} "
                f"{own.named[have][1].value} is given."
            )
            return
        try:
            sheet[field.key] = read(field, total)
        except BadValue as error:
            self.notes.append(f"{name}: {error}")

    def _take_stated(
        self,
        field: Field,
        stated: Stated,
        value: Labelled | None,
        sheet: dict[str, Value],
        name: str,
        used: dict[str, Labelled],
        *,
        has_abilities: bool,
    ) -> None:
        """Take what a creature states as the modifier of its initiative: it wins over its Dexterity."""
        rather = ""
        with suppress(BadValue):
            other = _read(field, value, has_abilities=has_abilities)[0] if value else None
            rather = f", rather than {field.label} {other:+d}" if isinstance(other, int) else ""
        try:
            sheet[field.key] = read(field, f"{stated.modifier:+d}")
        except BadValue as error:
            self.notes.append(f"{name}: {error}")
            return
        used["initiative"] = stated.value
        if not rather.endswith(f" {stated.modifier:+d}"):
            self.notes.append(f"{name}: initiative {stated.modifier:+d} is stated and taken{rather}.")

    def _texts(self, values: Creature, name: str, used: dict[str, Labelled]) -> tuple[str, list[str]]:
        """Return the note, and the lines of the card; a long description goes on the card."""
        card = without_hidden(str(values.get(CARD, ""))).splitlines()
        note = ""
        for key in NOTES:
            text = values.get(key)
            if not isinstance(text, str | int | float) or isinstance(text, bool) or text == "":
                continue
            used[f"note {key}"] = Labelled((key,), text)
            words = without_hidden(str(text))
            if len(words) <= LONGEST_NOTE:
                note = "; ".join(filter(None, (note, words)))
            else:
                card += words.splitlines()
        fitting = [line[:LONGEST_TEXT] if len(line) > LONGEST_CARD else line for line in card]
        length = 0
        kept = list[str]()
        for line in fitting:
            length += len(line) + 1
            if length > LONGEST_CARD:
                self.notes.append(f"{name}: the card takes {LONGEST_CARD} characters, the rest is left out.")
                break
            kept.append(line)
        return note, kept


_ABILITIES = (("str", "con"), ("strength", "constitution"))


def _read(field: Field, value: Labelled, *, has_abilities: bool) -> tuple[Value, str]:
    """Read the value of a field. Return also what is to be said about it; empty for nothing. Raises BadValue."""
    raw = value.value
    if isinstance(raw, float):
        raw = int(raw) if raw.is_integer() else str(raw)
    if field.is_in_quarters:
        raw = in_quarters(raw)
    is_bonus = value.path[-1] in ("mod", "modifier", "bonus") or not MODIFIERS.isdisjoint(value.path)
    if is_bonus and isinstance(raw, int) and field.is_modifier:
        return read(field, f"{raw:+d}"), ""
    written = modifier_beside_score(str(raw)) if field.is_modifier else ""
    modifier = None if written else modifier_of(field, str(raw))
    if modifier is None and has_abilities and field.is_modifier and is_short_number(str(raw)):
        modifier = modifier_of_score(int(raw))
    if modifier is None:
        return read(field, written or raw), ""
    return read(field, modifier), f"{field.label} {raw} is a score; its modifier is taken: {modifier:+d}."


def _as_number(value: object) -> int:
    """Return a whole number; 0 for other values."""
    text = str(value).strip().replace("−", "-")
    return int(float(text)) if _NUMBER.fullmatch(text) else 0


def _has_flag(values: Creature, keys: Iterable[str]) -> bool:
    given = (values.get(key) for key in keys)
    return any((value.casefold() if isinstance(value, str) else value) in YES for value in given if _is_flag(value))


def _is_flag(value: object) -> bool:
    return isinstance(value, str | int | float)
