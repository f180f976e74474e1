"""Rules of the deck's layout: which choices are visible without a drawer."""

from __future__ import annotations

from collections.abc import Mapping

from app.views.choice_labels import scale_labels
from turntrack.core.commands import Act
from turntrack.core.model import Encounter, Id
from turntrack.systems.choices import FIRST, LIKELY, Choice, ChoiceKind, Section

MOST_SHOWN = 8
"""Most choices of a section that are visible when none is likely."""

FEW = 4
"""A section with at most this many choices is visible as a whole if it holds a first choice."""


type ChoicePlace = tuple[str, int]
"""The key of a choice's section, and the index of the choice there."""


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
