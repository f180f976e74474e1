"""Tests of the build: its output is exactly the files that a static host serves, none twice."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from xml.etree import ElementTree

import pytest

from app import python_start
from app.screens.page import TITLE
from tools import address, build, licences, npm_files, stdlib, wheel
from tools.layout import BUILD, DIST, NODE_MODULES, ROOT, files_under, sha256
from turntrack import __version__

TEXT = {".css", ".html", ".js", ".json", ".toml", ".txt"}


@pytest.fixture(scope="module", autouse=True)
def _built() -> None:
    for setting in ("ADDRESS", "ISSUES"):
        os.environ.pop(setting, None)
    build.main()


def our_wheel() -> Path:
    """Return the site's wheel, as it is before the site compresses it."""
    (built,) = wheel.FOLDER.glob("*.whl")
    return built


def parts() -> dict[str, object]:
    """Return the facts that the build gives to the boot script."""
    lines = re.findall(r"^export const (\w+) = (.*);$", (DIST / "python" / "parts.js").read_text(), re.MULTILINE)
    return {name: json.loads(value) for name, value in lines}


NAMES = """
    const [file, kind] = process.argv.slice(1);
    const module = new WebAssembly.Module(require("fs").readFileSync(file));
    console.log(JSON.stringify(WebAssembly.Module[kind](module).map(({ name }) => name)));
"""


def names(kind: str, folder: Path) -> set[str]:
    """Return what the program of a Pyodide has: its ``imports`` or its ``exports``."""
    command: list[str | Path] = ["node", "-e", NAMES, folder / "pyodide.asm.wasm", kind]
    return set(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))


def test_pyodide_exports_only_what_its_scripts_name() -> None:
    """Every start would make a function of each export, and find a place for it in a table."""
    ours = DIST / "vendor" / "pyodide"
    exported = names("exports", ours)
    named = set(re.findall(r'wasmExports(?:\["|\.)(\w+)', (ours / "pyodide.asm.js").read_text()))
    assert named <= exported
    assert exported < names("exports", NODE_MODULES / "pyodide")
    assert len(exported) < 2 * len(named)


def test_pyodide_offers_its_program_only_what_that_imports() -> None:
    """The other functions are for packages with compiled code. Every start would read them."""
    ours = DIST / "vendor" / "pyodide"
    (offers,) = re.findall(r"wasmImports=\{([^{}]*)\}", (ours / "pyodide.asm.js").read_text())
    offered = {offer.split(":")[0] for offer in offers.split(",")}
    assert offered
    assert offered <= names("imports", ours)
    whole = NODE_MODULES / "pyodide" / "pyodide.asm.mjs"
    assert (ours / "pyodide.asm.js").stat().st_size < whole.stat().st_size / 3


COMPILED_MODULES = """
    let compiled = 0;
    const { Module } = WebAssembly;
    WebAssembly.Module = new Proxy(Module, { construct: (_, args) => (compiled++, new Module(...args)) });
    const { readFileSync } = require("fs");
    const [script, stdLibURL, lock] = process.argv.slice(1);
    import(script)
        .then(({ loadPyodide }) => loadPyodide({ stdLibURL, lockFileContents: readFileSync(lock, "utf8") }))
        .then((python) => console.log(python.runPython("6 * 7"), compiled));
"""


def compiled_modules(script: Path) -> int:
    """Return how many modules a start of a Pyodide compiles beside its program."""
    shipped = NODE_MODULES / "pyodide"
    command: list[str | Path] = [
        "node",
        "-e",
        COMPILED_MODULES,
        script,
        shipped / "python_stdlib.zip",
        shipped / "pyodide-lock.json",
    ]
    answer, compiled = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.split()
    assert answer == b"42"
    return int(compiled)


@pytest.mark.soak
def test_pyodide_compiles_no_modules_for_webgl() -> None:
    """As npm ships it, Pyodide compiles one for each of WebGL's functions."""
    ours, shipped = (folder / "pyodide" for folder in (DIST / "vendor", NODE_MODULES))
    assert compiled_modules(ours / "pyodide.js") < compiled_modules(shipped / "pyodide.mjs") / 5


def test_nobody_builds_where_another_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of the tests begin at once: the second finds what the first has made."""
    both = Barrier(2)
    met = []

    def meet(*_: object) -> bool:
        try:
            both.wait(timeout=0.2)
            met.append(True)
        except BrokenBarrierError:
            both.reset()
        return False

    monkeypatch.setattr(build, "step", meet)
    with ThreadPoolExecutor(2) as workers:
        for building in [workers.submit(build.main) for _ in range(2)]:
            building.result()
    assert not met


class TestSite:
    """dist/ as a whole."""

    def test_a_report_can_name_the_build(self) -> None:
        """By a hash that stays while no file of the site changes."""
        assert re.fullmatch("[0-9a-f]{8}", str(parts()["build"]))
        site = BUILD / "another-site"
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(DIST, site)
        try:
            others = set()
            for change in ("", "", "/* changed */"):
                shutil.rmtree(site / "python")
                sheet = site / "static" / "css" / "site.css"
                sheet.write_text(sheet.read_text() + change)
                build.copy_python(site / "python")
                others.add((site / "python" / "parts.js").read_text())
        finally:
            shutil.rmtree(site)
        assert len(others) == 2

    def test_every_address_is_relative(self) -> None:
        """A leading slash would break under a sub-path, a host would break offline."""
        html = (DIST / "index.html").read_text()
        addresses = re.findall(r'(?:href|src|config)="([^"]*)"', html)
        assert addresses
        for target in addresses:
            assert re.match(r"(static|vendor|python)/|pyconfig\.toml$|manifest\.webmanifest$|data:", target), target

    def test_every_address_in_the_page_exists(self) -> None:
        """No link of the page leads nowhere."""
        for target in re.findall(r'(?:href|src|config)="([^"]*)"', (DIST / "index.html").read_text()):
            assert target.startswith("data:") or (DIST / target).is_file(), target

    def test_what_a_start_loads_is_named_in_the_page(self) -> None:
        """Otherwise the browser would request it only after the script that imports it."""
        html = (DIST / "index.html").read_text()
        scripts = [DIST / name for name in re.findall(r'<script type="module" src="([^"]*)"', html)]
        assert {path.name for path in scripts} == {"interpreter.js", "pyscript_start.js", "bundle_entry.js"}
        for script in scripts:
            for target in re.findall(
                r'^(?:im|ex)port [^;]*from ["\'](\.[^"\']*)["\']', script.read_text(), re.MULTILINE
            ):
                name = (script.parent / target).resolve().relative_to(DIST).as_posix()
                assert f'"{name}"' in html, f"{script.name} imports {name}"

    def test_nothing_is_there_twice(self) -> None:
        """A file that was joined into another is not in the site."""
        joined = (DIST / "static" / "js" / "boot" / "bundle_entry.js").read_text()
        assert "function patchList(" in joined
        assert not (DIST / "static" / "js" / "page" / "patch.js").exists()
        assert "@import" not in (DIST / "static" / "css" / "site.css").read_text()
        assert not (DIST / "static" / "css" / "deck.css").exists()

    def test_github_pages_takes_it_as_it_is(self) -> None:
        """Without the file, Pages would leave out what begins with an underscore."""
        assert (DIST / ".nojekyll").exists()

    def test_precache_lists_every_file(self) -> None:
        """That the page needs, with its hash and size, so that an offline copy can be checked."""
        listed = json.loads((DIST / "precache.json").read_text())
        files = {file.relative_to(DIST).as_posix(): file for file in files_under(DIST)}
        actual = {
            name: {"sha256": sha256(file), "bytes": file.stat().st_size}
            for name, file in files.items()
            if name not in {".nojekyll", "precache.json", "service-worker.js", "vendor/LICENSES.txt"}
            and not name.startswith("pictures/")
        }
        assert listed["files"] == actual
        assert re.fullmatch(r"[0-9a-f]{16}", listed["version"])
        assert listed["release"] == __version__
        assert our_wheel().name.startswith(f"turntrack-{__version__}-")

    def test_no_source_maps(self) -> None:
        """Neither the maps nor the hints that make developer tools ask for them."""
        for file in files_under(DIST):
            assert file.suffix != ".map"
            if file.suffix in TEXT:
                assert "sourceMappingURL=" not in file.read_text(), file.name

    def test_no_trace_of_the_machine(self) -> None:
        """Not in the texts and not in the bytecode."""
        home = str(ROOT).encode()
        for file in files_under(DIST):
            assert home not in file.read_bytes(), file.name
            if zipfile.is_zipfile(file):
                with zipfile.ZipFile(file) as archive:
                    for name in archive.namelist():
                        assert home not in archive.read(name), name

    def test_second_build_makes_nothing(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Nothing is built again without need."""
        before = {file: file.stat().st_mtime_ns for file in files_under(DIST)}
        build.main()
        assert "up to date" in capsys.readouterr().out
        assert before == {file: file.stat().st_mtime_ns for file in files_under(DIST)}

    def test_licences_of_what_is_shipped(self) -> None:
        """Whoever hosts the page passes on the licence of each part: the whole text, not the heading alone."""
        parts = (DIST / "vendor" / "LICENSES.txt").read_text().split(f"\n{licences.LINE}\n")
        texts = {name: " ".join(text.split()) for name, text in (part.split("\n\n", 1) for part in parts)}
        ends = {
            "Turntrack": "OTHER DEALINGS IN THE SOFTWARE.",
            "pyodide 314": 'Exhibit B - "Incompatible With Secondary Licenses" Notice',
            "CPython, a part of pyodide": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
            "Emscripten, a part of pyodide": "Emscripten authors",
            "@pyscript/core 0.7": "END OF TERMS AND CONDITIONS",
            "polyscript 0": "Apache License",
            "morphlex 1.4": "OTHER DEALINGS IN",
            "sortablejs 1.15": "OTHER DEALINGS IN",
            "idb 8.": "Permission to use, copy, modify, and/or distribute",
            "lean-qr 2.7": "OTHER DEALINGS IN",
            "qr 0.7": "OTHER DEALINGS IN",
        }
        for name, words in ends.items():
            (text,) = (text for part, text in texts.items() if part.startswith(name))
            assert words in text, name
        granted = re.compile("permi(ssion|tted)|You may|hereby grants|public domain", re.IGNORECASE)
        assert [part for part, text in texts.items() if not granted.search(text)] == []
        assert [part for part, text in texts.items() if len(text.split()) < 80 and "public domain" not in text] == []

    def test_every_module_of_the_interpreter_has_a_licence(self) -> None:
        """Libraries in C of which Pyodide's interpreter is compiled; a release may bring another one."""
        compiled = (NODE_MODULES / "pyodide" / "pyodide.asm.wasm").read_bytes()
        modules = {name.decode() for name in re.findall(rb"PyInit__?(\w+?)\0", compiled)}
        libraries = {
            *("bz2", "ctypes", "decimal", "lzma", "sqlite3", "zstd", "pyexpat", "zlib"),
        }
        assert libraries <= modules
        assert modules.isdisjoint({"ssl", "hashlib", "curses", "readline", "tkinter", "dbm", "gdbm"})


class TestAddress:
    """What the site says of itself to search engines and beside a link, with an address and without."""

    @pytest.fixture
    def published(self, tmp_path: Path) -> Path:
        """Return a site with an address."""
        shutil.copy(DIST / "index.html", tmp_path)
        address.write_into(tmp_path, "https://example.org/turntrack/")
        return tmp_path

    def test_the_page_says_what_it_is(self) -> None:
        """In the words by which people search, the same in the manifest and on the page itself."""
        html = (DIST / "index.html").read_text()
        manifest = json.loads((DIST / "manifest.webmanifest").read_text())
        assert address.title_of(html) == TITLE == "Turntrack: initiative tracker for tabletop RPGs, offline"
        assert address.description_of(html) == manifest["description"]
        said = f"{address.title_of(html)} {address.description_of(html)}".lower()
        for words in ("initiative tracker", "turn order", "combat tracker", "action economy", "offline", "tablet"):
            assert words in said

    def test_the_manifest_names_pictures_as_they_are(self) -> None:
        """One for wide screens and one for narrow ones, in the sizes that it says."""
        manifest = json.loads((DIST / "manifest.webmanifest").read_text())
        assert [picture["form_factor"] for picture in manifest["screenshots"]] == ["wide", "narrow"]
        for picture in manifest["screenshots"]:
            head = (DIST / picture["src"]).read_bytes()
            assert "x".join(str(int.from_bytes(head[at : at + 4])) for at in (16, 20)) == picture["sizes"]

    def test_without_an_address_nothing_names_one(self) -> None:
        """As in a fork that has set none."""
        html = (DIST / "index.html").read_text()
        assert not re.search(r"canonical|og:|twitter:|https?:", html)
        assert not [name for name in ("404.html", "sitemap.xml", address.CARD) if (DIST / name).exists()]

    def test_with_an_address_the_page_names_it_and_its_card(self, published: Path) -> None:
        html = (published / "index.html").read_text()
        assert '<link rel="canonical" href="https://example.org/turntrack/">' in html
        told = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', html))
        assert told["url"] == "https://example.org/turntrack/"
        assert (told["title"], told["description"]) == (address.title_of(html), address.description_of(html))
        card = (published / told["image"].removeprefix(told["url"])).read_bytes()
        assert tuple(int.from_bytes(card[at : at + 4]) for at in (16, 20)) == address.CARD_SIZE
        assert (told["image:width"], told["image:height"]) == ("1200", "630")

    def test_with_an_address_the_policy_stays(self, published: Path) -> None:
        """And nothing is loaded from there: only its own lines are added."""
        before, after = ((folder / "index.html").read_text().splitlines() for folder in (DIST, published))
        added = [line.strip() for line in after if line not in before]
        assert [line for line in before if line not in after] == []
        assert all(line.startswith(('<link rel="canonical"', "<meta property=", "<meta name=")) for line in added)

    def test_the_place_for_reports_is_a_link_of_the_page(self, tmp_path: Path) -> None:
        shutil.copy(DIST / "index.html", tmp_path)
        address.write_into(tmp_path, "", "https://example.org/issues/new")
        assert '<link rel="help" href="https://example.org/issues/new">' in (tmp_path / "index.html").read_text()
        assert [path.name for path in tmp_path.iterdir()] == ["index.html"]

    def test_what_is_no_page_leads_home_from_any_depth(self, published: Path) -> None:
        """A relative address would be looked for where the missing page would lie."""
        addresses = re.findall(r'(?:href|src)="([^"]*)"', (published / "404.html").read_text())
        assert "https://example.org/turntrack/" in addresses
        assert all(target.startswith(("https://example.org/turntrack/", "data:")) for target in addresses)

    def test_the_sitemap_has_the_page(self, published: Path) -> None:
        tree = ElementTree.parse(published / "sitemap.xml")
        assert [place.text for place in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")] == [
            "https://example.org/turntrack/"
        ]

    @pytest.mark.parametrize("value", ["example.org", "http://example.org/", "https://example.org/?a", 'https://a"b/'])
    def test_what_is_no_address_is_refused(self, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ADDRESS", value)
        with pytest.raises(SystemExit, match="should be like"):
            address.from_environment()

    def test_an_address_ends_in_a_slash(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ADDRESS", "https://example.org/turntrack")
        assert address.from_environment() == "https://example.org/turntrack/"


class TestPython:
    """The wheel, the standard library and what guards them."""

    def test_one_wheel_holds_all_python_as_bytecode(self) -> None:
        """No source travels, and the bytecode is of Pyodide's own version."""
        magic = (stdlib.compiled() / "os.pyc").read_bytes()[:4]
        with zipfile.ZipFile(our_wheel()) as archive:
            names = archive.namelist()
            assert python_start.FILE in names
            modules = [name for name in names if ".dist-info/" not in name and name != python_start.FILE]
            assert all(name.endswith(".pyc") for name in modules)
            assert all(archive.read(name)[:4] == magic for name in modules)
        assert {"turntrack/__init__.pyc", "app/main.pyc"} <= set(names)
        assert {name.partition("/")[0] for name in modules} == {"turntrack", "app", "pyscript"}

    def test_the_page_carries_no_command_line(self) -> None:
        with zipfile.ZipFile(our_wheel()) as archive:
            assert [name for name in archive.namelist() if "command_line" in name or "turntrack/__main__" in name] == []

    def test_the_engine_alone_is_installed_and_plays(self, tmp_path: Path) -> None:
        """Into an empty environment, from a wheel of its own, without any index."""
        python = sys.executable
        subprocess.run(
            [python, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT / "engine", check=True
        )
        (engine,) = tmp_path.glob("turntrack_engine-*.whl")
        subprocess.run([python, "-m", "venv", "--without-pip", tmp_path / "empty"], check=True)
        empty = tmp_path / "empty" / "bin" / "python"
        install: list[str | Path] = [
            "-m",
            "pip",
            "--python",
            empty,
            "install",
            "--quiet",
            "--no-index",
            "--no-deps",
            engine,
        ]
        subprocess.run([python, *install], check=True)
        transcript = min((ROOT / "tests" / "transcripts" / "zebra").glob("*.txt"))
        played = subprocess.run(
            [empty, "-I", "-m", "turntrack", "play", transcript],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            text=True,
        )
        assert "Sequence 1 begins." in played.stdout

    def test_the_boot_is_told_our_wheel_with_its_hash(self) -> None:
        """The boot checks the hash of what it unpacks. Pyodide installs nothing."""
        lock = parts()["lock"]
        assert isinstance(lock, dict)
        assert lock["packages"] == {}
        download = DIST / "python" / f"{our_wheel().name}{build.ZLIB}"
        assert zlib.decompress(download.read_bytes()) == our_wheel().read_bytes()
        assert parts()["wheel"] == {"file": download.name, "integrity": build.integrity(download)}

    def test_standard_library_is_what_the_keep_list_says(self) -> None:
        """Bytecode of every kept module, nothing else, and the hash that the boot checks."""
        library = DIST / "python" / "stdlib.zip"
        with zipfile.ZipFile(library) as archive:
            names = {
                name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in archive.namelist()
            }
        assert names == set(stdlib.keep_list())
        assert parts()["standardLibrary"] == {"file": library.name, "integrity": build.integrity(library)}

    def test_keep_list_is_in_order(self) -> None:
        """So that a change of it reads well."""
        assert stdlib.keep_list() == sorted(set(stdlib.keep_list()))

    def test_unknown_module_in_the_keep_list(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A list that has gone stale is an error, not a smaller archive."""
        stale = tmp_path / "keep.txt"
        stale.write_text("os\nasynchat\n")
        monkeypatch.setattr(stdlib, "KEEP_LIST", stale)
        with pytest.raises(SystemExit, match="does not have: asynchat"):
            stdlib.trimmed(tmp_path / "stdlib.zip")

    @pytest.mark.soak
    def test_same_sources_make_the_same_wheel(self) -> None:
        """An update changes only the files that differ."""
        again = BUILD / "wheel-again"
        wheel.build(again)
        (second,) = again.glob("*.whl")
        assert sha256(second) == sha256(our_wheel())

    def test_bytecode_of_another_version_does_not_fit(self, tmp_path: Path) -> None:
        """`pyodide py-compile` would write it without a word."""
        foreign = tmp_path / "foreign.pyc"
        foreign.write_bytes(b"\x00\x0d\x0d\x0a" + bytes(12))
        assert not wheel.host_bytecode_fits(foreign)

    def test_host_of_the_right_version_compiles_by_pyodide_build(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The other way, as if this Python were Pyodide's: same contents but for what Pyodide would have to import."""
        monkeypatch.setattr(wheel, "host_bytecode_fits", lambda bytecode: True)
        monkeypatch.setattr(wheel, "add_dataclass_code", lambda folder: None)
        folder = BUILD / "wheel-by-host"
        wheel.build(folder)
        (made,) = folder.glob("*.whl")
        with zipfile.ZipFile(made) as by_host, zipfile.ZipFile(our_wheel()) as by_pyodide:
            assert {*by_host.namelist(), python_start.FILE} == set(by_pyodide.namelist())


class TestVendor:
    """The files taken from npm packages."""

    def test_follows_imports_and_leaves_out_the_unused(self, tmp_path: Path) -> None:
        """Static and late imports, hashed names and all."""
        (tmp_path / "core.js").write_text(
            'import{a}from"./deep-Ab12_-cD.js";const b=()=>import("./editor-12345678.js");'
        )
        (tmp_path / "deep-Ab12_-cD.js").write_text('export const a=()=>import("./late-abcdefgh.js")')
        (tmp_path / "late-abcdefgh.js").write_text("")
        paths = npm_files.follow_imports(tmp_path / "core.js", {"editor"})
        assert {path.name for path in paths} == {"core.js", "deep-Ab12_-cD.js", "late-abcdefgh.js"}

    def test_comments_are_left_out_and_nothing_else(self) -> None:
        """Licence comments stay. A template string of several lines might look like a comment, so it is an error."""
        script = "/*! Mine. */\n/** Says\n * what. */\nlet a = 1; // one\n    // two\n/* b */ let c = `//`;\n"
        assert npm_files.without_comments(script) == "/*! Mine. */\nlet a = 1; // one\n/* b */ let c = `//`;\n"
        with pytest.raises(ValueError, match="several lines"):
            npm_files.without_comments("let a = `\n// text\n`;\n")

    def test_the_names_of_unused_features_are_true(self) -> None:
        """A feature that a release renames would otherwise come back unseen."""
        names = {path.stem for path in (NODE_MODULES / "@pyscript" / "core" / "dist").glob("*.js")}
        for unused in npm_files.UNUSED_PYSCRIPT:
            assert any(re.fullmatch(rf"{re.escape(unused)}-[\w-]{{8}}", name) for name in names), unused


@pytest.mark.parametrize(
    "name", ["package-lock.json", "requirements.txt", "requirements-pyodide.txt", "requirements-creatures.txt"]
)
def test_locks_name_no_registry(name: str) -> None:
    """Versions and hashes decide, not the place they come from."""
    text = (ROOT / name).read_text()
    assert "http" not in re.sub(r'"(url|funding)": *(\{[^}]*\}|"[^"]*")', "", text)
    assert '"resolved"' not in text
