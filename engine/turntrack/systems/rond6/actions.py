"""What a combatant does on the turn, out of turn, and beside the turns; ``action_rules`` checks. (rulebook: L42–70)"""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, Placed, Spent, StatusSet
from turntrack.core.fields import value_in
from turntrack.core.model import Encounter, Id, Status, TurnEffect
from turntrack.core.score import Term, write_count
from turntrack.systems.rond6 import action_rules, free_actions, initiative, memory, odds, turns
from turntrack.systems.rond6.free_actions import note_related
from turntrack.systems.rond6.skills import penalty_rule
from turntrack.systems.rond6.waits import act_now, give_result, interrupt, open_window, opens_window, pause, wait
from turntrack.systems.toolkit.guards import refuse


def act(draft: Draft, command: Act) -> None:
    """Carry out a command; a command without a case here is an action of the list. Raises Refused and BadValue."""
    actor, values = command.id, command.values
    match command.action:
        case "declare":
            number = action_rules.check_declaration(draft.encounter, actor, values.get("number", 1))
            action_rules.begin_turns(draft)
            memory.declare(draft, actor, number, "R16")
        case "fate":
            action_rules.check_turn(draft.encounter, actor)
            action_rules.spend_fate(draft, actor)
        case "done":
            end_turn(draft, actor)
        case "result":
            give_result(draft, actor)
        case "interrupt":
            interrupt(draft, actor)
        case "act_now":
            act_now(draft, actor)
        case "move_up":
            move_up(draft, command)
        case "surprise":
            surprise(draft, actor)
        case "character_point":
            initiative.check_point(draft.encounter, actor)
            was = draft.encounter
            initiative.add_point(draft, actor)
            turns.reconsider(draft, was)
        case "fate_initiative":
            raise initiative.refuse_fate()
        case "free":
            free_actions.do_free(draft, actor, values)
        case "related":
            note_related(draft, command)
        case "long_task":
            free_actions.note_long_task(draft, command)
        case "odds":
            chance = odds.odds_between(draft.encounter, values)
            first, second = (draft.encounter.name_of(str(values[key])) for key in ("one", "other"))
            percent = f"{100 * float(chance):.1f}".removesuffix(".0")
            draft.record(Noted(f"The chance that {first} goes before {second}: {percent}%.", "R14"))
        case _:
            _take_action(draft, command)


def is_beside(command: Act) -> bool:
    """Return whether the command is no action of a turn: a result, initiative, a related skill, what is resisted."""
    if command.action == "free":
        return command.values.get("what") in ("resist", "will")
    return command.action in (
        "result",
        "surprise",
        "character_point",
        "fate_initiative",
        "related",
        "long_task",
        "odds",
    )


# On the turn


def _take_action(draft: Draft, command: Act) -> None:
    """Do an action of the list, or wait. Raises Refused and BadValue."""
    actor = command.id
    plan = action_rules.plan_command(draft.encounter, command)
    action_rules.begin_turns(draft)
    action_rules.fix_number(draft, actor, plan.number)
    _spend_action(draft, actor, plan)
    standing = draft.standing(actor)
    if plan.action.key == "wait" and memory.actions_left(standing):
        wait(draft, actor)
    elif opens_window(draft.encounter, actor, plan):
        open_window(draft, actor, plan)
    elif not memory.actions_left(standing):
        # By a ruling this may be the whole turn of somebody whose turn has not come; after it there is no other.
        is_called = standing.status in (Status.ACTING, Status.DONE)
        draft.record(StatusSet(actor, Status.DONE, turn=TurnEffect.BY_STATUS if is_called else TurnEffect.OVER))


def _spend_action(draft: Draft, actor: Id, plan: action_rules.PlannedAction) -> None:
    roll = f" ({plan.roll})" if plan.roll else ""
    rule = "R17" if plan.action.key == "wait" else penalty_rule(draft.encounter, actor, plan.number)
    term = Term(f"{plan.words}{roll}", 1, plan.action.rule)
    draft.record(Spent(actor, term, plan.note, rule, plan.target, quiet=plan.action is action_rules.WAIT))
    now = replace(memory.recall(draft.standing(actor)), interrupts=False)
    if plan.action.armed or plan.gear:
        now = replace(now, gear=_use_gear(now.gear, memory.Gear(plan.gear.casefold(), plan.slow)))
    if plan.rolls:
        now = replace(now, modifier=0)
    draft.remember(actor, now)
    fight = memory.recall_fight(draft.encounter)
    draft.remember("", replace(fight, tackled=plan.target if plan.action.key == "tackle" else ""))


def _use_gear(used: tuple[memory.Gear, ...], gear: memory.Gear) -> tuple[memory.Gear, ...]:
    """Return the gear of the round after one more use of it."""
    for place, earlier in enumerate(used):
        if (earlier.name, earlier.is_slow) == (gear.name, gear.is_slow):
            return (*used[:place], replace(earlier, times=earlier.times + 1), *used[place + 1 :])
    return (*used, gear)


def end_turn(draft: Draft, actor: Id) -> None:
    """Lose the actions that are declared and unused (R19), or do nothing in this round. Raises Refused."""
    action_rules.check_turn(draft.encounter, actor)
    unused = memory.actions_left(draft.standing(actor))
    if unused:
        draft.record(StatusSet(actor, Status.DONE, f"forgoes {write_count(unused, 'action')}", "R19"))
    else:
        action_rules.begin_turns(draft)
        draft.record(StatusSet(actor, Status.DONE, "does nothing in this round", "R16"))


# Early turns


def _check_early(encounter: Encounter, combatant_id: Id, rule: str) -> None:
    """Check that the combatant’s turn is still to come. Raises Refused."""
    action_rules.GUARDS.playing(encounter, combatant_id)
    if not memory.awaits_turn(encounter, combatant_id):
        name = encounter.name_of(combatant_id)
        refuse(encounter, Refused("not_later", f"{name} has no turn later in this round.", rule))


def plan_move_up(encounter: Encounter, command: Act) -> action_rules.PlannedAction:
    """Plan the action for which the turn moves up. Raises Refused and BadValue."""
    actor, values = command.id, command.values
    action = action_rules.EARLY.get(str(values.get("reason", "other")))
    if action is None:
        raise Refused("no_right", "A later turn gives no right to react.", "R23")
    _check_early(encounter, actor, action.rule)
    if _spends_fate(command):
        action_rules.check_fate(encounter, actor)
    ruled = memory.recall(encounter.standings[actor]).declared
    number = ruled or action_rules.check_limit(encounter, actor, values.get("number", 1), _spends_fate(command))
    said = {key: values[key] for key in ("note", "skill", "thrower") if key in values}
    return action_rules.plan_action(encounter, actor, action, said, number)


def _spends_fate(command: Act) -> bool:
    """Return whether the command spends a Fate Point. Raises BadValue."""
    return bool(value_in(command.values, action_rules.FATE))


def move_up(draft: Draft, command: Act) -> None:
    """Take the turn early; the reaction is its first action (R23). Raises Refused and BadValue."""
    actor = command.id
    plan = plan_move_up(draft.encounter, command)
    if _spends_fate(command):
        action_rules.spend_fate(draft, actor)
    action_rules.fix_number(draft, actor, plan.number)
    has_window = opens_window(draft.encounter, actor, plan)
    goes_on = plan.number > 1 or has_window
    if goes_on:
        pause(draft)
    status, turn = (Status.ACTING, TurnEffect.BY_STATUS) if goes_on else (Status.DONE, TurnEffect.OVER)
    draft.record(StatusSet(actor, status, "moves up", "R23", turn))
    _spend_action(draft, actor, plan)
    if has_window:
        open_window(draft, actor, plan)


def check_surprise(encounter: Encounter, combatant_id: Id) -> None:
    _check_early(encounter, combatant_id, "R22")
    if memory.recall_fight(encounter).has_begun:
        refuse(encounter, Refused("begun", "Somebody has already acted: use the ruling “Act now” instead.", "R22"))


def surprise(draft: Draft, combatant_id: Id) -> None:
    """Put the combatant before all who do not surprise (R22); several who surprise go by initiative (RA15)."""
    check_surprise(draft.encounter, combatant_id)
    was = draft.encounter
    earlier = initiative.earlier_surprisers(draft.encounter, combatant_id)
    if not initiative.surprisers(draft.encounter, combatant_id):
        draft.remember("", replace(memory.recall_fight(draft.encounter), before_jumps=draft.encounter.order))
    now, words = (
        replace(memory.recall(draft.standing(combatant_id)), jumps=True),
        initiative.jump_sentence(draft.encounter, combatant_id),
    )
    draft.remember(combatant_id, now, "RA15" if earlier else "R22", or_say=words)
    others = (member for member in draft.encounter.order if member != combatant_id)
    draft.record(Placed(combatant_id, next((member for member in others if member not in earlier), "")))
    turns.reconsider(draft, was)
