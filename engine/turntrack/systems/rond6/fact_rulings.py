"""The rulings on facts of RonD6: tackled, and the number of actions declared."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.events import RULING, StatusSet
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.rond6.memory import actions_used, declare, recall, tackled_words


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    """List what a ruling can set: tackled and, while a round is open, the number of actions declared."""
    if not combatant_id:
        return ()
    standing = encounter.standings[combatant_id]
    tackled = Field("tackled", "Tackled", Kind.FLAG, recall(standing).is_tackled, help="R52")
    if not encounter.is_open:
        return (tackled,)
    least, now = actions_used(standing) + 1, recall(standing).declared
    number = Field(
        "declared", "Actions declared", Kind.NUMBER, now, help="R16; 0 before their turn.", low=least, high=99
    )
    return (number, tackled)


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    """Set a fact by ruling. A combatant who was done and has actions left again has a turn to come."""
    if key == "tackled":
        now = replace(recall(draft.standing(combatant_id)), is_tackled=bool(value))
        draft.remember(combatant_id, now, RULING, or_say=tackled_words(now.is_tackled))
        return
    declare(draft, combatant_id, int(value), RULING)
    standing = draft.standing(combatant_id)
    if standing.able and standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY))
