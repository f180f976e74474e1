"""Zip archives that come out the same, byte for byte, whenever they hold the same."""

import shutil
import subprocess
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tools.layout import ROOT

# The earliest time a zip entry can carry: archives must not differ by when they were made.
EPOCH = (1980, 1, 1, 0, 0, 0)


def write(target: Path, members: Iterable[tuple[str, bytes]], compression: int = zipfile.ZIP_DEFLATED) -> None:
    """Make the archive anew with these names and contents, in this order."""
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(target.suffix + ".part")
    with zipfile.ZipFile(unfinished, "w") as archive:
        for name, content in members:
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, compression, 9)
    unfinished.replace(target)


def compile_tree(source: Path, target: Path, standard_library: Path | None = None) -> None:
    """Turn every Python file under source into bytecode of Pyodide's own version under target.

    Docstrings and assertions are left out.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    command = ["node", "tools/node/compile.mjs", str(source), str(target)]
    if standard_library:
        command.append(str(standard_library))
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
