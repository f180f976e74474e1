"""The chances to be first, as fractions.

``chances_of_first`` counts ways: each result of a roll with each of all other rolls. It goes down from the highest
total and keeps one number, the ways in which nobody has a total seen so far. What this number loses at a total of a
combatant are the ways in which that combatant is first.

By hand, for a with a d4 and b with a d6, where a is first of equals: 24 ways are left above 6. A 6 of b takes 4 of them
(20 are left: b 1 to 5, a 1 to 4), a 5 takes 4 (16). A 4 of a takes 4 (12), and then a 4 of b takes 3 (9). The 3s take
3 (6) and 2 (4), the 2s take 2 (2) and 1 (1), and the last way is the 1 of a. So a is first in 4 + 3 + 2 + 1 of 24.

The numbers are integers, and the chances exact, unless a roll has ``FINEST`` ways or more, as exploding dice have.
Such integers are slow, and too large for floats: fractions of all ways take their place, each a multiple of ``STEP``,
which floats add without an error. The chances are then rounded to 1 in ``_ROUNDED``, so that certainty is 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from math import lcm, prod, sumprod
from operator import floordiv, truediv

from turntrack.core.dice import Explodes
from turntrack.core.model import Encounter, Id
from turntrack.systems.toolkit.distributions import FINEST, RollWays, ways_of
from turntrack.systems.toolkit.rolls import CodeOf, roll_units, told_totals


@dataclass(frozen=True, slots=True)
class Entrant:
    """A combatant who rolls and adds ``plus``. Of equal totals the lowest rank is first; equal ranks roll again."""

    id: Id
    roll: RollWays
    plus: int
    rank: int


def entrants(
    encounter: Encounter,
    ids: Sequence[Id],
    code_of: CodeOf,
    added: Callable[[Id], int],
    ranks: Mapping[Id, int],
    cancels: bool = False,
) -> list[list[Entrant]]:
    """List the entrants by the units that roll together. ``added`` is the bonus besides the dice code.

    A combatant without a rank has rank 0. ``cancels`` is passed on to ``ways_of``.
    """
    rolls: dict[tuple[int, int, bool], RollWays] = {}
    told = told_totals(encounter, ids)
    units = [
        [Entrant(combatant_id, RollWays(0, (1,), 1), total.amount, ranks.get(combatant_id, 0))]
        for combatant_id, total in told.items()
    ]
    for _, who in roll_units(encounter, [combatant_id for combatant_id in ids if combatant_id not in told]):
        code = code_of(who[0])
        dice = (code.count, code.sides, code.explodes is Explodes.NONE)
        if dice not in rolls:
            rolls[dice] = ways_of(code, cancels)
        units.append(
            [
                Entrant(combatant_id, rolls[dice], code.plus + added(combatant_id), ranks.get(combatant_id, 0))
                for combatant_id in who
            ]
        )
    return units


MOST_ROLLS = 200
_MOST_WORK = 400_000
"""The limit of the estimated work, in about tenths of a microsecond: more would delay a tap on a slow device."""

_ROUNDED = 10**12

STEP = 2.0**-52
"""The step of chances that are counted as floats."""

TOO_MANY = "Chances are not worked out for so many combatants."


def is_too_much(units: Sequence[Sequence[Entrant]]) -> bool:
    """Return whether the chances to be first would take too long to count."""
    return len(units) > MOST_ROLLS or _estimate_work(_kinds(units)) > _MOST_WORK


def chances_of_first(
    units: Sequence[Sequence[Entrant]], above: int | None = None, together: bool = False
) -> dict[Id, Fraction]:
    """Return the chance to be first for each entrant; empty if it takes too long to count.

    Each unit rolls once for all its members. With ``above`` only totals above that number count, so that the chances
    can sum to less than 1. With ``together`` all who tie are first, so that the chances can sum to more.

    >>> from turntrack.core.dice import DiceCode
    >>> from turntrack.systems.toolkit.distributions import ways_of
    >>> d4, d6 = ways_of(DiceCode(1, 4)), ways_of(DiceCode(1, 6))
    >>> chances_of_first([[Entrant("a", d4, 0, 0)], [Entrant("b", d6, 0, 1)]])
    {'a': Fraction(5, 12), 'b': Fraction(7, 12)}
    """
    return {**_count_chances(tuple(map(tuple, units)), above, together)}


@lru_cache(maxsize=16)  # most taps change nothing that they depend on
def _count_chances(units: Sequence[Sequence[Entrant]], above: int | None, together: bool) -> dict[Id, Fraction]:
    if is_too_much(units):
        return {}
    kinds = _kinds(units)
    is_exact = all(kind.roll.scale < FINEST for kind in kinds)
    divide: _Divide = floordiv if is_exact else truediv
    whole = prod(kind.roll.scale**kind.many for kind in kinds) if is_exact else 1
    # A tie of n is shared in n equal parts: in these parts of a way every share is a whole number.
    parts = lcm(*range(1, len(units) + 1)) if is_exact else 1
    wins: dict[_Kind, float] = dict.fromkeys(kinds, 0)
    left: float = whole
    for total, tied in _meetings(kinds, is_exact):
        if not left or (above is not None and total <= above):
            break
        # The short way where nobody ties, which the docstring of the module works out by hand.
        if len(tied) == 1 and not together:
            ((kind, many, below, on),) = tied
            lower = divide(left, (below + on) ** many) * below**many
            wins[kind] += divide((left - lower) * parts, many)
            left = lower
            continue
        for _, many, below, on in tied:
            left = divide(left, (below + on) ** many)
        for (kind, *_), ways in zip(tied, _ways_to_win(tied, parts, together, divide), strict=True):
            wins[kind] += left * ways
        for _, many, below, _ in tied:
            left *= below**many
    chances = {entrant.id: Fraction(0) for unit in units for entrant in unit}
    for kind, won in wins.items():
        chance = Fraction(int(won), whole * parts) if is_exact else Fraction(round(won * _ROUNDED), _ROUNDED)
        chances |= dict.fromkeys((*kind.ids, *(kind.mates if together else ())), chance)
    return chances


type _Divide = Callable[[float, float], float]


@dataclass(frozen=True, slots=True, eq=False)
class _Kind:
    """Entrants with the same roll, bonus and rank, who have equal chances."""

    roll: RollWays
    plus: int
    rank: int
    ids: list[Id]
    mates: list[Id]
    """Their equals in the units, who roll with them."""

    @property
    def many(self) -> int:
        return len(self.ids)


def _kinds(units: Sequence[Sequence[Entrant]]) -> list[_Kind]:
    """Return the kinds, with only the best entrant of each unit: no other can be first."""
    kinds: dict[tuple[RollWays, int, int], _Kind] = {}
    for unit in filter(None, units):
        plus, rank = max([(entrant.plus, -entrant.rank) for entrant in unit])
        best, *mates = (entrant for entrant in unit if (entrant.plus, -entrant.rank) == (plus, rank))
        kind = kinds.setdefault((best.roll, plus, rank), _Kind(best.roll, plus, best.rank, [], []))
        kind.ids.append(best.id)
        kind.mates.extend(mate.id for mate in mates)
    return [*kinds.values()]


def _estimate_work(kinds: Sequence[_Kind]) -> int:
    """Estimate the steps: those for each total of a kind, and for kinds that can tie those for each pair of rolls."""
    rolls = Counter(kind.rank for kind in kinds for _ in kind.ids)
    rivals = Counter(kind.rank for kind in kinds)
    return sum(
        len(kind.roll.ways)
        * (40 + (kind.many * (rolls[kind.rank] // 2 + rivals[kind.rank]) if rivals[kind.rank] > 1 else 0))
        for kind in kinds
    )


type _Result = tuple[_Kind, int, float, float]
"""A kind and a total: how many roll that total, and for each roller the ways (or chances) of less, and of the total."""


def _meetings(kinds: Sequence[_Kind], is_exact: bool) -> Iterator[tuple[int, list[_Result]]]:
    """Yield the results that tie in total and rank: by total downwards, then by rank upwards."""
    meetings: dict[tuple[int, int], list[_Result]] = {}
    for kind in kinds:
        upto = [0, *accumulate(kind.roll.ways)]
        counts: Sequence[float] = upto if is_exact else [STEP * ((ways << 52) // kind.roll.scale) for ways in upto]
        for total, (below, upto_here) in enumerate(pairwise(counts), kind.roll.low + kind.plus):
            if on := upto_here - below:
                meetings.setdefault((-total, kind.rank), []).append((kind, kind.many, below, on))
    for place in sorted(meetings):
        yield -place[0], meetings[place]


def _ways_to_win(tied: Sequence[_Result], parts: int, together: bool, divide: _Divide) -> Iterator[float]:
    """Yield for one entrant of each kind the ways to be first at this total, in ``parts`` of a way.

    Of those who roll again for a tie, each is first in an equal part of the ways.
    """
    if together:
        every = parts * prod((below + on) ** many for _, many, below, on in tied)
        yield from (divide(every, below + on) * on for _, _, below, on in tied)
        return
    ways: list[float] = [1]  # ways[n]: in how many ways n of the tied have the total, and the others less
    for _, many, below, on in tied:
        for _ in range(many):
            ways = [below * here + on * lower for here, lower in zip((*ways, 0), (0, *ways), strict=True)]
    shares = [divide(parts, tying) for tying in range(1, len(ways))]
    for _, _, below, on in tied:
        yield on * sumprod(shares, _without(ways, below, on, divide))


def _without(ways: Sequence[float], below: float, on: float, divide: _Divide) -> list[float]:
    """Return ``ways`` for all but one of the tied. The larger number divides, which keeps a float from drifting."""
    if below < on:
        return _without(ways[::-1], on, below, divide)[::-1]
    many: float = 0
    return [many := divide(all_ways - on * many, below) for all_ways in ways[:-1]]
