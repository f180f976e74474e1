"""Wounds as they are being dealt out in the sheet, before anything has happened."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turntrack.core.commands import Hit, Wound
from turntrack.core.model import Encounter, Id, Share
from turntrack.rules.health import share_of

MOST_DIGITS = 4
MOST = 4999


@dataclass(frozen=True, slots=True)
class DamageForm:
    """Whom it is to reach, how much of it, and what else it does."""

    hits: tuple[Hit, ...] = ()
    amount: int = 0
    heals: bool = False
    beyond: bool = False
    leaves: tuple[str, ...] = ()

    def about(self, encounter: Encounter) -> tuple[Id, ...]:
        """List those whom it reaches and who are there."""
        return tuple(hit.id for hit in self.hits if hit.id in encounter.combatants)

    def pick(self, combatant_id: Id) -> DamageForm:
        """Have a combatant among those whom it reaches, or no longer."""
        left = tuple(hit for hit in self.hits if hit.id != combatant_id)
        return replace(self, hits=left if len(left) < len(self.hits) else (*self.hits, Hit(combatant_id)))

    def pick_all(self, ids: tuple[Id, ...]) -> DamageForm:
        """Have all of these among them; where they are, none."""
        there = {hit.id for hit in self.hits}
        new = tuple(Hit(combatant_id) for combatant_id in ids if combatant_id not in there)
        return replace(self, hits=(*self.hits, *new) if new else tuple(hit for hit in self.hits if hit.id not in ids))

    def share(self, combatant_id: Id, share: Share) -> DamageForm:
        return replace(
            self, hits=tuple(Hit(combatant_id, share) if hit.id == combatant_id else hit for hit in self.hits)
        )

    def type_digit(self, digit: int) -> DamageForm:
        """Write a digit behind the amount, as far as that goes."""
        return replace(self, amount=min(MOST, int(f"{self.amount}{digit}"[:MOST_DIGITS])))

    def times(self, encounter: Encounter, share: Share) -> DamageForm:
        """Take half of the amount, or twice as much."""
        return replace(self, amount=min(MOST, share_of(encounter, self.amount, share)))

    def leave(self, name: str) -> DamageForm:
        """Have the wounded be in a condition, or not."""
        there = name in self.leaves
        return replace(
            self,
            leaves=tuple(condition for condition in self.leaves if condition != name)
            if there
            else (*self.leaves, name),
        )

    def command(self, encounter: Encounter) -> Wound:
        """Return what it comes to."""
        hits = tuple(hit for hit in self.hits if hit.id in encounter.combatants)
        return Wound(self.amount, hits, self.heals, self.beyond, () if self.heals else self.leaves)
