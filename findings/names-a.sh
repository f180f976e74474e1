#!/bin/sh
# Made-up names by wyrdbound-rng 0.0.12: its general women and men all begin with A, and many of its dwarves are copies.
# Guess: the general list for women or for men is large and mixed, as the one for both; a made-up name is one from the list at most once
#   in twenty times, with each algorithm.
# Seen: generic-fantasy-female has 13 names and generic-fantasy-male 17, from Abareth to Alanna, beside 679 with every first letter in
#   generic-fantasy. bayesian, the algorithm for "more realistic" names, returns a name of its list for more than a third of the dwarves,
#   the plain one for less than a tenth. The name that comes does not say so; name_exists_in_corpus is a question apart.
# Why it matters: at the table people are told apart by their first letter, and found by it in the order of turns: six guards from
#   Adalia to Aewyn are one guard. Look at the first letters of a list before it fills an encounter.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check wyrdbound-rng==0.0.12
cat >name.py <<'END'
import random

from wyrdbound_rng import FantasyNameSegmenter, Generator

for name in ("generic-fantasy", "generic-fantasy-female", "generic-fantasy-male"):
    names = Generator(name, segmenter=FantasyNameSegmenter()).names
    print(f"{name}: {len(names)} names, {len({known.name[0] for known in names})} first letters")
for name in ("ancestry-dwarf-male", "ancestry-dwarf-female"):
    generator = Generator(name, segmenter=FantasyNameSegmenter())
    known = {entry.name for entry in generator.names}
    for algorithm in ("simple", "bayesian"):
        random.seed(1)
        made = [generator.generate_name(max_len=12, algorithm=algorithm).name for _ in range(500)]
        copies = sum(entry in known for entry in made) / len(made)
        print(f"{name}, {algorithm}: copies", "over a third" if copies > 1 / 3 else "under a tenth" if copies < 0.1 else copies)
END
seen=$(venv/bin/python -I name.py)
expected='generic-fantasy: 679 names, 26 first letters
generic-fantasy-female: 13 names, 1 first letters
generic-fantasy-male: 17 names, 1 first letters
ancestry-dwarf-male, simple: copies under a tenth
ancestry-dwarf-male, bayesian: copies over a third
ancestry-dwarf-female, simple: copies under a tenth
ancestry-dwarf-female, bayesian: copies over a third'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
