"""Tests of the compiled methods of dataclasses: they are those that would be compiled at import."""

import dataclasses
import py_compile
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.python_start import FILE, compile_methods, reuse

SOURCE = """\
from dataclasses import dataclass, field

@dataclass(frozen=True, slots=True, order=True)
class Toy:
    name: str
    sizes: tuple[int, ...] = field(default=(), compare=False)
"""


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Put a wheel with compiled methods on the path, and restore ``dataclasses`` and the modules after the test."""
    bare, whole, source = tmp_path / "bare.whl", tmp_path / "whole.whl", tmp_path / "source.py"
    source.write_text(SOURCE)
    with zipfile.ZipFile(bare, "w") as archive:
        archive.write(py_compile.compile(str(source), str(tmp_path / "code.pyc")) or "", "toy_classes.pyc")
    path = list(sys.path)
    monkeypatch.setattr(sys, "path", [*path, str(bare)])
    code = compile_methods(str(bare))
    del sys.modules["toy_classes"]
    shutil.copy(bare, whole)
    with zipfile.ZipFile(whole, "a") as archive:
        archive.writestr(FILE, code)
    monkeypatch.setattr(sys, "path", [*path, str(whole)])
    yield str(whole)
    vars(dataclasses).pop("exec", None)
    sys.modules.pop("toy_classes", None)


def test_a_class_from_compiled_methods_is_the_same(wheel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without being compiled again."""
    reuse(wheel)
    monkeypatch.setattr("builtins.compile", None)
    toy = __import__("toy_classes").Toy
    assert repr(toy("top", (1, 2))).endswith("Toy(name='top', sizes=(1, 2))")
    assert toy("a", (1,)) == toy("a")
    assert toy("a") < toy("b")
    assert hash(toy("a")) == hash(toy("a", (3,)))
    with pytest.raises(dataclasses.FrozenInstanceError):
        toy("a").name = "b"


def test_a_class_that_the_build_did_not_see_is_compiled(wheel: str) -> None:
    """A class that is made later works as ever."""
    reuse(wheel)
    assert dataclasses.make_dataclass("Later", [("number", int)])(3).number == 3


def test_an_error_in_such_a_method_is_told(wheel: str) -> None:
    """The methods have no lines, but their traceback can be written."""
    reuse(wheel)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        __import__("toy_classes").Toy()
