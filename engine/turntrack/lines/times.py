"""Waves and times before those who come: ``Wave 2 (2 rounds later): ogre``, ``now: 3 orcs``, ``T+2 rounds: drone``."""

from __future__ import annotations

import re
from typing import NamedTuple

from turntrack.lines.tokens import NUMBERS

_COUNT = rf"(?:\d{{1,2}}|{'|'.join(NUMBERS)})"
_ROUNDS = r"(?:rounds?|rnds?|rds?|turns?|runden?|rn)"
_WHEN = (
    r"(?:(?:arriv(?:es?|ing)|com(?:es?|ing)(?:\sin)?|join(?:s|ing)?|enter(?:s|ing)?|kommt|kommen)\s)?"
    rf"(?:(?:in|after|nach)\s(?P<after>{_COUNT})\s{_ROUNDS}|(?P<later>{_COUNT})\s{_ROUNDS}\s(?:later|on|in|später|danach)"
    rf"|T\s?\+\s?(?P<plus>\d{{1,2}})(?:\s{_ROUNDS})?"
    rf"|(?:(?:on|in|at|from|ab|starting)\s)?(?:round|rnd|rd|turn|runde)\.?\s?(?P<round>\d{{1,2}})(?:\s?\+|\s(?:on|onwards?))?"
    r"|(?P<next>(?:the\s)?next\s(?:round|turn)|(?:in\sder\s)?nächste[nr]?\srunde|(?:a\s(?:bit|little)\s)?(?:later|später)(?:\son)?))"
)
_NTH = (
    r"(?P<first>first|1st|erste)|second|third|fourth|fifth|next|last|final|2nd|3rd|[4-9]th"
    r"|zweite|dritte|vierte|nächste|letzte"
)
_WAVE = (
    rf"(?:the\s)?(?:(?:{_NTH})\s(?:wave|welle)"
    r"|(?:wave|welle)\s?\#?(?:(?P<one>1|one|I|eins)|\d|two|three|four|I{2,3}|IV|zwei|drei)(?!\w)"
    r"|reinforcements?|verstärkung)"
)
_NOW = (
    r"(?P<now>(?:(?:already|right|up|bereits|schon)\s)?(?:now|here|present|jetzt|da)(?:\salready)?|(?:(?:at|from)\s(?:the\s)?)?(?:start|beginning)"
    r"|zu\sbeginn|(?:this|diese|current)\s(?:turn|round|runde))"
)
_LABEL = re.compile(
    rf"\W*+(?:{_WAVE}(?:[\s,(–—-]{{1,3}}{_WHEN.replace('?P<', '?P<w_')}\)?)?|{_WHEN}|{_NOW})(?:\s?\([^()]*\))?"
    rf"(?P<sign>\s?[:=]|\s[–—-](?=\s)|(?=\s(?:{_COUNT})\s(?!{_ROUNDS}\b)))\s++(?P<rest>\S.*)",
    re.IGNORECASE,
)
"""A label before a line; without a sign behind it, a count follows."""
_LED = re.compile(
    rf"\W*+(?P<who>[^\W\d][^\d,;:()]*?)\s(?:arrives?|comes?(?:\sin)?|shows?\sup|turns?\sup|joins?(?:\sin)?|drops?\sin|enters?|kommt|kommen)\s"
    rf"{_WHEN}\s?[:–—-]\s++(?P<rest>{_COUNT}\s.*)",
    re.IGNORECASE,
)
"""Several who come, before how many of each they are: ``trauma team arrives rd 4 - 2 medics, 4 shooters``."""
_HEADING = re.compile(rf"\W*+(?:{_WAVE}|{_WHEN}|{_NOW})(?:\s?\((?P<inner>[^()]*)\))?\s?:?\W*+", re.IGNORECASE)
_BEGINS_WITH_WAVE = re.compile(rf"\W*+(?:{_WAVE})", re.IGNORECASE)
_ROUND = re.compile(r"\W*+(?:round|rnd|rd|turn|runde)\s?\d{1,2}\W*+", re.IGNORECASE)
"""The round above the order of all: nobody comes then."""
_ARRIVES = re.compile(
    r"(?<=[^\s,;:+])\s(?P<said>(?:rides?|ropes?|drops?|comes?|storms?|bursts?|swings?|climbs?|crash(?:es)?|charges?|walks?|runs?|rush(?:es)?"
    r"|swims?|fly|flies|rolls?|pours?|shows?|turns?|steps?|jumps?|lands?|kicks?|crawls?|sneaks?|slides?|warps?|docks?|marche?s?|drives?|pulls?)"
    r"\s(?:in|down|up|out|over|through|back|off|ashore|by)\b[^,;:+&\d]*|(?:arrives?|joins?|enters?|appears?|attacks?|kommen|kommt|erscheinen"
    r"|erscheint)\b[^,;:+&\d]*)(?=[,;:]|\Z)(?P<colon>:?)",
    re.IGNORECASE,
)
"""How those who come arrive, behind their name."""


class Timed(NamedTuple):
    """A line without the label before it, and when those on it come: as a part of a line, empty for now."""

    rest: str
    when: str
    note: str = ""


def take_time(line: str) -> Timed | None:
    """Take the wave or the time before a line for when those on it come; None for any other line.

    >>> take_time("Wave 2 (2 rounds later): ogre, hp 59")
    Timed(rest='ogre, hp 59', when='in 2 rounds', note='')
    >>> take_time("round 3: 4 riflemen ride in"), take_time("now: ogre"), take_time("Ogre: 12")
    (Timed(rest='4 riflemen', when='round 3', note='ride in'), Timed(rest='ogre', when='', note=''), None)
    """
    if led := _LED.fullmatch(line):
        return Timed(led["rest"], f"{_when(led)}, group {led['who']}")
    label = _LABEL.fullmatch(line)
    if not label or label["rest"][0] in "+-" or label["rest"].isdecimal() or (label["now"] and not label["sign"]):
        return None
    rest, note = label["rest"], ""
    if arrives := _ARRIVES.search(rest):
        behind = rest[arrives.end() :].strip(" ,;")
        rest = ", ".join(filter(None, (rest[: arrives.start()], behind)))
        note = arrives["said"].strip()
    return Timed(rest, _when(label), note)


def _when(label: re.Match[str]) -> str:
    """Return the part of a line that says what a label says."""
    told = {key.removeprefix("w_"): said for key, said in label.groupdict().items() if said}
    if number := told.get("after") or told.get("later") or told.get("plus"):
        many = NUMBERS.get(number.casefold(), 0) or int(number)
        return f"in {many} rounds" if many > 1 else "next round"
    if "round" in told:
        return f"round {told['round']}"
    if "next" in told:
        return "next round" if "next" in told["next"].casefold() or "nächst" in told["next"].casefold() else "later"
    return "" if told.keys() & {"first", "one", "now"} else "wings"


def time_of_heading(line: str) -> str | None:
    """Return when those below a line come, which is a wave or a time alone; None for any other line.

    >>> time_of_heading("Wave 2 (round 3):"), time_of_heading("now:"), time_of_heading("Foes:")
    ('round 3', '', None)
    """
    heading = _HEADING.fullmatch(line)
    if not heading or _ROUND.fullmatch(line) or not (":" in line or _BEGINS_WITH_WAVE.match(line)):
        return None
    inner = _LABEL.fullmatch(f"{heading['inner']}: X") if heading["inner"] else None
    return _when(inner) if inner else _when(heading)
