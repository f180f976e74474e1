"""Tests of a fight at the table: choices, history, rulings, people, the log, and updates of the screen."""

import pytest

from app.intents.fight import Do
from app.intents.html_codec import write
from tests.app.conftest import SHEET
from tests.app.elements import Element
from tests.app.table import MemoryStorage, Table
from turntrack.core import commands as c


def leads_to(choice: Element) -> str:
    """Return the preview of a choice, which is also its accessible description."""
    return choice.attributes["aria-description"]


def shoot(table: Table, label: str) -> None:
    """Have the actor shoot with a weapon of that size."""
    table.choose("attack", label)


class TestFirstScreen:
    """Home: samples, new fights, and those kept on the device."""

    def test_the_sample_is_played_from_the_first_tap(self, table: Table) -> None:
        """One tap, and the fight stands ready to begin."""
        table.tap("sample", "zebra")
        assert [row.split()[0] for row in table.track] == ["Mara", "Ilko", "Guard", "Guard", "Rat"]
        assert table.last.view == "fight"
        assert table.last.title == "Ambush at the ferry · Turntrack"
        assert "Begin sequence 1" in table.region("now").text
        table.dice.faces[:] = [10, 10, 10, 10]
        table.tap("open")
        assert table.track[0] == "*Ilko 30"

    def test_leaving_and_coming_back(self, table: Table) -> None:
        """The fight is listed, opens as it was left, with its history."""
        table.tap("sample", "zebra")
        table.dice.faces[:] = [10, 10, 10, 10]
        table.tap("open")
        before, track = table.session.encounter, table.track
        table.tap("menu")
        table.tap("home")
        assert table.last.view == "home"
        assert table.storage.chosen == ""
        assert "Ambush at the ferry" in table.region("home").text
        table.tap("open-saved", "key-1")
        assert table.track == track
        assert table.session.encounter == before
        table.tap("undo")
        assert "Begin sequence 1" in table.region("now").text

    def test_two_fights_keep_apart(self, table: Table) -> None:
        """Each has its journal."""
        table.tap("sample", "zebra")
        table.tap("menu")
        table.tap("home")
        table.tap("new", "zebra")
        table.send("add-lines", lines="Rat")
        assert {key: len(journal) for key, journal in table.storage.journals.items()} == {"key-1": 5, "key-2": 2}

    def test_a_complaint_is_shown_as_it_is(self, table: Table) -> None:
        """As text, on the screen that is open."""
        table.controller.show_message("This fight cannot be opened. <b>")
        assert table.last.toast == "This fight cannot be opened. <b>"


class TestChoices:
    """The now panel."""

    def test_each_choice_says_what_it_leads_to(self, worked: Table) -> None:
        """Cost, the counter after it, and who is next."""
        middle = worked.choices("attack")[0]
        assert middle.text == "middle 4"
        assert leads_to(middle) == "Attack, middle (4): → 16, A again."
        reserve = worked.choices("plain")[4]
        assert reserve.text == "Reserve 8"
        assert leads_to(reserve) == "Manoeuvre, Reserve (8): → 12, then B."

    def test_what_is_typed_for_a_round_is_taken_when_it_begins(self, table: Table) -> None:
        """Initiative that the table enters: no tap but “Begin round”; whoever has no number is asked for it."""
        table.tap("new", "traveller")
        table.send("add-lines", lines="Ana\nBo\nCy, initiative 9")
        table.give(c.ChooseOption("initiative", "entered"))
        table.enter("numbers.c1", "12")
        table.tap("open")
        assert table.last.toast == "Type a number for Bo: at this table initiative is entered. (TA1)"
        table.enter("numbers.c2", "x")
        table.tap("open")
        assert table.last.toast == "Bo: a whole number from -99 to 99, not “x”."
        table.enter("numbers.c2", "")
        table.tap("more", "numbers.c2")
        table.tap("more", "numbers.c2")
        table.tap("open")
        assert table.track == ["*Bo 2", "Cy 9", "Ana 12"]
        table.tap("undo")
        assert table.region("panel").find("input", id="numbers.c1").attributes["value"] == "12"
        table.tap("open")
        assert table.track == ["*Bo 2", "Cy 9", "Ana 12"]

    def test_a_choice_is_carried_out(self, worked: Table) -> None:
        """And said in the log and the live region."""
        shoot(worked, "middle")
        assert worked.track == ["*A 16", "B 14", "C 9"]
        assert worked.log[0] == "A shoots with a middle-sized weapon (4): 20 → 16. Z8, Z21"
        assert worked.last.live == "A shoots with a middle-sized weapon (4): 20 → 16. A is up."

    def test_what_is_entered_changes_the_choices(self, worked: Table) -> None:
        """Ticked extras cost; the numbers on the buttons follow at once."""
        worked.enter("attack.feint", True)
        assert leads_to(worked.choices("attack")[0]) == "Attack, middle (6): → 14, then B."
        worked.enter("attack.ward_off", True)
        assert leads_to(worked.choices("attack")[0]).startswith("Attack, middle (7): → 13")
        assert "checked" in worked.region("panel").find("input", id="attack.feint").attributes
        shoot(worked, "middle")
        assert worked.track == ["*B 14", "A 13", "C 9"]

    def test_what_is_entered_is_gone_with_the_turn(self, worked: Table) -> None:
        """The next actor starts with nothing ticked."""
        worked.enter("attack.feint", True)
        shoot(worked, "heavy")
        assert "checked" not in worked.region("panel").find("input", id="attack.feint").attributes

    def test_metres_by_typing_and_by_steps(self, worked: Table) -> None:
        """Bounded at both ends; nonsense is refused on the button and can be stepped out of."""
        worked.enter("run.metres", "6")
        assert leads_to(worked.choices("run")[0]) == "Run (6): → 14, then B."
        worked.tap("more", "run.metres")
        assert worked.choices("run")[0].text.startswith("Run 7")
        worked.enter("run.metres", "x")
        refused = worked.choices("run")[0]
        assert refused.attributes["aria-disabled"] == "true"
        assert "a whole number from 1 to 200, not “x”" in leads_to(refused)
        worked.tap("less", "run.metres")
        assert worked.choices("run")[0].text == "Run 1"
        worked.tap("less", "run.metres")
        assert worked.choices("run")[0].text == "Run 1"

    def test_a_refused_choice_says_why_and_does_nothing(self, worked: Table) -> None:
        """In its place, with the rule, and again when it is tapped all the same."""
        before = worked.session.encounter
        refused = next(each for each in worked.choices("plain") if "Disengage" in each.text)
        assert refused.text == "Disengage"
        assert leads_to(refused) == "Manoeuvre, Disengage: A is engaged by nobody. (Z4)"
        worked.choose("plain", "Disengage")
        assert worked.dialog.with_class("refusal")[0].text == "A is engaged by nobody. (Z4)"
        assert worked.session.encounter is before

    def test_something_else_at_the_game_masters_price(self, worked: Table) -> None:
        """With a note that the log keeps."""
        worked.enter("other.cost", "7")
        worked.enter("other.note", "cuts the <rope>")
        worked.choose("other", "Do it")
        assert worked.log[0] == "A does this: cuts the <rope> (7): 20 → 13. Z8, Z31"

    def test_a_late_tap_is_not_taken_for_the_choice_that_is_there_now(self, worked: Table) -> None:
        """A’s button is tapped again on B’s turn, when B has a choice at the same place."""
        choices = [choice for section in worked.controller._state.sections for choice in section.choices]
        late = write(Do(next(choice.command for choice in choices if choice.preview.next == worked.id_of("B"))))
        worked.controller.handle(*late, {})
        before = worked.session.encounter
        assert before.acting() == (worked.id_of("B"),)
        worked.controller.handle(*late, {})
        assert worked.session.encounter is before
        assert worked.last.toast == "It is not A’s turn: B acts. (Z7)"

    def test_a_choice_that_is_on_no_panel_is_refused(self, worked: Table) -> None:
        before = worked.session.encounter
        worked.give(c.Act(worked.id_of("A"), "dance"))
        assert worked.session.encounter is before
        assert worked.last.toast.startswith("“dance” is not on the chart")


class TestHistory:
    """Undo, redo, and going back to a moment."""

    def test_undo_and_redo_are_named(self, worked: Table) -> None:
        """By the step that each would take."""
        shoot(worked, "middle")
        assert (
            worked.region("history").find("button", id="undo").attributes["aria-label"]
            == "Undo: A shoots with a middle-sized weapon"
        )
        assert "disabled" in worked.region("history").find("button", id="redo").attributes
        worked.tap("undo")
        assert worked.last.live == "Undone: A shoots with a middle-sized weapon."
        assert worked.track == ["*A 20", "B 14", "C 9"]
        assert worked.region("history").find("button", id="redo").text == "Redo: A shoots with a middle-sized weapon"
        worked.tap("redo")
        assert worked.last.live == "Redone: A shoots with a middle-sized weapon."
        assert worked.track == ["*A 16", "B 14", "C 9"]

    def test_undo_crosses_the_dice_and_redo_rolls_nothing(self, worked: Table) -> None:
        """The same dice come back."""
        worked.tap("undo")
        assert "Begin sequence 1" in worked.region("now").text
        worked.dice.faces[:] = []
        worked.tap("redo")
        assert worked.track == ["*A 20", "B 14", "C 9"]

    def test_undo_ends_where_the_encounter_begins(self, table: Table) -> None:
        """The button is disabled there, and asking all the same changes nothing."""
        table.tap("new", "zebra")
        table.tap("dismiss")
        assert "disabled" in table.region("history").find("button", id="undo").attributes
        table.controller.handle("undo", "", {})
        assert table.last.toast == "There is nothing to undo."
        table.controller.handle("redo", "", {})
        assert table.last.toast == "There is nothing to redo."

    def test_back_to_a_moment_and_forward_again(self, worked: Table) -> None:
        """From the log line's dialog; redo leads forward."""
        shoot(worked, "middle")
        shoot(worked, "heavy")
        begun = worked.session.past[2].after
        worked.tap("line", "3")
        worked.tap("back", "3")
        assert worked.session.encounter is begun
        assert "Went back 2 steps" in worked.last.toast
        worked.tap("redo")
        worked.tap("redo")
        assert worked.track == ["*B 14", "A 11", "C 9"]

    def test_the_journal_opens_as_the_same_fight(self, worked: Table) -> None:
        """Undo, redo and all, on another page over the same records."""
        shoot(worked, "middle")
        shoot(worked, "heavy")
        worked.tap("undo")
        other = MemoryStorage()
        other.journals, other.about = worked.storage.journals, worked.storage.about
        reloaded = Table(other)
        other.fetch_fight("key-1")
        assert reloaded.session.encounter == worked.session.encounter
        assert reloaded.region("log").text == worked.region("log").text
        reloaded.tap("redo")
        assert reloaded.track == ["*B 14", "A 11", "C 9"]
        shoot(reloaded, "little")
        assert len(reloaded.storage.journals["key-1"]) == 3 + 2 + 1 + 1 + 1


class TestRulings:
    """The game master outranks the engine."""

    def test_a_drag_is_a_ruling_in_row_log_and_live_region(self, worked: Table) -> None:
        """C is put before A: A's number, and first among equals."""
        worked.give(c.Move(worked.id_of("C"), worked.id_of("A")))
        assert worked.track == ["*C 20", "A 20", "B 14"]
        assert "C is placed before A. ruling" in worked.log
        assert "C is placed before A." in worked.last.live
        worked.open_log()
        lines = worked.region("log").with_class("ruling")
        assert lines
        assert not any("ruling" in line.text for line in lines), "the style sheet says it before the line"

    def test_buttons_and_drag_give_the_same(self, worked: Table) -> None:
        """One place up is the drag that drops it there."""
        mover, other = worked.id_of("C"), worked.id_of("B")
        worked.tap("person", mover)
        worked.tap("up", mover)
        worked.tap("dismiss")
        by_button, said = worked.session.encounter, worked.log[0]
        worked.tap("undo")
        worked.give(c.Move(mover, other))
        assert worked.session.encounter == by_button
        assert worked.log[0] == said

    def test_beyond_the_ends_nothing_moves(self, worked: Table) -> None:
        """The keyboard may ask; nothing happens."""
        before = worked.session.encounter
        worked.controller.handle("up", worked.id_of("A"), {})
        worked.controller.handle("down", worked.id_of("C"), {})
        assert worked.session.encounter is before

    def test_a_refused_drag_puts_the_row_back(self, worked: Table) -> None:
        """The track is sent again, because the drag has changed the page by itself."""
        worked.tap("person", worked.id_of("B"))
        worked.do(c.Fall(worked.id_of("B")))
        worked.give(c.Move(worked.id_of("B"), worked.id_of("A")))
        assert worked.last.toast
        change = worked.last.lists["track"]
        assert set(change.order) == set(change.changed)

    def test_number_turn_skip_and_back_in(self, worked: Table) -> None:
        """Each where it stands. Whoever is to act now is looked at next: the sheet closes."""
        b = worked.id_of("B")
        worked.tap("person", b)
        worked.change("score", "25")
        assert worked.track == ["*B 25", "A 20", "C 9"]
        assert worked.dialog.find("input", name_="score").attributes["value"] == "25"
        worked.tap("person", worked.id_of("C"))
        worked.do(c.RuleTurn(worked.id_of("C")))
        assert not worked.last.dialog
        assert "*C 9" in worked.track
        worked.tap("person", b)
        worked.do(c.RuleSkip(b))
        assert "B 25" in worked.track[-1]
        worked.do(c.RuleIn(b))
        worked.tap("dismiss")
        worked.open_log()
        assert worked.region("log").with_class("ruling")

    def test_a_number_out_of_range_is_said_in_the_sheet(self, worked: Table) -> None:
        """And what was typed stays."""
        worked.tap("person", worked.id_of("B"))
        worked.change("score", "1000")
        assert "a whole number from -999 to 999, not “1000”" in worked.dialog.text
        assert worked.dialog.values()["score"] == "1000"
        assert "B 14" in worked.track

    def test_facts(self, worked: Table) -> None:
        """Who engages whom, and who has a reserved action: a tap each, and another the other way."""
        b = worked.id_of("B")
        worked.tap("person", b)
        for value, pressed in ((True, "true"), (False, "false")):
            worked.do(c.RuleFact(b, "reserved", value))
            (chip,) = [each for each in worked.dialog.all("button") if each.text == "Has an action in reserve"]
            assert chip.attributes["aria-pressed"] == pressed
            assert ("reserved" in worked.rows.find("li", data_id=b).text) == (pressed == "true")

    def test_a_number_among_the_facts(self, table: Table) -> None:
        """One more, as far as that goes, or typed."""
        table.tap("sample", "interlock")
        combatant_id = table.session.encounter.order[0]
        table.tap("person", combatant_id)
        (less,) = [each for each in table.dialog.all("button") if each.label == "Feet moved in this round: one less"]
        assert "disabled" in less.attributes
        table.do(c.RuleFact(combatant_id, "moved", "1"))
        assert table.dialog.find("input", name_="moved").attributes["value"] == "1"
        table.change("moved", "20")
        assert table.dialog.find("input", name_="moved").attributes["value"] == "20"
        table.change("moved", "far")
        assert "a whole number" in table.dialog.find("p", id="form-error").text

    def test_earlier_and_later_say_where_that_would_be(self, worked: Table) -> None:
        b = worked.id_of("B")
        worked.tap("person", b)
        earlier, later = worked.dialog.with_class("two")[0].all("button")
        assert (earlier.text, later.text) == ("Earlier 20, on top", "Later 8, last")
        worked.tap("down", b)
        assert worked.track == ["*A 20", "C 9", "B 8"]
        assert "disabled" in worked.dialog.with_class("two")[0].all("button")[1].attributes

    def test_falls_and_comes_to(self, worked: Table) -> None:
        """The marker goes on; whoever comes to keeps the counter."""
        a = worked.id_of("A")
        worked.tap("person", a)
        worked.do(c.Fall(a))
        assert worked.track == ["*B 14", "C 9", "A 20"]
        worked.do(c.Rise(a))
        assert "A 20" in " ".join(worked.track)


class TestPeople:
    """The sheet of a combatant."""

    def test_changed_where_it_stands_duplicated_and_removed(self, worked: Table) -> None:
        """Each field as it is left, in a step of its own; one step back from there is the combatant."""
        b = worked.id_of("B")
        worked.tap("person", b)
        worked.tap("edit", b)
        for name, value in (("name", "Berta"), ("side", "Crew"), ("health", "12"), ("group", "Twins")):
            worked.change(name, value)
        worked.change("sheet.nerve", "9")
        worked.change("at_table", True)
        changed = worked.session.encounter.combatants[b]
        assert "Berta 14" in worked.track
        assert (changed.side, changed.group, changed.sheet["nerve"], changed.at_table) == ("Crew", "Twins", 9, True)
        assert (changed.health, changed.full_health) == (12, 12)
        worked.change("at_table", False)
        worked.change("group", "")
        worked.tap("step-back")
        assert worked.dialog.find("h2").text == "Berta Crew"
        worked.dice.faces[:] = [5]
        worked.do(c.DuplicateCombatant(b))
        assert len(worked.track) == 4
        worked.do(c.RemoveCombatant(b))
        assert not worked.last.dialog
        assert "Berta 14" not in worked.track

    def test_a_field_that_cannot_be_read_keeps_what_was_typed(self, worked: Table) -> None:
        """In its place."""
        worked.tap("person", worked.id_of("B"))
        worked.tap("edit", worked.id_of("B"))
        worked.change("sheet.nerve", "many")
        assert "Nerve" in worked.dialog.find("p", id="form-error").text
        assert worked.dialog.values()["sheet.nerve"] == "many"
        assert worked.session.encounter.combatants[worked.id_of("B")].sheet["nerve"] == 0

    def test_a_field_that_there_is_not(self, worked: Table) -> None:
        """A tap from a screen that is gone does nothing."""
        before = worked.session.encounter
        worked.controller.handle("change-sheet", f"{worked.id_of('B')}:sheet.wings", {"sheet.wings": "2"})
        assert worked.session.encounter is before

    def test_health_by_steps_keeps_the_dialog_open(self, worked: Table) -> None:
        """The first that is given begins the count; it ends at 0, and at what is full."""
        b = worked.id_of("B")
        worked.tap("person", b)
        assert not worked.dialog.all(data_do="health", data_arg=f"{b}:-5"), "what is not counted cannot be lost"
        for change in (5, -1, -5):
            worked.tap("health", f"{b}:{change}")
        assert worked.last.dialog
        assert worked.log[:2] == ["B takes 5: 4 → 0.", "B takes 1: 5 → 4."]
        worked.tap("health", f"{b}:5")
        worked.tap("health", f"{b}:1")
        assert worked.session.encounter.combatants[b].health == 5
        assert "All targets are at full health." in worked.dialog.text

    def test_note_on_a_combatant(self, worked: Table) -> None:
        """It stands in the row and, when it is theirs, in the panel."""
        a = worked.id_of("A")
        worked.tap("person", a)
        worked.change("note", "poisoned & slow")
        assert "poisoned & slow" in worked.rows.find("li", data_id=a).text

    @pytest.mark.parametrize("sheet", ["person", "edit", "open-stat-card", "counters"])
    def test_the_dialog_of_one_who_is_undone_closes(self, worked: Table, sheet: str) -> None:
        worked.dice.faces[:] = [5]
        worked.add(f"D, {SHEET}")
        worked.controller.handle(sheet, worked.id_of("D"), {})
        assert worked.last.dialog
        worked.tap("undo")
        assert not worked.last.dialog

    def test_the_reasons_of_a_number_that_is_undone_close(self, worked: Table) -> None:
        worked.tap("why", worked.id_of("A"))
        worked.tap("undo")
        assert not worked.last.dialog
        worked.tap("redo")
        worked.tap("person", worked.id_of("A"))
        worked.tap("undo")
        assert worked.last.dialog, "who is still there keeps the sheet"

    def test_the_dialog_of_one_who_left_says_so(self, worked: Table) -> None:
        """Not an error."""
        worked.controller.handle("person", "c99", {})
        assert "no longer in the fight" in worked.dialog.text
        worked.controller.handle("health", "c99:1", {})
        worked.controller.handle("up", "c99", {})
        worked.controller.handle("change-sheet", "c99:name", {"name": "Ilko"})

    def test_renaming_the_encounter(self, worked: Table) -> None:
        """In the bar, the title and the list."""
        worked.tap("menu")
        worked.send("rename", name="The <ferry>")
        assert worked.last.title == "The <ferry> · Turntrack"
        assert "The <ferry>" in worked.region("title").text
        worked.tap("menu")
        worked.send("rename", name="x" * 61)
        assert "at most 60 characters" in worked.dialog.text
        assert worked.dialog.values()["name"] == "x" * 61
        worked.tap("dismiss")
        worked.tap("menu")
        worked.tap("home")
        assert "The <ferry>" in worked.region("home").text


class TestReading:
    """Why, rules, options, the log."""

    def test_why(self, worked: Table) -> None:
        """The sum with the rules that say so."""
        shoot(worked, "middle")
        worked.tap("why", worked.id_of("A"))
        assert "A: why 16?" in worked.dialog.text
        rows = [row.text for row in worked.dialog.with_class("sum")[0].all("li")]
        assert rows[0] == "d20 20"
        assert rows[-2:] == ["shoots with a middle-sized weapon −4 Z21", "Total 16"]
        rules = [rule.text for rule in worked.dialog.with_class("rule")]
        assert "Z21 Attack or protect with a middle-sized weapon: 4; ward off +1, feint +2." in rules

    def test_an_option_is_chosen_and_kept(self, worked: Table) -> None:
        """The dialog stays, the log says it, undo takes it back."""
        worked.tap("menu")
        worked.tap("options")
        worked.give(c.ChooseOption("last_action", "bonus"))
        assert worked.session.encounter.options["last_action"] == "bonus"
        (chosen,) = [
            each for each in worked.dialog.all("input", data_option="last_action") if "checked" in each.attributes
        ]
        assert chosen.attributes["value"] == "bonus"
        assert worked.log[0].endswith("ZA1")
        worked.give(c.ChooseOption("last_action", "nonsense"), is_within=True)
        assert "not “nonsense”" in worked.dialog.find("p", id="form-error").text

    def test_rules_are_searched(self, worked: Table) -> None:
        """By words and by id, in any order."""
        worked.tap("menu")
        worked.tap("rules")
        assert len(worked.dialog.all("li")) > 30
        worked.enter("rules.search", "feint reserve")
        assert [each.all("cite")[0].text for each in worked.dialog.all("li")] == ["Z19"]
        worked.enter("rules.search", "<none>")
        assert "No rule matches." in worked.dialog.text

    def test_the_log_of_one_combatant(self, worked: Table) -> None:
        """Only what concerns them."""
        shoot(worked, "middle")
        worked.enter("log.about", worked.id_of("B"))
        assert worked.log
        assert all(line.startswith("B") for line in worked.log)
        worked.enter("log.about", "")
        assert worked.log[0].startswith("A shoots")

    def test_a_long_log_is_shown_in_parts(self, worked: Table) -> None:
        """Forty steps first, the rest when asked for."""
        worked.dice.faces[:] = [1] * 60
        for number in range(45):
            worked.tap("note")
            worked.send("write-note", text=f"note {number}")
        assert "note 4." not in " ".join(worked.log)
        worked.open_log()
        assert len(worked.region("log").with_class("entry")) == 40
        worked.tap("older")
        assert "note 0" in worked.log
        assert not worked.region("log").all(id="older")

    def test_an_empty_note_is_refused_in_place(self, worked: Table) -> None:
        """The dialog stays open."""
        worked.tap("note")
        worked.send("write-note", text=" ")
        assert worked.dialog.find("p", id="form-error").text == "The note is empty."

    def test_a_note_too_long_is_kept_for_mending(self, worked: Table) -> None:
        """What was typed is still there."""
        worked.tap("note")
        worked.send("write-note", text="n" * 501)
        assert "at most 500" in worked.dialog.find("p", id="form-error").text
        assert worked.dialog.values()["text"] == "n" * 501


class TestUpdates:
    """Only what differs crosses to the screen."""

    def test_nothing_crosses_twice(self, worked: Table) -> None:
        """Opening a dialog sends the dialog alone; closing it too."""
        worked.tap("menu")
        assert set(worked.last.regions) == {"dialog"}
        worked.tap("dismiss")
        assert worked.last.regions == {"dialog": ""}
        worked.enter("attack.feint", True)
        assert set(worked.last.regions) == {"panel"}
        worked.tap("show-log")
        assert set(worked.last.regions) == {"history", "dialog"}
        worked.enter("log.about", worked.id_of("B"))
        assert set(worked.last.regions) == {"dialog"}
        assert set(worked.last.lists) == {"log-lines"}

    def test_a_step_sends_what_it_changes(self, worked: Table) -> None:
        """The title stays as it is."""
        shoot(worked, "middle")
        assert set(worked.last.regions) == {"now", "history", "panel"}
        lists = {name: set(change.changed) for name, change in worked.last.lists.items()}
        assert lists == {"acting": {"row-c1"}, "track": {"row-c2"}}, "A has another number, B another way to A"
        assert worked.last.lists["track"].order == ("row-c2", "row-c3", "line-end")
        worked.tap("undo")
        worked.tap("show-log")
        worked.tap("redo")
        assert set(worked.last.lists["log-lines"].changed) == {"entry-4"}

    def test_what_is_said_is_said_once(self, worked: Table) -> None:
        """The next intent clears it."""
        shoot(worked, "middle")
        assert worked.last.live
        worked.tap("menu")
        assert worked.last.live == worked.last.toast == ""


class TestEnding:
    """The end of a sequence and the next one."""

    def test_closing_by_hand(self, worked: Table) -> None:
        """The game master ends it; that is a ruling."""
        worked.do(c.CloseRound())
        assert "Sequence 1 is over" in worked.region("now").text
        assert worked.log[0] == "The game master ends sequence 1. ruling"

    def test_nobody_able_cannot_begin(self, worked: Table) -> None:
        """The button is disabled, as long as nobody can act."""
        for name in ("A", "B", "C"):
            combatant_id = worked.id_of(name)
            worked.tap("person", combatant_id)
            worked.do(c.Fall(combatant_id))
        assert "disabled" in worked.region("now").find("button", id="open").attributes

    @pytest.mark.parametrize(
        ("do", "arg"),
        [
            ("undo", ""),
            ("open", ""),
            ("Act", '{"id":"c1","action":"attack","values":{}}'),
            ("person", "c1"),
            ("enter-dice", ""),
            ("Move", '{"id":"c1"}'),
        ],
    )
    def test_intents_without_a_fight_do_nothing(self, table: Table, do: str, arg: str) -> None:
        """A late tap from a screen that is gone."""
        table.controller.handle(do, arg, {})
        assert table.last.view == "home"
        assert not table.last.toast
