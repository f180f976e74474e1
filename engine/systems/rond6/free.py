"""What costs no action, and related skills. (rulebook: L137–166)"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from engine.draft import Draft
from engine.errors import Refused
from engine.events import FactSet, Noted
from engine.fields import Field, Kind, Values, read
from engine.model import Encounter, Id, Lasting
from engine.systems.rond6 import turns
from engine.systems.rond6.plan import GROUNDS, GUARDS
from engine.table.guards import there

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
        "resist": ("Resist damage", "resists damage", "R61"),
        "will": ("Willpower or Knowledge", "rolls willpower or Knowledge against the surroundings", "R61"),
    }
)

TOTAL = Field("total", "Related skill’s total", Kind.NUMBER, 15, high=9999)
DIFFICULTY = Field("difficulty", "Its difficulty", Kind.NUMBER, 12, high=9999)
LATE = Field("late", "the primary skill has been rolled", Kind.FLAG, False)


def free_words(encounter: Encounter, one: Id, values: Values) -> tuple[str, str]:
    """What is done for nothing, going on from the name, and the rule. Raises Refused where it is an action."""
    there(encounter, one)
    what = str(values.get("what", ""))
    if what not in FREE:
        raise Refused("no_free_action", "That is not among the free actions.", "R59")
    _, words, rule = FREE[what]
    _check_state(encounter, one, what)
    metres = int(read(METRES, values.get("metres", METRES.default)))
    if what == "walk":
        _check_walk(encounter, one, metres, values)
    if what == "little" and read(HARD, values.get("hard", False)):
        raise Refused("not_free", "What needs concentration and can fail is an action.", "R59")
    return words.format(metres=metres), rule


def do(draft: Draft, one: Id, values: Values) -> None:
    """Do what costs no action, and count the free metres of the round. Raises Refused and BadValue."""
    words, rule = free_words(draft.encounter, one, values)
    draft.record(Noted(f"{draft.encounter.name_of(one)} {words}: no action.", rule))
    if values.get("what") == "walk" and draft.encounter.is_open:
        metres = int(read(METRES, values.get("metres", METRES.default)))
        for key in (turns.WALKED, *([] if _is_easy(values) else [turns.WALKED_HARD])):
            draft.record(FactSet(one, key, _walked(draft.encounter, one, key) + metres, Lasting.ROUND))


def _check_state(encounter: Encounter, one: Id, what: str) -> None:
    """R12, R52, RA16: the fallen do nothing, though damage can still be resisted; the tackled speak."""
    name, standing = encounter.name_of(one), encounter.standings[one]
    if what != "resist":
        GUARDS.able(encounter, one)
    if standing.fact(turns.TACKLED) and what in ("walk", "little"):
        rule = "RA16" if what == "walk" else "R52"
        raise Refused("tackled", f"{name} is tackled: speech and breaking free only.", rule)


def _is_easy(values: Values) -> bool:
    return read(GROUND, values.get("ground", "easy")) == "easy"


def _walked(encounter: Encounter, one: Id, key: str) -> int:
    """Count the free metres gone in this round."""
    metres = encounter.standings[one].fact(key, 0) if encounter.is_open else 0
    return metres if isinstance(metres, int) else 0


def free_metres(encounter: Encounter, one: Id) -> str:
    """Say how much of the free movement of the round is left (RA16)."""
    half = int(encounter.combatants[one].sheet["pace"]) / 2
    left = max(0, half - _walked(encounter, one, turns.WALKED))
    return f"{left:g} m of {half:g} m are free in this round" if encounter.is_open else ""


def _check_walk(encounter: Encounter, one: Id, metres: int, values: Values) -> None:
    """R60 and R42: half of Move on easy ground, 1 m on other; exactly half is free (RA6), in all the round (RA16)."""
    if read(STRICT, values.get("strict", False)):
        raise Refused("all_movement", "In this round all movement is an action.", "R42")
    pace = int(encounter.combatants[one].sheet["pace"])
    gone, gone_hard = (_walked(encounter, one, key) for key in (turns.WALKED, turns.WALKED_HARD))
    if not _is_easy(values) and metres + gone_hard > 1:
        raise Refused("too_far", f"{metres} m more than 1 m over challenging ground: that is an action.", "R60")
    # On challenging ground the first metre is free even where it is more than half of Move.
    if 2 * (metres + gone) > max(pace, 0 if _is_easy(values) else 2):
        before = f", after {gone} m in this round" if gone else ""
        rule = "RA16" if 2 * metres <= pace else "R60"
        raise Refused("too_far", f"{metres} m{before} are more than half of Move {pace}: that is an action.", rule)


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
