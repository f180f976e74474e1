"""Tests of drags in random fights: who acts after each, and where the row stands. Every row is dragged everywhere."""

from __future__ import annotations

from random import Random

import pytest

from tests.amounts import amount, count
from tests.engine.fights import decide_with_answers, has_dice
from tests.engine.random_play import draw_command
from tests.engine.test_properties import Fight
from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.errors import Refused
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.traveller.watches import is_triggered

STEPS = 20
FIGHTS, ALL_FIGHTS = amount(60), count("FIGHTS", 1_000) // 5

BY_NUMBER = ("traveller", "zebra")
"""The systems in which a row stands at its own number."""

pytestmark = pytest.mark.repeats


def playing(encounter: Encounter, ids: tuple[Id, ...]) -> list[Id]:
    return [combatant_id for combatant_id in ids if encounter.standings[combatant_id].plays]


def check_drag(system: TurnSystem, now: Encounter, move: c.Move, after: Encounter, events: tuple[e.Event, ...]) -> None:
    rest = [other for other in system.track(now) if other != move.id]
    at = rest.index(move.before) if move.before else len(rest)
    acting, above = now.acting(), rest[:at]
    is_on_top = at < len(rest) and rest[at] in acting and not any(actor in above for actor in acting)
    if is_on_top and (system.key != "zebra" or at == 0):
        assert move.id in after.acting(), move
    elif move.id not in acting and acting and all(actor in above for actor in acting):
        assert after.acting() == acting, move
    holds = any(isinstance(event, e.StatusSet) and event.status is Status.HOLDING for event in events)
    row = playing(after, system.track(after))
    if holds or move.id not in row:
        return
    place = row.index(move.id)
    if move.before and now.standings[move.before].plays:
        assert row[place + 1 : place + 2] == [move.before], move
    elif (upper := playing(now, tuple(above))) and upper[-1] not in acting:
        assert row[place - 1] == upper[-1], move


def goes_before_actors(now: Encounter) -> bool:
    """Return whether somebody’s event has come, or somebody has come in at a number that has passed."""
    acting = [now.standings[actor].total for actor in now.acting()]
    waiting = [standing for standing in now.standings.values() if standing.plays]
    return any(is_triggered(standing) or (acting and standing.total < min(acting)) for standing in waiting)


def drag_all(system: TurnSystem, now: Encounter, fight: Fight) -> int:
    """Drag every row to every place, and return how many drags are possible."""
    drags = 0
    for combatant_id in now.order:
        for before in (*now.order, ""):
            move = c.Move(combatant_id, before)
            try:
                events = decide_with_answers(now, move, fight._dice())
            except Refused:
                continue
            after = fold(now, events)
            if after.is_open and after.round == now.round and not has_dice(events):
                check_drag(system, now, move, after, events)
                drags += 1
    return drags


def play(system: TurnSystem, seeds: range) -> int:
    drags = 0
    for seed in seeds:
        chance, fight = Random(seed), Fight()
        fight.system = system
        fight.set_up(seed)
        for _ in range(STEPS):
            now = fight.session.encounter
            if now.is_open and not (system.key == "traveller" and goes_before_actors(now)):
                drags += drag_all(system, now, fight)
            fight._give(draw_command(fight.session, system, chance, fight._dice))
    return drags


@pytest.mark.parametrize("key", BY_NUMBER)
def test_a_dragged_row_stands_where_it_was_dropped(key: str) -> None:
    assert play(system_of(key, SYSTEMS), range(FIGHTS)) > 50 * FIGHTS


@pytest.mark.soak
@pytest.mark.parametrize("key", BY_NUMBER)
def test_so_does_every_row_of_many_fights(key: str) -> None:
    play(system_of(key, SYSTEMS), range(FIGHTS, ALL_FIGHTS))
