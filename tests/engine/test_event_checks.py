"""Tests of event checks: impossible events are refused with the reason, odd ones can be shown."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from tests.engine.edited_files import draw_events, replay_with
from tests.engine.fights import play_ferry, play_sample, read_all_views, read_views
from turntrack.codec.dataclass_json import Unread
from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.errors import BadSave
from turntrack.core.events import Event
from turntrack.core.fields import Values
from turntrack.core.model import (
    Attempt,
    Combatant,
    Condition,
    Counter,
    FightCounter,
    Happening,
    Reinforcement,
    Schedule,
    Status,
    Until,
)
from turntrack.core.score import Score, Term
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import Did, Save, decode_save, encode_save
from turntrack.systems import SYSTEMS
from turntrack.systems.interlock import memory as interlock
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.rond6 import memory as rond6
from turntrack.systems.traveller import memory as traveller
from turntrack.systems.unbound import memory as unbound
from turntrack.systems.zebra import memory as zebra


def hurt(*changes: e.HealthChange) -> Event:
    return e.HealthChanged(3, changes)


def in_condition(*conditions: Condition) -> Event:
    return e.ConditionsGiven(conditions)


def planned(happening: Happening) -> Event:
    return e.HappeningPlanned(happening)


def counted(name: str, value: int = 0, gains: str = "") -> Event:
    return e.FightCounterSet(FightCounter(name, value, gains=gains))


def added(*counters: Counter) -> Event:
    return e.CombatantAdded(Combatant("c6", "Zora", counters=counters))


@pytest.mark.parametrize(
    ("happened", "message"),
    [
        (e.Spent("c9", Term("dodges", 3)), "Spent: nobody is called c9"),
        (e.Remembered("c9", zebra.ZebraCombatant()), "Remembered: nobody is called c9"),
        (e.CombatantChanged(Combatant("c9", "Nobody")), "CombatantChanged: nobody is called c9"),
        (e.Noted("Mara waves.", about="c9"), "Noted: nobody is called c9"),
        (e.OrderSet(("c1", "c2")), "OrderSet: every combatant once was expected"),
        (e.OrderSet(("c1", "c2", "c3", "c4", "c4")), "OrderSet: every combatant once was expected"),
        (e.OptionChosen("tie", "dice"), "OptionChosen: tie cannot be dice"),
        (e.RoundOpened(0), "RoundOpened: rounds are counted from 1"),
        (e.RoundOpened(3), "RoundOpened: rounds are counted from 1, without a gap"),
        (e.RoundOpened(1, 30), "RoundOpened: rounds are counted from 1, without a gap"),
        (e.Spent("c1", Term("strikes", 3), at="c9"), "Spent: nobody is called c9"),
        (e.Spent("c1", Term("dodges", 100_001)), "Spent: numbers from -100000 to 100000 were expected"),
        (e.ScoreSet("c1", Score((Term("d20", 1_000_000),))), "ScoreSet: numbers from -100000 to 100000 were expected"),
        (
            e.ScoreSet("c1", Score((Term("d20", 1_000_000), Term("debt", -1_000_000)))),
            "ScoreSet: numbers from -100000 to 100000 were expected",
        ),
        (e.Remembered("", zebra.ZebraCombatant(("c2",))), "ZebraFight, “engaged”: this is not known here"),
        (e.Remembered("c1", zebra.ZebraFight(was_empty=True)), "ZebraCombatant, “was_empty”: this is not known here"),
        (e.Remembered("c1", Unread({"reserved": "yes"})), "“reserved”: true or false was expected, not “yes”"),
        (e.Remembered("c1", Unread({"engaged": 7})), "“engaged”: a list of at most 1000 was expected, not “7”"),
        (e.Remembered("c1", zebra.ZebraCombatant(level_kept=-10_001)), "a number from -10000 to 10000 was expected"),
        (hurt(e.HealthChange("c9", 3)), "HealthChanged: nobody is called c9"),
        (hurt(e.HealthChange("c1", 3), e.HealthChange("c1", 2)), "HealthChanged: each of them once was expected"),
        (hurt(e.HealthChange("c1", -10_000)), "HealthChanged: Health: a whole number from -9999 to 9999"),
        (hurt(e.HealthChange("c1", 3, -1)), "HealthChanged: Temporary points: a whole number from 0 to 9999"),
        (e.HealthChanged(0, (e.HealthChange("c1", 3),)), "HealthChanged: How much: a whole number from 1 to 4999"),
        (e.HealthCounted(("c1", "c9"), 4), "HealthCounted: nobody is called c9"),
        (e.HealthCounted(("c1",), 10_000), "HealthCounted: Health: a whole number"),
        (e.PoolSet("", True), "a name of 1 to 60 characters was expected"),
        (e.CounterSet("c9", Counter("luck", 3)), "CounterSet: nobody is called c9"),
        (e.CounterSet("c1", Counter("luck", -1)), "CounterSet: The count: a whole number from 0 to 9999"),
        (e.CounterSet("c1", Counter("luck", 1, 10_000)), "CounterSet: The count: a whole number from 0 to 9999"),
        (e.CounterSet("c1", Counter("", 1)), "a name of 1 to 60 characters was expected"),
        (e.CounterDropped("c9", "luck"), "CounterDropped: nobody is called c9"),
        (added(Counter("luck", 1), Counter("luck", 2)), "c6: two counters have one name"),
        (added(*(Counter(f"luck {number}", 1) for number in range(21))), "c6: there are at most 20 counters"),
        (added(Counter("luck", 10_000)), "c6: The count: a whole number from 0 to 9999"),
        (counted("Fear", -1), "FightCounterSet: The count: a whole number from 0 to 9999"),
        (counted(" Fear"), "FightCounterSet: the counter is not as expected"),
        (counted("Fear", gains="nerve"), "FightCounterSet: “nerve”, place 1"),
        (e.FightCounterSet(FightCounter("Fear"), "Doom"), "FightCounterSet: there is no counter called Doom"),
        (e.FightCounterDropped("Doom"), "FightCounterDropped: there is no counter called Doom"),
        (e.ConditionsGiven(()), "ConditionsGiven: a condition was expected"),
        (in_condition(Condition(2, "c1", "held")), "ConditionsGiven: the number 1 was expected"),
        (in_condition(Condition(1, "c9", "held")), "a condition: nobody is called c9"),
        (in_condition(Condition(1, "c1", "held", by="c9")), "ConditionsGiven: nobody is called c9"),
        (in_condition(Condition(1, "c1", "")), "a name of 1 to 60 characters was expected"),
        (in_condition(Condition(1, "c1", "held", "x" * 501)), "ConditionsGiven: The text: at most 500 characters"),
        (in_condition(Condition(1, "c1", "held", until=Until.TURN_ENDS)), "a condition: nobody is called ."),
        (
            in_condition(Condition(1, "c1", "held", lost=-1)),
            "ConditionsGiven: The count: a whole number from 0 to 9999",
        ),
        (in_condition(Condition(1, "c1", "held", turns=1001)), "a condition: at most 1000 turns"),
        (in_condition(Condition(1, "c1", "held", rolls_at="c9")), "a condition: nobody is called c9"),
        (
            in_condition(Condition(1, "c1", "held", count=1000)),
            "ConditionsGiven: The count: a whole number from -999 to 999",
        ),
        (
            in_condition(Condition(1, "c1", "held", attempt=Attempt("99d6", 3))),
            "ConditionsGiven: The roll: at most 10 dice",
        ),
        (
            in_condition(Condition(1, "c1", "held", attempt=Attempt("2D6", 3))),
            "a condition: its roll is not as expected",
        ),
        (e.ConditionChanged(Condition(1, "c1", "held")), "ConditionChanged: there is no such condition"),
        (e.ConditionsEnded((1,)), "ConditionsEnded: there is no such condition"),
        (e.ConditionsEnded(()), "ConditionsEnded: a condition was expected"),
        (e.CombatantRemoved("c9"), "CombatantRemoved: nobody is called c9"),
        (e.HiddenSet(("c9",), True), "HiddenSet: nobody is called c9"),
        (e.HiddenSet(("c1", "c1"), True), "HiddenSet: each of them once was expected"),
        (e.HiddenSet((), True), "HiddenSet: each of them once was expected"),
        (e.Entered("c1"), "Entered: nobody is called c1"),
        (e.Waited(Reinforcement(Combatant("c9", "Boss"))), "Waited: the id c6 was expected"),
        (e.Waited(Reinforcement(Combatant("c6", ""))), "a name of 1 to 60 characters was expected"),
        (
            e.Waited(Reinforcement(Combatant("c6", "Boss"), Schedule(-1))),
            "when something comes: The round: a whole number",
        ),
        (
            e.Waited(Reinforcement(Combatant("c6", "Boss"), Schedule(1, 1000))),
            "when something comes: The count: a whole number",
        ),
        (e.CombatantAdded(Combatant("c6", "Boss", players_name="x" * 61)), "c6: players’ name: at most 60 characters"),
        (planned(Happening(2, "The bell rings.", Schedule(3))), "HappeningPlanned: the number 1 was expected"),
        (planned(Happening(1, "", Schedule(3))), "HappeningPlanned: a text of 1 to 500 characters was expected"),
        (planned(Happening(1, "The bell rings.", Schedule(1000))), "when something comes: The round: a whole number"),
        (e.Happened(1), "Happened: there is no such happening"),
        (e.HappeningDropped(1), "HappeningDropped: there is no such happening"),
        (e.EncounterRenamed(""), "a name of 1 to 60 characters was expected"),
        (e.CombatantAdded(Combatant("c3", "Twin")), "CombatantAdded: the id c6 was expected"),
    ],
)
def test_what_cannot_have_happened_is_named(happened: Event, message: str) -> None:
    records = records_of(play_ferry())
    made_up = Did(len(records) + 1, c.WriteNote("made up"), (happened,))
    with pytest.raises(BadSave) as wrong:
        replay((*records, made_up), SYSTEMS)
    assert f"Record {made_up.seq}: " in str(wrong.value)
    assert message in str(wrong.value)


@pytest.mark.parametrize(
    ("key", "happened"),
    [
        ("traveller", e.Remembered("c1", traveller.TravellerCombatant(actions=-1))),
        ("traveller", e.Remembered("", traveller.TravellerCombatant(end_lost=2))),
        ("traveller", e.Remembered("c1", traveller.TravellerCombatant(end_lost=-1_000_000_000))),
        ("traveller", e.Remembered("c1", traveller.TravellerCombatant(actions=100_000))),
        ("traveller", e.Remembered("c1", traveller.TravellerCombatant(entered=100_000))),
        ("traveller", e.Remembered("c1", traveller.TravellerCombatant(reduced=4))),
        ("zebra", e.ScoreSet("c1", Score((Term("d20", 1_000_000),)))),
        ("rond6", e.Remembered("", rond6.Rond6Combatant(has_fate=True))),
        ("rond6", e.Remembered("", rond6.Rond6Combatant(declared=1))),
        ("rond6", e.Remembered("c1", Unread({"tie": {"other": "c2"}}))),
        ("rond6", e.ScoreSet("c1", Score((Term("3D", 1_000_000),)))),
        ("unbound", e.Remembered("", unbound.UnboundCombatant(is_roller=True))),
        ("unbound", e.Remembered("", Unread({"factions": 7}))),
    ],
)
def test_what_no_view_could_show_is_refused(key: str, happened: Event) -> None:
    records = records_of(play_sample(system_of(key, SYSTEMS)))
    with pytest.raises(BadSave, match=f"Record {len(records) + 1}: "):
        replay((*records, Did(len(records) + 1, c.WriteNote("made up"), (happened,))), SYSTEMS)


@pytest.mark.parametrize(
    ("key", "happened"),
    [
        ("zebra", (e.Remembered("c1", zebra.ZebraCombatant(("c99", "c2"))),)),
        ("zebra", (e.ScoreSet("c1", Score((Term("d20", 100_000),))),)),
        ("rond6", (e.Remembered("", rond6.Rond6Fight(("c99", "c1"), ("c99", "c2"), "c99", ("c99",))),)),
        ("rond6", (e.Remembered("c1", rond6.Rond6Combatant(tie=rond6.TieBreak("c99", rond6.TieFactor.LIST))),)),
        ("interlock", (e.Remembered("c1", interlock.InterlockCombatant(wait=interlock.TurnWait("c99"))),)),
        ("traveller", (e.Remembered("c1", traveller.TravellerCombatant(last_pass=10_000)),)),
        ("traveller", tuple(e.StatusSet(f"c{number}", Status.ACTING) for number in range(1, 6))),
        ("traveller", (e.StatusSet("c1", Status.ACTING), e.AbleSet("c1", False))),
    ],
)
def test_what_is_odd_and_can_be_shown_is_taken(key: str, happened: tuple[Event, ...]) -> None:
    """Combatants who have left, the fallen who act, a pass that is far ahead."""
    system = system_of(key, SYSTEMS)
    records = records_of(play_sample(system))
    made_up = Did(len(records) + 1, c.WriteNote("made up"), happened)
    read_all_views(replay((*records, made_up), SYSTEMS), system)


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_what_cannot_happen_is_refused_or_can_be_shown(system: TurnSystem) -> None:
    session = play_sample(system)

    @settings(max_examples=amount(80))
    @given(st.lists(draw_events(session, system), min_size=1, max_size=2).map(tuple))
    def check(happened: tuple[Event, ...]) -> None:
        made_up = replay_with(session, happened)
        if made_up:
            read_views(made_up.before_last, made_up.past[-1], system)

    check()


def test_what_newer_fields_begin_with_fills_up_an_older_sheet() -> None:
    raw = json.loads(encode_save(Save("Ambush", "zebra", records_of(play_ferry()))))
    del raw["records"][1]["events"][0]["combatant"]["sheet"]["load"]
    back = replay(decode_save(json.dumps(raw)).records, SYSTEMS)
    assert back.encounter.combatants["c1"].sheet["load"] == "none"


def test_an_option_of_another_version_does_no_harm() -> None:
    records = records_of(play_ferry())
    odd = Did(len(records) + 1, c.ChooseOption("weather", "rain"), (e.OptionChosen("weather", "rain"),))
    assert replay((*records, odd), SYSTEMS).encounter.options == {"weather": "rain"}


def test_counters_and_pools_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_of(play_ferry())
    counters = tuple(e.CounterSet("c1", Counter(f"luck {number}", 1)) for number in range(21))
    few = replay((*records, Did(len(records) + 1, c.WriteNote("made up"), counters[:20])), SYSTEMS)
    assert len(few.encounter.combatants["c1"].counters) == 20
    with pytest.raises(BadSave, match="CounterSet: there are at most 20 counters"):
        replay((*records, Did(len(records) + 1, c.WriteNote("made up"), counters)), SYSTEMS)
    clocks = tuple(counted(f"clock {number}") for number in range(9))
    with pytest.raises(BadSave, match="FightCounterSet: there are too many counters"):
        replay((*records, Did(len(records) + 1, c.WriteNote("made up"), clocks)), SYSTEMS)
    renamed = (*clocks[:2], e.FightCounterSet(FightCounter("clock 0"), "clock 1"))
    with pytest.raises(BadSave, match="FightCounterSet: two counters have one name"):
        replay((*records, Did(len(records) + 1, c.WriteNote("made up"), renamed)), SYSTEMS)
    monkeypatch.setattr("turntrack.saves.event_checks.MOST_COMBATANTS", 5)
    pools = tuple(e.PoolSet(f"Band {number}", True) for number in range(6))
    with pytest.raises(BadSave, match="PoolSet: there are at most 5 groups"):
        replay((*records, Did(len(records) + 1, c.WriteNote("made up"), pools)), SYSTEMS)


def test_a_condition_stays_with_whom_it_was_given_to(monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_of(play_ferry())
    held = Condition(1, "c1", "held", by="c2", held=True)

    def told(*more: Event) -> Did:
        return Did(len(records) + 1, c.WriteNote("made up"), (in_condition(held), *more))

    assert replay((*records, told()), SYSTEMS).encounter.conditions == (held,)
    for changed, message in (
        (replace(held, bearer="c2"), "ConditionChanged: there is no such condition"),
        (replace(held, by="c3"), "ConditionChanged: it was brought about otherwise"),
        (replace(held, held=False), "ConditionChanged: it was brought about otherwise"),
    ):
        with pytest.raises(BadSave, match=message):
            replay((*records, told(e.ConditionChanged(changed))), SYSTEMS)
    monkeypatch.setattr("turntrack.saves.event_checks.MOST_CONDITIONS", 1)
    with pytest.raises(BadSave, match="ConditionsGiven: there are at most 1 conditions"):
        replay((*records, told(in_condition(replace(held, number=2)))), SYSTEMS)


def test_what_is_planned_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_of(play_ferry())
    monkeypatch.setattr("turntrack.saves.event_checks.MOST_HAPPENINGS", 1)
    both = tuple(planned(Happening(number, "The bell rings.", Schedule(3))) for number in (1, 2))
    with pytest.raises(BadSave, match="HappeningPlanned: there are at most 1"):
        replay((*records, Did(len(records) + 1, c.WriteNote("made up"), both)), SYSTEMS)
    waiting = e.Waited(Reinforcement(Combatant("c6", "Boss", sheet=records_sheet())))
    replay((*records, Did(len(records) + 1, c.WriteNote("made up"), (waiting,))), SYSTEMS)
    monkeypatch.setattr("turntrack.saves.event_checks.MOST_COMBATANTS", 5)
    with pytest.raises(BadSave, match="at most 5 combatants"):
        replay((*records, Did(len(records) + 1, c.WriteNote("made up"), (waiting,))), SYSTEMS)


def records_sheet() -> Values:
    """Return a valid sheet."""
    return play_ferry().encounter.combatants["c1"].sheet


def test_a_crowd_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_of(play_ferry())
    monkeypatch.setattr("turntrack.saves.event_checks.MOST_COMBATANTS", 3)
    with pytest.raises(BadSave, match="at most 3 combatants"):
        replay(records, SYSTEMS)
