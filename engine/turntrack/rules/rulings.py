"""Rulings: the game master sets scores, turns and facts, corrects past rolls, and rolls from a stat card."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from turntrack.core.commands import CorrectThrow, RollFromCard, RuleFact, RuleIn, RuleScore, RuleSkip, RuleTurn
from turntrack.core.dice import MOST_DICE, DiceCode, DiceNeeded, DiceRequest, Roll, dice_of_roll, read_roll
from turntrack.core.draft import Draft
from turntrack.core.errors import BadValue, Malformed, Refused
from turntrack.core.events import RULING, DiceRolled, ScoreSet, StatusSet
from turntrack.core.fields import TOLD, Field, Kind, clean_text, read, read_plain_dice
from turntrack.core.model import Encounter, Id, Status, TurnEffect
from turntrack.core.score import Score, Term, TermKind, signed
from turntrack.rules.combatants import LONGEST_CARD
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.toolkit.guards import Guards
from turntrack.systems.toolkit.turn_order import lose_turn

SCORE = Field("score", "Score", Kind.NUMBER, 0, low=-999, high=999)


def rule_score(draft: Draft, command: RuleScore, system: TurnSystem) -> None:
    """Set the number of a combatant. Raises Refused and BadValue."""
    standing = draft.standing(command.id)
    before, now = draft.encounter, system.number(draft.encounter, command.id)
    if now is None or not system.number_lasts(before):
        check_open(draft, system)
    wanted = int(read(SCORE, command.score))
    change = wanted - (now.total if now else 0)
    if not change and now:
        raise Refused("no_change", f"That is already {draft.encounter.name_of(command.id)}’s number.")
    # a score that is not on the track is left from an earlier round
    score = (standing.score if now and standing.score else Score(())).plus(Term("ruling", change, RULING))
    draft.record(ScoreSet(command.id, score, RULING))
    system.rescore(draft, (command.id,), before, False)
    if before.is_open and draft.standing(command.id).plays:
        act_first(draft, before, system)


def act_first(draft: Draft, before: Encounter, system: TurnSystem) -> None:
    """Give the turn to the first in the order if a change has put somebody above whoever acted ``before`` it.

    An actor by ruling keeps the turn until somebody passes them. The turn stays, too, where the table chooses who acts,
    or if the order would end the part of the round.
    """
    encounter = draft.encounter
    placed = _settled_anew(encounter, system)
    if placed is None or (placed.encounter.round, placed.encounter.part) != (encounter.round, encounter.part):
        return
    if placed.encounter.acting() in ((), encounter.acting()):
        return
    before = _with_memories(before, encounter)
    was = _settled_anew(before, system)
    in_order = was.encounter.acting() if was else ()
    joins = bool({*placed.encounter.acting()} - {*in_order})
    for actor in before.acting():
        if (joins and actor in in_order) or _is_passed(actor, before, encounter, was, placed, system):
            draft.record(*placed.events)
            return


def _with_memories(before: Encounter, now: Encounter) -> Encounter:
    """Return the fight before a change with the memories after it, of the actors and of all with the same number.

    Otherwise an actor whose memory merely no longer mentions an interruption would seem to have been passed.
    """
    standings = {
        member: standing._replace(memory=now.standings[member].memory)
        if standing.status is Status.ACTING or standing.score == now.standings[member].score
        else standing
        for member, standing in before.standings.items()
    }
    return before._replace(standings=standings)


def _is_passed(
    actor: Id, before: Encounter, now: Encounter, was: Draft | None, placed: Draft, system: TurnSystem
) -> bool:
    """Return whether somebody has moved above the actor, with the actor's row where it is or as it is without the turn.

    Without the turn equals may stand otherwise, as the actor or another of them may have acted just before: only those
    count there whom ``placed`` puts above, and ``was``, which is that before the change, does not.
    """
    on_track, without = (
        _above(now, actor, status, system) - _above(before, actor, status, system)
        for status in (Status.ACTING, Status.READY)
    )
    rows, rows_before = (system.track(each.encounter) if each else (actor,) for each in (placed, was))
    in_order = {*rows[: rows.index(actor)]} - {*rows_before[: rows_before.index(actor)]}
    return bool(on_track or without & in_order)


def _above(encounter: Encounter, actor: Id, status: Status, system: TurnSystem) -> set[Id]:
    """Return those who are still to act and stand above the actor on the track if the actor has this status.

    Whoever holds has no turn that comes at the place of the row, unless that is at a number.
    """
    standings = {**encounter.standings, actor: encounter.standings[actor]._replace(status=status)}
    track = system.track(encounter._replace(standings=standings))
    return {
        member
        for member in track[: track.index(actor)]
        if standings[member].plays and (system.holds_by_number or standings[member].status is not Status.HOLDING)
    }


def _settled_anew(encounter: Encounter, system: TurnSystem) -> Draft | None:
    """Return a draft in which the order alone says who acts; None if dice decide, in a later part of the round."""
    placed = Draft(encounter)
    placed.record(*(lose_turn(actor, system.has_begun(encounter, actor)) for actor in encounter.acting()))
    try:
        system.settle(placed)
    except DiceNeeded:
        return None
    return placed


def rule_status(draft: Draft, command: RuleTurn | RuleSkip | RuleIn, system: TurnSystem) -> None:
    """Let a combatant act now, end the combatant’s round, or bring the combatant back into it. Raises Refused."""
    check_open(draft, system)
    standing = draft.standing(command.id)
    name = draft.encounter.name_of(command.id)
    if not standing.able:
        raise Refused("unable", f"{name} is unable to act: get {name} back up first.")
    match command:
        case RuleTurn():
            if standing.status is Status.ACTING:
                raise Refused("already", f"{name} is already acting.")
            for actor in draft.encounter.acting():
                draft.record(lose_turn(actor, system.has_begun(draft.encounter, actor)))
            draft.record(StatusSet(command.id, Status.ACTING, "acts now", RULING))
        case RuleSkip():
            if standing.status is Status.DONE:
                raise Refused("already", f"{name} is already done for this {system.round_word}.")
            why = f"is skipped for this {system.round_word}"
            draft.record(StatusSet(command.id, Status.DONE, why, RULING, TurnEffect.OVER))
        case RuleIn():
            if standing.status is not Status.DONE:
                raise Refused("already", f"{name} is already in this {system.round_word}.")
            draft.record(StatusSet(command.id, Status.READY, f"is back in this {system.round_word}", RULING))
        case _:
            assert_never(command)


def rule_fact(draft: Draft, command: RuleFact, system: TurnSystem) -> None:
    """Set a fact of the system. Raises Refused and BadValue."""
    if command.id:
        draft.combatant(command.id)
    for field in system.rulable_facts(draft.encounter, command.id):
        if field.key == command.key:
            before = draft.encounter
            system.rule_fact(draft, command.id, command.key, read(field, command.value))
            if draft.encounter == before:
                raise Refused("no_change", "That is already the case.")
            return
    raise Refused("no_fact", f"{system.title} has nothing called “{command.key[:40]}” to rule on.")


def check_open(draft: Draft, system: TurnSystem) -> None:
    """Check that a round is running. Raises Refused."""
    Guards(round_word=system.round_word).check_open(draft.encounter)


def correct_roll(draft: Draft, command: CorrectThrow, system: TurnSystem) -> None:
    """Correct a roll that is part of numbers, and sort by the new numbers. Turns already taken stay as they are.

    Raises Refused and BadValue.
    """
    if not system.number_lasts(draft.encounter):
        check_open(draft, system)
    numbers = {
        draft.combatant(combatant_id).id: system.number(draft.encounter, combatant_id) for combatant_id in command.ids
    }
    dice = system.dice_in_number(draft.encounter, command.ids[0], command.purpose) if command.ids else None
    if dice is None or None in numbers.values():
        raise Refused("no_number", "No number depends on this roll now: go back to it and reroll.")
    now = _read_correction(command, dice)
    if now.total == command.was.total and now.faces in ((), command.was.faces):
        raise Refused("no_change", "Those are the same dice.")
    before = draft.encounter
    draft.record(DiceRolled(command.who, command.purpose, now, RULING))
    for combatant_id in numbers:
        score = (draft.standing(combatant_id).score or Score(())).plus(correction_term(command.was, now))
        draft.record(
            ScoreSet(
                combatant_id, system.correct_score(draft.encounter, combatant_id, command.purpose, score, now), RULING
            )
        )
    system.rescore(draft, tuple(numbers), before, True)
    if draft.encounter.is_open and any(draft.standing(combatant_id).plays for combatant_id in numbers):
        act_first(draft, before, system)


def correction_term(was: Roll, now: Roll) -> Term:
    """Return the term that a corrected roll adds to a score."""
    dice = now.code.removeprefix("1") if now.code.startswith("1d") else now.code
    dice = "told" if now.is_told else dice
    words = f"corrected: {dice} {signed(was.total)} → {signed(now.total)}"
    return Term(words, now.total - was.total, RULING, TermKind.CORRECTION)


def _read_correction(command: CorrectThrow, today: DiceCode) -> Roll:
    """Read the corrected result with the dice of the roll, else with the dice by today's options. Raises BadValue."""
    if command.was.is_told:
        total = read(TOLD, command.faces)
        if not isinstance(total, int):
            raise BadValue("The total is a number.")
        return replace(command.was, total=total)
    refused = BadValue("")
    for dice in (command.dice or today, today):
        try:
            return read_roll(dice_of_roll(command.was, dice) or DiceCode.parse(command.was.code), command.faces)
        except Malformed as error:
            refused = BadValue(str(error))
    raise refused


def roll_from_card(draft: Draft, command: RollFromCard) -> None:
    """Roll dice that a card names; nothing else changes. Raises Refused, BadValue and DiceNeeded."""
    combatant = draft.combatant(command.id)
    code = read_plain_dice("The roll", command.dice, MOST_DICE)
    purpose = clean_text("The roll", command.purpose, LONGEST_CARD) or "its card"
    request = DiceRequest(f"card:{combatant.id}", combatant.name, purpose, code, combatant.at_table)
    draft.roll([request])
