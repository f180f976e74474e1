"""Rewrite what is said at the table in the forms of quick lines: ``Borin got a 21``, ``two goblins with 7 hp each``."""

from __future__ import annotations

import re
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from turntrack.core.cards import read_card
from turntrack.core.errors import Malformed
from turntrack.core.fields import DEALT
from turntrack.core.vocabulary import LINKS, Meaning, forms_of, meaning_of, without_links
from turntrack.rules.plurals import singular

_ORDER = forms_of(Meaning.ORDER, Meaning.ORDER_MODIFIER)
_VALUES = forms_of(Meaning.HEALTH, Meaning.FULL_HEALTH, Meaning.TEMPORARY, Meaning.ARMOUR)
_END = r"(?=\s*+(?:\Z|[,;|(\[!.?]|(?:and\s|with\s|dex\s|[+\-−]\d)|(?:" + _VALUES + r")\b))"
"""What may stand behind a number that is complete."""
_NO_VALUE = rf"(?!\s*+(?:{_VALUES})\b(?!\s*+[:=]?\s*+\d))"
"""Behind a number that is not itself a health or an armour class: ``20 hp``."""

_PLACE_AND_COUNT = re.compile(
    r"\s*+(\d{1,3}):?\s++([^\W\d][^,;|()\[\]\d]*)[(\[]\s*+(?:x\s*+)?(\d{1,2})\s*+[)\]]", re.IGNORECASE
)
"""A place in the order, a name and a count: ``12 Goblins (3)``."""
_SUM = re.compile(r"(?<![\w.])(?:nat(?:ural)?\.?\s++)?\d{1,3}(?:\s*+[+\-−]\s*+\d{1,3}){1,3}\s*+=\s*+(\d{1,3})(?!\S)")
"""A die, its modifiers and the total: ``14 + 3 = 17``."""
_RESULT = re.compile(
    r"(?<![\w.])(?:nat(?:ural)?\.?|rolled|rolls|got)\s++(?:an?\s++)?\d{1,2}(?:\s++(?:for|makes|which\s++makes)\s++(?:an?\s++)?|\s*+=\s*+)"
    r"(?:total\s++(?:of\s++)?)?(\d{1,3})(?!\S)",
    re.IGNORECASE,
)
"""A die, and the total it makes: ``nat 20 for 24``."""
_ADDED = re.compile(
    rf"(?<!\w)({_ORDER})\s*+[:=]?\s*+(\d{{1,2}})(\s?)(?:(\+)\3(\d{{1,2}})|[\-−]\3(\d)){_END}",
    re.IGNORECASE,
)
"""A die and its modifier behind the word for the number: ``init 17+3``."""
_NAMED_BEFORE = re.compile(rf"(?:\b(?:{_ORDER}|got|an?|is|was|on|at|of)|[:=@])\s*+\Z", re.IGNORECASE)
"""A word, or a sign, that tells that a total follows."""
_JOINED = re.compile(
    rf"(?<!\w)({_ORDER})\s++(?:(?:is|was|of|at|on|a|an|roll|rolled)\s++){{1,3}}(?=[+\-−]?\d)",
    re.IGNORECASE,
)
"""Words between the word for the number and the number: ``initiative of 17``."""
_SAID = re.compile(
    r"(?<![\s,;|:=(\[])\s*+(?:[:=–—-]\s*+)?(?:\b(?:(?:got|gets?|rolled|rolls?|shouts|calls|hat|würfelt)\s++(?:(?:a|an|eine)\s++)?"
    r"|(?:has|have)\s++an?\s++)(?:(?:total|natural|nat\.?)\s++(?:of\s++)?)?)(\d{1,3})"
    rf"{_NO_VALUE}(?:\s++(?:{_ORDER}|(?:for|on|in|with)\s++[^\W\d]++))?{_END}",
    re.IGNORECASE,
)
"""A verb for what a player has rolled, behind the name: ``Borin got a 21``."""
_PLACED = re.compile(
    r"(?<![\s,;|:=(\[])\s++(?:(?:is|goes|acts|comes|stands)\s++(?:on|at|in\s++at)|on|at|auf|bei)\s++(?:(?:count|init|initiative)\s++)?"
    rf"(\d{{1,3}}){_NO_VALUE}{_END}|(?<=\S)\s*+@\s*+(\d{{1,3}}){_NO_VALUE}{_END}",
    re.IGNORECASE,
)
"""A place in the order behind the name: ``Borin is on 21``, ``Borin @21``."""
_TOTAL = re.compile(
    r"(?<=\w)([,:]?)\s++total\s*+(?:[:=]\s*+|of\s++)?(\d{1,3})"
    rf"{_NO_VALUE}{_END}",
    re.IGNORECASE,
)
"""The total behind its word: ``Aria, total 17``."""
_GLUED = re.compile(rf"(?<!\S)(?:i|ini|init|initiative)[.:=]?(\d{{1,3}}){_END}", re.IGNORECASE)
"""A word for the number without a space: ``Aria i17``."""
_MODIFIER = re.compile(
    r"(?:(?<=[^\W\d]),\s++(?:mod|modifier|bonus)\.?\s*+[:=]?\s*+(?P<signed>[+\-−]\d{1,2})"
    r"|(?<=[^\W\d])(?:\s*+,)?\s++(?:(?P<first>[+\-−]\d{1,2})\s++(?:ini|init|initiative)(?!\s*+[:=]?\s*+\d)"
    rf"|(?:(?:ini|init|initiative)\s*+[:=]?\s*+)?1?[dDwW](?:20|10)\s*+(?P<added>[+\-−]\s?\d{{1,2}}))"
    r"|(?<!\S)(?:ini|init|initiative)\.?\s*+[:=]?\s*+(?P<base>\d{1,2})\s*+\+\s*+1?[dDwW]\d{1,2})"
    rf"{_END}",
    re.IGNORECASE,
)
"""The modifier behind the name, with another word or its die: ``Aria, mod +3``, ``Aria +3 init``, ``Aria d20+3``."""
_OF_THEM = re.compile(
    r",\s*+(\d{1,2})\s++of\s++(?:them|these|those)(?!\w)|(?<!\s)\s*+[,(\[]\s*+(?:a\s)?(?:group|pack|band|squad|gang|mob)\s++of\s++(\d{1,2})[)\]]?(?!\w)",
    re.IGNORECASE,
)
_BEFORE_NAME = re.compile(
    r"\s*+(?:(?:ini|init|initiative)\.?\s*+[:=#]?\s*+(\d{1,3})|(\d{1,3})\s++(?:ini|init|initiative))\s*+[:–—.)-]?\s*+(?<=[\s:–—.)-])"
    rf"(?!(?:{_VALUES})\b)(?P<rest>[^\W\d].*)",
    re.IGNORECASE | re.DOTALL,
)
"""The number with its word before the name: ``Init 17: Aria``."""
_BEHIND_NUMBER = re.compile(
    rf"(?<!\S)(?!(?:{_VALUES})\b)(?P<word>[^\s\d,;|:=(\[]++)\s++(?P<number>\d{{1,3}})\s++(?:on\s++)?(?:ini|init|initiative)"
    rf"(?!\s*+[:=]?\s*+[+\-−]?\d){_END}",
    re.IGNORECASE,
)
"""The number before its word, behind the name: ``Aria 17 init``."""

_HELD = 0xE000
"""The first of the characters that stand for parts that are text, while the others are put in form."""
_TEXTS = re.compile(r",\s*+(?P<text>(?:note|side|group|counter)\s[^,]*)", re.IGNORECASE)
_REMARK = re.compile(
    r"(?<=[^\s:,])(?:\s++(?://|\#)\s++|(?:\s++|\s*+,\s*+)(?:notes?|remark|comment|notiz)\s*+:\s*+)(?P<text>\S.*)\Z",
    re.DOTALL | re.IGNORECASE,
)
"""A remark at the end of a line: ``Ogre hp 59 // behind the altar``."""
_DIVIDED = re.compile(
    r"""(?<=[^\s,])\s++(?:[–—-]{1,2}|/{1,2}|\||•|·)\s++(?=[^\W\d]|[(\[\#])
    | (?<=[^\W\d])\s++/\s++(?=\d) | (?<=[^\s,])\s++/\s++(?=[+−-]\d)
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
_LETTER = re.compile(r"[^\W\d_]")
_IN_BRACKETS = re.compile(r"(?<!\s)\s*+[(\[]([^()\[\]]*)[)\]]")
_SIDE_WORDS = r"enem(?:y|ies)|foes?|hostiles?|all(?:y|ies)|pcs?|friendl(?:y|ies)"
_OUR_SIDE = re.compile(
    r"(?<=[^\s,])\s++(?P<word>(?:(?:is|are)\s++)?(?:on\s++)?(?:our|their)\s++side|(?:(?:is|are)\s++)?(?:with|against)\s++us|ours|theirs)"
    r"(?!\w)",
    re.IGNORECASE,
)
"""A side in the words of the table: ``4 soldiers on our side``."""
_AT_END = LINKS | {"the", "on", "at"}
"""Words that say nothing at the end of a name."""
_PLUS = re.compile(r"\s(plus|minus)\s++(?=\d{1,2}(?!\w))", re.IGNORECASE)
_SPACED_COUNT = re.compile(r"(?<=\w)\s++[xX×]\s++(?=\d{1,3}(?!\w))")
_BEFORE_CARD = (
    r"(?<=[^\s:(\[])(?:\s*+[:(\[]|\s++[–—-](?=\s)|,?(?=\s))"
    r"\s*+(?:(?:drew|draws?|has|holds|got|with|cards?|drawn|init)[\s:]\s*+)?"
)
_CARD = re.compile(
    rf"{_BEFORE_CARD}(?:(?:the|an?)\s++)?(?P<text>(?:(?:ace|king|queen|jack|\d{{1,2}})\s++of\s++"
    r"(?:clubs|diamonds|hearts|spades))|(?:red\s++|black\s++)?joker"
    r"|(?:kreuz|treff|karo|herz|pik)\s++(?:ass?|könig|dame|bube|\d{1,2})|(?:10|[2-9TJQKA])[♣♦♥♠])(?!\w)[)\]!]*+",
    re.IGNORECASE,
)
"""A card of a deck: ``Red drew the king of hearts``, ``Tom Pik 9``."""
_SHORT_CARD = re.compile(rf"{_BEFORE_CARD}(?P<text>(?!AC)(?:10|[2-9TJQKA])[CDHS])[)\]]?(?=\s*+(?:\Z|,))")
"""A card in two letters, where cards are dealt: ``Anna KH``."""
_STATES = "|".join(
    form
    for form in forms_of(Meaning.STATE, Meaning.CONDITION, Meaning.TWICE).split("|")
    if form not in ("mounted", "flying", "burning", "quick")
)
_TELLING = re.compile(
    rf"(?<=[^\s,])(?<!\bimproved)(?<!\bimp)(?<!\bimp\.)\s++(?P<word>{_SIDE_WORDS}|WC|I?LH|hidden|invisible|(?:{_STATES})(?:\s++\d{{1,2}}(?!\s*+(?:/|(?:{_VALUES})\b(?!\s*+[:=]?\s*+\d))))?)"
    rf"(?=\s*+(?:\Z|[,;|]|\d|(?:WC|I?LH|{_VALUES}|{_ORDER}|{forms_of(Meaning.OTHER)}|{'|'.join(sorted(LINKS))})\b))"
)
"""A word in running text that tells the side, or that somebody is not seen: ``sildar ally 27/30hp``."""
_ARRIVAL = re.compile(
    r"(?:(?<=\s)|(?<=,)|\A)(?:(?:arriv(?:es?|ing)|comes?|joins?|enters?|shows?\s++up|in|from|starting|starts?)\s++){1,2}"
    r"(?:(?:in|on|at|by)\s++){0,2}(?:round|rnd|rd|r)\.?\s*+#?(\d{1,2})(?!\w)|(?:(?<=,)\s*+|(?<=\d)\s++)(?:rnd|rd)\.?\s*+(\d{1,2})(?!\w)"
    r"|(?<=[\s,])(?:(?:in|on|from)\s++)?(?:the\s++)?(\d{1,2})(?:st|nd|rd|th)\s++round(?!\w)",
    re.IGNORECASE,
)
"""The round in which somebody comes: ``arrives in round 3``."""
_COUNT_WITHIN = re.compile(r"(?<=[^\s,])(\s++[xX×]\s*+\d{1,3})\s++(?![xX×]\s*+\d)(?=[^\W\d]|[+\-−]\d|\d{1,2}[dDwW])")
"""A count with more behind it: ``zombies x6 tough 7``."""
_IS = re.compile(
    r"(?<=[^\s,])\s++(?:has|have|is|are|hat|ist)\s++"
    rf"(?=(?:{forms_of(Meaning.STATE, Meaning.CONDITION, Meaning.KIND)})\b)",
    re.IGNORECASE,
)
"""A verb before what somebody is: ``Hank has Hesitant``."""
_BOTH = re.compile(
    rf"(?<!\w)({forms_of(Meaning.STATE, Meaning.CONDITION)})\s*+(?:and|und|&|\+|/)\s*+"
    rf"(?=(?:{forms_of(Meaning.STATE, Meaning.CONDITION)})\b)",
    re.IGNORECASE,
)
"""What somebody is, joined with more of it: ``Quick and Level Headed``."""
_PROFILE = re.compile(r"(?<=\w)(?:\s[A-Z][A-Za-z]{0,3}\d{1,3}(?!\S)){3,30}")
"""Attributes with their numbers behind the name: ``Goblin WS25 BS35 S30``."""
_PASSIVE = re.compile(rf"(?<!\w)((?:{_ORDER})\s*+[:=]?\s*+[+\-−]\d{{1,2}})\s*+\(\d{{1,2}}\)", re.IGNORECASE)
"""A modifier with what comes of it without a roll: ``Initiative +3 (13)``."""
_HIDDEN_FIRST = re.compile(r"(,\s*+(?:hidden|invisible|unseen))\s++(?=[^\s,])", re.IGNORECASE)
_DAMAGE = re.compile(
    r"(?<!\w)(?:(?:damage|dmg|schaden)(?:\s++taken)?\s*+[:=]?\s*+(\d{1,4})\s*+(?:/|of|von)\s*+(\d{1,4})(?!\w)"
    r"|(\d{1,4})\s*+/\s*+(\d{1,4})\s++(?:damage|dmg|schaden)(?!\w))",
    re.IGNORECASE,
)
"""The damage taken, of the full health: ``damage 6/40``."""
_EXCLAIMED = re.compile(r"(?<=\d)!+")

_EACH_BEHIND = re.compile(
    rf"(\d(?:\s*+(?:{_VALUES}))?)\s++(?:each|apiece|a\s++piece|ea\b\.?|per\s++head|jeweils)(?!\w)",
    re.IGNORECASE,
)
_EACH_BEFORE = re.compile(
    rf"(?:,\s*+|(?<![\s,])\s++)(?:each|all|jeweils)\s++(?:(?:with|at|has|have|having|mit)\s++)?(?=\d|(?:{_VALUES})\b)",
    re.IGNORECASE,
)
"""A word that tells that a value is that of each: ``4 goblins, 7 hp each``."""
_HAS = re.compile(rf"(?<!\s)\s++(?:(?:has|have|having|at)\s++|@\s*+)(?=\d{{1,5}}\s*+(?:{_VALUES})\b)", re.IGNORECASE)
_SIGNED = re.compile(
    r"([^\W\d](?:[^\W\d]|[’'.-](?=[^\W\d]))*+(?:\s++[A-ZÀ-Þ][^\s\d,;:()\[\]]*+)*)\s*+"
    r"(?:(?<=\s)(?P<plain>\+\d{1,2})|[(\[](?P<closed>[+\-−]\d{1,2})[)\]])"
    rf"(?=\s*+(?:\Z|[,;(|]|(?:{_VALUES}|{_ORDER})\b|\d{{1,4}}\s?(?:{_VALUES})\b))"
)
"""A modifier behind the name: ``Thorin +2``. A word in lower case before it may be what it is added to."""
_TITLED = re.compile(r"\s*+([A-ZÀ-Þ][^\W\d]{2,})\s[A-ZÀ-Þ][^,;|:]*")
"""A name behind a title."""
_REMARK_BEHIND = re.compile(
    r"(?P<name>[^,;:()\[\]\d]*+)(?<=\w\s)(?P<number>\d{1,3})\s*+[(\[](?P<text>[^\W\d][^()\[\]\d]*)[)\]]"
)
"""A remark in brackets behind a name and a number: ``Kyra 22 (Stealth)``."""
_ROLE_BEFORE = re.compile(r"\s*+(?P<role>(?i:n?pc|nsc)|SC)\s++(?P<name>[^\W\d][^,;|]*)")
"""A word for a player's or another character before the name: ``PC Jorun``."""
_KEY = re.compile(
    r"name|creature|monster|character|n?pc|player|enemy|ally|card|counter|group|turn|round", re.IGNORECASE
)
_LED = re.compile(
    r"\s*+((?i:vs|versus|gegen)(?=\.?\s)|[^\W\d][^,:\d]*?(?=:))\.?:?\s++(?=[^\W\d]|\d{1,2}\s?[xX×]?\s++[^\W\d])"
)
"""A word or several before a colon, or *vs*."""
_SEVERAL_COMMAS = re.compile(r"(?<![\s,])\s*+(?:;\s++)?,(?:[\s,]|;(?=\s))*+")
_BETWEEN_WORDS = re.compile(r"[,;/]")
_TOLD_IN_BRACKETS = (
    Meaning.HEROES, Meaning.FOES, Meaning.ALLIES, Meaning.HIDDEN, Meaning.WINGS, Meaning.STATE, Meaning.CONDITION,
    Meaning.TWICE, Meaning.KIND,
)  # fmt: skip
_COUNTED = re.compile(r"\s*+([^\W\d_]++)\s++([^\W\d][^,;|(\[:]*)", re.DOTALL)
_QUANTITY = re.compile(
    r"\s*+(?:(half\s++a\s++dozen)|((?:an?\s++)?dozen)|an?\s++(?:pair|couple)|(?:a\s++)?couple)\s++(?:of\s++)?(?=[^\W\d]{3})",
    re.IGNORECASE,
)
"""A number in other words before a name: ``a dozen rats``."""
_ARTICLE = re.compile(r"\s*+an?\s++(?=[^\W\d]{3})|\s*+An?\s++(?=[a-zß-ÿ]{3})")
_NUMBERS = MappingProxyType(
    {
        "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    }
)  # fmt: skip


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


def put_in_form(line: str, forms: Forms) -> str:
    """Return the line with spoken words as quick lines have them.

    >>> put_in_form("Borin got a 21, hp 30", Forms()), put_in_form("two goblins, 7 hp each", Forms())
    ('Borin init 21, hp 30', '2 goblins, 7 hp')
    """
    texts = list[str]()
    cards = (_CARD, _SHORT_CARD) if DEALT.key in forms.labels else ()

    def hold(match: re.Match[str]) -> str:
        text = match["text"] if match.re is _TEXTS else f"note {match['text'].replace(',', ';')}"
        if match.re in cards:
            with suppress(Malformed):  # such as the 14 of clubs
                text = f"{DEALT.key} {read_card(match['text'], DEALT.deck)}"
        texts.append(text)
        return f", {chr(_HELD + len(texts) - 1)},"

    if role := _ROLE_BEFORE.match(line):
        line = f"{role['name']}, {role['role']}{line[role.end() :]}"
    titled = _TITLED.match(line)
    # A title that is a value of the rules stays in the name: ``Boss Kell``.
    if titled and titled[1].casefold() in forms.picks and line.casefold().count(titled[1].casefold()) == 1:
        line = f"{titled[0]}, {titled[1]}{line[titled.end() :]}"
    remark = _REMARK_BEHIND.match(line)
    last = remark["name"].split()[-1].casefold() if remark else ""
    if remark and not meaning_of(last) and last not in forms.labels:
        line = f"{remark['name']}{remark['number']}, note {remark['text']}{line[remark.end() :]}"
    line = _REMARK.sub(hold, _TEXTS.sub(hold, line))
    for card in cards or (_CARD,):
        line = card.sub(hold, line)
    if placed := _BEFORE_NAME.fullmatch(line):
        name, comma, rest = placed["rest"].partition(",")
        line = f"{name} init {placed[1] or placed[2]}{comma}{rest}"
    line = _divide(_put_side_behind(_EXCLAIMED.sub("", line)))
    line = _IN_BRACKETS.sub(lambda match: _open_brackets(match, forms.picks), _PLUS.sub(_signed, line))
    line = _ARRIVAL.sub(lambda match: f", round {match[1] or match[2] or match[3]}", line)
    line = _PASSIVE.sub(r"\1", _BOTH.sub(r"\1, ", _IS.sub(", ", line)))
    line = _PROFILE.sub(lambda match: f", {', '.join(match[0].split())}", line)
    line = _OUR_SIDE.sub(r", \g<word>,", line)
    line = _HIDDEN_FIRST.sub(r"\1, ", _TELLING.sub(r", \g<word>,", line))
    if forms.total and (both := _PLACE_AND_COUNT.match(line)):
        line = f"{both[2]} x{both[3]}, init {both[1]}{line[both.end() :]}"
    if forms.total:
        line = _ADDED.sub(_sum_of, _RESULT.sub(_total_of, _SUM.sub(_total_of, line)))
    if forms.modifier and not forms.labels & {"mod", "modifier", "bonus"}:
        line = _MODIFIER.sub(_init_of, line)
    if not forms.labels & {"damage", "dmg", "schaden"}:
        line = _DAMAGE.sub(_health_left, line)
    line = _JOINED.sub(r"\1 ", line)
    line = _SAID.sub(r" init \1", line)
    if forms.total:
        line = _PLACED.sub(lambda match: f" init {match[1] or match[2]}", line)
        line = _TOTAL.sub(r"\1 init \2", line) if "total" not in forms.labels else line
    line = _GLUED.sub(r"init \1", line)
    line = _BEHIND_NUMBER.sub(r"\g<word> init \g<number>", line)
    signed = _SIGNED.match(line) if forms.modifier else None
    last = signed[1].split()[-1].casefold() if signed else ""
    if signed and last not in forms.labels and not meaning_of(last):
        line = f"{signed[1]} init {signed['plain'] or signed['closed']}{line[signed.end() :]}"
    if several := _OF_THEM.search(line):
        line = f"{several[1] or several[2]} {line[: several.start()].lstrip()}{line[several.end() :]}"
    head, comma, rest = line.partition(",")
    line = f"{_COUNT_WITHIN.sub(r'\1, ', _SPACED_COUNT.sub(' x', head))}{comma}{rest}"
    line = _HAS.sub(" ", _EACH_BEFORE.sub(", ", _EACH_BEHIND.sub(r"\1", line)))
    line = _unlink(line)
    line = _count_words(_SEVERAL_COMMAS.sub(", ", line).rstrip(" ,"))
    for place, text in enumerate(texts):
        line = line.replace(chr(_HELD + place), text)
    return line


def _health_left(match: re.Match[str]) -> str:
    """Return the health that is left when damage is taken off."""
    taken, full = match[1] or match[3], match[2] or match[4]
    return f"hp {max(int(full) - int(taken), 0)}/{full}"


def _put_side_behind(line: str) -> str:
    """Return the line with a side before a colon as a part, and with a comma behind any other name before a colon.

    ``Foes: 2 orcs`` are two orcs of that side; in ``Doc: joker, shaken`` the name ends at the colon.
    """
    led = _LED.match(line)
    if not led:
        return line
    meaning, rest = meaning_of(led[1]), line[led.end() :]
    if meaning in _TOLD_IN_BRACKETS:
        head, comma, parts = rest.partition(",")
        return f"{head}, {led[1]}{comma}{parts}"
    is_label = meaning or _KEY.fullmatch(led[1]) or rest[:1].isdigit()
    tells = "," in rest or _TELLING.search(f"{led[1]} {rest}")
    return line if is_label or not tells else f"{led[1]}, {rest}"


def _divide(line: str) -> str:
    """Return the line with commas in place of the signs between its parts."""
    letter = _LETTER.search(line)
    if not letter or line.lstrip().startswith("|"):
        return line
    at = letter.start()
    return line[:at] + _DIVIDED.sub(", ", line[at:])


def _unlink(line: str) -> str:
    """Return the line without linking words at the beginning of its parts, and at the end of the name."""
    head, *parts = line.split(",")
    name = head.split()
    first, last = 0, len(name)
    while first + 1 < last and name[first].casefold() in LINKS:
        first += 1
    while last > first + 1 and name[last - 1].casefold() in _AT_END:
        last -= 1
    kept = head if last - first == len(name) else " ".join(name[first:last])
    return ",".join((kept, *map(without_links, parts)))


def _signed(match: re.Match[str]) -> str:
    """Return the sign that a word stands for."""
    return " +" if match[1].casefold() == "plus" else " -"


def _total_of(match: re.Match[str]) -> str:
    """Return the total of a sum, behind the word *init* unless a word for the total stands before the sum."""
    is_named = _NAMED_BEFORE.search(match.string, max(match.start() - 40, 0), match.start())
    return match[1] if is_named else f"init {match[1]}"


def _sum_of(match: re.Match[str]) -> str:
    """Return the sum behind the word."""
    word, die, _, plus, added, taken = match.groups()
    return f"{word} {int(die) + int(added) if plus else int(die) - int(taken)}"


def _init_of(match: re.Match[str]) -> str:
    """Return the modifier behind the word *init*."""
    number = match["signed"] or match["first"] or match["added"] or f"+{match['base']}"
    comma = "," if match["signed"] or "," in match[0] else ""
    return f"{comma} init {''.join(number.split())}"


def _open_brackets(match: re.Match[str], picks: frozenset[str]) -> str:
    """Return what is in brackets as parts, if one of them tells the side, or what somebody is."""
    parts = _BETWEEN_WORDS.split(match[1])
    tells = any(meaning_of(part) in _TOLD_IN_BRACKETS or part.strip().casefold() in picks for part in parts)
    return "".join(f", {part.strip()}" for part in parts) + "," if tells else match[0]


def _count_words(line: str) -> str:
    """Return the line with a figure in place of a number in words before a plural, and without an article."""
    if quantity := _QUANTITY.match(line):
        return f"{6 if quantity[1] else 12 if quantity[2] else 2} {line[quantity.end() :]}"
    if article := _ARTICLE.match(line):
        return line[article.end() :]
    counted = _COUNTED.match(line)
    many = _NUMBERS.get(counted[1].casefold()) if counted else None
    if not counted or not many:
        return line
    first = counted[2].split()
    # “Seven Samurai” may be a name: a plural tells that there are several.
    is_plural = any(singular(word) != word for word in first[:3])
    return f"{many} {line[counted.start(2) :]}" if is_plural else line
