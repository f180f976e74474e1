"""A list of combatants from elsewhere, and the bounds of reading it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from turntrack.core.commands import AddCombatant
from turntrack.core.distinct_names import numbered_names
from turntrack.core.errors import BadSave, BadValue, Malformed
from turntrack.core.input_fields import (
    HOW_MANY,
    LONGEST_NAME,
    LONGEST_RAW,
    Field,
    clean_text,
    find_hidden_character,
    read,
)
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.free_form_to_quick_line import strip_markdown
from turntrack.rules.quick_line import read_count, read_quick_line
from turntrack.rules.stat_cards import LONGEST_CARD

LONGEST = 2_000_000
MOST_NOTES = 40


type Subjects = Mapping[int, str]
"""What the columns of a table hold by hand, by their places from 0; empty for what is left out."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    """Its title; empty if the table has no titles."""
    cells: tuple[str, ...]
    """Its first cells."""
    subject: str = ""
    """What is read from it; empty for nothing."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Combatants to import, and notes about what was not understood."""

    title: str
    members: tuple[AddCombatant, ...]
    notes: tuple[str, ...]
    name: str = ""
    """The name of a fight made of the list."""
    columns: tuple[Column, ...] = ()
    """The columns of a table."""
    is_untitled: bool = False
    """Whether the table has no titles, so that its columns are asked for."""
    enemies: tuple[AddCombatant, ...] = ()
    """In an export of several lists: enemies for later fights; ``members`` are the party."""
    fights: tuple[Roster, ...] = ()
    """In an export of several lists: prepared fights."""

    @property
    def is_sorted(self) -> bool:
        """Return whether the list says who is of the party, who is an enemy, and which fights are prepared."""
        return bool(self.enemies or self.fights)


def bounded(notes: list[str]) -> tuple[str, ...]:
    """Return the notes, at most ``MOST_NOTES`` and one that says how many more there are."""
    if len(notes) <= MOST_NOTES:
        return tuple(notes)
    return (*notes[:MOST_NOTES], f"… and {len(notes) - MOST_NOTES} more.")


def shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


def fit_on_card(lines: Sequence[str]) -> list[str]:
    """Return the lines that fit on a card, from the first on, without those with characters that cannot be used."""
    ends = accumulate(len(line) + 1 for line in lines)
    return [
        line
        for line, end in zip(lines, ends, strict=True)
        if end <= LONGEST_CARD and len(line) <= LONGEST_RAW and not find_hidden_character(" ".join(line.split()))
    ]


def read_members(places: Sequence[str], read: Callable[[int], AddCombatant], notes: list[str]) -> list[AddCombatant]:
    """Read the creature of each place by its index; what cannot be read is noted.

    Raises BadSave for too many, and if none can be read.
    """
    if len(places) > MOST_COMBATANTS:
        raise BadSave(f"It holds {len(places)} combatants; at most {MOST_COMBATANTS} can be read.")
    members = []
    for at, place in enumerate(places):
        try:
            members.append(read(at))
        except Malformed as error:
            notes.append(f"{place}: {error}")
    if not members:
        raise BadSave(f"None of its combatants can be read. {notes[0]}")
    return merge_alike(members)


def merge_alike(members: list[AddCombatant]) -> list[AddCombatant]:
    """Merge identical members into one with a count; number those that share only the name."""
    single = [replace(member, count=1) for member in members]
    alike = [
        (member, sum(each.count for each, other in zip(members, single, strict=True) if other == member))
        for place, member in enumerate(single)
        if member not in single[:place]
    ]
    several = Counter(member.name for member, _ in alike)
    total = Counter({name: sum(many for member, many in alike if member.name == name) for name in several})
    names = {name: iter(numbered_names(name, total[name], ())) for name in several}
    counted = []
    for member, many in alike:
        if several[member.name] > 1:
            counted += [replace(member, name=next(names[member.name])) for _ in range(many)]
        else:
            most = HOW_MANY.high
            counted += [replace(member, count=min(many - first, most)) for first in range(0, many, most)]
    return counted


_COUNT = replace(HOW_MANY, label="count")
_SCORE_AND_MODIFIER = re.compile(r"\d{1,2}\s*\(\s*([+\-−]\d{1,2})\s*\)")


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
    many = re.sub(r"\s+#.*", "", text).strip(" x×()*")
    is_dice = re.fullmatch(r"\d*[dw]\d.*", many, re.IGNORECASE)
    return read_count(name, many) if is_dice else (int(read(_COUNT, many)), "")


_TAGS = re.compile(r"</?[a-zA-Z][^<>]*>")


def read_name(text: str, fields: tuple[Field, ...]) -> AddCombatant:
    """Read the name of a creature, which may hold its count and values: ``Goblin x3``, ``Wolf (HP 11)``.

    Raises BadValue for characters that no name has.
    """
    called = strip_markdown(_TAGS.sub("", text)).strip()
    try:
        return read_quick_line(called, fields)
    except BadValue:
        return AddCombatant(clean_text("name", called, LONGEST_NAME))
