"""Rolls of groups, whose members share one roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from turntrack.core.dice import DiceCode, Roll
from turntrack.core.draft import Draft
from turntrack.core.model import Encounter, Id
from turntrack.core.score import Score, Term, TermKind

type Unit = tuple[str, tuple[Id, ...]]
"""The combatants of one roll, after the name to show: of the combatant or of the group."""

type CodeOf = Callable[[Id], DiceCode]
"""The dice of a combatant. The first member of a group decides."""

type UnitsOf = Callable[[Encounter, Sequence[Id]], tuple[Unit, ...]]
"""The combatants who roll together."""


def roll_units(encounter: Encounter, ids: Sequence[Id]) -> tuple[Unit, ...]:
    """Return the units: each group under its name, every other combatant alone, in the given order."""
    units: dict[str, tuple[str, list[Id]]] = {}
    for combatant_id in ids:
        combatant = encounter.combatants[combatant_id]
        key, name = (f"group {combatant.group}", combatant.group) if combatant.group else (combatant_id, combatant.name)
        units.setdefault(key, (name, []))[1].append(combatant_id)
    return tuple((name, tuple(members)) for name, members in units.values())


def next_throwers(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who roll when the next round opens; empty during a round, and for a single combatant."""
    able = encounter.able()
    return able if len(able) > 1 and not encounter.is_open else ()


def group_mates(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List the other members of the combatant's group, in the encounter's order."""
    group = encounter.combatants[combatant_id].group
    return tuple(
        mate for mate in encounter.order if mate != combatant_id and group and encounter.combatants[mate].group == group
    )


def group_throw(
    encounter: Encounter, combatant_id: Id, number: Callable[[Encounter, Id], Score | None]
) -> tuple[Term, ...]:
    """Return the terms of the roll that a newcomer's group has made, with its corrections.

    Empty without a group, or if no member has a number that begins with a roll.
    """
    for mate in group_mates(encounter, combatant_id):
        score = number(encounter, mate)
        if score and score.terms[0].part is TermKind.THROW:
            return (score.terms[0], *(term for term in score.terms if term.part is TermKind.CORRECTION))
    return ()


def throw(
    draft: Draft,
    ids: Sequence[Id],
    code_of: CodeOf,
    rule: str = "",
    purpose_of: Callable[[Id], str] | None = None,
    units_of: UnitsOf = roll_units,
) -> list[tuple[Unit, Roll]]:
    """Roll once for each unit of ``ids``, and return the rolls. Raises DiceNeeded for all units at once.

    ``purpose_of`` gets the first member of a unit; without it the purpose is initiative.
    """
    units = units_of(draft.encounter, ids)
    requests = [
        draft.request(who, name, purpose_of(who[0]) if purpose_of else "initiative", code_of(who[0]))
        for name, who in units
    ]
    return list(zip(units, draft.roll(requests, rule), strict=True))
