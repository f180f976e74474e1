"""D6 codes as RonD6 counts them: three pips are a die, and penalties are dice. (rulebook: L60–68)"""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import DiceCode, Explodes


@dataclass(frozen=True, order=True, slots=True)
class Code:
    """A skill or attribute, in pips, so that codes compare as they should.

    >>> str(Code.of("4D+1").less(1)), Code.of("3D+2") < Code.of("4D")
    ('3D+1', True)
    """

    pips: int

    @classmethod
    def of(cls, text: str) -> Code:
        """Read a code from a sheet. ``3D+4`` is ``4D+1``."""
        code = DiceCode.parse(text)
        return cls(3 * code.count + code.plus)

    @property
    def dice(self) -> int:
        return self.pips // 3

    @property
    def plus(self) -> int:
        return self.pips % 3

    def less(self, dice: int) -> Code:
        """With so many dice taken off, and nothing below nothing."""
        return Code(max(0, self.pips - 3 * dice))

    def thrown(self, wild: bool) -> DiceCode:
        """The dice to throw: the last one wild, or none."""
        return DiceCode(self.dice, 6, self.plus, Explodes.LAST if wild else Explodes.NONE)

    def __str__(self) -> str:
        return f"{self.dice}D+{self.plus}" if self.plus else f"{self.dice}D"
