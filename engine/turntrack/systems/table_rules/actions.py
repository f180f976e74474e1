"""The commands of table rules: actions, delays, choosing who is next, surprise, typed numbers and new rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from turntrack.core.commands import Act
from turntrack.core.decision_draft import Draft
from turntrack.core.dice import DiceCode
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, Placed, Spent, StatusSet
from turntrack.core.input_fields import Field, Kind, read, value_in
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import Term, signed
from turntrack.systems.reinforcement_preview import decide_with_arrivals, with_arrivals
from turntrack.systems.table_rules import initiative, memory, placement, turns, turns_left
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.rule_change import take_rules
from turntrack.systems.table_rules.rule_set import RuleSet, form_fields
from turntrack.systems.table_rules.rule_texts import (
    ASIDE,
    BUDGET,
    CHOOSER,
    IDS,
    LAPS,
    NEXT,
    PRICES,
    START,
    VALUE,
    count_words,
    wait_word,
)
from turntrack.systems.table_rules.settings import NUMBER, TYPED, ActionPrice, Fresh, LapKind, Source
from turntrack.systems.toolkit.guards import Guards, read_target

GUARDS = Guards(IDS[11], turn=NEXT)
NOTE = Field("note", "What", Kind.TEXT, "")

TRANSITIVE = ("attacks", "blocks", "hits", "shoots", "strikes")
"""Words of actions that take the target as their object."""


@dataclass(frozen=True, slots=True)
class PricedAction:
    """An action with what it costs at this moment."""

    price: ActionPrice
    takes: int
    """Points of ``counter``; of the number if ``counter`` is empty. The die is not rolled yet."""
    counter: str = ""
    penalty: int = 0
    at: Id = ""


def act(draft: Draft, command: Act) -> None:
    actor, encounter = command.id, draft.encounter
    match command.action:
        case "rules" | "change":
            take_rules(draft, command)
        case "nominate":
            nominate(draft, actor)
        case "keep":
            _keep(draft, actor)
        case "begins":
            _begin_with(draft, str(command.values.get("side", "")))
        case "end":
            check_end(encounter, actor)
            turns.finish(draft, actor)
        case "everybody_ends":
            GUARDS.check_open(encounter)
            if not encounter.acting():
                raise Refused("nobody", "Nobody acts.", NEXT)
            for other in encounter.acting():
                check_end(encounter, other)
                turns.finish(draft, other)
        case "wait":
            _wait(draft, actor)
        case "act_now":
            _act_now(draft, actor)
        case "swap":
            _swap(draft, actor, str(command.values.get("with", "")))
        case "next_phase":
            _next_phase(draft)
        case "declare":
            _declare(draft, actor, str(command.values.get("pace", "")))
        case "surprise":
            decide_with_arrivals(draft, partial(_surprise, combatant_id=actor))
        case "enter-numbers":
            _enter_numbers(draft, command)
        case _:
            _perform(draft, command)


def is_beside(command: Act) -> bool:
    """Return whether the command sets rules or surprise and so belongs to no turn."""
    return command.action in ("rules", "change", "surprise")


def check_end(encounter: Encounter, combatant_id: Id) -> None:
    """Raise Refused if the turn cannot end without an action."""
    GUARDS.on_turn(encounter, combatant_id)
    if rules_of(encounter).sequence.by_count:
        raise Refused("no_end", "By count a turn is an action, so it must cost something.", NEXT)


# Actions


def plan(encounter: Encounter, command: Act) -> PricedAction:
    """Price an action. Raises Refused if it cannot be done now, BadValue if its note is no text."""
    rules, actor = rules_of(encounter), command.id
    standing, name = GUARDS.playing(encounter, actor), encounter.name_of(actor)
    price = rules.price(command.action)
    if price is None:
        raise Refused("no_action", f"There is no action “{command.action[:40]}” here.", PRICES)
    on_turn = standing.status is Status.ACTING
    if not on_turn:
        if not price.off_turn:
            raise GUARDS.not_on_turn(encounter, actor)
        if recall(standing).is_surprised and rules.surprise.costs_turns:
            raise Refused("surprised", f"{name} is surprised and does nothing out of turn.", START)
        if rules.is_idle_while_waiting and actor in waiters(encounter):
            word = wait_word(rules.out_of_turn.waiting)
            raise Refused("waiting", f"{name} {word} and does nothing out of turn.", ASIDE)
    did = _done(recall(standing))
    if price.once and price.key in did:
        raise Refused("once", f"{name} has already done this: {price.name} is once a turn.", PRICES)
    at = read_target(encounter, actor, command.values.get("target", ""), PRICES)
    value_in(command.values, NOTE)
    again = did.count(price.key)
    penalty = price.repeat[min(again, len(price.repeat)) - 1] if again and price.repeat else 0
    if not on_turn and rules.out_of_turn.reaction:
        return _paid(encounter, actor, PricedAction(price, 1, rules.out_of_turn.reaction, penalty, at))
    if price.of == NUMBER:
        if not recall(standing).has_number:
            raise Refused("no_number", f"{name} has no number to pay with.", PRICES)
        now = initiative.left(standing, rules)
        takes = memory.points_of(encounter, actor, price, now)
        if not on_turn and rules.is_spent_to_zero and not 0 <= takes <= now:
            raise Refused("not_enough", f"{name} has {signed(now)} left: {price.name} takes {takes}.", PRICES)
        return PricedAction(price, takes, "", penalty, at)
    takes = memory.points_of(encounter, actor, price, 0) if price.of else 0
    return _paid(encounter, actor, PricedAction(price, takes, price.of, penalty, at))


def _done(now: memory.TableRulesCombatant) -> tuple[str, ...]:
    """Return the actions that count for repeats: those of the running turn, else those out of turn since it."""
    return now.did if now.has_begun else now.done_out_of_turn


def _paid(encounter: Encounter, actor: Id, deed: PricedAction) -> PricedAction:
    if deed.counter and deed.takes > (left := memory.left_of(encounter, actor, deed.counter)):
        has = f"{encounter.name_of(actor)} has {count_words(left, deed.counter)} left"
        message = f"{has}: {deed.price.name} takes {deed.takes}."
        raise Refused("not_enough", message, BUDGET)
    return deed


def words_of(deed: PricedAction, encounter: Encounter) -> str:
    """Return the sentence of the log without its subject."""
    words = deed.price.says or f"does this: {deed.price.name}"
    if deed.at:
        words += f"{'' if words in TRANSITIVE else ', target'} {encounter.name_of(deed.at)}"
    if deed.takes and deed.price.of == NUMBER and not deed.counter and not rules_of(encounter).sequence.by_count:
        words += f", for {deed.takes}"
    return f"{words}, with −{deed.penalty}" if deed.penalty else words


def _perform(draft: Draft, command: Act) -> None:
    actor, rules = command.id, rules_of(draft.encounter)
    deed = plan(draft.encounter, command)
    if deed.price.die:
        request = draft.request((actor,), draft.combatant(actor).name, deed.price.name, DiceCode(1, deed.price.die))
        (roll,) = draft.roll((request,), PRICES)
        deed = replace(deed, takes=deed.takes + roll.total)
    on_turn = draft.standing(actor).status is Status.ACTING
    of_number = deed.takes if not deed.counter and deed.price.of == NUMBER else 0
    note = str(value_in(command.values, NOTE))
    before = draft.standing(actor).before
    draft.record(Spent(actor, Term(words_of(deed, draft.encounter), of_number, PRICES), note, at=deed.at))
    if before and not of_number:  # the number is the same, and so is the place among equals
        draft.record(Placed(actor, before))
    if of_number:
        memory.reach(draft, actor)
    if deed.counter:
        memory.use(draft, actor, deed.counter, deed.takes, BUDGET)
    done = (*_done(recall(draft.standing(actor))), deed.price.key)[-50:]
    if recall(draft.standing(actor)).has_begun:
        memory.change(draft, actor, did=done)
    elif rules.counts_out_of_turn:
        memory.change(draft, actor, done_out_of_turn=done)
    if not on_turn:
        _leave_if_out(draft, actor)
    elif deed.price.ends or rules.sequence.by_count:
        turns.finish(draft, actor)


def _leave_if_out(draft: Draft, combatant_id: Id) -> None:
    """Set the status to DONE if an action out of turn has cost all turns to come."""
    standing, encounter = draft.standing(combatant_id), draft.encounter
    waits = standing.status is Status.HOLDING and not turns_left.is_out(encounter, combatant_id)
    has_turns = waits or turns_left.has_turn(encounter, combatant_id) or turns_left.has_more(encounter, combatant_id)
    if standing.status is not Status.DONE and not has_turns:
        draft.record(StatusSet(combatant_id, Status.DONE, "is out for this round", PRICES))


def ruled_cost(encounter: Encounter, command: Act) -> int:
    """Return the points of the number that an action costs by ruling."""
    price = rules_of(encounter).price(command.action)
    standing = encounter.standings[command.id]
    if price is None or price.of != NUMBER or not recall(standing).has_number:
        return 0
    now = initiative.left(standing, rules_of(encounter))
    return max(0, memory.points_of(encounter, command.id, price, now))


# Waiting


def check_wait(encounter: Encounter, combatant_id: Id) -> None:
    """Raise Refused if the acting combatant cannot wait."""
    standing, rules = GUARDS.on_turn(encounter, combatant_id), rules_of(encounter)
    if not rules.delay.waits:
        raise Refused("no_waiting", "Nobody waits in these rules.", ASIDE)
    if recall(standing).did:
        raise Refused("has_acted", f"{encounter.name_of(combatant_id)} has already acted this turn.", ASIDE)
    if not any(other != combatant_id for other in turns.to_wait_for(encounter, combatant_id)):
        raise Refused("nobody_left", "Nobody is left to wait for.", ASIDE)


def _wait(draft: Draft, combatant_id: Id) -> None:
    check_wait(draft.encounter, combatant_id)
    stamp = memory.last_stamp(draft.encounter) + 1
    memory.change(draft, combatant_id, has_begun=False, stamp=stamp)
    words = wait_word(rules_of(draft.encounter).out_of_turn.waiting)
    if recall(draft.standing(combatant_id)).extra and rules_of(draft.encounter).waits_for_own_turn:
        memory.change(draft, combatant_id, extra=False, kept=True)  # the turn of the round before goes on waiting
        draft.record(StatusSet(combatant_id, Status.READY, words, ASIDE))
        return
    draft.record(StatusSet(combatant_id, Status.HOLDING, words, ASIDE))


def waiters(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who can act now out of order: they wait, or have kept a turn from the last round."""
    ready = (
        combatant_id
        for combatant_id in encounter.order
        if encounter.standings[combatant_id].status is Status.READY
        and encounter.standings[combatant_id].able
        and recall(encounter.standings[combatant_id]).kept
    )
    return (*turns.holders(encounter), *ready) if encounter.is_open else ()


def check_act_now(encounter: Encounter, combatant_id: Id) -> None:
    """Raise Refused if the combatant does not wait."""
    GUARDS.playing(encounter, combatant_id)
    if combatant_id not in waiters(encounter):
        raise Refused("not_waiting", f"{encounter.name_of(combatant_id)} is not waiting.", ASIDE)
    if recall(encounter.standings[combatant_id]).is_next:
        raise Refused("is_next", f"{encounter.name_of(combatant_id)} already acts next.", ASIDE)


def _act_now(draft: Draft, combatant_id: Id) -> None:
    check_act_now(draft.encounter, combatant_id)
    rules, acting = rules_of(draft.encounter), draft.encounter.acting()
    if recall(draft.standing(combatant_id)).kept:
        # whoever is placed for good has the turn of the round there; else there is one beside that of the own place
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
        draft.record(StatusSet(combatant_id, Status.ACTING, "has waited, and acts now", ASIDE))
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
            for other in turns.holders(draft.encounter)
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


def partners(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List the combatants with whom this one can swap numbers."""
    own = initiative.speakers(encounter)
    return tuple(other for other in turns.to_act(encounter) if own[other] != own[combatant_id])


def check_swap(encounter: Encounter, combatant_id: Id, other: Id) -> None:
    standing = GUARDS.on_turn(encounter, combatant_id)
    if not rules_of(encounter).delay.swaps:
        raise Refused("no_swap", "Nobody swaps numbers in these rules.", ASIDE)
    if recall(standing).did:
        raise Refused("has_acted", f"{encounter.name_of(combatant_id)} has already acted this turn.", ASIDE)
    if other not in partners(encounter, combatant_id) or not recall(standing).has_number:
        raise Refused("no_partner", "Name somebody who is still to act.", ASIDE)


def _swap(draft: Draft, actor: Id, other: Id) -> None:
    check_swap(draft.encounter, actor, other)
    rules = rules_of(draft.encounter)
    change = initiative.left(draft.standing(other), rules) - initiative.left(draft.standing(actor), rules)
    if not change:
        raise Refused("same_number", "Their numbers are the same.", ASIDE)
    for combatant_id, whom, amount in ((actor, other, change), (other, actor, -change)):
        label = f"swapped with {draft.encounter.name_of(whom)}"
        draft.add_to_number(combatant_id, Term(label, amount, ASIDE), ASIDE)
        memory.reach(draft, combatant_id)
    memory.change(draft, actor, has_begun=False)
    draft.record(StatusSet(actor, Status.READY))


# Who is next


def nominate(draft: Draft, combatant_id: Id) -> None:
    """End the running turns and give the next one to this combatant."""
    GUARDS.check_open(draft.encounter)
    draft.combatant(combatant_id)
    for other in draft.encounter.acting():
        turns.finish(draft, other)
    turns.check_choice(draft.encounter, combatant_id)
    turns.give(draft, (combatant_id,), NEXT)


def _keep(draft: Draft, combatant_id: Id) -> None:
    """End the running turns and give the next one to another member of the side, at a price (G7)."""
    GUARDS.check_open(draft.encounter)
    name = draft.combatant(combatant_id).name
    for other in draft.encounter.acting():
        turns.finish(draft, other)
    if combatant_id not in turns.keepers(draft.encounter):
        raise Refused("not_kept", f"The turn cannot be kept for {name} now.", CHOOSER)
    side = memory.side_name(memory.side_of(draft.encounter, combatant_id))
    draft.record(Noted(f"Kept by {side} for {rules_of(draft.encounter).keep_price}.", CHOOSER))
    memory.change_fight(draft, has_kept=True)
    turns.give(draft, (combatant_id,), NEXT)


def _begin_with(draft: Draft, side: str) -> None:
    """Let a side begin the round (G13)."""
    GUARDS.check_open(draft.encounter)
    if side not in turns.sides_to_choose(draft.encounter):
        raise Refused("no_side", "That side cannot be the one that begins now.", START)
    memory.change_fight(draft, START, begins=(side,))


def paces(rules: RuleSet) -> tuple[str, ...]:
    """List the paces that combatants can declare for the phases."""
    if rules.laps.kind is not LapKind.PHASES:
        return ()
    return tuple(dict.fromkeys(phase.pace for phase in rules.laps.phases if phase.pace))


def check_declare(encounter: Encounter, combatant_id: Id, pace: str) -> None:
    """Raise Refused if the combatant cannot declare this pace."""
    standing, name = GUARDS.playing(encounter, combatant_id), encounter.name_of(combatant_id)
    if pace not in paces(rules_of(encounter)):
        raise Refused("no_pace", "There is no such phase to declare for.", LAPS)
    if recall(standing).did:
        raise Refused("has_acted", f"{name} has already acted this turn.", LAPS)
    if standing.status is not Status.ACTING and not (
        turns_left.has_turn(encounter, combatant_id) or turns_left.has_more(encounter, combatant_id)
    ):
        raise Refused("no_turn", f"{name} has no turn to come.", LAPS)
    if recall(standing).pace == pace:
        raise Refused("no_change", "That is already declared.", LAPS)
    draft = Draft(encounter)
    memory.change(draft, combatant_id, pace=pace)
    last = turns_left.phases_of(draft.encounter, combatant_id)[-1]
    if last < encounter.part or rules_of(encounter).laps.phases[last - 1].pace != pace:
        raise Refused("too_late", "That phase has passed.", LAPS)


def _declare(draft: Draft, combatant_id: Id, pace: str) -> None:
    """Declare a pace. An acting combatant that declares a later phase gives up its turn."""
    check_declare(draft.encounter, combatant_id, pace)
    memory.change(draft, combatant_id, LAPS, pace=pace)
    acts_later = draft.encounter.part not in turns_left.phases_of(draft.encounter, combatant_id)
    if draft.standing(combatant_id).status is Status.ACTING and acts_later:
        memory.change(draft, combatant_id, has_begun=False)
        draft.record(StatusSet(combatant_id, Status.READY))


def check_next_phase(encounter: Encounter) -> None:
    """Raise Refused if somebody would have no later phase to act in."""
    GUARDS.check_open(encounter)
    ids = turns.to_act(encounter)
    if rules_of(encounter).laps.kind is not LapKind.PHASES or encounter.acting() or not ids:
        raise Refused("no_phase", "There is no phase to skip.", LAPS)
    for combatant_id in ids:
        if not turns_left.has_later_phase(encounter, combatant_id):
            raise Refused("last_phase", f"{encounter.name_of(combatant_id)} has no later phase to act in.", LAPS)


def _next_phase(draft: Draft) -> None:
    check_next_phase(draft.encounter)
    draft.record(Noted("Nobody else acts in this phase.", LAPS))
    for combatant_id in turns.to_act(draft.encounter):
        memory.change(draft, combatant_id, from_phase=draft.encounter.part + 1)


def _surprise(draft: Draft, combatant_id: Id) -> None:
    """Mark the combatant as surprised, or as surprising, before the fight; or remove the mark."""
    standing = draft.standing(combatant_id)
    if not rules_of(draft.encounter).surprise.is_marked:
        raise Refused("no_surprise", "Nobody is surprised in these rules.", START)
    if draft.encounter.round:
        raise Refused("has_begun", "The fight has begun: from now on surprise is a ruling.", START)
    rules, is_surprised = rules_of(draft.encounter), not recall(standing).is_surprised
    is_of_number = rules.surprise.modifies_number or rules.surprise.rolls_twice
    mates: tuple[Id, ...] = (combatant_id,)
    if rules.place.holder.is_shared and is_of_number:  # the place has one number
        mates = next(who for _, who in initiative.units(draft.encounter, draft.encounter.order) if combatant_id in who)
    for mate in mates:
        memory.change(draft, mate, START, is_surprised=is_surprised)


# Numbers and values that are typed before a round


def asked_fields(encounter: Encounter) -> tuple[Field, ...]:
    """Return the fields for what is typed before a round, by ``id``, or ``id-key``: numbers, or declared values (G2).

    If each round makes new numbers (G3), everybody who takes part has a field for a number; before the first round, and
    otherwise, only combatants without a number on the sheet. Declared values are asked of everybody.
    """
    rules = rules_of(encounter)
    declared = tuple(field for field in form_fields(rules) if field.key in rules.declared_keys)
    if encounter.is_open or not (rules.number.source is Source.TYPED or declared):
        return ()
    ahead = with_arrivals(encounter)
    elsewhere = {setting.field for settings in (rules.prices, rules.ties, rules.budget) for setting in settings}
    is_of_number_alone = elsewhere.isdisjoint(rules.declared_keys)
    firsts = tuple(dict.fromkeys(initiative.throwers(ahead, ahead.able()).values()))
    asked = firsts if is_of_number_alone else ahead.able()
    if declared:
        return tuple(
            replace(
                field,
                key=f"{combatant_id}-{field.key}",
                label=ahead.name_of(combatant_id) + (f": {field.label}" if len(declared) > 1 else ""),
                default=memory.values_of(ahead, combatant_id)[field.key],
                help="",
            )
            for combatant_id in asked
            for field in declared
        )
    anew = rules.fresh is Fresh.ROUND and encounter.round > 0
    return tuple(
        replace(
            TYPED,
            key=combatant_id,
            label=ahead.name_of(combatant_id),
            default=initiative.typed(ahead, combatant_id),
            help="",
        )
        for combatant_id in asked
        if anew or not (recall(ahead.standings[combatant_id]).has_number or initiative.typed(ahead, combatant_id))
    )


def read_asked(encounter: Encounter, command: Act) -> dict[str, int]:
    """Read what was typed and differs from what is known, by the keys of ``asked_fields``. Raises Refused, BadValue."""
    known = {field.key: field for field in asked_fields(encounter)}
    if unknown := [key for key in command.values if key not in known]:
        raise Refused("not_asked", f"No number is asked for “{unknown[0][:40]}” now.", VALUE)
    typed = {key: int(read(known[key], value)) for key, value in command.values.items()}
    new = {key: number for key, number in typed.items() if number != known[key].default}
    if not new:
        raise Refused("nothing_typed", "Nothing new has been typed.", VALUE)
    return new


def _enter_numbers(draft: Draft, command: Act) -> None:
    for key, number in read_asked(draft.encounter, command).items():
        combatant_id, _, field = key.partition("-")
        combatant = with_arrivals(draft.encounter).combatants[combatant_id]
        draft.change_combatant(replace(combatant, sheet={**combatant.sheet, field or TYPED.key: number}))


# Other rules
