#!/bin/sh
# How hard a fight is for a large party, by dnd-5e-core 0.4.5: six heroes halve it, where the rule takes one step off the multiplier.
# Guess: the rules of 2014 step one row up the table (1, 1.5, 2, 2.5, 3, 4, beyond it 5) for fewer than three heroes and one row down for
#   six or more (below it 0.5), so that three monsters count 1.5 times against six heroes and 2.5 times against two.
# Seen: the row of the table is multiplied by 0.5 or by 1.5. That is the rule for one monster, the case that one tries first; for three
#   monsters it makes 1 and 3, for fifteen 2 and 6. Parties of three to five are right.
# Why it matters: six monsters of rating 1 are "medium" for six heroes of level 3, and "hard" by the rule; two heroes get "deadly" for
#   three of rating 1/2, which is "hard". The totals look plausible. Try each row of such a table with each size of the party.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-deps dnd-5e-core==0.4.5
cat >party.py <<'END'
from dnd_5e_core.mechanics.challenge_rating import calculate_encounter_difficulty

STEPS = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5]
XP = 200  # of a monster of rating 1
for monsters, row in ((1, 1), (2, 2), (3, 3), (7, 4), (11, 5), (15, 6)):
    cells = []
    for heroes, step in ((2, 1), (4, 0), (6, -1)):
        total, _ = calculate_encounter_difficulty([5] * heroes, [1] * monsters)
        cells.append(f"{heroes} heroes {total / XP / monsters:g} (rule {STEPS[row + step]:g})")
    print(f"{monsters} monsters:", ", ".join(cells))
print("six of rating 1, six heroes of level 3:", *calculate_encounter_difficulty([3] * 6, [1] * 6))
print("three of rating 1/2, two heroes of level 3:", *calculate_encounter_difficulty([3] * 2, [0.5] * 3))
END
seen=$(venv/bin/python -I party.py)
expected='1 monsters: 2 heroes 1.5 (rule 1.5), 4 heroes 1 (rule 1), 6 heroes 0.5 (rule 0.5)
2 monsters: 2 heroes 2.25 (rule 2), 4 heroes 1.5 (rule 1.5), 6 heroes 0.75 (rule 1)
3 monsters: 2 heroes 3 (rule 2.5), 4 heroes 2 (rule 2), 6 heroes 1 (rule 1.5)
7 monsters: 2 heroes 3.75 (rule 3), 4 heroes 2.5 (rule 2.5), 6 heroes 1.25 (rule 2)
11 monsters: 2 heroes 4.5 (rule 4), 4 heroes 3 (rule 3), 6 heroes 1.5 (rule 2.5)
15 monsters: 2 heroes 6 (rule 5), 4 heroes 4 (rule 4), 6 heroes 2 (rule 3)
six of rating 1, six heroes of level 3: 1200 medium
three of rating 1/2, two heroes of level 3: 900 deadly'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
