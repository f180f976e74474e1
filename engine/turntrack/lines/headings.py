"""Lines that name the side or the group of the lines below them: ``Foes:``, ``# Foes``, ``[Goblins]``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from turntrack.core.fields import LONGEST_NAME
from turntrack.core.vocabulary import BESIDE_HEROES, Meaning, fold_label, forms_of, meaning_of
from turntrack.lines.plurals import singular
from turntrack.lines.times import time_of_heading
from turntrack.lines.tokens import NUMBERS

_HEADING = re.compile(
    r"\s*+(?:#{1,6}\s*+([^\W\d][^,;]*)|>{2,6}\s*+([^\W\d][^\d,;]*)|[-=*_~–—]{2,}+\s*+([^\W\d][^\d,;]*+)(?<=[-=*_~–—:]{2})|\[([^\W\d][^\[\],;]*)\]"
    r"|([^\W\d](?:[^,;:(]|\([^():]*+\))*+):)\s*+"
)
_NUMBER = re.compile(r"\s*+\[[^\w\[\]]*+\d[^\[\],;]*+\]\s*+")
"""What begins with a number, alone in square brackets: an edition or a date."""
LONGEST_HEADING = 300
"""The most characters of a line that may be a heading, a title or a remark."""
_IN_SQUARE = re.compile(r"\s*+\[([^\[\]]*)\]\s*+")
_ROUND = re.compile(
    r"\W*+(?:(?:round|runde)\s*+\d{1,3}|(?:perception|wahrnehmung)(?=\s?:)|(?:runde|gruppe|spieler)\sheute"
    r"|(?:cards\s)?(?:dealt|drawn|gezogen|ausgeteilt)(?:\s(?:so\sfar|already|cards))?)\W*+",
    re.IGNORECASE,
)
"""A round, a session, or what was rolled, which says nothing of those below."""
HEROES, FOES, ALLIES, NEUTRAL = "Heroes", "Foes", "Allies", "Neutral"
SIDES = MappingProxyType({Meaning.HEROES: HEROES, Meaning.FOES: FOES, Meaning.ALLIES: ALLIES})
"""The sides that lines can name by a word, and their names where the fight has no such side."""
_AGAINST = re.compile(r"\W*+(?:vs|versus|against|gegen)\W*+", re.IGNORECASE)
"""A line between the heroes and their foes."""
_TITLE = re.compile(
    r"\W*+(?:(?:encounter|fight|battle|combat|scene|session|location|begegnung|kampf|szene)\s*+(?:\d{0,3}|[A-Z]\d{1,3})\s*+[:–—-]\s++"
    r"[^\W\d][^\d,;:()]*+(?:\([^()]*+\)\W*+)?"
    r"|(?:scene|session|act|chapter|szene|akt|kapitel|sitzung|abend|spielabend)\s\d{1,3}[a-z]?\s*+[,:–—-]\s++[^\W\d][^\d,;:()]*+\d{0,3}\W*+"
    r"|(?:(?:amber|red)\szone|(?:mission|job|gig|quest|auftrag|abenteuer|adventure|scenario|szenario)(?:\s\d{1,3})?)\s*+[:–—-]\s++[^\d\s,;:()]++\s++[^\d,;:()]++)",
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
        "area", "room", "scene", "encounter", "fight", "battle", "chapter", "session", "zone", "sector",
        "raum", "szene", "begegnung", "kampf", "kapitel",
    }
)  # fmt: skip
"""Words for places and fights with which a title begins, before a number, a preposition or a dash."""
_FIGHTS = frozenset(
    {
        "ambush", "fight", "battle", "encounter", "skirmish", "showdown", "hinterhalt", "überfall", "kampf", "gefecht",
        "schlacht",
    }
)  # fmt: skip
"""Words for fights with which a title ends."""
_AGAIN = frozenset({"contd", "cont", "cont'd", "continued", "again", "forts", "fortsetzung"})
"""Words behind those for fights that were begun before."""
_PREPOSITIONS = frozenset({"auf", "in", "im", "at", "on", "an", "am", "bei", "beim"})
"""Prepositions before a place."""
_BESIDE = frozenset({"behind", "under", "near", "outside", "inside", "hinter", "vor", "unter", "neben"})
"""Further prepositions before a place, which stand in names too."""
_BEHIND_SCENES = _PREPOSITIONS | {"of", "–", "—", "-"} | _AGAIN
"""What stands behind a word for a scene, or behind its number, in a title."""
_NUMBER_OF_SCENE = re.compile(r"\d{1,3}[a-z]?|[a-z]\d{1,3}")
_EPITHETS = frozenset({"of", "the", "von", "vom", "der", "die", "das", "zu"})
"""Words inside the names of persons: ``Knight of the Hall``."""
_COUNTED = re.compile(
    r"\A\W*+\d|(?<!\w)[x×]\s?\d|\d\s?[x×](?!\w)|[(\[]\s?\d{1,3}\s?[)\]]|\+\d|\d\s?/\s?\d|\b\d?[dw]\d", re.IGNORECASE
)
"""How many there are, or a value: ``3 goblins``, ``x3``, ``(3)``, ``+3``, ``3/20``. No guess takes such a line."""
_NAME_AND_NUMBER = re.compile(r"\W*+[^\W\d][^\d,;:()]*+(?<=\s)\d{1,3}\W*+")
_VITAL_FORMS = forms_of(Meaning.HEALTH, Meaning.ARMOUR)
_VITAL = re.compile(rf"\b(?:{_VITAL_FORMS})\W{{0,3}}\d|\d\s?(?:{_VITAL_FORMS})\b", re.IGNORECASE)
"""A word for health or for an armour class, with a number: the line has somebody in it."""
_BUDGET = re.compile(
    r"\W*+(?:trivial|low|moderate|severe|extreme|easy|medium|hard|deadly)(?:\s(?:encounter|fight|begegnung|kampf))?"
    r"(?:\s\d{1,2})?[\s,:(–-]*+\d[\d.,’']*+\s?(?:xp|ep)\W*+",
    re.IGNORECASE,
)
"""How hard a fight is: ``Moderate 6 (90 XP)``."""
_LEVELLED = re.compile(
    r"\W*+(?:trivial|low|moderate|severe|extreme|easy|medium|hard|deadly)(?:\s(?:encounter|fight|begegnung|kampf))?\s\d{1,2}"
    r"(?:\s?(?:[:,–—-]\s|\()[^\d]*+)?",
    re.IGNORECASE,
)
"""How hard a fight is, above the others: ``Moderate 6 - crypt stair``."""
_MARKED = re.compile(r"\s*+[-–*•]\s")
_INDENTED = re.compile(r"\s++\w")
_BEGINS_WITH_CAPITAL = re.compile(r"[\W\d]*[A-ZÀ-Þ]")
_HAS_VALUE = re.compile(r"[\d,;:()=.]|\s[–—-]\s")
"""A digit, or a sign between a name and what is said of it."""
_WITH_A_VALUE = re.compile(
    rf"[,;:=]|\A[^\d–—-]*(?<=\S)\s\d{{1,3}}\s*+\Z|\d[dDwW]\b"
    rf"|\b(?:{forms_of(Meaning.HEALTH, Meaning.ARMOUR, Meaning.ORDER)})\b",
    re.IGNORECASE,
)
"""What a title does not have: signs between values, a number behind a name, dice, or a word for a value."""
_OF_VALUES = re.compile(r"[\d,;:()\[\]/]")
_VERBS = frozenset({"is", "are", "ist", "sind"})
_THINGS = frozenset(
    {
        "water", "door", "doors", "gate", "gates", "floor", "ground", "bridge", "light", "lights", "room", "terrain",
        "wall", "walls", "window", "windows", "stairs", "roof", "road", "river", "rain", "lever", "altar", "wasser",
        "tür", "türen", "tor", "boden", "brücke", "licht", "raum", "gelände", "wand", "wände", "fenster", "treppe",
        "dach", "straße", "fluss", "regen", "hebel",
    }
)  # fmt: skip
"""What remarks are about, and nobody is called."""
_INTRODUCING = frozenset(
    {
        "a", "an", "another", "some", "there", "here", "two", "three", "four", "five", "six", "ein", "eine", "einige",
        "es", "hier", "dort", "zwei", "drei", "vier", "fünf", "sechs",
    }
)  # fmt: skip
"""Words with which a sentence begins that may bring somebody in: ``There is a troll under the bridge.``"""
_OF_NAMES = frozenset({"of", "von", "who", "that", "which", "whom", "whose"})
"""Words inside what somebody is called: ``The Thing that can fly!``."""
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
_TOLD_WORDS = (
    r"(?:(?:the|our|all|already|so\s++far|bereits|schon)\s++)*+"
    r"(?:rolled|rolls?|totals?|results?|scores?|gewürfelt|würfe|ergebnisse|summen?)"
    r"(?:\s++(?:already|so\s++far|now|ones?))*+"
)
_TOLD = re.compile(_TOLD_WORDS, re.IGNORECASE)
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
_OF_SEVERAL = re.compile(
    r"(?:they|these|those|everyone|everybody|sie\s(?:sind|haben|wollen))(?:['’]\w+)?\s++\S.*", re.IGNORECASE
)
"""A remark on several: ``they're after us``."""
_STRUCK = re.compile(r"[^\w~]*+(?:x\]\s*+)?~~[^\s~][^~]*~~.*", re.IGNORECASE)
"""A line that is struck out."""
_NOBODY = re.compile(
    r"\W*+(?:treasures?|loot|rewards?|terrain|weather|schatz|schätze|beute|belohnung|gelände|wetter)\W{0,2}:(?!\W*+\d{1,3}\W*+\Z).*"
    r"|\W*+(?:(?:total\s)?xp(?:\stotal)?|(?:ep|xp)\sgesamt|gesamt[\s-]ep)\s*+[:=]?\s*+\d[\d.,’' ]*+(?:each|total)?\W*+"
    r"|\W*+(?:pay(?:ment)?|bounty|tactics?|development|read\s?aloud|sold|bezahlung|taktik|entwicklung|vorlesetext|vorlesen)"
    r"\s?:\s*+(?!\+?\d{1,2}\b)(?:\S++\s++){2}\S.*"
    r"|\W*+dev\s?:\s*+(?:if|when|the|they|wenn|falls|die|sie)\s.*"
    r"|\W*+(?:remember|reminder|don[’']?t\sforget|nicht\svergessen|denk\sdran|to[\s-]?do|nb|fyi|merke|erinnerung)"
    r"(?:\s?[:!]\W*+[^\W\d]|\s++[^\W\d]\S*+(?:\s++\S++){2}).*"
    r"|\W*+(?:(?:the\s)?(?:door|lock|gate|climb)\s(?:difficulty)|(?:difficulty|schwierigkeit)(?:\s[^\W\d]++){1,8})\s?[:=]?\s?"
    r"\d{1,3}(?:\s?\([^()]*\))?\W*+"
    r"|\W*+(?:temperature|visibility|temperatur|schwerkraft|sicht)\s?[:=]?\s?[+\-−]?\d.*|\W*+gravity\s?[:=]?\s?(?:\d[.,]\d|\d\s?g\b).*"
    r"|\W*+(?:hazard|gefahr)\s?:[^\d]*[,;(–-]\s?(?:DC|SG)\s\d{1,2}(?:\s[^\W\d]++){0,4}\)?\W*+"
    r"|\W*+\d[\d.,’']*+\s?(?:xp|ep)\W*+|\W*+(?:DC|SG)\s\d{1,2}\s++[^\W\d].*",
    re.IGNORECASE,
)
"""What is in the notes of a fight, and nobody in it: treasure, what something is worth, a roll."""
_IGNORED = re.compile(
    r"\W*+(?:\d{1,2}[.)]\s++)?(?P<crowd>[^\W\d].*)[,;(–-]\s*+"
    r"(?:do(?:n[’']?t|\snot)\strack|not\stracked|ignored?|ignorieren|nicht\sverfolgen)\W*+",
    re.IGNORECASE,
)
"""A crowd to ignore: ``Onlookers ~30, don’t track``."""
_FENCE = re.compile(r"\s*+(?:```|~~~)\s*+\w*+\s*+")
_LOUD = re.compile(r"\s*+[A-ZÄÖÜ’'-]{3,}(?:\s[A-ZÄÖÜ’'-]++){0,3}\s*+")
"""Words in capitals: those who are counted below other lines are meant, not one of them."""
_WORDS = re.compile(r"\s*+[^\W\d_][^\W\d_'’-]*+(?:\s[^\W\d_][^\W\d_'’-]*+){0,2}\s*+")
"""Words alone, as a name or a heading has them."""
_MOST_WORDS_OF_TITLE = 7
_IN_BRACKETS_BEHIND = MappingProxyType({"bad": FOES, "evil": FOES, "böse": FOES, "good": HEROES, "gut": HEROES})
"""Further words for a side in brackets behind a title: ``corp security (bad)``."""
_NEUTRAL = re.compile(r"\W*+(?:neutrals?|neutrale[rn]?|third\s(?:party|side)|unbeteiligte[rn]?)\W*+", re.IGNORECASE)
"""A label for those who are on neither side."""
_OF_PERSONS = frozenset(
    {"pc", "sc", "npc", "nsc", "ally", "friend", "enemy", "foe", "hero", "villain", "opponent", "gegner"}
)
"""Words for a side in brackets behind the name of a person."""
_PRONOUNS = frozenset({"us", "them", *_OWN})
"""Words that are such headings too, but no names of sides."""
_SIDE_WORDS = rf"(?:the\s++|die\s++)?(?:{'|'.join(sorted(_ALONE, reverse=True))})\s++"
_SIDE_TOLD = re.compile(rf"\W*+(?P<side>{_SIDE_WORDS})(?:{_TOLD_WORDS})\W*+", re.IGNORECASE)
"""A side, whose numbers stand below: ``PCs rolled``."""
_SENTENCE = re.compile(
    rf"(?:[^\W\d][^.!?\d,;:]*+[.!?]++\s)?\W*+{_SIDE_WORDS}"
    r"(?:have|has|had|are|is|were|was|got?|gets?|goes|acts?|begins?|starts?|wins?|won|loses?|lost|haben|sind)"
    r"\s++[^\d,;:]++:?",
    re.IGNORECASE,
)
"""A sentence about a side: ``Heroes have surprise``."""
_REMARK = re.compile(
    r"\W*+(?=(?:[^\s.!?]++\s++){5})(?=(?:[^\s.!?]++\s++){1,5}(?:is|are|was|were|will|won['’]t|wants?|has|have|can|cannot|can['’]t|do|don['’]t"
    r"|doesn['’]t|may|must|if|when|until|unless|ist|sind|war|will|wird|werden|hat|haben|kann|können|wenn|falls|bis)\s)"
    r"[^\d,;:.!?]*[^\W\d][.!?]++(?:\s++[A-ZÀ-Þ](?:[^\d;:]|(?<=\bDC\s)\d{1,2}|(?<=\bSG\s)\d{1,2})*|[^\d,;:]*[.!?]\s*+|\s*+)",
)
"""A sentence about somebody or something, without a value: ``Wrench will change sides if offered passage.``"""
_TACTICS = re.compile(
    r"\W*+(?:(?:if|when|once|unless|wenn|falls|sobald|sofern)(?=(?:\s++[^\s:]++){3})"
    r"(?:[^\d:]|(?<=[^\W\d])\d|\d{1,2}(?=\s(?:rounds?|rnds?|turns?|runden?|minutes?|minuten?)\b))*"
    r"|(?:they\s|he\s|she\s|it\s|all\s|alle\s)?(?:retreats?|flees?|surrenders?|rückzug|flucht|fliehen|flieht|ergeben\ssich)[\s,]++"
    r"(?:if|when|once|below|under|wenn|falls|sobald|bei|unter)\s[^:]*)",
    re.IGNORECASE,
)
"""What they will do: ``If the alarm rings, the next room joins in``, ``Rückzug, sobald der Hauptmann fällt``."""
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
    is_guessed: bool = False
    """True for what is taken for a title or a remark by its words, and may be somebody; ``x1`` behind it says so."""
    said_of: str = ""
    """The name of somebody on a line above, of whom the line says something."""

    @property
    def is_left_out(self) -> bool:
        """Return whether the line says nothing of those below, so that it is told as left out."""
        return self.is_sentence or self.is_guessed


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
    if is_sign or is_left_out or _is_nobody(line):
        return Heading(is_sentence=True)
    is_list = _LIST.fullmatch(line) or _ROUND.fullmatch(line) or _SENDER.fullmatch(line)
    if is_list or _is_titled(line) or _NUMBER.fullmatch(line) or _BUDGET.fullmatch(line):
        return Heading()
    if told := _SIDE_TOLD.fullmatch(line):
        return Heading(side=side_in(told["side"].strip()))
    if time_of_heading(line) is not None:
        wave, _ = _split_brackets(line.strip(" :#*_=~–—-"))
        return Heading(group="" if wave[-1].isalpha() else wave)
    match = _HEADING.fullmatch(line)
    if not match:
        return None
    name = _name_of(match)
    plain, inner = _split_brackets(name)
    words = _telling_words(plain)
    if (
        side := _side_behind(inner)
        or (NEUTRAL if is_neutral(plain) else side_in(plain))
        or next(filter(None, map(side_named, words)), "")
    ):
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
    if when := time_of_heading(line):
        return when
    plain, inner = _split_brackets(_name_of(match) if match else line.strip())
    words = [word for word in _telling_words(plain) if not side_named(word)]
    return ", ".join((*words, *_tell(inner)))


def tells_totals(line: str) -> bool:
    """Return whether a heading says that the numbers below are those of the order.

    >>> tells_totals("rolled already:"), tells_totals("Initiative order"), tells_totals("Foes:")
    (True, True, False)
    """
    match = _HEADING.fullmatch(line)
    name = _name_of(match) if match else line.strip()
    is_told = _LIST.fullmatch(line) or _SIDE_TOLD.fullmatch(line) or _TOLD.fullmatch(name)
    return bool(is_told or (match and _OF_ORDER.match(name)))


def _name_of(heading: re.Match[str]) -> str:
    return next(filter(None, heading.groups()), "").strip(" :#*_=~–—-")


def _split_brackets(name: str) -> tuple[str, str]:
    """Return a name and what stands in brackets behind it, or behind a dash; empty for nothing."""
    inner = _IN_BRACKETS.search(name)
    before, _, behind = name.replace("–", "-").replace("—", "-").partition(" - ")
    if behind and _tell(behind):
        return before, behind
    return (name[: inner.start()], inner[1].strip()) if inner else (name, "")


def _side_behind(inner: str) -> str:
    """Return the side that words in brackets behind a title are."""
    return side_named(inner) or _IN_BRACKETS_BEHIND.get(inner.casefold(), "") or (NEUTRAL if is_neutral(inner) else "")


def is_neutral(label: str) -> bool:
    """Return whether a label names those on neither side."""
    return _NEUTRAL.fullmatch(label) is not None


def side_in(name: str) -> str:
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
    # Signs alone are left out, however many; a long line of words is no heading.
    starts = (line[:LONGEST_HEADING] for line in lines)
    lines = [
        "" if len(line) > LONGEST_HEADING and any(map(str.isalnum, line)) else start
        for line, start in zip(lines, starts, strict=True)
    ]
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
        elif below and _TOLD.fullmatch(line.strip()):
            headings.append(Heading())
        elif below and (heading := _read_remarked(line) or _read_sided(line, below)):
            headings.append(heading)
        else:
            is_remark = len(lines) > 1 and _is_remark(line)
            headings.append(read_heading(line) or (Heading(is_sentence=True, is_guessed=True) if is_remark else None))
        has_name_below, below = has_name_below if is_roll else not is_alone, line
    first = next((at for at, line in enumerate(lines) if line and not line.isspace()), 0)
    items = [line for line in lines[first + 1 :] if line and not line.isspace()]
    if lines and _is_title(lines[first]):
        headings[-1 - first] = Heading()
    elif items and _LEVELLED.fullmatch(lines[first]):
        headings[-1 - first] = Heading(is_guessed=not _BUDGET.fullmatch(lines[first]))
    elif items and _names_scene(lines[first], items[0]):
        headings[-1 - first] = Heading(is_guessed=read_heading(lines[first]) is None)
    elif items and headings[-1 - first] is None and _is_above_items(lines[first], items):
        headings[-1 - first] = Heading(is_guessed=True)
    headings.reverse()
    if any(heading and heading.side == HEROES for heading in headings):
        return headings
    return [  # no other heading names the heroes
        Heading(side=HEROES) if heading and heading.side == ALLIES and _is_beside_heroes(line) else heading
        for line, heading in zip(lines, headings, strict=True)
    ]


def _read_remarked(line: str) -> Heading | None:
    """Read words alone with a remark on several in brackets: ``NCPD (they're after us)``; None for other lines."""
    name, inner = _split_brackets(line.strip(" -*#:"))
    words = name.split()
    is_name = words and _WORDS.fullmatch(name) and not any(meaning_of(word) for word in (name, *words))
    if not is_name or not _OF_SEVERAL.fullmatch(inner) or singular(name) != name:
        return None
    said = inner.split()
    sides = (side_named(" ".join(said[at:])) for at in range(len(said)) if said[at:] != ["us"])
    side = next(filter(None, sides), "")
    return Heading(side=side) if side else Heading(group=name)


def _read_sided(line: str, below: str) -> Heading | None:
    """Read a title with a side in brackets behind it, above others: ``boarding party (foes)``; None for other lines."""
    name, inner = _split_brackets(line.strip(" *#:"))
    side = _side_behind(inner) if inner and _is_name_of_several(name) else ""
    if not side or inner.casefold() in _OF_PERSONS or _side_behind(_split_brackets(below.strip())[1]):
        return None
    is_of_several = _is_side_alone(inner) or bool(_MARKED.match(below) or _INDENTED.match(below))
    is_title = singular(name) == name or _HAS_VALUE.search(below)
    return Heading(side=side) if is_of_several and is_title else None


def _is_name_of_several(name: str) -> bool:
    """Return whether words alone may be the name of several."""
    return len(name.split()) <= _MOST_WORDS_OF_TITLE and not (_HAS_VALUE.search(name) or _MARKED.match(name))


def _is_beside_heroes(line: str) -> bool:
    """Return whether a heading says with whom they fight: ``With us``."""
    return fold_label(line.strip(" :#*_=~–—-")) in BESIDE_HEROES


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


def _is_titled(line: str) -> bool:
    """Return whether a line begins as the title of a fight, and nobody with values or a state is behind that."""
    if not _TITLE.fullmatch(line) or _VITAL.search(line):
        return False
    return meaning_of(line.split()[-1].strip("()")) not in (Meaning.STATE, Meaning.CONDITION, Meaning.HIDDEN)


def _is_nobody(line: str) -> bool:
    """Return whether a line is of the notes of a fight, or a crowd to ignore: a plural, or about so many."""
    ignored = _IGNORED.fullmatch(line)
    crowd = ignored["crowd"] if ignored else ""
    is_crowd = "~" in crowd or any(singular(word) != word for word in crowd.split())
    return (is_crowd or _NOBODY.fullmatch(line) is not None) and not _VITAL.search(line)


def _is_above_items(line: str, below: Sequence[str]) -> bool:
    """Return whether a line stands above items that all have a mark, and is no name: ``Train job - car 3``."""
    if len(below) < 2 or _MARKED.match(line) or _WITH_A_VALUE.search(line):
        return False
    if all(map(_INDENTED.match, below)) and not _INDENTED.match(line) and all(map(_HAS_VALUE.search, below)):
        return not any(map(str.isdigit, line)) and not any(meaning_of(word) for word in line.casefold().split())
    if not all(map(_MARKED.match, below)):
        return False
    words = line.casefold().split()
    _, inner = _split_brackets(line.strip())
    is_dashed = any(word in "–—-" for word in words[1:-1])
    is_placed = any(word in _PREPOSITIONS for word in words[:-1])
    is_long = len(words) > 3 and not any(word in _EPITHETS for word in words[1:-1])
    is_many = bool(_COUNTED.search(line)) or singular(words[0]) != words[0]
    return (is_dashed or is_placed or is_long) and not is_many and not (inner and _tell(inner))


def may_be_title(line: str, below: Sequence[str]) -> bool:
    """Return whether a line without a value may be a title, as all below it have some: ``Alley behind the bank``."""
    name, inner = _split_brackets(line.strip())
    words = name.casefold().split()
    tells = not words or words[0] in NUMBERS or any(meaning_of(word) in _TELLING for word in words)
    is_bare = (
        _is_name_of_several(name) and (not inner or bool(_side_behind(inner))) and not _OF_PERSONS & {inner.casefold()}
    )
    # One word is rather a name, as those below are; a plural above kinds in small letters is none.
    are_names = any(_BEGINS_WITH_CAPITAL.match(item) for item in below)
    is_alone = len(words) < 2 and not inner and (singular(name) == name or are_names)
    return len(below) > 1 and is_bare and not (tells or is_alone)


def has_value(line: str) -> bool:
    """Return whether a line has a digit, or a sign between a name and what is said of it."""
    return _HAS_VALUE.search(line) is not None


def _names_scene(line: str, below: str) -> bool:
    """Return whether a line is the title of a scene or a fight: ``Docking bay 12 ambush``, ``Area 7 – the crypt``."""
    words = [word for part in line.strip(" *_#-–—•").split() if (word := part.strip("*_#.:!()[]").casefold())]
    has_values = any(meaning_of(word) in _NO_GROUPS for word in words) or any(sign in line for sign in ",;")
    before_text = ":" in line.rstrip(" *_#:")
    is_like_below = _NAME_AND_NUMBER.fullmatch(line) and _NAME_AND_NUMBER.fullmatch(below)
    is_many = _COUNTED.search(line) or any(
        many.isdecimal() and singular(word) != word for many, word in pairwise(words)
    )
    if not words or has_values or before_text or is_like_below or is_many or sum(map(str.isdecimal, words)) > 1:
        return False
    behind = words[2:] if _NUMBER_OF_SCENE.fullmatch("".join(words[1:2])) else words[1:]
    is_numbered = len(words) - len(behind) == 2
    begins = words[0] in _SCENES and (behind[0] in _BEHIND_SCENES if behind else is_numbered)
    begins = begins or (words[0] in _FIGHTS and bool(behind) and behind[0] in _PREPOSITIONS)
    return begins or next((word for word in reversed(words) if word not in _AGAIN), "") in _FIGHTS


def _is_remark(line: str) -> bool:
    """Return whether a line is a sentence about a thing, or a long sentence: ``water is difficult terrain!!``."""
    words = line.strip(" *-–•!.").casefold().split()
    if _TACTICS.fullmatch(line) and not any(map(_COUNTED.search, _BETWEEN.split(line))):
        return True
    if not words or _COUNTED.search(line):
        return False
    said = words[1:] if _ARTICLE.match(f"{words[0]} ") else words
    is_thing = len(said) > 3 and said[0] in _THINGS and said[1] in _VERBS and not any(map(meaning_of, words))
    brings = words[0] in _INTRODUCING or any(word in _OF_NAMES for word in words[:6])
    return (is_thing and not _OF_VALUES.search(line)) or (not brings and _REMARK.fullmatch(line) is not None)


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
