"""Write a session as a journal."""

from __future__ import annotations

from collections.abc import Sequence

from turntrack.history.session import Branch, Session, Step
from turntrack.saves.records import Did, Record, Undid


def records_of(session: Session) -> tuple[Record, ...]:
    """Return a short journal that leads to this session, with its redo steps and all branches.

    The steps of a branch are done and undone, so that the next step cuts them off again.
    """
    records: list[Record] = []
    at = 0
    # A stack instead of recursion, because branches may be nested very deep.
    todo = _last_first((*session.past, *reversed(session.future)), 0, session.branches)
    while todo:
        seq = len(records) + 1
        match todo.pop():
            case Step(command, events, _, done):
                records.append(Did(seq, command, events, at or done))
                at = 0
            case Branch(_, fork, steps, cut) as branch:
                todo.append((len(steps), cut))
                todo += _last_first(steps, fork, session.hanging_on(branch))
            case back:
                count, at = back
                records.append(Undid(seq, count))
    if session.future:
        records.append(Undid(len(records) + 1, len(session.future)))
    return tuple(records)


def _last_first(steps: Sequence[Step], fork: int, branches: Sequence[Branch]) -> list[Step | Branch | tuple[int, int]]:
    """List the steps and branches after a fork, the latest first."""
    reversed_parts: list[Step | Branch | tuple[int, int]] = []
    done = 0
    for branch in branches:
        reversed_parts += (*steps[done : branch.fork - fork], branch)
        done = branch.fork - fork
    reversed_parts += steps[done:]
    reversed_parts.reverse()
    return reversed_parts
