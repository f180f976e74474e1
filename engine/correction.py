"""The term that a corrected throw leaves in a number."""

from __future__ import annotations

from engine.dice import Roll
from engine.events import RULING
from engine.sums import Term, signed

CORRECTED = "corrected:"


def correction(was: Roll, now: Roll) -> Term:
    """Return what another throw changes in the number that it stands in."""
    dice = now.code.removeprefix("1") if now.code.startswith("1d") else now.code
    return Term(f"{CORRECTED} {dice} {signed(was.total)} → {signed(now.total)}", now.total - was.total, RULING)


def is_correction(term: Term) -> bool:
    """Tell whether the term belongs to a throw, though it is a ruling."""
    return term.rule == RULING and term.label.startswith(CORRECTED)
