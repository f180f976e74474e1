"""Lines that name the side or the group of the lines below them: ``Foes:``, ``# Foes``, ``[Goblins]``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from turntrack.core.fields import LONGEST_NAME
from turntrack.core.vocabulary import Meaning, fold_label, forms_of, meaning_of
from turntrack.rules.plurals import singular

_HEADING = re.compile(
    r"\s*+(?:(?:#{1,6}|>{2,6})\s*+([^\W\d][^,;]*)|[-=*_~–—]{2,}+\s*+([^\W\d][^\d,;]*+)(?<=[-=*_~–—:]{2})|\[([^\W\d][^\[\],;]*)\]"
    r"|([^\W\d](?:[^,;:(]|\([^():]*+\))*+):)\s*+"
)
_NUMBER = re.compile(r"\s*+\[[^\w\[\]]*+\d[^\[\],;]*+\]\s*+")
"""What begins with a number, alone in square brackets: an edition or a date."""
_IN_SQUARE = re.compile(r"\s*+\[([^\[\]]*)\]\s*+")
_ROUND = re.compile(
    r"\W*+(?:(?:round|runde)\s*+\d{1,3}|(?:perception|wahrnehmung)(?=\s?:)|(?:runde|gruppe|spieler)\sheute)\W*+",
    re.IGNORECASE,
)
"""A round, a session, or what was rolled, which says nothing of those below."""
HEROES, FOES, ALLIES = "Heroes", "Foes", "Allies"
SIDES = MappingProxyType({Meaning.HEROES: HEROES, Meaning.FOES: FOES, Meaning.ALLIES: ALLIES})
"""The sides that lines can name by a word, and their names where the fight has no such side."""
_AGAINST = re.compile(r"\W*+(?:vs|versus|against|gegen)\W*+", re.IGNORECASE)
"""A line between the heroes and their foes."""
_TITLE = re.compile(
    r"\W*+(?:(?:encounter|fight|battle|combat|scene|session|location|begegnung|kampf|szene)\s*+(?:\d{0,3}|[A-Z]\d{1,3})\s*+[:–—-]\s++"
    r"[^\W\d][^\d,;:()]*+(?:\([^()]*+\)\W*+)?"
    r"|(?:scene|session|act|chapter|szene|akt|kapitel|sitzung|abend|spielabend)\s\d{1,3}[a-z]?\s*+[,:–—-]\s++[^\W\d][^\d,;:()]*+\d{0,3}\W*+"
    r"|(?:(?:amber|red)\szone|(?:mission|job|gig|quest|auftrag|abenteuer|adventure|scenario|szenario)(?:\s\d{1,3})?)\s*+[:–—-]\s++[^\d,;:()]++)",
    re.IGNORECASE,
)
"""The title of a fight: ``Encounter: Goblin ambush (moderate, 80 XP)``."""
_LIST = re.compile(
    r"\W*+(?:(?:the|party|our|combat|monster|monsters|enemy|foes|players?|pcs?|held|helden|heroes|gegner|spieler|sc|nsc|npcs?)\s++)?"
    r"(?:(?:initiative|init|turn|karten-?ini(?:tiative)?|heldenini|gegnerini)(?:\s++(?:order|tracker|list|count|rolls))?"
    r"|combat\s++tracker|reihenfolge|initiativereihenfolge)\W*+(?:(?:round|rnd|runde)\s*+\d{1,3}\W*+)?",
    re.IGNORECASE,
)
"""A line above those who act in this order: ``Initiative order (round 2)``."""
_SCENES = frozenset(
    {
        "area", "room", "scene", "encounter", "fight", "battle", "ambush", "combat", "skirmish", "brawl", "showdown",
        "bay", "dock", "hall", "level", "floor", "deck", "chapter", "act", "session", "zone", "sector", "night", "day",
        "raum", "szene", "begegnung", "kampf", "gefecht", "hinterhalt", "überfall", "schlacht", "kapitel", "ebene",
        "halle", "nacht", "tag", "stockwerk",
    }
)  # fmt: skip
"""Words for places and fights: at the end of a line, or before a number, they make a title of it."""
_AGAIN = frozenset({"contd", "cont", "cont'd", "continued", "again", "forts", "fortsetzung"})
"""Words behind those for fights that were begun before."""
_BUDGET = re.compile(
    r"\W*+(?:trivial|low|moderate|severe|extreme|easy|medium|hard|deadly)\b[^;:]*\d\s?(?:xp|ep)\b[^,;:]*",
    re.IGNORECASE,
)
"""How hard a fight is: ``Moderate 6 (90 XP)``."""
_MARKED = re.compile(r"\s*+[-–*•]\s")
_WITH_A_VALUE = re.compile(
    rf"[,;:=]|\A[^\d–—-]*(?<=\S)\s\d{{1,3}}\s*+\Z|\d[dDwW]\b"
    rf"|\b(?:{forms_of(Meaning.HEALTH, Meaning.ARMOUR, Meaning.ORDER)})\b",
    re.IGNORECASE,
)
"""What a title does not have: signs between values, a number behind a name, dice, or a word for a value."""
_OF_VALUES = re.compile(r"[\d,;:()\[\]/]")
_VERBS = frozenset({"is", "are", "ist", "sind"})
_SENDER = re.compile(
    r"\s*+[^\W\d][^:,;\d]{0,30}?\s(?:[–—-]\s)?(?:(?:today|yesterday|heute|gestern)\s(?:at\s|um\s)?)?"
    r"\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?\s*+",
    re.IGNORECASE,
)
"""Who has written the lines below in a chat, and when: ``Jule — Today at 20:14``."""
_NO_GROUPS = (Meaning.ORDER, Meaning.HEALTH, Meaning.ARMOUR, Meaning.NOTE)
_TELLING = (Meaning.HIDDEN, Meaning.CONDITION, Meaning.WINGS, Meaning.STATE, Meaning.KIND)
"""The meanings of words in a heading that are said of each one below."""
_OF_ORDER = re.compile(r"(?:initiative|(?:turn\s)?order|reihenfolge)\b", re.IGNORECASE)
"""The beginning of a heading above those who act in this order."""
_OF_FOES = ("minion", "mook", "boss", "bbeg", "extra", "extras")
"""What those are called who fight for the game master."""
_TOLD = re.compile(
    r"(?:(?:the|our|all|already|so\s++far|bereits|schon)\s++)*+"
    r"(?:rolled|rolls?|totals?|results?|scores?|gewürfelt|würfe|ergebnisse|summen?)(?:\s++(?:already|so\s++far|now|ones?))*+",
    re.IGNORECASE,
)
"""A remark on the numbers of those below: ``rolled already``."""
_IN_BRACKETS = re.compile(r"(?<!\s)\s*+[(\[]([^()\[\]]*)[)\]]\Z")
_BETWEEN = re.compile(r"[,;/]|\s(?:and|und)\s")
_ARRIVAL = re.compile(r"(?:[^\W\d]++\s++){0,3}(?:round|turn|runde)\s++\d{1,2}", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:the|our|die|der|das|unsere?)\s++", re.IGNORECASE)
_OWN = ("team", "gruppe")
"""Words that name a side, of which one’s own is called so alone."""
_NAMED = re.compile(rf"(?:{forms_of(Meaning.SIDE)})\s++(\S.*)", re.IGNORECASE)
"""A side with its own name: ``Team Red``."""
_ALONE = frozenset(
    {
        "heroes", "party", "the party", "investigators", "hirelings", "retainers", "ermittler",
        "crew", "the crew", "pcs", "players", "player characters", "characters",
        "foes", "enemies", "opfor", "opposing force", "monsters", "hostiles", "opponents", "opposition",
        "adversaries", "villains", "bad guys", "good guys", "baddies", "allies", "friends", "friendlies", "helden",
        "heldinnen", "spieler", "abenteurer", "adventurers", "scs", "gegner", "gegnerinnen", "feinde", "schurken",
        "verbündete",
    }
)  # fmt: skip
"""Words for sides that are headings without a sign, if names stand below them."""
_STRUCK = re.compile(r"[^\w~]*+(?:x\]\s*+)?~~[^\s~][^~]*~~.*", re.IGNORECASE)
"""A line that is struck out."""
_NOBODY = re.compile(
    r"\W*+(?:treasures?|loot|rewards?|terrain|weather|schatz|schätze|beute|belohnung|gelände|wetter)\W{0,2}:.*"
    r"|\W*+(?:(?:total\s)?xp(?:\stotal)?|(?:ep|xp)\sgesamt|gesamt[\s-]ep)\s*+[:=]?\s*+\d[\d.,’' ]*+(?:each|total)?\W*+"
    r"|\W*+(?:pay(?:ment)?|bounty|tactics?|dev|development|read\s?aloud|sold|bezahlung|taktik|entwicklung|vorlesetext|vorlesen)\s?:.*"
    r"|\W*+(?:remember|reminder|don[’']?t\sforget|nicht\svergessen|denk\sdran|to[\s-]?do|nb|fyi|merke|erinnerung)(?=[\s:!]).*"
    r"|\W*+(?:[^\W\d]++\s){0,3}(?:difficulty|schwierigkeit)(?:\s[^\W\d]++){0,8}\s?[:=]?\s?\d{1,3}(?:\s?\([^()]*\))?\W*+"
    r"|\W*+(?:temperature|gravity|visibility|temperatur|schwerkraft|sicht)\s?[:=]?\s?[+\-−]?\d.*"
    r"|\W*+(?:hazard|gefahr)\s?:[^\d]*[,;(–-]\s?(?:DC|SG)\s\d{1,2}(?:\s[^\W\d]++){0,4}\)?\W*+"
    r"|\W*+\d[\d.,’']*+\s?(?:xp|ep)\W*+|\W*+(?:DC|SG)\s\d{1,2}\s++[^\W\d].*"
    r"|\W*+(?:\d{1,2}[.)]\s++)?[^\W\d].*[,;(–-]\s*+(?:do(?:n[’']?t|\snot)\strack|not\stracked|ignored?|ignorieren|nicht\sverfolgen)\W*+",
    re.IGNORECASE,
)
"""What is in the notes of a fight, and nobody in it: treasure, what something is worth, a roll, a crowd to ignore."""
_FENCE = re.compile(r"\s*+(?:```|~~~)\s*+\w*+\s*+")
_LOUD = re.compile(r"\s*+[A-ZÄÖÜ’'-]{3,}(?:\s[A-ZÄÖÜ’'-]++){0,3}\s*+")
"""Words in capitals: those who are counted below other lines are meant, not one of them."""
_WORDS = re.compile(r"\s*+[^\W\d_][^\W\d_'’-]*+(?:\s[^\W\d_][^\W\d_'’-]*+){0,2}\s*+")
"""Words alone, as a name or a heading has them."""
_PRONOUNS = frozenset({"us", "them", *_OWN})
"""Words that are such headings too, but no names of sides."""
_SIDE_WORDS = rf"(?:the\s++|die\s++)?(?:{'|'.join(sorted(_ALONE, reverse=True))})\s++"
_SENTENCE = re.compile(
    rf"(?:[^\W\d][^.!?\d,;:]*+[.!?]++\s)?\W*+{_SIDE_WORDS}"
    r"(?:have|has|had|are|is|were|was|got?|gets?|goes|acts?|begins?|starts?|wins?|won|loses?|lost|haben|sind)"
    r"\s++[^\d,;:]++:?",
    re.IGNORECASE,
)
"""A sentence about a side: ``Heroes have surprise``."""
_REMARK = re.compile(
    r"\W*+(?=(?:\S++\s++){4})(?=(?:[^\s.!?]++\s++){1,5}(?:is|are|was|were|will|won['’]t|wants?|has|have|can|cannot|can['’]t|do|don['’]t"
    r"|doesn['’]t|may|must|if|when|until|unless|ist|sind|war|will|wird|werden|hat|haben|kann|können|wenn|falls|bis)\s)"
    r"[^\d,;:.!?]*[^\W\d][.!?]++(?:\s++[A-ZÀ-Þ](?:[^\d;:]|(?<=\bDC\s)\d{1,2}|(?<=\bSG\s)\d{1,2})*|[^\d,;:]*[.!?]\s*+|\s*+)",
)
"""A sentence about somebody or something, without a value: ``Wrench will change sides if offered passage.``"""
_SIDE_ROLLED = re.compile(
    rf"\W*+{_SIDE_WORDS}(?:(?:rolled|rolls?|wins?|won)\s[^:;]*|(?:(?:go|goes|acts?)\s++)?(?:first|last)(?:,[^:;]*)?)",
    re.IGNORECASE,
)
"""What a side has rolled, above those who are on it: ``party rolled 4, monsters 2``."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says about the lines below: their side or their group; neither for any other heading."""

    side: str = ""
    group: str = ""
    is_sentence: bool = False
    """True for a sentence about a side, for signs alone, and for what is struck out or nobody, which are left out."""


def side_named(text: str) -> str:
    """Return the side that a word names, such as ``enemy``; empty for other words.

    >>> side_named("enemy"), side_named("PC"), side_named("Goblin")
    ('Foes', 'Heroes', '')
    """
    meaning = meaning_of(text)
    return SIDES.get(meaning, "") if meaning else ""


def side_of(word: str) -> str:
    """Return the side that a column or a record gives somebody: by a word for a person, or as it is called.

    >>> side_of("enemy"), side_of("PC"), side_of("Enemies"), side_of("Harbour")
    ('Foes', 'Heroes', 'Enemies', 'Harbour')
    """
    return word if fold_label(word) in _ALONE else side_named(word) or word


def read_heading(line: str) -> Heading | None:
    """Read a line that is a heading; None for any other line.

    >>> read_heading("Foes:").side, read_heading("# Goblins").group, read_heading("Goblin: 7")
    ('Foes', 'Goblins', None)
    """
    if _AGAINST.fullmatch(line):
        return Heading(side=FOES)
    is_sign = bool(line.strip()) and not any(map(str.isalnum, line))
    is_left_out = _SENTENCE.fullmatch(line) or _FENCE.fullmatch(line) or _STRUCK.fullmatch(line)
    if is_sign or is_left_out or _NOBODY.fullmatch(line):
        return Heading(is_sentence=True)
    is_list = _LIST.fullmatch(line) or _ROUND.fullmatch(line) or _SENDER.fullmatch(line)
    if is_list or _TITLE.fullmatch(line) or _NUMBER.fullmatch(line) or _BUDGET.fullmatch(line):
        return Heading()
    match = _HEADING.fullmatch(line)
    if not match:
        return None
    name = _name_of(match)
    plain, inner = _split_brackets(name)
    words = _telling_words(plain)
    if side := side_named(inner) or _side_in(plain) or next(filter(None, map(side_named, words)), ""):
        return Heading(side=side)
    if words and all(fold_label(word) in _OF_FOES for word in words):
        return Heading(side=FOES)
    if (named := _NAMED.fullmatch(name)) and len(name) <= LONGEST_NAME:
        return Heading(side=side_named(named[1]) or named[1])
    is_remark = _OF_ORDER.match(name) or _TOLD.fullmatch(plain) or meaning_of(plain) in _NO_GROUPS
    is_state = bool(words) and all(meaning_of(word) in (Meaning.STATE, Meaning.CONDITION) for word in words)
    if is_remark or is_state or len(name) > LONGEST_NAME:
        return Heading()
    return Heading(group=plain if inner.isdecimal() or _tell(inner) else name)


def said_by_heading(line: str) -> str:
    """Return what a heading says of each one below it, as parts of a line; empty for nothing.

    >>> said_by_heading("Boarders (surprised, round 2):"), said_by_heading("Hidden foes:"), said_by_heading("Goblins:")
    ('surprised, round 2', 'Hidden', '')
    """
    match = _HEADING.fullmatch(line)
    plain, inner = _split_brackets(_name_of(match) if match else line.strip())
    words = [word for word in _telling_words(plain) if not side_named(word)]
    return ", ".join((*words, *_tell(inner)))


def tells_totals(line: str) -> bool:
    """Return whether a heading says that the numbers below are those of the order.

    >>> tells_totals("rolled already:"), tells_totals("Initiative order"), tells_totals("Foes:")
    (True, True, False)
    """
    match = _HEADING.fullmatch(line)
    name = _name_of(match) if match else ""
    return bool(_LIST.fullmatch(line) or _TOLD.fullmatch(name) or _OF_ORDER.match(name))


def _name_of(heading: re.Match[str]) -> str:
    return next(filter(None, heading.groups()), "").strip(" :#*_=~–—-")


def _split_brackets(name: str) -> tuple[str, str]:
    """Return a name and what stands in brackets behind it, or behind a dash; empty for nothing."""
    inner = _IN_BRACKETS.search(name)
    before, _, behind = name.replace("–", "-").replace("—", "-").partition(" - ")
    if behind and _tell(behind):
        return before, behind
    return (name[: inner.start()], inner[1].strip()) if inner else (name, "")


def _side_in(name: str) -> str:
    """Return the side that a name is, perhaps with an article; empty for other names."""
    plain = _ARTICLE.sub("", name, count=1) if _ARTICLE.match(name) else name
    return side_named(name) or side_named(plain) or (HEROES if fold_label(plain) in _OWN else "")


def _telling_words(name: str) -> list[str]:
    """Return the words of a name if each tells a side, or what somebody is like: ``Hidden foes``, ``Wild Cards``."""
    for words in ([name], name.split()):
        singulars = [singular(word) if meaning_of(singular(word)) else word for word in words]
        if all(meaning_of(word) in (*SIDES, *_TELLING) for word in singulars):
            return singulars
    return []


def _tell(inner: str) -> list[str]:
    """Return the parts of what stands in brackets if each is a state, or says when somebody comes."""
    parts = [part.strip() for part in _BETWEEN.split(inner)]
    return parts if all(meaning_of(part) in _TELLING or _ARRIVAL.fullmatch(part) for part in parts) else []


def read_headings(lines: Sequence[str]) -> list[Heading | None]:
    """Return for each line what it says as a heading; None for the other lines.

    A word for a side alone is a heading if a name stands below it, and so is a plural in capitals. In square brackets
    above all others stands a title.

    >>> [heading and heading.side for heading in read_headings(["PCs", "Aria", "Monsters", "Orc"])]
    ['Heroes', None, 'Foes', None]
    >>> read_headings(["Heroes", "Monsters"])
    [None, None]
    """
    headings = list[Heading | None]()
    groups = _groups_of(lines)
    has_name_below, below = False, ""
    for line in reversed(lines):
        if not line or line.isspace():
            headings.append(None)
            continue
        is_alone = _is_side_alone(line)
        is_roll = _SIDE_ROLLED.fullmatch(line) is not None
        is_above_names = is_alone and has_name_below
        if line in groups or is_above_names:
            headings.append(read_heading(line) or read_heading(f"{line.strip()}:"))
        elif is_roll and has_name_below:
            headings.append(Heading(is_sentence=True))
        elif _LOUD.fullmatch(line) and singular(line.strip()) != line.strip() and not _LOUD.fullmatch(below or line):
            headings.append(Heading(group=line.strip()) if not is_alone else Heading(side=side_named(line)))
        else:
            is_remark = len(lines) > 1 and _is_remark(line)
            headings.append(read_heading(line) or (Heading(is_sentence=True) if is_remark else None))
        has_name_below, below = has_name_below if is_roll else not is_alone, line
    first = next((at for at, line in enumerate(lines) if line and not line.isspace()), 0)
    items = [line for line in lines[first + 1 :] if line and not line.isspace()]
    is_title = bool(lines) and (_is_title(lines[first]) or (bool(items) and _names_scene(lines[first])))
    if is_title or (len(items) > 1 and headings[-1 - first] is None and _is_above_items(lines[first], items)):
        headings[-1 - first] = Heading()
    return headings[::-1]


def _groups_of(lines: Sequence[str]) -> frozenset[str]:
    """Return the lines of words alone that divide a list in which all others have values: ``Travellers``, ``Security``.

    The first line is such a line, a plural or a side is among them, and below each stands somebody. Words in capitals
    need no values below them.
    """
    written = [line for line in lines if line and not line.isspace()]
    loud = [at for at, line in enumerate(written) if _LOUD.fullmatch(line)]
    is_loud = _divide(loud, len(written))
    places = loud if is_loud else [at for at, line in enumerate(written) if _is_words(line)]
    has_values = all(any(map(str.isdigit, line)) for at, line in enumerate(written) if at not in places)
    words = [written[at] for at in places]
    tells = any(side_named(word) or singular(word.strip()) != word.strip() for word in words)
    return frozenset(words if tells and (is_loud or (has_values and _divide(places, len(written)))) else ())


def _is_title(line: str) -> bool:
    """Return whether a line in square brackets, with nothing above it, is a title: it names no side, and nobody."""
    inner = _IN_SQUARE.fullmatch(line)
    heading = read_heading(line) if inner else None
    return bool(inner and heading and heading.group and singular(inner[1]) == inner[1])


def _is_above_items(line: str, below: Sequence[str]) -> bool:
    """Return whether a line without a value stands above items that all have a mark: ``Train job - car 3``."""
    return all(map(_MARKED.match, below)) and not (_MARKED.match(line) or _WITH_A_VALUE.search(line))


def _names_scene(line: str) -> bool:
    """Return whether a line is the title of a scene or a place: ``Docking bay 12 ambush``, ``Area 7 – the crypt``."""
    words = [word.strip("*_#.:!()[]–—-").casefold() for word in line.split()]
    words = [word for word in words if word]
    has_values = any(meaning_of(word) in _NO_GROUPS for word in words) or any(sign in line for sign in ",;")
    before_text = ":" in line.rstrip(" *_#:")
    ends = (
        at + 1 == len(words) or words[at + 1] in _AGAIN or words[at + 1][0].isdigit()
        for at, word in enumerate(words)
        if word in _SCENES
    )
    return not has_values and not before_text and sum(map(str.isdecimal, words)) < 2 and any(ends)


def _is_remark(line: str) -> bool:
    """Return whether a line is a sentence, which names nobody: ``water is difficult terrain!!``."""
    words = line.strip(" *-–•!.").split()
    is_plain = bool(words) and words[0].isalpha() and words[0].islower() and not _OF_VALUES.search(line)
    says = any(word in _VERBS for word in words[1:-2])
    return (is_plain and says and not any(map(meaning_of, words))) or _REMARK.fullmatch(line) is not None


def _is_side_alone(line: str) -> bool:
    """Return whether a line is a word for a side, perhaps with how many they are, or what they are like."""
    plain, inner = _split_brackets(line.strip())
    is_told = not inner or inner.isdecimal() or _tell(inner) or _tell(singular(inner))
    is_phrase = " " in plain and side_named(plain) != ""  # such as ``on our side``, which is no name
    return bool(is_told) and (is_phrase or fold_label(_ARTICLE.sub("", plain, count=1)) in (_ALONE | _PRONOUNS))


def _is_words(line: str) -> bool:
    """Return whether a line is words alone, or a plural with what they are like in brackets."""
    plain, inner = _split_brackets(line.strip())
    return _WORDS.fullmatch(plain if _tell(inner) and singular(plain) != plain else line) is not None


def _divide(places: Sequence[int], end: int) -> bool:
    """Return whether lines at these places divide a list with this end: the first is one, below each are others."""
    return (
        len(places) > 1
        and places[0] == 0
        and all(after - at > 1 for at, after in pairwise((*places, end)))
        and end > 2 * len(places)
    )
