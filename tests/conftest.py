"""Fixtures and hooks of all tests. Pyodide loads them too, so nothing here may need a browser or a process."""

import sys
from collections.abc import Callable

import pytest
from hypothesis import settings

# Pyodide is slower than the host, by different factors for different things: there, fewer examples and no stopwatch.
settings.register_profile("host", deadline=None, database=None, print_blob=True, derandomize=True)
settings.register_profile("pyodide", deadline=None, database=None, max_examples=10)
settings.load_profile("pyodide" if sys.platform == "emscripten" else "host")

pytest_plugins = () if sys.platform == "emscripten" else ("tests.hands.one_site",)


FIRST = (
    "tests/test_pyodide.py",
    "tests/browser/test_engines.py",
    "tests/app/",
    "tests/test_lint.py",
    "tests/browser/",
)
"""The slowest files, which come first, so that the workers end together."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by file, the slowest first."""
    place = {name: number for number, name in enumerate(FIRST)}
    items.sort(key=lambda item: next((place[name] for name in FIRST if item.nodeid.startswith(name)), len(FIRST)))


@pytest.fixture
def note(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Return a function that adds a line to the summary of the run."""
    return lambda text: record_property("note", text)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the noted lines of all tests, passed or failed."""
    for report in (*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")):
        for name, text in report.user_properties:
            if name == "note":
                terminalreporter.write_line(text)
