"""What a combatant does on the turn, out of turn, and beside the turns. (rulebook: L42–70, L152–166)"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from turntrack.core.commands import Act
from turntrack.core.decision_draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, Placed, Spent, StatusSet
from turntrack.core.input_fields import Field, Kind, Values, value_in
from turntrack.core.model import Encounter, Id, Status, TurnEffect
from turntrack.core.score import Term, signed
from turntrack.systems.rond6 import (
    action_catalogue,
    action_check,
    action_declaration,
    free_actions,
    free_movement,
    initiative,
    memory,
    odds_of_first,
    turns,
)
from turntrack.systems.rond6.multi_action_penalty import action_words, penalty_rule
from turntrack.systems.rond6.rule_options import OPTIONS, reading_of
from turntrack.systems.rond6.waits_and_interruptions import (
    act_now,
    give_result,
    interrupt,
    open_window,
    opens_window,
    pause,
    wait,
)
from turntrack.systems.toolkit.options_lifting_refusals import allow

MOST_POINTS = MappingProxyType({"two": 2, "five": 5})
TOTAL = Field("total", "Related skill’s total", Kind.NUMBER, 15, high=9999)
DIFFICULTY = Field("difficulty", "Its difficulty", Kind.NUMBER, 12, high=9999)
LATE = Field("late", "the primary skill has been rolled", Kind.FLAG, False)


def act(draft: Draft, command: Act) -> None:
    """Carry out a command; a command without a case here is an action of the list. Raises Refused and BadValue."""
    actor, values = command.id, command.values
    match command.action:
        case "declare":
            _fix_number(
                draft, actor, action_declaration.check_declaration(draft.encounter, actor, values.get("number", 1))
            )
        case "fate":
            spend_fate(draft, actor)
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
            check_point(draft.encounter, actor)
            initiative.add_point(draft, actor)
            turns.reconsider(draft)
        case "fate_initiative":
            raise refuse_fate()
        case "free":
            do_free(draft, actor, values)
        case "related":
            _note_related(draft, command)
        case "odds":
            chance = odds_of_first.odds_between(draft.encounter, values)
            first, second = (draft.encounter.name_of(str(values[key])) for key in ("one", "other"))
            draft.record(Noted(f"The chance that {first} goes before {second}: {100 * float(chance):.1f} %.", "R14"))
        case _:
            take_action(draft, command)


def is_beside(command: Act) -> bool:
    """Return whether the command is no action of a turn: a result, initiative, or a related skill."""
    return command.action in ("result", "surprise", "character_point", "fate_initiative", "related", "odds")


# On the turn


def _fix_number(draft: Draft, actor: Id, number: int) -> None:
    """Fix the number of actions (R16), unless it is fixed already."""
    if not memory.recall(draft.standing(actor)).declared:
        _begin_turns(draft)
        memory.declare(draft, actor, number, "R16")


def _begin_turns(draft: Draft) -> None:
    """Note that the first turn has begun: initiative stands from now on."""
    fight = memory.recall_fight(draft.encounter)
    if not fight.has_begun:
        draft.remember("", replace(fight, has_begun=True))


def spend_fate(draft: Draft, combatant_id: Id) -> None:
    """Spend a Fate Point: it doubles the limit, before the number is fixed (R28). Raises Refused."""
    action_declaration.check_turn(draft.encounter, combatant_id)
    check_fate(draft.encounter, combatant_id)
    _spend_fate(draft, combatant_id)


def _spend_fate(draft: Draft, combatant_id: Id) -> None:
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), has_fate=True), "R28")


def check_fate(encounter: Encounter, combatant_id: Id) -> None:
    standing, name = encounter.standings[combatant_id], encounter.name_of(combatant_id)
    if memory.recall(standing).declared:
        raise Refused("declared", f"{name} has already declared.", "R18")
    if memory.recall(standing).has_fate:
        raise Refused("already", f"{name} has already spent a Fate Point this round.", "R28")


def take_action(draft: Draft, command: Act) -> None:
    """Do an action of the list, or wait. Raises Refused and BadValue."""
    actor = command.id
    plan = action_check.plan_command(draft.encounter, command)
    _fix_number(draft, actor, plan.number)
    _spend_action(draft, actor, plan)
    standing = draft.standing(actor)
    if plan.action.key == "wait" and memory.actions_left(standing):
        wait(draft, actor)
    elif opens_window(draft.encounter, actor, plan.rolls):
        open_window(draft, actor, plan)
    elif not memory.actions_left(standing):
        draft.record(StatusSet(actor, Status.DONE))


def _spend_action(draft: Draft, actor: Id, plan: action_check.PlannedAction) -> None:
    roll = f" ({plan.roll})" if plan.roll else ""
    rule = "R17" if plan.action.key == "wait" else penalty_rule(draft.encounter, actor, plan.number)
    term = Term(f"{plan.words}{roll}", 1, plan.action.rule)
    draft.record(Spent(actor, term, plan.note, rule, plan.target, quiet=plan.action is action_catalogue.WAIT))
    now = replace(memory.recall(draft.standing(actor)), interrupts=False)
    gear = memory.Gear(plan.gear.casefold(), plan.slow)
    if plan.action.armed and gear not in now.gear:
        now = replace(now, gear=(*now.gear, gear))
    draft.remember(actor, now)


def end_turn(draft: Draft, actor: Id) -> None:
    """Lose the actions that are declared and unused (R19), or do nothing in this round. Raises Refused."""
    action_declaration.check_turn(draft.encounter, actor)
    unused = memory.actions_left(draft.standing(actor))
    if unused:
        draft.record(StatusSet(actor, Status.DONE, f"forgoes {action_words(unused)}", "R19"))
    else:
        _begin_turns(draft)
        draft.record(StatusSet(actor, Status.DONE, "does nothing in this round", "R16"))


# Early turns


def check_early(encounter: Encounter, combatant_id: Id, rule: str) -> None:
    """Check that the combatant’s turn is still to come. Raises Refused."""
    action_catalogue.GUARDS.playing(encounter, combatant_id)
    if not memory.awaits_turn(encounter, combatant_id):
        name = encounter.name_of(combatant_id)
        raise Refused("not_later", f"{name} has no turn later in this round.", rule)


def plan_move_up(encounter: Encounter, command: Act) -> action_check.PlannedAction:
    """Plan the action for which the turn moves up. Raises Refused and BadValue."""
    actor, values = command.id, command.values
    action = action_catalogue.EARLY.get(str(values.get("reason", "other")))
    if action is None:
        raise Refused("no_right", "A later turn gives no right to react.", "R23")
    check_early(encounter, actor, action.rule)
    if spends_fate(command):
        check_fate(encounter, actor)
    ruled = memory.recall(encounter.standings[actor]).declared
    number = ruled or action_declaration.check_limit(encounter, actor, values.get("number", 1), spends_fate(command))
    return action_check.plan_action(encounter, actor, action, {"note": values.get("note", "")}, number)


def spends_fate(command: Act) -> bool:
    """Return whether the command spends a Fate Point. Raises BadValue."""
    return bool(value_in(command.values, action_catalogue.FATE))


def move_up(draft: Draft, command: Act) -> None:
    """Take the turn early; the reaction is its first action (R23). Raises Refused and BadValue."""
    actor = command.id
    plan = plan_move_up(draft.encounter, command)
    if spends_fate(command):
        _spend_fate(draft, actor)
    _fix_number(draft, actor, plan.number)
    has_window = opens_window(draft.encounter, actor, plan.rolls)
    goes_on = plan.number > 1 or has_window
    if goes_on:
        pause(draft)
    status, turn = (Status.ACTING, TurnEffect.BY_STATUS) if goes_on else (Status.DONE, TurnEffect.OVER)
    draft.record(StatusSet(actor, status, "moves up", "R23", turn))
    _spend_action(draft, actor, plan)
    if has_window:
        open_window(draft, actor, plan)


def check_surprise(encounter: Encounter, combatant_id: Id) -> None:
    check_early(encounter, combatant_id, "R22")
    if memory.recall_fight(encounter).has_begun:
        raise Refused("begun", "Somebody has already acted: use the ruling “Act now” instead.", "R22")


def surprise(draft: Draft, combatant_id: Id) -> None:
    """Put the combatant before all who do not surprise (R22); several who surprise go by initiative (RA15)."""
    check_surprise(draft.encounter, combatant_id)
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
    turns.reconsider(draft)


# Beside the turns


def refuse_fate() -> Refused:
    return Refused("no_fate", "Fate Points do not raise initiative.", "R13")


def check_point(encounter: Encounter, combatant_id: Id) -> None:
    """Check that a Character Point may raise this initiative total now. Raises Refused."""
    action_catalogue.GUARDS.check_open(encounter)
    if combatant_id not in memory.ids_with_total(encounter):
        raise Refused("not_rolled", "That combatant has rolled no initiative in this round.", "R13")
    if memory.recall_fight(encounter).has_begun:
        raise Refused("begun", "The first turn has been taken: initiative stands.", "R13")

    def check(encounter: Encounter) -> None:
        most = MOST_POINTS.get(reading_of(encounter, "points"))
        if most is not None and initiative.count_points(encounter, combatant_id) >= most:
            raise Refused("enough_points", f"At most {most} Character Points for one roll.", "RA11")

    allow(encounter, OPTIONS, check)


def do_free(draft: Draft, combatant_id: Id, values: Values) -> None:
    """Do a free action, and count the free metres of the round. Raises Refused and BadValue."""
    words, rule = free_actions.describe_free_action(draft.encounter, combatant_id, values)
    draft.record(Noted(f"{draft.encounter.name_of(combatant_id)} {words}: no action.", rule))
    if values.get("what") == "walk":
        free_movement.note_walk(draft, combatant_id, values)


@dataclass(frozen=True, slots=True)
class RelatedSkill:
    """The effect of a related skill on the primary skill."""

    points: int
    modifier: int
    rule: str

    @property
    def words(self) -> str:
        """Return ``5 result points: +3 on the primary skill``."""
        points = "1 result point" if self.points == 1 else f"{signed(self.points)} result points"
        return f"{points}: {'+' if self.modifier > 0 else '−'}{abs(self.modifier)} on the primary skill"


def apply_related_skill(values: Values) -> RelatedSkill:
    """Compute the modifier (R62–R66). Raises Refused once the primary skill has been rolled, and BadValue."""
    if value_in(values, LATE):
        raise Refused("too_late", "Related skills are rolled first, then the primary one.", "R62")
    total = int(value_in(values, TOTAL))
    points = total - int(value_in(values, DIFFICULTY))  # R63
    size = max(1, (abs(points) + 1) // 2)  # R64, R65; below the difficulty the size is rounded up too (RA9)
    if points < 0:
        return RelatedSkill(points, -size, "R66")
    return RelatedSkill(points, size, "R66" if points == 0 else "R65" if points == 1 else "R64")


def _note_related(draft: Draft, command: Act) -> None:
    related = apply_related_skill(command.values)
    whose = f"{draft.combatant(command.id).name}’s related skill" if command.id else "Related skill"
    draft.record(
        Noted(f"{whose}: {signed(related.points)} result points.", "R63"), Noted(f"{related.words}.", related.rule)
    )
