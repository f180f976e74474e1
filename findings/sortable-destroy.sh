#!/bin/sh
# SortableJS 1.15.7 takes draggable="false" away from the page's own elements when it is destroyed.
# Guess: destroy() takes back what create() has set, and leaves what the page had set before.
# Seen: create() changes no attribute here; destroy() strips draggable from everything inside the list that has it.
# Why it matters: portraits and links that the page made undraggable can be dragged out of the row by a finger after the first
#   time that sorting is switched off, and a patcher that trusts its last markup does not set them again.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts sortablejs@1.15.7 jsdom@29.1.1 >/dev/null
cat >destroy.mjs <<'END'
import { JSDOM } from "jsdom";

const { window } = new JSDOM("", { pretendToBeVisual: true });
for (const [name, value] of Object.entries({ window, document: window.document, navigator: window.navigator }))
  Object.defineProperty(globalThis, name, { value, configurable: true });
const { default: Sortable } = await import("sortablejs");

const list = document.createElement("ul");
document.body.append(list);
list.innerHTML = '<li>Mage <img draggable="false"></li><li draggable="false">End of round</li>';
const sortable = Sortable.create(list);
console.log("created:  ", list.innerHTML);
sortable.destroy();
console.log("destroyed:", list.innerHTML);
process.exit(); // Sortable keeps a timer
END
seen=$(node destroy.mjs)
expected='created:   <li>Mage <img draggable="false"></li><li draggable="false">End of round</li>
destroyed: <li>Mage <img></li><li>End of round</li>'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
