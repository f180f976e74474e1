"""Rounds and turns of Unbound: their start and end, the nomination of who is next, and the order of the rows.

(Rulebook: Unbound, lines 10-16.)
"""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, RoundClosed, RoundOpened, StatusSet
from turntrack.core.model import Encounter, Id, Status, TurnEffect
from turntrack.systems.arrivals import bring_in_arrivals
from turntrack.systems.toolkit.guards import Guards
from turntrack.systems.toolkit.turn_order import fallen_last
from turntrack.systems.unbound import memory, surprise
from turntrack.systems.unbound.faction_pass import count_left, why_no_pass
from turntrack.systems.unbound.faction_sequence import faction_after, lap_of, next_faction
from turntrack.systems.unbound.factions import Faction, faction_name, faction_of, members, waits
from turntrack.systems.unbound.initiative import place_factions
from turntrack.systems.unbound.interrupted_turns import list_interrupted
from turntrack.systems.unbound.memory import Reaction, faction_order, is_surprised
from turntrack.systems.unbound.rule_options import reading_of

GUARDS = Guards("U8", "U8", "U8")


# Rounds


def open_round(draft: Draft) -> None:
    first = not draft.encounter.round
    if first and len(draft.encounter.combatants) > 1 and [*members(draft.encounter)] == [""]:
        raise Refused("no_sides", "First say who is on which side: without sides all are one faction.", "UA10")
    draft.record(RoundOpened(draft.encounter.round + 1, rule="U1" if first else "UA4"))
    if surprise.rolls_due(draft.encounter):
        surprise.roll_perception(draft)
    elif first and not any(is_surprised(draft.encounter, combatant_id) for combatant_id in draft.encounter.order):
        if not surprise.is_stealthy(draft.encounter):
            draft.record(Noted("Neither side is stealthy: they notice each other.", "U15"))
        draft.record(Noted("Nobody is surprised.", "U16"))
    place_factions(draft)
    if first or reading_of(draft.encounter, "new_round") == "top":
        memory.set_turn(draft, faction_order(draft.encounter)[0])


def settle(draft: Draft) -> None:
    place_factions(draft)
    skipped = {event.id for event in draft.events if isinstance(event, StatusSet) and event.turn is TurnEffect.OVER}
    for combatant_id in draft.encounter.order:
        standing = draft.standing(combatant_id)
        if standing.status is Status.DONE and (combatant_id in skipped or not memory.recall(standing).has_had_turn):
            _finish_turn(draft, combatant_id)  # a skipped turn counts as the first turn (U27)
    acting = draft.encounter.acting()
    if acting:
        if memory.recall_fight(draft.encounter).now != acting[0]:
            _begin_turn(draft, acting[0])
        return
    draft.remember("", replace(memory.recall_fight(draft.encounter), now=""))
    encounter, faction = draft.encounter, next_faction(draft.encounter)
    if faction is None:
        draft.record(RoundClosed(encounter.round, "U12"))
        return
    waiting = [member for member in members(encounter)[faction] if waits(encounter, member)]
    if len(waiting) == 1 and why_no_pass(encounter, faction, count_left(encounter, faction)):
        _give_turn(draft, waiting[0])


def leave(draft: Draft, combatant_id: Id) -> None:
    if draft.standing(combatant_id).status is Status.ACTING:
        # Without words: the log does not say that a combatant who leaves has had a turn.
        draft.record(StatusSet(combatant_id, Status.DONE))
        _finish_turn(draft, combatant_id)


def refuse_number(draft: Draft, ids: tuple[Id, ...], was: Encounter | None) -> None:
    raise Refused("no_number", "Nobody has a number here: only the order of the factions counts.", "U7")


# Turns


def nominate(draft: Draft, member: Id) -> None:
    """Let the faction whose turn it is choose this member (U8). The turn before ends with that."""
    faction = reach_choice(draft)
    check_choice(draft.encounter, member, faction)
    _give_turn(draft, member)


def reach_choice(draft: Draft) -> Faction:
    """Move the fight on to the next choice of a faction, and return that faction.

    End the turn under way and, if everybody has had a turn, the round. Raises Refused if nobody can be chosen.
    """
    end_turns(draft)
    if draft.encounter.is_open and next_faction(draft.encounter) is None:
        draft.record(RoundClosed(draft.encounter.round, "U12"))
    if not draft.encounter.is_open:
        if not draft.encounter.round:
            raise Refused("not_open", "Initiative comes first: begin the round.", "U1")
        bring_in_arrivals(draft)
        open_round(draft)
    faction = next_faction(draft.encounter)
    if faction is None:
        raise Refused("nobody_able", "Nobody is able to act: get somebody back up first.", "U8")
    return faction


def check_choice(encounter: Encounter, member: Id, faction: Faction) -> None:
    """Raise Refused unless ``faction``, whose turn it is, may choose this combatant."""
    standing, own = GUARDS.able(encounter, member), faction_of(encounter, member)
    if standing.status is Status.DONE:
        who = encounter.name_of(member)
        raise Refused("had_turn", f"{who} has had a turn: no other until everyone has had one.", "U9")
    if own != faction:
        raise Refused("other_faction", f"The turn belongs to {faction_name(faction)}, not {faction_name(own)}.", "U8")


def _give_turn(draft: Draft, member: Id) -> None:
    following = faction_after(draft.encounter, faction_of(draft.encounter, member))
    memory.set_turn(draft, following)
    draft.record(StatusSet(member, Status.ACTING, rule="U8"))
    _begin_turn(draft, member)


def _begin_turn(draft: Draft, actor: Id) -> None:
    """Start a turn, by nomination or by a ruling. The Reaction comes back, but not for the surprised (U25)."""
    interrupted = list_interrupted(draft.encounter, actor)
    if interrupted:
        memory.set_turn(draft, faction_of(draft.encounter, interrupted[-1]))
    draft.remember("", replace(memory.recall_fight(draft.encounter), now=actor, passed=(), interrupted=interrupted))
    before = memory.recall(draft.standing(actor))
    has_reaction = before.reaction is Reaction.READY
    draft.remember(actor, replace(before, has_begun=True))
    if is_surprised(draft.encounter, actor):
        draft.record(Noted(f"{draft.encounter.name_of(actor)} is surprised: no action on this turn.", "U24"))
        if not has_reaction:
            memory.set_reaction(draft, actor, Reaction.MISSED, "U25")
    elif not has_reaction and not before.has_begun:
        memory.set_reaction(draft, actor, Reaction.READY, "UA8")


def end_turns(draft: Draft) -> None:
    for actor in draft.encounter.acting():
        end_turn(draft, actor)


def end_turn(draft: Draft, actor: Id) -> None:
    draft.record(StatusSet(actor, Status.DONE, "has had a turn", "U9"))
    _finish_turn(draft, actor)


def _finish_turn(draft: Draft, actor: Id) -> None:
    if memory.recall_fight(draft.encounter).now == actor:
        draft.remember("", replace(memory.recall_fight(draft.encounter), now=""))
    draft.remember(actor, replace(memory.recall(draft.standing(actor)), has_had_turn=True, has_begun=False))
    draft.remember(actor, replace(memory.recall(draft.standing(actor)), is_surprised=False), "U27")


# The order of turns


def track(encounter: Encounter) -> tuple[Id, ...]:
    if not encounter.round:
        return encounter.order
    anew = not encounter.is_open and reading_of(encounter, "new_round") == "top"
    row = faction_order(encounter) if anew else lap_of(encounter)
    places = {faction: place for place, faction in enumerate(row)}
    rows = sorted(
        encounter.order, key=lambda combatant_id: places.get(faction_of(encounter, combatant_id), len(places))
    )
    return fallen_last(
        encounter,
        (*encounter.acting(), *(combatant_id for combatant_id in rows if waits(encounter, combatant_id))),
        rows,
    )
