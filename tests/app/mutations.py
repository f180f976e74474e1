"""Texts with random errors, for tests of readers of files."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy

NASTY: tuple[object, ...] = (
    None, True, False, 0, -1, 10**9 + 1, 10**18, 1.5, float("inf"), float("nan"), -0.0, "", "\0", "a" * 10_000,
    "\u202e", "\ud800", "💥", [], {}, [[]], {"is": "Spent"}, [None] * 2000, "__proto__", "c1", "c99",
)  # fmt: skip


def places(raw: object) -> Iterator[tuple[object, object]]:
    """Return every (container, key) of a JSON value."""
    items: list[tuple[object, object]] = []
    if isinstance(raw, dict):
        items = list(raw.items())
    elif isinstance(raw, list):
        items = list(enumerate(raw))
    for key, value in items:
        yield raw, key
        yield from places(value)


def mutated(text: str, seed: int) -> str:
    """Return the text with one to three errors."""
    chance = random.Random(seed)
    if chance.random() < 0.5:
        raw = json.loads(text)
        for _ in range(chance.randint(1, 3)):
            spots = list(places(raw))
            if not spots:
                break
            container, key = chance.choice(spots)
            assert isinstance(container, dict | list)
            match chance.randrange(4):
                case 0:
                    del container[key]  # type: ignore[arg-type]
                case 1 if isinstance(container, list):
                    container.insert(chance.randrange(len(container) + 1), deepcopy(container[key]))  # type: ignore[call-overload]
                case 2 if isinstance(container, dict):
                    container[chance.choice(("new", "", "__class__", "format"))] = deepcopy(chance.choice(NASTY))
                case _:
                    container[key] = deepcopy(chance.choice(NASTY))  # type: ignore[call-overload]
        return json.dumps(raw)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(4):
            case 0:
                text = text[:at]
            case 1:
                text = text[:at] + text[at + chance.randrange(20) :]
            case 2:
                text = text[:at] + chance.choice(('"', "{", "]", ",", "\\", "\0", "9", "e999", "\u202e")) + text[at:]
            case _:
                other = chance.randrange(len(text) + 1)
                text = text[:at] + text[other : other + 200] + text[at:]
        text = text or "x"
    return text
