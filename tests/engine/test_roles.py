"""Tests of the words of a line: what each is read as, and the line by which each is what is chosen."""

from __future__ import annotations

import pytest

from turntrack.core.fields import Field, Kind, Pick
from turntrack.lines.quick_line import read_quick_line
from turntrack.lines.roles import MOST_WORDS, UNCLEAR, Word, can_be_told, choices_for, read_words, write_words
from turntrack.systems.rond6 import SYSTEM as ROND6
from turntrack.systems.traveller import SYSTEM as TRAVELLER
from turntrack.systems.zebra import SYSTEM as ZEBRA

DEX = Field("dex", "Dexterity", Kind.NUMBER, 0, low=-5, high=20, is_modifier=True)
TOTAL = Field("total", "Total", Kind.NUMBER, "", high=99, is_score=True)
SPEED = Field("speed", "Basic Speed in quarters", Kind.NUMBER, 20, high=80)
SLOW = Field("slow", "Slow", Kind.FLAG, False)
GAIT = Field("gait", "Gait", Kind.PICK, "walk", picks=(Pick("walk", "walks"), Pick("fly", "flies")))
MOTTO = Field("motto", "Motto", Kind.TEXT, "")
FIELDS = (DEX, SPEED, SLOW, GAIT, MOTTO, TOTAL)


def told(line: str, fields: tuple[Field, ...]) -> str:
    return ", ".join(f"{word.text} {word.role.label}" for word in read_words(line, fields) if word.role.label != "name")


def choose(line: str, fields: tuple[Field, ...], *roles: tuple[str, str]) -> str:
    """Return the line after these words have been told to be this."""
    for text, label in roles:
        words = read_words(line, fields)
        at = next(at for at, word in enumerate(words) if word.text == text)
        line = next(choice.line for choice in choices_for(words, at, fields) if choice.role.label == label)
    return line


@pytest.mark.parametrize(
    ("fields", "line", "expected"),
    [
        (FIELDS, "Lia the Red, hp 7/12, dex +2, prone",
         "hp leave out, 7/12 health, dex leave out, +2 Dexterity, prone condition"),
        (FIELDS, "Lia x1, x3, init 12, note old and grey, side Foes",
         "x3 how many, 12 initiative, old note, and note, grey note, Foes foe"),
        (FIELDS, "three guards, slow, flies, hidden", "three how many, slow Slow, flies Gait: flies, hidden hidden"),
        (FIELDS, "Lia x1, gait fly, motto never again, temporary 3",
         "fly Gait: flies, never Motto, again Motto, temporary temporary 3, 3 temporary 3"),
        # A name that holds values is parted; a number has the word beside it that names a value.
        (ROND6.fields, "foreman Sturl 3D 26 body", "3D Perception, 26 health, body leave out"),
        (FIELDS, "75hp perc 12 oathbreaker Lisbet. maul.", "75 health, hp leave out, perc ?, 12 ?, maul note"),
        (FIELDS, "22 -> 7", "7 ?"),
        # What is read of other words is kept; the same is not said twice.
        (TRAVELLER.fields, "Aslan, DEX A", "DEX leave out, A leave out,  dex 10"),
        (TRAVELLER.fields, "Kurrhaal, init DM +1", "init note, DM note, +1 note"),
        (FIELDS, "Lia, init 12, (14)", "init leave out, 12 initiative, 14 ?"),
        (ZEBRA.fields, "Reed, sabre 4", "sabre Weapon in use, 4 Level with it"),
        (ZEBRA.fields, "Reed x1, weapon 4", "4 Level with it"),
        (ZEBRA.fields, "Reed x1, weapon sabre 3", "sabre Weapon in use"),
    ],
)  # fmt: skip
def test_each_word_has_what_it_is_read_as(fields: tuple[Field, ...], line: str, expected: str) -> None:
    assert told(line, fields) == expected


@pytest.mark.parametrize(
    ("fields", "line", "roles", "expected"),
    [
        (FIELDS, "Corwin 22 -> delaying", (("22", "initiative"), ("delaying", "condition")),
         "Corwin x1, init 22, condition delaying"),
        (ROND6.fields, "foreman Sturl 3D 26 body", (("3D", "Perception"),), "foreman Sturl x1, perception 3D, hp 26"),
        (FIELDS, "75hp perc 12 oathbreaker Lisbet. maul.", (("oathbreaker", "foe"), ("12", "armour")),
         "Lisbet x1, hp 75, note perc, ac 12, Foes, note maul"),
        (FIELDS, "guards 4", (("4", "how many"),), "guard x1, x4"),
        (FIELDS, "three old guards", (("old", "leave out"),), "guard x1, x3"),
        # Of an attribute its modifier is taken, and of a speed its quarters.
        (FIELDS, "Lia 14 5.75", (("14", "Dexterity"), ("5.75", SPEED.label)), "Lia x1, speed 23, dex +2"),
        # Health and full health stand together, unless they contradict each other.
        (FIELDS, "Lia 7 12", (("7", "health"), ("12", "full health")), "Lia x1, hp 7/12"),
        (FIELDS, "Lia 12 7", (("12", "health"), ("7", "full health")), "Lia x1, note 12, hp 7"),
        (FIELDS, "Lia 2d6 7", (("2d6", "health"), ("7", "full health")), "Lia x1, note 2d6, hp 7"),
        # What else has said the same is a note; neighbours say it together.
        (FIELDS, "Lia 7 12", (("7", "initiative"), ("12", "initiative")), "Lia x1, note 7, init 12"),
        (FIELDS, "Lia, on we go", (("on", "Motto"), ("go", "Motto"), ("we", "Motto")), "Lia x1, note on, motto we go"),
        (FIELDS, "Lia, on we go", (("on", "Motto"), ("we", "Motto"), ("go", "Motto")), "Lia x1, motto on we go"),
        (FIELDS, "Lia18", (("18", "initiative"), ("18", "name")), "Lia 18 x1"),
        (FIELDS, "Lia18 maul", (("maul", "note"),), "Lia18 x1, note maul"),
        (FIELDS, "Lia maul, fast", (("maul", "Slow"), ("fast", "Gait: flies")), "Lia x1, slow, gait fly"),
        (ZEBRA.fields, "Reed sabre 4", (("sabre", "Weapon in use"), ("4", "Level with it")), "Reed x1, weapon sabre 4"),
        (TRAVELLER.fields, "Aslan, DEX A", (("A", "note"),), "Aslan x1, note A, dex 10"),
    ],
)  # fmt: skip
def test_a_word_is_what_is_chosen(
    fields: tuple[Field, ...], line: str, roles: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert choose(line, fields, *roles) == expected


def test_nobody_without_a_name_is_offered() -> None:
    """The only word of a name stays the name, until another word is one."""
    assert [choice.role.label for choice in choices_for(read_words("Lia, hp 7", FIELDS), 0, FIELDS)] == ["name"]
    assert not write_words([Word("7", UNCLEAR)], FIELDS)


def test_a_short_line_has_words_and_not_too_many() -> None:
    assert can_be_told("Lia 7")
    assert not can_be_told(" -> ")
    assert not can_be_told("a " * (MOST_WORDS + 1))


@pytest.mark.parametrize("name", ["hp", "init", "AC", "Will"])
def test_a_name_that_is_taken_as_it_is_written_may_be_a_word_for_a_value(name: str) -> None:
    assert read_quick_line(f"{name} x1, hp 7", FIELDS).name == name


def test_an_exact_line_says_how_many_and_any_condition() -> None:
    read = read_quick_line("Guard x1, x1d4, condition delaying", FIELDS)
    assert (read.name, read.count_dice, [each.name for each in read.conditions]) == ("Guard", "1d4", ["delaying"])


def test_a_word_may_be_what_others_have_told() -> None:
    words = read_words("Lia 12 7", FIELDS, {"total": 12})
    assert [word.role.label for word in words] == ["name", "initiative", "?"]
