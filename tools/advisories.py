"""Asks the registries for known weaknesses of what is pinned. Where one cannot be reached, says so and does not fail.

npm's own client knows how to ask for its packages. For Python packages the index says it with each release.
"""

import json
import re
import subprocess
import sys
from http.client import HTTPException
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from pip._internal.models.index import PyPI

from tools.layout import ROOT

REQUIREMENTS = ("requirements.txt", "requirements-pyodide.txt")
PINNED = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s;\\]+)", re.MULTILINE)
TIMEOUT_SECONDS = 20


def main() -> None:
    """Exits with 1 when something is known."""
    answers = [npm(), python()]
    found = [line for answer in answers for line in answer or ()]
    if any(answer is not None for answer in answers):
        found_none = "No known weakness was found in what could be asked."
        print("\n".join(found) or found_none)
    else:
        print("Nothing could be asked from here: this says nothing about the packages.")
    raise SystemExit(1 if found else 0)


def npm() -> list[str] | None:
    """What npm's client says of package-lock.json."""
    done = subprocess.run(["npm", "audit", "--json"], cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        answer = {}
    if "vulnerabilities" not in answer:
        print("npm: the registry gives no advice from here.")
        return None
    print(f"npm: {answer['metadata']['dependencies']['total']} packages asked for.")
    return [f"npm {name}: {about['severity']}" for name, about in sorted(answer["vulnerabilities"].items())]


def python() -> list[str] | None:
    """What the index that pip uses says of each pinned release."""
    index = _index()
    found: list[str] = []
    asked = 0
    for name, version in sorted({pin for file in REQUIREMENTS for pin in pins(ROOT / file)}):
        try:
            with urlopen(f"{index}/pypi/{name}/{version}/json", timeout=TIMEOUT_SECONDS) as answer:
                about = json.load(answer)
        except (URLError, HTTPException, ValueError, OSError):
            print("Python: the index gives no advice from here.")
            return found or None
        asked += 1
        found += [f"{name} {version}: {each['id']} {each.get('summary') or ''}" for each in about["vulnerabilities"]]
    print(f"Python: {asked} packages asked for.")
    return found


def pins(file: Path) -> list[tuple[str, str]]:
    """Name and version of every requirement that is pinned in the file."""
    return PINNED.findall(file.read_text())


def _index() -> str:
    """Where pip looks, without the part of the address that lists packages."""
    asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return (done.stdout.strip() or PyPI.simple_url).removesuffix("/").removesuffix("/simple")


if __name__ == "__main__":
    main()
