"""The handler of all intents about the open fight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from app.fight.commands import (
    add_all,
    choice_of,
    command_for,
    commands_to_open,
    lines_in,
    read_lines,
    step_number,
    with_end,
)
from app.fight.fight import ATTACKS, Fight
from app.fight.preview import describe_drop
from app.handlers import combatants, page
from app.handlers.dispatch import announce_move, move_in_history, roll_again, roll_anew, run, say_dice, take_dice
from app.intents import fight as i
from app.intents.combatants import ForConditions, ForCounters, ForDamage, ForReinforcements
from app.intents.fight import DialogIntent, FightIntent, HistoryIntent, PanelIntent, SheetIntent
from app.intents.page import PlayersScreen
from app.page.dialog import (
    CounterForm,
    Dialog,
    FightCounterForm,
    Refusal,
    ReinforcementsDialog,
    Subject,
    dialog_for,
    find_log,
)
from app.page.state import (
    STEPS_SHOWN,
    PageState,
    change_form,
    check_writable,
    close_all,
    dialog_name,
    enter_values,
    form_of,
    is_log_open,
    keep_typed,
    open_dialog,
    open_drawer,
)
from app.ui.panel import is_aside
from app.ui.summary import end_words
from app.values.forms import ConditionForm, DamageForm
from app.values.tried import try_out
from turntrack.core.cards import name_card, show_card
from turntrack.core.commands import (
    Act,
    ChangeCombatant,
    CloseRound,
    Command,
    DropFightCounter,
    Move,
    OpenRound,
    RemoveCombatant,
    RuleAct,
    RuleTurn,
    Strike,
    WaitInWings,
    Wound,
    WriteNote,
)
from turntrack.core.dice import Dice
from turntrack.core.errors import Refused
from turntrack.history.group_repeat import repeat_for_group
from turntrack.systems.protocol import Choice

_CLOSING = (Act, CloseRound, DropFightCounter, RemoveCombatant, RuleAct, RuleTurn, Strike, WaitInWings, Wound)
"""The commands whose buttons close the open dialog."""

BOXES = ("lines", "wing-lines")
"""The boxes for the lines of those who come now, and later."""


def handle(state: PageState, fight: Fight, intent: FightIntent, dice: Dice) -> PageState:
    """Return the state after an intent. Raises Refused and Malformed."""
    match intent:
        case i.ForHistory():
            return _in_history(state, fight, intent, dice)
        case i.ForPanel():
            return _on_panel(state, fight, intent, dice)
        case i.ForSheet():
            return _in_sheet(state, intent)
        case i.ForDialog():
            return _open(state, fight, intent)
        case ForDamage():
            return combatants.handle_damage(state, fight, intent, dice)
        case ForReinforcements():
            return combatants.handle_reinforcements(state, fight, intent, dice)
        case ForConditions():
            return combatants.handle_conditions(state, fight, intent, dice)
        case PlayersScreen():
            return page.handle_players(state, intent)
        case ForCounters():
            return combatants.handle_counters(state, fight, intent, dice)
        case i.Do(command):
            return _do(state, fight, command, dice)
        case i.ForEngine():
            completed = command_for(intent, fight.encounter, fight.system)
            return run(state, fight, [completed], dice, closing=intent.closes) if completed else state
        case _:
            assert_never(intent)


def _do(state: PageState, fight: Fight, command: Command, dice: Dice) -> PageState:
    """Give the fight a command. That of a refused choice shows why, and that of another the kind of its choice.

    What is done out of turn closes its drawer, so that the choices of whoever acts are back.
    """
    if isinstance(command, Move):
        return _drop(state, fight, command, dice)
    choice = choice_of(state.sections, command)
    if choice and choice.preview.refusal:
        return _refuse(state, fight, choice, choice.preview.refusal)
    is_attack = choice.kind in ATTACKS if choice else None
    if is_attack and isinstance(command, Act):
        ended = with_end(Strike(command), state.sections, fight.encounter, fight.system)
        command = ended if ended.end else command
    before, acting = len(fight.session.past), fight.encounter.acting()
    done = run(state, fight, [command], dice, closing=isinstance(command, _CLOSING), is_attack=is_attack)
    is_out_of_turn = any(choice in section.choices for section in state.sections if is_aside(section, acting))
    return replace(done, drawer=("", 0)) if is_out_of_turn and len(fight.session.past) > before else done


def _drop(state: PageState, fight: Fight, move: Move, dice: Dice) -> PageState:
    """Move a row. What leaves it where it was says so."""
    track, words = fight.system.track(fight.encounter), describe_drop(fight.encounter, fight.system, move)
    before = len(fight.session.past)
    moved = run(state, fight, [move], dice)
    is_same = len(fight.session.past) > before and fight.system.track(fight.encounter) == track
    return replace(moved, toast=words) if is_same else moved


def _in_history(state: PageState, fight: Fight, intent: HistoryIntent, dice: Dice) -> PageState:
    match intent:
        case i.MovesInHistory():
            check_writable(state)
            last = fight.session.past[-1].command if fight.session.past else None
            answered = [(answer, fight.step(answer[2])) for answer in state.kept_up if answer[0] == fight.key]
            arrival = move_in_history(fight, intent)
            undone = {answer for answer, step in answered if fight.step(answer[2]) is not step}
            state = replace(state, kept_up=state.kept_up - undone)
            if intent is i.HistoryMove.UNDO and state.added and state.added[0] == last:
                state = _bring_lines_back(state, fight, state.added[1])
            there = announce_move(state, arrival) if arrival else state
            is_gone = there.dialog is not None and _has_left(there.dialog.subject, fight)
            return replace(there, dialog=find_log(there.dialog)) if is_gone else there
        case i.Older():
            return replace(state, steps_shown=state.steps_shown + 4 * STEPS_SHOWN)
        case i.ShowLog():
            return close_all(state) if is_log_open(state) else open_dialog(state, Dialog("log", intent))
        case i.ShowLogOf(combatant_id):
            return replace(state, log_about=combatant_id)
        case i.RollAgain(step):
            return roll_again(state, fight, step, dice)
        case i.Correct():
            return run(state, fight, [fight.corrections.correction(intent)], dice, closing=True)
        case _:
            assert_never(intent)


def _has_left(subject: Subject, fight: Fight) -> bool:
    """Return whether a move in the history has taken away what a dialog is about."""
    encounter = fight.encounter
    match subject:
        case i.Why(combatant_id):
            return combatant_id not in encounter.combatants or fight.system.number(encounter, combatant_id) is None
        case i.OpenStatCard(combatant_id) | i.EditStatCard(combatant_id):
            return combatant_id not in encounter.everybody()
        case i.Person(combatant_id) | i.Edit(combatant_id) | CounterForm(combatant_id):
            return combatant_id not in encounter.combatants
        case FightCounterForm(name):
            return name != "" and name not in [counter.name for counter in encounter.counters]
        case _:
            return False


def _on_panel(state: PageState, fight: Fight, intent: PanelIntent, dice: Dice) -> PageState:
    match intent:
        case i.Enter(name, value):
            return enter_values(state, {name: value})
        case i.Less(name):
            return enter_values(state, step_number(state.sections, state.typed.entered, name, -1))
        case i.More(name):
            return enter_values(state, step_number(state.sections, state.typed.entered, name, 1))
        case i.PanelButton.OPEN:
            return run(state, fight, [*commands_to_open(state.sections), OpenRound()], dice, closing=True)
        case i.PanelButton.END_FIGHT:
            note = WriteNote(end_words(fight.encounter, fight.system))
            return run(state, fight, [CloseRound(), note] if fight.encounter.is_open else [note], dice)
        case i.Drawer(key):
            return replace(state, drawer=(key, fight.turn()) if open_drawer(state) != key else ("", 0))
        case i.Unfold(kind):
            return replace(state, unfolded=kind)
        case i.StaysUp(combatant_id):
            answer = (fight.key, combatant_id, fight.step_without_health(combatant_id))
            return replace(state, kept_up=state.kept_up | {answer})
        case i.EnterDice(faces):
            return take_dice(state, fight, faces, dice)
        case i.PanelButton.REROLL:
            return roll_anew(state, fight, dice)
        case i.PanelButton.DICE_AS_DIE | i.PanelButton.DICE_AS_TOTAL:
            return say_dice(state, fight, "total" if intent is i.PanelButton.DICE_AS_TOTAL else "die", dice)
        case i.AddLines(lines):
            command = add_all(read_lines(lines, fight.encounter, fight.system, state.library.creatures))
            typed = replace(state, added=(command, lines))
            return run(typed, fight, [command], dice, closing=True, lines=lines_in(lines))
        case i.PanelButton.SAME_AGAIN:
            repeated = repeat_for_group(fight.session)
            return run(state, fight, [repeated], dice, closing=True) if repeated else state
        case i.TellKnown(combatant_id, first, many, total):
            score = next(field.key for field in fight.system.fields if field.is_score)
            before, told = len(fight.session.past), ChangeCombatant(combatant_id, sheet={score: total})
            changed = run(state, fight, [told], dice)
            return _put_lines(changed, first, many, []) if len(fight.session.past) > before else changed
        case i.PanelButton.REDRAW:
            return state  # the page is drawn anyway
        case _:
            assert_never(intent)


def _in_sheet(state: PageState, intent: SheetIntent) -> PageState:
    match intent:
        case i.TypeIn(name, value):
            # The words of a line are not told anew with every key.
            asked = state.asked if name not in BOXES else ("", "")
            return keep_typed(replace(state, asked=asked), {name: value})
        case i.PickFace(face, name):
            waiting = state.waiting
            owed = waiting.with_dealt(waiting.shown(state.drafts.of(dialog_name(state)))) if waiting else ()
            card = next((request for request in owed if request.key == name and request.is_card), None)
            deck = card.code.sides if card else 0
            if card and face in card.out:
                raise Refused("dealt", f"The {name_card(face, deck)} was dealt already.")
            typed = keep_typed(state, {name: show_card(face, deck) if deck else str(face)})
            return replace(typed, asked=("", "")) if state.waiting else typed
        case i.PickRoll(name) | i.SayWords(name):
            asked = (dialog_name(state), name)
            return replace(state, asked=asked if asked != state.asked else ("", ""))
        case i.MendLine(first, many, mended):
            before = "\n".join(_typed_lines(state)[1].splitlines()[first - 1 : first - 1 + many])
            told = replace(state, typed=replace(state.typed, mended=(mended, before)))
            return _put_lines(told, first, many, [mended])
        case _:
            assert_never(intent)


def _put_lines(state: PageState, first: int, many: int, new: Sequence[str]) -> PageState:
    """Put lines into the box in place of ``many`` from the number ``first``."""
    box, text = _typed_lines(state)
    lines = [*text.splitlines(), *([""] if text.endswith("\n") else [])]
    lines[first - 1 : first - 1 + many] = new
    return keep_typed(state, {box: "\n".join(lines)})


def _bring_lines_back(state: PageState, fight: Fight, lines: str) -> PageState:
    """Put undone lines into the box again, unless others have been typed since."""
    box = f"{fight.key} {dialog_for(i.FightDialog.ADD).name}"
    has_others = state.drafts.of(box).get("lines")
    return replace(state, added=None, drafts=state.drafts if has_others else state.drafts.keep(box, {"lines": lines}))


def _typed_lines(state: PageState) -> tuple[str, str]:
    """Return the name of the open sheet's box for quick lines, and the text in it."""
    is_later = bool(state.dialog and isinstance(state.dialog.subject, ReinforcementsDialog))
    box = BOXES[is_later]
    return box, str(state.drafts.of(dialog_name(state)).get(box, ""))


def _open(state: PageState, fight: Fight, intent: DialogIntent) -> PageState:
    if form_of(state, DamageForm) and not state.is_within and isinstance(intent, i.Why | i.Person):
        return change_form(state, DamageForm, lambda form: form.pick(intent.id))
    if form_of(state, ConditionForm) and not state.is_within and isinstance(intent, i.Why | i.Person):
        return change_form(state, ConditionForm, lambda form: form.pick(intent.id))
    fresh = enter_values(state, {"rules.search": ""}) if intent is i.FightDialog.RULES else state
    if intent is i.FightDialog.FIND:
        fresh = replace(state, drafts=state.drafts.clear(f"{fight.key} {dialog_for(intent).name}"))
    return open_dialog(fresh, dialog_for(_same_of(state, intent)))


def _same_of(state: PageState, intent: DialogIntent) -> DialogIntent:
    """Return the intent for the tapped combatant, of the kind that the open dialog has."""
    subject = state.dialog.subject if state.dialog and not state.is_within else None
    if isinstance(subject, i.Why | i.Person) and isinstance(intent, i.Why | i.Person) and subject.id != intent.id:
        return type(subject)(intent.id)
    return intent


def _refuse(state: PageState, fight: Fight, choice: Choice, refusal: Refused) -> PageState:
    """Show the refusal and the ways around it: a ruling, or an option. Raises the refusal if there is none."""
    command = choice.command
    if not isinstance(command, Act) or refusal.code == "bad_value":
        raise refusal
    ruling = RuleAct(command.id, command.action, choice.label, command.values)
    if not refusal.lifted_by and try_out(fight.encounter, ruling, fight.system).refusal is not None:
        raise refusal
    return open_dialog(state, Dialog(f"refused {choice.label}", Refusal(ruling, refusal)))
