"""The content of an interpreter snapshot beyond Python itself: the engine, the page and PyScript's own package.

A worker takes the snapshot without a page (static/js/snapshot/maker.js). Modules that need the page are stored as
compiled code; all others are imported.
"""

import gc
import os
import sys

from app.compiled_module_import import CompiledModules
from app.wheel_import import import_wheel


def freeze(wheel: str) -> None:
    """Import all modules of the wheel that need no page, and store the others compiled.

    The wheel is deleted: it does not exist where the snapshot is used.
    """
    codes = import_wheel(wheel)
    sys.path.remove(wheel)
    sys.path_importer_cache.clear()
    sys.meta_path.insert(0, CompiledModules(codes))
    os.unlink(wheel)
    gc.collect()
    gc.freeze()  # or the first tap after each start waits for a collection of all imported objects
