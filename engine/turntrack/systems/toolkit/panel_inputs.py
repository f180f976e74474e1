"""Inputs and choices of the now panel: typed values, possible targets, and choices with their refusals.

What has been typed and cannot be read stays as typed, for the rules to refuse. A pick that is not to be had any longer
(somebody has fallen, left or acted) is forgotten: the field's default takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from turntrack.core.errors import BadValue, Refused
from turntrack.core.fields import Field, Kind, Pick, Value, read
from turntrack.core.model import Encounter, Id
from turntrack.systems.choices import Choice, PanelInput

type Names = Mapping[Id, str]
"""What some are called here, in place of their own names: the name of their group."""

NO_NAMES: Names = MappingProxyType({})

FEW_SECTIONS = 4
"""So many who could all do the same have a section each; of more the panel asks who."""

FEW_BUTTONS = 12
"""So many have a button each."""


def offer(choice: Choice, attempt: Callable[[Choice], Choice]) -> Choice:
    """Return what ``attempt`` makes of the choice. Where that is refused, the choice is refused in the same words."""
    try:
        return attempt(choice)
    except BadValue as error:
        refusal = Refused("bad_value", str(error))
    except Refused as refused:
        refusal = refused
    return Choice(choice.command, choice.label, rule=refusal.rule, refusal=refusal, row=choice.row, kind=choice.kind)


def offer_checked(choice: Choice, check: Callable[[], object]) -> Choice:
    """Return the choice as it stands where ``check`` passes, else refused."""

    def attempt(choice: Choice) -> Choice:
        check()
        return choice

    return offer(choice, attempt)


def opponents(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List those on other sides. A combatant who names no side stands against all."""
    return tuple(opponent for opponent in encounter.order if are_opposed(encounter, combatant_id, opponent))


def are_opposed(encounter: Encounter, left: Id, right: Id) -> bool:
    side, right_side = encounter.combatants[left].side, encounter.combatants[right].side
    return left != right and (side != right_side or not side)


@dataclass(frozen=True, slots=True)
class Offers:
    """The panel at one moment, with what has been typed and ticked on it."""

    encounter: Encounter
    entered: PanelInput

    def read(self, section: str, field: Field) -> Value:
        """Return the value of a field of the section."""
        raw = self.entered.get(f"{section}.{field.key}", field.default)
        try:
            return read(field, raw)
        except BadValue:
            if field.kind is Kind.PICK:
                return field.default
            return raw if isinstance(raw, int | str) else str(raw)

    def values(self, section: str, fields: Iterable[Field]) -> dict[str, Value]:
        """Return the values of some fields, as a command takes them."""
        return {field.key: self.read(section, field) for field in fields}

    def picks(self, ids: Iterable[Id], names: Names = NO_NAMES) -> tuple[Pick, ...]:
        return tuple(
            [
                Pick(combatant_id, names.get(combatant_id) or self.encounter.name_of(combatant_id))
                for combatant_id in ids
            ]
        )

    def who(
        self, section: str, ids: Sequence[Id], likely: Id = "", label: str = "Who", names: Names = NO_NAMES
    ) -> tuple[Field, Id]:
        """Ask for one of ``ids``. Return the question, and who is picked: at first whoever is likely, or the first."""
        people = not names or all(names[combatant_id] == self.encounter.name_of(combatant_id) for combatant_id in ids)
        field = Field("who", label, Kind.PICK, likely or ids[0], picks=self.picks(ids, names), people=people)
        return field, str(self.read(section, field))

    def few(
        self, section: str, ids: Sequence[Id], most: int, names: Names = NO_NAMES
    ) -> tuple[tuple[Field, ...], Sequence[Id]]:
        """Return what a section asks first, and whom it is about: all of a few, of many only the one who is picked."""
        if len(ids) <= most:
            return (), ids
        field, picked = self.who(section, ids, label=f"One of {len(ids)}", names=names)
        return (field,), (picked,)

    def likely_target(self, actor: Id, ids: Iterable[Id]) -> Id:
        """Return the actor's most likely target among ``ids``: the last target, else the only able one, else empty."""
        standings = self.encounter.standings
        able = [target for target in ids if standings[target].able]
        last = standings[actor].aimed_at
        return last if last in able else able[0] if len(able) == 1 else ""

    def target(
        self, ids: Iterable[Id], label: str, nobody: str, key: str = "target", now: Id = "", also: Iterable[Id] = ()
    ) -> Field:
        """Ask for a target among those of ``ids`` who are able to act, and ``also`` these; ``now`` is meant already."""
        able, standings = {*also}, self.encounter.standings
        meant = [target for target in ids if standings[target].able or target in able]
        return Field(key, label, Kind.PICK, now, picks=(Pick("", nobody), *self.picks(meant)), people=True)
