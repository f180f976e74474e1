"""View of turns and minutes per combatant, counted from the time stamps of the steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.views.side_colours import side_places
from turntrack.core.events import RoundClosed, RoundOpened, StatusSet
from turntrack.core.evolve import stage_after
from turntrack.core.model import Id, Stage, Standing
from turntrack.history.session import Step

LONGEST_WAIT_MS = 15 * 60_000
"""A longer time between two steps is a pause, and is not counted."""


@dataclass(frozen=True, slots=True)
class ClockLine:
    name: str
    side: int
    turns: int
    seconds: int


@dataclass(frozen=True, slots=True)
class ClockView:
    lines: tuple[ClockLine, ...]
    is_timed: bool
    """Whether any step has a time stamp."""


def clock_view(past: Sequence[Step]) -> ClockView:
    """Count the turns and the seconds of each combatant, in the order of the fight."""
    encounter = past[-1].after
    turns, spent, places = Counter(_find_begun_turns(past)), Counter[Id](), side_places(encounter)
    for step, following in pairwise(past):
        waited = following.at - step.at if step.at and following.at else 0
        if 0 < waited <= LONGEST_WAIT_MS:
            spent.update(dict.fromkeys(step.after.acting(), waited))
    lines = (
        ClockLine(combatant.name, places[combatant.side], turns[combatant_id], spent[combatant_id] // 1000)
        for combatant_id, combatant in encounter.combatants.items()
    )
    return ClockView(tuple(lines), any(step.at for step in past))


def _find_begun_turns(past: Sequence[Step]) -> Iterator[Id]:
    """Yield a combatant's id for each turn that has begun."""
    for before, step in pairwise(past):
        stages = {combatant_id: standing.stage for combatant_id, standing in before.after.standings.items()}
        for event in step.events:
            match event:
                case RoundOpened() | RoundClosed():
                    stages = {}
                case StatusSet():
                    stage = stages.get(event.id, Stage.NONE)
                    stages[event.id] = stage_after(Standing(stage=stage), event)
                    if stages[event.id] is Stage.CALLED and stage is Stage.NONE:
                        yield event.id
                case _:
                    pass


def write_time(seconds: int) -> str:
    """Format seconds as minutes and seconds.

    >>> [write_time(seconds) for seconds in (0, 61, 3725)]
    ['0:00', '1:01', '62:05']
    """
    return f"{seconds // 60}:{seconds % 60:02}"
