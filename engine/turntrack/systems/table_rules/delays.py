"""Delays of a turn: to wait and act later, and to swap numbers."""

from __future__ import annotations

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Placed, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.table_rules import initiative, memory, order, placement, turns
from turntrack.systems.table_rules.memory import recall, recall_all, rules_of
from turntrack.systems.table_rules.rule_texts import (
    ASIDE,
    wait_words,
)
from turntrack.systems.table_rules.turns import GUARDS
from turntrack.systems.toolkit.guards import refuse


def _check_wait(encounter: Encounter, combatant_id: Id) -> None:
    """Raise Refused if the acting combatant cannot wait."""
    standing, rules = GUARDS.on_turn(encounter, combatant_id), rules_of(encounter)
    if not rules.delay.waits:
        raise Refused("no_waiting", "Nobody waits in these rules.", ASIDE)
    if recall(standing).did:
        refuse(
            encounter, Refused("has_acted", f"{encounter.name_of(combatant_id)} has already acted this turn.", ASIDE)
        )
    if not any(other != combatant_id for other in order.to_wait_for(encounter, combatant_id)):
        refuse(encounter, Refused("nobody_left", "Nobody else is still to act.", ASIDE))


def wait(draft: Draft, combatant_id: Id) -> None:
    _check_wait(draft.encounter, combatant_id)
    stamp = memory.last_stamp(draft.encounter) + 1
    turns.put_off(draft, combatant_id)
    memory.change(draft, combatant_id, stamp=stamp)
    words = wait_words(rules_of(draft.encounter)).does
    if recall(draft.standing(combatant_id)).extra and rules_of(draft.encounter).waits_for_own_turn:
        memory.change(draft, combatant_id, extra=False, kept=True)  # the turn of the round before goes on waiting
        draft.record(StatusSet(combatant_id, Status.READY, words, ASIDE))
        return
    draft.record(StatusSet(combatant_id, Status.HOLDING, words, ASIDE))


def waiters(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who can act now out of order: they wait, or have kept a turn from the last round."""
    memories = recall_all(encounter.standings)
    kept = [combatant_id for combatant_id in encounter.able(Status.READY) if memories[combatant_id].kept]
    return (*order.holders(encounter), *kept) if encounter.is_open else ()


def check_act_now(encounter: Encounter, combatant_id: Id) -> None:
    """Raise Refused if the combatant does not wait."""
    GUARDS.playing(encounter, combatant_id)
    if combatant_id not in waiters(encounter):
        raise Refused("not_waiting", f"{encounter.name_of(combatant_id)} has put off no turn.", ASIDE)
    if recall(encounter.standings[combatant_id]).is_next:
        raise Refused("is_next", f"{encounter.name_of(combatant_id)} already acts next.", ASIDE)


def act_now(draft: Draft, combatant_id: Id) -> None:
    check_act_now(draft.encounter, combatant_id)
    rules, acting = rules_of(draft.encounter), draft.encounter.acting()
    if recall(draft.standing(combatant_id)).kept:
        # placed for good, the combatant has this round's turn there; else it has one more besides that of its own place
        behind_others = memory.last_stamp(draft.encounter) + 1
        memory.change(draft, combatant_id, kept=False, extra=not rules.delay.stays, stamp=behind_others)
    _number_of_now(draft, combatant_id, acting)
    if rules.out_of_turn.after and acting:
        memory.change(draft, combatant_id, is_next=True)
        draft.record(StatusSet(combatant_id, Status.HOLDING, f"acts after {draft.encounter.names_of(acting)}", ASIDE))
        return
    if rules.returns_together and acting:
        draft.record(
            StatusSet(combatant_id, Status.ACTING, f"acts together with {draft.encounter.names_of(acting)}", ASIDE)
        )
    else:
        for other in acting:
            draft.record(StatusSet(other, Status.READY))
        draft.record(StatusSet(combatant_id, Status.ACTING, f"{wait_words(rules).has}, and acts now", ASIDE))
    turns.begin(draft, combatant_id)


def _number_of_now(draft: Draft, combatant_id: Id, acting: tuple[Id, ...]) -> None:
    """Give a waiting combatant the number at which it acts (G11), if places last or numbers are made each round."""
    rules = rules_of(draft.encounter)
    good = rules.delay.stays
    moves = good or rules.sequence.by_count or (rules.goes_together and not rules.fresh.is_lasting)
    if not acting or not moves:
        return
    if good and rules.out_of_turn.after:
        own = recall(draft.standing(combatant_id)).stamp
        sooner = [
            other
            for other in order.holders(draft.encounter)
            if (now := recall(draft.standing(other))).is_next and now.stamp < own
        ]
        placement.move_beside(draft, combatant_id, (*acting, *sooner)[-1], behind=True)
        return
    if good:
        placement.move_beside(draft, combatant_id, acting[0], behind=False)
        words = f"stands before {draft.encounter.name_of(acting[0])} from now on"
        draft.record(Placed(combatant_id, acting[0], words, ASIDE))
    else:
        placement.take_number_of(draft, combatant_id, acting[0])


def _may_exchange(encounter: Encounter) -> bool:
    """Return whether nobody has done anything in the round yet, so that numbers may still be exchanged."""
    has_acted = any(recall(encounter.standings[combatant_id]).did for combatant_id in encounter.acting())
    return encounter.is_open and not has_acted and not memory.last_stamp(encounter)


def exchangers(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who can exchange numbers with another of their side now."""
    if not rules_of(encounter).delay.exchanges or not _may_exchange(encounter):
        return ()
    return tuple(who for who in (*encounter.acting(), *order.to_act(encounter)) if partners(encounter, who))


def partners(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List the combatants with whom this one can swap or exchange numbers."""
    own = initiative.speakers(encounter)
    others = [other for other in order.to_act(encounter) if own[other] != own[combatant_id]]
    if rules_of(encounter).delay.exchanges:
        others = [other for other in (*encounter.acting(), *others) if own[other] != own[combatant_id]]
        side = memory.side_of(encounter, combatant_id)
        others = [other for other in others if memory.side_of(encounter, other) == side]
    return tuple(other for other in others if recall(encounter.standings[other]).has_number)


def _check_swap(encounter: Encounter, combatant_id: Id, other: Id) -> None:
    delay = rules_of(encounter).delay
    standing = GUARDS.playing(encounter, combatant_id) if delay.exchanges else GUARDS.on_turn(encounter, combatant_id)
    if not delay.is_of_numbers:
        raise Refused("no_swap", "Nobody swaps numbers in these rules.", ASIDE)
    if delay.exchanges and not _may_exchange(encounter):
        refuse(encounter, Refused("has_acted", "The first turn of the round has begun with an action.", ASIDE))
    if delay.swaps and recall(standing).did:
        refuse(
            encounter, Refused("has_acted", f"{encounter.name_of(combatant_id)} has already acted this turn.", ASIDE)
        )
    if other not in partners(encounter, combatant_id) or not recall(standing).has_number:
        words = "Name somebody of the same side." if delay.exchanges else "Name somebody who is still to act."
        raise Refused("no_partner", words, ASIDE)


def swap(draft: Draft, actor: Id, other: Id) -> None:
    _check_swap(draft.encounter, actor, other)
    rules = rules_of(draft.encounter)
    own, others = (initiative.left_of_place(draft.encounter, who) for who in (actor, other))
    if own == others:
        raise Refused("same_number", "Their numbers are the same.", ASIDE)
    for combatant_id, whom, number in ((actor, other, others), (other, actor, own)):
        label = f"swapped with {draft.encounter.name_of(whom)}"
        placement.set_number(draft, combatant_id, number, label, ASIDE)
    for combatant_id in draft.encounter.acting() if rules.delay.exchanges else (actor,):
        turns.put_off(draft, combatant_id)
        draft.record(StatusSet(combatant_id, Status.READY))
