"""Reader of the exports of Improved Initiative."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.importers.blocks import fit_on_card
from app.importers.creatures import CreatureReader, read_members
from app.importers.labels import fold_key, fold_keys, look_up, without_control, without_hidden
from app.importers.meanings import Quantity, own_values
from app.importers.portions import Portions
from app.importers.rows import bounded, shorten
from app.values.lists import LONGEST, Roster
from turntrack.codec.json_values import read_json
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import (
    LONGEST_NAME,
    LONGEST_TEXT,
    Field,
    clean_text,
    modifier_of_score,
    read,
    without_invisible,
)
from turntrack.core.names import next_name
from turntrack.rules.combatants import read_card
from turntrack.rules.health import HEALTH, TEMPORARY
from turntrack.systems.protocol import TurnSystem

LISTS = ("Combatants", "PlayerCharacters", "PersistentCharacters", "Creatures", "SavedEncounters", "Encounters")
CARD_LISTS = ("Traits", "Actions", "BonusActions", "Reactions", "LegendaryActions", "MythicActions")
TAKEN = frozenset(
    {
        "Id", "Name", "Alias", "IndexLabel", "StatBlock", "HP", "CurrentHP", "TemporaryHP", "Hidden",
        "InitiativeGroup", "Player", "Notes", "CurrentNotes", "AC", "Abilities", "InitiativeModifier", *CARD_LISTS,
    }
)  # fmt: skip
EMPTY: tuple[object, ...] = (None, "", 0, False, [], {})


class _ListKind(StrEnum):
    """The kinds of lists in an export."""

    PARTY = "party"
    ENEMIES = "enemies"
    FIGHT = "fight"
    OTHER = "other"


_KIND_OF_LIST = (
    ("PlayerCharacters", _ListKind.PARTY), ("PersistentCharacters", _ListKind.PARTY), ("Creatures", _ListKind.ENEMIES)
)  # fmt: skip


@dataclass(slots=True, eq=False)
class _Part:
    """A list of an export, with its creatures as they stand in it."""

    kind: _ListKind
    name: str
    """The name of the fight, or of the list."""
    creatures: list[Mapping[str, object]] = field(default_factory=list)


def read_improved_initiative(raw: object, system: TurnSystem) -> Portions[Roster | None]:
    """Read the combatants of an export, given as JSON; None if there are none. Raises BadSave.

    Of an export with several lists, characters are the members, stat blocks the enemies, saved encounters the fights.
    """
    parts = list[_Part]()
    _collect(raw, _Part(_ListKind.OTHER, ""), parts, 0)
    parts = [part for part in parts if part.creatures]
    if not parts:
        return None
    reader = _ExportReader(system)
    kinds = {part.kind for part in parts}
    is_sorted = len(kinds) > 1 or kinds == {_ListKind.ENEMIES} or (kinds == {_ListKind.FIGHT} and len(parts) > 1)
    if not is_sorted:
        return (
            yield from reader.roster(
                parts, parts[0].name if len(parts) == 1 and parts[0].kind is _ListKind.FIGHT else ""
            )
        )
    party, enemies, fights = (
        [part for part in parts if part.kind is kind] for kind in (_ListKind.PARTY, _ListKind.ENEMIES, _ListKind.FIGHT)
    )
    whole = yield from reader.roster([*party, *(part for part in parts if part.kind is _ListKind.OTHER)])
    others = yield from reader.roster(enemies)
    prepared = list[Roster]()
    for fight in fights:
        prepared.append((yield from reader.roster([fight], fight.name)))
    return replace(whole, enemies=others.members, fights=tuple(prepared), notes=reader.all_notes())


class _ExportReader:
    """Reads parts of an export; collects what to tell about them."""

    def __init__(self, system: TurnSystem) -> None:
        self._values = CreatureReader(system, {})
        self._left = dict[str, int]()
        """How many creatures have a key that is not imported."""
        self._groups = dict[str, str]()
        """The names of groups by their ids."""
        self._notes = list[str]()

    def roster(self, parts: list[_Part], name: str = "") -> Portions[Roster]:
        creatures = [(creature, part.name) for part in parts for creature in part.creatures]
        places = [f"Number {number} of {where or 'the file'}" for number, (_, where) in enumerate(creatures, 1)]
        members = list[AddCombatant]()
        if places:
            members = yield from read_members(places, lambda at: self._creature(creatures[at][0]), self._notes)
        title = "From Improved Initiative"
        return Roster(title, tuple(members), self.all_notes(), name or title)

    def _creature(self, raw: Mapping[str, object]) -> AddCombatant:
        block = raw.get("StatBlock", raw)
        if not isinstance(block, dict):
            raise BadValue("its StatBlock is not an object.")
        for key, value in {**block, **raw}.items():
            if key not in TAKEN and value not in EMPTY:
                self._left[shorten(key)] = self._left.get(shorten(key), 0) + 1
        hit_points = block.get("HP")
        full = _number(HEALTH, hit_points.get("Value") if isinstance(hit_points, dict) else hit_points, 0)
        health = _number(HEALTH, raw.get("CurrentHP"), full)
        player = block.get("Player")
        name = _name(raw, block)
        values = {fold_key(key): fold_keys(block[key], {}) for key in ("AC", "Abilities") if key in block}
        added = block.get("InitiativeModifier")
        if isinstance(added, int) and not isinstance(added, bool) and added:
            # This program adds it to Dexterity.
            dexterity = look_up(values, ("abilities", "dex"))
            values["initiativemodifier"] = added + (modifier_of_score(dexterity) if isinstance(dexterity, int) else 0)
        armour = own_values(values).quantities.get(Quantity.ARMOUR)
        notes = raw.get("CurrentNotes") or raw.get("Notes") or ""
        note = "; ".join((*([f"AC {armour.value}"] if armour is not None else []), *([str(notes)] if notes else [])))
        return AddCombatant(
            name=name,
            side="Party" if isinstance(player, str) and player == "player" else "",
            group=_group(raw.get("InitiativeGroup"), name, self._groups),
            sheet=self._values.sheet(values, name),
            health=health,
            full_health=full,
            fallen=full > 0 >= health,
            temporary=_number(TEMPORARY, raw.get("TemporaryHP"), 0),
            hidden=raw.get("Hidden") is True,
            note=clean_text("note", without_hidden(note), LONGEST_TEXT),
            card=_card_of(block),
        )

    def all_notes(self) -> tuple[str, ...]:
        left = (f"{key}, of {many}: these rules have no equivalent." for key, many in sorted(self._left.items()))
        return bounded([*dict.fromkeys((*self._notes, *self._values.notes)), *left])


def _collect(raw: object, part: _Part, parts: list[_Part], deep: int) -> None:
    """Append to ``parts`` the lists of any layout of the exports; ``part`` is that in which ``raw`` stands."""
    if deep > 5:
        return
    if part not in parts:
        parts.append(part)
    if isinstance(raw, list):
        for item in raw:
            _collect(item, part, parts, deep + 1)
    elif isinstance(raw, dict):
        if isinstance(raw.get("Combatants"), list):
            name = raw.get("Name")
            called = " ".join(name.split())[:LONGEST_NAME] if isinstance(name, str) else ""
            _collect(raw["Combatants"], _Part(_ListKind.FIGHT, called), parts, deep + 1)
        elif isinstance(raw.get("StatBlock"), dict) or ("HP" in raw and isinstance(raw.get("Name"), str)):
            part.creatures.append(raw)
        else:
            for key, item in raw.items():
                # Some exports contain JSON as text.
                if isinstance(item, str) and item[:1] in ("{", "[") and any(word in key for word in LISTS):
                    item = read_json(item, LONGEST)
                if isinstance(item, dict | list):
                    _collect(item, _part_of(key, part), parts, deep + 1)


def _part_of(key: str, part: _Part) -> _Part:
    """Return the part in which the value at a key stands: a list of its own, or the same."""
    kind = next((kind for word, kind in _KIND_OF_LIST if word in key), None)
    return part if kind in (None, part.kind) else _Part(kind, shorten(key).rpartition(".")[2])


def _card_of(block: Mapping[str, object]) -> tuple[str, ...]:
    """Return the traits and actions of a stat block, as far as they fit on a card."""
    lines = list[str]()
    for heading in CARD_LISTS:
        entries = block.get(heading)
        named = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
        told = [f"{entry.get('Name', '')}. {entry.get('Content', '')}" for entry in named]
        lines += [f"# {heading}", *"\n".join(told).splitlines()] if told else []
    return read_card(fit_on_card([without_invisible(without_hidden(line)) for line in lines]))


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
    called = raw.get("Alias") or block.get("Name") or raw.get("Name") or ""
    name = clean_text("name", without_control(called) if isinstance(called, str) else called, LONGEST_NAME)
    if not name:
        raise BadValue("it has no name.")
    return name
