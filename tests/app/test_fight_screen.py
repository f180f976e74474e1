"""Tests that any history the codec accepts can be shown, logged, exported and continued."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.screens.fight_drawing_check import why_not_shown
from tests.amounts import WHOLE, amount
from tests.app.fights import played
from tests.engine.edited_files import draw_events, replay_with
from tests.engine.fights import dispatch_with_answers, list_choices
from turntrack.codec.dataclass_json import write_tagged
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.events import Event
from turntrack.history.session import Session
from turntrack.saves.records import put_away, read_event
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

MOMENTS = (0, 3, 12) if WHOLE else (0, 12)
"""The numbers of steps of the fight: before the first round, and within rounds."""


@pytest.mark.parametrize("steps", MOMENTS)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_what_is_read_can_be_shown_and_played_on(system: TurnSystem, steps: int) -> None:
    """One or two events that no fight brings about are refused, or make a fight like any other."""
    session = played(system, steps + 2)
    happened = draw_events(session, system)

    @settings(max_examples=amount(25))
    @given(st.lists(happened, min_size=1, max_size=2).map(tuple))
    def check(events: tuple[Event, ...]) -> None:
        assert tuple(read_event(write_tagged(event)) for event in events) == put_away(events)
        made_up = replay_with(session, events)
        if made_up:
            assert why_not_shown(made_up, system) == ""
            play_on(made_up, system)

    check()


def play_on(session: Session, system: TurnSystem) -> None:
    """Take each offered choice; the fight can be shown after it."""
    commands = [choice.command for choice in list_choices(system, session.encounter, {}) if not choice.preview.refusal]
    for command in (*commands[::4], c.OpenRound(), c.CloseRound()):
        trial = Session(SYSTEMS)
        trial.past = list(session.past)
        try:
            dispatch_with_answers(trial, command, TableDice(seeded_dice(1)))
        except Refused:
            continue
        assert why_not_shown(trial, system) == ""
