"""RonD6, counted by hand: how many legal sequences of commands there are from a small fight.

Three combatants, Agility 3D, no skills; the dice always make A 16, B 12, C 8. The menu: for each of them dodge (a tap
that declares one action), wait (declares two, if nothing is declared), done, result, interrupt, act_now; and opening
the round. Whoever is not named waits for nothing and has not acted.

Depth 1: A is to act: dodge, wait, done. 3.
Depth 2: after dodge or done (2 ways) B is to act: 3 each, 6. After wait B is to act and A may act now: 4. Together 10.
Depth 3: A dodged or is done (2 ways):
           B dodged or is done (2 each, so 4): C is to act: 3 each, 12.
           B waits (2): C is to act, B may act now: 4 each, 8.
         A waits:
           B dodged: the result is said, or A interrupts: 2.  B is done: C is to act, A may act now: 4.
           B waits: C is to act, A or B may act now: 5.       A acts now with one action left: 3.
         Together 12 + 8 + 2 + 4 + 5 + 3 = 34.
Depth 4: from the 12 (4 ways): C dodged or is done, the round is over and opens again: 1 + 1; C waits and, being the
           only one left, acts last with one action: 3. Together 5, times 4: 20.
         from the 8 (2 ways): C dodged: result, or B interrupts: 2; C is done, B acts last: 3; C waits, B acts last
           and C may act now: 4; B acts now, and C's turn is broken into: 3. Together 12, times 2: 24.
         A waits, B dodged: result, then C is to act, A may act now: 4; A interrupts, with one action: 3. Together 7.
         A waits, B is done: like the 8: 12.
         A and B wait: C dodged: result, or A or B interrupts: 3; C waits, A acts last, B and C may act now: 5;
           C is done, A acts last, B may act now: 4; A acts now, B may: 4; B acts now, A may: 4. Together 20.
         A acts now: whatever of the three is done with the last action, B is to act: 3 each, 9.
         Together 20 + 24 + 7 + 12 + 20 + 9 = 92.
"""

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
from engine.systems.rond6 import SYSTEM

IDS = ("c1", "c2", "c3")
SHEETS = ({"perception": "4D"}, {"perception": "3D"}, {"perception": "2D"})


class Fours:
    """Every die shows a 4."""

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        return tuple(made(request.code, [(4,)] * request.code.count) for request in requests)


def after(encounter: Encounter, command: c.Command) -> Encounter | None:
    """The encounter after the command; None where it is refused."""
    try:
        return fold(encounter, decide(encounter, command, Fours(), SYSTEMS))
    except Refused:
        return None


def opened() -> Encounter:
    encounter: Encounter | None = NO_ENCOUNTER
    adds: list[c.Command] = [c.AddCombatant(name, sheet=sheet) for name, sheet in zip("ABC", SHEETS, strict=True)]
    for command in (c.MakeEncounter("Count", "rond6"), *adds, c.OpenRound()):
        assert encounter is not None
        encounter = after(encounter, command)
    assert encounter is not None
    return encounter


MENU: tuple[c.Command, ...] = (
    *(c.Act(one, action) for one in IDS for action in ("dodge", "wait", "done", "result", "interrupt", "act_now")),
    c.OpenRound(),
)


def count(encounter: Encounter, depth: int) -> int:
    """How many legal sequences of so many commands there are."""
    following = [found for found in (after(encounter, command) for command in MENU) if found is not None]
    return len(following) if depth == 1 else sum(count(it, depth - 1) for it in following)


@pytest.mark.parametrize(("depth", "expected"), [(1, 3), (2, 10), (3, 34), (4, 92)])
def test_counted_by_hand(depth: int, expected: int) -> None:
    assert count(opened(), depth) == expected


WIDER: tuple[c.Command, ...] = (
    *MENU,
    c.Act("c1", "declare", {"number": 2}),
    c.Act("c3", "move_up", {"reason": "other", "number": 2}),
    c.Act("c3", "surprise"),
    c.Act("c2", "character_point"),
    c.Fall("c1"),
    c.Fall("c2"),
    c.Rise("c1"),
    c.RemoveCombatant("c1"),
    c.RemoveCombatant("c3"),
    c.RuleTurn("c3"),
    c.RuleSkip("c2"),
    c.RuleIn("c1"),
    c.RuleScore("c2", 30),
    c.Move("c1"),
    c.Move("c3", "c1"),
    c.CloseRound(),
    c.AddCombatant("D"),
)


def test_no_state_is_stuck() -> None:
    """To depth 4 over the wider menu: whoever acts can end the turn or say the result, or a round can be opened."""
    newest, seen = {repr(opened()): opened()}, set[str]()
    for depth in range(5):
        seen |= newest.keys()
        for encounter in newest.values():
            assert_a_way_forward(encounter)
            if depth < 2:
                assert_choices_agree(encounter)
        if depth < 4:
            following = (after(encounter, command) for encounter in newest.values() for command in WIDER)
            reached = {repr(it): it for it in following if it is not None}
            newest = {key: it for key, it in reached.items() if key not in seen}
    assert len(seen) > 1000


def assert_a_way_forward(encounter: Encounter) -> None:
    if encounter.is_open:
        (one,) = encounter.acting()
        assert after(encounter, c.Act(one, "done")) or after(encounter, c.Act(one, "result"))
    elif any(standing.able for standing in encounter.standings.values()):
        assert after(encounter, c.OpenRound())


def assert_choices_agree(encounter: Encounter) -> None:
    """What the panel offers can be done, and what it refuses cannot."""
    for section in SYSTEM.sections(encounter, {}):
        for choice in section.choices:
            assert (after(encounter, choice.command) is None) == (choice.refusal is not None), choice
