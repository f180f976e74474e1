"""The forms that are filled in: conditions, damage, a rest, and what was typed and not yet sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.intents.base import NOTHING, Values
from turntrack.core.commands import GiveCondition, Hit, Recovery, Rest, Wound
from turntrack.core.fields import COUNT, Field, Kind, Pick, read
from turntrack.core.model import Attempt, Condition, Encounter, Id, Share, Until
from turntrack.rules.conditions import NEEDS, conditions_of
from turntrack.rules.damage import AMOUNT
from turntrack.rules.health import read_health_dice, share_of

type Sender = tuple[str, tuple[str, ...]]
"""The dialog that sent a form, and the names of the form's fields."""

NOBODY: Sender = ("", ())


@dataclass(frozen=True, slots=True)
class FormInput:
    """The values on the panel and in the open form, with the error of the form."""

    entered: Values = NOTHING
    sent: Values = NOTHING
    """The form that was sent last."""
    values: Values = NOTHING
    """Values for the open dialog's forms that replace their defaults."""
    error: str = ""
    asked: str = ""
    """The roll, the line or the word that is asked for in the open dialog; empty for none."""
    mended: tuple[str, str] = ("", "")
    """The line that was mended last, and what it was before."""


@dataclass(frozen=True, slots=True)
class UnsentInput:
    """Unsent values that differ from the defaults of their dialog, by the dialog's name."""

    kept: Mapping[str, Values] = MappingProxyType({})

    def of(self, dialog: str) -> Values:
        """Return the unsent values of a dialog."""
        return self.kept.get(dialog, NOTHING)

    def keep(self, dialog: str, typed: Values) -> UnsentInput:
        """Add values to those of a dialog; newer values replace older ones."""
        if not (dialog and typed):
            return self
        return UnsentInput({**self.kept, dialog: {**self.of(dialog), **typed}})

    def use(self, dialog: str, names: Iterable[str]) -> UnsentInput:
        """Remove the fields of a form that was used."""
        gone = set(names)
        left = {name: value for name, value in self.of(dialog).items() if name not in gone}
        return self.clear(dialog).keep(dialog, left)

    def clear(self, dialog: str) -> UnsentInput:
        """Remove all values of a dialog."""
        if dialog not in self.kept:
            return self
        return UnsentInput({name: fields for name, fields in self.kept.items() if name != dialog})


@dataclass(frozen=True, slots=True)
class ConditionForm:
    """The input of the form: bearers, name, whose turns count, and further details."""

    ids: tuple[Id, ...]
    name: str = ""
    whose: Id = ""
    """Empty for the turns of each bearer."""
    by: Id = ""
    holds: bool = False
    rolls: bool = False
    is_named: bool = False
    """Whether the form was opened with its name, so that other names come last."""
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
        if self.rolls:
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
    """Return a form in which the actor's turns count; nobody's if nobody acts.

    A condition of that name that the combatant has keeps its cause.
    """
    acting = encounter.acting()
    form = ConditionForm((combatant_id,), name, acting[0] if acting else "", is_named=bool(name))
    present = next((each for each in conditions_of(encounter, combatant_id) if each.name == name), None)
    return replace(form, by=present.by, holds=present.held) if present else form


def form_of_condition(encounter: Encounter, condition: Condition) -> ConditionForm:
    """Return the form that changes how long a condition lasts; whose turns count is as it was, or the actor’s."""
    form = new_condition_form(encounter, condition.bearer, condition.name)
    return replace(form, whose=condition.whose or form.whose, by=condition.by, holds=condition.held)


_MOST_DIGITS = len(str(AMOUNT.high))


@dataclass(frozen=True, slots=True)
class DamageForm:
    """The input of the form: targets, amount, and further effects."""

    hits: tuple[Hit, ...] = ()
    amount: int = 0
    heals: bool = False
    beyond: bool = False
    leaves: tuple[str, ...] = ()
    attacks: bool = False
    """Whether the damage is that of the open attack."""
    until: Until | None = None
    """How long the conditions last: as usual, until they are removed, or a next turn of ``whose`` begins or ends."""
    whose: Id = ""
    """Empty for the turns of each target."""
    typing: Id = ""
    """The target whose own amount is typed; empty for the amount of all."""

    @property
    def typed(self) -> int:
        """Return the amount that is typed."""
        return next((hit.amount for hit in self.hits if hit.id == self.typing), self.amount)

    def about(self, encounter: Encounter) -> tuple[Id, ...]:
        """List the targets who are in the fight."""
        return tuple(hit.id for hit in self.hits if hit.id in encounter.combatants)

    def pick(self, combatant_id: Id) -> DamageForm:
        """Add a combatant to the targets, or remove it."""
        left = tuple(hit for hit in self.hits if hit.id != combatant_id)
        return self._aim(left if len(left) < len(self.hits) else (*self.hits, Hit(combatant_id)))

    def pick_all(self, ids: tuple[Id, ...]) -> DamageForm:
        """Add all of these combatants to the targets; if all are targets already, remove them."""
        there = {hit.id for hit in self.hits}
        new = tuple(Hit(combatant_id) for combatant_id in ids if combatant_id not in there)
        return self._aim((*self.hits, *new) if new else tuple(hit for hit in self.hits if hit.id not in ids))

    def _aim(self, hits: tuple[Hit, ...]) -> DamageForm:
        """Change the targets, and type the amount of all from now on; a single target takes that."""
        return replace(self, hits=(replace(hits[0], amount=0),) if len(hits) == 1 else hits, typing="")

    def share(self, combatant_id: Id, share: Share) -> DamageForm:
        """Set the share that a combatant takes, and add the combatant to the targets if it is none yet."""
        hit = Hit(combatant_id, share)
        there = any(other.id == combatant_id for other in self.hits)
        hits = tuple(hit if other.id == combatant_id else other for other in self.hits)
        return replace(self, hits=hits if there else (*hits, hit), typing="")

    def type_own(self, combatant_id: Id) -> DamageForm:
        """Type an amount of a target's own from now on; if it is typed already, that of all again."""
        typing = "" if self.typing == combatant_id else combatant_id
        return replace(self.share(combatant_id, Share.ALL), typing=typing)

    def type_digit(self, digit: int) -> DamageForm:
        """Append a digit to the amount that is typed, up to its bound."""
        return self.type_amount(min(AMOUNT.high, int(f"{self.typed}{digit}"[:_MOST_DIGITS])))

    def times(self, encounter: Encounter, share: Share) -> DamageForm:
        """Halve or double the amount that is typed."""
        return self.type_amount(min(AMOUNT.high, share_of(encounter, self.typed, share)))

    def type_amount(self, amount: int) -> DamageForm:
        """Put this in the place of the amount that is typed."""
        if not self.typing:
            return replace(self, amount=amount)
        hits = tuple(replace(hit, amount=amount) if hit.id == self.typing else hit for hit in self.hits)
        return replace(self, hits=hits)

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
        own = [hit.amount for hit in hits if hit.share is not Share.NONE]
        amount = self.amount or (own[0] if own and all(own) else 0)
        if self.heals or not self.leaves:
            return Wound(amount, hits, self.heals, self.beyond)
        whose = self.whose if self.whose in encounter.combatants else ""
        return Wound(amount, hits, False, self.beyond, self.leaves, self.until, whose)


RESTS = "rests-"
"""The beginning of the names of the boxes that tell who rests."""

HEALTH = Field(
    "health",
    "Health",
    Kind.PICK,
    Recovery.ALL.value,
    picks=(
        Pick(Recovery.ALL, "all of it"),
        Pick(Recovery.HALF, "half of full health"),
        Pick(Recovery.AMOUNT, "points or dice"),
        Pick(Recovery.NONE, "none"),
    ),
)
POINTS = Field("points", "Points or dice", Kind.TEXT, "", help="5, or 2d6 for each")


def read_rest(form: Mapping[str, str | bool]) -> Rest:
    """Read the form as a command; its ids are those of the boxes that are ticked. Raises BadValue."""
    ids = tuple(name.removeprefix(RESTS) for name, value in form.items() if name.startswith(RESTS) and value is True)
    health = Recovery(str(read(HEALTH, str(form.get("health", HEALTH.default)))))
    points = str(form.get("points", "")).strip()
    if health is not Recovery.AMOUNT:
        return Rest(ids, health)
    if points.isdecimal() or not points:
        return Rest(ids, health, int(read(AMOUNT, points)))
    return Rest(ids, Recovery.DICE, dice=str(read_health_dice(points)))
