"""Tests of stat blocks of many games: a block is one creature, with the values that the rules in use take."""

from __future__ import annotations

import pytest

from app.importers.reader import games_to_choose
from app.values.lists import Roster
from tests.app.fights import read_roster
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave
from turntrack.systems import SYSTEMS

GAMES = {game.key.split()[-1]: game.system for game in games_to_choose(SYSTEMS, ())}


def read(game: str, text: str) -> Roster:
    return read_roster(text, GAMES[game])


def written(member: AddCombatant) -> str:
    health = member.health_dice or str(member.health) + f"/{member.full_health}" * bool(member.full_health)
    values = (f"{key} {value}" for key, value in member.sheet.items())
    return "; ".join(filter(None, (member.name, health, *values, member.note)))


MANY = (
    "# Monsters\n\n## Reed Imp\n\n*Small Fey, neutral*\n\n- **Armor Class:** 13\n- **Hit Points:** 7 (2d6)\n"
    "- **Speed:** 30 ft.\n\n|STAT|SCORE|MOD|SAVE|\n| --- | --- | --- | --- |\n| STR | 8 | -1 | -1 |\n"
    "| DEX | 14 | +2 | +2 |\n\n### Actions\n\n**Bite.** *Melee Attack Roll:* +4, reach 5 ft. Hit: 4 (1d4 + 2)\n\n"
    "## Mud Witch\n\n*Medium Humanoid*\n\n- **Armor Class:** 14\n- **Hit Points:** 31\n\n"
    "|STAT|SCORE|MOD|SAVE|\n|---|---|---|---|\n| DEX | 12 | +1 | +1 |\n\n### Actions\n\n***Claw.*** +5"
)
PATHFINDER = (
    "Goblin Sneak CR 1\nXP 400\nNE Small humanoid\nInit +6; Senses darkvision 60 ft.; Perception +5\n\nDEFENSE\n"
    "AC 16, touch 13, flat-footed 14 (+2 armor)\nhp 9 (2d6+2)\nFort +3, Ref +4, Will -1\n\nOFFENSE\nSpeed 30 ft.\n"
    "Melee short sword +2 (1d4/19-20)\n\nSTATISTICS\nStr 11, Dex 15, Con 12, Int 10, Wis 9, Cha 6\n"
    "Base Atk +1; CMB +0; CMD 12\nFeats Improved Initiative\nSkills Perception +6, Stealth +10"
)
REED_HAG = (
    "Reed Hag\nLarge Fey\nAC 17  Initiative +8 (18)\nHP 60 (8d8+24)\nSpeed 30 ft.\nMOD SAVE MOD SAVE MOD SAVE\n"
    "STR 18 +4 +4 DEX 14 +2 +2 CON 16 +3 +3\nINT 13 +1 +1 WIS 14 +2 +2 CHA 14 +2 +2\nSkills Perception +4\nCR 3\n"
    "Actions\nClaw. Melee Attack Roll: +6, reach 5 ft. Hit: 11 (2d6 + 4)\n"
)


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "rond6",
            (
                "Reed Guard\nAgility 3D+1: dodge 4D, firearms 4D+1\nPerception 3D+2: search 4D\nStrength 3D\n"
                "Body Points: 14\nMove: 10"
            ),
            (
                "Reed Guard; 14; perception 3D+2; search 4D; agility 3D+1; dodge 4D; ranged_weapons 4D+1; pace 10",
            ),
        ),
        (
            "rond6",
            (
                "Reed Guard: Agility 3D+1: dodge 4D, shooting 4D; Perception 3D+2: search 4D; Strength 3D; "
                "Body Points: 14; Move: 10"
            ),
            ("Reed Guard; 14; perception 3D+2; search 4D; agility 3D+1; dodge 4D; ranged_weapons 4D; pace 10",),
        ),
        (
            "rond6",
            "Goblin\nPerception: 2D\nAgility: 3D6+2\n\nOrc\nPerception: 3D\nAgility: 2D\nBody Points: 20",
            ("Goblin; 0; perception 2D; agility 3D+2", "Orc; 20; perception 3D; agility 2D"),
        ),
        (
            "rond6",
            "Thug\nPerception 2D+1\nBody 9/15\n\nSeer\nPerception 3D\nBody 4D",
            ("Thug; 9/15; perception 2D+1", "Seer; 0; perception 3D"),
        ),
        (
            "cards",
            (
                "Reed Imp\nAttributes: Agility d8, Smarts d6\nSkills: Fighting d6\nPace: 6; Parry: 5; Toughness: 5\n"
                "Edges: Quick, Level Headed"
            ),
            ("Reed Imp; 0; drawn 2; again 5; Parry 5; Toughness 5",),
        ),
        (
            "cards",
            "Ogre\nAttributes: Agility d6\nPace: 7; Parry: 5; Toughness: 11\nEdges: Improved Level Headed, Brawny",
            ("Ogre; 0; drawn 3; Parry 5; Toughness 11",),
        ),
        (
            "cards",
            "Ogre\nPace 7; Parry 5\nToughness 11\nEdges: Level Headed (Imp), Sweep",
            ("Ogre; 0; drawn 3; Parry 5; Toughness 11",),
        ),
        ("d20_once", "Imp\nAC 13\nHP 7\nSTR\nDEX\nCON\n8 (-1)\n14 (+2)\n10 (+0)\nBite. 1d4", ("Imp; 7; dex 2; AC 13",)),
        (
            "fixed_speed",
            "Orc\nST 13; DX 11; IQ 8; HT 11.\nDamage 1d/2d-1; BL 34 lbs.; HP 14; Will 8.\nBasic Speed 5.50; Dodge 9",
            ("Orc; 14; speed 22; dx 11",),
        ),
        ("skills", "Thug\nSkills: Fair (+2) Fight\nStress: 2", ("Thug; 0",)),
        ("ticks", "Wolf\nLP 6, Fokus 4, GSW 8, INI 7, VTD 18", ("Wolf; 6; ini 7",)),
        (
            "rond6",
            "Trooper\nDexterity 2D\nBlaster 3D, dodge 3D\nPerception 2D\nStrength 2D: brawling 3D\nMove: 8",
            ("Trooper; 0; perception 2D; dodge 3D; fighting 3D; ranged_weapons 3D; pace 8",),
        ),
        ("traveller", "Eneri\nUPP: 7A9765\nHits: 8/17", ("Eneri; 8/17; dex 10; end 9",)),
        ("count_up", "Orc\nHit Points: 26\nInitiative Modifier: +2", ("Orc; 26; delay 2",)),
        ("d20_once", "IMP x2\nAC 13, HP 7\n\nHAG\nAC 17, HP 60", ("IMP; 7; AC 13", "HAG; 60; AC 17")),
        ("cards", "Ogre\nPace: 7\nToughness: 11\nHindrances: Hesitant", ("Ogre; 0; drawn -2",)),
        ("sides", "Bog Rat\nArmor Class: 13\nHit Dice: 1d4 HP\nMorale: 8\nXP: 10", ("Bog Rat; 1d4; AC 13",)),
        (
            "sides",
            "Goblin\nAC 6 [13], HD 1-1 (3hp), Att 1 × weapon (1d6), THAC0 19 [0], MV 60’ (20’), ML 7, XP 5",
            ("Goblin; 3; AC 6 [13]",),
        ),
        ("d20_once", "Goblin\nAC 6 [13], HD 1-1 (3hp), Att 1 × weapon (1d6)", ("Goblin; 3; AC 13",)),
        ("d20_once", "Orc\nArmour Class: 13\nHit Dice: 5d8 (22 hp)\nSpeed: 30 ft.", ("Orc; 22; AC 13",)),
        (
            "round_the_table",
            "REED IMP\nAC 12, HP 4, ATK 1 claw +2, S -1, D +2, C +0",
            ("REED IMP; 4; dex 2; AC 12",),
        ),
        (
            "round_the_table",
            "BEASTMAN\nA savage thing with horns.\nAC 12, HP 5, ATK 1 axe +2 (1d8), S +2, D +1, C +1, I -1, W +0, LV 1",
            ("BEASTMAN; 5; dex 1; AC 12",),
        ),
        (
            "dexterity_order",
            "Cultist\nSTR 60 CON 50 SIZ 65 DEX 55 INT 50\nHit Points: 11\nFighting (Brawl) 45% (22/9)",
            ("Cultist; 11; dex 55; fighting 45",),
        ),
        (
            "dexterity_order",
            "Deep One\nSTR 70\nCON 50\nDEX 50\nHP: 12\nDamage Bonus: +1D4\nBuild: 1\nMove: 8\nBrawl 45% (22/9)",
            ("Deep One; 12; dex 50; fighting 45",),
        ),
        (
            "d20_twice",
            "Reed Imp\nSmall Fey\nAC 13    Initiative +4 (14)\nHP 7 (2d6)\nDex 14 +2 +2",
            ("Reed Imp; 7; dex 4; AC 13",),
        ),
        ("d20_twice", f"{REED_HAG}Mud Witch\nAC 13\nHP 20", ("Reed Hag; 60; dex 8; AC 17", "Mud Witch; 20; AC 13")),
        ("d20_twice", MANY, ("Reed Imp; 7; dex 2; AC 13", "Mud Witch; 31; dex 1; AC 14")),
        (
            "three_actions",
            "Reed Imp Creature 1\nPerception +7; darkvision\nStr -1, Dex +4\nAC 16\nHP 15",
            ("Reed Imp; 15; perception 7; AC 16",),
        ),
        ("three_actions", PATHFINDER, ("Goblin Sneak; 9; perception 5; AC 16",)),
        ("d20_once", PATHFINDER, ("Goblin Sneak; 9; dex 6; AC 16",)),
        ("d20_once", "Reed Imp: CR 1; hp 7; Init +4; AC 15", ("Reed Imp; 7; dex 4; AC 15",)),
        ("d20_once", "Imp: hp 7; AC 15\nHag: hp 60; AC 17; Init +8", ("Imp; 7; AC 15", "Hag; 60; dex 8; AC 17")),
        (
            "d20_once",
            (
                "Goblin\nSmall Humanoid\nHit Dice: 1d8+1 (5 hp)\nInitiative: +1\nSpeed: 30 ft.\n"
                "Armor Class: 15 (+1 size, +1 Dex, +2 leather armor), touch 12\nBase Attack/Grapple: +1/-3\n"
                "Saves: Fort +3, Ref +1, Will -1\nAbilities: Str 11, Dex 13, Con 12\nSkills: Hide +5, Listen +2"
            ),
            ("Goblin; 5; dex 1; AC 15",),
        ),
        ("d20_once", "Imp\nAC 13\nHP 7\nSaving Throws Dex +9\nDex 12 (+1)", ("Imp; 7; dex 1; AC 13",)),
        ("d20_once", "Imp\nAC 13\nMax HP 20\nHP 12\nDex 12 (+1)", ("Imp; 12/20; dex 1; AC 13",)),
        (
            "interlock",
            "Booster\nINT 4 REF 9 TECH 3 COOL 5 BODY 7\nCombat Sense 5\nHandgun 6",
            ("Booster; 0; ref 9; combat_sense 5; handgun 6; body 7",),
        ),
        (
            "traveller",
            "Captain Reed\nSTR 7 DEX 10 END 9 INT 6 EDU 8 SOC 5\nHits 17\nSkills: Gun Combat 2",
            ("Captain Reed; 17; dex 10; end 9",),
        ),
        ("traveller", "Captain Reed\nUPP 7A9765\nAge 34\nHits: 12", ("Captain Reed; 12; dex 10; end 9",)),
        (
            "fixed_speed",
            "Reed Guard\nST 11 DX 12 IQ 10 HT 11\nHP 11 Will 10 Per 10 FP 11\nBasic Speed 5.75 Move 5\nDodge 8",
            ("Reed Guard; 11; speed 23; dx 12",),
        ),
        (
            "slots",
            "Goblin Raider\nBrawn 2, Agility 3, Intellect 2, Cunning 2\nSoak: 3 Wound Threshold: 5\nMelee Defense: 0",
            ("Goblin Raider; 5",),
        ),
        (
            "move_and_action",
            (
                "Goblin\n| M | WS | BS | S | T | I | Ag | Dex | Int | WP | Fel | W |\n"
                "|---|---|---|---|---|---|---|---|---|---|---|---|\n"
                "| 4 | 25 | 35 | 30 | 30 | 20 | 35 | 30 | 30 | 20 | 20 | 11 |\nTraits: Afraid"
            ),
            ("Goblin; 11; ini 20; agility 35",),
        ),
        (
            "move_and_action",
            "ORC\nM WS BS S T I Ag Dex Int WP Fel W\n4 35 30 35 45 20 25 20 25 35 20 14",
            ("ORC; 14; ini 20; agility 25",),
        ),
        (
            "die_for_sides",
            "Goblin Assassin\nLevel 1 Horde\nGoblin, Humanoid EV 3\n| 1S | 5 Speed | 15 Stamina | 0 Stability |",
            ("Goblin Assassin; 15",),
        ),
        ("die_for_sides", "Orc\nEV 3\nStamina: 25\nSpeed: 6", ("Orc; 25",)),
        (
            "spotlight",
            (
                "JAGGED KNIFE BANDIT\nTier 1 Standard\nA cunning criminal.\n"
                "Difficulty: 12 | Thresholds: 8/14 | HP: 5 | Stress: 3\nATK: +1 | Daggers: Melee | 1d8+1 phy"
            ),
            ("JAGGED KNIFE BANDIT; 5",),
        ),
        ("reflexes", "Road Ganger\nINT 2 REF 6 DEX 5 TECH 5\nHP 35\nSP 4", ("Road Ganger; 35; ref 6; SP 4",)),
        (
            "parries",
            "Goblin\nMU 8 KL 10 IN 12 CH 8 FF 12 GE 13 KO 10 KK 9\nLeP 20 AsP - INI 13+1W6\nVW 6 SK 0 GS 7",
            ("Goblin; 20; base 13",),
        ),
        (
            "passes",
            "Ganger\nB A R S W L I C ESS\n4 3 4 4 2 3 3 3 6\nInitiative 7 + 1D6",
            ("Ganger; 0; reaction 7; dice 1",),
        ),
        ("passes", "Ganger\nReaction 4, Intuition 3, Body 4", ("Ganger; 0; reaction 7",)),
        ("passes", "Ganger\nReaction 4, Body 4, Agility 3", ("Ganger; 0",)),
        ("d20_once", "# Foes\nGoblin\nhp 7\nac 15\n\nOrc\nhp 15\nac 13", ("Goblin; 7; AC 15", "Orc; 15; AC 13")),
        (
            "d20_once",
            "Aria, hp 21\nBorin, hp 30\n\nReed Imp\nSmall fey\nAC 13\nHP 7\nDex 14",
            ("Aria; 21", "Borin; 30", "Reed Imp; 7; dex 2; AC 13"),
        ),
    ],
)  # fmt: skip
def test_a_block_is_one_creature(game: str, text: str, expected: tuple[str, ...]) -> None:
    assert tuple(map(written, read(game, text).members)) == expected


@pytest.mark.parametrize(
    ("game", "text", "note"),
    [
        ("d20_twice", REED_HAG, "Reed Hag: initiative +8 is stated and taken, rather than Dexterity +2."),
        (
            "d20_once",
            "Imp\nAC 13\nHP 7\nInitiative 14",
            "Imp: initiative 14 is the number of this fight.",
        ),
        ("interlock", "Boo\nREF 9\nBrawling 7\nMelee 8", "Boo: “Melee 8” is taken, “Brawling 7” is only on the card."),
        ("d20_once", "Imp\nAC 13\nHP 7\nInitiative 9", "Imp: “initiative 9” is no modifier, and is only on the card."),
        ("sides", "Rat\nAC 7\nHD 1/2\nML 8", "Rat: no health is read; “hd 1/2” is on the card."),
        ("passes", "Orc\nReaction 4, Body 4", "Orc: Reaction and Intuition needs both; the one is only on the card."),
        ("d20_twice", MANY, "Line 1 names the side of the lines below: Foes."),
        ("interlock", "Boo\nREF 99\nBODY 7", "Boo: REF: a whole number from 0 to 30, not “99”."),
        (
            "rond6",
            "Guard\nAcumen 4D\nPerception 3D+2\nBody Points: 14",
            "Guard: “Perception 3D+2” is taken, “Acumen 4D” is only on the card.",
        ),
        ("rond6", "Orc\nAgility 900D\nMove 10", "Orc: Agility: from 1 to 100 dice, not 900."),
    ],
)
def test_what_is_not_taken_is_noted(game: str, text: str, note: str) -> None:
    assert note in read(game, text).notes


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Aria 17\nWill 12\nBorin 9", ["Aria", "Will", "Borin"]),
        ("Goblin x3, hp 7, ac 15\nOrc, hp 15", ["Goblin", "Orc"]),
        ("Name,HP,AC\nGoblin,7,15", ["Goblin"]),
    ],
)
def test_a_list_is_no_stat_block(text: str, names: list[str]) -> None:
    assert [member.name for member in read("d20_once", text).members] == names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Aria, hp 21\nGoblin\nhp 7", ("Aria; 21", "Goblin; 7")),
        ("Reed Imp\nAC 13\nHP 7\n\nAria, hp 21\nBorin, hp 30", ("Reed Imp; 7; AC 13", "Aria; 21", "Borin; 30")),
        ("Mara\nhp 28\nIlko\nhp 20", ("Mara; 28", "Ilko; 20")),
        ("Wolf; hp 11; ac 13; dex +2; hidden", ("Wolf; 11; dex 2; AC 13",)),
        ("Aria 17\nWill 12", ("Aria; 0; rolled_total 17", "Will; 0; rolled_total 12")),
        ("Imp\nAC 13\nHP 7\n\nShield of Faith, AC 15 while it lasts.\nBite. 1d4", ("Imp; 7; AC 13",)),
    ],
)
def test_lists_and_stat_blocks_in_one_text(text: str, expected: tuple[str, ...]) -> None:
    assert tuple(map(written, read("d20_once", text).members)) == expected


def test_all_lines_of_a_block_are_on_its_card() -> None:
    (hag,) = read("d20_twice", REED_HAG).members
    assert hag.card == tuple(" ".join(line.split()) for line in REED_HAG.splitlines()[1:])


YAML = "name: Reed Imp\nac: 13\nhp: 7\nstats: [8, 14, 10, 8, 10, 8]\ntraits:\n  - name: Bite\n    desc: It bites."


def test_a_note_with_front_matter_and_a_stat_block_is_one_creature() -> None:
    note = f"---\ntype: monster\ntags: [fey]\n---\n# Reed Imp\n\nSome words.\n\n```statblock\n{YAML}\n```\nMore words."
    roster = read("d20_once", note)
    assert [(each.name, each.health, each.sheet) for each in roster.members] == [("Reed Imp", 7, {"dex": 2})]
    assert roster.notes[:2] == (
        "The front matter is left out: “type: monster; tags: [fey]”.",
        "Only what is marked as stat block is read, not the note around it: “# Reed Imp”.",
    )


def test_front_matter_above_a_stat_block_in_words_is_no_creature() -> None:
    (imp,) = read(
        "d20_once", "---\ntype: monster\n---\n# Reed Imp\n*Small fey*\n\n**AC** 13\n**HP** 7\n**Dex** 14"
    ).members
    assert written(imp) == "Reed Imp; 7; dex 2; AC 13"


@pytest.mark.parametrize(
    "text", ["---\nstatblock: true\nname: Reed Imp\nhp: 7\n---\n# Reed Imp", "---\nname: Reed Imp\nhp: 7\n---"]
)
def test_front_matter_with_a_name_is_the_creature(text: str) -> None:
    assert [(each.name, each.health) for each in read("d20_once", text).members] == [("Reed Imp", 7)]


@pytest.mark.parametrize("text", ["---\nAria\n---\nBorin", "---\n---\nAria\nBorin", "---\nAria\nBorin"])
def test_lines_between_rules_are_no_front_matter(text: str) -> None:
    assert {each.name for each in read("d20_once", text).members} <= {"Aria", "Borin"}
    assert "Borin" in {each.name for each in read("d20_once", text).members}


def test_an_encounter_block_in_a_note() -> None:
    note = (
        "---\ntype: encounter\n---\n# The ford\n\nThey wait.\n\n```encounter\nname: Ford\ncreatures:\n"
        "- 4: [[Drow, Sailor]]\n- 1: Mud Witch, 31, 14\n```\n\nAnd then?"
    )
    roster = read("d20_once", note)
    assert [(each.name, each.count, each.health) for each in roster.members] == [
        ("Drow, Sailor", 4, 0),
        ("Mud Witch", 1, 31),
    ]
    assert roster.name == "Ford"
    assert roster.notes == (
        "The front matter is left out: “type: encounter”.",
        "Only what is marked as encounter block is read, not the note around it: “# The ford”.",
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Captain Reed 7A9765", ("Captain Reed", {"dex": 10, "end": 9})),
        ("Captain Reed, 7A9765", ("Captain Reed", {"dex": 10, "end": 9})),
        ("Captain Reed (7A9765)", ("Captain Reed", {"dex": 10, "end": 9})),
        ("Captain Reed UPP 7A9765", ("Captain Reed", {"dex": 10, "end": 9})),
        ("Eva 777777", ("Eva", {"dex": 7, "end": 7})),
        ("Eva 777777-9, hp 12", ("Eva", {"dex": 7, "end": 7})),
        ("Captain Reed [7A9765]", ("Captain Reed", {"dex": 10, "end": 9})),
        ("Captain Reed (UPP 7A9765)", ("Captain Reed", {"dex": 10, "end": 9})),
        ("Captain Reed — UPP 7A9765 — Pilot 2", ("Captain Reed", {"dex": 10, "end": 9})),
        ("Eva (4), 777777, cudgel (2D)", ("Eva", {"dex": 7, "end": 7})),
        ("Eva x4 777???, hp 12", ("Eva", {"dex": 7, "end": 7})),
        ("Eva FACADE", ("Eva FACADE", {})),
        ("Eva 7777", ("Eva 7777", {})),
    ],
)
def test_a_code_behind_a_name(line: str, expected: tuple[str, dict[str, int]]) -> None:
    roster = read("traveller", f"{line}\nBo, hp 3")
    assert (roster.members[0].name, roster.members[0].sheet) == expected
    assert any("is read as UPP: DEX" in note for note in roster.notes) == bool(expected[1])


def test_the_level_of_a_creature_is_no_name() -> None:
    text = "Reed Champion\nCreature 2\nMindless Undead\nPerception +8; darkvision\nAC 19; Fort +7\nHP 25, void healing"
    (member,) = read("three_actions", text).members
    assert (member.name, member.health, member.note, member.sheet) == ("Reed Champion", 25, "AC 19", {"perception": 8})


def test_skills_stand_in_brackets_behind_their_attribute() -> None:
    text = "Thug: Agility 2D+2 (dodge 3D), Perception 2D; Body Points 12; Move 10"
    (member,) = read("rond6", text).members
    assert member.sheet == {"agility": "2D+2", "dodge": "3D", "perception": "2D", "pace": 10}


def test_codes_of_several_are_left_to_each() -> None:
    roster = read("traveller", "Rico (98A765), Tug (777555)")
    assert [(each.name, each.sheet) for each in roster.members] == [
        ("Rico", {"dex": 8, "end": 10}),
        ("Tug", {"dex": 7, "end": 7}),
    ]


def test_a_code_in_rules_that_ask_for_one_of_its_digits() -> None:
    (member,) = read("minor_and_significant", "Captain Reed [7A9765], hp 12").members
    assert (member.name, member.sheet) == ("Captain Reed", {"dex": 10})
    (member,) = read("dexterity_order", "Unit 777777, hp 12").members
    assert (member.name, member.sheet) == ("Unit 777777", {})


def test_a_code_behind_the_name_of_a_stat_block() -> None:
    roster = read("traveller", "Captain Reed 7A9765\nHits 12\nAge: 34\nSkills: Gun Combat 2\nEND 8")
    assert list(map(written, roster.members)) == ["Captain Reed; 12; dex 10; end 8; UPP 7A9765"]
    assert roster.notes == ("Captain Reed: “7A9765” is read as UPP: DEX 10, END 9.",)
    assert [each.name for each in read("d20_once", "Captain Reed 7A9765\nBo, hp 3").members] == [
        "Captain Reed 7A9765",
        "Bo",
    ]


def test_the_name_stands_above_several_lines_without_values() -> None:
    text = (
        "ACID BURROWER\nTier 1 Solo\nA horse-sized insect with digging claws and acidic blood.\n"
        "Motives & Tactics: Burrow, drag away, feed, reposition\n"
        "Difficulty: 14 | Thresholds: 8/15 | HP: 8 | Stress: 3\nATK: +3 | Claws: Very Close | 1d12+2 phy"
    )
    assert [*map(written, read("spotlight", text).members)] == ["ACID BURROWER; 8"]


@pytest.mark.parametrize("kind", ["CE Large Giant Humanoid", "NE Medium Undead"])
def test_the_level_behind_a_name_is_no_value(kind: str) -> None:
    text = f"Ogre Warrior Creature 3\n{kind}\nPerception +5; darkvision\nAC 17; Fort +11\nHP 50"
    assert [each.name for each in read("three_actions", text).members] == ["Ogre Warrior"]


def test_a_word_for_a_side_above_a_block_is_no_name() -> None:
    roster = read("d20_once", "Monsters\nGoblin\nAC 15\nHP 7\n\nAllies\nOgre\nAC 11\nHP 59")
    assert [(each.name, each.side) for each in roster.members] == [("Goblin", "Foes"), ("Ogre", "Allies")]


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "spotlight",
            "Goblin\nHorde, Small, Intelligent, Organized\nSpear (d6 damage) 3 HP 1 Armor\nClose, Reach",
            "Goblin; 3",
        ),
        ("spotlight", "Goblin\nTags: Horde, Small\nHP 3, Armor 1\nDamage d6", "Goblin; 3"),
        (
            "move_and_action",
            "Goblin: M 4, WS 25, BS 35, S 30, T 30, I 20, Ag 35, Dex 30, Int 30, WP 20, Fel 20, W 11",
            "Goblin; 11; ini 20; agility 35",
        ),
        ("move_and_action", "Bandit: WS 35 BS 30 I 30 Ag 40 W 12", "Bandit; 12; ini 30; agility 40"),
        (
            "dexterity_order",
            "Deep One\nSTR 70 CON 50 SIZ 80 DEX 50\nHP: 13\nFighting attack 45% (22/9), damage 1D6",
            "Deep One; 13; dex 50; fighting 45",
        ),
        (
            "die_for_sides",
            "Goblin Warrior [Level 1 Minion Harrier]\nGoblin, Humanoid [EV 3]\nStamina 4 | Immunity —\nSpeed 6",
            "Goblin Warrior; 4",
        ),
        ("sides", "Orc*\nArmor Class: 14 (11)\nHit Dice: 1+1\nMorale: 8", "Orc; 1d8+1; AC 14"),
        ("d20_once", "[Orc]\nhp=15\nac=13", "Orc; 15; AC 13"),
        ("d20_once", "Orc; HP: 15; AC: 13; Init: 17", "Orc; 15; rolled_total 17; AC 13"),
    ],
)
def test_blocks_of_further_games(game: str, text: str, expected: str) -> None:
    assert [*map(written, read(game, text).members)] == [expected]


ADVERSARY = "Difficulty: 13 | Thresholds: 9/18 | HP: 5 | Stress: 3\nATK: +2 | Bite: Melee | 2d8+3 phy"


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "die_for_sides",
            (
                "Ash Reaver\t\tLevel 3 Platoon Brute\nHumanoid, Orc\t\tEV 10\n"
                "Size 1M   Speed 5   Stamina 60   Stability 2   Free Strike 5\nImmunity: Fire 3 | Movement: —\n"
                "Weakness: —\nMight +2   Agility +1   Reason −1\n\nCleaver ◆ 2d10 + 2\n≤11: 7 damage\n"
                "2 Malice: The reaver can target one additional creature."
            ),
            "Ash Reaver; 60",
        ),
        (
            "die_for_sides",
            (
                "TIDE CRAWLER\tLEVEL 2 HORDE HARRIER\nBeast\tEV 4\n15 Stamina\tSpeed 6 (swim)\tSize 1M / Stability 0\n"
                "Immunity Cold 2 / Weakness —\tFree Strike 2\nMight 0\tAgility +2\tReason -2"
            ),
            "TIDE CRAWLER; 15",
        ),
        (
            "die_for_sides",
            (
                "MIRE HAG      LEVEL 5 LEADER CONTROLLER\nFey, Hag                 EV 24\n"
                "Stamina: 140             Immunity: magic 3\nSpeed: 5                 Weakness: —"
            ),
            "MIRE HAG; 140",
        ),
        (
            "die_for_sides",
            "Fen Wolf\tLevel 1 Minion Ambusher\nAnimal\tEV 3\n1M\t6\t5\t0\nSize\tSpeed\tStamina\tFree Strike",
            "Fen Wolf; 5",
        ),
        (
            "die_for_sides",
            (
                "###### Gloom Pup\n\n| Fey, Humanoid | - | Level 1 | EV 3 |\n| :---: | :---: | :---: | :---: |\n"
                "| **1S**<br/> Size | **6**<br/> Speed | **4**<br/> Stamina | **0**<br/> Stability |"
            ),
            "Gloom Pup; 4",
        ),
        ("spotlight", f"FEN STALKER\nTier 2 Skulk\nA lean hunter in the reeds.\n{ADVERSARY}", "FEN STALKER; 5"),
        ("spotlight", "Fen Stalker\nTier 2 Skulk\nDifficulty 13\nThresholds 9/18\nHP 5\nStress 3", "Fen Stalker; 5"),
        (
            "ten_cards",
            "FEN TROLL\nFerocity: 2\nSize: Large\nMovement: 12\nArmor: 3\nHP: 38\nD6 ATTACK\n1 Claws! 2D8 damage.",
            "FEN TROLL; 38; ferocity 2; Armor: 3",
        ),
        ("ten_cards", "Fen Troll\nFEROCITY 2   SIZE Large   MOVEMENT 12   HP 38", "Fen Troll; 38; ferocity 2"),
        (
            "ten_cards",
            "REED GOBLIN\nSTR: 10 CON: 11 AGL: 14 INT: 9 WIL: 8\nMovement: 10 HP: 9 Damage bonus: –\nSkills: Evade 12",
            "REED GOBLIN; 9",
        ),
        (
            "best_card",
            (
                "THE DROWNED BRIDE\nMight 6   Body Control 5   Magic 9   Manipulation 6\nFear 2\n"
                "Conditions: Wet (bonus 0), Torn (1), Broken\nAttacks: Cold Hands, damage 2, range 0"
            ),
            "THE DROWNED BRIDE; 0",
        ),
        (
            "best_card",
            "Church Grim\nCharacteristics\nMight: 8\nBody Control: 7\nMagic: 6\nManipulation: 3\nFear: 3",
            "Church Grim; 0",
        ),
        ("check_first", "BILGE STALKER\nC:60 Bite 3d10   I:45   W:3(20)   AP:5\nMakes no sound.", "BILGE STALKER; 20"),
        ("check_first", "Bilge Stalker\nCombat 60\nInstinct 45\nWounds 3 (20)\nArmor Points 5", "Bilge Stalker; 20"),
    ],
)  # fmt: skip
def test_blocks_as_they_are_printed(game: str, text: str, expected: str) -> None:
    roster = read(game, text)
    assert [*map(written, roster.members)] == [expected]


def test_the_wounds_of_which_each_has_health_are_counted() -> None:
    roster = read("check_first", "HIVE DRONE\nCombat: 35\nInstinct: 30\nHits: 2(15)")
    (drone,) = roster.members
    assert (drone.health, [(counter.name, counter.value) for counter in drone.counters]) == (15, [("wounds", 2)])
    assert roster.notes == ("HIVE DRONE: “2(15)” is health 15, and 2 wounds, which a counter has.",)


def test_values_at_the_end_of_a_line_have_known_labels() -> None:
    assert read("d20_once", "Aria, hp 3\nOgre took 3 hits 4 times").members[0].name == "Aria"


def test_hit_dice_by_their_number_are_told() -> None:
    notes = read("sides", "Orc\nArmor Class: 14\nHit Dice: 1+1\nMorale: 8").notes
    assert notes == ("Orc: no health is given; it is rolled by the hit dice, 1d8+1.",)


def test_a_creature_of_an_encounter_block_may_be_a_list() -> None:
    text = "```encounter\ncreatures:\n  - 2: [Hobgoblin, 11, 18, 1, 100]\n  - [Wolf, 11]\n```"
    members = read("d20_once", text).members
    assert [(each.name, each.count, each.health) for each in members] == [("Hobgoblin", 2, 11), ("Wolf", 1, 11)]


def test_a_block_may_begin_with_words_behind_labels() -> None:
    text = (
        "Yellow Mold\nArmor Class: Can always be hit\nHit Dice: 2*\nNo. of Attacks: Spore cloud (1/day)\n\n"
        "If disturbed, a patch of this mold will discharge spores, for 1d8 points of damage."
    )
    assert [*map(written, read("sides", text).members)] == ["Yellow Mold; 2d8"]


@pytest.mark.parametrize(
    ("dice", "health", "note"),
    [
        ("205", "0", "Worm: no health is read; “hit dice 205” is on the card."),
        ("1d4* per MU level", "1d4", "Worm: health 1d4 is taken from “hit dice 1d4 per MU level”."),
        ("1d6 hp (1 HD)", "1d6", ""),
        ("205d8", "0", "Worm: no health is read; “hit dice 205d8” is on the card."),
    ],
)
def test_hit_dice_are_read_or_told(dice: str, health: str, note: str) -> None:
    roster = read("sides", f"Worm\nArmor Class: 13\nHit Dice: {dice}\nMorale: 8")
    assert [*map(written, roster.members)] == [f"Worm; {health}; AC 13"]
    assert roster.notes == ((note,) if note else ())


def test_a_list_beside_blocks_is_refused_if_it_is_too_long() -> None:
    text = "Orc; HP 3; AC 12\n" + "".join(f"Goblin {number}, hp 7\n" for number in range(1001))
    with pytest.raises(BadSave, match="at most 1000 lines can be read"):
        read("d20_once", text)


def test_a_health_of_each_is_told_if_one_is_taken() -> None:
    roster = read("sides", "4 Skeletons: AC 7; HD 1; hp 4, 3, 6, 2; MV 20; D 1d6")
    assert [(each.name, each.count, each.health) for each in roster.members] == [("Skeleton", 4, 4)]
    assert roster.notes == ("Skeleton: health 4 is taken for each, not 4, 3, 6, 2.",)


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "rond6",
            "Marsh Poacher\nAGILITY 3D: dodge 3D+2\nPERCEPTION 2D+1\nSTRENGTH 3D+1: lifting 4D, stamina 4D+2\nMove: 9",
            "Marsh Poacher; 0; perception 2D+1; agility 3D; dodge 3D+2; pace 9",
        ),
        (
            "rond6",
            "Marsh Poacher\nPerception 3D\nStrength 3D: stamina 4D\nBody Points: 15",
            "Marsh Poacher; 15; perception 3D",
        ),
        (
            "rond6",
            "Marsh Poacher\nPERCEPTION 3D\nSTRENGTH 3D\nStamina 4D, brawling 3D+1\nMove: 9",
            "Marsh Poacher; 0; perception 3D; fighting 3D+1; pace 9",
        ),
        (
            "rond6",
            "Marsh Poacher: Agility 3D; Perception 2D+2; Strength 3D, stamina 5D; Move 10",
            "Marsh Poacher; 0; perception 2D+2; agility 3D; pace 10",
        ),
        (
            "interlock",
            "Name: Rust Widow\nREF 10, BODY 9\nSkills: Combat Sense 7, Stamina 5",
            "Rust Widow; 0; ref 10; combat_sense 7; body 9",
        ),
        ("d20_once", "Reed Imp\nHP 7\nAC 13\nSkills: Vitality 3, Armor Class 2", "Reed Imp; 7; AC 13"),
    ],
)
def test_a_skill_is_no_health(game: str, text: str, expected: str) -> None:
    assert [*map(written, read(game, text).members)] == [expected]


SHEET = "INT 6  REF 9  TECH 5  COOL 8  ATTR 4\nLUCK 5  MA 7  BODY 8  EMP 5/3"


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "interlock",
            f"NAME: Wrench    ROLE: Nomad\n{SHEET}\nSP: Head 12  Torso 14\nSkills: Handgun +6\nDamage: 7 (serious)",
            "Wrench; 0; ref 9; handgun 6; body 8; SP: Head 12 Torso 14; Damage: 7 (serious)",
        ),
        (
            "interlock",
            f"Handle: Rust Widow / Role: Solo\n{SHEET}\nCyber: speed rig +2 init, smart link\nHits taken: 4",
            "Rust Widow; 0; ref 9; body 8; speed rig +2 init; Hits taken: 4",
        ),
        (
            "interlock",
            "BIG TESSA\nRole: Fixer  Rep 6\nINT  REF  TECH  COOL  BODY EMP\n7    6    4     8     7   6/4\nArmor: SP 4",
            "BIG TESSA; 0; ref 6; body 7; SP 4",
        ),
        (
            "interlock",
            "Punk\nREF 7  BODY 6\nLight jack SP 14 (torso, arms)\nWounds: [xxxx][x  ] -> serious, 5 pts taken",
            "Punk; 0; ref 7; body 6; SP 14 (torso, arms); Wounds: [xxxx][x ] -> serious, 5 pts taken",
        ),
        (
            "interlock",
            "Punk\nREF 7  BODY 6\nArmor: Head SP 14 / Torso SP 20\nWounds: 5 (serious)",
            "Punk; 0; ref 7; body 6; Armor: Head SP 14 / Torso SP 20; Wounds: 5 (serious)",
        ),
        (
            "reflexes",
            "Name: Ilja Voss    Role: Lawman\nINT 5 | REF 7 | DEX 6\nHP: 40  SP: Head 11 Body 13",
            "Ilja Voss; 40; ref 7; SP: Head 11 Body 13",
        ),
        (
            "reflexes",
            "Name: Ilja Voss    Role: Lawman\nREF: 7\nHP: 40  SP: Head 11",
            "Ilja Voss; 40; ref 7; role Lawman; sp Head 11",
        ),
        ("traveller", "Name: Kestrel   Career: Scout\nSTR 6  DEX 9  END 8\nINT 7  EDU 10", "Kestrel; 0; dex 9; end 8"),
    ],
)  # fmt: skip
def test_a_sheet_is_one_combatant_with_what_protects_and_hurts_it(game: str, text: str, expected: str) -> None:
    assert [*map(written, read(game, text).members)] == [expected]


def test_of_an_attribute_and_what_it_is_now_the_second_is_taken() -> None:
    roster = read("interlock", "Punk\nINT 4  REF 8/10*  BODY 6")
    assert [*map(written, roster.members)] == ["Punk; 0; ref 10; body 6"]
    assert "Punk: of “REF 8/10”, the second number is taken." in roster.notes


CARDS = "Attributes: Agility d8, Smarts d6\nPace: 6; Parry: 6; Toughness: 8 (2)"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("✪ Amos Pike", "Amos Pike; 0; Wild Card; Parry 6; Toughness 8 (2)"),
        ("★ Amos Pike", "Amos Pike; 0; Wild Card; Parry 6; Toughness 8 (2)"),
        ("Amos Pike ⭐️", "Amos Pike; 0; Wild Card; Parry 6; Toughness 8 (2)"),
        ("Wild Card: Amos Pike", "Amos Pike; 0; Wild Card; Parry 6; Toughness 8 (2)"),
        ("Amos Pike (WC)", "Amos Pike; 0; Parry 6; Toughness 8 (2); WC"),
        ("Amos Pike (shaken)", "Amos Pike; 0; Parry 6; Toughness 8 (2)"),
        ("Amos Pike (typical)", "Amos Pike (typical); 0; Parry 6; Toughness 8 (2)"),
    ],
)
def test_a_mark_beside_a_name_is_no_part_of_it(name: str, expected: str) -> None:
    (member,) = read("cards", f"{name}\n{CARDS}").members
    assert written(member) == expected
    assert [condition.name for condition in member.conditions] == ["shaken"] * ("shaken" in name)


def test_a_name_may_begin_with_a_label_and_a_dash() -> None:
    (member,) = read("d20_once", "Will-o’-Fen\nTiny Undead, Chaotic Evil\nAC 19\nHP 27 (11d4)\nSpeed 5 ft.").members
    assert written(member) == "Will-o’-Fen; 27; AC 19"


ANIMAL = "Skills: Melee (natural) 2, Recon 1\nAttacks: Claws (3D)\nTraits: Armour (+4), Large (+1)\nBehaviour: Hunter"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Animal            Hits  Speed\nFen Lurcher       34    8 m\n{ANIMAL}", "Fen Lurcher; 34; Armour (+4)"),
        (f"Animal Hits Speed\nFen Lurcher 34 8 m\n{ANIMAL}", "Fen Lurcher; 34; Armour (+4)"),
        (f"Animal\tHits\tSpeed\nFen Lurcher\t34\t8 m\n{ANIMAL}", "Fen Lurcher; 34; Armour (+4)"),
        (
            f"FEN LURCHER\nANIMAL   HITS   SPEED\nLurcher   34   9m (fly 15m)\n{ANIMAL}, Fast Metabolism (+3)",
            "FEN LURCHER; 34; Armour (+4); Fast Metabolism (+3)",
        ),
        (
            "FEN LURCHER\nANIMAL   HITS   SPEED\nLurcher   34   9m\nTRAITS: Fast Metabolism (+3), Flyer",
            "FEN LURCHER; 34; Fast Metabolism (+3)",
        ),
        ("FEN LURCHER\nAnimal | Hits | Speed\nFen Lurcher | 40 | 9 m\nTraits: Large (+2)", "FEN LURCHER; 40"),
        ("Kestrel\nUPP      Age   Terms\n698795   34    4\nSkills: Pilot-2", "Kestrel; 0; dex 9; end 8"),
        ("Kestrel\nSTR DEX END INT EDU SOC\n6   9   8   7   10  5\nSkills: Pilot 2", "Kestrel; 0; dex 9; end 8"),
        ("Fen Grazers x6\nWeight 400kg  Hits 15/7  Armor none", "Fen Grazer; 15"),
        ("Fen Grazer\nHits 25/12   Armor: 2 hide   Wounds 10   Speed 1", "Fen Grazer; 25"),
    ],
)  # fmt: skip
def test_the_values_of_a_block_may_stand_in_columns(text: str, expected: str) -> None:
    assert [*map(written, read("traveller", text).members)] == [expected]


def test_of_two_numbers_that_are_no_health_and_its_full_value_the_first_is_taken() -> None:
    notes = read("traveller", "Fen Grazer\nHits 25/12   Speed 1\nEND 9").notes
    assert notes == ("Fen Grazer: of “hits 25/12”, health 25 is taken.",)


SKULKER = "Fen Skulker\nAC 14\nHP 10 (3d6)\nDex 14\n\nActions\nShiv. +4 to hit"


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "d20_once",
            f"{SKULKER}\n\nplus his pet warg, 26 hp ac 13, +1",
            ["Fen Skulker; 10; dex 2; AC 14", "his pet warg; 26; dex 1; AC 13"],
        ),
        (
            "d20_once",
            f"{SKULKER}\n\non nightmares (68 hp ac13 ini +2)\nhe is bloodied, 4 hp left",
            ["Fen Skulker; 10; dex 2; AC 14; he is bloodied, 4 hp left", "nightmares; 68; dex 2; AC 13"],
        ),
        (
            "d20_once",
            f"{SKULKER}\n\nand 2 wargs ac 13 hp 26\n\nMud Witch\nAC 13\nHP 31\nriding a boar, hp 20",
            ["Fen Skulker; 10; dex 2; AC 14", "warg; 26; AC 13", "Mud Witch; 31; AC 13", "boar; 20"],
        ),
        (
            "interlock",
            "Punk x4\nREF 7 BODY 6\n\nund ihr Hund REF 9 BODY 5\nder vierte ist schon schwer verletzt",
            ["Punk; 0; ref 7; body 6; der vierte ist schon schwer verletzt", "ihr Hund; 0; ref 9; body 5"],
        ),
        (
            "traveller",
            "Fen Lurcher\nHits 34\nTraits: Large\nwith two cubs, hits 8 each",
            ["Fen Lurcher; 34", "cub; 8"],
        ),
        (
            "traveller",
            "Fen Lurcher\nHits 34\nTraits: Large\na mating pair, the female already hit for 10",
            ["Fen Lurcher; 34; a mating pair, the female already hit for 10"],
        ),
        (
            "rond6",
            "Poacher\nPERCEPTION 3D\nSTRENGTH 3D\nMove: 9\n\nalso a hound, perception 4D\none of them has a net",
            ["Poacher; 0; perception 3D; pace 9; one of them has a net", "hound; 0; perception 4D"],
        ),
        (
            "cards",
            f"Lurker\n{CARDS}\n\nand their shaman, parry 5 tough 6\nthird lurker is shaken",
            [
                "Lurker; 0; Parry 6; Toughness 8 (2); third lurker is shaken",
                "their shaman; 0; parry 5; tough 6",
            ],
        ),
        ("d20_once", f"for the bridge fight:\n{SKULKER}", ["Fen Skulker; 10; dex 2; AC 14; for the bridge fight"]),
        (
            "d20_once",
            f"need three of these tonight\n{SKULKER}",
            ["Fen Skulker; 10; dex 2; AC 14; need three of these tonight"],
        ),
        (
            "d20_once",
            f"{SKULKER}\nBreath. Whoever stands in the cloud of ashes is hurt, and has\nac 10 until its turn",
            ["Fen Skulker; 10; dex 2; AC 14"],
        ),
        ("d20_once", f"{SKULKER}\nx2", ["Fen Skulker; 10; dex 2; AC 14"]),
    ],
)
def test_what_is_typed_beside_a_block_is_read_or_noted(game: str, text: str, expected: list[str]) -> None:
    assert [*map(written, read(game, text).members)] == expected


HAZARD = "Disable DC 21 Thievery\nAC 21; Fort +12, Ref +8\nHardness 12; HP 44 (BT 22); Immunities critical hits"


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "three_actions",
            f"SPIKED BEAM   HAZARD 4\nMECHANICAL TRAP\nStealth DC 22 (trained)\nDescription It swings.\n{HAZARD}",
            ["SPIKED BEAM; 44; AC 21"],
        ),
        (
            "three_actions",
            f"Cold Censer - Hazard 6\nComplex Magical Trap\nComplexity Complex\nStealth +15 (expert)\n\n{HAZARD}",
            ["Cold Censer; 44; perception 15; AC 21"],
        ),
        ("three_actions", "Fen Hag -- Creature 4\nPerception +12\nAC 20\nHP 60", ["Fen Hag; 60; perception 12; AC 20"]),
        (
            "dexterity_order",
            "The Clerk\nSTR 75 CON 80 DEX 45 INT 40\nAPP - POW 50 EDU – SAN - HP 14\nBuild: 1",
            ["The Clerk; 14; dex 45"],
        ),
        ("d20_once", "Reed Imp\nAC - 15\nHP - 22\nDex - 14", ["Reed Imp; 22; dex 2; AC 15"]),
        (
            "move_and_action",
            "FEN GOBLIN\nM 4 WS 25 BS 35 S 30 T 30 I 20 Agi 35 Dex 30 Int 30 WP 20 Fel 20 W 11\nTraits: Afraid",
            ["FEN GOBLIN; 11; ini 20; agility 35"],
        ),
        (
            "move_and_action",
            "FEN GOBLIN\nM: 4, WS: 25, BS: 35, S: 30, T: 30, I: 20, Ag: 35, W: 11\nTraits: Afraid",
            ["FEN GOBLIN; 11; ini 20; agility 35"],
        ),
        (
            "move_and_action",
            "Fen Orc\nWS BS S T Ag Int WP Fel\n35 35 35 45 25 25 30 20\nA W SB TB M Mag IP FP\n1 12 3 4 4 0 0 0",
            ["Fen Orc; 12; agility 25"],
        ),
        (
            "cards",
            (
                "Bandit (Extra)\nAttributes: Agility d6, Smarts d6, Spirit d6\nPace: 6; Parry: 5; Toughness: 6\n\n"
                "★ Fen Boss\nAgility d8, Smarts d8, Spirit d6\nPace 6\nEdges: Quick"
            ),
            ["Bandit; 0; Parry 5; Toughness 6; Extra", "Fen Boss; 0; again 5"],
        ),
        ("ten_cards", "FEN WIGHT\nArmor 2   Hit Points 16   Ferocity 1", ["FEN WIGHT; 16; ferocity 1; Armor 2"]),
        (
            "count_up",
            f"Mira, hp 17\nTorv 9\n\n{SKULKER}\n\nPell 14",
            ["Mira; 17", "Torv; 0; rolled_total 9", "Fen Skulker; 10; AC 14", "Pell; 0; rolled_total 14"],
        ),
    ],
)  # fmt: skip
def test_blocks_of_hazards_and_of_further_layouts(game: str, text: str, expected: list[str]) -> None:
    assert [*map(written, read(game, text).members)] == expected


def test_a_hazard_goes_by_its_stealth_and_says_so() -> None:
    notes = read("three_actions", f"Cold Censer   Hazard 6\nStealth +15 (expert)\n{HAZARD}").notes
    assert notes == ("Cold Censer: Stealth +15 is taken for initiative.",)


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "interlock",
            "== Ghost ==\nINT 8, REF 7, BODY 6\nCondition: seriously wounded",
            ["Ghost; 0; ref 7; body 6; Condition: seriously wounded"],
        ),
        ("interlock", "Grunt [3]\nREF 7 | BODY 8 | SP 12\nHandgun 5", ["Grunt; 0; ref 7; handgun 5; body 8; SP 12"]),
        (
            "traveller",
            "Sgt Ilya Brack [UPP: 9A8765]\nArmy 3 terms, Sergeant\nSkills: Recon 2\nArmour: Flak Jacket (+5)\nHits 20",
            ["Sgt Ilya Brack; 20; dex 10; end 8; Armour: Flak Jacket (+5); UPP 9A8765"],
        ),
        (
            "traveller",
            "Robot    Hits    Locomotion   Speed   TL\nWarden   20   Tracks   6 m    12\nTraits: Armour (+8)",
            ["Warden; 20; Armour (+8)"],
        ),
        (
            "cards",
            "WC Captain Lark\nAttributes: Agility d8\nParry 6, Toughness 7(1), Wounds 1\nEdges: Quick",
            ["Captain Lark; 0; again 5; Wild Card; Parry 6; Toughness 7(1); Wounds 1"],
        ),
        (
            "d20_once",
            f"{SKULKER}\n\n- one has the key\n- captain: hp 65 ac 15",
            ["Fen Skulker; 10; dex 2; AC 14; one has the key", "captain; 65; AC 15"],
        ),
    ],
)
def test_names_between_signs_and_wounds_that_are_no_health(game: str, text: str, expected: list[str]) -> None:
    assert [*map(written, read(game, text).members)] == expected


def test_a_modifier_that_the_rules_do_not_ask_for_is_told() -> None:
    notes = read("traveller", "Stinger swarm\nHits 10  Speed 4 m\nInitiative DM +2").notes
    assert notes == ("Stinger swarm: “initiative dm +2” is only on the card.",)


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("cards", f"4 Thugs (Extras)\n{CARDS}", ["Thug; 0; Parry 6; Toughness 8 (2); Extras"]),
        ("three_actions", "**Fen Wolf** `Creature 1`\n**Perception** +7\n**HP** 24", ["Fen Wolf; 24; perception 7"]),
        (
            "rond6",
            "Rook\nAttr: PER 3D+1 / AGI 3D / STR 2D\nSkills: dodge 4D, hits 5D\nBP 19/31",
            ["Rook; 19/31; perception 3D+1; agility 3D; dodge 4D"],
        ),
        (
            "traveller",
            "Dock Thug (4)  777555\nMelee (blade) 1, Gun Combat 0\nCloth (8), blade (2D)\n\nboss: 8A9876, Tactics 1",
            ["Dock Thug; 0; dex 7; end 7; UPP 777555", "boss; 0; dex 10; end 9; UPP 8A9876; Tactics 1"],
        ),
        ("traveller", "Kara, UPP 698795\nPilot 2, Recon 1\nScout, 3 terms", ["Kara; 0; dex 9; end 8; UPP 698795"]),
        ("interlock", "NAME Brick\nROLE Solo\nINT 5 REF 9 BODY 10", ["Brick; 0; ref 9; body 10"]),
    ],
)
def test_names_with_brackets_and_lines_of_skills(game: str, text: str, expected: list[str]) -> None:
    assert [*map(written, read(game, text).members)] == expected


def test_a_name_with_a_code_begins_the_next_block() -> None:
    text = "Crew:\nKara Venn 7A9765\nPilot 2, Recon 1\nBo Tarn 868755\nEngineer 2, Mechanic 1\nIlse 777777"
    names = [(each.name, each.sheet) for each in read("traveller", text).members]
    assert names == [
        ("Kara Venn", {"dex": 10, "end": 9}),
        ("Bo Tarn", {"dex": 6, "end": 8}),
        ("Ilse", {"dex": 7, "end": 7}),
    ]
    (imp,) = read("d20_once", "Reed Imp\nAC 13\nHP 7\nIts lair is worth 250000 gp\nDex 14").members
    assert written(imp) == "Reed Imp; 7; dex 2; AC 13"


def test_a_skill_below_its_attribute_is_no_other_combatant() -> None:
    (raider,) = read("rond6", "Raider\nAGILITY 3D\ndodge 4D\nPERCEPTION 2D+2\nSTRENGTH 3D\nstamina 4D").members
    assert written(raider) == "Raider; 0; perception 2D+2; agility 3D; dodge 4D"


def test_a_block_whose_name_has_a_number_keeps_its_text() -> None:
    block = "Orc {}\nArmor Class 13\nHit Points 15\nSTR 16 DEX 12\nAxe. It hits for 1d12 and roars.\n"
    members = read("d20_once", "".join(map(block.format, range(2)))).members
    assert [(each.name, each.health, len(each.card)) for each in members] == [("Orc 0", 15, 4), ("Orc 1", 15, 4)]
