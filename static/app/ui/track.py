"""View of the string: the order of the rows, the distances between them, and their buttons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from app.intents.html_codec import Sent
from app.ui.conditions import row_conditions
from app.ui.strike import NOTHING_DEALT, Dealt, OpenAttack, amounts_against, wounds_against
from app.ui.words import NOT_COUNTED, letters_of, number_words, side_places
from turntrack.core.model import Combatant, Encounter, Id, Stage, Status
from turntrack.core.names import family_of, join_names
from turntrack.core.own_sides import family_name, likely_sides_of_players
from turntrack.rules.health import (
    Tally,
    can_bear,
    counts_wounds,
    has_limit,
    may_fall,
    may_rise,
    tally_of,
    who_can_be_hurt,
)
from turntrack.rules.last_stands import tally_of_damage
from turntrack.rules.wounds import condition_of_wounds
from turntrack.systems.protocol import Badge, TurnSystem

MOST_ON_SLAB = 3
"""Most actors on the slab; further simultaneous actors stay on the string."""

_MOST_TO_SCALE = 7
"""Most rows whose distances are drawn to scale."""

LONGEST_WAY = 40
"""Longest distance that is drawn, in points."""

MANY_ROWS = 10
"""With more rows than this, equal consecutive rows are folded."""

_FEWEST_FOLDED = 3

LOW_TENTHS = 3
"""At most this much of the health, in tenths, is shown as little."""


@dataclass(frozen=True, slots=True, eq=False)
class RowView:
    """One combatant on the string, or on the slab; a row that has not changed is the same object (``KeptRows``)."""

    id: Id
    name: str
    letters: str
    number: str
    """The score or counter; empty where there is none yet."""
    known: str
    """The number that is known before it counts; empty for none."""
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
    note: str
    """What is noted, with the armour first: ``AC 13``."""
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
    leaves: str = ""
    """The condition that a hit without a wound leaves; empty for those who have it, and where there is none."""
    tally: str = ""
    """What each hit raises by 1, of whoever is down and makes a last stand: no amount matters."""
    attacked: bool = False
    """Whether a tap on them is an attack too, if one is left."""
    may_fall: bool = False
    """Whether no health is left, so that the game master decides whether the combatant falls."""
    may_rise: bool = False
    """Whether a fallen combatant has health, so that the game master decides whether the combatant is up again."""
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
    kind: str
    """What its rows have in common; they stay unfolded together, wherever one of them goes."""
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


class _RowParts(NamedTuple):
    """What a row is made of; the settings of the table are in ``options``."""

    combatant: Combatant
    status: Status
    able: bool
    number: int | None
    known: int | None
    badges: tuple[Badge, ...]
    is_open: bool
    options: Mapping[str, str]
    letters: str
    side: int
    chance: tuple[str, int]
    nominate: Sent | None
    is_chosen: bool
    is_struck: bool
    amounts: tuple[int, ...]
    leaves: str
    tally: str
    is_attacked: bool
    has_more: bool
    way: int
    is_even: bool


class KeptRows:
    """The rows of the last drawing, each with its parts: a row whose parts are equal stays the same object."""

    def __init__(self) -> None:
        self._rows: dict[Id, tuple[_RowParts, RowView]] = {}

    def copy(self) -> KeptRows:
        """Return a copy for a drawing that may not be shown."""
        copied = KeptRows()
        copied._rows = {**self._rows}
        return copied

    def row(self, parts: _RowParts, encounter: Encounter, system: TurnSystem) -> RowView:
        """Return the kept row, or make it if one of its parts has changed."""
        kept = self._rows.get(parts.combatant.id)
        if kept is None or kept[0] != parts:
            kept = self._rows[parts.combatant.id] = (parts, _build_row(parts, encounter, system))
        return kept[1]


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
    kept: KeptRows | None = None,
) -> TrackView:
    """Build all rows of the track.

    ``taps`` send the choices that give a combatant the turn, ``first`` the chances to go first, both by id.
    ``unfolded`` is the kind of the rows that are not folded, ``chosen`` are the subjects of the open sheet, ``struck``
    is the target of the last attack, ``attack`` is the open one, ``dealt`` are the amounts of damage until now, and
    ``is_settled`` tells that the last attack has its damage. ``kept`` has the rows of the last drawing.
    """
    kept = kept or KeptRows()
    places, letters = side_places(encounter), letters_of(encounter)
    combatants, standings, is_open = encounter.combatants, encounter.standings, encounter.is_open
    ids = system.track(encounter)
    fallen = {row_id for row_id in ids if not standings[row_id].able}
    past_bearing = [row_id for row_id in fallen if not can_bear(encounter, combatants[row_id])]
    tallies = {row_id: tally.name for row_id in past_bearing if (tally := tally_of_damage(encounter, row_id, system))}
    if struck and struck not in tallies and not who_can_be_hurt(encounter, combatants.keys() & {struck}):
        struck = ""
    has_attack = attack is not None and attack.act is not None
    # After the last attack of a turn the rows stay as they are: further damage may follow, of one who strikes twice.
    has_acted = any(standings[actor].stage is Stage.ACTED for actor in encounter.acting())
    kinds = frozenset(_last_of_foes(encounter))
    foes = frozenset(attack.foes) if attack and (has_attack or has_acted) else frozenset[Id]()
    targets = [combatants[foe] for foe in ids if foe in foes or foe == struck]
    is_in_wounds = counts_wounds(encounter)
    amounts = (
        {target.id: wounds_against(target.full_health) for target in targets}
        if is_in_wounds
        else _amounts_for(targets, dealt)
    )
    numbers = {row_id: score.total if (score := system.number(encounter, row_id)) else None for row_id in ids}
    unknown = [] if is_open else [row_id for row_id in ids if numbers[row_id] is None]
    known = {row_id: system.known_number(encounter, row_id) for row_id in unknown}
    on_slab = [row_id for row_id in ids if standings[row_id].status is Status.ACTING][:MOST_ON_SLAB]
    able = [row_id for row_id in ids if standings[row_id].able and row_id not in on_slab]
    done = [row_id for row_id in able if is_open and standings[row_id].status is Status.DONE]
    over = {*done}
    active = [row_id for row_id in able if row_id not in over]
    is_drawn = system.counts_down and is_open
    ways, end_way = (
        _measure([numbers[row_id] for row_id in (*on_slab[:1], *active)], bool(on_slab))
        if is_drawn
        else ([0] * len(active), 0)
    )
    is_even = max(*ways, end_way, 0) <= 1
    way_of = dict(zip(active, ways, strict=True))
    marked = {condition.bearer for condition in encounter.conditions}.union(encounter.hidden)
    rows = {
        row_id: kept.row(
            _RowParts(
                combatant := combatants[row_id],
                standings[row_id].status,
                standings[row_id].able,
                numbers[row_id],
                known.get(row_id),
                (*row_conditions(encounter, row_id), *system.badges(encounter, row_id))
                if combatant.counters or row_id in marked
                else system.badges(encounter, row_id),
                is_open,
                encounter.options,
                letters[combatant.name],
                places[combatant.side],
                first.get(row_id, ("", 0)),
                taps.get(row_id),
                row_id in chosen,
                row_id == struck,
                amounts.get(row_id, ()),
                system.wounds.leaves
                if row_id in amounts and is_in_wounds and not condition_of_wounds(encounter, row_id, system)
                else "",
                tallies.get(row_id, ""),
                row_id in foes and (row_id != struck or (has_attack and is_settled)),
                row_id in kinds and standings[row_id].status is not Status.ACTING and not first.get(row_id),
                way_of.get(row_id, 0),
                is_even and row_id in way_of,
            ),
            encounter,
            system,
        )
        for row_id in ids
    }
    # Counted with the fallen, so that no fall unfolds the others.
    many = len(ids) - len(on_slab) > MANY_ROWS
    word = system.round_word
    has_end = system.counts_points or not system.is_endless  # a row that moves by points can land at the end
    return TrackView(
        tuple([rows[row_id] for row_id in on_slab]),
        _fold("active", [rows[row_id] for row_id in active], many, unfolded),
        _fold("done", [rows[row_id] for row_id in done], many, unfolded),
        # The fallen have no place in the round, so they stand as they have joined.
        _fold("fallen", [rows[row_id] for row_id in combatants if row_id in fallen], many, unfolded),
        f"done this {word}",
        f"end of {system.round_name(encounter.round)}" if is_open and has_end else "",
        end_way,
        is_drawn,
        bool(on_slab or active),
    )


def _amounts_for(targets: Sequence[Combatant], dealt: Dealt) -> dict[Id, tuple[int, ...]]:
    """Return the damage that one tap deals to each target; it is the same for all of a kind."""
    kinds = [(family_name(target), target.side, target.full_health) for target in targets]
    amounts = {kind: amounts_against(*kind, dealt) for kind in {*kinds}}
    return {target.id: amounts[kind] for target, kind in zip(targets, kinds, strict=True)}


def _last_of_foes(encounter: Encounter) -> Iterator[Id]:
    """List the foes whose rows offer another of their kind: of each kind of several, the last able one."""
    own, kinds = likely_sides_of_players(encounter), defaultdict[tuple[str, str], list[Id]](list)
    for combatant_id, combatant in encounter.combatants.items():
        if combatant.side not in own:
            kinds[combatant.side, family_of(combatant.name)].append(combatant_id)
    for ids in kinds.values():
        able = [combatant_id for combatant_id in ids if encounter.standings[combatant_id].able]
        if len(ids) > 1 and able:
            yield able[-1]


def _build_row(parts: _RowParts, encounter: Encounter, system: TurnSystem) -> RowView:
    combatant, status, able, is_open = parts.combatant, parts.status, parts.able, parts.is_open
    number = parts.number
    return RowView(
        id=combatant.id,
        name=combatant.name,
        letters=parts.letters,
        number="" if number is None else number_words(system, number),
        known="" if parts.known is None else number_words(system, parts.known),
        spoken="" if number is None else system.say_number(number),
        side=parts.side,
        side_name=combatant.side,
        badges=parts.badges,
        health=tally_of(encounter, combatant),
        tenths=_tenths(combatant.health, combatant.full_health) if has_limit(encounter, combatant) else 10,
        note=combatant.note,
        chance=parts.chance[0],
        chance_tenths=parts.chance[1],
        kin=combatant.group or (family_of(combatant.name) if is_open and number is None else ""),
        acting=status is Status.ACTING,
        waits=is_open and able and status is Status.HOLDING,
        done=is_open and able and status is Status.DONE,
        fallen=not able,
        is_chosen=parts.is_chosen,
        struck=parts.is_struck,
        amounts=parts.amounts,
        leaves=parts.leaves,
        tally=parts.tally,
        attacked=parts.is_attacked,
        has_more=parts.has_more,
        may_fall=may_fall(encounter, combatant.id),
        may_rise=may_rise(encounter, combatant.id),
        nominate=parts.nominate,
        way=parts.way,
        even=parts.is_even,
    )


def _tenths(part: int, whole: int) -> int:
    """Return the remaining tenths: 0 only if nothing is left, 10 only if nothing is missing.

    >>> [_tenths(*health) for health in ((8, 8), (79, 80), (1, 80), (0, 8), (-3, 8), (3, 0))]
    [10, 9, 1, 0, 0, 10]
    """
    if part <= 0:
        return 0
    return 10 if part >= whole else max(1, part * 10 // whole)


def _measure(numbers: Sequence[int | None], has_actor: bool) -> tuple[list[int], int]:
    """Return each row's distance to the row above, and that of the end of the round to the last row.

    ``numbers`` are those of the first actor, if there is one, and of the rows.
    """
    rows = numbers[has_actor:]
    known = [number for number in rows if number is not None]
    above = numbers[0] if has_actor else next(iter(known), None)
    if len(rows) > _MOST_TO_SCALE or above is None or len(known) < len(rows):
        return [0] * len(rows), 0
    ways = []
    for number in known:
        ways.append(min(max(above - number, 0), LONGEST_WAY))
        above = number
    return ways, min(max(above, 0), LONGEST_WAY)


def _fold(part: str, rows: Sequence[RowView], many: bool, unfolded: str) -> tuple[RowView | FoldView, ...]:
    """Fold consecutive equal rows if there are many rows.

    The key of a fold stays the same when one of its rows leaves.
    """
    folded: list[RowView | FoldView] = []
    namesakes: dict[str, int] = {}
    for run in _split_runs(rows) if many else ():
        kind = f"{run[0].side}.{_kin(run[0]) or run[0].number}"
        if len(run) < _FEWEST_FOLDED or kind == unfolded:
            folded += run
        else:
            number = namesakes[kind] = namesakes.get(kind, -1) + 1
            folded.append(_fold_run(f"{part}.{kind}.{number}", kind, run))
    return tuple(folded if many else rows)


def _fold_run(key: str, kind: str, rows: Sequence[RowView]) -> FoldView:
    healths = sorted([row.health for row in rows if row.health])
    return FoldView(
        key,
        kind,
        rows[0],
        _name_all(rows),
        tuple([row.id for row in rows]),
        tuple(healths) if len(healths) == len(rows) else (),
        min([row.tenths for row in rows]),
        next((row.id for row in rows if row.has_more), ""),
    )


def _kin(row: RowView) -> str:
    """Return the kin, or of a row with a number the family that a letter of its name tells of; empty for neither."""
    if row.kin or not row.number:
        return row.kin
    family = family_of(row.name)
    return family if family != row.name else ""


def _name_all(rows: Sequence[RowView]) -> str:
    kin = _kin(rows[0])
    return f"{kin} ×{len(rows)}" if kin else join_names([row.name for row in rows])


def _split_runs(rows: Sequence[RowView]) -> list[list[RowView]]:
    """Split the rows into runs with equal contents, such as number and kin."""
    runs: list[list[RowView]] = []
    looks = None
    for row in rows:
        if (look := _visible_parts(row)) != looks:
            runs.append([])
            looks = look
        runs[-1].append(row)
    return runs


@lru_cache(maxsize=1024)
def _visible_parts(row: RowView) -> tuple[object, ...]:
    kin = _kin(row) or (row.id if not row.number else "")
    marks = row.acting, row.waits, row.nominate is not None, row.is_chosen, row.struck, row.may_fall, row.may_rise
    badges = [badge for badge in row.badges if badge.tone in ("condition", "counter")]
    return (row.side, row.number, row.known, kin, *marks, *badges)
