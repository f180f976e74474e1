"""What a combatant does: actions, moves and attacks on the own turn, the Reaction on any.

(Rulebook: Unbound, lines 28-31.)
"""

from __future__ import annotations

from engine.commands import Act
from engine.draft import Draft
from engine.errors import Refused
from engine.events import FactSet, Spent
from engine.model import Id
from engine.sums import Term
from engine.systems.unbound import factions, surprise
from engine.table.guards import Guards, aimed_at

REACTION = Guards("UA8", "UA8")


def on_turn(draft: Draft, command: Act) -> None:
    """U24, U26: the surprised can move, and nothing else."""
    one = command.id
    caught, who = bool(factions.GUARDS.on_turn(draft.encounter, one).fact("surprised")), draft.encounter.name_of(one)
    if command.action == "move":
        draft.record(Spent(one, Term("moves", 0, "U26" if caught else "")))
    elif caught:
        raise Refused("surprised", f"{who} is surprised: no action on this turn, but moving.", "U24")
    elif command.action == "action":
        draft.record(Spent(one, Term("takes an action", 0)))
    else:
        _attack(draft, one, aimed_at(draft.encounter, one, command.values.get("target", ""), "U8"))


def _attack(draft: Draft, one: Id, whom: Id) -> None:
    if not whom:
        draft.record(Spent(one, Term("attacks", 0)))
        return
    victim = draft.encounter.name_of(whom)
    if draft.fact(whom, "surprised"):
        draft.record(Spent(one, Term(f"attacks {victim}, with favour", 0, "U27")))
    else:
        draft.record(Spent(one, Term(f"attacks {victim}", 0)))


def react(draft: Draft, one: Id) -> None:
    reaction, who = REACTION.playing(draft.encounter, one).fact("reaction", ""), draft.encounter.name_of(one)
    if reaction == surprise.MISSED:
        raise Refused("no_reaction", f"The Reaction of {who} did not come back: surprised.", "U25")
    if reaction == surprise.USED:
        raise Refused("no_reaction", f"{who} has used the Reaction; it is back on {who}’s turn.", "UA8")
    if reaction != surprise.READY:
        raise Refused("no_reaction", f"{who} has no Reaction before the first turn.", "UA8")
    draft.record(FactSet(one, "reaction", surprise.USED, rule="UA8"))
