"""The memory of Traveller about a combatant and about the fight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from turntrack.core.memory import Memory, all_memories_reader, memory_field, memory_reader
from turntrack.core.model import Encounter, Id, Standing, Status


class ActionKind(StrEnum):
    """The kind of an action, as far as it matters for later actions of the round."""

    PLAIN = "plain"
    WALK = "walk"
    RUN = "run"
    DOUBLE = "double"
    RUNNING_DOUBLE = "running_double"  # counts as a run (TA6)
    WATCH = "watch"
    PANIC = "panic"
    LET_GO = "let_go"


RUNS = frozenset((ActionKind.RUN, ActionKind.RUNNING_DOUBLE))
DOUBLES = frozenset((ActionKind.DOUBLE, ActionKind.RUNNING_DOUBLE))


@dataclass(frozen=True, slots=True)
class TravellerCombatant(Memory):
    actions: int = memory_field(0, for_round=True)
    """The number of actions taken in the round."""
    done: tuple[ActionKind, ...] = memory_field((), for_round=True)
    """The kinds of these actions. A triggered Watch adds the kind of the action that it was used for."""
    last_pass: int | None = memory_field(None, for_round=True)
    """The pass of the latest turn: 0 if the combatant has had none in this round; None if not in the round."""
    checked_for: int = memory_field(0, for_round=True)
    """The number of the action for which the check has been passed or waived; 0 for none."""
    watching: str = memory_field("", for_round=True)
    """The event that the Watch waits for; empty without a Watch (T22)."""
    watch_is: int = memory_field(0, for_round=True)
    """The number of the action in the round as which the Watch was taken; 0 for none (TA9)."""
    triggered: Status | None = memory_field(None, for_round=True)
    """The watcher's status before the event, until the triggered action is taken (T22)."""
    entered: int | None = memory_field(None, for_round=True, low=-99, high=99)
    """The number for the next round, if the table enters initiative (TA1)."""
    end_lost: int = 0
    reduced: int = memory_field(0, high=3)
    """The number of characteristics that wounds have reduced (TA1)."""


@dataclass(frozen=True, slots=True)
class TravellerFight(Memory):
    broken_off: tuple[Id, ...] = memory_field((), for_round=True)
    """The combatants whose turns have been interrupted and go on later."""


recall: Callable[[Standing], TravellerCombatant] = memory_reader(TravellerCombatant())
recall_all: Callable[[Mapping[Id, Standing]], dict[Id, TravellerCombatant]] = all_memories_reader(TravellerCombatant())
recall_fight: Callable[[Encounter], TravellerFight] = memory_reader(TravellerFight())


def may_act_again(standing: Standing) -> bool:
    """Return whether the check for the next Extra Action has been passed or waived."""
    now = recall(standing)
    return now.checked_for > now.actions


def is_in_round(standing: Standing) -> bool:
    """Return whether the combatant has a number in this round."""
    return recall(standing).last_pass is not None


def awaits_turn(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant's turn in this pass is still to come or under way."""
    standing = encounter.standings[combatant_id]
    return standing.plays and not has_acted(standing, encounter.part)


def all_awaiting(encounter: Encounter) -> list[Id]:
    """List those whose turn in this pass is still to come or under way."""
    memories, part = recall_all(encounter.standings), encounter.part
    return [combatant_id for combatant_id in encounter.playing() if (memories[combatant_id].last_pass or 0) != part]


def has_acted(standing: Standing, part: int) -> bool:
    """Return whether the combatant has had the turn in this pass."""
    return (recall(standing).last_pass or 0) == part
