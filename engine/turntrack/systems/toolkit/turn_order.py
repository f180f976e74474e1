"""The turn order: sorting by number and rulings, moving combatants, and the turns to come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile

from turntrack.core.events import StatusSet
from turntrack.core.model import Encounter, Id, Standing, Status, TurnEffect
from turntrack.core.names import join_names
from turntrack.core.ordering import insert_before
from turntrack.core.score import Score
from turntrack.systems.arrivals import due_at
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn

type SortKey = Callable[[Id], tuple[int, ...]]
"""A sort key of a combatant. The higher key acts first."""


def by_number(numbers: Mapping[Id, int], standings: Mapping[Id, Standing]) -> tuple[Id, ...]:
    """Sort combatants by number, the lowest first. Equals keep the given order, except for rulings."""
    return with_rulings(sorted(numbers, key=numbers.__getitem__), standings, numbers)


def with_rulings(ranked: Sequence[Id], standings: Mapping[Id, Standing], numbers: Mapping[Id, int]) -> tuple[Id, ...]:
    """Return ``ranked`` with the rulings applied: a combatant directly before another of the same number."""
    order = tuple(ranked)
    waiting = {
        combatant_id: before
        for combatant_id in ranked
        if (before := standings[combatant_id].before) and numbers.get(before) == numbers[combatant_id]
    }
    while waiting:
        # Place targets before the combatants relative to them, so that each stays directly before its target.
        # A circle, which no ruling makes, stays as it is.
        ready = [
            combatant_id for combatant_id in ranked if combatant_id in waiting and waiting[combatant_id] not in waiting
        ]
        if not ready:
            break
        for combatant_id in ready:
            order = insert_before(order, combatant_id, waiting.pop(combatant_id))
    return order


def with_movers(
    order: Sequence[Id], movers: Iterable[Id], key: SortKey, was: SortKey | None = None, *, ruled: bool = False
) -> tuple[Id, ...]:
    """Place ``movers`` among the other combatants, who keep their order.

    A mover gets the place with the fewest combatants on the wrong side by ``key``, the last of several such places.
    ``was`` has the keys before the change: two combatants whose comparison is unchanged keep their order, because a
    ruling may have set it. If the keys were ``ruled``, a mover goes where its key says, though a higher one lets nobody
    pass who stood below, and a lower one passes nobody who stood above.

    >>> with_movers("xgh", "gh", {"x": (12,), "g": (10,), "h": (9,)}.__getitem__)
    ('x', 'g', 'h')
    """
    keys = {mover: key(mover) for mover in order}
    before = {mover: was(mover) for mover in order} if was else {}
    at = {mover: place for place, mover in enumerate(order)}
    moving = {*movers}
    ranked = sorted((mover for mover in order if mover in moving), key=keys.__getitem__, reverse=True)

    def sooner(mover: Id, staying: Id) -> int:
        now = _compare(keys[mover], keys[staying])
        side = 1 if at[mover] < at[staying] else -1
        if before and ruled:
            return side if _compare(keys[mover], before[mover]) == side else now
        if before and now == _compare(before[mover], before[staying]):
            return side
        return now

    row = [staying for staying in order if staying not in moving]
    if not row and not before:
        return tuple(ranked)
    for mover in ranked:
        place = wrong = fewest = 0
        for below_other, staying in enumerate(row, 1):
            wrong += sooner(mover, staying)
            if wrong <= fewest:
                place, fewest = below_other, wrong
        row.insert(place, mover)
    return tuple(row)


def _compare(left: tuple[int, ...], right: tuple[int, ...]) -> int:
    return (left > right) - (left < right)


def lose_turn(actor: Id, has_begun: bool) -> StatusSet:
    """Return the event that takes the turn from an actor. If nothing was done in it, it never began."""
    return StatusSet(actor, Status.READY, turn=TurnEffect.BY_STATUS if has_begun else TurnEffect.BACK)


def fallen_last(encounter: Encounter, first: Sequence[Id], listed: Sequence[Id] = ()) -> tuple[Id, ...]:
    """List ``first``, then the other able combatants, then the fallen, in the order of ``listed`` or the encounter."""
    there = {*first}
    rest = [combatant_id for combatant_id in listed or encounter.order if combatant_id not in there]
    # Sorting is stable, in reverse too: able and fallen both keep their order.
    return (*first, *sorted(rest, key={*encounter.able()}.__contains__, reverse=True))


def next_below(row: Iterable[Id], combatant_id: Id) -> Id:
    """Return the next id below in the row; empty for the last, and for an id that is not in the row."""
    downwards = iter(row)
    return next(downwards, "") if combatant_id in downwards else ""


def turn_of(encounter: Encounter, ids: Sequence[Id], number: int | None = None, label: str = "") -> UpcomingTurn:
    """Make the turn to come of ``ids``. Without a label it has their names; of three or more the first and a count."""
    if not label and len(ids) > 2:
        label = f"{encounter.name_of(ids[0])} and {len(ids) - 1} others"
    label = label or join_names([encounter.name_of(combatant_id) for combatant_id in ids], " and ")
    return UpcomingTurn(tuple(ids), label, number)


def one_by_one(
    encounter: Encounter, ids: Iterable[Id], number: Callable[[Encounter, Id], Score | None]
) -> Iterator[UpcomingTurn]:
    """Yield the turns to come of ``ids``, who act one after the other; at most ``MOST_UPCOMING_TURNS``."""
    for combatant_id in islice(ids, MOST_UPCOMING_TURNS):
        score = number(encounter, combatant_id)
        yield turn_of(encounter, (combatant_id,), score.total if score else None)


def turns_before_arrival(
    encounter: Encounter, turns: Iterable[UpcomingTurn], counts_up: bool
) -> Iterator[UpcomingTurn]:
    """Return the turns before the first reinforcement that comes at a count."""
    return takewhile(lambda turn: turn.number is None or not due_at(encounter, turn.number, counts_up), turns)
