"""A whole fight as text: what the log says of each step, the track after it, and what can be done at the end."""

from __future__ import annotations

from collections.abc import Iterator

from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.core.model import Encounter, Id
from turntrack.core.score import signed
from turntrack.history.session import Session
from turntrack.log.narrate import narrate
from turntrack.systems.protocol import Choice, TurnSystem


def tell(session: Session, system: TurnSystem) -> str:
    return "\n".join(_lines(session, system)) + "\n"


def _lines(session: Session, system: TurnSystem) -> Iterator[str]:
    before = NO_ENCOUNTER
    for step in session.past:
        after = step.after
        for sentence in narrate(before, step, system):
            yield f"~ {sentence}{f' [{sentence.about}]' if sentence.about else ''}"
        yield f"= {', '.join(_row(system, after, one) for one in system.track(after))}".rstrip()
        before = after
    yield from (f"rule {line}" for one in ("", *before.order) for line in _rulable(system, before, one))
    for section in system.sections(before, {}):
        yield f"[{section.title}: {section.note}]" if section.note else f"[{section.title}]"
        yield from (_choice(choice) for choice in section.choices)


def _row(system: TurnSystem, encounter: Encounter, one: Id) -> str:
    number = system.number(encounter, one)
    badges = "; ".join(badge.text for badge in system.badges(encounter, one))
    standing = encounter.standings[one]
    score = f" {signed(number.total)}" if number else ""
    return f"{encounter.name_of(one)}{score} {standing.status}{f' ({badges})' if badges else ''}"


def _rulable(system: TurnSystem, encounter: Encounter, one: Id) -> Iterator[str]:
    for field in system.rulable(encounter, one):
        yield f"{one or 'the fight'}: {field.label} = {field.default}"


def _choice(choice: Choice) -> str:
    parts = (choice.label, choice.cost, choice.outcome, choice.rule, f"no: {choice.refusal}" if choice.refusal else "")
    return f"? {' | '.join(part for part in parts if part)}"
