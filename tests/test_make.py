"""Tests that the Makefile runs every script, and that each of its targets works."""

import re
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
