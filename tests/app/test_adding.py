"""Tests of adding combatants by quick lines or by the form: errors are shown in place, and no input is lost."""

import pytest

from app.fight.commands import read_lines
from app.importers.reader import read_typed
from app.intents.fight import ChangeSheet
from app.intents.html_codec import write
from tests.app.table import Table
from tests.app.test_evening_lines import read
from turntrack.core import commands as c
from turntrack.core.model import Encounter
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.rond6 import SYSTEM as ROND6
from turntrack.systems.traveller import SYSTEM as TRAVELLER
from turntrack.systems.zebra import SYSTEM as ZEBRA


@pytest.fixture
def empty(table: Table) -> Table:
    """Return a new fight without combatants, with the dialog for adding open."""
    table.tap("new", "zebra")
    return table


def test_a_new_fight_asks_for_combatants_at_once(empty: Table) -> None:
    """With an example in the words of its system."""
    assert empty.dialog.find("h2").text == "Add A line for each"
    assert empty.dialog.find("textarea").attributes["placeholder"] == "Guard x3, nimbleness 5, perception 5"
    assert empty.track == []
    assert "Nobody is here yet" in empty.region("panel").text


def test_the_example_can_be_read() -> None:
    """Whoever types what the dialog shows gets what it says."""
    line = "Guard x3, nimbleness 5, perception 5, side Harbour, group Guards, health 10, table"
    (command,) = read_lines(line, Encounter("", "zebra"), ZEBRA)
    assert isinstance(command, c.AddCombatant)
    assert (command.name, command.count, command.side, command.group) == ("Guard", 3, "Harbour", "Guards")
    assert (command.health, command.at_table, dict(command.sheet)) == (10, True, {"nimbleness": 5, "perception": 5})


def test_what_was_understood_is_shown_while_it_is_typed(empty: Table) -> None:
    """Each line by itself: who, what is said of them, or what is wrong; and nothing has come in yet."""
    empty.key_in("lines", "Guard x3, nimbleness 5, sabre 4, side Harbour, table\n\nRat, nimblnis 5\nMara, shooting")
    assert [line.text for line in empty.dialog.find("ul", id="understood").all("li")] == [
        "Guard ×3 Nimbleness 5 sabre 4 Size of the weapon: middle side Harbour rolls at the table",
        "Rat no side nimblnis 5 nimbleness 5 note nimblnis 5 Say what it is",
        "Mara Begins: in shooting position no side",
    ]
    assert [each.text for each in empty.dialog.with_class("slip")] == ["nimblnis 5"]
    assert empty.track == []
    empty.key_in("lines", "Guard")
    assert [line.text for line in empty.dialog.find("ul", id="understood").all("li")] == ["Guard defaults"]
    empty.tap("dismiss")
    empty.tap("add")
    assert empty.dialog.values()["lines"] == "Guard"


def test_a_stat_block_is_one_combatant_as_in_an_import(empty: Table) -> None:
    """With the lines above it; what its values are, and that it has a card, is shown before it comes in."""
    block = "Aria, nerve 4\n\nReed Guard\nNimbleness 6, Nerve 99\nHealth 12\nAC 13\nActions\nSabre. 1d6"
    empty.key_in("lines", block)
    assert [line.text for line in empty.dialog.find("ul", id="understood").all("li")] == [
        "Aria Got a Nerve! 4",
        (
            "Reed Guard Nimbleness 6 health 12 note AC 13 card of 5 lines "
            "Got a Nerve!: a whole number from 0 to 30, not “99”."
        ),
    ]
    empty.send("add-lines", lines=f"{block}\n\nMud Witch\nAC 14\nHP 31")
    encounter = empty.session.encounter
    assert [combatant.name for combatant in encounter.combatants.values()] == ["Aria", "Reed Guard", "Mud Witch"]
    assert encounter.stat_cards["c2"][-1] == "Sabre. 1d6"


@pytest.mark.parametrize(
    "text",
    [
        "Name\tHP\tInit\nAria\t33\t18\nOrc x2\t15\t9\n",
        "| Name | Init | HP |\n|---|---|---|\n| Aria | 18 | 33 |\n| Orc x2 | 9 | 15 |",
        "Name    HP   Init\nAria    33   18\nOrc x2  15   9",
    ],
)
def test_a_table_is_read_as_in_an_import(text: str) -> None:
    read = read_typed(text, Encounter("", "zebra"), ZEBRA)
    told = [(each.name, each.count, each.health, each.sheet) for line in read if (each := line.command)]
    assert told == [("Aria", 1, 33, {"rolled_total": 18}), ("Orc", 2, 15, {"rolled_total": 9})]
    (reed,) = read_typed(
        "| Name | UPP | Weapon |\n|---|---|---|\n| Reed | 7A8777 | Rifle |", Encounter("", "traveller"), TRAVELLER
    )
    assert reed.command
    assert (reed.command.sheet, reed.command.note) == ({"dex": 10, "end": 8}, "Weapon Rifle")
    assert [line.wrong for line in read_typed("Name, HP\n,3", Encounter("", "zebra"), ZEBRA)] == [
        "No line of the table has a name. Line 2 has no name."
    ]
    assert [line.text for line in read_typed("Guard, hidden\nRat", Encounter("", "zebra"), ZEBRA)] == [
        "Guard, hidden",
        "Rat",
    ]


@pytest.mark.parametrize(
    "text", ["# Foes\n\nReed Imp\nHP 7\nAC 13\n\nHag\nHP 60\nAC 17", "Aria, perzepzion 3D\n\nReed Imp\nAC 13\nHP 7"]
)
def test_a_line_beside_a_stat_block_is_read_as_a_line(text: str) -> None:
    read = read_typed(text, Encounter("", "rond6"), ROND6)
    assert [(line.text.partition("\n")[0], line.command is not None) for line in read] in (
        [("# Foes", False), ("Reed Imp", True), ("Hag", True)],
        [("Aria, perzepzion 3D", False), ("Reed Imp", True)],
    )


def test_a_key_draws_the_dialog_and_nothing_else(empty: Table) -> None:
    empty.key_in("lines", "Guard")
    assert set(empty.last.regions) == {"dialog"}
    assert (empty.last.dialog, empty.last.view) == ("key-1 add ", "fight")


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_the_words_of_the_system_stand_beside_the_box(system: TurnSystem, table: Table) -> None:
    """All that can follow a name, before anything is typed."""
    table.tap("new", system.key)
    if not table.last.dialog:  # its rules are chosen first
        table.tap("add")
    words = [each.text for each in table.dialog.find("div", id="words").all("button")]
    for field in system.fields:
        if not field.picks and not any(other.names == field.key for other in system.fields):
            assert field.key.replace("_", " ") in words
        assert all(any(pick.label in word for word in words) for pick in field.picks)
    assert words[-6:] == ["side", "group", "health", "note", "hidden", "real dice"]


def test_lines_come_back_with_the_undo_of_joining(empty: Table) -> None:
    lines = "Aria, init 17\n2 Goblins, hp 7"
    empty.add(lines)
    empty.tap("undo")
    empty.tap("add")
    assert empty.dialog.values()["lines"] == lines
    empty.key_in("lines", "Borin")
    empty.tap("dismiss")
    empty.tap("redo")
    empty.tap("undo")
    empty.tap("add")
    assert empty.dialog.values()["lines"] == "Borin", "what was typed since stays"


def test_numbers_beside_several_names_are_their_totals(empty: Table) -> None:
    """Players call their numbers; only names and numbers are typed. A tap still makes one a name."""
    lines = "Aria 17\nBorin 21, hp 30\n\nGuard x2\nCael 9\ngoblin 3"
    empty.key_in("lines", lines)
    said = [line.text for line in empty.dialog.find("ul", id="understood").all("li")]
    assert said[:2] == [
        "Aria initiative 17 side Heroes name “Aria 17”",
        "Borin initiative 21 side Heroes health 30 name “Borin 21”",
    ]
    assert "1 line with a question." in empty.dialog.text, "three goblins may be meant"
    empty.tap("mend-line", "5:1:Cael 9 x1")
    empty.tap("mend-line", "6:1:goblin, init 3")
    empty.send("add-lines", lines=str(empty.dialog.values()["lines"]))
    joined = [(each.name, each.sheet.get("rolled_total")) for each in empty.session.encounter.combatants.values()]
    assert joined == [("Aria", 17), ("Borin", 21), ("Guard A", ""), ("Guard B", ""), ("Cael 9", ""), ("goblin", 3)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Aria 17\nBorin 21", {"Aria": 17, "Borin": 21}),
        (
            "nim 27\ntoruk 27 (after nim)\nlady ashgrove 15\nodo 8",
            {"nim": 27, "toruk": 27, "lady ashgrove": 15, "odo": 8},
        ),
        ("1. Kesh 24\n2. Dorrin 19\n3. ghoul pack (4) 15", {"Kesh": 24, "Dorrin": 19, "ghoul pack": 15}),
        ("Aria 17, AC 14\nHP 9, Reach 2\nBorin 21", {"Aria": 17, "Borin": 21}),
        ("No-Face Nat 19\nsgt. hale 16\nMonk 12, hp 35/40", {"No-Face Nat": 19, "sgt. hale": 16, "Monk": 12}),
        # No list: one number only, or numbers that tell the alike apart.
        ("Aria 17\nBorin", {"Borin": None}),
        ("Orc 2\nOrc 3", {"Orc 2": None, "Orc 3": None}),
        ("goblin 4\nogre 2", {}),
        ("Aria 17\nBorin 9\ngoblins 14\norc 3", {"Aria": 17, "Borin": 9}),
    ],
)
def test_a_list_of_totals_answers_what_its_numbers_are(text: str, expected: dict[str, int | None]) -> None:
    read = read_typed(text, Encounter("", "zebra"), ZEBRA)
    told = {each.name: each.sheet.get("rolled_total") for line in read if (each := line.command)}
    assert told == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Adda 21, Rook 18, Tam 11", [("Adda", 1), ("Rook", 1), ("Tam", 1)]),
        ("Jory 19 | Big Tom 9 | Fenn 3 (prone)", [("Jory", 1), ("Big Tom", 1), ("Fenn", 1)]),
        ("Cael nat 20 so 23, Bettany 17, Moss 4", [("Cael", 1), ("Bettany", 1), ("Moss", 1)]),
        ("ogre hp59 ac11, 3 goblins hp10 & worg hp26", [("ogre", 1), ("goblin", 3), ("worg", 1)]),
        ("Foes: 3 orcs hp 15, 2 wolves hp 11, ogre hp 59", [("orc", 3), ("wolf", 2), ("ogre", 1)]),
        # Less is asked about, as it may be one creature with its values.
        ("Mara hp 20, horse hp 15", []),
        ("Nadja, Colt, Old Wim", []),
        ("Reed 14, Magic 3, Luck 4", []),
        ("Aria 15, Str 12, Magic 14, Luck 9", []),
    ],
)
def test_three_and_more_in_one_line_come_without_a_question(line: str, expected: list[tuple[str, int]]) -> None:
    read = read_typed(line, Encounter("", "zebra"), ZEBRA)
    assert [(each.name, each.count) for line_read in read if (each := line_read.command)] == expected
    assert expected or [line_read.wrong.endswith("combatants?") for line_read in read] == [True]
    assert {line_read.text for line_read in read} == {line}, "a tap on one of them mends the whole line"


def test_a_sign_belongs_to_a_total_where_nothing_is_added_to_the_roll() -> None:
    read = read_typed("Varga +3\nMoke 1\nOsei -2\ncorsairs (6) 0", Encounter("", "traveller"), TRAVELLER)
    told = [(each.name, each.count, each.sheet.get("initiative")) for line in read if (each := line.command)]
    assert told == [("Varga", 1, 3), ("Moke", 1, 1), ("Osei", 1, -2), ("corsair", 6, 0)]


def test_a_slip_is_mended_by_a_tap(empty: Table) -> None:
    """The other lines stay as they are; how many come in, the button says."""
    empty.key_in("lines", "Mara\n\nRat x2, nimblnis 5")
    assert empty.dialog.find("button", type="submit").text == "Add"
    assert "1 line not understood yet." in empty.dialog.text
    empty.tap("mend-line", "3:1:Rat x2, nimbleness 5")
    assert empty.dialog.values()["lines"] == "Mara\n\nRat x2, nimbleness 5"
    assert not empty.dialog.with_class("ask")
    assert empty.dialog.find("button", type="submit").text == "Add 3"


def test_a_counter_is_part_of_a_line(empty: Table) -> None:
    empty.key_in("lines", "Mara, counter arrows 9/12")
    assert "counter arrows 9/12" in empty.dialog.find("ul", id="understood").text
    empty.add("Mara, counter arrows 9/12")
    assert [badge.text for badge in empty.rows.with_class("counter")] == ["arrows 9/12"]


def test_what_could_be_several_things_is_asked_for_with_chips(empty: Table) -> None:
    """Whoever pastes numbers without words says by taps what they are; so for a name with a value in it."""
    empty.key_in("lines", "Imp\t7\t13\nOtter luck: 3\n3 goblins, 2 orcs")
    chips = [each.text for each in empty.dialog.find("ul", id="understood").all("button")]
    assert {"hp 7", "The name is “Otter luck: 3”", "note luck: 3", "2 combatants"} <= {*chips}
    empty.tap("mend-line", "3:1:3 goblins\n2 orcs")
    empty.tap("mend-line", "2:1:Otter, note luck: 3")
    assert empty.dialog.values()["lines"] == "Imp\t7\t13\nOtter, note luck: 3\n3 goblins\n2 orcs"


def test_what_a_chip_is_called_begins_with_what_it_shows(empty: Table) -> None:
    """Whoever speaks to the device says what stands on the chip: a mistyped word, and a name in short."""
    empty.key_in("lines", "Otter, helth 9\nMage 12, fireball 3, magic missile 4, shield 2\nImp\t7\t13\nOtter luck: 3")
    chips = empty.dialog.find("ul", id="understood").all("button")
    told = [chip for chip in chips if chip.attributes.get("aria-label")]
    assert any(chip.with_class("ask") for chip in told)
    assert [chip.text for chip in told if not (chip.attributes["aria-label"] or "").startswith(chip.text)] == []


def test_a_number_of_combatants_in_dice_is_rolled(empty: Table) -> None:
    empty.key_in("lines", "1d4 Wolves, hp 11")
    assert empty.dialog.find("ul", id="understood").text.startswith("Wolf ×1d4 health 11")
    assert empty.dialog.find("button", type="submit").text == "Add"
    empty.dice.faces[:] = [2]
    empty.send("add-lines", lines="1d4 Wolves, hp 11")
    assert [row.split()[1] for row in empty.track] == ["A", "B"]
    empty.tap("undo")
    assert not empty.track


def test_a_line_stays_in_its_place_while_it_is_mended(empty: Table) -> None:
    """How many are open stands beside the button."""
    empty.key_in("lines", "Mara\nIlko\nRat, nimblnis 5\nAna\n, nerve 3")
    shown = empty.dialog.find("ul", id="understood").all("li")
    assert [each.attributes["id"] for each in shown] == [f"line-{number}" for number in range(1, 6)]
    assert "2 lines not understood yet." in empty.dialog.text


def test_what_cannot_be_guessed_is_said_beside_what_is_understood(empty: Table) -> None:
    """Each part by itself, with the reason; a line of which nothing can be read is shown as it was typed."""
    rat, mara = "Rat, xylophone, nimbleness 31, sabre 4, side Harbour", "Mara, side A, side B, glockenspiel"
    empty.key_in("lines", f"{rat}\n{mara}\n, nerve 3")
    shown = empty.dialog.find("ul", id="understood").all("li")
    assert [each.text for each in shown[0].with_class("line-part")] == [
        "Rat",
        "sabre 4",
        "Size of the weapon: middle",
        "side Harbour",
        "note xylophone",
    ]
    assert [each.text for each in shown[0].with_class("error")] == [
        "Nimbleness: a whole number from 0 to 30, not “31”.",
    ]
    assert not empty.dialog.with_class("ask")
    assert shown[1].text == "Mara side A “side B” repeats what the line already says. side A side B Say what it is"
    assert shown[2].text == ", nerve 3 A quick line begins with a name. Say what it is"
    assert "3 lines not understood yet." in empty.dialog.text


def test_sides_are_seen_before_they_come_in(empty: Table) -> None:
    """Each in the colour that it will have."""
    empty.key_in("lines", "Mara, side Crew\nRat, side Harbour\nIlko, side Crew")
    shown = [each.attributes["class"] for each in empty.dialog.find("ul", id="understood").with_class("dot")]
    assert shown == ["line-part dot side-0", "line-part dot side-1", "line-part dot side-0"]
    empty.send("add-lines")
    rows = [row.attributes["class"] for row in empty.rows.all("li") if "data-id" in row.attributes]
    assert ["side-0" in row for row in rows] == [True, False, True]


def test_lines(empty: Table) -> None:
    """Empty lines do not matter; all lines together are one step, one journal record and one undo."""
    empty.send("add-lines", lines="Mara, nerve 6, sabre 5\n\n  \nGuard x3, side Harbour\n")
    assert [" ".join(row.split()[:-1]) for row in empty.track] == ["Mara", "Guard A", "Guard B", "Guard C"]
    assert not empty.last.dialog
    assert len(empty.session.past) == 2
    assert len(empty.storage.journals["key-1"]) == 2
    assert empty.log[:4] == ["Mara joins.", "Guard A joins.", "Guard B joins.", "Guard C joins."]
    undo = empty.region("history").find("button", id="undo")
    assert undo.attributes["aria-label"] == "Undo: Mara, Guard A, Guard B, Guard C join"
    empty.tap("undo")
    assert not empty.track
    empty.tap("redo")
    assert len(empty.track) == 4


def test_an_invisible_mark_in_one_of_several_lines_does_not_keep_the_journal_from_being_read(empty: Table) -> None:
    """What is typed stays as it is in the command, and its record can be read again."""
    empty.send("add-lines", lines="Ma\u00adra\nIlko, note a\u200bb")
    records = [decode_record(record) for record in empty.storage.journals["key-1"]]
    assert [combatant.name for combatant in replay(records, SYSTEMS).encounter.combatants.values()] == ["Mara", "Ilko"]


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        ("Mara\nIlko, nerve x\nRat", 2, "Got a Nerve!: a whole number from 0 to 30, not “x”."),
        ("Mara, nerve 31", 1, "from 0 to 30"),
        ("Mara\n\nRat, nerve -1", 3, "from 0 to 30"),
        ("Mara\nGuard x0", 2, "from 1 to 100"),
        ("Guard x101", 1, "from 1 to 100"),
        ("Mara, health ten", 1, "Health"),
        ("Mara, blorb", 1, "“blorb” cannot be read"),
        (", nerve 3", 1, "begins with a name"),
        ("Mara\n" + "M" * 61, 2, "at most 60 characters"),
        ("Mara\n" + "M" * 10_000, 2, "at most 2000 characters"),
        ("Mara\nRat\nMara\N{RIGHT-TO-LEFT OVERRIDE}araM", 3, "U+202E"),
        ("Mara\nRat, side " + "s" * 61, 2, "at most 60 characters"),
        ("Mara\nRat, group " + "g" * 61, 2, "at most 60 characters"),
        ("Mara\nRat, note " + "n" * 501, 2, "at most 500 characters"),
        ("\n".join(["Guard x100"] * 11), 11, "at most 1000 combatants"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_lost(empty: Table, lines: str, line: int, said: str) -> None:
    """No line is added by halves: what was typed is still there, to be mended and sent again."""
    before = empty.session.encounter
    empty.send("add-lines", lines=lines)
    error = empty.dialog.find("p", id="form-error").text
    assert error.startswith(f"Line {line}: ")
    assert said in error
    assert empty.dialog.values()["lines"] == lines
    assert empty.session.encounter is before
    assert len(empty.storage.journals["key-1"]) == 1


def test_nothing_typed(empty: Table) -> None:
    """Sending an empty box says what is missing."""
    empty.send("add-lines", lines=" \n ")
    assert empty.dialog.find("p", id="form-error").text == "Type at least one name."


def test_the_error_goes_with_the_dialog(empty: Table) -> None:
    """Opened again, it has what was typed, and complains of nothing."""
    empty.send("add-lines", lines="Mara, blorb")
    empty.tap("dismiss")
    assert not empty.last.dialog
    empty.tap("add")
    assert empty.dialog.values() == {"lines": "Mara, blorb"}
    assert not empty.dialog.all(id="form-error")


def test_the_form_is_drawn_from_the_sheet(empty: Table) -> None:
    """Every field of the system, with its default."""
    empty.tap("form")
    values = empty.dialog.values()
    assert {f"sheet.{field.key}": str(field.default) for field in ZEBRA.fields}.items() <= values.items()
    empty.send("add-form", name="Mara", side="Crew", health="15", sheet__nerve="6", sheet__position="shooting")
    assert empty.track == ["Mara"]
    added = empty.session.encounter.combatants["c1"]
    assert (added.name, added.side, added.health, added.sheet["nerve"]) == ("Mara", "Crew", 15, 6)
    assert added.sheet["position"] == "shooting"
    assert not empty.last.dialog


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"sheet__nerve": "six"}, "Nerve"),
        ({"health": "1e9"}, "Health: a whole number"),
        ({"count": "0"}, "from 1 to 100 of them, not 0"),
        ({"name": ""}, "The name is empty"),
        ({"name": "\N{ZERO WIDTH NO-BREAK SPACE}Mara"}, "U+FEFF"),
    ],
)
def test_a_form_that_cannot_be_read_keeps_what_was_typed(empty: Table, typed: dict[str, str], said: str) -> None:
    """All of it, the bad value included."""
    empty.tap("form")
    filled: dict[str, str | bool] = {"name": "Mara", "side": "Crew", "at_table": True, "sheet__level": "7", **typed}
    empty.send("add-form", **filled)
    assert said in empty.dialog.find("p", id="form-error").text
    values = empty.dialog.values()
    assert {key.replace("__", "."): value for key, value in filled.items()}.items() <= values.items()
    assert empty.track == []


def test_lines_and_form_lead_to_each_other(empty: Table) -> None:
    """Each offers the other."""
    empty.tap("form")
    assert "Add a combatant" in empty.dialog.text
    empty.tap("add")
    assert empty.dialog.find("textarea").label == "One line each"


def test_joining_in_the_middle_of_a_sequence(worked: Table) -> None:
    """Whoever comes in rolls at once; the marker does not move."""
    worked.dice.faces[:] = [17]
    worked.add("D, nerve 0, perception 0, level 0, shooting")
    assert worked.track == ["*A 20", "D 17", "B 14", "C 9"]


def test_a_health_in_dice_is_rolled_when_the_line_is_taken(empty: Table) -> None:
    """It is shown as dice before; whoever has real dice is asked for theirs."""
    empty.key_in("lines", "Imp x2, hp 2d6")
    assert empty.dialog.find("ul", id="understood").text.startswith("Imp ×2 health 2d6")
    empty.dice.faces[:] = [1, 2, 6, 6]
    empty.send("add-lines", lines="Imp x2, hp 2d6")
    assert [combatant.health for combatant in empty.session.encounter.combatants.values()] == [3, 12]
    empty.tap("add")
    empty.send("add-lines", lines="Mara, hp 2d6, real dice")
    assert len(empty.session.encounter.combatants) == 2
    assert "2d6" in empty.dialog.text


def test_the_form_takes_what_a_line_takes(empty: Table) -> None:
    empty.tap("form")
    empty.send("add-form", name="Mara", health="11/18")
    empty.dice.faces[:] = [2, 3, 4, 5, 6]
    empty.controller.handle("add-form", "", {"name": "Wolf", "count": "1d4", "health": "2d6"})
    mara, *wolves = empty.session.encounter.combatants.values()
    assert (mara.health, mara.full_health) == (11, 18)
    assert [wolf.health for wolf in wolves] == [7, 11]
    empty.controller.handle(*write(ChangeSheet(mara.id, "health")), {"health": "9/20"})
    mara = empty.session.encounter.combatants[mara.id]
    assert (mara.health, mara.full_health) == (9, 20)


def test_a_number_behind_a_name_is_asked_about(empty: Table) -> None:
    """Nothing is added before it is clear; a tap says what the number is."""
    empty.send("add-lines", lines="Aria 17\nBorin")
    assert "Line 1: “Aria 17”: initiative 17, or a name?" in empty.dialog.text
    empty.tap("mend-line", "1:1:Aria, init 17")
    empty.send("add-lines", lines=str(empty.dialog.values()["lines"]))
    assert not empty.last.dialog
    joined = empty.session.encounter.combatants.values()
    assert [combatant.sheet["rolled_total"] for combatant in joined] == [17, ""]


def test_who_comes_later_is_a_foe_unless_said(empty: Table) -> None:
    empty.add("Aria", "Borin")
    empty.tap("add")
    empty.key_in("lines", "Goblin x2\nCy, PC\nWolf, ally")
    shown = {line: empty.dialog.find("li", id=f"line-{line}").text for line in (1, 2, 3)}
    assert "side Foes" in shown[1]
    assert "side" not in shown[2].replace("no side", "")
    assert "side Allies" in shown[3]
    empty.tap("mend-line", "1:1:Heroes:\nGoblin x2")
    assert empty.dialog.values()["lines"] == "Heroes:\nGoblin x2\nCy, PC\nWolf, ally"
    assert "with the heroes" in empty.dialog.find("li", id="line-1").text
    assert "Foes" not in empty.dialog.find("ul", id="understood").text


def test_a_heading_names_the_side_or_the_group(empty: Table) -> None:
    empty.add(
        "Party:",
        "Aria",
        "# Foes",
        "Goblin x2",
        "Wolves:",
        "Wolf x2, hp 11",
        "Initiative:",
        "Bo",
        "Heroes:",
        "Cy",
        "Rats:",
        "Rat",
    )
    sides = {
        combatant.name: (combatant.side, combatant.group) for combatant in empty.session.encounter.combatants.values()
    }
    assert sides == {
        "Aria": ("Heroes", ""),
        "Goblin A": ("Foes", ""),
        "Goblin B": ("Foes", ""),
        "Wolf A": ("Foes", "Wolves"),
        "Wolf B": ("Foes", "Wolves"),
        "Bo": ("Foes", "Wolves"),
        "Cy": ("Heroes", ""),
        "Rat": ("Foes", "Rats"),
    }


def test_the_words_for_a_side_mean_the_side_that_is_there(empty: Table) -> None:
    empty.add("Aria, side Watch", "Orc, side Enemies")
    empty.add("Goblin", "Bo, hero", "Wolf, foe", "Rat, side Sewer", "Elk, ally")
    assert {each.name: each.side for each in empty.session.encounter.combatants.values()} == {
        "Aria": "Watch",
        "Orc": "Enemies",
        "Goblin": "Enemies",
        "Bo": "Watch",
        "Wolf": "Enemies",
        "Rat": "Sewer",
        "Elk": "Allies",
    }


def test_no_side_is_guessed_among_several_or_beside_foes(empty: Table) -> None:
    empty.add("Orc, foe")
    empty.add("Aria")
    assert [each.side for each in empty.session.encounter.combatants.values()] == ["Foes", ""]


def test_a_sentence_about_a_side_is_no_combatant(empty: Table) -> None:
    empty.tap("add")
    empty.key_in("lines", "Foes:\nHeroes have surprise\nOrc, hp 15")
    assert "left out" in empty.dialog.find("li", id="line-2").text
    assert "side Foes" in empty.dialog.find("li", id="line-3").text


@pytest.mark.parametrize(
    "line",
    [
        "Docking bay 12 ambush",
        "**Area 7 – the flooded crypt**",
        "Kampf auf Ebene 2",
        "- The guards will not attack unless provoked.",
        "water is difficult terrain!!",
        "Ambush at the Toll Bridge",
    ],
)
def test_a_line_left_out_by_a_guess_is_put_back_by_a_tap(empty: Table, line: str) -> None:
    empty.key_in("lines", f"{line}\n- 2 rats, hp 2\n- bat")
    shown = empty.dialog.find("li", id="line-1")
    assert "left out" in shown.text
    (chip,) = shown.all("button")
    assert chip.text == "A combatant"
    empty.tap("mend-line", chip.attributes["data-arg"])
    assert empty.dialog.values()["lines"] == f"{line} x1\n- 2 rats, hp 2\n- bat"
    assert "left out" not in empty.dialog.find("li", id="line-1").text
    assert not empty.dialog.with_class("ask")
    assert empty.dialog.find("button", type="submit").text == "Add 4"


def test_a_heading_holds_for_what_is_still_asked(empty: Table) -> None:
    empty.key_in("lines", "Foes:\nGoblin, nimblnis 5\nInitiative:\nX")
    assert "side Foes" in empty.dialog.find("li", id="line-2").text
    assert "a heading" in empty.dialog.find("li", id="line-3").text


@pytest.mark.parametrize(
    ("form", "noun"), [("Goblin {0}, hp 7\n", "10 lines"), ("Goblin {0}\nAC 15\nHP 7\n\n", "10 stat blocks")]
)
def test_no_more_is_read_than_a_fight_can_hold(form: str, noun: str) -> None:
    read = read_typed("".join(map(form.format, range(MOST_COMBATANTS + 10))), Encounter("", "rond6"), ROND6)
    assert len(read) == MOST_COMBATANTS + 1
    assert read[-1].wrong == f"{noun} too many: at most {MOST_COMBATANTS} can be read at once."
    assert read[-1].text.startswith(f"Goblin {MOST_COMBATANTS}")


TRACKER = "Combat tracker\n---\nIlse Reed\n28\nHP 47/47\nCinder Rat\n21\nHP 9 / 18\n~~Wex~~ has left\nBo\n9"


def test_values_alone_belong_to_the_name_above() -> None:
    read = read_typed(TRACKER, Encounter("", "rond6"), ROND6)
    told = [(each.name, each.sheet["rolled_total"], each.health) for line in read if (each := line.command)]
    assert told == [("Ilse Reed", 28, 47), ("Cinder Rat", 21, 9), ("Bo", 9, 0)]
    assert [line.text for line in read if line.heading] == ["Combat tracker", "---", "~~Wex~~ has left"]
    unnamed = read_typed("28\nHP 47/47", Encounter("", "rond6"), ROND6)
    assert [bool(line.command) for line in unnamed] == [False, False]


def test_a_mended_line_takes_its_values_along(empty: Table) -> None:
    empty.key_in("lines", "Rat (2)\n28\nhp 4\nMara")
    empty.tap("mend-line", "1:3:Rat x2, rolled total 28, hp 4")
    assert empty.dialog.values()["lines"] == "Rat x2, rolled total 28, hp 4\nMara"


@pytest.mark.parametrize(
    ("text", "chip", "mended"),
    [
        ("Rat (2)\n\n28\nhp 4\n\nMara", "2 of them", "Rat x2, rolled total 28, hp 4\n\nMara"),
        (
            "Wyn 17\nOdo 12\n\nReed Imp\nAC 13\n\nHP 7\nSpeed 30\n\nCy, hp 9, ally",
            "With the heroes",
            "Wyn 17\nOdo 12\n\nReed Imp, side Heroes\nAC 13\n\nHP 7\nSpeed 30\n\nCy, hp 9, ally",
        ),
        (
            "Wyn 17\nOdo 12\nbog captain 16\n3 rats, hp 4",
            "A foe",
            "Wyn 17\nOdo 12\nbog captain 16, side Foes\n3 rats, hp 4",
        ),
        ("Bo\u2028Wyn\nRat x2, nimblnis 5\nOdo", "nimblnis 5 nimbleness 5", "Bo\nWyn\nRat x2, nimbleness 5\nOdo"),
    ],
)
def test_a_tap_replaces_the_lines_of_its_combatant_and_no_others(
    empty: Table, text: str, chip: str, mended: str
) -> None:
    empty.key_in("lines", text)
    taps = empty.dialog.find("ul", id="understood").all("button")
    arg = next(each.attributes["data-arg"] for each in taps if each.text == chip)
    empty.tap("mend-line", arg)
    assert empty.dialog.values()["lines"] == mended


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Reed Imp", "hp": 7, "ac": 13}',
        "name: Reed Imp\nsize: Small\nhp: 7\nac: 13",
        "```statblock\nname: Reed Imp\nhp: 7\nac: 13\n```",
        "NAME: Reed Imp\nKIND: Fey   AGE: 42\nHP 7\nAC 13",
        "REED IMP, OLD\nA thin, tired thing.\nAC 13, HP 7, ATK 1 claw +2, S -1, D +2",
        "Reed Imp, age 42, keeper of the old light house\nHP 7   AC 13\nSpeed 30 ft.",
        "Reed Imp Creature 1 [Source p. 12]\nHP 7\nAC 13",
    ],
)
def test_a_creature_is_read_in_the_layouts_of_files_too(text: str) -> None:
    (line,) = read_typed(text, Encounter("", "rond6"), ROND6)
    assert line.command
    assert (line.command.name.casefold().removesuffix(", old"), line.command.health) == ("reed imp", 7)
    assert "13" in line.command.note


def test_what_is_left_out_of_data_is_named() -> None:
    (line,) = read_typed("name: Reed Imp\nhp: 7\nedges: [Quick, Fast Hands, Steady]\n", Encounter("", "rond6"), ROND6)
    assert line.command
    assert "edges" in line.command.note + "".join(line.notes)
    broken, *_ = read_typed('{"name": "Reed Imp"\nx3', Encounter("", "rond6"), ROND6)
    assert (broken.command, bool(broken.wrong)) == (None, True)


def test_the_abbreviations_of_fields_are_columns() -> None:
    (line,) = read_typed("Name;Perc;HP\nReed Imp;4D;7", Encounter("", "rond6"), ROND6)
    assert line.command
    assert dict(line.command.sheet) == {"perception": "4D"}


def test_an_empty_line_ends_the_heroes() -> None:
    read = read_typed("PCs\n\nIlse\nBo\n\nCultist x4, knives", Encounter("", "rond6"), ROND6)
    assert [line.command.side for line in read if line.command] == ["Heroes", "Heroes", "Foes"]
    foes = read_typed("Foes:\nRat\n\nBat", Encounter("", "rond6"), ROND6)
    assert [line.command.side for line in foes if line.command] == ["Foes", "Foes"]


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("x3", 3),
        ("Qty: 3", 3),
        ("3 claws", 1),
        ("x3 for tonight. They dive", 3),
        ("3 of them, hungry", 3),
        ("x2 damage", 1),
    ],
)
def test_a_line_of_a_block_may_say_how_many_there_are(line: str, count: int) -> None:
    (read,) = read_typed(f"Reed Imp\nHP 7\nAC 13\nSpeed 30 ft.\n{line}", Encounter("", "rond6"), ROND6)
    assert read.command
    assert (read.command.count, read.command.health) == (count, 7)


def test_a_line_of_several_values_belongs_to_the_name_above() -> None:
    read = read_typed("Rat (old)\nParry 6, Tough 9\nhp 7\nBo 12, hp 9\nAC 14, Reach 2", Encounter("", "rond6"), ROND6)
    told = [(each.name, each.health, each.note) for line in read if (each := line.command or line.rest)]
    assert told == [("Rat (old)", 7, "Parry 6; Tough 9"), ("Bo 12", 9, "AC 14; Reach 2")]


def test_names_with_numbers_and_values_below_are_read_as_in_a_list() -> None:
    read = read_typed("Guard 12\nhp 11, ac 16\nKez 15\nac 14 hp 20", Encounter("", "rond6"), ROND6)
    told = [(each.name, each.sheet, each.health) for line in read if (each := line.command)]
    assert told == [("Guard", {"rolled_total": 12}, 11), ("Kez", {"rolled_total": 15}, 20)]


def test_a_second_combatant_in_a_line_is_offered() -> None:
    (line,) = read_typed("Fen hp 20, wolf 11hp", Encounter("", "rond6"), ROND6)
    assert [way.label for slip in line.slips for way in slip.ways] == ["2 combatants"]
    assert (line.command, line.rest and line.rest.name) == (None, "Fen")


@pytest.mark.parametrize("line", ["Gavin and his squire", "Gavin 0", "Die Hexe und ihre Katze"])
def test_a_name_that_may_be_more_is_asked_about(line: str) -> None:
    (read,) = read_typed(line, Encounter("", "rond6"), ROND6)
    assert any(slip.wrong.endswith("?") for slip in read.slips)


@pytest.mark.parametrize(
    ("text", "foes"),
    [
        ("Wyn 17\nOdo 12\n---\nMire Priest 14\n3 bog rats, hp 3", ["Mire Priest", "bog rat"]),
        ("Wyn 17\nOdo 12\n\nMire Priest 14\n3 bog rats, hp 3", ["Mire Priest", "bog rat"]),
        ("Wyn 17\nOdo 12\nOdo’s hound 9\n3 bog rats, hp 3", ["bog rat"]),
        ("Wyn 17\nOdo 12\n\n3 bog rats, hp 3\nDain 9", ["bog rat"]),
        ("Wyn 17\nOdo 12\nOdo’s nemesis 9\n3 bog rats, hp 3", ["Odo’s nemesis", "bog rat"]),
        ("Wyn 17\nOdo 12\nIf it rings, all of them come here\nDain 9\n3 bog rats, hp 3", ["bog rat"]),
    ],
)
def test_a_list_in_sections_tells_who_the_foes_are(text: str, foes: list[str]) -> None:
    commands = [line.command for line in read(text, "d20_once") if line.command]
    assert [command.name for command in commands if command.side == "Foes"] == foes


def test_words_above_the_combatants_may_be_their_place() -> None:
    place, *others = read("Alley behind the bank\n2 Scavs, REF 5\nLenny, REF 10", "interlock")
    assert place.wrong == "“Alley behind the bank”: a title, or a combatant?"
    assert all(line.command for line in others)
    mended = "\n".join((place.slips[0].ways[0].line, "2 Scavs, REF 5", "Lenny, REF 10"))
    assert [line.command and line.command.name for line in read(mended, "interlock")] == [None, "Scav", "Lenny"]


def test_a_name_like_a_plural_has_a_total_where_the_number_is_no_count() -> None:
    read_lines = read("Mags 21\nKel 7\nguards 4", "d20_once")
    assert [line.command and line.command.sheet.get("rolled_total") for line in read_lines] == [21, 7, None]


def test_a_class_behind_a_name_tells_no_creature() -> None:
    """The guess can be turned with a tap, as *Goblin fighter* may be a foe."""
    table = Table()
    table.tap("new", "d20_twice")
    table.key_in("lines", "Thorin fighter 44 HP AC 18 init 17\nElowen wizard HP 27 init 9\nMire troll 10\n2 goblins")
    shown = [line.text for line in table.dialog.find("ul", id="understood").all("li")]
    assert ["side Heroes" in line for line in shown] == [True, True, False, False]
    assert ["A foe" in line for line in shown] == [True, True, False, False]


def test_the_number_of_somebody_who_is_here_can_be_told_by_a_line() -> None:
    """In the next fight, where the party stands already; another one of that name comes by *Add* as ever."""
    table = Table()
    table.tap("new", "d20_twice")
    table.add("Thorin, side Heroes, health 44", "Elowen, side Heroes", "Goblin, side Foes")
    table.tap("add")
    table.key_in("lines", "thorin init 15\nElowen 8 hp\nWolf init 3")
    first, second, third, *_ = table.dialog.find("ul", id="understood").all("li")
    assert "is here already Set initiative 15" in first.text
    assert "is here already" not in second.text + third.text
    table.tap("tell-known", f"{table.id_of('Thorin')}:1:1:15")
    assert table.dialog.find("textarea", id="lines").text == "Elowen 8 hp Wolf init 3"
    assert "Thorin 15" in " ".join(table.track)
    table.key_in("lines", "Thorin init 9")
    assert "is here already" not in table.dialog.text, "Thorin has a number"
