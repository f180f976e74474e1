#!/bin/sh
# A minus in front of dice: three libraries answer 5 to -1d4+5, and no die has been subtracted.
# Guess: -1d4+5 is 5 less the die, 1 to 4, in every library that takes the text.
# Seen: d20 1.1.2, dice 4.0.0 and dndice 2.8.1 say so. dice-roller-parser 0.1.8, dice-parser 1.1.0 and yadr 0.1.6 take the minus for
#   part of the number of dice, and "minus one" dice are none: always 5, for 5+-1d4 too, while 5-1d4 is right.
#   rpg-dice-roller 5.5.1 refuses the first two, roll 1.3.2 all three. The READMEs of the three do not speak of it.
# Why it matters: a penalty die that stands in front, or that a form joins with "+" ("attack + modifier", the modifier being -1d4),
#   vanishes: no bane, no wound. The total is one that the dice could have shown, so nobody sees it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts \
    dice-roller-parser@0.1.8 @dice-roller/rpg-dice-roller@5.5.1 roll@1.3.2 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check d20==1.1.2 dice==4.0.0 dndice==2.8.1 dice-parser==1.1.0 yadr==0.1.6
cat >roll.mjs <<'END'
import { DiceRoll } from "@dice-roller/rpg-dice-roller";
import parser from "dice-roller-parser";
import Roll from "roll";

const libraries = {
  "dice-roller-parser": (text) => new parser.DiceRoller().roll(text).value,
  "rpg-dice-roller": (text) => new DiceRoll(text).total,
  roll: (text) => new Roll().roll(text).result,
};
for (const [name, roll] of Object.entries(libraries)) {
  const totals = ["-1d4+5", "5+-1d4", "5-1d4"].map((text) => {
    try {
      return [...new Set(Array.from({ length: 300 }, () => roll(text)))].sort().join(" ");
    } catch {
      return "refused";
    }
  });
  console.log(`${name}: ${totals.join(", ")}`);
}
END
cat >roll.py <<'END'
import d20
import dice
import dndice
import yadr
from dice_parser.parser import DiceParser

libraries = {
    "d20": lambda text: d20.roll(text).total,
    "dice": dice.roll,
    "dndice": dndice.basic,
    "dice-parser": lambda text: DiceParser().parse(text).value,
    "yadr": yadr.roll,
}
for name, roll in libraries.items():
    totals = [" ".join(sorted({str(int(roll(text))) for _ in range(300)})) for text in ("-1d4+5", "5+-1d4", "5-1d4")]
    print(f"{name}: {', '.join(totals)}")
END
seen=$(node roll.mjs; venv/bin/python roll.py)
expected='dice-roller-parser: 5, 5, 1 2 3 4
rpg-dice-roller: refused, refused, 1 2 3 4
roll: refused, refused, refused
d20: 1 2 3 4, 1 2 3 4, 1 2 3 4
dice: 1 2 3 4, 1 2 3 4, 1 2 3 4
dndice: 1 2 3 4, 1 2 3 4, 1 2 3 4
dice-parser: 5, 5, 1 2 3 4
yadr: 5, 5, 1 2 3 4'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
