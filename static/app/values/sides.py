"""The guess who of a list are the heroes and who the foes, where the list says it of nobody or of one side alone."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from app.values.lists import LineRead
from turntrack.core.commands import AddCombatant
from turntrack.core.fields import Field, Kind
from turntrack.core.model import Encounter
from turntrack.core.vocabulary import Meaning, forms_of, meaning_of
from turntrack.lines.headings import ALLIES, FOES, HEROES
from turntrack.lines.plurals import singular

_WITH_HEROES = re.compile(rf"\b(?:{forms_of(Meaning.ALLIES)}|ours|hired)\b", re.IGNORECASE)
"""Words in a note by which somebody is with the heroes: *friendly guard*."""
_BESIDE_HEROES = ("npc", "nsc", "mount", "companion", "familiar", "pet", "summon", "summoned", "vehicle", "ship")
"""Kinds that stand on either side."""
_OWNED = re.compile(
    r"([^'’\s]{1,40})(?:\s[^'’]{1,40})?['’]s?\s(?:\S+\s){0,2}(?:wolf|dog|hound|cat|horse|pony|mule|hawk|falcon|owl|raven|bear|boar|spider|drone"
    r"|servant|squire|steed|familiar|mount|companion|pet|summon|hireling)\Z",
    re.IGNORECASE,
)
"""An animal or a servant with the name of the owner: ``Beryl’s wolf``."""
_CLASSES = frozenset(
    {
        *("artificer", "barbarian", "bard", "cleric", "druid", "fighter", "monk", "paladin", "ranger", "rogue"),
        *("sorcerer", "warlock", "wizard"),
    }
)
"""What heroes are: behind a name in capitals no kind of creature, as in *Thorin fighter*."""
_FEWEST_ABOVE = 2
_STATS = re.compile(
    r"\b(?:AC|parry|tough(?:ness)?|soak|sp|armou?r|hd|difficulty|parade|robustheit|rüstung)\s?[:=]?\s?\d",
    re.IGNORECASE,
)
"""A value that a stat block has, and a hero’s line in a list seldom."""
_KIND_OF_CREATURE = re.compile(r"[A-ZÀ-Þ]\S*(?:\s(?!(?:the|of|von|vom|der|de|du|la|le|van|und|and)\b)[a-zß-ÿ]\S*)+\Z")
"""A name in which only the first word has a capital: *Mire troll*, but not *Orsolo the innkeeper*."""


def guess_sides(lines: Sequence[LineRead], encounter: Encounter, fields: tuple[Field, ...]) -> tuple[LineRead, ...]:
    """Return the lines of an empty fight, with a guessed side for each combatant whose side is not told.

    If a heading names the heroes, whoever stands outside it is a foe, and the other way round. Without headings, a list
    with called totals, or with two names alone, tells the heroes: groups, and values of stat blocks, are foes.
    """
    said = {line.heading.side for line in lines if line.heading} - {""}
    told = {command.side for line in lines if (command := line.command or line.rest)} - {""}
    known = said | told - {ALLIES}
    if encounter.everybody() or not known <= {HEROES, FOES} or len(said) > 1:
        return tuple(lines)
    if said:
        other = FOES if said == {HEROES} else HEROES
        return tuple(_on_side(line, other) for line in lines)
    score = next((field.key for field in fields if field.is_score), "")
    modifiers = [field.key for field in fields if field.kind is Kind.NUMBER and not field.is_score]
    commands = [command for line in lines if (command := line.command or line.rest)]
    has_totals = any(_has_total(command, score) for command in commands if command.count == 1)
    are_named = sum(map(_is_named_alone, commands)) > 1
    several = {singular(command.name) for command in commands if command.count > 1}
    foes = [
        _is_foe(command, score)
        or singular(command.name) in several
        or (not _has_total(command, score) and _has_stats(command))
        or (has_totals and not _has_total(command, score) and _has_numbers(command, modifiers))
        for command in commands
    ]
    if not (has_totals or are_named) or len({*foes}) < 2:
        return tuple(lines)
    foes = _with_leaders(foes, _sections(lines))
    heroes = {command.name.split()[0].casefold() for command, is_foe in zip(commands, foes, strict=True) if not is_foe}
    sides = iter(_side_of(command, heroes, is_foe=is_foe) for command, is_foe in zip(commands, foes, strict=True))
    return tuple(_on_side(line, next(sides)) if line.command or line.rest else line for line in lines)


def _side_of(command: AddCombatant, heroes: Set[str], *, is_foe: bool) -> str:
    """Return the side of somebody: an animal of one of the heroes is on theirs."""
    if _WITH_HEROES.search(f"{command.name} {command.note}"):
        return ALLIES
    owned = _OWNED.match(command.name)
    return FOES if is_foe and not (owned and owned[1].casefold() in heroes) else HEROES


def _with_leaders(foes: Sequence[bool], sections: Sequence[int]) -> list[bool]:
    """Return who are foes, with those who stand above foes in a section below two heroes or more."""
    first = [is_foe for is_foe, section in zip(foes, sections, strict=True) if section == 0]
    if len(first) < _FEWEST_ABOVE or any(first):
        return [*foes]
    last = {section: at for at, (is_foe, section) in enumerate(zip(foes, sections, strict=True)) if is_foe}
    return [
        is_foe or at < last.get(section, 0) for at, (is_foe, section) in enumerate(zip(foes, sections, strict=True))
    ]


def _sections(lines: Sequence[LineRead]) -> list[int]:
    """Return for each combatant the number of the section, which empty lines or lines of signs part from others."""
    sections, section, end = list[int](), 0, 0
    for line in lines:
        is_sign = line.heading is not None and not any(map(str.isalnum, line.text))
        is_below = bool(sections) and sections[-1] == section
        if is_below and (is_sign or line.span.first > end + 1):
            section += 1
        end = line.span.first + max(line.span.many, 1) - 1
        sections += [section] if line.command or line.rest else []
    return sections


def _is_foe(command: AddCombatant, score: str) -> bool:
    """Return whether somebody is one of several, or of a kind that heroes are not."""
    kinds = {word for word in f"{command.name} {command.note}".casefold().split() if meaning_of(word) is Meaning.KIND}
    is_several = command.count > 1 or bool(command.count_dice or command.card)
    is_kind = _KIND_OF_CREATURE.match(command.name) is not None and not is_of_class(command.name)
    is_creature = _has_total(command, score) and is_kind
    if kinds & {*_BESIDE_HEROES} and not is_several:
        return False
    is_lair = command.name.casefold().startswith("lair action")
    return is_several or bool(kinds) or is_creature or is_lair


def is_of_class(name: str) -> bool:
    """Return whether a name ends with what heroes are: *Thorin fighter*."""
    return name.rpartition(" ")[2] in _CLASSES


def _has_total(command: AddCombatant, score: str) -> bool:
    """Return whether the number of the order is told, or still will be."""
    return command.sheet.get(score, "") != "" or "not rolled yet" in command.note


def _has_stats(command: AddCombatant) -> bool:
    """Return whether a line has values that are seldom told of heroes; health is of those in small letters."""
    has_health = bool(command.health or command.health_dice) and not command.full_health
    return (has_health and command.name[:1].islower()) or _STATS.search(command.note) is not None


def _has_numbers(command: AddCombatant, modifiers: Sequence[str]) -> bool:
    """Return whether a line has a health, or one of these modifiers. Wounds before the fight are those of heroes."""
    has_health = bool(command.health or command.health_dice) and not command.full_health
    return has_health or any(command.sheet.get(key, "") != "" for key in modifiers)


def _is_named_alone(command: AddCombatant) -> bool:
    """Return whether a line is one name in capitals, without values of a stat block."""
    return command.count == 1 and command.name[:1].isupper() and not _has_stats(command)


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
        is_side_guessed=line.span.many > 0,
    )
