"""Tests of table dice: asked for, typed, checked in place, mixed with the app's dice, or cancelled."""

import pytest

from tests.app.conftest import SHEET
from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.core.score import Score


@pytest.fixture
def asking(table: Table) -> Table:
    """Return a fight in which A and B roll at the table and C in the app, as the sequence is to begin."""
    table.tap("new", "zebra")
    table.send("add-lines", lines=f"A, {SHEET}, table\nB, {SHEET}, table\nC, {SHEET}")
    table.dice.faces[:] = [9]  # C's, rolled when the table is asked
    table.tap("open")
    return table


def keys(table: Table) -> list[str]:
    """Return the names of the boxes, in order."""
    return [each.attributes["name"] for each in table.dialog.all("input")]


def asked_for(table: Table) -> list[str]:
    """Return the labels of the boxes."""
    return [each.label for each in table.dialog.all("input")]


def faces(table: Table) -> list[str]:
    """Return the faces that can be tapped."""
    return [each.text for each in table.dialog.with_class("faces")[0].all("button")]


def score_of(table: Table, name: str) -> Score:
    """Return a combatant's number with its reasons."""
    score = table.session.encounter.standings[table.id_of(name)].score
    assert score is not None
    return score


def test_only_the_tables_dice_are_asked_for(asking: Table) -> None:
    """Each with who rolls, what for, and the dice."""
    assert asked_for(asking) == ["A, initiative 1d20", "B, initiative 1d20"]
    assert not asking.session.encounter.is_open


def test_one_tap_lets_the_players_roll(table: Table) -> None:
    """Those whose totals are told already are not asked."""
    table.tap("new", "d20_once")
    table.add("Mara, side Heroes", "Ilko, side Heroes, initiative 15", "Rat, side Foes")
    assert table.region("panel").all(id="who-rolls")[0].text == "The players roll Off: Turntrack rolls for them."
    table.do(c.RollAtTable((table.id_of("Mara"),)))
    assert table.region("panel").all(id="who-rolls")[0].text == "The players roll On: their results are asked for."
    table.dice.faces[:] = [9]
    table.tap("open")
    assert asked_for(table) == ["Mara, initiative 1d20"]


def test_where_cards_decide_one_deck_serves_all(table: Table) -> None:
    table.tap("new", "cards")
    table.add("Mara, side Heroes", "Rat, side Foes")
    assert table.region("panel").all(id="who-rolls")[0].text == "We deal real cards Off: Turntrack deals."
    table.do(c.RollAtTable((table.id_of("Mara"), table.id_of("Rat"))))
    assert table.region("panel").all(id="who-rolls")[0].text == "We deal real cards On: your cards are asked for."


def test_real_cards_are_dealt_to_those_in_the_wings_too(table: Table) -> None:
    table.tap("new", "cards")
    table.add("Mara, side Heroes", "Rat, side Foes", "Ox, side Foes, round 2", "Ilko, side Heroes")
    table.give(c.Fall(table.id_of("Ilko")))
    (switch,) = table.region("panel").all(id="who-rolls")
    table.tap(switch.attributes["data-do"], switch.attributes["data-arg"])
    assert all(combatant.at_table for combatant in table.session.encounter.everybody().values())
    table.add("Kit, side Heroes")
    assert table.session.encounter.combatants[table.id_of("Kit")].at_table


def test_nobody_is_asked_who_rolls_where_no_side_is_the_players(table: Table) -> None:
    table.tap("new", "d20_once")
    table.add("Mara", "Ilko")
    assert not table.region("panel").all(id="who-rolls")


def test_all_typed(asking: Table) -> None:
    """The log tells typed dice from rolled ones."""
    first, second = keys(asking)
    asking.send("enter-dice", **{first: "20", second: " 14 "})
    assert asking.track == ["*A 20", "B 14", "C 9"]
    assert not asking.last.dialog
    assert "A rolls 1d20: 20 for initiative." in asking.log
    assert "C rolls 1d20: 9 for initiative." in asking.log
    assert "A is up." in asking.last.live


def test_roll_the_rest(asking: Table) -> None:
    """An empty box is the app's."""
    asking.dice.faces[:] = [3]
    asking.send("enter-dice", **{keys(asking)[0]: "20"})
    assert asking.track == ["*A 20", "C 9", "B 3"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("21", "The d20 shows 1 to 20, not 21."),
        ("0", "1d20: faces from 1 to 20, not 0."),
        ("-3", "1d20: faces from 1 to 20, not -3."),
        ("x", "not “x”"),
        ("3 4", "1d20: 1 face too many."),
        ("٣", "type the faces"),
    ],
)
def test_wrong_faces_are_said_at_their_place(asking: Table, typed: str, said: str) -> None:
    """Nothing is taken, nothing typed is lost, and the message belongs to its box."""
    before = asking.session.encounter
    first, second = keys(asking)
    asking.send("enter-dice", **{first: typed, second: "14"})
    (row, other) = asking.dialog.find("ol").all("li")
    (error,) = row.with_class("error")
    assert said in error.text
    assert row.find("input").attributes["aria-describedby"] == error.attributes["id"]
    assert row.find("input").attributes["aria-invalid"] == "true"
    assert not other.with_class("error")
    assert asking.dialog.values() == {first: typed, second: "14"}
    assert asking.session.encounter is before
    asking.send("enter-dice", **{first: "20"})
    assert asking.track == ["*A 20", "B 14", "C 9"]


def test_cancel_leaves_the_very_same_fight(asking: Table) -> None:
    """The same object, the same journal, and nothing waits."""
    before, records = asking.session.encounter, len(asking.storage.journals["key-1"])
    asking.tap("dismiss")
    assert asking.session.encounter is before
    assert len(asking.storage.journals["key-1"]) == records
    assert not asking.last.dialog
    asking.controller.handle("enter-dice", "", {"initiative:c1:1": "20"})
    assert asking.session.encounter is before


def test_what_the_app_rolled_does_not_change_between_two_asks(asking: Table) -> None:
    """A wrong answer does not give the others new dice."""
    asking.dice.faces[:] = []
    first, second = keys(asking)
    asking.send("enter-dice", **{first: "99", second: "14"})
    asking.send("enter-dice", **{first: "20", second: "14"})
    assert asking.track == ["*A 20", "B 14", "C 9"]


def test_several_commands_wait_for_the_table(asking: Table) -> None:
    """Lines added in the middle of a sequence: each asks in its turn, and all come in once the last has rolled."""
    first, second = keys(asking)
    asking.send("enter-dice", **{first: "20", second: "14"})
    asking.tap("add")
    asking.dice.faces[:] = [2]
    asking.send("add-lines", lines=f"D, {SHEET}, table\nE, {SHEET}\nF, {SHEET}, table")
    assert asked_for(asking) == ["D, initiative 1d20"]
    asking.send("enter-dice", **{keys(asking)[0]: "18"})
    assert asked_for(asking) == ["F, initiative 1d20"]
    assert asking.track == ["*A 20", "B 14", "C 9"]
    asking.send("enter-dice", **{keys(asking)[0]: "1"})
    assert asking.track == ["*A 20", "D 18", "B 14", "C 9", "E 2", "F 1"]
    assert not asking.last.dialog


def test_cancelled_half_way_nobody_has_come_in(asking: Table) -> None:
    """All lines are one step: what was typed is there again."""
    first, second = keys(asking)
    asking.send("enter-dice", **{first: "20", second: "14"})
    asking.tap("add")
    asking.send("add-lines", lines=f"D, {SHEET}, table\nE, {SHEET}, table")
    asking.send("enter-dice", **{keys(asking)[0]: "18"})
    asking.tap("dismiss")
    assert asking.track == ["*A 20", "B 14", "C 9"]
    asking.tap("add")
    assert asking.dialog.all(id="lines")[0].text == f"D, {SHEET}, table E, {SHEET}, table"


def test_a_group_rolls_once(table: Table) -> None:
    """One box for all of them, under the group's name."""
    table.tap("new", "zebra")
    table.send("add-lines", lines=f"Guard x3, group Watch, table, {SHEET}")
    table.tap("open")
    assert asked_for(table) == ["Watch, initiative 1d20"]
    table.send("enter-dice", **{keys(table)[0]: "7"})
    assert table.track == ["*Guard A 7", "Guard B 7", "Guard C 7"]


def test_what_is_entered_is_remembered(table: Table) -> None:
    """The die or the total: one tap in the sheet, kept for the next fight of these rules."""
    table.tap("new", "interlock")
    table.send("add-lines", lines="Aria, ref 8, real dice\nBorin, ref 5, real dice")
    table.tap("open")
    assert faces(table) == [str(face) for face in range(1, 11)], "of a die no more than it shows"
    table.tap("dice-as-total")
    assert faces(table) == [str(face) for face in range(9, 19)]
    first, second = keys(table)
    table.send("enter-dice", **{first: "10", second: "14"})
    assert table.track == ["*Borin 14", "Aria 10"]
    table.tap("home")
    table.tap("new", "interlock")
    assert table.session.encounter.options["dice_said"] == "total"


class TestTapped:
    """One tap is one roll, and the next roll is asked for."""

    def test_all_of_them(self, asking: Table) -> None:
        first, second = keys(asking)
        assert faces(asking) == [str(face) for face in range(1, 21)]
        assert asking.dialog.find("button", type="submit").text == "Roll all (2)"
        asking.tap("pick-face", f"20:{first}")
        assert asking.dialog.find("button", type="submit").text == "Roll the rest (1)"
        asking.tap("pick-face", f"14:{second}")
        assert asking.dialog.find("button", type="submit").text == "Take these"
        asking.send("enter-dice")
        assert asking.track == ["*A 20", "B 14", "C 9"]

    def test_nothing_else_is_drawn(self, asking: Table) -> None:
        asking.tap("pick-face", f"20:{keys(asking)[0]}")
        assert set(asking.last.regions) == {"dialog"}

    def test_the_second_first_and_another_face_after_all(self, asking: Table) -> None:
        first, second = keys(asking)
        asking.tap("pick-roll", second)
        asking.tap("pick-face", f"3:{second}")
        asking.tap("pick-face", f"20:{first}")
        asking.tap("pick-roll", second)
        asking.tap("pick-face", f"14:{second}")
        asking.send("enter-dice")
        assert asking.track == ["*A 20", "B 14", "C 9"]

    def test_typed_by_keyboard(self, asking: Table) -> None:
        """What the button says follows, key by key."""
        first, second = keys(asking)
        asking.key_in(first, "2")
        asking.key_in(first, "20")
        assert asking.dialog.find("button", type="submit").text == "Roll the rest (1)"
        asking.key_in(first, "")
        assert asking.dialog.find("button", type="submit").text == "Roll all (2)"
        asking.key_in(second, "14")
        asking.key_in(first, "20")
        asking.send("enter-dice")
        assert asking.track == ["*A 20", "B 14", "C 9"]

    def test_a_wrong_one_that_is_tapped_right(self, asking: Table) -> None:
        first, _ = keys(asking)
        asking.send("enter-dice", **{first: "21"})
        assert asking.dialog.with_class("error")
        asking.tap("pick-roll", first)
        asking.tap("pick-face", f"20:{first}")
        assert not asking.dialog.with_class("error")

    def test_two_dice_are_tapped_as_what_they_come_to(self, table: Table) -> None:
        table.tap("new", "traveller")
        table.send("add-lines", lines="Mara, table")
        table.tap("open")
        assert faces(table) == [str(total) for total in range(2, 13)]

    def test_dice_that_go_on_are_typed(self, table: Table) -> None:
        """Each with what it is: the digits keyboard comes up for its box."""
        table.tap("new", "rond6")
        table.send("add-lines", lines="Mara, table")
        table.tap("open")
        assert not table.dialog.with_class("faces")
        assert table.dialog.all("input")[0].attributes["inputmode"] == "numeric"


class TestATotalOfWhomTheSheetSaysNothing:
    """A hero without a modifier says 23: nobody knows the die, so the total stands as it was said."""

    @pytest.mark.parametrize(
        ("game", "line", "die", "total"),
        [
            ("d20_once", "Aria", "14", "23"),
            ("standard_and_move", "Aria", "14", "23"),
            ("interlock", "Aria", "4", "19"),
            ("zebra", "Aria", "14", "31"),
        ],
    )
    def test_more_than_the_die_shows_is_the_total(
        self, table: Table, game: str, line: str, die: str, total: str
    ) -> None:
        table.tap("new", game)
        table.send("add-lines", lines=f"{line}, table\nRat, table")
        table.tap("open")
        table.send("enter-dice", **dict(zip(keys(table), (total, "1"), strict=True)))
        assert f"Aria has a total of {total} for initiative." in table.log
        assert score_of(table, "Aria").total == int(total)
        assert score_of(table, "Aria").terms[0].label == "told"
        table.tap("undo")
        table.tap("open")
        assert table.dialog.values()[keys(table)[0]] == total
        table.send("enter-dice", **dict(zip(keys(table), (die, "1"), strict=True)))
        assert score_of(table, "Aria").terms[0].amount == int(die)

    def test_it_is_tapped_as_well(self, table: Table) -> None:
        table.tap("new", "d20_once")
        table.send("add-lines", lines="Aria, table\nRat, table")
        table.tap("open")
        assert faces(table)[-1] == "20"
        table.tap("dice-as-total")
        assert faces(table)[-1] == "30"
        assert asked_for(table)[0] == "Aria, initiative total"
        table.send("enter-dice", **dict(zip(keys(table), ("15", "1"), strict=True)))
        assert [(term.label, term.amount) for term in score_of(table, "Aria").terms] == [("told", 15)]

    def test_one_that_no_modifier_explains_is_refused(self, table: Table) -> None:
        table.tap("new", "d20_once")
        table.send("add-lines", lines="Aria, table\nRat, table")
        table.tap("open")
        table.send("enter-dice", **{keys(table)[0]: "230"})
        assert table.dialog.with_class("error")[0].text == "A total from −4 to 40, not 230."

    def test_whose_modifier_is_known_says_no_other_total(self, table: Table) -> None:
        table.tap("new", "d20_once")
        table.send("add-lines", lines="Aria +3, table\nRat, table")
        table.tap("open")
        table.send("enter-dice", **{keys(table)[0]: "25"})
        assert table.dialog.with_class("error")[0].text == "The d20 shows 1 to 20, with +3 is 4 to 23, not 25."

    def test_it_is_corrected_as_a_total(self, table: Table) -> None:
        table.tap("new", "d20_once")
        table.send("add-lines", lines="Aria, table\nRat, table")
        table.tap("open")
        table.send("enter-dice", **dict(zip(keys(table), ("23", "1"), strict=True)))
        table.tap("why", table.id_of("Aria"))
        (name,) = (each.attributes["data-arg"] for each in table.dialog.with_class("die"))
        for typed, total in (("x", 23), ("", 23), ("22", 22)):
            table.send("correct", **{name: typed})
            assert score_of(table, "Aria").total == total
        assert "Corrected: Aria has a total of 22 for initiative. ruling" in table.log


def test_cards_are_tapped(table: Table) -> None:
    """One tap is one card; of a card that has been dealt, it says so."""
    table.tap("new", "cards")
    table.send("add-lines", lines="Red, real dice\nGabe, real dice")
    table.tap("open")
    first, second = keys(table)
    assert [each.text for each in table.dialog.with_class("suit")[0].all("button")][:4] == [
        "A♠\ufe0e",
        "K♠\ufe0e",
        "Q♠\ufe0e",
        "J♠\ufe0e",
    ]
    table.tap("pick-face", f"43:{first}")
    table.tap("pick-face", f"53:{second}")
    table.send("enter-dice")
    assert table.track == ["*Gabe Jkr", "Red Q♥\ufe0e"]
    table.tap("add")
    table.send("add-lines", lines="Kit, real dice")
    cards = {each.text: each for each in table.dialog.with_class("cards")[0].all("button")}
    out = [card for card, each in cards.items() if "out" in each.attributes.get("class", "").split()]
    assert out == ["Q♥\ufe0e"]
    table.tap(cards[out[0]].attributes["data-do"], cards[out[0]].attributes["data-arg"])
    assert "The queen of hearts was dealt already." in table.dialog.text
    assert "Jkr" in cards, "the other joker"


def test_a_card_that_the_app_has_dealt_says_that_another_takes_its_place(table: Table) -> None:
    table.tap("new", "cards")
    table.send("add-lines", lines="Red, side Heroes, real dice\nRat, side Foes")
    table.tap("open")
    table.dice.faces[:] = [43]
    table.send("enter-dice", **{keys(table)[0]: "KS"})
    table.tap("add")
    table.send("add-lines", lines="Kit, side Heroes, real dice")
    (card,) = (each for each in table.dialog.with_class("cards")[0].all("button") if each.text == "Q♥\ufe0e")
    assert {"red", "held"} == {*card.attributes["class"].split()}
    table.tap(card.attributes["data-do"], card.attributes["data-arg"])
    (row,) = table.dialog.with_class("owed")[0].all("li")
    assert "dealt by Turntrack: whoever has it gets another" in row.text
    table.dice.faces[:] = [20]
    table.send("enter-dice")
    assert table.track == ["*Red K♠\ufe0e", "Kit Q♥\ufe0e", "Rat 6♠\ufe0e"]


def test_what_the_app_deals_beside_a_typed_card_is_another(table: Table) -> None:
    """One deck deals to all on the sheet: nobody gets the card of somebody else."""
    table.tap("new", "cards")
    table.send("add-lines", lines="Red, real dice\nGabe, real dice\nKit, real dice")
    table.tap("open")
    table.tap("pick-roll", keys(table)[2])
    table.tap("pick-face", f"43:{keys(table)[2]}")
    table.dice.faces[:] = [43, 20, 20, 10]
    table.send("enter-dice")
    assert not table.last.dialog
    assert table.track == ["*Kit Q♥\ufe0e", "Red 6♠\ufe0e", "Gabe 4♦\ufe0e"]


def test_a_card_in_another_box_is_out(table: Table) -> None:
    """And two jokers are two cards."""
    table.tap("new", "cards")
    table.send("add-lines", lines="Red, real dice\nGabe, real dice\nKit, real dice")
    table.tap("open")
    first, second, third = keys(table)
    table.tap("pick-face", f"43:{first}")
    (card,) = (each for each in table.dialog.with_class("cards")[0].all("button") if each.text == "Q♥\ufe0e")
    assert "out" in card.attributes["class"].split()
    table.tap("pick-face", f"43:{second}")
    assert "The queen of hearts was dealt already." in table.dialog.text
    table.tap("pick-face", f"53:{second}")
    table.tap("pick-face", f"53:{third}")
    table.send("enter-dice")
    assert table.track == ["*Gabe Jkr", "Kit Jkr", "Red Q♥\ufe0e"]


class TestQuickOnes:
    """A low card goes, and the table says whether it or the app draws the next."""

    @pytest.fixture
    def quick(self, table: Table) -> Table:
        table.tap("new", "cards")
        table.send("add-lines", lines="Red, quick, real dice\nBuck, level headed, real dice")
        table.tap("open")
        return table

    def test_two_cards_say_which_counts(self, quick: Table) -> None:
        rows = [row.text for row in quick.dialog.with_class("owed")[0].all("li")]
        assert [row.split(" ", 1)[1] for row in rows] == [
            "Red", "Buck 1st of 2, the better counts", "Buck 2nd of 2, the better counts",
        ]  # fmt: skip

    def test_a_low_card_is_asked_for_again(self, quick: Table) -> None:
        quick.send("enter-dice", **dict(zip(keys(quick), ("4♣", "KS", "10h"), strict=True)))
        (row,) = quick.dialog.with_class("owed")[0].all("li")
        assert "4♣ goes: 5 or lower is drawn again" in row.text
        quick.send("enter-dice", **{keys(quick)[0]: "9♣"})
        assert quick.track == ["*Buck K♠\ufe0e", "Red 9♣\ufe0e"]

    def test_the_app_deals_until_one_is_high_enough(self, quick: Table) -> None:
        quick.send("enter-dice", **dict(zip(keys(quick), ("4♣", "KS", "10h"), strict=True)))
        assert "Deal it" in quick.dialog.text
        quick.dice.faces[:] = [1, 2, 40]
        quick.send("enter-dice")
        assert not quick.last.dialog
        assert quick.track == ["*Buck K♠\ufe0e", "Red J♠\ufe0e"]

    def test_a_card_typed_twice_is_asked_for_again(self, quick: Table) -> None:
        quick.send("enter-dice", **dict(zip(keys(quick), ("KS", "KS", "10h"), strict=True)))
        (error,) = quick.dialog.with_class("error")
        assert error.text == "K♠ has already been dealt."
        quick.send("enter-dice", **{keys(quick)[1]: "3♦"})
        assert quick.track == ["*Red K♠\ufe0e", "Buck 10♥\ufe0e"]
