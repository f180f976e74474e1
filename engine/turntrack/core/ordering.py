"""Places in an order: a combatant moved before another, and a row dropped on the track."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from turntrack.core.errors import Refused
from turntrack.core.model import Encounter, Id


def same_place() -> Refused:
    """Return the refusal of a move that changes nothing."""
    return Refused("same_place", "It is already there.")


def insert_before(order: Sequence[Id], combatant_id: Id, before: Id) -> tuple[Id, ...]:
    """Move the combatant directly before ``before``, or to the end if that is empty or not in the order.

    >>> insert_before(("a", "b", "c"), "c", "b")
    ('a', 'c', 'b')
    >>> insert_before(("a", "b", "c"), "a", "")
    ('b', 'c', 'a')
    """
    rest = [row_id for row_id in order if row_id != combatant_id]
    at = rest.index(before) if before in rest else len(rest)
    return (*rest[:at], combatant_id, *rest[at:])


@dataclass(frozen=True, slots=True)
class Drop:
    """A row dropped at another place of the track."""

    was: int
    """The index of the row before."""
    above: tuple[Id, ...]
    """The combatants above the new place, from the top."""
    below: tuple[Id, ...]
    """The combatants below the new place, from the top."""

    @property
    def moves(self) -> bool:
        """Return whether the row changes its place."""
        return self.was != len(self.above)

    @property
    def passed(self) -> tuple[Id, ...]:
        """List the combatants whom the row passed on its way down."""
        return self.above[self.was :]

    def name_place(self, encounter: Encounter) -> str:
        """Name the new place by the row below; without that as the last one, or by the row above if others wait."""
        if self.below:
            return f"before {encounter.name_of(self.below[0])}"
        waiting = {member for member, standing in encounter.standings.items() if standing.plays}
        return "last" if len(waiting - {*self.above}) < 2 else f"after {encounter.name_of(self.above[-1])}"

    def beside(self, plays: Callable[[Id], bool]) -> Id:
        """Return the neighbour who can still act: the one below, else the one above. Raises Refused if none can."""
        for neighbour in (*self.below[:1], *self.above[-1:]):
            if plays(neighbour):
                return neighbour
        raise Refused("nowhere", "Nobody there can still act.")


def drop_row(track: Sequence[Id], combatant_id: Id, before: Id) -> Drop:
    """Drop a row directly before another; at the end if ``before`` is empty or not on the track."""
    rest = [row_id for row_id in track if row_id != combatant_id]
    at = rest.index(before) if before in rest else len(rest)
    return Drop(track.index(combatant_id), tuple(rest[:at]), tuple(rest[at:]))
