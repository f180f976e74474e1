"""Style and types hold everywhere, in both languages."""

import ast
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
    """The tool reports nothing; `make format` mends most reports about Python."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


HUSHED = re.compile(
    r"@ts-ignore|@ts-nocheck"
    r"|@ts-expect-error\W*$|(?:oxlint|eslint)-disable(?!.* -- \w)"  # without a reason
    r"|(?:[{:<|(&,]|=>)\s*any\b\s*[}\[>|,;)&]",  # as a type, in a comment or a declaration
    re.MULTILINE,
)


def test_no_script_hushes_the_checks() -> None:
    """No type is ``any``, and no check is disabled without a reason."""
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
    """The check above reports each of these."""
    assert HUSHED.search(line)


VAGUE = frozenset({"one", "it", "found", "thing", "stuff"})


def vague_names(source: str) -> list[tuple[int, str]]:
    """List variables, arguments, functions and classes with a vague name, with their lines."""
    names = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case (
                ast.Name(id=name)
                | ast.arg(arg=name)
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
                | ast.ExceptHandler(name=name)
                | ast.MatchAs(name=name)
                | ast.MatchStar(name=name)
                | ast.alias(asname=name)
            ) if name in VAGUE:
                names.append((node.lineno, name))
    return sorted(names)


def test_names_say_what_they_hold() -> None:
    folders = (ROOT / "engine", ROOT / "static" / "app", ROOT / "tests", ROOT / "tools", ROOT / "bench")
    files = [path for path in files_under(*folders) if path.suffix == ".py"]
    assert len(files) > 300
    assert [(str(path.relative_to(ROOT)), *name) for path in files for name in vague_names(path.read_text())] == []


@pytest.mark.parametrize(
    "source",
    [
        "one = 1",
        "for it in range(3): pass",
        "names = [each.name for one, each in pairs]",
        "key = lambda thing: 0",
        "def found(): ...",
        "async def read(stuff): ...",
        "class it: ...",
        "if found := read(): pass",
        "try: read()\nexcept ValueError as found: pass",
        "match raw:\n    case [1 as one, *it]: pass",
        "import time as it",
    ],
)
def test_a_vague_name_is_noticed(source: str) -> None:
    assert vague_names(source)


def test_attributes_and_keywords_are_left_alone() -> None:
    """A library may define them."""
    assert vague_names("call(raw.found, one=1)") == []
