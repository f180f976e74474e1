"""Prepares a release: ``make release VERSION=1.0.0``.

The version goes into the engine and package.json, what is unreleased in the CHANGELOG gets version and date, and the
page its list of news. The formats of saved data are frozen (tests/engine/test_formats.py). The tag is set by hand.
"""

import argparse
import datetime
import re
import subprocess
import sys
from pathlib import Path

from tools.layout import ROOT
from tools.news import CHANGELOG, MODULE, module_text

ENGINE = ROOT / "engine" / "turntrack" / "__init__.py"
"""The one place of the version; wheels and page take it from there."""

PACKAGE = ROOT / "package.json"
LOCK = ROOT / "package-lock.json"
RELEASES = ROOT / "tests" / "saves" / "releases.txt"
UNRELEASED = "## Unreleased\n"


def main() -> None:
    """Prepare the release, and say what is left to do."""
    arguments = argparse.ArgumentParser(description=main.__doc__)
    arguments.add_argument("version")
    arguments.add_argument("--date", default=datetime.datetime.now(datetime.UTC).date().isoformat())
    chosen = arguments.parse_args()
    if not re.fullmatch(r"\d+\.\d+\.\d+", chosen.version):
        raise SystemExit(f"VERSION is {chosen.version}; it should be like 1.0.0")
    set_version(chosen.version)
    changelog = CHANGELOG.read_text(encoding="utf-8")
    CHANGELOG.write_text(with_release(changelog, chosen.version, day(chosen.date)), encoding="utf-8")
    MODULE.write_text(module_text(CHANGELOG.read_text(encoding="utf-8")), encoding="utf-8")
    freeze(chosen.version)
    print(f"Now run `make test`, commit, and push the tag v{chosen.version}.")


def set_version(version: str) -> None:
    """Write the version into the engine, and into what npm reads."""
    _replace(ENGINE, r'(?m)^__version__ = ".*"$', f'__version__ = "{version}"', 1)
    _replace(PACKAGE, r'"version": ".*?"', f'"version": "{version}"', 1)
    _replace(LOCK, r'("name": "turntrack",\s*"version": ").*?"', rf'\g<1>{version}"', 2)


def day(iso: str) -> str:
    """Return a date as the CHANGELOG has it.

    >>> day("2026-12-01")
    '1 December 2026'
    """
    date = datetime.date.fromisoformat(iso)
    return f"{date.day} {date:%B} {date.year}"


def with_release(changelog: str, version: str, date: str) -> str:
    """Give what is unreleased its version and date, and leave the heading for what comes next.

    >>> with_release("# Changelog\\n\\n## Unreleased\\n\\n- New.\\n", "1.0.0", "1 December 2026")
    '# Changelog\\n\\n## Unreleased\\n\\n## 1.0.0, 1 December 2026\\n\\n- New.\\n'

    Raises SystemExit if the version is there, or nothing is unreleased.
    """
    before, heading, rest = changelog.partition(UNRELEASED)
    if not heading or rest.lstrip().startswith("## ") or not rest.strip():
        raise SystemExit("the CHANGELOG has nothing that is unreleased")
    if f"## {version}," in rest:
        raise SystemExit(f"the CHANGELOG has {version} already")
    return f"{before}{UNRELEASED}\n## {version}, {date}\n{rest}"


def freeze(version: str) -> None:
    """Write a file of each kind of saved data, and the fingerprints of the formats."""
    subprocess.run([sys.executable, "-m", "tests.app.saved_samples"], cwd=ROOT, check=True)
    lines = subprocess.run(
        [sys.executable, "-m", "tests.engine.format_fingerprints", version],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    with RELEASES.open("a", encoding="utf-8") as file:
        file.write(lines)


def _replace(path: Path, pattern: str, new: str, count: int) -> None:
    text, replaced = re.subn(pattern, new, path.read_text(encoding="utf-8"), count=count)
    if replaced != count:
        raise SystemExit(f"{path.name} has no version")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
