"""Intents about damage and healing, on a row or in the damage sheet."""

from __future__ import annotations

from dataclasses import dataclass

from app.intents.base import ForFight, OfCombatant
from turntrack.core.model import Share


class ForDamage(ForFight):
    """An intent about damage or healing."""


class OpenDamage(ForDamage, OfCombatant):
    """Open the damage sheet for a combatant. If the sheet is open already, toggle the combatant as a target."""

    do = "wounds"


class PickHit(ForDamage, OfCombatant):
    """Toggle a combatant as a target."""

    do = "hit"


@dataclass(frozen=True)
class PickAll(ForDamage):
    """Select all members of this group or side; deselect them if all are selected."""

    do = "hit-all"
    is_group: int
    name: str


@dataclass(frozen=True)
class PickShare(ForDamage, OfCombatant):
    do, is_of_sheet = "share", True
    share: Share


@dataclass(frozen=True)
class Digit(ForDamage):
    do, is_of_sheet = "digit", True
    digit: int


class RubOut(ForDamage):
    do, is_of_sheet = "rub-out", True


class Halve(ForDamage):
    do, is_of_sheet = "halve", True


class Redouble(ForDamage):
    do, is_of_sheet = "redouble", True


@dataclass(frozen=True)
class Heals(ForDamage):
    """Switch between damage (0) and healing (1)."""

    do, is_of_sheet = "heals", True
    heals: int


class Beyond(ForDamage):
    """Toggle the permission for health to pass 0 or its maximum."""

    do, is_of_sheet = "beyond", True


@dataclass(frozen=True)
class PickCondition(ForDamage):
    """Toggle a condition that the targets get."""

    do, is_of_sheet = "leaves", True
    name: str


class Deal(ForDamage):
    """Apply the damage form."""

    do = "deal"


class CountHealthIntent(ForDamage):
    """Start to count the health of targets without health, with the amount as the start."""

    do = "count-health"


type DamageIntent = (
    OpenDamage | PickHit | PickAll | PickShare | Digit | RubOut | Halve | Redouble | Heals | Beyond | PickCondition
    | Deal | CountHealthIntent
)  # fmt: skip
