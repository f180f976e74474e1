"""The guess who of a list are the heroes and who the foes, where the list says it of nobody or of one side alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace

from app.values.lists import LineRead
from turntrack.core.commands import AddCombatant
from turntrack.core.fields import Field, Kind
from turntrack.core.model import Encounter
from turntrack.core.vocabulary import Meaning, forms_of, meaning_of
from turntrack.lines.headings import ALLIES, FOES, HEROES, NEUTRAL
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
_OF_ABOVE = re.compile(r"(?:his|her|their|its|sein|seine|ihr|ihre)\s", re.IGNORECASE)
_FEWEST_ABOVE = 2
_STATS = re.compile(
    r"\b(?:AC|parry|tough(?:ness)?|soak|sp|armou?r|hd|difficulty|parade|robustheit|rüstung)\s?[:=]?\s?\d",
    re.IGNORECASE,
)
"""A value that a stat block has, and a hero’s line in a list seldom."""
_KIND_OF_CREATURE = re.compile(r"[A-ZÀ-Þ]\S*(?:\s(?!(?:the|of|von|vom|der|de|du|la|le|van|und|and)\b)[a-zß-ÿ]\S*)+\Z")
"""A name in which only the first word has a capital: *Mire troll*, but not *Orsolo the innkeeper*."""


def guess_sides(lines: Sequence[LineRead], encounter: Encounter, fields: tuple[Field, ...]) -> tuple[LineRead, ...]:
    """Return the lines of an empty fight, with a guessed side for those whose side is not told.

    If a heading names the heroes, whoever stands outside it is a foe, and the other way round. Without headings, sides
    are guessed if somebody is a hero by what the line tells, or two by their names, and somebody else a foe: who is
    neither has no side. One of several, of a kind, or with the values of a stat block is a foe; who has a number of
    the order and nothing else is a hero.
    """
    said = {line.heading.side for line in lines if line.heading} - {"", NEUTRAL}
    told = {command.side for line in lines if (command := line.command or line.rest)} - {"", NEUTRAL}
    known = said | told - {ALLIES}
    if encounter.everybody() or not known <= {HEROES, FOES} or len(said) > 1:
        return tuple(lines)
    if said:
        other = FOES if said == {HEROES} else HEROES
        return tuple(_on_side(line, other) for line in lines)
    commands = [command for line in lines if (command := line.command or line.rest)]
    foes = _with_leaders(_tell_foes(commands, fields), _sections(lines))
    score = next((field.key for field in fields if field.is_score), "")
    heroes = [not is_foe and _is_hero(command, score) for command, is_foe in zip(commands, foes, strict=True)]
    has_total = any(_has_total(command, score) for command, is_hero in zip(commands, heroes, strict=True) if is_hero)
    if not any(foes) or sum(heroes) < (1 if has_total else 2):
        return tuple(lines)
    names = {command.name.split()[0].casefold() for command, is_foe in zip(commands, foes, strict=True) if not is_foe}
    sides = [
        _side_of(command, names, is_foe=is_foe, is_hero=is_hero)
        for command, is_foe, is_hero in zip(commands, foes, heroes, strict=True)
    ]
    said_of = iter(_with_owners(lines, sides))
    return tuple(_on_side(line, next(said_of)) if line.command or line.rest else line for line in lines)


def _tell_foes(commands: Sequence[AddCombatant], fields: tuple[Field, ...]) -> list[bool]:
    """Return who of a list is one of several, of a kind, or has the values of a stat block."""
    score = next((field.key for field in fields if field.is_score), "")
    modifiers = [field.key for field in fields if field.kind is Kind.NUMBER and not field.is_score]
    has_totals = any(_has_total(command, score) for command in commands if command.count == 1)
    several = {singular(command.name) for command in commands if command.count > 1} | _numbered(commands)
    kinds = {singular(command.name).split()[-1].casefold() for command in commands if command.count > 1}
    are_capitals = any(command.name[:1].isupper() for command in commands if command.count == 1)
    return [
        _is_foe(command, score)
        or singular(command.name) in several
        or not kinds.isdisjoint(command.name.casefold().split())
        or (not _has_total(command, score) and _has_stats(command))
        or (are_capitals and command.name[:1].islower() and _has_full_health(command))
        or (has_totals and not _has_total(command, score) and _has_numbers(command, modifiers))
        for command in commands
    ]


def _numbered(commands: Sequence[AddCombatant]) -> set[str]:
    """Return the names that differ by a number or a letter alone: ``guard 1``, ``guard 2``."""
    parted = [(command.name.rpartition(" "), command.name) for command in commands]
    marked = [(stem.casefold(), name) for (stem, _, mark), name in parted if mark.isdecimal() or len(mark) == 1]
    many = Counter(stem for stem, _ in {*marked})
    return {name for stem, name in marked if stem and many[stem] > 1}


def _is_hero(command: AddCombatant, score: str) -> bool:
    """Return whether somebody is one of the heroes by what the line tells: a number of the order, or a name alone."""
    if command.side:
        return command.side == HEROES
    is_alone = _is_named_alone(command) and not _has_full_health(command)
    return command.count == 1 and not command.comes and (_has_total(command, score) or is_alone)


def _with_owners(lines: Sequence[LineRead], sides: Sequence[str]) -> list[str]:
    """Return the sides, in which somebody who belongs to the one above has that side: ``his drone``."""
    commands = [command for line in lines if (command := line.command or line.rest)]
    owned = list[str]()
    for command, side in zip(commands, sides, strict=True):
        owned.append(owned[-1] if owned and _OF_ABOVE.match(command.name) else command.side or side)
    return owned


def _side_of(command: AddCombatant, heroes: Set[str], *, is_foe: bool, is_hero: bool) -> str:
    """Return the side of somebody, empty where nothing tells it: an animal of one of the heroes is on theirs."""
    if _WITH_HEROES.search(f"{command.name} {command.note}"):
        return ALLIES
    owned = _OWNED.match(command.name)
    if owned and owned[1].casefold() in heroes:
        return HEROES
    return FOES if is_foe else HEROES if is_hero else ""


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
    return (_has_full_health(command) and command.name[:1].islower()) or _STATS.search(command.note) is not None


def _has_full_health(command: AddCombatant) -> bool:
    return bool(command.health or command.health_dice) and not command.full_health


def _has_numbers(command: AddCombatant, modifiers: Sequence[str]) -> bool:
    """Return whether a line has a health, or one of these modifiers. Wounds before the fight are those of heroes."""
    return _has_full_health(command) or any(command.sheet.get(key, "") != "" for key in modifiers)


def _is_named_alone(command: AddCombatant) -> bool:
    """Return whether a line is one name in capitals, without values of a stat block."""
    return command.count == 1 and command.name[:1].isupper() and not _has_stats(command)


def _on_side(line: LineRead, side: str) -> LineRead:
    """Return the line with the guessed side, if it says none."""
    command, rest = line.command, line.rest
    read = command or rest
    if read is None or read.side or not side:
        return line
    return replace(
        line,
        command=command and replace(command, side=side),
        rest=rest and replace(rest, side=side),
        is_side_guessed=line.span.many > 0,
    )
