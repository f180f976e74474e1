"""Tests of a rest, and of what a combatant carries into the next fight."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.commands import Recovery
from turntrack.core.dice import NoDice
from turntrack.core.evolve import MOST_WORDS
from turntrack.core.model import Counter, LastingCondition, RefillTime, Schedule, Until
from turntrack.history.session import Session
from turntrack.history.templates import after_rest, command_to_carry
from turntrack.saves.journal import records_of, replay
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem


def wounded() -> Table:
    table = Table("traveller", "Mara, end 8, health 15", "Otter, end 7, health 9", "Ilse")
    table.do(c.KeepCounter("c1", "arrows", 3, 12))
    table.do(c.KeepCounter("c1", "luck", 0, 2, RefillTime.REST))
    table.do(c.KeepCounter("c1", "parries", 0, 1, RefillTime.TURN))
    table.do(c.Wound(9, (c.Hit("c1"), c.Hit("c2"))))
    table.do(c.Fall("c2"))
    table.do(c.GiveCondition(("c1",), "blind"))
    table.do(c.GiveCondition(("c1",), "tired", until=Until.REST))
    return table


def healths(table: Table) -> list[int]:
    return [combatant.health for combatant in table.encounter.combatants.values()]


@pytest.mark.parametrize(
    ("rest", "faces", "left"),
    [
        (c.Rest(("c1", "c2", "c3")), (), [15, 9, 0]),
        (c.Rest(("c1", "c2"), Recovery.HALF), (), [13, 4, 0]),
        (c.Rest(("c1", "c2"), Recovery.AMOUNT, 4), (), [10, 4, 0]),
        (c.Rest(("c1", "c2"), Recovery.DICE, dice="1d6+1"), (3, 6), [10, 7, 0]),
        (c.Rest(("c1",), Recovery.NONE), (), [6, 0, 0]),
    ],
)
def test_a_rest_restores_health(rest: c.Rest, faces: tuple[int, ...], left: list[int]) -> None:
    table = wounded()
    table.do(rest, *faces)
    assert healths(table) == left
    table.session.undo()
    assert healths(table) == [6, 0, 0]


def test_a_rest_is_told_line_by_line() -> None:
    table = wounded()
    assert table.do(c.Rest(("c1", "c2"))) == [
        "Mara and Otter rest.",
        "Mara is healed by 9: 6 → 15.",
        "Mara: luck 0 → 2.",
        "Mara: parries 0 → 1.",
        "Otter is able to act again.",
        "Otter is healed by 9: 0 → 9.",
        "Mara is no longer tired: after a rest.",
    ]
    assert [counter.value for counter in table.encounter.combatants["c1"].counters] == [3, 2, 1]
    assert [condition.name for condition in table.encounter.conditions] == ["blind"]
    assert table.refused(c.Rest(("c1", "c2", "c3"))) == "no_change"
    assert table.refused(c.Rest(())) == "nobody"


def test_whoever_stays_at_no_health_stays_down() -> None:
    table = Table("zebra", "Mara, health 10")
    table.do(c.Wound(14, (c.Hit("c1"),), beyond=True))
    table.do(c.Fall("c1"))
    table.do(c.Rest(("c1",), Recovery.AMOUNT, 3))
    assert not table.encounter.standings["c1"].able
    table.do(c.Rest(("c1",), Recovery.AMOUNT, 3))
    assert table.encounter.standings["c1"].able
    table = Table("zebra", c.AddCombatant("Giant", health=-900, full_health=9999))
    table.do(c.Rest(("c1",)))
    assert healths(table) == [9999]


def test_whoever_gets_up_by_a_rest_in_a_round_takes_part_in_it() -> None:
    table = Table("zebra", "Mara, nerve 9, health 10", "Rat, nerve 5, health 4", open=(5, 5))
    table.do(c.Wound(4, (c.Hit("c2"),)))
    table.do(c.Fall("c2"))
    table.do(c.Rest(("c2",)))
    assert table.encounter.standings["c2"].plays


def test_a_full_rest_heals_the_wounds_of_traveller() -> None:
    table = wounded()
    table.act("c1", "wound", {"lost": 3, "reduced": 2})
    assert table.system.lasting_facts(table.encounter, "c1") == {"end_now": 5, "reduced": 2}
    table.do(c.Rest(("c1",), Recovery.HALF))
    assert table.system.lasting_facts(table.encounter, "c1")
    table.do(c.Rest(("c1",)))
    assert not table.system.lasting_facts(table.encounter, "c1")


def test_a_combatant_is_carried_into_another_fight_as_it_stands() -> None:
    carry_on(reduced=2)


def test_a_combatant_is_carried_whose_end_alone_is_reduced() -> None:
    """Lost END counts as one of the reduced characteristics, which may also be noted."""
    carry_on(reduced=1)


def carry_on(reduced: int) -> None:
    """Wound Mara, carry her and Otter into another fight, and compare."""
    table = wounded()
    table.do(c.ChangeCombatant("c1", players_name="the captain", note="has the key", temporary=2))
    table.act("c1", "wound", {"lost": 3, "reduced": reduced})
    table.do(c.GiveCondition(("c1",), "burning", attempt=None, until=Until.ROUND_ENDS))
    table.do(c.LinkMembers((c.MemberLink("c1", "a1"),)))
    carried = command_to_carry(table.encounter, "c1", table.system)
    assert (carried.health, carried.full_health, carried.temporary, carried.member) == (6, 15, 2, "a1")
    assert carried.counters[0] == Counter("arrows", 3, 12)
    assert carried.conditions == (LastingCondition("blind"), LastingCondition("tired", until=Until.REST))

    other = Table("traveller", carried, command_to_carry(table.encounter, "c2", table.system))
    mara, otter = other.encounter.combatants.values()
    assert (mara.health, mara.full_health, mara.players_name, mara.note) == (6, 15, "the captain", "has the key")
    assert [condition.name for condition in other.encounter.conditions] == ["blind", "tired"]
    assert other.system.lasting_facts(other.encounter, "c1") == table.system.lasting_facts(table.encounter, "c1")
    assert other.system.lasting_facts(other.encounter, "c1")["end_now"] == 5
    assert (otter.health, other.encounter.standings["c2"].able) == (0, False)
    assert command_to_carry(other.encounter, "c1", other.system) == carried


def test_from_the_wings_too() -> None:
    table = Table("zebra", "Mara, health 15", "Rat, nerve 5", open=(5, 5))
    table.do(c.Wound(9, (c.Hit("c1"),)))
    table.do(c.WaitInWings("c1", Schedule(3)))
    carried = command_to_carry(table.encounter, "c1", table.system)
    assert (carried.health, carried.fallen, carried.comes) == (6, False, None)


def test_a_member_is_in_a_fight_once() -> None:
    table = Table("zebra", c.AddCombatant("Mara", member="a1"), c.AddCombatant("Mara", member="a1"))
    table.do(c.AddCombatant("Rat", 2, member="a2"))
    table.do(c.DuplicateCombatant("c1"))
    assert [combatant.member for combatant in table.encounter.combatants.values()] == ["a1", "", "", "", ""]
    assert table.do(c.LinkMembers((c.MemberLink("c3", "a2"),))) == ["Rat A is in the party."]
    assert table.refused(c.LinkMembers(())) == "nobody"
    assert table.refused(c.LinkMembers((c.MemberLink("c99", "a2"),))) == "nobody"


@pytest.mark.parametrize("facts", [{"end_now": 9}, {"unknown": 1}, {}])
def test_facts_that_a_newcomer_has_anyway_change_nothing(facts: Mapping[str, int]) -> None:
    table = Table("traveller")
    assert table.do(c.AddCombatant("Mara", sheet={"end": 9}, facts=facts)) == ["Mara joins."]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_sample_is_carried_and_rests(system: TurnSystem) -> None:
    table = Table.sample(system.key)
    uncounted = tuple(key for key, known in table.encounter.combatants.items() if not known.is_counted)
    if uncounted:
        table.do(c.CountHealth(uncounted, 9))
    table.do(c.Wound(1, tuple(map(c.Hit, table.encounter.order))))
    table.do(c.Rest(table.encounter.order))
    assert all(known.health == known.full_health for known in table.encounter.combatants.values())
    for combatant_id in table.encounter.order:
        assert command_to_carry(table.encounter, combatant_id, table.system).health


@pytest.mark.parametrize("health", list(Recovery))
@pytest.mark.parametrize("wound", [0, 1, 9, 14])
@pytest.mark.parametrize("full", [0, 14])
@pytest.mark.parametrize("has_fallen", [False, True])
def test_between_fights_a_rest_does_what_it_does_in_one(
    health: Recovery, wound: int, full: int, has_fallen: bool
) -> None:
    table = Table("zebra", c.AddCombatant("Mara", health=full), "Rat, health 3")
    if wound and full:
        table.do(c.Wound(wound, (c.Hit("c1"),)))
    if has_fallen:
        table.do(c.Fall("c1"))
    table.do(c.Wound(1, (c.Hit("c2"),)))
    table.do(c.KeepCounter("c1", "luck", 1, 3, RefillTime.TURN))
    table.do(c.GiveCondition(("c1",), "tired", until=Until.REST))
    table.do(c.GiveCondition(("c1",), "Prone"))
    table.do(c.GiveCondition(("c1",), "cursed"))
    before = command_to_carry(table.encounter, "c1", table.system)
    rest = c.Rest(("c1", "c2"), health, 3, "1d4")
    table.do(rest, *[3] * (health is Recovery.DICE) * (1 + bool(wound and full)))
    after = command_to_carry(table.encounter, "c1", table.system)
    assert after_rest(before, health, 3) == after
    assert [condition.name for condition in after.conditions] == ["cursed"]


def test_names_of_conditions_are_brought_into_a_fight() -> None:
    words = tuple(f"word {number}" for number in range(40))
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Fight", "zebra", words=("word 39", *words)), NoDice())
    assert session.encounter.words == words[-MOST_WORDS:]
    assert replay(records_of(session), SYSTEMS).encounter == session.encounter


def test_wounds_go_along_from_the_wings_too() -> None:
    table = Table("traveller", {"end": 9}, {})
    table.act("c1", "wound", {"lost": 4})
    table.do(c.WaitInWings("c1", Schedule()))
    assert command_to_carry(table.encounter, "c1", table.system).facts == {"end_now": 5}
