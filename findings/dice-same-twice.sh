#!/bin/sh
# Sneak attack in dice notation: of 1d6+3d6+4 ttrpg-dice 0.7.0 keeps 3d6+4, and the shortsword is gone.
# Guess: two terms with dice of the same size add up, 4d6+4, as they do when the objects are added: d(6) + 3 * d(6) + 4.
# Seen: the text is read into a table by the size of the die, and the last term of a size replaces those before: d6+d6 is d6, 2d6+1d8+1d6
#   is d6+d8, d8+2+1 is d8+1. No error; the result prints as proper notation. icepool 2.2.2, troll-dice 0.1.0 and opendice 0.2.0, which
#   also know chances, add up (in Troll a term of several dice needs a "sum" of its own).
# Why it matters: dice of one size from two sources are the rule for extra damage, and every example with one source works. Test a
#   parser with the same die twice, by its highest total: 28 here, not 22.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check ttrpg-dice==0.7.0 icepool==2.2.2 troll-dice==0.1.0 opendice==0.2.0
cat >add.py <<'END'
import icepool
import opendice
import troll
from ttrpg_dice import d

for text in ("1d6+3d6+4", "d6+d6", "2d6+1d8+1d6", "d8+2+1"):
    read = d.from_str(text)
    print(f"{text} is {read}, at most {len(read)}")
print("objects:", d(6) + 3 * d(6) + 4)
print("icepool:", max((icepool.d6 + 3 @ icepool.d6 + 4).outcomes()), "troll:",
      max(int(total) for total, _ in troll.dist("sum 1d6 + sum 3d6 + 4")), "opendice:",
      max(opendice.parse("1d6+3d6+4").probabilities()))
END
seen=$(venv/bin/python -I add.py)
expected='1d6+3d6+4 is 3d6 + 4, at most 22
d6+d6 is d6, at most 6
2d6+1d8+1d6 is d6 + d8, at most 14
d8+2+1 is d8 + 1, at most 9
objects: 4d6 + 4
icepool: 28 troll: 28 opendice: 28'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
