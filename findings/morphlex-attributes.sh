#!/bin/sh
# morphlex 1.4.0 takes away every second attribute of several that go at once, and only one of its two files does so.
# Guess: a DOM patcher makes the old element equal to the new one, and a package's minified file is its plain file, made small.
# Seen: the plain file, which is the package's entry, walks the live list of attributes while it shortens it, so
#   data-b and data-d stay. The minified file of the same release takes all away, as morphdom 2.7.8 and idiomorph 0.8.0 do.
#   happy-dom gives no live list to walk: there the plain file looks right as well.
# Why it matters: a mark such as aria-invalid or a drop target outlives the state that set it. Tests of a page in happy-dom
#   stay green, and so does a try of the minified file, while the bundle of the package's entry is wrong in browsers.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts \
    morphlex@1.4.0 morphdom@2.7.8 idiomorph@0.8.0 jsdom@29.1.1 happy-dom@21.0.4 >/dev/null
cat >patch.mjs <<'END'
import { Window } from "happy-dom";
import { JSDOM } from "jsdom";

const dom = process.argv[2];
const window = dom === "jsdom" ? new JSDOM("").window : new Window();
for (const name of ["document", "Document", "Element", "HTMLElement", "Node", "NodeList"]) globalThis[name] = window[name];
globalThis.window = window;
const { default: morphdom } = await import("morphdom");
const { Idiomorph } = await import("idiomorph/dist/idiomorph.esm.js");
const patchers = {
  "morphlex.js": (await import("./node_modules/morphlex/dist/morphlex.js")).morph,
  "morphlex.min.js": (await import("./node_modules/morphlex/dist/morphlex.min.js")).morph,
  morphdom,
  idiomorph: Idiomorph.morph.bind(Idiomorph),
};
for (const [name, patch] of Object.entries(patchers)) {
  const page = document.createElement("div");
  document.body.append(page);
  page.innerHTML = '<p data-a="1" data-b="1" data-c="1" data-d="1">Ogre</p>';
  const rendered = document.createElement("div");
  rendered.innerHTML = "<p>Ogre</p>";
  patch(page.firstElementChild, rendered.firstElementChild);
  console.log(dom, name, page.innerHTML);
}
END
seen=$(node patch.mjs jsdom; node patch.mjs happy-dom)
expected='jsdom morphlex.js <p data-b="1" data-d="1">Ogre</p>
jsdom morphlex.min.js <p>Ogre</p>
jsdom morphdom <p>Ogre</p>
jsdom idiomorph <p>Ogre</p>
happy-dom morphlex.js <p>Ogre</p>
happy-dom morphlex.min.js <p>Ogre</p>
happy-dom morphdom <p>Ogre</p>
happy-dom idiomorph <p>Ogre</p>'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
