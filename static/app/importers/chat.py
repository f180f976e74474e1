"""Lines of a chat: when and by whom each was written goes behind what it says: ``[20:14] Jule: Thornby has 16``."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from app.importers.block_labels import Labels, labels_of
from app.importers.tables import SPARE_NAMES, WORDS
from turntrack.core.fields import DEALT, Field
from turntrack.core.vocabulary import LINKS, Meaning, forms_of, meaning_of
from turntrack.lines.headings import read_heading

LONGEST_LINE = 400
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?:\s?[AaPp]\.?[Mm]\.?)?"
_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_STAMP = re.compile(
    rf"\s*+(?:\[(?:{_DATE},?\s)?{_TIME}\]|\[{_TIME},?\s{_DATE}\]|(?:{_DATE},?\s)?{_TIME}(?=\s))\s*+(?:[–—-]\s)?"
)
_MASTERS = "GM|DM|SL|MJ|Keeper|Warden|Referee"
_MASTER = re.compile(rf"(?:{_MASTERS})", re.IGNORECASE)
_BY_MASTER = re.compile(rf"\s*+(?:{_MASTERS})\s?:\s")
_SENDER = re.compile(
    rf"\s*+(?:<(?P<nick>[^<>:]{{1,30}})>|(?P<name>[^\W\d][^:,;|()\[\]<>\d]{{0,30}}+)"
    rf"(?:(?P<role>\((?:{_MASTERS})\))|\((?P<plays>[^\W\d][^()\d,;:]{{0,30}}+)\))?\s*+:)"
    r"\s++(?P<says>\S.*)"
)
_NICK = re.compile(r"\s*+<[@+]?[^\W\d][^<>:=/]{0,29}>\s++\S")
_TELLS_TOTAL = re.compile(
    r"(?-i:[A-ZÀ-Þ])[^\d,;:]*\s(?:has|got|gets|rolled|rolls|hat|würfelt)\s(?:an?\s)?\d{1,2}(?!\d)", re.IGNORECASE
)
"""What others have rolled, whoever writes it: ``Thornby has 16``."""
_HAS_TOTAL = re.compile(r"\A((?-i:[A-ZÀ-Þ])[^\d,;:]*[^\s\d,;:])\s++(?:has|hat)\s++(\d{1,2})[\s!.]*+\Z", re.IGNORECASE)
_TOTAL_FOR = re.compile(
    r"(?:[^,;:=]*=\s?(?=\d{1,3}\s(?:(?:for|für)\s)?[A-ZÀ-Þ])|(?=\d{1,3}\s(?:for|für)\s))"
    r"(?P<total>\d{1,3})\s(?:(?:for|für)\s)?(?P<name>(?:[^\W\d]|(?<=\w)[ '’-](?=[^\W\d]))+)[^\w,;:(]*+"
)
"""A total before the name: ``21 for Iskra``, ``8+5 = 13 for Iskra``, ``rolled 8 +5 = 13 Iskra``."""
_LED_BY = (
    r"(?:(?:oh|ok|okay|ah|aah|hm+|so|and|und|also|wait|moment|sorry|lol|i|ich|got|get|rolled|have|hab|habe|hatte|it['’]?s|is|ist|das"
    r"|that['’]?s|no|nein|an?|eine|ne|total|of|init|ini|initiative|natural|nat|dirty|only|just|nur|mit|damit|make|makes|forgot"
    r"|vergessen|correction|korrektur|edit)\b\W{1,3}){0,6}"
)
"""Words before what somebody has rolled that say nothing of it."""
_LEAD = re.compile(rf"\A{_LED_BY}", re.IGNORECASE)
_OWN_TOTAL = re.compile(
    rf"{_LED_BY}(?P<total>\d{{1,2}})(?![\w/])(?!\s?[+\-−/]\s?\d|\s(?:hp|tp|of)\b)\W*+(?P<more>(?![^\d]*\d)[^,;]*)",
    re.IGNORECASE,
)
"""What the sender has rolled, in words that name nobody: ``i got a 16``, ``9 :(``."""
_CORRECTS = re.compile(
    r"\W*(?:(?:oh|no|wait|oops|ups|sorry|nein|moment|stop|edit|correction|korrektur|actually|forgot|vergessen)\b|\*)",
    re.IGNORECASE,
)
"""The beginning of a line that corrects what its sender has said."""
_CARDS = ("ace", "king", "queen", "jack", "joker", "red", "black", "ass", "as", "könig", "dame", "bube", "pik", "herz")
_COLOURS = ("red", "black")
_WORD = re.compile(r"[^\W\d_]+")
_NO_NAMES = LINKS | {
    "kreuz",
    "karo",
    "still",
    "nat",
    "natural",
    "total",
    "i",
    "me",
    "my",
    "mine",
    "got",
    "rolled",
    "on",
    "at",
    "of",
    "a",
    "an",
}
_HAS_HEALTH = re.compile(rf"[:,;]\s(?:{forms_of(Meaning.HEALTH, Meaning.ARMOUR)})\s?\d", re.IGNORECASE)
_COUNTED = re.compile(r"\d{1,2}\s?[x×]?\s([^\W\d_]+)")

_AVRAE_HEAD = re.compile(r"\s*current initiative: \d+ \(round \d+\)\s*\n(?:=+\s*\n)?", re.IGNORECASE)
_AVRAE_LINE = re.compile(
    r"^#?[ \t]*(?P<number>\d{1,3}): (?P<name>[^<\n]+)<(?:(?P<hp>\d+/\d+) HP|(?P<state>[^<>\n]*))>(?P<effects>.*)$",
    re.MULTILINE,
)
"""A combatant in the initiative list of Avrae. Its health is given in points, or as a state such as ``Healthy``."""


def put_senders_behind(text: str, fields: tuple[Field, ...]) -> str:
    """Return a text whose lines of a chat begin with what they say; who wrote it stands behind as a note.

    A line that names nobody else is said of who wrote it: ``[20:14] Jonas: 14``.
    """
    lines = text.splitlines()
    if not (":" in text or is_chat_of_nicks(text)) or not any(map(_may_be_chat, lines)):
        return text
    labels = labels_of(fields)
    names = Counter(said["name"] if (said := _SENDER.fullmatch(line)) else None for line in lines if line.strip())
    is_all = all(name and name[0].isupper() for name in names) and max(names.values()) > 1
    # Those who have a health are creatures: ``Guard: Longsword, hp 11``.
    is_all &= not any(_HAS_HEALTH.search(line) for line in lines if not (_STAMP.match(line) or _BY_MASTER.match(line)))
    # A list of states has no number, card or other name: ``Guard: awake``.
    is_all = is_all and any(_says_more(said["says"], labels) for said in map(_SENDER.fullmatch, lines) if said)
    told = [_put_sender_behind(line, labels, is_chat=is_all) for line in lines]
    written = _leave_out_what_is_corrected(told, is_certain=any(map(_shows_chat, lines)))
    return "\n".join(written) if written != lines else text


def is_chat_of_nicks(text: str) -> bool:
    """Return whether each line begins with a nickname, and not with a tag: ``<mel> 14``."""
    lines = [line for line in text.splitlines() if line.strip()]
    return "</" not in text and bool(lines) and all(_NICK.match(line) for line in lines)


class _Message(NamedTuple):
    """A line without what belongs to the chat."""

    text: str
    sender: str = ""
    is_own: bool = False
    """Whether it has a number or a card, and is said of who wrote it."""
    corrects: bool = False
    """Whether it begins with a word for a mistake."""


def _leave_out_what_is_corrected(told: list[_Message], *, is_certain: bool) -> list[str]:
    """Return the lines without what the sender of one has said before if that corrects it, otherwise without it.

    Where it is not certain that this is a chat, only a correction leaves a line out: ``Wolf: 17``, ``Wolf: 9``.
    """
    written, kept = [message.text for message in told], dict[str, int]()
    for at, message in enumerate(told):
        if not message.is_own:
            continue
        before = kept.setdefault(message.sender, at)
        if before == at:
            continue
        if message.corrects:
            written[before], kept[message.sender] = _strike(written[before]), at
        elif is_certain:
            written[at] = _strike(written[at])
    return written


def _shows_chat(line: str) -> bool:
    """Return whether a line has a time, a nickname or a role, which only those of a chat have."""
    if not _may_be_chat(line):
        return False
    said = _SENDER.fullmatch(line)
    return bool(_STAMP.match(line) or _BY_MASTER.match(line) or (said and (said["nick"] or said["role"])))


def _has_number(says: str, labels: Labels) -> bool:
    """Return whether a message has a number or a card."""
    return any(map(str.isdigit, says)) or any(_is_card(word, labels) for word in _WORD.findall(says))


def _says_more(says: str, labels: Labels) -> bool:
    """Return whether a message has a number, a card or a name."""
    return _has_number(says, labels) or _names_somebody(says, labels)


def _is_card(word: str, labels: Labels) -> bool:
    """Return whether a word is that of a card; colours are, where cards are dealt."""
    folded = word.casefold()
    return folded in _CARDS and (folded not in _COLOURS or labels.is_label(DEALT.key))


def _strike(text: str) -> str:
    """Return a line as one that is struck out, which adds nobody."""
    return f"~~{text.strip().replace('~', '-')}~~"


def _may_be_chat(line: str) -> bool:
    return len(line) <= LONGEST_LINE and (_STAMP.match(line) or _SENDER.match(line)) is not None


def _put_sender_behind(line: str, labels: Labels, *, is_chat: bool) -> _Message:
    if not _may_be_chat(line):
        return _Message(line)
    stamp = _STAMP.match(line)
    message = line[stamp.end() :] if stamp else line
    said = _SENDER.fullmatch(message)
    if said is None:
        return _Message(message if stamp else line)
    sender, says = (said["nick"] or said["name"]).strip(), said["says"]
    is_master = _MASTER.fullmatch(sender) is not None
    is_known = any(meaning_of(word) or labels.is_label(word) for word in (sender, *sender.split()))
    is_known |= sender.casefold() in ("name", *WORDS["name"], *SPARE_NAMES)
    is_marked = bool(stamp or said["nick"] or said["role"] or is_master or is_chat)
    if (is_marked or _TELLS_TOTAL.match(says)) and read_heading(says):
        return _Message(says)
    if is_known or not (is_marked or _TELLS_TOTAL.match(says)):
        return _Message(message)
    if first := _TOTAL_FOR.fullmatch(says):
        return _Message(f"{first['name']}: {first['total']}, note {sender}")
    if not any(map(str.isdigit, says)) and not _tells(says, labels):
        return _Message(_strike(message))
    if is_master:
        return _Message(_LEAD.sub("", says))
    if _names_somebody(says, labels):
        says = _HAS_TOTAL.sub(r"\1 got \2", says)
        return _Message(f"{says}, note {sender} {said['role'] or ''}".rstrip())
    name = (said["plays"] or sender).strip()
    own = _OWN_TOTAL.fullmatch(says)
    more = own["more"].strip() if own else ""
    parts = [f"{name}: {own['total'] if own else says}", f"note {more}" if more else ""]
    parts += [f"note {sender}"] if said["plays"] else []
    return _Message(
        ", ".join(filter(None, parts)), sender, _has_number(says, labels), _CORRECTS.match(says) is not None
    )


def _tells(says: str, labels: Labels) -> bool:
    """Return whether a message tells something of somebody: a state, a card, or a name."""
    words = _WORD.findall(says)
    return any(meaning_of(word) or _is_card(word, labels) for word in words) or _names_somebody(says, labels)


def _names_somebody(says: str, labels: Labels) -> bool:
    """Return whether a message has a name: a word with a capital, or a word behind a number of combatants."""
    counted = _COUNTED.match(says)
    words = (word for word in _WORD.findall(says) if word[0].isupper() or (counted and word == counted[1]))
    return any(
        (word.casefold() not in _NO_NAMES and not _is_card(word, labels))
        and not meaning_of(word)
        and not labels.is_label(word)
        for word in words
    )


def put_words_to_avrae(text: str) -> str:
    """Put words to the values of an initiative list of Avrae; leave other texts unchanged."""

    def with_words(row: re.Match[str]) -> str:
        name, note = row["name"].strip(), "; ".join(filter(None, (row["state"], row["effects"].strip(" ()"))))
        # The count tells that a number at the end belongs to the name: “Goblin 1”.
        count = " x1" if name[-1].isdecimal() else ""
        health = f"hp {row['hp']}" if row["hp"] else ""
        parts = (f"{name}{count}", f"initiative {row['number']}", health, f"note {note}" if note else "")
        return ", ".join(filter(None, parts))

    head = _AVRAE_HEAD.match(text)
    if not head:
        return text
    lines_of_head = "\n" * head[0].count("\n")  # complaints name the lines of the pasted text
    return lines_of_head + _AVRAE_LINE.sub(with_words, text[head.end() :])
