"""Hypothesis draws the same examples in every run, so that a red build is red again.

It does not look for the shortest one then, which can take minutes: ``HYPOTHESIS_PROFILE=short`` does.
"""

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.register_profile("short", settings.get_profile("steady"), phases=tuple(Phase))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(scope="session", autouse=True)
def begin_inside_pyodide(request: pytest.FixtureRequest) -> None:
    """Where the same tests are also to run inside Pyodide, they do so meanwhile: this Python keeps one core busy."""
    if any("engine_tests_inside_pyodide" in getattr(item, "fixturenames", ()) for item in request.session.items):
        request.getfixturevalue("engine_tests_inside_pyodide")
