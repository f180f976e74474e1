"""Whose turn it is, and what breaks into it: waiting, interrupting, moving up. (rulebook: L42–56)"""

from __future__ import annotations

from types import MappingProxyType

from engine.commands import Act
from engine.draft import Draft
from engine.errors import Refused
from engine.events import RULING, FactSet, Noted, Placed, RoundClosed, Spent, StatusSet
from engine.fields import Value, read
from engine.model import Encounter, Id, Lasting, Status
from engine.sums import Term
from engine.systems.rond6 import initiative, turns
from engine.systems.rond6.actions import ACTIONS, Action
from engine.systems.rond6.plan import FATE, GUARDS, Planned, as_done, number_declared, on_turn, planned, within_limit
from engine.systems.rond6.sheet import chosen

ROUND = Lasting.ROUND

EARLY = MappingProxyType(
    {
        "catch": ACTIONS["catch"],
        "mental": Action("mental", "Resist", "resists a mental attempt", "R23", physical=False),
        "other": Action("react", "React", "reacts", "R23"),
    }
)
"""What one may move up for."""


def settle(draft: Draft) -> None:
    """Give the turn to the next in order, or end the round (R11)."""
    for one in draft.encounter.order:
        standing = draft.encounter.standings[one]
        if standing.fact(turns.WINDOW) and standing.status in (Status.HOLDING, Status.DONE):
            draft.record(FactSet(one, turns.WINDOW, False))
    forget_paused(draft, *draft.encounter.acting())
    _forget_interrupts(draft)
    for one in draft.encounter.acting():
        _grant(draft, one)
        return
    _skip_the_unable(draft)
    ready = next(turns.still_ready(draft.encounter), "")
    holding = turns.waiting(draft.encounter)
    if ready:
        _go_on(draft, ready)
    elif holding:
        draft.record(StatusSet(holding[0], Status.ACTING, "has waited, and acts last", "R20"))
    else:
        draft.record(RoundClosed(draft.encounter.round, "R11"))


def _grant(draft: Draft, one: Id) -> None:
    """Whoever a ruling has act, with everything used, gets one action more."""
    standing = draft.standing(one)
    if turns.declared(standing) and not turns.left(standing) and not standing.fact(turns.WINDOW):
        draft.record(FactSet(one, turns.DECLARED, turns.used(standing) + 1, ROUND, RULING))


def _forget_interrupts(draft: Draft) -> None:
    """Forget an interruption that nobody goes back to."""
    encounter = draft.encounter
    for one in encounter.order:
        if encounter.standings[one].fact(turns.INTERRUPTS) and one not in turns.interrupters(encounter):
            draft.record(FactSet(one, turns.INTERRUPTS, False))


def _go_on(draft: Draft, one: Id) -> None:
    paused = turns.ids_of(draft.encounter, turns.PAUSED)
    if one in paused:
        why = "goes on: the result" if draft.fact(one, turns.WINDOW) else "goes on"
        why, rule = ("interrupts now", "RA15") if draft.fact(one, turns.INTERRUPTS) else (why, "R21")
        forget_paused(draft, one)
        draft.record(StatusSet(one, Status.ACTING, why, rule))
    else:
        draft.record(FactSet("", turns.SLOT, one, ROUND), StatusSet(one, Status.ACTING, rule="R11"))
    _grant(draft, one)


def _skip_the_unable(draft: Draft) -> None:
    """R12: their turn passes when everybody before them has had theirs."""
    encounter = draft.encounter
    for one in encounter.order:
        standing = encounter.standings[one]
        if standing.status is Status.READY:
            if standing.able:
                return
            if standing.fact(turns.ROLLED):
                _lose(draft, one)


def _lose(draft: Draft, one: Id) -> None:
    standing = draft.standing(one)
    if turns.declared(standing) and not turns.left(standing):  # all of it was done already
        draft.record(StatusSet(one, Status.DONE))
        return
    draft.record(FactSet(one, turns.LOST, True, ROUND))
    draft.record(StatusSet(one, Status.DONE, "loses the turn, being unable to act", "R12"))


def _paused(ids: tuple[Id, ...]) -> FactSet:
    return FactSet("", turns.PAUSED, ids, ROUND)


def pause(draft: Draft) -> None:
    """Somebody else's action breaks into the turn of whoever acts."""
    for one in draft.encounter.acting():
        draft.record(_paused((*turns.ids_of(draft.encounter, turns.PAUSED), one)), StatusSet(one, Status.READY))


def forget_paused(draft: Draft, *ids: Id) -> None:
    """From now on the order alone says when these go on."""
    paused = turns.ids_of(draft.encounter, turns.PAUSED)
    if set(ids) & set(paused):
        draft.record(_paused(tuple(one for one in paused if one not in ids)))


# What is done on one's own turn


def declare(draft: Draft, one: Id, raw: Value) -> None:
    number = number_declared(draft.encounter, one, raw)  # R16
    _fix(draft, one, number)


def _fix(draft: Draft, one: Id, number: int) -> None:
    if not turns.declared(draft.standing(one)):
        _begin(draft)
        draft.record(FactSet(one, turns.DECLARED, number, ROUND, "R16"))


def _begin(draft: Draft) -> None:
    """From the first declaration on, initiative stands."""
    if not draft.encounter.fact(turns.BEGUN):
        draft.record(FactSet("", turns.BEGUN, True, ROUND))


def spend_fate(draft: Draft, one: Id) -> None:
    """R28: before the number is fixed."""
    on_turn(draft.encounter, one)
    check_fate(draft.encounter, one)
    draft.record(FactSet(one, turns.FATE, True, ROUND, "R28"))


def check_fate(encounter: Encounter, one: Id) -> None:
    standing, name = encounter.standings[one], encounter.name_of(one)
    if turns.declared(standing):
        raise Refused("declared", f"{name} has declared already.", "R18")
    if standing.fact(turns.FATE):
        raise Refused("already", f"{name} has spent a Fate Point in this round.", "R28")


def take(draft: Draft, command: Act) -> None:
    """One action from the list, or a wait."""
    one = command.id
    plan = planned(draft.encounter, command)
    _fix(draft, one, plan.number)
    _spend(draft, one, plan)
    standing = draft.standing(one)
    if plan.action.key == "wait" and turns.left(standing):
        wait(draft, one)
    elif plan.rolls and turns.waiting(draft.encounter, but=one):
        draft.record(FactSet(one, turns.WINDOW, plan.words, ROUND, "R21"))
    elif not turns.left(standing):
        draft.record(StatusSet(one, Status.DONE))


def wait(draft: Draft, one: Id) -> None:
    """Put the combatant among those who wait, as the latest of them."""
    waiters = tuple(other for other in turns.ids_of(draft.encounter, turns.WAITERS) if other != one)
    draft.record(FactSet("", turns.WAITERS, (*waiters, one), ROUND), StatusSet(one, Status.HOLDING))


def _spend(draft: Draft, one: Id, plan: Planned) -> None:
    roll = f" ({plan.roll})" if plan.roll else ""
    rule = "R17" if plan.action.key == "wait" else turns.penalty_rule(draft.encounter, one, plan.number)
    draft.record(Spent(one, Term(f"{plan.words}{roll}", 1, plan.action.rule), plan.note, rule))
    if draft.fact(one, turns.INTERRUPTS):
        draft.record(FactSet(one, turns.INTERRUPTS, False))
    if plan.action.armed:
        gear = plan.gear.casefold()
        standing = draft.standing(one)
        draft.record(FactSet(one, turns.GEAR, (*turns.names_of(standing, turns.GEAR), gear), ROUND))
        if plan.slow:
            draft.record(FactSet(one, turns.SLOW_GEAR, (*turns.names_of(standing, turns.SLOW_GEAR), gear), ROUND))


def end_turn(draft: Draft, one: Id) -> None:
    """Lets go what is declared and unused (R19), or does nothing at all."""
    on_turn(draft.encounter, one)
    unused = turns.left(draft.standing(one))
    if unused:
        draft.record(StatusSet(one, Status.DONE, f"lets {turns.actions(unused)} go", "R19"))
    else:
        _begin(draft)
        draft.record(StatusSet(one, Status.DONE, "does nothing in this round", "R16"))


# The window, and those who wait


def give_result(draft: Draft, one: Id) -> None:
    """The game master says the result: too late to interrupt."""
    check_result(draft.encounter, one)
    draft.record(FactSet(one, turns.WINDOW, False))
    draft.record(Noted(f"The result of what {draft.encounter.name_of(one)} does is said.", "R21"))
    if not turns.left(draft.standing(one)):
        draft.record(StatusSet(one, Status.DONE))


def check_result(encounter: Encounter, one: Id) -> None:
    standing = encounter.standings.get(one)
    if not encounter.is_open or standing is None or one not in encounter.acting() or not standing.fact(turns.WINDOW):
        raise Refused("no_result", "No result is to come.", "R21")


def check_waiting(encounter: Encounter, one: Id) -> None:
    """Raises Refused unless this one has waited."""
    GUARDS.check_open(encounter)
    if one not in turns.waiting(encounter):
        raise Refused("not_waited", f"{encounter.name_of(one)} has not waited.", "R21")


def check_interrupt(encounter: Encounter, one: Id) -> None:
    check_waiting(encounter, one)
    acting = encounter.acting()[0]
    if not encounter.standings[acting].fact(turns.WINDOW) and not turns.interrupters(encounter):
        name = encounter.name_of(acting)
        raise Refused("no_window", f"{name} has rolled nothing whose result is still to come.", "R21")


def interrupt(draft: Draft, one: Id) -> None:
    check_interrupt(draft.encounter, one)
    words, rule = interrupt_words(draft.encounter, one)
    earlier = _earlier_interrupters(draft.encounter, one)
    draft.record(FactSet(one, turns.INTERRUPTS, True, ROUND))
    if not earlier:
        pause(draft)
        draft.record(StatusSet(one, Status.ACTING, f"interrupts {words}", rule))
        return
    paused = turns.ids_of(draft.encounter, turns.PAUSED)
    at = paused.index(earlier[-1]) if earlier[-1] in paused else len(paused)
    draft.record(_paused((*paused[:at], one, *paused[at:])), StatusSet(one, Status.READY, f"interrupts {words}", rule))


def _earlier_interrupters(encounter: Encounter, one: Id) -> tuple[Id, ...]:
    return initiative.earlier(encounter, one, turns.interrupters(encounter), encounter.order)


def interrupt_words(encounter: Encounter, one: Id) -> tuple[str, str]:
    """Say whom the combatant would interrupt, or before or after which other interrupter (RA15), with the rule."""
    others = turns.interrupters(encounter)
    earlier = _earlier_interrupters(encounter, one)
    if earlier:
        return f"as well, after {encounter.name_of(earlier[-1])}", "RA15"
    if others:
        return f"as well, before {encounter.name_of(others[0])}", "RA15"
    return encounter.name_of(encounter.acting()[0]), "R21"


def check_act_now(encounter: Encounter, one: Id) -> None:
    check_waiting(encounter, one)
    acting = encounter.acting()[0]
    if encounter.standings[acting].fact(turns.WINDOW):
        name = encounter.name_of(acting)
        raise Refused("window", f"{name} has rolled: interrupt, or let the result come first.", "R21")
    if turns.interrupters(encounter):
        name = encounter.name_of(acting)
        raise Refused("together", f"{name} interrupts and has done nothing yet: interrupt as well.", "RA15")


def act_now(draft: Draft, one: Id) -> None:
    """R20: between two actions of others."""
    check_act_now(draft.encounter, one)
    pause(draft)
    draft.record(StatusSet(one, Status.ACTING, "has waited, and acts now", "R20"))


# Turns that come early


def check_early(encounter: Encounter, one: Id, rule: str) -> None:
    """Raises Refused unless the turn of ``one`` is still to come."""
    standing, name = GUARDS.playing(encounter, one), encounter.name_of(one)
    if standing.status is not Status.READY or turns.declared(standing):
        raise Refused("not_later", f"{name} has no turn later in this round.", rule)


def planned_move_up(encounter: Encounter, command: Act) -> Planned:
    """The action that moving up comes to. Raises Refused and BadValue."""
    one, values = command.id, command.values
    action = EARLY.get(str(values.get("reason", "other")))
    if action is None:
        raise Refused("no_right", "A later turn gives no right to react.", "R23")
    check_early(encounter, one, action.rule)
    if with_fate(command):
        check_fate(encounter, one)
    number = within_limit(encounter, one, values.get("number", 1), with_fate(command))
    return as_done(encounter, one, action, {"note": values.get("note", "")}, number)


def with_fate(command: Act) -> bool:
    """Whether a Fate Point is spent with it. Raises BadValue."""
    return bool(read(FATE, command.values.get("fate", False)))


def move_up(draft: Draft, command: Act) -> None:
    """R23: the turn comes early, and the reaction is its first action."""
    one = command.id
    plan = planned_move_up(draft.encounter, command)
    if with_fate(command):
        draft.record(FactSet(one, turns.FATE, True, ROUND, "R28"))
    _fix(draft, one, plan.number)
    goes_on = plan.number > 1
    if goes_on:
        pause(draft)
    draft.record(StatusSet(one, Status.ACTING if goes_on else Status.DONE, "moves up", "R23"))
    _spend(draft, one, plan)


def check_surprise(encounter: Encounter, one: Id) -> None:
    check_early(encounter, one, "R22")
    if encounter.fact(turns.BEGUN):
        raise Refused("begun", "Somebody has acted already: rule that this one acts now.", "R22")


def surprise(draft: Draft, one: Id) -> None:
    """Let the combatant act before all who do not surprise (R22), by initiative among several who do (RA15)."""
    check_surprise(draft.encounter, one)
    earlier = initiative.earlier_surprisers(draft.encounter, one)
    if not initiative.surprisers(draft.encounter, one):
        draft.record(FactSet("", turns.BEFORE_JUMPS, draft.encounter.order, ROUND))
    draft.record(FactSet(one, turns.JUMPS, True, ROUND, "RA15" if earlier else "R22"))
    others = [it for it in draft.encounter.order if it != one]
    draft.record(Placed(one, next((it for it in others if it not in earlier), "")))
    reconsider(draft)


def jump_words(encounter: Encounter, one: Id) -> str:
    """Say where in the order of this round the combatant would stand by surprise."""
    earlier = initiative.earlier_surprisers(encounter, one)
    names = ", ".join(encounter.name_of(it) for it in earlier)
    return f"after {names}" if names else "first"


# Coming and going


def leave(draft: Draft, one: Id) -> None:
    """Whoever falls on the turn, or while waiting, loses what is left of it (R12); whoever is removed is forgotten."""
    paused = turns.ids_of(draft.encounter, turns.PAUSED)
    standing = draft.standing(one)
    begun = one in paused or standing.status in (Status.ACTING, Status.HOLDING)
    if begun and draft.encounter.is_open and not standing.able:
        _lose(draft, one)
    forget_paused(draft, one)


def come_to(draft: Draft, one: Id) -> None:
    """Able again: a turn that has passed is lost, or comes last (RA8)."""
    standing = draft.standing(one)
    if not standing.fact(turns.LOST):
        return
    if standing.status is Status.READY and not _has_passed(draft.encounter, one):
        draft.record(FactSet(one, turns.LOST, False))
    elif chosen(draft.encounter, "waking") == "end":
        draft.record(FactSet(one, turns.LOST, False), StatusSet(one, Status.READY))
        draft.record(Placed(one, "", "acts at the end of the round", "RA8"))
    else:
        draft.record(StatusSet(one, Status.DONE, "has lost the turn of this round", "RA8"))


def reconsider(draft: Draft) -> None:
    """The order has changed: whoever acts steps back for one who now comes before, unless something is declared."""
    encounter = draft.encounter
    for one in encounter.acting():
        earlier = encounter.order[: encounter.order.index(one)]
        if not turns.declared(draft.standing(one)) and any(other in earlier for other in turns.still_ready(encounter)):
            draft.record(StatusSet(one, Status.READY))


def _has_passed(encounter: Encounter, one: Id) -> bool:
    slot = encounter.fact(turns.SLOT, "")
    order = encounter.order
    return slot in order and order.index(one) < order.index(str(slot))
