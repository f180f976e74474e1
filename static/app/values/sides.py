"""The guess who of a list are the heroes and who the foes, where the list says it of nobody or of one side alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from app.values.lists import LineRead
from turntrack.core.commands import AddCombatant
from turntrack.core.fields import Field, Kind
from turntrack.core.model import Encounter
from turntrack.core.vocabulary import Meaning, meaning_of
from turntrack.rules.headings import SIDES

HEROES, FOES = SIDES[Meaning.HEROES], SIDES[Meaning.FOES]
_BESIDE_HEROES = ("npc", "nsc", "mount", "companion", "familiar", "pet", "summon", "summoned", "vehicle", "ship")
"""Kinds that stand on either side."""
_KIND_OF_CREATURE = re.compile(r"[A-ZÀ-Þ]\S*(?:\s(?!(?:the|of|von|vom|der|de|du|la|le|van|und|and)\b)[a-zß-ÿ]\S*)+\Z")
"""A name in which only the first word has a capital: *Mire troll*, but not *Orsolo the innkeeper*."""


def guess_sides(lines: Sequence[LineRead], encounter: Encounter, fields: tuple[Field, ...]) -> tuple[LineRead, ...]:
    """Return the lines of an empty fight with sides for those of whom nobody says it.

    Beside a heading for one side, the others are the other side. Without headings, where players have called totals, or
    two single names stand, those who are counted, or have only the numbers of a stat block, are foes.
    """
    said = {line.heading.side for line in lines if line.heading} - {""}
    told = {command.side for line in lines if (command := line.command or line.rest)} - {""}
    if encounter.everybody() or not said | told <= {HEROES, FOES} or len(said) > 1:
        return tuple(lines)
    if said:
        other = FOES if said == {HEROES} else HEROES
        return tuple(_on_side(line, other) for line in lines)
    score = next((field.key for field in fields if field.is_score), "")
    modifiers = [field.key for field in fields if field.kind is Kind.NUMBER and not field.is_score]
    commands = [command for line in lines if (command := line.command or line.rest)]
    has_totals = any(command.sheet.get(score, "") != "" for command in commands if command.count == 1)
    foes = [_is_foe(command, score, modifiers, has_totals=has_totals) for command in commands]
    heroes = [command for command, is_foe in zip(commands, foes, strict=True) if not is_foe]
    are_heroes = heroes and (has_totals or sum(map(_is_single_name, heroes)) > 1)
    if not any(foes) or not are_heroes:
        return tuple(lines)
    sides = iter(FOES if is_foe else HEROES for is_foe in foes)
    return tuple(_on_side(line, next(sides)) if line.command or line.rest else line for line in lines)


def _is_foe(command: AddCombatant, score: str, modifiers: Sequence[str], *, has_totals: bool) -> bool:
    """Return whether somebody is hardly a hero: one of several, or without a total and with values of a stat block."""
    kinds = {word for word in f"{command.name} {command.note}".casefold().split() if meaning_of(word) is Meaning.KIND}
    if command.count > 1 or command.count_dice or command.card or kinds - {*_BESIDE_HEROES}:
        return True
    if kinds:
        return False
    if command.sheet.get(score, "") != "":
        return _KIND_OF_CREATURE.match(command.name) is not None
    has_values = bool(command.health or command.health_dice or command.note.startswith("AC "))
    return has_totals and (has_values or any(command.sheet.get(key, "") != "" for key in modifiers))


def _is_single_name(command: AddCombatant) -> bool:
    """Return whether a line is a name in capitals, and nothing that a stat block has and a hero’s line has not."""
    return command.name[:1].isupper() and not (command.health or command.note.startswith("AC "))


def _on_side(line: LineRead, side: str) -> LineRead:
    """Return the line with the guessed side, if it says none."""
    command, rest = line.command, line.rest
    read = command or rest
    if read is None or read.side:
        return line
    return replace(
        line,
        command=command and replace(command, side=side),
        rest=rest and replace(rest, side=side),
        is_side_guessed=True,
    )
