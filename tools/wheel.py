"""Our Python as one wheel of bytecode, uncompressed."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tools import archive, stdlib
from tools.layout import BUILD, NODE_MODULES, ROOT

LOCK = "pyodide-lock.json"
FOLDER = BUILD / "wheel"
STORED = ("--compression-level", "0")

_COMMANDS = Path(sys.executable).parent


def minimal_lock() -> dict[str, dict[str, str]]:
    """Return a lock file for the installed Pyodide that names no package at all."""
    shipped = json.loads((NODE_MODULES / "pyodide" / LOCK).read_text())
    return {"info": shipped["info"], "packages": {}}


def add_wheels(folder: Path, wheels: list[Path]) -> None:
    """Write a lock file into the folder with the wheels, which lie there, hashes and dependencies included."""
    lock = folder / LOCK
    lock.write_text(json.dumps(minimal_lock()))
    places: list[str | Path] = ["--input", lock, "--output", lock, "--base-path", folder]
    _run([_COMMANDS / "pyodide", "lockfile", "add-wheels", *places, *wheels])


def build(folder: Path = FOLDER) -> None:
    """Build the folder with the wheel: bytecode, and the compiled methods of its dataclasses."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder])
    if host_bytecode_fits(stdlib.compiled() / "os.pyc"):
        # Without the first variable the bytecode would carry the time of its making, without the second the columns,
        # without the third docstrings and assertions.
        command: list[str | Path] = [_COMMANDS / "pyodide", "py-compile", "--silent", "--no-keep", *STORED, folder]
        _run(command, SOURCE_DATE_EPOCH="315532800", PYTHONNODEBUGRANGES="1", PYTHONOPTIMIZE="2")
    else:
        compile_inside_pyodide(folder)
    add_dataclass_code(folder)


def host_bytecode_fits(pyodide_bytecode: Path) -> bool:
    """Return whether this Python writes the same bytecode as Pyodide; `pyodide py-compile` does not ask."""
    return pyodide_bytecode.read_bytes()[:4] == importlib.util.MAGIC_NUMBER


def compile_inside_pyodide(folder: Path) -> None:
    """Do what `pyodide py-compile` does, by Pyodide's own Python: bytecode in, source out, new name."""
    (wheel,) = folder.glob("*.whl")
    unpacked, compiled = BUILD / "wheel-source", BUILD / "wheel-compiled"
    shutil.rmtree(unpacked, ignore_errors=True)
    with zipfile.ZipFile(wheel) as source:
        names = source.namelist()
        source.extractall(unpacked)
    archive.compile_tree(unpacked, compiled, stdlib.whole())

    major, minor, *_ = minimal_lock()["info"]["python"].split(".")
    members = (
        (f"{name}c", (compiled / f"{name}c").read_bytes())
        if name.endswith(".py")
        else (name, (unpacked / name).read_bytes())
        for name in names
    )
    archive.write(wheel.with_name(wheel.name.replace("-py3-", f"-cp{major}{minor}-")), members, zipfile.ZIP_STORED)
    wheel.unlink()


def add_dataclass_code(folder: Path) -> None:
    """Add the compiled methods of its dataclasses to the wheel (static/app/python_start.py)."""
    (wheel,) = folder.glob("*.whl")
    code = BUILD / "dataclass_code.bin"
    _run(["node", "tools/node/dataclass_code.mjs", wheel, code, stdlib.whole()])
    with zipfile.ZipFile(wheel) as whole:
        members = [(name, whole.read(name)) for name in whole.namelist()]
    archive.write(wheel, [*members, (f"app/{code.name}", code.read_bytes())], zipfile.ZIP_STORED)


def _run(command: list[str | Path], **environment: str) -> None:
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, text=True, capture_output=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}\n{Path(command[0]).name} {command[1]} failed")
