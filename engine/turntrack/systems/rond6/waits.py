"""Waits, and the interruption of turns: who waits or interrupts, and whose turn goes on. (rulebook: L42–56)"""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.rond6 import action_rules, initiative, memory
from turntrack.systems.toolkit.guards import refuse
from turntrack.systems.toolkit.turn_order import lose_turn


def waiters(encounter: Encounter, excluded: Id = "") -> tuple[Id, ...]:
    """List the combatants who have waited and have an action left, except ``excluded``, the longest wait first."""
    standings = encounter.standings
    waiting = (member for member in memory.waiting_ids(encounter) if standings[member].status is Status.HOLDING)
    return tuple([member for member in waiting if member != excluded])


def wait(draft: Draft, actor: Id) -> None:
    """Add the combatant to the end of the waiting list."""
    earlier = (waiter for waiter in memory.waiting_ids(draft.encounter) if waiter != actor)
    draft.remember("", replace(memory.recall_fight(draft.encounter), waiters=(*earlier, actor)))
    draft.record(StatusSet(actor, Status.HOLDING))


def opens_window(encounter: Encounter, actor: Id, plan: action_rules.PlannedAction) -> bool:
    """Return whether waiting combatants can interrupt this action, as it is rolled (R21)."""
    return plan.rolls and bool(waiters(encounter, excluded=actor))


def open_window(draft: Draft, actor: Id, plan: action_rules.PlannedAction) -> None:
    """Note that waiting combatants may interrupt until the result is said."""
    draft.remember(actor, replace(memory.recall(draft.standing(actor)), window=plan.words), "R21")


def window_waiters(encounter: Encounter) -> tuple[Id, ...]:
    """List those who may interrupt, while the result of a roll is to come (R21)."""
    is_window = any(memory.recall(encounter.standings[acting]).window for acting in encounter.acting())
    return waiters(encounter) if is_window else ()


def give_result(draft: Draft, actor: Id) -> None:
    """Note that the game master says the result: it is too late to interrupt. Raises Refused."""
    encounter = draft.encounter
    if not encounter.is_open or actor not in encounter.acting() or not memory.recall(encounter.standings[actor]).window:
        raise Refused("no_result", "There is no action to resolve.", "R21")
    end_window(draft, actor)
    draft.record(Noted(f"{encounter.name_of(actor)}’s action is resolved.", "R21"))
    if not memory.actions_left(draft.standing(actor)):
        draft.record(StatusSet(actor, Status.DONE))


def end_window(draft: Draft, combatant_id: Id) -> None:
    """Note that no result is to come any longer."""
    now = memory.recall(draft.standing(combatant_id))
    if now.window:
        draft.remember(combatant_id, replace(now, window=""))


def _check_waiting(encounter: Encounter, combatant_id: Id) -> None:
    """Check that the combatant has waited and has an action left. Raises Refused."""
    action_rules.GUARDS.check_open(encounter)
    if combatant_id not in waiters(encounter):
        refuse(encounter, Refused("not_waited", f"{encounter.name_of(combatant_id)} has not waited.", "R21"))


def check_act_now(encounter: Encounter, combatant_id: Id) -> None:
    _check_waiting(encounter, combatant_id)
    acting = encounter.acting()[0]
    if memory.recall(encounter.standings[acting]).window:
        name = encounter.name_of(acting)
        refuse(encounter, Refused("window", f"{name} has rolled: interrupt, or resolve that first.", "R21"))
    if interrupters(encounter):
        name = encounter.name_of(acting)
        refuse(
            encounter,
            Refused("together", f"{name} is interrupting and has done nothing yet: interrupt as well.", "RA15"),
        )


def act_now(draft: Draft, combatant_id: Id) -> None:
    """Act between two actions of other combatants (R20). Raises Refused."""
    check_act_now(draft.encounter, combatant_id)
    pause(draft)
    draft.record(StatusSet(combatant_id, Status.ACTING, "has waited, and acts now", "R20"))


def check_interrupt(encounter: Encounter, combatant_id: Id) -> None:
    _check_waiting(encounter, combatant_id)
    acting = encounter.acting()[0]
    if not memory.recall(encounter.standings[acting]).window and not interrupters(encounter):
        name = encounter.name_of(acting)
        refuse(encounter, Refused("no_window", f"{name} has no roll that is still to be resolved.", "R21"))


def interrupt(draft: Draft, combatant_id: Id) -> None:
    check_interrupt(draft.encounter, combatant_id)
    words, rule = interrupt_words(draft.encounter, combatant_id)
    earlier = _earlier_interrupters(draft.encounter, combatant_id)
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), interrupts=True))
    if not earlier:
        pause(draft)
        draft.record(StatusSet(combatant_id, Status.ACTING, f"interrupts {words}", rule))
        return
    paused = memory.paused_ids(draft.encounter)
    # Turns resume from the end of the list: at this place the combatant follows the earlier interrupter.
    at = paused.index(earlier[-1]) if earlier[-1] in paused else len(paused)
    set_paused(draft, (*paused[:at], combatant_id, *paused[at:]))
    draft.record(StatusSet(combatant_id, Status.READY, f"interrupts {words}", rule))


def interrupt_words(encounter: Encounter, combatant_id: Id) -> tuple[str, str]:
    """Say whom the combatant would interrupt, or which interrupter comes before or after (RA15), with the rule."""
    others = interrupters(encounter)
    earlier = _earlier_interrupters(encounter, combatant_id)
    if earlier:
        return f"as well, after {encounter.name_of(earlier[-1])}", "RA15"
    if others:
        return f"as well, before {encounter.name_of(others[0])}", "RA15"
    return encounter.name_of(encounter.acting()[0]), "R21"


def interrupters(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who interrupt together and have done nothing since then, the first to act first."""
    going_on = (*encounter.acting(), *ready_paused(encounter))
    if not any(memory.recall(encounter.standings[member]).window for member in going_on[1:]):
        return ()
    return tuple(member for member in going_on if memory.recall(encounter.standings[member]).interrupts)


def _earlier_interrupters(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    return initiative.ids_before(encounter, combatant_id, interrupters(encounter), encounter.order)


def forget_interrupts(draft: Draft) -> None:
    """Forget an interruption whose result nobody waits for any longer."""
    encounter = draft.encounter
    memories = memory.recall_all(encounter.standings)
    for combatant_id in [who for who in encounter.order if memories[who].interrupts]:
        if combatant_id not in interrupters(encounter):
            draft.remember(combatant_id, replace(memories[combatant_id], interrupts=False))


def ready_paused(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants whose turn was interrupted, the first to go on first.

    Before them comes who interrupts, and has lost the turn by a ruling before anything was done in it.
    """
    paused, memories = memory.paused_ids(encounter), memory.recall_all(encounter.standings)
    interrupting = [who for who in encounter.order if memories[who].interrupts and who not in paused]
    return tuple([member for member in (*interrupting, *reversed(paused)) if encounter.is_ready(member)])


def set_paused(draft: Draft, ids: tuple[Id, ...]) -> None:
    draft.remember("", replace(memory.recall_fight(draft.encounter), paused=ids))


def pause(draft: Draft) -> None:
    """Interrupt the turns of those who act."""
    for actor in draft.encounter.acting():
        set_paused(draft, (*memory.paused_ids(draft.encounter), actor))
        draft.record(lose_turn(actor, memory.has_begun(draft.encounter, actor)))


def forget_paused(draft: Draft, *ids: Id) -> None:
    """Forget that these turns were interrupted: the order alone decides when they go on."""
    paused = memory.recall_fight(draft.encounter).paused
    if any(combatant_id in paused for combatant_id in ids):
        set_paused(draft, tuple(combatant_id for combatant_id in paused if combatant_id not in ids))
