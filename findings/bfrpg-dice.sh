#!/bin/sh
# Monsters of Basic Fantasy as data: the parsed fields of bfrpg-data 0.1.0 lose or change dice that stand in "raw" beside them.
# Guess: each monster has hit dice from which hit points can be rolled, and its damage has an entry for each group of dice in the text.
# Seen: of 262 damages with several dice 245 have a single entry: "1d6 claw, 1d10 bite" of the lion is 1d6, with the bite in the label,
#   though the schema promises the terms in order (it splits at "/" only). "2d6 + 2d6 per round" becomes 2d6 with mod 2. 22 monsters,
#   the kobold among them, have 0.5 hit dice; the dice for 18 (1d4) are in a note, and hit_points_dice, made for that, is empty.
#   All 13 ranges such as "7** to 9**" count the stars of both ends: the vampire has four, and each adds to its experience points.
# Why it matters: the fields validate and look complete, so a tracker that rolls from them makes lions bite for a claw and kobolds with
#   half a d8, or none at all. Read "raw" again, and compare the number of dice in it with the number in the fields.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-deps bfrpg-data==0.1.0
cat >count.py <<'END'
import json
import re
from pathlib import Path
from sysconfig import get_path

bestiary = json.loads(Path(get_path("purelib"), "bfrpg_data/data/bestiary.json").read_text("utf-8"))["data"]
damage = {monster["name"]: monster["stats"]["damage"] for monster in bestiary}
several = [entry for entry in damage.values() if len(re.findall(r"\d+d\d+", entry["raw"])) > 1]
print(f"{len(damage)} monsters, several dice: {len(several)}, as a single entry:",
      sum(len(entry["parsed"] or ()) == 1 for entry in several))
for name in ("Lion", "Ankheg"):
    print(f"{name}: {damage[name]['raw']} -> {damage[name]['parsed']}")
hit_dice = {monster["name"]: monster["stats"]["hit_dice"] for monster in bestiary}
half = [entry for entry in hit_dice.values() if entry["value"] == 0.5]
print(f"half a hit die: {len(half)}, with dice in the note:", sum("1d4" in (entry["note"] or "") for entry in half),
      "in hit_points_dice:", sum(entry["hit_points_dice"] is not None for entry in half))
starred = [entry for entry in hit_dice.values() if re.match(r"\d+(\*+)( to |-)\d+\1(?!\*)", entry["raw"])]
print(f"ranges with stars: {len(starred)}, counted at both ends:",
      sum(entry["special_ability_stars"] == entry["raw"].count("*") for entry in starred))
print("Vampire:", hit_dice["Vampire"]["raw"], "->", hit_dice["Vampire"]["special_ability_stars"], "stars")
END
seen=$(venv/bin/python -I count.py)
expected="638 monsters, several dice: 262, as a single entry: 245
Lion: 1d6 claw, 1d10 bite -> [{'dice': {'n': 1, 'sides': 6}, 'label': 'claw, 1d10 bite'}]
Ankheg: 2d6 + 2d6 per round or 5d6 (special) -> [{'dice': {'n': 2, 'sides': 6, 'mod': 2}, 'label': 'd6 per round or 5d6 (special)'}]
half a hit die: 22, with dice in the note: 18 in hit_points_dice: 0
ranges with stars: 13, counted at both ends: 13
Vampire: 7** to 9** (+8) -> 4 stars"
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
