"""Tests of forms in which lists of combatants are really written: of lines, tables, blocks, JSON and XML."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.app.fights import read_roster
from turntrack.core.fields import TOLD, Field, Kind
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

D20 = replace(
    system_of("table_rules", SYSTEMS),
    fields=(Field("dex", "Dexterity", Kind.NUMBER, 0, low=-5, high=15, is_modifier=True),),
)
INITIATIVE = Field("initiative", "Initiative", Kind.NUMBER, 0, low=-99, high=99, is_score=True)
TYPED = replace(D20, fields=(*D20.fields, INITIATIVE))
TRAVELLER = system_of("traveller", SYSTEMS)


def read(text: object, system: TurnSystem = D20) -> list[str]:
    """Return each creature in short: ``Goblin x3 2/7 dex 2``."""
    roster = read_roster(text if isinstance(text, str) else json.dumps(text), system)
    return [
        " ".join(
            filter(
                None,
                (
                    each.name,
                    f"x{each.count_dice or each.count}" if each.count_dice or each.count > 1 else "",
                    f"{each.health}/{each.full_health}" if each.full_health else str(each.health or each.health_dice),
                    *(f"{key} {value}" for key, value in each.sheet.items()),
                ),
            )
        )
        for each in roster.members
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3X Goblin", ["Goblin x3"]),
        ("3xGoblin", ["Goblin x3"]),
        ("x3 Goblin", ["Goblin x3"]),
        ("Goblin*3", ["Goblin x3"]),
        ("Goblin 1-3, hp 7", ["Goblin x3 7"]),
        ("Goblin A–C, hp 7", ["Goblin x3 7"]),
        ("- Goblins A, B, C (hp 7)", ["Goblin x3 7"]),
        ("Goblin A, B and C: 7 hp, dex 2", ["Goblin x3 7 dex 2"]),
        ("Goblin A & B", ["Goblin x2"]),
        ("PC: Mara\nNPC: Guard, hp 7", ["Mara", "Guard 7"]),
        ("2 goblins and 1 orc", ["goblin x2", "orc"]),
        ("Room 3: 2 orcs (hp 15), 1 ogre", ["orc x2 15", "ogre"]),
        ("Name;HP;GE\nGoblin;7;14", ["Goblin 7 dex 2"]),
        ("Goblin (HP 7, AC 15) x3", ["Goblin x3 7"]),
        ("Orc hp 15 [2d8+6] ac 13", ["Orc 15"]),
        ("Goblin 7hp [2d6]", ["Goblin 7"]),
        ("● Goblin hp 7\n☐ Orc", ["Goblin 7", "Orc"]),
        ("1.Goblin hp 7\n2.Orc hp 15", ["Goblin 7", "Orc 15"]),
        ("Name: Goblin, HP: 7, AC: 15\nName: Orc, HP: 15", ["Goblin 7", "Orc 15"]),
        ("[[Goblin]] x3\n[[Orc]] hp 15", ["Goblin x3", "Orc 15"]),
        ("<b>Goblin</b> hp 7", ["Goblin 7"]),
        ("Gobelin x3 PV 7 CA 15\nGoblin – 7 TP, RK 15", ["Gobelin x3 7", "Goblin 7"]),
        ("\uff27\uff4f\uff42 \uff58\uff13 \uff28\uff30 \uff17\nOrc", ["Gob x3 7", "Orc"]),
        ("<ul><li>Goblin x3, hp 7</li><li>Orc</li></ul>", ["Goblin x3 7", "Orc"]),
    ],
)
def test_lines(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Mara: -1", "Mara dex 0 initiative -1"),
        ("Mara -1", "Mara dex 0 initiative -1"),
        ("Mara - 1", "Mara dex 0 initiative 1"),
        ("Goblin -> 18", "Goblin dex 0 initiative 18"),
        ("Goblin rolled 18", "Goblin dex 0 initiative 18"),
        ("**Goblin**: 1d20 (16) + 2 = `18`", "Goblin dex 0 initiative 18"),
    ],
)
def test_numbers_of_the_order(line: str, expected: str) -> None:
    (shown,) = read(line, TYPED)
    assert shown == expected.replace(" dex 0", "")


@pytest.mark.parametrize("text", ["Initiative:\n21 Mara\n18 Goblin\n7 Orc", "21. Mara\n18. Goblin\n7. Orc"])
def test_numbers_before_names_that_are_places_in_the_order(text: str) -> None:
    assert read(text, TYPED) == ["Mara initiative 21", "Goblin initiative 18", "Orc initiative 7"]
    assert read("1. Mara\n2. Goblin", TYPED) == ["Mara", "Goblin"]
    assert read("4 Goblins\n2 Orcs", TYPED) == ["Goblin x4", "Orc x2"]


def test_only_the_number_before_a_name_is_a_place() -> None:
    """The 30 of 40 points is none."""
    mara, _ = read_roster("Initiative\n18 Mara, hp 30 of 40\n12 Orc, hp 9", D20).members
    assert (mara.name, mara.health, mara.full_health) == ("Mara", 30, 40)


@pytest.mark.parametrize("line", ["Thug 3D", "Thug blaster 4D+1", "Goblin 1: 7"])
def test_dice_and_numbers_are_asked_about(line: str) -> None:
    (member, _) = read_roster(f"{line}\nOrc", D20).members
    assert member.name in {"Thug", "Thug blaster", "Goblin"}


@pytest.mark.parametrize("line", ["Ilse (STR 7, DEX 10, END 8), hits 25", "Ilse STR 7 DEX 10 END 8"])
def test_an_attribute_is_no_place_in_the_order(line: str) -> None:
    (ilse,) = read_roster(line, TRAVELLER).members
    assert (ilse.name, dict(ilse.sheet)) == ("Ilse", {"dex": 10, "end": 8})
    assert ilse.note.startswith("STR 7")


def test_what_is_told_apart_goes_whole_into_the_note() -> None:
    words = "1d12+3 slashing damage plus 1d6 fire damage on a hit"
    (orc,) = read_roster(f"Orc, hp 15, {words}", D20).members
    assert orc.note == words
    assert [each.note for each in read_roster("Goblin hp 7+3\nOrc", D20).members] == ["hp 7+3", ""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#,Name,HP,AC\n1,Goblin,7,15\n2,Orc,15,13\n3,Wolf,11,13", ["Goblin 7", "Orc 15", "Wolf 11"]),
        ("Name,HP,AC\nMara,28,16\n\nMonsters\nName,AC,HP\nGoblin,15,7", ["Mara 28", "Goblin 7"]),
        ("Name,HP,AC\nGoblin,7,15\nTotal,22,", ["Goblin 7"]),
        ("Name,DEX\nZombie,6\nOgre,8\nOrc,12", ["Zombie dex -2", "Ogre dex -1", "Orc dex 1"]),
        ('Name,HP\nGoblin 18 hp,\nOrc 7/7,\n"Bat (HP 7)",\nx2 Rat,9', ["Goblin 18", "Orc 7", "Bat 7", "Rat x2 9"]),
        (
            'Name,HP\nGoblin,5 of 7\nOrc,2d4 (5)\nBat,"1,200"\nWolf,7 each\nElf,7.0',
            ["Goblin 5/7", "Orc 5", "Bat 1200", "Wolf 7", "Elf 7"],
        ),
        ("| Name | HP | AC |\n|--|--|--|\n| **Goblin** | **7** | **15** |", ["Goblin 7"]),
        ("| Player | HP |\n|---|---|\n| Mara | 28 |", ["Mara 28"]),
        ("HP,Player\n28,Mara", ["Mara 28"]),
        ("Kreatur;TP;RK;Anzahl\nGoblin;7;15;2", ["Goblin x2 7"]),
        ("Nom,PV,CA\nGobelin,7,15", ["Gobelin 7"]),
        (
            "<table><tr><th>Name</th><th>HP</th></tr><tr><td>Goblin<br>x3</td><td>7<sup>1</sup></td></tr></table>",
            ["Goblin x3 7"],
        ),
    ],
)
def test_tables(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Goblin\nAC 15\nHP 7\nOrc\nAC 13\nHP 15", ["Goblin 7", "Orc 15"]),
        ("Goblin:\n  HP: 7\n  AC: 15\nOrc:\n  HP: 15\n  AC: 13", ["Goblin 7", "Orc 15"]),
        ("Goblin x3\nAC 15\nHP 3/7", ["Goblin x3 3/7"]),
        ("Goblin\nHP 2d6\nAC 15", ["Goblin 2d6"]),
        ("Goblin 1\nAC 15\nHP 7\n\nGoblin 2\nAC 15\nHP 3", ["Goblin 1 7", "Goblin 2 3"]),
        ("Goblin\nPerception +2\nStr +0, Dex +3, Con +1\nAC 16; Fort +5\nHP 6", ["Goblin 6 dex 3"]),
        ("Goblin\nAC 15\nHP 7\nSaves: Dex +4", ["Goblin 7"]),
        ("> ## Bandit\n>*Medium humanoid*\n>___\n>- **Armor Class** 15\n>- **Hit Points** 65", ["Bandit 65"]),
        ("Name: Ogre\nAC: 11\nHP: 59 (7d10 + 21)\nDEX: 8 (-1)\n\nActions:\nGreatclub +6", ["Ogre 59 dex -1"]),
        ("Name: Goblin\nHP: 7\nNotes: has a net\nand a horn\n\nName: Orc\nHP: 28 of 31", ["Goblin 7", "Orc 28/31"]),
        ("- name: Goblin\n  hp:\n    current: 3\n    max: 7\n  ac: 15", ["Goblin 3/7"]),
        (
            (
                "Reed Imp  Creature -1\nCE Small Imp\nPerception +2\nStr +0, Dex +3, Con +1\nAC 16; Fort +5, Ref +7\n"
                "HP 6\nSpeed 25 feet"
            ),
            ["Reed Imp 6 dex 3"],
        ),
        (
            (
                "Reed Imp\nSmall Fiend, Neutral Evil\nArmor Class\n15 (leather armor)\nHit Points\n7 (2d6)\nSpeed\n"
                "30 ft.\nSTR\n8 (-1)\nDEX\n14 (+2)\nCON\n10 (+0)"
            ),
            ["Reed Imp 7 dex 2"],
        ),
        ("Reed Imp\nAC 6 [13], HD 1-1 (3hp), Att 1 × weapon (1d6), THAC0 19 [0], ML 7", ["Reed Imp 3"]),
    ],
)
def test_blocks(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ([{"name": "Orc", "hp": 15, "resources": [{"name": "Rage", "count": 2}]}], ["Orc 15"]),
        ([{"name": "Druid", "hp": 27, "companions": [{"name": "Wolf", "hp": 11}]}], ["Druid 27", "Wolf 11"]),
        ({"name": "Goblin", "hitPoints": 3, "maxHitPoints": 7}, ["Goblin 3/7"]),
        ({"name": "Goblin", "hp": {"cur": 3, "max": 7}}, ["Goblin 3/7"]),
        ({"name": "Goblin", "HitPoints": {"Current": 3, "Maximum": 7}}, ["Goblin 3/7"]),
        ({"name": "Goblin", "ac": 15, "system": {"health": {"value": 3, "max": 7}}}, ["Goblin 3/7"]),
        ({"name": "V", "system": {"derivedStats": {"hp": {"value": 30, "max": 40}}}}, ["V 30/40"]),
        ({"groups": [{"count": 4, "monster": {"name": "Goblin", "hit_points": 7}}]}, ["Goblin x4 7"]),
        ([{"name": "Zombie", "hp": 22, "str": 13, "dex": 6, "con": 16}], ["Zombie 22 dex -2"]),
        ({"name": "Goblin", "hp": 3, "abilities": {"dex": {"mod": 3}}}, ["Goblin 3 dex 3"]),
        ([{"name": "Goblin x3", "hp": 7}, {"name": "Wolf (HP 11)", "ac": 13}], ["Goblin x3 7", "Wolf 11"]),
        ({"name": "Goblin", "hp": 7, "quantity": "2d4"}, ["Goblin x2d4 7"]),
        ('```json\n[{"name":"Goblin","hp":7}]\n```', ["Goblin 7"]),
        ('<monster name="Orc" hp="15"><action><name>Axe</name><text>+5</text></action></monster>', ["Orc 15"]),
        ('<monster><name>Goblin</name><hp current="3" max="7"/></monster>', ["Goblin 3/7"]),
        ('<monster name="Goblin"><attribute name="hp" value="7"/></monster>', ["Goblin 7"]),
        (
            '<monster name="Druid"><hp>27</hp><ally><monster name="Wolf"><hp>11</hp></monster></ally></monster>',
            ["Druid 27", "Wolf 11"],
        ),
    ],
)
def test_other_programs(raw: object, expected: list[str]) -> None:
    assert read(raw) == expected


def test_the_initiative_list_of_avrae() -> None:
    text = (
        "Current initiative: 15 (round 1)\n===============\n# 20: Mara <12/15 HP>\n  15: Goblin 1 <Healthy>\n"
        "   8: Bog Hound (AC 13) <9/11 HP> (Prone)"
    )
    assert read(text, TYPED) == ["Mara 12/15 initiative 20", "Goblin 1 initiative 15", "Bog Hound 9/11 initiative 8"]
    assert [each.note for each in read_roster(text, TYPED).members] == ["", "Healthy", "AC 13; Prone"]
    assert read_roster(text, D20).notes[0].startswith("Line 3: “initiative 20”")


def test_who_is_passed_over_is_named() -> None:
    raw = {"players": ["Kim", {"name": "Mara", "level": 3}], "monsters": [{"name": "Goblin", "hp": 7}, {"hp": 9}]}
    roster = read_roster(json.dumps(raw), D20)
    assert [each.name for each in roster.members] == ["Goblin"]
    assert roster.notes == (
        "Left out, for having no health and no value that these rules use: Kim, Mara, a creature without a name.",
    )


def test_numbers_behind_all_names_are_a_column_of_which_one_asks() -> None:
    roster = read_roster("Mara 18\n- Ilko 15\n3. Goblin Boss 10\n", D20)
    assert [member.name for member in roster.members] == ["Mara", "Ilko", "Goblin Boss"]
    assert roster.is_untitled
    assert roster.columns[1].cells == ("18", "15", "10")
    assert [member.health for member in read_roster("Mara 18\nIlko 15", D20, {1: "health"}).members] == [18, 15]
    assert read("Mara 18\nIlko 15", TYPED) == ["Mara initiative 18", "Ilko initiative 15"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Goblin 1\nGoblin 2\nOrc 1", ["Goblin 1", "Goblin 2", "Orc 1"]),
        ("Mara\nTwo of 9\nIlko 15", ["Mara", "Two of 9", "Ilko 15"]),
    ],
)
def test_numbers_that_are_no_column_stay_in_the_name(text: str, names: list[str]) -> None:
    assert [member.name for member in read_roster(text, D20).members] == names


def test_an_initiative_is_no_weapon() -> None:
    roster = read_roster("Aria init 14\nBo, initiative 3, sabre 2", system_of("zebra", SYSTEMS))
    assert [member.sheet.get("weapon") for member in roster.members] == [None, "sabre"]
    assert [member.sheet["rolled_total"] for member in roster.members] == [14, 3]


def test_stat_blocks_without_a_line_between_them_begin_at_the_name() -> None:
    goblin = "Goblin\nSmall humanoid, neutral evil\nArmor Class 15\nHit Points 7 (2d6)\nSpeed 30 ft.\n"
    wolf = "Wolf\nMedium beast, unaligned\nArmor Class 13\nHit Points 11 (2d8+2)\nSpeed 40 ft.\n"
    assert read(goblin + wolf) == ["Goblin 7", "Wolf 11"]


TRAVELLER = system_of("traveller", SYSTEMS)


def test_headings_of_a_list_name_the_sides() -> None:
    roster = read_roster("# Party\nAria: 17\nBo 12\n[Foes]\nGoblin x2, hp 7\nWolf, ally\n## The bridge\nOrc", TRAVELLER)
    assert [(each.name, each.side) for each in roster.members] == [
        ("Aria", "Heroes"),
        ("Bo", "Heroes"),
        ("Goblin", "Foes"),
        ("Wolf", "Allies"),
        ("Orc", "Foes"),
    ]
    assert roster.notes == (
        "Line 1 names the side of the lines below: Heroes.",
        "Line 3: “Bo 12”: the number is read as initiative.",
        "Line 4 names the side of the lines below: Foes.",
        "Line 7 is read as a heading: “## The bridge”.",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Aria 17\nBorin 21\nGoblin x3 hp 7", [("Aria", 1, 17), ("Borin", 1, 21), ("Goblin", 3, "")]),
        ("round 3\n21 Borin\n17 Aria\n12 Goblins (3)", [("Borin", 1, 21), ("Aria", 1, 17), ("Goblin", 3, 12)]),
        ("Turn order\n1. Borin (21)\n2. Aria (17)", [("Borin", 1, 21), ("Aria", 1, 17)]),
        ("Turn order\n1. Borin\n2. Aria", [("Borin", 1, ""), ("Aria", 1, "")]),
        ("3 Orcs\n2 Wolves", [("Orc", 3, ""), ("Wolf", 2, "")]),
    ],
)
def test_numbers_beside_all_names_are_those_of_the_order(text: str, expected: list[tuple[str, int, object]]) -> None:
    members = read_roster(text, replace(D20, fields=(*D20.fields, TOLD))).members
    assert [(each.name, each.count, each.sheet.get("rolled_total", "")) for each in members] == expected


def test_what_a_heading_says_holds_for_each_line_of_an_import() -> None:
    members = read_roster("Foes (hidden):\nOrc, hp 15\nOgre\nHeroes:\nAria", D20).members
    assert [(each.name, each.side, each.hidden) for each in members] == [
        ("Orc", "Foes", True),
        ("Ogre", "Foes", True),
        ("Aria", "Heroes", False),
    ]


def test_below_the_heroes_an_unknown_heading_begins_the_foes() -> None:
    roster = read_roster("Team:\nAnka\nKonzern-Schläger:\n6 Wachen, hp 7\nWild Cards:\nEx", D20)
    assert [(each.name, each.side) for each in roster.members] == [
        ("Anka", "Heroes"),
        ("Wachen", "Foes"),
        ("Ex", "Foes"),
    ]
    assert "Line 3 begins another side: Foes." in roster.notes


def test_a_heading_names_the_side_of_stat_blocks() -> None:
    text = "Heroes:\nAria, hp 21\n\nFoes:\n\nGoblin\nAC 15\nHP 7\n\nAllies:\n\nOgre\nAC 11\nHP 59"
    assert [(each.name, each.side) for each in read_roster(text, D20).members] == [
        ("Aria", "Heroes"),
        ("Goblin", "Foes"),
        ("Ogre", "Allies"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Orc hp 3 (max 8)", ["Orc 3/8"]),
        ("PCs\nAria, hp 20\nMonsters\nOrc, hp 15", ["Aria 20", "Orc 15"]),
        ("Init: Aria 17, Borin 21", ["Aria initiative 17", "Borin initiative 21"]),
        ("Aria 17, Borin 21", ["Aria initiative 17", "Borin initiative 21"]),
    ],
)
def test_lines_in_other_forms(text: str, expected: list[str]) -> None:
    assert read(text, TYPED) == expected


def test_a_label_with_a_value_is_left_out_with_a_note() -> None:
    roster = read_roster("Ogre, hp 3\nExperience: Tremor Sense +2", replace(D20, fields=(*D20.fields, TOLD)))
    assert [each.name for each in roster.members] == ["Ogre"]
    assert roster.notes[0] == "Line 2: “Experience: Tremor Sense”: is that the whole name, or what is it?"


@pytest.mark.parametrize("sign", [":", " =", " ->", " …", " ..."])
def test_numbers_behind_signs_are_totals(sign: str) -> None:
    told = replace(D20, fields=(*D20.fields, TOLD))
    text = f"Round 1\nAria{sign} 17\nBorin{sign} 21"
    assert read(text, told) == ["Aria rolled_total 17", "Borin rolled_total 21"]


def test_a_heading_is_no_row_of_names_and_numbers() -> None:
    assert [each.name for each in read_roster("Round 1\nAria 17\nOrc 12", D20).members] == ["Aria", "Orc"]
