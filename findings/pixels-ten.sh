#!/bin/sh
# Pixels, the dice with Bluetooth: the ten-sided die has no ten, and its highest face is below its lowest.
# Guess: in @systemic-games/pixels-core-animation 1.3.0 a d10 reports 1 to 10 and a d00 with a d10 makes 1 to 100; getHighestFace is
#   never below getLowestFace.
# Seen: the face that the library makes of a die's index, and hands to the "roll" event, is 0 to 9 for the d10 and 0 to 90 for the d00.
#   Added up, the two make 0 to 99. getHighestFace knows that 0 is the ten and answers 0 for both; getLowestFace answers 1 and 10. The
#   other dice count from 1. The README of pixels-web-connect prints the face and says no more.
# Why it matters: 1d10 for initiative or damage is 4.5 on average instead of 5.5, and the best roll of a d10 becomes the worst, without
#   any error. "face is at least 1" throws away one roll in ten. Turn 0 into 10 (and 0 with 00 into 100) where the die is read.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts @systemic-games/pixels-core-animation@1.3.0 >/dev/null
cat >faces.mjs <<'END'
import { DiceUtils } from "@systemic-games/pixels-core-animation";

const faces = (die) => Array.from({ length: DiceUtils.getFaceCount(die) }, (_, index) => DiceUtils.faceFromIndex(index, die));
for (const die of ["d8", "d10", "d00", "d12"]) {
  const shown = faces(die);
  const average = shown.reduce((sum, face) => sum + face) / shown.length;
  console.log(`${die}: ${shown[0]} to ${shown.at(-1)}, average ${average}, lowest ${DiceUtils.getLowestFace(die)},`,
    `highest ${DiceUtils.getHighestFace(die)}`);
}
const sums = faces("d00").flatMap((tens) => faces("d10").map((ones) => tens + ones));
console.log(`d00 and d10: ${Math.min(...sums)} to ${Math.max(...sums)}`);
END
seen=$(node faces.mjs)
expected='d8: 1 to 8, average 4.5, lowest 1, highest 8
d10: 0 to 9, average 4.5, lowest 1, highest 0
d00: 0 to 90, average 45, lowest 10, highest 0
d12: 1 to 12, average 6.5, lowest 1, highest 12
d00 and d10: 0 to 99'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
