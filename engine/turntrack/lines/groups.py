"""Groups of which a line says something of some, or of more who come later: ``3 orcs hp 15, one has only 4 left``."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import NamedTuple

from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import Field
from turntrack.core.vocabulary import Meaning, forms_of
from turntrack.lines.doubt_words import SOME
from turntrack.lines.free_form import is_exact
from turntrack.lines.phrases import compile_kinds
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import LONGEST_LINE, read_quick_line, split_count, split_line
from turntrack.lines.several import split_combatants
from turntrack.lines.tokens import NUMBERS, TokenKind, read_tokens

_NUMBERS = MappingProxyType({**NUMBERS, **SOME})
_WORDS = "|".join(_NUMBERS)
_OF_THEM = r"(?:\s(?:of\s(?:the(?:m|se)|those|['’]?em)|davon|von\sihnen))"
_SUBJECT = re.compile(
    rf"(?:(?:and|but|und|aber|with|mit|where|wobei)\s++)?"
    rf"(?:(?P<letter>\#\d{{1,2}}|(?-i:[A-Z])|(?P<called>[^\W\d]{{2,20}})\s(?:\#?\d{{1,2}}|(?-i:[A-Z])))"
    rf"|(?P<half>half|(?:die\s)?hälfte){_OF_THEM}?"
    r"|(?P<rank>(?:(?:the|der|die|das)\s)?(?:first|last|second|third|fourth|fifth|other|\d(?:st|nd|rd|th)|letzter?|erster?|zweiter?|dritter?|anderer?)"
    r"(?:\s(?:one|guy))?"
    r"|(?:the|der|die|das)\s(?:[^\W\d]{2,8}(?:est|ste)(?:\s(?:one|guy))?|einer?)|[^\W\d]{2,8}est\s(?:one|guy))"
    r"|(?:the|their|der|die|ihr)\s(?P<role>leader|boss|captain|anführer|chef)(?!\s(?-i:[A-ZÀ-Þ]))"
    rf"|(?P<many>{_WORDS})(?:{_OF_THEM}|\s(?:guy|others?))?"
    rf"|(?P<number>\d{{1,2}})(?:{_OF_THEM})?)"
    r"(?:['’]s)?(?:\s\((?P<name>[^\W\d][^()\d]*)\))?\s++(?P<rest>\S.*)",
    re.IGNORECASE,
)
"""Some of a group, and what is said of them: ``one has 4 left``, ``the last one is hidden``, ``D down to 3``."""
_SAYS = compile_kinds(
    "[IS GOT LINK ON IN PLACE NOW COMES DOES JUST TAKEN NOT SOON]|[HIDDEN CONDITION EDGE WINGS HURT](?!WORD)"
)
"""With what begins that is said of some, but no name: *two hidden*, not *two hidden archers*."""
_VALUE = compile_kinds("[NUMBER SIGNED PAIR ROLL DICE HEALTH FULL ARMOUR ORDER BONUS FIELD DICE_FIELD ROUND]")
_VERB = compile_kinds("[IS GOT LINK NOW]")
_THEM = re.compile(rf"{_OF_THEM}|['’]s\b", re.IGNORECASE)
_MORE = re.compile(
    rf"(?:(?:and|und|then|dann|plus)\s++)?(?:(?:another\s(?P<another>\d{{1,2}}|{_WORDS})"
    rf"|(?P<many>\d{{1,2}}|{_WORDS})\s(?:more|further|additional|others|weitere))\s(?P<rest>\S.*)"
    rf"|(?P<before>\S.*?)(?:\s(?:comes?|arrives?|joins?|kommen|kommt|erscheinen))?\s(?P<behind>\d{{1,2}}|{_WORDS})\s(?:more|others|weitere))",
    re.IGNORECASE,
)
"""More of a group, and what is said of them: ``3 more in round 2``, ``in round 2 come 3 more``."""
_PRESENT = re.compile(
    rf"(?P<many>\d{{1,2}}|{_WORDS})\s(?:now|here|present|at\s(?:the\s)?(?:start|first)|to\sstart(?:\swith)?|right\saway|jetzt|sofort"
    r"|zu\sbeginn|am\sanfang|von\sanfang\san)",
    re.IGNORECASE,
)
"""How many of a group are there at the start: ``3 now``."""
_LEFT = re.compile(
    r"\b(?P<words>(?:(?:is|are|has|have|had|got|gets?|hat|haben|ist|sind|already|schon|bereits|only|nur|noch|just|still|now|jetzt|at|auf"
    rf"|bei|down|to|runter|left|he|she|it|er|sie|with|mit)\s){{1,6}}+)(?P<number>\d{{1,4}})(?P<word>\s?(?:{forms_of(Meaning.HEALTH)}))?"
    r"(?P<left>\s(?:left|remaining|übrig))?(?![\w/])(?!\s(?:of|von)\s)",
    re.IGNORECASE,
)
"""What some have left of their health, or another number that they have: ``has only 4 left``, ``gets 21``."""
_TELLS_LEFT = re.compile(r"\b(?:only|nur|noch|down|runter|at|bei)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d]+")
_IN_BRACKETS = re.compile(r"\([^()]*+\)")
_BETWEEN = re.compile(rf"[,;]|(?<=[\w)])[.!]+\s|\s[–—-]\s|(?<=[^\d]):\s(?=\d|(?:{_WORDS})\s)", re.IGNORECASE)
_ARMOUR = re.compile(r"(?:AC|armou?r|SP|soak|parry|tough(?:ness)?)\s\d", re.IGNORECASE)
_HEALTH = re.compile(r" (?:hp|health) (\d+)")
_OTHER = re.compile(r"\b(?:other|andere)", re.IGNORECASE)
_MODIFIER = re.compile(r"\A(?:(?:has|have|with|at|hat|haben|mit)\s)?(?=[+\-−]\d{1,2}\Z)", re.IGNORECASE)
_ROLE = re.compile(
    r"(?:(?:is|are|ist|sind)\s)?(?:(?:the|a|der|die|ein|eine)\s)?(?P<role>boss|leader|captain|anführer(?:in)?|chef)\b[\s:]*+",
    re.IGNORECASE,
)


class GroupRead(NamedTuple):
    """The lines of a group whose members differ."""

    lines: tuple[str, ...]
    others: tuple[str, ...] = ()
    """The lines by another reading of a number; none where that is clear."""


class _Said(NamedTuple):
    """What a line says of some of a group."""

    many: int
    parts: list[str]
    is_more: bool = False
    is_role: bool = False
    """Whether it may be somebody else: ``the leader has 12``."""
    is_remark: bool = False
    """Whether it is a text alone."""
    name: str = ""
    others: list[str] | None = None
    """The parts by another reading of a number."""


def split_group(line: str, fields: tuple[Field, ...]) -> GroupRead:
    """Return those of a group in lines of their own, if the line says something of some; no lines for any other line.

    >>> split_group("3 orcs hp 15, one has only 4 left", ()).lines, split_group("3 orcs, hp 15", ()).lines
    (('orcs x2, hp 15', 'orc, hp 4/15'), ())
    """
    if len(line) > LONGEST_LINE or is_exact(line):
        return GroupRead(())
    first, *pieces = _pieces(line, fields) or [""]
    present = [piece for piece in pieces if _PRESENT.fullmatch(piece)]
    some_said = (piece for piece in pieces if _subject_of(piece, first, fields) or _more_of(piece, fields))
    of_some = [piece for piece in some_said if piece not in present]
    if not of_some:
        return GroupRead(())
    base = ", ".join((first, *(piece for piece in pieces if piece not in (*of_some, *present))))
    head, *parts = split_line(base, fields)
    name, count = split_count(head)
    count = count or "".join(piece.split()[0] for piece in present[:1])
    is_counted = (
        count.isdecimal()
        or count.casefold() in _NUMBERS
        or (not count and any(_more_of(piece, fields) for piece in of_some))
    )
    if not is_counted or split_combatants(base, fields):
        return GroupRead(())
    total, left, said = _number(count or "1"), _number(count or "1"), list[_Said]()
    for piece in of_some:
        some = _read_more(piece, parts, fields) or _read_some(piece, first, left, total, parts, fields)
        if some:
            said.append(some)
            left -= 0 if some.is_more else some.many
        else:
            parts = [*parts, f" note {piece.replace(',', ';')}"]
    if all(some.is_remark for some in said) or left < 0 or (not left and len(said) == 1):
        return GroupRead(())
    rest = [_write(name, left, parts)] if left else []
    lines = (*rest, *(_write(f"{singular(name)}{some.name}", some.many, some.parts) for some in said))
    if not any(some.others or some.is_role for some in said):
        return GroupRead(lines)
    rest = [_write(name, left + sum(some.is_role for some in said), parts)]
    others = (_write(f"{singular(name)}{some.name}", some.many, some.others or some.parts) for some in said)
    return GroupRead(lines, (*rest, *others))


def count_some(text: str, name: str, count: int, fields: tuple[Field, ...]) -> int:
    """Return of how many of several with a name a text says something; 0 if of all, of others, or of too many.

    >>> [count_some(text, "orcs", 6, ()) for text in ("one is prone", "half of them hidden", "two prone archers")]
    [1, 3, 0]
    """
    said = _SUBJECT.fullmatch(text)
    many = _many(said, count, count) if said and _is_of(said, name) and _says(said, fields) else 0
    return many if 0 < many < count else 0


def adds_more(text: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a text says something of more of those before it: ``3 more in round 2``."""
    return _more_of(text, fields) is not None


def merge_parts(text: str, parts: list[str], fields: tuple[Field, ...]) -> list[str]:
    """Return the parts with those of a text in place of the same values."""
    return _read_own(text, parts, fields) or [*parts, f" note {text.replace(',', ';')}"]


def tells_values(text: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a text is nothing but values with their words and states that a combatant can show."""
    head, *parts = split_line(f"X, {text}", fields)
    return head == "X" and all(keys_told(part, fields) and not part.strip().isdecimal() for part in parts)


def _subject_of(text: str, name: str, fields: tuple[Field, ...]) -> re.Match[str] | None:
    """Return some of several with a name of whom a text says something, and what; None for others: ``two wolves``."""
    said = _SUBJECT.fullmatch(text)
    if not said or not _is_of(said, name):
        return None
    may_have_value = said["rank"] or said["role"] or said["many"]
    has_value = may_have_value and _VALUE.match(read_tokens(said["rest"], fields).kinds)
    return said if has_value or _says(said, fields) else None


def _is_of(said: re.Match[str], name: str) -> bool:
    """Return whether those of whom something is said have no other name: ``ogre 2 is prone``."""
    return not said["called"] or singular(said["called"]).casefold() in map(singular, _WORD.findall(name.casefold()))


def _says(said: re.Match[str], fields: tuple[Field, ...]) -> bool:
    """Return whether a text says something, and names nobody: *second has a bow*, not *second wave*."""
    begins = _VERB if said["rank"] and " " not in said["rank"] else _SAYS
    is_of_them = _THEM.search(said.string, 0, said.start("rest"))
    return bool(is_of_them or begins.match(read_tokens(said["rest"], fields).kinds))


def _more_of(text: str, fields: tuple[Field, ...]) -> re.Match[str] | None:
    """Return more of several, and what a text says of them; None for others: ``2 more ogres``."""
    more = _MORE.fullmatch(text)
    kinds = read_tokens(more["rest"] or "", fields).kinds if more else ""
    return more if more and (not more["rest"] or _SAYS.match(kinds) or _VALUE.match(kinds)) else None


def _pieces(line: str, fields: tuple[Field, ...]) -> list[str]:
    """Return what stands between commas and stops; brackets that say something of some are pieces, too."""

    def open_or_hide(bracket: re.Match[str]) -> str:
        within = bracket[0][1:-1]
        tells = any(_subject_of(part.strip(), line, fields) for part in within.split(","))
        return f",{within}," if tells else "." * len(bracket[0])

    hidden = _IN_BRACKETS.sub(open_or_hide, line)
    ends = [*_BETWEEN.finditer(hidden)]
    starts = [0, *(end.end() for end in ends)]
    places = zip(starts, (*(end.start() for end in ends), len(line)), strict=True)
    return [piece for start, end in places if (piece := line[start:end].strip())]


def _number(word: str) -> int:
    return _NUMBERS.get(word.casefold(), 0) or int(word)


def _many(said: re.Match[str], left: int, total: int) -> int:
    """Return of how many something is said, of those of whom nothing is said yet."""
    if said["half"]:
        return left // 2
    if said["rank"] and _OTHER.search(said["rank"]):
        return left - (left == total) if said["rank"][-1] in "rRnN" else 1  # “the other one”
    told = said["many"] or said["number"]
    return _number(told) if told else 1


def _read_more(piece: str, parts: list[str], fields: tuple[Field, ...]) -> _Said | None:
    """Return what a piece of a line says of more; None where it says nothing of them that they could show."""
    more = _more_of(piece, fields)
    own = _read_own(more["rest"] or more["before"], parts, fields) if more else []
    is_time = any("comes" in keys_told(part, fields) for part in own)
    if not more or not own or (any(part.startswith(" note") for part in own if part not in parts) and not is_time):
        return None
    return _Said(_number(more["many"] or more["another"] or more["behind"]), own, is_more=True)


def _read_some(
    piece: str, name: str, left: int, total: int, parts: list[str], fields: tuple[Field, ...]
) -> _Said | None:
    """Return what a piece of a line says of some; None where it tells nothing that they could show."""
    said = _subject_of(piece, name, fields)
    if not said:
        return None
    many, rest, is_role = _many(said, left, total), _MODIFIER.sub("init ", said["rest"], count=1), bool(said["role"])
    called = "".join(f" {said[group].split()[-1].strip('#')}" for group in ("letter", "name", "role") if said[group])
    rest = _ROLE.sub(r"\g<role>, ", rest, count=1) if _ROLE.match(rest) else rest
    number, health = _LEFT.search(rest), next((part for part in parts if _HEALTH.fullmatch(part)), "")
    if number is None or not _is_of_them(number, fields):
        own = [] if number else _read_own(rest, parts, fields)
        if own and not _is_state_alone(own, parts, fields):
            return _Said(many, own, is_role=is_role, name=called)
        return _Said(many, [*parts, f" note {rest}"], is_remark=True, name=called) if said["letter"] else None
    full, told = int(health.split()[1]) if health else 0, int(number["number"])
    before, behind = rest[: number.start()].strip(" ,"), rest[number.end() :].strip(" ,")
    around = [f" {text}" for text in (before, behind) if text]
    is_left = bool(number["left"] or number["word"] or _TELLS_LEFT.search(number["words"]))
    if not (health or number["word"]):
        return None
    others = [part for part in parts if part != health]
    own = [*others, f" hp {told}/{full}" if told <= full else f" hp {told}", *around]
    rolled = None if is_left and (told <= full or number["word"]) else [*parts, f" init {told}", *around]
    return _Said(many, own, is_role=is_role, name=called, others=None if is_role else rolled)


def _is_of_them(number: re.Match[str], fields: tuple[Field, ...]) -> bool:
    """Return whether a number is one that some have, not of a deed or a thing: ``flees at 5``, ``has 12 gp``."""
    before = set(read_tokens(_ROLE.sub("", number.string[: number.start()], count=1), fields).kinds)
    is_of_thing = read_tokens(number.string[number.end() :], fields).kind(0) == TokenKind.WORD
    return bool(number["left"]) or not (is_of_thing or before & {TokenKind.WORD, TokenKind.DOES})


def _read_own(rest: str, parts: list[str], fields: tuple[Field, ...]) -> list[str]:
    """Return the parts of some: what is said of them in place of the same values of all; empty for nothing but text."""
    own = [
        part if _read_alone(part, fields) else f" note {part.strip()}" for part in split_line(f"X, {rest}", fields)[1:]
    ]
    told = {key for part in own for key in keys_told(part, fields)}
    return [*(part for part in parts if not keys_told(part, fields) & told), *own] if told else []


def _is_state_alone(own: list[str], parts: list[str], fields: tuple[Field, ...]) -> bool:
    """Return whether nothing but a state is said, which is asked about: ``one is prone``."""
    told = {key for part in own if part not in parts for key in keys_told(part, fields)}
    return told <= {"hidden", "condition", "side"}


def _read_alone(part: str, fields: tuple[Field, ...]) -> AddCombatant | None:
    """Return what a part tells by itself; None if it cannot be read."""
    try:
        return read_quick_line(f"X,{part}", fields)
    except BadValue:
        return None


def keys_told(part: str, fields: tuple[Field, ...]) -> set[str]:
    """Return the keys of the values that a part of a line tells."""
    read = _read_alone(part, fields)
    if read is None:
        return set()
    told = {"health"} if read.health or read.full_health or read.health_dice else set[str]()
    told |= {"hidden"} if read.hidden else set()
    told |= {"comes"} if read.comes else set()
    told |= {"condition"} if read.conditions else set()
    told |= {"side"} if read.side else set()
    told |= {"armour"} if _ARMOUR.match(read.note) else set()
    return told | {key for key, value in read.sheet.items() if value != ""}


def _write(name: str, many: int, parts: list[str]) -> str:
    """Return the line of so many with these parts."""
    called = f"{name} x{many}" if many > 1 else singular(name) if singular(name) != name else name
    return ",".join((called, *parts))
