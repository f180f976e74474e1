"""Traveller: exact chances compared with brute force, and edge cases that a transcript cannot show."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import DiceNeeded, NoDice, ScriptedDice, TableDice, seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.events import Remembered, StatusSet
from turntrack.core.evolve import fold
from turntrack.core.fields import Kind
from turntrack.core.model import Id, Status
from turntrack.core.score import Score, Term, TermKind
from turntrack.history.corrections import correctable_rolls
from turntrack.log.narrate import narrate
from turntrack.rules.decide import decide
from turntrack.systems import SYSTEMS
from turntrack.systems.traveller import SYSTEM, memory, odds, turns

# Chances


@pytest.mark.parametrize("end", range(8))
@pytest.mark.parametrize("dice", range(1, 5))
def test_chance_of_a_check_by_counting_all_rolls(dice: int, end: int) -> None:
    passed = sum(sum(faces) <= end for faces in product(range(1, 7), repeat=dice))
    assert odds.chance_of_check(dice, end) == Fraction(passed, 6**dice)


@pytest.mark.repeats
def test_expected_actions_by_playing_every_round() -> None:
    """END 3 has at most three checks: count all 6 × 36 × 216 rolls."""
    total = 0
    for first in range(1, 7):
        for second in product(range(1, 7), repeat=2):
            for third in product(range(1, 7), repeat=3):
                passed = [first <= 3, sum(second) <= 3, sum(third) <= 3, False]
                total += 1 + passed.index(False)
    assert odds.expected_actions(3) == Fraction(total, 6**6)


@pytest.mark.parametrize(
    ("end", "expected"),
    [(0, "1.0000"), (3, "1.5419"), (6, "2.4557"), (7, "2.6804"), (9, "3.1767"), (12, "4.0142"), (15, "4.7997")],
)
def test_expected_actions(end: int, expected: str) -> None:
    assert f"{float(odds.expected_actions(end)):.4f}" == expected


def test_chances_of_further_actions() -> None:
    assert odds.expected_actions(1) == Fraction(7, 6)
    assert list(odds.chances_of_actions(7))[:3] == [1, Fraction(7, 12), Fraction(245, 2592)]
    assert len(list(odds.chances_of_actions(7))) == 7  # eight actions at most


@pytest.mark.repeats
@pytest.mark.parametrize("initiative", ["given", "morale", "plain", "entered"])
def test_who_goes_first_by_opening_the_round_with_every_roll(initiative: str) -> None:
    """A and B roll together and have different Morale; C is wounded, which adds 1."""
    table = Table(
        "traveller",
        "A, morale 7, dex 5, initiative 9, group Pair",
        "B, dex 9, initiative 8, group Pair",
        "C, morale 12, dex 9, initiative 8",
        initiative=initiative,
    )
    table.act("c3", "wound", {"lost": 2})
    rolls = [()] if initiative == "entered" else list(product(range(1, 7), repeat=4))
    rounds = []
    for faces in rolls:
        events = decide(table.encounter, c.OpenRound(), ScriptedDice(list(faces)), SYSTEMS)
        rounds.append(fold(table.encounter, events))
    for tie in ("simultaneous", "dex"):
        opened = [encounter._replace(options={"tie": tie}) for encounter in rounds]
        firsts = Counter(combatant_id for encounter in opened for combatant_id in turns.first_group(encounter))
        before = table.encounter._replace(options={"initiative": initiative, "tie": tie})
        chances = {chance.about: chance.chance for chance in SYSTEM.chances(before) if chance.rule == "T4"}
        assert chances == {
            combatant_id: Fraction(firsts[combatant_id], len(rolls)) for combatant_id in ("c1", "c2", "c3")
        }


def test_the_higher_dex_is_first_in_the_146_rolls_of_1296_that_are_equal() -> None:
    table = Table("traveller", {"dex": 5}, {"dex": 9}, initiative="plain", tie="dex")
    chances = {chance.about: chance.chance for chance in SYSTEM.chances(table.encounter) if chance.rule == "T4"}
    assert chances == {"c1": Fraction(575, 1296), "c2": Fraction(575 + 146, 1296)}


def test_chances_before_a_round_say_how_many_actions_it_holds() -> None:
    table = Table("traveller", {"end": 7}, {"end": 0})
    chances = [
        (chance.about, chance.label, chance.chance) for chance in SYSTEM.chances(table.encounter) if chance.rule != "T4"
    ]
    assert chances == [
        ("c1", "takes a second action (on average 2.68 in the round)", 1),
        ("c1", "takes a third action", Fraction(7, 12)),
        ("c1", "takes a fourth action", Fraction(245, 2592)),
    ]


def test_chances_in_a_round_are_those_of_the_next_check() -> None:
    table = Table("traveller", {"end": 7}, {"end": 4}, {"end": 4}, initiative="plain")
    table.open(1, 1, 1, 2, 1, 3)
    table.act("c1", "attack")
    table.act("c2", "attack")
    table.act("c3", "done")
    chances = [(chance.about, chance.label, chance.chance, chance.rule) for chance in SYSTEM.chances(table.encounter)]
    assert chances == [
        ("c1", "next check, 2D ≤ 7", Fraction(21, 36), "T14"),  # the second action needs no roll
        ("c2", "next check, 1D ≤ 4", Fraction(4, 6), "T12"),
    ]
    assert table.choice("attack", of="c1").preview.refusal is None
    table.act("c1", "attack")
    assert table.choice("check", of="c2").label == "Check 1D ≤ 4"


def test_chances_for_sixty_are_exact_too() -> None:
    units = [[odds.TravellerEntrant(str(number), tuple(range(2, 13)), number)] for number in range(60)]
    assert sum(odds.chances_of_first(units).values()) == 1


# The table


def test_table_dice_are_asked_for_once_and_checks_on_their_own() -> None:
    table = Table("traveller", initiative="plain")
    table.do(c.AddCombatant("A", sheet={"end": 4}, at_table=True))
    table.do(c.AddCombatant("B", sheet={"end": 4}, at_table=True))
    dice = TableDice(seeded_dice(1))
    with pytest.raises(DiceNeeded) as asked:
        table.do_with(dice, c.OpenRound())
    for request, text in zip(asked.value.requests, ("1 2", "3 4"), strict=True):
        dice.answer(request, text)
    table.do_with(dice, c.OpenRound())
    table.act("c1", "attack")
    table.act("c2", "attack")
    with pytest.raises(DiceNeeded) as check:
        table.do_with(TableDice(seeded_dice(1)), c.Act("c1", "check"))
    assert [str(request.code) for request in check.value.requests] == ["1d6"]


def test_numbers_that_the_table_enters() -> None:
    table = Table("traveller", {"initiative": 5}, {}, initiative="entered")
    table.do(c.Fall("c2"))
    (section, _) = SYSTEM.sections(table.encounter, {})
    assert [(field.key, field.label, field.default) for field in section.inputs] == [("c1", "A", 5)]
    entered = table.choice("enter", {"numbers.c1": "−3"}, of="")
    assert entered.command == c.Act("", "enter", {"c1": -3})
    table.do(entered.command)
    table.open()
    assert str(table.number("c1")) == "entered −3 = −3 (TA1)"
    table.do(c.CloseRound())
    wrong = table.choice("enter", {"numbers.c1": "soon"}, of="")
    assert wrong.preview.refusal is not None
    assert "whole number" in table.refusal(wrong.command).message
    assert "not in this fight" in table.refusal(c.Act("", "enter", {"c9": 1})).message


def test_nobody_is_said_to_go_first_while_a_number_is_missing() -> None:
    table = Table("traveller", {"initiative": 5}, {}, initiative="entered")
    assert table.first() == {}
    table.act("", "enter", {"c2": 5})
    assert table.first() == {"c1": 1, "c2": 1}


def test_rulings_show_the_present_state() -> None:
    """The flags show the state. Fallen combatants, and all between rounds, have no flags."""
    table = Table("traveller", {}, {}, initiative="plain")

    def flags(combatant_id: Id) -> dict[str, object]:
        return {field.key: field.default for field in table.rulable_facts(combatant_id) if field.kind is Kind.FLAG}

    assert flags("c1") == {}
    table.open(1, 1, 1, 2)
    assert flags("c1") == {"watching": False, "extra": False}
    table.do(c.RuleFact("c1", "watching", True))
    table.do(c.RuleFact("c1", "extra", True))
    assert flags("c1") == {"watching": True, "extra": True}
    table.do(c.Fall("c2"))
    assert flags("c2") == {}


def test_wounds() -> None:
    table = Table("traveller", {"end": 7, "morale": 9}, {"end": 9, "morale": 9}, {})
    first = table.choice("wound", of="c1")
    assert (first.preview.outcome, first.preview.rule) == ("END 7 → 6; +1 on initiative (TA1)", "TA7")
    second = table.choice("wound", {"wounds.who": "c2", "wounds.lost": "12", "wounds.reduced": "2"}, of="c2")
    assert second.preview.outcome == "END 9 → 0; +2 on initiative (TA1)"
    plain = table.choice("wound", {"wounds.who": "c3"}, of="c3")
    assert plain.preview.outcome == "END 7 → 6"  # without Morale, wounds do not change the roll (TA1)
    table.do(second.command)
    assert table.badges("c2") == ["END 0 of 9"]
    healed = table.choice("wound", {"wounds.who": "c2", "wounds.lost": "-40"}, of="c2")
    table.do(healed.command)
    assert table.badges("c2") == []
    table.act("c1", "wound", {"lost": 2})
    healed = table.choice("wound", {"wounds.who": "c1", "wounds.lost": "-2"}, of="c1")
    assert healed.preview.outcome == "END 5 → 7; +0 on initiative (TA1)"
    table.do(healed.command)
    gone = table.choice("wound", {"wounds.who": "c9", "wounds.lost": "much"}, of="c1")
    assert gone.preview.refusal is not None
    assert gone.preview.refusal.code == "bad_value"
    assert "END lost: a whole number" in table.refusal(gone.command).message
    nothing = table.choice("wound", {"wounds.lost": "0"}, of="c1")
    assert nothing.preview.refusal is not None
    assert table.refusal(c.Act("c9", "wound", {"lost": 1})).code == "nobody"


# The panel


def test_typed_values_reach_the_command_and_bad_values_are_refused_on_the_button() -> None:
    table = Table("traveller", {"fires": "auto"}, {}, initiative="plain")
    table.open(1, 1, 1, 2)
    panic = table.choice("panic", {"panic.shots": "2", "panic.auto": True}, of="c1")
    assert panic.preview.outcome.endswith("4 attacks as one action (T25)")
    wrong = table.choice("panic", {"panic.shots": "9"}, of="c1")
    assert wrong.preview.refusal is not None
    assert wrong.preview.refusal.code == "bad_value"
    with pytest.raises(Refused) as no:
        table.do(wrong.command)
    assert str(no.value) == str(wrong.preview.refusal)
    table.act("c1", "attack")
    assert table.choice("panic", of="c2").preview.refusal is not None


def test_the_table_picks_one_of_several_actors() -> None:
    table = Table("traveller", {}, {}, initiative="plain")
    table.open(1, 1, 1, 1)
    (act, *_) = SYSTEM.sections(table.encounter, {"act.who": "c2"})
    assert [pick.label for pick in act.inputs[0].picks] == ["A", "B"]
    assert act.choices[0].command == c.Act("c2", "attack", {"target": "c1"})
    assert act.choices[0].preview.next == "c1"
    table.do(act.choices[0].command)
    (act, *_) = SYSTEM.sections(table.encounter, {"act.who": "c2"})
    assert [field.key for field in act.inputs if not field.rare] == ["target"]
    assert act.choices[0].command == c.Act("c1", "attack", {"target": "c2"})


def test_a_refused_choice_is_refused_in_the_same_words() -> None:
    table = Table.sample("traveller")
    dice = seeded_dice(7)
    table.do_with(dice, c.OpenRound())
    refusals = 0
    for step in range(60):
        if not table.encounter.is_open:
            table.do_with(dice, c.OpenRound())
        offered = table.choices()
        for choice in offered:
            if choice.preview.refusal:
                refusals += 1
                with pytest.raises(Refused) as no:
                    table.do_with(dice, choice.command)
                assert str(no.value) == str(choice.preview.refusal)
        open_ones = [choice for choice in offered if choice.preview.refusal is None]
        table.do_with(dice, open_ones[step * 7 % len(open_ones)].command)
    assert refusals > 20


def test_the_buttons_name_the_next_actor() -> None:
    table = Table.sample("traveller")
    dice = seeded_dice(5)
    table.do_with(dice, c.OpenRound())
    for step in range(40):
        if not table.encounter.is_open:
            table.do_with(dice, c.OpenRound())
        able = [choice for choice in table.choices() if choice.preview.refusal is None and choice.preview.next]
        for choice in able:
            table.do_with(dice, choice.command)
            assert table.encounter.acting()[0] == choice.preview.next
            table.session.undo()
        table.do_with(dice, able[step * 5 % len(able)].command if able else c.CloseRound())


def test_an_ordinary_round_of_four_takes_a_tap_an_action() -> None:
    """Four First Actions, four second actions that need no roll (END 7), then four declined checks."""
    table = Table("traveller", {}, {}, {}, {}, initiative="plain")
    table.open(1, 1, 1, 2, 1, 3, 2, 3)
    taps = 0
    while table.encounter.is_open:
        actor = table.encounter.acting()[0]
        table.act(actor, "attack" if table.choice("done", of=actor).preview.next and taps < 8 else "done")
        taps += 1
    assert taps == 12


# Edges


def test_nothing_to_show_without_combatants() -> None:
    table = Table("traveller")
    assert SYSTEM.sections(table.encounter, {}) == ()
    assert table.track() == ()
    assert table.number("c1") is None
    assert SYSTEM.chances(table.encounter) == ()


def test_commands_for_nobody() -> None:
    table = Table("traveller", {"end": 1}, {}, initiative="plain")
    table.open(1, 1, 1, 2)
    for command, code in (
        (c.Act("c9", "attack"), "nobody"),
        (c.Act("c9", "trigger"), "nobody"),
        (c.Act("c1", "frolic"), "no_action"),
        (c.Act("c1", "double", {"kind": "triple"}), "bad_value"),
    ):
        assert table.refusal(command).code == code
    table.do(c.Fall("c2"))
    assert table.refusal(c.Act("c2", "attack")).code == "unable"


def test_a_combatant_who_cannot_pass_the_check_is_done_without_a_tap() -> None:
    table = Table("traveller", {"end": 7}, {"end": 4}, initiative="plain")
    table.open(1, 1, 1, 2)
    table.act("c1", "attack")
    table.act("c2", "attack")
    table.act("c2", "wound", {"lost": 4})
    table.act("c1", "attack")
    assert table.standing("c2").status is Status.DONE
    assert table.encounter.acting() == ("c1",)


def test_rulings_on_facts() -> None:
    table = Table("traveller", {"end": 7}, {"end": 4}, initiative="plain")
    table.open(1, 1, 1, 2)
    assert table.refusal(c.RuleFact("", "end_now", 3)).code == "no_fact"
    table.do(c.RuleFact("c1", "end_now", 3))
    assert table.refusal(c.RuleFact("c1", "reduced", 0)).code == "bad_value", "END is one of them"
    table.do(c.RuleFact("c1", "reduced", 2))
    table.do(c.RuleFact("c1", "watching", True))
    assert table.badges("c1") == ["watches: its event", "END 3 of 7"]
    table.do(c.RuleFact("c1", "watching", False))
    table.act("c1", "attack")
    table.act("c2", "attack")
    table.do(c.RuleFact("c1", "extra", True))
    assert table.refusal(c.RuleFact("c1", "extra", True)).code == "no_change"
    table.do(c.RuleFact("c1", "extra", False))
    table.do(c.RuleFact("c1", "extra", True))
    table.act("c1", "attack")
    words = [
        str(sentence)
        for step, before in zip(table.session.past[-3:-1], table.session.past[-4:-2], strict=True)
        for sentence in narrate(before.after, step, SYSTEM)
    ]
    assert words == [
        "A must check before the next action. (ruling)",
        "A may take a second action. (ruling)",
    ]


def test_a_drag_to_where_nobody_can_act_is_refused() -> None:
    table = Table("traveller", {}, {}, {}, {}, initiative="plain")
    table.open(1, 1, 1, 2, 1, 3, 1, 4)
    for combatant_id in ("c1", "c2", "c3"):
        table.act(combatant_id, "done")
    assert table.refusal(c.Move("c3", "c2")).code == "nowhere"  # between two who are done
    assert table.refusal(c.Move("c4", "c2")).code == "nobody_left"  # a hold with nobody to wait for


def test_a_drag_of_the_done_to_below_the_last_who_plays() -> None:
    table = Table("traveller", {}, {}, {}, initiative="plain")
    table.open(1, 1, 1, 2, 1, 3)
    table.act("c1", "attack")
    table.act("c2", "done")
    table.act("c3", "attack")
    table.act("c1", "attack")  # the track: C acts, A has acted, B is done
    table.do(c.RuleScore("c2", 9))
    table.act("c3", "done")
    assert table.track() == ("c1", "c3", "c2")
    table.do(c.Move("c2", "c3"))
    assert table.standing("c2").status is Status.READY
    assert table.track() == ("c1", "c2", "c3")
    assert table.standing("c2").total == 2


def test_a_fight_with_a_damaged_memory_goes_on() -> None:
    """A saved file may hold such a memory."""
    table = Table("traveller", {}, {"morale": 7}, initiative="given")
    table.open(1, 1, 1, 2)
    table.happen(
        Remembered("", memory.TravellerFight(broken_off=("c99",))),
        Remembered("c1", replace(memory.recall(table.standing("c1")), triggered=Status.READY)),
        StatusSet("c1", Status.READY),
    )
    assert list(table.sections()) == ["wounds"]
    table.do(c.WriteNote("go on"))
    table.act("c1", "attack")
    assert table.encounter.acting() == ("c1",)
    table.act("c1", "attack")
    assert table.encounter.acting() == ("c2",)


def test_a_number_is_a_sum_with_its_reasons() -> None:
    table = Table("traveller", {"morale": 6}, {})
    table.open(5, 5, 6, 6)
    number = table.number("c1")
    assert number == Score((Term("2D", 10, "T2", TermKind.ROLL), Term("Morale (6) failed", 10, "TA1", TermKind.FAILED)))


def test_looking_ahead_rolls_no_dice() -> None:
    table = Table("traveller", {"end": 4}, {"end": 4}, initiative="plain")
    table.open(1, 1, 1, 2)
    table.act("c1", "attack")
    table.act("c2", "attack")
    with pytest.raises(DiceNeeded):
        table.do_with(NoDice(), c.Act("c1", "check"))
    assert table.choice("check", of="c1").preview.next == ""


def test_a_newcomer_to_a_group_has_no_older_roll_of_it() -> None:
    """The group has rolled the same total in the round before: that roll is part of nobody's number."""
    table = Table("traveller", c.AddCombatant("Guard", 2, group="Guards"), open=(3, 4))
    table.do(c.CloseRound())
    table.open(2, 5)
    table.do(c.AddCombatant("Guard", group="Guards"))
    (rolled,) = correctable_rolls(table.session.past, table.system)
    assert rolled.ids == ("c1", "c2", "c3")
    table.do(rolled.corrected("6 6"))
    assert {table.standing(member).total for member in table.encounter.order} == {12}


def test_whose_event_has_come_stands_next_behind_a_row_dragged_above() -> None:
    table = Table("traveller", {}, {}, {}, {}, open=(1, 1, 2, 2, 3, 3, 4, 4), initiative="plain")
    table.act("c1", "watch", {"event": "door"})
    table.act("c1", "trigger")
    table.do(c.Move("c4", "c1"))
    assert (table.acting(), table.names()) == ("D", "D A B C")
    assert [turn.ids for turn in table.system.upcoming_turns(table.encounter)][:1] == [("c1",)]
    table.act("c4", "attack")
    assert table.acting() == "A"


def table_with_entered_numbers() -> Table:
    """Return a fight with A on −90, B on 6 and C on 7, and a newcomer without a number."""
    numbers = ({"initiative": -90}, {"initiative": 6}, {"initiative": 7})
    table = Table("traveller", *numbers, open=(), initiative="entered")
    table.join({}, "D")
    return table


def test_whoever_acts_by_a_ruling_without_a_number_has_none_after_it_either() -> None:
    table = table_with_entered_numbers()
    table.do(c.RuleTurn("c4"))
    table.act("c4", "attack")
    assert (table.number("c4"), table.standing("c4").status) == (None, Status.DONE)
    for actor in ("c1", "c2", "c3"):
        table.act(actor, "attack")
    assert (table.encounter.part, table.acting()) == (2, "A")
    table.do(c.RuleScore("c4", 5))
    assert (table.names(), str(table.number("c4"))) == ("A D B C", "ruling 5 = 5 (ruling)")


def test_the_number_of_an_earlier_round_is_none() -> None:
    table = table_with_entered_numbers()
    table.do(c.ChangeCombatant("c2", sheet={"initiative": ""}))
    table.do(c.Fall("c2"))
    table.do(c.RemoveCombatant("c4"))
    table.do(c.CloseRound())
    table.open()
    table.do(c.Rise("c2"))
    table.do(c.RuleTurn("c2"))
    table.act("c2", "attack")
    assert table.number("c2") is None
    assert table.do(c.Move("c2", "c3"))[0] == "B: ruling 7 = 7. (ruling)"


def test_a_newcomer_who_is_dragged_has_the_number_at_once() -> None:
    table = table_with_entered_numbers()
    table.do(c.Move("c4", "c1"))
    assert (table.acting(), str(table.number("c4"))) == ("D", "ruling −90 = −90 (ruling)")
    table.do(c.Move("c1", "c4"))
    table.do(c.RemoveCombatant("c4"))
    table.join({}, "E")
    table.do(c.RuleTurn("c5"))
    assert table.refused(c.Move("c3", "c5")) == "no_number TA1"
