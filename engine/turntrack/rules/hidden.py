"""Hidden combatants: who is hidden, what reveals them, what the players see, and letters without gaps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from turntrack.core.commands import Hide
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import CombatantAdded, Entered, Event, HiddenSet, Spent, Waited
from turntrack.core.model import Combatant, Encounter, Id
from turntrack.core.names import letter_number, were_dealt
from turntrack.core.settings import REVEALS, UNSEEN, setting


def hide(draft: Draft, command: Hide) -> None:
    """Hide or reveal combatants. Raises Refused."""
    changed = []
    for combatant_id in dict.fromkeys(command.ids):
        waiting = draft.encounter.reinforcement_of(combatant_id)
        if waiting is None:
            draft.combatant(combatant_id)
            changed += [combatant_id] if (combatant_id in draft.encounter.hidden) is not command.hidden else []
        elif waiting.hidden is not command.hidden:
            draft.record(Waited(replace(waiting, hidden=command.hidden)))
    if changed:
        draft.record(HiddenSet(tuple(changed), command.hidden))
    elif not draft.events:
        raise Refused("no_change", "That is already the case.")


def reveal(event: Event, after: Encounter) -> Iterator[Event]:
    """Reveal a hidden combatant who acts visibly, if the table chose that."""
    if not isinstance(event, Spent) or event.quiet or event.id not in after.hidden:
        return
    if setting(after, REVEALS) == "acting":
        yield HiddenSet((event.id,), hidden=False, why="acts")


def players_see(encounter: Encounter, combatant_id: Id) -> str:
    """Return the text that the players see for a combatant in the order: a name, “?”, or nothing (empty)."""
    combatant = encounter.combatants[combatant_id]
    if combatant_id in encounter.hidden:
        return "?" if setting(encounter, UNSEEN) == "mark" else ""
    return combatant.players_name or combatant.name


_LETTERED = re.compile(r"(.+?)((?: [A-Z]{1,2})?)")

type _Member = tuple[Combatant, str]
"""A combatant with its letter and the space before it; empty for the first of a family without a letter."""


def reassign_letters(draft: Draft, before: Encounter) -> None:
    """Reassign letters if combatants came, left or were hidden since ``before``.

    Those whom the players have seen in the fight keep theirs; so do all others in sight, unless somebody has left it.
    """
    if any(isinstance(event, CombatantAdded | Entered | HiddenSet | Waited) for event in draft.events):
        # Letters of the names that the game master reads, then of those that the players read.
        for by_players in (False, True):
            for combatant in tuple(_rename(draft.encounter, before, by_players)):
                draft.change_combatant(combatant)


def _rename(encounter: Encounter, before: Encounter, by_players: bool) -> Iterator[Combatant]:
    """Yield the combatants who get another letter, with their new names. Player characters keep their names."""
    unseen = {*encounter.hidden, *(waiting.combatant.id for waiting in encounter.wings)} - {*before.shown}
    seen = {*before.shown, *before.order} - {*before.hidden}
    keeping = {*before.shown} if seen & unseen else {*before.shown, *seen}
    families: dict[str, list[_Member]] = {}
    for combatant in encounter.everybody().values() if unseen else ():
        lettered = _LETTERED.fullmatch(combatant.players_name if by_players else combatant.name)
        if lettered and not combatant.at_table:
            families.setdefault(lettered[1], []).append((combatant, lettered[2]))
    for family, members in families.items():
        if not were_dealt([letter for _, letter in members], encounter.gone):
            continue  # the game master has chosen these letters
        # Once the players may know letters of a family, its bare name is no longer given to anybody.
        begun = any(letter for combatant, letter in members if combatant.id in seen | keeping)
        members = [member for member in members if member[0].id not in keeping and (member[1] or not begun)]
        letters = sorted((letter for _, letter in members), key=letter_number)
        in_sight = [member for member in members if member[0].id not in unseen]
        out_of_sight = [member for member in members if member[0].id in unseen]
        first, last = letters[: len(in_sight)], letters[len(in_sight) :]
        for combatant, letter in (*_deal_letters(in_sight, first), *_deal_letters(out_of_sight, last)):
            name = f"{family}{letter}"
            new = replace(combatant, players_name=name) if by_players else replace(combatant, name=name)
            if new != combatant:
                yield new


def _deal_letters(members: Sequence[_Member], letters: Sequence[str]) -> Iterator[_Member]:
    """Assign the letters to the members. A member who has one of them keeps it."""
    kept = {letter for _, letter in members if letter in letters}
    free = (letter for letter in letters if letter not in kept)
    for combatant, letter in members:
        yield combatant, letter if letter in kept else next(free)
