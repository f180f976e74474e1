"""Tests of an attack with its damage in one step, and of who falls by it."""

from __future__ import annotations

import json

import pytest

from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.settings import FALLS, setting
from turntrack.history.group_repeat import repeat_for_group
from turntrack.history.session import Session
from turntrack.log.narrate import title
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import decode_record, encode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.choices import ChoiceKind
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.traveller import rules as traveller


@pytest.fixture
def session() -> Session:
    """Aria acts; two goblins of one group follow; then Borin."""
    session = Session(SYSTEMS)
    for command in (
        c.MakeEncounter("Fight", "table_rules"),
        c.Act("", "rules", {"preset": "d20_twice"}),
        c.AddCombatant("Aria", side="Heroes", health=12, sheet={"rolled_total": "20"}),
        c.AddCombatant("Goblin", count=2, side="Foes", group="Goblins", health=7),
        c.AddCombatant("Borin", side="Heroes", health=9),
        c.OpenRound(),
    ):
        session.dispatch(command, seeded_dice(4))
    assert session.encounter.acting() == ("c1",)
    return session


def attack(actor: str, target: str) -> c.Act:
    return c.Act(actor, "attack", {"target": target})


def wound(amount: int, *ids: str) -> c.Wound:
    return c.Wound(amount, tuple(c.Hit(combatant_id) for combatant_id in ids))


def health(session: Session, combatant_id: str) -> int:
    return session.encounter.combatants[combatant_id].health


def test_the_attack_and_its_damage_are_one_step(session: Session) -> None:
    before = session.encounter
    step = session.dispatch(c.Strike(attack("c1", "c2"), wound(5, "c2")), seeded_dice(1))
    assert health(session, "c2") == 2
    assert title(before, step, system_of("table_rules", SYSTEMS).at(before)) == "Aria attacks Goblin A, 5 damage"
    written = [encode_record(record) for record in records_of(session)]
    assert replay(map(decode_record, written), SYSTEMS).past == session.past
    session.undo()
    assert session.encounter is before


def test_what_is_refused_leaves_nothing_behind(session: Session) -> None:
    """Neither an attack without its damage, nor damage without its attack."""
    before = session.encounter
    for strike in (
        c.Strike(attack("c1", "c2"), wound(5)),
        c.Strike(attack("c2", "c1"), wound(5, "c1")),
        c.Strike(attack("c1", "c2"), wound(5, "c2"), c.Act("c2", "end")),
    ):
        with pytest.raises(Refused, match=r"Choose someone|not Goblin A’s turn"):
            session.dispatch(strike, seeded_dice(1))
        assert session.encounter is before


def test_a_miss_may_end_the_turn(session: Session) -> None:
    session.dispatch(c.Strike(attack("c1", "c2"), None, c.Act("c1", "end")), seeded_dice(1))
    assert health(session, "c2") == 7
    assert session.encounter.acting() != ("c1",)


def test_the_same_is_the_attack_without_its_damage(session: Session) -> None:
    session.dispatch(c.RuleTurn("c2"), seeded_dice(1))
    session.dispatch(c.Strike(attack("c2", "c1"), wound(3, "c1"), c.Act("c2", "end")), seeded_dice(1))
    session.dispatch(c.RuleTurn("c3"), seeded_dice(1))
    command = repeat_for_group(session)
    assert command
    assert [deed.action for deed in command.deeds] == ["attack", "end"]
    session.dispatch(command, seeded_dice(1))
    assert health(session, "c1") == 9


@pytest.mark.parametrize(
    ("rule", "fallen"), [("", ["c2"]), ("foes", ["c2"]), ("offered", []), ("at_once", ["c1", "c2"])]
)
def test_foes_fall_by_themselves_and_heroes_by_the_word(session: Session, rule: str, fallen: list[str]) -> None:
    if rule:
        session.dispatch(c.ChooseOption("falls", rule), seeded_dice(1))
    session.dispatch(wound(20, "c1", "c2"), seeded_dice(1))
    standings = session.encounter.standings
    assert [combatant_id for combatant_id, standing in standings.items() if not standing.able] == fallen


def test_foes_are_told_by_their_side_where_the_players_see_none(session: Session) -> None:
    """The choice of the players' screen to show all as enemies does not make heroes fall."""
    session.dispatch(c.ChooseOption("own_sides", "none"), seeded_dice(1))
    session.dispatch(wound(20, "c1", "c2"), seeded_dice(1))
    assert session.encounter.standings["c1"].able
    assert not session.encounter.standings["c2"].able


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_system_carries_out_a_strike(system: TurnSystem) -> None:
    """An attack of the sample fight, with damage, leaves what attack and damage leave one after the other."""
    session = Session(SYSTEMS)
    for command in system.sample():
        session.dispatch(command, seeded_dice(3))
    session.dispatch(c.OpenRound(), seeded_dice(3))
    while not session.encounter.acting():
        sections = system.at(session.encounter).sections(session.encounter, {})
        (first, *_) = (choice for section in sections for choice in section.choices if choice.row)
        session.dispatch(first.command, seeded_dice(3))
    now = session.encounter
    actor = now.acting()[0]
    foe = next(other.id for other in now.combatants.values() if other.side != now.combatants[actor].side)
    session.dispatch(c.ChangeCombatant(foe, health=30), seeded_dice(3))
    keys = {
        f"{section.key}.target": foe
        for section in system.at(now).sections(now, {})
        for field in section.inputs
        if field.key == "target"
    }
    act = next(
        choice.command
        for section in system.at(now).sections(session.encounter, keys)
        for choice in section.choices
        if choice.kind in (ChoiceKind.STRIKE, ChoiceKind.SHOOT, ChoiceKind.ACT)
        and isinstance(choice.command, c.Act)
        and choice.command.values.get("target") == foe
        and not choice.preview.refusal
    )
    apart = session.copy()
    apart.dispatch(act, seeded_dice(3))
    apart.dispatch(wound(4, foe), seeded_dice(3))
    session.dispatch(c.Strike(act, wound(4, foe)), seeded_dice(3))
    assert session.encounter == apart.encounter


def read_as_of_format_1(session: Session) -> Session:
    """Return the session as it is read if its first record was written in format 1."""
    (made,) = records_of(session)
    raw = {**json.loads(encode_record(made)), "format": 1}
    return replay([decode_record(json.dumps(raw))], SYSTEMS)


def test_fights_of_the_first_format_go_on_asking() -> None:
    """In such a fight nobody fell without a word, and a new default does not change that."""
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Fight", "zebra"), seeded_dice(1))
    old = read_as_of_format_1(session)
    assert (setting(old.encounter, FALLS), setting(session.encounter, FALLS)) == ("offered", "foes")


def test_fights_of_the_first_format_keep_the_reading_of_automatic_fire() -> None:
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Fight", "traveller"), seeded_dice(1))
    old = read_as_of_format_1(session)
    key = "double_auto"
    assert [traveller.reading_of(each.encounter, key) for each in (old, session)] == ["pull", "rolls"]
