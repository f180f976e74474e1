"""The questions about what a line says and its combatant does not show, and the ways to mend the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import Field
from turntrack.lines.bare_numbers import ask_for_number
from turntrack.lines.doubt_words import SMALL, SOME
from turntrack.lines.doubts import Doubt, DoubtPlace, find_doubts
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import read_quick_line, shorten, split_count, split_line
from turntrack.lines.repairs import Slip, Way, take_slips
from turntrack.lines.tokens import NUMBERS

LEFT_OUT = "left out"
_LINKS_AT_END = frozenset(["and", "und", "plus", "also", "other", "another", "dazu", "noch", "then", "unten"])
_SIGNS_AT_END = " ,;.:–—-&+"
_BEGINS_WITH_LINK = re.compile(r"(?:and|und|plus|sowie)\s++", re.IGNORECASE)


def ask_about_doubts(line: str, read: AddCombatant, fields: tuple[Field, ...]) -> tuple[Slip, ...]:
    """Return the questions about the words of a line that its combatant does not account for.

    >>> for slip in ask_about_doubts("Lia18, hp 7", AddCombatant("Lia18", health=7), ()):
    ...     print(slip.wrong, [way.line for way in slip.ways])
    “18” is in the name. ['Lia, note 18, hp 7', 'Lia18 x1, hp 7']
    """
    doubts = find_doubts(line, read, fields)
    if not doubts:
        return ()
    written = _Written(line, fields)
    return tuple(written.ask(doubt) for doubt in doubts)


class _Written:
    """A line as it is written: the name, how many there are, and the parts behind them."""

    def __init__(self, line: str, fields: tuple[Field, ...]) -> None:
        self._line = line.strip()
        self._fields = fields
        head, *parts = split_line(line, fields)
        self._name, self._many = split_count(head)
        self._parts = parts

    def ask(self, doubt: Doubt) -> Slip:
        words = f"“{shorten(doubt.words)}”"
        ways: Iterable[Way]
        match doubt.place:
            case DoubtPlace.NAME:
                whole = f"“{shorten(self._name)}”: is that the whole name?"
                wrong = whole if doubt.is_grave else f"{words} is in the name."
                ways = self._ways_of_name(doubt)
            case DoubtPlace.NOTE:
                wrong = f"{words}: another combatant?" if doubt.is_grave else f"{words} is in the note."
                ways = self._ways_of_note(doubt)
            case DoubtPlace.NOWHERE:
                wrong = f"Not read: {words}."
                ways = (self._as_note(doubt.words),)
            case _:
                assert_never(doubt.place)
        taken = "" if doubt.is_grave else f"{doubt.place.name.casefold()} {doubt.words}"
        readable = tuple(way for way in ways if self._can_be_read(way.line))
        return Slip(shorten(doubt.words), wrong, readable, part=doubt.words, taken=taken, is_doubt=True)

    def _ways_of_name(self, doubt: Doubt) -> Iterator[Way]:
        before, _, after = (each.strip() for each in self._name.partition(doubt.words))
        if any(map(str.isalpha, before)):
            yield from self._ways_behind(before, after, doubt)
        elif doubt.is_grave and (number := ask_for_number(self._line, self._fields)):
            yield from number.ways[:-1]
        yield self._as_name()
        if doubt.is_grave:
            yield Way(LEFT_OUT, f"~~{self._line}~~")

    def _ways_behind(self, before: str, after: str, doubt: Doubt) -> Iterator[Way]:
        """Yield the ways by which the name ends before the doubtful words."""
        joined, first = _BEGINS_WITH_LINK.match(doubt.words), doubt.words.partition(" ")[0].casefold()
        if joined or first in NUMBERS or first in SOME:
            other = doubt.words[joined.end() if joined else 0 :]
            yield Way("2 combatants", "\n".join((self._put(before, self._parts), self._put(other, self._parts))))
        elif doubt.is_grave:
            note = doubt.words.replace(",", ";")
            yield Way(f"{before}, note {note}", self._put(before, [f" note {note}", *self._parts]))
        else:
            name = _strip_small(" ".join((before, after)))
            parts = [f" {doubt.said}"] if doubt.said else []
            yield Way(", ".join(filter(None, (name, doubt.said))), self._put(name, [*parts, *self._parts]))

    def _as_name(self) -> Way:
        """Return the way by which the name stays as it is."""
        quoted = f"{self._many} “{self._name}”" if self._many else f"{self._name} x1"
        return Way(f"The name is “{shorten(self._name)}”", ",".join((quoted, *self._parts)))

    def _ways_of_note(self, doubt: Doubt) -> Iterator[Way]:
        told = doubt.words.replace(",", ";")
        if doubt.is_grave and doubt.words in self._line:
            before, _, behind = self._line.partition(doubt.words)
            rest = _strip_links(before)
            yield Way(f"{shorten(doubt.words)}: a line of its own", f"{rest}\n{doubt.words}{behind}")
            yield Way(f"note {shorten(told)}", f"{rest}, note {told}{behind}")
        elif doubt.many and self._many.isdecimal():
            parts = [part for part in self._parts if doubt.words not in part]
            others = int(self._many) - doubt.many
            name = singular(self._name)
            rest = self._put(name, parts, str(others) if others > 1 else "")
            some = self._put(name, [f" {doubt.said}", *parts], str(doubt.many) if doubt.many > 1 else "")
            yield Way(f"{doubt.many} of them {doubt.said}", f"{some}\n{rest}")
        elif doubt.said:
            yield Way(doubt.said, f"{self._line}, {doubt.said}")

    def _as_note(self, words: str) -> Way:
        """Return the way by which words that are nowhere become a note, where they stand."""
        before, _, behind = self._line.partition(words) if words in self._line else (self._line, "", "")
        note = f"note {words.replace(',', ';')}"
        return Way(note, ", ".join(filter(None, (before.strip(_SIGNS_AT_END), note, behind.strip(" ,;")))))

    def _put(self, name: str, parts: list[str], many: str | None = None) -> str:
        """Return a line with the count of this one, if no other is given."""
        many = self._many if many is None else many
        return ",".join((f"{name} x{many}" if many else name, *parts))

    def _can_be_read(self, lines: str) -> bool:
        """Return whether somebody is on the first line, as far as it can be read; a line may be left out."""
        first = lines.partition("\n")[0]
        try:
            read_quick_line(take_slips(first, self._fields)[0], self._fields)
        except BadValue:
            return first.startswith("~~")
        return True


def _strip_small(name: str) -> str:
    """Return a name without the small words at its end: *bugbears in*."""
    words = name.split()
    while len(words) > 1 and words[-1].casefold() in SMALL:
        words.pop()
    return " ".join(words)


def _strip_links(text: str) -> str:
    """Return a text without the signs and the linking words at its end."""
    words = text.split()
    while words and words[-1].strip(_SIGNS_AT_END).casefold() in {*_LINKS_AT_END, ""}:
        words.pop()
    return " ".join(words).rstrip(_SIGNS_AT_END)
