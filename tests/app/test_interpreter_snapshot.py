"""Tests of the snapshot's contents: all modules are imported, those that need the page are compiled."""

import gc
import py_compile
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import python_start

PACKAGE = {
    "toy_rules/__init__.py": "WORDS = 'imported'",
    "toy_rules/dice.py": "from toy_rules import WORDS\nSIDES = 6",
    "toy_rules/screen.py": "import a_page_that_is_not_here",
    "toy_script/__init__.py": "from toy_script.parts import PART",
    "toy_script/parts.py": "PART = 'kept'",
}


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Put a wheel of bytecode on the path, and restore the path and modules after the test."""
    file = tmp_path / "toy.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in PACKAGE.items():
            source = tmp_path / "source.py"
            source.write_text(text)
            archive.write(py_compile.compile(str(source), str(tmp_path / "code.pyc")) or "", f"{name}c")
    monkeypatch.setattr(sys, "path", [*sys.path, str(file)])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(python_start, "NEEDS_THE_PAGE", frozenset({"toy_rules.screen", "toy_script"}))
    yield str(file)
    gc.unfreeze()
    for name in [name for name in sys.modules if name.startswith("toy_")]:
        del sys.modules[name]


def test_all_is_there_without_the_wheel(wheel: str) -> None:
    """What could be imported is; the rest runs when it is asked for."""
    python_start.freeze(wheel)
    assert not Path(wheel).exists()
    assert wheel not in sys.path
    assert sys.modules["toy_rules.dice"].SIDES == 6
    assert "toy_rules.screen" not in sys.modules
    with pytest.raises(ModuleNotFoundError, match="a_page_that_is_not_here"):
        __import__("toy_rules.screen")
    assert "toy_script" not in sys.modules
    assert __import__("toy_script").PART == "kept"


def test_what_is_imported_is_not_looked_through_again(wheel: str) -> None:
    """By Python's collector: the first tap after a start would wait for that."""
    assert not gc.get_freeze_count()
    python_start.freeze(wheel)
    assert gc.get_freeze_count() > 1000


def test_a_module_that_fails_is_told(wheel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An image with a part missing is never taken for a whole one."""
    monkeypatch.setattr(python_start, "NEEDS_THE_PAGE", frozenset())
    with pytest.raises(ModuleNotFoundError, match="a_page_that_is_not_here"):
        python_start.freeze(wheel)
