"""What is typed or pasted into *Add*: stat blocks, read as *Import* reads them, and quick lines."""

from __future__ import annotations

from app.importers.block_creatures import BlockReader
from app.importers.stat_blocks import find_stat_blocks
from app.values.lists import LONGEST, LineRead, read_each
from turntrack.core.model import Encounter
from turntrack.systems.protocol import TurnSystem


def read_typed(text: str, encounter: Encounter, system: TurnSystem) -> tuple[LineRead, ...]:
    """Read each stat block of a text, and each line before the first one, as a combatant."""
    if len(text) > LONGEST or ("\n" not in text and ";" not in text):
        return read_each(text, encounter, system)
    reader = BlockReader(system)
    divided = find_stat_blocks(text, reader.labels)
    if not divided.blocks:
        return read_each(text, encounter, system)
    outside = ("" if line.lstrip().startswith("#") else line for line in divided.others)
    read = [*read_each("\n".join(outside), encounter, system)]
    for number, block in enumerate(divided.blocks, len(divided.others) + 1):
        reader.notes.clear()
        member = reader.member(block)
        told = tuple(note.removeprefix(f"{member.name}: ") for note in reader.notes)
        has_card = (f"card of {len(member.card)} lines",) if member.card else ()
        read.append(LineRead(number, block.name, member, notes=(*has_card, *told)))
    return tuple(read)
