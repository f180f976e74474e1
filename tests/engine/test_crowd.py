"""Tests of the panel with many who wait, hold a reserve or react: one section asks who, and offers each of them."""

from __future__ import annotations

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import DiceNeeded, NoDice, seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter
from turntrack.rules.decide import decide
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import Choice
from turntrack.systems.toolkit.panel_inputs import FEW_BUTTONS, FEW_SECTIONS

CASES = [
    ("interlock", "hold", "waiting", 18),
    ("rond6", "wait", "waiting", 18),
    ("zebra", "reserve", "reserve", 9),
    ("traveller", "watch", "trigger", 18),
]


def play(key: str, action: str, many: int) -> Table:
    """Play a round in which that many have taken the action, and somebody is still to act."""
    table, dice = Table(key, "Rat x20, side Rats", "Cat x6, side Cats"), seeded_dice(2)
    table.do_with(dice, c.OpenRound())
    for _ in range(many):
        acting = table.encounter.acting()
        choice = next(option for option in table.choices() if _is_own(option, action, acting))
        table.do_with(dice, choice.command)
    return table


def _is_own(choice: Choice, action: str, acting: tuple[str, ...]) -> bool:
    command = choice.command
    return (
        isinstance(command, c.Act) and command.action == action and command.id in acting and not choice.preview.refusal
    )


@pytest.mark.parametrize(("key", "action", "section", "many"), CASES, ids=[case[0] for case in CASES])
def test_many_are_one_section_that_asks_who(key: str, action: str, section: str, many: int) -> None:
    """Each of them can be picked, and what is offered then is that one's, and keeps its word."""
    table = play(key, action, many)
    assert len(table.sections()) < 16
    who = table.sections()[section].inputs[0]
    assert len(who.picks) == many
    for pick in who.picks:
        shown = table.sections({f"{section}.who": pick.key})[section]
        assert {choice.command.id for choice in shown.choices if isinstance(choice.command, c.Act)} == {pick.key}
        for choice in shown.choices:
            _keeps_its_word(table.encounter, choice)


def _keeps_its_word(encounter: Encounter, choice: Choice) -> None:
    after, refused = encounter, ""
    try:
        after = fold(encounter, decide(encounter, choice.command, NoDice(), SYSTEMS))
    except Refused as refusal:
        refused = refusal.code
    except DiceNeeded:
        return
    assert refused == (choice.preview.refusal.code if choice.preview.refusal else "")
    assert not choice.preview.next or choice.preview.next in after.acting()


@pytest.mark.parametrize(("key", "action", "section", "many"), CASES, ids=[case[0] for case in CASES])
def test_whoever_was_picked_and_is_gone_is_asked_for_no_more(key: str, action: str, section: str, many: int) -> None:
    """Then it is the first of the others."""
    table = play(key, action, many)
    gone, first = table.sections({f"{section}.who": "c99"})[section], table.sections()[section]
    assert gone.title == first.title
    assert [choice.command for choice in gone.choices] == [choice.command for choice in first.choices]


@pytest.mark.parametrize(
    ("key", "action", "section"), [case[:3] for case in CASES[:3]], ids=["interlock", "rond6", "zebra"]
)
def test_a_few_have_a_section_each(key: str, action: str, section: str) -> None:
    keys = [key for key in play(key, action, FEW_SECTIONS).sections() if key.startswith(section)]
    assert len(keys) == FEW_SECTIONS
    assert section not in keys


def test_of_many_reactions_those_that_are_there_come_first() -> None:
    """Unbound: twenty, of whom the one on turn has a Reaction."""
    table, dice = Table("unbound", f"Rat x{FEW_BUTTONS - 2}, side Rats", "Cat x2, side Cats"), seeded_dice(2)
    table.do_with(dice, c.OpenRound())
    assert len(table.sections()["reaction"].choices) == FEW_BUTTONS
    table.do_with(dice, c.AddCombatant("Dog", 1, side="Cats"))
    table.do_with(dice, next(option for option in table.choices() if _names(option, "nominate")).command)
    section = table.sections()["reaction"]
    (acting,) = table.encounter.acting()
    assert [choice.command for choice in section.choices] == [c.Act(acting, "react")]
    assert not section.choices[0].preview.refusal
    assert {pick.key for pick in section.inputs[0].picks} == set(table.encounter.order)


def _names(choice: Choice, action: str) -> bool:
    return isinstance(choice.command, c.Act) and choice.command.action == action and not choice.preview.refusal
