"""One line of text is one combatant, or several alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import AddCombatant
from engine.errors import BadValue
from engine.fields import Field, Kind, Pick
from engine.quickline import read_quick_line
from engine.systems import SYSTEMS
from engine.systems.protocol import TurnSystem

FIELDS = (
    Field("nimbleness", "Nimbleness", Kind.NUMBER, 5, high=30),
    Field("weapon", "Weapon in use", Kind.TEXT, "weapon", names="level"),
    Field("level", "Level with it", Kind.NUMBER, 3, high=30),
    Field("position", "Begins", Kind.PICK, "contact", picks=(Pick("contact", "at contact"), Pick("far", "far away"))),
    Field("quick_witted", "Quick witted", Kind.FLAG, False),
    Field("motto", "Motto", Kind.TEXT, ""),
)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Mara", AddCombatant("Mara")),
        ("  Old  Mara ,, ", AddCombatant("Old Mara")),
        ("Guard x3", AddCombatant("Guard", 3)),
        ("Guard × 3", AddCombatant("Guard", 3)),
        ("Guard *3, nimbleness 7", AddCombatant("Guard", 3, sheet={"nimbleness": 7})),
        ("Mara, NIMBLENESS 7, sabre 4", AddCombatant("Mara", sheet={"nimbleness": 7, "weapon": "sabre", "level": 4})),
        ("Mara, weapon sabre 4", AddCombatant("Mara", sheet={"weapon": "sabre", "level": 4})),
        ("Mara, 4", AddCombatant("Mara", sheet={"weapon": "weapon", "level": 4})),
        ("Mara, level with it 4", AddCombatant("Mara", sheet={"level": 4})),
        ("Mara, far away", AddCombatant("Mara", sheet={"position": "far"})),
        ("Mara, begins far", AddCombatant("Mara", sheet={"position": "far"})),
        ("Mara, quick witted", AddCombatant("Mara", sheet={"quick_witted": True})),
        ("Mara, motto ever on", AddCombatant("Mara", sheet={"motto": "ever on"})),
        (
            "Guard x2, side Harbour Watch, group Guards, health 10, note by the gate, table",
            AddCombatant("Guard", 2, "Harbour Watch", "Guards", {}, True, 10, "by the gate"),
        ),
    ],
)
def test_a_quick_line_is_read(line: str, command: AddCombatant) -> None:
    assert read_quick_line(line, FIELDS) == command


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "A quick line begins with a name"),
        (", nimbleness 5", "A quick line begins with a name"),
        ("x" * 1001, "at most 1000 characters, not 1001"),
        ("x" * 61, "The name: at most 60 characters"),
        ("Ma\x00ra", "an invisible character"),
        ("Guard x0", "Guard: from 1 to 100 of them, not 0"),
        ("Guard x101", "Guard: from 1 to 100 of them, not 101"),
        ("Mara, nimbleness 31", "Nimbleness: a whole number from 0 to 30, not “31”"),
        ("Mara, nimbleness -1", "Nimbleness: a whole number from 0 to 30, not “-1”"),
        ("Mara, health many", "Health: a whole number"),
        ("Mara, begins nowhere", "Begins: one of at contact, far away; not “nowhere”"),
        ("Mara, lucky", "“lucky” cannot be read. Known here: Nimbleness, Weapon in use"),
        ("Mara, side", "“side” cannot be read"),
        ("Mara, table 7 wood", "“table 7 wood” cannot be read"),
        ("Mara, sabre 31", "Level with it: a whole number from 0 to 30"),
    ],
)
def test_what_cannot_be_read_is_named(line: str, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        read_quick_line(line, FIELDS)


def test_a_system_without_a_named_number_has_none_to_fill() -> None:
    with pytest.raises(BadValue, match="“sabre 4” cannot be read"):
        read_quick_line("Mara, sabre 4", FIELDS[:1])


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
@given(st.text(alphabet="Mara x12,−-+*×nimbles \x00\u202e", max_size=60))
def test_any_line_is_a_combatant_or_a_clear_message(system: TurnSystem, line: str) -> None:
    try:
        command = read_quick_line(line, system.fields)
    except BadValue as error:
        message = str(error)
    else:
        message = command.name
    assert message
