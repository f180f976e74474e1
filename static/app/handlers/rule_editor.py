"""Handlers of the intents of the rule editor."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.handlers.dispatch import run
from app.intents import rule_editor as i
from app.intents.rule_editor import RuleEditorIntent
from app.library.rule_sets import check_length
from app.page.library import RuleEditorDialog
from app.page.state import PageState, check_writable
from app.rule_editor import state as transitions
from app.rule_editor.state import FIRST_QUESTION, RuleEditor, why_refused
from turntrack.core.dice import Dice
from turntrack.core.errors import BadValue, Refused
from turntrack.systems.table_rules.memory import rules_of
from turntrack.systems.table_rules.rule_change import take


def handle(state: PageState, intent: RuleEditorIntent, dice: Dice) -> PageState:
    """Return the state after an intent. Raises Refused."""
    editor = state.library.rule_editor or RuleEditor()
    match intent:
        case i.EditorButton.MAKE:
            return _open(state, editor if state.fight else replace(editor, of_fight=False))
        case i.MakeFrom(key):
            return _open(state, replace(_begin_from(key), of_fight=editor.of_fight, was=editor.was))
        case i.MakeOf(key):
            made = state.library.find_rule_set(key)
            if editor.key == key:
                return _open(state, editor)
            return _open(state, RuleEditor(made.rules, FIRST_QUESTION, made.key))
        case i.MakeLike(key):
            rules = state.library.find_rule_set(key).rules
            return _open(state, replace(RuleEditor(rules, FIRST_QUESTION), of_fight=editor.of_fight, was=editor.was))
        case i.EditorButton.MAKE_OF_FIGHT:
            return _open(state, _of_fight(state))
        case i.EditorButton.MAKE_TAKE:
            return _take(state, editor, dice)
        case _:
            return _open(state, _answer(editor, intent))


def _answer(editor: RuleEditor, intent: RuleEditorIntent) -> RuleEditor:
    match intent:
        case i.MakeStep(step):
            return transitions.go_to(editor, step)
        case i.MakeChoose(what, value):
            return transitions.choose(editor, what, value)
        case i.MakeWrite(what, value):
            return transitions.write(editor, what, value)
        case i.MakeFormula(value):
            return transitions.write(editor, "formula", value)
        case i.EditorButton.MAKE_MISSING:
            return transitions.add_missing(editor)
        case i.MakeAdd(table):
            return transitions.add(editor, table)
        case i.MakeRemove(row):
            return transitions.remove(editor, row)
        case i.MakeUnfold(row):
            return transitions.unfold(editor, row)
        case i.EditorButton() | i.MakeFrom() | i.MakeLike() | i.MakeOf():
            return editor
        case _:
            assert_never(intent)


def _open(state: PageState, editor: RuleEditor) -> PageState:
    library = replace(state.library, rule_editor=editor, dialog=RuleEditorDialog(), error="", undo=None)
    return replace(state, library=library)


def _begin_from(key: str) -> RuleEditor:
    try:
        return transitions.begin_from(key)
    except BadValue as error:
        raise Refused("gone", str(error)) from error


def _of_fight(state: PageState) -> RuleEditor:
    if not (state.fight and state.fight.system.has_rules_of_fights):
        raise Refused("no_rules", "The open fight has no rules of its own.")
    if not state.fight.system.own_rules(state.fight.encounter):
        return replace(transitions.begin_from(""), of_fight=True)
    rules = rules_of(state.fight.encounter)
    return RuleEditor(rules, FIRST_QUESTION, was=rules, of_fight=True)


def _take(state: PageState, editor: RuleEditor, dice: Dice) -> PageState:
    """Set the rules of the open fight; after its start, as a change that the log explains."""
    check_writable(state)
    if not state.fight or not editor.of_fight:
        raise Refused("no_rules", "The open fight has no rules of its own.")
    if wrong := why_refused(editor):
        raise Refused("wrong", wrong)
    check_length(editor.rules)
    action = "change" if state.fight.encounter.round else "rules"
    library = replace(state.library, dialog=None, rule_editor=None)
    done = run(replace(state, library=library, dialog=None), state.fight, (take(editor.rules, action),), dice)
    return replace(done, toast=done.toast or f"The fight now goes by “{editor.rules.name}”.")
