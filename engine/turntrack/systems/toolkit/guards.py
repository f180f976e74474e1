"""Guards: the checks that a round is open and that a combatant is present, able to act, or on turn."""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.draft import combatant_of
from turntrack.core.errors import Refused
from turntrack.core.fields import Value
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.names import join_names


def standing_of(encounter: Encounter, combatant_id: Id) -> Standing:
    """Return the standing of a combatant. Raises Refused if there is none with this id."""
    return encounter.standings[combatant_of(encounter, combatant_id).id]


def read_target(encounter: Encounter, combatant_id: Id, target: Value, rule: str) -> Id:
    """Return the named target; empty for none. Raises Refused for the combatant and for unknown ids."""
    if target and (target not in encounter.combatants or target == combatant_id):
        raise Refused("no_target", "Name somebody else in this fight.", rule)
    return str(target or "")


@dataclass(frozen=True, slots=True)
class Guards:
    """The checks of a system, with the rules that they cite.

    Each check raises Refused. The checks of a combatant return its standing.
    """

    closed: str = ""
    """The rule that nobody acts outside a round."""
    unable: str = ""
    """The rule that unable combatants do not act."""
    turn: str = ""
    """The rule that a combatant acts on its own turn."""
    round_word: str = "round"

    def check_open(self, encounter: Encounter) -> None:
        """Check that a round is open."""
        if not encounter.is_open:
            raise Refused("not_open", f"No {self.round_word} is running.", self.closed)

    def able(self, encounter: Encounter, combatant_id: Id) -> Standing:
        """Check that the combatant is present and able to act. Passes between rounds too."""
        standing = standing_of(encounter, combatant_id)
        if not standing.able:
            raise Refused("unable", f"{encounter.name_of(combatant_id)} is unable to act.", self.unable)
        return standing

    def playing(self, encounter: Encounter, combatant_id: Id) -> Standing:
        """Check that a round is open and the combatant able to act, on turn or not."""
        self.check_open(encounter)
        return self.able(encounter, combatant_id)

    def on_turn(self, encounter: Encounter, combatant_id: Id) -> Standing:
        """Check that it is the combatant's own turn."""
        standing = self.playing(encounter, combatant_id)
        if standing.status is not Status.ACTING:
            raise self.not_on_turn(encounter, combatant_id)
        return standing

    def not_on_turn(self, encounter: Encounter, combatant_id: Id) -> Refused:
        """Return the refusal for a combatant who is not on turn."""
        acting = [encounter.name_of(actor) for actor in encounter.acting()]
        who = f"{join_names(acting)} act" if len(acting) > 1 else f"{next(iter(acting), 'nobody')} acts"
        return Refused("not_your_turn", f"It is not {encounter.name_of(combatant_id)}’s turn: {who}.", self.turn)
