"""Dice codes, rolls, and the sources of dice: the app, a seed, a script, or the table.

Only ``decide`` rolls. It writes each roll into an event, so undo, redo and replay need no dice.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol, assert_never

from turntrack.core.cards import read_card, show_card
from turntrack.core.errors import BadDiceCode, Malformed
from turntrack.core.score import signed, write_count

MOST_DICE = 100
MOST_SIDES = 1000
_MOST_FACES_TOLD = 8
_MOST_USUALLY_ADDED = 10
LONGEST_CHAIN = 100
"""The greatest number of faces of one exploding die. Fair dice reach it with a chance below 1e-77."""


_CODE = re.compile(r"(\d{1,6})\s*+[dDwW]\s*+(\d{0,6})(?:\s*+([+\-−])\s*+(\d{1,6}))?", re.ASCII)
_WORD = re.compile(r"[^\s,;]+")
_TOTAL = re.compile(r"[+\-−]?\d{1,5}", re.ASCII)
_FACE_OR_TOTAL = re.compile(r"=?[+\-−]?\d{1,6}", re.ASCII)


class Explodes(StrEnum):
    """The dice of a roll that explode: on the highest face they are rolled again and added."""

    NONE = ""
    LAST = "wild"  # the last die: the wild die of D6
    ALL = "all"


@dataclass(frozen=True, slots=True)
class DiceCode:
    """A number of dice of one kind, and a fixed addition. ``3D+2`` is three six-sided dice, the last one wild.

    >>> DiceCode.parse("1d20")
    DiceCode(count=1, sides=20, plus=0, explodes=<Explodes.NONE: ''>)
    >>> str(DiceCode.parse(" 3d + 2 "))
    '3D+2'
    """

    count: int
    sides: int
    plus: int = 0
    explodes: Explodes = Explodes.NONE

    @classmethod
    def parse(cls, text: str) -> DiceCode:
        """Parse ``2d10``, ``1d12-1`` (plain dice) or ``4D``, ``3D+2`` (six-sided, the last one wild), also with the
        German W.

        Raises BadDiceCode.
        """
        match = _CODE.fullmatch(text.strip())
        if not match:
            raise BadDiceCode(f"a dice code such as 1d20 or 3D+2, not “{text[:40]}”.")
        count, sides, sign, plus = match.groups()
        code = cls(
            int(count),
            int(sides) if sides else 6,
            int(plus or 0) * (1 if sign == "+" else -1),
            Explodes.NONE if sides else Explodes.LAST,
        )
        if not 1 <= code.count <= MOST_DICE:
            raise BadDiceCode(f"from 1 to {MOST_DICE} dice, not {code.count}.")
        if not 2 <= code.sides <= MOST_SIDES:
            raise BadDiceCode(f"dice of 2 to {MOST_SIDES} sides, not {code.sides}.")
        if abs(code.plus) > MOST_SIDES:
            raise BadDiceCode(f"at most {MOST_SIDES} added or taken off, not {abs(code.plus)}.")
        return code

    def __str__(self) -> str:
        plus = f"{self.plus:+d}" if self.plus else ""
        if self.explodes is Explodes.LAST and self.sides == 6:
            return f"{self.count}D{plus}"
        return f"{self.count}d{self.sides}{plus}"

    def explodes_at(self, die: int) -> bool:
        """Return whether the die of this index, from 0, explodes."""
        match self.explodes:
            case Explodes.NONE:
                return False
            case Explodes.LAST:
                return die == self.count - 1
            case Explodes.ALL:
                return True
            case _:
                assert_never(self.explodes)


@dataclass(frozen=True, slots=True)
class Roll:
    """The result of a dice code."""

    code: str
    dice: tuple[tuple[int, ...], ...]
    """The faces of each die, in order: in ``((4,), (6, 6, 2))`` the second die exploded twice.

    Empty if only the total was typed.
    """
    total: int
    typed: bool = False
    """True if the game master typed the result of dice at the table."""
    is_told: bool = False
    """True if the total was told with all that is added to the dice, which is not known."""

    @property
    def faces(self) -> tuple[int, ...]:
        """Return the faces of all dice, in order."""
        return tuple([face for die in self.dice for face in die])

    def sum_words(self) -> str:
        """Write the faces and the bonus as a sum: ``6 + 2 = 8``; many faces are added up, a told total stands alone.

        >>> Roll("2d6+2", ((6,), (1,)), 9).sum_words(), Roll("1d4-1", ((3,),), 2).sum_words()
        ('6 + 1 + 2 = 9', '3 − 1 = 2')
        >>> Roll("2d6", (), 7, typed=True).sum_words()
        '7'
        """
        if not self.dice:
            return str(self.total)
        plus = self.total - sum(self.faces)
        faces = [str(face) for face in self.faces] if len(self.faces) <= _MOST_FACES_TOLD else [str(sum(self.faces))]
        words = " + ".join(faces) + (f" {'+' if plus > 0 else '−'} {abs(plus)}" if plus else "")
        return words if words == str(self.total) else f"{words} = {self.total}"

    def __str__(self) -> str:
        if not self.dice:
            return f"{self.code}: {self.total}"
        shown = ", ".join(["→".join(str(face) for face in die) for die in self.dice])
        return f"{self.code}: {shown}" if self.total == sum(self.faces) else f"{self.code}: {shown} = {self.total}"


@dataclass(frozen=True, slots=True)
class DiceRequest:
    """A roll that a decision needs."""

    key: str
    """The identifier within the decision, the same when the command is tried again."""
    who: str
    purpose: str
    code: DiceCode
    at_table: bool = False
    """True if the players roll with their own dice."""
    out: tuple[int, ...] = ()
    """The faces that cannot fall: cards that have been dealt."""
    by_face: bool = False
    """True if the result depends on each face, so that a total is not enough."""
    is_card: bool = False
    """True if the roll is a card from a deck of ``code.sides`` cards, and is typed as one."""
    added: int = 0
    """What is added to a die for the total that the players say; 0 if that is not known."""
    is_total: bool = False
    """True if the table enters the total with ``added``, not the die."""
    may_add: tuple[int, int] = (0, 0)
    """The least and the most that may be added, where the sheet does not tell what is."""
    hint: str = ""
    """What the table is told beside this roll: that it is one of two, or why it is made again."""
    replaces: str = ""
    """The key of the roll in place of which this one is made: whoever has made that one makes this one, too."""
    held: tuple[int, ...] = ()
    """The cards that the app has dealt to others, who get another if the table deals one of these."""

    def beside(self, dealt: Iterable[int]) -> DiceRequest:
        """Return the request for a card of a deck from which these are dealt, too; any other request as it is."""
        return replace(self, out=tuple(sorted({*self.out, *dealt}))) if self.is_card else self

    @property
    def has_total(self) -> bool:
        """Return whether the players may say a total that differs from the dice."""
        return bool(self.added) or any(self.may_add)

    @property
    def totals(self) -> tuple[int, int] | None:
        """Return the least and the greatest total that are likely; None if it cannot differ from the dice."""
        if not self.has_total:
            return None
        low, high = (0, _MOST_USUALLY_ADDED) if any(self.may_add) else (self.added, self.added)
        return self.code.count + self.code.plus + low, self.code.count * self.code.sides + self.code.plus + high

    def read(self, text: str) -> Roll:
        """Read the typed result; more than the die can show is the total with what is added to it. Raises Malformed.

        If the sheet does not tell what is added, such a total stands as it is told.

        >>> request = DiceRequest("", "Aria", "initiative", DiceCode(1, 20), added=3)
        >>> request.read("21").total, request.read("17").total, replace(request, is_total=True).read("17").total
        (18, 17, 14)
        >>> replace(request, may_add=(-10, 30)).read("23")
        Roll(code='1d20', dice=(), total=23, typed=True, is_told=True)
        """
        if self.is_card:
            return read_roll(self.code, str(read_card(text, self.code.sides, self.out)))
        code, added = self.code, self.added
        total = int(text.replace("−", "-")) if _TOTAL.fullmatch(text.strip()) else None
        low, high = code.count + code.plus, code.count * code.sides + code.plus
        is_more = total is not None and total > high and code.explodes is Explodes.NONE
        if total is None or not self.has_total or not (self.is_total or is_more):
            return read_roll(code, text)
        if any(self.may_add):
            least, most = low + self.may_add[0], high + self.may_add[1]
            if least <= total and (total <= most or code.explodes is not Explodes.NONE):
                return Roll(str(code), (), total, typed=True, is_told=True)
            raise Malformed(f"A total from {signed(least)} to {signed(most)}, not {signed(total)}.")
        if total - added < low or (total - added > high and code.explodes is Explodes.NONE):
            name = f"d{code.sides}" if code.count == 1 and not code.plus else str(code)
            of_total = "" if self.is_total else f"shows {low} to {high}, "
            raise Malformed(f"The {name} {of_total}with {added:+d} is {low + added} to {high + added}, not {total}.")
        return read_roll(code, str(total - added) if code.explodes is Explodes.NONE else f"={total - added}")

    def write(self, roll: Roll) -> str:
        """Return the text to type for this roll."""
        if roll.is_told or self.is_total:
            return str(roll.total if roll.is_told else roll.total + self.added)
        return show_card(roll.total, self.code.sides) if self.is_card else write_roll(self.code, roll)

    @property
    def words(self) -> str:
        """Return the dice code, or the size of the deck in words."""
        return f"of {self.code.sides}" if self.is_card else str(self.code)


class DiceNeeded(Exception):
    """An interruption of a decision: the table must roll first.

    Ask the table for ``requests``, then give the same command again with the answers.
    """

    def __init__(self, requests: tuple[DiceRequest, ...]) -> None:
        super().__init__(", ".join([f"{request.who}: {request.code}" for request in requests]))
        self.requests = requests


class Dice(Protocol):
    """A source of dice."""

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        """Return one roll for each request, in their order. Raises DiceNeeded if the table must roll first."""


@dataclass(frozen=True, slots=True)
class AppDice:
    """Dice that the app rolls."""

    below: Callable[[int], int]
    """A uniform source of integers: ``below(6)`` returns 0 to 5."""

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        return tuple([self._roll(request.code, request.out) for request in requests])

    def _roll(self, code: DiceCode, out: tuple[int, ...]) -> Roll:
        return roll_of(code, [self._die(code, die, out) for die in range(code.count)])

    def _die(self, code: DiceCode, die: int, out: tuple[int, ...]) -> tuple[int, ...]:
        faces = [self.below(code.sides) + 1]
        while faces[0] in out:  # drawing again keeps the other cards equally likely
            faces = [self.below(code.sides) + 1]
        while code.explodes_at(die) and faces[-1] == code.sides and len(faces) < LONGEST_CHAIN:
            faces.append(self.below(code.sides) + 1)
        return tuple(faces)


def cryptographic_dice() -> AppDice:
    """Return dice that draw from the cryptographic random source of the system or the browser."""
    return AppDice(random.SystemRandom().randrange)


def seeded_dice(seed: int) -> AppDice:
    """Return dice that repeat for the same seed, for tests and benchmarks."""
    return AppDice(random.Random(seed).randrange)


@dataclass(slots=True)
class ScriptedDice:
    """Dice that show the listed faces, in order. Rolling raises Malformed when the faces run out."""

    faces: list[int]

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        return AppDice(self._next).roll(requests)

    def _next(self, sides: int) -> int:
        if not self.faces:
            raise Malformed("No dice are left: more are rolled than were named.")
        face = self.faces.pop(0)
        if not 1 <= face <= sides:
            raise Malformed(f"The script has a {face} for a die of {sides} sides.")
        return face - 1


@dataclass(slots=True)
class TableDice:
    """Dice for a single command: typed rolls for requests at the table, app rolls for the rest.

    The object lives until the command is decided. It keeps app rolls between two tries, so that they do not change.
    """

    app: Dice
    answers: dict[str, Roll] = field(default_factory=dict)
    """The typed and the app's rolls, by the request's key."""
    undone: tuple[tuple[str, str, Roll], ...] = ()
    """The rolls of an undone step, in order, each with its ``who`` and ``purpose``.

    For the same request, an app roll keeps its result; a table roll is pre-filled with it.
    """
    asks_for_all: bool = False
    """True if the table is asked for the app's rolls too, to change some of them."""
    offered: dict[str, Roll] = field(default_factory=dict)
    """The undone rolls that fit a request, by the request's key."""
    _asked: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The keys of all requests so far, by ``who`` and ``purpose``."""

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        for request in requests:
            self._offer(request)
        asked = [request for request in requests if self._is_asked(request)]
        missing = tuple(request for request in asked if request.key not in self.answers)
        for request in requests:
            if request.key not in self.answers and request not in asked:
                self.answers[request.key] = self._fall(request)
        if missing:
            raise DiceNeeded(missing)
        return tuple(self.answers[request.key] for request in requests)

    def _is_asked(self, request: DiceRequest) -> bool:
        """Return whether the table makes the roll: not where the app has made the one before, in its place."""
        replaced = self.answers.get(request.replaces)
        return self.asks_for_all or (request.at_table and (replaced is None or replaced.typed))

    def answer(self, request: DiceRequest, text: str) -> None:
        """Store a typed result. Raises Malformed."""
        offered = self.offered.get(request.key)
        if offered and text == request.write(offered):
            self.answers[request.key] = offered
        else:
            roll = request.read(text)
            if is_out(request, roll):
                what = show_card(roll.total, request.code.sides) if request.is_card else f"{request.code}: {roll.total}"
                raise Malformed(f"{what} has already been dealt.")
            if request.by_face and not roll.dice:
                raise Malformed(f"{request.code}: type the face of each die, such as {_example(request.code)}.")
            self.answers[request.key] = roll

    def roll_the_rest(self, requests: Iterable[DiceRequest]) -> None:
        """Let the app roll the requests without an answer; a card is one that none of the others is."""
        asked = tuple(requests)
        dealt = [self.answers[request.key].total for request in asked if request.key in self.answers]
        for request in asked:
            if request.key not in self.answers:
                offered, left = self.offered.get(request.key), request.beside(dealt)
                emptied = self.asks_for_all or (offered is not None and offered.typed)
                roll = self.answers[request.key] = self.app.roll((left,))[0] if emptied else self._fall(left)
                dealt.append(roll.total)

    def _offer(self, request: DiceRequest) -> None:
        """Find the undone roll with the same ``who`` and ``purpose`` and the same place among their requests."""
        asked = self._asked.setdefault((request.who, request.purpose), [])
        if request.key in asked:
            return
        before = [roll for who, purpose, roll in self.undone if (who, purpose) == (request.who, request.purpose)]
        fits = len(asked) < len(before) and is_of(request.code, before[len(asked)])
        if fits and not is_out(request, before[len(asked)]):
            self.offered[request.key] = before[len(asked)]
        asked.append(request.key)

    def _fall(self, request: DiceRequest) -> Roll:
        """Return the undone roll for the request, or a new one."""
        offered = self.offered.get(request.key)
        return offered if offered and not is_out(request, offered) else self.app.roll((request,))[0]


def roll_of(code: DiceCode, dice: Sequence[tuple[int, ...]], typed: bool = False) -> Roll:
    """Make the roll of ``code`` with these faces."""
    return Roll(str(code), tuple(dice), sum([sum(die) for die in dice]) + code.plus, typed)


def is_out(request: DiceRequest, roll: Roll) -> bool:
    """Return whether the roll has a face that is out."""
    return bool(request.out) and any(face in request.out for face in roll.faces or (roll.total,))


def read_roll(code: DiceCode, text: str) -> Roll:
    """Read a typed roll: the face of each die, or the total (``=13``). Raises Malformed.

    ``4 5 6 2`` are the faces of ``3D``: the wild die comes last and explodes on a 6. A single number is the face of a
    single die, and the total of several dice.

    >>> read_roll(DiceCode.parse("3D+1"), "4, 5, 6, 2").total
    18
    >>> read_roll(DiceCode.parse("3D+1"), "13").total
    13
    """
    words = _WORD.findall(text)
    if not words or not all(map(_FACE_OR_TOTAL.fullmatch, words)):
        raise Malformed(f"{code}: type the faces, such as {_example(code)}, or the total; not “{text[:40]}”.")
    numbers = [int(word.lstrip("=").replace("−", "-")) for word in words]
    several = code.count > 1 or code.plus != 0 or numbers[0] > code.sides
    if len(numbers) == 1 and (several or words[0].startswith("=")):
        return _typed_total(code, numbers[0])
    return roll_of(code, _split(code, numbers), typed=True)


def write_roll(code: DiceCode, roll: Roll) -> str:
    """Return the text to type for a roll.

    >>> code = DiceCode.parse("3D+1")
    >>> write_roll(code, read_roll(code, "4,5,6,2")), write_roll(code, read_roll(code, "=13"))
    ('4 5 6 2', '13')
    """
    plain = " ".join(str(face) for face in roll.faces) or str(roll.total)
    again = read_roll(code, plain)
    return plain if (again.dice, again.total) == (roll.dice, roll.total) else f"={roll.total}"


def is_of(code: DiceCode, roll: Roll) -> bool:
    """Return whether the roll is possible with dice of this code."""
    if roll.is_told:
        return roll.code == str(code)
    try:
        faces = roll_of(code, _split(code, roll.faces), roll.typed) if roll.dice else _typed_total(code, roll.total)
    except Malformed:
        return False
    return faces == roll


def dice_of_roll(roll: Roll, dice: DiceCode) -> DiceCode | None:
    """Return the dice of a roll; None if no dice of its code can show it.

    A written code does not tell whether its dice explode. ``dice``, the dice by the current options, take precedence.
    """
    try:
        written = DiceCode.parse(roll.code)
    except BadDiceCode:
        return None
    codes = (dice, written, *(replace(written, explodes=explodes) for explodes in (Explodes.ALL, Explodes.LAST)))
    return next((code for code in codes if is_of(code, roll)), None)


def _typed_total(code: DiceCode, total: int) -> Roll:
    low = code.count + code.plus
    high = code.count * code.sides + code.plus
    if total < low or (code.explodes is Explodes.NONE and total > high) or total > high + LONGEST_CHAIN * code.sides:
        if code.count == 1 and not code.plus and code.explodes is Explodes.NONE:
            raise Malformed(f"The d{code.sides} shows 1 to {code.sides}, not {total}.")
        bounds = f"from {low} to {high}" if code.explodes is Explodes.NONE else f"of at least {low}"
        raise Malformed(f"{code}: a total {bounds}, not {total}.")
    return Roll(str(code), (), total, typed=True)


def _split(code: DiceCode, numbers: Sequence[int]) -> list[tuple[int, ...]]:
    """Assign typed faces to dice. Raises Malformed for missing, superfluous and impossible faces."""
    for number in numbers:
        if not 1 <= number <= code.sides:
            raise Malformed(f"{code}: faces from 1 to {code.sides}, not {number}.")
    left = list(numbers)
    dice = []
    for die in range(code.count):
        faces = []
        goes_on = True
        while left and goes_on:
            faces.append(left.pop(0))
            goes_on = code.explodes_at(die) and faces[-1] == code.sides and len(faces) < LONGEST_CHAIN
        if goes_on:
            which = "the last die, the wild one," if code.explodes is Explodes.LAST else "a die"
            raise Malformed(
                f"{code}: one face more; {which} shows {code.sides} and is rolled again."
                if faces
                else f"{code}: {code.count} faces, not {len(numbers)}."
            )
        dice.append(tuple(faces))
    if left:
        longest = max(len(faces) for faces in dice)
        chain = f" A die is rolled again {LONGEST_CHAIN - 1} times at most." if longest == LONGEST_CHAIN else ""
        raise Malformed(f"{code}: {write_count(len(left), 'face')} too many.{chain}")
    return dice


def _example(code: DiceCode) -> str:
    return " ".join(str(min(code.sides, 3 + die)) for die in range(min(code.count, 4)))


class NoDice:
    """Dice for looking ahead. Every roll raises DiceNeeded."""

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        if requests:
            raise DiceNeeded(tuple(requests))
        return ()


NO_DICE = NoDice()
