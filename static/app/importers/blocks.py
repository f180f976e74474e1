"""Readers of blocks, each of which is a creature: stat blocks, and ``key: value`` lines as in YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise

from app.importers.creatures import CARD, PLACES, Creature, fold_key, is_creature, read_creatures, value_names
from app.importers.lines import MOST_WORDS
from app.importers.portions import Portions
from app.importers.rows import bounded, merge_alike, read_name
from app.values.lists import Roster
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import (
    LONGEST_NAME,
    LONGEST_RAW,
    Value,
    find_hidden_character,
    modifier_of_score,
    read,
    without_invisible,
)
from turntrack.rules.combatants import LONGEST_CARD, MOST_COMBATANTS, read_card
from turntrack.rules.health import read_health
from turntrack.systems.protocol import TurnSystem

HEALTH_VALUE = r"\d{1,4}\s*/\s*\d{1,4}|\d{1,3}[dw]\d{1,3}(?:\s*[+\-−]\s*\d{1,3})?|\d{1,4}\b"
MOST_BEFORE_VALUES = 3
"""The most lines of a stat block before its armour class: the name, and the kind of creature."""
_RULE = re.compile(r"\s*[-_=*]{3,}\s*")
_QUOTE = re.compile(r"^\s*>+\s?")
_ARMOUR_LINE = re.compile(r"\W*(?:armou?r class|ac)\W+(\d+)", re.IGNORECASE)
_HEALTH_LINE = re.compile(rf"\W*(?:hit points|hp|tp|pv)\W+({HEALTH_VALUE})", re.IGNORECASE)
_ABILITY = re.compile(r"\bdex(?:terity)?\b[\s:=*_]*(?:(\d{1,2})\b|([+\-−]\d{1,2})\b)", re.IGNORECASE)
"""Dexterity as a score, or as a modifier with its sign."""
_ABILITIES = re.compile(
    r"str\W++dex\W++con\W++int\W++wis\W++cha(?=[^\w\n]*+\n)[\W_]*+\d++\s*+(?:\([^()]*+\))?[\s|]*+"
    r"(?:(\d{1,2})\b|([+\-−]\d{1,2})\b)",
    re.IGNORECASE,
)
_HEALTH_BESIDE_DICE = re.compile(r"ac\W(?>.*?\bhd\b)[^()]*+\(\s*+(\d{1,4})\s*+hp\s*+\)", re.IGNORECASE)
"""Hit points behind the hit dice on the line of the armour class: ``AC 6 [13], HD 1-1 (3hp)``."""
_LABEL_ALONE = re.compile(
    r"^([^\w\n]*+(?:armou?r class|ac|hit points|hp))[^\w\n]*+\n\s*+(?=\d)", re.IGNORECASE | re.MULTILINE
)
"""The label of a value that stands on the next line."""
_CHECK_LINE = re.compile(r"\W*(?:saves?|saving throws?|skills?|fort(?:itude)?)\b", re.IGNORECASE)
"""A line with bonuses to rolls, which are no attributes."""
_MARKS = re.compile(r"^[\s>#*_-]++|(?<![\s*_:])[\s*_:]++$")
"""The signs of Markdown around a name."""
_LEVEL = re.compile(r"(?<!\s)\s++creature\s++[\-−–]?\d{1,2}$", re.IGNORECASE)
"""The level behind the name of a Pathfinder creature."""
_NAME_KEY = re.compile(r"(?:name|creature|monster|character)\s*+[:=]\s*+", re.IGNORECASE)
_KIND_LINE = re.compile(r"\s*[*_]{0,2}(?:tiny|small|medium|large|huge|gargantuan)\b", re.IGNORECASE)
"""The line with size and kind, below the name of a stat block."""


def read_stat_blocks(text: str, system: TurnSystem) -> Portions[Roster | None]:
    """Read the creatures of stat blocks; None for other text."""
    lines = [_QUOTE.sub("", without_invisible(line)) for line in _LABEL_ALONE.sub(r"\1 ", text).splitlines()]
    starts = _starts_of_blocks(lines)
    is_whole = not starts or any(line.strip() for line in lines[: starts[0]])
    parts = [lines] if is_whole else [lines[start:end] for start, end in pairwise((*starts, len(lines)))]
    blocks = [[line for line in part if line.strip() and not _RULE.fullmatch(line)] for part in parts]
    members = list[AddCombatant]()
    for at, block in enumerate(blocks):
        yield at / len(blocks)
        member = _read_stat_block(block, system)
        if member is None:
            return None
        members.append(member)
    notes = [
        f"{member.name}: the card takes {LONGEST_CARD} characters, the rest is left out."
        for member, block in zip(members, blocks, strict=True)
        if len(member.card) < len(block) - 1
    ]
    title = "A stat block" if len(members) == 1 else "Stat blocks"
    return Roster(title, tuple(merge_alike(members)), bounded(notes), members[0].name if len(members) == 1 else title)


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
    health = next(filter(None, chain(map(_HEALTH_LINE.match, lines), map(_HEALTH_BESIDE_DICE.match, lines))), None)
    armour = next(filter(None, map(_ARMOUR_LINE.match, lines)), None)
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
    blocks = [*_blocks(text.splitlines())]
    titles = {fold_key(key): key for block in blocks for key in block.values}
    creatures = [_creature(block) for block in blocks]
    known = value_names(system)
    if not creatures or not all(is_creature(creature, known) for creature in creatures):
        return None
    return (yield from read_creatures(creatures, system, "From a list", titles, "A list of combatants"))


def _blocks(lines: list[str]) -> Iterator[_Block]:
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
