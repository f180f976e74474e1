#!/bin/sh
# Odds by one-shot-calculator 1.0.1: against good armour the chances add up to 1.05, and a doubled die shows 3, 5, 7, 9 and 11.
# Guess: whatever the armour class, hits and misses make up 1; a d6 doubled is 2, 4 ... 12, each as often as a face of the die.
# Seen: who hits on a natural 20 only, as +5 does AC 26 and more, hits in 5 of 100 and misses in 100, as the two sides are clamped each
#   by itself; at AC 25, where a 20 is needed anyway, the sum is right, and so it is in the module for AD&D, which takes what is left.
#   mult_dist_by_const ("multiplied by mult") is right for the half that a saving throw needs. With 2 it names odd numbers only and
#   loses a sixth, as with 1.5. Each single value is between 0 and 1.
# Why it matters: the odds against something heavily armoured, the fight for which one asks for odds, look as ordinary as the rest. Have
#   each distribution add up to 1 in a test, with a target that only a natural 20 meets and one that all but a 1 meet.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check one-shot-calculator==1.0.1 pandas==3.1.1 plotly==7.1.0 frozendict==2.5.1
cat >add.py <<'END'
from one_shot_calculator import one_shot_calculator_3p5, one_shot_calculator_adnd
from one_shot_calculator.discrete_dists import add_const_to_dist, basic_die_dist, mult_dist_by_const

damage = add_const_to_dist(basic_die_dist(8), 4)
for armour in (7, 15, 25, 26, 30):
    odds = one_shot_calculator_3p5.attack_dist(5, armour, damage)
    hit = sum(chance for points, chance in odds.items() if points)
    print(f"+5 against AC {armour}: hit {hit:.2f}, miss {odds[0]:.2f}, together {hit + odds[0]:.2f}")
print(f"AD&D, THAC0 20 against AC -5: together {sum(one_shot_calculator_adnd.attack_dist(20, -5, damage).values()):.2f}")
for factor in (0.5, 1, 1.5, 2):
    odds = {points: chance for points, chance in mult_dist_by_const(basic_die_dist(6), factor).items() if chance}
    print(f"d6 times {factor}:", *odds, f"together {sum(odds.values()):.3f}")
END
seen=$(venv/bin/python -I add.py)
expected='+5 against AC 7: hit 0.95, miss 0.05, together 1.00
+5 against AC 15: hit 0.55, miss 0.45, together 1.00
+5 against AC 25: hit 0.05, miss 0.95, together 1.00
+5 against AC 26: hit 0.05, miss 1.00, together 1.05
+5 against AC 30: hit 0.05, miss 1.00, together 1.05
AD&D, THAC0 20 against AC -5: together 1.00
d6 times 0.5: 0 1 2 3 together 1.000
d6 times 1: 1 2 3 4 5 6 together 1.000
d6 times 1.5: 2 4 5 7 8 together 0.833
d6 times 2: 3 5 7 9 11 together 0.833'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
