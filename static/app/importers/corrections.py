"""Lines of a list that say something of somebody on a line above: ``Bo is hurt``, ``no wait, 5 bandits``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from turntrack.core.fields import Field
from turntrack.lines.doubt_words import SMALL, VERBS
from turntrack.lines.groups import adds_more, count_some, merge_parts, tells_values
from turntrack.lines.headings import Heading
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import split_count, split_line
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
    r"|\W*+(?:nein|nee)[\s,!]++(?P<after>(?:doch\s++)?(?:nur\s++)?\d.*)",
    re.IGNORECASE,
)
_OF_ALL = re.compile(
    r"\W*+(?:(?P<two>both|beide)|(?:they(?:\sare|\shave)?\s)?all|everyone|everybody|alle)(?:\s(?:of\sthem|of\sthese|two|three|four|zwei|drei|vier))?"
    r"\s(?:(?:are|have|has|is|with|sind|haben|hat|ist|mit)\s)?(?P<rest>[^\s:].*)",
    re.IGNORECASE,
)
"""What is said of all, or of both, on the lines above: ``both players``, ``all have hp 12``."""
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
    r"(?P<name>[^\W\d][^\d,;:()–—-]*[^\W\d])[,:]?\s(?:[–—-]\s)?(?:has\s)?(?:the\s)?same(?:\s(?:stats|values|again))?"
    r"(?:[,;]?\s(?:but|aber|except|only)\s(?:with\s)?(?P<more>\S.*))?",
    re.IGNORECASE,
)
"""Somebody with the values of the line above: ``rookie - same but REF 5``."""
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
_MOST_OF_A_GROUP = 99
_PIECES = re.compile(r"[,;:&]|\s(?:and|und)\s")


def put_corrections_above(
    lines: Sequence[str], headings: Sequence[Heading | None], fields: tuple[Field, ...]
) -> tuple[list[str], list[Heading | None], dict[int, str]]:
    """Return the lines with what lines below say of those on them, and for each of these whom it is said of.

    The last are what is wrong with those which say it of nobody, or of one of several on a line, by their indices.

    >>> put_corrections_above(["Bo 8", "bandits 4, hp 11", "Bo is hurt", "no wait, 5 bandits"], [None] * 4, ())[0][:2]
    ['Bo 8, hurt', 'bandits x5, hp 11']
    """
    put, said, wrong = [*lines], [*headings], dict[int, str]()
    for at, line in enumerate(lines):
        above = [place for place in range(at) if not said[place] and put[place].strip()]
        if headings[at] or not above:
            continue
        if alike := _write_alike(line, put, above, fields):
            put[at] = alike
            continue
        corrected, remark = _CORRECTS.fullmatch(line), _SAID.fullmatch(line)
        done = (
            _put_instead(line, put, above[-1], fields)
            or _add_to_all(line, put, above, fields)
            or _add_of_some(line, put, above, fields)
            or _go_on(line, put, above[-1], fields)
        )
        if done:
            pass
        elif corrected or _NTH.fullmatch(line) or ((more := _GOES_ON.fullmatch(line)) and more["clear"]):
            text = corrected["rest"] or corrected["after"] if corrected else ""
            done = _correct(_LITTLE.sub("", text), put, above, fields)
            if not done:
                wrong[at] = f"“{line.strip()[:40]}” changes something above: change it there, and delete this line."
        elif remark:
            done = _add(remark["name"], remark["rest"], put, above, fields)
            names = (
                name for place in above for name in (*_names(put[place], fields), *_PIECES.split(put[place].casefold()))
            )
            if not done and _fold(remark["name"]) in map(str.strip, names):
                wrong[at] = f"“{remark['name']}” is above already: write this behind that name, and delete this line."
        if done:
            said[at] = Heading(said_of=done)
    return put, said, wrong


def _add(name: str, rest: str, lines: list[str], above: Sequence[int], fields: tuple[Field, ...]) -> str:
    """Put what is said behind the only one of this name; return the name, or nothing if there is no such line."""
    places = [place for place in above if _fold(name) in _names(lines[place], fields)]
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


def _write_alike(line: str, lines: Sequence[str], above: Sequence[int], fields: tuple[Field, ...]) -> str:
    """Return a line with the values of another that it refers to: ``Lena same as Mara``; empty for other lines."""
    same, like = _SAME_AS.search(line), _LIKE_ABOVE.fullmatch(line)
    head, *more = _BUT.split(line[same.end() :] if same else line.strip(), maxsplit=1)
    if like:
        name, places, more = like["name"], [above[-1]], [*filter(None, [like["more"]])]
    elif same:
        name, places = line[: same.start()], [place for place in above if _fold(head) in _names(lines[place], fields)]
    elif ditto := _DITTO.fullmatch(head):
        name, places = ditto["name"], [above[-1]]
    else:
        return ""
    if len(places) != 1:
        return ""
    head, *parts = split_line(lines[places[0]], fields)
    called, many = split_count(head)
    _, number = ("", "") if many else _split_number(called)
    shared = [f" init {number}", *parts] if number else parts
    own = merge_parts("".join(more), shared, fields) if more else shared
    return ",".join((name.strip(" ,:–—-"), *own))


def _add_to_all(line: str, lines: list[str], above: Sequence[int], fields: tuple[Field, ...]) -> str:
    """Put what is said of all, or of both, behind each of them; return who is meant, or nothing for other lines."""
    said = _OF_ALL.fullmatch(line)
    if not said or (said["two"] and len(above) < 2) or not tells_values(said["rest"], fields):
        return ""
    for place in above[-2:] if said["two"] else above:
        lines[place] = f"{lines[place].rstrip(' ,;')}, {said['rest']}"
    return "both" if said["two"] else "all"


def _add_of_some(line: str, lines: list[str], above: Sequence[int], fields: tuple[Field, ...]) -> str:
    """Put what is said of some of a group behind the group above; return its name, or nothing for other lines."""
    text, words = line.strip(), line.partition(",")[0].split()
    is_sentence = not (VERBS | SMALL).isdisjoint(map(str.casefold, words))
    is_of_others = not is_sentence and len(words) > 2 and singular(words[-1]) != words[-1]  # “two hurt orcs”
    is_more = adds_more(text, fields)
    if not is_more and (is_of_others or not count_some(text, lines[above[-1]], _MOST_OF_A_GROUP, fields)):
        return ""
    name, many = split_count(split_line(lines[above[-1]], fields)[0])
    if not many.isdecimal() or not (is_more or count_some(text, name, int(many), fields)):
        return ""
    lines[above[-1]] = f"{lines[above[-1]].rstrip(' ,;')}, {text}"
    return name


def _correct(text: str, lines: list[str], above: Sequence[int], fields: tuple[Field, ...]) -> str:
    """Put a number in place of that of the only one of this name; return the name, or nothing if there is no such."""
    if all_of_them := _OF_THEM.fullmatch(text):
        head, *parts = split_line(lines[above[-1]], fields)
        name, _ = split_count(head)
        lines[above[-1]] = ",".join((f"{name} x{all_of_them[1]}", *parts))
        return name
    counted = _COUNT_AND_NAME.fullmatch(text)
    told = counted or _NAME_AND_NUMBER.fullmatch(text)
    places = [place for place in above if told and _fold(told["name"]) in _names(lines[place], fields)]
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
