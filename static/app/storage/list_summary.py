"""The summary of a fight in its list entry, written and read, so that the list opens no journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from app.values.saved import FightSummary
from turntrack.systems.protocol import Emblem

MOST_NAMES = 3
"""The largest number of names in an entry: of acting combatants, and of upcoming ones."""

LONGEST_WORD = 80
MOST = 1_000_000
MOST_OPTIONS = 100


def write_left(left: FightSummary, step: int) -> dict[str, object]:
    """Return the summary for the store, with the number of the record after which it is valid."""
    return {**asdict(left), "step": step}


def read_left(raw: object, step: int) -> FightSummary | None:
    """Read the store's summary. Return None if it is damaged, or of another record."""
    match raw:
        case {
            "round": int(round_),
            "part": int(part),
            "is_open": bool(is_open),
            "acting": list(acting),
            "many": int(many),
            "number": str(number),
            "side": int(side) | (None as side),
            "coming": list(coming),
            "step": int(known),
            **rest,
        } if known == step and _fits(round_, part, many, side or 0) and _are_words(number, *acting, *coming):
            options = _pairs(rest.get("options"))
            own, over, origin = _rules(rest), rest.get("is_over") is True, _word(rest.get("origin"))
            return FightSummary(
                round_, part, is_open, _names(acting), many, number, side, _names(coming), options, *own, over, origin
            )
        case _:
            return None


def _pairs(raw: object) -> tuple[tuple[str, str], ...]:
    """Read the chosen options, which entries of older versions lack."""
    pairs = raw if isinstance(raw, list) and len(raw) <= MOST_OPTIONS else []
    return tuple(
        (pair[0], pair[1]) for pair in pairs if isinstance(pair, list) and len(pair) == 2 and _are_words(*pair)
    )


def _rules(raw: Mapping[object, object]) -> tuple[str, str, str]:
    """Read the name, the emblem and the round's name of the fight's own rules, which older entries lack."""
    match raw:
        case {"rules": str(name), "emblem": str(emblem)} if _are_words(name) and emblem in {*Emblem}:
            where = raw.get("where")
            return name, emblem, where if isinstance(where, str) and _are_words(where) else ""
        case _:
            return "", "", ""


def _names(raw: list[str]) -> tuple[str, ...]:
    return tuple(raw[:MOST_NAMES])


def _fits(*numbers: int) -> bool:
    return all(0 <= number <= MOST for number in numbers)


def _word(raw: object) -> str:
    return raw if isinstance(raw, str) and _are_words(raw) else ""


def _are_words(*words: object) -> bool:
    return all(isinstance(word, str) and len(word) <= LONGEST_WORD for word in words)
