"""Every legal sequence of a small fight is counted, and no fight is ever stuck."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine import commands as c
from engine.decide import decide
from engine.dice import DiceRequest, Roll, made
from engine.errors import Refused
from engine.evolve import NO_ENCOUNTER, fold
from engine.model import Encounter
from engine.systems import SYSTEMS
from engine.systems.interlock import SYSTEM


class Falling:
    """Dice that fall lower from one roll to the next, so that the order is as listed."""

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        return tuple(made(it.code, [(9 - place,)]) for place, it in enumerate(requests))


def after(encounter: Encounter, command: c.Command) -> Encounter | None:
    try:
        return fold(encounter, decide(encounter, command, Falling(), SYSTEMS))
    except Refused:
        return None


def fight(initiative: int = 0) -> Encounter:
    """A, B and C, whose Reaction Total + Handgun is 5 more than ``initiative``; no round is open."""
    encounter: Encounter | None = NO_ENCOUNTER
    commands: list[c.Command] = [c.MakeEncounter("count", "interlock")]
    commands += [c.AddCombatant(name, sheet={"handgun": 5, "initiative": initiative}) for name in "ABC"]
    for command in commands:
        assert encounter is not None
        encounter = after(encounter, command)
    assert encounter is not None
    return encounter


def opened(initiative: int = 0) -> Encounter:
    encounter = after(fight(initiative), c.OpenRound())
    assert encounter is not None
    return encounter


def sequences(encounter: Encounter, menu: Sequence[c.Command], depth: int) -> int:
    if not depth:
        return 1
    following = [after(encounter, command) for command in menu]
    return sum(sequences(one, menu, depth - 1) for one in following if one is not None)


@pytest.mark.parametrize(("depth", "count"), [(1, 2), (2, 6), (3, 16), (4, 39)])
def test_waiting_and_stepping_in(depth: int, count: int) -> None:
    """The menu is end, hold, step in, let go for each of three, and open. A, B, C is the order.

    1: A ends, or holds: 2.
    2: A ended: B ends, or holds: 2. A holds, B is about to act: B ends, holds; A steps in, lets go: 4. Together 6.
    3: A, B ended: C ends, and has nobody to wait for: 1. A ended, B holds: C ends; B steps in, lets go: 3.
       A holds, B ended: the same: 3. A and B hold: C ends; either steps in or lets go: 5. A stepped in: ends,
       holds: 2. A let go: B ends, holds: 2. Together 16.
    4: The round is over: open: 1. One ended, one holds, with C to act: C ends and leaves two ways to the one who
       holds, or that one steps in before C and ends or holds (2), or lets go and C can only end (1): 5, twice.
       Both hold: C ends, and either steps in or lets go (4); one steps in, and can end, hold for C, or the other
       steps in or lets go (4, twice); one lets go, and C ends, the other steps in or lets go (3, twice): 18.
       A stepped in and ended (2) or held (4): 6. A let go, B ended (1) or holds (3): 4. Together 39.
    """
    ids = opened().order
    menu: list[c.Command] = [
        *(c.Act(one, do) for one in ids for do in ("end", "hold", "step_in", "let_go")),
        c.OpenRound(),
    ]
    assert sequences(opened(), menu, depth) == count


def planning(encounter: Encounter) -> list[c.Command]:
    first = encounter.order[0]
    return [*(c.Act(first, "plan", {"what": what}) for what in ("shot", "burst")), c.Act(first, "next")]


@pytest.mark.parametrize(("depth", "count"), [(1, 1), (2, 2), (3, 2), (4, 2)])
def test_planning_with_one_quick_action(depth: int, count: int) -> None:
    """A is allowed 1 quick, so 3 at most and never a burst; the menu is plan a shot, plan a burst, the next action.

    1: a shot. 2: another, or the first die, which ends the turn. 3: of two planned a third, or the first die.
    4: of three planned the first die; after the first die of two the second. So 1, 2, 2, 2.
    """
    encounter = opened(0)
    assert sequences(encounter, planning(encounter), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 2), (2, 6), (3, 12), (4, 23)])
def test_planning_with_two_quick_actions(depth: int, count: int) -> None:
    """A is allowed 2 quick or 1 normal, so 6 quick or 3 normal at most, and 6 quick's worth in a mixture.

    1: a shot or a burst: 2. 2: of one planned: a shot, a burst, or the die, which ends the turn: 3 each, 6.
    3: of two planned (4 ways) the same: 12. 4: of three planned (8 ways) the die: 8; a shot wherever it makes at
    most 6, so not after three bursts: 7; a burst after three shots and after one burst with two shots (3 ways): 4;
    and the second of two where the first die has been thrown: 4. Together 23.
    """
    encounter = opened(5)
    assert sequences(encounter, planning(encounter), depth) == count


def everything(encounter: Encounter) -> list[c.Command]:
    """A small menu of what can happen to a fight, and what its first two combatants have on the screen."""
    ids = encounter.order
    shown = [choice.command for section in SYSTEM.sections(encounter, {}) for choice in section.choices]
    kept = ("shot", "next", "end", "hold", "step_in", "let_go", "plan")
    return [
        c.OpenRound(),
        c.CloseRound(),
        *(command(one) for one in ids[:1] for command in (c.Fall, c.Rise, c.RemoveCombatant, c.RuleTurn)),
        *(c.Move(one, before) for one in ids[:1] for before in ("", *ids[1:])),
        *(it for it in shown if isinstance(it, c.Act) and it.action in kept),
    ]


def test_no_fight_is_stuck() -> None:
    """To depth 4, each state has somebody to act, a choice to make, a round to open, or somebody to come to.

    What is refused on the screen is refused in the same words when it is asked for, and nothing else is (to depth 1;
    the property test goes on from there).
    """
    states, seen = [fight(), opened()], set[str]()
    for depth in range(5):
        following = []
        for encounter in states:
            assert has_a_way_forward(encounter)
            if depth < 2:
                check_choices(encounter)
            if depth < 4:
                for command in everything(encounter):
                    found = after(encounter, command)
                    if found is not None and repr(found) not in seen:
                        seen.add(repr(found))
                        following.append(found)
        states = following


def has_a_way_forward(encounter: Encounter) -> bool:
    if not encounter.is_open:
        able = any(standing.able for standing in encounter.standings.values())
        return not able or after(encounter, c.OpenRound()) is not None
    acting = encounter.acting()
    if acting:
        return len(acting) == 1 and after(encounter, c.Act(acting[0], "end")) is not None
    return any(after(encounter, c.Act(one, "let_go")) is not None for one in encounter.order)


def check_choices(encounter: Encounter) -> None:
    for section in SYSTEM.sections(encounter, {}):
        for choice in section.choices:
            if choice.refusal:
                with pytest.raises(Refused) as refused:
                    decide(encounter, choice.command, Falling(), SYSTEMS)
                assert str(refused.value) == str(choice.refusal)
            else:
                decide(encounter, choice.command, Falling(), SYSTEMS)
