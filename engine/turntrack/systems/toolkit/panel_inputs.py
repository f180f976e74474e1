"""The inputs of the now panel: typed values, the combatant asked for, and possible targets.

An unreadable input stays as typed, so that the rules refuse it. A pick that is no longer possible, because a combatant
has fallen, left or acted, is replaced by the field's default.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from turntrack.core.errors import BadValue
from turntrack.core.fields import Field, Kind, Pick, Value, read
from turntrack.core.model import Encounter, Id
from turntrack.systems.choices import PanelInput
from turntrack.systems.toolkit.guards import likely_foes

_pick = lru_cache(maxsize=2048)(Pick)  # everybody is a pick at each tap

type Names = Mapping[Id, str]
"""The names to show instead of combatants' own names, such as the name of the group."""

NO_NAMES: Names = MappingProxyType({})

FEW_SECTIONS = 4
"""The greatest number of combatants with a section each; for more, the panel asks for the combatant."""

FEW_BUTTONS = 12
"""The greatest number of combatants with a button each."""


@dataclass(frozen=True, slots=True)
class Offers:
    """The encounter and the raw inputs of the now panel."""

    encounter: Encounter
    entered: PanelInput

    def read(self, section: str, field: Field) -> Value:
        """Return the value of a field of the section; an unreadable value as typed, for a PICK the default."""
        name = f"{section}.{field.key}"
        if name not in self.entered:
            return field.default
        raw = self.entered[name]
        try:
            return read(field, raw)
        except BadValue:
            if field.kind is Kind.PICK:
                return field.default
            return raw if isinstance(raw, int | str) else str(raw)

    def values(self, section: str, fields: Iterable[Field]) -> dict[str, Value]:
        """Return the values of these fields, for a command."""
        return {field.key: self.read(section, field) for field in fields}

    def picks(self, ids: Iterable[Id], names: Names = NO_NAMES) -> tuple[Pick, ...]:
        """Return a pick for each combatant."""
        combatants = self.encounter.combatants
        return tuple(
            [_pick(combatant_id, names.get(combatant_id) or combatants[combatant_id].name) for combatant_id in ids]
        )

    def who(
        self, section: str, ids: Sequence[Id], likely: Id = "", label: str = "Who", names: Names = NO_NAMES
    ) -> tuple[Field, Id]:
        """Return the field that asks for one of ``ids``, and the pick. The default is ``likely``, else the first."""
        people = not names or all(names[combatant_id] == self.encounter.name_of(combatant_id) for combatant_id in ids)
        field = Field("who", label, Kind.PICK, likely or ids[0], picks=self.picks(ids, names), people=people)
        return field, str(self.read(section, field))

    def few(
        self, section: str, ids: Sequence[Id], most: int, names: Names = NO_NAMES
    ) -> tuple[tuple[Field, ...], Sequence[Id]]:
        """Return the fields to ask and the combatants to show: all ``ids`` if at most ``most``, else the picked one."""
        if len(ids) <= most:
            return (), ids
        field, picked = self.who(section, ids, label=f"One of {len(ids)}", names=names)
        return (field,), (picked,)

    def likely_target(self, actor: Id, ids: Iterable[Id]) -> Id:
        """Return the actor's most likely target among the foes of ``ids``: the last one, else the only able one.

        Empty if there is none.
        """
        standings = self.encounter.standings
        able = [target for target in likely_foes(self.encounter, actor, ids) if standings[target].able]
        last = standings[actor].aimed_at
        return last if last in able else able[0] if len(able) == 1 else ""

    def target(
        self, ids: Iterable[Id], label: str, nobody: str, key: str = "target", now: Id = "", also: Iterable[Id] = ()
    ) -> Field:
        """Return the field that asks for a target among the able of ``ids`` and ``also``. ``now`` is the default.

        The fallen come last.
        """
        fallen, standings = {*also}, self.encounter.standings
        meant = [target for target in ids if standings[target].able or target in fallen]
        meant.sort(key={*self.encounter.able()}.__contains__, reverse=True)
        return Field(key, label, Kind.PICK, now, picks=(Pick("", nobody), *self.picks(meant)), people=True)
