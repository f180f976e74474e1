"""Reader of lists with a line for each combatant, of Obsidian's encounter blocks, and of stat blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from app.storage.roster import Roster, bounded, fit_on_card, is_name, merge_alike, shorten
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.fields import LONGEST_NAME, LONGEST_TEXT, Field, Value, clean_text, find_hidden_character, read
from turntrack.core.text_cleaning import without_invisible
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.health import HEALTH
from turntrack.rules.line_mending import take_slips
from turntrack.rules.quick_line import LONGEST_LINE, read_quick_line
from turntrack.rules.stat_cards import LONGEST_CARD, read_card
from turntrack.systems.protocol import TurnSystem

MOST_PARTS = 40
MOST_WORDS = 7
"""The most words of a name; a longer one is text."""

_FENCE = re.compile(r"\s*(?:```|~~~)\s*(\w*).*")
_TITLE = re.compile(r"\s*name\s*:\s*(.+?)\s*", re.IGNORECASE)
_HEADING = re.compile(r"\s*(?:#+\s.*|[^\W\d][^\d,;]*:\s*)")
_SETTING = re.compile(r"\s*[a-z]\w*\s*:\s*\S.*", re.IGNORECASE)
"""A setting of an Obsidian block: its creatures have a dash before them."""
_BLOCK_LINE = re.compile(r"(\s*[-*]\s*.+?)((?:,\s*\d+){1,4})\s*")
"""A creature of an Obsidian block with health, armour class, modifier and experience."""

MOST_BEFORE_VALUES = 3
"""The most lines of a stat block before its armour class: the name, and of what kind it is."""
_RULE = re.compile(r"\s*[-_=*]{3,}\s*")
_ARMOUR_LINE = re.compile(r"\W*(?:armou?r class|ac)\W+(\d+)", re.IGNORECASE)
_HEALTH_LINE = re.compile(r"\W*(?:hit points|hp)\W+(\d{1,4})\b", re.IGNORECASE)
_DEXTERITY = re.compile(
    r"dex(?:terity)?\W+(\d{1,2})\b|str\W+dex\W+con\W+int\W+wis\W+cha\W+\d+\s*(?:\([^()]*\))?\W*(\d{1,2})\b",
    re.IGNORECASE,
)

NOTHING_READ = (
    "This is not a file of Turntrack, a table whose first line names the columns, or a list with a line for each"
    " combatant, such as “Goblin x3, hp 7”."
)


def read_lines(text: str, system: TurnSystem) -> Roster:
    """Read a stat block, or a list with a line for each combatant. What cannot be read is reported.

    Raises BadSave if nothing can be read.
    """
    if blocks := _read_stat_blocks(text, system):
        return blocks
    lines = [(number, without_invisible(line)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > MOST_COMBATANTS:
        raise BadSave(f"This is too long for a list: at most {MOST_COMBATANTS} lines are read.")
    title, notes, members = "From a list", list[str](), list[AddCombatant]()
    is_block = False
    for number, line in lines:
        if fence := _FENCE.fullmatch(line):
            is_block = fence[1].startswith("encounter")
        elif is_block and (named := _TITLE.fullmatch(line)):
            title = shorten(named[1])
        elif is_block and _SETTING.fullmatch(line):
            notes.append(f"Line {number} is taken for a setting: “{shorten(line.strip())}”.")
        elif _HEADING.fullmatch(line):
            if not is_block:
                notes.append(f"Line {number} is taken for a heading: “{shorten(line.strip())}”.")
        else:
            member, wrong = _read_line(_with_words(line) if is_block else line, system.fields)
            members += member
            notes += [f"Line {number}: {words}" for words in wrong]
    if not members or (len(lines) == 1 and members == [AddCombatant(members[0].name)]):
        raise BadSave(NOTHING_READ)
    return Roster("A list of combatants", tuple(members), bounded(notes), title)


def _read_line(line: str, fields: tuple[Field, ...]) -> tuple[list[AddCombatant], list[str]]:
    """Return the combatant of a line, if there is one, and what is wrong with the line."""
    if len(line) > LONGEST_LINE or line.count(",") > MOST_PARTS:
        return [], [f"at most {LONGEST_LINE} characters and {MOST_PARTS} values are read."]
    rest, slips = take_slips(line, fields)
    name = next((slip for slip in slips if slip.is_name), None)
    if name:
        if len(name.ways) < 2:
            return [], [f"{name.wrong[:-1]}, or what is it?"]
        _, in_note = name.ways
        members, wrong = _read_line(in_note.line, fields)
        return members, [f"“{in_note.label.removeprefix('note ')}” goes into the note.", *wrong]
    try:
        member = read_quick_line(rest, fields)
    except BadValue as error:
        return [], [str(error)]
    if len(member.name.split()) > MOST_WORDS or not any(map(str.isalpha, member.name)):
        return [], [f"“{shorten(line.strip())}” is not the name of a combatant."]
    note = "; ".join(filter(None, (member.note, *(slip.text for slip in slips))))
    return [replace(member, note=note[:LONGEST_TEXT])], [f"{slip.wrong} It goes into the note." for slip in slips]


def _with_words(line: str) -> str:
    """Put words to the numbers of a creature in an Obsidian block: ``- 1: Mud Witch, 31, 14, 2, 450``."""
    creature = _BLOCK_LINE.fullmatch(line)
    if not creature:
        return line
    numbers = [number.strip() for number in creature[2].split(",")[1:]]
    values = [f"{word} {number}" for word, number in zip(("hp", "ac"), numbers, strict=False)]
    others = "; ".join(f"{word} {number}" for word, number in zip(("modifier", "XP"), numbers[2:], strict=False))
    return ", ".join((creature[1], *values, *([f"note {others}"] if others else [])))


def _read_stat_blocks(text: str, system: TurnSystem) -> Roster | None:
    """Read the creatures of stat blocks; None for other text."""
    lines = [without_invisible(line) for line in text.splitlines()]
    starts = _starts_of_blocks(lines)
    is_whole = not starts or any(line.strip() for line in lines[: starts[0]])
    parts = [lines] if is_whole else [lines[start:end] for start, end in pairwise((*starts, len(lines)))]
    blocks = [[line for line in part if line.strip() and not _RULE.fullmatch(line)] for part in parts]
    read_blocks = [_read_stat_block(block, system) for block in blocks]
    members = [member for member in read_blocks if member]
    if not members or len(members) < len(blocks):
        return None
    notes = [
        f"{member.name}: the card takes {LONGEST_CARD} characters, the rest is left out."
        for member, block in zip(members, blocks, strict=True)
        if len(member.card) < len(block) - 1
    ]
    title = "A stat block" if len(members) == 1 else "Stat blocks"
    return Roster(title, tuple(merge_alike(members)), bounded(notes), members[0].name if len(members) == 1 else title)


def _starts_of_blocks(lines: list[str]) -> list[int]:
    """Return where stat blocks begin: at the paragraph with an armour class or hit points, after those of another."""
    starts = list[int]()
    start, has_values = 0, False
    for at, line in enumerate(lines):
        is_value = bool(_ARMOUR_LINE.match(line) or _HEALTH_LINE.match(line))
        if not line.strip() or _RULE.fullmatch(line):
            start, has_values = at + 1, False
        elif is_value and not has_values and at > start and at - start <= MOST_BEFORE_VALUES:
            starts.append(start)
        has_values = has_values or is_value
    return starts


def _read_stat_block(lines: list[str], system: TurnSystem) -> AddCombatant | None:
    """Return the creature of a stat block: a name, an armour class and hit points, each on a line; None for others."""
    health, armour = (next(_matches(pattern, lines), None) for pattern in (_HEALTH_LINE, _ARMOUR_LINE))
    if not (health and armour) or len(lines) < 3 or not is_name(lines[0]) or find_hidden_character(lines[0].strip()):
        return None
    return AddCombatant(
        name=clean_text("name", lines[0].strip("#*_ \t")[:LONGEST_NAME], LONGEST_NAME),
        sheet=_dexterity("\n".join(lines), system),
        health=int(read(HEALTH, health[1])),
        card=read_card(fit_on_card(lines[1:])),
    )


def _matches(pattern: re.Pattern[str], lines: list[str]) -> Iterator[re.Match[str]]:
    return (match for match in map(pattern.match, lines) if match)


def _dexterity(text: str, system: TurnSystem) -> dict[str, Value]:
    """Return the modifier of the Dexterity score, if the rules have a field for the modifier."""
    score = _DEXTERITY.search(text)
    field = next((field for field in system.fields if field.label == "Dexterity" and field.is_modifier), None)
    if not (score and field):
        return {}
    try:
        return {field.key: read(field, (int(score[1] or score[2]) - 10) // 2)}
    except BadValue:
        return {}
