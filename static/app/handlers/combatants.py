"""Handlers of the intents about combatants: conditions, damage, counters, reinforcements, happenings."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from app.fight.commands import add_all, read_lines, with_end
from app.fight.fight import Fight
from app.handlers.dispatch import run
from app.intents import combatants as i
from app.intents.combatants import ConditionsIntent, CountersIntent, DamageIntent, ReinforcementsIntent
from app.page.dialog import CounterForm, Dialog, FightCounterForm, ReinforcementsDialog
from app.page.state import PageState, change_form, dialog_name, form_of, open_dialog
from app.ui.damage import members
from app.ui.strike import open_attack
from app.values.forms import ConditionForm, DamageForm, form_of_condition, new_condition_form
from turntrack.core import commands as c
from turntrack.core.dice import Dice
from turntrack.core.errors import BadValue, Refused
from turntrack.core.fields import COUNT, Field, Kind, read
from turntrack.core.model import FightCounter, Id, RefillTime, Schedule, Share, Until
from turntrack.rules.conditions import usual_end
from turntrack.rules.health import is_counted
from turntrack.rules.reinforcements import ROUND
from turntrack.systems.toolkit.guards import likely_foes


def handle_conditions(state: PageState, fight: Fight, intent: ConditionsIntent, dice: Dice) -> PageState:
    """Return the state after an intent about conditions. Raises Refused and Malformed."""
    state = _use_own_name(state)
    match intent:
        case i.Conditions(combatant_id):
            if form_of(state, ConditionForm) and not state.is_within:
                return change_form(state, ConditionForm, lambda form: form.pick(combatant_id))
            return _open(state, new_condition_form(fight.encounter, combatant_id))
        case i.PutInto(combatant_id, name) if until := usual_end(name, fight.system):
            return run(state, fight, [c.GiveCondition((combatant_id,), name, until=until)], dice)
        case i.PutInto(combatant_id, name):
            return _open(state, new_condition_form(fight.encounter, combatant_id, name))
        case i.ChangeCondition(number):
            present = next((each for each in fight.encounter.conditions if each.number == number), None)
            return _open(state, form_of_condition(fight.encounter, present)) if present else state
        case i.PickBearer(combatant_id):
            return change_form(state, ConditionForm, lambda form: form.pick(combatant_id))
        case i.PickWord(name):
            return change_form(state, ConditionForm, lambda form: replace(form, name=name))
        case i.OwnWord(word):
            return change_form(state, ConditionForm, lambda form: form.use_own_name(word))
        case i.PickWhose(combatant_id):
            return change_form(state, ConditionForm, lambda form: replace(form, whose=combatant_id))
        case i.PickCause(combatant_id):
            return change_form(state, ConditionForm, lambda form: form.pick_cause(combatant_id))
        case i.ConditionSwitch.HOLDS:
            return change_form(state, ConditionForm, lambda form: replace(form, holds=not form.holds))
        case i.ConditionSwitch.ROLLS:
            return change_form(state, ConditionForm, lambda form: replace(form, rolls=not form.rolls))
        case i.Give(until, turns):
            return _give(state, fight, until, turns, dice)
        case i.Concentrate(combatant_id):
            return _give(state, fight, Until.REMOVED, 0, dice, combatant_id)
        case _:
            assert_never(intent)


def _use_own_name(state: PageState) -> PageState:
    """Use the own name if it has been typed since the last intent. The field keeps a name that is not used."""
    form, typed = form_of(state, ConditionForm), _typed_name(state)
    if form is None or typed == form.typed_name:
        return state
    return change_form(state, ConditionForm, lambda form: replace(form.use_own_name(typed), typed_name=typed))


def _typed_name(state: PageState) -> str:
    """Return what the field of the own name holds in the open dialog."""
    return str(state.drafts.of(dialog_name(state)).get("own", ""))


def _open(state: PageState, form: ConditionForm) -> PageState:
    opened = open_dialog(state, Dialog("conditions", form))
    left = _typed_name(opened)
    return change_form(opened, ConditionForm, lambda form: replace(form, typed_name=left))


def _give(state: PageState, fight: Fight, until: Until, turns: int, dice: Dice, holder: Id = "") -> PageState:
    """Give the condition of the form; with a ``holder``, for as long as that combatant concentrates on it."""
    form = form_of(state, ConditionForm)
    if form is None:
        return state
    typed = state.drafts.of(dialog_name(state))
    before = len(fight.session.past)
    command = form.command(fight.encounter, until, turns, typed)
    if holder:
        command = replace(command, by=holder, held=True, concentrates=True)
    given = run(state, fight, [command], dice, closing=True)
    if len(fight.session.past) == before:
        return given
    return replace(given, drafts=given.drafts.clear(dialog_name(state)))


def handle_damage(state: PageState, fight: Fight, intent: DamageIntent, dice: Dice) -> PageState:
    """Return the state after an intent about damage. Raises Refused and Malformed."""
    encounter = fight.encounter
    match intent:
        case i.OpenDamage(combatant_id):
            return _open_form(state, combatant_id, heals=_is_to_heal(fight, combatant_id))
        case i.OpenStrike(combatant_id):
            return _open_form(state, combatant_id, attacks=True)
        case i.StrikeAt(combatant_id, amount):
            wound = c.Wound(amount, (c.Hit(combatant_id),)) if amount else None
            return strike(state, fight, combatant_id, wound, dice)
        case i.StrikeCritically(combatant_id):
            return strike(state, fight, combatant_id, c.Wound(1, (c.Hit(combatant_id, Share.DOUBLE),)), dice)
        case i.StrikeWithout(combatant_id):
            hit = c.Wound(0, (c.Hit(combatant_id),), leaves=(fight.system.wounds.leaves,))
            return strike(state, fight, combatant_id, hit, dice)
        case i.PickHit(combatant_id):
            return change_form(state, DamageForm, lambda form: form.pick(combatant_id))
        case i.PickAll(is_group, name):
            ids = members(encounter, "group" if is_group else "side", name)
            return change_form(state, DamageForm, lambda form: form.pick_all(ids))
        case i.PickShare(combatant_id, share):
            return change_form(state, DamageForm, lambda form: form.share(combatant_id, share))
        case i.TypeOwn(combatant_id):
            return change_form(state, DamageForm, lambda form: form.type_own(combatant_id))
        case i.Digit(digit):
            return change_form(state, DamageForm, lambda form: form.type_digit(digit))
        case i.DealAmount(amount):
            form = form_of(state, DamageForm)
            return _deal(state, fight, replace(form, amount=amount), dice) if form else state
        case i.DamageKey.RUB_OUT:
            return change_form(state, DamageForm, lambda form: form.type_amount(form.typed // 10))
        case i.DamageKey.HALVE:
            return change_form(state, DamageForm, lambda form: form.times(encounter, Share.HALF))
        case i.DamageKey.REDOUBLE:
            return change_form(state, DamageForm, lambda form: form.times(encounter, Share.DOUBLE))
        case i.Heals(heals):
            return change_form(state, DamageForm, lambda form: replace(form, heals=bool(heals), beyond=False))
        case i.DamageKey.BEYOND:
            return change_form(state, DamageForm, lambda form: replace(form, beyond=not form.beyond))
        case i.PickCondition(name):
            return change_form(state, DamageForm, lambda form: form.leave(name))
        case i.PickEnd(until, whose):
            return change_form(state, DamageForm, lambda form: replace(form, until=until, whose=whose))
        case i.DamageButton():
            return _do(state, fight, intent, dice)
        case _:
            assert_never(intent)


def strike(state: PageState, fight: Fight, foe: Id, wound: c.Wound | None, dice: Dice) -> PageState:
    """Carry out the open attack with its damage; if none is open any more, deal the damage alone."""
    attack = open_attack(fight.encounter, fight.system, state.sections, state.typed.entered)
    command = attack.at(foe, wound) if attack else None
    if command is None:
        if wound is None:
            raise Refused("no_attack", "No attack is left in this turn.")
        return run(state, fight, [wound], dice, closing=True)
    ended = with_end(command, state.sections, fight.encounter, fight.system)
    return run(state, fight, [ended], dice, closing=True, is_attack=wound is not None)


def _is_to_heal(fight: Fight, combatant_id: Id) -> bool:
    """Return whether whoever acts rather heals: another hurt one of the same side, not struck just now."""
    encounter = fight.encounter
    combatant, acting = encounter.combatants.get(combatant_id), encounter.acting()
    if combatant is None or combatant.health >= combatant.full_health or combatant_id == fight.last_hit_target():
        return False
    return bool(acting) and combatant_id not in acting and not likely_foes(encounter, acting[0], (combatant_id,))


def _open_form(state: PageState, combatant_id: Id, attacks: bool = False, heals: bool = False) -> PageState:
    """Open the damage sheet for a combatant. If the sheet is open already, toggle the combatant as a target."""
    if form_of(state, DamageForm) and not state.is_within:
        return change_form(state, DamageForm, lambda form: form.pick(combatant_id))
    return open_dialog(state, Dialog("wounds", DamageForm((c.Hit(combatant_id),), heals=heals, attacks=attacks)))


def _do(state: PageState, fight: Fight, intent: i.DamageButton, dice: Dice) -> PageState:
    form, encounter = form_of(state, DamageForm), fight.encounter
    if form is None:
        return state
    if intent is i.DamageButton.DEAL:
        return _deal(state, fight, form, dice)
    ids = tuple(
        combatant_id
        for combatant_id in form.about(encounter)
        if not is_counted(encounter, encounter.combatants[combatant_id])
    )
    counted = run(state, fight, [c.CountHealth(ids, form.amount)], dice)
    return change_form(counted, DamageForm, lambda form: replace(form, amount=0))


def _deal(state: PageState, fight: Fight, form: DamageForm, dice: Dice) -> PageState:
    wound = form.command(fight.encounter)
    if form.attacks and wound.hits and not form.heals:
        return strike(state, fight, wound.hits[0].id, wound, dice)
    return run(state, fight, [wound], dice, closing=True)


_COUNTER_MOST = Field("most", "Maximum", Kind.NUMBER, 0, high=9999)


def handle_counters(state: PageState, fight: Fight, intent: CountersIntent, dice: Dice) -> PageState:
    """Return the state after an intent about counters. Raises Refused and Malformed."""
    match intent:
        case i.Counters(combatant_id):
            return open_dialog(state, Dialog(f"counters {combatant_id}", CounterForm(combatant_id)))
        case i.KeepCounterIntent(combatant_id, name, most, fills):
            full = int(read(_COUNTER_MOST, most or 0))
            if fills not in list(RefillTime):
                raise Refused("bad_value", "Say when it refills.")
            counter = c.KeepCounter(combatant_id, name, full, full, RefillTime(fills))
            return run(state, fight, [counter], dice, closing=True)
        case i.OpenFightCounter(name):
            return open_dialog(state, Dialog(f"fight-counter {name}", FightCounterForm(name)))
        case i.KeepFightCounterIntent(was, name, value, most, gains, side, shown, at_table):
            now, full = (int(read(_COUNTER_MOST, typed or 0)) for typed in (value, most))
            kept = FightCounter(name, now, full, gains, side, shown is True, at_table is True)
            return run(state, fight, [c.KeepFightCounter(kept, was)], dice, closing=True)
        case _:
            assert_never(intent)


WHEN = re.compile(
    r"\s*+(?:(?:round|turn|count|scene)\s++)?([0-9]{1,4})?\s*+(?:@\s*+([-−]?[0-9]{1,4})\s*+)?", re.IGNORECASE
)


def handle_reinforcements(state: PageState, fight: Fight, intent: ReinforcementsIntent, dice: Dice) -> PageState:
    """Return the state after an intent about reinforcements. Raises Refused and Malformed."""
    match intent:
        case i.OpenReinforcements():
            return open_dialog(state, Dialog("wings", ReinforcementsDialog()))
        case i.SendToWings(combatant_id, when):
            comes = _read_when(when, fight.system.counts_up)
            return run(state, fight, [c.WaitInWings(combatant_id, comes)], dice, closing=True)
        case i.ComesThen(combatant_id, when):
            comes = _read_when(str(when), fight.system.counts_up)
            waiting = fight.encounter.reinforcement_of(combatant_id)
            if waiting is None or waiting.comes == comes:
                return state
            return run(state, fight, [c.WaitInWings(combatant_id, comes)], dice)
        case i.AddReinforcements(lines, when, hidden, side):
            comes, text = _read_when(when, fight.system.counts_up), str(lines)
            commands = [
                replace(
                    command,
                    comes=command.comes or comes,
                    hidden=command.hidden or hidden is True,
                    side=command.side or side,
                )
                for command in read_lines(text, fight.encounter, fight.system, state.library.creatures)
            ]
            return run(state, fight, [add_all(commands)], dice, closing=True)
        case i.PlanHappeningIntent(text, when, every):
            comes = _read_when(when, fight.system.counts_up)
            return run(state, fight, [c.PlanHappening(text, comes, every is True)], dice, closing=True)
        case _:
            assert_never(intent)


def _read_when(text: str, by_count: bool) -> Schedule:
    """Read a schedule: a round, a count after an @, both, or nothing for a tap of the game master. Raises BadValue.

    ``by_count`` reads a number alone as a count, for systems whose count never restarts.

    >>> _read_when("round 3 @12", False), _read_when("@-2", False), _read_when("", False)
    (Schedule(round=3, count=12), Schedule(round=0, count=-2), Schedule(round=0, count=None))
    """
    match = WHEN.fullmatch(text)
    if not match:
        raise BadValue("When it comes: a number, and a count after an @, such as 3 or @12.")
    number, count = match[1] or "0", match[2]
    if by_count and match[1] and count is None:
        number, count = "0", match[1]
    return Schedule(int(read(ROUND, number)), None if count is None else int(read(COUNT, count.replace("−", "-"))))
