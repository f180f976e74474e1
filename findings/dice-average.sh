#!/bin/sh
# The average of damage dice in dnd-5e-core 0.4.5: of three numbers for 2d6 the one named avg_bad is right.
# Guess: Damage.average of 2d6 is 7, and score(), "expected score value", is the same number, or half of it after a saving throw.
# Seen: average (and avg behind it) multiplies dice by sides and halves that, as if dice began at 0: 6 for 2d6, 24 instead of 28 for 8d6.
#   score() adds one to the number of dice instead of the sides: 9 for 2d6, and 6 for 1d6, which is its maximum. avg_bad is 7, and nothing
#   in the package uses it. == compares the maxima, so that 1d12 equals 2d6.
# Why it matters: the package's monsters choose their attack by score(), which gives 1d12 and 2d8 the same 12; a card with "average 24"
#   beside a rolled 8d6 misleads by a whole die. For any dice the average is dice times (sides + 1) / 2: check one odd and one even case.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-deps dnd-5e-core==0.4.5
cat >average.py <<'END'
from types import SimpleNamespace

from dnd_5e_core.combat.damage import Damage
from dnd_5e_core.mechanics.dice import DamageDice

for text in ("1d6", "2d6", "8d6", "1d12", "2d8"):
    dice = DamageDice(text)
    damage = Damage(type=SimpleNamespace(index="fire"), dd=dice)
    number, sides = map(int, text.split("d"))
    print(f"{text}: average {damage.average}, score {dice.score():g}, avg_bad {dice.avg_bad}, true {number * (sides + 1) / 2:g}")
print("1d12 == 2d6:", DamageDice("1d12") == DamageDice("2d6"))
END
seen=$(venv/bin/python -I average.py)
expected='1d6: average 3, score 6, avg_bad 3, true 3.5
2d6: average 6, score 9, avg_bad 7, true 7
8d6: average 24, score 27, avg_bad 28, true 28
1d12: average 6, score 12, avg_bad 6, true 6.5
2d8: average 8, score 12, avg_bad 9, true 9
1d12 == 2d6: True'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
