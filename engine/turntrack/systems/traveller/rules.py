"""The rules of the Traveller combat round in our own short sentences, their options, the sheet, and a sample fight."""

from __future__ import annotations

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.fields import Field, Kind, Option, Pick, Value
from turntrack.core.model import Encounter, Id
from turntrack.systems.protocol import RuleText
from turntrack.systems.toolkit.guards import option_reader

RULES = (
    RuleText("T1", "A combat round lasts 15 seconds: four are a minute.", 7),
    RuleText("T2", "Initiative is rolled every round.", 8),
    RuleText("T3", "Everyone acts on their number unless they hold.", 8),
    RuleText("T4", "Lower is better.", 10),
    RuleText("T5", "Whoever holds lets later movers go first.", 9),
    RuleText("T6", "A held action comes 20 later: from 5 to 25.", 10),
    RuleText("T7", "When their time comes, a character takes one action.", 14),
    RuleText("T8", "The First Action typically has no penalty: the game master may give it a DM.", 14),
    RuleText("T9", "All First Actions are taken in initiative order.", 15),
    RuleText("T10", "Then, in the same order, everyone checks for an Extra Action.", 15),
    RuleText("T11", "So all firsts, all seconds, all thirds, and so on.", 16),
    RuleText("T12", "Second action: END or less on 1D.", 17),
    RuleText("T13", "Whoever fails a check has completed the round.", 17),
    RuleText("T14", "Third action: END or less on 2D.", 18),
    RuleText("T15", "Fourth action: END or less on 3D; fifth: on 4D.", 18),
    RuleText("T16", "And so on: one die more for each further action.", 18),
    RuleText("T17", "When all have done all their actions, the round is over.", 16),
    RuleText("T18", "Every Extra Action is at DM −2.", 23),
    RuleText("T19", "Move is one of the actions. Walk: 4 squares.", 24),
    RuleText("T20", "Run: 8 squares, but then only Run or Walk in this round.", 24),
    RuleText("T21", "A square is 1.5 m.", 24),
    RuleText("T22", "Watch waits for an event; when it comes, the watcher acts first, whatever the numbers.", 25),
    RuleText("T23", "Panic Fire: up to three shots as one action, with a semi-automatic or automatic weapon.", 26),
    RuleText("T24", "Panic Fire is at DM −2 on top of all else.", 26),
    RuleText("T25", "Automatic fire makes two attacks for each pull of the trigger.", 26),
    RuleText("T26", "Double Action: two things in one, such as to draw and fire.", 27),
    RuleText("T27", "No Panic Fire with a Double Action.", 27),
    RuleText("T28", "Whoever uses a Double Action has one attack in the whole round.", 27),
    RuleText("T29", "A Double Action is at DM −2 on top of all else.", 27),
    RuleText("T30", "A segment is 3 to 5 seconds: the game master makes sure nobody does too much in it.", 27),
    RuleText("T31", "Table: First Action, no penalty.", 30),
    RuleText("T32", "Table: Extra Action −2.", 31),
    RuleText("T33", "Table: Double Action −2, no Panic Fire.", 32),
    RuleText("T34", "Table: Move Action, no penalty of its own.", 33),
    RuleText("T35", "Table: Watch Action, no penalty of its own.", 34),
    RuleText("T36", "Table: Panic Fire −2, three attacks in one action.", 35),
    RuleText(
        "TA1",
        "Initiative: 2D. For whoever has a Morale Rating on the sheet, +1, +2 or +4 for one, two or three reduced "
        "characteristics, and above the Rating 10 more. A table may roll so for all, roll plain 2D, or enter its own "
        "numbers: whoever has none is asked for it. Equal numbers act at once, or by DEX.",
    ),
    RuleText(
        "TA2",
        "The +20 of a hold stays for the rest of the round; you may hold again while anybody is still to act. "
        "A table may let it count for the held action alone.",
    ),
    RuleText("TA3", "The −2 of Extra Actions does not add up: the fifth is at −2 as the second is."),
    RuleText("TA4", "Run only if all actions so far were Run or Walk. A table may allow it, and bar what follows."),
    RuleText(
        "TA5",
        "A Watch that nothing triggers is spent. It needs no hold; doing anything else gives it up; −2 as an Extra.",
    ),
    RuleText(
        "TA6",
        "The one attack may come before, in or after the Double Action. A Double with a run is of its own kind, and "
        "a pull of automatic fire is two attacks; a table may count a Run, and one attack a pull.",
    ),
    RuleText(
        "TA7", "Checks use END as wounds have left it, when the turn comes; you may decline. A table may use full END."
    ),
    RuleText("TA8", "There is no cap, but a check with more dice than END cannot be passed: END + 1 actions at most."),
    RuleText(
        "TA9",
        "A Watch taken as the First Action stays the First Action when its event comes: no DM, and a Run is allowed. "
        "It counts as what it was used for. While the watcher is up, its action comes first, then the turn with its "
        "check.",
    ),
    RuleText(
        "TA10",
        "Among equal numbers a drag orders within the tie; only past a different number is it a hold. Any other drag "
        "is a ruling: the row takes the number of the one beside it, and has a turn in this pass if that one has.",
    ),
    RuleText(
        "TA11",
        "Panic Fire and a Double Action bar each other in either order. A ruling “without a check” holds for the next "
        "Extra Action, whenever it comes.",
    ),
    RuleText("TA12", "A newcomer to a group that has rolled takes the group’s 2D."),
    RuleText(
        "TA13",
        "An action that is skipped is used: what follows in the round is an Extra Action, with its check and DM −2. To "
        "let an event pass uses no more than the Watch.",
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
        (Pick("rolls", "is two attacks a pull"), Pick("pull", "is one attack a pull")),
        "TA6",
        "automatic fire makes two attacks, and beside a Double Action only one is allowed; leniently, a pull is one",
    ),
    Option(
        "end",
        "Checks use",
        (Pick("current", "END as wounds have left it"), Pick("full", "full END")),
        "TA7",
        "wounds lower END",
    ),
)


reading_of = option_reader(OPTIONS)
"""``reading_of(encounter, key)`` returns the reading of an option that the table has chosen."""

WOUND_DM = (0, 1, 2, 4)
"""The DM on the initiative roll for zero, one, two or three reduced characteristics (TA1)."""
_UNGIVEN_MORALE = 7

_FIRES = (Pick("single", "single shots"), Pick("semi", "semi-automatic"), Pick("auto", "automatic"))

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
        "fires",
        "Weapon fires",
        Kind.PICK,
        "single",
        picks=_FIRES,
        help="Panic Fire needs more than single shots (T23).",
    ),
    Field(
        "initiative",
        "Initiative",
        Kind.NUMBER,
        "",
        low=-99,
        high=99,
        help="As rolled at the table, for the first round; every round where the table enters initiative (TA1).",
        is_score=True,
    ),
)


def morale_of(encounter: Encounter, combatant_id: Id) -> int | None:
    """Return the Morale Rating with which the initiative roll is compared; None for plain 2D (TA1)."""
    how, given = reading_of(encounter, "initiative"), encounter.combatants[combatant_id].sheet["morale"]
    if how not in ("given", "morale"):
        return None
    if given == "":
        return _UNGIVEN_MORALE if how == "morale" else None
    return int(given)


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
