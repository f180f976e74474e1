#!/bin/sh
# An open-ended die, the ace of Savage Worlds: 1d4! on the faces 4, 4 and 2 is 10, or 8, or a die with 24 sides.
# Guess: "!" rolls a die again for as long as it shows its highest face, and adds up: 10 in every library that takes the text.
# Seen: rpg-dice-roller 5.5.1, dice-roller-parser 0.1.8 and py-rolldice 0.4.0 make 10. xdice 1.2.1 rolls once more and stops, whatever
#   that shows: 8 is its highest total, though its code documents a new roll for each maximal score. In dndice 2.8.1 "!" is the
#   factorial, as its README says, and is done before the d: 1d4! is a d24, 1d6! a d720.
# Why it matters: raises on damage come from second and third aces, which xdice cuts off in one of sixteen rolls of a d4; no single
#   total shows that. A d720 does show, but only at the table. Test with two highest faces in a row, not with one.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts \
    @dice-roller/rpg-dice-roller@5.5.1 dice-roller-parser@0.1.8 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check py-rolldice==0.4.0 xdice==1.2.1 dndice==2.8.1
cat >roll.mjs <<'END'
import { DiceRoll, NumberGenerator } from "@dice-roller/rpg-dice-roller";
import parser from "dice-roller-parser";

let shown = [4, 4, 2].values();
NumberGenerator.generator.integer = () => shown.next().value;
console.log("rpg-dice-roller", new DiceRoll("1d4!").total);
shown = [4, 4, 2].values();
console.log("dice-roller-parser", new parser.DiceRoller(() => (shown.next().value - 0.5) / 4).roll("1d4!").value);
END
cat >roll.py <<'END'
import random

import dndice
import rolldice
import xdice

libraries = {
    "py-rolldice": lambda text: rolldice.roll_dice(text)[0],
    "xdice": lambda text: int(xdice.roll(text)),
    "dndice": dndice.basic,
}
for name, roll in libraries.items():
    shown = iter([4, 4, 2])
    sides = set()
    random.randint = lambda lowest, highest: sides.add(highest) or next(shown)
    print(name, roll("1d4!"), "on a die with sides:", *sides)
END
seen=$(node roll.mjs; venv/bin/python roll.py)
expected='rpg-dice-roller 10
dice-roller-parser 10
py-rolldice 10 on a die with sides: 4
xdice 8 on a die with sides: 4
dndice 4 on a die with sides: 24'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
