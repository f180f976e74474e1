"""Every legal sequence of a small fight is counted, and no fight is ever stuck."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine import commands as c
from engine.decide import decide
from engine.dice import DiceRequest, Roll, made
from engine.errors import Refused
from engine.evolve import NO_ENCOUNTER, fold
from engine.model import Encounter, Status
from engine.systems import SYSTEMS
from engine.systems.unbound import SYSTEM


class Falling:
    """Dice that fall lower from one roll to the next, so that the order is as listed."""

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        return tuple(made(it.code, [(10 - place,)] * it.code.count) for place, it in enumerate(requests))


def after(encounter: Encounter, command: c.Command) -> Encounter | None:
    try:
        return fold(encounter, decide(encounter, command, Falling(), SYSTEMS))
    except Refused:
        return None


def fight(*sides: str) -> Encounter:
    encounter = after(NO_ENCOUNTER, c.MakeEncounter("count", "unbound"))
    for number, side in enumerate(sides, 1):
        assert encounter is not None
        encounter = after(encounter, c.AddCombatant(f"{side}{number}", side=side))
    assert encounter is not None
    return encounter


def opened(*sides: str) -> Encounter:
    encounter = after(fight(*sides), c.OpenRound())
    assert encounter is not None
    return encounter


def turns(encounter: Encounter) -> list[c.Command]:
    ids = encounter.order
    return [
        *(c.Act(one, "nominate") for one in ids),
        *(c.Act(one, "end") for one in ids),
        c.Act("", "pass"),
        c.OpenRound(),
    ]


def sequences(encounter: Encounter, depth: int) -> int:
    if not depth:
        return 1
    following = [after(encounter, command) for command in turns(encounter)]
    return sum(sequences(one, depth - 1) for one in following if one is not None)


@pytest.mark.parametrize(("depth", "count"), [(1, 3), (2, 6), (3, 12), (4, 28)])
def test_one_against_two(depth: int, count: int) -> None:
    """Factions A (one member) and B (b1, b2); A goes first; the menu is nominate, end, pass, open.

    1 against 2 may not pass, so a acts unasked: nominate b1, nominate b2, end: 3.
    With b1 acting: nominate b2, or end, which puts b2 to act as the only one left: 2; the same with b2.
    After the end of a's turn B chooses: b1 or b2: 2. Together 6.
    With the last of the round acting (twice after each of the first two): nominate a, which opens round 2, or
    end, which closes round 1: 2 each, 8. After end and b1 (or b2): nominate the other, or end: 2 each, 4. Together 12.
    Of those 12: four have a acting in round 2 (3 each), four a closed round (nominate a, or open: 2 each), four
    the last of the round acting (2 each): 12 + 8 + 8 = 28.
    """
    assert sequences(opened("A", "B", "B"), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 2), (2, 7), (3, 18), (4, 45)])
def test_one_against_three(depth: int, count: int) -> None:
    """Factions A (one member) and B (three); A goes first and may pass.

    Nominate a, or pass: 2.
    After the pass B chooses one of three: 3. With a acting: one of three, or end: 4. Together 7.
    Pass, b: A has 1 left against 2 and may not pass: nominate a, or end: 2 each, 6. With a done and b acting: one
    of the two others, or end: 3 each, 9. After a and end: one of three: 3. Together 18.
    Pass, b, then a by choice or unasked (3 + 3 ways): one of two, or end: 18. a, b, b (6 ways): the last, or
    end: 12. a, b, end (3 ways): one of two: 6. a, end, b (3 ways): one of two, or end: 9. Together 45.
    """
    assert sequences(opened("A", "B", "B", "B"), depth) == count


def everything(encounter: Encounter) -> list[c.Command]:
    """A small menu of what can happen to a fight, and all that is on the screen."""
    ids = encounter.order
    shown = [choice.command for section in SYSTEM.sections(encounter, {}) for choice in section.choices]
    return [
        c.OpenRound(),
        c.CloseRound(),
        *(command(one) for one in ids[:2] for command in (c.Fall, c.Rise, c.RemoveCombatant, c.RuleSkip, c.RuleTurn)),
        *(c.Move(one, before) for one in ids[:1] for before in ("", *ids[1:])),
        *(it for it in shown if isinstance(it, c.Act) and it.action not in ("action", "attack", "move", "react")),
    ]


def test_no_fight_is_stuck() -> None:
    """To depth 4, each state has a turn to take, a choice to make, a round to open, or somebody to come to.

    What is refused on the screen is refused in the same words when it is asked for, and nothing else is.
    """
    states, seen = [fight("A", "B", "B"), opened("A", "B", "B")], set[str]()
    for depth in range(5):
        following = []
        for encounter in states:
            assert has_a_way_forward(encounter)
            if depth < 4:
                check_choices(encounter)
                for command in everything(encounter):
                    found = after(encounter, command)
                    if found is not None and repr(found) not in seen:
                        seen.add(repr(found))
                        following.append(found)
        states = following


def has_a_way_forward(encounter: Encounter) -> bool:
    able = [one for one in encounter.order if encounter.standings[one].able]
    if not encounter.is_open:
        return not able or after(encounter, c.OpenRound()) is not None
    waiting = any(encounter.standings[one].status is not Status.DONE for one in able)
    sections = [section for section in SYSTEM.sections(encounter, {}) if section.main]
    offered = any(choice.refusal is None for section in sections for choice in section.choices)
    return waiting and offered and len(encounter.acting()) <= 1


def check_choices(encounter: Encounter) -> None:
    for section in SYSTEM.sections(encounter, {}):
        for choice in section.choices:
            if choice.refusal:
                with pytest.raises(Refused) as refused:
                    decide(encounter, choice.command, Falling(), SYSTEMS)
                assert str(refused.value) == str(choice.refusal)
            else:
                decide(encounter, choice.command, Falling(), SYSTEMS)
    assert sorted(SYSTEM.track(encounter)) == sorted(encounter.order)
