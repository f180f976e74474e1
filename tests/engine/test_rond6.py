"""RonD6 at its edges: bad input, dice at the table, people who leave at the wrong moment."""

from __future__ import annotations

import pytest

from engine import commands as c
from engine.dice import DiceNeeded, ScriptedDice, TableDice
from engine.errors import Refused
from engine.events import FactSet
from engine.evolve import evolve
from engine.fields import Value
from engine.model import Encounter, Status
from engine.narrate import narrate
from engine.session import Session
from engine.systems import SYSTEMS
from engine.systems.protocol import Choice, Entered
from engine.systems.rond6 import SYSTEM, turns


class Fight:
    """A session with short ways to act and look."""

    def __init__(self, *combatants: c.AddCombatant) -> None:
        self.session = Session(SYSTEMS)
        self.do(c.MakeEncounter("Edges", "rond6"))
        for combatant in combatants:
            self.do(combatant)

    @property
    def encounter(self) -> Encounter:
        return self.session.encounter

    def do(self, command: c.Command, *faces: int) -> list[str]:
        """Returns the log lines."""
        before = self.encounter
        step = self.session.dispatch(command, ScriptedDice(list(faces)))
        return [str(sentence) for sentence in narrate(before, step, SYSTEM)]

    def refused(self, command: c.Command) -> str:
        before = self.encounter
        with pytest.raises(Refused) as refusal:
            self.do(command)
        assert self.encounter is before
        return refusal.value.code

    def acting(self) -> str:
        return ", ".join(self.encounter.name_of(one) for one in self.encounter.acting())

    def choice(self, section: str, label: str, entered: Entered | None = None) -> Choice:
        (found,) = (it for it in SYSTEM.sections(self.encounter, entered or {}) if it.key == section)
        return next(choice for choice in found.choices if choice.label == label)


def one(name: str, perception: str = "3D", **sheet: Value) -> c.AddCombatant:
    return c.AddCombatant(name, sheet={"perception": perception, **sheet})


def three() -> Fight:
    """A on 16, B on 12, C on 8."""
    fight = Fight(one("A", "4D"), one("B", "3D"), one("C", "2D"))
    fight.do(c.OpenRound(), *[4] * 9)
    return fight


# Bad input


@pytest.mark.parametrize("code", ["0D", "10000D", "3D20", "3D-1", "D", "", "3"])
def test_a_code_that_cannot_be_is_refused(code: str) -> None:
    fight = Fight()
    assert fight.refused(one("A", code)) == "bad_value"


def test_a_skill_may_be_left_empty_and_plain_dice_are_read_as_d6_codes() -> None:
    fight = Fight(one("A", "3d6+4", dodge=" "))
    assert fight.encounter.combatants["c1"].sheet["dodge"] == ""
    fight.do(c.OpenRound(), 1, 1, 1, 2)
    assert str(SYSTEM.number(fight.encounter, "c1")) == "4D+1 6 = 6 (R8)"


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
    assert three().refused(command) == code


@pytest.mark.parametrize(
    "action", ["dodge", "declare", "interrupt", "act_now", "surprise", "character_point", "result"]
)
def test_nothing_is_done_while_no_round_is_running(action: str) -> None:
    fight = Fight(one("A"), one("B"))
    assert fight.refused(c.Act("c1", action)) in ("not_open", "no_result")
    assert {it.key for it in SYSTEM.sections(fight.encounter, {})} == {"free", "related", "odds"}
    assert SYSTEM.number(fight.encounter, "c1") is None


def test_an_empty_encounter_has_the_calculator() -> None:
    assert [it.key for it in SYSTEM.sections(Fight().encounter, {})] == ["related"]


def test_what_is_typed_wrongly_is_refused_in_its_place() -> None:
    fight = three()
    wrong = {"attack.target": "c9", "attack.with": 7, "early.number": "many", "early.who": "c1", "free.who": "c9"}
    assert fight.choice("attack", "Slash", {"attack.target": "c9"}).refusal is not None
    assert fight.choice("early", "Move up: resist", wrong).refusal is not None
    assert fight.choice("free", "A few words", wrong).command == c.Act("c1", "free", {"what": "words"})
    assert fight.choice("free", "Move a little", {"free.metres": "far"}).refusal is not None
    assert fight.choice("related", "Note the modifier", {"related.total": "much"}).refusal is not None
    assert fight.choice("odds", "Note the chance", {"odds.one": "c2"}).refusal is not None
    typed = fight.choice("attack", "Shoot", {"attack.with": "musket", "attack.slow": True, "attack.target": "c2"})
    assert typed.command == c.Act("c1", "shoot", {"with": "musket", "slow": True, "target": "c2"})


def test_many_numbers_are_typed() -> None:
    fight = Fight(one("A", agility="40D"))
    fight.do(c.OpenRound(), 1, 1, 1)
    assert fight.choice("turn", "As typed", {"turn.number": "40"}).cost == "−39D"
    refusal = fight.choice("turn", "As typed", {"turn.number": "41"}).refusal
    assert refusal is not None
    assert refusal.rule == "R28"


def test_of_many_rolls_one_is_picked_for_a_character_point() -> None:
    fight = Fight(*(one(f"F{number}", "1D", dodge=f"{number}D") for number in range(4, 17)))
    fight.do(c.OpenRound(), *[1] * 13)
    assert fight.choice("points", "F15", {"points.who": "c12"}).chance == 1
    assert fight.choice("points", "F16", {"points.who": "c99"}).outcome == "is first already"


def test_the_weapon_on_the_sheet_is_at_hand() -> None:
    fight = Fight(one("A", weapon="musket", slow=True))
    fight.do(c.OpenRound(), 1, 1, 1)
    fight.do(c.Act("c1", "declare", {"number": 2}))
    fight.do(fight.choice("attack", "Shoot").command)
    refusal = fight.choice("attack", "Shoot").refusal
    assert refusal is not None
    assert refusal.rule == "R26"
    assert fight.choice("attack", "Punch").refusal is None


def test_allies_are_no_targets() -> None:
    fight = Fight(c.AddCombatant("A", side="Crew"), c.AddCombatant("B", side="Crew"), c.AddCombatant("C", side="Foes"))
    fight.do(c.OpenRound(), *[4, 4, 4, 3, 3, 3, 2, 2, 2])
    attack = next(it for it in SYSTEM.sections(fight.encounter, {}) if it.key == "attack")
    assert [pick.key for pick in attack.inputs[0].picks] == ["", "c3"]


# Dice


def test_the_table_is_asked_once_for_everybody_and_again_for_the_tie() -> None:
    fight = Fight(c.AddCombatant("A", at_table=True), c.AddCombatant("B", at_table=True))
    dice = TableDice(ScriptedDice([]))
    with pytest.raises(DiceNeeded) as first:
        fight.session.dispatch(c.OpenRound(), dice)
    assert [(it.who, it.purpose) for it in first.value.requests] == [("A", "initiative"), ("B", "initiative")]
    for request in first.value.requests:
        dice.answer(request, "=12")
    with pytest.raises(DiceNeeded) as second:
        fight.session.dispatch(c.OpenRound(), dice)
    assert [(it.who, it.purpose) for it in second.value.requests] == [("A", "the tie"), ("B", "the tie")]
    for request, total in zip(second.value.requests, ("=9", "=10"), strict=True):
        dice.answer(request, total)
    fight.session.dispatch(c.OpenRound(), dice)
    assert fight.acting() == "B"


def test_a_typed_total_does_not_tell_of_a_first_one() -> None:
    fight = Fight(c.AddCombatant("A", at_table=True))
    fight.do(c.ChooseOption("wild_die", "cancel"))
    dice = TableDice(ScriptedDice([]))
    with pytest.raises(DiceNeeded) as needed:
        fight.session.dispatch(c.OpenRound(), dice)
    dice.answer(needed.value.requests[0], "=12")
    fight.session.dispatch(c.OpenRound(), dice)
    number = SYSTEM.number(fight.encounter, "c1")
    assert number is not None
    assert number.total == 12


def test_a_lone_wild_die_that_is_cancelled_leaves_nothing() -> None:
    fight = Fight(one("A", "1D"))
    fight.do(c.ChooseOption("wild_die", "cancel"))
    fight.do(c.OpenRound(), 1)
    assert str(SYSTEM.number(fight.encounter, "c1")) == "1D 1 − the 1 and the highest die go: 1 = 0 (R8, RA10)"


def test_dice_that_are_always_even_end_in_the_list() -> None:
    """Eleven throws of 3D for each of two: the roll and ten new ones."""
    fight = Fight(one("A"), one("B"))
    fight.do(c.OpenRound(), *[4] * 3 * 2 * 11)
    assert fight.acting() == "A"
    assert [it.text for it in SYSTEM.badges(fight.encounter, "c1")] == ["before B by the list"]


def test_a_group_shares_its_roll_and_its_points() -> None:
    fight = Fight(c.AddCombatant("Thug", 2, group="Thugs"), one("A", "4D"))
    fight.do(c.OpenRound(), 3, 3, 3, 4, 4, 4, 4)
    log = fight.do(c.Act("c2", "character_point"), 5)
    assert "The group Thugs rolls 1D: 5 for a Character Point. (R13)" in log
    log = fight.do(c.AddCombatant("Thug", group="Thugs"))
    assert "Thug: 3D 9 + Character Point 5 = 14. (R9, R13)" in log
    assert SYSTEM.badges(fight.encounter, "c1") == ()
    fight.do(c.AddCombatant("Boss", group="Bosses"), 1, 1, 1)


# People who leave at the wrong moment


def test_whoever_acts_may_be_removed() -> None:
    fight = three()
    fight.do(c.RemoveCombatant("c1"))
    assert fight.acting() == "B"


def test_removed_while_waiting_and_while_broken_into() -> None:
    fight = three()
    fight.do(c.Act("c1", "wait"))
    fight.do(c.Act("c2", "punch"))
    fight.do(c.Act("c1", "interrupt"))
    fight.do(c.RemoveCombatant("c2"))
    assert fight.acting() == "A"
    fight.do(c.RemoveCombatant("c1"))
    assert fight.acting() == "C"
    fight.do(c.Act("c3", "wait"))
    fight.do(c.RemoveCombatant("c3"))
    assert not fight.encounter.is_open


def test_struck_down_in_the_middle_of_a_blow() -> None:
    """B's only action is rolled; A interrupts and fells B: no result, and no turn is lost that was used."""
    fight = three()
    fight.do(c.Act("c1", "wait"))
    fight.do(c.Act("c2", "punch"))
    fight.do(c.Act("c1", "interrupt"))
    fight.do(c.Fall("c2"))
    fight.do(c.Act("c1", "dodge"))
    assert fight.acting() == "C"
    assert not fight.encounter.standings["c2"].fact(turns.WINDOW)
    fight.do(c.Rise("c2"))
    assert fight.encounter.standings["c2"].status is Status.DONE


def test_everyone_down_ends_the_round_and_nobody_opens_the_next() -> None:
    fight = three()
    for it in ("c3", "c2", "c1"):
        fight.do(c.Fall(it))
    assert not fight.encounter.is_open
    assert fight.refused(c.OpenRound()) == "nobody_able"
    assert SYSTEM.chances(fight.encounter) == ()
    fight.do(c.Rise("c2"))
    fight.do(c.OpenRound(), 4, 4, 4)
    assert fight.acting() == "B"


def test_coming_to_before_the_place_has_come_keeps_the_turn() -> None:
    fight = three()
    fight.do(c.CloseRound())
    fight.do(c.Fall("c3"))
    fight.do(c.OpenRound(), *[4] * 7)
    fight.do(c.Rise("c3"), 1, 1)
    fight.do(c.Act("c1", "dodge"))
    fight.do(c.Act("c2", "dodge"))
    assert fight.acting() == "C"


def test_brought_back_after_losing_the_turn_one_acts_in_full() -> None:
    fight = three()
    fight.do(c.Fall("c1"))
    assert [it.text for it in SYSTEM.badges(fight.encounter, "c1")] == ["turn lost"]
    fight.do(c.Rise("c1"))
    fight.do(c.RuleIn("c1"))
    fight.do(c.Act("c2", "dodge"))
    assert fight.acting() == "A"
    fight.do(c.Act("c1", "dodge"))
    assert SYSTEM.badges(fight.encounter, "c1") == ()


def test_skipped_while_the_result_is_to_come() -> None:
    fight = three()
    fight.do(c.Act("c1", "wait"))
    fight.do(c.Act("c2", "punch"))
    fight.do(c.RuleSkip("c2"))
    assert fight.acting() == "C"
    assert not fight.encounter.standings["c2"].fact(turns.WINDOW)


# Rulings


def test_a_drag_before_whoever_acts_breaks_into_the_turn() -> None:
    fight = three()
    fight.do(c.Act("c1", "declare", {"number": 2}))
    fight.do(c.Act("c1", "dodge"))
    fight.do(c.Move("c2", "c1"))
    assert fight.acting() == "B"
    fight.do(c.Move("c1"))  # out of the turn that was broken into, to the end
    fight.do(c.Act("c2", "dodge"))
    assert fight.acting() == "C"
    fight.do(c.Move("c3"))
    assert fight.acting() == "A"


def test_a_drag_onto_those_done_is_a_drag_to_the_end() -> None:
    fight = three()
    fight.do(c.Act("c1", "dodge"))
    fight.do(c.Move("c2", "c1"))
    assert fight.acting() == "C"
    assert fight.refused(c.Move("c1", "c2")) == "no_turn"


def test_a_score_by_ruling_finds_its_place() -> None:
    fight = three()
    fight.do(c.RuleScore("c3", 12))  # even with B, whose Perception is better
    assert SYSTEM.track(fight.encounter) == ("c1", "c2", "c3")
    fight.do(c.RuleScore("c3", 20))
    assert fight.acting() == "C"
    fight.do(c.Act("c3", "declare", {"number": 2}))
    fight.do(c.RuleScore("c3", 1))  # what is declared is kept for when the turn comes again
    assert fight.acting() == "A"
    fight.do(c.Act("c1", "dodge"))
    fight.do(c.Act("c2", "dodge"))
    assert fight.acting() == "C"
    assert [badge.text for badge in SYSTEM.badges(fight.encounter, "c3")] == ["2 of 2 left", "−1D"]


def test_a_number_ruled_for_whoever_is_done_brings_them_back() -> None:
    fight = three()
    fight.do(c.Act("c1", "dodge"))
    fight.do(c.RuleFact("c1", "declared", 3))
    assert fight.encounter.standings["c1"].status is Status.READY
    assert [it.key for it in SYSTEM.rulable(fight.encounter, "c1")] == ["declared", "tackled"]
    fight.do(c.CloseRound())
    assert [it.key for it in SYSTEM.rulable(fight.encounter, "c1")] == ["tackled"]


def test_options_changed_in_mid_fight_hold_from_then_on() -> None:
    fight = Fight(one("A", quickness=3))
    fight.do(c.OpenRound(), 1, 1, 1)
    fight.do(c.Act("c1", "declare", {"number": 6}))
    fight.do(c.ChangeCombatant("c1", sheet={"quickness": 0, "agility": "1D"}))
    for _ in range(6):
        fight.do(c.Act("c1", "move"))
    assert not fight.encounter.is_open


def test_a_single_action_may_be_a_wait_for_nothing() -> None:
    fight = Fight(one("A", agility="1D"), one("B", "2D"))
    fight.do(c.OpenRound(), 4, 4, 4, 1, 1)
    fight.do(c.Act("c1", "wait"))
    assert fight.acting() == "B"


def test_odds_are_noted() -> None:
    fight = Fight(one("A"), one("B"))
    log = fight.do(c.Act("", "odds", {"one": "c1", "other": "c2"}))
    assert log == ["The chance that A goes before B: 1/2. (R14)"]
    shared = Fight(c.AddCombatant("Thug", 2, group="Thugs"))
    assert shared.refused(c.Act("", "odds", {"one": "c1", "other": "c2"})) == "one_roll"


def test_the_sample_plays() -> None:
    fight = Fight.__new__(Fight)
    fight.session = Session(SYSTEMS)
    for command in SYSTEM.sample():
        fight.do(command)
    fight.do(c.OpenRound(), *[4] * 12)
    assert fight.acting() == "Ilko"
    assert sum(it.chance for it in SYSTEM.chances(fight.session.before_last)) == 1
    taps = 0
    while fight.encounter.is_open:
        (acting,) = fight.encounter.acting()
        fight.do(c.Act(acting, "dodge"))
        taps += 1
    assert taps == 7  # one for each of six, and one for the second action of the captain's allotment


# Several at once


def test_two_of_a_group_who_surprise_stand_as_listed_whoever_is_tapped_first() -> None:
    fight = Fight(one("A", "4D"), c.AddCombatant("Thug", 2, group="Thugs", sheet={"perception": "2D"}))
    fight.do(c.OpenRound(), 4, 4, 4, 4, 4, 4)
    fight.do(c.Act("c3", "surprise"))
    found = fight.choice("early", "Acts first: surprise", {"early.who": "c2"})
    assert found.outcome == "first in the order of this round"
    fight.do(c.Act("c2", "surprise"))
    assert SYSTEM.track(fight.encounter) == ("c2", "c3", "c1")
    late = fight.choice("early", "Acts first: surprise", {"early.who": "c1"})
    assert late.outcome == "first in the order of this round"


def test_whoever_surprises_stays_ahead_of_a_roll_that_is_raised_and_of_newcomers() -> None:
    fight = three()
    fight.do(c.Act("c3", "surprise"))
    fight.do(c.Act("c2", "character_point"), 5)
    assert [fight.encounter.name_of(it) for it in SYSTEM.track(fight.encounter)] == ["C", "B", "A"]
    fight.do(one("D", "2D"), 4, 4)
    log = fight.do(c.Act("c4", "surprise"))
    assert log == ["D has the jump on the others and acts after C. (RA15)"]
    assert SYSTEM.track(fight.encounter) == ("c3", "c4", "c2", "c1")


def test_an_interruption_is_forgotten_with_the_result_that_it_was_about() -> None:
    fight = three()
    fight.do(c.Act("c1", "wait"))
    fight.do(c.Act("c2", "wait"))
    fight.do(c.Act("c3", "punch"))
    fight.do(c.Act("c2", "interrupt"))
    assert fight.refused(c.Act("c1", "act_now")) == "together"
    fight.do(c.RemoveCombatant("c3"))
    assert not fight.encounter.standings["c2"].fact(turns.INTERRUPTS)
    assert fight.refused(c.Act("c1", "interrupt")) == "no_window"
    fight.do(c.Act("c1", "act_now"))
    assert fight.acting() == "A"


def test_a_saved_fight_that_lists_somebody_twice_or_who_has_gone_is_shown_all_the_same() -> None:
    """Earlier versions could list the one whose turn was broken into twice."""
    fight = three()
    encounter = evolve(fight.encounter, FactSet("", turns.PAUSED, ("c3", "c9", "c3")))
    assert SYSTEM.track(encounter) == ("c1", "c3", "c2")


# What the screen says


def test_the_number_of_actions_declared_is_shown_as_it_is() -> None:
    fight = three()

    def shown() -> Value:
        return next(it.default for it in SYSTEM.rulable(fight.encounter, "c1") if it.key == "declared")

    assert shown() == 0
    fight.do(c.Act("c1", "declare", {"number": 2}))
    assert shown() == 2
    fight.do(c.Act("c1", "dodge"))
    assert shown() == 2


def test_a_refusal_names_the_reading_that_would_lift_it() -> None:
    fight = Fight(one("A", allotment=5, dodge="2D+1"), one("B", "1D"))
    fight.do(c.OpenRound(), 4, 4, 4, 1)
    refusal = fight.choice("turn", "3 actions").refusal
    assert refusal is None
    found = refused_by(fight, c.Act("c1", "declare", {"number": 5}))
    assert (found.code, found.lifted_by) == ("over_limit", "allotment")
    assert found.message.endswith("Another reading allows it: “An allotment of actions”.")
    assert refused_by(fight, c.Act("c1", "declare", {"number": 9})).lifted_by == ""
    fight.do(c.ChangeCombatant("c1", sheet={"allotment": 1}))
    fight.do(c.Act("c1", "declare", {"number": 3}))
    found = refused_by(fight, c.Act("c1", "dodge"))
    assert (found.code, found.lifted_by) == ("zero_dice", "zero")
    fight.do(c.ChooseOption("zero", "pips"))
    fight.do(c.Act("c1", "dodge"))


def refused_by(fight: Fight, command: c.Command) -> Refused:
    with pytest.raises(Refused) as refusal:
        fight.do(command)
    return refusal.value


def test_free_metres_are_told_and_add_up_in_the_round() -> None:
    fight = Fight(one("A", pace=5), one("B", "1D", pace=1))
    fight.do(c.OpenRound(), 4, 4, 4, 1)
    assert fight.choice("free", "Move a little", {"free.metres": 1}).outcome == "2.5 m of 2.5 m are free in this round"
    fight.do(c.Act("c1", "free", {"what": "walk", "metres": 2}))
    assert fight.choice("free", "Move a little", {"free.metres": 0}).outcome == "0.5 m of 2.5 m are free in this round"
    fight.do(c.Act("c2", "free", {"what": "walk", "metres": 1, "ground": "hard"}))  # more than half, and free (R60)
    assert fight.refused(c.Act("c2", "free", {"what": "walk", "metres": 1})) == "too_far"
    encounter = evolve(fight.encounter, FactSet("c1", turns.WALKED, "far"))  # no version has written that
    assert SYSTEM.sections(encounter, {})


def test_whose_related_skill_it_is_falls_back_to_nobody_when_they_have_left() -> None:
    fight = three()
    entered = {"related.who": "c9"}
    assert fight.choice("related", "Note the modifier", entered).command.id == ""  # type: ignore[union-attr]
    assert fight.choice("related", "Note the modifier").command.id == "c1"  # type: ignore[union-attr]
    assert fight.refused(c.Act("c9", "related")) == "nobody"


def test_a_fate_point_that_cannot_be_read_is_refused_in_its_place() -> None:
    fight = three()
    found = fight.choice("early", "Move up: resist", {"early.fate": "perhaps"})
    assert found.refusal is not None
    assert found.refusal.code == "bad_value"
    spent = fight.choice("early", "Move up: resist", {"early.fate": True, "early.number": 4})
    assert spent.outcome == "uses 1 of 4 actions"
