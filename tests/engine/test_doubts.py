"""Tests of what a line says and its combatant does not show, however it was read."""

import pytest

from tests.engine.test_number_of_the_order import fields_of
from turntrack.core.commands import AddCombatant
from turntrack.core.fields import Field, Kind, Pick
from turntrack.lines.doubt_repairs import ask_about_doubts
from turntrack.lines.doubts import Doubt, DoubtPlace, find_doubts
from turntrack.lines.repairs import take_slips

SIZE = Field("size", "Size", Kind.PICK, "little", picks=(Pick("little", "Little"), Pick("heavy", "Heavy")))
SPEED = Field("speed", "Basic Speed in quarters", Kind.NUMBER, 20)
DEX = Field("dex", "Dexterity", Kind.NUMBER, 0)


@pytest.mark.parametrize(
    ("line", "read", "fields", "expected"),
    [
        ("Rat, heavy", AddCombatant("Rat", sheet={"size": "heavy"}), (SIZE,), ()),
        ("Rat, speed 6.25", AddCombatant("Rat", sheet={"speed": 25}), (SPEED,), ()),
        ("Rat, dex 4, hp 7", AddCombatant("Rat", sheet={"dex": 7}, health=4), (DEX,), ("dex 4", "hp 7")),
        ("Rat, gnawing rope; chewing gum", AddCombatant("Rat"), (), ("gnawing rope", "chewing gum")),
    ],
)
def test_what_is_nowhere_is_a_doubt(
    line: str, read: AddCombatant, fields: tuple[Field, ...], expected: tuple[str, ...]
) -> None:
    doubts = find_doubts(line, read, fields)
    assert [doubt for doubt in doubts if doubt.place is DoubtPlace.NOWHERE] == [
        Doubt(DoubtPlace.NOWHERE, words) for words in expected
    ]


def test_an_edge_in_a_note_is_a_doubt() -> None:
    doubts = find_doubts("Vern, quick he says", AddCombatant("Vern", note="quick he says"), fields_of("cards"))
    assert [doubt.said for doubt in doubts] == ["quick"]


def test_small_words_before_what_is_told_leave_the_name() -> None:
    (slip, *_) = ask_about_doubts("Ghost at tbd, hp 7", AddCombatant("Ghost at tbd", health=7), ())
    assert slip.wrong == "“tbd” is in the name."
    assert slip.ways[0].line == "Ghost, hp 7"


def test_a_bonus_that_the_rules_do_not_add_is_noted() -> None:
    line, slips = take_slips("Zhen, init DM +2", fields_of("traveller"))
    assert (line, [slip.taken for slip in slips]) == ("Zhen, note init bonus +2", ["note init bonus +2"])


def test_the_skill_of_a_told_number_is_noted() -> None:
    line, slips = take_slips("Aria, init 22, perception", fields_of("three_actions"))
    assert (line, [slip.taken for slip in slips]) == ("Aria, rolled total 22, note perception", ["note perception"])


def test_ways_that_cannot_be_read_are_not_offered() -> None:
    (slip, *_) = ask_about_doubts("Lia18, hp 7, hp 9", AddCombatant("Lia18", health=7, note="hp 9"), ())
    assert (slip.wrong, slip.ways) == ("“18” is in the name.", ())


def test_a_number_behind_what_is_no_name_may_be_that_of_the_order() -> None:
    total = Field("total", "Total", Kind.NUMBER, "", is_score=True)
    (slip,) = ask_about_doubts("Everybody else 5", AddCombatant("Everybody else 5"), (total,))
    assert [way.line for way in slip.ways] == ["Everybody else, init 5", "Everybody else 5 x1", "~~Everybody else 5~~"]
