#!/bin/sh
# What a person has typed survives a patch, or does not, by the kind of field and by what else changed on it.
# Guess: with the same markup rendered again there is nothing to patch, so typed text stays; the three patchers agree on that.
# Seen: morphdom 2.7.8 and idiomorph 0.8.0 set every field back to its markup. morphlex 1.4.0, without options, keeps the text of
#   an input whose markup is the same, but not if only its class changes, and never that of a textarea. happy-dom agrees.
# Why it matters: a page that renders everything after each tap (a new turn highlights a row, so its class changes) takes the hit
#   points that somebody is just typing. The library's default is no answer: each kind of field needs a hook and a test.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts \
    morphlex@1.4.0 morphdom@2.7.8 idiomorph@0.8.0 jsdom@29.1.1 happy-dom@21.0.4 >/dev/null
cat >patch.mjs <<'END'
import { Window } from "happy-dom";
import { JSDOM } from "jsdom";

const window = process.argv[2] === "jsdom" ? new JSDOM("").window : new Window();
for (const name of ["document", "Document", "Element", "HTMLElement", "Node", "NodeList"]) globalThis[name] = window[name];
globalThis.window = window;
const { default: morphdom } = await import("morphdom");
const { Idiomorph } = await import("idiomorph/dist/idiomorph.esm.js");
const { morph } = await import("morphlex");
const cases = {
  "same markup": ['<input value="7">', '<input value="7">'],
  "other class": ['<input value="7" class="waits">', '<input value="7" class="acts">'],
  textarea: ["<textarea>7</textarea>", "<textarea>7</textarea>"],
};
for (const [name, patch] of Object.entries({ morphlex: morph, morphdom, idiomorph: Idiomorph.morph.bind(Idiomorph) })) {
  const values = Object.entries(cases).map(([kind, [before, after]]) => {
    const page = document.createElement("div");
    document.body.append(page);
    page.innerHTML = `<p>${before}</p>`;
    const field = page.firstElementChild.firstElementChild;
    field.value = "typed";
    const rendered = document.createElement("div");
    rendered.innerHTML = `<p>${after}</p>`;
    patch(page.firstElementChild, rendered.firstElementChild);
    return `${kind}: ${page.querySelector("input, textarea").value}`;
  });
  console.log(`${name}: ${values.join(", ")}`);
}
END
expected='morphlex: same markup: typed, other class: 7, textarea: 7
morphdom: same markup: 7, other class: 7, textarea: 7
idiomorph: same markup: 7, other class: 7, textarea: 7'
for dom in jsdom happy-dom; do
    seen=$(node patch.mjs "$dom")
    printf '%s\n' "$dom" "$seen"
    [ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
done
