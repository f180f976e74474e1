#!/bin/sh
# Damage in the data of a rules document: the entries of one attack may be alternatives, and the fields do not tell.
# Guess: in dndwright 0.29.0 the list "damage" of an attack holds what one hit deals (piercing and poison), so its entries are added up.
# Seen: 157 attacks have several entries, each with dice, average and type and nothing else. In 11 they are alternatives ("or ... if the
#   swarm is Bloodied"), seven of them swarms; in 4, the goblins, the second needs Advantage; in 11 it needs a run-up; in 8 it comes at
#   the start of later turns, to whoever is still held. The text beside the list says so in words.
# Why it matters: added up, a swarm of rats bites for 7 instead of 5, or 2 when half of it is gone, and each goblin for a die too much.
#   Every number is in the book, so a card made of the list looks right. Take the list only where the text has a plain "plus".
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-deps dndwright==0.29.0
cat >count.py <<'END'
import json
import re
from pathlib import Path
from sysconfig import get_path

creatures = json.loads(Path(get_path("purelib"), "dndwright/content/creatures.json").read_text("utf-8"))["creatures"]
several = [
    (creature["name"], attack)
    for creature in creatures
    for kind in ("traits", "actions", "bonus_actions", "reactions", "legendary_actions")
    for attack in creature.get(kind) or []
    if len(attack.get("damage") or []) > 1
]
print(f"{len(several)} attacks, fields:", ", ".join(sorted({field for _, a in several for entry in a["damage"] for field in entry})))
DAMAGE = r"\d+ \(\d+d[^)]*\) \w+ damage"
for kind, pattern in {
    "alternatives": rf"\bor {DAMAGE}",
    "with Advantage": rf"plus {DAMAGE} if the attack roll had Advantage",
    "after a run-up": rf"moved \d+\+ feet.* takes an extra {DAMAGE}",
    "on later turns": rf"takes {DAMAGE}[^.]* at the start of each",
}.items():
    found = [name for name, attack in several if re.search(pattern, attack["text"])]
    print(f"{kind}: {len(found)}, as {found[0]}, {found[-1]}")
for name, attack in several:
    if name in ("Swarm of Rats", "Goblin Warrior"):
        print(f"{name}, {attack['name']}:", " and ".join(f"{entry['dice']} {entry['type']}" for entry in attack["damage"]))
END
seen=$(venv/bin/python -I count.py)
expected='157 attacks, fields: avg, dice, type
alternatives: 11, as Chimera, Swarm of Venomous Snakes
with Advantage: 4, as Goblin Warrior, Goblin Boss
after a run-up: 11, as Minotaur of Baphomet, Warhorse
on later turns: 8, as Animated Rug of Smothering, Water Elemental
Goblin Warrior, Scimitar: 1d6 + 2 slashing and 1d4 slashing
Goblin Warrior, Shortbow: 1d6 + 2 piercing and 1d4 piercing
Swarm of Rats, Bites: 2d4 piercing and 1d4 piercing'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
