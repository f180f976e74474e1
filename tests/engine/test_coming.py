"""Whose turns come, as each system tells it; that they do come is held by the random fights of test_properties."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from engine import commands as c
from engine.choices import MOST_COMING, Turn
from engine.dice import TableDice, seeded_dice
from engine.errors import Refused
from engine.fields import Values
from engine.systems import SYSTEMS
from engine.systems.protocol import TurnSystem
from engine.table.order import below
from tests.amounts import amount
from tests.engine.ahead import holds_what_it_tells
from tests.engine.fights import decided
from tests.engine.table import Table


def told(table: Table) -> list[str]:
    """The turns that are to come, each by its label and its number, if any."""
    coming = table.system.coming(table.encounter)
    return [f"{turn.label} {turn.number}" if turn.number is not None else turn.label for turn in coming]


def test_nothing_is_known_before_the_dice_fall() -> None:
    assert [Table.sample(system.key).system.coming(Table.sample(system.key).encounter) for system in SYSTEMS] == [
        () for _ in SYSTEMS
    ]


def shooters(*dice: int) -> Table:
    """Combatants of Zebra Island with nothing but what they throw, and a middle-sized weapon."""
    plain: Values = {"nerve": 0, "perception": 0, "level": 0, "position": "shooting"}
    return Table("zebra", *(plain for _ in dice), open=dice)


def test_points_are_spent_by_one_strike_after_another() -> None:
    assert told(shooters(9, 6)) == ["B 6", "A 5", "B 2", "A 1"]


def test_a_heavier_weapon_is_dearer() -> None:
    table = shooters(9, 6)
    table.do(c.ChangeCombatant("c1", sheet={"size": "heavy"}))
    assert told(table) == ["B 6", "A 4", "B 2"]


def test_no_more_turns_than_a_few_are_told() -> None:
    assert len(told(shooters(*(20,) * 14))) == MOST_COMING


def test_factions_take_turns_until_nobody_is_left() -> None:
    table = Table("unbound", "Ana, side A", "Bo, side A", "Rat, side B", open=(1, 12))
    assert told(table) == ["A", "A"]
    assert table.acting() == "Rat"
    table.say("Ana nominate")
    assert told(table) == ["Bo"]
    assert table.system.coming(table.encounter) == (Turn(("c2",), "Bo"),)


def test_the_next_row_below() -> None:
    assert [below(("a", "b"), one) for one in "abc"] == ["b", "", ""]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_what_is_coming_comes(system: TurnSystem) -> None:
    """In fights in which anybody does anything, now and then against the rules."""
    come = 0
    for seed in range(amount(30)):
        chance, dice, table = Random(seed), TableDice(seeded_dice(seed)), Table.sample(system.key)
        for _ in range(50):
            if chance.random() < 0.3:
                come += holds_what_it_tells(system, table.encounter, lambda: TableDice(seeded_dice(1)))
            table.do_with(dice, anything(table, chance))
    assert come > 40


def anything(table: Table, chance: Random) -> c.Command:
    """The next round, a choice that is offered or, now and then, a ruling or another reading of the rules."""
    encounter = table.encounter
    offers = [choice.command for choice in table.choices() if not choice.refusal]
    one, other = (chance.choice(encounter.order) for _ in range(2))
    option = chance.choice(table.system.options)
    rulings = [
        *(kind(one) for kind in (c.Fall, c.Rise, c.RuleTurn, c.RuleSkip, c.RuleIn)),
        c.Move(one, other),
        c.RuleScore(one, chance.randint(1, 20)),
        c.ChooseOption(option.key, chance.choice(option.values).key),
    ]
    wanted: list[c.Command] = [] if encounter.is_open or chance.random() < 0.3 else [c.OpenRound()]
    wanted += [chance.choice(offers)] if offers and chance.random() < 0.8 else []
    for command in (*wanted, chance.choice(rulings)):
        with suppress(Refused):
            decided(encounter, command, TableDice(seeded_dice(1)))
            return command
    return c.WriteNote("Nothing of the kind.")
