"""What the page takes from npm packages: only the files it can ask for, found by following their imports."""

import re
from collections.abc import Iterator
from pathlib import Path

from tools import licences
from tools.layout import NODE_MODULES

# Features of PyScript that pyconfig.toml switches off, or that this page never uses. The names are those of PyScript's
# modules without the hash that each release adds.
UNUSED_PYSCRIPT = {
    "codemirror",
    "codemirror_commands",
    "codemirror_lang-python",
    "codemirror_language",
    "codemirror_state",
    "codemirror_view",
    "deprecations-manager",
    "donkey",
    "py-editor",
    "py-game",
    "py-terminal",
    "pyodide_graph",
    "zip",
}

# Many hosts, nginx among them, do not know .mjs for a script, and browsers run no module of another type.
PYODIDE_FILES = {
    "pyodide.js": "pyodide.mjs",
    "pyodide.asm.js": "pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}

# Libraries of one file each, under names of ours.
SINGLE_FILES = {
    "morphlex.js": "morphlex/dist/morphlex.js",
    "sortable.js": "sortablejs/modular/sortable.esm.js",
    "idb.js": "idb/build/index.js",
    "lean-qr.js": "lean-qr/index.mjs",
}

# A database in memory, for where the browser refuses its own.
MEMORY_DATABASE = "fake-indexeddb/auto/index.mjs"

# The reader of codes comes as its authors wrote it, a third of it comments; the second file is imported by the first.
WRITTEN_OUT = ("qr/decode.js", "qr/index.js")

_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")
_HASH = re.compile(r"-[\w-]{8}(?=\.js$)")
_SOURCE_MAP = re.compile(rb"^//# sourceMappingURL=.*\n?", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*[^!](?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)


def files() -> Iterator[tuple[str, bytes]]:
    """Return every vendored file of the site: its path under `vendor/` and its content."""
    core = NODE_MODULES / "@pyscript" / "core" / "dist"
    for path in sorted(follow_imports(core / "core.js", UNUSED_PYSCRIPT)):
        yield f"pyscript/{path.name}", _without_source_map(path)
    for name, origin in PYODIDE_FILES.items():
        content = _without_source_map(NODE_MODULES / "pyodide" / origin)
        yield f"pyodide/{name}", content if origin.endswith(".wasm") else _with_names_of_ours(content)
    for name, origin in SINGLE_FILES.items():
        yield name, _without_source_map(NODE_MODULES / origin)
    for path in sorted(follow_imports(NODE_MODULES / MEMORY_DATABASE, set())):
        yield path.relative_to(NODE_MODULES).as_posix(), _without_source_map(path)
    for name in WRITTEN_OUT:
        yield name, without_comments((NODE_MODULES / name).read_text()).encode()
    yield "LICENSES.txt", licences.write().encode()


def follow_imports(entry: Path, unused: set[str]) -> set[Path]:
    """Find the module and all that it imports, at once or later, but for the unused features."""
    modules: set[Path] = set()
    ahead = [entry]
    while ahead:
        module = ahead.pop()
        if module in modules:
            continue
        modules.add(module)
        targets = (Path(target) for target in _IMPORT.findall(module.read_text()))
        ahead += [
            (module.parent / to).resolve() for to in targets if _HASH.sub("", to.name).removesuffix(".js") not in unused
        ]
    return modules


def without_comments(script: str) -> str:
    """Leave out the comments that have lines of their own, but for those that must stay, which begin with "/*!".

    Raises ValueError for a script with texts of several lines: what looks like a comment might be one of them.
    """
    short = _COMMENT.sub("", script)
    if any(line.count("`") % 2 for line in short.splitlines()):
        raise ValueError("A text in it may have several lines")
    return short


def _with_names_of_ours(script: bytes) -> bytes:
    for name, origin in PYODIDE_FILES.items():
        script = script.replace(origin.encode(), name.encode())
    return script


def _without_source_map(path: Path) -> bytes:
    content = path.read_bytes()
    return content if path.suffix == ".wasm" else _SOURCE_MAP.sub(b"", content)
