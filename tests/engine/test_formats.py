"""Tests that the formats of saved data do not change once they are released."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.engine.format_fingerprints import FORMATS, classes, fingerprint, lines_of, memories
from turntrack.codec import json_values
from turntrack.codec.json_values import Raw, upgrade
from turntrack.core.errors import BadSave, NewerSave
from turntrack.saves import journal
from turntrack.systems import SYSTEMS

TESTS = Path(__file__).parent.parent
CHANGELOG = TESTS.parent / "CHANGELOG.md"
RELEASES = TESTS / "saves" / "releases.txt"
"""A line for each release in the CHANGELOG and each kind of saved data: release, kind, format, fingerprint."""

WHAT_TO_DO = """
tests/saves/releases.txt does not fit:
{breaches}
A format of a release is frozen: what that release writes must be readable for ever, and an older copy must be told that
the new data is newer. So add the step from the released format to the new one (RECORD_UPGRADES, TEMPLATE_UPGRADES,
RULES_UPGRADES), which raises the number of the format, and run `python -m tests.app.saved_samples`: it writes files of
the new format beside those of the old one. Until a release has a format, that format may change without a step.
For a new release, `make release` adds its lines; lines and files of earlier releases are never edited.
{lines}
"""


def releases_in(changelog: str) -> list[str]:
    """Return the releases that a CHANGELOG has, without what is unreleased."""
    return re.findall(r"^## \[?v?(\d+\.\d+\.\d+)", changelog, re.MULTILINE)


def breaches(changelog: str, lines: list[str], now: Mapping[str, tuple[int, str]]) -> Iterator[str]:
    """Return the errors in the formats of this version, compared with the lines of its releases."""
    released = [line.split() for line in lines if line and not line.startswith("#")]
    for release in releases_in(changelog):
        for kind in now.keys() - {line[1] for line in released if line[0] == release}:
            yield f"{release} lacks a line for {kind}"
    for release, kind, number, known in released:
        if (int(number), known) != now[kind] and int(number) >= now[kind][0]:
            yield f"the format {number} of {kind} is that of {release}, and has changed since"


def test_a_format_of_a_release_does_not_change() -> None:
    now = {kind: (number, fingerprint(kind)) for kind, number in FORMATS.items()}
    wrong = list(
        breaches(CHANGELOG.read_text(encoding="utf-8"), RELEASES.read_text(encoding="utf-8").splitlines(), now)
    )
    assert not wrong, WHAT_TO_DO.format(breaches="\n".join(wrong), lines=lines_of("x.y.z"))


@pytest.mark.parametrize(
    ("changelog", "lines", "now", "said"),
    [
        ("## Unreleased", [], (1, "a"), []),
        ("## Unreleased", [], (1, "b"), []),
        ("## 1.0.0, 1 December 2026", [], (1, "a"), ["1.0.0 lacks a line for record"]),
        ("## 1.0.0", ["# a remark", "1.0.0 record 1 a"], (1, "a"), []),
        (
            "## 1.0.0",
            ["1.0.0 record 1 a"],
            (1, "b"),
            ["the format 1 of record is that of 1.0.0, and has changed since"],
        ),
        ("## 1.0.0", ["1.0.0 record 1 a"], (2, "b"), []),
        ("## Unreleased\n## 1.0.0", ["1.0.0 record 1 a"], (2, "c"), []),
        ("## 1.1.0\n## 1.0.0", ["1.0.0 record 1 a"], (2, "b"), ["1.1.0 lacks a line for record"]),
        ("## 1.1.0\n## 1.0.0", ["1.0.0 record 1 a", "1.1.0 record 2 b"], (2, "c"), ["the format 2 of record"]),
        ("## 1.0.0", ["1.0.0 record 2 a"], (1, "b"), ["the format 2 of record"]),
    ],
)
def test_a_released_format_is_frozen(changelog: str, lines: list[str], now: tuple[int, str], said: list[str]) -> None:
    breaches_found = list(breaches(changelog, lines, {"record": now}))
    assert len(breaches_found) == len(said)
    assert all(part in breach for breach, part in zip(breaches_found, said, strict=True))


def test_the_fingerprint_sees_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field, the value of an option, a bound, something more to remember: each changes the fingerprint."""
    before = fingerprint("record")
    told = json.dumps(memories())
    assert all(name in told for name in ("waiters", "declared", "new_roll", "sneaking", "n_weapon"))
    system = type(SYSTEMS[0])
    for owner, name, value in (
        (system, "of_fight", SYSTEMS[0].of_combatant),
        (system, "options", SYSTEMS[0].options[1:]),
        (system, "fields", SYSTEMS[0].fields[:-1]),
        (journal, "MOST_RECORDS", 7),
        (json_values, "LARGEST", 7),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(owner, name, value)
            assert fingerprint("record") != before


def test_each_kind_of_data_has_what_it_is_made_of() -> None:
    assert {"Act", "Did", "Roll", "Term", "Condition", "HealthChange", "Status"} <= {
        part.__name__ for part in classes("record")
    }
    assert {"AddCombatant", "ChooseOption"} <= {part.__name__ for part in classes("template")}
    assert {"RuleSet", "SheetField"} <= {part.__name__ for part in classes("rules")}


def test_upgrades_are_taken_in_order_from_the_right_one() -> None:
    def second(raw: Raw) -> Raw:
        return {**raw, "said": [*raw["said"], "to 2"]}  # type: ignore[misc]

    def third(raw: Raw) -> Raw:
        return {**raw, "said": [*raw["said"], "to 3"]}  # type: ignore[misc]

    steps = (second, third)
    assert upgrade({"format": 1, "said": []}, steps) == {"format": 3, "said": ["to 2", "to 3"]}
    assert upgrade({"format": 2, "said": []}, steps) == {"format": 3, "said": ["to 3"]}
    assert upgrade({"format": 3, "said": []}, steps) == {"format": 3, "said": []}
    with pytest.raises(NewerSave, match="format 4; this one reads 3"):
        upgrade({"format": 4}, steps)
    with pytest.raises(BadSave, match="a list"):
        upgrade({"format": []}, steps)
