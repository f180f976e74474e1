"""What costs no action, and related skills. (rulebook: L137–166)"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from engine.errors import Refused
from engine.fields import Field, Kind, Values, read
from engine.model import Encounter, Id
from engine.systems.rond6.plan import GROUNDS

METRES = Field("metres", "Metres", Kind.NUMBER, 5, high=9999, unit="m")
GROUND = Field("ground", "Ground", Kind.PICK, "easy", picks=GROUNDS)
STRICT = Field("strict", "all movement is an action this round", Kind.FLAG, False)
HARD = Field("hard", "needs concentration and can fail", Kind.FLAG, False)

FREE = MappingProxyType(
    {
        "words": ("A few words", "says a few words", "R60"),
        "glance": ("A glance round", "glances round, perhaps with a Perception roll", "R60"),
        "walk": ("Move a little", "moves {metres} m", "R60"),
        "little": ("Something slight", "does something slight", "R59"),
        "initiative": ("Roll initiative", "rolls initiative", "R6"),
        "resist": ("Resist damage", "resists damage", "R61"),
        "will": ("Willpower or Knowledge", "rolls willpower or Knowledge against the surroundings", "R61"),
    }
)

TOTAL = Field("total", "Related skill’s total", Kind.NUMBER, 15, high=9999)
DIFFICULTY = Field("difficulty", "Its difficulty", Kind.NUMBER, 12, high=9999)
LATE = Field("late", "the primary skill has been rolled", Kind.FLAG, False)


def free_words(encounter: Encounter, one: Id, values: Values) -> tuple[str, str]:
    """What is done for nothing, going on from the name, and the rule. Raises Refused where it is an action."""
    if one not in encounter.combatants:
        raise Refused("nobody", "That combatant is not in this encounter.")
    what = str(values.get("what", ""))
    if what not in FREE:
        raise Refused("no_free_action", "That is not among the free actions.", "R59")
    _, words, rule = FREE[what]
    metres = int(read(METRES, values.get("metres", METRES.default)))
    if what == "walk":
        _check_walk(encounter, one, metres, values)
    if what == "little" and read(HARD, values.get("hard", False)):
        raise Refused("not_free", "What needs concentration and can fail is an action.", "R59")
    return words.format(metres=metres), rule


def _check_walk(encounter: Encounter, one: Id, metres: int, values: Values) -> None:
    """R60 and R42: half of Move on easy ground, 1 m on other; exactly half is free (RA6)."""
    if read(STRICT, values.get("strict", False)):
        raise Refused("all_movement", "In this round all movement is an action.", "R42")
    pace = int(encounter.combatants[one].sheet["pace"])
    easy = read(GROUND, values.get("ground", "easy")) == "easy"
    if 2 * metres > pace if easy else metres > 1:
        most = f"half of Move {pace}" if easy else "1 m over challenging ground"
        raise Refused("too_far", f"{metres} m is more than {most}: that is an action.", "R60")


@dataclass(frozen=True, slots=True)
class Related:
    """What a related skill does to the primary one."""

    points: int
    modifier: int
    rule: str


def related(values: Values) -> Related:
    """R62–R66. Raises Refused once the primary skill has been rolled, and BadValue."""
    if read(LATE, values.get("late", False)):
        raise Refused("too_late", "Related skills are rolled first, then the primary one.", "R62")
    total = int(read(TOTAL, values.get("total", TOTAL.default)))
    points = total - int(read(DIFFICULTY, values.get("difficulty", DIFFICULTY.default)))  # R63
    size = max(1, (abs(points) + 1) // 2)  # R64, R65; of what is missing the size is rounded (RA9)
    if points < 0:
        return Related(points, -size, "R66")
    return Related(points, size, "R66" if points == 0 else "R65" if points == 1 else "R64")
