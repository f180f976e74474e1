"""The choice of a phase: the pace that a combatant declares, and the skip to the next phase."""

from __future__ import annotations

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.table_rules import memory, turns, turns_left
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import LAPS
from turntrack.systems.table_rules.settings import LapKind
from turntrack.systems.table_rules.turns import GUARDS


def paces(rules: RuleSet) -> tuple[str, ...]:
    """List the paces that combatants can declare for the phases."""
    if rules.laps.kind is not LapKind.PHASES:
        return ()
    return tuple(dict.fromkeys(phase.pace for phase in rules.laps.phases if phase.pace))


def check_declare(encounter: Encounter, combatant_id: Id, pace: str) -> None:
    """Raise Refused if the combatant cannot declare this pace."""
    standing, name = GUARDS.playing(encounter, combatant_id), encounter.name_of(combatant_id)
    if pace not in paces(rules_of(encounter)):
        raise Refused("no_pace", "There is no such phase to declare for.", LAPS)
    if recall(standing).did:
        raise Refused("has_acted", f"{name} has already acted this turn.", LAPS)
    if standing.status is not Status.ACTING and not (
        turns_left.has_turn(encounter, combatant_id) or turns_left.has_more(encounter, combatant_id)
    ):
        raise Refused("no_turn", f"{name} has no turn to come.", LAPS)
    if recall(standing).pace == pace:
        raise Refused("no_change", "That is already declared.", LAPS)
    draft = Draft(encounter)
    memory.change(draft, combatant_id, pace=pace)
    last = turns_left.phases_of(draft.encounter, combatant_id)[-1]
    if last < encounter.part or rules_of(encounter).laps.phases[last - 1].pace != pace:
        raise Refused("too_late", "That phase has passed.", LAPS)


def declare(draft: Draft, combatant_id: Id, pace: str) -> None:
    """Declare a pace. An acting combatant that declares a later phase gives up its turn."""
    check_declare(draft.encounter, combatant_id, pace)
    memory.change(draft, combatant_id, LAPS, pace=pace)
    acts_later = draft.encounter.part not in turns_left.phases_of(draft.encounter, combatant_id)
    if draft.standing(combatant_id).status is Status.ACTING and acts_later:
        memory.change(draft, combatant_id, has_begun=False)
        draft.record(StatusSet(combatant_id, Status.READY))


def check_next_phase(encounter: Encounter) -> None:
    """Raise Refused if somebody would have no later phase to act in."""
    GUARDS.check_open(encounter)
    ids = turns.to_act(encounter)
    if rules_of(encounter).laps.kind is not LapKind.PHASES or encounter.acting() or not ids:
        raise Refused("no_phase", "There is no phase to skip.", LAPS)
    for combatant_id in ids:
        if not turns_left.has_later_phase(encounter, combatant_id):
            raise Refused("last_phase", f"{encounter.name_of(combatant_id)} has no later phase to act in.", LAPS)


def go_to_next_phase(draft: Draft) -> None:
    check_next_phase(draft.encounter)
    draft.record(Noted("Nobody else acts in this phase.", LAPS))
    for combatant_id in turns.to_act(draft.encounter):
        memory.change(draft, combatant_id, from_phase=draft.encounter.part + 1)
