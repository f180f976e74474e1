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
    r"\s*+(?:#{1,6}\s*+([^\W\d][^,;]*)|[-=*_~–—]{2,}+\s*+([^\W\d][^\d,;]*+)(?<=[-=*_~–—:]{2})|\[([^\W\d][^\[\],;]*)\]|([^\W\d][^,;:]*):)\s*+"
)
_ROUND = re.compile(r"\W*+(?:round|runde)\s*+\d{1,3}\W*+", re.IGNORECASE)
SIDES = MappingProxyType({Meaning.HEROES: "Heroes", Meaning.FOES: "Foes", Meaning.ALLIES: "Allies"})
"""The sides that lines can name by a word, and their names where the fight has no such side."""
_AGAINST = re.compile(r"\W*+(?:vs|versus|against|gegen)\W*+", re.IGNORECASE)
"""A line between the heroes and their foes."""
_TITLE = re.compile(
    r"\W*+(?:encounter|fight|battle|combat|scene|session|location|begegnung|kampf|szene)\s*+\d{0,3}\s*+[:–—-]\s++[^\W\d][^\d,;:]*",
    re.IGNORECASE,
)
"""The title of a fight: ``Encounter: Goblin ambush``."""
_LIST = re.compile(
    r"\W*+(?:(?:the|party|our|combat|monster|enemy)\s++)?(?:(?:initiative|init|turn)(?:\s++(?:order|tracker|list|count|rolls))?"
    r"|combat\s++tracker|reihenfolge|initiativereihenfolge)\W*+(?:(?:round|rnd|runde)\s*+\d{1,3}\W*+)?",
    re.IGNORECASE,
)
"""A line above those who act in this order: ``Initiative order (round 2)``."""
_NO_GROUPS = (Meaning.ORDER, Meaning.HEALTH, Meaning.ARMOUR, Meaning.NOTE, Meaning.STATE, Meaning.CONDITION)
_OF_ORDER = re.compile(r"(?:initiative|(?:turn\s)?order|reihenfolge)\b", re.IGNORECASE)
"""The beginning of a heading above those who act in this order."""
_IN_BRACKETS = re.compile(r"(?<!\s)\s*+[(\[]([^()\[\]]*)[)\]]\Z")
_NAMED = re.compile(rf"(?:{forms_of(Meaning.SIDE)})\s++(\S.*)", re.IGNORECASE)
"""A side with its own name: ``Team Red``."""
_ALONE = frozenset(
    {
        "heroes", "party", "the party", "investigators", "hirelings", "retainers", "ermittler",
        "crew", "the crew", "pcs", "players", "player characters", "characters",
        "foes", "enemies", "opfor", "opposing force", "monsters", "hostiles", "opponents", "opposition",
        "adversaries", "villains", "bad guys", "good guys", "baddies", "allies", "friends", "friendlies", "helden",
        "spieler", "gegner", "feinde", "verbündete",
    }
)  # fmt: skip
"""Words for sides that are headings without a sign, if names stand below them."""
_STRUCK = re.compile(r"[^\w~]*+~~[^\s~][^~]*~~.*")
"""A line that is struck out."""
_FENCE = re.compile(r"\s*+(?:```|~~~)\s*+\w*+\s*+")
_LOUD = re.compile(r"\s*+[A-ZÄÖÜ’'-]{3,}(?:\s[A-ZÄÖÜ’'-]++){0,3}\s*+")
"""Words in capitals: those who are counted below other lines are meant, not one of them."""
_WORDS = re.compile(r"\s*+[^\W\d_][^\W\d_'’-]*+(?:\s[^\W\d_][^\W\d_'’-]*+){0,2}\s*+")
"""Words alone, as a name or a heading has them."""
_SENTENCE = re.compile(
    rf"\W*+(?:the\s++|die\s++)?(?:{'|'.join(sorted(_ALONE, reverse=True))})\s++"
    r"(?:have|has|had|are|is|were|was|got?|gets?|goes|acts?|begins?|starts?|wins?|won|loses?|lost|haben|sind)"
    r"\s++[^\d,;:]++:?",
    re.IGNORECASE,
)
"""A sentence about a side: ``Heroes have surprise``."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says about the lines below: their side or their group; neither for any other heading."""

    side: str = ""
    group: str = ""
    is_sentence: bool = False
    """True for a sentence about a side, for signs alone and for what is struck out, which are left out."""


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
        return Heading(side=SIDES[Meaning.FOES])
    is_sign = bool(line.strip()) and not any(map(str.isalnum, line))
    if is_sign or _SENTENCE.fullmatch(line) or _FENCE.fullmatch(line) or _STRUCK.fullmatch(line):
        return Heading(is_sentence=True)
    match = None if _TITLE.fullmatch(line) else _HEADING.fullmatch(line)
    if not match:
        return Heading() if _TITLE.fullmatch(line) or _ROUND.fullmatch(line) or _LIST.fullmatch(line) else None
    name = next(filter(None, match.groups()), "").strip(" :#*_=~–—-")
    inner = _IN_BRACKETS.search(name)
    if side := side_named(name.removeprefix("the ").removeprefix("The ")) or (side_named(inner[1]) if inner else ""):
        return Heading(side=side)
    if (named := _NAMED.fullmatch(name)) and len(name) <= LONGEST_NAME:
        return Heading(side=side_named(named[1]) or named[1])
    if _OF_ORDER.match(name) or meaning_of(name) in _NO_GROUPS or len(name) > LONGEST_NAME:
        return Heading()
    return Heading(group=name)


def read_headings(lines: Sequence[str]) -> list[Heading | None]:
    """Return for each line what it says as a heading; None for the other lines.

    A word for a side alone is a heading if a name stands below it, and so is a plural in capitals.

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
        is_alone = fold_label(line) in _ALONE
        is_above_names = is_alone and has_name_below
        if line in groups:
            headings.append(read_heading(f"{line.strip()}:"))
        elif _LOUD.fullmatch(line) and singular(line.strip()) != line.strip() and not _LOUD.fullmatch(below or line):
            headings.append(Heading(group=line.strip()) if not is_alone else Heading(side=side_named(line)))
        else:
            headings.append(Heading(side=side_named(line)) if is_above_names else read_heading(line))
        has_name_below, below = not is_alone, line
    return headings[::-1]


def _groups_of(lines: Sequence[str]) -> frozenset[str]:
    """Return the lines of words alone that divide a list in which all others have values: ``Travellers``, ``Security``.

    The first line is such a line, a plural or a side is among them, and below each stands somebody. Words in capitals
    need no values below them.
    """
    written = [line for line in lines if line and not line.isspace()]
    loud = [at for at, line in enumerate(written) if _LOUD.fullmatch(line)]
    is_loud = _divide(loud, len(written))
    places = loud if is_loud else [at for at, line in enumerate(written) if _WORDS.fullmatch(line)]
    has_values = all(any(map(str.isdigit, line)) for at, line in enumerate(written) if at not in places)
    words = [written[at] for at in places]
    tells = any(side_named(word) or singular(word.strip()) != word.strip() for word in words)
    return frozenset(words if tells and (is_loud or (has_values and _divide(places, len(written)))) else ())


def _divide(places: Sequence[int], end: int) -> bool:
    """Return whether lines at these places divide a list with this end: the first is one, below each are others."""
    return (
        len(places) > 1
        and places[0] == 0
        and all(after - at > 1 for at, after in pairwise((*places, end)))
        and end > 2 * len(places)
    )
