"""Lines below stat blocks in the same text: other combatants, which are no part of them, and remarks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.importers.block_labels import HEALTH, LONGEST_TYPED, PRINTED_ORDER, LabelledLine, Labels
from turntrack.core.vocabulary import WORDS, Meaning, forms_of
from turntrack.lines.headings import read_headings

_WORDS = forms_of(Meaning.HEALTH, Meaning.ARMOUR, Meaning.ORDER)
_ENTRY = re.compile(rf"[^,;:.]{{1,40}}, ?(?:{_WORDS})\s?[+\-−]?\d", re.IGNORECASE)
"""A line of a list: a name, and health, armour class or number of the order."""
COUNTED = re.compile(
    rf"\s*+(?:[-*•]\s++)?\d{{1,3}}\s*+(?:[x×]\s*+)?[^\W\d][^:]*?[\s,;(](?:{_WORDS})\s?[+\-−]?\d", re.IGNORECASE
)
"""A line of several that are counted, with values: ``4 x grave hound; AC 18``."""
NUMBERED = re.compile(r"\s*+[^\W\d][^\d,;:]{0,30}[\s:]\d{1,2}\s*+")
"""A name with the number of the order: ``Aria 17``."""
_TYPED = re.compile(
    r"\s*+(?:[-*•]\s++)?(?:[a-zß-ÿ+&]|[x×]\s?\d|\d{1,2}(?:st|nd|rd|th)\b|\d{1,2}\s?[x×]?\s(?:[a-zß-ÿ]|Stück\b))"
)
"""The beginning of a line that is not printed so, but typed in a hurry."""
_LEAD = re.compile(
    r"^\s*+(?:(?:and|also|plus|with|on|riding|und|mit|auf|dazu|sowie|außerdem)\s++|[+&]\s*+)++"
    r"(?:(?:an?|eine?[mnr]?)\s++)?"
)
"""Words before another combatant: ``and a cave hound``."""
_OF_THE_BLOCK = re.compile(
    r"\s*+(?:[x×]\s?\d|\d{1,2}(?:st|nd|rd|th)\b|(?:\d{1,2}|two|three|four|five|six|zwei|drei|vier)\s(?:of|here|stück|davon)\b"
    r"|(?:the\s|der\s|die\s)?(?:first|second|third|fourth|fifth|sixth|last|other|others|erste|zweite|dritte|vierte|letzte)\b"
    r"|(?:one|both|all|each|every|he|she|it|they|er|sie|beide|alle|einer|eine|jeder)\b)",
    re.IGNORECASE,
)
"""The beginning of a remark on those of the block: ``x3``, ``third one wounded``."""
LONGEST_BEFORE_TYPED = 60
"""The longest line above one typed below it without an empty line; what follows a longer one is its end."""
MOST_TYPED, MOST_TYPED_AT_ONCE = 4, 2
"""The most typed lines below a block: those behind an empty line, and others."""


@dataclass(slots=True)
class BlockLine:
    number: int
    """The index of the line in the text."""
    text: str
    values: tuple[LabelledLine, ...] = ()
    level: int = 0
    """The level of a Markdown heading; 0 for none."""
    is_blank: bool = False
    begins_otherwise: bool = False
    """Whether other words stand before the values: alone below a name, it may be somebody else."""
    is_coded: bool = False
    """Whether it is a name with a code of attributes."""


def take_lines_below(part: list[BlockLine], labels: Labels, *, is_list: bool) -> list[BlockLine]:
    """Take off the lines below a block that are other combatants; return them.

    Names with numbers are combatants if such a list stands above the blocks.
    """
    numbered = _take_numbered(part) if is_list else []
    return [*numbered, *_take_entries(part), *_take_others(part, labels)]


def _take_entries(part: list[BlockLine]) -> list[BlockLine]:
    """Take off the lines at the end of a block that are a list again: ``Aria, hp 21``; return them.

    A list begins at ``4 x grave hound; AC 18``, and at ``Wolf; hp 11; ac 13`` below another health.
    """
    stated, others = set[str](), list[BlockLine]()
    for at, line in enumerate(part):
        kinds = {kind_of(value.label) for value in line.values}
        if stated and (COUNTED.match(line.text) or (line.begins_otherwise and kinds & stated & {"health", "armour"})):
            others = part[at:]
            del part[at:]
            break
        stated |= kinds
    end = len(part)
    while end and (part[end - 1].is_blank or _is_entry(part[end - 1].text) or names_side(part[end - 1].text)):
        end -= 1
    while end < len(part) and not part[end].is_blank:
        end += 1
    taken = part[end:]
    del part[end:]
    return [_without_lead(line) for line in (*taken, *others)]


def _without_lead(line: BlockLine) -> BlockLine:
    return replace(line, text=_LEAD.sub("", line.text, count=1))


def _take_numbered(part: list[BlockLine]) -> list[BlockLine]:
    """Take off the names with numbers below a block, as they stand above all blocks: ``Aria 17``; return them."""
    end = len(part)
    while end > 1 and (part[end - 1].is_blank or (not part[end - 1].values and NUMBERED.fullmatch(part[end - 1].text))):
        end -= 1
    taken = part[end:] if end < len(part) and part[end].is_blank else []
    del part[len(part) - len(taken) :]
    return taken


def _is_entry(line: str) -> bool:
    return _ENTRY.match(line) is not None and not _OF_THE_BLOCK.match(line)


def typed_below(part: Sequence[BlockLine]) -> list[BlockLine]:
    """Return the lines at the end of a block that a game master has typed below it."""
    begin = len(part)
    while begin > 1 and (part[begin - 1].is_blank or _is_typed(part[begin - 1])):
        begin -= 1
    above, typed = part[begin - 1], [line for line in part[begin:] if not line.is_blank]
    is_apart = begin < len(part) and part[begin].is_blank
    most = MOST_TYPED if is_apart else MOST_TYPED_AT_ONCE
    is_joined = not is_apart and (part[0].text.lstrip()[:1].islower() or len(above.text) > LONGEST_BEFORE_TYPED)
    return [] if is_joined or len(typed) > most else typed


def _is_typed(line: BlockLine) -> bool:
    return not line.values and len(line.text) <= LONGEST_TYPED and _TYPED.match(line.text) is not None


def _take_others(part: list[BlockLine], labels: Labels) -> list[BlockLine]:
    """Take off the lines below a block that are other combatants: ``and a cave hound, hp 9``; return them."""
    typed = typed_below(part)
    others = [
        line
        for line in typed
        if not _OF_THE_BLOCK.match(line.text) and (line.is_coded or labels.holds_values(line.text))
    ]
    others += [line for line in part[1:] if line.is_coded and line not in others]
    part[:] = [line for line in part if line not in others]
    return [*map(_without_lead, others)]


def names_side(line: str) -> bool:
    """Return whether a line is a heading that names the side of those below it."""
    heading = read_headings([line, "a name below"])[0]
    return heading is not None and heading.side != ""


def kind_of(label: str) -> str:
    if label in HEALTH:
        return "health"
    if label in WORDS[Meaning.ARMOUR]:
        return "armour"
    return "initiative" if label in PRINTED_ORDER else label
