"""Health: its arithmetic, its tally of what is left or taken, its notation, and its dice.

Damage counted up is stored as what is left, without a maximum below 0: so the setting changes in mid-fight without a
loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple, assert_never

from turntrack.core.commands import Hit
from turntrack.core.dice import DiceCode
from turntrack.core.events import HealthChange
from turntrack.core.fields import Field, Kind, read, read_plain_dice
from turntrack.core.model import Combatant, Encounter, Id, Share
from turntrack.core.score import signed, write_count
from turntrack.core.settings import COUNTING, HALVES, UNIT, setting

HEALTH = Field("health", "Health", Kind.NUMBER, 0, low=-9999, high=9999)
FULL_HEALTH = Field("full_health", "Full health", Kind.NUMBER, 0, high=9999, help="0 for no maximum.")
DAMAGE = Field("damage", "Damage", Kind.NUMBER, 0, low=-9999, high=9999)
TEMPORARY = Field("temporary", "Temporary points", Kind.NUMBER, 0, high=9999)


def may_fall(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether an able combatant has no health left, so that the row offers the fall."""
    combatant, able = encounter.combatants[combatant_id], encounter.standings[combatant_id].able
    return able and combatant.health <= 0 and combatant.is_counted and has_limit(encounter, combatant)


def may_rise(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a fallen combatant has health, so that the row offers to get up again."""
    combatant, able = encounter.combatants[combatant_id], encounter.standings[combatant_id].able
    return not able and combatant.health > 0 and combatant.is_counted and has_limit(encounter, combatant)


def can_bear(encounter: Encounter, combatant: Combatant) -> bool:
    """Return whether a combatant can lose more health."""
    return combatant.health > 0 or not has_limit(encounter, combatant)


def share_of(encounter: Encounter, amount: int, share: Share) -> int:
    """Return a share of an amount in points; the table's option decides on halves."""
    match share:
        case Share.ALL:
            return amount
        case Share.HALF:
            return (amount + (setting(encounter, HALVES) == "up")) // 2
        case Share.NONE:
            return 0
        case Share.DOUBLE:
            return 2 * amount
        case _:
            assert_never(share)


def points_dealt(encounter: Encounter, amount: int, part: Hit | HealthChange) -> int:
    """Return the points for a target: the share of the common amount, or of the target’s own amount."""
    return share_of(encounter, part.amount or amount, part.share)


def hurt(encounter: Encounter, combatant: Combatant, points: int, *, beyond: bool) -> Combatant:
    """Take points off, temporary ones first. A limited health stops at 0 unless a ruling lets it go ``beyond``."""
    soaked = min(combatant.temporary, points)
    least = min(0, combatant.health) if has_limit(encounter, combatant) and not beyond else HEALTH.low
    health = max(least, combatant.health - points + soaked) if is_counted(encounter, combatant) else 0
    return replace(combatant, health=health, temporary=combatant.temporary - soaked)


def heal(encounter: Encounter, combatant: Combatant, points: int, *, beyond: bool) -> Combatant:
    """Give points. Health stops at full health unless a ruling lets it go ``beyond``."""
    most = HEALTH.high if beyond else max(combatant.full_health, combatant.health)
    health = min(most, combatant.health + points) if is_counted(encounter, combatant) else 0
    return replace(combatant, health=health)


def counts_wounds(encounter: Encounter) -> bool:
    """Return whether damage is dealt in wounds."""
    return setting(encounter, UNIT) == "wounds"


def counts_up(encounter: Encounter) -> bool:
    """Return whether the table counts the damage taken up, instead of what is left down; wounds always are."""
    return counts_wounds(encounter) or setting(encounter, COUNTING) == "up"


def is_counted(encounter: Encounter, combatant: Combatant) -> bool:
    """Return whether the health of a combatant is counted; damage that is counted up needs no maximum."""
    return combatant.is_counted or counts_up(encounter)


def who_can_be_hurt(encounter: Encounter, ids: Iterable[Id]) -> list[Id]:
    """List those whom damage would change: the able, and the fallen who have health left.

    Without counted health damage is only told: of them the able, if anybody’s health is counted.
    """
    combatants, standings, up = encounter.combatants, encounter.standings, counts_up(encounter)
    # Written out, because a tap asks this of everybody.
    counted = {key for key, combatant in combatants.items() if up or combatant.full_health or combatant.health}
    if not counted:
        return []
    return [key for key in ids if standings[key].able or (key in counted and can_bear(encounter, combatants[key]))]


def has_limit(encounter: Encounter, combatant: Combatant) -> bool:
    """Return whether damage can leave a combatant without health: not if damage is counted up without a maximum."""
    return combatant.full_health > 0 or not counts_up(encounter)


class Tally(NamedTuple):
    """A health as the table counts it: what is left, or the damage taken."""

    points: int
    full: int
    """The maximum, of wounds the last with which one still stands; 0 for none."""
    is_damage: bool
    is_wounds: bool = False

    def __str__(self) -> str:
        """Return the count in words.

        >>> str(tally(11, 15, up=False)), str(tally(11, 15, up=True)), str(tally(-9, 0, up=True))
        ('11 of 15', 'damage 4 of 15', 'damage 9')
        >>> str(tally(2, 4, up=True, wounds=True)), str(tally(1, 1, up=True, wounds=True))
        ('2 wounds of 3', '0 wounds')
        >>> str(tally(0, 4, up=True, wounds=True))
        '4 wounds'
        """
        if self.is_wounds:
            stands = self.points <= self.full
            return f"{write_count(self.points, 'wound')}{f' of {self.full}' if self.full and stands else ''}"
        points = f"{'damage ' if self.is_damage else ''}{signed(self.points)}"
        return f"{points} of {self.full}" if self.full else points


def tally(health: int, full: int, *, up: bool, wounds: bool = False) -> Tally:
    """Convert stored health (points left; negative without a maximum) to the way the table counts."""
    return Tally(full - health if up else health, max(0, full - wounds), up, wounds)


def tally_of(encounter: Encounter, combatant: Combatant) -> Tally | None:
    """Return the health of a combatant as the table counts it; None if it is not counted."""
    if not is_counted(encounter, combatant):
        return None
    return tally_as(encounter, combatant.health, combatant.full_health)


def tally_as(encounter: Encounter, health: int, full: int) -> Tally:
    """Convert stored health to the way the table of this fight counts."""
    wounds = counts_wounds(encounter)
    return tally(health, full, up=wounds or setting(encounter, COUNTING) == "up", wounds=wounds)


_POINTS = re.compile(
    r"([+\-−]?\d+)(?:\.0+)?(?:\s*+(?:/|of|out of)\s*+(\d+)|\s*+\(\s*+(\d+)\s*+\))?"
    r"(?:\s*+(?:hp|each|points|\(\s*+\d++[dw]\d[^()]*+\)))*",
    re.IGNORECASE,
)
_ROLLED = re.compile(r"\d{0,4}\s*+[dw]\s*+\d[^()]*+\(\s*+(\d{1,4})\s*+\)", re.IGNORECASE)
"""Dice with their total: ``2d4 (5)``."""
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


class WrittenHealth(NamedTuple):
    """A health as people write it."""

    left: int = 0
    full: int = 0
    """The health without wounds, if it is given, too."""
    dice: str = ""
    """The dice that give the health; empty if the health is known."""


def read_health(text: str) -> WrittenHealth:
    """Read a health: points (``7``, ``7 (2d6)``, ``2d6 (7)``), wounds (``11/18``), or dice (``2W6``). Raises BadValue.

    >>> read_health("11/18"), read_health("2W6 + 3").dice, read_health("2d6 (7)").left
    (WrittenHealth(left=11, full=18, dice=''), '2d6+3', 7)
    """
    text = _THOUSANDS.sub("", text.strip())
    if rolled := _ROLLED.fullmatch(text):
        return WrittenHealth(int(read(HEALTH, rolled[1])))
    if DICE.fullmatch(text.strip()):
        return WrittenHealth(dice=str(read_health_dice(plain_dice(text))))
    points = _POINTS.fullmatch(text.strip())
    if not points:
        return WrittenHealth(int(read(HEALTH, text)))
    return WrittenHealth(int(read(HEALTH, points[1])), int(read(HEALTH, points[2] or points[3] or 0)))


DICE = re.compile(r"\d{0,4}\s*+[dw]\s*+\d{1,4}(?:\s*+[+\-−]\s*+\d{1,4})?", re.IGNORECASE)
"""Dice as people write them: ``2W6 + 3``."""


def plain_dice(text: str) -> str:
    """Return dice as people write them (``d6``, ``2W6 + 1``) in the form of dice codes: ``1d6``, ``2d6+1``."""
    dice = text.strip().lower().replace("w", "d").replace(" ", "")
    return f"1{dice}" if dice.startswith("d") else dice


def read_health_dice(text: str) -> DiceCode:
    """Read the dice of a health, which can give no health out of range. Raises BadValue."""
    code = read_plain_dice(HEALTH.label, text, HEALTH.high)
    for total in (code.count + code.plus, code.count * code.sides + code.plus):
        read(HEALTH, total)
    return code
