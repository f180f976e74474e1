"""Tests that every transcript plays as written, and that together they cover every rule and every reading."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.engine.transcripts import Transcript
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

FILES = sorted((Path(__file__).parent.parent / "transcripts").glob("*/*.txt"))


@cache
def rules_shown(path: Path) -> set[str]:
    """Play the transcript, once for all tests, and return the rule ids that its expected outputs carry."""
    return Transcript(path).play()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_plays_as_written(path: Path) -> None:
    rules_shown(path)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_rule_is_shown(system: TurnSystem) -> None:
    """An id counts only where an expected log line, why, choice or refusal carries it."""
    shown = set[str]()
    for path in FILES:
        if path.parent.name == system.key:
            shown |= rules_shown(path)
    printed = {rule.id for rule in system.rules if rule.line and not rule.background}
    assert sorted(printed - shown) == []


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_reading_is_played(system: TurnSystem) -> None:
    """Each value of each option is chosen in some transcript; the default may be played without choosing it."""
    played = set[tuple[str, str]]()
    for path in FILES:
        if path.parent.name == system.key:
            words = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
            played |= {(word[2], word[3]) for word in words if word[:2] == [">", "option"]}
    wanted = {(option.key, value.key) for option in system.options for value in option.values[1:]}
    assert sorted(wanted - played) == []
