"""LabelledLine values in the lines of stat blocks: ``AC 13    Initiative +4 (14)``, ``dodge 4D``, ``15 Stamina``.

A label is a word of the rules in use, or one that the stat blocks of games have. Which of them are used is decided
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from turntrack.core.fields import Field, Kind
from turntrack.core.vocabulary import FIELD_WORDS, WORDS, Meaning
from turntrack.lines.quick_line import calls_of

HEALTH = (
    *WORDS[Meaning.FULL_HEALTH], *WORDS[Meaning.HEALTH], "health points", "life points", "wounds", "stamina points",
    "vitality", "le",
)  # fmt: skip
"""The labels of health, that which counts before the others first."""
HIT_DICE = ("hit dice", "hd", "hit die")
PRINTED_ORDER = (*WORDS[Meaning.ORDER_MODIFIER], "initiative", "init", "ini")
"""The labels of the number of the order, or of its modifier, that a creature has printed."""
SAVES = ("saves", "save", "saving throws", "saving throw", "fort", "fortitude")
"""The labels of a line with bonuses to rolls, which are no attributes."""
EDGES = ("edges", "edges & hindrances", "edges and hindrances", "hindrances")
LISTS = (
    *SAVES, *EDGES, "conditions", "attributes", "attribute", "abilities", "ability scores", "characteristics", "stats",
    "skills", "skill", "talents", "feats", "senses", "languages", "special abilities", "powers", "gear",
)  # fmt: skip
"""The labels of lines with several values, or with words."""
ATTRIBUTES = ("attributes", "attribute", "abilities", "ability scores", "characteristics", "stats")
SKILLS = ("skills", "skill", "talents")
"""The labels of lines with skills, which may be called as health or armour is."""
_ABILITIES = (
    "str", "dex", "con", "int", "wis", "cha", "strength", "dexterity", "constitution", "intelligence", "wisdom",
    "charisma",
)  # fmt: skip
_OTHERS = (
    "siz", "pow", "app", "edu", "luck", "san", "sanity", "build", "db", "damage bonus", "mp", "magic points", "move",
    "mov", "movement", "speed", "basic speed", "basic move", "pace", "parry", "toughness", "agility", "smarts",
    "spirit", "vigor", "perception", "knowledge", "mechanical", "technical", "technique", "extranormal", "morale",
    "ml", "xp", "exp", "cr", "challenge", "challenge rating", "level", "lv", "thac0", "att", "atk", "attacks", "mv",
    "no appearing", "treasure type", "tt", "st", "dx", "iq", "ht", "fp", "per", "will", "dodge", "dr", "brawn",
    "intellect", "cunning", "willpower", "presence", "soak", "soak value", "strain threshold", "melee defense",
    "ranged defense", "defense", "ws", "bs", "ag", "wp", "fel", "might", "reason", "intuition", "stability",
    "free strike", "ev", "size", "immunity", "immunities", "weakness", "weaknesses",
    "difficulty", "thresholds", "stress", "tech", "cool", "attr", "ma", "emp", "body", "ref",
    "reflexes", "upp", "end", "endurance", "soc", "rea", "reaction", "prof", "proficiency bonus", "pb", "bab", "cmb",
    "cmd", "base atk", "base attack", "bulk", "resolve", "shields", "essence", "ess", "mod", "score", "firearms",
    "armor", "armour", "body control", "magic", "manipulation", "fear", "protection", "physique", "precision", "logic",
    "weight", "hardness", "stealth", "complexity", "disable", "agi", "sb", "tb", "mag", "ip",
    "empathy", "combat", "instinct", "armor points", "armour points",
)  # fmt: skip
_SKILLS_OF_CODES = (
    "admin", "animals", "art", "astrogation", "athletics", "broker", "carouse", "deception", "diplomat", "drive",
    "electronics", "engineer", "explosives", "flyer", "gambler", "gun combat", "gunner", "heavy weapons",
    "investigate", "language", "leadership", "mechanic", "medic", "melee", "navigation", "persuade", "pilot",
    "profession", "recon", "science", "seafarer", "stealth", "steward", "streetwise", "survival", "tactics",
    "vacc suit",
)  # fmt: skip
"""The skills of games with codes of attributes, which stand below a name and its code."""
_LETTERS = ("s", "d", "c", "i", "w", "ch", "m", "t", "r", "b", "a", "l", "e")
"""Attributes by a letter, which stand beside others alone."""
_LETTERS_OF_TWO_GAMES: Mapping[bool, Mapping[str, str]] = MappingProxyType(
    {True: {"w": "wounds", "i": "initiative"}, False: {"b": "body", "r": "reaction", "i": "intuition"}}
)
"""What letters in a row mean beside weapon skill (WS), and without it."""
_SAME: Mapping[str, str] = MappingProxyType({"d": "dex", "agi": "agility"})
"""What fields are called by other abbreviations."""
MOST_WORDS = 4
"""The most words of a label."""
LONGEST_VALUE = 60
LONGEST_TYPED = 160
"""The longest line of a game master's own below a stat block, in characters."""
FEWEST_IN_ROW = 3

_DICE = r"\d{1,3}\s?[dDwW]\d{0,4}(?:\s?[+\-−–]\s?\d{1,3})?(?!\w)|[dDwW]\d{1,4}(?:\s?[+\-−–]\s?\d{1,3})?(?!\w)"
_TOKEN = re.compile(
    rf"(?P<value>{_DICE}|[+\-−–]?\d{{1,6}}(?:[.,]\d{{1,3}})?)|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)|(?P<mark>\S)"
)
_CODE_OF_DICE = re.compile(r"\d{1,3}\s?[dDwW](?!\w)")
"""Dice without sides, which are a skill in some games, and never a health: ``stamina 4D``."""
_CODE = re.compile(r"[0-9A-HJ-NP-Z]{6}(?:-[0-9A-Z])?\b")
_MARKS = re.compile(r"^[\s>#*_|•-]++")
_FORMATTING = re.compile(r"[*_`]++")
_VALUE_FIRST = re.compile(r"(\d{1,4})\s++([^\W\d_][^\W\d_ ]*(?: [^\W\d_]+)?)")
_VALUES_AT_END = re.compile(r"(?<=[\s)])\d{1,3} [^\W\d_]{2,12}(?:,? \d{1,3} [^\W\d_]{2,12}){1,3}\s*+\Z")
"""Several numbers before their labels at the end of a line: ``Spear (d6 damage) 3 HP 1 Armor``."""
_DASHES = ("-", "–", "—")
_PAIR = re.compile(r"(\d{1,3}) ([^\W\d_]+)")
_ROW_OF_PAIRS = re.compile(r"\s*+(?:[^\W\d_]{1,8}:?\s\d{1,3}(?!\w)[,;|\s]*+){6,30}")
"""Labels, which may be letters, each with its number: ``M 4 WS 25 BS 35``."""
_PAIR_OF_ROW = re.compile(r"([^\W\d_]{1,8}):?\s(\d{1,3})")
_BETWEEN = re.compile(r"[|;,\t]| {3}")
NAMES_OF_COLUMNS = ("animal", "creature", "beast", "monster", "name", "npc", "robot", "tier", "kreatur")
"""The heads of columns with names."""
_GAPS = re.compile(r" *+[\t|] *+| {2,}+")
_NAME_BEFORE_NUMBER = re.compile(r"\A\s*+([^\W\d][^\d]*[^\W\d])(?=\s\d)")
_NUMBER_IN_ROW = re.compile(r"(?<=\s)\d{1,4}(?:\s?[^\W\d]{1,2}\b)?(?:\s?\([^()]*\))?")
_LETTERED = re.compile(r"(?<!\w)(C|S|I|AP|W):\s?(\d{1,3}(?:\s?\(\d{1,3}\))?)")
"""Values behind a letter and a colon, as in Mothership: ``C:45 Claws 2d10 I:30 W:2(15)``."""
_NAMES_OF_LETTERS: Mapping[str, str] = MappingProxyType(
    {"C": "combat", "S": "speed", "I": "instinct", "AP": "armor points", "W": "wounds"}
)
_NUMBER_OR_SIZE = re.compile(r"[+\-−–]?\d{1,4}[A-Z]?|[-−–—]")
_ROW = re.compile(r"[^\W\d_]+(?:[\s|,;/]+[^\W\d_]+)+[\s|]*")
_CELL = re.compile(r"[+\-−–]?\d{1,3}(?:/\d{1,3})?(?:\s*\(\s*[+\-−–]?\d{1,3}\s*\))?|[-−–](?!\d)")


_KEY = r"(?=[^\W\d_]{2,12}(?:\s[^\W\d_]{1,12})?\s?[:=]\s)"
_WIDE_GAP = re.compile(rf"(?<=\S)(?:\s{{2,}}+|\s*+\|\s++){_KEY}")
_GAP = re.compile(rf"(?<=\S)(?:\s{{2,}}+|\s*+[|/,;]\s++){_KEY}")


def split_keys(line: str, *, is_name: bool) -> list[str]:
    """Split a line with several keys; behind the key of a name, at a comma or a stroke too.

    >>> split_keys("Name: Zero, Role: Fixer", is_name=True), split_keys("HP: 9   SP: 4", is_name=False)
    (['Name: Zero', 'Role: Fixer'], ['HP: 9', 'SP: 4'])
    """
    return (_GAP if is_name else _WIDE_GAP).split(line)


@dataclass(frozen=True, slots=True)
class LabelledLine:
    """A value with its label."""

    label: str
    """Folded."""
    value: str
    within: str = ""
    """The label of the line in which the value stands among others, such as ``skills``."""


class Labels:
    """The labels of stat blocks for some rules: those of the fields come before those of other games."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields: Mapping[str, tuple[str, ...]] = MappingProxyType(
            {field.key: _names_of(field) for field in fields if field.kind in (Kind.NUMBER, Kind.DICE)}
        )
        self.codes = frozenset(field.code[0] for field in fields if field.code[0])
        own = {name for names in self.fields.values() for name in names if len(name) > 1}
        self._numbers = own | {
            *HEALTH, *WORDS[Meaning.ARMOUR], *PRINTED_ORDER, *HIT_DICE, *_ABILITIES, *_OTHERS, *self.codes,
            *(_SKILLS_OF_CODES if self.codes else ()),
        }  # fmt: skip
        self._dice = {name for field in fields if field.kind is Kind.DICE for name in _names_of(field)}
        self._known = self._numbers | {*LISTS}
        parts = {part for name in own for part in name.split(" and ")}
        self._strong = own | parts | {*HEALTH, *WORDS[Meaning.ARMOUR], *PRINTED_ORDER, *HIT_DICE, *LISTS, *self.codes}
        self._first_words = {label.split()[0] for label in self._known}
        self.read = lru_cache(maxsize=1024)(self._read)  # for where blocks begin, and for what is in them

    def _read(self, line: str) -> tuple[LabelledLine, ...]:
        """Return the values of a line that begins with a label and a value; empty for any other line."""
        lettered = _LETTERED.findall(line)
        if {"C", "I"} <= {letter for letter, _ in lettered}:
            return tuple(LabelledLine(_NAMES_OF_LETTERS[letter], value) for letter, value in lettered)
        cells = [cell.strip(" *_") for cell in _BETWEEN.split(_FORMATTING.sub("", line)) if cell.strip(" *_")]
        first = [_VALUE_FIRST.fullmatch(cell) for cell in cells]
        read = [
            [LabelledLine(match[2].casefold(), match[1])]
            if match and match[2].casefold() in self._numbers
            else [*self._values(cell)]
            for match, cell in zip(first, cells, strict=True)
        ]
        stated = [value for match, values in zip(first, read, strict=True) if match for value in values]
        if stated and all(read):
            return tuple(value for values in read for value in values)
        if len(stated) > 1:
            return tuple(stated)
        if (last := _VALUES_AT_END.search(line)) and {
            label.casefold() for _, label in _PAIR.findall(last[0])
        } <= self._numbers:
            return tuple(LabelledLine(label.casefold(), value) for value, label in _PAIR.findall(last[0]))
        pairs = _PAIR_OF_ROW.findall(line) if _ROW_OF_PAIRS.fullmatch(line) else []
        if pairs and (row := self.row(" ".join(label for label, _ in pairs), " ".join(value for _, value in pairs))):
            return row
        return tuple(self._values(_FORMATTING.sub("", _MARKS.sub("", line).replace("|", " "))))

    def is_strong(self, label: str) -> bool:
        """Return whether a label alone tells of a creature: of the rules, or health, armour class or initiative."""
        return label in self._strong

    def holds_values(self, line: str) -> bool:
        """Return whether a value of a creature stands somewhere in a line, before its label or behind it."""
        tokens = [*_TOKEN.finditer(line[:LONGEST_TYPED])]
        known = 0
        for at in range(len(tokens)):
            label, words = self._label_at(tokens, at)
            word = tokens[at][0].casefold()
            label, words = (word, 1) if not label and word in WORDS[Meaning.OTHER] else (label, words)
            if len(label) < 2 or label in LISTS:
                continue
            is_behind = at > 0 and tokens[at - 1]["value"] and label in (*HEALTH, *WORDS[Meaning.ARMOUR])
            if is_behind or self._value_at(tokens, at + words):
                known += 2 if self.is_strong(label) else 1
        return known > 1

    def is_label(self, line: str) -> bool:
        """Return whether a line is a label alone, whose value may stand on the next line."""
        return " ".join(_FORMATTING.sub("", _MARKS.sub("", line)).split()).strip(": ").casefold() in self._numbers

    def is_labels(self, line: str) -> bool:
        """Return whether a line consists of labels only, as the first line of a table does."""
        words = _TOKEN.findall(line.replace("|", " "))
        return len(words) > 1 and all(word.casefold() in self._known for _, word, _ in words)

    def label_before_words(self, line: str) -> str:
        """Return the label and the colon with which a line begins, without a number behind it; empty for none."""
        label, colon, _ = _FORMATTING.sub("", _MARKS.sub("", line))[:LONGEST_VALUE].partition(":")
        label = label.strip().casefold()
        return label if colon and label in self._known else ""

    def row(self, line: str, values: str) -> tuple[LabelledLine, ...]:
        """Return the values of two lines, the first of which has the labels; empty for other lines."""
        plain = _FORMATTING.sub("", values)
        if not _ROW.fullmatch(line.strip(" |*_")) or _CELL.sub("", plain).strip(" |,;/\t"):
            return ()
        names = [word.casefold() for _, word, _ in _TOKEN.findall(line) if word]
        cells = _CELL.findall(plain)
        is_known = sum(name in self._numbers for name in names) > 2 or {*"barswlic"} <= {*names}
        is_known = is_known and all(name in self._numbers or name in _LETTERS for name in names)
        if len(cells) != len(names) or not is_known:
            return ()
        letters = {**_SAME, **_LETTERS_OF_TWO_GAMES["ws" in names or "sb" in names]}
        return tuple(LabelledLine(letters.get(name, name), cell) for name, cell in zip(names, cells, strict=True))

    def columns(self, head: str, row: str, below: str) -> tuple[str, tuple[LabelledLine, ...]] | None:
        """Return the name and the values of a line below the heads of its columns; None for other lines.

        The name is empty if none of the columns has names. Several such lines, and one alone, are a table.
        """
        titles, cells = _cells_of(head), _cells_of(row)
        words = head.split()
        if len(words) > 1 and words[0].casefold() in NAMES_OF_COLUMNS and len(titles) == 1:  # the gaps are narrow
            titles, cells = words, [*_NAME_BEFORE_NUMBER.findall(row), *_NUMBER_IN_ROW.findall(row)]
        names = titles[0].casefold() in NAMES_OF_COLUMNS
        values = [
            LabelledLine(title.casefold(), cell)
            for title, cell in zip(titles[names:], cells[names:], strict=False)
            if title.casefold() in self._numbers
        ]
        is_known = names or len(values) == len(titles) or any(value.label in self.codes for value in values)
        is_table = len(_cells_of(below)) == len(cells) or (names and not below.strip())
        if is_table or not (values and is_known and len(titles) == len(cells) > 1):
            return None
        has_code = any(value.label in self.codes and _CODE.match(value.value) for value in values)
        is_told = any(value.label in self._strong for value in values) and all(
            value.value[:1].isdecimal() or value.value in "-–—" for value in values
        )
        is_name = not names or any(map(str.isalpha, cells[0]))
        return (cells[0] if names else "", tuple(values)) if (is_told or has_code) and is_name else None

    def row_above(self, values: str, line: str) -> tuple[LabelledLine, ...]:
        """Return the values of two lines, the second of which has the labels; empty for other lines."""
        cells = values.replace("|", " ").split()
        if len(cells) < FEWEST_IN_ROW or not all(map(_NUMBER_OR_SIZE.fullmatch, cells)):
            return ()
        tokens, names, at = [*_TOKEN.finditer(line.replace("|", " "))], list[str](), 0
        while at < len(tokens):
            name, words = self._label_at(tokens, at)
            if not name or len(name) == 1:
                return ()
            names.append(name)
            at += words
        return tuple(map(LabelledLine, names, cells)) if len(names) == len(cells) else ()

    def _values(self, line: str) -> Iterator[LabelledLine]:
        first = _TOKEN.search(line)
        if not first or first[0].casefold() not in self._first_words:
            return
        tokens = [*_TOKEN.finditer(line)]
        starts = list[tuple[str, int, str, int]]()
        within, deep, at = "", 0, 0
        while at < len(tokens):
            token = tokens[at]
            deep = max(deep + (token[0] in "([") - (token[0] in ")]"), 0)
            label, words = self._label_at(tokens, at) if token["word"] else ("", 0)
            # In brackets stand the remarks of other games, and the skills of an attribute that is rolled.
            if not label or (deep and label not in self._dice):
                if not starts and not within:
                    return
                at += 1
                continue
            if at and tokens[at - 1][0] == ";":
                within = ""
            value = self._value_at(tokens, at + words)
            if value is not None and label in self.codes and (code := _CODE.match(line, value.start())):
                yield LabelledLine(label, code[0])
                starts.append(("", value.start(), "", token.start()))
                while at < len(tokens) and tokens[at].start() < code.end():
                    at += 1
                continue
            if value is not None and label not in (*SAVES, *LISTS):
                is_skill = label in HEALTH and label not in self._dice and _CODE_OF_DICE.match(line, value.start())
                starts.append((label, value.start(), "skills" if is_skill else within, token.start()))
            elif label in LISTS or (label == "attr" and not starts and line[tokens[at].end() :][:1] == ":"):
                label = "attributes" if label == "attr" else label
                if not starts or tokens[at - 1][0] == ";":
                    within = label
                    starts.append((label, tokens[at + words - 1].end(), "", token.start()))
            elif not starts:
                return
            at += words
        if not starts or (len(starts) == 1 and starts[0][0] in LISTS and ":" not in line):
            return
        letters = {label for label, *_ in starts if len(label) == 1}
        ends = [start for *_, start in starts[1:]]
        for (label, start, inside, _), end in zip(starts, [*ends, len(line)], strict=True):
            if len(label) > 1 or (label and {"s", "d", "c"} <= letters):
                name = _SAME.get(label, label)
                yield LabelledLine(name, _until_separator(line, start, end, is_list=label in LISTS), inside)

    def _label_at(self, tokens: Sequence[re.Match[str]], at: int) -> tuple[str, int]:
        words = list[str]()
        for token in tokens[at : at + MOST_WORDS]:
            if not token["word"] and token[0] != "&":
                break
            words.append(token[0].casefold())
        for many in range(len(words), 0, -1):
            label = " ".join(words[:many])
            if label in self._known or (many == 1 and label in _LETTERS and at):
                return label, many
        return "", 0

    def _value_at(self, tokens: Sequence[re.Match[str]], at: int) -> re.Match[str] | None:
        """Return the value behind a label: behind a colon, and behind words in brackets."""
        if at < len(tokens) and tokens[at][0] == "(":
            inner = tokens[at + 1 : at + 6]
            closed = next((place for place, token in enumerate(inner) if token[0] == ")"), None)
            at = at + 2 + closed if closed is not None and all(token["word"] for token in inner[:closed]) else at
        while at < len(tokens) and tokens[at][0] in (":", "=", "."):
            at += 1
        if at + 1 < len(tokens) and tokens[at][0] in _DASHES:  # a value that is missing, or a sign before one
            if tokens[at + 1]["word"] and tokens[at - 1].end() == tokens[at].start() == tokens[at + 1].start() - 1:
                return None  # “Will-o’-Wisp”
            return tokens[at + 1] if tokens[at + 1]["value"] else tokens[at]
        if at >= len(tokens):
            return None
        label = tokens[at - 1]["word"] or (tokens[at - 2]["word"] if at > 1 else "")
        is_code = label and label.casefold() in self.codes and _CODE.match(tokens[at].string, tokens[at].start())
        return tokens[at] if tokens[at]["value"] or is_code else None


@lru_cache(maxsize=8)  # a text is looked at by several readers, and on each key
def labels_of(fields: tuple[Field, ...]) -> Labels:
    """Return the labels for rules with these fields."""
    return Labels(fields)


def _cells_of(line: str) -> list[str]:
    return _GAPS.split(line.strip(" \t|"))


def _until_separator(line: str, start: int, end: int, *, is_list: bool) -> str:
    text = line[start:end]
    if is_list:
        return text.strip(" :;,.")
    deep = 0
    for at, sign in enumerate(text[:LONGEST_VALUE]):
        deep += (sign in "([") - (sign in ")]")
        if sign in ";," and deep <= 0 and not (sign == "," and text[at + 1 : at + 4].isdecimal()):
            return text[:at].strip()
    return text[:LONGEST_VALUE].strip()


def _names_of(field: Field) -> tuple[str, ...]:
    names = calls_of(field)
    if " and " in names[0]:  # a sum, for which one of its parts is not enough
        return (names[0],)
    return (*names, *(alias for alias in FIELD_WORDS.get(names[0], ()) if alias not in names))
