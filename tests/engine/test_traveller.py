"""Traveller: exact chances against brute force, and edges that need prose."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from engine import commands as c
from engine.decide import decide
from engine.dice import DiceNeeded, NoDice, ScriptedDice, TableDice, seeded_dice
from engine.errors import Refused
from engine.events import FactSet, StatusSet
from engine.evolve import evolve, fold
from engine.fields import Kind, Value
from engine.model import Encounter, Id, Lasting, Status
from engine.narrate import narrate
from engine.session import Session
from engine.sums import Sum, Term
from engine.systems import SYSTEMS
from engine.systems.protocol import Choice, Entered
from engine.systems.traveller import SYSTEM, odds, order


def fight(*sheets: dict[str, Value], group: str = "", **options: str) -> Session:
    """A fight that has not begun. Combatants are called A, B, …; the first two share ``group``."""
    session = Session(SYSTEMS)
    run(session, c.MakeEncounter("Fight", "traveller"))
    for key, value in options.items():
        run(session, c.ChooseOption(key, value))
    for number, sheet in enumerate(sheets):
        run(session, c.AddCombatant("ABCDEFGH"[number], sheet=sheet, group=group if number < 2 else ""))
    return session


def run(session: Session, command: c.Command, *faces: int) -> None:
    session.dispatch(command, ScriptedDice(list(faces)))


def choices(encounter: Encounter, entered: Entered | None = None) -> list[Choice]:
    return [choice for section in SYSTEM.sections(encounter, entered or {}) for choice in section.choices]


def choice(session: Session, one: Id, action: str, **entered: object) -> Choice:
    given = {key.replace("__", ".").replace("_of_", "-"): value for key, value in entered.items()}
    for found in choices(session.encounter, given):
        if isinstance(found.command, c.Act) and (found.command.id, found.command.action) == (one, action):
            return found
    raise AssertionError(f"no {action} for {one}")


# Chances


@pytest.mark.parametrize("end", range(8))
@pytest.mark.parametrize("dice", range(1, 5))
def test_chance_of_a_check_by_counting_all_throws(dice: int, end: int) -> None:
    passed = sum(sum(faces) <= end for faces in product(range(1, 7), repeat=dice))
    assert odds.chance_of_check(dice, end) == Fraction(passed, 6**dice)


def test_expected_actions_by_playing_every_round() -> None:
    """END 3 has at most three checks: all 6 × 36 × 216 throws of them, played out."""
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


@pytest.mark.parametrize("initiative", ["given", "morale", "plain", "entered"])
def test_who_goes_first_by_opening_the_round_with_every_throw(initiative: str) -> None:
    """A and B throw together but have different Morale; C is wounded, which adds 1."""
    session = fight(
        {"morale": 7, "dex": 5, "initiative": 9},
        {"dex": 9, "initiative": 8},
        {"morale": 12, "dex": 9, "initiative": 8},
        group="Pair",
        initiative=initiative,
    )
    run(session, c.Act("c3", "wound", {"lost": 2}))
    throws = [()] if initiative == "entered" else list(product(range(1, 7), repeat=4))
    rounds = []
    for faces in throws:
        events = decide(session.encounter, c.OpenRound(), ScriptedDice(list(faces)), SYSTEMS)
        rounds.append(fold(session.encounter, events))
    for tie in ("simultaneous", "dex"):
        firsts = Counter(one for it in rounds for one in order.at_once(replace(it, options={"tie": tie})))
        before = replace(session.encounter, options={"initiative": initiative, "tie": tie})
        found = {it.about: it.chance for it in SYSTEM.chances(before) if it.rule == "T4"}
        assert found == {one: Fraction(firsts[one], len(throws)) for one in ("c1", "c2", "c3")}


def test_chances_before_a_round_say_how_many_actions_it_holds() -> None:
    session = fight({"end": 7}, {"end": 0})
    found = [(it.about, it.label, it.chance) for it in SYSTEM.chances(session.encounter) if it.rule != "T4"]
    assert found == [
        ("c1", "takes a second action (on average 2.68 in the round)", 1),
        ("c1", "takes a third action", Fraction(7, 12)),
        ("c1", "takes a fourth action", Fraction(245, 2592)),
    ]


def test_chances_in_a_round_are_those_of_the_next_check() -> None:
    session = fight({"end": 7}, {"end": 4}, {"end": 4}, initiative="plain")
    run(session, c.OpenRound(), 1, 1, 1, 2, 1, 3)
    run(session, c.Act("c1", "attack"))
    run(session, c.Act("c2", "attack"))
    run(session, c.Act("c3", "done"))
    found = [(it.about, it.label, it.chance, it.rule) for it in SYSTEM.chances(session.encounter)]
    assert found == [
        ("c1", "next check, 2D ≤ 7", Fraction(21, 36), "T14"),  # the second action needs no throw
        ("c2", "next check, 1D ≤ 4", Fraction(4, 6), "T12"),
    ]
    assert choice(session, "c1", "attack").refusal is None
    run(session, c.Act("c1", "attack"))
    assert choice(session, "c2", "check").label == "Check 1D ≤ 4"


def test_chances_for_sixty_are_exact_too() -> None:
    units = [[odds.Runner(str(number), tuple(range(2, 13)), number)] for number in range(60)]
    assert sum(odds.chances_of_first(units).values()) == 1


# The table


def test_table_dice_are_asked_for_once_and_checks_on_their_own() -> None:
    session = fight(initiative="plain")
    run(session, c.AddCombatant("A", sheet={"end": 4}, at_table=True))
    run(session, c.AddCombatant("B", sheet={"end": 4}, at_table=True))
    dice = TableDice(seeded_dice(1))
    with pytest.raises(DiceNeeded) as asked:
        session.dispatch(c.OpenRound(), dice)
    for request, text in zip(asked.value.requests, ("1 2", "3 4"), strict=True):
        dice.answer(request, text)
    session.dispatch(c.OpenRound(), dice)
    run(session, c.Act("c1", "attack"))
    run(session, c.Act("c2", "attack"))
    with pytest.raises(DiceNeeded) as check:
        session.dispatch(c.Act("c1", "check"), TableDice(seeded_dice(1)))
    assert [str(request.code) for request in check.value.requests] == ["1d6"]


def test_numbers_that_the_table_enters() -> None:
    session = fight({"initiative": 5}, {}, initiative="entered")
    run(session, c.Fall("c2"))
    (section, _) = SYSTEM.sections(session.encounter, {})
    assert [(field.key, field.label, field.default) for field in section.inputs] == [("c1", "A", 5)]
    entered = choice(session, "", "enter", numbers__c1="−3")
    assert entered.command == c.Act("", "enter", {"c1": -3})
    run(session, entered.command)
    run(session, c.OpenRound())
    assert str(SYSTEM.number(session.encounter, "c1")) == "entered −3 = −3 (TA1)"
    run(session, c.CloseRound())
    wrong = choice(session, "", "enter", numbers__c1="soon")
    assert wrong.refusal is not None
    with pytest.raises(Refused, match="whole number"):
        run(session, wrong.command)
    with pytest.raises(Refused, match="not in this encounter"):
        run(session, c.Act("", "enter", {"c9": 1}))


def test_nobody_is_said_to_go_first_while_a_number_is_missing() -> None:
    session = fight({"initiative": 5}, {}, initiative="entered")
    assert not [it for it in SYSTEM.chances(session.encounter) if it.goes_first]
    run(session, c.Act("", "enter", {"c2": 5}))
    assert [it.chance for it in SYSTEM.chances(session.encounter) if it.goes_first] == [1, 1]


def test_rulings_say_how_it_stands() -> None:
    """The flags show the state; the fallen, and all between rounds, have no Watch and no Extra Action to rule on."""
    session = fight({}, {}, initiative="plain")

    def flags(one: Id) -> dict[str, object]:
        return {it.key: it.default for it in SYSTEM.rulable(session.encounter, one) if it.kind is Kind.FLAG}

    assert flags("c1") == {}
    run(session, c.OpenRound(), 1, 1, 1, 2)
    assert flags("c1") == {"watching": False, "extra": False}
    run(session, c.RuleFact("c1", "watching", True))
    run(session, c.RuleFact("c1", "extra", True))
    assert flags("c1") == {"watching": True, "extra": True}
    run(session, c.Fall("c2"))
    assert flags("c2") == {}


def test_wounds() -> None:
    session = fight({"end": 7, "morale": 9}, {"end": 9, "morale": 9}, {})
    first = choice(session, "c1", "wound")
    assert (first.outcome, first.rule) == ("END 7 → 6; +1 on initiative (TA1)", "TA7")
    second = choice(session, "c2", "wound", wounds__who="c2", wounds__lost="12", wounds__reduced="2")
    assert second.outcome == "END 9 → 0; +2 on initiative (TA1)"
    plain = choice(session, "c3", "wound", wounds__who="c3")
    assert plain.outcome == "END 7 → 6"  # no Morale, so no throw that wounds could worsen (TA1)
    run(session, second.command)
    assert [badge.text for badge in SYSTEM.badges(session.encounter, "c2")] == ["END 0 of 9"]
    healed = choice(session, "c2", "wound", wounds__who="c2", wounds__lost="-40")
    run(session, healed.command)
    assert SYSTEM.badges(session.encounter, "c2") == ()
    gone = choice(session, "c1", "wound", wounds__who="c9", wounds__lost="much")
    assert gone.refusal is not None
    assert gone.refusal.code == "bad_value"
    with pytest.raises(Refused, match="END lost: a whole number"):
        run(session, gone.command)
    nothing = choice(session, "c1", "wound", wounds__lost="0")
    assert nothing.refusal is not None
    with pytest.raises(Refused) as no:
        run(session, c.Act("c9", "wound", {"lost": 1}))
    assert no.value.code == "nobody"


# The panel


def test_what_is_typed_reaches_the_command_and_bad_values_stay_in_sight() -> None:
    session = fight({"fires": "auto"}, {}, initiative="plain")
    run(session, c.OpenRound(), 1, 1, 1, 2)
    panic = choice(session, "c1", "panic", panic_of_c1__shots="2", panic_of_c1__auto=True)
    assert panic.outcome.endswith("4 attacks as one action (T25)")
    wrong = choice(session, "c1", "panic", panic_of_c1__shots="9")
    assert wrong.refusal is not None
    assert wrong.refusal.code == "bad_value"
    with pytest.raises(Refused) as no:
        run(session, wrong.command)
    assert str(no.value) == str(wrong.refusal)
    run(session, c.Act("c1", "attack"))
    assert choice(session, "c2", "panic").refusal is not None


def test_of_those_who_act_at_once_one_is_picked() -> None:
    session = fight({}, {}, initiative="plain")
    run(session, c.OpenRound(), 1, 1, 1, 1)
    (act, *_) = SYSTEM.sections(session.encounter, {"act.who": "c2"})
    assert [pick.label for pick in act.inputs[0].picks] == ["A", "B"]
    assert act.choices[0].command == c.Act("c2", "attack")
    assert act.choices[0].next == "c1"
    run(session, act.choices[0].command)
    (act, *_) = SYSTEM.sections(session.encounter, {"act.who": "c2"})
    assert act.inputs == ()
    assert act.choices[0].command == c.Act("c1", "attack")


def test_a_refused_choice_is_refused_in_the_same_words() -> None:
    session = Session(SYSTEMS)
    for command in SYSTEM.sample():
        run(session, command)
    dice = seeded_dice(7)
    session.dispatch(c.OpenRound(), dice)
    refusals = 0
    for step in range(60):
        if not session.encounter.is_open:
            session.dispatch(c.OpenRound(), dice)
        offered = choices(session.encounter)
        for found in offered:
            if found.refusal:
                refusals += 1
                with pytest.raises(Refused) as no:
                    session.dispatch(found.command, dice)
                assert str(no.value) == str(found.refusal)
        open_ones = [found for found in offered if found.refusal is None]
        session.dispatch(open_ones[step * 7 % len(open_ones)].command, dice)
    assert refusals > 20


def test_the_buttons_foresee_who_acts_next() -> None:
    session = Session(SYSTEMS)
    for command in SYSTEM.sample():
        run(session, command)
    dice = seeded_dice(5)
    session.dispatch(c.OpenRound(), dice)
    for step in range(40):
        if not session.encounter.is_open:
            session.dispatch(c.OpenRound(), dice)
        able = [found for found in choices(session.encounter) if found.refusal is None and found.next]
        for found in able:
            session.dispatch(found.command, dice)
            assert session.encounter.acting()[0] == found.next
            session.undo()
        session.dispatch(able[step * 5 % len(able)].command if able else c.CloseRound(), dice)


def test_an_ordinary_round_of_four_takes_a_tap_an_action() -> None:
    """Four First Actions, four second ones that need no throw (END 7), then four declined checks."""
    session = fight({}, {}, {}, {}, initiative="plain")
    run(session, c.OpenRound(), 1, 1, 1, 2, 1, 3, 2, 3)
    taps = 0
    while session.encounter.is_open:
        one = session.encounter.acting()[0]
        run(session, c.Act(one, "attack" if choice(session, one, "done").next and taps < 8 else "done"))
        taps += 1
    assert taps == 12


# Edges


def test_nothing_to_show_without_combatants() -> None:
    session = fight()
    assert SYSTEM.sections(session.encounter, {}) == ()
    assert SYSTEM.track(session.encounter) == ()
    assert SYSTEM.number(session.encounter, "c1") is None
    assert SYSTEM.chances(session.encounter) == ()


def test_commands_for_nobody() -> None:
    session = fight({"end": 1}, {}, initiative="plain")
    run(session, c.OpenRound(), 1, 1, 1, 2)
    for command, code in (
        (c.Act("c9", "attack"), "nobody"),
        (c.Act("c9", "trigger"), "nobody"),
        (c.Act("c1", "frolic"), "no_action"),
        (c.Act("c1", "double", {"kind": "triple"}), "bad_value"),
    ):
        with pytest.raises(Refused) as no:
            run(session, command)
        assert no.value.code == code
    run(session, c.Fall("c2"))
    with pytest.raises(Refused) as no:
        run(session, c.Act("c2", "attack"))
    assert no.value.code == "unable"


def test_end_lost_while_others_act_ends_the_round_for_one_without_a_tap() -> None:
    session = fight({"end": 7}, {"end": 4}, initiative="plain")
    run(session, c.OpenRound(), 1, 1, 1, 2)
    run(session, c.Act("c1", "attack"))
    run(session, c.Act("c2", "attack"))
    run(session, c.Act("c2", "wound", {"lost": 4}))
    run(session, c.Act("c1", "attack"))
    assert session.encounter.standings["c2"].status is Status.DONE
    assert session.encounter.acting() == ("c1",)


def test_rulings_on_facts() -> None:
    session = fight({"end": 7}, {"end": 4}, initiative="plain")
    run(session, c.OpenRound(), 1, 1, 1, 2)
    with pytest.raises(Refused):
        run(session, c.RuleFact("", "end_now", 3))
    run(session, c.RuleFact("c1", "end_now", 3))
    run(session, c.RuleFact("c1", "reduced", 2))
    run(session, c.RuleFact("c1", "watching", True))
    assert [badge.text for badge in SYSTEM.badges(session.encounter, "c1")] == ["watches: its event", "END 3 of 7"]
    run(session, c.RuleFact("c1", "watching", False))
    run(session, c.Act("c1", "attack"))
    run(session, c.Act("c2", "attack"))
    run(session, c.RuleFact("c1", "extra", True))
    with pytest.raises(Refused) as no:
        run(session, c.RuleFact("c1", "extra", True))
    assert no.value.code == "no_change"
    run(session, c.RuleFact("c1", "extra", False))
    run(session, c.RuleFact("c1", "extra", True))
    run(session, c.Act("c1", "attack"))
    words = [
        str(sentence)
        for step, before in zip(session.past[-3:-1], session.past[-4:-2], strict=True)
        for sentence in narrate(before.after, step, SYSTEM)
    ]
    assert words == [
        "A has to check before the next action. (ruling)",
        "A may take a second action. (ruling)",
    ]


def test_a_drag_to_where_nobody_can_act_is_refused() -> None:
    session = fight({}, {}, {}, {}, initiative="plain")
    run(session, c.OpenRound(), 1, 1, 1, 2, 1, 3, 1, 4)
    for one in ("c1", "c2", "c3"):
        run(session, c.Act(one, "done"))
    with pytest.raises(Refused) as no:
        run(session, c.Move("c3", "c2"))  # between two who are done
    assert no.value.code == "nowhere"
    with pytest.raises(Refused) as alone:
        run(session, c.Move("c4", "c2"))  # a hold with nobody to wait for
    assert alone.value.code == "nobody_left"


def test_a_drag_of_the_done_to_below_the_last_who_plays() -> None:
    session = fight({}, {}, {}, initiative="plain")
    run(session, c.OpenRound(), 1, 1, 1, 2, 1, 3)
    run(session, c.Act("c1", "attack"))
    run(session, c.Act("c2", "done"))
    run(session, c.Act("c3", "attack"))
    run(session, c.Act("c1", "attack"))  # the track: C acts, A has acted, B is done
    run(session, c.RuleScore("c2", 9))
    run(session, c.Act("c3", "done"))
    assert SYSTEM.track(session.encounter) == ("c1", "c3", "c2")
    run(session, c.Move("c2", "c3"))
    assert session.encounter.standings["c2"].status is Status.READY
    assert SYSTEM.track(session.encounter) == ("c1", "c2", "c3")
    assert order.number_now(session.encounter.standings["c2"]) == 2


def test_damaged_facts_leave_a_fight_that_goes_on() -> None:
    """As a saved file may hold them."""
    session = fight({}, {"morale": 7}, initiative="given")
    run(session, c.OpenRound(), 1, 1, 1, 2)
    encounter = session.encounter
    for event in (
        FactSet("", "interrupted", "nobody", Lasting.ROUND),
        FactSet("c1", "triggered", "asleep", Lasting.ROUND),
        FactSet("c2", "actions", "many"),
        FactSet("c2", "reduced", 99),
        StatusSet("c1", Status.READY),
    ):
        encounter = evolve(encounter, event)
    assert [section.key for section in SYSTEM.sections(encounter, {})] == ["wounds"]
    assert SYSTEM.fact_words(encounter, "c2", "reduced", 99) == "has 3 reduced: +4 on initiative"
    session.past[-1] = type(session.past[-1])(c.OpenRound(), (), encounter)
    run(session, c.WriteNote("go on"))
    run(session, c.Act("c1", "attack"))
    assert session.encounter.acting() == ("c1",)
    run(session, c.Act("c1", "attack"))
    assert session.encounter.acting() == ("c2",)


def test_a_number_is_a_sum_with_its_reasons() -> None:
    session = fight({"morale": 6}, {})
    run(session, c.OpenRound(), 5, 5, 6, 6)
    number = SYSTEM.number(session.encounter, "c1")
    assert number == Sum((Term("2D", 10, "T2"), Term("Morale (6) failed", 10, "TA1")))


def test_looking_ahead_throws_no_dice() -> None:
    session = fight({"end": 4}, {"end": 4}, initiative="plain")
    run(session, c.OpenRound(), 1, 1, 1, 2)
    run(session, c.Act("c1", "attack"))
    run(session, c.Act("c2", "attack"))
    with pytest.raises(DiceNeeded):
        session.dispatch(c.Act("c1", "check"), NoDice())
    assert choice(session, "c1", "check").next == ""
