"""Parse a typed line into its name and its parts, by the phrases that its tokens make.

From left to right every token ends in one place: the name, a value, a state, a note, or a word that says nothing.
What no phrase takes stays as it is written, so that it is asked about where it may mean something.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import islice
from types import MappingProxyType

from turntrack.core.fields import Field
from turntrack.core.vocabulary import BESIDE_HEROES, CONJUNCTIONS, LINKS, meaning_of
from turntrack.lines.free_form import REMARK, place_before, strip_marks
from turntrack.lines.names import is_modifier, is_skill, split_numbers
from turntrack.lines.phrases import PHRASES, compile_kinds
from turntrack.lines.plurals import singular
from turntrack.lines.tokens import GIVES_WAY, NUMBERS, WORN, TokenKind, TokenLine, read_tokens
from turntrack.lines.values import DICE_OF_ORDER, Said, Terms, write_parts

_COMPILED = tuple((phrase.name, phrase.compiled()) for phrase in PHRASES)
_TELLING = frozenset(
    ("side", "hidden", "wings", "wave", "round", "later", "after", "total", "rolled", "placed", "card", "state", "word")
)
"""The phrases that may stand before a name: ``Round 3: 2 orcs``."""
_BEGIN_REMARKS = frozenset(
    (TokenKind.DOES, TokenKind.GOT, TokenKind.COMES, TokenKind.SOME, TokenKind.NOT, TokenKind.HIDDEN, TokenKind.JUST)
)
_VALUES_FIRST = frozenset(("health", "field", "armour", "left", "total", "bonus"))
_VALUES = _VALUES_FIRST | {
    "marked", "left of one", "hurt", "full", "temporary", "base", "dice bonus", "dice of order", "added",
    "field left", "field gone", "code", "other", "pair",
}  # fmt: skip
_STATES = frozenset(("side", "hidden", "wings", "state", "lasting"))
_COUNTS = frozenset(("times", "count", "of them", "some left", "of plural", "of role"))
_BRACKETS = MappingProxyType({"(": ")", "[": "]", "{": "}", "<": ">"})
_PLACES = (
    "with", "mit", "in", "on", "from", "at", "behind", "inside", "out", "aboard", "through", "via", "over", "under",
    "above", "near", "by", "aus", "von", "vom", "durch", "über", "hinter", "unter", "auf", "im", "am", "bei", "beim",
    "until", "up", "among", "below", "till",
)  # fmt: skip
_DEEDS = ("acts", "goes", "comes", "come", "stands", "joins", "kommt", "kommen")
_BANDS = (
    "squad",
    "band",
    "gang",
    "pack",
    "mob",
    "group",
    "patrol",
    "crew",
    "team",
    "trupp",
    "gruppe",
    "bande",
    "rudel",
)
_KINDS_OF_ARMOUR = frozenset(
    {
        "natural", "cloth", "combat", "battle", "body", "mesh", "leather", "studded", "padded", "hide", "chain",
        "scale", "plate", "light", "medium", "heavy", "powered", "flak", "ablative", "ballistic", "subdermal",
        "head", "torso", "chest", "arm", "arms", "leg", "legs", "left", "right", "helmet", "jacket", "vest", "kopf",
        "körper", "arme", "beine", "helm", "jacke", "weste",
    }
)  # fmt: skip
_OF_WORN = (TokenKind.WORD, TokenKind.OTHER, TokenKind.LEFT)
_BESIDE_ALL = ("neutral", "neutrals", "neutrale")
"""Words for a side of their own, before a colon; behind a name *neutral* tells what somebody believes."""
_LABELS = ("group", "turn", "round", "card", "counter", "player")
_AFTER = ("after", "nach")
_FIRST_COUNTS = (TokenKind.NUMBER, TokenKind.COUNT_WORD)
_SOME_COUNTED = compile_kinds(
    "[NUMBER COUNT_WORD](?:OF_THEM|[IS NOW]?[HIDDEN CONDITION](?![,) NUMBER WORD]|$)|[IS NOW]?HIDDEN(?!WORD))"
)
"""Some of several: ``2 of them hidden``, ``two hiding on the ledge``."""
_MORE = ("x", "more", "further", "other", "additional", "weitere")
_UNTIL = ("until", "till", "til", "bis")
_SILENT = compile_kinds(r"(?:[:=!.|/{(\[<>)\]}&@%?+]|ARTICLE|LINK|ON|IS|EACH|GOT|NOW|TOTAL|TIMES|FOR|ABOUT)*")
"""Tokens that say nothing by themselves."""
_BEFORE_STATE = compile_kinds("SIGNED|(?:ARTICLE|LINK|ON|IS|EACH|GOT|NOW|FOR|WHEN|DOES|[&+])*")
_BEFORE_STATE_OF_ONE = compile_kinds("NUMBER|SIGNED|(?:ARTICLE|LINK|ON|IS|EACH|GOT|NOW|FOR|WHEN|DOES|[&+])*")
_ARRIVES = compile_kinds("[COMES IN ON IS ARTICLE NOW]{0,5}PLACE?ROUND[.#]?NUMBER")
_BEGINS_DEED = compile_kinds("WORD{2}|WORD ARTICLE WORD")
_NUMBERS = compile_kinds("[OF PAIR TOTAL ROLL SIGNED NUMBER]")
_NUMBER_OR_COUNT = compile_kinds("NUMBER|SIGNED|TIMES NUMBER|NUMBER TIMES")
_HOLDS_NUMBER = compile_kinds(r"NUMBER(?![OF LEFT]|WORD*$).{2}|WORD.*[NUMBER SIGNED].")
_OTHER = compile_kinds("(?<=,)WORD{1,4}(?:NUMBER HEALTH|HEALTH[:=.]*NUMBER)SIGNED?(?=,|$)")
"""What may be another combatant, with a health: ``cave bear hp 34``."""
_NUMBER_LAST = compile_kinds("NUMBER(?=,|$)")
_NUMBER_BEHIND = compile_kinds(":?NUMBER(?=,|$)")
_NUMBER_OF_NAME = compile_kinds(
    "NUMBER(?=[,( NUMBER]|$|[HEALTH ARMOUR TEMPORARY FULL][:=.]*[NUMBER ROLL PAIR](?![HEALTH ARMOUR TEMPORARY FULL]))"
)
_COUNT_BEHIND_LEAD = compile_kinds("[LINK NOW]*(number:[NUMBER COUNT_WORD])(?!,|$)")
_LINKS_BEHIND_LEAD = compile_kinds("[:!,) FOR LINK NOW]*")
_NAME_BEHIND_COLON = compile_kinds(":[LINK ARTICLE]*(?:[NUMBER COUNT_WORD]TIMES?)?[WORD ROLE SIDE OTHER]")
_ROLE_CALLED = compile_kinds("ROLE(?=!+:?WORD)")
_COUNT_WITHIN = compile_kinds("(?<![:,])[NUMBER COUNT_WORD](?=[WORD TIMES ROLE OTHER])")
_BEHIND_FIRST = compile_kinds("[: WORD NUMBER ROLE FIELD ORDER OTHER SIDE]")
_LATER_WHO = compile_kinds("(?:IN ARTICLE?|COMES IN?)ROUND NUMBER[NOW MORE]*(who:ARTICLE)WORD")
_COMES_WHO = compile_kinds("COMES ARTICLE?")
_WHO_COMES = compile_kinds("[WORD NUMBER COUNT_WORD ROLE](?!ROUNDS)")
_TOLD_BEHIND_NAME = compile_kinds("[WORD HIDDEN SIDE CONDITION EDGE ROLE FIELD DICE_FIELD HEALTH ARMOUR]")
_NAME_AND_NUMBER = compile_kinds("WORD+NUMBER")
_ENDS_WITH_STATE = compile_kinds("WORD{1,2}[HIDDEN CONDITION]|SIDE ROLE")
_COUNTED = compile_kinds("(?:TIMES[NUMBER ROLL]|[NUMBER ROLL]TIMES)$")
_NUMBERS_FIRST = compile_kinds(
    r"(?<![HEALTH FULL TEMPORARY ARMOUR ORDER FIELD DICE_FIELD CONDITION BONUS OTHER ROUND := ])"
    r"(?:[NUMBER SIGNED PAIR][HEALTH FULL TEMPORARY ARMOUR ORDER FIELD]|DICE DICE_FIELD){2,}"
    r"(?![:=.]*[NUMBER SIGNED PAIR DICE ROLL DIGITS])"
)
"""Numbers in a row with their words behind them: ``6 REF 5 BODY 20 hp``."""
_FILLS_LEAD = compile_kinds("[COMES WHEN NOW LINK ARTICLE EACH]*")
_ON_HIT = re.compile(r"on\s(?:an?\s|each\s)?(?:hit|crit|miss|fail|raise|touch)", re.IGNORECASE)
_LASTS = re.compile(r"(?:on|by|from|until|till|for|to|auf|von|bis)\s", re.IGNORECASE)
_JUST = re.compile("got|gets|came|comes|arriv|show|join|turn")
_STOP_AT_END = re.compile(r"(?:\s(?:until|till?|bis))?(?:(?<=\w{4})[.!]+)?\Z", re.IGNORECASE)
_PLACED = re.compile(r"(\d{1,3})\s+(\D+)")
_HEALTH_ALONE = re.compile(r" (?:hp|health) (\d+)")


@lru_cache(maxsize=32)
def pattern_of_texts(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of the parts that may have anything in them."""
    words = "|".join(map(re.escape, ("note", "side", "counter", *names)))
    return re.compile(rf",\s*+(?P<text>(?:{words}|group(?!\sof\s\d))\s[^,]*)", re.IGNORECASE)


def put_in_parts(line: str, terms: Terms) -> list[str]:
    """Return the parts of a line as quick lines have them, the name first.

    >>> put_in_parts("- 2 Orcs 15 hp (AC 13)", Terms(())), put_in_parts("Borin got a 21, prone", Terms(()))
    (['2 Orcs', ' hp 15', ' ac 13'], ['Borin', ' initiative 21', ' prone'])
    """
    text = strip_marks(line)
    remark, first = REMARK.search(text), pattern_of_texts(terms.texts).search(text)
    remark = None if remark and first and first.start() < remark.start() else remark
    note = [f" note {remark['text'].replace(',', ';')}"] if remark else []
    place, text = place_before(text[: remark.start()] if remark else text)
    parser = _Parser(text, terms)
    name, *parts = parser.parse()
    numbers = list[str]()
    if not parser.count:
        name, numbers = split_numbers(name, terms, is_placed=bool(place))
    placed = [f" {terms.order} {place}"] if place else []
    return [name, *placed, *(f" {number}" for number in numbers), *_join_health(parts), *note]


def values_alone(line: str, terms: Terms) -> list[str]:
    """Return the parts of a line that is nothing but values, and has no name; empty for any other line."""
    parser = _Parser(line, terms)
    parser.is_named = True
    parser.parse_parts(0, len(parser.tokens))
    is_alone = not (parser.rest or parser.has_silent) and _VALUES.issuperset(parser.names)
    return parser.parts if is_alone else []


def put_words_first(line: TokenLine, fields: tuple[Field, ...]) -> TokenLine:
    """Return a line with each word before its number, where several numbers in a row have their words behind them.

    One alone is read by its phrase. In a row each word stands between two numbers.

    >>> put_words_first(read_tokens("Rat 6 hp 15 ac", ()), ()).text
    'Rat hp 6, ac 15'
    """
    turned, end = "", 0
    for row in _NUMBERS_FIRST.finditer(line.kinds):
        said = (
            f"{line.part(place + 1, place + 2)} {line.part(place, place + 1)}"
            for place in range(row.start(), row.end(), 2)
        )
        turned += line.text[end : line.tokens[row.start()].start] + ", ".join(said)
        end = line.tokens[row.end() - 1].end
    return read_tokens(turned + line.text[end:], fields) if end else line


class _Parser:
    """A line, and what has been read of it so far."""

    def __init__(self, line: str, terms: Terms) -> None:
        self.terms = terms
        self.typed = put_words_first(read_tokens(line, terms.fields), terms.fields)
        self.line = line = self.typed.text
        self.tokens, self.kinds = self.typed.tokens, self.typed.kinds
        self.name = self.count = ""
        self.taken: Said | None = None
        self.parts, self.rest, self.names = list[str](), list[str](), list[str]()
        """What was read; the texts that no phrase has taken; and the names of the phrases."""
        self.is_named = self.is_lead = self.is_free = self.has_silent = False
        """Whether the name has ended; whether this stands before a name; and whether a state may stand anywhere."""
        self._starts = [token.start for token in self.tokens]
        self._ends = [*(at for at, kind in enumerate(self.kinds) if kind in ",)]"), len(self.tokens)]
        texts = pattern_of_texts(terms.texts).finditer(line)
        self._texts = {self._token_at(match.start("text")): match for match in texts}

    def text(self, start: int, end: int) -> str:
        return self.typed.part(start, end)

    def kind(self, at: int) -> str:
        return self.typed.kind(at)

    def parse(self) -> list[str]:
        """Return the name and the parts."""
        if self.kind(0) == TokenKind.COMMA:  # there is no name
            self.is_named = True
            self.parse_parts(1, len(self.tokens))
            return ["", *self.parts]
        at = self._read_lead()
        self.is_named = False
        counted = _COUNT_BEHIND_LEAD.match(self.kinds, at) if at else None
        if counted:
            self.count = self._number_at(counted.start("number"))
            at = counted.end() + (self.tokens[counted.end()].text.casefold() in _MORE)
        self.parse_parts(at, len(self.tokens))
        if self.taken:
            self._take_off(self.taken)
        if not self.count:
            return [self.name, *self.parts]
        placed = _PLACED.fullmatch(self.name)
        if placed and self.terms.score and self.count.isdecimal():  # “12 Goblins (3)”
            return [f"{placed[2]} x{self.count}", f" {self.terms.order} {placed[1]}", *self.parts]
        # A number at the end of a name is asked about: “Wolves x3 12”.
        is_numbered = self.name[-1:].isdecimal() and self.count.isdecimal() and any(map(str.isalpha, self.name))
        return [f"{self.count} {self.name}" if is_numbered else f"{self.name} x{self.count}", *self.parts]

    def _number_at(self, at: int) -> str:
        text = self.tokens[at].text
        return str(NUMBERS.get(text.casefold(), text))

    def _token_at(self, place: int) -> int:
        return bisect_left(self._starts, place)

    def _part_end(self, at: int, end: int | None = None) -> int:
        """Return where the part that a token stands in ends: at a comma or a bracket."""
        after = self._ends[bisect_left(self._ends, at)]
        return after if end is None else min(after, end)

    # What stands before the name.

    def _read_lead(self) -> int:
        """Read what stands before the name, if it tells something: ``Foes: 2 orcs``. Return where the name begins."""
        if self.kind(0) == TokenKind.WHEN and len(self.tokens) > 1:
            second = self.tokens[1].text
            if second[0].islower() and second not in ("per", "each", "every", "more", "again", "upon"):
                return self._read_condition()
        for stop in self._ends_of_lead():
            lead = _Parser(self.line[: self.tokens[stop].start], self.terms)
            is_count = self.kind(stop) in (TokenKind.NUMBER, TokenKind.COUNT_WORD)
            if lead.tells() and (not is_count or self._counts(stop, lead)):
                self.parts = lead.parts
                links = _LINKS_BEHIND_LEAD.match(self.kinds, stop, len(self.kinds) - 1)
                return links.end() if links else stop
        if self.kind(1) == ":" and self.tokens[0].text.casefold() in _BESIDE_ALL:
            self.parts.append(f" side {self.tokens[0].text.title()}")
            return 2
        at = self.kinds.find(":")
        is_place = at > 0 and self.tokens[0].text.casefold() in _PLACES
        if is_place and _NAME_BEHIND_COLON.match(self.kinds, at):
            self._note(0, at)  # “Am Tor: zwei Wachen”, not “Unter Offizier: TP 12”
            return at + 1
        return self._read_remark_before()

    def _ends_of_lead(self) -> list[int]:
        """Return where something that stands before the name may end."""
        last = len(self.kinds) - 1
        signs = [at for at, kind in enumerate(self.kinds) if at and (kind == ":" or self._is_dash(at))]
        counts = [match.start() for match in islice(_COUNT_WITHIN.finditer(self.kinds, 1), 3)]
        first = self.tokens[0].text.casefold() if self.tokens else ""
        is_sign = self.kind(1) in (":", ",")
        is_card = self.kind(0) == TokenKind.CARD and (first != "joker" or is_sign)
        if self.kind(0) == TokenKind.CARD and not is_card:
            return []
        is_role = first in ("pc", "npc", "nsc", "sc") or (first == "wc" and self.terms.deals_cards)
        is_first = (is_card or is_role) and _BEHIND_FIRST.match(self.kinds, 1) is not None
        totals = (pattern.match(self.kinds) for name, pattern in _COMPILED if name in ("total", "rolled", "placed"))
        ends_of_totals = (match.end() for match in totals if match)
        total = next((end for end in ends_of_totals if self.kind(end) != ","), 0)
        who = (match.end() for match in _COMES_WHO.finditer(self.kinds))
        named = (
            at
            for at in who
            if at <= last and (self.kinds[at - 1] == TokenKind.ARTICLE or self.tokens[at].text[0].isupper())
        )
        later = _LATER_WHO.match(self.kinds)  # “ab Runde 3 noch ein Hund”
        called = _ROLE_CALLED.match(self.kinds)  # “trap!! scythe blades”
        ends = [*signs[:2], *counts, int(is_first), next(named, 0), total, called.end() if called else 0]
        ends.append(later.end("who") if later else 0)
        return [at for at in ends if 0 < at <= last]

    def _is_dash(self, at: int) -> bool:
        return self.kinds[at] == "," and self.tokens[at].text.strip() not in (",", ";", "|", "")

    def tells(self) -> bool:
        """Read all as what stands before a name. Return whether it tells something, and nothing else but a place."""
        self.is_named = self.is_lead = True
        self.parse_parts(0, len(self.tokens))
        is_place = all(text.split()[0].casefold() in _PLACES for text in self.rest)
        return not _TELLING.isdisjoint(self.names) and is_place

    def _counts(self, at: int, lead: _Parser) -> bool:
        """Return whether a number counts those behind it: not in *invisible 3 eyed raven*."""
        words = [token.text for token in self.tokens[at + 1 : self._part_end(at)]]
        is_plural = any(word[0].isupper() for word in words[:1]) or any(singular(word) != word for word in words)
        return is_plural or lead.kind(0) == TokenKind.CARD or "later" in lead.names

    def _read_condition(self) -> int:
        """Read when somebody comes: ``If it goes badly Ortiz``. Return where the name begins."""
        capital = (at for at in range(4, len(self.kinds)) if self.tokens[at].text[0].isupper())
        comma = self.kinds.find(TokenKind.COMMA)
        for stop in sorted({*self._ends_of_lead(), comma, next(capital, -1)}):
            after = stop + (self.kind(stop) in (":", ","))
            if stop > 0 and _WHO_COMES.match(self.kinds, after):
                self.parts += [" wings", f" note {self.text(0, stop)}"]
                return after
        return 0

    def _read_remark_before(self) -> int:
        """Read a remark before somebody’s total as a note: ``Late as ever: Wyn 17``. Return where the name begins."""
        colon = self.kinds.find(":")
        is_name = _NAME_AND_NUMBER.match(self.kinds, colon + 1) and self.tokens[colon + 1].text[0].isupper()
        if colon > 2 and is_name and not any(map(str.isdigit, self.text(0, colon))):
            self._note(0, colon)
            return colon + 1
        return 0

    # Name and parts.

    def parse_parts(self, at: int, end: int) -> None:
        """Read the tokens of a range: a name, unless it has ended, and parts."""
        begin = at
        while at < end:
            after = self._step(begin, at, end)
            if after < 0:  # nothing is told here: the token belongs to the text around it
                at = -after
            else:
                begin = at = after
        self._close(begin, end)

    def _step(self, begin: int, at: int, end: int) -> int:
        """Read what begins at a token. Return where the next part begins, or negative where the text goes on."""
        kind = self.kinds[at]
        is_further = kind == TokenKind.WORD and begin == at and self.is_named and not self.terms.texts
        if is_further and _OTHER.match(self.kinds, at, end):
            return -self._part_end(at, end)
        if kind == ":" and begin < at and self._ends_name(begin, at, end):
            self._close(begin, at)
            return at + 1
        if at in self._texts and (self.is_named or begin < at):
            self._close(begin, at)
            self.parts.append(f" {self._texts[at]['text'].strip()}")
            return self._token_at(self._texts[at].end())
        if kind == ",":
            return self._read_comma(begin, at, end)
        if stop := self._end_of_remark(at, begin, end):
            self._close(begin, at)
            self.parts += [" on our side"] * self._is_ours(at, stop)
            self._note(at, stop)
            return stop
        if said := self._phrase_at(at, begin, end):
            self._close(begin, at)
            self.is_named = True
            return self._take(said)
        if not self.is_named and begin == at and (stop := self._value_at_begin(at, end)):
            return -stop
        if kind in _BRACKETS and (stop := self._closing(at, end)) > at + 1:
            return self._read_brackets(begin, at, stop, end)
        return -(at + 1)

    def _read_comma(self, begin: int, at: int, end: int) -> int:
        is_text = begin < at and (
            # “Otter - 17”, “sabre; long 3”
            (self._is_dash(at) and not self.is_named and _NUMBER_LAST.match(self.kinds, at + 1))
            or (self.tokens[at].text == ";" and "," in self.line and not self._phrase_at(at + 1, at + 1, end))
        )
        if is_text:
            return -(at + 1)
        self._close(begin, at)
        return at + 1

    def _ends_name(self, begin: int, at: int, end: int) -> bool:
        """Return whether a colon parts a name from what is told of it: ``Doc: smith, hp 20``."""
        if self.is_named or not _TOLD_BEHIND_NAME.match(self.kinds, at + 1):
            return False
        name = self.text(begin, at)
        return "," in self.kinds[at:end] and not (meaning_of(name) or name.casefold() in _LABELS)

    def _value_at_begin(self, at: int, end: int) -> int:
        """Return where a value ends that is all of the first part, which is a name then; 0 for none."""
        matches = (pattern.match(self.kinds, at, end) for name, pattern in _COMPILED if name in _VALUES_FIRST)
        return next((match.end() for match in matches if match and match.end() == self._part_end(at, end)), 0)

    def _end_of_remark(self, at: int, begin: int, end: int) -> int:
        """Return where a remark ends: what holds for some of several, what is not so, or a deed; 0 for none."""
        kind, stop = self.kinds[at], self._part_end(at, end)
        is_some = self._is_of_some(at)
        if kind not in _BEGIN_REMARKS and self.tokens[at].text not in _DEEDS and not is_some:
            return 0
        rest = self.kinds[at + 1 : stop]
        is_within = (
            not self.is_named
            and begin < at
            and self.kinds[at - 1] != TokenKind.NOT
            and self.tokens[at].text[0].islower()
        )
        arrives = _ARRIVES.search(rest)
        if (
            arrives
            and arrives.start()
            and (kind == TokenKind.DOES or (kind == TokenKind.COMES and rest[0] in (TokenKind.PLACE, TokenKind.IN)))
        ):
            return at + 1 + arrives.start() if is_within or (self.is_named and begin == at) else 0
        if self.is_named and begin == at and is_some and (self.count or self.kinds[0] in _FIRST_COUNTS):
            is_open = self.kinds.count("(", at, stop) > self.kinds.count(")", at, stop)
            return self._part_end(stop + 1) if is_open else stop
        if self.is_named and begin == at and kind in (TokenKind.SOME, TokenKind.NOT):
            has_state = not {TokenKind.CONDITION, TokenKind.EDGE, TokenKind.HIDDEN, TokenKind.SIDE}.isdisjoint(rest)
            return stop if has_state and TokenKind.NUMBER not in rest else 0
        if not is_within or not rest or _NUMBERS.search(rest):
            return 0
        is_deed = (
            kind == TokenKind.DOES
            or (kind == TokenKind.GOT and TokenKind.CARD not in rest)
            or (kind == TokenKind.HIDDEN and rest[0] == TokenKind.WHEN)
            or (kind == TokenKind.JUST and _JUST.match(self.tokens[at + 1].text))
            or self.tokens[at].text in _DEEDS
        )
        return stop if is_deed and not self._phrase_at(at, begin, end) else 0

    def _is_ours(self, begin: int, end: int) -> bool:
        """Return whether a remark tells that somebody is with the heroes: ``runs in and helps the crew``."""
        is_denied = any(kind in (TokenKind.DENIED, TokenKind.NOT, TokenKind.WHEN) for kind in self.kinds[begin:end])
        return not is_denied and any(token.text.casefold() in BESIDE_HEROES for token in self.tokens[begin:end])

    def _is_of_some(self, at: int) -> bool:
        """Return whether words begin that hold for some of several: ``two of them hidden``."""
        kind = self.kinds[at]
        return kind == TokenKind.SOME or (kind in _FIRST_COUNTS and bool(_SOME_COUNTED.match(self.kinds, at)))

    # Brackets.

    def _closing(self, at: int, end: int) -> int:
        """Return where a bracket closes that may hold others: ``(tough 7 (2))``; the first if they do not match."""
        begin, close = self.kinds[at], _BRACKETS[self.kinds[at]]
        stop = first = self.kinds.find(close, at, end)
        while stop > 0 and self.kinds.count(begin, at, stop) > self.kinds.count(close, at, stop + 1):
            stop = self.kinds.find(close, stop + 1, end)
        return stop if stop > 0 else first

    def _read_brackets(self, begin: int, at: int, stop: int, end: int) -> int:
        """Read brackets: values and states as parts, a remark as a note; others belong to the text around them."""
        told, has_list = self._told_within(at + 1, stop), "," in self.kinds[at:stop]
        if told and self.is_named and begin < at and not told <= _TELLING and not has_list:
            return -(stop + 1)  # “sandevistan (+3 init)”
        if told:
            self._close(begin, at)
            self.is_named, self.is_free = True, not has_list
            self.parse_parts(at + 1, stop)
            self.is_free = False
            return stop + 1
        if not self.is_named and begin < at and self._is_beside_number(at, stop, end):
            number = _NUMBER_BEHIND.match(self.kinds, stop + 1, end)
            last = number.end() if number else stop + 1
            self.is_named = True
            self.name = self.text(begin, at) + (
                self.line[self.tokens[stop].end : self.tokens[last - 1].end] if number else ""
            )
            self._note(at + 1, stop)
            return last
        is_number = self.is_named and begin < at and _NUMBER_OR_COUNT.fullmatch(self.kinds, at + 1, stop) is not None
        is_apart = self.is_named and (begin == at or stop + 1 == end or self.kind(stop + 1) == ",")
        holds_number = self.kinds[at] in "([" and _HOLDS_NUMBER.match(self.kinds[at + 1 : stop])
        is_of_some = self._is_of_some(at + 1)
        if is_number or not (is_apart or has_list or holds_number or is_of_some):
            return -(stop + 1)
        self._close(begin, at)
        self.is_named = True
        self._note(at + 1, stop)
        return stop + 1

    def _told_within(self, at: int, stop: int) -> set[str]:
        """Return the phrases in brackets that hold nothing else, or several parts of which one begins with a phrase."""
        if _ENDS_WITH_STATE.fullmatch(self.kinds[at:stop]):  # “stealth, hidden”
            return {"state"}
        told, has_value, has_rest, begin = set[str](), False, False, at
        has_list, was_named = "," in self.kinds[at:stop], self.is_named
        self.is_named = True
        while at < stop:
            if said := self._phrase_at(at, begin, stop):
                after = self.kinds[said.match.end() : stop].partition(",")[0].strip("!")
                is_value = said.name not in ("side", "state", "wings", "total", "rolled", "placed", "taken")
                has_value |= at == begin and (is_value or not after)
                told.add(said.name)
                at = said.match.end()
                continue
            is_modifier = begin == at and self.kinds[at:stop].partition(",")[0] == TokenKind.SIGNED
            told |= {"bonus"} if is_modifier else set()
            has_value |= is_modifier
            has_rest |= not _SILENT.fullmatch(self.kinds[at]) and self.kinds[at] != ","
            begin = at + 1 if self.kinds[at] == "," else begin
            at += 1
        self.is_named = was_named
        arrives = not told.isdisjoint(("round", "later"))
        return told if arrives or (has_value and (has_list or not has_rest)) else set()

    def _is_beside_number(self, at: int, stop: int, end: int) -> bool:
        """Return whether brackets beside the number behind a name are a remark: ``Kyra (fighter) 22``."""
        text = self.text(at + 1, stop)
        states = {TokenKind.HIDDEN, TokenKind.CONDITION, TokenKind.SIDE, TokenKind.WINGS, TokenKind.EDGE}
        if any(map(str.isdigit, text)) or not text[:1].isalpha() or not states.isdisjoint(self.kinds[at:stop]):
            return False
        return bool(_NUMBER_BEHIND.match(self.kinds, stop + 1, end)) or self.kinds[at - 1] in (
            TokenKind.NUMBER,
            TokenKind.SIGNED,
        )

    # Phrases.

    def _phrase_at(self, at: int, begin: int, end: int) -> Said | None:
        """Return the phrase that begins at a token of the part that begins at another; None for none."""
        if not self.is_named and begin == at:  # a line begins with a name
            return None
        for name, pattern in _COMPILED:
            match = pattern.match(self.kinds, at, end)
            if match and match.end() > at and self._is_meant(name, match, begin, end):
                return Said(name, match)
        return None

    def _is_meant(self, name: str, match: re.Match[str], begin: int, end: int) -> bool:
        """Return whether a phrase is meant by tokens that look like it."""
        at, after = match.span()
        is_first = begin == at
        is_whole = is_first and after >= self._part_end(at, end)
        before = self.kind(at - 1) if at else ""
        if name in _COUNTS:
            return not self.count and self._counts_those_before(name, match, begin, is_whole=is_whole)
        if name in _STATES:
            return self._is_state_meant(name, match, begin, end, is_whole=is_whole)
        match name:
            case "tactic":
                return TokenKind.HEALTH in match[0] or self.tokens[at].text.casefold() in GIVES_WAY
            case "after":
                return self.tokens[match.start("word")].text.casefold() in _AFTER
            case "wave":
                is_wave = self.tokens[at].text.casefold().startswith("wave")
                return is_wave and is_first and after == len(self.kinds)
            case "added":
                return match["signed"] is None or len(self.text(*match.span("signed"))) < 3
            case "dice and health":
                if match["within"] and TokenKind.HEALTH in self.kinds:  # “3D (14), bp 20”
                    return False
                return self.terms.takes_codes and not is_skill(self.typed, begin, at, self.terms)
            case "dice bonus":
                return DICE_OF_ORDER.fullmatch(self.text(*match.span("value"))) is not None
            case "armoured":
                return " " not in self.text(at, after)
            case "bonus in brackets":
                number = self.text(*match.span("value"))
                is_bonus = self.terms.takes_modifier and (number[0] == "+" or len(number) < 3)
                return is_bonus and is_first if self.is_named else before != TokenKind.NUMBER
            case "total in brackets":
                is_single = singular(self.name) == self.name and not self.count and match["value"] != ""
                return self.is_named and is_first and is_single and bool(self.terms.score)
            case "later":
                is_told = is_whole and self.tokens[at - 1].text.casefold() not in _UNTIL
                return TokenKind.COMES in match[0] or not self.is_named or self.is_lead or is_told
            case "left of one":
                return self.kinds[0] != TokenKind.NUMBER and not self.count
            case "left" if TokenKind.HEALTH not in match[0]:
                is_alone = self.kinds[0] != TokenKind.NUMBER and not self.count
                ends = is_whole or (is_first and self.kind(after) == TokenKind.LINK)
                return ends and self.is_named and is_alone and before not in _BRACKETS
            case "left":
                return match[0][-1] != TokenKind.LEFT or (self.kinds[0] != TokenKind.NUMBER and not self.count)
            case "unseen":
                return is_first or self.tokens[at].text.isupper()
            case "taken" if match[0][0] == TokenKind.NUMBER and TokenKind.DAMAGE not in match[0]:
                return _HEALTH_ALONE.fullmatch("".join(self.parts[-1:])) is not None
            case "glued health":  # “50hp 14”, “40hp+10”
                glued = [self.tokens[place].end == self.tokens[place + 1].start for place in range(at, after - 1)]
                return all(glued)
            case "health":  # “hp 7+3” is no health with a modifier behind it
                is_sum = self.kind(after) == TokenKind.SIGNED
                return not (is_sum and self.tokens[after - 1].end == self.tokens[after].start)
            case "rest":  # not of something else: ``arrows 20, 8 left``
                above = "".join(self.parts[-1:])
                is_of_health = _HEALTH_ALONE.fullmatch(above) is not None or not any(map(str.isdigit, above))
                return is_of_health and not self.count and self.kinds[0] != TokenKind.NUMBER
            case "worn":
                words = [token.text.casefold() for token in self.tokens[at:after] if token.kind in _OF_WORN]
                return self.is_named and not WORN.isdisjoint(words) and (WORN | _KINDS_OF_ARMOUR).issuperset(words)
            case "dice in brackets":
                return not self.is_named and self.terms.takes_codes and not is_skill(self.typed, begin, at, self.terms)
            case "code" | "pair" | "profile" | "taken" | "marked" | "word":
                is_named_first = name != "word" or (self.is_named and is_whole)
                return is_named_first and (is_first or not self.is_named)
            case "hurt":
                return not any(_HEALTH_ALONE.match(part) for part in self.parts)
            case "rolled":
                is_had = self.tokens[at].text in ("has", "have") and TokenKind.ARTICLE in match[0]
                return self.kinds[at] != TokenKind.LINK or is_had
            case "placed":
                is_behind = before in (TokenKind.NUMBER, TokenKind.SIGNED, TokenKind.PAIR)
                is_clear = 0 <= at <= self._ends[0] or is_behind
                return self.kinds[at] == TokenKind.IS or (before != TokenKind.CONDITION and is_clear)
            case "round":
                if (
                    self.is_named
                    and TokenKind.COMES not in self.kinds[begin:after]
                    and _BEGINS_DEED.match(self.kinds, begin, at)
                ):
                    return False  # “blows the horn round 2”
                if TokenKind.PLACE in match[0]:
                    is_until = self.tokens[at].text.casefold() in _UNTIL  # of a deed, not of a state
                    return is_first and (not is_until or self.names[-1:] == ["note"])
                return not at or self.tokens[at - 1].text not in _UNTIL or TokenKind.DOES in self.kinds[begin:at]
            case _:
                return True

    def _is_state_meant(self, name: str, match: re.Match[str], begin: int, end: int, *, is_whole: bool) -> bool:
        """Return whether a word tells a side or a state, and is not part of a name or of a remark."""
        at, after = match.span()
        behind = self.text(after, min(self._part_end(at, end), after + 3))
        is_threshold = self.kinds[after : after + 2] == TokenKind.ON + TokenKind.NUMBER  # “incapacitated at 4”
        if is_threshold or _ON_HIT.match(behind) or (name == "lasting" and not _LASTS.match(behind)):
            return False
        if begin < at and self.kinds[at - 1] in (TokenKind.NOT, TokenKind.SOME):
            return False
        start = match.start("value") if match["value"] else at + 1
        if self.is_named:
            is_several = self.count or self.kinds[0] in _FIRST_COUNTS or singular(self.name) != self.name
            before = _BEFORE_STATE_OF_ONE if self.parts and not is_several else _BEFORE_STATE
            is_first = self.is_free or self.is_lead or before.fullmatch(self.kinds, begin, at) is not None
            return is_first and (self.kinds[start] != TokenKind.TWICE or begin == at)
        text = self.tokens[start].text
        is_told = text[0].islower() or text.isupper() or is_whole or start > at
        return is_told and self.kinds[at - 1] not in _BRACKETS

    def _counts_those_before(self, name: str, match: re.Match[str], begin: int, *, is_whole: bool) -> bool:
        """Return whether a number is that of those named before."""
        at, after = match.span()
        behind = self.kind(after)
        if name == "times" and behind == TokenKind.NUMBER and self.tokens[at].end < self.tokens[at + 1].start:
            return False  # “11 x2”
        if name == "of them":  # in “3 orcs, 2 of them hidden” they are some
            is_first = not self.is_named or _SILENT.fullmatch(self.kinds, begin, at) is not None
            return is_first and self.kinds[0] not in _FIRST_COUNTS
        if name in ("times", "count"):
            is_behind_code = TokenKind.DIGITS in self.kinds[max(at - 2, 0) : at]  # “Aslan 9B8765 (x2) claws”
            if begin == at and (is_behind_code or (name == "count" and not self.parts)):
                return True
            if self.kinds[at - 1] == TokenKind.PROFILE or _COUNTED.search(self.kinds, begin, at):
                return False
            is_number = TokenKind.TIMES not in match[0] and TokenKind.BAND not in match[0] and match[0][0] in "(["
            is_single = is_number and self.is_named and singular(self.name) == self.name  # “Aria (PC) (18)”
            return not self.is_named or (is_whole and not is_single and behind in ("", ",", TokenKind.NUMBER))
        called = self.name if self.is_named else self.text(begin, at)
        word = called.split()[-1].casefold() if called else ""
        if not called or (self.is_named and not is_whole and behind != TokenKind.ROLE):
            return False
        if name == "some left":
            return not (self.is_named or meaning_of(word) or word in self.terms.labels)
        is_german = self.kinds[at] == TokenKind.COUNT_WORD and called.endswith("en")
        is_plural = name == "of role" or is_german or singular(called) != called or called.casefold().endswith(_BANDS)
        return is_plural and word not in ("of", "for", "the") and not any(map(str.isdigit, called))

    def _take(self, said: Said) -> int:
        """Take what a phrase says. Return where the next part begins."""
        name, match = said
        self.names.append(name)
        if name in _COUNTS:
            return self._take_count(match)
        if name in ("when", "lasting", "unseen"):  # all of the part
            end = self._part_end(match.end())
            if name == "lasting":
                end = self._end_of_text(match.end(), end)
            if name != "lasting":
                self.parts.append(" wings" if name == "when" else " hidden")
                self._note(match.start(), end)
            else:
                self.parts.append(f" {self.text(match.start('value'), end)}")
            return end
        if name == "field now":
            word = f" {self.text(*match.span('word'))} "
            before = next((part for part in self.parts if part.casefold().startswith(word.casefold())), "")
            self.parts = [f" note{part}" if part == before else part for part in self.parts]
        for part in write_parts(said, self.typed, self.terms):
            health, _, full = part.partition("/")
            if health.startswith("hp "):  # “hp 59, at 30 of 59” says the full health twice
                self.parts = [other for other in self.parts if other != f" hp {full}"]
            self.parts.append(f" {part}")
        self.taken = said if name in ("taken", "rest") else self.taken
        return match.end()

    def _end_of_text(self, at: int, end: int) -> int:
        """Return where the text of a condition ends: before the next value: ``on bless 45hp``."""
        for stop in range(at + 1, end):
            said = self._phrase_at(stop, at, end)
            is_number = stop == end - 1 and self.kinds[stop] in (TokenKind.NUMBER, TokenKind.SIGNED)
            is_of_text = self.kinds[stop - 1] in (TokenKind.ROUND, TokenKind.ROUNDS)
            if (said and said.name in _VALUES) or (is_number and not is_of_text):
                return stop
        return end

    def _take_count(self, match: re.Match[str]) -> int:
        """Take how many there are. Return where the next part begins."""
        said = {group: self.text(*match.span(group)) for group, kinds in match.groupdict().items() if kinds}
        number = next(said[group] for group in ("value", "within", "about", "kind") if group in said)
        self.count = str(NUMBERS.get(number.casefold(), number)).strip("xX× ")
        if role := said.get("role"):
            self.parts.append(f" {role}")
        if full := said.get("full") or said.get("every"):
            self.parts.append(f" note {number} left of {full}")
        after = match.end()
        if (
            not role
            and all(part.startswith(" note") for part in self.parts)
            and _NUMBER_OF_NAME.match(self.kinds, after)
        ):
            self.name = f"{self.name} {self.tokens[after].text}"
            return after + 1
        return after

    def _take_off(self, taken: Said) -> None:
        """Take damage off the health of somebody who is alone, or leave what is told to be left."""
        at = next((at for at, part in enumerate(self.parts) if _HEALTH_ALONE.fullmatch(part)), None)
        if at is not None and not self.count and not self.name[:1].isdigit():
            full, number = int(self.parts[at].split()[1]), self.text(*taken.match.span("value"))
            left = max(full - int(number), 0) if taken.name == "taken" else int(number)
            if left <= full and singular(self.name) == self.name:
                self.parts[at] = f" hp {left}/{full}"
                self.parts = [part for part in self.parts if not (part.startswith(" note ") and number in part.split())]

    # What no phrase takes.

    def _note(self, begin: int, end: int) -> None:
        self.is_named = True
        self.names.append("note")
        text = (
            _STOP_AT_END.sub("", self.text(begin, end))
            if self.tokens[end - 1].text in _UNTIL
            else self.text(begin, end)
        )
        self.parts.append(f" note {text.replace(',', ';')}")

    def _close(self, begin: int, end: int) -> None:
        """Take the tokens that no phrase has taken as the name, as a note, or as a part that is asked about."""
        is_name = not self.is_named
        kinds = self.kinds[begin:end]
        is_nothing = (_SILENT.fullmatch(kinds) or self.text(begin, end) == "so") and not is_name
        fills_lead = self.is_lead and _FILLS_LEAD.fullmatch(kinds)
        self.has_silent |= bool(is_nothing) and any(map(str.isalpha, self.text(begin, end)))
        if begin >= end or is_nothing or fills_lead:
            return
        is_consequence = not is_name and self.tokens[begin].text in ("→", "->", "=>")
        begin, end = self._without_links(begin, end, is_name=is_name)
        if begin >= end:
            return
        self.is_named = True
        if is_name:
            self._take_name(begin, end)
            return
        text = _STOP_AT_END.sub("", self.text(begin, end))
        self.rest.append(text)
        is_asked = any(map(str.isdigit, text))
        is_place = text.split()[0].casefold() in _PLACES
        is_clause = self.kinds[begin] in (TokenKind.DOES, TokenKind.COMES, TokenKind.WHEN)
        is_behind = is_place and (self.is_lead or (self.name and self.kind(begin - 1) != "," and "," not in text))
        is_of_value = self.names[-1:] in (["other"], ["armour"]) and self.kind(begin - 1) != ","  # “SP 14 Weste”
        is_note = (
            is_consequence
            or (is_of_value and not is_asked)
            or (not is_asked and (is_behind or (is_clause and (self.name or self.is_lead))))
        )
        self.parts += [" on our side"] * (is_note and self._is_ours(begin, end))
        self.parts.append(f" note {text}" if is_note else f" {text}")

    def _without_links(self, begin: int, end: int, *, is_name: bool) -> tuple[int, int]:
        """Return where tokens begin and end without signs and words around them that say nothing."""
        before = ":=" if is_name else ":=!.)]@"
        while begin < end and (
            self.kinds[begin] in before or (begin + 1 < end and self._is_link(begin, end, is_name=is_name))
        ):
            begin += 1
        last = (*LINKS, "the", "on", "at")
        while begin + 1 < end and (
            self.kinds[end - 1] in ":=.!|/&@"
            or self._is_link(end - 1, end, is_name=is_name)
            or (is_name and self.tokens[end - 1].text.casefold() in last)
        ):
            end -= 1
        return begin, end

    def _is_link(self, at: int, end: int, *, is_name: bool) -> bool:
        """Return whether a token links parts, and says nothing itself."""
        kind, word, is_last = self.kinds[at], self.tokens[at].text.casefold(), at == end - 1
        if kind == TokenKind.EACH and (word != "all" or (is_name and is_last and self.kinds[at - 1] == TokenKind.WORD)):
            return True
        if is_name:
            is_counted = bool(self.count) or self.kinds[0] in (TokenKind.NUMBER, TokenKind.COUNT_WORD)
            is_deed = kind == TokenKind.GOT and word != "hat" and self.tokens[at].text.islower()
            is_rolled = is_deed and self.kinds[at - 1] == TokenKind.WORD
            comes = kind == TokenKind.JUST or is_rolled or (kind == TokenKind.COMES and is_counted)
            return word in LINKS or (is_last and comes)
        # “with Dunmore” says who is there, and “with the dog” who comes.
        is_with = word in ("with", "mit") and not is_last
        is_told = is_with and (self.tokens[at + 1].text[0].isupper() or "".join(self.parts[-1:]).startswith(" round"))
        return word in CONJUNCTIONS and not is_told

    def _take_name(self, begin: int, end: int) -> None:
        """Take the name, and the modifier or dice behind it."""
        first, last = self.tokens[begin].text, self.kinds[end - 1]
        is_title = (
            first.istitle()
            and first.casefold() in self.terms.picks
            and self.line.casefold().count(first.casefold()) == 1
        )
        if is_title and begin + 1 < end and self.tokens[begin + 1].text[0].isupper():
            self.parts.append(f" {first}")
        split, word = end, ""
        if (
            begin + 1 < end
            and last == TokenKind.SIGNED
            and self.terms.takes_modifier
            and is_modifier(self.typed, begin, end - 1, self.terms)
        ):
            split, word = end - 1, "init "
        elif (
            begin + 1 < end
            and last == TokenKind.DICE
            and self.terms.takes_codes
            and not is_skill(self.typed, begin, end - 1, self.terms)
        ):
            split = end - 1
        elif begin + 2 < end and last == TokenKind.DICE:
            split = end - 2
        self.name = self.text(begin, split).rstrip(": ") if split < end else self.text(begin, end)
        self.parts += [f" {word}{self.text(split, end)}"] if split < end else []


def _join_health(parts: list[str]) -> list[str]:
    """Return the parts with the current and the full health in one: ``hp 11``, ``max hp 18`` as ``hp 11/18``."""
    full = next((part for part in parts if part.startswith(" max hp ")), "")
    if not full:
        return parts
    most = full.removeprefix(" max hp ")
    left = next((part for part in parts if _HEALTH_ALONE.fullmatch(part)), "")
    joined = f"{left}/{most}" if left else f" hp {most}"
    return [joined if part == (left or full) else part for part in parts if not left or part != full]
