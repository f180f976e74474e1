#!/bin/sh
# Compendium packs by the Foundry tool, @foundryvtt/foundryvtt-cli 3.0.3: a creature whose file has no "_key" is left out and deleted.
# Guess: compilePack packs every file of the folder, or refuses the one that it cannot pack.
# Seen: a file without "_key" is passed over without a message, even with the log on. As the pack is then cleared of all that was not in
#   the folder, a goblin that was in it before is deleted. Where the creature has the key and one of its items has none, the whole run
#   ends with an error. The key is a thing of the tool: extractPack writes it, and its README does not speak of it.
# Why it matters: a converter that does not know of the key loses all its creatures at the build, and the run is green. Write "_key"
#   ("!actors!" and the _id, "!actors.items!" and both ids), and count the entries after packing.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts @foundryvtt/foundryvtt-cli@3.0.3 >/dev/null
cat >pack.mjs <<'END'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { compilePack, extractPack } from "@foundryvtt/foundryvtt-cli";

const goblin = { _id: "goblin0000000000", name: "Goblin", type: "npc", items: [] };
const ogre = { _id: "ogre000000000000", name: "Ogre", type: "npc", items: [] };
const club = { _id: "club000000000000", name: "Club", type: "weapon" };
const key = (creature) => ({ ...creature, _key: `!actors!${creature._id}` });

mkdirSync("creatures");
async function pack(title, ...creatures) {
  for (const creature of creatures) writeFileSync(`creatures/${creature.name}.json`, JSON.stringify(creature));
  try {
    await compilePack("creatures", "pack", { log: false });
    rmSync("out", { recursive: true, force: true });
    await extractPack("pack", "out");
    console.log(`${title}: ${readdirSync("out").map((name) => name.split("_")[0]).join(", ")}`);
  } catch (error) {
    console.log(`${title}: error, ${error.message}`);
  }
}
await pack("goblin and ogre with keys", key(goblin), key(ogre));
await pack("goblin without its key", goblin);
await pack("ogre with a club without a key", key(goblin), key({ ...ogre, items: [club] }));
const readme = readFileSync("node_modules/@foundryvtt/foundryvtt-cli/README.md", "utf8");
console.log(`"_key" in the README: ${readme.includes("_key")}`);
END
seen=$(node pack.mjs 2>&1)
expected='goblin and ogre with keys: Goblin, Ogre
goblin without its key: Ogre
ogre with a club without a key: error, Key cannot be null or undefined
"_key" in the README: false'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
