"""The list of actions (R30–R58): what each is called, and what the book suggests to roll for it."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Action:
    """One entry. ``words`` go on from the name (``slashes``); ``to`` joins whom it is done to."""

    key: str
    label: str
    words: str
    rule: str
    skills: tuple[str, ...] = ()
    """As the book names them; none where it prints none."""
    rolls: bool = True
    """False where the book asks for no roll as a rule."""
    to: str = " "
    armed: bool = False
    """Done with the weapon in hand, so that a slow one does it once a round (R26)."""
    physical: bool = True
    """Whoever is tackled cannot do it (R52)."""
    remark: str = ""


ATTACKS = (
    Action("slash", "Slash", "slashes", "R50", ("melee combat",), to=" at ", armed=True),
    Action("shoot", "Shoot", "shoots", "R49", ("firearms", "missile weapons"), to=" at ", armed=True),
    Action("punch", "Punch", "punches", "R45", ("brawling",)),
    Action("bash", "Bash", "bashes", "R30", ("melee combat",), armed=True),
    Action("lunge", "Lunge", "lunges", "R41", ("melee combat",), to=" at ", armed=True),
    Action("kick", "Kick", "kicks", "R39", ("fighting",)),
    Action("throw", "Throw", "throws something", "R53", ("athletics",), to=" at ", armed=True),
)
DEFENCES = (
    Action("dodge", "Dodge", "dodges", "R35", ("dodge",)),
    Action("parry", "Parry", "parries", "R43", ("brawling", "melee combat")),
    Action("catch", "Catch", "catches something", "R31", ("athletics",)),
)
HOLDS = (
    Action("grab", "Grab", "grabs", "R38", ("fighting",), remark="the grip decides what the victim can still do"),
    Action("choke", "Choke", "chokes", "R32", ("fighting",)),
    Action("tackle", "Tackle", "tackles", "R52", ("brawling",), remark="then speech and breaking free only"),
    Action(
        "pin",
        "Pin",
        "pins",
        "R44",
        ("brawling", "melee combat", "missile weapons", "throwing"),
        remark="the fastened part is of no use",
    ),
    Action("push", "Push", "pushes", "R46", ("brawling",)),
    Action("trip", "Trip", "trips", "R54", ("fighting",)),
    Action(
        "disarm",
        "Disarm",
        "disarms",
        "R34",
        ("fighting", "ranged weapons", "melee combat", "athletics"),
        remark="a called shot",
    ),
    Action("entangle", "Entangle", "entangles", "R36", ("athletics",)),
    Action("escape", "Escape", "tries to break free", "R37", ("athletics",), to=" from ", physical=False),
)
MOVES = (
    Action("move", "Move", "moves", "R42", ("running", "swim"), rolls=False),
    Action("leap", "Leap", "leaps", "R40", ("athletics",)),
    Action("run_away", "Run away", "runs away", "R48", ("running",)),
    Action(
        "manoeuvre",
        "Vehicle manoeuvre",
        "tries a stunt with the vehicle",
        "R56",
        ("exoskeleton operation", "piloting", "vehicle operation"),
    ),
)
OTHERS = (
    Action("ready", "Ready a weapon", "readies a weapon", "R47", rolls=False),
    Action("switch", "Switch a setting", "switches a setting", "R51", rolls=False),
    Action("communicate", "Communicate", "talks things over", "R33", rolls=False, physical=False),
    Action("use", "Use a skill or ability", "uses a skill or ability", "R55", physical=False),
    Action("other", "Something else", "does something else", "R58"),
)
WAIT = Action("wait", "Wait", "waits", "R57", rolls=False, physical=False)

ACTIONS = MappingProxyType({it.key: it for it in (*ATTACKS, *DEFENCES, *HOLDS, *MOVES, *OTHERS, WAIT)})
