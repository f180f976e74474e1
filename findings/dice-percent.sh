#!/bin/sh
# d% in d20 1.1.2, the dice of Avrae, is the die of the tens alone: 0, 10, 20 ... 90.
# Guess: d% is short for d100, 1 to 100, in every library that knows it.
# Seen: rpg-dice-roller 5.5.1, dice-roller-parser 0.1.8, roll 1.3.2, dice 4.0.0, xdice 1.2.1, py-rolldice 0.4.0 and python-dice 2.0.2 roll
#   1 to 100. d20 rolls ten values, 0 among them and 100 not, an average of 45; its README lists "%" as a size, without a range.
# Why it matters: on a table of a hundred lines ten are ever met, "75 or less" succeeds in 80 of 100, and a 0 is on no table. Sheets
#   that say d% change their odds with the bot; d100 means the same in all of them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts \
    @dice-roller/rpg-dice-roller@5.5.1 dice-roller-parser@0.1.8 roll@1.3.2 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
    d20==1.1.2 dice==4.0.0 xdice==1.2.1 py-rolldice==0.4.0 python-dice==2.0.2
cat >roll.mjs <<'END'
import { DiceRoll } from "@dice-roller/rpg-dice-roller";
import parser from "dice-roller-parser";
import Roll from "roll";

const libraries = {
  "rpg-dice-roller": () => new DiceRoll("d%").total,
  "dice-roller-parser": () => new parser.DiceRoller().roll("d%").value,
  roll: () => new Roll().roll("d%").result,
};
for (const [name, roll] of Object.entries(libraries)) {
  const totals = new Set(Array.from({ length: 3000 }, roll));
  console.log(`${name}: ${totals.size} values, ${Math.min(...totals)} to ${Math.max(...totals)}`);
}
END
cat >roll.py <<'END'
import d20
import dice
import rolldice
import xdice
from python_dice import PythonDiceInterpreter

python_dice = PythonDiceInterpreter()
libraries = {
    "dice": lambda: sum(dice.roll("d%")),
    "xdice": lambda: int(xdice.roll("d%")),
    "py-rolldice": lambda: rolldice.roll_dice("d%")[0],
    "python-dice": lambda: python_dice.roll(["d%"])["stdout"],
    "d20": lambda: d20.roll("d%").total,
}
for name, roll in libraries.items():
    totals = {roll() for _ in range(3000)}
    print(f"{name}: {len(totals)} values, {min(totals)} to {max(totals)}")
END
seen=$(node roll.mjs; venv/bin/python roll.py)
expected='rpg-dice-roller: 100 values, 1 to 100
dice-roller-parser: 100 values, 1 to 100
roll: 100 values, 1 to 100
dice: 100 values, 1 to 100
xdice: 100 values, 1 to 100
py-rolldice: 100 values, 1 to 100
python-dice: 100 values, 1 to 100
d20: 10 values, 0 to 90'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
