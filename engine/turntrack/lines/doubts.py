"""What a line says and its combatant does not show: words and numbers that went nowhere, or where they hardly belong.

The line is held against the combatant, however it was read. Nothing is shared with the reading but the words for
values and the names of the fields, so that what the reading overlooks is seen here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import lru_cache
from itertools import combinations, takewhile
from typing import NamedTuple

from turntrack.core.cards import show_card
from turntrack.core.commands import AddCombatant
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.vocabulary import (
    EDGE_VALUES,
    FIELD_WORDS,
    LINKS,
    TRAITS,
    TURN_VALUES,
    TURN_WORDS,
    WORDS,
    Meaning,
    meaning_of,
)
from turntrack.lines.doubt_words import (
    ADVERBS,
    AGAINST,
    ANSWERED,
    DENYING,
    EACH,
    FREE,
    HIDING,
    JOINING,
    NEVER_FIRST,
    OF_NAMES,
    OTHERS,
    PEOPLE,
    RELATIVE,
    SECTIONS,
    SIDES,
    SIGNS_OF_LIFE,
    SMALL,
    SOME,
    STATES,
    TIMES,
    UNTIL,
    VERBS,
)
from turntrack.lines.free_form import CORRECTED, RETRACTED, is_exact
from turntrack.lines.groups import count_some
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import calls_of, field_of_word, value_of_edge
from turntrack.lines.tokens import NUMBERS, WORN

MOST_DOUBTS = 3
LONGEST_NAME = 6
"""So many words in small letters are hardly a name."""
LEAST_LETTERS = 3
"""Shorter words are not missed."""
BEGINNING = 4
"""Words with so many letters in common are taken for forms of the same."""


class DoubtPlace(Enum):
    """Where the words are of which it is doubtful whether they belong there."""

    NAME = auto()
    NOTE = auto()
    NOWHERE = auto()


class Doubt(NamedTuple):
    """Words of a line that may mean more than what was made of them."""

    place: DoubtPlace
    words: str
    said: str = ""
    """What they probably say, as parts of a line; empty where that is open."""
    is_grave: bool = False
    """True if they may be somebody else, or nobody: nothing is taken before that is answered."""
    many: int = 0
    """Of how many of several it is said; 0 for all."""


_DIGITS = re.compile(r"\d+")
_SENTENCE = re.compile(r"[^.;]+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['’][^\W\d_]+)*")
_FREE_NUMBERS = re.compile(
    r"""\A\s*+(?:[-*•]\s++)?(?:\[?\d{1,2}:\d\d(?::\d\d)?\s?(?:[ap]m)?\]?                # [19:42]
        |\d{1,3}(?:[.)](?!\d)|(?=\s++\d{1,2}\s?[x×]?\s))|1(?=[\sx×]))                  # 3. orc, 1 orc
    |(?<=\s)\#?1(?=\s?[-–]\s?\#?\d|\s?(?:[&+]|and|und)\s?\#?2\b)
    |\s[x×*]\s*+1(?=\s*+(?:,|\Z))                                                       # orc 1-3, orc x1
    |(?:\bnat(?:ural|\.)?\s?)?\d{1,3}(?:\s(?:on|auf)\s[^\W\d]{2,4}\s[^\W\d]{3,6})?
    (?:\s?[+\-−]\s?\d{1,3}){1,3}\s?(?==|[)\]])                                         # 14 + 3 = 17
    |\bnat(?:ural|\.)?\s?\d{1,2}|\b(?:rolled|rolls|got)\s\d{1,2}(?=\s(?:for|so|makes)\s)
    |(?<!\d)[+\-−]\d{1,3}(?=\s?(?:→|[-=]>)\s?[+\-−]\d)                               # +8→+6
    |\bwave\s\d|(?<!\w)\d{0,3}[dw]\d{1,3}(?:\s?[+\-−]\s?\d{1,3}(?=\s?[)\]=:→]|\s[-=]>))?(?!\w)    # (2d8+6)
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Numbers of items and times, a count of 1, and what another number is made of: they say nothing more."""
_LABELLED = re.compile(
    r"(?<![^\W_])(?P<before>[^\W\d_]++\s)?(?P<word>[^\W\d_]{2,}+)\.?\s*+[:=]?\s*+[+\-−]?(?P<number>\d{1,4})"
    r"(?!\s?[\w.=+\-−])"
)
"""A word, perhaps with the one before it, and the number behind it."""
_WORD_AND_NUMBER = re.compile(r"(?<![^\W_])(?P<word>[^\W\d_]{2,}+)\.?\s*+[:=]?\s*+[+\-−]?(?P<number>\d{1,4})(?!\w)")
_EXPLICIT = re.compile(
    r"(?<![^\s,;])(?:notes?|remark|comment|notiz|side|group|counter|condition)(?:\s?:)?\s[^,]*+|\s(?://|\#)\s.*+"
    r"|[(\[][^()\[\]]*+[)\]]",
    re.IGNORECASE,
)
"""Text that is a note by its word or its brackets, so that nothing else is sought in it."""
_EXACT_NAME = re.compile(r"[\"“„«][^\"“”„«»]+[\"“”»]|\A[^,]*\s[x×*]\s*+1\s*+(?:,|\Z)", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_SIGNS_OF_SENTENCE = re.compile(r"[→>=]|:\s|!!|~\d|(?<=\d)\.\s|\s/\s|(?<=[^\W\d]{5})[.!?]\s")
"""Signs that no name has."""
_VALUE = re.compile(r"(?<!\w)[+\-−]\d|(?<!\w)\d*[dDwW]\d|\d[/%]")
"""A number that is a value by its signs."""
_ROUND = re.compile(r"(?<!\w)(?:round|runde)\s(\d{1,2})(?!\w)", re.IGNORECASE)
_LEAD = re.compile(r"\s*+[^\W\d][^:,;()\d]*+:\s")
"""A word before a colon, which may say what is behind it."""
_AT_NO_END = frozenset({"in", "at", "to", "by", "on", "of", "with", "for", "mit", "auf", "von"})
"""Words with which no name ends: ``owlbear crashes in``."""
_GLUED = re.compile(r"[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{2,}(\d{1,2})")
"""A name and a number without a space: ``Lia18``."""
_ALONE = re.compile(r"\A\W*+(\d++)\W*+\Z")
_COUNT = re.compile(r"(?<![\w+\-−])(?:[x×]\s?\d{1,2}|\d{1,2}\s?[x×])(?!\w)", re.IGNORECASE)
_CODE = re.compile(r"(?<!\w)(?=[A-Z]*\d)[0-9A-HJ-NP-Z]{6}(?!\w)")
"""The digits of attributes, which only somebody has: ``7A8965``."""
_HEALTH = "health"
_UNSEEN, _ABSENT = (
    tuple(phrase for phrase in WORDS[meaning] if phrase.startswith(("not ", "noch nicht ")))
    for meaning in (Meaning.HIDDEN, Meaning.WINGS)
)
"""Words for who is not seen, and not there."""


def find_doubts(line: str, read: AddCombatant, fields: tuple[Field, ...]) -> tuple[Doubt, ...]:
    """Return the words of a line that its combatant does not account for, the grave ones first.

    >>> find_doubts("guard is here, hp 7", AddCombatant("guard is here", health=7), ())[0].words
    'is here'
    >>> find_doubts("Mara, hp 7", AddCombatant("Mara", health=7), ())
    ()
    """
    shown, line = _show(read, fields), CORRECTED.sub(r"\g<word> ", RETRACTED.sub("", line))
    doubts = (
        *_in_name(line, read, fields),
        *_lost_numbers(line, shown, {*_told_by_words(line, read, fields)}),
        *_lost_count(line, shown, read),
        *_misplaced_numbers(line, shown, read, fields),
        *_lost_words(line, shown, read, fields),
        *_in_note(line, read, fields),
    )
    return tuple(sorted(dict.fromkeys(doubts), key=lambda doubt: not doubt.is_grave))[:MOST_DOUBTS]


def _show(read: AddCombatant, fields: tuple[Field, ...]) -> str:
    """Return all that a combatant shows, as text."""
    parts = [
        read.name, read.note, read.side, read.group, read.health_dice, read.count_dice,
        str(read.count) if read.count > 1 else "", *map(str, _health_of(read)), str(read.full_health),
        str(read.temporary),
    ]  # fmt: skip
    parts += [f"{read.comes.round} {read.comes.round - 1}"] if read.comes and read.comes.round else []
    parts += [f"{each.name} {each.value} {each.most} {each.fills.value}" for each in read.counters]
    parts += [f"{condition.name} {condition.text}" for condition in read.conditions]
    for field in fields:
        value = read.sheet.get(field.key, "")
        if value != "" and value is not False:
            parts += [*calls_of(field), _show_value(field, value)]
    return " ".join(parts)


def _health_of(read: AddCombatant) -> tuple[int, int, int]:
    return abs(read.health), read.full_health, read.full_health - read.health


def _show_value(field: Field, value: Value) -> str:
    if field.deck and isinstance(value, int):
        return f"{value} {show_card(value, field.deck)}"
    if field.kind is Kind.PICK:
        return " ".join((str(value), *(pick.label for pick in field.picks if pick.key == value)))
    if field.is_modifier and isinstance(value, int):  # that of a score, perhaps
        return f"{value} {2 * value + 10} {2 * value + 11}"
    if field.is_in_quarters and isinstance(value, int):
        return f"{value} {value / 4:g}"
    return str(value)


def _in_name(line: str, read: AddCombatant, fields: tuple[Field, ...]) -> Iterator[Doubt]:
    """Yield the words of the name that are hardly a part of it."""
    is_listed = "; " in read.note and read == replace(AddCombatant(read.name), note=read.note)
    if _LEAD.match(line) and (is_listed or read.name.casefold() in SECTIONS):
        yield Doubt(DoubtPlace.NAME, read.name, is_grave=True)  # such as “Kit: rope, lamp”, “Skills: Fight 6”
        return
    words = _IN_BRACKETS.sub("", read.name).split()
    folded = [word.strip(".,;:!?*").casefold() for word in words]
    if _EXACT_NAME.search(line) or not RELATIVE.isdisjoint(folded):
        return
    is_long = sum(word[:1].islower() and word not in SMALL for word in words) >= LONGEST_NAME
    is_counted_twice = read.count > 1 and read.name[:1].isdigit()
    if is_long or is_counted_twice or _SIGNS_OF_SENTENCE.search(read.name):
        yield Doubt(DoubtPlace.NAME, read.name, is_grave=True)
        return
    for at in range(len(words)):
        doubt = _doubt_at(at, words, folded, fields)
        if doubt:
            yield doubt
        if doubt and (doubt.is_grave or doubt.words == " ".join(words[at:])):
            break
    for inner in _IN_BRACKETS.finditer(read.name):
        told = [word for word in _WORD.findall(inner[1].casefold()) if _tells(word, fields, is_small=True)]
        is_denied = inner[1].casefold().startswith(("not ", "no ", "nicht ", "kein", "noch nicht "))
        # A number alone is asked about.
        if told or is_denied or (any(map(str.isdigit, inner[1])) and any(map(str.isalpha, inner[1]))):
            yield Doubt(DoubtPlace.NAME, inner[0], ", ".join((*told, f"note {inner[1].replace(',', ';')}")))


def _doubt_at(at: int, words: Sequence[str], folded: Sequence[str], fields: tuple[Field, ...]) -> Doubt | None:
    """Return the doubt about a name that begins at one of its words; None if there is none."""
    word, raw, rest = folded[at], words[at], " ".join(words[at:])
    is_small, is_last = raw[:1].islower(), at == len(words) - 1
    if is_small and word in VERBS:
        return Doubt(DoubtPlace.NAME, rest, is_grave=True)
    if is_last and (glued := _GLUED.fullmatch(raw)):
        label = "init" if any(field.is_score for field in fields) else "note"
        return Doubt(DoubtPlace.NAME, glued[1], f"{label} {glued[1]}")
    is_remark = len(words) > 1 and rest[len(raw) :].strip()[:1].islower()
    if at == 0 and word in NEVER_FIRST and (is_small or is_remark):
        return Doubt(DoubtPlace.NAME, rest, is_grave=True)
    if at == 0:
        return None
    follows_name = folded[at - 1] not in SMALL  # “von und zu” is one
    is_number = _is_number(word) and not is_last and folded[at - 1] not in LINKS
    is_joined = follows_name and (word in JOINING or is_number)
    if is_small and is_joined:
        return Doubt(DoubtPlace.NAME, rest, is_grave=True)
    if (is_small and word in ADVERBS) or not raw.strip("?"):
        return Doubt(DoubtPlace.NAME, raw)
    if is_small and is_last and word in _AT_NO_END and at > 1:
        said = " ".join(words[at - 1 :])
        return Doubt(DoubtPlace.NAME, said, f"note {said}")
    if is_small and is_last and word in SIGNS_OF_LIFE:
        return Doubt(DoubtPlace.NAME, raw, f"note {raw}")
    if is_small and word in TIMES:
        begun = next((before for before in range(max(at - 2, 1), at) if folded[before] in SMALL), max(at - 1, 1))
        return Doubt(DoubtPlace.NAME, " ".join(words[begun : at + 1]), "wings")
    if _VALUE.search(raw):
        return Doubt(DoubtPlace.NAME, rest, f"note {rest}")
    for phrase in (" ".join(folded[at : at + 2]), word):
        if _tells(phrase, fields, is_small=is_small):
            return Doubt(DoubtPlace.NAME, " ".join(words[at : at + phrase.count(" ") + 1]), phrase)
    return None


def _is_number(word: str) -> bool:
    return word in NUMBERS or word in SOME


def _tells(words: str, fields: tuple[Field, ...], *, is_small: bool) -> bool:
    """Return whether words behind a name tell something of somebody; with a capital, only a value of the rules does."""
    meaning = meaning_of(words)
    is_state = meaning in STATES and words not in OF_NAMES
    is_told = is_state or (meaning in SIDES and words not in PEOPLE)
    return bool(value_of_edge(words, fields)) or (is_small and is_told)


def _told_by_words(line: str, read: AddCombatant, fields: tuple[Field, ...]) -> Iterator[int]:
    """Yield where the numbers stand that are shown where the word before them says, perhaps told twice."""
    places = _places_of_words(fields)
    for match in _WORD_AND_NUMBER.finditer(line):
        values = " ".join(
            value for key in places.get(match["word"].casefold(), ()) for value in _values_at(key, read, fields)
        )
        if int(match["number"]) in map(int, _DIGITS.findall(values)):
            yield match.start("number")


def _lost_numbers(line: str, shown: str, told: Collection[int]) -> Iterator[Doubt]:
    """Yield the numbers that are nowhere, but for those of which another is the sum or the difference."""
    text = _FREE_NUMBERS.sub(lambda match: " " * len(match[0]), line)
    left = Counter(int(number) for number in _DIGITS.findall(shown))
    everywhere, lost = {*left}, list[re.Match[str]]()
    for match in _DIGITS.finditer(text):
        if left[int(match[0])]:
            left[int(match[0])] -= 1
        # The digits of a code are values each.
        elif match.start() not in told and (len(match[0]) == 1 or not {*map(int, match[0])} <= everywhere):
            lost.append(match)
    for first, second in combinations([int(match[0]) for match in lost[:MOST_DOUBTS]], 2):
        if {first + second, abs(first - second), first * second} & everywhere:
            return
    for match in lost:
        before, after = text[: match.start()].rpartition(" ")[2], text[match.end() :].partition(" ")[0]
        yield Doubt(DoubtPlace.NOWHERE, f"{before}{match[0]}{after}".strip(",;:() "))


def _lost_count(line: str, shown: str, read: AddCombatant) -> Iterator[Doubt]:
    """Yield the word that says that there are several, if there is one of them."""
    is_several = singular(read.name) != read.name and read.count == 1 and not read.count_dice
    words = (word for word in _WORD.findall(line) if word.casefold() in EACH and f" {word}" not in shown)
    yield from (Doubt(DoubtPlace.NOWHERE, word) for word in words if is_several)


def _misplaced_numbers(line: str, shown: str, read: AddCombatant, fields: tuple[Field, ...]) -> Iterator[Doubt]:
    """Yield the numbers that are shown elsewhere than their word says."""
    notes = " ".join(_plain(text) for text in _EXPLICIT.findall(line) if text[0] not in "([")
    everywhere, places = {int(number) for number in _DIGITS.findall(shown)}, _places_of_words(fields)
    texts = {call for field in fields if field.kind is Kind.TEXT for call in calls_of(field)}
    for match in _LABELLED.finditer(line):
        word, number = match["word"].casefold(), int(match["number"])
        before = (match["before"] or "").casefold()
        # “wild card 3” has no card, and “weapon hp 4” no health.
        is_other = bool(before) and (meaning_of(before + word) is not None or before.strip() in texts | WORN)
        keys = places.get(before + word, () if is_other else places.get(word, ()))
        if not keys or f" {word} {number} " in notes or number not in everywhere or match[0] in read.name:
            continue
        values = " ".join(value for key in keys for value in _values_at(key, read, fields))
        is_instead = any(key in read.sheet for key in keys) and match["number"] in read.note
        if number not in map(int, _DIGITS.findall(values)) and not is_instead:
            yield Doubt(DoubtPlace.NOWHERE, match[0].strip())


@lru_cache(maxsize=32)
def _places_of_words(fields: tuple[Field, ...]) -> dict[str, tuple[str, ...]]:
    """Return for each word of a value the keys of the fields that it may be."""
    places: dict[str, tuple[str, ...]] = dict.fromkeys(WORDS[Meaning.HEALTH], (_HEALTH,))
    for field in fields:
        if field.kind in (Kind.NUMBER, Kind.DICE):
            for call in (*calls_of(field), *FIELD_WORDS.get(field.label.casefold(), ())):
                if meaning_of(call) not in (Meaning.ORDER, Meaning.ORDER_MODIFIER):
                    places[call] = (*places.get(call, ()), field.key)
    return places


def _values_at(key: str, read: AddCombatant, fields: tuple[Field, ...]) -> Iterator[str]:
    if key == _HEALTH:
        yield from (*map(str, _health_of(read)), read.health_dice)
    yield from (_show_value(field, read.sheet[key]) for field in fields if field.key == key and key in read.sheet)


def _lost_words(line: str, shown: str, read: AddCombatant, fields: tuple[Field, ...]) -> Iterator[Doubt]:
    """Yield the words that are nowhere, and have said nothing that the combatant shows."""
    known = {form for word in _WORD.findall(shown) for form in _forms(word)}
    beginnings = {word[:BEGINNING] for word in known if len(word) >= BEGINNING}
    known |= _words_of(fields).union(*(words for is_shown, words in ANSWERED if is_shown(read)))
    known |= _words_of_edges(read, fields)
    run, end = list[str](), 0
    for match in _WORD.finditer(line):
        word = match[0].casefold()
        is_unit = line[match.start() - 1 : match.start()].isdigit()
        is_known = is_unit or len(word) < LEAST_LETTERS or not known.isdisjoint(_forms(word))
        if is_known or word[:BEGINNING] in beginnings or field_of_word(word, fields):
            continue
        if run and not line[end : match.start()].isspace():
            yield Doubt(DoubtPlace.NOWHERE, " ".join(run))
            run = []
        run.append(match[0])
        end = match.end()
    if run:
        yield Doubt(DoubtPlace.NOWHERE, " ".join(run))


def _forms(word: str) -> tuple[str, ...]:
    """Return a word as it is compared: folded, as one of several, and without the *not* at its end."""
    folded = word.casefold()
    is_denied = folded.endswith(("n't", "n’t")) or folded == "nicht"
    return (folded, singular(folded), *(("not",) if is_denied else ()))


@lru_cache(maxsize=32)
def _words_of(fields: tuple[Field, ...]) -> frozenset[str]:
    """Return the words that say nothing by themselves: those of all games, and by which the rules call their values."""
    calls = (call for field in fields for call in (*calls_of(field), *FIELD_WORDS.get(field.label.casefold(), ())))
    codes = (field.code[0] for field in fields if field.code[0])
    turns = (values for field in fields if (values := TURN_VALUES.get(field.label.casefold())) is not None)
    counted = (word for values in turns for word in (*values, *TURN_WORDS))
    return FREE.union(word for call in (*calls, *codes, *counted) for word in call.split())


def _words_of_edges(read: AddCombatant, fields: tuple[Field, ...]) -> set[str]:
    """Return the words of the edges that a combatant has."""
    values = {field.label.casefold(): read.sheet.get(field.key) for field in fields}
    edges = [edge for edge, (label, number) in EDGE_VALUES.items() if values.get(label) == number]
    return {word for edge in edges for word in (*edge.split(), "imp", "improved", "edge", "edges")}


def _in_note(line: str, read: AddCombatant, fields: tuple[Field, ...]) -> Iterator[Doubt]:
    """Yield what went into the note and may be another combatant, or what the rules have a place for."""
    explicit = " ".join(map(_plain, _EXPLICIT.findall(line)))
    codes = {field.code[0] for field in fields if field.code[0]}
    for text in read.note.split("; "):
        words = [word.casefold() for word in _WORD.findall(text)]
        many = 0 if read.count == 1 or is_exact(line) else count_some(text, read.name, read.count, fields)
        # “(camouflaged)”, but not “note camouflaged”
        is_hiding = len(words) == 1 and words[0] in HIDING and f"note{_plain(text)}" not in explicit
        if not (many or is_hiding) and _plain(text) in explicit:
            continue
        if not words:
            # Beside the words that say what it is, a number is a note, but not alone.
            yield from (Doubt(DoubtPlace.NOTE, number, is_grave=True) for number in _ALONE.findall(text))
            continue
        has_code = bool(codes) and words[0] not in codes and _CODE.search(text) is not None
        if other := text if has_code or _COUNT.search(text) else _others_in(text):
            yield Doubt(DoubtPlace.NOTE, other, is_grave=True)
        elif said := _phrase_in(text, read) or _state_in(words, read, fields):
            yield Doubt(DoubtPlace.NOTE, text, said, many=many)
        elif many or text.count("(") != text.count(")"):
            yield Doubt(DoubtPlace.NOTE, text)


def _plain(text: str) -> str:
    """Return the words and numbers of a text, folded, with a space around each."""
    return f" {' '.join(_TOKEN.findall(text)).casefold()} "


def _phrase_in(text: str, read: AddCombatant) -> str:
    """Return the words in a note by which somebody is not seen or not there yet; empty for none."""
    plain = _plain(text)
    unseen = "hidden" if not read.hidden and any(f" {phrase} " in plain for phrase in _UNSEEN) else ""
    if not read.comes and (round_said := _ROUND.search(text)):
        return f"round {round_said[1]}"
    return unseen or ("wings" if not read.comes and any(f" {phrase} " in plain for phrase in _ABSENT) else "")


def _state_in(words: Sequence[str], read: AddCombatant, fields: tuple[Field, ...]) -> str:
    """Return the words of a note that the combatant could show, and does not; empty for none."""
    conditions = [condition.name.casefold() for condition in read.conditions]
    words = [*takewhile(lambda word: word not in UNTIL, words)]
    if not words or not DENYING.isdisjoint(words):
        return ""
    if words[0] in HIDING and not read.hidden:
        return "hidden"
    for at, word in enumerate(words):
        for said in (" ".join(words[at : at + 2]), word):
            edge = value_of_edge(said, fields)
            if edge and edge.items().isdisjoint(read.sheet.items()):
                return said
            if said in OF_NAMES or said in PEOPLE or any(name.startswith(said) for name in conditions):
                continue
            meaning = meaning_of(said)
            if (
                (meaning is Meaning.HIDDEN and not read.hidden)
                # Only those who join at once are given conditions.
                or (meaning in (Meaning.CONDITION, Meaning.WINGS) and not read.comes)
                or (meaning in SIDES and not read.side and at == 0)
            ):
                return said
    return ""


def _others_in(text: str) -> str:
    """Return the part of a note with which others begin who are counted; empty for none.

    >>> _others_in("on the roof. other 2 gnolls in the open"), _others_in("has 2 healing potions")
    ('2 gnolls in the open', '')
    """
    first, _, others = text.partition(" ")
    if others and (first in ("&", "+") or first.casefold().rstrip(".") in AGAINST):
        return others
    for sentence in _SENTENCE.finditer(text):
        tokens = [*_TOKEN.finditer(text, *sentence.span())]
        for at, token in enumerate(tokens[:-1]):
            is_number = token[0].isdecimal() and len(token[0]) < 3
            if not is_number and token[0].casefold() not in NUMBERS:
                continue
            is_begun = tokens[at - 1][0].casefold() in OTHERS if at else sentence.start() > 0
            is_begun |= text[: token.start()].rstrip().endswith(":")
            named = [*takewhile(str.isalpha, (each[0] for each in tokens[at + 1 : at + 4]))]
            is_plural = any(singular(word) != word or word.endswith("en") for word in named)
            is_known = is_plural and (meaning_of(named[0]) not in (None, Meaning.KIND) or named[0].casefold() in TRAITS)
            if is_begun and is_plural and not is_known:
                return text[token.start() :].strip()
    return ""
