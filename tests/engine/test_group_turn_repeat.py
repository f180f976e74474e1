"""Tests that the others of a group can repeat a turn in one step, with the result of each acting alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from functools import partial
from random import Random

import pytest

from tests.amounts import amount
from tests.engine.fights import dispatch_with_answers
from tests.engine.random_play import draw_command
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import NoDice, TableDice, seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.events import RoundOpened, StatusSet
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter, Id, Stage, Status, TurnEffect
from turntrack.history.group_repeat import MOST_FOLLOWING, repeat_for_group
from turntrack.rules.decide import MOST_DEEDS, decide
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem


@pytest.fixture
def table() -> Table:
    """Mara (c1) acts, Rat (c2) is next."""
    return Table("zebra", "Mara", "Rat", open=(9, 4))


DODGE = c.RepeatedAct("dodge")


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (c.DoTheSame((), (DODGE,)), "nobody", "First say who does what."),
        (c.DoTheSame(("c1",), ()), "nobody", "First say who does what."),
        (c.DoTheSame(("c9",), (DODGE,)), "nobody", "That combatant is not in this fight."),
        (c.DoTheSame(("c2",), (DODGE,)), "not_your_turn", "It is not Rat’s turn: Mara acts."),
        (c.DoTheSame(("c1",), (DODGE,), 1), "already", "Mara is already acting."),
        (c.DoTheSame(("c1",), (DODGE,) * (MOST_DEEDS + 1)), "bad_value", "At most 20 actions, one after the other."),
        (c.DoTheSame(("c1",) * 1001, (DODGE,)), "bad_value", "At most 20 actions, one after the other."),
        (c.DoTheSame(("c1", "c2", "c2"), (DODGE, DODGE)), "not_your_turn", "turn"),
        (c.DoTheSame(("c1",), (c.RepeatedAct("dodge", {"unread": "x" * 501}),)), "bad_value", "unread: at most 500"),
    ],
)
def test_what_cannot_be_is_refused(table: Table, command: c.Command, code: str, message: str) -> None:
    refusal = table.refusal(command)
    assert refusal.code == code
    assert message in str(refusal)


def test_all_do_it_or_nobody(table: Table) -> None:
    assert table.refused(c.DoTheSame(("c1", "c2"), (DODGE,))) == "not_your_turn Z7"
    told = table.do(c.DoTheSame(("c1",), (DODGE, DODGE)))
    assert [line for line in told if "dodges" in line] == [
        "Mara dodges (3): 22 → 19. (Z8, Z27)",
        "Mara dodges (3): 19 → 16. (Z8, Z27)",
    ]


def test_a_crowd_follows_as_far_as_it_is_looked_for() -> None:
    table = Table("zebra", "Guard x40, group Guards", open=(9,))
    table.act("c1", "dodge")
    command = repeat_for_group(table.session)
    assert command is not None
    assert len(command.ids) == MOST_FOLLOWING


def test_whoever_has_left_is_no_example() -> None:
    table = Table("zebra", "Guard x2, group Guards", open=(9,))
    table.act("c1", "dodge")
    assert repeat_for_group(table.session) is not None
    table.do(c.RemoveCombatant("c1"))
    assert repeat_for_group(table.session) is None


def test_where_nobody_has_acted_nothing_is_done_again() -> None:
    table = Table("zebra")
    assert repeat_for_group(table.session) is None
    table.do(c.WriteNote("The bell rings."))
    assert repeat_for_group(table.session) is None


def test_where_dice_fall_each_one_rolls_alone() -> None:
    """A check that an action needs is no affair of the others."""
    table = Table("traveller", "Guard x2, group Guards, end 4", open=(1, 2), initiative="plain")
    for combatant_id in ("c1", "c2"):
        table.act(combatant_id, "attack")
    table.act("c1", "check", None, 3)
    assert repeat_for_group(table.session) is None


def dice_of(seed: int) -> TableDice:
    return TableDice(seeded_dice(seed))


def in_random_fights(system: TurnSystem, fights: int) -> Iterator[tuple[Table, c.DoTheSame]]:
    """Play with groups, wounds and rulings, and yield each moment in which others can do the same."""
    for seed in range(amount(fights)):
        chance, table = Random(seed), Table.sample(system.key)
        for combatant_id, combatant in table.encounter.combatants.items():
            if combatant.side and not combatant.group:
                table.do(c.ChangeCombatant(combatant_id, group=combatant.side))
        for number in range(40):
            dice = partial(dice_of, seed + number)
            dispatch_with_answers(table.session, draw_command(table.session, system, chance, dice), dice())
            if chance.random() < 0.3:
                whom = chance.choice(table.encounter.order)
                noted = (c.Wound(1, (c.Hit(whom),)), c.GiveCondition((whom,), "prone"), c.WriteNote("A bell rings."))
                with suppress(Refused):
                    table.do(chance.choice(noted))
            command = repeat_for_group(table.session)
            if command is not None:
                yield table, command


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_it_is_what_each_would_have_done_alone(system: TurnSystem) -> None:
    repeats = 0
    for table, command in in_random_fights(system, 240):
        repeats += 1
        encounter = table.encounter
        together = fold(encounter, decide(encounter, command, NoDice(), SYSTEMS))
        for combatant_id in command.ids:
            deeds = command.deeds[command.calls :] if combatant_id in encounter.acting() else command.deeds
            for deed in deeds:
                act = c.Act(combatant_id, deed.action, deed.values)
                encounter = fold(encounter, decide(encounter, act, NoDice(), SYSTEMS))
        assert encounter == together
    assert repeats


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_it_is_all_that_was_done_in_the_last_turn_and_nothing_beside_it(system: TurnSystem) -> None:
    repeats = 0
    for table, command in in_random_fights(system, 240):
        repeats += 1
        actor, acts = last_turn(table)
        assert acts == [c.Act(actor, deed.action, deed.values) for deed in command.deeds]
        after = fold(table.encounter, decide(table.encounter, command, NoDice(), SYSTEMS))
        assert not table.system.interrupters(after)
        for combatant_id, combatant in table.encounter.combatants.items():
            assert combatant.health == after.combatants[combatant_id].health
            assert combatant_id not in command.ids or combatant.group == after.combatants[actor].group
    assert repeats


def last_turn(table: Table) -> tuple[Id, list[c.Act]]:
    """Return the last actor and the acts of that turn, followed from the start of the fight."""
    actor, turns, over, before = "", dict[Id, list[c.Act]](), set[Id](), table.session.past[0].after
    for step in table.session.past:
        acts = c.acts_of(step.command)
        begun = {event.id for event in step.events if isinstance(event, StatusSet) and event.status is Status.ACTING}
        aside = {event.id for event in step.events if isinstance(event, StatusSet) and event.turn is TurnEffect.ASIDE}
        opened = any(isinstance(event, RoundOpened) and event.part == 1 for event in step.events)
        over |= {*turns} if opened else aside
        if acts and not table.system.is_beside(acts[0]) and acts[0].id in (*before.acting(), *begun):
            actor = acts[0].id
            turns[actor] = [*([] if actor in over else turns.get(actor, [])), *acts]
            over.discard(actor)
        ended = {event.id for event in step.events if isinstance(event, StatusSet) and ends_turn(event)}
        over |= {
            combatant_id for combatant_id in turns if combatant_id in ended or not goes_on(step.after, combatant_id)
        }
        before = step.after
    return actor, turns[actor]


def ends_turn(event: StatusSet) -> bool:
    return event.status is Status.DONE or event.turn is TurnEffect.OVER


def goes_on(encounter: Encounter, combatant_id: Id) -> bool:
    standing = encounter.standings.get(combatant_id)
    if standing is None or standing.status is Status.HOLDING:
        return False
    return standing.status is Status.ACTING or standing.stage is not Stage.NONE


def test_unless_a_system_says_otherwise_all_is_a_deed_of_the_turn() -> None:
    default = next(field.default for field in fields(TurnSystem) if field.name == "is_beside")
    assert callable(default)
    assert not default(c.Act("c1", "dodge"))


def test_a_repeated_turn_may_end_the_round() -> None:
    table = Table("interlock", "Guard x2, group Guards", open=(6,))
    table.act("c1", "move", {"feet": 10, "only": True})
    command = repeat_for_group(table.session)
    assert command is not None
    assert table.do(command)[-1] == "That is the end of round 1. (I2)"
    assert not table.encounter.is_open
