"""Tests that the chances of random rule sets are what openings come to."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.amounts import amount
from tests.engine.drawn_rule_sets import drawn, fighters
from tests.engine.fights import decide_with_answers
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.evolve import NO_ENCOUNTER, fold
from turntrack.core.model import Encounter
from turntrack.systems.table_rules import SYSTEM, memory, turns
from turntrack.systems.table_rules.rule_set import RuleSet, write_rules

OPENINGS = 150
DRAWN = amount(900)

pytestmark = pytest.mark.repeats


def set_up(rules: RuleSet, chance: Random) -> Encounter:
    """Return a fight before its first round, with somebody surprised now and then."""
    encounter, dice = NO_ENCOUNTER, TableDice(seeded_dice(chance.randrange(10_000)))
    at_table = c.ChangeCombatant("c2", at_table=False)  # whoever rolls there would roll low
    for command in (*fighters(rules), at_table):
        encounter = fold(encounter, decide_with_answers(encounter, command, dice))
    if chance.random() < 0.3 and rules.surprise.is_marked:
        command = c.Act(chance.choice(encounter.order), "surprise")
        encounter = fold(encounter, decide_with_answers(encounter, command, dice))
    return encounter


def first_of(encounter: Encounter) -> tuple[str, ...]:
    """Return who acts first, and the label of the side that begins."""
    ids = (encounter.acting() or turns.next_ids(encounter)) if encounter.is_open else ()
    begins = memory.recall_fight(encounter).begins or {memory.side_of(encounter, combatant_id) for combatant_id in ids}
    return (*ids, *(f"{memory.side_name(side)}: first" for side in begins))


def check_chances(rules: RuleSet, seed: int) -> bool:
    """Hold the chances against openings; return whether there are any."""
    encounter = set_up(rules, Random(seed))
    told = [chance for chance in SYSTEM.chances(encounter) if chance.goes_first]
    came = Counter[str]()
    for opening in range(OPENINGS if told else 0):
        dice = TableDice(seeded_dice(1000 * seed + opening))
        came.update(first_of(fold(encounter, decide_with_answers(encounter, c.OpenRound(), dice))))
    for chance in told:
        expected = float(OPENINGS * chance.chance)
        spread = 5 * (expected * (1 - float(chance.chance))) ** 0.5
        assert abs(came[chance.about or chance.label] - expected) <= spread + 1e-9, (chance, came)
    return bool(told)


def test_chances_are_what_openings_come_to() -> None:
    counted = 0
    for seed in range(DRAWN):
        rules = drawn(Random(seed))
        try:
            counted += check_chances(rules, seed)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {write_rules(rules)}\n{error}") from error
    assert counted
