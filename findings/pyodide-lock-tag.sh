#!/bin/sh
# pyodide-lock 0.2.1 refuses wheels of the very platform that Pyodide 314.0.7 itself is built from.
# Guess: pyodide-lock adds a wheel to a lock if Python, ABI and platform fit, as for Hypothesis 6.170.17 (cp314, 2026_0, wasm32).
# Seen: it compares the wheel's tag with the lock's "platform" (emscripten_5_0_3), but wheels carry the newer tag pyemscripten_2026_0,
#   which the lock knows as "abi_version". In the lock that Pyodide ships, 148 packages are such wheels. The message
#   speaks of the Python version, which does fit.
# Why it matters: "there is no wheel for Pyodide" is a wrong conclusion. Such a wheel needs an entry written by hand, or another
#   installer; an older pure wheel is not the only way.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts pyodide@314.0.7 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'pyodide-lock[wheel]==0.2.1'
venv/bin/pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --implementation cp \
    --python-version 3.14 --platform pyemscripten_2026_0_wasm32 --dest . hypothesis==6.170.17
cat >add.py <<'END'
from pathlib import Path

from pyodide_lock import PyodideLockSpec
from pyodide_lock.utils import add_wheels_to_spec

lock = PyodideLockSpec.from_json(Path("node_modules/pyodide/pyodide-lock.json"))
info = lock.info
print(f"lock: Python {info.python}, platform {info.platform}, ABI {info.abi_version}")
tag = "-pyemscripten_2026_0_wasm32.whl"
print(f"its own wheels with the tag pyemscripten_2026_0: {sum(p.file_name.endswith(tag) for p in lock.packages.values())}")
wheel = next(Path().glob("hypothesis-6.170.17*"))
print(f"Hypothesis has that tag: {wheel.name.endswith(tag)}")
try:
    add_wheels_to_spec(lock, [wheel], ignore_missing_dependencies=True)
    print("added")
except RuntimeError as error:
    print("refused:", "don't match Python version" in str(error))
END
seen=$(venv/bin/python add.py)
expected='lock: Python 3.14.2, platform emscripten_5_0_3, ABI 2026_0
its own wheels with the tag pyemscripten_2026_0: 148
Hypothesis has that tag: True
refused: True'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
