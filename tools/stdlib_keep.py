"""Renews stdlib_keep.txt: boots the page with the whole standard library and writes down what it used."""

import ast
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

from playwright.sync_api import Page, Route

from tools import build, stdlib
from tools.chromium import chromium
from tools.layout import BUILD, DIST, ROOT
from tools.serve import serving

START = "await main()"
OURS = (ROOT / "engine" / "turntrack", ROOT / "static" / "app")
NOT_ON_THE_PAGE = ("__main__.py", "command_line")

# What a start that goes well does not touch: names in an archive, tracebacks of every kind, warnings, errors in tasks.
LATER = """
import asyncio, encodings.cp437, traceback, warnings
warnings.catch_warnings(record=True).__enter__()
warnings.warn("for what a warning imports")
for wrong in ("1 +", "undefined_name", "import nothing_of_the_kind", "(1).real.imaginary", "int('x', [])"):
    try:
        exec(wrong)
    except Exception:
        traceback.format_exc()
try:
    raise ExceptionGroup("several", [ValueError("one"), KeyError("two")]) from OSError("the cause")
except ExceptionGroup:
    traceback.format_exc()
await asyncio.gather(asyncio.sleep(0), asyncio.sleep(0))
"""

NOTE_PROBLEM = """\
except Exception as problem:
    import js
    js.document.documentElement.dataset.problem = repr(problem)
"""

HEADING = """\
# The modules of the standard library that the page gets, in alphabetical order.
# Derived from the booted page: `make keep` writes this file anew, and a test tells when it should.
"""


def our_modules() -> list[str]:
    """Return the dotted names of all modules of ours that the page carries."""
    names = []
    for package, file in _files():
        parts = file.relative_to(package.parent).with_suffix("").parts
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def _files() -> Iterator[tuple[Path, Path]]:
    """Yield the files of the modules that the page carries, with their packages."""
    for package in OURS:
        for file in sorted(package.rglob("*.py")):
            if not set(file.relative_to(package).parts) & {*NOT_ON_THE_PAGE}:
                yield package, file


def imported_by_us() -> set[str]:
    """Find every module of the standard library that a module of ours imports, at its top or within a function."""
    modules: set[str] = set()
    for _, file in _files():
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                modules.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module)
    return {name for name in modules if name.partition(".")[0] in sys.stdlib_module_names}


def run_after_start(page: Page, code: str) -> None:
    """Let the page run more Python once it has started; to be called before the page is opened."""

    def add(route: Route) -> None:
        html = (DIST / "index.html").read_text()
        margin = html[: html.index(START)].rpartition("\n")[2]
        guarded = f"{START}\ntry:\n{indent(code, '    ')}\n{NOTE_PROBLEM}"
        route.fulfill(body=html.replace(margin + START, indent(guarded, margin)), content_type="text/html")

    page.route(lambda url: url.endswith(("/", "/index.html")), add)


def report_modules() -> str:
    """Return Python for the page: import all of ours, and write the names of all loaded modules on the root element."""
    imports = "\n".join(f"import {name}" for name in [*our_modules(), *sorted(imported_by_us())])
    return f"{imports}\nimport js, sys\njs.document.documentElement.dataset.modules = ' '.join(sys.modules)"


def modules_of(page: Page) -> set[str]:
    """Return what report_modules wrote, once it is there."""
    page.locator("html[data-modules], html[data-problem], .boot[data-failed]").wait_for(
        state="attached", timeout=60_000
    )
    root = page.locator("html")
    modules = root.get_attribute("data-modules")
    if modules is None:
        raise RuntimeError(root.get_attribute("data-problem") or page.locator("#boot-error-detail").text_content())
    return set(modules.split())


def site_with_everything() -> Path:
    """Return the built site, but with the whole standard library."""
    site = BUILD / "site-with-everything"
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(DIST, site, ignore=shutil.ignore_patterns("python"))
    build.copy_python(site / "python", stdlib.whole())
    return site


def main() -> None:
    """Derive the list and write it down."""
    with serving(site_with_everything()) as server, chromium() as browser:
        page = browser.new_page()
        run_after_start(page, LATER + report_modules())
        page.goto(server.url)
        used = modules_of(page)
    available = {stdlib.module_name(file) for file in stdlib.compiled().rglob("*.pyc")}
    kept = sorted(used & available)
    stdlib.KEEP_LIST.write_text(HEADING + "\n".join(kept) + "\n")
    print(f"{len(kept)} of {len(available)} modules are kept")


if __name__ == "__main__":
    main()
