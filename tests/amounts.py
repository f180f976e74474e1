"""How much is tried: a part of it in `make test`, all of it in `make soak`."""

import os

WHOLE = "TURNTRACK_SOAK" in os.environ


def amount(many: int) -> int:
    """So many in the soak; else a fifth of them, and two at least."""
    return many if WHOLE else max(2, many // 5)
