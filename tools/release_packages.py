"""Makes what a release offers: the site as a zip, the engine as a wheel, and their hashes, in build/packages/."""

import shutil
import subprocess
import sys

from tools import archive
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
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(FOLDER)]
    subprocess.run(build, cwd=ROOT / "engine", check=True, stdout=subprocess.DEVNULL)
    packages = files_under(FOLDER)
    (FOLDER / HASHES).write_text("".join(f"{sha256(package)}  {package.name}\n" for package in packages))
    for package in packages:
        print(f"{package.relative_to(ROOT)}: {package.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
