"""The content of an interpreter snapshot beyond Python itself: the engine, the page and PyScript's own package.

A worker takes the snapshot without a page (static/js/snapshot/maker.js). Modules that need the page are stored as
compiled code and run on demand; all others are imported.
"""

import gc
import importlib.util
import os
import pathlib
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import CodeType, ModuleType

from app.wheel_import import import_wheel

WANTED_BY_PYSCRIPT = (pathlib,)


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


def compiled_sources(sources: Mapping[str, str]) -> dict[str, tuple[CodeType, bool]]:
    """Compile modules given as texts by path: `pyscript/__init__.py` is the package `pyscript`."""
    codes = {}
    for path, text in sources.items():
        parts = path.removesuffix(".py").split("/")
        is_package = parts[-1] == "__init__"
        codes[".".join(parts[: -1 if is_package else None])] = (compile(text, path, "exec"), is_package)
    return codes


def freeze(wheel: str, sources: Mapping[str, str]) -> None:
    """Import all modules of the wheel that need no page, and store the others and the sources compiled.

    The wheel is deleted: it does not exist where the snapshot is used.
    """
    codes = compiled_sources(sources)
    for name in import_wheel(wheel):
        spec = importlib.util.find_spec(name)
        assert spec
        assert spec.loader
        codes[name] = (spec.loader.get_code(name), False)  # type: ignore[attr-defined]
    sys.path.remove(wheel)
    sys.path_importer_cache.clear()
    sys.meta_path.insert(0, CompiledModules(codes))
    os.unlink(wheel)
    gc.collect()
    gc.freeze()  # or the first tap after each start waits for a collection of all imported objects
