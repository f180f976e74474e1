"""What costs no action in RonD6: free actions, free metres, and related skills. (rulebook: L152–166)"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted
from turntrack.core.fields import Field, Kind, Pick, Values, value_in
from turntrack.core.model import Encounter, Id
from turntrack.core.score import signed, write_count
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.action_rules import GUARDS
from turntrack.systems.rond6.memory import recall, recall_fight
from turntrack.systems.rond6.skills import code_of, dice_off, penalty_of, roll_words, skill_for
from turntrack.systems.toolkit.guards import refuse, standing_of

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
        refuse(encounter, Refused("not_free", "What needs concentration and can fail is an action.", "R59"))
    return words.format(metres=metres), rule


def do_free(draft: Draft, combatant_id: Id, values: Values) -> None:
    """Do a free action, and count the free metres of the round. Raises Refused and BadValue."""
    words, rule = describe_free_action(draft.encounter, combatant_id, values)
    draft.record(Noted(f"{draft.encounter.name_of(combatant_id)} {words}: no action.", rule))
    if values.get("what") == "walk":
        _note_walk(draft, combatant_id, values)


def _check_state(encounter: Encounter, combatant_id: Id, what: str) -> None:
    """Check that the combatant is able and not tackled, unless damage is resisted (R12, R52, RA16). Raises Refused."""
    name, standing = encounter.name_of(combatant_id), encounter.standings[combatant_id]
    if what != "resist":
        GUARDS.able(encounter, combatant_id)
    if memory.recall(standing).is_tackled and what in ("walk", "little"):
        rule = "RA16" if what == "walk" else "R52"
        refuse(encounter, Refused("tackled", f"{name} is tackled: speech and breaking free only.", rule))


METRES = Field("metres", "Metres", Kind.NUMBER, 5, high=9999, unit="m")
GROUND = Field("ground", "Ground", Kind.PICK, "easy", picks=(Pick("easy", "easy"), Pick("hard", "challenging")))
STRICT = Field("strict", "all movement is an action this round", Kind.FLAG, False)


def is_easy(values: Values) -> bool:
    """Return whether the ground is easy. Raises BadValue."""
    return value_in(values, GROUND) == "easy"


def describe_free_metres(encounter: Encounter, combatant_id: Id, values: Values) -> str:
    """Say how many free metres of this round are left on this ground (RA16); empty between rounds. Raises BadValue."""
    if not encounter.is_open or value_in(values, STRICT) or recall_fight(encounter).is_strict:
        return ""
    most = int(encounter.combatants[combatant_id].sheet["pace"]) / 2 if is_easy(values) else 1
    left = free_metres(encounter, combatant_id, is_easy(values))
    return f"{left:g} m of {most:g} m are free in this round"


def describe_roll(encounter: Encounter, combatant_id: Id, what: str) -> str:
    """Say what a free action rolls, with the penalty of the round (R24); empty if it rolls no skill."""
    number = recall(encounter.standings[combatant_id]).declared if encounter.is_open else 0
    off = penalty_of(encounter, combatant_id, number)
    if what == "glance":
        perception = code_of(encounter.combatants[combatant_id].sheet, "perception")
        return roll_words(encounter, "Perception", perception, off)
    known = skill_for(encounter.combatants[combatant_id].sheet, "willpower") if what == "will" else None
    return roll_words(encounter, *known, off) if known else ""


def takes_dice_off(encounter: Encounter, combatant_id: Id, what: str) -> str:
    """Return the penalty of the round for a free action that rolls a skill (R24); empty for none."""
    if what not in ("glance", "will") or not encounter.is_open:
        return ""
    return dice_off(penalty_of(encounter, combatant_id, recall(encounter.standings[combatant_id]).declared))


def free_metres(encounter: Encounter, combatant_id: Id, is_easy: bool) -> float:
    """Return how many free metres of this round are left on easy or on hard ground (R60, RA16)."""
    half = int(encounter.combatants[combatant_id].sheet["pace"]) / 2
    gone, gone_hard = _metres_walked(encounter, combatant_id)
    return max(0, half - gone if is_easy else min(1 - gone_hard, max(half, 1) - gone))


def _check_walk(encounter: Encounter, combatant_id: Id, metres: int, values: Values) -> None:
    """Check the walk against the free metres of the round: half of Move, 1 m on hard ground (R60, R42, RA6, RA16)."""
    if value_in(values, STRICT) or recall_fight(encounter).is_strict:
        refuse(encounter, Refused("all_movement", "In this round all movement is an action.", "R42"))
    pace = int(encounter.combatants[combatant_id].sheet["pace"])
    gone, gone_hard = _metres_walked(encounter, combatant_id)
    if not is_easy(values) and metres + gone_hard > 1:
        refuse(
            encounter, Refused("too_far", "Over challenging ground only 1 m a round is free: that is an action.", "R60")
        )
    # On hard ground the first metre is free even if it is more than half of Move.
    if 2 * (metres + gone) > max(pace, 0 if is_easy(values) else 2):
        before = f", after {gone} m in this round" if gone else ""
        rule = "RA16" if 2 * metres <= pace else "R60"
        refuse(
            encounter,
            Refused("too_far", f"{metres} m{before} are more than half of Move {pace}: that is an action.", rule),
        )


def _metres_walked(encounter: Encounter, combatant_id: Id) -> tuple[int, int]:
    """Return the free metres moved in this round: on all ground, and on hard ground."""
    now = recall(encounter.standings[combatant_id])
    return (now.walked, now.walked_hard) if encounter.is_open else (0, 0)


def _note_walk(draft: Draft, combatant_id: Id, values: Values) -> None:
    """Count the metres of the walk in an open round. Raises BadValue."""
    if draft.encounter.is_open:
        metres = int(value_in(values, METRES))
        hard = 0 if is_easy(values) else metres
        now = recall(draft.standing(combatant_id))
        draft.remember(combatant_id, replace(now, walked=now.walked + metres, walked_hard=now.walked_hard + hard))


TOTAL = Field("total", "Related skill’s total", Kind.NUMBER, 15, high=9999)
DIFFICULTY = Field("difficulty", "Its difficulty", Kind.NUMBER, 12, high=9999)
LATE = Field("late", "the primary skill has been rolled", Kind.FLAG, False)


@dataclass(frozen=True, slots=True)
class RelatedSkill:
    """The effect of a related skill on the primary skill."""

    points: int
    modifier: int
    rule: str

    @property
    def words(self) -> str:
        """Return ``5 result points: +3 on the primary skill``."""
        return f"{self.points_words}: {'+' if self.modifier > 0 else '−'}{abs(self.modifier)} on the primary skill"

    @property
    def points_words(self) -> str:
        """Return ``5 result points``."""
        return "1 result point" if self.points == 1 else f"{signed(self.points)} result points"


def apply_related_skill(values: Values) -> RelatedSkill:
    """Compute the modifier (R62–R66). Raises Refused once the primary skill has been rolled, and BadValue."""
    if value_in(values, LATE):
        raise Refused("too_late", "Related skills are rolled first, then the primary one.", "R62")
    total = int(value_in(values, TOTAL))
    points = total - int(value_in(values, DIFFICULTY))  # R63
    size = max(1, (abs(points) + 1) // 2)  # R64, R65; below the difficulty the size is rounded up too (RA9)
    if points < 0:
        return RelatedSkill(points, -size, "R66")
    return RelatedSkill(points, size, "R66" if points == 0 else "R65" if points == 1 else "R64")


def note_related(draft: Draft, command: Act) -> None:
    """Note the result points and the modifier in the log. Raises Refused and BadValue."""
    related = apply_related_skill(command.values)
    whose = f"{draft.combatant(command.id).name}’s related skill" if command.id else "Related skill"
    draft.record(Noted(f"{whose}: {related.points_words}.", "R63"), Noted(f"{related.words}.", related.rule))
    if command.id:
        now = recall(draft.standing(command.id))
        draft.remember(command.id, replace(now, modifier=now.modifier + related.modifier))


TASKS = Field("tasks", "Tasks at once", Kind.NUMBER, 2, low=1, high=99, help="In the time of the longest (R24).")


def long_task_words(encounter: Encounter, command: Act) -> str:
    """Say what several tasks in the minimum time of a long one take off each roll (R24). Raises Refused, BadValue."""
    tasks = int(value_in(command.values, TASKS))
    if command.id:
        standing_of(encounter, command.id)
    off = dice_off(penalty_of(encounter, command.id, tasks) if command.id else tasks - 1)
    return f"{off} on each roll" if off else "no penalty"


def note_long_task(draft: Draft, command: Act) -> None:
    """Note the penalty of several tasks in the time of a long one. Raises Refused and BadValue."""
    words = long_task_words(draft.encounter, command)
    tasks = int(value_in(command.values, TASKS))
    who = f"{draft.encounter.name_of(command.id)}: " if command.id else ""
    draft.record(Noted(f"{who}{write_count(tasks, 'task')} in the time of the longest, {words}.", "R24", command.id))
