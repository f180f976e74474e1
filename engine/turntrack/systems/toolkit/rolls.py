"""Rolls of groups and of ties, and a deck while cards are dealt from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial

from turntrack.core.cards import JOKER, show_card
from turntrack.core.dice import DiceCode, Roll
from turntrack.core.draft import Draft
from turntrack.core.fields import TOLD, Field
from turntrack.core.model import Encounter, Id
from turntrack.core.names import join_names
from turntrack.core.score import Score, Term, TermKind

type Unit = tuple[str, tuple[Id, ...]]
"""The combatants of one roll, after the name to show: of the combatant or of the group."""

type CodeOf = Callable[[Id], DiceCode]
"""The dice of a combatant. The first member of a group decides."""

type UnitsOf = Callable[[Encounter, Sequence[Id]], tuple[Unit, ...]]
"""The combatants who roll together."""


def roll_units(encounter: Encounter, ids: Sequence[Id]) -> tuple[Unit, ...]:
    """Return the units: each group under its name, every other combatant alone, in the given order."""
    units: dict[str, tuple[str, list[Id]]] = {}
    for combatant_id in ids:
        combatant = encounter.combatants[combatant_id]
        key = f"group {combatant.group}" if combatant.group else combatant_id
        if key not in units:
            name = encounter.name_of_group(combatant.group) if combatant.group else combatant.name
            units[key] = (name, [])
        units[key][1].append(combatant_id)
    return tuple([(name, tuple(members)) for name, members in units.values()])


def told_total(encounter: Encounter, combatant_id: Id, key: str = TOLD.key) -> Term | None:
    """Return the total that was rolled at the table before the fight, which is the combatant's first number.

    None if there is none, or if the combatant has had a number.
    """
    standing, told = encounter.standings[combatant_id], encounter.combatants[combatant_id].sheet.get(key, "")
    return Term("told", told) if standing.score is None and isinstance(told, int) else None


def told_totals(encounter: Encounter, ids: Iterable[Id], key: str = TOLD.key) -> dict[Id, Term]:
    """Return the totals of those of ``ids`` for whom one was rolled at the table before the fight."""
    return {combatant_id: total for combatant_id in ids if (total := told_total(encounter, combatant_id, key))}


def next_rollers(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who roll when the next round opens; empty during a round, and for a single combatant."""
    able = encounter.able()
    return able if len(able) > 1 and not encounter.is_open else ()


def group_mates(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List the other members of the combatant's group, in the encounter's order."""
    group = encounter.combatants[combatant_id].group
    return tuple(
        mate for mate in encounter.order if mate != combatant_id and group and encounter.combatants[mate].group == group
    )


def group_roll(
    encounter: Encounter, combatant_id: Id, number: Callable[[Encounter, Id], Score | None]
) -> tuple[Term, ...]:
    """Return the terms of the roll that a newcomer's group has made, with its corrections.

    Empty without a group, or if no member has a number that begins with a roll.
    """
    for mate in group_mates(encounter, combatant_id):
        score = number(encounter, mate)
        if score and score.terms[0].part is TermKind.ROLL:
            return (score.terms[0], *(term for term in score.terms if term.part is TermKind.CORRECTION))
    return ()


def roll_dice(
    draft: Draft,
    ids: Sequence[Id],
    code_of: CodeOf,
    rule: str = "",
    purpose_of: Callable[[Id], str] | None = None,
    units_of: UnitsOf = roll_units,
    added_of: Callable[[Id], int] | None = None,
    may_add_of: Callable[[Id], tuple[int, int]] = lambda combatant_id: (0, 0),
) -> list[tuple[Unit, Roll]]:
    """Roll once for each unit of ``ids``, and return the rolls. Raises DiceNeeded for all units at once.

    ``purpose_of`` gets the first member of a unit; without it the purpose is initiative. ``added_of`` tells what a
    combatant alone adds to the roll for the number that the players say, ``may_add_of`` the bounds if that is unknown.
    """
    units = units_of(draft.encounter, ids)
    requests = [
        draft.request(
            who,
            name,
            purpose_of(who[0]) if purpose_of else "initiative",
            code_of(who[0]),
            added=added_of(who[0]) if added_of and len(who) == 1 else 0,
            may_add=may_add_of(who[0]) if len(who) == 1 else (0, 0),
        )
        for name, who in units
    ]
    return list(zip(units, draft.roll(requests, rule), strict=True))


def bounds_if_unknown(encounter: Encounter, combatant_id: Id, fields: Iterable[Field]) -> tuple[int, int]:
    """Return the bounds of the sum of these fields if the sheet tells none of them; else 0 and 0."""
    fields = tuple(fields)
    sheet = encounter.combatants[combatant_id].sheet
    if any(sheet[field.key] != field.default for field in fields):
        return (0, 0)
    return sum(field.low for field in fields), sum(field.high for field in fields)


def reroll_ties(
    draft: Draft,
    lots: Iterable[Sequence[Id]],
    rolled: Mapping[Id, tuple[int, ...]],
    movers: Iterable[Id],
    code_of: CodeOf,
    rule: str,
    purpose: str,
    most: int,
    units_of: UnitsOf = roll_units,
) -> dict[Id, tuple[int, ...]]:
    """Break the ties within each lot by rolls, until none of ``movers`` is level with another unit.

    ``rolled`` has the earlier tie-breaking totals of each combatant. A mover rolls until the place is clear; another
    combatant rolls only if level with a mover. Members of a unit share their rolls and stay level. The purpose of a
    roll is ``purpose`` and the names of the opponents. After ``most`` rounds of rolls the rest stay level.

    Return the new sequences of totals; the higher sequence acts first. Raises DiceNeeded.
    """
    all_rolled, fresh = dict(rolled), dict[Id, tuple[int, ...]]()
    moving = {*movers}
    lots = [lot for lot in lots if not moving.isdisjoint(lot)]
    for lot in lots:
        for _, who in units_of(draft.encounter, lot):
            # A newcomer to a unit takes over the tie-breaking rolls that the unit has made.
            shared = max((all_rolled.get(member, ()) for member in who), key=len)
            fresh.update({member: shared for member in who if member in moving and shared})
    all_rolled.update(fresh)
    for _ in range(most):
        level = [
            level_id for lot in lots for level_id in _level(units_of(draft.encounter, lot), lot, all_rolled, moving)
        ]
        if not level:
            break
        against = partial(_with_whom, partial(units_of, draft.encounter), lots, dict(all_rolled), purpose)
        for (_, who), roll in roll_dice(draft, level, code_of, rule, against, units_of):
            fresh.update({roller: (*all_rolled.get(roller, ()), roll.total) for roller in who})
        all_rolled.update(fresh)
    return fresh


def _with_whom(
    units_among: Callable[[Sequence[Id]], Iterable[Unit]],
    lots: Sequence[Sequence[Id]],
    rolled: Mapping[Id, tuple[int, ...]],
    purpose: str,
    roller: Id,
) -> str:
    """Return the purpose of a roll, with the names of those with whom the roller is level."""
    mine = rolled.get(roller, ())
    lot = next(lot for lot in lots if roller in lot)
    level = [member for member in lot if rolled.get(member, ())[: len(mine)] == mine]
    names = [name for name, who in units_among(level) if roller not in who]
    return f"{purpose} {join_names(names, ' and ')}"


def _level(
    units: Iterable[Unit], lot: Sequence[Id], rolled: Mapping[Id, tuple[int, ...]], moving: Set[Id]
) -> Iterator[Id]:
    """Yield the members of a lot whose totals are the start of another unit's, if one of the two is moving."""
    unit_of = {member: place for place, (_, who) in enumerate(units) for member in who}
    places: dict[tuple[int, ...], set[int]] = {}
    moving_places: dict[tuple[int, ...], set[int]] = {}
    for member in lot:
        for length in range(len(rolled.get(member, ())) + 1):
            beginning = rolled.get(member, ())[:length]
            places.setdefault(beginning, set()).add(unit_of[member])
            if member in moving:
                moving_places.setdefault(beginning, set()).add(unit_of[member])
    for member in lot:
        known = places if member in moving else moving_places
        if known.get(rolled.get(member, ()), set()) - {unit_of[member]}:
            yield member


@dataclass(slots=True)
class Deck:
    """A deck of cards from 1 to ``size``: held cards, discarded cards, reshuffling."""

    size: int
    out: list[int]
    """The cards that are out of the deck: held or discarded."""
    held: list[int]
    """The cards that somebody holds, which no shuffle brings back."""
    free: set[int] = field(default_factory=set)
    """The cards that are out of the app’s deck alone: the table may deal them all the same."""
    _last: dict[tuple[Id, ...], str] = field(default_factory=dict)
    """The key of the last card of each unit."""

    @property
    def left(self) -> int:
        """Return the number of cards in the deck."""
        return self.size - len({*self.out})

    def shuffle(self) -> None:
        """Take all discarded cards back but jokers, which tell that the round had one."""
        jokers = [card for card in self.out if card >= JOKER and card not in self.held]
        self.out = [*self.held, *jokers]

    def make_room(self, many: int) -> None:
        """Shuffle if fewer cards are left; if too many are held, start another deck."""
        if self.left < many:
            self.shuffle()
        if self.left < many:
            self.out = []

    def discard(self, *cards: int) -> None:
        """Discard these cards from the hands that hold them."""
        for card in cards:
            self.held.remove(card)

    def deal(
        self, draft: Draft, wanted: Sequence[Unit], rule: str, hints: Sequence[str] = (), again: bool = False
    ) -> list[int]:
        """Deal a card to each unit as often as it is in ``wanted``. Raises DiceNeeded.

        ``hints`` are what the table is told beside each card; ``again`` tells that each replaces the one before.
        """
        given: dict[int, int] = {}
        said = [*hints] or [""] * len(wanted)
        draw = partial(self._draw, draft, wanted, rule, said, again)
        # All table dice are asked for in one sheet; the app's cards are drawn after them, one by one, so that none is
        # dealt twice.
        at_table = [place for place, (_, who) in enumerate(wanted) if is_at_table(draft.encounter, who)]
        while at_table:  # a typed card that cannot be dealt is asked for again
            out_already = []
            for place, roll in zip(at_table, draw(at_table), strict=True):
                if roll.total in self.out and roll.total not in self.free and self.left:
                    out_already.append(place)
                    said[place] = f"{show_card(roll.total, self.size)} was dealt already"
                else:
                    self.out.append(roll.total)
                    self.free.discard(roll.total)
                    given[place] = roll.total
            at_table = out_already
        for place in range(len(wanted)):
            if place not in given:
                (roll,) = draw([place])
                self.out.append(roll.total)
                given[place] = roll.total
        return [given[place] for place in range(len(wanted))]

    def _draw(
        self,
        draft: Draft,
        wanted: Sequence[Unit],
        rule: str,
        hints: Sequence[str],
        again: bool,
        places: Sequence[int],
    ) -> tuple[Roll, ...]:
        code, requests = DiceCode(1, self.size), []
        for place in places:
            name, who = wanted[place]
            free = self.free if is_at_table(draft.encounter, who) else set()
            out, replaces = tuple(sorted({*self.out} - free)), self._last.get(who, "") if again else ""
            held = tuple(sorted(free.intersection(self.held)))
            asked = draft.request(
                who, name, "a card", code, out, is_card=True, hint=hints[place], replaces=replaces, held=held
            )
            requests.append(asked)
            self._last[who] = asked.key
        return draft.roll(requests, rule)


def is_at_table(encounter: Encounter, who: Iterable[Id]) -> bool:
    """Return whether one of these rolls at the table, and so for all of them."""
    return any(encounter.combatants[combatant_id].at_table for combatant_id in who)
