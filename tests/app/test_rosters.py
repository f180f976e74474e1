"""Tests of rosters: too large tables are refused early, and invisible names are rejected."""

import csv
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from app.importers import tables
from app.importers.reader import games_to_choose
from app.importers.tables import MOST_LINES
from app.values.lists import explain
from tests.app.fights import read_roster
from turntrack.core.commands import AddAll, MakeEncounter
from turntrack.core.dice import NoDice
from turntrack.core.errors import BadSave
from turntrack.core.fields import TOLD, Field, Kind
from turntrack.core.model import Schedule
from turntrack.history.session import Session
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

TOO_MUCH = "A table has at most 100 columns and 1000 lines."


class Counted:
    """A substitute of the module csv that counts the rows read."""

    Error = csv.Error

    def __init__(self) -> None:
        self.rows = 0

    def reader(self, text: Iterable[str], delimiter: str, strict: bool) -> Iterator[list[str]]:
        for row in csv.reader(text, delimiter=delimiter, strict=strict):
            self.rows += 1
            yield row


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Return the counter of the rows read."""
    counting = Counted()
    monkeypatch.setattr(tables, "csv", counting)
    return counting


def test_too_many_columns_are_refused_before_they_are_matched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(tables, "columns_of", lambda titles, system: asked.extend(titles))
    with pytest.raises(BadSave, match=TOO_MUCH):
        read_roster("name," + "x," * 100 + "y\nMara\n", SYSTEMS[0])
    assert asked == []


@pytest.mark.parametrize("line", ["", " ", ","])
def test_empty_lines_cost_nothing_at_the_end_and_are_not_read_for_ever(counted: Counted, line: str) -> None:
    """Spreadsheets leave a million of them."""
    many = f"{line}\n" * 900_000
    assert [each.name for each in read_roster(f"name\nMara\n{many}", SYSTEMS[0]).members] == ["Mara"]
    assert counted.rows == 2
    between = f"{line}\n" * 20_000
    with pytest.raises(BadSave, match=TOO_MUCH):
        read_roster(f"name\nMara\n{between}Rat\n", SYSTEMS[0])
    assert counted.rows <= MOST_LINES + 3


def test_lines_beyond_the_most_are_not_read(counted: Counted) -> None:
    with pytest.raises(BadSave, match=TOO_MUCH):
        read_roster("name\n" + "Mara\n" * 20_000, SYSTEMS[0])
    assert counted.rows < 1_010


def test_empty_lines_between_others_are_passed_over() -> None:
    """As many as a person leaves, and the numbers of the lines are those that an editor shows."""
    roster = read_roster("\n\nname,side\n\n\nMara,A\n,\n,B\n\nRat,B\n\n", SYSTEMS[0])
    assert [each.name for each in roster.members] == ["Mara", "Rat"]
    assert roster.notes == ("Line 8 has no name.",)


def test_a_name_that_nobody_sees_is_no_name() -> None:
    """And one with something unseen in it is the name that it looks like."""
    roster = read_roster("name\n\u200b\u3164\nMa\u00adra\n\u2060Rat\n", SYSTEMS[0])
    assert [each.name for each in roster.members] == ["Mara", "Rat"]
    assert roster.notes == ("Line 2 has no name.",)


def ford() -> str:
    """Return a running fight, as Improved Initiative exports it."""
    imp = {"Name": "Reed Imp", "HP": {"Value": 7}}
    return json.dumps(
        {
            "Name": "Reed ford",
            "Combatants": [
                {"StatBlock": {"Name": "Otter", "HP": {"Value": 18}}, "CurrentHP": 11, "TemporaryHP": 4},
                {"StatBlock": imp, "CurrentHP": 7, "InitiativeGroup": "a1", "IndexLabel": 1, "Hidden": False},
                {"StatBlock": imp, "CurrentHP": 2, "InitiativeGroup": "a1", "IndexLabel": 2, "Hidden": True},
                {"StatBlock": imp, "CurrentHP": 7, "InitiativeGroup": "b2"},
                {"StatBlock": imp, "CurrentHP": 7, "InitiativeGroup": "b2"},
                {"StatBlock": {"Name": "Mud Witch", "HP": {"Value": 31}}, "CurrentHP": 0},
            ],
        }
    )


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_fight_of_improved_initiative_stands_as_it_stood(system: TurnSystem) -> None:
    """Wounds, temporary points, who is hidden, who is down, and the groups."""
    roster = read_roster(ford(), system)
    assert roster.notes == ()
    session = Session(SYSTEMS)
    session.dispatch(MakeEncounter("Reed ford", system.key), NoDice())
    session.dispatch(AddAll(roster.members), NoDice())
    now = session.encounter
    stands = [
        (combatant.name, combatant.health, combatant.full_health, combatant.temporary, combatant.group)
        for combatant in now.combatants.values()
    ]
    assert stands == [
        ("Otter", 11, 18, 4, ""),
        ("Reed Imp A", 7, 7, 0, "Reed Imp"),
        ("Reed Imp D", 2, 7, 0, "Reed Imp"),  # hidden: those in sight have the first letters
        ("Reed Imp C", 7, 7, 0, "Reed Imp A"),
        ("Reed Imp B", 7, 7, 0, "Reed Imp A"),
        ("Mud Witch", 0, 31, 0, ""),
    ]
    assert [now.name_of(combatant_id) for combatant_id in now.hidden] == ["Reed Imp D"]
    assert [now.name_of(combatant_id) for combatant_id in now.order if not now.standings[combatant_id].able] == [
        "Mud Witch"
    ]


def test_an_export_of_improved_initiative_has_a_party_enemies_and_prepared_fights() -> None:
    imp = {
        "Name": "Reed Imp",
        "HP": {"Value": 7},
        "AC": {"Value": 13},
        "Abilities": {"Str": 8, "Dex": 14},
        "Actions": [{"Name": "Bite", "Content": "+4 to hit.\n1d4+2 damage."}],
    }
    ana = {"Name": "Ana", "HP": {"Value": 18}, "Player": "player"}
    fight = json.loads(ford())
    whole = {
        "ImprovedInitiative.PersistentCharacters.a": json.dumps({"StatBlock": ana, "CurrentHP": 11}),
        "ImprovedInitiative.Creatures.b": json.dumps(imp),
        "ImprovedInitiative.SavedEncounters.c": json.dumps(fight),
        "ImprovedInitiative.SavedEncounters.d": json.dumps({**fight, "Name": "Mill"}),
    }
    roster = read_roster(json.dumps(whole), D20)
    assert [(each.name, each.side, each.health, each.full_health) for each in roster.members] == [
        ("Ana", "Party", 11, 18)
    ]
    (enemy,) = roster.enemies
    assert (enemy.name, enemy.health, enemy.note, enemy.sheet) == ("Reed Imp", 7, "AC 13", {"dex": 2})
    assert enemy.card == ("# Actions", "Bite. +4 to hit.", "1d4+2 damage.")
    assert [(each.name, len(each.members)) for each in roster.fights] == [("Reed ford", 6), ("Mill", 6)]


def test_what_stands_in_the_preview_is_what_comes_in() -> None:
    says = {
        who: " · ".join(says)
        for who, says in (explain(quick_line, ()) for quick_line in read_roster(ford(), SYSTEMS[0]).members)
    }
    assert says["Otter"] == "health 11/18 · 4 temporary"
    assert says["Reed Imp B"] == "group Reed Imp · health 2/7 · hidden"
    assert says["Mud Witch"] == "health 0/31 · down"


def test_a_table_of_scores_gives_modifiers_and_says_so() -> None:
    """Tables of D&D have scores: 14 must not count as +14."""
    fields = (Field("dex", "Dexterity", Kind.NUMBER, 0, low=-5, high=15, is_modifier=True),)
    roster = read_roster("name,dex\nAria,14\nBorin,+3\nFinn,16\n", replace(SYSTEMS[0], fields=fields))
    assert [member.sheet["dex"] for member in roster.members] == [2, 3, 3]
    assert roster.notes == (
        "Line 2: Dexterity 14 is a score; its modifier is taken: +2.",
        "Line 4: Dexterity 16 is a score; its modifier is taken: +3.",
    )


D20 = replace(
    system_of("table_rules", SYSTEMS),
    fields=(Field("dex", "Dexterity", Kind.NUMBER, 0, low=-5, high=15, is_modifier=True),),
)


def rows(text: str) -> list[tuple[object, ...]]:
    """Return name, count, health, full health, values and note of each combatant of a list."""
    return [
        (each.name, each.count, each.health, each.full_health, dict(each.sheet), each.note)
        for each in read_roster(text, D20).members
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Name,Max HP\nImp,7", [("Imp", 1, 7, 0, {}, "")]),
        ("Creature;Current HP;Max HP\nImp;2;7", [("Imp", 1, 2, 7, {}, "")]),
        ("Name\tHP\tDexterity\nOtter\t11/18\t+2", [("Otter", 1, 11, 18, {"dex": 2}, "")]),
        ("Qty,Creature,HP,Init\n3,Reed Imp,7 (2d6),2", [("Reed Imp", 3, 7, 0, {}, "Init 2")]),
        ("Name,HP,Max HP\nImp,2,7", [("Imp", 1, 2, 7, {}, "")]),
        ("Name,HP (current),HP (max)\nImp,2,7", [("Imp", 1, 2, 7, {}, "")]),
        ("Name,HP/Max\nImp,2/7", [("Imp", 1, 2, 7, {}, "")]),
        ("Name,Dex Mod\nImp,+2", [("Imp", 1, 0, 0, {"dex": 2}, "")]),
        ("Name,DEX\nImp,14 (+2)", [("Imp", 1, 0, 0, {"dex": 2}, "")]),
        ("Player,HP\nMara,28", [("Mara", 1, 28, 0, {}, "")]),
        ("Club staff,No.,HP,AC\nBouncer,3,11,12", [("Bouncer", 3, 11, 0, {}, "AC 12")]),
        ("Kreatur;Anz;TP;Anm\nHöhlenläufer;3;18;klettert", [("Höhlenläufer", 3, 18, 0, {}, "klettert")]),
        ("sep=;\nName;HP\nMara;28", [("Mara", 1, 28, 0, {}, "")]),
        ("Encounter 3,,\nName,HP,AC\nMara,28,15", [("Mara", 1, 28, 0, {}, "AC 15")]),
        ("Name      HP  AC\nOld Mara  28  15", [("Old Mara", 1, 28, 0, {}, "AC 15")]),
        ("Tonight:\n\n|#|Creature|HP|\n|-|-|-|\n|4|[[Imp]]|7|", [("Imp", 4, 7, 0, {}, "")]),
        ("<table><tr><th>Name<th>HP</tr><tr><td><b>Imp</b><td>7</tr></table>", [("Imp", 1, 7, 0, {}, "")]),
        (
            "| Name | HP | AC | CR |\n|---|---:|---|---|\n| **Otter** | 18 hp | 15 | 1/2 |",
            [("Otter", 1, 18, 0, {}, "AC 15; CR 1/2")],
        ),
    ],
)
def test_tables_with_other_heads(text: str, expected: list[tuple[object, ...]]) -> None:
    assert rows(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        f"name\tdex\nMara\t14\nOrc\t{'9' * 5000}",
        json.dumps([{"name": "Orc", "hp": 7, "str": 12, "con": 12, "dex": "9" * 5000}]),
        json.dumps([{"name": "Orc", "hp": 7, "str": 12, "con": 12, "dex": 1e300}]),
        f"Orc\nAC {'9' * 5000}\nHP {'9' * 5000}\nDEX {'9' * 5000}",
        f"name: Orc\nhp: {'9' * 5000}\ncount: {'9' * 5000}",
        f"Orc x{'9' * 5000}, hp 7",
        '[{"name": "Orc", "hp": 1e999, "count": 1e999, "dex": -Infinity}]',
    ],
)
def test_a_number_too_large_is_reported(text: str) -> None:
    """Python itself reads no whole number of more than 4,300 digits."""
    for system in (game.system for game in games_to_choose(SYSTEMS, ())):
        with suppress(BadSave):
            roster = read_roster(text, system)
            assert "Orc" in [member.name for member in roster.members] or roster.notes


def test_a_bad_cell_is_reported_and_the_rest_is_read() -> None:
    roster = read_roster("Name,HP,Count\nHound,some,2\nOtter,18,many\nImp,2W6,3\n", D20)
    members = [(each.name, each.count, each.health, each.health_dice, each.note) for each in roster.members]
    assert members == [("Hound", 2, 0, "", "HP some"), ("Otter", 1, 18, "", "count many"), ("Imp", 3, 0, "2d6", "")]
    assert roster.notes == (
        "Line 2: Health: a whole number from -9999 to 9999, not “some”.",
        "Line 3: count: a whole number from 1 to 100, not “many”.",
    )


def test_how_many_there_are_may_stand_beside_the_name() -> None:
    """Unless there is a column for it; and a dash is no value."""
    text = "Name,HP,Luck\nMara x1,9,3\nGoblin x3,7,-\n2 Orcs,9,–\nRat (x4),2,\n1d4 Wolves,5,"
    told = [(each.name, each.count, each.count_dice, each.note) for each in read_roster(text, D20).members]
    assert told == [
        ("Mara", 1, "", "Luck 3"),
        ("Goblin", 3, "", ""),
        ("Orc", 2, "", ""),
        ("Rat", 4, "", ""),
        ("Wolf", 1, "1d4", ""),
    ]
    (member,) = read_roster("Name,Count\nDrone x2,5", D20).members
    assert (member.name, member.count) == ("Drone x2", 5)


def test_a_table_says_who_plays_and_who_is_down() -> None:
    text = "Name,Type,HP,Status\nMara,pc,28,singing\nOrc,npc,9,dead\nDog,beast,5,\n"
    stands = [(each.name, each.side, each.fallen, each.note) for each in read_roster(text, D20).members]
    assert stands == [
        ("Mara", "Party", False, "status singing"),
        ("Orc", "", True, ""),
        ("Dog", "", False, "kind beast"),
    ]


@pytest.mark.parametrize(
    ("kind", "side"),
    [
        ("foe", "Foes"),
        ("Enemy", "Foes"),
        ("monster", "Foes"),
        ("Ally", "Allies"),
        ("friendly", "Allies"),
        ("PC", "Party"),
    ],
)
def test_a_word_for_a_side_as_the_kind_is_the_side(kind: str, side: str) -> None:
    (member,) = read_roster(f"Name\tType\tHP\nHedge knight\t{kind}\t52", D20).members
    assert (member.side, member.note) == (side, "")


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("arrives round 2", (False, Schedule(2), [], "")),
        ("hidden, surprised", (True, None, ["surprised"], "")),
        ("aura 30 ft, kill first", (False, None, [], "aura 30 ft, kill first")),
        ("frightened 2; has the key", (False, None, ["frightened 2"], "has the key")),
        ("hidden in the belfry, hp 7", (True, None, [], "in the belfry, hp 7")),
        ("in reserve, prone", (False, Schedule(), [], "prone")),
        ("wears 3 rings", (False, None, [], "wears 3 rings")),
    ],
)
@pytest.mark.parametrize("title", ["Notes", "Status"])
def test_a_cell_says_what_the_same_words_in_a_line_say(title: str, cell: str, expected: object) -> None:
    (member,) = read_roster(f"Name\tHP\t{title}\nOgre\t52\t{cell}", D20).members
    conditions = [condition.name for condition in member.conditions]
    assert (member.hidden, member.comes, conditions, member.note.removeprefix("status ")) == expected
    assert member.health == 52


def test_a_column_of_rounds_says_when_each_comes() -> None:
    roster = read_roster("Name\tTyp\tHP\tRound\tSize\nOgre\tGegner\t52\t2\t3", D20)
    assert [(each.side, each.comes, each.note) for each in roster.members] == [("Foes", Schedule(2), "Size 3")]
    assert [note.partition(" goes")[0] for note in roster.notes] == ["The column “Size”"]


def test_totals_that_are_all_low_are_modifiers_and_that_is_said() -> None:
    rules = replace(D20, fields=(*D20.fields, TOLD))
    roster = read_roster("Name,Init\nKnight,0\nLad,2\nLady,1\n", rules)
    assert [dict(each.sheet) for each in roster.members] == [{"dex": 0}, {"dex": 2}, {"dex": 1}]
    assert roster.notes == ("“Init” is read as the modifier of the initiative: no number is above 5.",)
    for others in ("Lady,16", ""):
        roster = read_roster(f"Name,Init\nKnight,0\nLad,2\n{others}\n", rules)
        assert [dict(each.sheet) for each in roster.members][:2] == [{"rolled_total": 0}, {"rolled_total": 2}]


def test_nobody_with_no_health_left_is_up() -> None:
    text = "Name,Current HP,Max HP\nOtter,0,18\nImp,0/7,\nWitch,some,31\n"
    stands = [(each.health, each.full_health, each.fallen) for each in read_roster(text, D20).members]
    assert stands == [(0, 18, True), (0, 7, True), (31, 0, False)]


def test_a_list_has_a_line_for_each() -> None:
    assert rows("- Otter, 18 hp\n- 3 Reed Imps\n\n* Mud Witch (hp 31) AC 14\n") == [
        ("Otter", 1, 18, 0, {}, ""),
        ("Reed Imp", 3, 0, 0, {}, ""),
        ("Mud Witch", 1, 31, 0, {}, "AC 14"),
    ]


def test_what_cannot_be_read_in_a_list_goes_into_the_note() -> None:
    roster = read_roster("Mara - 20\nOrc, scimitar +4\n17: Ana\n", D20)
    assert [(each.name, each.note) for each in roster.members] == [
        ("Mara", "20"), ("Orc", "scimitar +4"), ("Ana", "initiative 17")
    ]  # fmt: skip
    assert roster.notes[0] == "Line 1: “20” goes into the note."
    assert read_roster("Mara\n3/4\n", D20).notes == ("Line 2: “3/4”: is that the whole name, or what is it?",)


def test_an_encounter_block_of_obsidian() -> None:
    lines = ("```encounter", "name: Reed ford", "creatures:", "  - 3: Reed Imp", "  - 1: Mud Witch, 31, 14, 2, 450")
    block = "\n".join((*lines, "  - [[Bog Hound]]", "```"))
    assert read_roster(block, D20).name == "Reed ford"
    assert rows(block) == [
        ("Reed Imp", 3, 0, 0, {}, ""),
        ("Mud Witch", 1, 31, 0, {}, "AC 14; modifier 2; XP 450"),
        ("Bog Hound", 1, 0, 0, {}, ""),
    ]


@pytest.mark.parametrize("setting", ["players: false", "rollHP: true", "hide: players", "players: [Mara]"])
def test_a_setting_of_an_encounter_block_is_no_combatant(setting: str) -> None:
    block = f"```encounter\nname: Reed ford\n{setting}\ncreatures:\n  - 3: Reed Imp\n```"
    assert rows(block) == [("Reed Imp", 3, 0, 0, {}, "")]
    assert read_roster(block, D20).notes == (f"Line 3 is read as a setting: “{setting}”.",)


@pytest.mark.parametrize(
    "abilities", ["STR DEX CON INT WIS CHA\n8 (-1) 14 (+2) 10 (+0) 8 (-1) 10 (+0) 8 (-1)", "Dexterity 14"]
)
def test_a_stat_block_is_one_creature(abilities: str) -> None:
    block = f"Reed Imp\nSmall fey\nArmor Class 13\nHit Points 7 (2d6)\n{abilities}\nBite. +4 to hit."
    ((name, count, health, full, sheet, note),) = rows(block)
    assert (name, count, health, full, sheet, note) == ("Reed Imp", 1, 7, 0, {"dex": 2}, "AC 13")
    (imp,) = read_roster(block, D20).members
    assert imp.card[:3] == ("Small fey", "Armor Class 13", "Hit Points 7 (2d6)")


def test_several_stat_blocks() -> None:
    imp = "Reed Imp\nSmall fey\nArmor Class 13\nHit Points 7 (2d6)\n\nBite. +4 to hit."
    witch = "**Mud Witch**\nAC 14\nHP 31\nDexterity 12"
    for between in ("\n\n", "\n---\n", "\n\n___\n\n"):
        assert rows(f"{imp}{between}{witch}{between}{imp}") == [
            ("Reed Imp", 2, 7, 0, {}, "AC 13"),
            ("Mud Witch", 1, 31, 0, {"dex": 1}, "AC 14"),
        ]


@pytest.mark.parametrize(
    "text",
    [
        "Name: Otter\nHP: 11/18\nAC: 15\nDexterity: 14\n\nName: Reed Imp\nHP: 7\nCount: 3\n",
        "# Party\nName: Otter\nHP: 11/18\nAC: 15\nDEX: 14\nName: Reed Imp\nHP: 7\nCount: 3\n",
        "- **Name**: Otter\n- **HP**: 11/18\n- **AC**: 15\n- **Dex**: +2\n---\n- Name: Reed Imp\n- HP: 7\n- Qty: 3\n",
        (
            "combatants:\n  - name: Otter\n    max_hp: 18\n    hp: 11\n    ac: 15\n    dex: 14\n  - name: 'Reed Imp'\n"
            "    hp: 7\n    count: 3\n"
        ),
    ],
)
def test_blocks_of_named_values(text: str) -> None:
    assert rows(text) == [("Otter", 1, 11, 18, {"dex": 2}, "AC 15"), ("Reed Imp", 3, 7, 0, {}, "")]


def test_a_stat_block_in_yaml_has_a_card() -> None:
    lines = ("```statblock", "name: Reed Imp", "ac: 13", "hp: 7", "stats: [8, 14, 10, 8, 10, 8]", "traits:")
    block = "\n".join((*lines, "  - name: Bite", "    desc: It bites for 1d4.", "```"))
    assert rows(block)[0][:5] == ("Reed Imp", 1, 7, 0, {"dex": 2})
    assert read_roster(block, D20).members[0].card == ("traits:", "- name: Bite", "desc: It bites for 1d4.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("%PDF-1.7\n%\0", "a PDF"),
        ("{\\rtf1\\ansi Otter}", "plain text"),
        ("PK\x03\x04\x14\0", "save the table as CSV"),
        ("\x89PNG\r\n\x1a\n\0", "a picture"),
        ("https://example.org/encounters/7 ", "a link"),
    ],
)
def test_what_holds_no_list_is_named(text: str, words: str) -> None:
    with pytest.raises(BadSave, match=words):
        read_roster(text, D20)


def test_what_does_not_fit_on_a_card_is_reported() -> None:
    block = "\n".join(("Reed Imp", "Armor Class 13", "Hit Points 7", *["A long line of its powers. " * 20] * 20))
    roster = read_roster(block, D20)
    assert 1 < len(roster.members[0].card) < 20
    assert roster.notes == ("Reed Imp: the card takes 4000 characters, the rest is left out.",)


def test_what_a_line_lacks_and_headings_are_reported() -> None:
    roster = read_roster("# Tonight\nOtter,18,15\n", D20)
    assert [each.name for each in roster.members] == ["Otter"]
    assert roster.notes == (
        "Line 1 is read as a heading: “# Tonight”.",
        "Line 2: “18”: say what it is, such as “hp 18”. It goes into the note.",
        "Line 2: “15”: say what it is, such as “hp 15”. It goes into the note.",
    )


def test_a_line_that_is_left_out_by_a_guess_is_reported() -> None:
    roster = read_roster("Docking bay 12 ambush\nOtter, hp 18\nThe water is difficult terrain!\nIlse, hp 9\n", D20)
    assert [each.name for each in roster.members] == ["Otter", "Ilse"]
    assert roster.notes[:2] == (
        "Line 1 is left out: “Docking bay 12 ambush”.",
        "Line 3 is left out: “The water is difficult terrain!”.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "The party meets three reed imps at the ford in the rain.\n",
        "12\n",
        "hp 12\n7/7\n",
        f"##\nArmor Class 13\nHit Points {'9' * 5000}\n",
    ],
)
def test_text_that_is_no_list_is_refused_with_what_to_do(text: str) -> None:
    with pytest.raises(BadSave, match="one combatant per line, such as “Goblin x3, hp 7”"):
        read_roster(text, D20)


def test_the_columns_of_a_table_without_a_head_are_asked_for() -> None:
    """At first the names are read; what a column holds is said by hand."""
    text = "Otter,18,15,2\nIlse,26,13,1\n"
    roster = read_roster(text, D20)
    assert [(column.cells, column.subject) for column in roster.columns] == [
        (("Otter", "Ilse"), "name"), (("18", "26"), ""), (("15", "13"), ""), (("2", "1"), "")
    ]  # fmt: skip
    assert [each.name for each in roster.members] == ["Otter", "Ilse"]
    members = read_roster(text, D20, {1: "health", 2: "ac", 3: "sheet.dex"}).members
    assert [(each.name, each.health, each.note, dict(each.sheet)) for each in members] == [
        ("Otter", 18, "AC 15", {"dex": 2}), ("Ilse", 26, "AC 13", {"dex": 1})
    ]  # fmt: skip
    with pytest.raises(BadSave, match="Choose the column that has the names"):
        read_roster(text, D20, {0: "", 1: "health"})


@pytest.mark.parametrize("line", ["1 Armor", "2 armour", "Initiative bonus", "Hit Points"])
def test_a_word_for_a_value_is_no_combatant(line: str) -> None:
    roster = read_roster(f"Otter, hp 18\n{line}\n", D20)
    assert [member.name for member in roster.members] == ["Otter"]
    assert any(line in note for note in roster.notes)
