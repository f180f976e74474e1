"""Tests of what is read of the records of other programs: whose value it is, what it means, and what is said of it."""

from __future__ import annotations

import json

import pytest

from app.importers.reader import games_to_choose
from app.importers.reader import read_roster as read_in_portions
from app.screens.file_sheets import render_roster
from app.values.lists import Roster
from tests.app.fights import read_roster
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave
from turntrack.core.fields import TOLD
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

GAMES = {game.key.removeprefix("preset "): game.system for game in games_to_choose(SYSTEMS, ())}
D20 = GAMES["d20_twice"]


def roster(raw: object, system: TurnSystem = D20) -> Roster:
    return read_roster(raw if isinstance(raw, str) else json.dumps(raw), system)


def only(raw: object, system: TurnSystem = D20) -> AddCombatant:
    """Return the only creature."""
    (member,) = roster(raw, system).members
    return member


GANG_BOSS = {
    "name": "Gang Boss",
    "type": "traveller",
    "system": {
        "characteristics": {"dexterity": {"value": 8}, "endurance": {"value": 9}},
        "hits": {"value": 17, "max": 17},
    },
    "items": [{"name": "Dagger", "type": "weapon", "system": {"quantity": 1}}],
}


def test_the_owner_fights_and_not_the_weapon() -> None:
    boss = only(GANG_BOSS, GAMES["traveller"])
    assert (boss.name, boss.count, boss.health, boss.sheet) == ("Gang Boss", 1, 17, {"dex": 8, "end": 9})


@pytest.mark.parametrize("key", ["inventory", "attacks", "actions", "powers", "spells"])
def test_what_somebody_has_does_not_fight(key: str) -> None:
    ada = only({"name": "Ada", key: [{"name": "Arrow", "quantity": 20}, {"name": "claw", "count": 2}]})
    assert (ada.name, ada.count) == ("Ada", 1)


@pytest.mark.parametrize("key", ["items", "inventory", "attacks", "actions", "powers", "traits", "effects", "flags"])
def test_belongings_of_a_creature_do_not_fight(key: str) -> None:
    belongings = [{"name": "claw", "count": 2, "hp": 4, "dex": 20, "ac": 3, "initiative": 5}]
    read = roster({"name": "Ada", key: belongings, "hp": 7, "stats": {"dex": 14}})
    assert [(each.name, each.health, dict(each.sheet)) for each in read.members] == [("Ada", 7, {"dex": 2})]
    assert read.left_out == (key,)


def test_another_actor_within_does_not_fight() -> None:
    other = {"name": "Borin", "hp": 30, "dex": 18}
    for key in ("flags", "owner", "prototypeToken", "target", "vehicleCrew"):
        assert only({"name": "Ada", "hp": 7, key: {"actor": other}}).name == "Ada"


def test_an_attack_beside_the_values_does_not_fight() -> None:
    """In the layout of a bestiary of Basic Fantasy."""
    bat = {
        "name": "Reed Bat",
        "stats": {
            "armor_class": {"raw": "14 (13)", "value": 14},
            "hit_dice": {"raw": "2*", "value": 2, "hit_points": None},
            "attacks": {"raw": "1 bite", "parsed": [{"name": "bite", "count": 1}]},
        },
    }
    read = roster({"meta": {"count": 1}, "data": [bat]})
    (member,) = read.members
    assert (member.name, member.count, member.health_dice, member.note) == ("Reed Bat", 1, "2d8", "AC 14")
    assert "Reed Bat: no health is given; it is rolled by the hit dice, 2d8." in read.notes


def test_things_alone_are_named_and_left_out() -> None:
    with pytest.raises(BadSave, match="nothing in it has a name and a health"):
        roster([{"name": "Dagger", "type": "weapon", "quantity": 2}, {"name": "Plate", "ac": 18, "cost": "1500 gp"}])
    read = roster([{"name": "Dagger", "type": "weapon", "quantity": 2}, {"name": "Ada", "hp": 7}])
    assert [each.name for each in read.members] == ["Ada"]
    assert read.left_out == ("Dagger",)


def test_companions_fight_beside_their_owner() -> None:
    read = roster({"name": "Druid", "hp": 27, "pets": {"name": "Wolf", "hp": 11}})
    assert [each.name for each in read.members] == ["Druid", "Wolf"]
    assert read.left_out == ()
    read = roster({"name": "Druid", "hp": 27, "pets": [{"name": "Wolf", "hp": 11}, {"name": "Owl"}]})
    assert [each.name for each in read.members] == ["Druid", "Wolf"]
    assert read.left_out == ("pets: Owl",)


def test_a_title_that_is_the_name_is_no_note() -> None:
    assert only({"title": "Toad", "hp": 4}).note == ""
    assert only({"name": "Mara", "title": "Captain", "hp": 4}).note == "title Captain"


def test_a_place_in_a_fight_takes_the_values_of_its_actor() -> None:
    actor = {"name": "Reed Imp", "system": {"attributes": {"hp": {"value": 5, "max": 7}}}}
    imp = only({"combatants": [{"name": "Reed Imp", "initiative": 17, "actor": actor}]})
    assert (imp.name, imp.health, imp.full_health, imp.sheet["rolled_total"]) == ("Reed Imp", 5, 7, 17)


HAG = {"name": "Reed Hag", "hp": 60}
GOBLIN = {"name": "Goblin"}


@pytest.mark.parametrize(
    "values",
    [
        {"saves": {"dex": 4}, "stats": {"dex": 14}},
        {"savingThrows": {"dexterity": 4}, "abilities": {"dexterity": {"value": 14}}},
        {"items": [{"name": "Ring", "dex": 20}], "stats": {"dex": 14}},
        {"proficiencies": {"dex": 3}, "skill_bonuses": {"dex": 9}, "dex": 14},
        {"flags": {"other": {"dex": 20}}, "system": {"abilities": {"dex": {"value": 14, "mod": 2}}}},
        {"companions": [{"dex": 20}], "modifiers": {"dexterity": 2}},
        {"ability_scores": {"strength": 8, "dexterity": 14, "constitution": 9}, "saving_throws": {"dexterity": 5}},
        {"abilityScores": [{"name": "Dexterity", "score": 14}]},
        {"checks": {"dex": 9}, "attributes": "Dex 14"},
    ],
    ids=json.dumps,
)
def test_own_attributes_come_first(values: dict[str, object]) -> None:
    assert only(HAG | values).sheet == {"dex": 2}


def test_a_save_is_no_attribute() -> None:
    hag = roster(HAG | {"saves": {"dex": 4}})
    assert (hag.members[0].sheet, hag.notes, hag.left_out) == ({}, (), ("saves",))


@pytest.mark.parametrize(
    ("values", "note"),
    [
        ({"armor_class": [{"type": "natural", "value": 13}]}, "AC 13"),
        ({"armor_class": {"value": 14}}, "AC 14"),
        ({"ac": {"flat": 12, "calc": "natural"}}, "AC 12"),
        ({"ac": [{"ac": 15, "from": ["hide"]}]}, "AC 15"),
        ({"ac": 6, "aac": 13}, "AC 6; aac 13"),
        ({"armor": {"name": "Plate", "weight": 9}, "ac": 12}, "AC 12"),
    ],
)
def test_an_armour_class_one_step_in(values: dict[str, object], note: str) -> None:
    assert only(HAG | values).note == note


@pytest.mark.parametrize(
    ("values", "health"),
    [
        ({"system": {"stamina": {"value": 3, "max": 3}}}, (3, 0, "")),
        ({"system": {"status": {"wounds": {"value": 11, "max": 11}}}}, (11, 0, "")),
        ({"status": {"wounds": {"value": 4, "max": 11}}}, (4, 11, "")),
        ({"attributes": [{"attr_id": "hp", "calc": {"value": 23, "current": 20}}]}, (20, 23, "")),
        ({"hit_dice": {"average_hp": 3}}, (3, 0, "")),
        ({"hit_dice": "5d8"}, (0, 0, "5d8")),
        ({"hitDice": "4+2*"}, (0, 0, "4d8+2")),
        ({"hd": "9** (+8)"}, (0, 0, "9d8")),
        ({"hit_dice": {"raw": "½ (1d4 hit points)", "value": 0.5}}, (0, 0, "1d4")),
        ({"hp": 22, "hit_dice": "5d8"}, (22, 0, "")),
        ({"hp": "5d8 (22 hp)"}, (22, 0, "")),
        ({"hp": {"formula": "5d8", "average": 22}}, (22, 0, "")),
        ({"hp": 7.0}, (7, 0, "")),
    ],
    ids=json.dumps,
)
def test_health_one_step_in(values: dict[str, object], health: tuple[int, int, str]) -> None:
    goblin = only(GOBLIN | values)
    assert (goblin.health, goblin.full_health, goblin.health_dice) == health


def test_wounds_that_were_suffered_are_no_health() -> None:
    wild = only(
        {"name": "Wild Card", "type": "character", "system": {"wounds": {"value": 0, "max": 3}}}, GAMES["cards"]
    )
    assert (wild.health, wild.full_health, wild.fallen) == (0, 0, False)


def test_hit_dice_that_cannot_be_rolled_are_told() -> None:
    read = roster(GOBLIN | {"ac": 12, "hit_dice": "1d4* per level"})
    assert read.notes == ("Goblin: no health is given, and hit dice “1d4* per level” cannot be rolled.",)


def test_a_half_of_a_die_is_no_health() -> None:
    read = roster(GOBLIN | {"ac": 12, "hit_dice": "1/2"})
    assert read.members[0].health == 0
    assert read.notes == ("Goblin: no health is given, and hit dice “1/2” cannot be rolled.",)


@pytest.mark.parametrize(
    ("values", "quarters"),
    [
        ({"speed": 6.25}, 25),
        ({"basic_speed": "5.75"}, 23),
        ({"attributes": [{"attr_id": "basic_speed", "calc": {"value": 6}}]}, 24),
        ({"speed": 24}, 24),
    ],
)
def test_a_speed_is_taken_in_quarters(values: dict[str, object], quarters: int) -> None:
    assert only(HAG | values, GAMES["fixed_speed"]).sheet["speed"] == quarters


@pytest.mark.parametrize("character", ["\0", "\x07", "\x9f"])
def test_a_control_character_is_dropped_and_the_rest_is_read(character: str) -> None:
    hag = only(HAG | {"name": f"Reed{character} Hag", "desc": f"Bad{character} news\nbelow", "mood": f"low{character}"})
    assert (hag.name, hag.health, hag.note) == ("Reed Hag", 60, "Bad news below; mood low")


def test_a_mark_of_the_writing_direction_is_dropped_but_in_a_name() -> None:
    assert only(HAG | {"desc": "Bad\u202e news", "mood": "\u202elow"}).note == "Bad news; mood low"
    with pytest.raises(BadSave, match="invisible character"):
        roster(HAG | {"name": "Reed\u202e Hag"})


def test_no_value_is_lost_behind_many_others() -> None:
    many = {f"value{number}": {"value": number} for number in range(5_000)}
    assert only(HAG | {"others": many, "perception": {"value": 7}}, GAMES["three_actions"]).sheet == {"perception": 7}


def test_keys_for_programs_are_not_told() -> None:
    keys = {
        "_key": "!a",
        "slug": "hag",
        "index": 3,
        "actorId": "q1",
        "sort": 7,
        "uuid": "u",
        "imgUrl": "x",
        "mood": "low",
    }
    read = roster(HAG | keys)
    assert (read.members[0].note, read.left_out) == ("mood low", ())


def test_a_long_description_goes_on_the_card() -> None:
    hag = only(HAG | {"description": "It waits.\n" + "Reeds. " * 40})
    assert (hag.note, hag.card[0]) == ("", "It waits.")


def test_a_sum_is_not_one_of_its_parts() -> None:
    passes = GAMES["passes"]
    attributes = {"reaction": {"base": 5, "value": 5}, "intuition": {"value": 3}}
    assert only({"name": "Runner", "system": {"attributes": attributes}}, passes).sheet == {"reaction": 8}
    read = roster({"name": "Runner", "attributes": {"reaction": 5}}, passes)
    assert (read.members[0].sheet, read.notes) == (
        {},
        ("Runner: Reaction and Intuition is a sum, and only reaction 5 is given.",),
    )
    assert only({"name": "Runner", "attributes": {"reaction": 5}}, GAMES["countdown"]).sheet == {"reaction": 5}


SYSTEM: dict[str, object] = {"abilities": {"dex": {"value": 9}, "wis": {"value": 15}}, "details": {"cr": 10}}


def with_init(**init: object) -> dict[str, object]:
    """Return the creature with other values of its initiative."""
    attributes = {"init": init, "hp": {"value": 150, "max": 150}}
    return {"name": "Reed Fish", "type": "npc", "system": SYSTEM | {"attributes": attributes}}


@pytest.mark.parametrize(
    ("raw", "modifier"),
    [
        ({"hit_points": 60, "initiative_bonus": 8, "ability_scores": {"dexterity": 14}}, 8),
        ({"hp": 60, "initiativeBonus": "+8", "dex": 14}, 8),
        ({"hp": 60, "initiative": {"bonus": 8}, "dex": 14}, 8),
        ({"hp": 60, "initiative": {"bonus": 8, "passive": 18}, "stats": {"dex": 14}}, 8),
        ({"hp": 60, "init": "+8", "dex": 14}, 8),
        ({"hp": 60, "Init": "+8 (18)", "dex": 14}, 8),
        ({"hp": 60, "initiative": "+8 (18)", "dex": 14}, 8),
        ({"hp": 60, "init": 8, "str": 12, "dex": 14, "con": 10}, 8),
        ({"hp": 60, "initiative_modifier": -1, "dex": 14}, -1),
        ({"hp": 60, "combat": {"initMod": "8"}, "dex": 14}, 8),
        ({"hp": {"average": 60}, "initiative": {"proficiency": 2}, "dex": 10, "cr": {"cr": "17"}}, 12),
        ({"hp": {"average": 60}, "initiative": {"proficiency": 1}, "dex": 15, "cr": "1/4"}, 4),
        (with_init(ability="", bonus="@prof * 2"), 7),
        (with_init(ability="", bonus="@prof"), 3),
        (with_init(ability="", bonus="3 + @prof"), 6),
        (with_init(ability="wis", bonus=""), 2),
        (with_init(ability="", bonus=""), -1),
        (with_init(value=0, bonus=2, mod=-1, total=1), 1),
    ],
    ids=json.dumps,
)
def test_a_stated_initiative_wins_over_dexterity(raw: dict[str, object], modifier: int) -> None:
    assert only({"name": "Reed Hag"} | raw).sheet == {"dex": modifier}


def test_the_note_says_that_the_stated_initiative_is_taken() -> None:
    read = roster({"name": "Reed Hag", "hit_points": 60, "initiative_bonus": 8, "dexterity": 14})
    assert read.notes == ("Reed Hag: initiative +8 is stated and taken, rather than Dexterity +2.",)
    assert read.sources == ("Reed Hag: health from “hit_points”, initiative from “initiative_bonus”.",)
    assert roster(HAG | {"initiative": "+2", "dex": 14}).notes == ()


def test_an_initiative_that_cannot_be_counted_is_told() -> None:
    read = roster(with_init(ability="", bonus="@abilities.wis.mod"))
    assert read.members[0].sheet == {"dex": -1}
    assert "Reed Fish: the bonus to its initiative, “@abilities.wis.mod”, cannot be read." in read.notes
    read = roster(HAG | {"initiative": {"proficiency": 1}, "dex": 14})
    assert "Reed Hag: its initiative goes by a proficiency, and no challenge rating gives that." in read.notes


def test_a_total_is_no_modifier() -> None:
    hag = only(HAG | {"initiative": 17, "dex": 14})
    assert (hag.sheet, hag.note) == ({"dex": 2, "rolled_total": 17}, "")
    hag = only(HAG | {"initiative": {"total": 9}, "str": 9, "con": 9, "dex": 14})
    assert hag.sheet == {"dex": 2, "rolled_total": 9}
    hag = only(HAG | {"initiative": 9, "dex": 14})
    assert (hag.sheet, hag.note) == ({"dex": 2}, "initiative 9"), "it may be a modifier"


@pytest.mark.parametrize(
    ("values", "perception"),
    [
        ({"perception": "+9", "init": "+6"}, 9),
        ({"system": {"perception": {"mod": 7, "details": ""}}}, 7),
        ({"skills": {"perception": 11}, "dex": 14}, 11),
        ({"init": "+6"}, 6),
    ],
)
def test_rules_by_perception_take_that(values: dict[str, object], perception: int) -> None:
    assert only(HAG | values, GAMES["three_actions"]).sheet == {"perception": perception}


@pytest.mark.parametrize(
    "values",
    [
        {"skills": [{"name": "Brawling", "value": 7}, {"name": "Melee", "value": 8}]},
        {"skills": {"REF": {"Melee": {"value": 8}, "Brawling": {"value": 7}}}},
        {"skills": ["Brawling 7", "Melee +8"]},
        {"items": [
            {"name": "Melee", "type": "skill", "system": {"level": 8}},
            {"name": "Brawling", "type": "skill", "system": {"level": 7}},
        ]},
    ],
    ids=json.dumps,
)  # fmt: skip
def test_two_names_for_one_value_are_told(values: dict[str, object]) -> None:
    read = roster({"handle": "Ganger", "stats": {"REF": 9}} | values, GAMES["interlock"])
    (ganger,) = read.members
    assert ganger.sheet == {"ref": 9, "melee": 8}
    (note,) = read.notes
    assert note.casefold().replace("+", "") == (
        "ganger: brawling/melee is one value here; melee 8 is taken, not brawling 7."
    )


@pytest.mark.parametrize(
    "values",
    [
        {"sa": {"name": "Combat Sense", "value": 4}},
        {"specialAbility": {"name": "Combat Sense", "level": 4}},
        {"role": {"special_ability": "Combat Sense 4"}},
        {"combatSense": 4},
        {"abilities": [{"name": "Combat Sense", "rank": 4}]},
    ],
    ids=json.dumps,
)
def test_combat_sense_is_read(values: dict[str, object]) -> None:
    assert only({"handle": "Solo", "ref": 9} | values, GAMES["interlock"]).sheet == {"ref": 9, "combat_sense": 4}


IMP = ("Reed Imp", 7, {"dex": 2}, "AC 13")


@pytest.mark.parametrize(
    "text",
    [
        "<monster><name>Reed Imp</name><ac>13 </ac><hp>7</hp><dex>14</dex></monster>",
        (
            '<npc><id-00001><name type="string">Reed Imp</name><hp type="number">7</hp><ac type="number">13</ac>'
            '<abilities><dexterity><score type="number">14</score></dexterity></abilities></id-00001></npc>'
        ),
        '<root version="4"><npc><name type="string">Reed Imp</name><hp>7</hp><ac>13</ac><dex>14</dex></npc></root>',
        '<party><monster name="Reed Imp" hp="7" ac="13" dex="14"/></party>',
        '<creature name="Reed Imp"><hp current="7" max="7"/><ac value="13"/><dex score="14"/></creature>',
        '<combatant name="Reed Imp"><hp max="7">7</hp><ac>13</ac><stats dex="14"/></combatant>',
        (
            '<character name="Reed Imp"><attribute name="hp" value="7"/><attribute name="ac" value="13"/>'
            '<attribute name="dex" value="14"/></character>'
        ),
        "<npc><name><![CDATA[Reed Imp]]></name><!-- <hp>99</hp> --><hp>7</hp><ac>13</ac><dex>14</dex></npc>",
        (
            "<monster><action><name>Bite</name><hp>99</hp><dex>20</dex></action><save><dex>9</dex></save>"
            "<name>Reed Imp</name><hp>7</hp><ac>13</ac><dex>14</dex></monster>"
        ),
        "<bestiary><entry><name>Reed Imp</name><hp>7</hp><ac>13</ac><dex>14</dex></entry></bestiary>",
        (
            "<compendium><item><name>Rope</name><weight>10</weight></item><monster><name>Reed Imp</name><hp>7</hp>"
            "<ac>13</ac><dex>14</dex></monster></compendium>"
        ),
    ],
)
def test_values_of_xml(text: str) -> None:
    imp = only(f'<?xml version="1.0"?>{text}')
    assert (imp.name, imp.health, imp.sheet, imp.note) == IMP


def test_a_stated_initiative_in_xml() -> None:
    assert only("<monster><name>Hag</name><hp>60</hp><dex>14</dex><init>+8</init></monster>").sheet == {"dex": 8}


def test_a_compendium_of_two_million_characters_is_read() -> None:
    trait = f"<trait><name>Reeds</name><text>{'It hides among reeds. ' * 200}</text></trait>"
    monster = "<monster><name>Imp {}</name><hp>{} (2d6)</hp><dex>14</dex>{}</monster>"
    text = "".join(monster.format(number, number, trait) for number in range(1, 501))
    assert len(text) > 2_200_000
    members = roster(f"<compendium>{text}</compendium>").members
    assert [(each.name, each.health) for each in members] == [(f"Imp {number}", number) for number in range(1, 501)]


def test_a_text_that_is_too_long_says_what_to_do() -> None:
    with pytest.raises(BadSave, match="Paste the creatures that you need"):
        roster("<compendium>" + "x" * 4_000_000)


def test_a_character_whose_scores_have_numbers() -> None:
    """Health is 18, and 2 for Constitution in each of three levels, of which 5 are lost."""
    scores = (14, 10, 12, 10, 16, 8)
    character = {
        "name": "Mara",
        "stats": [{"id": number, "value": score} for number, score in enumerate(scores, 1)],
        "bonusStats": [{"id": 3, "value": 1}],
        "overrideStats": [{"id": 1, "value": None}],
        "modifiers": {
            "race": [
                {"type": "bonus", "subType": "constitution-score", "value": 1},
                {"type": "bonus", "subType": "dexterity-score", "value": 2},
            ],
            "feat": [{"type": "bonus", "subType": "initiative", "value": 5}],
        },
        "baseHitPoints": 18,
        "removedHitPoints": 5,
        "temporaryHitPoints": 4,
        "classes": [{"level": 3, "definition": {"name": "Cleric"}}],
        "inventory": [{"quantity": 1, "definition": {"name": "Mace"}}],
    }
    mara = only({"id": 1, "data": character})
    assert (mara.name, mara.side, mara.health, mara.full_health, mara.temporary) == ("Mara", "Party", 19, 24, 4)
    assert mara.sheet == {"dex": 6}


def test_improved_initiative_adds_its_modifier_to_dexterity() -> None:
    block = {"Name": "Reed\x07 Imp", "HP": {"Value": 7}, "Abilities": {"Dex": 14}, "InitiativeModifier": 3}
    read = roster({"Combatants": [{"StatBlock": block}]})
    (imp,) = read.members
    assert (imp.name, imp.sheet) == ("Reed Imp", {"dex": 5})
    assert read.notes == ("Reed Imp: initiative +5 is stated and taken, rather than Dexterity +2.",)


@pytest.mark.parametrize(
    ("table", "game", "sheet", "note"),
    [
        ("Name,HP,Dex,Init mod\nImp,7,14,+8", "d20_twice", {"dex": 8}, ""),
        ("Name,HP,Dex,Initiative bonus\nImp,7,+2,8", "d20_twice", {"dex": 8}, ""),
        ("Name,HP,Init,Dex\nImp,7,+4 (14),14", "d20_twice", {"dex": 4}, ""),
        ("Name,HP,Initiative\nImp,7,14", "d20_twice", {"rolled_total": 14}, ""),
        ("Name,HP,Dex save,Dex\nImp,7,+4,14", "d20_twice", {"dex": 2}, "Dex save +4"),
        ("Name,HP,Perception,Init\nImp,7,9,+4", "three_actions", {"perception": 9}, "initiative +4"),
        ("Name,HP,Init\nImp,7,+4", "three_actions", {"perception": 4}, ""),
        ("Name,HP,REF,Brawling,Melee\nImp,7,9,7,8", "interlock", {"ref": 9, "melee": 7}, "Melee 8"),
        ("Name,HP,Reaction\nImp,7,5", "passes", {}, "Reaction 5"),
        ("Name,HP,Reaction\nImp,7,5", "countdown", {"reaction": 5}, ""),
        ("Name,HP,Speed\nImp,7,6.25", "fixed_speed", {"speed": 25}, ""),
        ("Name,HP,Dexterity,Endurance\nImp,7,8,9", "traveller", {"dex": 8, "end": 9}, ""),
        ("Name,HP,Dex\nIm\x07p,2d6 (7 hp),14", "d20_twice", {"dex": 2}, ""),
        ("Name,HP,Hit dice\nImp,7,2d6", "d20_twice", {}, "hit dice 2d6"),
    ],
)
def test_values_of_tables(table: str, game: str, sheet: dict[str, object], note: str) -> None:
    imp = only(table, GAMES[game])
    assert (imp.name, imp.health, imp.sheet, imp.note) == ("Imp", 7, sheet, note)


def test_what_a_table_states_is_told() -> None:
    read = roster("Name,Hit Dice,Dex,Init\nImp,2+1,14,+8")
    assert read.members[0].health_dice == "2d8+1"
    assert read.notes == (
        "Line 2: initiative +8 is stated and taken, rather than Dexterity 14.",
        "Line 2: no health is given; it is rolled by the hit dice, 2d8+1.",
    )


def test_all_that_is_left_out_is_listed() -> None:
    read = roster(
        {
            "name": "Hag",
            "hp": 60,
            "stats": {"DEX": 14, "WIS": 9, "INT": 3},
            "items": [{"name": "Broom"}],
            "story": "It was born in the reeds, and so on",
            "system": {"details": {"mood": "low", "biography": {"value": "Long"}}},
        }
    )
    assert read.left_out == ("stats: WIS, INT", "items", "story", "system: details.mood, details.biography")
    many = roster({"name": "Hag", "hp": 60, **{f"part {number}": {"a": 1} for number in range(300)}})
    assert len(many.left_out) == 300


def test_the_reason_of_a_refusal_is_its_own() -> None:
    with pytest.raises(BadSave, match=r"None of its combatants can be read. Number 1: name: at most 60"):
        roster([{"name": "x" * 70, "hp": "seven"}])


@pytest.mark.parametrize(
    ("raw", "game", "health", "sheet"),
    [
        (
            {
                "name": "Cultist",
                "type": "npc",
                "system": {"attribs": {"hp": {"value": 11}}, "characteristics": {"dex": {"value": 55}}},
                "items": [{"name": "Fighting (Brawl)", "type": "skill", "system": {"value": 45}}],
            },
            "dexterity_order",
            11,
            {"dex": 55, "fighting": 45},
        ),
        ({"name": "Drake", "hp": [{"average": 25}]}, "d20_twice", 25, {}),
        ({"monster": "Orc", "count": 1, "hp": 15}, "d20_twice", 15, {}),
        (
            {
                "name": "Guard",
                "attributes": [{"name": "Agility", "dice": "3D+1", "skills": [{"name": "dodge", "dice": "4D"}]}],
                "bodyPoints": 14,
            },
            "rond6",
            14,
            {"agility": "3D+1", "dodge": "4D"},
        ),
        (
            {
                "name": "Thug",
                "system": {
                    "characteristics": {"i": {"initial": 35, "value": 40}, "ag": {"value": 33}},
                    "status": {"wounds": {"value": 11, "max": 11}},
                },
            },
            "move_and_action",
            11,
            {"ini": 40, "agility": 33},
        ),
        (
            {"name": "Goon", "system": {"derivedStats": {"hp": {"value": 35}}, "stats": {"ref": {"value": 6}}}},
            "reflexes",
            35,
            {"ref": 6},
        ),
        ({"name": "Fate", "type": "npc", "hp": 2, "skills": {"Fight": 3, "Notice": 2}}, "skills", 2, {"notice": 2}),
    ],
)  # fmt: skip
def test_layouts_of_other_games(raw: dict[str, object], game: str, health: int, sheet: dict[str, object]) -> None:
    member = only(raw, GAMES[game])
    assert (member.health, member.sheet) == (health, sheet)


def test_a_health_below_unknown_labels_is_told() -> None:
    read = roster({"name": "Hag", "dex": 14, "vigour": {"hp": {"value": 5, "max": 9}}})
    assert (read.members[0].health, read.members[0].full_health) == (5, 9)
    assert "Hag: its health is that of “vigour.hp.value”." in read.notes or (
        "Hag: its health is that of “vigour.hp.max”." in read.notes
    )


def test_who_comes_in_down_is_told() -> None:
    assert roster({"name": "Hag", "hp": {"value": 0, "max": 6}}).notes == ("Hag: health 0 of 6, so it comes in down.",)


def test_a_long_file_is_read_in_portions() -> None:
    """None of them is long, so that the page stays alive: at most 60 records."""
    records = [{"name": f"Imp {number}", "hp": 7, "stats": {"dex": 14}} for number in range(900)]
    shares = [*read_in_portions(json.dumps({"compendium": {"monsters": records}}), D20)]
    assert len(shares) > 900 + 900 / 60
    assert all(0 <= share <= 1 for share in shares)


def test_the_sheet_of_an_import_shows_what_was_read_and_what_was_left_out() -> None:
    game = next(game for game in games_to_choose(SYSTEMS, ()) if game.key == "preset d20_twice")
    read = roster({"name": "Hag", "hp": 60, **{f"part {number}": {"a": 1} for number in range(60)}})
    shown = "".join(map(str, render_roster(read, game, (), into_fight=False, error="").content))
    assert "Hag: health from “hp”." in shown
    assert all(f"part {number}: a" in shown for number in range(60))


def test_a_place_in_a_fight_without_a_name_has_that_of_its_actor() -> None:
    orc = {"name": "Orc", "type": "npc", "system": {"attributes": {"hp": {"value": 15}}}}
    aria = {"name": "Aria", "type": "character", "system": {"attributes": {"hp": {"value": 20, "max": 24}}}}
    fight = {"combat": {"combatants": [{"actor": orc, "initiative": 14}, {"actor": aria, "initiative": 19}]}}
    read = roster(fight).members
    assert [(each.name, each.health, each.sheet["rolled_total"], each.side) for each in read] == [
        ("Orc", 15, 14, ""),
        ("Aria", 20, 19, "Party"),
    ]


def test_columns_are_named_in_the_words_of_game_masters() -> None:
    text = "combatant,how many,Hit_Points,hitPointMaximum,Rolled Init,versteckt,remark\nOrc,2,9,15,17,yes,at the gate"
    (orc,) = roster(text).members
    assert (orc.name, orc.count, orc.health, orc.full_health, orc.hidden, orc.note) == (
        "Orc", 2, 9, 15, True, "at the gate"
    )  # fmt: skip
    assert orc.sheet == {"rolled_total": 17}


@pytest.mark.parametrize(("game", "sheet"), [("d20_twice", {"dex": 3}), ("sides", {})])
def test_a_column_of_modifiers_in_other_words(game: str, sheet: dict[str, int]) -> None:
    (orc,) = roster("name,ini mod,hp\nOrc,+3,15", GAMES[game]).members
    assert (orc.health, orc.sheet) == (15, sheet)


def test_a_tracker_tells_totals_and_counts_rounds() -> None:
    order = [
        {"id": "-1", "pr": "12", "custom": "Orc"},
        {"id": "-1", "pr": 17, "custom": "Aria"},
        {"id": "-1", "pr": 1, "custom": "Round", "formula": "+1"},
    ]
    read = roster(order)
    assert [(each.name, dict(each.sheet)) for each in read.members] == [
        ("Orc", {"rolled_total": 12}),
        ("Aria", {"rolled_total": 17}),
    ]
    assert read.left_out == ("Round",)


def test_a_trait_of_several_kinds_is_no_creature() -> None:
    trait = {
        "name": "Chill Touch",
        "description": "You know the spell Chill Touch.",
        "species": [{"name": "Tiefling"}],
        "spells": [{"spell": {"name": "Chill Touch"}}],
    }
    with pytest.raises(BadSave):
        roster(trait)
    assert only({"name": "Mara", "species": "Human", "spells": [{"name": "Chill Touch"}]}).name == "Mara"


@pytest.mark.parametrize(("initiative", "sheet"), [(14, {"dex": 14}), (8, {"dex": 8}), (13, {"dex": 2, TOLD.key: 13})])
def test_a_high_modifier_is_known_by_the_challenge(initiative: int, sheet: dict[str, int]) -> None:
    balor = {"name": "Balor", "hp": 287, "cr": "19", "initiative": initiative}
    assert only(balor | {"abilities": {"str": 26, "dex": 14, "con": 22}}).sheet == sheet


@pytest.mark.parametrize(
    ("word", "side"), [("enemy", "Foes"), ("PC", "Heroes"), ("ally", "Allies"), ("Party", "Party")]
)
def test_a_word_for_a_person_names_the_side(word: str, side: str) -> None:
    assert only({"name": "Orc", "hp": 15, "side": word}).side == side
    assert only(f"name,hp,side\nOrc,15,{word}").side == side
