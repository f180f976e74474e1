"""Tests that the engine's tests pass inside Pyodide: those of what can differ there, and all of them in the soak."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.amounts import WHOLE
from tests.hands import inside_pyodide
from tools.layout import BUILD, ROOT


def collected(*selection: str) -> set[str]:
    """Return the ids of the tests that this Python would run."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *selection]
    plain = {**os.environ, "PYTEST_ADDOPTS": ""}  # another option would change the form of the list
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return {line for line in done.stdout.splitlines() if "::" in line}


@contextmanager
def planted(source: str) -> Iterator[str]:
    """Yield a test file in a folder that no other run collects."""
    file = BUILD / "planted" / "test_planted.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source)
    try:
        yield str(file.relative_to(ROOT))
    finally:
        file.unlink()


def test_engine_tests_pass_inside_pyodide(note: Callable[[str], None]) -> None:
    """The same tests by id as here pass there. An exit code of 0 alone would not prove it."""
    selection = inside_pyodide.WHOLE_SELECTION if WHOLE else inside_pyodide.SELECTION
    run = inside_pyodide.run(*selection)
    failed = {test: outcome for test, outcome in run.outcomes.items() if outcome != "passed"}
    assert not failed, run.output
    assert run.exit_code == 0, run.output
    assert run.python.startswith("3.14")
    assert set(run.outcomes) == collected(*selection)
    note(f"{len(run.outcomes)} tests passed inside Pyodide, Python {run.python}")


@pytest.mark.soak
def test_a_failure_inside_pyodide_is_seen() -> None:
    """The runner does not take a failing test for a passing one."""
    with planted("def test_right():\n    assert True\n\ndef test_wrong():\n    assert False\n") as file:
        run = inside_pyodide.run(file)
    assert run.exit_code == 1
    assert sorted(run.outcomes.values()) == ["failed", "passed"]


def test_host_only_is_the_exception() -> None:
    """A test that does not run inside Pyodide says why, within its mark."""
    for file in sorted((ROOT / "tests" / "engine").rglob("*.py")):
        for line in file.read_text().splitlines():
            assert "mark.host_only" not in line or 'host_only(reason="' in line, f"{file.name}: {line}"
