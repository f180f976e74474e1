"""The pass of a faction of Unbound: whether it may pass, and who chooses then."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted
from turntrack.core.model import Encounter, Status
from turntrack.core.names import join_names
from turntrack.systems.unbound import faction_sequence, factions, memory
from turntrack.systems.unbound.factions import Faction, faction_name, faction_of, members, waits
from turntrack.systems.unbound.rule_options import reading_of


@dataclass(frozen=True, slots=True)
class MembersLeft:
    """The number of members that a faction has left to act, and the numbers with which the table compares it (UA2)."""

    own: int
    others: tuple[int, ...]

    @property
    def may_pass(self) -> bool:
        """Return whether the faction has fewer than half as many left as each number that it is compared with (U10)."""
        return bool(self.others) and all(2 * self.own < other for other in self.others)

    def __str__(self) -> str:
        return f"{self.own} left against {join_names([str(other) for other in self.others], ' and ') or 'nobody'}"


def count_left(encounter: Encounter, faction: Faction) -> MembersLeft:
    everyone = reading_of(encounter, "left") == "everyone"  # UA7
    counted = members(encounter) if everyone else factions.factions_in_play(encounter)
    numbers = dict.fromkeys((faction, *counted), 0)
    for combatant_id in encounter.order:
        standing = encounter.standings[combatant_id]
        if standing.status is Status.READY and (standing.able or everyone):
            numbers[faction_of(encounter, combatant_id)] += 1
    others = [number for other, number in numbers.items() if other != faction]
    together = others and reading_of(encounter, "pass") == "all"
    return MembersLeft(numbers[faction], (sum(others),) if together else tuple(others))


def why_no_pass(encounter: Encounter, faction: Faction, count: MembersLeft) -> Refused | None:
    """Return the reason why the faction, whose turn it is, may not pass; None if it may."""
    if not count.may_pass:
        message = f"{faction_name(faction)}: {count}; passing takes fewer than half as many."
        return Refused("too_many_left", message, "U10")
    waiting = {
        faction_of(encounter, combatant_id) for combatant_id in encounter.order if waits(encounter, combatant_id)
    }
    if waiting <= {*memory.recall_fight(encounter).passed}:
        return Refused("all_passed", f"Everybody has passed: {faction_name(faction)} must choose somebody.", "UA3")
    return None


def pass_turn(draft: Draft, faction: Faction) -> None:
    """Pass for the faction, whose turn it is. Raises Refused if it may not."""
    refusal = why_no_pass(draft.encounter, faction, count_left(draft.encounter, faction))
    if refusal:
        raise refusal
    give_choice_away(draft, faction, "U10")


def give_choice_away(draft: Draft, faction: Faction, rule: str) -> None:
    """Record that the faction has passed, and give the choice to the faction behind it (U10)."""
    draft.record(Noted(f"{faction_name(faction)}: pass, {count_left(draft.encounter, faction)}.", rule))
    fight, following = memory.recall_fight(draft.encounter), faction_sequence.faction_after(draft.encounter, faction)
    still = [
        combatant_id for combatant_id in fight.interrupted if combatant_id not in members(draft.encounter)[faction]
    ]
    passed = (*fight.passed, faction)
    draft.remember("", replace(fight, passed=passed, turn=following, interrupted=tuple(still)))
