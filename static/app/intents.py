"""What a tap or a form on the screen asks of the engine, where that is a command."""

from __future__ import annotations

from collections.abc import Mapping

from app.lines import read_each
from engine import commands as c
from engine.decide import HEALTH, SCORE
from engine.errors import BadValue, Refused
from engine.fields import Field, Kind, Value, read
from engine.model import Combatant, Encounter, Id
from engine.systems.protocol import TurnSystem

type Values = Mapping[str, str | bool]
"""A form's contents, by name: text as typed, a bool for a tick box."""

COUNT = Field("count", "How many", Kind.NUMBER, 1, low=1, high=100)


def command_for(do: str, arg: str, values: Values, encounter: Encounter, system: TurnSystem) -> c.Command | None:
    """The command that an intent stands for; None where it is the screen's own business.

    Raises BadValue where something typed cannot be read, and Refused where whom it is about has left.
    """
    match do:
        case "close-round":
            return c.CloseRound()
        case "fall":
            return c.Fall(arg)
        case "rise":
            return c.Rise(arg)
        case "remove":
            return c.RemoveCombatant(arg)
        case "duplicate":
            return c.DuplicateCombatant(arg)
        case "rule-turn":
            return c.RuleTurn(arg)
        case "rule-skip":
            return c.RuleSkip(arg)
        case "rule-in":
            return c.RuleIn(arg)
        case "rule-score":
            return c.RuleScore(arg, int(read(SCORE, values.get("score", ""))))
        case "rule-fact":
            one, _, key = arg.partition(":")
            return c.RuleFact(one, key, values.get(key, ""))
        case "move":
            one, _, before = arg.partition(":")
            return c.Move(one, before)
        case "up" | "down":
            return _step(arg, -1 if do == "up" else 1, encounter, system)
        case "option":
            key, _, value = arg.partition(":")
            return c.ChooseOption(key, value)
        case "rename":
            return c.RenameEncounter(str(values.get("name", "")))
        case "write-note":
            return c.WriteNote(str(values.get("text", "")))
        case "note-on":
            return c.ChangeCombatant(arg, note=str(values.get("note", "")))
        case "health":
            one, _, change = arg.partition(":")
            return c.ChangeCombatant(one, health=_combatant(one, encounter).health + int(change))
        case "change":
            return _change(arg, values, encounter, system)
        case "add-form":
            return _add(values, system)
        case _:
            return None


def read_lines(text: str, encounter: Encounter, system: TurnSystem) -> list[c.Command]:
    """One combatant, or several alike, for each line that is not empty.

    Raises BadValue with the line's number, also for what the engine would refuse: all lines go in, or none.
    """
    commands: list[c.Command] = []
    for line in read_each(text, encounter, system):
        if line.command is None:
            raise BadValue(f"Line {line.number}: {line.wrong}")
        commands.append(line.command)
    if not commands:
        raise BadValue("Type at least one name.")
    return commands


def lines_in(text: str) -> tuple[str, ...]:
    """The quick lines that stand for commands, in the order of these."""
    return tuple(line for line in text.splitlines() if line.strip())


def _step(one: Id, step: int, encounter: Encounter, system: TurnSystem) -> c.Command | None:
    """One place up or down the track, as the same drag would do it."""
    _combatant(one, encounter)
    track = system.track(encounter)
    place = track.index(one) + step
    if not 0 <= place < len(track):
        return None
    if step < 0:
        return c.Move(one, track[place])
    return c.Move(one, track[place + 1] if place + 1 < len(track) else "")


def _combatant(one: Id, encounter: Encounter) -> Combatant:
    if one not in encounter.combatants:
        raise Refused("nobody", "That combatant is not in this encounter.")
    return encounter.combatants[one]


def _add(values: Values, system: TurnSystem) -> c.Command:
    return c.AddCombatant(
        name=str(values.get("name", "")),
        count=int(read(COUNT, values.get("count", "1"))),
        side=str(values.get("side", "")),
        group=str(values.get("group", "")),
        sheet=_sheet(values, system),
        at_table=values.get("at_table") is True,
        health=int(read(HEALTH, values.get("health", "0"))),
    )


def _change(one: Id, values: Values, encounter: Encounter, system: TurnSystem) -> c.Command:
    now = _combatant(one, encounter)
    health = int(read(HEALTH, values.get("health", "0")))
    return c.ChangeCombatant(
        one,
        name=str(values.get("name", "")),
        side=str(values.get("side", "")),
        group=str(values.get("group", "")),
        sheet=_sheet(values, system),
        at_table=values.get("at_table") is True,
        health=health,
        full_health=max(now.full_health, health),
    )


def _sheet(values: Values, system: TurnSystem) -> dict[str, Value]:
    """The sheet's fields, each read by its own kind. Raises BadValue."""
    return {
        field.key: read(field, values[f"sheet.{field.key}"])
        for field in system.fields
        if f"sheet.{field.key}" in values
    }
