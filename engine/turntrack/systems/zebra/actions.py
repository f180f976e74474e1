"""Actions by the chart: on a turn, from the reserve, or as a reaction."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turntrack.core.commands import Act
from turntrack.core.decision_draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RoundClosed, Spent, StatusSet
from turntrack.core.input_fields import Field, Kind, Pick, value_in
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.score import Term
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.due_reinforcements import due_at
from turntrack.systems.reinforcement_preview import coming_in_words, turns_before_arrival
from turntrack.systems.toolkit.guards import Guards
from turntrack.systems.toolkit.turn_order import by_number, next_below, turn_of
from turntrack.systems.zebra import chart, contact, memory, turns
from turntrack.systems.zebra.rule_options import reading_of

GUARDS = Guards("Z1", turn="Z7", round_word="sequence")

OWN_TURN, FROM_RESERVE, AS_REACTION = "turn", "reserve", "reaction"
BY = Field(
    "by",
    "By",
    Kind.PICK,
    OWN_TURN,
    picks=(Pick(OWN_TURN, "one’s turn"), Pick(FROM_RESERVE, "a reserved action"), Pick(AS_REACTION, "a reaction")),
)
"""How an action is taken: on the turn, from the reserve, or as a reaction."""


QUIET = ("aim", "aim_carefully", "reserve")
"""Actions that nobody sees: a hidden combatant stays hidden."""


def plan_action(encounter: Encounter, command: Act) -> chart.ChartAction:
    """Return the action with its cost. Raise Refused if it is not possible now, and BadValue as ``price`` does."""
    actor, by = command.id, value_in(command.values, BY)
    standing, name = GUARDS.playing(encounter, actor), encounter.name_of(actor)
    if by == FROM_RESERVE:
        if not memory.has_reserve(standing):
            raise Refused("no_reserve", f"{name} has no reserved action.", "Z19")
        return _plan_from_reserve(encounter, command)
    if standing.status is Status.DONE or standing.score is None:
        raise Refused("out", f"{name} is out for this sequence.", turns.why_out(standing))
    if by == AS_REACTION:
        if reading_of(encounter, "reaction") != "paid":
            raise Refused("own_turn", "At this table you defend out of turn only with a reserved action.", "ZA7")
        if standing.status is Status.ACTING or command.action not in ("dodge", "protect"):
            raise Refused("only_defence", "Out of turn you can only dodge or protect.", "ZA7")
    elif standing.status is not Status.ACTING:
        raise GUARDS.not_on_turn(encounter, actor)
    return chart.price(encounter, command)


def _plan_from_reserve(encounter: Encounter, command: Act) -> chart.ChartAction:
    """Return an action that was paid for when it was reserved (ZA6). Raise Refused if the reserve does not cover it."""
    if command.action == "aim_carefully":
        raise Refused("not_reserved", "A reserved action does not cover careful aiming.", "ZA6")
    if command.action == "reserve":
        raise Refused("not_reserved", "A reserved action cannot be reserved again.", "ZA6")
    action = chart.price(encounter, command)
    return replace(action, label=f"{action.label}, as reserved", cost=0, rule="ZA6")


def act(draft: Draft, command: Act) -> None:
    if command.action == "end":
        _end(draft)
        return
    actor, by = command.id, command.values.get(BY.key, OWN_TURN)
    action = plan_action(draft.encounter, command)
    note = "" if command.action == "other" else str(command.values.get("note", ""))
    term, rule = Term(action.label, action.cost, action.rule), "Z8" if action.cost else ""
    draft.record(Spent(actor, term, note, rule, action.at, quiet=command.action in QUIET))
    if command.action == "disengage":
        contact.part(draft, actor, "Z23")
    elif command.action == "run":
        contact.part(draft, actor, "ZA10")
    if action.engages:
        contact.engage(draft, actor, action.engages, "Z5")
    if by == FROM_RESERVE:
        memory.set_reserve(draft, actor, False, "Z19")
        return
    if command.action == "reserve":
        memory.set_reserve(draft, actor, True, "Z19")
    if by == OWN_TURN:
        turns.give_way(draft, actor)
    _end_if_spent(draft, actor)


def is_beside(command: Act) -> bool:
    """Return whether the command is not an action of a turn: it uses the reserve, or is a reaction."""
    return command.values.get(BY.key, OWN_TURN) != OWN_TURN


def _end(draft: Draft) -> None:
    """End the sequence and lose the reserves (ZA12). Raise Refused while somebody can act."""
    if not draft.encounter.is_open or draft.encounter.acting():
        raise Refused("not_over", "The sequence ends when all counters are at 0 or less.", "Z13")
    turns.close_round(draft)
    draft.record(RoundClosed(draft.encounter.round, "ZA12"))


def _end_if_spent(draft: Draft, actor: Id) -> None:
    """End the sequence for an actor whose counter is at 0 or less (Z11), unless ZA1 grants one more action."""
    standing = draft.standing(actor)
    if turns.points_left(standing) > 0:
        return
    if reading_of(draft.encounter, "last_action") == "bonus" and not memory.recall(standing).last_action:
        draft.remember(actor, replace(memory.recall(standing), last_action=True), "ZA1")
    else:
        draft.record(StatusSet(actor, Status.DONE, "has taken the last action and is out", "Z11"))


@dataclass(frozen=True, slots=True)
class ActionPreview:
    """The state after an action: the next actor, and the row above which the actor stands; empty for nobody."""

    next: Id = ""
    lands: Id = ""
    ends: str = ""
    """The words for the end of the sequence, or for arrivals that come first."""


def preview_action(encounter: Encounter, actor: Id, cost: int, reserves: bool) -> ActionPreview:
    """Return the state after the actor has spent ``cost`` points, and reserved an action if ``reserves``."""
    draft = Draft(encounter)
    draft.record(Spent(actor, Term("", cost)))
    if reserves:
        memory.set_reserve(draft, actor, True, "Z19")
    turns.give_way(draft, actor)
    _end_if_spent(draft, actor)
    upcoming = turns.next_up(draft.encounter)
    if not upcoming:
        return ActionPreview(ends=_end_words(draft.encounter))
    if due := due_at(draft.encounter, turns.points_left(draft.standing(upcoming)), counts_up=False):
        return ActionPreview(ends=coming_in_words(encounter, due, stays=True))
    draft.record(StatusSet(upcoming, Status.ACTING))
    return ActionPreview(upcoming, next_below(turns.ranking(draft.encounter), actor))


def preview_reserved_action(encounter: Encounter, actor: Id) -> ActionPreview:
    """Return the state after the use of a reserved action; an empty one while somebody acts."""
    if encounter.acting():
        return ActionPreview()
    draft = Draft(encounter)
    memory.set_reserve(draft, actor, False, "Z19")
    return ActionPreview(ends=_end_words(draft.encounter))


def _end_words(encounter: Encounter) -> str:
    if turns.waits_for_reserves(encounter):
        return "only what is reserved is left"
    due = due_at(encounter, None, counts_up=False)
    return coming_in_words(encounter, due, stays=False) if due else "the sequence ends"


def upcoming_turns(encounter: Encounter) -> tuple[UpcomingTurn, ...]:
    """Return the turns to come, the next first, if each actor strikes with the weapon on the sheet.

    Only counters are computed, because this runs after each tap and folding events would be slow.
    """
    standings, tie = {**encounter.standings}, reading_of(encounter, "tie")
    acting, turns_to_come = encounter.acting()[:1], list[UpcomingTurn]()
    in_play = {
        combatant_id: standings[combatant_id]
        for combatant_id in encounter.order
        if combatant_id in acting or turns.plays(standings[combatant_id])
    }
    # Negative, because ``by_number`` sorts the lowest first.
    left = {combatant_id: -turns.points_left(standing) for combatant_id, standing in in_play.items()}
    bonus = reading_of(encounter, "last_action") == "bonus"
    last = {
        combatant_id for combatant_id, standing in in_play.items() if not bonus or memory.recall(standing).last_action
    }
    while acting and len(turns_to_come) < MOST_UPCOMING_TURNS:
        (actor,) = acting
        left[actor] += chart.own_strike(encounter, actor)
        standings[actor] = Standing()  # a ruling on a tie ends when the counter changes
        if left[actor] >= 0 and actor in last:
            del left[actor]
        elif left[actor] >= 0:
            last.add(actor)
        equals = turns.among_equals(encounter, left, tie, actor)
        acting = by_number({each: left[each] for each in equals}, standings)[:1]
        turns_to_come += [turn_of(encounter, acting, -left[next_actor]) for next_actor in acting]
    return turns_before_arrival(encounter, turns_to_come, counts_up=False)


def ruled_cost(encounter: Encounter, command: Act) -> int:
    """Return the cost of the action by the chart even if it is refused; 0 if it was paid for when reserved."""
    paid = command.action != "reserve" and command.values.get(BY.key) == FROM_RESERVE
    if paid or not turns.plays(encounter.standings[command.id]):
        return 0
    match command.action:
        case "reserve":
            return 0 if memory.has_reserve(encounter.standings[command.id]) else chart.RESERVE
        case "run":
            return int(value_in(command.values, chart.METRES))
        case "attack":
            return chart.price_strike(encounter, command)[0]
        case "disengage":
            return chart.DISENGAGE
        case _:
            return chart.price(encounter, command).cost
