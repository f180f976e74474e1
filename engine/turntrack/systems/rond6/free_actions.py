"""The free actions, and when they are free."""

from __future__ import annotations

from types import MappingProxyType

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted
from turntrack.core.fields import Field, Kind, Values, value_in
from turntrack.core.model import Encounter, Id
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.action_catalogue import GUARDS
from turntrack.systems.rond6.free_movement import METRES, check_walk, note_walk
from turntrack.systems.toolkit.guards import standing_of

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
        check_walk(encounter, combatant_id, metres, values)
    if what == "little" and value_in(values, HARD):
        raise Refused("not_free", "What needs concentration and can fail is an action.", "R59")
    return words.format(metres=metres), rule


def do_free(draft: Draft, combatant_id: Id, values: Values) -> None:
    """Do a free action, and count the free metres of the round. Raises Refused and BadValue."""
    words, rule = describe_free_action(draft.encounter, combatant_id, values)
    draft.record(Noted(f"{draft.encounter.name_of(combatant_id)} {words}: no action.", rule))
    if values.get("what") == "walk":
        note_walk(draft, combatant_id, values)


def _check_state(encounter: Encounter, combatant_id: Id, what: str) -> None:
    """Check that the combatant is able and not tackled, unless damage is resisted (R12, R52, RA16). Raises Refused."""
    name, standing = encounter.name_of(combatant_id), encounter.standings[combatant_id]
    if what != "resist":
        GUARDS.able(encounter, combatant_id)
    if memory.recall(standing).is_tackled and what in ("walk", "little"):
        rule = "RA16" if what == "walk" else "R52"
        raise Refused("tackled", f"{name} is tackled: speech and breaking free only.", rule)
