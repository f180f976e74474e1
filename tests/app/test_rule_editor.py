"""Tests of the rule editor: table rules are made in four questions, kept, changed, exported, and used in a fight."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from app.rule_editor import answers as a
from app.rule_editor import questions, rows, state
from app.rule_editor.html import render_rule_editor
from app.rule_editor.question_form_controls import Fold, SettingOptions
from app.rule_editor.questions import offers, question
from app.rule_editor.setting_paths import value_of
from app.rule_editor.state import RuleEditor
from app.rule_editor.trial import play_trial
from app.storage.export_file_codec import Bundle, encode_bundle
from app.storage.export_writer import Link, pack_link, unpack_link
from app.storage.import_reader import read_rules_text
from app.values.stored import MOST_RULE_SETS, SavedRuleSet, StoreChanges
from tests.amounts import amount
from tests.app.elements import read
from tests.app.fights import read_file
from tests.app.repository import MemoryRepository
from tests.app.store import Device, Tab
from tests.app.table import Table
from tests.app.test_intents import come_back
from tests.app.test_library import Desk
from tests.engine.drawn_rule_sets import drawn
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import BadSave, BadValue, Refused
from turntrack.systems.table_rules import new_numbers, odds, rule_set
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.catalogue import PRESETS, Preset, preset_rules
from turntrack.systems.table_rules.presets.preset import DELAYS, HOLDS, ON_HOLD, WAITS
from turntrack.systems.table_rules.rule_texts import rule_texts

ALL_RULES = (rule_set.RuleSet(), *(preset.rules for preset in PRESETS))
VALUES = {
    "holder": s.Holder,
    "values": s.Shared,
    "source": s.Source,
    "beats": s.Beats,
    "fresh": s.Fresh,
    "first": s.First,
    "order": s.Order,
    "chooser": s.Chooser,
    "laps": s.LapKind,
    "waiting": s.DelayRule,
    "end": s.EndRule,
    "surprise": s.Surprise,
    "late": s.LateRule,
    "begins": s.FirstSide,
}
WAITING = tuple(words.does for words in (WAITS, DELAYS, HOLDS, ON_HOLD))


class TestAnswers:
    @pytest.mark.parametrize("seed", range(20))
    def test_whatever_is_answered_the_rules_stay_whole(self, seed: int) -> None:
        """Random answers, offered or not: an answer that is taken stands, or else a sentence says why it cannot."""
        chance = Random(seed)
        for _ in range(10):
            rules = chance.choice(ALL_RULES)
            for _ in range(8):
                what = chance.choice([*VALUES])
                value = chance.choice([*VALUES[what]]).value
                offered = offers(rules, what, value)
                try:
                    rules = a.choose(rules, what, value)
                except BadValue:
                    assert not offered
                else:
                    assert value_of(rules, what) == value

    @pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
    def test_every_choice_of_every_question_can_be_taken(self, rules: rule_set.RuleSet) -> None:
        """And those that are on change nothing."""
        for step in (1, 2, 3, 4):
            editor = RuleEditor(rules, step)
            shown = read("".join(map(str, render_rule_editor(editor, (), "").content)))
            for each in shown.all("button", data_do="make-choose"):
                if "disabled" not in each.attributes:
                    what, _, value = each.attributes["data-arg"].partition(":")
                    after = state.choose(editor, what, value)
                    assert not after.wrong, (what, value, after.wrong)

    def test_next_four_times_makes_rules_that_can_be_played(self) -> None:
        editor = state.begin_from("")
        for step in (2, 3, 4):
            editor = state.go_to(editor, step)
        assert editor.rules.name == "Our rules"
        assert [turn.name for turn in play_trial(editor.rules).rounds[0].turns] == ["Ana", "Dray", "Bo", "Cutter"]

    def test_an_order_without_numbers_and_back(self) -> None:
        """What was said of the number comes again with it."""
        was = a.write_formula(RuleEditor().rules, "2d6 + bonus")
        bag = a.choose(was, "order", "bag")
        assert (bag.number.source, bag.fields) == (s.Source.NONE, ())
        again = a.choose(bag, "order", "number")
        assert (again.number, again.fields) == (was.number, was.fields)

    def test_a_value_of_the_sheet_comes_and_goes_with_the_number(self) -> None:
        """That is so of the one that came by itself; what the table has put there stays."""
        die = state.choose(RuleEditor(), "formula", "1d6")
        assert die.rules.fields == ()
        assert state.choose(die, "formula", "1d20 + bonus").rules == RuleEditor().rules
        assert (
            state.choose(RuleEditor(preset_rules("ticks")), "formula", "1d6").rules.fields
            == preset_rules("ticks").fields
        )

    @pytest.mark.parametrize(
        "text",
        [
            "1W6+DEX",
            "1d6 + dex mod",
            "1d6 + DEX modifier",
            "floor(1W6 / 1) + dex",
            "4dF+DEX",
            "dF + dex",
            "d% – DEX",
            "2d20kh—dex",
        ],
    )
    def test_other_spellings_of_dice(self, text: str) -> None:
        rules = preset_rules("d20_once")
        assert a.missing_fields(rules, text) == ()
        assert a.write(rules, "formula", text).bounds() == rules.bounds()
        assert a.missing_fields(rules, text.casefold().replace("dex", "wits")) == ("wits",)

    def test_the_sign_of_a_typed_modifier_stands(self) -> None:
        """It is refused where the surprised would act sooner, and turns round only with the order."""
        rules = a.choose(a.choose(rule_set.RuleSet(), "surprise", "modifier"), "amount", "-3")
        with pytest.raises(BadValue, match="act sooner"):
            a.write(rules, "amount", "3")
        assert a.choose(rules, "first", "low").start.amount == 3

    def test_an_expression_that_is_wrong_says_so_and_not_what_follows_from_it(self) -> None:
        twice = a.choose(rule_set.RuleSet(), "surprise", "twice")
        with pytest.raises(BadValue, match="place 7"):
            a.write(twice, "formula", "1d20 +")
        with pytest.raises(BadValue, match="luck"):
            rule_set.RuleSet(number=s.Number(text="1d20 + luck"), start=s.Start(s.Surprise.TWICE))

    def test_cards_of_which_one_is_kept(self) -> None:
        """The value that says how many has its name there too, and goes with it."""
        editor = state.choose(RuleEditor(preset_rules("cards")), "cards", "54")
        editor = state.add(editor, "field")
        drawn = a.choose(editor.rules, "draws", "value")
        named = a.choose(a.write(drawn, "field 2 label", "Luck"), "redraws", "luck")
        assert (named.number.draws, named.number.redraws) == ("luck", "luck")
        assert a.choose(named, "first", "low").number.redraws == ""
        assert rows.remove(named, "field 2").number.draws == ""

    def test_the_only_value_of_a_chart_stays(self) -> None:
        chart = a.choose(a.choose(rule_set.RuleSet(), "source", "cards"), "laps", "chart")
        assert [field.key for field in chart.fields] == [chart.laps.field] == ["speed"]
        with pytest.raises(BadValue, match="Speed is used in the chart"):
            rows.remove(chart, "field 0")

    def test_the_list_is_no_order_for_a_bag(self) -> None:
        listed = a.choose(rule_set.RuleSet(), "source", "listed")
        assert a.choose(listed, "order", "bag").number.source is s.Source.NONE

    def test_what_rises_is_refused_where_the_count_goes_on(self) -> None:
        with pytest.raises(BadValue, match="Heat never goes up"):
            a.write(preset_rules("ticks"), "rises", "Heat")

    def test_everybodys_counter(self) -> None:
        """Actions that cost ticks come with it, and leave with it."""
        low = a.choose(a.choose(rule_set.RuleSet(), "first", "low"), "order", "count")
        assert [price.name for price in low.prices] == ["Action", "Quick action"]
        assert (low.ends.when, low.start.late) == (s.EndRule.NEVER, s.LateRule.COUNT)
        assert not offers(low, "late", "next")  # no next round comes
        assert a.choose(low, "first", "high").ends.when is s.EndRule.ZERO
        assert a.choose(low, "order", "number").prices == ()

    def test_an_action_takes_at_least_one_by_count(self) -> None:
        """Whatever the sheet can say: a lower value of it makes the action dearer."""
        ticks = a.write(preset_rules("ticks"), "field 1 low", "-3")
        assert ticks.prices[0].cost == 4
        assert a.choose(ticks, "price 1 cost", "0").prices[1].cost == 1

    def test_a_roll_says_who_acts_in_which_phase(self) -> None:
        """It is compared with the first value of the sheet until another is said; that value keeps its name in it."""
        phases = replace(preset_rules("check_first"), check=s.Check())
        checked = a.write(phases, "check", "1W100")
        assert checked.check == s.Check("1d100", against="speed")
        named = a.write(a.choose(checked, "beats", "under"), "field 0 label", "Quickness")
        assert (named.check.against, named.check.beats) == ("quickness", s.Beats.UNDER)
        with pytest.raises(BadValue, match="Quickness is part of the check"):
            rows.remove(named, "field 0")
        with pytest.raises(BadValue, match="place 1"):
            a.write(named, "against", "luck")
        assert a.write(named, "check", "").check.text == ""
        assert a.choose(named, "laps", "one").check == named.check  # it comes again with the phases
        assert a.write(replace(phases, fields=()), "check", "1d20").check.against == "10"

    def test_a_phase_belongs_to_a_side_by_its_name(self) -> None:
        rules = a.write(preset_rules("fast_and_slow"), "phase 1 named", "Lair")
        assert rules.laps.phases[1] == s.Phase("Fast enemies", pace="fast", amount=1, named="Lair")
        assert a.write(rules, "phase 1 named", "").laps.phases[1].named == ""
        turns = [(turn.name, turn.deeds[0]) for turn in play_trial(rules).rounds[0].turns]
        assert turns == [("Ana", "Fast"), ("Dray", "Fast enemies"), ("Bo", "Slow"), ("Cutter", "Slow enemies")]

    def test_a_check_that_nobody_makes_is_dropped(self) -> None:
        assert rows.remove(preset_rules("check_first"), "phase 2").check == s.Check()

    def test_only_the_first_token_of_each(self) -> None:
        """It is asked for where somebody has several, and gives way to acting again."""
        sides = a.choose(preset_rules("bag_with_end"), "only_first", "yes")
        assert (sides.bag.once, sides.bag.again) == (True, False)
        with pytest.raises(BadValue, match="nobody acts again"):
            a.choose(sides, "again", "yes")
        shown = read("".join(map(str, render_rule_editor(RuleEditor(preset_rules("bag"), 2), (), "").content)))
        assert "Only the first token" not in shown.text

    def test_what_counts_until_the_round_ends_goes_with_the_rounds(self) -> None:
        fixed = replace(preset_rules("parries"), out_of_turn=s.OutOfTurn(each_round=True))
        low = a.choose(a.choose(fixed, "first", "low"), "order", "count")
        assert not low.out_of_turn.each_round

    def test_three_actions(self) -> None:
        three = a.choose(rule_set.RuleSet(), "actions", "3")
        assert three.budget == (s.TurnCounter("actions", 3),)
        assert a.choose(three, "actions", "1").prices == three.prices[:1]
        assert a.choose(three, "actions", "0") == rule_set.RuleSet()

    def test_an_action_that_is_paid_once_takes_of_a_counter(self) -> None:
        """It is paid no more when it takes nothing, or when it may be done out of turn."""
        three = a.choose(a.choose(rule_set.RuleSet(), "actions", "3"), "price 0 paid", "yes")
        assert three.prices[0].paid_once
        for path, value in (("price 0 of", ""), ("price 0 off", "yes"), ("price 0 once", "yes"), ("actions", "0")):
            assert not any(price.paid_once for price in a.choose(three, path, value).prices), path
        assert not a.choose(three, "price 0 paid", "no").prices[0].paid_once

    def test_what_a_counter_is_called_is_called_so_everywhere(self) -> None:
        rules = preset_rules("d20_once")
        at = next(at for at, each in enumerate(rules.budget) if each.name == "reactions")
        renamed = a.write(a.choose(rules, "reaction", "reactions"), f"counter {at} name", "replies")
        assert renamed.out_of_turn.reaction == "replies"
        assert [price.of for price in renamed.prices][-1] == "replies"

    def test_what_a_value_is_called_is_called_so_in_the_number(self) -> None:
        renamed = a.write(preset_rules("countdown"), "field 0 label", "Quick wits")
        assert renamed.number.text == "quick_wits + (dice)d6"
        assert renamed.ties[0].field == "quick_wits"
        with pytest.raises(BadValue, match="already"):
            a.write(renamed, "field 0 label", "Dice")

    def test_rows_come_and_go(self) -> None:
        editor = RuleEditor()
        for table in ("field", "counter", "price", "phase"):
            more = state.add(editor, table)
            assert state.rows_of(more.rules, table) == state.rows_of(editor.rules, table) + 1
            assert question(state.go_to(more, 1)).blocks
            assert state.remove(more, more.row).rules == editor.rules
        full = editor
        for _ in range(rule_set.SETTING_COUNT):
            full = state.add(full, "field")
        assert len(full.rules.fields) == 8
        assert full.wrong == {"+field": "At most 8 fields, not 9."}

    def test_a_value_that_the_number_is_made_of_stays(self) -> None:
        kept = state.remove(RuleEditor(), "field 0")
        assert kept.rules == RuleEditor().rules
        assert kept.wrong["field 0"] == "Bonus is part of the number. Take it out there first."

    @pytest.mark.parametrize(
        ("what", "value"),
        [("order", "sideways"), ("nonsense", "1"), ("price 9 cost", "1"), ("price 0 colour", "1"), ("tie", "luck")],
    )
    def test_what_no_screen_offers_is_refused(self, what: str, value: str) -> None:
        with pytest.raises(Refused, match="no setting"):
            a.choose(rule_set.RuleSet(), what, value)


def test_all_that_its_screens_carry_comes_back(table: Table) -> None:
    """Each question of each preset, with a row unfolded, and what opens for rules that are kept."""
    carried = set()
    for preset in PRESETS:
        table.tap("make")
        carried |= come_back({"dialog": table.dialog})
        table.tap("make-from", preset.key)
        for step in "1234":
            table.tap("make-step", step)
            for row in [each.attributes["data-arg"] for each in table.dialog.all("button", data_do="make-unfold")][:2]:
                table.tap("make-unfold", row)
                carried |= come_back({"dialog": table.dialog})
        table.tap("save-rule-set")
        carried |= come_back({"dialog": table.dialog})
        table.tap("dismiss")
        carried |= come_back({"home": table.region("home")})
    assert {
        "MakeWrite",
        "MakeFormula",
        "MakeAdd",
        "MakeRemove",
        "CopyRuleSet",
        "New",
        "OpenRuleSet",
        "MakeLike",
    } <= carried


WRITTEN = ("", "9", "-3", "1d20 + dex", "(pool)d6>=5", "9d9d9", "max(", "Ana’s <b>", "end", "x" * 200, "fast")


@pytest.mark.repeats
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_tapped_and_written(seed: int) -> None:
    """Nothing stumbles; what is kept in the end reads as it was made, and a fight goes by it."""
    table, chance = Table(), Random(seed)
    table.controller._dice = seeded_dice(seed)
    table.tap("make")
    for _ in range(amount(300)):
        editor = table.controller._state.library.rule_editor
        assert editor
        assert rule_set.read_rules(rule_set.write_rules(editor.rules)) == editor.rules
        whatever(table, chance)
        assert "Something went wrong" not in f"{table.last.toast} {table.dialog.text}"
    editor = table.controller._state.library.rule_editor
    assert editor
    table.controller._state = replace(
        table.controller._state,
        library=replace(
            table.controller._state.library, rule_editor=replace(editor, written={}, wrong={}, of_fight=False)
        ),
    )
    table.controller.handle("save-rule-set", "", {})
    (key,) = repository(table).rules
    assert repository(table).rules[key].rules == editor.rules
    table.tap("new", key)
    table.send("add-lines", lines="Mara, side Crew\nRat x2, side Harbour")
    table.tap("open")
    for _ in range(20):
        open_to = table.offered()
        if not open_to:
            break
        table.controller.handle(*chance.choice(open_to), {})
        assert "Something went wrong" not in table.last.toast


def whatever(table: Table, chance: Random) -> None:
    """Tap or fill in a random control of the rule editor."""
    shown = [
        each
        for each in table.dialog
        if each.attributes.get("data-do", "").startswith("make-")
        or {"data-change", "data-type"} & each.attributes.keys()
    ]
    element = chance.choice([each for each in shown if "disabled" not in each.attributes])
    if "data-type" in element.attributes:
        table.key_in("making.formula", chance.choice(WRITTEN))
    elif "data-change" in element.attributes:
        table.change(element.attributes["name"], chance.choice(WRITTEN))
    else:
        table.tap(element.attributes["data-do"], element.attributes.get("data-arg", ""))


def labels(editor: RuleEditor, title: str) -> list[tuple[str, bool]]:
    """List the options under a title of the question on screen, each with whether it is on."""
    blocks = (block for block in question(editor).blocks if isinstance(block, SettingOptions))
    return next(([(pick.title, pick.is_on) for pick in block.picks] for block in blocks if block.title == title), [])


class TestOffered:
    def test_whoever_wants_to_can_act_without_rounds(self) -> None:
        editor = state.choose(state.choose(RuleEditor(step=2), "source", "none"), "order", "anyone")
        assert ("As often as they like", False) in labels(editor, "How often?")
        endless = state.choose(editor, "end", "never")
        assert [title for title, is_on in labels(endless, "How often?") if is_on] == ["As often as they like"]
        assert not any(isinstance(block, Fold) and not block.blocks for block in question(endless).blocks)
        once = state.choose(endless, "laps", "one")
        assert [title for title, is_on in labels(once, "How often?") if is_on] == ["Once"]
        assert once.rules.ends.when is s.EndRule.DONE

    def test_values_can_be_declared_where_numbers_are_made_each_round(self) -> None:
        title = "Declared by everybody before each round, such as a speed factor"
        assert not labels(RuleEditor(step=1), title)
        each_round = state.choose(RuleEditor(step=1), "fresh", "round")
        assert labels(each_round, title) == [("Bonus", False)]
        declared = state.choose(each_round, "field 0 declared", "yes")
        assert labels(declared, title) == [("Bonus", True)]
        assert "Declared before each round: Bonus." in rule_texts(declared.rules)[1].text


class TestWriting:
    def test_a_wrong_expression_says_so_at_its_place_and_stays(self, table: Table) -> None:
        """The rules stay what they were; with the last key it is right, and taken."""
        table.tap("make")
        table.tap("make-from", "")
        table.key_in("making.formula", "2d6 + ")
        assert "place 6: a number, dice such as 2d6, or a field of the sheet (bonus) was expected" in table.dialog.text
        assert table.dialog.find("input", id="make-formula").attributes["value"] == "2d6 + "
        assert "The number is 1d20 + bonus." in table.dialog.text
        table.tap("make-step", "4")
        table.tap("save-rule-set")
        assert "Under “What makes the order?”: " in table.dialog.text
        table.tap("make-step", "1")
        table.key_in("making.formula", "2d6 + wits")
        table.tap("make-step", "4")
        table.tap("save-rule-set")
        assert "“wits” is not on the sheet. Add it under “What makes the order?”." in table.dialog.text
        table.tap("make-step", "1")
        table.key_in("making.formula", "2d6 + bonus")
        assert "The number is 2d6 + bonus." in table.dialog.text
        assert not table.dialog.with_class("error")

    def test_a_value_is_named_as_it_is_called(self) -> None:
        """With a space, and by any letters: its key has an underscore, which nobody sees or types."""
        named = state.write(state.unfold(RuleEditor(), "field 0"), "field 0 label", "Speed factor")
        written = state.write(named, "formula", "1d10 + speed Factor")
        assert not written.wrong
        assert rule_texts(written.rules)[1].text == "The number is 1d10 + speed factor."

    def test_what_an_expression_names_comes_onto_the_sheet(self, table: Table) -> None:
        table.tap("make")
        table.tap("make-from", "")
        table.key_in("making.formula", "1d20 + dex")
        table.tap("make-missing")
        assert "The number is 1d20 + dex." in table.dialog.text
        assert "Dex 0 to 20, usually 1" in table.dialog.text
        table.key_in("making.formula", "(pool)d6 + dex")
        table.tap("make-missing")
        assert "The number is (pool)d6 + dex." in table.dialog.text

    def test_a_name_that_cannot_be_is_kept_as_written(self, table: Table) -> None:
        table.tap("make")
        table.tap("make-from", "ticks")
        table.tap("make-step", "3")
        table.tap("make-unfold", "price 0")
        table.change("price 0 name", "End")
        assert "G10: an action cannot be called “End”." in table.dialog.text
        assert table.dialog.find("input", id="make-price-0-name").attributes["value"] == "End"
        table.change("price 0 name", "Sweep")
        table.change("price 0 cost", "9")
        assert "Sweep +9" in table.dialog.text
        table.change("price 0 cost", "nine")
        assert "A whole number was expected, not “nine”." in table.dialog.text

    def test_the_pages_of_the_book_stand_with_the_sentences(self) -> None:
        editor = state.write(state.write(RuleEditor(), "page 2", "p. 189"), "note", " The second  edition ")
        assert editor.rules.pages == ("", "", "p. 189")
        assert rule_texts(editor.rules)[2].text == "Numbers are rolled or set once, for the whole fight. (p. 189)"
        assert editor.rules.note == "The second edition"
        assert state.write(editor, "page 2", "").rules.pages == ()


def _told(rules: rule_set.RuleSet) -> list[str]:
    """List the turns of a trial with their number and a wait, and the titles of all rounds but the first."""
    rows = []
    for told in play_trial(rules).rounds:
        rows.append(told.title)
        for turn in told.turns:
            waits = [deed for deed in turn.deeds if deed in WAITING or deed.startswith("swaps with")]
            rows.append(" ".join(filter(None, (turn.number, turn.name, *waits))))
    return rows[1:]


class TestTrial:
    @pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
    def test_every_preset_has_a_trial_of_two_rounds(self, preset: Preset) -> None:
        trial = play_trial(preset.rules)
        assert not trial.wrong
        assert all(each.turns for each in trial.rounds)
        assert len(trial.rounds) == (1 if preset.rules.ends.when is s.EndRule.NEVER else 2)

    def test_without_rounds_the_same_may_act_twice_and_nobody_waits_for_all(self) -> None:
        (told,) = play_trial(preset_rules("spotlight")).rounds
        names = [turn.name for turn in told.turns]
        assert any(name == following for name, following in pairwise(names))
        assert sorted(names[:4]) != ["Ana", "Bo", "Cutter", "Dray"]

    def test_what_is_done_again_says_what_it_is_done_with(self) -> None:
        assert play_trial(preset_rules("three_actions")).rounds[0].turns[1].deeds == (
            "Strike (1 action)",
            "Strike −5 (1 action)",
            "Strike −10 (1 action)",
        )

    def test_it_says_who_acts_when_and_what_it_takes(self) -> None:
        """By count, each turn takes another action, so that one sees what each does to the order.

        An attack takes the speed of the weapon; who has come to 9 last acts last on it.
        """
        (told,) = play_trial(replace(preset_rules("ticks"), out_of_turn=s.OutOfTurn())).rounds
        assert told.title == "As the count goes on"
        assert [(turn.number, turn.name, turn.deeds) for turn in told.turns[:5]] == [
            ("0", "Dray", ("Attack +6",)),
            ("4", "Bo", ("Move +5",)),
            ("6", "Dray", ("Short action +3",)),
            ("9", "Ana", ("Long action +10",)),
            ("9", "Cutter", ("Attack +10",)),
        ]

    @pytest.mark.parametrize(
        ("key", "turns"),
        [
            ("fixed_speed", ["24 Ana waits", "23 Cutter", "24 Ana", "20 Bo", "19 Dray", "Round 2", "24 Ana"]),
            (
                "three_actions",  # after Ana, and there from then on
                ["17 Dray delays", "17 Ana", "17 Dray", "15 Bo", "12 Cutter", "Round 2", "17 Ana", "17 Dray"],
            ),
            (
                "cards",  # into the next round, without a card
                ["K♥︎ Bo", "9♥︎ Cutter goes on hold", "6♠︎ Ana", "3♦︎ Dray", "Round 2", "Cutter", "A♠︎ Dray", "10♠︎ Ana"],
            ),
            ("reflexes", ["14 Ana holds", "12 Dray", "14 Ana", "11 Bo", "11 Cutter", "Round 2", "14 Ana"]),
            ("ten_cards", ["1 Cutter swaps with Ana", "1 Ana", "2 Cutter", "3 Bo", "4 Ana", "5 Ana", "6 Cutter"]),
            ("ticks", ["0 Dray waits", "4 Bo", "9 Dray", "9 Ana", "9 Cutter"]),
        ],
    )
    def test_one_fighter_waits_and_comes_back(self, key: str, turns: list[str]) -> None:
        assert _told(preset_rules(key))[: len(turns)] == turns

    def test_a_hold_goes_on_into_the_next_segment(self) -> None:
        _, second = play_trial(preset_rules("segments")).rounds
        assert [(turn.name, *turn.deeds) for turn in second.turns[:4]] == [
            ("Ana", "segment 2"),
            ("Cutter", "segment 2", "holds"),
            ("Cutter", "segment 3"),
            ("Ana", "segment 4"),
        ]

    @pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
    def test_only_where_the_rules_let_them(self, preset: Preset) -> None:
        waits = [turn for turn in _told(preset.rules) if turn.endswith(WAITING) or "swaps with" in turn]
        assert len(waits) == (preset.rules.out_of_turn.waiting is not s.DelayRule.NONE)

    @pytest.mark.parametrize("seed", range(amount(60)))
    def test_a_wait_stops_no_trial(self, seed: int) -> None:
        """By rules drawn at random somebody waits at most once, and acts later or not at all within what is shown."""
        rules = drawn(Random(seed))
        trial = play_trial(rules)
        assert not trial.wrong
        deeds = [deed for told in trial.rounds for turn in told.turns for deed in turn.deeds]
        assert sum(deed in WAITING or deed.startswith("swaps with") for deed in deeds) <= 1

    def test_where_one_declares_when_one_acts_every_other_acts_late(self) -> None:
        first, _ = play_trial(preset_rules("fast_and_slow")).rounds
        assert [(turn.name, *turn.deeds) for turn in first.turns] == [
            ("Ana", "Fast", "Action (1 step)"),
            ("Cutter", "Fast enemies", "Action (1 step)"),
            ("Bo", "Slow", "Action (1 step)", "Move (1 step)"),
            ("Dray", "Slow enemies", "Action (1 step)", "Move (1 step)"),
        ]

    def test_it_changes_as_settings_change(self, table: Table) -> None:
        table.tap("make")
        table.tap("make-from", "")
        before = table.dialog.with_class("turns")[0].text
        table.tap("make-choose", "first:low")
        after = table.dialog.with_class("turns")[0].text
        assert before.split()[::2] == list(reversed(after.split()[::2]))


OWN = 'data-do="open-rule-set"'
"""The button on the tile of a rule set of the table's own."""


class TestKept:
    def make(self, table: Table, name: str, *taps: tuple[str, str]) -> str:
        """Make rules from nothing, and keep them. Return their key."""
        table.tap("make")
        table.tap("make-from", "")
        for step, choice in taps:
            table.tap("make-step", step)
            table.tap("make-choose", choice)
        table.tap("make-step", "4")
        table.change("name", name)
        table.tap("save-rule-set")
        return next(key for key, made in repository(table).rules.items() if made.rules.name == name and not made.gone)

    def test_whoever_has_closed_the_sheet_meanwhile_gets_no_other(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        commit = repository(table).commit

        async def close_meanwhile(changes: StoreChanges) -> None:
            table.tap("dismiss")
            await commit(changes)

        monkeypatch.setattr(repository(table), "commit", close_meanwhile)
        self.make(table, "Ours")
        assert not table.last.dialog
        assert "Ours" in table.region("home").text

    def test_a_d20_three_actions_and_delaying_for_good(self, table: Table) -> None:
        """Made from an empty home page, kept, and played."""
        key = self.make(table, "Ours", ("3", "actions:3"), ("3", "waiting:good"))
        assert "Begin a fight" in table.dialog.text
        table.tap("new", key)
        assert "Ours" in table.region("title").text
        table.send("add-lines", lines="Mara, bonus 3\nRat, bonus 1")
        table.dice.faces[:] = [12, 9]
        table.tap("open")
        assert table.track == ["*Mara 15", "Rat 10"]
        table.choose("turn", "Delay")
        table.choose("turn", "Two actions")
        table.choose("waiting-c1", "Act now")
        assert table.track == ["*Mara 10", "Rat 10"]
        assert "Mara stands before Rat from now on." in table.log

    def test_everybodys_counter_and_ticks(self, table: Table) -> None:
        key = self.make(table, "Ours", ("1", "first:low"), ("2", "order:count"))
        table.tap("new", key)
        table.send("add-lines", lines="Mara, bonus 3\nRat, bonus 1")
        table.dice.faces[:] = [2, 6]
        table.tap("open")
        assert table.track == ["*Mara 5", "Rat 7"]
        table.choose("turn", "Action")
        assert table.track == ["*Rat 7", "Mara 10"]

    def test_closing_it_loses_nothing(self, table: Table) -> None:
        table.tap("make")
        table.tap("make-from", "ticks")
        table.tap("make-step", "3")
        table.tap("dismiss")
        assert "Continue making rules" in table.region("home").text
        table.tap("make")
        assert "What does a turn hold? Ticks" in table.dialog.text
        table.tap("make-step", "0")
        assert "Start from scratch" in table.dialog.text
        assert "Continue with “Ticks”" in table.dialog.text
        table.tap("make-from", "bag")
        assert "Drawn from a bag" in table.dialog.text

    def test_one_can_begin_from_what_was_kept(self, table: Table) -> None:
        key = self.make(table, "Ours", ("1", "first:low"))
        table.tap("dismiss")
        table.tap("make")
        table.tap("make-like", key)
        assert "The lowest number is first." in table.dialog.text
        table.tap("make-step", "4")
        table.tap("save-rule-set")
        assert [made.rules.name for made in repository(table).rules.values() if not made.gone] == ["Ours", "Ours"]

    def test_a_new_version_leaves_fights_theirs_and_can_be_undone(self, table: Table) -> None:
        key = self.make(table, "Ours")
        table.tap("new", key)
        table.send("add-lines", lines="Mara")
        table.tap("home")
        table.tap("open-rule-set", key)
        table.tap("make-of", key)
        table.tap("make-choose", "first:low")
        table.tap("make-step", "4")
        table.tap("save-rule-set")
        assert "“Ours” is saved in its new version. Fights already begun keep theirs." in table.region("notice").text
        (new,) = [made for made in repository(table).rules.values() if not made.gone]
        assert (new.key != key, new.rules.first) == (True, s.First.LOW)
        (undo,) = table.region("notice").all("button", data_do="revert-rule-set")
        table.tap("dismiss")
        table.tap("open-saved", "key-1")
        table.tap("menu")
        table.tap("rules")
        assert "The highest number is first." in table.dialog.text
        table.controller.handle("revert-rule-set", undo.attributes["data-arg"], {})
        assert [made.rules.first for made in repository(table).rules.values() if not made.gone] == [s.First.HIGH]

    def test_a_copy_and_what_is_deleted_comes_back(self, table: Table) -> None:
        key = self.make(table, "Ours")
        table.tap("copy-rule-set", key)
        assert "Ours (copy)" in table.dialog.text
        table.tap("dismiss")
        table.tap("open-rule-set", key)
        table.tap("delete-rule-set", key)
        assert not table.region("home").all(id=f"made-{key}")[0].all("button", data_do="new")
        table.tap("restore-rule-set", key)
        assert table.region("home").all(id=f"game-{key}")[0].all("button", data_do="new")

    def test_there_are_so_many_and_no_more(self, table: Table) -> None:
        repository(table).rules |= {
            f"{at:x}": SavedRuleSet(f"{at:x}", rule_set.RuleSet(f"Rules {at}")) for at in range(MOST_RULE_SETS)
        }
        table.tap("make")
        table.tap("make-from", "")
        table.tap("make-step", "4")
        table.tap("save-rule-set")
        assert f"At most {MOST_RULE_SETS} rule sets of your own are kept." in table.dialog.text
        assert len(repository(table).rules) == MOST_RULE_SETS

    def test_they_are_there_at_the_next_start_and_in_other_tabs(self) -> None:
        """They lie beside the party, which knows nothing of them."""
        device = Device()
        tab, other = Tab(device), Tab(device, is_writer=False)
        tab.do("make")
        tab.do("make-from", "ticks")
        tab.do("make-step", "4")
        tab.do("save-rule-set")
        assert OWN in tab.shown("home")
        other.hear("list")
        assert OWN in other.shown("home")
        assert OWN in Tab(device).shown("home")
        tab.do("open-party")
        assert "The party is empty." in tab.shown("dialog")
        next(iter(device.party.values()))["rules"] = '{"kind":"turntrack-rules","format":99}'
        assert OWN not in Tab(device).shown("home")


class TestInAFight:
    def test_a_change_says_what_it_changes(self, table: Table) -> None:
        table.tap("sample", "table_rules")
        table.dice.faces[:] = [10, 10, 10, 10]
        table.tap("open")
        table.tap("menu")
        table.tap("make-of-fight")
        table.tap("make-choose", "source:cards")
        assert "At once: numbers are lost: all; " in table.dialog.text
        table.tap("make-choose", "source:expression")
        table.tap("make-choose", "first:low")
        assert "What changes in this fight G4 The lowest number is first." in table.dialog.text
        assert "numbers are lost" not in table.dialog.text
        table.tap("make-step", "4")
        table.tap("make-take")
        assert "The lowest number is first." in table.log
        table.tap("undo")
        table.tap("menu")
        table.tap("rules")
        assert "The highest number is first." in table.dialog.text

    def test_before_it_begins_they_are_simply_taken(self, table: Table) -> None:
        table.tap("new", "table_rules")
        table.tap("menu")
        table.tap("make-of-fight")
        table.tap("make-step", "0")
        table.tap("make-from", "bag")
        table.tap("make-choose", "source:cards")
        table.tap("make-step", "4")
        table.change("name", "Our cards")
        table.tap("make-take")
        assert table.log[0] == "The fight goes by the rules “Our cards”."

    def test_other_rules_cannot_be_changed_so(self, worked: Table) -> None:
        worked.tap("menu")
        assert "Change the rules…" not in worked.dialog.text
        worked.controller.handle("make-of-fight", "", {})
        assert worked.last.toast == "The open fight has no rules of its own."


class TestHandedOn:
    def test_a_file_a_link_and_a_code(self) -> None:
        desk = Desk()
        desk.repository.rules["0a"] = SavedRuleSet("0a", preset_rules("ticks"))
        desk.repository.start_task(_listed(desk))
        desk.do("open-rule-set", "0a")
        desk.do("export-rule-set", "0a")
        (code,) = [each for each in read(desk.shown("dialog")) if "data-code" in each.attributes]
        desk.do("copy-export", "link")
        link = desk.repository.handed[-1][2]
        assert link == f"https://table.example/turntrack/{code.attributes['data-code']}"
        assert read_rules_text(unpack_link(link)) == preset_rules("ticks")
        assert desk.exported() == f"{rule_set.write_rules(preset_rules('ticks'))}\n"
        assert desk.repository.handed[-1][0] == "turntrack-Ticks.json"

    @pytest.mark.parametrize("is_link", [True, False], ids=["link", "file"])
    def test_what_comes_in_is_shown_before_it_is_kept(self, is_link: bool) -> None:
        rules = a.write(preset_rules("cards"), "name", "<b>Ours</b>")
        desk = Desk()
        text = f"https://table.example/{link_to(rules)}" if is_link else rule_set.write_rules(rules)
        desk.controller.read_text(text)
        assert not desk.repository.rules
        shown = read(desk.shown("dialog")).text
        assert "<b>Ours</b>" in shown
        assert "The number is a card from a deck of 54, no card twice." in shown
        desk.do("rules-keep")
        assert [made.rules for made in desk.repository.rules.values()] == [rules]
        desk.controller.read_text(text)
        assert "You already have these rules, unchanged." in read(desk.shown("dialog")).text

    @pytest.mark.parametrize("is_before", [True, False])
    def test_rules_by_which_no_fight_can_be_shown_are_refused(
        self, is_before: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A fight by them is shown, before its first round and in it."""

        def overflow(*given: object) -> None:
            raise OverflowError("int too large")

        monkeypatch.setattr(*((odds, "first") if is_before else (new_numbers, "make")), overflow)
        desk = Desk()
        desk.controller.read_text(rule_set.write_rules(preset_rules("d20_once")))
        assert "but not played here. OverflowError: int too large" in read(desk.shown("dialog")).text

    def test_rules_with_the_largest_dice_come_in(self) -> None:
        rules = a.write_formula(preset_rules("d20_once"), "max(100d100>=50,100d100>=50)")
        desk = Desk()
        desk.controller.read_text(rule_set.write_rules(rules))
        assert read(desk.shown("dialog")).with_class("primary")[0].text == "Save these rules"

    @pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
    def test_every_preset_goes_through_a_link(self, preset: Preset) -> None:
        assert read_rules_text(unpack_link(link_to(preset.rules))) == preset.rules
        assert len(link_to(preset.rules)) < 600

    def test_they_are_in_a_file_of_everything(self) -> None:
        made = (SavedRuleSet("0a", preset_rules("ticks")), SavedRuleSet("0b", preset_rules("bag")))
        text = encode_bundle(Bundle(rule_sets=made))
        assert read_file(text).rule_sets == made
        desk = Desk()
        desk.repository.rules["0b"] = made[1]
        desk.do("read-text", text=text)
        assert "Rule sets (1) Ticks" in read(desk.shown("dialog")).text
        desk.do("import-beside")
        assert {each.rules.name for each in desk.repository.rules.values()} == {"Ticks", "Drawn from a bag"}
        desk.do("export-listed", "")
        assert {each.rules.name for each in read_file(desk.exported()).rule_sets} == {"Ticks", "Drawn from a bag"}

    def test_rules_of_a_file_that_cannot_be_read_are_named(self) -> None:
        raw = json.loads(encode_bundle(Bundle()))
        with pytest.raises(BadSave, match="Rule set 1: the rule set: key is missing"):
            read_file(json.dumps({**raw, "rules": [{}]}))
        with pytest.raises(BadSave, match="Rule set 1: the rule set, “rules”: These are no rules"):
            read_file(json.dumps({**raw, "rules": [{"key": "0a", "rules": {}}]}))


def repository(table: Table) -> MemoryRepository:
    kept = table.library.repository
    assert isinstance(kept, MemoryRepository)
    return kept


async def _listed(desk: Desk) -> None:
    desk.controller.show_list((), *desk.repository.beside_fights())


def link_to(rules: rule_set.RuleSet) -> str:
    return pack_link(Link.RULES, rule_set.write_rules(rules))


@pytest.mark.parametrize("values", [questions.SOURCES, questions.ORDERS, questions.CHOOSERS])
def test_a_list_in_another_order_has_every_value(values: tuple[s.SettingValue, ...]) -> None:
    assert sorted(values) == sorted(type(values[0]))
