"""Codes of attributes behind names, as in Traveller: ``Captain Reed 7A9765``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from turntrack.core.errors import BadValue
from turntrack.core.fields import Field, Value, values_in_code

_BEHIND = re.compile(
    r"(?P<name>[^,;:(\[]*[^\s,;:(\[](?:\s*+\([xX×]?\d{1,2}\))?)(?:\s++|\s*+[,:(\[]\s*+(?:U[PC]P:?\s++)?)(?=[A-Z]*[0-9])"
    r"(?P<code>[0-9A-HJ-NP-Z?]{6}(?:-[0-9A-Z])?)[)\]]?"
    r"(?P<rest>\s*+(?:[,;].*)?|\s.*)"
)
_CODE = re.compile(r"(?<!\w)(?=[A-Z]*[0-9])[0-9A-HJ-NP-Z]{6}(?!\w)")
_LABEL = re.compile(r"(?<=[^\s,;:(\[])[\s,;:(\[]++U[PC]P\Z", re.IGNORECASE)
"""The name of a code behind that of its owner."""
LONGEST_LINE = 400


@dataclass(frozen=True, slots=True)
class NameWithCode:
    """A line that begins with a name and a code."""

    name: str
    called: str
    """The name of the code."""
    code: str
    rest: str
    values: dict[str, Value]
    note: str


def find_code(line: str, fields: tuple[Field, ...]) -> NameWithCode | None:
    """Return the name and the code at the beginning of a line; None for other lines, and without rules for codes."""
    names = sorted({field.code[0] for field in fields if field.code[0]})
    match = _BEHIND.fullmatch(line) if names and len(line) <= LONGEST_LINE else None
    if match is None:
        return None
    owner = _LABEL.sub("", match["name"]).rstrip(" –—-")
    if not any(map(str.isalpha, owner)) or owner.casefold() in names:
        return None
    for called in names:
        try:
            values = values_in_code(fields, called, match["code"])
        except BadValue:
            continue
        told = ", ".join(f"{field.label} {values[field.key]}" for field in fields if field.key in values)
        note = f"{owner.strip()}: “{match['code']}” is read as {called.upper()}: {told}."
        return NameWithCode(owner, called, match["code"], match["rest"], values, note)
    return None


def put_words_to_codes(text: str, fields: tuple[Field, ...]) -> tuple[str, list[str]]:
    """Write each code behind a name as a part of the line, and say so: ``Captain Reed, upp 7A9765``."""
    if not any(field.code[0] for field in fields):
        return text, []
    lines, notes = list[str](), list[str]()
    for line in text.splitlines():
        # Those of several in a line are read once each has its own.
        coded = find_code(line, fields) if len(_CODE.findall(line[:LONGEST_LINE])) < 2 else None
        rest = coded.rest.lstrip(" ,;–—-") if coded else ""
        lines.append(", ".join(filter(None, (coded.name, f"{coded.called} {coded.code}", rest))) if coded else line)
        notes += [coded.note] if coded else []
    return "\n".join(lines), notes
