#!/bin/sh
# Keeping more dice than there are: 3d6kh4 may keep one die only.
# Guess: whoever keeps the four highest of three dice keeps all three; a refusal would do as well.
# Seen: rpg-dice-roller 5.5.1 keeps 1 of 3 for kh4, 2 of 3 for kh5, and all from kh6 on: what is missing is counted from the
#   other end. kl4 keeps all. dice-roller-parser 0.1.8 and d20 1.1.2 keep all three each time.
# Why it matters: pools shrink by wounds and penalties while the "keep 3" on the sheet stays, so a pool of two dice is
#   rolled as one die, and the total still looks like one.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts \
    @dice-roller/rpg-dice-roller@5.5.1 dice-roller-parser@0.1.8 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check d20==1.1.2
cat >roll.mjs <<'END'
import { DiceRoll, NumberGenerator } from "@dice-roller/rpg-dice-roller";
import parser from "dice-roller-parser";

// Every die shows 1, so the total is the number of dice that were kept.
NumberGenerator.generator.engine = { next: () => 0 };
for (const keep of ["kh3", "kh4", "kh5", "kh6", "kl4"]) {
  const text = `3d6${keep}`;
  console.log(keep, new DiceRoll(text).total, new parser.DiceRoller(() => 0).roll(text).value);
}
END
cat >roll.py <<'END'
import d20

for keep in ("kh3", "kh4", "kh5", "kh6", "kl4"):
    print(keep, d20.roll(f"3d1{keep}").total)
END
node roll.mjs >seen.txt
venv/bin/python roll.py >>seen.txt
cat seen.txt
printf '%s\n' "kh3 3 3" "kh4 1 3" "kh5 2 3" "kh6 3 3" "kl4 3 3" "kh3 3" "kh4 3" "kh5 3" "kh6 3" "kl4 3" | diff - seen.txt
