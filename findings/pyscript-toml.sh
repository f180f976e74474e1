#!/bin/sh
# PyScript's pyconfig.toml (@pyscript/core 0.7.31) is read as a dialect of TOML: some valid files mean something else.
# Guess: a .toml file may hold all of TOML 1.0, as Python's tomllib reads it.
# Seen, in polyscript 0.20.20, the part that reads the file: "worker.name = 1" is one key with a dot in its name, and no error.
#   Numbers as 1_000, texts in three quotes and a comment inside a list of several lines are errors, and they are JSON's errors,
#   without a line number. A key that stands twice, which TOML forbids, is taken: the last one counts.
# Why it matters: a linter or formatter for TOML passes the file, Python tools that share it read nested tables, and the page gets
#   other settings. Keep to plain keys and lists, or write the settings as JSON.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts polyscript@0.20.20 >/dev/null
cat >texts.json <<'END'
["name = 'tracker'", "[files]\n'a.py' = 'b.py'", "worker.name = 1", "rounds = 1_000",
 "note = '''goblins'''", "list = [\n  1, # first\n  2,\n]", "a = 1\na = 2"]
END
cat >read.mjs <<'END'
import { readFileSync } from "node:fs";
import { parse } from "./node_modules/polyscript/esm/3rd-party/toml.js";

for (const text of JSON.parse(readFileSync("texts.json", "utf8"))) {
  try {
    console.log(JSON.stringify(parse(text)));
  } catch (error) {
    console.log(/JSON/.test(error.message) ? "error about JSON" : "error");
  }
}
END
cat >read.py <<'END'
import json
import tomllib

for text in json.load(open("texts.json")):
    try:
        print(json.dumps(tomllib.loads(text), separators=(",", ":")))
    except tomllib.TOMLDecodeError:
        print("error")
END
seen=$(echo PyScript; node read.mjs; echo tomllib; python3 read.py)
expected='PyScript
{"name":"tracker"}
{"files":{"a.py":"b.py"}}
{"worker.name":1}
error about JSON
error about JSON
error about JSON
{"a":2}
tomllib
{"name":"tracker"}
{"files":{"a.py":"b.py"}}
{"worker":{"name":1}}
{"rounds":1000}
{"note":"goblins"}
{"list":[1,2]}
error'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
