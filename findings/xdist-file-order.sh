#!/bin/sh
# pytest-xdist 3.8.0 undoes the shuffling of files by pytest-randomly 5.1.0: with --dist loadfile the order is that of their size.
# Guess: each seed gives another order of the files, with --dist loadfile as without xdist.
# Seen: xdist hands out the files with most tests first, whatever the seed. --no-loadscope-reorder gives each seed its own order,
#   the same as without xdist.
# Why it matters: a suite that is "green in any order" has only ever run in one order of its files; what one file leaves to the
#   next (storage, caches, module state) is never met the other way round.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pytest==9.2.0 pytest-xdist==3.8.0 pytest-randomly==5.1.0
python3 - <<'END'
from pathlib import Path

for number, name in enumerate("abcde", start=1):
    tests = "".join(f"def test_{i}(): pass\n" for i in range(number))
    Path(f"test_{name}.py").write_text(tests)
END
# Prints the orders of the files in the runs with three seeds, each order once.
orders() {
    for seed in 1 3 4; do
        venv/bin/python -m pytest -v -p no:cacheprovider --randomly-seed="$seed" "$@" |
            sed -n 's/.*test_\([a-e]\)\.py::.*/\1/p' | uniq | tr -d '\n'
        echo
    done | sort | uniq
}
seen=$(
    echo "loadfile: $(orders -n 1 --dist loadfile)"
    [ "$(orders -n 1 --dist loadfile --no-loadscope-reorder)" = "$(orders)" ] && echo "no reorder: as without xdist"
    echo "without xdist: $(orders | wc -l | tr -d ' ') orders"
)
expected='loadfile: edcba
no reorder: as without xdist
without xdist: 3 orders'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
