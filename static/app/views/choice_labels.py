"""The labels and the icon of a choice: its cost in words, the numbers that it changes, and labels that need a title."""

from __future__ import annotations

from collections import Counter

from turntrack.systems.choices import Choice, ChoiceKind, Section

SPELLED = {"1": "one", "2": "two", "3": "three"}


def cost_words(choice: Choice) -> str:
    """Return the cost to show beside a choice's label; empty if the label already says it.

    >>> from turntrack.core.commands import Act
    >>> [cost_words(Choice(Act("c1", "do"), label, "2 actions")) for label in ("Two actions", "Sprint")]
    ['', '2 actions']
    """
    number, _, unit = choice.cost.casefold().partition(" ")
    is_said = choice.label.casefold() in (f"{SPELLED.get(number)} {unit}", unit if number == "1" else None)
    return "" if is_said else choice.cost


def scale_labels(choice: Choice) -> tuple[str, ...]:
    """Return the labels of the numbers that a choice changes."""
    return tuple(change.label for change in choice.changes)


def ambiguous_labels(sections: tuple[Section, ...]) -> frozenset[str]:
    """Return the labels that occur in several sections of the turn, and are ambiguous without the section's title."""
    labels = Counter(
        label for section in sections if section.main for label in {choice.label for choice in section.choices}
    )
    return frozenset(label for label, count in labels.items() if count > 1)


def kind_of(choice: Choice) -> str:
    """Return the icon of a choice's button; empty for none."""
    return "" if choice.kind is ChoiceKind.OTHER else choice.kind.value
