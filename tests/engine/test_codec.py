"""Saved histories: the same fight comes back, and what is not one is refused with the place and the reason."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands as c
from engine.codec import (
    VERSION,
    Did,
    Record,
    Redid,
    Save,
    Undid,
    decode_event,
    decode_record,
    decode_save,
    encode_record,
    encode_save,
    much_to_keep,
    records_of,
    replay,
)
from engine.dice import seeded_dice
from engine.errors import BadSave, Refused
from engine.events import (
    AbleSet,
    CombatantAdded,
    CombatantChanged,
    EncounterRenamed,
    Event,
    FactSet,
    OptionChosen,
    OrderSet,
    RoundOpened,
    ScoreSet,
    Spent,
    StatusSet,
)
from engine.evolve import NO_ENCOUNTER
from engine.model import Combatant, Encounter, Status
from engine.narrate import narrate, title
from engine.session import Session, Step
from engine.sums import Sum, Term
from engine.systems import SYSTEMS
from engine.systems.protocol import TurnSystem, system_of
from engine.upgrades import OPTIONS_OF_1
from tests.amounts import amount
from tests.engine.fights import offered
from tests.engine.hostile import accepted, events_for


def ferry() -> Session:
    """The sample fight of Zebra Island, two actions into its first sequence, the second one undone."""
    session = Session(SYSTEMS)
    dice = seeded_dice(7)
    for command in (*system_of("zebra", SYSTEMS).sample(), c.OpenRound()):
        session.dispatch(command, dice)
    for _ in range(2):
        session.dispatch(c.Act(session.encounter.acting()[0], "dodge"), dice)
    session.undo()
    return session


def test_a_saved_fight_comes_back_with_what_can_be_undone_and_redone() -> None:
    session = ferry()
    text = encode_save(Save("Ambush", "zebra", records_of(session)))
    back = replay(decode_save(text).records, SYSTEMS)
    assert (back.past, back.future) == (session.past, session.future)


def test_a_journal_is_replayed_as_it_was_written() -> None:
    session = ferry()
    steps = [*session.past, *reversed(session.future)]
    journal: list[Record] = [Did(seq, step.command, step.events) for seq, step in enumerate(steps, 1)]
    journal += [Undid(len(steps) + 1), Redid(len(steps) + 2)]
    texts = [encode_record(record) for record in journal]
    back = replay((decode_record(text) for text in texts), SYSTEMS)
    assert back.past == steps
    assert back.future == []


def test_going_back_a_long_way_is_one_record() -> None:
    session = ferry()
    for _ in range(4):
        session.undo()
    (*done, undone) = records_of(session)
    assert undone == Undid(len(done) + 1, 5)
    assert json.loads(encode_record(undone))["count"] == 5
    back = replay([decode_record(encode_record(record)) for record in (*done, undone)], SYSTEMS)
    assert (back.past, back.future) == (session.past, session.future)


@pytest.mark.parametrize("count", [0, -1, 99])
def test_what_cannot_be_undone_so_often_is_named(count: int) -> None:
    records = records_of(ferry())
    with pytest.raises(BadSave, match=f"Record {len(records) + 1}: "):
        replay((*records, Undid(len(records) + 1, count)), SYSTEMS)


def test_a_missing_record_is_named() -> None:
    records = records_of(ferry())
    with pytest.raises(BadSave, match="Record 3: number 3 was expected here, not 4") as wrong:
        replay((*records[:2], *records[3:]), SYSTEMS)
    assert wrong.value.record == 3


def test_a_file_that_is_cut_short_is_refused() -> None:
    text = encode_save(Save("Ambush", "zebra", records_of(ferry())))
    with pytest.raises(BadSave, match="cut short"):
        decode_save(text[:2000])


def test_a_file_of_a_newer_version_says_so() -> None:
    text = json.dumps({"kind": "turntrack-encounter", "v": 2, "parts": []})
    with pytest.raises(BadSave, match="newer Turntrack"):
        decode_save(text)


def test_a_file_of_another_kind_is_refused() -> None:
    with pytest.raises(BadSave, match="not a saved encounter of Turntrack"):
        decode_save('{"kind": "shopping list", "v": 1}')


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda raw: raw.update(v=0), "version 1 was expected, not “0”"),
        (lambda raw: raw.update(v=True), "version 1 was expected"),
        (lambda raw: raw.pop("name"), "name is missing"),
        (lambda raw: raw.update(colour="red"), "“colour” is not known here"),
        (lambda raw: raw.update(name="x" * 61), "name: at most 60 characters"),
        (lambda raw: raw.update(records={}), "a list of at most 100000 was expected, not “a dict”"),
        (lambda raw: raw["records"].__setitem__(1, 7), "Record 2: a record was expected, not “7”"),
        (
            lambda raw: raw["records"][1].update({"is": "forget"}),
            "Record 2: do, undo, redo, take or drop was expected, not “forget”",
        ),
        (lambda raw: raw["records"][1].update(v=9), "Record 2: This was saved by a newer Turntrack"),
        (lambda raw: raw["records"][1].update(seq=2.0), "Record 2: a whole number was expected, not “2.0”"),
        (lambda raw: raw["records"][1].update(seq=True), "Record 2: a whole number was expected, not “True”"),
        (lambda raw: raw["records"][1].update(command="Act"), "Record 2: a command was expected, not “Act”"),
        (lambda raw: raw["records"][1]["command"].update({"is": "Cheat"}), "no command is called “Cheat”"),
        (lambda raw: raw["records"][1]["command"].update({"is": None}), "no command is called “None”"),
        (lambda raw: raw["records"][1]["command"].pop("name"), "AddCombatant: name is missing"),
        (lambda raw: raw["records"][1]["command"].update(luck=1), "AddCombatant, “luck”: this is not known here"),
        (lambda raw: raw["records"][1]["command"].update(name="x" * 2001), "“name”: text of at most 2000 characters"),
        (lambda raw: raw["records"][1]["command"].update(name="\ud800"), "text without broken characters"),
        (lambda raw: raw["records"][1]["command"].update(sheet=[]), "“sheet”: at most 100 values by their keys"),
        (lambda raw: raw["records"][1]["command"].update(at_table=1), "“at_table”: true or false was expected"),
        (lambda raw: event(raw).update(name="Mara"), "CombatantAdded, “name”: this is not known here"),
        (lambda raw: event(raw).update(combatant=3), "Combatant was expected, not “3”"),
        (lambda raw: sheet(raw).update(nerve=99), "c1: Got a Nerve!: a whole number from 0 to 30, not “99”"),
        (lambda raw: sheet(raw).update(nerve="6"), "c1: nerve is not as expected"),
        (lambda raw: sheet(raw).update(luck=1), "c1: There is no field called “luck” here"),
        (lambda raw: sheet(raw).update(nerve=float("nan")), "“sheet”: a whole number was expected, not “nan”"),
        (lambda raw: event(raw)["combatant"].update(name="\u202eMara"), "text without invisible characters"),
        (lambda raw: event(raw)["combatant"].update(name="\u3164"), "a name that can be seen was expected"),
        (lambda raw: event(raw)["combatant"].update(name=""), "a name of 1 to 60 characters was expected"),
        (lambda raw: event(raw)["combatant"].update(health=10_000), "c1: Health: a whole number from -999 to 9999"),
        (lambda raw: event(raw)["combatant"].update(id="c7"), "the id c1 was expected"),
        (lambda raw: raw["records"][0]["events"].clear(), "Record 1: an encounter must be made first"),
        (lambda raw: raw["records"][0]["events"][0].update(system="chess"), "knows no rules called “chess”"),
        (
            lambda raw: raw["records"][1]["events"].append({"is": "EncounterMade", "name": "A", "system": "zebra"}),
            "one",
        ),
        (lambda raw: raw["records"].insert(0, {"v": 1, "seq": 1, "is": "undo"}), "Record 1: There is nothing to undo"),
        (lambda raw: raw["records"].insert(0, {"v": 1, "seq": 1, "is": "redo"}), "Record 1: There is nothing to redo"),
    ],
)
def test_what_does_not_fit_is_named(change: Callable[[Any], object], message: str) -> None:
    raw = json.loads(encode_save(Save("Ambush", "zebra", records_of(ferry()))))
    change(raw)
    with pytest.raises(BadSave) as wrong:
        replay(decode_save(json.dumps(raw)).records, SYSTEMS)
    assert message in str(wrong.value)


def event(raw: Any) -> Any:
    """The first thing that happened in the second record: Mara joins."""
    return raw["records"][1]["events"][0]


def sheet(raw: Any) -> Any:
    return event(raw)["combatant"]["sheet"]


@pytest.mark.parametrize(
    ("happened", "message"),
    [
        (Spent("c9", Term("dodges", 3)), "Spent: nobody is called c9"),
        (FactSet("c9", "engaged", ()), "FactSet: nobody is called c9"),
        (CombatantChanged(Combatant("c9", "Nobody")), "CombatantChanged: nobody is called c9"),
        (OrderSet(("c1", "c2")), "OrderSet: every combatant once was expected"),
        (OrderSet(("c1", "c2", "c3", "c4", "c4")), "OrderSet: every combatant once was expected"),
        (OptionChosen("tie", "dice"), "OptionChosen: tie cannot be dice"),
        (RoundOpened(0), "RoundOpened: rounds are counted from 1"),
        (RoundOpened(3), "RoundOpened: rounds are counted from 1, without a gap"),
        (RoundOpened(1, 3), "RoundOpened: rounds are counted from 1, without a gap"),
        (Spent("c1", Term("dodges", 100_001)), "Spent: numbers from -100000 to 100000 were expected"),
        (ScoreSet("c1", Sum((Term("d20", 1_000_000),))), "ScoreSet: numbers from -100000 to 100000 were expected"),
        (
            ScoreSet("c1", Sum((Term("d20", 1_000_000), Term("debt", -1_000_000)))),
            "ScoreSet: numbers from -100000 to 100000 were expected",
        ),
        (FactSet("", "engaged", ("c2",)), "FactSet: engaged is a fact of a combatant"),
        (FactSet("c1", "empty", True), "FactSet: empty is a fact of the fight as a whole"),
        (FactSet("c1", "reserved", "yes"), "FactSet: reserved cannot be “yes”"),
        (FactSet("c1", "engaged", 7), "FactSet: engaged cannot be “7”"),
        (FactSet("c1", "colour", 10_001), "FactSet: colour is too large a number"),
        (EncounterRenamed(""), "a name of 1 to 60 characters was expected"),
        (CombatantAdded(Combatant("c3", "Twin")), "CombatantAdded: the id c6 was expected"),
    ],
)
def test_what_cannot_have_happened_is_named(happened: Event, message: str) -> None:
    records = records_of(ferry())
    made_up = Did(len(records) + 1, c.WriteNote("made up"), (happened,))
    with pytest.raises(BadSave) as wrong:
        replay((*records, made_up), SYSTEMS)
    assert f"Record {made_up.seq}: " in str(wrong.value)
    assert message in str(wrong.value)


@pytest.mark.parametrize(
    ("key", "happened"),
    [
        ("traveller", FactSet("c1", "actions", -1)),
        ("traveller", FactSet("", "end_lost", 2)),
        ("traveller", FactSet("", "reduced", 2)),
        ("traveller", FactSet("c1", "end_lost", -1_000_000_000)),
        ("traveller", FactSet("c1", "actions", 100_000)),
        ("traveller", FactSet("c1", "entered", 100_000)),
        ("zebra", ScoreSet("c1", Sum((Term("d20", 1_000_000),)))),
        ("rond6", FactSet("", "fate", True)),
        ("rond6", FactSet("", "declared", 1)),
        ("rond6", FactSet("c1", "tie", ("c2",))),
        ("rond6", ScoreSet("c1", Sum((Term("3D", 1_000_000),)))),
        ("unbound", FactSet("", "roller", True)),
        ("unbound", FactSet("", "factions", 7)),
    ],
)
def test_what_no_view_could_show_is_refused(key: str, happened: Event) -> None:
    records = records_of(played(system_of(key, SYSTEMS)))
    with pytest.raises(BadSave, match=f"Record {len(records) + 1}: "):
        replay((*records, Did(len(records) + 1, c.WriteNote("made up"), (happened,))), SYSTEMS)


@pytest.mark.parametrize(
    ("key", "happened"),
    [
        ("zebra", (FactSet("c1", "engaged", ("c99", "c2")),)),
        ("zebra", (ScoreSet("c1", Sum((Term("d20", 100_000),))),)),
        ("rond6", (FactSet("", "paused", ("c99", "c1")), FactSet("", "waiters", ("c99", "c2")))),
        ("rond6", (FactSet("c1", "tie", ()),)),
        ("traveller", (FactSet("c1", "pass", 10_000),)),
        ("traveller", tuple(StatusSet(f"c{number}", Status.ACTING) for number in range(1, 6))),
        ("traveller", (StatusSet("c1", Status.ACTING), AbleSet("c1", False))),
    ],
)
def test_what_is_odd_and_can_be_shown_is_taken(key: str, happened: tuple[Event, ...]) -> None:
    """Combatants who have left, the fallen who act, a pass that is far ahead."""
    system = system_of(key, SYSTEMS)
    records = records_of(played(system))
    made_up = Did(len(records) + 1, c.WriteNote("made up"), happened)
    look_at_everything(replay((*records, made_up), SYSTEMS), system)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_what_cannot_happen_is_refused_or_can_be_shown(system: TurnSystem) -> None:
    session = played(system)

    @settings(max_examples=amount(80))
    @given(st.lists(events_for(session, system), min_size=1, max_size=2).map(tuple))
    def check(happened: tuple[Event, ...]) -> None:
        made_up = accepted(session, happened)
        if made_up:
            look_at(made_up.before_last, made_up.past[-1], system)

    check()


def test_what_newer_fields_begin_with_fills_up_an_older_sheet() -> None:
    raw = json.loads(encode_save(Save("Ambush", "zebra", records_of(ferry()))))
    del sheet(raw)["load"]
    back = replay(decode_save(json.dumps(raw)).records, SYSTEMS)
    assert back.encounter.combatants["c1"].sheet["load"] == "none"


def test_names_of_any_script_come_back() -> None:
    session = ferry()
    session.dispatch(c.RenameEncounter("Ζοë ‹ß› 👩‍🚀"), seeded_dice(1))
    text = encode_save(Save(session.encounter.name, "zebra", records_of(session)))
    assert replay(decode_save(text).records, SYSTEMS).encounter.name == "Ζοë ‹ß› 👩‍🚀"


def test_a_step_in_which_nothing_happened_is_kept() -> None:
    records = records_of(ferry())
    idle = Did(len(records) + 1, c.WriteNote(""), ())
    assert replay((*records, idle), SYSTEMS).past[-1].events == ()


def test_an_option_of_another_version_does_no_harm() -> None:
    records = records_of(ferry())
    odd = Did(len(records) + 1, c.ChooseOption("weather", "rain"), (OptionChosen("weather", "rain"),))
    assert replay((*records, odd), SYSTEMS).encounter.options == {"weather": "rain"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cut short, or damaged"),
        ("[" * 200_000, "nested too deep"),
        ('{"a":[1,' * 200_000, "nested too deep"),
        ('["\\\\", "\\"", ' + "[1," * 300 + "]" * 300 + "]", "nested too deep"),
        ('"' + "[" * 300 + '"', "a record was expected, not “\\[\\["),
        ('{"v": ' + "9" * 5000 + "}", "cut short, or damaged"),
        ("7", "a record was expected, not “7”"),
        ('{"v": 1, "is": "undo", "seq": 1e999}', "a whole number was expected, not “inf”"),
        ('{"v": 1, "is": "undo"}', "seq is missing"),
        ('{"v": 1, "is": "redo", "seq": 99999999999}', "a whole number was expected"),
        (" " * 16_000_001, "too long: at most 16000000 characters"),
    ],
)
def test_a_journal_record_that_cannot_be_read_says_why(text: str, message: str) -> None:
    with pytest.raises(BadSave, match=message):
        decode_record(text)


def test_an_unreadable_record_is_numbered_while_a_journal_is_replayed() -> None:
    texts = [encode_record(record) for record in records_of(ferry())]
    texts[4] = texts[4][:50]
    with pytest.raises(BadSave, match="Record 5: This is cut short") as wrong:
        replay((decode_record(text) for text in texts), SYSTEMS)
    assert wrong.value.record == 5


def test_a_history_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_of(ferry())
    monkeypatch.setattr("engine.codec.MOST_RECORDS", 5)
    with pytest.raises(BadSave, match="Record 6: at most 5 records"):
        replay(records, SYSTEMS)


def test_a_crowd_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_of(ferry())
    monkeypatch.setattr("engine.codec.MOST_COMBATANTS", 3)
    with pytest.raises(BadSave, match="at most 3 combatants"):
        replay(records, SYSTEMS)


def test_half_a_pair_in_a_saved_fact_is_nobody() -> None:
    """Unbound keeps who sneaks up on whom as pairs; a file may hold one name without the other."""
    session, unbound = Session(SYSTEMS), system_of("unbound", SYSTEMS)
    for command in unbound.sample():
        session.dispatch(command, seeded_dice(1))
    records = records_of(session)
    half = Did(len(records) + 1, c.WriteNote("half"), (FactSet("", "sneaking", ("Bandits",)),))
    look_at_everything(replay((*records, half), SYSTEMS), unbound)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_fight_keeps_the_readings_it_was_played_with(system: TurnSystem) -> None:
    """Of version 1: what was the default then is chosen in it, unless the table has chosen otherwise."""
    old = OPTIONS_OF_1.get(system.key, {})
    defaults = {option.key: option.default for option in system.options}
    assert all(defaults[key] != value for key, value in old.items())
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Ambush", system.key), seeded_dice(1))
    raw = json.loads(encode_save(Save("Ambush", system.key, records_of(session))))
    assert raw["records"][0]["v"] == VERSION
    assert replay(decode_save(json.dumps(raw)).records, SYSTEMS).encounter.options == {}
    raw["records"][0]["v"] = 1
    assert replay(decode_save(json.dumps(raw)).records, SYSTEMS).encounter.options == old
    for key in old:
        session.dispatch(c.ChooseOption(key, defaults[key]), seeded_dice(1))
    raw = json.loads(encode_save(Save("Ambush", system.key, records_of(session))))
    for record in raw["records"]:
        record["v"] = 1
    later = replay(decode_save(json.dumps(raw)).records, SYSTEMS)
    assert later.encounter.options == {key: defaults[key] for key in old}


JUNK = (
    *("null", "true", "false", "0", "1", "-1", "2.5", "1000000000000", '""', '"c1"', '"c99"', '"zebra"', '"done"'),
    *("1000000000", "-1000000000", "100000", "-100000", "10000", "99", '"ready"', '"open"'),
    *('"\\u202e"', '"\\ud800"', f'"{"x" * 2001}"', "[]", "{}", "[[]]", '["c1"]', '{"is": "Noted", "text": "boo"}'),
)
"""As JSON, so that each damaged save gets its own."""


def places(raw: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every place in a tree of JSON: the container and the key or index."""
    for key, item in raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ():
        found.append((raw, key))
        places(item, found)
    return found


def damage(raw: Any, data: st.DataObject) -> None:
    """One change somewhere: another value, a thing left out, twice, in another place, or under another name."""
    container, key = data.draw(st.sampled_from(places(raw, [])), "place")
    if isinstance(container, list):
        how = data.draw(st.sampled_from(["junk", "out", "twice", "swap"]), "how")
        other = data.draw(st.integers(0, len(container) - 1))
        if how == "junk":
            container[key] = json.loads(data.draw(st.sampled_from(JUNK)))
        elif how == "out":
            del container[key]
        elif how == "twice":
            container.insert(other, json.loads(json.dumps(container[key])))
        else:
            container[key], container[other] = container[other], container[key]
    else:
        how = data.draw(st.sampled_from(["junk", "out", "name"]), "how")
        if how == "junk":
            container[key] = json.loads(data.draw(st.sampled_from(JUNK)))
        else:
            item = container.pop(key)
            if how == "name":
                container[data.draw(st.sampled_from(["id", "is", "key", "value", "why"]))] = item


def look_at_everything(session: Session, system: TurnSystem) -> None:
    """All that the page asks for, of every step of the history."""
    before = NO_ENCOUNTER
    for step in (*session.past, *reversed(session.future)):
        look_at(before, step, system)
        before = step.after


def look_at(before: Encounter, step: Step, system: TurnSystem) -> None:
    """The same of one step."""
    title(before, step, system)
    narrate(before, step, system)
    after = step.after
    for one in system.track(after):
        system.number(after, one)
        system.badges(after, one)
        system.rulable(after, one)
    system.sections(after, {})
    system.chances(after)


def played(system: TurnSystem) -> Session:
    """The sample fight with some of everything in it."""
    session = Session(SYSTEMS)
    dice = seeded_dice(3)
    for command in (*system.sample(), c.OpenRound()):
        session.dispatch(command, dice)
    for turn in range(8):
        choices = [it for it in offered(system, session.encounter, {}) if not it.refusal]
        if choices:
            session.dispatch(choices[turn * 5 % len(choices)].command, dice)
    if not session.encounter.is_open:  # turns of one tap have ended the round
        session.dispatch(c.OpenRound(), dice)
    first, second, third = session.encounter.order[:3]
    after = (c.OpenRound(), c.RuleSkip(second), c.Fall(first), c.ChangeCombatant(third, health=3))
    for command in (*after, c.AddCombatant("Latecomer")):
        with suppress(Refused):  # as the round may be open, or theirs may be over
            session.dispatch(command, dice)
    session.undo()
    session.undo()
    return session


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_damaged_save_is_refused_or_is_a_fight_that_can_be_shown(system: TurnSystem) -> None:
    text = encode_save(Save("Ambush", system.key, records_of(played(system))))

    @settings(max_examples=amount(250))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        raw = json.loads(text)
        for _ in range(data.draw(st.integers(1, 3), "times")):
            damage(raw, data)
        try:
            session = replay(decode_save(json.dumps(raw)).records, SYSTEMS)
        except BadSave:
            return
        look_at_everything(session, system)

    check()


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_save_cut_anywhere_is_refused(system: TurnSystem) -> None:
    text = encode_save(Save("Ambush", system.key, records_of(played(system))))
    for length in range(0, len(text) - 2, 97):
        with pytest.raises(BadSave):
            decode_save(text[:length])


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_save_with_a_character_changed_is_refused_or_is_a_fight_that_can_be_shown(system: TurnSystem) -> None:
    text = encode_save(Save("Ambush", system.key, records_of(played(system))))

    @settings(max_examples=amount(100))
    @given(st.integers(0, len(text) - 1), st.sampled_from('0179-.eE"{}[],: nx\\'))
    def check(at: int, character: str) -> None:
        try:
            session = replay(decode_save(text[:at] + character + text[at + 1 :]).records, SYSTEMS)
        except BadSave:
            return
        look_at_everything(session, system)

    check()


def test_a_list_with_text_that_nobody_sees_is_refused() -> None:
    assert decode_event({"is": "OrderSet", "order": ["c1", "c2"]}) == OrderSet(("c1", "c2"))
    with pytest.raises(BadSave, match="text without invisible characters"):
        decode_event({"is": "OrderSet", "order": ["c1", "\u202ec2"]})


def test_garbage_is_looked_for_again_whatever_happened_while_reading() -> None:
    with suppress(BadSave), much_to_keep():
        assert not gc.isenabled()
        raise BadSave("unreadable")
    assert gc.isenabled()
