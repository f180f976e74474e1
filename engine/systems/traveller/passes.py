"""How a round runs: all First Actions, then pass after pass of further ones (T9–T11, T17)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.draft import Draft
from engine.errors import Refused
from engine.events import FactSet, Noted, RoundClosed, RoundOpened, ScoreSet, StatusSet
from engine.model import Id, Lasting, Status
from engine.names import listed
from engine.sums import Sum
from engine.systems.traveller import condition, order, throws

ROUNDS_A_MINUTE = 4


def open_round(draft: Draft) -> None:
    before = draft.encounter
    missing = throws.without_number(before)
    if missing:
        names = ", ".join(before.name_of(one) for one in missing)
        raise Refused("no_number", f"Type a number for {names}: at this table initiative is entered.", "TA1")
    numbers = throws.throw(draft, [one for one in before.order if before.standings[one].able])
    draft.record(RoundOpened(before.round + 1, rule="T2"))
    minutes, rest = divmod(before.round, ROUNDS_A_MINUTE)
    if minutes and not rest:
        draft.record(Noted(f"{minutes} min of combat so far.", "T1"))
    for one, score in numbers.items():
        enter(draft, one, score)


def enter(draft: Draft, one: Id, score: Sum, rule: str = "") -> None:
    """This one is in the round, and has had no turn yet."""
    draft.record(ScoreSet(one, score, rule), FactSet(one, "pass", 0, Lasting.ROUND))


def come_in(draft: Draft, one: Id) -> None:
    """In mid-round. Where the table has no number for this one yet, a ruling on it brings this one in."""
    shared = throws.shared(draft.encounter, one)
    numbers = {} if shared else throws.throw(draft, (one,))
    if shared:
        enter(draft, one, shared, "TA12")
    elif numbers:
        enter(draft, one, numbers[one])
    else:
        draft.record(StatusSet(one, Status.DONE, "has no number in this round: set one by a ruling", "TA1"))


def settle(draft: Draft) -> None:
    """Bring the round to where somebody acts, or close it. Each turn of the loop brings it nearer to that."""
    for one in draft.encounter.acting():
        if not draft.standing(one).able:
            draft.record(StatusSet(one, Status.READY))
    while draft.encounter.is_open and not draft.encounter.acting():
        _call(draft)
    for one in draft.encounter.acting():
        _waive_check(draft, one)


def break_off(draft: Draft) -> None:
    """Whoever acts on a number of his own stops, and goes on after the interruption."""
    acting = [one for one in draft.encounter.acting() if not condition.is_triggered(draft.standing(one))]
    if acting:
        waiting = (*acting, *order.broken_off(draft.encounter))
        draft.record(FactSet("", "interrupted", waiting, Lasting.ROUND))
        draft.record(*(StatusSet(one, Status.READY) for one in acting))


def forget_broken_off(draft: Draft, one: Id) -> None:
    """From now on the numbers alone say when this one goes on."""
    waiting = order.broken_off(draft.encounter)
    if one in waiting:
        rest = tuple(other for other in waiting if other != one)
        draft.record(FactSet("", "interrupted", rest, Lasting.ROUND))


def end_watch(draft: Draft, one: Id, rule: str) -> None:
    if draft.fact(one, "watching"):
        draft.record(FactSet(one, "watching", False, Lasting.ROUND, rule))


def end_trigger(draft: Draft, one: Id) -> None:
    """The triggered action is over: the watcher stands as before it."""
    was = condition.text_of(draft.standing(one), "triggered")
    status = Status(was) if was in Status else Status.READY
    draft.record(FactSet(one, "triggered", False, Lasting.ROUND), StatusSet(one, status))


def end_watches(draft: Draft) -> None:
    """A Watch that nothing has triggered is spent (TA5)."""
    for one in draft.encounter.order:
        end_watch(draft, one, "TA5")


def _call(draft: Draft) -> None:
    """Who comes next: a triggered watcher, whoever was interrupted, the lowest number; or the next pass."""
    encounter = draft.encounter
    if watchers := order.called(encounter):
        draft.record(*(StatusSet(one, Status.ACTING, rule="T22") for one in watchers))
    elif encounter.fact("interrupted"):
        draft.record(FactSet("", "interrupted", ()))
        draft.record(*(StatusSet(one, Status.ACTING, "goes on", "T3") for one in order.broken_off(encounter)))
    elif group := order.at_once(encounter):
        _begin(draft, group)
    else:
        _next_pass(draft)


def _begin(draft: Draft, group: Sequence[Id]) -> None:
    """The turn of each of the group comes, at the same time."""
    encounter = draft.encounter
    first_of_all = not any(condition.taken(standing) for standing in encounter.standings.values())
    rule = "T10" if encounter.part > 1 else "T4" if first_of_all else "T9"
    for one in group:
        if condition.cannot_go_on(encounter, one):
            _stop(draft, one)
        else:
            draft.record(StatusSet(one, Status.ACTING, rule=rule))
    acting = draft.encounter.acting()
    if len(acting) > 1:
        names = listed([encounter.name_of(one) for one in acting])
        draft.record(Noted(f"They act at the same time: {names}.", "TA1"))


def _stop(draft: Draft, one: Id) -> None:
    end = condition.end_for_checks(draft.encounter, one)
    words = condition.check_words(condition.taken(draft.standing(one)), end)
    draft.record(StatusSet(one, Status.DONE, f"can take no further action: {words} cannot be thrown", "TA8"))


def _next_pass(draft: Draft) -> None:
    """Everyone in the pass has acted (T10, T11). T17: or nobody is left for another."""
    encounter = draft.encounter
    going_on = [one for one in encounter.order if condition.plays(encounter.standings[one])]
    for one in going_on:
        if condition.cannot_go_on(encounter, one):
            _stop(draft, one)
    if any(condition.plays(draft.standing(one)) for one in going_on):
        draft.record(RoundOpened(encounter.round, encounter.part + 1, "T11"))
    else:
        end_watches(draft)
        draft.record(RoundClosed(encounter.round, "T17"))


def _waive_check(draft: Draft, one: Id) -> None:
    """No dice where a check cannot fail (T12: END 6 or more)."""
    dice, end = condition.taken(draft.standing(one)), condition.end_for_checks(draft.encounter, one)
    if condition.needs_check(draft.standing(one)) and 6 * dice <= end:
        draft.record(FactSet(one, "extra", dice + 1, Lasting.ROUND, condition.check_rule(dice)))
