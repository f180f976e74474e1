"""The term that a corrected throw leaves in a number."""

from __future__ import annotations

from turntrack.core.dice import Roll
from turntrack.core.events import RULING
from turntrack.core.score import Term, TermKind, signed


def correction(was: Roll, now: Roll) -> Term:
    """Return what another throw changes in the number that it stands in."""
    dice = now.code.removeprefix("1") if now.code.startswith("1d") else now.code
    words = f"corrected: {dice} {signed(was.total)} → {signed(now.total)}"
    return Term(words, now.total - was.total, RULING, TermKind.CORRECTION)
