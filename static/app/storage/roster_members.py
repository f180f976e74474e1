"""Members of a list of combatants: each one read or noted, and those alike merged into one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from turntrack.core.commands import AddCombatant
from turntrack.core.distinct_names import numbered_names
from turntrack.core.errors import BadSave, Malformed
from turntrack.core.input_fields import HOW_MANY
from turntrack.rules.combatants import MOST_COMBATANTS


def read_members(places: Sequence[str], read: Callable[[int], AddCombatant], notes: list[str]) -> list[AddCombatant]:
    """Read the creature of each place by its index; what cannot be read is noted.

    Raises BadSave for too many, and if none can be read.
    """
    if len(places) > MOST_COMBATANTS:
        raise BadSave(f"It holds {len(places)} combatants; at most {MOST_COMBATANTS} can be read.")
    members = []
    for at, place in enumerate(places):
        try:
            members.append(read(at))
        except Malformed as error:
            notes.append(f"{place}: {error}")
    if not members:
        raise BadSave(f"None of its combatants can be read. {notes[0]}")
    return merge_alike(members)


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
