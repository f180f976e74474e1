"""The recovery of quarantined journal rows, or exported ones, into an encounter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from app.storage import messages
from app.storage.export_file_codec import LONGEST
from app.storage.journal import DAMAGED, JournalRow, chain_records, parse_row, read_journal, valid_continuation
from app.storage.list_entry import list_entry_of
from app.values.fight_names import name_of
from app.values.stored import StoredFight
from turntrack.codec.json_values import read_json
from turntrack.core.errors import BadSave
from turntrack.systems.protocol import TurnSystem, system_of


@dataclass(frozen=True, slots=True)
class QuarantinedRows:
    """The rows quarantined at one time from the encounter with this key."""

    key: str
    rows: tuple[JournalRow, ...]


@dataclass(frozen=True, slots=True)
class RecoveredEncounter:
    """An encounter made of quarantined rows, and a note about those that could not be used."""

    kept: StoredFight
    note: str = ""


def looks_like_rows(text: str) -> bool:
    """Return whether the text is an export of quarantined rows: one row a line."""
    first, _, _ = text.lstrip().partition("\n")
    try:
        raw = read_json(first, LONGEST)
    except BadSave:
        return False
    return isinstance(raw, dict) and {"number", "record", "sum"} <= raw.keys()


def read_rows(text: str) -> QuarantinedRows:
    """Read a list of rows. Raises BadSave for other text. A damaged row becomes DAMAGED."""
    if len(text) > LONGEST:
        raise BadSave(f"This is too long: at most {LONGEST} characters are read.")
    rows = [_row(line) for line in text.splitlines() if line.strip()]
    return QuarantinedRows(rows[0][0], tuple(row for _, row in rows))


def recover_encounter(
    rows: Sequence[JournalRow], here: Sequence[str], systems: tuple[TurnSystem, ...]
) -> RecoveredEncounter:
    """Return an encounter made of the rows. Raises BadSave with the reason if they make none.

    ``here`` are the records of the same encounter on this device, which the rows may continue.
    """
    first, last = rows[0].number, rows[0].number + len(rows) - 1
    before = tuple(here[: max(first - 1, 0)])
    if len(before) < first - 1:
        raise BadSave(messages.without_beginning(first, last))
    records = (*before, *(row.record for row in valid_continuation(rows, chain_records(before))))
    if len(records) == len(before):
        raise BadSave(messages.FIRST_DAMAGED)
    reading = read_journal(records, systems)
    # The rows may be readable only as far as those that are on the device anyway.
    if reading.count <= len(before) or not reading.session.encounter.system:
        raise BadSave(messages.rows_unread(reading.wrong))
    now, records = reading.session.encounter, records[: reading.count]
    key = sha256("\n".join(records).encode()).hexdigest()[:24]  # a second import is noticed
    left = list_entry_of(reading.session, system_of(now.system, systems)).left
    encounter = StoredFight(
        key, messages.aside_name(name_of(now)), now.system, len(now.combatants), 0, False, records, left
    )
    return RecoveredEncounter(encounter, messages.rows_partly_read(reading.count - len(before), len(rows)))


def _row(line: str) -> tuple[str, JournalRow]:
    try:
        raw = read_json(line, LONGEST)
    except BadSave:
        return "", DAMAGED
    match raw:
        case {"key": str(key), "number": number, "record": record, "sum": total}:
            return key, parse_row(number, record, total)
        case _:
            return "", DAMAGED
