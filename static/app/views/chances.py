"""View of the chances before a round, and the formatting of chances as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from turntrack.core.model import Encounter, Id
from turntrack.systems.protocol import Chance, TurnSystem

NOT_COUNTED: Mapping[Id, tuple[str, int]] = MappingProxyType({})

BY_LIST = "In a tie the first listed goes first."

LONGEST_FRACTION = 15
"""Longest fraction that is shown, in characters; of a longer one only the percentage is shown."""


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """A chance in words, as a percentage, as a fraction (empty if too long to read), and as a number from 0 to 1."""

    words: str
    percent: str
    exact: str
    part: float


@dataclass(frozen=True, slots=True)
class ChancesView:
    """The chances before the dice: who goes first, and what else matters."""

    first: tuple[ChanceLine, ...]
    more: tuple[ChanceLine, ...]
    is_empty: bool
    """Nobody is in the fight yet."""
    by_row: Mapping[Id, tuple[str, int]]
    """Chance to go first, by combatant: the percentage, and tenths."""
    left_out: str
    """What was left out because computing it would take too long."""
    note: str
    """The note that the list decides between equals, where the chances depend on that; else empty."""


def chances_view(encounter: Encounter, system: TurnSystem) -> ChancesView:
    """Build the view of the chances before the next round."""
    chances = system.chances(encounter)
    lines = [
        ChanceLine(about(encounter, chance), percent(chance.chance), exact(chance.chance), float(chance.chance))
        for chance in chances
    ]
    main = tuple(line for line, chance in zip(lines, chances, strict=True) if chance.goes_first)
    more = tuple(line for line, chance in zip(lines, chances, strict=True) if not chance.goes_first)
    by_row = {
        chance.about: (percent(chance.chance), round(chance.chance * 10))
        for chance in chances
        if chance.goes_first and chance.about
    }
    note = BY_LIST if main and system.may_go_by_list(encounter) else ""
    return ChancesView(main, more, not encounter.combatants, by_row, system.why_uncounted(encounter), note)


def about(encounter: Encounter, chance: Chance) -> str:
    """Describe the event of a chance as a sentence without a full stop."""
    return f"{encounter.name_of(chance.about)} {chance.label}" if chance.about else chance.label


def percent(chance: Fraction) -> str:
    """Format a chance as a percentage; only exact 0 and 1 give 0 % and 100 %.

    >>> percent(Fraction(19, 40)), percent(Fraction(1, 900)), percent(Fraction(999, 1000)), percent(Fraction(1))
    ('48 %', '<1 %', '>99 %', '100 %')
    """
    hundredths = round(chance * 100)
    if 0 < chance < Fraction(1, 100):
        return "<1 %"
    if Fraction(99, 100) < chance < 1:
        return ">99 %"
    return f"{hundredths} %"


def exact(chance: Fraction) -> str:
    """Format a chance as ``7/12``; empty if the fraction is too long to read."""
    if chance.denominator >= 10**LONGEST_FRACTION:  # Python refuses to format the longest integers
        return ""
    text = f"{chance.numerator}/{chance.denominator}"
    return text if len(text) <= LONGEST_FRACTION else ""
