"""Lines of a chat: when and by whom each was written goes behind what it says: ``[20:14] Jule: Thornby has 16``."""

from __future__ import annotations

import re
from collections import Counter

from app.importers.block_labels import Labels, labels_of
from app.importers.tables import SPARE_NAMES, WORDS
from turntrack.core.fields import Field
from turntrack.core.vocabulary import LINKS, Meaning, forms_of, meaning_of
from turntrack.rules.headings import read_heading

LONGEST_LINE = 400
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?:\s?[AaPp]\.?[Mm]\.?)?"
_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_STAMP = re.compile(
    rf"\s*+(?:\[(?:{_DATE},?\s)?{_TIME}\]|\[{_TIME},?\s{_DATE}\]|(?:{_DATE},?\s)?{_TIME}(?=\s))\s*+(?:[–—-]\s)?"
)
_SENDER = re.compile(
    r"\s*+(?:<(?P<nick>[^<>:]{1,30})>|(?P<name>[^\W\d][^:,;|()\[\]<>\d]{0,30})(?P<role>\((?:GM|DM|SL|MJ|Keeper|Warden|Referee)\))?\s*+:)"
    r"\s++(?P<says>\S.*)"
)
_TELLS_TOTAL = re.compile(
    r"(?-i:[A-ZÀ-Þ])[^\d,;:]*\s(?:has|got|gets|rolled|rolls|hat|würfelt)\s(?:an?\s)?\d{1,2}(?!\d)", re.IGNORECASE
)
"""What others have rolled, whoever writes it: ``Thornby has 16``."""
_TOTAL_FOR = re.compile(r"(?P<total>\d{1,3})\s(?:for|für)\s(?P<name>(?:[^\W\d]|(?<=\w)[ '’-](?=[^\W\d]))+)[^\w,;:(]*+")
"""A total before the name: ``21 for Iskra``."""
_WORD = re.compile(r"[^\W\d_]+")
_NO_NAMES = LINKS | {
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
    if ":" not in text or not any(map(_may_be_chat, lines)):
        return text
    labels = labels_of(fields)
    names = Counter(said["name"] if (said := _SENDER.fullmatch(line)) else None for line in lines if line.strip())
    is_all = all(name and name[0].isupper() for name in names) and max(names.values()) > 1
    # Those who have a health are creatures: ``Guard: Longsword, hp 11``.
    is_all &= not any(_HAS_HEALTH.search(line) for line in lines if not _STAMP.match(line))
    told = [_put_sender_behind(line, labels, is_chat=is_all) for line in lines]
    return "\n".join(told) if told != lines else text


def _may_be_chat(line: str) -> bool:
    return len(line) <= LONGEST_LINE and (_STAMP.match(line) or _SENDER.match(line)) is not None


def _put_sender_behind(line: str, labels: Labels, *, is_chat: bool) -> str:
    if not _may_be_chat(line):
        return line
    stamp = _STAMP.match(line)
    message = line[stamp.end() :] if stamp else line
    said = _SENDER.fullmatch(message)
    if said is None:
        return message if stamp else line
    sender, says = (said["nick"] or said["name"]).strip(), said["says"]
    is_known = any(meaning_of(word) or labels.is_label(word) for word in (sender, *sender.split()))
    is_known |= sender.casefold() in ("name", *WORDS["name"], *SPARE_NAMES)
    is_sender = bool(stamp or said["nick"] or said["role"] or is_chat or _TELLS_TOTAL.match(says))
    if is_sender and read_heading(says):
        return says
    if is_known or not is_sender or not _names_somebody(says, labels):
        return message
    if first := _TOTAL_FOR.fullmatch(says):
        says = f"{first['name']}: {first['total']}"
    return f"{says}, note {sender} {said['role'] or ''}".rstrip()


def _names_somebody(says: str, labels: Labels) -> bool:
    """Return whether a message has a name: a word with a capital, or a word behind a number of combatants."""
    counted = _COUNTED.match(says)
    words = (word for word in _WORD.findall(says) if word[0].isupper() or (counted and word == counted[1]))
    return any(
        word.casefold() not in _NO_NAMES and not meaning_of(word) and not labels.is_label(word) for word in words
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
