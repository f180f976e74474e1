"""The fields of a combatant's sheet in Traveller, the readings that a table can choose, and the sample fight."""

from __future__ import annotations

from functools import partial

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.input_fields import Field, Kind, Option, Pick, Value
from turntrack.core.model import Encounter, Id
from turntrack.systems.toolkit.rule_options import chosen_value

WOUND_DM = (0, 1, 2, 4)
"""The DM on the initiative throw for zero, one, two or three reduced characteristics (TA1)."""
UNGIVEN_MORALE = 7

FIRES = (Pick("single", "single shots"), Pick("semi", "semi-automatic"), Pick("auto", "automatic"))

FIELDS = (
    Field(
        "morale", "Morale", Kind.NUMBER, "", low=1, high=15, help="1 to 15, not above INT; empty for plain 2D (TA1)."
    ),
    Field("dex", "DEX", Kind.NUMBER, 7, high=40, help="Breaks ties where the table wants that (TA1).", code=("upp", 2)),
    Field(
        "end",
        "END",
        Kind.NUMBER,
        7,
        high=40,
        help="In full health. Extra Actions are checked against it (T12).",
        code=("upp", 3),
    ),
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
        is_score=True,
    ),
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
        "the same author’s own roll, for those who have a Morale: this rulebook has none",
    ),
    Option(
        "tie",
        "Equal numbers",
        (Pick("simultaneous", "act at the same time"), Pick("dex", "the higher DEX first, then as listed")),
        "TA1",
        "Classic Traveller resolves at the end of the round",
    ),
    Option(
        "hold",
        "A hold’s +20 counts",
        (Pick("round", "for the rest of the round"), Pick("first", "for the held action alone")),
        "TA2",
        "+20 is added to the roll, which is rolled again each round",
    ),
    Option(
        "run",
        "To run after another action",
        (Pick("refused", "is refused"), Pick("allowed", "is allowed, and bars what follows")),
        "TA4",
        "no other type of action in the round, before or after",
    ),
    Option(
        "double_run",
        "A Double Action with a run",
        (Pick("own", "is of its own kind"), Pick("run", "counts as a Run")),
        "TA6",
        "it is one action of its own kind",
    ),
    Option(
        "double_auto",
        "Automatic fire in a round with a Double Action",
        (Pick("pull", "is one attack a pull"), Pick("rolls", "is two attacks a pull")),
        "TA6",
        "one pull of the trigger, two rolls",
    ),
    Option(
        "end",
        "Checks use",
        (Pick("current", "END as wounds have left it"), Pick("full", "full END")),
        "TA7",
        "wounds lower END",
    ),
)

reading_of = partial(chosen_value, OPTIONS)
"""``reading_of(encounter, key)`` returns the reading of an option that the table has chosen."""


def sample() -> tuple[Command, ...]:
    def sheet(dex: int, end: int, fires: str) -> dict[str, Value]:
        return {"dex": dex, "end": end, "fires": fires}

    return (
        MakeEncounter("Trouble at the starport bar", "traveller"),
        AddCombatant("Jamison", side="Crew", sheet=sheet(8, 7, "semi"), health=24),
        AddCombatant("Okoro", side="Crew", sheet=sheet(7, 9, "auto"), health=27),
        AddCombatant("Bouncer", 2, "Locals", "Bouncers", sheet(6, 8, "single"), health=22),
        AddCombatant("Gunman", side="Locals", sheet=sheet(10, 4, "semi"), health=18),
    )


def morale_of(encounter: Encounter, combatant_id: Id) -> int | None:
    """Return the Morale Rating with which the initiative throw is compared; None for plain 2D (TA1)."""
    how, given = reading_of(encounter, "initiative"), encounter.combatants[combatant_id].sheet["morale"]
    if how not in ("given", "morale"):
        return None
    if given == "":
        return UNGIVEN_MORALE if how == "morale" else None
    return int(given)
