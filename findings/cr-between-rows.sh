#!/bin/sh
# Challenge ratings by dnd-5e-cr-calculator 2.1.0: half a point of damage more makes a monster of 2 one of 14.
# Guess: damage of 20.5 a round belongs to the row "15-20" or to the row "21-26" of the table, so the rating is 2 or 3.
# Seen: it lies in no row (the first ends at 20, the next begins at 21), and what is in no row gets the last, rating 30. Averaged with the
#   defence that is 14. Every number between two rows does so: 1.5 as well as 32.4. calculateWithDice rounds its average first and is
#   right.
# Why it matters: dice average to halves, and damage is to be averaged over three rounds, so most such numbers are not whole. What comes
#   out is a rating that exists, and nothing tells that no row was found. Round before you look a number up in a table of ranges, and test
#   with numbers between its rows.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts dnd-5e-cr-calculator@2.1.0 >/dev/null
cat >rate.cjs <<'END'
const { calculate, calculateWithDice } = require("dnd-5e-cr-calculator");

// 93 hit points, armour class 13, attack bonus 3, no saving throw.
for (const damage of [1, 1.5, 2, 20, 20.5, 21, 32, 32.4, 33]) {
  console.log(`damage ${damage}: rating ${calculate(93, 13, damage, 3, 0)}`);
}
console.log(`damage 3d6+10, 20.5 on average: rating ${calculateWithDice(93, 13, "3d6+10", 3, 0)}`);
END
seen=$(node rate.cjs)
expected='damage 1: rating 1/2
damage 1.5: rating 14
damage 2: rating 1/2
damage 20: rating 2
damage 20.5: rating 14
damage 21: rating 3
damage 32: rating 3
damage 32.4: rating 14
damage 33: rating 3
damage 3d6+10, 20.5 on average: rating 3'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
