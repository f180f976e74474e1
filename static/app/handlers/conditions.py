"""Handlers of the intents about conditions."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.handlers.command_execution import run
from app.intents import conditions as i
from app.intents.conditions import ConditionsIntent
from app.page.dialog import Dialog
from app.page.state import PageState, dialog_name
from app.page.state_transitions import change_form, form_of, open_dialog
from app.values.condition_form import ConditionForm, new_condition_form
from turntrack.core.dice import Dice


def handle(state: PageState, fight: Fight, intent: ConditionsIntent, dice: Dice) -> PageState:
    """Return the state after an intent about conditions. Raises Refused and Malformed."""
    state = _use_own_name(state)
    match intent:
        case i.Conditions(combatant_id):
            if form_of(state, ConditionForm) and not state.is_within:
                return change_form(state, ConditionForm, lambda form: form.pick(combatant_id))
            return _open(state, new_condition_form(fight.encounter, combatant_id))
        case i.PutInto(combatant_id, name):
            return _open(state, new_condition_form(fight.encounter, combatant_id, name))
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
        case i.Holds():
            return change_form(state, ConditionForm, lambda form: replace(form, holds=not form.holds))
        case i.Throws():
            return change_form(state, ConditionForm, lambda form: replace(form, throws=not form.throws))
        case i.Give():
            return _give(state, fight, intent, dice)
        case _:
            assert_never(intent)


def _use_own_name(state: PageState) -> PageState:
    """Use a name that has been typed since the last intent. The field keeps it, so a name chosen later replaces it."""
    form, typed = form_of(state, ConditionForm), str(state.drafts.of(dialog_name(state)).get("own", ""))
    if form is None or typed == form.own:
        return state
    return change_form(state, ConditionForm, lambda form: replace(form.use_own_name(typed), own=typed))


def _open(state: PageState, form: ConditionForm) -> PageState:
    return open_dialog(state, Dialog("conditions", form))


def _give(state: PageState, fight: Fight, intent: i.Give, dice: Dice) -> PageState:
    form = form_of(state, ConditionForm)
    if form is None:
        return state
    typed = state.drafts.of(dialog_name(state))
    before = len(fight.session.past)
    command = form.command(fight.encounter, intent.until, intent.turns, typed)
    given = run(state, fight, [command], dice, closing=True)
    if len(fight.session.past) == before:
        return given
    return replace(given, drafts=given.drafts.clear(dialog_name(state)))
