"""The execution of a command on a session, which gives the text of its record."""

from __future__ import annotations

from turntrack.core.commands import Command
from turntrack.core.dice import Dice
from turntrack.history.session import Session
from turntrack.rules.decide import decide
from turntrack.saves.readback_check import prove, prove_step
from turntrack.saves.records import Did, put_away


def execute(session: Session, seq: int, command: Command, dice: Dice, at: int = 0) -> str:
    """Execute the command and return the text of its record, from which this version reads an equal step.

    ``at`` is the time in milliseconds since 1970. Steps that the command cuts off become a branch.

    Raises Refused and DiceNeeded, with nothing changed; Refused also for a step that could not be read again.
    """
    events = decide(session.encounter, command, dice, session.systems)
    record = Did(seq, command, put_away(events), at)
    text = prove(record)
    session.add(prove_step(session, record, events), at)
    return text
