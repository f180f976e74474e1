"""Renews the parts of docs/RESULTS.md: `make bench` its own, and this script that of `make soak`.

It reads the reports that the soak's runs of pytest leave; its arguments are the counts of the soak.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from xml.etree import ElementTree

from tools.layout import BUILD, ROOT

DOCUMENT = ROOT / "docs" / "RESULTS.md"
REPORTS = BUILD / "soak"
RUNS = ("branches", "engine", "page", "kills")
"""The soak's runs of pytest, by the names of their reports."""


def replace_part(text: str, name: str, content: str) -> str:
    """Replace what stands between the marks of a part."""
    mark = re.escape(f"written by `make {name}` -->\n")
    changed, count = re.subn(
        rf"({mark}).*?(<!-- end -->)", lambda marks: f"{marks[1]}\n{content}\n\n{marks[2]}", text, flags=re.S
    )
    assert count == 1, name
    return changed


def write_part(name: str, content: str) -> None:
    """Renew a part of the document, headed by the date and the commit."""
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(replace_part(text, name, f"{date_and_commit()}\n\n{content}"), encoding="utf-8")


def date_and_commit() -> str:
    """Return today's date and the commit, with `-dirty` if files differ from it."""
    today = datetime.now(UTC)
    describe = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    commit = subprocess.run(describe, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    return f"{today.day} {today:%B %Y}, " + (f"commit `{commit}`" if commit else "outside a git repository")


def soak_tables(reports: Iterable[tuple[str, str]]) -> str:
    """Make a table of the runs from their JUnit reports, and one of what their tests have noted."""
    runs, notes = [], []
    for name, report in reports:
        suite = next(ElementTree.fromstring(report).iter("testsuite"))
        tests, skipped = (int(suite.get(key, 0)) for key in ("tests", "skipped"))
        failed = sum(int(suite.get(key, 0)) for key in ("failures", "errors"))
        runs.append(f"| {name} | {tests - skipped - failed:,} | {failed:,} | {skipped:,} |")
        notes += [
            f"- {note.get('value')}"
            for case in suite.iter("testcase")
            for note in case.iter("property")
            if note.get("name") == "note"
        ]
    return "\n".join(
        ["| run | passed | failed | skipped |", "|---|---|---|---|", *runs, *([""] if notes else []), *notes]
    )


def main(counts: list[str]) -> None:
    """Write the soak's part of the document."""
    tables = soak_tables((name, (REPORTS / f"{name}.xml").read_text(encoding="utf-8")) for name in RUNS)
    write_part("soak", f"`make soak {' '.join(counts)}`\n\n{tables}")


if __name__ == "__main__":
    main(sys.argv[1:])
