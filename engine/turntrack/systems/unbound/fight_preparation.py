"""The preparation of a fight of Unbound: sides, the member who rolls initiative, sneaking and surprise."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import CombatantChanged
from turntrack.core.fields import LONGEST_NAME, Field, Kind, Value, clean_text, value_in
from turntrack.core.model import Id
from turntrack.core.names import known_spelling
from turntrack.systems.toolkit.guards import Guards
from turntrack.systems.unbound import memory, surprise
from turntrack.systems.unbound.factions import Faction, members

ROLLER = Guards(unable="U3")


EVERYONE = ""
"""The value of ``on`` for all other factions. Any other value is the id of a member of the faction meant."""


def prepare(draft: Draft, command: Act) -> None:
    """Carry out a choice about sides, the roller, sneaking or surprise. Raises Refused for an unknown action."""
    combatant_id, values = command.id, command.values
    match command.action:
        case "perception":
            surprise.roll_perception(draft)
        case "mutual":
            both = (combatant_id, str(values["with"])) if "with" in values else ()
            surprise.cancel_mutual(draft, [draft.combatant(each).side for each in both])
        case "roller":
            _name_roller(draft, combatant_id)
        case "sneak":
            surprise.declare(draft, draft.combatant(combatant_id).id, _sneak_targets(draft, command))
        case "unsneak":
            surprise.withdraw(draft, draft.combatant(combatant_id).id)
        case "decree" | "notice":
            whole = value_in(values, Field("all", "All of them", Kind.FLAG, False))
            faction = draft.combatant(combatant_id).side
            ids = surprise.fresh_members(draft.encounter, faction) if whole else (combatant_id,)
            surprise.decree(draft, ids, command.action == "decree")
        case "side":
            _take_side(draft, combatant_id, values.get("side", ""))
        case unknown:
            raise Refused("no_action", f"There is no “{unknown[:40]}” here: take an action and write a note.")


def _name_roller(draft: Draft, combatant_id: Id) -> None:
    combatant = draft.combatant(combatant_id)
    if draft.encounter.round:
        raise Refused("rolled", "Initiative has been rolled: once an encounter.", "U1")
    if not combatant.sheet["player"]:
        raise Refused("not_a_player", f"{combatant.name} is no player character.", "U3")
    ROLLER.able(draft.encounter, combatant_id)
    if memory.recall(draft.standing(combatant_id)).is_roller:
        raise Refused("already", f"{combatant.name} already rolls.", "U3")
    for member in members(draft.encounter)[combatant.side]:
        draft.remember(member, replace(memory.recall(draft.standing(member)), is_roller=member == combatant_id), "U3")


def _take_side(draft: Draft, combatant_id: Id, raw: Value) -> None:
    """Put a combatant without a side, and the rest of the group, on this side (UA10)."""
    combatant, combatants = draft.combatant(combatant_id), draft.encounter.combatants
    sides = [member.side for member in draft.encounter.everybody().values()]
    side = known_spelling(clean_text("The side", raw, LONGEST_NAME), sides)
    if draft.encounter.round:
        raise Refused("begun", "Sides are asked for before the first round: change the sheet.", "UA10")
    if combatant.side or not side:
        raise Refused(
            "no_side", f"Say which side {combatant.name} is on." if not side else "That is already the case.", "UA10"
        )
    for member in [combatants[each] for each in draft.encounter.order]:
        if not member.side and (member.id == combatant_id or (member.group and member.group == combatant.group)):
            draft.record(CombatantChanged(replace(member, side=side)))


def _sneak_targets(draft: Draft, command: Act) -> list[Faction]:
    """Return the factions that the command's faction sneaks up on: the faction of the named member, or all others."""
    own, on = draft.combatant(command.id).side, command.values.get("on", EVERYONE)
    named = list(members(draft.encounter)) if on == EVERYONE else [draft.combatant(str(on)).side]
    return [faction for faction in named if faction != own]
