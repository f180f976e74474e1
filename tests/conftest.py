"""What every test shares. It is loaded inside Pyodide too: nothing here may need a browser or a process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tools.inside_pyodide import Running

NOTES = pytest.StashKey[list[str]]()

# Pyodide is slower than the host, by different factors for different things: there, fewer examples and no stopwatch.
settings.register_profile("host", deadline=None, database=None, print_blob=True, derandomize=True)
settings.register_profile("pyodide", deadline=None, database=None, max_examples=10)
settings.load_profile("pyodide" if sys.platform == "emscripten" else "host")


@pytest.fixture
def note(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Keeps a line for the end of the run, where a person sees it."""
    return pytestconfig.stash.setdefault(NOTES, []).append


@pytest.fixture(scope="session")
def engine_tests_inside_pyodide() -> Iterator[Running]:
    """The engine's tests by the page's own Python: a process beside this one."""
    from tools.inside_pyodide import SELECTION, running

    with running(*SELECTION) as beside:
        yield beside


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Show what the tests noted."""
    for line in config.stash.get(NOTES, []):
        terminalreporter.write_line(line)
