"""The names in an expression that could be fields of the sheet."""

from __future__ import annotations

import re

_DICE = re.compile(r"[dkhl]+\d*")
_NAME = re.compile(r"(?<![A-Za-z_0-9])[A-Za-z_][A-Za-z_0-9]*")


def pattern_of_name(name: str) -> re.Pattern[str]:
    """Return the pattern of a name that stands alone in an expression."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def names_in(text: str) -> tuple[str, ...]:
    """List the names in an expression that could be fields of the sheet.

    >>> names_in("1d20 + dex + max(2d6, speed)")
    ('dex', 'speed')
    """
    names = (name.lower() for name in _NAME.findall(text))
    words = ("max", "min", "gap")
    return tuple(dict.fromkeys(name for name in names if name not in words and not _DICE.fullmatch(name)))
