"""Decisions on hidden combatants: who is hidden, what reveals them, and what the players see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from turntrack.core.commands import Hide
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import (
    Event,
    HiddenSet,
    Spent,
    Waited,
)
from turntrack.core.model import Encounter, Id
from turntrack.core.settings import REVEALS, UNSEEN, setting


def hide(draft: Draft, command: Hide) -> None:
    """Hide or reveal combatants. Raises Refused."""
    changed = []
    for combatant_id in dict.fromkeys(command.ids):
        waiting = draft.encounter.reinforcement_of(combatant_id)
        if waiting is None:
            draft.combatant(combatant_id)
            changed += [combatant_id] if (combatant_id in draft.encounter.hidden) is not command.hidden else []
        elif waiting.hidden is not command.hidden:
            draft.record(Waited(replace(waiting, hidden=command.hidden)))
    if changed:
        draft.record(HiddenSet(tuple(changed), command.hidden))
    elif not draft.events:
        raise Refused("no_change", "That is already the case.")


def reveal(event: Event, after: Encounter) -> Iterator[Event]:
    """Reveal a hidden combatant who acts visibly, if the table chose that."""
    if not isinstance(event, Spent) or event.quiet or event.id not in after.hidden:
        return
    if setting(after, REVEALS) == "acting":
        yield HiddenSet((event.id,), hidden=False, why="acts")


def players_see(encounter: Encounter, combatant_id: Id) -> str:
    """Return the text that the players see for a combatant in the order: a name, “?”, or nothing (empty)."""
    combatant = encounter.combatants[combatant_id]
    if combatant_id in encounter.hidden:
        return "?" if setting(encounter, UNSEEN) == "mark" else ""
    return combatant.players_name or combatant.name
