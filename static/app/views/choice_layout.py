"""What the screen takes from a system about what is likely, and about what comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from turntrack.core.commands import Act
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.choices import FIRST, LIKELY, Choice, ChoiceKind, Section
from turntrack.systems.protocol import TurnSystem

MOST_SHOWN = 8
"""So many choices of a section are in sight where none is likely."""

FEW = 4
"""A section of so many is in sight as a whole, if what is done first is in it."""

MOST_UPCOMING = 2

SPELLED = {"1": "one", "2": "two", "3": "three"}

type ChoicePlace = tuple[str, int]
"""A choice, by the key of its section and its place there."""


@dataclass(frozen=True, slots=True)
class UpcomingTurn:
    """A turn that is still to come: whose it is, or who shares it."""

    ids: tuple[Id, ...]
    label: str


def cost_words(choice: Choice) -> str:
    """Return what a choice costs, as it stands beside its label; nothing where the label says it.

    >>> [cost_words(Choice(Act("c1", "do"), label, "2 actions")) for label in ("Two actions", "Sprint")]
    ['', '2 actions']
    """
    number, _, unit = choice.cost.casefold().partition(" ")
    is_said = choice.label.casefold() in (f"{SPELLED.get(number)} {unit}", unit if number == "1" else None)
    return "" if is_said else choice.cost


def shown_choices(encounter: Encounter, sections: tuple[Section, ...]) -> Mapping[ChoicePlace, int]:
    """Return which choices are in sight without opening anything, by their places, and how likely each is."""
    likely = {
        (section.key, place): choice.likely
        for section in sections
        for place, choice in enumerate(section.choices)
        if choice.likely
    }
    acting = encounter.acting()
    whole = [section for section in sections if section.main and _is_whole(section) and not is_aside(section, acting)]
    if not likely and not whole:
        whole = [section for section in sections if section.main and section.choices][:1]
    for section in whole:
        for place, choice in enumerate(section.choices):
            if choice.row or choice.step or is_scale(section) or place < MOST_SHOWN:
                likely.setdefault((section.key, place), LIKELY)
    return likely


def _is_whole(section: Section) -> bool:
    """Whether all of a section is in sight: combatants, amounts, steps, and what stands beside what is first."""
    choices = section.choices
    if any(choice.row or choice.step for choice in choices) or is_scale(section):
        return True
    return len(choices) <= FEW and any(choice.likely == FIRST for choice in choices)


def is_aside(section: Section, acting: tuple[Id, ...]) -> bool:
    """Whether a section is of somebody who may act although it is another one’s turn."""
    doers = {choice.command.id for choice in section.choices if isinstance(choice.command, Act)}
    return bool(acting) and not section.past and bool(doers) and doers.isdisjoint({*acting, ""})


def refused_by_picks(
    encounter: Encounter, sections: tuple[Section, ...], at_rest: tuple[Section, ...]
) -> Mapping[ChoicePlace, int]:
    """Return the choices that would be in sight, and that only what is picked has made refused; how likely they were.

    ``at_rest`` is what is offered with nothing picked.
    """
    refused = {place for place, choice in _placed(sections) if choice.refusal}
    refused -= {place for place, choice in _placed(at_rest) if choice.refusal}
    return {place: likely for place, likely in shown_choices(encounter, at_rest).items() if place in refused}


def _placed(sections: tuple[Section, ...]) -> list[tuple[ChoicePlace, Choice]]:
    return [((section.key, place), choice) for section in sections for place, choice in enumerate(section.choices)]


def no_attack(sections: tuple[Section, ...], acting: tuple[Id, ...]) -> ChoicePlace | None:
    """Return the first attack of the turn where all are refused for one reason; else None."""
    attacks = {
        (section.key, place): choice.refusal
        for section in sections
        if section.main
        for place, choice in enumerate(section.choices)
        if choice.kind in (ChoiceKind.STRIKE, ChoiceKind.SHOOT)
        and isinstance(choice.command, Act)
        and choice.command.id in acting
    }
    reasons = {(refusal.code, refusal.rule) if refusal else None for refusal in attacks.values()}
    return next(iter(attacks)) if len(reasons) == 1 and None not in reasons else None


def is_scale(section: Section) -> bool:
    """Whether choices of a section are one thing in several amounts: they change the same numbers."""
    labels = [scale_labels(choice) for choice in section.choices if choice.changes]
    return len(labels) > 1 and all(each == labels[0] for each in labels)


def scale_labels(choice: Choice) -> tuple[str, ...]:
    return tuple(change.label for change in choice.changes)


def ambiguous_labels(sections: tuple[Section, ...]) -> frozenset[str]:
    """Return the labels that several sections of the turn have: away from their section they would say too little."""
    labels = Counter(
        label for section in sections if section.main for label in {choice.label for choice in section.choices}
    )
    return frozenset(label for label, count in labels.items() if count > 1)


def upcoming_turns(encounter: Encounter, system: TurnSystem) -> tuple[UpcomingTurn, ...]:
    """Return the turns that come after the one that runs, the next first, as far as they are known.

    Several in a row of the same combatants are told once.
    """
    acting = {*encounter.acting()}
    turns: list[UpcomingTurn] = []
    for turn in system.coming(encounter):
        is_again = not turns and acting.issuperset(turn.ids)
        if not turns or turns[-1].ids != turn.ids:
            turns.append(UpcomingTurn(turn.ids, again_words(turn.label) if is_again else turn.label))
    return tuple(turns[:MOST_UPCOMING])


def again_words(label: str) -> str:
    """Say that whoever acts is next once more: ``Mara again``."""
    return f"{label} again"


def kind_of(choice: Choice) -> str:
    """Name the picture on the choice's button; empty where it has none."""
    return "" if choice.kind is ChoiceKind.OTHER else choice.kind.value


type Standings = tuple[int, ...]
"""The numbers of those below whoever acts."""


def standings_below(encounter: Encounter, system: TurnSystem) -> Standings | None:
    """Return on what numbers the others stand; None where places do not follow from numbers."""
    if not system.counts_down or not encounter.is_open:
        return None
    numbers = [
        system.number(encounter, combatant_id)
        for combatant_id, standing in encounter.standings.items()
        if standing.able and standing.status not in (Status.ACTING, Status.DONE)
    ]
    return tuple(number.total for number in numbers if number is not None)


def lands_before(choice: Choice, below: Standings | None) -> Id | None:
    """Return before whom the actor would stand; empty for behind them all, None where it is not known.

    A choice that names nobody says either: where all others stand on more points, the actor is behind them.
    """
    if choice.after is None:
        return None
    if choice.lands:
        return choice.lands
    is_last = below is not None and choice.after > 0 and all(number > choice.after for number in below)
    return "" if is_last else None
