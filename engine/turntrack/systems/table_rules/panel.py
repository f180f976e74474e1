"""What the screen says of table rules: the choices with their outcome, badges, and changes for the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import assert_never

from turntrack.core.cards import JOKER
from turntrack.core.commands import Act, ChangeCombatant
from turntrack.core.dice import DiceNeeded
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Spent
from turntrack.core.fields import Field, Values
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.names import name_all
from turntrack.core.score import signed
from turntrack.systems.arrivals import coming_in_words, due_at, with_arrivals
from turntrack.systems.choices import FIRST, LIKELY, Choice, ChoiceKind, PanelInput, Preview, Section
from turntrack.systems.protocol import Badge
from turntrack.systems.table_rules import (
    actions,
    declarations,
    delays,
    initiative,
    memory,
    order,
    rule_change,
    turns,
    turns_left,
)
from turntrack.systems.table_rules.memory import recall, recall_fight, rules_of
from turntrack.systems.table_rules.presets.catalogue import PRESETS, preset_called, preset_with
from turntrack.systems.table_rules.presets.preset import READY
from turntrack.systems.table_rules.rule_texts import (
    ASIDE,
    BUDGET,
    CHOOSER,
    LAPS,
    NEXT,
    PLACE,
    PRICES,
    START,
    VALUE,
    count_words,
    wait_words,
)
from turntrack.systems.table_rules.settings import NUMBER, ActionPrice, Holder, Refill, SheetField, Source
from turntrack.systems.toolkit.guards import offer, offer_checked, opponents, rate
from turntrack.systems.toolkit.panel_inputs import FEW_BUTTONS, FEW_SECTIONS, Offers
from turntrack.systems.toolkit.rolls import Unit
from turntrack.systems.toolkit.turn_order import next_below

_MOST_LIKELY = 8


def sections(encounter: Encounter, entered: PanelInput) -> tuple[Section, ...]:
    offers = Offers(with_arrivals(encounter), entered)
    if not encounter.round:
        return (
            *_numbers(offers),
            *_players(encounter),
            *_surprised(offers),
            *_kinds(encounter),
            *_whole_values(offers),
            _presets(encounter),
        )
    if not encounter.is_open:
        return (*_numbers(offers), *_players(encounter), *_kinds(encounter), *_whole_values(offers))
    acting = encounter.acting()
    own = [
        section for place, combatant_id in enumerate(acting) for section in _own_turn(offers, combatant_id, place == 0)
    ]
    return (
        *own,
        *_exchange(offers),
        *_together(offers),
        *_next(offers),
        *_waiters(offers),
        *_out_of_turn(offers),
        *_paces(offers),
    )


def _foresee(encounter: Encounter, command: Act, stated: Preview) -> Preview:
    """Add the outcome of the command to what is stated of it. Raises Refused if the command does."""
    draft = Draft(encounter)
    try:
        actions.act(draft, command)
        turns.settle(draft)
    except DiceNeeded:
        number = initiative.number(draft.encounter, command.id) if _has_paid(draft) else None
        return replace(stated, after=number.total if number else None)
    actor, after = command.id, draft.encounter
    if due := _due(encounter, after):
        words = coming_in_words(encounter, due, after.is_open)
        return replace(stated, outcome="; ".join(filter(None, (stated.outcome, words))))
    if not after.is_open:
        return replace(stated, outcome="; ".join(filter(None, (stated.outcome, "the round ends"))))
    number = initiative.number(after, actor) if actor in encounter.acting() else None
    lands = ""
    if number:
        playing = {*after.playing()}
        lands = next_below([combatant_id for combatant_id in order.track(after) if combatant_id in playing], actor)
    acting = after.acting()
    following = acting[0] if acting and actor not in acting else ""
    return replace(stated, after=number.total if number else None, next=following, lands=lands)


def _has_paid(draft: Draft) -> bool:
    """Return whether the action was paid before dice were needed, so that the number is known."""
    return any(isinstance(event, Spent) for event in draft.events)


def _due(before: Encounter, after: Encounter) -> tuple[Id, ...]:
    """List the arrivals at a count that the command has reached."""
    rules = rules_of(before)
    if not rules.sequence.by_count:
        return ()
    number = initiative.number(after, after.acting()[0]) if after.acting() else None
    is_known = number is not None or not after.is_open
    total = number.total if number else None
    return due_at(after, total, not rules.first.is_high) if is_known else ()


def _offer(
    offers: Offers,
    command: Act,
    label: str,
    rule: str,
    kind: ChoiceKind = ChoiceKind.OTHER,
    likely: int = 0,
    cost: str = "",
    outcome: str = "",
    row: Id = "",
) -> Choice:
    stated = Preview(cost, outcome=outcome, rule=rule)
    return offer(Choice(command, label, partial(_foresee, offers.encounter, command, stated), row, kind, likely))


def _numbers(offers: Offers) -> tuple[Section, ...]:
    """Ask for what is typed before the next round."""
    inputs = declarations.asked_fields(offers.encounter)
    declared = [field.label for field in rules_of(offers.encounter).fields if field.is_declared]
    command = Act("", "enter-numbers", offers.values("numbers", inputs))
    choice = Choice(command, "Take these values", partial(Preview, rule=VALUE))
    choice = offer_checked(choice, lambda: declarations.read_asked(offers.encounter, command))
    title = f"{' and '.join(declared) or 'Numbers'} for round {offers.encounter.round + 1}"
    return (Section("numbers", title, (choice,), inputs, opens=True),) if inputs else ()


# On the turn


def _own_turn(offers: Offers, actor: Id, is_first: bool) -> tuple[Section, ...]:
    encounter, rules = offers.encounter, rules_of(offers.encounter)
    key = "turn" if is_first else f"turn-{actor}"
    inputs = _inputs(offers, actor)
    foreseen = dict[tuple[int, int], Preview]()
    choices = [_action(offers, actor, price, key, inputs, foreseen) for price in rules.actions if not price.off_turn]
    if not rules.sequence.by_count:
        choices.append(_offer(offers, Act(actor, "end"), "End turn", NEXT, ChoiceKind.OVER))
    if rules.delay.waits:
        label = wait_words(rules).label
        choices.append(_offer(offers, Act(actor, "wait"), label, ASIDE, ChoiceKind.WAIT))
    reactions = [
        price for price in rules.actions if price.off_turn and (price.of == NUMBER or not rules.out_of_turn.reaction)
    ]
    choices += [_action(offers, actor, price, key, inputs, foreseen) for price in reactions]
    turn = Section(key, f"{encounter.name_of(actor)}’s turn", tuple(choices), inputs)
    return (
        replace(turn, choices=_likely(encounter, choices) if is_first else turn.choices),
        *_swap(offers, actor, key),
    )


def _likely(encounter: Encounter, choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Mark likely choices: first the action by which turns are predicted, else the first of the rules.

    Reactions and free actions already done come later. If the first action cannot be paid for again, ending the turn
    is most likely.
    """
    rules, actor = rules_of(encounter), encounter.acting()[0]
    wanted = rules.first_price.key if rules.sequence.by_count and rules.first_price else ""
    allowed = [at for at, choice in enumerate(choices) if not choice.preview.refusal]
    named = [at for at in allowed if isinstance(command := choices[at].command, Act) and command.action == wanted]
    had = recall(encounter.standings[actor]).did
    free = {price.key for price in rules.actions if not price.of or actions.is_paid(encounter, actor, price)}
    later = {price.key for price in rules.actions if price.off_turn or price.key in free.intersection(had)}
    own = [at for at in allowed if not (isinstance(command := choices[at].command, Act) and command.action in later)]
    ends = [at for at in own if isinstance(command := choices[at].command, Act) and command.action == "end"]
    is_spent = bool(ends) and bool(had) and _is_spent(encounter, choices[0])
    first = next(iter(named or (ends if is_spent else own) or allowed), -1)
    # Those that are refused stay, so that none takes the place of another that was just tapped.
    few = {first, *[at for at in range(len(choices)) if at != first][: _MOST_LIKELY - 1]}
    return tuple(
        [rate(choice, FIRST if at == first else LIKELY if at in few else 0) for at, choice in enumerate(choices)]
    )


def _is_spent(encounter: Encounter, choice: Choice) -> bool:
    """Return whether nothing is left to pay for the choice, be it refused or part of what is paid."""
    command = choice.command
    if choice.preview.refusal or not isinstance(command, Act):
        return choice.preview.refusal is not None
    price = rules_of(encounter).price(command.action)
    if price is None or not actions.is_paid(encounter, command.id, price):
        return False
    return memory.left_of(encounter, command.id, price.of) <= 0


def _inputs(offers: Offers, actor: Id) -> tuple[Field, ...]:
    foes = opponents(offers.encounter, actor)
    target = offers.target(foes, "Target", "none", now=offers.likely_target(actor, foes))
    return (target, actions.NOTE)


def _action(
    offers: Offers,
    actor: Id,
    price: ActionPrice,
    section: str,
    inputs: Sequence[Field],
    foreseen: dict[tuple[int, int], Preview] | None = None,
) -> Choice:
    """Offer an action. ``foreseen`` caches outcomes by points, as computing one plays on; and by dice."""
    given = offers.values(section, inputs)
    encounter, rules = offers.encounter, rules_of(offers.encounter)
    if not _aims(price, rules.prices) and f"{section}.target" not in offers.entered:
        given["target"] = ""
    values: Values = {key: value for key, value in given.items() if value != ""}
    command = Act(actor, price.key, values)
    by_count = rules.sequence.by_count

    def foretell() -> Preview:
        deed = actions.plan(encounter, command)
        of_number = not deed.counter and price.of == NUMBER
        sign = ("−" if rules.first.is_high else "+") if of_number else ""
        takes = count_words(deed.takes, deed.counter) if deed.counter else f"{sign}{deed.takes}"
        if price.die:
            takes = f"{takes} {sign} 1d{price.die}" if deed.takes else f"{sign}1d{price.die}"
        told = f"with −{deed.penalty}" if deed.penalty else ""
        if actions.takes_turn_to_come(encounter, actor, price):
            takes = "; ".join(filter(None, (takes if deed.takes else "", "1 turn")))
            return Preview(takes, outcome=told, rule=PRICES)
        stated = Preview(takes if deed.takes or price.die else "", outcome=told, rule=PRICES)
        if foreseen is None or not (by_count or price.ends or of_number):  # the turn goes on and nothing else changes
            return stated
        points = (deed.takes if of_number else 0, price.die)
        if not (by_count and points in foreseen):
            foreseen[points] = _foresee(encounter, command, replace(stated, outcome=""))
        alike = foreseen[points]
        outcome = "; ".join(filter(None, (told, alike.outcome)))
        return replace(stated, after=alike.after, next=alike.next, lands=alike.lands, outcome=outcome)

    label = f"{price.name} again" if actions.is_paid(encounter, actor, price) else price.name
    is_attack = (price.paid_once or not price.of) and price.says in actions.TRANSITIVE
    return Choice(command, label, foretell, kind=ChoiceKind.STRIKE if is_attack else ChoiceKind.ACT)


def _aims(price: ActionPrice, prices: Iterable[ActionPrice]) -> bool:
    """Return whether an action goes at the last target, if no other is picked: attacks, where the rules name some.

    Where they name none, it is what is done on one's own turn alone: a parry goes at nobody.
    """
    are_named = any(other.says in actions.TRANSITIVE for other in prices)
    return price.says in actions.TRANSITIVE or not (are_named or price.off_turn)


def _swap(offers: Offers, actor: Id, key: str) -> tuple[Section, ...]:
    encounter = offers.encounter
    if not rules_of(encounter).delay.swaps or not (ids := delays.partners(encounter, actor)):
        return ()
    section = f"swap-{key}"
    who, other = offers.who(section, ids, label="With")
    choice = _offer(offers, Act(actor, "swap", {"with": other}), "Swap numbers", ASIDE, ChoiceKind.WAIT)
    return (Section(section, "Swap numbers", (choice,), (who,), main=False),)


def _exchange(offers: Offers) -> tuple[Section, ...]:
    """Offer to exchange numbers before the first turn of the round."""
    encounter = offers.encounter
    ids = delays.exchangers(encounter)
    if not ids:
        return ()
    who, actor = offers.who("exchange", ids)
    mates = delays.partners(encounter, actor)
    with_whom = replace(offers.who("exchange", mates, label="With")[0], key="with")
    other = str(offers.read("exchange", with_whom))
    choice = _offer(offers, Act(actor, "swap", {"with": other}), "Exchange numbers", ASIDE, ChoiceKind.WAIT)
    return (Section("exchange", "Exchange numbers", (choice,), (who, with_whom), main=False),)


def _together(offers: Offers) -> tuple[Section, ...]:
    """Offer to end the turns of all who act at the same time."""
    if len(offers.encounter.acting()) < 2 or rules_of(offers.encounter).sequence.by_count:
        return ()
    choice = _offer(offers, Act("", "everybody_ends"), "All have acted", NEXT, ChoiceKind.END)
    return (Section("together", "They act at the same time", (choice,)),)


# Who is next


def _next(offers: Offers) -> tuple[Section, ...]:
    """Offer the candidates for the next turn; choosing one ends the running turn."""
    encounter = offers.encounter
    if not encounter.acting() and (sides := order.sides_to_choose(encounter)):
        return (_first_side(offers, sides),)
    if not rules_of(encounter).is_chosen:
        return ()
    draft = Draft(encounter)
    for combatant_id in encounter.acting():
        turns.finish(draft, combatant_id)
    ids = order.next_ids(draft.encounter)
    if not ids:
        return ()
    ends = ", ".join([f"ends {encounter.name_of(combatant_id)}’s turn" for combatant_id in encounter.acting()][:3])
    choices = [
        _offer(offers, Act(who[0], "nominate"), name, CHOOSER, ChoiceKind.ACT, outcome=ends, row=who[0])
        for name, who in _called_together(encounter, ids)
    ]
    if encounter.part < len(rules_of(encounter).laps.phases):
        choices.append(_offer(offers, Act("", "next_phase"), "Nobody else now", LAPS, ChoiceKind.END))
    side = memory.side_name(memory.side_of(encounter, ids[0]))
    by_side = rules_of(encounter).sequence.by_side or rules_of(encounter).draws_sides
    slots = rules_of(encounter).place.holder is Holder.SLOT
    title = f"Next: {side}" if by_side or slots else "Who acts next?"
    return (Section("next", title, tuple(choices)), *_keep(offers, draft.encounter, ends))


def _called_together(encounter: Encounter, ids: Sequence[Id]) -> Iterable[Unit]:
    """Return those who are called by one choice, with its name: the members of a group that has one place."""
    if not rules_of(encounter).place.holder.is_shared:
        return [(encounter.name_of(combatant_id), (combatant_id,)) for combatant_id in ids]
    places = initiative.units(encounter, ids)
    return [(name if len(who) > 1 else encounter.name_of(who[0]), who) for name, who in places]


def _keep(offers: Offers, after: Encounter, ends: str) -> tuple[Section, ...]:
    """Offer to keep the turn for another member of the side; ``after`` is the fight when the running turn is over."""
    price, command = rules_of(after).keep_price, partial(Act, action="keep")
    choices = [
        _offer(offers, command(who[0]), name, CHOOSER, ChoiceKind.ACT, cost=price, outcome=ends)
        for name, who in _called_together(after, order.keepers(after))
    ]
    return (Section("keep", "Keep the turn", tuple(choices)),) if choices else ()


def _players(encounter: Encounter) -> tuple[Section, ...]:
    """Offer to say which side is the players’, where the rules speak of it."""
    sides, own = memory.sides(encounter), memory.players_sides(encounter)
    if not rules_of(encounter).speaks_of_players or len(sides) < 2:
        return ()
    choices = tuple(
        offer_checked(
            Choice(Act("", "players", {"side": side}), memory.side_name(side), partial(Preview, rule=START)),
            partial(declarations.tell_players, Draft(encounter), side),
        )
        for side in sides
    )
    now = ", ".join(memory.side_name(side) for side in sides if side in own)
    return (Section("players", f"The players’ side: {now}", choices, main=False),)


def _kinds(encounter: Encounter) -> tuple[Section, ...]:
    """Offer to let creatures of one kind roll apart, or together again, before numbers are made."""
    rules, kinds = rules_of(encounter), declarations.kinds(encounter)
    if not kinds or (encounter.round and rules.fresh.is_lasting):
        return ()
    are_apart = recall_fight(encounter).apart
    what, does = ("turn", "act") if rules.place.holder is Holder.GROUP else ("roll", "roll")
    together = "Act together" if does == "act" else "Share a roll"
    label = together if are_apart else f"{does.capitalize()} apart"
    title = f"{', '.join(kinds)}: {f'{does} apart' if are_apart else f'one {what}'}"
    return (Section("apart", title, (Choice(Act("", "apart"), label, partial(Preview, rule=PLACE)),), main=False),)


def _whole_values(offers: Offers) -> Iterator[Section]:
    """Offer to give somebody all of a value or nothing, before numbers are made of it: to draw a gun."""
    encounter, rules = offers.encounter, rules_of(offers.encounter)
    if encounter.round and rules.fresh.is_lasting:
        return
    players = memory.players_sides(encounter)
    own, others = list[Id](), list[Id]()
    for combatant_id in encounter.able():
        (own if memory.side_of(encounter, combatant_id) in players else others).append(combatant_id)
    for field in rules.fields:
        if field.is_whole and own:
            yield _whole_value(offers, field, own)
        if field.is_whole and others:
            yield _whole_value(offers, field, others, are_others=True)


def _whole_value(offers: Offers, field: SheetField, ids: Sequence[Id], *, are_others: bool = False) -> Section:
    encounter, key = offers.encounter, f"whole-{field.key}{'-others' if are_others else ''}"
    who, shown = offers.few(key, ids, FEW_BUTTONS)
    called = field.label.partition(":")[0]

    def choice(combatant_id: Id) -> Choice:
        has_it = memory.field_of(encounter, combatant_id, field.key) == field.high
        command = ChangeCombatant(combatant_id, sheet={field.key: field.low if has_it else field.high})
        stated = partial(Preview, outcome="yes, tap to undo" if has_it else "", rule=VALUE)
        name = encounter.name_of(combatant_id)
        # A single button has no title beside it.
        label = name if len(shown) > 1 or are_others else f"{called}: {name}"
        return Choice(command, label, stated, likely=0 if are_others else LIKELY)

    title = f"{called}, others" if are_others else called
    return Section(key, title, tuple(choice(combatant_id) for combatant_id in shown), who, main=False)


def _first_side(offers: Offers, sides: Sequence[str]) -> Section:
    choices = (
        _offer(offers, Act("", "begins", {"side": side}), memory.side_name(side), START, ChoiceKind.ACT)
        for side in sides
    )
    return Section("begins", "Which side begins", tuple(choices))


def _waiters(offers: Offers) -> tuple[Section, ...]:
    encounter = offers.encounter
    who, shown = offers.few("waiting", delays.waiters(encounter), FEW_SECTIONS)
    word = wait_words(rules_of(encounter)).is_so
    is_after = rules_of(encounter).out_of_turn.after and encounter.acting()
    label = f"Act after {encounter.names_of(encounter.acting())}" if is_after else "Act now"
    return tuple(
        Section(
            "waiting" if who else f"waiting-{combatant_id}",
            f"{encounter.name_of(combatant_id)} {word}",
            (_offer(offers, Act(combatant_id, "act_now"), label, ASIDE, ChoiceKind.ACT),),
            who,
        )
        for combatant_id in shown
    )


def _out_of_turn(offers: Offers) -> tuple[Section, ...]:
    encounter, rules = offers.encounter, rules_of(offers.encounter)
    prices = [price for price in rules.prices if price.off_turn]
    acting = encounter.acting()
    ids = [
        combatant_id
        for combatant_id in encounter.order
        if combatant_id not in acting and encounter.standings[combatant_id].able
    ]
    if not prices or not ids:
        return ()
    by_likelihood = _by_likelihood(encounter, ids)
    likely = next((combatant_id for combatant_id in by_likelihood if _may_do_any(encounter, combatant_id, prices)), "")
    who, combatant_id = offers.who("reaction", ids, likely)
    inputs = _inputs(offers, combatant_id)
    choices = tuple(_action(offers, combatant_id, price, "reaction", inputs) for price in prices)
    return (Section("reaction", "Act out of turn", choices, (who, *inputs), main=False),)


def _by_likelihood(encounter: Encounter, ids: Sequence[Id]) -> Iterator[Id]:
    """Yield who may act out of turn: whoever is ready, then is attacked, then the other sides, then all."""
    acting, combatants = encounter.acting(), encounter.combatants
    ready = {condition.bearer for condition in encounter.conditions if condition.name.casefold() == READY}
    yield from (combatant_id for combatant_id in ids if combatant_id in ready)
    attacked = {encounter.standings[actor].aimed_at for actor in acting}
    sides = {combatants[actor].side for actor in acting}
    yield from (combatant_id for combatant_id in ids if combatant_id in attacked)
    yield from (combatant_id for combatant_id in ids if combatants[combatant_id].side not in sides)
    yield from ids


def _may_do_any(encounter: Encounter, combatant_id: Id, prices: Iterable[ActionPrice]) -> bool:
    """Return whether the combatant can do one of these actions now."""
    for price in prices:
        with suppress(Refused):
            actions.plan(encounter, Act(combatant_id, price.key))
            return True
    return False


def _paces(offers: Offers) -> tuple[Section, ...]:
    """Offer the paces to declare, for a combatant with a turn to come."""
    encounter = offers.encounter
    known = declarations.paces(rules_of(encounter))
    ids = [
        combatant_id
        for combatant_id in (encounter.order if known else ())
        if combatant_id in encounter.acting()
        or (
            encounter.standings[combatant_id].plays
            and (turns_left.has_turn(encounter, combatant_id) or turns_left.has_more(encounter, combatant_id))
        )
    ]
    if not ids:
        return ()
    who, combatant_id = offers.who("declare", ids)
    choices = tuple(_offer(offers, Act(combatant_id, "declare", {"pace": pace}), pace, LAPS) for pace in known)
    return (Section("declare", "Who acts in which phase", choices, (who,)),)


# Before the fight


def _surprised(offers: Offers) -> tuple[Section, ...]:
    encounter = offers.encounter
    surprise = rules_of(encounter).surprise
    if not surprise.is_marked or not encounter.order:
        return ()
    who, shown = offers.few("surprise", encounter.order, FEW_BUTTONS)
    first = surprise.acts_first
    state = "surprises the others" if first else "surprised"

    def choice(command: Act, label: str, ids: Sequence[Id]) -> Choice:
        are_so = all(recall(encounter.standings[combatant_id]).is_surprised for combatant_id in ids)
        return Choice(command, label, partial(Preview, outcome=f"{state}, tap to undo" if are_so else "", rule=START))

    def whole(side: str, ids: Sequence[Id]) -> Choice:
        words = name_all(side, sides)
        label = f"{words[:1].upper()}{words[1:]}" if len(ids) > 1 else encounter.name_of(ids[0])
        return replace(choice(Act("", "surprise", {"side": side}), label, ids), likely=LIKELY)

    title = "Who surprises the others" if first else "Who is surprised"
    each = tuple(choice(Act(shown_id, "surprise"), encounter.name_of(shown_id), (shown_id,)) for shown_id in shown)
    if not (sides := declarations.whole_sides(encounter)):
        return (Section("surprise", title, each, who, main=False),)
    return (
        Section("ambush", title, tuple(whole(side, ids) for side, ids in sides.items()), main=False),
        Section("surprise", "Surprise, one by one", each, who, main=False),
    )


def _presets(encounter: Encounter) -> Section:
    """Offer the presets until the fight begins."""
    now = memory.recall_fight(encounter).rules

    def choice(key: str, title: str, words: str) -> Choice:
        def check() -> None:
            if now is not None and rule_change.rules_in({"preset": key}) == now:
                raise Refused("no_change", "These are already the rules.")

        stated, likely = partial(Preview, outcome=words), LIKELY if now is None else 0
        return offer_checked(Choice(Act("", "rules", {"preset": key}), title, stated, likely=likely), check)

    choices = tuple(choice(preset.key, preset.title, preset.words) for preset in PRESETS)
    title = "Rules of this table" if now is None else "Change to other rules"
    return Section("rules", title, choices, main=now is None)


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the badges of a combatant: counters, surprise, waiting and declared pace."""
    standing, rules = encounter.standings[combatant_id], rules_of(encounter)
    now = recall(standing)
    if not standing.able:
        return ()
    shown = []

    def waits() -> str:
        return wait_words(rules).is_so.removeprefix("is ")

    if rules.place.field and (words := _turn_words(encounter, combatant_id)):
        shown.append(Badge(words, PLACE))
    if encounter.round and now.used:
        for counter, used in zip(rules.budget, now.used, strict=False):
            if used and _matters(encounter, combatant_id, counter.name, counter.refill):
                left = memory.left_of(encounter, combatant_id, counter.name)
                shown.append(Badge(count_words(left, counter.name), BUDGET, "off" if left <= 0 else "plain"))
    if now.is_surprised and (not (jumps := rules.surprise.acts_first) or encounter.round <= 1):
        shown.append(Badge("jumps" if jumps else "surprised", START, "condition"))
    if not encounter.round and turns.waits_on(encounter, combatant_id):
        shown.append(Badge(waits(), START, "good"))
    if encounter.is_open:
        if rules.number.source is Source.CARDS and (joker := _joker_words(encounter, combatant_id)):
            shown.append(Badge(joker, VALUE, "good"))
        if rules.sequence.is_free and rules.end.is_endless and (now.turns or standing.status is not Status.ACTING):
            shown.append(Badge(count_words(now.turns, "turns") if now.turns else "no turn yet", NEXT))
        if standing.status is Status.HOLDING:
            shown.append(Badge("acts next" if now.is_next else waits(), ASIDE, "good"))
        if now.kept:
            shown.append(Badge(waits() if rules.delay.stays else "kept a turn", ASIDE, "good"))
        if now.pace:
            shown.append(Badge(now.pace, LAPS))
    return tuple(shown)


def _turn_words(encounter: Encounter, combatant_id: Id) -> str:
    """Say how many turns somebody has who has several by the sheet, and how many of them are left; else nothing."""
    rules, standing = rules_of(encounter), encounter.standings[combatant_id]
    many = 1 if rules.sequence.is_drawn else initiative.places(encounter, combatant_id)
    if many < 2 or (encounter.is_open and standing.status is Status.DONE):
        return ""
    had = memory.turns_had(encounter, standing) if encounter.is_open else 0
    if encounter.is_open and recall(standing).has_begun:
        return f"turn {min(had + 1, many)} of {many}"
    return f"{max(0, many - had)} of {many} turns" if had else f"{many} turns"


def _joker_words(encounter: Encounter, combatant_id: Id) -> str:
    """Say what a joker gives its holder, until the turn is over or held; empty without one."""
    number, rules = initiative.number(encounter, combatant_id), rules_of(encounter)
    if number is None or number.total < JOKER:
        return ""
    preset, status = preset_called(rules.name), encounter.standings[combatant_id].status
    return preset.joker if preset and status in (Status.READY, Status.ACTING) else ""


def _matters(encounter: Encounter, combatant_id: Id, counter: str, refill: Refill) -> bool:
    """Return whether what is left of a counter can still be used before it is filled again."""
    rules, standing = rules_of(encounter), encounter.standings[combatant_id]
    match refill:
        case Refill.TURN:
            in_turn = standing.status is Status.ACTING or recall(standing).has_begun
            off_turn = (price for price in rules.prices if price.off_turn and not rules.takes_turn(price))
            return in_turn or any(price.of == counter for price in off_turn)
        case Refill.ROUND | Refill.ANY:
            return encounter.is_open
        case Refill.NEVER | Refill.END:
            return True
        case _:
            assert_never(refill)


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        was_fight, now_fight = recall_fight(before), recall_fight(after)
        if was_fight.rules != now_fight.rules and now_fight.rules:
            preset = preset_with(now_fight.rules)
            likeness = f", as in {preset.like[0]}" if preset and preset.like else ""
            return f"The fight goes by the rules “{now_fight.rules.name}”{likeness}"
        if now_fight.drawn and was_fight.drawn != now_fight.drawn:
            return f"The token drawn: {memory.side_name(now_fight.drawn[0])}"
        if now_fight.begins and was_fight.begins != now_fight.begins:
            return f"The side that begins: {memory.side_name(now_fight.begins[0])}"
        if now_fight.players and was_fight.players != now_fight.players:
            return f"The players’ side: {', '.join(memory.side_name(side) for side in now_fight.players)}"
        if was_fight.apart != now_fight.apart:
            if rules_of(after).place.holder is Holder.GROUP:
                return f"Creatures of one kind act {'apart' if now_fight.apart else 'together'}"
            return f"Creatures of one kind {'roll apart' if now_fight.apart else 'share a roll'}"
        if was_fight.risen != now_fight.risen:
            return f"{rules_of(after).ends.rises or 'The counter'} is {now_fight.risen}"
        return ""
    was, now = recall(before.standings[combatant_id]), recall(after.standings[combatant_id])
    if now.pace and was.pace != now.pace:
        return f"has the pace “{now.pace}”" if rules_of(after).checks_phases else f"declares: {now.pace}"
    if was.is_surprised != now.is_surprised:
        first = rules_of(after).surprise.acts_first
        words = ("surprises the others", "surprises nobody") if first else ("is surprised", "is surprised no longer")
        return words[not now.is_surprised]
    rules = rules_of(after)
    used = zip(
        rules.budget,
        memory.used_of(before.standings[combatant_id], rules),
        memory.used_of(after.standings[combatant_id], rules),
        strict=True,
    )
    left = []
    for counter, had, has in used:
        if has > had:
            amount = signed(memory.left_of(after, combatant_id, counter.name))
            left.append(f"{amount} of {count_words(memory.full(after, combatant_id, counter), counter.name)} left")
    return f"has {', '.join(left)}" if left else ""
