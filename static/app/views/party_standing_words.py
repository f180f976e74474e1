"""How the last fight has left a member of the party, in a few words."""

from __future__ import annotations

from collections.abc import Iterable

from app.values.stored import PartyMember
from turntrack.core.commands import AddCombatant
from turntrack.rules.health import tally


def state_words(member: PartyMember, *, up: bool) -> str:
    """Say how the last fight has left a member: ``6 of 15, arrows 3 of 12, blind``; empty for a whole one.

    ``up`` tells that damage is counted up.
    """
    return command_state_words(member.standing, up=up) if member.standing else ""


def command_state_words(command: AddCombatant, *, up: bool) -> str:
    """Say what a carried combatant has to recover; empty for nothing."""
    return ", ".join(_state(command, up))


def _state(command: AddCombatant, up: bool) -> Iterable[str]:
    if command.fallen:
        yield "down"
    full = max(command.health, command.full_health)
    if command.health < full:
        yield str(tally(command.health, full, up=up))
    if command.temporary:
        yield f"{command.temporary} temporary"
    yield from (
        f"{counter.name} {counter.value} of {counter.most}"
        for counter in command.counters
        if counter.value < counter.most
    )
    yield from (condition.name for condition in command.conditions)
    yield from (f"{key.replace('_', ' ')} {value}" for key, value in command.facts.items())
