"""The licences of all that the site is made of, with their whole texts.

npm packages bring theirs along, but for Pyodide and a few of PyScript's. Pyodide's, and those of the parts of which its
interpreter is compiled, stand in tools/licences/.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from app.ui.about import SRD_ATTRIBUTION
from tools import creatures
from tools.layout import NODE_MODULES, ROOT

PACKAGES = ("@pyscript/core", "pyodide", "morphlex", "sortablejs", "idb", "fake-indexeddb", "lean-qr", "qr")
TEXTS = Path(__file__).with_name("licences")
LIKE = {"ISC": "sticky-module"}
"""Of packages without a text, by the name of their licence: a package of the same author that has it."""

OWN_TEXTS = {"pyodide": TEXTS / "Pyodide.txt"}
TOML = NODE_MODULES / "@pyscript" / "core" / "src" / "3rd-party-licenses" / "toml.license.txt"
TYPES_AND_SERVERS = {"ws", "@types/emscripten"}
"""What the packages name as well, and no page loads."""

LINE = "=" * 80


class Licence(NamedTuple):
    """A part of the site, and the whole text of its licence."""

    part: str
    text: str


def licences() -> Iterator[Licence]:
    """Return the licence of each part: ours, what the interpreter is compiled of, and the packages."""
    yield Licence("Turntrack", (ROOT / "LICENSE").read_text())
    for package in sorted(with_dependencies(*PACKAGES)):
        about = json.loads((NODE_MODULES / package / "package.json").read_text())
        home = about.get("homepage") or f"see the npm package {package}"
        yield Licence(f"{package} {about['version']}: {about['license']}, {home}", _text(package, about["license"]))
    yield Licence("toml, a part of @pyscript/core", TOML.read_text())
    for part, text in creatures.licences():
        yield Licence(f"{part}, of which the creatures of the SRD 5.2 are made. {SRD_ATTRIBUTION}", text)
    for path in sorted(TEXTS.glob("*.txt")):
        if path not in OWN_TEXTS.values():
            yield Licence(f"{path.stem}, a part of pyodide", path.read_text(encoding="utf-8"))


def write() -> str:
    """Return all licences as one text."""
    return f"\n{LINE}\n".join(f"{part}\n\n{text.strip()}\n" for part, text in licences())


def with_dependencies(*packages: str) -> set[str]:
    """Return the packages and all that they are made from."""
    known: set[str] = set()
    ahead = list(packages)
    while ahead:
        package = ahead.pop()
        if package not in known:
            known.add(package)
            ahead += json.loads((NODE_MODULES / package / "package.json").read_text()).get("dependencies", {})
    return known - TYPES_AND_SERVERS


def _text(package: str, licence: str) -> str:
    if package in OWN_TEXTS:
        return OWN_TEXTS[package].read_text()
    texts = _texts_in(package) or _texts_in(LIKE[licence])
    return "\n".join(path.read_text().strip() + "\n" for path in texts)


def _texts_in(package: str) -> list[Path]:
    return sorted(
        path for path in (NODE_MODULES / package).iterdir() if path.name.upper().startswith(("LICENSE", "LICENCE"))
    )
