"""Tests that the Makefile runs every script, that its targets work, and that an old Node.js gets a newer one."""

import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tools.layout import ROOT, files_under

MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = " ".join(re.findall(r"^\.PHONY: (.*)", MAKEFILE, re.MULTILINE)).split()
FILES = files_under(ROOT / "tools", ROOT / "bench", ROOT / "tests" / "hands")


def call_of(file: Path) -> str:
    """Return the text that names a script in a command: a module after -m, any other script by its path."""
    path = file.relative_to(ROOT)
    if file.suffix != ".py":
        return str(path)
    return f"-m {'.'.join(path.with_suffix('').parts).removesuffix('.__main__')}"


def is_script(file: Path) -> bool:
    """Return whether the file is a script, which is run and not imported."""
    return file.suffix in {".sh", ".mjs"} or (file.suffix == ".py" and '__name__ == "__main__"' in file.read_text())


@pytest.mark.parametrize("script", [file for file in FILES if is_script(file)], ids=call_of)
def test_a_target_runs_it(script: Path) -> None:
    """By its name, or through another script or module."""
    callers = [MAKEFILE, *(file.read_text() for file in FILES if file != script and file.suffix in {".py", ".sh"})]
    call = re.compile(rf"{re.escape(call_of(script))}(?![\w.])")
    assert any(call.search(text.replace('"-m", "', "-m ")) for text in callers)


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_can_be_made(target: str) -> None:
    """The commands are only printed; the files that they name exist."""
    command = ["make", "--dry-run", "--always-make", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for module in re.findall(r" -m ((?:tools|bench|tests)[\w.]*)", done.stdout):
        assert find_spec(module), module
    for path in re.findall(r"(?<![\w/.-])(?:tools|bench|tests)/[\w/.]+", done.stdout):
        assert (ROOT / path).exists(), path


NODE = """#!/bin/sh
if [ "$1" = --version ]; then echo "v$MAJOR.0.0"; else echo "$MAJOR"; fi
"""
NPM = """#!/bin/sh
set -e
case "$*" in *--prefix*) echo "would not read the settings of the machine" >&2; exit 1 ;; esac
test -f package-lock.json
test -f .npmrc
mkdir -p node_modules/.bin
if [ -f package.json ]; then echo newer > node_modules/.bin/node; fi
"""


@pytest.mark.parametrize(("major", "brings_its_own"), [("18", True), ("20", True), ("22", False), ("24", False)])
def test_a_node_that_is_too_old_gets_a_newer_one_beside_it(tmp_path: Path, major: str, brings_its_own: bool) -> None:
    """One that is new enough is used as it is."""
    shutil.copytree(ROOT / "tools" / "node22", tmp_path / "tools" / "node22")
    for name in ("tools/install_node.sh", ".npmrc", "package-lock.json"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name, text in (("node", NODE), ("npm", NPM)):
        command = tmp_path / "bin" / name
        command.parent.mkdir(exist_ok=True)
        command.write_text(text)
        command.chmod(0o755)
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    subprocess.run(["sh", "tools/install_node.sh"], cwd=tmp_path, check=True, env={"PATH": path, "MAJOR": major})
    newer = tmp_path / "node_modules" / ".bin" / "node"
    assert newer.exists() is brings_its_own
    assert not (tmp_path / "build" / "node22").exists()


def test_commands_are_looked_for_where_the_newer_node_lies() -> None:
    asked = ["make", "--no-print-directory", "--eval=which:;@command -v node", "which"]
    lying = ROOT / "node_modules" / ".bin" / "node"
    used = subprocess.run(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    assert (used == str(lying)) is lying.exists()
