#!/bin/sh
# A critical hit as text: opendice 0.2.0 reads 2d4*2 as 4d4, with the bounds and the average of a doubled 2d4 and other chances.
# Guess: * multiplies what was rolled, so 2d4*2 is 4, 6, 8 ... 16, and 2d4*-2 the same below nought.
# Seen: opendice rolls as many dice as * says where one side is a positive number, which it documents of the objects and does in text
#   too: 2d4*2 can be 5, and is 16 once in 256 rolls instead of once in 16. 2d4*-2 does double the total, so a minus sign decides which
#   it is. troll-dice 0.1.0, icepool 2.2.2 and dyce 0.7.0 multiply; the last two have @ for more dice.
# Why it matters: games differ in just this (double the dice, or double the result), and least, greatest and average, which tests of a
#   parser look at, are equal in both. Only the chance of one total tells: ask for the highest.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
    opendice==0.2.0 troll-dice==0.1.0 icepool==2.2.2 dyce==0.7.0
cat >double.py <<'END'
from fractions import Fraction

import icepool
import opendice
import troll
from dyce import H


def show(name, chances):
    """Print the bounds and the average of some chances, the chance of the highest total, and whether one is odd."""
    chances = {total: Fraction(chance).limit_denominator(10000) for total, chance in chances.items() if chance}
    average = sum(total * chance for total, chance in chances.items())
    high = max(chances, key=abs)
    print(f"{name}: {min(chances)} to {max(chances)}, average {average}, {high} in {chances[high]}, odd totals:",
          "yes" if any(total % 2 for total in chances) else "no")


show("opendice 2d4*2", opendice.parse("2d4*2").probabilities())
show("opendice 2*2d4", opendice.parse("2*2d4").probabilities())
show("opendice 2d4*-2", opendice.parse("2d4*-2").probabilities())
show("troll", {int(total): chance for total, chance in troll.dist("(sum 2d4) * 2")})
for name, die in (("icepool", (2 @ icepool.d4) * 2), ("icepool @", 2 @ (2 @ icepool.d4))):
    show(name, dict(zip(die.outcomes(), die.probabilities(), strict=True)))
doubled = (2 @ H(4)) * 2
show("dyce", {total: Fraction(count, doubled.total) for total, count in doubled.items()})
END
seen=$(venv/bin/python -I double.py)
expected='opendice 2d4*2: 4 to 16, average 10, 16 in 1/256, odd totals: yes
opendice 2*2d4: 4 to 16, average 10, 16 in 1/256, odd totals: yes
opendice 2d4*-2: -16 to -4, average -10, -16 in 1/16, odd totals: no
troll: 4 to 16, average 10, 16 in 1/16, odd totals: no
icepool: 4 to 16, average 10, 16 in 1/16, odd totals: no
icepool @: 4 to 16, average 10, 16 in 1/256, odd totals: yes
dyce: 4 to 16, average 10, 16 in 1/16, odd totals: no'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
