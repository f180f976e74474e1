"""Lists of combatants: those from elsewhere, and quick lines while they are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from app.values.fight_names import write_count
from turntrack.core.cards import show_card
from turntrack.core.commands import AddCombatant
from turntrack.core.dice import NoDice
from turntrack.core.errors import BadValue, Refused
from turntrack.core.fields import Field, Kind, Values
from turntrack.core.model import Encounter
from turntrack.core.vocabulary import TRAITS, Meaning, forms_of, meaning_of
from turntrack.rules.bare_numbers import ask_for_number, ask_in_list
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.decide import write_draft
from turntrack.rules.free_form import write_counter
from turntrack.rules.headings import FOES, HEROES, SIDES, Heading, read_headings
from turntrack.rules.quick_line import LONGEST_LINE, RepeatedValue, holds_values_alone, pick_of_side, read_quick_line
from turntrack.rules.quick_line_repairs import Slip, ask_for_several, ask_where_values_repeat, take_slips
from turntrack.systems.protocol import TurnSystem

LONGEST = 4_000_000
"""The longest text with combatants, in characters: a compendium of a thousand."""


type Subjects = Mapping[int, str]
"""The subjects chosen by hand for the columns of a table, by index; empty for a column that is left out."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    """Its title; empty if the table has no titles."""
    cells: tuple[str, ...]
    """Its first cells."""
    subject: str = ""
    """What is read from it; empty for nothing."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Combatants to import, and notes about what was not understood."""

    title: str
    members: tuple[AddCombatant, ...]
    notes: tuple[str, ...]
    name: str = ""
    """The name of a fight made of the list."""
    columns: tuple[Column, ...] = ()
    """The columns of a table."""
    is_untitled: bool = False
    """Whether the table has no titles, so that its columns are asked for."""
    enemies: tuple[AddCombatant, ...] = ()
    """In an export of several lists: enemies for later fights; ``members`` are the party."""
    fights: tuple[Roster, ...] = ()
    """In an export of several lists: prepared fights."""
    sources: tuple[str, ...] = ()
    """For each layout of a record: whose values were read from which labels."""
    left_out: tuple[str, ...] = ()
    """The labels whose values are not used."""

    @property
    def is_sorted(self) -> bool:
        """Return whether the list tells party, enemies and prepared fights apart."""
        return bool(self.enemies or self.fights)


_ITEM = re.compile(r"\s*+(\d{1,3})([.)]?)\s++(?=[^\W\d])")
_ORDER = re.compile(
    r"\W*(?:initiative|turn order|order|reihenfolge)\b[^\d]*(?:(?:round|runde)\s?\d{1,3}[^\d]*)?$", re.IGNORECASE
)


_TOTAL = re.compile(r"\s*+-?\d{1,3}\s*+")
_ARMOUR = re.compile(r"AC \d+")
_WORD = re.compile(r"[^\W\d]+")
_TOLD_BY_LEAD = re.compile(", (?:init|side|round|wings)")
"""What words before a colon may tell of all behind it, other than that they are its values: ``Mage: 3 fireball``."""
_BEYOND_ORDER = re.compile(r", init (?:4[1-9]|[5-9]\d|\d{3})")
"""A number that is seldom one of the order."""
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
_SEVERAL = re.compile(r"\d.*\d")
_BEGINS_WITH_NAME = re.compile(r"\W*+\w[^:]*+(?::.*[^\s:].*)?\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Offer:
    """A creature that a line may mean, or the name alone in place of a creature."""

    name: str
    says: str
    """Its values; empty for a name alone."""
    line: str
    """The line with the name."""


class Span(NamedTuple):
    """Lines of a text that belong together, and that a tap replaces together."""

    first: int
    """The number of the first line, from 1; in data and tables, that of the member."""
    many: int = 1
    """How many lines they are; 0 in data and tables, of which no tap replaces a part."""


_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class LineRead:
    """A line with the values below it, or a stat block, with its command or its error."""

    span: Span
    text: str
    """The lines, with a sign between them."""
    command: AddCombatant | None = None
    wrong: str = ""
    slips: tuple[Slip, ...] = ()
    """The parts that cannot be read, if others can."""
    rest: AddCombatant | None = None
    """The command of the other parts."""
    notes: tuple[str, ...] = ()
    """What a stat block has beside its values, and what was not taken."""
    heading: Heading | None = None
    """What the line says about the lines below, if it is a heading."""
    is_side_guessed: bool = False
    """Whether nobody has said the side: it comes later, or the list tells who are the heroes."""
    offers: tuple[Offer, ...] = ()
    """The creatures of packs whose names begin as that of the line."""


def read_each(
    text: str, encounter: Encounter, system: TurnSystem, split: Callable[[str], Sequence[str]] = tuple
) -> tuple[LineRead, ...]:
    """Parse every line that is not empty as if the correct lines before it had been added.

    ``split`` returns the combatants of a line that holds several for certain; none for other lines.
    """
    written = [(Span(number), line) for number, line in enumerate(text.splitlines(), 1) if line and not line.isspace()]
    written, beyond = written[:MOST_COMBATANTS], written[MOST_COMBATANTS:]
    lines_read = []
    trial = encounter._replace(is_open=False)  # so that joining rolls no dice
    others = (*(combatant.name for combatant in encounter.everybody().values()), *(line for _, line in written))
    heading = Heading()
    begins = {span.first for span, _ in written}
    # In a list with an empty line behind each, it parts nobody.
    is_parted = any(span.first - 1 in begins for span, _ in written[1:])
    joined = _join_values(written, system.fields)
    headings = read_headings([line for _, line in joined])
    joined = with_places(joined)
    questions = ask_in_list([line for _, line in joined], system.fields, others)
    for (span, line), next_heading in zip(joined, headings, strict=True):
        if next_heading:
            heading = _below(heading, next_heading)
            lines_read.append(
                LineRead(span, line, heading=heading if next_heading.side or next_heading.group else next_heading)
            )
        else:
            is_first = not lines_read or span.first - 1 in begins or lines_read[-1].heading
            if is_parted and not is_first and heading.side == HEROES:
                heading = Heading()  # behind an empty line others may stand
            for part in split(line) or _split_list(line, system.fields) or (line,):
                read, trial = _read_line(part, questions.get(part), heading, encounter, trial, system)
                lines_read.append(replace(read, span=span, text=line))
    if beyond:
        span, line = beyond[0]
        wrong = f"{write_count(len(beyond), 'line')} too many: at most {MOST_COMBATANTS} can be read at once."
        lines_read.append(LineRead(span, line, wrong=wrong))
    return tuple(lines_read)


def _read_line(
    line: str, asked: Slip | None, heading: Heading, encounter: Encounter, trial: Encounter, system: TurnSystem
) -> tuple[LineRead, Encounter]:
    """Read the combatants of a line, and add them to the trial, which is the fight with those of the lines before.

    The span and the text of the whole line are left to the caller. ``asked`` is the question about a number.
    """
    told = next((way.line for way in asked.ways if way.label == asked.taken), "") if asked else ""
    parsed = _parse_line(told or line, system.fields)
    try:
        if not parsed.command:
            raise BadValue(parsed.wrong)
        command = _with_side(parsed.command, heading, encounter, system.fields)
        known = replace(command, health_dice="", count_dice="")  # rolled only when the line is taken
        trial = write_draft(trial, known, NoDice(), (system,)).encounter
    except (BadValue, Refused) as error:
        rest = parsed.rest and _with_side(parsed.rest, heading, encounter, system.fields)
        slips = () if parsed.command else parsed.slips
        return LineRead(_NOWHERE, line, wrong=str(error), slips=slips, rest=rest), trial
    is_guessed = bool(side_of_newcomers(encounter)) and not (parsed.command.side or heading.side)
    read = LineRead(_NOWHERE, line, command, slips=parsed.slips, is_side_guessed=is_guessed)
    if asked and told:
        others = tuple(way for way in asked.ways if way.label != asked.taken)
        read = replace(read, slips=(replace(asked, ways=others), *read.slips))
    elif asked:
        read = replace(read, command=None, wrong=asked.wrong, slips=(asked, *read.slips), rest=command)
    return read, trial


@lru_cache(maxsize=256)  # on each key one line of the list is new
def _split_list(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return the combatants of a line that certainly holds several, each of whom can be read; empty for other lines.

    Three or more with a count, health or a large number of the order: *Aria 17, Borin 21, 2 orcs hp 15*. What is less
    certain is asked about, as *Reed 14, Magic 3* may be a creature with its values.
    """
    several = ask_for_several(line, fields)
    parts = tuple(several.ways[0].line.split("\n")) if several else ()
    told = [part for part in parts if _CERTAIN.search(part)]
    is_led = ":" in line.partition(",")[0]
    is_doubtful = any(
        ((word := _WORD.search(part)) and word[0].casefold() in TRAITS)
        or _BEYOND_ORDER.search(part)
        or (is_led and not _TOLD_BY_LEAD.search(part))
        for part in parts
    )
    if len(parts) < 3 or is_doubtful or len(told) * 2 <= len(parts):
        return ()
    commands = [parsed.command for part in parts if not (parsed := _parse_line(part, fields)).slips]
    is_read = len(commands) == len(parts) and all(commands) and not ask_in_list(parts, fields)
    # Beside attributes, numbers behind words are such, too: *Aria 15, Str 12, Magic 14*.
    has_attributes = any(
        ", init " in part and command and any(map(str.isdigit, _ARMOUR.sub("", command.note)))
        for part, command in zip(parts, commands, strict=False)
    )
    return parts if is_read and not has_attributes else ()


def with_places[Place](lines: list[tuple[Place, str]]) -> list[tuple[Place, str]]:
    """Return the lines with a colon behind numbers that are places in the order.

    They stand below a heading that says so, or are items that do not count up.
    """
    items = [match for _, line in lines if (match := _ITEM.match(line))]
    numbers = [int(match[1]) for match in items if match[2]]
    counts_up = numbers == [*range(numbers[0], numbers[0] + len(numbers))] if numbers else True
    counts_up &= len(numbers) > 1 or numbers in ([], [1])
    is_order = any(_ORDER.match(line) for _, line in lines[:2])
    # Numbers that count up are those of a list, even of one by the order.
    if (counts_up and numbers) or (not is_order and len(numbers) < max(len(lines), 1)):
        return lines
    return [
        (place, f"{item[1]}: {line[item.end() :]}" if (item := _ITEM.match(line)) else line) for place, line in lines
    ]


def _join_values(lines: list[tuple[Span, str]], fields: tuple[Field, ...]) -> list[tuple[Span, str]]:
    """Return the lines, each with the values that stand alone below it: ``Aria`` / ``28`` / ``HP 47/47``."""
    joined, at = list[tuple[Span, str]](), 0
    texts = [line for _, line in lines]
    while at < len(lines):
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


def side_in_fight(side: str, encounter: Encounter) -> str:
    """Return the side of the fight that is meant by a word for a side: *Foes* are the *Enemies* that are there."""
    here = dict.fromkeys(combatant.side for combatant in encounter.everybody().values())
    wanted = meaning_of(side)
    if wanted not in SIDES or side in here:
        return side
    if wanted is Meaning.HEROES and here and meaning_of(next(iter(here))) not in (Meaning.FOES, Meaning.ALLIES):
        return next(iter(here))  # who was added first
    return next((name for name in here if meaning_of(name) is wanted), side)


def side_of_newcomers(encounter: Encounter) -> str:
    """Return the side of those who come later and of whom nobody says it: foes of the heroes, who are the first.

    Empty while there is nobody, and where several sides are known, none of which are the foes.
    """
    here = dict.fromkeys(combatant.side for combatant in encounter.everybody().values())
    if not here or meaning_of(next(iter(here))) is Meaning.FOES:
        return ""
    one_side = FOES if len(here) == 1 else ""
    return next((name for name in here if meaning_of(name) is Meaning.FOES), one_side)


def _below(above: Heading, below: Heading) -> Heading:
    """Return the side and the group of the lines below a heading that stands below another one.

    A group below the foes is one of theirs; below the heroes, whose names need no group, others begin.
    """
    if below.side:
        return below
    if not below.group:
        return above
    return Heading(FOES if above.side == HEROES else above.side, below.group)


def heading_words(heading: Heading, encounter: Encounter) -> tuple[str, ...]:
    """Say what a heading does to the lines below."""
    side = side_in_fight(heading.side, encounter)
    sides = (f"side {side}",) if side else ("with the heroes",) if heading.side else ()
    groups = (f"group {heading.group}",) if heading.group else ()
    return (*sides, *groups) or ("left out" if heading.is_sentence else "a heading",)


def _with_side(
    command: AddCombatant, heading: Heading, encounter: Encounter, fields: tuple[Field, ...]
) -> AddCombatant:
    """Return the command with the side that the line, the heading above it or the fight tells."""
    said = command.side or heading.side
    side = side_in_fight(said, encounter) if said else side_of_newcomers(encounter)
    sheet = {**pick_of_side(said, fields), **command.sheet}
    return replace(command, side=side, group=command.group or heading.group, sheet=sheet)


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
    """Read a line. What the rules have no field for goes into the note, and what is not clear is asked about."""
    if several := ask_for_several(line, fields):
        first, _, _ = several.ways[0].line.partition("\n")
        parsed = _parse_line(first, fields)
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
        if isinstance(error, RepeatedValue) and (several := ask_where_values_repeat(whole, fields)):
            begun = _parse_line(several.ways[0].line.partition("\n")[0], fields)
            return _ParsedLine(wrong=several.wrong, slips=(several,), rest=begun.command or begun.rest)
        return _ParsedLine(wrong=wrong)
    if [slip.is_name for slip in slips] == [True] and ask_for_number(whole, fields):
        return _ParsedLine(rest)  # the number is asked about
    if not slips or not all(slip.taken for slip in slips):
        open_slip = next((slip for slip in slips if not slip.taken), None)
        wrong = open_slip.wrong if open_slip else wrong
        return _ParsedLine(wrong=wrong, slips=slips, rest=rest if slips else None)
    others = tuple(slip for slip in slips if slip.ways)
    return _ParsedLine(rest, slips=others)


def explain(command: AddCombatant, fields: tuple[Field, ...], comes: str = "") -> tuple[str, tuple[str, ...]]:
    """Describe the combatant of a line, each of its values, and when it comes if later.

    >>> nerve = Field("nerve", "Got a Nerve!", Kind.NUMBER, 5)
    >>> explain(AddCombatant("Guard", 3, "Harbour", sheet={"nerve": 4}, health=10, at_table=True), (nerve,))
    ('Guard ×3', ('Got a Nerve! 4', 'side Harbour', 'health 10', 'rolls at the table'))
    """
    many = command.count_dice or command.count
    who = f"{command.name} ×{many}" if many != 1 else command.name
    words = [
        f"initiative {command.sheet[field.key]}" if field.is_score else _describe(field, command.sheet)
        for field in fields
        if _is_told(field, fields, command.sheet)
    ]
    words += [f"{label} {value}" for label, value in (("side", command.side), ("group", command.group)) if value]
    if command.health_dice:
        words.append(f"health {command.health_dice}")
    elif command.full_health > max(command.health, 0):
        words.append(f"health {command.health}/{command.full_health}")
    elif command.health:
        words.append(f"health {command.health}")
    if command.temporary:
        words.append(f"{command.temporary} temporary")
    words += [f"counter {write_counter(counter)}" for counter in command.counters]
    words += [" ".join(filter(None, (condition.name, condition.text))) for condition in command.conditions]
    said = ((command.fallen, "down"), (command.hidden, "hidden"), (command.at_table, "rolls at the table"))
    words += [word for is_so, word in said if is_so]
    if comes:
        words.append(f"joins {comes}")
    if command.note:
        words.append(f"note {command.note}")
    return who, tuple(words)


def _is_told(field: Field, fields: tuple[Field, ...], sheet: Values) -> bool:
    """Return whether a line sets a field that is not described together with the name."""
    return field.key in sheet and not any(other.names == field.key and other.key in sheet for other in fields)


def _describe(field: Field, sheet: Values) -> str:
    value = sheet[field.key]
    if field.names:
        return f"{value} {sheet[field.names]}"
    match field.kind:
        case Kind.FLAG:
            return field.label
        case Kind.PICK:
            return f"{field.label}: {next(pick.label for pick in field.picks if pick.key == value)}"
        case _ if field.deck and isinstance(value, int):
            return f"{field.label} {show_card(value, field.deck)}"
        case _:
            return f"{field.label} {value:+d}" if field.is_modifier else f"{field.label} {value}"
