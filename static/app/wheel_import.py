"""The import of all modules of our wheel that need no page, outside the page."""

import importlib
import zipfile
from types import CodeType
from zipimport import zipimporter

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
