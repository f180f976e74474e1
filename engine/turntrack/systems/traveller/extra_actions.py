"""The check against END before each Extra Action (T10–T16)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from turntrack.core.draft import Draft
from turntrack.core.events import StatusSet
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.systems.traveller import memory
from turntrack.systems.traveller.rules import reading_of
from turntrack.systems.traveller.wounds import end_now, full_end

_RULES = MappingProxyType({1: "T12", 2: "T14", 3: "T15", 4: "T15"})


def end_for_checks(encounter: Encounter, combatant_id: Id) -> int:
    """Return the END for checks: current or full, by the table's reading (TA7)."""
    is_full = reading_of(encounter, "end") == "full"
    return full_end(encounter, combatant_id) if is_full else end_now(encounter, combatant_id)


def needs_check(standing: Standing) -> bool:
    """Return whether a check is due before the next action (T10)."""
    now = memory.recall(standing)
    return now.actions > 0 and now.checked_for <= now.actions and now.triggered is None


def dice_of_next_check(standing: Standing) -> int:
    """Return the number of dice of the next check, or of the check that is due now."""
    now = memory.recall(standing)
    return now.checked_for if now.checked_for > now.actions else max(1, now.actions)


def cannot_go_on(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a check is due that cannot be passed, because it has more dice than END (TA8)."""
    standing = encounter.standings[combatant_id]
    return needs_check(standing) and memory.recall(standing).actions > end_for_checks(encounter, combatant_id)


def has_to_roll(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a check is due that can fail."""
    return needs_check(encounter.standings[combatant_id]) and not _cannot_fail(encounter, combatant_id)


def _cannot_fail(encounter: Encounter, combatant_id: Id) -> bool:
    return 6 * memory.recall(encounter.standings[combatant_id]).actions <= end_for_checks(encounter, combatant_id)


def check_words(dice: int, end: int) -> str:
    return f"{dice}D ≤ {end}"


def check_rule(dice: int) -> str:
    """Return the id of the rule for a check with so many dice."""
    return _RULES.get(dice, "T16")


def action_words(number: int) -> str:
    """Return the words for an action by its number in the round: ``a second action``, ``action 5``."""
    known = {1: "the First Action", 2: "a second action", 3: "a third action", 4: "a fourth action"}
    return known.get(number, f"action {number}")


def waive(draft: Draft, combatant_id: Id) -> None:
    """Pass a check without dice if it is due and cannot fail (for T12: END 6 or more)."""
    standing = draft.standing(combatant_id)
    if needs_check(standing) and _cannot_fail(draft.encounter, combatant_id):
        now = memory.recall(standing)
        draft.remember(combatant_id, replace(now, checked_for=now.actions + 1), check_rule(now.actions))


def stop(draft: Draft, combatant_id: Id) -> None:
    """End the round for a combatant whose check cannot be passed (TA8)."""
    words = check_words(
        memory.recall(draft.standing(combatant_id)).actions, end_for_checks(draft.encounter, combatant_id)
    )
    draft.record(StatusSet(combatant_id, Status.DONE, f"can take no further action: {words} cannot be rolled", "TA8"))
