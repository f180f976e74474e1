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


def test_nothing_is_known_before_the_dice_fall() -> None:
    assert [Table.sample(system.key).system.coming(Table.sample(system.key).encounter) for system in SYSTEMS] == [
        () for _ in SYSTEMS
    ]


def test_no_more_turns_than_a_few_are_told() -> None:
    plain: Values = {"nerve": 0, "perception": 0, "level": 0, "position": "shooting"}
    table = Table("zebra", *(plain for _ in range(14)), open=(20,) * 14)
    assert len(table.system.coming(table.encounter)) == MOST_COMING


def test_of_many_who_act_at_once_one_is_named() -> None:
    table = Table("traveller", {}, {}, {}, {}, initiative="plain", open=(1, 1, *(2,) * 6))
    assert table.system.coming(table.encounter)[0] == Turn(("c2", "c3", "c4"), "B and 2 others", 4)


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
