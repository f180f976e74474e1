"""Tests of refused commands and bad input: a clear message with its place, and no change."""

from __future__ import annotations

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import NoDice, Roll
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.core.model import Status
from turntrack.core.score import Score, Term
from turntrack.history.session import Session
from turntrack.rules.decide import decide
from turntrack.saves.journal import records_of, replay
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.toolkit.guards import option_reader

HUGE = "x" * 10_000


@pytest.fixture
def table() -> Table:
    """Mara (c1) acts, Rat (c2) is next."""
    return Table("zebra", "Mara", "Rat", open=(9, 4))


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (c.MakeEncounter("Quay", "zebra"), "already", "This history has an encounter already."),
        (c.RenameEncounter(""), "bad_value", "The fight’s name is empty."),
        (c.RenameEncounter(HUGE), "bad_value", "The fight’s name: at most 60 characters, not 10000."),
        (c.AddAll(()), "nobody", "Type a name first."),
        (c.AddCombatant(HUGE), "bad_value", "The name: at most 60 characters, not 10000."),
        (c.AddCombatant(" \t "), "bad_value", "The name is empty."),
        (c.AddCombatant("\u202eMara"), "bad_value", "an invisible character (U+202E) cannot be used."),
        (c.AddCombatant("Ma\x00ra"), "bad_value", "an invisible character (U+0000) cannot be used."),
        (c.AddCombatant("Zora", 0), "bad_value", "How many: a whole number from 1 to 100, not “0”."),
        (c.AddCombatant("Zora", 101), "bad_value", "How many: a whole number from 1 to 100, not “101”."),
        (c.AddCombatant("Zora", side=HUGE), "bad_value", "The side: at most 60 characters"),
        (c.AddCombatant("Zora", group=HUGE), "bad_value", "The group: at most 60 characters"),
        (c.AddCombatant("Zora", note=HUGE), "bad_value", "The note: at most 500 characters"),
        (c.AddCombatant("Zora", health=10_000), "bad_value", "Health: a whole number from -9999 to 9999"),
        (c.AddCombatant("Zora", sheet={"nerve": 31}), "bad_value", "Got a Nerve!: a whole number from 0 to 30"),
        (c.AddCombatant("Zora", sheet={"luck": 3}), "bad_value", "There is no field called “luck” here."),
        (c.ChangeCombatant("c1"), "no_change", "Nothing was changed."),
        (c.ChangeCombatant("c1", name="Mara"), "no_change", "Nothing was changed."),
        (c.ChangeCombatant("c1", name=""), "bad_value", "The name is empty."),
        (c.ChangeCombatant("c1", full_health=-10_000), "bad_value", "Health: a whole number"),
        (c.ChangeCombatant("c9", name="Zora"), "nobody", "That combatant is not in this fight."),
        (c.RollAtTable(("c1",), at_table=False), "no_change", "That is already the case."),
        (c.RollAtTable(("c9",)), "nobody", "That combatant is not in this fight."),
        (c.DuplicateCombatant("c9"), "nobody", "That combatant is not in this fight."),
        (c.RemoveCombatant(""), "nobody", "That combatant is not in this fight."),
        (c.ChooseOption("weather", "rain"), "no_option", "Zebra Island has no option called “weather”."),
        (c.ChooseOption(HUGE, "rain"), "no_option", "has no option called “xxxxxxxx"),
        (c.ChooseOption("tie", "dice"), "bad_value", "Equal counters: one of not whoever has just acted"),
        (c.OpenRound(), "already_open", "Sequence 1 is still running."),
        (c.Act("c9", "dodge"), "nobody", "That combatant is not in this fight."),
        (c.Act("c1", HUGE), "no_action", "“xxxx"),
        (c.Act("c1", "run", {"metres": -3}), "bad_value", "etres: a whole number from 1 to 200, not “-3”."),
        (c.Act("c1", "other", {"cost": -1}), "bad_value", "Cost: a whole number from 0 to 99, not “-1”."),
        (c.Act("c1", "other", {"note": HUGE}), "bad_value", "What: at most 60 characters, not 10000."),
        (c.Act("c1", "dodge", {"unread": HUGE}), "bad_value", "unread: at most 500 characters, not 10000."),
        (c.Act("c1", "dodge", {"unread": 10**12}), "bad_value", "A value: a whole number from -999999999"),
        (c.Act("c1", "dodge", {HUGE: 1}), "bad_value", "The name of a value: at most 60 characters"),
        (c.Act("c1", "dodge", dict.fromkeys(map(str, range(101)), 1)), "bad_value", "At most 100 values, not 101."),
        (c.Move("c1", "c1"), "same_place", "It is already there."),
        (c.Move("c1", "c9"), "nobody", "That combatant is not in this fight."),
        (c.RuleScore("c1", 1000), "bad_value", "Score: a whole number from -999 to 999, not “1000”."),
        (c.RuleScore("c1", 22), "no_change", "That is already Mara’s number."),
        (c.RuleTurn("c9"), "nobody", "That combatant is not in this fight."),
        (c.RuleIn("c2"), "already", "Rat is already in this sequence."),
        (c.RuleFact("c1", HUGE, True), "no_fact", "Zebra Island has nothing called “xxxx"),
        (c.RuleFact("c1", "reserved", "c9"), "bad_value", "Has an action in reserve: yes or no"),
        (c.RuleFact("c1", "engages", "c2"), "no_fact", "Zebra Island has nothing called “engages”"),
        (c.WriteNote(" "), "bad_value", "The note is empty."),
        (c.WriteNote(HUGE), "bad_value", "The note: at most 500 characters, not 10000."),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_what_cannot_be_done_is_refused(table: Table, command: c.Command, code: str, message: str) -> None:
    refusal = table.refusal(command)
    assert refusal.code == code
    assert message in str(refusal)


def test_a_refusal_names_its_rule() -> None:
    assert str(Refused("out", "Mara is out.", "Z12")) == "Mara is out. (Z12)"
    assert str(Refused("nobody", "Add a combatant first.")) == "Add a combatant first."


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.MakeEncounter("Ferry", "chess"), "no_system"),
        (c.MakeEncounter("", "zebra"), "bad_value"),
        (c.MakeEncounter("Ferry", "zebra", (c.ChooseOption("chess", "white"),)), "no_option"),
        (c.MakeEncounter("Ferry", "zebra", (c.ChooseOption("falls", "never"),)), "bad_value"),
        (c.AddCombatant("Mara"), "no_system"),
    ],
)
def test_nothing_happens_before_there_is_an_encounter(command: c.Command, code: str) -> None:
    with pytest.raises(Refused) as no:
        decide(NO_ENCOUNTER, command, NoDice(), SYSTEMS)
    assert no.value.code == code


def test_no_round_opens_without_anybody_and_nothing_is_ruled_before_it_does() -> None:
    for command, code in ((c.OpenRound(), "nobody"), (c.CloseRound(), "not_open")):
        assert Table("zebra").refusal(command).code == code


def test_what_is_not_mentioned_stays_on_the_sheet(table: Table) -> None:
    table.do(c.ChangeCombatant("c1", side="Crew", group="Band", note="by the gate", health=7))
    table.do(c.ChangeCombatant("c1", name="Mara the first", sheet={"nerve": 9}, at_table=True))
    mara = table.encounter.combatants["c1"]
    assert (mara.name, mara.side, mara.group, mara.note, mara.health) == (
        "Mara the first",
        "Crew",
        "Band",
        "by the gate",
        7,
    )
    assert (mara.sheet["nerve"], mara.sheet["perception"], mara.at_table) == (9, 5, True)


def test_like_combatants_are_told_apart_by_letters(table: Table) -> None:
    table.do(c.CloseRound())
    table.do(c.AddCombatant("Guard", 28))
    table.do(c.AddCombatant("Rat"))
    table.do(c.DuplicateCombatant("c1"))
    names = [combatant.name for combatant in table.encounter.combatants.values()]
    assert (names[2], names[27], names[28], names[29]) == ("Guard A", "Guard Z", "Guard AA", "Guard AB")
    assert names[-2:] == ["Rat A", "Mara A"]


def test_a_side_and_a_group_are_spelled_as_at_first(table: Table) -> None:
    """“orcs” are the “Orcs”, however they are typed; the only one of a side may spell it otherwise."""
    for command in (
        c.CloseRound(),
        c.AddCombatant("Gob", side="Orcs", group="Mob"),
        c.AddCombatant("Nob", side=" ORCS ", group="mob"),
        c.ChangeCombatant("c1", side="orcs"),
        c.ChangeCombatant("c2", side="harbour"),
        c.ChangeCombatant("c2", side="Harbour"),
    ):
        table.do(command)
    known = table.encounter.combatants.values()
    assert [combatant.side for combatant in known] == ["Orcs", "Harbour", "Orcs", "Orcs"]
    assert [combatant.group for combatant in known] == ["", "", "Mob", "Mob"]


def test_health_counts_from_what_it_was_when_they_joined(table: Table) -> None:
    table.do(c.CloseRound())
    table.do(c.AddCombatant("Zora", health=12))
    table.do(c.ChangeCombatant("c3", health=-3))
    zora = table.encounter.combatants["c3"]
    assert (zora.health, zora.full_health) == (-3, 12)


def test_a_system_is_found_by_its_key() -> None:
    for system in SYSTEMS:
        assert system_of(system.key, SYSTEMS) is system


def test_an_option_that_was_not_chosen_has_its_default() -> None:
    assert option_reader(SYSTEMS[0].options)(NO_ENCOUNTER, SYSTEMS[0].options[-1].key) == SYSTEMS[0].options[-1].default


def test_a_draft_knows_who_has_which_status(table: Table) -> None:
    draft = Draft(table.encounter, NoDice())
    assert draft.with_status(Status.ACTING) == ("c1",)
    assert draft.with_status(Status.READY) == ("c2",)


class TestCorrectThrow:
    """Corrections that are refused: the page offers none of them, but a tap may come late."""

    def command(self, *ids: str, code: str = "1d20", purpose: str = "initiative") -> c.CorrectThrow:
        return c.CorrectThrow(ids, "Mara", purpose, Roll(code, ((4,),), 4), "14")

    @pytest.mark.parametrize(
        ("ids", "code", "purpose", "refused"),
        [
            ((), "1d20", "initiative", "no_number"),
            (("c1",), "1d20", "a check", "no_number"),
            (("c9",), "1d20", "initiative", "nobody"),
            (("c1",), "a die", "initiative", "bad_value"),
            (("c1",), "1d12", "initiative", "bad_value"),
        ],
    )
    def test_refused(self, ids: tuple[str, ...], code: str, purpose: str, refused: str) -> None:
        """Nobody, no number, no such dice: those of the roll count, not those that are rolled now."""
        table = Table("zebra", "Mara", "Rat", open=(4, 3))
        assert table.refusal(self.command(*ids, code=code, purpose=purpose)).code == refused

    @pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: str(system.key))
    def test_in_no_number_nothing_else_hangs_on_it(self, system: TurnSystem) -> None:
        """A score is the same again where the purpose is none of its rolls."""
        table = Table(system.key, "Mara")
        score = Score((Term("so", 3),))
        assert system.correct_score(table.encounter, "c1", "a check", score, Roll("1d6", ((4,),), 4)) == score
        assert system.dice_in_number(table.encounter, "c1", "a check") is None


def test_a_fight_can_begin_with_how_the_table_plays() -> None:
    options = (c.ChooseOption("falls", "at_once"), c.ChooseOption("tie", "listed"))
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Ferry", "zebra", options), NoDice())
    assert len(session.past) == 1
    assert session.encounter.options == {"falls": "at_once", "tie": "listed"}
    again = replay(records_of(session), SYSTEMS)
    assert again.encounter == session.encounter
