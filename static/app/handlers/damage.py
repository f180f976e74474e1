"""How the page answers to what is asked about wounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.handlers.dispatch import run
from app.intents import damage as w
from app.intents.damage import WoundsIntent
from app.page.dialog import Dialog
from app.page.state import PageState, open_dialog
from app.values.damage_form import DamageForm
from app.views.damage import members
from turntrack.core import commands as c
from turntrack.core.dice import Dice
from turntrack.core.model import Id, Share


def answer(state: PageState, fight: Fight, intent: WoundsIntent, dice: Dice) -> PageState:
    """Return the state after an intent about wounds. Raises Refused and Malformed."""
    encounter = fight.encounter
    match intent:
        case w.Wounds(one):
            return open_wounds(state, one)
        case w.PickHit(one):
            return change(state, lambda it: it.pick(one))
        case w.PickAll(is_group, name):
            ids = members(encounter, "group" if is_group else "side", name)
            return change(state, lambda it: it.pick_all(ids))
        case w.PickShare(one, share):
            return change(state, lambda it: it.share(one, share))
        case w.Digit(digit):
            return change(state, lambda it: it.type_digit(digit))
        case w.RubOut():
            return change(state, lambda it: replace(it, amount=it.amount // 10))
        case w.Halve():
            return change(state, lambda it: it.times(encounter, Share.HALF))
        case w.Redouble():
            return change(state, lambda it: it.times(encounter, Share.DOUBLE))
        case w.Heals(heals):
            return change(state, lambda it: replace(it, heals=bool(heals), beyond=False))
        case w.Beyond():
            return change(state, lambda it: replace(it, beyond=not it.beyond))
        case w.PickLeft(name):
            return change(state, lambda it: it.leave(name))
        case w.Deal() | w.CountHealth():
            return _do(state, fight, intent, dice)
        case w.PoolHealth(pooled, group):
            return run(state, fight, [c.PoolHealth(group, bool(pooled))], dice)
        case w.Strike(one, amount):
            return run(state, fight, [c.Wound(amount, (c.Hit(one),))], dice, closing=True)
        case _:
            assert_never(intent)


def open_wounds(state: PageState, one: Id) -> PageState:
    """Open the sheet for somebody; beside it, have him or her among those whom it is about, or no longer."""
    if wounding_of(state) and not state.is_within:
        return change(state, lambda it: it.pick(one))
    return open_dialog(state, Dialog("wounds", DamageForm((c.Hit(one),))))


def wounding_of(state: PageState) -> DamageForm | None:
    """Return what is being dealt out in the open sheet."""
    subject = state.dialog.subject if state.dialog and not state.library.dialog else None
    return subject if isinstance(subject, DamageForm) else None


def change(state: PageState, how: Callable[[DamageForm], DamageForm]) -> PageState:
    """Change what is being dealt out; after a late tap from a sheet that is gone, nothing."""
    wounding = wounding_of(state)
    if wounding is None or state.dialog is None:
        return state
    return replace(state, dialog=replace(state.dialog, subject=how(wounding)))


def _do(state: PageState, fight: Fight, intent: w.Deal | w.CountHealth, dice: Dice) -> PageState:
    wounding, encounter = wounding_of(state), fight.encounter
    if wounding is None:
        return state
    if isinstance(intent, w.Deal):
        return run(state, fight, [wounding.command(encounter)], dice, closing=True)
    ids = tuple(one for one in wounding.about(encounter) if not encounter.combatants[one].is_counted)
    counted = run(state, fight, [c.CountHealth(ids, wounding.amount)], dice)
    return change(counted, lambda it: replace(it, amount=0))
