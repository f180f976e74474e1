"""Tests that nobody is twice on the track, whatever turns are held, interrupted and ruled."""

from __future__ import annotations

from random import Random

import pytest

from tests.amounts import amount
from tests.engine.fights import decide_with_answers, dispatch_with_answers, list_choices
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

WALKS = amount(80)
STEPS = 12


def commands_by_kind(
    system: TurnSystem, encounter: Encounter, broken_into: list[Id], dice: TableDice
) -> list[list[c.Command]]:
    """Sort the ways to keep a turn, to break into another's, to act, and to rule for whom somebody broke into."""
    if not encounter.is_open:
        return [[c.OpenRound()]]
    keeps: list[c.Command] = []
    breaks_in: list[c.Command] = []
    does: dict[str, c.Command] = {}
    for choice in list_choices(system, encounter, {}):
        command = choice.command
        if choice.preview.refusal or not isinstance(command, c.Act) or command.id not in encounter.combatants:
            continue
        if command.id not in encounter.acting():
            then = fold(encounter, decide_with_answers(encounter, command, dice))
            breaks_in += [command] if command.id in then.acting() else []
        elif command.action in ("wait", "hold", "watch", "reserve"):
            keeps.append(command)
        else:
            does[command.action] = command
    ruled: list[c.Command] = [
        c.RuleTurn(combatant_id)
        for combatant_id in broken_into
        if encounter.standings[combatant_id].status is not Status.ACTING
    ]
    return [kind for kind in (keeps, breaks_in, [*does.values()], ruled) if kind]


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_nobody_stands_twice(system: TurnSystem) -> None:
    for seed in range(WALKS):
        random = Random(seed)
        session = Table(system.key, "F x2, side Crew", "G, side Harbour").session
        broken_into: list[Id] = []
        for step in range(STEPS):
            before = session.encounter
            dice = TableDice(seeded_dice(1000 * seed + step))
            kinds = commands_by_kind(system, before, broken_into, dice)
            if not kinds:
                break
            command = random.choice(random.choice(kinds))
            dispatch_with_answers(session, command, dice)
            if isinstance(command, c.Act) and command.id not in before.acting():
                broken_into += before.acting()
            everyone = sorted(session.encounter.combatants)
            assert sorted(system.track(session.encounter)) == everyone, f"walk {seed}, step {step}"
