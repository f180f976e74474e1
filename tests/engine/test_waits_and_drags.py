"""Tests of random waits, drags and rulings: who acts then, where the row stands, and whose turn is never taken away."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from tests.amounts import amount
from tests.engine.fights import list_choices
from tests.engine.table import SameFaces, Table
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.interlock import memory as interlock

pytestmark = pytest.mark.repeats

FIGHTS = amount(600)
STEPS = 40
LETTERS = "ABCDEF"


def begin(system: str, chance: Random) -> Table:
    """Return a fight of four to six, in which the first round has begun."""
    sheet = {"interlock": "ref", "rond6": "perception"}[system]
    values = [(chance.randint(1, 10) if system == "interlock" else f"{chance.randint(1, 6)}D") for _ in LETTERS]
    joining = [f"{name}, {sheet} {value}" for name, value in zip(LETTERS, values, strict=True)]
    table = Table(system, *joining[: chance.randint(4, 6)])
    table.do_with(SameFaces(4), c.OpenRound())
    return table


def draw(table: Table, chance: Random) -> c.Command:
    """Draw a wait, a drag, a ruling, or the end of the turn."""
    encounter = table.encounter
    some, other = chance.sample(encounter.order, 2)
    if not encounter.is_open:
        return c.OpenRound()
    match chance.randrange(10):
        case 0 | 1:
            return c.Move(some, chance.choice((other, other, "")))
        case 2:
            return c.RuleScore(some, chance.randint(1, 20))
        case 3:
            return chance.choice((c.RuleTurn(some), c.RuleSkip(some), c.RuleIn(some), c.Fall(some), c.Rise(some)))
        case _:
            words = ("hold", "step_in", "end", "done", "wait", "act_now", "interrupt", "surprise", "next", "result")
            offers = [
                choice.command for choice in list_choices(table.system, encounter, {}) if not choice.preview.refusal
            ]
            acts = [act for act in offers if isinstance(act, c.Act) and act.action in words] or offers
            act = chance.choice(acts)
            if isinstance(act, c.Act) and act.action == "hold":
                return c.Act(act.id, "hold", {"until": chance.choice((some, other, ""))})
            return act


def waits(encounter: Encounter) -> dict[Id, Id]:
    """Return who waits for whom."""
    return {
        member: wait.until
        for member, standing in encounter.standings.items()
        if standing.status is Status.HOLDING
        and standing.able
        and (wait := interlock.recall(standing).wait)
        and wait.until not in ("", member)
    }


def check_waits(before: Encounter, command: c.Command, after: Encounter) -> None:
    """Assert that nobody’s wait ends by itself before the turn waited for, nor later than that."""
    by_hand = command.id if isinstance(command, c.RuleTurn | c.Act | c.Move | c.RuleSkip) else ""
    if after.round != before.round:
        return
    for waiter, until in waits(before).items():
        standing = after.standings[waiter]
        if waiter == by_hand or standing.status is Status.HOLDING or not standing.able:
            continue
        assert standing.status is not Status.READY, f"{waiter} no longer waits"
        if before.standings[until].plays and until != by_hand:
            assert not after.standings[until].plays, f"{waiter} acts before {until}"
    turn = next(iter(before.acting()), "")
    if isinstance(command, c.Act) and command.action == "end" and turn == command.id:
        behind = [waiter for waiter, until in waits(before).items() if until == turn]
        if behind:
            order = before.order
            first = min(behind, key=order.index)
            between = order[order.index(turn) + 1 : order.index(first)]
            assert {*after.acting()} <= {first, *between}, "who waited comes next"


def check_drag(table: Table, before: Encounter, command: c.Move) -> None:
    """Assert that the row stands where it was dropped, among those who can still act, or that its wait says why not."""
    after = table.encounter
    track = [row for row in table.track() if table.standing(row).plays]
    # Who waits for whatever comes has no turn that comes by itself; in RonD6 it comes after all others.
    coming = waits(after)
    track = [row for row in track if table.standing(row).status is not Status.HOLDING or row in (*coming, command.id)]
    if command.id not in track or (command.before and command.before not in track):
        return
    acting = before.acting()
    at = track.index(command.id)
    below = track[at + 1] if at + 1 < len(track) else ""
    if command.id in acting and command.id in after.acting():
        return  # goes on with the turn, and stands elsewhere in the next round
    if command.before in acting and command.id not in after.acting():
        assert at == 1, "directly below a turn under way"
        return
    followed = waits(after).get(below) if table.system.key == "interlock" else None
    while followed and below != command.before and after.standings[followed].plays:
        at += 1
        below = track[at + 1] if at + 1 < len(track) else ""
        followed = waits(after).get(below)
    assert below == command.before, f"stands before {below or 'nobody'}"


@pytest.mark.parametrize("system", ["interlock", "rond6"])
def test_waits_and_drags_come_as_they_were_said(system: str) -> None:
    done = 0
    for seed in range(FIGHTS):
        chance = Random(seed)
        table = begin(system, chance)
        for step in range(STEPS):
            before, command = table.encounter, draw(table, chance)
            rows = table.track()
            with suppress(Refused):
                table.do_with(TableDice(seeded_dice(seed + step)), command)
            if table.encounter is before:
                continue
            done += 1
            try:
                if before.is_open and table.encounter.is_open:
                    if system == "interlock":
                        check_waits(before, command, table.encounter)
                    if isinstance(command, c.Move):
                        check_drag(table, before, command)
                    assert table.encounter.acting() == table.track()[: len(table.encounter.acting())]
            except AssertionError as error:
                names = " ".join(map(before.name_of, rows))
                raise AssertionError(
                    f"seed {seed}, step {step}: {command} on {names} → {table.names()}: {error}"
                ) from None
    assert done > FIGHTS * STEPS / 4
