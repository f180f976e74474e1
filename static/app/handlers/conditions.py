"""Handlers of the intents about conditions."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.handlers.command_execution import run
from app.intents import combatants as i
from app.intents.combatants import ConditionsIntent
from app.page.dialog import Dialog
from app.page.state import PageState, change_form, dialog_name, form_of, open_dialog
from app.values.forms import ConditionForm, new_condition_form
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
