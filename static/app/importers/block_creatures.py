"""Creatures of stat blocks: the labelled values that the rules in use take. All lines of a block go on the card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from app.importers.amounts import dice_of_hit_dice
from app.importers.block_labels import EDGES, HEALTH, HIT_DICE, PRINTED_ORDER, SAVES, SKILLS, LabelledLine, labels_of
from app.importers.blocks import fit_on_card
from app.importers.codes import find_code
from app.importers.initiative import HIGHEST_BONUS
from app.importers.rows import is_said, read_name, shorten, with_said
from app.importers.stat_blocks import StatBlock
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import (
    LONGEST_NAME,
    LONGEST_TEXT,
    TOLD,
    Field,
    Kind,
    Value,
    modifier_of_score,
    read,
    values_in_code,
)
from turntrack.core.model import Counter
from turntrack.core.vocabulary import WORDS, Meaning, forms_of, meaning_of
from turntrack.lines.quick_line import read_count, value_of_edge
from turntrack.lines.tokens import BODY
from turntrack.rules.combatants import LONGEST_CARD, read_card
from turntrack.rules.health import WrittenHealth, read_health
from turntrack.systems.protocol import TurnSystem

_DICE = r"\d{0,3}[dDwW]\d{1,4}(?:\s?[+\-−–]\s?\d{1,3})?"
_HEALTH = re.compile(rf"\d{{1,4}}\s?/\s?\d{{1,4}}|{_DICE}(?:\s?\(\s?\d{{1,4}}\s?\))?|\d{{1,3}},\d{{3}}|\d{{1,4}}")
_POINTS = re.compile(r"\s?\d{1,3}(?:\s?/\s?\d{1,3})?\s?")
_COUNTED = re.compile(
    rf"\s*+(?:[x×]\s?(\d{{1,2}})|(?:{forms_of(Meaning.COUNT)})\s?[:=]\s*+(\d{{1,2}})"
    r"|(\d{1,2})\s++(?:of\s++(?:them|these)|here|stück))"
    r"(?:\s*+[.,;(].*|\s++(?:for|of|in|at|on|here|tonight|heute)\b.*|\s*+)",
    re.IGNORECASE,
)
"""A line of a block that says how many there are: ``x2 for tonight``, ``Qty: 4``, ``3 of them``."""
_IN_BRACKETS = re.compile(r"\(\s?(\d{1,4})\s?(?:hp|hit points)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:hp|hit points)\s?[:=]?\s?(\d{1,3}(?:,\s?\d{1,3}){1,40})\b", re.IGNORECASE)
"""A health for each of several: ``hp 4, 3, 6, 2``."""
_WORDS_BEHIND = re.compile(r"[\W\d]*+(?!hp\b|hit\b)[^\W\d_]{2}", re.IGNORECASE)
_ROLLED = re.compile(_DICE)
_ARMOUR = re.compile(r"([+\-−]?\d{1,2})(?:\s?\[\s?(\d{1,2})\s?\])?")
"""An armour class that goes down, with the one that goes up in brackets: ``6 [13]``."""
_NUMBERS = re.compile(r"([+\-−–]?\d{1,6}(?:\.\d{1,3})?)(?:[\s(/]{1,3}([+\-−–]\d{1,2})\b)?")
"""A number, and a second one with a sign: ``14 (+2)``, ``14 +2 +2``."""
_WHOLE = re.compile(r"(\d{1,3})\b")
_LEVEL = re.compile(r"\+?(\d{1,3})\b")
"""The level of a skill: ``Melee +7``."""
_CODE_OF_DICE = re.compile(r"\d{1,3}\s?[dDwW]6?(?:\s?[+\-−–]\s?\d)?")
_ORDER_OF_DICE = re.compile(r"(\d{1,2})\s?\+\s?(\d)[dDwW]6?")
"""A number of the order with its dice: ``8 + 1D6``."""
_BETWEEN = re.compile(r"[,;]")
_WOUNDS = re.compile(r"([1-6])\s?\(\s?(\d{1,3})\s?\)")
"""Wounds, and the health of each, as in Mothership: ``3(20)``."""
_STOPPING_POWER = re.compile(
    r"\bSP(?::\s*+|\s)(?:(\d{1,2}\b(?:\s?\([^()]*\))?)|[^\W\d]+\W{1,2}(?:[^\W\d]+\s)?\d)", re.IGNORECASE
)
"""The stopping power of armour, perhaps by where it is worn: ``SP 14``, ``SP: Head 14  Torso 18``."""
_BEHIND_NAME = re.compile(r"([^()]*[^()\s])\s*+\(([^()]*)\)")
_INJURED = r"(?:light|serious|critical|mortal|deadly|leicht|schwer|kritisch)"
_TAKEN = re.compile(
    r"(?:(?:damage|schaden)(?:\staken)?|(?:wounds?|hits)\staken)\s?[:=]\s*+\d{1,3}(?:\s?\([^\W\d][^()]*\))?\s*+"
    r"|(?:wounds?\s(?:level|status|state)\s?[:=]?|(?:condition|status|zustand)\s?[:=])\s*+[^\W\d].*"
    rf"|(?:wounds?|hits)\s?[:=]\s*+(?:\[.*|\d{{1,3}}\s?\({_INJURED}.*|.*\btaken\s*+)",
    re.IGNORECASE,
)
"""What somebody has suffered already: ``Damage: 7 (serious)``."""
_INJURY = re.compile(rf"\d{{1,3}}\s?\({_INJURED}", re.IGNORECASE)
_TO_ORDER = re.compile(
    r"(?<![^,;:])\s*+([^,;:]*[+\-−]\d{1,2}\s(?:to\s)?ini(?:t|tiative)?\b[^,;:]*"
    r"|(?:fast|slow)\smetabolism\s?\([+\-−]\d{1,2}\))",
    re.IGNORECASE,
)
"""What is added to the number of the order: ``boostware +1 init``."""
_TRAIT_OF_ARMOUR = re.compile(r"\barmou?r\s?\([+]?\d{1,2}\)|^armou?r(?:\s?:\s[^\d]*\d.*|\s\d{1,2}\b)", re.IGNORECASE)
_NOW = re.compile(r"(\d{1,3})/(\d{1,3})\b")
"""An attribute, and what it is now: ``10/11``."""
TELLING = (Meaning.STATE, Meaning.KIND)
MOST_NOTED = 100
"""The most characters of a line that go into the note."""


class BlockReader:
    """Reads stat blocks for some rules; collects the notes about them."""

    def __init__(self, system: TurnSystem) -> None:
        self._fields = system.fields
        self._has_dexterity = any(field.label == "Dexterity" and field.is_modifier for field in system.fields)
        self.labels = labels_of(system.fields)
        self._own = frozenset(name for names in self.labels.fields.values() for name in names)
        self.notes = list[str]()

    def member(self, block: StatBlock) -> AddCombatant:
        """Return the creature of a block."""
        block = replace(block, values=[value for value in block.values if value.value])
        coded = find_code(block.name, self._fields)
        self.notes += [coded.note] if coded else []
        named = self._named(coded.name if coded else block.name)
        armour, health = self._armour(block), self._health(block, named.name)
        healths = _SEVERAL.search("; ".join(block.lines)) if named.count > 1 else None
        if healths and healths[1].count(",") + 1 == named.count:
            self.notes.append(f"{named.name}: health {health.left} is taken for each, not {healths[1]}.")
        counted = next((match for match in map(_COUNTED.fullmatch, block.lines) if match), None)
        if counted and named.count == 1:
            named = replace(named, count=read_count(named.name, next(filter(None, counted.groups())))[0])
        wounds = next(
            (
                match
                for value in block.values
                if value.label in ("wounds", "hits") and (match := _WOUNDS.fullmatch(value.value))
            ),
            None,
        )
        if wounds:
            health = WrittenHealth(int(wounds[2]))
            self.notes.append(
                f"{named.name}: “{wounds[0]}” is health {wounds[2]}, and {wounds[1]} wounds, which a counter has."
            )
        noted = (*_noted(block), named.note) if armour in named.note else (armour, *_noted(block), named.note)
        card = fit_on_card(block.lines)
        if len(card) < len(block.lines):
            self.notes.append(f"{named.name}: the card takes {LONGEST_CARD} characters, the rest is left out.")
        return replace(
            named,
            sheet={**named.sheet, **(coded.values if coded else {}), **self._sheet(block, named.name)},
            health=health.left or named.health,
            full_health=health.full if health.full > health.left else named.full_health,
            health_dice=health.dice or named.health_dice,
            fallen=health.full > 0 >= health.left or named.fallen,
            note="; ".join(filter(None, (*noted, *block.remarks)))[:LONGEST_TEXT],
            counters=(*named.counters, *([Counter("wounds", int(wounds[1]), int(wounds[1]))] if wounds else [])),
            card=read_card(card),
        )

    def _named(self, text: str) -> AddCombatant:
        """Return a combatant with its name, its count, and what brackets behind them say: ``4 Thugs (extras)``."""
        bracket = _BEHIND_NAME.fullmatch(text)
        if bracket and (meaning_of(bracket[2]) in TELLING or is_said(bracket[2], self._fields)):
            return with_said(read_name(bracket[1][:LONGEST_NAME], self._fields), bracket[2], self._fields)
        return read_name(text[:LONGEST_NAME], self._fields)

    def _health(self, block: StatBlock, name: str) -> WrittenHealth:
        full = WORDS[Meaning.FULL_HEALTH]
        has_dice = any(field.kind is Kind.DICE for field in self._fields)
        labels = (*HEALTH, *BODY) if has_dice else HEALTH
        places = {label: at for at, label in enumerate(labels) if label not in self._own}
        within = (value for value in block.values if value.label in places and value.within not in SKILLS)
        has_toughness = {"parry", "toughness"} <= {value.label for value in block.values}
        within = (
            value
            for value in within
            if not (_INJURY.match(value.value) or (has_toughness and value.label in ("wounds", "wound")))
            and (value.label not in BODY or _POINTS.fullmatch(value.value))
        )
        stated = sorted(within, key=lambda value: places[value.label])
        for value in (*(value for value in stated if value.label not in full), *stated):
            written = _HEALTH.match(value.value)
            if written:
                try:
                    health = read_health(written[0].replace("–", "-"))
                except BadValue:  # more dice than anybody rolls, or digits of another script
                    continue
                if "/" in written[0] and health.full < health.left:
                    self.notes.append(f"{name}: of “{value.label} {written[0]}”, health {health.left} is taken.")
                most = next((each for each in stated if each.label in full), value)
                number = _HEALTH.match(most.value)
                if most != value and number and number[0].isdecimal():
                    return health._replace(full=int(number[0]))
                return health
        for value in block.values:
            if value.label in HIT_DICE:
                if points := _IN_BRACKETS.search(value.value):
                    return WrittenHealth(int(points[1]))
                rolled = dice_of_hit_dice(value.value)
                if rolled != value.value.strip() and _ROLLED.match(rolled):
                    with suppress(BadValue):  # more dice than anybody rolls
                        health = read_health(rolled)
                        self.notes.append(f"{name}: no health is given; it is rolled by the hit dice, {health.dice}.")
                        return health
                if written := _HEALTH.match(value.value):
                    if _ROLLED.match(written[0]):
                        with suppress(BadValue):
                            health = read_health(written[0].replace("–", "-"))
                            if _WORDS_BEHIND.match(value.value, written.end()):
                                told = shorten(f"{value.label} {value.value}")
                                self.notes.append(f"{name}: health {health.dice} is taken from “{told}”.")
                            return health
                    words = f"{value.label} {value.value}"
                    self.notes.append(f"{name}: no health is read; “{shorten(words)}” is on the card.")
        return WrittenHealth()

    def _armour(self, block: StatBlock) -> str:
        """Return the armour class for the note: the one that goes up in rules with modifiers of Dexterity."""
        words = set(WORDS[Meaning.ARMOUR]) - self._own
        own = (value for value in block.values if value.label in words and value.within not in SKILLS)
        stated = (_ARMOUR.match(value.value) for value in own)
        armour = next(filter(None, stated), None)
        if armour is None:
            return ""
        return f"AC {armour[2] if armour[2] and self._has_dexterity else armour[0]}"

    def _sheet(self, block: StatBlock, name: str) -> dict[str, Value]:
        sheet: dict[str, Value] = {}
        for value in block.values:
            if value.label in self.labels.codes:
                try:
                    sheet |= values_in_code(self._fields, value.label, value.value)
                except BadValue as error:
                    self.notes.append(f"{name}: {error}")
        for field in self._fields:
            if " and " in field.label and (total := self._sum(block, field, name)):
                sheet[field.key] = total
            elif field.key in self.labels.fields:
                stated = self._stated(block, field)
                if stated and (values := self._read(field, stated[0], name)) is not None:
                    sheet[field.key] = values
                    self._tell_others(stated, name)
        return sheet | self._edges(block) | self._printed_order(block, sheet, name)

    def _sum(self, block: StatBlock, field: Field, name: str) -> int:
        """Return the sum of the two values that a field is; 0 if one of them is missing, which is noted."""
        both = [
            next((value for value in block.values if value.label == part and not value.within), None)
            for part in field.label.casefold().split(" and ")
        ]
        numbers = [int(number[1]) for value in both if value and (number := _WHOLE.match(value.value))]
        if len(numbers) == 1:
            self.notes.append(f"{name}: {field.label} needs both; the one is only on the card.")
        return sum(numbers) if len(numbers) == len(both) else 0

    def _stated(self, block: StatBlock, field: Field) -> list[LabelledLine]:
        """Return the values of a field, of two skills the higher first; those among skills or senses stand last."""
        names = self.labels.fields[field.key]
        stated = [value for value in block.values if value.label in names and value.within not in SAVES]

        def place(value: LabelledLine) -> tuple[bool, bool, bool, int]:
            number = _LEVEL.match(value.value) if "/" in field.label else None
            is_among = value.within in ("skills", "skill", "senses")
            is_other = "/" not in field.label and value.label != field.label.casefold()  # “Acumen” beside “Perception”
            return is_among, value.within != "", is_other, -int(number[1]) if number else 0

        return sorted(stated, key=place)

    def _tell_others(self, stated: list[LabelledLine], name: str) -> None:
        first = stated[0]
        others = [value for value in stated if value.label != first.label and value.value != first.value]
        if others and not first.within and not others[0].within:
            used, unused = (f"{value.label.capitalize()} {value.value}" for value in (first, others[0]))
            self.notes.append(f"{name}: “{shorten(used)}” is taken, “{shorten(unused)}” is only on the card.")

    def _read(self, field: Field, stated: LabelledLine, name: str) -> Value | None:
        text = stated.value.replace("–", "-").replace("−", "-")
        try:
            if field.kind is Kind.DICE:
                dice = _CODE_OF_DICE.match(text)
                return read(field, dice[0].replace(" ", "").upper().replace("W", "D")) if dice else None
            numbers = _NUMBERS.match(text)
            if numbers is None or _ROLLED.match(text):
                return None
            first, second = numbers.groups()
            if field.is_in_quarters:
                return read(field, round(4 * float(first)))
            if field.is_modifier:
                has_sign = first[0] in "+-"
                return read(field, first if has_sign else second or f"{modifier_of_score(int(float(first))):+d}")
            if (now := _NOW.match(text)) and field.label.isupper():
                self.notes.append(f"{name}: of “{field.label} {now[0]}”, the second number is taken.")
                return read(field, now[2])
            return read(field, int(float(first)))
        except BadValue as error:
            self.notes.append(f"{name}: {error}")
            return None

    def _edges(self, block: StatBlock) -> dict[str, Value]:
        """Return what the edges of a block say about the cards for the order."""
        words = [word for value in block.values if value.label in EDGES for word in _BETWEEN.split(value.value)]
        values = (value_of_edge(word.strip(), self._fields) for word in words)
        # The strongest of those that say the same.
        return dict(sorted((value for each in values for value in each.items()), key=lambda value: value[1]))

    def _stealth(self, block: StatBlock, name: str) -> LabelledLine | None:
        """Return the Stealth of a hazard, which goes by it where creatures go by Perception."""
        stealth = (value for value in block.values if value.label == "stealth" and not value.within)
        stated = next((value for value in stealth if value.value[0] in "+-−–"), None)
        if stated:
            self.notes.append(f"{name}: Stealth {stated.value.split()[0]} is taken for initiative.")
        return stated

    def _printed_order(self, block: StatBlock, sheet: dict[str, Value], name: str) -> dict[str, Value]:
        """Return the printed number of the order, unless the rules have a field of that name.

        It wins over Dexterity, but not over Perception where the rules go by that.
        """
        printed = next((value for value in block.values if value.label in PRINTED_ORDER and not value.within), None)
        if printed is None and any(field.key == "perception" and field.key not in sheet for field in self._fields):
            printed = self._stealth(block, name)
        if printed is None or printed.label in self._own:
            return {}
        labels = {field.label.casefold(): field for field in self._fields if field.kind is Kind.NUMBER}
        text = printed.value.replace("–", "-").replace("−", "-")
        reaction = labels.get("reaction and intuition") or labels.get("reaction")
        if reaction and "dice" in labels and (both := _ORDER_OF_DICE.match(text)):
            return {reaction.key: int(both[1]), labels["dice"].key: int(both[2])}
        dexterity, perception = labels.get("dexterity"), labels.get("perception")
        field = dexterity if dexterity and dexterity.is_modifier else perception
        if TOLD in self._fields and (total := _WHOLE.fullmatch(text)) and int(total[1]) > HIGHEST_BONUS:
            self.notes.append(f"{name}: initiative {total[1]} is the number of this fight.")
            return {TOLD.key: read(TOLD, total[1])}
        if field is None and text[:1] in "+-":
            self.notes.append(f"{name}: “{printed.label} {shorten(text)}” is only on the card.")
        if field is None or (field is perception and field.key in sheet):
            return {}
        numbers = _NUMBERS.match(text)
        signed = next((number for number in numbers.groups() if number and number[0] in "+-"), "") if numbers else ""
        if not signed and text[:1] != "0":
            self.notes.append(f"{name}: “{printed.label} {shorten(text)}” is no modifier, and is only on the card.")
            return {}
        try:
            modifier = read(field, signed or "+0")
        except BadValue as error:
            self.notes.append(f"{name}: {error}")
            return {}
        if modifier != sheet.get(field.key, modifier):
            other = f"{field.label} {sheet[field.key]:+d}"
            self.notes.append(f"{name}: initiative {modifier:+d} is stated and taken, rather than {other}.")
        return {field.key: modifier}


def _noted(block: StatBlock) -> Iterator[str]:
    """Yield what the note names beside the armour class: what protects, has been suffered, or adds to rolls."""
    values = {value.label: value.value for value in block.values if not value.within}
    if {"parry", "toughness"} <= values.keys():
        yield from (["Wild Card"] if block.is_marked else [])
        yield from (f"{label.capitalize()} {' '.join(values[label].split())}" for label in ("parry", "toughness"))
        yield from ([f"Wounds {values['wounds']}"] if "wounds" in values else [])
    for line in (line for line in block.lines if line.strip() not in block.remarks):
        if power := _STOPPING_POWER.search(line):
            several = _STOPPING_POWER.search(line, power.end()) is not None
            told = line if several else line[power.start() :] if power[1] is None else power[0]
            yield " ".join(told.split())[:MOST_NOTED]
        elif armour := _TRAIT_OF_ARMOUR.search(line):
            yield " ".join(armour[0].split())[:MOST_NOTED]
        elif _TAKEN.fullmatch(line.strip()):
            yield " ".join(line.split())[:MOST_NOTED]
        if adds := _TO_ORDER.search(line):
            yield adds[1].strip()[:MOST_NOTED]
