"""How many actions a row may have in a round, and the penalty of each (I16–I35)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from turntrack.core.errors import Refused
from turntrack.core.model import Encounter, Id
from turntrack.core.score import Score, Term
from turntrack.systems.interlock.action_catalogue import (
    BY_KEY,
    CLOSE,
    OTHERS,
    QUICK_WORTH,
    TYPES,
    ActionType,
)
from turntrack.systems.interlock.memory import ActionRow, RowEntry, recall
from turntrack.systems.interlock.rules import (
    ARCHERY,
    GUNS,
    MARTIAL,
    OPTIONS,
    SKILL_KEYS,
    best_skill,
    levels,
    reaction_parts,
    reading_of,
    skill_label,
)
from turntrack.systems.toolkit.guards import allow, refuse

_FAST_DRAW = -4
FREE_FEET = 5

_OF_ALLOWANCE = tuple(option for option in OPTIONS if option.key in ("minimum", "targets", "n_weapon", "cap"))
"""The options that decide how many actions a row may have."""


_NO_ROW = ActionRow()


def row_of(encounter: Encounter, combatant_id: Id) -> ActionRow:
    """Return the row without the unknown actions, unknown skills and wrong places of a damaged save."""
    row = recall(encounter.standings[combatant_id]).row
    if not row.entries:
        return _NO_ROW
    entries = tuple([entry for entry in row.entries if _is_known(entry)])
    return ActionRow(entries, tuple(dict.fromkeys(place for place in row.taken if 0 <= place < len(entries))))


def _is_known(entry: RowEntry) -> bool:
    return entry.action in BY_KEY and (not entry.skill or entry.skill in SKILL_KEYS)


def entry_words(encounter: Encounter, entry: RowEntry) -> str:
    """Return ``shoots at Bo (called)``."""
    return f"{BY_KEY[entry.action].words}{_target_words(encounter, entry)}{' (called)' if entry.called else ''}"


def _target_words(encounter: Encounter, entry: RowEntry) -> str:
    """Return `` at Bo``; empty without a target."""
    preposition = BY_KEY[entry.action].preposition
    return f" {preposition} {encounter.name_of(entry.target)}".replace(" :", ":") if entry.target else ""


def _entry_label(encounter: Encounter, entry: RowEntry, with_skill: bool) -> str:
    """Return ``Shot at Bo, called``, or ``Shot (Rifle) at Bo`` if the row has several skills."""
    skill = f" ({skill_label(entry.skill)})" if with_skill and entry.skill else ""
    called = ", called" if entry.called else ""
    note = f" “{entry.note}”" if entry.note else ""
    return f"{BY_KEY[entry.action].label}{skill}{_target_words(encounter, entry)}{called}{note}"


def row_labels(encounter: Encounter, row: ActionRow) -> tuple[str, ...]:
    """Return a label for each action of the row."""
    several = len({entry.skill for entry in row.entries if entry.skill}) > 1
    return tuple(_entry_label(encounter, entry, several) for entry in row.entries)


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many actions of each type are allowed, after all losses."""

    numbers: tuple[int, int, int]
    pool: int
    """The same in Quick actions."""
    why: Score
    """Reaction Total and skill."""
    notes: tuple[str, ...] = ()
    """What has changed the numbers, with rule ids."""

    def of(self, kind: ActionType) -> int:
        return self.numbers[TYPES.index(kind)]

    def __str__(self) -> str:
        quick, normal, full = self.numbers
        return f"{quick} quick, {normal} normal, {full} full"


@dataclass(frozen=True, slots=True)
class Penalty:
    """The penalty of one action of the row."""

    amount: int
    fast_drawn: bool
    rule: str


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A row that is allowed, with the penalty of each action."""

    allowance: Allowance
    penalties: tuple[Penalty, ...]


def skills_of(encounter: Encounter, combatant_id: Id, entries: Sequence[RowEntry]) -> tuple[str, ...]:
    """List the skills used, each once; the combatant’s best skill if no action names one."""
    used = tuple(dict.fromkeys([entry.skill for entry in entries if entry.skill]))
    return used or (best_skill(encounter, combatant_id, SKILL_KEYS),)


def dodge_skill(encounter: Encounter, combatant_id: Id, entries: Sequence[RowEntry]) -> str:
    """Return the skill for a dodge or block: the one already in use, else the best that can (IA16)."""
    used = tuple(entry.skill for entry in entries if entry.skill in CLOSE)
    return best_skill(encounter, combatant_id, used or CLOSE)


def is_too_heavy(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the weapon on the sheet needs more BODY than the combatant has (I32)."""
    sheet = encounter.combatants[combatant_id].sheet
    return int(sheet["weapon_body"]) > int(sheet["body"])


def is_halved(encounter: Encounter, combatant_id: Id, entry: RowEntry) -> bool:
    """Return whether the action is done with the weapon that is too heavy (I32, IA13)."""
    if not is_too_heavy(encounter, combatant_id) or entry.other_weapon or not BY_KEY[entry.action].is_armed:
        return False
    return encounter.combatants[combatant_id].sheet["minimum_of"] in ("any", f"the_{entry.skill}")


def count_allowance(encounter: Encounter, combatant_id: Id, entries: Sequence[RowEntry], halved: bool) -> Allowance:
    """Compute what is allowed (I16, I17, I24, I25, I32, I35); ``halved`` is for a weapon that is too heavy."""
    minimum = reading_of(encounter, "minimum")
    used = skills_of(encounter, combatant_id, entries)
    known = levels(encounter, combatant_id)
    lowest = min(used, key=known.__getitem__)
    skill = Term(skill_label(lowest), known[lowest], "I17")
    why = Score((*(Term(label, amount, "I16") for label, amount in reaction_parts(encounter, combatant_id)), skill))
    total = max(why.total, 0)
    numbers = [total // 5, total // 10, total // 15]
    notes = ["the lower of two skills (I35)"] if len(used) > 1 else []
    if minimum == "before_body":
        numbers = [max(1, number) for number in numbers]
    if halved:
        numbers = [number // 2 for number in numbers]
        notes.append("halved, the weapon is too heavy (I32)")
    if minimum == "after_body":
        numbers = [max(1, number) for number in numbers]
    pool = max([number * QUICK_WORTH[kind] for number, kind in zip(numbers, TYPES, strict=True)])
    for loss, words in count_target_losses(encounter, entries):
        pool = max(pool - loss, 0)
        notes.append(words)
    quick, normal, full = [min(number, pool // QUICK_WORTH[kind]) for number, kind in zip(numbers, TYPES, strict=True)]
    return Allowance((quick, normal, full), pool, why, tuple(notes))


def count_target_losses(encounter: Encounter, entries: Sequence[RowEntry]) -> tuple[tuple[int, str], ...]:
    """Return the Quick actions lost to several targets (I24, I25, IA6), each kind of loss with its words."""
    aimed = [entry for entry in entries if entry.target and BY_KEY[entry.action].is_attack]
    if len({entry.target for entry in aimed}) < 2:
        return ()
    every, instead = reading_of(encounter, "targets") == "change", reading_of(encounter, "n_weapon") == "instead"
    plain = changes = 0
    before = ""
    seen = set[Id]()
    for entry in aimed:
        if before and entry.target != before:
            changes += entry.n_weapon
            counts = every or entry.target not in seen
            plain += counts and not (entry.n_weapon and instead)
        before = entry.target
        seen.add(before)
    losses = []
    if plain:
        losses.append((plain, f"{plain} quick lost to further targets (I24)"))
    if changes:
        losses.append((2 * changes, f"{2 * changes} quick lost to changes of target in close quarters (I25)"))
    return tuple(losses)


def judge_row(encounter: Encounter, combatant_id: Id, row: ActionRow, feet: int) -> JudgedRow:
    """Return the penalty of each action of the row.

    Raises Refused if the row is not allowed; the refusal names the reading that would allow the row.
    """
    return allow(encounter, _OF_ALLOWANCE, lambda reading: _judge_row(reading, combatant_id, row, feet))


def _judge_row(encounter: Encounter, combatant_id: Id, row: ActionRow, feet: int) -> JudgedRow:
    name, entries = encounter.name_of(combatant_id), row.entries
    skills = skills_of(encounter, combatant_id, entries)
    if len(skills) > 2:
        refuse(encounter, Refused("two_skills", f"{name} uses two skills already: no third one in a round.", "I34"))
    _check_called(encounter, name, row, feet)
    _check_movement(encounter, name, entries, feet)
    heavy = frozenset([place for place, entry in enumerate(entries) if is_halved(encounter, combatant_id, entry)])
    allowed = count_allowance(encounter, combatant_id, entries, halved=False)
    half = count_allowance(encounter, combatant_id, entries, halved=True) if heavy else allowed
    cap = reading_of(encounter, "cap")
    if heavy:
        _check_cap(encounter, name, [entries[place] for place in sorted(heavy)], half, cap)
    _check_cap(encounter, name, entries, allowed, cap)
    penalties = tuple(_list_penalties(row, allowed, half, heavy, reading_of(encounter, "beyond")))
    if heavy and len(heavy) < len(entries):
        words = f"{half} with the weapon that is too heavy (I32)"
        return JudgedRow(replace(allowed, notes=(*allowed.notes, words)), penalties)
    return JudgedRow(half, penalties)


def _check_called(encounter: Encounter, name: str, row: ActionRow, feet: int) -> None:
    attacked = False
    for place, entry in enumerate(row.entries):
        at_range = entry.skill in (*GUNS, ARCHERY)
        is_attack = BY_KEY[entry.action].is_attack
        if entry.called and not is_attack:
            refuse(encounter, Refused("no_attack", "Only an attack can be called.", "I26"))
        if entry.called and attacked:
            rule = "I26" if at_range else "I27"
            refuse(encounter, Refused("not_first", f"Only {name}’s first attack in a round can be called.", rule))
        if entry.called and not at_range and feet > FREE_FEET and place not in row.taken:
            message = f"{name} had to close in: nothing is called from out of striking range."
            refuse(encounter, Refused("out_of_range", message, "I27"))
        attacked = attacked or is_attack


def _check_movement(encounter: Encounter, name: str, entries: Sequence[RowEntry], feet: int) -> None:
    attacks = [entry for entry in entries if entry.skill == MARTIAL and BY_KEY[entry.action].is_attack]
    if feet > FREE_FEET and len(attacks) > 1:
        message = f"{name} moves more than {FREE_FEET} feet: one attack with Martial Arts in this round."
        refuse(encounter, Refused("moved", message, "I28"))


def _check_cap(encounter: Encounter, name: str, entries: Sequence[RowEntry], allowed: Allowance, cap: str) -> None:
    """Check each type and, for a mixture, the worth in Quick actions (I31, IA8). Raises Refused."""
    if len(entries) == 1 and BY_KEY[entries[0].action] in OTHERS:  # I2: everyone gets to do something
        return
    times = 3 if cap == "three" else 2
    kinds = [BY_KEY[entry.action].kind for entry in entries]
    for kind, number in zip(TYPES, allowed.numbers, strict=True):
        most = number * times
        if kinds.count(kind) > most:
            some = f"{name} is allowed {number} {kind}, so {most} at the very most"
            words = some if most else f"{name} is allowed no {kind} action ({allowed})"
            refuse(encounter, _refuse_surplus(words, allowed))
    if sum([QUICK_WORTH[kind] for kind in kinds]) > allowed.pool * times:
        worth = f"{name} is allowed {allowed.pool} quick, so {allowed.pool * times} quick’s worth at most"
        refuse(encounter, _refuse_surplus(worth, allowed))


def _refuse_surplus(words: str, allowed: Allowance) -> Refused:
    """Return the refusal of a row that is too long, with the reasons why fewer actions are allowed."""
    return Refused("cap", f"{'; '.join((words, *allowed.notes))}.", "I31")


@dataclass(slots=True)
class _PenaltyCounter:
    """Counts the actions of a row, for the penalty of the next one."""

    beyond: str
    running: int = 0
    reached: int = 0
    number: int = 0
    counts: dict[ActionType, int] = field(default_factory=lambda: dict.fromkeys(TYPES, 0))
    is_beyond: bool = False
    drawn: frozenset[str] = frozenset()

    def add(self, entry: RowEntry, allowed: Allowance, heavy: _PenaltyCounter | None, half: Allowance) -> Penalty:
        """Count the action and return its penalty (I29, I30, IA7), with I23 for the first attack after a Fast Draw."""
        action = BY_KEY[entry.action]
        self._use(action.kind, allowed)
        is_beyond = self.is_beyond
        if heavy:
            heavy._use(action.kind, half)
            is_beyond = is_beyond or heavy.is_beyond
        if self.number:
            self.reached -= (3 if self.beyond == "replace" else 4) if is_beyond else 1
        fast = action.is_attack and entry.skill in self.drawn
        self.drawn -= {entry.skill} if fast else set()
        self.drawn |= {entry.skill} if entry.action == "fast_draw" else set()
        rule = action.rule if not self.number else "I30" if is_beyond else "I29"
        self.number += 1
        return Penalty(self.reached + _FAST_DRAW * fast, fast, rule)

    def _use(self, kind: ActionType, allowed: Allowance) -> None:
        self.running += QUICK_WORTH[kind]
        self.counts[kind] += 1
        self.is_beyond = self.is_beyond or self.running > allowed.pool or self.counts[kind] > allowed.of(kind)


def _list_penalties(
    row: ActionRow, allowed: Allowance, half: Allowance, heavy: frozenset[int], beyond: str
) -> tuple[Penalty, ...]:
    """Return the penalty of each action: those done come first, as they were done, then the plan in its order.

    An unused dodge or block adds nothing to the actions after it (IA14), only to further dodges and blocks.
    """
    to_come, attacks = row.undone_places(), row.pending_places()
    penalties: dict[int, Penalty] = {}
    orders = ((*row.taken, *to_come), (*row.taken, *attacks))
    for order in orders if attacks != to_come else orders[:1]:
        count, with_heavy = _PenaltyCounter(beyond), _PenaltyCounter(beyond)
        for place in order:
            among = with_heavy if place in heavy else None
            penalties[place] = count.add(row.entries[place], allowed, among, half)
    return tuple([penalties[place] for place in range(len(row.entries))])
