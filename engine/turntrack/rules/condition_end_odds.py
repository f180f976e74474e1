"""The chance that the roll after a turn ends a condition."""

from __future__ import annotations

from fractions import Fraction

from turntrack.core.dice import DiceCode
from turntrack.core.model import Attempt


def chance_of(attempt: Attempt) -> Fraction | None:
    """Return the exact chance that the attempt succeeds; None if the table has not named the dice."""
    if not attempt.code:
        return None
    code = DiceCode.parse(attempt.code)
    ways = [1]
    for _ in range(code.count):
        sums = [0]
        for way in (*ways, *[0] * (code.sides - 1)):
            sums.append(sums[-1] + way)
        # each total gets the ways of all totals that one more die can raise to it
        ways = [sums[at + 1] - sums[max(0, at + 1 - code.sides)] for at in range(len(ways) + code.sides - 1)]
    least = code.count + code.plus
    met = (
        many
        for total, many in enumerate(ways, least)
        if (total <= attempt.needs if attempt.or_less else total >= attempt.needs)
    )
    return Fraction(sum(met), code.sides**code.count)
