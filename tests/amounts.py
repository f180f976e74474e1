"""How much is tried: a part of it in `make test`, all of it in `make soak`."""

import os
import sys

WHOLE = "TURNTRACK_SOAK" in os.environ


PART = 25 if sys.platform == "emscripten" else 15
"""Inside Pyodide, which is slower, it is shown that the same tests run; what is drawn at random is tried outside."""


def amount(many: int) -> int:
    """So many in the soak; else a fifteenth of them, inside Pyodide a twenty-fifth, and two at least."""
    return many if WHOLE else max(2, many // PART)


def count(name: str, otherwise: int) -> int:
    """What TURNTRACK_NAME says in the environment, where `make soak` puts the full counts; else so many."""
    return int(os.environ.get(f"TURNTRACK_{name}", otherwise))
