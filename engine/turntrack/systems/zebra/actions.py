"""Actions by the chart: on a turn, from the reserve, or as a reaction."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RoundClosed, Spent, StatusSet
from turntrack.core.fields import Field, Kind, Pick, value_in
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import Term
from turntrack.systems.toolkit.guards import Guards, refuse
from turntrack.systems.zebra import costs, initiative, melee, memory, turns
from turntrack.systems.zebra.rules import reading_of

GUARDS = Guards("Z1", turn="Z7", round_word="sequence")

OWN_TURN, FROM_RESERVE, AS_REACTION = "turn", "reserve", "reaction"
_BY = Field(
    "by",
    "By",
    Kind.PICK,
    OWN_TURN,
    picks=(Pick(OWN_TURN, "one’s turn"), Pick(FROM_RESERVE, "a reserved action"), Pick(AS_REACTION, "a reaction")),
)
"""How an action is taken: on the turn, from the reserve, or as a reaction."""


QUIET = ("aim", "aim_carefully", "reserve")
"""Actions that nobody sees: a hidden combatant stays hidden."""


def plan_action(encounter: Encounter, command: Act) -> costs.ZebraAction:
    """Return the action with its cost. Raises Refused if it is not possible now, and BadValue as ``price`` does."""
    actor, by = command.id, value_in(command.values, _BY)
    standing = GUARDS.playing(encounter, actor)
    if by == FROM_RESERVE:
        if not costs.has_reserve(standing):
            words = f"{encounter.name_of(actor)} has no reserved action."
            refuse(encounter, Refused("no_reserve", words, "Z19"))
        return _plan_from_reserve(encounter, command)
    if standing.status is Status.DONE or standing.score is None:
        words = f"{encounter.name_of(actor)} is out for this sequence."
        refuse(encounter, Refused("out", words, turns.why_out(standing)))
    if by == AS_REACTION:
        if reading_of(encounter, "reaction") != "paid":
            refuse(
                encounter,
                Refused("own_turn", "At this table you defend out of turn only with a reserved action.", "ZA7"),
            )
        if standing.status is Status.ACTING or command.action not in ("dodge", "protect"):
            refuse(encounter, Refused("only_defence", "Out of turn you can only dodge or protect.", "ZA7"))
    elif standing.status is not Status.ACTING:
        GUARDS.refuse_off_turn(encounter, actor)
    action = costs.price(encounter, command)
    # Without a counter there is nothing to pay with.
    return action if standing.score else replace(action, cost=0)


def _plan_from_reserve(encounter: Encounter, command: Act) -> costs.ZebraAction:
    """Return an action that was paid for when it was reserved (ZA6). Raises Refused without enough reserve."""
    if command.action == "aim_carefully":
        refuse(encounter, Refused("not_reserved", "A reserved action does not cover careful aiming.", "ZA6"))
    if command.action == "reserve":
        refuse(encounter, Refused("not_reserved", "A reserved action cannot be reserved again.", "ZA6"))
    action = costs.price(encounter, command)
    return replace(action, label=f"{action.label}, as reserved", cost=0, rule="ZA6")


def act(draft: Draft, command: Act) -> None:
    if command.action == "end":
        _end(draft)
        return
    actor, by = command.id, command.values.get(_BY.key, OWN_TURN)
    action = plan_action(draft.encounter, command)
    note = "" if command.action == "other" else str(command.values.get("note", ""))
    term, rule = Term(action.label, action.cost, action.rule), "Z8" if action.cost else ""
    draft.record(Spent(actor, term, note, rule, action.at, quiet=command.action in QUIET))
    if action.draws is not None:
        draft.remember(actor, replace(memory.recall(draft.standing(actor)), in_hand=action.draws), "ZA9")
    if action.parts:
        melee.part(draft, actor, "Z23" if command.action == "disengage" else "ZA10")
    if action.engages:
        melee.engage(draft, actor, action.engages, "Z5")
    if by == FROM_RESERVE:
        costs.set_reserve(draft, actor, "Z19", reserves=False)
        return
    if command.action == "reserve":
        costs.set_reserve(draft, actor, "Z19", reserves=True)
    if by == OWN_TURN:
        turns.give_way(draft, actor)
    end_if_spent(draft, actor)


def is_beside(command: Act) -> bool:
    """Return whether the command is not an action of a turn: it uses the reserve, or is a reaction."""
    return command.values.get(_BY.key, OWN_TURN) != OWN_TURN


def _end(draft: Draft) -> None:
    """End the sequence and lose the reserves (ZA12). Raises Refused while somebody can act."""
    if not draft.encounter.is_open or draft.encounter.acting():
        raise Refused("not_over", "The sequence ends when all counters are at 0 or less.", "Z13")
    turns.close_round(draft)
    draft.record(RoundClosed(draft.encounter.round, "ZA12"))


def end_if_spent(draft: Draft, actor: Id) -> None:
    """End the sequence for an actor whose counter is at 0 or less (Z11), unless ZA1 grants one more action."""
    standing = draft.standing(actor)
    if initiative.points_left(standing) > 0 or standing.status is Status.DONE:
        return
    if reading_of(draft.encounter, "last_action") == "bonus" and not memory.recall(standing).last_action:
        draft.remember(actor, replace(memory.recall(standing), last_action=True), "ZA1")
    else:
        draft.record(StatusSet(actor, Status.DONE, "has taken the last action and is out", "Z11"))
