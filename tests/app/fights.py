"""Fights for tests of files, played by the engine with reproducible dice."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from app.fight.fight import Fight
from app.importers import reader
from app.importers.portions import finish
from app.screens.fight_drawing_check import why_not_shown
from app.storage.export_file_codec import Bundle, decode_bundle
from app.storage.list_entry import list_entry_of
from app.storage.protocols import PageStorage
from app.values.lists import Roster, Subjects
from app.values.stored import StoredFight
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import Refused
from turntrack.history.session import Session, Step
from turntrack.saves.journal import records_of
from turntrack.saves.records import encode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "{{constructor.constructor('alert(1)')()}}",
    "]]><svg/onload=alert(1)>",
    "&lt;b&gt; &amp; &#60;",
    "`;``` # | *bold* [link](javascript:alert(1))",
    "💥👩‍👩‍👧‍👦 ٣ עברית العربية",
    "a" * 60,
    "__proto__",
    "constructor",
    "=cmd|' /C calc'!A0",
    "$(touch x) ; rm -rf",
)
"""Names that would do harm if text became markup, code or a command."""


def played(system: TurnSystem, steps: int = 12, seed: int = 3) -> Session:
    """Return the sample fight after this number of steps, the last two of them undone."""
    session = Session(SYSTEMS)
    for step in _steps(system.key, steps, seed):
        session.add(step)
    session.undo(2)
    return session


@cache
def _steps(key: str, steps: int, seed: int) -> tuple[Step, ...]:
    system = system_of(key, SYSTEMS)
    session = Session(SYSTEMS)
    dice = seeded_dice(seed)
    for command in system.sample():
        session.dispatch(command, dice)
    for step in range(steps):
        encounter = session.encounter
        if not encounter.is_open:
            session.dispatch(c.OpenRound(), dice)
            continue
        choices = [
            choice
            for section in system.sections(encounter, {})
            for choice in section.choices
            if not choice.preview.refusal
        ]
        try:
            session.dispatch(choices[step % len(choices)].command if choices else c.CloseRound(), dice)
        except Refused:
            session.dispatch(c.CloseRound(), dice)
    return tuple(session.past)


def branched(system: TurnSystem, storage: PageStorage, seed: int = 3) -> Fight:
    """Return the sample fight with a record of every kind: branches cut off, opened and dropped, two steps undone."""
    fight = Fight("0a1b", Session(SYSTEMS), system, storage)
    dice = seeded_dice(seed)

    def play(steps: int, which: int) -> None:
        for _ in range(steps):
            sections = system.sections(fight.encounter, {})
            choices = [choice for section in sections for choice in section.choices if not choice.preview.refusal]
            fight.dispatch(choices[which % len(choices)].command, dice)

    for command in (*system.sample(), c.OpenRound()):
        fight.dispatch(command, dice)
    begun = len(fight.session.past)
    play(4, 0)
    fight.undo_to(begun + 3)
    play(1, 1)
    fight.undo_to(begun + 1)
    play(2, 2)
    fight.undo()
    fight.dispatch(c.WriteNote("The bell rings."), dice)
    fight.open_branch(0)
    fight.undo(2)
    fight.redo()
    play(1, 2)
    fight.drop_branch(1)
    fight.undo(2)
    return fight


def read_file(text: str) -> Bundle:
    """Return the contents of a file, as the page reads it."""
    return finish(decode_bundle(text, SYSTEMS, why_not_shown))


def kept(session: Session, key: str = "0a1b") -> StoredFight:
    now = session.encounter
    records = tuple(encode_record(record) for record in records_of(session))
    left = list_entry_of(session, system_of(now.system, SYSTEMS)).left
    return StoredFight(key, now.name, now.system, len(now.combatants), 1_700_000_000_000, False, records, left)


def read_roster(text: str, system: TurnSystem, subjects: Subjects = MappingProxyType({})) -> Roster:
    """Read a list of combatants without a pause."""
    return finish(reader.read_roster(text, system, subjects))
