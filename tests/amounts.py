"""How much is tried: a part of it in `make test`, all of it in `make soak`."""

import os

WHOLE = "TURNTRACK_SOAK" in os.environ


def amount(many: int) -> int:
    """So many in the soak; else a fifth of them, and two at least."""
    return many if WHOLE else max(2, many // 5)


def count(name: str, otherwise: int) -> int:
    """What TURNTRACK_NAME says in the environment, where `make soak` puts the full counts; else so many."""
    return int(os.environ.get(f"TURNTRACK_{name}", otherwise))
