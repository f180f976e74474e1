"""The stages of a turn.

A turn begins when its combatant is called to act. It continues while it is held, interrupted or put back by a ruling.
A turn ends on DONE, on ``TurnEffect.OVER``, when the round closes, or when the combatant falls or leaves. A turn that
was only put off then counts as never begun.
"""

from __future__ import annotations

from turntrack.core.events import StatusSet
from turntrack.core.model import Stage, Standing, Status, TurnEffect


def stage_after(before: Standing, event: StatusSet) -> Stage:
    """Return the stage of the combatant’s turn after the event."""
    stage = before.stage
    if event.turn is TurnEffect.OVER or event.status is Status.DONE:
        return Stage.NONE
    if event.status is Status.ACTING:
        is_called = stage in (Stage.NONE, Stage.PUT_OFF) and event.turn is not TurnEffect.ASIDE
        return Stage.CALLED if is_called else stage
    return Stage.PUT_OFF if stage is Stage.CALLED else stage
