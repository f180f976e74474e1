#!/bin/sh
# Makes .venv with the locked packages. Run by make when requirements.txt has changed.
set -e
python=$(sh tools/find_python.sh)
# A virtual environment remembers where it was made: one from elsewhere or of a vanished Python is made anew.
if ! .venv/bin/python -c 'import pip' 2>/dev/null; then
    rm -rf .venv
    "$python" -m venv .venv
fi
echo "Installing the Python tools into .venv"
.venv/bin/python -m pip install --quiet --only-binary :all: --require-hashes --no-deps -r requirements.txt
touch .venv/.ready
