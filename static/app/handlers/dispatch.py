"""The dispatch of commands in the open fight, moves in its history, and the pause for dice of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from app.fight.fight import Fight
from app.intents import fight as f
from app.intents.base import NOTHING, Values
from app.intents.fight import HistoryMoveIntent
from app.page.dialog import Dialog, PendingCommands, find_log
from app.page.state import PageState, check_writable, open_dialog, refuse
from app.values.forms import Sender
from turntrack.core.commands import (
    Act,
    ChooseOption,
    CloseRound,
    Command,
    DoTheSame,
    OpenRound,
    RuleAct,
    RuleSkip,
    RuleTurn,
    Strike,
    WriteNote,
    acts_of,
)
from turntrack.core.dice import Dice, DiceNeeded, TableDice
from turntrack.core.errors import Malformed, Refused
from turntrack.core.fields import LONGEST_TEXT, Kind, clean_text
from turntrack.core.score import write_count
from turntrack.core.settings import DICE_SAID

_SAME_DICE = "The same dice as before the undo. For new ones: undo, then “Reroll” in the log."
_USES_INPUTS = (Act, Strike, RuleAct, RuleTurn, RuleSkip, DoTheSame, OpenRound, CloseRound)
"""Commands that use up what is typed and chosen on the now panel, as a new turn does; others leave it there."""

_SENTENCES_READ = 4
"""The number of a step's last sentences that a screen reader announces."""


def run(
    state: PageState,
    fight: Fight,
    commands: Sequence[Command],
    dice: Dice,
    closing: bool = False,
    lines: tuple[str, ...] = (),
    sender: Sender | None = None,
    is_attack: bool | None = None,
) -> PageState:
    """Dispatch commands in order. If one needs table dice, ask for them and continue afterwards.

    ``closing`` closes the open dialog after the last command. ``lines`` are the quick lines that were typed. ``sender``
    is their form, by default the form that was sent last. ``is_attack`` says whether the first command is an attack, if
    known. A refusal is shown in the state.
    """
    state = _note_unused_texts(state, fight, commands, dice)
    waiting = PendingCommands(
        tuple(commands), _table_dice(fight, dice), sender or state.sender, lines, is_attack=is_attack
    )
    now, is_done = _advance(state, fight, waiting, dice)
    return replace(now, dialog=None) if is_done and closing else now


def _note_unused_texts(state: PageState, fight: Fight, commands: Sequence[Command], dice: Dice) -> PageState:
    """Write into the log what is typed on the now panel if the commands use up its inputs without that text.

    Raises Refused and BadValue for a text that cannot be written.
    """
    is_used = state.typed.entered and any(isinstance(command, _USES_INPUTS) for command in commands)
    if state.saving.read_only or not is_used:
        return state
    used = {value for command in commands for act in acts_of(command) for value in act.values.values()}
    used |= {value for command in commands if isinstance(command, RuleAct) for value in command.values.values()}
    left = dict(state.typed.entered)
    for section in state.sections:
        for field in section.inputs if not section.opens else ():
            name = f"{section.key}.{field.key}"
            text = clean_text(field.label, left.get(name, ""), LONGEST_TEXT) if field.kind is Kind.TEXT else ""
            if text and text not in used:
                doers = {choice.command.id for choice in section.choices if isinstance(choice.command, Act)}
                who = fight.encounter.names_of(sorted(doers & {*fight.encounter.order}))
                fight.dispatch(WriteNote(f"{who}: {text}" if who else text), dice)
                del left[name]
    return replace(state, typed=replace(state.typed, entered=left))


def _table_dice(fight: Fight, dice: Dice) -> TableDice:
    """Return dice for the next command. Rolls from before an undo are repeated (app) or offered (table)."""
    return TableDice(dice, undone=fight.undone_rolls())


def roll_anew(state: PageState, fight: Fight, dice: Dice) -> PageState:
    """Repeat a command with new dice: that of the open dice sheet, or else the one that was undone."""
    new = TableDice(dice)
    waiting = PendingCommands(tuple(fight.undone_commands()), new)
    if state.dialog and isinstance(state.dialog.subject, PendingCommands):
        waiting = state.dialog.subject.forget_dice(new)
    if not waiting.commands:
        return state
    forgotten = replace(state, drafts=state.drafts.clear(f"{fight.key} {waiting.name(fight)}"))
    now, is_done = _advance(forgotten, fight, waiting, dice)
    return replace(now, waiting=None, dialog=None) if is_done else now


def roll_again(state: PageState, fight: Fight, step: int, dice: Dice) -> PageState:
    """Go back to before this step and ask for all its dice, with the former rolls filled in."""
    check_writable(state)
    if not fight.undo_to(step - 1):
        return state
    there = announce_move(state, Arrival("You are back before this roll. Redo brings it back."))
    again = TableDice(dice, undone=fight.undone_rolls(), asks_for_all=True)
    return _advance(there, fight, PendingCommands(tuple(fight.undone_commands()), again), dice)[0]


def take_dice(state: PageState, fight: Fight, values: Values, dice: Dice) -> PageState:
    """Take the rolls typed on the dice sheet, and continue the pending commands."""
    if state.waiting is None:
        return state
    waiting = state.waiting.take(values)
    if waiting.wrong:
        return _ask(state, fight, waiting)
    return _advance(replace(state, waiting=None, dialog=None), fight, waiting, dice)[0]


def say_dice(state: PageState, fight: Fight, said: str, dice: Dice) -> PageState:
    """Choose whether the table enters dice or totals, and ask for the dice again."""
    if state.waiting is None:
        return state
    check_writable(state)
    fight.dispatch(ChooseOption(DICE_SAID.key, said), dice)
    return _advance(replace(state, dialog=None), fight, state.waiting, dice)[0]


def drop_pending(state: PageState, waiting: PendingCommands) -> PageState:
    """Drop the pending commands. The input that is not used yet stays in its form."""
    origin, names = waiting.sender
    drafts = state.drafts.keep(origin, waiting.unsent_lines())
    is_kept = names and drafts.of(origin)
    said = "Not done yet. Your text is still in the form." if is_kept else state.toast
    return replace(state, drafts=drafts, toast=said, waiting=None)


def announce_move(state: PageState, arrival: Arrival) -> PageState:
    """Announce a move in the history. A longer one also shows a toast and closes all dialogs except the log."""
    there = replace(state, typed=replace(state.typed, entered=NOTHING), live=arrival.said)
    return replace(there, toast=arrival.said, dialog=find_log(state.dialog)) if arrival.far else there


def _advance(state: PageState, fight: Fight, waiting: PendingCommands, dice: Dice) -> tuple[PageState, bool]:
    """Dispatch the pending commands until one needs table dice or is refused. Return whether all are done."""
    while waiting.commands:
        name, turn = waiting.name(fight), fight.turn()
        command = waiting.commands[0]
        try:
            check_writable(state)
            fight.dispatch(command, waiting.dice)
        except DiceNeeded as needed:
            return _ask(state, fight, waiting.ask(needed.requests)), False
        except (Refused, Malformed) as error:
            return refuse(state, error), False
        state = replace(
            state,
            drafts=state.drafts.clear(f"{fight.key} {name}"),
            # Only the last step can be undone.
            library=replace(state.library, undo=None) if state.library.undo else state.library,
            toast=_SAME_DICE if waiting.dice.offered and not waiting.requests else state.toast,
            live=" ".join(sentence.text for sentence in fight.log.last_sentences()[-_SENTENCES_READ:]),
        )
        if state.typed.entered and (isinstance(command, _USES_INPUTS) or fight.turn() != turn):
            state = replace(state, typed=replace(state.typed, entered=NOTHING))
        if waiting.is_attack is not None:
            fight.note_attack(waiting.is_attack)
        waiting = waiting.without_first(_table_dice(fight, dice))
    return replace(state, drafts=state.drafts.use(*waiting.sender)), True


def _ask(state: PageState, fight: Fight, waiting: PendingCommands) -> PageState:
    """Open the sheet for the table's dice."""
    return replace(open_dialog(state, Dialog(waiting.name(fight), waiting)), waiting=waiting)


@dataclass(frozen=True, slots=True)
class Arrival:
    """The message after a move. ``far`` says whether the move is longer than one step."""

    said: str
    far: bool = True


def move_in_history(fight: Fight, intent: HistoryMoveIntent) -> Arrival | None:
    """Move, and return the message; None if the fight is there already.

    Raises Refused if no such step or branch exists.
    """
    match intent:
        case f.HistoryMove.UNDO:
            said = f"Undone: {fight.log.undo_title()}."
            fight.undo()
            return Arrival(said, far=False)
        case f.HistoryMove.REDO:
            said = f"Redone: {fight.log.redo_title()}."
            fight.redo()
            return Arrival(said, far=False)
        case f.Back(step):
            undone = fight.undo_to(step)
            if not undone:
                return None
            return Arrival(
                f"Went back {write_count(undone, 'step')}. Nothing is lost: redo returns, and if you do something else "
                "now, they stay in the log as a branch."
            )
        case f.HistoryMove.FORWARD:
            steps, _ = fight.log.ahead()
            fight.redo(steps)
            return Arrival(f"Redone: {write_count(steps, 'step')}.")
        case f.BranchOpen(place):
            fight.open_branch(place)
            return Arrival("The branch is open. What was here is now a branch, and can be opened again.")
        case f.BranchDropNow(place):
            fight.drop_branch(place)
            return Arrival("The branch is discarded.")
        case _:
            assert_never(intent)
