"""The repeated rolls that break ties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial

from turntrack.core.draft import Draft
from turntrack.core.model import Encounter, Id
from turntrack.core.names import join_names
from turntrack.systems.toolkit.group_rolls import CodeOf, roll_units, throw


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
