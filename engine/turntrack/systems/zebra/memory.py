"""This is remembered: reserves, counters that were missed, and who stands against whom (Z4, Z5, ZA10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING
from turntrack.core.fields import Field, Kind, Pick, Value
from turntrack.core.model import Encounter, Id, Standing
from turntrack.core.system_memory import LARGEST_NUMBER, Memory, recalling, remembered
from turntrack.systems.toolkit.panel_inputs import opposed
from turntrack.systems.zebra.sheet import chosen

FEW = 3
"""A row of the track has room for so many names."""

MOST_NAMED = 12
"""Of more opponents than this the log names some few: in a crowd it has such a sentence for each."""


@dataclass(frozen=True, slots=True)
class OfCombatant(Memory):
    engaged: tuple[Id, ...] = ()
    """Whom the combatant has come to stand against: some of them may have left."""
    placed: bool = False
    """A ruling before the first sequence has said where the combatant stands (ZA11)."""
    reserved: bool = remembered(False, for_round=True)
    """An action is in reserve, for this sequence (ZA6)."""
    reserve_kept: bool = False
    """An action is in reserve at a table where that outlasts the sequence (ZA6)."""
    last_action: bool = remembered(False, for_round=True)
    """The counter is spent, and one more action granted after it (ZA1)."""
    missed: bool = remembered(False, for_round=True)
    """There is no counter in this sequence, as it opened while the combatant was unable to act (Z2)."""
    level_kept: int = remembered(0, low=-LARGEST_NUMBER)
    """What was left of the counter when the sequence opened that the combatant has missed."""


@dataclass(frozen=True, slots=True)
class OfFight(Memory):
    was_empty: bool = False
    """Nobody started the last sequence above 0 (ZA5)."""
    just_acted: Id = remembered("", for_round=True)
    """Who has just acted in this sequence; empty where nobody has yet."""


of: Callable[[Standing], OfCombatant] = recalling(OfCombatant())
of_fight: Callable[[Encounter], OfFight] = recalling(OfFight())


# Reserves


def has_reserve(standing: Standing) -> bool:
    now = of(standing)
    return now.reserved or now.reserve_kept


def keeps_reserves(encounter: Encounter) -> bool:
    return chosen(encounter, "keep_reserve") == "yes"


def reserve_holders(encounter: Encounter) -> tuple[Id, ...]:
    """List those who can use a reserved action."""
    standings = encounter.standings
    return tuple(one for one in encounter.order if standings[one].able and has_reserve(standings[one]))


def keep_reserves(draft: Draft) -> None:
    """Take what is reserved into the next sequence, where the table has come to keep it (ZA6)."""
    for one in draft.encounter.order if keeps_reserves(draft.encounter) else ():
        if of(draft.standing(one)).reserved:
            set_reserve(draft, one, True, "ZA6")


def set_reserve(draft: Draft, one: Id, reserves: bool, rule: str) -> None:
    kept = reserves and keeps_reserves(draft.encounter)
    now = replace(of(draft.standing(one)), reserved=reserves and not kept, reserve_kept=kept)
    draft.remember(one, now, rule)


# Contact


def within_reach(encounter: Encounter, one: Id) -> tuple[Id, ...]:
    """List those whom ``one`` has come to stand against, also where either has fallen since (ZA10) or changed sides."""
    return tuple(other for other in of(encounter.standings[one]).engaged if other in encounter.standings)


def engagers(encounter: Encounter, one: Id) -> Iterator[Id]:
    """List the opponents who engage ``one``; none means shooting position (Z4). The fallen engage nobody (ZA10).

    In a crowd everybody may stand against hundreds: who needs only the first asks for no more.
    """
    standings = encounter.standings
    for other in of(standings[one]).engaged if standings[one].able else ():
        if other in standings and standings[other].able and opposed(encounter, one, other):
            yield other


def is_engaged(encounter: Encounter, one: Id) -> bool:
    return next(engagers(encounter, one), None) is not None


def _engage(draft: Draft, one: Id, engaged: tuple[Id, ...], rule: str) -> None:
    """Say against whom ``one`` stands, also where that is so already: the fallen engage nobody, and may come to."""
    now = replace(of(draft.standing(one)), engaged=engaged)
    draft.remember(one, now, rule, or_say=position_words(draft.encounter, one))


def position_words(encounter: Encounter, one: Id) -> str:
    """Say with whom ``one`` is engaged; nothing of the fallen."""
    if not encounter.standings[one].able:
        return ""
    crowd = len(of(encounter.standings[one]).engaged) > MOST_NAMED
    facing = few_names(encounter, one) if crowd else encounter.names_of(engagers(encounter, one))
    return f"is engaged with {facing}" if facing else "is in shooting position"


def few_names(encounter: Encounter, one: Id) -> str:
    """Name some few who engage ``one``: a row of the track has little room, and a crowd has hundreds."""
    few = [encounter.name_of(other) for other in islice(engagers(encounter, one), FEW + 1)]
    if len(few) > FEW:
        return f"{', '.join(few[:FEW])} and others"
    return " and ".join(filter(None, (", ".join(few[:-1]), *few[-1:])))


def engage_at_contact(draft: Draft) -> None:
    """Bring those who begin at contact within reach of all opponents, but for whom a ruling has placed (ZA11)."""
    encounter = draft.encounter
    close = [
        one
        for one in encounter.order
        if encounter.standings[one].able
        and encounter.combatants[one].sheet["position"] == "contact"
        and not of(encounter.standings[one]).placed
    ]
    against: dict[str, tuple[Id, ...]] = {}
    for one in close:
        side = encounter.combatants[one].side
        if not side or side not in against:  # of a crowd on one side, all face the same
            against[side] = tuple(other for other in close if opposed(encounter, one, other))
        _engage(draft, one, against[side], "Z4")


def engage(draft: Draft, one: Id, other: Id, rule: str) -> None:
    """Bring the two within reach of each other."""
    for here, there in ((one, other), (other, one)):
        close = [it for it in within_reach(draft.encounter, here) if it != there]
        _engage(draft, here, (*close, there), rule)


def part(draft: Draft, one: Id, rule: str) -> None:
    """Take ``one`` out of everybody's reach."""
    close = within_reach(draft.encounter, one)
    if close:
        _engage(draft, one, (), rule)
    for other in close:
        _engage(draft, other, tuple(it for it in within_reach(draft.encounter, other) if it != one), "Z4")


def tell_positions(draft: Draft, ids: Sequence[Id], rule: str) -> None:
    """Say anew with whom ``ids`` are engaged, where somebody has fallen or come to, though nobody has moved."""
    for one in ids:
        _engage(draft, one, within_reach(draft.encounter, one), rule)


# Rulings


def rulable(encounter: Encounter, one: Id) -> tuple[Field, ...]:
    if not one or not encounter.standings[one].able:
        return ()
    engaged = tuple(engagers(encounter, one))
    free = tuple(
        Pick(it, encounter.name_of(it))
        for it in encounter.order
        if it not in engaged and encounter.standings[it].able and opposed(encounter, one, it)
    )
    now = f"Engaged now with {encounter.names_of(engaged) or 'nobody'}."
    return (
        *((Field("engages", "Add: engaged with", Kind.PICK, "", help=now, picks=free, people=True),) if free else ()),
        Field("shooting", "In shooting position", Kind.FLAG, not engaged, help="Engaged by nobody (Z4)."),
        Field("reserved", "Has an action in reserve", Kind.FLAG, has_reserve(encounter.standings[one])),
    )


def rule_fact(draft: Draft, one: Id, key: str, value: Value) -> None:
    if key == "engages":
        engage(draft, one, str(value), RULING)
        if not draft.encounter.round:
            for it in (one, str(value)):
                _place(draft, it)
    elif key == "shooting":
        _rule_position(draft, one, bool(value))
    elif value != has_reserve(draft.standing(one)):
        set_reserve(draft, one, bool(value), RULING)


def _rule_position(draft: Draft, one: Id, shooting: bool) -> None:
    """Part ``one`` from all opponents. What is ruled before the first sequence stands in it (ZA11)."""
    if not shooting:
        raise Refused("with_whom", "Say who engages instead.", "Z4")
    if not draft.encounter.round and not of(draft.standing(one)).placed:
        _engage(draft, one, (), RULING)
        _place(draft, one)
    elif is_engaged(draft.encounter, one):
        part(draft, one, RULING)


def _place(draft: Draft, one: Id) -> None:
    """Let it stand in the first sequence too where the combatant stands now (ZA11)."""
    draft.remember(one, replace(of(draft.standing(one)), placed=True))
