"""Prints how the Python of the engine and the page is cut into modules: `python -m tools.shape`."""

import ast
import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from statistics import mean, median
from types import FrameType

from app.controller import Controller
from app.page.screen_update import Update
from tools.layout import ROOT
from turntrack.core.dice import seeded_dice
from turntrack.systems import SYSTEMS

FOLDERS = {"turntrack": ROOT / "engine" / "turntrack", "app": ROOT / "static" / "app"}

Module = tuple[str, str, ast.Module]
"""A module by its dotted name, its text, and its syntax tree."""


def main() -> None:
    """Print the table, a line each."""
    for label, value in figures():
        print(f"{label:<52}{value:>16}")


def figures() -> Iterator[tuple[str, str]]:
    """Yield each figure with its label."""
    modules = [*_modules("turntrack"), *_modules("app")]
    engine = sum(name.partition(".")[0] == "turntrack" for name, _, _ in modules)
    lengths = [len(text.splitlines()) for _, text, _ in modules]
    full = [length for length in lengths if length > 1]
    statements = [_import_statements(tree) for _, _, tree in modules]
    imported = sum(node.end_lineno - node.lineno + 1 for nodes in statements for node in nodes if node.end_lineno)
    arrows = {name: _imports_of(tree, {name for name, _, _ in modules}) for name, _, tree in modules}
    fullest = max(arrows, key=lambda name: len(arrows[name]))
    yield "Python files, engine / page", f"{engine} / {len(modules) - engine}"
    yield "Python lines", str(sum(lengths))
    yield "import lines, and their share", f"{imported} = {imported / sum(lengths):.1%}"
    yield "arrows from module to module", str(sum(map(len, arrows.values())))
    yield "median / mean lines of a module", f"{median(full):.0f} / {mean(full):.0f}"
    yield "module names of more than two words", str(sum(_words(name) > 2 for name in arrows))
    yield "modules that one neighbour alone imports", str(len(_imported_by_one_neighbour(arrows)))
    yield f"imports of the fullest module, {fullest}", str(len(arrows[fullest]))
    yield "files run by the tap on Punch in RonD6", str(len(files_run_by_punch()))


def _modules(root: str) -> Iterator[Module]:
    folder = FOLDERS[root]
    for file in sorted(folder.rglob("*.py")):
        name = ".".join(file.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__")
        text = file.read_text(encoding="utf-8")
        yield name, text, ast.parse(text)


def _words(name: str) -> int:
    return len(name.rpartition(".")[2].strip("_").split("_"))


def _import_statements(tree: ast.Module) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def _imports_of(tree: ast.Module, modules: set[str]) -> set[str]:
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                imported.add(full if full in modules else node.module)
    return imported & modules


def _imported_by_one_neighbour(arrows: dict[str, set[str]]) -> list[str]:
    """List the modules that only one module imports, which lies in the same package."""
    alone = []
    for name in arrows:
        importers = [other for other, targets in arrows.items() if name in targets and other != name]
        if len(importers) == 1 and importers[0].rpartition(".")[0] == name.rpartition(".")[0]:
            alone.append(name)
    return alone


class _Nothing:
    """A screen and a storage that keep nothing, for one fight."""

    def __init__(self) -> None:
        self.html = ""

    def new_key(self) -> str:
        return "key"

    def now(self) -> int:
        return 1

    def clock(self, at: int) -> str:
        return "20:14"

    def show(self, update: Update) -> None:
        self.html = "".join(update.regions.values())

    def __getattr__(self, name: str) -> object:
        return lambda *_: None


def files_run_by_punch() -> set[str]:
    """Return the files of which code runs when *Punch* is tapped in the sample fight of RonD6."""
    outside = _Nothing()
    controller = Controller(SYSTEMS, outside, outside, seeded_dice(1), outside)  # type: ignore[arg-type]
    controller.handle("sample", "rond6", {})
    controller.handle("open", "", {})
    buttons = re.findall(r'<button[^>]*data-do="(\w+)" data-arg="([^"]*)"[^>]*>(?:(?!</button>).)*?Punch', outside.html)
    do, arg = buttons[-1]
    files: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        controller.handle(do, unescape(arg), {})
    finally:
        sys.setprofile(None)
    return {file for file in files if any(Path(file).is_relative_to(folder) for folder in FOLDERS.values())}


if __name__ == "__main__":
    main()
