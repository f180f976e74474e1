"""Chances that would be too much work are left out, and it is said; a group is one throw."""

from __future__ import annotations

import pytest

from engine import commands as c
from engine.dice import seeded_dice
from engine.fields import Value
from engine.session import Session
from engine.systems import SYSTEMS
from engine.systems.protocol import TurnSystem, system_of

WITH_THROWS = tuple(system for system in SYSTEMS if system.key != "unbound")


def crowd(system: TurnSystem, many: int, group: str = "", sheet: dict[str, Value] | None = None) -> Session:
    session, dice = Session(SYSTEMS), seeded_dice(5)
    session.dispatch(c.MakeEncounter("Crowd", system.key), dice)
    for left in range(many, 0, -20):
        session.dispatch(c.AddCombatant("Rat", min(left, 20), "Rats", group, sheet or {}), dice)
    session.dispatch(c.AddCombatant("Cat", side="Cats"), dice)
    return session


@pytest.mark.parametrize("system", WITH_THROWS, ids=lambda system: system.key)
def test_a_crowd_is_left_out_and_said_to_be(system: TurnSystem) -> None:
    encounter = crowd(system, 240).encounter
    assert system.chances(encounter) == ()
    assert system.uncounted(encounter) == "Chances are not counted for so many combatants."


@pytest.mark.parametrize("system", WITH_THROWS, ids=lambda system: system.key)
def test_a_crowd_that_throws_once_is_counted(system: TurnSystem) -> None:
    session = crowd(system, 240, "Rats")
    first = [it for it in system.chances(session.encounter) if it.goes_first]
    assert len(first) == 241
    assert all(0 <= it.chance <= 1 for it in first)
    assert system.uncounted(session.encounter) == ""


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
@pytest.mark.parametrize("many", [0, 1, 240])
def test_nothing_is_said_where_nothing_is_to_be_counted(system: TurnSystem, many: int) -> None:
    """In a round; before it, for so few that all are counted."""
    session = crowd(system, many)
    if many < 240:
        assert system.uncounted(session.encounter) == ""
    session.dispatch(c.OpenRound(), seeded_dice(6))
    assert system.uncounted(session.encounter) == ""


def test_sixty_are_counted_with_every_reading_of_the_dice() -> None:
    """Interlock, plain d10: eight kinds, thrown again or told apart by REF."""
    system = system_of("interlock", SYSTEMS)
    for tie in ("reroll", "ref"):
        session, dice = Session(SYSTEMS), seeded_dice(1)
        session.dispatch(c.MakeEncounter("Sixty", system.key), dice)
        session.dispatch(c.ChooseOption("tie", tie), dice)
        for kind in range(8):
            sheet: dict[str, Value] = {"ref": 2 + kind, "initiative": kind % 3}
            session.dispatch(c.AddCombatant("Ganger", 8 if kind < 4 else 7, sheet=sheet), dice)
        found = system.chances(session.encounter)
        assert len(found) == 60
        assert sum(it.chance for it in found) == 1


def test_a_hundred_and_twenty_with_exploding_dice_are_left_out() -> None:
    """Of five kinds, which once was an error."""
    system = system_of("interlock", SYSTEMS)
    session, dice = Session(SYSTEMS), seeded_dice(1)
    session.dispatch(c.MakeEncounter("Explosive", system.key), dice)
    session.dispatch(c.ChooseOption("d10", "exploding"), dice)
    for kind in range(5):
        for many in (20, 4):
            session.dispatch(c.AddCombatant("Ganger", many, sheet={"ref": 2 + kind}), dice)
    assert system.chances(session.encounter) == ()
    assert system.uncounted(session.encounter)


def test_how_many_of_a_crowd_are_surprised_is_left_out() -> None:
    """Unbound: for each one it is told, for their number only where they are few."""
    system = system_of("unbound", SYSTEMS)
    session = crowd(system, 140)
    cat = session.encounter.order[-1]
    rats = session.encounter.order[0]
    session.dispatch(c.Act(cat, "sneak", {"on": rats}), seeded_dice(1))
    found = system.chances(session.encounter)
    assert len([it for it in found if it.label == "is surprised"]) == 140
    assert not [it for it in found if it.rule == "U19"]
    assert system.uncounted(session.encounter) == "How many are surprised is not counted for so many: Rats."
