"""Builds dist/: exactly what GitHub Pages, or any other static host, serves. Nothing is made again without need."""

import fcntl
import json
import re
import shutil
import subprocess
import sys
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256 as new_sha256
from pathlib import Path

from tools import address, creatures, npm_files, stdlib, wheel
from tools.layout import BUILD, DIST, NODE_MODULES, ROOT, digest, files_under, read_stamp, sha256
from turntrack import __version__

PAGE = [ROOT / "index.html", ROOT / "players.html", ROOT / "manifest.webmanifest", ROOT / "pyconfig.toml"]
STATIC = ROOT / "static"
TOOLS = ROOT / "tools"
OUR_PYTHON = [ROOT / "engine", STATIC / "app", ROOT / "pyproject.toml"]
OUR_LOCKS = [ROOT / "package-lock.json", ROOT / "requirements.txt", creatures.REQUIREMENTS]
BUILD_TOOLS = [
    TOOLS / name
    for name in (
        "address.py",
        "archive.py",
        "build.py",
        "creatures.py",
        "layout.py",
        "licences.py",
        "licences",
        "stdlib.py",
        "npm_files.py",
        "wheel.py",
        "node",
    )
]

STANDARD_LIBRARY = BUILD / "stdlib.zip"
ZLIB = ".zlib"
"""The suffix of a compressed file. Some servers would tell the browser to unpack a .gz."""
NOT_COPIED = {STATIC / "app", creatures.OWN}
"""The folders of which the site has the content in another form."""
SERVICE_WORKER = STATIC / "js" / "offline" / "service-worker.js"
SCRIPTS = ("boot/interpreter.js", "boot/bundle_entry.js", "store/memory_database.js", "players/players_page.js")
"""Where the page's modules begin: each becomes a file with all that it loads at once."""

SHEET = "static/css/site.css"
"""Where the style sheets of the page are put together."""

_SHEET_IMPORT = re.compile(r'^@import "([\w-]+\.css)";\n', re.MULTILINE)

NOT_PRECACHED = {
    *(".nojekyll", "precache.json", SERVICE_WORKER.name),
    *("404.html", "sitemap.xml", address.CARD, *address.SCREENSHOTS, "vendor/LICENSES.txt"),
}
"""Files that the page does not need offline: licences, for instance, are for visitors of the site."""


def main() -> None:
    """Build what has changed."""
    BUILD.mkdir(exist_ok=True)
    with _alone():
        changed = [
            step("standard library", [stdlib.KEEP_LIST, *OUR_LOCKS, *BUILD_TOOLS], build_standard_library),
            step("wheel", [*OUR_PYTHON, *OUR_LOCKS, *BUILD_TOOLS], build_wheel),
            step(
                "dist",
                [*PAGE, STATIC, address.PICTURES, *OUR_PYTHON, stdlib.KEEP_LIST, *OUR_LOCKS, *BUILD_TOOLS],
                build_dist,
                address.from_environment(),
                address.issues(),
            ),
        ]
    if any(changed):
        size = sum(path.stat().st_size for path in files_under(DIST))
        print(f"dist/ is built: {len(files_under(DIST))} files, {size / 1e6:.1f} MB")
    else:
        print("dist/ is up to date")


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until nobody else builds in this folder: several workers of the tests may begin at once."""
    with (BUILD / "building").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def step(name: str, inputs: list[Path], make: Callable[[], None], *facts: str) -> bool:
    """Run one step if its inputs and facts are not those of its last success, and say whether it ran."""
    stamp = BUILD / f"{name.replace(' ', '-')}.step"
    wanted = digest(files_under(*inputs), sys.version, _installed_pyodide(), *facts)
    if read_stamp(stamp) == wanted and STANDARD_LIBRARY.exists() and DIST.exists():
        return False
    make()
    stamp.write_text(wanted)
    return True


def build_standard_library() -> None:
    """Build the trimmed standard library of the page."""
    stdlib.trimmed(STANDARD_LIBRARY)


def build_wheel() -> None:
    """Build our wheel."""
    wheel.build()


def build_dist() -> None:
    """Put the site together beside the old one, then take its place."""
    site = BUILD / "dist"
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir(parents=True)
    for path in PAGE:
        shutil.copy(path, site)
    for path in files_under(STATIC):
        if not NOT_COPIED & set(path.parents) and path != SERVICE_WORKER:
            _write(site / path.relative_to(ROOT), path.read_bytes())
    for name, content in npm_files.files():
        _write(site / "vendor" / name, content)
    for name, content in creatures.packs():
        _write(site / "packs" / name, content)
    trim_pyodide(site)
    join_scripts(site)
    join_sheets(site)
    for name in address.SCREENSHOTS:
        address.copy_picture(site, name)
    address.write_into(site, address.from_environment(), address.issues())
    copy_python(site / "python")
    (site / ".nojekyll").touch()
    write_lists(site)
    shutil.rmtree(DIST, ignore_errors=True)
    site.rename(DIST)


def trim_pyodide(site: Path) -> None:
    """Remove from Pyodide what only packages with compiled code use: every start would pay for it."""
    subprocess.run(["node", "tools/node/trim_pyodide.mjs", site / "vendor" / "pyodide"], cwd=ROOT, check=True)


def join_scripts(site: Path) -> None:
    """Let the modules that a start loads be one file, or two: every file costs it one or two milliseconds."""
    subprocess.run(["node", "tools/node/bundle.mjs", site / "static" / "js", *SCRIPTS], cwd=ROOT, check=True)


def join_sheets(site: Path) -> None:
    """Put the style sheets in the place of their names; those that a page asks for by themselves stay there, too."""
    sheet = site / SHEET
    pages = "".join(path.read_text() for path in site.glob("*.html"))
    text = sheet.read_text()
    sheet.write_text(_SHEET_IMPORT.sub(lambda match: (sheet.parent / match[1]).read_text(), text))
    for name in _SHEET_IMPORT.findall(text):
        if f"static/css/{name}" not in pages:
            (sheet.parent / name).unlink()


def copy_python(folder: Path, standard_library: Path = STANDARD_LIBRARY) -> None:
    """Write standard library, wheel, and a module that tells the boot how to find and check them.

    The wheel is compressed as a whole, which makes it a fifth smaller than if each of its files were.
    """
    folder.mkdir()
    shutil.copy(standard_library, folder)
    (our_wheel,) = wheel.FOLDER.glob("*.whl")
    download = folder / f"{our_wheel.name}{ZLIB}"
    download.write_bytes(zlib.compress(our_wheel.read_bytes(), 9))
    parts = {
        "standardLibrary": {"file": standard_library.name, "integrity": integrity(standard_library)},
        "wheel": {"file": download.name, "integrity": integrity(download)},
        "lock": wheel.minimal_lock(),
        # What *About* names: the whole site, but for this module and the lists of its files.
        "build": digest(files_under(folder.parent))[:8],
        # What a snapshot of the interpreter is made of: another of these makes another snapshot.
        "snapshotOf": digest(files_under(folder, folder.parent / "vendor"))[:16],
    }
    lines = (f"export const {name} = {json.dumps(value)};\n" for name, value in parts.items())
    (folder / "parts.js").write_text("// Made by the build.\n" + "".join(lines))


def integrity(path: Path) -> str:
    """Return the hash of a file as fetch() and script elements take it."""
    return "sha256-" + b64encode(new_sha256(path.read_bytes()).digest()).decode()


def precache(site: Path) -> dict[str, object]:
    """List every file of the site with hash and size, the release, and a version that changes when any file does."""
    names = {path.relative_to(site).as_posix(): path for path in files_under(site)}
    files = {
        name: {"sha256": sha256(path), "bytes": path.stat().st_size}
        for name, path in names.items()
        if name not in NOT_PRECACHED
    }
    version = new_sha256(json.dumps(files).encode()).hexdigest()[:16]
    return {"release": __version__, "version": version, "files": files}


def write_lists(site: Path) -> None:
    """Write the list of the site's files, by itself and at the head of the service worker, which may have no other."""
    listed = json.dumps(precache(site), indent=1)
    (site / "precache.json").write_text(listed)
    (site / SERVICE_WORKER.name).write_text(f"const LIST = {listed};\n\n{SERVICE_WORKER.read_text()}")


def _write(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def _installed_pyodide() -> str:
    # What npm has installed, not only what the lock file asks for: another Pyodide makes another page.
    return (NODE_MODULES / "pyodide" / "package.json").read_text()


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as problem:
        raise SystemExit(f"{' '.join(map(str, problem.cmd[:2]))} failed") from problem
