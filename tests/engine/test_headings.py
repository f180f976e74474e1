"""Sides: the words for them in a line, and headings of the lines below."""

from __future__ import annotations

import pytest

from turntrack.core.fields import Field, Kind, Pick
from turntrack.core.model import Schedule
from turntrack.lines.headings import Heading, read_heading, read_headings, said_by_heading
from turntrack.lines.quick_line import read_quick_line
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of

DEX = Field("dex", "Dexterity", Kind.NUMBER, 0, is_modifier=True)


@pytest.mark.parametrize(
    ("word", "side"),
    [
        ("enemy", "Foes"),
        ("foe", "Foes"),
        ("Monster", "Foes"),
        ("hostile", "Foes"),
        ("Gegner", "Foes"),
        ("PC", "Heroes"),
        ("player character", "Heroes"),
        ("Heldin", "Heroes"),
        ("ally", "Allies"),
        ("friendly", "Allies"),
        ("Verbündete", "Allies"),
        ("side Harbour", "Harbour"),
    ],
)
def test_a_word_names_the_side(word: str, side: str) -> None:
    assert read_quick_line(f"Skeleton x2, {word}, hp 13", (DEX,)).side == side


def test_a_word_of_the_rules_is_no_side() -> None:
    rond6 = system_of("rond6", SYSTEMS).fields
    assert read_quick_line("Ilse, character", rond6).sheet["kind"] == "character"
    kind = Field("kind", "Kind", Kind.PICK, "a", picks=(Pick("a", "A"), Pick("monster", "Monster")))
    assert read_quick_line("Ilse, monster", (kind,)).side == ""
    assert read_quick_line("Ilse, enemy", (Field("enemy", "Enemy", Kind.FLAG, False),)).side == ""


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("Foes:", Heading(side="Foes")),
        ("### Encounter: Toll bridge (moderate 3, 80 XP)", Heading()),
        ("# Foes", Heading(side="Foes")),
        ("## The party", Heading(side="Heroes")),
        ("[Foes]", Heading(side="Foes")),
        ("Gegner:", Heading(side="Foes")),
        ("Allies:", Heading(side="Allies")),
        ("Goblins:", Heading(group="Goblins")),
        ("# Goblins", Heading(group="Goblins")),
        ("[Harbour watch]", Heading(group="Harbour watch")),
        ("Wave 2:", Heading(group="Wave 2")),
        ("NPCs (friendly):", Heading(side="Allies")),
        ("# Guards [enemies]", Heading(side="Foes")),
        ("Team Red:", Heading(side="Red")),
        ("Side: Harbour", None),
        ("Faction Enemies:", Heading(side="Foes")),
        ("vs", Heading(side="Foes")),
        ("--- vs. ---", Heading(side="Foes")),
        ("Encounter: Goblin ambush", Heading()),
        ("Scene 3 - The bridge", Heading()),
        ("Encounter: 2 orcs", None),
        ("OPFOR:", Heading(side="Foes")),
        ("Opposition:", Heading(side="Foes")),
        ("Crew:", Heading(side="Heroes")),
        ("THE CREW:", Heading(side="Heroes")),
        ("Heroes have surprise", Heading(is_sentence=True)),
        ("The party is surprised.", Heading(is_sentence=True)),
        ("Enemies act first:", Heading(is_sentence=True)),
        ("Die Helden sind überrascht", Heading(is_sentence=True)),
        ("Monster is hidden", None),
        ("Party Wizard", None),
        ("Foes have 12 hp", None),
        ("Initiative:", Heading()),
        ("Initiative order:", Heading()),
        ("Team:", Heading(side="Heroes")),
        ("Die Gruppe:", Heading(side="Heroes")),
        ("Allies (NPCs):", Heading(side="Allies")),
        ("Heroes (4):", Heading(side="Heroes")),
        ("Goblins (3):", Heading(group="Goblins")),
        ("Boarders (surprised):", Heading(group="Boarders")),
        ("Guards (night watch):", Heading(group="Guards (night watch)")),
        ("Hidden foes:", Heading(side="Foes")),
        ("Enemies – hidden:", Heading(side="Foes")),
        ("Guards - north gate:", Heading(group="Guards - north gate")),
        ("Reserve:", Heading(group="Reserve")),
        ("Hidden:", Heading(group="Hidden")),
        ("Animals:", Heading(group="Animals")),
        ("Wild Cards:", Heading()),
        ("Surprised:", Heading()),
        ("Extras:", Heading(side="Foes")),
        ("Minions:", Heading(side="Foes")),
        ("rolled already: ", Heading()),
        ("Totals:", Heading()),
        ("Round 1:", Heading()),
        ("[2020]", Heading()),
        ("[14] Goblin", None),
        ("Ambush!! party is surprised", Heading(is_sentence=True)),
        ("[ ] Goblin", None),
        ("Goblin: 7", None),
        ("Goblin", None),
        ("# Goblin, hp 7", None),
        ("#3 Goblin", None),
        ("", None),
    ],
)
def test_a_heading_is_no_combatant(line: str, heading: Heading | None) -> None:
    assert read_heading(line) == heading


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Boarders (surprised)", "surprised"),
        ("Enemies (hidden, round 2):", "hidden, round 2"),
        ("Wolves (prone and hidden):", "prone, hidden"),
        ("Surprised heroes:", "Surprised"),
        ("Enemies – hidden:", "hidden"),
        ("Guards - north gate:", ""),
        ("Wild Cards:", "Wild Card"),
        ("Heroes (4):", ""),
        ("# Guards [enemies]", ""),
        ("Guards (night watch):", ""),
        ("Foes:", ""),
    ],
)
def test_a_heading_says_what_those_below_are_like(line: str, said: str) -> None:
    assert said_by_heading(line) == said


@pytest.mark.parametrize("part", ["hidden", "versteckt", "hidden side Foes", "hidden, side Foes", "unseen"])
def test_hidden_needs_no_comma(part: str) -> None:
    read = read_quick_line(f"Goblin, {part}", (DEX,))
    assert read.hidden
    assert read.side == ("Foes" if "Foes" in part else "")


@pytest.mark.parametrize("word", ["reserve", "in reserve", "reinforcements", "Verstärkung"])
def test_a_reserve_waits_in_the_wings(word: str) -> None:
    assert read_quick_line(f"Goblin, {word}", (DEX,)).comes == Schedule()


def test_a_word_for_a_side_alone_is_a_heading_above_names() -> None:
    lines = ["PCs", "Aria, hp 20", "", "Monsters", "Orc, hp 15"]
    assert read_headings(lines) == [Heading(side="Heroes"), None, None, Heading(side="Foes"), None]


@pytest.mark.parametrize(
    "lines", [["Heroes", "Monsters"], ["Heroes", "", "Monsters", ""], ["Monsters"], ["Monster", "Orc"]]
)
def test_sides_that_fight_as_such_are_no_headings(lines: list[str]) -> None:
    assert read_headings(lines) == [None] * len(lines)


@pytest.mark.parametrize(
    ("word", "side"),
    [("CREW", "Heroes"), ("PCS", "Heroes"), ("OPFOR", "Foes"), ("MONSTERS", "Foes"), ("Crew", "Heroes")],
)
def test_a_side_in_capitals_is_a_heading_above_names(word: str, side: str) -> None:
    assert read_headings([word, "Anna 12"]) == [Heading(side=side), None]
    assert read_headings([word]) == [None]


@pytest.mark.parametrize(
    ("lines", "groups"),
    [
        (["BANDITS", "3 bandits, hp 11", "CAPTAIN, hp 60"], ["BANDITS", None, None]),
        (["DIRE WOLVES", "", "Wolf 1"], ["DIRE WOLVES", None, None]),
        (["ARIA", "Borin"], [None, None]),
        (["GOBLINS", "ORCS"], [None, None]),
        (["GOBLINS"], [None]),
    ],
)
def test_a_plural_in_capitals_is_a_heading_above_others(lines: list[str], groups: list[str | None]) -> None:
    assert [heading and heading.group for heading in read_headings(lines)] == groups


def test_words_alone_that_divide_a_list_of_values_are_headings() -> None:
    lines = ["Travellers", "Beka dex 10", "Holt dex 6", "Port Security", "3 guards dex 7", ""]
    groups = [heading and heading.group for heading in read_headings(lines)]
    assert groups == ["Travellers", None, None, "Port Security", None, None]
    for names in (["Borin", "Cleo 12", "Dax", "Eve 9"], ["Rats", "Cleo 12", "Eve 9"], ["Rats", "Bo", "Eve 9", "Al 3"]):
        assert read_headings(names) == [None] * len(names)


def test_words_in_capitals_divide_a_list_if_a_side_is_among_them() -> None:
    lines = ["HARBOUR", "Sgt. Ito - ref 8", "4 guards", "OUR SIDE", "Hex, Mags", "Dutch (stunned)"]
    headings = [heading and (heading.side, heading.group) for heading in read_headings(lines)]
    assert headings == [("", "HARBOUR"), None, None, ("Heroes", ""), None, None]
    assert read_headings(["ARIA", "Borin", "KEZ", "Wren", "Tom"]) == [None] * 5


@pytest.mark.parametrize(
    ("word", "side"),
    [
        ("Us", "Heroes"),
        ("Them", "Foes"),
        ("Team", "Heroes"),
        ("Our heroes", "Heroes"),
        ("Heroes (4)", "Heroes"),
        ("Enemies (hidden)", "Foes"),
        ("Allies (NPCs)", "Allies"),
        ("Abenteurer", "Heroes"),
        ("Die Schurken", "Foes"),
    ],
)
def test_a_word_for_a_side_may_have_an_article_or_brackets(word: str, side: str) -> None:
    assert read_headings([word, "Anna 12"]) == [Heading(side=side), None]
    assert read_headings([word, ""]) == [None, None]


def test_words_that_divide_a_list_may_say_what_those_below_are_like() -> None:
    lines = ["Crew", "Ana dex 9", "Boarders (surprised)", "4 marines dex 8", "Sergeant dex 9"]
    assert [heading and (heading.side, heading.group) for heading in read_headings(lines)][2] == ("", "Boarders")
    assert read_headings(["Rats", "Bo 3", "Doc (surprised)", "Eve 9", "Al 3"]) == [None] * 5


def test_what_a_side_has_rolled_is_no_combatant_above_others() -> None:
    remark = Heading(is_sentence=True)
    assert read_headings(["party rolled 4, monsters 2", "Aldous, hp 11"]) == [remark, None]
    assert read_headings(["heroes first, rolled a 7", "Korva"]) == [remark, None]
    assert read_headings(["Heroes rolled 15", "Monsters rolled 12", "Korva"]) == [remark, remark, None]
    assert read_headings(["Heroes rolled 15", "Monsters rolled 12"]) == [None, None]


def test_square_brackets_above_all_others_are_a_title() -> None:
    assert read_headings(["[Harbour brawl]", "Foes:", "Bo"]) == [Heading(), Heading(side="Foes"), None]
    groups = [heading and heading.group for heading in read_headings(["[Goblins]", "Bo", "[Harbour watch]", "Al"])]
    assert groups == ["Goblins", None, "Harbour watch", None]


@pytest.mark.parametrize(
    "line",
    [
        "Wren will change sides if he is offered passage.",
        "The water is difficult terrain!",
        "- The guards don’t attack unless provoked.",
        "Die Brücke ist nach der Explosion unpassierbar.",
        "Nobody can see the altar from the door.",
    ],
)
def test_a_remark_between_combatants_is_left_out(line: str) -> None:
    assert read_headings(["Wren", line])[1] == Heading(is_sentence=True, is_guessed=True)
    assert read_headings([line]) == [None]


@pytest.mark.parametrize(
    "line", ["Old Bram the innkeeper.", "Will", "Wren is hidden, hp 7.", "Sgt. May", "Brother Will the Wise."]
)
def test_a_name_is_no_remark(line: str) -> None:
    assert read_headings(["Aria", line])[1] is None


@pytest.mark.parametrize(
    "line",
    [
        "troll is on the bridge",
        "a guard is at the door",
        "a guard is at the door of the inn.",
        "There is a troll under the old bridge.",
        "captain who is a spy",
        "Mother of dragons has come!",
        "Mother of dragons has come at last!",
        "The Thing that can fly!",
        "The old Thing that can fly away!",
        "water is difficult terrain x1",
        "!!",
    ],
)
def test_a_sentence_that_may_bring_somebody_in_is_no_remark(line: str) -> None:
    heading = read_headings(["Aria", line])[1]
    assert not (heading and heading.is_guessed)


@pytest.mark.parametrize(
    "line",
    [
        "3 goblins in the hall",
        "6 orcs from the west hall",
        "3 goblins ambush",
        "Goblin x3 in the hall",
        "Goblin ambush (3)",
        "Goblin ambush +3",
        "Room of 3 goblins",
        "Guards at dock",
        "Wizard level 5",
        "Aria (wizard level 5)",
        "John Day",
        "Maria Knight",
        "Rose Hall",
        "Knight of the Hall",
        "Child of the Night",
        "Night",
        "Battle Ogre 2",
        "Docking bay 12 ambush x1",
        "**Area 7 – the flooded crypt** x1",
        "Room: the goblin ambush",
        "Goblin ambush, hp 7",
        "Kampf - Bruno (hp 20)",
        "Fight 2: Grum (boss, hp 40)",
        "Quest - hidden",
        "Job: fighter",
        "Sector 7 guard",
        "Session guard",
        "Medium Rat, 25 XP",
        "Hard Goblin 50 XP",
        "Treasure: mimic, hp 58",
        "Mule (ignore)",
        "***",
    ],
)
def test_a_line_that_may_be_somebody_is_no_title(line: str) -> None:
    heading = read_headings([line, "Ilse 14", "rat, hp 2"])[0]
    assert not heading or heading == Heading(is_sentence=not any(map(str.isalnum, line)))


@pytest.mark.parametrize(
    ("line", "below"),
    [
        ("Rosalind Hall 18", "Aria 12"),
        ("Night 7", "Red 5"),
        ("Ogre room 3", "Troll room 4"),
        ("Fighter level 5", "Wizard level 5"),
        ("Zone 3", "Zed 4"),
    ],
)
def test_a_name_with_a_number_above_another_is_no_title(line: str, below: str) -> None:
    assert read_headings([line, below]) == [None, None]


@pytest.mark.parametrize(
    "line",
    [
        "Strahd (hidden)",
        "Captain Vane",
        "Grinder",
        "Knight of the Hall",
        "Old Bram the innkeeper",
        "Guards at dock",
        "Ambush at the Toll Bridge x1",
        "Strahd in his hall (3)",
        "Strahd in his hall (hidden)",
    ],
)
def test_a_name_above_items_is_no_title(line: str) -> None:
    assert read_headings([line, "- 3 bats", "- wolf"]) == [None, None, None]


@pytest.mark.parametrize(
    "line", ["Train job - car 3", "Überfall auf das Lagerhaus", "Ambush at the Toll Bridge", "Late train to nowhere"]
)
def test_a_title_above_items_is_a_guess(line: str) -> None:
    assert read_headings([line, "- 3 bats", "- wolf"]) == [Heading(is_guessed=True), None, None]


@pytest.mark.parametrize(
    ("line", "is_guessed"),
    [
        ("Docking bay 12 ambush", True),
        ("Tunnel fight contd.", True),
        ("BAY 94 - AMBUSH", True),
        ("Scene 3", True),
        ("Room 12B", True),
        ("Room 12B again", True),
        ("Scene – the mill", False),
        ("Raum – die Mühle", True),
        ("**Area 7 – the flooded crypt**", True),
        ("Kampf auf Ebene 2", True),
        ("the goblin ambush", True),
        ("Hinterhalt", True),
        ("# Goblin ambush", False),
    ],
)
def test_a_title_by_its_words_is_a_guess(line: str, is_guessed: bool) -> None:
    assert read_headings([line, "Ilse: 14"]) == [Heading(is_guessed=is_guessed), None]


@pytest.mark.parametrize(
    "line",
    ["Dev: 15", "Dev: elf wizard, 14", "Bounty: 12", "Gravity 15", "NB 12", "Bandit difficulty 12", ">> Goblin 3"],
)
def test_a_name_as_a_word_of_notes_is_somebody(line: str) -> None:
    assert read_heading(line) is None


@pytest.mark.parametrize(
    ("line", "side", "group"),
    [
        ("NCPD (they're after us)", "Foes", ""),
        ("Black Hand (these guys are hostile)", "Foes", ""),
        ("Town Watch (they help us)", "Allies", ""),
        ("Stadtwache (sie sind betrunken)", "", "Stadtwache"),
        ("Iron Ring (they hate us)", "", "Iron Ring"),
    ],
)
def test_words_with_a_remark_on_several_are_a_heading(line: str, side: str, group: str) -> None:
    assert read_headings([line, "3 guards, hp 11"]) == [Heading(side, group), None]


@pytest.mark.parametrize("line", ["Wolves (they're hungry)", "Bear (all teeth)", "Gandalf (old wizard)"])
def test_somebody_with_a_remark_is_no_heading(line: str) -> None:
    assert read_headings([line, "3 guards, hp 11"]) == [None, None]
