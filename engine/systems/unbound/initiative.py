"""Initiative: one die a faction, once an encounter. (rulebook: Unbound, lines 10-12)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.dice import LONGEST_CHAIN, DiceCode, DiceRequest
from engine.draft import Draft
from engine.events import FactSet, Noted
from engine.model import Encounter, Id
from engine.names import listed
from engine.systems.unbound import factions
from engine.systems.unbound.factions import Faction

D12 = DiceCode(1, 12)


def roller(encounter: Encounter, members: Sequence[Id]) -> Id:
    """Who rolls for these (U3): the one they named, the first player character, or the first to roll at the table."""
    standings, combatants = encounter.standings, encounter.combatants
    able = [one for one in members if standings[one].able]
    named = [one for one in able if standings[one].fact("roller")]
    players = [one for one in able if combatants[one].sheet["player"]]
    at_table = [one for one in able if combatants[one].at_table]
    return next(iter((*named, *players, *at_table)), "")


def unplaced(encounter: Encounter) -> tuple[Faction, ...]:
    """The factions that have somebody able to act, and no place in the order yet."""
    row = factions.order(encounter)
    return tuple(faction for faction in factions.playing(encounter) if faction not in row)


def place_factions(draft: Draft) -> None:
    """U4-U7. Factions that have no place yet roll for it; those that have one keep their order.

    The values of the others are forgotten by then, so everybody throws: the newcomer's place is what counts.
    """
    new = unplaced(draft.encounter)
    if not new:
        return
    row = factions.order(draft.encounter)
    playing = factions.playing(draft.encounter)
    old = [faction for faction in row if faction in playing]
    if not row and len(new) == 1:
        draft.record(Noted(f"{factions.name(new[0])} is the only faction: nobody has to roll.", "U2"))
    elif row:
        names = listed([factions.name(faction) for faction in new], " and ")
        draft.record(Noted(f"{names}: all throw for the place; the others keep their order.", "U7"))
    thrown = _throw(draft, old, new) if len(old) + len(new) > 1 else {}
    turn = draft.encounter.fact("turn")
    # Whoever acts has the turn of the faction before: newcomers in between come next.
    between = row[row.index(turn) - 1] if isinstance(turn, str) and turn in row and draft.encounter.acting() else None
    ranked = sorted((*old, *new), key=lambda faction: [-value for value in thrown.get(faction, ())])
    for place, faction in enumerate(ranked):
        if faction in new:
            slower = old[sum(other in old for other in ranked[:place]) :]
            at = row.index(slower[0]) if slower else len(row)
            row = (*row[:at], faction, *row[at:])
    draft.record(FactSet("", "factions", row, rule="U5"))
    if between is not None:
        draft.record(FactSet("", "turn", factions.after(draft.encounter, between)))


def _throw(draft: Draft, old: Sequence[Faction], new: Sequence[Faction]) -> Mapping[Faction, list[int]]:
    """Each faction's throws, the first and those after ties. A tie of old factions decides nothing (UA1)."""
    thrown: dict[Faction, list[int]] = {faction: [] for faction in (*old, *new)}
    again: list[Faction] = list(thrown)
    while again and len(thrown[again[0]]) < LONGEST_CHAIN:
        first = not thrown[again[0]]
        rolls = draft.roll([_request(draft, faction) for faction in again], "U4" if first else "U6")
        for faction, roll in zip(again, rolls, strict=True):
            thrown[faction].append(roll.total)
        tied = [[other for other in thrown if thrown[other] == thrown[faction]] for faction in new]
        again = [faction for faction in again if any(faction in tie and len(tie) > 1 for tie in tied)]
    return thrown


def _request(draft: Draft, faction: Faction) -> DiceRequest:
    who = roller(draft.encounter, factions.members(draft.encounter)[faction])
    words = (
        f"{draft.encounter.name_of(who)} (for {factions.name(faction)})" if who else f"{factions.name(faction)} faction"
    )
    return draft.request((who,) if who else (), words, "initiative", D12)
