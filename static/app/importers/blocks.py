"""Reader of blocks of ``key: value`` lines as in YAML, each of which is a creature with a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from app.importers.block_labels import labels_of, split_keys
from app.importers.creatures import CARD, PLACES, Creature, fold_key, is_creature, read_creatures, value_names
from app.importers.portions import Portions
from app.values.lists import Roster
from turntrack.core.fields import (
    LONGEST_RAW,
    find_hidden_character,
)
from turntrack.rules.combatants import LONGEST_CARD, MOST_COMBATANTS
from turntrack.systems.protocol import TurnSystem


def fit_on_card(lines: Sequence[str]) -> list[str]:
    """Return the lines that fit on a card, from the first on, without those with characters that cannot be used."""
    ends = accumulate(len(line) + 1 for line in lines)
    return [
        line
        for line, end in zip(lines, ends, strict=True)
        if end <= LONGEST_CARD and len(line) <= LONGEST_RAW and not find_hidden_character(" ".join(line.split()))
    ]


_LINE = re.compile(r"([ \t]*(?:[-*•][ \t]+)?)[*_]*([^\W\d_][\w ./'’-]{0,40}?)[*_]*+\s*+[:=][*_]*+(?:\s+(.*)|())")
_NO_CONTENT = re.compile(r"(?:(?:```|~~~)\s*+\w*|-{3,}|={3,}|#.*)?")
NESTED = ("hp", "hitpoints", "health", "ac", "armorclass")
"""The keys whose values may stand on lines further in."""
_NUMBER = re.compile(r"\d+")
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
"""What the six numbers of ``stats: [8, 14, …]`` are."""
_SIX_NUMBERS = re.compile(r"\[\s*(\d{1,2}(?:\s*,\s*\d{1,2}){5})\s*\]")


@dataclass(slots=True)
class _Block:
    """A creature: its values by their keys, and its other lines."""

    values: dict[str, object] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)


def read_value_blocks(text: str, system: TurnSystem) -> Portions[Roster | None]:
    """Read the creatures of blocks, each of which has a name; None for other text. Raises BadSave.

    Lines that are further in than the name are parts of it, and go on the card.
    """
    blocks = [*_blocks(_split_lines(text))]
    labels = labels_of(system.fields)
    if any(len(labels.read(line)) > 1 and not _LINE.fullmatch(line) for block in blocks for line in block.lines):
        return None  # values without a sign: a stat block, of which some lines have keys
    titles = {fold_key(key): key for block in blocks for key in block.values}
    creatures = [_creature(block) for block in blocks]
    known = value_names(system)
    if not creatures or not all(is_creature(creature, known) for creature in creatures):
        return None
    return (yield from read_creatures(creatures, system, "From a list", titles, "A list of combatants"))


def _split_lines(text: str) -> Iterator[str]:
    """Yield the lines, of which those with several keys are several: ``Name: Zero    Role: Fixer``."""
    for line in text.splitlines():
        begun = _LINE.fullmatch(line[:LONGEST_RAW])
        is_split = begun and not begun[1]
        is_name = begun is not None and fold_key(begun[2]) in PLACES["name"]
        yield from split_keys(line, is_name=is_name) if is_split else [line]


def _blocks(lines: Iterable[str]) -> Iterator[_Block]:
    """Yield the blocks; none if the text does not begin with a block. Other lines belong to the block before them."""
    matches = [(line, _LINE.fullmatch(line)) for line in lines if not _NO_CONTENT.fullmatch(line.strip())]
    names = [match for _, match in matches if match and match[3] and fold_key(match[2]) in PLACES["name"]]
    if not names or len(names) > MOST_COMBATANTS:
        return
    margin = min(_indent(match) for match in names)
    block, parent = _Block(), ""
    for line, match in matches:
        indent = _indent(match) if match else len(line) - len(line.lstrip())
        if match and indent > margin and match[3] and parent in NESTED:
            inner = block.values.setdefault(parent, {})
            if isinstance(inner, dict):
                inner[fold_key(match[2])] = match[3].strip()
            continue
        if match and indent <= margin:
            parent = fold_key(match[2])
        if match and indent == margin and match[3]:
            key, value = fold_key(match[2]), match[3].strip().strip("\"'")
            if key in block.values:
                yield block
                block = _Block()
            block.values[key] = value
        elif block.values:
            block.lines.append(line.strip())
        elif match is None or match[3]:
            return
    yield block


def _indent(match: re.Match[str]) -> int:
    return len(match[1].expandtabs())


def _creature(block: _Block) -> Creature:
    values: dict[str, object] = dict(block.values)
    if six := _SIX_NUMBERS.fullmatch(str(block.values.get("stats", ""))):
        del values["stats"]
        values |= dict(zip(ABILITIES, _NUMBER.findall(six[1]), strict=True))
    return values | {CARD: "\n".join(fit_on_card(block.lines))}
