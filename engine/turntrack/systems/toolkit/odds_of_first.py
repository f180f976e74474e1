"""The exact chances to be first, as fractions.

``chances_of_first`` goes down from the highest total and keeps one product: the chance that no combatant has a total
seen so far. The loss of the product at a combatant's total is the chance to be first with that total.

Exploding dice have no highest total. From some total on, however, each chance is ``rarer`` times smaller with every
period of the die. There the product is a polynomial in x, with x = 1, 1/rarer, 1/rarer², … from period to period, and
each power of x is summed over all periods as a geometric series. (The code uses u = −x: a polynomial without negative
coefficients can be packed into one integer.)

Combatants who tie and throw again are first with equal chances. If throws of different kinds tie, count a tied throw as
lower in a part z of all cases; the share 1/(others tied + 1) is then an integral over z from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import gcd, lcm, prod

from turntrack.core.dice import Explodes
from turntrack.core.model import Encounter, Id
from turntrack.systems.toolkit.group_rolls import CodeOf, roll_units
from turntrack.systems.toolkit.roll_counts import Throw, throw_of


@dataclass(frozen=True, slots=True)
class Entrant:
    """A combatant who throws and adds ``plus``. Of equal totals the lowest rank is first; equal ranks throw again."""

    id: Id
    throw: Throw
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
    """List the entrants by the units that throw together. ``added`` is the bonus besides the dice code.

    A combatant without a rank has rank 0. ``cancels`` is passed on to ``throw_of``.
    """
    throws: dict[tuple[int, int, bool], Throw] = {}
    units = []
    for _, who in roll_units(encounter, ids):
        code = code_of(who[0])
        dice = (code.count, code.sides, code.explodes is Explodes.NONE)
        if dice not in throws:
            throws[dice] = throw_of(code, cancels)
        units.append(
            [
                Entrant(combatant_id, throws[dice], code.plus + added(combatant_id), ranks.get(combatant_id, 0))
                for combatant_id in who
            ]
        )
    return units


MOST_THROWS = 200
MOST_WORK = 60_000_000
"""The limit of the estimated work, in about nanoseconds of a slow device: more would delay a tap."""

TOO_MANY = "Chances are not counted for so many combatants."


def is_too_much(units: Sequence[Sequence[Entrant]]) -> bool:
    """Return whether the chances to be first would take too long to count."""
    return _planned(units, None) is None


def chances_of_first(units: Sequence[Sequence[Entrant]], above: int | None = None) -> dict[Id, Fraction]:
    """Return the chance to be first for each entrant; empty if it takes too long to count.

    Each unit throws once for all its members. With ``above`` only totals above that number count, so that the chances
    can sum to less than 1.

    >>> from turntrack.systems.toolkit.roll_counts import one_die
    >>> d20 = one_die(20)
    >>> chances_of_first([[Entrant("a", d20, 14, 0)], [Entrant("b", d20, 14, 1)]])["a"]
    Fraction(21, 40)
    """
    plan = _planned(units, above)
    if plan is None:
        return {}
    chances = {entrant.id: Fraction(0) for unit in units for entrant in unit}
    for stretch in plan.stretches:
        for kind, chance in _descend(plan.lots, stretch).items():
            for combatant_id in kind.ids:
                chances[combatant_id] += chance
    return chances


@dataclass(frozen=True, slots=True, eq=False)
class _Kind:
    """Entrants of one rank with the same throw and the same bonus, who have equal chances."""

    throw: Throw
    plus: int
    ids: tuple[Id, ...]

    @property
    def adds(self) -> tuple[Throw, int]:
        return (self.throw, self.plus)

    @property
    def start(self) -> int:
        """Return the lowest possible total."""
        return self.plus + self.throw.low

    @property
    def end(self) -> int:
        """Return the total at which the periods begin; without periods, the total after the last."""
        return self.start + len(self.throw.ways) - self.throw.period


type _Lot = Sequence[_Kind]
"""All entrants of one rank."""


def _lots(units: Sequence[Sequence[Entrant]]) -> list[_Lot]:
    """Return the lots by rank, with only the best entrant of each unit: no other can be first."""
    bests = [min(unit, key=lambda entrant: (-entrant.plus, entrant.rank)) for unit in units if unit]
    lots: list[_Lot] = []
    for _, ranked in groupby(sorted(bests, key=lambda entrant: entrant.rank), key=lambda entrant: entrant.rank):
        kinds: dict[tuple[Throw, int], list[Id]] = {}
        for entrant in ranked:
            kinds.setdefault((entrant.throw, entrant.plus), []).append(entrant.id)
        lots.append([_Kind(throw, plus, tuple(ids)) for (throw, plus), ids in kinds.items()])
    return lots


def _ways(kind: _Kind, end: int) -> tuple[dict[int, int], int]:
    """Count the ways for each total, and all ways. Totals of exploding dice reach one period beyond ``end``."""
    throw = kind.throw
    ways = {kind.plus + total: many for total, many in enumerate(throw.ways, throw.low)}
    if not throw.period:
        return ways, throw.scale
    finer = throw.rarer ** -(-(end - kind.end) // throw.period)
    ways = {total: many * finer for total, many in ways.items()}
    for total in range(kind.end + throw.period, end + throw.period):
        ways[total] = ways[total - throw.period] // throw.rarer
    return ways, throw.scale * finer


type _Factor = tuple[int, int]
"""A constant and the coefficient of u: the number of ways in which a throw stays below a total."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A possible total of a throw."""

    upto: _Factor
    """The factor of throws up to the total."""
    below: _Factor
    """The factor of throws below the total."""
    on: int
    """The number of ways for the total itself."""


@dataclass(frozen=True, slots=True)
class _Ladder:
    """The steps of a throw by total, with the factor ``top`` above them all."""

    top: _Factor
    steps: Mapping[int, _Step]
    scale: int


def _short_of(ways: Mapping[int, int], scale: int, start: int, end: int) -> _Ladder:
    """Return the ladder of the totals from ``start`` up to ``end``, without periods."""
    steps, below = {}, 0
    for total in sorted(total for total in ways if total < end):
        on = ways[total]
        if on and total >= start:
            steps[total] = _Step((below + on, 0), (below, 0), on)
        below += on
    return _Ladder((below, 0), steps, scale)


@dataclass(frozen=True, slots=True)
class _Tail:
    """The first period of endless totals, and the number of ways beyond it."""

    ways: Mapping[int, int]
    beyond: int
    scale: int


def _tail(ways: Mapping[int, int], scale: int, end: int) -> _Tail:
    first_turn = {total: many for total, many in ways.items() if total >= end and many}
    beyond = scale - sum(ways.values())
    common = gcd(scale, beyond, *first_turn.values())
    return _Tail({total: many // common for total, many in first_turn.items()}, beyond // common, scale // common)


def _beyond(tail: _Tail, unit: int) -> _Ladder:
    """Return the ladder of one period: the chance to stay below a total is 1 − x · (ways for it or more) / scale."""
    scale, more, steps = tail.scale // unit, tail.beyond, {}
    for total in sorted(tail.ways, reverse=True):
        on = tail.ways[total]
        steps[total] = _Step((scale, more), (scale, more + on), on)
        more += on
    return _Ladder((scale, tail.beyond), steps, scale)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A range of totals of all throws: the finite range, or one period of the endless range."""

    ladders: Mapping[_Kind, _Ladder]
    rarer: int = 1
    unit: int = 1
    """The unit of u."""

    @property
    def throws(self) -> int:
        return sum(len(kind.ids) for kind in self.ladders)


@dataclass(frozen=True, slots=True)
class _Plan:
    lots: Sequence[_Lot]
    stretches: Sequence[_Stretch]


def _planned(units: Sequence[Sequence[Entrant]], above: int | None) -> _Plan | None:
    """Return the lots and stretches to count; None if that is too much work."""
    if len(units) > MOST_THROWS:
        return None
    lots = _lots(units)
    plan = _Plan(lots, list(_stretches(lots, above)))
    return plan if sum(_work(lots, stretch) for stretch in plan.stretches) <= MOST_WORK else None


def _stretches(lots: Sequence[_Lot], above: int | None) -> Iterator[_Stretch]:
    kinds = [kind for lot in lots for kind in lot]
    counts = [] if above is None else [above + 1]
    start = max([kind.start for kind in kinds] + counts, default=0)
    end = max([kind.end for kind in kinds] + counts, default=0)
    alike = {kind.adds: kind for kind in kinds}
    ways = {adds: _ways(kind, end) for adds, kind in alike.items()}
    short = {adds: _short_of(*counted, start, end) for adds, counted in ways.items()}
    yield _Stretch({kind: short[kind.adds] for kind in kinds})
    rarer = max((kind.throw.rarer for kind in kinds), default=1)
    if rarer > 1:
        tails = {adds: _tail(*counted, end) for adds, counted in ways.items()}
        unit = gcd(*(tail.scale for tail in tails.values()))
        beyond = {adds: _beyond(tail, unit) for adds, tail in tails.items()}
        yield _Stretch({kind: beyond[kind.adds] for kind in kinds}, rarer, unit)


type _Poly = int
"""A polynomial in u, packed with a fixed number of bits for each coefficient; without endless totals an integer."""


def _descend(lots: Sequence[_Lot], stretch: _Stretch) -> dict[_Kind, Fraction]:
    """Return the chance to be first within the stretch, for each entrant of a kind."""
    ladders, room = stretch.ladders, _room(lots, stretch)
    turn = 8 * room if stretch.rarer > 1 else 0
    product: _Poly = prod(_packed(ladder.top, turn) ** len(kind.ids) for kind, ladder in ladders.items())
    gains = dict.fromkeys(ladders, 0)
    parts = {kind: _parts(lot) for lot in lots for kind in lot}
    for tied in _meetings(lots, ladders):
        if len(tied) == 1:
            ((kind, step),) = tied
            for _ in kind.ids:  # ranking the equals by place does not change the sum of their chances
                gain = product // _packed(step.upto, turn) * step.on
                product += (gain << turn) if turn else -gain
                gains[kind] += gain * parts[kind]
            continue
        rest = product // prod(_packed(step.upto, turn) ** len(kind.ids) for kind, step in tied)
        product = rest * prod(_packed(step.below, turn) ** len(kind.ids) for kind, step in tied)
        for (kind, _), share in zip(tied, _shares(rest, tied, parts[tied[0][0]], turn), strict=True):
            gains[kind] += share
    worth, whole = _series(stretch) if turn else ((1,), 1)
    whole *= prod(ladder.scale ** len(kind.ids) for kind, ladder in ladders.items())
    chances = {}
    for kind, gain in gains.items():
        if gain:
            coefficients = _unpacked(gain, room, len(worth)) if turn else [gain]
            ways = sum(many * much for many, much in zip(coefficients, worth, strict=True))
            chances[kind] = Fraction(ways, whole * parts[kind] * len(kind.ids))
    return chances


def _meetings(lots: Sequence[_Lot], ladders: Mapping[_Kind, _Ladder]) -> Iterator[list[tuple[_Kind, _Step]]]:
    """Yield the kinds of one rank that can have the same total: by total downwards, then by rank upwards."""
    by_total: dict[int, list[list[tuple[_Kind, _Step]]]] = {}
    for lot in lots:
        there: dict[int, list[tuple[_Kind, _Step]]] = {}
        for kind in lot:
            for total, step in ladders[kind].steps.items():
                there.setdefault(total, []).append((kind, step))
        for total, tied in there.items():
            by_total.setdefault(total, []).append(tied)
    for total in sorted(by_total, reverse=True):
        yield from by_total[total]


def _parts(lot: _Lot) -> int:
    """Return a common denominator of the shares of all ties in the lot."""
    return lcm(*range(1, sum(len(kind.ids) for kind in lot) + 1)) if len(lot) > 1 else 1


def _room(lots: Sequence[_Lot], stretch: _Stretch) -> int:
    """Return the number of bytes that is enough for every coefficient."""
    most = max(map(_parts, lots), default=1) * sum(1 + len(ladder.steps) for ladder in stretch.ladders.values())
    for kind, ladder in stretch.ladders.items():
        most *= max((sum(step.below) for step in ladder.steps.values()), default=sum(ladder.top)) ** len(kind.ids)
    return most.bit_length() // 8 + 1


def _work(lots: Sequence[_Lot], stretch: _Stretch) -> int:
    """Estimate the work from measured costs of a division and of a row of a tie."""
    room = _room(lots, stretch)
    turns = stretch.rarer > 1
    size = room * stretch.throws if turns else room
    work = 100_000 * stretch.throws if turns else 0
    for tied in _meetings(lots, stretch.ladders):
        many = sum(len(kind.ids) for kind, _ in tied)
        work += many * (5000 + size * (1 + room * turns // 2))
        if len(tied) > 1:
            passes = 3 if tied[0][1].on == 1 else 6
            work += many * (many // 2 + len(tied)) * (500 + size * passes // 2)
    return work


def _packed(factor: _Factor, turn: int) -> _Poly:
    const, lin = factor
    return const + (lin << turn)


def _shares(rest: _Poly, tied: Sequence[tuple[_Kind, _Step]], parts: int, turn: int) -> Iterator[_Poly]:
    """Yield the ways in which one entrant of each kind has the total and all others are lower, or lose the tie.

    A polynomial in z is a list of polynomials in u. Each u comes with a z, so the coefficient of z² omits u².
    """
    lows = [min(step.upto, step.below) for _, step in tied]
    rows = [rest]
    for (kind, step), (const, lin) in zip(tied, lows, strict=True):
        for _ in kind.ids:
            raised = [_by(const, row) + (lin * row << turn) for row in (*rows, 0)]
            rows = [here + _by(step.on, lower) for here, lower in zip(raised, (0, *rows), strict=True)]
    for (kind, step), (const, lin) in zip(tied, lows, strict=True):
        quotient = total = 0
        for ties in range(len(rows) - 1, 0, -1):
            quotient = rows[ties] - _by(const, quotient) - (lin * quotient << turn)
            if step.on > 1:
                quotient //= step.on
            total = (total << turn) + quotient * (parts // ties)
        yield total * step.on * len(kind.ids)


def _by(factor: int, poly: _Poly) -> _Poly:
    """Multiply, with a shortcut for the frequent factor 1, because the integers are long."""
    return poly if factor == 1 else factor * poly


def _unpacked(poly: _Poly, room: int, length: int) -> list[int]:
    packed = poly.to_bytes(room * length, "little")
    return [int.from_bytes(packed[at : at + room], "little") for at in range(0, len(packed), room)]


def _series(stretch: _Stretch) -> tuple[Sequence[int], int]:
    """Return the sums of the powers of x over all periods, with the sign of u, and their common denominator."""
    length, unit = stretch.throws, stretch.unit
    powers = [stretch.rarer**power for power in range(1, length + 1)]
    whole = lcm(*(power - 1 for power in powers))
    worth = (power * (whole // (power - 1)) * unit ** (length - at) for at, power in enumerate(powers, 1))
    return [many * (-1) ** at for at, many in enumerate(worth)], whole * unit**length
