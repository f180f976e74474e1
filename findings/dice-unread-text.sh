#!/bin/sh
# dice-roller-parser 0.1.8 takes what it cannot read for a label: 0.5*3 is 0, and 5d6>=3 is a plain sum.
# Guess: text that the grammar does not know is an error.
# Seen: the parser reads as far as it can and calls the rest a label. 0.5*3 is 0 with the label ".5*3"; 5d6>=3 counts no
#   successes and adds the dice; 4d6min2 takes the m for one of its own signs and labels the roll "in2". No error anywhere.
# Why it matters: a label is wanted ("1d8 cold"), so a caller cannot refuse every label. Who validates a dice field with this
#   parser accepts notation that it does not carry out; look at the label's first character, or roll it back into text.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts dice-roller-parser@0.1.8 >/dev/null
cat >roll.mjs <<'END'
import parser from "dice-roller-parser";

const roller = new parser.DiceRoller(() => 0.4); // the third of six faces
for (const text of ["1d6 cold", "0.5*3", "5d6>3", "5d6>=3", "4d6min2"]) {
  const { value, label } = roller.roll(text);
  console.log(`${text}: ${value}, label ${label}`);
}
END
seen=$(node roll.mjs)
expected='1d6 cold: 3, label cold
0.5*3: 0, label .5*3
5d6>3: 5, label undefined
5d6>=3: 15, label >=3
4d6min2: 12, label in2'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
