"""The orders of two coded systems, stated as table rules: the same next actor at every step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from tests.amounts import amount
from turntrack.core import commands as c
from turntrack.core.dice import AppDice, DiceRequest, Roll
from turntrack.core.evolve import NO_ENCOUNTER, fold
from turntrack.core.fields import Values
from turntrack.core.model import Id
from turntrack.rules.decide import decide
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of
from turntrack.systems.table_rules import rule_set
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.initiative import tie_key
from turntrack.systems.table_rules.rule_change import take

FEW, FULL = 60, 10_000

FACTORS = ("talent", "perception", "search", "agility", "dodge", "edge")

ROND6 = rule_set.RuleSet(
    "RonD6’s order",
    fields=(
        s.SheetField("dice", "Dice", 1, 1, 9),
        *(s.SheetField(key, key.capitalize(), 0, 0, 99) for key in ("pips", *FACTORS)),
    ),
    number=s.Number(text="(dice)d6 + pips"),
    fresh=s.Fresh.ROUND,
    ties=tuple(s.TieRule(s.TieBy.FIELD, key) for key in FACTORS),
)
"""Perception is rolled, then the six tie factors decide, then the list."""

ZEBRA = rule_set.RuleSet(
    "Zebra Island’s order",
    fields=(s.SheetField("base", "Base", 0, 0, 99),),
    number=s.Number(text="1d20 + base"),
    fresh=s.Fresh.ROUND,
    order=s.Order.COUNT,
    prices=(
        s.ActionPrice("Message", 2, s.NUMBER),
        s.ActionPrice("Dodge", 3, s.NUMBER),
        s.ActionPrice("Aim carefully", 6, s.NUMBER),
    ),
    ends=s.RoundEnd(s.EndRule.ZERO, carries=True),
)


class SameDice:
    """Dice that fall alike for the same combatant, in whatever order they are rolled."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        return tuple(AppDice(Random(f"{self.seed} {request.who}").randrange).roll([request])[0] for request in requests)


class Bare:
    """A fight without log and history, because ten thousand are played."""

    def __init__(self, system: str, *commands: c.Command) -> None:
        self.system, self.encounter = system_of(system, SYSTEMS), NO_ENCOUNTER
        for command in (c.MakeEncounter("Fight", system), *commands):
            self.do(command)

    def do(self, command: c.Command, seed: str = "") -> None:
        self.encounter = fold(self.encounter, decide(self.encounter, command, SameDice(seed), SYSTEMS))

    def shown(self) -> object:
        """Return who acts, and on which numbers; whether the round goes on."""
        acting = self.encounter.acting()
        numbers = [self.system.number(self.encounter, combatant_id) for combatant_id in acting]
        return self.encounter.is_open, acting, [number and number.total for number in numbers]


def play(coded: Bare, ruled: Bare, seed: int, turn: Callable[[Random, Id], tuple[c.Command, c.Command]]) -> int:
    """Play rounds with both systems, with a fall now and then. Return the number of equal turns."""
    chance, turns = Random(f"play {seed}"), 0
    for number in range(chance.randint(1, 2)):
        for fight in (coded, ruled):
            fight.do(c.OpenRound(), f"{seed} {number}")
        assert coded.shown() == ruled.shown()
        while coded.encounter.is_open:
            (acting,) = coded.encounter.acting()
            others = [
                combatant_id
                for combatant_id, standing in coded.encounter.standings.items()
                if standing.able and combatant_id != acting
            ]
            if others and chance.random() < 0.1:
                fallen = c.Fall(chance.choice(others))
                coded.do(fallen)
                ruled.do(fallen)
            for fight, command in zip((coded, ruled), turn(chance, acting), strict=True):
                fight.do(command)
            assert coded.shown() == ruled.shown()
            turns += 1
    return turns


def play_rond6(seed: int) -> int:
    chance = Random(seed)
    coded = Bare("rond6", c.ChooseOption("wild_die", "none"), c.ChooseOption("full_tie", "listed"))
    ruled = Bare("table_rules", take(ROND6))
    for name in "ABCDEFG"[: chance.randint(2, 7)]:
        codes = {key: (chance.randint(1, 3), chance.randint(0, 2)) for key in FACTORS[1:5]}
        talent, edge = chance.randint(0, 1), "ABCDEFG".index(name)  # RonD6 lists anew each round: no full ties here
        sheet: Values = {key: f"{dice}D+{pips}" for key, (dice, pips) in codes.items()}
        coded.do(c.AddCombatant(name, sheet={**sheet, "talent": talent, "edge": edge}))
        dice, pips = codes["perception"]
        factors = {key: 3 * dice + pips for key, (dice, pips) in codes.items()}
        own: Values = {"dice": dice, "pips": pips, "talent": talent, "edge": edge, **factors}
        ruled.do(c.AddCombatant(name, sheet=own))
    return play(coded, ruled, seed, lambda _, actor: (c.Act(actor, "done"), c.Act(actor, "end")))


def play_zebra(seed: int) -> int:
    chance = Random(seed)
    coded, ruled = Bare("zebra", c.ChooseOption("tie", "listed")), Bare("table_rules", take(ZEBRA))
    for name in "ABCDEFG"[: chance.randint(2, 7)]:
        nerve, perception, level = (chance.randint(1, 9) for _ in range(3))
        sheet: Values = {"nerve": nerve, "perception": perception, "level": level, "position": "shooting"}
        coded.do(c.AddCombatant(name, side=name, sheet=sheet))
        ruled.do(c.AddCombatant(name, side=name, sheet={"base": nerve + perception + level}))

    def turn(chance: Random, combatant_id: Id) -> tuple[c.Command, c.Command]:
        command = c.Act(combatant_id, chance.choice(("message", "dodge", "aim_carefully")))
        return command, command

    return play(coded, ruled, seed, turn)


PLAYS = pytest.mark.parametrize("same", [play_rond6, play_zebra], ids=["rond6", "zebra"])


@pytest.mark.repeats
@PLAYS
def test_the_order_is_the_same(same: Callable[[int], int]) -> None:
    assert sum(same(seed) for seed in range(amount(10 * FEW))) > FEW


@pytest.mark.soak
@pytest.mark.repeats
@PLAYS
def test_the_order_is_the_same_in_every_fight(same: Callable[[int], int]) -> None:
    assert sum(same(seed) for seed in range(FULL)) > FULL


@pytest.mark.parametrize("by", [by for by in s.TieBy if by.effect.is_final])
def test_what_leaves_no_tie_sorts_nobody(by: s.TieBy) -> None:
    assert tie_key(NO_ENCOUNTER, "c1", s.TieRule(by)) == 0
