"""Lines that hold several combatants: ``Aria 17, Borin 21``, ``2 orcs, 1 ogre and 3 wolves``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from turntrack.core.fields import DEALT, Field, Kind
from turntrack.core.vocabulary import CONJUNCTIONS, FIELD_WORDS, LINKS, PEOPLE, TRAITS, Meaning, forms_of, meaning_of
from turntrack.lines.free_form import strip_dice_shown
from turntrack.lines.headings import NEUTRAL, is_neutral, side_in, side_named
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import (
    LONGEST_LINE,
    calls_of,
    field_of_word,
    is_told_number,
    modifier_of_order,
    split_count,
    split_line,
)
from turntrack.lines.times import take_time, time_of_heading
from turntrack.lines.tokens import begins_with_deed

_WITH_VALUE = re.compile(
    r"(?P<count>\d{1,2}\s++)?(?P<name>[^\W\d](?:[^,;:=()\[\]\d]|(?<=[^\W\d]-)\d{1,3}(?=\s)|(?<=[^\W\d]{3})\d{1,2}(?=\s))*?(?<![\s-])(?:\s?\((?:[^()\d]*|\d{1,2})\))?)"
    r"(?:\s*+(?:[:=(\[]|[–—-](?=\s))|\s++(?:got|has|rolled|rolls|hat)(?:\s++an?)?(?=\s))?\s*+(?<![^\W\d])"
    r"(?P<value>[+\-−]?\d{1,3}(?:\.\d{1,2}|/\d{1,3})?|\d{1,2}[dDwW](?:\+\d)?|(?:10|[2-9TJQKA])[♣♦♥♠]|(?i:joker))"
    r"(?![\w/.]|\s*+\Z(?<=[+\-−])|\s(?:of\s)?(?:clubs|diamonds|hearts|spades)\b)[)\]]?!*+\s*+"
    r"(?:[(\[](?P<remark>[^()\[\]]*+)[)\]]|(?P<values>\d.*[^\W\d]|[^\W\d].*\d(?:\s?[^\W\d]{1,12})?)|(?P<words>[^\W\d][^\d]*))?\s*+"
)
"""A name and a number, dice or a card, and perhaps a remark or values: ``Ezren 11 (Stealth)``, ``Troll 19 HP 115``."""
_LED = re.compile(
    r"\s*+((?:vs|versus|gegen)(?=\.?\s)|[^\W\d][^,:;=()\d]*+\d{0,3}(?:\([^()\d]*+\))?\s*+(?=[:=]))\.?[:=]?\s++(?=[^\W_])",
    re.IGNORECASE,
)
"""A place, a side or a word for the order before those who are there: ``Room 3: 2 orcs, 1 ogre``."""
_LED_BY_DASH = re.compile(
    r"\A\s*+([^\W\d][^,:;=()\d–—-]*+(?:\b(?:round|rnd|rd|turn|runde)\s\d{1,2}\s)?)(?<=\s)[–—-]\s++(?=[^\W_])"
)
"""The same before a dash: ``rolled so far - Aria 17, Borin 9``."""
_IN_BRACKETS = re.compile(r"\([^()]*+\)")
_COMMA = re.compile(
    r"[,;|]|(?<=\s)[/+&]\s|(?:(?<=\w\s\d)|(?<=\w\s\d\d)|(?<=\D:\s\d\d))\s++(?:and\s++|und\s++)?(?=[A-ZÀ-Þ][a-zß-ÿ]{2})|(?<=\s)(?:and|und)\s++(?=[A-ZÀ-Þ])"
    r"|(?<=[\d)])[.!]\s++(?=[^\W\d])|(?<=\s\d\d)\s[–—-]\s++(?=[^\W\d][^\d,;:()]*\s\d)"
)
_SIGN = re.compile(r"[,;|]|(?<=\s)[/+&]\s|(?<=\s)(?:and|und)\s++(?=[A-ZÀ-Þ])")
"""What stands between combatants who are not told apart by a word before each of their numbers."""
_WITH_TEXT = re.compile(
    r"(?P<name>[^\W\d][^,;:=()\d]*?)\s?=\s?(?:(?:nope|no|none|nothing|nix)\b\W*+)?(?:(?:he|she|it)(?:['’]s|\sis)\s|is\s)?(?P<text>[^\W\d][^,;\d]*)",
    re.IGNORECASE,
)
"""A name and what is said in place of a number: ``Lux=nope she’s unconscious``."""
_REMARK_WITHIN = re.compile(r"\A((?:\d{1,2}\s++)?[^\W\d][^,;:=()\[\]\d]*+)\(([^()\d]*+)\)\s++(?=[^\W\d])")
"""A remark between a name and a word for its number: ``Razor (solo) REF 9``."""
_BETWEEN = re.compile(
    r"[,;|]|(?<=\s)[/&]\s|(?<=\d[dDwW])\.?\s\+\s++(?=[^\W\d])|(?<=\s)(?:and|und|et|plus|\+)\s++(?=(?:\d{1,2}|an?|eine?|their|his|her|its|seine?|ihre?)\s)|(?<=\s)and\s++(?=[A-ZÀ-Þ])",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"(?:\d{1,2}(?:\s*+[x×])?|an?)\s++(?P<name>[^\W\d](?:[^\d,;:()]*?[^\s\d,;:()])?)(?:\s[x×]\s?\d{1,2})?\s*+(?:\([^()]*+\))?",
    re.IGNORECASE,
)
_WITH_VALUES = re.compile(r"\A(?:\d{1,2}(?:\s*+[x×])?\s++)?(?P<name>[^\W\d][^\d,;:()]*+)(?:\d{1,2}\s*+)?\([^()]++\)")
_WITH_CARD = re.compile(
    r"\A(?P<name>[^\W\d](?:[^\d,;:()]*?[^\s\d,;:()])?)[\s:]\s*+(?:x\s?\d{1,2}\s)?"
    r"(?:(?:10|[2-9TJQKA])[CDHS♣♦♥♠]|(?i:(?:red\s|black\s)?joker))"
)
_WITH_CODE = re.compile(
    r"\A(?P<name>(?:\d{1,2}(?:\s*+[x×])?\s++)?[^\W\d][^\d,;:()]*[^\s\d,;:()])\s++(?=[A-Z]*+\d)[0-9A-HJ-NP-Z]{6}"
)
"""A name with a code of attributes: ``Gunner Sato 696774``."""
_BEGINS_WITH_CODE = re.compile(
    r"(?:(?:and|und|plus)\s)?(?:\d{1,2}(?:\s?[x×])?\s++)?"
    r"(?P<name>[^\W\d](?:[^\d,;:()]*?[^\s\d,;:()])?)(?:\s[x×]\s?\d{1,2})?(?:\s*+:)?\s(?:U[PC]P\s++)?"
    r"(?=(?-i:[A-Z]*+\d))(?-i:[0-9A-HJ-NP-Z]{6})(?!\w)",
    re.IGNORECASE,
)
_CARD = re.compile("[♣♦♥♠]")
_NUMBERED = re.compile(r"([^\W\d][^,;:()#\d]*)#?\d{1,2}(?!\w)")
_COUNT_BEFORE = re.compile(r"\A(?:\d{1,2}(?:\s*+[x×])?|an?)\s++", re.IGNORECASE)
_ORDERS = ("effects", "effekt", "effekte", "cards", "rolls", "totals", "results", "scores", "würfe", "ergebnisse")
"""Further words before those who have a number of the order."""
_VALUE_AT_END = re.compile(r"(?P<word>[^\W\d][^\d+\-−]*+)[+\-−]?\d\S*")
"""A part that is a word and its value: ``perception 4D``, ``hp 32/40``."""
_WITH_PROFILE = re.compile(
    r"(?P<name>(?:\d{1,2}(?:\s*+[x×])?\s++)?[^\W\d][^\d,;:()]*?(?:\s[x×]\s?\d{1,2})?)(?<!\s)\s++(?:(?:WC|wild\scard)\b"
    r"|(?-i:[A-Z][A-Za-z]?)\d{1,2}(?!\w))",
    re.IGNORECASE,
)
"""A name before values in two letters, or before what only somebody is: ``1 necro WC P6 T6``."""
_TEXT = re.compile(r"(?:note|side|group|counter)\s", re.IGNORECASE)
_MOST_WORDS = 3
"""So many words of a name stand before values, if nothing counts them."""
_ROUND = re.compile(r"\b(?:round|rnd|rd|turn|runde)\s*+(\d{1,2})\Z", re.IGNORECASE)
_ON = re.compile(r"(?:\s(?:all|alle))?\s(?:(?:are|sind)\s)?(?:on|at|auf|bei|rolled|got)\s(\d{1,2})\Z", re.IGNORECASE)
"""The number of the order that all behind a colon have: ``foes all on 11: 2 orcs, 1 ogre``."""
_LED_LATER = re.compile(r"(?:[,;]|\s[/|])\s++(?=(?P<lead>[^\W\d][^,:;=()]*+):\s)")
_END_OF_SENTENCE = re.compile(r"(?<=[\w)\]])\s?(?:[.!](?=\s)|-+>|=>|→|(?<=\s)[–—-](?=\s))\s*+(?=[^\W\d])")
_SENTENCE = re.compile(r"(?P<who>[^\W\d][\w'’-]*+(?:\s[^\W\d][\w'’-]*+){0,2})\s(?=\S)")
"""A sentence behind several: ``pickets frightened 1 from the horn``."""
_LINK_OF_SENTENCE = re.compile(
    r"\A(?:is|are|has|have|was|rolled|got|ist|sind|hat|haben)\s(?:(?:only|on|at)\s)?|\A(?:on|at)\s(?=\d)", re.IGNORECASE
)
_NUMBER_FIRST = re.compile(r"(\d{1,2})(?:\Z|[,;]\s*+(.*))")
_OWNED = re.compile(r"(?:his|her|their|its|sein|seine|ihr|ihre)\s", re.IGNORECASE)
_EVERYBODY = ("all", "everyone", "everybody", "alle")
_SAYS = re.compile(r"(?P<who>[^\W\d][^\d]*?)\s(?:is|has|ist|hat)\s(?P<what>[^\d]++)")
"""What a piece says of somebody before: ``B is blinded``."""
_NAME_AND_NUMBER = re.compile(r"\s*+([^\W\d][^,;:\d]*+),\s*+(\d{1,3})\s*+")
"""A name, a comma and a number, where semicolons part the names: ``Mira, 14; Tobb, 9``."""
_UNPARTED = re.compile(r"\s*+[^\W\d]++(?:\s[^\W\d]++)?+\s\d{1,2}(?:\s[^\W\d]++(?:\s[^\W\d]++)?+\s\d{1,2}){2,}\s*+")
"""Names with a number each, and nothing between them: ``rook 21 vixen 16 tin man 18``."""
_BEHIND_NUMBER = re.compile(r"(?<=\d)\s(?=[^\W\d])")
_MANY_NAMES = 4
"""So many words with numbers are names, even in small letters."""
_COUNTED_LAST = re.compile(
    r"\d{1,2}(?:\s*+[x×])?\s++(?P<name>[^\W\d][^\s\d,;:()]*+(?:\s(?!(?:with|mit|at|je)\s)[^\W\d][^\s\d,;:()]*+){0,3}?)"
    rf"(?:\Z|\s(?:(?:with|mit|at|je)\s)?(?:(?:{forms_of(Meaning.HEALTH, Meaning.ARMOUR)})\s?)?\d.*)",
    re.IGNORECASE,
)
"""Several who are counted behind others with a number each: ``2 orcs hp 15``."""
_LINK_BEFORE = re.compile(r"(?<=[,;])\s*+(?:plus|also|and|dazu|und|außerdem)\s++(?=\d)", re.IGNORECASE)
_PLUS = re.compile(
    r"(?<=\S)\s++(?:\+\s++(?=[^\W\d]|\d{1,2}\s++[^\W\d])|(?:and|und)\s++(?=\d{1,2}\s++[^\W\d]))", re.IGNORECASE
)
_FOR_ALL = re.compile(r"\s*+(?:all|each|both|alle|beide|je|jeweils)\s++(?:(?:have|has|with|mit)\s++)?", re.IGNORECASE)
_NOBODY = ("none", "no edge", "no edges")
"""Words before those of whom nothing is told."""
_TELL = (Meaning.HEROES, Meaning.FOES, Meaning.ALLIES, Meaning.WINGS, Meaning.STATE, Meaning.KIND, Meaning.CONDITION)
_NO_NAMES = (None, Meaning.HEROES, Meaning.FOES, Meaning.ALLIES, Meaning.KIND)
"""The meanings of words that may stand in names."""


type Split = Callable[[str, tuple[Field, ...]], tuple[str, ...]]
"""What returns the lines of those on a line; none for a line with a single one."""


def split_combatants(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return a line for each of several combatants in one line; empty for any other line.

    >>> split_combatants("2 orcs, an ogre and 3 wolves", ()), split_combatants("2 orcs, 15 hp", ())
    (('2 orcs', 'an ogre', '3 wolves'), ())
    >>> split_combatants("Foes: 2 orcs, ogre hp 59", ())
    ('2 orcs, side Foes', 'ogre hp 59, side Foes')
    """
    line = _LINK_BEFORE.sub(" ", strip_dice_shown(line.rstrip(" .!")))
    named = [_NAME_AND_NUMBER.fullmatch(piece) for piece in line.split(";")] if ";" in line else [None]
    if all(named):
        line = "; ".join(f"{each[1]} {each[2]}" for each in named if each)
    later = next((match for match in _LED_LATER.finditer(line[:LONGEST_LINE]) if _told_by(match["lead"])), None)
    if later:
        sides = (line[: later.start()], line[later.end() :])
        return tuple(each for side in sides for each in split_combatants(side, fields) or (side,))
    if _UNPARTED.fullmatch(line[:LONGEST_LINE]):
        line = _BEHIND_NUMBER.sub(", ", line)
    calls = {called for field in fields for called in (*calls_of(field), *FIELD_WORDS.get(field.label.casefold(), ()))}
    if any(field.code[0] for field in fields) and (coded := _with_codes(line, calls)):
        return coded
    led = _LED.match(line) or _LED_BY_DASH.match(line)
    lead = led[1].strip() if led else ""
    word, told = _word_for_values(lead, fields), _told_by(lead)
    if led and led.re is _LED_BY_DASH and not told and word is None:
        led, lead = None, ""
    behind = line[led.end() :] if led else ""
    is_told = bool(told) or word is not None or lead.casefold() in _NOBODY
    belongs = told if is_told else f", group {lead}"
    ways = (behind, line.strip()) if told or word is not None else (line.strip(), behind)
    for rest in filter(None, ways):
        is_led = rest == behind
        if lines := _with_values(rest, fields, calls, word if is_led else None):
            return tuple(f"{each}{belongs}" for each in lines) if is_led else lines
        if lines := _with_counts(rest, fields, calls):
            return tuple(f"{each}{told}" for each in lines) if is_led else lines
    if alike := _alike(line):
        return alike
    if not led:
        return _with_plus(line)
    return tuple(f"{each}{belongs}" for each in _led_by(behind, calls, is_told=is_told) or _with_plus(behind))


def split_with_sentence(line: str, fields: tuple[Field, ...], split: Split) -> tuple[str, ...]:
    """Return those of a line behind whom a sentence tells more of one, or of all; empty for any other line.

    ``Ada 13, Bo 9 -> Ada is 15``, ``3 orcs (hp 15), 1 ogre (hp 59). orcs are prone``. A sentence may begin with those
    who come later, or belong to somebody. ``split`` parts those before it.
    """
    for end in reversed([*_END_OF_SENTENCE.finditer(line[:LONGEST_LINE])]):
        before, behind = line[: end.start()], line[end.end() :]
        if not any(map(str.isalpha, before)):
            break
        timed = take_time(behind)
        if (timed and timed.when) or ("." in end[0] and _begins_with_owned(behind, fields)):
            return (*(split(before, fields) or (before,)), behind)
        said = _SENTENCE.match(behind)
        lines = split(before, fields) if said else ()
        names = [f" {singular(split_count(split_line(each, fields)[0])[0])}".casefold() for each in lines]
        words = said["who"].split() if said else []
        for many in range(len(words), 0, -1):
            who = " ".join(words[:many]).removesuffix("’s").removesuffix("'s")
            is_all = who.casefold() in _EVERYBODY
            places = [at for at, name in enumerate(names) if is_all or name.endswith(f" {singular(who)}".casefold())]
            if places and (is_all or len(places) == 1):
                rest = _LINK_OF_SENTENCE.sub("", behind.split(maxsplit=many)[-1])
                return tuple(_put(rest, each, fields) if at in places else each for at, each in enumerate(lines))
    return ()


def _begins_with_owned(text: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a text begins with somebody who belongs to another, and has a health or a number of the order."""
    parts = split_line(text, fields)[1:] if _OWNED.match(text) else []
    return any(part.startswith(" hp ") or is_told_number(part, fields) for part in parts)


def _put(said: str, line: str, fields: tuple[Field, ...]) -> str:
    """Return a line with what a sentence tells: a number alone stands in place of that of the order."""
    number = _NUMBER_FIRST.match(said)
    head, *parts = split_line(line, fields)
    if not number:
        return ",".join((head, *parts, f" {said}"))
    more = [f" note {number[2].replace(',', ';')}"] if number[2] else []
    return ",".join((head, *(part for part in parts if not is_told_number(part, fields)), f" init {number[1]}", *more))


def _told_by(lead: str) -> str:
    """Return what a word before a colon tells of all behind it, as parts; empty if one of its words tells nothing."""
    if total := _ON.search(lead):
        return f"{_told_by(lead[: total.start()])}, init {total[1]}"
    if (when := time_of_heading(f"{lead}:")) and meaning_of(lead) is None:
        return f", {when}"
    if later := _ROUND.search(lead):
        return f", round {later[1]}"
    inner = _IN_BRACKETS.search(lead)
    for label in (lead, inner[0][1:-1] if inner else ""):
        if side := side_in(label) or NEUTRAL * is_neutral(label):
            return f", side {side}"
    words = [lead] if meaning_of(lead) in _TELL else lead.split()
    behind = (" ".join(words[at:]) for at in range(1, len(words) - 1))
    if side := next(filter(None, map(side_named, behind)), ""):
        return f", side {side}"
    return "".join(f", {word}" for word in words) if all(meaning_of(word) in _TELL for word in words) else ""


def _word_for_values(lead: str, fields: tuple[Field, ...]) -> str | None:
    """Return the word for the numbers behind names that a word before them tells; None if it tells nothing of them."""
    words = lead.casefold().split()
    is_of_order = any(meaning_of(word) is Meaning.ORDER or word in _ORDERS for word in words)
    if is_of_order and any(field.is_score for field in fields):
        return "init"
    word = next(filter(None, (field_of_word(word, fields) for word in words)), "" if is_of_order else None)
    return "init" if word and _is_rolled(word, fields) else word


def _is_rolled(word: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a word is what is rolled for the number of the order, and not that number: ``perception``."""
    modifier = modifier_of_order(fields)
    dice = next((field for field in fields if field.kind is Kind.DICE and field.default != ""), None)
    rolled = dice or (modifier if modifier and not modifier.is_modifier else None)
    return rolled is not None and word in calls_of(rolled) and any(field.is_score for field in fields)


def _with_values(line: str, fields: tuple[Field, ...], calls: set[str], word: str | None) -> tuple[str, ...]:
    """Return those who have a number, dice or a card each, and some of them a remark or values.

    Without a word for the numbers, most names must have a capital.
    """
    lines, names = list[str](), list[str]()
    pieces = _read_pieces(line, _COMMA)
    labels = [_label_of(match, fields) for _, match in pieces if match]
    if any(labels) and not all(labels):
        pieces = _read_pieces(line, _SIGN)
    label, has_values = "", False  # holds for those behind it: “Ana REF 8, Bo 9”, but not “Ana 22, 4 guards REF 6”
    for piece, match in pieces:
        name = match["name"].strip() if match else ""
        own = _label_of(match, fields) if match else ""
        has_values = bool(own and match and match["values"]) or (has_values and not own)
        label = own or label
        name = name.rpartition(" ")[0] if own else name
        first = next(iter(piece.split()), "")
        is_name = match and name[:1].isupper() and match["value"][0] not in "+-−" and not has_values
        is_other = label and not own and not is_name
        if match and not is_other and _is_name(name, calls) and not _is_value(match, calls):
            called = f"{match['count'] or ''}{name}" + " x1" * (
                name[-2:-1].isalpha() and name[-1].isdecimal() and not match["count"]
            )
            remark = _REMARK_WITHIN.match(piece)
            parts = (
                f"{called}{_part_of(match['value'], own or label or word, fields)}",
                _more_of(match, fields),
                f"note {remark[2]}" if remark else "",
            )
            lines.append(", ".join(filter(None, parts)))
            names.append(name)
        elif (says := _SAYS.fullmatch(piece)) and (place := _place_of(says["who"], lines)) is not None:
            lines[place] += f", {says['what']}"
        elif lines and (shared := _FOR_ALL.match(piece)):
            lines = [f"{each}, {piece[shared.end() :]}" for each in lines]
        elif lines and (meaning_of(first) or first.casefold() in calls or (has_values and match and not own)):
            lines[-1] += f", {piece}"
        elif names and (texted := _WITH_TEXT.fullmatch(piece)) and "=" in line:
            lines.append(f"{texted['name']}, {texted['text']}")
        elif names and word is not None and piece[:1].isalpha():
            lines.append(piece)
        elif len(names) > 1 and (counted := _COUNTED_LAST.match(piece)) and _may_act(counted["name"], calls):
            lines.append(piece)
            names.append(counted["name"])
        else:
            return ()
    capitals = sum(name[0].isupper() for name in names)
    # “Orc 1 hp 4, Orc 2 hp 7” are numbers of names.
    are_words = all(name.replace(" ", "").isalpha() and not (meaning_of(name) or name in TRAITS) for name in names)
    # Behind a single name with a capital are what it has: “Mage 12, fireball 3, magic missile 4, darts 2”.
    has_things = capitals == 1 and names[0][0].isupper()
    are_many = len(names) >= _MANY_NAMES and are_words and not has_things
    is_told = label or word is not None or 2 * capitals > len(names) or are_many
    is_list = len({*names}) == len(names) > 1 and is_told
    return tuple(lines) if is_list else ()


def _place_of(who: str, lines: list[str]) -> int | None:
    """Return which of these lines has a name that is this, or ends with it; None for none."""
    ends = (f" {line.partition(',')[0]}".casefold().endswith(f" {who.casefold()}") for line in lines)
    return next((at for at, is_theirs in enumerate(ends) if is_theirs), None)


def _read_pieces(line: str, between: re.Pattern[str]) -> list[tuple[str, re.Match[str] | None]]:
    """Return the pieces of a line, each with what is read of its name and number."""
    return [(piece, _WITH_VALUE.fullmatch(_REMARK_WITHIN.sub(r"\1", piece))) for piece in _pieces(line, between)]


def _label_of(match: re.Match[str], fields: tuple[Field, ...]) -> str:
    """Return the word of the rules with which a name ends, which is that of the number behind it; empty for none."""
    name = match["name"].strip()
    return field_of_word(name.split()[-1], fields) if " " in name else ""


def _part_of(value: str, word: str | None, fields: tuple[Field, ...]) -> str:
    """Return a value behind a name as a part, or with the name if it is not clear what it is."""
    if word and (word != "init" or value.isdecimal()):
        return f", {word} {value}"
    score = next((field for field in fields if field.is_score), None)
    if value.isdecimal():
        return f", init {value}" if score else f", note {value}"
    if not {*value.casefold()}.isdisjoint("dw"):
        return f", {value}"
    if word and score and score.low < 0:
        return f", {score.key.replace('_', ' ')} {value}"
    return f", {value}" if not value[-1].isdecimal() and value[-1] not in "dDwW" else f" {value}"


def _more_of(match: re.Match[str], fields: tuple[Field, ...]) -> str:
    """Return what stands behind a name and its number: values, or a note."""
    more = match["values"] or match["remark"] or match["words"] or ""
    is_text = not match["values"] and not (meaning_of(more.split(" ")[0]) or any(map(str.isdigit, more)))
    pieces = [piece.strip() for piece in more.split(",")]
    # No phrase is in it: “NOT SPOTTED”.
    is_text = (
        is_text
        and not any(map(meaning_of, pieces))
        and split_line(", ".join(("X", *pieces)), fields)[1:] == [f" {piece}" for piece in pieces]
    )
    return f"note {more.replace(',', ';')}" if more and is_text else more


def _is_value(match: re.Match[str], calls: set[str]) -> bool:
    """Return whether words behind a number say what it is: ``19 HP``."""
    words = (match["words"] or match["values"] or "").casefold().rstrip(")]")
    first, _, more = words.partition(" ")
    if match["values"] and not more[:1].isalpha():  # another value: *HP 115*
        return False
    return first in calls or meaning_of(first) in (Meaning.HEALTH, Meaning.ARMOUR, Meaning.OTHER, Meaning.COUNT)


def _with_codes(line: str, calls: set[str]) -> tuple[str, ...]:
    """Return those who have a code of attributes each; a piece without one belongs to the one before it."""
    lines = list[str]()
    for piece in _pieces(line, _COMMA):
        begun = _BEGINS_WITH_CODE.match(piece)
        if begun and _is_name(begun["name"], calls):
            lines.append(piece)
        elif lines:
            lines[-1] += f", {piece}"
        else:
            return ()
    return tuple(lines) if len(lines) > 1 else ()


def _with_counts(line: str, fields: tuple[Field, ...], calls: set[str]) -> tuple[str, ...]:
    """Return those that are counted, whose values stand in brackets behind each, or who have a card or a code each."""
    pieces = _pieces(line, _BETWEEN)
    of_rules = ((_WITH_CARD, DEALT.key in calls), (_WITH_CODE, any(field.code[0] for field in fields)))
    for form in (_COUNTED, *(form for form, is_used in of_rules if is_used)):
        matches = [form.fullmatch(piece) for piece in pieces]
        if len(pieces) > 1 and all(match and _is_name(match["name"], calls) for match in matches):
            return tuple(pieces)
    return _with_brackets(pieces, calls)


def _with_brackets(pieces: Sequence[str], calls: set[str]) -> tuple[str, ...]:
    """Return two or more with values in brackets, and those who are counted behind, with what follows these."""
    lines, counted = list[str](), False
    for piece in pieces:
        valued = _WITH_VALUES.fullmatch(piece)
        match = valued or (_COUNTED.fullmatch(piece) if len(lines) > 1 else None)
        if match and _is_name(match["name"], calls):
            lines.append(piece)
            counted |= not valued
        elif counted:
            lines[-1] += f", {piece}"
        else:
            return ()
    return tuple(lines) if len(lines) > 1 else ()


def _led_by(line: str, calls: set[str], *, is_told: bool) -> tuple[str, ...]:
    """Return those of whom a word tells something, or a group: in a group all have values."""
    lines = list[str]()
    for piece in _pieces(line, _BETWEEN):
        words = _COUNT_BEFORE.sub("", piece).split()
        name = [*takewhile(lambda word: word[0].isalpha() and not _CARD.search(word) and _is_name(word, calls), words)]
        has_values = _CARD.search(piece) or (len(words) > len(name) + 1 and any(map(str.isdigit, piece)))
        is_called = any(word[0].isupper() or word[0].isdigit() for word in piece.split())
        if name and (has_values or (is_told and is_called)):
            lines.append(piece)
        elif lines and not name:
            lines[-1] += f", {piece}"
        else:
            return ()
    return tuple(lines) if len(lines) > 1 else ()


def split_at_others(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return those of a line, in which another begins at a count, or at a name with values that repeat.

    What follows belongs to the last of them. Nobody but a single one makes nothing.

    >>> split_at_others("3 guards hp 11, sergeant Bo hp 27 AC 15, prone", ())
    ('3 guards hp 11', 'sergeant Bo hp 27 AC 15, prone')
    """
    lines, said = list[str](), set[str]()
    for piece in pieces_of(line[:LONGEST_LINE]):
        name, count, words = _read_other(piece, fields)
        is_other = lines and name and words and (count or (said and (len(words) > 1 or words & said)))
        if is_other or not lines:
            lines, said = [*lines, piece], {*words, *(("count",) if count else ())}
        else:
            lines[-1] += f", {piece}"
            said |= words
    return tuple(lines) if len(lines) > 1 else ()


def _read_other(piece: str, fields: tuple[Field, ...]) -> tuple[str, str, set[str]]:
    """Return the name with which a piece of a line begins, the count beside it, and the words for its values.

    The name is empty where these are no words for somebody.
    """
    # “already hit: END 4” tells more of those before.
    if piece.partition(" ")[0].casefold() in LINKS - CONJUNCTIONS or _TEXT.match(piece) or begins_with_deed(piece):
        return "", "", set()
    codes = {field.code[0] for field in fields if field.code[0]}
    coded = _WITH_CODE.match(piece) if codes else None
    profile = coded or _WITH_PROFILE.match(piece)
    head, *parts = [profile["name"]] if profile else split_line(piece, fields)
    values = (_VALUE_AT_END.fullmatch(part.strip()) for part in parts if not _TEXT.match(part.strip()))
    words = {word for match in values if match and _is_known(word := match["word"].strip().casefold(), fields)}
    words -= {"init"} if "ini" not in piece.casefold() else set()  # what else has a modifier: ``Large (+1)``
    words |= codes if coded else {"profile", "kind"} if profile else set()
    name, count = split_count(head)
    last = name.split()[-1:]
    is_long = not count and (len(name.split()) > _MOST_WORDS or any(field_of_word(word, fields) for word in last))
    calls = {called for field in fields for called in calls_of(field)}
    is_name = not is_long and not any(map(str.isdigit, name)) and _may_act(name, calls)
    if not is_name and not words:  # values without a name: “body 8”
        parts = split_line(f"X, {piece}", fields)[1:]
        values = (_VALUE_AT_END.fullmatch(part.strip()) for part in parts)
        words = {word for match in values if match and _is_known(word := match["word"].strip().casefold(), fields)}
    return name if is_name else "", count, words


def _is_known(word: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a word names a health, an armour class, a number of the order or a value of the rules."""
    meanings = (Meaning.HEALTH, Meaning.ARMOUR, Meaning.ORDER, Meaning.ORDER_MODIFIER)
    return meaning_of(word) in meanings or any(word in (*calls_of(field), field.code[0]) for field in fields)


def _may_act(name: str, calls: set[str]) -> bool:
    """Return whether a name may be somebody’s: not what a creature does, and no word for some of those before."""
    words = name.casefold().split()
    return bool(words) and words[-1] not in (*TRAITS, *PEOPLE) and _is_name(name, calls)


def _with_plus(line: str) -> tuple[str, ...]:
    """Return those whose names are joined by a plus: ``Gate guards 3 + sergeant 4``.

    What *all* have belongs to each. Behind a plus stands no state: ``Hank level headed + quick``.
    """
    head, comma, rest = line.partition(",")
    pieces = [piece.strip() for piece in _PLUS.split(head)]
    counted = [[*filter(str.isdecimal, piece.split())] for piece in pieces]
    is_list = len(pieces) > 1 and all(len(numbers) < 2 for numbers in counted)
    is_list = is_list and all(piece.count("(") == piece.count(")") for piece in pieces[:-1])
    is_list = is_list and not any(meaning_of(piece) in (Meaning.STATE, Meaning.CONDITION) for piece in pieces[1:])
    if is_list and (shared := _FOR_ALL.match(rest)):
        return tuple(f"{piece}, {rest[shared.end() :]}" for piece in pieces)
    return (*pieces[:-1], f"{pieces[-1]}{comma}{rest}") if is_list else ()


def _alike(line: str) -> tuple[str, ...]:
    """Return those whose names differ by a number only: ``Orc #1, Orc #2, hp 15``."""
    pieces = _pieces(line, _COMMA)
    numbered = [_NUMBERED.match(piece) for piece in pieces]
    stems = [match[1].casefold() for match in numbered if match]
    return tuple(pieces) if len(stems) == len(pieces) > 1 and len({*stems}) == 1 else ()


def pieces_of(line: str) -> list[str]:
    """Return what stands between commas, semicolons, bars and linking signs, but for those in brackets."""
    return [piece for piece in _pieces(line, _BETWEEN) if piece]


def _pieces(line: str, between: re.Pattern[str]) -> list[str]:
    """Return the pieces of a line between these signs, but for those in brackets."""
    hidden = _IN_BRACKETS.sub(lambda match: "." * len(match[0]), line)
    ends = [*between.finditer(hidden)]
    starts = [0, *(match.end() for match in ends)]
    return [
        line[start:end].strip() for start, end in zip(starts, (*(each.start() for each in ends), None), strict=True)
    ]


def _is_name(text: str, calls: set[str]) -> bool:
    """Return whether a text may be a name: not the label of a value, and no part of a sentence."""
    words = text.casefold().split()
    return (
        words[0] not in (*LINKS, "of", "mit", "davon")
        and text.strip().casefold() not in (*calls, "round", "rounds")
        and all(meaning_of(word) in _NO_NAMES for word in (text, *words))
    )
