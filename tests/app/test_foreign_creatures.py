"""Tests of creatures from the JSON and XML of other programs: an example of our own in the layout of each."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from tests.amounts import WHOLE, amount
from tests.app.fights import read_roster
from turntrack.core.errors import BadSave
from turntrack.core.fields import Field, Kind
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of

D20 = replace(
    system_of("table_rules", SYSTEMS),
    fields=(Field("dex", "Dexterity", Kind.NUMBER, 0, low=-5, high=15, is_modifier=True),),
)
IMP = ("Reed Imp", 1, "", 7, 0, {"dex": 2})
SCORE = "Reed Imp: Dexterity 14 is a score; its modifier is taken: +2."

BATTLE_TRACKER = {
    "creatures": [
        {"name": "Otter", "healthPoints": 11, "maxHealthPoints": 18, "initiative": 13, "id": 0},
        {"name": "Mud Witch", "healthPoints": 0, "maxHealthPoints": 31, "temporaryHealthPoints": 2},
    ],
    "round": 2,
}
HOME_MADE = {
    "name": "Reed ford",
    "combatants": [
        {"name": "Otter", "hp": 11, "maxHp": 18, "ac": 15, "initiative": 17, "isPC": True},
        {"name": "Hound", "hp": "9/12", "count": 2, "hidden": True},
    ],
}
FIVE_E_TOOLS = {
    "monster": [{"name": "Reed Imp", "hp": {"average": 7, "formula": "2d6"}, "dex": 14, "ac": [13], "cr": "1/4"}]
}
FOUNDRY = {
    "name": "Reed Imp",
    "type": "npc",
    "system": {"attributes": {"hp": {"value": 7, "max": 7}}, "abilities": {"dex": {"value": 14}}},
    "items": [{"name": "Bite"}],
}
OPEN_5E = {"results": [{"name": "Reed Imp", "hit_points": 7, "armor_class": 13, "dexterity": 14}]}
FIGHT_CLUB = (
    '<?xml version="1.0"?><compendium><monster><name>Reed Imp</name><ac>13 (hide)</ac><hp>7 (2d6)</hp>'
    "<dex>14</dex></monster></compendium>"
)
ROLL_20 = [{"id": "-1", "pr": "15", "custom": "Otter"}, {"id": "-2", "pr": 9, "custom": "Mud Witch"}]
CYBERPUNK = {
    "handle": "Ganger - Reed",
    "ref": 9,
    "sa": {"name": "Combat Sense", "value": 4},
    "skills": [{"name": "Handgun", "value": 6}, {"name": "Brawling", "value": 7}, {"name": "Dodge/Escape", "value": 7}],
}
PATHBUILDER = {
    "success": True,
    "build": {
        "name": "Mara",
        "class": "Fighter",
        "level": 3,
        "abilities": {"str": 18, "dex": 14, "con": 12, "int": 10, "wis": 12, "cha": 8},
        "attributes": {"ancestryhp": 8, "classhp": 10, "bonushp": 0, "bonushpPerLevel": 0, "speed": 25},
        "proficiencies": {"perception": 4},
        "acTotal": {"acTotal": 20},
        "weapons": [{"name": "Longsword", "qty": 1}],
    },
}
STATS = {"handle": "Ganger - Reed", "stats": {"REF": 9, "BODY": 7}, "gear": [{"name": "Rope", "quantity": 2}]}
BY_NAME = {"Mara": {"hp": 18, "ac": 15}, "Reed Imp": {"curHp": 3, "maxHp": 7}}
YAML = """\
- name: Reed Imp
  ac: 13
  hp: 7
  stats: [8, 14, 10, 8, 10, 8]
  traits:
    - name: Bite
      desc: It bites.
- name: Mud Witch
  hp: 20/31
"""
NESTED = {
    "name": "Gang Boss",
    "type": "npc",
    "system": {
        "abilities": {"dex": {"value": 9}},
        "attributes": {"init": {"ability": "", "bonus": "@prof * 2"}, "hp": {"value": 17, "max": 17}},
        "details": {"cr": 10},
    },
    "items": [{"name": "Brawling", "type": "skill", "system": {"level": 7}}, {"name": "Dagger", "type": "weapon"}],
}
NUMBERED = {
    "data": {
        "name": "Mara",
        "stats": [{"id": 2, "value": 14}, {"id": 3, "value": 12}],
        "modifiers": {"race": [{"type": "bonus", "subType": "dexterity-score", "value": 2}]},
        "baseHitPoints": 18,
        "classes": [{"level": 3}],
    }
}
IDENTIFIED = {
    "profile": {"name": "Mara"},
    "attributes": [{"attr_id": "hp", "calc": {"value": 23, "current": 20}}, {"attr_id": "dex", "calc": {"value": 14}}],
}
TYPED = (
    '<root><npc><id-00001><name type="string">Reed Imp</name><hp type="number">7</hp><!-- no --><abilities>'
    '<dexterity><score type="number">14</score></dexterity></abilities></id-00001></npc></root>'
)
EXAMPLES = [
    *(json.dumps(each) for each in (NESTED, NUMBERED, IDENTIFIED)),
    TYPED,
    *(json.dumps(each) for each in (BATTLE_TRACKER, HOME_MADE, FIVE_E_TOOLS, FOUNDRY, OPEN_5E, ROLL_20, CYBERPUNK)),
    *(json.dumps(each) for each in (PATHBUILDER, STATS, BY_NAME)),
    FIGHT_CLUB,
    YAML,
]


def read(raw: object) -> list[tuple[object, ...]]:
    """Return name, count, side, health, full health and values of each creature."""
    text = raw if isinstance(raw, str) else json.dumps(raw)
    return [
        (each.name, each.count, each.side, each.health, each.full_health, dict(each.sheet))
        for each in read_roster(text, D20).members
    ]


@pytest.mark.parametrize("raw", [FIVE_E_TOOLS, FOUNDRY, OPEN_5E, FIGHT_CLUB])
def test_a_monster(raw: object) -> None:
    assert read(raw) == [IMP]
    assert SCORE in read_roster(raw if isinstance(raw, str) else json.dumps(raw), D20).notes


@pytest.mark.parametrize("first", [True, False], ids=["name first", "action first"])
def test_a_monster_in_xml_has_its_own_name_and_not_that_of_its_action(first: bool) -> None:
    action = "<action><name>Bite</name><text>It bites.</text><hp>99</hp></action><legendary/>"
    own = "<name>Reed Imp</name><hp>7 (2d6)</hp><dex>14</dex>"
    assert read(f"<monster>{own + action if first else action + own}</monster>") == [IMP]


def test_a_monster_without_a_name_is_refused() -> None:
    with pytest.raises(BadSave, match="Number 1: it has no name"):
        read("<monster><hp>7</hp></monster>")


def test_what_a_creature_carries_is_no_creature() -> None:
    potion = {"name": "Potion", "quantity": 2, "system": {"quantity": 2}}
    assert read(FOUNDRY | {"items": [potion]}) == [IMP]
    assert read({"items": [{"name": "Reed Imp", "hp": 7, "dex": 14}]}) == [IMP]


def test_attributes_of_xml_are_values() -> None:
    assert read('<party><monster name="Reed Imp" hp="7" dex=\'14\'/></party>') == [IMP]
    assert read('<monster name="Reed Imp"><hp>7</hp><dex>14</dex></monster>') == [IMP]


@pytest.mark.parametrize("key", ["maxHp", "max_hp", "MaxHP", "max hp", "hpMax", "maxHitPoints", "hit_points_max"])
def test_keys_are_read_however_they_are_written(key: str) -> None:
    assert read([{"characterName": "Otter", "curHp": 11, key: 18}]) == [("Otter", 1, "", 11, 18, {})]


def test_creatures_by_their_names() -> None:
    expected: list[tuple[object, ...]] = [("Mara", 1, "", 18, 0, {}), ("Reed Imp", 1, "", 3, 7, {})]
    assert read(BY_NAME) == read({"combatants": BY_NAME}) == expected


@pytest.mark.parametrize("raw", [["Otter, hp 18", "3 Imps"], {"party": ["Otter, hp 18", "3 Imps"]}])
def test_a_list_of_texts_is_read_by_lines(raw: object) -> None:
    assert read(raw) == [("Otter", 1, "", 18, 0, {}), ("Imp", 3, "", 0, 0, {})]


def test_a_character_of_pathbuilder() -> None:
    """8 of the ancestry, and three times 10 of the class and 1 for Constitution; Wisdom 1, trained 4, level 3."""
    fields = (*D20.fields, Field("perception", "Perception", Kind.NUMBER, 0, low=-5, high=40, is_modifier=True))
    (mara,) = read_roster(json.dumps(PATHBUILDER), replace(D20, fields=fields)).members
    assert (mara.name, mara.side, mara.health, mara.sheet) == ("Mara", "Party", 41, {"dex": 2, "perception": 8})
    assert mara.note == "AC 20; class Fighter; level 3"


def test_a_upp_is_read_wherever_it_stands() -> None:
    """Its second and third digits are Dexterity and Endurance; A is 10."""
    traveller = system_of("traveller", SYSTEMS)
    for text in (
        "Ilse, UPP 7A8C62",
        "Ilse UPP: 7A8C62",
        "Name\tUPP\nIlse\t7A8C62",
        "Name: Ilse\nUPP: 7A8C62",
        json.dumps({"name": "Ilse", "upp": "7A8C62"}),
        "Name,UPP,END\nIlse,7A8C62,8",
    ):
        (ilse,) = read_roster(text, traveller).members
        assert (ilse.name, {key: ilse.sheet[key] for key in ("dex", "end")}) == ("Ilse", {"dex": 10, "end": 8})
        assert ilse.note in ("", "UPP 7A8C62"), "a line keeps the digits that the rules do not ask for"
    roster = read_roster("Name,UPP\nIlse,7\nOtto,777777", traveller)
    assert roster.notes == ("Line 2: UPP: DEX is its digit 2, which is missing in “7”.",)
    assert [dict(each.sheet) for each in roster.members] == [{}, {"dex": 7, "end": 7}]


def test_values_within_others_make_a_creature() -> None:
    (ganger,) = read_roster(json.dumps(STATS), system_of("interlock", SYSTEMS)).members
    assert (ganger.name, ganger.sheet) == ("Ganger - Reed", {"ref": 9, "body": 7})


def test_wounds_and_who_is_down() -> None:
    assert read(BATTLE_TRACKER) == [("Otter", 1, "", 11, 18, {}), ("Mud Witch", 1, "", 0, 31, {})]
    _, witch = read_roster(json.dumps(BATTLE_TRACKER), D20).members
    assert (witch.fallen, witch.temporary) == (True, 2)


def test_a_fight_has_its_name_players_counts_and_hidden_ones() -> None:
    roster = read_roster(json.dumps(HOME_MADE), D20)
    assert roster.name == "Reed ford"
    assert read(HOME_MADE) == [("Otter", 1, "Party", 11, 18, {}), ("Hound", 2, "", 9, 12, {})]
    assert [each.hidden for each in roster.members] == [False, True]
    assert roster.members[0].note == "AC 15; initiative 17"


def test_what_the_rules_have_no_place_for_goes_into_the_note() -> None:
    (imp,) = read_roster(json.dumps(FIVE_E_TOOLS), D20).members
    assert imp.note == "AC 13; cr 1/4"
    otter, _ = read_roster(json.dumps(BATTLE_TRACKER), D20).members
    assert otter.note == "initiative 13"


def test_what_is_left_out_is_named() -> None:
    assert read_roster(json.dumps(FOUNDRY), D20).left_out == ("items",)


def test_a_turn_order_gives_the_numbers_that_are_typed() -> None:
    typed = replace(D20, fields=(Field("initiative", "Initiative", Kind.NUMBER, 0, low=-99, high=99),))
    members = read_roster(json.dumps(ROLL_20), typed).members
    assert [(each.name, dict(each.sheet)) for each in members] == [
        ("Otter", {"initiative": 15}), ("Mud Witch", {"initiative": 9})
    ]  # fmt: skip


def test_skills_with_names_and_values_are_those_of_the_rules() -> None:
    (ganger,) = read_roster(json.dumps(CYBERPUNK), system_of("interlock", SYSTEMS)).members
    assert ganger.name == "Ganger - Reed"
    assert ganger.sheet == {"ref": 9, "combat_sense": 4, "handgun": 6, "melee": 7}
    assert ganger.note == "Dodge/Escape 7"


@pytest.mark.parametrize("text", ["{}", '{"a": 1}', "[1, 2]", "<html></html>", '[{"name": "Otter"}]'])
def test_a_file_without_creatures_is_refused(text: str) -> None:
    with pytest.raises(BadSave, match=r"This is (JSON|XML), but"):
        read_roster(text, D20)


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_damaged_file_is_read_or_refused(example: str) -> None:
    chance = Random(example)
    for _ in range(amount(10_000)):
        text = example
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text))
            other = chance.choice(('"', "{", "}", "[", "]", ",", "-1", "1e999", "null", "\u202e", "<", "9" * 30, ""))
            text = text[:at] + other + text[at + chance.randint(0, 3) :]
        with suppress(BadSave):
            read_roster(text, D20)


MANY = 100_000 if WHOLE else 10_000
"""In the soak the texts are nearly as long as an import may be."""


@pytest.mark.parametrize(
    "text",
    [
        "<monster>" * (2 * MANY),
        "<monster><name>" * MANY,
        "<monster><" + "a" * (19 * MANY) + "</monster>",
        "x " * (9 * MANY),
        "-" * (19 * MANY),
        "(1" * (9 * MANY),
        "a: " * (6 * MANY),
    ],
    ids=lambda text: text[:20],
)
def test_long_hostile_texts_are_refused_soon(text: str) -> None:
    with pytest.raises(BadSave):
        read_roster(text, D20)
