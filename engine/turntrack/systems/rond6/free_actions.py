"""The free actions, and the metres that are free to walk in a round."""

from __future__ import annotations

from types import MappingProxyType

from turntrack.core.errors import Refused
from turntrack.core.input_fields import Field, Kind, Pick, Values, value_in
from turntrack.core.model import Encounter, Id
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.action_catalogue import GUARDS
from turntrack.systems.toolkit.guards import standing_of

METRES = Field("metres", "Metres", Kind.NUMBER, 5, high=9999, unit="m")
GROUND = Field("ground", "Ground", Kind.PICK, "easy", picks=(Pick("easy", "easy"), Pick("hard", "challenging")))
STRICT = Field("strict", "all movement is an action this round", Kind.FLAG, False)
HARD = Field("hard", "needs concentration and can fail", Kind.FLAG, False)

FREE = MappingProxyType(
    {
        "words": ("A few words", "says a few words", "R60"),
        "glance": ("A glance round", "glances round, perhaps with a Perception roll", "R60"),
        "walk": ("Move a little", "moves {metres} m", "R60"),
        "little": ("Something minor", "does something minor", "R59"),
        "resist": ("Resist damage", "resists damage", "R61"),
        "will": ("Willpower or Knowledge", "rolls willpower or Knowledge against the surroundings", "R61"),
    }
)


def describe_free_action(encounter: Encounter, combatant_id: Id, values: Values) -> tuple[str, str]:
    """Return the words that follow the name, and the rule. Raises Refused if this is no free action, and BadValue."""
    standing_of(encounter, combatant_id)
    what = str(values.get("what", ""))
    if what not in FREE:
        raise Refused("no_free_action", "That is not among the free actions.", "R59")
    _, words, rule = FREE[what]
    _check_state(encounter, combatant_id, what)
    metres = int(value_in(values, METRES))
    if what == "walk":
        _check_walk(encounter, combatant_id, metres, values)
    if what == "little" and value_in(values, HARD):
        raise Refused("not_free", "What needs concentration and can fail is an action.", "R59")
    return words.format(metres=metres), rule


def _check_state(encounter: Encounter, combatant_id: Id, what: str) -> None:
    """Check that the combatant is able and not tackled, unless damage is resisted (R12, R52, RA16). Raises Refused."""
    name, standing = encounter.name_of(combatant_id), encounter.standings[combatant_id]
    if what != "resist":
        GUARDS.able(encounter, combatant_id)
    if memory.recall(standing).is_tackled and what in ("walk", "little"):
        rule = "RA16" if what == "walk" else "R52"
        raise Refused("tackled", f"{name} is tackled: speech and breaking free only.", rule)


def is_easy(values: Values) -> bool:
    """Return whether the ground is easy. Raises BadValue."""
    return value_in(values, GROUND) == "easy"


def describe_free_metres(encounter: Encounter, combatant_id: Id, values: Values) -> str:
    """Say how many free metres of this round are left on this ground (RA16); empty between rounds. Raises BadValue."""
    if not encounter.is_open or value_in(values, STRICT):
        return ""
    half = int(encounter.combatants[combatant_id].sheet["pace"]) / 2
    gone, gone_hard = memory.metres_walked(encounter, combatant_id)
    most = half if is_easy(values) else 1
    left = max(0, half - gone if is_easy(values) else min(1 - gone_hard, max(half, 1) - gone))
    return f"{left:g} m of {most:g} m are free in this round"


def _check_walk(encounter: Encounter, combatant_id: Id, metres: int, values: Values) -> None:
    """Check the walk against the free metres of the round: half of Move, 1 m on hard ground (R60, R42, RA6, RA16)."""
    if value_in(values, STRICT):
        raise Refused("all_movement", "In this round all movement is an action.", "R42")
    pace = int(encounter.combatants[combatant_id].sheet["pace"])
    gone, gone_hard = memory.metres_walked(encounter, combatant_id)
    if not is_easy(values) and metres + gone_hard > 1:
        raise Refused("too_far", f"{metres} m more than 1 m over challenging ground: that is an action.", "R60")
    # On hard ground the first metre is free even if it is more than half of Move.
    if 2 * (metres + gone) > max(pace, 0 if is_easy(values) else 2):
        before = f", after {gone} m in this round" if gone else ""
        rule = "RA16" if 2 * metres <= pace else "R60"
        raise Refused("too_far", f"{metres} m{before} are more than half of Move {pace}: that is an action.", rule)
