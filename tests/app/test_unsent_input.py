"""Tests of unsent input: typed values return with their dialog until they are used or cleared."""

import pytest

from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.core.fields import Kind
from turntrack.systems import SYSTEMS

LINES = "Guard x2, nerve 4, shooting\nRat, shooting"


def lines(table: Table) -> str:
    """Return the text in the box for quick lines."""
    return str(table.dialog.values()["lines"])


@pytest.fixture
def fight(table: Table) -> Table:
    """Return a fight of two, with the dialog closed."""
    table.tap("new", "zebra")
    table.send("add-lines", lines="Mara, shooting\nIlko, shooting")
    return table


def test_lines_survive_a_dialog_that_is_closed(fight: Table) -> None:
    """By a tap beside it, Escape, the back gesture or its own button: all of them dismiss."""
    fight.tap("add")
    fight.type(lines=LINES)
    fight.tap("dismiss")
    assert not fight.last.dialog
    fight.tap("add")
    assert lines(fight) == LINES
    assert fight.dialog.all("p", id="typed-earlier")
    fight.tap("dismiss")
    fight.tap("add")
    assert lines(fight) == LINES


def test_what_is_typed_into_an_emptied_box_is_new(fight: Table) -> None:
    fight.tap("add")
    fight.key_in("lines", "Rat")
    assert not fight.dialog.all("p", id="typed-earlier")
    fight.tap("dismiss")
    fight.tap("add")
    fight.key_in("lines", "Rat,")
    assert fight.dialog.all("p", id="typed-earlier")
    fight.key_in("lines", "")
    fight.key_in("lines", "Ox")
    assert not fight.dialog.all("p", id="typed-earlier")


def test_lines_are_gone_when_they_were_used(fight: Table) -> None:
    """Those that were restored as well as those that were typed just now."""
    fight.tap("add")
    fight.type(lines=LINES)
    fight.tap("dismiss")
    fight.tap("add")
    fight.send("add-lines")
    assert not fight.last.dialog
    assert len(fight.track) == 5
    fight.tap("add")
    assert lines(fight) == ""
    assert not fight.dialog.all("p", id="typed-earlier")


def test_lines_can_be_cleared_by_hand(fight: Table) -> None:
    """In the box, or with the button."""
    fight.tap("add")
    fight.type(lines=LINES)
    fight.tap("dismiss")
    fight.tap("add")
    fight.type(lines="")
    fight.tap("dismiss")
    fight.tap("add")
    assert lines(fight) == ""
    assert not fight.dialog.all("p", id="typed-earlier")
    fight.type(lines=LINES)
    fight.tap("dismiss")
    fight.tap("add")
    fight.tap("forget-typed")
    assert lines(fight) == ""
    assert not fight.dialog.all("p", id="typed-earlier")


def test_lines_survive_the_form_and_the_form_survives_the_lines(fight: Table) -> None:
    fight.tap("add")
    fight.type(lines=LINES)
    fight.tap("form")
    fight.type(name="Boss", sheet__nerve="9", at_table=True)
    fight.tap("add")
    assert lines(fight) == LINES
    fight.tap("form")
    values = fight.dialog.values()
    assert (values["name"], values["sheet.nerve"], values["at_table"]) == ("Boss", "9", True)
    fight.send("add-form")
    assert fight.track[-1].startswith("Boss")
    fight.tap("add")
    assert lines(fight) == LINES


def test_lines_that_are_refused_are_kept(fight: Table) -> None:
    """The message is about them; a slip after it loses nothing."""
    fight.tap("add")
    fight.send("add-lines", lines="Mara, boo boo x")
    assert fight.dialog.all("p", id="form-error")
    fight.tap("dismiss")
    fight.tap("add")
    assert lines(fight) == "Mara, boo boo x"
    assert not fight.dialog.all("p", id="form-error")


def test_each_fight_has_its_own(fight: Table) -> None:
    fight.tap("add")
    fight.type(lines=LINES)
    fight.tap("dismiss")
    fight.tap("menu")
    fight.tap("home")
    fight.tap("new", "zebra")
    assert lines(fight) == ""


def test_a_note_and_a_name(fight: Table) -> None:
    """The note in the log, and the name of the fight."""
    fight.tap("note")
    fight.type(text="The tide comes in")
    fight.tap("dismiss")
    fight.tap("menu")
    fight.type(name="The pier")
    fight.tap("dismiss")
    fight.tap("note")
    assert fight.dialog.values()["text"] == "The tide comes in"
    fight.send("write-note")
    assert fight.log[0] == "The tide comes in"
    fight.tap("note")
    assert fight.dialog.values()["text"] == ""
    fight.tap("dismiss")
    fight.tap("menu")
    assert fight.dialog.values()["name"] == "The pier"
    fight.send("rename")
    fight.tap("menu")
    assert fight.dialog.values()["name"] == "The pier"
    assert not fight.dialog.all("p", id="typed-earlier")


def test_a_sheet_shows_what_was_typed_and_what_has_changed_since(fight: Table) -> None:
    """Only fields that were changed are kept: health that was given meanwhile is not taken back."""
    fight.tap("person", "c1")
    fight.tap("edit", "c1")
    fight.type(name="Mara the Red")
    fight.tap("dismiss")
    fight.tap("person", "c1")
    fight.tap("health", "c1:5")
    fight.tap("edit", "c1")
    values = fight.dialog.values()
    assert (values["name"], values["health"]) == ("Mara the Red", "5")


def test_one_field_of_a_sheet_does_not_use_the_others(worked: Table) -> None:
    """A note on a combatant that was typed before the ruling on the number."""
    combatant_id = worked.id_of("B")
    worked.tap("person", combatant_id)
    worked.type(note="stunned")
    worked.tap("health", f"{combatant_id}:5")
    assert worked.dialog.values()["note"] == "stunned"
    worked.change("score", "3")
    assert worked.dialog.values()["note"] == "stunned"
    worked.tap("dismiss")
    worked.tap("person", combatant_id)
    assert worked.dialog.values()["note"] == "stunned"
    assert worked.dialog.values()["score"] == "3"
    worked.change("note", "stunned")
    assert not worked.dialog.all("p", id="typed-earlier")


class TestDice:
    """The sheet for dice at the table."""

    def test_lines_of_newcomers_wait_when_their_dice_do_not_fall(self, worked: Table) -> None:
        """All come in at once, or nobody: what was typed stands there again."""
        worked.tap("add")
        worked.dice.faces[:] = [3, 4, 5, 6]
        worked.send("add-lines", lines="Early, shooting\n\nFirst, shooting, table\nSecond, shooting, table")
        assert "What did the table roll?" in worked.dialog.text
        assert len(worked.track) == 3
        worked.tap("dismiss")
        assert "Your text is still in the form" in worked.last.toast
        worked.tap("add")
        assert lines(worked) == "Early, shooting\n\nFirst, shooting, table\nSecond, shooting, table"
        worked.send("add-lines")
        worked.send("enter-dice")
        worked.send("enter-dice")
        assert len(worked.track) == 6
        worked.tap("add")
        assert lines(worked) == ""

    def test_the_form_of_a_newcomer_waits_too(self, worked: Table) -> None:
        worked.tap("add")
        worked.tap("form")
        worked.send("add-form", name="Boss", sheet__position="shooting", at_table=True)
        worked.tap("dismiss")
        worked.tap("add")
        worked.tap("form")
        assert worked.dialog.values()["name"] == "Boss"
        assert worked.dialog.values()["at_table"] is True

    def test_faces_are_there_again_for_the_same_roll_only(self, fight: Table) -> None:
        """Not once something else has happened, and not after they were taken."""
        fight.add("Rat, shooting, table")
        fight.dice.faces[:] = [5] * 12
        fight.tap("open")
        (key,) = fight.dialog.values()
        fight.type(**{key: "17"})
        fight.tap("dismiss")
        assert fight.last.toast == ""
        fight.tap("open")
        assert fight.dialog.values() == {key: "17"}
        fight.tap("dismiss")
        fight.tap("note")
        fight.send("write-note", text="later")
        fight.tap("open")
        assert fight.dialog.values() == {key: ""}
        fight.send("enter-dice", **{key: "12"})
        fight.tap("undo")
        fight.tap("open")
        assert fight.dialog.values() == {key: "12"}, "offered again: what was thrown, not what was typed and left"


class TestTextsOfThePanel:
    """What is typed on the now panel and not taken by the next command is said in the log, before it."""

    @pytest.mark.parametrize("key", [system.key for system in SYSTEMS if system.key != "unbound"])
    def test_in_every_system(self, key: str) -> None:
        table = Table(faces=(4, 3, 5, 2, 6, 1) * 40)
        table.tap("sample", key)
        table.tap("open")
        while not (names := [name for name in _texts(table) if name.endswith(".note")]):
            table.controller.handle(*table.offered()[0], {})
        for name in names:
            encounter, steps = table.session.encounter, len(table.session.past)
            table.enter(name, "swings from the lamp")
            sections = table.controller._state.sections
            (asking,) = [section for section in sections if name == f"{section.key}.note"]
            (actor,) = {choice.command.id for choice in asking.choices if isinstance(choice.command, c.Act)}
            others = [
                choice.command
                for section in sections
                for choice in section.choices
                if not choice.preview.refusal
                and isinstance(choice.command, c.Act)
                and "swings from the lamp" not in choice.command.values.values()
            ]
            assert others
            for command in others:
                table.enter(name, "swings from the lamp")
                table.give(command)
                told = [line for line in table.log if "from the lamp" in line]
                assert told == [f"{encounter.name_of(actor)}: swings from the lamp"], command
                assert not dict(table.controller._state.typed.entered)
                while len(table.session.past) > steps:
                    table.tap("undo")

    def test_the_end_of_a_turn_says_what_was_described(self) -> None:
        table = _fight_of_two()
        table.enter("turn.note", "  hides behind  the barrels ")
        table.choose("turn", "End turn")
        assert table.log[:3] == ["Aria is done for this round.", "Ogre is up.", "Aria: hides behind the barrels"]
        assert table.track[0].startswith("*Ogre")

    def test_an_action_that_takes_it_says_it_once(self) -> None:
        table = _fight_of_two()
        table.enter("turn.note", "with  the\u200b axe")
        table.choose("turn", "Attack")
        assert [line for line in table.log if "axe" in line] == ["Aria attacks Ogre “with the axe”."]

    def test_a_text_that_cannot_be_written_is_refused_and_stays(self) -> None:
        table = _fight_of_two()
        table.enter("turn.note", "x" * 501)
        before = table.session.encounter
        table.choose("turn", "End turn")
        assert table.last.toast.startswith("What: at most 500 characters")
        assert table.session.encounter is before
        assert table.controller._state.typed.entered["turn.note"] == "x" * 501

    def test_other_ways_to_end_the_turn_say_it_too(self) -> None:
        for command in (c.RuleSkip("c1"), c.RuleTurn("c2"), c.CloseRound()):
            table = _fight_of_two()
            table.enter("turn.note", "hides")
            table.give(command)
            assert "Aria: hides" in table.log, command

    def test_what_leaves_the_turn_as_it_is_leaves_the_text(self) -> None:
        table = _fight_of_two()
        table.enter("turn.note", "hides")
        table.give(c.GiveCondition(("c1",), "prone"))
        assert "Aria: hides" not in table.log
        assert table.controller._state.typed.entered["turn.note"] == "hides"


def _fight_of_two() -> Table:
    """Return a fight in which Aria acts before an ogre."""
    table = Table()
    table.tap("new", "d20_twice")
    table.add("Aria, side Heroes, health 24", "Ogre, side Foes, health 59")
    table.dice.faces[:] = [20, 1]
    table.tap("open")
    return table


def _texts(table: Table) -> list[str]:
    """List the texts that the turn asks for."""
    sections = table.controller._state.sections
    return [f"{section.key}.{field.key}" for section in sections for field in section.inputs if field.kind is Kind.TEXT]
