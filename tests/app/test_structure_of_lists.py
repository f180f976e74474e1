"""Tests of what several lines mean together in *Add*: headings, heads of columns, chats, and lines beside blocks."""

import pytest

from app.importers.chat import put_senders_behind
from app.importers.reader import read_typed
from tests.app.fights import read_roster
from tests.app.test_evening_lines import read, summary
from tests.app.test_packs import begun
from turntrack.core.model import Encounter, Schedule
from turntrack.systems.rond6 import SYSTEM as ROND6
from turntrack.systems.traveller import SYSTEM as TRAVELLER
from turntrack.systems.zebra import SYSTEM as ZEBRA


def test_what_a_heading_says_holds_for_each_below() -> None:
    text = "Heroes (2):\nIlse\nBo\nFoes (hidden):\nRat x2\nBat, round 2\nReserve (round 3):\nOwl\n\nElk"
    read = [line.command for line in read_typed(text, Encounter("", "rond6"), ROND6) if line.command]
    told = [(each.name, each.side, each.hidden, each.comes) for each in read]
    assert told == [
        ("Ilse", "Heroes", False, None),
        ("Bo", "Heroes", False, None),
        ("Rat", "Foes", True, None),
        ("Bat", "Foes", True, Schedule(2)),
        ("Owl", "Foes", False, Schedule(3)),
        ("Elk", "Foes", False, None),
    ]


def test_a_line_says_more_than_the_heading_above() -> None:
    text = "Extras:\nClaim jumper x8, quick\nBoss Tarrow WC\nWild Cards (shaken):\nDoc"
    read = [line.command or line.rest for line in read_typed(text, Encounter("", "zebra"), ZEBRA)]
    assert [each.note.casefold() for each in read if each] == ["quick", "wc", "wild card"]
    assert [condition.name for each in read if each for condition in each.conditions] == ["shaken"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Tib the bear 11 - Ashka's friend\n4 x grave hound, Nerve 8; AC 18; HP 32",
            ["Tib the bear 11", "grave hound"],
        ),
        ("Tib\n2x wolf; AC 13; HP 11", ["Tib", "wolf"]),
        ("Bo, note tall\nOrc captain; HP 30; AC 15", ["Bo", "Orc captain"]),
        ("Reed Imp\nAC 13\nHP 7\n4 x hound; AC 18; HP 32\nBo", ["Reed Imp", "hound", "Bo"]),
        ("Ilse\nhp 20\nWolf; hp 11; ac 13\nBo", ["Ilse", "Wolf", "Bo"]),
        ("Kez 15, ac 16\nMight 12, AC 13, HP 9", ["Kez", "Might"]),
        ("Reed Imp\nAC 13; HP 7\nDamage 1d6; Will 8; Move 5", ["Reed Imp"]),
        ("4 Skeletons\nAC 13; HP 13", ["Skeleton"]),
    ],
)
def test_a_line_that_can_be_read_alone_is_no_part_of_a_block(text: str, names: list[str]) -> None:
    read = read_typed(text, Encounter("", "zebra"), ZEBRA)
    assert [each.name for line in read if (each := line.command or line.rest)] == names


COLUMNS = [
    "Init / HP / AC\nIlse 20 / 12/38 / 16\nMire troll 10 / 84 / 15",
    "Init/HP/AC\nIlse 20/12/16\nMire troll 10/84/15",
    "Name / Init / HP / AC\nIlse / 20 / 12/38 / 16\nMire troll / 10 / 84 / 15",
    "[Init | HP | AC]\nIlse 20 | 12/38 | 16\nMire troll | 10 | 84 | 15",
    "Init\tHP\tAC\nIlse\t20\t12/38\t16\nMire troll\t10\t84\t15",
    "Init  HP     AC\nIlse  20  12/38  16\nMire troll  10  84  15",
    "Init HP AC\nIlse 20 12/38 16\nMire troll 10 84 15",
    "(init, hp, ac)\nIlse 20, 12/38, 16\nMire troll, 10, 84, 15",
    "Tonight:\n#;Name;Init;HP;AC\n1;Ilse;20;12/38;16\n2;Mire troll;10;84;15",
    "HP / AC / Init / Qty\nIlse / 12/38 / 16 / 20 / 1\nMire troll / 84 / 15 / 10 / 1",
]


@pytest.mark.parametrize("text", COLUMNS)
def test_a_line_of_labels_is_the_head_of_the_lines_below(text: str) -> None:
    typed = [line.command for line in read_typed(text, Encounter("", "zebra"), ZEBRA) if line.command]
    for members in (typed, read_roster(text, ZEBRA).members):
        assert [(each.name, each.count, each.sheet, each.health, each.note) for each in members] == [
            ("Ilse", 1, {"rolled_total": 20}, 12, "AC 16"),
            ("Mire troll", 1, {"rolled_total": 10}, 84, "AC 15"),
        ]


def test_lines_of_another_form_stay_below_a_line_of_labels() -> None:
    text = "Foes:\nHP / AC / Morale\nOgre / 59 / 11 / 2\nGoblin hp 5/7\nHeroes:\nIlse 12 / 16 / 3 / hidden"
    read = read_typed(text, Encounter("", "zebra"), ZEBRA)
    told = [
        (each.name, each.side, each.health, each.note, each.hidden)
        for line in read
        if (each := line.rest or line.command)
    ]
    assert told == [
        ("Ogre", "Foes", 59, "AC 11; Morale 2", False),
        ("Goblin", "Foes", 5, "", False),
        ("Ilse", "Heroes", 12, "AC 16; Morale 3", True),
    ]
    assert [line.text for line in read if line.heading] == ["Foes:", "HP / AC / Morale", "Heroes:"]


@pytest.mark.parametrize("text", ["Init / HP / AC", "Ilse / Bo\nAl 7 / 8", "HP / AC\nIlse", "Name, note\nBo, old"])
def test_words_without_such_lines_below_are_no_head(text: str) -> None:
    assert not any(line.heading for line in read_typed(text, Encounter("", "zebra"), ZEBRA))


def told(text: str) -> list[tuple[str, str]]:
    """Return the names and the notes of what is typed, also of what is asked about."""
    read = read_typed(text, Encounter("", "zebra"), ZEBRA)
    return [(each.name, each.note) for line in read if (each := line.command or line.rest)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[20:14] Jule: Thornby: 16\n[20:15] Max: Iskra: 21", [("Thornby", "Jule"), ("Iskra", "Max")]),
        ("[20:14] Jule: Pim got a 5\n[20:15] Max: 3 rats, hp 7", [("Pim", "Jule"), ("rat", "Max")]),
        ("[20:14] Max: 21 for Iskra 😎", [("Iskra", "Max")]),
        ("12/03/24, 20:14 - Jule: Thornby: 16", [("Thornby", "Jule")]),
        ("[12.03.24, 20:14:05] Jule Reed: Thornby: 16", [("Thornby", "Jule Reed")]),
        ("8:14 PM <jule> Thornby: 16", [("Thornby", "jule")]),
        ("[19:42] Jonas: 14\n[19:43] Mel: 20", [("Jonas", ""), ("Mel", "")]),
        ("[19:42] Thornby: 16", [("Thornby", "")]),
        ("Max (GM): 3 rats, hp 7\nMax (GM): Ogre, hp 59", [("rat", "Max (GM)"), ("Ogre", "Max (GM)")]),
        ("Max (GM): Foes:\nMax (GM): Ogre, hp 59", [("Ogre", "Max (GM)")]),
        ("Jule: Thornby got 16", [("Thornby", "Jule")]),
        ("Jule: Ana: 16\nMax: Bo: 2\nJule: Cy: 3", [("Ana", "Jule"), ("Bo", "Max"), ("Cy", "Jule")]),
        ("Jule — Today at 20:14\nThornby: 16\nMax 20:15\nIskra: 21", [("Thornby", ""), ("Iskra", "")]),
        ("Aria: Fighter, hp 20\nBo: Wizard, hp 12", [("Aria", ""), ("Bo", "")]),
        ("Boss: Kell, hp 40\nMinions: 3 rats, hp 2", [("Kell", "Boss"), ("rat", "Minions")]),
        ("[19:42] Mirka: dirty 20\n[19:43] Mel: still 12 hp", [("Mirka", ""), ("Mel", "")]),
        ("Name: Goblin, HP: 7\nName: Orc, HP: 15", [("Goblin", ""), ("Orc", "")]),
    ],
)
def test_who_wrote_a_line_of_a_chat_stands_in_the_note(text: str, expected: list[tuple[str, str]]) -> None:
    assert told(text) == expected


def shown(text: str, game: str) -> list[str]:
    """Return how each line of a chat is read: what it tells, a question, or that it is left out."""
    return [summary(line.command) if line.command else "left out" if line.heading else "?" for line in read(text, game)]


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "d20_once",
            "[20:01] Kai: hab ne 14\n[20:02] Ulla: 9 :(\n[20:02] Kai: moment, 12",
            ["left out", "Ulla, rolled_total 9", "Kai, rolled_total 12"],
        ),
        (
            "d20_once",
            "<tam> 14\n<mel> 3+5 = 8 for Sable\n<ro> rolled 9 +2 = 11 Nib\n<GM> 3 imps on 12\n<tam> brb",
            [
                "tam, side Heroes, rolled_total 14",
                "Sable, side Heroes, rolled_total 8, note mel",
                "Nib, side Heroes, rolled_total 11, note ro",
                "imp ×3, side Foes, rolled_total 12",
                "left out",
            ],
        ),
        (
            "d20_once",
            "12/03/24, 20:14 - Jule: 7\n12/03/24, 20:15 - Max (Borin): natural 20!\n12/03/24, 20:16 - Uwe: a 9 again",
            ["Jule, rolled_total 7", "Borin, rolled_total 20, note Max", "Uwe, rolled_total 9, note again"],
        ),
        (
            "d20_once",
            "Ana: 16\nBo: no clue lol\nAna: no sorry, 18\nGM: 2 orcs, hp 15",
            ["left out", "left out", "Ana, side Heroes, rolled_total 18", "orc ×2, side Foes, hp 15"],
        ),
        ("d20_once", "[19:42] Rolf: 14\n[19:50] Rolf: 7", ["Rolf, rolled_total 14", "left out"]),
        ("d20_once", "[19:42] SL: und die Hexe hat 15", ["die Hexe, rolled_total 15"]),
        ("d20_once", "[19:42] Rolf: hp 12/30\n[19:43] Ida: unconscious", ["Rolf, hp 12/30", "Ida, unconscious"]),
        ("d20_once", "[19:42] Ida: unconscious\n[19:43] Ida: 9", ["Ida, unconscious", "Ida, rolled_total 9"]),
        ("cards", "<ida> joker!!\n<ida> and a 5 hearts", ["ida, card 54", "left out"]),
        ("d20_once", "[19:42] Max: is 3 or 4 enough?", ["?"]),
        ("cards", "Tom: Pik 9\nIda: Herz Ass\nTom: kurz weg", ["Tom, card 32", "Ida, card 51", "left out"]),
        ("d20_once", "<b>Orc</b>, hp 7", ["Orc, hp 7"]),
        (
            "d20_once",
            "GM: 3 goblins hp 7\nMia: Thornby has 16\nJonas: brb",
            ["goblin ×3, side Foes, hp 7", "Thornby, side Heroes, rolled_total 16, note Mia", "?"],
        ),
        (
            "d20_once",
            "[19:42] Ida: 14\n[19:43] Ida: sorry, 12\n[19:44] Ida: no, 13",
            ["left out", "left out", "Ida, rolled_total 13"],
        ),
        ("d20_once", "GM: Ilse, hp 9", ["Ilse, hp 9"]),
    ],
)
def test_a_chat_tells_who_has_rolled_what(game: str, text: str, expected: list[str]) -> None:
    assert shown(text, game) == expected


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "d20_once",
            "Wolf: 17\nOrc: 12\nWolf: 9",
            ["Wolf, rolled_total 17", "Orc, rolled_total 12", "Wolf, rolled_total 9"],
        ),
        ("d20_once", "Imp: 7\nImp: 7\nImp: 3", ["Imp, rolled_total 7", "Imp, rolled_total 7", "Imp, rolled_total 3"]),
        ("d20_once", "Aria: 20/20\nAria: 30/31", ["Aria, hp 20/20", "Aria, hp 30/31"]),
        ("interlock", "Razor: REF 9\nRazor: REF 7", ["Razor, ref 9", "Razor, ref 7"]),
        (
            "traveller",
            "Rina: 777777\nRina: 888888",
            ["Rina, dex 7, end 7, note UPP 777777", "Rina, dex 8, end 8, note UPP 888888"],
        ),
        ("d20_once", "Tower: archer hp 11\nTower: mage hp 9", ["?", "?"]),
        ("d20_once", "Guard: awake\nGuard: awake", ["?", "?"]),
        ("interlock", "Nomads: Red\nNomads: Blue", ["Red, note Nomads", "Blue, note Nomads"]),
        ("cards", "Ida: black joker\nTom: 9 hearts", ["Ida, card 54", "Tom, card 31"]),
    ],
)
def test_a_list_of_names_and_values_is_no_chat(game: str, text: str, expected: list[str]) -> None:
    assert shown(text, game) == expected


def test_a_later_number_of_a_chat_is_left_out() -> None:
    text = "\n".join(f"[19:42] Rolf{'x' * (at % 20)}: {at % 20}" for at in range(400))
    assert put_senders_behind(text, ()).count("~~") == 2 * 380


PROSE = (
    "Two acolytes (AC 12, 22 hp each) kneel at the altar, and a wraith (AC 13) hides in the belfry until it rings.",
    "Area 7. Drowned Chapel. Two acolytes (AC 12, 22 hp each) kneel here. A novice (4 hp) is hiding.",
)


@pytest.mark.parametrize("text", PROSE)
def test_running_text_is_told_what_to_do(text: str) -> None:
    read = read_typed(f"Ogre, hp 59\n{text}", Encounter("", "zebra"), ZEBRA)
    assert [(line.command is None, line.rest, line.slips) for line in read[1:]] == [(True, None, ())]
    assert "write a line for each combatant" in read[1].wrong
    roster = read_roster(f"Ogre, hp 59\n{text}", ZEBRA)
    assert [each.name for each in roster.members] == ["Ogre"]
    assert "write a line for each combatant" in roster.notes[0]


def test_a_long_note_is_no_running_text() -> None:
    note = "the old king of the hill sits at the fire in a chair to the left of the door. Nobody knows. Not even he"
    (line,) = read_typed(f"Kell, hp 40, note {note}", Encounter("", "zebra"), ZEBRA)
    assert line.command
    assert line.command.note == note


@pytest.mark.parametrize("heading", ["rolled already: ", "Totals:", "rolled already", "Initiative", "Turn order:"])
def test_numbers_below_a_heading_of_totals_are_totals(heading: str) -> None:
    text = f"{heading}\nVarga +3\nMoke 1\nOsei -2\ncorsair boss 4\ngrunts (6) 0\nFoes:\nGoblin 7"
    read = read_typed(text, Encounter("", "traveller"), TRAVELLER)
    values = [(each.name, each.count, each.sheet.get("initiative")) for line in read if (each := line.command)]
    assert values == [
        ("Varga", 1, 3), ("Moke", 1, 1), ("Osei", 1, -2), ("corsair boss", 1, 4), ("grunt", 6, 0),
        ("Goblin", 1, 7),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["Initiative:\nGoblin 1\nGoblin 2", "Aria 17\nBo", "Initiative:\nAria, hp 17\nBo hp 12"]
)
def test_other_numbers_are_asked_about_or_part_of_the_name(text: str) -> None:
    assert not any(line.command and line.command.sheet for line in read_typed(text, Encounter("", "zebra"), ZEBRA))


def test_a_head_of_columns_does_not_end_what_a_heading_says() -> None:
    text = "Boarders (prone):\nHP / AC\nOgre / 59 / 11\nAllies:\nHP / AC\nElk / 9 / 10"
    read = read_typed(text, Encounter("", "zebra"), ZEBRA)
    stands = [(each.name, [condition.name for condition in each.conditions]) for line in read if (each := line.command)]
    assert stands == [("Ogre", ["prone"]), ("Elk", [])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "### Bridge\n\n| Creature | # | HP |\n|-|-|-|\n| Troll, big | 1 | 70 |\n| Thug | 3 | 20 |\n\nMule, hp 9",
            [("Troll, big", 1, 70), ("Thug", 3, 20), ("Mule", 1, 9)],
        ),
        (
            "Ilse, hp 12\n| who | no. | HP | gun |\n| - | - | - | - |\n| Bouncer | 3 | 11 | none |\nBo, hp 8",
            [("Ilse", 1, 12), ("Bouncer", 3, 11), ("Bo", 1, 8)],
        ),
        ("Ilse, hp 12\n\nName\tHP\tQty\nImp\t7\t2\n", [("Ilse", 1, 12), ("Imp", 2, 7)]),
        (
            "|Staff|HP|AC|\n|-|-|-|\n|Bouncer|11|12|\n\n|Guest|HP|AC|\n|-|-|-|\n|Ana|5|10|",
            [("Bouncer", 1, 11), ("Ana", 1, 5)],
        ),
        ("Ilse, hp 12\n\n| Item | Price |\n|---|---|\n| rope | 2 |", [("Ilse", 1, 12)]),
    ],
)
def test_a_table_between_other_lines_is_read_as_one(text: str, expected: list[tuple[str, int, int]]) -> None:
    read = [line.command for line in read_typed(text, Encounter("", "zebra"), ZEBRA) if line.command]
    assert [(each.name, each.count, each.health) for each in read] == expected
    told = [(each.name, each.count, each.health) for each in read_roster(text, ZEBRA).members]
    assert sorted(told) == sorted(expected)


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "traveller",
            "Animal\tHits\tSpeed\tSkills\nGulper\t34\t6m\tMelee 2, Stealth 1\nReed jackal x5\t12\t9m\tRecon 1",
            [
                "Gulper, hp 34, note Speed 6m; Skills Melee 2, Stealth 1",
                "Reed jackal ×5, hp 12, note Speed 9m; Skills Recon 1",
            ],
        ),
        ("cards", "Foe\tParry\tToughness\nReed orc\t6\t7", ["Reed orc, side Foes, note Parry 6; Toughness 7"]),
        ("d20_once", "Wer   HP   AC\nOrk   15   13", ["Ork, hp 15, note AC 13"]),
        ("d20_once", "Name   Dex Save   HP\nOrk   2   13", ["Ork, hp 13, note Dex Save 2"]),
        (
            "d20_once",
            "Heroes\tHP\tAC\nIlse\t15\t13\n\nFoes\tHP\tAC\nOrk\t9\t13\n\nWyn, hp 5",
            ["Ilse, side Heroes, hp 15, note AC 13", "Ork, side Foes, hp 9, note AC 13", "Wyn, hp 5"],
        ),
        (
            "traveller",
            "Animal\tHits\tSpeed\nGulper\t34\t6m\n\nRex init 8",
            ["Gulper, side Foes, hp 34, note Speed 6m", "Rex, side Heroes, initiative 8"],
        ),
        (
            "traveller",
            "Name      STR DEX END INT  Armour\nVasko      9   7   8   6    Jack (1)\nOld Broker  5  8   5  11    -",
            ["Vasko, dex 7, end 8, note STR 9; INT 6; Armour Jack (1)", "Old Broker, dex 8, end 5, note STR 5; INT 11"],
        ),
    ],
)  # fmt: skip
def test_a_first_title_that_is_no_value_is_that_of_the_names(game: str, text: str, expected: list[str]) -> None:
    assert [summary(line.command) for line in read(text, game) if line.command] == expected


def test_a_label_and_its_value_are_no_titles() -> None:
    (tough,) = read_roster("name: Tough\nhp: 32\nac: 12\ninitiative_bonus: 1", begun("d20_twice")[1]).members
    assert summary(tough) == "Tough, dex 1, hp 32, note AC 12"


TITLES = [
    "**Area 7 – the flooded crypt**", "Docking bay 12 ambush", "Tunnel fight contd.", "BAY 94 - AMBUSH",
    "Moderate 6 (90 XP)", "Severe encounter, 120 XP", "Helden Init", "Kartenini Runde 1",
    "Hinterhalt", "ENCOUNTER B4: The Drowned Chapel (Moderate 4, 80 XP)", "Scene 4: Hangar 19",
    "Encounter C12 - Mill pond",
    "Sitzung 8, Verrat am Hafen", "Abend 12, Überfall im Frachtraum", "Act 2: the long night", "Kapitel 3 – Unter Tage",
    "AMBER ZONE: Ice Shelf Station", "Job 3 - Night train", "Auftrag: Brücke halten", ">> GIG: Night market",
    "Szene 3", "Kampf auf Ebene 2", "the goblin ambush", "Foes init", "Room 12B",
]  # fmt: skip


@pytest.mark.parametrize("title", TITLES)
def test_the_title_above_a_list_is_nobody(title: str) -> None:
    head, ilse, rat = read(f"{title}\nIlse: 14\n2 rats, hp 2", "d20_once")
    assert (head.command, bool(head.heading)) == (None, True)
    assert [each.command.name for each in (ilse, rat) if each.command] == ["Ilse", "rat"]


def test_a_number_in_a_title_does_not_say_what_those_below_are() -> None:
    assert not read("Docking bay 12 ambush\nIlse 14", "d20_once")[1].command


@pytest.mark.parametrize(
    "name", ["Battle Ogre", "Room Guard", "Fight Master Bo", "Hall Porter, hp 7", "Deck gun 7", "Nightwing"]
)
def test_a_name_above_a_list_is_somebody(name: str) -> None:
    assert not read(f"{name}\nIlse 14", "d20_once")[0].heading


def test_a_title_alone_is_somebody() -> None:
    assert not read("Goblin ambush", "d20_once")[0].heading


@pytest.mark.parametrize(
    "remark", ["water is difficult terrain!!", "- the doors are locked tight", "der Boden ist sehr glatt."]
)
def test_a_remark_on_things_is_left_out_of_a_list(remark: str) -> None:
    _, said = read(f"Ilse 14\n{remark}", "d20_once")
    assert said.heading
    assert said.heading.is_sentence


@pytest.mark.parametrize(
    "remark",
    [
        "Read aloud when they reach the bridge. Rain, DC 13 to hear the river rising.",
        "The captain will run when hurt. Nobody follows, SG 12 to see it",
        "Remember: bennies! And the bridge is out in 10 rounds",
        "Nicht vergessen: Nebel ab Runde 3",
        "reminder the gate shuts in 4 rounds",
        "Difficulty to slice the door: 15 (Moderate)",
        "door difficulty 15",
        "Schwierigkeit Tresor: 20",
        "Dev: if the priest drops the acolytes flee",
        "Taktik: die Schützen bleiben oben",
        "pay: 3000eb, half up front. Cops arrive about 3 minutes later",
        "Hazard: slippery floor, DC 18 Acrobatics",
        "Temperature -60, suits needed.",
    ],
)
def test_a_line_of_the_notes_of_a_fight_is_nobody(remark: str) -> None:
    ilse, said, rat = read(f"Ilse 14\n{remark}\nrat, hp 2", "d20_once")
    assert said.heading
    assert said.heading.is_sentence
    assert (ilse.heading, rat.heading) == (None, None)


@pytest.mark.parametrize(
    ("game", "text", "sides"),
    [
        ("interlock", "opposition\n- thugs x2, REF 6\non our side\n- Sgt. Dole REF 7\n- 2 cops REF 5", "FHH"),
        ("cards", "== HEROES ==\nAgnes\n== BAD GUYS ==\n8 outlaws\n== WITH US ==\nMarshal Burke", "HFA"),
        ("d20_once", "Their side\nogre, hp 59\nour side\nMira, hp 20", "FH"),
        ("d20_once", "Gegner\nOger, TP 59\nauf unserer Seite\nHauptmann Veit, TP 20", "FH"),
        ("rond6", "With us\nOld Ren 3D\nAgainst us\n3 guards 2D", "HF"),
    ],
)
def test_words_for_a_side_alone_are_a_heading(game: str, text: str, sides: str) -> None:
    assert "".join(line.command.side[0] for line in read(text, game) if line.command) == sides


@pytest.mark.parametrize(
    ("text", "guessed"),
    [
        ("Jack Battle\nBo, hp 9\n\nReed Imp\nHP 7\nAC 13", ["Jack Battle"]),
        ("Bo, hp 9\nThe water is difficult terrain!\n\nReed Imp\nHP 7\nAC 13", ["The water is difficult terrain!"]),
        ("Docking bay 12 ambush\n\nReed Imp\nHP 7\nAC 13", []),
    ],
)
def test_a_guess_beside_a_stat_block_is_still_a_guess(text: str, guessed: list[str]) -> None:
    lines = read(text, "d20_once")
    assert [line.text for line in lines if line.heading and line.heading.is_guessed] == guessed
    assert sum(line.heading is not None for line in lines) == 1


@pytest.mark.parametrize("line", ["Remy: 15", "Tactician Bo, hp 20", "Deva 12", "Payne 9", "Hazard, hp 20, init 7"])
def test_a_name_like_a_word_of_the_notes_is_somebody(line: str) -> None:
    assert not read(f"Ilse 14\n{line}\nrat, hp 2", "d20_once")[1].heading


@pytest.mark.parametrize(
    "line", ["Kell is the new boss", "wolf is hidden", "guard is on the roof 12", "two rats are here, hp 2"]
)
def test_what_is_said_of_somebody_is_no_remark_on_things(line: str) -> None:
    assert not read(f"Ilse 14\n{line}", "d20_once")[1].heading


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Train job - car 3\n* 6 guards, hp 9\n* Sgt. Crowe, hp 20", "Train job - car 3"),
        ("Überfall auf das Lagerhaus\n- 5 Schmuggler, TP 14\n- Zorra, TP 22", "Überfall auf das Lagerhaus"),
        ("Warehouse 9 – Friday\n• 5 boosters, hp 9\n• Grinder, hp 20", "Warehouse 9 – Friday"),
        ("Captain Ros, hp 40\n- 3 guards, hp 9\n- 2 dogs, hp 4", ""),
        ("Mara 17\n- 3 guards, hp 9\n- 2 dogs, hp 4", ""),
    ],
)
def test_a_line_without_values_above_items_is_a_title(text: str, title: str) -> None:
    headings = [line.text for line in read(text, "d20_once") if line.heading]
    assert headings == [title] * bool(title)


@pytest.mark.parametrize(
    ("game", "text", "names"),
    [
        ("interlock", "rook 21 vixen 16 patch 9 tin man 18", ["rook", "vixen", "patch", "tin man"]),
        ("traveller", "hadley 9, sato 6, kit 11, okoro 8", ["hadley", "sato", "kit", "okoro"]),
        ("rond6", "Nim 12, Joss 12, two rats 10 with 13 bp", ["Nim", "Joss", "rat"]),
        ("three_actions", "Magda 21, Filou 12, dazu 2 Ghule mit 20 TP Wahrnehmung +7", ["Magda", "Filou", "Ghule"]),
        ("d20_once", "Aria 17, Borin 21, 2 orcs hp 15", ["Aria", "Borin", "orc"]),
        ("interlock", "Ana 22, Bo 17, 4 guards REF 6 BODY 7", ["Ana", "Bo", "guard"]),
        ("d20_once", "R4-T2 6\nT-800 12\nMara 15", ["R4-T2", "T-800", "Mara"]),
    ],
)
def test_several_called_out_in_one_line_are_told_apart(game: str, text: str, names: list[str]) -> None:
    assert [each.command.name for each in read(text, game) if each.command] == names


@pytest.mark.parametrize("line", ["Aria 17, Borin 21, 3 arrows left", "Aria 17, Borin 21, 2 orcs"])
def test_things_behind_numbers_of_the_order_are_asked_about(line: str) -> None:
    (asked,) = read(line, "d20_once")
    assert asked.wrong.endswith("3 combatants?")


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("Foes:\n| Name | HP |\n|---|---|\n| Ogre | 59 |", {"Ogre": "Foes"}),
        ("Heroes\nname\thp\nAria\t20\n\nFoes\nname\thp\nOgre\t59", {"Aria": "Heroes", "Ogre": "Foes"}),
        ("Party\n\n| Name | HP |\n|-|-|\n| Aria | 20 |\n\n3 goblins, hp 7", {"Aria": "Heroes", "goblin": "Foes"}),
        ("## Allies\n|Name|HP|\n|-|-|\n|Tam|9|\n|Ox|20|", {"Tam": "Allies", "Ox": "Allies"}),
    ],
)
def test_a_heading_above_a_table_names_its_side(text: str, sides: dict[str, str]) -> None:
    assert {each.command.name: each.command.side for each in read(text, "d20_once") if each.command} == sides
    members = read_roster(text, begun("d20_once")[1]).members
    assert {each.name: each.side for each in members} == sides


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("d20_once", "bandits 4, hp 11\nno wait 5 bandits", ["bandit ×5, hp 11"]),
        ("rond6", "raiders 7, 2D, 12 bp\nchief 3D+1\nsorry only 6 raiders", ["raider ×6, perception 2D", "chief"]),
        ("d20_once", "thugs x4 hp 9\nmake that 6 thugs, prone", ["thug ×6, hp 9, prone"]),
        ("d20_once", "4 Wölfe TP 11\nnein, doch nur 3 Wölfe", ["Wölfe ×3, hp 11"]),
        ("d20_once", "Aria 17\nBorin 12\nTam 9\nsorry, Aria 18", ["Aria, rolled_total 18", "Borin", "Tam"]),
        ("traveller", "Mara 11\nTarkas 9\nBo 8\nBo is hurt, END 3 of 8", ["Mara", "Tarkas", "Bo, initiative 8, end 3"]),
        ("d20_once", "Orc 1 hp 7\nOrc 2 hp 9\nOrc 2 is prone", ["Orc 1", "Orc 2, hp 9, prone"]),
        ("d20_once", "- 3 goblins, hp 7\n- the goblins are hidden", ["goblin ×3, hp 7, hidden"]),
        ("d20_once", "Falka, TP 30\nOger, TP 50\nFalka ist bewusstlos", ["Falka, hp 30, bewusstlos", "Oger"]),
        # Nobody of that name is above.
        ("d20_once", "Mara 12\nSorry 14", ["Mara, rolled_total 12", "Sorry, rolled_total 14"]),
        ("d20_once", "Mara, hp 12\nKell is hidden", ["Mara, hp 12", "Kell, hidden"]),
        ("d20_once", "wolf, hp 9\nwolf rider is prone, hp 12", ["wolf, hp 9", "wolf rider, hp 12, prone"]),
    ],
)  # fmt: skip
def test_what_is_said_of_somebody_above_is_put_there(game: str, text: str, expected: list[str]) -> None:
    said = [
        summary(line.command).replace("side Foes, ", "").replace("side Heroes, ", "")
        for line in read(text, game)
        if line.command
    ]
    assert len(said) == len(expected)
    assert all(map(str.startswith, said, expected)), said


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("goblins, hp 7\nscratch that, 2 groups of 4", "changes something above"),
        ("Mara, Jun, Kell\nJun is prone", "“Jun” is above already"),
        ("Orc 1 hp 7\nOrc 2 hp 9\nOrc is prone", "“Orc” is above already"),
        ("Bo 12\nBo has rolled 14", "“Bo” is above already"),
        ("Mara 12\nquatsch, Jun 14", "changes something above"),
        ("2 rats, hp 2\noops, Rat 9", "changes something above"),
    ],
)
def test_what_is_said_of_nobody_above_for_certain_is_asked_about(text: str, wrong: str) -> None:
    *_, last = read(text, "d20_once")
    assert (last.command, wrong in last.wrong) == (None, True)


@pytest.mark.parametrize(
    ("game", "line", "numbers"),
    [
        ("interlock", "Ana 22, Bo 17, 4 guards REF 6 BODY 7", [22, 17, ""]),
        ("three_actions", "Ana 24, Bo 31, Cid 15, Vey perception +9", [24, 31, 15, ""]),
    ],
)
def test_a_word_for_the_last_number_is_none_for_those_before(game: str, line: str, numbers: list[object]) -> None:
    (first, *_), text = read(line, game), line
    if first.slips and not first.command:
        text = first.slips[0].ways[0].line
    told = [each.command or each.rest for each in read(text, game)]
    assert [each.sheet.get("rolled_total", "") for each in told if each] == numbers
