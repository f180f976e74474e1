"""Handlers of the intents about damage and healing."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.handlers.command_execution import run
from app.intents import combatants as w
from app.intents.combatants import DamageIntent
from app.page.dialog import Dialog
from app.page.state import PageState, change_form, form_of, open_dialog
from app.ui.damage import members
from app.values.forms import DamageForm
from turntrack.core import commands as c
from turntrack.core.dice import Dice
from turntrack.core.model import Id, Share
from turntrack.rules.health import is_counted


def handle(state: PageState, fight: Fight, intent: DamageIntent, dice: Dice) -> PageState:
    """Return the state after an intent about damage. Raises Refused and Malformed."""
    encounter = fight.encounter
    match intent:
        case w.OpenDamage(combatant_id):
            return open_form(state, combatant_id)
        case w.PickHit(combatant_id):
            return change_form(state, DamageForm, lambda form: form.pick(combatant_id))
        case w.PickAll(is_group, name):
            ids = members(encounter, "group" if is_group else "side", name)
            return change_form(state, DamageForm, lambda form: form.pick_all(ids))
        case w.PickShare(combatant_id, share):
            return change_form(state, DamageForm, lambda form: form.share(combatant_id, share))
        case w.Digit(digit):
            return change_form(state, DamageForm, lambda form: form.type_digit(digit))
        case w.RubOut():
            return change_form(state, DamageForm, lambda form: replace(form, amount=form.amount // 10))
        case w.Halve():
            return change_form(state, DamageForm, lambda form: form.times(encounter, Share.HALF))
        case w.Redouble():
            return change_form(state, DamageForm, lambda form: form.times(encounter, Share.DOUBLE))
        case w.Heals(heals):
            return change_form(state, DamageForm, lambda form: replace(form, heals=bool(heals), beyond=False))
        case w.Beyond():
            return change_form(state, DamageForm, lambda form: replace(form, beyond=not form.beyond))
        case w.PickCondition(name):
            return change_form(state, DamageForm, lambda form: form.leave(name))
        case w.Deal() | w.CountHealthIntent():
            return _do(state, fight, intent, dice)
        case _:
            assert_never(intent)


def open_form(state: PageState, combatant_id: Id) -> PageState:
    """Open the damage sheet for a combatant. If the sheet is open already, toggle the combatant as a target."""
    if form_of(state, DamageForm) and not state.is_within:
        return change_form(state, DamageForm, lambda form: form.pick(combatant_id))
    return open_dialog(state, Dialog("wounds", DamageForm((c.Hit(combatant_id),))))


def _do(state: PageState, fight: Fight, intent: w.Deal | w.CountHealthIntent, dice: Dice) -> PageState:
    form, encounter = form_of(state, DamageForm), fight.encounter
    if form is None:
        return state
    if isinstance(intent, w.Deal):
        return run(state, fight, [form.command(encounter)], dice, closing=True)
    ids = tuple(
        combatant_id
        for combatant_id in form.about(encounter)
        if not is_counted(encounter, encounter.combatants[combatant_id])
    )
    counted = run(state, fight, [c.CountHealth(ids, form.amount)], dice)
    return change_form(counted, DamageForm, lambda form: replace(form, amount=0))
