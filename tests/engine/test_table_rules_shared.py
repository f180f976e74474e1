"""Tests of cards that are held, of rolls and surprise that groups and sides share, and of phases (G1, G2, G8, G13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.engine.drawn_rule_sets import table_with
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.model import Id, Status
from turntrack.systems.table_rules import rule_set
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.memory import recall
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_texts import rule_texts
from turntrack.systems.toolkit.rolls import Deck

DECK_OF_TEN = rule_set.RuleSet("ten", fields=(), number=s.Number(s.Source.CARDS, cards=10), fresh=s.Fresh.ONCE)
FAST_AND_SLOW = s.Laps(s.LapKind.PHASES, phases=(s.Phase("Fast", pace="fast"), s.Phase("Slow", pace="slow")))


def totals(table: Table, *ids: Id) -> list[int]:
    return [score.total for combatant_id in ids if (score := table.number(combatant_id))]


class TestCards:
    """G2: no card twice, as long as the deck lasts."""

    @pytest.mark.parametrize("seed", range(12))
    def test_a_latecomer_is_not_dealt_a_card_that_somebody_holds(self, seed: int) -> None:
        table, dice = table_with(DECK_OF_TEN, *"ABCDE"), seeded_dice(seed)
        for command in (c.OpenRound(), c.CloseRound(), c.OpenRound(), c.AddCombatant("F"), c.AddCombatant("G")):
            table.do_with(dice, command)
        cards = totals(table, *(f"c{number}" for number in range(1, 8)))
        assert len({*cards}) == 7

    @pytest.mark.parametrize("seed", range(12))
    def test_who_is_on_hold_keeps_the_card_from_the_deck(self, seed: int) -> None:
        table, dice = table_with(preset_rules("cards"), *"ABCDEFGHIJ"), seeded_dice(seed)
        table.do_with(dice, c.OpenRound())
        for _ in range(3):
            table.do_with(dice, c.Act(table.encounter.acting()[0], "wait"))
        waiting = [key for key in table.encounter.order if table.standing(key).status is Status.HOLDING]
        assert len(waiting) == 3
        cards = [table.standing(key).total for key in waiting]
        table.do_with(dice, c.CloseRound())
        table.do_with(dice, c.OpenRound())
        others = [table.standing(key).total for key in table.encounter.order if key not in waiting]
        assert {*cards}.isdisjoint(others)

    @pytest.mark.parametrize("seed", range(12))
    def test_only_discarded_cards_are_shuffled_where_each_draws_several(self, seed: int) -> None:
        hand = s.SheetField("hand", "Hand", 3, 1, 4)
        rules = replace(
            DECK_OF_TEN, fields=(hand,), number=replace(DECK_OF_TEN.number, draws="hand"), first=s.First.LOW
        )
        table = table_with(rules, *"ABCD")
        table.do_with(seeded_dice(seed), c.OpenRound())
        assert len({*totals(table, "c1", "c2", "c3", "c4")}) == 4

    def test_a_joker_that_was_discarded_stays_out_until_the_round_is_over(self) -> None:
        deck = Deck(54, [1, 2, 53], [2])
        deck.shuffle()
        assert deck.out == [2, 53]

    def test_more_fighters_than_cards_take_another_deck(self) -> None:
        table = table_with(DECK_OF_TEN, "A x12")
        table.do_with(seeded_dice(3), c.OpenRound())
        assert len(totals(table, *table.encounter.order)) == 12

    def test_chances_are_left_out_where_one_of_several_turns_is_lost(self) -> None:
        start = s.Start(s.Surprise.TURN)
        rules = replace(DECK_OF_TEN, place=s.Place(many=2), fresh=s.Fresh.ROUND, start=start)
        table = table_with(rules, "A", "B")
        assert table.first()
        table.act("c2", "surprise")
        assert not table.first()


class TestGroups:
    """G1: what a group or a side shares."""

    def test_a_group_shares_its_roll_and_each_adds_what_is_its_own(self) -> None:
        dex = s.SheetField("dex", "Dex", 0, -5, 20)
        rules = rule_set.RuleSet("least 1", fields=(dex,), number=s.Number(text="max(1, 1d6 + dex)"))
        table = table_with(rules, "Rat, dex −3, group Rats", "Owl, dex 9, group Rats")
        table.open(2)
        assert totals(table, "c1", "c2") == [1, 11]
        table.join("Elk, dex 4, group Rats", "", 5)
        assert totals(table, "c3") == [9]
        assert not table.first()

    def test_each_has_as_many_places_as_its_own_sheet_says(self) -> None:
        pace = s.SheetField("pace", "Pace", 1, 0, 4)
        rules = replace(DECK_OF_TEN, fields=(pace,), place=s.Place(field="pace"))
        table = table_with(rules, "Rat, pace 1, group Rats", "Owl, pace 3, group Rats")
        table.do_with(seeded_dice(2), c.OpenRound())
        assert [len(recall(table.standing(key)).numbers or (0,)) for key in ("c1", "c2")] == [1, 3]

    @pytest.mark.parametrize("tie", [s.TieBy.AGAIN, s.TieBy.COIN])
    def test_a_member_whose_number_stays_rolls_ties_against_its_group(self, tie: s.TieBy) -> None:
        rules = rule_set.RuleSet("stays", fields=(), number=s.Number(text="1d2"), ties=(s.TieRule(tie),))
        table = table_with(rules, "A, fixed 1, group G", "B, group G")
        table.open(1, 1, 2)
        assert table.acting() == "B"

    @pytest.mark.parametrize("surprise", [s.Surprise.MODIFIER, s.Surprise.TWICE])
    def test_a_side_with_one_number_is_surprised_as_one(self, surprise: s.Surprise) -> None:
        rules = rule_set.RuleSet(
            "sides", fields=(), number=s.Number(text="1d20"), place=s.Place(s.Holder.SIDE), start=s.Start(surprise, -9)
        )
        table = table_with(rules, "A, side Heroes", "B, side Heroes", "C, side Raiders")
        table.act("c2", "surprise")
        assert [recall(table.standing(key)).is_surprised for key in ("c1", "c2", "c3")] == [True, True, False]
        table.open(*([12, 8] if surprise is s.Surprise.MODIFIER else [12, 3, 8]))
        assert totals(table, "c1", "c2", "c3") == [3, 3, 8]
        assert table.acting() == "C"


class TestPhases:
    """G8."""

    def test_two_places_are_two_turns_in_all_phases_together(self) -> None:
        rules = rule_set.RuleSet(
            "phases",
            fields=(),
            place=s.Place(many=2),
            number=s.Number(s.Source.NONE),
            order=s.Order.ANYONE,
            chooser=s.Chooser.MASTER,
            laps=FAST_AND_SLOW,
        )
        table = table_with(rules, "A", "B")
        table.open()
        for choice in ("nominate", "end"):
            table.act("c1", choice)
        table.act("", "next_phase")
        for choice in ("nominate", "end"):
            table.act("c1", choice)
        assert table.refused(c.Act("c1", "nominate")).startswith("not_")

    def test_a_pace_can_be_declared_where_an_open_phase_comes_before_it(self) -> None:
        phases = (s.Phase("Fast", pace="fast"), s.Phase("Free"), s.Phase("Slow", pace="slow"))
        rules = rule_set.RuleSet(
            "free", fields=(), number=s.Number(s.Source.LISTED), laps=replace(FAST_AND_SLOW, phases=phases)
        )
        table = table_with(rules, "A", "B")
        table.open()
        table.act("c2", "declare", {"pace": "slow"})
        parts = []
        while table.encounter.is_open:
            parts.append((table.acting(), table.encounter.part))
            table.act(table.encounter.acting()[0], "end")
        assert ("B", 3) in parts
        assert [part for name, part in parts if name == "B"] == [3]

    def test_a_side_without_a_phase_is_said_to_act_in_the_last(self) -> None:
        phases = (s.Phase("First", s.WhichSide.PLAYERS), s.Phase("Second", s.WhichSide.PLAYERS))
        rules = rule_set.RuleSet("one side", laps=replace(FAST_AND_SLOW, phases=phases))
        assert rule_texts(rules)[7].text.endswith("Whoever has no phase acts in the last.")
        both = replace(rules.laps, phases=(*phases, s.Phase("Third", s.WhichSide.OTHERS)))
        assert "no phase" not in rule_texts(replace(rules, laps=both))[7].text
