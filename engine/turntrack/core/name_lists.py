"""Short lists of many names, in sentences and as the name of a fight."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from turntrack.core.input_fields import LONGEST_NAME

_LETTERED = re.compile(r"(.+) ([A-Z]{1,2})")


LONGEST_LIST = 300
"""The greatest length of a list of names in a sentence, in characters, so that saved sentences are bounded."""


def join_names(names: Sequence[str], joint: str = ", ") -> str:
    """Join the names; of a long list only the first two, with the number of the others.

    >>> join_names(["Mara", "Ilko"])
    'Mara, Ilko'
    >>> join_names([f"Imperial trooper {letter}" for letter in "ABCDEFGHIJ" * 10])
    'Imperial trooper A, B and 98 others'
    >>> join_names([f"The {number}th Harbour Watch" for number in range(4, 24)], " and ")
    'The 4th Harbour Watch and The 5th Harbour Watch and 18 others'
    """
    whole = joint.join(names)
    if len(whole) <= LONGEST_LIST or len(names) < 3:
        return whole
    first, second, *others = names
    family = _LETTERED.fullmatch(second)
    if family and (its := _LETTERED.fullmatch(first)) and its[1] == family[1]:
        second = family[2]
    return f"{first}{joint}{second} and {len(others)} other{'s' * (len(others) > 1)}"


def names_in_words(names: Sequence[str]) -> str:
    """Join the names with commas and a final ``and``; a long list as ``join_names`` does.

    >>> names_in_words(["Mara"]), names_in_words(["Mara", "Ilko", "Rat"])
    ('Mara', 'Mara, Ilko and Rat')
    """
    *others, last = names
    whole = join_names(names)
    return f"{', '.join(others)} and {last}" if others and whole == ", ".join(names) else whole


def fight_name(names: Iterable[str]) -> str:
    """Make the name of a fight from the names of its combatants; empty without combatants.

    >>> fight_name(["Guard A", "Guard B", "Rat"])
    'Guard ×2, Rat'
    >>> fight_name(f"The {number}th Harbour Watch" for number in range(4, 24))
    'The 4th Harbour Watch, The 5th Harbour Watch and others'
    """
    families = Counter(family[1] if (family := _LETTERED.fullmatch(name)) else name for name in names)
    words = [f"{family} ×{many}" if many > 1 else family for family, many in families.items()]
    name = ", ".join(words)
    while len(name) > LONGEST_NAME and len(words) > 1:
        words.pop()
        name = f"{', '.join(words)} and others"
    return name[:LONGEST_NAME]
