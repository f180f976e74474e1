"""What is told of what comes: neutral where the engine does not say it, and nothing that is not so.

All that the screen takes from a system about what is likely, and about what comes, is asked for here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from engine.choices import Choice, Section
from engine.fields import Field, Kind
from engine.model import Encounter, Id, Status
from engine.systems.protocol import TurnSystem

MOST_LIKELY = 8
"""So many choices are in sight without opening anything."""

LIKELY, FIRST = 1, 2

type Place = tuple[str, int]
"""A choice, by the key of its section and its place there."""


@dataclass(frozen=True, slots=True)
class Coming:
    """A turn that is still to come: whose, and of which combatant where it is of one."""

    id: Id
    label: str


def likely_choices(sections: tuple[Section, ...]) -> Mapping[Place, int]:
    """Return which choices are likely, by their places: those of the first section, and of them the first that can be.

    Choices that stand for combatants are all in sight, however many there are.
    """
    main = next((section for section in sections if section.main and section.choices), None)
    if main is None:
        return {}
    shown = [place for place, choice in enumerate(main.choices) if choice.row or place < MOST_LIKELY]
    can = [place for place in shown if not main.choices[place].refusal]
    first = can[0] if can and not any(choice.row for choice in main.choices) else None
    return {(main.key, place): FIRST if place == first else LIKELY for place in shown}


def coming(encounter: Encounter, system: TurnSystem, sections: tuple[Section, ...]) -> tuple[Coming, ...]:
    """Return whose turns come, the next first, as far as that is known."""
    acting = encounter.acting()
    said = Counter(
        choice.next
        for section in sections
        if section.main
        for choice in section.choices
        if choice.next and choice.next not in acting and not choice.refusal
    )
    return tuple(Coming(one, encounter.name_of(one)) for one, _ in said.most_common(1))


def kind_of(choice: Choice) -> str:
    """Name the picture on the choice's button; empty where it has none."""
    return ""


type Standings = tuple[tuple[Id, int], ...]
"""Those below whoever acts, with their numbers, from the top of the string down."""


def standings_below(encounter: Encounter, system: TurnSystem) -> Standings | None:
    """Return where the others stand; None where places do not follow from numbers."""
    if not system.counts_points or not encounter.is_open:
        return None
    found = []
    for one in system.track(encounter):
        number = system.number(encounter, one)
        standing = encounter.standings[one]
        if standing.able and standing.status not in (Status.ACTING, Status.DONE):
            if number is None:
                return None
            found.append((one, number.total))
    return tuple(found)


def lands_before(choice: Choice, below: Standings | None) -> Id | None:
    """Return before whom the actor would stand; empty for behind them all, None where it is not known.

    Among equal numbers the rules decide; below zero the round is over for whoever comes there.
    """
    if below is None or choice.after is None or choice.after <= 0:
        return None
    if any(number == choice.after for _, number in below):
        return None
    return next((one for one, number in below if number < choice.after), "")


def is_of_people(field: Field, encounter: Encounter) -> bool:
    """Whether those who can be picked are combatants."""
    keys = [pick.key for pick in field.picks if pick.key]
    return field.kind is Kind.PICK and bool(keys) and all(key in encounter.combatants for key in keys)
