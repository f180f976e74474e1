"""Plays a transcript: a fight as a game master would tell it.

``+`` a combatant, as a quick line      ``>`` a command, with what falls: ``> open [11 4 9]``, ``> open [A♠ 5♣]``

Lines of other kinds say what is expected then (``tests/engine/transcripts.py``). ``#`` begins a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turntrack.command_line.transcript_commands import read_command, read_face
from turntrack.core.commands import Command, MakeEncounter, OpenRound
from turntrack.core.dice import ScriptedDice
from turntrack.core.errors import BadValue, Malformed, Refused
from turntrack.history.session import Session
from turntrack.log.narrate import narrate
from turntrack.rules.quick_line import read_quick_line
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

UNDO_AND_REDO = ("undo", "redo")


def lines_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield number, kind and words of each line that says something.

    >>> list(lines_of("# A fight\\n+ Mara, nerve 9  # a pirate\\n\\n> open [4]"))
    [(2, '+', 'Mara, nerve 9'), (4, '>', 'open [4]')]
    """
    for number, line in enumerate(text.splitlines(), 1):
        if words := line.split("#")[0].strip():
            yield number, words[0], words[1:].strip()


def read_line(kind: str, words: str, session: Session, system: TurnSystem) -> tuple[Command, ScriptedDice]:
    """Return the command of a line that begins with + or >, and the dice that fall. Raises Refused and BadValue."""
    said, _, faces = words.partition("[")
    dice = ScriptedDice([read_face(face) for face in faces.rstrip("]").split()])
    if kind == "+":
        return read_quick_line(said, system.at(session.encounter).fields), dice
    return read_command(said.strip(), session, system), dice


def play(text: str, key: str, systems: tuple[TurnSystem, ...] = SYSTEMS) -> Iterator[str]:
    """Play a transcript of the system with this key, and yield the sentences of the log.

    A refusal is said in its place, as transcripts expect some. Raises Refused for a system that is not known, and
    BadValue with the number of a line that cannot be read.
    """
    yield from _play(_begin(key, systems), key, lines_of(text))


def chances_to_go_first(text: str, key: str, systems: tuple[TurnSystem, ...] = SYSTEMS) -> Iterator[str]:
    """Set the fight of a transcript up to its first round, and yield who goes first how likely, the likeliest first."""
    session, system = _begin(key, systems), system_of(key, systems)
    for number, kind, words in lines_of(text):
        if kind == ">" and _is_opening(words, session, system):
            break
        for _ in _play(session, key, [(number, kind, words)]):
            pass
    chances = [chance for chance in system.chances(session.encounter) if chance.goes_first]
    for chance in sorted(chances, key=lambda chance: chance.chance, reverse=True):
        name = session.encounter.name_of(chance.about) if chance.about else chance.label
        yield f"{name} {float(chance.chance):.1%}"


def _is_opening(words: str, session: Session, system: TurnSystem) -> bool:
    """Return whether the words open a round. Raises BadValue."""
    return words not in UNDO_AND_REDO and read_command(words.partition("[")[0].strip(), session, system) == OpenRound()


def _begin(key: str, systems: tuple[TurnSystem, ...]) -> Session:
    session = Session(systems)
    session.dispatch(MakeEncounter("Fight", key), ScriptedDice([]))
    return session


def _play(session: Session, key: str, lines: Iterable[tuple[int, str, str]]) -> Iterator[str]:
    system = system_of(key, session.systems)
    for number, kind, words in lines:
        if kind not in "+>":
            continue
        before = session.encounter
        try:
            if words in UNDO_AND_REDO:
                getattr(session, words)()
                continue
            command, dice = read_line(kind, words, session, system)
            step = session.dispatch(command, dice)
            if dice.faces:
                raise BadValue(f"dice left over: {dice.faces}.")
        except Refused as refusal:
            yield f"Refused: {refusal}"
        except Malformed as error:
            raise BadValue(f"Line {number}: {error}") from error
        else:
            yield from map(str, narrate(before, step, system))
