"""The repeated rolls that break ties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial

from turntrack.core.draft import Draft
from turntrack.core.model import Id
from turntrack.core.names import join_names
from turntrack.systems.toolkit.group_rolls import CodeOf, Unit, UnitsOf, roll_units, throw


def throw_apart(
    draft: Draft,
    lots: Iterable[Sequence[Id]],
    thrown: Mapping[Id, tuple[int, ...]],
    movers: Iterable[Id],
    code_of: CodeOf,
    rule: str,
    purpose: str,
    most: int,
    units_of: UnitsOf = roll_units,
) -> dict[Id, tuple[int, ...]]:
    """Break the ties within each lot by rolls, until none of ``movers`` is level with another unit.

    ``thrown`` has the earlier tie-breaking totals of each combatant. A mover rolls until the place is clear; another
    combatant rolls only if level with a mover. Members of a unit share their rolls and stay level. The purpose of a
    roll is ``purpose`` and the names of the opponents. After ``most`` rounds of rolls the rest stay level.

    Return the new sequences of totals; the higher sequence acts first. Raises DiceNeeded.
    """
    all_thrown, fresh = dict(thrown), dict[Id, tuple[int, ...]]()
    moving = {*movers}
    lots = [lot for lot in lots if not moving.isdisjoint(lot)]
    for lot in lots:
        for _, who in units_of(draft.encounter, lot):
            shared = max((all_thrown.get(member, ()) for member in who), key=len)
            fresh.update({member: shared for member in who if member in moving and shared})
    all_thrown.update(fresh)
    for _ in range(most):
        level = [
            level_id for lot in lots for level_id in _level(units_of(draft.encounter, lot), lot, all_thrown, moving)
        ]
        if not level:
            break
        against = partial(_with_whom, partial(units_of, draft.encounter), lots, dict(all_thrown), purpose)
        for (_, who), roll in throw(draft, level, code_of, rule, against, units_of):
            fresh.update({thrower: (*all_thrown.get(thrower, ()), roll.total) for thrower in who})
        all_thrown.update(fresh)
    return fresh


def _with_whom(
    units_among: Callable[[Sequence[Id]], Iterable[Unit]],
    lots: Sequence[Sequence[Id]],
    thrown: Mapping[Id, tuple[int, ...]],
    purpose: str,
    thrower: Id,
) -> str:
    """Return the purpose of a roll, with the names of those with whom the thrower is level."""
    mine = thrown.get(thrower, ())
    lot = next(lot for lot in lots if thrower in lot)
    level = [member for member in lot if thrown.get(member, ())[: len(mine)] == mine]
    names = [name for name, who in units_among(level) if thrower not in who]
    return f"{purpose} {join_names(names, ' and ')}"


def _level(
    units: Iterable[Unit], lot: Sequence[Id], thrown: Mapping[Id, tuple[int, ...]], moving: Set[Id]
) -> Iterator[Id]:
    """Yield the members of a lot whose totals are the start of another unit's, if one of the two is moving."""
    unit_of = {member: place for place, (_, who) in enumerate(units) for member in who}
    places: dict[tuple[int, ...], set[int]] = {}
    moving_places: dict[tuple[int, ...], set[int]] = {}
    for member in lot:
        for length in range(len(thrown.get(member, ())) + 1):
            beginning = thrown.get(member, ())[:length]
            places.setdefault(beginning, set()).add(unit_of[member])
            if member in moving:
                moving_places.setdefault(beginning, set()).add(unit_of[member])
    for member in lot:
        known = places if member in moving else moving_places
        if known.get(thrown.get(member, ()), set()) - {unit_of[member]}:
            yield member
