"""Tests that every regular expression of the page and the engine takes linear steps: text from elsewhere can be long.

Patterns are constants of modules, so that none escapes this test; the few that are made of names have functions of
their own, which are called here. Steps are counted, not timed (``step_count``).
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType, ModuleType
from typing import NamedTuple

import pytest

from app.fight.search import pattern_of_words
from app.rule_editor.rows import pattern_of_name
from app.ui.players import pattern_of_names
from tests.amounts import amount
from tests.repeated_texts import Repeated, repeated_texts
from tests.step_count import StepCount, TooManySteps, Way
from tools.layout import ROOT
from turntrack.lines.parser import pattern_of_texts
from turntrack.lines.phrases import PHRASES

FOLDERS = {"turntrack": ROOT / "engine" / "turntrack", "app": ROOT / "static" / "app"}
ELSEWHERE = ("command_line", "browser", "main", "__main__")
"""Modules that are not on the page, or run only there and have no patterns."""
WAYS: Mapping[str, Way] = MappingProxyType(
    {
        "match": Way.MATCH,
        "fullmatch": Way.WHOLE,
        **dict.fromkeys(("search", "sub", "subn", "split", "findall", "finditer"), Way.SEARCH),
    }
)
CALLS_WITHOUT_PATTERN = ("compile", "escape")
FEW = 8
"""So many steps for a character are linear, and need no second count."""
SHORT, LONG = 64, 256
MOST_GROWTH = 8
"""Four times the text may take so many times the steps; a square would take 16 times."""


@cache
def sources() -> Mapping[str, ast.Module]:
    """Return the syntax tree of each module."""
    return {
        ".".join((top, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"): ast.parse(
            path.read_text()
        )
        for top, folder in FOLDERS.items()
        for path in sorted(folder.rglob("*.py"))
        if not {*Path(path).with_suffix("").relative_to(folder).parts} & {*ELSEWHERE}
    }


@cache
def module(name: str) -> ModuleType:
    return importlib.import_module(name)


def patterns_in(value: object, deep: int = 0) -> Iterator[re.Pattern[str]]:
    """Yield the patterns in a value: itself, or in tuples and mappings."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list | frozenset | set) and deep < 3:
        for inner in value:
            yield from patterns_in(inner, deep + 1)
    elif isinstance(value, Mapping) and deep < 3:
        for inner in value.values():
            yield from patterns_in(inner, deep + 1)


@cache
def held(name: str) -> Mapping[str, tuple[re.Pattern[str], ...]]:
    """Return the patterns that the constants of a module hold."""
    holding = {called: tuple(patterns_in(value)) for called, value in vars(module(name)).items()}
    return {called: patterns for called, patterns in holding.items() if patterns}


@cache
def constants() -> dict[str, list[re.Pattern[str]]]:
    """Return the patterns of all constants, by module and name; an imported one is known by its first module."""
    listed: dict[str, list[re.Pattern[str]]] = {}
    seen: set[int] = set()
    for name in sources():
        for called, patterns in held(name).items():
            if own := [pattern for pattern in patterns if id(pattern) not in seen]:
                seen.update(map(id, own))
                listed[f"{name}:{called}"] = own
    return listed


class Uses(NamedTuple):
    """How a module applies patterns."""

    ways: frozenset[tuple[str, str]]
    """Names, each with a method that is called or handed on."""
    handed_on: frozenset[str]
    """Names that stand alone."""


@cache
def uses_in(name: str) -> Uses:
    nodes = [*ast.walk(sources()[name])]
    applied = [node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
    ways = [(node.value.id, node.attr, id(node.value)) for node in applied if isinstance(node.value, ast.Name)]
    own = {place for _, attribute, place in ways if attribute in WAYS}
    read = (node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    return Uses(
        frozenset((called, attribute) for called, attribute, _ in ways if attribute in WAYS),
        frozenset(node.id for node in read if id(node) not in own),
    )


def ways_of(pattern: re.Pattern[str]) -> set[Way]:
    """Return the ways in which modules apply a pattern.

    One that is handed on by its name is sought in any way; one in a tuple is applied as its module applies what has no
    name of its own.
    """
    ways: set[Way] = set()
    for name in sources():
        spaces, uses = vars(module(name)), uses_in(name)
        holding = {key for key, patterns in held(name).items() if pattern in patterns}
        called = {key for key in holding if spaces[key] is pattern}
        is_inside = called != holding
        ways |= {WAYS[way] for key, way in uses.ways if key in called}
        ways |= {WAYS[way] for key, way in uses.ways if is_inside and key not in spaces and way != "split"}
        ways |= {Way.SEARCH} if called & uses.handed_on else set()
    return ways


def made() -> dict[str, Iterable[re.Pattern[str]]]:
    """Return patterns that functions make of names, by module and function."""
    return {
        "app.fight.search:pattern_of_words": [pattern_of_words(("a", "aa b", "("))],
        "app.rule_editor.rows:pattern_of_name": [pattern_of_name("a a")],
        "app.ui.players:pattern_of_names": [p for p in [pattern_of_names(("aa", "a a", "B"))] if p],
        "turntrack.lines.phrases:compile_kinds": [phrase.compiled() for phrase in PHRASES],
        "turntrack.lines.parser:pattern_of_texts": [pattern_of_texts(("weapon",))],
    }


def calls_of_re(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each function of ``re`` that is called in a function, with the name of that function; and in the module."""

    def walk(node: ast.AST, within: str) -> Iterator[tuple[str, str]]:
        for child in ast.iter_child_nodes(node):
            inner = child.name if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else within
            match child:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=called)):
                    yield inner, called
                case ast.ImportFrom(module="re"):
                    yield inner, "import"
            yield from walk(child, inner)

    return walk(tree, "")


def test_every_pattern_is_a_constant_or_made_by_a_function_that_is_tested() -> None:
    makers, wrong = set(), []
    for name, tree in sources().items():
        for within, called in calls_of_re(tree):
            if called == "compile" and within:
                makers.add(f"{name}:{within}")
            elif called not in CALLS_WITHOUT_PATTERN:
                wrong.append((name, within, called))
    assert wrong == []
    assert makers == {*made()}


@pytest.mark.parametrize(
    ("source", "calls"),
    [
        ("def read(text): return re.sub('a', '', text)", [("read", "sub")]),
        ("class Reader:\n    def read(self): return [re.match(a, b) for a in c]", [("read", "match")]),
        ("from re import sub", [("", "import")]),
        ("A = re.compile('a')", [("", "compile")]),
    ],
)
def test_a_call_with_a_pattern_is_noticed(source: str, calls: list[tuple[str, str]]) -> None:
    assert [*calls_of_re(ast.parse(source))] == calls


def grows(count: StepCount, way: Way, repeated: Repeated) -> bool:
    """Return whether four times the text takes far more than four times the steps."""
    short, most = repeated.text(SHORT), FEW * SHORT
    try:
        count.count(way, short, most)
    except TooManySteps:
        pass
    else:
        return False
    try:
        most = count.count(way, short, SHORT**3)
        count.count(way, repeated.text(LONG), MOST_GROWTH * most)
    except TooManySteps:
        return True
    return False


def growing(pattern: re.Pattern[str], ways: Iterable[Way], samples: int) -> list[tuple[Way, str]]:
    """List texts for which the steps grow faster than the text, at most one for each way."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(60_000)
    try:
        count, chance = StepCount(pattern), Random(pattern.pattern)
        texts = [*repeated_texts(pattern, chance, samples)]
        worst = ((way, next((text for text in texts if grows(count, way, text)), None)) for way in ways)
        return [(way, repr(text)) for way, text in worst if text]
    finally:
        sys.setrecursionlimit(limit)


SAMPLES = amount(120)


@pytest.mark.parametrize(
    ("pattern", "way"),
    [
        (r"\s*(?:(?:```|~~~)\s*\w*|-{3,}|={3,}|#.*)?\s*", Way.WHOLE),
        (r"(?im)^(\W*(?:armou?r class|ac|hit points|hp))\W*\n\s*(?=\d)", Way.SEARCH),
        (r"\s+(?:and|und|et|\+|&)\s+(?=\d{1,3}\s+[^\W\d])", Way.SEARCH),
        (r"\s*(\d{1,3})([.)]?)\s+(?=[^\W\d])", Way.SEARCH),
        (r"(.*[^\W\d].*?)\s+(\d{1,9})", Way.WHOLE),
        (r"(?:\s*[:=/|]|\s)+$", Way.SEARCH),
        (r"ac\W.*\bhd\b[^()]*\(\s*(\d{1,4})\s*hp\s*\)", Way.MATCH),
        (r"<sup\b.*?</sup>", Way.SEARCH),
        (r"#{1,6}\s+(.*?)\s*#*", Way.WHOLE),
        (r"hp\s*[:=]?\s*\d+", Way.MATCH),
        (r"(a|b|ab)*c", Way.MATCH),
    ],
)
def test_steps_that_grow_are_noticed(pattern: str, way: Way) -> None:
    """The first three blocked the page for seconds."""
    assert growing(re.compile(pattern), [way], SAMPLES)


@pytest.mark.parametrize(
    ("pattern", "text", "steps"),
    [("a", "a", 1), ("ab", "ab", 2), ("a*", "aaa", 5), ("a*b", "aaa", 12), ("a*+b", "aaa", 5), ("(?:ax|b)c", "bc", 3)],
)
def test_steps_are_counted_as_by_hand(pattern: str, text: str, steps: int) -> None:
    assert StepCount(re.compile(pattern)).count(Way.MATCH, text, 100) == steps


@pytest.mark.parametrize(
    "pattern", ["(a|ab)(c|bcd)(d*)", r"(?i)\bx\w+?(?=\s)", r"(.)\1", "a{2,3}?b", "(?<!c)a|b$", "(?>a|ab)c", "a++ab"]
)
@pytest.mark.parametrize("text", ["abcd", "abcbcd", "XYZ z", "aab", "aaaab", "b\n", "", "aa", "ac"])
def test_the_count_matches_what_the_matcher_matches(pattern: str, text: str) -> None:
    compiled = re.compile(pattern)
    match = compiled.match(text)
    assert StepCount(compiled).end_of_match(text) == (match.end() if match else -1)


@pytest.mark.parametrize("name", [*constants()])
def test_constants_take_linear_steps(name: str) -> None:
    for pattern in constants()[name]:
        ways = ways_of(pattern)
        assert ways, "nothing applies it"
        assert growing(pattern, sorted(ways, key=str), SAMPLES) == [], pattern.pattern


@pytest.mark.parametrize("name", [*made()])
def test_what_functions_make_takes_linear_steps(name: str) -> None:
    for pattern in made()[name]:
        assert growing(pattern, (Way.SEARCH, Way.WHOLE), SAMPLES) == [], pattern.pattern
