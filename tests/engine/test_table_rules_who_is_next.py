"""Tests of who is next by table rules, and of prices that the sheet or a die says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tests.engine.drawn_rule_sets import table_with
from tests.engine.table import Table
from tests.engine.test_table_rules_settings import D6, acting_in_turn
from turntrack.core import commands as c
from turntrack.core.errors import BadValue
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_texts import rule_texts

TICKS = replace(
    preset_rules("ticks"),
    fields=(s.SheetField("first", "First tick"), s.SheetField("weapon", "Weapon speed", 7, 1, 20)),
    number=s.Number(text="first"),
)


def number_of(table: Table, combatant_id: str) -> int:
    number = table.number(combatant_id)
    assert number
    return number.total


# Without rounds


def test_anybody_may_be_next_again_and_again() -> None:
    table = table_with(preset_rules("spotlight"), "A", "B")
    table.open()
    for combatant_id in ("c1", "c1", "c2", "c1"):
        table.act(combatant_id, "nominate")
    assert [table.badges(combatant_id) for combatant_id in ("c1", "c2")] == [["2 turns"], ["1 turn"]]
    table.do(c.Fall("c2"))
    table.act("c1", "end")
    assert table.acting() == "A"
    table.do(c.Fall("c1"))
    assert not table.encounter.is_open
    assert table.system.at(table.encounter).round_name(1) == "the scene"


def test_whoever_acted_passes_the_turn_on_without_end() -> None:
    rules = replace(preset_rules("popcorn"), ends=s.RoundEnd(s.EndRule.NEVER), start=s.Start())
    table = table_with(rules, "A", "B")
    table.open()
    for combatant_id in ("c1", "c2", "c1", "c2"):
        table.act(combatant_id, "nominate")
    assert table.encounter.round == 1
    said = {text.id: text.text for text in rule_texts(rules)}
    assert said["G8"] == "The same combatant may act again and again. Their turns are counted."
    assert said["G12"] == "There are no rounds: the scene goes on."


# Sides


@pytest.mark.parametrize(("face", "side"), [(6, "Red"), (5, "Red"), (4, "Blue"), (1, "Green")])
def test_a_die_says_which_of_three_sides_begins(face: int, side: str) -> None:
    rules = replace(preset_rules("alternating"), start=s.Start(side=s.FirstSide.ROUND))
    table = table_with(rules, "A, side Red", "B, side Blue", "C, side Green")
    odds = {chance.label: chance.chance for chance in table.system.chances(table.encounter)}
    assert odds == dict.fromkeys(("Red: first", "Blue: first", "Green: first"), Fraction(1, 3))
    assert f"The side that begins: {side}. (G13)" in table.open(face)
    assert table.encounter.combatants[table.encounter.acting()[0]].side == side
    assert table.system.chances(table.encounter) == ()


def test_the_side_that_begins_is_rolled_each_round_and_only_among_those_who_stand() -> None:
    rules = replace(preset_rules("alternating"), start=s.Start(side=s.FirstSide.ROUND))
    table = table_with(rules, "A, side Red", "B, side Blue")
    table.open(1)
    assert acting_in_turn(table, 2) == ["B", "A"]
    table.open(6)
    assert acting_in_turn(table, 2) == ["A", "B"]
    table.do(c.Fall("c2"))
    table.open()
    assert acting_in_turn(table, 1) == ["A"]


def test_whoever_surprises_begins_where_sides_take_turns() -> None:
    rules = replace(preset_rules("alternating"), start=s.Start(s.Surprise.FIRST, side=s.FirstSide.FIGHT))
    table = table_with(rules, "A, side Red", "B, side Blue")
    table.act("c2", "surprise")
    assert table.system.chances(table.encounter) == ()
    table.open(6)
    assert acting_in_turn(table, 2) == ["B", "A"]


def test_the_side_that_has_left_begins_no_more() -> None:
    rules = replace(preset_rules("alternating"), start=s.Start(side=s.FirstSide.FIGHT))
    table = table_with(rules, "A, side Red", "B, side Blue", "C, side Red")
    table.open(1)
    table.do(c.RemoveCombatant("c2"))
    table.join("D, side Green")
    table.do(c.CloseRound())
    table.open()
    assert table.sections()["next"].title == "Next: Red"


def test_no_side_keeps_the_turn_that_is_its_own_anyway() -> None:
    rules = replace(preset_rules("kept_turns"), start=s.Start())
    table = table_with(rules, "A, side Red", "B, side Red", "C, side Red", "D, side Blue")
    table.open()
    table.act("c1", "nominate")
    assert [choice.label for choice in table.sections()["keep"].choices] == ["B", "C"]
    table.act("c1", "end")
    table.act("c4", "end")
    table.act("c2", "nominate")
    assert "keep" not in table.sections()
    assert table.refused(c.Act("c3", "keep")) == "not_kept G7"


# Round the table


def test_a_newcomer_sits_last_whatever_the_number() -> None:
    table = table_with(replace(preset_rules("round_the_table"), start=s.Start(late=s.LateRule.NEXT)), "A", "B", "C")
    table.open(3, 15, 7)
    assert table.names() == "B C A"
    table.join("D")
    assert acting_in_turn(table, 3) == ["B", "C", "A"]
    table.open(20)
    assert acting_in_turn(table, 4) == ["B", "C", "A", "D"]


def test_new_numbers_say_each_round_who_begins() -> None:
    table = table_with(replace(preset_rules("round_the_table"), fresh=s.Fresh.ROUND), "A", "B", "C")
    table.open(3, 15, 7)
    assert acting_in_turn(table, 3) == ["B", "C", "A"]
    table.open(9, 3, 7)
    assert acting_in_turn(table, 3) == ["B", "C", "A"]
    table.open(1, 2, 19)
    assert table.names() == "A B C"
    assert table.do(c.Move("c3", "c1"))[-1] == "C is up. (G4)"
    assert table.names() == "C A B"


# Prices


def test_a_price_of_the_sheet_with_more_and_of_a_counter() -> None:
    weight = s.SheetField("weight", "Weight", 2, -9, 9)
    rules = replace(
        D6,
        fields=(*D6.fields, weight),
        budget=(s.TurnCounter("stamina", 5),),
        prices=(
            s.ActionPrice("Swing", 1, "stamina", "weight"),
            s.ActionPrice("Push", 1, s.NUMBER, "weight", 4),
            s.ActionPrice("Feint", 0, s.NUMBER, die=4),
        ),
    )
    table = table_with(rules, "A, weight 3", "B, weight -5")
    table.open(6, 5)
    assert table.choice("Swing").preview.cost == "4 stamina"
    assert table.choice("Push").preview.cost == "−4 − 1d4"
    assert table.choice("Feint").preview.cost == "−1d4"
    table.act("c1", "swing")
    assert table.refused(c.Act("c1", "swing")) == "not_enough G9"
    assert table.act("c1", "push", None, 2)[0] == "A rolls 1d4: 2 for Push. (G10)"
    assert number_of(table, "c1") == 0
    table.act("c1", "end")
    assert table.choice("Swing", of="c2").preview.cost == ""
    assert rule_texts(rules)[9].text == "Actions: Swing (1 + Weight stamina); Push (−1 − Weight − 1d4); Feint (−1d4)."


def test_a_lap_takes_its_point_where_the_sheet_makes_an_action_free() -> None:
    fields = (s.SheetField("points", "Points", 2, 0, 9), s.SheetField("weight", "Weight", 0, 0, 9))
    rules = replace(
        preset_rules("action_points"),
        fields=fields,
        number=s.Number(text="1d10"),
        prices=(s.ActionPrice("Swing", 0, "action points", "weight", ends=True),),
        ties=(),
    )
    table = table_with(rules, "A, points 2", "B, points 2, weight 2")
    table.open(9, 3)
    table.act("c1", "swing")
    table.act("c2", "swing")
    assert (table.encounter.part, table.acting()) == (2, "A")
    table.act("c1", "swing")
    assert not table.encounter.is_open


def test_whoever_came_to_a_tick_first_acts_first() -> None:
    """Splittermond: also if it was by an active defence, by waiting, as a latecomer, or by a ruling."""
    table = table_with(TICKS, "A, first 1", "B, first 4", "C, first 8")
    table.open()
    table.act("c2", "active_defence")  # B is on 7
    table.act("c1", "attack")  # A on 8, after C
    table.act("c2", "short_action")  # B on 10
    assert acting_in_turn(table, 2, "move") == ["C", "A"]  # both on 13
    table.join("D")
    assert number_of(table, "c4") == 10
    assert acting_in_turn(table, 2, "short_action") == ["B", "D"]
    assert table.names() == "C A B D"
    for number in (12, 13):
        table.do(c.RuleScore("c3", number))
    assert table.names() == "A B D C"
    table.do(c.Move("c4", "c1"))
    assert table.acting() == "D"
    assert rule_texts(TICKS)[4].text == "Of equal numbers: whoever came to it first, then as listed."


def test_whoever_loses_a_turn_by_count_comes_to_the_next_number_last() -> None:
    table = table_with(
        replace(TICKS, start=s.Start(s.Surprise.TURN, late=s.LateRule.COUNT)), "A, first 1", "B, first 8"
    )
    table.act("c1", "surprise")
    table.open()
    assert (table.names(), number_of(table, "c1")) == ("B A", 8)


# Charts and phases


def test_a_first_round_begins_in_a_late_segment() -> None:
    table = table_with(preset_rules("segments"), "A, dex 20, spd 1", "B, dex 10, spd 2")
    lines = table.open()
    assert "Round 1, segment 12, begins. (G8)" in lines
    assert acting_in_turn(table, 1) == ["B"]
    table.open()
    assert (table.encounter.part, table.acting()) == (6, "B")
    table.act("c2", "end")
    assert (table.encounter.part, table.acting()) == (7, "A")


def test_what_a_turn_held_is_left_of_it_until_the_next() -> None:
    """Out of turn one takes what the last turn has left, be that one fast."""
    rules = preset_rules("two_fast_three_slow")
    step = s.ActionPrice("Step aside", 1, "actions", off_turn=True)
    table = table_with(replace(rules, prices=(*rules.prices, step)), "A, side Red", "B, side Blue")
    table.open()
    table.act("c1", "declare", {"pace": "fast"})
    table.act("c1", "one_action")
    table.act("c1", "end")
    table.act("c1", "step_aside")
    assert table.refused(c.Act("c1", "step_aside")) == "not_enough G9"


def test_counters_filled_at_every_turn_and_at_the_end_of_the_own() -> None:
    budget = (s.TurnCounter("guard", 1, refill=s.Refill.ANY), s.TurnCounter("breath", 2, refill=s.Refill.END))
    prices = (
        s.ActionPrice("Ward", 1, "guard", off_turn=True),
        s.ActionPrice("Dash", 1, "breath", off_turn=True),
        s.ActionPrice("Step"),
    )
    table = table_with(replace(D6, budget=budget, prices=prices), "A", "B", "C")
    table.open(6, 4, 2)
    table.act("c3", "ward")
    assert table.badges("c3") == ["0 guard"]
    assert table.refused(c.Act("c3", "ward")) == "not_enough G9"
    table.act("c1", "dash")
    table.act("c1", "end")
    assert table.badges("c1") == []
    table.act("c3", "ward")
    table.act("c3", "dash")
    table.act("c2", "end")
    assert table.badges("c3") == ["1 breath"]


# A bag of sides


def test_a_side_takes_its_token_with_whoever_can_act() -> None:
    """Whoever is surprised loses the turn to a token; a token whose side has nobody left is drawn anew."""
    rules = replace(preset_rules("bag_of_sides"), start=s.Start(s.Surprise.TURN))
    table = table_with(rules, "A, side Red", "B, side Red", "C, side Blue", "D, side Blue")
    odds = {chance.label: chance.chance for chance in table.system.chances(table.encounter)}
    assert odds == {"Red: first": Fraction(1, 2), "Blue: first": Fraction(1, 2)}
    table.act("c2", "surprise")
    assert table.system.chances(table.encounter) == ()
    lines = table.open(1, 2)
    assert "B is surprised and loses the turn. (G13)" in lines
    assert table.sections()["next"].title == "Next: Blue"
    assert [turn.label for turn in table.system.upcoming_turns(table.encounter)] == ["Blue"]
    assert table.system.chances(table.encounter) == ()
    table.do(c.Fall("c3"))
    assert table.acting() == "D"
    table.do(c.Fall("c4"))
    assert table.acting() == "A"
    assert rule_texts(rules)[3].text == "The draw decides which side is next, and the side chooses who of it acts."


def test_only_one_sides_tokens_are_shared() -> None:
    shared = s.Bag(s.WhichSide.PLAYERS, again=True)
    rules = replace(preset_rules("bag_of_sides"), bag=shared, place=s.Place(many=2))
    table = table_with(rules, "A, side Red", "B, side Red", "C, side Blue")
    table.open(1)
    odds = [(chance.about, chance.label) for chance in table.system.chances(table.encounter)]
    assert odds == []
    for _ in range(3):
        table.act("c1", "nominate")
        table.act("c1", "end", None, 1)
    table.act("c1", "nominate")
    labels = {chance.label: chance.chance for chance in table.system.chances(table.encounter)}
    assert labels == {"is drawn next": 1}
    assert acting_in_turn(table, 3) == ["A", "C", "C"]
    assert not table.encounter.is_open
    said = {text.id: text.text for text in rule_texts(rules)}
    assert said["G7"] == (
        "The draw decides who acts next; for the players’ side the side chooses who of it acts, "
        "the same again if it likes."
    )


# Surprise, where sides take turns


AMBUSH = s.Start(s.Surprise.REACTIONS, side=s.FirstSide.FIGHT, faces=10)


def test_the_surprised_act_and_do_nothing_out_of_turn_in_the_first_round() -> None:
    """Draw Steel, Determine Surprise: no triggered actions until the end of the first round."""
    table = table_with(replace(preset_rules("die_for_sides"), start=AMBUSH), "A, side Red", "B, side Blue")
    table.act("c2", "surprise")
    table.open()
    assert table.refused(c.Act("c2", "triggered_action")) == "surprised G13"
    assert acting_in_turn(table, 2) == ["A", "B"]
    table.open()
    assert "B uses the triggered action. (G10)" in table.act("c2", "triggered_action")


def test_a_side_that_is_wholly_surprised_does_not_begin() -> None:
    """Draw Steel, Determine Who Goes First: then the other side begins, and nothing is rolled."""
    rules = replace(preset_rules("die_for_sides"), start=AMBUSH)
    assert rule_texts(rules)[-1].text == (
        "A d10 says which side begins the fight and its rounds; high is the players’ side. The surprised do nothing "
        "out of turn in the first round. A side all of whose members are surprised does not begin. Latecomers join at "
        "once."
    )
    table = table_with(rules, "A, side Red", "B, side Red", "C, side Blue")
    assert len(table.system.chances(table.encounter)) == 2
    table.act("c1", "surprise")
    assert len(table.system.chances(table.encounter)) == 2
    table.act("c2", "surprise")
    assert table.system.chances(table.encounter) == ()
    table.open()
    assert table.acting() == "C"
    for combatant_id in ("c1", "c2"):
        table.act(combatant_id, "nominate")
    table.act("c2", "end")
    table.open()
    assert table.acting() == "C"


def test_where_all_are_surprised_any_side_may_begin() -> None:
    table = table_with(replace(preset_rules("die_for_sides"), start=AMBUSH), "A, side Red", "B, side Blue")
    for combatant_id in ("c1", "c2"):
        table.act(combatant_id, "surprise")
    table.open(1)
    assert table.acting() == "B"


@pytest.mark.parametrize("side", [s.FirstSide.LISTED, s.FirstSide.MASTER])
def test_nobody_is_asked_which_side_begins_where_surprise_tells(side: s.FirstSide) -> None:
    rules = replace(preset_rules("die_for_sides"), start=replace(AMBUSH, side=side))
    table = table_with(rules, "A, side Red", "B, side Blue")
    table.act("c1", "surprise")
    table.open()
    assert acting_in_turn(table, 2) == ["B", "A"]


def test_the_game_master_says_once_which_side_begins() -> None:
    """Fabula Ultima, Rounds and Turns: the side that has the initiative begins each round."""
    rules = replace(preset_rules("die_for_sides"), start=s.Start(side=s.FirstSide.ONCE))
    table = table_with(rules, "A, side Red", "B, side Blue")
    table.open()
    table.do(c.Act("", "begins", {"side": "Blue"}))
    assert acting_in_turn(table, 2) == ["B", "A"]
    table.open()
    assert table.acting() == "B"


@pytest.mark.parametrize("key", ["alternating", "kept_turns"])
def test_a_round_begins_with_the_side_that_did_not_act_last(key: str) -> None:
    """Lancer, SRD, Turns and Rounds; Star Trek Adventures, Core Rulebook, page 163."""
    table = table_with(preset_rules(key), "A, side Red", "B, side Red", "C, side Blue")
    table.open()
    if key == "kept_turns":
        table.do(c.Act("", "begins", {"side": "Red"}))
    table.act("c1", "nominate")
    table.act("c1", "end")
    table.act("c3", "end")
    assert table.acting() == "B"
    table.act("c2", "end")
    assert "The side that begins: Blue. (G13)" in table.open()
    assert table.acting() == "C"
    table.act("c3", "end")
    table.act("c2", "nominate")
    table.act("c2", "end")
    table.act("c1", "end")
    table.do(c.Fall("c3"))
    table.open()
    assert table.sections()["next"].title == "Next: Red"


def test_a_round_in_which_nobody_acted_leaves_the_beginning_as_it_was() -> None:
    table = table_with(preset_rules("kept_turns"), "A, side Red", "B, side Blue")
    table.open()
    table.do(c.Act("", "begins", {"side": "Blue"}))
    table.do(c.RuleSkip("c2"))
    table.do(c.CloseRound())
    table.open()
    assert table.acting() == "B"


def test_turns_go_on_from_round_to_round_only_where_sides_take_turns() -> None:
    with pytest.raises(BadValue, match="turns go on from round to round only"):
        replace(preset_rules("die_for_the_round"), start=s.Start(side=s.FirstSide.PLAYERS_ONWARD))


def test_no_turns_are_predicted_beyond_one_more_after_which_the_game_master_says_who_begins() -> None:
    table = table_with(
        replace(
            preset_rules("alternating"),
            fields=(s.SheetField("pace", "Pace", 3, 1, 3),),
            place=s.Place(),
            laps=s.Laps(s.LapKind.CHART, field="pace", segments=3),
            start=s.Start(side=s.FirstSide.MASTER),
        ),
        *("A, side Red", "B, side Blue", "C, side Blue, pace 1"),
    )
    table.open()
    for ruling in (c.RuleSkip("c3"), c.RuleIn("c3"), c.RuleTurn("c3")):
        table.do(ruling)
    assert table.acting() == "C"
    assert [*table.system.upcoming_turns(table.encounter)] == []
    table.act("c3", "end")
    assert table.acting() == ""


def test_without_rounds_surprise_takes_no_reactions() -> None:
    with pytest.raises(BadValue, match="no first round in which reactions are lost"):
        replace(preset_rules("spotlight"), start=s.Start(s.Surprise.REACTIONS))


# What a price comes to


def test_a_price_that_can_come_to_nothing_by_count_is_refused() -> None:
    """The same one would act for ever."""
    weapon = s.SheetField("weapon", "Weapon", 0, -5, 5)
    strike = s.ActionPrice("Strike", 3, s.NUMBER, "weapon")
    with pytest.raises(BadValue, match="G10: Strike: by count it can come to −2"):
        replace(TICKS, fields=(TICKS.fields[0], weapon), prices=(strike,))
    replace(TICKS, fields=(TICKS.fields[0], weapon), prices=(replace(strike, cost=6),))
    replace(TICKS, fields=(TICKS.fields[0], weapon), prices=(replace(strike, cost=6, off_turn=True), *TICKS.prices[1:]))


# Sides by number


@pytest.mark.parametrize("order", [s.Order.SIDES, s.Order.ALTERNATING])
@pytest.mark.parametrize("ties", [(), (s.TieRule(s.TieBy.TOGETHER),), (s.TieRule(s.TieBy.COIN),)])
def test_the_chance_of_a_side_to_begin_by_its_best_number(order: s.Order, ties: tuple[s.TieRule, ...]) -> None:
    """Two dice against one, over all ways; a level one goes to the first as listed, or by the coin."""
    table = table_with(replace(D6, order=order, ties=ties), "A, side Red", "B, side Blue", "C, side Red")
    odds = {chance.label: chance.chance for chance in table.system.chances(table.encounter)}
    has_coin = (s.TieRule(s.TieBy.COIN),) == ties
    red = Fraction(0)
    for faces in product(range(1, 7), repeat=3):
        best = [place for place, face in enumerate(faces) if face == max(faces)]
        red += Fraction(len([place for place in best if place != 1]), len(best)) if has_coin else best[0] != 1
    assert odds == {"Red: first": red / 216, "Blue: first": 1 - red / 216}


def test_the_chance_of_a_side_by_cards_counts_a_group_once() -> None:
    cards = s.Number(s.Source.CARDS)
    rules = replace(D6, number=cards, order=s.Order.SIDES, ties=(s.TieRule(s.TieBy.TOGETHER),))
    table = table_with(rules, "A x2, side Red, group G", "B, side Blue")
    assert {str(chance.chance) for chance in table.system.chances(table.encounter)} == {"1/2"}


def test_why_a_side_by_number_has_no_chance() -> None:
    rules = replace(D6, order=s.Order.SIDES, start=s.Start(s.Surprise.TURN))
    table = table_with(rules, "A, side Red", "B, side Blue")
    table.act("c1", "surprise")
    assert table.system.chances(table.encounter) == ()
    assert table.system.why_uncounted(table.encounter) == "Chances are not worked out with this surprise."


def test_a_side_with_somebody_out_of_points_has_no_chance() -> None:
    laps = s.Laps(s.LapKind.BUDGET, counter="points")
    fields = (*D6.fields, s.SheetField("points", "Points", 2, 0, 5))
    budget = (s.TurnCounter("points", field="points", refill=s.Refill.ROUND),)
    rules = replace(D6, fields=fields, order=s.Order.SIDES, laps=laps, budget=budget)
    table = table_with(rules, "A, side Red, points 0", "B, side Blue")
    assert table.system.why_uncounted(table.encounter) == "Chances are not worked out for these dice."


# The last of a phase


def test_the_last_who_has_said_nothing_is_not_called_up_in_a_phase() -> None:
    table = table_with(preset_rules("fast_and_slow"), "A, side Heroes", "B, side Foes", "C, side Foes")
    table.open()
    assert table.acting() == ""
    assert [choice.label for choice in table.sections()["next"].choices] == ["A", "Nobody else now"]
    table.act("", "next_phase")
    table.act("c2", "declare", {"pace": "slow"})
    assert table.acting() == ""
    table.act("c3", "declare", {"pace": "fast"})
    assert table.acting() == "C"


# Each kind of reaction once a round


def test_each_kind_of_reaction_comes_once_a_round() -> None:
    """Not once between two turns: after the own turn of a round nothing of that round may be done again."""
    rules = replace(preset_rules("alternating"), out_of_turn=s.OutOfTurn(each_round=True), start=s.Start())
    table = table_with(rules, "A, side Heroes", "B, side Foes", "C, side Foes")
    table.open()
    table.act("c2", "overwatch")
    table.act("c1", "end")
    table.act("c2", "nominate")
    table.act("c2", "end")
    assert table.refused(c.Act("c2", "overwatch")) == "once G10"
    table.act("c2", "brace")
    table.act("c3", "end")
    table.open()
    assert "B strikes on overwatch. (G10)" in table.act("c2", "overwatch")
    assert "Actions out of turn count until the round ends." in rule_texts(rules)[6].text


def test_a_reaction_of_lancer_comes_again_after_the_own_turn() -> None:
    """Lancer, SRD, Reactions: none is taken again until the beginning of the own next turn."""
    table = table_with(preset_rules("alternating"), "A, side Heroes", "B, side Foes", "C, side Foes")
    table.open()
    table.act("c2", "overwatch")
    table.act("c1", "end")
    assert table.refused(c.Act("c2", "overwatch")) == "once G10"
    table.act("c2", "nominate")
    table.act("c2", "end")
    assert "B strikes on overwatch. (G10)" in table.act("c2", "overwatch")


def test_without_rounds_nothing_counts_until_one_ends() -> None:
    with pytest.raises(BadValue, match="nothing counts until the round ends"):
        replace(preset_rules("ticks"), out_of_turn=s.OutOfTurn(each_round=True))


# Several tokens, of which the first is a turn


def test_only_the_first_of_several_tokens_is_a_turn() -> None:
    fields = (s.SheetField("cards", "Cards", 1, 1, 9),)
    rules = replace(
        preset_rules("bag"), fields=fields, place=s.Place(field="cards"), bag=s.Bag(once=True), start=s.Start()
    )
    assert rule_texts(rules)[3].text == "The draw decides who acts next. Only each combatant’s first token is a turn."
    table = table_with(rules, "A, cards 3", "B")
    assert {str(chance.chance) for chance in table.system.chances(table.encounter)} == {"3/4", "1/4"}
    table.open(2)
    assert acting_in_turn(table, 2) == ["A", "B"]
    assert not table.encounter.is_open


def test_whose_first_token_alone_counts_does_not_act_again() -> None:
    with pytest.raises(BadValue, match="nobody acts again"):
        replace(preset_rules("bag_of_sides"), bag=s.Bag(again=True, once=True))


def test_the_only_one_of_a_phase_is_told_as_a_turn_that_may_be_let_go() -> None:
    """So it has no number: the table gives it, or goes on to the next phase."""
    phases = (s.Phase("Fast", pace="fast"), s.Phase("Slow", pace="slow"))
    laps = s.Laps(s.LapKind.PHASES, phases=phases)
    rules = replace(D6, order=s.Order.SIDES, chooser=s.Chooser.SIDE, laps=laps)
    table = table_with(rules, "A, side Red", "B, side Blue")
    table.open(6, 1)
    first, second = table.system.upcoming_turns(table.encounter)
    assert (first.ids, first.number, second.ids) == (("c1",), None, ("c2",))
    table.act("c1", "declare", {"pace": "fast"})
    assert table.acting() == "A"


def test_turns_are_foretold_where_the_surprised_lose_reactions_alone() -> None:
    block = s.ActionPrice("Block", off_turn=True)
    rules = replace(D6, prices=(block,), start=s.Start(s.Surprise.REACTIONS))
    table = table_with(rules, "A, side Red", "B, side Blue")
    table.act("c2", "surprise")
    table.open(2, 6)
    assert [turn.ids for turn in table.system.upcoming_turns(table.encounter)] == [("c1",)]
    assert table.refused(c.Act("c1", "reaction")) == "no_action G10"
    table.act("c2", "end")
    assert table.refused(c.Act("c2", "block")) == "surprised G13"
