"""The list of actions. (rulebook: L58–146)"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from turntrack.core.fields import Field, Kind
from turntrack.systems.toolkit.guards import Guards


@dataclass(frozen=True, slots=True)
class Rond6Action:
    """An action of the list. ``words`` follow the actor’s name (``slashes``); ``to`` leads on to the target’s."""

    key: str
    label: str
    words: str
    rule: str
    skills: tuple[str, ...] = ()
    """By their names in the book; empty if the book names none."""
    rolls: bool = True
    """False if the book asks for no roll as a rule."""
    to: str = " "
    armed: bool = False
    """Done with the weapon in hand: a slow weapon allows one such action a round (R26)."""
    physical: bool = True
    """Not possible while tackled (R52)."""
    remark: str = ""


ATTACKS = (
    Rond6Action("slash", "Slash", "slashes", "R50", ("melee combat",), to=" at ", armed=True),
    Rond6Action("shoot", "Shoot", "shoots", "R49", ("firearms", "missile weapons"), to=" at ", armed=True),
    Rond6Action("punch", "Punch", "punches", "R45", ("brawling",)),
    Rond6Action("bash", "Bash", "bashes", "R30", ("melee combat",), armed=True),
    Rond6Action("lunge", "Lunge", "lunges", "R41", ("melee combat",), to=" at ", armed=True),
    Rond6Action("kick", "Kick", "kicks", "R39", ("fighting",)),
    Rond6Action("throw", "Throw", "throws something", "R53", ("athletics",), to=" at ", armed=True),
)
DEFENCES = (
    Rond6Action("dodge", "Dodge", "dodges", "R35", ("dodge",)),
    Rond6Action("parry", "Parry", "parries", "R43", ("brawling", "melee combat")),
    Rond6Action("catch", "Catch", "catches something", "R31", ("athletics",)),
)
HOLDS = (
    Rond6Action("grab", "Grab", "grabs", "R38", ("fighting",), remark="the grip decides what the victim can still do"),
    Rond6Action("choke", "Choke", "chokes", "R32", ("fighting",)),
    Rond6Action("tackle", "Tackle", "tackles", "R52", ("brawling",), remark="then speech and breaking free only"),
    Rond6Action(
        "pin",
        "Pin",
        "pins",
        "R44",
        ("brawling", "melee combat", "missile weapons", "throwing"),
        remark="the fastened part is of no use",
    ),
    Rond6Action("push", "Push", "pushes", "R46", ("brawling",)),
    Rond6Action("trip", "Trip", "trips", "R54", ("fighting",)),
    Rond6Action(
        "disarm",
        "Disarm",
        "disarms",
        "R34",
        ("fighting", "ranged weapons", "melee combat", "athletics"),
        remark="a called shot",
    ),
    Rond6Action("entangle", "Entangle", "entangles", "R36", ("athletics",)),
    Rond6Action("escape", "Escape", "tries to break free", "R37", ("athletics",), to=" from ", physical=False),
)
MOVES = (
    Rond6Action("move", "Move", "moves", "R42", ("running", "swim"), rolls=False),
    Rond6Action("leap", "Leap", "leaps", "R40", ("athletics",)),
    Rond6Action("run_away", "Run away", "runs away", "R48", ("running",)),
    Rond6Action(
        "manoeuvre",
        "Vehicle manoeuvre",
        "tries a stunt with the vehicle",
        "R56",
        ("exoskeleton operation", "piloting", "vehicle operation"),
    ),
)
OTHERS = (
    Rond6Action("ready", "Ready a weapon", "readies a weapon", "R47", rolls=False),
    Rond6Action("switch", "Switch a setting", "switches a setting", "R51", rolls=False),
    Rond6Action("communicate", "Communicate", "talks things over", "R33", rolls=False, physical=False),
    Rond6Action("use", "Use a skill or ability", "uses a skill or ability", "R55", physical=False),
    Rond6Action("other", "Something else", "does something else", "R58"),
)
WAIT = Rond6Action("wait", "Wait", "waits", "R57", rolls=False, physical=False)

ACTIONS = MappingProxyType({action.key: action for action in (*ATTACKS, *DEFENCES, *HOLDS, *MOVES, *OTHERS, WAIT)})

EARLY = MappingProxyType(
    {
        "catch": ACTIONS["catch"],
        "mental": Rond6Action("mental", "Resist", "resists a mental attempt", "R23", physical=False),
        "other": Rond6Action("react", "React", "reacts", "R23"),
    }
)
"""The reasons for which a turn may move up, each with its action."""

GUARDS = Guards("R4", "R12", "R5")
WITH = Field("with", "With", Kind.TEXT, "")
SLOW = Field("slow", "cannot be used twice", Kind.FLAG, False, rare=True)
ROLL = Field("roll", "a roll is called for", Kind.FLAG, False)
NOTE = Field("note", "What", Kind.TEXT, "")
LACKING = Field("lacking", "a Special Ability they lack", Kind.FLAG, False)
SKILL = Field("skill", "Skill", Kind.TEXT, "", help="As on the sheet.")
NUMBER = Field("number", "Actions", Kind.NUMBER, 1, low=1, high=999)
FATE = Field("fate", "with a Fate Point", Kind.FLAG, False, help="Doubles the limit (R28).")
