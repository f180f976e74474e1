"""Rounds and turns of Unbound: the order of the factions, nominations, passing, and drags.

(Rulebook: Unbound, lines 10-16.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from turntrack.core.commands import Move
from turntrack.core.decision_draft import Draft
from turntrack.core.dice import LONGEST_CHAIN, DiceCode, DiceRequest
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Noted, Placed, RoundClosed, RoundOpened, StatusSet
from turntrack.core.model import Encounter, Id, Status, TurnEffect
from turntrack.core.name_lists import join_names
from turntrack.core.order_insertion import same_place
from turntrack.core.row_drag import move_in_list
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.due_reinforcements import bring_in_arrivals
from turntrack.systems.toolkit.guards import Guards
from turntrack.systems.toolkit.turn_order import fallen_last, turn_of
from turntrack.systems.unbound import factions, memory, surprise
from turntrack.systems.unbound.factions import Faction, faction_name, faction_of, members, waits
from turntrack.systems.unbound.memory import Reaction, faction_order, is_surprised
from turntrack.systems.unbound.rule_options import reading_of

GUARDS = Guards("U8", "U8", "U8")
D12 = DiceCode(1, 12)


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

    End the turn under way and, if everybody has had a turn, the round. Raise Refused if nobody can be chosen.
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


def _list_interrupted(encounter: Encounter, actor: Id) -> tuple[Id, ...]:
    """List the combatants whose turns go on after that of ``actor``, the last to be interrupted last.

    If ``actor`` interrupts nobody, the faction of ``actor`` has chosen, and its last interrupted turn is taken off the
    list. If ``actor`` was on the list for another one, whoever could not go on now gets that place.
    """
    fight = memory.recall_fight(encounter)
    if fight.now in encounter.order and waits(encounter, fight.now):
        return (*_still_waiting(encounter, fight.interrupted), fight.now)
    left = [
        combatant_id for combatant_id in fight.interrupted if combatant_id == actor or _goes_on(encounter, combatant_id)
    ]
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


def _still_waiting(encounter: Encounter, ids: Iterable[Id]) -> list[Id]:
    """List the combatants, of those whose turns were interrupted, whose turns still go on."""
    return [combatant_id for combatant_id in ids if _goes_on(encounter, combatant_id)]


def _goes_on(encounter: Encounter, combatant_id: Id) -> bool:
    return combatant_id in encounter.order and waits(encounter, combatant_id)


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
    row = faction_order(encounter) if anew else _lap(encounter)
    places = {faction: place for place, faction in enumerate(row)}
    rows = sorted(
        encounter.order, key=lambda combatant_id: places.get(faction_of(encounter, combatant_id), len(places))
    )
    return fallen_last(
        encounter,
        (*encounter.acting(), *(combatant_id for combatant_id in rows if waits(encounter, combatant_id))),
        rows,
    )


def next_faction(encounter: Encounter) -> Faction | None:
    """Return the faction that chooses next; None if everybody has had a turn. Skip factions with nobody left (UA4)."""
    waiting = {
        faction_of(encounter, combatant_id) for combatant_id in encounter.order if waits(encounter, combatant_id)
    }
    return next((faction for faction in _lap(encounter) if faction in waiting), None)


def upcoming_turns(encounter: Encounter) -> tuple[UpcomingTurn, ...]:
    """Return the turns to come if nobody passes, the next first. Each names all members whom the faction may choose."""
    waiting: dict[Faction, list[Id]] = {}
    for combatant_id in encounter.order if encounter.is_open else ():
        if waits(encounter, combatant_id):
            waiting.setdefault(faction_of(encounter, combatant_id), []).append(combatant_id)
    left = {faction: len(ids) for faction, ids in waiting.items()}
    interrupted = _still_waiting(encounter, memory.recall_fight(encounter).interrupted)
    lap = _lap(encounter)
    chosen: list[Faction] = []
    while len(chosen) < MOST_UPCOMING_TURNS and any(left.values()):
        faction = next(faction for faction in lap if left.get(faction))
        chosen.append(faction)
        left[faction] -= 1
        place = _last_of(encounter, interrupted, faction)
        if place is not None:
            del interrupted[place]
        following = (*lap, *lap)[lap.index(faction) + 1]
        lap = _rotate(lap, faction_of(encounter, interrupted[-1]) if interrupted else following)
    return tuple(
        turn_of(encounter, ids, label="" if len(ids) == 1 else faction_name(faction))
        for faction in chosen
        for ids in (waiting[faction],)
    )


def faction_after(encounter: Encounter, faction: Faction) -> Faction:
    """Return the faction after this one; after the last comes the first (UA4)."""
    row = _all_factions(encounter)
    return row[(row.index(faction) + 1) % len(row)]


def _all_factions(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions in their order. Factions without a place, as an edited file may have them, come last."""
    return tuple(dict.fromkeys((*faction_order(encounter), *members(encounter))))


def _lap(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions in their order, beginning with the faction that chooses next."""
    return _rotate(_all_factions(encounter), memory.recall_fight(encounter).turn)


def _rotate(row: tuple[Faction, ...], first: Faction | None) -> tuple[Faction, ...]:
    """Return the factions beginning with ``first``; as they are if it is not among them."""
    at = row.index(first) if first is not None and first in row else 0
    return (*row[at:], *row[:at])


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
    counted = members(encounter) if everyone else factions.factions_in_play(encounter)
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
    waiting = {
        faction_of(encounter, combatant_id) for combatant_id in encounter.order if waits(encounter, combatant_id)
    }
    if waiting <= {*memory.recall_fight(encounter).passed}:
        return Refused("all_passed", f"Everybody has passed: {faction_name(faction)} must choose somebody.", "UA3")
    return None


# Initiative: one die for each faction, once in an encounter


def place_factions(draft: Draft) -> None:
    """Roll initiative for the factions that have no place yet; the others keep their order (U4-U7).

    All factions throw, because the earlier values are not stored; only the place of the newcomers is used.
    """
    row, playing = faction_order(draft.encounter), factions.factions_in_play(draft.encounter)
    new = [faction for faction in playing if faction not in row]
    if not new:
        return
    old = [faction for faction in row if faction in playing]
    if not row and len(new) == 1:
        draft.record(Noted(f"{faction_name(new[0])} is the only faction: nobody has to roll.", "U2"))
    elif row:
        names = join_names([faction_name(faction) for faction in new], " and ")
        draft.record(Noted(f"{names}: all roll for the place; the others keep their order.", "U7"))
    thrown = _throw_initiative(draft, old, new) if len(old) + len(new) > 1 else {}
    turn = memory.recall_fight(draft.encounter).turn
    # The combatant who acts belongs to the faction before ``turn``: newcomers between the two come next.
    between = row[row.index(turn) - 1] if turn in row and draft.encounter.acting() else None
    ranked = sorted((*old, *new), key=lambda faction: [-value for value in thrown.get(faction, ())])
    for place, faction in enumerate(ranked):
        if faction in new:
            slower = old[sum(other in old for other in ranked[:place]) :]
            at = row.index(slower[0]) if slower else len(row)
            row = (*row[:at], faction, *row[at:])
    memory.set_order(draft, row, "U5")
    if between is not None:
        memory.set_turn(draft, faction_after(draft.encounter, between))


def _throw_initiative(draft: Draft, old: Sequence[Faction], new: Sequence[Faction]) -> Mapping[Faction, list[int]]:
    """Throw for all factions, and again for ties with a new one (UA1). Return the totals of each faction, in order."""
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
    who, side = _find_roller(draft.encounter, faction), faction_name(faction)
    words = f"{draft.encounter.name_of(who)} (for {side})" if who else f"{side} faction"
    return draft.request((who,) if who else (), words, "initiative", D12)


def _find_roller(encounter: Encounter, faction: Faction) -> Id:
    """Return the member who rolls (U3): the named one, the first player character, or the first who uses table dice."""
    combatants = encounter.combatants
    able = factions.able_members(encounter, faction)
    named = [member for member in able if memory.recall(encounter.standings[member]).is_roller]
    players = [member for member in able if combatants[member].sheet["player"]]
    at_table = [member for member in able if combatants[member].at_table]
    return next(iter((*named, *players, *at_table)), "")


# Drags: to the top a drag is a nomination, elsewhere a ruling on the order of the factions


def move(draft: Draft, command: Move) -> None:
    if not draft.encounter.is_open:
        because = "The order is that of the factions: begin the round, and move them then."
        move_in_list(draft, command, track, because)
        return
    encounter, combatant_id, before = draft.encounter, command.id, command.before
    own, name = faction_of(encounter, combatant_id), encounter.name_of(combatant_id)
    if encounter.standings[combatant_id].status is Status.ACTING:
        raise Refused("acting", f"{name} is acting: end the turn, or take the choice back.", "U8")
    rows = [other for other in track(encounter) if other != combatant_id]
    waiting = [other for other in rows if waits(encounter, other)]
    in_play = {own, *(faction_of(encounter, other) for other in waiting)}
    lap = tuple(faction for faction in _lap(encounter) if faction in in_play)
    if before and before == rows[0]:
        if waits(encounter, combatant_id):
            _reorder(draft, own, lap, 0)
        nominate(draft, combatant_id)
        return
    check_choice(encounter, combatant_id, own)
    if before in waiting and faction_of(encounter, before) == own:
        draft.record(Placed(combatant_id, before, "is listed elsewhere"))
    elif not _reorder(draft, own, lap, _place_in_lap(encounter, own, lap, before, waiting)):
        _list_last(draft, combatant_id)


def _place_in_lap(encounter: Encounter, own: Faction, lap: Sequence[Faction], before: Id, waiting: Sequence[Id]) -> int:
    """Return the index in ``lap`` at which ``own`` goes if one of its rows is dropped above the row ``before``."""
    if before not in waiting:  # dropped below all combatants who can still act
        return len(lap)
    other, at = faction_of(encounter, before), waiting.index(before)
    inside = at > 0 and faction_of(encounter, waiting[at - 1]) == other
    goes_down = lap.index(own) < lap.index(other)
    return lap.index(other) + (1 if inside and goes_down else 0)


def _reorder(draft: Draft, own: Faction, lap: Sequence[Faction], place: int) -> bool:
    """Rule that ``own`` goes before the faction at ``place`` of the lap. Return False if it is there already."""
    rest = [faction for faction in lap if faction != own]
    place -= lap.index(own) < place
    changed = (*rest[:place], own, *rest[place:])
    if changed == lap:
        return False
    row = [faction for faction in _all_factions(draft.encounter) if faction != own]
    at = row.index(rest[place]) if place < len(rest) else row.index(rest[-1]) + 1
    memory.set_order(draft, (*row[:at], own, *row[at:]), RULING)
    memory.set_turn(draft, changed[0])
    return True


def _list_last(draft: Draft, combatant_id: Id) -> None:
    """List the combatant after all other members of the faction. Raise Refused if that is so already."""
    order, faction = draft.encounter.order, faction_of(draft.encounter, combatant_id)
    last = max(order.index(mate) for mate in members(draft.encounter)[faction])
    if order[last] == combatant_id:
        raise same_place()
    draft.record(Placed(combatant_id, (*order, "")[last + 1], "is listed elsewhere"))
