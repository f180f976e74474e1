"""Look-up of a choice by its place on the panel, the commands that open a round, and steps of number inputs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.intents.fight import AskWhyRefused, Choose
from turntrack.core.commands import Command
from turntrack.systems.protocol import Choice, PanelInput, Section


def choice_at(sections: Iterable[Section], asked: Choose | AskWhyRefused) -> Choice | None:
    """Return the choice that was tapped; None if the panel has changed since."""
    section = next((section for section in sections if section.key == asked.section), None)
    return section.choices[asked.place] if section and 0 <= asked.place < len(section.choices) else None


def commands_to_open(sections: Sequence[Section]) -> list[Command]:
    """Return the commands for the typed inputs of the round that is about to begin.

    Raises Refused if an input cannot be read.
    """
    for section in sections:
        for choice in section.choices if section.opens else ():
            if choice.refusal and choice.refusal.code == "bad_value":
                raise choice.refusal
    return readable_commands_to_open(sections)


def readable_commands_to_open(sections: Iterable[Section]) -> list[Command]:
    """Return the commands for those typed inputs of the next round that can be read."""
    typed = (choice for section in sections if section.opens for choice in section.choices)
    return [choice.command for choice in typed if not choice.refusal]


def step_number(sections: Iterable[Section], entered: PanelInput, name: str, step: int) -> dict[str, str]:
    """Return an input's value changed by ``step``, within its bounds; empty if the input is gone."""
    key, _, called = name.rpartition(".")
    stepped = {}
    for section in sections:
        for entry in section.inputs:
            if (section.key, entry.key) == (key, called):
                now = str(entered.get(name, entry.default))
                number = int(now) if now.lstrip("-").isdecimal() else max(entry.low, 0)
                stepped[name] = str(min(max(number + step, entry.low), entry.high))
    return stepped
