"""What a combatant's sheet holds in Traveller, and the readings that a table can choose."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from engine.fields import Field, Kind, Option, Pick
from engine.systems.protocol import FactKind
from engine.table.readings import reading

FIRES = (Pick("single", "single shots"), Pick("semi", "semi-automatic"), Pick("auto", "automatic"))

FIELDS = (
    Field(
        "morale", "Morale", Kind.NUMBER, "", low=1, high=15, help="1 to 15, not above INT; empty for plain 2D (TA1)."
    ),
    Field("dex", "DEX", Kind.NUMBER, 7, high=40, help="Breaks ties where the table wants that (TA1)."),
    Field("end", "END", Kind.NUMBER, 7, high=40, help="In full health. Extra Actions are checked against it (T12)."),
    Field(
        "fires", "Weapon fires", Kind.PICK, "single", picks=FIRES, help="Panic Fire needs more than single shots (T23)."
    ),
    Field(
        "initiative",
        "Initiative",
        Kind.NUMBER,
        "",
        low=-99,
        high=99,
        help="Where the table enters initiative: every round, unless another is typed (TA1).",
    ),
)

FACTS: Mapping[str, FactKind] = MappingProxyType(
    {
        **dict.fromkeys(("watching", "triggered"), FactKind(str)),
        **dict.fromkeys(("actions", "pass", "extra", "end_lost", "watch_is"), FactKind(int)),
        "entered": FactKind(int, low=-99, high=99),
        "reduced": FactKind(int, high=3),
        "interrupted": FactKind(tuple, of_fight=True),
    }
)

OPTIONS = (
    Option(
        "initiative",
        "Initiative",
        (
            Pick("given", "2D; with a Morale on the sheet also wounds, and above it 10 more"),
            Pick("morale", "2D and wounds; above Morale (7 where there is none), 10 more"),
            Pick("plain", "plain 2D"),
            Pick("entered", "entered by the table"),
        ),
        "TA1",
    ),
    Option(
        "tie",
        "Equal numbers",
        (Pick("simultaneous", "act at the same time"), Pick("dex", "the higher DEX first, then as listed")),
        "TA1",
    ),
    Option(
        "hold",
        "A hold’s +20 counts",
        (Pick("round", "for the rest of the round"), Pick("first", "for the held action alone")),
        "TA2",
    ),
    Option(
        "run",
        "To run after another action",
        (Pick("refused", "is refused"), Pick("allowed", "is allowed, and bars what follows")),
        "TA4",
    ),
    Option(
        "double_run",
        "A Double Action with a run",
        (Pick("own", "is of its own kind"), Pick("run", "counts as a Run")),
        "TA6",
    ),
    Option(
        "double_auto",
        "Automatic fire in a round with a Double Action",
        (Pick("pull", "is one attack a pull"), Pick("rolls", "is two attacks a pull")),
        "TA6",
    ),
    Option("end", "Checks use", (Pick("current", "END as wounds have left it"), Pick("full", "full END")), "TA7"),
)

chosen = partial(reading, OPTIONS)
"""The reading that the table has chosen of an option: ``chosen(encounter, key)``."""
