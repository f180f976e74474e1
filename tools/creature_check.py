"""Checks the creatures of the pack *SRD 5.2* against a third source: Open5e, by other people from the same document.

It is no part of the tests, since the data is in no package. Download ``Creature.json`` from the folder
``data/v2/wizards-of-the-coast/srd-2024`` of github.com/open5e/open5e-api, and run
``make creatures ARGS=Creature.json``.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tools import creatures
from turntrack.saves.packs import Creature


def main() -> None:
    """Print each difference, and how many creatures were compared."""
    others = {fold(entry["fields"]["name"]): entry["fields"] for entry in json.loads(Path(sys.argv[1]).read_text())}
    creatures.download()
    pack = creatures.srd_pack().creatures
    both = [(creature, others[fold(creature.name)]) for creature in pack if fold(creature.name) in others]
    lines = [line for creature, other in both for line in differences(creature, other)]
    lacking = [creature.name for creature in pack if fold(creature.name) not in others]
    print("\n".join((*lines, f"{len(both)} creatures were compared, {len(lines)} values differ.")))
    print(f"Not there: {', '.join(lacking) or 'none'}.")


def fold(name: str) -> str:
    """Return a name without what the sources write differently."""
    return name.casefold().replace("’", "'")


def differences(creature: Creature, other: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the other source has otherwise."""
    pairs = (
        ("health", creature.health, other["hit_points"]),
        ("dice", creature.health_dice, other["hit_dice"].replace(" ", "")),
        ("armour", creature.armour, other["armor_class"]),
        ("initiative", creature.order_modifier, other["initiative_bonus"]),
        ("dexterity", creature.attributes["dex"], other["ability_score_dexterity"]),
    )
    for what, ours, theirs in pairs:
        if ours != theirs:
            yield f"{creature.name}: {what} {ours}, there {theirs}"


if __name__ == "__main__":
    main()
