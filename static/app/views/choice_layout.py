"""Rules of the deck's layout: which choices are visible without a drawer, and where a choice would put its actor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from turntrack.core.commands import Act
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.choices import FIRST, LIKELY, Choice, ChoiceKind, Section
from turntrack.systems.protocol import TurnSystem

MOST_SHOWN = 8
"""Most choices of a section that are visible when none is likely."""

FEW = 4
"""A section with at most this many choices is visible as a whole if it holds a first choice."""

MOST_UPCOMING = 2

SPELLED = {"1": "one", "2": "two", "3": "three"}

type ChoicePlace = tuple[str, int]
"""The key of a choice's section, and the index of the choice there."""


@dataclass(frozen=True, slots=True)
class UpcomingTurnView:
    """A turn that is still to come, with the combatants who share it."""

    ids: tuple[Id, ...]
    label: str


def cost_words(choice: Choice) -> str:
    """Return the cost to show beside a choice's label; empty if the label already says it.

    >>> [cost_words(Choice(Act("c1", "do"), label, "2 actions")) for label in ("Two actions", "Sprint")]
    ['', '2 actions']
    """
    number, _, unit = choice.cost.casefold().partition(" ")
    is_said = choice.label.casefold() in (f"{SPELLED.get(number)} {unit}", unit if number == "1" else None)
    return "" if is_said else choice.cost


def shown_choices(encounter: Encounter, sections: tuple[Section, ...]) -> Mapping[ChoicePlace, int]:
    """Return the choices that are visible without opening a drawer, with the likeliness of each."""
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
    """Return whether a whole section is visible: combatants, amounts, steps, or a few choices with a first one."""
    choices = section.choices
    if any(choice.row or choice.step for choice in choices) or is_scale(section):
        return True
    return len(choices) <= FEW and any(choice.likely == FIRST for choice in choices)


def is_aside(section: Section, acting: tuple[Id, ...]) -> bool:
    """Return whether a section belongs to a combatant who may act out of turn."""
    doers = {choice.command.id for choice in section.choices if isinstance(choice.command, Act)}
    return bool(acting) and not section.past and bool(doers) and doers.isdisjoint({*acting, ""})


def refused_by_picks(
    encounter: Encounter, sections: tuple[Section, ...], at_rest: tuple[Section, ...]
) -> Mapping[ChoicePlace, int]:
    """Return the visible choices that are refused only because of the current picks, with their likeliness.

    ``at_rest`` are the sections with nothing picked.
    """
    refused = {place for place, choice in _list_choices(sections) if choice.refusal}
    refused -= {place for place, choice in _list_choices(at_rest) if choice.refusal}
    return {place: likely for place, likely in shown_choices(encounter, at_rest).items() if place in refused}


def _list_choices(sections: tuple[Section, ...]) -> list[tuple[ChoicePlace, Choice]]:
    return [((section.key, place), choice) for section in sections for place, choice in enumerate(section.choices)]


def no_attack(sections: tuple[Section, ...], acting: tuple[Id, ...]) -> ChoicePlace | None:
    """Return the first attack of the turn if all attacks are refused for the same reason; else None."""
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
    """Return whether a section's choices are one action in several amounts, which change the same numbers."""
    labels = [scale_labels(choice) for choice in section.choices if choice.changes]
    return len(labels) > 1 and all(amount_labels == labels[0] for amount_labels in labels)


def scale_labels(choice: Choice) -> tuple[str, ...]:
    """Return the labels of the numbers that a choice changes."""
    return tuple(change.label for change in choice.changes)


def ambiguous_labels(sections: tuple[Section, ...]) -> frozenset[str]:
    """Return the labels that occur in several sections of the turn, and are ambiguous without the section's title."""
    labels = Counter(
        label for section in sections if section.main for label in {choice.label for choice in section.choices}
    )
    return frozenset(label for label, count in labels.items() if count > 1)


def upcoming_turn_views(encounter: Encounter, system: TurnSystem) -> tuple[UpcomingTurnView, ...]:
    """Return the turns after the running one, the next first, as far as they are known.

    Consecutive turns of the same combatants are listed once.
    """
    acting = {*encounter.acting()}
    turns: list[UpcomingTurnView] = []
    for turn in system.upcoming_turns(encounter):
        is_again = not turns and acting.issuperset(turn.ids)
        if not turns or turns[-1].ids != turn.ids:
            turns.append(UpcomingTurnView(turn.ids, again_words(turn.label) if is_again else turn.label))
    return tuple(turns[:MOST_UPCOMING])


def again_words(label: str) -> str:
    """Return the label of a turn whose combatant has just acted: ``Mara again``."""
    return f"{label} again"


def kind_of(choice: Choice) -> str:
    """Return the icon of a choice's button; empty for none."""
    return "" if choice.kind is ChoiceKind.OTHER else choice.kind.value


type Standings = tuple[int, ...]
"""Scores of the combatants who have not acted yet, below the actor."""


def standings_below(encounter: Encounter, system: TurnSystem) -> Standings | None:
    """Return the scores of the combatants below the actor; None if scores do not decide the order."""
    if not system.counts_down or not encounter.is_open:
        return None
    numbers = [
        system.number(encounter, combatant_id)
        for combatant_id, standing in encounter.standings.items()
        if standing.able and standing.status not in (Status.ACTING, Status.DONE)
    ]
    return tuple(number.total for number in numbers if number is not None)


def lands_before(choice: Choice, below: Standings | None) -> Id | None:
    """Return the combatant directly after the actor's new place; empty for last, None if unknown.

    If ``choice.lands`` is empty, the actor goes last when all others have more points; otherwise the place is unknown.
    """
    if choice.after is None:
        return None
    if choice.lands:
        return choice.lands
    is_last = below is not None and choice.after > 0 and all(number > choice.after for number in below)
    return "" if is_last else None
