"""Tests of who may act and at whom: the same messages in every system."""

from __future__ import annotations

import re

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import NoDice, seeded_dice
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Event
from turntrack.core.model import Encounter
from turntrack.history.session import Session
from turntrack.rules.decide import decide
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.toolkit.guards import Guards, read_target

OWN_ACTION = {"rond6": "punch", "interlock": "punch", "table_rules": "end"}
"""The action that the tests use, by system; in the other systems it is ``attack``."""


def refusal(encounter: Encounter, command: c.Act) -> str:
    with pytest.raises(Refused) as refused:
        decide(encounter, command, NoDice(), SYSTEMS)
    return refused.value.message


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_system_says_it_in_the_same_words(system: TurnSystem) -> None:
    """Between rounds, of strangers, of the fallen, out of turn."""
    session, dice = Session(SYSTEMS), seeded_dice(5)
    session.dispatch(c.MakeEncounter("Pier", system.key), dice)
    for name in ("Ana", "Bo", "Cy"):
        session.dispatch(c.AddCombatant(name, side=name), dice)
    action = OWN_ACTION.get(system.key, "attack")
    assert refusal(session.encounter, c.Act("c1", action)) == f"No {system.round_word} is running."
    session.dispatch(c.OpenRound(), dice)
    if session.encounter.acting() != ("c1",):
        session.dispatch(c.RuleTurn("c1"), dice)
    assert refusal(session.encounter, c.Act("c9", action)) == "That combatant is not in this fight."
    assert refusal(session.encounter, c.Act("c2", action)) == "It is not Bo’s turn: Ana acts."
    session.dispatch(c.Fall("c3"), dice)
    assert refusal(session.encounter, c.Act("c3", action)) == "Cy is unable to act."


def test_of_several_who_act_at_once_it_says_so() -> None:
    session, dice = Session(SYSTEMS), seeded_dice(5)
    session.dispatch(c.MakeEncounter("Bar", "traveller"), dice)
    session.dispatch(c.AddCombatant("Guard", 2, group="Guards"), dice)
    session.dispatch(c.AddCombatant("Ana"), dice)
    session.dispatch(c.OpenRound(), dice)
    both, guards = session.encounter.acting(), Guards(turn="T3")
    assert len(both) == 2
    (other,) = (combatant_id for combatant_id in session.encounter.order if combatant_id not in both)
    with pytest.raises(Refused, match="It is not Ana’s turn: Guard A, Guard B act"):
        guards.on_turn(session.encounter, other)


def test_nobody_is_aimed_at_by_nothing() -> None:
    encounter = Session(SYSTEMS).encounter
    assert [read_target(encounter, "c1", nothing, "Z5") for nothing in ("", False)] == ["", ""]
    with pytest.raises(Refused, match="Name somebody else"):
        read_target(encounter, "c1", "c1", "Z5")


def test_a_choice_that_cannot_be_foretold_is_offered_without_its_consequences(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is reported on the button, and every other choice stays as it was."""
    table = Table("traveller", {"end": 3}, {}, initiative="plain", open=(1, 1, 2, 2))

    def stumble(encounter: Encounter, command: c.Act) -> Encounter:
        raise KeyError("Mara")

    before = table.choice("wound", {"wounds.lost": 1})
    monkeypatch.setattr("turntrack.systems.traveller.actions.look_ahead", stumble)
    hold = table.choice("hold")
    assert (hold.preview.refusal, hold.preview.next, hold.likely) == (None, "", 0)
    assert re.fullmatch(r"KeyError in test_guards.py, line \d+", hold.preview.fault)
    assert hold.preview.outcome == f"what follows cannot be told: {hold.preview.fault}"
    assert {choice.preview.fault for choice in table.choices()} == {"", hold.preview.fault}
    assert table.choice("wound", {"wounds.lost": 1}) == before


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_no_look_ahead_takes_the_panel_down(system: TurnSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever looks ahead makes a draft, so a draft that fails stands for all of them."""
    session, dice = Session(SYSTEMS), seeded_dice(5)
    for command in system.sample():
        session.dispatch(command, dice)
    session.dispatch(c.OpenRound(), dice)

    def stumble(draft: Draft, *events: Event) -> None:
        raise KeyError("Mara")

    monkeypatch.setattr(Draft, "record", stumble)
    choices = [choice for section in system.sections(session.encounter, {}) for choice in section.choices]
    assert any(choice.preview.fault for choice in choices)
    assert all(isinstance(choice.command, c.Act | c.RuleFact) for choice in choices)
