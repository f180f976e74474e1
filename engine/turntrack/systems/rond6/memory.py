"""The memory of RonD6 about a combatant and about the fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from turntrack.core.draft import Draft
from turntrack.core.memory import Memory, all_memories_reader, memory_field, memory_reader
from turntrack.core.model import Encounter, Id, Stage, Standing, Status
from turntrack.core.score import write_count
from turntrack.systems.rond6.skills import dice_off, penalty_of


class TieFactor(StrEnum):
    """What decides between equal totals: the six tie factors in their order (R14), then those of RA3."""

    TALENT = "talent"
    PERCEPTION = "perception"
    SEARCH = "search"
    AGILITY = "agility"
    DODGE = "dodge"
    EDGE = "edge"
    NEW_ROLL = "new_roll"
    CHARACTER = "character"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class TieBreak:
    """The reason why a combatant goes before another with the same total."""

    other: Id
    by: TieFactor
    mine: str = ""
    """The values of the factor, this combatant's and the other's; empty if the factor has no values."""
    theirs: str = ""


@dataclass(frozen=True, slots=True)
class Gear:
    """A weapon or tool that has been used in this round."""

    name: str
    is_slow: bool = False
    times: int = 1
    """How often it has been used."""


@dataclass(frozen=True, slots=True)
class Rond6Combatant(Memory):
    declared: int = memory_field(0, for_round=True)
    """The number of actions fixed for the round; 0 before the declaration."""
    is_ruled: bool = memory_field(False, for_round=True)
    """That number was fixed by a ruling, before the combatant had done anything."""
    has_fate: bool = memory_field(False, for_round=True)
    """A Fate Point has doubled the limit of this round."""
    window: str = memory_field("", for_round=True)
    """The rolled action whose result is still to come, in words; empty if there is none."""
    is_tackled: bool = False
    has_lost_turn: bool = memory_field(False, for_round=True)
    """The turn of this round passed, or will pass, while the combatant was unable to act."""
    has_rolled: bool = memory_field(False, for_round=True)
    """The combatant has an initiative total in this round."""
    rolled_as: str = memory_field("", for_round=True)
    """Who made that roll: a group, after its name, or the combatant, by id."""
    is_fresh: bool = memory_field(False, for_round=True)
    """Has rolled after the first turn of the round had begun, and nothing has been done since."""
    tie: TieBreak | None = memory_field(None, for_round=True)
    thrown: tuple[int, ...] = memory_field((), for_round=True, high=1_000_000)
    """The totals rolled for a full tie (RA3), oldest first."""
    gear: tuple[Gear, ...] = memory_field((), for_round=True)
    jumps: bool = memory_field(False, for_round=True)
    """Surprises the others, and so goes before all who do not surprise."""
    interrupts: bool = memory_field(False, for_round=True)
    """Has interrupted, and has done nothing since then."""
    modifier: int = memory_field(0, low=-10_000)
    """What a related skill gives to the next roll."""
    walked: int = memory_field(0, for_round=True)
    """Free metres moved in this round."""
    walked_hard: int = memory_field(0, for_round=True)
    """Those of them on hard ground."""


@dataclass(frozen=True, slots=True)
class Rond6Fight(Memory):
    paused: tuple[Id, ...] = memory_field((), for_round=True)
    """Combatants whose turn another one has interrupted, the latest last."""
    waiters: tuple[Id, ...] = memory_field((), for_round=True)
    """Combatants who have waited in this round, the latest last."""
    slot: Id = memory_field("", for_round=True)
    """The combatant to whose turn the order has come."""
    before_jumps: tuple[Id, ...] = memory_field((), for_round=True)
    """The order before the first surprise of the round."""
    has_begun: bool = memory_field(False, for_round=True)
    """Whether the first turn of the round has begun: then initiative stands."""
    is_strict: bool = memory_field(False, for_round=True)
    """All movement of the round is an action."""
    tackled: Id = memory_field("", for_round=True)
    """Whom the last action has tackled; whether it held is still to be said."""
    listed: tuple[Id, ...] = ()
    """The combatants as listed before the first round, and as dragged between rounds since."""


recall: Callable[[Standing], Rond6Combatant] = memory_reader(Rond6Combatant())
recall_all: Callable[[Mapping[Id, Standing]], dict[Id, Rond6Combatant]] = all_memories_reader(Rond6Combatant())
recall_fight: Callable[[Encounter], Rond6Fight] = memory_reader(Rond6Fight())


def paused_ids(encounter: Encounter) -> tuple[Id, ...]:
    return _present(encounter, recall_fight(encounter).paused)


def waiting_ids(encounter: Encounter) -> tuple[Id, ...]:
    return _present(encounter, recall_fight(encounter).waiters)


def ids_before_jumps(encounter: Encounter) -> tuple[Id, ...]:
    return _present(encounter, recall_fight(encounter).before_jumps)


def _present(encounter: Encounter, ids: Iterable[Id]) -> tuple[Id, ...]:
    """Leave out combatants who have left, and list each once."""
    return tuple(dict.fromkeys([combatant_id for combatant_id in ids if combatant_id in encounter.standings]))


def actions_used(standing: Standing) -> int:
    return sum([term.amount for term in standing.spent])


def actions_left(standing: Standing) -> int:
    """Count the declared actions that are not used yet."""
    return max(0, recall(standing).declared - actions_used(standing))


def ids_with_total(encounter: Encounter) -> list[Id]:
    """List the combatants who have a total in this round, in their order."""
    memories = recall_all(encounter.standings)
    return [combatant_id for combatant_id in encounter.order if memories[combatant_id].has_rolled]


def first_listed(encounter: Encounter, ids: Iterable[Id]) -> Id:
    """Return the first of ``ids`` as listed, whatever the order of the round is (RA12)."""
    listed = recall_fight(encounter).listed if encounter.round else encounter.order
    places = {member: place for place, member in enumerate(dict.fromkeys((*listed, *encounter.combatants)))}
    return min(ids, key=places.__getitem__)


def rolls_of(encounter: Encounter) -> tuple[tuple[str, tuple[Id, ...]], ...]:
    """List the initiative rolls of this round: the name of who rolled, and who shares the roll."""
    rolls: dict[str, tuple[str, list[Id]]] = {}
    memories = recall_all(encounter.standings)
    for member in ids_with_total(encounter):
        combatant = encounter.combatants[member]
        own = f"group {combatant.group}" if combatant.group else member
        by = memories[member].rolled_as or own
        name = by.removeprefix("group ") if by.startswith("group ") else combatant.name
        rolls.setdefault(by, (name, []))[1].append(member)
    return tuple([(name, tuple(members)) for name, members in rolls.values()])


def awaits_turn(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the turn is still to come, even if a ruling has set its number of actions already."""
    return bool(awaiting(encounter, (combatant_id,)))


def awaiting(encounter: Encounter, ids: Iterable[Id]) -> list[Id]:
    """List those of ``ids`` whose turn is still to come."""
    standings, paused = encounter.standings, paused_ids(encounter)
    ready = [who for who in ids if standings[who].status is Status.READY and not standings[who].spent]
    return [combatant_id for combatant_id in ready if combatant_id not in paused]


def has_begun(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether anything has been done in the combatant’s turn: a declaration, a Fate Point, an action."""
    standing = encounter.standings[combatant_id]
    now = recall(standing)
    return standing.stage is Stage.ACTED or now.has_fate or (now.declared > 0 and not now.is_ruled)


def declare(draft: Draft, combatant_id: Id, number: int, rule: str) -> None:
    now = replace(recall(draft.standing(combatant_id)), declared=number)
    draft.remember(combatant_id, now, rule, or_say=declared_words(draft.encounter, combatant_id, number))


def declared_words(encounter: Encounter, combatant_id: Id, number: int) -> str:
    off = dice_off(penalty_of(encounter, combatant_id, number))
    return f"declares {write_count(number, 'action')}, {f'{off} on each roll' if off else 'no penalty'}"


def tackled_words(is_tackled: bool) -> str:
    return "is tackled" if is_tackled else "is free again"
