#!/bin/sh
# Pyodide 314.0.7: JSON.stringify writes a Python dict right, a Counter as {}, and puts an entry into a defaultdict.
# Guess: what is written for a dict is written for its subclasses too, or for neither, and writing changes nothing in Python.
# Seen: {'Ogre': 59} is as expected. The same in a Counter, OrderedDict, defaultdict or subclass of one's own is {}, without an error,
#   inside of a dict too. toJs() and asJsJson() write them all; but JSON.stringify looks for a toJSON first, and asJsJson(), made to be
#   the inverse of json.loads, asks the defaultdict for it: "toJSON": 0 is in the text, and from then on in Python.
# Why it matters: a fight is kept in dicts until somebody counts with a Counter, and the saved game is still valid JSON, with nobody
#   wounded in it, or with a fighter named toJSON. Write JSON in Python and hand over the text.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts pyodide@314.0.7 >/dev/null
cat >write.mjs <<'END'
import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.runPython(`
import json
from collections import Counter, OrderedDict, defaultdict

class Fighters(dict):
    """Hold hit points by name."""
`);
const ways = {
  "itself": (proxy) => JSON.stringify(proxy),
  "asJsJson": (proxy) => JSON.stringify(proxy.asJsJson()),
  "toJs": (proxy) => JSON.stringify(proxy.toJs()),
};
const dicts = {
  "a dict": "dict(Ogre=59)",
  "a subclass": "Fighters(Ogre=59)",
  "an OrderedDict": "OrderedDict(Ogre=59)",
  "a Counter": "Counter(Ogre=59)",
  "a Counter in a dict": "dict(hurt=Counter(Ogre=59))",
  "a defaultdict": "defaultdict(int, Ogre=59)",
};
for (const [name, made] of Object.entries(dicts)) {
  const texts = Object.entries(ways).map(([way, write]) => `${way} ${write(python.runPython(made))}`);
  console.log(`${name}: ${texts.join(", ")}, Python ${python.runPython(`json.dumps(${made})`)}`);
}
const counted = python.runPython("counted = defaultdict(int, Ogre=59)\ncounted");
JSON.stringify(counted.asJsJson());
console.log("the defaultdict after that:", python.runPython("json.dumps(counted)"));
END
seen=$(node write.mjs)
expected='a dict: itself {"Ogre":59}, asJsJson {"Ogre":59}, toJs {"Ogre":59}, Python {"Ogre": 59}
a subclass: itself {}, asJsJson {"Ogre":59}, toJs {"Ogre":59}, Python {"Ogre": 59}
an OrderedDict: itself {}, asJsJson {"Ogre":59}, toJs {"Ogre":59}, Python {"Ogre": 59}
a Counter: itself {}, asJsJson {"Ogre":59}, toJs {"Ogre":59}, Python {"Ogre": 59}
a Counter in a dict: itself {"hurt":{}}, asJsJson {"hurt":{"Ogre":59}}, toJs {"hurt":{"Ogre":59}}, Python {"hurt": {"Ogre": 59}}
a defaultdict: itself {}, asJsJson {"Ogre":59,"toJSON":0}, toJs {"Ogre":59}, Python {"Ogre": 59}
the defaultdict after that: {"Ogre": 59, "toJSON": 0}'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
