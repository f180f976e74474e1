"""What the phrases of a typed line say, as the parts of quick lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from turntrack.core.cards import read_card
from turntrack.core.errors import Malformed
from turntrack.core.fields import DEALT, Field
from turntrack.lines.tokens import TokenKind, TokenLine

DICE_OF_ORDER = re.compile(r"1?[dw](?:20|10)\s?([+\-−]\s?\d{1,2})", re.IGNORECASE)
"""The roll for the order with its modifier: ``1d20+3``."""
_SUIT_FIRST = re.compile(r"(clubs|diamonds|hearts|spades) (.+)", re.IGNORECASE)
_FORMS: Mapping[str, str] = MappingProxyType(
    {
        "full": "max hp {number}", "temporary": "temporary {number}", "armour": "ac {value}",
        "bonus": "{bonus} {number}", "bonus in brackets": "init {number}", "base": "init +{number}",
        "total": "{order} {number}", "rolled": "{order} {number}", "placed": "{order} {number}",
        "field gone": "{word} 0", "field now": "{word} {number}", "code": "upp {value}{word}",
        "round": "round {number}{nth}",
        "later": "wings, note {whole}", "wave": "wings", "hidden": "hidden", "wings": "wings",
        "not rolled": "note not rolled yet", "other": "note {whole}", "tactic": "note {whole}",
        "remark": "note {value}", "taken": "note {whole}",
        "rest": "note {whole}", "worn": "note {whole}", "dice in brackets": "{value}",
        "total in brackets": "{order} {number}",
        "armoured": "note {whole}",
    }
)  # fmt: skip
"""The forms of phrases in quick lines; others are calculated, or stay as they are written."""


class Terms(NamedTuple):
    """What the rules in use ask for."""

    fields: tuple[Field, ...]
    score: str = ""
    """The word for the number of the order that is told before the fight; empty if none is."""
    order: str = "initiative"
    """A word for that number which is not the name of another value."""
    is_typed: bool = False
    """Whether everybody has a typed number of the order, so that one behind a name is meant: ``Ana 17``."""
    takes_modifier: bool = True
    """Whether a modifier is added to the roll for the order."""
    takes_codes: bool = False
    """Whether everybody has dice codes such as ``3D+2``."""
    labels: frozenset[str] = frozenset()
    """The names of the rules’ fields, folded."""
    picks: frozenset[str] = frozenset()
    """The names of the values of those that have a list of them, folded."""
    texts: tuple[str, ...] = ()
    """The names of fields that may have anything in them."""

    @property
    def deals_cards(self) -> bool:
        return any(field.key == DEALT.key for field in self.fields)


class Said(NamedTuple):
    """A phrase, and where in the kinds of tokens it stands."""

    name: str
    match: re.Match[str]


def write_parts(said: Said, line: TokenLine, terms: Terms) -> list[str]:
    """Return what a phrase of a line says as quick lines have it."""
    name, match = said

    def text(*groups: str) -> str:
        """Return the text of the first of these groups that has matched."""
        group = next((group for group in groups if match.groupdict().get(group) is not None), "")
        return line.part(*match.span(group)) if group else ""

    whole = line.part(*match.span())
    value = text("value", "before", "within", "first")
    number = "".join(value.split()).removeprefix("+" if name == "temporary" else "")
    if form := _FORMS.get(name):
        written = form.format(
            number=number,
            value=value or ("" if name == "code" else whole),
            whole=whole,
            word=text("word"),
            nth=text("nth").rstrip("stndrh"),
            order=terms.order,
            bonus="init bonus" if line.kinds[match.start()] == TokenKind.BONUS else "init",
        )
        skill = [f"note {text('skill')}"] if text("skill") else []
        return written.split(", ", 1) if name == "later" else [written, *skill]
    match name:
        case "dice and health":
            return [value, f"hp {text('health', 'within')}"]
        case "marked":
            pair = text("pair", "before").replace(" ", "").split("/")
            taken, full = pair if len(pair) > 1 else (text("taken", "before"), text("full"))
            return [f"hp {max(int(full) - int(taken), 0)}/{full}"]
        case "left" | "left of one":
            left, full = text("left"), text("full", "first")
            return [f"hp {left}/{full}"] if int(left) <= int(full) else [f"hp {full}", whole]
        case "hurt":
            return [f"hp {text('pair') or text('left') + '/' + text('full')}", text("state")]
        case "health":
            word = "health" if "health" in whole.casefold() else "hp"
            return [f"{word} {number}", *([f"note {text('sum')}"] if text("sum") else [])]
        case "glued health":
            return [f"hp {value}", *([f"note {whole}"] if whole[-1].isdecimal() else [])]
        case "dice bonus":
            bonus = DICE_OF_ORDER.fullmatch(value)
            return [f"init {''.join(bonus[1].split())}"] if bonus else []
        case "added":
            return [f"{terms.order} {int(number) + int(text('signed', 'added').replace('−', '-'))}"]
        case "field":
            word = "perception" if text("word") == "P" else text("word")
            has_bonus = match.groupdict().get("bonus") == TokenKind.BONUS or text("bonus").casefold() == "dm"
            fields = [field for field in terms.fields if word.casefold() in (field.key, field.label.casefold())]
            if (score := text("score")) and fields and all(field.low >= 0 for field in fields):
                return [f"{word} {score}", number if terms.takes_modifier else f"note {whole}"]
            if has_bonus and not all(field.is_modifier for field in fields):
                return [f"note {whole}"]  # it follows from the value: “DEX DM +1”
            is_modifier = has_bonus and number.isdecimal()
            return [f"{word} {'+' * is_modifier}{number}"]
        case "field left":
            left, _, full = text("pair").replace(" ", "").partition("/")
            if full:
                return [f"{text('word')} {left}", f"note {whole}"] if int(left) <= int(full) else [whole]
            value = f"{text('word')} {text('left')}"
            return [value, f"note {value} of {text('full')}"]
        case "after":
            return [f"round {int(number) + 1}", f"note {whole}"]
        case "card":
            return [_write_card(value, terms)]
        case "profile":
            return whole.split()
        case "pair":
            left, full = number.replace("−", "-").split("/")
            return [number if int(left) > int(full) else f"hp {number}"]
        case _:
            return [value or whole]


def _write_card(text: str, terms: Terms) -> str:
    """Return a card as a value, or in the note where none are dealt."""
    card = "joker" if "joker" in text.casefold() else _SUIT_FIRST.sub(r"\2 of \1", text)
    with suppress(Malformed):  # such as the 14 of clubs
        return f"{DEALT.key} {read_card(card, DEALT.deck)}" if terms.deals_cards else f"note {text}"
    return f"note {text}"
