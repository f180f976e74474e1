"""Amounts of drawn examples and random fights: all in `make soak`, a part of them in `make test`."""

import os
import sys

WHOLE = "TURNTRACK_SOAK" in os.environ


PART = 25 if sys.platform == "emscripten" else 15
"""Pyodide is slower: there the run shows only that the same tests pass, with few random examples."""


def amount(many: int) -> int:
    """Return the number for the soak; otherwise a fifteenth of it, inside Pyodide a twenty-fifth, but at least two."""
    return many if WHOLE else max(2, many // PART)


def count(name: str, otherwise: int) -> int:
    """Return the number in the environment variable TURNTRACK_NAME, which `make soak` sets, or else the default."""
    return int(os.environ.get(f"TURNTRACK_{name}", otherwise))
