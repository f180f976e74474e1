"""What can be asked about wounds and healing: of one on the row, of several in the sheet with the pad."""

from __future__ import annotations

from dataclasses import dataclass

from app.intents.base import ForFight, OfCombatant
from turntrack.core.model import Share


class ForDamage(ForFight):
    """About wounds that were dealt, or are being dealt out."""


class OpenDamage(ForDamage, OfCombatant):
    """Open the sheet for the wounds of a combatant; beside it, have them among those whom it is about, or no longer."""

    do = "wounds"


class PickHit(ForDamage, OfCombatant):
    """Have a combatant among those whom it reaches, or no longer."""

    do = "hit"


@dataclass(frozen=True)
class PickAll(ForDamage):
    """Have all of this group, or of this side, among those whom it reaches; or, where they are, none of them."""

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
    """Say whether it wounds (0) or heals (1)."""

    do, is_of_sheet = "heals", True
    heals: int


class Beyond(ForDamage):
    """Let health go below 0, or above what is full, or not."""

    do, is_of_sheet = "beyond", True


@dataclass(frozen=True)
class PickCondition(ForDamage):
    """Have the wounded be in this condition from then on, or not."""

    do, is_of_sheet = "leaves", True
    name: str


class Deal(ForDamage):
    """Carry out what the sheet says."""

    do = "deal"


class CountHealthIntent(ForDamage):
    """Keep count of the health of those who have had none, from the amount on."""

    do = "count-health"


@dataclass(frozen=True)
class PoolHealthIntent(ForDamage):
    """Let a group have one health together, or (0) one each."""

    do = "pool"
    pooled: int
    group: str


@dataclass(frozen=True)
class Strike(ForDamage, OfCombatant):
    """Take so much off the health of whom the last blow was for, with one tap on the row."""

    do = "strike"
    amount: int


type DamageIntent = (
    OpenDamage | PickHit | PickAll | PickShare | Digit | RubOut | Halve | Redouble | Heals | Beyond | PickCondition
    | Deal | CountHealthIntent | PoolHealthIntent | Strike
)  # fmt: skip
