"""What all readers share: names and counts as people write them, duplicates, and limits of messages."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace

from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import HOW_MANY, LONGEST_NAME, LONGEST_TEXT, Field, clean_text, read
from turntrack.core.model import Schedule
from turntrack.core.names import Naming, distinct_names
from turntrack.core.vocabulary import Meaning, meaning_of
from turntrack.lines.free_form import strip_markdown
from turntrack.lines.quick_line import read_count, read_quick_line

NO_NAMES = (Meaning.HEALTH, Meaning.FULL_HEALTH, Meaning.TEMPORARY, Meaning.ARMOUR, Meaning.ORDER, Meaning.OTHER)
"""The meanings of words that end no name."""
_COUNT = replace(HOW_MANY, label="count")
_SCORE_AND_MODIFIER = re.compile(r"\d{1,2}\s*+\(\s*+([+\-−]\d{1,2})\s*+\)")
_REMARK = re.compile(r"(?<!\s)\s++#.*")
_DICE = re.compile(r"\d*[dw]\d.*", re.IGNORECASE)


def is_short_number(text: str) -> bool:
    """Return whether a text is a whole number of few digits; Python refuses to read thousands of them.

    >>> is_short_number("14"), is_short_number("9" * 5000), is_short_number("+2")
    (True, False, False)
    """
    return text.isdecimal() and len(text) < 10


def modifier_beside_score(text: str) -> str:
    """Return the modifier that stands in brackets behind the score of an attribute; empty for other texts.

    >>> modifier_beside_score("14 (+2)"), modifier_beside_score("14")
    ('+2', '')
    """
    both = _SCORE_AND_MODIFIER.fullmatch(text.strip())
    return both[1] if both else ""


def read_written_count(name: str, text: str) -> tuple[int, str]:
    """Read how many of this name there are, or the dice that say so, as people write counts. Raises BadValue.

    >>> read_written_count("Guard", "x3"), read_written_count("Guard", "2 # in the yard")
    ((3, ''), (2, ''))
    """
    many = _REMARK.sub("", text).strip(" x×()*")
    is_dice = _DICE.fullmatch(many)
    return read_count(name, many) if is_dice else (int(read(_COUNT, many)), "")


_TAGS = re.compile(r"</?[a-zA-Z][^<>]*>")


def read_name(text: str, fields: tuple[Field, ...]) -> AddCombatant:
    """Read the name of a creature, which may hold its count and values: ``Goblin x3``, ``Wolf (HP 11)``.

    Raises BadValue for characters that no name has.
    """
    called = strip_markdown(_TAGS.sub("", text)).strip()
    if len(called) <= LONGEST_TEXT:
        with suppress(BadValue):
            return read_quick_line(called, fields)
    return AddCombatant(clean_text("name", called, LONGEST_NAME))


_BETWEEN = re.compile(r"[,;]")
_KINDS = (Meaning.STATE, Meaning.KIND)
_NOBODY = AddCombatant("Somebody")
"""Stands for the name of those of whom something is said."""


def with_said(command: AddCombatant, text: str, fields: tuple[Field, ...]) -> AddCombatant:
    """Return a combatant with what a heading or a cell says of it: its side, what it is like, and when it comes.

    The rest of the text goes into the note; what the combatant has itself stays.
    """
    others, is_taken = list[str](), False
    has_kind = any(meaning_of(part.strip()) in _KINDS for part in _BETWEEN.split(command.note))
    for part in map(str.strip, _BETWEEN.split(text)):
        if has_kind and meaning_of(part) in _KINDS:
            is_taken = True
            continue
        said = _read_said(part, fields)
        if said is None:
            others.append(part)
            continue
        is_taken = True
        known = {condition.name.casefold() for condition in command.conditions}
        command = replace(
            command,
            side=command.side or said.side,
            sheet={**said.sheet, **command.sheet},
            hidden=command.hidden or said.hidden,
            comes=said.comes if said.comes and command.comes in (None, Schedule()) else command.comes,
            conditions=(*command.conditions, *(each for each in said.conditions if each.name.casefold() not in known)),
        )
        others.append(said.note)
    if command.comes:  # only those who join at once are given conditions
        others += [" ".join(filter(None, (condition.name, condition.text))) for condition in command.conditions]
        command = replace(command, conditions=())
    told = ", ".join(filter(None, others)) if is_taken else text
    note = "; ".join(filter(None, (command.note, told)))
    return replace(command, note=clean_text("note", note[:LONGEST_TEXT], LONGEST_TEXT))


def is_said(text: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a part of a text says somebody’s side, what it is like or when it comes."""
    return any(_read_said(part.strip(), fields) for part in _BETWEEN.split(text))


def _read_said(part: str, fields: tuple[Field, ...]) -> AddCombatant | None:
    """Return somebody with what a part says, if it is no value: a number is taken only for a round or a condition."""
    if not part or len(part) > LONGEST_TEXT:
        return None
    try:
        said = read_quick_line(f"{_NOBODY.name}, {part}", fields)
    except BadValue:
        return None
    told = replace(said, side="", sheet={}, hidden=False, comes=None, conditions=(), note="")
    is_number = any(map(str.isdigit, part)) and not (said.comes or said.conditions)
    return said if told == _NOBODY and not is_number else None


def merge_alike(members: list[AddCombatant]) -> list[AddCombatant]:
    """Merge identical members into one with a count; number those that share only the name."""
    alike: dict[str, tuple[AddCombatant, int]] = {}
    for member in members:
        single = replace(member, count=1)
        key = repr(replace(single, sheet=dict(sorted(single.sheet.items()))))  # a sheet has no hash
        alike[key] = (single, member.count + (alike[key][1] if key in alike else 0))
    several, total = Counter[str](), Counter[str]()
    for member, many in alike.values():
        several[member.name] += 1
        total[member.name] += many
    names = {name: iter(distinct_names(name, total[name], (), Naming.LETTERS)) for name in several}
    counted = []
    for member, many in alike.values():
        if several[member.name] > 1:
            counted += [replace(member, name=next(names[member.name])) for _ in range(many)]
        else:
            most = HOW_MANY.high
            counted += [replace(member, count=min(many - first, most)) for first in range(0, many, most)]
    return counted


MOST_MESSAGES = 40


def bounded(messages: list[str]) -> tuple[str, ...]:
    """Return the messages, at most ``MOST_MESSAGES`` and one that says how many more there are."""
    if len(messages) <= MOST_MESSAGES:
        return tuple(messages)
    return (*messages[:MOST_MESSAGES], f"… and {len(messages) - MOST_MESSAGES} more.")


def shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
