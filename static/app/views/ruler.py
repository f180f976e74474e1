"""The ruler of counters, for systems that count points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.views.track import sides
from engine.model import Encounter, Id, Status
from engine.systems.protocol import TurnSystem

TOKEN_WIDTH = 6.5
"""How much of the ruler, in hundredths, a token takes."""

MOST_MARKS = 60
"""Of the ruler, however far apart the numbers are."""

MOST_LANES = 4
"""How many tokens stand below each other before one stands for several."""


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant on the ruler of counters. ``x`` runs from 0 (the highest mark) to 100."""

    id: Id
    letters: str
    name: str
    number: int
    x: float
    lane: int
    side: int
    acting: bool
    out: bool
    more: int = 0
    """How many others, for whom there is no room, it stands for as well."""


@dataclass(frozen=True, slots=True)
class RulerView:
    tokens: tuple[Token, ...]
    marks: tuple[tuple[int, float], ...]
    lanes: int
    """For so many there is room, needed or not: the rows below must not move under a finger between two taps."""


def ruler_view(encounter: Encounter, system: TurnSystem) -> RulerView | None:
    """Return the ruler; None where the system counts no points, or nobody has any yet. The fallen are not on it."""
    able = [one for one in encounter.order if encounter.standings[one].able]
    numbers = {one: number.total for one in able if (number := system.number(encounter, one))}
    if not system.counts_points or not numbers:
        return None
    step = _step_between_marks(max(10, *numbers.values()) - min(0, *numbers.values()))
    high = -(-max(10, *numbers.values()) // step) * step
    low = min(0, min(numbers.values()) // step * step)
    width = high - low
    known = sides(encounter)
    lanes: list[Token] = []  # the last token of each lane
    tokens: dict[Id, Token] = {}
    acting_first = set(encounter.acting())
    for one, counter in sorted(numbers.items(), key=lambda item: (-item[1], item[0] not in acting_first)):
        x = round((high - counter) / width * 100, 2)
        lane = next((lane for lane, last in enumerate(lanes) if x >= last.x + TOKEN_WIDTH), len(lanes))
        if lane == MOST_LANES:
            last = lanes[-1]
            tokens[last.id] = lanes[-1] = replace(last, more=last.more + 1)
            continue
        name = encounter.name_of(one)
        standing = encounter.standings[one]
        out = standing.status is Status.DONE
        side = known.index(encounter.combatants[one].side)
        acting = standing.status is Status.ACTING
        tokens[one] = Token(one, initials(name), name, counter, x, lane, side, acting, out)
        lanes[lane : lane + 1] = [tokens[one]]
    marks = tuple((mark, round((high - mark) / width * 100, 2)) for mark in range(high, low - 1, -step))
    return RulerView(tuple(sorted(tokens.values(), key=lambda token: token.id)), marks, min(len(able), MOST_LANES))


def _step_between_marks(width: int) -> int:
    """Return the smallest of 5, 10, 20, 50, 100 … with which so wide a ruler has few enough marks.

    >>> [_step_between_marks(width) for width in (45, 290, 291, 10**6)]
    [5, 5, 10, 20000]
    """
    step, *more = 5, 10, 20
    while width > (MOST_MARKS - 2) * step:  # both ends are rounded outwards
        step, *more = *more, 10 * step
    return step


def initials(name: str) -> str:
    """Take two letters that tell names apart: ``Guard B`` is GB, ``Mara`` is Ma."""
    words = name.split()
    return (words[0][:1] + words[-1][:1] if len(words) > 1 else name[:2]).strip()
