"""The names in an expression that could be fields of the sheet."""

from __future__ import annotations

import re

_NAME = re.compile(r"(?<![A-Za-z_0-9])[A-Za-z_][A-Za-z_0-9]*")


def names_in(text: str) -> tuple[str, ...]:
    """List the names in an expression that could be fields of the sheet.

    >>> names_in("1d20 + dex + max(2d6, speed)")
    ('dex', 'speed')
    """
    names = (name.lower() for name in _NAME.findall(text))
    words = ("max", "min", "gap")
    return tuple(dict.fromkeys(name for name in names if name not in words and not re.fullmatch(r"[dkhl]+\d*", name)))
