"""The memory of Unbound, and the factions: a faction is a side; combatants without a side form one together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from turntrack.core.draft import Draft
from turntrack.core.memory import Memory, all_memories_reader, memory_field, memory_reader
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.names import join_names


class Reaction(StrEnum):
    """The state of a combatant's Reaction. Before the first turn there is none."""

    READY = "ready"
    USED = "used"
    MISSED = "missed"  # it did not come back because the combatant is surprised


REACTION_WORDS: Mapping[Reaction, str] = MappingProxyType(
    {
        Reaction.READY: "has a Reaction",
        Reaction.USED: "has used the Reaction",
        Reaction.MISSED: "gets no Reaction back on this turn",
    }
)


@dataclass(frozen=True, slots=True)
class UnboundCombatant(Memory):
    is_roller: bool = False
    """Whether the combatant rolls initiative for the faction (U3)."""
    is_surprised: bool = False
    has_had_turn: bool = False
    """Whether the combatant's first turn of the combat is over."""
    has_begun: bool = memory_field(False, for_round=True)
    """Whether the turn has begun. It may go on after an interruption."""
    reaction: Reaction | None = None


@dataclass(frozen=True, slots=True)
class Sneak:
    """A faction sneaks up on another one."""

    who: Faction
    whom: Faction


@dataclass(frozen=True, slots=True)
class UnboundFight(Memory):
    factions: tuple[Faction, ...] = ()
    """The factions in their order. A faction without members keeps its place."""
    turn: Faction | None = None
    """The faction that chooses next; None before the first round."""
    now: Id = memory_field("", for_round=True)
    """The combatant whose turn has begun; empty for nobody."""
    interrupted: tuple[Id, ...] = memory_field((), for_round=True)
    """The combatants whose turns a ruling has interrupted; the one interrupted last comes last, and resumes first."""
    passed: tuple[Faction, ...] = memory_field((), for_round=True)
    """The factions that have passed since the last turn of any combatant."""
    sneaking: tuple[Sneak, ...] = ()
    """The declared attempts for which Perception has not been rolled yet."""
    is_stealthy: bool = False
    """Whether Perception has been rolled against a sneaking faction."""


recall: Callable[[Standing], UnboundCombatant] = memory_reader(UnboundCombatant())
recall_all: Callable[[Mapping[Id, Standing]], dict[Id, UnboundCombatant]] = all_memories_reader(UnboundCombatant())
recall_fight: Callable[[Encounter], UnboundFight] = memory_reader(UnboundFight())


def is_surprised(encounter: Encounter, combatant_id: Id) -> bool:
    return recall(encounter.standings[combatant_id]).is_surprised


def reaction(encounter: Encounter, combatant_id: Id) -> Reaction | None:
    return recall(encounter.standings[combatant_id]).reaction


def faction_order(encounter: Encounter) -> tuple[Faction, ...]:
    return recall_fight(encounter).factions


def set_turn(draft: Draft, faction: Faction) -> None:
    """Let this faction choose next."""
    draft.remember("", replace(recall_fight(draft.encounter), turn=faction))


def set_reaction(draft: Draft, combatant_id: Id, now: Reaction, rule: str) -> None:
    draft.remember(
        combatant_id, replace(recall(draft.standing(combatant_id)), reaction=now), rule, or_say=REACTION_WORDS[now]
    )


# Changes, by the rules or by a ruling


def set_surprised(draft: Draft, combatant_id: Id, surprised: bool, rule: str) -> None:
    """Record whether the combatant is surprised. During the combatant's own turn the Reaction changes too (U25)."""
    now = replace(recall(draft.standing(combatant_id)), is_surprised=surprised)
    draft.remember(combatant_id, now, rule, or_say=surprise_words(surprised))
    before, after = (Reaction.READY, Reaction.MISSED) if surprised else (Reaction.MISSED, Reaction.READY)
    if recall_fight(draft.encounter).now == combatant_id and reaction(draft.encounter, combatant_id) == before:
        set_reaction(draft, combatant_id, after, "U25")


def surprise_words(surprised: bool) -> str:
    return "is surprised" if surprised else "is no longer surprised"


def set_order(draft: Draft, factions: tuple[Faction, ...], rule: str) -> None:
    """Set the order of the factions, and log it even if it stays the same."""
    draft.remember("", replace(recall_fight(draft.encounter), factions=factions), rule, or_say=order_words(factions))


def order_words(factions: Sequence[Faction]) -> str:
    return f"The order is {', '.join(faction_name(faction) for faction in factions)}"


def set_sneaking(draft: Draft, sneaks: tuple[Sneak, ...]) -> None:
    """Set the declared attempts to sneak (U17), and log them even if they stay the same."""
    draft.remember("", replace(recall_fight(draft.encounter), sneaking=sneaks), "U17", or_say=sneak_words(sneaks))


def sneak_words(sneaks: Sequence[Sneak]) -> str:
    """Return the words for the attempts to sneak; empty for none."""
    return join_names([f"{faction_name(sneak.who)}: sneaking up on {faction_name(sneak.whom)}" for sneak in sneaks])


type Faction = str


def faction_name(faction: Faction) -> str:
    return faction or "Unaligned"


def faction_of(encounter: Encounter, combatant_id: Id) -> Faction:
    return encounter.combatants[combatant_id].side


def members(encounter: Encounter) -> dict[Faction, tuple[Id, ...]]:
    """Return every faction that has members, with its members in the order listed."""
    by_faction: dict[Faction, list[Id]] = {}
    for combatant_id in encounter.order:
        by_faction.setdefault(encounter.combatants[combatant_id].side, []).append(combatant_id)
    return {faction: tuple(ids) for faction, ids in by_faction.items()}


def able_members(encounter: Encounter, faction: Faction) -> list[Id]:
    return [member for member in encounter.able() if encounter.combatants[member].side == faction]


def factions_in_play(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions with at least one member able to act."""
    return tuple(dict.fromkeys([encounter.combatants[combatant_id].side for combatant_id in encounter.able()]))


def interrupted_ids(encounter: Encounter) -> list[Id]:
    """List the interrupted combatants whose turns can still go on, the last to be interrupted last."""
    interrupted = recall_fight(encounter).interrupted
    return [who for who in interrupted if encounter.is_ready(who)]


def next_faction(encounter: Encounter) -> Faction | None:
    """Return the faction that chooses next; None if everybody has had a turn. Skip factions with nobody left (UA4)."""
    waiting = {encounter.combatants[combatant_id].side for combatant_id in encounter.able(Status.READY)}
    return next((faction for faction in lap_of(encounter) if faction in waiting), None)


def faction_after(encounter: Encounter, faction: Faction) -> Faction:
    """Return the faction after this one; after the last comes the first (UA4)."""
    row = all_factions(encounter)
    return row[(row.index(faction) + 1) % len(row)]


def all_factions(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions in their order. Factions without a place, as an edited file may have them, come last."""
    return tuple(dict.fromkeys((*faction_order(encounter), *members(encounter))))


def lap_of(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions in their order, beginning with the faction that chooses next."""
    return rotate(all_factions(encounter), recall_fight(encounter).turn)


def rotate(row: tuple[Faction, ...], first: Faction | None) -> tuple[Faction, ...]:
    """Return the factions beginning with ``first``; as they are if it is not among them."""
    at = row.index(first) if first is not None and first in row else 0
    return (*row[at:], *row[:at])
