"""Tests of places that several share: whose they are, and which values they have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.engine.drawn_rule_sets import table_with
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.errors import BadValue
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import rule_texts

DEX = s.SheetField("dex", "Dexterity", 0, -5, 20)
SHARED = RuleSet(fields=(DEX,), place=s.Place(s.Holder.SIDE), number=s.Number(text="1d20 + dex"))
FOES = ("Ana, side Heroes, dex 1", "Rat x2, side Rats, dex -1", "Ogre, side Rats, dex 4", "Bo, side Heroes")


def seated() -> Table:
    table = table_with(preset_rules("round_the_table"))
    for line in FOES:
        table.join(line)
    return table


def test_foes_roll_once_and_sit_on_one_seat() -> None:
    """Shadowdark, the initiative roll: the game master rolls once, with the highest Dexterity of all monsters."""
    table = seated()
    lines = table.open(10, 9, 3)
    assert "Rats rolls 1d20: 9 for initiative. (G2)" in lines
    assert [str(table.number(f"c{at}")) for at in (2, 3, 4)] == ["d20 9 + dex 4 = 13 (G2)"] * 3
    assert table.acting() == "Rat A, Rat B, Ogre"
    table.act("", "everybody_ends")
    assert table.acting() == "Bo"
    table.act("c5", "end")
    assert table.acting() == "Ana"


def test_foes_stand_together_on_the_track_wherever_they_were_added() -> None:
    table = table_with(preset_rules("round_the_table"), "Rat, side Rats", "Ana, side Heroes", "Ogre, side Rats")
    table.open(3, 15)
    assert table.names() == "Ana Rat Ogre"
    table.act("c2", "end")
    assert table.acting() == "Rat, Ogre"


def test_four_foes_are_first_as_often_as_one_hero() -> None:
    table = table_with(preset_rules("round_the_table"), "Ana, side Heroes", "Goblin x4, side Goblins")
    assert {str(chance) for chance in table.first().values()} == {"1/2"}


def test_foes_of_no_side_share_a_place_too() -> None:
    table = table_with(preset_rules("round_the_table"), "Ana, side Heroes", "Rat", "Ogre")
    assert "The others rolls 1d20: 15 for initiative. (G2)" in table.open(3, 15)
    assert table.acting() == "Rat, Ogre"


@pytest.mark.parametrize(
    ("values", "total", "words"),
    [
        (s.Shared.FIRST, 9, "The roll is that of the first member."),
        (s.Shared.HIGHEST, 14, "Each of its values is the highest of its members."),
        (s.Shared.SUM, 12, "Each of its values is the sum of its members."),
        (s.Shared.AVERAGE, 10, "Each of its values is the average of its members, rounded down."),
    ],
)
def test_which_values_a_side_has(values: s.Shared, total: int, words: str) -> None:
    rules = replace(SHARED, place=replace(SHARED.place, values=values))
    assert words in rule_texts(rules)[0].text
    table = table_with(rules, *FOES)
    table.open(1, 10)
    assert {score.total for at in (2, 3, 4) if (score := table.number(f"c{at}"))} == {total}


def test_the_side_with_the_higher_average_begins() -> None:
    """Those who have fallen no longer count, where numbers are made each round."""
    rules = replace(
        SHARED, place=s.Place(s.Holder.SIDE, values=s.Shared.AVERAGE), number=s.Number(text="dex"), fresh=s.Fresh.ROUND
    )
    table = table_with(rules, "A, side Red, dex 5", "B, side Red, dex 1", "C, side Blue, dex 4")
    table.open()
    assert table.acting() == "C"
    table.do(c.CloseRound())
    table.do(c.Fall("c2"))
    table.open()
    assert table.acting() == "A"


def test_a_tie_goes_by_the_values_of_the_place() -> None:
    rules = replace(
        SHARED,
        place=s.Place(s.Holder.SIDE, values=s.Shared.HIGHEST),
        number=s.Number(text="1d20"),
        ties=(s.TieRule(s.TieBy.FIELD, "dex"),),
    )
    table = table_with(rules, "A, side Red, dex 2", "B, side Blue, dex 1", "C, side Blue, dex 3")
    assert table.first()["c2"] > table.first()["c1"]
    table.open(7, 7)
    assert table.acting() == "B, C"


def test_places_and_cards_go_by_the_values_of_the_place() -> None:
    fields = (s.SheetField("speed", "Speed", 1, 1, 3),)
    place = s.Place(s.Holder.SIDE, field="speed", values=s.Shared.HIGHEST)
    rules = RuleSet(fields=fields, place=place, number=s.Number(s.Source.CARDS, draws="speed"), fresh=s.Fresh.ROUND)
    table = table_with(rules, "A, side Red", "B, side Blue", "C, side Blue, speed 2")
    lines = table.open(1, 2, 3, 4, 5)
    assert sum("Blue is dealt" in line for line in lines) == 4


def test_a_sum_that_dice_cannot_have_is_refused() -> None:
    pool = replace(SHARED, fields=(s.SheetField("pool", "Pool", 1, 1, 9),), number=s.Number(text="(pool)d6"))
    replace(pool, place=s.Place(s.Holder.SIDE, values=s.Shared.AVERAGE))
    with pytest.raises(BadValue, match="dice"):
        replace(pool, place=s.Place(s.Holder.SIDE, values=s.Shared.SUM))


def test_the_seat_of_foes_stays_wherever_the_list_begins() -> None:
    """A newcomer among them sits with the others."""
    table = seated()
    table.open(10, 9, 3)
    table.join("Bat, side Rats")
    assert table.names() == "Rat A Rat B Ogre Bat Bo Ana"
    table.do(c.RuleScore("c1", 30))
    assert table.names() == "Ana Rat A Rat B Ogre Bat Bo"


# Creatures of one kind

KIND = replace(preset_rules("d20_once"), place=s.Place(alike=True))


def test_creatures_of_one_kind_share_a_roll() -> None:
    """D&D SRD 5.2, Initiative: for a group of identical creatures the game master makes a single roll."""
    table = table_with(KIND, "Ana, side Heroes, dex 1", "Goblin x3, side Goblins, dex 2", "Boss, side Goblins")
    alone = table_with(KIND, "Ana, side Heroes, dex 1", "Goblin, side Goblins, dex 2", "Boss, side Goblins")
    assert table.first()["c2"] == alone.first()["c2"]
    lines = table.open(10, 9, 3)
    assert "Goblin rolls 1d20: 9 for initiative. (G2)" in lines
    assert [score.total for at in (2, 3, 4) if (score := table.number(f"c{at}"))] == [11, 11, 11]
    assert rule_texts(KIND)[0].text == (
        "Everybody has a place in the order. A group shares its roll. So do creatures of one kind, unless the game "
        "master has them roll apart."
    )


def test_they_roll_apart_where_the_game_master_says_so() -> None:
    table = table_with(KIND, "Ana, side Heroes", "Goblin x2, side Goblins")
    assert table.sections()["apart"].title == "Goblin: one roll"
    assert table.act("", "apart") == ["Creatures of one kind roll apart. (G1)"]
    table.act("", "apart")
    assert table.act("", "apart") == ["Creatures of one kind roll apart. (G1)"]
    assert table.sections()["apart"].choices[0].label == "Share a roll"
    table.open(10, 9, 3)
    assert table.refused(c.Act("", "apart")) == "is_open G1"
    table.do(c.CloseRound())
    assert "apart" not in table.sections()


def test_a_newcomer_of_a_kind_takes_its_roll() -> None:
    table = table_with(KIND, "Ana, side Heroes", "Goblin x2, side Goblins, dex 1")
    table.open(10, 9)
    table.join("Goblin, side Goblins, dex 2")
    assert str(table.number("c4")) == "d20 9 + dex 2 = 11 (G2)"


@pytest.mark.parametrize("line", ["Goblin, side Goblins", "Goblin x2, side Goblins, group Gang"])
def test_nobody_is_asked_where_nobody_is_alike(line: str) -> None:
    table = table_with(KIND, "Ana, side Heroes", line)
    assert "apart" not in table.sections()
    assert table.refused(c.Act("", "apart")) == "no_kind G1"


def test_alike_on_two_sides_are_two_kinds() -> None:
    table = table_with(KIND, "Guard x2, side Crew", "Guard x2, side Harbour")
    table.open(10, 9)
    assert table.acting() == "Guard A"


def test_those_who_share_a_place_are_of_no_kind() -> None:
    shared = replace(KIND, place=s.Place(s.Holder.SIDE, alike=True))
    table = table_with(shared, "Goblin x2, side Goblins", "Ana, side Heroes")
    assert table.refused(c.Act("", "apart")) == "no_kind G1"
    assert "of one kind" not in rule_texts(shared)[0].text


def test_a_group_surprises_as_one_and_is_dragged_as_one() -> None:
    first = replace(SHARED, place=s.Place(s.Holder.GROUP), ties=(), start=s.Start(s.Surprise.FIRST))
    table = table_with(first, "Ana", "Bo", "Rat x2, group Rats", "Cy")
    for combatant_id in ("c1", "c4"):
        table.act(combatant_id, "surprise")
    table.open(15, 12, 8, 4)
    assert table.names() == "Ana Rat A Rat B Bo Cy"
    table.do(c.Move("c4", "c5"))
    assert table.names() == "Ana Bo Rat A Rat B Cy"
    assert {str(table.badges(combatant_id)) for combatant_id in ("c3", "c4")} == {"[]"}
    table.do(c.RuleFact("c3", "surprise", True))
    assert table.badges("c4") == table.badges("c3") != []


def test_whoever_acts_by_ruling_goes_on_when_the_rest_of_the_group_is_dragged() -> None:
    table = table_with(replace(SHARED, place=s.Place(s.Holder.GROUP), ties=()), "Ana", "Rat x2, group Rats", "Cy")
    table.open(15, 8, 4)
    table.do(c.RuleTurn("c2"))
    assert table.do(c.Move("c3", ""))[-1] == "Rat B is placed after Cy. (ruling)"
    assert table.names() == "Rat A Ana Cy Rat B"
    assert table.do(c.Move("c3", "c2"))[-2:] == ["Rat A is up. (G6)", "Rat B is up. (G6)"]


def test_a_side_is_dragged_down_the_list() -> None:
    listed = replace(SHARED, number=s.Number(s.Source.LISTED), ties=())
    table = table_with(listed, "Ana, side Heroes", "Rat, side Rats", "Bo, side Heroes", "Owl, side Rats")
    table.open()
    assert table.names() == "Ana Bo Rat Owl"
    table.do(c.Move("c3", ""))
    assert table.names() == "Rat Owl Ana Bo"
    assert table.acting() == "Rat, Owl"
    table.do(c.Move("c1", "c2"))
    assert table.names() == "Ana Bo Rat Owl"
    assert table.acting() == "Ana, Bo"


def test_whoever_waits_for_a_member_of_the_own_group_keeps_the_place() -> None:
    waiting = s.OutOfTurn(s.DelayRule.GOOD, end=s.DelayEnd.GOOD)
    rules = replace(SHARED, place=s.Place(s.Holder.GROUP), ties=(), out_of_turn=waiting)
    table = table_with(rules, "Rat x2, group Rats", "Cy")
    table.open(8, 4)
    table.act("c1", "wait")
    table.act("c1", "act_now")
    assert [str(table.number(f"c{at}")) for at in (1, 2)] == ["d20 8 + dex 0 = 8 (G2)"] * 2
