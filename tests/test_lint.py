"""Style and types hold everywhere."""

import subprocess
import sys

import pytest

from tools.layout import ROOT


@pytest.mark.parametrize(
    "command",
    [["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]],
    ids=["style", "format", "types"],
)
def test_nothing_to_mend(command: list[str]) -> None:
    """The tool has nothing to say; `make format` mends most of what it might."""
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
