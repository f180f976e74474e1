"""Tests of rosters: too large tables are refused early, and invisible names are rejected."""

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from app.storage import rosters
from app.storage.rosters import MOST_LINES, read_roster
from app.values.quick_lines import explain
from turntrack.core.commands import AddAll, MakeEncounter
from turntrack.core.dice import NoDice
from turntrack.core.errors import BadSave
from turntrack.core.fields import Field, Kind
from turntrack.history.session import Session
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

TOO_MUCH = "A table has at most 100 columns and 1000 lines."


class Counted:
    """A substitute of the module csv that counts the rows read."""

    Error = csv.Error

    def __init__(self) -> None:
        self.rows = 0

    def reader(self, text: Iterable[str], delimiter: str, strict: bool) -> Iterator[list[str]]:
        for row in csv.reader(text, delimiter=delimiter, strict=strict):
            self.rows += 1
            yield row


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Return the counter of the rows read."""
    counting = Counted()
    monkeypatch.setattr(rosters, "csv", counting)
    return counting


def test_too_many_columns_are_refused_before_they_are_matched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(rosters, "_column", lambda title, system: asked.append(title))
    with pytest.raises(BadSave, match=TOO_MUCH):
        read_roster("name," + "x," * 100 + "y\nMara\n", SYSTEMS[0])
    assert asked == []


@pytest.mark.parametrize("line", ["", " ", ","])
def test_empty_lines_cost_nothing_at_the_end_and_are_not_read_for_ever(counted: Counted, line: str) -> None:
    """Spreadsheets leave a million of them."""
    many = f"{line}\n" * 900_000
    assert [each.name for each in read_roster(f"name\nMara\n{many}", SYSTEMS[0]).members] == ["Mara"]
    assert counted.rows == 2
    with pytest.raises(BadSave, match=TOO_MUCH):
        read_roster(f"name\nMara\n{many}Rat\n", SYSTEMS[0])
    assert counted.rows <= MOST_LINES + 3


def test_lines_beyond_the_most_are_not_read(counted: Counted) -> None:
    with pytest.raises(BadSave, match=TOO_MUCH):
        read_roster("name\n" + "Mara\n" * 300_000, SYSTEMS[0])
    assert counted.rows < 1_010


def test_empty_lines_between_others_are_passed_over() -> None:
    """As many as a person leaves, and the numbers of the lines are those that an editor shows."""
    roster = read_roster("\n\nname,side\n\n\nMara,A\n,\n,B\n\nRat,B\n\n", SYSTEMS[0])
    assert [each.name for each in roster.members] == ["Mara", "Rat"]
    assert roster.notes == ("Line 8 has no name.",)


def test_a_name_that_nobody_sees_is_no_name() -> None:
    """And one with something unseen in it is the name that it looks like."""
    roster = read_roster("name\n\u200b\u3164\nMa\u00adra\n\u2060Rat\n", SYSTEMS[0])
    assert [each.name for each in roster.members] == ["Mara", "Rat"]
    assert roster.notes == ("Line 2 has no name.",)


def ford() -> str:
    """Return a running fight, as Improved Initiative exports it."""
    imp = {"Name": "Reed Imp", "HP": {"Value": 7}}
    return json.dumps(
        {
            "Name": "Reed ford",
            "Combatants": [
                {"StatBlock": {"Name": "Otter", "HP": {"Value": 18}}, "CurrentHP": 11, "TemporaryHP": 4},
                {"StatBlock": imp, "CurrentHP": 7, "InitiativeGroup": "a1", "IndexLabel": 1, "Hidden": False},
                {"StatBlock": imp, "CurrentHP": 2, "InitiativeGroup": "a1", "IndexLabel": 2, "Hidden": True},
                {"StatBlock": imp, "CurrentHP": 7, "InitiativeGroup": "b2"},
                {"StatBlock": imp, "CurrentHP": 7, "InitiativeGroup": "b2"},
                {"StatBlock": {"Name": "Mud Witch", "HP": {"Value": 31}}, "CurrentHP": 0},
            ],
        }
    )


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_fight_of_improved_initiative_stands_as_it_stood(system: TurnSystem) -> None:
    """Wounds, temporary points, who is hidden, who is down, and the groups."""
    roster = read_roster(ford(), system)
    assert roster.notes == ()
    session = Session(SYSTEMS)
    session.dispatch(MakeEncounter("Reed ford", system.key), NoDice())
    session.dispatch(AddAll(roster.members), NoDice())
    now = session.encounter
    stands = [
        (combatant.name, combatant.health, combatant.full_health, combatant.temporary, combatant.group)
        for combatant in now.combatants.values()
    ]
    assert stands == [
        ("Otter", 11, 18, 4, ""),
        ("Reed Imp A", 7, 7, 0, "Reed Imp"),
        ("Reed Imp D", 2, 7, 0, "Reed Imp"),  # hidden: those in sight have the first letters
        ("Reed Imp C", 7, 7, 0, "Reed Imp A"),
        ("Reed Imp B", 7, 7, 0, "Reed Imp A"),
        ("Mud Witch", 0, 31, 0, ""),
    ]
    assert [now.name_of(combatant_id) for combatant_id in now.hidden] == ["Reed Imp D"]
    assert [now.name_of(combatant_id) for combatant_id in now.order if not now.standings[combatant_id].able] == [
        "Mud Witch"
    ]


def test_what_stands_in_the_preview_is_what_comes_in() -> None:
    says = {
        who: " · ".join(says)
        for who, says in (explain(quick_line, ()) for quick_line in read_roster(ford(), SYSTEMS[0]).members)
    }
    assert says["Otter"] == "health 11/18 · 4 temporary"
    assert says["Reed Imp B"] == "group Reed Imp · health 2/7 · hidden"
    assert says["Mud Witch"] == "health 0/31 · down"


def test_a_table_of_scores_gives_modifiers_and_says_so() -> None:
    """Tables of D&D have scores: 14 must not count as +14."""
    fields = (Field("dex", "Dexterity", Kind.NUMBER, 0, low=-5, high=15, is_modifier=True),)
    roster = read_roster("name,dex\nAria,14\nBorin,+3\nFinn,16\n", replace(SYSTEMS[0], fields=fields))
    assert [member.sheet["dex"] for member in roster.members] == [2, 3, 3]
    assert roster.notes == (
        "Line 2: Dexterity 14 is a score; its modifier is taken: +2.",
        "Line 4: Dexterity 16 is a score; its modifier is taken: +3.",
    )
