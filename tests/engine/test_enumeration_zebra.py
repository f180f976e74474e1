"""Every way a small fight of Zebra Island can begin, counted by hand.

A, B and C stand in shooting position with nothing but their d20: A 6, B 4, C 1. The menu, for each of them:
dodge (3 points), reserve an action (8), dodge with the reserved action (free).

One deep: only A can act, dodging or reserving.                                                               2
Two deep:
  A dodged    (A 3, B 4, C 1): B acts: dodge, reserve.                                                        2
  A reserved  (A −2 out with a reserve, B 4, C 1): B acts: dodge, reserve; or A uses the reserve.             3
                                                                                                    together  5
Three deep:
  A dodged, B dodged      (A 3, B 1, C 1): A acts: dodge, reserve.                                            2
  A dodged, B reserved    (A 3, B −4 out with a reserve, C 1): A acts: dodge, reserve; or B's reserve.        3
  A reserved, B dodged    (A out with a reserve, B 1, C 1): C acts, as B has just done so: dodge, reserve;
                          or A's reserve.                                                                     3
  A reserved, B reserved  (both out with a reserve, C 1): C acts: dodge, reserve; or A's, or B's reserve.     4
  A reserved and used it  (A out, B 4, C 1): B acts: dodge, reserve.                                          2
                                                                                                    together 14
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import commands as c
from engine.decide import decide
from engine.dice import NoDice, ScriptedDice
from engine.errors import Refused
from engine.evolve import fold
from engine.fields import Values
from engine.model import Encounter
from engine.session import Session
from engine.systems import SYSTEMS

NOTHING_BUT_THE_DIE: Values = {"nerve": 0, "perception": 0, "level": 0, "position": "shooting"}
EVERYONE = ("c1", "c2", "c3")
MENU: tuple[c.Command, ...] = tuple(
    command
    for one in EVERYONE
    for command in (c.Act(one, "dodge"), c.Act(one, "reserve"), c.Act(one, "dodge", {"by": "reserve"}))
)
MORE: tuple[c.Command, ...] = (
    *MENU,
    *(kind("c1") for kind in (c.Fall, c.Rise, c.RuleSkip, c.RuleIn)),
    c.CloseRound(),
    c.OpenRound(),
)


@pytest.fixture
def begun() -> Encounter:
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Ferry", "zebra"), NoDice())
    for name in "ABC":
        session.dispatch(c.AddCombatant(name, sheet=NOTHING_BUT_THE_DIE), NoDice())
    session.dispatch(c.OpenRound(), ScriptedDice([6, 4, 1]))
    return session.encounter


def next_ones(encounter: Encounter, menu: tuple[c.Command, ...]) -> Iterator[Encounter]:
    for command in menu:
        try:
            yield fold(encounter, decide(encounter, command, ScriptedDice([6, 4, 1]), SYSTEMS))
        except Refused:
            continue


def test_the_ways_to_begin_are_those_counted_by_hand(begun: Encounter) -> None:
    counts, states = [], [begun]
    for _ in range(3):
        states = [after for state in states for after in next_ones(state, MENU)]
        counts.append(len(states))
    assert counts == [2, 5, 14]


def test_nothing_four_deep_is_stuck(begun: Encounter) -> None:
    """With falls, rulings and ended sequences: somebody can act, or use a reserve, or a new sequence can open."""
    states = [begun]
    for _ in range(4):
        states = [after for state in states for after in next_ones(state, MORE)]
        for state in states:
            assert list(next_ones(state, MENU if state.is_open else (c.OpenRound(), c.Rise("c1")))), state
    assert len(states) > 400
