"""Tests of readings changed during a fight: the screen shows the fight, and its file can be imported."""

from __future__ import annotations

from random import Random

import pytest

from app.fight.fight import Fight
from app.storage.export_file_codec import Bundle, encode_bundle
from tests.amounts import WHOLE
from tests.app.fights import kept, read_file
from tests.app.table import MemoryStorage, Table
from turntrack.core import commands as c
from turntrack.core.dice import AppDice, Dice, seeded_dice
from turntrack.core.errors import Refused
from turntrack.history.session import Session
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

MOMENTS = range(14) if WHOLE else (2,)
"""The steps after which every reading is chosen; the first opens a round."""


def high_dice(seed: int) -> Dice:
    """Dice of which every second shows its highest face, so that exploding dice explode."""
    drawn = Random(seed)
    return AppDice(lambda sides: sides - 1 if drawn.random() < 0.5 else drawn.randrange(sides))


def play_on(session: Session, system: TurnSystem, step: int, dice: Dice) -> None:
    encounter = session.encounter
    choices = [
        choice for section in system.sections(encounter, {}) for choice in section.choices if not choice.preview.refusal
    ]
    command = choices[step % len(choices)].command if encounter.is_open and choices else c.CloseRound()
    try:
        session.dispatch(command if encounter.is_open else c.OpenRound(), dice)
    except Refused:
        session.dispatch(c.CloseRound(), dice)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_reading_after_every_step(system: TurnSystem) -> None:
    """Each value of each option is chosen after each step: all is told, its rolls too, and the file is brought in."""
    dice = high_dice(len(system.key))
    session = Session(SYSTEMS)
    for command in system.sample():
        session.dispatch(command, dice)
    for step in range(max(MOMENTS) + 1):
        play_on(session, system, step, dice)
        if step in MOMENTS:
            for option in system.at(session.encounter).options:
                for value in option.values:
                    check_reading(session, system, c.ChooseOption(option.key, value.key))


def check_reading(session: Session, system: TurnSystem, command: c.ChooseOption) -> None:
    changed = session.copy()
    try:
        changed.dispatch(command, seeded_dice(1))
    except Refused:
        return
    fight = Fight("0a1b", changed, system, MemoryStorage())
    moments = [fight.log.moment(number) for number in range(1, len(changed.past) + 1)]
    for roll in (roll for moment in moments if moment for roll in moment.rolls):
        assert roll.words
        assert roll.correct is None or roll.code, f"{command}: {roll.words} is of no dice"
    read_file(encode_bundle(Bundle((kept(changed),))))  # which draws it, and raises where that fails


@pytest.mark.parametrize(("before", "after", "faces"), [("plain", "exploding", [10]), ("exploding", "plain", [10, 4])])
def test_a_roll_keeps_its_dice(table: Table, before: str, after: str, faces: list[int]) -> None:
    """Interlock: a ten rolled under another reading opens from its number, and is corrected there."""
    table.tap("new", "interlock")
    table.add("A, ref 5", "B, ref 4")
    table.session.dispatch(c.ChooseOption("d10", before), table.dice)
    table.dice.faces[:] = [*faces, 3]
    table.tap("open")
    table.session.dispatch(c.ChooseOption("d10", after), table.dice)
    table.tap("why", "c1")
    (roll,) = table.dialog.with_class("die")
    assert roll.text == " ".join(map(str, faces))
    name = roll.attributes["data-arg"]
    table.tap("pick-roll", name)
    if after == "exploding":
        table.tap("pick-face", f"7:{name}")
        table.send("correct")
    else:
        table.send("correct", **{name: "10 3"})
    assert table.track == (["*A 12", "B 7"] if after == "exploding" else ["*A 18", "B 7"])
