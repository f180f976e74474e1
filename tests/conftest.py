"""Fixtures and hooks of all tests. Pyodide loads them too, so nothing here may need a browser or a process."""

import sys
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, settings

# The same examples in every run, so that a red build is red again. The shortest failing example is not searched: it can
# take minutes. `--hypothesis-profile=short` does.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.register_profile("short", settings.get_profile("steady"), phases=tuple(Phase))
# Pyodide is slower than the host, by different factors for different things.
settings.register_profile("pyodide", settings.get_profile("steady"), max_examples=10)
settings.load_profile("pyodide" if sys.platform == "emscripten" else "steady")

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
