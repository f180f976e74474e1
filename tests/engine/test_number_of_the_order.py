"""The number of the order in a line: the total of a roll, its modifier, and what is asked about."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.engine.drawn_rule_sets import table_with
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import DiceCode, DiceNeeded, DiceRequest, TableDice, seeded_dice
from turntrack.core.errors import BadValue, Malformed
from turntrack.core.fields import TOLD, Field, read
from turntrack.core.model import Schedule
from turntrack.history.templates import command_to_add, command_to_carry
from turntrack.lines.bare_numbers import ask_for_number, ask_in_list, numbers_by_name
from turntrack.lines.quick_line import NO_MODIFIER, NO_NUMBER, is_told_number, read_quick_line
from turntrack.lines.repairs import take_slips
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_set import form_fields

TOTAL = TOLD.key
NUMBERS = {
    "d20_once": TOTAL,
    "d20_twice": TOTAL,
    "three_actions": TOTAL,
    "rond6": TOTAL,
    "interlock": TOTAL,
    "zebra": TOTAL,
    "traveller": "initiative",
}
"""The games in which a total can be told, each with the field for it."""

WITHOUT = ("unbound", "cards", "speed_factors", "popcorn")
"""Games in which a combatant has no number, draws a card, or rolls anew every round."""


def fields_of(game: str) -> tuple[Field, ...]:
    if any(system.key == game for system in SYSTEMS):
        return system_of(game, SYSTEMS).fields
    return form_fields(preset_rules(game))


@pytest.mark.parametrize("game", NUMBERS)
@pytest.mark.parametrize(
    "line",
    [
        "Aria, init 17",
        "Aria, init: 17",
        "Aria, Init = 17",
        "Aria, ini 17",
        "Aria, roll 17",
        "Aria, rolled 17",
        "Aria, init roll 17",
        "Aria, turn order 17",
        "Aria, 17 init",
        "Aria, hp 20, init 17",
        "Aria init 17",
        "Aria roll 17 hp 20",
        "Aria: 17",
        "17: Aria",
        "[17] Aria",
        "Aria - 17",
        "Aria – 17",
        "Aria = 17",
        "Aria ... 17",
        "Aria -> 17",
        "Aria, 17",
        "Aria: 17, hp 20",
        "Aria; ini 17; hp 20",
        "Aria, gewürfelt 17",
    ],
)
def test_a_total_is_the_number_of_this_fight(line: str, game: str) -> None:
    read = read_quick_line(line, fields_of(game))
    assert (read.name, read.count, read.sheet[NUMBERS[game]]) == ("Aria", 1, 17)
    assert (read.note, read.counters) == ("", ())


@pytest.mark.parametrize(
    ("game", "field", "value"), [("d20_once", "dex", 3), ("d20_twice", "dex", 3), ("three_actions", "perception", 3)]
)
@pytest.mark.parametrize(
    "part",
    [
        "init +3",
        "Init: +3",
        "initiative +3",
        "ini +3",
        "init bonus 3",
        "initiative modifier +3",
        "init mod: 3",
        "+3",
        "+3 init",
        "Inibonus 3",
    ],
)
def test_a_signed_number_is_the_modifier(part: str, game: str, field: str, value: int) -> None:
    assert read_quick_line(f"Aria, {part}", fields_of(game)).sheet == {field: value}


def test_a_modifier_stands_in_brackets_behind_a_name() -> None:
    assert read_quick_line("Aria (+3)", fields_of("d20_once")).sheet == {"dex": 3}
    assert read_quick_line("Aria [-1], hp 9", fields_of("d20_once")).sheet == {"dex": -1}


def test_a_total_has_no_plus() -> None:
    """A plus tells the modifier of a roll; below 0 there are totals, too."""
    with pytest.raises(BadValue, match=r"Initiative total: the number itself, and \+2 looks like a bonus to a roll."):
        read(TOLD, " +2 ")
    assert (read(TOLD, "17"), read(TOLD, "-2"), read(TOLD, " ")) == (17, -2, "")


def test_total_and_modifier_stand_in_one_line() -> None:
    assert read_quick_line("Aria, dex +4, init 17", fields_of("d20_once")).sheet == {"dex": 4, TOTAL: 17}


@pytest.mark.parametrize("line", ["init: 17", "initiative 17", "hp 20", "HP"])
def test_a_line_does_not_begin_with_a_value(line: str) -> None:
    with pytest.raises(BadValue):
        read_quick_line(line, fields_of("d20_once"))


@pytest.mark.parametrize("game", WITHOUT)
@pytest.mark.parametrize("line", ["Aria, init 17", "Aria, roll 17", "17: Aria", "Aria ini 17"])
def test_rules_without_such_a_number_say_so(line: str, game: str) -> None:
    with pytest.raises(BadValue, match=NO_NUMBER[:40]):
        read_quick_line(line, fields_of(game))
    rest, (slip,) = take_slips(line, fields_of(game))
    assert (rest, [way.line for way in slip.ways]) == ("Aria", ["Aria, real dice", "Aria"])


@pytest.mark.parametrize("game", ["rond6", "popcorn"])
def test_rules_without_such_a_modifier_say_so(game: str) -> None:
    with pytest.raises(BadValue, match=NO_MODIFIER[:40]):
        read_quick_line("Aria, init +3", fields_of(game))
    _, (slip,) = take_slips("Aria, init +3", fields_of(game))
    assert [way.line for way in slip.ways] == ["Aria"]


def test_rules_that_add_nothing_to_their_number_ask_whether_it_is_the_number() -> None:
    _, (slip,) = take_slips("Aria, init +3", fields_of("traveller"))
    assert [way.line for way in slip.ways] == ["Aria, initiative 3", "Aria, note init +3", "Aria"]


def test_the_rules_own_names_come_first() -> None:
    assert read_quick_line("Aria, initiative 5, init 17", fields_of("interlock")).sheet == {"initiative": 5, TOTAL: 17}
    assert read_quick_line("Aria, init +2", fields_of("interlock")).sheet == {"modifier": 2}


# What is asked


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("Aria 17", ["Aria, init 17", "Aria 17 x1"]),
        ("Aria 17, hp 20", ["Aria, init 17, hp 20", "Aria 17 x1, hp 20"]),
        ("Mara the Red 7", ["Mara the Red, init 7", "Mara the Red 7 x1"]),
        ("Goblins 3: 14", ["3 Goblins, rolled total 14", "Goblins 3 x1, rolled total 14"]),
        ("goblin 3, hp 7", ["goblin, init 3, hp 7", "3 goblin, hp 7", "goblin 3 x1, hp 7"]),
        ("Aria (17), hp 20", ["Aria, init 17, hp 20", "Aria x17, hp 20"]),
        ("Aria 17 hp 20", ["Aria, init 17, hp 20", "Aria 17 x1, hp 20"]),
    ],
)
def test_a_number_behind_a_name_is_asked_about(line: str, ways: list[str]) -> None:
    fields = fields_of("d20_once")
    asked = ask_for_number(line, fields)
    assert asked
    assert [way.line for way in asked.ways] == ways
    assert all(ask_for_number(way.line, fields) is None for way in asked.ways)
    assert read_quick_line(ways[0], fields).sheet


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("3 Vargr 6", ["Vargr x3, init 6", "3 “Vargr 6”"]),
        ("Stormtroopers x4 8", ["Stormtroopers x4, init 8", "4 “Stormtrooper 8”"]),
        ("4 goblins 12", ["goblins x4, init 12", "4 “goblin 12”"]),
        ("1. Wolf 2x 12, hp 4", ["Wolf x2, init 12, hp 4", "2 “Wolf 12”, hp 4"]),
        ("- Wolf ×2 11 14 BP", ["Wolf x2, init 11, hp 14", "2 “Wolf 11”, hp 14"]),
        ("Dire Wolves 11 x2", ["Dire Wolves x2, init 11", "2 “Dire Wolf 11”"]),
        ("3 Orcs 8, init 12", ["Orcs x3, hp 8, rolled total 12", "3 “Orc 8”, rolled total 12"]),
    ],
)
def test_a_number_beside_a_count_is_asked_about(line: str, ways: list[str]) -> None:
    slip = ask_for_number(line, fields_of("d20_once"))
    assert slip is not None
    assert [" ".join(way.line.split()) for way in slip.ways] == ways


@pytest.mark.parametrize("line", ["3 “Vargr 6”", '2 "Wolf 11", hp 14', "3 Zombies 8 hp", "3 Orcs 8, init 12, hp 4"])
def test_beside_a_count_what_is_clear_is_not_asked(line: str) -> None:
    assert ask_for_number(line, fields_of("d20_once")) is None


def test_several_in_quotation_marks_have_the_number_in_their_name() -> None:
    several = read_quick_line("3 “Vargr 6”, hp 4", fields_of("d20_once"))
    assert (several.name, several.count) == ("Vargr 6", 3)


def test_rules_without_totals_ask_what_a_number_beside_a_count_is() -> None:
    slip = ask_for_number("3 Thugs 8", ())
    assert slip is not None
    assert [" ".join(way.line.split()) for way in slip.ways] == ["Thugs x3, hp 8", "3 “Thug 8”"]


@pytest.mark.parametrize(
    "line",
    [
        "Aria",
        "Aria 17 x1",
        "Goblin 3: 14",
        "Goblins (3)",
        "Goblin 1",
        "Trooper 04",
        "3 Goblins",
        "Goblin x3",
        "Aria, init 17",
    ],
)
def test_what_is_clear_is_not_asked(line: str) -> None:
    assert ask_for_number(line, fields_of("d20_once")) is None


def test_a_number_beside_its_likes_is_a_name() -> None:
    assert ask_for_number("Goblin 2", fields_of("d20_once"), numbers_by_name(("Goblin 1", "Goblin 2"))) is None
    assert ask_for_number("Goblin 2", fields_of("d20_once"), numbers_by_name(("Goblin 2",)))
    assert ask_for_number("Aria 17", fields_of("popcorn")) is None
    asked = ask_for_number("militia 4, hp 7", fields_of("popcorn"))
    assert asked
    assert [way.line for way in asked.ways] == ["4 militia, hp 7", "militia 4 x1, hp 7"]


def test_a_bare_bonus_is_the_modifier() -> None:
    assert read_quick_line("Aria +3, hp 9", fields_of("d20_once")).sheet == {"dex": 3}
    assert read_quick_line("Aria Voss +3 hp 9", fields_of("d20_once")).name == "Aria Voss"
    _, (slip,) = take_slips("Aria luck +3", fields_of("d20_once"))
    assert [way.line for way in slip.ways] == ["Aria luck +3 x1", "Aria luck, init +3", "Aria, note luck +3"]


def test_a_word_before_a_colon_may_be_a_label() -> None:
    _, (slip,) = take_slips("Otter luck: 3", fields_of("d20_once"))
    assert [way.label for way in slip.ways] == ["The name is “Otter luck: 3”", "initiative 3", "note luck: 3"]
    assert read_quick_line(slip.ways[1].line, fields_of("d20_once")).sheet == {TOTAL: 3}


def test_only_a_total_is_told() -> None:
    assert [is_told_number(part, fields_of("d20_once")) for part in ("init 17", "dex 2", "init +2")] == [
        True,
        False,
        False,
    ]
    assert not is_told_number("init 17", ())


# What comes of it in the fight


def test_who_is_told_21_stands_at_21() -> None:
    table = table_with(preset_rules("d20_once"), "Aria, dex +4, init 17", "Borin, init 21", "Cy, dex 1")
    assert table.first() == {"c1": 0, "c2": Fraction(1), "c3": 0}
    table.open(9)
    assert [str(table.number(who)) for who in ("c1", "c2", "c3")] == [
        "told 17 = 17 (G2)",
        "told 21 = 21 (G2)",
        "d20 9 + dex 1 = 10 (G2)",
    ]
    assert table.names() == "Borin Aria Cy"
    assert table.encounter.combatants["c2"].counters == ()


@pytest.mark.parametrize(
    ("game", "faces", "names"),
    [
        ("interlock", (5,), "Borin Aria Cy"),
        ("rond6", (3, 4, 5), "Borin Aria Cy"),
        ("zebra", (7,), "Borin Cy Aria"),
        ("traveller", (3, 4), "Cy Aria Borin"),
    ],
)
def test_a_total_is_the_first_number_in_every_system(game: str, faces: tuple[int, ...], names: str) -> None:
    table = Table(game, "Aria, init 17", "Borin: 21", "Cy")
    first = max(table.first(), key=table.first().__getitem__)
    table.open(*faces)
    numbers = [table.number(who) for who in ("c1", "c2")]
    assert [number.total if number else None for number in numbers] == [17, 21]
    assert table.names() == names
    assert first in ("c1", "c2", "c3")


@pytest.mark.parametrize(
    ("game", "faces"), [("rond6", (3, 3, 4, 3, 3, 5)), ("zebra", (3, 4)), ("traveller", (3, 3, 2, 2))]
)
def test_the_next_round_is_rolled(game: str, faces: tuple[int, ...]) -> None:
    table = Table(game, "Aria, init 17", "Borin: 21", open=())
    table.do(c.CloseRound())
    assert [chance for chance in table.first().values() if chance not in (0, 1)]
    table.open(*faces)
    assert [number.total for who in ("c1", "c2") if (number := table.number(who))] != [17, 21]


@pytest.mark.parametrize("game", ["interlock", "rond6", "zebra", "traveller"])
def test_a_newcomer_comes_with_a_total(game: str) -> None:
    table = Table(game, "Aria, init 17", "Borin: 21", open=())
    table.join("Cy: 19, group Guards")
    number = table.number("c3")
    assert number
    assert number.total == 19


def test_a_total_that_waits_in_the_wings_counts_on_coming() -> None:
    table = table_with(preset_rules("d20_once"), "Aria: 17", "Borin: 21", "Cy: 19, round 2")
    table.open()
    assert table.encounter.wings[0].comes == Schedule(2)
    table.do(c.CloseRound())
    table.open()
    number = table.number("c3")
    assert number
    assert number.total == 19


@pytest.mark.parametrize("game", ["d20_once", "rond6", "traveller"])
def test_another_fight_does_not_take_a_total_over(game: str) -> None:
    is_preset = game == "d20_once"
    table = table_with(preset_rules(game), "Aria, init 17") if is_preset else Table(game, "Aria, init 17")
    carried = command_to_carry(table.encounter, "c1", table.system.at(table.encounter))
    assert carried.sheet.get(NUMBERS[game], "") == ""
    assert command_to_add(table.encounter.combatants["c1"]).sheet.get(TOTAL, "") == ""


def test_the_table_enters_the_numbers_of_traveller() -> None:
    table = Table("traveller", "Aria, init 7", "Borin: 5", initiative="entered")
    table.open()
    assert [str(table.number(who)) for who in ("c1", "c2")] == ["entered 7 = 7 (TA1)", "entered 5 = 5 (TA1)"]


# Real dice: the players say the total


@pytest.mark.parametrize(
    ("game", "line", "said", "total"),
    [
        ("d20_once", "Aria, dex +4, real dice", "24", "d20 20 + dex 4 = 24 (G2)"),
        ("d20_once", "Aria, dex +4, real dice", "17", "d20 17 + dex 4 = 21 (G2)"),
        ("three_actions", "Aria, perception 9, real dice", "25", "d20 16 + perception 9 = 25 (G2)"),
        ("interlock", "Aria, ref 8, real dice", "15", "d10 7 + REF 8 + Initiative 0 = 15"),
    ],
)
def test_more_than_the_die_can_show_is_the_total(game: str, line: str, said: str, total: str) -> None:
    is_preset = game not in {system.key for system in SYSTEMS}
    table = table_with(preset_rules(game), line, "Cy") if is_preset else Table(game, line, "Cy")
    dice = TableDice(seeded_dice(1))
    with pytest.raises(DiceNeeded) as needed:
        table.do_with(dice, c.OpenRound())
    (request,) = needed.value.requests
    dice.answers[request.key] = request.read(said)
    table.do_with(dice, c.OpenRound())
    assert str(table.number("c1")) == total


def test_a_total_that_cannot_be_says_what_can() -> None:
    request = DiceRequest("", "Aria", "initiative", DiceCode(1, 20), added=3)
    with pytest.raises(Malformed, match=r"The d20 shows 1 to 20, with \+3 is 4 to 23, not 24."):
        request.read("24")
    with pytest.raises(Malformed, match=r"The d20 with \+3 is 4 to 23, not 3."):
        replace(request, is_total=True).read("3")


@pytest.mark.parametrize(
    ("code", "added", "text", "total"),
    [("1d20", 3, "17", 14), ("1d20", -2, "−1", 1), ("2d6", 1, "13", 12), ("1D", 5, "14", 9), ("1d20", 3, "23", 20)],
)
def test_a_table_that_enters_totals_need_not_take_off_what_is_added(
    code: str, added: int, text: str, total: int
) -> None:
    request = DiceRequest("", "Aria", "initiative", DiceCode.parse(code), added=added, is_total=True)
    roll = request.read(text)
    assert (roll.total, request.write(roll)) == (total, text.replace("−", "-"))


def test_an_exploding_die_takes_its_total_only_where_the_table_says_totals() -> None:
    request = DiceRequest("", "Aria", "initiative", DiceCode.parse("1D"), added=5)
    assert request.read("6 2").total == 8
    assert request.read("8").total == 8


def test_the_table_says_once_that_it_enters_totals() -> None:
    table = table_with(preset_rules("d20_once"), "Aria, dex +3, real dice", "Cy")
    table.do(c.ChooseOption("dice_said", "total"))
    dice = TableDice(seeded_dice(1))
    with pytest.raises(DiceNeeded) as needed:
        table.do_with(dice, c.OpenRound())
    (request,) = needed.value.requests
    dice.answer(request, "17")
    table.do_with(dice, c.OpenRound())
    assert str(table.number("c1")) == "d20 14 + dex 3 = 17 (G2)"


def test_a_large_number_beside_a_name_is_the_value_that_the_rules_ask_for() -> None:
    asked = ask_in_list(["winnie 65", "mr pocock 40, hp 4/11"], fields_of("dexterity_order"))
    assert [slip.ways[0].line for slip in asked.values()] == ["winnie, dex 65", "mr pocock, dex 40, hp 4/11"]
    assert [slip.taken for slip in asked.values()] == ["dex 65", "dex 40"]


@pytest.mark.parametrize("game", ["round_the_table", "ten_cards"])
def test_rules_that_take_no_number_before_the_fight_say_so_of_a_list(game: str) -> None:
    asked = ask_in_list(["Krag 16, 9hp", "Sister Bell 5", "Orc 2 x1"], fields_of(game))
    assert {line: slip.wrong.endswith(NO_NUMBER) for line, slip in asked.items()} == {
        "Krag 16, 9hp": True,
        "Sister Bell 5": True,
    }
    assert [way.line for way in asked["Krag 16, 9hp"].ways] == [
        "Krag, real dice, hp 9",
        "Krag, hp 9",
        "Krag 16 x1, hp 9",
    ]
    assert asked["Sister Bell 5"].ways[0].line == "Sister Bell, hp 5"
    assert ask_in_list(["Orc 2", "Orc 3"], fields_of(game)) == {}


def test_words_behind_a_total_are_a_remark_unless_several_are_counted() -> None:
    fields = fields_of("d20_once")
    asked = ask_in_list(["Oona 16 full", "Lace 14 (in the yard)"], fields)
    assert [slip.taken for slip in asked.values()] == ["initiative 16", "initiative 14"]
    assert ask_for_number("Guards 4 armed", fields) is None


def test_a_number_that_a_word_tells_answers_for_another() -> None:
    assert ask_in_list(["Oona 16", "Biscuit, init 15"], fields_of("d20_once"))["Oona 16"].taken == "initiative 16"
    assert not ask_in_list(["Oona 16", "Biscuit, hp 15"], fields_of("d20_once"))["Oona 16"].taken
