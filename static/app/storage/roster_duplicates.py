"""The duplicates in a list of combatants: identical members merged into one with a count, equal names numbered."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from turntrack.core.commands import AddCombatant
from turntrack.core.fields import HOW_MANY
from turntrack.core.names import numbered_names


def merge_alike(members: list[AddCombatant]) -> list[AddCombatant]:
    """Merge identical members into one with a count; number those that share only the name."""
    alike: dict[str, tuple[AddCombatant, int]] = {}
    for member in members:
        single = replace(member, count=1)
        key = repr(replace(single, sheet=dict(sorted(single.sheet.items()))))  # a sheet has no hash
        alike[key] = (single, member.count + (alike[key][1] if key in alike else 0))
    several, total = Counter[str](), Counter[str]()
    for member, many in alike.values():
        several[member.name] += 1
        total[member.name] += many
    names = {name: iter(numbered_names(name, total[name], ())) for name in several}
    counted = []
    for member, many in alike.values():
        if several[member.name] > 1:
            counted += [replace(member, name=next(names[member.name])) for _ in range(many)]
        else:
            most = HOW_MANY.high
            counted += [replace(member, count=min(many - first, most)) for first in range(0, many, most)]
    return counted
