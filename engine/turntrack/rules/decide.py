"""``decide``, which turns a command and dice into events or a refusal. Only here dice are rolled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import assert_never

from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.dice import Dice
from turntrack.core.draft import Draft
from turntrack.core.drag import move_in_list
from turntrack.core.errors import BadValue, Refused
from turntrack.core.evolve import evolve
from turntrack.core.fields import LONGEST_TEXT, Field, Kind, check_values, read, required_text
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.ordering import same_place
from turntrack.core.settings import SETTINGS, UNIT
from turntrack.rules import (
    combatants,
    conditions,
    fight_counters,
    hidden,
    last_stands,
    luck,
    reinforcements,
    rulings,
    wounds,
)
from turntrack.rules.combatants import MOST_COMBATANTS, drop_counter, keep_counter, step_counter, write_card
from turntrack.rules.condition_expiry import follow
from turntrack.rules.damage import count_health, let_fall, pool_health, wound
from turntrack.rules.health import counts_wounds
from turntrack.rules.hidden import reassign_letters
from turntrack.rules.rest import rest
from turntrack.rules.rulings import check_open, correct_roll, roll_from_card
from turntrack.systems.arrivals import bring_in_arrivals
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.wounds import choose_unit

MARKED = e.Spent | e.StatusSet | e.Placed | e.Noted | e.Remembered
"""The events that can be marked as a ruling."""

CHANGES_NOTHING = ("already", "is_next", "no_change")
"""The codes of refusals that say that all is so already."""

MOST_DEEDS = 20
_MOST_OPTIONS = 100


def decide(
    encounter: Encounter, command: c.Command, dice: Dice, systems: tuple[TurnSystem, ...]
) -> tuple[e.Event, ...]:
    """Return the events of a command, in order.

    Raises Refused if the rules or the state of the encounter refuse the command, and DiceNeeded if the table must roll
    first. Then call again with the same command and with dice that have the answers.
    """
    return tuple(write_draft(encounter, command, dice, systems).events)


def write_draft(encounter: Encounter, command: c.Command, dice: Dice, systems: tuple[TurnSystem, ...]) -> Draft:
    """Decide a command as ``decide`` does, and return the draft, which has the encounter after it too."""
    key = encounter.system
    if isinstance(command, c.MakeEncounter) and not key:
        key = command.system
    system = system_of(key, systems).at(encounter)
    draft = Draft(encounter, dice, partial(_follow, system=system))
    try:
        _decide(draft, command, system)
    except BadValue as error:
        raise Refused("bad_value", str(error)) from error
    return draft


def _decide(draft: Draft, command: c.Command, system: TurnSystem) -> None:
    before = draft.encounter
    match command:
        case c.MakeEncounter():
            if draft.encounter.system:
                raise Refused("already", "This history has an encounter already.")
            words = conditions.read_words(command.words)
            draft.record(e.EncounterMade(required_text("The fight’s name", command.name), system.key, words))
            for option in command.options[:_MOST_OPTIONS]:
                _choose(draft, option, system)
        case c.RenameEncounter():
            draft.record(e.EncounterRenamed(required_text("The fight’s name", command.name)))
        case c.ChooseOption():
            _choose(draft, command, system)
        case c.AddCombatant():
            combatants.add(draft, command, system)
        case c.AddAll():
            combatants.add_all(draft, command, system)
        case c.ChangeCombatant():
            combatants.change(draft, command, system)
        case c.RollAtTable():
            combatants.roll_at_table(draft, command)
        case c.LinkMembers():
            combatants.link_members(draft, command)
        case c.DuplicateCombatant():
            combatants.duplicate(draft, command, system)
        case c.RemoveCombatant():
            if draft.encounter.reinforcement_of(command.id) is None:
                draft.combatant(command.id)
                system.leave(draft, command.id)
            draft.record(e.CombatantRemoved(command.id))
        case c.Fall():
            for combatant_id in (command.id, *command.others):
                if not draft.standing(combatant_id).able:
                    raise Refused("already", f"{draft.encounter.name_of(combatant_id)} has already fallen.")
                let_fall(draft, combatant_id, system)
        case c.Rise():
            if draft.standing(command.id).able:
                raise Refused("already", f"{draft.encounter.name_of(command.id)} is already able to act.")
            draft.record(e.AbleSet(command.id, True))
            if draft.encounter.is_open:
                system.join(draft, command.id)
        case c.Wound():
            wound(draft, command, system)
        case c.CountHealth():
            count_health(draft, command)
        case c.PoolHealth():
            pool_health(draft, command)
        case c.KeepCounter():
            keep_counter(draft, command)
        case c.StepCounter():
            step_counter(draft, command)
        case c.Soak():
            luck.soak(draft, command, system)
        case c.DropCounter():
            drop_counter(draft, command)
        case c.KeepFightCounter():
            fight_counters.keep(draft, command)
        case c.StepFightCounter():
            fight_counters.step(draft, command)
        case c.DropFightCounter():
            fight_counters.drop(draft, command)
        case c.Rest():
            rest(draft, command, system)
        case c.WriteStatCard():
            write_card(draft, command)
        case c.RollFromCard():
            roll_from_card(draft, command)
        case c.GiveCondition():
            conditions.give(draft, command, system)
        case c.EndConditions():
            conditions.end(draft, command)
        case c.ForgetCondition():
            conditions.forget(draft, command)
        case c.KeepCondition():
            conditions.keep(draft, command)
        case c.Hide():
            hidden.hide(draft, command)
        case c.WaitInWings():
            reinforcements.wait_in_wings(draft, command, system)
        case c.BringIn():
            reinforcements.bring_in(draft, command, system)
        case c.PlanHappening():
            reinforcements.plan_happening(draft, command, system)
        case c.DropHappening():
            reinforcements.drop_happening(draft, command)
        case c.OpenRound():
            _open(draft, system)
        case c.CloseRound():
            rulings.check_open(draft, system)
            system.close_round(draft)
            draft.record(e.RoundClosed(draft.encounter.round, e.RULING))
        case c.Act():
            _act(draft, command, system)
        case c.Strike():
            _strike(draft, command, system)
        case c.DoTheSame():
            _do_the_same(draft, command, system)
        case c.Move():
            _move(draft, command, system)
        case c.RuleScore():
            rulings.rule_score(draft, command, system)
        case c.CorrectThrow():
            correct_roll(draft, command, system)
        case c.RuleTurn() | c.RuleSkip() | c.RuleIn():
            rulings.rule_status(draft, command, system)
        case c.RuleFact():
            rulings.rule_fact(draft, command, system)
        case c.RuleAct():
            _rule_act(draft, command, system)
        case c.WriteNote():
            draft.record(e.Noted(required_text("The note", command.text, LONGEST_TEXT)))
        case _:
            assert_never(command)
    last_stands.settle(draft, before, system)
    told = len(draft.events) if isinstance(command, c.OpenRound) else 0
    _go_on(draft, system)
    _equip_newcomers(draft, told, system)
    if before.is_open and not draft.encounter.is_open:
        reinforcements.come_at_end(draft, system)
    # Last, because a step can bring in, hide and reveal several combatants.
    reassign_letters(draft, before)


def _go_on(draft: Draft, system: TurnSystem) -> None:
    """Advance an open round until a combatant acts, and bring in the reinforcements that are due."""
    if not draft.encounter.is_open:
        return
    reinforcements.come_with_round(draft, system)
    reinforcements.happen_with_round(draft)
    # ``settle`` may rely on it that no actor is unable to act.
    for actor in draft.encounter.acting():
        if not draft.standing(actor).able:
            draft.record(e.StatusSet(actor, Status.READY))
    now = draft.encounter
    while reinforcements.come_with_count(draft, system):
        if now.acting():
            rulings.act_first(draft, now, system)
        now = draft.encounter
    system.settle(draft)
    if draft.encounter.happenings or draft.encounter.conditions:
        reinforcements.reach_count(draft, system)


def _equip_newcomers(draft: Draft, told: int, system: TurnSystem) -> None:
    """Give those who joined the running round by the events from ``told`` on what others have from its beginning."""
    if not draft.encounter.is_open or not counts_wounds(draft.encounter):
        return
    joined = [
        event.combatant.id if isinstance(event, e.CombatantAdded) else event.id
        for event in draft.events[told:]
        if isinstance(event, e.CombatantAdded | e.Entered)
    ]
    if joined:
        wounds.give_limits(draft, joined, system)
        luck.give(draft, joined, system)
        luck.give_for_jokers(draft, told, system)


def _follow(before: Encounter, event: e.Event, after: Encounter, system: TurnSystem) -> Iterator[e.Event]:
    yield from follow(before, event, after, system)
    yield from hidden.reveal(event, after)


def _choose(draft: Draft, command: c.ChooseOption, system: TurnSystem) -> None:
    for option in (*system.options, *SETTINGS):
        if option.key == command.key:
            picks = Field(option.key, option.label, Kind.PICK, option.default, picks=option.values)
            value = str(read(picks, command.value))
            if option == UNIT:
                choose_unit(draft, value)
            else:
                draft.record(e.OptionChosen(option.key, value))
            return
    raise Refused("no_option", f"{system.title} has no option called “{command.key[:40]}”.")


def _open(draft: Draft, system: TurnSystem) -> None:
    if draft.encounter.is_open:
        raise Refused("already_open", f"{system.round_name(draft.encounter.round).capitalize()} is still running.")
    bring_in_arrivals(draft)
    if not draft.encounter.combatants:
        raise Refused("nobody", "Add a combatant first.")
    if not any(standing.able for standing in draft.encounter.standings.values()):
        raise Refused("nobody_able", "Nobody is able to act: get somebody back up first.")
    wounds.give_limits(draft, draft.encounter.order, system)
    luck.begin(draft, system)
    told = len(draft.events)
    system.open_round(draft)
    luck.give_for_jokers(draft, told, system)
    fight_counters.gain(draft)


def _act(draft: Draft, command: c.Act, system: TurnSystem) -> None:
    """Carry out a choice. The system reads its values first, because it names a wrong one as the form does."""
    system.act(draft, command)
    check_values(command.values)


def _strike(draft: Draft, command: c.Strike, system: TurnSystem) -> None:
    """Carry out an attack with its damage, or as a miss, and what ends the turn after it."""
    told = len(draft.events)
    _act(draft, command.act, system)
    if command.wound:
        wound(draft, command.wound, system)
    elif command.misses:
        _mark_as_miss(draft, told)
    if command.end:
        _go_on(draft, system)
        _act(draft, command.end, system)


def _do_the_same(draft: Draft, command: c.DoTheSame, system: TurnSystem) -> None:
    """Let the combatants act one after the other. Raises Refused or BadValue if one of them cannot."""
    if not command.ids or not command.deeds:
        raise Refused("nobody", "First say who does what.")
    if len(command.ids) > MOST_COMBATANTS or len(command.deeds) > MOST_DEEDS:
        raise BadValue(f"At most {MOST_DEEDS} actions, one after the other.")
    for actor in command.ids:
        name, has_turn = draft.combatant(actor).name, actor in draft.encounter.acting()
        deeds = command.deeds[max(0, command.calls) :] if has_turn else command.deeds
        if not deeds:
            raise Refused("already", f"{name} is already acting.")
        for deed in deeds:
            _act(draft, c.Act(actor, deed.action, deed.values), system)
            _go_on(draft, system)
            if waiting := system.interrupters(draft.encounter):
                raise Refused("window", f"{draft.encounter.names_of(waiting)} may interrupt {name}: one at a time.")


def _move(draft: Draft, command: c.Move, system: TurnSystem) -> None:
    draft.combatant(command.id)
    if command.before:
        draft.combatant(command.before)
    if command.before == command.id:
        raise same_place()
    before = draft.encounter
    if before.round:
        system.move(draft, command)
    else:
        instead = f"change that on the sheet, or move {before.name_of(command.id)} when round 1 has begun"
        move_in_list(draft, command, system.track, f"The order goes by what is known already: {instead}.")
    if draft.encounter == before:
        raise same_place()


def _rule_act(draft: Draft, command: c.RuleAct, system: TurnSystem) -> None:
    """Carry out a choice without the checks that refuse it, and mark it as a ruling. Raises Refused and BadValue.

    A choice that no ruling can make possible is noted; it stays refused if it belongs to no combatant, or would change
    nothing.
    """
    check_open(draft, system)
    done = c.Act(command.id, command.action, command.values)
    check_values(done.values)
    name = draft.combatant(command.id).name if command.id else ""
    words = f"does anyway: {required_text('What is done', command.label)}"
    before, told = draft.encounter, len(draft.events)
    while True:
        try:
            system.act(draft, done)
            break
        except Refused as refusal:
            # The choice may have recorded events before it was refused.
            waived, draft.encounter = draft.encounter.waived, before
            del draft.events[told:]
            if refusal.code not in waived:
                draft.encounter = before._replace(waived=(*waived, refusal.code))
            elif command.id and refusal.code not in CHANGES_NOTHING:
                draft.record(e.Noted(f"{name} {words}.", e.RULING))
                return
            else:
                raise
    if draft.encounter.waived:
        draft.encounter = draft.encounter._replace(waived=())
        _mark_as_ruling(draft, before, told, system, e.Noted(f"{name} {words}.", e.RULING, command.id))


def _mark_as_miss(draft: Draft, told: int) -> None:
    """Mark the attack among the events from ``told`` on as one that misses."""
    for at in range(told, len(draft.events)):
        event = draft.events[at]
        if isinstance(event, e.Spent) and event.at:
            draft.events[at] = replace(event, misses=True)
            return


def _mark_as_ruling(draft: Draft, before: Encounter, told: int, system: TurnSystem, otherwise: e.Noted) -> None:
    """Mark as a ruling the event from ``told`` on that says best what was done; if none does, record ``otherwise``."""
    best, most = -1, 0
    for at in range(told, len(draft.events)):
        event = draft.events[at]
        after = evolve(before, event)
        says = _says_deed(event, otherwise.about)
        if isinstance(event, e.Remembered) and not system.memory_words(before, after, event.id):
            says = 0
        best, most = (at, says) if says > most else (best, most)
        before = after
    event = draft.events[best] if most else otherwise
    if isinstance(event, MARKED) and most:
        draft.events[best] = replace(event, rule=e.RULING)
    else:
        draft.record(otherwise)


def _says_deed(event: e.Event, actor: Id) -> int:
    """Rate how well the log’s line about the event says what the actor did; 0 for not at all."""
    match event:
        case e.Spent():
            return 4
        case e.StatusSet() if event.why or event.status is Status.ACTING:
            return 3 if event.id == actor else 0
        case e.Placed() if event.why:
            return 3 if event.id == actor else 0
        case e.Noted():
            return 2
        case e.Remembered():
            return 1 if event.id == actor else 0
        case _:
            return 0
