"""The countdown of conditions: each turn that begins or ends lowers the turns that are left of them."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from turntrack.core.model import Condition, Encounter, Id, Until


def count_turn(
    encounter: Encounter, combatant_id: Id, *, begun: bool = False, ended: bool = False, again: bool = False
) -> Encounter:
    """Count a turn of this combatant that has begun, has ended, or (``again``) is taken after it was put off."""
    if not encounter.conditions:
        return encounter
    conditions = tuple(
        replace(condition, turns=condition.turns - 1, put_off=False)
        if condition.whose == combatant_id and _counts(condition, begun, ended, again)
        else condition
        for condition in encounter.conditions
    )
    return encounter._replace(conditions=conditions)


def _counts(condition: Condition, begun: bool, ended: bool, again: bool) -> bool:
    match condition.until:
        case Until.TURN_BEGINS:
            return begun or (condition.put_off and (again or ended))
        case Until.TURN_ENDS:
            return ended
        case Until.REMOVED | Until.ROUND_ENDS | Until.COUNT | Until.REST:
            return False
        case _:
            assert_never(condition.until)
