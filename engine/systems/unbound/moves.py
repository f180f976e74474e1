"""What dragging a row means: to the top it is a nomination, elsewhere a ruling on the order of the factions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.commands import Move
from engine.draft import Draft
from engine.errors import Refused
from engine.events import RULING, FactSet, Placed
from engine.listing import list_elsewhere
from engine.model import Encounter, Id, Status
from engine.ordering import same_place
from engine.systems.unbound import factions
from engine.systems.unbound.factions import Faction


class _Rules(Protocol):
    def nominate(self, draft: Draft, one: Id) -> None: ...

    def track(self, encounter: Encounter) -> tuple[Id, ...]: ...


def move(rules: _Rules, draft: Draft, command: Move) -> None:
    if not draft.encounter.is_open:
        because = "The order is that of the factions: begin the round, and move them then."
        list_elsewhere(draft, command, rules.track, because)
        return
    encounter, one, before = draft.encounter, command.id, command.before
    own, standing, name = factions.of(encounter, one), encounter.standings[one], encounter.name_of(one)
    if standing.status is Status.ACTING:
        raise Refused("acting", f"{name} acts just now: end the turn, or take the choice back.", "U8")
    rows = [other for other in rules.track(encounter) if other != one]
    waiting = [other for other in rows if factions.waits(encounter.standings[other])]
    in_play = {own, *(factions.of(encounter, other) for other in waiting)}
    lap = tuple(faction for faction in factions.lap(encounter) if faction in in_play)
    if before and before == rows[0]:
        if factions.waits(standing):
            _reorder(draft, own, lap, 0)
        rules.nominate(draft, one)
        return
    factions.check_choice(encounter, one, own)
    if before in waiting and factions.of(encounter, before) == own:
        draft.record(Placed(one, before, "is listed elsewhere"))
    elif not _reorder(draft, own, lap, _place(encounter, own, lap, before, waiting)):
        _list_last(draft, one)


def _place(encounter: Encounter, own: Faction, lap: Sequence[Faction], before: Id, waiting: Sequence[Id]) -> int:
    """Before which faction of the lap ``own`` goes when one of its rows is dropped there."""
    if before not in waiting:  # after all who can still act
        return len(lap)
    other, at = factions.of(encounter, before), waiting.index(before)
    inside = at > 0 and factions.of(encounter, waiting[at - 1]) == other
    goes_down = lap.index(own) < lap.index(other)
    return lap.index(other) + (1 if inside and goes_down else 0)


def _reorder(draft: Draft, own: Faction, lap: Sequence[Faction], place: int) -> bool:
    """A ruling: ``own`` goes before whichever stands at ``place`` of the lap. False if it stands there already."""
    rest = [faction for faction in lap if faction != own]
    place -= lap.index(own) < place
    changed = (*rest[:place], own, *rest[place:])
    if changed == lap:
        return False
    row = [faction for faction in factions.order(draft.encounter) if faction != own]
    at = row.index(rest[place]) if place < len(rest) else row.index(rest[-1]) + 1
    draft.record(FactSet("", "factions", (*row[:at], own, *row[at:]), rule=RULING))
    draft.record(FactSet("", "turn", changed[0]))
    return True


def _list_last(draft: Draft, one: Id) -> None:
    """Last among its own faction."""
    order, faction = draft.encounter.order, factions.of(draft.encounter, one)
    last = max(order.index(mate) for mate in factions.members(draft.encounter)[faction])
    if order[last] == one:
        raise same_place()
    draft.record(Placed(one, (*order, "")[last + 1], "is listed elsewhere"))
