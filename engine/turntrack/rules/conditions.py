"""Decisions on conditions: give and end them, and answer reminders; and their usual names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from turntrack.core.commands import EndConditions, ForgetCondition, GiveCondition, KeepCondition
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import ConditionChanged, ConditionForgotten, ConditionsEnded, ConditionsGiven
from turntrack.core.evolve import MOST_WORDS
from turntrack.core.fields import COUNT, LONGEST_TEXT, Field, Kind, clean_text, read, read_plain_dice, required_text
from turntrack.core.model import Attempt, Condition, Due, Encounter, Id, LastingCondition, Stage, Until
from turntrack.rules.condition_expiry import CONCENTRATION, follower_of, is_concentrated_on
from turntrack.systems.protocol import TurnSystem

MOST_CONDITIONS = 1000
MOST_ROLLED = 10
"""The greatest number of dice in an attempt to end a condition."""

NAME = "The condition’s name"
TURNS = Field("turns", "Turns", Kind.NUMBER, 1, high=99)
NEEDS = Field("needs", "Number to roll", Kind.NUMBER, 0, low=-9999, high=9999)


def give(draft: Draft, command: GiveCondition, system: TurnSystem) -> None:
    """Give one condition to all bearers of the command; whoever has it already has it from now on as long as told.

    Raises Refused and BadValue.
    """
    name = required_text(NAME, command.name)
    if not command.ids:
        raise Refused("nobody", "Choose someone first.")
    if command.by:
        draft.combatant(command.by)
    if command.held and not (command.by and draft.standing(command.by).able):
        raise Refused("no_holder", "Say who is holding: somebody who is able to act.")
    condition = Condition(
        0,
        "",
        name,
        clean_text("The text", command.text, LONGEST_TEXT),
        command.by,
        command.until,
        attempt=read_attempt(command.attempt),
        held=command.held,
    )
    if command.until is Until.COUNT:
        condition = replace(condition, count=_count(draft.encounter, command, system))
    given = [_given_to(draft, bearer, condition, command) for bearer in dict.fromkeys(command.ids)]
    for each in given:
        if _is_there(draft.encounter, each):
            raise Refused("already", f"{draft.combatant(each.bearer).name} is already {condition.name}.")
    if command.held and command.concentrates:
        _end_former_concentration(draft, command.by, name)
        inflict(draft, (command.by,), CONCENTRATION[0], system)
    _record(draft, [_placed(draft.encounter, each, system) for each in given])


def _end_former_concentration(draft: Draft, holder: Id, name: str) -> None:
    """End what somebody has concentrated on who concentrates on another condition from now on."""
    former = tuple(
        each.number
        for each in draft.encounter.conditions
        if each.by == holder and each.name.casefold() != name.casefold() and is_concentrated_on(draft.encounter, each)
    )
    if former:
        draft.record(ConditionsEnded(former, f"{draft.combatant(holder).name} concentrates on something else"))


def read_words(words: Iterable[str]) -> tuple[str, ...]:
    """Return the names of conditions from earlier fights, each once, at most ``MOST_WORDS``. Raises BadValue."""
    latest_first = reversed([required_text(NAME, word) for word in words])
    return tuple(reversed(dict.fromkeys(latest_first)))[-MOST_WORDS:]


def inflict(
    draft: Draft,
    ids: Iterable[Id],
    name: str,
    system: TurnSystem,
    until: Until | None = None,
    whose: Id = "",
    turns: int = 1,
) -> None:
    """Give a condition with this end to each of ``ids``; None is the usual end, or else until it is removed.

    Whoever has it with a text, a cause or a roll keeps it so. Raises Refused and BadValue.
    """
    if until is Until.COUNT:
        raise Refused("no_count", "A condition with damage lasts until no count.")
    name, given = required_text(NAME, name), list[Condition]()
    ends = until or usual_end(name, system) or Until.REMOVED
    for bearer in ids:
        there = [each for each in conditions_of(draft.encounter, bearer) if each.name.casefold() == name.casefold()]
        if any(each.text or each.by or each.attempt for each in there):
            continue
        lasts = _possible_end(draft, ends, whose or bearer)
        command = GiveCondition((bearer,), name, until=lasts, whose=whose, turns=turns)
        given.append(_given_to(draft, bearer, Condition(0, "", name, until=lasts), command))
    _record(draft, [each for each in given if not _is_there(draft.encounter, each)])


def _possible_end(draft: Draft, until: Until, whose: Id) -> Until:
    """Return the end; until it is removed in place of turns of somebody who takes none. Raises BadValue."""
    return Until.REMOVED if until.counts_turns and not draft.standing(whose).able else until


def give_lasting(draft: Draft, bearer: Id, lasting: Iterable[LastingCondition]) -> None:
    """Give a newcomer the conditions from before the fight. Raises Refused and BadValue."""
    for condition in dict.fromkeys(lasting):
        name, text = required_text(NAME, condition.name), clean_text("The text", condition.text, LONGEST_TEXT)
        until = condition.until if condition.until.outlasts_fight else Until.REMOVED
        _record(draft, [Condition(0, bearer, name, text, until=until)])


def _count(encounter: Encounter, command: GiveCondition, system: TurnSystem) -> int:
    """Return the count at which the condition ends. Raises Refused where no such count is still to come."""
    count = int(read(COUNT, command.count))
    if not system.counts_points or not encounter.is_open:
        raise Refused("no_count", "Nobody acts by a count right now.")
    for actor in encounter.acting():
        number = system.number(encounter, actor)
        if number is not None and system.has_come(count, number.total):
            raise Refused("no_count", f"{system.count_word.capitalize()} {count} will not come any more.")
    return count


def _given_to(draft: Draft, bearer: Id, condition: Condition, command: GiveCondition) -> Condition:
    """Return the condition for this bearer; one that the bearer has already lasts as told now, under its number.

    Raises Refused if no such turn comes.
    """
    draft.combatant(bearer)
    given = replace(condition, bearer=bearer)
    if command.until.counts_turns:
        given = _with_turns(draft, given, command)
    present = next((each for each in draft.encounter.conditions if _is_same_kind(each, given)), None)
    if present is None:
        return given
    return replace(
        given,
        number=present.number,
        name=present.name,
        text=given.text or present.text,
        attempt=given.attempt or present.attempt,
        rolls_at=present.rolls_at,
        rolled_in=present.rolled_in,
    )


def _is_there(encounter: Encounter, given: Condition) -> bool:
    """Return whether the bearer has exactly this condition."""
    there = (each for each in encounter.conditions if each.number == given.number)
    return any(replace(present, due=Due.NOTHING, lost=0) == given for present in there)


def _is_same_kind(present: Condition, given: Condition) -> bool:
    """Return whether one of two conditions of a bearer takes the place of the other: of one cause, with one text."""
    is_one = (present.bearer, present.by, present.held) == (given.bearer, given.by, given.held)
    has_same_text = not given.text or not present.text or present.text == given.text
    return is_one and has_same_text and present.name.casefold() == given.name.casefold()


def _placed(encounter: Encounter, given: Condition, system: TurnSystem) -> Condition:
    """Return the condition with the place where a fallen bearer’s attempt is due."""
    standing = encounter.standings.get(given.bearer)
    if given.attempt is None or standing is None or standing.able:
        return given
    as_able = encounter.with_standing(given.bearer, standing._replace(able=True))
    return replace(given, rolls_at=follower_of(as_able, given.bearer, system))


def _with_turns(draft: Draft, given: Condition, command: GiveCondition) -> Condition:
    """Return the condition with the turns to count. Raises Refused if no such turn comes."""
    whose = command.whose or given.bearer
    standing, name = draft.standing(whose), draft.combatant(whose).name
    if not standing.able:
        raise Refused("unable", f"{name} is unable to act, and takes no turn.")
    turns = int(read(TURNS, command.turns))
    ends = command.until is Until.TURN_ENDS
    if not turns and not (ends and standing.is_in_turn):
        raise Refused("no_turn", f"{name} has no turn under way that could {'end' if ends else 'begin'}.")
    if ends:
        return replace(given, whose=whose, turns=turns + standing.is_in_turn)
    return replace(given, whose=whose, turns=turns, put_off=standing.stage is Stage.PUT_OFF)


def _record(draft: Draft, given: Sequence[Condition]) -> None:
    """Record new conditions, and changed ones, which have their numbers. Raises Refused if they are too many."""
    for condition in given:
        if condition.number:
            draft.record(ConditionChanged(condition))
    new = [condition for condition in given if not condition.number]
    if len(draft.encounter.conditions) + len(new) > MOST_CONDITIONS:
        raise Refused("too_many", f"A fight has at most {MOST_CONDITIONS} conditions at a time.")
    if new:
        first = draft.encounter.given + 1
        numbered = [replace(condition, number=number) for number, condition in enumerate(new, first)]
        draft.record(ConditionsGiven(tuple(numbered)))


def read_attempt(attempt: Attempt | None) -> Attempt | None:
    """Return the attempt in its stored form. Raises BadValue for exploding dice, or too many dice."""
    if attempt is None or not attempt.code:
        return attempt and Attempt()
    code, name = (
        read_plain_dice("The roll", attempt.code, MOST_ROLLED),
        clean_text("The roll", attempt.name, LONGEST_TEXT),
    )
    return replace(attempt, code=str(code), needs=int(read(NEEDS, attempt.needs)), name=name)


def end(draft: Draft, command: EndConditions) -> None:
    """End conditions by their numbers. Raises Refused."""
    if not command.numbers:
        raise Refused("no_condition", "Choose a condition first.")
    numbers = tuple(dict.fromkeys(command.numbers))
    for number in numbers:
        _find(draft, number)
    draft.record(ConditionsEnded(numbers))


def forget(draft: Draft, command: ForgetCondition) -> None:
    """Stop offering a condition of the table's own. Raises Refused for any other name."""
    if command.name not in own_names(draft.encounter):
        raise Refused("no_condition", "You have no condition of your own by that name.")
    draft.record(ConditionForgotten(command.name))


def keep(draft: Draft, command: KeepCondition) -> None:
    """Answer the reminder of a condition that goes on. Raises Refused."""
    condition = _find(draft, command.number)
    if condition.due is Due.NOTHING:
        raise Refused("no_reminder", "There is nothing to settle about it now.")
    draft.record(ConditionChanged(replace(condition, due=Due.NOTHING)))


def _find(draft: Draft, number: int) -> Condition:
    for condition in draft.encounter.conditions:
        if condition.number == number:
            return condition
    raise Refused("no_condition", "There is no such condition any more.")


NAMES = ("stunned", "prone", "held", "blind", "afraid", "burning")
"""Condition names that a fight offers whose game has none of its own."""


def usual_end(name: str, system: TurnSystem) -> Until | None:
    """Return the end that a condition of this name always has in a game; None where it depends on the cause."""
    return next((until for until, names in system.condition_ends if name in names), None)


def known_names(encounter: Encounter, usual: tuple[str, ...] = NAMES) -> tuple[str, ...]:
    """List the names that the form offers: those of the game, or the usual ones, then the table's own."""
    return (*usual, *own_names(encounter, usual))


def own_names(encounter: Encounter, usual: tuple[str, ...] = NAMES) -> tuple[str, ...]:
    """List the names of conditions that were used in this fight, or in those before, and are not the usual ones."""
    return tuple(word for word in encounter.words if word not in usual)


def conditions_of(encounter: Encounter, combatant_id: Id) -> tuple[Condition, ...]:
    """Return the conditions that the combatant bears."""
    return tuple(condition for condition in encounter.conditions if condition.bearer == combatant_id)
