"""Tests that letters tell the players nothing of combatants whom they have not seen."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from tests.amounts import amount
from tests.engine.table import SameFaces, Table
from turntrack.core import commands as c
from turntrack.core.errors import Refused
from turntrack.core.model import Encounter, Id, Schedule
from turntrack.core.names import letter_number
from turntrack.rules.hidden import players_see


def seen(encounter: Encounter) -> dict[Id, str]:
    """Return the names that the players read, by combatant."""
    return {
        combatant_id: name
        for combatant_id in encounter.order
        if (name := players_see(encounter, combatant_id)) and name != "?"
    }


def letters(encounter: Encounter) -> list[str]:
    return sorted(name[-1] for name in seen(encounter).values())


@pytest.fixture
def table() -> Table:
    return Table("zebra", "Mara")


def test_whoever_is_hidden_before_the_fight_leaves_no_gap(table: Table) -> None:
    table.do(c.AddCombatant("Guard", 4))
    lines = table.do(c.Hide(("c3",)))
    assert letters(table.encounter)[:3] == ["A", "B", "C"]
    assert "Guard B is now called Guard D." in lines


def test_whoever_is_in_sight_has_the_first_letters(table: Table) -> None:
    table.do(c.AddCombatant("Guard", 2, comes=Schedule(3)))
    assert "Guard A is now called Guard C." in table.do(c.AddCombatant("Guard", 2))
    assert letters(table.encounter)[-3:] == ["A", "B", "a"]
    table.do_with(SameFaces(3, 9), c.OpenRound())
    table.do_with(SameFaces(3), c.AddCombatant("Guard", 2))
    assert [seen(table.encounter)[combatant_id] for combatant_id in ("c6", "c7")] == ["Guard C", "Guard D"]


def test_what_the_players_know_has_a_family_too(table: Table) -> None:
    for name in ("Spy", "Agent"):
        table.do(c.AddCombatant(name, 2, players_name="Stranger", hidden=name == "Spy"))
    assert [seen(table.encounter)[combatant_id] for combatant_id in ("c4", "c5")] == ["Stranger A", "Stranger B"]


def test_whoever_was_seen_keeps_the_name(table: Table) -> None:
    table.do(c.AddCombatant("Guard", 3))
    table.do_with(SameFaces(3, 9), c.OpenRound())
    before = table.encounter.combatants
    table.do(c.Hide(("c2",)))
    table.do(c.WaitInWings("c3", Schedule()))
    table.do_with(SameFaces(3), c.AddCombatant("Guard", hidden=True))
    assert table.encounter.combatants["c4"].name == before["c4"].name
    assert players_see(table.encounter, "c4") == "Guard C"


def test_whoever_has_no_letter_is_the_first_of_the_family(table: Table) -> None:
    table.do(c.AddCombatant("Guard", hidden=True))
    lines = table.do(c.AddCombatant("Guard"))
    assert {"Guard is now called Guard A.", "Guard A is now called Guard."} <= {*lines}
    assert seen(table.encounter)["c3"] == "Guard"


def test_no_name_without_a_letter_is_dealt_once_letters_are_known(table: Table) -> None:
    table.do(c.AddCombatant("Guard", 2))
    table.do(c.Hide(("c3",)))
    table.do_with(SameFaces(3, 9), c.OpenRound())
    table.do_with(SameFaces(3), c.AddCombatant("Guard", hidden=True))
    table.do(c.Hide(("c3",), hidden=False))
    assert [seen(table.encounter)[combatant_id] for combatant_id in ("c2", "c3")] == ["Guard A", "Guard B"]


def test_letters_that_somebody_typed_stay(table: Table) -> None:
    """Agent J is somebody else than Agent K, two can be called alike, and players name their own."""
    for name in ("Agent J", "Agent K", "Rat A", "Rat B"):
        table.do(c.AddCombatant(name, at_table=name.startswith("Rat")))
    table.do(c.AddCombatant("Guard", 3))
    table.do(c.ChangeCombatant("c8", name="Guard A"))
    for combatant_id in ("c2", "c4", "c6"):
        table.do(c.Hide((combatant_id,)))
    names = [combatant.name for combatant in table.encounter.combatants.values()]
    assert names == ["Mara", "Agent J", "Agent K", "Rat A", "Rat B", "Guard A", "Guard B", "Guard A"]


def test_whoever_is_doubled_has_a_name_of_the_own_for_the_players(table: Table) -> None:
    table.do(c.AddCombatant("Spy", 2, players_name="Stranger"))
    table.do(c.DuplicateCombatant("c3"))
    assert letters(table.encounter)[:3] == ["A", "B", "C"]
    assert seen(table.encounter)["c4"] == "Stranger C"


def names_of(encounter: Encounter) -> dict[Id, str]:
    return {combatant.id: combatant.name for combatant in encounter.everybody().values()}


def in_sight(encounter: Encounter) -> set[Id]:
    return {*encounter.order} - {*encounter.hidden}


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize(
    "newcomer",
    [
        c.AddCombatant("Guard", hidden=True),
        c.AddCombatant("Guard", comes=Schedule(3)),
        c.AddCombatant("Guard"),
        c.AddAll((c.AddCombatant("Guard", hidden=True), c.AddCombatant("Rat"))),
    ],
)
def test_a_newcomer_of_a_lettered_family_gets_the_next_letter(table: Table, newcomer: c.Command, is_open: bool) -> None:
    table.do(c.AddCombatant("Guard", 2))
    if is_open:
        table.do_with(SameFaces(3, 9), c.OpenRound())
    table.do_with(SameFaces(3), newcomer)
    names = names_of(table.encounter)
    assert [names[combatant_id] for combatant_id in ("c2", "c3", "c4")] == ["Guard A", "Guard B", "Guard C"]


@pytest.mark.parametrize("hidden", [False, True])
def test_a_newcomer_of_a_family_of_colours_gets_the_next_colour(hidden: bool) -> None:
    table = Table("zebra", "Mara", names="colours")
    table.do(c.AddCombatant("Guard", 2))
    table.do(c.AddCombatant("Guard", hidden=hidden))
    assert [*names_of(table.encounter).values()] == ["Mara", "Guard red", "Guard blue", "Guard green"]


def test_a_newcomer_known_by_another_name_gets_the_next_letter_of_that(table: Table) -> None:
    table.do(c.AddCombatant("Spy", 2, players_name="Stranger"))
    table.do(c.AddCombatant("Thief", players_name="Stranger"))
    assert seen(table.encounter)["c4"] == "Stranger C"


@pytest.mark.parametrize("called", ["Agent J", "Room 101 A", "Guard 1", "Guards A"])
def test_a_newcomer_whose_family_was_not_dealt_keeps_the_name(table: Table, called: str) -> None:
    table.do(c.AddCombatant(called))
    name = "Guard" if called.startswith("Guard") else called.rpartition(" ")[0] if called == "Agent J" else "Room"
    table.do(c.AddCombatant(name))
    assert names_of(table.encounter)["c3"] == name


def test_a_long_name_gets_the_next_letter_too(table: Table) -> None:
    name = "The eldest of the harbour guards who stand below the old gate"[:60]
    table.do(c.AddCombatant(name, 2))
    table.do(c.AddCombatant(name, hidden=True))
    assert [each[-2:] for each in names_of(table.encounter).values()][1:] == [" A", " B", " C"]


def test_a_hidden_one_who_is_renamed_takes_no_letter_from_who_is_in_sight(table: Table) -> None:
    table.do(c.AddCombatant("Guard", 2))
    table.do(c.AddCombatant("Orc", hidden=True))
    table.do(c.ChangeCombatant("c4", name="Guard"))
    table.do(c.AddCombatant("Rat", 2, hidden=True))
    table.do(c.Hide(("c1",)))
    assert names_of(table.encounter)["c3"] == "Guard B"


def test_undoing_a_join_gives_the_names_back(table: Table) -> None:
    table.do(c.AddCombatant("Guard", hidden=True))
    before = names_of(table.encounter)
    table.do(c.AddCombatant("Guard"))
    table.session.undo()
    assert names_of(table.encounter) == before
    table.session.redo()
    assert names_of(table.encounter) == {"c1": "Mara", "c2": "Guard A", "c3": "Guard"}


@pytest.mark.parametrize("seed", range(amount(120)))
def test_joining_renames_nobody_in_sight(seed: int) -> None:
    """Of several families, by letters and colours, with typed letters, other names for the players and removals."""
    chance, table = Random(seed), Table("unbound", names=("letters", "colours")[seed % 2])
    table.do(c.AddCombatant("Mara", side="A"))
    joins = (c.AddAll, c.AddCombatant, c.BringIn, c.DuplicateCombatant)
    for step in range(40):
        family, hidden = chance.choice(("Guard", "Rat", "Old Guard")), chance.random() < 0.5
        combatant_id = chance.choice([*table.encounter.everybody()])
        newcomer = c.AddCombatant(
            family, chance.choice((1, 1, 2)), side="B", hidden=hidden, players_name=chance.choice(("", "", "Shape"))
        )
        commands: list[c.Command] = [
            newcomer,
            replace(newcomer, comes=Schedule()),
            c.AddAll((newcomer, newcomer)),
            c.BringIn((combatant_id,)),
            c.DuplicateCombatant(combatant_id),
            c.Hide((combatant_id,), hidden),
            c.RemoveCombatant(combatant_id) if combatant_id != "c1" else newcomer,
            c.ChangeCombatant(combatant_id, name=chance.choice((family, f"{family} B", f"{family} K"))),
        ]
        commands += [c.OpenRound(), c.CloseRound()] if step > 20 else []
        command, before = chance.choice(commands), table.encounter
        with suppress(Refused):
            table.do_with(SameFaces(3, 5, 7), command)
        if isinstance(command, joins):
            after = table.encounter.combatants
            for known in in_sight(before):
                assert after[known].name == before.combatants[known].name
                assert after[known].players_name == before.combatants[known].players_name


@pytest.mark.parametrize("seed", range(12))
def test_no_gap_tells_of_anybody_and_no_name_changes(seed: int) -> None:
    """In sight are the first letters of the family; those who have been seen in the fight keep theirs."""
    chance, table = Random(seed), Table("unbound")
    table.do(c.AddCombatant("Mara", side="A"))
    known: dict[Id, str] = {}
    for step in range(40):
        ids = [*table.encounter.order[1:], *(waiting.combatant.id for waiting in table.encounter.wings), "c1"]
        combatant_id, hidden = chance.choice(ids), chance.random() < 0.5
        commands: list[c.Command] = [
            c.AddCombatant("Guard", chance.randint(1, 3), side="B", hidden=hidden),
            c.AddCombatant("Guard", 1, side="B", hidden=hidden, comes=Schedule()),
            c.BringIn((combatant_id,)),
            c.Hide((combatant_id,), hidden),
        ]
        commands += [c.OpenRound(), c.CloseRound()] if step > 12 else []
        with suppress(Refused):
            table.do_with(SameFaces(3, 5, 7), chance.choice(commands))
        now = table.encounter
        everybody = {
            combatant.id: combatant.name
            for combatant in (*now.combatants.values(), *(waiting.combatant for waiting in now.wings))
        }
        assert all(everybody[combatant_id] == name for combatant_id, name in known.items())
        if now.round:
            known.update(seen(now))
        told = [name[6:] for name in {**known, **seen(now)}.values() if name.startswith("Guard")]
        start = 0 if "" in told else 1
        assert sorted(map(letter_number, told)) == [*range(start, start + len(told))]
    assert known


def test_a_name_that_differs_in_case_only_is_of_the_family(table: Table) -> None:
    """Also of a fallen one: nobody is told from another by a capital."""
    table.do(c.AddCombatant("Outlaw", 2))
    table.do(c.Fall("c2"))
    table.do(c.AddCombatant("outlaw", 2))
    table.do(c.AddCombatant("mara"))
    names = [combatant.name for combatant in table.encounter.combatants.values()]
    assert names == ["Mara", "Outlaw A", "Outlaw B", "Outlaw C", "Outlaw D", "Mara A"]
