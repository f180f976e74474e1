"""Scores: numbers with the terms that they are the sum of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class TermKind(StrEnum):
    """The kind of a term. Code decides by the kind, never by the label or the rule of a term."""

    OTHER = "other"
    ROLL = "throw"  # the number begins with it; saved under its old name
    CORRECTION = "correction"  # of a ROLL
    CANCELLED = "cancelled"  # the die that a 1 on the wild die cancels (RA10)
    POINT = "point"  # a Character Point (R13)
    HELD = "held"  # a hold (T6)
    WOUNDS = "wounds"  # reduced characteristics (TA1)
    FAILED = "failed"  # a failed Morale roll (TA1)


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a score, or an amount that was spent, with its rule."""

    label: str
    amount: int
    rule: str = ""
    part: TermKind = TermKind.OTHER


@dataclass(frozen=True, slots=True)
class Score:
    """A number (score, penalty or allowance) with its terms in reading order.

    >>> score = Score((Term("d20", 11), Term("nerve", 6), Term("debt", -5, "Z15")))
    >>> score.total
    12
    >>> str(score)
    'd20 11 + nerve 6 − debt 5 = 12 (Z15)'
    """

    terms: tuple[Term, ...]
    total: int = field(init=False, repr=False, compare=False)
    """The sum, computed once because scores are compared often."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum([term.amount for term in self.terms]))

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rule ids of the terms, each once, in reading order."""
        return tuple(dict.fromkeys([term.rule for term in self.terms if term.rule]))

    def plus(self, *terms: Term) -> Score:
        """Return the score with more terms."""
        return Score((*self.terms, *terms))

    def __str__(self) -> str:
        words = ""
        for number, term in enumerate(self.terms):
            sign = "−" if term.amount < 0 else "+"
            if number == 0:
                words = f"{term.label} {signed(term.amount)}"
            else:
                words += f" {sign} {term.label} {abs(term.amount)}"
        cited = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{words} = {signed(self.total)}{cited}"


def write_count(number: int, noun: str) -> str:
    """Write a number and its noun.

    >>> write_count(1, "step"), write_count(0, "step"), write_count(2, "more turn")
    ('1 step', '0 steps', '2 more turns')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def signed(number: int) -> str:
    """Write a number with a typographic minus sign.

    >>> signed(-5), signed(29)
    ('−5', '29')
    """
    return f"−{-number}" if number < 0 else str(number)
