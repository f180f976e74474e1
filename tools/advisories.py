"""Asks the registries for known weaknesses of what is pinned. One that cannot be reached is named, and fails nothing.

npm's own client knows how to ask for its packages. For Python packages the index says it with each release.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPException
from urllib.request import urlopen

from pip._internal.models.index import PyPI

from tools.layout import ROOT

REQUIREMENTS = ("requirements.txt", "requirements-pyodide.txt", "requirements-creatures.txt")
PINNED = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s;\\]+)", re.MULTILINE)
TIMEOUT_SECONDS = 20


def npm() -> Iterator[str]:
    """Return what npm's client says of package-lock.json."""
    done = subprocess.run(["npm", "audit", "--json"], cwd=ROOT, capture_output=True, text=True, check=False)
    for name, about in sorted(json.loads(done.stdout)["vulnerabilities"].items()):
        yield f"{name}: {about['severity']}"


def python() -> Iterator[str]:
    """Return what the index that pip uses says of each pinned release."""
    asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    index = (told or PyPI.simple_url).removesuffix("/").removesuffix("/simple")
    for name, version in sorted({pin for file in REQUIREMENTS for pin in PINNED.findall((ROOT / file).read_text())}):
        with urlopen(f"{index}/pypi/{name}/{version}/json", timeout=TIMEOUT_SECONDS) as answer:
            about = json.load(answer)
        yield from (f"{name} {version}: {each['id']} {each.get('summary') or ''}" for each in about["vulnerabilities"])


def main() -> None:
    """Exits with 1 when something is known."""
    weaknesses: list[str] = []
    for ask in (npm, python):
        known = len(weaknesses)
        try:
            weaknesses.extend(f"{ask.__name__}: {line}" for line in ask())
            print(f"{ask.__name__}: {len(weaknesses) - known} known weaknesses")
        except (OSError, HTTPException, ValueError, KeyError):
            print(f"{ask.__name__}: could not check everything from here; this says nothing about the packages")
    for line in weaknesses:
        print(line)
    raise SystemExit(1 if weaknesses else 0)


if __name__ == "__main__":
    main()
