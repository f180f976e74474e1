"""How the page answers to what is asked about conditions and counters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.handlers.dispatch import run
from app.intents import conditions as i
from app.intents.conditions import ConditionsIntent
from app.page.dialog import Dialog
from app.page.state import PageState, dialog_name, open_dialog
from app.values.condition_form import ConditionForm, CounterForm, new_condition_form
from turntrack.core import commands as c
from turntrack.core.dice import Dice
from turntrack.core.errors import Refused
from turntrack.core.fields import Field, Kind, read
from turntrack.core.model import RefillTime
from turntrack.rules.condition_expiry import reminders

MOST = Field("most", "The most", Kind.NUMBER, 0, high=9999)


def answer(state: PageState, fight: Fight, intent: ConditionsIntent, dice: Dice) -> PageState:
    """Return the state after an intent about conditions. Raises Refused and Malformed."""
    match intent:
        case i.Conditions(one):
            if giving_of(state) and not state.is_within:
                return change(state, lambda it: it.pick(one))
            return _open(state, new_condition_form(fight.encounter, one))
        case i.PutInto(one, name):
            return _open(state, new_condition_form(fight.encounter, one, name))
        case i.Counters(one):
            return open_dialog(state, Dialog(f"counters {one}", CounterForm(one)))
        case i.PickBearer(one):
            return change(state, lambda it: it.pick(one))
        case i.PickWord(name):
            return change(state, lambda it: replace(it, name=name))
        case i.OwnWord(word):
            return change(state, lambda it: replace(it, name=" ".join(word.split()) or it.name))
        case i.PickWhose(one):
            return change(state, lambda it: replace(it, whose=one))
        case i.PickCause(one):
            return change(state, lambda it: it.pick_cause(one))
        case i.Holds():
            return change(state, lambda it: replace(it, holds=not it.holds))
        case i.Throws():
            return change(state, lambda it: replace(it, throws=not it.throws))
        case _:
            return _do(state, fight, intent, dice)


def _do(
    state: PageState,
    fight: Fight,
    intent: i.Give | i.EndCondition | i.SettleOver | i.SettleOn | i.Count | i.DropCounter | i.KeepCounter,
    dice: Dice,
) -> PageState:
    match intent:
        case i.Give():
            return _give(state, fight, intent, dice)
        case i.EndCondition(number):
            return run(state, fight, [c.EndConditions((number,))], dice)
        case i.SettleOver(number):
            numbers = next((it.numbers for it in reminders(fight.encounter) if it.numbers[0] == number), (number,))
            return run(state, fight, [c.EndConditions(numbers)], dice)
        case i.SettleOn(number):
            return run(state, fight, [c.KeepCondition(number)], dice)
        case i.Count(one, by, name):
            return run(state, fight, [c.StepCounter(one, name, by)], dice)
        case i.DropCounter(one, name):
            return run(state, fight, [c.DropCounter(one, name)], dice)
        case i.KeepCounter(one, name, most, fills):
            full = int(read(MOST, most or 0))
            if fills not in list(RefillTime):
                raise Refused("bad_value", "Say when it is full again.")
            return run(state, fight, [c.KeepCounter(one, name, full, full, RefillTime(fills))], dice, closing=True)
        case _:
            assert_never(intent)


def _open(state: PageState, giving: ConditionForm) -> PageState:
    return open_dialog(state, Dialog("conditions", giving))


def giving_of(state: PageState) -> ConditionForm | None:
    """Return the condition that is being given in the open sheet."""
    subject = state.dialog.subject if state.dialog and not state.library.dialog else None
    return subject if isinstance(subject, ConditionForm) else None


def change(state: PageState, how: Callable[[ConditionForm], ConditionForm]) -> PageState:
    """Change what is being given; after a late tap from a sheet that is gone, nothing."""
    giving = giving_of(state)
    if giving is None or state.dialog is None:
        return state
    return replace(state, dialog=replace(state.dialog, subject=how(giving)))


def _give(state: PageState, fight: Fight, intent: i.Give, dice: Dice) -> PageState:
    giving = giving_of(state)
    if giving is None:
        return state
    typed = state.drafts.of(dialog_name(state))
    before = len(fight.session.past)
    command = giving.command(fight.encounter, intent.until, intent.turns, typed)
    given = run(state, fight, [command], dice, closing=True)
    if len(fight.session.past) == before:
        return given
    return replace(given, drafts=given.drafts.clear(dialog_name(state)))
