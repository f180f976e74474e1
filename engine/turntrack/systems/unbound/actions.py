"""The actions of Unbound: on a turn, the Reaction, nominations and passes; and the preparation of the fight."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import CombatantChanged, Spent
from turntrack.core.fields import LONGEST_NAME, Field, Kind, Value, clean_text, value_in
from turntrack.core.model import Encounter, Id
from turntrack.core.names import known_spelling
from turntrack.core.score import Term
from turntrack.systems.arrivals import decide_with_arrivals
from turntrack.systems.toolkit.guards import Guards, read_target, refuse
from turntrack.systems.unbound import memory, surprise, turns
from turntrack.systems.unbound.memory import Faction, Reaction, is_surprised, members

_REACTION = Guards("UA8", "UA8")

_ACTS = "takes an action"
ATTACKS = "attacks"
"""The label of the ``Spent`` term of an attack begins with this word."""


def act(draft: Draft, command: Act) -> None:
    combatant_id = command.id
    match command.action:
        case "pass":
            turns.pass_turn(draft, turns.reach_choice(draft))
        case "nominate":
            turns.nominate(draft, combatant_id)
        case "react":
            _react(draft, combatant_id)
        case "action" | "attack" | "move":
            _act_on_turn(draft, command)
        case "end":
            turns.GUARDS.on_turn(draft.encounter, combatant_id)
            turns.end_turn(draft, combatant_id)
        case _:
            decide_with_arrivals(draft, partial(prepare, command=command))


def is_beside(command: Act) -> bool:
    """Return whether the command is not an action of a turn: it is a pass, a Reaction or a preparation."""
    return command.action not in ("nominate", "action", "attack", "move", "end")


def has_acted(encounter: Encounter, actor: Id) -> bool:
    """Return whether the actor has made an attack or another action in this round. A move does not count."""
    return any(term.label == _ACTS or term.label.startswith(ATTACKS) for term in encounter.standings[actor].spent)


def _act_on_turn(draft: Draft, command: Act) -> None:
    """Carry out an action, an attack or a move. Raises Refused for a surprised actor, but not for a move (U24, U26)."""
    actor = command.id
    turns.GUARDS.on_turn(draft.encounter, actor)
    surprised = is_surprised(draft.encounter, actor)
    if command.action == "move":
        draft.record(Spent(actor, Term("moves", 0, "U26" if surprised else "")))
        return
    if surprised:
        who = draft.encounter.name_of(actor)
        refuse(draft.encounter, Refused("surprised", f"{who} is surprised: no action on this turn, but moving.", "U24"))
    if command.action == "action":
        draft.record(Spent(actor, Term(_ACTS, 0)))
    else:
        _attack(draft, actor, read_target(draft.encounter, actor, command.values.get("target", ""), "U8"))


def _attack(draft: Draft, actor: Id, target: Id) -> None:
    if not target:
        draft.record(Spent(actor, Term(ATTACKS, 0)))
        return
    words, rule = (", with favour", "U27") if is_surprised(draft.encounter, target) else ("", "")
    draft.record(Spent(actor, Term(f"{ATTACKS} {draft.encounter.name_of(target)}{words}", 0, rule), at=target))


def _react(draft: Draft, combatant_id: Id) -> None:
    _REACTION.playing(draft.encounter, combatant_id)
    reaction, who = memory.reaction(draft.encounter, combatant_id), draft.encounter.name_of(combatant_id)
    if reaction is Reaction.MISSED:
        refuse(draft.encounter, Refused("no_reaction", f"The Reaction of {who} did not come back: surprised.", "U25"))
    if reaction is Reaction.USED:
        refuse(
            draft.encounter, Refused("no_reaction", f"{who} has used the Reaction; it is back on {who}’s turn.", "UA8")
        )
    if reaction is None:
        refuse(draft.encounter, Refused("no_reaction", f"{who} has no Reaction before the first turn.", "UA8"))
    memory.set_reaction(draft, combatant_id, Reaction.USED, "UA8")


_ROLLER = Guards(unable="U3")


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
    _ROLLER.able(draft.encounter, combatant_id)
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
