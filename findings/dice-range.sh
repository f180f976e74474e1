#!/bin/sh
# The least and greatest total that rpg-dice-roller 5.5.1 gives are no bounds as soon as dice are taken away or divided by.
# Guess: minTotal and maxTotal bound every roll, as the types say ("minimum possible total"), so that 1d6-1d4 has -3 and 5.
# Seen: the library adds up with all dice on their lowest face, then with all on their highest. 1d6-1d4 is said to go from 0 to 2, and
#   12 of its 24 rolls lie outside; 10-1d4 has the minimum 9 above the maximum 6, and no roll in between. Sums and kh are right.
# Why it matters: a damage die less a penalty die, or points left after a hit, are ordinary rolls. A bar, a "can this still kill?" or
#   a check of what the table typed by these bounds refuses what has really been rolled. Count the outcomes, or sample them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts @dice-roller/rpg-dice-roller@5.5.1 >/dev/null
cat >range.mjs <<'END'
import { DiceRoll, NumberGenerator } from "@dice-roller/rpg-dice-roller";

const faces = (sides) => Array.from({ length: sides }, (_, i) => i + 1);
for (const [text, first, second] of [["1d6+1d4", 6, 4], ["2d6kh1", 6, 6], ["1d6-1d4", 6, 4], ["10-1d4", 4, 1], ["12/1d4", 4, 1]]) {
  const rolls = faces(first).flatMap((left) => faces(second).map((right) => {
    const shown = [left, right].values();
    NumberGenerator.generator.integer = () => shown.next().value;
    return new DiceRoll(text);
  }));
  delete NumberGenerator.generator.integer; // the bounds are rolled too
  const { minTotal, maxTotal } = rolls[0];
  const totals = rolls.map((roll) => roll.total);
  const outside = totals.filter((total) => total < minTotal || total > maxTotal).length;
  const range = `${Math.min(...totals)} to ${Math.max(...totals)}`;
  console.log(`${text}: said ${minTotal} to ${maxTotal}, rolled ${range}, outside ${outside} of ${totals.length}`);
}
END
seen=$(node range.mjs)
expected='1d6+1d4: said 2 to 10, rolled 2 to 10, outside 0 of 24
2d6kh1: said 1 to 6, rolled 1 to 6, outside 0 of 36
1d6-1d4: said 0 to 2, rolled -3 to 5, outside 12 of 24
10-1d4: said 9 to 6, rolled 6 to 9, outside 4 of 4
12/1d4: said 12 to 3, rolled 3 to 12, outside 4 of 4'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
