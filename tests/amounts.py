"""Amounts of drawn examples and random fights: all in `make soak`, a part of them in `make test`."""

import os
from collections.abc import Iterable

import pytest

WHOLE = "TURNTRACK_SOAK" in os.environ


PART = 30
"""The soak has this many times as much."""


def amount(many: int) -> int:
    """Return the number for the soak; otherwise a part of it, but at least two."""
    return many if WHOLE else max(2, many // PART)


def with_soak[T](value: T, others: Iterable[T]) -> list[object]:
    """Return the parameters of a test: the first value for every run, the others for the soak."""
    return [value, *(pytest.param(other, marks=pytest.mark.soak) for other in others)]


def count(name: str, otherwise: int) -> int:
    """Return the number in the environment variable TURNTRACK_NAME, which `make soak` sets, or else the default."""
    return int(os.environ.get(f"TURNTRACK_{name}", otherwise))
