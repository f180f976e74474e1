"""Lists of combatants: those from elsewhere, and quick lines while they are typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from turntrack.core.cards import show_card
from turntrack.core.commands import AddCombatant
from turntrack.core.fields import Field, Kind, Values
from turntrack.core.model import Encounter
from turntrack.core.vocabulary import Meaning, meaning_of
from turntrack.lines.free_form import write_counter
from turntrack.lines.headings import FOES, SIDES, Heading
from turntrack.lines.repairs import Slip

LONGEST = 4_000_000
"""The longest text with combatants, in characters: a compendium of a thousand."""


type Subjects = Mapping[int, str]
"""The subjects chosen by hand for the columns of a table, by index; empty for a column that is left out."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    """Its title; empty if the table has no titles."""
    cells: tuple[str, ...]
    """Its first cells."""
    subject: str = ""
    """What is read from it; empty for nothing."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Combatants to import, and notes about what was not understood."""

    title: str
    members: tuple[AddCombatant, ...]
    notes: tuple[str, ...]
    name: str = ""
    """The name of a fight made of the list."""
    columns: tuple[Column, ...] = ()
    """The columns of a table."""
    is_untitled: bool = False
    """Whether the table has no titles, so that its columns are asked for."""
    enemies: tuple[AddCombatant, ...] = ()
    """In an export of several lists: enemies for later fights; ``members`` are the party."""
    fights: tuple[Roster, ...] = ()
    """In an export of several lists: prepared fights."""
    sources: tuple[str, ...] = ()
    """For each layout of a record: whose values were read from which labels."""
    left_out: tuple[str, ...] = ()
    """The labels whose values are not used."""

    @property
    def is_sorted(self) -> bool:
        """Return whether the list tells party, enemies and prepared fights apart."""
        return bool(self.enemies or self.fights)


@dataclass(frozen=True, slots=True)
class Offer:
    """A creature that a line may mean, or the name alone in place of a creature."""

    name: str
    says: str
    """Its values; empty for a name alone."""
    line: str
    """The line with the name."""


class Span(NamedTuple):
    """Lines of a text that belong together, and that a tap replaces together."""

    first: int
    """The number of the first line, from 1; in data and tables, that of the member."""
    many: int = 1
    """How many lines they are; 0 in data and tables, of which no tap replaces a part."""


@dataclass(frozen=True, slots=True)
class LineRead:
    """A line with the values below it, or a stat block, with its command or its error."""

    span: Span
    text: str
    """The lines, with a sign between them."""
    command: AddCombatant | None = None
    wrong: str = ""
    slips: tuple[Slip, ...] = ()
    """The parts that cannot be read, if others can."""
    rest: AddCombatant | None = None
    """The command of the other parts."""
    notes: tuple[str, ...] = ()
    """What a stat block has beside its values, and what was not taken."""
    heading: Heading | None = None
    """What the line says about the lines below, if it is a heading."""
    is_side_guessed: bool = False
    """Whether nobody has said the side: it comes later, or the list tells who are the heroes."""
    offers: tuple[Offer, ...] = ()
    """The creatures of packs whose names begin as that of the line."""


def side_in_fight(side: str, encounter: Encounter) -> str:
    """Return the side of the fight that is meant by a word for a side: *Foes* are the *Enemies* that are there."""
    here = dict.fromkeys(combatant.side for combatant in encounter.everybody().values())
    wanted = meaning_of(side)
    if wanted not in SIDES or side in here:
        return side
    if wanted is Meaning.HEROES and here and meaning_of(next(iter(here))) not in (Meaning.FOES, Meaning.ALLIES):
        return next(iter(here))  # who was added first
    return next((name for name in here if meaning_of(name) is wanted), side)


def side_of_newcomers(encounter: Encounter) -> str:
    """Return the side of those who come later and of whom nobody says it: foes of the heroes, who are the first.

    Empty while there is nobody, and where several sides are known, none of which are the foes.
    """
    here = dict.fromkeys(combatant.side for combatant in encounter.everybody().values())
    if not here or meaning_of(next(iter(here))) is Meaning.FOES:
        return ""
    one_side = FOES if len(here) == 1 else ""
    return next((name for name in here if meaning_of(name) is Meaning.FOES), one_side)


def in_fight(command: AddCombatant, encounter: Encounter) -> AddCombatant:
    """Return a combatant with the side of the fight that is meant by its own, or else with that of newcomers."""
    side = side_in_fight(command.side, encounter) if command.side else side_of_newcomers(encounter)
    return replace(command, side=side)


def on_known_side(command: AddCombatant, encounter: Encounter) -> AddCombatant:
    """Return a combatant of the *Heroes*, *Foes* or *Allies* of a list with what these are called in the fight."""
    is_named = command.side in SIDES.values()
    return replace(command, side=side_in_fight(command.side, encounter)) if is_named else command


def heading_words(heading: Heading, encounter: Encounter) -> tuple[str, ...]:
    """Say what a heading does to the lines below."""
    side = side_in_fight(heading.side, encounter)
    sides = (f"side {side}",) if side else ("with the heroes",) if heading.side else ()
    groups = (f"group {heading.group}",) if heading.group else ()
    if heading.said_of:
        return (f"goes to {heading.said_of} above",)
    return (*sides, *groups) or ("left out" if heading.is_left_out else "a heading",)


def explain(command: AddCombatant, fields: tuple[Field, ...], comes: str = "") -> tuple[str, tuple[str, ...]]:
    """Describe the combatant of a line, each of its values, and when it comes if later.

    >>> nerve = Field("nerve", "Got a Nerve!", Kind.NUMBER, 5)
    >>> explain(AddCombatant("Guard", 3, "Harbour", sheet={"nerve": 4}, health=10, at_table=True), (nerve,))
    ('Guard ×3', ('Got a Nerve! 4', 'side Harbour', 'health 10', 'rolls at the table'))
    """
    many = command.count_dice or command.count
    who = f"{command.name} ×{many}" if many != 1 else command.name
    words = [
        f"initiative {command.sheet[field.key]}" if field.is_score else _describe(field, command.sheet)
        for field in fields
        if _is_told(field, fields, command.sheet)
    ]
    words += [f"{label} {value}" for label, value in (("side", command.side), ("group", command.group)) if value]
    if command.health_dice:
        words.append(f"health {command.health_dice}")
    elif command.full_health > max(command.health, 0):
        words.append(f"health {command.health}/{command.full_health}")
    elif command.health:
        words.append(f"health {command.health}")
    if command.temporary:
        words.append(f"{command.temporary} temporary")
    words += [f"counter {write_counter(counter)}" for counter in command.counters]
    words += [" ".join(filter(None, (condition.name, condition.text))) for condition in command.conditions]
    said = ((command.fallen, "down"), (command.hidden, "hidden"), (command.at_table, "rolls at the table"))
    words += [word for is_so, word in said if is_so]
    if comes:
        words.append(f"joins {comes}")
    if command.note:
        words.append(f"note {command.note}")
    return who, tuple(words)


def _is_told(field: Field, fields: tuple[Field, ...], sheet: Values) -> bool:
    """Return whether a line sets a field that is not described together with the name."""
    return field.key in sheet and not any(other.names == field.key and other.key in sheet for other in fields)


def _describe(field: Field, sheet: Values) -> str:
    value = sheet[field.key]
    if field.names:
        return f"{value} {sheet[field.names]}"
    match field.kind:
        case Kind.FLAG:
            return field.label
        case Kind.PICK:
            return f"{field.label}: {next(pick.label for pick in field.picks if pick.key == value)}"
        case _ if field.deck and isinstance(value, int):
            return f"{field.label} {show_card(value, field.deck)}"
        case _:
            return f"{field.label} {value:+d}" if field.is_modifier else f"{field.label} {value}"
