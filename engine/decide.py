"""``decide``: a command and the dice give events, or a refusal. The only place where dice fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import assert_never

from engine import conditions, wings
from engine.commands import (
    Act,
    AddCombatant,
    BringIn,
    ChangeCombatant,
    ChooseOption,
    CloseRound,
    Command,
    CorrectThrow,
    CountHealth,
    DoTheSame,
    DropCounter,
    DropHappening,
    DuplicateCombatant,
    EndConditions,
    Fall,
    GiveCondition,
    Hide,
    KeepCondition,
    KeepCounter,
    MakeEncounter,
    Move,
    OpenRound,
    PlanHappening,
    PoolHealth,
    RemoveCombatant,
    RenameEncounter,
    Rise,
    RuleAct,
    RuleFact,
    RuleIn,
    RuleScore,
    RuleSkip,
    RuleTurn,
    StepCounter,
    WaitInWings,
    Wound,
    WriteNote,
)
from engine.correction import correction
from engine.dice import Dice, DiceCode, NoDice, read_roll
from engine.draft import Draft
from engine.errors import BadValue, Malformed, Refused
from engine.events import (
    RULING,
    AbleSet,
    CombatantAdded,
    CombatantChanged,
    CombatantRemoved,
    DiceRolled,
    EncounterMade,
    EncounterRenamed,
    Event,
    HiddenSet,
    Noted,
    OptionChosen,
    RoundClosed,
    ScoreSet,
    Spent,
    StatusSet,
    Waited,
)
from engine.fields import LONGEST_NAME, LONGEST_TEXT, Field, Kind, clean_text, read, read_all
from engine.health import HEALTH as HEALTH
from engine.health import TEMPORARY
from engine.lasting import follow
from engine.listing import list_elsewhere
from engine.model import Combatant, Encounter, Id, Status, Turning
from engine.names import as_spelled, next_name, told_apart
from engine.ordering import same_place
from engine.settings import SETTINGS
from engine.sums import Sum, Term
from engine.systems.protocol import TurnSystem, system_of
from engine.wounds import (
    count_health,
    drop_counter,
    keep_counter,
    let_fall,
    pool_health,
    read_counters,
    step_counter,
    wound,
)

MOST_COMBATANTS = 1000
MOST_VALUES = 100
MOST_DEEDS = 20

COUNT = Field("count", "How many", Kind.NUMBER, 1, low=1, high=100)
AMOUNT = Field("amount", "A value", Kind.NUMBER, 0, low=-999_999_999, high=999_999_999)
SCORE = Field("score", "Score", Kind.NUMBER, 0, low=-999, high=999)


def decide(encounter: Encounter, command: Command, dice: Dice, systems: tuple[TurnSystem, ...]) -> tuple[Event, ...]:
    """Return what happens, in order, when the table asks for ``command``.

    Raises Refused when the rules or the state say no, and DiceNeeded when the table has to roll first;
    give the same command again then, with dice that have the answers.
    """
    key = encounter.system
    if isinstance(command, MakeEncounter) and not key:
        key = command.system
    system = system_of(key, systems)
    draft = Draft(encounter, dice, partial(_follow, system=system))
    try:
        _decide(draft, command, system)
    except BadValue as error:
        raise Refused("bad_value", str(error)) from error
    return tuple(draft.events)


def _decide(draft: Draft, command: Command, system: TurnSystem) -> None:
    match command:
        case MakeEncounter():
            if draft.encounter.system:
                raise Refused("already", "This history has an encounter already.")
            draft.record(EncounterMade(_name("The encounter’s name", command.name), system.key))
        case RenameEncounter():
            draft.record(EncounterRenamed(_name("The encounter’s name", command.name)))
        case ChooseOption():
            _choose(draft, command, system)
        case AddCombatant():
            _add(draft, command, system)
        case ChangeCombatant():
            _change(draft, command, system)
        case DuplicateCombatant():
            _duplicate(draft, command, system)
        case RemoveCombatant():
            if wings.find_waiting(draft.encounter, command.id) is None:
                draft.combatant(command.id)
                system.leaving(draft, command.id)
            draft.record(CombatantRemoved(command.id))
        case Fall():
            if not draft.standing(command.id).able:
                raise Refused("already", f"{draft.encounter.name_of(command.id)} has fallen already.")
            let_fall(draft, command.id, system)
        case Rise():
            if draft.standing(command.id).able:
                raise Refused("already", f"{draft.encounter.name_of(command.id)} is able to act already.")
            draft.record(AbleSet(command.id, True))
            if draft.encounter.is_open:
                system.joined(draft, command.id)
        case Wound():
            wound(draft, command, system)
        case CountHealth():
            count_health(draft, command)
        case PoolHealth():
            pool_health(draft, command)
        case KeepCounter():
            keep_counter(draft, command)
        case StepCounter():
            step_counter(draft, command)
        case DropCounter():
            drop_counter(draft, command)
        case GiveCondition():
            conditions.give(draft, command, system)
        case EndConditions():
            conditions.end(draft, command)
        case KeepCondition():
            conditions.keep(draft, command)
        case Hide():
            wings.hide(draft, command)
        case WaitInWings():
            wings.wait_in_wings(draft, command, system)
        case BringIn():
            wings.bring_in(draft, command, system)
        case PlanHappening():
            wings.plan_happening(draft, command, system)
        case DropHappening():
            wings.drop_happening(draft, command)
        case OpenRound():
            _open(draft, system)
        case CloseRound():
            _only_open(draft, system)
            system.close_round(draft)
            draft.record(RoundClosed(draft.encounter.round, RULING))
        case Act():
            system.act(draft, command)
            _check_values(command)
        case DoTheSame():
            _do_the_same(draft, command, system)
        case Move():
            _move(draft, command, system)
        case RuleScore():
            _rule_score(draft, command, system)
        case CorrectThrow():
            _correct_throw(draft, command, system)
        case RuleTurn() | RuleSkip() | RuleIn():
            _rule_status(draft, command, system)
        case RuleFact():
            _rule_fact(draft, command, system)
        case RuleAct():
            _rule_act(draft, command, system)
        case WriteNote():
            draft.record(Noted(_words("The note", command.text)))
        case _:
            assert_never(command)
    if draft.encounter.is_open:
        _go_on(draft, system)


def _go_on(draft: Draft, system: TurnSystem) -> None:
    """Bring the fight to where somebody acts, with those who come in meanwhile."""
    wings.come_with_round(draft, draft.encounter.round, system)
    wings.happen_with_round(draft)
    system.settle(draft)
    acting = draft.encounter.acting()
    come = wings.come_with_count(draft, system)
    if come:
        _act_first(draft, come, acting, system)


def _follow(before: Encounter, event: Event, after: Encounter, system: TurnSystem) -> Iterator[Event]:
    yield from follow(before, event, after, system)
    yield from wings.reveal(event, after)


def _choose(draft: Draft, command: ChooseOption, system: TurnSystem) -> None:
    for option in (*system.options, *SETTINGS):
        if option.key == command.key:
            picks = Field(option.key, option.label, Kind.PICK, option.default, picks=option.values)
            draft.record(OptionChosen(option.key, str(read(picks, command.value))))
            return
    raise Refused("no_option", f"{system.title} has no option called “{command.key[:40]}”.")


def check_room(encounter: Encounter, more: int) -> None:
    """Refuse so many more combatants where they would be too many. Raises Refused."""
    if len(encounter.combatants) + len(encounter.wings) + more > MOST_COMBATANTS:
        raise Refused("too_many", f"An encounter has at most {MOST_COMBATANTS} combatants.")


def _add(draft: Draft, command: AddCombatant, system: TurnSystem) -> None:
    name = _name("The name", command.name)
    others = draft.encounter.combatants.values()
    side = _as_spelled("The side", command.side, [other.side for other in others])
    group = _as_spelled("The group", command.group, [other.group for other in others])
    note = clean_text("The note", command.note, LONGEST_TEXT)
    health = int(read(HEALTH, command.health))
    sheet = read_all(system.fields, command.sheet)
    count = int(read(COUNT, command.count))
    temporary = int(read(TEMPORARY, command.temporary))
    names = told_apart(name, count, _names_taken(draft.encounter), command.naming)
    called = clean_text("The players’ name", command.players_name, LONGEST_NAME)
    calls = told_apart(called, count, _names_taken(draft.encounter), command.naming) if called else [""] * count
    comes = command.comes and wings.read_comes(draft.encounter, command.comes, system)
    for one_name, players_name in zip(names, calls, strict=True):
        made = Combatant(
            _next_id(draft), one_name, side, group, sheet, command.at_table, health, max(health, 0), note, temporary,
            read_counters(command.counters), players_name,
        )  # fmt: skip
        if comes is not None:
            check_room(draft.encounter, 1)
            wings.wait(draft, made, comes, command.hidden)
            continue
        _join(draft, made, system)
        if command.hidden:
            draft.record(HiddenSet((made.id,), hidden=True))


def _duplicate(draft: Draft, command: DuplicateCombatant, system: TurnSystem) -> None:
    original = draft.combatant(command.id)
    name = next_name(original.name, _names_taken(draft.encounter))
    twin = replace(original, id=_next_id(draft), name=name)
    _join(draft, twin, system)
    if original.id in draft.encounter.hidden:
        draft.record(HiddenSet((twin.id,), hidden=True))


def _names_taken(encounter: Encounter) -> set[str]:
    """List the names of everybody, also those that the players know."""
    known = (*encounter.combatants.values(), *(it.combatant for it in encounter.wings))
    return {name for it in known for name in (it.name, it.players_name) if name}


def _join(draft: Draft, combatant: Combatant, system: TurnSystem) -> None:
    check_room(draft.encounter, 1)
    draft.record(CombatantAdded(combatant))
    if draft.encounter.is_open:
        system.joined(draft, combatant.id)


def _next_id(draft: Draft) -> str:
    return f"c{draft.encounter.made + 1}"


def _change(draft: Draft, command: ChangeCombatant, system: TurnSystem) -> None:
    waiting = wings.find_waiting(draft.encounter, command.id)
    now = waiting.combatant if waiting else draft.combatant(command.id)
    others = [other for other in draft.encounter.combatants.values() if other.id != now.id]
    sides, groups = [other.side for other in others], [other.group for other in others]
    new = replace(
        now,
        name=now.name if command.name is None else _name("The name", command.name),
        side=now.side if command.side is None else _as_spelled("The side", command.side, sides),
        group=now.group if command.group is None else _as_spelled("The group", command.group, groups),
        note=now.note if command.note is None else clean_text("The note", command.note, LONGEST_TEXT),
        sheet=read_all(system.fields, {**now.sheet, **command.sheet}),
        at_table=now.at_table if command.at_table is None else command.at_table,
        health=now.health if command.health is None else int(read(HEALTH, command.health)),
        full_health=now.full_health if command.full_health is None else int(read(HEALTH, command.full_health)),
        players_name=now.players_name
        if command.players_name is None
        else clean_text("The players’ name", command.players_name, LONGEST_NAME),
        temporary=now.temporary if command.temporary is None else int(read(TEMPORARY, command.temporary)),
    )
    if new == now:
        raise Refused("no_change", "Nothing was changed.")
    draft.record(Waited(replace(waiting, combatant=new)) if waiting else CombatantChanged(new))


def _open(draft: Draft, system: TurnSystem) -> None:
    if draft.encounter.is_open:
        raise Refused("already_open", f"{system.round_word.capitalize()} {draft.encounter.round} is still running.")
    wings.come_with_round(draft, draft.encounter.round + 1, system)
    if not draft.encounter.combatants:
        raise Refused("nobody", "Add a combatant first.")
    if not any(standing.able for standing in draft.encounter.standings.values()):
        raise Refused("nobody_able", "Nobody is able to act: let somebody come to first.")
    system.open_round(draft)


def _do_the_same(draft: Draft, command: DoTheSame, system: TurnSystem) -> None:
    """Let one after the other act, each as soon as the one before has: all of them, or nobody."""
    if not command.ids or not command.deeds:
        raise Refused("nobody", "Say first who does what.")
    if len(command.ids) > MOST_COMBATANTS or len(command.deeds) > MOST_DEEDS:
        raise BadValue(f"At most {MOST_DEEDS} things, one after the other.")
    for one in command.ids:
        name, has_turn = draft.combatant(one).name, one in draft.encounter.acting()
        deeds = command.deeds[max(0, command.calls) :] if has_turn else command.deeds
        if not deeds:
            raise Refused("already", f"{name} acts already.")
        for deed in deeds:
            act = Act(one, deed.action, deed.values)
            system.act(draft, act)
            _check_values(act)
            if draft.encounter.is_open:
                _go_on(draft, system)


def _check_values(command: Act) -> None:
    """Bound what a system leaves unread too: a history is saved with its commands."""
    if len(command.values) > MOST_VALUES:
        raise BadValue(f"At most {MOST_VALUES} values, not {len(command.values)}.")
    for key, value in command.values.items():
        clean_text("The name of a value", key, LONGEST_NAME)
        if isinstance(value, str):
            clean_text(key, value, LONGEST_TEXT)
        else:
            read(AMOUNT, int(value))


def _move(draft: Draft, command: Move, system: TurnSystem) -> None:
    draft.combatant(command.id)
    if command.before:
        draft.combatant(command.before)
    if command.before == command.id:
        raise same_place()
    if draft.encounter.round:
        system.move(draft, command)
    else:
        list_elsewhere(draft, command, system.track, "")


def _rule_score(draft: Draft, command: RuleScore, system: TurnSystem) -> None:
    _only_open(draft, system)
    standing = draft.standing(command.id)
    wanted = int(read(SCORE, command.score))
    now = system.number(draft.encounter, command.id)
    change = wanted - (now.total if now else 0)
    if not change and now:
        raise Refused("no_change", f"That is {draft.encounter.name_of(command.id)}’s number already.")
    # a score that does not stand on the track is left over from an earlier round, and no part of this one
    score = (standing.score if now and standing.score else Sum(())).plus(Term("ruling", change, RULING))
    acting = draft.encounter.acting()
    draft.record(ScoreSet(command.id, score, RULING))
    system.rescored(draft, command.id)
    _act_first(draft, (command.id,), acting, system)


def _correct_throw(draft: Draft, command: CorrectThrow, system: TurnSystem) -> None:
    """Correct a throw: those who have acted have acted, and the order goes on by the new number."""
    _only_open(draft, system)
    numbers = {draft.combatant(one).id: system.number(draft.encounter, one) for one in command.ids}
    dice = system.dice_in_number(draft.encounter, command.ids[0], command.purpose) if command.ids else None
    if dice is None or None in numbers.values():
        raise Refused("no_number", "This throw stands in no number: go back to it, and throw again.")
    try:
        code = dice if str(dice) == command.was.code else DiceCode.parse(command.was.code)
        now = read_roll(code, command.faces)
    except Malformed as error:
        raise BadValue(str(error)) from error
    if (now.total, now.faces) == (command.was.total, command.was.faces):
        raise Refused("no_change", "That is what fell already.")
    acting = draft.encounter.acting()
    draft.record(DiceRolled(command.who, command.purpose, now, RULING))
    for one in numbers:
        score = (draft.standing(one).score or Sum(())).plus(correction(command.was, now))
        draft.record(ScoreSet(one, system.corrected(draft.encounter, one, command.purpose, score, now), RULING))
    for one in numbers:
        system.rescored(draft, one)
    _act_first(draft, command.ids, acting, system)


def _act_first(draft: Draft, ids: tuple[Id, ...], acting: tuple[Id, ...], system: TurnSystem) -> None:
    """Let whoever stands first act, now that a ruling has changed the number of ``ids``.

    ``acting`` are those who acted before it. They go on where the ruling neither concerns them nor puts ``ids`` first.
    """
    placed = Draft(draft.encounter, NoDice())
    placed.record(*(StatusSet(other, Status.READY) for other in placed.encounter.acting()))
    system.settle(placed)
    first = placed.encounter.acting()
    if first != draft.encounter.acting() and not {*acting, *first}.isdisjoint(ids):
        draft.record(*placed.events)


def _rule_status(draft: Draft, command: RuleTurn | RuleSkip | RuleIn, system: TurnSystem) -> None:
    _only_open(draft, system)
    standing = draft.standing(command.id)
    name = draft.encounter.name_of(command.id)
    if not standing.able:
        raise Refused("unable", f"{name} is unable to act: let {name} come to first.")
    match command:
        case RuleTurn():
            if standing.status is Status.ACTING:
                raise Refused("already", f"{name} is acting already.")
            for other in draft.encounter.acting():
                draft.record(StatusSet(other, Status.READY))
            draft.record(StatusSet(command.id, Status.ACTING, "acts now", RULING))
        case RuleSkip():
            if standing.status is Status.DONE:
                raise Refused("already", f"{name} is done for this {system.round_word} already.")
            why = f"is skipped for this {system.round_word}"
            draft.record(StatusSet(command.id, Status.DONE, why, RULING, Turning.OVER))
        case RuleIn():
            if standing.status is not Status.DONE:
                raise Refused("already", f"{name} is in this {system.round_word} already.")
            draft.record(StatusSet(command.id, Status.READY, f"is back in this {system.round_word}", RULING))
        case _:
            assert_never(command)


def _rule_fact(draft: Draft, command: RuleFact, system: TurnSystem) -> None:
    if command.id:
        draft.combatant(command.id)
    for field in system.rulable(draft.encounter, command.id):
        if field.key == command.key:
            told = len(draft.events)
            system.rule_fact(draft, command.id, command.key, read(field, command.value))
            if len(draft.events) == told:
                raise Refused("no_change", "That is so already.")
            return
    raise Refused("no_fact", f"{system.title} has nothing called “{command.key[:40]}” to rule on.")


def _rule_act(draft: Draft, command: RuleAct, system: TurnSystem) -> None:
    """Carry the choice out where the system does; else note it as done, for what it costs there, and nothing more."""
    _only_open(draft, system)
    done = Act(command.id, command.action, command.values)
    _check_values(done)
    name = draft.combatant(command.id).name
    words = f"does all the same: {_words('What is done', clean_text('What is done', command.label, LONGEST_NAME))}"
    before, told = draft.encounter, len(draft.events)
    try:
        system.act(draft, done)
        return
    except Refused:
        draft.encounter = before
        del draft.events[told:]
    cost = system.ruled_cost(draft.encounter, done)
    if not cost:
        draft.record(Noted(f"{name} {words}.", RULING))
        return
    acting = draft.encounter.acting()
    draft.record(Spent(command.id, Term(words, cost, RULING)))
    system.rescored(draft, command.id)
    _act_first(draft, (command.id,), acting, system)


def _only_open(draft: Draft, system: TurnSystem) -> None:
    if not draft.encounter.is_open:
        raise Refused("not_open", f"No {system.round_word} is running.")


def _name(label: str, raw: str) -> str:
    return _words(label, clean_text(label, raw, LONGEST_NAME))


def _as_spelled(label: str, raw: str, known: Sequence[str]) -> str:
    """Return the name of a side or a group as it was spelled at first."""
    return as_spelled(clean_text(label, raw, LONGEST_NAME), known)


def _words(label: str, raw: str) -> str:
    text = clean_text(label, raw, LONGEST_TEXT)
    if not text:
        raise BadValue(f"{label} is empty.")
    return text
