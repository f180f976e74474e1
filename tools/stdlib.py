"""Python's standard library as the page gets it: bytecode instead of source, and only what is needed.

Pyodide ships source, and compiling it at every start is most of what a start costs. All of it is compiled once for each
Pyodide, without what only its readers need; the page gets the modules named in stdlib_keep.txt.
"""

import shutil
import zipfile
from pathlib import Path

from tools import archive
from tools.layout import BUILD, NODE_MODULES, digest, read_stamp

SOURCE = NODE_MODULES / "pyodide" / "python_stdlib.zip"
COMPILED = BUILD / "stdlib"
KEEP_LIST = Path(__file__).with_name("stdlib_keep.txt")


def compiled() -> Path:
    """Return the folder with the whole standard library as bytecode, made when it is not there yet."""
    stamp = BUILD / "stdlib.stamp"
    wanted = digest([SOURCE, Path(__file__).parent / "node" / "compile.mjs"])
    if read_stamp(stamp) != wanted or not COMPILED.exists():
        print("Compiling the standard library (once for each version of Pyodide)")
        unpacked = BUILD / "stdlib-source"
        shutil.rmtree(unpacked, ignore_errors=True)
        with zipfile.ZipFile(SOURCE) as source:
            source.extractall(unpacked)
        archive.compile_tree(unpacked, COMPILED)
        shutil.rmtree(unpacked)
        stamp.write_text(wanted)
    return COMPILED


def module_name(path: Path) -> str:
    """Return the dotted name of a bytecode file in the compiled folder: `email/__init__.pyc` is `email`."""
    parts = path.relative_to(COMPILED).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def keep_list() -> list[str]:
    """Return the modules the page needs, in the order of the list."""
    lines = (line.partition("#")[0].strip() for line in KEEP_LIST.read_text().splitlines())
    return [line for line in lines if line]


def whole() -> Path:
    """Pack everything in one archive: for tools and tests, which need more than the page."""
    target = BUILD / "stdlib-whole.zip"
    files = sorted(compiled().rglob("*.pyc"))
    if not target.exists() or target.stat().st_mtime < (BUILD / "stdlib.stamp").stat().st_mtime:
        archive.write(target, ((str(file.relative_to(COMPILED)), file.read_bytes()) for file in files))
    return target


def trimmed(target: Path) -> None:
    """Pack what the keep-list names; a name that Pyodide does not have is an error, so that the list stays true."""
    files = {module_name(file): file for file in sorted(compiled().rglob("*.pyc"))}
    if unknown := [name for name in keep_list() if name not in files]:
        raise SystemExit(f"{KEEP_LIST.name} names what Pyodide's standard library does not have: {', '.join(unknown)}")
    kept = sorted(files[name] for name in keep_list())
    archive.write(target, ((str(file.relative_to(COMPILED)), file.read_bytes()) for file in kept))
