"""Each event changes what it says, and nothing where nobody is concerned."""

from __future__ import annotations

import pytest

from engine.dice import Roll
from engine.events import (
    AbleSet,
    CombatantAdded,
    CombatantChanged,
    CombatantRemoved,
    DiceRolled,
    EncounterMade,
    EncounterRenamed,
    Event,
    FactSet,
    Noted,
    OptionChosen,
    OrderSet,
    Placed,
    RoundClosed,
    RoundOpened,
    ScoreSet,
    Spent,
    StatusSet,
)
from engine.evolve import NO_ENCOUNTER, evolve, fold
from engine.model import Combatant, Encounter, Lasting, Standing, Status
from engine.ordering import with_rulings
from engine.sums import Sum, Term

MARA, RAT, ILKO = Combatant("c1", "Mara"), Combatant("c2", "Rat"), Combatant("c3", "Ilko")


@pytest.fixture
def fight() -> Encounter:
    made = (EncounterMade("Ferry", "zebra"), CombatantAdded(MARA), CombatantAdded(RAT), CombatantAdded(ILKO))
    return fold(NO_ENCOUNTER, (*made, RoundOpened(1)))


def test_whoever_is_added_is_listed_last_and_ready(fight: Encounter) -> None:
    assert fight.order == ("c1", "c2", "c3")
    assert fight.standings["c3"] == Standing()
    assert fight.made == 3


def test_ids_are_not_used_twice(fight: Encounter) -> None:
    assert evolve(fight, CombatantRemoved("c3")).made == 3


def test_an_encounter_is_renamed_and_takes_readings(fight: Encounter) -> None:
    now = fold(fight, (EncounterRenamed("Quay"), OptionChosen("tie", "listed"), OptionChosen("tie", "not_again")))
    assert (now.name, now.options) == ("Quay", {"tie": "not_again"})


def test_whoever_leaves_is_gone_from_everywhere(fight: Encounter) -> None:
    now = evolve(fight, CombatantRemoved("c2"))
    assert (now.order, list(now.combatants), list(now.standings)) == (("c1", "c3"), ["c1", "c3"], ["c1", "c3"])
    assert now.name_of("c2") == "someone who has left"


def test_a_combatant_changes_without_moving(fight: Encounter) -> None:
    now = evolve(fight, CombatantChanged(Combatant("c2", "Rat King")))
    assert (now.name_of("c2"), now.order) == ("Rat King", fight.order)


def test_spending_and_scores_end_a_placing(fight: Encounter) -> None:
    placed = evolve(fight, Placed("c3", "c1"))
    assert placed.standings["c3"].before == "c1"
    assert evolve(placed, Spent("c3", Term("dodges", 3))).standings["c3"].before == ""
    assert evolve(placed, ScoreSet("c3", Sum((Term("ruling", 4),)))).standings["c3"].before == ""
    assert evolve(placed, StatusSet("c3", Status.ACTING)).standings["c3"].before == "c1"


def test_a_new_round_begins_with_nothing_spent_and_a_new_pass_does_not(fight: Encounter) -> None:
    spent = fold(
        fight,
        (
            Spent("c1", Term("dodges", 3)),
            StatusSet("c1", Status.DONE),
            AbleSet("c2", False),
            FactSet("c1", "reserved", True, Lasting.ROUND),
            FactSet("c1", "engaged", ("c2",)),
            FactSet("", "just_acted", "c1", Lasting.ROUND),
            FactSet("", "alarm", True),
        ),
    )
    assert spent.fact("just_acted") == "c1"
    second_pass = evolve(spent, RoundOpened(1, 2))
    assert second_pass.standings == spent.standings
    second_round = fold(spent, (RoundClosed(1), RoundOpened(2)))
    mara = second_round.standings["c1"]
    assert (mara.status, mara.spent, mara.fact("reserved"), mara.fact("engaged")) == (Status.READY, (), False, ("c2",))
    assert not second_round.standings["c2"].able
    assert (second_round.fact("just_acted", "nobody"), second_round.fact("alarm")) == ("nobody", True)


def test_false_and_nobody_forget_a_fact(fight: Encounter) -> None:
    told = fold(fight, (FactSet("c1", "reserved", True), FactSet("c1", "engaged", ("c2",)), FactSet("c1", "left", 0)))
    forgot = fold(told, (FactSet("c1", "reserved", False), FactSet("c1", "engaged", ())))
    assert list(told.standings["c1"].facts) == ["reserved", "engaged", "left"]
    assert list(forgot.standings["c1"].facts) == ["left"]


def test_a_fact_of_another_kind_counts_as_missing(fight: Encounter) -> None:
    odd = evolve(fight, FactSet("c1", "engaged", "c2"))
    assert odd.standings["c1"].fact("engaged", ()) == ()
    assert odd.standings["c1"].fact("engaged") == "c2"


def test_an_order_is_everyones_place(fight: Encounter) -> None:
    assert evolve(fight, OrderSet(("c3", "c1", "c2"))).order == ("c3", "c1", "c2")


def test_acting_is_whoever_has_that_status(fight: Encounter) -> None:
    now = fold(fight, (StatusSet("c3", Status.ACTING), StatusSet("c1", Status.ACTING)))
    assert now.acting() == ("c1", "c3")


@pytest.mark.parametrize(
    "event",
    [
        CombatantChanged(Combatant("c9", "Nobody")),
        CombatantRemoved("c9"),
        ScoreSet("c9", Sum(())),
        StatusSet("c9", Status.DONE),
        AbleSet("c9", False),
        Spent("c9", Term("dodges", 3)),
        Placed("c9", "c1"),
        FactSet("c9", "reserved", True),
        Noted("The bell rings."),
        DiceRolled("Mara", "initiative", Roll("1d20", ((3,),), 3)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_concerns_nobody_changes_nothing(fight: Encounter, event: Event) -> None:
    assert evolve(fight, event) == fight


def test_placings_form_a_chain(fight: Encounter) -> None:
    """Rat before Mara, then Ilko before Mara: Rat, Ilko, Mara. Taking Ilko out leaves Rat before Mara."""
    equal = {"c1": 5, "c2": 5, "c3": 5}
    chain = fold(fight, (Placed("c2", "c1"), Placed("c3", "c1")))
    assert with_rulings(("c1", "c2", "c3"), chain.standings, equal) == ("c2", "c3", "c1")
    taken_out = evolve(chain, Placed("c3", ""))
    assert with_rulings(("c3", "c1", "c2"), taken_out.standings, equal) == ("c3", "c2", "c1")


def test_a_placing_holds_while_the_numbers_are_equal(fight: Encounter) -> None:
    now = evolve(fight, Placed("c3", "c1"))
    assert with_rulings(("c1", "c2", "c3"), now.standings, {"c1": 5, "c2": 5, "c3": 5}) == ("c3", "c1", "c2")
    assert with_rulings(("c1", "c2", "c3"), now.standings, {"c1": 5, "c2": 5, "c3": 4}) == ("c1", "c2", "c3")


def test_a_circle_is_left_as_it_is() -> None:
    """No placing makes one, but everyone must stay on the track all the same."""
    standings = {"c1": Standing(before="c2"), "c2": Standing(before="c1")}
    assert with_rulings(("c1", "c2"), standings, {"c1": 5, "c2": 5}) == ("c1", "c2")
