"""Rulings: the game master sets scores, turns and facts of a system."""

from __future__ import annotations

from typing import assert_never

from turntrack.core.commands import RuleFact, RuleIn, RuleScore, RuleSkip, RuleTurn
from turntrack.core.dice import DiceNeeded
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, ScoreSet, StatusSet
from turntrack.core.fields import Field, Kind, read
from turntrack.core.model import Id, Status, TurnEffect
from turntrack.core.score import Score, Term
from turntrack.systems.protocol import TurnSystem

SCORE = Field("score", "Score", Kind.NUMBER, 0, low=-999, high=999)


def rule_score(draft: Draft, command: RuleScore, system: TurnSystem) -> None:
    """Set the number of a combatant. Raises Refused and BadValue."""
    check_open(draft, system)
    standing = draft.standing(command.id)
    wanted = int(read(SCORE, command.score))
    now = system.number(draft.encounter, command.id)
    change = wanted - (now.total if now else 0)
    if not change and now:
        raise Refused("no_change", f"That is already {draft.encounter.name_of(command.id)}’s number.")
    # a score that is not on the track is left from an earlier round
    score = (standing.score if now and standing.score else Score(())).plus(Term("ruling", change, RULING))
    acting = draft.encounter.acting()
    draft.record(ScoreSet(command.id, score, RULING))
    system.rescore(draft, (command.id,), None)
    act_first(draft, (command.id,), acting, system)


def act_first(draft: Draft, ids: tuple[Id, ...], acting: tuple[Id, ...], system: TurnSystem) -> None:
    """Let the first combatant of the order act, after a ruling has changed the numbers of ``ids``.

    ``acting`` are the combatants who acted before the ruling. They continue unless ``ids`` contains one of them or of
    the new first combatants, or if nobody else has a turn in this part of the round.
    """
    encounter = draft.encounter
    placed = Draft(encounter)
    placed.record(*(StatusSet(actor, Status.READY) for actor in placed.encounter.acting()))
    try:
        system.settle(placed)
    except DiceNeeded:  # only a later part of the round begins with dice
        return
    if (placed.encounter.round, placed.encounter.part) != (encounter.round, encounter.part):
        return
    first = placed.encounter.acting()
    if first != draft.encounter.acting() and not {*acting, *first}.isdisjoint(ids):
        draft.record(*placed.events)


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
                draft.record(StatusSet(actor, Status.READY))
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
            told = len(draft.events)
            system.rule_fact(draft, command.id, command.key, read(field, command.value))
            if len(draft.events) == told:
                raise Refused("no_change", "That is already the case.")
            return
    raise Refused("no_fact", f"{system.title} has nothing called “{command.key[:40]}” to rule on.")


def check_open(draft: Draft, system: TurnSystem) -> None:
    """Check that a round is running. Raises Refused."""
    if not draft.encounter.is_open:
        raise Refused("not_open", f"No {system.round_word} is running.")
