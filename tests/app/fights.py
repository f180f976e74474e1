"""Fights for tests of files: played by the engine, with dice that can be had again."""

from __future__ import annotations

from app.bundle import Kept
from engine import commands as c
from engine.codec import encode_record, records_of
from engine.dice import seeded_dice
from engine.errors import Refused
from engine.session import Session
from engine.systems import SYSTEMS
from engine.systems.protocol import TurnSystem

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
"""Names that would do harm where text becomes markup, code or a command."""


def played(system: TurnSystem, steps: int = 12, seed: int = 3) -> Session:
    """The sample fight, so many steps on, the last two undone."""
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
            choice for section in system.sections(encounter, {}) for choice in section.choices if not choice.refusal
        ]
        try:
            session.dispatch(choices[step % len(choices)].command if choices else c.CloseRound(), dice)
        except Refused:
            session.dispatch(c.CloseRound(), dice)
    session.undo()
    session.undo()
    return session


def kept(session: Session, key: str = "0a1b") -> Kept:
    now = session.encounter
    records = tuple(encode_record(record) for record in records_of(session))
    return Kept(key, now.name, now.system, len(now.combatants), 1_700_000_000_000, False, records)
