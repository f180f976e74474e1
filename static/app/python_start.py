"""The start of Python: the import of our wheel, compiled methods of dataclasses, and interpreter snapshots."""

import dataclasses
import gc
import importlib
import marshal
import os
import sys
import zipfile
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import CodeType, ModuleType
from zipimport import zipimporter
from zlib import crc32

NEEDS_THE_PAGE = frozenset({"app.browser", "app.main", "pyscript"})
"""Modules, and packages with all their modules."""


def import_wheel(wheel: str) -> dict[str, tuple[CodeType, bool]]:
    """Import the modules of a wheel of bytecode, which is on the path.

    Return the code of the modules that need the page, and whether each is a package, by dotted name.
    """
    with zipfile.ZipFile(wheel) as archive:
        paths = [name for name in archive.namelist() if name.endswith(".pyc")]
    codes = {}
    for path in paths:
        name = path.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
        if {name, name.partition(".")[0]} & NEEDS_THE_PAGE:
            *folders, last = name.split(".")
            importer = zipimporter("/".join([wheel, *folders]))
            codes[name] = importer.get_code(last), importer.is_package(last)
        else:
            importlib.import_module(name)
    return codes


FILE = "app/dataclass_code.bin"
"""The compiled methods in the wheel: code by the checksum of its source, for the page's version of Python."""


def reuse(wheel: str) -> None:
    """Let ``dataclasses`` run the compiled code of a source, if the wheel has it. Other sources are compiled."""
    codes = marshal.loads(zipimporter(wheel).get_data(f"{wheel}/{FILE}"))

    def run(source: str, names: dict[str, object], made: dict[str, object]) -> None:
        exec(codes.get(crc32(source.encode()), source), names, made)

    # ``dataclasses`` calls ``exec`` by its name, and a global of a module goes before a builtin.
    dataclasses.exec = run  # type: ignore[attr-defined]


def compile_methods(wheel: str) -> bytes:
    """Import the modules of the wheel, and return the content of ``FILE``."""
    codes: dict[int, CodeType] = {}

    def run(source: str, names: dict[str, object], made: dict[str, object]) -> None:
        code = compile(source, "<dataclass>", "exec")
        codes[crc32(source.encode())] = _without_lines(code)
        exec(code, names, made)

    dataclasses.exec = run  # type: ignore[attr-defined]
    try:
        import_wheel(wheel)
    finally:
        del dataclasses.exec  # type: ignore[attr-defined]
    return marshal.dumps(codes)


def _without_lines(code: CodeType) -> CodeType:
    """Leave out the line numbers, half of the size: no file has these lines."""
    parts = (_without_lines(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(parts))


class CompiledModules(MetaPathFinder, Loader):
    """An import hook that serves modules from compiled code, before any folder is searched."""

    def __init__(self, codes: Mapping[str, tuple[CodeType, bool]]) -> None:
        """Store each module's code by its dotted name, with whether it is a package."""
        self._codes = codes

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for the stored modules, and None for others."""
        if fullname not in self._codes:
            return None
        return spec_from_loader(fullname, self, origin="snapshot", is_package=self._codes[fullname][1])

    def exec_module(self, module: ModuleType) -> None:
        exec(self._codes[module.__name__][0], module.__dict__)


def freeze(wheel: str) -> None:
    """Import all modules of the wheel that need no page, and store the others compiled.

    The wheel is deleted: it does not exist where the snapshot is used.
    """
    codes = import_wheel(wheel)
    sys.path.remove(wheel)
    # Its importer would go on knowing the wheel that is deleted below.
    sys.path_importer_cache.clear()
    sys.meta_path.insert(0, CompiledModules(codes))
    os.unlink(wheel)
    gc.collect()
    gc.freeze()  # or the first tap after each start waits for a collection of all imported objects
