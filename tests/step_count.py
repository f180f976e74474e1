"""A count of the steps in which a regular expression goes through a text, as Python's matcher goes: with backtracking.

The matcher of ``re`` tells nobody how far it went. This one walks the tree that ``re`` itself parses, tries the same
ways in the same order, and counts each character that it looks at and each way that it gives up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from typing import Any, assert_never

type Next = Callable[[int], int]
"""What follows in the pattern: from a place in the text to the end of the match; -1 for none."""
type Matcher = Callable[[int, Next], int]
type Tree = Sequence[tuple[Any, Any]]
"""What ``re._parser`` makes of a pattern: operators with their arguments."""

SINGLE = {"LITERAL", "NOT_LITERAL", "ANY", "IN"}
REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
NO_MATCH = -1


class Way(Enum):
    """The way in which a pattern is applied."""

    MATCH = "match"
    WHOLE = "fullmatch"
    SEARCH = "search"
    """Through the whole text, as ``finditer``, ``sub`` and ``split`` go, too."""


def tree_of(pattern: re.Pattern[str]) -> Any:
    """Return the tree of a pattern, as ``re`` parses it."""
    return re._parser.parse(pattern.pattern, pattern.flags)  # type: ignore[attr-defined]


class TooManySteps(Exception):
    """A pattern that takes more steps than it may."""


class StepCount:
    """Counts the steps of a pattern."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._flags = pattern.flags
        self._text = ""
        self._groups: dict[int, tuple[int, int]] = {}
        self._most = 0
        self.steps = 0
        self._whole = self._sequence(tree_of(pattern))

    def count(self, way: Way, text: str, most: int) -> int:
        """Return the steps through a text. Raises TooManySteps for more than ``most``."""
        self._text, self._most, self.steps = text, most, 0
        match way:
            case Way.MATCH:
                self._match(0)
            case Way.WHOLE:
                self._match(0, to_end=True)
            case Way.SEARCH:
                at = 0
                while at <= len(text):
                    self._step()
                    at = max(at + 1, self._match(at))
            case _:
                assert_never(way)
        return self.steps

    def end_of_match(self, text: str, most: int = 10**9) -> int:
        """Return the end of the match at the beginning of a text; -1 for none."""
        self._text, self._most = text, most
        return self._match(0)

    def _match(self, at: int, *, to_end: bool = False) -> int:
        self._groups.clear()
        return self._whole(at, lambda end: end if not to_end or end == len(self._text) else NO_MATCH)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self._most:
            raise TooManySteps

    def _sequence(self, tree: Tree) -> Matcher:
        matchers = [self._matcher(operator, argument) for operator, argument in tree]

        def run(at: int, then: Next, place: int = 0) -> int:
            if place == len(matchers):
                return then(at)
            return matchers[place](at, lambda end: run(end, then, place + 1))

        return matchers[0] if len(matchers) == 1 else run

    def _matcher(self, operator: Any, argument: Any) -> Matcher:
        name = str(operator)
        if name in SINGLE:
            fits = character_test(operator, argument, self._flags)
            return lambda at, then: then(at + 1) if self._looks(fits, at) else NO_MATCH
        if name in REPEATS:
            least, most, body = argument
            return self._repeat(name, least, most, body)
        match name:
            case "BRANCH":
                return self._branch(argument[1])
            case "SUBPATTERN":
                return self._group(argument[0], self._sequence(argument[3]))
            case "ATOMIC_GROUP":
                return self._atomic(self._sequence(argument))
            case "AT":
                return lambda at, then: then(at) if self._is_at(str(argument), at) else NO_MATCH
            case "ASSERT" | "ASSERT_NOT":
                return self._look(argument[0], argument[1], wanted=name == "ASSERT")
            case "FAILURE":  # (?!)
                return lambda at, then: NO_MATCH
            case "GROUPREF":
                return lambda at, then: self._again(argument, at, then)
            case _:
                raise NotImplementedError(name)

    def _looks(self, fits: Callable[[str], bool], at: int) -> bool:
        self._step()
        return at < len(self._text) and fits(self._text[at])

    def _repeat(self, name: str, least: int, most: int, body: Sequence[tuple[Any, Any]]) -> Matcher:
        if len(body) == 1 and str(body[0][0]) in SINGLE:
            return self._repeat_of_character(name, least, most, character_test(*body[0], self._flags))
        once = self._sequence(body)

        def run(at: int, then: Next, count: int = 0) -> int:
            self._step()

            def again(end: int) -> int:
                return NO_MATCH if end == at and count >= least else run(end, then, count + 1)

            if count < least:
                return once(at, again)
            if name == "MIN_REPEAT":
                end = then(at)
                return once(at, again) if end == NO_MATCH and count < most else end
            end = once(at, again) if count < most else NO_MATCH
            return then(at) if end == NO_MATCH else end

        return self._atomic(run) if name == "POSSESSIVE_REPEAT" else run

    def _repeat_of_character(self, name: str, least: int, most: int, fits: Callable[[str], bool]) -> Matcher:
        def run(at: int, then: Next) -> int:
            end = at
            while end - at < (least if name == "MIN_REPEAT" else most) and self._looks(fits, end):
                end += 1
            if end - at < least:
                return NO_MATCH
            if name == "POSSESSIVE_REPEAT":
                return then(end)
            if name == "MAX_REPEAT":
                for place in range(end, at + least - 1, -1):
                    self._step()
                    if (whole := then(place)) != NO_MATCH:
                        return whole
                return NO_MATCH
            while (whole := then(end)) == NO_MATCH and end - at < most and self._looks(fits, end):
                end += 1
            return whole

        return run

    def _branch(self, trees: Sequence[Tree]) -> Matcher:
        """Try the ways that may begin with the next character: the matcher of ``re`` looks at it before it goes one."""
        ways = [(self._begin(tree), self._sequence(tree)) for tree in trees]

        @cache
        def fitting(character: str) -> list[Matcher]:
            return [way for begins, way in ways if begins is None or (character and begins(character))]

        def run(at: int, then: Next) -> int:
            for way in fitting(self._text[at : at + 1]):
                self._step()
                if (end := way(at, then)) != NO_MATCH:
                    return end
            return NO_MATCH

        return run

    def _begin(self, tree: Tree) -> Callable[[str], bool] | None:
        """Return the test of the first character, if a tree begins with one."""
        operator, argument = tree[0] if tree else (None, None)
        return character_test(operator, argument, self._flags) if str(operator) in SINGLE else None

    def _group(self, number: int | None, inner: Matcher) -> Matcher:
        if number is None:
            return inner

        def run(at: int, then: Next) -> int:
            def close(end: int) -> int:
                before = self._groups.get(number)
                self._groups[number] = (at, end)
                whole = then(end)
                if whole == NO_MATCH and before is not None:
                    self._groups[number] = before
                return whole

            return inner(at, close)

        return run

    def _atomic(self, inner: Matcher) -> Matcher:
        def run(at: int, then: Next) -> int:
            end = inner(at, lambda end: end)
            return then(end) if end != NO_MATCH else NO_MATCH

        return run

    def _look(self, direction: int, tree: Any, *, wanted: bool) -> Matcher:
        inner = self._sequence(tree)
        back = tree.getwidth()[0] if direction < 0 else 0

        def run(at: int, then: Next) -> int:
            is_there = at >= back and inner(at - back, lambda end: end) != NO_MATCH
            return then(at) if is_there == wanted else NO_MATCH

        return run

    def _again(self, number: int, at: int, then: Next) -> int:
        begin, end = self._groups.get(number, (0, -1))
        said = self._text[begin:end]
        self.steps += len(said)
        return then(at + len(said)) if end >= begin and self._text.startswith(said, at) else NO_MATCH

    def _is_at(self, where: str, at: int) -> bool:
        self._step()
        text = self._text
        match where:
            case "AT_BEGINNING":
                return at == 0 or (bool(self._flags & re.MULTILINE) and text[at - 1] == "\n")
            case "AT_BEGINNING_STRING":
                return at == 0
            case "AT_END":
                is_line_end = bool(self._flags & re.MULTILINE) and text[at : at + 1] == "\n"
                return is_line_end or at == len(text) or text[at:] == "\n"
            case "AT_END_STRING":
                return at == len(text)
            case "AT_BOUNDARY" | "AT_NON_BOUNDARY":
                is_boundary = _is_word(text[at - 1 : at] if at else "") != _is_word(text[at : at + 1])
                return is_boundary == (where == "AT_BOUNDARY")
            case _:
                raise NotImplementedError(where)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def character_test(operator: Any, argument: Any, flags: int) -> Callable[[str], bool]:
    """Return the test of one character by one node of a tree, which ``re`` itself compiles."""
    state = re._parser.State()  # type: ignore[attr-defined]
    state.flags = flags
    node = re._parser.SubPattern(state, [(operator, argument)])  # type: ignore[attr-defined]
    pattern = re._compiler.compile(node, flags)  # type: ignore[attr-defined]
    return cache(lambda character: pattern.match(character) is not None)
