"""The memory of Traveller about a combatant and about the fight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from turntrack.core.decision_draft import Draft
from turntrack.core.input_fields import Field, Kind, Value
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.system_memory import Memory, memory_field, memory_reader
from turntrack.systems.traveller.sheet import WOUND_DM, morale_of


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


RUNS, DOUBLES = (ActionKind.RUN, ActionKind.RUNNING_DOUBLE), (ActionKind.DOUBLE, ActionKind.RUNNING_DOUBLE)


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
recall_fight: Callable[[Encounter], TravellerFight] = memory_reader(TravellerFight())


UNNAMED_EVENT = "its event"


def full_end(encounter: Encounter, combatant_id: Id) -> int:
    return int(encounter.combatants[combatant_id].sheet["end"])


def end_now(encounter: Encounter, combatant_id: Id) -> int:
    """Return END as wounds have left it."""
    return max(0, full_end(encounter, combatant_id) - recall(encounter.standings[combatant_id]).end_lost)


def count_reductions(standing: Standing) -> int:
    """Count the reduced characteristics. Lost END counts as one."""
    return max(recall(standing).reduced, min(1, recall(standing).end_lost))


def may_act_again(standing: Standing) -> bool:
    """Return whether the check for the next Extra Action has been passed or waived."""
    return recall(standing).checked_for > recall(standing).actions


def is_triggered(standing: Standing) -> bool:
    """Return whether a Watch has been triggered and its action has not been taken yet (T22)."""
    return recall(standing).triggered is not None


def is_in_round(standing: Standing) -> bool:
    """Return whether the combatant has a number in this round."""
    return recall(standing).last_pass is not None


def awaits_turn(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant's turn in this pass is still to come or under way."""
    standing = encounter.standings[combatant_id]
    return standing.plays and not has_acted(standing, encounter.part)


def has_acted(standing: Standing, part: int) -> bool:
    """Return whether the combatant has had the turn in this pass."""
    return (recall(standing).last_pass or 0) == part


def interrupted_actors(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants whose interrupted turns still go on."""
    ids = recall_fight(encounter).broken_off
    return tuple(
        combatant_id
        for combatant_id in ids
        if combatant_id in encounter.standings and awaits_turn(encounter, combatant_id)
    )


def set_end(draft: Draft, combatant_id: Id, end: int, rule: str) -> None:
    lost = full_end(draft.encounter, combatant_id) - end
    draft.remember(combatant_id, replace(recall(draft.standing(combatant_id)), end_lost=lost), rule)


def set_reduced(draft: Draft, combatant_id: Id, many: int, rule: str) -> None:
    """Set the number of reduced characteristics, and log it even if lost END already makes it so many."""
    now = replace(recall(draft.standing(combatant_id)), reduced=many)
    draft.remember(combatant_id, now, rule, or_say=reduced_words(draft.encounter, combatant_id))


def reduced_words(encounter: Encounter, combatant_id: Id) -> str:
    many = count_reductions(encounter.standings[combatant_id])
    counts = morale_of(encounter, combatant_id) is not None
    return f"has {many} reduced{f': +{WOUND_DM[many]} on initiative' if counts else ''}"


def watch(draft: Draft, combatant_id: Id, event: str, rule: str = "") -> None:
    """Let the combatant watch for this event, in the table's words; empty for an unnamed event."""
    now = replace(recall(draft.standing(combatant_id)), watching=event or UNNAMED_EVENT)
    draft.remember(combatant_id, now, rule, or_say=watch_words(now.watching))


def watch_words(watching: str) -> str:
    """Return the words for a change of the Watch; empty if the action names the event."""
    return {"": "no longer watches", UNNAMED_EVENT: "is on Watch"}.get(watching, "")


# Rulings


def reduced_field(encounter: Encounter, combatant_id: Id) -> Field:
    now = count_reductions(encounter.standings[combatant_id])
    return Field("reduced", "Characteristics reduced", Kind.NUMBER, now, low=0, high=3, help="END is one of them.")


def lasting_facts(encounter: Encounter, combatant_id: Id) -> dict[str, Value]:
    """Return what wounds have left: END now, and the number of reduced characteristics (TA1)."""
    memory = recall(encounter.standings[combatant_id])
    lost: dict[str, Value] = {"end_now": end_now(encounter, combatant_id)} if memory.end_lost else {}
    return {**lost, "reduced": memory.reduced} if memory.reduced else lost


def recover(draft: Draft, combatant_id: Id) -> None:
    """Restore END and the reduced characteristics."""
    healed = replace(recall(draft.standing(combatant_id)), end_lost=0, reduced=0)
    draft.remember(combatant_id, healed)
