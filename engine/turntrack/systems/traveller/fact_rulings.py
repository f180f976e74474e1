"""The rulings on facts of Traveller: END, wounds, a Watch, and an Extra Action without a check."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.events import RULING, StatusSet
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.traveller.memory import may_act_again, recall
from turntrack.systems.traveller.watches_and_interruptions import UNNAMED_EVENT
from turntrack.systems.traveller.wounds import end_now, full_end, reduced_field, set_end, set_reduced


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    """Return the facts that a ruling can set about a combatant; none about the fight."""
    if not combatant_id:
        return ()
    standing = encounter.standings[combatant_id]
    end = Field(
        "end_now", "END now", Kind.NUMBER, end_now(encounter, combatant_id), high=full_end(encounter, combatant_id)
    )
    wounds = (end, reduced_field(encounter, combatant_id))
    if not encounter.is_open or not standing.able:
        return wounds
    return (
        *wounds,
        Field("watching", "Watches", Kind.FLAG, bool(recall(standing).watching)),
        Field("extra", "May take an Extra Action without a check", Kind.FLAG, may_act_again(standing)),
    )


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    if key == "end_now":
        set_end(draft, combatant_id, int(value), RULING)
    elif key == "reduced":
        set_reduced(draft, combatant_id, int(value), RULING)
    elif key == "watching":
        watching = UNNAMED_EVENT if value else ""
        draft.remember(
            combatant_id, replace(recall(draft.standing(combatant_id)), watching=watching, watch_is=0), RULING
        )
    else:
        _waive(draft, combatant_id, bool(value))


def _waive(draft: Draft, combatant_id: Id, waived: bool) -> None:
    """Waive the check for the next Extra Action (TA11), and bring back a combatant who has failed one."""
    standing = draft.standing(combatant_id)
    action = max(1, recall(standing).actions) + 1
    draft.remember(combatant_id, replace(recall(standing), checked_for=action if waived else 0), RULING)
    if waived and draft.encounter.is_open and standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY, "is back in this round", RULING))
