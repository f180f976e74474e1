"""What a combatant does in a turn: plan, declare, act, defend, move, end (I14–I35)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, Spent, StatusSet
from turntrack.core.fields import Field, Kind, Value, read, value_in
from turntrack.core.model import Encounter, Id, Status, TurnEffect
from turntrack.core.names import join_names
from turntrack.core.score import Term, signed
from turntrack.systems.interlock import memory, turns
from turntrack.systems.interlock.action_allowance import (
    FREE_FEET,
    JudgedRow,
    Penalty,
    dodge_skill,
    entry_words,
    judge_row,
    row_labels,
    row_of,
)
from turntrack.systems.interlock.action_catalogue import OTHERS, ActionType, InterlockAction, action_of, is_defence
from turntrack.systems.interlock.memory import ActionRow, RowEntry, feet, is_fixed
from turntrack.systems.interlock.rules import OPTIONS, best_skill, reading_of
from turntrack.systems.toolkit.guards import Guards, allow, read_target, refuse

TIMES = Field("times", "How many", Kind.NUMBER, 1, low=1, high=99, rare=True)
CALLED = Field("called", "called", Kind.FLAG, False, help="Only the first attack of a round (I26, I27).")
N_WEAPON = Field(
    "n_weapon", "N weapon, close quarters", Kind.FLAG, False, help="A change of target costs more (I25).", rare=True
)
OTHER_WEAPON = Field(
    "other_weapon", "another weapon", Kind.FLAG, False, help="Not the one that is too heavy for their BODY (I32)."
)
FEET = Field("feet", "feet", Kind.NUMBER, 10, low=1, high=999, unit="ft")
PLACE = Field("place", "Place", Kind.NUMBER, 1, low=1, high=999)
NOTE = Field("note", "What", Kind.TEXT, "")

GUARDS = Guards("I2", turn="I4")


@dataclass(frozen=True, slots=True)
class RowChange:
    """The row after a command: ``new`` are the places that it adds, ``at`` is the place that it carries out."""

    row: ActionRow
    judged: JudgedRow
    new: tuple[int, ...] = ()
    at: int = -1
    free: bool = False
    dropped: int = 0
    """How many declared actions are lost because more targets allow fewer (I24, I31)."""

    @property
    def penalty(self) -> Penalty:
        return self.judged.penalties[self.at]


def _read_entries(
    encounter: Encounter, actor: Id, action: InterlockAction, values: Mapping[str, Value]
) -> tuple[RowEntry, ...]:
    """Read the entries of a choice; only the first of several is a Called Shot. Raises Refused and BadValue."""
    target = read_target(encounter, actor, values.get("target", "") if action.preposition else "", "I24")
    skill = ""
    if action.skills:
        skill = str(values.get("skill", "")) or _likely_skill(encounter, actor, action)
        _check_skill(action, skill)
    times = int(value_in(values, TIMES))
    called = bool(value_in(values, CALLED))
    n_weapon = bool(value_in(values, N_WEAPON))
    note = str(value_in(values, NOTE)) if action in OTHERS else ""
    other_weapon = bool(value_in(values, OTHER_WEAPON))
    first = RowEntry(action.key, skill, target, called, n_weapon, note, other_weapon)
    return (first, *(replace(first, called=False) for _ in range(times - 1)))


def _likely_skill(encounter: Encounter, actor: Id, action: InterlockAction) -> str:
    if is_defence(action.key):
        return dodge_skill(encounter, actor, row_of(encounter, actor).entries)
    return best_skill(encounter, actor, action.skills)


def _check_skill(action: InterlockAction, skill: str) -> None:
    if skill not in action.skills:
        raise Refused("other_skill", f"{action.label} is not an action of that skill.", action.rule)


def plan_action(encounter: Encounter, actor: Id, action: InterlockAction, values: Mapping[str, Value]) -> RowChange:
    """Add an action at the end of the row. Raises Refused and BadValue."""
    row = row_of(encounter, actor)
    if is_fixed(encounter, actor):
        message = (
            f"{encounter.name_of(actor)} has declared {len(row.entries)}: nothing can be added after the first die."
        )
        refuse(encounter, Refused("declared", message, "I22"))
    longer = replace(row, entries=(*row.entries, *_read_entries(encounter, actor, action, values)))
    judged = judge_row(encounter, actor, longer, feet(encounter, actor))
    return RowChange(longer, judged, tuple(range(len(row.entries), len(longer.entries))))


def plan_next(encounter: Encounter, actor: Id, values: Mapping[str, Value]) -> RowChange:
    """Take the next declared action, at another target if ``values`` name one. Raises Refused and BadValue."""
    row = row_of(encounter, actor)
    at = _next_place(encounter, actor, row, "I22")
    if (wanted := int(read(PLACE, values.get("place", at + 1))) - 1) != at:
        label = action_of(row.entries[at].action).label
        refuse(encounter, Refused("in_order", f"Number {at + 1} comes first: {label}.", "I22"))
        at = wanted if wanted in row.pending_places() else at
    if "target" in values:
        (aimed,) = _read_entries(encounter, actor, action_of(row.entries[at].action), {"target": values["target"]})
        row = _retarget(encounter, row, at, aimed.target)
    left, at = _cut_to_cap(encounter, actor, row, at) if is_fixed(encounter, actor) else (row, at)
    return replace(_judge_at(encounter, actor, left, at), dropped=len(row.entries) - len(left.entries))


def _next_place(encounter: Encounter, actor: Id, row: ActionRow, rule: str) -> int:
    for place in row.pending_places():
        return place
    raise Refused("none_left", f"{encounter.name_of(actor)} has nothing planned that is still to do.", rule)


def _retarget(encounter: Encounter, row: ActionRow, at: int, target: Id) -> ActionRow:
    """Change the target of the action at a place, and of all later actions against a target that has fallen."""
    before = row.entries[at].target
    aimed = {at}
    if before in encounter.standings and not encounter.standings[before].able:
        aimed |= {place for place in row.pending_places() if row.entries[place].target == before}
    entries = (replace(entry, target=target) if place in aimed else entry for place, entry in enumerate(row.entries))
    return replace(row, entries=tuple(entries))


def _cut_to_cap(encounter: Encounter, actor: Id, row: ActionRow, at: int) -> tuple[ActionRow, int]:
    """Drop the last actions to come until the row keeps to the cap, which a new target may have lowered (I24, I31).

    The action at the place ``at`` stays. Its place afterwards is returned too: a ruling can take it before others.
    """
    shorter, place_now = row, at
    while True:
        try:
            judge_row(encounter, actor, shorter, feet(encounter, actor))
        except Refused as refusal:
            surplus = [place for place in shorter.pending_places() if place != place_now]
            # Dropping actions does not help: the caller judges the row as it is, and is refused.
            if refusal.code != "cap" or not surplus:
                return row, at
            shorter = shorter.remove(surplus[-1])
            place_now -= surplus[-1] < place_now
        else:
            return shorter, place_now


def _judge_at(encounter: Encounter, actor: Id, row: ActionRow, at: int, new: tuple[int, ...] = ()) -> RowChange:
    """Judge the row with the action at this place carried out next: the penalty counts what was done before (IA14)."""
    moved = feet(encounter, actor)
    judged = judge_row(encounter, actor, row, moved)
    if is_defence(row.entries[at].action):  # may be used before the actions planned ahead of it
        judged = judge_row(encounter, actor, row.take(at), moved)
    return RowChange(row, judged, new, at)


def _is_free(encounter: Encounter, defender: Id, how: str) -> bool:
    """Return whether this dodge or block is the free one of the round (I14, IA4)."""
    covered = how == "dodge" or reading_of(encounter, "free_defence") == "dodge_or_block"
    return covered and not memory.recall(encounter.standings[defender]).has_defended


def _check_undeclared(encounter: Encounter, defender: Id, how: str) -> None:
    if is_fixed(encounter, defender) and not _is_free(encounter, defender, how):
        message = f"{encounter.name_of(defender)} has declared no further dodge or block for this round."
        refuse(encounter, Refused("declared", message, "I22"))


def _plan_defence(encounter: Encounter, defender: Id, how: str, skill: str = "") -> RowChange:
    """Plan a dodge or block: free, declared, or one of the actions not yet declared. Raises Refused.

    Without ``skill`` it is done with the declared skill, else with the best that can (IA16).
    """
    GUARDS.playing(encounter, defender)
    if skill:
        _check_skill(action_of(how), skill)
    row = row_of(encounter, defender)
    if _is_free(encounter, defender, how):
        return RowChange(row, judge_row(encounter, defender, ActionRow(), 0), free=True)
    declared = row.unused_defence()
    if declared is not None:
        entry = row.entries[declared]
        entry = replace(entry, action=how, skill=skill or entry.skill)
        changed = replace(row, entries=(*row.entries[:declared], entry, *row.entries[declared + 1 :]))
        return _judge_at(encounter, defender, changed, declared)
    allow(encounter, OPTIONS, lambda reading: _check_undeclared(reading, defender, how))
    at = len(row.taken)
    longer = row.insert(at, RowEntry(how, skill or dodge_skill(encounter, defender, row.entries)))
    return _judge_at(encounter, defender, longer, at, (at,))


# Carrying out


def act(draft: Draft, command: Act) -> None:
    """Carry out a choice, and note a change of the order. Raises Refused and BadValue."""
    carry_out(draft, command)


def carry_out(draft: Draft, command: Act) -> RowChange | None:
    """Carry out a choice as ``act`` does, and return what it has done with the row of actions; None for nothing."""
    order = draft.encounter.order
    change = _dispatch(draft, command)
    if draft.encounter.order != order:
        turns.note_new_order(draft)
    return change


def is_beside(command: Act) -> bool:
    """Return whether the command answers an attack (I14), or follows the sheet: that is no action of a turn."""
    return command.action in ("defend", "recount")


def _dispatch(draft: Draft, command: Act) -> RowChange | None:
    actor, values = command.id, command.values
    value_in(values, NOTE)  # raises BadValue before anything else is checked
    match command.action:
        case "defend":
            return _defend(draft, actor, values)
        case "step_in":
            GUARDS.playing(draft.encounter, actor)
            turns.step_in(draft, actor)
        case "let_go":
            GUARDS.playing(draft.encounter, actor)
            _let_go(draft, actor)
        case "recount":
            turns.recount(draft, actor)
        case "move" if actor in turns.last_actors(draft.encounter):
            GUARDS.check_open(draft.encounter)
            _move(draft, actor, values)
        case _:
            GUARDS.on_turn(draft.encounter, actor)
            return _dispatch_on_turn(draft, command)
    return None


def _dispatch_on_turn(draft: Draft, command: Act) -> RowChange | None:
    actor, values = command.id, command.values
    encounter = draft.encounter
    match command.action:
        case "plan":
            change = plan_action(encounter, actor, action_of(str(values.get("what", ""))), values)
            _keep_plan(draft, actor, change.row)
            return change
        case "unplan":
            _keep_plan(draft, actor, _remove_planned(encounter, actor, values))
        case "veto":
            _veto(draft, actor)
        case "next":
            change = plan_next(encounter, actor, values)
            _take_action(draft, actor, change)
            return change
        case "move":
            _move(draft, actor, values)
        case "hold":
            turns.hold(draft, actor, str(values.get("until", "")))
        case "end":
            _end_turn(draft, actor, "ends the turn")
        case key:
            action = action_of(key)
            change = plan_action(encounter, actor, action, values)
            # By a ruling a declared row gets one more action, which is done before the rest of it.
            first = change.new if is_fixed(encounter, actor) else change.row.pending_places()
            _take_action(draft, actor, replace(change, at=next(iter(first), -1)))
            return change
    return None


def _keep_plan(draft: Draft, actor: Id, row: ActionRow) -> None:
    _keep_row(draft, actor, row)
    encounter = draft.encounter
    labels = row_labels(encounter, row)
    planned = join_names([label for at, label in enumerate(labels) if at not in row.taken])
    draft.record(Noted(f"{encounter.name_of(actor)} plans: {planned or 'nothing'}.", "I22"))


def _keep_row(draft: Draft, actor: Id, row: ActionRow, is_fixed: bool = False) -> None:
    """Save the row; ``is_fixed`` declares it."""
    now = memory.recall(draft.standing(actor))
    draft.remember(actor, replace(now, row=row, is_fixed=now.is_fixed or is_fixed), "I22")


def _remove_planned(encounter: Encounter, actor: Id, values: Mapping[str, Value]) -> ActionRow:
    """Take an action out of the plan. Raises Refused and BadValue."""
    row = row_of(encounter, actor)
    if is_fixed(encounter, actor):
        refuse(encounter, Refused("declared", "The first die has been rolled: the number stands.", "I22"))
    at = int(read(PLACE, values.get("place", len(row.entries)))) - 1
    if at >= len(row.entries) or at in row.taken:
        raise Refused("not_planned", "That is not planned.", "I22")
    return row.remove(at)


def _take_action(draft: Draft, actor: Id, change: RowChange) -> None:
    """Do one action. The first of a turn declares the whole row (I22); the last ends the turn."""
    if not is_fixed(draft.encounter, actor):
        _say_declared(draft, actor, change)
    if change.at < 0:  # only dodges and blocks: they are kept until they are needed
        _keep_row(draft, actor, change.row, is_fixed=True)
        _end_turn(draft, actor)
        return
    row = change.row.take(change.at)
    if change.dropped:
        text = f"{draft.encounter.name_of(actor)} lets {change.dropped} of the declared actions go. "
        draft.record(Noted(text + allowed_words(change.judged), "I24"))
    _keep_row(draft, actor, row, is_fixed=True)
    _spend_action(draft, actor, change)
    target = row.entries[change.at].target
    if target and action_of(row.entries[change.at].action).is_attack:
        draft.remember("", replace(memory.recall_fight(draft.encounter), attacked=target))
    if not row.pending_places():
        _end_turn(draft, actor)


def _say_declared(draft: Draft, actor: Id, change: RowChange) -> None:
    """Log how many actions are declared, if several, and how many are allowed."""
    entries = change.row.entries
    if len(entries) > 1:
        kinds = [action_of(entry.action).kind for entry in entries]
        rule = "I33" if len(set(kinds)) > 1 else "I17"
        text = f"{draft.encounter.name_of(actor)} declares {_count_words(kinds)}. {allowed_words(change.judged)}"
        draft.record(Noted(text, rule))


def _count_words(kinds: list[ActionType]) -> str:
    """Return ``2 quick and 1 normal``."""
    return " and ".join(f"{kinds.count(kind)} {kind}" for kind in ActionType if kind in kinds)


def allowed_words(judged: JudgedRow) -> str:
    """Return what is allowed, and why, as a sentence."""
    allowed = judged.allowance
    return "; ".join((f"Allowed, by {allowed.why}: {allowed}", *allowed.notes)) + "."


def _spend_action(draft: Draft, actor: Id, change: RowChange) -> None:
    entry = change.row.entries[change.at]
    action, penalty = action_of(entry.action), change.penalty
    rule = "I23" if penalty.fast_drawn else action.rule
    label = entry_words(draft.encounter, entry)
    if penalty.amount:
        label += f" at {signed(penalty.amount)}"
    target = entry.target if entry.target in draft.encounter.combatants else ""  # a planned target may have left
    draft.record(Spent(actor, Term(label, penalty.amount, penalty.rule), entry.note, rule, target))


def _defend(draft: Draft, defender: Id, values: Mapping[str, Value]) -> RowChange:
    how = str(values.get("how", "dodge"))
    if not is_defence(how):
        raise Refused("no_action", "Dodge or block.", "I14")
    change = _plan_defence(draft.encounter, defender, how, str(values.get("skill", "")))
    if change.free:
        draft.record(Spent(defender, Term(f"{action_of(how).words}, free", 0, "I14")))
        draft.remember(defender, replace(memory.recall(draft.standing(defender)), has_defended=True), "I14")
    else:
        _keep_row(draft, defender, change.row.take(change.at))
        _spend_action(draft, defender, change)
    return change


def _move(draft: Draft, actor: Id, values: Mapping[str, Value]) -> None:
    moved = feet(draft.encounter, actor) + int(value_in(values, FEET))
    judge_row(draft.encounter, actor, row_of(draft.encounter, actor), moved)
    now = replace(memory.recall(draft.standing(actor)), feet=moved)
    draft.remember(actor, now, "I28" if moved > FREE_FEET else "")
    if values.get("only") and draft.standing(actor).status is Status.ACTING:
        _end_turn(draft, actor)


def _veto(draft: Draft, actor: Id) -> None:
    """Strike out the next planned action, which the game master finds not feasible (I15). Raises Refused."""
    row = row_of(draft.encounter, actor)
    at = _next_place(draft.encounter, actor, row, "I15")
    words = entry_words(draft.encounter, row.entries[at])
    draft.record(Noted(f"Not feasible: {draft.encounter.name_of(actor)} {words}.", "I15"))
    left = row.remove(at)
    _keep_row(draft, actor, left)
    if is_fixed(draft.encounter, actor) and not left.pending_places():
        _end_turn(draft, actor)


def _let_go(draft: Draft, actor: Id) -> None:
    turns.check_holding(draft.encounter, actor)
    why = "" if turns.has_held_for_nothing(draft.encounter, actor) else "lets the turn go"
    turns.fall_if_unused(draft, actor)
    draft.record(StatusSet(actor, Status.DONE, why))


def _end_turn(draft: Draft, actor: Id, why: str = "") -> None:
    """End the turn. Planned actions that were not done are lost, except dodges and blocks."""
    turns.fall_if_unused(draft, actor)
    row = row_of(draft.encounter, actor)
    pending = row.pending_places()
    if not is_fixed(draft.encounter, actor):
        # Before its first die a plan is given up, except dodges and blocks, which count as declared.
        left = row
        for place in reversed(pending):
            left = left.remove(place)
        _keep_row(draft, actor, left, is_fixed=row.unused_defence() is not None)
    elif pending:
        name = draft.encounter.name_of(actor)
        draft.record(Noted(f"{name} leaves {len(pending)} of the declared actions undone.", "I22"))
    # By a ruling this may be the whole turn of somebody whose turn has not come; after it there is no other.
    is_called = draft.standing(actor).status in (Status.ACTING, Status.DONE)
    turn = TurnEffect.BY_STATUS if is_called else TurnEffect.OVER
    draft.record(StatusSet(actor, Status.DONE, why, "I2" if why else "", turn))
