"""Wounds: lost END (TA7), and the number of characteristics that they have reduced (TA1)."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import Field, Kind, Value, read
from turntrack.core.model import Encounter, Id, Standing
from turntrack.systems.toolkit.guards import standing_of
from turntrack.systems.traveller.memory import recall
from turntrack.systems.traveller.rules import WOUND_DM, morale_of

END_LOST = Field("lost", "END lost", Kind.NUMBER, 1, low=-40, high=40, help="Less than 0 for END that is healed.")


def full_end(encounter: Encounter, combatant_id: Id) -> int:
    return int(encounter.combatants[combatant_id].sheet["end"])


def end_now(encounter: Encounter, combatant_id: Id) -> int:
    """Return END as wounds have left it."""
    full = int(encounter.combatants[combatant_id].sheet["end"])
    return max(0, full - recall(encounter.standings[combatant_id]).end_lost)


def count_reductions(standing: Standing) -> int:
    """Count the reduced characteristics. Lost END counts as one."""
    return max(recall(standing).reduced, min(1, recall(standing).end_lost))


def set_end(draft: Draft, combatant_id: Id, end: int, rule: str) -> None:
    lost = full_end(draft.encounter, combatant_id) - end
    draft.remember(combatant_id, replace(recall(draft.standing(combatant_id)), end_lost=lost), rule)


def set_reduced(draft: Draft, combatant_id: Id, many: int, rule: str) -> None:
    """Set the number of reduced characteristics; if it is noted as so many already, log how many they are now."""
    now = replace(recall(draft.standing(combatant_id)), reduced=many)
    draft.remember(combatant_id, now, rule, or_say=reduced_words(draft.encounter, combatant_id))


def reduced_words(encounter: Encounter, combatant_id: Id) -> str:
    many = count_reductions(encounter.standings[combatant_id])
    counts = morale_of(encounter, combatant_id) is not None
    return f"has {many} reduced{f': +{WOUND_DM[many]} on initiative' if counts else ''}"


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


def _read_wounds(encounter: Encounter, command: Act) -> tuple[int, int, int]:
    """Return END before, END after, and the number of reduced characteristics after. Raises Refused and BadValue."""
    combatant_id = command.id
    before = count_reductions(standing_of(encounter, combatant_id))
    lost = int(read(END_LOST, command.values.get("lost", 0)))
    many = int(read(reduced_field(encounter, combatant_id), command.values.get("reduced", before)))
    now = end_now(encounter, combatant_id)
    then = min(full_end(encounter, combatant_id), max(0, now - lost))
    if (then, many) == (now, before):
        raise Refused("no_change", f"END stays at {now}.", "TA7")
    return now, then, many


def note_wounds(draft: Draft, command: Act) -> None:
    combatant_id = command.id
    now, then, many = _read_wounds(draft.encounter, command)
    before = count_reductions(draft.standing(combatant_id))
    if then != now:
        set_end(draft, combatant_id, then, "TA7")
    if many != before:
        set_reduced(draft, combatant_id, many, "TA1")
