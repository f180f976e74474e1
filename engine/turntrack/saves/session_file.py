"""The codec of files with a whole session."""

from __future__ import annotations

from turntrack.history.session import Session
from turntrack.saves.records import Save, decode_save, encode_save
from turntrack.saves.replay import replay
from turntrack.saves.session_to_journal import records_of
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem


def write_session(session: Session, name: str = "") -> str:
    """Return a session with all its history as text, one record per line; ``name`` is for people who read the file."""
    return encode_save(Save(name, session.encounter.system, records_of(session)))


def read_session(text: str, systems: tuple[TurnSystem, ...] = SYSTEMS) -> Session:
    """Return the session in the text. Raises BadSave with the number of the record that does not fit."""
    return replay(decode_save(text).records, systems)
