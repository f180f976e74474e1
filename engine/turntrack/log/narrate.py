"""The log: a sentence with its rules for each event that has one, and the sentence that a choice would give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from turntrack.core import events as e
from turntrack.core.commands import Command, RollFromCard
from turntrack.core.dice import DiceNeeded, NoDice, Roll
from turntrack.core.errors import Refused
from turntrack.core.evolve import evolve, fold
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Combatant, Encounter, Id, Status
from turntrack.core.names import join_names
from turntrack.core.score import Term, signed
from turntrack.core.settings import SETTINGS
from turntrack.history.session import Step
from turntrack.log.clauses import (
    changed_words,
    counted_words,
    counter_words,
    ended_words,
    fight_counter_words,
    given_words,
    happens_words,
    health_words,
    sheet_health_words,
    waiting_words,
)
from turntrack.rules.decide import decide
from turntrack.rules.health import counts_wounds
from turntrack.systems.arrivals import with_entered
from turntrack.systems.last_stand import DYING
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of the log. ``about`` is empty if the line concerns the whole fight."""

    text: str
    rules: tuple[str, ...] = ()
    about: Id = ""
    matters: bool = False
    """Whether the line is said where there is no room for all: damage, healing, a fall, and notes of the rules."""

    @property
    def is_ruling(self) -> bool:
        """Return whether the line tells of a ruling."""
        return e.RULING in self.rules

    def without_rules(self) -> Sentence:
        """Return the sentence without the rules that it cites; a ruling stays marked."""
        return replace(self, rules=(e.RULING,) if self.is_ruling else ()) if self.rules else self

    def __str__(self) -> str:
        return f"{self.text} ({', '.join(self.rules)})" if self.rules else self.text


def narrate(before: Encounter, step: Step, system: TurnSystem) -> tuple[Sentence, ...]:
    """Return the log lines of a step, in the order of its events. ``before`` is the encounter before the step."""
    return tuple(_tell(before, step, system))


def _tell(before: Encounter, step: Step, system: TurnSystem) -> Iterator[Sentence]:
    if isinstance(step.command, RollFromCard):
        return _card_sentences(before, step.command, step.events)
    return sentences(before, step.events, system)


def _card_sentences(before: Encounter, command: RollFromCard, events: Iterable[e.Event]) -> Iterator[Sentence]:
    for event in events:
        if isinstance(event, e.DiceRolled):
            purpose = command.purpose or "from the card"
            yield Sentence(
                f"{before.name_of(command.id)}, {purpose}: {card_roll_words(command, event.roll)}.", (), command.id
            )


def card_roll_words(command: RollFromCard, roll: Roll) -> str:
    """Say what dice of a card have shown, and whether an ability is back: ``5, recharged``."""
    if not command.recharges_on:
        return roll.sum_words()
    return f"{roll.sum_words()}, {'recharged' if roll.total >= command.recharges_on else 'not recharged'}"


def sentences(before: Encounter, events: Iterable[e.Event], system: TurnSystem) -> Iterator[Sentence]:
    """Yield the log lines of events, lazily."""
    combatants, groups, now = None, frozenset[str](), system.at(before)
    for event in events:
        after = evolve(before, event)
        if after.memory is not before.memory:  # it has the rules of the fight, where each has its own
            now = system.at(after)
        if isinstance(event, e.DiceRolled) and before.combatants is not combatants:  # once for the rolls of a crowd
            combatants, groups = before.combatants, _groups(before)
        sentence = _sentence(before, event, after, now, groups)
        if sentence:
            yield sentence
        before = after


def _groups(encounter: Encounter) -> frozenset[str]:
    groups = {combatant.group for combatant in encounter.combatants.values()} - {""}
    return frozenset(encounter.name_of_group(group) for group in groups)


def title(before: Encounter, step: Step, system: TurnSystem) -> str:
    """Name a step in a few words, for undo and redo: ``Mara attacks``, ``Mara attacks Rat, 5 damage``."""
    for event in step.events:
        if isinstance(event, e.Spent):
            damage = next((other.amount for other in step.events if isinstance(other, e.HealthChanged)), 0)
            return f"{_deed_words(before, replace(event, note=''))}{f', {damage} damage' if damage else ''}"
    joined = [event.combatant.name for event in step.events if isinstance(event, e.CombatantAdded)]
    if len(joined) > 1:
        return f"{join_names(joined)} join"
    first = next(_tell(before, step, system), None)
    return first.text.rstrip(".") if first else "a change"


def all_names_of(encounter: Encounter, ids: Iterable[Id]) -> str:
    """Join the names of these combatants, however many; ``Encounter.names_of`` cuts a long list short."""
    return ", ".join(encounter.name_of(combatant_id) for combatant_id in ids)


def _sentence(
    before: Encounter, event: e.Event, after: Encounter, system: TurnSystem, groups: frozenset[str]
) -> Sentence | None:
    match event:
        case e.EncounterMade():
            return Sentence(f"{event.name}: a new fight, {system.title}.")
        case e.EncounterRenamed():
            return Sentence(f"The fight is now called {event.name}.")
        case e.OptionChosen():
            return _option_sentence(event, system)
        case e.RoundOpened():
            part = f", {system.part_word} {event.part}," if event.part > 1 else ""
            return Sentence(f"{system.round_name(event.round).capitalize()}{part} begins.", _citation(event.rule))
        case e.RoundClosed():
            word = "The game master ends" if event.rule == e.RULING else "That is the end of"
            return Sentence(f"{word} {system.round_name(event.round)}.", _citation(event.rule))
        case e.CombatantAdded(combatant):
            return Sentence(f"{combatant.name} joins.", (), combatant.id)
        case e.CombatantChanged(combatant):
            return _change_sentence(before, combatant, system)
        case e.CombatantRemoved():
            return Sentence(f"{before.name_of(event.id)} leaves the fight.", (), event.id)
        case e.HiddenSet():
            return _hiding_sentence(before, event)
        case e.Waited(waiting):
            return Sentence(waiting_words(before, waiting, system), (), waiting.combatant.id)
        case e.Entered():
            return Sentence(f"{before.name_of(event.id)} comes in.", (), event.id)
        case e.HappeningPlanned(planned):
            return Sentence(f"Planned {happens_words(planned, system)}: {planned.text}")
        case e.Happened() | e.HappeningSettled() | e.HappeningDropped():
            return _happening_sentence(before, event)
        case e.HealthChanged():
            about = _only(change.id for change in event.changes)
            return Sentence(f"{health_words(before, event, after)}.", _citation(event.rule), about, matters=True)
        case e.HealthCounted() if counts_wounds(before):
            return None  # the side or the note decides at which wound they fall: no news
        case e.HealthCounted():
            return Sentence(f"{counted_words(before, event)}.", (), _only(event.ids))
        case e.PoolSet():
            words = "share one health" if event.pooled else "each have a health of their own"
            return Sentence(f"{event.group}: they {words} from now on.")
        case e.CounterSet():
            return Sentence(f"{counter_words(before.combatants[event.id], event)}.", (), event.id)
        case e.CounterDropped() if _is_of_ended_stand(before, event, system):
            return None  # that it is over is told
        case e.CounterDropped():
            return Sentence(f"{before.name_of(event.id)}: {event.name} is no longer counted.", (), event.id)
        case e.FightCounterSet():
            return Sentence(f"{fight_counter_words(before, event)}.")
        case e.FightCounterDropped():
            return Sentence(f"{event.name} is no longer counted.")
        case e.StatCardWritten():
            words = "a card" if event.lines else "no card any more"
            about = _only(event.ids)
            return Sentence(f"{after.names_of(event.ids)} {'has' if about else 'have'} {words}.", (), about)
        case e.ConditionsGiven():
            about = _only(condition.bearer for condition in event.conditions)
            return Sentence(f"{given_words(after, event, system)}.", (), about)
        case e.ConditionChanged(condition):
            return Sentence(changed_words(event, before, after, system), (), condition.bearer)
        case e.ConditionsEnded():
            return Sentence(f"{ended_words(before, event)}.")
        case e.ConditionForgotten():
            return Sentence(f"“{event.name}” is no longer offered as a condition.")
        case e.DiceRolled():
            return _roll_sentence(event, system, groups)
        case e.ScoreSet():
            return _score_sentence(before, event, after, system)
        case e.OrderSet():
            words = f"The order is {all_names_of(before, event.order)}."
            return Sentence(words, _citation(event.rule)) if event.rule else None
        case e.Placed():
            return _told(before, event, event.why)
        case e.StatusSet():
            return _told(before, event, event.why or ("is up" if event.status is Status.ACTING else ""))
        case e.AbleSet():
            return _told(before, event, "is able to act again" if event.able else "falls", matters=not event.able)
        case e.Spent():
            return _spending_sentence(before, event, after, system)
        case e.Remembered():
            was, now = (with_entered(encounter, (event.id,)) for encounter in (before, after))
            return _told(before, event, system.memory_words(was, now, event.id))
        case e.Noted():
            is_of_rules = bool(event.rule) and not event.about
            return Sentence(event.text, _citation(event.rule), event.about, matters=is_of_rules)
        case _:
            assert_never(event)


def _is_of_ended_stand(before: Encounter, event: e.CounterDropped, system: TurnSystem) -> bool:
    """Return whether a tally goes with the last stand that it belongs to."""
    if system.last_stand is None or event.name not in system.last_stand.kept:
        return False
    return all(each.bearer != event.id or each.name != DYING for each in before.conditions)


def _told(
    before: Encounter, event: e.Placed | e.StatusSet | e.AbleSet | e.Remembered, words: str, *, matters: bool = False
) -> Sentence | None:
    """Say what has become of the combatant of an event, or of the whole fight; None without words."""
    subject = f"{before.name_of(event.id)} " if event.id else ""
    return Sentence(f"{subject}{words}.", _citation(event.rule), event.id, matters) if words else None


def _only(ids: Iterable[Id]) -> Id:
    """Return the id if it is a single one, else none: the sentence is then about nobody alone."""
    who = tuple(ids)
    return who[0] if len(who) == 1 else ""


def _option_sentence(event: e.OptionChosen, system: TurnSystem) -> Sentence:
    option = next((option for option in (*system.options, *SETTINGS) if option.key == event.key), None)
    if option is None:
        return Sentence(f"Option {event.key}: {event.value}.")
    label = next((pick.label for pick in option.values if pick.key == event.value), event.value)
    return Sentence(f"{option.label}: {label}.", _citation(option.reading))


def _hiding_sentence(before: Encounter, event: e.HiddenSet) -> Sentence:
    about, state = _only(event.ids), "hidden from" if event.hidden else "revealed to"
    is_so = f"{'is' if about else 'are'} {state} the players"
    return Sentence(f"{before.names_of(event.ids)} {f'{event.why} and ' if event.why else ''}{is_so}.", (), about)


def _happening_sentence(before: Encounter, event: e.Happened | e.HappeningSettled | e.HappeningDropped) -> Sentence:
    happening = next((planned for planned in before.happenings if planned.number == event.number), None)
    is_over = not isinstance(event, e.Happened)
    words = "settled" if is_over and happening and happening.due else "no longer planned" if is_over else "now"
    return Sentence(f"{happening.text if happening else 'What was planned'} ({words})")


def _roll_sentence(event: e.DiceRolled, system: TurnSystem, groups: frozenset[str]) -> Sentence:
    who = f"The group {event.who.removeprefix('group ')}" if event.who in groups else event.who
    corrected = "Corrected: " if event.rule == e.RULING else ""
    if event.roll.is_told:
        words = f"{corrected}{who} has a total of {signed(event.roll.total)} for {event.purpose}."
    elif corrected:
        words = f"{corrected}{who} rolled {event.roll} for {event.purpose}."
    elif system.is_deal(event.roll):
        gets = "draws" if event.roll.typed else "is dealt"
        words = f"{who} {gets} the {system.say_number(event.roll.total)}."
    else:
        words = f"{who} rolls {event.roll} for {event.purpose}."
    return Sentence(words, _citation(event.rule))


def _score_sentence(before: Encounter, event: e.ScoreSet, after: Encounter, system: TurnSystem) -> Sentence:
    name = before.name_of(event.id)
    now = system.number(after, event.id)
    then = system.number(before, event.id)
    if event.rule == e.RULING and then is not None and now is not None:
        was, now_is = system.say_number(then.total), system.say_number(now.total)
        return Sentence(f"{name}: {was} → {now_is}.", (e.RULING,), event.id)
    score = now or event.score  # the number has the points spent since
    rules = tuple(dict.fromkeys((*_citation(event.rule), *score.rules)))
    plain = type(score)(tuple([Term(term.label, term.amount) for term in score.terms]))
    if system.deck:
        since = ", ".join(term.label for term in plain.terms[1:])
        words = f"{name}: {system.say_number(plain.total)}{f' ({since})' if since else ''}."
        return Sentence(words, rules, event.id)
    if [term.label for term in plain.terms] == ["told"]:  # a sum of one number is none
        return Sentence(f"{name}: told {plain.total}.", rules, event.id)
    return Sentence(f"{name}: {plain}.", rules, event.id)


def _spending_sentence(before: Encounter, event: e.Spent, after: Encounter, system: TurnSystem) -> Sentence:
    rules = tuple(dict.fromkeys((*_citation(event.rule), *_citation(event.term.rule))))
    words = _deed_words(before, event)
    then, now = system.number(before, event.id), system.number(after, event.id)
    if system.counts_points and then is not None and now is not None:
        words += f" ({signed(event.term.amount)}): {signed(then.total)} → {signed(now.total)}"
    return Sentence(f"{words}.", rules, event.id)


def _deed_words(before: Encounter, event: e.Spent) -> str:
    """Say what a combatant did, without its price: ``Mara attacks Rat “from behind” and misses``."""
    words = f"{before.name_of(event.id)} {event.term.label}{f' “{event.note}”' if event.note else ''}"
    comma = "," if "," in event.term.label else ""
    return f"{words}{comma} and misses" if event.misses else words


def _change_sentence(before: Encounter, new: Combatant, system: TurnSystem) -> Sentence:
    old = before.combatants.get(new.id, new)
    if old.name != new.name:
        return Sentence(f"{old.name} is now called {new.name}.", (), new.id)
    if health := sheet_health_words(before, old, new):
        return Sentence(f"{new.name}: {health}.", (), new.id)
    if old.temporary != new.temporary:
        return Sentence(f"{new.name}: temporary points {old.temporary} → {new.temporary}.", (), new.id)
    if old.players_name != new.players_name:
        return Sentence(f"{new.name}: the players know {new.players_name or new.name}.", (), new.id)
    if old.side != new.side:
        return Sentence(f"{new.name} is now {f'on the side of {new.side}' if new.side else 'on no side'}.", (), new.id)
    if old.member != new.member:
        return Sentence(f"{new.name} is in the party.", (), new.id)
    if old.at_table != new.at_table:
        does, app_does = ("draws real cards", "deals") if system.deck else ("rolls real dice", "rolls")
        words = f"{new.name} {does}" if new.at_table else f"Turntrack {app_does} for {new.name}"
        return Sentence(f"{words} from now on.", (), new.id)
    if changes := list(_sheet_changes(old, new, system)):
        return Sentence(f"{new.name}: {', '.join(changes)}.", (), new.id)
    return Sentence(f"{new.name}’s sheet has changed.", (), new.id)


def _sheet_changes(old: Combatant, new: Combatant, system: TurnSystem) -> Iterator[str]:
    """Yield the fields of the sheet that have changed, with the values before and now."""
    for field in system.fields:
        was, now = old.sheet.get(field.key, field.default), new.sheet.get(field.key, field.default)
        if was != now:
            yield f"{field.label} {_value_words(field, was)} → {_value_words(field, now)}"


def _value_words(field: Field, value: Value) -> str:
    match field.kind:
        case Kind.FLAG:
            return "yes" if value else "no"
        case Kind.PICK:
            return next((pick.label for pick in field.picks if pick.key == value), str(value))
        case Kind.NUMBER:
            return signed(value) if isinstance(value, int) else "none"
        case _:
            return str(value) or "none"


def _citation(rule: str) -> tuple[str, ...]:
    return (rule,) if rule else ()


def preview(encounter: Encounter, command: Command, system: TurnSystem) -> Sentence | None:
    """Return the log sentence of the command's first Spent event, else of its first event.

    None if the command is refused or needs dice. This decides the command: too slow for all choices of a panel.
    """
    try:
        events = decide(encounter, command, NoDice(), (system,))
    except (DiceNeeded, Refused):
        return None
    at = next((at for at, event in enumerate(events) if isinstance(event, e.Spent)), 0)
    return next(sentences(fold(encounter, events[:at]), events[at:], system), None)
