"""Search for the browsers WebKitGTK and Firefox, and their installation."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

from tools.system_packages import from_distribution

ALL_ARE_NEEDED = os.environ.get("TURNTRACK_ENGINES") == "all"
"""Whether a missing browser is an error, as where every push is checked."""


@dataclass(frozen=True)
class Engine:
    """A browser as a distribution packages it."""

    name: str
    packages: tuple[str, ...]
    programs: tuple[str, ...]
    """All needed programs, by name, by several names (`a|b`), or as a pattern under /usr/lib."""

    def paths(self) -> list[str] | None:
        """Return the paths of the programs; None if any is missing."""
        paths = [_find(program) for program in self.programs]
        return None if None in paths else [path for path in paths if path]

    @property
    def reason(self) -> str:
        """Return the reason why the browser cannot be used."""
        return f"{self.name} is not here and could not be installed (Debian: apt-get install {' '.join(self.packages)})"

    def miss(self) -> NoReturn:
        """Skip the test that needs the missing browser, or fail it where all are needed."""
        if ALL_ARE_NEEDED:
            pytest.fail(self.reason, pytrace=False)
        pytest.skip(self.reason)


WEBKIT = Engine("WebKitGTK", ("webkit2gtk-driver", "xvfb"), ("WebKitWebDriver", "*/webkit2gtk-4.1/MiniBrowser", "Xvfb"))
FIREFOX = Engine("Firefox", ("firefox-esr",), ("firefox-esr|firefox",))


def _find(program: str) -> str | None:
    if "*" not in program:
        return next(filter(None, map(shutil.which, program.split("|"))), None)
    return next((str(path) for path in sorted(Path("/usr/lib").glob(program))), None)


def install(engine: Engine) -> bool:
    """Install the browser from the distribution if permitted, and tell whether it is there."""
    print(f"{engine.name} is not here for the tests of the other engines; trying the distribution's package")
    return from_distribution(*engine.packages) and engine.paths() is not None


def main() -> None:
    """Install the missing browsers. Those that cannot be installed are reported, and the tests skip them.

    Raises SystemExit for such a browser where all are needed.
    """
    for engine in (WEBKIT, FIREFOX):
        if engine.paths() is None and not install(engine):
            if ALL_ARE_NEEDED:
                raise SystemExit(engine.reason)
            print(engine.reason)


if __name__ == "__main__":
    main()
