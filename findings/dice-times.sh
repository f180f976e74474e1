#!/bin/sh
# Times before plus in dice notation: roll loses the multiplication, and oneroll works from left to right.
# Guess: 1d6+2*3 adds 6 to the die, and 2d4*10+1d4 is twenty times and more, in every library that takes the text.
# Seen, with every die on 1: rpg-dice-roller 5.5.1 and d20 1.1.2 do so. roll 1.3.2 throws "*3" and "*10" away, so that 2d4*10+1d4 is 3,
#   and calls the text valid; its README promises + - * /. oneroll 1.3.5 reads (1d1+2)*3; its language guide calls this a known defect.
# Why it matters: coins of a hoard ("2d4*10 + 1d4*10") and doubled damage come out far too low, or seven times too high, without
#   an error. Brackets mend it in oneroll; roll refuses them. Try one expression with + and * before taking a library.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts @dice-roller/rpg-dice-roller@5.5.1 roll@1.3.2 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check d20==1.1.2 oneroll==1.3.5
cat >roll.mjs <<'END'
import { DiceRoll, NumberGenerator } from "@dice-roller/rpg-dice-roller";
import Roll from "roll";

NumberGenerator.generator.integer = () => 1;
const roller = new Roll(() => 0);
for (const text of ["1d6+2*3", "2d4*10+1d4", "2d4*10+1d4*10"])
  console.log(text, new DiceRoll(text).total, roller.validate(text) ? roller.roll(text).result : "refused");
END
cat >roll.py <<'END'
import d20
import oneroll

for text in ("1d1+2*3", "2d1*10+1d1", "2d1*10+1d1*10"):
    print(text, d20.roll(text).total, oneroll.roll(text)["total"])
END
seen=$(echo "rpg-dice-roller, roll"; node roll.mjs; echo "d20, oneroll"; venv/bin/python roll.py)
expected='rpg-dice-roller, roll
1d6+2*3 7 3
2d4*10+1d4 21 3
2d4*10+1d4*10 30 12
d20, oneroll
1d1+2*3 7 9
2d1*10+1d1 21 21
2d1*10+1d1*10 30 210'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
