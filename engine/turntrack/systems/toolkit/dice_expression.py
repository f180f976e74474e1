"""The parser and evaluator of dice expressions, such as ``1d20 + dex`` or ``(pool)d6>=5``; nothing runs as code.

The grammar is closed:

- numbers, and fields of the sheet by their keys;
- dice: ``2d6``, ``d20``, ``(pool)d6``, ``2d(die)``. ``4d6kh3`` and ``2d20kl1`` keep the highest or lowest, ``1d6!``
  explodes, ``5d6>=5`` counts the dice that show at least 5, ``5d10>=7 twice 10`` a 10 as two of them;
- ``+ − × ÷`` (rounded down), ``max(…, …)``, ``min(…, …)`` and brackets;
- ``gap(…)`` around the whole expression: the distance behind the highest value of all combatants; ``min(gap(…), 6)``
  is at most 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from turntrack.core.dice import LONGEST_CHAIN, MOST_DICE, MOST_SIDES, DiceCode, Explodes, Roll
from turntrack.core.errors import BadValue
from turntrack.core.score import Term, TermKind

LONGEST_EXPRESSION = 120
DEEPEST = 8
_MOST_NODES = 40
MOST_ROLLED = 6
"""The greatest number of dice terms in one expression; each is rolled separately."""
LARGEST_VALUE = 20_000
"""The greatest value of an expression; its negative is the least."""

type Bounds = tuple[int, int]
type BoundsOf = Mapping[str, Bounds]
"""The inclusive bounds of each field, by key."""
type ValueOf = Mapping[str, int]
"""The value of each field, by key."""


class BadExpression(BadValue):
    """An expression that cannot be parsed. ``at`` is the position, from 1; the message says what was expected."""

    def __init__(self, text: str, at: int, message: str) -> None:
        super().__init__(f"“{text[:LONGEST_EXPRESSION]}”, place {at}: {message}")
        self.at = at


@dataclass(frozen=True, slots=True)
class Constant:
    amount: int


@dataclass(frozen=True, slots=True)
class FieldRef:
    """A field of the sheet."""

    key: str


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """A dice term."""

    place: int
    """The index among the dice terms of the expression, from 0."""
    count: Node
    sides: Node
    keep: int = 0
    """The number of highest dice to keep, or negative of lowest dice; 0 for all."""
    explodes: bool = False
    at_least: int = 0
    """The least face of the dice to count; 0 if the faces are added up."""
    twice: int = 0
    """The least face that counts twice; 0 for none."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An arithmetic operation on two values."""

    sign: str
    """One of ``+ − × ÷``."""
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Extreme:
    """The highest or lowest of several values."""

    is_highest: bool
    parts: tuple[Node, ...]


type Node = Constant | FieldRef | DiceRoll | Operation | Extreme


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression."""

    text: str
    body: Node
    is_gap: bool = False
    """True if the value is the distance behind the highest value of all combatants."""
    most: int = 0
    """The greatest distance; 0 for any."""
    dice: tuple[DiceRoll, ...] = ()


# Reading


def parse(text: str, fields: BoundsOf, *, is_typed: bool = False) -> Expression:
    """Parse an expression over these fields. Raises BadExpression.

    What is ``is_typed`` just now is refused if it says a thing twice, or if tables read it differently (``5d6!>=5``);
    in stored rules the last one counts.

    >>> write(parse("d20+dex/2", {"dex": (0, 30)}).body)
    '1d20 + dex ÷ 2'
    """
    if len(text) > LONGEST_EXPRESSION:
        raise BadExpression(text, LONGEST_EXPRESSION + 1, f"at most {LONGEST_EXPRESSION} characters are read.")
    return _Reader(text, fields, is_typed).read()


_SPACE = re.compile(r"\s*")
_WHOLE = re.compile(r"[0-9]+")
_NAME = re.compile(r"[a-z_][a-z_0-9]*", re.IGNORECASE | re.ASCII)
_DIE = re.compile(r"d(?=\s*[0-9(])", re.IGNORECASE)
_KEEP = re.compile(r"k?([hl])([0-9]+)", re.IGNORECASE | re.ASCII)
_AT_LEAST = re.compile(r"(?:>=|≥)\s*([0-9]+)", re.ASCII)
_TWICE = re.compile(r"twice\s*([0-9]+)", re.IGNORECASE | re.ASCII)
_GAP = re.compile(r"gap\s*+\(", re.IGNORECASE)
_LEAST_GAP = re.compile(r"min\s*+\(\s*+gap\s*+\(", re.IGNORECASE)
_FUNCTIONS = ("max", "min", "gap")
_SIGNS = {"-": "−", "*": "×", "/": "÷"}.get


class _Reader:
    """A recursive-descent parser: the text, the current position, and the dice terms parsed so far."""

    def __init__(self, text: str, fields: BoundsOf, is_typed: bool) -> None:
        self._text = text
        self._is_typed = is_typed
        self._fields = fields
        self._at = 0
        self._depth = 0
        self._nodes = 0
        self._dice: list[DiceRoll] = []

    def read(self) -> Expression:
        limited = self._take(_LEAST_GAP)
        gap = limited or self._take(_GAP)
        body = self._sum()
        if gap:
            self._expect(")")
        most = self._limit() if limited else 0
        self._skip()
        if self._at < len(self._text):
            raise self._bad("the end, or a sign (+ − × ÷) was expected")
        return Expression(self._text, body, bool(gap), most, tuple(self._dice))

    def _limit(self) -> int:
        """Read the limit of a distance, up to the bracket that ends it."""
        self._expect(",")
        self._skip()
        at, whole = self._at, self._take(_WHOLE)
        if whole is None:
            raise self._bad("a number was expected")
        most = self._number(whole[0], at, 1, LARGEST_VALUE, "at most a number")
        self._expect(")")
        return most

    # Tokens

    def _bad(self, message: str, at: int | None = None) -> BadExpression:
        where = self._at if at is None else at
        next_text = self._text[where : where + 12] or "the end"
        return BadExpression(self._text, where + 1, f"{message}, not “{next_text}”.")

    def _skip(self) -> None:
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        self._skip()
        match = pattern.match(self._text, self._at)
        if match:
            self._at = match.end()
        return match

    def _sign(self, signs: str) -> str:
        self._skip()
        sign = self._text[self._at : self._at + 1]
        if not sign or sign not in signs:
            return ""
        self._at += 1
        return _SIGNS(sign, sign)

    def _expect(self, sign: str) -> None:
        if not self._sign(sign):
            raise self._bad(f"“{sign}” was expected")

    def _number(self, text: str, at: int, low: int, high: int, what: str) -> int:
        # Python refuses to read thousands of digits: a long number is just too large.
        number = int(text) if len(text) < 7 else high + 1
        if not low <= number <= high:
            raise BadExpression(self._text, at + 1, f"{what} from {low} to {high}, not {text[:12]}.")
        return number

    # The grammar

    def _made(self, node: Node, at: int) -> Node:
        self._nodes += 1
        if self._nodes > _MOST_NODES:
            raise BadExpression(self._text, at + 1, f"an expression has at most {_MOST_NODES} parts.")
        # Bounds are checked at every node, so that the message has the place where the value grows too large.
        low, high = self._bounds(node, at)
        if low < -LARGEST_VALUE or high > LARGEST_VALUE:
            worst = low if low < -LARGEST_VALUE else high
            message = f"this can come to {worst}; {LARGEST_VALUE} is the most."
            raise BadExpression(self._text, at + 1, message)
        return node

    def _bounds(self, node: Node, at: int) -> Bounds:
        try:
            return bounds_of(node, self._fields)
        except BadValue as error:
            raise BadExpression(self._text, at + 1, str(error)) from error

    def _sum(self) -> Node:
        self._depth += 1
        at = self._at
        if self._depth > DEEPEST:
            raise self._bad(f"brackets stand in each other {DEEPEST} deep at most")
        if self._sign("-−"):
            node = self._made(Operation("−", Constant(0), self._product()), at)
        else:
            self._sign("+")
            node = self._product()
        while sign := self._sign("+-−"):
            node = self._made(Operation(sign, node, self._product()), at)
        self._depth -= 1
        return node

    def _product(self) -> Node:
        at = self._at
        node = self._primary()
        while sign := self._sign("*×/÷"):
            node = self._made(Operation(sign, node, self._primary()), at)
        return node

    def _primary(self) -> Node:
        self._skip()
        at = self._at
        if field := self._take_field():
            return self._named(field, at)
        if self._take(_DIE):
            return self._roll(Constant(1), at)
        if whole := self._take(_WHOLE):
            if self._take(_DIE):
                count = self._number(whole[0], at, 1, MOST_DICE, "dice")
                return self._roll(Constant(count), at)
            return self._made(Constant(self._number(whole[0], at, 0, LARGEST_VALUE, "a number")), at)
        if self._sign("("):
            node = self._sum()
            self._expect(")")
            return self._roll(self._plain(node, at), at) if self._take(_DIE) else node
        if name := self._take(_NAME):
            return self._named(name[0].lower(), at)
        known = ", ".join(self._fields) or "none yet"
        raise self._bad(f"a number, dice such as 2d6, or a field of the sheet ({known}) was expected")

    def _take_field(self) -> str:
        """Take the name of a field, which may begin like dice, as ``d20_bonus`` does; empty if there is none."""
        name = _NAME.match(self._text, self._at)
        if not name or name[0].lower() not in self._fields:
            return ""
        self._at = name.end()
        return name[0].lower()

    def _named(self, name: str, at: int) -> Node:
        if name in _FUNCTIONS:
            self._expect("(")
            if name == "gap":
                raise self._bad("gap(…) stands around all of it, or not at all", at)
            parts = [self._sum()]
            while self._sign(","):
                parts.append(self._sum())
            self._expect(")")
            return self._made(Extreme(name == "max", tuple(parts)), at)
        if name not in self._fields:
            known = ", ".join(self._fields) or "none yet"
            raise self._bad(f"a number, dice such as 2d6, or a field of the sheet ({known}) was expected", at)
        return self._made(FieldRef(name), at)

    def _plain(self, node: Node, at: int) -> Node:
        """Check that the number or the sides of dice do not depend on dice. Raises BadExpression."""
        if has_dice(node):
            raise BadExpression(self._text, at + 1, "how many dice, and of how many sides, is not left to dice.")
        return node

    def _roll(self, count: Node, at: int) -> Node:
        sides_at = self._at
        if self._sign("("):
            sides = self._plain(self._sum(), sides_at)
            self._expect(")")
        else:
            match = self._take(_WHOLE)
            assert match is not None  # _DIE has matched the digit
            sides = Constant(self._number(match[0], sides_at, 2, MOST_SIDES, "sides"))
        keep = at_least = twice = 0
        explodes = False
        dice = self._text[at : self._at]
        while True:
            self._skip()
            here = self._at
            if match := self._take(_KEEP):
                self._refuse_second(here, bool(keep), "which dice are kept")
                many = self._number(match[2], here, 1, MOST_DICE, "dice to keep")
                keep = many if match[1].lower() == "h" else -many
            elif match := self._take(_AT_LEAST):
                self._refuse_second(here, bool(at_least), "which dice are counted")
                if self._is_typed and explodes:
                    raise BadExpression(
                        self._text,
                        here + 1,
                        f"write “{dice}{match[0]}!” to count, the highest face rolled again, or “{dice}!” to add up.",
                    )
                at_least = self._number(match[1], here, 1, MOST_SIDES, "a face")
            elif match := self._take(_TWICE):
                self._refuse_second(here, bool(twice), "which face counts twice")
                twice = self._number(match[1], here, 1, MOST_SIDES, "a face")
            elif self._sign("!"):
                self._refuse_second(here, explodes, "that dice explode")
                explodes = True
            else:
                break
        if keep and at_least:
            raise BadExpression(self._text, at + 1, "dice are kept or counted, not both.")
        if len(self._dice) == MOST_ROLLED:
            raise BadExpression(self._text, at + 1, f"at most {MOST_ROLLED} kinds of dice at once.")
        if twice and not 0 < at_least <= twice:
            raise BadExpression(self._text, at + 1, "what counts twice also counts once, as in 5d10>=7 twice 10.")
        rolled = DiceRoll(len(self._dice), count, sides, keep, explodes, at_least, twice)
        self._dice.append(rolled)
        return self._made(rolled, at)

    def _refuse_second(self, at: int, is_said: bool, what: str) -> None:
        if self._is_typed and is_said:
            raise BadExpression(self._text, at + 1, f"{what} is said already.")


# Inspection


def parts_of(node: Node) -> Iterator[Node]:
    """Yield the node and all nodes within, but not the number and sides of dice, which hold no dice."""
    yield node
    match node:
        case Constant() | FieldRef() | DiceRoll():
            return
        case Operation():
            within: tuple[Node, ...] = (node.left, node.right)
        case Extreme():
            within = node.parts
        case _:
            assert_never(node)
    for part in within:
        yield from parts_of(part)


def fields_of(node: Node) -> Iterator[str]:
    """Yield the keys of the fields on which the node depends, also by the number and sides of dice."""
    for part in parts_of(node):
        if isinstance(part, FieldRef):
            yield part.key
        elif isinstance(part, DiceRoll):
            yield from (*fields_of(part.count), *fields_of(part.sides))


def has_dice(node: Node) -> bool:
    """Return whether the value of the node depends on dice."""
    return any(isinstance(part, DiceRoll) for part in parts_of(node))


def bounds_of(node: Node, fields: BoundsOf) -> Bounds:
    """Return the inclusive bounds of the node's value.

    Raises BadValue if a divisor can be 0, or if the number or the sides of dice can be out of range.
    """
    match node:
        case Constant():
            return node.amount, node.amount
        case FieldRef():
            return fields[node.key]
        case DiceRoll():
            return _bounds_of_dice(node, fields)
        case Operation():
            return _bounds_of_both(node.sign, bounds_of(node.left, fields), bounds_of(node.right, fields))
        case Extreme():
            lows, highs = zip(*(bounds_of(part, fields) for part in node.parts), strict=True)
            return (max(lows), max(highs)) if node.is_highest else (min(lows), min(highs))
        case _:
            assert_never(node)


def _bounds_of_dice(node: DiceRoll, fields: BoundsOf) -> Bounds:
    (fewest, most), (least, largest) = bounds_of(node.count, fields), bounds_of(node.sides, fields)
    if fewest < 0 or most > MOST_DICE:
        raise BadValue(f"these can be {fewest if fewest < 0 else most} dice; 0 to {MOST_DICE} can be rolled.")
    if least < 2 or largest > MOST_SIDES:
        raise BadValue(f"a die can have {least if least < 2 else largest} sides here; 2 to {MOST_SIDES} are meant.")
    chain = LONGEST_CHAIN if node.explodes else 1
    if node.at_least:
        return 0, most * chain * (2 if node.twice else 1)
    kept = min(abs(node.keep), most) if node.keep else most
    return min(abs(node.keep) or fewest, fewest), kept * largest * chain


def _bounds_of_both(sign: str, left: Bounds, right: Bounds) -> Bounds:
    if sign == "÷" and right[0] <= 0 <= right[1]:
        raise BadValue("this is divided by what can be 0.")
    corners = [calculate(sign, end, right_value) for end in left for right_value in right]
    return min(corners), max(corners)


def calculate(sign: str, left: int, right: int) -> int:
    """Apply one of the operators ``+ − × ÷``. A quotient is rounded down."""
    match sign:
        case "+":
            return left + right
        case "−":
            return left - right
        case "×":
            return left * right
        case _:
            return left // right


def write(node: Node) -> str:
    """Write an expression for the screen.

    >>> write(parse("(2+str)*3 - max(1d6!, 4d6kh3)", {"str": (0, 9)}).body)
    '(2 + str) × 3 − max(1d6!, 4d6kh3)'
    """
    match node:
        case Constant():
            return str(node.amount)
        case FieldRef():
            return node.key.replace("_", " ")
        case DiceRoll():
            return _write_dice(node)
        case Operation():
            if node.left == Constant(0) and node.sign == "−":
                return f"−{_bracketed(node.right)}"
            tight = node.sign in "×÷"
            left = _bracketed(node.left) if tight and _is_loose(node.left) else write(node.left)
            right = _bracketed(node.right) if tight or _is_loose(node.right) else write(node.right)
            return f"{left} {node.sign} {right}"
        case Extreme():
            return f"{'max' if node.is_highest else 'min'}({', '.join(write(part) for part in node.parts)})"
        case _:
            assert_never(node)


def _is_loose(node: Node) -> bool:
    return isinstance(node, Operation) and node.sign in "+−"


def _bracketed(node: Node) -> str:
    return f"({write(node)})" if isinstance(node, Operation) else write(node)


def _write_dice(node: DiceRoll) -> str:
    count, sides = (
        write(part) if isinstance(part, Constant) else f"({write(part)})" for part in (node.count, node.sides)
    )
    kept = f"k{'h' if node.keep > 0 else 'l'}{abs(node.keep)}" if node.keep else ""
    counted = f"≥{node.at_least}{'!' * node.explodes}" if node.at_least else "!" * node.explodes
    return f"{count}d{sides}{kept}{counted}{f' twice {node.twice}' if node.twice else ''}"


# Evaluation


def code_of(die: DiceRoll, values: ValueOf) -> DiceCode | None:
    """Return the dice code of a dice term with these field values; None for no dice."""
    count, sides = (evaluate(part, values, {}) for part in (die.count, die.sides))
    return DiceCode(count, sides, 0, Explodes.ALL if die.explodes else Explodes.NONE) if count else None


def is_plain(die: DiceRoll) -> bool:
    """Return whether all faces are added up, so that a total without faces is enough."""
    return not die.keep and not die.at_least


def count_shown(die: DiceRoll, roll: Roll) -> int:
    """Return the value of a dice term for a roll. Raises BadValue if the faces are needed and were not typed."""
    if is_plain(die):
        return roll.total
    if not roll.dice:
        raise BadValue(f"{write(die)}: type the face of each die; the total does not tell.")
    if die.at_least:
        doubled = sum(face >= die.twice for face in roll.faces) if die.twice else 0
        return doubled + sum(face >= die.at_least for face in roll.faces)
    faces = sorted((sum(chain) for chain in roll.dice), reverse=die.keep > 0)
    return sum(faces[: abs(die.keep)])


def evaluate(node: Node, values: ValueOf, fallen: Mapping[int, int]) -> int:
    """Evaluate a node. ``fallen`` has the values of dice terms by ``place``; a missing one counts as 0."""
    match node:
        case Constant():
            return node.amount
        case FieldRef():
            return values[node.key]
        case DiceRoll():
            return fallen.get(node.place, 0)
        case Operation():
            return calculate(node.sign, evaluate(node.left, values, fallen), evaluate(node.right, values, fallen))
        case Extreme():
            amounts = [evaluate(part, values, fallen) for part in node.parts]
            return max(amounts) if node.is_highest else min(amounts)
        case _:
            assert_never(node)


@dataclass(frozen=True, slots=True)
class Addend:
    """A part of the outermost sum, which becomes a term of the score."""

    node: Node
    is_taken_off: bool = False

    def term(self, values: ValueOf, fallen: Mapping[int, int], rule: str) -> Term:
        """Return the term of a score for this part."""
        amount = evaluate(self.node, values, fallen)
        part = TermKind.ROLL if has_dice(self.node) else TermKind.OTHER
        return Term(_term_label(self.node, values), -amount if self.is_taken_off else amount, rule, part)


def addends(node: Node) -> Sequence[Addend]:
    """Split the outermost sum into its parts, in reading order."""
    if isinstance(node, Operation) and node.sign in "+−":
        left = [] if node.left == Constant(0) and node.sign == "−" else [*addends(node.left)]
        return [*left, Addend(node.right, node.sign == "−")]
    return [Addend(node)]


def has_mixed_dice(formula: Expression) -> bool:
    """Return whether a term has both dice and a value beside their number and faces, as in ``max(1d6 + speed, 1)``."""
    return any(has_dice(addend.node) and _has_value_beside_dice(addend.node) for addend in addends(formula.body))


def _has_value_beside_dice(node: Node) -> bool:
    match node:
        case Constant() | DiceRoll():
            return False
        case FieldRef():
            return True
        case Operation():
            return _has_value_beside_dice(node.left) or _has_value_beside_dice(node.right)
        case Extreme():
            return any(map(_has_value_beside_dice, node.parts))
        case _:
            assert_never(node)


def _term_label(node: Node, values: ValueOf) -> str:
    """Return the label of a term: dice with their actual number and sides, ``d20`` for a single die."""
    if isinstance(node, DiceRoll):
        count, sides = (Constant(evaluate(part, values, {})) for part in (node.count, node.sides))
        label = _write_dice(DiceRoll(0, count, sides, node.keep, node.explodes, node.at_least, node.twice))
        return label.removeprefix("1") if label.startswith("1d") else label
    return "always" if isinstance(node, Constant) else write(node)
