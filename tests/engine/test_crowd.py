"""Where many wait, hold something in reserve or watch, the panel asks who; each of them is still within reach."""

from __future__ import annotations

import pytest

from engine import commands as c
from engine.crowd import FEW_BUTTONS, FEW_SECTIONS
from engine.decide import decide
from engine.dice import DiceNeeded, NoDice, seeded_dice
from engine.errors import Refused
from engine.evolve import fold
from engine.model import Encounter
from engine.session import Session
from engine.systems import SYSTEMS
from engine.systems.protocol import Choice, Section, TurnSystem, system_of

CASES = [
    ("interlock", "hold", "waiting", 18),
    ("rond6", "wait", "waiting", 18),
    ("zebra", "reserve", "reserve", 9),
    ("traveller", "watch", "trigger", 18),
]


def played(key: str, action: str, many: int) -> Session:
    """A round in which so many have done that, one after the other, and somebody is still to act."""
    system, dice = system_of(key, SYSTEMS), seeded_dice(2)
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Waiters", key), dice)
    session.dispatch(c.AddCombatant("Rat", 20, side="Rats"), dice)
    session.dispatch(c.AddCombatant("Cat", 6, side="Cats"), dice)
    session.dispatch(c.OpenRound(), dice)
    for _ in range(many):
        acting = session.encounter.acting()
        choice = next(it for it in choices(system, session.encounter, {}) if _is_own(it, action, acting))
        session.dispatch(choice.command, dice)
    return session


def _is_own(choice: Choice, action: str, acting: tuple[str, ...]) -> bool:
    command = choice.command
    return isinstance(command, c.Act) and command.action == action and command.id in acting and not choice.refusal


def choices(system: TurnSystem, encounter: Encounter, entered: dict[str, object]) -> list[Choice]:
    return [choice for section in system.sections(encounter, entered) for choice in section.choices]


def asking(system: TurnSystem, encounter: Encounter, section: str, entered: dict[str, object]) -> Section:
    (found,) = [it for it in system.sections(encounter, entered) if it.key == section]
    return found


@pytest.mark.parametrize(("key", "action", "section", "many"), CASES, ids=[case[0] for case in CASES])
def test_many_are_one_section_that_asks_who(key: str, action: str, section: str, many: int) -> None:
    """Each of them can be picked, and what is offered then is that one's, and keeps its word."""
    system, session = system_of(key, SYSTEMS), played(key, action, many)
    encounter = session.encounter
    assert len(system.sections(encounter, {})) < 16
    who = asking(system, encounter, section, {}).inputs[0]
    assert len(who.picks) == many
    for pick in who.picks:
        shown = asking(system, encounter, section, {f"{section}.who": pick.key})
        assert {choice.command.id for choice in shown.choices if isinstance(choice.command, c.Act)} == {pick.key}
        for choice in shown.choices:
            _keeps_its_word(encounter, choice)


def _keeps_its_word(encounter: Encounter, choice: Choice) -> None:
    after, refused = encounter, ""
    try:
        after = fold(encounter, decide(encounter, choice.command, NoDice(), SYSTEMS))
    except Refused as refusal:
        refused = refusal.code
    except DiceNeeded:
        return
    assert refused == (choice.refusal.code if choice.refusal else "")
    assert not choice.next or choice.next in after.acting()


@pytest.mark.parametrize(("key", "action", "section", "many"), CASES, ids=[case[0] for case in CASES])
def test_whoever_was_picked_and_is_gone_is_asked_for_no_more(key: str, action: str, section: str, many: int) -> None:
    """Then it is the first of the others."""
    system, encounter = system_of(key, SYSTEMS), played(key, action, many).encounter
    typed: dict[str, object] = {f"{section}.who": "c99"}
    gone, first = (asking(system, encounter, section, entered) for entered in (typed, {}))
    assert gone.title == first.title
    assert [choice.command for choice in gone.choices] == [choice.command for choice in first.choices]


@pytest.mark.parametrize(
    ("key", "action", "section"), [case[:3] for case in CASES[:3]], ids=["interlock", "rond6", "zebra"]
)
def test_a_few_have_a_section_each(key: str, action: str, section: str) -> None:
    system, encounter = system_of(key, SYSTEMS), played(key, action, FEW_SECTIONS).encounter
    keys = [it.key for it in system.sections(encounter, {}) if it.key.startswith(section)]
    assert len(keys) == FEW_SECTIONS
    assert section not in keys


def test_of_many_reactions_those_that_are_there_come_first() -> None:
    """Unbound: twenty, of whom the one on turn has a Reaction."""
    system, dice = system_of("unbound", SYSTEMS), seeded_dice(2)
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Reactions", "unbound"), dice)
    session.dispatch(c.AddCombatant("Rat", FEW_BUTTONS - 2, side="Rats"), dice)
    session.dispatch(c.AddCombatant("Cat", 2, side="Cats"), dice)
    session.dispatch(c.OpenRound(), dice)
    assert len(asking(system, session.encounter, "reaction", {}).choices) == FEW_BUTTONS
    session.dispatch(c.AddCombatant("Dog", 1, side="Cats"), dice)
    nominate = next(it for it in choices(system, session.encounter, {}) if _named(it, "nominate"))
    session.dispatch(nominate.command, dice)
    section = asking(system, session.encounter, "reaction", {})
    (acting,) = session.encounter.acting()
    assert [choice.command for choice in section.choices] == [c.Act(acting, "react")]
    assert not section.choices[0].refusal
    assert {pick.key for pick in section.inputs[0].picks} == set(session.encounter.order)


def _named(choice: Choice, action: str) -> bool:
    return isinstance(choice.command, c.Act) and choice.command.action == action and not choice.refusal
