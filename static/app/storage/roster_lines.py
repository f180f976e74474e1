"""Reader of lists with a line for each combatant, of Obsidian's encounter blocks, and of stat blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise

from app.storage.roster import Roster, bounded, fit_on_card, merge_alike, read_name, shorten
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.input_fields import (
    LONGEST_NAME,
    LONGEST_TEXT,
    Field,
    Value,
    clean_text,
    find_hidden_character,
    modifier_of_score,
    read,
)
from turntrack.core.invisible_characters import without_invisible
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.health_notation import read_health
from turntrack.rules.quick_line import LONGEST_LINE, read_quick_line
from turntrack.rules.quick_line_repairs import take_slips
from turntrack.rules.stat_cards import LONGEST_CARD, read_card
from turntrack.systems.protocol import TurnSystem

MOST_PARTS = 40
HEALTH_VALUE = r"\d{1,4}\s*/\s*\d{1,4}|\d{1,3}[dw]\d{1,3}(?:\s*[+\-−]\s*\d{1,3})?|\d{1,4}\b"
MOST_WORDS = 7
"""The most words of a name; a longer one is text."""

_ITEM = re.compile(r"\s*(\d{1,3})([.)]?)\s+(?=[^\W\d])")
_ORDER = re.compile(r"\W*(?:initiative|turn order)\b[^\d]*$", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_AVRAE_HEAD = re.compile(r"\s*current initiative: \d+ \(round \d+\)\s*\n(?:=+\s*\n)?", re.IGNORECASE)
_AVRAE_LINE = re.compile(
    r"^#?[ \t]*(?P<number>\d{1,3}): (?P<name>[^<\n]+)<(?:(?P<hp>\d+/\d+) HP|(?P<state>[^<>\n]*))>(?P<effects>.*)$",
    re.MULTILINE,
)
"""A combatant in the initiative list of Avrae. Its health is given in points, or as a state such as ``Healthy``."""
_FENCE = re.compile(r"\s*(?:```|~~~)\s*(\w*).*")
_TITLE = re.compile(r"\s*name\s*:\s*(.+?)\s*", re.IGNORECASE)
_HEADING = re.compile(r"\s*(?:#+\s.*|[^\W\d][^\d,;]*:\s*)")
_SETTING = re.compile(r"\s*[a-z]\w*\s*:\s*\S.*", re.IGNORECASE)
"""A setting of an Obsidian block: its creatures have a dash before them."""
_BLOCK_LINE = re.compile(r"(\s*[-*]\s*.+?)((?:,\s*\d+){1,4})\s*")
"""A creature of an Obsidian block with health, armour class, modifier and experience."""

MOST_BEFORE_VALUES = 3
"""The most lines of a stat block before its armour class: the name, and the kind of creature."""
_RULE = re.compile(r"\s*[-_=*]{3,}\s*")
_QUOTE = re.compile(r"^\s*>+\s?")
_ARMOUR_LINE = re.compile(r"\W*(?:armou?r class|ac)\W+(\d+)", re.IGNORECASE)
_HEALTH_LINE = re.compile(rf"\W*(?:hit points|hp|tp|pv)\W+({HEALTH_VALUE})", re.IGNORECASE)
_ABILITY = re.compile(r"\bdex(?:terity)?\b[\s:=*_]*(?:(\d{1,2})\b|([+\-−]\d{1,2})\b)", re.IGNORECASE)
"""Dexterity as a score, or as a modifier with its sign."""
_ABILITIES = re.compile(
    r"str\W+dex\W+con\W+int\W+wis\W+cha\W*\n[\W_]*?[+\-−]?\d+\s*(?:\([^()]*\))?[\s|]*(?:(\d{1,2})\b|([+\-−]\d{1,2})\b)",
    re.IGNORECASE,
)
_HEALTH_BESIDE_DICE = re.compile(r"ac\W.*\bhd\b[^()]*\(\s*(\d{1,4})\s*hp\s*\)", re.IGNORECASE)
"""Hit points behind the hit dice on the line of the armour class: ``AC 6 [13], HD 1-1 (3hp)``."""
_LABEL_ALONE = re.compile(r"^(\W*(?:armou?r class|ac|hit points|hp))\W*\n\s*(?=\d)", re.IGNORECASE | re.MULTILINE)
"""The label of a value that stands on the next line."""
_CHECK_LINE = re.compile(r"\W*(?:saves?|saving throws?|skills?|fort(?:itude)?)\b", re.IGNORECASE)
"""A line with bonuses to rolls, which are no attributes."""
_MARKS = re.compile(r"^[\s>#*_-]+|[\s*_:]+$")
"""The signs of Markdown around a name."""
_LEVEL = re.compile(r"\s+creature\s+[\-−–]?\d{1,2}$", re.IGNORECASE)
"""The level behind the name of a Pathfinder creature."""
_NAME_KEY = re.compile(r"(?:name|creature|monster|character)\s*[:=]\s*", re.IGNORECASE)

NOTHING_READ = (
    "This is not a file from Turntrack, a table whose first line names the columns, or a list with one combatant per "
    "line, such as “Goblin x3, hp 7”."
)


def read_lines(text: str, system: TurnSystem) -> Roster:
    """Read a stat block, or a list with a line for each combatant. What cannot be read is reported.

    Raises BadSave if nothing can be read.
    """
    if blocks := _read_stat_blocks(text, system):
        return blocks
    text = _with_words_of_avrae(text)
    lines = [(number, without_invisible(line)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > MOST_COMBATANTS:
        raise BadSave(f"This is too long for a list: at most {MOST_COMBATANTS} lines can be read.")
    lines = _with_places(lines)
    title, notes, members = "From a list", list[str](), list[AddCombatant]()
    is_block = False
    for number, line in lines:
        if fence := _FENCE.fullmatch(line):
            is_block = fence[1].startswith("encounter")
        elif is_block and (named := _TITLE.fullmatch(line)):
            title = shorten(named[1])
        elif is_block and _SETTING.fullmatch(line):
            notes.append(f"Line {number} is read as a setting: “{shorten(line.strip())}”.")
        elif _HEADING.fullmatch(line):
            if not is_block:
                notes.append(f"Line {number} is read as a heading: “{shorten(line.strip())}”.")
        else:
            for part in [_with_words(line)] if is_block else _split_counted(line):
                member, wrong = _read_line(part, system.fields)
                members += member
                notes += [f"Line {number}: {words}" for words in wrong]
    if not members or (len(lines) == 1 and members == [AddCombatant(members[0].name)]):
        raise BadSave(NOTHING_READ)
    return Roster("A list of combatants", tuple(members), bounded(notes), title)


def _with_places(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines with a colon behind numbers that are places in the order.

    They stand below a heading that says so, or are items that do not count up.
    """
    items = [match for _, line in lines if (match := _ITEM.match(line))]
    numbers = [int(match[1]) for match in items if match[2]]
    counts_up = numbers == [*range(numbers[0], numbers[0] + len(numbers))] if numbers else True
    is_order = any(_ORDER.match(line) for _, line in lines[:2])
    if not is_order and (counts_up or len(numbers) < len(lines)):
        return lines
    return [(number, _ITEM.sub(r"\1: ", line)) for number, line in lines]


def _with_words_of_avrae(text: str) -> str:
    """Put words to the values of an initiative list of Avrae; leave other texts unchanged."""

    def with_words(row: re.Match[str]) -> str:
        name, note = row["name"].strip(), "; ".join(filter(None, (row["state"], row["effects"].strip(" ()"))))
        # The count tells that a number at the end belongs to the name: “Goblin 1”.
        count = " x1" if name[-1].isdecimal() else ""
        health = f"hp {row['hp']}" if row["hp"] else ""
        parts = (f"{name}{count}", f"initiative {row['number']}", health, f"note {note}" if note else "")
        return ", ".join(filter(None, parts))

    head = _AVRAE_HEAD.match(text)
    if not head:
        return text
    lines_of_head = "\n" * head[0].count("\n")  # complaints name the lines of the pasted text
    return lines_of_head + _AVRAE_LINE.sub(with_words, text[head.end() :])


def _read_line(line: str, fields: tuple[Field, ...]) -> tuple[list[AddCombatant], list[str]]:
    """Return the combatant of a line, if there is one, and what is wrong with the line."""
    if len(line) > LONGEST_LINE or line.count(",") > MOST_PARTS or len(_NUMBER.findall(line)) > 2 * MOST_PARTS:
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
    note = "; ".join(filter(None, (member.note, *(slip.part for slip in slips))))
    try:
        member = replace(member, note=clean_text("note", note[:LONGEST_TEXT], LONGEST_TEXT))
    except BadValue as error:  # of a part that nobody has read yet
        return [], [str(error)]
    return [member], [f"{slip.wrong} It goes into the note." for slip in slips]


def _split_counted(line: str) -> list[str]:
    """Return the parts of a line that counts several kinds: ``2 goblins and 1 orc``."""
    parts = re.split(r"\s+(?:and|und|et|\+|&)\s+(?=\d{1,3}\s+[^\W\d])", line.strip())
    return parts if len(parts) > 1 and re.match(r"\W*\d{1,3}\s+[^\W\d]", parts[0]) else [line]


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
    lines = [_QUOTE.sub("", without_invisible(line)) for line in _LABEL_ALONE.sub(r"\1 ", text).splitlines()]
    starts = _starts_of_blocks(lines)
    is_whole = not starts or any(line.strip() for line in lines[: starts[0]])
    parts = [lines] if is_whole else [lines[start:end] for start, end in pairwise((*starts, len(lines)))]
    blocks = [[line for line in part if line.strip() and not _RULE.fullmatch(line)] for part in parts]
    members = [member for block in blocks if (member := _read_stat_block(block, system))]
    if not members or len(members) < len(blocks):
        return None
    notes = [
        f"{member.name}: the card takes {LONGEST_CARD} characters, the rest is left out."
        for member, block in zip(members, blocks, strict=True)
        if len(member.card) < len(block) - 1
    ]
    title = "A stat block" if len(members) == 1 else "Stat blocks"
    return Roster(title, tuple(merge_alike(members)), bounded(notes), members[0].name if len(members) == 1 else title)


_KIND_LINE = re.compile(r"\s*[*_]{0,2}(?:tiny|small|medium|large|huge|gargantuan)\b", re.IGNORECASE)
"""The line with size and kind, below the name of a stat block."""


def _starts_of_blocks(lines: list[str]) -> list[int]:
    """Return where stat blocks begin: at the paragraph with an armour class or hit points, after those of another.

    Without a line between them, a block begins at the last other line before an armour class or hit points that the
    block has already.
    """
    starts = list[int]()
    start, last_other, seen = 0, 0, set[str]()
    for at, line in enumerate(lines):
        kind = "armour" if _ARMOUR_LINE.match(line) else "health" if _HEALTH_LINE.match(line) else ""
        if not line.strip() or _RULE.fullmatch(line):
            start, last_other, seen = at + 1, at + 1, set()
        elif not kind:
            last_other = last_other if _KIND_LINE.match(line) and last_other == at - 1 else at
        elif not seen and at > start and at - start <= MOST_BEFORE_VALUES:
            starts.append(start)
        elif kind in seen and last_other > start and at - last_other <= MOST_BEFORE_VALUES:
            start, seen = last_other, set()
            starts.append(start)
        seen |= {kind} - {""}
    return starts


def _read_stat_block(lines: list[str], system: TurnSystem) -> AddCombatant | None:
    """Return the creature of a stat block: a name, then lines of armour class and hit points; None for others."""
    health = next(chain(_matches(_HEALTH_LINE, lines), _matches(_HEALTH_BESIDE_DICE, lines)), None)
    armour = next(_matches(_ARMOUR_LINE, lines), None)
    if not (health and armour):
        return None
    called = _LEVEL.sub("", _NAME_KEY.sub("", _MARKS.sub("", _MARKS.sub("", lines[0]))))
    is_value = _HEALTH_LINE.match(lines[0]) or _ARMOUR_LINE.match(lines[0])
    if (
        is_value
        or not any(map(str.isalpha, called))
        or len(called.split()) > MOST_WORDS
        or find_hidden_character(called)
    ):
        return None
    named, written = read_name(called[:LONGEST_NAME], system.fields), read_health(health[1])
    return replace(
        named,
        sheet={**named.sheet, **_dexterity(lines, system)},
        health=written.left,
        full_health=written.full if written.full > written.left else 0,
        health_dice=written.dice,
        fallen=written.full > 0 >= written.left,
        card=read_card(fit_on_card(lines[1:])),
    )


def _matches(pattern: re.Pattern[str], lines: list[str]) -> Iterator[re.Match[str]]:
    return (match for match in map(pattern.match, lines) if match)


def _dexterity(lines: list[str], system: TurnSystem) -> dict[str, Value]:
    """Return the modifier of Dexterity by the key of its field; empty if the rules have no such field."""
    text = "\n".join(line for line in lines if not _CHECK_LINE.match(line))
    ability = _ABILITIES.search(text) or _ABILITY.search(text)
    field = next((field for field in system.fields if field.label == "Dexterity" and field.is_modifier), None)
    if not (ability and field):
        return {}
    score, modifier = ability.groups()
    try:
        return {field.key: read(field, modifier or f"{modifier_of_score(int(score)):+d}")}
    except BadValue:
        return {}
