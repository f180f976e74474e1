"""The import of all modules of our wheel that need no page, outside the page."""

import importlib
import zipfile

NEEDS_THE_PAGE = frozenset({"app.browser", "app.main"})


def import_wheel(wheel: str) -> list[str]:
    """Import the modules of a wheel of bytecode, which is on the path. Return the names of those that need the page."""
    with zipfile.ZipFile(wheel) as archive:
        paths = [name for name in archive.namelist() if name.endswith(".pyc")]
    names = [path.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for path in paths]
    for name in names:
        if name not in NEEDS_THE_PAGE:
            importlib.import_module(name)
    return [name for name in names if name in NEEDS_THE_PAGE]
