"""The actions of table rules, their prices, and the commands on a turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from turntrack.core.commands import Act
from turntrack.core.dice import DiceCode
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import ConditionsEnded, Placed, Spent, StatusSet
from turntrack.core.fields import Field, Kind, value_in
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import Term, signed
from turntrack.systems.arrivals import decide_with_arrivals
from turntrack.systems.table_rules import initiative, memory, turns, turns_left
from turntrack.systems.table_rules.declarations import (
    begin_with,
    declare,
    enter_numbers,
    go_to_next_phase,
    keep_turn,
    nominate,
    roll_apart,
    tell_players,
    toggle_surprise,
    toggle_surprise_of_side,
)
from turntrack.systems.table_rules.delays import act_now, swap, wait, waiters
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.presets.preset import REACTIONS, READY
from turntrack.systems.table_rules.rule_change import take_rules
from turntrack.systems.table_rules.rule_texts import (
    ASIDE,
    BUDGET,
    NEXT,
    PRICES,
    START,
    count_words,
    wait_words,
)
from turntrack.systems.table_rules.settings import NUMBER, ActionPrice
from turntrack.systems.table_rules.turns import GUARDS
from turntrack.systems.toolkit.guards import read_target, refuse

NOTE = Field("note", "What", Kind.TEXT, "")
_MOST_DONE = 50
"""The number of actions that a combatant remembers, so that a turn without an end does not fill the memory."""

TRANSITIVE = ("attacks", "blocks", "hits", "shoots", "strikes")
"""Words of actions that take the target as their object."""


@dataclass(frozen=True, slots=True)
class PricedAction:
    """An action with what it costs at this moment."""

    price: ActionPrice
    takes: int
    """Points of ``counter``; of the number if ``counter`` is empty. The die is not rolled yet."""
    counter: str = ""
    penalty: int = 0
    at: Id = ""


def act(draft: Draft, command: Act) -> None:
    actor, encounter = command.id, draft.encounter
    match command.action:
        case "rules" | "change":
            take_rules(draft, command)
        case "nominate":
            nominate(draft, actor)
        case "keep":
            keep_turn(draft, actor)
        case "begins":
            begin_with(draft, str(command.values.get("side", "")))
        case "apart":
            roll_apart(draft)
        case "players":
            tell_players(draft, str(command.values.get("side", "")))
        case "end":
            _check_end(encounter, actor)
            turns.finish(draft, actor)
        case "everybody_ends":
            GUARDS.check_open(encounter)
            if not encounter.acting():
                raise Refused("nobody", "Nobody acts.", NEXT)
            for other in encounter.acting():
                _check_end(encounter, other)
                turns.finish(draft, other)
        case "wait":
            wait(draft, actor)
        case "act_now":
            act_now(draft, actor)
        case "swap":
            swap(draft, actor, str(command.values.get("with", "")))
        case "next_phase":
            go_to_next_phase(draft)
        case "declare":
            declare(draft, actor, str(command.values.get("pace", "")))
        case "surprise":
            whole_side = partial(toggle_surprise_of_side, side=str(command.values.get("side", "")))
            decide_with_arrivals(draft, partial(toggle_surprise, combatant_id=actor) if actor else whole_side)
        case "enter-numbers":
            enter_numbers(draft, command)
        case _:
            _perform(draft, command)


def is_beside(command: Act) -> bool:
    """Return whether the command sets rules, sides or surprise and so belongs to no turn."""
    return command.action in ("rules", "change", "surprise", "players", "apart")


def _check_end(encounter: Encounter, combatant_id: Id) -> None:
    """Raise Refused if the turn cannot end without an action."""
    GUARDS.on_turn(encounter, combatant_id)
    if rules_of(encounter).sequence.by_count:
        raise Refused("no_end", "By count a turn is an action, so it must cost something.", NEXT)


# Actions


def plan(encounter: Encounter, command: Act) -> PricedAction:
    """Price an action. Raises Refused if it cannot be done now, BadValue if its note is no text."""
    rules, actor = rules_of(encounter), command.id
    standing, name = GUARDS.playing(encounter, actor), encounter.name_of(actor)
    price = rules.price(command.action)
    if price is None:
        raise Refused("no_action", f"There is no action “{command.action[:40]}” here.", PRICES)
    on_turn = standing.status is Status.ACTING
    if not on_turn:
        if not price.off_turn:
            GUARDS.refuse_off_turn(encounter, actor)
        if recall(standing).is_surprised and rules.surprise.bars_reactions:
            refuse(encounter, Refused("surprised", f"{name} is surprised and does nothing out of turn.", START))
        if rules.is_idle_while_waiting and actor in waiters(encounter):
            refuse(
                encounter, Refused("waiting", f"{name} {wait_words(rules).is_so} and does nothing out of turn.", ASIDE)
            )
    did = _done(recall(standing))
    if price.once and price.key in did:
        refuse(encounter, Refused("once", f"{name} has already done this: {price.name} is once a turn.", PRICES))
    at = read_target(encounter, actor, command.values.get("target", ""), PRICES)
    value_in(command.values, NOTE)
    again = did.count(price.key)
    penalty = price.repeat[min(again, len(price.repeat)) - 1] if again and price.repeat else 0
    takes_turn = takes_turn_to_come(encounter, actor, price)
    if takes_turn and not turns_left.has_turn_to_give(encounter, actor):
        refuse(encounter, Refused("no_turn", f"{name} has no turn to come that {price.name} could take.", PRICES))
    if not on_turn and rules.out_of_turn.reaction:
        return _paid(encounter, actor, PricedAction(price, 1, rules.out_of_turn.reaction, penalty, at))
    if takes_turn:
        return PricedAction(price, 0, "", penalty, at)
    if on_turn and is_paid(encounter, actor, price):
        return PricedAction(price, 0, "", penalty, at)
    if price.of == NUMBER:
        if not recall(standing).has_number:
            refuse(encounter, Refused("no_number", f"{name} has no number to pay with.", PRICES))
            return PricedAction(price, 0, "", penalty, at)
        now = initiative.left(standing, rules)
        takes = memory.points_of(encounter, actor, price, now)
        if not on_turn and rules.is_spent_to_zero and not 0 <= takes <= now:
            refuse(
                encounter, Refused("not_enough", f"{name} has {signed(now)} left: {price.name} takes {takes}.", PRICES)
            )
        return PricedAction(price, takes, "", penalty, at)
    takes = memory.points_of(encounter, actor, price, 0) if price.of else 0
    return _paid(encounter, actor, PricedAction(price, takes, price.of, penalty, at))


def _done(now: memory.TableRulesCombatant) -> tuple[str, ...]:
    """Return the actions that count for repeats: those of the running turn, else those out of turn since it."""
    return now.did if now.has_begun else now.done_out_of_turn


def is_paid(encounter: Encounter, actor: Id, price: ActionPrice) -> bool:
    """Return whether the action is part of what the combatant has paid for in this turn."""
    return price.paid_once and price.key in recall(encounter.standings[actor]).did


def takes_turn_to_come(encounter: Encounter, actor: Id, price: ActionPrice) -> bool:
    """Return whether the action is done out of turn and takes a turn to come, as it ends the turn on one's own."""
    standing = encounter.standings[actor]
    is_in_turn = standing.status is Status.ACTING or recall(standing).has_begun
    return rules_of(encounter).takes_turn(price) and not is_in_turn


def _paid(encounter: Encounter, actor: Id, deed: PricedAction) -> PricedAction:
    if deed.counter and deed.takes > (left := memory.left_of(encounter, actor, deed.counter)):
        has = f"{encounter.name_of(actor)} has {count_words(left, deed.counter)} left"
        message = f"{has}: {deed.price.name} takes {deed.takes}."
        refuse(encounter, Refused("not_enough", message, BUDGET))
        return replace(deed, takes=max(0, left))
    return deed


def _words_of(deed: PricedAction, encounter: Encounter) -> str:
    """Return the sentence of the log without its subject."""
    words = deed.price.says or f"does this: {deed.price.name}"
    if deed.at:
        words += f"{'' if words in TRANSITIVE else ', target'} {encounter.name_of(deed.at)}"
    if deed.takes and deed.price.of == NUMBER and not deed.counter and not rules_of(encounter).sequence.by_count:
        words += f", for {deed.takes}"
    return f"{words}, with −{deed.penalty}" if deed.penalty else words


def _perform(draft: Draft, command: Act) -> None:
    actor, rules = command.id, rules_of(draft.encounter)
    deed = plan(draft.encounter, command)
    if deed.price.die:
        request = draft.request((actor,), draft.combatant(actor).name, deed.price.name, DiceCode(1, deed.price.die))
        (roll,) = draft.roll((request,), PRICES)
        deed = replace(deed, takes=deed.takes + roll.total)
    on_turn = draft.standing(actor).status is Status.ACTING
    takes_turn = takes_turn_to_come(draft.encounter, actor, deed.price)
    of_number = deed.takes if not deed.counter and deed.price.of == NUMBER else 0
    note = str(value_in(command.values, NOTE))
    before = draft.standing(actor).before
    draft.record(Spent(actor, Term(_words_of(deed, draft.encounter), of_number, PRICES), note, at=deed.at))
    if before and not of_number:  # the number is the same, and so is the place among equals
        draft.record(Placed(actor, before))
    if of_number:
        memory.reach(draft, actor)
    if deed.counter:
        memory.use(draft, actor, deed.counter, deed.takes, BUDGET)
    done = (*_done(recall(draft.standing(actor))), deed.price.key)[-_MOST_DONE:]
    if recall(draft.standing(actor)).has_begun:
        memory.change(draft, actor, did=done)
    elif rules.counts_out_of_turn:
        memory.change(draft, actor, done_out_of_turn=done)
    if not on_turn:
        if deed.counter == REACTIONS and memory.left_of(draft.encounter, actor, REACTIONS) <= 0:
            _end_readiness(draft, actor)
        if takes_turn and turns_left.has_turn_to_give(draft.encounter, actor):
            turns.give_up(draft, actor)
        elif rules.takes_turn(deed.price) and recall(draft.standing(actor)).has_begun:
            turns.finish(draft, actor)
        _leave_if_out(draft, actor)
    elif deed.price.ends or rules.sequence.by_count:
        turns.finish(draft, actor)


def _end_readiness(draft: Draft, combatant_id: Id) -> None:
    """End the readiness of somebody whose reaction is used: it was for the action that was held, or leaves none."""
    conditions = draft.encounter.conditions
    ready = [each.number for each in conditions if each.bearer == combatant_id and each.name.casefold() == READY]
    if ready:
        draft.record(ConditionsEnded(tuple(ready)))


def _leave_if_out(draft: Draft, combatant_id: Id) -> None:
    """Set the status to DONE if an action out of turn has cost all turns to come."""
    standing, encounter = draft.standing(combatant_id), draft.encounter
    waits = standing.status is Status.HOLDING and not turns_left.is_out(encounter, combatant_id)
    has_turns = waits or turns_left.has_turn(encounter, combatant_id) or turns_left.has_more(encounter, combatant_id)
    if standing.status is not Status.DONE and not has_turns:
        draft.record(StatusSet(combatant_id, Status.DONE, "is out for this round", PRICES))
