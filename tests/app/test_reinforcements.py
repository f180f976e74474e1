"""Tests of reinforcements, hidden combatants and groups on the page."""

from __future__ import annotations

import pytest

from app.storage.export_writer import write_markdown_report
from tests.app.table import Table, choice_at
from turntrack.core import commands as c
from turntrack.core.commands import DoTheSame
from turntrack.core.model import Schedule
from turntrack.core.settings import SETTINGS, UNIT
from turntrack.systems import SYSTEMS


@pytest.fixture
def fight(table: Table) -> Table:
    """Return a fight of Mara and three guards who roll once for all."""
    table.tap("new", "zebra")
    table.add("Mara, side Crew, health 15", "Guard x3, side Harbour, group Guards, health 10")
    return table


def later(table: Table) -> None:
    """Open the sheet of reinforcements."""
    table.tap("menu")
    table.tap("open-reinforcements")


def wait(table: Table, lines: str, when: str = "", hidden: bool = False, side: str = "") -> None:
    later(table)
    form: dict[str, str | bool] = {"wing-lines": lines, "wing-round": when, "wing-hidden": hidden, "wing-side": side}
    table.send("add-reinforcements", **form)
    if not table.last.dialog:
        later(table)


def plan(table: Table, text: str, when: str) -> None:
    later(table)
    table.send("plan-happening", **{"happening-text": text, "happening-round": when})
    if not table.last.dialog:
        later(table)


def open_round(table: Table, *faces: int) -> None:
    table.dice.faces[:] = faces
    table.tap("open")


class TestWings:
    def test_the_boss_comes_in_round_two(self, fight: Table) -> None:
        wait(fight, "Boss, side Harbour, health 30", "2")
        assert "Boss comes in sequence 2" in fight.dialog.text
        fight.tap("dismiss")
        assert fight.rows.find("li", id="later").text == "Later: Boss in sequence 2"
        open_round(fight, 20, 5)
        assert "Boss" not in " ".join(fight.track)
        fight.do(c.CloseRound())
        open_round(fight, 20, 5, 9)
        assert any(name.startswith("Boss") for name in fight.track)
        assert not fight.rows.all("li", id="later")

    def test_whoever_names_no_side_gets_the_one_that_is_picked(self, fight: Table) -> None:
        """Else the boss would stand alone, against everybody, without a word about it."""
        later(fight)
        assert [each.text for each in fight.dialog.find("select", id="wing-side").all("option")][:1] == ["no side"]
        wait(fight, "Rat")
        assert "Rat comes when called · no side" in fight.dialog.text
        wait(fight, "Boss\nOx, side Crew", side="Harbour")
        assert [arrival.combatant.side for arrival in fight.session.encounter.wings] == ["", "Harbour", "Crew"]
        assert "Boss comes when called · Harbour" in fight.dialog.text

    def test_back_to_the_wings_until_a_round(self, fight: Table) -> None:
        """When is asked where somebody goes there, as it is where somebody is added there."""
        fight.tap("person", "c1")
        fight.send("send-to-wings", **{"to-wings-when": "7"})
        assert "in sequence 7" in fight.rows.find("li", id="later").text

    def test_what_is_typed_is_told_as_in_add(self, fight: Table) -> None:
        """A slip is mended there, too."""
        fight.tap("menu")
        fight.tap("open-reinforcements")
        fight.key_in("wing-lines", "Boss, nreve 5, hidden\nRat, xylophone")
        shown = fight.dialog.find("ul", id="wing-understood").all("li")
        assert shown[0].text.startswith("Boss hidden")
        assert "xylophone" in shown[1].text
        fight.tap("mend-line", "1:1:Boss, nerve 5, hidden")
        assert fight.dialog.find("textarea", id="wing-lines").text.startswith("Boss, nerve 5, hidden")

    def test_by_hand_and_back_to_the_wings(self, fight: Table) -> None:
        wait(fight, "Boss\nRat")
        fight.do(c.BringIn(("c5",)))
        assert "Boss comes in." in fight.log
        fight.tap("dismiss")
        fight.tap("person", fight.id_of("Boss"))
        fight.send("send-to-wings")
        assert not fight.last.dialog
        assert "Boss" not in " ".join(fight.track)
        assert fight.rows.find("li", id="later").text == ("Later: Rat when called; Boss when called")

    def test_at_a_count_where_points_are_counted(self, fight: Table) -> None:
        wait(fight, "Rat", "@9")
        assert "Rat comes at count 9" in fight.dialog.text

    def test_when_one_comes_is_changed_where_it_stands(self, fight: Table) -> None:
        wait(fight, "Boss, side Harbour", "2")
        (combatant_id,) = [arrival.combatant.id for arrival in fight.session.encounter.wings]
        steps = len(fight.session.past)
        for when, said in (("4", "in sequence 4"), ("3 @12", "3"), ("", "")):
            fight.change(f"comes-{combatant_id}", when)
            assert said in fight.dialog.text
        assert fight.session.encounter.wings[0].comes == Schedule()
        fight.change(f"comes-{combatant_id}", "")
        assert len(fight.session.past) == steps + 3
        fight.change(f"comes-{combatant_id}", "soon")
        assert "a number, and a count after an @" in fight.dialog.text
        assert len(fight.session.past) == steps + 3
        fight.give(c.BringIn((combatant_id,)))
        fight.controller.handle("comes-then", combatant_id, {f"comes-{combatant_id}": "2"})
        assert not fight.session.encounter.wings

    @pytest.mark.parametrize("when", ["soon", "2 @", "@", "-3"])
    def test_what_cannot_be_read_stays_as_typed(self, fight: Table, when: str) -> None:
        wait(fight, "Rat", when)
        assert "When it comes: a number, and a count after an @, such as 3 or @12." in fight.dialog.text
        assert fight.dialog.values()["wing-lines"] == "Rat"
        assert not fight.session.encounter.wings

    def test_a_line_that_is_wrong_has_nobody_wait(self, fight: Table) -> None:
        wait(fight, "Rat\nOx, nerve many")
        assert "Line 2: " in fight.dialog.text
        assert not fight.session.encounter.wings

    @pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
    def test_in_every_system(self, key: str) -> None:
        table = Table(faces=(4, 3, 5, 2, 6, 1) * 40)
        table.tap("sample", key)
        table.tap("open")
        before = table.people
        wait(table, "The boss")
        table.do(c.BringIn((table.session.encounter.wings[0].combatant.id,)))
        table.tap("dismiss")
        assert table.people == before + 1


class TestHappenings:
    def test_it_stands_above_the_deck_until_it_is_settled(self, fight: Table) -> None:
        plan(fight, "The roof falls in", "1")
        fight.tap("dismiss")
        open_round(fight, 20, 5)
        (due,) = fight.region("panel").with_class("reminder")
        assert due.find("p").text == "The roof falls in"
        fight.do(c.DropHappening(1))
        assert not fight.region("panel").with_class("reminder")

    def test_it_is_not_planned_after_all(self, fight: Table) -> None:
        plan(fight, "The roof falls in", "3")
        fight.do(c.DropHappening(fight.session.encounter.happenings[0].number))
        assert not fight.session.encounter.happenings

    def test_without_a_moment_it_is_refused(self, fight: Table) -> None:
        plan(fight, "The roof falls in", "")
        assert "Say in which round it happens, or at which number." in fight.dialog.text
        assert fight.dialog.values()["happening-text"] == "The roof falls in"


class TestHidden:
    def test_the_row_says_so_until_the_first_own_action(self, fight: Table) -> None:
        guard = fight.id_of("Guard C")
        fight.tap("person", guard)
        fight.do(c.Hide((guard,), True))
        assert fight.dialog.find("button", id="hidden").attributes["aria-pressed"] == "true"
        assert fight.rows.find("li", id=f"row-{guard}").with_class("counter")[0].text == "hidden"
        fight.tap("dismiss")
        open_round(fight, 2, 20)
        fight.tap("person", guard)
        fight.do(c.RuleTurn(guard))
        assert fight.track[0].startswith("*Guard C")
        fight.choose("plain", "Dodge")
        assert not fight.rows.find("li", id=f"row-{guard}").with_class("counter")
        assert any("Guard C" in line and "revealed" in line for line in fight.log)

    def test_hidden_in_the_wings(self, fight: Table) -> None:
        wait(fight, "Boss", "2", hidden=True)
        (waiting,) = fight.session.encounter.wings
        assert waiting.hidden
        fight.do(c.Hide((waiting.combatant.id,), False))
        assert not fight.session.encounter.wings[0].hidden

    def test_a_name_for_the_players_and_temporary_points_stand_on_the_sheet(self, fight: Table) -> None:
        mara = fight.id_of("Mara")
        fight.tap("person", mara)
        fight.tap("edit", mara)
        fight.change("players_name", "The captain")
        fight.change("temporary", "4")
        combatant = fight.session.encounter.combatants[mara]
        assert (combatant.players_name, combatant.temporary) == ("The captain", 4)


class TestTheSame:
    def test_the_others_of_the_group_do_the_same_with_one_tap(self, fight: Table) -> None:
        open_round(fight, 2, 20)
        fight.choose("plain", "Dodge")
        before = len(fight.session.past)
        fight.tap("same-again")
        assert len(fight.session.past) == before + 1
        command = fight.session.past[-1].command
        assert isinstance(command, DoTheSame)
        assert len(command.ids) == 2
        fight.tap("undo")
        assert fight.region("panel").all("button", id="same-again")

    def test_the_wounds_of_whom_they_attacked_are_open(self, fight: Table) -> None:
        open_round(fight, 2, 20)
        mara = fight.id_of("Mara")
        fight.enter("attack.target", mara)
        fight.enter("attack.shot", True)
        fight.tap(*choice_at(fight.controller, "attack", 0))
        fight.tap("same-again")
        assert fight.rows.find("li", id=f"row-{mara}").with_class("hurts")

    def test_the_line_says_how_it_ended(self, fight: Table) -> None:
        open_round(fight, 2, 20)
        fight.choose("plain", "Dodge")
        fight.tap("same-again")
        said = fight.region("history").find("p", id="last").text
        assert said.startswith("Guard B dodges (3)")
        assert fight.log[-1] not in said
        last = fight.session.encounter.name_of(fight.session.encounter.acting()[0])
        assert f"… {last} is up." in said

    def test_nobody_else_is_asked(self, fight: Table) -> None:
        open_round(fight, 20, 2)
        fight.choose("plain", "Dodge")
        assert not fight.region("panel").all("button", id="same-again")
        fight.controller.handle("same-again", "", {})
        assert not isinstance(fight.session.past[-1].command, DoTheSame)


def test_settings_of_every_system_stand_among_the_readings(fight: Table) -> None:
    fight.tap("menu")
    fight.tap("options")
    shown = {box.attributes["data-option"] for box in fight.dialog.all("input") if "data-option" in box.attributes}
    assert {option.key for option in SETTINGS if option != UNIT} <= shown
    fight.give(c.ChooseOption("halves", "up"), is_within=True)
    guard = fight.id_of("Guard A")
    fight.tap("dismiss")
    fight.tap("person", guard)
    fight.tap("open-damage", guard)
    fight.tap("digit", "5")
    fight.tap("pick-share", f"{guard}:half")
    assert fight.dialog.with_class("sheet-foot")[0].find("p").text == "Half is rounded up: 3."


def test_the_log_as_text_says_how_all_of_it_stands(fight: Table) -> None:
    guard = fight.id_of("Guard C")
    fight.give(c.ChooseOption("falls", "at_once"))
    wait(fight, "Boss", "2", hidden=True)
    fight.tap("dismiss")
    fight.tap("person", guard)
    fight.do(c.Hide((guard,), True))
    fight.tap("put-into", f"{guard}:prone")
    fight.tap("give", "ends:1")
    assert fight.controller.fight
    text = write_markdown_report(fight.session, fight.controller.fight.system)
    assert "With no health left: down at once" in text
    stands = text.partition("## How things stand")[2]
    assert "Guard C: health 10/10, prone until Guard C’s next turn ends, hidden from the players" in stands
    assert "- Later: Boss in sequence 2" in stands
