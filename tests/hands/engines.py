"""Finds the browsers with the other two engines, WebKit and Firefox, and installs them where that can be done."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from tools.installing import from_distribution


@dataclass(frozen=True)
class Engine:
    """A browser as a distribution packages it."""

    name: str
    packages: tuple[str, ...]
    programs: tuple[str, ...]
    """All of these are needed, by name or as a pattern under /usr/lib."""

    def paths(self) -> list[str] | None:
        """Return where the programs are; None where one is missing."""
        paths = [_find(program) for program in self.programs]
        return None if None in paths else [path for path in paths if path]

    @property
    def reason(self) -> str:
        """Why it cannot be used, for a person."""
        return f"{self.name} is not here and could not be installed (Debian: apt-get install {' '.join(self.packages)})"


WEBKIT = Engine("WebKitGTK", ("webkit2gtk-driver", "xvfb"), ("WebKitWebDriver", "*/webkit2gtk-4.1/MiniBrowser", "Xvfb"))
FIREFOX = Engine("Firefox", ("firefox-esr",), ("firefox-esr",))


def _find(program: str) -> str | None:
    if "*" not in program:
        return shutil.which(program)
    return next((str(path) for path in sorted(Path("/usr/lib").glob(program))), None)


def install(engine: Engine) -> bool:
    """Install it from the distribution, if this may be done here, and say whether it is there."""
    print(f"{engine.name} is not here for the tests of the other engines; trying the distribution's package")
    return from_distribution(*engine.packages) and engine.paths() is not None


def main() -> None:
    """Install what is missing; what cannot be had is said and skipped by the tests."""
    for engine in (WEBKIT, FIREFOX):
        if engine.paths() is None and not install(engine):
            print(engine.reason)


if __name__ == "__main__":
    main()
