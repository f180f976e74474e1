"""What is typed and picked on the panel, in every system: who has fallen or left is no longer meant."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import commands as c
from engine.choices import Choice
from engine.dice import seeded_dice
from engine.errors import BadValue, Refused
from engine.fields import Field, Kind
from engine.model import Encounter, Id
from engine.session import Session
from engine.systems import SYSTEMS
from engine.systems.protocol import TurnSystem
from engine.table.offers import Offers, offer, offer_checked

AIMING = [system for system in SYSTEMS if system.key != "traveller"]
"""Traveller names no targets."""


def at_range(system: TurnSystem) -> Session:
    """Four in a round, of whom nobody is within reach of another: who lies there could be struck (ZA10)."""
    session, dice = Session(SYSTEMS), seeded_dice(3)
    session.dispatch(c.MakeEncounter("Pier", system.key), dice)
    sheet = {"position": "shooting"} if system.key == "zebra" else {}
    for name, side in (("Mara", "Crew"), ("Ilko", "Crew"), ("Rat", "Harbour"), ("Ox", "Harbour")):
        session.dispatch(c.AddCombatant(name, side=side, sheet=sheet), dice)
    session.dispatch(c.OpenRound(), dice)
    if not session.encounter.acting():
        session.dispatch(c.RuleTurn("c1"), dice)
    return session


def asking(system: TurnSystem, encounter: Encounter) -> dict[str, Field]:
    """The questions for somebody who is meant, by the key of what is typed: target, whom to run to or to wait for."""
    return {
        f"{section.key}.{field.key}": field
        for section in system.sections(encounter, {})
        for field in section.inputs
        if field.key in ("target", "to")
    }


def meant(system: TurnSystem, encounter: Encounter, key: str, picked: Id) -> Iterator[Choice]:
    """The choices that are about the one picked there."""
    field = key.partition(".")[2]
    for section in system.sections(encounter, {key: picked}):
        for choice in section.choices:
            if isinstance(choice.command, c.Act) and choice.command.values.get(field) == picked:
                yield choice


@pytest.mark.parametrize("system", AIMING, ids=lambda system: system.key)
def test_a_target_that_has_fallen_is_forgotten(system: TurnSystem) -> None:
    """While it stands it is aimed at; once it has fallen no list has it, and no button says it."""
    session = at_range(system)
    before = session.encounter
    questions = asking(system, before)
    assert questions
    (acting,) = before.acting()
    foe = next(one for one in before.order if before.combatants[one].side != before.combatants[acting].side)
    session.dispatch(c.Fall(foe), seeded_dice(1))
    after = session.encounter
    for key, field in questions.items():
        assert foe in {pick.key for pick in field.picks}
        assert list(meant(system, before, key, foe))
        assert foe not in {pick.key for pick in asking(system, after)[key].picks}
        assert not list(meant(system, after, key, foe))


def test_what_cannot_be_read_stays_as_typed_but_for_a_pick() -> None:
    (session,) = (at_range(system) for system in SYSTEMS if system.key == "unbound")
    number, flag = Field("number", "Number", Kind.NUMBER, 1), Field("flag", "Flag", Kind.FLAG, False)
    offers = Offers(session.encounter, {"s.number": "many", "s.flag": (), "s.who": "c99"})
    assert offers.values("s", (number, flag)) == {"number": "many", "flag": "()"}
    assert offers.who("s", ("c1", "c2"), likely="c2")[1] == "c2"


def test_a_choice_is_refused_in_the_words_of_its_command() -> None:
    """What cannot be read is refused as deciding would refuse it, and the row keeps its button."""

    def no() -> None:
        raise Refused("unable", "Ana is unable to act.", "U8")

    def typed_wrongly(choice: Choice) -> Choice:
        raise BadValue("Metres: a whole number.")

    bare = Choice(c.Act("c1", "run"), "Run", "3", rule="U1", row="c1")
    refused, unread = offer_checked(bare, no), offer(bare, typed_wrongly)
    assert str(refused.refusal) == "Ana is unable to act. (U8)"
    assert (refused.cost, refused.rule, refused.row) == ("", "U8", "c1")
    assert unread.refusal is not None
    assert (unread.refusal.code, str(unread.refusal)) == ("bad_value", "Metres: a whole number.")
    assert offer_checked(bare, lambda: None) is bare
