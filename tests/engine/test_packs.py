"""Tests of packs of creatures as files."""

import json

import pytest

from turntrack.core.errors import BadSave, BadValue, NewerSave
from turntrack.core.model import Counter, RefillTime
from turntrack.saves.packs import Creature, Pack, open_pack, read_pack, write_pack

IMP = Creature(
    "Reed Imp",
    ("Imp of the Reeds",),
    health=7,
    health_dice="2d6",
    armour=13,
    order_modifier=4,
    attributes={"dex": 14},
    turns=1,
    counters=(Counter("luck", 2, 2, RefillTime.REST),),
    note="hides",
    card=("Claw. +4 to hit, 1d4+2",),
)
PACK = Pack("Reeds", (IMP, Creature("Mud Witch", health_dice="5d8")), "d20_twice", "our own")


def raw(**creature: object) -> str:
    """Return a pack with one creature."""
    return json.dumps({"kind": "turntrack-creatures", "format": 1, "name": "Reeds", "creatures": [creature]})


def test_a_pack_is_read_as_it_was_written() -> None:
    assert read_pack(write_pack(PACK)) == PACK
    assert read_pack(f"\ufeff\n{write_pack(PACK)}") == PACK
    assert IMP.names == ("Reed Imp", "Imp of the Reeds")


def test_a_pack_may_name_its_schema_and_leave_out_what_is_unknown() -> None:
    text = raw(name="Reed Imp").replace("{", '{"$schema":"https://example.org/creatures.schema.json",', 1)
    assert read_pack(text) == Pack("Reeds", (Creature("Reed Imp"),))


def test_a_pack_is_opened_without_reading_its_creatures() -> None:
    opened = open_pack(write_pack(PACK))
    assert (opened.name, opened.game, len(opened.creatures)) == ("Reeds", "d20_twice", 2)
    assert open_pack(raw(nonsense=1)).creatures == [{"nonsense": 1}]


@pytest.mark.parametrize(
    ("creature", "said"),
    [
        ({"name": "Imp", "hp": 7}, "Creature 1, “Imp”: “hp”: this is not known here."),
        ({"health": 7}, "Creature 1: name is missing."),
        ({"name": " "}, "Creature 1, “ ”: The name is empty."),
        ({"name": "Imp", "other_names": [""]}, "Creature 1, “Imp”: Another name is empty."),
        (
            {"name": "Imp", "health": 10_000},
            "Creature 1, “Imp”: Health: a whole number from -9999 to 9999, not “10000”.",
        ),
        ({"name": "Imp", "health_dice": "many"}, "Creature 1, “Imp”: Health"),
        ({"name": "Imp", "armour": 10_000}, "Creature 1, “Imp”: A number: a whole number from -9999 to 9999"),
        ({"name": "Imp", "attributes": {"": 3}}, "Creature 1, “Imp”: An attribute is empty."),
        ({"name": "Imp", "counters": [{"name": "", "value": 1}]}, "Creature 1, “Imp”: A counter is empty."),
        ({"name": "Imp", "card": ["x" * 1500] * 3}, "Creature 1, “Imp”: The card: at most 4000 characters"),
    ],
)
def test_what_is_wrong_with_a_creature_is_said_with_its_number(creature: dict[str, object], said: str) -> None:
    with pytest.raises(BadSave) as wrong:
        read_pack(raw(**creature))
    assert str(wrong.value).startswith(said)


def test_other_files_and_newer_ones_are_refused() -> None:
    with pytest.raises(BadSave, match="This is no pack of creatures for Turntrack"):
        read_pack('{"kind": "turntrack-rules", "format": 1}')
    with pytest.raises(NewerSave):
        open_pack('{"kind": "turntrack-creatures", "format": 2}')
    with pytest.raises(BadSave, match="Creature 1: was expected, not “7”"):
        read_pack('{"kind": "turntrack-creatures", "format": 1, "name": "Reeds", "creatures": [7]}')
    with pytest.raises(BadSave, match="name of the pack is empty"):
        read_pack('{"kind": "turntrack-creatures", "format": 1, "name": "", "creatures": []}')


def test_a_creature_of_a_program_is_checked_as_one_of_a_file() -> None:
    with pytest.raises(BadValue):
        Creature("")
