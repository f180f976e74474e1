"""Tests of conditions: given with three taps, marked on the row, expired or ended with a tap."""

from __future__ import annotations

import pytest

from app.intents.combatants import ChangeCondition, Give, OpenDamage, PickWhose
from app.intents.html_codec import write
from app.storage.list_entry import list_entry_of
from tests.app.elements import Element
from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.core.model import Until
from turntrack.rules.conditions import known_names
from turntrack.systems import SYSTEMS
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES


@pytest.fixture
def fight(table: Table) -> Table:
    """Mara 24, Ilko 19 and Rat 17, who acts in that order."""
    table.tap("new", "zebra")
    table.add("Mara, side Crew, health 15", "Ilko, side Crew", "Rat, side Harbour, health 8")
    table.dice.faces[:] = [20, 15, 11] * 4
    table.tap("open")
    return table


def badges(table: Table, name: str, kind: str = "condition") -> list[str]:
    """Return the conditions on a row, a star at those that end with the running turn."""
    row = table.rows.find("li", id=f"row-{table.id_of(name)}")
    return [f"{each.text}{'*' * ('ends' in each.attributes['class'])}" for each in row.with_class(kind)]


def give(table: Table, name: str, what: str, until: str) -> None:
    """Give a condition with three taps: the row, the condition, its end."""
    combatant_id = table.id_of(name)
    table.tap("person", combatant_id)
    table.tap("put-into", f"{combatant_id}:{what}")
    table.tap("give", until)


def _give_own(table: Table, name: str, word: str) -> None:
    """Give a condition in a word of one’s own, until it is taken off."""
    table.tap("person", table.id_of(name))
    table.tap("conditions", table.id_of(name))
    table.type(own=word)
    table.tap("give", "removed:0")


def reminders(table: Table) -> list[str]:
    return [each.find("p").text for each in table.region("panel").with_class("reminder")]


def till(table: Table, until: str) -> Element:
    return table.dialog.find("button", id=f"till-{until}")


class TestGiving:
    def test_it_is_three_taps_and_ends_with_the_turn_that_was_said(self, fight: Table) -> None:
        """The running turn of Mara, who acts, is not counted."""
        give(fight, "Rat", "stunned", "ends:1")
        assert not fight.last.dialog
        assert fight.log[0] == "Rat is stunned until Mara’s next turn ends."
        assert badges(fight, "Rat") == ["stunned"]
        fight.tap("undo")
        assert badges(fight, "Rat") == []

    def test_one_that_ends_with_the_running_turn_is_marked(self, fight: Table) -> None:
        give(fight, "Rat", "prone", "ends:0")
        assert badges(fight, "Rat") == ["prone*"]
        fight.choose("plain", "Reserve")
        assert badges(fight, "Rat") == []
        assert "Rat is no longer prone: Mara’s turn is over." in fight.log

    def test_the_form_offers_every_end(self, fight: Table) -> None:
        fight.controller.handle("conditions", fight.id_of("Rat"), {})
        given = [each for each in fight.dialog.all("button") if each.attributes.get("data-do") == "give"]
        assert {each.attributes["data-arg"].partition(":")[0] for each in given} == {*Until}

    def test_what_cannot_be_is_not_to_be_tapped(self, fight: Table) -> None:
        """No running turn can begin; nobody but Mara has one that could end."""
        fight.controller.handle("conditions", fight.id_of("Rat"), {})
        assert "disabled" in till(fight, "begins-0").attributes
        assert "disabled" not in till(fight, "ends-0").attributes
        fight.tap("pick-whose", fight.id_of("Ilko"))
        assert "disabled" in till(fight, "ends-0").attributes
        assert "disabled" not in till(fight, "begins-3").attributes

    def test_without_a_name_it_is_refused_in_words(self, fight: Table) -> None:
        fight.tap("person", fight.id_of("Rat"))
        fight.tap("conditions", fight.id_of("Rat"))
        fight.tap("give", "ends:1")
        assert fight.dialog.find("p", id="form-error").text == "The condition’s name is empty."
        assert not fight.session.encounter.conditions

    def test_a_word_of_ones_own_with_a_text_is_remembered(self, fight: Table) -> None:
        rat = fight.id_of("Rat")
        fight.tap("person", rat)
        fight.tap("conditions", rat)
        fight.type(own="bewitched", text="may not speak")
        fight.tap("give", "removed:0")
        assert fight.log[0] == "Rat is bewitched “may not speak”."
        fight.tap("person", fight.id_of("Ilko"))
        fight.tap("put-into", f"{fight.id_of('Ilko')}:bewitched")
        assert fight.dialog.values()["text"] == ""
        fight.tap("pick-whose", fight.id_of("Rat"))
        fight.send("own-word", own="dazed")
        fight.tap("give", "round:0")
        assert fight.log[0] == "Ilko is dazed until sequence 1 is over."

    def test_what_was_chosen_or_typed_last_is_the_name(self, fight: Table) -> None:
        rat = fight.id_of("Rat")
        fight.tap("person", rat)
        fight.tap("put-into", f"{rat}:stunned")
        fight.type(own="bewitched")
        fight.tap("pick-whose", rat)
        assert "bewitched" in fight.dialog.text
        fight.tap("give", "removed:0")
        assert fight.log[0] == "Rat is bewitched."
        fight.tap("person", rat)
        fight.tap("conditions", rat)
        fight.type(own="dazed")
        fight.tap("pick-word", "stunned")
        fight.tap("give", "removed:0")
        assert fight.log[0] == "Rat is stunned."

    def test_a_typed_name_moves_nobody_who_is_picked_for_it(self, fight: Table) -> None:
        rat = fight.id_of("Rat")
        fight.tap("person", rat)
        fight.tap("conditions", rat)
        names = [each.text for each in fight.dialog.all(data_do="pick-word")]
        fight.type(own="bewitched")
        fight.tap("pick-bearer", fight.id_of("Mara"))
        assert "are bewitched" in fight.dialog.text
        assert [each.text for each in fight.dialog.all(data_do="pick-word")] == names
        fight.tap("pick-word", "stunned")
        assert [each.text for each in fight.dialog.all(data_do="pick-word")] == names

    def test_a_name_left_in_the_field_does_not_replace_the_one_that_is_chosen_later(self, fight: Table) -> None:
        rat = fight.id_of("Rat")
        fight.tap("person", rat)
        fight.tap("conditions", rat)
        fight.type(own="dazed")
        fight.tap("dismiss")
        fight.tap("person", rat)
        fight.tap("put-into", f"{rat}:stunned")
        assert fight.dialog.values()["own"] == "dazed"
        fight.tap("give", "removed:0")
        assert fight.log[0] == "Rat is stunned."

    def test_a_name_left_in_the_field_is_used_if_no_other_is_chosen(self, fight: Table) -> None:
        rat = fight.id_of("Rat")
        fight.tap("person", rat)
        fight.tap("conditions", rat)
        fight.type(own="dazed")
        fight.tap("dismiss")
        fight.tap("person", rat)
        fight.tap("conditions", rat)
        fight.tap("give", "removed:0")
        assert fight.log[0] == "Rat is dazed."

    def test_a_word_of_ones_own_is_offered_until_it_is_forgotten(self, fight: Table) -> None:
        """Also in the next fights of the same game, and undo offers it again."""
        _give_own(fight, "Rat", "bewitched")
        rat = fight.id_of("Rat")
        fight.tap("person", rat)
        fight.tap("conditions", rat)
        assert not fight.dialog.all("button", id="forget-condition")
        fight.tap("pick-word", "bewitched")
        forget = fight.dialog.find("button", id="forget-condition")
        assert forget.text == "Forget “bewitched”"
        fight.tap(forget.attributes["data-do"], forget.attributes["data-arg"])
        assert fight.log[0] == "“bewitched” is no longer offered as a condition."
        assert "bewitched" not in known_names(fight.session.encounter)
        fight.tap("undo")
        assert "bewitched" in known_names(fight.session.encounter)

    def test_a_condition_of_the_game_is_no_word_of_ones_own(self, table: Table) -> None:
        """The next fight, of another game, does not offer it."""
        table.tap("new", "cards")
        table.add("Ana, side Heroes", "Jack, side Foes, note WC")
        table.give(c.GiveCondition((table.id_of("Jack"),), "shaken"))
        table.give(c.GiveCondition((table.id_of("Jack"),), "bewitched"))
        left = list_entry_of(table.session, TABLE_RULES).left
        assert left is not None
        assert left.words == ("bewitched",)

    def test_several_at_once_on_their_own_turns(self, fight: Table) -> None:
        """Rows beside the sheet are picked with a tap; so are the chips in it."""
        rat, ilko = fight.id_of("Rat"), fight.id_of("Ilko")
        fight.tap("person", rat)
        fight.tap("put-into", f"{rat}:burning")
        fight.tap("person", ilko)
        fight.tap("pick-bearer", fight.id_of("Mara"))
        assert fight.dialog.find("h2").text.startswith("Mara, Ilko, Rat are burning")
        fight.tap("pick-whose", "")
        fight.tap("pick-bearer", fight.id_of("Mara"))
        fight.tap("give", "ends:1")
        assert fight.log[0] == "Rat, Ilko are burning until each one’s next turn ends."
        assert badges(fight, "Rat") == badges(fight, "Ilko") == ["burning"]
        assert badges(fight, "Mara") == []

    def test_what_is_rare_is_folded_below_how_long_until_it_is_used(self, fight: Table) -> None:
        rat, mara = fight.id_of("Rat"), fight.id_of("Mara")
        fight.tap("person", rat)
        fight.tap("put-into", f"{rat}:burning")
        more = fight.dialog.find("details")
        assert {button.attributes["data-do"] for button in more.all("button", type="button")} == {
            *("pick-word", "pick-cause"),
        }
        assert not more.all(data_do="give")
        assert "open" not in more.attributes
        fight.tap("pick-cause", mara)
        assert "open" in fight.dialog.find("details").attributes

    def test_a_readied_action_is_a_mark_on_the_row_until_the_next_turn(self) -> None:
        """One tap, as another takes it away when the trigger has come; in D&D and Pathfinder."""
        table = Table()
        table.tap("new", "d20_twice")
        table.add("Aria, side Heroes, health 24", "Ogre, side Foes, health 59")
        table.dice.faces[:] = [20, 1]
        table.tap("open")
        aria = table.id_of("Aria")
        table.tap("person", aria)
        table.tap("put-into", f"{aria}:ready")
        assert table.log[0] == "Aria is ready until Aria’s next turn begins."
        table.tap("dismiss")
        table.choose("turn", "End turn")
        assert badges(table, "Aria")[0] == "ready"
        table.choose("turn", "End turn")
        table.tap("open")
        assert table.track[0].startswith("*Aria")
        assert "ready" not in badges(table, "Aria")

    def test_whoever_is_ready_is_the_first_to_act_out_of_turn(self) -> None:
        """Before the one who is attacked. The reaction takes the mark away."""
        table = Table()
        table.tap("new", "d20_twice")
        table.add("Aria, side Heroes", "Bo, side Heroes", "Ogre, side Foes")
        table.dice.faces[:] = [20, 12, 1]
        table.tap("open")
        aria = table.id_of("Aria")
        table.give(c.GiveCondition((aria,), "ready", until=Until.TURN_BEGINS))
        table.choose("turn", "End turn")
        table.choose("turn", "End turn")
        table.enter("turn.target", table.id_of("Bo"))
        table.choose("turn", "Attack")
        table.choose("reaction", "Reaction")
        assert "Aria uses the reaction." in table.log
        assert "Aria is no longer ready." in table.log

    def test_what_somebody_concentrates_on_is_given_to_several_by_the_button_that_says_so(self) -> None:
        """D&D’s Bless: a sheet, a name, two more bearers, one tap; a hurt cleric is asked once."""
        table = Table()
        table.tap("new", "d20_twice")
        table.add(*(f"{name}, side Heroes, health 24" for name in ("Mira", "Thorin", "Elowen")), "Ogre, health 59")
        table.dice.faces[:] = [20, 12, 10, 1]
        table.tap("open")
        mira, thorin = table.id_of("Mira"), table.id_of("Thorin")
        table.tap("person", thorin)
        table.tap("conditions", thorin)
        table.type(own="blessed")
        table.tap("pick-bearer", table.id_of("Elowen"))
        table.tap("pick-bearer", mira)
        assert table.dialog.find("h2").text.startswith("Mira, Thorin, Elowen are blessed")
        assert table.dialog.find("button", id="till-lost").text == "while Mira concentrates"
        table.tap("concentrate", mira)
        assert not table.last.dialog
        assert table.log[:2] == ["Mira is concentrating.", "Thorin, Elowen, Mira are blessed while Mira concentrates."]
        assert badges(table, "Mira") == ["concentrating", "+1"]
        table.tap("person", thorin)
        assert "blessed while Mira concentrates" in table.dialog.text
        table.give(c.Wound(5, (c.Hit(mira),)))
        assert reminders(table) == ["Mira has lost 5: still concentrating? (D&D: DC 10)"]
        table.do(c.EndConditions((1,)))
        assert "Thorin, Elowen, Mira are no longer blessed: Mira concentrates no more." in table.log
        assert table.session.encounter.conditions == ()

    def test_a_cause_concentrates_in_the_place_of_whoever_acts_and_nobody_on_a_grip(self) -> None:
        table = Table()
        table.tap("new", "d20_twice")
        table.add("Mira, side Heroes", "Ogre, side Foes")
        table.dice.faces[:] = [20, 1]
        table.tap("open")
        mira, ogre = table.id_of("Mira"), table.id_of("Ogre")
        table.tap("person", mira)
        table.tap("put-into", f"{mira}:charmed")
        table.tap("pick-cause", ogre)
        assert table.dialog.find("button", id="till-lost").text == "while Ogre concentrates"
        table.tap("pick-word", "grappled")
        assert not table.dialog.all(id="till-lost")

    def test_in_a_crowd_the_bearers_are_folded_away(self) -> None:
        table = Table()
        table.tap("new", "d20_twice")
        table.add("14 Orcs")
        orc = table.id_of("Orc A")
        table.tap("person", orc)
        table.tap("put-into", f"{orc}:charmed")
        assert "Who" in [each.text for each in table.dialog.find("details").all("h3")]

    def test_until_a_count_where_points_are_counted(self, fight: Table) -> None:
        rat = fight.id_of("Rat")
        fight.tap("person", rat)
        fight.tap("put-into", f"{rat}:blind")
        fight.type(count="9")
        fight.tap("give", "count:0")
        assert fight.log[0] == "Rat is blind until count 9."

    def test_at_most_three_are_on_the_row(self, fight: Table) -> None:
        """As many of them as have room there, and how many more there are."""
        for name in ("held", "slow", "prone", "blind", "afraid"):
            give(fight, "Ilko", name, "removed:0") if name != "slow" else _give_own(fight, "Ilko", name)
        assert badges(fight, "Ilko") == ["held", "slow", "prone", "+2"]
        for name in ("stunned", "prone", "held", "blind", "afraid"):
            give(fight, "Rat", name, "removed:0")
        assert badges(fight, "Rat") == ["stunned", "prone", "+3"]

    @pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
    def test_in_every_system(self, key: str) -> None:
        table = Table(faces=(4, 3, 5, 2, 6, 1) * 40)
        table.tap("sample", key)
        table.tap("open")
        name = table.session.encounter.name_of(table.session.encounter.order[0])
        give(table, name, "stunned", "round:0")
        assert badges(table, name) == ["stunned"]
        table.do(c.CloseRound())
        assert badges(table, name) == []


class TestEnding:
    def test_with_a_tap_in_its_sheet(self, fight: Table) -> None:
        give(fight, "Rat", "held", "removed:0")
        fight.tap("person", fight.id_of("Rat"))
        fight.do(c.EndConditions((1,)))
        assert fight.log[0] == "Rat is no longer held."
        assert fight.last.dialog

    def test_of_several_with_a_name_it_says_what_is_left(self, fight: Table) -> None:
        """Whoever is frightened twice is frightened still when one of the two ends, and is named once if both do."""
        rat, mara = fight.id_of("Rat"), fight.id_of("Mara")
        for name, by in ("frightened", mara), ("frightened", ""), ("Frightened", rat), ("prone", ""):
            fight.give(c.GiveCondition((rat,), name, by=by))
        fight.give(c.GiveCondition((mara,), "frightened"))
        fight.give(c.EndConditions((1,)))
        assert fight.log[0] == "Rat is still frightened (1 of 3 is over)."
        fight.tap("undo")
        fight.give(c.EndConditions((3, 4, 1)))
        assert fight.log[0] == "Rat is still frightened (2 of 3 are over), Rat is no longer prone."
        fight.give(c.EndConditions((2,)))
        assert fight.log[0] == "Rat is no longer frightened."
        fight.tap("undo")
        fight.tap("undo")
        fight.give(c.EndConditions((1, 2, 3, 5)))
        assert fight.log[0] == "Rat, Mara are no longer frightened."

    def test_a_roll_after_each_own_turn_is_a_reminder_with_its_odds(self, fight: Table) -> None:
        mara = fight.id_of("Mara")
        fight.tap("person", mara)
        fight.tap("put-into", f"{mara}:burning")
        fight.tap("rolls")
        fight.type(code="1d20", needs="16")
        fight.tap("give", "removed:0")
        assert reminders(fight) == []
        fight.choose("plain", "Reserve")
        assert reminders(fight) == ["Mara may roll to stop being burning: 16 or more on 1d20. 25%"]
        fight.do(c.KeepCondition(1))
        assert reminders(fight) == []
        assert badges(fight, "Mara") == ["burning"]
        fight.tap("undo")
        fight.do(c.EndConditions((1,)))
        assert reminders(fight) == []
        assert badges(fight, "Mara") == []

    def test_a_hurt_holder_is_asked_for_once_and_lets_all_go(self, fight: Table) -> None:
        mara, rat, ilko = (fight.id_of(name) for name in ("Mara", "Rat", "Ilko"))
        fight.tap("person", rat)
        fight.tap("put-into", f"{rat}:held")
        fight.tap("pick-bearer", ilko)
        fight.tap("pick-cause", mara)
        fight.tap("holds")
        fight.tap("give", "removed:0")
        assert fight.log[0] == "Rat, Ilko are held (held by Mara)."
        fight.tap("open-damage", mara)
        fight.tap("digit", "2")
        fight.tap("deal")
        assert reminders(fight) == ["Mara is hurt: do Rat and Ilko stay held?"]
        fight.do(c.EndConditions((1, 2)))
        assert fight.session.encounter.conditions == ()

    def test_dice_that_are_none_are_refused_and_what_was_typed_stays(self, fight: Table) -> None:
        rat = fight.id_of("Rat")
        fight.tap("person", rat)
        fight.tap("put-into", f"{rat}:burning")
        fight.tap("rolls")
        fight.type(code="a lot", needs="3")
        fight.tap("give", "removed:0")
        assert "The roll: " in fight.dialog.text
        assert fight.dialog.values()["code"] == "a lot"
        assert not fight.session.encounter.conditions

    def test_late_taps_of_a_sheet_that_is_gone_do_nothing(self, fight: Table) -> None:
        before = fight.session.encounter
        for do, arg in (
            ("give", "ends:1"),
            ("pick-bearer", "c1"),
            ("pick-word", "prone"),
            ("pick-whose", ""),
            ("holds", ""),
        ):
            fight.controller.handle(do, arg, {})
        assert fight.session.encounter is before


class TestCounters:
    def test_they_are_counted_up_and_down_and_shown_on_the_row(self, fight: Table) -> None:
        rat = fight.id_of("Rat")
        fight.tap("person", rat)
        fight.tap("counters", rat)
        fight.send("keep-counter", counter="luck", most="3", fills="round")
        fight.tap("person", rat)
        assert badges(fight, "Rat", "counter") == ["luck 3/3"]
        fight.do(c.StepCounter(rat, "luck", -1))
        assert badges(fight, "Rat", "counter") == ["luck 2/3"]
        assert fight.log[0] == "Rat: luck 3 → 2."
        fight.do(c.StepCounter(rat, "luck", 1))
        fight.do(c.StepCounter(rat, "luck", 1))
        assert "Rat: luck is full." in fight.dialog.text
        fight.do(c.DropCounter(rat, "luck"))
        assert badges(fight, "Rat", "counter") == []

    def test_what_is_no_counter_is_refused(self, fight: Table) -> None:
        fight.tap("person", fight.id_of("Rat"))
        fight.tap("counters", fight.id_of("Rat"))
        fight.send("keep-counter", counter="luck", most="many")
        assert "Maximum: " in fight.dialog.text
        assert fight.dialog.values()["counter"] == "luck"
        fight.controller.handle(
            "keep-counter", fight.id_of("Rat"), {"counter": "luck", "most": "3", "fills": "soon"}, {}, True
        )
        assert "Say when it refills." in fight.dialog.text


class TestHowLong:
    """A condition given with damage, or given already, lasts as long as is told then."""

    def test_with_damage(self, fight: Table) -> None:
        rat, mara = fight.id_of("Rat"), fight.id_of("Mara")
        fight.tap("open-damage", rat)
        assert not fight.dialog.all("div", class_="lasts")
        fight.tap("pick-condition", "stunned")
        said = [each.text for each in fight.dialog.find("div", class_="lasts").all("button")]
        assert said == [
            "until removed",
            "to the start of Mara’s next turn",
            "to the end of Mara’s next turn",
            "to the end of their next turn",
        ]
        fight.tap("pick-end", f"begins:{mara}")
        fight.tap("digit", "2")
        fight.tap("deal")
        assert "Rat is stunned until Mara’s next turn begins." in fight.log

    def test_of_one_that_is_there(self, fight: Table) -> None:
        rat, mara = fight.id_of("Rat"), fight.id_of("Mara")
        fight.give(c.GiveCondition((rat,), "stunned", by=mara, held=True))
        fight.tap("person", rat)
        fight.tap("put-into", f"{rat}:stunned")
        assert fight.dialog.find("h2").text.startswith("Rat is stunned")
        fight.tap("give", "begins:1")
        assert fight.log[0] == "Rat is now stunned until Mara’s next turn begins."
        (condition,) = fight.session.encounter.conditions
        assert (condition.by, condition.held) == (mara, True)
        fight.tap("person", rat)
        assert "stunned until Mara’s next turn begins, held by Mara" in fight.dialog.text


class TestUsualEnds:
    """In many games, what ends a condition is known beforehand: a roll, an action, or the next turn."""

    @pytest.fixture
    def cards(self, table: Table) -> Table:
        table.tap("new", "cards")
        table.add("Ana, side Heroes", "Rat, side Foes")
        table.dice.faces[:] = [52, 20]
        table.tap("open")
        table.tap("person", table.id_of("Rat"))
        return table

    def test_one_tap_gives_what_a_roll_ends(self, cards: Table) -> None:
        cards.tap("put-into", f"{cards.id_of('Rat')}:shaken")
        (shaken,) = cards.session.encounter.conditions
        assert (shaken.bearer, shaken.name, shaken.until) == (cards.id_of("Rat"), "shaken", Until.REMOVED)
        assert "conditions shaken until removed End shaken distracted" in cards.dialog.text

    def test_another_tap_ends_it(self, cards: Table) -> None:
        cards.tap("put-into", f"{cards.id_of('Rat')}:shaken")
        (chip,) = (each for each in cards.dialog.all("button", aria_pressed="true") if each.text == "shaken")
        cards.tap(chip.attributes["data-do"], chip.attributes["data-arg"])
        assert not cards.session.encounter.conditions

    def test_one_tap_gives_what_the_next_turn_ends(self, cards: Table) -> None:
        cards.tap("put-into", f"{cards.id_of('Rat')}:vulnerable")
        (vulnerable,) = cards.session.encounter.conditions
        assert (vulnerable.until, vulnerable.whose, vulnerable.turns) == (Until.TURN_ENDS, cards.id_of("Rat"), 1)

    def test_a_duration_replaces_none(self, cards: Table) -> None:
        cards.tap("put-into", f"{cards.id_of('Rat')}:shaken")
        cards.tap("conditions", cards.id_of("Rat"))
        cards.tap("pick-word", "shaken")
        cards.tap(*write(Give(Until.ROUND_ENDS, 0)))
        (shaken,) = cards.session.encounter.conditions
        assert shaken.until is Until.ROUND_ENDS

    @staticmethod
    def _change(table: Table, number: int) -> None:
        """Tap a condition in a sheet."""
        row = table.dialog.find("button", id=f"change-{number}")
        table.tap(row.attributes["data-do"], row.attributes["data-arg"])

    def test_a_tap_on_one_that_is_there_asks_how_long(self, cards: Table) -> None:
        cards.tap("put-into", f"{cards.id_of('Rat')}:shaken")
        self._change(cards, 1)
        assert cards.dialog.find("h2").text.startswith("Rat is shaken")
        cards.tap(*write(Give(Until.ROUND_ENDS, 0)))
        (shaken,) = cards.session.encounter.conditions
        assert shaken.until is Until.ROUND_ENDS

    def test_a_tap_on_one_of_a_cause_changes_that_one(self, cards: Table) -> None:
        rat, ana = cards.id_of("Rat"), cards.id_of("Ana")
        cards.give(c.GiveCondition((rat,), "shaken"))
        cards.give(c.GiveCondition((rat,), "shaken", by=ana, until=Until.TURN_ENDS, whose=rat))
        cards.tap("person", rat)
        self._change(cards, 2)
        cards.tap(*write(Give(Until.TURN_ENDS, 2)))
        first, second = cards.session.encounter.conditions
        assert (first.by, first.until) == ("", Until.REMOVED)
        assert (second.by, second.whose, second.turns) == (ana, rat, 2)

    def test_a_late_tap_on_one_that_is_gone_does_nothing(self, cards: Table) -> None:
        cards.controller.handle(*write(ChangeCondition(7)), {})
        assert not cards.session.encounter.conditions

    def test_a_refused_duration_leaves_the_condition(self, cards: Table) -> None:
        rat = cards.id_of("Rat")
        cards.tap("put-into", f"{rat}:shaken")
        cards.give(c.Fall(rat))
        there = cards.session.encounter.conditions
        cards.tap("person", rat)
        cards.tap("conditions", rat)
        cards.tap("pick-word", "shaken")
        cards.controller.handle(*write(PickWhose("")), {}, {}, True)
        cards.controller.handle(*write(Give(Until.TURN_ENDS, 1)), {}, {}, True)
        assert "Rat is unable to act" in cards.dialog.text
        assert cards.session.encounter.conditions == there

    def test_with_damage_the_usual_end_is_on_until_another_is_tapped(self, cards: Table) -> None:
        def on() -> list[str]:
            return [each.text for each in cards.dialog.find("div", class_="lasts").all("button", aria_pressed="true")]

        cards.tap("dismiss")
        cards.tap(*write(OpenDamage(cards.id_of("Rat"))))
        cards.tap("pick-condition", "distracted")
        assert on() == ["to the end of their next turn"]
        cards.tap("pick-condition", "shaken")
        assert on() == [], "each ends as is usual"
        cards.tap("pick-condition", "distracted")
        assert on() == ["until removed"]
        cards.tap("pick-condition", "distracted")
        cards.tap("pick-end", "removed:")
        assert on() == ["until removed"]
        cards.tap("deal-amount", "1")
        assert [each.until for each in cards.session.encounter.conditions] == [Until.REMOVED, Until.REMOVED]
