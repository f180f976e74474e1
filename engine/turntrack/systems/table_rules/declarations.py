"""What is declared: who is next, a pace or phase, surprise, and the numbers typed before a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, StatusSet
from turntrack.core.fields import Field, read
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.names import family_of
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.table_rules import initiative, memory, new_numbers, order, turns, turns_left
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.rule_set import RuleSet, form_fields
from turntrack.systems.table_rules.rule_texts import CHOOSER, LAPS, NEXT, PLACE, START, VALUE
from turntrack.systems.table_rules.settings import TYPED, Fresh, LapKind, Shared, Source
from turntrack.systems.table_rules.turns import GUARDS
from turntrack.systems.toolkit.guards import refuse


def nominate(draft: Draft, combatant_id: Id) -> None:
    """End the running turns and give the next one to this combatant."""
    GUARDS.check_open(draft.encounter)
    draft.combatant(combatant_id)
    for other in draft.encounter.acting():
        turns.finish(draft, other)
    order.check_choice(draft.encounter, combatant_id)
    turns.give(draft, order.called_with(draft.encounter, (combatant_id,), order.next_ids(draft.encounter)), NEXT)


def keep_turn(draft: Draft, combatant_id: Id) -> None:
    """End the running turns and give the next one to another member of the side, at a price (G7)."""
    GUARDS.check_open(draft.encounter)
    name = draft.combatant(combatant_id).name
    for other in draft.encounter.acting():
        turns.finish(draft, other)
    keepers = order.keepers(draft.encounter)
    if combatant_id not in keepers:
        raise Refused("not_kept", f"The turn cannot be kept for {name} now.", CHOOSER)
    side = memory.side_name(memory.side_of(draft.encounter, combatant_id))
    draft.record(Noted(f"Kept by {side} for {rules_of(draft.encounter).keep_price}.", CHOOSER))
    memory.change_fight(draft, has_kept=True)
    turns.give(draft, order.called_with(draft.encounter, (combatant_id,), keepers), NEXT)


def begin_with(draft: Draft, side: str) -> None:
    """Let a side begin the round (G13)."""
    GUARDS.check_open(draft.encounter)
    if side not in order.sides_to_choose(draft.encounter):
        raise Refused("no_side", "That side cannot be the one that begins now.", START)
    memory.change_fight(draft, START, begins=(side,))


def tell_players(draft: Draft, side: str) -> None:
    """Take a side for that of the players (G13)."""
    if not rules_of(draft.encounter).speaks_of_players or side not in memory.sides(draft.encounter):
        raise Refused("no_side", "That side cannot be the players’ side.", START)
    if draft.encounter.is_open:
        raise Refused("is_open", "The players’ side can be told between rounds.", START)
    if [*memory.players_sides(draft.encounter)] == [side]:
        raise Refused("no_change", "That is the players’ side already.", START)
    memory.change_fight(draft, START, players=(side,))


def kinds(encounter: Encounter) -> tuple[str, ...]:
    """List the kinds of creatures that share a roll, or would if they did not roll apart (G1)."""
    place = rules_of(encounter).place
    if not place.joins_kinds:
        return ()
    loose = [combatant for combatant in encounter.combatants.values() if not combatant.group]
    names = Counter(
        (combatant.side, family_of(combatant.name)) for combatant in loose if initiative.is_of_kind(combatant)
    )
    return tuple(dict.fromkeys(kind for (_, kind), many in names.items() if many > 1))


def roll_apart(draft: Draft) -> None:
    """Let creatures of one kind roll apart, or share a roll again (G1)."""
    if not kinds(with_arrivals(draft.encounter)):
        raise Refused("no_kind", "No creatures share a roll here.", PLACE)
    if draft.encounter.is_open:
        raise Refused("is_open", "Say between rounds who shares a roll.", PLACE)
    memory.change_fight(draft, PLACE, apart=not memory.recall_fight(draft.encounter).apart)


def paces(rules: RuleSet) -> tuple[str, ...]:
    """List the paces that combatants can declare for the phases."""
    if rules.laps.kind is not LapKind.PHASES:
        return ()
    return tuple(dict.fromkeys(phase.pace for phase in rules.laps.phases if phase.pace))


def _check_declare(encounter: Encounter, combatant_id: Id, pace: str) -> None:
    """Raise Refused if the combatant cannot declare this pace."""
    standing, name = GUARDS.playing(encounter, combatant_id), encounter.name_of(combatant_id)
    if pace not in paces(rules_of(encounter)):
        raise Refused("no_pace", "There is no such phase to declare for.", LAPS)
    if recall(standing).did:
        refuse(encounter, Refused("has_acted", f"{name} has already acted this turn.", LAPS))
    if standing.status is not Status.ACTING and not (
        turns_left.has_turn(encounter, combatant_id) or turns_left.has_more(encounter, combatant_id)
    ):
        refuse(encounter, Refused("no_turn", f"{name} has no turn to come.", LAPS))
    if recall(standing).pace == pace:
        raise Refused("no_change", "That is already declared.", LAPS)
    draft = Draft(encounter)
    memory.change(draft, combatant_id, pace=pace)
    last = turns_left.phases_of(draft.encounter, combatant_id)[-1]
    if last < encounter.part or rules_of(encounter).laps.phases[last - 1].pace != pace:
        raise Refused("too_late", "That phase has passed.", LAPS)


def declare(draft: Draft, combatant_id: Id, pace: str) -> None:
    """Declare a pace. An acting combatant that declares a later phase gives up its turn."""
    _check_declare(draft.encounter, combatant_id, pace)
    memory.change(draft, combatant_id, LAPS, pace=pace)
    acts_later = draft.encounter.part not in turns_left.phases_of(draft.encounter, combatant_id)
    if draft.standing(combatant_id).status is Status.ACTING and acts_later:
        turns.put_off(draft, combatant_id)
        draft.record(StatusSet(combatant_id, Status.READY))


def _check_next_phase(encounter: Encounter) -> None:
    """Raise Refused if somebody would have no later phase to act in."""
    GUARDS.check_open(encounter)
    ids = order.to_act(encounter)
    if rules_of(encounter).laps.kind is not LapKind.PHASES or encounter.acting() or not ids:
        raise Refused("no_phase", "There is no phase to skip.", LAPS)
    for combatant_id in ids:
        if not turns_left.has_later_phase(encounter, combatant_id):
            raise Refused("last_phase", f"{encounter.name_of(combatant_id)} has no later phase to act in.", LAPS)


def go_to_next_phase(draft: Draft) -> None:
    _check_next_phase(draft.encounter)
    draft.record(Noted("Nobody else acts in this phase.", LAPS))
    for combatant_id in order.to_act(draft.encounter):
        memory.change(draft, combatant_id, from_phase=draft.encounter.part + 1)


MOST_SIDES = 4
"""With more sides than this, none is marked as a whole."""


def whole_sides(encounter: Encounter) -> Mapping[str, tuple[Id, ...]]:
    """List the sides with their members; none if there is one alone, or if there are many."""
    sides = memory.sides_of(encounter, encounter.order)
    if not 1 < len(sides) <= MOST_SIDES:
        return {}
    return {side: tuple(who for who in encounter.order if encounter.combatants[who].side == side) for side in sides}


def toggle_surprise_of_side(draft: Draft, side: str) -> None:
    """Mark the whole side as surprised, or as surprising; if all are marked, remove the marks."""
    ids = whole_sides(draft.encounter).get(side, ())
    if not ids:
        raise Refused("no_side", "Choose a side of this fight.", START)
    are_marked = all(recall(draft.standing(combatant_id)).is_surprised for combatant_id in ids)
    for combatant_id in ids:
        if recall(draft.standing(combatant_id)).is_surprised is are_marked:
            toggle_surprise(draft, combatant_id)


def toggle_surprise(draft: Draft, combatant_id: Id) -> None:
    """Mark the combatant as surprised, or as surprising, before the fight; or remove the mark."""
    standing = draft.standing(combatant_id)
    if not rules_of(draft.encounter).surprise.is_marked:
        raise Refused("no_surprise", "Nobody is surprised in these rules.", START)
    if draft.encounter.round:
        raise Refused("has_begun", "The fight has begun: from now on surprise is a ruling.", START)
    is_surprised = not recall(standing).is_surprised
    for mate in initiative.surprised_with(draft.encounter, combatant_id):
        memory.change(draft, mate, START, is_surprised=is_surprised)


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
    firsts = tuple(dict.fromkeys(initiative.rollers(ahead, ahead.able()).values()))
    asked = firsts if is_of_number_alone and rules.place.values is Shared.FIRST else ahead.able()
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
            default=new_numbers.typed(ahead, combatant_id),
            help="",
        )
        for combatant_id in asked
        if anew or not (recall(ahead.standings[combatant_id]).has_number or new_numbers.typed(ahead, combatant_id))
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


def enter_numbers(draft: Draft, command: Act) -> None:
    for key, number in read_asked(draft.encounter, command).items():
        combatant_id, _, field = key.partition("-")
        combatant = with_arrivals(draft.encounter).combatants[combatant_id]
        draft.change_combatant(replace(combatant, sheet={**combatant.sheet, field or TYPED.key: number}))
