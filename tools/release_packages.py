"""Makes what a release offers: the site as a zip, the engine as a wheel, and their hashes, in build/packages/."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tools import address, archive
from tools.layout import BUILD, DIST, ROOT, files_under, sha256
from turntrack import __version__

FOLDER = BUILD / "packages"
HASHES = "SHA256SUMS.txt"


def main() -> None:
    """Make the packages anew from dist/ and the engine."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    top = f"turntrack-{__version__}"
    members = ((f"{top}/{file.relative_to(DIST).as_posix()}", file.read_bytes()) for file in files_under(DIST))
    archive.write(FOLDER / f"{top}.zip", members)
    build_engine(FOLDER, {"Homepage": address.from_environment(), "Issues": address.issues()})
    packages = files_under(FOLDER)
    (FOLDER / HASHES).write_text("".join(f"{sha256(package)}  {package.name}\n" for package in packages))
    for package in packages:
        print(f"{package.relative_to(ROOT)}: {package.stat().st_size / 1e6:.1f} MB")


def build_engine(folder: Path, places: Mapping[str, str]) -> None:
    """Build the engine's wheel in a folder, with its document and the addresses that are known.

    The sources name no address, and their README leads to the document.
    """
    with tempfile.TemporaryDirectory() as copy:
        source = Path(copy) / "engine"
        shutil.copytree(ROOT / "engine", source, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "docs" / "ENGINE.md", source / "README.md")
        lines = "".join(f'{name} = "{place}"\n' for name, place in places.items() if place)
        with (source / "pyproject.toml").open("a") as settings:
            settings.write(f"\n[project.urls]\n{lines}" if lines else "")
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(build, cwd=source, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
