"""Tests that each ruling and drag of a random fight changes something, and says in the log what."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.amounts import amount
from tests.engine.fights import decide_with_answers, list_choices
from tests.engine.random_play import draw_command
from tests.engine.test_properties import Fight
from turntrack.core import commands as c
from turntrack.core.errors import Refused
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter
from turntrack.log.narrate import sentences
from turntrack.rules.decide import CHANGES_NOTHING
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

FIGHTS, STEPS = amount(90), 25

pytestmark = pytest.mark.repeats


def rulings(system: TurnSystem, encounter: Encounter) -> Iterator[c.Command]:
    """Yield every drag, every ruling on a turn, and the rulings on what is so already."""
    for combatant_id in encounter.order:
        yield from (c.Move(combatant_id, before) for before in (*encounter.order, ""))
        yield from (kind(combatant_id) for kind in (c.RuleTurn, c.RuleSkip, c.RuleIn))
        if number := system.number(encounter, combatant_id):
            yield c.RuleScore(combatant_id, number.total)
    for about in (*encounter.order, ""):
        for field in system.rulable_facts(encounter, about):
            yield c.RuleFact(about, field.key, field.default)
    for choice in list_choices(system, encounter, {}) if encounter.is_open else ():
        act, refusal = choice.command, choice.preview.refusal
        if refusal and refusal.code in CHANGES_NOTHING and isinstance(act, c.Act) and act.id:
            yield c.RuleAct(act.id, act.action, choice.label, act.values)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_ruling_that_changes_nothing_is_refused(system: TurnSystem) -> None:
    changed = 0
    for seed in range(FIGHTS):
        chance, fight = Random(seed), Fight()
        fight.system = system
        fight.set_up(seed)
        for step in range(STEPS):
            now = fight.session.encounter
            for command in rulings(system.at(now), now):
                try:
                    events = decide_with_answers(now, command, fight._dice())
                except Refused:
                    continue
                said = [str(sentence) for sentence in sentences(now, events, system)]
                assert fold(now, events) != now, f"seed {seed}, step {step}: {command} says {said}"
                assert said, f"seed {seed}, step {step}: {command} says nothing"
                changed += 1
            fight._give(draw_command(fight.session, system, chance, fight._dice, changes=True))
    assert changed > 100 * FIGHTS
