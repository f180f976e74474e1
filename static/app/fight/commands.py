"""From intents to engine commands: taps on the panel, typed forms, quick lines, and numbers in steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from app.importers.reader import read_typed
from app.intents import fight as i
from app.intents.base import Values
from app.intents.fight import EngineIntent
from app.ui.strike import end_of_turn
from app.ui.words import read_number
from app.values.creatures import NO_CREATURES, Creatures
from app.values.forms import read_rest
from app.values.tried import try_out
from turntrack.core import commands as c
from turntrack.core.draft import combatant_of
from turntrack.core.errors import BadValue, Refused
from turntrack.core.fields import Value, read
from turntrack.core.model import Encounter, Id
from turntrack.core.settings import SPENT, setting
from turntrack.lines.quick_line import read_count
from turntrack.rules.health import DAMAGE, FULL_HEALTH, TEMPORARY, is_counted, read_health
from turntrack.systems.choices import FIRST, ChoiceKind
from turntrack.systems.protocol import Choice, PanelInput, Section, TurnSystem


def command_for(intent: EngineIntent, encounter: Encounter, system: TurnSystem) -> c.Command | None:
    """Return the command of an intent; None for a step beyond an end of the track.

    Raises BadValue if an input cannot be read, and Refused if its combatant has left.
    """
    match intent:
        case i.RuleScoreIntent(combatant_id, score):
            return c.RuleScore(combatant_id, read_number(system, score))
        case i.RuleFactIntent(combatant_id, key, value):
            return c.RuleFact(combatant_id, key, value)
        case i.Up(combatant_id):
            return _to_step(combatant_id, -1, encounter, system)
        case i.Down(combatant_id):
            return _to_step(combatant_id, 1, encounter, system)
        case i.Rename(name):
            return c.RenameEncounter(name)
        case i.WriteNoteIntent(text):
            return c.WriteNote(text)
        case i.NoteOn(combatant_id, note):
            return c.ChangeCombatant(combatant_id, note=note)
        case i.Health(combatant_id, change):
            return _to_damage(combatant_id, change, encounter)
        case i.ChangeSheet(combatant_id, field, value):
            return _to_change(combatant_id, field, value, encounter, system)
        case i.AddForm(form):
            return _to_add(form, system)
        case i.WriteStatCardIntent(combatant_id, text):
            return c.WriteStatCard(combatant_id, tuple(text.splitlines()))
        case i.RestIntent(form):
            return read_rest(form)
        case _:
            assert_never(intent)


def choice_of(sections: Iterable[Section], command: c.Command) -> Choice | None:
    """Return the choice with this command; None if the panel has none, or none any more."""
    choices = (choice for section in sections for choice in section.choices)
    return next((choice for choice in choices if choice.command == command), None)


def with_end(strike: c.Strike, sections: Sequence[Section], encounter: Encounter, system: TurnSystem) -> c.Strike:
    """Add the end of the turn to an attack after which nothing else is likelier, at tables whose turns end with it."""
    ends = end_of_turn(sections, strike.act.id) if setting(encounter, SPENT) == "ends" else None
    if ends is None:
        return strike
    after = try_out(encounter, strike, system).after
    if after is None or strike.act.id not in after.acting():
        return strike
    likeliest = (choice for section in system.sections(after, {}) if section.main for choice in section.choices)
    is_last = any(choice.likely == FIRST and choice.kind is ChoiceKind.OVER for choice in likeliest)
    return replace(strike, end=ends) if is_last else strike


def commands_to_open(sections: Sequence[Section]) -> list[c.Command]:
    """Return the commands for the typed inputs of the round that is about to begin.

    Raises Refused if an input cannot be read.
    """
    for section in sections:
        for choice in section.choices if section.opens else ():
            if choice.preview.refusal and choice.preview.refusal.code == "bad_value":
                raise choice.preview.refusal
    return readable_commands_to_open(sections)


def readable_commands_to_open(sections: Iterable[Section]) -> list[c.Command]:
    """Return the commands for those typed inputs of the next round that can be read."""
    typed = (choice for section in sections if section.opens for choice in section.choices)
    return [choice.command for choice in typed if not choice.preview.refusal]


def _to_damage(combatant_id: Id, change: int, encounter: Encounter) -> c.Command:
    """Reduce or raise health; if health is not counted yet, the given number begins the count.

    Raises Refused if there is no health yet to reduce.
    """
    if not is_counted(encounter, combatant := combatant_of(encounter, combatant_id)):
        if change < 0:
            raise Refused("not_counted", f"The health of {combatant.name} is not counted yet.")
        return c.CountHealth((combatant_id,), change)
    return c.Wound(abs(change), (c.Hit(combatant_id),), heals=change > 0)


def read_lines(
    text: str, encounter: Encounter, system: TurnSystem, creatures: Creatures = NO_CREATURES
) -> list[c.AddCombatant]:
    """Read the combatants of all lines that are not empty. Names of ``creatures`` bring their values.

    Raises BadValue with the line's number, also for what the engine would refuse: all lines are added, or none.
    """
    commands: list[c.AddCombatant] = []
    for line in read_typed(text, encounter, system, creatures):
        if line.heading:
            continue
        if line.command is None:
            raise BadValue(f"Line {line.span.first}: {line.wrong}")
        commands.append(line.command)
    if not commands:
        raise BadValue("Type at least one name.")
    return commands


def add_all(commands: Sequence[c.AddCombatant]) -> c.Command:
    """Combine commands into one step, so that one undo takes them back."""
    return commands[0] if len(commands) == 1 else c.AddAll(tuple(commands))


def lines_in(text: str) -> tuple[str, ...]:
    """Return the typed lines, with the empty ones, which part stat blocks."""
    return tuple(text.strip().splitlines())


def _to_step(combatant_id: Id, step: int, encounter: Encounter, system: TurnSystem) -> c.Command | None:
    """Return the command for a drag by one place up or down the track."""
    combatant_of(encounter, combatant_id)
    track = system.track(encounter)
    if combatant_id not in track:
        return None
    place = track.index(combatant_id) + step
    if not 0 <= place < len(track):
        return None
    if step < 0:
        return c.Move(combatant_id, track[place])
    return c.Move(combatant_id, track[place + 1] if place + 1 < len(track) else "")


def _to_add(values: Values, system: TurnSystem) -> c.Command:
    """Return the command of the form. Number and health are written as in a line: ``1d4``, ``11/18``, ``2d6``."""
    name = str(values.get("name", ""))
    count, count_dice = read_count(name or "How many", str(values.get("count", "")).strip() or "1")
    health = read_health(str(values.get("health", "")).strip() or "0")
    return c.AddCombatant(
        name=name,
        count=count,
        side=str(values.get("side", "")),
        group=str(values.get("group", "")),
        sheet=_read_sheet(values, system),
        at_table=values.get("at_table") is True,
        health=health.left,
        temporary=int(read(TEMPORARY, values.get("temporary", "0"))),
        players_name=str(values.get("players_name", "")),
        full_health=health.full,
        health_dice=health.dice,
        count_dice=count_dice,
        fallen=health.full > 0 >= health.left,
    )


def _to_change(
    combatant_id: Id, name: str, value: str | bool, encounter: Encounter, system: TurnSystem
) -> c.Command | None:
    """Return the command that changes one field; None for an unknown field."""
    now = combatant_of(encounter, combatant_id)
    text = str(value)
    match name:
        case "name":
            return c.ChangeCombatant(combatant_id, name=text)
        case "side":
            return c.ChangeCombatant(combatant_id, side=text)
        case "group":
            return c.ChangeCombatant(combatant_id, group=text)
        case "health":
            written = read_health(text.strip() or "0")
            if written.dice:
                raise BadValue("Health: a number, such as 15 or 11/18.")
            full = max(written.full or now.full_health, written.left)
            return c.ChangeCombatant(combatant_id, health=written.left, full_health=full)
        case "full_health":
            full = int(read(FULL_HEALTH, text))
            return c.ChangeCombatant(combatant_id, health=now.health + full - now.full_health, full_health=full)
        case "damage":
            return c.ChangeCombatant(combatant_id, health=now.full_health - int(read(DAMAGE, text)))
        case "temporary":
            return c.ChangeCombatant(combatant_id, temporary=int(read(TEMPORARY, text)))
        case "players_name":
            return c.ChangeCombatant(combatant_id, players_name=text)
        case "at_table":
            return c.ChangeCombatant(combatant_id, at_table=value is True)
        case _:
            sheet = _read_sheet({name: value}, system)
            return c.ChangeCombatant(combatant_id, sheet=sheet) if sheet else None


def _read_sheet(values: Values, system: TurnSystem) -> dict[str, Value]:
    """Read the sheet's fields by their kinds. Raises BadValue."""
    return {
        field.key: read(field, values[f"sheet.{field.key}"])
        for field in system.fields
        if f"sheet.{field.key}" in values
    }


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
