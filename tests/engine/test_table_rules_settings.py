"""Tests of single settings of table rules: waiting, surprise, newcomers, cards, ties, corrections, chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.engine.drawn_rule_sets import table_with
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import DiceNeeded, TableDice, seeded_dice
from turntrack.core.errors import BadValue, Malformed
from turntrack.core.model import Id, Schedule
from turntrack.history.corrections import correctable_rolls
from turntrack.systems.choices import FIRST, ChoiceKind
from turntrack.systems.table_rules import rule_draft, rule_set, turns_left
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.catalogue import PRESETS, preset_rules
from turntrack.systems.table_rules.rule_texts import IDS, rule_texts

DEX = (s.SheetField("dex", "Dexterity", 0, -5, 30),)
D6 = rule_set.RuleSet("d6 + dex", fields=DEX, number=s.Number(text="1d6 + dex"), fresh=s.Fresh.ROUND)
LISTED = rule_set.RuleSet("listed", fields=(), number=s.Number(s.Source.LISTED))
STRIKE = s.ActionPrice("Strike", 2, s.NUMBER, says="strikes")
DEX_ONLY = s.Number(text="dex")
NOT_THESE = "Chances are not worked out for these dice."
BLOCK = s.ActionPrice("Block", 4, s.NUMBER, off_turn=True, says="blocks")


def acting_in_turn(table: Table, many: int, action: str = "end") -> list[str]:
    """Return the actors in order when each takes this action."""
    turns = []
    for _ in range(many):
        turns.append(table.acting())
        table.act(table.encounter.acting()[0], action)
    return turns


# Actions that take a turn


PARRY = s.ActionPrice("Parry", 1, "actions", ends=True, off_turn=True, says="parries")
TURN_FOR_PARRY = replace(LISTED, budget=(s.TurnCounter("actions"),), prices=(s.ActionPrice("Act", 1, "actions"), PARRY))


def test_an_action_that_ends_the_turn_takes_a_turn_to_come_out_of_turn() -> None:
    table = table_with(TURN_FOR_PARRY, "A", "B", "C")
    table.open()
    assert table.act("c3", "parry") == ["C parries. (G10)", "C is done for this round. (G6)"]
    assert table.acting() == "A"
    assert table.badges("c3") == []
    assert table.refused(c.Act("c3", "parry")) == "no_turn G10"
    table.act("c1", "end")
    assert table.act("c2", "parry")[-1] == "That is the end of round 1. (G12)"
    (rule,) = [rule.text for rule in rule_texts(TURN_FOR_PARRY) if rule.id == "G10"]
    assert rule == "Actions: Act (1 action); Parry (1 action, ends the turn, out of turn for a turn to come)."


def test_the_game_master_may_let_somebody_parry_who_has_no_turn_to_give() -> None:
    table = table_with(TURN_FOR_PARRY, "A", "B")
    table.open()
    table.act("c1", "end")
    assert table.do(c.RuleAct("c1", "parry", "Parry"))[-1] == "A parries. (ruling, G10)"
    assert table.acting() == "B"


def test_a_turn_that_was_interrupted_is_the_one_that_a_parry_ends() -> None:
    table = table_with(TURN_FOR_PARRY, "A", "B", "C")
    table.open()
    table.do(c.RuleTurn("c2"))
    table.act("c1", "parry")
    table.act("c2", "end")
    assert table.acting() == "C"


def test_a_parry_takes_the_turn_of_somebody_who_waits() -> None:
    rules = replace(TURN_FOR_PARRY, out_of_turn=s.OutOfTurn(s.DelayRule.ROUND))
    table = table_with(rules, "A", "B")
    table.open()
    table.act("c1", "wait")
    table.act("c1", "parry")
    assert table.act("c2", "end")[-1] == "That is the end of round 1. (G12)"


def test_a_turn_kept_from_the_round_before_is_taken_first() -> None:
    rules = replace(TURN_FOR_PARRY, out_of_turn=s.OutOfTurn(s.DelayRule.ACROSS, end=s.DelayEnd.NEXT))
    table = table_with(rules, "A", "B", "C")
    table.open()
    table.act("c1", "end")
    table.act("c2", "wait")
    table.act("c3", "end")
    table.open()
    assert table.badges("c2") == ["kept a turn"]
    assert table.act("c2", "parry")[-1] == "B gives up a turn for it. (G6)"
    table.act("c1", "end")
    assert table.acting() == "B"


def test_a_parry_takes_the_turn_of_a_later_phase_and_of_no_later_segment() -> None:
    phases = (s.Phase("Ours", s.WhichSide.PLAYERS), s.Phase("Theirs", s.WhichSide.OTHERS))
    by_phase = replace(TURN_FOR_PARRY, laps=s.Laps(s.LapKind.PHASES, phases=phases))
    table = table_with(by_phase, "A, side Heroes", "B, side Foes", "C, side Foes")
    table.open()
    table.act("c2", "parry")
    table.act("c1", "end")
    assert table.acting() == "C"
    chart = s.Laps(s.LapKind.CHART, field="dex", segments=2)
    table = table_with(replace(TURN_FOR_PARRY, fields=DEX, laps=chart), "A, dex 2", "B, dex 1")
    table.open()
    assert table.refused(c.Act("c2", "parry")) == "no_turn G10"


def test_a_value_that_is_whole_is_a_tap_for_as_long_as_numbers_are_made_of_it() -> None:
    gun = s.SheetField("gun", "Ready gun", 0, 0, 50, is_whole=True)
    lasting = replace(
        preset_rules("dexterity_order"), fresh=s.Fresh.ONCE, fields=(DEX[0], gun), number=DEX_ONLY, ties=()
    )
    table = table_with(lasting, "A, gun 50", "B")
    assert "whole-gun" in table.sections()
    first, second = table.sections()["whole-gun"].choices
    assert (first.preview.outcome, second.preview.outcome) == ("yes, tap to undo", "")
    table.do(first.command)
    table.do(second.command)
    assert [table.encounter.combatants[who].sheet["gun"] for who in ("c1", "c2")] == [0, 50]
    table.open()
    table.do(c.CloseRound())
    assert "whole-gun" not in table.sections()
    assert "whole-gun" not in table_with(lasting).sections()
    alone = table_with(lasting, "A, side Heroes", "B, side Foes").sections()
    assert [alone[key].choices[0].label for key in ("whole-gun", "whole-gun-others")] == ["Ready gun: A", "B"]


# Published numbers


def test_fate_core_skills_decide_and_another_skill_settles_ties() -> None:
    """Fate Core SRD, the example of turn order by Notice: 3, 1, 0 and 0; of those with 0 Athletics 3 against 2."""
    table = table_with(
        preset_rules("skills"), "Og, athletics 2", "Landon, athletics 3", "Zird, notice 1", "Cynere, notice 3"
    )
    table.open()
    assert acting_in_turn(table, 4) == ["Cynere", "Zird", "Landon", "Og"]


def test_a_tick_later_than_the_other() -> None:
    """Splittermond, basic rules on the tick bar: on tick 1 A moves to 6 and to 11, then B on 8 acts.

    The die is taken off: the Foundry system for Splittermond, public/system.json, has value − 1d6.
    """
    table = table_with(preset_rules("ticks"), "A, ini 5", "B, ini 9")
    table.open(4, 1)
    assert acting_in_turn(table, 3, "move") == ["A", "A", "B"]


def test_who_rolls_best_is_first_on_the_ticks() -> None:
    """Splittermond: of two with 7 a rolled 6 comes on tick 1, a rolled 1 on tick 6."""
    table = table_with(preset_rules("ticks"), "A, ini 7", "B, ini 7")
    table.open(6, 1)
    assert table.acting() == "A"
    assert [str(table.number(combatant_id)) for combatant_id in ("c1", "c2")] == [
        "ini 7 − d6 6 = 1 (G2)",
        "ini 7 − d6 1 = 6 (G2)",
    ]


def test_countdown_by_ten() -> None:
    """Shadowrun 1 and 2, a Combat Turn: 23, 12 and 8 act on 23, 13, 12, 8, 3 and 2."""
    table = table_with(
        preset_rules("countdown"), "A, reaction 9, dice 3", "B, reaction 5, dice 2", "C, reaction 4, dice 1"
    )
    table.open(5, 5, 4, 3, 4, 4)
    counts = []
    while table.encounter.is_open:
        number = table.number(table.encounter.acting()[0])
        assert number
        counts.append(number.total)
        table.act(table.encounter.acting()[0], "act")
    assert counts == [23, 13, 12, 8, 3, 2]


def test_the_chart_of_segments() -> None:
    """Hero System, the Speed Chart: the segments of Speed 1 to 12."""
    chart = {
        1: (7,),
        2: (6, 12),
        3: (4, 8, 12),
        4: (3, 6, 9, 12),
        5: (3, 5, 8, 10, 12),
        6: (2, 4, 6, 8, 10, 12),
        7: (2, 4, 6, 7, 9, 11, 12),
        8: (2, 3, 5, 6, 8, 9, 11, 12),
        9: (2, 3, 4, 6, 7, 8, 10, 11, 12),
        10: (2, 3, 4, 5, 6, 8, 9, 10, 11, 12),
        11: tuple(range(2, 13)),
        12: tuple(range(1, 13)),
    }
    field = next(field for field in preset_rules("segments").fields if field.key == "spd")
    assert [*range(field.low, field.high + 1)] == [*chart]
    assert {speed: turns_left.segments(preset_rules("segments"), speed) for speed in chart} == chart


def test_equal_numbers_act_together_and_who_waits_takes_the_others_number() -> None:
    """Basic Fantasy, Initiative: d6 + DEX each round; equal numbers act at the same time; who waits acts on X's."""
    rules = replace(D6, ties=(s.TieRule(s.TieBy.TOGETHER),), out_of_turn=s.OutOfTurn(s.DelayRule.ROUND))
    table = table_with(rules, "A, dex 1", "B", "C, dex 2")
    table.open(5, 6, 1)
    assert table.acting() == "A, B"
    table.act("c1", "wait")
    table.act("c2", "end")
    assert table.acting() == "C"
    assert "A acts together with C. (G11)" in table.act("c1", "act_now")
    assert table.acting() == "A, C"
    assert str(table.number("c1")) == "d6 5 + dex 1 − wait 3 = 3 (G2, G11)"


def test_the_surprised_do_nothing_in_their_first_turn() -> None:
    """D&D SRD 5.1, Surprise: no turn, and no reaction until that turn ends; ties are the table's."""
    table = table_with(preset_rules("d20_once"), "A, dex 2", "B, dex 2", "C")
    table.act("c2", "surprise")
    table.open(10, 10, 1)
    assert table.acting() == "A"
    assert table.refused(c.Act("c2", "reaction")) == "surprised G13"
    table.act("c1", "end")
    assert table.acting() == "C"
    assert table.act("c2", "reaction")[0] == "B uses the reaction. (G10)"


def delaying(me: int = 4) -> Table:
    """Return a fight of A to E and Me, who delays."""
    names = ["A", "B", "C", "D", "E"]
    names.insert(me - 1, "Me")
    table = table_with(preset_rules("three_actions"), *names)
    table.open(20, 18, 16, 14, 12, 11)
    acting_in_turn(table, me - 1)
    table.act(f"c{me}", "wait")
    return table


@pytest.mark.parametrize(("after", "order"), [(0, "A B C D Me E"), (1, "A B C D E Me")])
def test_who_delays_stays_behind_whoever_has_acted(after: int, order: str) -> None:
    """Pathfinder 2, Delay: back in at the end of any other creature's turn, and there from then on."""
    table = delaying()
    acting_in_turn(table, after)
    assert f"Me acts after {'DE'[after]}. (G11)" in table.act("c4", "act_now")
    acting_in_turn(table, 3 - after)
    assert not table.encounter.is_open
    for _ in range(2):
        table.open()
        assert table.names() == order
        assert acting_in_turn(table, 6) == order.split()


@pytest.mark.parametrize("me", [4, 6])
def test_who_delays_may_come_back_in_the_next_round(me: int) -> None:
    """Pathfinder 2, Delay: until the own place comes again, which for the last of the order is nearly a round."""
    table = delaying(me)
    while table.encounter.is_open:
        acting_in_turn(table, 1)
    table.open()
    assert "Me acts after A. (G11)" in table.act(f"c{me}", "act_now")
    for _ in range(2):
        assert acting_in_turn(table, 6) == ["A", "Me", "B", "C", "D", "E"]
        table.open()


def test_who_delays_a_whole_round_has_lost_that_turn_and_keeps_the_place() -> None:
    table = delaying()
    acting_in_turn(table, 2)
    table.open()
    assert table.badges("c4") == ["delays"]
    assert acting_in_turn(table, 6) == ["A", "B", "C", "Me", "D", "E"]
    assert str(table.number("c4")) == "d20 14 + perception 5 = 19 (G2)"


def test_who_delays_does_not_react() -> None:
    """Pathfinder 2, Delay: no reactions until one is back, be it in the next round."""
    table = delaying()
    assert table.refused(c.Act("c4", "reaction")) == "waiting G11"
    assert not table.choice("Reaction", {"reaction.who": "c1"}, within="reaction").preview.refusal
    acting_in_turn(table, 2)
    table.open()
    assert table.refused(c.Act("c4", "reaction")) == "waiting G11"
    table.act("c4", "act_now")
    acting_in_turn(table, 2)
    table.act("c4", "reaction")


def test_a_fight_that_began_with_last_place_this_once_keeps_it() -> None:
    rules = replace(preset_rules("three_actions"), out_of_turn=s.OutOfTurn(s.DelayRule.GOOD))
    table = table_with(rules, "A", "B")
    table.open(15, 10)
    table.act("c1", "wait")
    assert acting_in_turn(table, 2) == ["B", "A"]
    table.open()
    assert table.acting() == "A"
    assert rule_texts(rules)[10].text.endswith("whoever delays to the end acts last, this once.")


def test_a_place_for_good_where_the_list_decides() -> None:
    rules = replace(LISTED, out_of_turn=s.OutOfTurn(s.DelayRule.GOOD, after=True, end=s.DelayEnd.GOOD))
    table = table_with(rules, "A", "B", "C", "D")
    table.open()
    table.act("c1", "wait")
    table.act("c2", "end")
    table.act("c1", "act_now")
    assert acting_in_turn(table, 3) == ["C", "A", "D"]
    table.open()
    table.act("c2", "wait")
    assert acting_in_turn(table, 4) == ["C", "A", "D", "B"]
    table.open()
    assert acting_in_turn(table, 4) == ["C", "A", "D", "B"]


def test_a_second_attack_and_a_third() -> None:
    """Pathfinder 2, Multiple Attack Penalty: −5 and −10."""
    table = table_with(preset_rules("three_actions"), "A", "B, side Foes")
    table.open(15, 10)
    told = [table.act("c1", "strike")[0] for _ in range(3)]
    assert told == ["A strikes. (G10)", "A strikes, with −5. (G10)", "A strikes, with −10. (G10)"]


def test_what_is_done_out_of_turn_counts_until_the_own_turn() -> None:
    parry = s.ActionPrice("Parry", 0, repeat=(3, 6), off_turn=True, says="parries")
    once = s.ActionPrice("Dodge", 0, once=True, off_turn=True, says="dodges")
    rules = replace(D6, prices=(s.ActionPrice("Step"), parry, once))
    table = table_with(rules, "A", "B")
    table.open(6, 2)
    told = [table.act("c2", "parry")[0] for _ in range(3)]
    assert told == ["B parries. (G10)", "B parries, with −3. (G10)", "B parries, with −6. (G10)"]
    table.act("c2", "dodge")
    assert table.refused(c.Act("c2", "dodge")) == "once G10"
    table.act("c1", "end")
    assert table.act("c2", "parry")[0] == "B parries. (G10)"
    table.act("c2", "dodge")
    table.act("c2", "end")
    table.open(6, 2)
    table.act("c2", "dodge")
    assert table.refused(c.Act("c2", "dodge")) == "once G10"
    assert rule_texts(rules)[9].text == (
        "Actions: Step; Parry (again −3, −6, out of turn); Dodge (once a turn, out of turn). "
        "Actions out of turn count until the combatant’s next turn."
    )


def test_whose_number_is_used_up_does_not_act() -> None:
    """Shadowrun 5, Initiative Score: nobody acts at 0 or less, be it surprise or a block that took it there."""
    table = table_with(preset_rules("passes"), "A, reaction 10", "B, reaction 5", "C, reaction 3")
    table.act("c2", "surprise")
    assert "B starts at 0 or less and sits the round out. (G12)" in table.open(4, 4, 2)
    table.act("c3", "block")
    assert table.standing("c3").status == "done"
    table.act("c1", "act")
    table.act("c1", "end")
    assert table.encounter.part == 2
    assert table.acting() == "A"
    assert "B is back in this round. (ruling)" in table.do(c.RuleScore("c2", 7))


def test_whoever_is_dragged_last_where_numbers_are_used_up_still_acts() -> None:
    table = table_with(preset_rules("shots"), "A, speed 8", "B, speed 4", "C, speed 0")
    table.open(2, 1, 1)
    table.do(c.Move("c2"))
    assert table.names() == "A C B"
    number = table.number("c2")
    assert number
    assert number.total == 1


def test_halving_by_count() -> None:
    """7 goes to 3 and to 1, 4 to 2 and to 1, and whoever is at 0 is out."""
    halve = s.ActionPrice("Act", 1, s.NUMBER, halves=True, says="acts")
    rules = replace(
        D6,
        number=s.Number(text="dex"),
        order=s.Order.COUNT,
        ends=s.RoundEnd(s.EndRule.ZERO),
        prices=(halve,),
    )
    table = table_with(rules, "A, dex 7", "B, dex 4")
    table.open()
    counts = []
    while table.encounter.is_open:
        number = table.number(table.encounter.acting()[0])
        assert number
        counts.append((table.acting(), number.total))
        table.act(table.encounter.acting()[0], "act")
    assert counts == [("A", 7), ("B", 4), ("A", 3), ("B", 2), ("A", 1), ("B", 1)]


@pytest.mark.parametrize(
    ("rules", "ids"),
    [
        *((preset.rules, "G3 G4 G5" if preset.rules.number.source is s.Source.NONE else "") for preset in PRESETS),
        (LISTED, "G3 G4 G5"),
        (D6, ""),
    ],
)
def test_what_does_not_apply_is_not_said(rules: rule_set.RuleSet, ids: str) -> None:
    said = [text.id for text in rule_texts(rules)]
    assert said == [each for each in IDS if each not in ids.split()]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"fresh": s.Fresh.LAP, "laps": s.Laps(s.LapKind.NUMBER)}, "G3: laps that take off"),
        ({"fresh": s.Fresh.ONCE, "laps": s.Laps(s.LapKind.NUMBER)}, "G3: laps that take off"),
        (
            {
                "number": s.Number(s.Source.TYPED),
                "fresh": s.Fresh.LAP,
                "laps": s.Laps(s.LapKind.CHART, field="dex"),
            },
            "G3: numbers are typed",
        ),
        ({"out_of_turn": s.OutOfTurn(s.DelayRule.GOOD)}, "G11: nobody is placed for good"),
        ({"first": s.First.LOW, "ends": s.RoundEnd(carries=True)}, "G12: nothing is overdrawn"),
        ({"start": s.Start(s.Surprise.MODIFIER, 5)}, "G13: with this modifier"),
        (
            {"first": s.First.LOW, "start": s.Start(s.Surprise.MODIFIER, -5)},
            "G13: with this modifier",
        ),
    ],
)
def test_settings_that_make_a_sentence_untrue_are_not_taken(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadValue, match=complaint):
        replace(D6, **change)  # type: ignore[arg-type] # the cases name the fields


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"fresh": s.Fresh.ROUND}, "G3: without rounds"),
        ({"budget": (s.TurnCounter("luck", refill=s.Refill.ROUND),)}, "G9: without rounds"),
        (
            {"prices": (STRIKE, s.ActionPrice("Rush", 1, s.NUMBER, halves=True))},
            "G10: a number is halved",
        ),
        ({"ends": s.RoundEnd(s.EndRule.NEVER, rises="Heat")}, "G12: without rounds Heat"),
        ({"start": s.Start(s.Surprise.FIRST)}, "G13: without rounds there is no first"),
        ({"start": s.Start(late=s.LateRule.NEXT)}, "G13: without rounds no next"),
    ],
)
def test_a_count_that_goes_on_has_no_rounds(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadValue, match=complaint):
        replace(preset_rules("ticks"), **change)  # type: ignore[arg-type] # the cases name the fields


# Places, laps


def test_what_overdraws_and_the_order_of_the_list_are_said() -> None:
    carried = replace(D6, ends=s.RoundEnd(carries=True))
    assert rule_texts(carried)[11].text.endswith("What was overdrawn is taken off the next number.")
    assert rule_texts(LISTED)[1].text == "The order is that of the list."


def test_several_places_have_several_numbers() -> None:
    """The highest first; with numbers made once they are the same again in the next round."""
    rules = replace(D6, place=s.Place(many=2), fresh=s.Fresh.ONCE)
    table = table_with(rules, "A", "B")
    table.open(2, 6, 4, 3)
    assert acting_in_turn(table, 4) == ["A", "B", "B", "A"]
    table.open()
    assert str(table.number("c1")) == "d6 6 + dex 0 = 6 (G2)"
    assert [turn.ids for turn in table.system.upcoming_turns(table.encounter)] == [("c2",), ("c2",), ("c1",)]


def test_a_group_has_one_place() -> None:
    rules = replace(D6, place=s.Place(s.Holder.GROUP))
    table = table_with(rules, "Rat x2, group Rats, dex 2", "Cat")
    table.open(3, 4)
    assert table.acting() == "Rat A, Rat B"
    table.join("Late, group Rats, dex 9")
    assert str(table.number("c4")) == "d6 3 + dex 2 = 5 (G2)"
    assert table.acting() == "Rat A, Rat B, Late"
    table.act("c1", "end")
    table.act("", "everybody_ends")
    assert table.acting() == "Cat"
    assert rule_texts(rules)[0].text == (
        "A group has a place in the order together, everybody else alone. The roll is that of the first member."
    )


def test_the_surprised_lose_a_whole_lap() -> None:
    rules = replace(preset_rules("passes"), start=s.Start(s.Surprise.LAP))
    table = table_with(rules, "A, reaction 20", "B, reaction 20")
    table.act("c1", "surprise")
    table.open(6, 1)
    assert table.acting() == "B"
    assert table.refused(c.Act("c1", "block")) == "surprised G13"
    said = table.act("c2", "end")
    assert table.acting() == "A"
    assert "A is surprised no longer. (G13)" in said
    table.act("c1", "end")
    table.act("c1", "full_defence")
    assert table.badges("c1") == []


def test_the_first_segment_that_the_surprised_lose_is_the_one_in_which_the_fight_begins() -> None:
    rules = replace(preset_rules("segments"), start=s.Start(s.Surprise.LAP))
    table = table_with(rules, "A, dex 20", "B, dex 9")
    table.act("c1", "surprise")
    table.open()
    assert table.acting() == "B"
    assert rule_texts(rules)[-1].text.startswith("The surprised lose all turns of the first segment")


def test_surprise_is_over_when_the_next_round_begins() -> None:
    rules = replace(preset_rules("passes"), start=s.Start(s.Surprise.LAP))
    table = table_with(rules, "A", "B, reaction 9")
    table.act("c1", "surprise")
    table.open(1, 2)
    table.do(c.CloseRound())
    assert "A is surprised no longer. (G13)" in table.open(1, 2)


def test_new_numbers_each_lap() -> None:
    rules = replace(preset_rules("action_points"), fresh=s.Fresh.LAP, ties=())
    table = table_with(rules, "A, points 2", "B, points 2")
    table.open(9, 3)
    table.act("c1", "end")
    table.act("c2", "end", None, 2, 8)
    assert (table.acting(), table.encounter.part) == ("B", 2)
    assert rule_texts(rules)[2].text == "Every lap makes new numbers."


def test_who_comes_late_has_what_the_laps_before_would_have_left() -> None:
    table = table_with(preset_rules("passes"), "A, reaction 20")
    table.open(6)
    table.act("c1", "end")
    table.join("Late, reaction 20", "", 6, 2, 1)
    assert str(table.number("c2")) == "reaction 20 + d6 6 − laps before 10 = 16 (G2, G13)"
    table.join("Later, reaction 2", "", 1)
    assert table.standing("c3").status == "done"


def test_who_comes_late_enters_at_the_running_count() -> None:
    table = table_with(preset_rules("ticks"), "A, ini 4")
    table.open(3)
    table.join("Late, ini 1")
    assert str(table.number("c2")) == "the running count 1 = 1 (G13)"
    empty = table_with(preset_rules("ticks"), "A, ini 4")
    empty.open(3)
    empty.do(c.Fall("c1"))
    assert not empty.encounter.is_open


def test_a_newcomer_shares_the_groups_die_and_adds_its_own() -> None:
    table = table_with(D6, "Rat, group Rats, dex 1", "Cat")
    table.open(4, 1)
    table.join("Late, group Rats, dex 3")
    assert str(table.number("c3")) == "d6 4 + dex 3 = 7 (G2)"


def test_a_newcomer_behind_the_highest() -> None:
    rules = replace(
        D6,
        number=s.Number(text="gap(1d6 + dex)"),
        first=s.First.LOW,
        ends=s.RoundEnd(rises="Heat", most=1),
    )
    table = table_with(rules, "A, dex 3", "B")
    table.open(4, 2)
    assert [str(table.number(combatant_id)) for combatant_id in ("c1", "c2")] == [
        "the highest of all 7 − d6 4 − dex 3 = 0 (G2)",
        "the highest of all 7 − d6 2 + dex 0 = 5 (G2)",
    ]
    table.join("Late", "", 6)
    assert str(table.number("c3")) == "the highest of all 7 − d6 6 + dex 0 = 1 (G2)"
    assert table.first() == {}
    for combatant_id in ("c1", "c3", "c2"):
        table.act(combatant_id, "end")
    assert table.open(1, 1, 1)[1] == "Heat is 1. (G12)"
    assert table.say("rule - risen=0") == ["Heat is 0. (ruling)"]


# Waiting


def test_who_waits_acts_after() -> None:
    table = table_with(replace(D6, out_of_turn=s.OutOfTurn(s.DelayRule.ROUND, after=True)), "A", "B", "C")
    table.open(6, 4, 2)
    table.act("c1", "wait")
    assert "A acts after B. (G11)" in table.act("c1", "act_now")
    assert table.badges("c1") == ["acts next"]
    assert table.refused(c.Act("c1", "act_now")) == "is_next G11"
    assert [turn.ids for turn in table.system.upcoming_turns(table.encounter)] == [("c1",), ("c3",)]
    assert table.act("c2", "end")[-1] == "A has waited, and acts now. (G11)"


def test_who_waits_for_good_stands_behind() -> None:
    rules = replace(D6, fresh=s.Fresh.ONCE, out_of_turn=s.OutOfTurn(s.DelayRule.GOOD, after=True))
    table = table_with(rules, "A", "B", "C")
    table.open(6, 4, 2)
    table.act("c1", "wait")
    table.act("c1", "act_now")
    assert acting_in_turn(table, 3) == ["B", "A", "C"]
    table.open()
    assert acting_in_turn(table, 3) == ["B", "A", "C"]


HOLD = replace(D6, out_of_turn=s.OutOfTurn(s.DelayRule.ACROSS, end=s.DelayEnd.USED))


def test_who_is_on_hold_gets_no_number_until_the_hold_is_used() -> None:
    """Savage Worlds, Hold: it is kept into later rounds, and no card is dealt until it is used."""
    table = table_with(HOLD, "A", "B", "C")
    table.open(6, 4, 2)
    table.act("c1", "wait")
    acting_in_turn(table, 2)
    for _ in range(2):
        assert [*table.first()] == ["c2", "c3"]
        table.open(3, 5)
        assert (table.number("c1"), table.badges("c1")) == (None, ["waits"])
        table.do(c.Fall("c1"))
        table.do(c.Rise("c1"))
        assert table.number("c1") is None
        if table.encounter.round == 2:
            acting_in_turn(table, 2)
    table.act("c1", "act_now")
    assert acting_in_turn(table, 3) == ["A", "C", "B"]
    table.open(1, 2, 3)
    assert acting_in_turn(table, 3) == ["C", "B", "A"]


def test_ambushers_on_hold_are_among_the_turns_to_come() -> None:
    ambush = replace(HOLD, start=s.Start(s.Surprise.HOLD))
    table = table_with(ambush, "A, side Red", "B, side Red", "C, side Blue", "D, side Blue")
    table.act("c3", "surprise")
    table.open(3)
    assert table.acting() == "D"
    assert [turn.ids for turn in table.system.upcoming_turns(table.encounter)] == [("c1",), ("c2",)]
    assert acting_in_turn(table, 3) == ["D", "A", "B"]


@pytest.mark.parametrize("order", [s.Order.NUMBER, s.Order.BAG])
def test_where_everybody_is_on_hold_the_longest_acts(order: s.Order) -> None:
    """Else rounds without a turn would follow each other."""
    bag = replace(LISTED, number=s.Number(s.Source.NONE), order=order, out_of_turn=HOLD.out_of_turn)
    rules = replace(bag, ends=s.RoundEnd(s.EndRule.TOKEN)) if order is s.Order.BAG else replace(HOLD, number=DEX_ONLY)
    table = table_with(rules, "A", "B")
    table.do_with(seeded_dice(1), c.OpenRound())
    while table.encounter.round == 1 and table.encounter.is_open:
        for _ in range(2):
            if table.encounter.acting():
                table.do_with(seeded_dice(1), c.Act(table.encounter.acting()[0], "wait"))
    held = [combatant_id for combatant_id in ("c1", "c2") if not table.standing(combatant_id).score]
    table.open()
    assert table.encounter.is_open
    assert len(table.encounter.acting()) == 1, held


def test_a_wait_goes_on_through_segments_until_the_own_one() -> None:
    """Hero, holding an action: into later segments, until the own next phase comes."""
    rules = replace(preset_rules("segments"), laps=s.Laps(s.LapKind.CHART, field="spd"))
    table = table_with(rules, "Frog, dex 20, spd 4", "Ogre, dex 10, spd 6")
    table.open()
    table.act("c2", "end")  # in segment 2
    table.act("c1", "wait")  # in segment 3
    assert (table.encounter.part, table.acting()) == (4, "Ogre")
    assert [turn.ids for turn in table.system.upcoming_turns(table.encounter)] == []
    table.act("c1", "act_now")
    assert acting_in_turn(table, 2) == ["Frog", "Ogre"]
    assert (table.encounter.part, table.acting()) == (6, "Frog")
    table.act("c1", "wait")
    assert acting_in_turn(table, 2) == ["Ogre", "Ogre"]
    assert (table.encounter.part, table.acting()) == (8, "Frog")


def test_a_wait_goes_on_through_phases_to_the_end_of_the_round() -> None:
    phases = (s.Phase("First", s.WhichSide.PLAYERS), s.Phase("Then", s.WhichSide.OTHERS))
    rules = replace(LISTED, laps=s.Laps(s.LapKind.PHASES, phases=phases), out_of_turn=s.OutOfTurn(s.DelayRule.ROUND))
    table = table_with(rules, "A, side Red", "B, side Blue", "C, side Red")
    table.open()
    table.act("c1", "wait")
    assert acting_in_turn(table, 3) == ["C", "B", "A"]
    said = {text.id: text.text for text in rule_texts(rules)}
    assert said["G11"] == (
        "Whoever waits may act later in the round, before whoever acts then; "
        "whoever waits to the end acts last, this once."
    )


def test_a_wait_into_the_next_lap_is_a_turn_beside_the_own_one() -> None:
    across = s.OutOfTurn(s.DelayRule.ACROSS, end=s.DelayEnd.NEXT)
    table = table_with(replace(preset_rules("passes"), out_of_turn=across), "A, reaction 12", "B, reaction 13")
    table.open(1, 2)
    table.act("c2", "end")
    table.act("c1", "wait")
    assert (table.encounter.part, table.acting(), table.badges("c1")) == (2, "B", ["kept a turn"])
    table.act("c1", "act_now")
    assert acting_in_turn(table, 3) == ["A", "B", "A"]
    assert rule_texts(replace(preset_rules("passes"), out_of_turn=across))[10].text == (
        "Whoever delays may act later, before whoever acts then; whoever delays to the end may still act in the next "
        "lap or round, before their own turn comes."
    )


def test_whoever_waits_and_has_no_turn_in_the_next_lap_waits_on() -> None:
    across = s.OutOfTurn(s.DelayRule.ACROSS, end=s.DelayEnd.NEXT)
    table = table_with(replace(preset_rules("passes"), out_of_turn=across), "A, reaction 12", "B, reaction 3")
    table.open(1, 4)
    table.act("c1", "end")
    table.act("c2", "wait")
    assert (table.encounter.part, table.acting(), table.badges("c2")) == (2, "A", ["delays"])


def test_who_does_not_wait() -> None:
    table = table_with(preset_rules("ticks"), "A", "B")
    table.open(5, 1)
    assert table.refused(c.Act("c2", "act_now")) == "not_waiting G11"
    assert table.refused(c.Act("c1", "swap", {"with": "c2"})) == "no_swap G11"
    assert table.refused(c.Act("c1", "everybody_ends")) == "no_end G6"


def test_numbers_are_swapped_before_anything_is_done() -> None:
    rules = replace(
        D6,
        fresh=s.Fresh.ONCE,
        out_of_turn=s.OutOfTurn(s.DelayRule.SWAP),
        prices=(s.ActionPrice("Step"),),
    )
    table = table_with(rules, "A", "B", "C")
    table.open(5, 5, 2)
    assert table.refused(c.Act("c1", "swap", {"with": "c2"})) == "same_number G11"
    table.act("c1", "step")
    assert table.refused(c.Act("c1", "swap", {"with": "c3"})) == "has_acted G11"
    assert table.refused(c.Act("c1", "wait")) == "no_waiting G11"


def test_a_reaction_takes_of_its_counter() -> None:
    """Whatever it costs else; and who is out of turn needs an action that is allowed so."""
    rules = replace(
        D6,
        budget=(s.TurnCounter("reactions"),),
        prices=(STRIKE, replace(BLOCK, repeat=(3,)), s.ActionPrice("Rush", 1, s.NUMBER, halves=True)),
        out_of_turn=s.OutOfTurn(reaction="reactions"),
    )
    table = table_with(rules, "A, dex 3", "B, dex 3")
    table.open(6, 2)
    assert table.refused(c.Act("c2", "strike")) == "not_your_turn G6"
    assert table.refused(c.Act("c2", "whistle")) == "no_action G10"
    assert table.act("c2", "block")[:2] == ["B blocks. (G10)", "B has 0 of 1 reaction left. (G9)"]
    assert table.refused(c.Act("c2", "block")) == "not_enough G9"
    assert table.act("c1", "rush")[0] == "A does this: Rush, for 5. (G10)"
    assert table.say("rule B counter0=1") == ["B has 1 reaction left. (ruling)"]
    assert table.refused(c.RuleFact("c2", "counter0", 3)) == "too_many G9"
    assert table.say("rule B counter0=-2") == ["B has −2 of 1 reaction left. (ruling)"]
    before = table.number("c2")
    assert table.say("all the same B block")[0] == "B blocks, with −3. (ruling, G10)"
    assert table.number("c2") == before
    assert table.say("all the same B whistle") == ["B does anyway: whistle. (ruling)"]


def test_what_is_paid_once_a_turn_is_free_again_in_it() -> None:
    rules = replace(
        D6,
        budget=(s.TurnCounter("actions", 2),),
        prices=(s.ActionPrice("Hit", 1, "actions", paid_once=True, says="hits"), s.ActionPrice("Act", 1, "actions")),
    )
    assert rule_texts(rules)[9].text == (
        "Actions: Hit (1 action, paid once); Act (1 action). What is paid once may be done again in the same turn."
    )
    table = table_with(rules, "A", "B")
    table.open(6, 2)
    for first in ("Hit", "Act", "End turn"):
        (likeliest,) = [choice.label for choice in table.choices() if choice.likely == FIRST]
        assert likeliest == first
        if first != "End turn":
            table.act("c1", first.casefold())
    for _ in range(3):
        table.act("c1", "hit")
    assert table.badges("c1") == ["0 actions"]
    again = table.choices()[0]
    assert (again.label, again.kind, again.preview.cost) == ("Hit again", ChoiceKind.STRIKE, "")
    assert table.say("all the same B hit")[:2] == ["B hits. (ruling, G10)", "B has 1 of 2 actions left. (G9)"]


def test_what_is_done_once_a_turn() -> None:
    rules = replace(
        D6,
        prices=(s.ActionPrice("Step", once=True), s.ActionPrice("Rush", 1, s.NUMBER, halves=True)),
    )
    table = table_with(rules, "A, dex 4")
    table.open(6)
    table.act("c1", "step")
    assert table.refused(c.Act("c1", "step")) == "once G10"
    assert table.say("all the same A step") == ["A does this: Step. (ruling, G10)"]
    assert table.say("all the same A rush") == ["A does this: Rush, for 5. (G10)"]
    assert rule_texts(rules)[9].text == "Actions: Step (once a turn); Rush (half the number)."


def test_who_cannot_be_chosen() -> None:
    table = table_with(D6, "A", "B")
    table.open(5, 1)
    assert table.refused(c.Act("c2", "nominate")) == "no_choice G7"
    assert table.refused(c.Act("c2", "surprise")) == "no_surprise G13"
    assert table.refused(c.Act("c2", "declare", {"pace": "fast"})) == "no_pace G8"


def test_nobody_acts_while_somebody_is_to_be_chosen() -> None:
    table = table_with(preset_rules("popcorn"), "A", "B")
    table.open()
    assert table.refused(c.Act("", "everybody_ends")) == "nobody G6"
    table.act("c1", "nominate")
    table.act("c1", "end")
    assert table.refused(c.RuleScore("c1", 5)) == "no_number G2"


def test_whose_turns_are_over_declares_nothing() -> None:
    table = table_with(preset_rules("fast_and_slow"), "A, side Heroes", "B, side Heroes")
    table.open()
    table.act("c1", "nominate")
    table.act("c1", "end")
    assert table.refused(c.Act("c1", "declare", {"pace": "slow"})) == "no_turn G8"


# Cards


def test_cards_that_are_typed() -> None:
    """A card that is out is refused as it is typed; two who type the same are told apart by asking again."""
    table = Table("table_rules")
    table.act("", "rules", {"preset": "ten_cards"})
    for name in ("A", "B"):
        table.do(c.AddCombatant(name, at_table=True))
    table.join("C")
    dice = TableDice(seeded_dice(1))
    with pytest.raises(DiceNeeded) as needed:
        table.do_with(dice, c.OpenRound())
    for request in needed.value.requests:
        dice.answer(request, "7")
    with pytest.raises(DiceNeeded) as needed:
        table.do_with(dice, c.OpenRound())
    (again,) = needed.value.requests
    assert (again.who, again.out) == ("B", (7,))
    with pytest.raises(Malformed, match="7 has already been dealt"):
        dice.answer(again, "7")
    dice.answer(again, "8")
    table.do_with(dice, c.OpenRound())
    numbers = [number.total for combatant_id in ("c1", "c2", "c3") if (number := table.number(combatant_id))]
    assert numbers[:2] == [7, 8]
    assert len({*numbers}) == 3


def test_a_deck_is_not_enough_for_a_crowd() -> None:
    table = table_with(preset_rules("ten_cards"), "Rat x12")
    assert table.first() == {}
    assert table.system.why_uncounted(table.encounter) == ""
    table.do_with(seeded_dice(3), c.OpenRound())
    cards = [number.total for combatant_id in table.encounter.order if (number := table.number(combatant_id))]
    assert sorted({*cards}) == list(range(1, 11))


HANDS = rule_set.RuleSet(
    "hands",
    fields=(s.SheetField("drawn", "Cards", 1, -2, 3), s.SheetField("quick", "Quick", 0, 0, 10)),
    number=s.Number(s.Source.CARDS, draws="drawn", redraws="quick"),
    fresh=s.Fresh.ROUND,
)


def test_of_several_cards_the_best_or_the_worst_is_kept() -> None:
    """Savage Worlds, Level Headed (two or three cards) and Hesitant (the lower of two)."""
    table = table_with(HANDS, "A, drawn 2", "B, drawn -2", "C, drawn 3", "D")
    lines = table.open(10, 40, 50, 30, 1, 2, 3, 35)
    assert [str(table.number(combatant_id)) for combatant_id in ("c1", "c2", "c3", "c4")] == [
        "jack of spades 40 = 40 (G2)",
        "9 of diamonds 30 = 30 (G2)",
        "2 of hearts 3 = 3 (G2)",
        "10 of hearts 35 = 35 (G2)",
    ]
    assert lines[1:3] == ["A is dealt the 4 of diamonds. (G2)", "A is dealt the jack of spades. (G2)"]
    assert rule_texts(HANDS)[1].text == (
        "The number is a card from a deck of 54, no card twice. Jokers are highest; of equal ranks ♠, then ♥, ♦, ♣. "
        "“Cards” says how many; the best is kept; −2 keeps the worse of two. "
        "The kept card is drawn again, at most ten times, while its rank is at most “Quick”."
    )


def test_where_the_lowest_is_first_the_lowest_card_is_the_best() -> None:
    """Year Zero: of several cards from 1 to 10 the lowest."""
    number = s.Number(s.Source.CARDS, cards=10, draws="drawn")
    table = table_with(replace(HANDS, number=number, first=s.First.LOW), "A, drawn 2", "B, drawn -2")
    assert table.first() == {"c1": Fraction(5, 6), "c2": Fraction(1, 6)}
    table.open(9, 4, 3, 5)
    assert acting_in_turn(table, 2) == ["A", "B"]


def test_a_low_card_is_drawn_again() -> None:
    """Savage Worlds, Quick: a five or lower is discarded, after the better of two cards was chosen."""
    table = table_with(HANDS, "A, drawn 2, quick 5", "B")
    assert table.first() == {}
    assert table.system.why_uncounted(table.encounter) == ""
    table.open(1, 16, 40, 2, 17)  # A the 2 and the 5; B a jack; then A another 2, and a 6
    assert str(table.number("c1")) == "6 of clubs 17 = 17 (G2)"
    with pytest.raises(BadValue, match="G2: low cards are drawn again"):
        replace(HANDS, first=s.First.LOW)


def test_a_fixed_number_of_low_cards_ends_the_drawing() -> None:
    """No deck blocks a fight, though no card is high enough."""
    number = replace(HANDS.number, cards=10)
    table = table_with(replace(HANDS, number=number), "A, quick 10")
    table.do_with(seeded_dice(1), c.OpenRound())
    assert table.acting() == "A"


def test_the_surprised_roll_twice() -> None:
    """D&D 2024, Surprise: Disadvantage on the roll for initiative."""
    rules = replace(D6, start=s.Start(s.Surprise.TWICE))
    table = table_with(rules, "A", "Rat x2, group Rats, dex 1")
    assert table.first() == {"c1": Fraction(15, 36), "c2": Fraction(21, 36), "c3": 0}
    table.act("c1", "surprise")
    ways = [min(once, again) > other for once, again, other in product(range(1, 7), repeat=3)]
    assert table.first()["c1"] == Fraction(sum(ways), len(ways))
    table.act("c2", "surprise")
    assert table.first() == {}
    assert "A rolls 1d6: 2 for initiative, second roll. (G2)" in table.open(6, 2, 5, 3)
    assert [str(table.number(combatant_id)) for combatant_id in ("c1", "c2", "c3")] == [
        "d6 2 + dex 0 = 2 (G2)",
        "d6 3 + dex 1 = 4 (G2)",
        "d6 5 + dex 1 = 6 (G2)",
    ]
    assert not correctable_rolls(table.session.past, table.system)
    acting_in_turn(table, 3)
    table.open(4, 5)
    low = replace(rules, number=s.Number(text="gap(1d6)"))
    table = table_with(low, "A", "B")
    table.act("c1", "surprise")
    table.open(6, 2, 3)
    assert str(table.number("c1")) == "the highest of all 6 − d6 6 = 0 (G2)"


@pytest.mark.parametrize("number", [s.Number(s.Source.CARDS), DEX_ONLY])
def test_nothing_is_rolled_twice_where_nothing_is_rolled(number: s.Number) -> None:
    with pytest.raises(BadValue, match="G13: nothing is rolled"):
        replace(D6, number=number, start=s.Start(s.Surprise.TWICE))


def test_an_expression_that_cannot_be_read_is_no_reason_against_rolling_twice() -> None:
    draft = rule_draft.RuleDraft(number=s.Number(text="1d20 +"), start=s.Start(s.Surprise.TWICE))
    assert list(rule_draft.contradictions(draft)) == []


def test_every_die_is_typed_where_a_total_does_not_tell() -> None:
    table = table_with(replace(D6, number=s.Number(text="3d6kh2")))
    table.do(c.AddCombatant("A", at_table=True))
    dice = TableDice(seeded_dice(1))
    with pytest.raises(DiceNeeded) as needed:
        table.do_with(dice, c.OpenRound())
    (request,) = needed.value.requests
    with pytest.raises(Malformed, match="type the face of each die, such as 3 4 5"):
        dice.answer(request, "12")
    dice.answer(request, "2 6 5")
    table.do_with(dice, c.OpenRound())
    assert str(table.number("c1")) == "3d6kh2 11 = 11 (G2)"


# Ties


def test_a_coin_is_rolled_once_and_rolls_again_each_time() -> None:
    rules = replace(D6, number=s.Number(text="dex"), ties=(s.TieRule(s.TieBy.AGAIN),))
    table = table_with(rules, "A", "B")
    assert table.open(2, 2, 3, 5)[-1] == "B is up. (G4)"
    coin = replace(rules, fresh=s.Fresh.ROUND, ties=(s.TieRule(s.TieBy.COIN),))
    table = table_with(coin, "A", "B", "C, dex 2")
    table.open(1, 2)
    assert acting_in_turn(table, 3) == ["C", "B", "A"]
    table.open()
    assert acting_in_turn(table, 3) == ["C", "B", "A"]
    without = replace(rules, number=s.Number(text="(dex+5)d6"), fields=(replace(DEX[0], default=-5),))
    table = table_with(without, "A", "B")
    table.open(1, 6)
    assert table.acting() == "B"


# Numbers that are wrong


def test_a_roll_is_corrected_where_it_is_added() -> None:
    table = table_with(D6, "A, dex 2", "B")
    table.open(3, 4)
    assert table.say("correct A to 1")[0] == "Corrected: A rolled 1d6: 1 for initiative. (ruling)"
    assert str(table.number("c1")) == "d6 3 + dex 2 − corrected: d6 3 → 1 2 = 3 (G2, ruling)"
    assert table.acting() == "B"


@pytest.mark.parametrize("text", ["3d6kh2", "gap(1d6)", "1d6 + 1d6", "2 × 1d6", "dex"])
def test_other_rolls_are_made_anew(text: str) -> None:
    table = table_with(replace(D6, number=s.Number(text=text)), "A", "B")
    table.do_with(seeded_dice(1), c.OpenRound())
    assert table.system.dice_in_number(table.encounter, "c1", "initiative") is None


def test_a_ruling_lets_somebody_act_who_has_no_number() -> None:
    table = table_with(replace(D6, start=s.Start(late=s.LateRule.NEXT)), "A", "B, dex 1")
    table.open(5, 1)
    table.join("Late")
    assert table.standing("c3").status == "done"
    assert "Late: d6 4 + dex 0 = 4. (G2)" in table.do(c.RuleIn("c3"), 4)
    assert table.names() == "A Late B"
    table.do(c.RuleSkip("c2"))
    assert table.do(c.RuleIn("c2"))[0] == "B is back in this round. (ruling)"
    for combatant_id in ("c1", "c3", "c2"):
        table.act(combatant_id, "end")
    assert not table.encounter.is_open


def test_who_has_acted_may_act_again_by_ruling() -> None:
    table = table_with(LISTED, "A", "B")
    table.open()
    table.act("c1", "end")
    table.do(c.RuleIn("c1"))
    assert acting_in_turn(table, 2) == ["B", "A"]
    assert rule_texts(LISTED)[1].text == "The order is that of the list."


def test_a_row_is_dragged() -> None:
    table = table_with(D6, "A", "B", "C")
    table.open(5, 3, 1)
    assert table.refused(c.Move("c2", "c3")) == "same_place"
    assert table.do(c.Move("c3", "c2")) == ["C: 1 → 3. (ruling)", "C is placed before B. (ruling)"]
    assert table.do(c.Move("c1"))[-2:] == ["A is placed last. (ruling)", "C is up. (G4)"]
    assert table.names() == "C B A"
    table.act("c3", "end")
    assert table.refused(c.Move("c3", "c1")) == "no_turn G6"
    assert table.refusal(c.Move("c3", "c1")).message == "C has no turn to come in this round."
    listed = table_with(LISTED, "A", "B")
    assert listed.do(c.Move("c2", "c1")) == ["B moved in the list."]
    listed.open()
    assert listed.do(c.Move("c1", "c2"))[0] == "A is placed before B. (ruling)"
    assert listed.acting() == "A"


def test_between_rounds_numbers_that_last_say_the_order() -> None:
    table = table_with(replace(D6, fresh=s.Fresh.ONCE), "A", "B")
    table.open(2, 5)
    acting_in_turn(table, 2)
    assert table.refused(c.Move("c1", "c2")) == "by_number"
    assert table.names() == "B A"


def test_the_game_master_types_numbers_and_debts_are_carried() -> None:
    typed = replace(
        preset_rules("shots"),
        number=s.Number(s.Source.TYPED),
        ends=s.RoundEnd(s.EndRule.ZERO, carries=True),
    )
    table = table_with(replace(typed, ties=()), "A, initiative 2", "B, initiative 0")
    assert "B starts at 0 or less and sits the round out. (G12)" in table.open()
    table.act("c1", "attack")
    table.open()
    assert str(table.number("c1")) == "typed 2 − debt 1 = 1 (G2, G12)"


TYPED = rule_set.RuleSet("typed", fields=(), number=s.Number(s.Source.TYPED), fresh=s.Fresh.ROUND)


def asked(table: Table) -> list[tuple[str, object]]:
    """Return for whom a number is asked, and what stands there."""
    section = table.sections().get("numbers")
    return [(field.label, field.default) for field in section.inputs] if section else []


def test_numbers_that_are_typed_are_asked_for_each_round() -> None:
    table = table_with(TYPED, "Ana, initiative 12", "Bo, initiative 8")
    assert asked(table) == []
    table.open()
    assert "numbers" not in table.sections()
    assert table.refused(c.Act("", "enter-numbers", {"c1": 3})) == "not_asked G2"
    acting_in_turn(table, 2)
    assert asked(table) == [("Ana", 12), ("Bo", 8)]
    assert table.sections()["numbers"].choices[0].preview.refusal
    table.do(c.Act("", "enter-numbers", {"c1": 5, "c2": 8}))
    table.open()
    assert acting_in_turn(table, 2) == ["Bo", "Ana"]


def test_numbers_are_asked_for_of_whoever_comes_with_the_round() -> None:
    table = table_with(TYPED, "Ana, initiative 12", "Bo, initiative 8")
    table.open()
    table.do(c.AddCombatant("Cid", comes=Schedule(2)))
    table.do(c.AddCombatant("Dot", comes=Schedule(3)))
    table.do(c.WaitInWings("c2", Schedule(2)))
    table.act("c1", "end")
    assert asked(table) == [("Ana", 12), ("Cid", 0), ("Bo", 8)]
    table.do(c.Act("", "enter-numbers", {"c1": 5, "c2": 9, "c3": 7}))
    table.open()
    assert acting_in_turn(table, 3) == ["Bo", "Cid", "Ana"]


def test_a_number_that_no_sheet_says_is_asked_for_before_it_counts() -> None:
    table = table_with(replace(TYPED, fresh=s.Fresh.ONCE), "Ana, initiative 12", "Bo")
    assert asked(table) == [("Bo", 0)]
    table.do(c.Act("", "enter-numbers", {"c2": 15}))
    table.open()
    assert acting_in_turn(table, 2) == ["Bo", "Ana"]
    assert asked(table) == []
    table.join("Cid")
    assert asked(table) == [("Cid", 0)]
    table.do(c.Act("", "enter-numbers", {"c3": 13}))
    table.open()
    assert acting_in_turn(table, 3) == ["Bo", "Cid", "Ana"]


def test_a_number_that_stays_is_not_rolled() -> None:
    """G2: it is the same in every round, also beside others of its group, and nothing changes it."""
    rules = replace(preset_rules("d20_once"), fresh=s.Fresh.ROUND, start=s.Start(s.Surprise.MODIFIER, -5))
    table = table_with(rules, "Ana, dex 2", "Lair, dex 3, fixed 20, group Den", "Imp, group Den")
    assert table.choice("surprise", {"surprise.who": "c2"}, of="c2").preview.refusal is None
    table.act("c2", "surprise")
    for faces in ((15, 1), (3, 19)):
        table.open(*faces)
        assert str(table.number("c2")) == "stays 20 = 20 (G2)"
        assert str(table.number("c3")).startswith(f"d20 {faces[1]}")
        assert table.system.dice_in_number(table.encounter, "c2", "initiative") is None, "no roll can be corrected"
        acting_in_turn(table, 3)


def test_a_number_that_stays_among_cards_has_no_card() -> None:
    table = table_with(preset_rules("ten_cards"), "Ana", "Lair, fixed 5")
    table.open(7)
    assert str(table.number("c2")) == "stays 5 = 5 (G2)"
    assert acting_in_turn(table, 2) == ["Lair", "Ana"]


def test_chances_beside_a_number_that_stays() -> None:
    """Of a d20 and 2, five of twenty are above 17, and a tie goes to Ana by the higher Dexterity, as one more."""
    rules = replace(preset_rules("d20_once"), ties=(s.TieRule(s.TieBy.FIELD, "dex"),))
    table = table_with(rules, "Ana, dex 2", "Lair, fixed 17")
    assert table.first() == {"c1": Fraction(6, 20), "c2": Fraction(14, 20)}


def test_where_the_rules_have_a_value_called_fixed_no_number_stays() -> None:
    fields, number = (s.SheetField("fixed", "Fixed"),), s.Number(text="1d20 + fixed")
    rules = replace(preset_rules("d20_once"), fields=fields, number=number, ties=(), start=s.Start())
    table = table_with(rules, "Ana, fixed 3", "Bo")
    table.open(9, 4)
    assert str(table.number("c1")) == "d20 9 + fixed 3 = 12 (G2)"


@pytest.mark.parametrize(
    "change",
    [
        {"place": s.Place(s.Holder.SIDE)},
        {"number": s.Number(text="gap(1d20 + dex)"), "first": s.First.LOW},
        {"number": s.Number(s.Source.LISTED)},
        {"number": s.Number(s.Source.TYPED)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_where_a_number_cannot_stay_no_sheet_has_it(change: dict[str, Any]) -> None:
    rules = replace(preset_rules("d20_once"), start=s.Start(), **change)
    assert "fixed" not in {field.key for field in rule_set.form_fields(rules)}
    assert "fixed" in {field.key for field in rule_set.form_fields(preset_rules("d20_once"))}


DECLARED = rule_set.RuleSet(
    "declared",
    fields=(s.SheetField("speed", "Speed", 5, 0, 20, is_declared=True),),
    number=s.Number(text="1d10 + speed"),
    fresh=s.Fresh.ROUND,
    first=s.First.LOW,
)


def test_a_value_is_declared_before_the_numbers_are_rolled() -> None:
    """G2: everybody is asked, and whoever says nothing keeps what the sheet says."""
    table = table_with(DECLARED, "Ana, speed 3", "Bo")
    assert asked(table) == [("Ana", 3), ("Bo", 5)]
    assert table.sections()["numbers"].title == "Speed for round 1"
    table.do(c.Act("", "enter-numbers", {"c1-speed": 9}))
    table.open(4, 4)
    assert asked(table) == []
    assert [str(table.number(combatant_id)) for combatant_id in ("c1", "c2")] == [
        "d10 4 + speed 9 = 13 (G2)", "d10 4 + speed 5 = 9 (G2)"
    ]  # fmt: skip
    assert acting_in_turn(table, 2) == ["Bo", "Ana"]
    assert asked(table) == [("Ana", 9), ("Bo", 5)]
    assert table.refused(c.Act("", "enter-numbers", {"c1": 3})) == "not_asked G2"


def test_several_values_are_declared_each_with_its_name() -> None:
    both = (*DECLARED.fields, s.SheetField("care", "Care", is_declared=True))
    table = table_with(replace(DECLARED, fields=both), "Ana")
    assert asked(table) == [("Ana: Speed", 5), ("Ana: Care", 0)]


@pytest.mark.parametrize("change", [{"fresh": s.Fresh.ONCE}, {"number": s.Number(s.Source.CARDS)}])
def test_nothing_is_declared_where_no_numbers_are_rolled_anew(change: dict[str, Any]) -> None:
    with pytest.raises(BadValue, match="G2: a value is asked before each round only where"):
        replace(DECLARED, **change)


def test_a_side_has_one_number_that_is_typed() -> None:
    rules = replace(TYPED, place=s.Place(s.Holder.SIDE))
    table = table_with(rules, "A, side Red", "B, side Blue", "C, side Red")
    assert asked(table) == [("A", 0), ("B", 0)]
    table.do(c.Act("", "enter-numbers", {"c1": 5, "c2": 7}))
    table.open()
    assert [str(table.number(combatant_id)) for combatant_id in ("c1", "c3")] == ["typed 5 = 5 (G2)"] * 2
    assert table.acting() == "B"


def test_a_side_goes_by_the_number_of_those_who_still_stand() -> None:
    """G1: the number that its first member rolled in a round before is none."""
    table = table_with(preset_rules("sides"), "A, side Red", "B, side Blue", "C, side Red")
    table.open(6, 1)
    table.do(c.Fall("c1"))
    assert acting_in_turn(table, 2) == ["C", "B"]
    table.open(6, 1)
    assert table.acting() == "B"


# Chances


def brute(rules: rule_set.RuleSet, dex: Mapping[Id, int], die: int) -> dict[Id, Fraction]:
    """Return the chances by counting all faces; those who tie share, as they roll again or act together."""
    odds = dict.fromkeys(dex, Fraction(0))
    low, together = rules.first is s.First.LOW, rules.goes_together
    ways = [*product(range(1, die + 1), repeat=len(dex))]
    for faces in ways:
        totals = {combatant_id: face + dex[combatant_id] for combatant_id, face in zip(dex, faces, strict=True)}
        best = min(totals.values()) if low else max(totals.values())
        first = [combatant_id for combatant_id, total in totals.items() if total == best]
        if not together and not rules.ties:
            first = first[:1]
        for combatant_id in first:
            odds[combatant_id] += Fraction(1, len(ways) * (1 if together else len(first)))
    return odds


@pytest.mark.parametrize("first", [*s.First])
@pytest.mark.parametrize(
    "ties",
    [
        (),
        (s.TieRule(s.TieBy.AGAIN),),
        (s.TieRule(s.TieBy.COIN),),
        (s.TieRule(s.TieBy.TOGETHER),),
    ],
)
@pytest.mark.parametrize("text", ["1d6 + dex", "dex + 1d6", "3 − (0 − dex) + 1d6"])
def test_chances_are_those_of_brute_force(first: s.First, ties: tuple[s.TieRule, ...], text: str) -> None:
    rules = replace(D6, number=s.Number(text=text), first=first, ties=ties)
    table = table_with(rules, "A, dex 2", "B", "C, dex 1")
    assert table.first() == brute(rules, {"c1": 2, "c2": 0, "c3": 1}, 6)


def test_who_is_behind_another_of_the_group_is_never_first() -> None:
    """They roll together: whoever adds less than the other is after that one, however the die falls."""
    together = replace(D6, ties=(s.TieRule(s.TieBy.TOGETHER),))
    for text in ("1d6 + dex", "1d6! + dex"):
        rules = replace(together, number=s.Number(text=text))
        rats = ("Rat, group Rats, dex 2", "Cub, group Rats, dex 1", "Pup, group Rats, dex 2")
        odds = table_with(rules, *rats, "Cat").first()
        assert odds["c2"] == 0
        assert odds["c1"] == odds["c3"] > Fraction(1, 2)
    assert {*table_with(together, "Rat x3").first().values()} == {Fraction(91, 216)}
    alone = table_with(together, "Rat, dex 2", "Cat").first()
    assert table_with(together, "Rat, group Rats, dex 2", "Cub, group Rats", "Cat").first() == {
        "c1": alone["c1"],
        "c2": 0,
        "c3": alone["c2"],
    }


def test_chances_behind_the_highest_and_with_dice_taken_off() -> None:
    gap = replace(D6, number=s.Number(text="gap(1d6 + dex)"), first=s.First.LOW)
    assert table_with(gap, "A, dex 2", "B").first() == brute(D6, {"c1": 2, "c2": 0}, 6)
    off = replace(D6, number=s.Number(text="dex − 1d6 + 1d4 − 1d4"), first=s.First.LOW)
    odds = table_with(off, "A", "B").first()
    assert odds["c1"] > odds["c2"]
    assert sum(odds.values()) == 1


def test_whoever_loses_the_first_turn_is_not_first() -> None:
    table = table_with(preset_rules("d20_once"), "A", "B", "C")
    table.act("c1", "surprise")
    assert {*table.first()} == {"c2", "c3"}
    assert sum(table.first().values()) == 1
    shots = table_with(replace(preset_rules("shots"), start=s.Start(s.Surprise.TURN)), "A", "B")
    shots.act("c1", "surprise")
    assert shots.first() == {}
    assert shots.system.why_uncounted(shots.encounter) == "Chances are not worked out with this surprise."


def test_whoever_starts_at_nothing_is_not_first() -> None:
    """1d6 − 3 and 1d6 − 4: at 0 or less one sits the round out."""
    fields, number = (s.SheetField("dex", "Dexterity", 0, -5, 5),), s.Number(text="1d6 + dex")
    rules = replace(preset_rules("shots"), fields=fields, number=number, ties=())
    odds = table_with(rules, "A, dex -3", "B, dex -4").first()
    assert odds == {"c1": Fraction(6 + 6 + 5, 36), "c2": Fraction(3 + 4, 36)}


def test_all_of_a_place_are_first_together() -> None:
    rules = replace(D6, place=s.Place(s.Holder.SIDE), number=s.Number(text="1d6"))
    odds = table_with(rules, "A, side Red", "B, side Blue", "C, side Red").first()
    assert odds == {"c1": Fraction(21, 36), "c3": Fraction(21, 36), "c2": Fraction(15, 36)}
    jumps = replace(rules, start=s.Start(s.Surprise.FIRST))
    table = table_with(jumps, "A, side Red", "B, side Blue", "C, side Red")
    table.act("c1", "surprise")
    assert table.first() == {}


def test_a_side_is_first_that_has_the_best_open_slot() -> None:
    rules = replace(preset_rules("slots"), number=s.Number(text="1d6"), ties=())
    table = table_with(rules, "A, side Red", "B, side Blue", "C, side Red")
    told = {chance.label: chance.chance for chance in table.system.chances(table.encounter)}
    assert sum(told.values()) == 1
    assert told["Red: first"] > told["Blue: first"]


def test_nobody_is_first_in_laps_without_points() -> None:
    points = (s.TurnCounter("points", 1, "dex", s.Refill.ROUND),)
    rules = replace(D6, laps=s.Laps(s.LapKind.BUDGET, counter="points"), budget=points)
    assert {*table_with(rules, "A, dex 1", "B, dex 0", "C, dex 1").first()} == {"c1", "c3"}
    kept = replace(rules, budget=(replace(points[0], refill=s.Refill.NEVER),))
    assert {*table_with(kept, "A, dex 1", "B, dex 0", "C, dex 1").first()} == {"c1", "c3"}


def test_chances_of_cards_and_of_those_who_surprise() -> None:
    cards = table_with(preset_rules("cards"), "A", "Rat x2, group Rats")
    assert cards.first() == {"c1": Fraction(1, 2), "c2": Fraction(1, 2), "c3": 0}
    jumps = table_with(replace(D6, start=s.Start(s.Surprise.FIRST)), "A", "B", "C, dex 9")
    jumps.act("c1", "surprise")
    assert jumps.first() == {"c1": 1}
    jumps.open(1, 5, 6)
    assert acting_in_turn(jumps, 3) == ["A", "C", "B"]


@pytest.mark.parametrize(
    ("rules", "lines", "said"),
    [
        (replace(D6, number=s.Number(text="10d6!")), ("A", "B"), NOT_THESE),
        (replace(D6, place=s.Place(many=2)), ("A", "B"), NOT_THESE),
        (
            replace(D6, ties=(s.TieRule(s.TieBy.TOGETHER),)),
            ("A x70", "B x70", "C x70"),
            "Chances are not worked out for so many combatants.",
        ),
        (
            replace(D6, number=s.Number(text="3d100 + dex"), ties=(s.TieRule(s.TieBy.TOGETHER),)),
            tuple(f"F{dex}, dex {dex}" for dex in range(20)),
            NOT_THESE,
        ),
        (preset_rules("popcorn"), ("A", "B"), ""),
        (D6, ("A",), ""),
    ],
)
def test_what_is_not_counted_is_said(rules: rule_set.RuleSet, lines: tuple[str, ...], said: str) -> None:
    table = table_with(rules, *lines)
    if said:
        assert table.first() == {}
    assert table.system.why_uncounted(table.encounter) == said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3d6>=1", [1, 0]),
        ("(dex + 5)d6>=1", [1, 0]),
        ("60/1d6", [Fraction(7, 12), Fraction(5, 12)]),
        ("1d20 + 10/1d4", None),
        ("max(20d20kh5, 20d20kh5)", None),
    ],
)
def test_whatever_expression_is_accepted_can_be_shown(text: str, expected: list[Fraction] | None) -> None:
    table = table_with(replace(D6, number=s.Number(text=text)), "A, dex 2", "B, dex 1")
    counted = [*table.first().values()]
    assert expected is None or counted == expected
    assert bool(counted) is not bool(table.system.why_uncounted(table.encounter))


def test_the_work_of_all_who_roll_is_one() -> None:
    """Each alone would be counted."""
    rules = replace(D6, number=s.Number(text="(dex + 9)d20kh5"))
    lines = tuple(f"F{dex}, dex {dex}" for dex in range(9))
    assert table_with(rules, *lines[:2]).first()
    assert not table_with(rules, *lines).first()


def test_chances_of_the_bag() -> None:
    table = table_with(preset_rules("bag_with_end"), "A, tokens 2", "B, tokens 1")
    shown = [(chance.about, chance.label, chance.chance) for chance in table.system.chances(table.encounter)]
    assert shown == [
        ("c1", "is drawn next", Fraction(1, 2)),
        ("c2", "is drawn next", Fraction(1, 4)),
        ("", "the end token is drawn next", Fraction(1, 4)),
    ]
    table.open(1)
    assert table.acting() == "A"
    assert [chance.chance for chance in table.system.chances(table.encounter)] == [Fraction(1, 3)] * 3
    assert table_with(preset_rules("bag"), "A").system.chances(table_with(preset_rules("bag"), "A").encounter) == ()


def test_a_fight_offers_the_conditions_of_its_game() -> None:
    """A rule set of the table's own, and games without such a list, offer the usual ones."""
    tables = {key: table_with(preset_rules(key), "A") for key in ("d20_twice", "cards", "skills")}
    offered = {key: table.system.at(table.encounter).conditions for key, table in tables.items()}
    assert "restrained" in offered["d20_twice"]
    assert "shaken" in offered["cards"]
    assert offered["skills"] == ()


def test_a_distance_has_a_limit() -> None:
    """Exalted 2, Join Battle: nobody's first turn is later than tick 6."""
    rules = preset_rules("speed_ticks")
    table = table_with(rules, "A, pool 9", "B, pool 1", "C, pool 1")
    table.open(*[10] * 9, 1, 9)
    assert str(table.number("c2")) == "the highest of all 18 + d10≥7 twice 10 0 − at most 6 12 = 6 (G2)"
    assert [table.number(combatant_id).total for combatant_id in ("c1", "c3")] == [0, 6]  # type: ignore[union-attr]
    assert "minus one’s own, at most 6." in rule_texts(rules)[1].text


@pytest.mark.parametrize(
    "change", [{"first": s.First.HIGH}, {"start": s.Start(s.Surprise.MODIFIER, 5)}], ids=["high", "surprised"]
)
def test_no_chance_where_a_limit_may_make_the_first_level(change: dict[str, object]) -> None:
    limited = replace(D6, number=s.Number(text="min(gap(1d6 + dex), 3)"), first=s.First.LOW)
    table = table_with(limited, "A", "B, dex 1")
    assert table.first()
    table = table_with(replace(limited, **change), "A", "B, dex 1")  # type: ignore[arg-type] # each names its field
    if table.system.sections(table.encounter, {})[0].key == "surprise":
        table.act("c1", "surprise")
    assert table.first() == {}
    assert table.system.why_uncounted(table.encounter)


# Numbers that are exchanged


EXCHANGE = replace(
    D6,
    fresh=s.Fresh.ONCE,
    first=s.First.LOW,
    out_of_turn=s.OutOfTurn(s.DelayRule.EXCHANGE),
    number=s.Number(text="1d6"),
)


def test_numbers_are_exchanged_before_the_first_turn_and_for_good() -> None:
    """Alien, initiative: members of a side may exchange their cards before a round begins."""
    table = table_with(EXCHANGE, "A, side Red", "B, side Red", "C, side Blue", "D, side Red")
    table.open(1, 4, 2, 6)
    assert table.acting() == "A"
    section = table.sections()["exchange"]
    assert [pick.key for pick in section.inputs[0].picks] == ["c1", "c2", "c4"]
    assert [pick.key for pick in section.inputs[1].picks] == ["c2", "c4"]
    assert table.refused(c.Act("c1", "swap", {"with": "c3"})) == "no_partner G11"
    table.act("c2", "swap", {"with": "c1"})
    assert table.acting() == "B"
    table.act("c4", "swap", {"with": "c2"})
    assert table.acting() == "D"
    table.act("c4", "attack")
    assert "exchange" not in table.sections()
    assert table.refused(c.Act("c2", "swap", {"with": "c1"})) == "has_acted G11"
    assert acting_in_turn(table, 4) == ["D", "C", "A", "B"]
    table.open()
    assert table.acting() == "D"


def test_nobody_exchanges_equal_numbers_or_alone() -> None:
    table = table_with(EXCHANGE, "A, side Red", "B, side Red", "C, side Blue")
    table.open(1, 1, 2)
    assert table.refused(c.Act("c1", "swap", {"with": "c2"})) == "same_number G11"
    table.do(c.Fall("c2"))
    assert "exchange" not in table.sections()
    table.act("c1", "end")
    assert "exchange" not in table.sections()


def test_actions_are_declared_from_the_last_one_up() -> None:
    """A group declares once, and whoever has no turn declares nothing."""
    rules = preset_rules("declared_upwards")
    assert rule_texts(rules)[3].text == (
        "The highest number is first. Before the first turn everybody declares, from the last one up."
    )
    table = table_with(rules, "A, rating 9", "Rat x2, rating 1, group Rats", "B, rating 5")
    table.do(c.Fall("c4"))
    assert "To declare, from the last up: Rats, A. (G4)" in table.open(5, 5)
    with pytest.raises(BadValue, match="where rounds go by numbers"):
        replace(preset_rules("ticks"), declares_up=True)


def test_nobody_declares_where_nobody_can_act() -> None:
    table = table_with(replace(preset_rules("declared_upwards"), place=s.Place(field="rating")), "A, rating 0")
    assert "To declare, from the last up: nobody. (G4)" in table.open()


def test_between_rounds_a_drag_past_another_number_says_what_to_do_instead() -> None:
    table = table_with(preset_rules("d20_twice"), "A, side Heroes", "B, side Foes")
    table.open(5, 4)
    table.do(c.CloseRound())
    assert table.refusal(c.Move("c2", "c1")).message == (
        "The order is that of the numbers: change B’s on the sheet, or move B when round 2 has begun."
    )
    table.do(c.RuleScore("c2", 16))
    assert table.track() == ("c2", "c1")
