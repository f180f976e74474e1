"""The content of an interpreter snapshot beyond Python itself: the engine, the page and PyScript's own package.

A worker takes the snapshot without a page (static/js/snapshot/maker.js). Modules that need the page are stored as
compiled code; all others are imported.
"""

import gc
import importlib.util
import os
import pathlib
import sys
from collections.abc import Mapping

from app.compiled_module_import import CompiledModules, compiled_sources
from app.wheel_import import import_wheel

WANTED_BY_PYSCRIPT = (pathlib,)


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
