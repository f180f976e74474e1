"""The memory of Unbound about a combatant and about the fight.

The order of the factions, and the faction that chooses next, belong to the fight: they do not depend on the combatant
who acts at the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from turntrack.core.draft import Draft
from turntrack.core.memory import Memory, memory_field, memory_reader
from turntrack.core.model import Encounter, Id, Standing
from turntrack.core.names import join_names
from turntrack.systems.unbound.factions import Faction, faction_name


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
    """The combatants whose turns a ruling has interrupted and that go on later, the last one first."""
    passed: tuple[Faction, ...] = memory_field((), for_round=True)
    """The factions that have passed since the last turn of any combatant."""
    sneaking: tuple[Sneak, ...] = ()
    """The declared attempts for which Perception has not been rolled yet."""
    is_stealthy: bool = False
    """Whether Perception has been rolled against a sneaking faction."""


recall: Callable[[Standing], UnboundCombatant] = memory_reader(UnboundCombatant())
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


def set_sneaking(draft: Draft, sneaks: tuple[Sneak, ...], rule: str) -> None:
    """Set the declared attempts to sneak, and log them even if they stay the same."""
    draft.remember("", replace(recall_fight(draft.encounter), sneaking=sneaks), rule, or_say=sneak_words(sneaks))


def sneak_words(sneaks: Sequence[Sneak]) -> str:
    """Return the words for the attempts to sneak; empty for none."""
    return join_names([f"{faction_name(sneak.who)}: sneaking up on {faction_name(sneak.whom)}" for sneak in sneaks])
