"""The content of an interpreter snapshot beyond Python itself: the engine, the page and PyScript's own package.

A worker takes the snapshot without a page (static/js/snapshot/maker.js). Modules that need the page are stored as
compiled code and run on demand; all others are imported.
"""

import gc
import importlib
import os
import pathlib
import sys
import zipfile
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import CodeType, ModuleType

WANTED_BY_PYSCRIPT = (pathlib,)

NEEDS_THE_PAGE = frozenset({"app.browser", "app.main"})


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
    with zipfile.ZipFile(wheel) as archive:
        paths = [name for name in archive.namelist() if name.endswith(".pyc")]
    codes = compiled_sources(sources)
    for path in paths:
        parts = path.removesuffix(".pyc").split("/")
        name = ".".join(parts[: -1 if parts[-1] == "__init__" else None])
        if name in NEEDS_THE_PAGE:
            spec = importlib.util.find_spec(name)
            assert spec
            assert spec.loader
            codes[name] = (spec.loader.get_code(name), False)  # type: ignore[attr-defined]
        else:
            importlib.import_module(name)
    sys.path.remove(wheel)
    sys.path_importer_cache.clear()
    sys.meta_path.insert(0, CompiledModules(codes))
    os.unlink(wheel)
    gc.collect()
    gc.freeze()  # or the first tap after each start waits for a collection of all imported objects
