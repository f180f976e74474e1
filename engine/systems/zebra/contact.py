"""Contact and shooting position: who stands against whom, and what changes that (Z4, Z5, ZA10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from engine.draft import Draft
from engine.events import FactSet
from engine.model import Encounter, Id
from engine.names import listed
from engine.table.offers import opposed

FEW = 3
"""So many names a row of the track has room for."""


def within_reach(encounter: Encounter, one: Id) -> tuple[Id, ...]:
    """Those whom ``one`` has come to stand against, also where either has fallen since (ZA10) or changed sides."""
    close = encounter.standings[one].fact("engaged", ())
    return tuple(other for other in close if other in encounter.standings) if isinstance(close, tuple) else ()


def engaged_with(encounter: Encounter, one: Id) -> tuple[Id, ...]:
    """Which opponents engage ``one``; none means shooting position (Z4). The fallen engage nobody (ZA10)."""
    return tuple(_facing(encounter, one))


def is_engaged(encounter: Encounter, one: Id) -> bool:
    """Whether anybody does. In a crowd everybody may stand against hundreds, and the first of them tells."""
    return next(_facing(encounter, one), None) is not None


def _facing(encounter: Encounter, one: Id) -> Iterator[Id]:
    standings = encounter.standings
    close = standings[one].fact("engaged", ()) if standings[one].able else ()
    for other in close if isinstance(close, tuple) else ():
        if other in standings and standings[other].able and opposed(encounter, one, other):
            yield other


def names(encounter: Encounter, ids: Iterable[Id]) -> str:
    """Their names, in a row."""
    return listed([encounter.name_of(one) for one in ids])


def few_names(encounter: Encounter, one: Id) -> str:
    """The names of some few who engage ``one``: a row of the track has little room, and a crowd has hundreds."""
    few = [encounter.name_of(other) for other in islice(_facing(encounter, one), FEW + 1)]
    return (
        f"{', '.join(few[:FEW])} and others"
        if len(few) > FEW
        else " and ".join(filter(None, (", ".join(few[:-1]), *few[-1:])))
    )


def engage_at_contact(draft: Draft) -> None:
    """Bring those who begin at contact within reach of all opponents, but for whom a ruling has placed (ZA11)."""
    encounter = draft.encounter
    close = [
        one
        for one in encounter.order
        if encounter.standings[one].able
        and encounter.combatants[one].sheet["position"] == "contact"
        and not encounter.standings[one].fact("placed")
    ]
    against: dict[str, tuple[Id, ...]] = {}
    for one in close:
        side = encounter.combatants[one].side
        if not side or side not in against:  # of a crowd on one side, all face the same
            against[side] = tuple(other for other in close if opposed(encounter, one, other))
        draft.record(FactSet(one, "engaged", against[side], rule="Z4"))


def engage(draft: Draft, one: Id, other: Id, rule: str) -> None:
    """Bring the two within reach of each other."""
    for here, there in ((one, other), (other, one)):
        close = [it for it in within_reach(draft.encounter, here) if it != there]
        draft.record(FactSet(here, "engaged", (*close, there), rule=rule))


def part(draft: Draft, one: Id, rule: str) -> None:
    """Take ``one`` out of everybody's reach."""
    close = within_reach(draft.encounter, one)
    if close:
        draft.record(FactSet(one, "engaged", (), rule=rule))
    for other in close:
        left = tuple(it for it in within_reach(draft.encounter, other) if it != one)
        draft.record(FactSet(other, "engaged", left, rule="Z4"))


def tell_positions(draft: Draft, ids: Sequence[Id], rule: str) -> None:
    """Say anew whom these are engaged with, where somebody has fallen or come to, though nobody has moved."""
    for one in ids:
        draft.record(FactSet(one, "engaged", within_reach(draft.encounter, one), rule=rule))
