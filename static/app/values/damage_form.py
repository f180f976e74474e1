"""State of the form that deals damage or healing, before it is dealt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turntrack.core.commands import Hit, Wound
from turntrack.core.model import Encounter, Id, Share
from turntrack.rules.damage import AMOUNT
from turntrack.rules.health import share_of

MOST_DIGITS = len(str(AMOUNT.high))


@dataclass(frozen=True, slots=True)
class DamageForm:
    """The input of the form: targets, amount, and further effects."""

    hits: tuple[Hit, ...] = ()
    amount: int = 0
    heals: bool = False
    beyond: bool = False
    leaves: tuple[str, ...] = ()

    def about(self, encounter: Encounter) -> tuple[Id, ...]:
        """List the targets who are in the fight."""
        return tuple(hit.id for hit in self.hits if hit.id in encounter.combatants)

    def pick(self, combatant_id: Id) -> DamageForm:
        """Add a combatant to the targets, or remove it."""
        left = tuple(hit for hit in self.hits if hit.id != combatant_id)
        return replace(self, hits=left if len(left) < len(self.hits) else (*self.hits, Hit(combatant_id)))

    def pick_all(self, ids: tuple[Id, ...]) -> DamageForm:
        """Add all of these combatants to the targets; if all are targets already, remove them."""
        there = {hit.id for hit in self.hits}
        new = tuple(Hit(combatant_id) for combatant_id in ids if combatant_id not in there)
        return replace(self, hits=(*self.hits, *new) if new else tuple(hit for hit in self.hits if hit.id not in ids))

    def share(self, combatant_id: Id, share: Share) -> DamageForm:
        """Set the share that a combatant takes, and add the combatant to the targets if it is none yet."""
        hit = Hit(combatant_id, share)
        there = any(other.id == combatant_id for other in self.hits)
        hits = tuple(hit if other.id == combatant_id else other for other in self.hits)
        return replace(self, hits=hits if there else (*hits, hit))

    def type_digit(self, digit: int) -> DamageForm:
        """Append a digit to the amount, up to its bound."""
        return replace(self, amount=min(AMOUNT.high, int(f"{self.amount}{digit}"[:MOST_DIGITS])))

    def times(self, encounter: Encounter, share: Share) -> DamageForm:
        """Halve or double the amount."""
        return replace(self, amount=min(AMOUNT.high, share_of(encounter, self.amount, share)))

    def leave(self, name: str) -> DamageForm:
        """Add a condition for the targets, or remove it."""
        there = name in self.leaves
        return replace(
            self,
            leaves=tuple(condition for condition in self.leaves if condition != name)
            if there
            else (*self.leaves, name),
        )

    def command(self, encounter: Encounter) -> Wound:
        """Build the command from the form."""
        hits = tuple(hit for hit in self.hits if hit.id in encounter.combatants)
        return Wound(self.amount, hits, self.heals, self.beyond, () if self.heals else self.leaves)
