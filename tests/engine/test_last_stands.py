"""Tests of last stands: heroes who are down roll each round until they are up, stable or dead."""

from __future__ import annotations

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.model import Due, Share
from turntrack.log.conditions import reminders
from turntrack.rules import last_stands


@pytest.fixture
def table() -> Table:
    """Aria (c1) acts first, then Bo (c2) and a goblin (c3)."""
    return of_preset("d20_twice")


def of_preset(preset: str) -> Table:
    table = Table("table_rules")
    table.do(c.Act("", "rules", {"preset": preset}))
    for name, side, health in (("Aria", "Heroes", 9), ("Bo", "Heroes", 9), ("Goblin", "Foes", 7)):
        table.do(c.AddCombatant(name, side=side, health=health))
    table.open(15, 10, 5)
    return table


def words(table: Table, combatant_id: str = "c1") -> list[str]:
    """Return the conditions and the tallies of a combatant."""
    encounter = table.encounter
    there = [each.name for each in encounter.conditions if each.bearer == combatant_id]
    return [*there, *[f"{each.name} {each.value}" for each in encounter.combatants[combatant_id].counters]]


def down(table: Table, combatant_id: str) -> None:
    table.do(c.Wound(20, (c.Hit(combatant_id),)))
    if table.encounter.standings[combatant_id].able:
        table.do(c.Fall(combatant_id))


def asked(table: Table) -> list[str]:
    return [reminder.text for reminder in reminders(table.encounter)]


def end_turn(table: Table) -> None:
    """End the turn of whoever acts, and begin the next round if that was the last one."""
    table.do(c.RuleSkip(table.encounter.acting()[0]))
    if not table.encounter.is_open:
        table.do(c.OpenRound())


def answer(table: Table, label: str, combatant_id: str = "c1") -> list[str]:
    stand = table.system.at(table.encounter).last_stand
    assert stand is not None
    outcome = next(each for each in stand.outcomes if each.label == label)
    return table.do(last_stands.answer(table.encounter, combatant_id, outcome))


def next_round(table: Table) -> None:
    """Play on until the roll is due."""
    for _ in range(4):
        if asked(table):
            return
        end_turn(table)


def test_a_hero_who_is_down_rolls_when_the_turn_would_have_come(table: Table) -> None:
    table.do(c.Wound(20, (c.Hit("c2"),)))
    assert "Bo’s death save comes each round where Bo’s turn was, before Goblin." in table.do(c.Fall("c2"))
    table.do(c.Wound(9, (c.Hit("c2"),), heals=True))
    table.do(c.Wound(20, (c.Hit("c1"),)))
    said = table.do(c.Fall("c1"))
    assert "Aria is dying; death save each round: 10 or more on 1d20." in said
    assert words(table) == ["dying", "saves 0", "failures 0"]
    assert not asked(table), "the turn in which she fell asks for nothing"
    end_turn(table)
    end_turn(table)
    assert asked(table) == ["Aria’s death save: 10 or more on 1d20."]
    assert reminders(table.encounter)[0].is_of_last_stand
    answer(table, "Success")
    assert words(table) == ["dying", "saves 1", "failures 0"]
    assert not asked(table)


def test_a_fall_in_the_own_turn_is_told_once(table: Table) -> None:
    table.do(c.Wound(20, (c.Hit("c1"),)))
    assert table.do(c.Fall("c1")) == [
        "Aria is dying; death save each round: 10 or more on 1d20.",
        "Aria: saves 0 of 3.",
        "Aria: failures 0 of 3.",
        "Aria falls.",
        "Aria’s death save comes each round where Aria’s turn was, before Bo.",
        "Bo is up. (G4)",
    ]


@pytest.mark.parametrize(
    ("answers", "end"),
    [
        (("Success", "Failure", "Success", "Success"), "stable"),
        (("Failure", "1: two failures"), "dead"),
    ],
)
def test_three_of_a_kind_decide(table: Table, answers: tuple[str, ...], end: str) -> None:
    down(table, "c1")
    said = list[str]()
    for label in answers:
        next_round(table)
        said = answer(table, label)
    assert words(table) == [end]
    assert f"Aria is {end}." in said
    assert not table.encounter.standings["c1"].able


def test_a_twenty_and_healing_bring_back(table: Table) -> None:
    down(table, "c1")
    next_round(table)
    answer(table, "20: up with 1")
    assert words(table) == []
    assert table.encounter.combatants["c1"].health == 1
    assert table.encounter.standings["c1"].able
    down(table, "c1")
    table.do(c.KeepCounter("c1", "arrows", 3))
    table.do(c.Wound(5, (c.Hit("c1"),), heals=True))
    assert words(table) == ["arrows 3"]
    assert table.encounter.standings["c1"].able
    down(table, "c1")
    table.do(c.CloseRound())
    table.do(c.Wound(5, (c.Hit("c1"),), heals=True))
    assert table.encounter.standings["c1"].able


def test_damage_to_whoever_is_down_is_a_failure(table: Table) -> None:
    down(table, "c1")
    for failures in (1, 2):
        table.do(c.Wound(3, (c.Hit("c1"),)))
        assert words(table) == ["dying", "saves 0", f"failures {failures}"]
    table.do(c.Wound(3, (c.Hit("c1"), c.Hit("c3"))))
    assert words(table) == ["dead"]
    assert table.encounter.combatants["c3"].health == 4


@pytest.mark.parametrize(("share", "failures"), [(Share.ALL, 1), (Share.HALF, 1), (Share.DOUBLE, 2), (Share.NONE, 0)])
def test_double_damage_counts_twice_and_none_not_at_all(table: Table, share: Share, failures: int) -> None:
    """A critical hit is two failures: SRD 5.2, Dropping to 0 Hit Points."""
    down(table, "c1")
    table.do(c.Wound(3, (c.Hit("c1", share), c.Hit("c3"))))
    assert words(table) == ["dying", "saves 0", f"failures {failures}"]


def test_foes_and_the_merely_unconscious_make_none(table: Table) -> None:
    down(table, "c3")
    table.do(c.Fall("c2"))
    assert words(table, "c3") == words(table, "c2") == []


def test_nobody_does_where_no_side_is_the_foes() -> None:
    table = Table("table_rules")
    table.do(c.Act("", "rules", {"preset": "d20_once"}))
    table.do(c.AddCombatant("Wolf", 2))
    table.open(3)
    table.do(c.Fall("c1"))
    assert words(table) == []


def test_without_counted_health_the_hero_is_up_all_the_same() -> None:
    table = Table("table_rules")
    table.do(c.Act("", "rules", {"preset": "d20_once"}))
    for name, side in (("Aria", "Heroes"), ("Goblin", "Foes")):
        table.do(c.AddCombatant(name, side=side))
    table.open(9, 3)
    table.do(c.Fall("c1"))
    answer(table, "20: up with 1")
    assert words(table) == []


def test_the_recovery_check_gets_harder() -> None:
    """Pathfinder: 10 and the dying value are needed; at 0 the hero wakes not, but is out of danger."""
    table = of_preset("three_actions")
    down(table, "c1")
    assert words(table) == ["dying", "dying value 1"]
    next_round(table)
    assert asked(table) == ["Aria’s recovery check: 11 or more on 1d20."]
    answer(table, "Failure")
    next_round(table)
    assert asked(table) == ["Aria’s recovery check: 12 or more on 1d20."]
    answer(table, "Critical success")
    assert words(table) == ["unconscious"]


def test_a_condition_given_by_hand_is_left_alone(table: Table) -> None:
    """Also one that is called the same, and tallies that were dropped."""
    table.do(c.GiveCondition(("c1",), "dying"))
    down(table, "c1")
    assert words(table) == ["dying"]
    table.do(c.KeepCounter("c1", "arrows", 3))
    table.do(c.EndConditions((1,)))
    table.do(c.GiveCondition(("c1",), "prone"))
    table.do(c.StepCounter("c1", "arrows"))
    down(table, "c2")
    table.do(c.DropCounter("c2", "failures"))
    table.do(c.RemoveCombatant("c3"))
    assert all(condition.due is Due.NOTHING for condition in table.encounter.conditions)


def test_the_roll_keeps_its_place_when_whoever_follows_falls_or_leaves(table: Table) -> None:
    """The next one who acts after the place of the fallen says when it comes; at last that is the end of the round."""
    down(table, "c2")
    said = table.do(c.Fall("c3"))
    assert "Bo’s death save comes at the end of each round." in said
    table.do(c.Rise("c3"))
    next_round(table)
    answer(table, "Success", "c2")
    assert words(table, "c2") == ["dying", "saves 1", "failures 0"]
    table.do(c.RemoveCombatant("c3"))
    next_round(table)
    assert asked(table) == ["Bo’s death save: 10 or more on 1d20."]


def test_tallies_that_go_with_the_last_stand_say_nothing(table: Table) -> None:
    down(table, "c1")
    told = table.do(c.Wound(5, (c.Hit("c1"),), heals=True))
    assert not [line for line in told if "counted" in line]
    down(table, "c2")
    assert table.do(c.DropCounter("c2", "saves")) == ["Bo: saves is no longer counted."]
