"""Whether a combatant may do something now: is a round open, is the combatant there, able to act, on turn?"""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.draft import combatant_of
from turntrack.core.errors import Refused
from turntrack.core.fields import Value
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.names import listed


def there(encounter: Encounter, one: Id) -> Standing:
    """Return the standing. Raises Refused when there is no such combatant."""
    return encounter.standings[combatant_of(encounter, one).id]


def aimed_at(encounter: Encounter, one: Id, target: Value, rule: str) -> Id:
    """Return the target that has been named; empty where nobody is. Raises Refused for oneself, and for strangers."""
    if target and (target not in encounter.combatants or target == one):
        raise Refused("no_target", "Name somebody else who is in this encounter.", rule)
    return str(target or "")


@dataclass(frozen=True, slots=True)
class Guards:
    """The rules that a system cites where a combatant may not act, and its word for a round.

    Each check raises Refused, and returns the standing of the combatant who passes it.
    """

    closed: str = ""
    unable: str = ""
    turn: str = ""
    round_word: str = "round"

    def check_open(self, encounter: Encounter) -> None:
        if not encounter.is_open:
            raise Refused("not_open", f"No {self.round_word} is running.", self.closed)

    def able(self, encounter: Encounter, one: Id) -> Standing:
        """Check that the combatant is there and able to act, between rounds too."""
        standing = there(encounter, one)
        if not standing.able:
            raise Refused("unable", f"{encounter.name_of(one)} is unable to act.", self.unable)
        return standing

    def playing(self, encounter: Encounter, one: Id) -> Standing:
        """Check that a round is open as well, whoever's turn it is."""
        self.check_open(encounter)
        return self.able(encounter, one)

    def on_turn(self, encounter: Encounter, one: Id) -> Standing:
        """Check that it is the combatant's own turn."""
        standing = self.playing(encounter, one)
        if standing.status is not Status.ACTING:
            raise self.not_on_turn(encounter, one)
        return standing

    def not_on_turn(self, encounter: Encounter, one: Id) -> Refused:
        """Return the refusal for a combatant whose turn it is not."""
        acting = [encounter.name_of(other) for other in encounter.acting()]
        who = f"{listed(acting)} act" if len(acting) > 1 else f"{next(iter(acting), 'nobody')} acts"
        return Refused("not_your_turn", f"It is not {encounter.name_of(one)}’s turn: {who}.", self.turn)
