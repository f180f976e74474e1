"""View of the first screen: the last fight, the other fights, templates, the archive and the bin."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from app.values.fight_names import round_words, write_count
from app.values.stored import FightSummary, SavedFight, StoredFight, templates_in_order
from app.views.name_initials import initials
from turntrack.systems.protocol import TurnSystem

MOST_BESIDE = 3
"""At most this many fights stand beside the last one; the others are folded."""


@dataclass(frozen=True, slots=True)
class FightView:
    """A fight in the list."""

    key: str
    name: str
    line: str
    """Its rules, its progress, and when it was played last."""
    emblem: str = ""
    """The emblem of its own rule set; empty for a rulebook's system."""


@dataclass(frozen=True, slots=True)
class LastView:
    """The fight that was played last, as it was left."""

    key: str
    name: str
    line: str
    who: str
    """The actors; if nobody acts, the state of the fight."""
    bead: str
    """The actor's score or letters; empty if nobody acts."""
    side: int | None
    then: str
    """The names of the next turns."""
    emblem: str = ""
    way: str = "Continue"
    """The label of the button that opens it."""


@dataclass(frozen=True, slots=True)
class HomeView:
    last: LastView | None
    beside: tuple[FightView, ...]
    older: tuple[FightView, ...]
    templates: tuple[FightView, ...]
    """Templates, from which fights are begun."""
    archived: tuple[FightView, ...]
    deleted: tuple[FightView, ...]


def last_backup_words(at: int) -> str:
    """Say when the last backup was made; ``at`` is 0 for none."""
    when = time.strftime("%d %b %Y, %H:%M", time.localtime(at / 1000)).lstrip("0")
    return f"Last backup: {when}." if at else "No backup yet."


def home_view(systems: tuple[TurnSystem, ...], saved: tuple[SavedFight, ...]) -> HomeView:
    """Sort the saved fights, the last played first, into the parts of the screen; untouched fights are left out."""
    known = {system.key: system for system in systems}

    def views(fights: Iterable[SavedFight]) -> tuple[FightView, ...]:
        return tuple(
            FightView(fight.key, fight.name, _describe_fight(fight, known.get(fight.system), True), _emblem(fight))
            for fight in fights
        )

    listed = [fight for fight in saved if not (fight.deleted or fight.archived or fight.template)]
    there = [fight for fight in listed if not fight.is_untouched]
    last = _last_view(there[0], known.get(there[0].system)) if there else None
    return HomeView(
        last,
        views(there[1 : MOST_BESIDE + 1]),
        views(there[MOST_BESIDE + 1 :]),
        views(templates_in_order(saved)),
        views(fight for fight in saved if fight.archived and not fight.template and not fight.deleted),
        views(fight for fight in saved if fight.deleted),
    )


def _last_view(fight: SavedFight, system: TurnSystem | None) -> LastView:
    left = fight.left
    acting = left.acting if left else ()
    return LastView(
        fight.key,
        fight.name,
        _describe_fight(fight, system, False),
        _who_words(fight, left, system),
        (left.number or initials(acting[0])) if left and acting else "",
        left.side if left else None,
        _then_words(left) if left else "",
        _emblem(fight),
        "Look back" if left and left.is_over else "Continue" if left is None or left.round else "Open",
    )


def _emblem(fight: SavedFight) -> str:
    return fight.left.emblem or "" if fight.left else ""


def rules_title(fight: SavedFight | StoredFight, system: TurnSystem | None) -> str:
    """Return the title of a fight's rules: the rule set's own name, else the system's."""
    return (fight.left.rules if fight.left else "") or (system.title if system else fight.system)


def _describe_fight(fight: SavedFight, system: TurnSystem | None, with_actor: bool) -> str:
    """Describe a fight in one line: its rules, its progress and its time."""
    left, title = fight.left, rules_title(fight, system)
    if fight.template:
        return " · ".join(("Template" if fight.deleted else title, count_words(fight.combatants)))
    if left is None:
        stands = count_words(fight.combatants)
    elif not left.round:
        stands = f"{count_words(fight.combatants)}, not started"
    elif left.is_over:
        stands = "the fight is over" if with_actor else _round_of(left, system)
    elif not left.is_open:
        stands = f"{_round_of(left, system)} is over" if with_actor else _round_of(left, system)
    elif with_actor and left.acting:
        stands = f"{_round_of(left, system)} · {_join_actors(left)} {'acts' if left.many == 1 else 'act'}"
    else:
        stands = _round_of(left, system)
        if with_actor and left.coming:
            stands += f" · {left.coming[0]} next"
    return " · ".join(filter(None, (title, stands, fight.when)))


def _who_words(fight: SavedFight, left: FightSummary | None, system: TurnSystem | None) -> str:
    if left is None:
        return count_words(fight.combatants)
    if left.acting:
        return _join_actors(left)
    if not left.round:
        return "Ready to begin" if fight.combatants else "Nobody is in it yet"
    if left.is_over:
        return "The fight is over"
    if not left.is_open:
        said = _round_of(left, system)
        return f"{said[:1].upper()}{said[1:]} is over"
    return f"Next: {left.coming[0]}" if left.coming else "Nobody is up"


def _then_words(left: FightSummary) -> str:
    coming = left.coming if left.acting else left.coming[1:]
    return ", ".join(f"then {label}" for label in coming)


def _join_actors(left: FightSummary) -> str:
    """Join the names of those who act; count those that do not fit."""
    is_whole = left.many <= len(left.acting)
    names = left.acting if is_whole else (*left.acting[:2], f"{left.many - 2} more")
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _round_of(left: FightSummary, system: TurnSystem | None) -> str:
    return left.where or round_words(left.round, left.part if left.is_open else 0, system)


def count_words(combatants: int) -> str:
    """Write the number of combatants."""
    return write_count(combatants, "combatant") if combatants else "nobody in it"
