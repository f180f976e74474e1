"""The names of several: each has the singular."""

from __future__ import annotations

import pytest

from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import read_quick_line
from turntrack.lines.repairs import take_slips


@pytest.mark.parametrize(
    ("several", "single"),
    [
        ("Goblins", "Goblin"),
        ("Marsh Orcs", "Marsh Orc"),
        ("Dire Wolves", "Dire Wolf"),
        ("Harpies", "Harpy"),
        ("Zombies", "Zombie"),
        ("Witches", "Witch"),
        ("Lizardmen", "Lizardman"),
        ("Foxes", "Fox"),
        ("Slaves", "Slave"),
        ("Knights of the Order", "Knight of the Order"),
        ("Cyclops", "Cyclops"),
        ("Mantis", "Mantis"),
        ("Guardsman", "Guardsman"),
        ("Gas", "Gas"),
        ("Orc", "Orc"),
        ("Abyss", "Abyss"),
        ("", ""),
    ],
)
def test_each_has_the_singular(several: str, single: str) -> None:
    assert singular(several) == single


@pytest.mark.parametrize("line", ["Goblins x4", "Goblins ×4, hp 7", "Goblins (4)", "Goblins x1d4"])
def test_a_count_behind_a_name_makes_it_a_plural(line: str) -> None:
    assert read_quick_line(line, ()).name == "Goblin"


def test_a_count_before_a_name_makes_it_a_plural() -> None:
    lines = ("3 Goblins", "3x Goblins", "Goblins", "1 Goblins", "Goblins x1", "3 Goblins hp 7", "1d4 Goblins")
    assert [read_quick_line(line, ()).name for line in lines] == [
        "Goblin", "Goblin", "Goblins", "Goblins", "Goblins", "Goblin", "Goblin",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line", ["Ogre, 5d8 (22 hp)", "Ogre 5d8 (22 hp)", "Ogre 5d8+4 [22 HP]", "Ogre, ac 11, 5d8 (22 hp)"]
)
def test_dice_with_their_health_in_brackets(line: str) -> None:
    read = read_quick_line(line, ())
    assert (read.name, read.health, read.health_dice) == ("Ogre", 22, "")


def test_a_health_for_each_is_asked_about() -> None:
    line = "3 Marsh Orcs (AC 6, HD 1, hp 4, 5, 3, ML 8)"
    _, slips = take_slips(line, ())
    several = slips[-1]
    assert several.wrong == "“hp 4, 5, 3”: a health for each?"
    each, alike = several.ways
    read = [read_quick_line(take_slips(single, ())[0], ()) for single in each.line.split("\n")]
    assert [(orc.name, orc.health) for orc in read] == [("Marsh Orc A", 4), ("Marsh Orc B", 5), ("Marsh Orc C", 3)]
    assert {orc.note for orc in read} == {"AC 6; HD 1; ML 8"}
    (mended,) = [read_quick_line(take_slips(alike.line, ())[0], ())]
    assert (mended.name, mended.count, mended.health) == ("Marsh Orc", 3, 4)


@pytest.mark.parametrize("line", ["3 Orcs [4, 5, 3]", "Orcs: 4, 5, 3", "Orcs x3 (4/5/3)", "3 Orcs: 4 5 3"])
def test_bare_numbers_of_several_may_be_a_health_for_each(line: str) -> None:
    _, slips = take_slips(line, ())
    assert slips[-1].ways[0].line.split("\n") == ["Orc A x1, hp 4", "Orc B x1, hp 5", "Orc C x1, hp 3"]


@pytest.mark.parametrize(
    "line",
    [
        "4 Orcs [4, 5, 3]",
        "Orcs 14 38/45 hp",
        "Orcs [15, 13]",
        "Orc: 4, 5, 3",
        "3 Orcs, hp 4, 5",
        "Orc, hp 4, 5, 3",
        "3 Orcs, hp 4, ac 5",
        "d4 Orcs, hp 4, 5",
    ],
)
def test_other_numbers_are_no_healths_for_each(line: str) -> None:
    assert all("a health for each" not in slip.wrong for slip in take_slips(line, ())[1])
