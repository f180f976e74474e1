"""Tests of the name of a fight: by its combatants, until somebody names it."""

import pytest

from app.values.fight_names import name_of
from tests.app.table import Table
from turntrack.core.fields import LONGEST_NAME
from turntrack.core.model import Combatant, Encounter


def fight(*names: str, group: str = "") -> Encounter:
    """A fight of these, all of one group."""
    there = {f"c{place}": Combatant(f"c{place}", name, group=group) for place, name in enumerate(names, 1)}
    return Encounter("New fight", "zebra", combatants=there)


@pytest.mark.parametrize(
    ("encounter", "name"),
    [
        (fight(), "New fight"),
        (fight("Mara"), "Mara"),
        (fight("Pirate A", "Pirate B", "Mara", "Ilko"), "Pirate ×2, Mara, Ilko"),
        (fight("Rat", "Cat", group="Pirates"), "Pirates ×2"),
        (fight("M" * 60), "M" * 60),
        (fight(*(f"Number {number} of the Watch" for number in range(9))), None),
        (Encounter("The ferry", "zebra", combatants=fight("Mara").combatants), "The ferry"),
    ],
)
def test_the_name_is_made_of_those_in_it(encounter: Encounter, name: str | None) -> None:
    if name is None:
        assert name_of(encounter) == "Number 0 of the Watch, Number 1 of the Watch and others"
        assert len(name_of(encounter)) <= LONGEST_NAME
    else:
        assert name_of(encounter) == name


def sided(*sides: tuple[str, str], table: str = "", **options: str) -> Encounter:
    """A fight of these, each with the side; those of the side ``table`` roll at it."""
    there = {
        f"c{place}": Combatant(f"c{place}", name, side, at_table=bool(table) and side == table)
        for place, (name, side) in enumerate(sides, 1)
    }
    return Encounter("New fight", "zebra", options, combatants=there)


PARTY = (("Celestine", "Heroes"), ("Borin", "Heroes"))
OGRES = (("Ogre A", "Foes"), ("Ogre B", "Foes"), ("Warg", "Foes"))


@pytest.mark.parametrize(
    ("encounter", "name"),
    [
        (sided(*PARTY, *OGRES), "Ogre ×2, Warg"),
        (sided(*OGRES, *PARTY), "Ogre ×2, Warg"),
        (sided(*PARTY, ("Boss", "Gang"), ("Wolf", "Beasts")), "Boss, Wolf"),
        (sided(("Boss", "Gang"), *PARTY, table="Heroes"), "Boss"),
        (sided(*PARTY, ("Ogre A", "Heroes"), ("Ogre B", "Heroes")), "Ogre ×2, Celestine, Borin"),
        (sided(*PARTY), "Celestine, Borin"),
        (sided(*PARTY, ("Deputy", "Allies"), ("Boss", "Foes")), "Boss"),
        (sided(("Boss", "Gang"), *PARTY, own_sides="none"), "Boss, Celestine, Borin"),
    ],
)
def test_whom_the_party_meets_names_the_fight(encounter: Encounter, name: str) -> None:
    """The party is the same all evening: its fights would all have one name."""
    assert name_of(encounter) == name


def test_the_page_the_list_and_the_menu_call_it_so_until_it_is_named(table: Table) -> None:
    table.tap("new", "zebra")
    table.send("add-lines", lines="Pirate x4\nMara")
    assert table.last.title == "Pirate ×4, Mara · Turntrack"
    assert "Pirate ×4, Mara" in table.region("title").text
    assert table.storage.about["key-1"].name == "Pirate ×4, Mara"
    table.tap("menu")
    assert table.dialog.values()["name"] == "Pirate ×4, Mara"
    table.send("rename", name="The ferry")
    table.add("Rat")
    assert table.last.title == "The ferry · Turntrack"
    assert table.storage.about["key-1"].name == "The ferry"
