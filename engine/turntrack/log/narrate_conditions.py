"""Sentences of the log about conditions."""

from __future__ import annotations

from turntrack.core.events import (
    ConditionChanged,
    ConditionsEnded,
    ConditionsGiven,
)
from turntrack.core.model import Encounter
from turntrack.core.names import join_names
from turntrack.log.condition_reminders import reminder_words
from turntrack.log.condition_words import attempt_words, roll_place_words, until_words
from turntrack.systems.protocol import TurnSystem


def given_words(after: Encounter, event: ConditionsGiven, system: TurnSystem) -> str:
    """Describe a new condition: its bearers, its cause and its end."""
    first, *others = event.conditions
    names = after.names_of(condition.bearer for condition in event.conditions)
    text = f" “{first.text}”" if first.text else ""
    by = f" ({'held ' if first.held else ''}by {after.name_of(first.by)})" if first.by else ""
    own = "each one’s" if others and len({condition.whose for condition in event.conditions}) > 1 else ""
    until = until_words(after, first, system, own)
    attempt = ""
    if first.attempt:
        words = attempt_words(first.attempt)
        attempt = f"; a roll after each turn may end it{f': {words}' if words else ''}"
    return f"{names} {'are' if others else 'is'} {first.name}{text}{by}{f' {until}' if until else ''}{attempt}"


def changed_words(event: ConditionChanged, before: Encounter, after: Encounter, system: TurnSystem) -> str:
    """Return the sentence for a changed condition.

    It is a question to settle, that the condition goes on, whose turns count now, or when a fallen bearer rolls.
    """
    now = event.condition
    is_so = f"{after.name_of(now.bearer)} is {'' if event.why else 'still '}{now.name}"
    if event.why:
        return f"{is_so} {until_words(after, now, system)}, since {event.why}."
    was = next((condition for condition in before.conditions if condition.number == now.number), now)
    if now.due is was.due and (now.rolls_at, now.rolled_in) != (was.rolls_at, was.rolled_in):
        return f"{after.name_of(now.bearer)} rolls to stop being {now.name} {roll_place_words(after, now, system)}."
    return reminder_words(after, now) or f"{is_so}."


def ended_words(before: Encounter, event: ConditionsEnded) -> str:
    """Describe the conditions that ended, with the reason."""
    over = [condition for condition in before.conditions if condition.number in event.numbers]
    parts = join_names([f"{before.name_of(condition.bearer)} is no longer {condition.name}" for condition in over])
    return f"{parts}{f': {event.why}' if event.why else ''}"
