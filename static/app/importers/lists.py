"""Lists of combatants as text, for *Add* and *Import* alike.

``word_list`` puts words to what lines of other forms say, ``divide_list`` finds stat blocks between the lines, and
``read_list`` reads both. ``take_list`` takes what can be read of it for *Import*, and tells the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from types import MappingProxyType

from app.importers.block_creatures import BlockReader
from app.importers.block_labels import labels_of
from app.importers.chat import put_senders_behind, put_words_to_avrae
from app.importers.codes import put_words_to_codes
from app.importers.columns import put_words_to_columns
from app.importers.corrections import said_of_all
from app.importers.lines import Split, Take, read_each
from app.importers.notes import read_encounter_blocks
from app.importers.portions import Portions, part_of
from app.importers.rows import bounded, merge_alike, shorten, with_said
from app.importers.stat_blocks import MOST_WORDS, Blocks, StatBlock, find_stat_blocks, headings_above, may_be_block
from app.values.lists import LONGEST, LineRead, Roster, Span, explain, in_fight
from app.values.sides import guess_sides
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.fields import LONGEST_NAME, LONGEST_TEXT, Field, clean_text, without_invisible
from turntrack.core.model import Encounter
from turntrack.core.names import join_names
from turntrack.core.score import write_count
from turntrack.core.vocabulary import Meaning, meaning_of
from turntrack.lines.headings import FOES, HEROES, Heading, said_by_heading
from turntrack.lines.quick_line import LONGEST_LINE, holds_values_alone, is_number_of_order
from turntrack.lines.repairs import Slip
from turntrack.lines.times import time_of_heading
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.systems.protocol import TurnSystem

VALUES = frozenset({Meaning.HEALTH, Meaning.FULL_HEALTH, Meaning.TEMPORARY, Meaning.ARMOUR, Meaning.ORDER_MODIFIER})
"""The meanings of words that name no combatant."""
PROSE = "This is running text: write a line for each combatant, such as “2 acolytes, AC 12, hp 22”."
FEWEST_SENTENCES, FEWEST_LINKS = 2, 5
MOST_NAMED = 5
NOTHING_READ = (
    "This is not a file from Turntrack, a table whose first line names the columns, or a list with one combatant per "
    "line, such as “Goblin x3, hp 7”."
)
_END_OF_SENTENCE = re.compile(r"[^\W\d][.!?][\"”’)]?\s[A-ZÀ-Þ\d]")
_LINKS_OF_PROSE = re.compile(r"(?<!\S)(?:an?|the|of|in|at|to|will|until|der|die|das|im|bis|wird)(?!\S)")
"""Words that stand between others in sentences, and seldom in lists."""
_NAME_AND_NUMBER = re.compile(r"\s*+[^\W\d][^\d,;:]*\s\d{1,3}")
_COUNT_ABOVE = re.compile(
    r"^[^\S\n]*(\d{1,2})\s?(?:[x×]|of\s(?:these|them)):?[^\S\n]*\n([^\W\d][^\n,;]*)(?=\n[^\n]+\n[^\n]+$)", re.MULTILINE
)
"""A number of combatants on a line of its own, above a stat block."""


@dataclass(frozen=True, slots=True)
class WordedList:
    """A text whose lines have words for what they say; each stands where it stood."""

    text: str
    heads: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """The lines that name columns by their numbers, which are empty in the text."""
    counts: frozenset[int] = frozenset()
    """The numbers of the lines that counted those on the lines below, which are empty in the text."""
    notes: tuple[str, ...] = ()
    """What codes are read as."""


def word_list(text: str, system: TurnSystem) -> WordedList:
    """Put words to what the lines of a text say by a count above them, as in a chat, below columns, and by codes."""
    text = put_words_to_avrae(text if text.isascii() else "\n".join(map(without_invisible, text.splitlines())))
    counted = _COUNT_ABOVE.sub(r"\n\2 x\1", text)
    counts = frozenset[int]()
    if counted != text:
        lines = zip(text.splitlines(), counted.splitlines(), strict=True)
        counts = frozenset(number for number, (before, after) in enumerate(lines, 1) if before and not after)
    text, heads = put_words_to_columns(put_senders_behind(counted, system.fields), system)
    text, notes = put_words_to_codes(text, system.fields)
    return WordedList(text, heads, counts, tuple(notes))


def divide_list(text: str, system: TurnSystem) -> Portions[Blocks]:
    """Find the stat blocks of a text, and the lines outside them."""
    if len(text) <= LONGEST and ("\n" in text or may_be_block(text)):
        divided = yield from find_stat_blocks(text, labels_of(system.fields))
        if divided.blocks and not any(_is_list(block, system.fields) for block in divided.blocks):
            return divided
    return Blocks([], text.splitlines())


def _is_list(block: StatBlock, fields: tuple[Field, ...]) -> bool:
    """Return whether a block is lines of a list, in which values alone stand below names.

    A name or another line has a number behind words without a label, and all lines have numbers.
    """
    lines = [line[:LONGEST_LINE] for line in block.lines if line]
    alone = [holds_values_alone(line, fields) for line in lines]
    others = [line for line, is_alone in zip(lines, alone, strict=True) if not is_alone]
    if holds_values_alone(block.name, fields) or any(said_of_all(line, fields) for line in lines):
        return True
    # Sentences are of a stat block, whatever number its name has.
    are_short = any(alone) and all(_NAME_AND_NUMBER.match(line) and ". " not in line for line in others)
    entries = (line.partition(",") for line in others)
    names = (block.name.partition(",")[0], *(name for name, _, rest in entries if any(map(str.isdigit, rest))))
    return are_short and any(map(_NAME_AND_NUMBER.fullmatch, names))


def read_list(
    worded: WordedList,
    divided: Blocks,
    encounter: Encounter,
    system: TurnSystem,
    split: Split | None = None,
    take: Take | None = None,
    rows: Sequence[LineRead] = (),
) -> Portions[tuple[LineRead, ...]]:
    """Read the lines and the stat blocks of a list, each with what the headings above say, in their order.

    ``rows`` are those of tables between the lines.
    """
    read_lines = read_each(divided.others, encounter, system, split, take)
    lines = yield from part_of(read_lines, 0, 0.5 if divided.blocks else 1)
    blocks = yield from part_of(_read_blocks(worded.text.splitlines(), divided, encounter, system), 0.5, 1)
    heads = (LineRead(Span(number), line, heading=Heading()) for number, line in worded.heads.items())
    read = sorted((*map(_without_prose, lines), *heads, *blocks, *rows), key=lambda line: line.span)
    read = [_with_count_above(line, worded.counts) for line in read]
    return guess_sides([*_with_headings(read, system.fields)], encounter, system.fields)


def _read_blocks(
    written: Sequence[str], divided: Blocks, encounter: Encounter, system: TurnSystem
) -> Portions[list[LineRead]]:
    if not divided.blocks:
        return []
    reader, read = BlockReader(system), list[LineRead]()
    above = headings_above(divided)
    for at, (block, heading) in enumerate(zip(divided.blocks[:MOST_COMBATANTS], above, strict=False)):
        yield at / len(divided.blocks)
        reader.notes.clear()
        member = reader.member(block)
        said = member.side or heading.side
        command = in_fight(replace(member, side=said), encounter)
        read.append(
            LineRead(
                Span(block.number + 1, block.many),
                "\n".join(written[block.number : block.number + block.many]),
                command,
                notes=tuple(reader.notes),
                is_side_guessed=bool(command.side) and not said,
            )
        )
    if beyond := divided.blocks[MOST_COMBATANTS:]:
        wrong = f"{write_count(len(beyond), 'stat block')} too many: at most {MOST_COMBATANTS} can be read at once."
        read.append(LineRead(Span(beyond[0].number + 1), beyond[0].name, wrong=wrong))
    return read


def _without_prose(line: LineRead) -> LineRead:
    """Return a line that is running text and cannot be read with what to do, in place of guesses at its parts."""
    sentences, links = _END_OF_SENTENCE.findall(line.text), _LINKS_OF_PROSE.findall(line.text)
    is_prose = len(line.text) > LONGEST_NAME and (len(sentences) >= FEWEST_SENTENCES or len(links) >= FEWEST_LINKS)
    return LineRead(line.span, line.text, wrong=PROSE) if is_prose and not (line.command or line.heading) else line


def _with_count_above(line: LineRead, counts: frozenset[int]) -> LineRead:
    """Return the line with the one above it, if that has counted it."""
    first, many = line.span
    return replace(line, span=Span(first - 1, many + 1)) if first - 1 in counts else line


def _with_headings(read: Sequence[LineRead], fields: tuple[Field, ...]) -> Iterator[LineRead]:
    """Yield the lines with what the headings above them say of each: ``Boarders (surprised):``."""
    said = ""
    for above, line in zip((None, *read), read, strict=False):
        is_block = line.command is not None and bool(line.command.card)
        if line.heading and not (line.heading.said_of or line.heading.is_left_out):
            is_of_others = bool(line.heading.side or line.heading.group) or time_of_heading(line.text) is not None
            said = said_by_heading(line.text) or ("" if is_of_others else said)
        elif above and not above.heading and not is_block and sum(above.span) < line.span.first:
            said = ""  # an empty line parts them
        if said and not line.heading:
            command, rest = (each and with_said(each, said, fields) for each in (line.command, line.rest))
            line = replace(line, command=command, rest=rest)
        yield line


def take_list(worded: WordedList, divided: Blocks, system: TurnSystem) -> Portions[Roster]:
    """Take the combatants of a list, as far as they can be read; the notes tell what is doubtful.

    Raises BadSave if nothing can be read.
    """
    lines, title, notes = read_encounter_blocks(divided.others)
    many = sum(bool(line.strip()) for line in lines)
    if many > MOST_COMBATANTS:
        raise BadSave(f"This is too long for a list: at most {MOST_COMBATANTS} lines can be read.")
    if len(divided.blocks) > MOST_COMBATANTS:
        raise BadSave(f"It holds {len(divided.blocks)} combatants; at most {MOST_COMBATANTS} can be read.")
    take = partial(_take, fields=system.fields)
    nobody = Encounter("", system.key)
    read = yield from read_list(worded, replace(divided, others=lines), nobody, system, take=take)
    members, side = list[AddCombatant](), ""
    for (first, _), group in groupby(read, key=lambda line: line.span):
        parts = [*group]
        members += [part.command for part in parts if part.command]
        if len(members) > MOST_COMBATANTS:
            raise BadSave(f"This is too long for a list: at most {MOST_COMBATANTS} combatants can be read.")
        if first in worded.heads:
            notes.append(f"Line {first} names the columns: “{shorten(worded.heads[first])}”.")
        elif heading := parts[0].heading:
            notes += _tell_heading(parts[0], heading, side)
            side = heading.side or side
        else:
            notes += _tell_parts(first, parts)
    outside = [member for member in members if not member.card]
    # A name alone may be anything.
    lone = outside[0] if many == len(outside) == 1 and outside[0] == AddCombatant(outside[0].name) else None
    if not divided.blocks and (lone or not members):
        raise BadSave(NOTHING_READ)
    if lone:
        members.remove(lone)
        notes.append(f"Outside the stat blocks, left out: “{lone.name}”.")
    notes = [*worded.notes, *notes, *_tell_sides(read)]
    if not divided.blocks:
        return Roster("A list of combatants", tuple(members), bounded(notes), title or "From a list")
    title = "A stat block" if len(members) == 1 else "Stat blocks"
    name = members[0].name if len(members) == 1 else title
    return Roster(title, tuple(merge_alike(members)), bounded(notes), name)


def _tell_heading(line: LineRead, heading: Heading, side: str) -> Iterator[str]:
    """Say what a heading is read as, below lines of this side."""
    number = line.span.first
    if heading.said_of:
        yield f"Line {number} is taken for {heading.said_of} above: “{shorten(line.text.strip())}”."
        return
    if heading.is_left_out:
        yield f"Line {number} is left out: “{shorten(line.text.strip())}”."
        return
    if heading.side and not heading.group:
        yield f"Line {number} names the side of the lines below: {heading.side}."
        return
    yield f"Line {number} is read as a heading: “{shorten(line.text.strip())}”."
    if heading.side == FOES and side == HEROES:
        yield f"Line {number} begins another side: {FOES}."


def _tell_parts(number: int, parts: Sequence[LineRead]) -> Iterator[str]:
    """Say what is doubtful about the combatants of a line or a stat block."""
    if len(parts) > 1:
        yield f"Line {number}: “{shorten(parts[0].text.strip())}” is read as {len(parts)} combatants."
    for part in parts:
        is_block = part.command is not None and bool(part.command.card)
        yield from (note if is_block else f"Line {number}: {note}" for note in part.notes)
        if part.wrong:
            yield f"Line {number}: {part.wrong}"


def _tell_sides(read: Iterable[LineRead]) -> Iterator[str]:
    """Say who is on a side by a guess."""
    guessed = [line.command for line in read if line.command and line.is_side_guessed]
    for side in dict.fromkeys(command.side for command in guessed):
        names = [command.name for command in guessed if command.side == side]
        more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
        yield f"No line says the side of {join_names([*names[:MOST_NAMED], *more])}: {side} is guessed."


def _take(
    read: LineRead, asked: Slip | None, again: Callable[[str], list[LineRead]], fields: tuple[Field, ...]
) -> list[LineRead]:
    """Take what is most likely meant by a line; its notes say what that is. ``again`` reads a mended line."""
    read, whole = _without_prose(read), read.text.strip()
    several = next((way.line for slip in read.slips if slip.part == whole for way in slip.ways if "\n" in way.line), "")
    if several:
        return [part for line in several.split("\n") for part in again(put_words_to_codes(line, fields)[0])]
    if named := next((slip for slip in read.slips if slip.is_name), None):
        way = next((way for way in named.ways if way.label.startswith("note ")), None)
        note = way.label.removeprefix("note ") if way else ""
        if way is None or is_number_of_order(note):
            return [LineRead(read.span, read.text, wrong=f"{named.wrong[:-1]}, or what is it?")]
        first, *others = again(way.line)
        return [replace(first, notes=(f"“{note}” goes into the note.", *first.notes)), *others]
    command = read.command or read.rest
    if command is None:
        return [LineRead(read.span, read.text, wrong=read.wrong)]
    # “1 Armor” takes off damage in some games, so the table does not call it an armour class.
    word = command.name.rstrip(" 0123456789")
    is_value = meaning_of(word) in VALUES or word.casefold() in ("armor", "armour")
    if is_value or len(command.name.split()) > MOST_WORDS or not any(map(str.isalpha, command.name)):
        return [LineRead(read.span, read.text, wrong=f"“{shorten(whole)}” is not the name of a combatant.")]
    is_asked = asked is not None and bool(read.slips) and read.slips[0].wrong == asked.wrong
    slips = read.slips[is_asked:]
    note = "; ".join(filter(None, (command.note, *(slip.part for slip in slips if not (slip.taken or slip.is_doubt)))))
    try:
        command = replace(command, note=clean_text("note", note[:LONGEST_TEXT], LONGEST_TEXT))
    except BadValue as error:  # of a part that nobody has read yet
        return [LineRead(read.span, read.text, wrong=str(error))]
    number = (_say_number(asked, whole, command),) if asked and is_asked else ()
    return [LineRead(read.span, read.text, command, notes=(*number, *map(_say, slips)))]


def _say(slip: Slip) -> str:
    """Say what has become of a part that is no value of the rules, or that the combatant does not account for."""
    if slip.is_doubt:
        return slip.wrong
    if not slip.taken:
        return f"{slip.wrong} It goes into the note."
    is_note = slip.taken == f"note {slip.part}"
    return f"“{slip.text}” goes into the note." if is_note else f"{slip.wrong.partition('.')[0]}."


def _say_number(asked: Slip, line: str, command: AddCombatant) -> str:
    """Say as what a number beside a name is read."""
    if asked.taken:
        as_what = "initiative" if asked.taken.startswith("initiative ") else asked.taken
        return f"“{shorten(line)}”: the number is read as {as_what}."
    as_what = "the name" if command.count == 1 else explain(command, ())[0]
    return f"{asked.wrong} It is read as {as_what}."
