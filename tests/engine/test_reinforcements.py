"""Tests of reinforcements, hidden combatants and their names beyond the transcripts."""

from __future__ import annotations

import pytest

from tests.engine.table import SameFaces, Table
from turntrack.core import commands as c
from turntrack.core.events import Waited
from turntrack.core.model import Combatant, Counter, Reinforcement, Schedule
from turntrack.core.names import ADJECTIVES, COLOURS, Naming
from turntrack.rules.reinforcements import MOST_HAPPENINGS
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem


@pytest.fixture
def table() -> Table:
    """Mara (c1) acts on 22, Rat (c2) is next; the Boss (c3) waits."""
    table = Table("zebra", "Mara", "Rat", open=(9, 4))
    table.do(c.AddCombatant("Boss", hidden=True, comes=Schedule(3), health=30))
    return table


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (c.AddCombatant("Zora", comes=Schedule(1)), "too_late", "Sequence 1 has begun already."),
        (c.AddCombatant("Zora", comes=Schedule(1000)), "bad_value", "The round: a whole number from 0 to 999"),
        (c.AddCombatant("Zora", comes=Schedule(0, 1000)), "bad_value", "The count: a whole number from -999 to 999"),
        (c.AddCombatant("Zora", temporary=-1), "bad_value", "Temporary points: a whole number from 0 to 9999"),
        (c.AddCombatant("Zora", players_name="x" * 61), "bad_value", "The players’ name: at most 60 characters"),
        (
            c.AddCombatant("Zora", counters=(Counter("luck", 4, 3),)),
            "bad_value",
            "The count: a whole number from 0 to 3",
        ),
        (c.AddCombatant("Zora", counters=(Counter("", 4),)), "bad_value", "The counter’s name is empty."),
        (c.AddCombatant("Zora", counters=(Counter("a", 4),) * 2), "bad_value", "At most 20 counters, each with a name"),
        (c.BringIn(()), "nobody", "Choose someone first."),
        (c.BringIn(("c1",)), "nobody", "There is nobody like that in the wings."),
        (c.WaitInWings("c9", Schedule()), "nobody", "That combatant is not in this fight."),
        (c.WaitInWings("c3", Schedule(3)), "no_change", "That is already the case."),
        (c.Hide(("c9",)), "nobody", "That combatant is not in this fight."),
        (c.Hide(("c3",)), "no_change", "That is already the case."),
        (c.Hide(()), "no_change", "That is already the case."),
        (c.PlanHappening("x" * 501, Schedule(2)), "bad_value", "What happens: at most 500 characters"),
        (c.PlanHappening("The bell rings.", Schedule(1)), "too_late", "Sequence 1 has begun already."),
        (c.ChangeCombatant("c3", players_name="x" * 61), "bad_value", "The players’ name: at most 60 characters"),
        (c.ChangeCombatant("c3", name="Boss"), "no_change", "Nothing was changed."),
    ],
)
def test_what_cannot_be_is_refused(table: Table, command: c.Command, code: str, message: str) -> None:
    refusal = table.refusal(command)
    assert refusal.code == code
    assert message in str(refusal)


def test_whoever_waits_has_a_sheet_and_no_place(table: Table) -> None:
    boss = table.encounter.in_wings("c3")
    assert boss is not None
    assert (boss.name, boss.health, table.encounter.order) == ("Boss", 30, ("c1", "c2"))
    table.do(c.ChangeCombatant("c3", name="Captain", players_name="Cloaked one"))
    assert table.do(c.BringIn(("c3",)), 3)[0] == "Captain comes in."
    assert table.encounter.combatants["c3"].players_name == "Cloaked one"
    assert (table.encounter.hidden, table.encounter.made) == (("c3",), 3)
    assert table.do(c.DuplicateCombatant("c3"), 3)[0] == "Captain A joins."


def test_the_wings_count_among_the_crowd(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turntrack.rules.combatants.MOST_COMBATANTS", 4)
    table.do(c.AddCombatant("Zora", comes=Schedule()))
    assert table.refused(c.AddCombatant("Zora", comes=Schedule())) == "too_many"
    assert table.refused(c.DuplicateCombatant("c1")) == "too_many"
    assert table.encounter.wings[-1] == Reinforcement(
        Combatant("c4", "Zora", sheet=table.encounter.wings[-1].combatant.sheet)
    )


def test_so_much_is_planned_at_a_time(table: Table) -> None:
    for _ in range(MOST_HAPPENINGS):
        table.do(c.PlanHappening("The bell rings.", Schedule(3)))
    assert table.refused(c.PlanHappening("The bell rings.", Schedule(3))) == "too_many"


def test_like_combatants_are_told_apart_as_the_table_wants() -> None:
    table = Table("zebra")
    table.do(c.AddCombatant("Guard", 3, naming=Naming.COLOURS, players_name="Helmet"))
    table.do(c.AddCombatant("Guard", 30, naming=Naming.ADJECTIVES))
    table.do(c.AddCombatant("Guard", 11, naming=Naming.COLOURS))
    names = [combatant.name for combatant in table.encounter.combatants.values()]
    assert names[:3] == ["Guard red", "Guard blue", "Guard green"]
    assert names[3:25] == [f"Guard {word}" for word in ADJECTIVES]
    assert names[25:33] == [f"Guard {letter}" for letter in "ABCDEFGH"]
    assert names[33:] == [*(f"Guard {colour}" for colour in COLOURS[3:]), "Guard I", "Guard J"]
    players = [combatant.players_name for combatant in table.encounter.combatants.values()]
    assert players[:4] == ["Helmet red", "Helmet blue", "Helmet green", ""]


def test_a_table_can_tell_all_like_combatants_apart_otherwise() -> None:
    table = Table("zebra")
    table.do(c.AddCombatant("Guard", 2))
    table.do(c.ChooseOption("names", "colours"))
    table.do(c.AddCombatant("Guard", 2, players_name="Helmet"))
    table.do(c.DuplicateCombatant("c1"))
    table.do(c.DuplicateCombatant("c3"))
    table.do(c.AddCombatant("Guard", naming=Naming.ADJECTIVES))
    table.do(c.AddCombatant("Rat"))
    names = [combatant.name for combatant in table.encounter.combatants.values()]
    both = [f"Guard {word}" for word in ("red", "blue", "green", "yellow")]
    assert names == ["Guard A", "Guard B", *both, "Guard gaunt", "Rat"]
    assert table.encounter.combatants["c3"].players_name == "Helmet red"


def test_whoever_joins_hidden_is_not_seen(table: Table) -> None:
    assert table.do(c.AddCombatant("Zora", 2, hidden=True), 3, 4)[-1] == "Zora B is hidden from the players."
    assert table.encounter.hidden == ("c4", "c5")


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_whoever_comes_with_a_round_takes_part_in_it(system: TurnSystem) -> None:
    """In every system, whether the round is opened or begins with a choice."""
    table, dice = Table.sample(system.key), SameFaces(3, 2, 4, 1, 5)
    table.do(c.AddCombatant("Boss", side="Harbour", comes=Schedule(2)))
    boss = table.encounter.wings[0].combatant.id
    table.do_with(dice, c.OpenRound())
    table.do_with(dice, c.CloseRound())
    assert boss not in table.encounter.order
    table.do_with(dice, c.OpenRound())
    assert boss in table.encounter.order
    assert boss in table.track()
    table.do_with(dice, c.RuleTurn(boss))
    assert boss in table.encounter.acting()
    table.do_with(dice, c.WaitInWings(boss, Schedule()))
    assert boss not in table.track()
    assert table.encounter.acting() or table.choices()


def test_a_file_may_tell_of_somebody_who_is_late_for_the_running_round(table: Table) -> None:
    late = Combatant("c4", "Zora", sheet=table.encounter.combatants["c1"].sheet)
    table.happen(Waited(Reinforcement(late, Schedule(1))))
    table.do_with(SameFaces(3), c.Act("c1", "dodge"))
    assert "c4" in table.encounter.combatants


def test_everybody_is_who_is_here_and_who_waits(table: Table) -> None:
    everybody = table.encounter.everybody()
    assert [combatant.name for combatant in everybody.values()] == ["Mara", "Rat", "Boss"]


def test_a_list_needs_a_name_and_may_have_the_fallen(table: Table) -> None:
    assert table.refused(c.AddAll(())) == "nobody"
    told = table.do(c.AddAll((c.AddCombatant("Zora", fallen=True), c.AddCombatant("Ilko"))), 5, 7)
    assert "Zora" in " ".join(told)
    assert not table.standing("c4").able
    assert table.standing("c5").able


def test_a_side_of_those_who_wait_has_one_spelling() -> None:
    """UA10: “Orcs” and “orcs” are one side, whether its members are here or yet to come."""
    table = Table("unbound", "Ana, side Crew", "Orc, side Orcs, round 2", "Goblin, side orcs, round 3")
    table.do(c.ChangeCombatant("c1", side="ORCS"))
    assert {combatant.side for combatant in table.encounter.everybody().values()} == {"Orcs"}
