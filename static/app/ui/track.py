"""View of the string: the order of the rows, the distances between them, and their buttons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.intents.html_codec import Sent
from app.ui.conditions import row_conditions
from app.ui.strike import NOTHING_DEALT, Dealt, OpenAttack, amounts_against
from app.ui.words import NOT_COUNTED, letters_of, number_words, side_places
from turntrack.core.model import Encounter, Id, Stage, Status
from turntrack.core.names import family_of, join_names
from turntrack.core.own_sides import likely_sides_of_players
from turntrack.rules.health import Tally, can_bear, has_limit, is_counted, may_fall, tally_of
from turntrack.systems.protocol import Badge, TurnSystem

MOST_ON_SLAB = 3
"""Most actors on the slab; further simultaneous actors stay on the string."""

MOST_TO_SCALE = 7
"""Most rows whose distances are drawn to scale."""

LONGEST_WAY = 40
"""Longest distance that is drawn, in points."""

MANY_ROWS = 10
"""With more rows than this, equal consecutive rows are folded."""

FEWEST_FOLDED = 3

LOW_TENTHS = 3
"""At most this much of the health, in tenths, is shown as little."""


@dataclass(frozen=True, slots=True)
class RowView:
    """One combatant on the string, or on the slab."""

    id: Id
    name: str
    letters: str
    number: str
    """The score or counter; empty where there is none yet."""
    spoken: str
    """The number as read by a screen reader."""
    side: int
    """The side's index in order of appearance, which decides colour and shape."""
    side_name: str
    badges: tuple[Badge, ...]
    """Badges: conditions and counters, then those of the system."""
    health: Tally | None
    """None if it is not counted."""
    tenths: int
    """Remaining health in tenths; 10 without a maximum."""
    armour: str
    """The armour class that the note begins with: ``AC 15``; empty for none."""
    note: str
    """The rest of the note."""
    chance: str
    """The chance to go first, before the round."""
    chance_tenths: int
    kin: str
    """Rows without a number fold if this is equal: the group, or in a round the family of the name."""
    acting: bool = False
    waits: bool = False
    done: bool = False
    fallen: bool = False
    is_chosen: bool = False
    """Whether the open sheet is about this combatant."""
    struck: bool = False
    """Whether the last attack was against this combatant."""
    amounts: tuple[int, ...] = ()
    """The damage that one tap deals, the likeliest first; empty without buttons of damage."""
    attacked: bool = False
    """Whether a tap on them is an attack too, if one is left."""
    may_fall: bool = False
    """Whether no health is left, so that the game master decides whether the combatant falls."""
    has_more: bool = False
    """Whether the row offers another combatant of its kind."""
    nominate: Sent | None = None
    """What sends the choice that gives this combatant the turn, if there is one."""
    way: int = 0
    """Distance to the row above in points; 0 if the string is not to scale."""
    even: bool = False
    """Whether the string is not drawn to scale."""


@dataclass(frozen=True, slots=True)
class FoldView:
    """Consecutive rows that differ only in their names, folded into one."""

    key: str
    first: RowView
    names: str
    ids: tuple[Id, ...]
    healths: tuple[Tally, ...]
    """The health of all, by points; empty if it is not counted for each."""
    tenths: int
    """The least remaining health in tenths."""
    more: Id = ""
    """The combatant of whose kind the row offers another; empty for none."""

    @property
    def count(self) -> int:
        """Return the number of rows."""
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class TrackView:
    """The rows of the slab and of the string."""

    slab: tuple[RowView, ...]
    """The actors, as far as there is room."""
    active: tuple[RowView | FoldView, ...]
    done: tuple[RowView | FoldView, ...]
    fallen: tuple[RowView | FoldView, ...]
    done_title: str
    end_words: str
    """Label of the end of the round; empty between rounds, and where a round has no end."""
    end_way: int
    """Distance from the last row to the end of the round, in points."""
    has_zero: bool
    """Whether the round ends when all numbers are spent."""
    can_skip: bool
    """Whether somebody is still to act, so that a tap can skip to the end of the round."""


type Chances = Mapping[Id, tuple[str, int]]
"""The chance to go first, in words and in tenths."""


def track_view(
    encounter: Encounter,
    system: TurnSystem,
    taps: Mapping[Id, Sent],
    first: Chances = NOT_COUNTED,
    unfolded: str = "",
    chosen: tuple[Id, ...] = (),
    struck: Id = "",
    attack: OpenAttack | None = None,
    dealt: Dealt = NOTHING_DEALT,
    is_settled: bool = True,
) -> TrackView:
    """Build all rows of the track.

    ``taps`` send the choices that give a combatant the turn, ``first`` the chances to go first, both by id.
    ``unfolded`` is the key of an unfolded group of rows, ``chosen`` are the subjects of the open sheet, and ``struck``
    is the target of the last attack, ``attack`` is the open one, ``dealt`` are the amounts of damage until now, and
    ``is_settled`` tells that the last attack has its damage.
    """
    places, letters = side_places(encounter), letters_of(encounter)
    rows = [
        _build_row(encounter, system, combatant_id, places, letters, taps.get(combatant_id), first)
        for combatant_id in system.track(encounter)
    ]
    if struck and not _can_be_hurt(encounter, struck):
        struck = ""
    is_open = attack is not None and attack.act is not None
    # After the last attack of a turn the rows stay as they are: further damage may follow, of one who strikes twice.
    has_acted = any(encounter.standings[actor].stage is Stage.ACTED for actor in encounter.acting())
    kinds = frozenset(_last_of_foes(encounter))
    foes = frozenset(attack.foes) if attack and (is_open or has_acted) else frozenset[Id]()
    rows = [
        replace(
            row,
            is_chosen=row.id in chosen,
            has_more=row.id in kinds and not row.acting and not row.chance,
            struck=row.id == struck,
            amounts=amounts_against(encounter, row.id, dealt) if row.id in foes or row.id == struck else (),
            attacked=row.id in foes and (row.id != struck or (is_open and is_settled)),
        )
        for row in rows
    ]
    slab = tuple(row for row in rows if row.acting)[:MOST_ON_SLAB]
    able = [row for row in rows if not row.fallen and row not in slab]
    active = [row for row in able if not row.done]
    ways, end_way = _measure(slab, active) if system.counts_down and encounter.is_open else ([0] * len(active), 0)
    is_even = max(*ways, end_way, 0) <= 1
    hung = [replace(row, way=way, even=is_even) for row, way in zip(active, ways, strict=True)]
    many = len(able) > MANY_ROWS
    word = system.round_word
    has_end = system.counts_points or not system.is_endless  # a row that moves by points can land at the end
    return TrackView(
        slab,
        _fold("active", hung, many, unfolded),
        _fold("done", [row for row in able if row.done], many, unfolded),
        _fold("fallen", _sort_by_joining(encounter, [row for row in rows if row.fallen]), many, unfolded),
        f"done this {word}",
        f"end of {system.round_name(encounter.round)}" if encounter.is_open and has_end else "",
        end_way,
        system.counts_down and encounter.is_open,
        bool(slab or active),
    )


def _sort_by_joining(encounter: Encounter, rows: Iterable[RowView]) -> list[RowView]:
    """Sort rows by when their combatants joined, as the fallen have no place in the round."""
    places = {combatant_id: place for place, combatant_id in enumerate(encounter.combatants)}
    return sorted(rows, key=lambda row: places[row.id])


def _last_of_foes(encounter: Encounter) -> Iterable[Id]:
    """List the foes whose rows offer another of their kind: the last able one of each."""
    own, kinds = likely_sides_of_players(encounter), dict[tuple[str, str], Id]()
    for combatant_id, combatant in encounter.combatants.items():
        if combatant.side not in own and encounter.standings[combatant_id].able:
            kinds[combatant.side, family_of(combatant.name)] = combatant_id
    return kinds.values()


def _can_be_hurt(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether damage would change anything: health is counted, and a fallen combatant has some left."""
    combatant = encounter.combatants.get(combatant_id)
    return (
        combatant is not None
        and is_counted(encounter, combatant)
        and (encounter.standings[combatant_id].able or can_bear(encounter, combatant))
    )


def _build_row(
    encounter: Encounter,
    system: TurnSystem,
    combatant_id: Id,
    places: Mapping[str, int],
    letters: Mapping[str, str],
    nominate: Sent | None,
    first: Chances,
) -> RowView:
    combatant, standing = encounter.combatants[combatant_id], encounter.standings[combatant_id]
    number = system.number(encounter, combatant_id)
    chance, tenths = first.get(combatant_id, ("", 0))
    armour, note = _split_armour(combatant.note)
    return RowView(
        id=combatant_id,
        name=combatant.name,
        letters=letters[combatant.name],
        number=number_words(system, number.total) if number else "",
        spoken=system.say_number(number.total) if number else "",
        side=places[combatant.side],
        side_name=combatant.side,
        badges=(*row_conditions(encounter, combatant_id), *system.badges(encounter, combatant_id)),
        health=tally_of(encounter, combatant),
        tenths=_tenths(combatant.health, combatant.full_health) if has_limit(encounter, combatant) else 10,
        armour=armour,
        note=note,
        chance=chance,
        chance_tenths=tenths,
        kin=combatant.group or (family_of(combatant.name) if encounter.is_open and not number else ""),
        acting=standing.status is Status.ACTING,
        waits=encounter.is_open and standing.able and standing.status is Status.HOLDING,
        done=encounter.is_open and standing.able and standing.status is Status.DONE,
        fallen=not standing.able,
        nominate=nominate,
        may_fall=may_fall(encounter, combatant_id),
    )


_ARMOUR = re.compile(r"(AC \d{1,2})(?:[,;.]\s*|\s*$)")


def _split_armour(note: str) -> tuple[str, str]:
    """Return the armour class that a note begins with, and the rest.

    >>> _split_armour("AC 15, sneaky"), _split_armour("slow, AC 15"), _split_armour("AC 15 (mail)")
    (('AC 15', 'sneaky'), ('', 'slow, AC 15'), ('', 'AC 15 (mail)'))
    """
    match = _ARMOUR.match(note)
    return (match[1], note[match.end() :]) if match else ("", note)


def _tenths(part: int, whole: int) -> int:
    """Return the remaining tenths: 0 only if nothing is left, 10 only if nothing is missing.

    >>> [_tenths(*health) for health in ((8, 8), (79, 80), (1, 80), (0, 8), (-3, 8), (3, 0))]
    [10, 9, 1, 0, 0, 10]
    """
    if part <= 0:
        return 0
    return 10 if part >= whole else max(1, part * 10 // whole)


def _measure(slab: Sequence[RowView], rows: list[RowView]) -> tuple[list[int], int]:
    """Return each row's distance to the row above, and that of the end of the round to the last row."""
    numbers = [number for row in rows if (number := _number_of(row)) is not None]
    above = _number_of(slab[0]) if slab else numbers[0] if numbers else None
    if len(rows) > MOST_TO_SCALE or above is None or len(numbers) < len(rows):
        return [0] * len(rows), 0
    ways = []
    for number in numbers:
        ways.append(min(max(above - number, 0), LONGEST_WAY))
        above = number
    return ways, min(max(above, 0), LONGEST_WAY)


def _number_of(row: RowView) -> int | None:
    # The row has the typographic minus sign of the screen.
    return int(row.number.replace("−", "-")) if row.number else None


def _fold(part: str, rows: Sequence[RowView], many: bool, unfolded: str) -> tuple[RowView | FoldView, ...]:
    """Fold consecutive equal rows if there are many rows.

    The key of a fold stays the same when one of its rows leaves.
    """
    folded: list[RowView | FoldView] = []
    namesakes: Counter[str] = Counter()
    for run in _split_runs(rows):
        words = f"{part}.{run[0].side}.{run[0].number or run[0].kin}"
        key = f"{words}.{namesakes[words]}"
        namesakes[words] += 1
        if not many or len(run) < FEWEST_FOLDED or key == unfolded:
            folded += run
        else:
            folded.append(_fold_run(key, run))
    return tuple(folded)


def _fold_run(key: str, rows: Sequence[RowView]) -> FoldView:
    healths = sorted(row.health for row in rows if row.health)
    return FoldView(
        key,
        rows[0],
        _name_all(rows),
        tuple(row.id for row in rows),
        tuple(healths) if len(healths) == len(rows) else (),
        min(row.tenths for row in rows),
        next((row.id for row in rows if row.has_more), ""),
    )


def _name_all(rows: Sequence[RowView]) -> str:
    kin = rows[0].kin
    is_one_kin = kin and all(row.kin == kin for row in rows)
    return f"{kin} ×{len(rows)}" if is_one_kin else join_names([row.name for row in rows])


def _split_runs(rows: Sequence[RowView]) -> Iterator[list[RowView]]:
    """Split the rows into runs with equal contents: number, or kin while there is no number."""
    run: list[RowView] = []
    for row in rows:
        if run and _visible_parts(row) != _visible_parts(run[-1]):
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _visible_parts(row: RowView) -> tuple[object, ...]:
    kin = row.kin or (row.id if not row.number else "")
    marks = row.acting, row.waits, row.nominate is not None, row.is_chosen, row.struck, row.may_fall
    return (
        row.side,
        row.number,
        kin,
        *marks,
        *(badge for badge in row.badges if badge.tone in ("condition", "counter")),
    )
