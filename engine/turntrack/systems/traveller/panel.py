"""What the screen says of Traveller: the now panel, the badges of a row, and the changes for the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from types import MappingProxyType
from typing import assert_never

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.fields import NOTHING, Field, Values
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.names import join_names
from turntrack.core.score import signed
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.choices import FIRST, LIKELY, Choice, ChoiceKind, PanelInput, Preview, Section
from turntrack.systems.protocol import Badge
from turntrack.systems.toolkit.guards import offer, offer_checked, opponents
from turntrack.systems.toolkit.panel_inputs import FEW_BUTTONS, Offers
from turntrack.systems.toolkit.turn_order import next_below
from turntrack.systems.traveller import actions, extra_actions, initiative, memory, odds, turns, watches
from turntrack.systems.traveller.rules import WOUND_DM, morale_of
from turntrack.systems.traveller.watches import EVENT, is_triggered, watch_words
from turntrack.systems.traveller.wounds import (
    END_LOST,
    count_reductions,
    end_now,
    full_end,
    note_wounds,
    reduced_field,
    reduced_words,
)

KINDS = MappingProxyType(
    {
        "attack": ChoiceKind.STRIKE,
        "auto": ChoiceKind.SHOOT,
        "panic": ChoiceKind.SHOOT,
        "walk": ChoiceKind.MOVE,
        "run": ChoiceKind.MOVE,
        "watch": ChoiceKind.WAIT,
        "draw": ChoiceKind.READY,
        "corner": ChoiceKind.SHOOT,
        "hall": ChoiceKind.MOVE,
    }
)
"""The kinds of choices, by the action, or by the key of the Double Action."""
_LIKELIES = MappingProxyType({"attack": FIRST, "auto": LIKELY, "walk": LIKELY, "run": LIKELY, "watch": LIKELY})


def sections(encounter: Encounter, entered: PanelInput) -> tuple[Section, ...]:
    """Return the sections of the now panel. Actions of a turn are offered only while a round is open."""
    if not encounter.combatants:
        return ()
    offers = Offers(encounter, entered)
    if not encounter.is_open:
        numbers = (_number_section(offers),) if initiative.table_enters_numbers(encounter) else ()
        return (*numbers, _wound_section(offers))
    return (*_turn_sections(offers), *_trigger_sections(offers), _wound_section(offers))


@dataclass(frozen=True, slots=True)
class _PanelTurn:
    """The turn whose actions are offered: the actor, and what follows after an action."""

    offers: Offers
    actor: Id
    follows: Callable[[], tuple[Id, str]]
    """Returns the next actor, and the words for the end of the round; one of them is empty."""


def _turn_sections(offers: Offers) -> tuple[Section, ...]:
    """Offer the actions of the actor. If several act at the same time, the table picks one of them."""
    encounter = offers.encounter
    acting = [actor for actor in encounter.acting() if encounter.standings[actor].able]
    if not acting:
        return ()
    who, actor = offers.who("act", acting)
    asks = (replace(who, help="They act at the same time (TA1)."),) if len(acting) > 1 else ()
    standing = encounter.standings[actor]
    if extra_actions.needs_check(standing):
        choices = (_offer_check(encounter, actor), _offer_hold(encounter, actor), _offer_done(encounter, actor))
        return (Section("act", "Extra Action", choices, asks),)
    turn = _PanelTurn(offers, actor, cache(partial(_preview, encounter, actor, "nothing")))
    foes = opponents(encounter, actor)
    target = offers.target(foes, "Target", "none", now=offers.likely_target(actor, foes))
    stop = [_offer_let_go(turn)]
    if not is_triggered(standing):
        stop = [_offer_hold(encounter, actor), *stop, _offer_done(encounter, actor)]
    pull = (actions.AUTO,) if encounter.combatants[actor].sheet["fires"] == "auto" else ()
    attacks = [_offer_action(turn, "attack", "Attack", "act", (target, actions.DM))]
    if pull:
        attacks.append(_offer_action(turn, "auto", "Automatic fire", "act", (target, actions.DM)))
    moves = tuple(_offer_action(turn, key, key.capitalize(), "move", (actions.DM,)) for key in ("walk", "run"))
    return (
        Section("act", "Attack", tuple(attacks), (*asks, target, actions.DM)),
        Section("move", "Move", moves, (actions.DM,)),
        _action_section(turn, "panic", "Panic Fire", "Panic Fire", (target, actions.SHOTS, *pull, actions.DM)),
        _action_section(turn, "watch", "Watch", "Watch", (EVENT, actions.DM)),
        _double_section(turn, target, pull),
        _action_section(turn, "other", "Something else", "Do it", (actions.NOTE, actions.DM)),
        Section("stop", "Wait or stop", tuple(stop)),
    )


def _offer_let_go(turn: _PanelTurn) -> Choice:
    def foretell() -> Preview:
        following, ends = turn.follows()
        used = "" if is_triggered(turn.offers.encounter.standings[turn.actor]) else actions.SKIPPED
        return Preview(next=following, outcome="; ".join(filter(None, (used, ends))), rule=actions.LET_GO)

    return Choice(Act(turn.actor, "nothing"), "Skip the action", foretell, kind=ChoiceKind.OVER)


def _action_section(turn: _PanelTurn, action: str, title: str, label: str, inputs: tuple[Field, ...]) -> Section:
    """Return a section with one action that has inputs."""
    return Section(action, title, (_offer_action(turn, action, label, action, inputs),), inputs)


def _double_section(turn: _PanelTurn, target: Field, pull: tuple[Field, ...]) -> Section:
    key, two = "double", (target, actions.NOTE, actions.ATTACK, *pull, actions.DM)
    asks = {"hall": (actions.DM,), "other": two}
    aimed = (target, *pull, actions.DM)
    choices = (
        _offer_action(turn, "double", pick.label, key, asks.get(pick.key, aimed), {"kind": pick.key})
        for pick in actions.DOUBLE_ACTIONS
    )
    return Section(key, "Double Action", tuple(choices), two)


def _offer_action(
    turn: _PanelTurn,
    action: str,
    label: str,
    section: str = "",
    inputs: Sequence[Field] = (),
    fixed: Values = NOTHING,
) -> Choice:
    encounter = turn.offers.encounter
    given = turn.offers.values(section, inputs)
    if not given.get(actions.DM.key, 0):
        given.pop(actions.DM.key, None)
    command = Act(turn.actor, action, {**given, **fixed})

    def foretell() -> Preview:
        planned = actions.plan_action(encounter, command)
        watching = memory.recall(encounter.standings[turn.actor]).watching
        given_up = "gives up the Watch (TA5)" if watching and planned.kind is not memory.ActionKind.WATCH else ""
        following, ends = turn.follows()
        outcome = "; ".join(filter(None, (planned.consequence, given_up, ends)))
        dm = f"DM {signed(planned.dm.total)}"
        return Preview(dm, next=following, outcome=outcome, rule=planned.row)

    kind = KINDS.get(str(fixed.get("kind", action)), ChoiceKind.OTHER)
    return offer(Choice(command, label, foretell, kind=kind, likely=_LIKELIES.get(action, 0)))


def _offer_check(encounter: Encounter, actor: Id) -> Choice:
    dice, end = memory.recall(encounter.standings[actor]).actions, extra_actions.end_for_checks(encounter, actor)
    choice = Choice(
        Act(actor, "check"),
        f"Check {extra_actions.check_words(dice, end)}",
        partial(
            Preview,
            outcome=f"for {extra_actions.action_words(dice + 1)}; "
            f"else the round is over for {encounter.name_of(actor)} (T13)",
            chance=odds.chance_of_check(dice, end),
            rule=extra_actions.check_rule(dice),
        ),
        kind=ChoiceKind.ACT,
        likely=FIRST,
    )
    return offer_checked(choice, lambda: actions.dice_of_check(encounter, actor))


def _offer_hold(encounter: Encounter, actor: Id) -> Choice:
    number = encounter.standings[actor].total + turns.HOLD
    command, words = Act(actor, "hold"), "lets others go first (T5)"

    def foretell() -> Preview:
        after = actions.look_ahead(encounter, command)
        following, ends = _follows(encounter, after)
        lands = next_below(turns.playing_order(after), actor)
        return Preview(f"+{turns.HOLD}", number, following, ends or words, rule="T6", lands=lands)

    return offer(Choice(command, "Hold", foretell, kind=ChoiceKind.WAIT, likely=LIKELY))


def _offer_done(encounter: Encounter, actor: Id) -> Choice:
    def foretell() -> Preview:
        following, ends = _preview(encounter, actor, "done")
        outcome = "; ".join(filter(None, ("no further action in this round", ends)))
        return Preview(next=following, outcome=outcome, rule="TA7")

    return offer(Choice(Act(actor, "done"), "Done for the round", foretell, kind=ChoiceKind.END, likely=LIKELY))


def _preview(encounter: Encounter, combatant_id: Id, action: str) -> tuple[Id, str]:
    """Return what follows the action, as ``_follows`` does."""
    return _follows(encounter, actions.look_ahead(encounter, Act(combatant_id, action)))


def _follows(before: Encounter, after: Encounter) -> tuple[Id, str]:
    """Return the next actor, and the words for the end of the round; one of them is empty."""
    if acting := after.acting():
        return acting[0], ""
    lost = after.names_of(other for other in after.order if memory.recall(before.standings[other]).watching)
    return "", f"the round ends (T17){f', and the Watch of {lost} is spent (TA5)' if lost else ''}"


def _trigger_sections(offers: Offers) -> tuple[Section, ...]:
    """Offer to trigger each Watch (T22)."""
    encounter = offers.encounter
    watchers = watches.watchers(encounter)
    if not watchers:
        return ()
    acting = [actor for actor in encounter.acting() if not is_triggered(encounter.standings[actor])]
    names = join_names([encounter.name_of(actor) for actor in acting], " and ")
    outcome = f"acts first, then {names} go{'es' * (len(acting) == 1)} on" if acting else "acts at the same time"
    who, few = offers.few("trigger", watchers, FEW_BUTTONS)
    events = {watcher: memory.recall(encounter.standings[watcher]).watching for watcher in few}
    choices = (
        Choice(
            Act(watcher, "trigger"),
            f"{encounter.name_of(watcher)}: {event}",
            partial(Preview, next=watcher, outcome=outcome, rule="T22"),
            kind=ChoiceKind.ACT,
        )
        for watcher, event in events.items()
    )
    return (Section("trigger", "Trigger a Watch", tuple(choices), who),)


def _wound_section(offers: Offers) -> Section:
    """Offer to note wounds, which lower END and worsen the initiative roll (TA7, TA1)."""
    encounter = offers.encounter
    who, combatant_id = offers.who("wounds", encounter.order)
    inputs = (END_LOST, reduced_field(encounter, combatant_id))
    command = Act(combatant_id, "wound", offers.values("wounds", inputs))

    def foretell() -> Preview:
        draft = Draft(encounter)
        note_wounds(draft, command)
        now, then = end_now(encounter, combatant_id), end_now(draft.encounter, combatant_id)
        dm = WOUND_DM[count_reductions(draft.standing(combatant_id))]
        counts = morale_of(encounter, combatant_id) is not None
        words = f"END {now} → {then}{f'; +{dm} on initiative (TA1)' if counts else ''}"
        return Preview(outcome=words, rule="TA7")

    choice = Choice(command, "Note the wounds", foretell)
    return Section("wounds", "Wounds", (choice,), (who, *inputs), main=False)


def _number_section(offers: Offers) -> Section:
    """Offer fields for the numbers of the next round, which the table enters (TA1)."""
    encounter = with_arrivals(offers.encounter)
    inputs = tuple(initiative.number_field(encounter, combatant_id) for combatant_id in encounter.able())
    command = Act("", "enter", offers.values("numbers", inputs))
    choice = Choice(command, "Take these numbers", partial(Preview, rule="TA1"))
    choice = offer_checked(choice, lambda: initiative.read_numbers(encounter, command))
    return Section("numbers", f"Initiative for round {encounter.round + 1}", (choice,), inputs, opens=True)


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    state, result = memory.recall(standing), list[Badge]()
    if encounter.is_open and standing.able:
        result += _status_badges(encounter, combatant_id)
        if state.watching:
            result.append(Badge(f"watches: {state.watching}", "T22", "good"))
        if not memory.RUNS.isdisjoint(state.done):
            result.append(Badge("ran", "T20", "warn"))
        if not memory.DOUBLES.isdisjoint(state.done):
            result.append(
                Badge("no attack left" if actions.count_attacks(standing) else "one attack left", "T28", "warn")
            )
    if state.end_lost:
        full, now = full_end(encounter, combatant_id), end_now(encounter, combatant_id)
        result += [Badge(f"END {now} of {full}", "TA7", "warn")] if now != full else []
    return tuple(result)


def _status_badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    match standing.status:
        case Status.ACTING:
            if is_triggered(standing):
                return (Badge("acts first", "T22", "good"),)
            return (Badge("check", "T10", "warn"),) if extra_actions.needs_check(standing) else ()
        case Status.HOLDING:
            return (Badge("holds", "T5"),)
        case Status.DONE:
            return (Badge("done", tone="off"),)
        case Status.READY:
            return () if memory.awaits_turn(encounter, combatant_id) else (Badge("acted", "T7", "off"),)
        case _:
            assert_never(standing.status)


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.watching != now.watching:
        return watch_words(now.watching)
    if was.checked_for != now.checked_for:
        action = extra_actions.action_words(now.checked_for)
        return f"may take {action}" if now.checked_for else "must check before the next action"
    if now.entered is not None and was.entered != now.entered:
        return f"will act on {now.entered}"
    if was.end_lost != now.end_lost:
        return f"has END {end_now(after, combatant_id)} of {full_end(after, combatant_id)}"
    return reduced_words(after, combatant_id) if was.reduced != now.reduced else ""
