#!/bin/sh
# SortableJS 1.15.7 gives different rows the same id, and sort(toArray()) is then no round trip.
# Guess: toArray() makes an id for each row that has no data-id, so that sort() with the same list changes nothing.
# Seen: the id adds up the character codes of the tag, class and text. "Abe" and "Bea" share one, and so do two goblins;
#   sort() with the list just read moves one of the two goblins above the ogre. Nothing warns.
# Why it matters: a turn order saved by toArray() and restored by sort() comes back wrong as soon as two rows add up to the same
#   number. Every row needs a data-id of its own.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts sortablejs@1.15.7 jsdom@29.1.1 >/dev/null
cat >sort.mjs <<'END'
import { JSDOM } from "jsdom";

const { window } = new JSDOM("", { pretendToBeVisual: true });
for (const [name, value] of Object.entries({ window, document: window.document, navigator: window.navigator }))
  Object.defineProperty(globalThis, name, { value, configurable: true });
const { default: Sortable } = await import("sortablejs");

function listOf(...names) {
  const list = document.createElement("ul");
  document.body.append(list);
  for (const name of names) list.append(Object.assign(document.createElement("li"), { textContent: name }));
  return list;
}
const [abe, bea, cid] = Sortable.create(listOf("Abe", "Bea", "Cid")).toArray();
console.log(`Abe and Bea share an id: ${abe === bea}, Cid too: ${abe === cid}`);
const list = listOf("Ogre", "Goblin", "Goblin");
const sortable = Sortable.create(list);
sortable.sort(sortable.toArray());
console.log([...list.children].map((row) => row.textContent).join(", "));
process.exit(); // Sortable keeps a timer
END
seen=$(node sort.mjs)
expected='Abe and Bea share an id: true, Cid too: false
Goblin, Ogre, Goblin'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
