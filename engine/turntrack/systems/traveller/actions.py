"""The choices of a combatant: actions (T19–T29) with their DMs, checks, holds, Watches; and entries of the table."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from types import MappingProxyType

from turntrack.core.commands import Act
from turntrack.core.dice import DiceCode
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Placed, ScoreSet, Spent, StatusSet
from turntrack.core.fields import LONGEST_TEXT, Field, Kind, Pick, Values, clean_text, value_in
from turntrack.core.model import Encounter, Id, Standing, Status, TurnEffect
from turntrack.core.score import Score, Term, signed, write_count
from turntrack.systems.toolkit.guards import read_target, refuse
from turntrack.systems.traveller import extra_actions, initiative, memory, turns
from turntrack.systems.traveller.memory import ActionKind
from turntrack.systems.traveller.rules import reading_of
from turntrack.systems.traveller.watches import end_trigger, end_watch, is_triggered, read_event, trigger, watch
from turntrack.systems.traveller.wounds import note_wounds

_EXTRA_DM = _PANIC_DM = _DOUBLE_DM = -2

DOUBLE_ACTIONS = (
    Pick("draw", "Draw and fire"),
    Pick("corner", "Round a corner, fire and back"),
    Pick("hall", "Run a hall and drop"),
    Pick("other", "Two other things"),
)
_DOUBLE_WORDS = MappingProxyType(
    {
        "draw": "draws and fires",
        "corner": "swings round a corner, fires and swings back",
        "hall": "runs down a hall and drops",
        "other": "does two things",
    }
)
SHOTS = Field("shots", "Shots", Kind.NUMBER, 3, low=1, high=3)
AUTO = Field("auto", "automatic fire", Kind.FLAG, False, help="Two attacks for each pull of the trigger (T25).")
ATTACK = Field("attack", "with an attack", Kind.FLAG, False)
NOTE = Field("note", "What", Kind.TEXT, "")
DM = Field("dm", "DM by the game master", Kind.NUMBER, 0, low=-12, high=12, rare=True)

ATTACKS = "attacks"
LET_GO, SKIPPED = "TA13", "the next one needs a check, at DM −2"
QUIET = (ActionKind.WATCH, ActionKind.LET_GO)
"""Actions that nobody sees: a hidden combatant stays hidden."""


@dataclass(frozen=True, slots=True)
class TravellerAction:
    """An action with its DM. In the log its label follows the name (``attacks``)."""

    label: str
    rule: str
    row: str
    """The rule id of the action's row in the rulebook's table of DMs."""
    dm: Score
    attacks: int = 0
    outcome: str = ""
    kind: ActionKind = ActionKind.PLAIN
    aims: str = ""
    """The words of the label after which the target is named; empty for the whole label up to a comma."""

    def words(self, target: str) -> str:
        """Return the action with the target’s name, if there is one, and its DM, in the words of the log."""
        verb = self.aims or self.label.partition(",")[0]
        at = f" {target}" if verb == ATTACKS else f" at {target}"
        label = self.label.replace(verb, f"{verb}{at}", 1) if target else self.label
        return f"{label}, DM {signed(self.dm.total)}" if self.dm.terms else label

    @property
    def consequence(self) -> str:
        """Return the terms of the DM and the outcome, in the words of the button."""
        (first, *more) = self.dm.terms
        dm = str(self.dm) if more else f"{first.label} ({first.rule})"
        return "; ".join(filter(None, (dm, self.outcome)))


def act(draft: Draft, command: Act) -> None:
    """Carry out one of the choices, or refuse it."""
    combatant_id = command.id
    match command.action:
        case "enter":
            initiative.take_numbers(draft, command)
        case "wound":
            note_wounds(draft, command)
        case "trigger":
            trigger(draft, combatant_id)
        case "check":
            _roll_check(draft, combatant_id)
        case "hold":
            _require_own_number(draft.encounter, combatant_id)
            end_trigger(draft, combatant_id)
            turns.hold(draft, combatant_id)
        case "done":
            _require_own_number(draft.encounter, combatant_id)
            end_trigger(draft, combatant_id)
            draft.record(StatusSet(combatant_id, Status.DONE, "takes no further action", "TA7"))
        case _:
            _take_action(draft, command)


def is_beside(command: Act) -> bool:
    """Return whether the command is not an action of a turn: the table notes wounds or enters numbers."""
    return command.action in ("wound", "enter")


def look_ahead(encounter: Encounter, command: Act) -> Encounter:
    """Return the fight after a command that needs no dice."""
    draft = Draft(encounter)
    act(draft, command)
    turns.settle(draft)
    return draft.encounter


def _take_action(draft: Draft, command: Act) -> None:
    actor = command.id
    action = plan_action(draft.encounter, command)
    target = read_target(draft.encounter, actor, command.values.get("target", ""), "T7") if action.attacks else ""
    words = action.words(draft.encounter.combatants[target].name if target else "")
    rule = action.dm.terms[-1].rule if action.dm.terms else ""
    _record_action(draft, actor, action, Term(words, action.attacks, action.rule), rule, target)
    if action.kind is ActionKind.WATCH:
        watch(draft, actor, read_event(command.values))


def _record_action(draft: Draft, actor: Id, action: TravellerAction, term: Term, rule: str, target: Id) -> None:
    """Record an action with all that it uses: the turn of this pass, a triggered Watch, and the +20 of a hold."""
    standing = draft.standing(actor)
    links = {other: state.before for other, state in draft.encounter.standings.items() if state.before}
    draft.record(Spent(actor, term, rule=rule, at=target, quiet=action.kind in QUIET))
    _restore_placements(draft, actor, links)
    done = (*memory.recall(standing).done, action.kind)
    if is_triggered(standing):
        draft.remember(actor, replace(memory.recall(standing), done=(*_without_watch(standing), action.kind)))
        end_trigger(draft, actor)
        return
    if action.kind not in QUIET:
        end_watch(draft, actor, "TA5")
    now = memory.recall(draft.standing(actor))
    number = now.actions + 1
    watch_is = number if action.kind is ActionKind.WATCH else now.watch_is
    in_round = memory.is_in_round(standing)
    last_pass = draft.encounter.part if in_round else None
    draft.remember(actor, replace(now, actions=number, done=done, last_pass=last_pass, watch_is=watch_is))
    # Whoever has completed the round, or has no number in it, and acts by a ruling is out of it still.
    after = Status.READY if in_round and standing.status is not Status.DONE else Status.DONE
    draft.record(StatusSet(actor, after, turn=TurnEffect.OVER))
    unheld = initiative.number_without_hold(standing)
    if reading_of(draft.encounter, "hold") == "first" and unheld != standing.score:
        draft.record(ScoreSet(actor, unheld, "TA2"))


def _without_watch(standing: Standing) -> tuple[ActionKind, ...]:
    """List the kinds of actions in the round without the Watch, which the triggered action replaces (TA9)."""
    now = memory.recall(standing)
    if not now.watch_is or ActionKind.WATCH not in now.done:
        return now.done
    at = len(now.done) - 1 - now.done[::-1].index(ActionKind.WATCH)
    return (*now.done[:at], *now.done[at + 1 :])


def _restore_placements(draft: Draft, combatant_id: Id, links: dict[Id, Id]) -> None:
    """Restore the rulings on the order that ``Spent`` has deleted: the actor's, and all that lead to the actor."""
    again = [combatant_id] if combatant_id in links else []
    while again:
        placed = again.pop()
        draft.record(Placed(placed, links.pop(placed)))
        again += [other for other, before in links.items() if before == placed]


# Turns and checks


def _require_turn(encounter: Encounter, actor: Id) -> Standing:
    """Return the standing of the actor. Raises Refused if the combatant does not act now."""
    standing = turns.GUARDS.playing(encounter, actor)
    if standing.status is Status.ACTING:
        return standing
    name = encounter.name_of(actor)
    if standing.status is Status.DONE:
        refuse(encounter, Refused("done", f"{name} has completed the round."))
    if standing.status is Status.HOLDING:
        refuse(encounter, Refused("holding", f"{name} holds, and acts on {standing.total}.", "T6"))
    if not memory.awaits_turn(encounter, actor):
        refuse(encounter, Refused("acted", f"{name} has taken the one action of this pass.", "T7"))
    turns.GUARDS.refuse_off_turn(encounter, actor)
    return standing


def _require_own_number(encounter: Encounter, actor: Id) -> None:
    """Raise Refused unless the combatant acts now, and not on a triggered Watch."""
    if is_triggered(_require_turn(encounter, actor)):
        refuse(
            encounter,
            Refused("triggered", f"{encounter.name_of(actor)}’s event has come: act, or skip the action.", "T22"),
        )


def dice_of_check(encounter: Encounter, actor: Id) -> int:
    """Return the number of dice of the check that is due. Raises Refused if none is due or it cannot be passed."""
    standing = _require_turn(encounter, actor)
    name, dice = encounter.name_of(actor), memory.recall(standing).actions
    if not extra_actions.needs_check(standing):
        raise Refused("no_check", f"{name} needs no check for this action.", "T7")
    if extra_actions.cannot_go_on(encounter, actor):
        words = extra_actions.check_words(dice, extra_actions.end_for_checks(encounter, actor))
        refuse(encounter, Refused("hopeless", f"{name} cannot roll {words}.", "TA8"))
    return dice


def _roll_check(draft: Draft, actor: Id) -> None:
    """Roll the check that is due (T12–T16)."""
    dice = dice_of_check(draft.encounter, actor)
    end, rule = extra_actions.end_for_checks(draft.encounter, actor), extra_actions.check_rule(dice)
    name = draft.encounter.name_of(actor)
    purpose = f"{extra_actions.action_words(dice + 1)}, {extra_actions.check_words(dice, end)}"
    (roll,) = draft.roll((draft.request((actor,), name, purpose, DiceCode(dice, 6)),), rule)
    if roll.total <= end:
        draft.remember(actor, replace(memory.recall(draft.standing(actor)), checked_for=dice + 1), rule)
    else:
        draft.record(StatusSet(actor, Status.DONE, "fails the check and has completed the round", "T13"))


# One action


def plan_action(encounter: Encounter, command: Act) -> TravellerAction:
    """Return the action of the command. Raises Refused if it is not allowed now, and BadValue for its values."""
    action, given = _plan(encounter, command), int(value_in(command.values, DM))
    return replace(action, dm=action.dm.plus(Term("game master", given, "T8"))) if given else action


def _plan(encounter: Encounter, command: Act) -> TravellerAction:
    """Return the action with the DM of the rules. Raises Refused and BadValue."""
    actor, values = command.id, command.values
    standing = _require_turn(encounter, actor)
    if extra_actions.needs_check(standing):
        words = f"{encounter.name_of(actor)} has to pass the check first."
        refuse(encounter, Refused("check_first", words, extra_actions.check_rule(memory.recall(standing).actions)))
    match command.action:
        case "nothing":
            words = "lets the event pass" if is_triggered(standing) else f"skips the action: {SKIPPED}"
            return TravellerAction(words, LET_GO, "", Score(()), kind=ActionKind.LET_GO)
        case "walk":
            outcome = "up to 4 squares of 1.5 m: 6 m (T21)"
            return TravellerAction(
                "walks up to 6 m", "T19", "T34", _dm_of_next(standing), outcome=outcome, kind=ActionKind.WALK
            )
        case "run":
            return _plan_run(encounter, actor)
    if _has_done(standing, memory.RUNS) and not _is_running_double(encounter, command):
        words = f"{encounter.name_of(actor)} has run: only Run or Walk in this round."
        refuse(encounter, Refused("has_run", words, "T20"))
    match command.action:
        case "attack":
            return _limit_attacks(
                encounter, actor, TravellerAction(ATTACKS, "T7", _plain_row(standing), _dm_of_next(standing), 1)
            )
        case "auto":
            _require_automatic(encounter, actor)
            action = TravellerAction(
                "fires on automatic, 2 attacks",
                "T25",
                _plain_row(standing),
                _dm_of_next(standing),
                _attacks_per_pull(encounter),
            )
            return _limit_attacks(encounter, actor, action)
        case "panic":
            return _plan_panic_fire(encounter, actor, values)
        case "watch":
            return _plan_watch(encounter, actor, values)
        case "double":
            return _plan_double_action(encounter, actor, values)
        case "other":
            what = clean_text(NOTE.label, values.get("note", ""), LONGEST_TEXT)
            label = f"does this: {what}" if what else "does something else"
            return TravellerAction(label, "T7", _plain_row(standing), _dm_of_next(standing))
        case unknown:
            raise Refused("no_action", f"There is no action called “{unknown[:40]}”.", "T7")


def _has_done(standing: Standing, kinds: Set[ActionKind]) -> bool:
    """Return whether the combatant has taken an action of one of these kinds in the round."""
    return not kinds.isdisjoint(memory.recall(standing).done)


def count_attacks(standing: Standing) -> int:
    """Count the attacks in the round, as T28 does."""
    return sum([term.amount for term in standing.spent])


def _dm_of_next(standing: Standing, *terms: Term) -> Score:
    """Return the DM of the next action (T8, T18, T24, T29). A triggered action has the DM of its Watch (TA9)."""
    number = _number_of_next(standing)
    if number > 1:
        # The DM does not add up over several Extra Actions (TA3).
        return Score((Term("Extra Action", _EXTRA_DM, "T18" if number == 2 else "TA3"), *terms))
    return Score((Term("First Action", 0, "T8"), *terms))


def _number_of_next(standing: Standing) -> int:
    """Return the number of the next action in the round. A triggered action has the number of its Watch (TA9)."""
    now = memory.recall(standing)
    # A Watch by ruling was no action: what it is used for comes on top of those taken.
    return (now.watch_is if now.triggered is not None else 0) or now.actions + 1


def _plain_row(standing: Standing) -> str:
    return "T31" if _number_of_next(standing) == 1 else "T32"


def _attacks_per_pull(encounter: Encounter) -> int:
    """Return the number of attacks for which a pull of automatic fire counts beside a Double Action (TA6)."""
    return 2 if reading_of(encounter, "double_auto") == "rolls" else 1


def _plan_run(encounter: Encounter, actor: Id) -> TravellerAction:
    standing = encounter.standings[actor]
    others = [
        kind for kind in memory.recall(standing).done if kind not in (*memory.RUNS, ActionKind.WALK, ActionKind.LET_GO)
    ]
    if is_triggered(standing) and others[-1:] == [ActionKind.WATCH]:
        others.pop()  # the Watch that the run replaces (TA9)
    if others and not _has_done(standing, memory.RUNS) and reading_of(encounter, "run") == "refused":
        message = f"{encounter.name_of(actor)} has done something else already: walk instead."
        refuse(encounter, Refused("after_other", message, "TA4"))
    outcome = "up to 8 squares: 12 m; then only Run or Walk in this round (T20)"
    return TravellerAction("runs up to 12 m", "T20", "T34", _dm_of_next(standing), outcome=outcome, kind=ActionKind.RUN)


def _is_running_double(encounter: Encounter, command: Act) -> bool:
    """Return whether the command is a Double Action with a run, and the table counts it as a Run (TA6)."""
    runs = command.action == "double" and command.values.get("kind") == "hall"
    return runs and reading_of(encounter, "double_run") == "run"


def _limit_attacks(encounter: Encounter, actor: Id, action: TravellerAction, doubles: bool = False) -> TravellerAction:
    """Return ``action``. Raises Refused for more than one attack in a round with a Double Action (T28, TA6)."""
    standing = encounter.standings[actor]
    if count_attacks(standing) + action.attacks <= 1:
        return action
    name = encounter.name_of(actor)
    if doubles:
        refuse(
            encounter,
            Refused("one_attack", f"{name} would make more than one attack in a round with a Double Action.", "T28"),
        )
    if _has_done(standing, memory.DOUBLES) and action.attacks:
        refuse(
            encounter, Refused("one_attack", f"{name} has used a Double Action: only one attack in this round.", "T28")
        )
    return action


def _require_automatic(encounter: Encounter, actor: Id) -> None:
    if encounter.combatants[actor].sheet["fires"] != "auto":
        refuse(encounter, Refused("not_automatic", f"{encounter.name_of(actor)} has no automatic weapon.", "T25"))


def _plan_panic_fire(encounter: Encounter, actor: Id, values: Values) -> TravellerAction:
    standing = encounter.standings[actor]
    if encounter.combatants[actor].sheet["fires"] == "single":
        words = f"{encounter.name_of(actor)}’s weapon is not semi-automatic or automatic."
        refuse(encounter, Refused("single_shots", words, "T23"))
    if _has_done(standing, memory.DOUBLES):
        words = f"{encounter.name_of(actor)} has used a Double Action: no Panic Fire."
        refuse(encounter, Refused("has_doubled", words, "T27"))
    shots = int(value_in(values, SHOTS))
    auto = bool(value_in(values, AUTO))
    if auto:
        _require_automatic(encounter, actor)
    rolls = shots * (2 if auto else 1)
    label = f"panic fires, {write_count(rolls, 'attack')}"
    dm = _dm_of_next(standing, Term("Panic Fire", _PANIC_DM, "T24"))
    outcome = f"{write_count(rolls, 'attack')} as one action{' (T25)' if auto else ''}"
    pulls = shots * (_attacks_per_pull(encounter) if auto else 1)
    return TravellerAction(label, "T23", "T36", dm, pulls, outcome, ActionKind.PANIC)


def _plan_watch(encounter: Encounter, actor: Id, values: Values) -> TravellerAction:
    standing = encounter.standings[actor]
    if is_triggered(standing):
        refuse(
            encounter,
            Refused("triggered", f"{encounter.name_of(actor)}’s event has come: act now, or let it go.", "T22"),
        )
    event = read_event(values)
    label, outcome = f"watches: {event}" if event else "watches", "acts first when it comes"
    return TravellerAction(label, "T22", "T35", _dm_of_next(standing), outcome=outcome, kind=ActionKind.WATCH)


def _plan_double_action(encounter: Encounter, actor: Id, values: Values) -> TravellerAction:
    if _has_done(encounter.standings[actor], {ActionKind.PANIC}):
        refuse(
            encounter,
            Refused("has_panicked", f"{encounter.name_of(actor)} has used Panic Fire: no Double Action.", "T27"),
        )
    kinds = Field("kind", "Double Action", Kind.PICK, "draw", picks=DOUBLE_ACTIONS)
    kind = str(value_in(values, kinds))
    what = clean_text(NOTE.label, values.get("note", ""), LONGEST_TEXT)
    auto = bool(value_in(values, AUTO))
    if auto:
        _require_automatic(encounter, actor)
    fires = kind in ("draw", "corner") or (kind == "other" and value_in(values, ATTACK))
    words, aims = _DOUBLE_WORDS[kind], "fires"
    if kind == "other":
        aims = "with an attack"
        words = f"{f'does this in one: {what}' if what else words}{f', {aims}' if fires else ''}"
    label = f"{words}{', 2 attacks' if fires and auto else ''}"
    dm = _dm_of_next(encounter.standings[actor], Term("Double Action", _DOUBLE_DM, "T29"))
    rule, doing = "T26", ActionKind.DOUBLE
    outcome = "all within 3 to 5 s (T30)"
    if kind == "hall" and reading_of(encounter, "double_run") == "run":
        rule, doing = "TA6", ActionKind.RUNNING_DOUBLE
        _plan_run(encounter, actor)
        outcome += "; counts as a Run (TA6)"
    attacks = (_attacks_per_pull(encounter) if auto else 1) if fires else 0
    return _limit_attacks(
        encounter, actor, TravellerAction(label, rule, "T33", dm, attacks, outcome, doing, aims), doubles=True
    )
