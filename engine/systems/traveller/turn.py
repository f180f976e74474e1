"""What a combatant does: an action, a check, a hold, a Watch; and what the table enters."""

from __future__ import annotations

from engine.commands import Act
from engine.dice import DiceCode, NoDice
from engine.draft import Draft
from engine.errors import Refused
from engine.events import FactSet, Placed, ScoreSet, Spent, StatusSet
from engine.fields import Field, Kind, read
from engine.model import Encounter, Id, Lasting, Status
from engine.sums import Sum, Term
from engine.systems.traveller import condition, deeds, order, passes, throws
from engine.systems.traveller.sheet import chosen
from engine.table.guards import Guards, there

HOLD = 20

END_LOST = Field("lost", "END lost", Kind.NUMBER, 1, low=-40, high=40, help="Less than 0 for END that is healed.")


def act(draft: Draft, command: Act) -> None:
    """Carry out one of the choices, or refuse it."""
    one = command.id
    match command.action:
        case "enter":
            _take_numbers(draft, command)
        case "wound":
            _wound(draft, command)
        case "trigger":
            _trigger(draft, one)
        case "check":
            _check(draft, one)
        case "hold":
            may_hold(draft.encounter, one)
            hold(draft, one)
        case "done":
            not_triggered(draft.encounter, one)
            draft.record(StatusSet(one, Status.DONE, "takes no further action", "TA7"))
        case _:
            _do(draft, command)


def after(encounter: Encounter, command: Act) -> Encounter:
    """The fight after a choice in which no dice fall."""
    draft = Draft(encounter, NoDice())
    act(draft, command)
    passes.settle(draft)
    return draft.encounter


def _do(draft: Draft, command: Act) -> None:
    one = command.id
    deed = deeds.allowed(draft.encounter, command)
    standing = draft.standing(one)
    dm_rule = deed.dm.terms[-1].rule if deed.dm.terms else ""
    links = {other: it.before for other, it in draft.encounter.standings.items() if it.before}
    draft.record(Spent(one, Term(deed.words, deed.attacks, deed.rule), rule=dm_rule))
    _link_again(draft, one, links)
    if condition.is_triggered(standing):
        passes.end_trigger(draft, one)
        return
    if deed.rule == deeds.WATCH:
        event = deeds.watched(command.values) or condition.UNNAMED_EVENT
        draft.record(
            FactSet(one, "watching", event, Lasting.ROUND),
            FactSet(one, "watch_is", condition.taken(standing) + 1, Lasting.ROUND),
        )
    elif deed.rule != deeds.LET_GO:
        passes.end_watch(draft, one, "TA5")
    draft.record(
        FactSet(one, "actions", condition.taken(standing) + 1, Lasting.ROUND),
        FactSet(one, "pass", draft.encounter.part, Lasting.ROUND),
        StatusSet(one, Status.READY),
    )
    unheld = throws.without_hold(standing)
    if chosen(draft.encounter, "hold") == "first" and unheld != standing.score:
        draft.record(ScoreSet(one, unheld, "TA2"))


def _link_again(draft: Draft, one: Id, links: dict[Id, Id]) -> None:
    """Spending forgets a ruling on the order; here it holds on, for those who were placed before ``one`` as well."""
    again = [one] if one in links else []
    while again:
        placed = again.pop()
        draft.record(Placed(placed, links.pop(placed)))
        again += [other for other, before in links.items() if before == placed]


# Extra Actions


def dice_of_check(encounter: Encounter, one: Id) -> int:
    """How many dice the check has that is due now. Raises Refused where none is, or where it cannot be passed."""
    standing = deeds.on_turn(encounter, one)
    name, dice = encounter.name_of(one), condition.taken(standing)
    if not condition.needs_check(standing):
        raise Refused("no_check", f"{name} needs no check for this action.", "T7")
    if condition.cannot_go_on(encounter, one):
        words = condition.check_words(dice, condition.end_for_checks(encounter, one))
        raise Refused("hopeless", f"{name} cannot throw {words}.", "TA8")
    return dice


def _check(draft: Draft, one: Id) -> None:
    """T12–T16."""
    dice = dice_of_check(draft.encounter, one)
    end, rule = condition.end_for_checks(draft.encounter, one), condition.check_rule(dice)
    name = draft.encounter.name_of(one)
    purpose = f"{condition.action_words(dice + 1)}, {condition.check_words(dice, end)}"
    (roll,) = draft.roll((draft.request((one,), name, purpose, DiceCode(dice, 6)),), rule)
    if roll.total <= end:
        draft.record(FactSet(one, "extra", dice + 1, Lasting.ROUND, rule))
    else:
        draft.record(StatusSet(one, Status.DONE, "fails the check and has completed the round", "T13"))


# Holding


def not_triggered(encounter: Encounter, one: Id) -> None:
    """Raises Refused unless it is the turn of this one, and on a number of his own."""
    if condition.is_triggered(deeds.on_turn(encounter, one)):
        raise Refused("triggered", f"{encounter.name_of(one)}’s event has come: act, or let the action go.", "T22")


def may_hold(encounter: Encounter, one: Id) -> None:
    """Raises Refused where this one, who acts, cannot hold."""
    not_triggered(encounter, one)
    somebody_to_wait_for(encounter, one)


def somebody_to_wait_for(encounter: Encounter, one: Id) -> None:
    """TA2."""
    if not any(other != one for other in order.queue(encounter)):
        message = f"Nobody is left for {encounter.name_of(one)} to wait for: act, or let the action go."
        raise Refused("nobody_left", message, "TA2")


def hold(draft: Draft, one: Id) -> None:
    """T5, T6; again is allowed (TA2)."""
    score = draft.standing(one).score or Sum(())
    draft.record(StatusSet(one, Status.HOLDING, "holds", "T5"), ScoreSet(one, score.plus(Term("held", HOLD, "T6"))))


# Watching


def watchers(encounter: Encounter) -> tuple[Id, ...]:
    """Those whose Watch can be triggered now: they do not act themselves."""
    standings = encounter.standings
    return tuple(
        one
        for one in encounter.order
        if standings[one].able and standings[one].fact("watching") and standings[one].status is not Status.ACTING
    )


def _trigger(draft: Draft, one: Id) -> None:
    """T22: whoever acts breaks off, and goes on after the watcher."""
    standing = draft.standing(one)
    Guards("T22").check_open(draft.encounter)
    if one not in watchers(draft.encounter):
        raise Refused("no_watch", f"{draft.encounter.name_of(one)} has no Watch that could be triggered now.", "T22")
    passes.break_off(draft)
    draft.record(
        FactSet(one, "watching", False, Lasting.ROUND),
        FactSet(one, "triggered", standing.status.value, Lasting.ROUND),
        StatusSet(one, Status.ACTING, "has automatic initiative and acts first", "T22"),
    )


# What the table enters


def _take_numbers(draft: Draft, command: Act) -> None:
    if draft.encounter.is_open:
        raise Refused("open", "The numbers of this round stand: set one by a ruling.", "TA1")
    for one, number in numbers_in(draft.encounter, command).items():
        draft.record(FactSet(one, "entered", number, Lasting.ROUND, "TA1"))


def numbers_in(encounter: Encounter, command: Act) -> dict[Id, int]:
    """The numbers that were entered. Raises Refused and BadValue."""
    numbers = {}
    for one, value in command.values.items():
        there(encounter, one)
        number = read(throws.number_field(encounter, one), value)
        if number not in ("", throws.entered(encounter, one)):
            numbers[one] = int(number)
    if not numbers:
        raise Refused("nothing_typed", "No new number has been typed.", "TA1")
    return numbers


def wounded(encounter: Encounter, command: Act) -> tuple[int, int, int]:
    """END before and after, and how many characteristics are reduced then. Raises Refused and BadValue."""
    one = command.id
    before = condition.reduced(there(encounter, one))
    lost = int(read(END_LOST, command.values.get("lost", 0)))
    many = int(read(reduced_field(encounter, one), command.values.get("reduced", before)))
    now = condition.end_now(encounter, one)
    then = min(condition.full_end(encounter, one), max(0, now - lost))
    if (then, many) == (now, before):
        raise Refused("no_change", f"END stays at {now}.", "TA7")
    return now, then, many


def reduced_field(encounter: Encounter, one: Id) -> Field:
    now = condition.reduced(encounter.standings[one])
    return Field("reduced", "Characteristics reduced", Kind.NUMBER, now, low=0, high=3, help="END is one of them.")


def _wound(draft: Draft, command: Act) -> None:
    one = command.id
    now, then, many = wounded(draft.encounter, command)
    before = condition.reduced(draft.standing(one))
    if then != now:
        set_end(draft, one, then, "TA7")
    if many != before:
        draft.record(FactSet(one, "reduced", many, rule="TA1"))


def set_end(draft: Draft, one: Id, end: int, rule: str) -> None:
    draft.record(FactSet(one, "end_lost", condition.full_end(draft.encounter, one) - end, rule=rule))
