"""Lists with a line for each combatant: the combatants of each line, for *Add* and *Import* alike.

A line has with it the values that stand alone below it. What is not certain is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from app.importers.corrections import put_corrections_above, said_of_all
from app.importers.portions import Portions, part_of
from app.importers.totals import put_words_to_totals
from app.values.lists import LineRead, Span, side_in_fight, side_of_newcomers
from turntrack.core.commands import AddCombatant
from turntrack.core.dice import NoDice
from turntrack.core.errors import BadValue, Refused
from turntrack.core.fields import Field, Kind
from turntrack.core.model import Encounter
from turntrack.core.score import write_count
from turntrack.core.vocabulary import TRAITS, Meaning, forms_of, meaning_of
from turntrack.lines.bare_numbers import ask_each, ask_for_number, ask_in_list
from turntrack.lines.doubt_repairs import ask_about_doubts
from turntrack.lines.groups import GroupRead, adds_more, split_group
from turntrack.lines.headings import (
    FOES,
    HEROES,
    NEUTRAL,
    Heading,
    has_value,
    is_neutral,
    may_be_title,
    read_headings,
    side_named,
)
from turntrack.lines.members import part_siblings, read_members, split_members
from turntrack.lines.quick_line import (
    LONGEST_LINE,
    RepeatedValue,
    holds_values_alone,
    modifier_of_order,
    pick_of_side,
    read_quick_line,
)
from turntrack.lines.repairs import (
    Slip,
    ask_for_several,
    ask_for_title,
    ask_where_values_repeat,
    ask_which_counts,
    take_slips,
)
from turntrack.lines.times import Timed, take_time
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.decide import write_draft
from turntrack.systems.protocol import TurnSystem

MOST_PARTS = 40
MOST_MEMBERS = 30
"""So many lines with a group and its members are read as one."""
_NUMBER = re.compile(r"\d+")
_TOTAL = re.compile(r"\s*+-?\d{1,3}\s*+")
_ARMOUR = re.compile(r"AC \d+")
_WORD = re.compile(r"[^\W\d]+")
_TOLD_BY_LEAD = re.compile(", (?:init|side|round|wings)")
"""What words before a colon may tell of all behind it, other than that they are its values: ``Mage: 3 fireball``."""
_LEAD = re.compile(r"\s*+([^,:;–—-]++)(?:[:–—]|-\s)")
_BEYOND_ORDER = re.compile(r", init (?:4[1-9]|[5-9]\d|\d{3})")
"""A number that is seldom one of the order."""
MOST_PARTED = 3
"""The most lines by which a heading is parted from the first line below it."""
_COUNTED_ALONE = re.compile(r"\d{1,2}(?:\s*+[x×])?\s++[^\d]+")
_CERTAIN = re.compile(
    rf"\A\d{{1,2}}(?:\s*+[x×])?\s++[^\W\d]|, init (?:[7-9]|\d\d)|\s(?:{forms_of(Meaning.HEALTH)})\s?\d", re.IGNORECASE
)
"""A count, a health, or a number of the order that is hardly another value, such as *Magic 3*."""
_NAME = re.compile(r"\s*+[^\W\d][^\d,;:]*(?:\(\d{1,2}\)\s*+)?")
_VALUES = re.compile(
    rf"\s*+(?:(?:{forms_of(Meaning.HEALTH, Meaning.ARMOUR)})\s*+[:=]?\s*+\d{{1,4}}(?:\s*+/\s*+\d{{1,4}})?"
    rf"|[x×]\s?\d{{1,3}}|(?:{forms_of(Meaning.COUNT)}):\s*+\d{{1,3}})\s*+",
    re.IGNORECASE,
)
"""A line that is a value, or a number of combatants, and no name."""
_WORDS = re.compile(r"\w+")
_TABS = re.compile(r"\A\t++(?=[^\t]*+\Z)")
"""Tabs before a line that has no others are no columns."""
_SEVERAL = re.compile(r"\d.*\d")
_BEGINS_WITH_NAME = re.compile(r"\W*+\w[^:]*+(?::.*[^\s:].*)?\Z", re.DOTALL)


type Split = Callable[[str], Sequence[str]]
"""What returns the combatants of a line that holds several for certain; none for other lines."""

type Take = Callable[[LineRead, Slip | None, Callable[[str], list[LineRead]]], list[LineRead]]
"""What returns that which is taken of a line, given the question about a number beside its name.

It can have a mended line read in place of it.
"""


def read_each(
    written: Sequence[str],
    encounter: Encounter,
    system: TurnSystem,
    split: Split | None = None,
    take: Take | None = None,
) -> Portions[tuple[LineRead, ...]]:
    """Parse every line that is not empty as if the correct lines before it had been added.

    With ``take``, nothing is tried to be added.
    """
    lines = [(Span(number), line) for number, line in enumerate(written, 1) if line and not line.isspace()]
    lines, beyond = lines[:MOST_COMBATANTS], lines[MOST_COMBATANTS:]
    begins = {span.first for span, _ in lines}
    # In a list with an empty line behind each, it parts nobody.
    is_parted = any(span.first - 1 in begins for span, _ in lines[1:])
    others = [combatant.name for combatant in encounter.everybody().values()]
    lines, of_groups = _write_members(lines, system.fields)
    joined = yield from part_of(_join_values(lines, system.fields), 0, 0.25)
    headings = read_headings([line for _, line in joined])
    headings = [of_groups.get(span.first, heading) for (span, _), heading in zip(joined, headings, strict=True)]
    timed = [
        line if heading else _put_label_behind(line, system.fields)
        for (_, line), heading in zip(joined, headings, strict=True)
    ]
    corrections = put_corrections_above(timed, headings, system.fields)
    told, headings, refused = yield from part_of(corrections, 0.25, 0.5)
    texts = put_words_to_totals(told, headings, system.fields)
    entries = [
        entry for at, line in enumerate(texts) if not (headings[at] or at in refused) for entry in line.split("\n")
    ]
    questions = yield from part_of(ask_each(entries, system.fields, others), 0.5, 0.75)
    if entries and not headings[0] and _may_be_title(entries[0], entries[1:], system.fields):
        questions.setdefault(entries[0], ask_for_title(entries[0]))
    reader = _LineReader(encounter, system, questions, take)
    lines_read = list[LineRead]()
    for at, ((span, _), line, heading) in enumerate(zip(joined, texts, headings, strict=True)):
        yield (3 + at / len(joined)) / 4
        if heading:
            if span.first in of_groups and not heading.is_sentence and reader.heading.side == HEROES:
                heading = replace(heading, side=FOES)  # heroes are no group with numbers
            reader.heading = _below(reader.heading, heading)
            said = reader.heading if heading.side or heading.group else heading
            lines_read.append(LineRead(span, line, heading=said))
            continue
        if at in refused:
            lines_read.append(LineRead(span, line, wrong=refused[at]))
            continue
        above = lines_read[-1] if lines_read else None
        # Far below its heading, a line stands behind the table that the heading is of.
        is_far = above is not None and bool(above.heading) and span.first - above.span.first > MOST_PARTED
        is_first = above is None or span.first - 1 in begins or bool(above.heading)
        if (is_far or (is_parted and not is_first)) and reader.heading.side == HEROES:
            reader.heading = Heading()  # behind an empty line others may stand
        several = line.split("\n") if "\n" in line else (split and split(line)) or _split_list(line, system.fields)
        for place, part in enumerate(parts := several or (line,)):
            read = [replace(each, span=span, text=line) for each in reader.read(part)]
            lines_read += [_with_others(each, parts, place) for each in read] if len(parts) > 1 else read
    if beyond:
        span, line = beyond[0]
        wrong = f"{write_count(len(beyond), 'line')} too many: at most {MOST_COMBATANTS} can be read at once."
        lines_read.append(LineRead(span, line, wrong=wrong))
    return tuple(lines_read)


def _write_members(
    lines: list[tuple[Span, str]], fields: tuple[Field, ...]
) -> tuple[list[tuple[Span, str]], dict[int, Heading]]:
    """Return the lines with members of groups written out, and what the others of such groups say, by their numbers."""
    texts = part_siblings([_TABS.sub("  ", line) for _, line in lines])
    written = [(span, text) for (span, _), text in zip(lines, texts, strict=True)]
    headings, at = dict[int, Heading](), 0
    while at < len(written):
        members = read_members([line for _, line in written[at : at + MOST_MEMBERS]], fields)
        if members:
            span, group = written[at]
            written[at] = span, members.others or group
            if not members.others:
                headings[span.first] = Heading()
            for place, line in enumerate(members.lines, at + 1):
                written[place] = written[place][0], line or written[place][1]
                if not line:
                    headings[written[place][0].first] = Heading(is_sentence=True)
        at += 1 + len(members.lines if members else ())
    return written, headings


def _may_be_title(line: str, below: Sequence[str], fields: tuple[Field, ...]) -> bool:
    """Return whether a line that tells nothing stands above others who all tell something."""
    if not may_be_title(line, below) or not _is_bare(line, fields):
        return False
    return all(has_value(each) or not _is_bare(each, fields) for each in below)


def _is_bare(line: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a line tells nothing but a name, or a side."""
    command = _parse_line(line, fields).command
    return command is not None and command == AddCombatant(command.name, side=command.side)


def _put_label_behind(line: str, fields: tuple[Field, ...]) -> str:
    """Return a line with the time before it behind each who comes then, and so for those on neither side."""
    lead, sign, rest = line.partition(": ")
    timed = Timed(rest, f"side {NEUTRAL}") if sign and is_neutral(lead) else take_time(line)
    if not timed:
        return line
    if timed.when and adds_more(more := f"{timed.rest} {timed.when}", fields):
        return more
    said = [*filter(None, (timed.when, timed.note and f"note {timed.note}"))]
    several = ask_for_several(timed.rest, fields) if said else None
    lines = several.ways[0].line.split("\n") if several else [timed.rest]
    *begun, tail = lines[-1].split(", ") if several else ("",)
    while begun and (shared := said_of_all(tail, fields) or (tail if side_named(tail) else "")):
        said.append(shared)
        lines[-1] = ", ".join(begun)
        *begun, tail = begun
    return "\n".join(", ".join((each, *said)) for each in lines)


def _with_others(read: LineRead, parts: Sequence[str], place: int) -> LineRead:
    """Return one of those on a line, whose ways to mend it leave the others as they are."""
    slips = tuple(
        replace(
            slip,
            ways=tuple(
                replace(way, line="\n".join((*parts[:place], way.line, *parts[place + 1 :]))) for way in slip.ways
            ),
        )
        for slip in read.slips
    )
    return replace(read, slips=slips)


class _LineReader:
    """Reads the lines of a list; knows the heading above them, and the fight with those of the lines before."""

    def __init__(
        self, encounter: Encounter, system: TurnSystem, questions: Mapping[str, Slip], take: Take | None
    ) -> None:
        self.heading = Heading()
        self._encounter = encounter
        self._system = system
        self._questions = questions
        self._take = take
        self._trial = encounter._replace(is_open=False)  # so that joining rolls no dice

    def read(self, line: str) -> list[LineRead]:
        """Read the combatant of a line; several only if they are taken. Span and text are left to the caller."""
        asked = self._questions.get(line)
        read = self._read(line, asked)
        return self._take(read, asked, self.read) if self._take else [read]

    def _read(self, line: str, asked: Slip | None) -> LineRead:
        if asked and ask_for_several(line, self._system.fields):
            asked = None  # whose number it is, is asked first
        told = next((way.line for way in asked.ways if way.label == asked.taken), "") if asked else ""
        parsed = _parse_line(told or line, self._system.fields)
        try:
            if not parsed.command:
                raise BadValue(parsed.wrong)
            command = self._with_side(parsed.command)
            self._try(command)
        except (BadValue, Refused) as error:
            rest = parsed.rest and self._with_side(parsed.rest)
            slips = () if parsed.command else parsed.slips
            return LineRead(Span(0), line, wrong=str(error), slips=slips, rest=rest)
        is_guessed = bool(side_of_newcomers(self._encounter)) and not (parsed.command.side or self.heading.side)
        slips = tuple(slip for slip in parsed.slips if slip.ways or slip.is_doubt or self._take)
        read = LineRead(Span(0), line, command, slips=slips, is_side_guessed=is_guessed)
        if asked and told:
            ways = tuple(way for way in asked.ways if way.label != asked.taken)
            read = replace(read, slips=(replace(asked, ways=ways), *slips))
        elif asked:
            read = replace(read, command=None, wrong=asked.wrong, slips=(asked, *slips), rest=command)
        return read

    def _try(self, command: AddCombatant) -> None:
        """Add a combatant to the trial. Raises Refused."""
        if not self._take:
            known = replace(command, health_dice="", count_dice="")  # rolled only when the line is taken
            self._trial = write_draft(self._trial, known, NoDice(), (self._system,)).encounter

    def _with_side(self, command: AddCombatant) -> AddCombatant:
        """Return the command with the side that the line, the heading above it or the fight tells."""
        said = command.side or self.heading.side
        side = side_in_fight(said, self._encounter) if said else side_of_newcomers(self._encounter)
        sheet = {**pick_of_side(said, self._system.fields), **command.sheet}
        return replace(command, side=side, group=command.group or self.heading.group, sheet=sheet)


def _is_too_long(line: str) -> bool:
    return len(line) > LONGEST_LINE or line.count(",") > MOST_PARTS or len(_NUMBER.findall(line)) > 2 * MOST_PARTS


@lru_cache(maxsize=256)  # on each key one line of the list is new
def _split_list(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return the combatants of a line that certainly holds several, each of whom can be read; empty for other lines.

    Three or more with a count, health or a large number of the order: *Aria 17, Borin 21, 2 orcs hp 15*. What is less
    certain is asked about, as *Reed 14, Magic 3* may be a creature with its values.
    """
    if not _is_too_long(line) and (members := split_members(line, fields)):
        return members
    group = GroupRead(()) if _is_too_long(line) else split_group(line, fields)
    if group.lines and not group.others and all(_parse_line(part, fields).command for part in group.lines):
        return group.lines
    several = None if _is_too_long(line) else ask_for_several(line, fields)
    parts = tuple(several.ways[0].line.split("\n")) if several else ()
    told = [part for part in parts if _CERTAIN.search(part)]
    is_led = ":" in line.partition(",")[0]
    # Behind numbers of the order, a number of things may be what somebody has: *3 arrows*.
    if len(parts) < 3:
        return ()
    has_traits = any((word := _WORD.search(part)) and word[0].casefold() in TRAITS for part in parts)
    if _are_told_by_lead(line, parts, fields) or (not has_traits and _are_alike(parts, fields)):
        return parts
    has_things = any(", init " in part for part in parts) and any(map(_COUNTED_ALONE.fullmatch, parts))
    is_doubtful = (
        has_traits
        or has_things
        or any(_BEYOND_ORDER.search(part) or (is_led and not _TOLD_BY_LEAD.search(part)) for part in parts)
    )
    if is_doubtful or len(told) * 2 <= len(parts):
        return ()
    commands = [parsed.command for part in parts if not (parsed := _parse_line(part, fields)).slips]
    is_read = len(commands) == len(parts) and all(commands) and not ask_in_list(parts, fields)
    # Beside attributes, numbers behind words are such, too: *Aria 15, Str 12, Magic 14*.
    has_attributes = any(
        ", init " in part and command and any(map(str.isdigit, _ARMOUR.sub("", command.note)))
        for part, command in zip(parts, commands, strict=False)
    )
    return parts if is_read and not has_attributes else ()


def _are_told_by_lead(line: str, parts: Sequence[str], fields: tuple[Field, ...]) -> bool:
    """Return whether all are read, and words before them tell the same of each: ``Effects: Ryle 3, Sato -1``."""
    lead = _LEAD.match(line)
    word = lead[1].strip() if lead else ""
    is_state = meaning_of(word) not in (None, Meaning.KIND)
    is_told = word and all(
        (is_state and part.endswith(f", {word}"))
        or (_TOLD_BY_LEAD.search(part) and not part.endswith(f", group {word}"))
        for part in parts
    )
    return bool(is_told) and all(_parse_line(part, fields).command for part in parts)


def _are_alike(parts: Sequence[str], fields: tuple[Field, ...]) -> bool:
    """Return whether all are read, and have a value of the same kind with its word: a health, an attribute, a card."""
    commands = [parsed.command for part in parts if not (parsed := _parse_line(part, fields)).slips]
    if len(commands) < len(parts) or not all(commands) or ask_in_list(parts, fields):
        return False
    words = {field.key for field in fields if field.kind is Kind.NUMBER and not field.is_score}
    order = modifier_of_order(fields)
    words -= {order.key} if order else set()
    told = [
        {key for key, value in command.sheet.items() if key in words and value != ""}
        | ({"health"} if command.health or command.full_health else set())
        for command in commands
        if command
    ]
    return bool(set.intersection(*told))


def _join_values(lines: list[tuple[Span, str]], fields: tuple[Field, ...]) -> Portions[list[tuple[Span, str]]]:
    """Return the lines, each with the values that stand alone below it: ``Aria`` / ``28`` / ``HP 47/47``."""
    joined, at = list[tuple[Span, str]](), 0
    texts = [line for _, line in lines]
    while at < len(lines):
        yield at / len(lines)
        (first, _), line = lines[at]
        below = texts[at + 1 : _count_joined(texts, at, fields) + at]
        span = Span(first, lines[at + len(below)][0].first - first + 1)
        values = [f"init {text.strip()}" if _TOTAL.fullmatch(text) else text.strip() for text in below]
        joined.append((span, ", ".join((line.strip(), *values)) if values else line))
        at += 1 + len(below)
    return joined


def _count_joined(lines: Sequence[str], at: int, fields: tuple[Field, ...]) -> int:
    """Return how many lines a line makes with those below it that are values alone."""
    takes_total = any(field.is_score for field in fields)
    end, is_named = at + 1, bool(_NAME.fullmatch(lines[at]))
    while end < len(lines):
        is_single = is_named and (_VALUES.fullmatch(lines[end]) or (takes_total and _TOTAL.fullmatch(lines[end])))
        if not is_single:
            if not (_may_be_below(lines[end], lines[at]) and holds_values_alone(lines[end], fields)):
                break
            is_named = True
        end += 1
    return end - at


def _may_be_below(values: str, name: str) -> bool:
    """Return whether a line may belong to another above it, by the signs in both."""
    return bool(_SEVERAL.search(values[:LONGEST_LINE])) and _BEGINS_WITH_NAME.match(name) is not None


def _below(above: Heading, below: Heading) -> Heading:
    """Return the side and the group of the lines below a heading that stands below another one.

    A group below the foes is one of theirs; below the heroes, whose names need no group, others begin.
    """
    if below.side:
        return below
    if not below.group:
        return above
    return Heading(FOES if above.side == HEROES else above.side, below.group)


@dataclass(frozen=True, slots=True)
class _ParsedLine:
    """A line by itself, whatever stands above it."""

    command: AddCombatant | None = None
    wrong: str = ""
    slips: tuple[Slip, ...] = ()
    """The parts that cannot be read, and with a command those that are read otherwise than a field."""
    rest: AddCombatant | None = None


@lru_cache(maxsize=256)  # on each key one line of the list is new
def _parse_line(line: str, fields: tuple[Field, ...]) -> _ParsedLine:
    """Read a line, and tell which of its words the combatant does not account for."""
    parsed = _read_alone(line, fields)
    if not parsed.command:
        return parsed
    doubts = ask_about_doubts(line, parsed.command, fields)
    asked = (slip for slip in parsed.slips if not any(_overlap(slip.part, doubt.part) for doubt in doubts))
    slips = (*doubts, *asked)
    if wrong := next((doubt.wrong for doubt in doubts if not doubt.taken), ""):
        return _ParsedLine(wrong=wrong, slips=slips, rest=parsed.command)
    return replace(parsed, slips=slips)


def _overlap(first: str, second: str) -> bool:
    """Return whether the words of one of two questions are within those of the other."""
    short, long = sorted((f" {' '.join(_WORDS.findall(words))} " for words in (first, second)), key=len)
    return bool(short.strip()) and short in long


def _read_rest(line: str, fields: tuple[Field, ...]) -> AddCombatant | None:
    """Return who is on a line without its unreadable parts; None if that cannot be read either."""
    try:
        return read_quick_line(take_slips(line, fields)[0], fields)
    except BadValue:
        return None


def _read_alone(line: str, fields: tuple[Field, ...]) -> _ParsedLine:
    """Read a line. What the rules have no field for goes into the note, and what is not clear is asked about."""
    if _is_too_long(line):
        return _ParsedLine(wrong=f"at most {LONGEST_LINE} characters and {MOST_PARTS} values are read.")
    if several := ask_for_several(line, fields):
        first, _, _ = several.ways[0].line.partition("\n")
        parsed = _read_alone(first, fields)
        return _ParsedLine(wrong=several.wrong, slips=(several,), rest=parsed.command or parsed.rest)
    try:
        command = read_quick_line(line, fields)
    except BadValue as error:
        wrong = str(error)
    else:
        return _ParsedLine(command)
    whole, (line, slips) = line, take_slips(line, fields)
    try:
        rest = read_quick_line(line, fields)
    except BadValue as error:
        if isinstance(error, RepeatedValue) and (
            asked := ask_where_values_repeat(whole, fields) or ask_which_counts(whole, fields)
        ):
            first, _, _ = asked.ways[0].line.partition("\n")
            return _ParsedLine(wrong=asked.wrong, slips=(asked,), rest=_read_rest(first, fields))
        return _ParsedLine(wrong=wrong)
    if [slip.is_name for slip in slips] == [True] and ask_for_number(whole, fields):
        return _ParsedLine(rest)  # the number is asked about
    if not slips or not all(slip.taken for slip in slips):
        open_slip = next((slip for slip in slips if not slip.taken), None)
        wrong = open_slip.wrong if open_slip else wrong
        return _ParsedLine(wrong=wrong, slips=slips, rest=rest if slips else None)
    return _ParsedLine(rest, slips=slips)
