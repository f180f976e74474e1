"""The nomination of who is next: by the table, by a side that keeps the turn, and of the side that begins."""

from __future__ import annotations

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted
from turntrack.core.model import Id
from turntrack.systems.table_rules import memory, turns
from turntrack.systems.table_rules.memory import rules_of
from turntrack.systems.table_rules.rule_texts import (
    CHOOSER,
    NEXT,
    START,
)
from turntrack.systems.table_rules.turns import GUARDS


def nominate(draft: Draft, combatant_id: Id) -> None:
    """End the running turns and give the next one to this combatant."""
    GUARDS.check_open(draft.encounter)
    draft.combatant(combatant_id)
    for other in draft.encounter.acting():
        turns.finish(draft, other)
    turns.check_choice(draft.encounter, combatant_id)
    turns.give(draft, (combatant_id,), NEXT)


def keep_turn(draft: Draft, combatant_id: Id) -> None:
    """End the running turns and give the next one to another member of the side, at a price (G7)."""
    GUARDS.check_open(draft.encounter)
    name = draft.combatant(combatant_id).name
    for other in draft.encounter.acting():
        turns.finish(draft, other)
    if combatant_id not in turns.keepers(draft.encounter):
        raise Refused("not_kept", f"The turn cannot be kept for {name} now.", CHOOSER)
    side = memory.side_name(memory.side_of(draft.encounter, combatant_id))
    draft.record(Noted(f"Kept by {side} for {rules_of(draft.encounter).keep_price}.", CHOOSER))
    memory.change_fight(draft, has_kept=True)
    turns.give(draft, (combatant_id,), NEXT)


def begin_with(draft: Draft, side: str) -> None:
    """Let a side begin the round (G13)."""
    GUARDS.check_open(draft.encounter)
    if side not in turns.sides_to_choose(draft.encounter):
        raise Refused("no_side", "That side cannot be the one that begins now.", START)
    memory.change_fight(draft, START, begins=(side,))
