#!/bin/sh
# Prints the path of the newest Python that the build can use (3.12 to 3.14); says on stderr which one.
# Plain sh, because the Python that is found first may be too old to run anything of ours.

versions='3.14 3.13 3.12'

# Where the found python3 lives: version managers keep the others beside it.
beside=$(python3 -c 'import os, sys; print(os.path.dirname(sys.base_prefix))' 2>/dev/null)

candidates() {
    for v in $versions; do command -v "python$v"; done
    command -v python3
    command -v python
    for v in $versions; do
        for root in "${PYENV_ROOT:-$HOME/.pyenv}/versions/$v"* "$beside/"* "$HOME/.local" "$HOME/.local/share/uv/python/cpython-$v"* \
            /usr/local /opt/python* /opt/homebrew; do
            for python in "$root/bin/python$v"; do [ -x "$python" ] && echo "$python"; done
        done
    done
}

# A Python counts when it starts, has the right version and can make virtual environments.
probe='import sys, ensurepip, venv
major, minor, micro = sys.version_info[:3]
assert (3, 12) <= (major, minor) <= (3, 14)
print(minor * 1000 + micro, "%d.%d.%d" % (major, minor, micro), sys.executable)'

best=$(candidates 2>/dev/null | while read -r python; do "$python" -c "$probe" 2>/dev/null; done | sort -rn | head -n 1)
if [ -z "$best" ]; then
    echo "Turntrack needs Python 3.12, 3.13 or 3.14 with venv and found none: install one (for example Debian's" \
        "python3-venv package, or \`pyenv install 3.13\`) and run the command again." >&2
    exit 1
fi
set -- $best
version=$2
shift 2
echo "Using Python $version ($(basename "$*"))" >&2
echo "$*"
