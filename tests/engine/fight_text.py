"""A fight as text: log sentences and the track for each step, and rulings and choices at the end."""

from __future__ import annotations

from collections.abc import Iterator

from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.core.model import Encounter, Id
from turntrack.core.score import signed
from turntrack.history.session import Session
from turntrack.log.narrate import narrate
from turntrack.systems.protocol import Choice, TurnSystem


def write_fight(session: Session, system: TurnSystem) -> str:
    return "\n".join(_lines(session, system)) + "\n"


def _lines(session: Session, system: TurnSystem) -> Iterator[str]:
    before = NO_ENCOUNTER
    for step in session.past:
        after = step.after
        for sentence in narrate(before, step, system):
            yield f"~ {sentence}{f' [{sentence.about}]' if sentence.about else ''}"
        yield f"= {', '.join(_row(system, after, combatant_id) for combatant_id in system.track(after))}".rstrip()
        before = after
    yield from (
        f"rule {line}" for combatant_id in ("", *before.order) for line in _rulable(system, before, combatant_id)
    )
    for section in system.sections(before, {}):
        yield f"[{section.title}: {section.note}]" if section.note else f"[{section.title}]"
        yield from (_choice(choice) for choice in section.choices)


def _row(system: TurnSystem, encounter: Encounter, combatant_id: Id) -> str:
    number = system.number(encounter, combatant_id)
    badges = "; ".join(badge.text for badge in system.badges(encounter, combatant_id))
    standing = encounter.standings[combatant_id]
    score = f" {signed(number.total)}" if number else ""
    return f"{encounter.name_of(combatant_id)}{score} {standing.status}{f' ({badges})' if badges else ''}"


def _rulable(system: TurnSystem, encounter: Encounter, combatant_id: Id) -> Iterator[str]:
    for field in system.rulable(encounter, combatant_id):
        yield f"{combatant_id or 'the fight'}: {field.label} = {field.default}"


def _choice(choice: Choice) -> str:
    parts = (choice.label, choice.cost, choice.outcome, choice.rule, f"no: {choice.refusal}" if choice.refusal else "")
    return f"? {' | '.join(part for part in parts if part)}"
