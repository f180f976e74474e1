"""Moves in a fight's history: undo, redo, jumps and branches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from app.fight.fight import Fight
from app.intents import fight as f
from app.intents.fight import HistoryMoveIntent
from app.values.fight_names import write_count


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
        case f.Undo():
            said = f"Undone: {fight.log.undo_title()}."
            fight.undo()
            return Arrival(said, far=False)
        case f.Redo():
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
        case f.Forward():
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
