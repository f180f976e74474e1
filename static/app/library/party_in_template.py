"""The party in a template: in front of its other combatants, or as its members stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.values.stored import PartyMember
from turntrack.core.commands import Act, AddCombatant, ChooseOption
from turntrack.history.templates import SetUp, Template


def with_party(template: Template, party: tuple[AddCombatant, ...]) -> Template:
    """Return the template with the party before its other combatants, so that the party has the first colour."""
    rules = tuple(command for command in template.commands if isinstance(command, Act | ChooseOption))
    return replace(template, commands=(*rules, *party, *commands_besides_party(party, template.commands)))


def commands_besides_party(party: Iterable[AddCombatant], commands: Iterable[SetUp]) -> tuple[SetUp, ...]:
    """Return those commands that add somebody or plan something, without the members of the party."""
    members = {command.member for command in party if command.member}
    return tuple(
        command
        for command in commands
        if not isinstance(command, Act | ChooseOption)
        and not (isinstance(command, AddCombatant) and command.member in members)
    )


def with_members_as_they_stand(template: Template, members: Iterable[PartyMember]) -> Template:
    """Return the template with those of the members who are in it as they stand."""
    known = {member.identity: member for member in members}
    commands = (
        replace(known[command.member].command_to_join(), side=command.side, group=command.group)
        if isinstance(command, AddCombatant) and command.member in known and command.comes is None
        else command
        for command in template.commands
    )
    return replace(template, commands=tuple(commands))
