"""Tokens of a typed line: each number, word and sign, with what it may be under the rules in use.

A kind of token is a letter, so that the kinds of a line are a text in which ``phrases`` finds its patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from turntrack.core.fields import DEALT, Field, Kind
from turntrack.core.vocabulary import EDGE_VALUES, WORDS, Meaning, fold_label


class TokenKind(StrEnum):
    """What a token may be; signs are their own kind."""

    COMMA = ","
    """A comma, or another sign between parts: a semicolon, a bar, a dash between spaces."""
    NUMBER = "n"
    SIGNED = "s"
    PAIR = "p"
    """Two numbers: ``7/12``."""
    LIST = "N"
    """More numbers: ``7/5/9``."""
    ROLL = "r"
    """Dice that are rolled: ``2d6+2``."""
    DICE = "d"
    """The code of a trait: ``3D+2``."""
    CARD = "c"
    DIGITS = "u"
    """A code of attributes: ``7A8C62``."""
    PROFILE = "V"
    """A value in one word that the rules do not know: ``WS25``."""
    ORDINAL = "1"
    WORD = "w"
    HEALTH = "H"
    FULL = "M"
    TEMPORARY = "T"
    ARMOUR = "A"
    ORDER = "I"
    BONUS = "B"
    FIELD = "F"
    """The name of a number that the rules have."""
    DICE_FIELD = "G"
    PICK = "P"
    """A value of the rules that is a word, or a flag."""
    CODE = "U"
    OTHER = "O"
    SIDE = "S"
    WINGS = "W"
    HIDDEN = "X"
    EDGE = "E"
    ROLE = "K"
    CONDITION = "C"
    TWICE = "D"
    HURT = "h"
    OF = "o"
    MAX = "m"
    TIMES = "x"
    EACH = "e"
    NOW = "k"
    ARTICLE = "a"
    MORE = "+"
    GOT = "g"
    IS = "i"
    ON = "t"
    TOTAL = "q"
    NATURAL = "j"
    LINK = "l"
    FOR = "f"
    ROUND = "R"
    ROUNDS = "Z"
    IN = "b"
    COMES = "Y"
    WHEN = "J"
    SOON = "L"
    TAKEN = "z"
    DAMAGE = "y"
    MARKED = "v"
    LEFT = "5"
    IMPROVED = "8"
    COUNT_WORD = "0"
    ABOUT = "9"
    BAND = "4"
    OF_THEM = "6"
    STRONG = "7"
    UNIT = "3"
    NOT = "Q"
    SOME = "2"
    JUST = "$"
    DOES = "_"
    PLACE = "^"
    NOT_ROLLED = "%"
    NOBODY = "'"
    DENIED = "ß"
    SEEN = "°"
    SEES = "€"
    KNOWN = "§"
    SHOW = "¶"


GERMAN_NUMBERS = MappingProxyType(
    {
        "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
        "zwölf": 12,
    }
)  # fmt: skip
NUMBERS = MappingProxyType(
    {
        "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, **GERMAN_NUMBERS,
    }
)  # fmt: skip
_OF_MEANINGS = MappingProxyType(
    {
        Meaning.HEALTH: TokenKind.HEALTH, Meaning.FULL_HEALTH: TokenKind.FULL, Meaning.TEMPORARY: TokenKind.TEMPORARY,
        Meaning.ARMOUR: TokenKind.ARMOUR, Meaning.ORDER: TokenKind.ORDER, Meaning.ORDER_MODIFIER: TokenKind.BONUS,
        Meaning.HEROES: TokenKind.SIDE, Meaning.FOES: TokenKind.SIDE, Meaning.ALLIES: TokenKind.SIDE,
        Meaning.WINGS: TokenKind.WINGS, Meaning.HIDDEN: TokenKind.HIDDEN, Meaning.OTHER: TokenKind.OTHER,
        Meaning.STATE: TokenKind.EDGE, Meaning.KIND: TokenKind.ROLE, Meaning.CONDITION: TokenKind.CONDITION,
        Meaning.TWICE: TokenKind.TWICE,
    }
)  # fmt: skip
_OFTEN_NAMES = ("them", "us", "order", "ca", "character", "roll", "rolled", "party", "crew", "number", "turn order")
"""Words of the vocabulary that in running text are seldom what they mean in a heading, or a label."""
GIVES_WAY = (
    "flees", "flee", "runs", "run", "surrenders", "surrender", "retreats", "retreat", "yields", "breaks", "gives up",
    "gives in", "fights", "fight", "fights on", "flieht", "ergibt sich", "gibt auf", "kämpft",
)  # fmt: skip
"""What somebody does at a health, even where the number has no word: ``flees at 20``."""
_FILLERS: Mapping[TokenKind, str] = MappingProxyType(
    {
        TokenKind.OF: "of|von|out of|of her|of his|of its|of their|von seinen|von ihren",
        TokenKind.MAX: "max|maximum",
        TokenKind.TIMES: "x",
        TokenKind.EACH: "each|both|beide|apiece|a piece|ea|per head|jeweils|je|à|all",
        TokenKind.NOW: "current|remaining|down to|is down to|currently|now|now at|currently at|only|noch|nur noch|nur"
        "|jetzt|runter auf|still|aber nur noch",
        TokenKind.ARTICLE: "a|an|the|eine|ein|einen|der|die|das",
        TokenKind.MORE: "plus",
        TokenKind.GOT: "got|gets|get|used|uses|rolled|rolls|roll|threw|throws|shouts|calls|würfelt|hat",
        TokenKind.IS: "is|was|goes|acts|stands|are|ist|always|fixed|permanently",
        TokenKind.ON: "on|at|in at|auf|bei",
        TokenKind.TOTAL: "total|total of|dirty|in total|all in|altogether|all told|incl everything|including everything"
        "|incl all|incl mods|incl bonus|with mods|with everything|insgesamt|gesamt|mit allem|inkl allem|alles drin",
        TokenKind.NATURAL: "nat|natural",
        TokenKind.LINK: "and|with|has|have|having|und|mit|w|but|already|also|too|he|she|they|he’s|she’s|it’s"
        "|there’s|there's|there are"
        "|he's|she's|it's|schon|bereits|zu|who|drew|draws|holds|card",
        TokenKind.FOR: "for|für|to",
        TokenKind.ROUND: "round|rnd|rd|turn|runde",
        TokenKind.ROUNDS: "rounds|turns|minutes|minute|runden|minuten",
        TokenKind.IN: "in|after|nach|by|from|ab|aus|as|als",
        TokenKind.COMES: "arrives|arrive|arriving|appears|appear|comes|come|coming|joins|join|joining|enters|enter"
        "|lands|shows up|turns up|show up|turn up|drop in|drops in|crawls"
        "|kommt|kommen|taucht|tauchen|erscheint|reinforcement|reinforcements|starting|eta|starts"
        "|comes in|joins in|erst|at the start of|at the top of|at the beginning of"
        "|at the end of|start of|top of|beginning of|end of|am anfang von|am ende von",
        TokenKind.WHEN: "if|when|once|as soon|should|falls|wenn|sobald",
        TokenKind.SOON: "next round|next turn|in der nächsten runde|nächste runde|in the next round",
        TokenKind.TAKEN: "took|taken|lost|suffered|missing|verloren|abgekriegt|abbekommen|eingesteckt|kassiert|weg"
        "|gone",
        TokenKind.DAMAGE: "damage|dmg|schaden|so far|points",
        TokenKind.MARKED: "marked",
        TokenKind.LEFT: "left|übrig",
        TokenKind.HURT: "wounded|hurt|damaged|verletzt|verwundet|angeschlagen|kaputt|beschädigt",
        TokenKind.IMPROVED: "imp|improved",
        TokenKind.COUNT_WORD: "|".join(NUMBERS),
        TokenKind.ABOUT: "ca.|about|around|approx|roughly|etwa|rund|ungefähr",
        TokenKind.BAND: "group|groups|pack|packs|squad|squads|band|bands|gang|gangs|mob|mobs|wave|waves|gruppe|gruppen",
        TokenKind.OF_THEM: "of them|of em|of 'em|of these|of those|stück|stk",
        TokenKind.STRONG: "guys|strong",
        TokenKind.UNIT: "ft|feet|m",
        TokenKind.NOT: "not|nicht|no|kein|keine|never|nearly|almost|seriously|severely|mortally|critically|lightly"
        "|badly|gravely|heavily|schwer|who|that|which|was|were",
        TokenKind.SOME: "one|some|half|most|another|the other|the first|the second|the last|einer|eine davon"
        "|one of them|einer davon|two of them|zwei davon",
        TokenKind.JUST: "just|finally",
        TokenKind.DOES: "stays|waits|rides|sits|follows|wants|lies|crouches|hockt|kauert"
        "|liegt|handelt|bleibt|wartet|läuft|steht"
        f"|sitzt|reitet|folgt|helps|hilft|eilt|climbs|drops|{'|'.join(GIVES_WAY)}",
        TokenKind.PLACE: "behind|inside|aboard|through|via|over|under|above|near|hinter|unter|im|am|beim|vom|durch"
        "|über|among|below|until|up|till|til|bis|outside",
        TokenKind.NOT_ROLLED: "hasn’t rolled yet|hasn't rolled yet|has not rolled yet|not rolled yet|not rolled"
        "|noch nicht gewürfelt|still rolling|hasn’t rolled|hasn't rolled",
        TokenKind.NOBODY: "nobody|no one|noone|nobody’s|nobody's|no one’s|no one's|they haven’t|they haven't"
        "|they havent|they have not|niemand|keiner|noch keiner|noch niemand",
        TokenKind.DENIED: "don’t|don't|dont|doesn’t|doesn't|doesnt|didn’t|didn't|didnt|haven’t|haven't|havent|hasn’t"
        "|hasn't|hasnt|can’t|can't|cant|cannot|won’t|won't|wont",
        TokenKind.SEEN: "seen|spotted|noticed|shown|revealed|gesehen|entdeckt|bemerkt",
        TokenKind.SEES: "see|sees|saw|spot|spots|notice|sehen|sieht",
        TokenKind.KNOWN: "know|knows|know yet|know about|weiß|wissen",
        TokenKind.SHOW: "show|reveal|show yet|reveal yet|zeigen",
        TokenKind.BONUS: "mod|modifier|bonus",
        TokenKind.ORDER: "i",
        TokenKind.HIDDEN: "hides|lurks|lauert|lurking|versteckt sich|sneaks",
    }
)
"""Words between others, and for what somebody does, that are no values by themselves."""

_LEX = re.compile(
    r"""(?P<CARD>(?<!\w)(?:(?:10|[2-9TJQKA])[♣♦♥♠]
        |(?i:(?:ace|king|queen|jack|[akqj]|\d{1,2})\s(?:of\s)?(?:clubs|diamonds|hearts|spades)
        |(?<!of\s)(?:clubs|diamonds|hearts|spades)\s(?:ace|king|queen|jack|10|[2-9])
        |(?:red\s|black\s|roter\s|schwarzer\s)?joker(?:\s(?:red|black|rot|schwarz)(?!\w))?
        |(?:kreuz|treff|karo|herz|pik)\s(?:ass?|könig|dame|bube|\d{1,2})))(?!\w))
    | (?P<PAIR>(?<![\w/+\-−.])[-−]?\d{1,5}\s?/\s?\d{1,5}(?!\d|/|\s/|[dDwW]\d))
    | (?P<LIST>(?<![\w/])\d{1,5}(?:/\d{1,5}){2,19}(?![\w/]))
    | (?P<DICE>(?<![\w+/])\d{1,2}[dDwW](?:\+\d)?(?![\w+]|/(?!\d)))
    | (?P<ROLL>(?<![\w\-−])\d{0,3}[dDwW]\d{1,3}(?:\s?[+\-−]\s?\d{1,3}(?![\w/]))?(?!\w))
    | (?P<SIGNED>(?<!\d[)])[+\-−]\d{1,5}(?![\w.]))
    | (?P<NUMBER>(?<![^\W\d])(?<!\d\.)(?<!\d)\d{1,5}(?:\.\d{1,2})?(?![^\W_]|\.\d))
    | (?P<WORD>[^\W\d_](?:[^\W_]|['’](?=[^\W_])|\.(?=[^\W\d_])|-(?=[^\W_]))*+(?:\.(?!\w)(?=\s?[^\W_A-Z]))?
        |[^\W_]++(?:['’\-][^\W_]++)*+|_+)
    | (?P<COMMA>[,;\t|]|(?<!\s)\s{3,}+(?=[^\W\d])|(?<=\S)\s(?:[–—-]{1,2}|/{1,2}|[•·])\s(?=\S)|(?<=\d)/(?=[^\W\d]))
    | (?P<TIMES>[×*](?=\s?\d)|(?<=\d)×|(?<=\d\s)×)
    | (?P<sign>->|=>|→|…|\.{2,}|\S)
    """,
    re.VERBOSE,
)
_SIGNS = MappingProxyType({"->": ":", "=>": ":", "→": ":", "…": ":"})
_OWN_SIGNS = frozenset(":=@~()[]{}<>!?&/#.+")
_SHORT_CARD = re.compile(r"(?!AC)(?:10|[2-9TJQKA])[CDHScdhs]")
_COUNT_OR_CARD = re.compile(r"\s*(10|[2-9])\s+(clubs|diamonds|hearts|spades)(?=\s[^\W\d])", re.IGNORECASE)
CARD_OR_COUNT = re.compile(
    r"\s*+(?P<number>10|[2-9])\s++(?P<suit>clubs|diamonds|hearts|spades)\s++(?P<name>(?!joker\b)[^\W\d][^,;:|()\[\]]*)",
    re.IGNORECASE,
)
"""A number, a suit and a name, which are a card before the name, or a count: ``3 diamonds dealers``."""
_DIGITS = re.compile(r"(?=[A-Z]*\d)[0-9A-HJ-NP-Z]{6}(?:-[0-9A-Z])?")
_GLUED = re.compile(r"(?:([^\W\d]+)(\d+)|(\d+)([^\W\d]+))")
_PROFILE = re.compile(r"[A-Z][A-Za-z]{0,3}\d{1,3}")
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_MAY_BE_GLUED = frozenset("HAIFTOx")
"""The kinds of words that stand beside their number without a space: ``hp7``, ``7hp``."""
_MOST_WORDS = 5
_ENDS_SENTENCE = frozenset(
    (
        TokenKind.NUMBER, TokenKind.SIGNED, TokenKind.PAIR, TokenKind.LIST, TokenKind.ROLL, TokenKind.DICE,
        TokenKind.CARD, TokenKind.DIGITS, TokenKind.HEALTH, TokenKind.SIDE, TokenKind.HIDDEN, TokenKind.EDGE,
        TokenKind.CONDITION, ")",
    )
)  # fmt: skip
"""The kinds of what is told, behind which a full stop parts as a comma does."""
_LONGEST_CUT = 5
"""So long is a word with its stop that may be cut: ``conc.``."""
BODY = ("body", "körper", "kör")
"""What games with dice for attributes call their health, and others an attribute."""

WORN = frozenset(("sp", "armor", "armour", "rs", "rüstung", "panzer", "panzerung"))
"""Words for armour, of which those for a part of the body beside them say where it is worn."""


class Token(NamedTuple):
    """A word, a number or a sign, and where it stands in its line."""

    kind: str
    text: str
    start: int
    end: int


class TokenLine(NamedTuple):
    """A line with its tokens, and their kinds as a text."""

    text: str
    tokens: list[Token]
    kinds: str

    def part(self, start: int, end: int) -> str:
        """Return the text of the tokens of a range."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end] if start < end else ""

    def kind(self, at: int) -> str:
        """Return the kind of a token; empty behind the last."""
        return self.kinds[at : at + 1]


def read_tokens(line: str, fields: tuple[Field, ...]) -> TokenLine:
    """Return a line with its tokens."""
    tokens = split_tokens(line, fields)
    return TokenLine(line, tokens, "".join(token.kind for token in tokens))


@lru_cache(maxsize=32)
def kinds_of_words(fields: tuple[Field, ...]) -> Mapping[str, TokenKind]:
    """Return the kind of each word that means something under the rules of these fields."""
    known = {word: kind for kind, words in _FILLERS.items() for word in words.split("|")}
    known |= dict.fromkeys(EDGE_VALUES, TokenKind.EDGE)
    for meaning, kind in _OF_MEANINGS.items():
        known |= {fold_label(word): kind for word in WORDS[meaning] if word not in _OFTEN_NAMES}
    kinds = {Kind.NUMBER: TokenKind.FIELD, Kind.DICE: TokenKind.DICE_FIELD, Kind.FLAG: TokenKind.PICK}
    for field in fields:
        label = field.label.casefold().replace("'", "’")
        if own := kinds.get(field.kind):
            calls = (label, field.key.replace("_", " "), *(label.split("/") if "/" in label else ()))
            known |= {fold_label(word): own for word in calls}
        picks = (word for pick in field.picks for word in (pick.key, fold_label(pick.label)))
        known |= {word: TokenKind.PICK for word in picks if word and word not in known}
        if field.code[0]:
            known[field.code[0]] = TokenKind.CODE
    return MappingProxyType(known)


def begins_with_deed(text: str) -> bool:
    """Return whether a text tells what somebody does, and nobody new: ``flees at 20hp``."""
    first, second = (*text.split(maxsplit=2), "", "")[:2]
    kinds = kinds_of_words(())
    return TokenKind.DOES in (kinds.get(first), kinds.get(f"{first} {second}"))


def split_tokens(line: str, fields: tuple[Field, ...]) -> list[Token]:
    """Return the tokens of a line.

    >>> [(token.kind.name, token.text) for token in split_tokens("Orc 7hp +2", ())]
    [('WORD', 'Orc'), ('NUMBER', '7'), ('HEALTH', 'hp'), ('SIGNED', '+2')]
    """
    known = kinds_of_words(fields)
    deals = any(field.key == DEALT.key for field in fields)
    tokens = list[Token]()
    for match in _LEX.finditer(line):
        name, text = match.lastgroup or "sign", match[0]
        if name == "WORD":
            tokens += _split_word(match, known, fields, deals=deals)
        elif name == "sign":
            sign = _SIGNS.get(text, ":" if len(text) > 1 else text if text in _OWN_SIGNS else "?")
            tokens.append(Token(sign, text, *match.span()))
        elif name == "CARD" and (said := _COUNT_OR_CARD.match(line)) and said.end() == match.end():
            tokens += [Token(TokenKind.NUMBER, said[1], *said.span(1)), Token(TokenKind.WORD, said[2], *said.span(2))]
        else:
            is_card = deals and name == "DICE" and _SHORT_CARD.fullmatch(text)
            tokens.append(Token(TokenKind.CARD if is_card else TokenKind[name], text, *match.span()))
    return _by_neighbours(line, [*_part_sentences([*_join_phrases(line, tokens, known)])], known)


def _split_word(
    match: re.Match[str], known: Mapping[str, TokenKind], fields: tuple[Field, ...], *, deals: bool
) -> Iterator[Token]:
    """Yield the tokens of a word, which may have digits: two of ``hp59``."""
    text, (start, end) = match[0], match.span()
    glued = _GLUED.fullmatch(text)
    word = (glued[1] or glued[4]).casefold() if glued else ""
    kind = known.get(word)
    if any(field.code[0] for field in fields) and _DIGITS.fullmatch(text):
        yield Token(TokenKind.DIGITS, text, start, end)
    elif deals and _SHORT_CARD.fullmatch(text):
        yield Token(TokenKind.CARD, text, start, end)
    elif _ORDINAL.fullmatch(text):
        yield Token(TokenKind.ORDINAL, text, start, end)
    elif _PROFILE.fullmatch(text) and kind not in _MAY_BE_GLUED:
        yield Token(TokenKind.PROFILE, text, start, end)
    elif glued and (kind in _MAY_BE_GLUED or kind is TokenKind.ROUND or (glued[1] and word == "r")):
        at = start + len(glued[1] or glued[3])
        first = TokenKind.ROUND if word == "r" else TokenKind.WORD
        yield Token(first if glued[1] else TokenKind.NUMBER, text[: at - start], start, at)
        yield Token(TokenKind.NUMBER if glued[1] else TokenKind.WORD, text[at - start :], at, end)
    else:
        yield Token(TokenKind.WORD, text, start, end)


def _join_phrases(line: str, tokens: list[Token], known: Mapping[str, TokenKind]) -> Iterator[Token]:
    """Yield the tokens, the longest words that mean something together as one."""
    at = 0
    while at < len(tokens):
        last = at
        while last < min(at + _MOST_WORDS, len(tokens)) and tokens[last].kind == TokenKind.WORD:
            last += 1
        for end in range(last, at, -1):
            text = line[tokens[at].start : tokens[end - 1].end]
            if kind := known.get(text.casefold()) or known.get(fold_label(text.rstrip("."))):
                yield Token(kind, text, tokens[at].start, tokens[end - 1].end)
                at = end
                break
        else:
            yield tokens[at]
            at += 1


def _part_sentences(tokens: list[Token]) -> Iterator[Token]:
    """Yield the tokens, with a comma for the full stop between what is told: ``59hp. prone. greatclub``.

    A short word has its stop since it is cut: ``leg. res``. Before the first value are names: ``Capt. Lu``.
    """
    is_told = False
    for before, token, behind in zip((None, *tokens), tokens, (*tokens[1:], None), strict=False):
        is_told |= token.text[0].isdigit() or token.kind in _ENDS_SENTENCE
        begins = (
            behind is not None
            and behind.start > token.end
            and behind.kind != TokenKind.ROUND  # “in der 2. Runde”
            and (behind.text[0].isalpha() or behind.kind == TokenKind.SIGNED)
        )
        ends = before is not None and (before.kind in _ENDS_SENTENCE or len(before.text) >= _LONGEST_CUT)
        if is_told and begins and ends and token.text == ".":
            yield token._replace(kind=TokenKind.COMMA)
        elif is_told and begins and token.text[-1] == "." and _is_whole_word(token, before):
            yield token._replace(text=token.text[:-1], end=token.end - 1)
            yield Token(TokenKind.COMMA, ".", token.end - 1, token.end)
        else:
            yield token


def _is_whole_word(token: Token, before: Token | None) -> bool:
    """Return whether the stop behind a word ends what is told, and does not cut the word."""
    if token.kind == TokenKind.HEALTH:
        return before is not None and before.kind in (TokenKind.NUMBER, TokenKind.PAIR)
    return token.kind in (TokenKind.WORD, *_ENDS_SENTENCE) and len(token.text) > _LONGEST_CUT


def _by_neighbours(line: str, tokens: list[Token], known: Mapping[str, TokenKind]) -> list[Token]:
    """Return the tokens with those of another kind that only their neighbours tell."""
    has_dice = TokenKind.DICE_FIELD in known.values()
    body = (TokenKind.PAIR, TokenKind.NUMBER) if has_dice else (TokenKind.PAIR,)  # RonD6’s Body Points
    for at, (token, behind) in enumerate(pairwise((*tokens, Token("", "", len(line), len(line))))):
        is_counted = at > 0 and tokens[at - 1].kind in body and behind.kind not in body
        # “SP body 20”, “body SP 20”: where it is worn
        is_worn = at > 0 and token.kind == TokenKind.FIELD and tokens[at - 1].text.casefold() in WORN
        is_between = at > 0 and tokens[at - 1].kind == behind.kind == TokenKind.CONDITION  # “prone/poisoned”
        is_within = line.count("(", 0, token.start) > line.count(")", 0, token.start)
        if token.kind == "/" and (is_between or is_within):
            tokens[at] = token._replace(kind=TokenKind.COMMA)
        elif token.text.casefold() in BODY and (is_worn or behind.text.casefold() in WORN):
            tokens[at] = token._replace(kind=TokenKind.WORD)
        elif token.text.casefold() in BODY and token.kind == TokenKind.WORD and (behind.kind in body or is_counted):
            tokens[at] = token._replace(kind=TokenKind.HEALTH)
        elif token.text == "P" and behind.kind == TokenKind.SIGNED and known.get("perception") is TokenKind.FIELD:
            tokens[at] = token._replace(kind=TokenKind.FIELD)
    for at in [at for at in range(len(tokens) - 2, 0, -1) if tokens[at].text == "/"]:
        before, behind = tokens[at - 1], tokens[at + 1]
        if before.kind == behind.kind == TokenKind.FIELD and before.end + 1 == behind.start:  # “Brawling/Melee”
            tokens[at - 1 : at + 2] = [before._replace(text=line[before.start : behind.end], end=behind.end)]
    return tokens
