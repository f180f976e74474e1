"""Tests of lines that say something of some of a group, or of more who come later."""

import pytest

from tests.app.test_evening_lines import read, summary


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        ("d20_once", "3 goblins 7hp, one has 3 left", ["goblin ×2, hp 7", "goblin, hp 3/7"]),
        ("d20_once", "3 goblins 7hp (one at 3)", ["goblin ×2, hp 7", "goblin, hp 3/7"]),
        (
            "d20_once",
            "2 Wölfe, TP 11, Ini +2, der eine hat nur noch 4 und liegt am Boden",
            ["Wölfe, dex 2, hp 11", "Wölfe, dex 2, hp 4/11, note liegt am Boden"],
        ),
        ("d20_once", "2 ogres 59hp, one at 30, the other at 44", ["ogre, hp 30/59", "ogre, hp 44/59"]),
        ("d20_once", "goblins A-C 7hp, B down to 3", ["goblin ×2, hp 7", "goblin B, hp 3/7"]),
        (
            "rond6",
            "bandits A-D body 8 Per 2D+1 (C has a crossbow, D already down to 3)",
            [
                "bandit ×2, perception 2D+1, hp 8",
                "bandit C, perception 2D+1, hp 8, note has a crossbow",
                "bandit D, perception 2D+1, hp 3/8",
            ],
        ),
        ("d20_once", "3 goblins 7hp, #2 has 4 hp", ["goblin ×2, hp 7", "goblin 2, hp 4/7"]),
        ("d20_once", "3 goblins 7hp, the biggest one has 12 hp", ["goblin ×2, hp 7", "goblin, hp 12"]),
        ("d20_once", "3 goblins, one with 9 hp, ac 15", ["goblin ×2, note AC 15", "goblin, hp 9, note AC 15"]),
        (
            "d20_once",
            "3 goblins 7hp, one of them is the boss with 21 hp",
            ["goblin ×2, hp 7", "goblin, hp 21, note boss"],
        ),
        ("d20_once", "6 orcs hp 15 +1, one has +4", ["orc ×5, dex 1, hp 15", "orc, dex 4, hp 15"]),
        ("d20_once", "5 cultists 9hp, the last one has init +3", ["cultist ×4, hp 9", "cultist, dex 3, hp 9"]),
        (
            "d20_once",
            "3 orcs hp 15 ac 13, one with ac 16",
            ["orc ×2, hp 15, note AC 13", "orc, hp 15, note AC 16"],
        ),
        (
            "interlock",
            "boosters x4 REF 6 BOD 7, one has sandy so +3 to init",
            ["booster ×3, ref 6, body 7", "booster, ref 6, body 7, modifier 3, note has sandy so"],
        ),
        # Those who come later.
        ("d20_once", "3 goblins 7hp, one comes in round 2", ["goblin ×2, hp 7", "goblin, hp 7, round 2"]),
        ("d20_once", "3 goblins: 2 now, 1 in round 3", ["goblin ×2", "goblin, round 3"]),
        (
            "three_actions",
            "zombies: 3 now, 3 more in round 2. 20hp, +0, all permanently slowed 1",
            ["zombie ×3, perception 0, hp 20, slowed 1", "zombie ×3, perception 0, hp 20, round 2, note slowed 1"],
        ),
        ("d20_once", "3 orcs hp 15, 2 more in round 3", ["orc ×3, hp 15", "orc ×2, hp 15, round 3"]),
        ("d20_once", "goblin, 3 more at the end of round 2", ["goblin", "goblin ×3, round 2"]),
        ("d20_once", "5 wolves 11hp, another 2 come in round 3", ["wolf ×5, hp 11", "wolf ×2, hp 11, round 3"]),
        ("d20_once", "4 Wachen TP 11, in Runde 3 kommen 2 weitere", ["Wachen ×4, hp 11", "Wachen ×2, hp 11, round 3"]),
        # What no value tells is a note of all.
        ("d20_once", "3 orcs hp 15, one has a bow", ["orc ×3, hp 15, note one has a bow"]),
        ("d20_once", "3 goblins 7hp, 1 wounded", ["goblin ×3, hp 7, note 1 wounded"]),
        ("d20_once", "3 goblins 7hp, one wounded (3 left)", ["goblin ×3, hp 7, note one wounded (3 left)"]),
    ],
)
def test_members_of_a_group_differ(game: str, line: str, expected: list[str]) -> None:
    commands = [each.command for each in read(line, game)]
    assert [summary(command) for command in commands if command] == expected


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        (
            "4 goblins 7hp +2, last one's the boss he gets 21",
            ["goblins x3, hp 7, +2\ngoblin, +2, hp 21, boss", "goblins x3, hp 7, +2\ngoblin, hp 7, +2, init 21, boss"],
        ),
        (
            "3 goblins 7hp, the leader has 12",
            ["goblins x2, hp 7\ngoblin leader, hp 12", "goblins x3, hp 7\ngoblin leader, hp 12"],
        ),
        ("3 goblins 7hp, one is prone", ["goblin, prone, hp 7\ngoblin x2, hp 7"]),
        ("5 kobolds 5hp, 2 of em hiding", ["kobold x2, hiding, hp 5\nkobold x3, hp 5"]),
        ("goblins 1-3 hp 7, goblin 2 prone", ["goblin, prone, hp 7\ngoblin x2, hp 7"]),
        ("6 orcs hp 15, half of them hidden", ["orc x3, hidden, hp 15\norc x3, hp 15"]),
    ],
)
def test_what_some_are_like_is_asked(line: str, ways: list[str]) -> None:
    (single,) = read(line, "d20_once")
    assert [way.line for slip in single.slips for way in slip.ways] == ways


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("d20_once", "3 orcs hp 15\nall have init +2", ["orc ×3, dex 2, hp 15"]),
        ("d20_once", "goblins x4 7hp\none has only 3 left", ["goblin ×3, hp 7", "goblin, hp 3/7"]),
        (
            "interlock",
            "boosters (gang, bad): IIII  REF 6 BOD 7\none has sandy so +3 to init",
            [
                "booster ×3, ref 6, body 7, note gang; bad",
                "booster, ref 6, body 7, modifier 3, note gang; bad; has sandy so",
            ],
        ),
        (
            "rond6",
            "Vesna 3D+2 per body 14 now 9\nOldrich 4D per body 12\nboth hidden",
            ["Vesna, perception 3D+2, hp 9/14, hidden", "Oldrich, perception 4D, hp 12, hidden"],
        ),
        (
            "d20_once",
            "Mara 17\nLena same as Mara but she goes last",
            ["Mara, rolled_total 17", "Lena, rolled_total 17, note she goes last"],
        ),
        (
            "d20_once",
            "Mara 17\nBo 9\nall enemies 8",
            ["Mara, rolled_total 17", "Bo, rolled_total 9", "all, side Foes, rolled_total 8"],
        ),
        ("d20_once", "Mara, hp 20, +3\nLena acts the same as Mara", ["Mara, dex 3, hp 20", "Lena, dex 3, hp 20"]),
        ("d20_once", "Mara, hp 20, +3\nLena, same stats as Mara", ["Mara, dex 3, hp 20", "Lena, dex 3, hp 20"]),
        ("d20_once", "Mara, hp 20, +3\nLena - same as Mara, hp 30", ["Mara, dex 3, hp 20", "Lena, dex 3, hp 30"]),
        (
            "interlock",
            "Joe (ally) ref 6 body 5\nditto for his guard but body 10",
            ["Joe, side Allies, ref 6, body 5", "guard, side Allies, ref 6, body 10"],
        ),
    ],
)
def test_lines_below_say_something_of_those_above(game: str, text: str, expected: list[str]) -> None:
    commands = [each.command for each in read(text, game)]
    assert [summary(command) for command in commands if command] == expected


@pytest.mark.parametrize("line", ["no hp tracking for Dex", "Not sure about the ogre", "there might be more"])
def test_what_no_name_begins_with_is_asked_about(line: str) -> None:
    (single,) = read(f"{line}", "d20_once")
    assert single.wrong.endswith("is that the whole name?")


def test_a_verb_at_the_end_of_a_name_is_marked() -> None:
    (single,) = read("rnd 3: owlbear crashes in (59hp, +1)", "d20_once")
    assert single.slips[0].ways[0].label == "owlbear, note crashes in"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 orcs hp 15\ntwo wolves hp 11", ["orc ×3, hp 15", "wolf ×2, hp 11"]),
        ("3 orcs hp 15\none ogre", ["orc ×3, hp 15", "one ogre"]),
        ("3 orcs hp 15\n2 prone ogres", ["orc ×3, hp 15", "prone ogre ×2"]),
        ("3 orcs hp 15\nhalf a dozen goblins hp 7", ["orc ×3, hp 15", "goblin ×6, hp 7"]),
        ("3 orcs hp 15\nsecond wave\n2 wolves hp 11", ["orc ×3, hp 15", "wolf ×2, hp 11, round 0"]),
        ("3 orcs hp 15\nthe boss hp 40", ["orc ×3, hp 15", "the boss, hp 40"]),
        ("3 orcs hp 15\nOther Mother hp 20", ["orc ×3, hp 15", "Other Mother, hp 20"]),
        ("Ogre 2, hp 59\n3 orcs hp 15\nOgre 2 is prone", ["Ogre 2, hp 59, prone", "orc ×3, hp 15"]),
        # What is said of some is no value.
        ("3 orcs hp 15, one has 12 gp", ["orc ×3, hp 15, note one has 12 gp"]),
        ("3 orcs hp 15, one flees at 5", ["orc ×3, hp 15, note one flees at 5"]),
        ("3 orcs hp 15, second wave in round 3", ["orc ×3, hp 15, round 3"]),
        ("3 orcs hp 15, half cover", ["orc ×3, hp 15, note half cover"]),
        ("3 orcs hp 15, the other one has 4 left", ["orc ×2, hp 15", "orc, hp 4/15"]),
        ("3 orcs hp 15\n2 more in round 3", ["orc ×3, hp 15", "orc ×2, hp 15, round 3"]),
    ],
)
def test_others_are_none_of_the_group(text: str, expected: list[str]) -> None:
    commands = [each.command or each.rest for each in read(text, "d20_once")]
    assert [summary(command) for command in commands if command] == expected
