"""The initiative of Unbound: one die for each faction, once in an encounter; and the chances to go first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import perm

from turntrack.core.dice import LONGEST_CHAIN, DiceCode, DiceRequest
from turntrack.core.draft import Draft
from turntrack.core.events import Noted
from turntrack.core.model import Encounter, Id
from turntrack.core.names import join_names
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.unbound import memory, surprise
from turntrack.systems.unbound.memory import Faction, faction_after, faction_name, faction_order

_D12 = DiceCode(1, 12)


def place_factions(draft: Draft) -> None:
    """Roll initiative for the factions that have no place yet; the others keep their order (U4-U7).

    All factions roll, because the earlier values are not stored; only the place of the newcomers is used.
    """
    row, playing = faction_order(draft.encounter), memory.factions_in_play(draft.encounter)
    new = [faction for faction in playing if faction not in row]
    if not new:
        return
    old = [faction for faction in row if faction in playing]
    if not row and len(new) == 1:
        draft.record(Noted(f"{faction_name(new[0])} is the only faction: nobody has to roll.", "U2"))
    elif row:
        names = join_names([faction_name(faction) for faction in new], " and ")
        draft.record(Noted(f"{names}: all roll for the place; the others keep their order.", "U7"))
    rolled = _roll_initiative(draft, old, new) if len(old) + len(new) > 1 else {}
    turn = memory.recall_fight(draft.encounter).turn
    # The combatant who acts belongs to the faction before ``turn``, unless a turn that was interrupted goes on next:
    # newcomers between the two come next.
    is_next = bool(draft.encounter.acting()) and not memory.interrupted_ids(draft.encounter)
    between = row[row.index(turn) - 1] if turn in row and is_next else None
    ranked = sorted((*old, *new), key=lambda faction: [-value for value in rolled.get(faction, ())])
    for place, faction in enumerate(ranked):
        if faction in new:
            slower = old[sum(other in old for other in ranked[:place]) :]
            at = row.index(slower[0]) if slower else len(row)
            row = (*row[:at], faction, *row[at:])
    memory.set_order(draft, row, "U5")
    if between is not None:
        memory.set_turn(draft, faction_after(draft.encounter, between))


def _roll_initiative(draft: Draft, old: Sequence[Faction], new: Sequence[Faction]) -> Mapping[Faction, list[int]]:
    """Roll for all factions, and again for ties with a new one (UA1). Return the totals of each faction, in order."""
    rolled: dict[Faction, list[int]] = {faction: [] for faction in (*old, *new)}
    again: list[Faction] = list(rolled)
    # Bounded, because dice that always fall alike would tie for ever.
    while again and len(rolled[again[0]]) < LONGEST_CHAIN:
        first = not rolled[again[0]]
        rolls = draft.roll([_request(draft, faction) for faction in again], "U4" if first else "U6")
        for faction, roll in zip(again, rolls, strict=True):
            rolled[faction].append(roll.total)
        tied = [[other for other in rolled if rolled[other] == rolled[faction]] for faction in new]
        again = [faction for faction in again if any(faction in tie and len(tie) > 1 for tie in tied)]
    return rolled


def _request(draft: Draft, faction: Faction) -> DiceRequest:
    who, side = _find_roller(draft.encounter, faction), faction_name(faction)
    words = f"{draft.encounter.name_of(who)} (for {side})" if who else f"{side} faction"
    return draft.request((who,) if who else (), words, "initiative", _D12)


def _find_roller(encounter: Encounter, faction: Faction) -> Id:
    """Return the member who rolls (U3): the named one, the first player character, or the first who uses table dice."""
    combatants = encounter.combatants
    able = memory.able_members(encounter, faction)
    named = [member for member in able if memory.recall(encounter.standings[member]).is_roller]
    players = [member for member in able if combatants[member].sheet["player"]]
    at_table = [member for member in able if combatants[member].at_table]
    return next(iter((*named, *players, *at_table)), "")


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances to go first, and those to be surprised."""
    encounter = with_arrivals(encounter)
    return (*_chances_before_round(encounter), *surprise.chances(encounter))


def _chances_before_round(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances before the first round: of each faction to go first, and that one roll settles the order."""
    playing = memory.factions_in_play(encounter)
    if encounter.round or len(playing) < 2:
        return ()
    first = chance_first(len(playing))
    return (
        *(Chance("", f"{faction_name(faction)}: first", first, "U5", goes_first=True) for faction in playing),
        Chance("", "the first roll settles the order", chance_no_tie(len(playing)), "U6"),
    )


def chance_first(factions: int) -> Fraction:
    """Return the chance to go first among so many factions, which is the same for all: ties are rolled again (U6)."""
    return Fraction(1, factions)


def chance_no_tie(factions: int) -> Fraction:
    """Return the chance that the first roll decides the whole order.

    >>> [str(chance_no_tie(many)) for many in (2, 3, 4)]
    ['11/12', '55/72', '55/96']
    """
    return Fraction(perm(_D12.sides, factions), _D12.sides**factions)
