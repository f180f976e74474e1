"""The chances of Traveller: to go first, and of further actions and their checks."""

from __future__ import annotations

from collections.abc import Iterator

from turntrack.core.model import Encounter
from turntrack.systems.due_reinforcements import with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.toolkit.group_rolls import roll_units
from turntrack.systems.toolkit.odds_of_first import MOST_THROWS, TOO_MANY
from turntrack.systems.traveller import extra_action_checks, initiative, turns
from turntrack.systems.traveller.rule_options import reading_of


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances: between rounds to go first and to take further actions, in a round of the next check."""
    if not encounter.is_open:
        return () if why_uncounted(encounter) else tuple(_chances_before_round(with_arrivals(encounter)))
    result = []
    for combatant_id in turns.track(encounter):
        if encounter.standings[combatant_id].plays:
            dice = extra_action_checks.dice_of_next_check(encounter.standings[combatant_id])
            end = extra_action_checks.end_for_checks(encounter, combatant_id)
            label = f"next check, {extra_action_checks.check_words(dice, end)}"
            result.append(
                Chance(
                    combatant_id,
                    label,
                    extra_action_checks.chance_of_check(dice, end),
                    extra_action_checks.check_rule(dice),
                )
            )
    return tuple(result)


def _chances_before_round(encounter: Encounter) -> Iterator[Chance]:
    """Yield for each combatant, in the order listed, the chances to go first and to take a 2nd, 3rd and 4th action."""
    able = encounter.able()
    missing = initiative.combatants_without_number(encounter)
    firsts = {} if missing else initiative.chances_of_first(initiative.list_entrants(encounter, able))
    label = "goes first" if reading_of(encounter, "tie") == "dex" else "goes first, alone or with others"
    ends = {combatant_id: extra_action_checks.end_for_checks(encounter, combatant_id) for combatant_id in able}
    averages = {
        end: f" (on average {float(extra_action_checks.expected_actions(end)):.2f} in the round)"
        for end in {*ends.values()}
    }
    for combatant_id, end in ends.items():
        if combatant_id in firsts:
            yield Chance(combatant_id, label, firsts[combatant_id], "T4", goes_first=True)
        for dice, chance in zip((1, 2, 3), extra_action_checks.chances_of_actions(end), strict=False):
            action = f"takes {extra_action_checks.action_words(dice + 1)}{averages[end] if dice == 1 else ''}"
            yield Chance(combatant_id, action, chance, extra_action_checks.check_rule(dice))


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    return TOO_MANY if not encounter.is_open and len(roll_units(encounter, encounter.able())) > MOST_THROWS else ""


def may_go_by_list(encounter: Encounter) -> bool:
    encounter = with_arrivals(encounter)
    scores = [encounter.combatants[combatant_id].sheet["dex"] for combatant_id in encounter.able()]
    return reading_of(encounter, "tie") == "dex" and len({*scores}) < len(scores)
