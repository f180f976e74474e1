"""The code of a skill or attribute, such as 4D+1, counted in pips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from turntrack.core.dice import DiceCode


@dataclass(frozen=True, order=True, slots=True)
class SkillCode:
    """A skill or attribute, counted in pips so that codes compare: three pips are a die.

    >>> str(SkillCode.of("4D+1").less(1)), SkillCode.of("3D+2") < SkillCode.of("4D")
    ('3D+1', True)
    """

    pips: int

    @classmethod
    def of(cls, text: str) -> SkillCode:
        """Read a code from a sheet. ``3D+4`` is ``4D+1``."""
        return cls(_pips(text))

    @property
    def dice(self) -> int:
        return self.pips // 3

    @property
    def plus(self) -> int:
        return self.pips % 3

    def less(self, dice: int) -> SkillCode:
        """Take off so many dice; the result is at least 0."""
        return SkillCode(max(0, self.pips - 3 * dice))

    def __str__(self) -> str:
        return f"{self.dice}D+{self.plus}" if self.plus else f"{self.dice}D"


@lru_cache(maxsize=500)  # a panel reads the same few codes hundreds of times
def _pips(text: str) -> int:
    code = DiceCode.parse(text)
    return 3 * code.count + code.plus
