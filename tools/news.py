"""Writes the releases of the CHANGELOG into a module of the page, which shows what is new in *About*."""

import re
from collections.abc import Iterator

from tools.layout import ROOT

CHANGELOG = ROOT / "CHANGELOG.md"
MODULE = ROOT / "static" / "app" / "values" / "releases.py"

HEAD = '''\
"""The releases of this program with their news, as the CHANGELOG has them: `make news` writes this module anew."""

from typing import NamedTuple


class Release(NamedTuple):
    """A release: its version, its date in words, and the news in a game master's words."""

    version: str
    date: str
    news: tuple[str, ...]


'''


def releases(changelog: str) -> Iterator[tuple[str, str, list[str]]]:
    """Return version, date and news of each release, the newest first.

    >>> list(releases("## Unreleased\\n- A.\\n## 1.1.0, 2 May 2027\\n### Fight\\n- B, *which*\\n  goes on.\\n- C.\\n"))
    [('1.1.0', '2 May 2027', ['B, which goes on.', 'C.'])]
    """
    _, *parts = re.split(r"^## (\d+\.\d+\.\d+), (.+)\n", changelog, flags=re.MULTILINE)
    for version, date, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        items = re.findall(r"^- (.*(?:\n  .*)*)", text, flags=re.MULTILINE)
        yield version, date, [re.sub(r"[`*]", "", " ".join(item.split())) for item in items]


def module_text(changelog: str) -> str:
    """Return the source of the module."""
    lines = []
    for version, date, news in releases(changelog):
        items = "".join(f"            {_quoted(item)},\n" for item in news)
        lines.append(f'    Release(\n        "{version}",\n        "{date}",\n        (\n{items}        ),\n    ),\n')
    return (
        f"{HEAD}RELEASES: tuple[Release, ...] = (\n{''.join(lines)})\n"
        if lines
        else f"{HEAD}RELEASES: tuple[Release, ...] = ()\n"
    )


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def main() -> None:
    """Write the module anew."""
    MODULE.write_text(module_text(CHANGELOG.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
