"""Markdown notes as Obsidian keeps them: front matter, encounter blocks, and links that hold a comma.

Lines that hold no combatant are emptied, so that complaints name the lines of the pasted text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from app.importers.rows import shorten
from app.values.lists import Roster

COMMA = "\ue000"
"""Stands for the comma within a link, which ends no name."""
_LINK = re.compile(r"\[\[([^\[\]\n]{1,200})\]\]")
_BLOCK = re.compile(r"(?:```|~~~)[^\S\n]*+(statblock|encounter)\w*+")
_FENCES = ("```", "~~~")
_NAME = re.compile(r"[\s\"']*name[\"']?\s*:", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?:```|~~~)\s*(\w*).*")
_TITLE = re.compile(r"\s*+name\s*+:\s*+(.*\S)\s*+", re.IGNORECASE)
_SETTING = re.compile(r"\s*[a-z]\w*\s*:.*", re.IGNORECASE)
"""A setting of an encounter block: its creatures have a dash before them."""
_CREATURE = re.compile(r"\s*+[-*]\s*+(?:(\d{1,3}|\d{0,2}d\d{1,2})\s*+:\s*+)?(\S.*)")
"""A creature of an encounter block, perhaps behind a count: ``- 3: Mud Witch``."""
_NUMBERS = re.compile(r"(\S.*?)((?:,\s*+\d++){1,4})\s*+")
"""A creature with health, armour class, modifier and experience."""
_LIST = re.compile(r"(?<!\[)\[([^\[\]]++)\]\s*+")
"""Such a creature as a list of YAML: ``[Hobgoblin, 11, 18]``."""


def read_note(text: str) -> tuple[str, list[str]]:
    """Return the text of a note without what holds no combatants, and what to say about that."""
    lines = text.splitlines()
    told = [*_empty_front_matter(lines), *_empty_around_blocks(lines)]
    with_links = _LINK.sub(lambda link: link[0].replace(",", COMMA), "\n".join(lines)) if "[[" in text else None
    return with_links or ("\n".join(lines) if told else text), told


def with_commas(roster: Roster) -> Roster:
    """Return a list with the commas that stood in links."""
    members = tuple(replace(member, name=member.name.replace(COMMA, ",")) for member in roster.members)
    notes = tuple(note.replace(COMMA, ",") for note in roster.notes)
    return replace(roster, members=members, notes=notes, name=roster.name.replace(COMMA, ","))


def _empty_front_matter(lines: list[str]) -> list[str]:
    """Empty the settings between two lines ``---`` at the beginning, unless a creature with a name is in them."""
    if not lines or lines[0].strip() != "---" or "---" not in map(str.strip, lines[1:]):
        return []
    end = next(at for at, line in enumerate(lines[1:], 1) if line.strip() == "---")
    settings = [line.strip() for line in lines[1:end] if line.strip()]
    has_rest = any(line.strip() for line in lines[end + 1 :])
    if not settings or not has_rest or not all(":" in line or line[0] in "-[" for line in settings):
        return []
    if any(map(_NAME.match, settings)):
        return []
    lines[: end + 1] = [""] * (end + 1)
    return [f"The front matter is left out: “{shorten('; '.join(settings))}”."]


def _empty_around_blocks(lines: list[str]) -> list[str]:
    """Empty the lines of a note outside its stat blocks or else its encounter blocks; a text without one stays."""
    if not any(line.lstrip().startswith(_FENCES) for line in lines):
        return []
    kinds = [begun[1] if (begun := _BLOCK.fullmatch(line.strip())) else "" for line in lines]
    kind = max(kinds, default="")
    if not kind:
        return []
    is_open, outside = False, list[int]()
    for at, line in enumerate(lines):
        if not (is_open or kinds[at] == kind) and line.strip():
            outside.append(at)
        is_open = kinds[at] == kind or (is_open and line.strip() not in _FENCES)
    first = shorten(lines[outside[0]].strip()) if outside else ""
    for at in outside:
        lines[at] = ""
    read = "stat block" if kind == "statblock" else "encounter block"
    return [f"Only what is marked as {read} is read, not the note around it: “{first}”."] if outside else []


def read_encounter_blocks(lines: Sequence[str]) -> tuple[list[str], str, list[str]]:
    """Return the lines with words for the values in encounter blocks, the title of a block, and what to say of others.

    Lines that mark a block, and its settings, are emptied.
    """
    read, title, told, is_block = list[str](), "", list[str](), False
    if not any(line.lstrip().startswith(_FENCES) for line in lines):
        return [*lines], "", []
    for number, line in enumerate(lines, 1):
        kept = ""
        if fence := _FENCE.fullmatch(line):
            is_block = fence[1].startswith("encounter")
        elif not is_block:
            kept = line
        elif named := _TITLE.fullmatch(line):
            title = shorten(named[1])
        elif not _SETTING.fullmatch(line):
            kept = _with_words(line)
        elif line.strip()[-1] != ":":
            told.append(f"Line {number} is read as a setting: “{shorten(line.strip())}”.")
        read.append(kept)
    return read, title, told


def _with_words(line: str) -> str:
    """Return a creature of an encounter block as a line has it: ``- 2: Mud Witch, 31, 14, 2, 450``."""
    creature = _CREATURE.fullmatch(line)
    if not creature:
        return line
    count, written = f" x{creature[1]}" if creature[1] not in (None, "1") else "", _LIST.sub(r"\1", creature[2])
    row = _NUMBERS.fullmatch(written)
    if not row:
        name, comma, values = written.partition(",")
        return f"{name}{count}{comma}{values}"
    numbers = [number.strip() for number in row[2].split(",")[1:]]
    worded = [f"{word} {number}" for word, number in zip(("hp", "ac"), numbers, strict=False)]
    others = "; ".join(f"{word} {number}" for word, number in zip(("modifier", "XP"), numbers[2:], strict=False))
    return ", ".join((f"{row[1]}{count}", *worded, *([f"note {others}"] if others else [])))
