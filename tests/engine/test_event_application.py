"""Tests that each event changes its own fields, and nothing if it concerns nobody."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from turntrack.core import events as e
from turntrack.core.dice import NoDice, Roll
from turntrack.core.draft import Draft
from turntrack.core.events import Event
from turntrack.core.evolve import NO_ENCOUNTER, evolve, fold
from turntrack.core.memory import Memory, memory_field, recall
from turntrack.core.model import (
    Combatant,
    Condition,
    Counter,
    Encounter,
    Id,
    RefillTime,
    Stage,
    Standing,
    Status,
    TurnEffect,
)
from turntrack.core.score import Score, Term
from turntrack.systems.toolkit.turn_order import with_rulings

MARA, RAT, ILKO = Combatant("c1", "Mara"), Combatant("c2", "Rat"), Combatant("c3", "Ilko")


@pytest.fixture
def fight() -> Encounter:
    made = (e.EncounterMade("Ferry", "zebra"), e.CombatantAdded(MARA), e.CombatantAdded(RAT), e.CombatantAdded(ILKO))
    return fold(NO_ENCOUNTER, (*made, e.RoundOpened(1)))


def test_whoever_is_added_is_listed_last_and_ready(fight: Encounter) -> None:
    assert fight.order == ("c1", "c2", "c3")
    assert fight.standings["c3"] == Standing()
    assert fight.made == 3


def test_ids_are_not_used_twice(fight: Encounter) -> None:
    assert evolve(fight, e.CombatantRemoved("c3")).made == 3


def test_an_encounter_is_renamed_and_takes_readings(fight: Encounter) -> None:
    now = fold(fight, (e.EncounterRenamed("Quay"), e.OptionChosen("tie", "listed"), e.OptionChosen("tie", "not_again")))
    assert (now.name, now.options) == ("Quay", {"tie": "not_again"})


def test_whoever_leaves_is_gone_from_everywhere(fight: Encounter) -> None:
    now = evolve(fight, e.CombatantRemoved("c2"))
    assert (now.order, list(now.combatants), list(now.standings)) == (("c1", "c3"), ["c1", "c3"], ["c1", "c3"])
    assert now.name_of("c2") == "someone who has left"


def test_a_combatant_changes_without_moving(fight: Encounter) -> None:
    now = evolve(fight, e.CombatantChanged(Combatant("c2", "Rat King")))
    assert (now.name_of("c2"), now.order) == ("Rat King", fight.order)


def test_spending_and_scores_end_a_placing(fight: Encounter) -> None:
    placed = evolve(fight, e.Placed("c3", "c1"))
    assert placed.standings["c3"].before == "c1"
    assert evolve(placed, e.Spent("c3", Term("dodges", 3))).standings["c3"].before == ""
    assert evolve(placed, e.ScoreSet("c3", Score((Term("ruling", 4),)))).standings["c3"].before == ""
    assert evolve(placed, e.StatusSet("c3", Status.ACTING)).standings["c3"].before == "c1"


def test_a_new_round_begins_with_nothing_spent_and_a_new_pass_does_not(fight: Encounter) -> None:
    spent = fold(
        fight,
        (
            e.Spent("c1", Term("dodges", 3)),
            e.StatusSet("c1", Status.DONE),
            e.AbleSet("c2", False),
        ),
    )
    second_pass = evolve(spent, e.RoundOpened(1, 2))
    assert second_pass.standings == spent.standings
    second_round = fold(spent, (e.RoundClosed(1), e.RoundOpened(2)))
    mara = second_round.standings["c1"]
    assert (mara.status, mara.spent) == (Status.READY, ())
    assert not second_round.standings["c2"].able


def test_an_order_is_everyones_place(fight: Encounter) -> None:
    assert evolve(fight, e.OrderSet(("c3", "c1", "c2"))).order == ("c3", "c1", "c2")


def test_acting_is_whoever_has_that_status(fight: Encounter) -> None:
    now = fold(fight, (e.StatusSet("c3", Status.ACTING), e.StatusSet("c1", Status.ACTING)))
    assert now.acting() == ("c1", "c3")


@pytest.mark.parametrize(
    "event",
    [
        e.CombatantChanged(Combatant("c9", "Nobody")),
        e.CombatantRemoved("c9"),
        e.HealthChanged(3, (e.HealthChange("c9", 3),)),
        e.HealthCounted(("c9",), 3),
        e.CounterSet("c9", Counter("luck", 1)),
        e.CounterDropped("c9", "luck"),
        e.ConditionChanged(Condition(3, "c1", "stunned")),
        e.ConditionsEnded((3,)),
        e.HiddenSet(("c9",), True),
        e.Entered("c9"),
        e.Happened(3),
        e.HappeningDropped(3),
        e.ScoreSet("c9", Score(())),
        e.StatusSet("c9", Status.DONE),
        e.AbleSet("c9", False),
        e.Spent("c9", Term("dodges", 3)),
        e.Placed("c9", "c1"),
        e.Remembered("c9", Memory()),
        e.Noted("The bell rings."),
        e.DiceRolled("Mara", "initiative", Roll("1d20", ((3,),), 3)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_concerns_nobody_changes_nothing(fight: Encounter, event: Event) -> None:
    assert evolve(fight, event) == fight


def test_placings_form_a_chain(fight: Encounter) -> None:
    """Rat before Mara, then Ilko before Mara: Rat, Ilko, Mara. Taking Ilko out leaves Rat before Mara."""
    equal = {"c1": 5, "c2": 5, "c3": 5}
    chain = fold(fight, (e.Placed("c2", "c1"), e.Placed("c3", "c1")))
    assert with_rulings(("c1", "c2", "c3"), chain.standings, equal) == ("c2", "c3", "c1")
    taken_out = evolve(chain, e.Placed("c3", ""))
    assert with_rulings(("c3", "c1", "c2"), taken_out.standings, equal) == ("c3", "c2", "c1")


def test_a_placing_holds_while_the_numbers_are_equal(fight: Encounter) -> None:
    now = evolve(fight, e.Placed("c3", "c1"))
    assert with_rulings(("c1", "c2", "c3"), now.standings, {"c1": 5, "c2": 5, "c3": 5}) == ("c3", "c1", "c2")
    assert with_rulings(("c1", "c2", "c3"), now.standings, {"c1": 5, "c2": 5, "c3": 4}) == ("c1", "c2", "c3")


def test_a_circle_is_left_as_it_is() -> None:
    """No placing makes one, but everyone must stay on the track all the same."""
    standings = {"c1": Standing(before="c2"), "c2": Standing(before="c1")}
    assert with_rulings(("c1", "c2"), standings, {"c1": 5, "c2": 5}) == ("c1", "c2")


def test_a_turn_begins_once_and_is_over_once(fight: Encounter) -> None:
    """Held, broken into or put back it goes on; what is done aside from it begins none."""
    acting = e.StatusSet("c1", Status.ACTING)
    begun = evolve(fight, acting)
    assert begun.standings["c1"].stage is not Stage.NONE
    for going_on in (
        e.StatusSet("c1", Status.HOLDING),
        e.StatusSet("c1", Status.READY),
        e.Spent("c1", Term("aims", 3)),
    ):
        assert evolve(begun, going_on).standings["c1"].stage is not Stage.NONE
    over = (
        e.StatusSet("c1", Status.READY, turn=TurnEffect.OVER),
        e.StatusSet("c1", Status.DONE),
        e.AbleSet("c1", False),
    )
    for event in (*over, e.RoundClosed(1), e.RoundOpened(2)):
        assert evolve(begun, event).standings["c1"].stage is Stage.NONE
    aside = evolve(fight, e.StatusSet("c1", Status.ACTING, turn=TurnEffect.ASIDE))
    assert aside.standings["c1"].stage is Stage.NONE
    held = fold(begun, (e.StatusSet("c1", Status.HOLDING), e.RoundClosed(1)))
    assert (held.standings["c1"].status, held.standings["c1"].stage) == (Status.HOLDING, Stage.NONE)


def test_a_counter_fills_when_it_says(fight: Encounter) -> None:
    counters = (
        Counter("luck", 0, 3, RefillTime.ROUND),
        Counter("parries", 0, 2, RefillTime.TURN),
        Counter("arrows", 0, 9),
    )
    kept = fold(fight, (*(e.CounterSet("c1", counter) for counter in counters), e.CounterSet("c1", Counter("fear", 1))))

    def values(encounter: Encounter) -> list[int]:
        return [counter.value for counter in encounter.combatants["c1"].counters]

    assert values(evolve(kept, e.StatusSet("c1", Status.ACTING))) == [0, 2, 0, 1]
    assert values(evolve(kept, e.StatusSet("c1", Status.DONE, turn=TurnEffect.OVER))) == [0, 2, 0, 1]
    assert values(evolve(kept, e.StatusSet("c2", Status.ACTING))) == [0, 0, 0, 1]
    assert values(fold(kept, (e.RoundClosed(1), e.RoundOpened(2)))) == [3, 0, 0, 1]
    assert values(evolve(kept, e.RoundOpened(1, 2))) == [0, 0, 0, 1]


@dataclass(frozen=True, slots=True)
class Seen(Memory):
    alarm: bool = False
    last: Id = memory_field("", for_round=True)


def test_what_is_remembered_replaces_what_was(fight: Encounter) -> None:
    now = fold(fight, (e.Remembered("c1", Seen(True, "c2")), e.Remembered("", Seen(True)), e.Remembered("", Seen())))
    assert (now.standings["c1"].memory, now.memory) == (Seen(True, "c2"), Seen())
    assert now.standings["c2"].memory == Memory()


def test_what_is_remembered_for_the_round_ends_when_the_next_one_opens(fight: Encounter) -> None:
    told = fold(fight, (e.Remembered("c1", Seen(True, "c2")), e.Remembered("", Seen(True, "c3"))))
    second_pass = evolve(told, e.RoundOpened(1, 2))
    assert (second_pass.standings, second_pass.memory) == (told.standings, told.memory)
    second_round = fold(told, (e.RoundClosed(1), e.RoundOpened(2)))
    assert (second_round.standings["c1"].memory, second_round.memory) == (Seen(True), Seen(True))


def test_a_memory_is_recalled_by_its_own_system_alone(fight: Encounter) -> None:
    now = evolve(fight, e.Remembered("c1", Seen(True)))
    assert recall(now.standings["c1"].memory, Seen()) == Seen(True)
    assert recall(now.standings["c2"].memory, Seen()) == Seen()


def test_what_is_so_already_is_not_written_down_again(fight: Encounter) -> None:
    draft = Draft(fight, NoDice())
    for alarm in (False, True, True):
        draft.remember("c1", Seen(alarm))
        draft.remember("", Seen(alarm), "Z1")
    assert draft.events == [e.Remembered("c1", Seen(True)), e.Remembered("", Seen(True), "Z1")]
