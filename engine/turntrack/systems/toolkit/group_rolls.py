"""Rolls of groups, whose members share one roll, and the repeated rolls of ties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial

from turntrack.core.dice import DiceCode, Roll
from turntrack.core.draft import Draft
from turntrack.core.model import Encounter, Id
from turntrack.core.names import join_names
from turntrack.core.score import Score, Term, TermKind

type Unit = tuple[str, tuple[Id, ...]]
"""The combatants of one roll, after the name to show: of the combatant or of the group."""

type CodeOf = Callable[[Id], DiceCode]
"""The dice of a combatant. The first member of a group decides."""


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
    draft: Draft, ids: Sequence[Id], code_of: CodeOf, rule: str = "", purpose_of: Callable[[Id], str] | None = None
) -> list[tuple[Unit, Roll]]:
    """Roll once for each unit of ``ids``, and return the rolls. Raises DiceNeeded for all units at once.

    ``purpose_of`` gets the first member of a unit; without it the purpose is initiative.
    """
    units = roll_units(draft.encounter, ids)
    requests = [
        draft.request(who, name, purpose_of(who[0]) if purpose_of else "initiative", code_of(who[0]))
        for name, who in units
    ]
    return list(zip(units, draft.roll(requests, rule), strict=True))


def throw_apart(
    draft: Draft,
    lots: Iterable[Sequence[Id]],
    thrown: Mapping[Id, tuple[int, ...]],
    movers: Iterable[Id],
    code_of: CodeOf,
    rule: str,
    purpose: str,
    most: int,
) -> dict[Id, tuple[int, ...]]:
    """Break the ties within each lot by rolls, until none of ``movers`` is level with another unit.

    ``thrown`` has the earlier tie-breaking totals of each combatant. A mover rolls until the place is clear; another
    combatant rolls only if level with a mover. Members of a group share their rolls and stay level. The purpose of a
    roll is ``purpose`` and the names of the opponents. After ``most`` rounds of rolls the rest stay level.

    Return the new sequences of totals; the higher sequence acts first. Raises DiceNeeded.
    """
    all_thrown, fresh = dict(thrown), dict[Id, tuple[int, ...]]()
    moving = {*movers}
    lots = [lot for lot in lots if not moving.isdisjoint(lot)]
    for lot in lots:
        for _, who in roll_units(draft.encounter, lot):
            shared = max((all_thrown.get(member, ()) for member in who), key=len)
            fresh.update({member: shared for member in who if member in moving and shared})
    all_thrown.update(fresh)
    for _ in range(most):
        level = [level_id for lot in lots for level_id in _level(draft.encounter, lot, all_thrown, moving)]
        if not level:
            break
        against = partial(_with_whom, draft.encounter, lots, dict(all_thrown), purpose)
        for (_, who), roll in throw(draft, level, code_of, rule, against):
            fresh.update({thrower: (*all_thrown.get(thrower, ()), roll.total) for thrower in who})
        all_thrown.update(fresh)
    return fresh


def _with_whom(
    encounter: Encounter, lots: Sequence[Sequence[Id]], thrown: Mapping[Id, tuple[int, ...]], purpose: str, thrower: Id
) -> str:
    """Return the purpose of a roll, with the names of those with whom the thrower is level."""
    mine = thrown.get(thrower, ())
    lot = next(lot for lot in lots if thrower in lot)
    level = [member for member in lot if thrown.get(member, ())[: len(mine)] == mine]
    names = [name for name, who in roll_units(encounter, level) if thrower not in who]
    return f"{purpose} {join_names(names, ' and ')}"


def _level(
    encounter: Encounter, lot: Sequence[Id], thrown: Mapping[Id, tuple[int, ...]], moving: Set[Id]
) -> Iterator[Id]:
    """Yield the members of a lot whose totals are the start of another unit's, if one of the two is moving."""
    unit_of = {member: place for place, (_, who) in enumerate(roll_units(encounter, lot)) for member in who}
    units: dict[tuple[int, ...], set[int]] = {}
    moving_units: dict[tuple[int, ...], set[int]] = {}
    for member in lot:
        for length in range(len(thrown.get(member, ())) + 1):
            beginning = thrown.get(member, ())[:length]
            units.setdefault(beginning, set()).add(unit_of[member])
            if member in moving:
                moving_units.setdefault(beginning, set()).add(unit_of[member])
    for member in lot:
        known = units if member in moving else moving_units
        if known.get(thrown.get(member, ()), set()) - {unit_of[member]}:
            yield member
