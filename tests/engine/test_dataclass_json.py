"""Tests that the reader of a field follows from its type, however the type is spelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

import pytest

from turntrack.codec.dataclass_json import stored_reader, write_tagged
from turntrack.core.commands import RenameEncounter
from turntrack.core.errors import BadSave
from turntrack.core.model import Id
from turntrack.saves.records import decode_command, encode_command, read_event

type Number = int
type Numbers = tuple[Number, ...]
"""Names of types that are unknown to ``turntrack.saves``."""


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Die:
    sides: Number
    face: int | None = None


@dataclass(frozen=True, slots=True)
class Cup:
    of: Id | None
    dice: tuple[Die, ...] = ()
    colour: Colour = Colour.RED
    tried: Numbers = ()
    marks: tuple[Colour, ...] = ()
    words: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Scales:
    weight: float


KINDS: Mapping[str, type] = MappingProxyType({kind.__name__: kind for kind in (Cup, Scales)})
read_thing = stored_reader(KINDS, "thing")


@pytest.mark.parametrize(
    "cup",
    [Cup("c1"), Cup(None, (Die(6, 3), Die(8)), Colour.BLUE, (3, -1), (Colour.BLUE, Colour.RED), {"say": "rattle"})],
    ids=["defaults", "everything"],
)
def test_an_object_of_any_known_shapes_comes_back(cup: Cup) -> None:
    assert read_thing(write_tagged(cup)) == cup


def test_what_has_its_default_is_left_out() -> None:
    assert write_tagged(Cup("c1", (Die(6),))) == {"is": "Cup", "of": "c1", "dice": [{"sides": 6}]}


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"is": "Cup"}, "Cup: of is missing."),
        ({"is": "Cup", "of": None, "colour": "green"}, "Cup, “colour”: one of red, blue was expected, not “green”."),
        ({"is": "Cup", "of": None, "tried": [1, "2"]}, "Cup, “tried”: Number 2: a whole number was expected, not “2”."),
        ({"is": "Cup", "of": None, "tried": [0] * 1001}, "Cup, “tried”: a list of at most 1000 was expected"),
        ({"is": "Cup", "of": 3}, "Cup, “of”: text of at most 2000 characters was expected, not “3”."),
        ({"is": "Cup", "of": None, "dice": [{"sides": True}]}, "Cup, “dice”: Number 1: Die, “sides”: a whole number"),
        ({"is": "Cup", "of": None, "words": ["say"]}, "Cup, “words”: at most 100 texts by their keys were expected"),
        ({"is": "Jug"}, "no thing is called “Jug”."),
        ([], "a thing was expected, not “a list”."),
    ],
)
def test_what_has_another_shape_is_refused_with_the_place(raw: object, message: str) -> None:
    with pytest.raises(BadSave) as wrong:
        read_thing(raw)
    assert message in str(wrong.value)


def test_a_type_that_nobody_can_read_is_a_mistake_in_the_program() -> None:
    with pytest.raises(TypeError, match="float"):
        read_thing({"is": "Scales", "weight": 1.5})


def test_typed_text_may_hold_what_a_name_may_not() -> None:
    """``decide`` cleans up what somebody typed; an event has it as it was cleaned."""
    typed = {"is": "RenameEncounter", "name": "\u202eMara"}
    assert decode_command(typed) == RenameEncounter("\u202eMara")
    with pytest.raises(BadSave, match="text without invisible characters"):
        read_event({"is": "EncounterRenamed", "name": "\u202eMara"})


def test_a_command_comes_back_from_its_json() -> None:
    command = RenameEncounter("The ferry")
    assert encode_command(command) == {"is": "RenameEncounter", "name": "The ferry"}
    assert decode_command(encode_command(command)) == command
