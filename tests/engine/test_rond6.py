"""RonD6 at its edges: bad input, dice at the table, people who leave at the wrong moment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import DiceNeeded, ScriptedDice, TableDice
from turntrack.core.events import Remembered
from turntrack.core.fields import Value
from turntrack.core.model import Status
from turntrack.history.group_repeat import repeat_for_group
from turntrack.systems.rond6 import SYSTEM, memory


def combatant(name: str, perception: str = "3D", **sheet: Value) -> c.AddCombatant:
    return c.AddCombatant(name, sheet={"perception": perception, **sheet})


def table_of_three() -> Table:
    """Return a fight with A on 16, B on 12 and C on 8."""
    table = Table("rond6", combatant("A", "4D"), combatant("B", "3D"), combatant("C", "2D"))
    table.open(*[4] * 9)
    return table


# Bad input


@pytest.mark.parametrize("code", ["0D", "10000D", "3D20", "3D-1", "D", "", "3"])
def test_a_code_that_cannot_be_is_refused(code: str) -> None:
    table = Table("rond6")
    assert table.refusal(combatant("A", code)).code == "bad_value"


def test_a_skill_may_be_left_empty_and_plain_dice_are_read_as_d6_codes() -> None:
    table = Table("rond6", combatant("A", "3d6+4", dodge=" "))
    assert table.encounter.combatants["c1"].sheet["dodge"] == ""
    table.open(1, 1, 1, 2)
    assert str(table.number("c1")) == "4D+1 6 = 6 (R8)"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.Act("c9", "dodge"), "nobody"),
        (c.Act("c9", "declare"), "nobody"),
        (c.Act("c9", "interrupt"), "not_waited"),
        (c.Act("c9", "surprise"), "nobody"),
        (c.Act("c9", "result"), "no_result"),
        (c.Act("c9", "free", {"what": "words"}), "nobody"),
        (c.Act("c9", "character_point"), "not_rolled"),
        (c.Act("", "odds"), "nobody"),
        (c.Act("", "odds", {"one": "c1", "other": "c1"}), "nobody"),
        (c.Act("c1", "shoot", {"slow": "perhaps"}), "bad_value"),
        (c.Act("c1", "shoot", {"target": "c1"}), "no_target"),
        (c.Act("c1", "x" * 99), "no_action"),
        (c.RuleFact("c1", "declared", 0), "bad_value"),
        (c.RuleFact("", "declared", 1), "no_fact"),
    ],
)
def test_nonsense_is_refused(command: c.Command, code: str) -> None:
    assert table_of_three().refusal(command).code == code


@pytest.mark.parametrize(
    "action", ["dodge", "declare", "interrupt", "act_now", "surprise", "character_point", "result"]
)
def test_nothing_is_done_while_no_round_is_running(action: str) -> None:
    table = Table("rond6", combatant("A"), combatant("B"))
    assert table.refusal(c.Act("c1", action)).code in ("not_open", "no_result")
    assert set(table.sections()) == {"free", "related", "odds"}
    assert table.number("c1") is None


def test_an_empty_encounter_has_the_calculator() -> None:
    assert list(Table("rond6").sections()) == ["related"]


def test_what_is_typed_wrongly_is_refused_in_its_place() -> None:
    table = table_of_three()
    wrong = {"attack.target": "c9", "attack.with": 7, "early.number": "many", "early.who": "c1", "free.who": "c9"}
    assert table.choice("Slash", {"attack.target": "c9"}, within="attack").command == c.Act("c1", "slash")
    assert table.choice("Move up: resist", wrong, within="early").preview.refusal is not None
    assert table.choice("A few words", wrong, within="free").command == c.Act("c1", "free", {"what": "words"})
    assert table.choice("Move a little", {"free.metres": "far"}, within="free").preview.refusal is not None
    assert table.choice("Note the modifier", {"related.total": "much"}, within="related").preview.refusal is not None
    assert (
        table.choice("Note the chance", {"odds.one": "c2", "odds.other": "c2"}, within="odds").preview.refusal
        is not None
    )
    typed = table.choice(
        "Shoot", {"attack.with": "musket", "attack.slow": True, "attack.target": "c2"}, within="attack"
    )
    assert typed.command == c.Act("c1", "shoot", {"with": "musket", "slow": True, "target": "c2"})


def test_many_numbers_are_typed() -> None:
    table = Table("rond6", combatant("A", agility="40D"))
    table.open(1, 1, 1)
    assert table.choice("As typed", {"turn.number": "40"}, within="turn").preview.cost == "−39D"
    refusal = table.choice("As typed", {"turn.number": "41"}, within="turn").preview.refusal
    assert refusal is not None
    assert refusal.rule == "R28"


def test_of_many_rolls_one_is_picked_for_a_character_point() -> None:
    table = Table("rond6", *(combatant(f"F{number}", "1D", dodge=f"{number}D") for number in range(4, 17)))
    table.open(*[1] * 13)
    assert table.choice("F15", {"points.who": "c12"}, within="points").preview.chance == 1
    assert table.choice("F16", {"points.who": "c99"}, within="points").preview.outcome == "is first already"


def test_the_weapon_on_the_sheet_is_at_hand() -> None:
    table = Table("rond6", combatant("A", weapon="musket", slow=True))
    table.open(1, 1, 1)
    table.act("c1", "declare", {"number": 2})
    table.do(table.choice("Shoot", within="attack").command)
    refusal = table.choice("Shoot", within="attack").preview.refusal
    assert refusal is not None
    assert refusal.rule == "R26"
    assert table.choice("Punch", within="attack").preview.refusal is None


def test_allies_are_no_targets() -> None:
    table = Table("rond6", "A, side Crew", "B, side Crew", "C, side Foes")
    table.open(*[4, 4, 4, 3, 3, 3, 2, 2, 2])
    attack = table.sections()["attack"]
    assert [pick.key for pick in attack.inputs[0].picks] == ["", "c3"]


# Dice


def test_the_table_is_asked_once_for_everybody_and_again_for_the_tie() -> None:
    table = Table("rond6", "A, table", "B, table")
    dice = TableDice(ScriptedDice([]))
    with pytest.raises(DiceNeeded) as first:
        table.do_with(dice, c.OpenRound())
    assert [(request.who, request.purpose) for request in first.value.requests] == [
        ("A", "initiative"),
        ("B", "initiative"),
    ]
    for request in first.value.requests:
        dice.answer(request, "=12")
    with pytest.raises(DiceNeeded) as second:
        table.do_with(dice, c.OpenRound())
    assert [(request.who, request.purpose) for request in second.value.requests] == [
        ("A", "the tie with B"),
        ("B", "the tie with A"),
    ]
    for request, total in zip(second.value.requests, ("=9", "=10"), strict=True):
        dice.answer(request, total)
    table.do_with(dice, c.OpenRound())
    assert table.acting() == "B"


def test_a_typed_total_does_not_tell_of_a_first_one() -> None:
    table = Table("rond6", "A, table")
    table.do(c.ChooseOption("wild_die", "cancel"))
    dice = TableDice(ScriptedDice([]))
    with pytest.raises(DiceNeeded) as needed:
        table.do_with(dice, c.OpenRound())
    dice.answer(needed.value.requests[0], "=12")
    table.do_with(dice, c.OpenRound())
    number = table.number("c1")
    assert number is not None
    assert number.total == 12


def test_a_lone_wild_die_that_is_cancelled_leaves_nothing() -> None:
    table = Table("rond6", combatant("A", "1D"))
    table.do(c.ChooseOption("wild_die", "cancel"))
    table.open(1)
    assert str(table.number("c1")) == "1D 1 − the 1 and the highest die go: 1 = 0 (R8, RA10)"


def test_dice_that_are_always_even_end_in_the_list() -> None:
    """The roll and ten re-rolls of 3D for each of two: eleven in all."""
    table = Table("rond6", combatant("A"), combatant("B"))
    table.open(*[4] * 3 * 2 * 11)
    assert table.acting() == "A"
    assert table.badges("c1") == ["before B by the list"]


def test_a_group_shares_its_roll_and_its_points() -> None:
    table = Table("rond6", "Thug x2, group Thugs", combatant("A", "4D"))
    table.open(3, 3, 3, 4, 4, 4, 4)
    log = table.do(c.Act("c2", "character_point"), 5)
    assert "The group Thugs rolls 1D: 5 for a Character Point. (R13)" in log
    log = table.do(c.AddCombatant("Thug", group="Thugs"))
    assert "Thug C: 3D 9 + Character Point 5 = 14. (R9, R13)" in log
    assert table.badges("c1") == []
    table.do(c.AddCombatant("Boss", group="Bosses"), 1, 1, 1)


# Leaving at the wrong moment


def test_whoever_acts_may_be_removed() -> None:
    table = table_of_three()
    table.do(c.RemoveCombatant("c1"))
    assert table.acting() == "B"


def test_removed_while_waiting_and_while_broken_into() -> None:
    table = table_of_three()
    table.act("c1", "wait")
    table.act("c2", "punch")
    table.act("c1", "interrupt")
    table.do(c.RemoveCombatant("c2"))
    assert table.acting() == "A"
    table.do(c.RemoveCombatant("c1"))
    assert table.acting() == "C"
    table.act("c3", "wait")
    table.do(c.RemoveCombatant("c3"))
    assert not table.encounter.is_open


def test_the_last_result_ends_the_round_and_says_so() -> None:
    """A, the only one who waited, falls before the result of the last action is said."""
    table = table_of_three()
    table.act("c1", "wait")
    table.act("c2", "done")
    table.act("c3", "punch")
    table.do(c.Fall("c1"))
    assert table.choice("result").preview.outcome == "no more interrupts; the round ends"
    table.act("c3", "result")
    assert not table.encounter.is_open


def test_struck_down_in_the_middle_of_a_blow() -> None:
    """B's only action is rolled; A interrupts and fells B: no result, and no turn is lost that was used."""
    table = table_of_three()
    table.act("c1", "wait")
    table.act("c2", "punch")
    table.act("c1", "interrupt")
    table.do(c.Fall("c2"))
    table.act("c1", "dodge")
    assert table.acting() == "C"
    assert not memory.recall(table.standing("c2")).window
    table.do(c.Rise("c2"))
    assert table.standing("c2").status is Status.DONE


def test_everyone_down_ends_the_round_and_nobody_opens_the_next() -> None:
    table = table_of_three()
    for combatant_id in ("c3", "c2", "c1"):
        table.do(c.Fall(combatant_id))
    assert not table.encounter.is_open
    assert table.refusal(c.OpenRound()).code == "nobody_able"
    assert SYSTEM.chances(table.encounter) == ()
    table.do(c.Rise("c2"))
    table.open(4, 4, 4)
    assert table.acting() == "B"


def test_coming_to_before_the_place_has_come_keeps_the_turn() -> None:
    table = table_of_three()
    table.do(c.CloseRound())
    table.do(c.Fall("c3"))
    table.open(*[4] * 7)
    table.do(c.Rise("c3"), 1, 1)
    table.act("c1", "dodge")
    table.act("c2", "dodge")
    assert table.acting() == "C"


def test_brought_back_after_losing_the_turn_one_acts_in_full() -> None:
    table = table_of_three()
    table.do(c.Fall("c1"))
    assert table.badges("c1") == ["turn lost"]
    table.do(c.Rise("c1"))
    table.do(c.RuleIn("c1"))
    table.act("c2", "dodge")
    assert table.acting() == "A"
    table.act("c1", "dodge")
    assert table.badges("c1") == []


def test_skipped_while_the_result_is_to_come() -> None:
    table = table_of_three()
    table.act("c1", "wait")
    table.act("c2", "punch")
    table.do(c.RuleSkip("c2"))
    assert table.acting() == "C"
    assert not memory.recall(table.standing("c2")).window


# Rulings


def test_a_drag_before_whoever_acts_breaks_into_the_turn() -> None:
    table = table_of_three()
    table.act("c1", "declare", {"number": 2})
    table.act("c1", "dodge")
    table.do(c.Move("c2", "c1"))
    assert table.acting() == "B"
    table.do(c.Move("c1"))  # out of the interrupted turn, to the end
    table.act("c2", "dodge")
    assert table.acting() == "C"
    table.do(c.Move("c3"))
    assert table.acting() == "A"


@pytest.mark.parametrize("ruling", [c.RuleTurn("c3"), c.Move("c3", "c1")], ids=["act now", "drag"])
def test_of_interrupted_turns_the_last_goes_on_first_whatever_interrupts_it(ruling: c.Command) -> None:
    table = table_of_three()
    for actor, actions in (("c1", ("declare", "wait")), ("c2", ("declare", "dodge", "result")), ("c1", ("act_now",))):
        for action in actions:
            table.act(actor, action, {"number": 3} if action == "declare" else {})
    table.act("c1", "dodge")
    table.do(ruling)
    assert (table.acting(), table.names()) == ("C", "C A B")
    assert table.act("c3", "done")[-1] == "A goes on. (R21)"
    assert table.act("c1", "done")[-1] == "B goes on. (R21)"


@pytest.mark.parametrize("second", [c.RuleTurn("c2"), c.Move("c2", "c1")], ids=["act now", "drag"])
@pytest.mark.parametrize("third", [c.RuleTurn("c3"), c.Move("c3", "c2")], ids=["act now", "drag"])
def test_of_turns_interrupted_by_rulings_alone_the_last_goes_on_first(second: c.Command, third: c.Command) -> None:
    table = table_of_three()
    for actor, ruling in (("c1", second), ("c2", third)):
        table.act(actor, "declare", {"number": 3})
        table.act(actor, "dodge")
        table.do(ruling)
    assert table.act("c3", "done")[-1] == "B goes on. (R21)"
    assert table.act("c2", "done")[-1] == "A goes on. (R21)"


def test_a_turn_in_which_nothing_was_done_is_not_interrupted_by_a_ruling() -> None:
    table = table_of_three()
    table.do(c.RuleTurn("c2"))
    table.do(c.RuleTurn("c3"))
    assert not memory.paused_ids(table.encounter)


@pytest.mark.parametrize("action", ["dodge", "wait"])
def test_a_drag_above_whoever_acts_is_to_act_now_for_one_who_is_done_or_waits(action: str) -> None:
    table = table_of_three()
    table.act("c1", action)
    assert table.do(c.Move("c1", "c2"))[0] == "A acts now. (ruling)"
    assert table.acting() == "A"
    table.act("c1", "dodge")
    assert table.acting() == "B"


def test_a_drag_onto_those_done_is_a_drag_to_the_end() -> None:
    table = table_of_three()
    table.act("c1", "dodge")
    table.do(c.Move("c2", "c1"))
    assert table.acting() == "C"
    assert table.refusal(c.Move("c1", "c2")).code == "no_turn"


def test_a_score_by_ruling_finds_its_place() -> None:
    table = table_of_three()
    table.do(c.RuleScore("c3", 12))  # equal to B, whose Perception is better
    assert table.track() == ("c1", "c2", "c3")
    table.do(c.RuleScore("c3", 20))
    assert table.acting() == "C"
    table.act("c3", "declare", {"number": 2})
    table.do(c.RuleScore("c3", 1))  # the declaration is kept until the turn comes again
    assert table.acting() == "A"
    table.act("c1", "dodge")
    table.act("c2", "dodge")
    assert table.acting() == "C"
    assert table.badges("c3") == ["2 of 2 left", "−1D"]


def test_a_number_ruled_for_whoever_is_done_brings_them_back() -> None:
    table = table_of_three()
    table.act("c1", "dodge")
    table.do(c.RuleFact("c1", "declared", 3))
    assert table.standing("c1").status is Status.READY
    assert [field.key for field in table.rulable_facts("c1")] == ["declared", "tackled"]
    table.do(c.CloseRound())
    assert [field.key for field in table.rulable_facts("c1")] == ["tackled"]


def test_options_changed_in_mid_fight_hold_from_then_on() -> None:
    table = Table("rond6", combatant("A", quickness=3))
    table.open(1, 1, 1)
    table.act("c1", "declare", {"number": 6})
    table.do(c.ChangeCombatant("c1", sheet={"quickness": 0, "agility": "1D"}))
    for _ in range(6):
        table.act("c1", "move")
    assert not table.encounter.is_open


def test_a_single_action_may_be_a_wait_for_nothing() -> None:
    table = Table("rond6", combatant("A", agility="1D"), combatant("B", "2D"))
    table.open(4, 4, 4, 1, 1)
    table.act("c1", "wait")
    assert table.acting() == "B"


def test_odds_are_noted() -> None:
    table = Table("rond6", combatant("A"), combatant("B"))
    log = table.act("", "odds", {"one": "c1", "other": "c2"})
    assert log == ["The chance that A goes before B: 50%. (R14)"]
    shared = Table("rond6", "Thug x2, group Thugs")
    assert shared.refused(c.Act("", "odds", {"one": "c1", "other": "c2"})) == "one_roll R9"


def test_the_sample_plays() -> None:
    table = Table.sample("rond6")
    table.open(*[4] * 12)
    assert table.acting() == "Ilko"
    assert float(sum(chance.chance for chance in SYSTEM.chances(table.session.before_last))) == pytest.approx(
        1, abs=1e-9
    )
    taps = 0
    while table.encounter.is_open:
        (acting,) = table.encounter.acting()
        table.act(acting, "dodge")
        taps += 1
    assert taps == 7  # one for each of six, and one for the second action that the captain is allotted


# Several at once


def test_two_of_a_group_who_surprise_stand_as_listed_whoever_is_tapped_first() -> None:
    table = Table("rond6", combatant("A", "4D"), c.AddCombatant("Thug", 2, group="Thugs", sheet={"perception": "2D"}))
    table.open(4, 4, 4, 4, 4, 4)
    table.act("c3", "surprise")
    early = table.choice("Acts first: surprise", {"early.who": "c2"}, within="early")
    assert early.preview.outcome == "first in the order of this round"
    table.act("c2", "surprise")
    assert table.track() == ("c2", "c3", "c1")
    late = table.choice("Acts first: surprise", {"early.who": "c1"}, within="early")
    assert late.preview.outcome == "first in the order of this round"


def test_whoever_surprises_stays_ahead_of_a_roll_that_is_raised_and_of_newcomers() -> None:
    table = table_of_three()
    table.act("c3", "surprise")
    table.do(c.Act("c2", "character_point"), 5)
    assert table.names() == "C B A"
    table.do(combatant("D", "2D"), 4, 4)
    log = table.act("c4", "surprise")
    assert log == ["D has the jump on the others and acts after C. (RA15)"]
    assert table.track() == ("c3", "c4", "c2", "c1")


def test_an_interruption_is_forgotten_with_the_result_that_it_was_about() -> None:
    table = table_of_three()
    table.act("c1", "wait")
    table.act("c2", "wait")
    table.act("c3", "punch")
    table.act("c2", "interrupt")
    assert table.refusal(c.Act("c1", "act_now")).code == "together"
    table.do(c.RemoveCombatant("c3"))
    assert not memory.recall(table.standing("c2")).interrupts
    assert table.refusal(c.Act("c1", "interrupt")).code == "no_window"
    table.act("c1", "act_now")
    assert table.acting() == "A"


def test_a_saved_fight_that_lists_somebody_twice_or_who_has_gone_is_shown_all_the_same() -> None:
    """Earlier versions could list an interrupted combatant twice."""
    table = table_of_three()
    table.happen(Remembered("", replace(memory.recall_fight(table.encounter), paused=("c3", "c9", "c3"))))
    assert table.track() == ("c1", "c3", "c2")


# What the screen says


def test_the_number_of_actions_declared_is_shown_as_it_is() -> None:
    table = table_of_three()

    def shown() -> Value:
        return next(field.default for field in table.rulable_facts("c1") if field.key == "declared")

    assert shown() == 0
    table.act("c1", "declare", {"number": 2})
    assert shown() == 2
    table.act("c1", "dodge")
    assert shown() == 2


def test_a_refusal_names_the_reading_that_would_lift_it() -> None:
    table = Table("rond6", combatant("A", allotment=5, dodge="2D+1"), combatant("B", "1D"))
    table.open(4, 4, 4, 1)
    refusal = table.choice("3 actions", within="turn").preview.refusal
    assert refusal is None
    refused = table.refusal(c.Act("c1", "declare", {"number": 5}))
    assert (refused.code, refused.lifted_by) == ("over_limit", "allotment")
    assert refused.message.endswith("Another reading allows it: “An allotment of actions”.")
    assert table.refusal(c.Act("c1", "declare", {"number": 9})).lifted_by == ""
    table.do(c.ChangeCombatant("c1", sheet={"allotment": 1}))
    table.act("c1", "declare", {"number": 3})
    refused = table.refusal(c.Act("c1", "dodge"))
    assert (refused.code, refused.lifted_by) == ("zero_dice", "zero")
    table.do(c.ChooseOption("zero", "pips"))
    table.act("c1", "dodge")


def test_free_metres_are_told_and_add_up_in_the_round() -> None:
    table = Table("rond6", combatant("A", pace=5), combatant("B", "1D", pace=1))
    table.open(4, 4, 4, 1)
    assert (
        table.choice("Move a little", {"free.metres": 1}, within="free").preview.outcome
        == "2.5 m of 2.5 m are free in this round"
    )
    table.act("c1", "free", {"what": "walk", "metres": 2})
    assert (
        table.choice("Move a little", {"free.metres": 0}, within="free").preview.outcome
        == "0.5 m of 2.5 m are free in this round"
    )
    table.act("c2", "free", {"what": "walk", "metres": 1, "ground": "hard"})  # more than half, and free (R60)
    assert table.refusal(c.Act("c2", "free", {"what": "walk", "metres": 1})).code == "too_far"


def test_whose_related_skill_it_is_falls_back_to_whoever_acts() -> None:
    table = table_of_three()
    for picked, whose in (("c9", "c1"), ("", ""), ("c2", "c2")):  # c9 has left
        choice = table.choice("Note the modifier", {"related.who": picked}, within="related")
        assert choice.command.id == whose  # type: ignore[union-attr]
    assert table.refusal(c.Act("c9", "related")).code == "nobody"


def test_a_fate_point_that_cannot_be_read_is_refused_in_its_place() -> None:
    table = table_of_three()
    unread = table.choice("Move up: resist", {"early.fate": "perhaps"}, within="early")
    assert unread.preview.refusal is not None
    assert unread.preview.refusal.code == "bad_value"
    spent = table.choice("Move up: resist", {"early.fate": True, "early.number": 4}, within="early")
    assert spent.preview.outcome == "uses 1 of 4 actions"


def test_a_total_by_a_ruling_is_no_roll_of_the_group() -> None:
    """A newcomer rolls, as the only other member was down when the dice fell."""
    table = Table("rond6", "Guard, group Guards, perception 2D", combatant("Rat"))
    table.do(c.Fall("c1"))
    table.open(4, 4, 4)
    table.do(c.RuleScore("c1", 30))
    assert table.join("Guard, group Guards, perception 2D", "", 5, 4)[2] == "Guard A: 2D 9 = 9. (R8)"


def test_a_weapon_that_is_named_is_not_the_slow_one_of_the_sheet() -> None:
    table = Table("rond6", {"agility": "4D", "weapon": "musket", "slow": True, "perception": "4D"}, {})
    table.open(6, 6, 6, 5, 1, 1, 1)
    table.act("c1", "declare", {"number": 4})
    table.do(table.choice("shoot", of="c1").command)
    assert table.choice("shoot", of="c1").preview.refusal is not None
    assert table.choice("throw", of="c1").preview.refusal is None
    stab = table.choice("lunge", {"attack.with": "dagger"}, of="c1").command
    assert isinstance(stab, c.Act)
    assert stab.values == {"target": "c2", "with": "dagger"}
    table.do(stab)
    assert table.choice("lunge", {"attack.with": "dagger"}, of="c1").preview.refusal is None
    assert table.choice("throw", {"attack.with": "dagger"}, of="c1").preview.refusal is None


def test_the_weapon_of_the_sheet_is_for_what_its_bearer_does_best() -> None:
    """A musket is not slashed with, so that it can be fired in the same round; a rapier is."""
    table = Table(
        "rond6",
        {"weapon": "musket", "slow": True, "ranged_weapons": "5D", "melee_combat": "4D", "perception": "4D"},
        {"weapon": "rapier", "melee_combat": "4D", "perception": "2D"},
    )
    table.open(6, 6, 6, 5, 1, 1)
    table.act("c1", "declare", {"number": 3})
    table.do(table.choice("shoot", of="c1").command)
    slash = table.choice("slash", of="c1")
    assert (slash.preview.refusal, slash.command) == (None, c.Act("c1", "slash", {"target": "c2"}))
    assert table.choice("shoot", of="c1").preview.refusal is not None
    table.do(c.RuleTurn("c2"))
    assert table.choice("lunge", of="c2").command == c.Act("c2", "lunge", {"target": "c1", "with": "rapier"})


def test_as_many_metres_are_asked_for_as_are_free() -> None:
    table = Table("rond6", {"pace": 8})
    walk = table.choice("Move a little", of="c1")
    assert (walk.preview.refusal, walk.command) == (
        None,
        c.Act("c1", "free", {"what": "walk", "metres": 4, "ground": "easy", "strict": False}),
    )


def test_who_waits_or_has_fallen_is_not_dragged_and_the_ruling_that_is_possible_is_named() -> None:
    table = Table("rond6", {"perception": "4D"}, {"perception": "3D"}, {"perception": "2D"})
    table.open(4, 4, 4, 4, 4, 4, 4, 4, 4)
    table.act("c1", "wait")
    assert "act now" in table.refusal(c.Move("c1", "c3")).message
    table.do(c.Fall("c3"))
    assert "back up" in table.refusal(c.Move("c3", "c2")).message


def test_what_is_resisted_is_not_repeated_for_the_group() -> None:
    table = Table("rond6", c.AddCombatant("Goon", 2, group="Goons", sheet={"perception": "4D"}), {})
    table.open(4, 4, 4, 4, 1, 1, 1)
    table.act("c1", "free", {"what": "resist"})
    table.act("c1", "punch")
    repeated = repeat_for_group(table.session)
    assert repeated is not None
    assert [deed.action for deed in repeated.deeds] == ["punch"]


def test_the_point_of_a_group_raises_those_who_share_its_roll() -> None:
    """Somebody who is put into the group in mid-round keeps a roll of its own, and so does who leaves the group."""
    goon = c.AddCombatant("Goon", 2, group="Goons", sheet={"perception": "1D"})
    table = Table("rond6", goon, combatant("A", "2D"), combatant("B", "1D"))
    table.open(1, 4, 4, 5)
    table.do(c.ChangeCombatant("c3", group="Goons"))
    table.do(c.ChangeCombatant("c2", group=""))
    assert [choice.label for choice in table.sections()["points"].choices] == ["A", "B", "Goons", "Fate Point"]
    table.act("c1", "character_point", None, 2, 3, 2)
    assert {member: table.standing(member).total for member in table.encounter.order} == {
        "c3": 8,
        "c4": 5,
        "c1": 3,
        "c2": 3,
    }
    table.act("c3", "character_point", None, 1)
    assert table.standing("c3").total == 9


def test_the_chances_go_by_the_dice_of_the_first_as_listed_in_every_round() -> None:
    boss = c.AddCombatant("Boss", group="Goons", sheet={"perception": "4D", "agility": "4D"})
    thug = c.AddCombatant("Thug", 2, group="Goons", sheet={"perception": "2D", "agility": "2D"})
    table = Table("rond6", thug, boss, combatant("A"))
    first = table.first()["c4"]
    table.open(4, 4, 3, 3, 4)
    table.do(c.CloseRound())
    assert table.first()["c4"] == first


def test_the_chance_of_a_point_counts_a_full_tie_by_the_new_rolls() -> None:
    """Also where somebody was dragged between the two. A six explodes, so an even total is no more likely than 1/36."""
    table = Table("rond6", combatant("A", "2D"), combatant("B", "2D"), combatant("C", "1D"))
    table.open(5, 5, 1, 2, 1)
    plain = table.choice("B", within="points").preview.chance
    table.do(c.Move("c3", "c2"))
    between = table.choice("B", within="points")
    assert between.preview.outcome == "one wild die, to pass C"
    table.do(c.Move("c3", ""))
    assert table.choice("B", within="points").preview.chance == plain


def test_the_table_is_asked_whether_a_tackle_held() -> None:
    table = table_of_three()
    table.act("c1", "declare", {"number": 2})
    assert "tackle" not in table.sections()
    table.act("c1", "tackle", {"target": "c2"})
    (held,) = table.sections()["tackle"].choices
    assert (held.label, held.command) == ("B is tackled", c.RuleFact("c2", "tackled", True))
    table.do(held.command)
    assert "tackle" not in table.sections()
    table.act("c1", "tackle", {"target": "c3"})
    assert table.sections()["tackle"].choices[0].label == "C is tackled"
    table.act("c3" if table.acting() == "C" else "c2", "communicate")
    assert "tackle" not in table.sections()


def test_that_a_tackle_did_not_hold_is_said() -> None:
    table = table_of_three()
    table.act("c1", "declare", {"number": 2})
    table.act("c1", "tackle", {"target": "c2"})
    assert table.do(c.RuleFact("c2", "tackled", False)) == ["B is free again. (ruling)"]
    assert table.refusal(c.RuleFact("c2", "tackled", False)).code == "no_change"


def test_a_newcomer_takes_the_roll_of_the_group_and_not_that_of_somebody_put_into_it() -> None:
    table = Table("rond6", combatant("A", "2D"), c.AddCombatant("Goon", 1, group="Goons", sheet={"perception": "2D"}))
    table.open(5, 5, 1, 2)
    table.do(c.ChangeCombatant("c1", group="Goons"))
    table.join(c.AddCombatant("Goon", group="Goons", sheet={"perception": "2D"}))
    assert table.standing("c3").total == 3
