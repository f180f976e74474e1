"""Tests of unusual turn orders by table rules: sides, slots, surprise by count, rulings in between."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.drawn_rule_sets import table_with
from tests.engine.table import Table
from tests.engine.test_table_rules_settings import BLOCK, D6, LISTED, STRIKE, acting_in_turn
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.systems.choices import LIKELY, MOST_UPCOMING_TURNS
from turntrack.systems.table_rules import rule_set
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.catalogue import PRESETS, Preset, preset_rules
from turntrack.systems.table_rules.rule_change import take
from turntrack.systems.table_rules.rule_texts import IDS, rule_texts

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts" / "table_rules"


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_has_a_sample_fight(preset: Preset) -> None:
    """Of two sides and a group; with every choice of the panel taken where it is offered."""
    table = Table("table_rules")
    for command in preset.sample()[1:]:
        table.do(command)
    assert [combatant.name for combatant in table.encounter.combatants.values()] == [
        "Ana",
        "Bo",
        "Cutter A",
        "Cutter B",
        "Dray",
    ]
    assert table.system.at(table.encounter).rules == rule_texts(preset.rules)
    table.do_with(seeded_dice(2), c.OpenRound())
    assert table.acting() or table.choices()


def test_sides_go_by_their_best_number() -> None:
    rules = replace(D6, order=s.Order.SIDES, ties=(s.TieRule(s.TieBy.LISTED),))
    table = table_with(rules, "A, side Red", "B, side Blue", "C, side Red", "D, side Blue")
    table.open(2, 6, 4, 1)
    assert [turn.label for turn in table.system.upcoming_turns(table.encounter)] == ["D", "C", "A"]
    assert acting_in_turn(table, 4) == ["B", "D", "C", "A"]
    assert rule_texts(rules)[4].text == "Of equal numbers: as listed."
    assert rule_texts(rules)[5].text == "One side takes all its turns, then the next side."


def test_sides_take_turns_by_numbers_and_choose() -> None:
    rules = replace(D6, order=s.Order.ALTERNATING, chooser=s.Chooser.MASTER)
    table = table_with(rules, "A, side Red", "B, side Blue", "C, side Red", "D, side Blue")
    table.open(2, 6, 4, 1)
    assert [turn.label for turn in table.system.upcoming_turns(table.encounter)] == ["Blue", "Red", "Blue", "Red"]
    table.act("c4", "nominate")
    assert table.sections()["next"].title == "Next: Red"


def test_a_slot_is_not_used_up_by_a_ruling() -> None:
    table = table_with(preset_rules("slots"), "A, initiative 3, side Red", "B, initiative 1, side Blue")
    table.open()
    table.act("c1", "end")
    table.do(c.RuleIn("c1"))
    assert table.acting() == "B"
    table.act("c2", "end")
    assert table.acting() == "A"
    table.act("c1", "end")
    assert not table.encounter.is_open


def test_surprise_by_count_costs_the_first_action() -> None:
    rules = replace(preset_rules("ticks"), start=s.Start(s.Surprise.TURN, late=s.LateRule.COUNT), ties=())
    table = table_with(rules, "A, ini 1", "B, ini 3")
    table.act("c1", "surprise")
    assert "A: ini 1 − d6 1 + surprised 7 = 7. (G13, G2)" in table.open(1, 1)
    assert table.acting() == "B"
    shots = replace(preset_rules("shots"), start=s.Start(s.Surprise.TURN))
    table = table_with(shots, "A, speed 8", "B, speed 3")
    table.act("c1", "surprise")
    table.open(6, 1)
    assert str(table.number("c1")) == "speed 8 + d6 6 − surprised 3 = 11 (G2, G13)"
    assert table.badges("c1") == []


def test_who_is_surprised_by_a_ruling_loses_the_next_turn() -> None:
    table = table_with(preset_rules("d20_once"), "A", "B")
    table.open(10, 5)
    assert table.say("rule B surprise=yes") == ["B is surprised. (ruling)"]
    assert [turn.ids for turn in table.system.upcoming_turns(table.encounter)] == []
    assert "B is surprised and loses the turn. (G13)" in table.act("c1", "end")
    jumps = table_with(preset_rules("popcorn"), "A", "B")
    assert [field.label for field in jumps.rulable_facts("c1")] == ["Surprises the others"]


def test_waiting_for_nothing() -> None:
    table = table_with(replace(D6, out_of_turn=s.OutOfTurn(s.DelayRule.ROUND)), "A", "B")
    table.open(6, 1)
    table.act("c1", "wait")
    assert "A has waited in vain. (G11)" in table.do(c.CloseRound())


def test_who_waits_by_count_goes_on_with_what_is_left() -> None:
    table = table_with(
        replace(preset_rules("shots"), out_of_turn=s.OutOfTurn(s.DelayRule.ROUND)),
        "A, speed 8",
        "B, speed 4",
    )
    table.open(1, 2)
    table.act("c1", "wait")
    turns = [(turn.label, turn.number) for turn in table.system.upcoming_turns(table.encounter)]
    assert turns == [("B", 3), ("A", 9), ("A", 6), ("A", 3)]
    table.act("c1", "act_now")
    assert str(table.number("c1")) == "speed 8 + d6 1 − wait 3 = 6 (G2, G11)"


def test_who_waits_for_good_without_numbers() -> None:
    table = table_with(replace(LISTED, out_of_turn=s.OutOfTurn(s.DelayRule.GOOD)), "A", "B", "C")
    table.open()
    table.act("c1", "wait")
    table.act("c2", "end")
    table.act("c1", "act_now")
    assert acting_in_turn(table, 2) == ["A", "C"]
    assert table.names() == "B A C"


def test_who_waits_for_good_on_the_same_number() -> None:
    table = table_with(replace(D6, fresh=s.Fresh.ONCE, out_of_turn=s.OutOfTurn(s.DelayRule.GOOD)), "A", "B")
    table.open(4, 4)
    table.act("c1", "wait")
    table.act("c1", "act_now")
    assert str(table.number("c1")) == "d6 4 + dex 0 = 4 (G2)"


def test_what_is_declared_already() -> None:
    table = table_with(preset_rules("fast_and_slow"), "A, side Heroes", "B, side Heroes")
    table.open()
    table.act("c1", "declare", {"pace": "slow"})
    assert table.refused(c.Act("c1", "declare", {"pace": "slow"})) == "no_change G8"
    actions = replace(preset_rules("fast_and_slow"), prices=(s.ActionPrice("Step"),))
    table = table_with(actions, "A, side Heroes", "B, side Heroes")
    table.open()
    table.act("c1", "nominate")
    table.act("c1", "step")
    assert table.refused(c.Act("c1", "declare", {"pace": "slow"})) == "has_acted G8"


def test_a_pace_that_no_phase_of_the_side_has() -> None:
    """Those of another side have no such phase to come; a phase after one's last is still one's own."""
    phases = (s.Phase("Shots", pace="shots"), s.Phase("Blades", s.WhichSide.PLAYERS))
    rules = replace(LISTED, laps=s.Laps(s.LapKind.PHASES, phases=phases))
    table = table_with(rules, "A, side Red", "B, side Blue")
    table.open()
    assert table.acting() == "A"
    table.act("c1", "declare", {"pace": "shots"})
    assert acting_in_turn(table, 2) == ["A", "B"]
    only = replace(LISTED, laps=s.Laps(s.LapKind.PHASES, phases=(s.Phase("Red", s.WhichSide.PLAYERS),)))
    table = table_with(only, "A, side Red", "B, side Blue")
    table.open()
    assert acting_in_turn(table, 2) == ["A", "B"]


def test_a_phase_of_a_side_by_its_name() -> None:
    """A side that rules name acts only where they name it, however its name is written; all others as before."""
    phases = (
        s.Phase("Ours", s.WhichSide.PLAYERS),
        s.Phase("Lair", named="The Lair"),
        s.Phase("Theirs", s.WhichSide.OTHERS),
    )
    rules = replace(LISTED, laps=s.Laps(s.LapKind.PHASES, phases=phases))
    lines = ("Rat, side Raiders", "Trap, side the lair", "Ana, side Heroes")
    table = table_with(rules, *lines)
    table.open()
    assert acting_in_turn(table, 3) == ["Ana", "Trap", "Rat"]
    said = {text.id: text.text for text in rule_texts(rules)}
    assert said["G8"] == (
        "The phases of a round: Ours (the players’ side), Lair (the side The Lair), Theirs (the other sides)."
    )
    only = replace(LISTED, laps=s.Laps(s.LapKind.PHASES, phases=phases[1:2]))
    assert {text.id: text.text for text in rule_texts(only)}["G8"] == (
        "The phases of a round: Lair (the side The Lair). Whoever has no phase acts in the last."
    )
    table = table_with(only, *lines)
    table.open()
    assert acting_in_turn(table, 3) == ["Rat", "Trap", "Ana"]


def test_a_phase_of_a_side_that_is_not_there_is_said_to_be_skipped() -> None:
    """Once, as the fight begins: the side may be written otherwise than the rules have it."""
    phases = (s.Phase("Ours", s.WhichSide.PLAYERS), s.Phase("Doom", named="Undead"), s.Phase("Theirs"))
    table = table_with(
        replace(LISTED, laps=s.Laps(s.LapKind.PHASES, phases=phases)), "Ana, side Heroes", "Rat, side Undeads"
    )
    assert "Nobody is on the side Undead: Doom is skipped. (G8)" in table.open()
    assert acting_in_turn(table, 2) == ["Ana", "Rat"]
    assert not any("skipped" in line for line in table.open())


def test_a_ruled_number_gives_the_turn_to_whoever_is_first_then() -> None:
    table = table_with(replace(D6, prices=(STRIKE, BLOCK)), "A", "B", "C")
    table.open(6, 4, 2)
    assert table.do(c.RuleScore("c3", 9))[-1] == "C is up. (G4)"
    table.act("c3", "strike")
    assert table.do(c.RuleScore("c1", 20)) == ["A: 6 → 20. (ruling)"]
    assert table.acting() == "C"
    assert table.say("all the same A block")[0] == "A blocks, for 4. (G10)"


def test_a_coin_between_others_takes_no_turn() -> None:
    """Somebody is ruled back to the number of another, and the coin for the two falls afterwards."""
    coin = s.TieRule(s.TieBy.COIN)
    table = table_with(
        replace(D6, prices=(STRIKE,), laps=s.Laps(s.LapKind.NUMBER), ends=s.RoundEnd(s.EndRule.ZERO), ties=(coin,)),
        "A",
        "B",
        "C",
    )
    table.open(6, 4, 2)
    table.do(c.RuleScore("c3", 0))
    assert table.do(c.RuleScore("c3", 4), 1, 2)[0] == "C: 0 → 4. (ruling)"
    assert table.names() == "A C B"


def test_whoever_is_dragged_above_a_turn_by_ruling_acts() -> None:
    """The one who acted has a turn to come, though it was a turn more; others with the same number wait."""
    table = table_with(replace(D6, ties=()), "A", "B", "C", "D")
    table.open(6, 4, 4, 2)
    table.act("c1", "end")
    table.do(c.RuleTurn("c1"))
    assert table.do(c.Move("c4", "c1")) == [
        "D: 2 → 6. (ruling)",
        "D is placed before A. (ruling)",
        "D is up. (G6)",
    ]
    assert acting_in_turn(table, 4) == ["D", "A", "B", "C"]
    table = table_with(replace(D6, ties=()), "A", "B", "C", "D")
    table.open(6, 4, 4, 2)
    table.do(c.RuleTurn("c3"))
    assert table.do(c.Move("c4", "c3"))[-1] == "D acts now. (ruling)"
    assert table.names() == "D A B C"


def test_an_interrupted_turn_is_next_on_the_track_and_waits_where_it_is_dragged() -> None:
    table = table_with(replace(D6, prices=(STRIKE, BLOCK), ties=()), "A", "B", "C", "D")
    table.open(6, 4, 3, 2)
    table.do(c.RuleTurn("c4"))
    table.act("c4", "strike")
    table.do(c.RuleTurn("c1"))
    assert table.names() == "A D B C"
    assert table.do(c.Move("c4", "c3")) == ["D: 0 → 3. (ruling)", "D is placed before C. (ruling)"]
    assert acting_in_turn(table, 4) == ["A", "B", "D", "C"]


def test_a_row_dropped_last_says_after_whom_if_others_wait() -> None:
    table = table_with(replace(D6, out_of_turn=s.OutOfTurn(s.DelayRule.ROUND)), "A", "B", "C")
    table.open(6, 4, 2)
    table.act("c1", "wait")
    assert table.do(c.Move("c2", "c1"))[1] == "B is placed after C. (ruling)"
    assert table.names() == "C B A"


def test_nobody_is_dropped_between_those_who_act_together() -> None:
    """A row that is dropped into a group stands behind the group."""
    together = replace(D6, place=s.Place(s.Holder.GROUP), ties=())
    table = table_with(together, "Bo", "Rat x2, group Rats", "Cat", "Ana")
    table.open(6, 4, 4, 4)
    assert table.names() == "Bo Rat A Rat B Cat Ana"
    table.do(c.Move("c5", "c3"))
    assert table.names() == "Bo Rat A Rat B Ana Cat"
    assert acting_in_turn(table, 5) == ["Bo", "Rat A, Rat B", "Rat B", "Ana", "Cat"]


def test_a_row_that_was_placed_before_another_stays_when_that_one_leaves() -> None:
    table = table_with(replace(D6, ties=()), "A", "B", "C", "D", "E")
    table.open(4, 4, 4, 4, 2)
    table.do(c.Move("c4", "c2"))
    assert table.names() == "A D B C E"
    table.do(c.Move("c2", "c5"))
    assert table.names() == "A D C B E"
    table.do(c.Move("c3", ""))
    assert table.names() == "A D B E C"


@pytest.mark.parametrize("fresh", [s.Fresh.LAP, s.Fresh.ROUND])
def test_a_ruled_number_ends_no_lap(fresh: s.Fresh) -> None:
    """Who acts out of their phase by a ruling goes on, also where the next phase would begin with dice."""
    phases = (s.Phase("Ours", side=s.WhichSide.PLAYERS), s.Phase("Theirs", side=s.WhichSide.OTHERS))
    laps = s.Laps(s.LapKind.PHASES, phases=phases)
    table = table_with(rule_set.RuleSet(number=s.Number(text="1d6"), fields=(), fresh=fresh, laps=laps))
    for name, side in (("Ana", "Heroes"), ("Rat", "Raiders"), ("Dog", "Raiders")):
        table.join(c.AddCombatant(name, side=side))
    table.open(3, 2, 4)
    assert table.acting() == "Ana"
    table.do(c.RuleTurn("c2"))
    table.do(c.RuleSkip("c1"))
    assert table.acting() == "Rat"
    table.do(c.RuleScore("c3", 6))
    assert (table.acting(), table.encounter.part) == ("Rat", 1)


def test_who_acts_by_ruling_without_a_number_cannot_pay_with_it() -> None:
    rules = replace(D6, prices=(STRIKE,), start=s.Start(late=s.LateRule.NEXT))
    table = table_with(rules, "A")
    table.open(5)
    table.join("Late")
    table.do(c.RuleTurn("c2"))
    assert table.refused(c.Act("c2", "strike")) == "no_number G10"
    assert table.choice("Strike", of="c2").preview.refusal
    assert table.say("all the same Late strike")[0] == "Late strikes. (ruling, G10)"


def test_a_row_is_dragged_above_a_turn_without_a_number() -> None:
    table = table_with(replace(D6, start=s.Start(late=s.LateRule.NEXT)), "A", "B")
    table.open(5, 3)
    table.join("Late")
    table.do(c.RuleTurn("c3"))
    assert "B acts now. (ruling)" in table.do(c.Move("c2", "c3"), 4)


def test_nobody_has_a_number_without_a_place() -> None:
    fields = (s.SheetField("places", "Places", 1, 0, 3),)
    rules = rule_set.RuleSet(
        fields=fields,
        place=s.Place(field="places"),
        number=s.Number(text="1d6"),
        ties=(s.TieRule(s.TieBy.AGAIN),),
    )
    table = table_with(rules, "A, places 0", "B, places 2", "C")
    table.open(3, 4, 4, 1, 6)
    assert table.number("c1") is None
    assert acting_in_turn(table, 3) == ["C", "B", "B"]
    assert (
        rule_texts(rules)[0].text
        == "Everybody has as many places as Places says in the order. A group shares its roll."
    )


def test_the_list_is_changed_between_rounds() -> None:
    table = table_with(LISTED, "A", "B")
    table.open()
    acting_in_turn(table, 2)
    assert table.do(c.Move("c2", "c1")) == ["B moved in the list."]
    table.open()
    assert table.acting() == "B"


def test_a_newcomer_without_numbers() -> None:
    table = table_with(LISTED, "A")
    table.open()
    table.join("B")
    assert acting_in_turn(table, 2) == ["A", "B"]


def test_a_newcomer_of_a_side_shares_its_place() -> None:
    table = table_with(preset_rules("sides"), "A, side Red", "B, side Blue")
    table.open(6, 1)
    table.act("c1", "end")
    assert "Late has no place in this round. (G13)" in table.join("Late, side Red")
    assert str(table.number("c3")) == "d6 6 = 6 (G2)"


def test_other_rules_between_two_rounds_begin_anew() -> None:
    table = table_with(D6, "A", "B")
    table.open(1, 2)
    acting_in_turn(table, 2)
    assert not table.encounter.is_open
    table.do(take(replace(D6, first=s.First.LOW), "change"))
    table.open(1, 2)
    assert table.acting() == "A"


def test_no_more_turns_than_a_few_are_told() -> None:
    table = table_with(preset_rules("popcorn"), "Rat x12")
    table.open()
    assert len([*table.system.upcoming_turns(table.encounter)]) == MOST_UPCOMING_TURNS
    often = table_with(replace(LISTED, place=s.Place(many=9)), "A", "B")
    often.open()
    assert [turn.label for turn in often.system.upcoming_turns(often.encounter)] == ["A"] * MOST_UPCOMING_TURNS
    assert [*table.system.upcoming_turns(Table("table_rules").encounter)] == []
    assert table.system.memory_words(table.encounter, table.encounter, "") == ""


def test_what_a_turn_leads_to() -> None:
    table = table_with(replace(D6, prices=(STRIKE, replace(BLOCK, off_turn=False))), "A", "B", "C")
    table.open(6, 5, 1)
    strike = table.choice("Strike")
    assert (strike.preview.cost, strike.preview.after, strike.preview.next, strike.preview.lands) == ("−2", 4, "", "c2")
    assert table.choice("End turn").preview.next == "c2"
    bag = table_with(preset_rules("bag"), "A", "B", "C")
    bag.open(1)
    assert (bag.choice("End turn").preview.next, bag.choice("End turn").preview.outcome) == ("", "")


def test_the_panel_before_the_fight() -> None:
    table = table_with(preset_rules("d20_once"), "Rat x14")
    assert [field.key for field in table.sections()["surprise"].inputs] == ["who"]
    assert table.choice("surprise", {"surprise.who": "c3"}, of="c3").preview.rule == "G13"
    table.act("c3", "surprise")
    assert table.choice("surprise", {"surprise.who": "c3"}, of="c3").preview.outcome == "surprised, tap to undo"
    assert table.badges("c3") == ["surprised"]
    jumps = table_with(preset_rules("popcorn"), "A", "B")
    assert jumps.sections()["surprise"].title == "Who surprises the others"


def test_a_whole_side_is_surprised_at_once() -> None:
    """A member may share the number of a group: it is marked once. A second tap removes all marks."""
    lines = "Ana, side Heroes", "Rat x3, side Foes, group Rats", "Ogre, side Foes"
    table = table_with(preset_rules("d20_twice"), *lines)
    foes = ["c2", "c3", "c4", "c5"]
    assert [(choice.label, choice.likely) for choice in table.sections()["ambush"].choices] == [
        ("Ana", LIKELY),
        ("All Foes", LIKELY),
    ]
    table.act("c3", "surprise")
    table.act("", "surprise", {"side": "Foes"})
    assert [table.badges(foe) for foe in foes] == [["surprised"]] * 4
    assert table.badges("c1") == []
    assert table.sections()["ambush"].choices[1].preview.outcome == "surprised, tap to undo"
    table.act("", "surprise", {"side": "Foes"})
    assert [table.badges(foe) for foe in foes] == [[]] * 4
    assert table.refused(c.Act("", "surprise", {"side": "Pirates"})) == "no_side G13"


def test_the_party_that_was_put_on_no_side_is_surprised_at_once() -> None:
    table = table_with(preset_rules("die_for_sides"), "Ana", "Bo", "Rat, side Foes")
    assert [choice.label for choice in table.sections()["ambush"].choices] == ["Everyone else", "Rat"]
    table.act("", "surprise", {"side": ""})
    assert [table.badges(who) for who in ("c1", "c2", "c3")] == [["surprised"], ["surprised"], []]
    alone = table_with(preset_rules("die_for_sides"), "Ana", "Bo")
    assert "ambush" not in alone.sections()
    assert alone.refused(c.Act("", "surprise", {"side": ""})) == "no_side G13"


def test_whoever_is_attacked_is_the_likeliest_to_act_out_of_turn_and_then_a_foe() -> None:
    """Dragonbane, reference sheet: the parry is that of the one who is attacked, not of the attacker's side."""
    table = table_with(preset_rules("ten_cards"), "Rat x2, side Foes", "Ana, side Heroes", "Bo, side Heroes")
    table.open(1, 2, 3, 4)
    assert table.sections()["reaction"].inputs[0].default == "c3"
    table.act("c1", "action", {"target": "c4"})
    assert table.sections()["reaction"].inputs[0].default == "c4"
    table.act("c4", "parry_or_dodge")
    assert table.sections()["reaction"].inputs[0].default == "c3"


def test_the_panel_between_rounds_and_in_phases() -> None:
    table = table_with(preset_rules("fast_and_slow"), "A, side Heroes", "B, side Heroes")
    table.open()
    assert [choice.label for choice in table.sections()["next"].choices] == ["A", "B", "Nobody else now"]
    table.act("", "next_phase")
    acting_in_turn(table, 0)
    for combatant_id in ("c1", "c2"):
        table.act(combatant_id, "nominate")
    assert [choice.label for choice in table.sections()["declare"].choices] == ["fast", "slow"]
    table.act("c2", "end")
    assert table.sections() == {}


def test_what_is_never_filled_again_is_told_between_rounds_too() -> None:
    rules = replace(
        D6,
        budget=(s.TurnCounter("fate", 3, refill=s.Refill.NEVER),),
        prices=(s.ActionPrice("Strike", 1, "fate"),),
    )
    table = table_with(rules, "A", "B")
    table.open(6, 1)
    table.act("c1", "strike")
    table.do(c.CloseRound())
    assert table.badges("c1") == ["2 fate"]
    assert table.badges("c2") == []


def test_the_fallen_have_no_badges() -> None:
    table = Table.sample("table_rules")
    assert table.system.at(table.encounter).fields[0].key == "perception"
    table.do_with(seeded_dice(1), c.OpenRound())
    actor = table.encounter.acting()[0]
    table.act(actor, "strike")
    assert table.badges(actor) == ["2 actions"]
    table.do(c.Fall(actor))
    assert table.badges(actor) == []


def test_a_newcomer_to_a_group_takes_its_card() -> None:
    table = table_with(preset_rules("cards"), "Rat, group Rats", "Cat")
    table.open(30, 4)
    table.join("Late, group Rats")
    assert str(table.number("c3")) == "9 of diamonds 30 = 30 (G2)"
    table.do(c.RuleScore("c2", 50))
    assert table.acting() == "Cat"


def test_out_of_turn_somebody_is_picked() -> None:
    table = table_with(preset_rules("d20_once"), "A", "B", "C")
    table.open(10, 5, 1)
    assert table.choice("Reaction", {"reaction.who": "c3"}, within="reaction").command == c.Act("c3", "reaction", {})
    paid = replace(preset_rules("d20_once"), out_of_turn=s.OutOfTurn(reaction="reactions"))
    table = table_with(paid, "A", "B")
    table.open(10, 5)
    assert "Reaction" not in [choice.label for choice in table.sections()["turn"].choices]
    assert table.choice("Reaction", within="reaction").preview.cost == "1 reaction"


def test_the_transcripts_show_every_setting_of_every_preset() -> None:
    """Each of the thirteen ids is cited in some of them; each preset is played by one, which says its source."""
    told = {path.stem: path.read_text(encoding="utf-8") for path in TRANSCRIPTS.glob("*.txt")}
    assert {*told} >= {preset.key for preset in PRESETS}
    sources = {
        key: re.search(r"^# Source: (.+)", told[key], re.MULTILINE) for key in (preset.key for preset in PRESETS)
    }
    assert all(sources.values()), [key for key, source in sources.items() if not source]
    cited = {rule_id for text in told.values() for rule_id in re.findall(r"\bG\d+\b", text)}
    assert cited == {*IDS}


# Waiting within waiting


def waiting_by(end: s.DelayEnd = s.DelayEnd.ONCE, rule: s.DelayRule = s.DelayRule.ROUND, after: bool = False) -> Table:
    rules = replace(preset_rules("fixed_speed"), out_of_turn=s.OutOfTurn(rule, after, "", end))
    table = table_with(rules, "Ana, speed 16", "Bo, speed 30", "Cid, speed 20")
    table.open()
    return table


def test_the_turn_that_was_interrupted_last_goes_on_first() -> None:
    table = waiting_by()
    for combatant_id, action in (("c2", "wait"), ("c3", "wait"), ("c3", "act_now"), ("c2", "act_now"), ("c2", "end")):
        table.act(combatant_id, action)
    assert [table.acting(), table.act("c3", "end")[-1]] == ["Cid", "Ana goes on. (G6)"]


def test_a_turn_that_a_ruling_interrupts_last_goes_on_first() -> None:
    table = waiting_by()
    table.do(c.RuleTurn("c3"))
    table.do(c.RuleTurn("c1"))
    table.act("c1", "end")
    assert table.acting() == "Cid"


@pytest.mark.parametrize("key", ["d20_once", "three_actions", "cards", "popcorn", "ticks"])
def test_so_does_one_that_a_ruling_lets_go_on_meanwhile(key: str) -> None:
    table = table_with(preset_rules(key), "Ana", "Bo", "Cid", "Dee")
    table.do_with(seeded_dice(3), c.OpenRound())
    if key == "popcorn":
        table.act("c1", "nominate")
    (first,) = table.encounter.acting()
    _, second, third, _ = table.system.track(table.encounter)
    for combatant_id in (second, first, third):
        table.do(c.RuleTurn(combatant_id))
    end = {"ticks": "attack"}.get(key, "end")
    for following in (first, second):
        (actor,) = table.encounter.acting()
        said = table.act(actor, end)
        assert said[-1] == f"{table.encounter.name_of(following)} goes on. (G6)"


def test_one_waits_for_somebody_who_acts_next() -> None:
    table = waiting_by(after=True)
    table.act("c2", "wait")
    table.act("c3", "end")
    table.act("c2", "act_now")
    table.act("c1", "wait")
    assert [table.acting(), table.act("c2", "end")[-1]] == ["Bo", "Ana has waited, and acts last. (G11)"]


def test_a_kept_turn_that_waits_again_costs_no_turn() -> None:
    table = waiting_by(s.DelayEnd.NEXT, s.DelayRule.ACROSS)
    table.act("c2", "end")
    table.act("c3", "wait")
    table.act("c1", "end")
    table.open()
    table.act("c3", "act_now")
    table.act("c3", "wait")
    assert table.badges("c3") == ["kept a turn"]
    table.act("c2", "end")
    assert table.acting() == "Cid"


def test_all_hold_into_the_next_segments() -> None:
    rules = replace(preset_rules("segments"), laps=replace(preset_rules("segments").laps, start=1))
    table = table_with(rules, "Ana, dex 20, speed 3", "Bo, dex 10, speed 3")
    table.open()
    table.act("c1", "wait")
    said = table.act("c2", "wait")
    assert "Ana has held, and acts last. (G11)" in said
    assert table.encounter.part == 7


@pytest.mark.parametrize(
    ("key", "label", "does", "is_so"),
    [
        ("cards", "Hold", "goes on hold", "is on hold"),
        ("reflexes", "Hold", "holds", "holds"),
        ("three_actions", "Delay", "delays", "delays"),
        ("countdown", "Delay", "delays", "delays"),
        ("fixed_speed", "Wait", "waits", "waits"),
    ],
)
def test_waiting_is_called_what_the_game_calls_it(key: str, label: str, does: str, is_so: str) -> None:
    """On the button, in the log, on the row and above the button that ends it."""
    table = table_with(preset_rules(key), "Ana", "Bo", "Cid")
    table.do_with(seeded_dice(1), c.OpenRound())
    (waiter,) = table.encounter.acting()
    name = table.encounter.name_of(waiter)
    choice = table.choice("wait")
    assert choice.label == label
    assert table.do(choice.command)[0] == f"{name} {does}. (G11)"
    assert is_so.removeprefix("is ") in table.badges(waiter)
    assert table.sections()[f"waiting-{waiter}"].title == f"{name} {is_so}"
    assert f" {is_so} " in rule_texts(preset_rules(key))[10].text


# What becomes of who waits


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "in the round, before whoever acts then; whoever waits to the end acts last, this once."),
        ({"ties": (s.TieRule(s.TieBy.TOGETHER),)}, "in the round, together with whoever acts then; "),
        (
            {"laps": s.Laps(s.LapKind.CHART, field="speed")},
            "; whoever waits until the round ends or their next segment comes acts last before that, this once.",
        ),
        (
            {"number": s.Number(s.Source.NONE), "order": s.Order.BAG, "ends": s.RoundEnd(s.EndRule.TOKEN), "ties": ()},
            "; whoever waits to the end loses the turn.",
        ),
    ],
)
def test_the_sentence_says_how_a_wait_ends(changes: dict[str, object], words: str) -> None:
    rules = replace(preset_rules("fixed_speed"), **changes)  # type: ignore[arg-type] # each names its field
    assert words in next(text.text for text in rule_texts(rules) if text.id == "G11")


def test_who_delays_for_good_stands_apart_from_those_who_act_together() -> None:
    together, good = (s.TieRule(s.TieBy.TOGETHER),), s.OutOfTurn(s.DelayRule.GOOD, end=s.DelayEnd.GOOD)
    table = table_with(
        replace(preset_rules("fixed_speed"), ties=together, out_of_turn=good), "A, speed 3", "B, speed 2"
    )
    table.open()
    table.act("c1", "wait")
    table.act("c1", "act_now")
    assert table.acting() == "A"
    table.act("c1", "end")
    table.act("c2", "end")
    table.open()
    assert table.acting() == "A"


def test_who_waits_loses_the_turn_when_the_end_token_comes() -> None:
    rules = replace(preset_rules("bag"), ends=s.RoundEnd(s.EndRule.TOKEN), out_of_turn=s.OutOfTurn(s.DelayRule.ROUND))
    table = table_with(rules, "A", "B")
    table.open(1)
    assert "A has waited in vain. (G11)" in table.act("c1", "wait", {}, 2)


def test_a_ruled_number_deals_no_cards_while_somebody_acts_out_of_turn() -> None:
    """Without the turn of whoever acts, the round would be over and the next cards be dealt."""
    table = table_with(preset_rules("cards"), "Ana", "Bo", "Cid")
    table.open(1, 20, 40)
    table.act("c3", "end")
    table.act("c2", "wait")
    table.act("c1", "wait")
    table.open(7)
    table.act("c1", "act_now")
    assert table.do(c.RuleScore("c2", 17)) == ["Bo: 6 of clubs. (ruling)"]
    assert table.acting() == "Ana"
    # Ana had no card: nobody comes to stand above her by the one that she gets now.
    assert table.do(c.RuleScore("c1", 1)) == ["Ana: 2 of clubs. (ruling)"]
    assert table.acting() == "Ana"
