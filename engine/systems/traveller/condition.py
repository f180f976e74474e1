"""How a combatant stands in the round: wounds, actions taken, the next check."""

from __future__ import annotations

from types import MappingProxyType

from engine.model import Encounter, Id, Standing, Status
from engine.systems.traveller.sheet import chosen

WOUND_DM = (0, 1, 2, 4)
"""Added to the initiative throw for none, one, two or three reduced characteristics (TA1)."""

UNNAMED_EVENT = "its event"

_CHECK_RULES = MappingProxyType({1: "T12", 2: "T14", 3: "T15", 4: "T15"})


def number_of(standing: Standing, key: str) -> int:
    """A fact that counts something; 0 where it has never been set."""
    found = standing.fact(key, 0)
    return found if isinstance(found, int) else 0


def text_of(standing: Standing, key: str) -> str:
    """A fact that is a word or more; empty where it is not set."""
    found = standing.fact(key, "")
    return found if isinstance(found, str) else ""


def full_end(encounter: Encounter, one: Id) -> int:
    return int(encounter.combatants[one].sheet["end"])


def end_now(encounter: Encounter, one: Id) -> int:
    """END as wounds have left it."""
    return max(0, full_end(encounter, one) - number_of(encounter.standings[one], "end_lost"))


def end_for_checks(encounter: Encounter, one: Id) -> int:
    """TA7."""
    return full_end(encounter, one) if chosen(encounter, "end") == "full" else end_now(encounter, one)


def reduced(standing: Standing) -> int:
    """How many characteristics are reduced: END is one of them."""
    return min(3, max(0, number_of(standing, "reduced"), min(1, number_of(standing, "end_lost"))))


def is_triggered(standing: Standing) -> bool:
    """Whether a Watch has been triggered and its action not yet taken (T22)."""
    return bool(standing.fact("triggered"))


def taken(standing: Standing) -> int:
    """How many actions this one has taken in the round."""
    return number_of(standing, "actions")


def number_of_next(standing: Standing) -> int:
    """Which action of the round comes next; a triggered one is that which the Watch was (TA9)."""
    if is_triggered(standing):
        return number_of(standing, "watch_is") or taken(standing)
    return taken(standing) + 1


def may_act_again(standing: Standing) -> bool:
    """Whether the check for the next Extra Action has been passed, or waived."""
    return number_of(standing, "extra") > taken(standing)


def needs_check(standing: Standing) -> bool:
    """Whether the next action is an Extra Action that has not been checked for (T10)."""
    return taken(standing) > 0 and not may_act_again(standing) and not is_triggered(standing)


def cannot_go_on(encounter: Encounter, one: Id) -> bool:
    """TA8: the check that comes next has more dice than END."""
    standing = encounter.standings[one]
    return needs_check(standing) and taken(standing) > end_for_checks(encounter, one)


def check_words(dice: int, end: int) -> str:
    return f"{dice}D ≤ {end}"


def check_rule(dice: int) -> str:
    """The rule that has a check of so many dice."""
    return _CHECK_RULES.get(dice, "T16")


def next_check(standing: Standing) -> int:
    """How many dice the next check has, the one that is due now included."""
    if may_act_again(standing):
        return number_of(standing, "extra")
    return max(1, taken(standing))


def plays(standing: Standing) -> bool:
    """Whether this one can still act in the round."""
    return standing.able and standing.status is not Status.DONE


def still_to_act(encounter: Encounter, one: Id) -> bool:
    """Whether this one has yet to take a turn in this pass."""
    standing = encounter.standings[one]
    return plays(standing) and number_of(standing, "pass") != encounter.part


def action_words(number: int) -> str:
    """``a second action`` for 2; past the fourth ``action 5``."""
    known = {1: "the First Action", 2: "a second action", 3: "a third action", 4: "a fourth action"}
    return known.get(number, f"action {number}")
