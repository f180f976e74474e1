"""Lines of a list that say something of somebody on a line above: ``Bo is hurt``, ``no wait, 5 bandits``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from app.importers.portions import Portions
from turntrack.core.fields import DEALT, Field
from turntrack.lines.doubt_words import SMALL, VERBS
from turntrack.lines.groups import adds_more, count_some, keys_told, merge_parts, tells_values
from turntrack.lines.headings import Heading
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import split_count, split_line
from turntrack.lines.repairs import ask_for_several
from turntrack.lines.several import split_combatants

_SAID = re.compile(
    r"\W*+(?:the\s++)?(?P<name>[^\W\d][^,;:()]{0,39}?)\s(?:is|are|was|has|have|ist|sind|war|hat|haben)\s++(?P<rest>[^\s].*)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\W*+(?:(?:and|but|und|aber)\s)?(?:(?P<clear>(?P<single>(?:he|she|er)(?:['’]s|\s(?:is|has|ist|hat)))|is|has|ist|hat"
    r"|(?P<many>they(?:['’](?:re|ve)|\s(?:are|have))|sie\s(?:sind|haben)))\s|(?:it(?:['’]s|\s(?:is|has))|are|have|sind)\s"
    r"|(?=(?:shows?\sup|turns?\sup|arrives?|joins?|enters?|appears?|comes?|drops?\sin|starts?|begins?|kommt|kommen"
    r"|erscheint|erscheinen|beginnt)\s))(?P<rest>[^\s].*)",
    re.IGNORECASE,
)
"""A line that names nobody, and tells more of the one on the line above: ``she is hidden``, ``- shows up round 3``."""
_CORRECTS = re.compile(
    r"\W*+(?:(?:no|oh|ah|ach|nein|nee)\b[\s,!]*+)?(?:(?:wait|sorry|scratch\sthat|correction|make\sthat|i\smean|oops|actually"
    r"|korrektur|quatsch|moment|stimmt\snicht|ich\smeine|doch|ups)\b(?<!\A)[\s,:!.–-]++)++(?P<rest>[^\s].*[^\W\d].*)"
    r"|\W*+(?:nein|nee)[\s,!]++(?P<after>(?:doch\s++)?(?:nur\s++)?\d.*)"
    r"|\s*+(?:-+>|=>|→)\s*+(?P<arrow>[^\W\d].*)",
    re.IGNORECASE,
)
_OF_ALL = re.compile(
    r"\W*+(?:(?P<two>both|beide)|(?:they(?:\sare|\shave)?\s)?all|everyone|everybody|alle)(?:\s(?:of\sthem|of\sthese|two|three|four|zwei|drei|vier))?"
    r"\s(?:(?:are|have|has|is|with|sind|haben|hat|ist|mit)\s)?(?P<rest>[^\s:].*)",
    re.IGNORECASE,
)
"""What is said of all, or of both, on the lines above: ``both players``, ``all have hp 12``."""
_OF_ALL_BEHIND = re.compile(
    r"\W*+(?P<rest>[^\s:].*?)\s(?:for\s|für\s)?(?:all(?:\s(?:of\s(?:them|['’]?em|these)|two|three|four|here))?|the\slot|everyone|everybody|each|apiece"
    r"|alle|jeder|(?P<two>both|beide))\W*+",
    re.IGNORECASE,
)
"""The same behind it: ``DEX 7 all of em``."""
_VALUES_ALONE = re.compile(r"(?:[^\W\d]{1,12}\s?[+\-−]?\d[\w/+]*(?:[\s,]+|\Z))+")
_ON = re.compile(r"(?:(?:go|goes|act|acts)\s)?(?:on|at|auf|bei)\s(\d{1,2})\W*+", re.IGNORECASE)
_STRIKES = re.compile(
    r"\W*+(?:no\s)?(?:scratch|drop|remove|cut|forget|ignore|skip|strike|minus|without|streich|ohne|vergiss)\s(?:the\s|den\s|die\s|das\s)?"
    r"(?P<name>[^\W\d][^,;:().–—]*?)(?:\s?[,;:(.]\s?.*|\s[–—-]\s.*|\s(?:he|she|it|they)(?:['’]s|['’]re|\s).*)?",
    re.IGNORECASE,
)
"""Somebody above who takes no part: ``scratch Fuse, he’s in hospital``."""
_SAME_NUMBER = re.compile(
    r"(?P<name>\W*+[^\W\d][^,;:()]*?)[,:;]?\s(?:[–—-]\s)?(?:(?:on|at|has|is\son|acts\son)\s)?(?:the\s)?same\s"
    r"(?P<word>init(?:iative)?|number|roll|turn|order|count|card)\b(?!\s(?:as|like)\b)(?P<rest>.*)",
    re.IGNORECASE,
)
"""Somebody with the number of the order of the one above: ``his drone same init, 15 hp``."""
_SAME_ALONE = re.compile(
    r"\W*+(?:(?:all|with|has|have)\s)?(?:the\s)?same\s(?:stats?|values?|profile|numbers|again|as\sabove|stuff|werte)(?:\s(?:for|as)\s(?:them|those|these|above|before))?\W*+",
    re.IGNORECASE,
)
"""That the one above has the values of another above: ``same stats``."""
_IN_BRACKETS = re.compile(r"\W*?\((?P<inner>[^()]*+)\)\W*+")
"""A line that stands in brackets: ``(smash his remote = hounds drop)``."""
_BUT = re.compile(r"[,;]?\s(?:but|aber|except|only\swith)\s|[,;]\s*+", re.IGNORECASE)
_DITTO = re.compile(
    r"\W*+(?:ditto|dito|(?:the\s)?same|likewise|ebenso)\s(?:goes\s)?(?:for|für)\s(?:(?:his|her|its|their|the|seine?n?|ihre?n?)\s)?(?P<name>[^\W\d].*)",
    re.IGNORECASE,
)
"""Somebody who is like the one on the line above: ``ditto for his bodyguard``."""
_SAME_AS = re.compile(
    r"(?<=\w)[,:]?\s(?:[–—-]\s)?(?:(?:has|is|acts|goes|rolled|hat|ist)\s)?(?:the\s)?same(?:\s(?:stats|values|init|initiative|roll|number))?\s(?:as|like)\s",
    re.IGNORECASE,
)
"""What stands between somebody and another who has the same values: ``Lena same as Mara``."""
_LIKE_ABOVE = re.compile(
    r"\W*?(?P<name>[^\W\d][^\d,;:()–—]*[^\W\d](?:\s\#?\d{1,2})?)[,:]?\s++(?:[–—-]\s)?(?:(?:has\s)?(?:the\s)?same(?:\s(?:stats|values|again))?|ditto|dito|idem"
    r"|as\sabove|likewise|wie\soben|ebenso|genauso|dasselbe)"
    r"(?:[,;]?\s(?:but|aber|except|only)\s(?:with\s)?(?P<more>\S.*)|(?:[,;.]|\s[–—-])\s(?P<own>\S.*))?",
    re.IGNORECASE,
)
"""Somebody with the values of the line above: ``rookie - same but REF 5``."""
_LINK = re.compile(r"\s(?:is|has|rolled|got|ist|hat)\s(?:now\s)?(?=\d)", re.IGNORECASE)
_OWNED = re.compile(r"\W*+(?:his|her|their|its|my|our|sein|seine|ihr|ihre)\s", re.IGNORECASE)
_HURT = re.compile(r"(hp )\d++/(\d++)")
_LITTLE = re.compile(
    r"\A(?:(?:only|just|there\s(?:are|is)|it['’]?s|make\sthat|nur|es\ssind|doch|wait)\s++)++", re.IGNORECASE
)
_COUNT_AND_NAME = re.compile(r"(?P<number>\d{1,3})(?:\s?[x×])?\s++(?P<name>[^\W\d][^\d,;:()]*+)(?P<more>[,;].*)?")
_OF_THEM = re.compile(r"(\d{1,2})\s(?:of\s(?:them|these|those)|davon|stück)\W*+", re.IGNORECASE)
_INSTEAD = re.compile(
    r"\W*+(?:(?:and|und|oh|no|wait)\W{1,3})*+(?P<word>[^\W\d]++(?:\s[^\W\d]++)?)\s(?:(?:is|are|ist)\s)?(?P<number>[+-]?\d{1,3})"
    r"\W{1,3}(?:not|nicht|instead\sof|statt)\s[+-]?\d{1,3}\W*+",
    re.IGNORECASE,
)
"""A value in place of another: ``body is 25 not 30``."""
_NTH = re.compile(
    r"\W*+(?:(?:the|der|die|das)\s)?(?:\d(?:st|nd|rd|th)|first|second|third|fourth|last|erste|zweite|dritte|letzte)"
    r"\s(?:one\b|(?:is|has|comes|arrives|joins|ist|hat|kommt)\s).*",
    re.IGNORECASE,
)
"""What is said of one of several: ``2nd one comes later``."""
_NAME_AND_NUMBER = re.compile(r"(?P<name>[^\W\d][^\d,;:()]*[^\W\d])\s++(?P<number>\d{1,3})")
_NUMBER = re.compile(
    r"(?:(?:rolled|got|now|on|at|an?|init|initiative|jetzt|auf|gewürfelt)\s++)*+\d{1,3}(?:\s(?:gewürfelt|now|jetzt))?\W*+",
    re.IGNORECASE,
)
"""A number that may be that of the order, and stands in the place of another."""
type _NamesOf = Callable[[str], set[str]]
"""What returns the names on a line; each line is parsed once for all lines below it."""
_MOST_ABOVE = 99
"""A line that says something of one somewhere above speaks of none of more lines above."""
_MOST_OF_A_GROUP = 99
_PIECES = re.compile(r"[,;:&]|\s(?:and|und)\s")


def put_corrections_above(
    lines: Sequence[str], headings: Sequence[Heading | None], fields: tuple[Field, ...]
) -> Portions[tuple[list[str], list[Heading | None], dict[int, str]]]:
    """Return the lines with what lines below say of those on them, and for each of these whom it is said of.

    The last are what is wrong with those which say it of nobody, or of one of several on a line, by their indices.

    >>> from app.importers.portions import finish
    >>> lines = ["Bo 8", "bandits 4, hp 11", "Bo is hurt", "no wait, 5 bandits"]
    >>> finish(put_corrections_above(lines, [None] * 4, ()))[0][:2]
    ['Bo 8, hurt', 'bandits x5, hp 11']
    """
    put, said, wrong = [*lines], [*headings], dict[int, str]()

    @cache
    def names_of(text: str) -> set[str]:
        return _names(text, fields)

    @cache
    def words_of(text: str) -> set[str]:
        return {*names_of(text), *map(str.strip, _PIECES.split(text.casefold()))}

    for at, line in enumerate(lines):
        yield at / len(lines)
        above = [place for place in range(at) if not said[place] and put[place].strip()]
        if headings[at] or not above:
            continue
        near = above[-_MOST_ABOVE:]
        if struck := _strike(line, put, said, near, fields, names_of):
            said[at] = struck
            continue
        if _SAME_ALONE.fullmatch(line):
            before = said[at - 1]
            if before and before.said_of:  # “3 more”
                said[at] = before
            elif alike := _alike_before(put, above, fields):
                put[above[-1]] = alike
                said[at] = Heading(said_of=_name(alike, fields))
            continue
        if numbered := _write_same_number(line, put[above[-1]], fields):
            put[at] = numbered
            continue
        if (bracket := _IN_BRACKETS.fullmatch(line)) and any(map(str.isalpha, line)):
            line = bracket["inner"]
            if tells_values(line, fields) and not split_combatants(put[above[-1]], fields):
                put[above[-1]] = f"{put[above[-1]].rstrip(' ,;')}, {line}"
                said[at] = Heading(said_of=_name(put[above[-1]], fields))
                continue
        if alike := _write_alike(line, put, near, fields, names_of):
            put[at] = alike
            continue
        corrected, remark = _CORRECTS.fullmatch(line), _SAID.fullmatch(line)
        done = (
            _put_instead(line, put, above[-1], fields)
            or _add_to_all(line, put, _of_section(above, said), fields)
            or _add_of_some(line, put, near, fields)
            or _go_on(line, put, above[-1], fields)
        )
        if done:
            pass
        elif corrected or _NTH.fullmatch(line) or ((more := _GOES_ON.fullmatch(line)) and more["clear"]):
            text = corrected["rest"] or corrected["after"] or corrected["arrow"] if corrected else ""
            done = _correct(_LINK.sub(" ", _LITTLE.sub("", text)), put, near, fields, names_of)
            if not done:
                wrong[at] = f"“{line.strip()[:40]}” changes something above: change it there, and delete this line."
        elif remark:
            done = _add(remark["name"], remark["rest"], put, near, names_of)
            name = _fold(remark["name"])
            if not done and any(name in words_of(put[place]) for place in near):
                wrong[at] = f"“{remark['name']}” is above already: write this behind that name, and delete this line."
        if done:
            said[at] = Heading(said_of=done)
        elif (of_all := _read_of_all(line, fields)) and not of_all.is_of_two:
            wrong[at] = f"“{line.strip()[:40]}”: all above have this already. Change it there, and delete this line."
        elif bracket and at not in wrong:
            said[at] = Heading(is_sentence=True, is_guessed=True)
    return put, said, wrong


def _strike(
    line: str,
    lines: list[str],
    said: list[Heading | None],
    above: Sequence[int],
    fields: tuple[Field, ...],
    names_of: _NamesOf,
) -> Heading | None:
    """Leave out somebody above of whom a line says so; return what the line says, or None for other lines."""
    struck = _STRIKES.fullmatch(line)
    name = _fold(struck["name"]) if struck else ""
    for place in reversed(above if struck else ()):
        several = split_combatants(lines[place], fields)
        left = [each for each in several if name not in names_of(each)]
        if several and len(left) == len(several) - 1:
            lines[place] = "\n".join(left)
        elif not several and name in names_of(lines[place]):
            said[place] = Heading(is_sentence=True)
        else:
            continue
        return Heading(is_sentence=True, said_of=struck["name"] if struck else "")
    return None


def _of_section(above: Sequence[int], said: Sequence[Heading | None]) -> Sequence[int]:
    """Return those above who stand below the last heading; all of them if nobody does."""
    last = max(
        (at for at, heading in enumerate(said) if heading and not heading.said_of and not heading.is_left_out),
        default=-1,
    )
    return [place for place in above if place > last] or above


def _name(line: str, fields: tuple[Field, ...]) -> str:
    return split_count(split_line(line, fields)[0])[0].strip(" -*•")


def _alike_before(lines: Sequence[str], above: Sequence[int], fields: tuple[Field, ...]) -> str:
    """Return the last line above with the values of the one before it; empty if there is none."""
    if len(above) < 2:
        return ""
    head, *parts = split_line(lines[above[-1]], fields)
    shared = _shared(lines[above[-2]], _name(head, fields), fields)
    told = _keys_of(lines[above[-1]], fields)
    return ",".join((head, *parts, *(part for part in shared if not told & keys_told(part, fields))))


def _write_same_number(line: str, above: str, fields: tuple[Field, ...]) -> str:
    """Return a line with the number of the order, or the card, of the one above; empty for other lines."""
    same = _SAME_NUMBER.fullmatch(line)
    if not same:
        return ""
    head, *parts = split_line(above, fields)
    keys = {DEALT.key, *(field.key for field in fields if field.is_score)}
    told = next((part for part in parts if keys & keys_told(part, fields)), "")
    _, number = _split_number(split_count(head)[0])
    value = told.strip() or (f"init {number}" if number else "")
    is_owned = _OWNED.match(same["name"])
    side = next((part for part in parts if "side" in keys_told(part, fields)), "") if is_owned else ""
    return f"{same['name'].strip(' ,:–—-')}, {value}{',' * bool(side)}{side}{same['rest']}" if value else ""


def _shared(line: str, name: str, fields: tuple[Field, ...]) -> list[str]:
    """Return the values of a line that somebody of this name has, too: not what has befallen the first."""
    head, *parts = split_line(line, fields)
    called, many = split_count(head)
    stem, number = _split_number(called)
    number = "" if many or _fold(_split_number(name)[0]) == _fold(stem) else number
    own = {"condition", "hidden", "comes"}
    parts = [part for part in parts if not (told := keys_told(part, fields)) or told - own]
    return [*([f" init {number}"] if number else []), *(_HURT.sub(r"\1\2", part) for part in parts)]


def _add(name: str, rest: str, lines: list[str], above: Sequence[int], names_of: _NamesOf) -> str:
    """Put what is said behind the only one of this name; return the name, or nothing if there is no such line."""
    folded = _fold(name)
    places = [place for place in above if folded in names_of(lines[place])]
    if len(places) != 1 or _NUMBER.fullmatch(rest):
        return ""
    (place,) = places
    if rest not in lines[place]:
        lines[place] = f"{lines[place].rstrip(' ,;')}, {rest}"
    return name


def _put_instead(line: str, lines: list[str], place: int, fields: tuple[Field, ...]) -> str:
    """Put a value in place of the one above; return the name there, or nothing for other lines."""
    said = _INSTEAD.fullmatch(line)
    value = f"{said['word'].removesuffix(' is')} {said['number']}" if said else ""
    if not value or not tells_values(value, fields):
        return ""
    head, *parts = split_line(lines[place], fields)
    lines[place] = ",".join((head, *merge_parts(value, parts, fields)))
    return split_count(head)[0]


def _go_on(line: str, lines: list[str], place: int, fields: tuple[Field, ...]) -> str:
    """Put what a line that names nobody tells behind the one above; return the name, or nothing for other lines."""
    said = _GOES_ON.fullmatch(line)
    if not said or split_combatants(lines[place], fields):
        return ""
    name, many = split_count(split_line(lines[place], fields)[0])
    if said["single" if many else "many"]:
        return ""
    rest = said["rest"]
    parts = split_line(f"X, {rest}", fields)[1:]
    others = "".join(part for part in parts if not tells_values(part, fields))
    if len(others) == len("".join(parts)) or ":" in rest or any(char.isdigit() or char.isupper() for char in others):
        rest = f"note {rest.replace(',', ';')}" if said["clear"] else ""
    if rest:
        lines[place] = f"{lines[place].rstrip(' ,;')}, {rest}"
    return name.strip() if rest else ""


def _write_alike(
    line: str, lines: Sequence[str], above: Sequence[int], fields: tuple[Field, ...], names_of: _NamesOf
) -> str:
    """Return a line with the values of another that it refers to: ``Lena same as Mara``; empty for other lines."""
    same, like = _SAME_AS.search(line), _LIKE_ABOVE.fullmatch(line)
    head, *more = _BUT.split(line[same.end() :] if same else line.strip(), maxsplit=1)
    if like:
        name, more = like["name"], [*filter(None, [like["more"] or like["own"]])]
        stem = _fold(name.strip().rpartition(" ")[0])
        places = [
            next(
                (at for at in reversed(above) if stem and stem == _fold(_name(lines[at], fields).rpartition(" ")[0])),
                above[-1],
            )
        ]
    elif same:
        name, places = line[: same.start()], [place for place in above if _fold(head) in names_of(lines[place])]
    elif ditto := _DITTO.fullmatch(head):
        name, places = ditto["name"], [above[-1]]
    else:
        return ""
    if len(places) != 1:
        return ""
    several = ask_for_several(lines[places[0]], fields)
    shared = _shared((several.ways[0].line if several else lines[places[0]]).split("\n")[-1], name, fields)
    own = merge_parts("".join(more), shared, fields) if more else shared
    return ",".join((name.strip(" ,:–—-"), *own))


def _add_to_all(line: str, lines: list[str], above: Sequence[int], fields: tuple[Field, ...]) -> str:
    """Put what is said of all, or of both, behind each who has no such value; return who is meant, if anybody is."""
    said = _read_of_all(line, fields)
    if not said or len(above) < 1 + said.is_of_two:
        return ""
    told = keys_told(f" {said.rest}", fields) - {"condition", "hidden"}
    meant = above[-2:] if said.is_of_two else above
    places = list[int]()
    for place in meant:
        several = ask_for_several(lines[place], fields)
        written = several.ways[0].line if several and len(several.ways) == 1 else lines[place]
        each = [
            who if told & _keys_of(who, fields) else f"{who.rstrip(' ,;')}, {said.rest}" for who in written.split("\n")
        ]
        if (put := "\n".join(each)) != written:
            lines[place] = put
            places.append(place)
    if len(places) < len(meant):
        return ", ".join(_name(lines[place], fields) for place in places)
    return "both" if said.is_of_two else "all"


class _OfAll(NamedTuple):
    """What a line says of all above, or of both."""

    rest: str
    is_of_two: bool


def _read_of_all(line: str, fields: tuple[Field, ...]) -> _OfAll | None:
    """Return what a line says of all; before the word for all, one value that the rules know is enough."""
    for said, is_behind in ((_OF_ALL.fullmatch(line), False), (_OF_ALL_BEHIND.fullmatch(line), True)):
        rest = _ON.sub(r"init \1", said["rest"]) if said else ""
        head, *parts = split_line(f"X, {rest}", fields)
        is_known = is_behind and head == "X" and _VALUES_ALONE.fullmatch(rest) is not None
        is_known = is_known and any(keys_told(part, fields) for part in parts)
        if said and (is_known or tells_values(rest, fields)):
            return _OfAll(rest, bool(said["two"]))
    return None


def _keys_of(line: str, fields: tuple[Field, ...]) -> set[str]:
    """Return the keys of the values that a line tells."""
    return {key for part in split_line(line, fields)[1:] for key in keys_told(part, fields)}


def said_of_all(line: str, fields: tuple[Field, ...]) -> str:
    """Return the values that a line tells of all above, or of all before it, and names nobody; empty for other lines.

    >>> said_of_all("all have hp 12", ()), said_of_all("hp 12 each", ()), said_of_all("Bo, hp 12", ())
    ('hp 12', 'hp 12', '')
    """
    said = _read_of_all(line, fields)
    return said.rest if said else ""


def _add_of_some(line: str, lines: list[str], above: Sequence[int], fields: tuple[Field, ...]) -> str:
    """Put what is said of some of a group behind the group above; return its name, or nothing for other lines."""
    text, words = line.strip(), line.partition(",")[0].split()
    is_sentence = not (VERBS | SMALL).isdisjoint(map(str.casefold, words))
    is_of_others = not is_sentence and len(words) > 2 and singular(words[-1]) != words[-1]  # “two hurt orcs”
    if adds_more(text, fields):
        heads = ((at, split_count(split_line(lines[at], fields)[0])) for at in reversed(above) if "\n" not in lines[at])
        place, name = next(((at, name) for at, (name, many) in heads if many.isdecimal()), (-1, ""))
        is_said = place >= 0
    else:
        place = above[-1]
        name, many = split_count(split_line(lines[place], fields)[0])
        is_said = not is_of_others and bool(count_some(text, lines[place], _MOST_OF_A_GROUP, fields))
        is_said = is_said and many.isdecimal() and bool(count_some(text, name, int(many), fields))
    if not is_said:
        return ""
    lines[place] = f"{lines[place].rstrip(' ,;')}, {text}"
    return name


def _correct(text: str, lines: list[str], above: Sequence[int], fields: tuple[Field, ...], names_of: _NamesOf) -> str:
    """Put a number in place of that of the only one of this name; return the name, or nothing if there is no such."""
    if all_of_them := _OF_THEM.fullmatch(text):
        head, *parts = split_line(lines[above[-1]], fields)
        name, _ = split_count(head)
        lines[above[-1]] = ",".join((f"{name} x{all_of_them[1]}", *parts))
        return name
    counted = _COUNT_AND_NAME.fullmatch(text)
    told = counted or _NAME_AND_NUMBER.fullmatch(text)
    places = [place for place in above if told and _fold(told["name"]) in names_of(lines[place])]
    if not told or len(places) != 1:
        return ""
    head, *parts = split_line(lines[places[0]], fields)
    name, count = split_count(head)
    name, number = _split_number(name)
    if not counted and (count or not number):
        return ""
    named = f"{name} x{told['number']}" if counted else f"{name} {told['number']}"
    lines[places[0]] = ",".join((named, *parts)) + (counted["more"] or "" if counted else "")
    return told["name"].strip()


def _names(line: str, fields: tuple[Field, ...]) -> set[str]:
    """Return the names with which a line may begin, folded: with the number behind and without it."""
    name, _ = split_count(split_line(line, fields)[0])
    return {_fold(name), _fold(_split_number(name)[0])}


def _split_number(name: str) -> tuple[str, str]:
    """Return a name and the number behind it; empty for none."""
    before, _, last = name.strip().rpartition(" ")
    return (before, last) if before and last.isdecimal() else (name.strip(), "")


def _fold(name: str) -> str:
    return singular(name.strip(" -*•")).casefold()
