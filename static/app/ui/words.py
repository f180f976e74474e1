"""Short words for the screen: scores, initials, colours of sides, labels of choices, and chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from turntrack.core.cards import SIGNS, read_card
from turntrack.core.errors import Malformed
from turntrack.core.fields import Value, read
from turntrack.core.model import Combatant, Encounter, Id, derived
from turntrack.core.names import family_of
from turntrack.core.vocabulary import Meaning, meaning_of
from turntrack.rules.rulings import SCORE
from turntrack.systems.choices import Choice, ChoiceKind, Section
from turntrack.systems.protocol import Chance, TurnSystem

AS_TEXT = "\ufe0e"
"""Variation selector after a suit, so that no device draws it as an emoji."""


def capitalized(text: str) -> str:
    """Return the text with a capital at its beginning, and the rest as it is.

    >>> capitalized("initiative of Mara")
    'Initiative of Mara'
    """
    return text[:1].upper() + text[1:]


def shorten(text: str, most: int) -> str:
    """Return the text with at most so many characters: of a longer one the beginning.

    >>> shorten("Mara attacks", 12), shorten("Mara attacks Ilko", 14)
    ('Mara attacks', 'Mara attacks…')
    """
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def read_number(system: TurnSystem, raw: Value) -> int:
    """Read a typed number, or a playing card where the numbers are cards. Raises Malformed.

    A number that is no card, such as one that stays, is read as it is.
    """
    if not system.deck:
        return int(read(SCORE, raw))
    try:
        return read_card(str(raw).replace(AS_TEXT, ""), system.deck)
    except Malformed:
        text = str(raw).strip().replace("−", "-")
        if text.lstrip("-").isdecimal() and not 0 < int(text) <= system.deck:
            return int(read(SCORE, raw))
        raise


def number_words(system: TurnSystem, number: int) -> str:
    """Format a number for a bead: ``29``, or a card."""
    shown = system.show_number(number)
    return f"{shown}{AS_TEXT}" if shown[-1] in SIGNS else shown


def letters_for(names: Iterable[str]) -> Mapping[str, str]:
    """Return two letters for each name, different from those of earlier names if possible.

    >>> [*letters_for(("Borin", "Boss", "Guard A", "Guard B")).values()]
    ['Bo', 'Bs', 'GA', 'GB']
    """
    letters: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        usual = initials(name)
        others = (usual[:1] + letter for letter in name.split()[-1][1:] if letter.isalnum()) if name.strip() else ()
        letters[name] = next((pair for pair in (usual, *others) if pair not in taken), usual)
        taken.add(letters[name])
    return letters


def letters_of(encounter: Encounter) -> Mapping[str, str]:
    """Return the letters of all combatants by their names."""
    return _letters(encounter.combatants)


@derived
def _letters(combatants: Mapping[Id, Combatant]) -> Mapping[str, str]:
    return letters_for([combatant.name for combatant in combatants.values()])


@lru_cache(maxsize=1024)
def initials(name: str) -> str:
    """Return the two letters of a name by default: ``Guard B`` is GB, ``Mara`` is Ma.

    What somebody is, behind a name, gives no letter.

    >>> [initials(name) for name in ("Goblin Boss", "cave bear", "Guard red", "Mira the cleric", "Fizz (rogue)")]
    ['GB', 'cb', 'Gr', 'Mi', 'Fi']
    """
    first, *others = name.split() or [""]
    is_named = len(first) > 1 and first[:1].isupper() and family_of(name) == name
    if not others or (is_named and not (others[-1][:1].isupper() or others[-1][:1].isdigit())):
        return name[:2].strip()
    return first[:1] + others[-1][:1]


MOST_SIDES = 6
"""Number of sides with a colour and a shape of their own; further sides repeat them."""


def side_places(encounter: Encounter) -> Mapping[str, int]:
    """Number the sides; the number gives a side its colour and shape."""
    return _places(encounter.combatants)


@derived
def _places(combatants: Mapping[Id, Combatant]) -> Mapping[str, int]:
    return number_sides([combatant.side for combatant in combatants.values()])


_NUMBERS: Mapping[Meaning | None, int] = MappingProxyType({Meaning.HEROES: 0, Meaning.FOES: 1, Meaning.ALLIES: 2})
"""The numbers of the sides that most fights have."""


def number_sides(names: Iterable[str]) -> Mapping[str, int]:
    """Number sides in order. Heroes, foes and allies have the same number in every fight, if it is free.

    >>> number_sides(["Heroes", "Allies", "Foes"]), number_sides(["Foes", "", "Wolves"])
    ({'Heroes': 0, 'Allies': 2, 'Foes': 1}, {'Foes': 1, '': 0, 'Wolves': 2})
    """
    numbers: dict[str, int] = {}
    for side in dict.fromkeys(names):
        free = [number for number in range(MOST_SIDES) if number not in numbers.values()]
        own = _NUMBERS.get(meaning_of(side))
        numbers[side] = own if own in free else free[0] if free else len(numbers) % MOST_SIDES
    return numbers


SPELLED = {"1": "one", "2": "two", "3": "three"}


def cost_words(choice: Choice) -> str:
    """Return the cost to show beside a choice's label; empty if the label already says it.

    >>> from turntrack.core.commands import Act
    >>> from turntrack.systems.choices import Preview
    >>> costly = lambda: Preview("2 actions")
    >>> [cost_words(Choice(Act("c1", "do"), label, costly)) for label in ("Two actions", "Sprint")]
    ['', '2 actions']
    """
    number, _, unit = choice.preview.cost.casefold().partition(" ")
    is_said = choice.label.casefold() in (f"{SPELLED.get(number)} {unit}", unit if number == "1" else None)
    return "" if is_said else choice.preview.cost


def ambiguous_labels(sections: tuple[Section, ...]) -> frozenset[str]:
    """Return the labels that occur in several sections of the turn, and are ambiguous without the section's title."""
    labels = Counter(
        [label for section in sections if section.main for label in {choice.label for choice in section.choices}]
    )
    return frozenset([label for label, count in labels.items() if count > 1])


def kind_of(choice: Choice) -> str:
    """Return the icon of a choice's button; empty for none."""
    return "" if choice.kind is ChoiceKind.OTHER else str(choice.kind)


NOT_COUNTED: Mapping[Id, tuple[str, int]] = MappingProxyType({})

_BY_LIST = "In a tie the first listed goes first."

_LONGEST_FRACTION = 15
"""Longest fraction that is shown, in characters; of a longer one only the percentage is shown."""


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """A chance in words, as a percentage, as a fraction (empty if too long to read), and as a number from 0 to 1."""

    words: str
    percent: str
    exact: str
    part: float


@dataclass(frozen=True, slots=True)
class ChancesView:
    """The chances before the dice: who goes first, and what else matters."""

    first: tuple[ChanceLine, ...]
    more: tuple[ChanceLine, ...]
    is_empty: bool
    """Nobody is in the fight yet."""
    by_row: Mapping[Id, tuple[str, int]]
    """Chance to go first, of those who have one: the percentage, and tenths."""
    left_out: str
    """What was left out because computing it would take too long."""
    note: str
    """The note that the list decides between equals, where the chances depend on that; else empty."""
    by_hand: str = ""
    """What the table does itself, before the first round."""


def chances_view(encounter: Encounter, system: TurnSystem) -> ChancesView:
    """Build the view of the chances before the next round."""
    chances = system.chances(encounter)
    lines = [
        ChanceLine(about(encounter, chance), percent(chance.chance), exact(chance.chance), float(chance.chance))
        for chance in chances
    ]
    main = tuple([line for line, chance in zip(lines, chances, strict=True) if chance.goes_first])
    more = tuple([line for line, chance in zip(lines, chances, strict=True) if not chance.goes_first])
    by_row = {
        chance.about: (line.percent, _round(10 * chance.chance.numerator, chance.chance.denominator))
        for line, chance in zip(lines, chances, strict=True)
        if chance.goes_first and chance.about and chance.chance
    }
    note = _BY_LIST if main and system.may_go_by_list(encounter) else ""
    by_hand = "" if encounter.round else system.by_hand
    return ChancesView(main, more, not encounter.combatants, by_row, system.why_uncounted(encounter), note, by_hand)


def about(encounter: Encounter, chance: Chance) -> str:
    """Describe the event of a chance as a sentence without a full stop."""
    return f"{encounter.name_of(chance.about)} {chance.label}" if chance.about else chance.label


def percent(chance: Fraction) -> str:
    """Format a chance as a percentage; only exact 0 and 1 give 0% and 100%.

    >>> percent(Fraction(19, 40)), percent(Fraction(1, 900)), percent(Fraction(999, 1000)), percent(Fraction(1))
    ('48%', '<1%', '>99%', '100%')
    """
    part, whole = chance.as_integer_ratio()
    if 0 < 100 * part < whole:
        return "<1%"
    if 99 * whole < 100 * part < 100 * whole:
        return ">99%"
    return f"{_round(100 * part, whole)}%"


def _round(part: int, whole: int) -> int:
    """Divide and round as ``round`` does: a half to the even number. Faster than fractions.

    >>> [_round(part, 4) for part in (1, 2, 3, 6)]
    [0, 0, 1, 2]
    """
    number, rest = divmod(part, whole)
    return number + (2 * rest > whole or (2 * rest == whole and number % 2 == 1))


def exact(chance: Fraction) -> str:
    """Format a chance as ``7/12``; empty if the fraction is too long to read."""
    part, whole = chance.as_integer_ratio()
    if whole >= 10**_LONGEST_FRACTION:  # Python refuses to format the longest integers
        return ""
    text = f"{part}/{whole}"
    return text if len(text) <= _LONGEST_FRACTION else ""
