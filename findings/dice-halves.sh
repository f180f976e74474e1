#!/bin/sh
# Half damage in dice notation: three libraries give 3.5 or 3 for 7/2, and none rounds each half down.
# Guess: a library for role-playing dice rounds a division down at once, as most rulebooks say, so that 5/2 + 5/2 is 4.
# Seen: rpg-dice-roller 5.5.1 and dice-roller-parser 0.1.8 answer 3.5 for 7/2. d20 1.1.2 answers 3 and shows "7 / 2 = `3`",
#   but it cuts only the end of the whole sum: 5/2 + 5/2 is 5, and 7/2 * 2 is 7. Rounded by floor(), the first two answer 4;
#   d20 knows no floor and refuses it.
# Why it matters: fire and cold damage, each halved, come out a point too high, and a number with a half in it is no amount
#   of hit points. The same button on a sheet deals another damage at another table.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts \
    @dice-roller/rpg-dice-roller@5.5.1 dice-roller-parser@0.1.8 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check d20==1.1.2
cat >roll.mjs <<'END'
import { DiceRoll } from "@dice-roller/rpg-dice-roller";
import parser from "dice-roller-parser";

for (const text of ["7/2", "5/2+5/2", "7/2*2", "floor(5/2)+floor(5/2)"]) {
  console.log(text, new DiceRoll(text).total, new parser.DiceRoller().roll(text).value);
}
END
cat >roll.py <<'END'
import d20

for text in ("7/2", "5/2+5/2", "7/2*2", "floor(5/2)+floor(5/2)"):
    try:
        print(text, d20.roll(text).total)
    except d20.RollSyntaxError:
        print(text, "refused")
END
node roll.mjs >seen.txt
venv/bin/python roll.py >>seen.txt
cat seen.txt
printf '%s\n' "7/2 3.5 3.5" "5/2+5/2 5 5" "7/2*2 7 7" "floor(5/2)+floor(5/2) 4 4" \
    "7/2 3" "5/2+5/2 5" "7/2*2 7" "floor(5/2)+floor(5/2) refused" | diff - seen.txt
