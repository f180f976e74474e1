"""Tests that the import of a long text takes work in proportion to its length, whatever it repeats."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import CodeType, ModuleType
from typing import Any

import pytest

from app.importers.reader import NO_GAME
from app.importers.reader import read_roster as read_portions
from app.importers.rows import merge_alike
from app.storage.export_writer import unpack_link
from app.storage.import_reader import is_template, looks_like_ours, looks_like_rules
from app.storage.quarantine_recovery import looks_like_rows
from tests.amounts import WHOLE
from tests.app.fights import read_roster
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of

TOOL = 4
"""The number of this test among the tools that watch the interpreter; the lower ones are taken by others."""

METHODS = ("match", "fullmatch", "search", "sub", "split", "findall", "finditer")


class Work:
    """The lines of Python that run, and the characters that patterns are given."""

    def __init__(self) -> None:
        self.done = 0

    def count_line(self, code: CodeType, line: int) -> None:
        self.done += 1


class CountedPattern:
    """A pattern that counts the characters it is given."""

    def __init__(self, pattern: re.Pattern[str], work: Work) -> None:
        self._pattern = pattern
        self._work = work

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._pattern, name)
        return self._counting(method) if name in METHODS else method

    def _counting(self, method: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: Any, **more: Any) -> object:
            self._work.done += sum(len(each) for each in arguments if isinstance(each, str))
            return method(*arguments, **more)

        return call


def modules() -> list[ModuleType]:
    return [module for name, module in [*sys.modules.items()] if name.partition(".")[0] in ("app", "turntrack")]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """Return what counts the work on patterns."""
    counted = Work()
    for module in modules():
        for name, value in [*vars(module).items()]:
            if isinstance(value, re.Pattern):
                monkeypatch.setattr(module, name, CountedPattern(value, counted))
    work_of(counted, "Mara, hp 7")  # what is kept for the next import is made now
    return counted


@contextmanager
def counting_lines(work: Work) -> Iterator[None]:
    """Count the lines that run."""
    watched = sys.monitoring
    watched.use_tool_id(TOOL, "work")
    watched.register_callback(TOOL, watched.events.LINE, work.count_line)
    watched.set_events(TOOL, watched.events.LINE)
    try:
        yield
    finally:
        watched.set_events(TOOL, 0)
        watched.free_tool_id(TOOL)


def work_of(work: Work, text: str) -> int:
    """Return the work of an import, which may be refused."""
    work.done = 0
    with counting_lines(work), suppress(BadSave):
        text = unpack_link(text)
        for look in (looks_like_rows, is_template, looks_like_rules, looks_like_ours):
            look(text)
        read_roster(text, NO_GAME.system)
    return work.done


TOKENS = (
    *(
        "\n",
        " ",
        "\t",
        " \n",
        "\t\n",
        "\r",
        "\u2028",
        " \u3000\n",
        "\x1c\n",
        "- \n",
        "*\n",
        "|\n",
        "| \n",
        ">\n",
        "#\n",
    ),
    *("---\n", "===\n", "```\n", '"\n', "a\n", "1\n", "a,1\n", "a 1\n", "hp\n", "ac\n", "ac: \n", "hp 1\n", "ac \n \n"),
    *(
        "name: a\n",
        "name:\n",
        "- a: 1\n",
        "a: b ",
        "1 a and ",
        "and ",
        "1 a + ",
        "(",
        "( ",
        "[",
        "{",
        "<",
        "<a ",
        "<td>",
    ),
    *("<tr>", "<tr><td>", "<sup>", "<br ", "</sup", "<monster>", "</monster>", "<hp>", "&", "&amp;", '"', "'", "**a"),
    *("[[", "![a](", '{"a":', "[{", "\\", "x ", "1x ", "1d6 ", "dex: ", "str dex ", "\u200d", "a\u200d", "\u200c "),
    *("\u00ad", ", ", ";", "1: ", "1. a\n", "Goblin 1\n", "Goblin x3, hp 7\n", "Goblin\t7\n", "name\thp\n", "1: a <"),
    *(
        "Mara is hurt\n",
        "- Mara is hurt\nBo\n",
        "2 more in round 3\n",
        "no wait, 5 orcs\n",
        "all hidden\n",
        "Bo same as Mara\n",
    ),
    *("#rules=", "#fight=", "http://", "current initiative: 1 (round 1)\n", '"kind": ', '{"kind":"turntrack-'),
)


BEGINS = ("", "x\n", "name: Mara\n", "Mara\nAC 12\nHP 7\n", "name,hp\nMara,7\n", "<a>")


@pytest.mark.parametrize("place", range(len(BEGINS)))
def test_work_is_in_proportion_to_the_length(work: Work, place: int) -> None:
    """Four times the text takes about four times the work; the square would be sixteen times."""
    begin = BEGINS[place]
    for token in TOKENS if WHOLE else TOKENS[place :: len(BEGINS)]:
        for end in ("", "x"):
            short, long = (work_of(work, begin + token * many + end) for many in (80, 320))
            assert long < 6 * short + 10_000, repr(token)


@pytest.mark.parametrize("end", ["\n", " \n", "\t\n", "- \n", "> \n", "---\n"] if WHOLE else ["\n", "> \n"])
def test_ten_thousand_line_ends_take_little_work(work: Work, end: str) -> None:
    """They blocked the page for five seconds."""
    assert work_of(work, f"Mara{end * 10_000}x") < 80 * len(end) * 10_000


def test_the_page_can_stop_between_any_two_lines(work: Work) -> None:
    """No portion of a long list is a large part of the whole, whatever form its lines are tried as."""
    portions, text = list[int](), "\n".join(f"Orc {number} (a) (b)" for number in range(200))
    work_of(work, text)
    work.done = 0
    with counting_lines(work):
        for _ in read_portions(text, NO_GAME.system):
            portions.append(work.done - sum(portions))
    assert max(portions) < work.done / 5


def test_a_line_of_many_kinds_is_bounded(work: Work) -> None:
    """Each kind of creature in a line is read like a line."""
    with pytest.raises(BadSave, match="at most 1000 combatants"):
        read_roster("\n".join(["1 rat and 1 bat and 1 cat"] * 400), NO_GAME.system)


@pytest.mark.parametrize("values", ["hp 1 ", "1, ", "(a) "])
def test_a_long_name_costs_little(work: Work, values: str) -> None:
    """No name is so long, whatever values it holds."""
    text = json.dumps([{"name": f"Orc {values * 300}"[:1900], "hp": 7}] * 10)
    assert work_of(work, text) < 30 * len(text)


def test_duplicates_are_found_in_proportion_to_the_list() -> None:
    """A thousand of one name, all different, and each of them twice."""
    work = Work()
    members = [AddCombatant("Rat", sheet={"b": number, "a": 1}) for number in range(500)]
    again = [AddCombatant("Rat", sheet={"a": 1, "b": number}) for number in range(500)]
    with counting_lines(work):
        merged = merge_alike([*members, *again])
    assert [member.sheet["b"] for member in merged[:4]] == [0, 0, 1, 1]
    assert len({member.name for member in merged}) == 1000
    assert work.done < 700_000


BLOCKS = "\n".join(f"Orc {at}\nArmor Class 13\nHit Points 15\nSTR 16 DEX 12\n" for at in range(40))
LINES = "\n".join(f"Orc {at}, hp 15" for at in range(40))


@pytest.mark.parametrize("text", [BLOCKS, LINES, f"{LINES}\n\n{BLOCKS}"], ids=["blocks", "lines", "both"])
def test_the_share_that_is_read_grows_from_the_beginning(text: str) -> None:
    shares = [*read_portions(text, system_of("rond6", SYSTEMS))]
    assert shares == sorted(shares)
    assert 0 < shares[len(shares) // 10] < shares[len(shares) // 2] < shares[-1] <= 1
