"""Markdown notes as Obsidian keeps them: front matter, encounter blocks, and links that hold a comma.

Lines that hold no combatant are emptied, so that complaints name the lines of the pasted text.
"""

from __future__ import annotations

import re
from dataclasses import replace

from app.importers.rows import shorten
from app.values.lists import Roster

COMMA = "\ue000"
"""Stands for the comma within a link, which ends no name."""
_LINK = re.compile(r"\[\[([^\[\]\n]{1,200})\]\]")
_BLOCK = re.compile(r"(?:```|~~~)[^\S\n]*+(statblock|encounter)\w*+")
_FENCES = ("```", "~~~")
_NAME = re.compile(r"[\s\"']*name[\"']?\s*:", re.IGNORECASE)


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
