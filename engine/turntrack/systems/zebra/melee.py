"""Combat at close quarters: who is within whose reach, and who is in shooting position (Z4, Z5, ZA10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from turntrack.core.draft import Draft
from turntrack.core.model import Encounter, Id
from turntrack.core.names import names_in_words
from turntrack.systems.toolkit.guards import are_opposed
from turntrack.systems.zebra.memory import ZebraCombatant, recall

FEW = 3
"""The most names for which a row of the track has room."""


MOST_NAMED = 12
"""The most opponents that the log names in one sentence; of more it names only ``FEW``."""


def within_reach(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List the combatants within reach (ZA10), the fallen among them."""
    standings = encounter.standings
    return tuple([opponent for opponent in recall(standings[combatant_id]).engaged if opponent in standings])


def engagers(encounter: Encounter, combatant_id: Id) -> Iterator[Id]:
    """Yield the opponents who engage the combatant; none means shooting position (Z4). The fallen engage nobody (ZA10).

    Lazy, because in a crowd there may be hundreds, and most callers need only the first.
    """
    standings, combatants = encounter.standings, encounter.combatants
    side = combatants[combatant_id].side  # whoever has none is opposed to everybody
    for opponent in recall(standings[combatant_id]).engaged if standings[combatant_id].able else ():
        if opponent in standings and standings[opponent].able and not (side and combatants[opponent].side == side):
            yield opponent


def is_engaged(encounter: Encounter, combatant_id: Id) -> bool:
    return next(engagers(encounter, combatant_id), None) is not None


def facing(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List those within reach who have the combatant within theirs."""
    standings = encounter.standings
    return tuple(
        [
            other
            for other in within_reach(encounter, combatant_id)
            if isinstance(memory := standings[other].memory, ZebraCombatant) and combatant_id in memory.engaged
        ]
    )


def lacks_opponent(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the sheet says at contact, and nobody is engaged although an opponent is there (ZA11)."""
    return (
        encounter.combatants[combatant_id].sheet["position"] == "contact"
        and not is_engaged(encounter, combatant_id)
        and any(are_opposed(encounter, combatant_id, other) for other in encounter.able())
    )


def set_reach(draft: Draft, combatant_id: Id, engaged: tuple[Id, ...], rule: str) -> None:
    """Set the combatants within reach, and log the position even if nothing changes: a neighbour may have fallen."""
    now = replace(recall(draft.standing(combatant_id)), engaged=engaged)
    draft.remember(combatant_id, now, rule, or_say=position_words(draft.encounter, combatant_id))


def position_words(encounter: Encounter, combatant_id: Id) -> str:
    """Return the words for the combatant's position; empty for the fallen."""
    if not encounter.standings[combatant_id].able:
        return ""
    few = few_names(encounter, combatant_id)
    if not few:
        return "is in shooting position"
    if len(recall(encounter.standings[combatant_id]).engaged) > MOST_NAMED:
        return f"is engaged with {few}"
    return (
        f"is engaged with {names_in_words([encounter.name_of(other) for other in engagers(encounter, combatant_id)])}"
    )


def few_names(encounter: Encounter, combatant_id: Id) -> str:
    """Return the names of at most ``FEW`` engagers, with “and others” if there are more."""
    combatants = encounter.combatants
    few = [combatants[other].name for other in islice(engagers(encounter, combatant_id), FEW + 1)]
    if len(few) > FEW:
        return f"{', '.join(few[:FEW])} and others"
    return " and ".join(filter(None, (", ".join(few[:-1]), *few[-1:])))


def engage_at_contact(draft: Draft) -> None:
    """Bring all combatants who begin at contact within reach of their opponents, unless a ruling placed them (ZA11)."""
    encounter = draft.encounter
    close = [
        combatant_id
        for combatant_id in encounter.order
        if encounter.standings[combatant_id].able
        and encounter.combatants[combatant_id].sheet["position"] == "contact"
        and not recall(encounter.standings[combatant_id]).placed
    ]
    against: dict[str, tuple[Id, ...]] = {}
    for combatant_id in close:
        side = encounter.combatants[combatant_id].side
        if not side or side not in against:  # members of one side have the same opponents
            against[side] = tuple(other for other in close if are_opposed(encounter, combatant_id, other))
        set_reach(draft, combatant_id, against[side], "Z4")


def engage(draft: Draft, combatant_id: Id, opponent: Id, rule: str) -> None:
    """Bring two combatants within reach of each other."""
    for here, there in ((combatant_id, opponent), (opponent, combatant_id)):
        close = [neighbour for neighbour in within_reach(draft.encounter, here) if neighbour != there]
        set_reach(draft, here, (*close, there), rule)


def part(draft: Draft, combatant_id: Id, rule: str) -> None:
    """Take the combatant out of everybody's reach."""
    part_from(draft, combatant_id, within_reach(draft.encounter, combatant_id), rule)


def part_from(draft: Draft, combatant_id: Id, others: Sequence[Id], rule: str, is_gone: bool = False) -> None:
    """Take the combatant and these others out of each other's reach."""
    if others and not is_gone:
        kept = tuple(near for near in within_reach(draft.encounter, combatant_id) if near not in others)
        set_reach(draft, combatant_id, kept, rule)
    for neighbour in others:
        rest = tuple([near for near in within_reach(draft.encounter, neighbour) if near != combatant_id])
        set_reach(draft, neighbour, rest, "Z4")


def log_positions(draft: Draft, ids: Sequence[Id]) -> None:
    """Log the positions of ``ids`` again, after somebody has fallen or risen near them (ZA10)."""
    for combatant_id in ids:
        set_reach(draft, combatant_id, within_reach(draft.encounter, combatant_id), "ZA10")
