"""Style and types hold everywhere, in both languages."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.layout import NODE_MODULES, ROOT, files_under

PYTHON = [sys.executable, "-m"]
NODE = NODE_MODULES / ".bin"


@pytest.mark.parametrize(
    "command",
    [
        [*PYTHON, "ruff", "check"],
        [*PYTHON, "ruff", "format", "--check"],
        [*PYTHON, "mypy"],
        [NODE / "oxlint", "--deny-warnings", "static", "tools"],
        [NODE / "tsc", "--build"],
    ],
    ids=["style", "format", "types", "javascript style", "javascript types"],
)
def test_nothing_to_mend(command: list[str | Path]) -> None:
    """The tool has nothing to say; `make format` mends most of what it might in Python."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


HUSHED = re.compile(
    r"@ts-ignore|@ts-nocheck"
    r"|@ts-expect-error\W*$|(?:oxlint|eslint)-disable(?!.* -- \w)"  # without a reason
    r"|(?:[{:<|(&,]|=>)\s*any\b\s*[}\[>|,;)&]",  # as a type, in a comment or a declaration
    re.MULTILINE,
)


def test_no_script_hushes_the_checks() -> None:
    """No type is called anything, and no line is left out without a reason."""
    scripts = [path for path in files_under(ROOT / "static", ROOT / "tools") if path.suffix in {".js", ".mjs", ".ts"}]
    assert len(scripts) > 30
    assert [(path.name, match[0]) for path in scripts for match in HUSHED.finditer(path.read_text())] == []


@pytest.mark.parametrize(
    "line",
    [
        "// @ts-ignore",
        "// @ts-expect-error",
        "/* @ts-expect-error */",
        "// oxlint-disable-next-line eqeqeq",
        "/** @param {any} given */",
        "/** @type {Map<string, any>} */",
        " *   fields: any,",
        "/** @returns {any[]} */",
    ],
)
def test_hushing_is_noticed(line: str) -> None:
    """So that the check above does find something."""
    assert HUSHED.search(line)
