"""Tests of the panel's inputs in every system: fallen and removed combatants are no longer picked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import BadValue, Refused
from turntrack.core.fields import Field, Kind, Values
from turntrack.core.model import Encounter, Id
from turntrack.history.session import Session
from turntrack.systems import SYSTEMS
from turntrack.systems.choices import FIRST, LIKELY, Choice, Preview
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.toolkit.guards import offer, offer_checked, rate
from turntrack.systems.toolkit.panel_inputs import Offers

AIMING = [system for system in SYSTEMS if system.key != "traveller"]
"""Traveller names no targets."""


def at_range(system: TurnSystem) -> Session:
    """Return four in a round, none in contact: a fallen one could be struck (ZA10)."""
    session, dice = Session(SYSTEMS), seeded_dice(3)
    session.dispatch(c.MakeEncounter("Pier", system.key), dice)
    sheets: dict[str, Values] = {"zebra": {"position": "shooting"}, "interlock": {"handgun": 8, "initiative": 9}}
    sheet = sheets.get(system.key, {})
    if system.has_rules_of_fights:
        session.dispatch(c.Act("", "rules", {"preset": "three_actions"}), dice)
    for name, side in (("Mara", "Crew"), ("Ilko", "Crew"), ("Rat", "Harbour"), ("Ox", "Harbour")):
        session.dispatch(c.AddCombatant(name, side=side, sheet=sheet), dice)
    session.dispatch(c.OpenRound(), dice)
    if not session.encounter.acting():
        session.dispatch(c.RuleTurn("c1"), dice)
    return session


def asking(system: TurnSystem, encounter: Encounter) -> dict[str, Field]:
    """List the inputs that ask for a combatant, by the key of the value: the target, whom to run to or wait for."""
    return {
        f"{section.key}.{field.key}": field
        for section in system.sections(encounter, {})
        for field in section.inputs
        if field.key in ("target", "to")
    }


def meant(system: TurnSystem, encounter: Encounter, key: str, picked: Id) -> Iterator[Choice]:
    """Return the choices about the combatant picked in the input."""
    field = key.partition(".")[2]
    for section in system.sections(encounter, {key: picked}):
        for choice in section.choices:
            if isinstance(choice.command, c.Act) and choice.command.values.get(field) == picked:
                yield choice


@pytest.mark.parametrize("system", AIMING, ids=lambda system: system.key)
def test_a_target_that_has_fallen_is_forgotten(system: TurnSystem) -> None:
    """While it stands it is aimed at; once it has fallen no list has it, and no button says it, but a run."""
    session = at_range(system)
    before = session.encounter
    questions = asking(system, before)
    assert questions
    (acting,) = before.acting()
    foe = next(
        combatant_id
        for combatant_id in before.order
        if before.combatants[combatant_id].side != before.combatants[acting].side
    )
    session.dispatch(c.Fall(foe), seeded_dice(1))
    after = session.encounter
    for key, field in questions.items():
        if key == "reaction.target":  # it is the foe who reacts
            continue
        assert foe in {pick.key for pick in field.picks}
        assert list(meant(system, before, key, foe))
        if key == "run.to":  # ZA10
            continue
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

    def typed_wrongly() -> Preview:
        raise BadValue("Metres: a whole number.")

    bare = Choice(c.Act("c1", "run"), "Run", lambda: Preview("3", rule="U1"), "c1")
    refused, unread = offer_checked(bare, no), replace(bare, foretell=typed_wrongly)
    assert str(refused.preview.refusal) == "Ana is unable to act. (U8)"
    assert (refused.preview.cost, refused.preview.rule, refused.row) == ("", "U8", "c1")
    assert unread.preview.refusal is not None
    assert (unread.preview.refusal.code, str(unread.preview.refusal)) == ("bad_value", "Metres: a whole number.")
    allowed = offer_checked(bare, lambda: None)
    assert (allowed, allowed.preview) == (bare, bare.preview)
    assert offer_checked(replace(bare, likely=LIKELY), no).likely == 0


def test_a_choice_is_foretold_once_and_only_when_somebody_asks() -> None:
    asked: list[str] = []

    def foretell() -> Preview:
        asked.append("")
        return Preview("3", next="c2")

    choice = offer(Choice(c.Act("c1", "run"), "Run", foretell))
    assert (choice.label, choice.likely, asked) == ("Run", 0, [])
    likely = rate(choice, LIKELY)
    assert asked == []
    assert [each.preview for each in (choice, likely, choice)] == [Preview("3", next="c2")] * 3
    assert (likely.likely, asked) == (LIKELY, [""])


def target_of(system: TurnSystem, session: Session) -> str:
    """Return the default target of the actor."""
    return str(next(field.default for key, field in asking(system, session.encounter).items() if "target" in key))


@pytest.mark.parametrize("system", AIMING, ids=lambda system: system.key)
def test_the_only_possible_target_is_meant(system: TurnSystem) -> None:
    session = at_range(system)
    encounter = session.encounter
    (acting,) = encounter.acting()
    foes = [
        combatant_id
        for combatant_id in encounter.order
        if encounter.combatants[combatant_id].side != encounter.combatants[acting].side
    ]
    assert target_of(system, session) == ""
    session.dispatch(c.Fall(foes[0]), seeded_dice(1))
    assert target_of(system, session) == foes[1]


@pytest.mark.parametrize("system", AIMING, ids=lambda system: system.key)
def test_the_last_target_is_kept_while_it_can_be_aimed_at(system: TurnSystem) -> None:
    session = at_range(system)
    encounter = session.encounter
    (acting,) = encounter.acting()
    foes = [
        combatant_id
        for combatant_id in encounter.order
        if encounter.combatants[combatant_id].side != encounter.combatants[acting].side
    ]
    (key,) = {key for key in asking(system, encounter) if key.endswith(".target")} - {"hold.target", "reaction.target"}
    attack = next(choice for choice in meant(system, encounter, key, foes[1]) if choice.likely == FIRST)
    session.dispatch(attack.command, seeded_dice(1))
    session.dispatch(c.CloseRound(), seeded_dice(1))
    session.dispatch(c.OpenRound(), seeded_dice(1))
    session.dispatch(c.RuleSkip(acting), seeded_dice(1))
    session.dispatch(c.RuleTurn(acting), seeded_dice(1))
    assert target_of(system, session) == foes[1]
    session.dispatch(c.RemoveCombatant(foes[1]), seeded_dice(1))
    assert target_of(system, session) == foes[0]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_heroes_without_a_side_do_not_mean_each_other_while_others_have_one(system: TurnSystem) -> None:
    """Whoever was helped in the last round is no likely target of an attack."""
    session, dice = at_range(system), seeded_dice(1)
    for hero in ("c1", "c2"):
        session.dispatch(c.ChangeCombatant(hero, side=""), dice)
    if "c1" not in session.encounter.acting():
        session.dispatch(c.RuleTurn("c1"), dice)
    assert meant_after_helping(system, session.encounter, "c1", "c2") == ""
    session.dispatch(c.RemoveCombatant("c4"), dice)
    assert meant_after_helping(system, session.encounter, "c1", "c2") == "c3"


@pytest.mark.parametrize("key", ["rond6", "zebra", "table_rules"])
def test_where_nobody_has_a_side_the_last_target_is_meant(key: str) -> None:
    session, dice = at_range(system_of(key, SYSTEMS)), seeded_dice(1)
    for combatant_id in ("c1", "c2", "c3", "c4"):
        session.dispatch(c.ChangeCombatant(combatant_id, side=""), dice)
    if session.encounter.acting() != ("c1",):
        session.dispatch(c.RuleTurn("c1"), dice)
    assert meant_after_helping(system_of(key, SYSTEMS), session.encounter, "c1", "c2") == "c2"


def meant_after_helping(system: TurnSystem, encounter: Encounter, actor: Id, last: Id) -> Id:
    """Return the likely target of the actor’s attack after an action whose target was ``last``."""
    helped = encounter.with_standing(actor, encounter.standings[actor]._replace(aimed_at=last))
    out_of_turn = {"hold.target", "reaction.target"}
    (target,) = {
        str(field.default)
        for key, field in asking(system, helped).items()
        if key.endswith(".target") and key not in out_of_turn
    }
    return target


def test_whoever_is_engaged_means_the_one_who_engages() -> None:
    """Another can be meant who is engaged too, but nobody out of reach (Z5)."""
    table = Table("zebra", *("Mara, side Crew", "Rat, side Port", "Ilko, side Crew", "Ox, side Port"))
    for combatant_id in ("c1", "c2", "c3", "c4"):
        table.do(c.RuleFact(combatant_id, "shooting", True))
    table.do(c.OpenRound(), 20, 1, 1, 1)
    table.say("Mara attack target=Ox shot=yes")
    assert target_of(table.system, table.session) == "c4"
    table.do(c.RuleFact("c1", "engages", "c2"))
    assert target_of(table.system, table.session) == "c2"
    table.do(c.RuleFact("c3", "engages", "c4"))
    assert target_of(table.system, table.session) == "c4"
