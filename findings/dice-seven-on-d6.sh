#!/bin/sh
# The dice parser of 3D Dice Box, @3d-dice/dice-roller-parser 0.2.6, rolls a 7 on a six-sided die.
# Guess: 1d6 is 1 to 6, each as often, in a fork of a dice roller (dice-roller-parser 0.1.8) as in its original.
# Seen: the original gives 1 to 6. The fork rounds to the nearest number before it adds one: 1 to 7, the two ends half as often as
#   the rest. Its documented random function, at 0.99, gives a 7; 1d20 gives a 21.
# Why it matters: used with the 3D dice the parser is handed the faces, and nothing shows. Used alone, for a server or a test,
#   every die averages half a point too much, and a 1 on a d20 comes half as often as it should.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts \
    @3d-dice/dice-roller-parser@0.2.6 dice-roller-parser@0.1.8 >/dev/null
cat >roll.mjs <<'END'
import fork from "@3d-dice/dice-roller-parser";
import original from "dice-roller-parser";

for (const [name, { DiceRoller }] of Object.entries({ original, fork })) {
  const count = new Map();
  for (let i = 0; i < 600; i += 1) {
    const { value } = new DiceRoller(() => (i + 0.5) / 600).roll("1d6"); // the random numbers evenly from 0 to 1
    count.set(value, (count.get(value) ?? 0) + 1);
  }
  const faces = [...count].map(([face, times]) => `${face}:${times}`).join(" ");
  console.log(`${name}: ${faces}, highest of 1d20: ${new DiceRoller(() => 0.99).roll("1d20").value}`);
}
END
seen=$(node roll.mjs)
expected='original: 1:100 2:100 3:100 4:100 5:100 6:100, highest of 1d20: 20
fork: 1:50 2:100 3:100 4:100 5:100 6:100 7:50, highest of 1d20: 21'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
