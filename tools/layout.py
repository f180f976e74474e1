"""Where things lie in the repository, and how a set of files is told apart from its older self."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
DIST = ROOT / "dist"
NODE_MODULES = ROOT / "node_modules"


def files_under(*places: Path) -> list[Path]:
    """List all files in and under the places, sorted, without what Python leaves behind."""
    files: set[Path] = set()
    for place in places:
        files.update([place] if place.is_file() else (p for p in place.rglob("*") if p.is_file()))
    return sorted(p for p in files if "__pycache__" not in p.parts)


def digest(paths: Iterable[Path], *facts: str) -> str:
    """Make one hash over names and contents of the files, and over further facts that matter."""
    total = hashlib.sha256()
    for path in paths:
        total.update(f"{path.relative_to(ROOT)}\0{sha256(path)}\n".encode())
    for fact in facts:
        total.update(f"{fact}\n".encode())
    return total.hexdigest()


def sha256(path: Path) -> str:
    """Return the hash of one file, as hexadecimal text."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_stamp(stamp: Path) -> str:
    """Return the hash that an earlier step left, or nothing."""
    return stamp.read_text() if stamp.exists() else ""
