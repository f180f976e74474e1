"""Traveller by enumeration: hand-counted sequences over named menus, and no state without a way forward."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from engine import commands as c
from engine.decide import decide
from engine.dice import Dice, DiceRequest, Roll, made
from engine.errors import Refused
from engine.evolve import fold
from engine.model import Encounter
from engine.session import Session
from engine.systems import SYSTEMS
from engine.systems.traveller import SYSTEM

A, B, C = "c1", "c2", "c3"


class Threes:
    """Every die shows a 3: 1D ≤ 4 is thrown, 2D ≤ 4 is not."""

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        return tuple(made(request.code, [(3,)] * request.code.count) for request in requests)


DICE: Dice = Threes()


def fight(*numbers_and_ends: tuple[int, int]) -> Encounter:
    """A fight of three in its first round; their numbers are entered."""
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Count", "traveller"), DICE)
    session.dispatch(c.ChooseOption("initiative", "entered"), DICE)
    for number, end in numbers_and_ends:
        session.dispatch(c.AddCombatant("One", sheet={"initiative": number, "end": end}), DICE)
    session.dispatch(c.OpenRound(), DICE)
    return session.encounter


def menu(*actions: str) -> tuple[c.Command, ...]:
    """Each action by each of the three, and to open the next round."""
    return (c.OpenRound(), *(c.Act(one, action) for action in actions for one in (A, B, C)))


def following(encounter: Encounter, wanted: tuple[c.Command, ...]) -> Iterator[Encounter]:
    """The states after each command of the menu that is not refused."""
    for command in wanted:
        try:
            yield fold(encounter, decide(encounter, command, DICE, SYSTEMS))
        except Refused:
            continue


def counts(encounter: Encounter, wanted: tuple[c.Command, ...], depth: int) -> list[int]:
    """How many sequences of 1, 2, … commands there are."""
    states, found = [encounter], []
    for _ in range(depth):
        states = [after for state in states for after in following(state, wanted)]
        found.append(len(states))
    return found


def test_holding() -> None:
    """A 1, B 5, C 30, and END 0 all: the round is over when all have acted.

    One: A attacks, holds or is done: 3.
    Two: after A attacks or is done (2) B has the same three; after A holds (21) too: 9.
    Three: A and B over (2 × 2): C is left alone and cannot hold, 2 each: 8. A over, B holds (25, still before
    C): B again, 3 each: 2 × 3 = 6. A holds, B over: A again: 2 × 3 = 6. Both hold: A (21) again: 3. Together 23.
    Four: all over: only a new round, 8. A over, B held and over (2 × 2): C alone 2: 8; B held twice (45): C 3: 2 × 3
    = 6. A held, B and A over (2 × 2): C alone 2: 8; A held twice (41): C 3: 2 × 3 = 6. Both held, A over (2): B 3:
    6; A held twice: B (25) 3. Together 45.
    """
    assert counts(fight((1, 0), (5, 0), (30, 0)), menu("attack", "hold", "done"), 4) == [3, 9, 23, 45]


def test_acting_at_once_and_checks() -> None:
    """A and B on 5 with END 4, C on 9 with END 0; all dice show 3.

    One: A or B attacks or is done: 4. Two: the other one, 2: 8. Three: C, 2: 16.
    Four, the second pass: both A and B attacked (2 orders × 2 of C = 4 ways): either checks or is done, 4: 16.
    One of them attacked (2 orders × 2 × 2 of C = 8 ways): checks or is done, 2: 16.
    Neither (2 orders × 2 of C = 4 ways): the round is over, only a new one: 4. Together 36.
    """
    assert counts(fight((5, 4), (5, 4), (9, 0)), menu("attack", "check", "done"), 4) == [4, 8, 16, 36]


def test_watching() -> None:
    """A 1, B 5, C 9, END 0 all; they attack or watch, and a Watch can be triggered while another acts.

    One: 2. Two: A watches: B has 2, or A is triggered: 3; A attacks: B 2. Together 5.
    Three: both watch: C 2, or either is triggered: 4. A alone watches: C 2, or A: 3. A triggered: attacks, 1.
    B alone watches: 3. Neither: 2. Together 13.
    Four, where C has acted only a new round is left: both watch: 1 + 1, or one was triggered: it attacks or
    the other is triggered too: 2 + 2: 6. A alone: 1 + 1 + 1 = 3. A was triggered and attacked: B goes on with 2.
    B alone: 3. Neither: 2. Together 16.
    """
    assert counts(fight((1, 0), (5, 0), (9, 0)), menu("attack", "watch", "trigger"), 4) == [2, 5, 13, 16]


def around(one: Callable[[str], c.Command]) -> tuple[c.Command, ...]:
    return tuple(one(it) for it in (A, B, C))


UPSETS: tuple[c.Command, ...] = (
    *menu("attack", "watch", "trigger", "hold", "check"),
    *around(c.Fall),
    c.Rise(A),
    c.RuleTurn(C),
    c.RuleSkip(B),
    c.RuleIn(B),
    c.RemoveCombatant(A),
    c.Move(C, A),
    c.Move(A, C),
    c.Act(A, "wound", {"lost": 9}),
    c.CloseRound(),
)


def has_way_forward(encounter: Encounter) -> bool:
    if not any(standing.able for standing in encounter.standings.values()):
        return not encounter.is_open  # somebody has to come to, or to join
    if not encounter.is_open:
        return bool(decide(encounter, c.OpenRound(), DICE, SYSTEMS))
    main = [section for section in SYSTEM.sections(encounter, {}) if section.main]
    offered = [choice.command for section in main for choice in section.choices if choice.refusal is None]
    return bool(offered) and bool(decide(encounter, offered[-1], DICE, SYSTEMS))


@pytest.mark.parametrize("numbers", [((5, 4), (5, 4), (9, 0)), ((1, 40), (5, 0), (9, 7))])
def test_no_state_is_stuck(numbers: tuple[tuple[int, int], ...]) -> None:
    """To depth 4, with falls, rises, rulings, drags, wounds and an early end of the round thrown in."""
    states = {repr(state): state for state in [fight(*numbers)]}
    seen = dict(states)
    for _ in range(4):
        reached = {repr(after): after for state in states.values() for after in following(state, UPSETS)}
        states = {key: state for key, state in reached.items() if key not in seen}
        seen |= states
    assert len(seen) > 1000
    assert [key for key, state in seen.items() if not has_way_forward(state)] == []
