"""Who is next: the turns to come in their order, the candidates of a choice, and the rows of the track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from turntrack.core.errors import Refused
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.memory import recall, recall_all, rules_of
from turntrack.systems.table_rules.rule_set import RuleSet
from turntrack.systems.table_rules.rule_texts import CHOOSER, NEXT
from turntrack.systems.table_rules.settings import DelayEnd, FirstSide, Holder, LapKind, Source, Surprise
from turntrack.systems.table_rules.turns_left import (
    acts_in_next_segment,
    has_later_phase,
    has_more,
    places_left,
    with_turns,
)
from turntrack.systems.toolkit.guards import refuse
from turntrack.systems.toolkit.turn_order import fallen_last


def next_ids(encounter: Encounter) -> tuple[Id, ...]:
    """Return the next to act: those who act together, or the candidates if somebody chooses."""
    rules, ids = rules_of(encounter), to_act(encounter)
    if not ids:
        return ()
    if rules.sequence.by_side:
        ids = _before_others(encounter, ids)
    memories = recall_all(encounter.standings)
    beside = tuple([combatant_id for combatant_id in ids if memories[combatant_id].extra])
    if rules.place.holder is Holder.SLOT:
        candidates = _for_slot(encounter, ids)
    elif rules.draws_sides:
        drawn = memory.recall_fight(encounter).drawn
        candidates = tuple(combatant_id for combatant_id in ids if memory.side_of(encounter, combatant_id) in drawn)
        return _before_others(encounter, candidates)
    elif rules.sequence.is_ranked:
        return initiative.level_with(encounter, ids[0], ids)
    elif rules.sequence.by_side:
        side = next_side(encounter, ids)
        candidates = tuple([who for who in ids if encounter.combatants[who].side == side])
    else:
        candidates = ids
    candidates = _before_others(encounter, candidates) or beside
    return candidates if rules.is_chosen else called_with(encounter, candidates[:1], candidates)


def called_with(encounter: Encounter, chosen: Sequence[Id], ids: Sequence[Id]) -> tuple[Id, ...]:
    """List those of ``ids`` who act with the first of the chosen: the members of the same place."""
    if not rules_of(encounter).place.holder.is_shared:
        return tuple(chosen[:1])
    own = initiative.speakers(encounter)
    return tuple([who for who in ids if own[who] == own[chosen[0]]])


def first_of_places(encounter: Encounter, ids: Sequence[Id]) -> tuple[Id, ...]:
    """List the first of ``ids`` on each place: the choice of one calls all members of the place."""
    if not rules_of(encounter).place.holder.is_shared:
        return tuple(ids)
    return tuple(who[0] for _, who in initiative.units(encounter, ids))


def to_act(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who have a turn to come in this lap, the next first."""
    ids = with_turns(encounter)
    if rules_of(encounter).sequence.by_side:
        row = {side: place for place, side in enumerate(_side_row(encounter))}
        return tuple(
            sorted(
                initiative.ranking(encounter, ids),
                key=lambda combatant_id: row[memory.side_of(encounter, combatant_id)],
            )
        )
    return initiative.ranking(encounter, ids)


def row_of_lap(encounter: Encounter, called: Sequence[Id] = ()) -> tuple[Id, ...]:
    """List those who act, those whose turn goes on after an interruption, ``called``, and those with a turn to come."""
    acting = initiative.ranking(encounter, encounter.acting())
    return tuple(dict.fromkeys((*acting, *interrupted(encounter), *called, *to_act(encounter))))


def interrupted(encounter: Encounter) -> list[Id]:
    """List the combatants whose turn was interrupted, the turn that began last first."""
    memories = recall_all(encounter.standings)
    begun = [who for who in encounter.able(Status.READY) if memories[who].has_begun and not memories[who].put_off]
    return sorted(begun, key=lambda combatant_id: memories[combatant_id].stamp, reverse=True)


def _before_others(encounter: Encounter, ids: tuple[Id, ...]) -> tuple[Id, ...]:
    """Keep only the surprising combatants, if surprise lets them act first (G13)."""
    if not initiative.lets_some_act_first(encounter):
        return ids
    return tuple(combatant_id for combatant_id in ids if recall(encounter.standings[combatant_id]).is_surprised) or ids


def slots(encounter: Encounter) -> tuple[Id, ...]:
    """List the owners of the open slots that their side can fill, the next first."""
    there = {encounter.combatants[combatant_id].side for combatant_id in with_turns(encounter)}
    open_slots = [
        combatant_id
        for combatant_id, now in recall_all(encounter.standings).items()
        if now.has_number and not now.slot_used and encounter.combatants[combatant_id].side in there
    ]
    return initiative.ranking(encounter, open_slots)


def _for_slot(encounter: Encounter, ids: tuple[Id, ...]) -> tuple[Id, ...]:
    slot = next(iter(slots(encounter)), "")
    side = memory.side_of(encounter, slot) if slot else memory.side_of(encounter, ids[0])
    return tuple([who for who in ids if encounter.combatants[who].side == side])


def may_pass(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a combatant who has declared no pace may let this phase go by and act in a later one (G8)."""
    is_free = rules_of(encounter).laps.kind is LapKind.PHASES and not recall(encounter.standings[combatant_id]).pace
    return is_free and has_later_phase(encounter, combatant_id)


def loses_turn(encounter: Encounter, combatant_id: Id) -> bool:
    if not recall(encounter.standings[combatant_id]).is_surprised:
        return False
    match rules_of(encounter).start.surprise:
        case Surprise.TURN:
            return True
        case Surprise.LAP:
            return encounter.round == 1 and encounter.part == first_part(rules_of(encounter))
        case Surprise.NONE | Surprise.MODIFIER | Surprise.TWICE | Surprise.FIRST | Surprise.REACTIONS | Surprise.HOLD:
            return False
        case _:
            assert_never(rules_of(encounter).start.surprise)


def first_part(rules: RuleSet) -> int:
    """Return the lap, phase or segment in which the fight begins."""
    return rules.laps.start if rules.laps.kind is LapKind.CHART else 1


def check_choice(encounter: Encounter, combatant_id: Id) -> None:
    """Raise Refused if the combatant cannot be chosen now."""
    rules = rules_of(encounter)
    if not rules.is_chosen:
        raise Refused("no_choice", "In these rules the order says who is next.", CHOOSER)
    if sides_to_choose(encounter) or combatant_id not in next_ids(encounter):
        refuse(encounter, Refused("not_next", f"{encounter.name_of(combatant_id)} cannot be chosen now.", NEXT))


def _side_row(encounter: Encounter) -> tuple[str, ...]:
    """List the sides in their order: by the best number of each, else as listed."""
    rules, sides = rules_of(encounter), memory.sides(encounter)
    if not rules.has_numbers:
        is_open = rules.start.side is not FirstSide.LISTED or rules.surprise.yields_the_beginning
        begins = memory.recall_fight(encounter).begins if is_open else ()
        at = sides.index(begins[0]) if begins and begins[0] in sides else 0
        return (*sides[at:], *sides[:at])
    memories = recall_all(encounter.standings)
    numbered = [combatant_id for combatant_id in encounter.order if memories[combatant_id].has_number]
    best = [memory.side_of(encounter, combatant_id) for combatant_id in initiative.ranking(encounter, numbered)]
    return tuple(dict.fromkeys((*best, *sides)))


def next_side(encounter: Encounter, ids: Sequence[Id], last: str | None = None) -> str:
    """Return the next side with a member in ``ids``; ``last`` replaces the side that acted last."""
    row, there = _side_row(encounter), {encounter.combatants[combatant_id].side for combatant_id in ids}
    if rules_of(encounter).sequence.alternates:
        last_actor = memory.last_to_act(encounter)
        before = last if last is not None else memory.side_of(encounter, last_actor) if last_actor else None
        at = row.index(before) + 1 if before in row else 0
        row = (*row[at:], *row[:at])
    return next(side for side in row if side in there)


def sides_to_choose(encounter: Encounter) -> tuple[str, ...]:
    """List the sides of which the game master says which begins (G13); empty once it is known, or for a single one."""
    is_asked = rules_of(encounter).start.side.effect.is_asked and not memory.recall_fight(encounter).begins
    if not is_asked or max([now.turns for now in recall_all(encounter.standings).values()], default=0):
        return ()
    there = memory.sides_of(encounter, _before_others(encounter, to_act(encounter)))
    may_begin = sides_to_begin(encounter)
    there = tuple(side for side in there if side in may_begin)
    return there if len(there) > 1 else ()


def sides_to_begin(encounter: Encounter) -> tuple[str, ...]:
    """List the sides that may begin a round: in the first one not those whose members are all surprised (G13)."""
    able = encounter.able()
    is_first = rules_of(encounter).surprise.yields_the_beginning and encounter.round + (not encounter.is_open) <= 1
    memories = recall_all(encounter.standings)
    awake = [combatant_id for combatant_id in able if not (is_first and memories[combatant_id].is_surprised)]
    return memory.sides_of(encounter, awake) or memory.sides_of(encounter, able)


def keepers(encounter: Encounter) -> tuple[Id, ...]:
    """List those who may act if the side that acted last keeps the turn (G7)."""
    last, ids = memory.last_to_act(encounter), to_act(encounter)
    if not rules_of(encounter).keep_price or memory.recall_fight(encounter).has_kept or not last or not ids:
        return ()
    side = memory.side_of(encounter, last)
    if next_side(encounter, ids) == side:
        return ()
    return tuple([who for who in ids if encounter.combatants[who].side == side])


def next_tokens(encounter: Encounter) -> tuple[Id, ...]:
    """List the tokens in the bag."""
    tokens: list[Id] = []
    sharing = set[str]()
    for combatant_id in _before_others(encounter, to_act(encounter)):
        if rules_of(encounter).bag.again and memory.is_token_of_side(encounter, combatant_id):
            side = memory.side_of(encounter, combatant_id)
            if side in sharing:
                continue
            sharing.add(side)
        tokens += [combatant_id] * max(places_left(encounter, combatant_id), 1)
    return tuple(tokens)


def token_owner(encounter: Encounter, combatant_id: Id) -> tuple[str, Id]:
    """Return the owner of the combatant's token: the side, or the combatant."""
    if memory.is_token_of_side(encounter, combatant_id):
        return (memory.side_of(encounter, combatant_id), "")
    return ("", combatant_id)


def holders(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who wait and are able to act, the longest wait first."""
    waiting = encounter.able(Status.HOLDING)
    return tuple(sorted(waiting, key=lambda combatant_id: recall(encounter.standings[combatant_id]).stamp))


def ambushers_left(encounter: Encounter) -> tuple[Id, ...]:
    """List those who have begun the fight waiting, and have neither acted nor decided to wait on."""
    if not rules_of(encounter).surprise.others_hold or encounter.round > 1:
        return ()
    return tuple([who for who in holders(encounter) if not recall(encounter.standings[who]).stamp])


def to_wait_for(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List everybody who may act before the actor's wait ends, including the actor."""
    rules = rules_of(encounter)
    if rules.out_of_turn.end.crosses_rounds:
        return encounter.able()
    called = (waiter for waiter in holders(encounter) if recall(encounter.standings[waiter]).is_next)
    others = (*encounter.acting(), *to_act(encounter), *called)
    if not rules.is_delay_for_round or acts_in_next_segment(encounter, combatant_id):
        return others
    return (*others, *(other for other in encounter.able() if has_more(encounter, other)))


def is_all_waiting(encounter: Encounter) -> bool:
    """Return whether everybody waits and nobody has acted: such rounds would go by for ever without a turn."""
    is_used = rules_of(encounter).out_of_turn.end is DelayEnd.USED
    return is_used and bool(holders(encounter)) and not memory.last_stamp(encounter)


def track(encounter: Encounter) -> tuple[Id, ...]:
    standings = encounter.standings
    if not encounter.is_open:
        memories = recall_all(standings)
        kept = [
            combatant_id
            for combatant_id in encounter.order
            if memories[combatant_id].has_number and standings[combatant_id].able
        ]
        rules = rules_of(encounter)
        if not rules.ranks_by_number:
            return encounter.order
        is_kept = rules.fresh.is_lasting or rules.number.source is Source.CARDS
        lasting = initiative.ranking(encounter, kept) if is_kept else ()
        if encounter.round and not lasting:
            return encounter.order
        return fallen_last(encounter, initiative.with_known(encounter, lasting))
    waiting = holders(encounter)
    called = [combatant_id for combatant_id in waiting if recall(standings[combatant_id]).is_next]
    others = [combatant_id for combatant_id in waiting if combatant_id not in called]
    first = row_of_lap(encounter, called) + tuple(others)
    rest = [combatant_id for combatant_id in encounter.order if combatant_id not in {*first}]
    later = [combatant_id for combatant_id in rest if standings[combatant_id].plays]
    rows = (*first, *initiative.ranking(encounter, later))
    over = initiative.ranking(encounter, [combatant_id for combatant_id in rest if combatant_id not in {*later}])
    return fallen_last(encounter, rows, (*rows, *over))
