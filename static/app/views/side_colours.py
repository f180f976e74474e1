"""Numbers of the sides, which give each side its colour and shape."""

from __future__ import annotations

from collections.abc import Mapping

from turntrack.core.model import Encounter

MOST_SIDES = 6
"""Number of sides with a colour and a shape of their own; further sides repeat them."""


def side_places(encounter: Encounter) -> Mapping[str, int]:
    """Number the sides in the order of joining; the number gives a side its colour and shape."""
    names = dict.fromkeys(combatant.side for combatant in encounter.combatants.values())
    return {name: place % MOST_SIDES for place, name in enumerate(names)}
