"""What each word of a line is, and the line that says so in the words of quick lines.

The game master chooses what a word is; the other words stay what they are read as.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, groupby

from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import LONGEST_NAME, LONGEST_TEXT, NOTHING, Field, Kind, Values, modifier_of, read
from turntrack.core.vocabulary import Meaning
from turntrack.lines.bare_numbers import ask_for_number
from turntrack.lines.doubt_words import FREE
from turntrack.lines.free_form import is_exact, looks_like_data
from turntrack.lines.headings import SIDES
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import (
    field_of_word,
    in_quarters,
    modifier_of_order,
    read_quick_line,
    split_count,
    split_line,
)
from turntrack.lines.repairs import take_slips
from turntrack.lines.tokens import NUMBERS
from turntrack.rules.health import WrittenHealth, read_health

MOST_WORDS = 40
"""So many words of a line can be told what they are."""
_TOKEN = re.compile(r"[^\s,;]+")
_SIGNS = '()[]{}<>:!?"“”„«»→=|~*`#.…'
"""Signs around a word that say nothing by themselves."""
_DATA = re.compile(r"\s*+(?:[\[{]\s*+[\[{\"]|<)")
_GLUED = re.compile(r"(\d+(?:/\d+)?)([^\W\d_]{2,}.*)|([^\W\d_]{2,})([+\-−]?\d+(?:/\d+)?)")
"""A number and a word without a space between: ``75hp``, ``Lia18``."""
_BETWEEN = re.compile(r"(?<![.:!?()\[\]|])[.:!?()\[\]|]++(?:\s|\Z)|\s[–—>=→-]++\s")
"""Signs that part a name from what follows."""
_ANYBODY = "name x1"


@dataclass(frozen=True, slots=True)
class Role:
    """What a word is."""

    key: str
    """Words with the same key say the same thing."""
    label: str
    part: str
    """The part of a line that says it; ``{}`` stands for the words, if neighbours say it together."""

    @property
    def joins(self) -> bool:
        """Return whether neighbours say it together."""
        return "{}" in self.part


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a number of a line."""

    text: str
    """Empty for a value that is read from other words than those that say it: ``DEX A``."""
    role: Role
    is_glued: bool = False
    """Whether no space parts it from the word before."""


@dataclass(frozen=True, slots=True)
class Retelling:
    """What a word can be, and the line that says so."""

    role: Role
    line: str


NAME = Role("name", "name", "{}")
NOTE = Role("note", "note", "note {}")
UNCLEAR = replace(NOTE, label="?")
"""What is not read, or nowhere: a note, once anything of the line is chosen."""
CONDITION = Role("condition", "condition", "condition {}")
HIDDEN = Role("hidden", "hidden", "hidden")
LEFT_OUT = Role("", "leave out", "")
_SIDES = ((Meaning.FOES, "foe"), (Meaning.ALLIES, "ally"), (Meaning.HEROES, "hero"))
_OF_SIDES = tuple(Role("side", label, SIDES[side]) for side, label in _SIDES)
_ANYWHERE = (NAME, NOTE, CONDITION, HIDDEN, LEFT_OUT)
"""What words can be wherever they stand."""


def read_words(line: str, fields: tuple[Field, ...], sheet: Values = NOTHING) -> tuple[Word, ...]:
    """Return the words and numbers of a line, each with what it is read as.

    ``sheet`` are the values that are read: in a list, the other lines may have told what a number is.

    >>> [(word.text, word.role.label) for word in read_words("Lia the Red, hp 7, maul", ())]
    [('Lia', 'name'), ('the', 'name'), ('Red', 'name'), ('hp', 'leave out'), ('7', 'health'), ('maul', 'note')]
    """
    typed = [*_split(line)]
    said = [*_say_parts(line, fields)]
    if is_exact(line):
        # A number that is written with its name alone is the usual one, which nobody has typed.
        usual = {field.key: str(field.default) for field in fields if field.key in _named(fields)}
        written = (replace(word, role=role) for role, words in said for word in words)
        return tuple(word for word in written if usual.get(word.role.key) != word.text)
    places, others = dict[int, Role](), list[Word]()
    for role, words in said:
        at_places = _find(words, typed, places)
        if role.key == NOTE.key and at_places:  # its words may stand otherwise
            places |= {at: role for at in range(min(at_places), max(at_places) + 1) if at not in places}
        elif role.joins or len(at_places) == len(words):
            places |= dict.fromkeys(at_places, role)
        else:
            part = _write_part(role, _join(words))
            others.append(Word("", Role(part, part, part)))
    for at, word in enumerate(typed):
        is_label = word.text.casefold() in FREE or bool(field_of_word(word.text, fields))
        unread = LEFT_OUT if is_label else _role_in(sheet, word.text, fields)
        typed[at] = replace(word, role=places.get(at) or unread)
    return _without_repeated([*_with_name(typed), *others], fields)


def can_be_told(line: str) -> bool:
    """Return whether it can be said of each word of a line what it is: it has some, not too many, and is no data."""
    return len(line) <= LONGEST_TEXT and not _DATA.match(line) and 0 < len([*_split(line)]) <= MOST_WORDS


def choices_for(words: Sequence[Word], at: int, fields: tuple[Field, ...]) -> tuple[Retelling, ...]:
    """Return what a word of a line can be, the likeliest first, each with the line that says so."""
    lines = ((role, write_words(_choose(words, at, role), fields)) for role in _roles_of(words[at].text, fields))
    return tuple(Retelling(role, line) for role, line in lines if line and _read(line, fields))


def write_words(words: Sequence[Word], fields: tuple[Field, ...]) -> str:
    """Write the line by which each word is what its role says; empty if none is a name.

    >>> write_words([Word("maul", NOTE), Word("Lia", NAME), Word("old", CONDITION), Word("7", LEFT_OUT)], ())
    'Lia x1, note maul, condition old'
    """
    names = _named(fields)
    runs = [*_runs(words)]
    called = " ".join(text for role, text in runs if role == NAME)
    values = {role.key: (role, text) for role, text in runs}
    parts = list[str]()
    for role, text in runs:
        part = _write_part(role, text)
        if role.key in ("health", "full health") and {"health", "full health"} <= {*values}:
            part = f"hp {values['health'][1]}/{values['full health'][1]}"
        elif names.get(role.key) in values:  # the word before the number names it
            continue
        elif number := next((number for number, key in names.items() if key == role.key), ""):
            usual = next(str(field.default) for field in fields if field.key == number)
            part = f"{part} {values[number][1] if number in values else usual}"
        if role != NAME and part and (part not in parts or role.joins):
            parts.append(part)
    if "count" in values:
        called = singular(called)
        parts.sort(key=lambda part: part != values["count"][0].part)
    return ", ".join((f"{called} x1", *parts)) if called else ""


def _named(fields: tuple[Field, ...]) -> dict[str, str]:
    """Return for the number fields that a text names the keys of the texts."""
    return {field.names: field.key for field in fields if field.names}


def _runs(words: Sequence[Word]) -> Iterator[tuple[Role, str]]:
    """Yield what is said, each with its words: neighbours that say it together are joined."""
    begin = 0
    for end in range(1, len(words) + 1):
        role = words[begin].role
        if end == len(words) or not role.joins or words[end].role.key != role.key:
            yield role, _join(words[begin:end])
            begin = end


def _join(words: Sequence[Word]) -> str:
    return "".join(word.text if word.is_glued else f" {word.text}" for word in words).strip()


def _write_part(role: Role, text: str) -> str:
    return role.part.replace("{}", text)


def _choose(words: Sequence[Word], at: int, role: Role) -> list[Word]:
    """Return the words with a role for one of them; what else has said the same is a note."""
    chosen = [*words]
    chosen[at] = replace(words[at], role=role)
    begin, end = at, at + 1
    while role.joins and begin and words[begin - 1].role.key == role.key:
        begin -= 1
    while role.joins and end < len(words) and words[end].role.key == role.key:
        end += 1
    for place, word in enumerate(chosen):
        is_same = word.role.key == role.key and role not in _ANYWHERE and not begin <= place < end
        if is_same or _contradict(word, chosen[at]):
            chosen[place] = replace(word, role=UNCLEAR)
    return chosen


def _contradict(first: Word, second: Word) -> bool:
    """Return whether a health and a full health cannot stand together."""
    left, full = sorted((first, second), key=lambda word: word.role.key != "health")
    if (left.role.key, full.role.key) != ("health", "full health"):
        return False
    try:
        health = read_health(f"{left.text}/{full.text}")
    except BadValue:
        return True
    return health != WrittenHealth(health.left, health.full) or health.left > health.full


# What words can be.


@lru_cache(maxsize=256)  # what the words of a value can be is asked once for each of its beginnings
def _roles_of(text: str, fields: tuple[Field, ...]) -> tuple[Role, ...]:
    """Return what a word, or words together, can be, the likeliest first."""
    order = modifier_of_order(fields)
    own = {field.key: [*_roles_in_field(text, field, fields)] for field in fields}
    of_order = [field for field in fields if field.is_score or field == order or (field.wild and field.default)]
    first = [field.key for field in sorted(of_order, key=lambda field: (not field.is_score, field != order))]
    health = _read(f"{_ANYBODY}, hp {text}", fields)
    is_health = health is not None and not (health.sheet or health.note or text.startswith("+"))
    points = (Role("health", "health", f"hp {text}"), Role("full health", "full health", f"hp {text}"))
    worn = _read(f"{_ANYBODY}, ac {text}", fields)
    many = str(NUMBERS.get(text.casefold(), text)).strip("xX×")
    counted = _read(f"{_ANYBODY}, x{many}", fields)
    numbers = [
        *(role for key in first for role in own[key]),
        *(points if is_health else ()),
        *(role for field in fields if field.key not in first and _is_number(field) for role in own[field.key]),
        *([Role("ac", "armour", f"ac {text}")] if text.isdecimal() and worn and worn.note == f"AC {text}" else []),
        *([Role("count", "how many", f"x{many}")] if counted and not counted.sheet else []),
    ]
    texts = [role for field in fields if field.kind is Kind.TEXT for role in own[field.key]]
    if any(map(str.isdigit, text)):
        return (*numbers, NAME, NOTE, *texts, LEFT_OUT)
    states = [role for field in fields if field.kind in (Kind.FLAG, Kind.PICK) for role in own[field.key]]
    return (NAME, NOTE, CONDITION, *_OF_SIDES, HIDDEN, *texts, *states, *numbers, LEFT_OUT)


def _is_number(field: Field) -> bool:
    return field.kind in (Kind.NUMBER, Kind.DICE)


def _is_value(text: str, field: Field) -> bool:
    try:
        read(field, text)
    except BadValue:
        return False
    return True


def _roles_in_field(text: str, field: Field, fields: tuple[Field, ...]) -> Iterator[Role]:
    """Yield what words are as the value of a field, if they can be one."""
    label = "initiative" if field.is_score else field.label
    modifier = modifier_of(field, text)
    value = f"{modifier:+d}" if modifier is not None else str(in_quarters(text)) if field.is_in_quarters else text
    if (_is_number(field) and not _is_value(value, field)) or (field.kind is Kind.TEXT and text.isdecimal()):
        return
    for pick in field.picks:
        part = f"{field.key.replace('_', ' ')} {pick.key}"
        yield Role(field.key, f"{label}: {pick.label}", part)
    number = next((str(other.default) for other in fields if other.key == field.names), "")
    calls = (*["init"] * field.is_score, field.key.replace("_", " "), field.label)
    for call in calls if not field.picks else ():
        part = call if field.kind is Kind.FLAG else f"{call} {{}}" if field.kind is Kind.TEXT else f"{call} {value}"
        said = _read(f"{_ANYBODY}, {part.replace('{}', value)} {number}".strip(), fields)
        if said and field.key in said.sheet and {*said.sheet} <= {field.key, field.names, *_guessed(field, fields)}:
            yield Role(field.key, label, part)
            return


def _guessed(field: Field, fields: tuple[Field, ...]) -> Iterator[str]:
    """Yield the keys of the fields whose values follow from the words in this one."""
    yield from (other.key for other in fields if other.guessed_from == field.key)


# How a line is read.


def _split(text: str) -> Iterator[Word]:
    """Yield the words and numbers of a text, without the signs around them."""
    for token in _TOKEN.findall(text):
        word = token.strip(_SIGNS)
        if any(map(str.isalnum, word)):
            glued = _GLUED.fullmatch(word)
            first, *others = filter(None, glued.groups()) if glued else (word,)
            yield Word(first, UNCLEAR)
            yield from (Word(other, UNCLEAR, is_glued=True) for other in others)


def _say_parts(line: str, fields: tuple[Field, ...]) -> Iterator[tuple[Role, list[Word]]]:
    """Yield what each part of a line is read as, with the words that are its value."""
    head, *parts = split_line(line, fields)
    name, many = split_count(head)
    if looks_like_data(head) or ask_for_number(line, fields):
        yield from _say_within(name, fields)
    else:
        yield NAME, [*_split(name)]
    if many not in ("", "1"):
        yield from _say(f"x{many}", fields)
    taken = {slip.part: slip.taken for slip in take_slips(line, fields)[1]}
    for part in map(" ".join, map(str.split, parts)):
        yield from _say(part if _read(f"{_ANYBODY}, {part}", fields) else taken.get(part) or part, fields)


def _say_within(head: str, fields: tuple[Field, ...]) -> Iterator[tuple[Role, list[Word]]]:
    """Yield the name, and the values beside their words, in a head that holds more than a name.

    The name is the first words with a capital, or else the first words: *oathbreaker Lisbet* of ``75hp oathbreaker
    Lisbet. maul``.
    """
    names = list[list[Word]]()
    for piece in _BETWEEN.split(head):
        words = [*_split(piece)]
        values = [at for at, word in enumerate(words) if any(map(str.isdigit, word.text))]
        labels = dict[int, Role]()
        for at in values:
            for beside in (at - 1, at + 1):
                role = _role_beside(words[beside].text, words[at].text, fields) if 0 <= beside < len(words) else None
                if role and beside not in labels and at not in labels:
                    labels |= {beside: LEFT_OUT, at: role}
                    yield role, [words[at]]
        others = groupby(range(len(words)), key=lambda at: at in values or at in labels)
        names += [[words[at] for at in run] for is_value, run in others if not is_value]
    named = next((run for run in names if any(word.text[0].isupper() for word in run)), names[0] if names else [])
    yield NAME, named


def _role_beside(label: str, value: str, fields: tuple[Field, ...]) -> Role | None:
    """Return what a value is by the word beside it; None if that names no value."""
    if not (label.casefold() in FREE or field_of_word(label, fields)):
        return None
    parts = split_line(f"name, {label} {value}", fields)[1:]
    said = [each for part in parts for each in _say(" ".join(part.split()), fields)]
    return next((role for role, words in said[:1] if role.key != NOTE.key and _join(words) == value), None)


def _role_in(sheet: Values, text: str, fields: tuple[Field, ...]) -> Role:
    """Return what a word is by the values that are read."""
    told = (role for role in _roles_of(text, fields) if role.key in sheet and not role.joins)
    said = ((role, _read(f"{_ANYBODY}, {role.part}", fields)) for role in told)
    return next((role for role, read in said if read and read.sheet.items() <= sheet.items()), UNCLEAR)


def _say(part: str, fields: tuple[Field, ...]) -> Iterator[tuple[Role, list[Word]]]:
    """Yield what a part is read as, with the words that are its value."""
    words, said = [*_split(part)], _read(f"{_ANYBODY}, {part}", fields)
    label, _, rest = part.partition(" ")
    if role := next((role for role in (NOTE, CONDITION) if rest and label.casefold() == role.key), None):
        yield role, [*_split(rest)]
        return
    if said is None:
        yield UNCLEAR, words
        return
    for field in fields:  # “sabre 4” names a weapon and its number
        if field.names in said.sheet and field.key in said.sheet and len(words) > 1:
            *named, number = words
            named = named[_fold(named[0].text) == field.key :]
            yield from ((role, named) for role in _roles_of(_join(named), fields) if role.key == field.key)
            yield from ((role, [number]) for role in _roles_of(number.text, fields) if role.key == field.names)
            return
    for value in (*(words[begin:] for begin in range(len(words))), *([word] for word in words)):
        text = _join(value)
        for role in _roles_of(text, fields):
            if role not in (NAME, NOTE, LEFT_OUT) and said == _read(f"{_ANYBODY}, {_write_part(role, text)}", fields):
                # Of “side Foes”, “Foes” is the word of the value.
                while not role.joins and len(value) > 1 and value[0].text in (role.key, *role.part.split()):
                    value = value[1:]
                yield role, value
                return
    is_note = said == AddCombatant(said.name, note=said.note)
    yield NOTE if is_note else Role(part, part, part), words


@lru_cache(maxsize=1024)
def _read(line: str, fields: tuple[Field, ...]) -> AddCombatant | None:
    """Return the combatant of a line; None if it cannot be read."""
    try:
        return read_quick_line(line, fields)
    except BadValue:
        return None


def _fold(text: str) -> str:
    """Return a word as it is compared with that of a part."""
    return str(NUMBERS.get(text.casefold(), text.casefold().replace("−", "-"))).strip("x×+")


def _find(words: Sequence[Word], typed: Sequence[Word], taken: Collection[int]) -> list[int]:
    """Return the places of words among those that are typed, as far as they are there and not taken."""
    at_places = list[int]()
    for word in words:
        free = (at for at, each in enumerate(typed) if at not in taken and at not in at_places)
        at_places += [at for at in free if _fold(typed[at].text) == _fold(word.text)][:1]
    return at_places


def _with_name(words: list[Word]) -> list[Word]:
    """Return the words, of which one is the name at least: by default the first with a letter that is not read.

    Those that a name has no room for are none of it.
    """
    if not any(word.role == NAME for word in words):
        with_letter = [at for at, word in enumerate(words) if any(map(str.isalpha, word.text))]
        unread = [at for at in with_letter if words[at].role.key == NOTE.key]
        first = next(iter((*unread, *with_letter, 0)))
        words = [replace(word, role=NAME) if at == first else word for at, word in enumerate(words)]
    ends = accumulate(len(word.text) + 1 if word.role == NAME else 0 for word in words)
    return [
        replace(word, role=UNCLEAR) if word.role == NAME and end > LONGEST_NAME else word
        for word, end in zip(words, ends, strict=True)
    ]


def _without_repeated(words: Sequence[Word], fields: tuple[Field, ...]) -> tuple[Word, ...]:
    """Return the words; what repeats what others say is unclear."""
    if _read(write_words(words, fields), fields):
        return tuple(words)
    told = [word if word.role in _ANYWHERE else replace(word, role=UNCLEAR) for word in words]
    for at, word in enumerate(words):
        trial = [*told[:at], word, *told[at + 1 :]]
        told = trial if _read(write_words(trial, fields), fields) else told
    return tuple(word for word in told if word.text or word.role != UNCLEAR)
