"""Tests of the sentence that the log prints for each event."""

from __future__ import annotations

import pytest

from tests.engine.table import Table
from turntrack.core import events as e
from turntrack.core.commands import ChangeCombatant, CloseRound, OpenRound, WriteNote
from turntrack.core.dice import Roll, seeded_dice
from turntrack.core.events import RULING, Event
from turntrack.core.evolve import NO_ENCOUNTER, fold
from turntrack.core.model import (
    Combatant,
    Condition,
    Counter,
    Encounter,
    RefillTime,
    Reinforcement,
    Schedule,
    Share,
    Status,
    Until,
)
from turntrack.core.score import Score, Term
from turntrack.history.session import Step
from turntrack.log.narrate import Sentence, narrate, title
from turntrack.systems import SYSTEMS
from turntrack.systems.zebra import SYSTEM
from turntrack.systems.zebra.memory import ZebraCombatant, ZebraFight

MARA = Combatant("c1", "Mara", "Crew", health=9)


@pytest.fixture
def fight() -> Encounter:
    scored = e.ScoreSet("c1", Score((Term("d20", 9), Term("nerve", 6), Term("Nimbleness", 7, "Z3"))))
    made = (e.EncounterMade("Ferry", "zebra"), e.CombatantAdded(MARA), e.CombatantAdded(Combatant("c2", "Rat")))
    return fold(NO_ENCOUNTER, (*made, e.RoundOpened(1), scored))


def told(before: Encounter, *events: Event) -> list[str]:
    step = Step(WriteNote(""), events, fold(before, events))
    return [str(sentence) for sentence in narrate(before, step, SYSTEM)]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (e.EncounterMade("Ferry", "zebra"), "Ferry: a new fight, Zebra Island."),
        (e.EncounterRenamed("Quay"), "The fight is now called Quay."),
        (e.OptionChosen("tie", "listed"), "Equal counters: as listed. (ZA4)"),
        (e.OptionChosen("tie", "dice"), "Equal counters: dice. (ZA4)"),
        (e.OptionChosen("weather", "rain"), "Option weather: rain."),
        (e.CombatantAdded(Combatant("c3", "Zora")), "Zora joins."),
        (e.CombatantChanged(Combatant("c1", "Mira")), "Mara is now called Mira."),
        (e.CombatantChanged(Combatant("c1", "Mara", "Crew", health=-2)), "Mara: health 9 → −2."),
        (
            e.CombatantChanged(Combatant("c1", "Mara", "Crew", at_table=True, health=9)),
            "Mara rolls real dice from now on.",
        ),
        (e.CombatantChanged(Combatant("c1", "Mara", "Harbour", health=9)), "Mara is now on the side of Harbour."),
        (e.CombatantChanged(Combatant("c1", "Mara", health=9)), "Mara is now on no side."),
        (e.CombatantChanged(Combatant("c1", "Mara", "Crew", health=9, temporary=4)), "Mara: temporary points 0 → 4."),
        (e.HealthChanged(7, (e.HealthChange("c1", 2),)), "Mara takes 7: 9 → 2."),
        (e.HealthChanged(7, (e.HealthChange("c1", 9, share=Share.NONE),)), "Mara takes none of 7: 9 → 9."),
        (e.HealthChanged(7, (e.HealthChange("c2", 0),)), "Rat takes 7."),
        (
            e.HealthChanged(7, (e.HealthChange("c1", 16),), heals=True, rule=RULING),
            "Mara is healed by 7: 9 → 16. (ruling)",
        ),
        (
            e.HealthChanged(7, (e.HealthChange("c2", 0), e.HealthChange("c1", 6, share=Share.HALF))),
            "7 points of damage: Rat takes 7; Mara half, 9 → 6.",
        ),
        (e.HealthCounted(("c1", "c2"), 9), "Mara, Rat: health is counted from now on; full is 9."),
        (e.PoolSet("Guards", True), "Guards: they share one health from now on."),
        (e.CounterSet("c1", Counter("luck", 2, 3, RefillTime.ROUND)), "Mara: luck 2 of 3, refilled each round."),
        (
            e.ConditionsGiven((Condition(1, "c1", "hexed", "sees double", "c2", Until.TURN_ENDS, "c1", 13),)),
            "Mara is hexed “sees double” (by Rat) until Mara’s 13th turn from now ends.",
        ),
        (
            e.ConditionsGiven((Condition(1, "c1", "hexed", until=Until.TURN_BEGINS, whose="c9", turns=22),)),
            "Mara is hexed until someone who has left’s 22nd turn from now begins.",
        ),
        (e.ConditionChanged(Condition(1, "c1", "hexed")), "Mara is still hexed."),
        (e.CombatantChanged(Combatant("c1", "Mara", "Crew", health=9, players_name="M")), "Mara: the players know M."),
        (e.HiddenSet(("c1", "c2"), True), "Mara, Rat are hidden from the players."),
        (e.HiddenSet(("c1",), False, "acts"), "Mara acts and is revealed to the players."),
        (
            e.Waited(Reinforcement(Combatant("c3", "Boss"), Schedule(2, -3))),
            "Boss waits in the wings; comes in sequence 2, at count −3.",
        ),
        (e.Waited(Reinforcement(MARA)), "Mara leaves the fight, and can be called back."),
        (e.Happened(7), "What was planned (now)"),
        (e.CounterDropped("c1", "luck"), "Mara: luck is no longer counted."),
        (e.CombatantRemoved("c2"), "Rat leaves the fight."),
        (e.RoundOpened(2, rule="Z14"), "Sequence 2 begins. (Z14)"),
        (e.RoundOpened(2, 3), "Sequence 2,  3, begins."),
        (e.RoundClosed(1, "Z13"), "That is the end of sequence 1. (Z13)"),
        (e.RoundClosed(1, RULING), "The game master ends sequence 1. (ruling)"),
        (e.DiceRolled("Mara", "initiative", Roll("1d20", ((9,),), 9)), "Mara rolls 1d20: 9 for initiative."),
        (e.DiceRolled("Mara", "luck", Roll("3D", (), 9, typed=True), "Z2"), "Mara rolls 3D: 9 for luck. (Z2)"),
        (
            e.ScoreSet("c2", Score((Term("d20", 4), Term("debt", -5, "Z16"))), "Z14"),
            "Rat: d20 4 − debt 5 = −1. (Z14, Z16)",
        ),
        (e.ScoreSet("c1", Score((Term("ruling", 30, RULING),)), RULING), "Mara: 22 → 30. (ruling)"),
        (e.ScoreSet("c2", Score((Term("ruling", 30, RULING),)), RULING), "Rat: ruling 30 = 30. (ruling)"),
        (e.StatusSet("c1", Status.ACTING, rule="Z7"), "Mara is up. (Z7)"),
        (e.StatusSet("c1", Status.DONE, "has had enough", "Z11"), "Mara has had enough. (Z11)"),
        (e.AbleSet("c1", False), "Mara falls."),
        (e.AbleSet("c1", True), "Mara is able to act again."),
        (e.Spent("c1", Term("dodges", 3, "Z27"), rule="Z8"), "Mara dodges (3): 22 → 19. (Z8, Z27)"),
        (e.Spent("c1", Term("waves", 0), "to Ilko"), "Mara waves “to Ilko” (0): 22 → 22."),
        (e.Spent("c2", Term("waves", 1)), "Rat waves."),
        (e.OrderSet(("c2", "c1"), "Z7"), "The order is Rat, Mara. (Z7)"),
        (e.Placed("c1", "c2", "is placed before Rat", RULING), "Mara is placed before Rat. (ruling)"),
        (e.Remembered("c1", ZebraCombatant(("c2", "c9")), "Z5"), "Mara is engaged with Rat. (Z5)"),
        (e.Remembered("c1", ZebraCombatant(reserved=True)), "Mara has a reserved action."),
        (e.Noted("The bell rings.", "ZA5"), "The bell rings. (ZA5)"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_an_event_is_one_sentence(fight: Encounter, event: Event, sentence: str) -> None:
    assert told(fight, event) == [sentence]


@pytest.mark.parametrize(
    "event",
    [
        e.StatusSet("c1", Status.READY),
        e.OrderSet(("c2", "c1")),
        e.Placed("c1", "c2"),
        e.Remembered("", ZebraFight(just_acted="c1")),
        e.Remembered("c1", ZebraCombatant(placed=True)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_the_track_says_already_is_not_told(fight: Encounter, event: Event) -> None:
    assert told(fight, event) == []


def test_sentences_stand_in_the_order_things_happened(fight: Encounter) -> None:
    assert told(fight, e.Spent("c1", Term("dodges", 3)), e.Spent("c1", Term("aims", 3))) == [
        "Mara dodges (3): 22 → 19.",
        "Mara aims (3): 19 → 16.",
    ]


def test_a_ruling_is_marked() -> None:
    assert Sentence("Mara: 22 → 30.", (RULING,)).is_ruling
    assert not Sentence("Mara: 22 → 30.", ("Z8",)).is_ruling


def test_undo_names_a_step_by_what_was_done(fight: Encounter) -> None:
    def named(*events: Event) -> str:
        return title(fight, Step(WriteNote(""), events, fold(fight, events)), SYSTEM)

    assert named(e.StatusSet("c1", Status.READY), e.Spent("c1", Term("dodges", 3))) == "Mara dodges"
    assert named(e.RoundClosed(1, "Z13")) == "That is the end of sequence 1"
    assert named(e.StatusSet("c1", Status.READY)) == "a change"


@pytest.mark.parametrize(
    ("key", "field", "label"),
    [
        ("traveller", "morale", "Morale"),
        ("traveller", "initiative", "Initiative"),
        ("table_rules", "fixed", "Fixed initiative"),
    ],
)
def test_a_number_that_the_sheet_may_lack(key: str, field: str, label: str) -> None:
    table = Table(key, "Ana")
    assert table.do(ChangeCombatant("c1", sheet={field: 8})) == [f"Ana: {label} none → 8."]
    assert table.do(ChangeCombatant("c1", sheet={field: ""})) == [f"Ana: {label} 8 → none."]


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
def test_what_is_rolled_for_a_round_is_told_after_its_beginning(key: str) -> None:
    table = Table.sample(key)
    for _ in range(2):
        table.do_with(seeded_dice(2), OpenRound())
        events = table.session.past[-1].events
        (opened,) = [at for at, event in enumerate(events) if isinstance(event, e.RoundOpened) and event.part == 1]
        assert not [event for event in events[:opened] if isinstance(event, e.DiceRolled)]
        table.do(CloseRound())
