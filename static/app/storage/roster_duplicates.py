"""The duplicates in a list of combatants: identical members merged into one with a count, equal names numbered."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from turntrack.core.commands import AddCombatant
from turntrack.core.distinct_names import numbered_names
from turntrack.core.input_fields import HOW_MANY


def merge_alike(members: list[AddCombatant]) -> list[AddCombatant]:
    """Merge identical members into one with a count; number those that share only the name."""
    single = [replace(member, count=1) for member in members]
    alike = [
        (member, sum(each.count for each, other in zip(members, single, strict=True) if other == member))
        for place, member in enumerate(single)
        if member not in single[:place]
    ]
    several = Counter(member.name for member, _ in alike)
    total = Counter({name: sum(many for member, many in alike if member.name == name) for name in several})
    names = {name: iter(numbered_names(name, total[name], ())) for name in several}
    counted = []
    for member, many in alike:
        if several[member.name] > 1:
            counted += [replace(member, name=next(names[member.name])) for _ in range(many)]
        else:
            most = HOW_MANY.high
            counted += [replace(member, count=min(many - first, most)) for first in range(0, many, most)]
    return counted
