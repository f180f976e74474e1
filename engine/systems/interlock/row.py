"""The row of actions of one round: how many are allowed, and the penalty of each (I16–I35)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import Refused
from engine.model import Encounter, Id
from engine.sums import Sum, Term
from engine.systems.interlock.chart import OTHERS, TYPES, Type, action_of, is_defence, known, quick_worth
from engine.systems.interlock.sheet import (
    ARCHERY,
    GUNS,
    MARTIAL,
    SKILLS,
    Readings,
    best_skill,
    level,
    reaction_parts,
    readings,
    skill_label,
)

FAST_DRAW = -4
FREE_FEET = 5


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of the row."""

    action: str
    skill: str = ""
    """Empty for a dodge, a block and what is not listed: they take an action of whatever skill is used."""
    target: Id = ""
    called: bool = False
    n_weapon: bool = False
    """With a weapon of concealability N in close quarters."""
    note: str = ""
    """What it is, where it is not listed."""

    def __str__(self) -> str:
        return "|".join((self.action, self.skill, self.target, "called" * self.called, "n" * self.n_weapon, self.note))


def entry(text: str) -> Entry | None:
    """The entry that was stored as ``text``; None for what is no entry of ours."""
    parts = text.split("|", 5)
    if len(parts) < 5 or known(parts[0]) is None:
        return None
    if parts[1] and all(parts[1] != skill.key for skill in SKILLS):
        return None
    return Entry(parts[0], parts[1], parts[2], bool(parts[3]), bool(parts[4]), *parts[5:])


@dataclass(frozen=True, slots=True)
class Row:
    """What has been declared, or is being planned, and which of it has been done."""

    entries: tuple[Entry, ...] = ()
    taken: frozenset[int] = frozenset()

    def pending(self) -> tuple[int, ...]:
        """The places, from 0, of what is still to do on one's own turn, in order."""
        return tuple(
            place for place, it in enumerate(self.entries) if place not in self.taken and not is_defence(it.action)
        )

    def waiting_defence(self) -> int | None:
        """The place of the first declared dodge or block that has not been used."""
        return next(
            (place for place, it in enumerate(self.entries) if place not in self.taken and is_defence(it.action)), None
        )


def row_of(encounter: Encounter, one: Id) -> Row:
    standing = encounter.standings[one]
    stored, done = standing.fact("row", ()), standing.fact("taken", ())
    entries = [entry(text) for text in stored] if isinstance(stored, tuple) else []
    taken = {int(text) for text in done if text.isascii() and text.isdecimal()} if isinstance(done, tuple) else set()
    return Row(tuple(it for it in entries if it), frozenset(taken))


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many actions of each type are allowed, after everything that takes some away."""

    numbers: tuple[int, int, int]
    pool: int
    """In Quick actions."""
    why: Sum
    """Reaction Total + skill."""
    notes: tuple[str, ...] = ()
    """What has changed the numbers, with rule ids."""

    def of(self, kind: Type) -> int:
        return self.numbers[TYPES.index(kind)]

    def __str__(self) -> str:
        quick, normal, full = self.numbers
        return f"{quick} quick, {normal} normal, {full} full"


@dataclass(frozen=True, slots=True)
class Penalty:
    """What one action of the row is at. ``beyond`` is whether it is beyond the allowance."""

    amount: int
    beyond: bool
    fast_drawn: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Judged:
    allowance: Allowance
    penalties: tuple[Penalty, ...]


def skills_of(encounter: Encounter, one: Id, entries: Sequence[Entry]) -> tuple[str, ...]:
    """The skills used, each once; the best one where no action names a skill."""
    used = tuple(dict.fromkeys(it.skill for it in entries if it.skill))
    return used or (best_skill(encounter, one, tuple(skill.key for skill in SKILLS)),)


def allowance(encounter: Encounter, one: Id, entries: Sequence[Entry]) -> Allowance:
    """I16, I17, I24, I25, I32, I35."""
    reading = readings(encounter)
    used = skills_of(encounter, one, entries)
    lowest = min(used, key=lambda skill: level(encounter, one, skill))
    skill = Term(skill_label(lowest), level(encounter, one, lowest), "I17")
    why = Sum((*(Term(label, amount, "I16") for label, amount in reaction_parts(encounter, one)), skill))
    total = max(why.total, 0)
    numbers = [total // 5, total // 10, total // 15]
    notes = ["the lowest of two skills (I35)"] if len(used) > 1 else []
    if reading.minimum == "before_body":
        numbers = [max(1, number) for number in numbers]
    sheet = encounter.combatants[one].sheet
    if int(sheet["weapon_body"]) > int(sheet["body"]) and used != (MARTIAL,):
        numbers = [number // 2 for number in numbers]
        notes.append("halved, the weapon is too heavy (I32)")
    if reading.minimum == "after_body":
        numbers = [max(1, number) for number in numbers]
    pool = max(number * quick_worth(kind) for number, kind in zip(numbers, TYPES, strict=True))
    for loss, words in target_losses(entries, reading):
        pool = max(pool - loss, 0)
        notes.append(words)
    quick, normal, full = (min(number, pool // quick_worth(kind)) for number, kind in zip(numbers, TYPES, strict=True))
    return Allowance((quick, normal, full), pool, why, tuple(notes))


def target_losses(entries: Sequence[Entry], reading: Readings) -> tuple[tuple[int, str], ...]:
    """The Quick actions that several targets cost (I24, I25, IA6), each kind with its words."""
    plain = changes = 0
    before = ""
    seen = set[Id]()
    for it in (it for it in entries if it.target):
        if before and it.target != before:
            changes += it.n_weapon
            counts = reading.targets == "change" or it.target not in seen
            plain += counts and not (it.n_weapon and reading.n_weapon == "instead")
        before = it.target
        seen.add(before)
    losses = []
    if plain:
        losses.append((plain, f"{plain} quick lost to further targets (I24)"))
    if changes:
        losses.append((2 * changes, f"{2 * changes} quick lost to changes of target in close quarters (I25)"))
    return tuple(losses)


def judge(encounter: Encounter, one: Id, row: Row, feet: int) -> Judged:
    """The penalty of each action of the row. Raises Refused where the row cannot be."""
    name, entries = encounter.name_of(one), row.entries
    skills = skills_of(encounter, one, entries)
    if len(skills) > 2:
        raise Refused("two_skills", f"{name} uses two skills already: no third one in a round.", "I34")
    _check_called(name, row, feet)
    _check_movement(name, entries, feet)
    allowed = allowance(encounter, one, entries)
    _check_cap(name, entries, allowed, readings(encounter).cap)
    return Judged(allowed, tuple(_penalties(entries, allowed, readings(encounter).beyond)))


def _check_called(name: str, row: Row, feet: int) -> None:
    attacked = False
    for place, it in enumerate(row.entries):
        at_range = it.skill in (*GUNS, ARCHERY)
        is_attack = bool(action_of(it.action).at)
        if it.called and not is_attack:
            raise Refused("no_attack", "Only an attack can be called.", "I26")
        if it.called and attacked:
            rule = "I26" if at_range else "I27"
            raise Refused("not_first", f"Only {name}’s first attack in a round can be called.", rule)
        if it.called and not at_range and feet > FREE_FEET and place not in row.taken:
            raise Refused(
                "out_of_range", f"{name} had to close in: nothing is called from out of striking range.", "I27"
            )
        attacked = attacked or is_attack


def _check_movement(name: str, entries: Sequence[Entry], feet: int) -> None:
    attacks = [it for it in entries if it.skill == MARTIAL and action_of(it.action).at]
    if feet > FREE_FEET and len(attacks) > 1:
        raise Refused(
            "moved", f"{name} moves more than {FREE_FEET} feet: one attack with Martial Arts in this round.", "I28"
        )


def _check_cap(name: str, entries: Sequence[Entry], allowed: Allowance, cap: str) -> None:
    """I31, IA8: for each type, and for a mixture also in Quick actions."""
    if len(entries) == 1 and action_of(entries[0].action) in OTHERS:  # I2: everyone gets to do something
        return
    times = 3 if cap == "three" else 2
    kinds = [action_of(it.action).kind for it in entries]
    for kind in TYPES:
        most = allowed.of(kind) * times
        if kinds.count(kind) > most:
            if not most:
                message = f"{name} is allowed no {kind} action ({allowed})."
            else:
                message = f"{name} is allowed {allowed.of(kind)} {kind}, so {most} at the very most."
            raise Refused("cap", message, "I31")
    if sum(map(quick_worth, kinds)) > allowed.pool * times:
        raise Refused(
            "cap", f"{name} is allowed {allowed.pool} quick, so {allowed.pool * times} quick’s worth at most.", "I31"
        )


def _penalties(entries: Sequence[Entry], allowed: Allowance, beyond: str) -> list[Penalty]:
    """I29, I30, IA7; I23 comes on top, for the first attack with what was drawn."""
    penalties = []
    counts = dict.fromkeys(TYPES, 0)
    running = reached = 0
    is_beyond = False
    drawn = set[str]()
    for place, it in enumerate(entries):
        action = action_of(it.action)
        running += quick_worth(action.kind)
        counts[action.kind] += 1
        is_beyond = is_beyond or running > allowed.pool or counts[action.kind] > allowed.of(action.kind)
        if place:
            reached -= (3 if beyond == "replace" else 4) if is_beyond else 1
        fast = bool(action.at) and it.skill in drawn
        drawn -= {it.skill} if fast else set()
        drawn |= {it.skill} if it.action == "fast_draw" else set()
        rule = action.rule if not place else "I30" if is_beyond else "I29"
        penalties.append(Penalty(reached + FAST_DRAW * fast, is_beyond, fast, rule))
    return penalties
