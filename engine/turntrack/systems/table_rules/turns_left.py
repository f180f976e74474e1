"""The turns that are left to a combatant: in this lap, in later ones, and in phases."""

from __future__ import annotations

from typing import assert_never

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.memory import TableRulesCombatant, recall, recall_all, rules_of, turns_had
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.settings import LapKind


def is_out(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the number is used up, so that the combatant acts no more in this round."""
    rules, standing = rules_of(encounter), encounter.standings[combatant_id]
    return rules.end.at_zero and recall(standing).has_number and initiative.left(standing, rules) <= 0


def has_turn(encounter: Encounter, combatant_id: Id, *, anew: bool = False) -> bool:
    """Return whether the combatant has a turn to come in this lap; ``anew`` ignores the status of an ending turn."""
    standing = encounter.standings[combatant_id]
    if not standing.able or (standing.status is not Status.READY and not anew):
        return False
    return _is_to_come(encounter, rules_of(encounter), combatant_id, recall(standing))


def _is_to_come(encounter: Encounter, rules: RuleSet, combatant_id: Id, now: TableRulesCombatant) -> bool:
    """Return whether numbers, places and laps leave the combatant a turn."""
    if now.extra:
        return True
    end = rules.ends.when.effect  # asked of everybody in each tap
    if (not now.has_number and rules.has_numbers) or (end.at_zero and is_out(encounter, combatant_id)):
        return False
    if end.is_endless or rules.order.effect.by_count:
        return True
    is_new = not now.turns and not rules.place.field and not rules.bag.again  # then there is a place left
    return (is_new or places_left(encounter, combatant_id) > 0) and _is_in_lap(encounter, rules, combatant_id)


def with_turns(encounter: Encounter) -> list[Id]:
    """List the combatants with a turn to come in this lap, in the encounter's order."""
    rules, memories = rules_of(encounter), recall_all(encounter.standings)
    return [who for who in encounter.able(Status.READY) if _is_to_come(encounter, rules, who, memories[who])]


def places_left(encounter: Encounter, combatant_id: Id) -> int:
    """Return how many turns the places leave: those of all members who can act, if a side shares its tokens."""
    rules = rules_of(encounter)
    if _is_past_first_token(encounter, combatant_id):
        return 0
    if not (rules.bag.again or rules.place.field):
        return rules.place.many - turns_had(encounter, encounter.standings[combatant_id])
    if rules.bag.again and memory.is_token_of_side(encounter, combatant_id):
        side = memory.side_of(encounter, combatant_id)
        mates = [able_id for able_id in encounter.able() if memory.side_of(encounter, able_id) == side]
    else:
        mates = [combatant_id]
    return sum([initiative.places(encounter, mate) - turns_had(encounter, encounter.standings[mate]) for mate in mates])


def _is_past_first_token(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant has had a turn, and none of its other tokens is one (G7)."""
    rules = rules_of(encounter)
    is_once = rules.sequence.is_drawn and rules.bag.once
    return is_once and turns_had(encounter, encounter.standings[combatant_id]) > 0


def _is_in_lap(encounter: Encounter, rules: RuleSet, combatant_id: Id) -> bool:
    match rules.laps.kind:
        case LapKind.ONE:
            return True
        case LapKind.NUMBER:
            return encounter.part == 1 or initiative.left(encounter.standings[combatant_id], rules) > 0
        case LapKind.BUDGET:
            return memory.has_budget_for_lap(encounter, combatant_id)
        case LapKind.PHASES:
            own = phases_of(encounter, combatant_id)
            return encounter.part in own or encounter.part > own[-1]
        case LapKind.CHART:
            return encounter.part in segments(rules, memory.field_of(encounter, combatant_id, rules.laps.field))
        case _:
            assert_never(rules.laps.kind)


def has_more(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant has a turn in a later lap of this round."""
    rules = rules_of(encounter)
    unnumbered = rules.has_numbers and not recall(encounter.standings[combatant_id]).has_number
    if rules.end.is_endless or rules.sequence.by_count or unnumbered or not initiative.places(encounter, combatant_id):
        return False
    match rules.laps.kind:
        case LapKind.ONE:
            return False
        case LapKind.NUMBER:
            return initiative.left(encounter.standings[combatant_id], rules) > rules.laps.step
        case LapKind.BUDGET:
            return memory.has_budget_for_lap(encounter, combatant_id)
        case LapKind.PHASES:
            return places_left(encounter, combatant_id) > 0 and has_later_phase(encounter, combatant_id)
        case LapKind.CHART:
            acts = segments(rules, memory.field_of(encounter, combatant_id, rules.laps.field))
            return any(segment > encounter.part for segment in acts)
        case _:
            assert_never(rules.laps.kind)


def has_turn_to_give(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a turn is to come that an action out of turn can take (G10): one of this lap, or of a phase."""
    if encounter.standings[combatant_id].status is Status.HOLDING or has_turn(encounter, combatant_id):
        return True
    is_of_phases = rules_of(encounter).laps.kind is LapKind.PHASES
    is_ready = encounter.standings[combatant_id].status is Status.READY
    return is_of_phases and is_ready and has_more(encounter, combatant_id)


def acts_in_next_segment(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the chart gives the combatant a turn in the next segment."""
    laps = rules_of(encounter).laps
    if laps.kind is not LapKind.CHART:
        return False
    return encounter.part + 1 in segments(rules_of(encounter), memory.field_of(encounter, combatant_id, laps.field))


def has_later_phase(encounter: Encounter, combatant_id: Id) -> bool:
    return phases_of(encounter, combatant_id)[-1] > encounter.part


def segments(rules: RuleSet, times: int) -> tuple[int, ...]:
    """Spread a number of turns evenly over the segments; the last turn is in the last segment.

    >>> from turntrack.systems.table_rules.settings import Laps
    >>> segments(RuleSet(laps=Laps(LapKind.CHART, field="bonus")), 5)
    (3, 5, 8, 10, 12)
    """
    whole = rules.laps.segments
    many = max(0, min(times, whole))
    if many == 1 and rules.laps.single:
        return (rules.laps.single,)
    return tuple(-(-whole * turn // many) for turn in range(1, many + 1))


def phases_of(encounter: Encounter, combatant_id: Id) -> tuple[int, ...]:
    """Return the phases, from 1, in which the combatant may act, by its side and its declared pace."""
    phases, now = rules_of(encounter).laps.phases, recall(encounter.standings[combatant_id])
    own = [at for at, phase in enumerate(phases, 1) if memory.acts_in(encounter, combatant_id, phase)]
    own = [at for at in own if at >= now.from_phase] or own[-1:] or [len(phases)]
    declared, open_to_all = ([at for at in own if phases[at - 1].pace == pace] for pace in (now.pace, ""))
    return tuple((declared or open_to_all or own[-1:])[:1]) if now.pace else tuple(own)
