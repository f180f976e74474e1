"""Reader of lists with a line for each combatant, and of Obsidian's encounter blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from app.importers.codes import put_words_to_codes
from app.importers.portions import Portions
from app.importers.rows import bounded, shorten, with_said
from app.values.lists import Roster, with_places
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.fields import LONGEST_TEXT, Field, clean_text, without_invisible
from turntrack.core.vocabulary import Meaning, meaning_of
from turntrack.rules.bare_numbers import ask_for_number, ask_in_list, numbers_by_name
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.headings import FOES, HEROES, read_headings, said_by_heading
from turntrack.rules.quick_line import LONGEST_LINE, is_number_of_order, read_quick_line
from turntrack.rules.quick_line_repairs import Slip, take_slips
from turntrack.rules.several import split_combatants
from turntrack.systems.protocol import TurnSystem

MOST_PARTS = 40
MOST_WORDS = 7
"""The most words of a name; a longer one is text."""
VALUES = frozenset({Meaning.HEALTH, Meaning.FULL_HEALTH, Meaning.TEMPORARY, Meaning.ARMOUR, Meaning.ORDER_MODIFIER})
"""The meanings of words that name no combatant."""

_NUMBER = re.compile(r"\d+")
_AVRAE_HEAD = re.compile(r"\s*current initiative: \d+ \(round \d+\)\s*\n(?:=+\s*\n)?", re.IGNORECASE)
_AVRAE_LINE = re.compile(
    r"^#?[ \t]*(?P<number>\d{1,3}): (?P<name>[^<\n]+)<(?:(?P<hp>\d+/\d+) HP|(?P<state>[^<>\n]*))>(?P<effects>.*)$",
    re.MULTILINE,
)
"""A combatant in the initiative list of Avrae. Its health is given in points, or as a state such as ``Healthy``."""
_FENCE = re.compile(r"\s*(?:```|~~~)\s*(\w*).*")
_TITLE = re.compile(r"\s*+name\s*+:\s*+(.*\S)\s*+", re.IGNORECASE)
_HEADING = re.compile(r"\s*(?:#+\s.*|[^\W\d][^\d,;]*:\s*)")
_SETTING = re.compile(r"\s*[a-z]\w*\s*:\s*\S.*", re.IGNORECASE)
"""A setting of an Obsidian block: its creatures have a dash before them."""
_BLOCK_LINE = re.compile(r"(\s*+[-*]\s*+\S.*?)((?:,\s*+\d++){1,4})\s*+")
"""A creature of an Obsidian block with health, armour class, modifier and experience."""
_BLOCK_LIST = re.compile(r"\A(\s*+[-*]\s*+(?:\d{1,3}\s*+:\s*+)?)\[([^\[\]]++)\]\s*+\Z")
"""Such a creature as a list of YAML: ``- 1: [Hobgoblin, 11, 18]``."""


NOTHING_READ = (
    "This is not a file from Turntrack, a table whose first line names the columns, or a list with one combatant per "
    "line, such as “Goblin x3, hp 7”."
)


def read_lines(text: str, system: TurnSystem) -> Portions[Roster]:
    """Read a list with a line for each combatant. What cannot be read is reported.

    Raises BadSave if nothing can be read.
    """
    text = _with_words_of_avrae(text)
    lines = [(number, without_invisible(line)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > MOST_COMBATANTS:
        raise BadSave(f"This is too long for a list: at most {MOST_COMBATANTS} lines can be read.")
    lines = with_places(lines)
    title, notes, members = "From a list", list[str](), list[AddCombatant]()
    side, said, is_block, texts = "", "", False, [line for _, line in lines]
    numbers = numbers_by_name(texts)
    asked = ask_in_list(texts, system.fields) if any(field.is_score for field in system.fields) else {}
    totals = {line: way.line for line, slip in asked.items() for way in slip.ways if slip.taken == way.label}
    for at, ((number, line), heading) in enumerate(zip(lines, read_headings(texts), strict=True)):
        yield at / len(lines)
        if fence := _FENCE.fullmatch(line):
            is_block = fence[1].startswith("encounter")
        elif is_block and (named := _TITLE.fullmatch(line)):
            title = shorten(named[1])
        elif is_block and _SETTING.fullmatch(line):
            notes.append(f"Line {number} is read as a setting: “{shorten(line.strip())}”.")
        elif heading and heading.side:
            side, said = heading.side, said_by_heading(line)
            notes.append(f"Line {number} names the side of the lines below: {side}.")
        elif heading or _HEADING.fullmatch(line):
            said = (said_by_heading(line) or ("" if heading.group else said)) if heading else said
            if not is_block:
                notes.append(f"Line {number} is read as a heading: “{shorten(line.strip())}”.")
            if heading and heading.group and side == HEROES:
                side = FOES  # below the heroes, whose names need no group, others begin
                notes.append(f"Line {number} begins another side: {side}.")
        else:
            line = _with_words(line) if is_block else line
            member, wrong = _read_line(totals.get(line, line), system.fields, numbers, is_counted=is_block)
            wrong += [f"“{shorten(line)}”: the number is read as initiative."] if line in totals else []
            member = [with_said(each, said, system.fields) for each in member] if said else member
            members += [each if each.side else replace(each, side=side) for each in member]
            if len(members) > MOST_COMBATANTS:
                raise BadSave(f"This is too long for a list: at most {MOST_COMBATANTS} combatants can be read.")
            notes += [f"Line {number}: {words}" for words in wrong]
    if not members or (len(lines) == 1 and members == [AddCombatant(members[0].name)]):
        raise BadSave(NOTHING_READ)
    return Roster("A list of combatants", tuple(members), bounded(notes), title)


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


def _read_line(
    line: str, fields: tuple[Field, ...], numbers: Mapping[str, set[str]], *, is_counted: bool = False
) -> tuple[list[AddCombatant], list[str]]:
    """Return the combatant of a line, if there is one, and what is wrong with the line."""
    if len(line) > LONGEST_LINE or line.count(",") > MOST_PARTS or len(_NUMBER.findall(line)) > 2 * MOST_PARTS:
        return [], [f"at most {LONGEST_LINE} characters and {MOST_PARTS} values are read."]
    if not is_counted and (several := split_combatants(line, fields)):
        read = [_read_line(put_words_to_codes(each, fields)[0], fields, numbers) for each in several]
        told = [word for _, wrong in read for word in wrong]
        return [member for members, _ in read for member in members], [
            f"“{shorten(line.strip())}” is read as {len(several)} combatants.",
            *told,
        ]
    rest, slips = take_slips(line, fields)
    name = next((slip for slip in slips if slip.is_name), None)
    if name:
        in_note = next((way for way in name.ways if way.label.startswith("note ")), None)
        if in_note is None or is_number_of_order(in_note.label.removeprefix("note ")):
            return [], [f"{name.wrong[:-1]}, or what is it?"]
        members, wrong = _read_line(in_note.line, fields, numbers)
        return members, [f"“{in_note.label.removeprefix('note ')}” goes into the note.", *wrong]
    try:
        member = read_quick_line(rest, fields)
    except BadValue as error:
        return [], [str(error)]
    # “1 Armor” takes off damage in some games, so the table does not call it an armour class.
    is_value = meaning_of(member.name) in VALUES or member.name.casefold() in ("armor", "armour")
    if is_value or len(member.name.split()) > MOST_WORDS or not any(map(str.isalpha, member.name)):
        return [], [f"“{shorten(line.strip())}” is not the name of a combatant."]
    note = "; ".join(filter(None, (member.note, *(slip.part for slip in slips if not slip.taken))))
    try:
        member = replace(member, note=clean_text("note", note[:LONGEST_TEXT], LONGEST_TEXT))
    except BadValue as error:  # of a part that nobody has read yet
        return [], [str(error)]
    asked = [] if slips or is_counted else [ask_for_number(line, fields, numbers)]
    kept = [f"{slip.wrong} It is read as the name." for slip in asked if slip]
    return [member], [*map(_say, slips), *kept]


def _say(slip: Slip) -> str:
    """Say what has become of a part that is no value of the rules."""
    if not slip.taken:
        return f"{slip.wrong} It goes into the note."
    is_note = slip.taken == f"note {slip.part}"
    return f"“{slip.text}” goes into the note." if is_note else f"{slip.wrong.partition('.')[0]}."


def _with_words(line: str) -> str:
    """Put words to the numbers of a creature in an Obsidian block: ``- 1: Mud Witch, 31, 14, 2, 450``."""
    line = _BLOCK_LIST.sub(r"\1\2", line)
    creature = _BLOCK_LINE.fullmatch(line)
    if not creature:
        return line
    numbers = [number.strip() for number in creature[2].split(",")[1:]]
    values = [f"{word} {number}" for word, number in zip(("hp", "ac"), numbers, strict=False)]
    others = "; ".join(f"{word} {number}" for word, number in zip(("modifier", "XP"), numbers[2:], strict=False))
    return ", ".join((creature[1], *values, *([f"note {others}"] if others else [])))
