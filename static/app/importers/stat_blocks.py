"""The structure of stat blocks in text: each is a name, lines with labelled values, and lines of other text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from app.importers.below_blocks import COUNTED, NUMBERED, BlockLine, kind_of, names_side, take_lines_below, typed_below
from app.importers.block_labels import (
    ATTRIBUTES,
    LabelledLine,
    Labels,
    split_keys,
)
from app.importers.portions import Portions
from turntrack.core.fields import find_hidden_character, without_invisible
from turntrack.core.vocabulary import Meaning, forms_of, meaning_of
from turntrack.lines.headings import Heading, read_heading, read_headings

MOST_WORDS = 7
"""The most words of a name; a longer one is text."""
MOST_BEFORE_VALUES = 3
"""The most lines of a stat block before its first value: the name, and the kind of creature."""
FEWEST_WORDS = 4
"""The fewest words of a remark above a name, if it does not end in a colon."""
MOST_TWICE = 2
"""The most values in a line that a block has already, as a score and a modifier."""
MOST_IN_COLUMN = 20
LONGEST_LINE = 4000
"""The longest line in which values are sought, in characters."""
SECTIONS = frozenset(
    {
        "actions", "bonus actions", "reactions", "legendary actions", "mythic actions", "lair actions", "traits",
        "abilities", "ability scores", "attributes", "statistics", "stats", "skills", "offense", "defense", "tactics",
        "ecology", "special abilities", "features", "equipment", "gear", "combat", "attacks", "spells", "description",
        "weapons", "mod", "save", "mod save",
    }
)  # fmt: skip
"""Headings within a stat block."""
SIDES = (Meaning.HEROES, Meaning.FOES, Meaning.ALLIES, Meaning.SIDE, Meaning.WINGS)
"""Headings above the creatures of a side."""
_RULE = re.compile(r"[-_=*:|+\s]{3,}+")
_FENCE = re.compile(r"\s*(?:```|~~~)\s*+\w*\s*")
_QUOTE = re.compile(r"^\s*>+\s?")
_BREAK = re.compile(r"<br\s?/?>", re.IGNORECASE)
_HEADING = re.compile(r"\s*(#{1,6})\s")
_BEGINS_WITH_VALUE = re.compile(r"\W*\d")
_KIND = re.compile(r"\W*(?:tiny|small|medium|large|huge|gargantuan)\b", re.IGNORECASE)
_MARKS = re.compile(r"^[\s>#*_=-]++|(?<![\s*_:•|–—=])[\s*_:•|–—=]++$")
"""The signs of Markdown around a name."""
_STARS = re.compile(
    r"^\s*+(?:(?:[Ww]ild\s?[Cc]ard|WILD\s?CARD)\s*+[:–—-]\s*+|WC:?\s++)|^\s*+[☆★✦-✰⭐🌟❖]\ufe0f?\s*+|(?<!\s)\s*+[☆★✦-✰⭐🌟❖]\ufe0f?\s*+$"
)
"""A mark beside a name."""
_IN_BRACKETS = re.compile(r"\A\[([^\[\]]*)\]\Z")
_SOURCE = re.compile(r"(?<!\s)\s*+\[(?!\d{1,2}\]|[Uu][PCpc][Pp]\b)[^\[\]]*\]\Z")
"""What stands in brackets behind a name and its level: where it is from."""
_COUNT_IN_SQUARE = re.compile(r"\[(\d{1,2})\]\Z")
_LEVEL = re.compile(
    r"(?:\A|(?<!\s)\s++)[(\[]?(?:(?:creature|hazard|trap)\s++[\-−–]?\d{1,2}|cr\s++[\d/½¼⅓⅛]{1,4}|level\s++\d{1,2}(?:\s++[^\W\d]++){0,2}|ev\s++\d{1,3})[)\]]?$",
    re.IGNORECASE,
)
"""The level behind the name of a creature, or on a line of its own."""
_OF_LEVEL = re.compile(r"[^\W\d].*\s[(\[]?(?:creature|hazard|trap|cr)\s++[\-−–]?[\d/½]{1,4}[)\]]?\s*+", re.IGNORECASE)
"""A name with its level, of which nothing else need stand in the line."""
_WITH_CODE = re.compile(
    r"[^\W\d][^,;:(\[]{0,60}(?:\([xX×]?\d{1,2}\))?[\s,;:(\[]{1,3}(?:[Uu][PCpc][Pp]:?\s)?(?=[A-Z]{0,5}\d)[0-9A-HJ-NP-Z]{6}\b"
)
"""A name with a code of attributes."""
_HEAD = re.compile(r"(?:animal|creature|beast|robot|tier)\s[^\d]*\b(?:hits|hp)\b", re.IGNORECASE)
"""The head of columns with values."""
_NAME_KEY = re.compile(r"(?:name|handle|creature|monster|character|npc)\s*+[:=]\s*+|^(?-i:NAME)\s++", re.IGNORECASE)
_WORDS = forms_of(Meaning.HEALTH, Meaning.ARMOUR, Meaning.ORDER)
_COUNT = re.compile(r"\s*+(?:[x×]\s?\d{1,2}|\d{1,2}\s?[x×])\s*+")
_VALUE_INSIDE = re.compile(rf"\b(?:{_WORDS})\s?[+\-−]?\d|\d\s?(?:hp|ac)\b|\w\s\d{{1,2}}\Z", re.IGNORECASE)
_DICE = re.compile(r"\d[dDwW]|\d/\d")
_LETTERED = re.compile(r"\s*+([^\W\d_]+)\s++([+\-−]?\d{1,3})\s*+")
_PAIRS = re.compile(r"(?:[^\W\d_]{1,12}\s[+\-−]?\d{1,3}\s*+){4,30}")
_PAIR = re.compile(r"([^\W\d_]{1,12})\s([+\-−]?\d{1,3})")
_MAY_BE_BLOCK = re.compile(r";|[,\d]\s?[^\W\d]\s\d")
"""A sign between labelled values, or an attribute by its letter."""
_ONE_LINE = re.compile(r"([^:;,]{1,80}):\s*+(.+)")


@dataclass(slots=True)
class StatBlock:
    """A creature in text."""

    name: str
    values: list[LabelledLine] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """All lines but the name, as written."""
    number: int = 0
    """The index of the line with its name."""
    many: int = 1
    """The number of its lines, without empty ones at the end."""
    remarks: tuple[str, ...] = ()
    """What the game master has typed above or below it."""
    is_marked: bool = False
    """Whether a star stands beside its name, as beside those of wild cards."""


@dataclass(slots=True)
class Blocks:
    """The stat blocks of a text, and the lines outside them."""

    blocks: list[StatBlock]
    others: list[str]


def find_stat_blocks(text: str, labels: Labels) -> Portions[Blocks]:
    """Split a text into its stat blocks; none if a block in it has fewer than two values."""
    one_line, rest = list[StatBlock](), list[str]()
    is_within = False
    for at, written in enumerate(texts := text.splitlines()):
        if not written or written.isspace():
            rest.append("")
            is_within = False
            continue
        yield at / len(texts) / 2
        line = _BREAK.sub(" ", _QUOTE.sub("", without_invisible(written)))
        block = None if is_within else _read_in_one_line(line, labels)
        if block:
            block.number = len(rest)
            one_line.append(block)
        rest.append("" if block else line)  # so that the others keep their numbers
        # Below a line of values, a line belongs to the same creature.
        is_within = not block and (is_within or bool(labels.read(line[:LONGEST_LINE])))
    lines = list[BlockLine]()
    for at, read in enumerate(_lines(rest, labels)):
        lines.append(read)
        yield (1 + at / len(rest)) / 2
    starts = _starts(lines)
    parts = [lines[start:end] for start, end in pairwise((*starts, len(lines)))]
    before = lines[: starts[0] if starts else len(lines)]
    is_list = any(NUMBERED.fullmatch(line.text) for line in before)
    outside = [*before]
    for part in parts:
        outside += take_lines_below(part, labels, is_list=is_list)
    outside += [line for part in parts if _are_two(part, labels) for line in part]
    ends = [_end_of(rest, lines, start + len(part)) for start, part in zip(starts, parts, strict=True)]
    blocks = [
        *one_line,
        *(_block(part, labels, end) for part, end in zip(parts, ends, strict=True) if not _are_two(part, labels)),
    ]
    if not all(_is_creature(block, labels) for block in blocks):
        return Blocks([], rest)
    others = [""] * len(rest)
    for loose in outside:
        others[loose.number] = loose.text
    if all(loose.is_blank for loose in outside):
        return Blocks(blocks, [])
    if not blocks:
        return Blocks([], rest)
    names = {block.number: block.name for block in blocks}
    alone = read_headings(others)
    yield 1.0
    for at, heading in enumerate(read_headings([names.get(at, line) for at, line in enumerate(others)])):
        # Without the blocks, a word for a side alone is a heading by its colon. What is still guessed needs none.
        is_guessed_alone = heading is not None and heading.is_guessed and alone[at] is not None
        others[at] += ":" if heading and not read_heading(others[at]) and not is_guessed_alone else ""
    return Blocks(blocks, others)


def _are_two(part: Sequence[BlockLine], labels: Labels) -> bool:
    """Return whether two lines are a list: the first has a value itself, and the other begins as a name may.

    ``Nim 15, ac 16`` above ``Might 12, hp 9``: both can be read alone.
    """
    written = [line for line in part if not line.is_blank]
    has_value = _VALUE_INSIDE.search(_LEVEL.sub("", written[0].text)) is not None
    return has_value and len(written) == 2 and not any(labels.is_strong(value.label) for value in written[1].values[:1])


def headings_above(divided: Blocks) -> list[Heading]:
    """Return for each block what the headings above it say."""
    said = [(at, heading) for at, line in enumerate(divided.others) if (heading := read_heading(line)) and heading.side]
    return [
        next((heading for at, heading in reversed(said) if at < block.number), Heading()) for block in divided.blocks
    ]


def _is_creature(block: StatBlock, labels: Labels) -> bool:
    """Return whether the values of a block are those of a creature: several, or one right below the name."""
    stated = {value.label for value in block.values}
    is_told = (labels.codes and _WITH_CODE.match(block.name) is not None) or any(
        labels.is_strong(label) for label in stated
    )
    return len(stated) > (1 if is_told else 2) or (is_told and bool(block.lines and labels.read(block.lines[0])))


def may_be_block(line: str) -> bool:
    """Return whether a line may be a stat block, by its signs alone."""
    return _MAY_BE_BLOCK.search(line) is not None


def _read_in_one_line(line: str, labels: Labels) -> StatBlock | None:
    """Read a stat block in one line: ``Reed Imp: CR 1; hp 7; Init +4``; None for any other line."""
    if not may_be_block(line) or len(line) > LONGEST_LINE or labels.read(line):
        return None
    begun = _ONE_LINE.fullmatch(line.strip())
    name = clean_name(begun[1]) if begun else ""
    if begun is None or not _is_name(name) or _DICE.search(name):
        return None
    pieces = begun[2].split(";")
    if pieces[0].strip().isdecimal():  # the number of the order: ``Nub: 18; HP 12/38``
        return None
    if len(pieces) == 1:
        pieces = begun[2].split(",")
        if len(pieces) == 1 and _PAIRS.fullmatch(begun[2]):
            pieces = [" ".join(pair) for pair in _PAIR.findall(begun[2])]
        told = [_LETTERED.fullmatch(piece) for piece in pieces]
        row = labels.row(" ".join(each[1] for each in told if each), " ".join(each[2] for each in told if each))
        return StatBlock(name, [*row], [begun[2]]) if all(told) and row else None
    values = [value for piece in pieces for value in labels.read(piece)]
    if sum(bool(labels.read(piece)) for piece in pieces) < 2:
        return None
    return StatBlock(name, values, [piece.strip() for piece in pieces if piece.strip()])


def _lines(raw: Sequence[str], labels: Labels) -> Iterator[BlockLine]:
    """Yield the lines with their values; a label and its value on two lines are one."""
    at, before, is_blank = 0, "", True
    while at < len(raw):
        text, number = raw[at], at
        at += 1
        if len(text) > LONGEST_LINE or _is_empty(text):
            is_blank = len(text) <= LONGEST_LINE
            yield BlockLine(number, text, is_blank=is_blank)
            continue
        below = at
        while below < len(raw) and below < at + 2 and _is_empty(raw[below]):
            below += 1
        following = raw[below] if below < len(raw) and len(raw[below]) <= LONGEST_LINE else ""
        if column := _column(raw, number, labels):
            yield from (
                BlockLine(number + at_row, raw[number + at_row], (value,)) for at_row, value in enumerate(column)
            )
            at = number + 2 * len(column)
            continue
        if labels.is_label(text) and _BEGINS_WITH_VALUE.match(following):
            text, at = f"{text.rstrip()} {following.lstrip()}", below + 1
        elif row := labels.row(text, following) or labels.row_above(text, following):
            yield BlockLine(number, text, row)
            yield BlockLine(below, following, row[:1])
            at = below + 1
            continue
        elif named := labels.columns(text, following, raw[below + 1] if below + 1 < len(raw) else ""):
            name, values = named
            # Below a name, the one in the columns is the same again.
            is_named = bool(name and (is_blank or not _may_be_name(before)))
            yield BlockLine(number, name if is_named else text, () if is_named else values)
            yield BlockLine(below, "; ".join(f"{each.label} {each.value}" for each in values), values)
            at, is_blank = below + 1, False
            continue
        before, is_blank = text, False
        begun = labels.read(text)
        values = begun or _values_of_pieces(text, labels)
        is_other = bool(values and not begun)
        heading = _HEADING.match(text)
        is_coded = not values and bool(labels.codes) and _WITH_CODE.match(text) is not None
        label = "" if values else labels.label_before_words(text)
        # A line of labels alone is no name: it begins a table.
        if not values and (label or labels.is_labels(text)):
            values = (LabelledLine(label, ""),)
        level = len(heading[1]) if heading else 0
        yield BlockLine(number, text, values, level, begins_otherwise=is_other, is_coded=is_coded)


def _values_of_pieces(line: str, labels: Labels) -> tuple[LabelledLine, ...]:
    """Return the values of the pieces of a line that begins with something else; empty for fewer than two."""
    pieces = line.split(";") if ";" in line and not COUNTED.match(line) else []
    values = [value for piece in pieces for value in labels.read(piece)]
    return tuple(values) if len(values) > 1 else ()


def _column(raw: Sequence[str], at: int, labels: Labels) -> tuple[LabelledLine, ...]:
    """Return the values of lines that are labels, with as many lines of values behind them; empty for other lines."""
    many = next((many for many, line in enumerate(raw[at : at + MOST_IN_COLUMN]) if not labels.is_label(line)), 0)
    values = raw[at + many : at + 2 * many]
    if many < 2 or len(values) < many or not all(map(_BEGINS_WITH_VALUE.match, values)):
        return ()
    return labels.row(" ".join(raw[at : at + many]), " ".join(values))


def _is_empty(line: str) -> bool:
    """Return whether a line is empty, or only parts others."""
    return not line.strip() or bool(_RULE.fullmatch(line) or _FENCE.fullmatch(line))


def _starts(lines: Sequence[BlockLine]) -> list[int]:
    """Return where stat blocks begin: at the name before the first value, and before one that repeats."""
    starts = list[int]()
    seen, first, since, level = set[str](), "", 0, 0
    for at, line in enumerate(lines):
        labels = {kind_of(value.label) for value in line.values if value.label and not value.within}
        if not labels:
            continue
        lead = kind_of(line.values[0].label)
        # Attributes may stand behind that word in one block, and alone in the next.
        stated = labels | {value.label for value in line.values if value.within in ATTRIBUTES}
        is_other = any(each.is_coded for each in lines[since:at])
        repeats = (
            is_other or lead == first or bool(labels & seen & {"health", "armour"}) or len(stated & seen) > MOST_TWICE
        )
        if line.begins_otherwise and (not starts or repeats):
            continue
        if not starts or repeats:
            start = _name_before(lines, since, at, level)
            if start is not None:
                starts.append(start)
                seen, first, level = set(), lead, lines[start].level
        seen |= stated
        since = at + 1
    return starts


def _name_before(lines: Sequence[BlockLine], since: int, at: int, level: int) -> int | None:
    """Return the line with the name of the block whose first value is in the line ``at``; None if there is none."""
    between = range(at - 1, since - 1, -1)
    headings = (place for place in between if lines[place].level and (not level or lines[place].level <= level))
    keyed = (place for place in between if _NAME_KEY.match(_MARKS.sub("", lines[place].text)))
    levelled = (
        place for place in between if lines[place].is_coded or _OF_LEVEL.fullmatch(_MARKS.sub("", lines[place].text))
    )
    heading = next((place for place in (*keyed, *headings, *levelled) if _is_name(clean_name(lines[place].text))), None)
    if heading is not None:
        return heading
    paragraph = list[int]()
    for place in between:
        if lines[place].values or lines[place].level or (lines[place].is_blank and paragraph):
            break
        if not lines[place].is_blank:
            paragraph.insert(0, place)
        if sum(_may_be_name(lines[each].text) for each in paragraph) > MOST_BEFORE_VALUES:
            break
    begins = bool(paragraph) and (
        paragraph[0] == 0 or lines[paragraph[0] - 1].is_blank or lines[paragraph[0] - 1].level > 0
    )
    entries = [place for place in paragraph[:-1] if _VALUE_INSIDE.search(_LEVEL.sub("", lines[place].text))]
    if entries:
        paragraph, begins = paragraph[paragraph.index(entries[-1]) + 1 :], True
    while len(paragraph) > 1 and names_side(lines[paragraph[0]].text):
        paragraph, begins = paragraph[1:], True
    names = [place for place in paragraph if _may_be_name(lines[place].text)]
    texts = [lines[place].text.strip() for place in paragraph]
    # ``Cave Leech, Giant``: a name may have a comma if only sentences stand between it and the values.
    if not names and begins and texts and "," in texts[0] and all(each.endswith(".") for each in texts[1:]):
        return paragraph[0] if _is_name(clean_name(texts[0])) else None
    if 0 < len(names) <= MOST_BEFORE_VALUES and begins:
        return paragraph[0] if _is_name(clean_name(lines[paragraph[0]].text)) else None
    others = [place for place in paragraph if not _KIND.match(lines[place].text)]
    return others[-1] if others and _is_name(clean_name(lines[others[-1]].text)) else None


def clean_name(line: str) -> str:
    """Return the name in the first line of a block without marks, key and level.

    >>> clean_name("## **Reed Imp**  Creature 1"), clean_name("Name: Ogre:")
    ('Reed Imp', 'Ogre')
    >>> clean_name("Handle: Zero    Role: Fixer"), clean_name("★ Amos Pike")
    ('Zero', 'Amos Pike')
    """
    plain = _IN_BRACKETS.sub(r"\1", _MARKS.sub("", _MARKS.sub("", _STARS.sub("", line.replace("`", "")))))
    plain = split_keys(plain, is_name=True)[0] if _NAME_KEY.match(plain) else plain
    name = _LEVEL.sub("", _SOURCE.sub("", _NAME_KEY.sub("", plain)))
    name = _MARKS.sub("", name).replace("**", "").rstrip(" –—-").strip()
    name = _COUNT_IN_SQUARE.sub(r"(\1)", name)
    return name if len(name.split()) <= MOST_WORDS else name.partition(",")[0]


def _may_be_name(line: str) -> bool:
    """Return whether a line in a stat block may be a name, and is no sentence and no list."""
    return ":" not in line and "," not in line and _is_name(clean_name(line))


def _is_name(text: str) -> bool:
    return (
        any(map(str.isalpha, text))
        and len(text.split()) <= MOST_WORDS
        and not text.endswith((".", "!", "?"))
        and text.count("  ") < 2
        and text.casefold() not in SECTIONS
        and meaning_of(text) not in SIDES
        and not _HEAD.match(text)
        and not find_hidden_character(text)
    )


def _end_of(raw: Sequence[str], lines: Sequence[BlockLine], behind: int) -> int:
    """Return the index behind the last line that is not empty, before the line at the place ``behind``."""
    end = lines[behind].number if behind < len(lines) else len(raw)
    while not raw[end - 1].strip():
        end -= 1
    return end


def _is_remark_above(lines: Sequence[BlockLine]) -> bool:
    """Return whether a block begins with a remark, and its name stands below: ``for the bridge:``."""
    first, *others = lines
    is_sentence = len(first.text.split()) >= FEWEST_WORDS or first.text.rstrip().endswith(":")
    return (
        is_sentence
        and first.text.lstrip()[:1].islower()
        and bool(others)
        and others[0].text.lstrip()[:1].isupper()
        and _may_be_name(others[0].text)
        and not (others[0].values or _KIND.match(others[0].text) or any(map(str.isdigit, others[0].text)))
    )


def _block(lines: Sequence[BlockLine], labels: Labels, end: int) -> StatBlock:
    number = lines[0].number
    remarks = [line.text for line in typed_below(lines) if not _COUNT.fullmatch(line.text)]
    if _is_remark_above(lines):
        remarks.insert(0, lines[0].text.rstrip(" :"))
        lines = lines[1:]
    first = lines[0].text.strip()
    name = clean_name(first)
    rest = first.removeprefix(name).strip(" ,") if "," not in name and "," in first else ""
    if len(keys := split_keys(first, is_name=True)) > 1 and _NAME_KEY.match(_MARKS.sub("", first)):
        rest = "; ".join(keys[1:])
    values = [value for line in lines[1:] for value in line.values if value.label]
    written = ["" if line.is_blank else line.text for line in lines[1:] if not (line.is_blank and "|" in line.text)]
    while written and not written[-1]:
        written.pop()
    return StatBlock(
        name,
        [*labels.read(rest), *values],
        [*filter(None, [rest]), *written],
        number,
        end - number,
        tuple(remark.strip(" 	-*•") for remark in remarks),
        is_marked=_STARS.search(first) is not None,
    )
