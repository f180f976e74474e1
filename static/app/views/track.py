"""The turn track: who stands where, and the buttons that stand on rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from app.intents.fight import Choose
from app.views.chances import NOT_COUNTED
from engine.model import Encounter, Id, Status
from engine.sums import signed
from engine.systems.protocol import Badge, Section, TurnSystem


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the turn track."""

    id: Id
    name: str
    number: str
    """The score or counter; empty where there is none yet."""
    side: int
    """Which of the sides, from 0 in their order of appearance: its colour."""
    side_name: str
    badges: tuple[Badge, ...]
    health: str
    hurt: bool
    note: str
    chance: str
    """Before the round: the chance to open it."""
    acting: bool = False
    next: bool = False
    done: bool = False
    fallen: bool = False
    first: bool = False
    last: bool = False
    nominate: Choose | None = None
    """The choice that gives this one the turn, where it can be given: its button stands on the row."""


@dataclass(frozen=True, slots=True)
class TrackView:
    active: tuple[RowView, ...]
    done: tuple[RowView, ...]
    done_title: str
    fallen: tuple[RowView, ...] = ()


def sides(encounter: Encounter) -> tuple[str, ...]:
    """Return the sides in the order in which they came in."""
    return tuple(dict.fromkeys(combatant.side for combatant in encounter.combatants.values()))


def track_view(
    encounter: Encounter,
    system: TurnSystem,
    sections: tuple[Section, ...],
    taps: Mapping[Id, Choose],
    first: Mapping[Id, str] = NOT_COUNTED,
) -> TrackView:
    """Return the rows. By id, ``taps`` says which choice a row's button makes, ``first`` the chance to go first."""
    order = system.track(encounter)
    known = sides(encounter)
    following = _successor(encounter, sections)
    rows = []
    for place, one in enumerate(order):
        combatant, standing = encounter.combatants[one], encounter.standings[one]
        number = system.number(encounter, one)
        counted = combatant.full_health or combatant.health
        rows.append(
            RowView(
                id=one,
                name=combatant.name,
                number=signed(number.total) if number else "",
                side=known.index(combatant.side),
                side_name=combatant.side,
                badges=system.badges(encounter, one),
                health=f"{signed(combatant.health)}/{combatant.full_health}" if counted else "",
                hurt=bool(counted) and combatant.health * 3 <= combatant.full_health,
                note=combatant.note,
                chance=first.get(one, ""),
                acting=standing.status is Status.ACTING,
                next=one == following,
                done=encounter.is_open and standing.able and standing.status is Status.DONE,
                fallen=not standing.able,
                first=place == 0,
                last=place == len(order) - 1,
                nominate=taps.get(one),
            )
        )
    able = [row for row in rows if not row.fallen]
    return TrackView(
        tuple(row for row in able if not row.done),
        tuple(row for row in able if row.done),
        f"done this {system.round_word}",
        tuple(row for row in rows if row.fallen),
    )


def _successor(encounter: Encounter, sections: tuple[Section, ...]) -> Id:
    """Return the successor named by most choices, who does not act already; nobody where no choice names any."""
    acting = encounter.acting()
    said = Counter(
        choice.next
        for section in sections
        if section.main
        for choice in section.choices
        if choice.next and choice.next not in acting and not choice.refusal
    )
    return said.most_common(1)[0][0] if said else ""
