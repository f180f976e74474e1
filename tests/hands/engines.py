"""Search for the browsers WebKitGTK and Firefox, and their installation."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from tools.system_packages import from_distribution


@dataclass(frozen=True)
class Engine:
    """A browser as a distribution packages it."""

    name: str
    packages: tuple[str, ...]
    programs: tuple[str, ...]
    """All needed programs, by name or as a pattern under /usr/lib."""

    def paths(self) -> list[str] | None:
        """Return the paths of the programs; None if any is missing."""
        paths = [_find(program) for program in self.programs]
        return None if None in paths else [path for path in paths if path]

    @property
    def reason(self) -> str:
        """Return the reason why the browser cannot be used."""
        return f"{self.name} is not here and could not be installed (Debian: apt-get install {' '.join(self.packages)})"


WEBKIT = Engine("WebKitGTK", ("webkit2gtk-driver", "xvfb"), ("WebKitWebDriver", "*/webkit2gtk-4.1/MiniBrowser", "Xvfb"))
FIREFOX = Engine("Firefox", ("firefox-esr",), ("firefox-esr",))


def _find(program: str) -> str | None:
    if "*" not in program:
        return shutil.which(program)
    return next((str(path) for path in sorted(Path("/usr/lib").glob(program))), None)


def install(engine: Engine) -> bool:
    """Install the browser from the distribution if permitted, and tell whether it is there."""
    print(f"{engine.name} is not here for the tests of the other engines; trying the distribution's package")
    return from_distribution(*engine.packages) and engine.paths() is not None


def main() -> None:
    """Install the missing browsers. Those that cannot be installed are reported, and the tests skip them."""
    for engine in (WEBKIT, FIREFOX):
        if engine.paths() is None and not install(engine):
            print(engine.reason)


if __name__ == "__main__":
    main()
