"""What every test shares. It is loaded inside Pyodide too: nothing here may need a browser or a process."""

import sys
from collections.abc import Callable

import pytest
from hypothesis import settings

NOTES = pytest.StashKey[list[str]]()

# Pyodide is slower than the host, by different factors for different things: there, fewer examples and no stopwatch.
settings.register_profile("host", deadline=None, database=None, print_blob=True, derandomize=True)
settings.register_profile("pyodide", deadline=None, database=None, max_examples=10)
settings.load_profile("pyodide" if sys.platform == "emscripten" else "host")


@pytest.fixture
def note(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Keeps a line for the end of the run, where a person sees it."""
    return pytestconfig.stash.setdefault(NOTES, []).append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Show what the tests noted."""
    for line in config.stash.get(NOTES, []):
        terminalreporter.write_line(line)
