"""Read lists of combatants from elsewhere: tables, lists of lines, stat blocks, and the JSON and XML of other
programs.

Everything that is not imported is reported, with its place.
"""

from __future__ import annotations

from types import MappingProxyType

from app.storage.foreign_creatures import read_foreign_json, read_foreign_xml
from app.storage.improved_initiative import read_improved_initiative
from app.storage.roster import LONGEST, Roster, Subjects
from app.storage.roster_lines import read_lines
from app.storage.roster_tables import find_table, has_unnamed_columns, read_table, read_unnamed_columns, table_of_html
from turntrack.codec.json_values import read_json
from turntrack.core.errors import BadSave
from turntrack.systems.protocol import TurnSystem


def read_roster(text: str, system: TurnSystem, subjects: Subjects = MappingProxyType({})) -> Roster:
    """Read a list of combatants. ``subjects`` are those of columns that were chosen by hand.

    Raises BadSave for other text.
    """
    if len(text) > LONGEST:
        raise BadSave(f"This is too long for a list of combatants: at most {LONGEST} characters are read.")
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] in ("{", "["):
        raw = read_json(text, LONGEST)
        return read_improved_initiative(raw) or read_foreign_json(raw, system)
    if text.lstrip()[:1] == "<" and (table := table_of_html(text)):
        text = table
    if text.lstrip()[:1] == "<":
        return read_foreign_xml(text, system)
    if "\0" in text:
        raise BadSave("This is neither a file of Turntrack nor a list: it has characters that no text has.")
    if table := find_table(text, system):
        return read_table(table, system, subjects)
    if has_unnamed_columns(text):
        return read_unnamed_columns(text, system, subjects)
    return read_lines(text, system)
