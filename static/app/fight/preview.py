"""Preview in words of what a change of the rules, a correction or a move would change now."""

from __future__ import annotations

from app.ui.words import about, capitalized, number_words, percent
from app.values.tried import cite, try_out
from turntrack.core.commands import Command, CorrectThrow, Move
from turntrack.core.errors import Malformed
from turntrack.core.events import StatusSet
from turntrack.core.model import Encounter, Id
from turntrack.log.narrate import all_names_of
from turntrack.systems.protocol import Choice, TurnSystem

MOST = 4
"""Longer lists of differences are shortened."""

_LONGEST_ORDER = 8
"""The order of more combatants than this is not listed."""


def command_changes(encounter: Encounter, system: TurnSystem, command: Command) -> tuple[str, ...]:
    """List what a command that changes the rules would change now: actors, scores, choices, chances."""
    tried = try_out(encounter, command, system)
    after = tried.after
    if after is None:
        return (tried.refusal or "dice are rolled at once",)
    changes = (
        *_list_losses(encounter, after, system),
        *_list_turn_changes(encounter, after, system),
        *_list_score_changes(encounter, after, system),
        *_list_choice_changes(encounter, after, system),
        *_list_chance_changes(encounter, after, system),
    )
    return _first_of(changes)


def _first_of(changes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the changes; of many only the first, and the number of the others."""
    return changes if len(changes) <= MOST else (*changes[: MOST - 1], f"and {len(changes) - MOST + 1} more")


def correction_changes(encounter: Encounter, system: TurnSystem, command: CorrectThrow) -> tuple[str, str]:
    """Describe the scores that a corrected roll would change, and what would follow.

    Raises Malformed if the correction is not possible.
    """
    tried = try_out(encounter, command, system)
    after = tried.after
    if after is None:
        if tried.refusal:
            raise Malformed(tried.refusal)
        return "", "Dice are rolled at once."
    shown = _first_of(tuple(_list_score_changes(encounter, after, system)))
    following = "; ".join(_list_turn_changes(encounter, after, system))
    return ", ".join(shown), f"{capitalized(following)}." if following else "Nobody’s turn changes."


def _list_losses(before: Encounter, after: Encounter, system: TurnSystem) -> list[str]:
    """List the scores and the sheet values that would be lost."""
    had = [combatant_id for combatant_id in before.order if system.number(before, combatant_id)]
    gone = [combatant_id for combatant_id in had if not system.number(after, combatant_id)]
    who = "all" if len(gone) == len(had) else before.names_of(gone)
    keys = {key for combatant in after.combatants.values() for key in combatant.sheet}
    values = [field.label for field in system.fields if field.key not in keys] if keys or after.combatants else []
    return [
        *([f"numbers are lost: {who}"] if gone else []),
        *([f"values of the sheet are lost: {', '.join(values)}"] if values else []),
    ]


def preview_move(encounter: Encounter, system: TurnSystem, command: Command | None) -> tuple[str, bool]:
    """Describe where a move would put the combatant, or the refusal; and whether the move is possible."""
    if not isinstance(command, Move):
        return "", False
    try:
        tried = try_out(encounter, command, system)
    except Exception:  # the move itself would fail too
        return "", False
    after = tried.after
    if after is None:
        return tried.refusal or "as the dice fall", tried.needs_dice
    number, place = system.number(after, command.id), _describe_place(after, system, command.id)
    return f"{number_words(system, number.total)}, {place}" if number else place, True


def describe_drop(encounter: Encounter, system: TurnSystem, move: Move) -> str:
    """Say what a drop will do: ``Borin 3 → 11, before Aria.``, ``Eva holds: 30, last.``; or why it cannot be done."""
    tried = try_out(encounter, move, system)
    draft = tried.draft
    if draft is None:
        return tried.refusal or "The dice decide."
    after, name = draft.encounter, encounter.name_of(move.id)
    reasons = (event.why for event in draft.events if isinstance(event, StatusSet) and event.id == move.id)
    reason = next(filter(None, reasons), "")
    was, now = (system.number(moment, move.id) for moment in (encounter, after))
    is_changed = was is not None and now is not None and was.total != now.total
    if reason:
        said = f"{name} {reason}{f': {number_words(system, now.total)}' if now and is_changed else ''}"
    elif was and now and is_changed:
        said = f"{name} {number_words(system, was.total)} → {number_words(system, now.total)}"
    else:
        said = name
    place = _describe_place(after, system, move.id)
    if system.track(after) == system.track(encounter):
        place = "in the same place"
    acting = "" if after.acting() == encounter.acting() or not after.acting() else _acts_words(after)
    return f"{said}, {place}.{f' {acting}' if acting else ''}"


def _describe_place(encounter: Encounter, system: TurnSystem, combatant_id: Id) -> str:
    """Name whom the row of a combatant precedes, of those who are still to act."""
    track, standings = system.track(encounter), encounter.standings
    if track[:1] == (combatant_id,):
        return "on top"
    below = track[track.index(combatant_id) + 1 :] if combatant_id in track else ()
    waiting = (other for other in below if standings[other].plays)
    following = next(waiting, "")
    return f"before {encounter.name_of(following)}" if following else "last"


def _acts_words(encounter: Encounter) -> str:
    acting = encounter.acting()
    return f"{encounter.names_of(acting)} {'acts' if len(acting) == 1 else 'act'}."


def _list_turn_changes(before: Encounter, after: Encounter, system: TurnSystem) -> list[str]:
    changes = []
    if before.is_open and not after.is_open:
        changes.append(f"the {system.round_word} ends")
    elif before.acting() != after.acting():
        changes.append(f"{all_names_of(after, after.acting()) or 'nobody'} acts")
    if system.track(before) != system.track(after):
        track = system.track(after)
        is_short = len(track) <= _LONGEST_ORDER
        changes.append(f"the order becomes {all_names_of(after, track)}" if is_short else "the order changes")
    return changes


def _list_score_changes(before: Encounter, after: Encounter, system: TurnSystem) -> list[str]:
    changes = []
    for combatant_id in after.order:
        old, new = system.number(before, combatant_id), system.number(after, combatant_id)
        if old and new and old.total != new.total:
            changes.append(
                f"{after.name_of(combatant_id)}: {system.say_number(old.total)} → {system.say_number(new.total)}"
            )
    return changes


def _list_choice_changes(before: Encounter, after: Encounter, system: TurnSystem) -> list[str]:
    old, new = _choices_by_place(before, system), _choices_by_place(after, system)
    changes = []
    for name, choice in new.items():
        if name not in old:
            changes.append(f"{choice.label} is offered")
        elif old[name].label == choice.label and _describe(old[name], system) != _describe(choice, system):
            changes.append(f"{choice.label}: {_describe(choice, system)}")
    changes += [f"{choice.label} is no longer offered" for name, choice in old.items() if name not in new]
    return changes


def _choices_by_place(encounter: Encounter, system: TurnSystem) -> dict[tuple[str, int], Choice]:
    """Return every choice by its section and its index."""
    return {
        (section.key, place): choice
        for section in system.sections(encounter, {})
        for place, choice in enumerate(section.choices)
    }


def _describe(choice: Choice, system: TurnSystem) -> str:
    told = choice.preview
    if told.refusal:
        return f"refused{cite(told.rule, system)}"
    after = "" if told.after is None else f"→ {number_words(system, told.after)}"
    chance = "" if told.chance is None else percent(told.chance)
    return " ".join(filter(None, (told.cost, after, chance, told.outcome))) or "allowed"


def _list_chance_changes(before: Encounter, after: Encounter, system: TurnSystem) -> list[str]:
    old = {(chance.about, chance.label): chance.chance for chance in system.chances(before)}
    return [
        f"{about(after, chance)}: {percent(old[name])} → {percent(chance.chance)}"
        for chance in system.chances(after)
        if (name := (chance.about, chance.label)) in old and old[name] != chance.chance
    ]
