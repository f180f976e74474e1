"""The metres of a round that are free to walk."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import Field, Kind, Pick, Values, value_in
from turntrack.core.model import Encounter, Id
from turntrack.systems.rond6.memory import recall

METRES = Field("metres", "Metres", Kind.NUMBER, 5, high=9999, unit="m")
GROUND = Field("ground", "Ground", Kind.PICK, "easy", picks=(Pick("easy", "easy"), Pick("hard", "challenging")))
STRICT = Field("strict", "all movement is an action this round", Kind.FLAG, False)


def is_easy(values: Values) -> bool:
    """Return whether the ground is easy. Raises BadValue."""
    return value_in(values, GROUND) == "easy"


def describe_free_metres(encounter: Encounter, combatant_id: Id, values: Values) -> str:
    """Say how many free metres of this round are left on this ground (RA16); empty between rounds. Raises BadValue."""
    if not encounter.is_open or value_in(values, STRICT):
        return ""
    half = int(encounter.combatants[combatant_id].sheet["pace"]) / 2
    gone, gone_hard = metres_walked(encounter, combatant_id)
    most = half if is_easy(values) else 1
    left = max(0, half - gone if is_easy(values) else min(1 - gone_hard, max(half, 1) - gone))
    return f"{left:g} m of {most:g} m are free in this round"


def check_walk(encounter: Encounter, combatant_id: Id, metres: int, values: Values) -> None:
    """Check the walk against the free metres of the round: half of Move, 1 m on hard ground (R60, R42, RA6, RA16)."""
    if value_in(values, STRICT):
        raise Refused("all_movement", "In this round all movement is an action.", "R42")
    pace = int(encounter.combatants[combatant_id].sheet["pace"])
    gone, gone_hard = metres_walked(encounter, combatant_id)
    if not is_easy(values) and metres + gone_hard > 1:
        raise Refused("too_far", "Over challenging ground only 1 m a round is free: that is an action.", "R60")
    # On hard ground the first metre is free even if it is more than half of Move.
    if 2 * (metres + gone) > max(pace, 0 if is_easy(values) else 2):
        before = f", after {gone} m in this round" if gone else ""
        rule = "RA16" if 2 * metres <= pace else "R60"
        raise Refused("too_far", f"{metres} m{before} are more than half of Move {pace}: that is an action.", rule)


def metres_walked(encounter: Encounter, combatant_id: Id) -> tuple[int, int]:
    """Return the free metres moved in this round: on all ground, and on hard ground."""
    now = recall(encounter.standings[combatant_id])
    return (now.walked, now.walked_hard) if encounter.is_open else (0, 0)


def note_walk(draft: Draft, combatant_id: Id, values: Values) -> None:
    """Count the metres of the walk in an open round. Raises BadValue."""
    if draft.encounter.is_open:
        metres = int(value_in(values, METRES))
        hard = 0 if is_easy(values) else metres
        now = recall(draft.standing(combatant_id))
        draft.remember(combatant_id, replace(now, walked=now.walked + metres, walked_hard=now.walked_hard + hard))
