"""These facts are remembered: reserves, counters that were missed, and who stands against whom (Z4, Z5, ZA10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.draft import Draft
from engine.errors import Refused
from engine.events import RULING, FactSet
from engine.fields import Field, Kind, Pick, Value
from engine.model import Encounter, Id, Lasting, Standing
from engine.names import listed
from engine.systems.protocol import LARGEST_FACT, FactKind
from engine.systems.zebra.sheet import chosen
from engine.table.offers import opposed

ENGAGED, PLACED = "engaged", "placed"
RESERVED, LAST = "reserved", "last"
MISSED, KEPT = "missed", "kept"
EMPTY, JUST_ACTED = "empty", "just_acted"

FACTS: Mapping[str, FactKind] = MappingProxyType(
    {
        **dict.fromkeys((RESERVED, MISSED, LAST, PLACED), FactKind(bool)),
        ENGAGED: FactKind(tuple),
        KEPT: FactKind(int, low=-LARGEST_FACT),
        EMPTY: FactKind(bool, of_fight=True),
        JUST_ACTED: FactKind(str, of_fight=True),
    }
)

# Counters and reserves


def has_missed(standing: Standing) -> bool:
    """Whether there is no counter in this sequence, as it opened while the combatant was unable to act."""
    return bool(standing.fact(MISSED))


def kept_level(standing: Standing) -> int:
    """Return what was left of the counter when the sequence opened that the combatant has missed."""
    return standing.fact(KEPT, 0)


def has_last_action(standing: Standing) -> bool:
    """Whether the counter is spent, and one more action granted after it (ZA1)."""
    return bool(standing.fact(LAST))


def has_reserve(standing: Standing) -> bool:
    return bool(standing.fact(RESERVED))


def keeps_reserves(encounter: Encounter) -> bool:
    return chosen(encounter, "keep_reserve") == "yes"


def reserve_holders(encounter: Encounter) -> tuple[Id, ...]:
    """List those who can use a reserved action."""
    standings = encounter.standings
    return tuple(one for one in encounter.order if standings[one].able and has_reserve(standings[one]))


def set_reserve(draft: Draft, one: Id, value: bool, rule: str) -> None:
    lasting = Lasting.ENCOUNTER if keeps_reserves(draft.encounter) else Lasting.ROUND
    draft.record(FactSet(one, RESERVED, value, lasting, rule))


def was_empty(encounter: Encounter) -> bool:
    """Whether nobody started the last sequence above 0 (ZA5)."""
    return bool(encounter.fact(EMPTY))


def last_to_act(encounter: Encounter) -> Id:
    """Return who has just acted in this sequence; empty where nobody has yet."""
    return encounter.fact(JUST_ACTED, "")


# Contact


def within_reach(encounter: Encounter, one: Id) -> tuple[Id, ...]:
    """List those whom ``one`` has come to stand against, also where either has fallen since (ZA10) or changed sides."""
    close = encounter.standings[one].fact(ENGAGED, ())
    return tuple(other for other in close if other in encounter.standings)


def engagers(encounter: Encounter, one: Id) -> Iterator[Id]:
    """List the opponents who engage ``one``; none means shooting position (Z4). The fallen engage nobody (ZA10).

    In a crowd everybody may stand against hundreds: who needs only the first asks for no more.
    """
    standings = encounter.standings
    for other in standings[one].fact(ENGAGED, ()) if standings[one].able else ():
        if other in standings and standings[other].able and opposed(encounter, one, other):
            yield other


def is_engaged(encounter: Encounter, one: Id) -> bool:
    return next(engagers(encounter, one), None) is not None


def names(encounter: Encounter, ids: Iterable[Id]) -> str:
    """List their names in a sentence."""
    return listed([encounter.name_of(one) for one in ids])


def engage_at_contact(draft: Draft) -> None:
    """Bring those who begin at contact within reach of all opponents, but for whom a ruling has placed (ZA11)."""
    encounter = draft.encounter
    close = [
        one
        for one in encounter.order
        if encounter.standings[one].able
        and encounter.combatants[one].sheet["position"] == "contact"
        and not encounter.standings[one].fact(PLACED)
    ]
    against: dict[str, tuple[Id, ...]] = {}
    for one in close:
        side = encounter.combatants[one].side
        if not side or side not in against:  # of a crowd on one side, all face the same
            against[side] = tuple(other for other in close if opposed(encounter, one, other))
        draft.record(FactSet(one, ENGAGED, against[side], rule="Z4"))


def engage(draft: Draft, one: Id, other: Id, rule: str) -> None:
    """Bring the two within reach of each other."""
    for here, there in ((one, other), (other, one)):
        close = [it for it in within_reach(draft.encounter, here) if it != there]
        draft.record(FactSet(here, ENGAGED, (*close, there), rule=rule))


def part(draft: Draft, one: Id, rule: str) -> None:
    """Take ``one`` out of everybody's reach."""
    close = within_reach(draft.encounter, one)
    if close:
        draft.record(FactSet(one, ENGAGED, (), rule=rule))
    for other in close:
        left = tuple(it for it in within_reach(draft.encounter, other) if it != one)
        draft.record(FactSet(other, ENGAGED, left, rule="Z4"))


def tell_positions(draft: Draft, ids: Sequence[Id], rule: str) -> None:
    """Say anew with whom ``ids`` are engaged, where somebody has fallen or come to, though nobody has moved."""
    for one in ids:
        draft.record(FactSet(one, ENGAGED, within_reach(draft.encounter, one), rule=rule))


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
    now = f"Engaged now with {names(encounter, engaged) or 'nobody'}."
    return (
        *((Field("engages", "Add: engaged with", Kind.PICK, "", help=now, picks=free),) if free else ()),
        Field("shooting", "In shooting position", Kind.FLAG, not engaged, help="Engaged by nobody (Z4)."),
        Field(RESERVED, "Has an action in reserve", Kind.FLAG, has_reserve(encounter.standings[one])),
    )


def rule_fact(draft: Draft, one: Id, key: str, value: Value) -> None:
    if key == "engages":
        engage(draft, one, str(value), RULING)
        if not draft.encounter.round:
            draft.record(*(FactSet(it, PLACED, True) for it in (one, str(value))))
    elif key == "shooting":
        _rule_position(draft, one, bool(value))
    elif value == has_reserve(draft.standing(one)):
        raise _no_change()
    else:
        set_reserve(draft, one, bool(value), RULING)


def _rule_position(draft: Draft, one: Id, shooting: bool) -> None:
    """Part ``one`` from all opponents. What is ruled before the first sequence stands in it (ZA11)."""
    if not shooting:
        raise Refused("with_whom", "Say who engages instead.", "Z4")
    if not draft.encounter.round and not draft.fact(one, PLACED):
        draft.record(FactSet(one, ENGAGED, (), rule=RULING), FactSet(one, PLACED, True))
    elif is_engaged(draft.encounter, one):
        part(draft, one, RULING)
    else:
        raise _no_change()


def _no_change() -> Refused:
    return Refused("no_change", "That is so already.")
