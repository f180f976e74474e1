"""The actions of Unbound: those on a turn, the Reaction, and the nomination or pass of a faction.

(Rulebook: Unbound, lines 10-31.)
"""

from __future__ import annotations

from functools import partial

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Spent
from turntrack.core.model import Encounter, Id
from turntrack.core.score import Term
from turntrack.systems.arrivals import decide_with_arrivals
from turntrack.systems.toolkit.guards import Guards, read_target
from turntrack.systems.unbound import faction_pass, memory, turns
from turntrack.systems.unbound.fight_preparation import prepare
from turntrack.systems.unbound.memory import Reaction, is_surprised

REACTION = Guards("UA8", "UA8")

ACTS = "takes an action"
ATTACKS = "attacks"
"""The label of the ``Spent`` term of an attack begins with this word."""


def act(draft: Draft, command: Act) -> None:
    combatant_id = command.id
    match command.action:
        case "pass":
            faction_pass.pass_turn(draft, turns.reach_choice(draft))
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


def act_by_ruling(draft: Draft, command: Act, words: str) -> bool:
    """Pass for a faction that may not (U10, UA3); return False for other actions.

    Raises Refused before the first round, and if nobody can be chosen.
    """
    if command.action != "pass":
        return False
    faction_pass.give_choice_away(draft, turns.reach_choice(draft), RULING)
    return True


def has_acted(encounter: Encounter, actor: Id) -> bool:
    """Return whether the actor has made an attack or another action in this round. A move does not count."""
    return any(term.label == ACTS or term.label.startswith(ATTACKS) for term in encounter.standings[actor].spent)


def _act_on_turn(draft: Draft, command: Act) -> None:
    """Carry out an action, an attack or a move. Raises Refused for a surprised actor, but not for a move (U24, U26)."""
    actor = command.id
    turns.GUARDS.on_turn(draft.encounter, actor)
    surprised = is_surprised(draft.encounter, actor)
    if command.action == "move":
        draft.record(Spent(actor, Term("moves", 0, "U26" if surprised else "")))
    elif surprised:
        who = draft.encounter.name_of(actor)
        raise Refused("surprised", f"{who} is surprised: no action on this turn, but moving.", "U24")
    elif command.action == "action":
        draft.record(Spent(actor, Term(ACTS, 0)))
    else:
        _attack(draft, actor, read_target(draft.encounter, actor, command.values.get("target", ""), "U8"))


def _attack(draft: Draft, actor: Id, target: Id) -> None:
    if not target:
        draft.record(Spent(actor, Term(ATTACKS, 0)))
        return
    words, rule = (", with favour", "U27") if is_surprised(draft.encounter, target) else ("", "")
    draft.record(Spent(actor, Term(f"{ATTACKS} {draft.encounter.name_of(target)}{words}", 0, rule), at=target))


def _react(draft: Draft, combatant_id: Id) -> None:
    REACTION.playing(draft.encounter, combatant_id)
    reaction, who = memory.reaction(draft.encounter, combatant_id), draft.encounter.name_of(combatant_id)
    if reaction is Reaction.MISSED:
        raise Refused("no_reaction", f"The Reaction of {who} did not come back: surprised.", "U25")
    if reaction is Reaction.USED:
        raise Refused("no_reaction", f"{who} has used the Reaction; it is back on {who}’s turn.", "UA8")
    if reaction is None:
        raise Refused("no_reaction", f"{who} has no Reaction before the first turn.", "UA8")
    memory.set_reaction(draft, combatant_id, Reaction.USED, "UA8")
