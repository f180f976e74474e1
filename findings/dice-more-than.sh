#!/bin/sh
# "3d6>3" on three dice that all show 3: no success, three successes, or the number one.
# Guess: > is strict, and counts the dice that are higher than 3: 0 in every library that takes the text.
# Seen: @dice-roller/rpg-dice-roller 5.5.1 counts 0. dice-roller-parser 0.1.8 counts 3: there > is "at least", as on Roll20.
#   d20 1.1.2 compares the sum 9 with 3 and answers 1, for true. All three accept the text, and none says what it counted.
# Why it matters: a pool pasted from one table to another has other odds (50 % a die against 67 %) and no error.
#   An importer has to know the dialect, and a parser of its own should refuse > or print "more than" and "at least" in words.
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

NumberGenerator.generator.integer = () => 3;
console.log("rpg-dice-roller", new DiceRoll("3d6").total, new DiceRoll("3d6>3").total);
const roller = new parser.DiceRoller(() => 0.4); // the third of six faces
console.log("dice-roller-parser", roller.roll("3d6").value, roller.roll("3d6>3").value);
END
cat >roll.py <<'END'
import random

import d20

random.randrange = lambda sides: 2  # the third face: d20 counts from 0
print("d20", d20.roll("3d6").total, d20.roll("3d6>3").total)
END
seen=$(node roll.mjs; venv/bin/python roll.py)
expected='rpg-dice-roller 9 0
dice-roller-parser 9 3
d20 9 1'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
