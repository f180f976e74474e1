"""The rules of Zebra Island in our own short sentences, their options, the sheet, and a sample fight."""

from __future__ import annotations

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.fields import TOLD, Field, Kind, Option, Pick, Value
from turntrack.systems.protocol import RuleText
from turntrack.systems.toolkit.guards import option_reader

RULES = (
    RuleText("Z1", "The game master says when a conflict begins.", 3),
    RuleText("Z2", "Everyone engaged in the conflict starts an initiative counter.", 3),
    RuleText("Z3", "First sequence, at contact: Got a Nerve! + Nimbleness + level with the weapon in use + 1d20.", 4),
    RuleText("Z4", "Whoever is engaged by no opponent is in shooting position.", 5),
    RuleText(
        "Z5", "Somebody in shooting position can be hit only by shots and throws; to engage them, run there first.", 5
    ),
    RuleText("Z6", "First sequence, in shooting position: Perception counts instead of Nimbleness.", 6),
    RuleText("Z7", "The highest counter acts first.", 7),
    RuleText("Z8", "The action is done and its cost is taken off the counter.", 7),
    RuleText("Z9", "Then see again who is highest; no new d20.", 8),
    RuleText("Z10", "The game master prices what is not in the chart, by comparison.", 7),
    RuleText("Z11", "The action that brings the counter to 0 or less is the last one.", 9),
    RuleText("Z12", "After it, no more actions in this sequence.", 9),
    RuleText("Z13", "When all counters are at 0 or less, the sequence ends.", 9),
    RuleText("Z14", "If the conflict is not over, a new sequence begins with new counters and a new d20.", 10),
    RuleText("Z15", "From then on: Got a Nerve! + Perception + level + 1d20 − the level of the sequence before.", 11),
    RuleText("Z16", "A costly last action can slow you down at the start of the next sequence.", 13),
    RuleText("Z17", "Several actions in a sequence, even in a row, are meant to happen.", 14),
    RuleText("Z18", "Run: 1 point a metre.", 17),
    RuleText("Z19", "Reserve an action (flight, feint, ward off, dodge): 8.", 18),
    RuleText("Z20", "Attack or protect with bare hands or a little weapon: 3; ward off +1, feint +2.", 20),
    RuleText("Z21", "Attack or protect with a middle-sized weapon: 4; ward off +1, feint +2.", 22),
    RuleText("Z22", "Attack or protect with a heavy weapon: 5; ward off +1, feint +2.", 24),
    RuleText("Z23", "Disengage from combat: 7.", 26),
    RuleText("Z24", "Draw a little weapon: 2.", 27),
    RuleText("Z25", "Draw a middle-sized weapon: 3.", 27),
    RuleText("Z26", "Draw a heavy weapon: 4.", 27),
    RuleText("Z27", "Dodge: 3; somewhat loaded 4, heavily loaded 5.", 28),
    RuleText("Z28", "Aim: 3; the shot is an action of its own.", 30),
    RuleText("Z29", "Aim carefully: 6; the shot is an action of its own.", 30),
    RuleText("Z30", "Convey a simple message: 2.", 31),
    RuleText("Z31", "Anything else costs what the game master says.", 7),
    RuleText("ZA1", "The action that reaches 0 or less is itself the last. A table may grant one more after it."),
    RuleText("ZA2", "What was overdrawn is a debt and slows you down. A table may add it instead, or carry nothing."),
    RuleText("ZA3", "Later sequences count Perception for everyone. A table may keep Nimbleness at contact."),
    RuleText(
        "ZA4", "Of equal counters: not whoever has just acted, then as listed. A table may prefer the higher base."
    ),
    RuleText("ZA5", "Whoever starts at 0 or less sits the sequence out. After an empty one no debt is carried."),
    RuleText(
        "ZA6",
        "One action at a time is in reserve. It is taken later at no cost; not to run while engaged, nor to aim "
        "carefully.",
    ),
    RuleText(
        "ZA7", "You defend on your own turn or with a reserved action. A table may let a defence be paid on the spot."
    ),
    RuleText("ZA8", "Ward off and feint together add 3."),
    RuleText(
        "ZA9",
        "A weapon of the sheet that is drawn is the one in use: its size counts at once, its level from the next "
        "sequence on. Whoever is engaged disengages before running.",
    ),
    RuleText(
        "ZA10",
        "Whoever falls stays within reach of those they faced, and can be struck without a run. They keep nobody in "
        "contact. Running or disengaging leaves the fallen behind.",
    ),
    RuleText(
        "ZA11",
        "Whoever comes in once the conflict has begun uses the attribute of the position on the sheet. Rulings on who "
        "faces whom made before the first sequence stand.",
    ),
    RuleText(
        "ZA12",
        "When all counters are at 0 or less and something is reserved: where it is kept the sequence ends by itself; "
        "where it would be lost the table says when it ends. What is planned at a count has come by then, the higher "
        "count first.",
    ),
    RuleText(
        "ZA13",
        "A reserved run says how far and whom it engages; a reserved attack uses the weapon of the sheet. Whoever "
        "changes sides breaks contact with the new friends.",
    ),
    RuleText(
        "ZA14",
        "The sheet names the weapon and its size: attack, protect and draw cost what that size costs unless another is "
        "chosen.",
    ),
    RuleText("ZA15", "A newcomer to a group that has rolled takes the group’s d20."),
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


reading_of = option_reader(OPTIONS)
"""``reading_of(encounter, key)`` returns the reading of an option that the table has chosen."""

_LOADS = (Pick("none", "not loaded"), Pick("somewhat", "somewhat loaded"), Pick("heavily", "heavily loaded"))
_POSITIONS = (Pick("contact", "at contact"), Pick("shooting", "in shooting position"))

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

LEVEL = Field("level", "Level with it", Kind.NUMBER, 3, high=30)
OTHER_WEAPONS = Field(
    "other_weapons", "Other weapons", Kind.TEXT, "",
    help="“dagger 3 little; musket 4 heavy”: drawing one chooses it (ZA9).",
)  # fmt: skip

_NERVE = Field("nerve", "Got a Nerve!", Kind.NUMBER, 5, high=30)
NIMBLENESS = Field(
    "nimbleness", "Nimbleness", Kind.NUMBER, 5, high=30, help="Counts in the first sequence at contact (Z3)."
)
PERCEPTION = Field(
    "perception", "Perception", Kind.NUMBER, 5, high=30, help="Counts in shooting position (Z6), later for all (Z15)."
)
ATTRIBUTES = (_NERVE, NIMBLENESS, PERCEPTION)

FIELDS = (
    *ATTRIBUTES,
    WEAPON,
    LEVEL,
    SIZE,
    OTHER_WEAPONS,
    Field("position", "Begins", Kind.PICK, "contact", picks=_POSITIONS),
    Field("load", "Load", Kind.PICK, "none", picks=_LOADS, help="Makes a dodge cost more (Z27)."),
    TOLD,
)


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
