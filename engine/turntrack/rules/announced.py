"""Rewrite what is said at the table in the forms of quick lines: ``Borin got a 21``, ``two goblins with 7 hp each``.

``SAYINGS`` is a table with a row for each way of saying something, and an example of it. The rows are applied in this
order, each to what those above it have left. Repetitions are possessive (``*+``) where nothing can be given back, so
that no text, however it goes on, takes more than linear time (tests/test_patterns.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from types import MappingProxyType
from typing import NamedTuple

from turntrack.core.cards import read_card
from turntrack.core.errors import Malformed
from turntrack.core.fields import DEALT
from turntrack.core.vocabulary import LINKS, TRAITS, WORDS, Meaning, forms_of, meaning_of, without_links
from turntrack.rules.plurals import singular

_ORDER = forms_of(Meaning.ORDER, Meaning.ORDER_MODIFIER)
_INIT = "(?:ini|init|initiative)"
_VALUES = forms_of(Meaning.HEALTH, Meaning.FULL_HEALTH, Meaning.TEMPORARY, Meaning.ARMOUR)
_OF_HEALTH = rf"(?<!\w)(?<!temp )(?:{forms_of(Meaning.HEALTH)})\s*+[:=]?\s*+"
_END = r"(?=\s*+(?:\Z|[,;|(\[!.?]|(?:and\s|with\s|dex\s|[+\-−]\d)|(?:" + _VALUES + r")\b))"
"""What may stand behind a number that is complete."""
_NO_VALUE = rf"(?!\s*+(?:{_VALUES})\b(?!\s*+[:=]?\s*+\d))"
"""Behind a number that is not itself a health or an armour class: ``20 hp``."""
_BEHIND_NAME = r"(?<![\s,;|:=(\[])"
_COMES = (
    r"arriv(?:es?|ing)|appears?|com(?:es?|ing)|join(?:s|ing)?|enter(?:s|ing)?|lands?|(?:shows?|turns?|wakes?)\s++up|crawls?|reinforce?ments?|kommt"
    r"|erscheint"
)
_LATER = rf"{forms_of(Meaning.WINGS)}|reinforce?ments?|(?:second|next|later)(?:\s++wave)?|wave\s++\d"
_PLACE = (
    r"(?:in|on|from|at|behind|inside|out|aboard|through|via|over|under|above|near|by|aus|von|vom|durch|über|hinter|unter|auf|im|am|bei|beim)"
    r"\s[^,;:\d]{1,40}"
)
"""Words for where somebody is, or comes from."""
_UNSEEN = "(?:hidden|hiding|lurking|invisible|versteckt|unsichtbar)"
_DEEDS = (
    r"(?:goes|acts|stays?|waits?|hides?(?!\s(?:above|among|at|behind|below|in|inside|near|on|under|up|till|until)\s)|runs|flees?|rides?|sits?|stands"
    r"|follows?|wants|(?:comes?|climbs?|drops?|kommt|kommen)(?=\s(?:from|out|through|down|aus|von|vom|durch)\s)"
    r"|handelt|bleibt|wartet|flieht|läuft|steht|sitzt|reitet|folgt)"
)
"""Words for what somebody does, behind the name."""
_ABOUT = r"(?:ca\.|about|around|approx\.?|roughly|etwa|rund|ungefähr)"
_NOT_YET = "|".join(
    word.removeprefix("not ").removeprefix("noch nicht ").removesuffix(" yet").replace(" ", r"\s")
    for word in (*WORDS[Meaning.WINGS], *WORDS[Meaning.HIDDEN])
    if word.startswith(("not ", "noch nicht "))
)
"""What somebody is *not yet* who is in the wings or is not seen."""
_TIMES = r"(?:rounds?|turns?|minutes?|runden?|minuten?)(?!\w)"
_ROUND = r"(?:round|rnd|rd|r|turn|runde)"
_ARRIVES = re.compile(rf"(?<!\w)(?:{_COMES}|in|on|from|at|ab)\s(?:the\s)?{_ROUND}\s?\d", re.IGNORECASE)
_SIDE_WORDS = r"enem(?:y|ies)|foes?|hostiles?|all(?:y|ies)|pcs?|friendl(?:y|ies)"
_CONDITIONS = forms_of(Meaning.STATE, Meaning.CONDITION)
_STATES = "|".join(
    form
    for form in forms_of(Meaning.STATE, Meaning.CONDITION, Meaning.TWICE).split("|")
    if form not in ("mounted", "flying", "burning", "quick")
)
_TOLD_IN_BRACKETS = (
    Meaning.HEROES, Meaning.FOES, Meaning.ALLIES, Meaning.HIDDEN, Meaning.WINGS, Meaning.STATE, Meaning.CONDITION,
    Meaning.TWICE, Meaning.KIND,
)  # fmt: skip
_DIVIDED = re.compile(
    r"""(?<=[^\s,])\s++(?:[–—-]{1,2}|/{1,2}|[|•·=])\s++(?=[^\W\d]|[(\[\#])
    | (?<=[^\W\d])\s++/\s++(?=\d) | (?<=[^\s,])\s++/\s++(?=[+−-]\d)
    | (?:(?<=\s[+−-]\d)|(?<=\s[+−-]\d\d))\s*+/\s*+(?=\d)                # +6 / 20hp
    | (?<=[^\s,])\s++[–—-]{1,2}\s++(?=\d{1,4}\s?[^\W\d]{2})
    | ,(?:\s*+,)+
    | (?:(?<=\d)|(?<=\d[dDwW]))/(?=[^\W\d]{2,}(?:\s[^\W\d]+)?[\s:]?[+\-]?\d)            # REF 9/BODY 7
    | (?<=[^\s,])\s{3,}+(?=[^\W\d])
    | (?<=[^\s,])\s\s(?!x)(?=[^\W\d]{1,20}\s?[:=]?\s?[+\-d]?\d)       # Mara  AC 15
    | (?:(?<=[xX×]\d)|(?<=\d[)\]])|(?<=1[–-]\d))\s*+:\s                  # Guard x3: REF 7
    """,
    re.VERBOSE,
)
"""A sign between parts: ``Red - parry 6``. Between numbers it has another meaning."""
_AT_END = LINKS | {"the", "on", "at"}
"""Words that say nothing at the end of a name."""
_SPACED_COUNT = re.compile(r"(?<=\w)\s++[xX×]\s++(?=\d{1,3}(?!\w))")
_COUNT_WITHIN = re.compile(r"(?<=[^\s,])(\s++[xX×]\s*+\d{1,3})\s++(?![xX×]\s*+\d)(?=[^\W\d]|[+\-−]\d|\d{1,2}[dDwW])")
_NAMED_BEFORE = re.compile(rf"(?:\b(?:{_ORDER}|got|an?|is|was|on|at|of)|[:=@])\s*+\Z", re.IGNORECASE)
"""A word, or a sign, that tells that a total follows."""
_TOTAL_BEHIND = re.compile(r"[A-ZÀ-Þ][^\d,:;()]*\s\d{1,2}(?!\w)")
_KEY = re.compile(
    r"name|creature|monster|character|n?pc|player|enemy|ally|card|counter|group|turn|round", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]++")
_NAME_BEFORE = re.compile(r"[,;:(\[]")
_COUNTED_NAME = re.compile(r"(?:\d{1,2}(?:\s?[x×])?\s++)?([^\W\d_]{2,}+)")
_COME_AT_END = re.compile(r"(?<=[^\W\d])\s(?:come|arrive|join|appear|kommen|erscheinen)(?=\s*+(?:,|\Z))", re.IGNORECASE)
_TIME_WORD = re.compile(_TIMES, re.IGNORECASE)
_OF_NAMES = (None, Meaning.KIND)
"""The meanings of words with which names begin."""
_VALUE_WORD = re.compile(
    rf"(?<![^\W\d])(?:{_VALUES}|{_ORDER})(?![^\W\d])\s?[:=]?\s?[+\-−]?\d|\d\s?(?:{_VALUES}|{_ORDER})(?![^\W\d])",
    re.IGNORECASE,
)
"""A word for a value, and its number."""
_NAMES = re.compile(r"[A-ZÀ-Þ][^\W\d]+(?:,\s[A-ZÀ-Þ][^\W\d]+)+")
_BARE = re.compile(r"\s*+[x×+\-−]?\d[\d+\-−/dDwW]*\s*+")
"""A number or dice without a word."""
_BETWEEN_WORDS = re.compile(r"[,;]|/(?!\d)")
NUMBERS = MappingProxyType(
    {
        "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    }
)  # fmt: skip
_RELATIVE = frozenset(("that", "which", "who", "was", "were", "he", "she", "it", "they"))
_GERMAN = re.compile(r"(?<!\w)(?:versteckt|unsichtbar|gegner|feinde|verbündete)(?!\w)", re.IGNORECASE)
_BANDS = (
    "squad",
    "band",
    "gang",
    "pack",
    "mob",
    "group",
    "patrol",
    "crew",
    "team",
    "trupp",
    "gruppe",
    "bande",
    "rudel",
)
_FEW_WORDS = 2
_GERMAN_NUMBERS = ("zwei", "drei", "vier", "fünf", "sechs")


class Forms(NamedTuple):
    """What the rules take."""

    total: bool = True
    """A number of the order that is told before the fight."""
    modifier: bool = True
    """A modifier that is added to the roll for it."""
    labels: frozenset[str] = frozenset()
    """The names of the rules' fields, folded."""
    picks: frozenset[str] = frozenset()
    """The names of the values of those that have a list of them, folded."""
    codes: bool = False
    """Dice codes such as ``3D+2``, which everybody has."""


def _always(forms: Forms) -> bool:
    return True


def _takes_total(forms: Forms) -> bool:
    return forms.total


def _takes_modifier(forms: Forms) -> bool:
    return forms.modifier


def _takes_codes(forms: Forms) -> bool:
    return forms.codes


class Saying(NamedTuple):
    """A way of saying something, with an example and what becomes of it."""

    example: str
    written: str
    words: str
    """A pattern, without regard to case."""
    form: str | Callable[[re.Match[str], Forms], str]
    """What stands in the place of the words."""
    needs: Callable[[Forms], bool] = _always
    """Returns whether it is said under these rules."""

    def put_in_form(self, line: str, forms: Forms) -> str:
        pattern, form = _PATTERNS[self.words], self.form
        return pattern.sub(form if isinstance(form, str) else lambda match: form(match, forms), line)


def _write_title(match: re.Match[str], forms: Forms) -> str:
    """Return a title that is a value of the rules as that too: it stays in the name."""
    title = match[1].casefold()
    is_said_once = title in forms.picks and match.string.casefold().count(title) == 1
    return f"{match[0].rstrip(': ')}, {match[1]}{',' * match[0].endswith(':')}" if is_said_once else match[0]


def _write_kind_before(match: re.Match[str], forms: Forms) -> str:
    """Return what somebody is behind the name: *WC Fields* is a name where no cards are dealt."""
    is_name = match[1] == "WC" and DEALT.key not in forms.labels
    return match[0] if is_name else f"{match[2]}, {match[1]}"


def _write_remark(match: re.Match[str], forms: Forms) -> str:
    """Return a remark behind a name and a number as a part, unless the number is a value."""
    word, first = match[1].split()[-1].casefold(), match[3].split()[0].casefold()
    if meaning_of(word) or word in forms.labels:
        return match[0]
    if meaning_of(first) or first in forms.labels:
        return f"{match[1]}{match[2]}, {match[3]}"
    return match[0] if any(map(str.isdigit, match[3])) else f"{match[1]}{match[2]}, note {match[3]}"


def _write_remark_before(match: re.Match[str], forms: Forms) -> str:
    """Return a remark between a name and a number as a part; what tells something is read without its brackets."""
    if not _tells(match[2], forms):
        return f"{match[1].rstrip()} {match[3]}, note {match[2]}"
    return f"{match[1].rstrip()}{match[3]}, {match[2]}" if match[3][0] == ":" else match[0]


def _write_side_behind(match: re.Match[str], forms: Forms) -> str:
    """Return a side before a colon as a part; behind any other name put a comma in place of the colon.

    ``Foes: 2 orcs`` are two orcs of that side; in ``Doc: joker, shaken`` the name ends at the colon.
    """
    led, rest = match[1], match[2]
    meaning = meaning_of(led)
    told = [led] if meaning in _TOLD_IN_BRACKETS else led.split()
    if all(meaning_of(word) in _TOLD_IN_BRACKETS for word in told):
        head, comma, parts = rest.partition(",")
        return f"{head}, {', '.join(told)}{comma}{parts}"
    # A remark before somebody’s total.
    if len(led.split()) > 2 and _TOTAL_BEHIND.match(rest) and not meaning_of(rest.split()[0]):
        head, comma, parts = rest.partition(",")
        return f"{head}, note {led}{comma}{parts}"
    is_label = meaning or _KEY.fullmatch(led) or rest[:1].isdigit()
    tells = "," in rest or _TELLING.search(f"{led} {rest}")
    return match[0] if is_label or not tells else f"{led}, {rest}"


def _write_side_before(match: re.Match[str], forms: Forms) -> str:
    """Return a side before several who are counted as a part behind them: *Allies 4 ever* is a name."""
    return f"{match[2]}x {match[3]}, {match[1]}" if _may_be_several(match[1], match[3]) else match[0]


def _strip_mark(match: re.Match[str], forms: Forms) -> str:
    """Return a word that tells something without the exclamation marks behind it."""
    return match[1] if meaning_of(match[1]) in _TOLD_IN_BRACKETS else match[0]


def _write_arrival(match: re.Match[str], forms: Forms) -> str:
    """Return a round, and a place, before a colon as parts."""
    place = " ".join(filter(None, (match[1], match[3])))
    return f"{match[4]}, round {match[2]}" + f", note {place}" * bool(place)


def _write_help(match: re.Match[str], forms: Forms) -> str:
    """Return that somebody comes to help us as a note, and the side."""
    is_ours = {"us", "uns"} & {*match[1].casefold().split()}
    return f", on our side, note {match[1].strip()}" if is_ours else match[0]


def _write_deed(match: re.Match[str], forms: Forms) -> str:
    """Return what somebody does as a note, if it stands behind the name."""
    before = match.string[: match.start()]
    return match[0] if "," in before or _is_relative(before) else f", note {match[1]}"


def _is_relative(before: str) -> bool:
    """Return whether words end a name with what is told of it: ``Elf who was``, ``Kid that``."""
    return not _RELATIVE.isdisjoint(before.casefold().split()[-2:])


def _write_not_seen(match: re.Match[str], forms: Forms) -> str:
    """Return that somebody is not seen, or not there, as a part behind the name."""
    return match[0] if _is_relative(match.string[: match.start()]) else f", {match[1]}"


def _write_later(match: re.Match[str], forms: Forms) -> str:
    """Return who comes later in the wings, with the words before them as a note.

    A clause has small letters, or a count behind it, and a name: *Once Human, hp 22* is one.
    """
    clause, who = match["clause"], match["who"]
    named = _COUNTED_NAME.match(who)
    word = named[1].casefold() if named else ""
    is_value = word in forms.labels or word in TRAITS or meaning_of(word) not in _OF_NAMES or _TIME_WORD.match(word)
    words, is_counted = (clause or "").split()[1:] or [""], who[0].isdigit()
    is_how_often = words[0] in ("per", "each", "every", "more", "again")  # “Once per day, 3 fireballs”
    is_clause = named and words[0] and not (is_value or is_how_often) and (words[0][:1].islower() or is_counted)
    # “If it goes badly Ortiz”, but not “Once upon a Time”
    is_ended = match["sign"] or is_counted or (len(words) > _FEW_WORDS and words[-1] not in _AT_END)
    return (
        match[0]
        if clause and not (is_clause and is_ended)
        else f"{_COME_AT_END.sub('', who, 1)}, wings, note {match[1]}"
    )


def _write_about(match: re.Match[str], forms: Forms) -> str:
    """Return a number that is not exact as that of those whom a plural names."""
    return f"{match[1]} x{match[2]}" if singular(match[1]) != match[1] else match[0]


def _write_number_behind(match: re.Match[str], forms: Forms) -> str:
    """Return a number in words behind a plural as the number of those: *Johnny five* is a name."""
    name, is_told = match[1], "of them" in match[0] or match[0].endswith(")")
    is_plural = singular(name) != name or (match[2] in _GERMAN_NUMBERS and name.endswith("en"))
    is_name = name.split()[-1].casefold() in ("of", "for", "the") or not (is_plural or is_told)
    return match[0] if is_name else f"{name} x{NUMBERS[match[2]]}"


def _counts_plural(match: re.Match[str]) -> bool:
    """Return whether a number stands behind a plural, or a word such as *squad*, that has no other number."""
    name = match.string[: match.start()].partition(",")[0].strip()
    is_several = singular(name) != name or name.casefold().endswith(_BANDS)
    return is_several and not any(map(str.isdigit, name))


def _write_kind_counted(match: re.Match[str], forms: Forms) -> str:
    """Return the number of those of a kind behind a plural as their count: *Marshal, 4 extras* are others."""
    comma = "," if match.string[match.end() :].lstrip()[:1].isalpha() else ""
    return f"x{match[1]}, {match[2]}{comma}" if _counts_plural(match) else match[0]


def _write_count_behind(match: re.Match[str], forms: Forms) -> str:
    """Return a number of those named before as their count: *Captain, 3 guys* are others."""
    return match[0] if match[2] and not _counts_plural(match) else f", x{match[1]},"


def _may_be_several(said: str, text: str) -> bool:
    """Return whether one of the words before a comma or a bracket is a plural, or may be a German one: *Wachen*."""
    words = _NAME_BEFORE.split(text, maxsplit=1)[0].split()
    is_german = words[0][0].isupper() and words[0].endswith("en")
    return is_german or _GERMAN.search(said) is not None or any(singular(word) != word for word in words)


def _write_unseen(match: re.Match[str], forms: Forms) -> str:
    """Return who is not seen, and where, as parts behind those whom the words stand before."""
    if match["counted"] is not None and not _may_be_several(match[0], match[4]):  # “invisible 3 eyed raven”
        return match[0]
    place = " ".join("".join(filter(None, match.groups()[:2])).split())
    return f"{match[4]}, hidden" + f", note {place}" * bool(place)


def _write_round(match: re.Match[str], forms: Forms) -> str:
    """Return the round in which somebody comes as a part, and from where or when as a note."""
    note = " ".join(filter(None, (match["place"], match["when"] and match["when"].strip())))
    return f", round {match['round']}" + (f", note {note}{',' * bool(match['end'])}" if note else "")


def _write_kind_of_several(match: re.Match[str], forms: Forms) -> str:
    """Return how many they are, what they are in the story, and where, as parts."""
    return f", x{match[1]}, {match[2]}" + f", note {match[3]}" * bool(match[3])


def _write_after(match: re.Match[str], forms: Forms) -> str:
    """Return the round behind the one after which somebody comes."""
    return f", round {int(match[2]) + 1}, note {match[1]}"


def _divide(match: re.Match[str], forms: Forms) -> str:
    """Return the line with commas in place of the signs between its parts."""
    return match[1] + _DIVIDED.sub(", ", match[2])


def _write_sign(match: re.Match[str], forms: Forms) -> str:
    """Return the sign that a word stands for."""
    return " +" if match[1].casefold() == "plus" else " -"


def _open_brackets(match: re.Match[str], forms: Forms) -> str:
    """Return what is in brackets as parts, if one of them tells the side, or what somebody is."""
    parts = _BETWEEN_WORDS.split(match[1])
    is_told = _tells(match[1], forms) or _ARRIVES.search(match[1])
    return "".join(f", {part.strip(' !')}" for part in parts) + "," if is_told else match[0]


def _tells(text: str, forms: Forms) -> bool:
    """Return whether a part of a text tells the side, or what somebody is."""
    parts = _BETWEEN_WORDS.split(text)
    return any(
        meaning_of(part.strip(" !")) in _TOLD_IN_BRACKETS
        or part.strip().casefold() in forms.picks
        or (part.strip() and meaning_of(part.split()[0].rstrip(".")) in (Meaning.CONDITION, Meaning.HIDDEN))
        for part in parts
    )


def _has_values(text: str, forms: Forms) -> bool:
    """Return whether a text with commas has values, or may be a list of names."""
    folded, parts = text.casefold(), text.split(",")
    words = {*_WORD.findall(folded)}
    has_label = any(label in (folded if " " in label else words) for label in forms.labels)
    has_words = _VALUE_WORD.search(text) or has_label
    return bool(has_words) or _NAMES.fullmatch(text) is not None or any(_BARE.fullmatch(part) for part in parts)


def _write_profile(match: re.Match[str], forms: Forms) -> str:
    return f", {', '.join(match[0].split())}"


def _write_total(match: re.Match[str], forms: Forms) -> str:
    """Return the total of a sum, behind the word *init* unless a word for the total stands before the sum."""
    is_named = _NAMED_BEFORE.search(match.string, max(match.start() - 40, 0), match.start())
    return match[1] if is_named else f"init {match[1]}"


def _add(match: re.Match[str], forms: Forms) -> str:
    """Return the sum behind the word."""
    word, die, _, plus, added, taken = match.groups()
    return f"{word} {int(die) + int(added) if plus else int(die) - int(taken)}"


def _write_place(match: re.Match[str], forms: Forms) -> str:
    """Return a place in the order behind the word *init*, unless it is where a state begins: ``flees at 4``."""
    *parts, said = match.string[: match.start()].split(",")
    word = said.split()[-1]
    is_state = match[1] and (meaning_of(word) is Meaning.CONDITION or (parts and not word[-1].isdigit()))
    return match[0] if is_state else f" init {match[2]}"


def _write_modifier(match: re.Match[str], forms: Forms) -> str:
    """Return the modifier behind the word *init*."""
    number = match["signed"] or match["first"] or match["added"] or f"+{match['base']}"
    comma = "," if match["signed"] or "," in match[0] else ""
    return f"{comma} init {''.join(number.split())}"


def _write_modifier_behind(match: re.Match[str], forms: Forms) -> str:
    """Return the modifier behind a name behind the word *init*, unless it is that of another value."""
    word = match["name"].split()[-1].casefold()
    is_value = word in forms.labels or meaning_of(word)
    return match[0] if is_value else f"{match['name']} init {match['plain'] or match['closed']}"


def _write_code(match: re.Match[str], forms: Forms) -> str:
    """Return the dice behind a name as a part, unless its last word says what they are: ``guard sneak 4D``."""
    *before, last = (match[1].partition(" (")[0] if match[1].endswith(")") else match[1]).split()
    may_be_skill = bool(before) and last.islower() and singular(last) == last
    is_skill = may_be_skill and (last.endswith("ing") or singular(before[-1]) != before[-1])
    is_value = meaning_of(last) or last.casefold() in TRAITS or match[1].casefold().endswith(tuple(forms.labels))
    return match[0] if is_value or is_skill else f"{match[1]}, {match[2]}"


def _write_groups(match: re.Match[str], forms: Forms) -> str:
    """Return the number of all, and how many groups they are as a note."""
    groups, word, each, name = match.groups()
    return f"{int(groups) * int(each)} {name}, note {groups} {word} of {each}"


def _write_marked(match: re.Match[str], forms: Forms) -> str:
    """Return the health that is left when the marked points are taken off."""
    full = int(match["full"])
    return f"hp {max(full - int(match['taken']), 0)}/{full}"


def _write_value_left(match: re.Match[str], forms: Forms) -> str:
    """Return what is left of a value of the rules that has no maximum, and the maximum in the note."""
    word, groups = match["word"].casefold(), match.groupdict()
    left, full = groups.get("left") or groups.get("reduced"), groups.get("full")
    is_rising = bool(left and full and int(left) > int(full))
    if word not in forms.labels or meaning_of(word) is Meaning.HEALTH or is_rising:
        return match[0]
    return f"{word} {left}, note {word} {left} {f'of {full}' if full else 'left'}" if left else f"{word} 0"


def _write_number_left(match: re.Match[str], forms: Forms) -> str:
    """Return how many are left of several as their count, unless it is the number of a value."""
    name, left, _, every = match.groups()
    word = name.split()[-1].casefold()
    is_value = meaning_of(word) or word in forms.labels
    return match[0] if is_value else f"{name} x{left}, note {left} left of {every}"


def _write_modifier_of_kind(match: re.Match[str], forms: Forms) -> str:
    """Return the modifier behind the name of a kind behind *init*, unless its last word says what it is.

    Without a plus, the name is a plural or has a word such as *elite*. Not so: ``guard stealth +4``, ``ogre club +6``.
    """
    *before, last = match["name"].casefold().split()
    is_plural = singular(last) != last and not last.endswith("ics") and all(singular(word) == word for word in before)
    is_kind = any(meaning_of(word) is Meaning.KIND for word in before)
    is_value = last in forms.labels or last in TRAITS or meaning_of(last)
    is_other = "+" in match["plain"] and match[1].islower() and not get_close_matches(last, forms.labels)
    is_known = is_plural or is_kind or is_other
    is_clear = is_known and not is_value and (match["count"] or "+" in match["plain"])
    return f"{match['name']} init {match['plain']}" if is_clear else match[0]


def _write_wounded(match: re.Match[str], forms: Forms) -> str:
    """Return what is left of a health behind a word such as *wounded* as the health, unless it is told by its word."""
    return match[0] if _ONE_HEALTH.search(match.string) else f", hp {match[2]}/{match[3]}, {match[1]}"


def _write_taken(match: re.Match[str], forms: Forms) -> str:
    """Return the line with the health that is left, or when what somebody has taken is off; of several it is a note."""
    line = match[0]
    taken, healths = _TAKEN.search(line), [*_ONE_HEALTH.finditer(line)]
    if not taken or len(healths) != 1 or _SEVERAL.match(line):
        return line
    (health,) = healths
    name, *_ = line.split(",")
    *_, above = line[: taken.start()].rstrip(" ,(").split(",")
    # What is left of something else: ``arrows 20, 8 left``, and of several: ``Goblins, 3 left``.
    is_of_other = any(map(str.isdigit, above)) and not _ONE_HEALTH.search(above)
    if taken["left"] and (is_of_other or singular(name) != name):
        return line
    full = int(health["full"] or health["first"])
    rest = int(taken["left"] or full - int(taken["verb"] or taken["noun"] or taken["last"] or 0))
    if rest > full:
        return line
    left = f"hp {max(rest, 0)}/{full}"
    (start, end), (begin, after) = sorted((health.span(), taken.span()))
    texts = (left, "") if health.start() < taken.start() else ("", left)
    return f"{line[:start]}{texts[0]}{line[end:begin]}{texts[1]}{line[after:]}".replace(" ()", "").rstrip(" ,")


def _write_down_to(match: re.Match[str], forms: Forms) -> str:
    """Return what is left of a health, unless it may be how many are left of several."""
    full, left = int(match["full"] or match["first"]), int(match["left"] or match["rest"])
    is_other = left > full or (match["rest"] and _SEVERAL.match(match.string))
    return match[0] if is_other else f"hp {left}/{full}"


def _write_health_left(match: re.Match[str], forms: Forms) -> str:
    """Return the health that is left when damage is taken off."""
    taken, full = filter(None, match.groups())
    return f"hp {max(int(full) - int(taken), 0)}/{full}"


def _count_in_name(match: re.Match[str], forms: Forms) -> str:
    """Return the name with its count joined to it, and a comma behind the count."""
    return _COUNT_WITHIN.sub(r"\1, ", _SPACED_COUNT.sub(" x", match[0]))


def _strip_links(match: re.Match[str], forms: Forms) -> str:
    """Return the line without linking words at the beginning of its parts, and at the end of the name."""
    head, *parts = match[0].split(",")
    name = head.split()
    first, last = 0, len(name)
    while first + 1 < last and name[first].casefold() in LINKS:
        first += 1
    while last > first + 1 and name[last - 1].casefold() in _AT_END:
        last -= 1
    kept = head if last - first == len(name) else " ".join(name[first:last])
    return ",".join((kept, *map(without_links, parts)))


def _write_quantity(match: re.Match[str], forms: Forms) -> str:
    return f"{6 if match[1] else 12 if match[2] else 2} "


def _write_count(match: re.Match[str], forms: Forms) -> str:
    """Return a figure in place of a number in words, in small letters or before a plural: *Seven Samurai* is a name."""
    many = NUMBERS.get(match[1].casefold())
    is_plural = any(singular(word) != word for word in match[2].split()[:3])
    is_count = is_plural or match[1].islower()
    # “Five Fingers” is asked about.
    may_be_name = not match[1].islower() and match[2][0].isupper()
    return f"{many} {match[2]}" if many and is_count and not may_be_name else match[0]


_DICE_SHOWN = (
    r"(?<![\w.])(?:nat(?:ural)?\.?|rolled|rolls|got)\s++(?:an?\s++)?\d{1,2}!*+"
    r"(?:\s++[^\W\d]{2,12}\s?[+\-−]\d{1,2}(?=\s))?"
    r"(?:\s++(?=\d{1,3}\stotal)|(?:\s*+,)?\s++(?:for|so|is|makes|which\s++makes)\s++(?:an?\s++)?|\s*+\(?=\s*+|\s*+,\s*+(?=total)|\s*+\((?=\d{1,3}\stotal))"
    r"(?:total\s++(?:of\s++)?)?(\d{1,3})(?:\stotal)?\)?(?![^\s,;])"
)
_NO_DEGREE = "".join(
    rf"(?<!\b{word})"
    for word in ("seriously", "severely", "mortally", "critically", "lightly", "badly", "gravely", "heavily", "schwer")
)
_TELLS = (
    rf"(?<=[^\s,])(?<!\bimproved)(?<!\bimp)(?<!\bimp\.)(?<!\bstarts)(?<!\bbegins)(?<!\bnot){_NO_DEGREE}\s++(?P<word>{_SIDE_WORDS}|WC|I?LH|hidden|invisible|unseen|versteckt|unsichtbar|out\sof\ssight"
    rf"|(?:{_STATES})(?:\s++\d{{1,2}}(?!\s*+(?:/|(?:wounds?|wunden?|{_VALUES})\b(?!\s*+[:=]?\s*+\d))))?)(?![^\W\d])(?=\s*+(?:\Z|[,;|]|\d"
    rf"|(?i:WC|I?LH|{_VALUES}|{_ORDER}|{forms_of(Meaning.OTHER)}|{_STATES}|{'|'.join(sorted(LINKS))})\b))"
)
_TELLING = re.compile(_TELLS)
"""A word in running text that tells the side, or that somebody is not seen; in small letters, because of names."""

_ONE_HEALTH = re.compile(
    rf"(?<![^\W\d])(?:{forms_of(Meaning.HEALTH)})\s*+[:=]?\s*+(?P<full>\d{{1,4}})(?!\s*+[/\d])"
    rf"|(?<![\d/])(?P<first>\d{{1,4}})\s?(?:{forms_of(Meaning.HEALTH)})(?!\w|\s*+[:=]?\s*+\d)",
    re.IGNORECASE,
)
_SOON = r"(?:has|have|hat|already|schon|bereits)"
_TAKEN = re.compile(
    rf"(?:(?<=[,(])|(?<=[,(]\s)|(?<=\d\s)|(?<=[ht]p\s)|(?<=\s)(?=(?:has|have|hat)\s))(?:(?:{_SOON}\s){{0,2}}(?:took|taken|lost|suffered|verloren)\s(?P<verb>\d{{1,4}})"
    r"(?:\s(?:damage|dmg|hp|points|already|so\sfar|schaden)){0,3}"
    rf"|(?:{_SOON}\s){{1,2}}(?P<noun>\d{{1,4}})\s(?:damage|dmg|schaden|abgekriegt|abbekommen|eingesteckt|kassiert|verloren|weg|gone)"
    r"|(?P<last>\d{1,4})\s(?:damage|dmg|schaden)\s(?:already|so\sfar|taken|abgekriegt|abbekommen|eingesteckt|kassiert)"
    r"|(?:(?:now|only|just|jetzt|noch|nur)\s){0,2}(?P<left>\d{1,4})\s(?:left|remaining|übrig))"
    r"(?=\s*+(?:\Z|[,;)]))",
    re.IGNORECASE,
)
"""Damage that somebody has taken already, or what is left: ``hat schon 20 abgekriegt``, ``31 left``."""
_SEVERAL = re.compile(
    r"\s*+\d|.*[\s,(][x×]\s?\d|.*[\s,(]\d{1,2}\s?[x×](?!\w)|[^,(]*\(\d{1,2}\)", re.IGNORECASE | re.DOTALL
)

# fmt: off
SAYINGS = (
    Saying("2 rats +1 hp4", "2 rats +1 hp 4", rf"(?<=[\s,;(])({_VALUES})(?=\d{{1,4}}(?!\w))", r"\1 "),
    Saying("Lurker, agility 3D+1, move 9. Claws +3", "Lurker, agility 3D+1, move 9, Claws +3",
           r"(?:(?<=[^\W\d]\s\d)|(?<=\d[\ddw)])|(?<=[+\-−]\d))\.\s++(?-i:(?=[A-ZÀ-Þ]))", ", "),
    Saying("[19:42] Jonas: 14", "Jonas: 14",
           r"\A\s*+\[?\d{1,2}:\d\d(?::\d\d)?\s?(?:[ap]m)?\]?\s*+(?:[–-]\s*+)?(?=[^\W\d])", ""),
    Saying("Mimic, *starts hidden*", "Mimic, starts hidden",
           r"(?<![\w*_])([*_]{1,3})(?=[^\s*_])([^*_,;]+)(?<=\S)\1(?![\w*_])", r"\2"),
    Saying("all 3 boosters", "3 boosters",
           r"\A\s*+(?:all|the|add|plus|another)\s++(?=\d{1,2}\s)|\A\s*+(?-i:add\s++(?=[A-ZÀ-Þ]))", ""),
    Saying("in the hay hidden also two archers, hp 9", "two archers, hp 9, hidden, note in the hay",
           rf"\A\s*+({_PLACE}?\s++)?{_UNSEEN}(\s++{_PLACE}?)?"
           rf"(?::\s++|\s++(?:(?:also|another|noch|auch|are|is)\s++){{0,2}}(?=(?:\d{{1,2}}|{'|'.join(NUMBERS)})\s)(?P<counted>))(.+)\Z",
           _write_unseen),
    Saying("2 more zombies", "2 zombies",
           rf"(?:\A\s*+(?:[-*•]\s++)?|([:–—]\s++|\s-\s++))(\d{{1,2}}|{'|'.join(NUMBERS)})\s++(?:more|further|other|additional|extra|weitere)\s++(?=[^\W\d])",
           r"\1\2 "),
    Saying("late joiner: Silas, 8♦", "Silas, 8♦",
           r"\A\s*+(?:late\s++joiners?|latecomers?|newcomers?|joining|also|plus|dazu|neu|außerdem)\s*+:\s++", ""),
    Saying("Jorunn (noch 14 von 31 TP)", "Jorunn (14 von 31 TP)",
           r"(?<!\w)(?:noch|still|only|nur(?:\s++noch)?)\s++(?=\d{1,3}\s*+(?:/|of|von)\s*+\d)", ""),
    Saying("Joss 3D, body 9/22", "Joss 3D, hp 9/22", r"(?<=[\s,;(])body\s++(?=\d{1,3}/\d{1,3}(?!\w))", "hp "),
    Saying("I got a 17 for Kestrel", "Kestrel init 17",
           r"\A[^,;|:()\d]*?\b(?:got|gets|rolled|rolls|says|has|hat)\s++(?:an?\s++)?(\d{1,3})\s++(?:for|für)\s++(?-i:(?=[A-ZÀ-Þ]))([^\W\d][^,;|\d]*)",
           r"\2 init \1", _takes_total),
    Saying("2 groups of 4 raiders, hp 3", "8 raiders, note 2 groups of 4, hp 3",
           r"\A\s*+(\d{1,2})\s++((?:group|pack|squad|band|gang|mob|wave)s?)\s++of\s++(\d{1,2})\s++([^\W\d][^,;|(\[:\d]*)",
           _write_groups),
    Saying("Kezia hasn’t rolled yet", "Kezia, note not rolled yet",
           r"(?<=[^\s,])(?:\s*+,)?\s++(?:(?:is|has|hat)\s++)?(?:not|has\s?n[’']?t|still|noch\snicht)\s++(?:yet\s++)?"
           r"(?:rolled|rolling|gewürfelt)(?:\s++yet)?(?!\w)[^,;]*", ", note not rolled yet"),
    Saying("PC Jorun, hp 7", "Jorun, PC, hp 7", r"\A\s*+((?:n?pc|nsc)|(?-i:SC|WC))\s++([^\W\d][^,;|]*)",
           _write_kind_before),
    Saying("Boss Kell", "Boss Kell, Boss", r"\A\s*+(?-i:([A-ZÀ-Þ][^\W\d]{2,})\s[A-ZÀ-Þ])[^,;|:]*+:?", _write_title,
           lambda forms: bool(forms.picks)),
    Saying("Kyra 22 (Stealth)", "Kyra 22, note Stealth",
           r"\A([^,;()\[\]\d]*+(?<=[\w:=–—-]\s))([+\-−]?\d{1,3})\s*+[(\[]((?!x\s?\d)[^\W\d][^,;()\[\]]*)[)\]]",
           _write_remark),
    Saying("Kyra (fighter) 22", "Kyra 22, note fighter",
           r"\A([^,;()\[\]\d]*+(?<=[\w.]\s))[(\[]([^\W\d][^,;()\[\]\d]*)[)\]]\s*+(:?\s*+\d{1,3})(?=\s*+(?:\Z|,))",
           _write_remark_before),
    Saying("Init 17: Aria, hp 7", "Aria init 17, hp 7",
           rf"\A\s*+(?:{_INIT}\.?\s*+[:=#]?\s*+(?P<n>\d{{1,3}})|(?P<m>\d{{1,3}})\s++{_INIT})"
           rf"\s*+[:–—.)-]?\s*+(?<=[\s:–—.)-])"
           rf"(?!(?:{_VALUES})\b)(?P<name>[^\W\d][^,]*)", r"\g<name> init \g<n>\g<m>"),
    Saying("Aria got 17!", "Aria got 17", r"(?<=\d)!+", ""),
    Saying("Foes: ogre, hp 59", "ogre, Foes, hp 59",
           r"\A\s*+((?:vs|versus|gegen)(?=\.?\s)|[^\W\d][^,:\d]*?(?=:))"
           r"\.?:?\s++((?:[^\W\d]|\d{1,2}\s?[xX×]?\s++[^\W\d]).*)",
           _write_side_behind),
    Saying("Gegner 5 Gardisten, hp 9", "5x Gardisten, hp 9, Gegner",
           r"\A\s*+(foes|enemies|monsters|hostiles|opponents|allies|friends|gegner|feinde|verbündete)\s++"
           rf"(?!1\s)(\d{{1,2}})(?:\s?[x×])?\s++((?!(?:{_VALUES}|{_ORDER})\b)[^\W\d].*)", _write_side_before),
    Saying("Lace 9 - surprised!", "Lace 9 - surprised",
           r"(?<![^\W\d])([^\W\d]++)!++(?=\s*+(?:\Z|[,;)\]]))", _strip_mark),
    Saying("Kestrel just got here - 16", "Kestrel - 16, note just got here",
           r"\A([^,;:\d]*?[^\s,;:\d])\s++((?:just|finally)\s(?:got|gets|came|comes|arriv\w+|show\w*|join\w*|turn\w*)[^,;:\d–-]*?)"
           r"(?=\s*+(?:[,;:–-]|\Z))(.*)", r"\1\3, note \2"),
    Saying("+2 beat cops", "2 beat cops", r"\A\s*+\+(?=\d{1,2}\s++[^\W\d])", ""),
    Saying("Round 3: 2 orcs, hp 15", "2 orcs, round 3, hp 15",
           rf"\A\s*+(?:(?:\d{{1,2}}[.)]|[-*•])\s++)?(?:(?:{_LATER})\s++)?(?:(?:in|on|at)\s++)?{_ROUND}\s*+(\d{{1,2}})\s*+"
           r"(?::|[–—-](?=\s))\s*+([^\W_][^,]*)",
           r"\2, round \1"),
    Saying("Red - parry 6", "Red, parry 6", r"\A(?!\s*+\|)((?:[\W\d]|_)*+)(.*)", _divide),
    Saying("Aria, dex plus 3", "Aria, dex +3", r"\s(plus|minus)\s++(?=\d{1,2}(?!\w))", _write_sign),
    Saying("sildar (ally, hidden)", "sildar, ally, hidden,", r"(?<!\s)\s*+[(\[]([^()\[\]]*)[)\]]"
           r"(?:\s++[–—-]\s++(?=\d{1,3}\s*+(?:\Z|,)))?",
           _open_brackets),
    Saying("Wave 2: 3 orcs, hp 15", "3 orcs, wings, hp 15", r"\A\s*+wave\s++\d\s*+:\s++([^\W_][^,]*)", r"\1, wings"),
    Saying("In a boat, lands turn 3: 2 orcs, hp 15", "2 orcs, round 3, note In a boat, hp 15",
           rf"\A\s*+(?:({_PLACE}?)(?:,\s*+|\s++))?(?:(?:{_COMES})\s++)?(?:(?:in|on|at|ab)\s++)?{_ROUND}\s*+(\d{{1,2}})(?:,?\s++({_PLACE}))?"
           r"\s*+:\s++([^\W_][^,]*)", _write_arrival),
    Saying("Next round also 2 snipers, hp 9", "2 snipers, hp 9, wings, note Next round",
           rf"\A\s*+((?:in\sder\s)?(?:next|nächsten?)\s++(?:round|turn|runde)|(?:in|after|nach)\s++\d{{1,2}}\s++{_TIMES}"
           r"|(?P<clause>(?:if|when|once)\s(?-i:[a-z\s’']{1,60}(?=\s[A-ZÀ-Þ]))|(?:if|when|once|should|falls|wenn|sobald)\s"
           rf"(?:(?-i:[a-zß-ÿ])[^,;:\d]{{1,60}}(?=\s\d{{1,2}}\s(?!{_TIMES}))|[^,;:]{{1,60}}(?=[,:]))))"
           rf"(?P<sign>[,:]?)\s++(?:(?:also|then|another|noch|auch|dann|{_COMES}|come|arrive|join|kommen|erscheinen)\s++){{0,3}}(?P<who>.+)\Z",
           _write_later),
    Saying("Riders (3) in 2 rounds, hp 9", "Riders (3), wings, note in 2 rounds, hp 9",
           r"\A((?:\d{1,2}\s?[x×]?\s[^,;:\d()]*?|[^,;:\d()]*?\s(?:x\s?\d{1,2}|\(\d{1,2}\))|[^\W\d]*))"
           rf"\s++((?:in|after|nach)\s++\d{{1,2}}\s++{_TIMES})", r"\1, wings, note \2"),
    Saying("3 guards after round 4", "3 guards, round 5, note after round 4",
           r"(?<=[^\s,;:(])(?:\s*+,)?\s++((?:only\s|erst\s)?(?:after|nach)\s++(?:round|rnd|runde)\s++(\d{1,2}))(?=\s*+(?:\Z|[,;)]))",
           _write_after),
    Saying("pilot stays aboard til round 4", "pilot, round 4, note stays aboard",
           rf"(?<=[^\s,;:])\s++((?-i:stays?|waits?|bleibt|wartet)(?:\s[^,;:\d\s]++){{0,8}}?)\s(?:until|till?|bis)\s(?:zur\s)?{_ROUND}\s(\d{{1,2}})(?!\w)",
           r", round \2, note \1"),
    Saying("wolf goes right after Jex, 11 hp", "wolf, note goes right after Jex, 11 hp",
           rf"(?<=[^\s\d,;:])\s++((?-i:{_DEEDS})\s[^,;:\d]*+)(?=\Z|,)", _write_deed),
    Saying("Villagers ~20", "Villagers x20",
           rf"\A([^,;:\d]*[^\s,;:\d~])\s*+(?:~|(?<=\s){_ABOUT}\s)\s*+(\d{{1,2}})(?=\s*+(?:\Z|,))", _write_about),
    Saying("~20 villagers", "20 villagers", rf"\A\s*+(?:~|{_ABOUT}\s)\s*+(?=\d{{1,2}}\s++[^\W\d])", ""),
    Saying("sniper on ridge not seen yet", "sniper on ridge, not seen yet",
           rf"(?<=[^\s,;:(])\s++((?:not\s|noch\snicht\s)(?:{_NOT_YET})(?:\syet)?)(?=\s*+(?:\Z|[,;)]))",
           _write_not_seen),
    Saying("2 guards come to help us", "2 guards, on our side, note come to help us",
           r"(?<=[^\s,;:])\s++((?-i:comes?|joins?|helps?|runs?|kommt|kommen|hilft|helfen|eilt|eilen)\s[^,;:\d]*+)",
           _write_help),
    Saying("Orc, arrives at the top of round 3", "Orc, , round 3",
           rf"(?:(?<=\s)|(?<=,)|\A)(?:(?P<place>(?:{_COMES})\s++(?:through|from|via|by|out|over|up|into|down)\s[^,;:.\d]{{1,40}}?)\s++"
           rf"|(?:(?:{_COMES}|eta|in|at|on|from|starting|starts?|ab|erst)\s++){{1,3}})"
           rf"(?:(?:in|on|at|by|the|top|start|beginning|of)\s++){{0,5}}{_ROUND}\.?\s*+#?(?P<round>\d{{1,2}})(?!\w)"
           r"(?:\s++(?P<when>(?:if|when|unless|once|after|through|from|via|by|with|wenn|falls|mit)\s[^,;.\d]*)(?P<end>\.(?=\s))?)?",
           _write_round),
    Saying("Eddie arrives when they honk", "Eddie, wings, note arrives when they honk",
           rf"(?<![\s.])\.?\s++((?:{_COMES})\s++(?:in\s++)?(?:(?:when|if|once|as\s++soon|after|wenn|sobald|falls)\s++[^\W_]"
           r"|(?:\d{1,2}|\d?d\d{1,2})\s++(?:rounds?|turns?|minutes?))[^,;]*)",
           r", wings, note \1"),
    Saying("Spy hidden behind a wall", "Spy, hidden, note behind a wall",
           r"(?<=[^\s;(])(?:\s*+,)?\s++(?:(?:is\s)?(?:hidden|hiding|lurking)|hides|lurks|invisible|out\sof\ssight|versteckt(?:\ssich)?|unsichtbar|lauert)\s++"
           r"((?!in\s(?:the\s)?(?:wings|reserve))(?:above|among|at|behind|below|in|inside|near|on|under|up|till|until|unless|an|auf|bis|hinter|im|unter)"
           r"\s[^,;]*)", r", hidden, note \1"),
    Saying("Orc hp 15 r3", "Orc hp 15, round 3",
           r"(?:(?<=,)\s*+|(?<=\d)\s++)(?:rnd|rd|r(?=\d))\.?\s*+(\d{1,2})(?!\w)", r", round \1"),
    Saying("Orc, in the 3rd round", "Orc, , round 3",
           r"(?<=[\s,])(?:(?:in|on|from)\s++)?(?:the\s++)?(\d{1,2})(?:st|nd|rd|th)\s++round(?!\w)", r", round \1"),
    Saying("leader ref 9 w/ sandy", "leader ref 9 with sandy", r"(?<=[^\s,;:]\s)w[/.]?\s(?=[^\W_])", "with "),
    Saying("Nomads five, ref 6", "Nomads x5, ref 6",
           rf"\A([^,;:\d()]*[^\s,;:\d()])\s++\(?"
           rf"(?-i:({'|'.join(NUMBERS)}))(?:\sof\sthem)?(?:\)|(?=\s*+(?:,|\Z)))",
           _write_number_behind),
    Saying("Cultists 4 Extras", "Cultists x4, Extras",
           r"(?<=[\w,]\s)(\d{1,3})\s++((?:extra|wild\s?card|minion|mook)s?)(?=\s*+(?:\Z|,))", _write_kind_counted),
    Saying("Zombies 4 extras tough 7", "Zombies x4, extras, tough 7",
           r"(?<=[\w,]\s)(\d{1,3})\s++(extras|wild\s?cards|minions|mooks)(?=\s++[^\W\d])", _write_kind_counted),
    Saying("Gun crew (3 extras) in the car", "Gun crew, x3, extras, note in the car",
           rf"(?<=[^\s,])\s++\((\d{{1,2}})\s++(extras|wild\s?cards|minions|mooks|statisten)\)(?:\s++({_PLACE}))?(?=\s*+(?:[,;:]|\Z))",
           _write_kind_of_several),
    Saying("12 zombies in 2 groups", "12 zombies, note in 2 groups",
           r"\A((?:\d{1,2}\s++)?[^\s,;:\d]++(?:\s[^\s,;:\d]++){0,3}?)\s((?:in|as|als)\s\d{1,2}\s(?:group|pack|squad|gruppe)[ns]?)(?!\w)",
           r"\1, note \2"),
    Saying("Quick → 3 cards keep best", "Quick, note 3 cards keep best",
           r"(?<=[^\W\d])\s++(?:→|->|=>)\s++(\d{1,2}\s[^\W\d][^,;]*)", r", note \1"),
    Saying("Goblin P+7", "Goblin perception +7", r"(?<!\S)P\s?(?=[+\-−]\d)", "perception ",
           lambda forms: "perception" in forms.labels and forms.modifier),
    Saying("raptors, quick (redraw 5)", "raptors, quick, note redraw 5",
           rf"(?<!\w)((?:{forms_of(Meaning.STATE)}))\s\((?!imp)([^()]+)\)", r"\1, note \2"),
    Saying("troll already wounded 12 of 84", "troll, hp 12/84, wounded",
           r"(?<=[^\s,;(])(?:\s*+,)?\s++(?:(?:already|schon|bereits|noch)\s++){0,2}"
           r"(wounded|hurt|damaged|verletzt|verwundet|angeschlagen|kaputt|beschädigt)\s++(\d{1,4})\s*+(?:/|of|von)\s*+(\d{1,4})(?!\w)",
           _write_wounded),
    Saying("Hank has Hesitant", "Hank, Hesitant",
           rf"(?<=[^\s,])\s++(?:has|have|is|are|hat|ist)\s++(?=(?:{_CONDITIONS}|{forms_of(Meaning.KIND)})\b)", ", "),
    Saying("Hank, Quick and Level Headed", "Hank, Quick, Level Headed",
           rf"(?<!\w)({_CONDITIONS})\s*+(?:and|und|&|\+|/)\s*+(?=(?:imp(?:roved|\.)?\s)?(?:{_CONDITIONS})\b)", r"\1, "),
    Saying("Orc, initiative +3 (13)", "Orc, initiative +3",
           rf"(?<!\w)((?:{_ORDER})\s*+[:=]?\s*+[+\-−]\d{{1,2}})\s*+\(\d{{1,2}}\)", r"\1"),
    Saying("Goblin WS25 BS35 S30", "Goblin, WS25, BS35, S30",
           r"(?<=\w)(?-i:\s[A-Z][A-Za-z]{0,3}\d{1,3}(?!\S)){3,30}", _write_profile),
    Saying("4 orcs on our side", "4 orcs, on our side,",
           r"(?<=[^\s,])(?<![,;]\son)(?<![,;]\s\son)\s++(?:(?:fights?|fighting|stands?)\s++)?(?P<word>(?:(?:is|are)\s++)?(?:on\s++)?(?:our|their)\s++side"
           r"|(?:(?:is|are)\s++)?(?:with|against)\s++us|ours|theirs)(?!\w)",
           r", \g<word>,"),
    Saying("sildar ally 27/30hp", "sildar, ally, 27/30hp", f"(?-i:{_TELLS})", r", \g<word>,"),
    Saying("Ogre, hidden hp 59", "Ogre, hidden, hp 59", r"(,\s*+(?:hidden|invisible|unseen))\s++(?=[^\s,])", r"\1, "),
    Saying("12 Goblins (3)", "Goblins x3, init 12",
           r"\A\s*+(\d{1,3}):?\s++([^\W\d][^,;|()\[\]\d]*(?<=\S))\s*+[(\[]\s*+(?:x\s*+)?(\d{1,2})\s*+[)\]]",
           r"\2 x\3, init \1", _takes_total),
    Saying("Sentry hp 40-10=30, ac 9", "Sentry hp 30, note 40-10, ac 9",
           rf"{_OF_HEALTH}(\d{{1,4}}\s*+[+\-−]\s*+\d{{1,4}})\s*+=\s*+(\d{{1,4}})(?!\w)\s*+,?", r"hp \2, note \1,"),
    Saying("Aria 14 + 3 = 17", "Aria init 17",
           r"(?<![\w.])(?:nat(?:ural)?\.?\s++)?\d{1,3}(?:\s*+[+\-−]\s*+\d{1,3}){1,3}\s*+=\s*+(\d{1,3})(?!\S)",
           _write_total, _takes_total),
    Saying("Aria nat 20 for 24", "Aria init 24",
           _DICE_SHOWN, _write_total, _takes_total),
    Saying("Mirka: dirty 20", "Mirka: 20", r"(?<=\S\s)dirty\s++(?=\d{1,2}(?!\w))", "", _takes_total),
    Saying("Aria init 14+3", "Aria init 17",
           rf"(?<!\w)({_ORDER})\s*+[:=]?\s*+(\d{{1,2}})(\s?)(?:(\+)\3(\d{{1,2}})|[\-−]\3(\d)){_END}",
           _add, _takes_total),
    Saying("Aria, mod +3", "Aria, init +3",
           r"(?:(?<=[^\W\d]),\s++(?:mod|modifier|bonus)\.?\s*+[:=]?\s*+(?P<signed>[+\-−]\d{1,2})"
           r"|(?<=[^\W\d])(?:\s*+,)?\s++(?:(?P<first>[+\-−]\d{1,2})\s++(?:ini|init|initiative)(?!\s*+[:=]?\s*+\d)"
           rf"|(?:{_INIT}\s*+[:=]?\s*+)?1?[dw](?:20|10)\s*+(?P<added>[+\-−]\s?\d{{1,2}}))"
           rf"|(?<!\S){_INIT}\.?\s*+[:=]?\s*+(?P<base>\d{{1,2}})\s*+\+\s*+1?[dw]\d{{1,2}}){_END}", _write_modifier,
           lambda forms: forms.modifier and not forms.labels & {"mod", "modifier", "bonus"}),
    Saying("Zhen, perception 3 of 7", "Zhen, perception 3, note perception 3 of 7",
           r"(?<=[\s,;(])(?P<word>[^\W\d_]{2,20})\s(?:(?:is\s|now\s|ist\s)?(?:down\sto|reduced\sto|only|runter\sauf|nur\snoch|noch)\s"
           r"(?P<reduced>\d{1,3})|(?P<left>\d{1,3})(?:\s(?:left\s)?(?:of|von)\s|/)(?P<full>\d{1,3}))(?![\w/])",
           _write_value_left),
    Saying("Zhen, perception gone", "Zhen, perception 0",
           r"(?<=[\s,;])(?P<word>[^\W\d_]{2,20})\s(?:gone|weg)(?!\w)", _write_value_left),
    Saying("Miners 6 left of 10, hp 9", "Miners x6, note 6 left of 10, hp 9",
           r"\A([^,;:|()\d]*[^\W\d])\s++(\d{1,2})\s(left\s(?:of|von)|(?:of|von)(?=\s\d{1,2}\sleft))\s(\d{1,2})(?:\sleft)?(?=\s*+(?:\Z|,))",
           _write_number_left),
    Saying("Wren, hp 6, 2 marked", "Wren, hp 4/6",
           rf"{_OF_HEALTH}(?P<full>\d{{1,3}})\s*+[,(]?\s*+(?P<taken>\d{{1,3}})\s++marked(?!\w)\)?",
           _write_marked),
    Saying("Ember, hp 82 (currently 60)", "Ember, hp 60/82",
           rf"(?:{_OF_HEALTH}(?P<full>\d{{1,4}})|(?<![\d/+\-−.])(?P<first>\d{{1,4}})\s?(?:{forms_of(Meaning.HEALTH)})(?!\w|\s?\d))"
           r"\s*+[,(]?\s*+(?:(?:damaged|hurt|wounded|verletzt|verwundet|beschädigt)[,:]?\s++)?(?:(?:already|schon|bereits|aber)\s++)?"
           r"(?:(?:currently|now|(?:is\s)?down\sto|(?:nur\s)?noch|jetzt|runter\sauf|only)\s++(?P<left>\d{1,4})(?:\s(?:left|remaining|übrig))?"
           r"|(?P<rest>\d{1,4})\s(?:left|remaining|übrig))(?!\w)\)?",
           _write_down_to),
    Saying("Sable, down to 6 hp (max 39)", "Sable, 6 hp (max 39)",
           rf"(?<![^\s,;(])(?:down\s++to|currently\s++at|now\s++at)\s++(?=\d{{1,4}}\s?(?:{_VALUES})\b)", ""),
    Saying("Ogre, damage 6/40", "Ogre, hp 34/40",
           r"(?<!\w)(?:(?:damage|dmg|schaden)(?:\s++taken)?\s*+[:=]?\s*+(\d{1,4})\s*+(?:/|of|von)\s*+(\d{1,4})(?!\w)"
           r"|(\d{1,4})\s*+/\s*+(\d{1,4})\s++(?:damage|dmg|schaden)(?!\w)"
           rf"|(\d{{1,3}})\s*+(?:/|of|von)\s*+(\d{{1,3}})(?:\s++(?:{_VALUES}))?\s++marked(?!\w))", _write_health_left,
           lambda forms: not forms.labels & {"damage", "dmg", "schaden"}),
    Saying("Aria, initiative of 17", "Aria, initiative 17",
           rf"(?<!\w)({_ORDER})\s++(?:(?:is|was|of|at|on|a|an|roll|rolled|always|fixed)\s++){{1,3}}"
           r"(?=[+\-−]?\d)", r"\1 "),
    Saying("Borin got a 21", "Borin init 21",
           rf"{_BEHIND_NAME}\s*+(?:[:=–—-]\s*+)?"
           rf"(?:(?:\b(?:just|finally|only)\s++)?\b(?:(?:got|gets?|rolled|rolls?|threw|throws|shouts|calls|hat|würfelt)\s++(?:(?:a|an|eine)\s++)?"
           r"|(?:has|have)\s++an?\s++)(?:(?:total|natural|nat\.?)\s++(?:of\s++)?)?)(\d{1,3})"
           rf"{_NO_VALUE}(?:\s++(?:{_ORDER}|(?:for|on|in|with)\s++[^\W\d]++))?{_END}", r" init \1"),
    Saying("Thug, threw 6", "Thug, init 6", r"(?<=,\s)(?:threw|throws)\s++(\d{1,3})(?=\s*+(?:\Z|,))", r"init \1"),
    Saying("Borin is on 21", "Borin init 21",
           rf"{_BEHIND_NAME}\s++(?:(?:is|goes|acts|comes|stands)\s++(?:on|at|in\s++at)|(on|at|auf|bei))"
           rf"\s++(?:(?:count|init|initiative)\s++)?"
           rf"(\d{{1,3}}){_NO_VALUE}{_END}", _write_place, _takes_total),
    Saying("Borin, acts on 21", "Borin, init 21",
           r"(?<=[,(])(\s*+)(?:acts|goes|moves|is\sup|up|handelt|ist\sdran)\s(?:on|at|auf|bei)\s(?:(?:count|init|initiative)\s)?(\d{1,3})"
           r"(?=\s*+(?:\Z|[,)]))", r"\1init \2", _takes_total),
    Saying("Borin @21", "Borin init 21", rf"(?<=\S)\s*+@\s*+(\d{{1,3}}){_NO_VALUE}{_END}", r" init \1", _takes_total),
    Saying("Aria, total 17", "Aria, init 17",
           rf"(?<=\w)([,:]?)\s++total\s*+(?:[:=]\s*+|of\s++)?(\d{{1,3}}){_NO_VALUE}{_END}", r"\1 init \2",
           lambda forms: forms.total and "total" not in forms.labels),
    Saying("Aria i17", "Aria init 17", rf"(?<!\S)(?:i|{_INIT})[.:=]?(\d{{1,3}}){_END}", r"init \1"),
    Saying("Aria 17 init", "Aria init 17",
           rf"(?<!\S)(?!(?:{_VALUES})\b)([^\s\d,;|:=(\[]++)"
           rf"\s++(\d{{1,3}})\s++(?:on\s++)?{_INIT}(?!\s*+[:=]?\s*+[+\-−]?\d){_END}",
           r"\1 init \2"),
    # A word in lower case before the modifier may be what it is added to.
    Saying("6 goblins +2", "6 goblins init +2",
           r"\A(?P<name>(?:\d{1,2}(?:\s?[x×])?\s++)?[^\W\d](?:[^\W\d]|[’'.-](?=[^\W\d]))*+"
           r"(?:\s++(?:(?:the|of|de|von|van)\s++)?(?-i:[A-ZÀ-Þ])[^\s\d,;:()\[\]]*+)*+)\s*+"
           r"(?:(?<=\s)(?P<plain>\+\d{1,2})|[(\[](?P<closed>[+\-−]\d{1,2})[)\]])"
           rf"(?=\s*+(?:\Z|[,;(|]|(?:{_VALUES}|{_ORDER})\b|\d{{1,4}}\s?(?:{_VALUES})\b))",
           _write_modifier_behind, _takes_modifier),
    Saying("3 rust goblins -1, hp 4", "3 rust goblins init -1, hp 4",
           r"\A(?P<name>(?:(?P<count>\d{1,2})(?:\s?[x×])?\s++)?(?:[^\W\d]++\s++){1,3}[^\W\d]++)\s++"
           rf"(?P<plain>[+\-−]\d{{1,2}})(?=\s*+(?:\Z|[,;(|]|(?:{_VALUES})\b|\d{{1,4}}\s?(?:{_VALUES})\b))",
           _write_modifier_of_kind, _takes_modifier),
    Saying("2 biker scouts 3D, hp 7", "2 biker scouts, 3D, hp 7",
           r"\A([^,;:|]*?[^\s,;:|(])(?:\s*+:)?(?:\s++|\s*+\()(\d{1,2}[dw](?:\+[12])?)\)?"
           rf"(?=\s*+(?:\Z|[,;(|]|(?:{_VALUES}|{_STATES})\b|\d{{1,4}}\s?(?:{_VALUES})\b))", _write_code, _takes_codes),
    Saying("goblins, 3 of them", "goblins, x3,",
           r"(?<=[^\s,])(?:\s*+,)?\s++(\d{1,2})\s++(?:of\s++(?:them|these|those)|(guys|strong)(?=\s*+(?:\Z|,))|stück|stk)(?!\w)",
           _write_count_behind),
    Saying("Orc (band of 3)", "Orc, x3,",
           r"(?<!\s)\s*+[,(\[]\s*+(?:a\s)?(?:group|pack|band|squad|gang|mob)\s++of\s++(\d{1,2})[)\]]?(?!\w)",
           r", x\1,"),
    Saying("Patrol, 6 men 3D", "Patrol, 6 men, 3D",
           r"(?<=,)(\s++\d{1,2}\s(?:men|mann|people|leute))\s++(?=\d)", r"\1, "),
    Saying("zombies x 6 tough 7", "zombies x6, tough 7", r"\A[^,]++", _count_in_name),
    Saying("4 goblins 7 hp each", "4 goblins 7 hp",
           rf"(\d(?:\s*+(?:{_VALUES}))?)\s++(?:each|apiece|a\s++piece|ea\b\.?|per\s++head|jeweils)(?!\w)", r"\1"),
    Saying("4 goblins, each with 7 hp", "4 goblins, 7 hp",
           r"(?:,\s*+|(?<![\s,])\s++)(?:mit\s|zu\s)?(?:each|all|jeweils|je|à)\s++(?:(?:with|at|has|have|having|mit)\s++)?"
           rf"(?=\d|(?:{_VALUES})\b)", ", "),
    Saying("4 goblins have 7 hp", "4 goblins 7 hp",
           rf"(?<!\s)\s++(?:(?:has|have|having|at)\s++|@\s*+)(?=\d{{1,5}}\s*+(?:{_VALUES})\b)", " "),
    Saying("ogre with, and prone", "ogre, prone", r"\A.++\Z", _strip_links),
    Saying("ogre, , prone", "ogre, prone", r"(?<![\s,])\s*+(?:;\s++)?,(?:[\s,]|;(?=\s))*+", ", "),
    Saying("half a dozen rats", "6 rats",
           r"\A\s*+(?:(half\s++a\s++dozen)|((?:an?\s++)?dozen)"
           r"|an?\s++(?:pair|couple)|(?:a\s++)?couple)\s++(?:of\s++)?(?=[^\W\d]{3})",
           _write_quantity),
    Saying("an ogre", "ogre", r"\A\s*+(?:(?-i:an?)\s++(?=[^\W\d]{3})|(?-i:An?\s++(?=[a-zß-ÿ]{3})))", ""),
    Saying("two goblins", "2 goblins", r"\A\s*+([^\W\d_]++)\s++(?!of\s)([^\W\d][^,;|(\[:]*)", _write_count),
    Saying("troll hp 84, has taken 30 damage", "troll hp 54/84", r"\A.+\Z", _write_taken),
)
# fmt: on
"""The sayings, in the order in which they are put in form."""
_PATTERNS = MappingProxyType({saying.words: re.compile(saying.words, re.IGNORECASE | re.DOTALL) for saying in SAYINGS})
_HELD = 0xE000
"""The first of the characters that stand for parts that are text, while the others are put in form."""
_TEXTS = re.compile(r",\s*+(?P<text>(?:note|side|group|counter)\s[^,]*)", re.IGNORECASE)
_REMARK = re.compile(
    r"(?<=[^\s:,])(?:\s++(?://|\#)\s++|(?:\s++|\s*+,\s*+)(?:notes?|remark|comment|notiz)\s*+:\s*+)(?P<text>\S.*)\Z",
    re.DOTALL | re.IGNORECASE,
)
"""A remark at the end of a line: ``Ogre hp 59 // behind the altar``."""
_IN_BRACKETS = re.compile(
    r"(?<=\S)\s*+\((?P<text>(?!\W)[^()\[\]]*,[^()\[\]]*"
    r"|\d{1,2}\s(?!of\s\d|left|total|more|in\sall|each)[^\W\d][^()\[\]]*\s[^()\[\]]*"
    r"|[a-zß-ÿ][^()\[\]\d]*\s[+\-−]?\d{1,2}\s[^\W\d][^()\[\]]*)\)"
    r"(?P<number>\s?(?::|[–—-](?=\s))?\s?\d{1,3}(?=\s*+(?:\Z|,)))?"
)
"""A remark with commas in brackets, or of a number of things: ``(with Button, no own turn)``, ``(3 groups of 4)``."""
_OF_SOME = re.compile(
    r"(?:(?<=[^\s,])\s*+,|(?<=\d)(?=\s))\s*+(?P<text>(?:one|two|three|four|half|some|most|an?other|the\s(?:other|first|second|last)"
    rf"|einer?|zwei|drei|vier|\d{{1,2}})\s(?:(?:is|are|of|them|these|those|which|already|still|davon|ist|sind|schon|noch|bereits)\s){{0,4}}"
    rf"(?:{_CONDITIONS}|hidden|invisible|unseen)(?!\w)[^,;.\d]*)",
    re.IGNORECASE,
)
"""What holds for some of several: ``2 guards, one stunned``."""
_SUIT_FIRST = re.compile(r"(clubs|diamonds|hearts|spades)\s++(\w++)", re.IGNORECASE)
_OF_SUIT = re.compile(r"(?<=[^\W_])\s++(?:of\s++)?(?=clubs|diamonds|hearts|spades)", re.IGNORECASE)
_BEFORE_CARD = (
    r"(?<=[^\s:(\[])(?:\s*+[:(\[]|\s++[–—-](?=\s)|,?(?=\s))"
    r"\s*+(?:(?:drew|draws?|has|holds|got|with|w/|mit|cards?|drawn|init)[\s:]\s*+)?"
)
_CARD = re.compile(
    rf"{_BEFORE_CARD}(?:(?:the|an?)\s++)?(?P<text>(?:(?:ace|king|queen|jack|(?-i:[AKQJ])|\d{{1,2}})\s++(?:of\s++)?"
    r"(?:clubs|diamonds|hearts|spades))|(?<!\bof\s)(?:clubs|diamonds|hearts|spades)\s++(?:ace|king|queen|jack|10|[2-9])|(?:red\s++|black\s++)?joker"
    r"|(?:kreuz|treff|karo|herz|pik)\s++(?:ass?|könig|dame|bube|\d{1,2})|(?:10|[2-9TJQKA])[♣♦♥♠])(?!\w)[)\]!]*+",
    re.IGNORECASE,
)
"""A card of a deck: ``Red drew the king of hearts``, ``Tom Pik 9``."""
_CARD_FIRST = re.compile(
    r"\A\s*+(?P<text>(?!AC)(?:10|[2-9TJQKA])[CDHS♣♦♥♠]"
    r"|(?i:(?:ace|king|queen|jack|10|[2-9])\s(?:of\s)?(?:clubs|diamonds|hearts|spades)|(?:kreuz|treff|karo|herz|pik)\s(?:ass?|könig|dame|bube|10|[2-9])"
    r"|(?:red|black|roter|schwarzer)\sjoker|joker(?:\s(?:red|black|rot|schwarz)|(?=\s*+:|\s++[–—=-]\s))))(?P<sign>\s*+:|\s++[–—=-](?=\s)|(?=\s))\s*+"
    r"(?=(?:\d{1,2}\s)?[^\W\d]{2})(?!(?:10|[2-9TJQKA])[CDHS♣♦♥♠](?!\w)"
    r"|(?i:(?:ace|king|queen|jack|10|[2-9])\s(?:of\s)?(?:clubs|diamonds|hearts|spades)|(?:(?:red|black)\s)?joker)(?!\w))"
)
"""A card before the name, as trackers show it: ``10D Hound``, ``Pik Ass - Liesbeth``."""
CARD_OR_COUNT = re.compile(
    r"\s*+(?P<number>10|[2-9])\s++(?P<suit>clubs|diamonds|hearts|spades)\s++(?P<name>(?!joker\b)[^\W\d][^,;:|()\[\]]*)",
    re.IGNORECASE,
)
"""A number, a suit and a name, which are a card before the name, or a count: ``3 diamonds dealers``."""
_END_OF_NAME = re.compile(r"(?=\s?(?:,|[(\[](?!\d{1,2}[)\]]))|\Z)")
_SHORT_CARD = re.compile(rf"{_BEFORE_CARD}(?P<text>(?!AC)(?:10|[2-9TJQKA])[CDHScdhs])[)\]]?(?=\s*+(?:\Z|,))")
"""A card in two letters, where cards are dealt: ``Anna KH``."""


def strip_dice_shown(line: str) -> str:
    """Return the line without the dice that a total beside them was rolled with.

    >>> strip_dice_shown("Cael nat 20 so 23, Mel nat 19 (22 total), Bo 4")
    'Cael 23, Mel 22, Bo 4'
    """
    return _PATTERNS[_DICE_SHOWN].sub(r"\1", line)


def put_in_form(line: str, forms: Forms) -> str:
    """Return the line with spoken words as quick lines have them.

    >>> put_in_form("Borin got a 21, hp 30", Forms()), put_in_form("two goblins, 7 hp each", Forms())
    ('Borin init 21, hp 30', '2 goblins, 7 hp')
    """
    texts = list[str]()
    cards = (_CARD, _SHORT_CARD) if DEALT.key in forms.labels else ()

    def hold(match: re.Match[str]) -> str:
        is_read = match.re is _IN_BRACKETS and (_has_values(match["text"], forms) or _tells(match["text"], forms))
        if is_read or (match.re is _IN_BRACKETS and _ARRIVES.search(match["text"])):
            return match[0]
        text = match["text"] if match.re is _TEXTS else f"note {match['text'].replace(',', ';')}"
        if match.re in cards:
            with suppress(Malformed):  # such as the 14 of clubs
                card = _OF_SUIT.sub(" of ", _SUIT_FIRST.sub(r"\2 \1", match["text"]))
                text = f"{DEALT.key} {read_card(card, DEALT.deck)}"
        texts.append(text)
        number = match["number"] or "" if match.re is _IN_BRACKETS else ""
        return f"{number}, {chr(_HELD + len(texts) - 1)},"

    if cards and (first := _CARD_FIRST.match(line)) and not CARD_OR_COUNT.match(line):
        card = "joker" if "joker" in first["text"].casefold() else first["text"]
        line = _END_OF_NAME.sub(f" {card}", line[first.end() :], count=1)
    for pattern in (_TEXTS, _REMARK, _IN_BRACKETS, *(cards or (_CARD,)), _OF_SOME):
        line = pattern.sub(hold, line)
    for saying in SAYINGS:
        if saying.needs(forms):
            line = saying.put_in_form(line, forms)
    line = line.rstrip(" ,")
    for place, text in enumerate(texts):
        line = line.replace(chr(_HELD + place), text)
    return line
