"""Of a crowd that could all do the same, the panel asks who, so that it stays a panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.fields import Field, Kind, Pick
from engine.model import Encounter, Id

FEW_SECTIONS = 4
"""So many have a section each."""

FEW_BUTTONS = 12
"""So many have a button each."""


def asked(
    encounter: Encounter, ids: Sequence[Id], entered: Mapping[str, object], section: str, few: int
) -> tuple[tuple[Field, ...], Sequence[Id]]:
    """Return what the section asks first, and the ids that it is about: all of a few, or the one picked of many.

    ``entered`` is what stands on the panel, by ``section.field``.
    """
    if len(ids) <= few:
        return (), ids
    picks = tuple(Pick(one, encounter.name_of(one)) for one in ids)
    who = Field("who", f"One of {len(ids)}", Kind.PICK, ids[0], picks=picks)
    picked = entered.get(f"{section}.who")
    return (who,), tuple(one for one in ids if one == picked) or ids[:1]
