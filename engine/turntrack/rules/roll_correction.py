"""The correction of a past roll that is part of numbers."""

from __future__ import annotations

from turntrack.core.commands import CorrectThrow
from turntrack.core.dice import DiceCode, Roll, dice_of_roll, read_roll
from turntrack.core.draft import Draft
from turntrack.core.errors import BadValue, Malformed, Refused
from turntrack.core.events import RULING, DiceRolled, ScoreSet
from turntrack.core.score import Score, Term, TermKind, signed
from turntrack.rules.rulings import act_first, check_open
from turntrack.systems.protocol import TurnSystem


def correct_throw(draft: Draft, command: CorrectThrow, system: TurnSystem) -> None:
    """Correct a roll that is part of numbers, and sort by the new numbers. Turns already taken stay as they are.

    Raises Refused and BadValue.
    """
    if not system.number_lasts(draft.encounter):
        check_open(draft, system)
    numbers = {
        draft.combatant(combatant_id).id: system.number(draft.encounter, combatant_id) for combatant_id in command.ids
    }
    dice = system.dice_in_number(draft.encounter, command.ids[0], command.purpose) if command.ids else None
    if dice is None or None in numbers.values():
        raise Refused("no_number", "No number depends on this roll now: go back to it and reroll.")
    now = _read_correction(command, dice)
    if (now.total, now.faces) == (command.was.total, command.was.faces):
        raise Refused("no_change", "Those are the same dice.")
    before, acting = draft.encounter, draft.encounter.acting()
    draft.record(DiceRolled(command.who, command.purpose, now, RULING))
    for combatant_id in numbers:
        score = (draft.standing(combatant_id).score or Score(())).plus(correction_term(command.was, now))
        draft.record(
            ScoreSet(
                combatant_id, system.correct_score(draft.encounter, combatant_id, command.purpose, score, now), RULING
            )
        )
    system.rescore(draft, tuple(numbers), before)
    if draft.encounter.is_open:
        act_first(draft, command.ids, acting, system)


def correction_term(was: Roll, now: Roll) -> Term:
    """Return the term that a corrected roll adds to a score."""
    dice = now.code.removeprefix("1") if now.code.startswith("1d") else now.code
    words = f"corrected: {dice} {signed(was.total)} → {signed(now.total)}"
    return Term(words, now.total - was.total, RULING, TermKind.CORRECTION)


def _read_correction(command: CorrectThrow, today: DiceCode) -> Roll:
    """Read the corrected result with the dice of the roll, else with the dice by today's options. Raises BadValue."""
    refused = BadValue("")
    for dice in (command.dice or today, today):
        try:
            return read_roll(dice_of_roll(command.was, dice) or DiceCode.parse(command.was.code), command.faces)
        except Malformed as error:
            refused = BadValue(str(error))
    raise refused
