"""How the page answers while rules of the table's own are made."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.handlers.dispatch import run
from app.intents import rule_editor as i
from app.intents.rule_editor import MakingIntent
from app.library.rule_sets import check_length
from app.page.library_state import RuleEditorDialog
from app.page.state import PageState, check_writable
from app.rule_editor import state as editor
from app.rule_editor.state import FIRST_QUESTION, TITLE_OF, Making
from turntrack.core.dice import Dice
from turntrack.core.errors import BadValue, Refused
from turntrack.systems.table_rules.actions import take
from turntrack.systems.table_rules.memory import rules_of


def handle(state: PageState, intent: MakingIntent, dice: Dice) -> PageState:
    """Return the state after an intent. Raises Refused."""
    making = state.library.making or Making()
    match intent:
        case i.Make():
            return _open(state, making if state.fight else replace(making, of_fight=False))
        case i.MakeFrom(key):
            return _open(state, replace(_begin_from(key), of_fight=making.of_fight, was=making.was))
        case i.MakeOf(key):
            made = state.library.find_rule_set(key)
            if making.key == key:
                return _open(state, making)
            return _open(state, Making(made.rules, FIRST_QUESTION, made.key))
        case i.MakeLike(key):
            rules = state.library.find_rule_set(key).rules
            return _open(state, replace(Making(rules, FIRST_QUESTION), of_fight=making.of_fight, was=making.was))
        case i.MakeOfFight():
            return _open(state, _of_fight(state))
        case i.MakeTake():
            return _take(state, making, dice)
        case _:
            return _open(state, _answer(making, intent))


def _answer(making: Making, intent: MakingIntent) -> Making:
    match intent:
        case i.MakeStep(step):
            return editor.go_to(making, step)
        case i.MakeChoose(what, value):
            return editor.choose(making, what, value)
        case i.MakeWrite(what, value):
            return editor.write(making, what, value)
        case i.MakeFormula(value):
            return editor.write(making, "formula", value)
        case i.MakeMissing():
            return editor.add_missing(making)
        case i.MakeAdd(table):
            return editor.add(making, table)
        case i.MakeRemove(row):
            return editor.remove(making, row)
        case i.MakeUnfold(row):
            return editor.unfold(making, row)
        case i.Make() | i.MakeFrom() | i.MakeLike() | i.MakeOf() | i.MakeOfFight() | i.MakeTake():
            return making
        case _:
            assert_never(intent)


def _open(state: PageState, making: Making) -> PageState:
    library = replace(state.library, making=making, dialog=RuleEditorDialog(), error="", undo=None)
    return replace(state, library=library)


def _begin_from(key: str) -> Making:
    try:
        return editor.begin_from(key)
    except BadValue as error:
        raise Refused("gone", str(error)) from error


def _of_fight(state: PageState) -> Making:
    if not (state.fight and state.fight.system.has_rules_of_fights):
        raise Refused("no_rules", "No fight is open that goes by rules of its own.")
    if not state.fight.system.own_rules(state.fight.encounter):
        return replace(editor.begin_from(""), of_fight=True)
    rules = rules_of(state.fight.encounter)
    return Making(rules, FIRST_QUESTION, was=rules, of_fight=True)


def _take(state: PageState, making: Making, dice: Dice) -> PageState:
    """Have the open fight go by these rules: once it has begun, that is a change which says what it changes."""
    check_writable(state)
    if not state.fight or not making.of_fight:
        raise Refused("no_rules", "No fight is open that goes by rules of its own.")
    if wrong := editor.step_of_wrong(making):
        raise Refused("wrong", f"Something written at “{TITLE_OF[wrong]}” could not be taken. Put it right first.")
    check_length(making.rules)
    action = "change" if state.fight.encounter.round else "rules"
    library = replace(state.library, dialog=None, making=None)
    done = run(replace(state, library=library, dialog=None), state.fight, (take(making.rules, action),), dice)
    return replace(done, toast=done.toast or f"The fight goes by “{making.rules.name}” now.")
