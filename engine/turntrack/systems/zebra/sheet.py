"""The fields of a combatant's sheet in Zebra Island, the readings that a table can choose, and the sample fight."""

from __future__ import annotations

from functools import partial

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.input_fields import Field, Kind, Option, Pick, Value
from turntrack.systems.toolkit.rule_options import chosen_value

LOADS = (Pick("none", "not loaded"), Pick("somewhat", "somewhat loaded"), Pick("heavily", "heavily loaded"))
POSITIONS = (Pick("contact", "at contact"), Pick("shooting", "in shooting position"))

SIZES = (Pick("little", "little"), Pick("middle", "middle"), Pick("heavy", "heavy"))
WEAPON = Field("weapon", "Weapon in use", Kind.TEXT, "weapon", names="level")
GUESSES = (
    *((word, "little") for word in ("knife", "dagger", "hands", "fists")),
    *((word, "heavy") for word in ("musket", "halberd")),
)
"""The sizes of the weapons that the chart names as examples."""
SIZE = Field(
    "size", "Size of the weapon", Kind.PICK, "middle", picks=SIZES, help="What attack, protect and draw cost (ZA14).",
    guessed_from="weapon", guesses=GUESSES,
)  # fmt: skip

FIELDS = (
    Field("nerve", "Got a Nerve!", Kind.NUMBER, 5, high=30),
    Field("nimbleness", "Nimbleness", Kind.NUMBER, 5, high=30, help="Counts in the first sequence at contact (Z3)."),
    Field(
        "perception",
        "Perception",
        Kind.NUMBER,
        5,
        high=30,
        help="Counts in shooting position (Z6), later for all (Z15).",
    ),
    WEAPON,
    Field("level", "Level with it", Kind.NUMBER, 3, high=30),
    SIZE,
    Field("position", "Begins", Kind.PICK, "contact", picks=POSITIONS),
    Field("load", "Load", Kind.PICK, "none", picks=LOADS, help="Makes a dodge cost more (Z27)."),
)

OPTIONS = (
    Option(
        "last_action",
        "Last action",
        (
            Pick("completes", "the action that brings the counter to 0 or less is the last"),
            Pick("bonus", "one more action after the counter has reached 0 or less"),
        ),
        "ZA1",
        "the sentence describes the action that overdraws",
    ),
    Option(
        "carry",
        "Carried into a new sequence",
        (
            Pick("debt", "what was overdrawn is taken off"),
            Pick("literal", "minus the level, which adds what was overdrawn"),
            Pick("none", "nothing"),
        ),
        "ZA2",
        "the next sentence says that a costly last action slows you down",
    ),
    Option(
        "later_attribute",
        "From the second sequence on",
        (
            Pick("perception", "Perception for everyone"),
            Pick("position", "Nimbleness at contact, Perception when shooting"),
        ),
        "ZA3",
        "by the letter, though a slip of copying is likely",
    ),
    Option(
        "tie",
        "Equal counters",
        (
            Pick("not_again", "not whoever has just acted, then as listed"),
            Pick("higher_base", "the higher base, then as listed"),
            Pick("listed", "as listed"),
        ),
        "ZA4",
        "unstated; deterministic, and nobody is favoured twice",
    ),
    Option(
        "keep_reserve",
        "A reserved action",
        (Pick("no", "is lost when the sequence ends"), Pick("yes", "is kept into the next sequence")),
        "ZA6",
        "it is bought with points of this sequence",
    ),
    Option(
        "reaction",
        "Defending out of turn",
        (Pick("reserve", "only with a reserved action"), Pick("paid", "is paid on the spot")),
        "ZA7",
        "the chart prices defences but gives no rule to interrupt",
    ),
)

reading_of = partial(chosen_value, OPTIONS)
"""``reading_of(encounter, key)`` returns the reading of an option that the table has chosen."""


def sample() -> tuple[Command, ...]:
    names = ("nerve", "nimbleness", "perception", "weapon", "level", "size", "position")

    def sheet(*values: Value) -> dict[str, Value]:
        return dict(zip(names, values, strict=True))

    return (
        MakeEncounter("Ambush at the ferry", "zebra"),
        AddCombatant("Mara", side="Crew", sheet=sheet(6, 7, 6, "sabre", 5, "middle", "contact"), health=15),
        AddCombatant("Ilko", side="Crew", sheet=sheet(6, 5, 9, "bow", 5, "middle", "shooting"), health=12),
        AddCombatant("Guard", 2, "Harbour", "Guards", sheet(4, 5, 4, "halberd", 4, "heavy", "contact"), health=10),
        AddCombatant("Rat", side="Harbour", sheet=sheet(5, 8, 6, "knife", 3, "little", "shooting"), health=8),
    )
