"""Tests that the largest fights can be read again: longest names and notes, groups of a hundred, every choice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.fight.fight import Fight
from app.storage.export_file_codec import Bundle, encode_bundle
from app.storage.export_writer import write_markdown_report
from tests.amounts import WHOLE, amount
from tests.app.fights import kept, read_file
from tests.app.table import MemoryStorage, Table
from tests.engine.fights import draw_commands, list_choices
from turntrack.core import commands as c
from turntrack.core.dice import LONGEST_CHAIN, DiceNeeded, DiceRequest, TableDice, seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.fields import LONGEST_NAME, LONGEST_TEXT, Field, Kind, Value
from turntrack.history.session import Session
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

CROWD = 100 if WHOLE else 25
"""The size of the largest group; one test has a hundred in each run."""

WORDS = "the second wave of Imperial troopers, who never look back, whatever may still stand behind them "
LONG = (WORDS * 20)[:LONGEST_TEXT]


def name(beginning: str) -> str:
    """Return a name of the greatest length."""
    return f"{beginning} of {LONG}"[:LONGEST_NAME].strip().ljust(LONGEST_NAME, "x")


def highest(field: Field) -> Value:
    """Return the longest or the largest value of a field."""
    match field.kind:
        case Kind.NUMBER:
            return field.high
        case Kind.TEXT:
            return name(field.label)
        case Kind.FLAG:
            return True
        case Kind.PICK:
            return field.picks[-1].key
        case Kind.DICE:
            return "20D+2" if field.wild else "20d20+2"


def crowd(system: TurnSystem, storage: MemoryStorage) -> Fight:
    """Return a fight of a crowd that rolls at the table, another one, a few without one, all with long texts."""
    fight = Fight("key", Session(SYSTEMS), system, storage)
    sheet = {field.key: highest(field) for field in system.fields}
    ours, theirs = name("Ours"), name("Theirs")
    for command in (
        c.MakeEncounter(name("Crowd"), system.key),
        c.AddCombatant(name("Trooper"), CROWD, ours, name("Marines"), sheet, True, 9999, LONG),
        c.AddCombatant(name("Zhodani"), CROWD, theirs, name("Guards"), health=-999, note=LONG),
        c.AddCombatant(name("Captain"), 3, ours, "", sheet, note=LONG),
    ):
        fight.dispatch(command, seeded_dice(1))
    return fight


def longest_roll(request: DiceRequest) -> str:
    """Return the longest roll that the table may type, with as many explosions as the app's dice have."""
    code = request.code
    faces = []
    for die in range(code.count):
        faces += [code.sides] * (LONGEST_CHAIN if code.explodes_at(die) else 1)
    return " ".join(map(str, faces))


def give(fight: Fight, command: c.Command, seed: int) -> None:
    """Carry out the command unless it is refused; a refusal because it cannot be kept is an error."""
    dice = TableDice(seeded_dice(seed))
    for _ in range(2 * LONGEST_CHAIN):
        try:
            fight.dispatch(command, dice)
            return
        except DiceNeeded as needed:
            dice.answer(needed.requests[0], longest_roll(needed.requests[0]))
            dice.roll_the_rest(needed.requests)
        except Refused as refusal:
            if refusal.code == "unkeepable":
                raise
            return
    raise AssertionError("the table is asked without end")


def entered_longest(fight: Fight) -> dict[str, Value]:
    """Return the longest value for every text input of the panel."""
    return {
        f"{section.key}.{field.key}": name("Whatever")
        for section in fight.system.sections(fight.encounter, {})
        for field in section.inputs
        if field.kind is Kind.TEXT
    }


def check_readable(fight: Fight, storage: MemoryStorage) -> None:
    """Check that the journal, its file and its log can be read."""
    session = fight.session
    again = replay([decode_record(text) for text in storage.journals[fight.key]], SYSTEMS)
    assert (again.past, again.future) == (session.past, session.future)
    (back,) = read_file(encode_bundle(Bundle((kept(session),)))).encounters
    again = replay([decode_record(text) for text in back.records], SYSTEMS)
    assert (again.past, again.future) == (session.past, session.future)
    assert write_markdown_report(again, fight.system) == write_markdown_report(session, fight.system)


def test_a_crowd_that_acts_at_once_is_read_again() -> None:
    """One roll for a hundred troopers, so they all act at the same time, and the log names them."""
    table = Table()
    table.tap("new", "traveller")
    table.add("Imperial trooper x100, group Marines", "Zhodani, side Zho")
    table.dice.faces[:] = [3, 3, 1, 6]
    table.tap("open")
    texts = table.storage.journals["key-1"]
    assert replay([decode_record(text) for text in texts], SYSTEMS).past == table.session.past
    assert "They act at the same time: Imperial trooper A, B and 98 others." in " ".join(table.log)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_whatever_a_crowd_does_is_read_again(system: TurnSystem) -> None:
    @settings(max_examples=amount(5))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        storage = MemoryStorage()
        fight = crowd(system, storage)
        seed = data.draw(st.integers(0, 1000), "seed")
        for step in range(data.draw(st.integers(4, 14 if WHOLE else 7), "steps")):
            encounter = fight.encounter
            choices = [
                choice
                for choice in list_choices(system, encounter, entered_longest(fight))
                if not choice.preview.refusal
            ]
            command: c.Command = c.OpenRound()
            if encounter.is_open and choices:
                command = data.draw(st.sampled_from(choices), "choice").command
            elif encounter.is_open:
                command = c.CloseRound()
            give(fight, command, seed + step)
            match data.draw(st.integers(0, 5), "and then"):
                case 0:
                    give(fight, data.draw(draw_commands(system, fight.encounter), "command"), seed + step)
                case 1:
                    fight.undo_to(len(fight.session.past) - data.draw(st.integers(1, 3), "back"))
                case 2 if fight.session.future:
                    fight.redo()
        check_readable(fight, storage)

    check()


def test_a_plan_of_many_actions_with_long_notes_is_read_again() -> None:
    """Interlock: each further action makes the sentence about the plan longer."""
    storage = MemoryStorage()
    fight = crowd(system_of("interlock", SYSTEMS), storage)
    give(fight, c.OpenRound(), 1)
    combatant_id = fight.encounter.acting()[0]
    for _ in range(40):
        give(fight, c.Act(combatant_id, "plan", {"what": "other_quick", "note": name("Whatever")}), 1)
    notes = [event for step in fight.session.past for event in step.events if type(event).__name__ == "Noted"]
    assert len(notes) > 10
    check_readable(fight, storage)
