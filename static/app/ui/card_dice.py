"""Dice in the text of a card: what a button can roll whole, such as ``1d20+5-2``, ``d8``, ``1W6 + 2``, ``+4 to hit``.

An expression of which only a part could be rolled, such as ``2d6*2`` or ``1d6+STR``, has no dice here. What a turn
begins with is found, too: ``Recharge 5–6``, and the health that a regeneration gives back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from turntrack.core.dice import DiceCode
from turntrack.core.errors import BadDiceCode

_DICE = re.compile(
    r"(?:(?<!\w)(?P<count>\d{1,4})|(?<!\w))[dDwW](?P<sides>\d{1,5})(?P<sum>(?:\s?[+\-−–]\s?\d{1,4}(?![\w%]))*+)"
    r"|(?P<hit>(?<![\w+\-−–/])[+\-−–]\d{1,2})(?=\s++to\s++hit\b)"
    r"|(?<=attack roll:\s)(?P<attack>[+\-−–]\d{1,2})(?!\w)"
    r"|\brecharge\s(?P<recharge>[2-6])(?:\s?[\-−–]\s?6)?(?=\))"
    r"|(?<=regains\s)(?P<regains>\d{1,3})(?=\s(?:hit points|hp)\sat the (?:start|beginning))"
    r"|(?:(?<=\bregeneration\s)|(?<=\bfast healing\s))(?P<heals>\d{1,3})(?![\w/.])",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"([+\-−–])\s?(\d+)")
_GOES_ON = re.compile(
    r"\w|[.,]\d|!|\s?[*×÷/^]\s?[\d(]|\s?x\s?\d|\s?[<>=≥≤]=?\s?\d|\s?[+]\s?[\w(]|[\-−–][\w(]|\s?[\-−–]\s?[\d(]"
    r"|\s?[\-−–]\s?[A-Z]{2,4}\b|\s?[+\-−–—]\s?[+\-−–—]|—\s?\d|\{|\s\(?(?:with\s)?(?:dis)?adv(?:antage)?\b"
    r"|(?i:/|\sper\s|\sfor\seach\s)(?i:level|lvl|rank|slot|point|hit\sd|hd|die|dice)"
    r"|\s(?:plus|minus)\s(?:\d{1,3}(?![\ddDwW])|your|its|the|half)|\s(?:times|multiplied|divided|keep|drop|k[hl])|\s?\)\s?(?:[*×÷^/]|x\s?\d)",
)
"""What makes an expression longer than the dice before it."""
_BEGUN = re.compile(
    r"(?:[\w.)]|[\w)]\s?[+*×÷/^]\s?\(?|\d\s?[\-−–]\s?\(?|\dx\s?\(?|\d\s?x\s?\(?|[*×÷^½⅓¼¾]\s?\(?|\w\(|\w\([^()]{0,6},\s?)\Z"
)
"""What makes an expression longer than the dice behind it."""
_TABLE_DICE = ("66", "666")
"""Dice that are read digit by digit, not added up."""
_LONGEST_BEFORE = 8
SIGNS_OF_BONUS = "+-−–"
"""What a bonus to hit begins with, and no dice."""


@dataclass(frozen=True, slots=True)
class WrittenDice:
    """Dice in a text, from ``start`` to ``end``; ``code`` is what they roll."""

    start: int
    end: int
    code: str
    recharges_on: int = 0
    """The least face that gives an ability back; 0 for other dice."""
    heals: int = 0
    """The health that is given back without dice."""


def find_dice(text: str) -> Iterator[WrittenDice]:
    """Yield the dice in a text that can be rolled whole.

    >>> [dice.code for dice in find_dice("+4 to hit, 1d4 – 1 damage or 2d6*2, d8 on a crit")]
    ['1d20+4', '1d4-1', '1d8']
    """
    for match in _DICE.finditer(text):
        bonus = match["hit"] or match["attack"]
        if bonus:
            end = match.end() + len(" to hit") * bool(match["hit"] and text.startswith(" to hit", match.end()))
            yield WrittenDice(match.start(), end, f"1d20{_signed(bonus)}")
        elif match["recharge"]:
            yield WrittenDice(match.start(), match.end(), "1d6", recharges_on=int(match["recharge"]))
        elif given := match["regains"] or match["heals"]:
            yield WrittenDice(match.start(), match.end(), "", heals=int(given))
        elif code := _code_of(match, text):
            yield WrittenDice(match.start(), match.end(), code)


def _code_of(match: re.Match[str], text: str) -> str:
    """Return the code of dice; empty if they are a part of an expression, or if no dice can be so."""
    before = text[max(match.start() - _LONGEST_BEFORE, 0) : match.start()]
    is_reading = match["sides"] in _TABLE_DICE and match["count"] in (None, "1")
    if is_reading or _GOES_ON.match(text, match.end()) or _BEGUN.search(before):
        return ""
    plus = sum(int(_signed(sign + number)) for sign, number in _NUMBER.findall(match["sum"]))
    try:
        return str(DiceCode.parse(f"{match['count'] or 1}d{match['sides']}" + (f"{plus:+d}" if plus else "")))
    except BadDiceCode:
        return ""


def _signed(bonus: str) -> str:
    return f"{int(bonus.replace('−', '-').replace('–', '-')):+d}"
