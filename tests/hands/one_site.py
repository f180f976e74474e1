"""A plugin of pytest: one site for all workers of a run, so that copies of one device's profile can start from it.

It works where pytest-xdist hands out the tests; a run without workers has its site in a fixture.
"""

from contextlib import ExitStack
from typing import Protocol

import pytest

from tools.layout import DIST
from tools.serve import serving

PREFIX = "/turntrack/"
"""The site lies under a path, as on GitHub Pages."""

_SITE = pytest.StashKey[str]()


class Worker(Protocol):
    """A worker before it starts, as pytest-xdist sees it."""

    config: pytest.Config
    workerinput: dict[str, str]
    """What it is told."""


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Worker) -> None:
    """Tell each worker where the site is, which is served from here until the run ends."""
    config = node.config
    if _SITE not in config.stash:
        until_the_end = ExitStack()
        config.add_cleanup(until_the_end.close)
        config.stash[_SITE] = until_the_end.enter_context(serving(DIST, prefix=PREFIX)).url
    node.workerinput["site"] = config.stash[_SITE]


def told_site(config: pytest.Config) -> str | None:
    """Return the address that this worker was told; None where the run has no workers."""
    told: dict[str, str] = getattr(config, "workerinput", {})
    return told.get("site")
