"""Rounds and turns of Unbound: who is next, passes, interrupted turns, the order of the rows, turns to come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, RoundClosed, RoundOpened, StatusSet
from turntrack.core.model import Encounter, Id, Status, TurnEffect
from turntrack.core.names import join_names
from turntrack.systems.arrivals import bring_in_arrivals
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.toolkit.guards import Guards, refuse
from turntrack.systems.toolkit.turn_order import fallen_last, turn_of
from turntrack.systems.unbound import memory, surprise
from turntrack.systems.unbound.initiative import place_factions
from turntrack.systems.unbound.memory import (
    Faction,
    Reaction,
    faction_after,
    faction_name,
    faction_of,
    faction_order,
    is_surprised,
    lap_of,
    members,
    next_faction,
    rotate,
)
from turntrack.systems.unbound.rules import reading_of

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
    waiting = [member for member in members(encounter)[faction] if encounter.is_ready(member)]
    # Nothing is left to choose: the turn begins without a tap.
    if len(waiting) == 1 and why_no_pass(encounter, faction, count_left(encounter, faction)):
        _give_turn(draft, waiting[0])


def leave(draft: Draft, combatant_id: Id) -> None:
    if draft.standing(combatant_id).status is Status.ACTING:
        # Without words: the log does not say that a combatant who leaves has had a turn.
        draft.record(StatusSet(combatant_id, Status.DONE))
        _finish_turn(draft, combatant_id)


def refuse_number(draft: Draft, ids: tuple[Id, ...], was: Encounter, is_corrected: bool) -> None:
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
        refuse(encounter, Refused("had_turn", f"{who} has had a turn: no other until everyone has had one.", "U9"))
    if own != faction:
        refuse(
            encounter,
            Refused("other_faction", f"The turn belongs to {faction_name(faction)}, not {faction_name(own)}.", "U8"),
        )


def _give_turn(draft: Draft, member: Id) -> None:
    following = faction_after(draft.encounter, faction_of(draft.encounter, member))
    memory.set_turn(draft, following)
    why = "goes on" if memory.recall(draft.standing(member)).has_begun else ""
    draft.record(StatusSet(member, Status.ACTING, why, "U8"))
    _begin_turn(draft, member)


def _begin_turn(draft: Draft, actor: Id) -> None:
    """Start a turn, by nomination or by a ruling. The Reaction comes back, but not for the surprised (U25)."""
    interrupted = _list_interrupted(draft.encounter, actor)
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
    return fallen_last(encounter, (*encounter.acting(), *filter(encounter.is_ready, rows)), rows)


@dataclass(frozen=True, slots=True)
class MembersLeft:
    """The number of members that a faction has left to act, and the numbers with which the table compares it (UA2)."""

    own: int
    others: tuple[int, ...]

    @property
    def may_pass(self) -> bool:
        """Return whether the faction has fewer than half as many left as each number that it is compared with (U10)."""
        return bool(self.others) and all(2 * self.own < other for other in self.others)

    def __str__(self) -> str:
        return f"{self.own} left against {join_names([str(other) for other in self.others], ' and ') or 'nobody'}"


def count_left(encounter: Encounter, faction: Faction) -> MembersLeft:
    everyone = reading_of(encounter, "left") == "everyone"  # UA7
    counted = members(encounter) if everyone else memory.factions_in_play(encounter)
    numbers = dict.fromkeys((faction, *counted), 0)
    for combatant_id in encounter.order:
        standing = encounter.standings[combatant_id]
        if standing.status is Status.READY and (standing.able or everyone):
            numbers[faction_of(encounter, combatant_id)] += 1
    others = [number for other, number in numbers.items() if other != faction]
    together = others and reading_of(encounter, "pass") == "all"
    return MembersLeft(numbers[faction], (sum(others),) if together else tuple(others))


def why_no_pass(encounter: Encounter, faction: Faction, count: MembersLeft) -> Refused | None:
    """Return the reason why the faction, whose turn it is, may not pass; None if it may."""
    if not count.may_pass:
        message = f"{faction_name(faction)}: {count}; passing takes fewer than half as many."
        return Refused("too_many_left", message, "U10")
    waiting = {faction_of(encounter, combatant_id) for combatant_id in encounter.able(Status.READY)}
    if waiting <= {*memory.recall_fight(encounter).passed}:
        return Refused("all_passed", f"Everybody has passed: {faction_name(faction)} must choose somebody.", "UA3")
    return None


def pass_turn(draft: Draft, faction: Faction) -> None:
    """Pass for the faction, whose turn it is. Raises Refused if it may not."""
    refusal = why_no_pass(draft.encounter, faction, count_left(draft.encounter, faction))
    if refusal:
        refuse(draft.encounter, refusal)
    draft.record(Noted(f"{faction_name(faction)}: pass, {count_left(draft.encounter, faction)}.", "U10"))
    fight, following = memory.recall_fight(draft.encounter), memory.faction_after(draft.encounter, faction)
    still = [
        combatant_id for combatant_id in fight.interrupted if combatant_id not in members(draft.encounter)[faction]
    ]
    passed = (*fight.passed, faction)
    draft.remember("", replace(fight, passed=passed, turn=following, interrupted=tuple(still)))


def _list_interrupted(encounter: Encounter, actor: Id) -> tuple[Id, ...]:
    """List the interrupted combatants who resume after ``actor``, oldest interruption first.

    If ``actor`` interrupts nobody, the faction of ``actor`` has chosen, and its last interrupted turn is taken off the
    list. If ``actor`` was on the list for another one, whoever could not go on now gets that place.
    """
    fight = memory.recall_fight(encounter)
    if encounter.is_ready(fight.now):
        return (*memory.interrupted_ids(encounter), fight.now)
    left = [who for who in fight.interrupted if who in (actor, *memory.interrupted_ids(encounter))]
    place = _last_of(encounter, left, faction_of(encounter, actor))
    if place is not None:
        if actor in left:
            left[left.index(actor)] = left[place]
        del left[place]
    return tuple(left)


def _last_of(encounter: Encounter, ids: Sequence[Id], faction: Faction) -> int | None:
    """Return the place of the last member of the faction; None for none."""
    places = [place for place, combatant_id in enumerate(ids) if faction_of(encounter, combatant_id) == faction]
    return places[-1] if places else None


def upcoming_turns(encounter: Encounter) -> Iterable[UpcomingTurn]:
    """Return the turns to come if nobody passes, the next first. Each names all members whom the faction may choose."""
    return islice(_coming(encounter), MOST_UPCOMING_TURNS)


def _coming(encounter: Encounter) -> Iterator[UpcomingTurn]:
    waiting: dict[Faction, list[Id]] = {}
    for combatant_id in encounter.able(Status.READY) if encounter.is_open else ():
        waiting.setdefault(faction_of(encounter, combatant_id), []).append(combatant_id)
    left = {faction: len(ids) for faction, ids in waiting.items()}
    interrupted = memory.interrupted_ids(encounter)
    lap = lap_of(encounter)
    while any(left.values()):
        faction = next(faction for faction in lap if left.get(faction))
        ids = waiting[faction]
        yield turn_of(encounter, ids, label="" if len(ids) == 1 else faction_name(faction))
        left[faction] -= 1
        place = _last_of(encounter, interrupted, faction)
        if place is not None:
            del interrupted[place]
        following = (*lap, *lap)[lap.index(faction) + 1]
        lap = rotate(lap, faction_of(encounter, interrupted[-1]) if interrupted else following)
