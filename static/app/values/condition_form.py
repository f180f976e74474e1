"""State of the form that gives a condition, before the condition is given."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.intents.base import Values
from turntrack.core.commands import GiveCondition
from turntrack.core.fields import COUNT, read
from turntrack.core.model import Attempt, Encounter, Id, Until
from turntrack.rules.conditions import NEEDS


@dataclass(frozen=True, slots=True)
class ConditionForm:
    """The input of the form: bearers, name, whose turns count, and further details."""

    ids: tuple[Id, ...]
    name: str = ""
    whose: Id = ""
    """Empty for the turns of each bearer."""
    by: Id = ""
    holds: bool = False
    throws: bool = False
    typed_name: str = ""
    """What the field of the own name held at the last intent; it is the name while no other is chosen."""

    def use_own_name(self, typed: str) -> ConditionForm:
        """Name the condition as typed; an empty field changes nothing."""
        return replace(self, name=" ".join(typed.split()) or self.name)

    def pick(self, combatant_id: Id) -> ConditionForm:
        """Add a combatant to the bearers, or remove it."""
        left = tuple(bearer for bearer in self.ids if bearer != combatant_id)
        return replace(self, ids=left if len(left) < len(self.ids) else (*self.ids, combatant_id))

    def pick_cause(self, combatant_id: Id) -> ConditionForm:
        """Set the combatant who caused the condition, or clear it."""
        by = "" if self.by == combatant_id else combatant_id
        return replace(self, by=by, holds=self.holds and bool(by))

    def about(self, encounter: Encounter) -> tuple[Id, ...]:
        """List the bearers who are in the fight."""
        return tuple(bearer for bearer in self.ids if bearer in encounter.combatants)

    def command(self, encounter: Encounter, until: Until, turns: int, typed: Values) -> GiveCondition:
        """Build the command from the form and its typed values. Raises BadValue."""
        attempt = None
        if self.throws:
            code, needs = str(typed.get("code", "")).strip(), str(typed.get("needs", "")).strip()
            attempt = Attempt(code, int(read(NEEDS, needs or 0)), typed.get("or-less") is True) if code else Attempt()
        return GiveCondition(
            self.about(encounter),
            self.name or self.typed_name,
            str(typed.get("text", "")),
            self.by if self.by in encounter.combatants else "",
            until,
            self.whose if self.whose in encounter.combatants else "",
            turns,
            int(read(COUNT, typed.get("count", ""))) if until is Until.COUNT else 0,
            attempt,
            self.holds,
        )


def new_condition_form(encounter: Encounter, combatant_id: Id, name: str = "") -> ConditionForm:
    """Return a form in which the actor's turns count; nobody's if nobody acts."""
    acting = encounter.acting()
    return ConditionForm((combatant_id,), name, acting[0] if acting else "")
