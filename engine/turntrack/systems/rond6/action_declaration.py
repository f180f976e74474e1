"""The declaration of a number of actions on the turn: when it can be made, and what it fixes."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import Value
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.action_catalogue import GUARDS
from turntrack.systems.rond6.action_limit import check_limit
from turntrack.systems.rond6.multi_action_penalty import action_words


def check_turn(encounter: Encounter, combatant_id: Id) -> None:
    """Check that it is the combatant’s turn, and that no result is open. Raises Refused."""
    standing, name = GUARDS.playing(encounter, combatant_id), encounter.name_of(combatant_id)
    if standing.status is Status.DONE:
        raise Refused("no_more", f"{name} has no action left: none can be added in this round.", "R18")
    if standing.status is Status.HOLDING:
        raise Refused("waits", f"{name} waits: act now, or interrupt, first.", "R21")
    if standing.status is Status.READY:
        raise GUARDS.not_on_turn(encounter, combatant_id)
    if memory.recall(standing).window:
        raise Refused("result_first", f"Resolve {name}’s action first.", "R21")


def check_declaration(encounter: Encounter, combatant_id: Id, raw: Value) -> int:
    """Return the number of actions, if it may be fixed now. Raises Refused and BadValue."""
    standing, name = encounter.standings.get(combatant_id), encounter.name_of(combatant_id)
    if standing and standing.able and standing.status is Status.READY and encounter.is_open:
        raise Refused("not_your_turn", f"Actions are declared on one’s own turn, and it is not {name}’s.", "R15")
    check_turn(encounter, combatant_id)
    standing = encounter.standings[combatant_id]
    if memory.recall(standing).declared:
        number = memory.recall(standing).declared
        raise Refused("declared", f"{name} has declared {action_words(number)}: none can be added.", "R18")
    return check_limit(encounter, combatant_id, raw)


def fix_number(draft: Draft, actor: Id, number: int) -> None:
    """Fix the number of actions (R16), unless it is fixed already."""
    if not memory.recall(draft.standing(actor)).declared:
        begin_turns(draft)
        memory.declare(draft, actor, number, "R16")


def begin_turns(draft: Draft) -> None:
    """Note that the first turn has begun: initiative stands from now on."""
    fight = memory.recall_fight(draft.encounter)
    if not fight.has_begun:
        draft.remember("", replace(fight, has_begun=True))
