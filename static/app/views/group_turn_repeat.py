"""The words for the repetition of a turn by the other members of a group."""

from __future__ import annotations

from collections.abc import Sequence

from turntrack.core.model import Encounter, Id


def same_again_words(encounter: Encounter, members: Sequence[Id], limit: int) -> str:
    """Name the members of a group who can do the same; ``limit`` of them may be more."""
    if len(members) == 1:
        return f"{encounter.name_of(members[0])} does the same"
    group = encounter.combatants[members[0]].group
    if len(members) >= limit:
        return f"The next {group} do the same"
    others = (
        sum(
            combatant.group == group and encounter.standings[combatant_id].able
            for combatant_id, combatant in encounter.combatants.items()
        )
        - 1
    )
    return f"The {'other' if others == len(members) else 'next'} {len(members)} {group} do the same"
