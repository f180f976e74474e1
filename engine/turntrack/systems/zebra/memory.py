"""The memory of Zebra Island: reserves, missed counters, and contact between combatants (Z4, Z5, ZA10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING
from turntrack.core.input_fields import Field, Kind, Pick, Value
from turntrack.core.model import Encounter, Id, Standing
from turntrack.core.names import names_in_words
from turntrack.core.system_memory import LARGEST_NUMBER, Memory, memory_field, memory_reader
from turntrack.systems.toolkit.panel_inputs import are_opposed
from turntrack.systems.zebra.rule_options import reading_of

FEW = 3
"""The most names for which a row of the track has room."""

MOST_NAMED = 12
"""The most opponents that the log names in one sentence; of more it names only ``FEW``."""


@dataclass(frozen=True, slots=True)
class ZebraCombatant(Memory):
    engaged: tuple[Id, ...] = ()
    """The combatants within reach. Some of them may have left the fight."""
    placed: bool = False
    """Whether a ruling before the first sequence has set the combatant's position (ZA11)."""
    reserved: bool = memory_field(False, for_round=True)
    """Whether an action is in reserve until the sequence ends (ZA6)."""
    reserve_kept: bool = False
    """Whether an action is in reserve at a table that keeps reserves into the next sequence (ZA6)."""
    last_action: bool = memory_field(False, for_round=True)
    """Whether the counter is spent and one more action is granted (ZA1)."""
    missed: bool = memory_field(False, for_round=True)
    """Whether the combatant has no counter in this sequence, because of being unable to act when it opened (Z2)."""
    level_kept: int = memory_field(0, low=-LARGEST_NUMBER)
    """The points that were left of the counter when the missed sequence opened."""


@dataclass(frozen=True, slots=True)
class ZebraFight(Memory):
    was_empty: bool = False
    """Whether nobody started the last sequence above 0 (ZA5)."""
    just_acted: Id = memory_field("", for_round=True)
    """The combatant who acted last in this sequence; empty for nobody."""


recall: Callable[[Standing], ZebraCombatant] = memory_reader(ZebraCombatant())
recall_fight: Callable[[Encounter], ZebraFight] = memory_reader(ZebraFight())


# Reserves


def has_reserve(standing: Standing) -> bool:
    now = recall(standing)
    return now.reserved or now.reserve_kept


def keeps_reserves(encounter: Encounter) -> bool:
    return reading_of(encounter, "keep_reserve") == "yes"


def reserve_holders(encounter: Encounter) -> tuple[Id, ...]:
    """List the able combatants who have a reserved action."""
    standings = encounter.standings
    return tuple(
        combatant_id
        for combatant_id in encounter.order
        if standings[combatant_id].able and has_reserve(standings[combatant_id])
    )


def keep_reserves(draft: Draft) -> None:
    """Convert reserves for the next sequence if the table has meanwhile chosen to keep them (ZA6)."""
    for combatant_id in draft.encounter.order if keeps_reserves(draft.encounter) else ():
        if recall(draft.standing(combatant_id)).reserved:
            set_reserve(draft, combatant_id, True, "ZA6")


def set_reserve(draft: Draft, combatant_id: Id, reserves: bool, rule: str) -> None:
    kept = reserves and keeps_reserves(draft.encounter)
    now = replace(recall(draft.standing(combatant_id)), reserved=reserves and not kept, reserve_kept=kept)
    draft.remember(combatant_id, now, rule)


# Contact


def within_reach(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List the combatants within reach (ZA10). The fallen, and those who have changed sides since, are among them."""
    return tuple(
        opponent for opponent in recall(encounter.standings[combatant_id]).engaged if opponent in encounter.standings
    )


def engagers(encounter: Encounter, combatant_id: Id) -> Iterator[Id]:
    """Yield the opponents who engage the combatant; none means shooting position (Z4). The fallen engage nobody (ZA10).

    Lazy, because in a crowd there may be hundreds, and most callers need only the first.
    """
    standings = encounter.standings
    for opponent in recall(standings[combatant_id]).engaged if standings[combatant_id].able else ():
        if opponent in standings and standings[opponent].able and are_opposed(encounter, combatant_id, opponent):
            yield opponent


def is_engaged(encounter: Encounter, combatant_id: Id) -> bool:
    return next(engagers(encounter, combatant_id), None) is not None


def lacks_opponent(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the sheet says at contact, and nobody is engaged although an opponent is there (ZA11)."""
    return (
        encounter.combatants[combatant_id].sheet["position"] == "contact"
        and not is_engaged(encounter, combatant_id)
        and any(are_opposed(encounter, combatant_id, other) for other in encounter.able())
    )


def _engage(draft: Draft, combatant_id: Id, engaged: tuple[Id, ...], rule: str) -> None:
    """Set the combatants within reach, and log the position even if nothing changes: a neighbour may have fallen."""
    now = replace(recall(draft.standing(combatant_id)), engaged=engaged)
    draft.remember(combatant_id, now, rule, or_say=position_words(draft.encounter, combatant_id))


def position_words(encounter: Encounter, combatant_id: Id) -> str:
    """Return the words for the combatant's position; empty for the fallen."""
    if not encounter.standings[combatant_id].able:
        return ""
    crowd = len(recall(encounter.standings[combatant_id]).engaged) > MOST_NAMED
    names = [encounter.name_of(other) for other in engagers(encounter, combatant_id)]
    if not names:
        return "is in shooting position"
    return f"is engaged with {few_names(encounter, combatant_id) if crowd else names_in_words(names)}"


def few_names(encounter: Encounter, combatant_id: Id) -> str:
    """Return the names of at most ``FEW`` engagers, with “and others” if there are more."""
    few = [encounter.name_of(other) for other in islice(engagers(encounter, combatant_id), FEW + 1)]
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
        _engage(draft, combatant_id, against[side], "Z4")


def engage(draft: Draft, combatant_id: Id, opponent: Id, rule: str) -> None:
    """Bring two combatants within reach of each other."""
    for here, there in ((combatant_id, opponent), (opponent, combatant_id)):
        close = [neighbour for neighbour in within_reach(draft.encounter, here) if neighbour != there]
        _engage(draft, here, (*close, there), rule)


def part(draft: Draft, combatant_id: Id, rule: str) -> None:
    """Take the combatant out of everybody's reach."""
    close = within_reach(draft.encounter, combatant_id)
    if close:
        _engage(draft, combatant_id, (), rule)
    for neighbour in close:
        rest = tuple(other for other in within_reach(draft.encounter, neighbour) if other != combatant_id)
        _engage(draft, neighbour, rest, "Z4")


def log_positions(draft: Draft, ids: Sequence[Id], rule: str) -> None:
    """Log the positions of ``ids`` again, after somebody has fallen or risen near them."""
    for combatant_id in ids:
        _engage(draft, combatant_id, within_reach(draft.encounter, combatant_id), rule)


# Rulings


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    if not combatant_id or not encounter.standings[combatant_id].able:
        return ()
    engaged = tuple(engagers(encounter, combatant_id))
    free = tuple(
        Pick(opponent, encounter.name_of(opponent))
        for opponent in encounter.order
        if opponent not in engaged
        and encounter.standings[opponent].able
        and are_opposed(encounter, combatant_id, opponent)
    )
    now = f"Engaged now with {encounter.names_of(engaged) or 'nobody'}."
    return (
        *((Field("engages", "Engage with", Kind.PICK, "", help=now, picks=free, people=True),) if free else ()),
        Field("shooting", "In shooting position", Kind.FLAG, not engaged, help="Engaged by nobody (Z4)."),
        Field("reserved", "Has an action in reserve", Kind.FLAG, has_reserve(encounter.standings[combatant_id])),
    )


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    if key == "engages":
        engage(draft, combatant_id, str(value), RULING)
        if not draft.encounter.round:
            for member in (combatant_id, str(value)):
                _mark_placed(draft, member)
    elif key == "shooting":
        _rule_position(draft, combatant_id, bool(value))
    elif value != has_reserve(draft.standing(combatant_id)):
        set_reserve(draft, combatant_id, bool(value), RULING)


def _rule_position(draft: Draft, combatant_id: Id, shooting: bool) -> None:
    """Rule that the combatant is in shooting position. Before the first sequence the position is kept for it (ZA11)."""
    if not shooting:
        raise Refused("with_whom", "Say who engages instead.", "Z4")
    if not draft.encounter.round and not recall(draft.standing(combatant_id)).placed:
        _engage(draft, combatant_id, (), RULING)
        _mark_placed(draft, combatant_id)
    elif is_engaged(draft.encounter, combatant_id):
        part(draft, combatant_id, RULING)


def _mark_placed(draft: Draft, combatant_id: Id) -> None:
    """Keep the combatant's position for the first sequence (ZA11)."""
    draft.remember(combatant_id, replace(recall(draft.standing(combatant_id)), placed=True))
