"""Reader of the exports of Improved Initiative."""

from __future__ import annotations

from collections.abc import Mapping

from app.storage.roster import LONGEST, Roster, bounded, read_members, shorten
from turntrack.codec.json_values import read_json
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import LONGEST_NAME, LONGEST_TEXT, Field, clean_text, read
from turntrack.core.names import next_name
from turntrack.rules.health import HEALTH, TEMPORARY

LISTS = ("Combatants", "PlayerCharacters", "PersistentCharacters", "Creatures", "SavedEncounters", "Encounters")
TAKEN = frozenset(
    {
        "Id", "Name", "Alias", "IndexLabel", "StatBlock", "HP", "CurrentHP", "TemporaryHP", "Hidden",
        "InitiativeGroup", "Player", "Notes", "CurrentNotes",
    }
)  # fmt: skip
EMPTY: tuple[object, ...] = (None, "", 0, False, [], {})


def read_improved_initiative(raw: object) -> Roster | None:
    """Read the combatants of an export, given as JSON; None if there are none. Raises BadSave."""
    creatures: list[tuple[Mapping[str, object], str]] = []
    names: list[str] = []
    _collect(raw, "", creatures, names, 0)
    if not creatures:
        return None
    left: dict[str, int] = {}
    groups: dict[str, str] = {}
    notes: list[str] = []
    places = [f"Number {number} of {where or 'the file'}" for number, (_, where) in enumerate(creatures, 1)]
    members = read_members(places, lambda at: _creature(creatures[at][0], left, groups), notes)
    notes += [f"{key}, of {many}: these rules have nothing that is the same." for key, many in sorted(left.items())]
    name = names[0] if len(names) == 1 else "From Improved Initiative"
    return Roster("From Improved Initiative", tuple(members), bounded(notes), name)


def _collect(
    raw: object, where: str, creatures: list[tuple[Mapping[str, object], str]], names: list[str], deep: int
) -> None:
    """Append all creatures to ``creatures``, and names of encounters to ``names``, from any layout of the exports."""
    if deep > 5:
        return
    if isinstance(raw, list):
        for item in raw:
            _collect(item, where, creatures, names, deep + 1)
    elif isinstance(raw, dict):
        if isinstance(raw.get("Combatants"), list):
            name = raw.get("Name")
            called = " ".join(name.split())[:LONGEST_NAME] if isinstance(name, str) else ""
            if called:
                names.append(called)
            _collect(raw["Combatants"], shorten(called) or "Combatants", creatures, names, deep + 1)
        elif isinstance(raw.get("StatBlock"), dict) or ("HP" in raw and isinstance(raw.get("Name"), str)):
            creatures.append((raw, where))
        else:
            for key, item in raw.items():
                # Some exports contain JSON as text.
                if isinstance(item, str) and item[:1] in ("{", "[") and any(part in key for part in LISTS):
                    item = read_json(item, LONGEST)
                if isinstance(item, dict | list):
                    _collect(item, shorten(key).rpartition(".")[2], creatures, names, deep + 1)


def _creature(raw: Mapping[str, object], left: dict[str, int], groups: dict[str, str]) -> AddCombatant:
    """Read one creature.

    ``left`` counts the keys that are not imported; ``groups`` maps the ids of groups to their names.
    """
    block = raw.get("StatBlock", raw)
    if not isinstance(block, dict):
        raise BadValue("its StatBlock is not an object.")
    for key, value in {**block, **raw}.items():
        if key not in TAKEN and value not in EMPTY:
            left[shorten(key)] = left.get(shorten(key), 0) + 1
    hit_points = block.get("HP")
    full = _number(HEALTH, hit_points.get("Value") if isinstance(hit_points, dict) else hit_points, 0)
    health = _number(HEALTH, raw.get("CurrentHP"), full)
    player = block.get("Player")
    name = _name(raw, block)
    return AddCombatant(
        name=name,
        side="Party" if isinstance(player, str) and player == "player" else "",
        group=_group(raw.get("InitiativeGroup"), name, groups),
        health=health,
        full_health=full,
        fallen=full > 0 >= health,
        temporary=_number(TEMPORARY, raw.get("TemporaryHP"), 0),
        hidden=raw.get("Hidden") is True,
        note=clean_text("note", raw.get("CurrentNotes") or raw.get("Notes") or "", LONGEST_TEXT),
    )


def _number(field: Field, raw: object, default: int) -> int:
    return default if raw is None else int(read(field, raw))


def _group(raw: object, name: str, groups: dict[str, str]) -> str:
    """Return the name of a group, which has only an id in the export: that of its first creature."""
    if not isinstance(raw, str) or not raw:
        return ""
    if raw not in groups:
        taken = set(groups.values())
        groups[raw] = next_name(name, taken) if name in taken else name
    return groups[raw]


def _name(raw: Mapping[str, object], block: Mapping[str, object]) -> str:
    name = clean_text("name", raw.get("Alias") or block.get("Name") or raw.get("Name") or "", LONGEST_NAME)
    if not name:
        raise BadValue("it has no name.")
    return name
