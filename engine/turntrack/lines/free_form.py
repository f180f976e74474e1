"""What stands around the values of a typed line, such as bullets, and whether a name looks like data."""

from __future__ import annotations

import re
from string import ascii_uppercase, digits
from types import MappingProxyType

from turntrack.core.errors import BadValue
from turntrack.core.model import Counter, RefillTime
from turntrack.core.vocabulary import Meaning, forms_of, meaning_of
from turntrack.lines.plurals import singular
from turntrack.lines.tokens import GERMAN_NUMBERS, NUMBERS

HP = forms_of(Meaning.HEALTH)
ARMOUR = forms_of(Meaning.ARMOUR)
_NOT_IN_NAMES = ("order", "reihenfolge", "gewürfelt")
"""The ends of words for the number of the order that stand in names too: *Knight of the Order*."""
INITIATIVE = "|".join(form for form in forms_of(Meaning.ORDER).split("|") if not form.endswith(_NOT_IN_NAMES))
_MARK = re.compile(
    r"\s*(?:[-–—•·*+>o]\s+|[●▪‣○◦✦✧■□◆◇→▶»☐☑✓✔]\s*|\[[ xX]?\]\s+|(?:\d{1,3}[.)]\s+(?=\d{1,2}(?:\s?[x×])?\s[^\W\d])"
    r"|(?:\d{1,3}[.)]|[a-zA-Z]\)|#+)\s+(?=[^\W\d]))"
    r"|\d{1,3}\.(?=[^\W\d]))"
)
"""A bullet, a check box, the number or letter of an item, or the sign of a heading."""
_PLACE = re.compile(r"\s*+(?:\[(\d{1,3})\]|(\d{1,3})(?:\s*+(?::|[–—-](?=\s))|(?=[^\S\t]*+\t)))\s*+(?=[^\W\d])")
"""The number before a name in a list by initiative."""
_NAME_KEY = re.compile(r"\s*+(?:name|creature|monster|character)\s*+[:=]\s*+", re.IGNORECASE)
_ITEM = re.compile(r"\A(\d{1,3}): (?=[^\W\d])")
_TIME = re.compile(r"\A\s*+\[?\d{1,2}:\d\d(?::\d\d)?\s?(?:[ap]m)?\]?\s*+(?:[–-]\s*+)?(?=[^\W\d])", re.IGNORECASE)
_LATE = re.compile(
    r"\A\s*+(?:late\s++joiners?|latecomers?|newcomers?|joining|also|plus|dazu|neu|außerdem)\s*+:\s++", re.IGNORECASE
)
_WITH = re.compile(r"(?<=[^\s,;:]\s)w[/.]?\s(?=[^\W_])")
_SIGN_IN_WORDS = re.compile(r"\s(plus|minus)\s++(?=\d{1,2}(?!\w))", re.IGNORECASE)
_SIGN_APART = re.compile(r"(?<=[^\W\d]\s\d)\s\+\s(?=\d{1,2}\s*+(?:[,;)]|\Z))")
"""A sign apart from its number, behind a value: ``REF 8 + 3``."""
_COUNT_IN_DICE = re.compile(
    r"\A\s*+((?:\d{1,3}[dDwW]|[dw])\d{1,3}(?:[+\-−]\d{1,3})?)\s*(?:[x×:]\s*)?\s([^\W\d][^,;(]*)"
)
_GROUPS = re.compile(
    r"\A\s*+(\d{1,2})\s++((?:group|pack|squad|band|gang|mob|wave)s?)\s++of\s++(\d{1,2})\s++([^\W\d][^,;|(\[:\d]*)",
    re.IGNORECASE,
)
"""Groups of a number each: ``2 groups of 4 raiders``."""
_TERM = (
    r"(?:\d{0,2}+[dDwW]\d{1,3}+|\d{1,2}+)(?:\s?[(\[]\d{1,2}[)\]])?+"
    r"(?:\s(?:on\sthe|auf\sdem)\s(?:die|dice|[dw]20|würfel))?+"
)
"""A part of a total: dice with what they show, or a number: ``1d20 (16)``, ``14 on the die``."""
_RESULT = re.compile(
    rf"(?P<order>\b(?:{INITIATIVE}|total)\b[.:=]?\s*+)?(?P<begin>(?<![\w.])(?:(?:=>|->|→|:)\s*+)?)[(\[{{]?\s?"
    rf"(?:(?:nat(?:ural)?\.?\s)?(?P<terms>(?:\({_TERM}\)\s?)?{_TERM}(?:\s?[+\-−]\s?{_TERM}){{0,4}}+)\s?(?P<sign>=>|->|→|=|:(?=\s))"
    rf"|[(\[{{]1?[dDwW](?:20|10)(?:\s?[+\-−]\s?\d{{1,2}})?[)\]}}])"
    rf"\s?(?P<total>\d{{1,3}})(?![\w/+]|\s?[+\-−]\d|\s?(?:{HP})\b(?!\s?:?\s?\d))\s?[)\]}}]?"
    rf"|(?P<shown>\b\d{{1,3}})\s?[(\[](?:nat(?:ural)?\.?\s?\d{{1,2}}[.!]*+|(?P<sum>\d{{1,2}}\s?[+\-−]\s?\d{{1,2}}))[)\]]",
    re.IGNORECASE,
)
"""A total beside the dice and the numbers that it is made of: ``{1d20+6 = 22}``, ``17 (14+3)``."""
_DIE = re.compile("[dw]", re.IGNORECASE)
_SIGNED = re.compile(r"[+\-−]?\d+")
_DICE_SHOWN = re.compile(
    r"(?<![\w.])(?:nat(?:ural)?\.?|rolled|rolls|got)\s++(?:an?\s++)?\d{1,2}!*+"
    r"(?:\s++[^\W\d]{2,12}\s?[+\-−]\d{1,2}(?=\s))?"
    r"(?:\s++(?=\d{1,3}\stotal)|(?:\s*+,|\.{2,3})?\s++(?:for|so|is|makes|which\s++makes)\s++(?:an?\s++)?|\s*+\(?=\s*+"
    r"|\s*+,\s*+(?=total)|\s*+\((?=\d{1,3}\stotal))"
    r"(?:total\s++(?:of\s++)?)?(\d{1,3})(?:\stotal)?\)?!*+(?![^\s,;])",
    re.IGNORECASE,
)
"""A total, and before it the dice that it was rolled with: ``nat 20 so 23``."""
_SENTENCE = re.compile(
    r"(?<=[\w)])[.!;]\s++(?=(?:he|she|it|they|er|sie)(?:['’]\w{1,2}|\s(?:is|are|has|have|ist|sind|hat|haben))\s)",
    re.IGNORECASE,
)
"""The stop before a sentence about the one just named: ``Vesk init 27. he's hidden``."""
_AGAINST = re.compile(
    r"\A\s*+(vs|versus|against|gegen)\.?\s(?:the\s|die\s)?(?:party|pcs?|heroes|players|us|gruppe|helden|uns)\s?:\s++",
    re.IGNORECASE,
)
"""Words before the foes that name the heroes: ``vs party: 3 goblins``."""
_CHANGED = re.compile(
    r"(?<![\w.+\-−/])(?:[+\-−]\d{1,3}\s?(?:→|[-=]>)\s?(?=[+\-−]\d)|\d{1,4}(?:→|[-=]>)(?=\d{1,4}(?!\w))"
    r"|(?<=\b(?:hp|tp|ac)\s)\d{1,4}\s(?:→|[-=]>)\s(?=\d{1,4}(?!\w)))",
    re.IGNORECASE,
)
"""A value before the one that it has become: ``+8→+6``, ``25→15``."""
_TAKEN_BACK = (
    r"(?:\s*+[,;–—-])?\s(?:(?:ach|oh|äh|ah)\s)?(?:no|nope|wait|sorry|oops|actually|correction|make\sthat|scratch\sthat|i\smean"
    r"|nein|nee|quatsch|ich\smeine|->|=>|→)"
    r"(?:[,!:\s]++(?:wait|sorry|make\sthat|make\sit|it['’]s|doch))*+[,!:\s]++"
)
CORRECTED = re.compile(
    rf"(?P<word>(?<![^\W\d_])[^\W\d_]++|[:,])\s(?:(?P<unit>\d{{1,4}}\s?(?:hp|tp)){_TAKEN_BACK}(?=\d{{1,4}}(?:\s?(?:hp|tp))?(?!\w))"
    rf"|\d{{1,4}}{_TAKEN_BACK}(?=\d{{1,4}}(?!\w|\s[^\W\d])))",
    re.IGNORECASE,
)
"""A number before the one that was meant: ``17, no wait 19``."""
_TOTAL_FOR = re.compile(
    r"(?:\A(?::?\s*+total\s)?|(?<=[,;:]\s)|(?<=\sand\s)|(?<=\sund\s))(?P<total>\d{1,3})\s(?:for|für)\s(?P<name>(?:the\s)?"
    r"[A-ZÀ-Þ](?:[^\W\d]|(?<=\w)[ '’-](?=(?!and\b|und\b)[^\W\d])|(?<=\w)\.\s)*)(?=\s*+(?:[,;.!]|(?:and|und)\s|\Z))"
)
"""A total before the name: ``21 for Iskra``."""
_QUANTITY = re.compile(
    r"\A\s*+(?:(?P<half>half\sa\sdozen)|(?P<dozen>(?:an?\s)?dozen)|(?:an?\s)?couple|an?\spair)\s(?:of\s)?(?=[^\W\d]{3})",
    re.IGNORECASE,
)
_COUNT_FIRST = re.compile(
    r"\A\s*+(?:(?:all|the|add|plus|then|dann|another|about|around|approx\.?|roughly|etwa|rund|ungefähr|ca\.)\s++|~\s*+|\+"
    r"|(?:an?\s)?(?:group|pack|squad|band|gang|mob|patrol|gruppe|bande|rudel)\s(?:of|von)\s++)?"
    r"(?P<many>\d{1,2}|[^\W\d]++)[^\S\t](?:(?:more|further|other|additional|extra|weitere)\s)?(?=(?P<what>[^\W\d][^,;|(\[:]*))",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\A\s*+(?:an?\s++(?=[^\W\d]{3})|An?\s++(?=[a-zß-ÿ]{3}))")
_OWNED = re.compile(r"\A\s*+(?:(?:and|und|plus|with|mit|dazu)\s++)?(?:his|her|its|their|seine?|ihre?)\s++(?=\d)")
_NUMBERS = r"\d{1,4}(?:(?:\s?[,/&]\s?|\s(?:and\s|und\s)?)\d{1,4}){2,19}+"
_HEALTHS = re.compile(
    rf"\A(?P<name>(?:(?P<first>\d{{1,2}})\s?[x×]?\s)?[^\W\d][^\d,;()]*?[^\W\d](?:\sx(?P<times>\d{{1,2}}))?)(?:\s?:)?"
    rf"(?:(?P<open>\s?\()|,?\s(?:with\s|mit\s)?)(?:(?P<before>{_NUMBERS})\s?(?:{HP})\b(?:\s(?:left|remaining|übrig))?|(?:{HP})\s?:?\s?(?P<behind>{_NUMBERS})(?!\s?[^\W\d]))",
    re.IGNORECASE,
)
"""A health for each of several: ``3 orcs with 7, 5 and 4 hp``, ``ghouls: hp 22/18/9``."""
_NUMBERS_OF_EACH = re.compile(
    r"\A(?P<name>(?:(?P<first>\d{1,2})\s?[x×]?\s)?[^\W\d](?:[^\d,;:()\[\]]*?[^\W\d])?(?:\sx(?P<times>\d{1,2}))?)"
    rf"(?:\s?:\s*+|\s?[\[(])(?P<numbers>{_NUMBERS})[\])]?\s*+\Z",
    re.IGNORECASE,
)
"""A number for each of several, which can hardly be anything else: ``3 orcs [7, 5, 4]``."""
_DIGITS = re.compile(r"\d+")
_TALLY = re.compile(r"(?<=[\w):])\s(I{4,12})(?![\w.])")
"""How many there are, in strokes: ``IIII``."""
RETRACTED = re.compile(
    r"\A(?:\W*+(?:no|oh|ah|wait|sorry|hm+|nein|moment)\b)*+\W*+(?:(?:not|nicht)\s\d{1,2}\W{1,3}(?:but|sondern)"
    r"|\d{1,2}\W{1,3}(?:no|wait|nein|sorry|make\sthat|or\srather|äh|ähm)(?:\W{1,3}(?:wait|make\sit|doch))?)\W{1,3}(?=\d{1,2}\s)",
    re.IGNORECASE,
)
"""A number that is taken back before the right one: ``not 3 but 5 cultists``."""
_ADDED = re.compile(r"\A\s*+(?:add|then|dann)\s++(?=[A-ZÀ-Þ])")
REMARK = re.compile(
    r"(?<=[^\s:,])(?:\s++(?://|\#)\s++|(?:\s++|\s*+,\s*+)(?:notes?|remark|comment|notiz)\s*+:\s*+)(?P<text>\S.*)\Z",
    re.DOTALL | re.IGNORECASE,
)
"""A remark at the end of a line: ``Ogre hp 59 // behind the altar``."""
_MARKDOWN = re.compile(
    r"""\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]              # [[Beasts/Hound|Hound]]
    | \[([^\[\]]+)\]\([^()\s]*\)                        # [Hound](https://…)
    | \*{1,3}(?=\S)([^*]+)(?<=\S)\*{1,3}
    | (?<!\w)_{1,3}(?=\S)([^_]+)(?<=\S)_{1,3}(?!\w)
    | ~~(?=\S)([^~]+)(?<=\S)~~
    | `([^`]+)`
    | </?(?:b|i|u|em|strong)>""",
    re.VERBOSE,
)
"""A link, text in bold, in italics or struck out, or code."""
QUOTED = re.compile(
    r"(?!\s*+[\"“„«][^\"“”„«»\d]++[\"“”»]\s[A-ZÀ-Þ][a-zß-ÿ])\s*(\d{1,4}\s+)?(?:\"([^\"]+)\"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»)"
)
_LETTERS = re.compile(
    r"([^,]*[^\W\d])\s+(?:A((?:\s*(?:,|and|und|&|\+)\s*[B-Z](?!\w))+)"
    r"|\#?1((?:,\s*\#?[2-9](?!\w)){2,}|(?:,\s*\#?[2-9](?!\w))*\s*(?:and|und|&|\+)\s*\#?[2-9])"
    rf"(?=\s*(?:[,:(]|(?i:{HP})\b|\Z)))"
)
"""Like combatants by all their letters or numbers: ``Goblins A, B and C``, but not ``Room 1, 2 goblins``."""
_LETTER = re.compile("[B-Z2-9]")
OTHER_WITH_HEALTH = re.compile(
    rf"(?!(?:still|about|around|only|down|up|currently|remaining|full|current|noch|nur)\b)"
    rf"([^\W\d_]{{2,20}}(?:\s[^\W\d_]{{2,20}}){{0,3}})\s++(?:\d{{1,4}}\s?(?:{HP})|(?:{HP})\s\d{{1,4}})",
    re.IGNORECASE,
)
"""A name, or words beside a health, and the health: ``wolf 11hp``."""
_EXACT = re.compile(r"\s[x×*]\s*1\s*")
"""Behind a name that is taken as it is written."""
INITIATIVE_BONUS = forms_of(Meaning.ORDER_MODIFIER)
TEMPORARY = rf"temp(?:orary|\.)?(?:\s(?:{HP}|points?))?|thp"

_NOT_A_NAME = re.compile(
    rf"""\d\)?\s*+/\s*+\d                              # 11/18
    | (?<![\w.])[^\W\d]++\s*+[:=]\s*+\d++(?!\S)       # luck: 3
    | [(\[]\s*+(?:[x×]\s*+)?\d[^()\[\]]*+[)\]](?!\S)  # (3 of 4)
    | \d\s*+(?:hp|ac|ft)\b
    | \S\s++(?:[+\-−]\d++|\d++\s++\d++|\d++[dw]\d*+(?:\s*+[+\-−]\s*+\d++)?
        |[dw]\d++\s*+[+\-−]\s*+\d++)$                  # +2, 7 13, 2d6, 3D+1, d8+1
    | \S\s++\d++\s++of\s++\d
    | \bnat(?:ural|\.)?\s++\d                          # nat 20
    | \w(?:\s*+(?:[:=…]|\.{{2,}}+)|\s++[–—-])\s*+\d++$     # Ana - 17
    | \s[x×*]\s*+\d++\s++[x×*]\s*+\d++$
    | \b(?:{HP}|{ARMOUR}|{INITIATIVE}|{INITIATIVE_BONUS}|{TEMPORARY}|str|dex|con|int|wis|cha)\b
      \W{{0,4}}\d""",
    re.IGNORECASE | re.VERBOSE,
)


_NUMBER_WITHIN = re.compile(
    r"""\w\s++\d++\s++[a-zß-ÿ]                            # Kyra 23 perception
    | (?<!\S)\d++[+*/=]\d++(?!\S) | ^\s*+\#\s*+\d                        # 17+3, #17 Aria
    | \S\s++[+\-−]\d++\s                                # Aria +3 adv
    | (?<!\S)(?:(?!x?d?\d)[a-zß-ÿ]{1,4}\d++|\d++[a-ce-wyz])(?!\S)    # i17, 3b
    | (?<=\S\s)\d*+[dD]\d++(?!\S) | [^\W\d]\s?:\s | \s[+&]\s      # Room: guard
    | (?<=\w)(?<!\A\w\w)(?<!\A\w\w\w)(?<!\A\w\w\w\w)[.!?]++\s++[a-zß-ÿ\d]    # croc. just 1, but not sgt. hale
    | (?<!\S)\d++[dDwW](?:\+\d)?[\s/] | (?<![A-Z\d])(?=[A-Z]*+\d)[A-Z\d]++\?    # 2D everywhere, 787?
    | \s(?:and\s(?:his|her|its|their)|und\s(?:sein|ihr)e?)\s              # Gavin and his squire
    | ^\s*+(?:[Nn]och\s)?(?:[Ee]iner?|[Oo]ne)\s(?:davon|more|of\sthe(?:m|se)?)(?!\w)      # one of them""",
    re.VERBOSE,
)
"""A number in a name that is probably a value, if the letters beside it are small; or somebody else in it."""
_LABEL_AT_END = re.compile(
    rf"(?<=\S)\s++(?:{HP}|{forms_of(Meaning.ARMOUR)}|{INITIATIVE}|{INITIATIVE_BONUS})\s*+[:=]?\s*+\??\s*+\Z",
    re.IGNORECASE,
)
"""A word at the end of a name whose value is missing."""


_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))


def strip_marks(line: str) -> str:
    """Return a line without what stands around the name and the values, and with figures in place of words.

    >>> strip_marks("- [ ] two **goblins**, hp 7"), strip_marks("[19:42] Aria: nat 20 so 24")
    ('2 goblins, hp 7', 'Aria: total 24')
    """
    head, comma, rest = line.partition(",")
    text = RETRACTED.sub("", _LATE.sub("", _TIME.sub("", f"{strip_markdown(head)}{comma}{rest}")))
    text = _AGAINST.sub("vs ", text)
    text = _SIGN_IN_WORDS.sub(lambda sign: " +" if sign[1].casefold() == "plus" else " -", _WITH.sub("with ", text))
    if tally := _TALLY.search(text):
        text = f"{len(tally[1])} {text[: tally.start()].rstrip(': ')}, {text[tally.end() :]}"
    key = _NAME_KEY.match(text)
    text, is_item = text[key.end() if key else 0 :], False
    while mark := _MARK.match(text):
        text, is_item = text[mark.end() :], True
    text = _ITEM.sub(r"\1 ", text) if is_item else text
    text = text.strip().strip("|").strip() if text.lstrip().startswith("|") else text
    text = CORRECTED.sub(_leave_out_corrected, _CHANGED.sub("", _SENTENCE.sub(", ", text)))
    text = _show_totals(_COUNT_IN_DICE.sub(r"\2 x \1", _strip_quotes(text)), "total ")
    text = _HEALTHS.sub(_list_healths, _SIGN_APART.sub(" +", text))
    text = _NUMBERS_OF_EACH.sub(lambda each: _write_healths(each, each["numbers"]), text)
    text = _GROUPS.sub(_write_groups, _count_letters(_OWNED.sub("", text)))
    text = _COUNT_FIRST.sub(_write_count, _QUANTITY.sub(_write_quantity, text))
    text = _ARTICLE.sub("", _ADDED.sub("", text)).rstrip(" \t\n,!")
    return text.rstrip(".") if text.rstrip(".")[-4:].isalpha() and len(text) > 4 else text


def strip_dice_shown(line: str) -> str:
    """Return the line without the dice that a total beside them was rolled with, and without a word for the heroes.

    >>> strip_dice_shown("Cael nat 20 so 23, Mel nat 19 (22 total), Bo 4")
    'Cael 23, Mel 22, Bo 4'
    """
    return _show_totals(_AGAINST.sub("vs ", line), "")


def _show_totals(line: str, word: str) -> str:
    """Return the line with each total, behind a word, in place of the dice and the numbers that it is made of."""

    def shown(result: re.Match[str]) -> str:
        total, sign, terms = result["total"] or result["shown"], result["sign"], result["terms"] or ""
        before = "".join(line[: result.start()].split()[-1:]).casefold()
        is_of_value = meaning_of(before) in (Meaning.HEALTH, Meaning.FULL_HEALTH, Meaning.ARMOUR)
        is_made = not sign or _DIE.search(terms) or (sign == "=" and len(_SIGNED.findall(terms)) > 1)
        is_sum = not result["sum"] or sum(map(int, _SIGNED.findall(result["sum"].replace("−", "-")))) == int(total)
        label = (word or result["order"] or "") if result["order"] else f"{':' * bool(result['begin'])} {word}"
        return f"{label}{total} " if is_made and is_sum and not is_of_value else result[0]

    return _TOTAL_FOR.sub(r"\g<name>: \g<total>", _RESULT.sub(shown, _DICE_SHOWN.sub(rf"{word}\1", line)))


def _leave_out_corrected(corrected: re.Match[str]) -> str:
    """Return what stands before a number that is taken back; behind a name the right one is a total."""
    is_of_name = not corrected["unit"] and not meaning_of(corrected["word"].casefold())
    return f"{corrected['word']} {'total ' if is_of_name else ''}"


def place_before(line: str) -> tuple[str, str]:
    """Return the number of the order before a name, and the line without it; the number is empty for none."""
    place = _PLACE.match(line)
    return (place[1] or place[2], line[place.end() :]) if place else ("", line)


def _list_healths(match: re.Match[str]) -> str:
    """Return a health for each of so many, behind their word: ``3 orcs 7, 5 and 4 hp``."""
    healths = match["behind"] or match["before"]
    return _write_healths(match, healths, match["open"] or ", ")


def _write_healths(match: re.Match[str], healths: str, sign: str = ", ") -> str:
    """Return a health for each of so many behind their word; what there is, if there are more or fewer."""
    numbers = _DIGITS.findall(healths)
    many = match["first"] or match["times"] or ""
    if "/" in healths and " " in healths.replace(" / ", "/"):  # “14 38/45hp”
        return match[0]
    is_single = not many and singular(match["name"]) == match["name"]
    if is_single or (many and int(many) != len(numbers)):
        return match[0]
    count = "" if many else f" x{len(numbers)}"
    return f"{match['name'].rstrip(' :')}{count}{sign}hp {', '.join(numbers)}"


def _write_groups(match: re.Match[str]) -> str:
    """Return the number of all, and how many groups they are as a note."""
    groups, word, each, name = match.groups()
    return f"{int(groups) * int(each)} {name}, note {groups} {word} of {each}"


def _write_quantity(match: re.Match[str]) -> str:
    return "6 " if match["half"] else "12 " if match["dozen"] else "2 "


def _write_count(match: re.Match[str]) -> str:
    """Return a figure in place of a number in words, in small letters or before a plural: *Seven Samurai* is a name."""
    many, what = match["many"], match["what"]
    if many.isdecimal():
        return f"{many} "
    number = NUMBERS.get(many.casefold())
    is_plural = any(singular(word) != word for word in what.split()[:3])
    is_german = many.casefold() in GERMAN_NUMBERS
    is_count = many.islower() or is_german or (is_plural and what[0].islower())
    return f"{number} " if number and is_count and not what.startswith("of ") else match[0]


def is_exact(line: str) -> bool:
    """Return whether ``x1`` behind the name says that it is taken as it is written."""
    return _ends_exact(line.partition(",")[0])


def looks_like_data(name: str) -> bool:
    """Return whether a name holds what is probably a value, such as ``12/18`` or ``AC 13``."""
    if not _ends_exact(name) and any(name.count(opened) != name.count(closed) for opened, closed in _PAIRS):
        return True
    is_doubtful = (
        (name.strip() and not any(map(str.isalpha, name)))
        or _NOT_A_NAME.search(name)
        or _NUMBER_WITHIN.search(name)
        or _LABEL_AT_END.search(name)
    )
    return not _ends_exact(name) and bool(is_doubtful)


def _ends_exact(head: str) -> bool:
    return any(match.end() == len(head) for match in _EXACT.finditer(head))


def _count_letters(line: str) -> str:
    """Return the line with a count in place of letters that begin with A and leave none out."""
    lettered = _LETTERS.match(line)
    if not lettered:
        return line
    letters = _LETTER.findall(lettered[2] or lettered[3])
    if "".join(letters) != (ascii_uppercase if lettered[2] else digits[1:])[1 : len(letters) + 1]:
        return line
    return f"{lettered[1]} x{len(letters) + 1}{line[lettered.end() :]}"


def _strip_quotes(line: str) -> str:
    """Return the line without quotation marks around the name."""
    quoted = QUOTED.match(line)
    return f"{''.join(filter(None, quoted.groups()))}{line[quoted.end() :]}" if quoted else line


def strip_markdown(text: str) -> str:
    """Return a text without the signs of links, bold text, italics and code."""
    return _MARKDOWN.sub(lambda match: next(filter(None, match.groups()), ""), text)


FILLS = MappingProxyType({"each turn": RefillTime.TURN, "each round": RefillTime.ROUND, "on a rest": RefillTime.REST})
"""When a written counter is full again."""
_VALUE_OF_COUNTER = re.compile(
    rf"(?<!\s)\s++(\d{{1,9}})(?:\s*+/\s*+(\d{{1,9}}))?(?:\s++({'|'.join(FILLS)}))?\Z", re.IGNORECASE
)


def read_counter(text: str) -> Counter:
    """Read a counter: ``arrows 9/12``, ``spell slots 4 on a rest``. Raises BadValue.

    >>> read_counter("arrows 12")
    Counter(name='arrows', value=12, most=12, fills=<RefillTime.NEVER: 'never'>)
    """
    written = _VALUE_OF_COUNTER.search(text)
    name = text[: written.start()] if written else ""
    if not written or (name.strip() and not any(map(str.isalpha, name))):
        raise BadValue(f"“counter {text[:40]}”: such as “counter arrows 12” or “counter luck 2 on a rest”.")
    value, most, fills = written.groups()
    refill = FILLS[fills.casefold()] if fills else RefillTime.NEVER
    return Counter(name, int(value), int(most or value), refill)


def write_counter(counter: Counter) -> str:
    """Write a counter as ``read_counter`` reads it."""
    fills = next((f" {words}" for words, fills in FILLS.items() if fills is counter.fills), "")
    most = f"/{counter.most}" if counter.most not in (0, counter.value) else ""
    return f"{counter.name} {counter.value}{most}{fills}"
